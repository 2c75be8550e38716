#include "rimcast/shape2.h"

#include "base/exact.h"
#include "base/float.h"
#include "base/memory.h"
#include "base/sort.h"

#include <assert.h>

static int polygon2_orientation(rim_vec2 a, rim_vec2 b, rim_vec2 c)
{
    return exact_orient2(a.x, a.y, b.x, b.y, c.x, c.y);
}

static bool is_equal(rim_vec2 a, rim_vec2 b)
{
    return a.x == b.x && a.y == b.y;
}

static void swap(rim_vec2 *a, rim_vec2 *b)
{
    rim_vec2 c = *a;
    *a = *b;
    *b = c;
}

// Orders points by their angle about the topmost point, within half a turn; points on one ray from near to far.
static bool polygon2_comes_before(const void *first, const void *second, const void *context)
{
    rim_vec2 top = *(const rim_vec2 *)context;
    rim_vec2 a = *(const rim_vec2 *)first, b = *(const rim_vec2 *)second;
    int      hand = polygon2_orientation(top, a, b);
    if (hand) return hand > 0;
    return a.y != b.y ? a.y < b.y : a.x < b.x;
}

// Moves the finite points to the front, the topmost first, without its duplicates. Returns their number.
static size_t choose_points(rim_vec2 *points, size_t count)
{
    size_t kept = 0, others = 1;
    for (size_t i = 0; i < count; i++)
        if (vec2_is_finite(points[i])) points[kept++] = points[i];
    for (size_t i = 1; i < kept; i++)
        if (points[i].y < points[0].y || (points[i].y == points[0].y && points[i].x < points[0].x))
            swap(&points[0], &points[i]);
    for (size_t i = 1; i < kept; i++)
        if (!is_equal(points[i], points[0])) points[others++] = points[i];
    return kept == 0 ? 0 : others;
}

size_t rim_polygon2_hull(rim_vec2 *points, size_t count)
{
    size_t n = choose_points(points, count), hull = 1;
    if (n < 2) return n;
    rim_vec2 top = points[0];
    sort_heap(points + 1, n - 1, sizeof *points, polygon2_comes_before, &top);
    for (size_t i = 1; i < n; i++)
    {
        rim_vec2 p = points[i];
        while (hull > 1 && polygon2_orientation(points[hull - 2], points[hull - 1], p) <= 0) hull--;
        points[hull++] = p;
    }
    return hull;
}
