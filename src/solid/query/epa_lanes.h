// Template: compiled anew by each file that includes it.
// The expanding polytope of van den Bergen (2001), in double, with the two points that usually go wrong
// made right. Include what support_lanes.h asks for first.
//
// A polytope with corners on the border of D = { a - b } and the origin inside is grown: its face closest
// to the origin is asked whether D reaches beyond it; if so the farthest point becomes a corner, and the
// faces it sees are replaced by a fan. A face beyond which D does not reach is a part of D's border, and
// being the closest face of a body inside D it is the closest of D: on polytopes this is exact.
//
//  - Faces that lie in one plane. A corner sees a face only if it stands clearly above it, so that the fan
//    never has a triangle without area; neighbours in one plane simply stay neighbours.
//  - Touching. The search may end on a point, an edge or a triangle that holds the origin. The simplex is
//    then grown to a tetrahedron; if D has no such, D is flat, and the depth is 0 along its normal.
//
// Hulls that can guess need no search before: distances being signed, the origin may as well lie outside of the
// polytope. It then lies beyond its closest face, and either beyond D there, which parts the two, or the polytope
// grows towards it.
#ifndef RIM_SOLID_QUERY_EPA_LANES_H
#define RIM_SOLID_QUERY_EPA_LANES_H

#include "solid/query/contact.h"
#include "solid/query/epa_planes.h"
#include "solid/query/support_hints.h"
#include "solid/query/simplex.h"

// What counts as reaching beyond a face, relative to the size.
#define BEYOND 0x1p-42
// Points are sums of a few rounded products: figures below this, relative to the size, are rounding.
#define EPA_NOTHING 0x1p-46

// Edge 4 f + e is that of face f from its corner e to the one after it.
typedef struct polytope
{
    const gjk_pair *pair;
    vec3d           p[EPA_CORNERS];
    int             a[EPA_CORNERS], b[EPA_CORNERS];
    int             corners;
    planes          planes;           // of the faces; one that is gone is infinitely far away
    short           start[4 * FACES]; // the corner where an edge begins
    short           twin[4 * FACES];  // the edge that goes back, of the face beside
    short           unused[FACES + 3];
    int             unused_count;
    short         from[EPA_CORNERS + 1]; // the horizon edge that starts at the corner; one for none
    nearest_plane nearest;
    int           best_face;
    short         best[3];     // its corners
    double        size, reach; // of what is met; BEYOND times that
    double        apart;       // less deep than this ends the growth
} polytope;

// --- building blocks -----------------------------------------------------------------------------------

FOUR_TARGET static int epa_add_corner(polytope *poly, int a, int b)
{
    int i = poly->corners++;
    poly->a[i] = a;
    poly->b[i] = b;
    poly->from[i] = -1;
    poly->p[i] = gjk_difference(poly->pair, a, b);
    return i;
}

// The direction comes as three numbers, which travel in registers: a vector just written in three parts would
// be waited for until it is in the cache.
FOUR_TARGET static int add_support(polytope *poly, double x, double y, double z)
{
    int a, b;
    support_pair(poly->pair, v3d(x, y, z), &a, &b);
    return epa_add_corner(poly, a, b);
}

FOUR_INLINE void bind(polytope *poly, int edge, int other)
{
    poly->twin[edge] = (short)other;
    poly->twin[other] = (short)edge;
}

FOUR_INLINE void epa_set_corners(polytope *poly, int f, int i, int j, int k)
{
    poly->start[4 * f] = (short)i;
    poly->start[4 * f + 1] = (short)j;
    poly->start[4 * f + 2] = (short)k;
}

// --- the first tetrahedron ---------------------------------------------------------------------------------

