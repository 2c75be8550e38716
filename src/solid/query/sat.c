// How deep two hulls overlap, by separating axes: the least extent of their Minkowski difference { a - b }, all points of
// a minus all points of b, along the normals of its faces. Pairs of edges that make no face are left out by a test of
// their Gauss maps (D. Gregorius, "The separating axis test between convex polyhedra", Game Developers Conference 2013).
//
// The normal of a face of { a - b } is that of a face of a, the negative of that of a face of b, or perpendicular to an
// edge of each. On the unit sphere of directions an edge is the arc between the normals of its two faces. Two edges make
// a face of { a - b } only if the arc of one crosses the other one's arc with its normals negated: each arc has its ends
// on opposite sides of the great circle through the other, on the same half of the sphere (arcs_cross). A pair too many
// costs time alone, as the extent along any direction is an upper bound of the depth.
//
// The two ends do not determine the arc of an edge of a flat hull (half a turn) or of a segment (a full circle). Zeros
// are stored in their place. They pass every test of signs, so such edges are not left out.
#include "simd/bits.h"
#include "solid/query/gjk.h"

typedef struct sat_search
{
    const gjk_pair *pair;
    const rim_hull *a, *b;
    overlap         best; // depth and normal are set by the search
} sat_search;

// Computes the depth along n, a unit vector in the frame of a, and keeps both in s->best if it is the least so far. The
// depth is the extent of { a - b } along n: n . p for its support point p.
static void sat_try_normal(sat_search *s, vec3d n)
{
    int    a = gjk_farthest(&s->pair->a, n);
    int    b = gjk_farthest(&s->pair->b, m3d_unapply(s->pair->turn, v3d_scale(n, -1.0)));
    double depth = v3d_dot(n, gjk_difference(s->pair, a, b));
    if (!(depth < s->best.depth)) return;
    s->best.depth = depth;
    s->best.normal = n;
}

// Tries the normals of all faces of a and of { -b }. The latter are the normals of b, turned into the frame of a and
// mirrored.
static void sat_try_faces(sat_search *s)
{
    for (int f = 0; f < s->a->face_count; f++) sat_try_normal(s, s->a->planes[f].normal);
    for (int f = 0; f < s->b->face_count; f++)
        sat_try_normal(s, v3d_scale(m3d_apply(s->pair->turn, s->b->planes[f].normal), -1.0));
}

// An edge in the frame of a: its direction, and the normals m and n of the faces left and right of it, the ends of its arc.
// The normals of b are mirrored.
typedef struct arc
{
    vec3d along, m, n;
} arc;

// Returns edge e of a, or of b if `of_b` is set, in the frame of a, with the normals of its faces. The normals of b are
// mirrored. The normals are zero for hulls without volume.
static arc sat_arc(const sat_search *s, bool of_b, int e)
{
    const rim_hull *hull = of_b ? s->b : s->a;
    mat3d           turn = s->pair->turn;
    rim_hull_edge   edge = hull->edges[e];
    arc             r = { .along = v3d_sub(hull_corner(hull, edge.b), hull_corner(hull, edge.a)) };
    if (hull->kind == RIM_HULL_SOLID)
    {
        r.m = hull->planes[edge.left].normal;
        r.n = hull->planes[edge.right].normal;
    }
    if (!of_b) return r;
    r.along = m3d_apply(turn, r.along);
    r.m = v3d_scale(m3d_apply(turn, r.m), -1.0);
    r.n = v3d_scale(m3d_apply(turn, r.n), -1.0);
    return r;
}

// Returns true if the arcs of two edges cross. An edge is perpendicular to the normals m and n of its two faces, so it is
// the normal of the great circle through its own arc; it points along m x n. Its dot product with an end of the other arc
// has the sign of the side of this circle on which the end lies. The arcs cross if each circle separates the other arc's
// ends, unless one arc crosses the antipode of the other: the last sign excludes that. Ends on a circle count as
// crossing: the axis is then a face's normal. Zero normals, of hulls without volume, pass every test.
static bool arcs_cross(const arc *a, const arc *b)
{
    double a_m = v3d_dot(b->along, a->m), a_n = v3d_dot(b->along, a->n); // of the ends of a
    double b_m = v3d_dot(a->along, b->m), b_n = v3d_dot(a->along, b->n); // of the ends of b
    return a_m * a_n <= 0.0 && b_m * b_n <= 0.0 && b_m * a_n >= 0.0;
}

