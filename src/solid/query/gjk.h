// The input and results of GJK: two point sets, one posed in the frame of the other, and the point of their Minkowski
// difference  { a - b }  that is closest to the origin.
#ifndef RIM_SOLID_QUERY_GJK_H
#define RIM_SOLID_QUERY_GJK_H

#include "rimcast/convex.h"
#include "base/float.h"
#include "base/vec3d.h"
#include "simd/cpu.h"
#include "solid/hull/data.h"
#include "solid/query/tolerances.h"
#include "solid/shape/closest.h"

#include <string.h>

// The kernels for the processor.
#ifdef CPU_X86
#define GJK_KERNEL(wide, name) ((wide) ? name##_avx2 : name##_plain)
#else
#define GJK_KERNEL(wide, name) name##_plain
#endif

// Returns true if the AVX2 kernels are compiled, and this processor can run them.
static inline bool gjk_is_wide(void)
{
    return CPU_HAS_AVX2;
}

typedef struct gjk_shape
{
    const rim_vec3 *points;
    int             count;
    const rim_hull *hull; // the hull with these corners, or NULL
} gjk_shape;

// Two shapes without their radii in the frame of a. A point p of b, in b's own frame, is there at  turn p + shift, and a
// point p of the frame of a is in the world at  world_turn p + world_shift.
typedef struct gjk_pair
{
    gjk_shape a, b;
    mat3d     turn;
    vec3d     shift;
    mat3d     world_turn;
    vec3d     world_shift;
    double    scale; // a power of two that brings the lengths of search directions near 1
    bool      wide;  // use the AVX2 kernels, which give the same bits
} gjk_pair;

// Returns a point of b's own frame in the frame of a.
static inline vec3d gjk_point_of_b(const gjk_pair *pair, vec3d p)
{
    return v3d_add(m3d_apply(pair->turn, p), pair->shift);
}

// Returns the point a - b of the Minkowski difference, by the indices of its points, in the frame of a.
static inline vec3d gjk_difference(const gjk_pair *pair, int a, int b)
{
    return v3d_sub(v3d_from(pair->a.points[a]), gjk_point_of_b(pair, v3d_from(pair->b.points[b])));
}

// Returns a point of the frame of a in the world, rounded to float.
static inline rim_vec3 gjk_to_world(const gjk_pair *pair, vec3d p)
{
    return v3d_round(v3d_add(m3d_apply(pair->world_turn, p), pair->world_shift));
}

// Returns the index of the point with the largest dot(d, p) in double, the lowest of several equal ones.
typedef int gjk_farthest_kernel(const gjk_shape *shape, vec3d d);

gjk_farthest_kernel gjk_farthest, gjk_farthest_plain, gjk_farthest_avx2;

// Returns a number that no |coordinate| of a hull's corners exceeds; 0 for other points, which have no such number.
static inline float gjk_extent(const gjk_shape *shape)
{
    return shape->hull ? shape->hull->largest : 0.0f;
}

// Returns a point inside the shape, in its own frame: the hull's center, or the middle of the first and the last point.
static inline vec3d gjk_center(const gjk_shape *shape)
{
    if (shape->hull) return v3d_from(shape->hull->center);
    return v3d_scale(v3d_add(v3d_from(shape->points[0]), v3d_from(shape->points[shape->count - 1])),
                     0.5);
}

// --- pairs --------------------------------------------------------------------------------------------

// Returns 2^-e for x in [2^e, 2^(e+1)), so that the product with x is in [1, 2) and exact: mirrors the exponent field of
// the double about its middle. Requires a positive normal x below 2^1023.
CPU_INLINE double gjk_inverse_power(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits = 0x7fe0000000000000u - (bits & 0x7ff0000000000000u);
    memcpy(&x, &bits, sizeof x);
    return x;
}

// Borrows the points and the hull of a convex shape. Returns NaN if a number of the points or the radius is not finite,
// else 0: 0 times such a number is NaN. The points of a hull are finite (rim_hull), so they are not tested.
CPU_INLINE double gjk_set_shape(gjk_shape *shape, const rim_convex *convex)
{
    RIM_ASSERT(!(convex->radius < 0.0f && float_is_finite(convex->radius)), "a radius is negative");
    shape->points = convex->points;
    shape->count = convex->count;
    shape->hull = convex->hull;
    double zero_or_nan = 0.0 * convex->radius;
    for (int i = 0; i < convex->count && !convex->hull; i++)
    {
        rim_vec3 p = convex->points[i];
        zero_or_nan += 0.0 * p.x + 0.0 * p.y + 0.0 * p.z;
    }
    return zero_or_nan;
}