// Tries d and -d for a corner that is clearly off the plane with normal d through p[0]. A search that met the
// origin at once knows of no size yet: what is met here tells.
FOUR_TARGET static bool grow_along(polytope *poly, vec3d d)
{
    double length = v3d_length(d);
    for (int side = 0; side < 2 && length > 0.0; side++, d = v3d_scale(d, -1.0))
    {
        int    i = add_support(poly, d.x, d.y, d.z);
        double size = BEYOND * v3d_length(poly->p[i]);
        poly->reach = size > poly->reach ? size : poly->reach;
        double height = v3d_dot(v3d_sub(poly->p[i], poly->p[0]), d);
        if (height > 4.0 * poly->reach * length) return true;
        poly->corners--;
    }
    return false;
}

// Adds corners until there are four that span a volume; false leaves fewer: D is a point, a line, a plane.
FOUR_TARGET static bool grow_simplex(polytope *poly)
{
    static const vec3d axes[3] = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };
    for (int i = 0; i < 3 && poly->corners == 1; i++) grow_along(poly, axes[i]);
    if (poly->corners == 1) return false;
    vec3d e = v3d_normalize(v3d_sub(poly->p[1], poly->p[0]));
    for (int i = 0; i < 3 && poly->corners == 2; i++) grow_along(poly, v3d_cross(e, axes[i]));
    if (poly->corners == 2) return false;
    vec3d f = v3d_sub(poly->p[2], poly->p[0]);
    if (poly->corners == 3) grow_along(poly, v3d_cross(e, f));
    return poly->corners == 4;
}

FOUR_TARGET static bool close_tetrahedron(polytope *poly)
{
    const vec3d *p = poly->p;
    vec3d        n = v3d_cross(v3d_sub(p[1], p[0]), v3d_sub(p[2], p[0]));
    int          j = 1, k = 2;
    if (v3d_dot(n, v3d_sub(p[3], p[0])) > 0.0)
    {
        j = 2;
        k = 1;
    }
    // Now 3 lies behind 0 j k.
    short ids[4] = { 0, 1, 2, 3 };
    epa_set_corners(poly, 0, 0, j, k);
    epa_set_corners(poly, 1, j, 0, 3);
    epa_set_corners(poly, 2, k, j, 3);
    epa_set_corners(poly, 3, 0, k, 3);
    bind(poly, 0, 4);
    bind(poly, 1, 8);
    bind(poly, 2, 12);
    bind(poly, 6, 9);
    bind(poly, 10, 13);
    bind(poly, 14, 5);
    planes_grow(&poly->planes, 4);
    poly->nearest = planes_none();
    return planes_set(&poly->planes, ids, four3_set(p[0], p[j], p[k], p[0]),
                      four3_set(p[j], p[0], p[j], p[k]), four3_set(p[k], p[3], p[3], p[3]),
                      &poly->nearest);
}

// --- growing ------------------------------------------------------------------------------------------------

// An edge between what the new corner sees and what it does not, from corner i to corner j, and the one that goes back.
typedef struct horizon_edge
{
    short i, j, twin;
} horizon_edge;

FOUR_INLINE bool is_seen(const uint64_t *seen, int f)
{
    return seen[f >> 6] >> (f & 63) & 1;
}

// Faces that are seen go. What is seen has no pattern to foretell, so edges are written always and kept if
// they count.
FOUR_INLINE int find_horizon(polytope *poly, const uint64_t *seen, horizon_edge *edges)
{
    int count = 0, unused = poly->unused_count;
    for (int word = 0; word <= (poly->planes.count - 1) >> 6; word++)
        for (uint64_t left = seen[word]; left; left &= left - 1)
        {
            int          f = 64 * word + lowest_of(left);
            const short *start = poly->start + 4 * f, *twin = poly->twin + 4 * f;
            if (count > EPA_CORNERS) return count;
            poly->unused[unused++] = (short)f;
            for (int e = 0; e < 3; e++)
            {
                short i = start[e];
                bool  kept = !is_seen(seen, twin[e] >> 2);
                edges[count].i = i;
                edges[count].j = start[e < 2 ? e + 1 : 0];
                edges[count].twin = twin[e];
                // By arithmetic: of a choice the compiler would make a branch.
                poly->from[EPA_CORNERS + (i - EPA_CORNERS) * kept] = (short)count;
                count += kept;
            }
        }
    poly->unused_count = unused;
    return count;
}

