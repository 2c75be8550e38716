// The expanding polytope of van den Bergen (2001), in double, with the two points that usually go wrong
// made right.
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
#include "solid/contact_expand.h"
#include "solid/distance_simplex.h"

enum
{
    CORNERS = 192,
    FACES = 2 * CORNERS
};

// What counts as reaching beyond a face, relative to the size.
#define BEYOND 0x1p-42

typedef struct face
{
    vec3d   n;
    double  offset; // dot(n, p) == offset on the face
    short   corner[3];
    short   beside[3];  // the face across the edge from corner[i] to corner[i + 1]
    uint8_t entered[3]; // which edge of that face it is
    bool    live;
} face;

typedef struct polytope
{
    const gjk_pair *pair;
    vec3d           p[CORNERS];
    int             a[CORNERS], b[CORNERS];
    int             corners;
    face            faces[FACES];
    short           unused[FACES];
    int             face_count, unused_count;
    short           open[FACES]; // faces closer than the best depth known
    int             open_count;
    double          reach; // BEYOND times the size
} polytope;

// --- building blocks -----------------------------------------------------------------------------------

static int add_corner(polytope *poly, int a, int b)
{
    int i = poly->corners++;
    poly->a[i] = a;
    poly->b[i] = b;
    poly->p[i] = gjk_difference(poly->pair, a, b);
    return i;
}

static int add_support(polytope *poly, vec3d d)
{
    int a, b;
    gjk_support(poly->pair, d, &a, &b);
    return add_corner(poly, a, b);
}

// -1 if there is no room, or no area.
static int add_face(polytope *poly, int i, int j, int k)
{
    vec3d  e = v3d_sub(poly->p[j], poly->p[i]), f = v3d_sub(poly->p[k], poly->p[i]);
    vec3d  n = v3d_cross(e, f);
    double nn = v3d_length2(n);
    if (!(nn > 0x1p-100 * v3d_length2(e) * v3d_length2(f))) return -1;
    if (!poly->unused_count && poly->face_count == FACES) return -1;
    int   index = poly->unused_count ? poly->unused[--poly->unused_count] : poly->face_count++;
    face *t = &poly->faces[index];
    t->n = v3d_scale(n, 1.0 / sqrt(nn));
    t->offset = v3d_dot(t->n, poly->p[i]);
    t->corner[0] = (short)i;
    t->corner[1] = (short)j;
    t->corner[2] = (short)k;
    t->live = true;
    return index;
}

static void bind(polytope *poly, int f, int edge, int g, int other)
{
    poly->faces[f].beside[edge] = (short)g;
    poly->faces[f].entered[edge] = (uint8_t)other;
    poly->faces[g].beside[other] = (short)f;
    poly->faces[g].entered[other] = (uint8_t)edge;
}

static void open_face(polytope *poly, int f, double below)
{
    if (poly->faces[f].offset < below && poly->open_count < FACES)
        poly->open[poly->open_count++] = (short)f;
}

// --- the first tetrahedron ---------------------------------------------------------------------------------

// Tries d and -d for a corner that is farther than `least` from the plane with normal d through p[0].
static bool grow_along(polytope *poly, vec3d d, double least)
{
    double length = v3d_length(d);
    for (int side = 0; side < 2 && length > 0.0; side++, d = v3d_scale(d, -1.0))
    {
        int i = add_support(poly, d);
        if (v3d_dot(v3d_sub(poly->p[i], poly->p[0]), d) > least * length) return true;
        poly->corners--;
    }
    return false;
}

// Adds corners until there are four that span a volume; false leaves fewer: D is a point, a line, a plane.
static bool grow_simplex(polytope *poly)
{
    static const vec3d axes[3] = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };
    double             least = 4.0 * poly->reach;
    for (int i = 0; i < 3 && poly->corners == 1; i++) grow_along(poly, axes[i], least);
    if (poly->corners == 1) return false;
    vec3d e = v3d_normalize(v3d_sub(poly->p[1], poly->p[0]));
    for (int i = 0; i < 3 && poly->corners == 2; i++)
        grow_along(poly, v3d_cross(e, axes[i]), least);
    if (poly->corners == 2) return false;
    vec3d f = v3d_sub(poly->p[2], poly->p[0]);
    if (poly->corners == 3) grow_along(poly, v3d_cross(e, f), least);
    return poly->corners == 4;
}

