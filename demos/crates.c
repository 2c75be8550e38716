#include "crates.h"

#include <stdlib.h>

static rim_plane wall(const crates_room *room, int i)
{
    float    x = i == 0 ? 1.0f : i == 1 ? -1.0f : 0.0f, z = i == 2 ? 1.0f : i == 3 ? -1.0f : 0.0f;
    rim_vec3 at = rim_vec3_make(-room->reach * x, 0.0f, -room->reach * z);
    return rim_plane_through(at, rim_vec3_make(room->slope * x, 1.0f, room->slope * z));
}

rim_plane crates_surface(const crates_room *room, int i)
{
    return i == 0 ? (rim_plane){ rim_vec3_make(0.0f, 1.0f, 0.0f), 0.0f } : wall(room, i - 1);
}

static void add_plane(rim_obstacles *list, rim_plane plane)
{
    rim_obstacle it = { .shape = { RIM_SHAPE3_PLANE, .plane = plane } };
    rim_obstacles_add(list, &it, NULL);
}

void crates_fill(const crates_room *room, rim_obstacles *list)
{
    for (int i = 0; i < CRATES_SURFACES; i++) add_plane(list, crates_surface(room, i));
    for (int i = 0; i < room->ball_count; i++)
    {
        rim_obstacle ball = { .shape = { RIM_SHAPE3_SPHERE, .sphere = room->balls[i] } };
        rim_obstacles_add(list, &ball, NULL);
    }
}

// --- what falls ------------------------------------------------------------------------------------------

rim_status crates_make_rock(rim_hull **out, float size)
{
    static const rim_vec3 corners[8] = {
        { 1.0f, 0.1667f, 0.3333f },     { -0.9333f, 0.3333f, 0.1667f },
        { 0.1667f, 0.8333f, -0.3333f }, { -0.1667f, -0.6667f, -0.1667f },
        { 0.3333f, 0.3333f, 0.9333f },  { -0.5f, -0.3333f, 0.6667f },
        { 0.5f, -0.5f, -0.6667f },      { -0.3333f, 0.3333f, -0.8667f }
    };
    rim_vec3 at[8];
    for (int i = 0; i < 8; i++) at[i] = rim_vec3_scale(corners[i], size);
    return rim_hull_create(out, at, 8, NULL);
}

rim_body crates_body(int kind, rim_vec3 half, const rim_hull *rock)
{
    float      round = 0.6f * (half.x + half.y);
    rim_obox   box = { rim_xform3_identity(), half };
    rim_shape3 shape = { RIM_SHAPE3_BOX, .box = box };
    if (kind == CRATES_BALL)
        shape = (rim_shape3){ RIM_SHAPE3_SPHERE, .sphere = { { 0, 0, 0 }, 0.5f * round } };
    if (kind == CRATES_ROD)
        shape = (rim_shape3){ RIM_SHAPE3_CAPSULE,
                              .capsule = { { -half.x, 0, 0 }, { half.x, 0, 0 }, 0.4f * round } };
    if (kind == CRATES_ROCK) shape = (rim_shape3){ RIM_SHAPE3_HULL, .hull = rock };
    rim_body body =
        rim_body_from_shape(&shape, rim_xform3_identity(), 8.0f * half.x * half.y * half.z);
    bool rolls = kind == CRATES_BALL || kind == CRATES_ROD;
    body.spin_damping = rolls ? 1.0f : 0.0f; // or it would roll for ever
    return body;
}

// --- pictures ------------------------------------------------------------------------------------------

static void draw_quad(kit *k, const rim_vec3 p[4], SDL_Color colour)
{
    kit_3d_both_sides(k, p[0], p[1], p[2], colour);
    kit_3d_both_sides(k, p[0], p[2], p[3], colour);
}

// The walls are shown as far as they rise by 1.6.
static void wall_corners(const crates_room *room, int i, rim_vec3 p[4])
{
    float rise = 1.6f, out = room->reach + rise / room->slope, in = room->reach;
    float sign = i % 2 ? 1.0f : -1.0f;
    p[0] = rim_vec3_make(sign * in, 0.0f, -in);
    p[1] = rim_vec3_make(sign * in, 0.0f, in);
    p[2] = rim_vec3_make(sign * out, rise, out);
    p[3] = rim_vec3_make(sign * out, rise, -out);
    for (int m = 0; m < 4 && i >= 2; m++) p[m] = rim_vec3_make(p[m].z, p[m].y, p[m].x);
}

static void draw_wall(kit *k, const crates_room *room, int i)
{
    rim_vec3 p[4];
    wall_corners(room, i, p);
    draw_quad(k, p, kit_mix(kit_ink(k, KIT_GROUND), kit_ink(k, KIT_GRID), i < 2 ? 0.75f : 0.55f));
    kit_3d_loop(k, p, 4, 1.0f, kit_ink(k, KIT_GRID));
}

