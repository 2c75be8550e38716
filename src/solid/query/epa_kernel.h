// Template: compiled by each file that includes it.
// Requires simd/f64x4.h to be included before.
//
// EPA, the expanding polytope algorithm (van den Bergen, "Proximity queries and penetration depth computation on 3D
// game objects", 2001): the depth of two overlapping shapes, on four doubles at a time.
//
// A polytope inside D = { a - b }, with its corners on the border of D and the origin inside, is expanded. The support
// point along the normal of its face closest to the origin either lies beyond the face and becomes a corner, with a fan
// of triangles in place of the faces that it sees; or it does not, and the face is part of D's border. As the closest
// face of a body inside D it is then the closest of D, so the answer is exact for polytopes. Two cases need care:
//
//  - Coplanar faces. A corner sees a face only if it is clearly above it, so that no triangle of the fan is without area;
//    neighboring faces in one plane stay as they are.
//  - Touching shapes. The search may end on a point, an edge or a triangle that contains the origin. The simplex is then
//    expanded to a tetrahedron. If D has none, D is flat, and the depth is 0 along its normal.
#ifndef RIM_SOLID_QUERY_EPA_KERNEL_H
#define RIM_SOLID_QUERY_EPA_KERNEL_H

#include "simd/bits.h"
#include "solid/query/gjk.h"
#include "solid/query/support.h"

enum
{
    EPA_CORNERS = 192,          // of the polytope
    EPA_FACES = 2 * EPA_CORNERS // more than a closed surface of so many corners has
};

// The planes of the faces by coordinate: dot(n, p) == offset, n unit. A removed face has the
// offset INFINITY; four of these follow the last plane, because planes are read four at a time.
typedef struct epa_planes
{
    double nx[EPA_FACES + 4], ny[EPA_FACES + 4], nz[EPA_FACES + 4], offset[EPA_FACES + 4];
    int    count;
} epa_planes;

// Sets the number of planes, and pads them with four planes at infinity. Requires count <= EPA_FACES.
SIMD_INLINE void epa_grow_planes(epa_planes *s, int count)
{
    f64x4_store(s->nx + count, f64x4_all(0.0));
    f64x4_store(s->ny + count, f64x4_all(0.0));
    f64x4_store(s->nz + count, f64x4_all(0.0));
    f64x4_store(s->offset + count, f64x4_all(INFINITY));
    s->count = count;
}

// The plane with the smallest offset so far, in each of four lanes. It is kept in registers: reading four numbers at
// once that were written one by one would stall.
typedef struct epa_nearest
{
    f64x4 offset, index;
} epa_nearest;

SIMD_INLINE epa_nearest epa_no_plane(void)
{
    return (epa_nearest){ f64x4_all(INFINITY), f64x4_all(0.0) };
}

// Replaces the nearest plane of each lane of *near by that of the same lane of (offset, index) if its offset is smaller.
SIMD_INLINE void epa_compare_planes(epa_nearest *near, f64x4 offset, f64x4 index)
{
    f64x4_mask less = f64x4_less(offset, near->offset);
    near->index = f64x4_pick(less, index, near->index);
    near->offset = f64x4_pick(less, offset, near->offset);
}

// Returns the index of the plane with the smallest offset. If several lanes have this offset, the lowest of their
// indices is returned; 0x1p20, larger than any index, stands for the lanes that do not. Of equal planes in one lane,
// `near` holds the one that was compared first.
SIMD_INLINE int epa_nearest_face(epa_nearest near)
{
    f64x4_mask equal = f64x4_equal(near.offset, f64x4_all(f64x4_lowest(near.offset)));
    return (int)f64x4_lowest(f64x4_pick(equal, near.index, f64x4_all(0x1p20)));
}