static bool close_tetrahedron(polytope *poly)
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
    int base = add_face(poly, 0, j, k), s0 = add_face(poly, j, 0, 3), s1 = add_face(poly, k, j, 3),
        s2 = add_face(poly, 0, k, 3);
    if (base < 0 || s0 < 0 || s1 < 0 || s2 < 0) return false;
    bind(poly, base, 0, s0, 0);
    bind(poly, base, 1, s1, 0);
    bind(poly, base, 2, s2, 0);
    bind(poly, s0, 2, s1, 1);
    bind(poly, s1, 2, s2, 1);
    bind(poly, s2, 2, s0, 1);
    for (int i = 0; i < 4; i++) open_face(poly, i, INFINITY);
    return true;
}

// --- growing ------------------------------------------------------------------------------------------------

static bool sees(const polytope *poly, const face *f, int corner)
{
    return v3d_dot(f->n, poly->p[corner]) - f->offset > poly->reach * 0.25;
}

typedef struct fan
{
    int corner, first, last;
} fan;

// The next triangle of the fan, on the edge across which face f was entered. The edges come in order
// round the hole, so each triangle meets the one before.
static bool fan_add(polytope *poly, fan *round, int f, int edge, double below)
{
    const face *old = &poly->faces[f];
    int         i = old->corner[(edge + 1) % 3], j = old->corner[edge];
    if (round->last >= 0 && poly->faces[round->last].corner[1] != i) return false;
    int t = add_face(poly, i, j, round->corner);
    if (t < 0) return false;
    bind(poly, t, 0, f, edge);
    if (round->last >= 0)
        bind(poly, round->last, 1, t, 2);
    else
        round->first = t;
    round->last = t;
    open_face(poly, t, below);
    return true;
}

static void bury(polytope *poly, int f)
{
    poly->faces[f].live = false;
}

// Replaces what the corner sees, beginning with face f, by a fan. The walk goes round every face that is
// seen, counter-clockwise from the edge by which it was entered.
static bool add_fan(polytope *poly, int f, int corner, double below)
{
    struct
    {
        short   face;
        uint8_t edge;
    } todo[FACES];
    short gone[FACES];
    int   count = 0, gone_count = 0;
    fan   round = { corner, -1, -1 };
    bury(poly, f);
    gone[gone_count++] = (short)f;
    for (int i = 2; i >= 0; i--)
    {
        todo[count].face = poly->faces[f].beside[i];
        todo[count++].edge = poly->faces[f].entered[i];
    }
    while (count > 0)
    {
        int   g = todo[--count].face, edge = todo[count].edge;
        face *t = &poly->faces[g];
        if (!t->live) continue;
        if (!sees(poly, t, corner))
        {
            if (!fan_add(poly, &round, g, edge, below)) return false;
            continue;
        }
        bury(poly, g);
        gone[gone_count++] = (short)g;
        if (count + 2 > FACES) return false;
        for (int i = 2; i >= 1; i--)
        {
            int next = (edge + i) % 3;
            todo[count].face = t->beside[next];
            todo[count++].edge = t->entered[next];
        }
    }
    if (round.first < 0 || poly->faces[round.last].corner[1] != poly->faces[round.first].corner[0])
        return false;
    bind(poly, round.last, 1, round.first, 2);
    for (int i = 0; i < gone_count; i++) poly->unused[poly->unused_count++] = gone[i];
    return true;
}

// The closest open face; forgets those that died or lie beyond the best depth.
static int closest_face(polytope *poly, double below)
{
    int best = -1, kept = 0;
    for (int i = 0; i < poly->open_count; i++)
    {
        int         f = poly->open[i];
        const face *t = &poly->faces[f];
        if (!t->live || !(t->offset < below)) continue;
        poly->open[kept++] = (short)f;
        if (best < 0 || t->offset < poly->faces[best].offset) best = f;
    }
    poly->open_count = kept;
    return best;
}

// --- answers --------------------------------------------------------------------------------------------------

// The deepest point from the face's own corners, where the origin's projection falls inside.
static bool face_witness(const polytope *poly, overlap *o)
{
    vec3d foot = v3d_scale(o->normal, o->depth), p[3];
    for (int i = 0; i < 3; i++) p[i] = v3d_sub(gjk_difference(poly->pair, o->a[i], o->b[i]), foot);
    closest c = closest_of_triangle(p, 0, 1, 2);
    if (!(c.vv <= poly->reach * poly->reach)) return false;
    double weight[4];
    rim_simplex_weights(p, c.mask, weight);
    vec3d sum = v3d(0.0, 0.0, 0.0);
    for (int i = 0, k = 0; i < 3; i++)
        if (c.mask >> i & 1)
            sum = v3d_along(sum, v3d_from(poly->pair->a.points[o->a[i]]), weight[k++]);
    o->on_a = sum;
    return true;
}

