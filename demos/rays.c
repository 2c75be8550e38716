// A beam on a knot of 72,000 triangles: it meets one, is thrown back, meets the next. Beside it the boxes that the
// first ray opened: how little of the tree it looks at.
#include "kit.h"
#include "kit_3d.h"

#include <math.h>

enum
{
    ALONG = 900, // rings along the knot
    ROUND = 40,  // points of a ring
    TRIANGLES = 2 * ALONG * ROUND,
    VISITS = 256,
    BOUNCES = 8,
    BELOW = 15, // rings between two that throw the shadow
    TRIES = 8,
    REPEATS = 16 // a ray is asked so often that the clock can tell
};

typedef struct rays_scene
{
    rim_mesh      *mesh[2]; // fast, compact
    rim_vec3      *points;
    int           *indices;
    int            form;
    bool           boxes, skin;
    float          yaw, pitch, distance;
    rim_vec2       mouse;
    rim_ray3       ray; // from the lamp
    rim_hit3       hit;
    rim_vec3       beam[BOUNCES + 1]; // where it was thrown back, and where it is lost from sight
    int            beam_count;
    rim_mesh_visit visits[VISITS];
    int            visit_count, leaves, measured;
    double         seconds;
} rays_scene;

// --- the knot -------------------------------------------------------------------------------------------

// The library's own, which are the same everywhere: so is the knot.
static float sine(float angle)
{
    return (float)rim_sincos(angle).sin;
}

static float cosine(float angle)
{
    return (float)rim_sincos(angle).cos;
}

#define HEIGHT 1.9f // of its middle above the ground

static rim_vec3 middle_at(float turn)
{
    float wide = 2.2f + 0.9f * cosine(3.0f * turn);
    return rim_vec3_make(wide * cosine(2.0f * turn), HEIGHT + 0.95f * sine(3.0f * turn),
                         wide * sine(2.0f * turn));
}

// A ring about the middle, its radius rippled like rope. Out is away from the circle around which the knot is wound:
// never along the knot, so rings do not tip over.
static void make_ring(rays_scene *s, int ring)
{
    float    turn = 6.2831853f * (float)ring / ALONG;
    rim_vec3 at = middle_at(turn), next = middle_at(turn + 0.01f);
    rim_vec3 along = rim_vec3_normalize(rim_vec3_sub(next, at));
    float    wide = cosine(3.0f * turn);
    rim_vec3 out = { wide * cosine(2.0f * turn), sine(3.0f * turn), wide * sine(2.0f * turn) };
    rim_vec3 side = rim_vec3_normalize(rim_vec3_cross(along, out));
    rim_vec3 up = rim_vec3_cross(side, along);
    for (int i = 0; i < ROUND; i++)
    {
        float a = 6.2831853f * (float)i / ROUND;
        float radius = 0.42f + 0.035f * sine(4.0f * a + 60.0f * turn);
        s->points[ring * ROUND + i] =
            rim_vec3_along(rim_vec3_along(at, side, radius * cosine(a)), up, radius * sine(a));
    }
}

static void make_knot(rays_scene *s)
{
    int *at = s->indices;
    for (int ring = 0; ring < ALONG; ring++)
    {
        make_ring(s, ring);
        for (int i = 0; i < ROUND; i++)
        {
            int a = ring * ROUND + i, b = ring * ROUND + (i + 1) % ROUND;
            int c = (ring + 1) % ALONG * ROUND + i,
                d = (ring + 1) % ALONG * ROUND + (i + 1) % ROUND;
            *at++ = a, *at++ = c, *at++ = b;
            *at++ = c, *at++ = d, *at++ = b;
        }
    }
}

// --- asking -----------------------------------------------------------------------------------------------

static kit_camera camera_of(const rays_scene *s)
{
    return kit_camera_around(rim_vec3_make(0, 1.35f, 0), s->yaw, s->pitch, s->distance);
}

static rim_ray3 ray_under(const kit_camera *camera, rim_vec2 at)
{
    kit_frame frame = kit_camera_frame(camera);
    float     focus = 0.5f * KIT_HEIGHT / tanf(0.5f * camera->field);
    rim_vec3  along = rim_vec3_scale(frame.forward, focus);
    along = rim_vec3_along(along, frame.right, at.x - 0.5f * KIT_WIDTH);
    along = rim_vec3_along(along, frame.up, 0.5f * KIT_HEIGHT - at.y);
    rim_ray3 ray = { camera->eye, rim_vec3_scale(rim_vec3_normalize(along), 40.0f) };
    return ray;
}

