// Template: compiled by each file that includes it. Requires simd/f32x8.h to be included before.
//
// Rays against a mesh: the first hit or any hit.
#ifndef RIM_SOLID_MESH_TRAVERSE_RAY_H
#define RIM_SOLID_MESH_TRAVERSE_RAY_H

#include "base/vec3d.h"
#include "solid/mesh/query.h"
#include "solid/mesh/traverse.h"
#include "solid/shape/contact.h"

// --- a line against eight triangles -----------------------------------------------------------------------

// A ray, prepared for shearing the triangles so that it runs along the z axis (Woop, Benthin, Wald, "Watertight
// Ray/Triangle Intersection", 2013). The axes are permuted first, so that |delta.z| is the largest.
typedef struct sheared_ray
{
    const uint8_t *axes;    // which of x, y and z are the permuted axes
    f32x8          origin;  // permuted, in the first three lanes
    f32x8          delta;   // permuted, in the first three lanes
    f32x8          along_x; // delta.x / delta.z
    f32x8          along_y; // delta.y / delta.z
    // 2^-20 of the coordinates: four times the largest distance from the line of a computed point of it.
    f32x8          off;
    bool           runs_down; // delta.z < 0
} sheared_ray;

// The permuted axes by the bits of |x| >= |y|, |y| >= |z| and |z| >= |x|, as lane numbers for f32x8_permute, of which
// the first three are used. The third is the axis of the largest component; row 0 occurs for NaNs alone. All
// permutations are cyclic, so that a triangle keeps its orientation.
static const uint8_t RAY_AXES[8][8] = { { 1, 2, 0 }, { 1, 2, 0 }, { 2, 0, 1 }, { 1, 2, 0 },
                                        { 0, 1, 2 }, { 0, 1, 2 }, { 2, 0, 1 }, { 1, 2, 0 } };

// Prepares a ray: permutes the axes so that |delta.z| is the largest component, divides delta by delta.z, and sets
// `off` to MESH_MOTION_WIDENING times the largest coordinate of the mesh plus those of the origin, summed over the
// axes.
SIMD_INLINE sheared_ray shear_ray(const rim_mesh *mesh, const rim_ray3 *ray)
{
    f32x8 origin = f32x8_of(ray->origin.x, ray->origin.y, ray->origin.z);
    f32x8 delta = f32x8_of(ray->delta.x, ray->delta.y, ray->delta.z);
    f32x8 size = f32x8_abs(delta), all = f32x8_add(f32x8_all(mesh->largest), f32x8_abs(origin));
    // Lane k compares |delta| on axis k with the next axis: the bits that select a row of RAY_AXES.
    f32x8 next = f32x8_abs(f32x8_of(ray->delta.y, ray->delta.z, ray->delta.x));
    sheared_ray s;
    s.axes = RAY_AXES[f32x8_bits(f32x8_less_equal(next, size)) & 7u];
    s.origin = f32x8_permute(origin, origin, s.axes);
    s.delta = f32x8_permute(delta, delta, s.axes);
    all = f32x8_mul(all, f32x8_all(MESH_MOTION_WIDENING));
    s.off = f32x8_all(F32X8_LANE(all, 0) + F32X8_LANE(all, 1) + F32X8_LANE(all, 2));
    // A ray of length 0 gives NaNs. They make every triangle `possible` and none `certain`.
    f32x8 along = f32x8_div(s.delta, f32x8_all(F32X8_LANE(s.delta, 2)));
    s.along_x = f32x8_all(F32X8_LANE(along, 0));
    s.along_y = f32x8_all(F32X8_LANE(along, 1));
    s.runs_down = f32x8_bits(f32x8_less(s.delta, f32x8_all(0.0f))) >> 2 & 1u;
    return s;
}

// Eight corners relative to a point of the ray, sheared along z. size is |x| + |y| + |z| before shearing.
typedef struct sheared_corners
{
    f32x8 x, y, size;
} sheared_corners;

