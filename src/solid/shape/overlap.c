// Overlap of boxes with triangles and with each other: every axis on which they could be apart.
#include "rimcast/shape3_box.h"

#include "solid/shape/box.h"
#include "solid/shape/closest.h"

// Of some points along n.
typedef struct overlap3_extent
{
    double lo, hi;
} overlap3_extent;

static overlap3_extent overlap3_extent_of(const vec3d *points, int count, vec3d n)
{
    overlap3_extent along = { INFINITY, -INFINITY };
    for (int i = 0; i < count; i++)
    {
        double at = v3d_dot(n, points[i]);
        along.lo = at < along.lo ? at : along.lo;
        along.hi = at > along.hi ? at : along.hi;
    }
    return along;
}

static overlap3_extent box_extent(const box3_local *box, vec3d n)
{
    overlap3_extent along = { 0.0, 0.0 };
    along.lo = n.x * (n.x > 0.0 ? box->lo.x : box->hi.x) +
               n.y * (n.y > 0.0 ? box->lo.y : box->hi.y) +
               n.z * (n.z > 0.0 ? box->lo.z : box->hi.z);
    along.hi = n.x * (n.x > 0.0 ? box->hi.x : box->lo.x) +
               n.y * (n.y > 0.0 ? box->hi.y : box->lo.y) +
               n.z * (n.z > 0.0 ? box->hi.z : box->lo.z);
    return along;
}

static bool apart_along(const box3_local *box, const vec3d *points, int count, vec3d n)
{
    overlap3_extent a = box_extent(box, n), b = overlap3_extent_of(points, count, n);
    return a.hi < b.lo || b.hi < a.lo;
}

static const vec3d AXES[3] = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };

static bool apart_along_own(const box3_local *box, const vec3d *points, int count)
{
    for (int i = 0; i < 3; i++)
        if (apart_along(box, points, count, AXES[i])) return true;
    return false;
}

// The box against the hull of points whose faces have these normals and whose edges run in these directions, for all
// axes but the box's own.
static bool meets(const box3_local *box, const vec3d *points, int count, const vec3d *normals,
                  int normal_count, const vec3d *edges, int edge_count)
{
    for (int i = 0; i < normal_count; i++)
        if (apart_along(box, points, count, normals[i])) return false;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < edge_count; k++)
        {
            // Products of parallel edges are noise, not axes; what they could tell the faces have told.
            vec3d n = v3d_cross(AXES[i], edges[k]);
            if (v3d_length2(n) > CORE_PARALLEL * v3d_length2(edges[k]) &&
                apart_along(box, points, count, n))
                return false;
        }
    return true;
}

// own: whether the box's own axes are to be tried, too.
static bool meets_triangle(const box3_local *box, const rim_triangle *t, bool own)
{
    if (box->frame.scale == 0.0) return false;
    vec3d p[3] = { box3_local_in(box, t->a), box3_local_in(box, t->b), box3_local_in(box, t->c) };
    if (own && apart_along_own(box, p, 3)) return false;
    vec3d e[3] = { v3d_sub(p[1], p[0]), v3d_sub(p[2], p[1]), v3d_sub(p[0], p[2]) };
    vec3d normal = v3d_cross(e[0], e[1]);
    // Without area it is a segment or a point, and its normal says nothing.
    return meets(box, p, 3, &normal, v3d_length2(normal) > 0.0, e, 3);
}

// Along the axes of the world floats tell exactly, however far from all else a small thing is.
bool rim_box3_overlaps_triangle(rim_box3 a, const rim_triangle *b)
{
    rim_box3 its = { rim_vec3_min(rim_vec3_min(b->a, b->b), b->c),
                     rim_vec3_max(rim_vec3_max(b->a, b->b), b->c) };
    if (!rim_box3_overlaps(its, a)) return false;
    box3_local box = box3_local_of_box3(a, reach_triangle(b));
    return meets_triangle(&box, b, false);
}

bool rim_obox_overlaps_triangle(rim_obox a, const rim_triangle *b)
{
    box3_local box = box3_local_of_obox(a, reach_triangle(b));
    return meets_triangle(&box, b, true);
}

bool rim_obox_overlaps_obox(rim_obox a, rim_obox b)
{
    box3_local box = box3_local_of_obox(a, core_length1(b.pose.position) + core_length1(b.half));
    box3_local other = box3_local_of_obox(b, 0.0);
    if (box.frame.scale == 0.0 || other.frame.scale == 0.0) return false;
    // Corners of b about its centre, then in the axes of a.
    vec3d center = box3_local_in(&box, b.pose.position);
    vec3d half = v3d_scale(v3d_from(b.half), box.frame.scale), corners[8];
    vec3d axes[3] = { m3d_unapply(box.turn, other.turn.x), m3d_unapply(box.turn, other.turn.y),
                      m3d_unapply(box.turn, other.turn.z) };
    for (int i = 0; i < 8; i++)
    {
        vec3d at = v3d_along(center, axes[0], i & 1 ? half.x : -half.x);
        at = v3d_along(at, axes[1], i & 2 ? half.y : -half.y);
        corners[i] = v3d_along(at, axes[2], i & 4 ? half.z : -half.z);
    }
    return !apart_along_own(&box, corners, 8) && meets(&box, corners, 8, axes, 3, axes, 3);
}
