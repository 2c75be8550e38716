// Drag one sprite over another: they are picked up by their shape, and the edge points that lie in
// another sprite's shape light up. Boxes and pixels give their own answers, to compare.
#include "kit.h"
#include "rimcast/pair.h"
#include "rimcast/sdl.h"

#include <SDL_image.h>

#include <string.h>

#define ACTORS 12
#define RAYS_MIN 3
#define RAYS_MAX 720

typedef enum mode
{
    BOXES,
    OUTLINES,
    PIXELS,
    MODES
} mode;

static const char *const mode_names[MODES] = { "boxes", "outlines", "pixels" };

// A sprite as a game keeps it: picture, shape, place.
typedef struct actor
{
    char         name[32];
    SDL_Texture *texture;
    rim_mask    *mask;
    rim_sprite  *sprite;
    rim_vec2     at;
    float        degrees, scale;
    bool         flip_x, flip_y;

    bool hit[MODES];    // touches some other sprite, as this mode sees it
    bool lit[RAYS_MAX]; // this outline point lies in another sprite's shape
} actor;

typedef struct drag
{
    actor    actors[ACTORS]; // the last one is on top
    int      count, rays;
    mode     shown;
    bool     held;
    rim_vec2 grip; // where the top sprite is held, in its own space
    int      pairs[MODES], points;
    double   seconds[MODES]; // a test takes, smoothed
} drag;

// --- sprites ------------------------------------------------------------------------------------------

// Flip and scale along the sprite's own axes, then turn, then move: SDL_RenderCopyExF's order.
static rim_xform2 pose_of(const actor *a)
{
    rim_vec2 scale =
        rim_vec2_make(a->flip_x ? -a->scale : a->scale, a->flip_y ? -a->scale : a->scale);
    return rim_xform2_pose(a->at, rim_rot2_degrees((double)a->degrees), scale);
}

static rim_posed posed(const actor *a)
{
    return rim_posed_make(a->sprite, pose_of(a));
}

static bool is_upright(const actor *a)
{
    return a->degrees == 0.0f && a->scale == 1.0f && !a->flip_x && !a->flip_y;
}

// Upright sprites keep to whole pixels, as pixel art does.
static void settle(actor *a)
{
    rim_vec2 anchor = rim_sprite_anchor(a->sprite);
    if (!is_upright(a)) return;
    a->at.x = SDL_floorf(a->at.x - anchor.x + 0.5f) + anchor.x;
    a->at.y = SDL_floorf(a->at.y - anchor.y + 0.5f) + anchor.y;
}

static rim_status bake(actor *a, int rays)
{
    rim_sprite        *sprite;
    rim_sprite_options options;
    memset(&options, 0, sizeof options);
    options.rays = rays;
    rim_status status = rim_sprite_create(&sprite, a->mask, &options);
    if (status) return status;
    rim_sprite_destroy(a->sprite);
    a->sprite = sprite;
    return RIM_OK;
}

static void discard(actor *a)
{
    SDL_DestroyTexture(a->texture);
    rim_sprite_destroy(a->sprite);
    rim_mask_destroy(a->mask);
    memset(a, 0, sizeof *a);
}

static bool load(kit *k, actor *a, const char *path, int rays)
{
    memset(a, 0, sizeof *a);
    a->scale = 1.0f;
    SDL_Surface *surface = IMG_Load(path);
    if (!surface) return false;
    rim_status status = rim_sdl_mask_create(&a->mask, surface, RIM_ALPHA_HALF, NULL);
    if (!status) status = bake(a, rays);
    if (!status) a->texture = SDL_CreateTextureFromSurface(kit_renderer(k), surface);
    SDL_FreeSurface(surface);
    if (a->texture) return true;
    if (status) SDL_SetError("%s", rim_status_text(status));
    discard(a);
    return false;
}

static void name_after(actor *a, const char *path)
{
    const char *slash = strrchr(path, '/');
    SDL_strlcpy(a->name, slash ? slash + 1 : path, sizeof a->name);
    char *dot = strrchr(a->name, '.');
    if (dot) *dot = 0;
}

