// Exact sweeps of points and segments without a radius against triangles and segments, and exact sides of rays.
//
// Every decision is the sign of a determinant of differences of floats. A double with an error bound decides most of
// them; the rest are computed exactly (base/exact.h).
#include "solid/shape/time_of_impact.h"

#include "base/exact.h"

// --- determinants -----------------------------------------------------------------------------------

// A vector, as the difference of two points.
typedef struct thin_vector
{
    rim_vec3 to, from;
} thin_vector;

// The determinant  sign * det(v[0], v[1], v[2]),  that is  sign * (v[0] x v[1]) . v[2]:  its value in double and the error
// bound of that. The vectors are in the world, not in the frame.
typedef struct thin_value
{
    thin_vector v[3];
    double      sign, value, error;
} thin_value;

static thin_vector thin_between(rim_vec3 from, rim_vec3 to)
{
    return (thin_vector){ to, from };
}

// Returns a vector rounded to double.
static vec3d thin_rounded(thin_vector v)
{
    return v3d_sub(v3d_from(v.to), v3d_from(v.from));
}

// Returns the determinant  sign * det(x, y, z)  in doubles with its error bound, which allows for nine consecutive
// roundings, as in exact_orient3.
static thin_value thin_det(double sign, thin_vector x, thin_vector y, thin_vector z)
{
    thin_value d = { .v = { x, y, z }, .sign = sign };
    vec3d      u = thin_rounded(x), v = thin_rounded(y), w = thin_rounded(z);
    double     yz = u.y * v.z, zy = u.z * v.y, zx = u.z * v.x, xz = u.x * v.z, xy = u.x * v.y,
           yx = u.y * v.x;
    d.value = sign * ((yz - zy) * w.x + (zx - xz) * w.y + (xy - yx) * w.z);
    d.error = 0x1p-49 * ((fabs(yz) + fabs(zy)) * fabs(w.x) + (fabs(zx) + fabs(xz)) * fabs(w.y) +
                         (fabs(xy) + fabs(yx)) * fabs(w.z));
    return d;
}

// Adds  x y z.
static void thin_add_product(exact_sum *sum, double x, double y, double z)
{
    // The product of two floats is exact in double.
    if (x * y != 0.0 && z != 0.0) exact_sum_add_product(sum, x * y, z);
}

// Adds  sign * det(x, y, z)  of three points, as six products.
static void thin_add_det(exact_sum *sum, double sign, rim_vec3 x, rim_vec3 y, rim_vec3 z)
{
    thin_add_product(sum, y.y, z.z, sign * x.x);
    thin_add_product(sum, y.z, z.y, -sign * x.x);
    thin_add_product(sum, y.z, z.x, sign * x.y);
    thin_add_product(sum, y.x, z.z, -sign * x.y);
    thin_add_product(sum, y.x, z.y, sign * x.z);
    thin_add_product(sum, y.y, z.x, -sign * x.z);
}

// Adds the determinant, expanded into eight determinants of points. As det(to - from, ..) = det(to, ..) - det(from, ..) in
// each of the three places, a term is negative if it has `from` in an odd number of them.
static void thin_add_exact(exact_sum *sum, const thin_value *d)
{
    for (int i = 0; i < 8; i++)
    {
        bool   x = i & 1, y = i & 2, z = i & 4;
        double sign = x ^ y ^ z ? -d->sign : d->sign;
        thin_add_det(sum, sign, x ? d->v[0].from : d->v[0].to, y ? d->v[1].from : d->v[1].to,
                     z ? d->v[2].from : d->v[2].to);
    }
}

// Returns the exact sign of a determinant: that of the double if it exceeds its error bound.
static int thin_sign(const thin_value *d)
{
    if (d->value > d->error) return 1;
    if (d->value < -d->error) return -1;
    if (d->error == 0.0) return 0;
    exact_sum sum;
    exact_sum_clear(&sum);
    thin_add_exact(&sum, d);
    return exact_sum_sign(&sum);
}

