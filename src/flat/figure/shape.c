// Parts in the world, and queries of one figure: bounds, points, closest points.
#include "flat/figure/data.h"

#include "base/float.h"
#include "base/vec2d.h"
#include "flat/shape/box2.h"
#include "flat/sprite/data.h"

#include <math.h>

// Returns true if a pose is finite and not singular. float_trouble is 0 for finite numbers and NaN for others, so the
// sum is 0 only if all are finite.
static bool figure_pose_is_usable(const rim_xform2 *m)
{
    return float_trouble(m->a) + float_trouble(m->b) + float_trouble(m->c) + float_trouble(m->d) +
                   float_trouble(m->tx) + float_trouble(m->ty) ==
               0.0f &&
           rim_xform2_determinant(*m) != 0.0;
}

// Sets count, corner, radius, winding and bounds of a part that is a circle under a pose. The radius is scaled by the
// root of the determinant's magnitude. Returns false if the circle has no area or is not finite.
static bool figure_shape_set_circle(figure_shape *s, rim_circle2 circle, rim_xform2 pose)
{
    s->count = 1;
    s->corner[0] = rim_xform2_apply(pose, circle.center);
    s->radius = (float)(circle.radius * sqrt(fabs(rim_xform2_determinant(pose))));
    s->winding = 1.0;
    s->bounds = circle2_bounds(figure_shape_circle(s));
    return s->radius > 0.0f && float_is_finite(s->radius) && vec2_is_finite(s->corner[0]);
}

// Sets count, corner, radius, winding and bounds of a part that is a convex polygon under a pose. Requires 3 to
// RIM_PART_CORNERS corners. Returns false if a corner in the world is not finite, or if the polygon has no area, before
// or after the corners are rounded.
static bool figure_shape_set_ring(figure_shape *s, rim_polygon2 ring, rim_xform2 pose)
{
    bool finite = true;
    s->count = ring.count;
    s->radius = 0.0f;
    for (int i = 0; i < ring.count; i++)
    {
        s->corner[i] = rim_xform2_apply(pose, ring.points[i]);
        finite = finite && vec2_is_finite(s->corner[i]);
    }
    // The area without the pose is tested as well, because rounding may give an area to a ring that has none.
    if (!finite || rim_polygon2_area(ring) == 0.0) return false;
    RIM_ASSERT(rim_polygon2_is_convex(ring), "a part's polygon is not convex");
    double area = rim_polygon2_area(figure_shape_ring(s));
    s->winding = area < 0.0 ? -1.0 : 1.0;
    s->bounds = polygon2_bounds(figure_shape_ring(s));
    return area != 0.0;
}

bool figure_shape_init(figure_shape *s, const rim_figure *figure, int part)
{
    const rim_figure_part *p = &figure->parts[part];
    RIM_ASSERT(sprite_pose_is_set(&p->pose), "a part's pose was never set");
    RIM_ASSERT(sprite_pose_is_set(&figure->pose), "a figure's pose was never set");
    rim_xform2 pose = rim_xform2_mul(figure->pose, p->pose);
    s->posed.sprite = NULL;
    s->radius = 0.0f;
    s->count = 0;
    if (!figure_poses_have_area(figure, p) || !figure_pose_is_usable(&pose)) return false;
    switch (p->kind)
    {
    case RIM_PART_BOX:
    {
        rim_vec2 corners[4];
        if (!(p->box.lo.x < p->box.hi.x && p->box.lo.y < p->box.hi.y)) return false;
        box2_corners(p->box, corners);
        return figure_shape_set_ring(s, (rim_polygon2){ corners, 4 }, pose);
    }
    case RIM_PART_CIRCLE:
        return figure_shape_set_circle(s, p->circle, pose);
    case RIM_PART_POLYGON:
        RIM_ASSERT(p->polygon.count <= RIM_PART_CORNERS, "a part has too many corners");
        if (p->polygon.count < 3 || p->polygon.count > RIM_PART_CORNERS) return false;
        return figure_shape_set_ring(s, p->polygon, pose);
    case RIM_PART_SPRITE:
        break;
    }
    RIM_ASSERT(p->sprite, "a part's sprite is NULL");
    if (!p->sprite) return false;
    s->posed = rim_posed_make(p->sprite, pose);
    s->bounds = rim_sprite_bounds(s->posed);
    return !rim_box2_is_empty(s->bounds);
}

