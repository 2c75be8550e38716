// Fast bullets against a turned sprite. Each gun's bullet flies hundreds of pixels in one step: the dashed
// ghosts are where a game that looks only at the ends of steps would look. The sweep tells where on the way
// each bullet first touches the pixels, in one call, whatever the shape.
#include "kit.h"
#include "rimcast/sdl.h"

#include <SDL_image.h>

#include <math.h>

#define GUNS 6
#define GUN_X 150.0f
#define FLIGHT 1500.0f // how far the bullets fly
#define TURN 12.0f     // radians on the way, of the one that turns

typedef enum bullet_kind
{
    POINT,
    SEGMENT,
    CIRCLE,
    POLYGON,
    SPRITE,
    TURNING // a sprite that turns on its way
} bullet_kind;

typedef struct sweep
{
    rim_sprite  *target, *ship;
    SDL_Texture *target_picture, *ship_picture;
    float        degrees, aim; // of the target, of the guns
    float        jump;         // pixels a step
    bool         still;
    rim_hit2     hits[GUNS];
    bool         stepped[GUNS]; // would the ends of the steps have shown it?
    double       seconds;
} sweep;

static const char *const names[GUNS] = { "point",   "segment", "circle",
                                         "polygon", "sprite",  "turning" };

static const rim_vec2 kite[5] = { { 26, 0 }, { 4, 15 }, { -18, 9 }, { -18, -9 }, { 4, -15 } };

// --- bullets ------------------------------------------------------------------------------------------

static rim_vec2 gun_at(int gun)
{
    return rim_vec2_make(GUN_X, 150.0f + 100.0f * (float)gun);
}

static rim_vec2 way_of(const sweep *s)
{
    rim_rot2 turn = rim_rot2_degrees((double)s->aim);
    return rim_vec2_make(turn.c, turn.s);
}

static rim_posed target_of(const sweep *s)
{
    rim_rot2 turn = rim_rot2_degrees((double)s->degrees);
    return rim_posed_make(
        s->target, rim_xform2_pose(rim_vec2_make(820.0f, 405.0f), turn, rim_vec2_make(2.2f, 2.2f)));
}

static rim_segment2 bar_at(const sweep *s, rim_vec2 at)
{
    rim_vec2 across = rim_vec2_scale(rim_vec2_quarter(way_of(s)), 20.0f);
    return (rim_segment2){ rim_vec2_sub(at, across), rim_vec2_add(at, across) };
}

static rim_polygon2 kite_at(const sweep *s, rim_vec2 at, rim_vec2 out[5])
{
    rim_rot2 turn = rim_rot2_degrees((double)s->aim);
    for (int i = 0; i < 5; i++) out[i] = rim_vec2_add(at, rim_rot2_apply(turn, kite[i]));
    return (rim_polygon2){ out, 5 };
}

static rim_posed ship_at(const sweep *s, int gun, rim_vec2 at)
{
    rim_vec2   flown = rim_vec2_sub(at, gun_at(gun));
    rim_rot2   turn = rim_rot2_degrees((double)s->aim);
    rim_xform2 pose = rim_xform2_pose(at, turn, rim_vec2_make(0.3f, 0.3f));
    if ((bullet_kind)gun == TURNING)
    {
        rim_motion2 turning = { { 0.0f, 0.0f }, TURN / 2.0f };
        pose = rim_motion2_pose(turning, pose, 2.0 * rim_vec2_length(flown) / FLIGHT);
    }
    return rim_posed_make(s->ship, pose);
}

// The first half of the flight, then the second: no motion may turn by more than once round.
static rim_hit2 fly_turning(const sweep *s, rim_vec2 at, rim_vec2 delta)
{
    rim_motion2 half = { rim_vec2_scale(delta, 0.5f), TURN / 2.0f }, still = { { 0, 0 }, 0 };
    if (delta.x == 0.0f && delta.y == 0.0f) half.turn = 0.0f;
    rim_hit2 hit = rim_sprite_sweep_turning(ship_at(s, TURNING, at), half, target_of(s), still);
    if (!hit.hit)
    {
        rim_posed middle = ship_at(s, TURNING, rim_vec2_add(at, half.delta));
        hit = rim_sprite_sweep_turning(middle, half, target_of(s), still);
        hit.t += 1.0;
    }
    hit.t *= 0.5;
    return hit;
}