// Triangles from the corner to each edge of the horizon. False unless that is one loop.
FOUR_INLINE bool bind_fan(polytope *poly, int corner, const horizon_edge *edges, const short *ids,
                          int count)
{
    short next[EPA_CORNERS + 4];
    bool  bad = false;
    for (int k = 0; k < count; k++)
    {
        horizon_edge edge = edges[k];
        unsigned     after = (unsigned)poly->from[edge.j];
        after = after < (unsigned)count ? after : 0;
        bad |= edges[after].i != edge.j;
        next[k] = (short)after;
        epa_set_corners(poly, ids[k], edge.i, edge.j, corner);
        bind(poly, 4 * ids[k], edge.twin);
        bind(poly, 4 * ids[k] + 1, 4 * ids[after] + 2);
    }
    int at = next[0], length = 1;
    for (; at != 0 && length <= count; length++) at = next[at];
    return !bad && length == count;
}

FOUR_INLINE four3 epa_corners_of(const polytope *poly, int i, int j, int k, int l)
{
    return four3_set(poly->p[i], poly->p[j], poly->p[k], poly->p[l]);
}

// Replaces what the corner sees by a fan.
FOUR_INLINE bool add_fan(polytope *poly, int corner)
{
    uint64_t     seen[FACES / 64];
    horizon_edge edges[EPA_CORNERS + 4];
    poly->nearest = planes_seen(&poly->planes, poly->p[corner], 0.25 * poly->reach, seen);
    int count = find_horizon(poly, seen, edges);
    if (count < 3 || count > EPA_CORNERS) return false;

    // Ids of faces that are gone, and new ones.
    int known = poly->planes.count;
    while (poly->unused_count < count && known < FACES)
        poly->unused[poly->unused_count++] = (short)known++;
    if (poly->unused_count < count) return false;
    short *ids = poly->unused + poly->unused_count - count;
    planes_grow(&poly->planes, known);
    // A whole number of fours is set without a remainder loop; setting one twice is no harm.
    for (int k = count; k < count + 3; k++)
    {
        ids[k] = ids[count - 1];
        edges[k] = edges[count - 1];
    }
    poly->unused_count -= count;
    bool  good = true;
    four3 top = four3_all(poly->p[corner]);
    for (int k = 0; k < count; k += 4)
    {
        const horizon_edge *e = edges + k;
        good &=
            planes_set(&poly->planes, ids + k, epa_corners_of(poly, e[0].i, e[1].i, e[2].i, e[3].i),
                       epa_corners_of(poly, e[0].j, e[1].j, e[2].j, e[3].j), top, &poly->nearest);
    }
    // Behind the planes, which are waited for.
    return good & bind_fan(poly, corner, edges, ids, count);
}

// --- answers --------------------------------------------------------------------------------------------------

// The origin's projection on the face has as its weights the areas that it makes with the edges: with n the
// normal, dot(n, p_i x p_j) is twice that with the edge from p_i to p_j. False if it is not held by the face.
FOUR_TARGET static bool face_witness(const polytope *poly, overlap *o)
{
    vec3d  p = poly->p[poly->best[0]], q = poly->p[poly->best[1]], r = poly->p[poly->best[2]];
    vec3d  n = o->normal;
    double a = v3d_dot(n, v3d_cross(q, r)), b = v3d_dot(n, v3d_cross(r, p));
    double c = v3d_dot(n, v3d_cross(p, q)), share = 1.0 / (a + b + c);
    const rim_vec3 *points = poly->pair->a.points;
    vec3d           sum = v3d_scale(v3d_from(points[o->a[0]]), a * share);
    sum = v3d_along(sum, v3d_from(points[o->a[1]]), b * share);
    o->on_a = v3d_along(sum, v3d_from(points[o->a[2]]), c * share);
    return a >= 0.0 && b >= 0.0 && c >= 0.0;
}

FOUR_INLINE void set_face(polytope *poly, overlap *o, int f, vec3d normal, double depth)
{
    o->normal = normal;
    o->depth = depth;
    poly->best_face = f;
    for (int i = 0; i < 3; i++) poly->best[i] = poly->start[4 * f + i];
}

