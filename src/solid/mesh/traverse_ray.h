// Template: compiled anew by each file that includes it.
// Rays against a mesh: the first triangle, any, or all.
#ifndef RIM_SOLID_MESH_TRAVERSE_RAY_H
#define RIM_SOLID_MESH_TRAVERSE_RAY_H

#include "base/vec3d.h"
#include "solid/mesh/query.h"
#include "solid/mesh/traverse.h"
#include "solid/shape/contact.h"

// --- which of eight triangles a line passes ---------------------------------------------------------------

// A ray, sheared so that it runs along one axis (Woop, Benthin, Wald, "Watertight Ray/Triangle Intersection", 2013).
typedef struct sheared_ray
{
    const uint8_t *axes;          // x, y, z; the third is the one along which the ray goes farthest
    f32x8          origin, delta; // by the axes, in the first three lanes
    f32x8          along_x, along_y;
    f32x8          off;  // how far from the line a point of it may be that is met within the mesh
    bool           back; // along z
} sheared_ray;

// Axes by the bits of x >= y, y >= z and z >= x, as lanes.
static const uint8_t RAY_AXES[8][8] = { { 1, 2, 0 }, { 1, 2, 0 }, { 2, 0, 1 }, { 1, 2, 0 },
                                        { 0, 1, 2 }, { 0, 1, 2 }, { 2, 0, 1 }, { 1, 2, 0 } };

SIMD_INLINE sheared_ray shear_ray(const rim_mesh *mesh, const rim_ray3 *ray)
{
    f32x8 origin = f32x8_of(ray->origin.x, ray->origin.y, ray->origin.z);
    f32x8 delta = f32x8_of(ray->delta.x, ray->delta.y, ray->delta.z);
    f32x8 size = f32x8_abs(delta), all = f32x8_add(f32x8_all(mesh->largest), f32x8_abs(origin));
    f32x8 next = f32x8_abs(f32x8_of(ray->delta.y, ray->delta.z, ray->delta.x));
    sheared_ray s;
    s.axes = RAY_AXES[f32x8_bits(f32x8_less_equal(next, size)) & 7u];
    s.origin = f32x8_permute(origin, origin, s.axes);
    s.delta = f32x8_permute(delta, delta, s.axes);
    all = f32x8_mul(all, f32x8_all(0x1p-20f));
    s.off = f32x8_all(F32X8_LANE(all, 0) + F32X8_LANE(all, 1) + F32X8_LANE(all, 2));
    // What does not move at all is sheared into what is not a number, and that is not surely beside anything.
    f32x8 along = f32x8_div(s.delta, f32x8_all(F32X8_LANE(s.delta, 2)));
    s.along_x = f32x8_all(F32X8_LANE(along, 0));
    s.along_y = f32x8_all(F32X8_LANE(along, 1));
    s.back = f32x8_bits(f32x8_less(s.delta, f32x8_all(0.0f))) >> 2 & 1u;
    return s;
}

// Corners in the sheared frame, about a point of the ray. size is |x| + |y| + |z| before.
typedef struct sheared_corners
{
    f32x8 x, y, size;
} sheared_corners;

SIMD_INLINE sheared_corners shear(f32x8 x, f32x8 y, f32x8 z, const vec3x8 *point,
                                  const sheared_ray *ray)
{
    x = f32x8_sub(x, point->x);
    y = f32x8_sub(y, point->y);
    z = f32x8_sub(z, point->z);
    return (sheared_corners){ f32x8_sub_mul(ray->along_x, z, x), f32x8_sub_mul(ray->along_y, z, y),
                              f32x8_add(f32x8_add(f32x8_abs(x), f32x8_abs(y)), f32x8_abs(z)) };
}

SIMD_INLINE sheared_corners permute_corners(const sheared_corners *low, const sheared_corners *high,
                                            const uint8_t *which)
{
    return (sheared_corners){ f32x8_permute(low->x, high->x, which),
                              f32x8_permute(low->y, high->y, which), low->size };
}

// Returns twice the area of 0, p, q.
SIMD_INLINE f32x8 twice_area(const sheared_corners *p, const sheared_corners *q)
{
    return f32x8_mul_sub(p->x, q->y, f32x8_mul(p->y, q->x));
}

// Bits of triangles: those that the line may pass, those that it surely passes, and of these the ones from behind.
typedef struct ray_lanes
{
    unsigned possible, certain, back_facing;
} ray_lanes;

