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

// Orders points by their angle about the topmost point, clockwise on the screen from the right; points on one ray from near
// to far. No point is above the topmost one, or beside it on the left, so the angles span less than half a turn.
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
    size_t finite = 0;
    for (size_t i = 0; i < count; i++)
        if (vec2_is_finite(points[i])) points[finite++] = points[i];
    if (finite == 0) return 0;

    // The topmost, the leftmost of several.
    for (size_t i = 1; i < finite; i++)
    {
        rim_vec2 top = points[0], p = points[i];
        if (p.y < top.y || (p.y == top.y && p.x < top.x)) swap(&points[0], &points[i]);
    }

    size_t kept = 1;
    for (size_t i = 1; i < finite; i++)
        if (!is_equal(points[i], points[0])) points[kept++] = points[i];
    return kept;
}

// Moves the corners of the convex hull to the front and returns their number (R. L. Graham, "An efficient algorithm for
// determining the convex hull of a finite planar set", 1972): visits the points by their angle about the topmost one, and
// removes the last corners as long as they do not turn to the right.
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
