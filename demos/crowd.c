// A crowd walks about a court, each by its own full step against 1,100 triangles. Nobody enters another: who would
// makes way, and if there is none waits. Some try what cannot be climbed.
#include "court.h"
#include "kit.h"
#include "kit_3d.h"
#include "verdict.h"

#include <math.h>

#define FEW 100
#define MANY 400
#define SPEED 1.9f
#define RADIUS 0.3f
#define HEIGHT 1.7f
#define APART (2.0f * RADIUS) // of two middles, at the least

// Squares of a unit, for finding neighbours: x from -5, z from -5.
#define COLUMNS 38
#define ROWS 30

typedef struct walker
{
    rim_character body;
    rim_vec3      goal;
    verdict       verdict;
    uint32_t      dice;
    int           from, to; // stops
    int           patience; // steps until it turns back
    bool          waiting;  // for another
    short         next;     // in its square; -1: the last
} walker;

typedef struct crowd
{
    level     level;
    rim_mesh *mesh;
    walker   *walkers; // MANY of them
    short     squares[COLUMNS * ROWS];
    int       count;
    float     yaw, pitch, distance;
    bool      turning;
    int       verdicts[VERDICT_COUNT], waiting; // how many of each
    double    seconds;                          // of a step of all
} crowd;

// --- the ways -------------------------------------------------------------------------------------------

// Where ways meet. Around a wide one each goes to a place of its own.
typedef struct stop
{
    float x, z, wide;
} stop;

static const stop STOPS[] = {
    { -2, -2, 0.9f },       { 7, -2, 0.9f },        { 14, -2, 0.9f },       { 14.2f, 2.5f, 0.9f },
    { 14.2f, 6.5f, 0.9f },  { 14.8f, 10.5f, 0.9f }, { 22.5f, 2.5f, 0.9f },  { 22.5f, 6.5f, 0.9f },
    { 22.5f, 10.5f, 0.9f }, { 22.5f, 17, 0.9f },    { 26.5f, 12, 0.8f },    { 8.8f, 2, 0.6f },
    { 8.8f, 5, 0.6f },      { 8.6f, 8, 0.5f },      { 4, 0.8f, 0.1f },      { 4, 9.4f, 0.4f },
    { 4.5f, 16, 0.7f },     { -1.5f, 10, 0.9f },    { -1.5f, 18.4f, 0.2f }, { 10.5f, 18.4f, 0.4f },
    { 12, 21.5f, 0.9f },    { 17, 20, 0.9f },       { 17, 14.5f, 0.5f },    { -1.5f, 22, 0.8f },
};
#define STOP_COUNT ((int)(sizeof STOPS / sizeof *STOPS))

// Straight ways between two stops. 17 is too steep and 13 over too high a step: people turn back there.
static const unsigned char WAYS[][2] = {
    { 0, 1 },   { 1, 2 },   { 2, 3 },   { 3, 4 },   { 4, 5 },   { 3, 6 },   { 4, 7 },
    { 5, 8 },   { 6, 7 },   { 7, 8 },   { 8, 9 },   { 8, 10 },  { 9, 10 },  { 11, 3 },
    { 12, 4 },  { 13, 5 },  { 1, 11 },  { 11, 12 }, { 12, 13 }, { 1, 14 },  { 14, 15 },
    { 15, 16 }, { 15, 13 }, { 15, 17 }, { 0, 17 },  { 17, 18 }, { 18, 19 }, { 19, 20 },
    { 20, 21 }, { 21, 22 }, { 22, 9 },  { 18, 23 }, { 23, 20 }, { 16, 17 },
};
#define WAY_COUNT ((int)(sizeof WAYS / sizeof *WAYS))

static float roll(walker *w, float lo, float hi)
{
    w->dice = w->dice * 1664525u + 1013904223u;
    return lo + (hi - lo) * (float)(w->dice >> 8) / 16777216.0f;
}

static void head_for(walker *w, int to)
{
    const stop *s = &STOPS[to];
    w->to = to;
    w->goal.x = s->x + roll(w, -s->wide, s->wide);
    w->goal.z = s->z + roll(w, -s->wide, s->wide);
    w->patience = 420;
}