// Sets plane ids[l] to that of the triangle p, q, r of lane l, for the four lanes. With e = q - p and f = r - p, it is
// n = e x f / |e x f|,  offset = n . p.  Compares the four planes with *near. Returns false if a triangle has no
// area:  |e x f|^2 <= EPA_NO_AREA |e|^2 |f|^2.
SIMD_INLINE bool epa_set_planes(epa_planes *s, const short *ids, vec3x4 p, vec3x4 q, vec3x4 r,
                                epa_nearest *near)
{
    vec3x4 e = vec3x4_sub(q, p), f = vec3x4_sub(r, p), n = vec3x4_cross(e, f);
    f64x4  nn = vec3x4_dot(n, n), inverse = f64x4_div(f64x4_all(1.0), f64x4_sqrt(nn));
    f64x4  least = f64x4_mul(f64x4_all(EPA_NO_AREA), f64x4_mul(vec3x4_dot(e, e), vec3x4_dot(f, f)));
    // n is normalized after the product n . p, so that the product need not wait for the root and the division.
    f64x4  offset = f64x4_mul(vec3x4_dot(n, p), inverse);
    double out[4][4];
    n = vec3x4_scale(n, inverse);
    f64x4_store(out[0], n.x);
    f64x4_store(out[1], n.y);
    f64x4_store(out[2], n.z);
    f64x4_store(out[3], offset);
    for (int l = 0; l < 4; l++)
    {
        s->nx[ids[l]] = out[0][l];
        s->ny[ids[l]] = out[1][l];
        s->nz[ids[l]] = out[2][l];
        s->offset[ids[l]] = out[3][l];
    }
    epa_compare_planes(near, offset, f64x4_set(ids[0], ids[1], ids[2], ids[3]));
    return f64x4_bits(f64x4_less(least, nn)) == 15;
}

// Removes the planes that the point is in front of by more than `least`, that is if  n . point - offset > least.
// Sets bit i of `seen` for each such plane i and clears the bits of all other planes, in all words up to that of the
// last plane. Returns the nearest of the planes that are left. Planes are tested four at a time, so the last step also
// reads planes behind the last one. These, and the planes removed before, are at infinity: no point is in front of
// them, and their bits are 0.
SIMD_INLINE epa_nearest epa_see(epa_planes *s, vec3d point, double least, uint64_t *seen)
{
    epa_nearest near = epa_no_plane();
    vec3x4      x = vec3x4_all(point);
    f64x4 bar = f64x4_all(least), index = f64x4_set(0.0, 1.0, 2.0, 3.0), gone = f64x4_all(INFINITY);
    for (int first = 0; first < s->count; first += 64)
    {
        uint64_t mask = 0;
        int      end = s->count < first + 64 ? s->count : first + 64;
        for (int i = first; i < end; i += 4)
        {
            vec3x4     n = { f64x4_load(s->nx + i), f64x4_load(s->ny + i), f64x4_load(s->nz + i) };
            f64x4      offset = f64x4_load(s->offset + i);
            f64x4_mask above = f64x4_less(bar, f64x4_sub(vec3x4_dot(n, x), offset));
            offset = f64x4_pick(above, gone, offset);
            f64x4_store(s->offset + i, offset);
            epa_compare_planes(&near, offset, index);
            index = f64x4_add(index, f64x4_all(4.0));
            mask |= (uint64_t)(unsigned)f64x4_bits(above) << (i - first);
        }
        seen[first >> 6] = mask;
    }
    return near;
}

// The polytope as half-edges: edge 4 f + e is that of face f from its corner e to the next one.
typedef struct epa_polytope
{
    const gjk_pair *pair;
    vec3d           p[EPA_CORNERS];
    int             a[EPA_CORNERS], b[EPA_CORNERS];
    int             corners;
    epa_planes      planes;               // of the faces
    short           start[4 * EPA_FACES]; // the corner where an edge begins
    short           twin[4 * EPA_FACES];  // the edge that goes back, of the face beside
    // A stack of the numbers of removed faces. Room for three copies behind them (epa_add_fan).
    short           unused[EPA_FACES + 3];
    int             unused_count;
    // The horizon edge that starts at each corner. The last entry is written but never read.
    short           from[EPA_CORNERS + 1];
    epa_nearest     nearest;   // of all planes
    short           best[3];   // the corners of the best face so far
    double          size;      // the largest |corner| that the search found
    double          tolerance; // EPA_TOLERANCE times size; epa_grow_along may raise it
} epa_polytope;

// --- building blocks -----------------------------------------------------------------------------------

