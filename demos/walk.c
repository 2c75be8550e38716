// Three walkers go where the keys say, side by side: a capsule, a box, and the old tutorial's box on four
// rays. The hall has what walkers meet: stairs, ramps, steps, pillars, low ceilings, a sharp corner. Besides, there are
// stairs of any rise and tread.
#include "four_rays.h"
#include "kit.h"
#include "kit_3d.h"
#include "level.h"
#include "stairs.h"
#include "verdict.h"

#include <math.h>
#include <string.h>

#define WALKERS 3
#define SPEED 3.5f
#define JUMP 5.0f
#define TRAIL 240
#define CAMERA_RADIUS 0.25f

typedef struct walker
{
    rim_character body;
    rim_walk      walk;
    verdict       verdict;
    rim_vec3      trail[TRAIL];
} walker;

typedef struct walk
{
    level     level;
    rim_mesh *mesh;
    stairs    stairs;
    bool      on_stairs; // instead of in the hall
    walker    walkers[WALKERS];
    float     yaw, pitch, distance;
    int       lead; // whom the view follows
    bool      edges;
    long      steps;
    double    seconds; // of a step of all three
} walk;

static const char *const NAMES[WALKERS] = { "capsule", "box", "four rays" };

// Where the number keys lead, and which way to look there.
typedef struct place
{
    float       x, y, z, yaw;
    const char *what;
} place;

static const place PLACES[] = {
    { 14.0f, 0.0f, 2.5f, 1.57f, "stairs of 0.25, up to the gallery" },
    { 14.5f, 0.0f, 6.5f, 1.57f, "a ramp of 30 degrees: walked up" },
    { 14.5f, 0.0f, 10.5f, 1.57f, "a ramp of 45 degrees, the limit" },
    { 15.5f, 0.0f, 14.5f, 1.57f, "a ramp of 60 degrees: a wall" },
    { 13.8f, 0.0f, 5.0f, -1.57f, "steps of 0.2, 0.35 and 0.5; the limit is 0.36" },
    { 2.0f, 0.0f, 1.5f, 2.6f, "pillars" },
    { 13.2f, 0.0f, 11.8f, 2.7f, "a corner of 40 degrees" },
    { 4.5f, 0.0f, 9.5f, 3.14f, "ceilings: one to walk under, one too low" },
    { 10.5f, 0.0f, 18.45f, -1.57f, "a passage 0.9 wide; walkers are 0.8" },
};
#define PLACE_COUNT ((int)(sizeof PLACES / sizeof *PLACES))

static const place FOOT_OF_STAIRS = { -1.5f, 0.0f, 0.0f, 1.57f, "" };

static SDL_Color ink_of(kit *k, int i)
{
    static const kit_colour INKS[WALKERS] = { KIT_THING, KIT_NORMAL, KIT_GHOST };
    return kit_ink(k, INKS[i]);
}

// Side by side, as seen by one who looks along yaw.
static void gather_at(walk *w, const place *at_place)
{
    float           yaw = at_place->yaw;
    rim_sincos_pair turn = rim_sincos((double)yaw);
    float           ahead = (float)turn.sin, aside = (float)turn.cos;
    for (int i = 0; i < WALKERS; i++)
    {
        // In the passage there is room behind only.
        bool     narrow = at_place == &PLACES[PLACE_COUNT - 1];
        float    side = narrow ? 0.0f : 1.0f * (float)((i + 1) % 3 - 1);
        float    back = narrow ? 1.0f * (float)i : 0.0f;
        rim_vec3 at = { at_place->x + side * aside - back * ahead, at_place->y + 0.01f,
                        at_place->z + side * ahead + back * aside };
        walker  *it = &w->walkers[i];
        it->body = i == 0 ? rim_character_capsule(at, 0.4f, 1.8f)
                          : rim_character_box(at, rim_vec3_make(0.4f, 0.9f, 0.4f));
        it->body.grounded = true;
        memset(&it->walk, 0, sizeof it->walk);
        it->verdict = VERDICT_STANDING;
        for (int t = 0; t < TRAIL; t++) it->trail[t] = at;
    }
    w->yaw = yaw;
    w->pitch = -0.25f;
}