// One of the ways on from where it has come to, if there is one not the way back.
static void choose_way(walker *w)
{
    int here = w->to, ways[WAY_COUNT], count = 0;
    for (int i = 0; i < WAY_COUNT; i++)
        for (int end = 0; end < 2; end++)
            if (WAYS[i][end] == here && WAYS[i][1 - end] != w->from)
                ways[count++] = WAYS[i][1 - end];
    int to = count ? ways[(int)roll(w, 0.0f, (float)count)] : w->from;
    w->from = here;
    head_for(w, to);
}

static void turn_back(walker *w)
{
    int to = w->from;
    w->from = w->to;
    head_for(w, to);
}

// --- neighbours -----------------------------------------------------------------------------------------

static short *square_of(crowd *c, rim_vec3 at)
{
    int x = (int)floorf(at.x) + 5, z = (int)floorf(at.z) + 5;
    x = x < 0 ? 0 : x >= COLUMNS ? COLUMNS - 1 : x;
    z = z < 0 ? 0 : z >= ROWS ? ROWS - 1 : z;
    return &c->squares[z * COLUMNS + x];
}

static void enter(crowd *c, int i)
{
    short *square = square_of(c, c->walkers[i].body.position);
    c->walkers[i].next = *square;
    *square = (short)i;
}

static void leave(crowd *c, int i)
{
    short *link = square_of(c, c->walkers[i].body.position);
    while (*link != i) link = &c->walkers[*link].next;
    *link = c->walkers[i].next;
}

// Would one who stands there stand in another? Walker i itself does not count.
static bool is_taken(crowd *c, int i, rim_vec3 at)
{
    for (int x = -1; x <= 1; x++)
        for (int z = -1; z <= 1; z++)
        {
            short j = *square_of(c, rim_vec3_make(at.x + (float)x, at.y, at.z + (float)z));
            for (; j >= 0; j = c->walkers[j].next)
            {
                rim_vec3 d = rim_vec3_sub(c->walkers[j].body.position, at);
                if (j != i && d.x * d.x + d.z * d.z < APART * APART && fabsf(d.y) < HEIGHT)
                    return true;
            }
        }
    return false;
}

// --- the scene ------------------------------------------------------------------------------------------

// Near some stop where there is room, or nowhere.
static bool place(crowd *c, int i)
{
    walker *w = &c->walkers[i];
    for (int tries = 0; tries < 200; tries++)
    {
        int           way = (int)roll(w, 0.0f, WAY_COUNT);
        float         t = roll(w, 0.0f, 1.0f), side = roll(w, -0.8f, 0.8f);
        stop          a = STOPS[WAYS[way][0]], b = STOPS[WAYS[way][1]];
        rim_ray3      down = { { a.x + t * (b.x - a.x) + side, 6.0f, a.z + t * (b.z - a.z) + side },
                               { 0, -8.0f, 0 } };
        rim_hit3      floor = rim_mesh_raycast(c->mesh, down, RIM_SIDE_FRONT);
        rim_vec3      at = rim_vec3_make(floor.point.x, floor.point.y + 0.02f, floor.point.z);
        // On the ground or on the gallery, not inside anything.
        rim_world3    world = rim_mesh_world(c->mesh);
        rim_character body = rim_character_capsule(at, RADIUS, HEIGHT);
        rim_character after = body;
        bool          flat = floor.hit && (at.y < 0.1f || (at.y > 1.9f && at.y < 2.1f));
        if (!flat || is_taken(c, -1, at)) continue;
        rim_walk walk = rim_character_step(&after, world, rim_vec3_make(0, 0, 0), KIT_STEP);
        if (walk.stuck || rim_vec3_distance(after.position, at) > 0.05f) continue;
        w->body = body;
        w->from = WAYS[way][0];
        head_for(w, WAYS[way][1]);
        enter(c, i);
        return true;
    }
    return false;
}