void crates_draw_floor(kit *k, const crates_room *room, const kit_camera *camera)
{
    float     r = room->reach;
    SDL_Color grid = kit_ink(k, KIT_GRID);
    rim_vec3  floor[4] = { { -r, 0.0f, -r }, { -r, 0.0f, r }, { r, 0.0f, r }, { r, 0.0f, -r } };
    kit_3d_begin(k, camera);
    draw_quad(k, floor, kit_mix(kit_ink(k, KIT_GROUND), grid, 0.35f));
    for (int i = 0; i < 4; i++) draw_wall(k, room, i);
    kit_3d_end(k);
    kit_3d_begin(k, camera);
    for (int i = -(int)r; i <= (int)r; i++)
    {
        kit_3d_line(k, rim_vec3_make((float)i, 0.0f, -r), rim_vec3_make((float)i, 0.0f, r), 1.0f,
                    grid);
        kit_3d_line(k, rim_vec3_make(-r, 0.0f, (float)i), rim_vec3_make(r, 0.0f, (float)i), 1.0f,
                    grid);
    }
    kit_3d_end(k);
}

static kit_shadow shadow_of(const rim_body *body)
{
    rim_xform3        pose = rim_body_shape_pose(body);
    const rim_shape3 *shape = &body->shape;
    rim_vec3          h = body->half;
    if (shape->kind == RIM_SHAPE3_SPHERE)
    {
        rim_vec3 at = rim_xform3_apply(pose, shape->sphere.center);
        return kit_shadow_round(at, at, shape->sphere.radius);
    }
    if (shape->kind == RIM_SHAPE3_CAPSULE)
        return kit_shadow_round(rim_xform3_apply(pose, shape->capsule.a),
                                rim_xform3_apply(pose, shape->capsule.b), shape->capsule.radius);
    rim_convex hull = { .count = 8 };
    if (shape->kind == RIM_SHAPE3_HULL) hull = rim_hull_convex(shape->hull);
    rim_vec3 corners[8];
    int      count = hull.count < 8 ? hull.count : 8;
    for (int i = 0; i < count; i++)
    {
        rim_vec3 corner = rim_vec3_make(i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z);
        corners[i] = rim_xform3_apply(pose, hull.points ? hull.points[i] : corner);
    }
    return kit_shadow_hull(corners, count, 0.0f);
}

void crates_draw_shadows(kit *k, const crates_room *room, const kit_camera *camera,
                         const rim_body *const *bodies, int count)
{
    float    r = room->reach;
    rim_vec3 surfaces[5][4] = { { { -r, 0, -r }, { -r, 0, r }, { r, 0, r }, { r, 0, -r } } };
    for (int i = 0; i < 4; i++) wall_corners(room, i, surfaces[i + 1]);
    kit_3d_begin(k, camera);
    for (int i = 0; i < count + room->ball_count; i++)
    {
        const rim_sphere *ball = &room->balls[i < count ? 0 : i - count];
        kit_shadow        s = i < count ? shadow_of(bodies[i])
                                        : kit_shadow_round(ball->center, ball->center, ball->radius);
        for (int n = 0; n < 5; n++) kit_3d_shadow(k, &s, surfaces[n], 4, 6.0f);
    }
    kit_3d_end(k);
}

static void draw_hull(kit *k, const rim_hull *hull, rim_xform3 pose, SDL_Color colour)
{
    rim_hull_parts parts = rim_hull_read(hull);
    for (int f = 0; f < parts.face_count; f++)
    {
        rim_hull_face face = rim_hull_face_at(hull, f);
        rim_vec3      p[CRATES_CORNERS];
        int           count = face.count < CRATES_CORNERS ? face.count : CRATES_CORNERS;
        for (int i = 0; i < count; i++)
            p[i] = rim_xform3_apply(pose, parts.corners[face.corners[i]]);
        rim_vec3 n = rim_xform3_turn(pose, face.plane.normal);
        if (!kit_3d_faces(k, p[0], n)) continue;
        SDL_Color lit = kit_3d_lit(colour, n);
        kit_3d_polygon(k, p, count, lit);
        kit_3d_loop(k, p, count, 1.0f, kit_mix(lit, kit_ink(k, KIT_GROUND), 0.45f));
    }
}

static void draw_box(kit *k, const rim_body *body, SDL_Color colour)
{
    static const int faces[6][4] = { { 0, 4, 6, 2 }, { 1, 3, 7, 5 }, { 0, 1, 5, 4 },
                                     { 2, 6, 7, 3 }, { 0, 2, 3, 1 }, { 4, 5, 7, 6 } };
    rim_vec3         p[8], h = body->half;
    for (int i = 0; i < 8; i++)
        p[i] = rim_xform3_apply(
            body->pose, rim_vec3_make(i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z));
    for (int f = 0; f < 6; f++)
    {
        rim_vec3 q[4] = { p[faces[f][0]], p[faces[f][1]], p[faces[f][2]], p[faces[f][3]] };
        rim_vec3 n = rim_triangle_normal(q[0], q[1], q[2]);
        if (!kit_3d_faces(k, q[0], n)) continue;
        draw_quad(k, q, kit_3d_lit(colour, n));
        kit_3d_loop(k, q, 4, 1.0f, kit_mix(kit_3d_lit(colour, n), kit_ink(k, KIT_GROUND), 0.45f));
    }
}