// Makes the corners (x, y, z), with permuted axes, relative to the point, and returns them sheared:
//
//     x' = x - along_x z,  y' = y - along_y z
//
// The line of the ray so becomes the z axis.
SIMD_INLINE sheared_corners shear(f32x8 x, f32x8 y, f32x8 z, const vec3x8 *point,
                                  const sheared_ray *ray)
{
    x = f32x8_sub(x, point->x);
    y = f32x8_sub(y, point->y);
    z = f32x8_sub(z, point->z);
    return (sheared_corners){ f32x8_sub_mul(ray->along_x, z, x), f32x8_sub_mul(ray->along_y, z, y),
                              f32x8_add(f32x8_add(f32x8_abs(x), f32x8_abs(y)), f32x8_abs(z)) };
}

// Returns the sheared corners of eight triangles: lane i is corner which[i], 0 .. 15, of the leaf's first sixteen
// corners. Only x and y are permuted: ray_leaf does not read the sizes, as the size of the leaf bounds them.
SIMD_INLINE sheared_corners permute_corners(const sheared_corners *low, const sheared_corners *high,
                                            const uint8_t *which)
{
    return (sheared_corners){ f32x8_permute(low->x, high->x, which),
                              f32x8_permute(low->y, high->y, which), low->size };
}

// Returns twice the signed area of the triangles (0, 0), p, q:  p.x q.y - p.y q.x.
SIMD_INLINE f32x8 twice_area(const sheared_corners *p, const sheared_corners *q)
{
    return f32x8_mul_sub(p->x, q->y, f32x8_mul(p->y, q->x));
}

// A bit for each triangle that the line may cross; that it certainly crosses; and that it certainly crosses from
// behind. `back_facing` has no meaning for triangles that are not certain.
typedef struct ray_lanes
{
    unsigned possible, certain, back_facing;
} ray_lanes;

// Classifies the triangles a, b, c by the signed areas ab, bc and ca that their edges span with (0, 0), which is the
// line. The line crosses a triangle if all three have the same sign. Seen along z, positive areas belong to a face that
// looks away. A ray that runs down the z axis sees the other side.
//
//   certain     all areas > error, or all < -error
//   possible    unless one area is > error and another < -error
//
// Error bound: let S be `size`, a bound of |x| + |y| + |z| of the triangle's corners relative to the point, before
// shearing. A computed point of the line is off by at most off / 4. So sheared corners are right to 2^-22 S + off / 4.
// Areas are right to 4 S times that, 2^-20 S^2 + S off. The bound is  S (2^-19 S + off) + 2^-100,  where 2^-100 covers
// underflow.
SIMD_INLINE ray_lanes classify_lines(const sheared_corners *a, const sheared_corners *b,
                                     const sheared_corners *c, f32x8 size, const sheared_ray *ray)
{
    f32x8    ab = twice_area(a, b), bc = twice_area(b, c), ca = twice_area(c, a);
    f32x8    part = f32x8_mul_add(size, f32x8_all(MESH_AREA_ERROR), ray->off);
    f32x8    error = f32x8_mul_add(size, part, f32x8_all(MESH_PRODUCT_UNDERFLOW));
    f32x8    minus = f32x8_sub(f32x8_all(0.0f), error);
    f32x8    minimum = f32x8_min3(ab, bc, ca), maximum = f32x8_max3(ab, bc, ca);
    unsigned positive = f32x8_bits(f32x8_less(error, minimum));
    unsigned negative = f32x8_bits(f32x8_less(maximum, minus));
    unsigned both = f32x8_bits(f32x8_and(f32x8_less(error, maximum), f32x8_less(minimum, minus)));
    return (ray_lanes){ ~both, positive | negative, ray->runs_down ? negative : positive };
}

