// Contact manifolds by clipping: a face of one body, the reference, and the part of the other body's face that lies
// over it.
//
//   contact  ->  reference face and pressing face  ->  the pressing face, clipped by the sides of the reference  ->
//   its vertices behind the reference  ->  up to four of them
#include "base/float.h"
#include "rimcast/convex.h"
#include "solid/hull/data.h"
#include "solid/query/gjk.h"

enum
{
    MANIFOLD_VERTICES = 128, // room of a polygon, before and after a cut
    MANIFOLD_POINTS = 4      // of a manifold
};

// --- keys ---------------------------------------------------------------------------------------------

// A key names the features that meet at a point. Its bits 30 and 31 are the kind:
//
//     CORNER_A, CORNER_B    a corner of a or b on an edge or a face: bits 0 .. 29 are the corner
//     EDGES                 two edges: bits 15 .. 29 are that of a, bits 0 .. 14 that of b
//     OTHER                 all other pairs: bit 28 is set for a face of a, bit 29 for one of b; bits 14 .. 27 are the
//                           feature of a, bits 0 .. 13 that of b
#define MANIFOLD_KEY_CORNER_A 0x00000000u
#define MANIFOLD_KEY_CORNER_B 0x40000000u
#define MANIFOLD_KEY_EDGES 0x80000000u
#define MANIFOLD_KEY_OTHER 0xc0000000u

static uint32_t manifold_key_of_corner(bool on_b, int corner)
{
    return (on_b ? MANIFOLD_KEY_CORNER_B : MANIFOLD_KEY_CORNER_A) |
           ((uint32_t)corner & 0x3fffffffu);
}

static uint32_t manifold_key_of_edges(int a, int b)
{
    return MANIFOLD_KEY_EDGES | ((uint32_t)a & 0x7fffu) << 15 | ((uint32_t)b & 0x7fffu);
}

// Returns the key of a contact between two features, so that a point keeps it from frame to frame.
static uint32_t manifold_key_of_features(rim_feature a, rim_feature b)
{
    bool corner_a = a.kind == RIM_FEATURE_VERTEX, corner_b = b.kind == RIM_FEATURE_VERTEX;
    if (corner_a && !corner_b) return manifold_key_of_corner(false, a.index);
    if (corner_b && !corner_a) return manifold_key_of_corner(true, b.index);
    if (a.kind == RIM_FEATURE_EDGE && b.kind == RIM_FEATURE_EDGE)
        return manifold_key_of_edges(a.index, b.index);
    uint32_t kinds =
        (a.kind == RIM_FEATURE_FACE ? 1u : 0u) | (b.kind == RIM_FEATURE_FACE ? 2u : 0u);
    return MANIFOLD_KEY_OTHER | kinds << 28 | ((uint32_t)a.index & 0x3fffu) << 14 |
           ((uint32_t)b.index & 0x3fffu);
}

// --- bodies -------------------------------------------------------------------------------------------

// One of the two bodies; a point p of it is at  turn p + shift  in the frame of a.
typedef struct manifold_body
{
    const gjk_shape *shape;
    const rim_hull  *hull; // NULL for a body that is no hull
    mat3d            turn;
    vec3d            shift;
    double           radius;
    rim_feature      feature; // of the body at the contact
    bool             is_b;
} manifold_body;

// Returns one of the two bodies, with its pose in the frame of a.
static manifold_body manifold_body_of(const gjk_pair *pair, bool is_b, const rim_convex *convex,
                                      rim_feature feature)
{
    static const mat3d identity = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };
    manifold_body      body;
    body.shape = is_b ? &pair->b : &pair->a;
    body.hull = convex->hull;
    body.turn = is_b ? pair->turn : identity;
    body.shift = is_b ? pair->shift : v3d(0.0, 0.0, 0.0);
    body.radius = convex->radius;
    body.feature = feature;
    body.is_b = is_b;
    return body;
}

// Returns the position of a body's point in the frame of a.
static vec3d manifold_place(const manifold_body *body, rim_vec3 p)
{
    return v3d_add(m3d_apply(body->turn, v3d_from(p)), body->shift);
}

// Returns the face at the body's feature whose normal has the largest product with d, which is in the frame of a; -1 if
// it has no faces.
static int manifold_face_along(const manifold_body *body, vec3d d)
{
    if (!body->hull) return -1;
    return gjk_face_along(body->hull, body->feature, m3d_unapply(body->turn, d));
}

// --- faces --------------------------------------------------------------------------------------------

