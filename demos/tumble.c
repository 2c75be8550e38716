// One body on planes and balls, and where its energy goes: in a world, or as eight corners that are struck all at once.
#include "crates.h"

#define HISTORY 480 // steps that the plot shows
#define MOST_TOUCHES (4 * RIM_BODY_TOUCHES)

typedef struct moment
{
    float kinetic, potential;
    bool  impact;
} moment;

// An impulse stays to be seen for a while.
typedef struct mark
{
    rim_vec3 at, normal;
    float    impulse;
    long     step;
} mark;

// How it moves: as a body of a world, which may have any shape; or as a box of eight corners, whose impulses are solved
// together, or each alone and then averaged, as tutorials do.
typedef enum tumble_way
{
    WAY_WORLD,
    WAY_TOGETHER,
    WAY_AVERAGED,
    WAYS
} tumble_way;

typedef struct tumble
{
    rim_bodies *world;
    rim_handle  handle;
    rim_hull   *rock;
    crates_room room;
    rim_body    body;
    rim_vec3    gravity;
    crates_view view;
    moment      history[HISTORY];
    int         moments; // how many there were
    mark        marks[MOST_TOUCHES];
    int         next_mark, kind;
    uint32_t    seed;
    float       start; // the energy of the drop
    int         impacts;
    tumble_way  way;
} tumble;

static double all_energy(const tumble *t)
{
    return rim_body_energy(&t->body) + rim_body_potential(&t->body, t->gravity);
}

static void drop(tumble *t)
{
    bool     box = t->way != WAY_WORLD;
    rim_body fresh =
        crates_body(box ? CRATES_BOX : t->kind, rim_vec3_make(0.7f, 0.35f, 0.5f), t->rock);
    fresh.restitution = t->body.restitution;
    fresh.friction = t->body.friction;
    fresh.pose.position.x = crates_random(&t->seed, -1.2f, 1.2f);
    fresh.pose.position.y = 4.2f;
    fresh.pose.position.z = crates_random(&t->seed, -0.8f, 0.8f);
    fresh.pose.rotation = crates_turn(&t->seed);
    fresh.velocity.x = crates_random(&t->seed, -1.0f, 1.0f);
    fresh.spin.x = crates_random(&t->seed, -3.0f, 3.0f);
    fresh.spin.z = crates_random(&t->seed, -3.0f, 3.0f);
    t->body = fresh;
    rim_bodies_set(t->world, t->handle, &fresh);
    t->start = (float)all_energy(t);
    t->impacts = 0;
    t->moments = 0;
    for (int i = 0; i < MOST_TOUCHES; i++) t->marks[i].step = -1000;
}

static bool tumble_init(kit *k, void *state)
{
    tumble            *t = state;
    rim_bodies_options options = { .gravity = { 0.0f, -9.81f, 0.0f } };
    rim_body           any = rim_body_box(rim_vec3_make(0.5f, 0.5f, 0.5f), 1.0f);
    t->gravity = options.gravity;
    if (rim_bodies_create(&t->world, &options) || crates_make_rock(&t->rock, 0.8f) ||
        rim_bodies_add(t->world, &any, &t->handle))
        return kit_fail(k, "tumble: no memory");
    t->room.reach = 3.0f;
    t->room.slope = 1.0f;
    t->room.ball_count = 3;
    t->room.balls[0] = (rim_sphere){ { -0.9f, 0.45f, 0.1f }, 0.7f };
    t->room.balls[1] = (rim_sphere){ { 1.5f, 0.1f, 1.2f }, 0.5f };
    t->room.balls[2] = (rim_sphere){ { 1.3f, 0.2f, -1.3f }, 0.8f };
    crates_fill(&t->room, rim_bodies_obstacles(t->world));
    t->view = (crates_view){ 0.5f, -0.45f, 9.0f, false };
    t->body.restitution = 0.75f;
    t->body.friction = 0.25f;
    t->seed = 7;
    drop(t);
    return true;
}

static void tumble_quit(kit *k, void *state)
{
    tumble *t = state;
    (void)k;
    rim_bodies_destroy(t->world);
    rim_hull_destroy(t->rock);
}