// Adds the point of D with the indices a and b as a corner, and returns the corner's index. Requires room.
SIMD_TARGET static int epa_add_corner(epa_polytope *poly, int a, int b)
{
    int i = poly->corners++;
    poly->a[i] = a;
    poly->b[i] = b;
    poly->from[i] = -1; // no horizon edge starts here yet
    poly->p[i] = gjk_difference(poly->pair, a, b);
    return i;
}

// Adds the point of D farthest along (x, y, z) as a corner, and returns the corner's index. Requires room. The
// direction is passed as three numbers, which stay in registers.
SIMD_TARGET static int epa_add_support(epa_polytope *poly, double x, double y, double z)
{
    int a, b;
    support_pair(poly->pair, v3d(x, y, z), &a, &b);
    return epa_add_corner(poly, a, b);
}

// Makes two half-edges twins of each other.
SIMD_INLINE void epa_bind(epa_polytope *poly, int edge, int other)
{
    poly->twin[edge] = (short)other;
    poly->twin[other] = (short)edge;
}

// Sets the corners of face f, counter-clockwise seen from outside.
SIMD_INLINE void epa_set_corners(epa_polytope *poly, int f, int i, int j, int k)
{
    poly->start[4 * f] = (short)i;
    poly->start[4 * f + 1] = (short)j;
    poly->start[4 * f + 2] = (short)k;
}

// --- the first tetrahedron ---------------------------------------------------------------------------------

// Adds the support point along d as a corner or, if it is too close to the plane through p[0] with normal d, the one
// along -d. Up to four tolerances are too close: one may be rounding, and the tetrahedron must be clearly thicker. If
// both points are too close, or if d is 0, returns false and adds no corner. Requires at least one corner, and room for
// one more. d need not be unit.
//
// Both points raise the tolerance to EPA_TOLERANCE times their length, even if they are dropped. GJK may have ended at
// once on a point of D at the origin. Then its size is 0, and so is the tolerance.
SIMD_TARGET static bool epa_grow_along(epa_polytope *poly, vec3d d)
{
    double length = v3d_length(d);
    for (int side = 0; side < 2 && length > 0.0; side++, d = v3d_scale(d, -1.0))
    {
        int    i = epa_add_support(poly, d.x, d.y, d.z);
        double tolerance = EPA_TOLERANCE * v3d_length(poly->p[i]);
        poly->tolerance = tolerance > poly->tolerance ? tolerance : poly->tolerance;
        double height = v3d_dot(v3d_sub(poly->p[i], poly->p[0]), d); // times |d|
        if (height > 4.0 * poly->tolerance * length) return true;
        poly->corners--; // drop it again
    }
    return false;
}

// Adds corners to the simplex on which GJK ended, of 1 to 3 corners, until it has four that span a volume. The second
// corner is searched along the three axes, the third along the products e x axis, with e the unit direction of the line
// through the first two, and the fourth along the normal of the plane through three. No direction is left out: the axes
// span all directions, and the products e x axis span all perpendiculars of e. Returns false with fewer than four
// corners: D is then a point, a line or flat. Requires that two corners differ and three are not on a line, as in the
// simplexes of GJK.
SIMD_TARGET static bool epa_grow_simplex(epa_polytope *poly)
{
    static const vec3d axes[3] = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };
    for (int i = 0; i < 3 && poly->corners == 1; i++) epa_grow_along(poly, axes[i]);
    if (poly->corners == 1) return false;
    vec3d e = v3d_normalize(v3d_sub(poly->p[1], poly->p[0]));
    for (int i = 0; i < 3 && poly->corners == 2; i++) epa_grow_along(poly, v3d_cross(e, axes[i]));
    if (poly->corners == 2) return false;
    vec3d f = v3d_sub(poly->p[2], poly->p[0]);
    if (poly->corners == 3) epa_grow_along(poly, v3d_cross(e, f));
    return poly->corners == 4;
}

