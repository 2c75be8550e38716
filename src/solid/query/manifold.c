// Contact manifolds: the face that is touched, and what of the other body presses on it.
#include "base/finite.h"
#include "rimcast/contact.h"
#include "solid/query/contact.h"
#include "solid/hull/data.h"

#include <float.h>

enum
{
    CLIP_POINTS = 128
};

// A polygon, or a segment or point, of one body, in the frame of a.
typedef struct manifold_patch
{
    vec3d    p[CLIP_POINTS];
    uint32_t edge[CLIP_POINTS]; // names the edge that begins here
    uint32_t key[CLIP_POINTS];
    int      count;
} manifold_patch;

typedef struct reference
{
    const rim_hull *hull;
    int             face; // -1: none will do
    vec3d           n;    // outward of the reference body, in the frame of a
    double          offset;
    double          likeness; // n . the direction of the contact
    bool            on_b;
} reference;

// The frame in which a body's points stand.
typedef struct manifold_place
{
    mat3d turn;
    vec3d shift;
} manifold_place;

static manifold_place manifold_place_of(const gjk_pair *pair, bool b)
{
    manifold_place home = { { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } },
                            { 0.0, 0.0, 0.0 } };
    manifold_place other = { pair->turn, pair->shift };
    return b ? other : home;
}

static vec3d manifold_put(manifold_place at, rim_vec3 p)
{
    return v3d_add(m3d_apply(at.turn, v3d_from(p)), at.shift);
}

// The face along `way`, with the plane moved out by the body's radius.
static reference find_face(const gjk_pair *pair, rim_convex body, bool b, vec3d way)
{
    reference r = { body.hull, -1, way, 0.0, -2.0, b };
    if (!body.hull) return r;
    manifold_place at = manifold_place_of(pair, b);
    vec3d          local = m3d_unapply(at.turn, way);
    for (int f = 0; f < body.hull->face_count; f++)
    {
        double likeness = v3d_dot(body.hull->planes[f].normal, local);
        if (likeness <= r.likeness) continue;
        r.likeness = likeness;
        r.face = f;
    }
    if (r.face < 0) return r;
    r.n = m3d_apply(at.turn, body.hull->planes[r.face].normal);
    r.offset = body.hull->planes[r.face].offset + v3d_dot(r.n, at.shift) + body.radius;
    return r;
}

// How deep the other body is behind the face.
static double depth_behind(const gjk_pair *pair, const reference *r, double other_radius)
{
    vec3d back = v3d_scale(r->n, -1.0);
    int   i = r->on_b ? gjk_farthest(&pair->a, back)
                      : gjk_farthest(&pair->b, m3d_unapply(pair->turn, back));
    vec3d p = r->on_b ? v3d_from(pair->a.points[i]) : gjk_point_b(pair, i);
    return r->offset - v3d_dot(r->n, p) + other_radius;
}

// --- the patch that presses ---------------------------------------------------------------------------

// Edges are named by the corner of the pressing face where they begin, or, where a side of the reference
// face has cut, by that side. A corner's key is its own name, a cut point's those of edge and side.
#define CUT_EDGE 0x4000u
#define CUT_POINT 0x80000000u
#define ON_B 0x40000000u
#define ONE_POINT 0x20000000u

static void manifold_add(manifold_patch *out, vec3d p, uint32_t edge, uint32_t key)
{
    if (out->count == CLIP_POINTS) return;
    out->p[out->count] = p;
    out->edge[out->count] = edge;
    out->key[out->count++] = key;
}

// Of the faces at the corner that lies deepest, the one that looks most against n.
static int manifold_pressing_face(const rim_hull *hull, int deepest, vec3d n)
{
    int    face = 0;
    double least = INFINITY;
    for (int i = hull->neighbor_starts[deepest]; i < hull->neighbor_starts[deepest + 1]; i++)
    {
        rim_hull_edge edge = hull->edges[hull->neighbor_edges[i]];
        int           f = edge.left;
        for (int k = 0; k < 2; k++, f = edge.right)
        {
            double likeness = v3d_dot(hull->planes[f].normal, n);
            if (likeness > least || (likeness == least && f >= face)) continue;
            least = likeness;
            face = f;
        }
    }
    return face;
}

// Of very many corners some are left out.
static void manifold_add_face(manifold_patch *out, const rim_hull *hull, manifold_place at,
                              int face)
{
    int from = hull->starts[face], to = hull->starts[face + 1];
    int skip = 1 + (to - from) / (CLIP_POINTS / 2);
    for (int h = from; h < to; h += skip)
    {
        uint32_t corner = (uint32_t)hull->loops[h] & (CUT_EDGE - 1);
        manifold_add(out, manifold_put(at, hull->corners[hull->loops[h]]), corner, corner);
    }
}

