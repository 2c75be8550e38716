// Template: compiled by each file that includes it. Requires simd/f32x8.h to be included before.
//
// Rays against a mesh: the first hit or any hit.
#ifndef RIM_SOLID_MESH_TRAVERSE_RAY_H
#define RIM_SOLID_MESH_TRAVERSE_RAY_H

#include "simd/f64x4.h"
#include "solid/mesh/query.h"
#include "solid/mesh/traverse.h"
#include "solid/shape/contact.h"

// --- a line against eight triangles -----------------------------------------------------------------------

// Convert vectors to three lanes of doubles and back.
SIMD_INLINE f64x4 ray_vector(rim_vec3 v)
{
    return f64x4_from_floats(v.x, v.y, v.z, 0.0f);
}

SIMD_INLINE rim_vec3 ray_round(f64x4 a)
{
    float v[4];
    f64x4_store_floats(v, a);
    return rim_vec3_make(v[0], v[1], v[2]);
}

// A ray, prepared for shearing the triangles so that the ray runs along the z axis (Woop, Benthin, Wald, "Watertight
// Ray/Triangle Intersection", 2013). The axes are permuted first, so that |delta.z| is the largest.
//
// `off` and `reach` bound the errors of a point p of the ray, at the time at which it enters a box (ray_leaf). p is
// computed in doubles and rounded to floats. Let u = 2^-24, L the largest |coordinate| of the mesh, and O the sum of
// those of the ray's origin. The box is part of the mesh's bounds, from which a box in bytes may stick out by
// 2 L / 127.5; and p is outside of it by at most twice the widening of motion_init. So
//
//     |p.x|, |p.y|, |p.z| <= 1.02 L + 2^-19 (L + O)
//
// Rounding moves p by at most u times that on each axis, and shearing adds the error of z to those of x and y. `off` is
// four times a bound of the result,  8 u (1.02 L + 2^-19 (L + O)) <= MESH_LINE_ERROR (L + 2^-16 O).  The distances of
// p from the box on the three axes add up to at most  2^-19 (3 L + O) <= reach = MESH_LINE_REACH (L + O).
typedef struct sheared_ray
{
    const uint8_t *axes;          // the permuted axes, a row of RAY_AXES
    f64x4          origin, delta; // permuted, in the first three lanes
    float slopes[8]; // delta.x / delta.z and delta.y / delta.z; the other elements are not used
    float off;       // INFINITY if doubles may overflow or underflow
    float reach;
} sheared_ray;

// The permuted axes by the bits of |x| >= |y|, |y| >= |z| and |z| >= |x|, as lane numbers for f32x8_permute, of which
// the first three are used. The third is the axis of the largest component; row 0 occurs for NaNs alone. All
// permutations are cyclic, so that a triangle keeps its orientation.
static const uint8_t RAY_AXES[8][8] = { { 1, 2, 0 }, { 1, 2, 0 }, { 2, 0, 1 }, { 1, 2, 0 },
                                        { 0, 1, 2 }, { 0, 1, 2 }, { 2, 0, 1 }, { 1, 2, 0 } };

