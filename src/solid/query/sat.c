// The depth of two hulls by separating axes; pairs of edges are pruned by their Gauss maps (Gregorius, "The separating
// axis test between convex polyhedra", Game Developers Conference 2013).
//
// Every face of { a - b } is a face of a, a mirrored face of b, or spanned by an edge of each. On the sphere of
// directions an edge is the arc between the normals of its two faces. Two edges span a face of { a - b } only if the
// arc of one crosses the mirrored arc of the other, which four signs decide. The edges of hulls without volume have
// arcs of half a turn; they are few, so all pairs are tried, in both directions.
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
    arc             r = { v3d_sub(hull_corner(hull, edge.b), hull_corner(hull, edge.a)),
                          { 0.0, 0.0, 0.0 },
                          { 0.0, 0.0, 0.0 } };
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
// crossing: the axis is then a face's normal.
static bool arcs_cross(const arc *a, const arc *b)
{
    double a_m = v3d_dot(b->along, a->m), a_n = v3d_dot(b->along, a->n); // of the ends of a
    double b_m = v3d_dot(a->along, b->m), b_n = v3d_dot(a->along, b->n); // of the ends of b
    return a_m * a_n <= 0.0 && b_m * b_n <= 0.0 && b_m * a_n >= 0.0;
}

// Tries the cross product of each pair of edges that are not parallel. If `all` is false, only pairs whose arcs cross
// are tried, in the direction outward of { a - b }. The product is then on the arc of a, between the normals m and n,
// so the outward one of its two directions has a positive product with m + n. If `all` is true, both directions are
// tried.
static void sat_try_edges(sat_search *s, bool all)
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
            if (!all && !arcs_cross(&a, &b)) continue;
            n = v3d_scale(n, 1.0 / sqrt(nn));
            bool outward = v3d_dot(n, v3d_add(a.m, a.n)) >= 0.0;
            if (all || outward) sat_try_normal(s, n);
            if (all || !outward) sat_try_normal(s, v3d_scale(n, -1.0));
        }
    }
}

// Returns the least depth of two hulls over all their axes, with its normal and a point. Requires that they overlap or
// touch; `size` is that of gjk_result. Points and parallel lines have no axis: the depth is then 0, and the normal
// perpendicular to the line, or any direction for two points.
overlap sat_hull_depth(const gjk_pair *pair, const rim_hull *a, const rim_hull *b, double size)
{
    sat_search s = { pair, a, b, { .depth = INFINITY } };
    // Hulls without volume have no two faces at each edge, so no arcs: all pairs of their edges are tried.
    bool       all = a->kind != RIM_HULL_SOLID || b->kind != RIM_HULL_SOLID;
    sat_try_faces(&s);
    sat_try_edges(&s, all);
    if (s.best.depth == INFINITY)
    {
        vec3d along = v3d(0.0, 0.0, 0.0);
        if (a->edge_count) along = sat_arc(&s, false, 0).along;
        if (b->edge_count) along = sat_arc(&s, true, 0).along;
        s.best.normal = v3d_from(rim_vec3_perpendicular(v3d_round(v3d_normalize(along))));
    }
    // The depth of hulls that touch may be negative by rounding.
    s.best.depth = s.best.depth > 0.0 && s.best.depth < INFINITY ? s.best.depth : 0.0;
    s.best.lower = s.best.depth;
    s.best.on_a = gjk_common_point(pair, s.best.normal, s.best.depth, size);
    return s.best;
}

// --- boxes --------------------------------------------------------------------------------------------
//
// Boxes along their own axes (Gottschalk, Lin, Manocha, "OBBTree", 1996): with the rotation R from b to a, every
// projection is a sum of products of half extents and |R|. Special path: contacts of boxes would take four times as
// long without it.

// Both boxes in the frame of a, whose coordinate axes are those of box a.
typedef struct sat_boxes
{
    vec3d center_a, center_b;
    vec3d a, b;    // half extents along each box's own axes
    vec3d between; // from the center of a to that of b
    vec3d axis[3]; // of b
    vec3d m[3];    // the magnitudes of their coordinates
} sat_boxes;

// An axis: of a (j is -1), of b (i is -1), or the cross product of axis i of a and axis j of b.
typedef struct sat_axis
{
    double depth; // along the unit vector of the axis
    double along; // the axis . the way from the center of a to that of b: its sign is the side of b
    int    i, j;
} sat_axis;

// Returns the center of a box.
static vec3d sat_middle(const rim_box3 *box)
{
    return v3d_scale(v3d_add(v3d_from(box->lo), v3d_from(box->hi)), 0.5);
}

