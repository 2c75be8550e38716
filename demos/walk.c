// Three walkers go where the keys say, side by side: a capsule, a box, and the old tutorial's box on four
// rays. The court has what walkers meet: stairs, ramps, steps, pillars, low roofs, a sharp corner. Besides, there are
// stairs of any rise and tread.
#include "court.h"
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
    bool      on_stairs; // instead of in the court
    walker    walkers[WALKERS];
    float     yaw, pitch, distance;
    int       lead; // the walker that the view follows
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
    static const kit_colour INKS[WALKERS] = { KIT_THING, KIT_NORMAL, KIT_OTHER };
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
    w->pitch = -0.42f;
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
    w->distance = 8.0f;
    w->edges = true;
    if (!court_make(k, &w->level, &w->mesh)) return false;
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
    kit_camera eye = { .yaw = w->yaw, .pitch = w->pitch, .field = 0.9f, .fog = 0.012f };
    rim_vec3   head = w->walkers[w->lead].body.position;
    head.y += 1.6f;
    rim_sphere ball = { head, CAMERA_RADIUS };
    rim_vec3   back = rim_vec3_scale(kit_camera_frame(&eye).forward, -w->distance);
    rim_flight flight = rim_mover_fly(ball, back, world_of(w), RIM_SIDE_BOTH);
    eye.eye = rim_vec3_add(head, flight.moved);
    return eye;
}

static rim_box3 box_of(const rim_character *c)
{
    rim_vec3 p = c->position;
    return rim_box3_make(rim_vec3_make(p.x - c->radius, p.y, p.z - c->depth),
                         rim_vec3_make(p.x + c->radius, p.y + c->height, p.z + c->depth));
}

static rim_vec3 above(const rim_character *c, float height)
{
    return rim_vec3_make(c->position.x, c->position.y + height, c->position.z);
}

static kit_shadow shadow_of(const walk *w, int i)
{
    const rim_character *c = &w->walkers[i].body;
    if (i) return kit_shadow_box(box_of(c));
    return kit_shadow_round(above(c, c->radius), above(c, c->height - c->radius), c->radius);
}

// Where the ground was under its feet.
static void draw_trail(kit *k, const walk *w, int i)
{
    const walker *it = &w->walkers[i];
    SDL_Color     ink = kit_fade(ink_of(k, i), 0.7f);
    kit_3d_lift(k, 0.05f);
    for (long t = w->steps > TRAIL ? w->steps - TRAIL : 0; t + 4 < w->steps; t += 4)
        kit_3d_line(k, it->trail[t % TRAIL], it->trail[(t + 4) % TRAIL], 2.0f, ink);
    kit_3d_lift(k, 0.0f);
}

static void draw_rays(kit *k, const rim_character *c)
{
    for (int r = 0; r < 4; r++)
    {
        rim_vec3 a = { c->position.x + (r & 1 ? 0.4f : -0.4f), c->position.y + c->step,
                       c->position.z + (r & 2 ? 0.4f : -0.4f) };
        rim_vec3 b = { a.x, c->position.y - (c->snap < 0.0f ? c->step : c->snap), a.z };
        kit_3d_line(k, a, b, 2.0f, kit_ink(k, KIT_HIT));
    }
}

static void draw_walker(kit *k, const walk *w, int i)
{
    const walker        *it = &w->walkers[i];
    const rim_character *c = &it->body;
    SDL_Color            ink = ink_of(k, i);
    kit_3d_rank(k, level_rank(k, level_of(w), above(c, 0.9f), 0.9f));
    if (i == 0)
        kit_3d_round(k, above(c, c->radius), above(c, c->height - c->radius), c->radius, ink);
    else
        kit_3d_box(k, box_of(c), 1.5f, ink);
    if (i == 2) draw_rays(k, c);
    kit_3d_lift(k, 1.5f);
    rim_vec3 chest = above(c, 0.9f);
    if (it->walk.wall >= 0)
        kit_3d_arrow(k, chest, rim_vec3_add(chest, it->walk.wall_normal), 3.0f,
                     kit_ink(k, KIT_HIT));
    if (it->walk.grounded)
        kit_3d_arrow(k, c->position, rim_vec3_along(c->position, it->walk.ground_normal, 0.8f),
                     3.0f, kit_ink(k, KIT_NORMAL));
    kit_3d_lift(k, 0.0f);
    kit_3d_rank(k, 0);
}

static bool is_stopped(verdict v)
{
    return v == VERDICT_WALL || v == VERDICT_TOO_STEEP || v == VERDICT_TOO_HIGH ||
           v == VERDICT_STUCK;
}

// Where its label stands: over its head, and over the labels that are there already.
static rim_box2 label_box(kit *k, const walk *w, int i, const rim_box2 *before)
{
    static const float LEFT[WALKERS] = { -0.5f, -0.2f, -0.8f };
    const walker      *it = &w->walkers[i];
    rim_vec2           at = { 0, 0 };
    float              growth = 22.0f * kit_letter_growth(k);
    float              name = kit_text_width(k, KIT_SMALL, NAMES[i]);
    float              wide = kit_text_width(k, KIT_SMALL, VERDICT_TEXTS[it->verdict]);
    wide = 12.0f + fmaxf(wide, name);
    kit_3d_project(k, above(&it->body, it->body.height + 0.3f), &at);
    rim_box2 box = { { at.x + LEFT[i] * wide, at.y - 2.0f * growth },
                     { at.x + (1.0f + LEFT[i]) * wide, at.y } };
    for (int j = 0; j < i; j++)
        if (rim_box2_overlaps(box, before[j]))
        {
            box.lo.y = before[j].lo.y - 2.0f * growth - 3.0f;
            box.hi.y = box.lo.y + 2.0f * growth;
            j = -1;
        }
    return box;
}

// Who it is, and what becomes of its wish.
static void draw_labels(kit *k, const walk *w)
{
    rim_box2 boxes[WALKERS];
    for (int i = 0; i < WALKERS; i++)
    {
        verdict it = w->walkers[i].verdict;
        float   line = 22.0f * kit_letter_growth(k);
        boxes[i] = label_box(k, w, i, boxes);
        kit_subject(k, boxes[i]);
        rim_vec2 at = rim_vec2_add(boxes[i].lo, rim_vec2_make(6.0f, 2.0f));
        kit_fill(k, boxes[i], kit_fade(kit_ink(k, KIT_GROUND), 0.75f));
        kit_text(k, at.x, at.y, KIT_SMALL, ink_of(k, i), "%s", NAMES[i]);
        kit_text(k, at.x, at.y + line, KIT_SMALL, kit_ink(k, is_stopped(it) ? KIT_HIT : KIT_TEXT),
                 "%s", VERDICT_TEXTS[it]);
    }
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
    kit_shadow  shadows[WALKERS];
    rim_vec3    ends[2 * WALKERS];
    for (int i = 0; i < WALKERS; i++)
    {
        shadows[i] = shadow_of(w, i);
        ends[2 * i] = w->walkers[i].body.position;
        ends[2 * i + 1] = above(&w->walkers[i].body, w->walkers[i].body.height + 0.6f);
    }
    if (!w->on_stairs) court_ground(k, &eye);
    kit_3d_begin(k, &eye);
    level_draw(k, level_of(w), w->edges, shadows, WALKERS);
    for (int i = 0; i < WALKERS; i++) draw_trail(k, w, i);
    for (int i = 0; i < WALKERS; i++) draw_walker(k, w, i);
    kit_subject(k, kit_3d_bounds(k, ends, 2 * WALKERS, 0.4f));
    kit_3d_end(k);
    draw_labels(k, w);
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