// The face of a body that looks most along the contact's normal out of it, of those at the contact's feature.
typedef struct manifold_face
{
    const manifold_body *body;
    int                  face;   // -1: the body has none
    vec3d                n;      // outward, unit, in the frame of a
    double               cosine; // n . the contact's normal out of the body
} manifold_face;

// Returns the face at the body's feature whose normal is closest to `out`, the contact's normal out of the body, in the
// frame of a. A body without faces gets the face -1, with a cosine below all others.
static manifold_face manifold_find_face(const manifold_body *body, vec3d out)
{
    int           face = manifold_face_along(body, out);
    manifold_face f = { .body = body, .face = face, .n = out, .cosine = -2.0 };
    if (face < 0) return f;
    f.n = m3d_apply(body->turn, body->hull->planes[face].normal);
    f.cosine = v3d_dot(f.n, out);
    return f;
}

// A face whose normal replaces the contact's, and the other body, which presses on it.
typedef struct manifold_reference
{
    const manifold_face *own;
    const manifold_body *other;
    // n . p of the face's plane, moved outward by the radii of both, so that the depth of a point p of the other body's
    // core is  top - n . p.
    double               top;
    double rounding; // of depths, and how far corners of the face may be off its plane
} manifold_reference;

// Returns by how much the bodies overlap along the face's normal: the depth of the deepest point of the other body.
static double manifold_overlap(const manifold_reference *r)
{
    vec3d back = m3d_unapply(r->other->turn, v3d_scale(r->own->n, -1.0));
    int   deepest = gjk_farthest(r->other->shape, back);
    return r->top - v3d_dot(r->own->n, manifold_place(r->other, r->other->shape->points[deepest]));
}

// --- the pressing polygon -------------------------------------------------------------------------

// A vertex of the pressing polygon.
typedef struct manifold_vertex
{
    vec3d  p;     // in the frame of a, on the core of the pressing body
    double depth; // behind the reference's plane; set by manifold_keep_behind
    int32_t
        edge; // that begins here: one of the pressing body, or ~h for half-edge h of the reference
    uint32_t key;
} manifold_vertex;

// Stores the pressing polygon: the face at the other body's feature that is most opposed to the reference, or, if the
// body has no faces, all of its points if they are at most three. Returns the number of vertices, 0 for more points
// than that. Stores at most MANIFOLD_VERTICES / 2, which leaves room for the vertices that clipping adds: of a larger
// face only every second corner is used, or every third, and so on.
static int manifold_pressing(manifold_vertex *out, const manifold_reference *r)
{
    const manifold_body *body = r->other;
    const rim_hull      *hull = body->hull;
    int                  face = manifold_face_along(body, v3d_scale(r->own->n, -1.0)), count = 0;
    bool                 is_face = face >= 0;
    if (!is_face && body->shape->count > 3) return 0;
    int from = is_face ? hull->starts[face] : 0;
    int to = is_face ? hull->starts[face + 1] : body->shape->count;
    int step = 1 + (to - from) / (MANIFOLD_VERTICES / 2);
    for (int h = from; h < to; h += step, count++)
    {
        int corner = is_face ? hull->loops[h] : h;
        out[count].p = manifold_place(body, body->shape->points[corner]);
        out[count].edge = is_face ? hull->edges_of[h] : h;
        out[count].key = manifold_key_of_corner(body->is_b, corner);
    }
    return count;
}

// Returns the key of the point where an edge, named as in manifold_vertex, crosses the line of half-edge `side` of the
// reference face. An edge of the pressing body crosses the reference's own edge, and the key names both edges. An edge
// ~h lies on half-edge h of the reference, and the key names the corner between h and `side`: the start of h if h is
// next after `side`, else the start of `side`. If h and `side` are not neighbors, their lines cross beyond another
// side. That side cuts the point off unless it is within the margin, so this key rarely remains.
static uint32_t manifold_key_of_cut(const manifold_reference *r, int32_t edge, int side)
{
    const rim_hull *hull = r->own->body->hull;
    bool            own_is_b = r->own->body->is_b;
    int             own = hull->edges_of[side], h = ~edge;
    if (edge >= 0)
        return own_is_b ? manifold_key_of_edges(edge, own) : manifold_key_of_edges(own, edge);
    return manifold_key_of_corner(own_is_b, hull->loops[hull_next(hull, side) == h ? h : side]);
}

// How far the vertices of a polygon lie beyond half-edge `side` of the reference face, times its length; up to
// `margin` counts as on it.
typedef struct manifold_side
{
    int    side;
    double margin;
    double beyond[MANIFOLD_VERTICES]; // of each vertex; negative inside
} manifold_side;