static void add_dropped(kit *k, drag *d, const kit_event *event)
{
    if (d->count == ACTORS)
    {
        kit_notice(k, "the table is full: %d sprites are the most", ACTORS);
        return;
    }
    actor *a = &d->actors[d->count];
    if (!load(k, a, event->path, d->rays))
    {
        kit_notice(k, "%s: %s", event->path, SDL_GetError());
        return;
    }
    name_after(a, event->path);
    int width = rim_mask_width(a->mask), height = rim_mask_height(a->mask);
    int longest = width > height ? width : height;
    if (longest > 320) a->scale = 320.0f / (float)longest;
    a->at = rim_vec2_make(KIT_WIDTH / 2.0f, KIT_HEIGHT / 2.0f);
    settle(a);
    d->count++;
    kit_notice(k, "%s joins: %d × %d, %lld solid pixels", a->name, width, height,
               (long long)rim_mask_count(a->mask));
}

// --- do they touch? -----------------------------------------------------------------------------------

// The outline points of a that lie in b's shape.
static int light_up(actor *a, const actor *b)
{
    int rays[RAYS_MAX];
    int count = rim_sprite_outline_hits(posed(a), posed(b), rays, RAYS_MAX);
    for (int i = 0; i < count; i++) a->lit[rays[i]] = true;
    return count;
}

static bool test(mode how, actor *a, actor *b)
{
    switch (how)
    {
    case BOXES:
        return rim_box2_overlaps(rim_sprite_bounds(posed(a)), rim_sprite_bounds(posed(b)));
    case OUTLINES:
        return light_up(a, b) + light_up(b, a) > 0;
    default:
        return rim_sprite_overlaps(posed(a), posed(b));
    }
}

static void test_all_pairs(drag *d, mode how)
{
    int tests = d->count * (d->count - 1) / 2;
    d->pairs[how] = 0;
    double start = kit_clock();
    for (int i = 0; i < d->count; i++)
        for (int j = 0; j < i; j++)
            if (test(how, &d->actors[i], &d->actors[j]))
            {
                d->actors[i].hit[how] = d->actors[j].hit[how] = true;
                d->pairs[how]++;
            }
    double each = (kit_clock() - start) / (tests ? tests : 1);
    d->seconds[how] = d->seconds[how] == 0.0 ? each : 0.95 * d->seconds[how] + 0.05 * each;
}

// --- hands --------------------------------------------------------------------------------------------

static int actor_at(const drag *d, rim_vec2 p)
{
    for (int i = d->count - 1; i >= 0; i--)
        if (rim_sprite_contains(posed(&d->actors[i]), p)) return i;
    return -1;
}

static void raise_to_top(drag *d, int index)
{
    actor it = d->actors[index];
    for (; index + 1 < d->count; index++) d->actors[index] = d->actors[index + 1];
    d->actors[index] = it;
}

static void pick_up(drag *d, rim_vec2 p)
{
    int index = actor_at(d, p);
    if (index < 0) return;
    raise_to_top(d, index);
    rim_xform2_inverted back = rim_xform2_inverse(pose_of(&d->actors[d->count - 1]));
    d->grip = rim_xform2_apply(back.xform, p);
    d->held = back.exists;
}

// Keeps the grip under the mouse, however the sprite is turned.
static void carry(drag *d, rim_vec2 mouse)
{
    actor *a = &d->actors[d->count - 1];
    a->at = rim_vec2_sub(mouse, rim_xform2_turn(pose_of(a), d->grip));
    settle(a);
}

// Keys act on what is held, else on what is under the mouse, else on what was held last.
static actor *subject(drag *d, rim_vec2 mouse)
{
    int index = d->held ? -1 : actor_at(d, mouse);
    return &d->actors[index < 0 ? d->count - 1 : index];
}

static void change_rays(kit *k, drag *d, float notches)
{
    int by = 1 + d->rays / 10;
    int rays = d->rays + (notches > 0.0f ? by : -by);
    rays = rays < RAYS_MIN ? RAYS_MIN : rays > RAYS_MAX ? RAYS_MAX : rays;
    for (int i = 0; i < d->count; i++)
        if (bake(&d->actors[i], rays)) kit_notice(k, "out of memory");
    d->rays = rays;
}

static void press_key(drag *d, actor *a, SDL_Keycode key)
{
    switch (key)
    {
    case SDLK_1:
    case SDLK_2:
    case SDLK_3:
        d->shown = (mode)(key - SDLK_1);
        break;
    case SDLK_SPACE:
        d->shown = (mode)((d->shown + 1) % MODES);
        break;
    case SDLK_f:
        a->flip_x = !a->flip_x;
        break;
    case SDLK_v:
        a->flip_y = !a->flip_y;
        break;
    case SDLK_r:
        a->degrees = 0.0f;
        a->scale = 1.0f;
        a->flip_x = a->flip_y = false;
        break;
    default:
        break;
    }
}

