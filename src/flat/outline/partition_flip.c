#include "flat/outline/partition_mesh.h"

#include "base/memory.h"
#include "base/sort.h"

#include <math.h>

// --- twins ---------------------------------------------------------------------------------------------

// Returns the point at which a half side ends.
static uint32_t half_end(const partition_mesh *m, uint32_t half)
{
    return partition_start(m, partition_next(half));
}

// Orders half sides by the lower index of their two ends, then by the higher index, then by their own number. Twins are
// neighbors in this order.
static bool partition_flip_comes_before(const void *first, const void *second, const void *mesh)
{
    const partition_mesh *m = mesh;
    uint32_t              g = *(const uint32_t *)first, h = *(const uint32_t *)second;
    uint32_t              a = partition_start(m, g), b = half_end(m, g);
    uint32_t              c = partition_start(m, h), d = half_end(m, h);
    uint64_t              ends_of_g = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
    uint64_t              ends_of_h = c < d ? (uint64_t)c << 32 | d : (uint64_t)d << 32 | c;
    return ends_of_g != ends_of_h ? ends_of_g < ends_of_h : g < h;
}

static void sort_halves(const partition_mesh *m, uint32_t *halves, size_t count)
{
    for (size_t i = 0; i < count; i++) halves[i] = (uint32_t)i;
    sort_heap(halves, count, sizeof *halves, partition_flip_comes_before, m);
}

// Makes half sides g and h twins of each other. One of them may be PARTITION_NONE: then the other one is on a ring and
// has no twin.
static void link_twins(partition_mesh *m, uint32_t g, uint32_t h)
{
    if (g != PARTITION_NONE) m->twins[g] = h;
    if (h != PARTITION_NONE) m->twins[h] = g;
}

// Allocates and sets the twins of all half sides. Sorts half sides by their ends, so that twins become neighbors; they
// run in opposite directions. Half sides on a ring get PARTITION_NONE. Returns RIM_ERR_MEMORY if there is no memory.
static rim_status partition_flip_find_twins(partition_mesh *m)
{
    size_t    count = 3 * m->count;
    uint32_t *sorted = memory_allocate(&m->from, count, sizeof *sorted);
    m->twins = memory_allocate(&m->from, count, sizeof *m->twins);
    if (sorted && m->twins)
    {
        sort_halves(m, sorted, count);
        for (size_t i = 0; i < count; i++) m->twins[i] = PARTITION_NONE;
        for (size_t i = 0; i + 1 < count; i++)
        {
            uint32_t g = sorted[i], h = sorted[i + 1];
            if (partition_start(m, g) != half_end(m, h) || partition_start(m, h) != half_end(m, g))
                continue;
            link_twins(m, g, h);
            i++;
        }
    }
    memory_release(&m->from, sorted, count, sizeof *sorted);
    return sorted && m->twins ? RIM_OK : RIM_ERR_MEMORY;
}

// --- flips ---------------------------------------------------------------------------------------------

// Two neighboring triangles, a b c and b a d.
typedef struct flip_quad
{
    uint32_t a, b, c, d;
} flip_quad;

static flip_quad flip_quad_at(const partition_mesh *m, uint32_t half)
{
    flip_quad q = { partition_start(m, half), half_end(m, half), partition_apex(m, half),
                    partition_apex(m, m->twins[half]) };
    return q;
}

// As a fraction of the sum of the absolute values of its terms: a determinant at most this large may be nothing but
// rounding. Its seven operations make errors below 2^-50. Four points on one circle must not flip, or flips could go on
// forever.
#define PARTITION_ROUNDING 0x1p-40

// Returns true if d lies inside the circle through a, b, c, beyond rounding. Requires that a, b, c are clockwise on the
// screen. Number a, b, c from 0 to 2. With d as the origin and s = x^2 + y^2 of each point, d lies inside if the
// determinant of the three rows (x, y, s) is positive:
//
//     det  =  sum over i of  s_i (x_j y_k - x_k y_j),        j = i + 1 and k = i + 2, modulo 3
static bool circle_holds(const partition_mesh *m, flip_quad q)
{
    double   det = 0.0, sum = 0.0, x[3], y[3], s[3];
    uint32_t corner[3] = { q.a, q.b, q.c };
    for (int i = 0; i < 3; i++)
    {
        x[i] = (double)m->points[corner[i]].x - m->points[q.d].x;
        y[i] = (double)m->points[corner[i]].y - m->points[q.d].y;
        s[i] = x[i] * x[i] + y[i] * y[i];
    }
    for (int i = 0; i < 3; i++)
    {
        int    j = (i + 1) % 3, k = (i + 2) % 3;
        double one = x[j] * y[k], other = x[k] * y[j];
        det += s[i] * (one - other);
        sum += s[i] * (fabs(one) + fabs(other));
    }
    return det > PARTITION_ROUNDING * sum;
}

