// Shapes as convex points in a pose, and the boxes around them.
#include "base/float.h"
#include "simd/f32x4.h"
#include "solid/query/shape.h"
#include "solid/shape/closest.h"

#include <stddef.h>

// --- boxes ---------------------------------------------------------------------------------------------

// Corner i is on the upper side of x, y and z if bit 0, 1 and 2 of i is set. Face f is perpendicular to axis f / 2, on its
// upper side if f is odd. Half-edge h leads from loops[h] to the next corner of face h / 4.
static const int32_t       BOX_STARTS[7] = { 0, 4, 8, 12, 16, 20, 24 };
static const int32_t       BOX_LOOPS[24] = { 0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4,
                                             2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6 };
static const int32_t       BOX_FACES_OF[24] = { 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2,
                                                3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5 };
static const int32_t       BOX_EDGES_OF[24] = { 8,  6, 10, 4, 5, 11, 7, 9, 0, 9, 2, 8,
                                                10, 3, 11, 1, 4, 1,  5, 0, 2, 7, 3, 6 };
static const rim_hull_edge BOX_EDGES[12] = { { 0, 1, 2, 4 }, { 2, 3, 4, 3 }, { 4, 5, 5, 2 },
                                             { 6, 7, 3, 5 }, { 0, 2, 4, 0 }, { 1, 3, 1, 4 },
                                             { 4, 6, 0, 5 }, { 5, 7, 5, 1 }, { 0, 4, 0, 2 },
                                             { 1, 5, 2, 1 }, { 2, 6, 3, 0 }, { 3, 7, 1, 3 } };
static const int32_t       BOX_NEIGHBOR_STARTS[9] = { 0, 3, 6, 9, 12, 15, 18, 21, 24 };
static const int32_t       BOX_NEIGHBOR_EDGES[24] = { 8, 4, 0, 5, 9, 0, 4,  10, 1, 11, 5,  1,
                                                      6, 8, 2, 9, 7, 2, 10, 6,  3, 7,  11, 3 };

// The normals; hull_plane_offset has the offsets.
static const hull_plane BOX_PLANES[6] = { { { -1.0, 0.0, 0.0 }, 0.0 }, { { 1.0, 0.0, 0.0 }, 0.0 },
                                          { { 0.0, -1.0, 0.0 }, 0.0 }, { { 0.0, 1.0, 0.0 }, 0.0 },
                                          { { 0.0, 0.0, -1.0 }, 0.0 }, { { 0.0, 0.0, 1.0 }, 0.0 } };

// The parts that all boxes share, up to `bounds`. A hull's arrays are never written after its creation.
_Static_assert(offsetof(rim_hull, largest) == offsetof(rim_hull, bounds) + sizeof(rim_box3) &&
                   offsetof(rim_hull, corners) >= offsetof(rim_hull, bounds) + 32,
               "the bounds and the largest coordinate are written as eight floats");
static const rim_hull BOX = { .view = { .count = 8 },
                              .kind = RIM_HULL_SOLID,
                              .corner_count = 8,
                              .edge_count = 12,
                              .face_count = 6,
                              .padded_corners = 8,
                              .neighbor_starts = (int32_t *)BOX_NEIGHBOR_STARTS,
                              .neighbor_edges = (int32_t *)BOX_NEIGHBOR_EDGES,
                              .starts = (int32_t *)BOX_STARTS,
                              .loops = (int32_t *)BOX_LOOPS,
                              .faces_of = (int32_t *)BOX_FACES_OF,
                              .edges_of = (int32_t *)BOX_EDGES_OF,
                              .half_edge_count = 24,
                              .edges = (rim_hull_edge *)BOX_EDGES,
                              .planes = (hull_plane *)BOX_PLANES,
                              .box_up = { 0xaa, 0xcc, 0xf0 } };

// The signs of the corners' coordinates: of x, y and z by themselves, and of all in the order of memory.
static const float BOX_X[8] = { -1, 1, -1, 1, -1, 1, -1, 1 };
static const float BOX_Y[8] = { -1, -1, 1, 1, -1, -1, 1, 1 };
static const float BOX_Z[8] = { -1, -1, -1, -1, 1, 1, 1, 1 };
static const float BOX_BOUNDS[4] = { -1, -1, -1, 1 };
static const float BOX_CORNERS[24] = { -1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1,
                                       -1, -1, 1,  1, -1, 1,  -1, 1, 1,  1, 1, 1 };

// Writes four floats at once, as the kernels read them: a wide load from what narrow stores have just written stalls.
static void box_store(float *at, const float *signs, f32x4 sizes)
{
    f32x4_store(at, f32x4_mul(f32x4_load(signs), sizes));
}