// Classifies eight triangles of a leaf from triangle `first` on, relative to the point of the ray at the time `enter`,
// at which it enters the leaf's box. In the fast form (`floats`) this point is at most `off` and one rounding beside
// the box on each axis, so the leaf's size plus 4 `off` bounds all corners. Such a leaf has at most eight triangles,
// and `first` is 0. If they share at most sixteen corners, these are sheared once, as two vectors, and permuted to the
// triangles. In the compact form the largest size of a triangle's three corners is its bound. Lanes without a triangle
// are not possible.
SIMD_INLINE ray_lanes ray_leaf(const mesh_leaf *leaf, int first, const sheared_ray *ray,
                               float enter, bool floats)
{
    const float    *x = leaf->x + ray->axes[0] * leaf->corners;
    const float    *y = leaf->x + ray->axes[1] * leaf->corners;
    const float    *z = leaf->x + ray->axes[2] * leaf->corners;
    f32x8           p = f32x8_add(ray->origin, f32x8_mul(ray->delta, f32x8_all(enter)));
    vec3x8          point = vec3x8_all(F32X8_LANE(p, 0), F32X8_LANE(p, 1), F32X8_LANE(p, 2));
    sheared_corners a, b, c;
    f32x8           size = f32x8_mul_add(ray->off, f32x8_all(4.0f), f32x8_all(leaf->size));
    if (CPU_COMMON(floats && leaf->lists && leaf->corners <= 16))
    {
        const uint8_t  *at = leaf->lists;
        sheared_corners low = shear(f32x8_load(x), f32x8_load(y), f32x8_load(z), &point, ray);
        sheared_corners high =
            shear(f32x8_load(x + 8), f32x8_load(y + 8), f32x8_load(z + 8), &point, ray);
        a = permute_corners(&low, &high, at);
        b = permute_corners(&low, &high, at + leaf->triangles);
        c = permute_corners(&low, &high, at + 2 * leaf->triangles);
    }
    else
    {
        triangle3x8 t = triangles_along(leaf, first, x, y, z);
        a = shear(t.a.x, t.a.y, t.a.z, &point, ray);
        b = shear(t.b.x, t.b.y, t.b.z, &point, ray);
        c = shear(t.c.x, t.c.y, t.c.z, &point, ray);
        if (!floats) size = f32x8_add(f32x8_max3(a.size, b.size, c.size), ray->off);
    }
    ray_lanes lanes = classify_lines(&a, &b, &c, size, ray);
    lanes.possible &= leaf_lanes(leaf, first);
    return lanes;
}

// --- the first triangle ---------------------------------------------------------------------------------------

// The first hit of a ray so far.
typedef struct ray_first
{
    float          t;         // INFINITY if there is none
    const uint8_t *number_at; // the triangle's number in its leaf
    bool   exact; // the hit is the result of rim_triangle_raycast; the members below are not set
    bool   hits_front;
    double fraction; // t before rounding
    vec3d  normal;   // of the face, not normalised
} ray_first;

// Returns true if a hit at t with the triangle whose number is at number_at comes before *best. Equal times are decided
// by the triangles' numbers, which are read only then. Requires t < INFINITY.
SIMD_INLINE bool ray_is_first(const rim_mesh *mesh, const ray_first *best, float t,
                              const uint8_t *number_at)
{
    if (t != best->t) return t < best->t;
    return bits_number_at(number_at, mesh->number_bytes) <
           bits_number_at(best->number_at, mesh->number_bytes);
}

// Returns corner k of triangle i, relative to the ray's origin.
SIMD_INLINE vec3d ray_corner(const mesh_leaf *leaf, int k, int i, vec3d origin)
{
    return v3d_sub(v3d_from(mesh_corner(leaf, mesh_slot(leaf, k, i))), origin);
}

// Stores triangle i in *best and returns true if the ray hits it, within its length, before *best. Requires that the
// line certainly crosses the triangle: then its normal is not 0 and the ray is not parallel to it, and the result has
// the bits of rim_triangle_raycast, which computes the same (change both together):
//
//     normal = (b - a) x (c - a),  fraction = normal . a / normal . delta     with corners relative to the origin
SIMD_INLINE bool ray_keep_first(ray_first *best, const rim_mesh *mesh, const mesh_leaf *leaf, int i,
                                const rim_ray3 *ray, bool hits_front)
{
    const uint8_t *number_at = leaf->numbers + (uint32_t)i * mesh->number_bytes;
    vec3d          origin = v3d_from(ray->origin);
    vec3d          a = ray_corner(leaf, 0, i, origin), b = ray_corner(leaf, 1, i, origin);
    vec3d          c = ray_corner(leaf, 2, i, origin);
    // Adding 0 makes zeros positive, as in rim_triangle_raycast.
    vec3d          normal = v3d_add(v3d(0.0, 0.0, 0.0), v3d_cross(v3d_sub(b, a), v3d_sub(c, a)));
    double         fraction = v3d_dot(normal, a) / v3d_dot(normal, v3d_from(ray->delta));
    if (!(fraction >= 0.0 && fraction <= 1.0)) return false;
    float t = (float)fraction;
    if (!ray_is_first(mesh, best, t, number_at)) return false;
    *best = (ray_first){ .t = t,
                         .number_at = number_at,
                         .hits_front = hits_front,
                         .fraction = fraction,
                         .normal = normal };
    return true;
}