// By an eighth, from 0 to 1.
static void change(float *value, float by)
{
    *value += by;
    *value = *value < 0.0f ? 0.0f : *value > 1.0f ? 1.0f : *value;
}

static void tumble_event(kit *k, void *state, const kit_event *event)
{
    tumble *t = state;
    crates_look(&t->view, event);
    if (event->kind != KIT_DOWN) return;
    if (event->key == SDLK_SPACE) drop(t);
    if (event->key == SDLK_UP) change(&t->body.restitution, 0.125f);
    if (event->key == SDLK_DOWN) change(&t->body.restitution, -0.125f);
    if (event->key == SDLK_RIGHT) change(&t->body.friction, 0.125f);
    if (event->key == SDLK_LEFT) change(&t->body.friction, -0.125f);
    if (event->key == SDLK_1) t->kind = (t->kind + 1) % CRATES_KINDS;
    if (event->key == SDLK_a)
    {
        static const char *const said[WAYS] = {
            "in a world of bodies", "eight corners, all impulses together",
            "eight corners, each impulse alone, then averaged"
        };
        t->way = (tumble_way)((t->way + 1) % WAYS);
        kit_notice(k, "%s", said[t->way]);
    }
    if (event->key == SDLK_1 || event->key == SDLK_a) drop(t);
    rim_bodies_set(t->world, t->handle, &t->body);
}

// --- the eight corners -----------------------------------------------------------------------------------

enum
{
    CORNER_STEPS = 8 // of a step
};

// A corner that lies in something touches it along the normal of the surface.
static void add_touches(const tumble *t, rim_vec3 arm, rim_body_touch *touches, int *count)
{
    rim_vec3 at = rim_vec3_add(t->body.pose.position, arm);
    for (int i = 0; i < CRATES_SURFACES + t->room.ball_count && *count < RIM_BODY_TOUCHES; i++)
    {
        rim_vec3 n;
        float    gap;
        if (i < CRATES_SURFACES)
        {
            rim_plane plane = crates_surface(&t->room, i);
            n = plane.normal;
            gap = rim_vec3_dot(n, at) - plane.offset;
        }
        else
        {
            rim_sphere ball = t->room.balls[i - CRATES_SURFACES];
            rim_vec3   out = rim_vec3_sub(at, ball.center);
            n = rim_vec3_normalize(out);
            gap = rim_vec3_length(out) - ball.radius;
        }
        if (gap <= 0.0f) touches[(*count)++] = (rim_body_touch){ arm, n, 0.0 };
    }
}

// Gives the body what the impulse of each contact alone does to it, divided by their number: a box that lands flat sinks
// on with a part of its speed.
static bool collide_averaged(rim_body *body, rim_body_touch *touches, int count)
{
    rim_body before = *body;
    bool     any = false;
    for (int i = 0; i < count; i++)
    {
        rim_body alone = before;
        float    part = 1.0f / (float)count;
        if (!rim_body_collide(&alone, &touches[i], 1, body->restitution, RIM_IMPULSES_TOGETHER))
            continue;
        any = true;
        rim_vec3 faster = rim_vec3_sub(alone.velocity, before.velocity);
        rim_vec3 spins = rim_vec3_sub(alone.spin, before.spin);
        body->velocity = rim_vec3_along(body->velocity, faster, part);
        body->spin = rim_vec3_along(body->spin, spins, part);
    }
    return any;
}

static void add_mark(kit *k, tumble *t, rim_vec3 at, rim_vec3 normal, float impulse)
{
    mark m = { at, normal, impulse, kit_step(k) };
    if (impulse > 0.0f) t->marks[t->next_mark++ % MOST_TOUCHES] = m;
}

