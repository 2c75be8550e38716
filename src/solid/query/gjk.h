// The core of distance, contact and sweep: two point sets, one posed in the frame of the other, and the
// closest point to the origin of their Minkowski difference  { a - b }.
#ifndef RIM_SOLID_QUERY_GJK_H
#define RIM_SOLID_QUERY_GJK_H

#include "rimcast/distance.h"
#include "simd/cpu.h"
#include "base/vec3d.h"
#include "solid/hull/data.h"

typedef struct gjk_shape gjk_shape;

// The index of the point with the largest dot(d, p) in double, the lowest of several equal ones. Every
// kernel gives this same index: floats only cull, with a margin that bounds their error. They are
// fast where the length of d is within 2^-60 .. 2^60.
// The direction comes as three numbers, which travel in registers.
typedef int support_kernel(const gjk_shape *shape, double x, double y, double z);

// The largest dot(d, p) in double, of which `known` is one. d times the scale should suit floats.
typedef double reach_kernel(const gjk_shape *shape, double x, double y, double z, double known,
                            double scale);

struct gjk_shape
{
    const rim_vec3 *points;
    int             count;
    const rim_hull *hull; // whose corners they are; NULL: nobody's
};

support_kernel support_point_scalar;
support_kernel support_point_avx2;
support_kernel support_point_avx512;
reach_kernel   support_distance_scalar, support_distance_avx2, support_distance_avx512;

// The kernel for hulls on processors that have AVX2.
#define WIDEST(kernel) (CPU_HAS(AVX512, "avx512f") ? kernel##_avx512 : kernel##_avx2)

// Two cores in the frame of a: a point p of b stands at  turn p + shift.
typedef struct gjk_pair
{
    gjk_shape a, b;
    mat3d     turn;
    vec3d     shift;
    mat3d     world_turn; // from the frame of a to the world
    vec3d     world_shift;
    double    scale; // a power of two that makes lengths of the pair about 1, for directions
    bool      wide;  // ask the AVX2 kernels: the answers are the same bits
} gjk_pair;

// False for non-finite poses; the pair is then not to be used.
typedef bool gjk_pair_maker(gjk_pair *pair, const rim_convex *a, const rim_xform3 *pa,
                            const rim_convex *b, const rim_xform3 *pb);

gjk_pair_maker gjk_prepare_pair;
gjk_pair_maker gjk_prepare_pair_plain;
gjk_pair_maker gjk_prepare_pair_avx2;

static inline vec3d gjk_point_of_b(const gjk_pair *pair, vec3d p)
{
    return v3d_add(m3d_apply(pair->turn, p), pair->shift);
}

static inline vec3d gjk_point_b(const gjk_pair *pair, int index)
{
    return gjk_point_of_b(pair, v3d_from(pair->b.points[index]));
}

static inline vec3d gjk_difference(const gjk_pair *pair, int a, int b)
{
    return v3d_sub(v3d_from(pair->a.points[a]), gjk_point_b(pair, b));
}

// The point of one shape farthest along d in its own frame, by the kernel that suits.
int gjk_farthest(const gjk_shape *shape, vec3d d);

static inline int gjk_padded(const gjk_shape *shape)
{
    return shape->hull ? shape->hull->padded_corners : 0;
}

// No coordinate of a hull is larger; 0 of other points.
static inline float gjk_extent(const gjk_shape *shape)
{
    return shape->hull ? shape->hull->largest : 0.0f;
}

// Some point inside.
static inline vec3d gjk_center(const gjk_shape *shape)
{
    if (shape->hull) return v3d_from(shape->hull->center);
    return v3d_scale(v3d_add(v3d_from(shape->points[0]), v3d_from(shape->points[shape->count - 1])),
                     0.5);
}

// The indices of the points whose difference is farthest along d.
static inline void gjk_support(const gjk_pair *pair, vec3d d, int *a, int *b)
{
    vec3d back = m3d_unapply(pair->turn, v3d(-d.x, -d.y, -d.z));
    *a = gjk_farthest(&pair->a, d);
    *b = gjk_farthest(&pair->b, back);
}

typedef enum gjk_end
{
    GJK_APART,   // v is the closest point
    GJK_TOUCH,   // the origin lies on the simplex to within rounding
    GJK_OVERLAP, // the simplex is a tetrahedron around the origin
    GJK_BAD      // NaN came up
} gjk_end;

typedef struct gjk_result
{
    gjk_end end;
    vec3d   v;        // the point of { a - b } closest to the origin, in the frame of a
    double  distance; // its length; 0 unless apart
    double  lower;    // no point is closer than this
    double  size;     // the largest length among the points met
    int     steps;
    int     count; // of the simplex: v is the sum of weight * (a - b)
    int     a[4], b[4];
    double  weight[4];
} gjk_result;

// The steps after which the search stops and tells so: lower is then clearly less than distance.
enum
{
    GJK_CAP = 100
};

// Stops early, with end APART and some lower > enough, if that comes up. enough = infinity: never.
// warm may be NULL.
typedef void gjk_search(gjk_result *r, const gjk_pair *pair, double enough, rim_warm *warm);

gjk_search gjk_closest_features_plain;
gjk_search gjk_closest_features_avx2;

static inline gjk_result gjk_closest(const gjk_pair *pair, double enough, rim_warm *warm)
{
    gjk_result r;
    (pair->wide ? gjk_closest_features_avx2 : gjk_closest_features_plain)(&r, pair, enough, warm);
    return r;
}

// The witness point on a in its own frame. Corners that take no part have weight 0.
static inline vec3d gjk_witness(const gjk_pair *pair, const gjk_result *r)
{
    vec3d sum = v3d_scale(v3d_from(pair->a.points[r->a[0]]), r->weight[0]);
    for (int i = 1; i < 3; i++)
        sum = v3d_along(sum, v3d_from(pair->a.points[r->a[i]]), r->weight[i]);
    return r->count < 4 ? sum : v3d_along(sum, v3d_from(pair->a.points[r->a[3]]), r->weight[3]);
}

// What rim_convex_distance answers, by either kernels.
rim_distance3 gjk_distance_plain(const rim_convex *a, const rim_xform3 *pa, const rim_convex *b,
                                 const rim_xform3 *pb, rim_warm *warm);
rim_distance3 gjk_distance_avx2(const rim_convex *a, const rim_xform3 *pa, const rim_convex *b,
                                const rim_xform3 *pb, rim_warm *warm);

// Some unit normal of a pair that touches, where the search left off.
vec3d gjk_touching_normal(const gjk_pair *pair, const gjk_result *r);

// Which feature of the shape the points belong to.
rim_feature gjk_feature(const rim_convex *convex, const int *indices, int count);
rim_feature gjk_feature_of_three(const rim_convex *convex, int i, int j, int k);

#endif
