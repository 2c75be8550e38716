// A capsule swept against a convex polygon: when they first touch, where, and which of the cases won.
#include "capsule.h"

// --- the setting ----------------------------------------------------------------------------------------

static rim_vec3 axis_of(const capsule *c)
{
    rim_sincos_pair turn = rim_sincos((double)c->turn), rise = rim_sincos((double)c->rise);
    return rim_vec3_make((float)(turn.cos * rise.cos), (float)rise.sin,
                         (float)(-turn.sin * rise.cos));
}

rim_capsule capsule_at(const capsule *c, float time)
{
    rim_vec3    middle = rim_vec3_along(c->start, c->delta, time);
    rim_capsule it = { rim_vec3_along(middle, axis_of(c), -HALF),
                       rim_vec3_along(middle, axis_of(c), HALF), RADIUS };
    return it;
}

static rim_polygon3 polygon_of(const capsule *c)
{
    rim_polygon3 it = { c->corners, CORNERS };
    return it;
}

static void point_axis(capsule *c, rim_vec3 along)
{
    c->turn = (float)rim_atan2(-(double)along.z, (double)along.x);
    c->rise = (float)(0.5 * RIM_PI - rim_acos((double)rim_vec3_normalize(along).y));
}

// One setting for each case: near which place, the axis along what.
static void set_up(capsule *c, rim_case3 which)
{
    rim_vec3 up = { 0.0f, 1.0f, 0.0f }, corner = c->corners[0];
    rim_vec3 middle = rim_vec3_lerp(c->corners[0], c->corners[1], 0.5f);
    bool     at_edge = which == RIM_CASE_B || which == RIM_CASE_C;
    rim_vec3 place = at_edge ? middle : corner, out = rim_vec3_normalize(place);
    rim_vec3 leaning = rim_vec3_along(rim_vec3_negate(out), up, 0.55f);
    rim_vec3 standing = rim_vec3_along(up, out, 0.12f);
    c->delta = rim_vec3_make(-0.7f, -2.7f, 0.4f);
    if (which == RIM_CASE_A || which == RIM_CASE_X)
    {
        place = rim_vec3_make(-0.2f, which == RIM_CASE_X ? 0.25f : 0.9f, 0.1f);
        point_axis(c, rim_vec3_make(0.75f, 0.65f, 0.25f));
    }
    else if (which == RIM_CASE_B || which == RIM_CASE_D)
    {
        place = rim_vec3_along(place, up, 0.4f);
        point_axis(c, leaning);
    }
    else
    {
        place = rim_vec3_along(rim_vec3_along(place, out, 0.26f), up, HALF + 0.25f);
        point_axis(c, standing);
    }
    c->start = rim_vec3_along(place, c->delta, which == RIM_CASE_X ? 0.0f : -0.6f);
    c->time = 0.0f;
    c->playing = true;
}

// Asked several times over, so that the time shown is that of warm code.
#define REPEATS 16

static void answer(capsule *c)
{
    rim_capsule  from = capsule_at(c, 0.0f);
    rim_polygon3 polygon = polygon_of(c);
    double       start = kit_clock();
    for (int i = 0; i < REPEATS; i++)
        c->hit = rim_capsule_sweep_polygon3(from, c->delta, polygon, RIM_SIDE_BOTH);
    double took = (kit_clock() - start) / REPEATS;
    c->seconds = c->seconds == 0.0 ? took : 0.98 * c->seconds + 0.02 * took;
}

static bool capsule_init(kit *k, void *state)
{
    static const float radii[CORNERS] = { 2.3f, 2.0f, 2.2f, 1.9f, 2.1f };
    capsule           *c = state;
    (void)k;
    for (int i = 0; i < CORNERS; i++) // counter-clockwise from above
    {
        rim_sincos_pair turn = rim_sincos(2.0 * RIM_PI * i / CORNERS - 0.5);
        c->corners[i] =
            rim_vec3_make(radii[i] * (float)turn.cos, 0.0f, -radii[i] * (float)turn.sin);
    }
    c->yaw = 0.35f;
    c->pitch = -0.42f;
    c->distance = 7.4f;
    set_up(c, RIM_CASE_B);
    answer(c);
    return true;
}

// --- hands --------------------------------------------------------------------------------------------

static void drag(capsule *c, const kit_event *event)
{
    if (c->held == SLIDER)
    {
        float t = (event->at.x - BAR_LEFT) / (BAR_RIGHT - BAR_LEFT);
        c->time = t < 0.0f ? 0.0f : t > 1.0f ? 1.0f : t;
        c->playing = false;
    }
    if (c->held != VIEW) return;
    c->yaw += 0.006f * event->delta.x;
    c->pitch -= 0.006f * event->delta.y;
    c->pitch = c->pitch > 1.5f ? 1.5f : c->pitch < -1.5f ? -1.5f : c->pitch;
}

static bool on_slider(rim_vec2 p)
{
    return p.y > BAR_Y - 30.0f && p.y < BAR_Y + 30.0f && p.x > BAR_LEFT - 30.0f &&
           p.x < BAR_RIGHT + 30.0f;
}

static void capsule_event(kit *k, void *state, const kit_event *event)
{
    capsule *c = state;
    (void)k;
    if (event->kind == KIT_PRESS) c->held = on_slider(event->at) ? SLIDER : VIEW;
    if (event->kind == KIT_RELEASE) c->held = NOTHING;
    if (event->kind == KIT_PRESS || event->kind == KIT_MOVE) drag(c, event);
    if (event->kind == KIT_WHEEL)
        c->distance = SDL_clamp(c->distance * (event->wheel > 0.0f ? 0.9f : 1.1f), 4.0f, 30.0f);
    if (event->kind != KIT_DOWN) return;
    if (event->key >= SDLK_1 && event->key <= SDLK_6)
        set_up(c, (rim_case3)(RIM_CASE_A + (event->key - SDLK_1)));
    if (event->key == SDLK_SPACE) c->playing = !c->playing;
}

static float axis(const kit *k, SDL_Keycode plus, SDL_Keycode minus)
{
    return (float)kit_held(k, plus) - (float)kit_held(k, minus);
}

static void capsule_step(kit *k, void *state, float dt)
{
    capsule *c = state;
    c->turn += axis(k, SDLK_a, SDLK_d) * dt;
    c->rise += axis(k, SDLK_w, SDLK_s) * dt;
    c->start.x += axis(k, SDLK_RIGHT, SDLK_LEFT) * dt;
    c->start.z += axis(k, SDLK_DOWN, SDLK_UP) * dt;
    if (c->playing) c->time = c->time >= 1.0f ? 0.0f : c->time + 0.25f * dt;
    answer(c);
}

const demo demo_capsule = {
    .name = "capsule",
    .look = "A capsule moves against a polygon: red is what touches first, and which case it is.",
    .keys =
        "drag the slider: time · drag elsewhere: turn the view · wheel: zoom · arrows: move the "
        "capsule · W A S D turn it · 1 to 6: one setting a case · Space: play",
    .state_size = sizeof(capsule),
    .init = capsule_init,
    .event = capsule_event,
    .step = capsule_step,
    .draw = capsule_draw,
};