static void set_face(const polytope *poly, overlap *o, const face *t, double depth)
{
    o->normal = t->n;
    o->depth = depth;
    o->count = 3;
    for (int i = 0; i < 3; i++)
    {
        o->a[i] = poly->a[t->corner[i]];
        o->b[i] = poly->b[t->corner[i]];
    }
}

static overlap flat_answer(const polytope *poly, const gjk_result *end)
{
    overlap o = { 0 };
    vec3d   e = v3d(0.0, 0.0, 0.0);
    if (poly->corners >= 2) e = v3d_sub(poly->p[1], poly->p[0]);
    o.normal = v3d_from(rim_vec3_perpendicular(v3d_round(v3d_normalize(e))));
    if (poly->corners >= 3) o.normal = v3d_normalize(v3d_cross(e, v3d_sub(poly->p[2], poly->p[0])));
    o.on_a = rim_gjk_witness(poly->pair, end);
    o.count = end->count < 3 ? end->count : 3;
    for (int i = 0; i < o.count; i++)
    {
        o.a[i] = end->a[i];
        o.b[i] = end->b[i];
    }
    return o;
}

overlap rim_gjk_expand(const gjk_pair *pair, const gjk_result *end)
{
    polytope poly;
    poly.pair = pair;
    poly.corners = poly.face_count = poly.unused_count = poly.open_count = 0;
    poly.reach = BEYOND * end->size;
    for (int i = 0; i < end->count; i++) add_corner(&poly, end->a[i], end->b[i]);
    if (poly.corners < 4 && !grow_simplex(&poly)) return flat_answer(&poly, end);

    overlap best = { 0 };
    best.depth = INFINITY;
    bool sound = close_tetrahedron(&poly);
    while (sound)
    {
        int f = closest_face(&poly, best.depth);
        if (f < 0)
        {
            best.lower = best.depth;
            break;
        }
        face   t = poly.faces[f];
        int    corner = add_support(&poly, t.n);
        double depth = v3d_dot(t.n, poly.p[corner]);
        if (depth < best.depth) set_face(&poly, &best, &t, depth);
        best.lower = t.offset;
        if (depth - t.offset <= poly.reach)
        {
            set_face(&poly, &best, &t, depth);
            break;
        }
        if (poly.corners == CORNERS) break;
        sound = add_fan(&poly, f, corner, best.depth);
    }
    if (best.depth == INFINITY) return flat_answer(&poly, end);
    if (best.depth < 0.0) best.depth = 0.0;
    if (!face_witness(&poly, &best))
        best.on_a = rim_gjk_common_point(pair, best.normal, best.depth, end->size);
    return best;
}

// --- where two supporting features meet -------------------------------------------------------------------------

enum
{
    FEATURE_POINTS = 64
};

static int supporting(const gjk_shape *shape, vec3d d, double slack, rim_vec3 *out)
{
    int    count = 0;
    double top = v3d_dot(d, v3d_from(shape->points[shape->support(shape, d)]));
    for (int i = 0; i < shape->count && count < FEATURE_POINTS; i++)
        if (v3d_dot(d, v3d_from(shape->points[i])) >= top - slack) out[count++] = shape->points[i];
    return count;
}

vec3d rim_gjk_common_point(const gjk_pair *pair, vec3d normal, double depth, double size)
{
    rim_vec3 on_a[FEATURE_POINTS], on_b[FEATURE_POINTS];
    gjk_pair touch = *pair;
    vec3d    back = m3d_unapply(pair->turn, v3d_scale(normal, -1.0));
    touch.a.count = supporting(&pair->a, normal, 0x1p-36 * size, on_a);
    touch.b.count = supporting(&pair->b, back, 0x1p-36 * size, on_b);
    touch.a.points = on_a;
    touch.b.points = on_b;
    touch.a.support = touch.b.support = rim_support_scalar;
    touch.shift = v3d_along(pair->shift, normal, depth);
    gjk_result r = rim_gjk_closest(&touch, INFINITY, NULL);
    return rim_gjk_witness(&touch, &r);
}
