// EPA, the expanding polytope algorithm (van den Bergen, "Proximity queries and penetration depth computation on 3D
// game objects", 2001): the depth of two overlapping shapes.
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
#include "solid/query/gjk.h"

enum
{
    EPA_CORNERS = 192,          // of the polytope
    EPA_FACES = 2 * EPA_CORNERS // more than a closed surface of so many corners has
};

// A face of the polytope. Its corners are counter-clockwise seen from outside, and its plane is  n . p == offset,  with a
// unit n.
typedef struct epa_face
{
    vec3d  n;
    double offset;
    int    corner[3];
} epa_face;

typedef struct epa_polytope
{
    const gjk_pair *pair;
    vec3d           p[EPA_CORNERS];
    int             a[EPA_CORNERS], b[EPA_CORNERS];
    int             corners, face_count;
    epa_face        faces[EPA_FACES];
    double          size;      // the largest |corner| that the search found
    double          tolerance; // EPA_TOLERANCE times size; epa_grow_along may raise it
} epa_polytope;

// --- the first tetrahedron ---------------------------------------------------------------------------------

// Adds the point of D with the indices a and b as a corner, and returns the corner's index. Requires room.
static int epa_add_corner(epa_polytope *poly, int a, int b)
{
    int i = poly->corners++;
    poly->a[i] = a;
    poly->b[i] = b;
    poly->p[i] = gjk_difference(poly->pair, a, b);
    return i;
}

// Adds the point of D farthest along d as a corner, and returns the corner's index. Requires room.
static int epa_add_support(epa_polytope *poly, vec3d d)
{
    vec3d back = m3d_unapply(poly->pair->turn, v3d_scale(d, -1.0)); // -d in b's own frame
    int   a = gjk_farthest(&poly->pair->a, d), b = gjk_farthest(&poly->pair->b, back);
    return epa_add_corner(poly, a, b);
}