// Sets a pair in the frame of a. With A and B the rotations and xa and xb the positions of the poses, a point p of b is at
// B p + xb in the world, and in the frame of a at
//
//      A^-1 (B p + xb - xa) = turn p + shift        turn = A^-1 B        shift = A^-1 (xb - xa)
//
// The positions are subtracted before they are rotated, so that shapes far from the world's origin lose no precision.
// The scale brings lengths near 1, so that their squares neither overflow nor vanish; the extent of a shape without a
// hull is not known and counts as 0. Returns false if a shape is empty or a number is not finite; the pair is then
// unspecified.
CPU_INLINE bool gjk_set_pair(gjk_pair *pair, const rim_convex *a, const rim_xform3 *pa,
                             const rim_convex *b, const rim_xform3 *pb)
{
    if (a->count < 1 || b->count < 1) return false;
    double zero_or_nan = gjk_set_shape(&pair->a, a) + gjk_set_shape(&pair->b, b);
    pair->turn = m3d_between_quats(pa->rotation, pb->rotation);
    pair->world_turn = m3d_from_quat(pa->rotation);
    pair->world_shift = v3d_from(pa->position);
    pair->shift = m3d_unapply(pair->world_turn, v3d_sub(v3d_from(pb->position), pair->world_shift));
    double size = v3d_magnitude(pair->shift) + gjk_extent(&pair->a) + gjk_extent(&pair->b);
    pair->scale = size > 0.0 ? gjk_inverse_power(size) : 1.0;
    pair->wide = gjk_is_wide();
    // turn.x.y is not finite if a number of a rotation is not: it is (x y + w z) 2 / |q|^2, which has all of q's numbers.
    return float_is_finite(pair->turn.x.y + v3d_length2(pair->shift) + zero_or_nan);
}

// As gjk_set_pair, not inlined.
bool gjk_prepare_pair(gjk_pair *pair, const rim_convex *a, const rim_xform3 *pa,
                      const rim_convex *b, const rim_xform3 *pb);

// --- the search: gjk_kernel.h -------------------------------------------------------------------------

typedef enum gjk_end
{
    GJK_APART,   // v is the closest point
    GJK_TOUCH,   // the origin lies on the simplex to within rounding
    GJK_OVERLAP, // the simplex is a tetrahedron around the origin
    GJK_BAD      // a computed number is NaN
} gjk_end;

typedef struct gjk_result
{
    gjk_end end;
    vec3d   v;        // the point of { a - b } closest to the origin, in the frame of a
    double  distance; // its length; 0 unless apart
    double  lower;    // no point is closer than this: distance, or less if the search ended early
    double  size;     // the largest length among the points of { a - b } found
    int     steps;
    int     count;      // of the simplex's corners: v is the sum of weight[i] * (a[i] - b[i])
    int     a[4], b[4]; // the indices of their points in the shapes; valid ones if unused
    double  weight[4];  // 0 for unused corners
} gjk_result;

// The steps after which the search ends. lower is then clearly less than distance.
enum
{
    GJK_CAP = 100
};

// Finds the closest point of { a - b } and stores the result in *r. Ends early, with GJK_APART, when `lower` exceeds
// `enough` (never for INFINITY). Starts from the simplex that the last search stored in *warm, and stores its own there;
// warm may be NULL. Requires a pair for which gjk_prepare_pair returned true.
typedef void gjk_search_kernel(gjk_result *r, const gjk_pair *pair, double enough, rim_warm *warm);

gjk_search_kernel gjk_search_plain, gjk_search_avx2;

// Computes rim_convex_distance.
typedef rim_distance3 gjk_distance_kernel(const rim_convex *a, const rim_xform3 *pa,
                                          const rim_convex *b, const rim_xform3 *pb,
                                          rim_warm *warm);

gjk_distance_kernel gjk_distance_plain, gjk_distance_avx2;

static inline rim_distance3 gjk_distance(const rim_convex *a, const rim_xform3 *pa,
                                         const rim_convex *b, const rim_xform3 *pb, rim_warm *warm)
{
    return GJK_KERNEL(gjk_is_wide(), gjk_distance)(a, pa, b, pb, warm);
}

static inline gjk_result gjk_closest(const gjk_pair *pair, double enough, rim_warm *warm)
{
    gjk_result r;
    GJK_KERNEL(pair->wide, gjk_search)(&r, pair, enough, warm);
    return r;
}

// Returns the witness point on a in its own frame: the sum of weight[i] * a[i]. Always adds the first three terms, without
// a branch on their number, because unused corners have weight 0.
static inline vec3d gjk_witness(const gjk_pair *pair, const gjk_result *r)
{
    vec3d sum = v3d_scale(v3d_from(pair->a.points[r->a[0]]), r->weight[0]);
    for (int i = 1; i < 3; i++)
        sum = v3d_along(sum, v3d_from(pair->a.points[r->a[i]]), r->weight[i]);
    return r->count < 4 ? sum : v3d_along(sum, v3d_from(pair->a.points[r->a[3]]), r->weight[3]);
}

