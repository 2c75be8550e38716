// A capsule swept against a convex polygon: when they first touch, where, and which of the cases won.
#include "kit.h"
#include "kit_3d.h"

#define CORNERS 5
#define HALF 0.9f // from the capsule's middle to an end of its axis
#define RADIUS 0.4f

#define BAR_LEFT 300.0f
#define BAR_RIGHT 980.0f
#define BAR_Y 690.0f

typedef enum grip
{
    NOTHING,
    SLIDER,
    VIEW
} grip;

typedef struct capsule
{
    rim_vec3 corners[CORNERS];
    rim_vec3 start, delta; // of the capsule's middle
    float    turn, rise;   // of its axis, radians
    float    time;         // the slider
    bool     playing;
    grip     held;
    float    yaw, pitch, distance; // of the view
    rim_hit3 hit;
    double   seconds;
} capsule;

// --- the setting ----------------------------------------------------------------------------------------

static rim_vec3 axis_of(const capsule *c)
{
    rim_sincos_pair turn = rim_sincos((double)c->turn), rise = rim_sincos((double)c->rise);
    return rim_vec3_make((float)(turn.cos * rise.cos), (float)rise.sin,
                         (float)(-turn.sin * rise.cos));
}

static rim_capsule capsule_at(const capsule *c, float time)
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
    if (event->kind == KIT_WHEEL) c->distance *= event->wheel > 0.0f ? 0.9f : 1.1f;
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

// --- the picture --------------------------------------------------------------------------------------

static void draw_polygon(kit *k, const capsule *c)
{
    bool      face = c->hit.hit && c->hit.other.kind == RIM_FEATURE_FACE;
    SDL_Color hit = kit_ink(k, KIT_HIT), ink = kit_fade(kit_ink(k, KIT_OTHER), 0.75f);
    kit_3d_polygon(k, c->corners, CORNERS, face ? kit_mix(ink, kit_fade(hit, 0.75f), 0.45f) : ink);
    kit_3d_lift(k, 0.1f);
    kit_3d_loop(k, c->corners, CORNERS, 2.0f, kit_ink(k, KIT_OUTLINE));
    kit_3d_lift(k, 0.6f);
    int i = c->hit.other.index;
    if (c->hit.hit && c->hit.other.kind == RIM_FEATURE_EDGE)
        kit_3d_line(k, c->corners[i], c->corners[(i + 1) % CORNERS], 5.0f, hit);
    if (c->hit.hit && c->hit.other.kind == RIM_FEATURE_VERTEX)
        kit_3d_dot(k, c->corners[i], 9.0f, kit_fade(hit, 0.6f));
    kit_3d_lift(k, 0.0f);
}

// The axis, with the part of it that touched.
static void draw_axis(kit *k, const capsule *c, rim_capsule it)
{
    SDL_Color plain = kit_ink(k, KIT_OUTLINE), hit = kit_ink(k, KIT_HIT);
    bool      edge = c->hit.hit && c->hit.mover.kind == RIM_FEATURE_EDGE;
    bool      end = c->hit.hit && c->hit.mover.kind == RIM_FEATURE_VERTEX;
    kit_3d_lift(k, 1.0f);
    kit_3d_line(k, it.a, it.b, edge ? 4.0f : 2.0f, edge ? hit : plain);
    kit_3d_dot(k, it.a, 5.0f, end && c->hit.mover.index == 0 ? hit : plain);
    kit_3d_dot(k, it.b, 5.0f, end && c->hit.mover.index == 1 ? hit : plain);
    kit_3d_lift(k, 0.0f);
}

static void draw_motion(kit *k, const capsule *c)
{
    SDL_Color   ghost = kit_ink(k, KIT_GHOST);
    float       stop = c->hit.hit && c->hit.t < c->time ? c->hit.t : c->time;
    rim_capsule from = capsule_at(c, 0.0f), to = capsule_at(c, 1.0f), now = capsule_at(c, stop);
    rim_capsule past = capsule_at(c, c->time);
    kit_3d_rings(k, from.a, from.b, RADIUS, 1.0f, kit_fade(ghost, 0.8f));
    kit_3d_rings(k, to.a, to.b, RADIUS, 1.0f, kit_fade(ghost, 0.5f));
    kit_3d_line(k, from.a, to.a, 1.0f, ghost);
    kit_3d_line(k, from.b, to.b, 1.0f, ghost);
    if (stop < c->time)
        kit_3d_rings(k, past.a, past.b, RADIUS, 1.5f, kit_fade(kit_ink(k, KIT_THING), 0.7f));
    kit_3d_round(k, now.a, now.b, RADIUS, kit_fade(kit_ink(k, KIT_THING), 0.6f));
    draw_axis(k, c, now);
}

