// Figures of bodies: closest points, Minkowski differences, shared bodies, times of impact.
#include "figure.h"

// Seen from above at an angle; y up.
static rim_vec2 seen(rim_vec3 p)
{
    return at(0.86 * p.x - 0.62 * p.z, p.y + 0.26 * p.x + 0.38 * p.z);
}

// A capsule's outline, for axes of any direction: its balls and the tangents.
static void capsule(figure *f, rim_capsule c, ink fill)
{
    rim_vec2 a = seen(c.a), b = seen(c.b),
             side = rim_vec2_quarter(rim_vec2_normalize(rim_vec2_sub(b, a)));
    rim_vec2 around[4] = { rim_vec2_along(a, side, c.radius), rim_vec2_along(b, side, c.radius),
                           rim_vec2_along(b, side, -c.radius), rim_vec2_along(a, side, -c.radius) };
    figure_circle(f, a, c.radius, fill, 0.35, NONE);
    figure_circle(f, b, c.radius, fill, 0.35, NONE);
    figure_polygon(f, around, 4, fill, 0.35, NONE, 1.0);
    figure_line(f, a, b, OUTLINE, 1.5);
}

static void closest(const char *folder)
{
    static const char *const words[] = { "an end over the face", "the axis and an edge",
                                         "an end and a corner" };
    rim_triangle             t = { { -1.6f, 0, -1.2f }, { 0.2f, 0, 1.6f }, { 1.8f, 0, -0.9f } };
    rim_capsule              capsules[] = { { { 0.1f, 1.0f, -0.2f }, { 1.0f, 2.2f, -0.6f }, 0.38f },
                                            { { -0.756f, 0.485f, -2.13f }, { 1.044f, 1.115f, -0.967f }, 0.38f },
                                            { { 2.3f, 0.7f, -1.1f }, { 2.5f, 2.1f, -1.2f }, 0.38f } };
    figure                   f;
    figure_open(&f, folder, "closest", 760, 290);
    for (int k = 0; k < 3; k++)
    {
        rim_distance3 d = rim_capsule_distance_triangle(capsules[k], &t);
        rim_vec2      face[3] = { seen(t.a), seen(t.b), seen(t.c) };
        figure_view_up(&f, 82 + 245 * k, 205, 54);
        figure_polygon(&f, face, 3, OTHER, 0.4, OTHER, 1.0);
        capsule(&f, capsules[k], THING);
        figure_line(&f, seen(d.on_b), seen(d.on_a), NORMAL, 2.5);
        figure_dot(&f, seen(d.on_a), HIT, 4.0);
        figure_dot(&f, seen(d.on_b), HIT, 4.0);
        figure_caption(&f, 30 + 245 * k, 28, "%c: %s", (char)('A' + (int)d.letter - RIM_CASE_A),
                       words[k]);
        figure_caption(&f, 30 + 245 * k, 274, "%.2f apart", (double)d.distance);
    }
    figure_close(&f);
}

// --- Minkowski differences, in the plane -------------------------------------------------------------------

enum
{
    A_CORNERS = 5,
    B_CORNERS = 4
};

static const rim_vec2 shape_a[A_CORNERS] = {
    { -1, -0.8f }, { 0.7f, -1.1f }, { 1.3f, 0.1f }, { 0.3f, 1.1f }, { -0.9f, 0.7f }
};
static const rim_vec2 shape_b[B_CORNERS] = {
    { -0.9f, -0.7f }, { 0.9f, -0.9f }, { 1.0f, 0.6f }, { -0.7f, 0.9f }
};

static int difference(rim_vec2 b_at, rim_vec2 out[A_CORNERS * B_CORNERS])
{
    for (int i = 0; i < A_CORNERS; i++)
        for (int k = 0; k < B_CORNERS; k++)
            out[i * B_CORNERS + k] = rim_vec2_sub(shape_a[i], rim_vec2_add(shape_b[k], b_at));
    return (int)rim_polygon2_hull(out, A_CORNERS * B_CORNERS);
}

static rim_vec2 support(const rim_vec2 *points, int count, rim_vec2 way)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        if (rim_vec2_dot(points[i], way) > rim_vec2_dot(points[best], way)) best = i;
    return points[best];
}

static rim_convex flat_convex(const rim_vec2 *shape, int count, rim_vec2 place, rim_vec3 *points)
{
    for (int i = 0; i < count; i++) points[i] = at3(shape[i].x + place.x, shape[i].y + place.y, 0);
    return (rim_convex){ points, count, 0.0f, NULL };
}

