// A sphere flies through rooms, and nothing lets it out: the first hit of each motion is found in
// closed form, what is left of the motion slides along what was hit. The old way is there to compare:
// move first, then push out of what was entered, all contacts at once.
#include "kit.h"
#include "kit_3d.h"
#include "level.h"

#include <math.h>

#define SPEED 7.0f // units a second
#define SLIDES 6   // hits in one step before the rest of the motion is given up
#define CONTACTS 32
#define NEAR 256   // triangles looked at around the sphere
#define FOG 0.045f // density of the exponential-squared fog
#define SKIN 0.02f // contacts are shown from this near
#define TRAIL 480  // steps

typedef enum view_from
{
    ABOVE,  // into the rooms as into a doll's house: ceilings look down, and only fronts are drawn
    BEHIND, // the sphere
    INSIDE, // it
    VIEWS
} view_from;

typedef struct camera
{
    level    level;
    rim_vec3 at; // the sphere's centre, and the eye
    float    radius, yaw, pitch;
    bool     passing; // collision is off
    bool     pushing; // the old way
    bool     soft;    // and its rule for corners: half the radius
    bool     edges;

    view_from from;
    rim_vec3  trail[TRAIL];
    long      steps;

    rim_contact3 contacts[CONTACTS];
    int          touched[CONTACTS]; // their triangles
    int          contact_count, tests, hits;
    double       seconds;
} camera;

static rim_sphere sphere_at(rim_vec3 at, float radius)
{
    rim_sphere s = { at, radius };
    return s;
}

static rim_box3 box_around(rim_vec3 from, rim_vec3 to, float margin)
{
    rim_box3 box = rim_box3_make(rim_vec3_min(from, to), rim_vec3_max(from, to));
    return rim_box3_grow(box, margin);
}

// --- motion -------------------------------------------------------------------------------------------

// The first triangle met on the way. One that the sphere is already in, by a rounding error, only
// counts if the motion goes further in.
static rim_hit3 first_hit(camera *c, rim_vec3 delta, float radius)
{
    rim_hit3 best = { .t = 1.0f };
    rim_box3 box = box_around(c->at, rim_vec3_add(c->at, delta), radius * 1.001f);
    for (int i = 0; i < c->level.count; i++)
    {
        if (!level_near(&c->level, i, box)) continue;
        rim_hit3 hit = rim_sphere_sweep_triangle(sphere_at(c->at, radius), delta,
                                                 &c->level.triangles[i], RIM_SIDE_FRONT);
        c->tests++;
        if (!hit.hit || rim_vec3_dot(hit.normal, delta) >= 0.0f) continue;
        if (!best.hit || hit.t < best.t) best = hit;
    }
    return best;
}

// Two walls may ask for the opposite; the motion along the crease they form pleases both.
static rim_vec3 slide(rim_vec3 left, rim_vec3 normal, rim_vec3 before, bool second)
{
    rim_vec3 along = rim_vec3_along(left, normal, -rim_vec3_dot(left, normal));
    if (!second || rim_vec3_dot(along, before) >= 0.0f) return along;
    rim_vec3 crease = rim_vec3_normalize(rim_vec3_cross(normal, before));
    return rim_vec3_scale(crease, rim_vec3_dot(left, crease));
}

static void move(camera *c, rim_vec3 delta)
{
    rim_vec3 before = { 0, 0, 0 };
    for (int i = 0; i < SLIDES && rim_vec3_length(delta) > 0.0f; i++)
    {
        rim_hit3 hit = first_hit(c, delta, c->radius);
        c->at = rim_vec3_along(c->at, delta, hit.t);
        if (!hit.hit) return;
        c->hits++;
        delta = slide(rim_vec3_scale(delta, 1.0f - hit.t), hit.normal, before, i > 0);
        before = hit.normal;
    }
}

// --- at rest ------------------------------------------------------------------------------------------

// Rooms are solid behind their faces: fronts push.
static rim_push_options options_of(const camera *c)
{
    rim_push_options options = { .side = RIM_SIDE_FRONT };
    options.softness = c->pushing && c->soft ? 0.5f : 0.0f;
    return options;
}

// What grew into a wall, or moved into one, is pushed out: the shortest way that pleases all contacts.
static void push_out(camera *c)
{
    rim_polygon3     near[NEAR];
    int              which[NEAR];
    rim_push_options options = options_of(c);
    int n = level_gather(&c->level, box_around(c->at, c->at, 2.0f * c->radius), near, which, NEAR);
    rim_push3 push = rim_sphere_push(sphere_at(c->at, c->radius), near, n, &options);
    c->at = rim_vec3_add(c->at, push.offset);
    c->tests += n;
}

