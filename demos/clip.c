// Two bodies of glass, and what they share, solid: volume, centroid and the shortest way apart. Beside
// it what a tutorial's clipper returns that takes all corners of a body for one loop.
#include "flat_list.h"
#include "kit.h"
#include "kit_3d.h"

#include <math.h>

#define SHAPES 6
#define MOST 512 // points of the flat list

typedef struct clip_scene
{
    rim_hull    *shapes[SHAPES];
    int          chosen[2];
    rim_xform3   pose[2];
    rim_clip    *clip;
    rim_contact3 contact;
    int          held; // the body under the mouse, -1: the view
    bool         flat_list, bodies;
    float        yaw, pitch, distance;
    rim_vec3     listed[MOST]; // what the flat list leaves
    int          listed_count, missed;
    double       seconds;
} clip_scene;

static kit_camera camera_of(const clip_scene *s)
{
    return kit_camera_around(rim_vec3_make(0, 0, 0), s->yaw, s->pitch, s->distance);
}

static rim_vec3 posed_corner(const clip_scene *s, int body, int corner)
{
    const rim_hull *hull = s->shapes[s->chosen[body]];
    return rim_xform3_apply(s->pose[body], rim_hull_read(hull).corners[corner]);
}

static rim_vec3 shared_corner(const clip_scene *s, int i)
{
    double p[3];
    rim_clip_corner(s->clip, i, p);
    return rim_vec3_make((float)p[0], (float)p[1], (float)p[2]);
}

// What the flat list leaves of both, and how many true corners are not among it.
static void run_flat_list(clip_scene *s)
{
    const rim_hull *a = s->shapes[s->chosen[0]], *b = s->shapes[s->chosen[1]];
    s->listed_count = flat_list_cut(a, s->pose[0], b, s->pose[1], s->listed, MOST);
    s->listed_count += flat_list_cut(b, s->pose[1], a, s->pose[0], s->listed + s->listed_count,
                                     MOST - s->listed_count);
    s->missed = 0;
    for (int i = 0; i < rim_clip_read(s->clip).corner_count; i++)
    {
        bool found = false;
        for (int k = 0; k < s->listed_count && !found; k++)
            found = rim_vec3_distance(shared_corner(s, i), s->listed[k]) < 1e-3f;
        s->missed += !found;
    }
}

// --- the scene ------------------------------------------------------------------------------------------

static void update(clip_scene *s)
{
    const rim_hull *a = s->shapes[s->chosen[0]], *b = s->shapes[s->chosen[1]];
    double          start = kit_clock();
    // Out of memory shows as nothing shared.
    (void)rim_hull_clip(s->clip, a, s->pose[0], b, s->pose[1]);
    s->seconds += 0.05 * (kit_clock() - start - s->seconds);
    s->contact =
        rim_convex_contact(rim_hull_convex(a), s->pose[0], rim_hull_convex(b), s->pose[1], NULL);
    run_flat_list(s);
}

static rim_status make_shapes(clip_scene *s)
{
    rim_vec3    gem[14];
    rim_capsule pill = { { -0.9f, 0, 0 }, { 0.9f, 0, 0 }, 0.7f };
    int         count = 0;
    for (int i = 0; i < 8; i++)
        gem[count++] =
            rim_vec3_make(i & 1 ? 0.9f : -0.9f, i & 2 ? 0.9f : -0.9f, i & 4 ? 0.9f : -0.9f);
    for (int i = 0; i < 3; i++)
        for (int side = -1; side <= 1; side += 2)
            gem[count++] = rim_vec3_make(i == 0 ? 1.8f * (float)side : 0.0f,
                                         i == 1 ? 1.8f * (float)side : 0.0f,
                                         i == 2 ? 1.8f * (float)side : 0.0f);
    rim_status status = rim_hull_create_box(&s->shapes[0], rim_vec3_make(1.3f, 0.9f, 1.1f), NULL);
    if (!status) status = rim_hull_create_cylinder(&s->shapes[1], 1.1f, 1.2f, 24, NULL);
    if (!status) status = rim_hull_create_cone(&s->shapes[2], 1.4f, 2.2f, 24, NULL);
    if (!status) status = rim_hull_create_capsule(&s->shapes[3], pill, 16, 4, NULL);
    if (!status) status = rim_hull_create(&s->shapes[4], gem, count, NULL);
    if (!status) status = rim_hull_create(&s->shapes[5], gem + 8, 6, NULL);
    return status ? status : rim_clip_create(&s->clip, NULL);
}