// Returns the exact sign of  det(x, y, z).
static int thin_sign_of(thin_vector x, thin_vector y, thin_vector z)
{
    thin_value d = thin_det(1.0, x, y, z);
    return thin_sign(&d);
}

int thin_edge_side(rim_ray3 ray, rim_vec3 b, rim_vec3 c)
{
    rim_vec3 zero = { 0.0f, 0.0f, 0.0f };
    return thin_sign_of(thin_between(ray.origin, b), thin_between(ray.origin, c),
                        thin_between(zero, ray.delta));
}

// Returns the value of a determinant, with a relative error of at most 2^-36.
static double thin_number(const thin_value *d)
{
    if (d->error <= 0x1p-36 * fabs(d->value)) return d->value;
    exact_sum sum;
    exact_sum_clear(&sum);
    thin_add_exact(&sum, d);
    return exact_sum_value(&sum);
}

// --- limits -----------------------------------------------------------------------------------------

// A linear function of time,  f + g t,  that is negative (or zero, if closed) while the two shapes touch.
typedef struct thin_limit
{
    thin_value f, g;
    int        f_sign, g_sign; // exact: -1, 0 or 1
    bool       closed;         // the shapes touch where it is zero
    vec3d      normal;         // its gradient with the mover's position, not normalized
} thin_limit;

static thin_limit thin_limit_of(thin_value f, thin_value g, vec3d normal, bool closed)
{
    return (thin_limit){ .f = f,
                         .g = g,
                         .f_sign = thin_sign(&f),
                         .g_sign = thin_sign(&g),
                         .closed = closed,
                         .normal = normal };
}

// Returns the time at which the limit is zero. Requires that g is not 0, or that f is 0.
static double thin_time(const thin_limit *limit)
{
    return limit->f_sign == 0 ? 0.0 : -(thin_number(&limit->f) / thin_number(&limit->g));
}

// Returns the sign of  time of a - time of b,  with the times as in thin_time. Requires that no g is 0.
//
// The difference  -fa / ga + fb / gb  has the sign of  (fb ga - fa gb) * ga gb.  A product of two values is off by
// each value times the error of the other, and by the product of the errors. The bound is twice the sum of these, and 8
// roundings of the two products.
static int thin_compare(const thin_limit *a, const thin_limit *b)
{
    double left = b->f.value * a->g.value, right = a->f.value * b->g.value;
    double error = fabs(b->f.value) * a->g.error + fabs(a->g.value) * b->f.error +
                   fabs(a->f.value) * b->g.error + fabs(b->g.value) * a->f.error +
                   b->f.error * a->g.error + a->f.error * b->g.error;
    double bound = 2.0 * error + 0x1p-50 * (fabs(left) + fabs(right));
    int    orientation = a->g_sign * b->g_sign;
    if (left - right > bound) return orientation;
    if (left - right < -bound) return -orientation;
    exact_sum fa, ga, fb, gb, sum;
    exact_sum_clear(&fa), exact_sum_clear(&ga), exact_sum_clear(&fb), exact_sum_clear(&gb);
    exact_sum_clear(&sum);
    thin_add_exact(&fa, &a->f), thin_add_exact(&ga, &a->g);
    thin_add_exact(&fb, &b->f), thin_add_exact(&gb, &b->g);
    exact_sum_add_sums(&sum, &fb, &ga, 1.0);
    exact_sum_add_sums(&sum, &fa, &gb, -1.0);
    return orientation * exact_sum_sign(&sum);
}

// Returns the exact sign of f + g, the limit at the end of the motion: that of the sum in doubles, if the sum exceeds
// its error bound. As in thin_compare, the bound is twice the sum of the errors, and 8 roundings of the sum.
static int thin_sign_at_end(const thin_limit *limit)
{
    double value = limit->f.value + limit->g.value;
    double error = 2.0 * (limit->f.error + limit->g.error) + 0x1p-50 * fabs(value);
    if (value > error) return 1;
    if (value < -error) return -1;
    exact_sum sum;
    exact_sum_clear(&sum);
    thin_add_exact(&sum, &limit->f);
    thin_add_exact(&sum, &limit->g);
    return exact_sum_sign(&sum);
}