static void gather(camera *c)
{
    rim_polygon3     near[NEAR];
    int              which[NEAR];
    rim_push_options options = options_of(c);
    float            reach = c->radius + SKIN;
    int n = level_gather(&c->level, box_around(c->at, c->at, reach), near, which, NEAR);
    c->contact_count = rim_sphere_gather(sphere_at(c->at, reach), near, n, &options, c->contacts,
                                         c->touched, CONTACTS);
    if (c->contact_count > CONTACTS) c->contact_count = CONTACTS;
    for (int i = 0; i < c->contact_count; i++) c->touched[i] = which[c->touched[i]];
}

// --- the scene ----------------------------------------------------------------------------------------

static kit_camera eye_of(const camera *c)
{
    kit_camera eye = { .eye = c->at, .yaw = c->yaw, .pitch = c->pitch, .field = 1.15f, .fog = FOG };
    return eye;
}

static bool camera_init(kit *k, void *state)
{
    camera *c = state;
    c->at = rim_vec3_make(4.5f, 1.8f, 10.0f);
    c->yaw = 0.75f;
    c->radius = 1.0f;
    c->edges = true;
    for (int i = 0; i < TRAIL; i++) c->trail[i] = c->at;
    return level_load(k, &c->level, "rooms.raw");
}

static void camera_quit(kit *k, void *state)
{
    (void)k;
    level_free(&((camera *)state)->level);
}

static void change_radius(camera *c, float factor)
{
    float radius = c->radius * factor;
    c->radius = radius < 0.1f ? 0.1f : radius > 1.75f ? 1.75f : radius;
}

static void camera_event(kit *k, void *state, const kit_event *event)
{
    (void)k;
    camera *c = state;
    if (event->kind == KIT_MOVE)
    {
        c->yaw += 0.004f * event->delta.x;
        c->pitch -= 0.004f * event->delta.y;
        c->pitch = c->pitch > 1.5f ? 1.5f : c->pitch < -1.5f ? -1.5f : c->pitch;
    }
    if (event->kind == KIT_WHEEL) change_radius(c, event->wheel > 0.0f ? 1.1f : 1.0f / 1.1f);
    if (event->kind != KIT_DOWN) return;
    if (event->key == SDLK_c) c->passing = !c->passing;
    if (event->key == SDLK_m) c->pushing = !c->pushing;
    if (event->key == SDLK_b) c->soft = !c->soft;
    if (event->key == SDLK_v) c->from = (view_from)((c->from + 1) % VIEWS);
    if (event->key == SDLK_x) c->edges = !c->edges;
}

static float axis(const kit *k, SDL_Keycode plus, SDL_Keycode minus)
{
    return (float)kit_held(k, plus) - (float)kit_held(k, minus);
}

static void camera_step(kit *k, void *state, float dt)
{
    camera    *c = state;
    kit_camera eye = eye_of(c);
    if (c->from == ABOVE) eye.yaw = eye.pitch = 0.0f; // as the rooms lie on the page
    kit_frame f = kit_camera_frame(&eye);
    rim_vec3  way = rim_vec3_scale(f.forward, axis(k, SDLK_w, SDLK_s));
    way = rim_vec3_along(way, f.right, axis(k, SDLK_d, SDLK_a));
    way.y += axis(k, SDLK_e, SDLK_q);
    float    haste = kit_held(k, SDLK_LSHIFT) ? 3.0f : 1.0f;
    rim_vec3 delta = rim_vec3_scale(rim_vec3_normalize(way), SPEED * haste * dt);

    double start = kit_clock();
    c->tests = c->hits = 0;
    if (c->passing)
        c->at = rim_vec3_add(c->at, delta);
    else
    {
        push_out(c);
        move(c, delta);
    }
    gather(c);
    c->trail[c->steps++ % TRAIL] = c->at;
    c->seconds = 0.9 * c->seconds + 0.1 * (kit_clock() - start);
}

// From behind: as far back as a small sphere can go.
static kit_camera follow(const camera *c)
{
    kit_camera eye = eye_of(c);
    camera     probe = *c;
    rim_vec3   back = rim_vec3_scale(kit_camera_frame(&eye).forward, -5.0f * c->radius - 1.0f);
    back.y += 0.8f;
    eye.eye = rim_vec3_along(c->at, back, first_hit(&probe, back, 0.15f).t);
    return eye;
}

static kit_camera view_of(const camera *c)
{
    if (c->from == INSIDE) return eye_of(c);
    if (c->from == BEHIND) return follow(c);
    kit_camera eye = kit_camera_around(rim_vec3_make(20.0f, 0.0f, 13.4f), 0.0f, -1.05f, 45.0f);
    return eye;
}

// Where it came along. Walls hide what is behind them: a line over them would seem to pass through.
static void draw_trail(kit *k, const camera *c)
{
    SDL_Color ink = kit_fade(kit_ink(k, KIT_NORMAL), 0.8f);
    for (long t = c->steps > TRAIL ? c->steps - TRAIL : 0; t + 4 < c->steps; t += 4)
    {
        rim_vec3 from = c->trail[t % TRAIL], to = c->trail[(t + 4) % TRAIL];
        kit_3d_rank(k, level_rank(k, &c->level, rim_vec3_lerp(from, to, 0.5f), 0.1f));
        kit_3d_line(k, from, to, 2.0f, ink);
    }
    kit_3d_rank(k, 0);
}

