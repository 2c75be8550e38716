// Points of one plane: the polygon around them (Andrew, "Another efficient algorithm for convex hulls
// in two dimensions", 1979).
//
// Turns are decided exactly in a view along an axis that the plane does not contain, where they are
// the plane's own turns, or all reversed. The points come in rising order of x, then y, then z: that
// is the order along the direction (1, e, e^2) for a tiny e, and any direction serves a chain.
#include "base/exact.h"
#include "solid/hull/builder.h"

typedef struct plane_view
{
    const hull_points *in;
    int                u, v; // the two axes that are kept
} plane_view;

static float planar_hull_along(const plane_view *view, int32_t i, int axis)
{
    rim_vec3 p = view->in->points[i];
    return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

static int planar_hull_orientation(const plane_view *view, int32_t a, int32_t b, int32_t c)
{
    return exact_orient2(planar_hull_along(view, a, view->u), planar_hull_along(view, a, view->v),
                         planar_hull_along(view, b, view->u), planar_hull_along(view, b, view->v),
                         planar_hull_along(view, c, view->u), planar_hull_along(view, c, view->v));
}

// The points that bound the others on one side, from the first to the last; how many.
static int32_t chain(const plane_view *view, int32_t *out, int side)
{
    int32_t count = 0;
    for (int32_t i = 0; i < view->in->count; i++)
    {
        while (count >= 2 &&
               side * planar_hull_orientation(view, out[count - 2], out[count - 1], i) <= 0)
            count--;
        out[count++] = i;
    }
    return count;
}

static bool planar_hull_write_face(hull_builder *draft, const int32_t *loop, int32_t count,
                                   bool reversed)
{
    for (int32_t i = 0; i < count; i++)
        if (!hull_builder_add_to_loop(draft, loop[reversed ? count - 1 - i : i])) return false;
    return hull_builder_close_face(draft);
}

// loop holds points; they become corners in rising order, and loop their numbers.
static bool write_corners(hull_builder *draft, const hull_points *in, int32_t *loop, int32_t count,
                          int32_t *number)
{
    for (int32_t i = 0; i < in->count; i++) number[i] = -1;
    for (int32_t i = 0; i < count; i++) number[loop[i]] = 0;
    for (int32_t i = 0; i < in->count; i++)
    {
        if (number[i] < 0) continue;
        number[i] = (int32_t)draft->corner_count;
        if (!hull_builder_add_corner(draft, in->points[i], in->sources[i])) return false;
    }
    for (int32_t i = 0; i < count; i++) loop[i] = number[loop[i]];
    return true;
}

bool hull_planar(hull_builder *draft, const hull_points *in, const int32_t plane[3])
{
    size_t   room = 2 * (size_t)in->count;
    int32_t *loop = memory_allocate(&draft->from, room, sizeof *loop);
    int32_t *other = memory_allocate(&draft->from, room, sizeof *other);
    bool     good = loop && other;
    if (good)
    {
        plane_view view = { in, 0, 1 };
        if (planar_hull_orientation(&view, plane[0], plane[1], plane[2]) == 0)
            view.u = 1, view.v = 2;
        if (planar_hull_orientation(&view, plane[0], plane[1], plane[2]) == 0)
            view.u = 2, view.v = 0;

        // There along one side, back along the other without the ends.
        int32_t count = chain(&view, loop, 1), back = chain(&view, other, -1);
        for (int32_t i = back - 2; i > 0; i--) loop[count++] = other[i];
        draft->kind = RIM_HULL_FLAT;
        good = write_corners(draft, in, loop, count, other) &&
               planar_hull_write_face(draft, loop, count, false) &&
               planar_hull_write_face(draft, loop, count, true) && hull_builder_order_faces(draft);
    }
    memory_release(&draft->from, loop, room, sizeof *loop);
    memory_release(&draft->from, other, room, sizeof *other);
    return good;
}
