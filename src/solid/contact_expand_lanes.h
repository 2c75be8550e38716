// The expanding polytope of van den Bergen (2001), in double, with the two points that usually go wrong
// made right. Include what distance_four.h asks for first.
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
#ifndef RIM_SOLID_CONTACT_EXPAND_LANES_H
#define RIM_SOLID_CONTACT_EXPAND_LANES_H

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
    short           from[CORNERS + 1]; // the horizon edge that starts at the corner; one for none
    double          reach;             // BEYOND times the size
} polytope;

// --- building blocks -----------------------------------------------------------------------------------

FOUR_TARGET static int add_corner(polytope *poly, int a, int b)
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
    return add_corner(poly, a, b);
}

FOUR_TARGET static void bind(polytope *poly, int f, int edge, int g, int other)
{
    poly->faces[f].beside[edge] = (short)g;
    poly->faces[f].entered[edge] = (uint8_t)other;
    poly->faces[g].beside[other] = (short)f;
    poly->faces[g].entered[other] = (uint8_t)edge;
}

FOUR_TARGET static void set_corners(polytope *poly, int f, int i, int j, int k)
{
    poly->faces[f].corner[0] = (short)i;
    poly->faces[f].corner[1] = (short)j;
    poly->faces[f].corner[2] = (short)k;
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
    planes_grow(&poly->planes, 4);
    return planes_set(&poly->planes, all, 4, first, second, third);
}

// --- growing ------------------------------------------------------------------------------------------------

// An edge between what the new corner sees and what it does not, from corner i to corner j.
typedef struct horizon_edge
{
    short   i, j, beyond;
    uint8_t entered;
} horizon_edge;

FOUR_TARGET static bool is_seen(const uint64_t *seen, int f)
{
    return seen[f >> 6] >> (f & 63) & 1;
}

// Faces that are seen go. What is seen has no pattern to foretell, so edges are written always and kept if
// they count.
FOUR_TARGET static int find_horizon(polytope *poly, const uint64_t *seen, horizon_edge *edges)
{
    int count = 0, unused = poly->unused_count;
    for (int word = 0; word <= (poly->planes.count - 1) >> 6; word++)
        for (uint64_t left = seen[word]; left; left &= left - 1)
        {
            int         f = 64 * word + lowest_of(left);
            const face *t = &poly->faces[f];
            if (count > CORNERS) return count;
            poly->planes.offset[f] = INFINITY;
            poly->unused[unused++] = (short)f;
            for (int e = 0; e < 3; e++)
            {
                short i = t->corner[e];
                bool  kept = !is_seen(seen, t->beside[e]);
                edges[count].i = i;
                edges[count].j = t->corner[e < 2 ? e + 1 : 0];
                edges[count].beyond = t->beside[e];
                edges[count].entered = t->entered[e];
                // By arithmetic: of a choice the compiler would make a branch.
                poly->from[CORNERS + (i - CORNERS) * kept] = (short)count;
                count += kept;
            }
        }
    poly->unused_count = unused;
    return count;
}

// Replaces what the corner sees by triangles from the corner to the horizon, along its one loop.
FOUR_TARGET static bool add_fan(polytope *poly, int corner)
{
    uint64_t     seen[FACES / 64];
    horizon_edge edges[CORNERS + 4];
    short        ids[CORNERS + 4];
    vec3d        first[CORNERS + 4], second[CORNERS + 4], third[CORNERS + 4];
    planes_seen(&poly->planes, poly->p[corner], 0.25 * poly->reach, seen);
    int count = find_horizon(poly, seen, edges);
    if (count < 3 || count > CORNERS) return false;

    // Ids of faces that are gone, the last first, then new ones.
    int known = poly->planes.count, old = poly->unused_count, more = count > old ? count - old : 0;
    if (known + more > FACES) return false;
    const short *unused = poly->unused + old - 1;
    int          at = 0, bad = 0, id = unused[0], start = id;
    for (int k = 0; k < count; k++)
    {
        horizon_edge edge = edges[at];
        int          next = poly->from[edge.j], last = k == count - 1;
        int          following = k + 1 < old ? unused[-(k + 1)] : known + k + 1 - old;
        following = last ? start : following;
        bad |= next < 0 || next >= count || (next == 0) != last;
        next = next < 0 || next >= count ? 0 : next;
        bad |= edges[next].i != edge.j;
        ids[k] = (short)id;
        set_corners(poly, id, edge.i, edge.j, corner);
        bind(poly, id, 0, edge.beyond, edge.entered);
        bind(poly, id, 1, following, 2);
        first[k] = poly->p[edge.i];
        second[k] = poly->p[edge.j];
        third[k] = poly->p[corner];
        at = next;
        id = following;
    }
    if (bad) return false;
    poly->unused_count = old - count + more;
    planes_grow(&poly->planes, known + more);
    // A whole number of fours is set without a remainder loop; setting one twice is no harm.
    for (int k = count; k < count + 3; k++)
    {
        ids[k] = ids[count - 1];
        first[k] = first[count - 1];
        second[k] = second[count - 1];
        third[k] = third[count - 1];
    }
    return planes_set(&poly->planes, ids, (count + 3) & ~3, first, second, third);
}

// --- answers --------------------------------------------------------------------------------------------------

// The deepest point from the face's own corners, where the origin's projection falls inside.
FOUR_TARGET static bool face_witness(const polytope *poly, overlap *o)
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

FOUR_TARGET static void set_face(const polytope *poly, overlap *o, int f, double depth)
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

FOUR_TARGET static overlap flat_answer(const polytope *poly, const gjk_result *end)
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

FOUR_TARGET overlap FOUR_NAME(rim_gjk_expand)(const gjk_pair *pair, const gjk_result *end)
{
    polytope poly;
    poly.pair = pair;
    poly.corners = poly.unused_count = 0;
    poly.planes.count = 0;
    poly.reach = BEYOND * end->size;
    for (int i = 0; i < end->count; i++) add_corner(&poly, end->a[i], end->b[i]);
    if (poly.corners < 4 && !grow_simplex(&poly)) return flat_answer(&poly, end);

    overlap best = { 0 };
    best.depth = INFINITY;
    bool sound = close_tetrahedron(&poly);
    while (sound)
    {
        int    f = planes_nearest(&poly.planes);
        double offset = poly.planes.offset[f];
        best.lower = offset < best.depth ? offset : best.depth;
        if (offset >= best.depth) break;
        vec3d  n = planes_normal(&poly.planes, f);
        int    corner = add_support(&poly, n.x, n.y, n.z);
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

#endif