// Moves the box on by a short time, and solves the impulses of its corners. Returns true if it was struck.
static bool step_corners(kit *k, tumble *t, float h)
{
    rim_body      *body = &t->body;
    rim_body_touch touches[RIM_BODY_TOUCHES];
    int            count = 0;
    body->velocity = rim_vec3_along(body->velocity, t->gravity, h);
    for (int i = 0; i < 8; i++)
    {
        rim_vec3 half = body->half;
        rim_vec3 corner = rim_vec3_make(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y,
                                        i & 4 ? half.z : -half.z);
        add_touches(t, rim_quat_apply(body->pose.rotation, corner), touches, &count);
    }
    bool struck = t->way == WAY_AVERAGED ? collide_averaged(body, touches, count)
                                         : rim_body_collide(body, touches, count, body->restitution,
                                                            RIM_IMPULSES_BOUNDED);
    for (int i = 0; i < count && struck; i++)
        add_mark(k, t, rim_vec3_add(body->pose.position, touches[i].arm), touches[i].normal,
                 (float)touches[i].impulse);
    rim_quat turn = rim_quat_axis_angle(body->spin, (double)(h * rim_vec3_length(body->spin)));
    body->pose.position = rim_vec3_along(body->pose.position, body->velocity, h);
    body->pose.rotation = rim_quat_normalize(rim_quat_mul(turn, body->pose.rotation));
    return struck;
}

// --- steps ---------------------------------------------------------------------------------------------

static bool step_world(kit *k, tumble *t, float dt)
{
    rim_bodies_touch touches[MOST_TOUCHES];
    rim_bodies_step(t->world, dt);
    t->body = *rim_bodies_get(t->world, t->handle);
    int count = rim_bodies_touches(t->world, touches, MOST_TOUCHES);
    for (int i = 0; i < count && i < MOST_TOUCHES; i++)
        add_mark(k, t, touches[i].point, touches[i].normal, touches[i].impulse);
    return rim_bodies_read(t->world).entered_count > 0;
}

static void tumble_step(kit *k, void *state, float dt)
{
    tumble *t = state;
    bool    struck = false;
    if (t->way == WAY_WORLD)
        struck = step_world(k, t, dt);
    else
        for (int i = 0; i < CORNER_STEPS; i++) struck |= step_corners(k, t, dt / CORNER_STEPS);
    t->impacts += struck;
    moment *now = &t->history[t->moments++ % HISTORY];
    now->kinetic = (float)rim_body_energy(&t->body);
    now->potential = (float)rim_body_potential(&t->body, t->gravity);
    now->impact = struck;
}

// --- pictures ------------------------------------------------------------------------------------------

static void draw_marks(kit *k, const tumble *t)
{
    kit_3d_lift(k, 2.0f);
    for (int i = 0; i < MOST_TOUCHES; i++)
    {
        const mark *m = &t->marks[i];
        float       age = (float)(kit_step(k) - m->step) / 40.0f;
        if (age > 1.0f) continue;
        float length = 0.1f + 0.12f * m->impulse;
        kit_3d_arrow(k, m->at, rim_vec3_along(m->at, m->normal, length), 2.5f,
                     kit_fade(kit_ink(k, KIT_NORMAL), 1.0f - age));
        kit_3d_dot(k, m->at, 5.0f, kit_fade(kit_ink(k, KIT_HIT), 1.0f - age));
    }
    kit_3d_lift(k, 0.0f);
}

#define PLOT_LEFT 40.0f
#define PLOT_RIGHT (PLOT_LEFT + HISTORY)
#define PLOT_TOP 520.0f
#define PLOT_BOTTOM 690.0f

static float plot_y(const tumble *t, float energy)
{
    return PLOT_BOTTOM - (PLOT_BOTTOM - PLOT_TOP) * energy / (1.1f * t->start);
}

static void bar(kit *k, float x, float wide, float low, float high, SDL_Color colour)
{
    kit_fill(k, rim_box2_make(rim_vec2_make(x, high), rim_vec2_make(x + wide, low)), colour);
}