// See shape.h. Copies the constant part and writes what depends on the extents. Of the corners, four at a time are written
// as twelve floats, in three steps: x y z x, y z x y, z x y z.
void hull_box_make(hull_box *out, rim_vec3 half)
{
    rim_hull *hull = &out->hull;
    float     widest = half.x > half.y ? half.x : half.y;
    float     largest = half.z > widest ? half.z : widest;
    f32x4     xyzx = f32x4_set(half.x, half.y, half.z, half.x);
    f32x4     yzxy = f32x4_set(half.y, half.z, half.x, half.y);
    f32x4     zxyz = f32x4_set(half.z, half.x, half.y, half.z);
    memcpy(hull, &BOX, offsetof(rim_hull, bounds));
    hull->view.points = hull->corners = out->corners;
    hull->view.hull = hull;
    hull->x = out->x;
    hull->y = out->y;
    hull->z = out->z;
    // The members from bounds.lo to hi.x; then hi.y, hi.z, largest and padding.
    float *bounds = (float *)((char *)hull + offsetof(rim_hull, bounds));
    box_store(bounds, BOX_BOUNDS, xyzx);
    f32x4_store(bounds + 4, f32x4_set(half.y, half.z, largest, 0.0f));
    for (int i = 0; i < 8; i += 4)
    {
        box_store(out->x + i, BOX_X + i, f32x4_all(half.x));
        box_store(out->y + i, BOX_Y + i, f32x4_all(half.y));
        box_store(out->z + i, BOX_Z + i, f32x4_all(half.z));
        box_store(&out->corners[i].x, BOX_CORNERS + 3 * i, xyzx);
        box_store(&out->corners[i + 1].y, BOX_CORNERS + 3 * i + 4, yzxy);
        box_store(&out->corners[i + 2].z, BOX_CORNERS + 3 * i + 8, zxyz);
    }
}

// --- convex points ------------------------------------------------------------------------------------

// See shape.h. The pose of the points is the product of the caller's and the box's own, or the other one if either of them
// is the identity. A box without volume keeps the eight corners of its hull, but is no hull.
shape3_points shape3_points_of_box(shape3_view *room, const rim_obox *box, const rim_xform3 *pose)
{
    rim_vec3 half = box->half;
    float    lesser = half.x < half.y ? half.x : half.y, least = half.z < lesser ? half.z : lesser;
    double   sum = (double)half.x + half.y + half.z;
    if (!(least >= 0.0f && sum < INFINITY)) return SHAPE3_NO_POINTS;
    shape3_points points = { &room->box.hull.view, pose };
    if (pose3_is_identity(pose))
        points.pose = &box->pose; // either pose alone costs no product
    else if (!pose3_is_identity(&box->pose))
    {
        room->pose = rim_xform3_mul(*pose, box->pose);
        points.pose = &room->pose;
    }
    hull_box_make(&room->box, half);
    if (least == 0.0f) room->box.hull.view.hull = NULL;
    return points;
}

bool shape3_view_of(shape3_view *v, const rim_shape3 *s, const rim_xform3 *pose)
{
    shape3_points points = shape3_points_of(v, s, pose);
    if (!points.convex) return false;
    v->convex = *points.convex;
    v->pose = *points.pose;
    return true;
}

// See shape.h. The sum of the magnitudes is NaN or infinite if one is, and a negative infinite radius gives -INFINITY
// or NaN.
bool shape3_is_finite(const rim_convex *c)
{
    double sum = c->radius;
    for (int i = 0; i < c->count && !c->hull; i++) sum += vec3_magnitude(c->points[i]);
    return sum < INFINITY;
}

// --- bounds -------------------------------------------------------------------------------------------

// Returns the bounds of a shape in the world: rotates every point in doubles, adds the radius and rounds outward. A plane
// has infinite bounds. A shape without points, or with a non-finite number in it or its pose, has empty ones.
rim_box3 rim_shape3_bounds(const rim_shape3 *shape, rim_xform3 pose)
{
    rim_box3    box = rim_box3_empty();
    shape3_view v;
    if (shape->kind == RIM_SHAPE3_PLANE)
        return rim_box3_make(rim_vec3_make(-INFINITY, -INFINITY, -INFINITY),
                             rim_vec3_make(INFINITY, INFINITY, INFINITY));
    if (!shape3_view_of(&v, shape, &pose) || !shape3_is_finite(&v.convex) ||
        !pose_is_finite(v.pose))
        return box;
    pose3_frame frame = pose3_frame_of(&v.pose);
    double      r = v.convex.radius;
    for (int i = 0; i < v.convex.count; i++)
    {
        vec3d    p = pose3_apply(&frame, v.convex.points[i]);
        rim_vec3 lo =
            rim_vec3_make(float_below(p.x - r), float_below(p.y - r), float_below(p.z - r));
        rim_vec3 hi =
            rim_vec3_make(float_above(p.x + r), float_above(p.y + r), float_above(p.z + r));
        box.lo = rim_vec3_min(box.lo, lo);
        box.hi = rim_vec3_max(box.hi, hi);
    }
    return box;
}
