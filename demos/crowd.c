// A crowd: 120 walkers, as many as the old tutorial had at 30 frames a second, or 10,000. They walk about the
// hall, or all push into the worst that there is for a walker, corners and pillars.
#include "kit.h"
#include "kit_3d.h"
#include "level.h"
#include "verdict.h"

#include <math.h>

#define FEW 120
#define MANY 10000
#define SPEED 3.5f

typedef struct walker
{
    rim_character body;
    rim_vec3      goal;
    verdict       verdict;
    uint32_t      dice;
    int           patience; // steps until it wants to go somewhere else
} walker;

typedef struct crowd
{
    level     level;
    rim_mesh *mesh;
    walker   *walkers; // MANY of them
    int       count;
    bool      worst;
    float     yaw, pitch, distance;
    int       verdicts[VERDICT_COUNT]; // how many of each
    double    seconds;                 // of a step of all
} crowd;

// Ways through the hall lead by these.
static const rim_vec3 GOALS[] = {
    { 15.5f, 0.0f, 2.5f },  { 22.0f, 2.0f, 2.5f },  { 15.0f, 0.0f, 6.5f },  { 23.0f, 2.0f, 6.5f },
    { 16.5f, 0.0f, 10.5f }, { 22.0f, 2.0f, 12.0f }, { 11.0f, 0.3f, 5.0f },  { 5.0f, 0.0f, 9.2f },
    { 4.5f, 0.0f, 13.5f },  { 10.5f, 0.0f, 18.5f }, { 0.6f, 0.0f, 18.45f }, { 1.2f, 0.0f, 10.0f },
    { 26.0f, 2.0f, 18.0f }, { 14.0f, 0.0f, 18.0f }, { 5.0f, 0.0f, 4.0f },   { 1.0f, 0.0f, 1.0f },
};
#define GOAL_COUNT ((int)(sizeof GOALS / sizeof *GOALS))

// Into the sharp corner, between pillars, into the corners of the hall.
static const rim_vec3 TRAPS[] = {
    { 14.75f, 0.0f, 15.6f }, { 3.0f, 0.0f, 3.0f },    { 5.0f, 0.0f, 5.0f },
    { 7.0f, 0.0f, 7.0f },    { 0.0f, 0.0f, 0.0f },    { 0.0f, 0.0f, 16.9f },
    { 14.75f, 0.0f, 15.6f }, { 14.75f, 0.0f, 15.6f },
};
#define TRAP_COUNT ((int)(sizeof TRAPS / sizeof *TRAPS))

static float roll(walker *w, float lo, float hi)
{
    w->dice = w->dice * 1664525u + 1013904223u;
    return lo + (hi - lo) * (float)(w->dice >> 8) / 16777216.0f;
}

static void choose_goal(const crowd *c, walker *w)
{
    int i = (int)roll(w, 0.0f, c->worst ? (float)TRAP_COUNT : (float)GOAL_COUNT);
    w->goal = c->worst ? TRAPS[i] : GOALS[i];
    w->goal.x += c->worst ? 0.0f : roll(w, -0.8f, 0.8f);
    w->goal.z += c->worst ? 0.0f : roll(w, -0.8f, 0.8f);
    w->patience = (int)roll(w, 120.0f, 500.0f);
}

// Anywhere on the free part of the ground, or in front of the corner. The dice are rolled one by one:
// within an expression compilers choose the order.
static rim_vec3 place(walker *w, int where)
{
    float x = roll(w, 13.2f, 14.8f);
    float z = roll(w, 0.8f, 10.8f);
    if (where == 2) return rim_vec3_make(x, 0.02f, z);
    z = where ? roll(w, 8.2f, 10.4f) : roll(w, 1.0f, 19.0f);
    x = where ? roll(w, 0.8f, 7.8f) : roll(w, 21.0f, 23.2f);
    return rim_vec3_make(x, where ? 0.02f : 2.02f, z);
}

static void place_all(crowd *c)
{
    for (int i = 0; i < MANY; i++)
    {
        walker *w = &c->walkers[i];
        w->dice = 77u + (uint32_t)i * 2654435761u;
        w->body = rim_character_capsule(place(w, i % 3), 0.4f, 1.8f);
        choose_goal(c, w);
    }
}

static bool crowd_init(kit *k, void *state)
{
    crowd *c = state;
    c->count = FEW;
    c->yaw = 0.0f;
    c->pitch = -0.95f;
    c->distance = 30.0f;
    if (!level_load(k, &c->level, "course.raw")) return false;
    int             count;
    const rim_vec3 *points = rim_soup_read(c->level.soup).points;
    count = rim_soup_read(c->level.soup).point_count;
    c->walkers = SDL_calloc(MANY, sizeof *c->walkers);
    if (!c->walkers) return kit_fail(k, "out of memory");
    rim_status status = rim_mesh_create(&c->mesh, points, count,
                                        rim_soup_read(c->level.soup).indices, c->level.count, NULL);
    if (status) return kit_fail(k, "course.raw: %s", rim_status_text(status));
    place_all(c);
    return true;
}

static void crowd_quit(kit *k, void *state)
{
    (void)k;
    crowd *c = state;
    SDL_free(c->walkers);
    rim_mesh_destroy(c->mesh);
    level_free(&c->level);
}