// Builds stairs of this rise and tread, in centimetres, and goes to their foot.
static void go_to_stairs(kit *k, walk *w, int rise, int tread)
{
    w->on_stairs = stairs_build(k, &w->stairs, rise, tread);
    gather_at(w, w->on_stairs ? &FOOT_OF_STAIRS : &PLACES[0]);
    kit_notice(k, "stairs of %d cm on %d cm; the limit is %.0f cm", w->stairs.rise, w->stairs.tread,
               100.0 * (double)w->walkers[0].body.step);
}

static const level *level_of(const walk *w)
{
    return w->on_stairs ? &w->stairs.level : &w->level;
}

static rim_world3 world_of(const walk *w)
{
    return rim_mesh_world(w->on_stairs ? w->stairs.mesh : w->mesh);
}

// --- the scene ----------------------------------------------------------------------------------------

static bool walk_init(kit *k, void *state)
{
    walk *w = state;
    w->distance = 5.5f;
    w->edges = true;
    if (!level_load(k, &w->level, "course.raw")) return false;
    int             count;
    const rim_vec3 *points = rim_soup_read(w->level.soup).points;
    count = rim_soup_read(w->level.soup).point_count;
    rim_status status = rim_mesh_create(&w->mesh, points, count,
                                        rim_soup_read(w->level.soup).indices, w->level.count, NULL);
    if (status) return kit_fail(k, "course.raw: %s", rim_status_text(status));
    gather_at(w, &PLACES[0]);
    return true;
}

static void walk_quit(kit *k, void *state)
{
    (void)k;
    walk *w = state;
    rim_mesh_destroy(w->mesh);
    level_free(&w->level);
    stairs_free(&w->stairs);
}

static void turn(walk *w, rim_vec2 delta)
{
    w->yaw += 0.004f * delta.x;
    w->pitch -= 0.004f * delta.y;
    w->pitch = w->pitch > 0.6f ? 0.6f : w->pitch < -1.4f ? -1.4f : w->pitch;
}

// Arrows: a centimetre more or less, with Shift five.
static void choose_stairs(kit *k, walk *w, SDL_Keycode key)
{
    int by = kit_held(k, SDLK_LSHIFT) ? 5 : 1;
    int rise = w->stairs.rise ? w->stairs.rise : 17, tread = w->stairs.rise ? w->stairs.tread : 29;
    int higher = (key == SDLK_UP) - (key == SDLK_DOWN),
        deeper = (key == SDLK_RIGHT) - (key == SDLK_LEFT);
    if (higher || deeper || key == SDLK_0)
        go_to_stairs(k, w, rise + by * higher, tread + by * deeper);
}

static void walk_event(kit *k, void *state, const kit_event *event)
{
    walk *w = state;
    if (event->kind == KIT_MOVE) turn(w, event->delta);
    if (event->kind == KIT_WHEEL)
    {
        float distance = w->distance * (event->wheel > 0.0f ? 1.0f / 1.1f : 1.1f);
        w->distance = distance < 2.0f ? 2.0f : distance > 14.0f ? 14.0f : distance;
    }
    if (event->kind != KIT_DOWN) return;
    if (event->key >= SDLK_1 && event->key < SDLK_1 + PLACE_COUNT)
    {
        const place *p = &PLACES[event->key - SDLK_1];
        w->on_stairs = false;
        gather_at(w, p);
        kit_notice(k, "%s", p->what);
    }
    choose_stairs(k, w, event->key);
    if (event->key == SDLK_c) w->lead = (w->lead + 1) % WALKERS;
    if (event->key == SDLK_x) w->edges = !w->edges;
    for (int i = 0; event->key == SDLK_SPACE && i < WALKERS; i++)
        if (w->walkers[i].body.grounded) rim_character_jump(&w->walkers[i].body, JUMP);
}