// Returns which triangles have the line left of all edges, or right of all: seen along the axis the corners go round to the
// left if the face looks away.
//
// With S the largest |x| + |y| + |z| of a triangle's corners as seen from the point, and `off` what that may be off the
// line: corners in the sheared frame are right to 2^-22 S + off, so areas to 2^-20 S^2 + 4 S off, or so.
// 2^-100 is more than what is lost of products that fade away.
SIMD_INLINE ray_lanes classify_lines(const sheared_corners *a, const sheared_corners *b,
                                     const sheared_corners *c, f32x8 size, const sheared_ray *ray)
{
    f32x8    ab = twice_area(a, b), bc = twice_area(b, c), ca = twice_area(c, a);
    f32x8    part = f32x8_mul_add(size, f32x8_all(0x1p-19f), ray->off);
    f32x8    error = f32x8_mul_add(size, part, f32x8_all(0x1p-100f));
    f32x8    minus = f32x8_sub(f32x8_all(0.0f), error);
    f32x8    minimum = f32x8_min3(ab, bc, ca), maximum = f32x8_max3(ab, bc, ca);
    unsigned left = f32x8_bits(f32x8_less(error, minimum));
    unsigned right = f32x8_bits(f32x8_less(maximum, minus));
    unsigned both = f32x8_bits(f32x8_and(f32x8_less(error, maximum), f32x8_less(minimum, minus)));
    return (ray_lanes){ ~both, left | right, ray->back ? right : left };
}

// Returns which triangles of a leaf from `first` on a ray passes, seen from the point where it enters the leaf's box. In
// the fast form that is at most `off`, and a bit, beside the box. Where triangles share corners these are sheared once, for
// all of their triangles.
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

// The first triangle of a ray so far.
typedef struct ray_first
{
    float          t;         // INFINITY: there is none
    const uint8_t *number_at; // its number, where its leaf holds it
    bool           exact;     // the hit is that of rim_triangle_raycast
    bool           front;     // if not exact
    double         fraction;  // of the ray
    vec3d          normal;    // of the face, of any length
} ray_first;

// Returns true if a hit at t comes before the first. Numbers are read only where they matter.
SIMD_INLINE bool ray_is_first(const rim_mesh *mesh, const ray_first *p, float t,
                              const uint8_t *number_at)
{
    if (t != p->t) return t < p->t;
    return mesh_number_at(number_at, mesh->number_bytes) <
           mesh_number_at(p->number_at, mesh->number_bytes);
}

SIMD_INLINE vec3d ray_corner(const mesh_leaf *leaf, int k, int i, vec3d origin)
{
    return v3d_sub(v3d_from(mesh_corner(leaf, mesh_slot(leaf, k, i))), origin);
}

// Keeps triangle i, which the line surely passes, if it is the first so far. Computes what rim_triangle_raycast computes,
// with the same bits: the normal is not 0, and the ray surely not along the face.
SIMD_INLINE bool ray_keep_first(ray_first *p, const rim_mesh *mesh, const mesh_leaf *leaf, int i,
                                const rim_ray3 *ray, bool front)
{
    const uint8_t *number_at = leaf->numbers + (uint32_t)i * mesh->number_bytes;
    vec3d          origin = v3d_from(ray->origin);
    vec3d          a = ray_corner(leaf, 0, i, origin), b = ray_corner(leaf, 1, i, origin);
    vec3d          c = ray_corner(leaf, 2, i, origin);
    // Added to nothing, as there, where that makes zeros positive.
    vec3d          normal = v3d_add(v3d(0.0, 0.0, 0.0), v3d_cross(v3d_sub(b, a), v3d_sub(c, a)));
    double         fraction = v3d_dot(normal, a) / v3d_dot(normal, v3d_from(ray->delta));
    if (!(fraction >= 0.0 && fraction <= 1.0)) return false;
    float t = (float)fraction;
    if (!ray_is_first(mesh, p, t, number_at)) return false;
    *p = (ray_first){ t, number_at, false, front, fraction, normal };
    return true;
}

// Returns the hit of triangle i of the leaf at a place, where floats cannot decide.
static CPU_COLD rim_hit3 ray_hit_exactly(const rim_mesh *mesh, uint32_t ref, int i,
                                         const rim_ray3 *ray, rim_side side)
{
    mesh_leaf    leaf = mesh_leaf_of(mesh, ref);
    rim_triangle t = mesh_triangle(&leaf, i);
    rim_hit3     hit = rim_triangle_raycast(&t, *ray, side);
    hit.item = mesh_number(mesh, &leaf, i);
    return hit;
}

// Returns the hit that rim_triangle_raycast gives.
SIMD_INLINE rim_hit3 ray_hit_of(const rim_mesh *mesh, const ray_first *p, const rim_ray3 *ray)
{
    double   per = (p->front ? 1.0 : -1.0) / sqrt(v3d_dot(p->normal, p->normal));
    rim_vec3 n = v3d_round(v3d_scale(p->normal, per));
    vec3d    at = v3d_along(v3d_from(ray->origin), v3d_from(ray->delta), p->fraction);
    return (rim_hit3){ .hit = true,
                       .t = p->t,
                       .point = v3d_round(at),
                       .normal = n,
                       .face_normal = n,
                       .back = !p->front,
                       .mover = core_feature(RIM_FEATURE_VERTEX, 0),
                       .other = core_feature(RIM_FEATURE_FACE, 0),
                       .item = mesh_number_at(p->number_at, mesh->number_bytes),
                       .letter = RIM_CASE_NONE };
}