// Adds the support point along d as a corner or, if it is too close to the plane through p[0] with normal d, the one
// along -d. Up to four tolerances are too close: one may be rounding, and the tetrahedron must be clearly thicker. If
// both points are too close, or if d is 0, returns false and adds no corner. Requires at least one corner, and room for
// one more. d need not be unit.
//
// Both points raise the tolerance to EPA_TOLERANCE times their length, even if they are dropped. GJK may have ended at
// once on a point of D at the origin. Then its size is 0, and so is the tolerance.
static bool epa_grow_along(epa_polytope *poly, vec3d d)
{
    double length = v3d_length(d);
    for (int side = 0; side < 2 && length > 0.0; side++, d = v3d_scale(d, -1.0))
    {
        int    i = epa_add_support(poly, d);
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
static bool epa_grow_simplex(epa_polytope *poly)
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

// Adds the face with the corners i, j and k, counter-clockwise seen from outside. Returns false if it has no area. With
// e and f the edges from corner i, its normal is e x f, and it has no area if  |e x f|^2 <= EPA_NO_AREA |e|^2 |f|^2.
// Requires room.
static bool epa_add_face(epa_polytope *poly, int i, int j, int k)
{
    vec3d  p = poly->p[i], e = v3d_sub(poly->p[j], p), f = v3d_sub(poly->p[k], p);
    vec3d  n = v3d_cross(e, f);
    double nn = v3d_length2(n), inverse = 1.0 / sqrt(nn);
    poly->faces[poly->face_count++] =
        (epa_face){ v3d_scale(n, inverse), v3d_dot(n, p) * inverse, { i, j, k } };
    return nn > EPA_NO_AREA * (v3d_length2(e) * v3d_length2(f));
}

// Makes the four faces of the four corners. Requires exactly four corners. Returns false if a face has no area. j and k
// are 1 and 2, in the order that puts corner 3 behind the first face.
static bool epa_close_tetrahedron(epa_polytope *poly)
{
    const vec3d *p = poly->p;
    vec3d        n = v3d_cross(v3d_sub(p[1], p[0]), v3d_sub(p[2], p[0]));
    bool         above = v3d_dot(n, v3d_sub(p[3], p[0])) > 0.0;
    int          j = above ? 2 : 1, k = above ? 1 : 2;
    return epa_add_face(poly, 0, j, k) && epa_add_face(poly, j, 0, 3) &&
           epa_add_face(poly, k, j, 3) && epa_add_face(poly, 0, k, 3);
}

// --- growing ------------------------------------------------------------------------------------------------

// An edge of a face, from one corner to the next.
typedef struct epa_edge
{
    int from, to;
} epa_edge;

// Adds the edge of a face to a list of *count edges. If the list has the same edge of the neighboring face, where it runs
// the other way, that one is removed instead.
static void epa_toggle_edge(epa_edge *edges, int *count, int from, int to)
{
    int i = 0;
    while (i < *count && !(edges[i].from == to && edges[i].to == from)) i++;
    if (i < *count)
        edges[i] = edges[--*count];
    else
        edges[(*count)++] = (epa_edge){ from, to };
}

// Removes the faces that the corner sees, and stores the horizon, which are the edges between them and the faces that
// stay. Returns the number of edges. A face is seen if the corner is in front of it by more than a quarter of the
// tolerance. This is less than the tolerance by which the corner is in front of the nearest face, and keeps triangles
// without area out of the fan.
static int epa_remove_seen(epa_polytope *poly, int corner, epa_edge *edges)
{
    int count = 0;
    for (int i = 0; i < poly->face_count;)
    {
        const epa_face *f = &poly->faces[i];
        if (v3d_dot(f->n, poly->p[corner]) - f->offset <= 0.25 * poly->tolerance)
        {
            i++;
            continue;
        }
        for (int e = 0; e < 3; e++)
            epa_toggle_edge(edges, &count, f->corner[e], f->corner[(e + 1) % 3]);
        poly->faces[i] = poly->faces[--poly->face_count];
    }
    return count;
}

// Replaces the faces that the corner sees by a fan: a triangle from each edge of the horizon to the corner. Requires that
// the corner is in front of the nearest face by more than the tolerance. Returns false if rounding has broken the
// polytope (the horizon is not one loop, or a triangle has no area), or if there is no room; the polytope cannot be
// expanded any more then. As many edges of the horizon end at a corner as begin there, so a next edge is always known.
static bool epa_add_fan(epa_polytope *poly, int corner)
{
    epa_edge edges[3 * EPA_FACES];
    int      next[EPA_CORNERS], count = epa_remove_seen(poly, corner, edges);
    if (count < 3 || poly->face_count + count > EPA_FACES) return false;
    for (int i = 0; i < count; i++) next[edges[i].from] = edges[i].to;
    int  first = edges[0].from, at = first, length = 0;
    bool good = true;
    do
    {
        good &= epa_add_face(poly, at, next[at], corner);
        at = next[at];
        length++;
    } while (at != first && length < count);
    return good && at == first && length == count;
}

// --- answers --------------------------------------------------------------------------------------------------

// Stores the witness point on a in o->on_a. It is the sum of the corners o->a, weighted by the barycentric coordinates
// of the origin's projection on the face p, q, r. The coordinate of a corner is the area of the triangle that the
// projection spans with the other two corners, over the area of the face. With n the face's normal, twice these areas
// are a = n . (q x r) for p, b = n . (r x p) for q, and c = n . (p x q) for r. Returns false if the projection is
// outside of the face. Requires o->a to be the face's corners.
static bool epa_face_witness(const epa_polytope *poly, const epa_face *face, overlap *o)
{
    const int *corner = face->corner;
    vec3d      p = poly->p[corner[0]], q = poly->p[corner[1]], r = poly->p[corner[2]], n = face->n;
    double     a = v3d_dot(n, v3d_cross(q, r)), b = v3d_dot(n, v3d_cross(r, p));
    double     c = v3d_dot(n, v3d_cross(p, q)), share = 1.0 / (a + b + c);
    const rim_vec3 *points = poly->pair->a.points;
    vec3d           sum = v3d_scale(v3d_from(points[o->a[0]]), a * share);
    sum = v3d_along(sum, v3d_from(points[o->a[1]]), b * share);
    o->on_a = v3d_along(sum, v3d_from(points[o->a[2]]), c * share);
    return a >= 0.0 && b >= 0.0 && c >= 0.0;
}

// Stores the normal, the corners and the witness point of the answer, those of the best face. Requires o->depth, which
// is the extent of D along the face's normal. A negative depth is rounding and becomes 0. If D extends beyond the face
// by more than the tolerance, the face lies inside D and its corners do not touch. o->count is then 0, and
// gjk_common_point computes the witness point, as it also does if the origin's projection is outside of the face.
static void epa_finish(const epa_polytope *poly, const epa_face *face, overlap *o)
{
    if (o->depth < 0.0) o->depth = 0.0;
    bool on_border = o->depth - v3d_dot(face->n, poly->p[face->corner[0]]) <= poly->tolerance;
    o->normal = face->n;
    o->count = on_border ? 3 : 0;
    for (int i = 0; i < 3; i++)
    {
        o->a[i] = poly->a[face->corner[i]];
        o->b[i] = poly->b[face->corner[i]];
    }
    if (!on_border || !epa_face_witness(poly, face, o))
        o->on_a = gjk_common_point(poly->pair, o->normal, o->depth, poly->size);
}

// Returns the answer for a D without volume: the depth is 0. The normal is that of D's plane if poly->corners is 3 or
// 4, perpendicular to D's line if it is 2, and any direction if D is a point. The points are those of the search's
// simplex.
static overlap epa_flat_answer(const epa_polytope *poly, const gjk_result *end)
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

// Returns the face with the smallest offset, the first of several equal ones.
static epa_face epa_nearest_face(const epa_polytope *poly)
{
    int nearest = 0;
    for (int i = 1; i < poly->face_count; i++)
        if (poly->faces[i].offset < poly->faces[nearest].offset) nearest = i;
    return poly->faces[nearest];
}

// Expands the polytope until its closest face is one of D, there is no room for more corners, or rounding breaks it.
// Returns the best face so far. Each step stores two bounds of the depth in *o. o->depth, an upper bound, is the extent
// of D along the normal of the best face, which is the least of all. o->lower, a lower bound, is the offset of the
// closest face, because the polytope is inside D. If the search ends with a face of D, they differ by at most one
// tolerance. Requires o->depth to be INFINITY, so that the first step finds a best face.
static epa_face epa_grow(epa_polytope *poly, overlap *o)
{
    for (epa_face best = { .offset = 0.0 };;)
    {
        epa_face face = epa_nearest_face(poly);
        o->lower = face.offset < o->depth ? face.offset : o->depth;
        if (face.offset >= o->depth) return best;
        int    corner = epa_add_support(poly, face.n);
        double depth = v3d_dot(face.n, poly->p[corner]);
        bool   last = depth - face.offset <= poly->tolerance; // the face is one of D
        if (last || depth < o->depth)
        {
            best = face;
            o->depth = depth;
        }
        if (last || poly->corners == EPA_CORNERS || !epa_add_fan(poly, corner)) return best;
    }
}

// Computes the depth of two shapes that overlap, from the last simplex of GJK: makes a tetrahedron of it and expands
// that. If D has no volume, there is no tetrahedron or one of its faces has no area; the depth is then 0.
overlap epa_depth(const gjk_pair *pair, const gjk_result *end)
{
    epa_polytope poly;
    poly.pair = pair;
    poly.corners = poly.face_count = 0;
    poly.size = end->size;
    poly.tolerance = EPA_TOLERANCE * poly.size;
    for (int i = 0; i < end->count; i++) epa_add_corner(&poly, end->a[i], end->b[i]);
    bool solid = poly.corners == 4 || epa_grow_simplex(&poly);
    if (!solid || !epa_close_tetrahedron(&poly)) return epa_flat_answer(&poly, end);

    overlap  o = { .depth = INFINITY };
    epa_face best = epa_grow(&poly, &o);
    epa_finish(&poly, &best, &o);
    return o;
}