// Returns true if p lies strictly between a and b. Requires all three on one line. Compares x, or y if the line is
// vertical.
static bool partition_flip_is_between(const partition_mesh *m, uint32_t a, uint32_t b, uint32_t p)
{
    rim_vec2 u = m->points[a], v = m->points[b], w = m->points[p];
    bool     is_vertical = u.x == v.x;
    float    begin = is_vertical ? u.y : u.x, end = is_vertical ? v.y : v.x;
    float    between = is_vertical ? w.y : w.x;
    return (begin < between && between < end) || (end < between && between < begin);
}

// Returns true if a flip of the side a b helps against flat triangles. If one of the two triangles is flat, it helps.
// If both are flat, all four points lie on one line; then it helps if c and d are different and lie between a and b, as
// the new side c d is shorter than a b.
static bool cures_flatness(const partition_mesh *m, flip_quad q)
{
    bool flat_c = partition_turn(m, q.a, q.b, q.c) == 0;
    bool flat_d = partition_turn(m, q.b, q.a, q.d) == 0;
    if (flat_c && flat_d)
        return partition_flip_is_between(m, q.a, q.b, q.c) &&
               partition_flip_is_between(m, q.a, q.b, q.d) && q.c != q.d;
    return flat_c || flat_d;
}

// Returns true if the side of a half side should be flipped. Requires that the half side has a twin. A flip is possible
// only if neither of the new triangles, a d c and d b c, turns left. Against flat triangles a flip is done if no new
// triangle is flat, or if all four points lie on one line. With a single flat new triangle, one flat triangle would
// only replace another. If the old triangles are not flat, Delaunay's criterion decides, unless flat_only: the side is
// flipped if d lies in the circle through a, b, c.
static bool should_flip(const partition_mesh *m, uint32_t half, bool flat_only)
{
    flip_quad q = flip_quad_at(m, half);
    int turn_adc = partition_turn(m, q.a, q.d, q.c), turn_dbc = partition_turn(m, q.d, q.b, q.c);
    if (turn_adc < 0 || turn_dbc < 0) return false;
    bool neither_is_flat = turn_adc > 0 && turn_dbc > 0;
    bool both_are_flat = turn_adc == 0 && turn_dbc == 0;
    if (cures_flatness(m, q)) return neither_is_flat || both_are_flat;
    return neither_is_flat && !flat_only && circle_holds(m, q);
}

// Flips the side a b: triangles a b c and b a d become a d c and d b c, in the same places of the list. With t and u the
// numbers of their first half sides,
//
//     t: a d     t + 1: d c     t + 2: c a          u: d b     u + 1: b c     u + 2: c d
//
// Links the four outer half sides with the twins of the old ones, and the new inner ones, d c and c d, with each other.
static void flip(partition_mesh *m, uint32_t half)
{
    uint32_t           twin = m->twins[half], t = 3 * (half / 3), u = 3 * (twin / 3);
    flip_quad          q = flip_quad_at(m, half);
    uint32_t           twin_of_bc = m->twins[partition_next(half)];
    uint32_t           twin_of_ca = m->twins[partition_next(partition_next(half))];
    uint32_t           twin_of_ad = m->twins[partition_next(twin)];
    uint32_t           twin_of_db = m->twins[partition_next(partition_next(twin))];
    partition_triangle adc = { { q.a, q.d, q.c } }, dbc = { { q.d, q.b, q.c } };
    m->triangles[t / 3] = adc;
    m->triangles[u / 3] = dbc;
    m->twins[t] = m->twins[t + 2] = m->twins[u] = m->twins[u + 1] = PARTITION_NONE;
    link_twins(m, t, twin_of_ad);
    link_twins(m, t + 2, twin_of_ca);
    link_twins(m, u, twin_of_db);
    link_twins(m, u + 1, twin_of_bc);
    link_twins(m, t + 1, u + 2);
}

// Flips each side once if it should be flipped. Returns true if a side was flipped.
static bool flip_all(partition_mesh *m, bool flat_only)
{
    bool changed = false;
    for (uint32_t half = 0; half < 3 * m->count; half++)
    {
        uint32_t twin = m->twins[half];
        if (twin == PARTITION_NONE || twin < half || !should_flip(m, half, flat_only)) continue;
        flip(m, half);
        changed = true;
    }
    return changed;
}

// Flips towards a Delaunay triangulation only improve the shape of pieces, and a few rounds make nearly all of them.
// Flips against flat triangles are repeated until there is nothing left to flip. They end, as each makes a long side of
// a flat triangle shorter.
enum
{
    PARTITION_FLIP_ROUNDS = 32 // the most rounds towards a Delaunay triangulation
};

// Flips sides towards a Delaunay triangulation for a limited number of rounds, as rounding in the circle test could
// make two flips alternate. Then flips only against flat triangles. Each of these rounds removes at least one flat
// triangle, so there are at most m->count.
rim_status partition_flip(partition_mesh *m)
{
    rim_status status = partition_flip_find_twins(m);
    if (status) return status;
    for (int round = 0; round < PARTITION_FLIP_ROUNDS && flip_all(m, false);) round++;
    for (size_t round = 0; round < m->count && flip_all(m, true);) round++;
    return RIM_OK;
}