static manifold_patch find_patch(const gjk_pair *pair, rim_convex body, bool b, vec3d n)
{
    manifold_patch out;
    manifold_place at = manifold_place_of(pair, b);
    out.count = 0;
    if (body.hull && body.hull->face_count > 0)
    {
        vec3d            local = m3d_unapply(at.turn, n);
        const gjk_shape *shape = b ? &pair->b : &pair->a;
        int              deepest = gjk_farthest(shape, v3d_scale(local, -1.0));
        manifold_add_face(&out, body.hull, at, manifold_pressing_face(body.hull, deepest, local));
        return out;
    }
    for (int i = 0; i < body.count && body.count <= 3; i++)
        manifold_add(&out, manifold_put(at, body.points[i]), (uint32_t)i, (uint32_t)i);
    return out;
}

// What lies on the inner side of the plane through p with outward normal m; `side` names the plane.
static manifold_patch manifold_cut(const manifold_patch *in, vec3d p, vec3d m, uint32_t side)
{
    manifold_patch out;
    out.count = 0;
    int edges = in->count <= 2 ? in->count - 1 : in->count; // a segment has no way back
    for (int i = 0; i < in->count; i++)
    {
        int    j = i + 1 < in->count ? i + 1 : 0;
        double here = v3d_dot(m, v3d_sub(in->p[i], p)), there = v3d_dot(m, v3d_sub(in->p[j], p));
        if (here <= 0.0) manifold_add(&out, in->p[i], in->edge[i], in->key[i]);
        if (i >= edges || (here <= 0.0) == (there <= 0.0)) continue;
        vec3d x = v3d_along(in->p[i], v3d_sub(in->p[j], in->p[i]), here / (here - there));
        // Going out, what follows runs along the side; coming in, the old edge goes on.
        manifold_add(&out, x, here <= 0.0 ? CUT_EDGE | side : in->edge[i],
                     CUT_POINT | in->edge[i] << 14 | side);
    }
    return out;
}

static manifold_patch cut_by_sides(const gjk_pair *pair, const reference *r, manifold_patch in)
{
    const rim_hull *hull = r->hull;
    manifold_place  at = manifold_place_of(pair, r->on_b);
    int             from = hull->starts[r->face], to = hull->starts[r->face + 1];
    for (int h = from; h < to; h++)
    {
        int   corner = hull->loops[h], next = hull->loops[h + 1 < to ? h + 1 : from];
        vec3d p = manifold_put(at, hull->corners[corner]),
              q = manifold_put(at, hull->corners[next]);
        in =
            manifold_cut(&in, p, v3d_cross(v3d_sub(q, p), r->n), (uint32_t)corner & (CUT_EDGE - 1));
    }
    return in;
}

// --- four of many ---------------------------------------------------------------------------------------

typedef struct pressed
{
    manifold_patch points;
    double         depth[CLIP_POINTS];
} pressed;

static pressed keep_behind(const reference *r, const manifold_patch *in, double radius,
                           double slack)
{
    pressed out;
    out.points.count = 0;
    for (int i = 0; i < in->count; i++)
    {
        double depth = r->offset + radius - v3d_dot(r->n, in->p[i]);
        if (depth < -slack) continue;
        out.depth[out.points.count] = depth > 0.0 ? depth : 0.0;
        manifold_add(&out.points, in->p[i], in->edge[i], in->key[i]);
    }
    return out;
}

// Twice the area, signed by n, of the triangle of points i, j, k.
static double spanned(const manifold_patch *s, vec3d n, int i, int j, int k)
{
    return v3d_dot(n, v3d_cross(v3d_sub(s->p[j], s->p[i]), v3d_sub(s->p[k], s->p[i])));
}

static int manifold_choose(const pressed *s, vec3d n, int chosen[4])
{
    const manifold_patch *points = &s->points;
    int                   deepest = 0, far = 0, left = 0, right = 0, count = 0;
    double                most = 0.0, wide_left = 0.0, wide_right = 0.0;
    for (int i = 1; i < points->count; i++)
        if (s->depth[i] > s->depth[deepest]) deepest = i;
    for (int i = 0; i < points->count; i++)
    {
        double d = v3d_length2(v3d_sub(points->p[i], points->p[deepest]));
        if (d > most)
        {
            most = d;
            far = i;
        }
    }
    chosen[count++] = deepest;
    if (most == 0.0) return count;
    chosen[count++] = far;
    for (int i = 0; i < points->count; i++)
    {
        double area = spanned(points, n, deepest, far, i);
        if (area > wide_left)
        {
            wide_left = area;
            left = i;
        }
        if (area < wide_right)
        {
            wide_right = area;
            right = i;
        }
    }
    // Thinner than this it is a line, and its ends are enough.
    if (wide_left > 0x1p-20 * most) chosen[count++] = left;
    if (wide_right < -0x1p-20 * most) chosen[count++] = right;
    return count;
}