// --- the normal -------------------------------------------------------------------------------------

// The normals that meet at a contact.
typedef struct thin_normals
{
    vec3d n[5]; // unit normals of the features at the contact
    int   count;
} thin_normals;

static void thin_add_normal(thin_normals *normals, vec3d n)
{
    normals->n[normals->count++] = v3d_normalize(n);
}

// Stores v in *longest if it is longer than that.
static void thin_keep(vec3d *longest, vec3d v)
{
    if (v3d_length2(v) > v3d_length2(*longest)) *longest = v;
}

// Returns true if v = x a + y b + z c with x, y, z >= 0. By Cramer's rule  x = det(v, b, c) / det(a, b, c),  and so on.
// Returns false if the three are nearly in one plane. Requires a unit c, and q = a x b.
static bool thin_is_in_cone(vec3d v, vec3d a, vec3d b, vec3d c, vec3d q)
{
    double det = v3d_dot(q, c), sign = det > 0.0 ? 1.0 : -1.0;
    return det * det > PARALLEL_SINE_SQUARED * v3d_length2(q) &&
           sign * v3d_dot(v3d_cross(v, b), c) >= 0.0 && sign * v3d_dot(v3d_cross(a, v), c) >= 0.0 &&
           sign * v3d_dot(v, q) >= 0.0;
}

// Returns the direction in the cone of the normals (their non-negative combinations) that is closest to -v. Just before
// the contact the closest points have this direction. It is -v itself if three of the normals span a cone that contains
// -v. Otherwise it is the longest of the projections of -v on single normals and on the planes of two normals, if the
// projection lies between the two. Returns the first normal if there is no such projection, or -v if that normal was
// rounded to 0. Requires normals->count > 0 and v not to be 0.
static vec3d thin_direction(const thin_normals *normals, vec3d v)
{
    vec3d against = v3d_normalize(v3d_negate(v)), best = v3d(0.0, 0.0, 0.0);
    for (int i = 0; i < normals->count; i++)
    {
        vec3d  a = normals->n[i];
        double along = v3d_dot(against, a);
        if (along > 0.0) thin_keep(&best, v3d_scale(a, along));
        for (int j = i + 1; j < normals->count; j++)
        {
            vec3d  b = normals->n[j], q = v3d_cross(a, b);
            double qq = v3d_length2(q);
            if (!(qq > PARALLEL_SINE_SQUARED)) continue;
            for (int k = j + 1; k < normals->count; k++)
                if (thin_is_in_cone(against, a, b, normals->n[k], q)) return against;
            vec3d p = v3d_along(against, q, -v3d_dot(against, q) / qq);
            if (v3d_dot(v3d_cross(p, b), q) >= 0.0 && v3d_dot(v3d_cross(a, p), q) >= 0.0)
                thin_keep(&best, p);
        }
    }
    if (v3d_length2(best) > 0.0) return v3d_normalize(best);
    return v3d_length2(normals->n[0]) > 0.0 ? normals->n[0] : against;
}

// --- the input in doubles ---------------------------------------------------------------------------

// The input in the frame, in doubles.
typedef struct thin_numbers
{
    vec3d a, b; // the ends of the axis at the start
    vec3d v;    // the motion
    vec3d corners[3];
} thin_numbers;

// Converts the input to the frame.
static thin_numbers thin_numbers_of(const local_frame *frame, const thin_case *k)
{
    thin_numbers n = { .a = local_frame_in(frame, k->a),
                       .b = local_frame_in(frame, k->b),
                       .v = v3d_scale(v3d_from(k->delta), frame->scale) };
    for (int i = 0; i < k->count; i++) n.corners[i] = local_frame_in(frame, k->corners[i]);
    return n;
}