static float axis(const kit *k, SDL_Keycode plus, SDL_Keycode minus)
{
    return (float)kit_held(k, plus) - (float)kit_held(k, minus);
}

static void walk_step(kit *k, void *state, float dt)
{
    walk           *w = state;
    float           ahead = axis(k, SDLK_w, SDLK_s), aside = axis(k, SDLK_d, SDLK_a);
    float           speed = SPEED * (kit_held(k, SDLK_LSHIFT) ? 2.0f : 1.0f);
    rim_sincos_pair turn = rim_sincos((double)w->yaw);
    rim_vec3        right = { (float)turn.cos, 0.0f, (float)turn.sin };
    rim_vec3        on = { (float)turn.sin, 0.0f, -(float)turn.cos };
    rim_vec3        way = rim_vec3_along(rim_vec3_scale(on, ahead), right, aside);
    rim_vec3        wish = rim_vec3_scale(rim_vec3_normalize(way), speed);

    rim_world3 world = world_of(w);
    double     start = kit_clock();
    for (int i = 0; i < WALKERS; i++)
    {
        walker *it = &w->walkers[i];
        it->walk = i < 2 ? rim_character_step(&it->body, world, wish, dt)
                         : four_rays_step(&it->body, world, wish, dt);
        it->trail[w->steps % TRAIL] = it->body.position;
    }
    w->seconds = 0.9 * w->seconds + 0.1 * (kit_clock() - start);
    for (int i = 0; i < WALKERS; i++)
    {
        walker *it = &w->walkers[i];
        it->verdict = verdict_of(level_of(w), &it->body, &it->walk, wish, dt);
    }
    w->steps++;
}

// --- the picture ----------------------------------------------------------------------------------------

// Over the shoulder, as far back as a small sphere can fly.
static kit_camera eye_of(const walk *w)
{
    kit_camera eye = { .yaw = w->yaw, .pitch = w->pitch, .field = 1.05f, .fog = 0.012f };
    rim_vec3   head = w->walkers[w->lead].body.position;
    head.y += 1.6f;
    rim_sphere ball = { head, CAMERA_RADIUS };
    rim_vec3   back = rim_vec3_scale(kit_camera_frame(&eye).forward, -w->distance);
    rim_flight flight = rim_mover_fly(ball, back, world_of(w), RIM_SIDE_BOTH);
    eye.eye = rim_vec3_add(head, flight.moved);
    return eye;
}

static void draw_box(kit *k, rim_box3 box, SDL_Color ink)
{
    static const int      SIDES[6][4] = { { 0, 4, 6, 2 }, { 1, 3, 7, 5 }, { 0, 1, 5, 4 },
                                          { 2, 6, 7, 3 }, { 0, 2, 3, 1 }, { 4, 5, 7, 6 } };
    static const rim_vec3 NORMALS[6] = { { -1, 0, 0 }, { 1, 0, 0 },  { 0, -1, 0 },
                                         { 0, 1, 0 },  { 0, 0, -1 }, { 0, 0, 1 } };
    rim_vec3              p[8];
    for (int i = 0; i < 8; i++)
        p[i] = rim_vec3_make(i & 1 ? box.hi.x : box.lo.x, i & 2 ? box.hi.y : box.lo.y,
                             i & 4 ? box.hi.z : box.lo.z);
    for (int i = 0; i < 6; i++)
    {
        const int *s = SIDES[i];
        SDL_Color  lit = kit_3d_lit(ink, NORMALS[i]);
        kit_3d_triangle(k, p[s[0]], p[s[1]], p[s[2]], lit);
        kit_3d_triangle(k, p[s[0]], p[s[2]], p[s[3]], lit);
        if (!kit_3d_faces(k, p[s[0]], NORMALS[i])) continue;
        for (int e = 0; e < 4; e++)
            kit_3d_line(k, p[s[e]], p[s[(e + 1) % 4]], 1.5f, kit_ink(k, KIT_OUTLINE));
    }
}