static void crowd_event(kit *k, void *state, const kit_event *event)
{
    (void)k;
    crowd *c = state;
    if (event->kind == KIT_MOVE)
    {
        c->yaw += 0.004f * event->delta.x;
        c->pitch -= 0.004f * event->delta.y;
        c->pitch = c->pitch > -0.2f ? -0.2f : c->pitch < -1.5f ? -1.5f : c->pitch;
    }
    if (event->kind == KIT_WHEEL)
    {
        float distance = c->distance * (event->wheel > 0.0f ? 1.0f / 1.1f : 1.1f);
        c->distance = distance < 6.0f ? 6.0f : distance > 40.0f ? 40.0f : distance;
    }
    if (event->kind != KIT_DOWN) return;
    if (event->key == SDLK_n) c->count = c->count == FEW ? MANY : FEW;
    if (event->key == SDLK_r) place_all(c);
    if (event->key != SDLK_b) return;
    c->worst = !c->worst;
    for (int i = 0; i < MANY; i++) choose_goal(c, &c->walkers[i]);
}

static rim_vec3 wish_of(const walker *w)
{
    rim_vec3 way = rim_vec3_sub(w->goal, w->body.position);
    way.y = 0.0f;
    return rim_vec3_scale(rim_vec3_normalize(way), SPEED);
}

static void crowd_step(kit *k, void *state, float dt)
{
    (void)k;
    crowd     *c = state;
    rim_world3 world = rim_mesh_world(c->mesh);
    double     start = kit_clock();
    SDL_memset(c->verdicts, 0, sizeof c->verdicts);
    for (int i = 0; i < c->count; i++)
    {
        walker  *w = &c->walkers[i];
        rim_vec3 wish = wish_of(w);
        rim_walk walk = rim_character_step(&w->body, world, wish, dt);
        w->verdict = verdict_of(&c->level, &w->body, &walk, wish, dt);
        c->verdicts[w->verdict]++;
    }
    c->seconds =
        c->seconds == 0.0 ? kit_clock() - start : 0.9 * c->seconds + 0.1 * (kit_clock() - start);
    for (int i = 0; i < c->count; i++)
    {
        walker  *w = &c->walkers[i];
        rim_vec3 left = rim_vec3_sub(w->goal, w->body.position);
        left.y = 0.0f;
        bool there = rim_vec3_length(left) < 0.7f && !c->worst;
        if (there || w->patience-- <= 0) choose_goal(c, w);
    }
}

// Seen from above the ceiling, whose faces look down and are not drawn.
static kit_camera eye_of(const crowd *c)
{
    kit_camera eye =
        kit_camera_around(rim_vec3_make(14.0f, 0.0f, 11.0f), c->yaw, c->pitch, c->distance);
    eye.field = 0.9f;
    eye.fog = 0.004f;
    return eye;
}

static bool is_stopped(verdict v)
{
    return v == VERDICT_WALL || v == VERDICT_TOO_STEEP || v == VERDICT_TOO_HIGH ||
           v == VERDICT_STUCK;
}

static void draw_walkers(kit *k, const crowd *c)
{
    SDL_Color free_ink = kit_ink(k, KIT_THING), wall_ink = kit_ink(k, KIT_HIT);
    SDL_Color climbing_ink = kit_ink(k, KIT_NORMAL);
    kit_3d_lift(k, 0.5f);
    for (int i = 0; i < c->count; i++)
    {
        const walker *w = &c->walkers[i];
        SDL_Color     ink = is_stopped(w->verdict) ? wall_ink : free_ink;
        if (w->verdict == VERDICT_CLIMBING) ink = climbing_ink;
        rim_vec3 p = w->body.position;
        rim_vec3 a = { p.x, p.y + 0.4f, p.z }, b = { p.x, p.y + 1.4f, p.z };
        if (c->count == FEW)
            kit_3d_round(k, a, b, 0.4f, ink);
        else
            kit_3d_dot(k, a, 2.5f, kit_fade(ink, 0.6f));
    }
    kit_3d_lift(k, 0.0f);
}

static void crowd_draw(kit *k, const void *state)
{
    const crowd *c = state;
    kit_camera   eye = eye_of(c);
    kit_3d_begin(k, &eye);
    level_draw(k, &c->level, false);
    draw_walkers(k, c);
    kit_3d_end(k);
    kit_say(k, "walkers", "%d, %s", c->count,
            c->worst ? "all into corners and pillars" : "walking about");
    for (int i = VERDICT_WALKING; i < VERDICT_COUNT; i++)
        if (c->verdicts[i]) kit_say(k, VERDICT_TEXTS[i], "%d", c->verdicts[i]);
    kit_say_time(k, "a frame of all", c->seconds);
    kit_say_time(k, "one walker", c->seconds / c->count);
}

const demo demo_crowd = {
    .name = "crowd",
    .look = "A crowd walks through one hall, each by its own full step; red ones are stopped, "
            "yellow ones climb a step.",
    .keys = "N 120 or 10,000 · B walk about, or the worst case · R from the start · click, then "
            "the mouse "
            "turns · wheel: distance",
    .state_size = sizeof(crowd),
    .looks = true,
    .init = crowd_init,
    .quit = crowd_quit,
    .event = crowd_event,
    .step = crowd_step,
    .draw = crowd_draw,
};