static bool clip_init(kit *k, void *state)
{
    clip_scene *s = state;
    rim_status  status = make_shapes(s);
    if (status) return kit_fail(k, "the bodies cannot be made: %s", rim_status_text(status));
    s->chosen[1] = 1;
    s->pose[0] = rim_xform3_translation(rim_vec3_make(-0.5f, -0.1f, 0));
    s->pose[1] = rim_xform3_make(rim_vec3_make(0.7f, 0.3f, 0.3f),
                                 rim_quat_axis_angle(rim_vec3_make(1, 0.3f, 0.5f), 0.9));
    s->held = -1;
    s->bodies = true;
    s->yaw = 0.5f;
    s->pitch = -0.35f;
    s->distance = 8.0f;
    update(s);
    return true;
}

static void clip_quit(kit *k, void *state)
{
    clip_scene *s = state;
    (void)k;
    for (int i = 0; i < SHAPES; i++) rim_hull_destroy(s->shapes[i]);
    rim_clip_destroy(s->clip);
}

static float focus_of(const kit_camera *camera)
{
    return 0.5f * KIT_HEIGHT / tanf(0.5f * camera->field);
}

// Where the eye's ray through the page enters a body; infinite if it does not.
static float ray_enters(const clip_scene *s, int body, rim_vec3 eye, rim_vec3 along)
{
    const rim_hull *hull = s->shapes[s->chosen[body]];
    rim_vec3        from = rim_xform3_unapply(s->pose[body], eye);
    rim_vec3        d = rim_quat_apply(rim_quat_conjugate(s->pose[body].rotation), along);
    float           enter = 0.0f, leave = INFINITY;
    for (int f = 0; f < rim_hull_read(hull).face_count; f++)
    {
        rim_plane plane = rim_hull_face_at(hull, f).plane;
        float     above = rim_plane_distance(plane, from), down = rim_vec3_dot(plane.normal, d);
        if (down < 0.0f && above / -down > enter) enter = above / -down;
        if (down > 0.0f && above / -down < leave) leave = above / -down;
        if (down == 0.0f && above > 0.0f) return INFINITY;
    }
    return enter <= leave ? enter : INFINITY;
}

static int body_at(const clip_scene *s, rim_vec2 at)
{
    kit_camera camera = camera_of(s);
    kit_frame  frame = kit_camera_frame(&camera);
    rim_vec3   along = rim_vec3_scale(frame.forward, focus_of(&camera));
    along = rim_vec3_along(along, frame.right, at.x - 0.5f * KIT_WIDTH);
    along = rim_vec3_along(along, frame.up, 0.5f * KIT_HEIGHT - at.y);
    float t[2] = { ray_enters(s, 0, camera.eye, along), ray_enters(s, 1, camera.eye, along) };
    int   nearer = t[1] < t[0] ? 1 : 0;
    return isfinite(t[nearer]) ? nearer : -1;
}

static void move(kit *k, clip_scene *s, rim_vec2 delta)
{
    kit_camera camera = camera_of(s);
    kit_frame  frame = kit_camera_frame(&camera);
    if (s->held < 0)
    {
        s->yaw -= 0.006f * delta.x;
        s->pitch = fmaxf(-1.5f, fminf(1.5f, s->pitch - 0.006f * delta.y));
        return;
    }
    rim_xform3 *pose = &s->pose[s->held];
    if (kit_button(k, SDL_BUTTON_RIGHT))
    {
        rim_vec3 axis =
            rim_vec3_add(rim_vec3_scale(frame.up, delta.x), rim_vec3_scale(frame.right, delta.y));
        rim_quat turn = rim_quat_axis_angle(axis, 0.008 * (double)rim_vec3_length(axis));
        pose->rotation = rim_quat_normalize(rim_quat_mul(turn, pose->rotation));
        return;
    }
    float depth = rim_vec3_dot(rim_vec3_sub(pose->position, camera.eye), frame.forward);
    float unit = depth / focus_of(&camera);
    pose->position = rim_vec3_along(pose->position, frame.right, delta.x * unit);
    pose->position = rim_vec3_along(pose->position, frame.up, -delta.y * unit);
}