static void draw_body(kit *k, const rim_body *body, SDL_Color colour)
{
    rim_xform3        pose = rim_body_shape_pose(body);
    const rim_shape3 *shape = &body->shape;
    rim_vec3          center = rim_xform3_apply(pose, shape->sphere.center);
    if (shape->kind == RIM_SHAPE3_SPHERE)
    {
        kit_3d_round(k, center, center, shape->sphere.radius, colour);
        kit_3d_rings(k, center, center, shape->sphere.radius, 1.0f,
                     kit_mix(colour, kit_ink(k, KIT_GROUND), 0.45f));
    }
    else if (shape->kind == RIM_SHAPE3_CAPSULE)
        kit_3d_round(k, rim_xform3_apply(pose, shape->capsule.a),
                     rim_xform3_apply(pose, shape->capsule.b), shape->capsule.radius, colour);
    else if (shape->kind == RIM_SHAPE3_HULL)
        draw_hull(k, shape->hull, pose, colour);
    else
        draw_box(k, body, colour);
}

typedef struct thing
{
    float distance;
    int   index; // of a box, or -1 - that of a ball
} thing;

static int farther(const void *a, const void *b)
{
    const thing *x = a, *y = b;
    if (x->distance != y->distance) return x->distance > y->distance ? -1 : 1;
    return x->index - y->index;
}

// One after the other, each sorted in itself: edges then never show through what is in front of them.
void crates_draw(kit *k, const crates_room *room, const kit_camera *camera,
                 const rim_body *const *boxes, int count, crates_paint *paint, const void *state)
{
    thing things[CRATES_MOST + CRATES_BALLS];
    int   all = 0;
    for (int i = 0; i < count && i < CRATES_MOST; i++, all++)
    {
        things[all].distance = rim_vec3_distance(camera->eye, boxes[i]->pose.position);
        things[all].index = i;
    }
    for (int i = 0; i < room->ball_count; i++, all++)
    {
        things[all].distance = rim_vec3_distance(camera->eye, room->balls[i].center);
        things[all].index = -1 - i;
    }
    qsort(things, (size_t)all, sizeof *things, farther);
    kit_3d_begin(k, camera);
    for (int i = 0; i < all; i++)
    {
        int index = things[i].index;
        kit_3d_rank(k, all - i);
        if (index >= 0)
            kit_subject(k, kit_3d_bounds(k, &boxes[index]->pose.position, 1,
                                         rim_vec3_length(boxes[index]->half)));
        if (index < 0)
        {
            rim_sphere ball = room->balls[-1 - index];
            kit_3d_round(k, ball.center, ball.center, ball.radius, kit_ink(k, KIT_OTHER));
        }
        else
        {
            draw_body(k, boxes[index], paint(k, state, index));
        }
    }
    kit_3d_end(k);
}

// --- the view --------------------------------------------------------------------------------------------

void crates_look(crates_view *view, const kit_event *event)
{
    if (event->kind == KIT_PRESS) view->dragging = true;
    if (event->kind == KIT_RELEASE) view->dragging = false;
    if (event->kind == KIT_WHEEL)
        view->distance =
            SDL_clamp(view->distance * (event->wheel > 0.0f ? 0.9f : 1.1f), 4.0f, 40.0f);
    if (event->kind != KIT_MOVE || !view->dragging) return;
    view->yaw += 0.006f * event->delta.x;
    view->pitch -= 0.006f * event->delta.y;
    view->pitch = view->pitch > -0.05f ? -0.05f : view->pitch < -1.5f ? -1.5f : view->pitch;
}

kit_camera crates_camera(const crates_view *view, rim_vec3 target)
{
    return kit_camera_around(target, view->yaw, view->pitch, view->distance);
}

// --- random numbers ----------------------------------------------------------------------------------------

float crates_random(uint32_t *seed, float lo, float hi)
{
    *seed = *seed * 1664525u + 1013904223u;
    return lo + (hi - lo) * (float)(*seed >> 8) / 16777216.0f;
}

rim_quat crates_turn(uint32_t *seed)
{
    rim_quat q;
    q.x = crates_random(seed, -1.0f, 1.0f);
    q.y = crates_random(seed, -1.0f, 1.0f);
    q.z = crates_random(seed, -1.0f, 1.0f);
    q.w = crates_random(seed, -1.0f, 1.0f);
    return rim_quat_normalize(q);
}