int figure_search_sprite(const rim_figure *figure, rim_posed *posed)
{
    figure_shape s;
    int          only = -1;
    for (int i = 0; i < figure->count; i++)
    {
        if (!figure_shape_init(&s, figure, i)) continue;
        if (!s.posed.sprite || only >= 0) return -1;
        *posed = s.posed;
        only = i;
    }
    return only;
}

figure_shape figure_shape_point(rim_vec2 at)
{
    figure_shape s = { .bounds = { at, at }, .count = 1, .winding = 1.0, .corner = { at } };
    return s;
}

rim_box2 rim_figure_bounds(const rim_figure *figure)
{
    rim_box2     box = rim_box2_empty();
    figure_shape s;
    for (int i = 0; i < figure->count; i++)
        if (figure_shape_init(&s, figure, i)) box = rim_box2_union(box, s.bounds);
    return box;
}

double figure_pixel_size(const figure_shape *s)
{
    rim_xform2 m = s->posed.pose;
    if (!s->posed.sprite) return 0.0;
    double column = sqrt((double)m.a * m.a + (double)m.b * m.b);
    double row = sqrt((double)m.c * m.c + (double)m.d * m.d);
    return column > row ? column : row;
}

// --- points ----------------------------------------------------------------------------------------------

bool figure_shape_contains(const figure_shape *s, rim_vec2 p)
{
    if (s->posed.sprite) return rim_posed_contains(&s->posed, p);
    if (!figure_shape_is_circle(s)) return rim_polygon2_contains(figure_shape_ring(s), p);
    double x = (double)p.x - s->corner[0].x, y = (double)p.y - s->corner[0].y, r = s->radius;
    return x * x + y * y <= r * r;
}

bool rim_figure_contains(const rim_figure *figure, rim_vec2 p, int *part)
{
    figure_shape s;
    int          found = -1;
    for (int i = 0; i < figure->count && found < 0; i++)
        if (figure_shape_init(&s, figure, i) && figure_shape_contains(&s, p)) found = i;
    if (part) *part = found;
    return found >= 0;
}

// Returns the point of a part that is closest to the finite point p: p itself, at distance 0, if the part contains p.
// The closest point of a circle that does not contain p lies on the way from the center to p. There length > radius >
// 0.
static rim_closest2 figure_shape_closest(const figure_shape *s, rim_vec2 p)
{
    rim_closest2 c = { .found = true, .point = p };
    if (s->posed.sprite) return rim_sprite_closest(s->posed, p);
    if (figure_shape_contains(s, p)) return c;
    if (figure_shape_is_circle(s))
    {
        vec2d  center = vec2d_of(s->corner[0]), out = vec2d_sub(vec2d_of(p), center);
        double length = vec2d_length(out);
        vec2d  on = vec2d_add(center, vec2d_scale(out, s->radius / length));
        c.point = rim_vec2_make((float)on.x, (float)on.y);
        c.distance = length - s->radius;
        return c;
    }
    // The distance of rim_polygon2_closest is a float, but those of sprites and circles are doubles.
    figure_shape point = figure_shape_point(p);
    c.point = rim_polygon2_closest(figure_shape_ring(s), p).point;
    c.distance = fabs(figure_rounded_distance(&point, s));
    return c;
}

rim_closest2 rim_figure_closest(const rim_figure *figure, rim_vec2 p, int *part)
{
    rim_closest2 best = { 0 };
    figure_shape s;
    if (part) *part = -1;
    if (!vec2_is_finite(p)) return best;
    for (int i = 0; i < figure->count; i++)
    {
        if (!figure_shape_init(&s, figure, i)) continue;
        rim_closest2 c = figure_shape_closest(&s, p);
        if (!c.found || (best.found && !(c.distance < best.distance))) continue;
        best = c;
        if (part) *part = i;
    }
    return best;
}