// Makes the four faces of the four corners, counter-clockwise seen from outside, and links their edges. Requires
// exactly four corners. Sets poly->nearest. Returns false if a face has no area. With the numbers of edges in
// parentheses, the faces are
//
//      0:  0 -> j (0)   j -> k (1)   k -> 0 (2)          2:  k -> j (8)   j -> 3 (9)   3 -> k (10)
//      1:  j -> 0 (4)   0 -> 3 (5)   3 -> j (6)          3:  0 -> k (12)  k -> 3 (13)  3 -> 0 (14)
//
// j and k are 1 and 2, in the order that puts corner 3 behind face 0.
SIMD_TARGET static bool epa_close_tetrahedron(epa_polytope *poly)
{
    const vec3d *p = poly->p;
    vec3d        n = v3d_cross(v3d_sub(p[1], p[0]), v3d_sub(p[2], p[0]));
    int          j = 1, k = 2;
    if (v3d_dot(n, v3d_sub(p[3], p[0])) > 0.0)
    {
        j = 2;
        k = 1;
    }
    short ids[4] = { 0, 1, 2, 3 };
    epa_set_corners(poly, 0, 0, j, k);
    epa_set_corners(poly, 1, j, 0, 3);
    epa_set_corners(poly, 2, k, j, 3);
    epa_set_corners(poly, 3, 0, k, 3);
    epa_bind(poly, 0, 4);
    epa_bind(poly, 1, 8);
    epa_bind(poly, 2, 12);
    epa_bind(poly, 6, 9);
    epa_bind(poly, 10, 13);
    epa_bind(poly, 14, 5);
    epa_grow_planes(&poly->planes, 4);
    poly->nearest = epa_no_plane();
    return epa_set_planes(&poly->planes, ids, vec3x4_set(p[0], p[j], p[k], p[0]),
                          vec3x4_set(p[j], p[0], p[j], p[k]), vec3x4_set(p[k], p[3], p[3], p[3]),
                          &poly->nearest);
}

// --- growing ------------------------------------------------------------------------------------------------

// An edge of a face that the new corner sees, from corner i to corner j. Its twin belongs to a face that is not seen.
typedef struct epa_horizon_edge
{
    short i, j, twin;
} epa_horizon_edge;

SIMD_INLINE bool epa_is_seen(const uint64_t *seen, int f)
{
    return seen[f >> 6] >> (f & 63) & 1;
}

// Pushes the numbers of the faces that are seen on the stack poly->unused. Stores in `edges` the horizon: the edges
// between a face that is seen and one that is not. Sets poly->from[i] to the number of the horizon edge that starts at
// corner i. Returns the number of horizon edges. If it exceeds EPA_CORNERS, some may be missing. `edges` needs room for
// EPA_CORNERS + 3, because each face adds up to three. Every edge is written, but the count only advances if the edge
// is on the horizon: a branch on this could not be predicted.
SIMD_INLINE int epa_find_horizon(epa_polytope *poly, const uint64_t *seen, epa_horizon_edge *edges)
{
    int count = 0, unused = poly->unused_count;
    for (int word = 0; word <= (poly->planes.count - 1) >> 6; word++)
        for (uint64_t left = seen[word]; left; left &= left - 1)
        {
            int          f = 64 * word + bits_lowest(left);
            const short *start = poly->start + 4 * f, *twin = poly->twin + 4 * f;
            if (count > EPA_CORNERS) return count;
            poly->unused[unused++] = (short)f;
            for (int e = 0; e < 3; e++)
            {
                short i = start[e];
                bool  on_horizon = !epa_is_seen(seen, twin[e] >> 2);
                edges[count].i = i;
                edges[count].j = start[e < 2 ? e + 1 : 0];
                edges[count].twin = twin[e];
                // The index is  on_horizon ? i : EPA_CORNERS  (the entry that is never read). The conditional would
                // become a branch.
                poly->from[EPA_CORNERS + (i - EPA_CORNERS) * on_horizon] = (short)count;
                count += on_horizon;
            }
        }
    poly->unused_count = unused;
    return count;
}

