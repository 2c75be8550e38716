// What the drag scene shows: boxes, outlines with their lit points, or shared pixels and the way out.
#include "drag.h"
#include "rimcast/sdl.h"

static const char *const mode_names[MODES] = { "boxes", "outlines", "pixels" };

static void draw_boxes(kit *k, const actor *a)
{
    kit_colour which = a->hit[BOXES] ? KIT_HIT : KIT_OUTLINE;
    rim_box2   box = rim_sprite_bounds(actor_posed(a));
    if (a->hit[BOXES]) kit_fill(k, box, kit_fade(kit_ink(k, KIT_HIT), 0.12f));
    kit_box(k, box, 1.5f, kit_fade(kit_ink(k, which), 0.9f));
}

static void draw_outline(kit *k, const actor *a)
{
    int                   rays, loop = 0;
    rim_vec2              points[RAYS_MAX];
    int                   ray_of[RAYS_MAX];
    const rim_edge_point *edge = rim_sprite_outline(a->sprite, &rays);
    rim_xform2            pose = actor_pose(a);
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
    rim_contact2 contact = rim_sprite_contact(actor_posed(a), actor_posed(b));
    if (!contact.hit) return;
    rim_vec2 out = rim_vec2_along(contact.point, contact.normal, contact.depth);
    kit_arrow(k, contact.point, out, 2.5f, kit_ink(k, KIT_NORMAL));
    kit_disc(k, contact.point, 4.0f, kit_ink(k, KIT_NORMAL));
}

// The screen's pixels whose centres both cover, in runs.
static void draw_shared(kit *k, const actor *a, const actor *b)
{
    rim_posed pa = actor_posed(a), pb = actor_posed(b);
    rim_box2  first = rim_sprite_bounds(pa), both = rim_sprite_bounds(pb);
    both.lo = rim_vec2_make(SDL_max(first.lo.x, both.lo.x), SDL_max(first.lo.y, both.lo.y));
    both.hi = rim_vec2_make(SDL_min(first.hi.x, both.hi.x), SDL_min(first.hi.y, both.hi.y));
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
        area += rim_sprite_overlap_area(actor_posed(&d->actors[d->count - 1]),
                                        actor_posed(&d->actors[i]));
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

// The box of the outline's points: closer to what is seen than the turned box of the picture.
static rim_box2 box_of_outline(const actor *a)
{
    int                   rays;
    rim_box2              box = { { KIT_WIDTH, KIT_HEIGHT }, { 0, 0 } };
    const rim_edge_point *edge = rim_sprite_outline(a->sprite, &rays);
    for (int i = 0; i < rays; i++)
    {
        rim_vec2 p = rim_xform2_apply(actor_pose(a), edge[i].at);
        if (!edge[i].hit) continue;
        box.lo = rim_vec2_make(SDL_min(box.lo.x, p.x), SDL_min(box.lo.y, p.y));
        box.hi = rim_vec2_make(SDL_max(box.hi.x, p.x), SDL_max(box.hi.y, p.y));
    }
    return box;
}

// What touches or is held; before anything is, all that lies there.
static void name_subject(kit *k, const drag *d)
{
    bool busy = d->held || d->pairs[d->shown] > 0;
    for (int i = 0; i < d->count; i++)
        if (!busy || d->actors[i].hit[d->shown] || (d->held && i + 1 == d->count))
            kit_subject(k, box_of_outline(&d->actors[i]));
}

void drag_draw(kit *k, const void *state)
{
    const drag *d = state;
    kit_grid(k, 40.0f);
    for (int i = 0; i < d->count; i++)
        rim_sdl_draw(kit_renderer(k), d->actors[i].texture, actor_posed(&d->actors[i]));
    draw_mode(k, d);
    name_subject(k, d);
    say_numbers(k, d);
}