static void draw_contacts(kit *k, const camera *c)
{
    for (int i = 0; i < c->contact_count; i++)
    {
        const rim_triangle *t = &c->level.triangles[c->touched[i]];
        rim_vec3            corners[3] = { t->a, t->b, t->c };
        rim_vec3            at = c->contacts[i].on_b;
        kit_3d_lift(k, 0.02f);
        kit_3d_rank(k, c->level.ranks[c->touched[i]]);
        kit_3d_triangle(k, t->a, t->b, t->c, kit_fade(kit_ink(k, KIT_HIT), 0.16f));
        kit_3d_lift(k, 0.3f);
        kit_3d_loop(k, corners, 3, 1.5f, kit_fade(kit_ink(k, KIT_HIT), 0.7f));
        kit_3d_lift(k, 2.0f * c->radius);
        kit_3d_rank(k, level_rank(k, &c->level, c->at, c->radius));
        kit_3d_arrow(k, at, rim_vec3_along(at, c->contacts[i].normal, 0.8f * c->radius), 2.0f,
                     kit_ink(k, KIT_NORMAL));
        kit_3d_dot(k, at, 5.0f, kit_ink(k, KIT_HIT));
    }
    kit_3d_lift(k, 0.0f);
    kit_3d_rank(k, 0);
}

// Where the four pillars go through the ceiling that is not drawn: as if cut there.
static void draw_cuts(kit *k, const camera *c)
{
    const float radius = 1.2f, height = 7.0f;
    SDL_Color   ink = kit_3d_lit(kit_ink(k, KIT_OTHER), rim_vec3_make(0, 1, 0));
    for (int i = 0; i < 4; i++)
    {
        rim_vec3 middle = { i % 2 ? 15.0f : 7.0f, height, i / 2 ? 14.0f : 6.0f }, p[8];
        for (int j = 0; j < 8; j++)
        {
            rim_sincos_pair turn = rim_sincos((j + 0.5) * RIM_PI / 4.0);
            p[j] =
                rim_vec3_along(middle, rim_vec3_make((float)turn.cos, 0, (float)turn.sin), radius);
        }
        kit_3d_rank(k, level_rank(k, &c->level, middle, radius));
        kit_3d_polygon(k, p, 8, ink);
    }
    kit_3d_rank(k, 0);
}

static void camera_draw(kit *k, const void *state)
{
    const camera *c = state;
    kit_camera    eye = view_of(c);
    kit_shadow    shadow = kit_shadow_round(c->at, c->at, c->radius);
    bool          outside = rim_vec3_distance(eye.eye, c->at) > 1.1f * c->radius;
    kit_3d_begin(k, &eye);
    level_draw(k, &c->level, c->edges, &shadow, c->from == INSIDE ? 0 : 1);
    // Not when a wall in the back has pressed the eye into the sphere.
    if (c->from != INSIDE && outside)
    {
        kit_3d_rank(k, level_rank(k, &c->level, c->at, c->radius));
        kit_3d_round(k, c->at, c->at, c->radius, kit_ink(k, KIT_THING));
        kit_3d_rank(k, 0);
        kit_subject(k, kit_3d_bounds(k, &c->at, 1, c->radius));
    }
    if (c->from == ABOVE) draw_cuts(k, c);
    if (c->from == ABOVE) draw_trail(k, c);
    draw_contacts(k, c);
    kit_3d_end(k);
    kit_say(k, "at", "%.2f  %.2f  %.2f", (double)c->at.x, (double)c->at.y, (double)c->at.z);
    kit_say(k, "radius", "%.2f", (double)c->radius);
    kit_say(k, "collision", "%s",
            c->passing   ? "off: walls let you through"
            : c->pushing ? c->soft ? "move, then push out; soft corners" : "move, then push out"
                         : "sweep and slide");
    kit_say(k, "triangles", "%d, %d tested in this step", c->level.count, c->tests);
    kit_say(k, "touching", "%d, stopped by %d in this step", c->contact_count, c->hits);
    rim_bsp_stats cells = rim_bsp_statistics(c->level.cells);
    kit_say(k, "drawing order", "%d pieces of a BSP, %.2f a triangle", cells.pieces,
            (double)cells.growth);
    kit_say_time(k, "collision takes", c->seconds);
}

const demo demo_camera = {
    .name = "camera",
    .look =
        "A sphere flies through rooms, slides along the walls it meets, and nothing lets it out.",
    .keys =
        "click, then the mouse looks · W A S D fly · Q E down, up · Shift faster · wheel: radius · "
        "C collision · M sweep or push · B soft corners · V from above, behind, inside · X edges",
    .state_size = sizeof(camera),
    .looks = true,
    .init = camera_init,
    .quit = camera_quit,
    .event = camera_event,
    .step = camera_step,
    .draw = camera_draw,
};