static rim_hit2 fly(const sweep *s, int gun, rim_vec2 at, rim_vec2 delta)
{
    rim_posed target = target_of(s);
    rim_vec2  corners[5];
    switch ((bullet_kind)gun)
    {
    case POINT:
        return rim_sprite_raycast(target, (rim_ray2){ at, delta });
    case SEGMENT:
    {
        rim_segment2 bar = bar_at(s, at);
        return rim_polygon2_sweep_sprite((rim_polygon2){ (rim_vec2[]){ bar.a, bar.b }, 2 }, delta,
                                         target);
    }
    case CIRCLE:
        return rim_circle2_sweep_sprite((rim_circle2){ at, 18.0f }, delta, target);
    case POLYGON:
        return rim_polygon2_sweep_sprite(kite_at(s, at, corners), delta, target);
    case SPRITE:
        break;
    case TURNING:
        return fly_turning(s, at, delta);
    }
    return rim_sprite_sweep(ship_at(s, gun, at), delta, target);
}

// What a game would see that looks at one place.
static bool is_inside(const sweep *s, int gun, rim_vec2 at)
{
    return fly(s, gun, at, rim_vec2_make(0.0f, 0.0f)).start_overlap;
}

// --- the scene ----------------------------------------------------------------------------------------

static bool load(kit *k, const char *name, rim_sprite **sprite, SDL_Texture **picture)
{
    char path[KIT_PATH];
    if (!kit_asset(k, name, path)) return false;
    SDL_Surface *image = IMG_Load(path);
    rim_status   status = rim_sdl_sprite_create(sprite, image, RIM_ALPHA_HALF, NULL);
    if (!status) *picture = SDL_CreateTextureFromSurface(kit_renderer(k), image);
    SDL_FreeSurface(image);
    if (status) return kit_fail(k, "%s: %s", path, rim_status_text(status));
    return *picture || kit_fail(k, "%s: %s", path, SDL_GetError());
}

static bool sweep_init(kit *k, void *state)
{
    sweep *s = state;
    s->degrees = 25.0f;
    s->jump = 340.0f;
    return load(k, "tree.png", &s->target, &s->target_picture) &&
           load(k, "ship.png", &s->ship, &s->ship_picture);
}

static void sweep_quit(kit *k, void *state)
{
    sweep *s = state;
    (void)k;
    rim_sprite_destroy(s->target), rim_sprite_destroy(s->ship);
    SDL_DestroyTexture(s->target_picture), SDL_DestroyTexture(s->ship_picture);
}

static void sweep_event(kit *k, void *state, const kit_event *event)
{
    sweep *s = state;
    (void)k;
    if (event->kind == KIT_MOVE)
    {
        rim_vec2 way = rim_vec2_sub(event->at, gun_at(GUNS / 2));
        if (way.x < 60.0f) way.x = 60.0f;
        s->aim = (float)(rim_atan2(way.y, way.x) * 57.29577951308232);
    }
    if (event->kind == KIT_WHEEL)
    {
        s->jump *= event->wheel > 0.0f ? 1.1f : 1.0f / 1.1f;
        s->jump = s->jump < 20.0f ? 20.0f : s->jump > 900.0f ? 900.0f : s->jump;
    }
    if (event->kind == KIT_DOWN && event->key == SDLK_SPACE) s->still = !s->still;
}

static void sweep_step(kit *k, void *state, float dt)
{
    sweep   *s = state;
    rim_vec2 way = way_of(s), delta = rim_vec2_scale(way, FLIGHT);
    if (!s->still) s->degrees += 20.0f * dt;
    s->degrees += 60.0f * dt * ((float)kit_held(k, SDLK_d) - (float)kit_held(k, SDLK_a));
    double start = kit_clock();
    for (int i = 0; i < GUNS; i++) s->hits[i] = fly(s, i, gun_at(i), delta);
    s->seconds = 0.95 * s->seconds + 0.05 * (kit_clock() - start);
    for (int i = 0; i < GUNS; i++)
    {
        s->stepped[i] = false;
        for (float t = s->jump; t < FLIGHT; t += s->jump)
            s->stepped[i] = s->stepped[i] || is_inside(s, i, rim_vec2_along(gun_at(i), way, t));
    }
}

// --- the picture ----------------------------------------------------------------------------------------