// Returns the smallest feature of the shape that has the `count` points with these indices (0 to 4 of them; an index may
// occur twice). Returns RIM_FEATURE_NONE for no point and for four different ones.
rim_feature gjk_feature(const rim_convex *convex, const int *indices, int count);

// Returns the number of the face at a feature of the hull whose normal has the largest product with d, which is in the
// hull's frame: of the faces of a corner, the two of an edge, or the face itself. Returns -1 if the hull has no faces,
// or for RIM_FEATURE_NONE.
int gjk_face_along(const rim_hull *hull, rim_feature feature, vec3d d);

// Returns the point at which two cores touch when b is moved by `depth` along the normal: a point of a, in the frame of a.
// The normal is unit, in the frame of a, and points from a towards b. Requires that the cores touch after this motion but
// do not overlap, to within CONTACT_SUPPORT_SLACK of `size` (as in gjk_result).
vec3d gjk_common_point(const gjk_pair *pair, vec3d normal, double depth, double size);

// Returns true if the shapes overlap or touch: as rim_convex_distance, but the search ends at the first plane between them.
bool gjk_overlaps(const rim_convex *a, const rim_xform3 *pa, const rim_convex *b,
                  const rim_xform3 *pb);

// Returns a triangle as convex points, which are borrowed.
static inline rim_convex gjk_triangle(const rim_triangle *t)
{
    rim_convex convex = { &t->a, 3, 0.0f, NULL };
    return convex;
}

// --- the contact of two convex shapes: how deep their cores are in each other, and where they touch --------
//
// The depth of two cores (shapes without their radii) that overlap is the distance from the origin to the closest face of
// { a - b }: the shortest translation that separates them.

typedef struct overlap
{
    vec3d  normal; // outward of { a - b }, unit, in the frame of a: push a along its negative
    double depth;  // the translation along the normal; >= 0
    double lower;  // a lower bound of the least depth
    vec3d  on_a;   // in the frame of a; the point on b is on_a - depth normal
    int    count;  // of the corners of the closest face; 0: they are not known
    int    a[3], b[3];
} overlap;

// Returns the depth from the end of a search that did not end apart. The answer is exact (lower == depth up to rounding)
// unless memory for the growing polytope ran out, or rounding broke it.
overlap epa_depth(const gjk_pair *pair, const gjk_result *end);

// --- depth of two hulls by separating axes ------------------------------------------------------

// Returns the depth of two hulls that overlap or touch. Exact for every kind of hull, and slow for many-faced ones. size
// as in gjk_result.
overlap sat_hull_depth(const gjk_pair *pair, const rim_hull *a, const rim_hull *b, double size);

// Returns the depth of two hulls that are boxes along their own axes. It is negative if they are apart.
overlap sat_box_depth(const gjk_pair *pair, const rim_hull *a, const rim_hull *b, double size);

// --- the contact of two convex shapes in the frame of a, shared by contact and manifold ----------

typedef struct contact_answer
{
    bool        hit;
    vec3d       normal; // from a towards b, in the frame of a
    double      depth, lower;
    double      size;
    vec3d       on_a; // on the rounded a, in its frame
    rim_feature feature_a, feature_b;
} contact_answer;

contact_answer contact3_of_cores(const gjk_pair *pair, const rim_convex *a, const rim_convex *b,
                                 rim_warm *warm);

// Returns a size of the pair: the largest length among the differences of each point of a with b's first point, and of
// a's first point with each point of b.
double contact3_size_of(const gjk_pair *pair);

// Returns the answer in the world, rounded to float.
rim_contact3 contact3_of_answer(const gjk_pair *pair, const contact_answer *c);

// Computes rim_convex_contact.
rim_contact3 contact3_of_convex(const rim_convex *a, const rim_xform3 *pa, const rim_convex *b,
                                const rim_xform3 *pb, rim_warm *warm);

// As rim_convex_manifold, but a face also replaces the contact's normal if the shapes are deeper along its normal, or
// its points are less deep, by at most `slack`. With slack > 0 the shapes may be deeper beside the face, so that a body
// at rest keeps all its points; a triangle that the face lies on may be deeper beside it by any amount.
rim_manifold3 manifold_with_slack(const rim_convex *a, const rim_xform3 *pa, const rim_convex *b,
                                  const rim_xform3 *pb, double slack, rim_warm *warm,
                                  rim_contact3 *contact);

#endif