// What the best face tells, once it is known. D may be as deep along the normal of a face inside it, whose corners are
// then none of those that touch: the answer has no corners.
FOUR_TARGET static void finish_face(const polytope *poly, overlap *o)
{
    if (o->depth < 0.0) o->depth = 0.0;
    bool on_border = o->depth - v3d_dot(o->normal, poly->p[poly->best[0]]) <= poly->reach;
    o->count = on_border ? 3 : 0;
    for (int i = 0; i < 3; i++)
    {
        o->a[i] = poly->a[poly->best[i]];
        o->b[i] = poly->b[poly->best[i]];
    }
    if (!on_border || !face_witness(poly, o))
        o->on_a = gjk_common_point(poly->pair, o->normal, o->depth, poly->size);
}

FOUR_TARGET static overlap flat_answer(const polytope *poly, const gjk_result *end)
{
    overlap o = { 0 };
    vec3d   e = v3d(0.0, 0.0, 0.0);
    if (poly->corners >= 2) e = v3d_sub(poly->p[1], poly->p[0]);
    o.normal = v3d_from(rim_vec3_perpendicular(v3d_round(v3d_normalize(e))));
    if (poly->corners >= 3) o.normal = v3d_normalize(v3d_cross(e, v3d_sub(poly->p[2], poly->p[0])));
    o.on_a = gjk_witness(poly->pair, end);
    o.count = end->count < 3 ? end->count : 3;
    for (int i = 0; i < o.count; i++)
    {
        o.a[i] = end->a[i];
        o.b[i] = end->b[i];
    }
    return o;
}

// Grows the polytope until its closest face is one of D, or the two are apart. False: rounding broke it.
FOUR_TARGET static bool epa_grow(polytope *poly, overlap *best)
{
    for (;;)
    {
        int    f = epa_planes_nearest(poly->nearest);
        double offset = poly->planes.offset[f];
        best->lower = offset < best->depth ? offset : best->depth;
        if (offset >= best->depth) return true;
        vec3d  n = planes_normal(&poly->planes, f);
        int    corner = add_support(poly, n.x, n.y, n.z);
        double depth = v3d_dot(n, poly->p[corner]);
        bool   last = depth - offset <= poly->reach;
        if (last || depth < best->depth) set_face(poly, best, f, n, depth);
        if (last || depth < poly->apart || poly->corners == EPA_CORNERS) return true;
        if (!add_fan(poly, corner)) return false;
    }
}

FOUR_TARGET overlap FOUR_NAME(epa_expand)(const gjk_pair *pair, const gjk_result *end)
{
    polytope poly;
    poly.pair = pair;
    poly.corners = poly.unused_count = 0;
    poly.planes.count = 0;
    poly.size = end->size;
    poly.reach = BEYOND * poly.size;
    poly.apart = -INFINITY;
    for (int i = 0; i < end->count; i++) epa_add_corner(&poly, end->a[i], end->b[i]);
    if (poly.corners < 4 && !grow_simplex(&poly)) return flat_answer(&poly, end);

    overlap best = { 0 };
    best.depth = INFINITY;
    if (close_tetrahedron(&poly)) epa_grow(&poly, &best);
    if (best.depth == INFINITY) return flat_answer(&poly, end);
    finish_face(&poly, &best);
    return best;
}

// Leaves four corners for the next search about the pair: those of the best face, and of the faces beside it the
// other corner that is farthest behind.
FOUR_INLINE void expand_keep_warm(rim_warm *warm, const polytope *poly, vec3d normal)
{
    int    behind = 0;
    double least = INFINITY;
    for (int e = 0; e < 3; e++)
    {
        int    edge = poly->twin[4 * poly->best_face + e], face = edge & ~3, own = edge & 3;
        int    corner = poly->start[face + (own == 0 ? 2 : own - 1)];
        double along = v3d_dot(normal, poly->p[corner]);
        behind = along < least ? corner : behind;
        least = along < least ? along : least;
    }
    warm->count = 4;
    for (int i = 0; i < 4; i++)
    {
        int corner = i < 3 ? poly->best[i] : behind;
        warm->a[i] = poly->a[corner];
        warm->b[i] = poly->b[corner];
    }
}