static void clip_event(kit *k, void *state, const kit_event *event)
{
    static const SDL_Keycode second[SHAPES] = { SDLK_q, SDLK_w, SDLK_e, SDLK_r, SDLK_t, SDLK_y };
    clip_scene              *s = state;
    if (event->kind == KIT_PRESS) s->held = body_at(s, event->at);
    bool pressed = kit_button(k, SDL_BUTTON_LEFT) || kit_button(k, SDL_BUTTON_RIGHT);
    if (event->kind == KIT_MOVE && pressed) move(k, s, event->delta);
    if (event->kind == KIT_WHEEL)
        s->distance = fmaxf(4.0f, fminf(30.0f, s->distance * powf(0.9f, event->wheel)));
    if (event->kind == KIT_DOWN && event->key == SDLK_f) s->flat_list = !s->flat_list;
    if (event->kind == KIT_DOWN && event->key == SDLK_b) s->bodies = !s->bodies;
    for (int i = 0; i < SHAPES && event->kind == KIT_DOWN; i++)
    {
        if (event->key == SDLK_1 + i) s->chosen[0] = i;
        if (event->key == second[i]) s->chosen[1] = i;
    }
}

static void clip_step(kit *k, void *state, float dt)
{
    (void)k, (void)dt;
    update(state);
}

// --- the picture ----------------------------------------------------------------------------------------

static void draw_glass(kit *k, const clip_scene *s, int body, kit_colour which)
{
    const rim_hull *hull = s->shapes[s->chosen[body]];
    rim_vec3        loop[64];
    for (int f = 0; f < rim_hull_read(hull).face_count; f++)
    {
        rim_hull_face face = rim_hull_face_at(hull, f);
        for (int i = 0; i < face.count; i++) loop[i] = posed_corner(s, body, face.corners[i]);
        if (s->bodies) kit_3d_polygon(k, loop, face.count, kit_fade(kit_ink(k, which), 0.10f));
    }
    for (int e = 0; e < rim_hull_read(hull).edge_count; e++)
    {
        rim_hull_edge edge = rim_hull_read(hull).edges[e];
        kit_3d_line(k, posed_corner(s, body, edge.a), posed_corner(s, body, edge.b), 1.2f,
                    kit_fade(kit_ink(k, which), 0.55f));
    }
}

static void draw_shared(kit *k, const clip_scene *s)
{
    rim_vec3 loop[128];
    kit_3d_lift(k, 6.0f);
    for (int f = 0; f < rim_clip_read(s->clip).face_count; f++)
    {
        rim_clip_face face = rim_clip_face_at(s->clip, f);
        int           count = face.count < 128 ? face.count : 128;
        for (int i = 0; i < count; i++) loop[i] = shared_corner(s, face.corners[i]);
        rim_vec3 normal = rim_vec3_make(0, 0, 0);
        for (int i = 2; i < count; i++)
            normal = rim_vec3_add(normal, rim_vec3_cross(rim_vec3_sub(loop[i - 1], loop[0]),
                                                         rim_vec3_sub(loop[i], loop[0])));
        normal = rim_vec3_normalize(normal);
        if (!kit_3d_faces(k, loop[0], normal)) continue;
        kit_colour whose = face.source == RIM_CLIP_FROM_A ? KIT_THING : KIT_OTHER;
        SDL_Color  colour = kit_mix(kit_ink(k, KIT_HIT), kit_ink(k, whose), 0.25f);
        kit_3d_polygon(k, loop, count, kit_3d_lit(colour, normal));
        kit_3d_loop(k, loop, count, 1.5f, kit_ink(k, KIT_OUTLINE));
    }
}