static void two_shapes(figure *f, rim_vec2 b_at)
{
    rim_vec2 moved[B_CORNERS];
    for (int i = 0; i < B_CORNERS; i++) moved[i] = rim_vec2_add(shape_b[i], b_at);
    figure_polygon(f, shape_a, A_CORNERS, THING, 0.45, THING, 1.2);
    figure_polygon(f, moved, B_CORNERS, OTHER, 0.4, OTHER, 1.2);
    figure_label(f, at(0, 0), TEXT, "a");
    figure_label(f, b_at, TEXT, "b");
}

// The search's corners, numbered: each the farthest of the difference from what was closest so far.
static void search(figure *f, const rim_vec2 *border, int count)
{
    rim_vec2 held[8];
    int      have = 0;
    rim_vec2 nearest = support(border, count, at(-1, 1));
    for (int round = 0; round < 5; round++)
    {
        rim_vec2 next = support(border, count, rim_vec2_scale(nearest, -1));
        if (have && rim_vec2_dot(next, nearest) >= rim_vec2_dot(nearest, nearest) - 1e-4f) break;
        if (!have) held[have++] = nearest;
        figure_dashes(f, at(0, 0), nearest, GHOST, 1.0);
        held[have++] = next;
        nearest = rim_polygon2_closest((rim_polygon2){ held, have }, at(0, 0)).point;
    }
    figure_path(f, held, have, OUTLINE, 1.5);
    for (int i = 0; i < have; i++)
    {
        figure_dot(f, held[i], OUTLINE, 4.0);
        figure_text(f, at(held[i].x - 0.25, held[i].y + 0.08), TEXT, "%d", i + 1);
    }
}

static void gjk(const char *folder)
{
    figure        f;
    rim_vec2      b_at = { 2.9f, -0.9f }, border[A_CORNERS * B_CORNERS];
    rim_vec3      pa[A_CORNERS], pb[B_CORNERS];
    int           count = difference(b_at, border);
    rim_distance3 d =
        rim_convex_distance(flat_convex(shape_a, A_CORNERS, at(0, 0), pa), rim_xform3_identity(),
                            flat_convex(shape_b, B_CORNERS, b_at, pb), rim_xform3_identity(), NULL);
    figure_open(&f, folder, "gjk", 760, 360);
    figure_view_up(&f, 90, 170, 62);
    two_shapes(&f, b_at);
    figure_line(&f, at(d.on_a.x, d.on_a.y), at(d.on_b.x, d.on_b.y), NORMAL, 2.5);
    figure_view_up(&f, 690, 240, 62);
    figure_polygon(&f, border, count, THING, 0.3, THING, 1.2);
    search(&f, border, count);
    figure_line(&f, at(0, 0), at(d.on_a.x - d.on_b.x, d.on_a.y - d.on_b.y), NORMAL, 2.5);
    figure_dot(&f, at(0, 0), HIT, 4.5);
    figure_text(&f, at(0.12, -0.05), HIT, "0");
    figure_caption(&f, 24, 28, "how far apart are a and b?");
    figure_caption(&f, 400, 28, "how far is 0 from a - b?");
    figure_caption(&f, 24, 344,
                   "%.3f apart; corner after corner of a - b, each the farthest towards 0",
                   (double)d.distance);
    figure_close(&f);
}