// Tries the cross product of each pair of edges that are not parallel and whose arcs cross, in both directions. The
// extent along any direction is an upper bound of the depth, so the one that is not outward of { a - b } does no harm.
static void sat_try_edges(sat_search *s)
{
    for (int i = 0; i < s->a->edge_count; i++)
    {
        arc a = sat_arc(s, false, i);
        for (int j = 0; j < s->b->edge_count; j++)
        {
            arc    b = sat_arc(s, true, j);
            vec3d  n = v3d_cross(a.along, b.along);
            double nn = v3d_length2(n);
            if (!(nn > SAT_PARALLEL * v3d_length2(a.along) * v3d_length2(b.along))) continue;
            if (!arcs_cross(&a, &b)) continue;
            n = v3d_scale(n, 1.0 / sqrt(nn));
            sat_try_normal(s, n);
            sat_try_normal(s, v3d_scale(n, -1.0));
        }
    }
}

// Returns the least depth of two hulls over all their axes, with its normal and a point. Requires that they overlap or
// touch; `size` is that of gjk_result. Points and parallel lines have no axis: the depth is then 0, and the normal
// perpendicular to the line, or any direction for two points.
overlap sat_hull_depth(const gjk_pair *pair, const rim_hull *a, const rim_hull *b, double size)
{
    sat_search s = { pair, a, b, { .depth = INFINITY } };
    sat_try_faces(&s);
    sat_try_edges(&s);
    if (s.best.depth == INFINITY)
    {
        bool has_line = a->edge_count > 0 || b->edge_count > 0;
        arc  line = has_line ? sat_arc(&s, b->edge_count > 0, 0) : (arc){ 0 };
        s.best.normal = v3d_from(rim_vec3_perpendicular(v3d_round(v3d_normalize(line.along))));
    }
    // The depth of hulls that touch may be negative by rounding.
    s.best.depth = s.best.depth > 0.0 && s.best.depth < INFINITY ? s.best.depth : 0.0;
    s.best.lower = s.best.depth;
    s.best.on_a = gjk_common_point(pair, s.best.normal, s.best.depth, size);
    return s.best;
}

// --- boxes --------------------------------------------------------------------------------------------
//
// Boxes along their own axes (Gottschalk, Lin, Manocha, "OBBTree", 1996): the extent of a box along a direction is a sum
// of products of its half extents. Special path: contacts of boxes would take four times as long without it.

// Both boxes in the frame of a, whose coordinate axes are those of box a.
typedef struct sat_boxes
{
    vec3d center_a, center_b;
    vec3d a, b;    // half extents along each box's own axes
    vec3d axis[3]; // of b
} sat_boxes;

// The axes of box a.
static const vec3d SAT_AXES[3] = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };

// Returns the center of a box in double, as rim_box3_center rounds.
static vec3d sat_middle(const rim_box3 *box)
{
    return v3d_scale(v3d_add(v3d_from(box->lo), v3d_from(box->hi)), 0.5);
}

// Returns both boxes in the frame of a. *a and *b are the boxes in their hulls' own frames.
static sat_boxes sat_boxes_of(const gjk_pair *pair, const rim_box3 *a, const rim_box3 *b)
{
    return (sat_boxes){ .center_a = sat_middle(a),
                        .center_b = gjk_point_of_b(pair, sat_middle(b)),
                        .a = v3d_scale(v3d_sub(v3d_from(a->hi), v3d_from(a->lo)), 0.5),
                        .b = v3d_scale(v3d_sub(v3d_from(b->hi), v3d_from(b->lo)), 0.5),
                        .axis = { pair->turn.x, pair->turn.y, pair->turn.z } };
}

// A unit vector from a to b, and the depth of the boxes along it.
typedef struct sat_axis
{
    vec3d  n;
    double depth;
} sat_axis;

// Stores the unit vector n or its opposite, whichever points from a to b, in *best if the boxes are less deep along it.
// The depth is the sum of the half extents along n, less the distance of the centers along n.
static void sat_try_axis(sat_axis *best, const sat_boxes *s, vec3d n)
{
    double along = v3d_dot(n, v3d_sub(s->center_b, s->center_a));
    double of_a = s->a.x * fabs(n.x) + s->a.y * fabs(n.y) + s->a.z * fabs(n.z);
    double of_b = s->b.x * fabs(v3d_dot(n, s->axis[0])) + s->b.y * fabs(v3d_dot(n, s->axis[1])) +
                  s->b.z * fabs(v3d_dot(n, s->axis[2]));
    double depth = of_a + of_b - fabs(along);
    if (!(depth < best->depth)) return;
    best->depth = depth;
    best->n = along < 0.0 ? v3d_scale(n, -1.0) : n;
}