// Prepares a ray, whose origin and delta are in the first three lanes; see sheared_ray. ray_keep_first cannot overflow
// or underflow if L + O plus the sum of |delta| is below MESH_COORDINATE_LIMIT / 8, and some |delta| is larger than
// MESH_MIN_RAY_LENGTH. Otherwise `off` is INFINITY, so that no triangle is certain.
SIMD_TARGET static CPU_APART void shear_ray(sheared_ray *s, const rim_mesh *mesh, f32x8 origin,
                                            f32x8 delta)
{
    f32x8 o = f32x8_abs(origin), d = f32x8_abs(delta);
    float origin_sum = F32X8_LANE(o, 0) + F32X8_LANE(o, 1) + F32X8_LANE(o, 2);
    float delta_sum = F32X8_LANE(d, 0) + F32X8_LANE(d, 1) + F32X8_LANE(d, 2);
    bool  fits = mesh->largest + origin_sum + delta_sum < MESH_COORDINATE_LIMIT / 8.0f &&
                delta_sum > 4.0f * MESH_MIN_RAY_LENGTH;
    // Lane k compares |delta| on axis k with the next axis: the bits that select a row of RAY_AXES.
    f32x8 next = f32x8_of(F32X8_LANE(d, 1), F32X8_LANE(d, 2), F32X8_LANE(d, 0));
    s->axes = RAY_AXES[f32x8_bits(f32x8_less_equal(next, d)) & 7u];
    s->off = fits ? (mesh->largest + origin_sum * 0x1p-16f) * MESH_LINE_ERROR : INFINITY;
    s->reach = (mesh->largest + origin_sum) * MESH_LINE_REACH;
    origin = f32x8_permute(origin, origin, s->axes);
    delta = f32x8_permute(delta, delta, s->axes);
    // Until the slopes are known, their array passes the numbers to f64x4_load_floats.
    f32x8_store(s->slopes, origin);
    s->origin = f64x4_load_floats(s->slopes);
    f32x8_store(s->slopes, delta);
    s->delta = f64x4_load_floats(s->slopes);
    // A ray of length 0 gives NaNs. They make every triangle `possible` and none `certain`.
    f32x8_store(s->slopes, f32x8_div(delta, f32x8_all(F32X8_LANE(delta, 2))));
}

// Eight corners relative to a point of the ray, sheared along z. size is |x| + |y| + |z| before shearing.
typedef struct sheared_corners
{
    f32x8 x, y, size;
} sheared_corners;