static const rim_vec3 LAMP = { -4.2f, 4.6f, 1.2f };

// What is under the mouse: the knot, else the ground, else nothing.
static rim_vec3 target_of(const rays_scene *s)
{
    kit_camera camera = camera_of(s);
    rim_ray3   look = ray_under(&camera, s->mouse);
    rim_hit3   hit = rim_mesh_raycast(s->mesh[0], look, RIM_SIDE_FRONT);
    if (hit.hit) return hit.point;
    float t = look.delta.y < 0.0f ? -look.origin.y / look.delta.y : 1.0f;
    return rim_vec3_along(look.origin, look.delta, t < 1.0f ? t : 1.0f);
}

// Follows the beam until it leaves the knot.
static void follow_beam(rays_scene *s)
{
    rim_ray3 ray = s->ray;
    s->beam_count = 0;
    for (int i = 0; i <= BOUNCES; i++)
    {
        rim_hit3 hit = rim_mesh_raycast(s->mesh[s->form], ray, RIM_SIDE_FRONT);
        rim_vec3 way = rim_vec3_normalize(ray.delta);
        if (!hit.hit || i == BOUNCES)
        {
            // Down to the ground, or out of sight.
            float far = way.y < 0.0f ? -ray.origin.y / way.y : 7.0f;
            s->beam[s->beam_count++] = rim_vec3_along(ray.origin, way, fminf(far, 12.0f));
            return;
        }
        s->beam[s->beam_count++] = hit.point;
        way = rim_vec3_along(way, hit.normal, -2.0f * rim_vec3_dot(way, hit.normal));
        ray.origin = rim_vec3_along(hit.point, hit.normal, 1e-4f);
        ray.delta = rim_vec3_scale(way, 40.0f);
    }
}

static void ask(rays_scene *s)
{
    const rim_mesh *mesh = s->mesh[s->form];
    rim_vec3        way = rim_vec3_normalize(rim_vec3_sub(target_of(s), LAMP));
    s->ray = (rim_ray3){ LAMP, rim_vec3_scale(way, 40.0f) };
    // The least of some tries: others want the processor as well.
    double taken = INFINITY;
    for (int i = 0; i < TRIES; i++)
    {
        double start = kit_clock();
        for (int j = 0; j < REPEATS; j++) s->hit = rim_mesh_raycast(mesh, s->ray, RIM_SIDE_FRONT);
        taken = fmin(taken, (kit_clock() - start) / REPEATS);
    }
    s->seconds += (s->seconds > 0.0 ? 0.05 : 1.0) * (taken - s->seconds);
    follow_beam(s);
    int count = rim_mesh_raycast_visits(mesh, s->ray, RIM_SIDE_FRONT, s->visits, VISITS);
    s->visit_count = count < VISITS ? count : VISITS;
    s->leaves = s->measured = 0;
    for (int i = 0; i < s->visit_count; i++)
    {
        s->leaves += s->visits[i].triangles > 0;
        s->measured += s->visits[i].triangles;
    }
}

// --- the scene ------------------------------------------------------------------------------------------

static bool rays_init(kit *k, void *state)
{
    rays_scene *s = state;
    s->points = SDL_malloc(ALONG * ROUND * sizeof *s->points);
    s->indices = SDL_malloc(3 * TRIANGLES * sizeof *s->indices);
    if (!s->points || !s->indices) return kit_fail(k, "the knot cannot be made: out of memory");
    make_knot(s);
    for (int form = 0; form < 2; form++)
    {
        rim_mesh_options options = { .form = (rim_mesh_form)form };
        rim_status status = rim_mesh_create(&s->mesh[form], s->points, ALONG * ROUND, s->indices,
                                            TRIANGLES, &options);
        if (status) return kit_fail(k, "the knot cannot be made: %s", rim_status_text(status));
    }
    s->boxes = s->skin = true;
    s->yaw = 0.4f;
    s->pitch = -0.55f;
    s->distance = 11.5f;
    s->mouse = rim_vec2_make(0.42f * KIT_WIDTH, 0.52f * KIT_HEIGHT);
    ask(s);
    return true;
}