static void place_all(crowd *c)
{
    SDL_memset(c->squares, -1, sizeof c->squares);
    for (int i = 0; i < c->count; i++)
    {
        c->walkers[i].dice = 77u + (uint32_t)i * 2654435761u;
        if (!place(c, i)) c->count = i;
    }
}

static bool crowd_init(kit *k, void *state)
{
    crowd *c = state;
    c->count = FEW;
    c->yaw = -0.3f;
    c->pitch = -0.8f;
    c->distance = 36.0f;
    c->walkers = SDL_calloc(MANY, sizeof *c->walkers);
    if (!c->walkers) return kit_fail(k, "out of memory");
    if (!court_make(k, &c->level, &c->mesh)) return false;
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
    crowd *c = state;
    if (event->kind == KIT_MOVE &&
        (kit_button(k, SDL_BUTTON_LEFT) || kit_button(k, SDL_BUTTON_RIGHT)))
    {
        c->yaw += 0.004f * event->delta.x;
        c->pitch -= 0.004f * event->delta.y;
        c->pitch = c->pitch > -0.2f ? -0.2f : c->pitch < -1.5f ? -1.5f : c->pitch;
    }
    if (event->kind == KIT_WHEEL)
    {
        float distance = c->distance * (event->wheel > 0.0f ? 1.0f / 1.1f : 1.1f);
        c->distance = distance < 6.0f ? 6.0f : distance > 45.0f ? 45.0f : distance;
    }
    if (event->kind != KIT_DOWN) return;
    if (event->key == SDLK_n)
    {
        c->count = c->count == FEW ? MANY : FEW;
        place_all(c);
    }
    if (event->key == SDLK_r) place_all(c);
}

static rim_vec3 wish_of(const walker *w)
{
    rim_vec3 way = rim_vec3_sub(w->goal, w->body.position);
    way.y = 0.0f;
    return rim_vec3_scale(rim_vec3_normalize(way), SPEED);
}

static rim_vec3 turned(rim_vec3 v, float degrees)
{
    rim_sincos_pair turn = rim_sincos((double)degrees * RIM_PI / 180.0);
    float           s = (float)turn.sin, c = (float)turn.cos;
    return rim_vec3_make(c * v.x - s * v.z, v.y, s * v.x + c * v.z);
}

// A step straight on, or else past the others, on the right first. Nobody is entered: before it nobody stood in
// another, and the step is only taken if it ends where nobody stands.
static void step_walker(crowd *c, int i, float dt)
{
    static const float AROUND[] = { 0.0f, 40.0f, -40.0f, 80.0f, -80.0f };
    walker            *w = &c->walkers[i];
    rim_vec3           wish = wish_of(w);
    w->waiting = true;
    for (int t = 0; t < 5 && w->waiting; t++)
    {
        rim_vec3      way = turned(wish, AROUND[t]);
        rim_character moved = w->body;
        if (is_taken(c, i, rim_vec3_along(w->body.position, way, dt))) continue;
        rim_walk walk = rim_character_step(&moved, rim_mesh_world(c->mesh), way, dt);
        if (is_taken(c, i, moved.position)) continue;
        leave(c, i);
        w->body = moved;
        enter(c, i);
        w->verdict = verdict_of(&c->level, &w->body, &walk, way, dt);
        w->waiting = false;
    }
}

static bool is_stopped(verdict v)
{
    return v == VERDICT_WALL || v == VERDICT_TOO_STEEP || v == VERDICT_TOO_HIGH ||
           v == VERDICT_STUCK;
}

static void crowd_step(kit *k, void *state, float dt)
{
    (void)k;
    crowd *c = state;
    double start = kit_clock();
    for (int i = 0; i < c->count; i++) step_walker(c, i, dt);
    double taken = kit_clock() - start;
    c->seconds = c->seconds == 0.0 ? taken : 0.9 * c->seconds + 0.1 * taken;
    SDL_memset(c->verdicts, 0, sizeof c->verdicts);
    c->waiting = 0;
    for (int i = 0; i < c->count; i++)
    {
        walker  *w = &c->walkers[i];
        rim_vec3 left = rim_vec3_sub(w->goal, w->body.position);
        left.y = 0.0f;
        c->waiting += w->waiting;
        c->verdicts[w->verdict] += !w->waiting;
        w->patience -= w->waiting ? 6 : is_stopped(w->verdict) ? 3 : 1;
        // Who waits near the place has come as far as it goes.
        if (rim_vec3_length(left) < (w->waiting ? 1.8f : 0.5f))
            choose_way(w);
        else if (w->patience <= 0)
            turn_back(w);
    }
}