// Makes the faces of the fan. Face ids[k] is the triangle of horizon edge k, from i to j, and the new corner:
//
//      its edge 0, i -> j:         the twin of the edge j -> i of the face beyond it, which stays
//      its edge 1, j -> corner:    the twin of edge 2, corner -> j, of the triangle whose horizon edge starts at j
//
// poly->from[j] is the number of the horizon edge that starts at j. If no edge starts there, the entry is old or -1, so
// the edge's start is compared with j. next[k] is the horizon edge after edge k. Following `next` from edge 0 must lead
// back to edge 0 after exactly `count` edges. Returns false if it does not, or if an entry was old: the horizon is then
// no loop, and the polytope cannot be used any more.
SIMD_INLINE bool epa_bind_fan(epa_polytope *poly, int corner, const epa_horizon_edge *edges,
                              const short *ids, int count)
{
    short next[EPA_CORNERS + 4];
    bool  bad = false;
    for (int k = 0; k < count; k++)
    {
        epa_horizon_edge edge = edges[k];
        unsigned         after = (unsigned)poly->from[edge.j];
        after = after < (unsigned)count ? after : 0;
        bad |= edges[after].i != edge.j;
        next[k] = (short)after;
        epa_set_corners(poly, ids[k], edge.i, edge.j, corner);
        epa_bind(poly, 4 * ids[k], edge.twin);
        epa_bind(poly, 4 * ids[k] + 1, 4 * ids[after] + 2);
    }
    int at = next[0], length = 1;
    for (; at != 0 && length <= count; length++) at = next[at];
    return !bad && length == count;
}

SIMD_INLINE vec3x4 epa_corners_of(const epa_polytope *poly, int i, int j, int k, int l)
{
    return vec3x4_set(poly->p[i], poly->p[j], poly->p[k], poly->p[l]);
}

// Replaces the faces that the corner sees by a fan. Requires that the corner is in front of the nearest face by more
// than the tolerance. Returns false if rounding has broken the polytope (the horizon is no loop, or a triangle has no
// area), or if there is no room; the polytope cannot be expanded any more then.
SIMD_INLINE bool epa_add_fan(epa_polytope *poly, int corner)
{
    uint64_t         seen[EPA_FACES / 64];
    epa_horizon_edge edges[EPA_CORNERS + 4];
    // Remove the faces that the corner sees: all faces that it is in front of by more than a quarter of the tolerance.
    // This is less than the tolerance by which it is in front of the nearest face, and keeps triangles without area out
    // of the fan.
    poly->nearest = epa_see(&poly->planes, poly->p[corner], 0.25 * poly->tolerance, seen);
    int count = epa_find_horizon(poly, seen, edges);
    if (count < 3 || count > EPA_CORNERS) return false;

    // Number the faces of the fan: the numbers of removed faces first, then new numbers.
    int face_count = poly->planes.count;
    while (poly->unused_count < count && face_count < EPA_FACES)
        poly->unused[poly->unused_count++] = (short)face_count++;
    if (poly->unused_count < count) return false;
    short *ids =
        poly->unused + poly->unused_count - count; // the top of the stack of unused numbers
    epa_grow_planes(&poly->planes, face_count);
    // Planes are set four at a time; copies of the last edge fill the last step.
    for (int k = count; k < count + 3; k++)
    {
        ids[k] = ids[count - 1];
        edges[k] = edges[count - 1];
    }
    poly->unused_count -= count;
    bool   good = true;
    vec3x4 top = vec3x4_all(poly->p[corner]);
    for (int k = 0; k < count; k += 4)
    {
        const epa_horizon_edge *e = edges + k;
        good &= epa_set_planes(
            &poly->planes, ids + k, epa_corners_of(poly, e[0].i, e[1].i, e[2].i, e[3].i),
            epa_corners_of(poly, e[0].j, e[1].j, e[2].j, e[3].j), top, &poly->nearest);
    }
    // After the planes, whose divisions take longest.
    return good & epa_bind_fan(poly, corner, edges, ids, count);
}

// --- answers --------------------------------------------------------------------------------------------------

// Stores the witness point on a in o->on_a. It is the sum of the corners o->a, weighted by the barycentric coordinates
// of the origin's projection on the best face p, q, r. The coordinate of a corner is the area of the triangle that the
// projection spans with the other two corners, over the area of the face. With n the face's normal, twice these areas
// are a = n . (q x r) for p, b = n . (r x p) for q, and c = n . (p x q) for r. Returns false if the projection is
// outside of the face. Requires o->normal and o->a to be those of the best face.
SIMD_TARGET static bool epa_face_witness(const epa_polytope *poly, overlap *o)
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