static void rays_quit(kit *k, void *state)
{
    rays_scene *s = state;
    (void)k;
    for (int form = 0; form < 2; form++) rim_mesh_destroy(s->mesh[form]);
    SDL_free(s->points);
    SDL_free(s->indices);
}

static void rays_event(kit *k, void *state, const kit_event *event)
{
    rays_scene *s = state;
    if (event->kind == KIT_MOVE)
    {
        s->mouse = event->at;
        if (kit_button(k, SDL_BUTTON_LEFT) || kit_button(k, SDL_BUTTON_RIGHT))
        {
            s->yaw -= 0.006f * event->delta.x;
            s->pitch = fmaxf(-1.5f, fminf(-0.1f, s->pitch - 0.006f * event->delta.y));
        }
    }
    if (event->kind == KIT_WHEEL)
        s->distance = fmaxf(3.0f, fminf(30.0f, s->distance * powf(0.9f, event->wheel)));
    if (event->kind != KIT_DOWN) return;
    if (event->key == SDLK_b) s->boxes = !s->boxes;
    if (event->key == SDLK_s) s->skin = !s->skin;
    if (event->key == SDLK_c) s->form = 1 - s->form, s->seconds = 0.0;
}

static void rays_step(kit *k, void *state, float dt)
{
    (void)k, (void)dt;
    ask(state);
}

// --- the picture ----------------------------------------------------------------------------------------

static void draw_knot(kit *k, const rays_scene *s)
{
    SDL_Color ink = kit_ink(k, KIT_THING);
    for (int i = 0; i < TRIANGLES && s->skin; i++)
    {
        const int *t = s->indices + 3 * i;
        rim_vec3   a = s->points[t[0]], b = s->points[t[1]], c = s->points[t[2]];
        rim_vec3   normal =
            rim_vec3_normalize(rim_vec3_cross(rim_vec3_sub(b, a), rim_vec3_sub(c, a)));
        kit_3d_triangle(k, a, b, c, kit_3d_lit(ink, normal));
    }
}

static void draw_box(kit *k, rim_box3 box, float width, SDL_Color colour)
{
    rim_vec3 p[8];
    for (int i = 0; i < 8; i++)
        p[i] = rim_vec3_make(i & 1 ? box.hi.x : box.lo.x, i & 2 ? box.hi.y : box.lo.y,
                             i & 4 ? box.hi.z : box.lo.z);
    for (int i = 0; i < 8; i++)
        for (int bit = 1; bit < 8; bit *= 2)
            if (!(i & bit)) kit_3d_line(k, p[i], p[i | bit], width, colour);
}

static void draw_boxes(kit *k, const rays_scene *s)
{
    for (int i = 0; i < s->visit_count; i++)
    {
        bool      leaf = s->visits[i].triangles > 0;
        float     size = rim_vec3_distance(s->visits[i].box.lo, s->visits[i].box.hi);
        SDL_Color colour =
            leaf ? kit_ink(k, KIT_HIT) : kit_fade(kit_ink(k, KIT_TEXT), size > 4.0f ? 0.15f : 0.5f);
        draw_box(k, s->visits[i].box, leaf ? 1.6f : 1.0f, colour);
    }
}

static void draw_hit(kit *k, const rays_scene *s)
{
    if (!s->hit.hit) return;
    rim_triangle t = rim_mesh_triangle(s->mesh[0], s->hit.item);
    rim_vec3     loop[3] = { t.a, t.b, t.c };
    kit_3d_polygon(k, loop, 3, kit_ink(k, KIT_HIT));
    kit_3d_loop(k, loop, 3, 1.5f, kit_ink(k, KIT_HIT));
    kit_3d_arrow(k, s->hit.point, rim_vec3_along(s->hit.point, s->hit.normal, 0.7f), 3.0f,
                 kit_ink(k, KIT_NORMAL));
}

// The part of a beam from the eye to which the knot does not hide it.
static bool is_seen(const kit *k, const rays_scene *s, rim_vec3 p)
{
    rim_vec3 eye = kit_3d_eye(k), to = rim_vec3_sub(p, eye);
    rim_ray3 look = { eye, rim_vec3_scale(to, 1.0f - 0.02f / rim_vec3_length(to)) };
    return !rim_mesh_raycast(s->mesh[0], look, RIM_SIDE_FRONT).hit;
}

#define PARTS 40 // of a way between two bounces