// Sets both boxes in the frame of a. *a and *b are the boxes in their hulls' own frames.
static void sat_set_boxes(sat_boxes *s, const gjk_pair *pair, const rim_box3 *a, const rim_box3 *b)
{
    s->center_a = sat_middle(a);
    s->center_b = gjk_point_of_b(pair, sat_middle(b));
    s->a = v3d_scale(v3d_sub(v3d_from(a->hi), v3d_from(a->lo)), 0.5);
    s->b = v3d_scale(v3d_sub(v3d_from(b->hi), v3d_from(b->lo)), 0.5);
    s->between = v3d_sub(s->center_b, s->center_a);
    s->axis[0] = pair->turn.x;
    s->axis[1] = pair->turn.y;
    s->axis[2] = pair->turn.z;
    for (int j = 0; j < 3; j++)
        s->m[j] = v3d(fabs(s->axis[j].x), fabs(s->axis[j].y), fabs(s->axis[j].z));
}

// Stores an axis in *best if its depth,  reach - |along|,  is the least so far. reach is the sum of both boxes' half
// extents along the axis, and `along` is as in sat_axis.
static void sat_compare(sat_axis *best, double reach, double along, int i, int j)
{
    double depth = reach - fabs(along);
    if (!(depth < best->depth)) return;
    best->depth = depth;
    best->along = along;
    best->i = i;
    best->j = j;
}

// Returns the axis of least depth of the 15: three of a, three of b, nine cross products. A pair of edges wins over a
// face only if it is clearly less deep. If a face's axis separates the boxes, the edges are not tried.
//
// The depth along an axis is reach - |along|. `along` is the product of the axis and t = between, and reach is the sum
// of both boxes' half extents along the axis. The cross product c of axis e_i of a and axis b_j of b, whose coordinates
// are r = r[j], has for i, i1, i2 and j, j1, j2 in cyclic order
//
//     c = e_i x b_j = r[i1] e_i2 - r[i2] e_i1          |c|^2 = r[i1]^2 + r[i2]^2
//     c . t = t[i2] r[i1] - t[i1] r[i2]
//     |c . e_i1| = |r[i2]|     |c . e_i2| = |r[i1]|     |c . b_j1| = |e_i . b_j2|     |c . b_j2| = |e_i . b_j1|
//
// As c is not unit, both numbers are divided by |c|.
static sat_axis sat_find_axis(const sat_boxes *s)
{
    static const int next[3] = { 1, 2, 0 };
    const double    *a = &s->a.x, *b = &s->b.x, *t = &s->between.x;
    sat_axis         face = { .depth = INFINITY, .i = 0, .j = -1 }, edge = face;
    for (int i = 0; i < 3; i++)
        sat_compare(&face,
                    a[i] +
                        (b[0] * (&s->m[0].x)[i] + b[1] * (&s->m[1].x)[i] + b[2] * (&s->m[2].x)[i]),
                    t[i], i, -1);
    for (int j = 0; j < 3; j++)
    {
        const double *r = &s->axis[j].x, *m = &s->m[j].x;
        sat_compare(&face, b[j] + (a[0] * m[0] + a[1] * m[1] + a[2] * m[2]),
                    t[0] * r[0] + t[1] * r[1] + t[2] * r[2], -1, j);
    }
    if (face.depth < 0.0) return face;
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
        {
            const double *r = &s->axis[j].x, *m = &s->m[j].x;
            int           i1 = next[i], i2 = next[i1], j1 = next[j], j2 = next[j1];
            double        length2 = r[i1] * r[i1] + r[i2] * r[i2];
            double        along = t[i2] * r[i1] - t[i1] * r[i2];
            double        reach = (a[i1] * m[i2] + a[i2] * m[i1]) +
                           (b[j1] * (&s->m[j2].x)[i] + b[j2] * (&s->m[j1].x)[i]);
            if (!(length2 > SAT_PARALLEL)) continue;
            double depth = (reach - fabs(along)) / sqrt(length2);
            if (depth < edge.depth) edge = (sat_axis){ depth, along, i, j };
        }
    return edge.depth < SAT_BOX_CLEARLY * face.depth ? edge : face;
}

// The axes of box a.
static const vec3d SAT_AXES[3] = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };

// Returns the unit normal of an axis, from a to b.
static vec3d sat_outward(const sat_boxes *s, sat_axis axis)
{
    vec3d n = axis.j < 0   ? SAT_AXES[axis.i]
              : axis.i < 0 ? s->axis[axis.j]
                           : v3d_normalize(v3d_cross(SAT_AXES[axis.i], s->axis[axis.j]));
    return axis.along < 0.0 ? v3d_scale(n, -1.0) : n;
}

