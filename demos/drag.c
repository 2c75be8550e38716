// Drag one sprite over another: they are picked up by their shape, and the edge points that lie in
// another sprite's shape light up. Boxes and pixels give their own answers, to compare.
#include "drag.h"

#include <string.h>

static void add_dropped(kit *k, drag *d, const kit_event *event)
{
    if (d->count == ACTORS)
    {
        kit_notice(k, "the table is full: %d sprites are the most", ACTORS);
        return;
    }
    actor *a = &d->actors[d->count];
    if (!actor_load(k, a, event->path, d->rays))
    {
        kit_notice(k, "%s: %s", event->path, SDL_GetError());
        return;
    }
    int width = rim_mask_width(a->mask), height = rim_mask_height(a->mask);
    int longest = width > height ? width : height;
    if (longest > 320) a->scale = 320.0f / (float)longest;
    a->at = rim_vec2_make(KIT_WIDTH / 2.0f, KIT_HEIGHT / 2.0f);
    actor_settle(a);
    d->count++;
    kit_notice(k, "%s joins: %d × %d, %lld solid pixels", a->name, width, height,
               (long long)rim_mask_count(a->mask));
}

// --- do they touch? -----------------------------------------------------------------------------------

// The outline points of a that lie in b's shape.
static int light_up(actor *a, const actor *b)
{
    int rays[RAYS_MAX];
    int count = rim_sprite_outline_all(actor_posed(a), actor_posed(b), rays, RAYS_MAX);
    for (int i = 0; i < count; i++) a->lit[rays[i]] = true;
    return count;
}

static bool test(mode how, actor *a, actor *b)
{
    switch (how)
    {
    case BOXES:
        return rim_box2_overlaps(rim_sprite_bounds(actor_posed(a)),
                                 rim_sprite_bounds(actor_posed(b)));
    case OUTLINES:
        return light_up(a, b) + light_up(b, a) > 0;
    default:
        return rim_sprite_overlaps(actor_posed(a), actor_posed(b));
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
        if (rim_sprite_contains(actor_posed(&d->actors[i]), p)) return i;
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
    rim_xform2_inverted back = rim_xform2_inverse(actor_pose(&d->actors[d->count - 1]));
    d->grip = rim_xform2_apply(back.xform, p);
    d->held = back.exists;
}

// Keeps the grip under the mouse, however the sprite is turned, and on the page, so that it can be picked up again.
static void carry(drag *d, rim_vec2 mouse)
{
    actor *a = &d->actors[d->count - 1];
    mouse.x = SDL_clamp(mouse.x, 0.0f, KIT_WIDTH);
    mouse.y = SDL_clamp(mouse.y, 0.0f, KIT_HEIGHT);
    a->at = rim_vec2_sub(mouse, rim_xform2_turn(actor_pose(a), d->grip));
    actor_settle(a);
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
        if (actor_bake(&d->actors[i], rays)) kit_notice(k, "out of memory");
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
        actor_settle(a);

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

// --- from beginning to end --------------------------------------------------------------------------------

static bool drag_init(kit *k, void *state)
{
    static const struct
    {
        const char *file;
        float       x, y;
    } table[] = {
        { "tree.png", 1010, 470 }, { "ring.png", 640, 405 },  { "crescent.png", 330, 320 },
        { "word.png", 640, 600 },  { "sword.png", 497, 415 }, { "ship.png", 890, 295 },
    };
    drag *d = state;
    d->rays = 36;
    d->shown = OUTLINES;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    {
        char   path[KIT_PATH];
        actor *a = &d->actors[d->count];
        if (!kit_asset(k, table[i].file, path)) return false;
        if (!actor_load(k, a, path, d->rays)) return kit_fail(k, "%s: %s", path, SDL_GetError());
        a->at = rim_vec2_make(table[i].x, table[i].y);
        actor_settle(a);
        d->count++;
    }
    return true;
}

static void drag_quit(kit *k, void *state)
{
    (void)k;
    drag *d = state;
    for (int i = 0; i < d->count; i++) actor_discard(&d->actors[i]);
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