static void draw_contact(kit *k, const capsule *c)
{
    const rim_hit3 *h = &c->hit;
    if (!h->hit) return;
    kit_3d_lift(k, 3.0f);
    kit_3d_arrow(k, h->point, rim_vec3_add(h->point, h->face_normal), 1.5f, kit_ink(k, KIT_GHOST));
    kit_3d_arrow(k, h->point, rim_vec3_along(h->point, h->normal, 1.2f), 3.0f,
                 kit_ink(k, KIT_NORMAL));
    kit_3d_dot(k, h->point, 6.0f, kit_ink(k, KIT_HIT));
    kit_3d_lift(k, 0.0f);
}

static void draw_cases(kit *k, const capsule *c)
{
    static const char *const texts[] = {
        "A  end of the axis over the face", "B  axis and edge, both inside",
        "C  end of the axis and edge",      "D  axis and corner",
        "E  end of the axis and corner",    "X  the axis pierces the face",
    };
    for (int i = 0; i < 6; i++)
    {
        bool      won = c->hit.hit && (int)c->hit.letter == RIM_CASE_A + i;
        float     y = 150.0f + 30.0f * (float)i;
        SDL_Color ink = kit_ink(k, won ? KIT_HIT : KIT_DIM);
        if (won) kit_disc(k, rim_vec2_make(30.0f, y + 11.0f), 6.0f, ink);
        kit_text(k, 46.0f, y, KIT_NORMAL_SIZE, ink, "%s", texts[i]);
    }
}

static void draw_slider(kit *k, const capsule *c)
{
    float at = BAR_LEFT + (BAR_RIGHT - BAR_LEFT) * c->time;
    float hit = BAR_LEFT + (BAR_RIGHT - BAR_LEFT) * c->hit.t;
    kit_line(k, rim_vec2_make(BAR_LEFT, BAR_Y), rim_vec2_make(BAR_RIGHT, BAR_Y), 3.0f,
             kit_ink(k, KIT_GHOST));
    kit_text(k, BAR_LEFT - 60.0f, BAR_Y - 10.0f, KIT_SMALL, kit_ink(k, KIT_DIM), "t = 0");
    kit_text(k, BAR_RIGHT + 22.0f, BAR_Y - 10.0f, KIT_SMALL, kit_ink(k, KIT_DIM), "t = 1");
    if (c->hit.hit)
    {
        kit_line(k, rim_vec2_make(hit, BAR_Y - 14.0f), rim_vec2_make(hit, BAR_Y + 14.0f), 3.0f,
                 kit_ink(k, KIT_HIT));
        kit_text(k, hit - 26.0f, BAR_Y - 38.0f, KIT_SMALL, kit_ink(k, KIT_HIT), "t = %.3f",
                 (double)c->hit.t);
    }
    kit_disc(k, rim_vec2_make(at, BAR_Y), 9.0f, kit_ink(k, KIT_THING));
}

static const char *part(rim_feature feature, bool of_polygon)
{
    switch (feature.kind)
    {
    case RIM_FEATURE_VERTEX:
        return of_polygon ? "corner" : "end";
    case RIM_FEATURE_EDGE:
        return of_polygon ? "edge" : "axis";
    case RIM_FEATURE_FACE:
        return "face";
    default:
        return "nothing";
    }
}

static void say_numbers(kit *k, const capsule *c)
{
    const rim_hit3 *h = &c->hit;
    kit_say(k, "slider", "t = %.3f", (double)c->time);
    if (!h->hit)
        kit_say(k, "hit", "none");
    else
    {
        kit_say(k, "hit", "t = %.6f", (double)h->t);
        kit_say(k, "point", "%.3f  %.3f  %.3f", (double)h->point.x, (double)h->point.y,
                (double)h->point.z);
        kit_say(k, "normal", "%.3f  %.3f  %.3f", (double)h->normal.x, (double)h->normal.y,
                (double)h->normal.z);
        kit_say(k, "met", "%s of the capsule, %s %d", part(h->mover, false), part(h->other, true),
                h->other.index);
        if (h->start_overlap) kit_say(k, "overlap at the start", "%.3f deep", (double)h->depth);
    }
    kit_say_time(k, "one sweep", c->seconds);
}

static void capsule_draw(kit *k, const void *state)
{
    const capsule *c = state;
    kit_camera     eye =
        kit_camera_around(rim_vec3_make(0.0f, 0.4f, 0.0f), c->yaw, c->pitch, c->distance);
    kit_3d_begin(k, &eye);
    draw_polygon(k, c);
    draw_motion(k, c);
    draw_contact(k, c);
    kit_3d_end(k);
    draw_cases(k, c);
    draw_slider(k, c);
    say_numbers(k, c);
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