static void draw_walker(kit *k, const walk *w, int i)
{
    const walker        *it = &w->walkers[i];
    const rim_character *c = &it->body;
    rim_vec3             p = c->position, top = { p.x, p.y + c->height, p.z };
    SDL_Color            ink = ink_of(k, i);
    kit_3d_lift(k, 0.4f);
    if (i == 0)
    {
        rim_vec3 a = { p.x, p.y + c->radius, p.z }, b = { p.x, top.y - c->radius, p.z };
        kit_3d_round(k, a, b, c->radius, ink);
    }
    else
        draw_box(k,
                 rim_box3_make(rim_vec3_make(p.x - c->radius, p.y, p.z - c->depth),
                               rim_vec3_make(p.x + c->radius, top.y, p.z + c->depth)),
                 ink);
    if (i == 2) // its rays
        for (int r = 0; r < 4; r++)
        {
            rim_vec3 a = { p.x + (r & 1 ? 0.4f : -0.4f), p.y + c->step,
                           p.z + (r & 2 ? 0.4f : -0.4f) };
            rim_vec3 b = { a.x, p.y - (c->snap < 0.0f ? c->step : c->snap), a.z };
            kit_3d_line(k, a, b, 2.0f, kit_ink(k, KIT_HIT));
        }
    kit_3d_lift(k, 1.5f);
    rim_vec3 chest = { p.x, p.y + 0.9f, p.z };
    if (it->walk.wall >= 0)
        kit_3d_arrow(k, chest, rim_vec3_add(chest, it->walk.wall_normal), 3.0f,
                     kit_ink(k, KIT_HIT));
    if (it->walk.grounded)
        kit_3d_arrow(k, p, rim_vec3_along(p, it->walk.ground_normal, 0.8f), 3.0f,
                     kit_ink(k, KIT_NORMAL));
    kit_3d_text(k, rim_vec3_make(p.x, top.y + 0.25f, p.z), KIT_SMALL, kit_ink(k, KIT_TEXT),
                NAMES[i]);
    kit_3d_lift(k, 0.05f);
    for (long t = w->steps > TRAIL ? w->steps - TRAIL : 0; t + 4 < w->steps; t += 4)
        kit_3d_line(k, it->trail[t % TRAIL], it->trail[(t + 4) % TRAIL], 2.0f, kit_fade(ink, 0.7f));
    kit_3d_lift(k, 0.0f);
}

static void say_verdict(kit *k, const walk *w, int i)
{
    const walker *it = &w->walkers[i];
    const char   *text = VERDICT_TEXTS[it->verdict];
    if (w->on_stairs)
        kit_say(k, NAMES[i], "%s, step %d of %d", text,
                stairs_below(&w->stairs, it->body.position.y), STAIRS_STEPS);
    else
        kit_say(k, NAMES[i], "%s, height %.2f", text, (double)it->body.position.y);
}

static void walk_draw(kit *k, const void *state)
{
    const walk *w = state;
    kit_camera  eye = eye_of(w);
    kit_3d_begin(k, &eye);
    level_draw(k, level_of(w), w->edges);
    for (int i = 0; i < WALKERS; i++) draw_walker(k, w, i);
    kit_3d_end(k);
    for (int i = 0; i < WALKERS; i++) say_verdict(k, w, i);
    if (w->on_stairs) kit_say(k, "rise, tread", "%d cm, %d cm", w->stairs.rise, w->stairs.tread);
    kit_say(k, "triangles", "%d", level_of(w)->count);
    kit_say_time(k, "a step of all three", w->seconds);
}

const demo demo_walk = {
    .name = "walk",
    .look =
        "A capsule, a box and the old four-ray box walk side by side: up what they should, along "
        "what they should not.",
    .keys =
        "W A S D walk · Space jump · Shift run · click, then the mouse looks · wheel: distance · "
        "1 – 9 places · 0 any stairs, arrows: rise and tread · C whom to follow · X edges",
    .state_size = sizeof(walk),
    .looks = true,
    .init = walk_init,
    .quit = walk_quit,
    .event = walk_event,
    .step = walk_step,
    .draw = walk_draw,
};
