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
#include "solid/contact_planes.h"
#include "solid/distance_simplex.h"

// What counts as reaching beyond a face, relative to the size.
#define BEYOND 0x1p-42

typedef struct face
{
    short   corner[3];
    short   beside[3];  // the face across the edge from corner[i] to corner[i + 1]
    uint8_t entered[3]; // which edge of that face it is
} face;

typedef struct polytope
{
    const gjk_pair *pair;
    vec3d           p[CORNERS];
    int             a[CORNERS], b[CORNERS];
    int             corners;
    planes          planes; // of the faces; one that is gone is infinitely far away
    face            faces[FACES];
    short           unused[FACES];
    int             unused_count;
    short           from[CORNERS]; // the horizon edge that starts at the corner
    double          reach;         // BEYOND times the size
} polytope;

// --- building blocks -----------------------------------------------------------------------------------

static int add_corner(polytope *poly, int a, int b)
{
    int i = poly->corners++;
    poly->a[i] = a;
    poly->b[i] = b;
    poly->from[i] = -1;
    poly->p[i] = gjk_difference(poly->pair, a, b);
    return i;
}

static int add_support(polytope *poly, vec3d d)
{
    int a, b;
    gjk_support(poly->pair, d, &a, &b);
    return add_corner(poly, a, b);
}

static void bind(polytope *poly, int f, int edge, int g, int other)
{
    poly->faces[f].beside[edge] = (short)g;
    poly->faces[f].entered[edge] = (uint8_t)other;
    poly->faces[g].beside[other] = (short)f;
    poly->faces[g].entered[other] = (uint8_t)edge;
}

static void set_corners(polytope *poly, int f, int i, int j, int k)
{
    poly->faces[f].corner[0] = (short)i;
    poly->faces[f].corner[1] = (short)j;
    poly->faces[f].corner[2] = (short)k;
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
    short all[4] = { 0, 1, 2, 3 };
    vec3d first[4] = { p[0], p[j], p[k], p[0] }, second[4] = { p[j], p[0], p[j], p[k] };
    vec3d third[4] = { p[k], p[3], p[3], p[3] };
    set_corners(poly, 0, 0, j, k);
    set_corners(poly, 1, j, 0, 3);
    set_corners(poly, 2, k, j, 3);
    set_corners(poly, 3, 0, k, 3);
    bind(poly, 0, 0, 1, 0);
    bind(poly, 0, 1, 2, 0);
    bind(poly, 0, 2, 3, 0);
    bind(poly, 1, 2, 2, 1);
    bind(poly, 2, 2, 3, 1);
    bind(poly, 3, 2, 1, 1);
    poly->planes.count = 4;
    return rim_planes_set(&poly->planes, all, 4, first, second, third);
}

// --- growing ------------------------------------------------------------------------------------------------

// An edge between what the new corner sees and what it does not, from corner i to corner j.
typedef struct horizon_edge
{
    short   i, j, beyond;
    uint8_t entered;
} horizon_edge;

static bool is_seen(const uint64_t *seen, int f)
{
    return seen[f >> 6] >> (f & 63) & 1;
}

static int find_horizon(const polytope *poly, const uint64_t *seen, horizon_edge *edges,
                        short *gone, int *gone_count)
{
    int count = 0;
    *gone_count = 0;
    for (int word = 0; word <= (poly->planes.count - 1) >> 6; word++)
        for (uint64_t left = seen[word]; left; left &= left - 1)
        {
            int         f = 64 * word + lowest_bit(left);
            const face *t = &poly->faces[f];
            gone[(*gone_count)++] = (short)f;
            if (count > CORNERS) return count;
            for (int e = 0; e < 3; e++)
            {
                // Written always and kept if it counts: what is seen has no pattern to foretell.
                edges[count].i = t->corner[e];
                edges[count].j = t->corner[e < 2 ? e + 1 : 0];
                edges[count].beyond = t->beside[e];
                edges[count].entered = t->entered[e];
                count += !is_seen(seen, t->beside[e]);
            }
        }
    return count;
}