static void epa(const char *folder)
{
    figure   f;
    rim_vec2 b_at = { 1.2f, -0.5f }, border[A_CORNERS * B_CORNERS], grown[A_CORNERS * B_CORNERS];
    rim_vec3 pa[A_CORNERS], pb[B_CORNERS];
    rim_vec3 solid_a[2 * A_CORNERS], solid_b[2 * B_CORNERS];
    int      count = difference(b_at, border), have = 3;
    rim_contact3 c;
    flat_convex(shape_a, A_CORNERS, at(0, 0), pa);
    flat_convex(shape_b, B_CORNERS, b_at, pb);
    for (int i = 0; i < 2 * A_CORNERS; i++)
        solid_a[i] = at3(pa[i / 2].x, pa[i / 2].y, i % 2 ? 50 : -50);
    for (int i = 0; i < 2 * B_CORNERS; i++)
        solid_b[i] = at3(pb[i / 2].x, pb[i / 2].y, i % 2 ? 50 : -50);
    rim_convex thick_a = { solid_a, 2 * A_CORNERS, 0, NULL },
               thick_b = { solid_b, 2 * B_CORNERS, 0, NULL };
    c = rim_convex_contact(thick_a, rim_xform3_identity(), thick_b, rim_xform3_identity(), NULL);

    figure_open(&f, folder, "epa", 760, 360);
    figure_view_up(&f, 130, 190, 62);
    two_shapes(&f, b_at);
    figure_arrow(&f, at(c.on_a.x, c.on_a.y), at(c.on_b.x, c.on_b.y), NORMAL, 2.5);
    figure_view_up(&f, 650, 215, 62);
    figure_polygon(&f, border, count, THING, 0.2, THING, 1.2);
    grown[0] = support(border, count, at(1, -0.3));
    grown[1] = support(border, count, at(-1, 1));
    grown[2] = support(border, count, at(-0.2, -1));
    for (int round = 0; round < 6; round++)
    {
        figure_polygon(&f, grown, have, THING, 0.15, OUTLINE, 0.8 + 0.3 * round);
        rim_vec2 nearest = rim_polygon2_closest((rim_polygon2){ grown, have }, at(0, 0)).point;
        grown[have] = support(border, count, nearest);
        have = (int)rim_polygon2_hull(grown, (size_t)have + 1);
    }
    figure_arrow(&f, at(0, 0), at(c.normal.x * -c.depth, c.normal.y * -c.depth), NORMAL, 2.5);
    figure_dot(&f, at(0, 0), HIT, 4.5);
    figure_caption(&f, 24, 28, "how deep are they in each other?");
    figure_caption(&f, 400, 28, "how far is 0 from the border of a - b?");
    figure_caption(&f, 24, 344, "%.3f deep; a polygon in a - b grows at its side nearest to 0",
                   (double)c.depth);
    figure_close(&f);
}

// --- bodies --------------------------------------------------------------------------------------------

static void wires(figure *f, const rim_hull *hull, rim_xform3 pose, ink stroke)
{
    for (int e = 0; e < rim_hull_read(hull).edge_count; e++)
    {
        rim_hull_edge edge = rim_hull_read(hull).edges[e];
        figure_line(f, seen(rim_xform3_apply(pose, rim_hull_read(hull).corners[edge.a])),
                    seen(rim_xform3_apply(pose, rim_hull_read(hull).corners[edge.b])), stroke, 1.2);
    }
}

static void clip(const char *folder)
{
    figure     f;
    rim_hull  *a, *b;
    rim_clip  *shared;
    rim_xform3 pa = rim_xform3_make(at3(0, 0, 0), rim_quat_axis_angle(at3(0, 1, 0), 0.3));
    rim_xform3 pb = rim_xform3_make(at3(1.1, 0.7, 0.3), rim_quat_axis_angle(at3(1, 1, 0.4), 0.9));
    figure_need(rim_hull_create_box(&a, at3(1.2, 1.0, 1.1), NULL) == RIM_OK, "memory");
    figure_need(rim_hull_create_cylinder(&b, 0.9f, 1.1f, 9, NULL) == RIM_OK, "memory");
    figure_need(rim_clip_create(&shared, NULL) == RIM_OK, "memory");
    figure_need(rim_hull_clip(shared, a, pa, b, pb) == RIM_OK, "memory");
    figure_open(&f, folder, "shared-body", 760, 380);
    figure_view_up(&f, 330, 236, 74);
    wires(&f, a, pa, THING);
    wires(&f, b, pb, OTHER);
    for (int i = 0; i < rim_clip_read(shared).face_count; i++)
    {
        rim_vec2      polygon[64];
        rim_clip_face face = rim_clip_face_at(shared, i);
        for (int k = 0; k < face.count && k < 64; k++)
        {
            double p[3];
            rim_clip_corner(shared, face.corners[k], p);
            polygon[k] = seen(at3(p[0], p[1], p[2]));
        }
        figure_polygon(&f, polygon, face.count, face.source == RIM_CLIP_FROM_A ? HIT : NORMAL, 0.3,
                       HIT, 1.6);
    }
    figure_caption(&f, 24, 28,
                   "the planes of one body cut the other, one after another; each cut closes "
                   "itself with a face");
    figure_caption(&f, 24, 364, "%d faces, volume %.4f", rim_clip_read(shared).face_count,
                   rim_clip_volume(shared));
    figure_close(&f);
    rim_clip_destroy(shared);
    rim_hull_destroy(a);
    rim_hull_destroy(b);
}