// --- the manifold -----------------------------------------------------------------------------------------

// on_a and on_b in the frame of a.
static void manifold_add_point(rim_manifold3 *out, const gjk_pair *pair, vec3d on_a, vec3d on_b,
                               double depth, uint32_t key)
{
    rim_contact_point *point = &out->points[out->count++];
    point->on_a = v3d_round(v3d_add(m3d_apply(pair->world_turn, on_a), pair->world_shift));
    point->on_b = v3d_round(v3d_add(m3d_apply(pair->world_turn, on_b), pair->world_shift));
    point->depth = depth > FLT_MAX ? FLT_MAX : (float)depth;
    point->key = key;
}

static rim_manifold3 one_point(const gjk_pair *pair, const contact_answer *c)
{
    rim_manifold3 out = { 0 };
    out.normal = v3d_round(m3d_apply(pair->world_turn, v3d_scale(c->normal, -1.0)));
    uint32_t key =
        ((uint32_t)c->feature_a.index & 0x7fffu) << 15 | ((uint32_t)c->feature_b.index & 0x3fffu);
    manifold_add_point(&out, pair, c->on_a, v3d_along(c->on_a, c->normal, -c->depth), c->depth,
                       key);
    return out;
}

static rim_manifold3 face_points(const gjk_pair *pair, rim_convex a, rim_convex b,
                                 const contact_answer *c, const reference *r)
{
    rim_convex     other = r->on_b ? a : b;
    manifold_patch cut_out = cut_by_sides(pair, r, find_patch(pair, other, !r->on_b, r->n));
    pressed        s = keep_behind(r, &cut_out, other.radius, 0x1p-30 * c->size);
    double         most = 0.0;
    for (int i = 0; i < s.points.count; i++) most = s.depth[i] > most ? s.depth[i] : most;
    // Where the deepest corner lies beside the face, what is left does not tell how deep they are.
    if (s.points.count == 0 || most < 0.95 * c->depth - 0x1p-10 * c->size)
        return one_point(pair, c);

    rim_manifold3 out = { 0 };
    int           chosen[4], count = manifold_choose(&s, r->n, chosen);
    vec3d         normal = r->on_b ? r->n : v3d_scale(r->n, -1.0); // towards a
    out.normal = v3d_round(m3d_apply(pair->world_turn, normal));
    for (int i = 0; i < count; i++)
    {
        int      k = chosen[i];
        vec3d    pressing = v3d_along(s.points.p[k], r->n, -(double)other.radius);
        vec3d    facing = v3d_along(pressing, r->n, s.depth[k]);
        uint32_t key = s.points.key[k] | (r->on_b ? ON_B : 0u);
        manifold_add_point(&out, pair, r->on_b ? pressing : facing, r->on_b ? facing : pressing,
                           s.depth[k], key);
    }
    return out;
}

rim_manifold3 rim_convex_manifold(rim_convex a, rim_xform3 pa, rim_convex b, rim_xform3 pb,
                                  rim_warm *warm)
{
    rim_manifold3 none = { 0 };
    gjk_pair      pair;
    if (!gjk_prepare_pair(&pair, &a, &pa, &b, &pb)) return none;
    contact_answer c = contact3_of_cores(&pair, a, b, warm);
    if (!c.hit || !float_is_finite(c.depth)) return none;

    reference ra = find_face(&pair, a, false, c.normal);
    reference rb = find_face(&pair, b, true, v3d_scale(c.normal, -1.0));
    double    enough = c.depth * 1.05 + 0x1p-10 * c.size;
    bool      use_a = ra.face >= 0 && depth_behind(&pair, &ra, b.radius) <= enough;
    bool      use_b = rb.face >= 0 && depth_behind(&pair, &rb, a.radius) <= enough;
    // The margin keeps the choice from frame to frame where both are as good.
    if (use_a && (!use_b || rb.likeness <= ra.likeness + 0x1p-10))
        return face_points(&pair, a, b, &c, &ra);
    if (use_b) return face_points(&pair, a, b, &c, &rb);
    return one_point(&pair, &c);
}