// Makes the corners (x, y, z), with permuted axes, relative to the point, and returns them sheared:
//
//     x' = x - slopes[0] z,  y' = y - slopes[1] z
//
// The line of the ray so becomes the z axis.
SIMD_INLINE sheared_corners shear(f32x8 x, f32x8 y, f32x8 z, const vec3x8 *point,
                                  const sheared_ray *ray)
{
    x = f32x8_sub(x, point->x);
    y = f32x8_sub(y, point->y);
    z = f32x8_sub(z, point->z);
    return (sheared_corners){ f32x8_sub_mul(f32x8_all(ray->slopes[0]), z, x),
                              f32x8_sub_mul(f32x8_all(ray->slopes[1]), z, y),
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

// A bit for each triangle that the line may cross, and for each that it certainly crosses.
typedef struct ray_lanes
{
    unsigned possible, certain;
} ray_lanes;

// Classifies the triangles a, b, c by the signed areas ab, bc and ca that their edges span with (0, 0), which is the
// line. The line crosses a triangle if all three have the same sign.
//
//   certain     all areas > error, or all < -error
//   possible    unless one area is > error and another < -error
//
// Error bound: let S be `size`, a bound of |x| + |y| + |z| of the triangle's corners relative to the point, before
// shearing. A computed point of the line, sheared, is off by at most off / 4, the same for all corners. So sheared
// corners are right to 2^-22 S + off / 4. Areas are right to 4 S times that, 2^-20 S^2 + S off, plus 2^-22 S^2 for
// their own roundings. The bound is  S (2^-19 S + off) + 2^-100,  where 2^-100 covers underflow, and MESH_MIN_WIDENING.
SIMD_INLINE ray_lanes classify_lines(const sheared_corners *a, const sheared_corners *b,
                                     const sheared_corners *c, f32x8 size, const sheared_ray *ray)
{
    f32x8      ab = twice_area(a, b), bc = twice_area(b, c), ca = twice_area(c, a);
    f32x8      part = f32x8_mul_add(size, f32x8_all(MESH_AREA_ERROR), f32x8_all(ray->off));
    f32x8      error = f32x8_mul_add(size, part, f32x8_all(MESH_PRODUCT_UNDERFLOW));
    f32x8      minus = f32x8_sub(f32x8_all(0.0f), error);
    f32x8      minimum = f32x8_min3(ab, bc, ca), maximum = f32x8_max3(ab, bc, ca);
    f32x8_mask same = f32x8_or(f32x8_less(error, minimum), f32x8_less(maximum, minus));
    f32x8_mask both = f32x8_and(f32x8_less(error, maximum), f32x8_less(minimum, minus));
    return (ray_lanes){ ~f32x8_bits(both), f32x8_bits(same) };
}

// Classifies eight triangles of a leaf from triangle `first` on, relative to the point of the ray at the time `enter`,
// at which it enters the leaf's box. In the fast form (`floats`) the leaf's size plus `reach` bounds all corners. Such
// a leaf has at most eight triangles, and `first` is 0. If they share at most sixteen corners, these are sheared once,
// as two vectors, and permuted to the triangles. In the compact form the largest size of a triangle's three corners is
// its bound. Lanes without a triangle are not possible.
SIMD_INLINE ray_lanes ray_leaf(const mesh_leaf *leaf, int first, const sheared_ray *ray,
                               float enter, bool floats)
{
    const float    *x = leaf->x + ray->axes[0] * leaf->corners;
    const float    *y = leaf->x + ray->axes[1] * leaf->corners;
    const float    *z = leaf->x + ray->axes[2] * leaf->corners;
    rim_vec3        p = ray_round(f64x4_add(ray->origin, f64x4_mul(ray->delta, f64x4_all(enter))));
    vec3x8          point = vec3x8_all(p.x, p.y, p.z);
    f32x8           size = f32x8_all(leaf->size + ray->reach);
    sheared_corners a, b, c;
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
        if (!floats) size = f32x8_add(f32x8_max3(a.size, b.size, c.size), f32x8_all(ray->off));
    }
    ray_lanes lanes = classify_lines(&a, &b, &c, size, ray);
    lanes.possible &= leaf_lanes(leaf, first);
    return lanes;
}

// --- the first triangle ---------------------------------------------------------------------------------------

// The first hit of a ray so far.
typedef struct ray_first
{
    float          t;         // INFINITY if there is none; the other members are not set then
    const uint8_t *number_at; // the triangle's number in its leaf
    bool   exact; // the hit is the result of rim_triangle_raycast; the members below are not set
    bool   hits_front;
    double fraction; // t before rounding
    f64x4  normal;   // of the face, not normalised
} ray_first;

// A search for the first hit of a ray, or for any hit.
typedef struct ray_search
{
    const rim_mesh *mesh;
    const rim_ray3 *ray;
    rim_side        side;
    bool            any;
    sheared_ray     sheared;
    float           t_most; // ends the traversal
    ray_first       best;
    rim_hit3        exact; // the hit itself, if best.exact is set
} ray_search;

// Returns true if a hit at t with the triangle whose number is at number_at comes before search->best. Equal times are
// decided by the triangles' numbers, which are read only then. Requires t < INFINITY.
SIMD_INLINE bool ray_is_first(const ray_search *search, float t, const uint8_t *number_at)
{
    uint32_t bytes = search->mesh->number_bytes;
    if (t != search->best.t) return t < search->best.t;
    return bits_number_at(number_at, bytes) < bits_number_at(search->best.number_at, bytes);
}

// Returns corner k of triangle i.
SIMD_INLINE f64x4 ray_corner(const mesh_leaf *leaf, int k, int i)
{
    return ray_vector(mesh_corner(leaf, mesh_slot(leaf, k, i)));
}

// Stores triangle i in search->best and returns true if the ray hits it, on an included side and within its length,
// before that. Requires that the line certainly crosses the triangle: then its normal is not 0 and the ray is not
// parallel to it, and the result has the bits of rim_triangle_raycast, which computes the same (change both together):
//
//     normal = (b - a) x (c - a),  fraction = normal . (a - origin) / normal . delta
SIMD_INLINE bool ray_keep_first(ray_search *search, const mesh_leaf *leaf, int i)
{
    const uint8_t *number_at = leaf->numbers + (uint32_t)i * search->mesh->number_bytes;
    f64x4          a = ray_corner(leaf, 0, i), ab = f64x4_sub(ray_corner(leaf, 1, i), a);
    f64x4          ac = f64x4_sub(ray_corner(leaf, 2, i), a);
    // Adding 0 makes zeros positive, as in rim_triangle_raycast.
    f64x4          normal = f64x4_add(f64x4_all(0.0), f64x4_cross3(ab, ac));
    double         height = f64x4_dot3(normal, f64x4_sub(a, ray_vector(search->ray->origin)));
    double fall = f64x4_dot3(normal, ray_vector(search->ray->delta)), fraction = height / fall;
    if (!(fraction >= 0.0 && fraction <= 1.0)) return false;
    if (CPU_RARE(search->side != RIM_SIDE_BOTH) && (fall < 0.0) != (search->side == RIM_SIDE_FRONT))
        return false;
    float t = (float)fraction;
    if (!ray_is_first(search, t, number_at)) return false;
    search->best = (ray_first){ .t = t,
                                .number_at = number_at,
                                .hits_front = fall < 0.0,
                                .fraction = fraction,
                                .normal = normal };
    return true;
}

// Returns the hit *best as rim_triangle_raycast would. Requires a hit with best->exact false.
SIMD_INLINE rim_hit3 ray_hit_of(const rim_mesh *mesh, const ray_first *best, const rim_ray3 *ray)
{
    double   per = (best->hits_front ? 1.0 : -1.0) / sqrt(f64x4_dot3(best->normal, best->normal));
    rim_vec3 n = ray_round(f64x4_mul(best->normal, f64x4_all(per)));
    f64x4    along = f64x4_mul(ray_vector(ray->delta), f64x4_all(best->fraction));
    f64x4    at = f64x4_add(ray_vector(ray->origin), along);
    return (rim_hit3){ .hit = true,
                       .t = best->t,
                       .point = ray_round(at),
                       .normal = n,
                       .face_normal = n,
                       .back = !best->hits_front,
                       .mover = shape_feature(RIM_FEATURE_VERTEX, 0),
                       .other = shape_feature(RIM_FEATURE_FACE, 0),
                       .item = bits_number_at(best->number_at, mesh->number_bytes),
                       .letter = RIM_CASE_NONE };
}

// Tests triangle i of the leaf at `ref` by rim_triangle_raycast: for triangles that floats cannot decide. Stores a hit
// in search->exact, and its time and number in search->best, if it comes before that, and returns true if so.
SIMD_TARGET static CPU_COLD bool ray_keep_exact(ray_search *search, uint32_t ref, int i)
{
    const rim_mesh *mesh = search->mesh;
    mesh_leaf       leaf = mesh_leaf_of(mesh, ref);
    rim_triangle    t = mesh_triangle(&leaf, i);
    rim_hit3        hit = rim_triangle_raycast(&t, *search->ray, search->side);
    const uint8_t  *number_at = leaf.numbers + (uint32_t)i * mesh->number_bytes;
    if (!hit.hit || !ray_is_first(search, hit.t, number_at)) return false;
    hit.item = mesh_number(mesh, &leaf, i);
    search->exact = hit;
    search->best = (ray_first){ .t = hit.t, .number_at = number_at, .exact = true };
    return true;
}

// Tests the triangles of the leaf at `ref`, whose box the ray enters at the time `enter`; each lane of ray_leaf is a
// triangle. Those that the line certainly crosses are computed here, the other possible ones by rim_triangle_raycast. A
// hit lowers t_most, which prunes all nodes and leaves that the ray enters later. Returns false if any hit will do and
// one is found. A function of its own, because the traversal needs all registers of vectors for itself.
SIMD_INLINE bool ray_visit_leaf(ray_search *search, uint32_t ref, float enter, bool floats)
{
    mesh_leaf leaf = mesh_leaf_of(search->mesh, ref);
    for (int first = 0; first < (floats ? 1 : leaf.triangles); first += 8)
    {
        ray_lanes lanes = ray_leaf(&leaf, first, &search->sheared, enter, floats);
        for (unsigned bits = lanes.possible; bits; bits &= bits - 1)
        {
            int  lane = bits_lowest(bits), i = first + lane;
            bool is_stored = CPU_COMMON(lanes.certain >> lane & 1u)
                                 ? ray_keep_first(search, &leaf, i)
                                 : ray_keep_exact(search, ref, i);
            if (!is_stored) continue;
            if (search->any) return false;
            search->t_most = mesh_earlier_end(search->best.t, search->t_most);
        }
    }
    return true;
}

SIMD_TARGET static CPU_APART bool ray_visit_floats(ray_search *search, uint32_t ref, float enter)
{
    return ray_visit_leaf(search, ref, enter, true);
}

SIMD_TARGET static CPU_APART bool ray_visit_bytes(ray_search *search, uint32_t ref, float enter)
{
    return ray_visit_leaf(search, ref, enter, false);
}

// Searches for the first hit, or any hit, of search->ray. search->best has t = INFINITY if there is none.
//
// Nodes are visited depth first, the children of a node in the order of their entry times. If the coordinates are so
// large or small that doubles may overflow or underflow, no triangle is certain. If floats may overflow, every triangle
// is tested exactly, without a traversal.
SIMD_INLINE void traverse_ray(ray_search *search, bool floats, mesh_trace *trace)
{
    mesh_entry      stack[MESH_STACK_SIZE];
    const rim_mesh *mesh = search->mesh;
    const rim_ray3 *ray = search->ray;
    mesh_traversal  traversal = traversal_of(mesh, stack);
    mesh_node_test  test;
    f32x8           origin = f32x8_of(ray->origin.x, ray->origin.y, ray->origin.z);
    f32x8           delta = f32x8_of(ray->delta.x, ray->delta.y, ray->delta.z);
    motion_init(&test.motion, mesh, origin, f32x8_all(0.0f), delta);
    shear_ray(&search->sheared, mesh, origin, delta);
    search->best.t = INFINITY;
    search->t_most = MESH_MOTION_END;
    if (CPU_RARE(!(search->sheared.off < INFINITY)) && !mesh_ray_in_float_range(mesh, ray))
    {
        search->best.exact = rim_mesh_raycast_all(mesh, *ray, search->side, &search->exact, 1) > 0;
        if (search->best.exact) search->best.t = search->exact.t;
        return;
    }
    if (!mesh->node_count) return;
    do
    {
        if (!traverse_to_leaf(&traversal, &test, MESH_MOVING, search->t_most, floats, trace))
            return;
        if (!(floats ? ray_visit_floats : ray_visit_bytes)(search, traversal.ref, traversal.enter))
            return;
    } while (traverse_next(&traversal, search->t_most));
}

// Returns the first hit of the ray: the exact one, or the one that the traversal computed. A miss has t = 1. With `any`
// only says whether there is a hit.
SIMD_TARGET static rim_hit3 mesh_raycast(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side,
                                         bool any)
{
    ray_search search;
    search.mesh = mesh, search.ray = ray, search.side = side, search.any = any;
    MESH_FORMS(mesh, traverse_ray(&search, floats, NULL));
    if (any || !(search.best.t < INFINITY))
        return (rim_hit3){ .hit = search.best.t < INFINITY, .t = 1.0f };
    return search.best.exact ? search.exact : ray_hit_of(mesh, &search.best, ray);
}

#endif
