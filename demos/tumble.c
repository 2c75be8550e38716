// One box on planes and balls: its contacts solved together, and where its energy goes.
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

typedef struct tumble
{
    rim_obstacles   *room_list;
    crates_room      room;
    rim_body         body;
    rim_body_options options;
    rim_body_report  report;
    crates_view      view;
    moment           history[HISTORY];
    int              moments; // how many there were
    mark             marks[MOST_TOUCHES];
    int              next_mark;
    uint32_t         seed;
    float            start; // the energy of the drop
    int              impacts;
    bool             averaged; // each impulse alone, divided by their number
} tumble;

static void drop(tumble *t)
{
    rim_body fresh = rim_body_box(rim_vec3_make(0.7f, 0.35f, 0.5f), 2.0f);
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
    t->start = (float)(rim_body_energy(&fresh) + rim_body_potential(&fresh, t->options.gravity));
    t->impacts = 0;
    t->moments = 0;
    for (int i = 0; i < MOST_TOUCHES; i++) t->marks[i].step = -1000;
}

static bool tumble_init(kit *k, void *state)
{
    tumble *t = state;
    if (rim_obstacles_create(&t->room_list, NULL)) return kit_fail(k, "tumble: no memory");
    t->room.reach = 3.0f;
    t->room.slope = 1.0f;
    t->room.ball_count = 3;
    t->room.balls[0] = (rim_sphere){ { -0.9f, 0.45f, 0.1f }, 0.7f };
    t->room.balls[1] = (rim_sphere){ { 1.5f, 0.1f, 1.2f }, 0.5f };
    t->room.balls[2] = (rim_sphere){ { 1.3f, 0.2f, -1.3f }, 0.8f };
    crates_fill(&t->room, t->room_list);
    t->options.gravity = rim_vec3_make(0.0f, -9.81f, 0.0f);
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
    rim_obstacles_destroy(t->room_list);
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
    if (event->key == SDLK_a)
    {
        t->averaged = !t->averaged;
        kit_notice(k, t->averaged ? "each impulse alone, then averaged, as tutorials do"
                                  : "all impulses solved together");
    }
    t->body.asleep = false;
}

// Replaces what the last impact did by the impulse of each contact alone, divided by their number, as tutorials do: a
// box that lands flat sinks on with a part of its speed.
static void average(tumble *t, const rim_body *before)
{
    rim_body *body = &t->body;
    int       count = t->report.count;
    rim_vec3  velocity = before->velocity, spin = before->spin;
    if (t->report.impacts == 0 || count == 0) return;
    for (int i = 0; i < count; i++)
    {
        rim_body       alone = *before;
        rim_body_touch touch = t->report.touches[i];
        float          part = 1.0f / (float)count;
        if (!rim_body_collide(&alone, &touch, 1, alone.restitution, RIM_IMPULSES_TOGETHER))
            continue;
        velocity = rim_vec3_along(velocity, rim_vec3_sub(alone.velocity, before->velocity), part);
        spin = rim_vec3_along(spin, rim_vec3_sub(alone.spin, before->spin), part);
    }
    body->velocity = velocity;
    body->spin = spin;
}

static void tumble_step(kit *k, void *state, float dt)
{
    tumble  *t = state;
    rim_body before = t->body;
    rim_body_step(&t->body, t->room_list, &t->options, dt, &t->report);
    if (t->averaged) average(t, &before);
    t->impacts += t->report.impacts;
    for (int i = 0; i < t->report.count; i++)
    {
        const rim_body_touch *touch = &t->report.touches[i];
        mark                  m = { rim_vec3_add(t->body.pose.position, touch->arm), touch->normal,
                                    (float)touch->impulse, kit_step(k) };
        if (m.impulse > 0.0f) t->marks[t->next_mark++ % MOST_TOUCHES] = m;
    }
    moment *now = &t->history[t->moments++ % HISTORY];
    now->kinetic = (float)rim_body_energy(&t->body);
    now->potential = (float)rim_body_potential(&t->body, t->options.gravity);
    now->impact = t->report.impacts > 0;
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
    float wide = (PLOT_RIGHT - PLOT_LEFT) / HISTORY;
    int   count = t->moments < HISTORY ? t->moments : HISTORY;
    kit_fill(k,
             rim_box2_make(rim_vec2_make(PLOT_LEFT - 14.0f, PLOT_TOP - 40.0f),
                           rim_vec2_make(PLOT_RIGHT + 14.0f, PLOT_BOTTOM + 12.0f)),
             kit_fade(kit_ink(k, KIT_GROUND), 0.82f));
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

    double energy = rim_body_energy(&t->body) + rim_body_potential(&t->body, t->options.gravity);
    kit_say(k, "restitution", "%.3f", (double)t->body.restitution);
    kit_say(k, "friction", "%.3f", (double)t->body.friction);
    kit_say(k, "impulses", t->averaged ? "averaged" : "together");
    kit_say(k, "energy left", "%.1f %%", 100.0 * energy / (double)t->start);
    kit_say(k, "impacts", "%d", t->impacts);
    kit_say(k, "pieces of this step", "%d", t->report.rounds);
    kit_say(k, "state", t->body.asleep ? "asleep" : "awake");
}

const demo demo_tumble = {
    .name = "tumble",
    .look = "A box falls onto planes and balls: its energy, plotted below, never grows.",
    .keys = "Space: drop again · up, down: restitution · left, right: friction · A: averaged "
            "impulses · "
            "P and . : one step at a time · drag: turn the view · wheel: zoom",
    .state_size = sizeof(tumble),
    .init = tumble_init,
    .quit = tumble_quit,
    .event = tumble_event,
    .step = tumble_step,
    .draw = tumble_draw,
};