// Returns the hit of triangle i of the leaf at `ref` by rim_triangle_raycast, with its number: for triangles that
// floats cannot decide.
static CPU_COLD rim_hit3 ray_hit_exactly(const rim_mesh *mesh, uint32_t ref, int i,
                                         const rim_ray3 *ray, rim_side side)
{
    mesh_leaf    leaf = mesh_leaf_of(mesh, ref);
    rim_triangle t = mesh_triangle(&leaf, i);
    rim_hit3     hit = rim_triangle_raycast(&t, *ray, side);
    hit.item = mesh_number(mesh, &leaf, i);
    return hit;
}

// Returns the hit *best as rim_triangle_raycast would. Requires a hit with best->exact false.
SIMD_INLINE rim_hit3 ray_hit_of(const rim_mesh *mesh, const ray_first *best, const rim_ray3 *ray)
{
    double   per = (best->hits_front ? 1.0 : -1.0) / sqrt(v3d_dot(best->normal, best->normal));
    rim_vec3 n = v3d_round(v3d_scale(best->normal, per));
    vec3d    at = v3d_along(v3d_from(ray->origin), v3d_from(ray->delta), best->fraction);
    return (rim_hit3){ .hit = true,
                       .t = best->t,
                       .point = v3d_round(at),
                       .normal = n,
                       .face_normal = n,
                       .back = !best->hits_front,
                       .mover = shape_feature(RIM_FEATURE_VERTEX, 0),
                       .other = shape_feature(RIM_FEATURE_FACE, 0),
                       .item = bits_number_at(best->number_at, mesh->number_bytes),
                       .letter = RIM_CASE_NONE };
}

// Returns true if ray_keep_first cannot overflow or underflow: on each axis the sum of the mesh's largest coordinate
// and those of the ray's origin and delta is below MESH_COORDINATE_LIMIT / 8, and the delta of some axis is larger than
// MESH_MIN_RAY_LENGTH. Lanes 3 .. 7, in which origin and delta are 0, change neither answer.
SIMD_INLINE bool ray_fits_doubles(const rim_mesh *mesh, const rim_ray3 *ray)
{
    f32x8 origin = f32x8_of(ray->origin.x, ray->origin.y, ray->origin.z);
    f32x8 delta = f32x8_abs(f32x8_of(ray->delta.x, ray->delta.y, ray->delta.z));
    f32x8 all = f32x8_add(f32x8_add(f32x8_all(mesh->largest), f32x8_abs(origin)), delta);
    return f32x8_bits(f32x8_less(all, f32x8_all(MESH_COORDINATE_LIMIT / 8.0f))) == 255 &&
           f32x8_bits(f32x8_less(f32x8_all(MESH_MIN_RAY_LENGTH), delta)) != 0;
}

// Tests triangle i of the leaf at `ref`, whose number is at number_at, by rim_triangle_raycast. Stores a hit in *exact,
// and its time and number in *best, if it comes before *best, and returns true if so.
SIMD_INLINE bool ray_keep_exact(ray_first *best, rim_hit3 *exact, const rim_mesh *mesh,
                                uint32_t ref, const uint8_t *number_at, int i, const rim_ray3 *ray,
                                rim_side side)
{
    rim_hit3 hit = ray_hit_exactly(mesh, ref, i, ray, side);
    if (!hit.hit || !ray_is_first(mesh, best, hit.t, number_at)) return false;
    *exact = hit;
    *best = (ray_first){ .t = hit.t, .number_at = number_at, .exact = true };
    return true;
}