// Returns true if sizes are such that all may be computed in doubles: their sum is below 2^40 then, and above 2^-60 by the
// motion alone.
SIMD_INLINE bool ray_fits_doubles(const rim_mesh *mesh, const rim_ray3 *ray)
{
    f32x8 origin = f32x8_of(ray->origin.x, ray->origin.y, ray->origin.z);
    f32x8 delta = f32x8_abs(f32x8_of(ray->delta.x, ray->delta.y, ray->delta.z));
    f32x8 all = f32x8_add(f32x8_add(f32x8_all(mesh->largest), f32x8_abs(origin)), delta);
    return f32x8_bits(f32x8_less(all, f32x8_all(MESH_COORDINATE_LIMIT / 8.0f))) == 255 &&
           f32x8_bits(f32x8_less(f32x8_all(0x1p-58f), delta)) != 0;
}

typedef enum ray_kind
{
    RAY_FIRST,
    RAY_ANY,
    RAY_ALL
} ray_kind;

// Finds the first triangle or any, or adds all to *hits. *exact is the first hit where floats could not decide.
SIMD_INLINE void traverse_ray(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side,
                              ray_kind kind, bool floats, ray_first *p, rim_hit3 *exact,
                              mesh_hits *hits, mesh_trace *trace)
{
    mesh_entry     stack[MESH_STACK_SIZE];
    mesh_traversal w = traversal_of(mesh, stack);
    mesh_test      test;
    float          t_most = MESH_MOTION_END;
    unsigned       trusted = ray_fits_doubles(mesh, ray) ? 255u : 0u;
    sheared_ray    sheared = shear_ray(mesh, ray);
    motion_init(&test.motion, mesh, f32x8_of(ray->origin.x, ray->origin.y, ray->origin.z),
                f32x8_all(0.0f), f32x8_of(ray->delta.x, ray->delta.y, ray->delta.z));
    *p = (ray_first){ .t = INFINITY };
    if (CPU_RARE(!trusted) && !mesh_ray_in_float_range(mesh, ray))
    {
        mesh_hits first = { exact, 1, 0 };
        mesh_hits_add_each(mesh, ray, side, kind == RAY_ALL ? hits : &first);
        p->exact = first.count > 0;
        if (p->exact) p->t = exact->t;
        return;
    }
    if (!mesh->node_count) return;
    do
    {
        if (!traverse_to_leaf(mesh, &w, &test, TEST_MOTION, t_most, floats, trace)) return;
        prefetch_ref(w.nodes, w.ref);
        mesh_leaf leaf = mesh_leaf_of(mesh, w.ref);
        for (int first = 0; first < (floats ? 1 : leaf.triangles); first += 8)
        {
            ray_lanes lanes = ray_leaf(&leaf, first, &sheared, w.enter, floats);
            lanes.certain &= trusted;
            for (unsigned bits = lanes.possible; bits; bits &= bits - 1)
            {
                int lane = bits_lowest(bits), i = first + lane;
                if (CPU_RARE(kind == RAY_ALL || !(lanes.certain >> lane & 1u)))
                {
                    rim_hit3       hit = ray_hit_exactly(mesh, w.ref, i, ray, side);
                    const uint8_t *number_at = leaf.numbers + (uint32_t)i * mesh->number_bytes;
                    if (!hit.hit) continue;
                    if (kind == RAY_ALL) mesh_hits_add(hits, &hit);
                    if (kind == RAY_ALL || !ray_is_first(mesh, p, hit.t, number_at)) continue;
                    *exact = hit;
                    p->t = hit.t;
                    p->number_at = number_at;
                    p->exact = true;
                }
                else
                {
                    bool front = !(lanes.back_facing >> lane & 1u);
                    if (CPU_RARE(side != RIM_SIDE_BOTH) && front != (side == RIM_SIDE_FRONT))
                        continue;
                    if (!ray_keep_first(p, mesh, &leaf, i, ray, front)) continue;
                }
                if (kind == RAY_ANY) return;
                t_most = mesh_earlier_end(p->t, t_most);
            }
        }
    } while (traverse_next(&w, t_most));
}

SIMD_TARGET static rim_hit3 mesh_raycast(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side)
{
    ray_first p;
    rim_hit3  exact;
    MESH_FORMS(mesh, traverse_ray(mesh, ray, side, RAY_FIRST, floats, &p, &exact, NULL, NULL));
    if (!(p.t < INFINITY)) return (rim_hit3){ .t = 1.0f };
    return p.exact ? exact : ray_hit_of(mesh, &p, ray);
}

SIMD_TARGET static bool mesh_any(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side)
{
    ray_first p;
    rim_hit3  exact;
    MESH_FORMS(mesh, traverse_ray(mesh, ray, side, RAY_ANY, floats, &p, &exact, NULL, NULL));
    return p.t < INFINITY;
}

SIMD_TARGET static void mesh_all(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side,
                                 mesh_hits *hits)
{
    ray_first p;
    MESH_FORMS(mesh, traverse_ray(mesh, ray, side, RAY_ALL, floats, &p, NULL, hits, NULL));
}

#endif