// Returns the axis of least depth of the 15: three of a, three of b, nine cross products of edges that are not parallel.
// A pair of edges wins over a face only if it is clearly less deep.
static sat_axis sat_find_axis(const sat_boxes *s)
{
    sat_axis face = { .depth = INFINITY }, edge = face;
    for (int i = 0; i < 3; i++) sat_try_axis(&face, s, SAT_AXES[i]);
    for (int j = 0; j < 3; j++) sat_try_axis(&face, s, s->axis[j]);
    for (int k = 0; k < 9; k++)
    {
        vec3d n = v3d_cross(SAT_AXES[k % 3], s->axis[k / 3]);
        if (v3d_length2(n) > SAT_PARALLEL) sat_try_axis(&edge, s, v3d_normalize(n));
    }
    return edge.depth < SAT_BOX_CLEARLY * face.depth ? edge : face;
}

// The vertex, edge or face of a box that is farthest along a vector.
typedef struct sat_feature
{
    vec3d    middle;
    int      wide;    // along so many axes it extends: 0 for a vertex, 1 for an edge, 2 for a face
    int      axis;    // the last of these
    unsigned corners; // a bit for each
} sat_feature;

// Returns the feature of a box that is farthest along the unit vector d, with the coordinate d[i] along axis i of the box.
// The feature extends along the axes that are perpendicular to d. Each other axis leads from the center to the upper or
// lower side, and leaves the corners of this side.
static sat_feature sat_support(const rim_hull *hull, vec3d center, const vec3d *half,
                               const vec3d axis[3], const vec3d *d)
{
    sat_feature f = { .middle = center, .corners = 255 };
    for (int i = 0; i < 3; i++)
    {
        double along = (&d->x)[i], far = (&half->x)[i];
        if (fabs(along) < SAT_BOX_FLAT)
        {
            f.wide++;
            f.axis = i;
            continue;
        }
        f.middle = v3d_along(f.middle, axis[i], along > 0.0 ? far : -far);
        f.corners &= along > 0.0 ? hull->box_up[i] : ~(unsigned)hull->box_up[i];
    }
    return f;
}

// Stores the first three corners of a feature. If it has fewer, the last one stands for the others.
static void sat_first_corners(int corners[3], const sat_feature *f)
{
    unsigned left = f->corners;
    for (int i = 0; i < 3; i++)
    {
        corners[i] = bits_lowest(left);
        if (left & (left - 1)) left &= left - 1;
    }
}

// See gjk.h. The least depth is exact, so it is also o.lower. The point is the vertex with which one box touches the
// other or, if two edges cross, the point of a's edge closest to b's; GJK finds a common point of larger features.
overlap sat_box_depth(const gjk_pair *pair, const rim_hull *a, const rim_hull *b, double size)
{
    sat_boxes   s = sat_boxes_of(pair, &a->bounds, &b->bounds);
    sat_axis    best = sat_find_axis(&s);
    vec3d       n = best.n, back = m3d_unapply(pair->turn, v3d_scale(n, -1.0)); // along b's axes
    sat_feature f = sat_support(a, s.center_a, &s.a, SAT_AXES, &n);
    sat_feature g = sat_support(b, s.center_b, &s.b, s.axis, &back);
    overlap     o = { .normal = n, .depth = best.depth, .lower = best.depth, .count = 3 };
    sat_first_corners(o.a, &f);
    sat_first_corners(o.b, &g);
    if (g.wide == 0)
        o.on_a = v3d_along(g.middle, n, best.depth);
    else if (f.wide == 0)
        o.on_a = f.middle;
    else if (f.wide == 1 && g.wide == 1)
    {
        // With the middles p and q and the directions d and e of the edges, w = q - p and c = d x e, the lines p + x d and
        // q + y e are closest at  x = (w x e) . c / c^2.  They are not parallel, because sat_find_axis has skipped
        // parallel edges.
        vec3d  d = SAT_AXES[f.axis], e = s.axis[g.axis], w = v3d_sub(g.middle, f.middle);
        vec3d  c = v3d_cross(d, e);
        double half = (&s.a.x)[f.axis], x = v3d_dot(v3d_cross(w, e), c) / v3d_length2(c);
        o.on_a = v3d_along(f.middle, d, x < -half ? -half : x > half ? half : x);
    }
    else
        o.on_a = gjk_common_point(pair, n, best.depth, size);
    return o;
}