// Returns the corner after corner i: the end of edge i.
static int thin_next(const thin_case *k, int i)
{
    return i + 1 < k->count ? i + 1 : 0;
}

// Returns the corner between edges i and j. Requires them to be neighbors.
static int thin_corner_of(const thin_case *k, int i, int j)
{
    return thin_next(k, i) == j ? j : i;
}

// Returns the motion as a vector.
static thin_vector thin_motion(const thin_case *k)
{
    return thin_between(rim_vec3_make(0.0f, 0.0f, 0.0f), k->delta);
}

// --- an axis across the plane: a prism --------------------------------------------------------------
//
// The axis crosses the triangle while its ends are on different sides of the plane and it passes each edge on the inner
// side or on the edge: five limits, linear in time. There is a hit if they leave an interval of times.

enum
{
    THIN_NEAR_CAP = 3,
    THIN_FAR_CAP,
    THIN_LIMITS,
    THIN_ALL_HOLD = -1, // results of thin_prism_entry
    THIN_NO_ENTRY = -2
};

// Sets the five limits. orientation is the sign of (e x f) . s: 1 if the axis s runs along the triangle's normal. A limit
// is the distance of the axis' lower end a (or upper end b) from a plane of the prism, times a positive factor:
//
//     caps    orientation (e x f) . (a - c0) < 0,    -orientation (e x f) . (b - c0) < 0
//     sides   orientation (edge x s) . (a - corner) <= 0
static void thin_prism_limits(thin_limit limits[THIN_LIMITS], const thin_case *k,
                              const thin_numbers *n, double orientation)
{
    const rim_vec3 *c = k->corners;
    thin_vector     v = thin_motion(k), s = thin_between(k->a, k->b);
    thin_vector     e = thin_between(c[0], c[1]), f = thin_between(c[0], c[2]);
    vec3d           normal = v3d_scale(v3d_cross(thin_rounded(e), thin_rounded(f)), orientation);
    limits[THIN_NEAR_CAP] = thin_limit_of(thin_det(orientation, e, f, thin_between(c[0], k->a)),
                                          thin_det(orientation, e, f, v), normal, false);
    limits[THIN_FAR_CAP] =
        thin_limit_of(thin_det(-orientation, e, f, thin_between(c[0], k->b)),
                      thin_det(-orientation, e, f, v), v3d_negate(normal), false);
    vec3d axis = v3d_sub(n->b, n->a);
    for (int i = 0; i < 3; i++)
    {
        int         next = thin_next(k, i);
        thin_vector edge = thin_between(c[i], c[next]);
        vec3d       side = v3d_cross(v3d_sub(n->corners[next], n->corners[i]), axis);
        limits[i] =
            thin_limit_of(thin_det(orientation, edge, s, thin_between(c[i], k->a)),
                          thin_det(orientation, edge, s, v), v3d_scale(side, orientation), true);
    }
}

// Returns the index of the limit that is passed last on entry, THIN_ALL_HOLD if all limits are negative at the start, or
// THIN_NO_ENTRY for a miss. Each limit f + g t is linear in time, so it holds in an interval. Limits with f >= 0 and g
// < 0 are entered, those with g > 0 are left. All hold together from the latest entry on, unless one of them has been
// left by then.
static int thin_prism_entry(const thin_limit limits[THIN_LIMITS])
{
    int  last = -1;
    bool goes_in = true, inside = true;
    for (int i = 0; i < THIN_LIMITS; i++)
    {
        const thin_limit *l = &limits[i];
        inside = inside && l->f_sign < 0;
        if (l->f_sign < 0) continue;
        // A limit that is positive or 0 and does not fall never holds, or only at the start. But a closed limit that
        // stays 0 holds; the motion goes along it and not in.
        if (l->g_sign > 0 || (l->g_sign == 0 && (l->f_sign > 0 || !l->closed)))
            return THIN_NO_ENTRY;
        if (l->g_sign == 0)
            goes_in = false;
        else if (last < 0 || thin_compare(l, &limits[last]) > 0)
            last = i;
    }
    if (inside) return THIN_ALL_HOLD;
    // A miss: no limit is entered, the shapes touch at the start and the motion does not go in, or the last entry is
    // after the end of the motion.
    if (last < 0 || (limits[last].f_sign == 0 && !goes_in) || thin_sign_at_end(&limits[last]) > 0)
        return THIN_NO_ENTRY;
    // A miss: a limit is left before the last one is entered, or at the same time.
    for (int i = 0; i < THIN_LIMITS; i++)
        if (limits[i].g_sign > 0 && thin_compare(&limits[last], &limits[i]) >= 0)
            return THIN_NO_ENTRY;
    return last;
}