// A ball against a triangle seen from its side: the center's line against what lies within the radius of it.
static void impact(const char *folder)
{
    figure       f;
    rim_triangle t = { { -1, 0, -9 },
                       { -1, 0, 9 },
                       { 2.2f, 0, 0 } }; // its section z = 0 is -1 .. 2.2
    rim_sphere   ball = { { -3.4f, 2.5f, 0 }, 0.6f };
    rim_vec3     delta = { 4.2f, -3.6f, 0 };
    rim_hit3     hit = rim_sphere_sweep_triangle(ball, delta, &t, RIM_SIDE_BOTH);
    rim_vec3     there = rim_vec3_along(ball.center, delta, hit.t);
    figure_open(&f, folder, "time-of-impact", 760, 340);
    figure_view_up(&f, 460, 226, 60);
    rim_vec2 fat[4] = { at(-1, 0.6), at(2.2, 0.6), at(2.2, -0.6), at(-1, -0.6) };
    figure_circle(&f, at(-1, 0), 0.6, GRID, 1.0, NONE);
    figure_circle(&f, at(2.2, 0), 0.6, GRID, 1.0, NONE);
    figure_polygon(&f, fat, 4, GRID, 1.0, NONE, 1.0);
    figure_line(&f, at(-1, 0), at(2.2, 0), OTHER, 4.0);
    figure_dashes(&f, at(ball.center.x, ball.center.y),
                  at(ball.center.x + delta.x, ball.center.y + delta.y), GHOST, 1.2);
    figure_circle(&f, at(ball.center.x, ball.center.y), 0.6, NONE, 1.0, GHOST);
    figure_circle(&f, at(ball.center.x + delta.x, ball.center.y + delta.y), 0.6, NONE, 1.0, GHOST);
    figure_circle(&f, at(there.x, there.y), 0.6, THING, 0.45, THING);
    figure_dot(&f, at(there.x, there.y), THING, 4.0);
    figure_dot(&f, at(hit.point.x, hit.point.y), HIT, 4.5);
    figure_arrow(&f, at(hit.point.x, hit.point.y),
                 at(hit.point.x + 1.1f * hit.normal.x, hit.point.y + 1.1f * hit.normal.y), NORMAL,
                 2.5);
    figure_caption(&f, 24, 28,
                   "a ball meets a face when its center meets the face made as fat as the ball");
    figure_caption(&f, 24, 324, "t = %.4f: the root of a quadratic, no steps", (double)hit.t);
    figure_close(&f);
}

// --- hulls ---------------------------------------------------------------------------------------------

// From above, and a direction towards who looks.
static rim_vec2 from_above(rim_vec3 p)
{
    return at(0.9 * p.x - 0.436 * p.z, 0.94 * p.y - 0.15 * p.x - 0.31 * p.z);
}

static const rim_vec3 towards_us = { 0.41f, 0.344f, 0.846f };

// The faces that look at us; those that `from` sees are lit.
static void faces(figure *f, const rim_hull *hull, const rim_vec3 *from)
{
    const rim_vec3 *corners = rim_hull_read(hull).corners;
    for (int i = 0; i < rim_hull_read(hull).face_count; i++)
    {
        rim_vec2      polygon[32];
        rim_hull_face face = rim_hull_face_at(hull, i);
        rim_plane     plane = rim_hull_face_at(hull, i).plane;
        if (rim_vec3_dot(plane.normal, towards_us) <= 0.0f) continue;
        bool lit = from && rim_plane_distance(plane, *from) > 0.0f;
        for (int k = 0; k < face.count && k < 32; k++)
            polygon[k] = from_above(corners[face.corners[k]]);
        figure_polygon(f, polygon, face.count, lit ? HIT : THING,
                       0.25 + 0.35 * rim_vec3_dot(plane.normal, towards_us), lit ? HIT : OUTLINE,
                       1.2);
    }
}