static void drag_event(kit *k, void *state, const kit_event *event)
{
    drag *d = state;
    switch (event->kind)
    {
    case KIT_PRESS:
        if (event->button == SDL_BUTTON_LEFT) pick_up(d, event->at);
        break;
    case KIT_RELEASE:
        if (event->button == SDL_BUTTON_LEFT) d->held = false;
        break;
    case KIT_WHEEL:
        change_rays(k, d, event->wheel);
        break;
    case KIT_DOWN:
        press_key(d, subject(d, event->at), event->key);
        break;
    case KIT_DROP:
        add_dropped(k, d, event);
        break;
    default:
        break;
    }
}

static void drag_step(kit *k, void *state, float dt)
{
    drag  *d = state;
    actor *a = subject(d, kit_mouse(k));
    float  turn = (float)kit_held(k, SDLK_d) - (float)kit_held(k, SDLK_a);
    float  grow = (float)kit_held(k, SDLK_w) - (float)kit_held(k, SDLK_s);
    a->degrees += 90.0f * turn * dt;
    a->scale *= 1.0f + 0.8f * grow * dt;
    a->scale = a->scale < 0.2f ? 0.2f : a->scale > 5.0f ? 5.0f : a->scale;
    if (d->held)
        carry(d, kit_mouse(k));
    else
        settle(a);

    for (int i = 0; i < d->count; i++)
    {
        memset(d->actors[i].hit, 0, sizeof d->actors[i].hit);
        memset(d->actors[i].lit, 0, sizeof d->actors[i].lit);
    }
    for (int how = 0; how < MODES; how++) test_all_pairs(d, (mode)how);
    d->points = 0;
    for (int i = 0; i < d->count; i++)
        for (int ray = 0; ray < d->rays; ray++) d->points += d->actors[i].lit[ray];
}

// --- the picture --------------------------------------------------------------------------------------

static void draw_boxes(kit *k, const actor *a)
{
    kit_colour which = a->hit[BOXES] ? KIT_HIT : KIT_OUTLINE;
    rim_box2   box = rim_sprite_bounds(posed(a));
    if (a->hit[BOXES]) kit_fill(k, box, kit_fade(kit_ink(k, KIT_HIT), 0.12f));
    kit_box(k, box, 1.5f, kit_fade(kit_ink(k, which), 0.9f));
}

static void draw_outline(kit *k, const actor *a)
{
    int                   rays, loop = 0;
    rim_vec2              points[RAYS_MAX];
    int                   ray_of[RAYS_MAX];
    const rim_edge_point *edge = rim_sprite_outline(a->sprite, &rays);
    rim_xform2            pose = pose_of(a);
    for (int i = 0; i < rays; i++)
    {
        if (!edge[i].hit) continue;
        ray_of[loop] = i;
        points[loop++] = rim_xform2_apply(pose, edge[i].at);
    }
    kit_loop(k, points, loop, 1.25f, kit_fade(kit_ink(k, KIT_OUTLINE), 0.45f));
    for (int i = 0; i < loop; i++)
        if (!a->lit[ray_of[i]]) kit_disc(k, points[i], 2.5f, kit_ink(k, KIT_OUTLINE));
    for (int i = 0; i < loop; i++)
        if (a->lit[ray_of[i]])
        {
            kit_disc(k, points[i], 8.0f, kit_fade(kit_ink(k, KIT_HIT), 0.35f));
            kit_disc(k, points[i], 4.5f, kit_ink(k, KIT_HIT));
        }
}

// How the upper one gets free: along the arrow, as far as it is long.
static void draw_way_out(kit *k, const actor *a, const actor *b)
{
    rim_contact2 contact = rim_sprite_contact(posed(a), posed(b));
    if (!contact.hit) return;
    rim_vec2 out = rim_vec2_along(contact.point, contact.normal, contact.depth);
    kit_arrow(k, contact.point, out, 2.5f, kit_ink(k, KIT_NORMAL));
    kit_disc(k, contact.point, 4.0f, kit_ink(k, KIT_NORMAL));
}