// Makes face f the best one: stores its corners in poly->best, and in *o its normal and the extent of D along the
// normal from the origin, `depth`.
SIMD_INLINE void epa_set_face(epa_polytope *poly, overlap *o, int f, vec3d normal, double depth)
{
    o->normal = normal;
    o->depth = depth;
    for (int i = 0; i < 3; i++) poly->best[i] = poly->start[4 * f + i];
}

// Stores the corners and the witness point of the answer. Requires o->normal and o->depth to be those of the best face.
// The depth is the extent of D along the normal. A negative depth is rounding and becomes 0. If D extends beyond the
// face by more than the tolerance, the face lies inside D and its corners do not touch. o->count is then 0, and
// gjk_common_point computes the witness point, as it also does if the origin's projection is outside of the face.
SIMD_TARGET static void epa_finish(const epa_polytope *poly, overlap *o)
{
    if (o->depth < 0.0) o->depth = 0.0;
    bool on_border = o->depth - v3d_dot(o->normal, poly->p[poly->best[0]]) <= poly->tolerance;
    o->count = on_border ? 3 : 0;
    for (int i = 0; i < 3; i++)
    {
        o->a[i] = poly->a[poly->best[i]];
        o->b[i] = poly->b[poly->best[i]];
    }
    if (!on_border || !epa_face_witness(poly, o))
        o->on_a = gjk_common_point(poly->pair, o->normal, o->depth, poly->size);
}

// Returns the answer for a D without volume: the depth is 0. The normal is that of D's plane if poly->corners is 3 or
// 4, perpendicular to D's line if it is 2, and any direction if D is a point. The points are those of the search's
// simplex.
SIMD_TARGET static overlap epa_flat_answer(const epa_polytope *poly, const gjk_result *end)
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

// Expands the polytope until its closest face is one of D, there is no room for more corners, or rounding breaks it.
// Each step stores two bounds of the depth in *best. best->depth, an upper bound, is the least extent of D along the
// normal of a face so far. best->lower, a lower bound, is the offset of the closest face, because the polytope is
// inside D. If the search ends with a face of D, they differ by at most one tolerance. Requires best->depth to be
// INFINITY, so that the first step stores a best face.
SIMD_TARGET static void epa_grow(epa_polytope *poly, overlap *best)
{
    for (;;)
    {
        int    f = epa_nearest_face(poly->nearest);
        double offset = poly->planes.offset[f];
        best->lower = offset < best->depth ? offset : best->depth;
        if (offset >= best->depth) return;
        vec3d  n = v3d(poly->planes.nx[f], poly->planes.ny[f], poly->planes.nz[f]);
        int    corner = epa_add_support(poly, n.x, n.y, n.z);
        double depth = v3d_dot(n, poly->p[corner]);
        bool   last = depth - offset <= poly->tolerance; // the face is one of D
        if (last || depth < best->depth) epa_set_face(poly, best, f, n, depth);
        if (last || poly->corners == EPA_CORNERS || !epa_add_fan(poly, corner)) return;
    }
}

// Computes the depth of two shapes that overlap, from the last simplex of GJK: makes a tetrahedron of it and expands
// that. If D has no volume, there is no tetrahedron or one of its faces has no area; the depth is then 0.
SIMD_TARGET overlap SIMD_NAME(epa)(const gjk_pair *pair, const gjk_result *end)
{
    epa_polytope poly;
    poly.pair = pair;
    poly.corners = poly.unused_count = 0;
    poly.planes.count = 0;
    poly.size = end->size;
    poly.tolerance = EPA_TOLERANCE * poly.size;
    for (int i = 0; i < end->count; i++) epa_add_corner(&poly, end->a[i], end->b[i]);
    bool solid = poly.corners == 4 || epa_grow_simplex(&poly);
    if (!solid || !epa_close_tetrahedron(&poly)) return epa_flat_answer(&poly, end);

    overlap best = { .depth = INFINITY };
    epa_grow(&poly, &best);
    epa_finish(&poly, &best);
    return best;
}

#endif