// Does the horizon go round once?
static bool is_one_loop(polytope *poly, const horizon_edge *edges, int count)
{
    int at = 0, length = 0;
    for (int i = 0; i < count; i++) poly->from[edges[i].i] = (short)i;
    do
    {
        int next = poly->from[edges[at].j];
        if (next < 0 || next >= count || edges[next].i != edges[at].j) return false;
        at = next;
        length++;
    } while (at != 0 && length < count);
    return at == 0 && length == count;
}

// Ids for the new faces: those that are gone, those that were, then new ones.
static bool take_ids(polytope *poly, const short *gone, int gone_count, short *ids, int count)
{
    int k = 0;
    for (; k < count && k < gone_count; k++) ids[k] = gone[k];
    for (int i = k; i < gone_count; i++)
    {
        poly->planes.offset[gone[i]] = INFINITY;
        poly->unused[poly->unused_count++] = gone[i];
    }
    while (k < count && poly->unused_count) ids[k++] = poly->unused[--poly->unused_count];
    if (poly->planes.count + count - k > FACES) return false;
    while (k < count) ids[k++] = (short)poly->planes.count++;
    return true;
}

// Replaces what the corner sees by triangles from the corner to the horizon.
static bool add_fan(polytope *poly, int corner)
{
    uint64_t     seen[FACES / 64];
    horizon_edge edges[CORNERS + 4];
    short        gone[FACES], ids[CORNERS + 4];
    int          gone_count;
    vec3d        first[CORNERS + 4], second[CORNERS + 4], third[CORNERS + 4];
    rim_planes_seen(&poly->planes, poly->p[corner], 0.25 * poly->reach, seen);
    int count = find_horizon(poly, seen, edges, gone, &gone_count);
    if (count < 3 || count > CORNERS || !is_one_loop(poly, edges, count)) return false;
    if (!take_ids(poly, gone, gone_count, ids, count)) return false;
    for (int k = 0; k < count; k++)
    {
        horizon_edge edge = edges[k];
        set_corners(poly, ids[k], edge.i, edge.j, corner);
        bind(poly, ids[k], 0, edge.beyond, edge.entered);
        bind(poly, ids[k], 1, ids[poly->from[edge.j]], 2);
        first[k] = poly->p[edge.i];
        second[k] = poly->p[edge.j];
        third[k] = poly->p[corner];
    }
    // A whole number of fours is set without a remainder loop; setting one twice is no harm.
    for (; count & 3; count++)
    {
        ids[count] = ids[count - 1];
        first[count] = first[count - 1];
        second[count] = second[count - 1];
        third[count] = third[count - 1];
    }
    return rim_planes_set(&poly->planes, ids, count, first, second, third);
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

static void set_face(const polytope *poly, overlap *o, int f, double depth)
{
    const face *t = &poly->faces[f];
    o->normal = planes_normal(&poly->planes, f);
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
    poly.corners = poly.unused_count = 0;
    rim_planes_begin(&poly.planes);
    poly.reach = BEYOND * end->size;
    for (int i = 0; i < end->count; i++) add_corner(&poly, end->a[i], end->b[i]);
    if (poly.corners < 4 && !grow_simplex(&poly)) return flat_answer(&poly, end);

    overlap best = { 0 };
    best.depth = INFINITY;
    bool sound = close_tetrahedron(&poly);
    while (sound)
    {
        int    f = rim_planes_nearest(&poly.planes);
        double offset = poly.planes.offset[f];
        best.lower = offset < best.depth ? offset : best.depth;
        if (offset >= best.depth) break;
        vec3d  n = planes_normal(&poly.planes, f);
        int    corner = add_support(&poly, n);
        double depth = v3d_dot(n, poly.p[corner]);
        bool   last = depth - offset <= poly.reach;
        if (last || depth < best.depth) set_face(&poly, &best, f, depth);
        if (last || poly.corners == CORNERS) break;
        sound = add_fan(&poly, corner);
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
    double top = v3d_dot(d, v3d_from(shape->points[gjk_farthest(shape, d)]));
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
    touch.a.padded = touch.b.padded = 0;
    touch.shift = v3d_along(pair->shift, normal, depth);
    gjk_result r = rim_gjk_closest(&touch, INFINITY, NULL);
    return rim_gjk_witness(&touch, &r);
}