// Clips the polygon by one side. Stores the vertices that are not beyond the side by more than the margin, and adds one
// where an edge from vertex i to j crosses the side, at
//
//      in[i] + (in[j] - in[i]) here / (here - there)        here, there: beyond[i], beyond[j]
//
// If the end of such an edge that stays is on the side or beyond it, within the margin, this end stands for the
// crossing, and no vertex is added. A polygon of two vertices is a segment, without an edge back. Returns the number of
// vertices in `out`, at most MANIFOLD_VERTICES. Ends early when there is no room for two more.
static int manifold_cut(manifold_vertex *out, const manifold_vertex *in, int count,
                        const manifold_side *s, const manifold_reference *r)
{
    int kept = 0, edges = count <= 2 ? count - 1 : count;
    for (int i = 0; i < count && kept <= MANIFOLD_VERTICES - 2; i++)
    {
        int    j = i + 1 < count ? i + 1 : 0;
        double here = s->beyond[i], there = s->beyond[j];
        bool   inside = here <= s->margin, leaves = inside && !(there <= s->margin);
        bool   enters = !inside && there <= s->margin;
        if (inside) out[kept++] = in[i];
        if (i >= edges || !(leaves || enters)) continue;
        // Where the polygon leaves, its next edge is the side; where it enters again, it is the old edge.
        if (leaves && here >= 0.0) out[kept - 1].edge = ~s->side;
        if ((leaves ? here : there) >= 0.0) continue;
        out[kept].p = v3d_along(in[i].p, v3d_sub(in[j].p, in[i].p), here / (here - there));
        out[kept].edge = leaves ? ~s->side : in[i].edge;
        out[kept++].key = manifold_key_of_cut(r, in[i].edge, s->side);
    }
    return kept;
}

// Clips the polygon `in` of *count vertices by the sides of the reference face (Sutherland, Hodgman, "Reentrant polygon
// clipping", 1974). Both buffers have room for MANIFOLD_VERTICES, and the cuts write to them in turn. Returns the
// buffer that holds the result, and sets *count. For the side from corner p to corner q, m is the outward normal in the
// face's plane, as long as the side, so that  m . x - m . p  is the distance of a point x beyond the side times this
// length. `size` is that of the contact.
static const manifold_vertex *manifold_cut_all(manifold_vertex *in, manifold_vertex *out,
                                               int *count, const manifold_reference *r, double size)
{
    const manifold_body *body = r->own->body;
    const rim_hull      *hull = body->hull;
    int                  from = hull->starts[r->own->face], to = hull->starts[r->own->face + 1];
    vec3d                p = manifold_place(body, hull->corners[hull->loops[from]]);
    for (int h = from; h < to; h++)
    {
        vec3d  q = manifold_place(body, hull->corners[hull->loops[h + 1 < to ? h + 1 : from]]);
        vec3d  m = v3d_cross(v3d_sub(q, p), r->own->n);
        double offset = v3d_dot(m, p);
        bool   all_inside = true;
        manifold_side s;
        s.side = h;
        s.margin = MANIFOLD_SIDE_MARGIN * size * v3d_magnitude(m);
        for (int i = 0; i < *count; i++)
        {
            s.beyond[i] = v3d_dot(m, in[i].p) - offset;
            all_inside &= s.beyond[i] <= s.margin;
        }
        p = q;
        if (all_inside) continue;
        *count = manifold_cut(out, in, *count, &s, r);
        manifold_vertex *other = in;
        in = out;
        out = other;
    }
    return in;
}

// Copies to `out` the vertices that are behind the reference's plane, moved outward by both radii (r->top), or in front
// of it by rounding only, and sets their depths, which are not negative. Returns their number.
static int manifold_keep_behind(manifold_vertex *out, const manifold_vertex *in, int count,
                                const manifold_reference *r)
{
    int kept = 0;
    for (int i = 0; i < count; i++)
    {
        double depth = r->top - v3d_dot(r->own->n, in[i].p);
        if (depth < -r->rounding) continue;
        out[kept] = in[i];
        out[kept++].depth = depth > 0.0 ? depth : 0.0;
    }
    return kept;
}

// --- four of many -------------------------------------------------------------------------------------

// Returns the vertex with the largest value: its dot product with *d or, if d is NULL, its squared distance from vertex
// `from`. Of several such vertices, returns `from` if it is one of them, else the first.
static int manifold_farthest(const manifold_vertex *v, int count, int from, const vec3d *d)
{
    int    best = from;
    double most = d ? v3d_dot(*d, v[from].p) : 0.0;
    for (int i = 0; i < count; i++)
    {
        double far = d ? v3d_dot(*d, v[i].p) : v3d_length2(v3d_sub(v[i].p, v[from].p));
        best = far > most ? i : best;
        most = far > most ? far : most;
    }
    return best;
}