// Returns true if a limit is zero at the time of entry, when `last`, the limit that is entered last, is zero: the limit
// is always zero, or it is entered at the same time.
static bool thin_is_passed_with(const thin_limit *limit, const thin_limit *last)
{
    if (limit->g_sign == 0) return limit->f_sign == 0;
    return limit->g_sign < 0 && (limit == last || thin_compare(limit, last) == 0);
}

// Returns the point at which the axis, with its first end at a, crosses the edge from c to d. With s the axis and e the
// edge it is c + u e with  u = ((a - c) x s) . (e x s) / |e x s|^2,  the point of the edge closest to the axis' line.
static vec3d thin_on_edge(const thin_numbers *n, vec3d a, vec3d c, vec3d d)
{
    vec3d  s = v3d_sub(n->b, n->a), e = v3d_sub(d, c), side = v3d_cross(e, s);
    double u = v3d_dot(v3d_cross(v3d_sub(a, c), s), side) / v3d_length2(side);
    return v3d_along(c, e, clamp_fraction(u));
}

// Finds the first contact of an axis that is not parallel to the triangle. `tilt` is the sign of (e x f) . s, see
// thin_prism_limits. The feature on the triangle is a corner, an edge or the face, if two, one or no sides are passed at
// the time of entry; that on the axis is an end if a cap is passed then. The near cap changes by  tilt (e x f) . v  over
// the motion v, so *along, the sign of (e x f) . v, is tilt times the sign of this.
static thin_answer thin_prism(toi_hit *hit, int *along, const thin_case *k, const thin_numbers *n,
                              int tilt)
{
    thin_limit limits[THIN_LIMITS];
    thin_prism_limits(limits, k, n, tilt);
    int last = thin_prism_entry(limits);
    *along = tilt * limits[THIN_NEAR_CAP].g_sign;
    if (last < 0) return last == THIN_ALL_HOLD ? THIN_OVERLAP : THIN_MISS;

    // Collects all limits that are zero at the time of entry.
    thin_normals normals = { .count = 0 };
    int          sides[3], side_count = 0, end = -1;
    for (int i = 0; i < THIN_LIMITS; i++)
    {
        const thin_limit *l = &limits[i];
        if (!thin_is_passed_with(l, &limits[last])) continue;
        thin_add_normal(&normals, l->normal);
        if (i < 3)
            sides[side_count++] = i;
        else
            end = i - THIN_NEAR_CAP;
    }
    double      t = thin_time(&limits[last]);
    vec3d       a = v3d_along(n->a, n->v, t), b = v3d_along(n->b, n->v, t), y = end == 1 ? b : a;
    rim_feature fx =
        end < 0 ? shape_feature(RIM_FEATURE_EDGE, 0) : shape_feature(RIM_FEATURE_VERTEX, end);
    rim_feature fy = shape_feature(RIM_FEATURE_FACE, 0);
    if (side_count > 1)
    {
        fy = shape_feature(RIM_FEATURE_VERTEX, thin_corner_of(k, sides[0], sides[1]));
        y = n->corners[fy.index];
    }
    else if (side_count == 1)
    {
        fy = shape_feature(RIM_FEATURE_EDGE, sides[0]);
        if (end < 0)
            y = thin_on_edge(n, a, n->corners[sides[0]], n->corners[thin_next(k, sides[0])]);
    }
    toi_set_hit(hit, t, y, thin_direction(&normals, n->v), fx, fy);
    return THIN_HIT;
}