static void draw_beam(kit *k, const rays_scene *s)
{
    rim_vec3 from = LAMP;
    for (int i = 0; i < s->beam_count; i++)
    {
        SDL_Color ink = kit_ink(k, i ? KIT_DIM : KIT_HIT);
        for (int j = 0; j < PARTS; j++)
        {
            rim_vec3 a = rim_vec3_lerp(from, s->beam[i], (float)j / PARTS);
            rim_vec3 b = rim_vec3_lerp(from, s->beam[i], (float)(j + 1) / PARTS);
            if (is_seen(k, s, rim_vec3_lerp(a, b, 0.5f)))
                kit_3d_line(k, a, b, i ? 2.0f : 3.0f, ink);
        }
        from = s->beam[i];
        if (i + 1 < s->beam_count && is_seen(k, s, from))
            kit_3d_dot(k, from, 5.0f, kit_ink(k, KIT_HIT));
    }
}

static void draw_ground(kit *k, const rays_scene *s)
{
    kit_3d_ground(k, rim_vec3_make(0, 0, 0), 16.0f);
    for (int i = 0; i < ALONG && s->skin; i += BELOW)
    {
        kit_shadow shadow =
            kit_shadow_round(middle_at(6.2831853f * (float)i / ALONG),
                             middle_at(6.2831853f * (float)(i + BELOW) / ALONG), 0.42f);
        kit_3d_ground_shadow(k, &shadow, 0.0f);
    }
}

// A number that changes when the camera or the surface does.
static int view_version(const rays_scene *s)
{
    const float parts[4] = { s->yaw, s->pitch, s->distance, s->skin ? 1.0f : 0.0f };
    uint32_t    hash = 2166136261u; // Fowler, Noll and Vo's, of words
    for (int i = 0; i < 4; i++)
    {
        uint32_t bits;
        SDL_memcpy(&bits, &parts[i], sizeof bits);
        hash = (hash ^ bits) * 16777619u;
    }
    return (int)(hash & 0x7fffffffu);
}

// 72,000 triangles, as long as nobody turns them.
static void draw_still(kit *k, const rays_scene *s, const kit_camera *camera)
{
    if (!kit_still_begin(k, view_version(s))) return;
    kit_3d_begin(k, camera);
    draw_ground(k, s);
    kit_3d_end(k);
    kit_3d_begin(k, camera);
    draw_knot(k, s);
    kit_3d_end(k);
    kit_still_end(k);
}

static void rays_draw(kit *k, const void *state)
{
    const rays_scene *s = state;
    const rim_mesh   *mesh = s->mesh[s->form];
    kit_camera        camera = camera_of(s);
    rim_vec3          middles[ALONG / BELOW + 1];
    draw_still(k, s, &camera);
    kit_3d_begin(k, &camera);
    if (s->boxes) draw_boxes(k, s);
    draw_hit(k, s);
    draw_beam(k, s);
    kit_3d_round(k, LAMP, LAMP, 0.12f, kit_ink(k, KIT_NORMAL));
    int count = 0;
    for (int i = 0; i < ALONG; i += BELOW)
        middles[count++] = middle_at(6.2831853f * (float)i / ALONG);
    kit_subject(k, kit_3d_bounds(k, middles, count, 0.35f));
    kit_3d_end(k);

    double each = (double)rim_mesh_read(mesh).bytes / TRIANGLES;
    kit_say(k, "triangles", "%d", TRIANGLES);
    kit_say(k, "form", "%s, %.1f bytes a triangle", s->form ? "compact" : "fast", each);
    kit_say(k, "nodes looked at", "%d", s->visit_count - s->leaves);
    kit_say(k, "leaves looked at", "%d", s->leaves);
    kit_say(k, "triangles measured", "%d", s->measured);
    if (s->hit.hit)
        kit_say(k, "hit", "triangle %d at %.4f", s->hit.item, 40.0 * (double)s->hit.t);
    else
        kit_say(k, "hit", "nothing");
    kit_say_time(k, "a ray takes", s->seconds);
}

const demo demo_rays = {
    .name = "rays",
    .look = "A beam hits one of 72,000 triangles: few boxes are opened to find it. Gray: its "
            "reflection.",
    .keys =
        "mouse: where the beam goes · drag: look around · wheel: distance · B boxes · S surface · "
        "C fast or compact",
    .state_size = sizeof(rays_scene),
    .init = rays_init,
    .quit = rays_quit,
    .event = rays_event,
    .step = rays_step,
    .draw = rays_draw,
};