// The screen's pixels whose centres both cover, in runs.
static void draw_shared(kit *k, const actor *a, const actor *b)
{
    rim_posed pa = posed(a), pb = posed(b);
    rim_box2  both = rim_box2_intersect(rim_sprite_bounds(pa), rim_sprite_bounds(pb));
    SDL_Color ink = kit_fade(kit_ink(k, KIT_HIT), 0.85f);
    if (rim_box2_is_empty(both)) return;
    for (float y = SDL_floorf(both.lo.y); y < both.hi.y; y += 1.0f)
    {
        float start = 0.0f;
        bool  open = false;
        for (float x = SDL_floorf(both.lo.x); x < both.hi.x + 1.0f; x += 1.0f)
        {
            rim_vec2 p = rim_vec2_make(x + 0.5f, y + 0.5f);
            bool     shared = rim_sprite_contains(pa, p) && rim_sprite_contains(pb, p);
            if (shared && !open) start = x;
            if (!shared && open)
                kit_fill(k, rim_box2_make(rim_vec2_make(start, y), rim_vec2_make(x, y + 1)), ink);
            open = shared;
        }
    }
}

static void draw_mode(kit *k, const drag *d)
{
    for (int i = 0; i < d->count; i++)
    {
        if (d->shown == BOXES) draw_boxes(k, &d->actors[i]);
        if (d->shown == OUTLINES) draw_outline(k, &d->actors[i]);
        for (int j = 0; d->shown == PIXELS && j < i; j++)
            draw_shared(k, &d->actors[i], &d->actors[j]);
        for (int j = 0; d->shown == PIXELS && j < i; j++)
            draw_way_out(k, &d->actors[i], &d->actors[j]);
    }
}

// Of the sprite on top with all others.
static double shared_area(const drag *d)
{
    double area = 0.0;
    for (int i = 0; i + 1 < d->count; i++)
        area += rim_sprite_overlap_area(posed(&d->actors[d->count - 1]), posed(&d->actors[i]));
    return area;
}

static void say_numbers(kit *k, const drag *d)
{
    const actor *top = &d->actors[d->count - 1];
    kit_say(k, "shown", "%d %s", d->shown + 1, mode_names[d->shown]);
    kit_say(k, "rays", "%d", d->rays);
    kit_say(k, "pairs that touch", "boxes %d · outlines %d · pixels %d", d->pairs[BOXES],
            d->pairs[OUTLINES], d->pairs[PIXELS]);
    kit_say(k, "points lit", "%d", d->points);
    kit_say(k, "top one shares", "%.1f px²", shared_area(d));
    kit_say(k, top->name, "%.0f°, × %.2f%s%s", (double)top->degrees, (double)top->scale,
            top->flip_x ? ", flipped" : "", top->flip_y ? ", upside down" : "");
    kit_say_time(k, "box test", d->seconds[BOXES]);
    kit_say_time(k, "outline test", d->seconds[OUTLINES]);
    kit_say_time(k, "pixel test", d->seconds[PIXELS]);
}

static void drag_draw(kit *k, const void *state)
{
    const drag *d = state;
    kit_grid(k, 40.0f);
    for (int i = 0; i < d->count; i++)
        rim_sdl_draw(kit_renderer(k), d->actors[i].texture, posed(&d->actors[i]));
    draw_mode(k, d);
    say_numbers(k, d);
}

// --- from beginning to end --------------------------------------------------------------------------------

static bool drag_init(kit *k, void *state)
{
    static const struct
    {
        const char *file;
        float       x, y;
    } table[] = {
        { "tree.png", 1010, 470 }, { "ring.png", 640, 320 },  { "crescent.png", 330, 250 },
        { "word.png", 640, 590 },  { "sword.png", 300, 530 }, { "ship.png", 890, 210 },
    };
    drag *d = state;
    d->rays = 36;
    d->shown = OUTLINES;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    {
        char   path[KIT_PATH];
        actor *a = &d->actors[d->count];
        if (!kit_asset(k, table[i].file, path)) return false;
        if (!load(k, a, path, d->rays)) return kit_fail(k, "%s: %s", path, SDL_GetError());
        name_after(a, path);
        a->at = rim_vec2_make(table[i].x, table[i].y);
        settle(a);
        d->count++;
    }
    return true;
}

static void drag_quit(kit *k, void *state)
{
    (void)k;
    drag *d = state;
    for (int i = 0; i < d->count; i++) discard(&d->actors[i]);
}

const demo demo_drag = {
    .name = "drag",
    .look =
        "Drag a sprite by its shape over another: edge points light up inside the other's shape.",
    .keys = "drag: move · wheel: number of rays · A D turn · W S scale · F V flip · R upright · "
            "Space or 1 2 3: boxes, outlines, pixels · drop a PNG: it joins",
    .state_size = sizeof(drag),
    .init = drag_init,
    .quit = drag_quit,
    .event = drag_event,
    .step = drag_step,
    .draw = drag_draw,
};