// --- points, parallel axes and segments: coplanar at the contact -------------------------------------
//
// A point, an axis parallel to the triangle, or two segments touch at the moment when the mover crosses a plane, if the
// two overlap in it then: no edge, and no line along the axis, separates them. Seen along the motion, this can be
// decided at any time.

// The sides of the edges on which the ends of the axis are, and the sides of the axis on which the corners are, as signs.
typedef struct thin_coplanar_sides
{
    int  of_edge[3][2];  // [edge][end]; > 0 is outside of the triangle, 0 on the edge's line
    int  of_axis[3];     // of each corner; 0 is on the axis' line
    int  before, behind; // the numbers of corners with a positive and a negative side of the axis
    bool is_point;       // a is b
} thin_coplanar_sides;

// Returns the sides, as seen along the motion v. `across`, 1 or -1, is the sign of v along the plane's normal. As the
// corners are counter-clockwise about this normal, e x v points out of the triangle if v runs along it, and into it if
// v runs against it. So p is outside of the edge e from c if  across (e x v) . (p - c)  is positive. In the same way,
// a corner c is on the positive side of the axis s if  across (s x v) . (c - a)  is positive.
static thin_coplanar_sides thin_sides_of(const thin_case *k, int across)
{
    thin_coplanar_sides sides = { .is_point =
                                      k->a.x == k->b.x && k->a.y == k->b.y && k->a.z == k->b.z };
    thin_vector         v = thin_motion(k), s = thin_between(k->a, k->b);
    for (int i = 0; i < k->count; i++)
    {
        rim_vec3    c = k->corners[i];
        thin_vector e = thin_between(c, k->corners[thin_next(k, i)]);
        sides.of_edge[i][0] = across * thin_sign_of(e, v, thin_between(c, k->a));
        sides.of_edge[i][1] = across * thin_sign_of(e, v, thin_between(c, k->b));
        sides.of_axis[i] = across * thin_sign_of(s, v, thin_between(k->a, c));
        sides.before += sides.of_axis[i] > 0;
        sides.behind += sides.of_axis[i] < 0;
    }
    return sides;
}

// Returns true if an edge, or the line along the axis, separates the axis and the triangle as seen along the motion: both
// ends are outside of an edge, or all corners are on one side of the axis.
static bool thin_coplanar_misses(const thin_case *k, const thin_coplanar_sides *sides)
{
    for (int i = 0; i < k->count; i++)
        if (sides->of_edge[i][0] > 0 && sides->of_edge[i][1] > 0) return true;
    return !sides->is_point && (sides->before == k->count || sides->behind == k->count);
}

// Returns true if an end of the axis is on the triangle at the contact.
static bool thin_end_is_on(const thin_case *k, const thin_coplanar_sides *sides, int end)
{
    for (int i = 0; i < k->count; i++)
        if (sides->of_edge[i][end] > 0) return false;
    return true;
}

// Adds the normals in the plane of the contact. An edge has one if the axis only touches the edge: no end is inside of
// it. The axis has one if it only touches corners: no corner is on one of its sides. Returns true if there are any, as
// the contact is then at the border. Requires that the shapes touch. `plane` is the plane's normal, not normalized, for
// which edge x plane points outward.
static bool thin_coplanar_normals(thin_normals *normals, const thin_case *k, const thin_numbers *n,
                                  const thin_coplanar_sides *sides, vec3d plane)
{
    int first = normals->count;
    for (int i = 0; i < k->count; i++)
    {
        const int *ends = sides->of_edge[i];
        if (ends[0] < 0 || ends[1] < 0) continue;
        vec3d e = v3d_sub(n->corners[thin_next(k, i)], n->corners[i]);
        thin_add_normal(normals, v3d_cross(e, plane));
    }
    if (!sides->is_point && (sides->before == 0 || sides->behind == 0))
    {
        vec3d across = v3d_cross(v3d_sub(n->b, n->a), plane);
        thin_add_normal(normals, sides->before == 0 ? across : v3d_negate(across));
    }
    return normals->count > first;
}

