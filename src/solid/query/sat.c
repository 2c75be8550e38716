// Separating axes of two hulls, the edge pairs pruned by their Gauss maps (Gregorius, Game Developers
// Conference 2013).
//
// Every face of { a - b } is a face of a, a mirrored face of b, or spanned by an edge of each. On the
// sphere of directions an edge is the arc between the normals of its two faces; two edges span a face of
// { a - b } only if the arc of the one crosses the mirrored arc of the other, which four signs tell.
// Hulls without volume have arcs of half a turn; their few edges are all tried, both ways.
#include "solid/query/contact.h"

#include "solid/shape/four_plain.h"
#include "solid/query/sat_box_lanes.h"

typedef struct axes
{
    const gjk_pair *pair;
    const rim_hull *a, *b;
    overlap         best;
} axes;

static void sat_try_normal(axes *s, vec3d n)
{
    int a, b;
    gjk_support(s->pair, n, &a, &b);
    double depth = v3d_dot(n, gjk_difference(s->pair, a, b));
    if (!(depth < s->best.depth)) return;
    s->best.depth = depth;
    s->best.normal = n;
}

static void sat_try_faces(axes *s)
{
    for (int f = 0; f < s->a->face_count; f++) sat_try_normal(s, s->a->planes[f].normal);
    for (int f = 0; f < s->b->face_count; f++)
        sat_try_normal(s, v3d_scale(m3d_apply(s->pair->turn, s->b->planes[f].normal), -1.0));
}

typedef struct arc
{
    vec3d p, along; // a corner, and the way to the other
    vec3d m, n;     // normals of the faces left and right of it
} arc;

static arc arc_of_a(const axes *s, int e)
{
    rim_hull_edge edge = s->a->edges[e];
    arc           r = { hull_corner(s->a, edge.a), v3d(0.0, 0.0, 0.0), v3d(0.0, 0.0, 0.0),
                        v3d(0.0, 0.0, 0.0) };
    r.along = v3d_sub(hull_corner(s->a, edge.b), r.p);
    if (s->a->kind != RIM_HULL_SOLID) return r;
    r.m = s->a->planes[edge.left].normal;
    r.n = s->a->planes[edge.right].normal;
    return r;
}

static arc arc_of_b(const axes *s, int e)
{
    rim_hull_edge edge = s->b->edges[e];
    mat3d         turn = s->pair->turn;
    arc           r = { gjk_point_b(s->pair, edge.a), v3d(0.0, 0.0, 0.0), v3d(0.0, 0.0, 0.0),
                        v3d(0.0, 0.0, 0.0) };
    r.along = v3d_sub(gjk_point_b(s->pair, edge.b), r.p);
    if (s->b->kind != RIM_HULL_SOLID) return r;
    r.m = v3d_scale(m3d_apply(turn, s->b->planes[edge.left].normal), -1.0);
    r.n = v3d_scale(m3d_apply(turn, s->b->planes[edge.right].normal), -1.0);
    return r;
}

// Along an edge from a to b, m x n points the same way (m is the left face's normal), so the dot product
// of an edge with the other arc's ends tells on which sides of this arc's great circle they lie. The arcs
// cross if each circle parts the other's ends, and not one arc the antipode of the other: the last sign.
// Ends on a circle pass: their axis is a face's normal, which is no harm to try again.
static bool arcs_cross(const arc *a, const arc *b)
{
    double am = v3d_dot(b->along, a->m), an = v3d_dot(b->along, a->n);
    double bm = v3d_dot(a->along, b->m), bn = v3d_dot(a->along, b->n);
    return am * an <= 0.0 && bm * bn <= 0.0 && bm * an >= 0.0;
}

// Edges closer to parallel than this (the sine squared) have no axis that a face has not to rounding.
#define SAT_PARALLEL 0x1p-40

static void sat_try_edges(axes *s, bool all)
{
    for (int i = 0; i < s->a->edge_count; i++)
    {
        arc a = arc_of_a(s, i);
        for (int j = 0; j < s->b->edge_count; j++)
        {
            arc    b = arc_of_b(s, j);
            vec3d  n = v3d_cross(a.along, b.along);
            double nn = v3d_length2(n);
            if (!(nn > SAT_PARALLEL * v3d_length2(a.along) * v3d_length2(b.along))) continue;
            if (!all && !arcs_cross(&a, &b)) continue;
            n = v3d_scale(n, 1.0 / sqrt(nn));
            if (all || v3d_dot(n, v3d_add(a.m, a.n)) >= 0.0) sat_try_normal(s, n);
            if (all || v3d_dot(n, v3d_add(a.m, a.n)) < 0.0) sat_try_normal(s, v3d_scale(n, -1.0));
        }
    }
}

overlap sat_hull_depth(const gjk_pair *pair, const rim_hull *a, const rim_hull *b, double size)
{
    axes s = { pair, a, b, { .depth = INFINITY } };
    bool all = a->kind != RIM_HULL_SOLID || b->kind != RIM_HULL_SOLID;
    sat_try_faces(&s);
    sat_try_edges(&s, all);
    if (s.best.depth == INFINITY)
    {
        // Points and parallel lines: what they touch by has no plane.
        vec3d along = v3d(0.0, 0.0, 0.0);
        if (a->edge_count) along = arc_of_a(&s, 0).along;
        if (b->edge_count) along = arc_of_b(&s, 0).along;
        s.best.normal = v3d_from(rim_vec3_perpendicular(v3d_round(v3d_normalize(along))));
    }
    s.best.depth = s.best.depth > 0.0 && s.best.depth < INFINITY ? s.best.depth : 0.0;
    s.best.lower = s.best.depth;
    s.best.on_a = gjk_common_point(pair, s.best.normal, s.best.depth, size);
    return s.best;
}

// --- boxes ----------------------------------------------------------------------------------------------

bool sat_box_pair(const gjk_pair *pair, const rim_convex *a, const rim_convex *b,
                  box_answer *answer)
{
    return pair->wide ? sat_box_pair_avx2(pair, a, b, answer)
                      : sat_box_pair_plain(pair, a, b, answer);
}

#ifndef CPU_X86
bool sat_box_pair_avx2(const gjk_pair *pair, const rim_convex *a, const rim_convex *b,
                       box_answer *answer)
{
    return sat_box_pair_plain(pair, a, b, answer);
}
#endif