static void draw_bullet(kit *k, const sweep *s, int gun, rim_vec2 at, SDL_Color ink, bool solid)
{
    rim_vec2     corners[5];
    rim_segment2 bar = bar_at(s, at);
    float        width = solid ? 2.5f : 1.25f;
    switch ((bullet_kind)gun)
    {
    case POINT:
        kit_disc(k, at, solid ? 5.0f : 3.0f, ink);
        break;
    case SEGMENT:
        kit_line(k, bar.a, bar.b, width, ink);
        break;
    case CIRCLE:
        if (solid) kit_disc(k, at, 18.0f, kit_fade(ink, 0.35f));
        kit_circle(k, at, 18.0f, width, ink);
        break;
    case POLYGON:
        kite_at(s, at, corners);
        if (solid) kit_polygon(k, corners, 5, kit_fade(ink, 0.35f));
        kit_loop(k, corners, 5, width, ink);
        break;
    case SPRITE:
    case TURNING:
        if (solid)
            rim_sdl_draw(kit_renderer(k), s->ship_picture, ship_at(s, gun, at));
        else
            rim_sdl_draw_mask(kit_renderer(k), ship_at(s, gun, at), kit_fade(ink, 0.45f));
        break;
    }
}

static void draw_shot(kit *k, const sweep *s, int gun)
{
    const rim_hit2 *hit = &s->hits[gun];
    rim_vec2        from = gun_at(gun), way = way_of(s);
    rim_vec2        at = rim_vec2_along(from, way, FLIGHT * (float)hit->t);
    SDL_Color       ghost = kit_ink(k, KIT_GHOST);
    kit_line(k, from, at, 1.5f, kit_fade(kit_ink(k, KIT_OUTLINE), 0.7f));
    kit_dashes(k, at, rim_vec2_along(from, way, FLIGHT), 1.25f, kit_fade(ghost, 0.6f));
    for (float t = s->jump; t < FLIGHT; t += s->jump)
        draw_bullet(k, s, gun, rim_vec2_along(from, way, t), kit_fade(ghost, 0.9f), false);
    draw_bullet(k, s, gun, from, kit_ink(k, KIT_OTHER), true);
    if (!hit->hit) return;
    draw_bullet(k, s, gun, at, kit_ink(k, KIT_HIT), true);
    kit_arrow(k, hit->point, rim_vec2_along(hit->point, hit->normal, 54.0f), 3.0f,
              kit_ink(k, KIT_NORMAL));
    kit_disc(k, hit->point, 4.5f, kit_ink(k, KIT_HIT));
}

// The target, and the bullets where they start, with their names and what they hit.
static void name_subject(kit *k, const sweep *s)
{
    rim_vec2 first = gun_at(0), last = gun_at(GUNS - 1);
    kit_subject(k, rim_sprite_bounds(target_of(s)));
    kit_subject(k, rim_box2_make(rim_vec2_make(24.0f, first.y - 12.0f),
                                 rim_vec2_make(last.x, last.y + 50.0f)));
}

static void sweep_draw(kit *k, const void *state)
{
    const sweep *s = state;
    int          hits = 0, missed = 0;
    kit_grid(k, 40.0f);
    rim_sdl_draw(kit_renderer(k), s->target_picture, target_of(s));
    name_subject(k, s);
    for (int i = 0; i < GUNS; i++) draw_shot(k, s, i);
    for (int i = 0; i < GUNS; i++)
    {
        rim_vec2    at = gun_at(i);
        bool        hit = s->hits[i].hit, through = hit && !s->stepped[i];
        const char *verdict = !hit      ? "passes"
                              : through ? "steps would miss it"
                                        : "steps would see it late";
        kit_text(k, 24.0f, at.y - 12.0f, KIT_NORMAL_SIZE, kit_ink(k, KIT_TEXT), "%s", names[i]);
        kit_text(k, 24.0f, at.y + 28.0f, KIT_SMALL, kit_ink(k, through ? KIT_HIT : KIT_DIM), "%s",
                 verdict);
        hits += hit;
        missed += through;
    }
    kit_say(k, "pixels a step", "%.0f", (double)s->jump);
    kit_say(k, "first contacts", "%d of %d", hits, GUNS);
    kit_say(k, "steps would miss", "%d", missed);
    kit_say_time(k, "all six sweeps", s->seconds);
}

const demo demo_sweep = {
    .name = "sweep",
    .look = "Fast bullets of five shapes, and one that turns as it flies, against a turning "
            "sprite: the "
            "first contact, however far a step goes.",
    .keys = "mouse: aim · wheel: pixels a step · A D turn the tree · Space stop it",
    .state_size = sizeof(sweep),
    .init = sweep_init,
    .quit = sweep_quit,
    .event = sweep_event,
    .step = sweep_step,
    .draw = sweep_draw,
};