// Stores the first hit, or any hit if `any` is set, in *best. If best->exact is set, the hit itself is in *exact. *best
// has t = INFINITY if there is no hit.
//
// Nodes are visited depth first, the children of a node in the order of their entry times. Each lane of ray_leaf is a
// triangle. Those that the line certainly crosses are computed here, the other possible ones by rim_triangle_raycast. A
// hit lowers t_most, which prunes all nodes and leaves that the ray enters later. If the coordinates are so large or
// small that doubles may overflow or underflow, no lane is trusted to be certain. If floats may overflow, every triangle
// is tested exactly, without a traversal.
SIMD_INLINE void traverse_ray(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side, bool any,
                              bool floats, ray_first *best, rim_hit3 *exact, mesh_trace *trace)
{
    mesh_entry     stack[MESH_STACK_SIZE];
    mesh_traversal traversal = traversal_of(mesh, stack);
    mesh_node_test test;
    float          t_most = MESH_MOTION_END;
    unsigned       trusted = ray_fits_doubles(mesh, ray) ? 255u : 0u;
    sheared_ray    sheared = shear_ray(mesh, ray);
    motion_init(&test.motion, mesh, f32x8_of(ray->origin.x, ray->origin.y, ray->origin.z),
                f32x8_all(0.0f), f32x8_of(ray->delta.x, ray->delta.y, ray->delta.z));
    *best = (ray_first){ .t = INFINITY };
    if (CPU_RARE(!trusted) && !mesh_ray_in_float_range(mesh, ray))
    {
        best->exact = rim_mesh_raycast_all(mesh, *ray, side, exact, 1) > 0;
        if (best->exact) best->t = exact->t;
        return;
    }
    if (!mesh->node_count) return;
    do
    {
        if (!traverse_to_leaf(&traversal, &test, MESH_MOVING, t_most, floats, trace)) return;
        prefetch_ref(traversal.nodes, traversal.ref);
        mesh_leaf leaf = mesh_leaf_of(mesh, traversal.ref);
        for (int first = 0; first < (floats ? 1 : leaf.triangles); first += 8)
        {
            ray_lanes lanes = ray_leaf(&leaf, first, &sheared, traversal.enter, floats);
            lanes.certain &= trusted;
            for (unsigned bits = lanes.possible; bits; bits &= bits - 1)
            {
                int            lane = bits_lowest(bits), i = first + lane;
                const uint8_t *number_at = leaf.numbers + (uint32_t)i * mesh->number_bytes;
                bool           hits_front = !(lanes.back_facing >> lane & 1u), is_stored;
                if (CPU_RARE(!(lanes.certain >> lane & 1u)))
                    is_stored =
                        ray_keep_exact(best, exact, mesh, traversal.ref, number_at, i, ray, side);
                else
                    is_stored = (CPU_COMMON(side == RIM_SIDE_BOTH) ||
                                 hits_front == (side == RIM_SIDE_FRONT)) &&
                                ray_keep_first(best, mesh, &leaf, i, ray, hits_front);
                if (!is_stored) continue;
                if (any) return;
                t_most = mesh_earlier_end(best->t, t_most);
            }
        }
    } while (traverse_next(&traversal, t_most));
}

// Returns the first hit of the ray: the exact one, or the one that the traversal computed. A miss has t = 1.
SIMD_TARGET static rim_hit3 mesh_raycast(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side)
{
    ray_first best;
    rim_hit3  exact;
    MESH_FORMS(mesh, traverse_ray(mesh, ray, side, false, floats, &best, &exact, NULL));
    if (!(best.t < INFINITY)) return (rim_hit3){ .t = 1.0f };
    return best.exact ? exact : ray_hit_of(mesh, &best, ray);
}

SIMD_TARGET static bool mesh_any(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side)
{
    ray_first best;
    rim_hit3  exact;
    MESH_FORMS(mesh, traverse_ray(mesh, ray, side, true, floats, &best, &exact, NULL));
    return best.t < INFINITY;
}

#endif