// Potential below, kinetic on top of it: the upper edge is all there is, and never rises.
static void draw_plot(kit *k, const tumble *t)
{
    float    wide = (PLOT_RIGHT - PLOT_LEFT) / HISTORY;
    int      count = t->moments < HISTORY ? t->moments : HISTORY;
    rim_box2 box = rim_box2_make(rim_vec2_make(PLOT_LEFT - 14.0f, PLOT_TOP - 40.0f),
                                 rim_vec2_make(PLOT_RIGHT + 14.0f, PLOT_BOTTOM + 12.0f));
    kit_keep(k, box);
    kit_fill(k, box, kit_fade(kit_ink(k, KIT_GROUND), 0.82f));
    for (int i = 0; i < count; i++)
    {
        const moment *m = &t->history[(t->moments - count + i) % HISTORY];
        float         x = PLOT_LEFT + wide * (float)i, low = plot_y(t, m->potential);
        float         high = plot_y(t, m->potential + m->kinetic);
        bar(k, x, wide, PLOT_BOTTOM, low, kit_fade(kit_ink(k, KIT_OTHER), 0.65f));
        bar(k, x, wide, low, high, kit_fade(kit_ink(k, KIT_THING), 0.75f));
        bar(k, x, wide, high + 1.0f, high - 1.0f, kit_ink(k, KIT_TEXT));
        if (m->impact) bar(k, x, wide, PLOT_BOTTOM + 8.0f, PLOT_BOTTOM + 2.0f, kit_ink(k, KIT_HIT));
    }
    float y = plot_y(t, t->start);
    kit_dashes(k, rim_vec2_make(PLOT_LEFT, y), rim_vec2_make(PLOT_RIGHT, y), 1.0f,
               kit_ink(k, KIT_GHOST));
    float at = PLOT_LEFT, top = PLOT_TOP - 32.0f;
    at += kit_text(k, at, top, KIT_SMALL, kit_ink(k, KIT_OTHER), "potential");
    at += kit_text(k, at, top, KIT_SMALL, kit_ink(k, KIT_DIM), "  +  ");
    at += kit_text(k, at, top, KIT_SMALL, kit_ink(k, KIT_THING), "motion");
    at += kit_text(k, at, top, KIT_SMALL, kit_ink(k, KIT_DIM), "  over time; ");
    kit_text(k, at, top, KIT_SMALL, kit_ink(k, KIT_HIT), "impacts");
}

static SDL_Color paint(kit *k, const void *state, int box)
{
    const tumble *t = state;
    SDL_Color     ink = kit_ink(k, KIT_THING);
    (void)box;
    return t->body.asleep ? kit_mix(ink, kit_ink(k, KIT_GROUND), 0.4f) : ink;
}

static void tumble_draw(kit *k, const void *state)
{
    const tumble   *t = state;
    kit_camera      camera = crates_camera(&t->view, rim_vec3_make(0.0f, 0.5f, 0.0f));
    const rim_body *box = &t->body;
    // A little to the left and down, so that what matters is not under the plot.
    kit_frame       f = kit_camera_frame(&camera);
    camera.eye = rim_vec3_along(rim_vec3_along(camera.eye, f.right, -1.3f), f.up, -0.5f);
    crates_draw_floor(k, &t->room, &camera);
    crates_draw_shadows(k, &t->room, &camera, &box, 1);
    crates_draw(k, &t->room, &camera, &box, 1, paint, t);
    kit_3d_begin(k, &camera);
    draw_marks(k, t);
    kit_3d_end(k);
    draw_plot(k, t);

    static const char *const ways[WAYS] = { "in a world", "corners together", "corners averaged" };
    kit_say(k, "restitution", "%.3f", (double)t->body.restitution);
    kit_say(k, "friction", "%.3f", (double)t->body.friction);
    kit_say(k, "it moves", "%s", ways[t->way]);
    kit_say(k, "energy left", "%.1f %%", 100.0 * all_energy(t) / (double)t->start);
    kit_say(k, "impacts", "%d", t->impacts);
    kit_say(k, "state", t->body.asleep ? "asleep" : "awake");
}

const demo demo_tumble = {
    .name = "tumble",
    .look = "A body falls onto planes and balls: the plot shows where its energy goes.",
    .keys =
        "Space: drop again · 1: another shape · up, down: restitution · left, right: friction · "
        "A: in a world, eight corners together, averaged · "
        "P and . : one step at a time · drag: turn the view · wheel: zoom",
    .state_size = sizeof(tumble),
    .init = tumble_init,
    .quit = tumble_quit,
    .event = tumble_event,
    .step = tumble_step,
    .draw = tumble_draw,
};