// Returns the middle of the axis' part over the triangle, as a fraction of the axis; 0 for a point. a and b are the
// ends of the axis at the contact, and `plane` is as in thin_coplanar_normals. If k->count is 2, the segment has two
// edges, which are opposite.
static double thin_middle(const thin_case *k, const thin_numbers *n,
                          const thin_coplanar_sides *sides, vec3d plane, vec3d a, vec3d b)
{
    double lo = 0.0, hi = 1.0;
    if (sides->is_point) return 0.0;
    for (int i = 0; i < k->count; i++)
    {
        const int *ends = sides->of_edge[i];
        // `in` points inward. The exact sides override the signs of the rounded distances at_a and at_b.
        vec3d  c = n->corners[i], in = v3d_cross(plane, v3d_sub(n->corners[thin_next(k, i)], c));
        double at_a = v3d_dot(in, v3d_sub(a, c)), at_b = v3d_dot(in, v3d_sub(b, c));
        clip_fractions(&lo, &hi, ends[0] <= 0 ? fabs(at_a) : -fabs(at_a),
                       ends[1] <= 0 ? fabs(at_b) : -fabs(at_b));
    }
    // Rounding may clip away a part that is only a point (lo > hi). The result is then hi.
    return 0.5 * ((lo < hi ? lo : hi) + hi);
}

// Stores the point and the features of a contact at the border of the triangle. `ends` are the ends of the axis at the
// contact. If an end is on the triangle, it is the point (the first of two), and it is then on the line of at least one
// edge. Otherwise the axis touches one corner, or lies over an edge, whose middle is the point.
static void thin_coplanar_border(toi_hit *hit, const thin_case *k, const thin_numbers *n,
                                 const thin_coplanar_sides *sides, const vec3d ends[2])
{
    int zeros[3] = { 0, 0, 0 }, count = 0, end = -1;
    if (thin_end_is_on(k, sides, 1)) end = 1;
    if (thin_end_is_on(k, sides, 0)) end = 0;
    if (end < 0)
    {
        // The axis passes through a corner, or along an edge and over both of its corners: i and i + 1 for edge i, but 0
        // and 2 for edge 2.
        for (int i = 0; i < k->count; i++)
            if (sides->of_axis[i] == 0) zeros[count++] = i;
        hit->fx = shape_feature(RIM_FEATURE_EDGE, 0);
        hit->fy = count == 1
                      ? shape_feature(RIM_FEATURE_VERTEX, zeros[0])
                      : shape_feature(RIM_FEATURE_EDGE, zeros[0] + 1 == zeros[1] ? zeros[0] : 2);
        hit->y = count == 1 ? n->corners[zeros[0]]
                            : v3d_scale(v3d_add(n->corners[zeros[0]], n->corners[zeros[1]]), 0.5);
        return;
    }
    hit->fx = shape_feature(RIM_FEATURE_VERTEX, end);
    hit->y = ends[end];
    // A segment's corner is touched if it is on the axis' line, a triangle's if the end is on two edges.
    int corner = -1;
    if (k->count == 2) corner = sides->of_axis[0] == 0 ? 0 : sides->of_axis[1] == 0 ? 1 : -1;
    for (int i = 0; i < k->count; i++)
        if (sides->of_edge[i][end] == 0) zeros[count++] = i;
    hit->fy = shape_feature(RIM_FEATURE_EDGE, zeros[0]);
    if (k->count == 3 && count == 2) corner = thin_corner_of(k, zeros[0], zeros[1]);
    if (corner < 0) return;
    hit->fy = shape_feature(RIM_FEATURE_VERTEX, corner);
    hit->y = n->corners[corner];
}