static void draw_marks(kit *k, const clip_scene *s)
{
    kit_3d_lift(k, 20.0f);
    if (s->contact.hit)
        kit_3d_arrow(k, s->contact.on_a, s->contact.on_b, 3.0f, kit_ink(k, KIT_NORMAL));
    double c[3];
    rim_clip_centroid(s->clip, c);
    if (rim_clip_read(s->clip).kind != RIM_CLIP_EMPTY)
        kit_3d_dot(k, rim_vec3_make((float)c[0], (float)c[1], (float)c[2]), 5.0f,
                   kit_ink(k, KIT_TEXT));
    for (int i = 0; i < s->listed_count && s->flat_list; i++)
        kit_3d_dot(k, s->listed[i], 4.0f, kit_ink(k, KIT_GHOST));
    kit_3d_lift(k, 0.0f);
}

#define FLOOR -2.6f

static void draw_floor(kit *k, const clip_scene *s)
{
    rim_vec3 loop[64];
    kit_3d_ground(k, rim_vec3_make(0, FLOOR, 0), 16.0f);
    for (int body = 0; body < 2; body++)
        for (int f = 0; f < rim_hull_read(s->shapes[s->chosen[body]]).face_count; f++)
        {
            rim_hull_face face = rim_hull_face_at(s->shapes[s->chosen[body]], f);
            int           count = face.count < 64 ? face.count : 64;
            for (int i = 0; i < count; i++) loop[i] = posed_corner(s, body, face.corners[i]);
            kit_3d_ground_shade(k, loop, count, FLOOR);
        }
}

static void name_subject(kit *k, const clip_scene *s)
{
    for (int body = 0; body < 2; body++)
        for (int i = 0; i < rim_hull_read(s->shapes[s->chosen[body]]).corner_count; i++)
        {
            rim_vec3 p = posed_corner(s, body, i);
            kit_subject(k, kit_3d_bounds(k, &p, 1, 0.02f));
        }
}

static void clip_draw(kit *k, const void *state)
{
    static const char *const kinds[] = { "nothing", "they touch", "a body" };
    const clip_scene        *s = state;
    kit_camera               camera = camera_of(s);
    kit_3d_begin(k, &camera);
    draw_floor(k, s);
    kit_3d_end(k);
    kit_3d_begin(k, &camera);
    name_subject(k, s);
    draw_glass(k, s, 0, KIT_THING);
    draw_glass(k, s, 1, KIT_OTHER);
    draw_shared(k, s);
    draw_marks(k, s);
    kit_3d_end(k);

    rim_mass3 mass = rim_clip_mass(s->clip);
    kit_say(k, "shared", "%s", kinds[rim_clip_read(s->clip).kind]);
    kit_say(k, "volume", "%.6f", mass.volume);
    kit_say(k, "surface", "%.6f", mass.area);
    kit_say(k, "centroid", "%.3f  %.3f  %.3f", mass.x, mass.y, mass.z);
    kit_say(k, "corners, edges, faces", "%d  %d  %d", rim_clip_read(s->clip).corner_count,
            rim_clip_read(s->clip).edge_count, rim_clip_read(s->clip).face_count);
    kit_say(k, "shortest way apart", "%.4f", s->contact.hit ? (double)s->contact.depth : 0.0);
    if (s->flat_list)
        kit_say(k, "as one flat list", "%d points, %d corners missed", s->listed_count, s->missed);
    kit_say_time(k, "clipping takes", s->seconds);
}

const demo demo_clip = {
    .name = "clip",
    .look = "What two bodies share is a body: closed, with a volume, a centroid, a way apart.",
    .keys = "drag a body: move · right button: turn · beside them: look around · wheel: distance · "
            "1-6 Q-Y: choose bodies · F the flat list · B glass",
    .state_size = sizeof(clip_scene),
    .init = clip_init,
    .quit = clip_quit,
    .event = clip_event,
    .step = clip_step,
    .draw = clip_draw,
};