// Starts the polytope from four corners of { a - b }. False if they span no volume to speak of.
FOUR_INLINE bool expand_set_tetrahedron(polytope *poly, const int a[4], const int b[4])
{
    double x[4], y[4], z[4];
    four3  p = differences(poly->pair, a, b);
    four_store(x, p.x);
    four_store(y, p.y);
    four_store(z, p.z);
    for (int i = 0; i < 4; i++)
    {
        poly->a[i] = a[i];
        poly->b[i] = b[i];
        poly->from[i] = -1;
        poly->p[i] = v3d(x[i], y[i], z[i]);
    }
    poly->corners = 4;
    poly->size = sqrt(four_highest(four3_dot(p, p)));
    poly->reach = BEYOND * poly->size;
    poly->apart = -EPA_NOTHING * poly->size;
    vec3d  n = v3d_cross(v3d_sub(poly->p[1], poly->p[0]), v3d_sub(poly->p[2], poly->p[0]));
    double volume = v3d_dot(n, v3d_sub(poly->p[3], poly->p[0])), least = 4.0 * poly->reach;
    return volume * volume > least * least * v3d_length2(n);
}

// Four corners of the last answer. False if there are none.
FOUR_INLINE bool expand_warm_tetrahedron(polytope *poly, const rim_warm *warm)
{
    if (!warm || warm->count != 4) return false;
    unsigned na = (unsigned)poly->pair->a.count, nb = (unsigned)poly->pair->b.count, bad = 0;
    for (int i = 0; i < 4; i++) bad |= ((unsigned)warm->a[i] >= na) | ((unsigned)warm->b[i] >= nb);
    return !bad && expand_set_tetrahedron(poly, warm->a, warm->b);
}

// Four corners that the hulls guess to lie about d, and behind. False if they span no volume to speak of.
FOUR_INLINE bool guess_tetrahedron(polytope *poly, vec3d d, double tilt)
{
    const gjk_pair *pair = poly->pair;
    four3           ways = directions_about(d, tilt);
    int             a[4], b[4];
    ways = four3_last_of(ways, four3_scale(ways, four_all(-1.0)));
    guess_four(a, pair->a.hull, ways);
    guess_four(b, pair->b.hull, turn_back(pair, ways));
    return expand_set_tetrahedron(poly, a, b);
}

FOUR_TARGET depth_known FOUR_NAME(sat_box_depth)(const gjk_pair *pair, overlap *best, double *size,
                                                 rim_warm *warm)
{
    polytope poly;
    poly.pair = pair;
    poly.unused_count = 0;
    // The way from one centre to the other is seldom far from the least deep one.
    vec3d  center = gjk_point_of_b(pair, gjk_center(&pair->b));
    vec3d  d = v3d_scale(v3d_sub(center, gjk_center(&pair->a)), pair->scale);
    double tilt = 0.25 + 0.35 * (pair->a.hull->guess_tilt + pair->b.hull->guess_tilt);
    if (!(v3d_length2(d) > 0x1p-80)) d = v3d(0.0, 0.0, 1.0);
    if (!expand_warm_tetrahedron(&poly, warm) && !guess_tetrahedron(&poly, d, tilt) &&
        !guess_tetrahedron(&poly, d, 2.5 * tilt))
        return DEPTH_UNKNOWN;
    *size = poly.size;
    best->depth = INFINITY;
    if (!close_tetrahedron(&poly) || !epa_grow(&poly, best)) return DEPTH_UNKNOWN;
    if (warm) expand_keep_warm(warm, &poly, best->normal);
    if (best->depth < poly.apart) return DEPTH_NONE;
    if (best->depth - best->lower > poly.reach) return DEPTH_UNKNOWN;
    finish_face(&poly, best);
    return DEPTH_EXACT;
}

#endif