// --- the picture ----------------------------------------------------------------------------------------

static rim_vec3 above(const walker *w, float height)
{
    return rim_vec3_make(w->body.position.x, w->body.position.y + height, w->body.position.z);
}

static SDL_Color ink_of(kit *k, const walker *w)
{
    if (w->waiting) return kit_ink(k, KIT_GHOST);
    if (is_stopped(w->verdict)) return kit_ink(k, KIT_HIT);
    return kit_ink(k, w->verdict == VERDICT_CLIMBING ? KIT_NORMAL : KIT_THING);
}

// Between the middles of the two that are nearest to each other, of all who are at one height.
static float nearest_two(const crowd *c)
{
    float least = INFINITY;
    for (int i = 0; i < c->count; i++)
        for (int j = 0; j < i; j++)
        {
            rim_vec3 d = rim_vec3_sub(c->walkers[i].body.position, c->walkers[j].body.position);
            if (fabsf(d.y) < HEIGHT) least = fminf(least, sqrtf(d.x * d.x + d.z * d.z));
        }
    return least;
}

static void crowd_draw(kit *k, const void *state)
{
    static const rim_vec3 CORNERS[] = {
        { 0, 0, 0 }, { COURT_WIDE, 0, 0 }, { 0, 0, COURT_DEEP }, { COURT_WIDE, 0, COURT_DEEP }
    };
    const crowd *c = state;
    kit_shadow   shadows[MANY];
    kit_camera   eye =
        kit_camera_around(rim_vec3_make(14.5f, 0.0f, 12.6f), c->yaw, c->pitch, c->distance);
    for (int i = 0; i < c->count; i++)
        shadows[i] = kit_shadow_round(above(&c->walkers[i], RADIUS),
                                      above(&c->walkers[i], HEIGHT - RADIUS), RADIUS);
    court_ground(k, &eye);
    kit_3d_begin(k, &eye);
    level_draw(k, &c->level, false, shadows, c->count);
    for (int i = 0; i < c->count; i++)
    {
        const walker *w = &c->walkers[i];
        kit_3d_rank(k, level_rank(k, &c->level, above(w, 0.5f * HEIGHT), 0.5f * HEIGHT));
        kit_3d_round(k, above(w, RADIUS), above(w, HEIGHT - RADIUS), RADIUS, ink_of(k, w));
    }
    kit_subject(k, kit_3d_bounds(k, CORNERS, 4, 1.0f));
    kit_3d_end(k);
    kit_say(k, "people", "%d", c->count);
    for (int i = VERDICT_WALKING; i < VERDICT_COUNT; i++)
        if (c->verdicts[i]) kit_say(k, VERDICT_TEXTS[i], "%d", c->verdicts[i]);
    if (c->waiting) kit_say(k, "waiting for others", "%d", c->waiting);
    kit_say(k, "nearest two", "%.3f, %.1f are two radii", (double)nearest_two(c), (double)APART);
    kit_say_time(k, "a step of all", c->seconds);
    kit_say_time(k, "one of them", c->seconds / c->count);
}

const demo demo_crowd = {
    .name = "crowd",
    .look = "People walk about, nobody through another: yellow ones climb, red ones cannot, gray "
            "ones wait.",
    .keys = "N 100 or 400 people · R from the start · drag: look around · wheel: distance",
    .state_size = sizeof(crowd),
    .init = crowd_init,
    .quit = crowd_quit,
    .event = crowd_event,
    .step = crowd_step,
    .draw = crowd_draw,
};