// Stores the indices of up to four different vertices, which span at least a quarter of the polygon. The first is
// extreme along a direction fixed to the reference face, and the next is the farthest from it. The others are the
// farthest from the line of these two, one on either side. Returns their number. Depths are not used, so that the
// choice rarely changes when the bodies rock a little. Requires count > 0.
static int manifold_spread(int chosen[MANIFOLD_POINTS], const manifold_vertex *v, int count,
                           const manifold_reference *r)
{
    const manifold_body *body = r->own->body;
    const int32_t       *loop = body->hull->loops + body->hull->starts[r->own->face];
    vec3d e = v3d_sub(hull_corner(body->hull, loop[1]), hull_corner(body->hull, loop[0]));
    int   kept = 0;
    e = m3d_apply(body->turn, e);
    // e is the first edge of the reference face. The direction is oblique to it: along e itself, both ends of an edge
    // perpendicular to e would be equally far.
    vec3d oblique = v3d_along(e, v3d_cross(r->own->n, e), 0.375);
    int   first = manifold_farthest(v, count, 0, &oblique);
    int   far = manifold_farthest(v, count, first, NULL);
    vec3d across = v3d_cross(r->own->n, v3d_sub(v[far].p, v[first].p));
    vec3d back = v3d_scale(across, -1.0);
    int   left = manifold_farthest(v, count, 0, &across);
    int   right = manifold_farthest(v, count, 0, &back);
    chosen[kept++] = first;
    if (far != first) chosen[kept++] = far;
    if (left != first && left != far) chosen[kept++] = left;
    if (right != first && right != far && right != left) chosen[kept++] = right;
    return kept;
}

// Returns the index m, 0 .. 3, for which vertex chosen[m] is nearest to vertex `to`.
static int manifold_nearest(const int chosen[MANIFOLD_POINTS], const manifold_vertex *v, int to)
{
    int    nearest = 0;
    double least = INFINITY;
    for (int m = 0; m < MANIFOLD_POINTS; m++)
    {
        double d2 = v3d_length2(v3d_sub(v[chosen[m]].p, v[to].p));
        nearest = d2 < least ? m : nearest;
        least = d2 < least ? d2 : least;
    }
    return nearest;
}

// Stores the indices of up to four vertices, the deepest first, and returns their number. Requires count > 0. Of more
// than four vertices, manifold_spread chooses. If the deepest is not among its choice, it is added, or replaces the
// nearest one of four.
static int manifold_choose(int chosen[MANIFOLD_POINTS], const manifold_vertex *v, int count,
                           const manifold_reference *r)
{
    int deepest = 0, kept = 0, at = 0;
    for (int i = 1; i < count; i++) deepest = v[i].depth > v[deepest].depth ? i : deepest;
    if (count <= MANIFOLD_POINTS)
        for (; kept < count; kept++) chosen[kept] = kept;
    else
        kept = manifold_spread(chosen, v, count, r);
    while (at < kept && chosen[at] != deepest) at++;
    if (at == MANIFOLD_POINTS)
        at = manifold_nearest(chosen, v, deepest);
    else if (at == kept)
        kept++;
    // The deepest comes first, and the first takes its place.
    chosen[at] = chosen[0];
    chosen[0] = deepest;
    return kept;
}

// --- the manifold -------------------------------------------------------------------------------------

// Appends a point, given in the frame of a.
static void manifold_add(rim_manifold3 *out, const gjk_pair *pair, vec3d on_a, vec3d on_b,
                         double depth, uint32_t key)
{
    rim_contact_point *point = &out->points[out->count++];
    point->on_a = gjk_to_world(pair, on_a);
    point->on_b = gjk_to_world(pair, on_b);
    point->depth = float_saturate(depth);
    point->key = key;
}

// Returns the manifold of the contact's one point, where no face replaces its normal.
static rim_manifold3 manifold_of_contact(const gjk_pair *pair, const contact_answer *c)
{
    rim_manifold3 out = { 0 };
    out.normal = v3d_round(m3d_apply(pair->world_turn, v3d_scale(c->normal, -1.0)));
    manifold_add(&out, pair, c->on_a, v3d_along(c->on_a, c->normal, -c->depth), c->depth,
                 manifold_key_of_features(c->feature_a, c->feature_b));
    return out;
}