// Moves *p from the center of a box to its corner farthest along the unit vector d. `half` are the half extents, `axis`
// the box's axes in the frame of *p, and d[i] the coordinate of d along axis i. If `except` is not -1, the move along
// that axis is left out: *p becomes the middle of an edge, the farthest along d of the edges along that axis. Returns
// false, with *p unspecified, if d is perpendicular to an axis that is not left out, within SAT_BOX_FLAT: the farthest
// feature is then larger than a corner or that edge.
static bool sat_corner(vec3d *p, const vec3d *half, const vec3d axis[3], const vec3d *d, int except)
{
    for (int i = 0; i < 3; i++)
    {
        if (i == except) continue;
        double along = (&d->x)[i], far = (&half->x)[i];
        if (fabs(along) < SAT_BOX_FLAT) return false;
        *p = v3d_along(*p, axis[i], along > 0.0 ? far : -far);
    }
    return true;
}

// Stores the contact's point on a in c->on_a. For the axis of a face, it is the nearest corner of the other box, moved
// onto the face if that is a's; for a pair of edges, it is the point of a's edge closest to b's. in_b is the opposite of
// the normal along the axes of b. Returns false, and stores nothing, if more than a corner or an edge touches. Requires
// c->normal and c->depth.
static bool sat_witness(const sat_boxes *s, sat_axis axis, const vec3d *in_b, contact_answer *c)
{
    vec3d p = s->center_a, q = s->center_b;
    // A face of a: the nearest corner of b, moved onto the face.
    if (axis.j < 0)
    {
        if (!sat_corner(&q, &s->b, s->axis, in_b, -1)) return false;
        c->on_a = v3d_along(q, c->normal, c->depth);
        return true;
    }
    // A face of b: the nearest corner of a. Two edges: p and q become their middles.
    if (!sat_corner(&p, &s->a, SAT_AXES, &c->normal, axis.i)) return false;
    if (axis.i >= 0)
    {
        if (!sat_corner(&q, &s->b, s->axis, in_b, axis.j)) return false;
        // The lines p + x e and q + y f are closest at  x = (w . e - (e . f)(w . f)) / (1 - (e . f)^2)  with w = q - p.
        // They are not parallel, because sat_find_axis has skipped parallel edges.
        vec3d  e = SAT_AXES[axis.i], f = s->axis[axis.j], w = v3d_sub(q, p);
        double ef = (&f.x)[axis.i], half = (&s->a.x)[axis.i];
        double x = (v3d_dot(w, e) - ef * v3d_dot(w, f)) / (1.0 - ef * ef);
        p = v3d_along(p, e, x < -half ? -half : x > half ? half : x);
    }
    c->on_a = p;
    return true;
}

// Returns the feature of a box farthest along the unit vector d, whose coordinates are along the box's axes.
// `mask` has a bit for each of its corners. Each axis that d is not perpendicular to removes the four corners on its
// lower or upper side, which leaves one, two or four. Four corners are a face, whose normal is nearly d.
static rim_feature sat_feature(const rim_convex *convex, vec3d d)
{
    const rim_hull *hull = convex->hull;
    unsigned        mask = 255;
    int             corners[4], count = 0;
    for (int k = 0; k < 3; k++)
    {
        double along = (&d.x)[k];
        if (fabs(along) < SAT_BOX_FLAT) continue;
        mask &= along < 0.0 ? ~(unsigned)hull->box_up[k] : hull->box_up[k];
    }
    for (; mask && count < 4; mask &= mask - 1) corners[count++] = bits_lowest(mask);
    if (count <= 2) return gjk_feature(convex, corners, count);
    int face = 0;
    for (int f = 1; f < 6; f++)
        if (v3d_dot(hull->planes[f].normal, d) > 0.5) face = f;
    return (rim_feature){ RIM_FEATURE_FACE, face };
}

// See gjk.h. The contact is that of the axis of least depth. Its depth is also c->lower, because no other axis is less
// deep. If more than a corner or an edge touches, GJK finds a common point.
bool sat_box_contact(const gjk_pair *pair, const rim_convex *a, const rim_convex *b,
                     contact_answer *c)
{
    if (!a->hull || !a->hull->box_up[0] || !b->hull || !b->hull->box_up[0]) return false;
    sat_boxes s;
    sat_set_boxes(&s, pair, &a->hull->bounds, &b->hull->bounds);
    sat_axis axis = sat_find_axis(&s);
    double   size = s.a.x + s.a.y + s.a.z + s.b.x + s.b.y + s.b.z;
    c->hit = axis.depth >= -SAT_BOX_TOUCHING * size;
    if (!c->hit) return true;
    c->normal = sat_outward(&s, axis);
    c->depth = c->lower = axis.depth > 0.0 ? axis.depth : 0.0;
    c->size = v3d_magnitude(pair->shift) + gjk_extent(&pair->a) + gjk_extent(&pair->b);
    vec3d in_b = m3d_unapply(pair->turn, v3d_scale(c->normal, -1.0));
    if (!sat_witness(&s, axis, &in_b, c))
        c->on_a = gjk_common_point(pair, c->normal, c->depth, size);
    c->feature_a = sat_feature(a, c->normal);
    c->feature_b = sat_feature(b, in_b);
    return true;
}