// Finds the contact of shapes that are parallel to a plane with the normal x x y (the cross product of the vectors x
// and y) through corner 0. The mover must cross the plane, and overlap the triangle as seen along the motion. Sets
// *along to the sign of the motion along this normal, and *hit only for THIN_HIT.
static thin_answer thin_coplanar(toi_hit *hit, int *along, const thin_case *k,
                                 const thin_numbers *n, thin_vector x, thin_vector y)
{
    thin_limit limit = thin_limit_of(thin_det(1.0, x, y, thin_between(k->corners[0], k->a)),
                                     thin_det(1.0, x, y, thin_motion(k)), v3d(0.0, 0.0, 0.0), true);
    int        across = limit.g_sign, start = limit.f_sign;
    *along = across;
    // A motion within the plane or away from it misses. A mover in the plane at the start counts as in front of it.
    if (across == 0 || start == across || (start == 0 && across > 0)) return THIN_MISS;
    if (start != 0 && thin_sign_at_end(&limit) == start) return THIN_MISS;
    thin_coplanar_sides sides = thin_sides_of(k, across);
    if (thin_coplanar_misses(k, &sides)) return THIN_MISS;

    double       t = thin_time(&limit);
    vec3d        plane = v3d_cross(thin_rounded(x), thin_rounded(y));
    vec3d        ends[2] = { v3d_along(n->a, n->v, t), v3d_along(n->b, n->v, t) };
    thin_normals normals = { .count = 0 };
    thin_add_normal(&normals, v3d_scale(plane, -across));
    bool   border = thin_coplanar_normals(&normals, k, n, &sides, plane);
    double at = thin_middle(k, n, &sides, plane, ends[0], ends[1]);
    vec3d  direction = thin_direction(&normals, n->v);
    toi_set_hit(hit, t, v3d_lerp(ends[0], ends[1], at), direction,
                shape_feature(sides.is_point ? RIM_FEATURE_VERTEX : RIM_FEATURE_EDGE, 0),
                shape_feature(k->count == 3 ? RIM_FEATURE_FACE : RIM_FEATURE_EDGE, 0));
    if (border) thin_coplanar_border(hit, k, n, &sides, ends);
    hit->letter = shape_feature_case(hit->fx, hit->fy);
    return THIN_HIT;
}

// --- all cases -----------------------------------------------------------------------------------------

// Sets count and corners of the shape that is hit. A triangle whose corners are exactly collinear becomes its longest edge,
// the first of equal ones; only then k->first, the number of this edge, is set.
void thin_set_triangle(thin_case *k, const rim_triangle *t)
{
    const rim_vec3 c[3] = { t->a, t->b, t->c };
    k->count = 3;
    for (int i = 0; i < 3; i++) k->corners[i] = c[i];
    if (!exact_collinear(t->a, t->b, t->c)) return;
    double longest = -1.0;
    k->count = 2;
    for (int i = 0; i < 3; i++)
    {
        double length = v3d_length2(thin_rounded(thin_between(c[i], c[(i + 1) % 3])));
        if (!(length > longest)) continue;
        longest = length;
        k->first = i;
        k->corners[0] = c[i];
        k->corners[1] = c[(i + 1) % 3];
    }
}

// Chooses the case. An axis that is a point, or exactly parallel to the triangle, is in a plane with it at the contact:
// thin_coplanar. Any other axis and the triangle form a prism. Two segments are in one plane at the contact, with the
// normal s x e.
thin_answer thin_sweep(toi_hit *hit, int *along, const local_frame *frame, const thin_case *k)
{
    thin_numbers n = thin_numbers_of(frame, k);
    thin_vector  s = thin_between(k->a, k->b), e = thin_between(k->corners[0], k->corners[1]);
    if (k->count == 2) return thin_coplanar(hit, along, k, &n, s, e);
    thin_vector f = thin_between(k->corners[0], k->corners[2]);
    int         tilt = thin_sign_of(e, f, s);
    if (tilt != 0) return thin_prism(hit, along, k, &n, tilt);
    return thin_coplanar(hit, along, k, &n, e, f);
}