static void hull_step(const char *folder)
{
    enum
    {
        COUNT = 16
    };
    figure    f;
    rim_hull *before, *after;
    rim_vec3  points[COUNT + 1], next = { 1.1f, 1.25f, 1.0f };
    // Points about a ball, by a spiral.
    for (int i = 0; i < COUNT; i++)
    {
        double          height = 1.0 - (2.0 * i + 1.0) / COUNT;
        rim_sincos_pair turn = rim_sincos(2.4 * i), lean = rim_sincos(rim_acos(height));
        points[i] = at3(1.2 * turn.cos * lean.sin, 1.2 * height, 1.2 * turn.sin * lean.sin);
    }
    points[COUNT] = next;
    figure_need(rim_hull_create(&before, points, COUNT, NULL) == RIM_OK, "memory");
    figure_need(rim_hull_create(&after, points, COUNT + 1, NULL) == RIM_OK, "memory");
    figure_open(&f, folder, "hull", 760, 320);
    for (int k = 0; k < 2; k++)
    {
        figure_view_up(&f, 190 + 370 * k, 180, 92);
        faces(&f, k ? after : before, k ? NULL : &next);
        figure_dot(&f, from_above(next), NORMAL, 5.0);
        figure_caption(&f, 24 + 370 * k, 28,
                       k ? "they go, and their rim is joined to it"
                         : "the faces that the point sees");
    }
    figure_close(&f);
    rim_hull_destroy(before);
    rim_hull_destroy(after);
}

// --- turning -------------------------------------------------------------------------------------------

static void stick(figure *f, const rim_vec3 corners[8], rim_xform3 pose, ink fill, double opacity,
                  ink stroke)
{
    static const int around[4] = { 0, 1, 3, 2 }; // in the plane z < 0
    rim_vec2         polygon[4];
    for (int i = 0; i < 4; i++)
    {
        rim_vec3 p = rim_xform3_apply(pose, corners[around[i]]);
        polygon[i] = at(p.x, p.y);
    }
    figure_polygon(f, polygon, 4, fill, opacity, stroke, 1.2);
}

static void turning(const char *folder)
{
    figure      f;
    rim_vec3    corners[8], half = { 1.3f, 0.13f, 0.4f };
    rim_shape3  thing = { RIM_SHAPE3_BOX, .box = { rim_xform3_identity(), half } };
    rim_plane   wall = { { 0, 1, 0 }, 0 };
    rim_shape3  floor = { RIM_SHAPE3_PLANE, .plane = wall };
    rim_xform3  start = rim_xform3_translation(at3(-3.2, 2.6, 0));
    rim_motion3 motion = { { 5.4f, -2.0f, 0 }, { 0, 0, -1 }, 1.9f };
    for (int i = 0; i < 8; i++)
        corners[i] = rim_vec3_make(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y,
                                   i & 4 ? half.z : -half.z);
    rim_hit3 hit = rim_shape3_sweep_turning(&thing, start, motion, &floor, rim_xform3_identity());
    int      steps = 0;
    figure_open(&f, folder, "turning", 760, 330);
    figure_view_up(&f, 350, 280, 68);
    figure_box(&f, at(-4.8, -0.4), at(5.6, 0), OTHER, 0.4, NONE);
    stick(&f, corners, rim_motion3_pose(motion, start, 1.0f), NONE, 1.0, GHOST);
    // Steps that are safe by the plainest bound: the gap over the fastest that any corner can move.
    float speed = rim_vec3_length(motion.delta) + motion.angle * rim_vec3_length(half);
    for (float t = 0.0f; steps < 60; steps++)
    {
        rim_xform3 pose = rim_motion3_pose(motion, start, t);
        float      gap = rim_plane_distance(wall, rim_xform3_apply(pose, corners[0]));
        for (int i = 1; i < 8; i++)
        {
            float other = rim_plane_distance(wall, rim_xform3_apply(pose, corners[i]));
            if (other < gap) gap = other;
        }
        if (gap < 0.02f) break;
        stick(&f, corners, pose, THING, 0.10, THING);
        t += gap / speed;
    }
    stick(&f, corners, rim_motion3_pose(motion, start, hit.t), THING, 0.7, THING);
    figure_dot(&f, at(hit.point.x, hit.point.y), HIT, 4.5);
    figure_arrow(&f, at(hit.point.x, hit.point.y), at(hit.point.x, hit.point.y + 0.9), NORMAL, 2.5);
    figure_caption(&f, 24, 28,
                   "t = %.4f; %d steps by the plainest bound that is safe, here; a bound of second "
                   "order, in the library",
                   (double)hit.t, steps);
    figure_close(&f);
}

void draw_solid_figures(const char *folder)
{
    closest(folder);
    gjk(folder);
    epa(folder);
    clip(folder);
    impact(folder);
    hull_step(folder);
    turning(folder);
}
