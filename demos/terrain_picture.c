// What the terrain scene shows: the land, who walks there, the normals that it feels.
#include "rimcast/sdl.h"
#include "terrain.h"

static const char *const kind_names[] = { "sprite", "box", "circle" };

static void draw_land(kit *k, const terrain *t)
{
    SDL_Color ink = kit_ink(k, KIT_OTHER);
    shape_draw(k, &t->land, t->solids[LAND], ink);
    for (int i = PLANK; i < SOLIDS; i++)
        rim_sdl_draw_mask(kit_renderer(k), t->solids[i],
                          kit_mix(ink, kit_ink(k, KIT_OUTLINE), 0.35f));
}

// Where it has been.
static void draw_trail(kit *k, const terrain *t)
{
    for (int i = 0; i < t->trail_count; i += 2)
        kit_disc(k, t->trail[i], 2.0f, kit_fade(kit_ink(k, KIT_THING), 0.7f));
}

static void draw_me(kit *k, const terrain *t)
{
    SDL_Color ink = kit_ink(k, KIT_OUTLINE);
    hero_draw(k, t->me.at, LAND_PIXEL, t->looks_left,
              t->me.kind == RIM_MOVER2_SPRITE ? 1.0f : 0.6f);
    if (t->me.kind == RIM_MOVER2_BOX) kit_box(k, rim_mover2_bounds(&t->me), 2.0f, ink);
    if (t->me.kind == RIM_MOVER2_CIRCLE) kit_circle(k, t->me.at, t->me.circle.radius, 2.0f, ink);
}

// From where it touches: below its feet, beside its middle.
static void draw_normals(kit *k, const terrain *t)
{
    rim_box2  box = rim_mover2_bounds(&t->me);
    SDL_Color ink = kit_ink(k, KIT_NORMAL);
    if (t->last.grounded || t->last.sliding)
    {
        rim_vec2 foot = rim_vec2_make(t->me.at.x, box.hi.y);
        kit_arrow(k, foot, rim_vec2_along(foot, t->last.ground_normal, 70.0f), 3.0f, ink);
    }
    if (t->last.wall)
    {
        float    x = t->last.wall_normal.x < 0.0f ? box.hi.x : box.lo.x;
        rim_vec2 side = rim_vec2_make(x, t->me.at.y);
        kit_arrow(k, side, rim_vec2_along(side, t->last.wall_normal, 55.0f), 3.0f, ink);
    }
}

static void draw_hand(kit *k, const terrain *t)
{
    kit_colour which = t->digging || t->filling ? KIT_HIT : KIT_GHOST;
    kit_circle(k, kit_mouse(k), t->radius, 1.5f, kit_ink(k, which));
}

// The ticks that are kept, up to the latest, which is at the right end while nobody travels.
static void draw_bar(kit *k, const terrain *t)
{
    rim_history_span kept = rim_history_kept(t->history);
    SDL_Color        ink = kit_ink(k, KIT_TEXT);
    float            unit = BAR_LENGTH / TICKS, end = BAR_X + BAR_LENGTH;
    float            from = end - unit * (float)(kept.latest - kept.oldest);
    float            now = end - unit * (float)(kept.latest - t->tick);
    kit_line(k, rim_vec2_make(BAR_X, BAR_Y), rim_vec2_make(end, BAR_Y), 3.0f, kit_fade(ink, 0.25f));
    kit_line(k, rim_vec2_make(from, BAR_Y), rim_vec2_make(now, BAR_Y), 5.0f, kit_fade(ink, 0.8f));
    kit_disc(k, rim_vec2_make(now, BAR_Y), 9.0f, kit_ink(k, t->rewinding ? KIT_HIT : KIT_TEXT));
    kit_text(k, BAR_X, BAR_Y - 32.0f, KIT_SMALL, ink, "%.1f s ago",
             (double)(kept.latest - t->tick) / 60.0);
    kit_keep(k, rim_box2_make(rim_vec2_make(BAR_X - 9.0f, BAR_Y - 32.0f),
                              rim_vec2_make(end + 9.0f, BAR_Y + 9.0f)));
}

// Ground that leans is steep if over a run of RIM_MOVER2_STEEP pixels, or half the mover's width in whole pixels if that
// is more, it rises by more than the walker's slope allows over that run, plus one pixel. Nobody stands there.
static void say_steep(kit *k, const terrain *t)
{
    rim_box2 box = rim_mover2_bounds(&t->me);
    int      half = (int)(0.5f * (box.hi.x - box.lo.x) / LAND_PIXEL);
    int      run = half > RIM_MOVER2_STEEP ? half : RIM_MOVER2_STEEP;
    kit_say(k, "steep", "more than %.0f px up in %d", (double)t->walker.slope * run + 1.0, run);
}

static void say_numbers(kit *k, const terrain *t)
{
    const rim_walk2 *w = &t->last;
    kit_say(k, "mover", "%d %s", t->me.kind + 1, kind_names[t->me.kind]);
    kit_say(k, "state", "%s%s%s%s",
            w->stuck      ? "stuck"
            : w->grounded ? "grounded"
            : w->sliding  ? "sliding"
                          : "in the air",
            w->grounded && w->ground.sprite == t->lift_sprite ? " on the lift" : "",
            w->wall ? " · wall" : "", w->ceiling ? " · ceiling" : "");
    if (w->grounded || w->sliding)
        kit_say(k, "ground leans", "%.0f°",
                180.0 / 3.14159265 *
                    SDL_atan2((double)w->ground_normal.x, -(double)w->ground_normal.y));
    else
        kit_say(k, "ground leans", "–");
    say_steep(k, t);
    kit_say(k, "speed", "%.0f, %.0f", (double)t->speed.x, (double)t->speed.y);
    kit_say(k, "step used", "%.0f of %.0f", (double)t->walker.climbed, (double)t->walker.step);
    kit_say(k, "solid pixels", "%lld", (long long)rim_mask_count(t->land.mask));
    kit_say(k, "edits", "%ld", t->edits);
    kit_say_time(k, "a step", t->step_seconds);
    kit_say_time(k, "an edit", t->edit_seconds);
    kit_say_time(k, "a save", t->save_seconds);
    kit_say(k, "kept", "%d ticks", rim_history_kept(t->history).count);
}

void terrain_draw(kit *k, const void *state)
{
    const terrain *t = state;
    draw_land(k, t);
    draw_trail(k, t);
    draw_normals(k, t);
    draw_me(k, t);
    kit_subject(k, rim_mover2_bounds(&t->me));
    draw_hand(k, t);
    draw_bar(k, t);
    say_numbers(k, t);
}