// Makes the manifold of a reference face: own->face, which must be >= 0. Returns false, with *out unchanged, if the
// bodies are too deep along the face's normal, or if no point over the face is as deep as the contact and as the bodies
// are along that normal. See manifold_with_slack in gjk.h for `slack`.
static bool manifold_of_faces(rim_manifold3 *out, const gjk_pair *pair, const contact_answer *c,
                              const manifold_face *own, const manifold_body *other, double slack)
{
    const manifold_body *body = own->body;
    manifold_reference   r = { .own = own,
                               .other = other,
                               .rounding = MANIFOLD_ROUNDING * c->size + body->hull->bend };
    r.top = hull_plane_offset(body->hull, own->face) + v3d_dot(own->n, body->shift) + body->radius +
            other->radius;
    double along = manifold_overlap(&r), allowance = slack + r.rounding;
    // A triangle that the face lies on may reach far beyond it: there it is deep without touching anything.
    bool   beyond = slack > 0.0 && !other->hull && own->cosine > MANIFOLD_FLAT;
    if (!beyond && along > MANIFOLD_DEEPER * c->depth + allowance) return false;
    manifold_vertex        one[MANIFOLD_VERTICES], two[MANIFOLD_VERTICES];
    int                    count = manifold_pressing(one, &r), chosen[MANIFOLD_POINTS];
    const manifold_vertex *cut = manifold_cut_all(one, two, &count, &r, c->size);
    manifold_vertex       *behind = cut == one ? two : one;
    count = manifold_keep_behind(behind, cut, count, &r);
    if (count == 0) return false;
    int    points = manifold_choose(chosen, behind, count, &r);
    double deepest = behind[chosen[0]].depth;
    if (deepest < c->depth - allowance) return false;
    if (slack == 0.0 && deepest < MANIFOLD_HELD * along - r.rounding) return false;

    bool  own_is_b = body->is_b;
    vec3d n = own->n;
    out->normal = v3d_round(m3d_apply(pair->world_turn, own_is_b ? n : v3d_scale(n, -1.0)));
    // A vertex is on the core of the pressing body, whose surface is one radius nearer to the face, against the normal.
    // From this surface to that of the face's body it is the depth, along the normal.
    for (int i = 0; i < points; i++)
    {
        const manifold_vertex *v = &behind[chosen[i]];
        vec3d                  on_pressing = v3d_along(v->p, n, -other->radius);
        vec3d                  on_own = v3d_along(on_pressing, n, v->depth);
        manifold_add(out, pair, own_is_b ? on_pressing : on_own, own_is_b ? on_own : on_pressing,
                     v->depth, v->key);
    }
    return true;
}

// Returns the manifold of two convex shapes; see gjk.h. The face that is closer to the contact's normal, which points
// from a to b, is tried as the reference first, then the other body's. If neither gives a manifold, the contact's one
// point does.
rim_manifold3 manifold_with_slack(const rim_convex *a, const rim_xform3 *pa, const rim_convex *b,
                                  const rim_xform3 *pb, double slack, rim_warm *warm,
                                  rim_contact3 *contact)
{
    rim_manifold3 out = { 0 };
    gjk_pair      pair;
    if (contact) *contact = (rim_contact3){ 0 };
    if (!gjk_prepare_pair(&pair, a, pa, b, pb)) return out;
    contact_answer c = contact3_of_cores(&pair, a, b, warm);
    if (contact) *contact = contact3_of_answer(&pair, &c);
    if (!c.hit || !float_is_finite(c.depth)) return out;

    manifold_body        body_a = manifold_body_of(&pair, false, a, c.feature_a);
    manifold_body        body_b = manifold_body_of(&pair, true, b, c.feature_b);
    manifold_face        of_a = manifold_find_face(&body_a, c.normal);
    manifold_face        of_b = manifold_find_face(&body_b, v3d_scale(c.normal, -1.0));
    const manifold_face *first = &of_a, *second = &of_b;
    if (of_b.cosine > of_a.cosine + MANIFOLD_SAME_ANGLE)
    {
        first = &of_b;
        second = &of_a;
    }
    if (first->face >= 0 && manifold_of_faces(&out, &pair, &c, first, second->body, slack))
        return out;
    if (second->face >= 0 && manifold_of_faces(&out, &pair, &c, second, first->body, slack))
        return out;
    return manifold_of_contact(&pair, &c);
}

rim_manifold3 rim_convex_manifold(rim_convex a, rim_xform3 pa, rim_convex b, rim_xform3 pb,
                                  rim_warm *warm, rim_contact3 *contact)
{
    return manifold_with_slack(&a, &pa, &b, &pb, 0.0, warm, contact);
}
