// The solids of a world, sprites and shapes alike: searching for them, sweeps against them, and their normals.
#include "flat/mover/data.h"

#include "base/float.h"
#include "base/vec2d.h"
#include "flat/query/posed_pixels.h"
#include "flat/shape/box2.h"

#include <math.h>

// The size that replaces a pixel for shapes, as a fraction of the mover's smaller side.
#define PIXEL_OF_MOVER 0x1p-4

// --- all that is near -----------------------------------------------------------------------------------

// Starts a search for all that a world has in a box: first its sprites, then its parts, page by page.
void solid_search_start(solid_search *s, rim_world2 world, rim_box2 box)
{
    s->world = world;
    s->box = box;
    s->in_parts = false;
    s->at = s->first = 0;
    s->count = world.gather(world.context, box, 0, s->sprites, SEARCH_SPRITES);
}

// Reads the page from number s->first on.
static void solid_search_gather(solid_search *s)
{
    const void *context = s->world.context;
    if (!s->in_parts)
        s->count = s->world.gather(context, s->box, s->first, s->sprites, SEARCH_SPRITES);
    else if (s->world.gather_shapes)
        s->count = s->world.gather_shapes(context, s->box, s->first, s->parts, SEARCH_PARTS);
    else
        s->count = 0;
}

// Returns the next solid. Returns false after the last one.
bool solid_search_next(solid_search *s, mover_solid *solid)
{
    if (s->at == s->count && !s->in_parts)
    {
        s->in_parts = true;
        s->at = s->first = 0;
        solid_search_gather(s);
    }
    if (s->at >= s->count) return false;
    if (s->at - s->first == (s->in_parts ? SEARCH_PARTS : SEARCH_SPRITES))
    {
        s->first = s->at;
        solid_search_gather(s);
    }
    int i = s->at++ - s->first;
    *solid = (mover_solid){ 0 };
    if (!s->in_parts)
        solid->posed = s->sprites[i];
    else
    {
        solid->part = s->parts[i];
        solid->posed.pose = solid->part.pose;
    }
    return true;
}

// --- one of them ----------------------------------------------------------------------------------------

static bool mover_solid_shape(figure_shape *shape, const mover_solid *solid)
{
    rim_figure figure = { &solid->part, 1, rim_xform2_identity() };
    return figure_shape_init(shape, &figure, 0);
}

rim_box2 mover_solid_bounds(const mover_solid *solid)
{
    figure_shape shape;
    if (solid->posed.sprite) return rim_sprite_bounds(solid->posed);
    return mover_solid_shape(&shape, solid) ? shape.bounds : rim_box2_empty();
}

// Returns the longer side of a pixel of the solid in the world; for one that is not a sprite, PIXEL_OF_MOVER of the
// mover's smaller side.
double mover2_pixel_size(const rim_mover2 *me, const mover_solid *solid)
{
    rim_xform2 m = solid->posed.pose;
    if (!solid->posed.sprite)
    {
        rim_mover2 there = *me; // where it stands must not change the size
        there.at = rim_vec2_make(0.0f, 0.0f);
        rim_box2 box = rim_mover2_bounds(&there);
        double   width = (double)box.hi.x - box.lo.x, height = (double)box.hi.y - box.lo.y;
        return PIXEL_OF_MOVER * (width < height ? width : height);
    }
    double across = sqrt((double)m.a * m.a + (double)m.b * m.b);
    double down = sqrt((double)m.c * m.c + (double)m.d * m.d);
    return across > down ? across : down;
}

// --- the mover against it -----------------------------------------------------------------------------

// Converts the mover to a part of a figure in the world. Without area it is a point or a segment. Returns false if it
// has no points.
static bool mover2_shape(figure_shape *s, const rim_mover2 *me)
{
    s->posed = (rim_posed){ 0 };
    s->bounds = rim_mover2_bounds(me);
    s->radius = 0.0f;
    s->winding = 1.0;
    s->count = 1;
    if (me->kind == RIM_MOVER2_SPRITE)
        s->posed = rim_mover2_posed(me);
    else if (me->kind == RIM_MOVER2_CIRCLE)
    {
        s->corner[0] = rim_vec2_add(me->circle.center, me->at);
        s->radius = me->circle.radius;
    }
    else
    {
        s->count = 4;
        box2_corners(s->bounds, s->corner);
    }
    return !rim_box2_is_empty(s->bounds) && vec2_is_finite(s->bounds.lo) &&
           vec2_is_finite(s->bounds.hi);
}

// Returns true if the mover shares area with a posed sprite.
static bool overlaps_sprite(const rim_mover2 *me, rim_posed other)
{
    switch (me->kind)
    {
    case RIM_MOVER2_BOX:
        return rim_sprite_overlaps_box(other, rim_mover2_bounds(me));
    case RIM_MOVER2_CIRCLE:
    {
        rim_circle2 circle = { rim_vec2_add(me->circle.center, me->at), me->circle.radius };
        return rim_sprite_overlaps_circle(other, circle);
    }
    case RIM_MOVER2_SPRITE:
        break;
    }
    return rim_sprite_overlaps(rim_mover2_posed(me), other);
}

bool mover2_overlaps_one(const rim_mover2 *me, const mover_solid *solid)
{
    figure_shape a, b;
    if (solid->posed.sprite) return overlaps_sprite(me, solid->posed);
    return mover2_shape(&a, me) && mover_solid_shape(&b, solid) && figure_pair_overlaps(&a, &b);
}

// Returns the first contact of the mover's motion with a posed sprite.
static rim_hit2 sweep_sprite(const rim_mover2 *me, rim_vec2 delta, rim_posed other)
{
    rim_vec2 corners[4];
    switch (me->kind)
    {
    case RIM_MOVER2_BOX:
        box2_corners(rim_mover2_bounds(me), corners);
        return rim_polygon2_sweep_sprite((rim_polygon2){ corners, 4 }, delta, other);
    case RIM_MOVER2_CIRCLE:
    {
        rim_circle2 circle = { rim_vec2_add(me->circle.center, me->at), me->circle.radius };
        return rim_circle2_sweep_sprite(circle, delta, other);
    }
    case RIM_MOVER2_SPRITE:
        break;
    }
    return rim_sprite_sweep(rim_mover2_posed(me), delta, other);
}

// Returns the first contact of the mover's motion with a solid.
rim_hit2 mover2_sweep_one(const rim_mover2 *me, rim_vec2 delta, const mover_solid *solid)
{
    figure_shape a, b;
    rim_hit2     miss = { .t = 1.0 };
    if (solid->posed.sprite) return sweep_sprite(me, delta, solid->posed);
    if (!mover2_shape(&a, me) || !mover_solid_shape(&b, solid)) return miss;
    if (!a.posed.sprite && figure_pair_overlaps(&a, &b)) return figure_rounded_start(&a, &b);
    return figure_pair_sweep(&a, delta, &b, rim_vec2_make(0.0f, 0.0f));
}

// --- surfaces -------------------------------------------------------------------------------------------

// Adds the normals of a circle's border inside a disc, by their length: an arc's are that of its chord.
static void mover_add_arc(double sum[2], const figure_shape *shape, vec2d at, double disc)
{
    vec2d  way = vec2d_sub(at, vec2d_of(shape->corner[0]));
    double away = vec2d_length(way), r = shape->radius;
    double along = (away * away + r * r - disc * disc) / (2.0 * away);
    double half = (r - along) * (r + along);
    if (!(away > 0.0 && half > 0.0)) return;
    double chord = 2.0 * sqrt(half) / away;
    sum[0] += chord * way.x;
    sum[1] += chord * way.y;
}

// Adds the normal of the part of an edge inside the disc: the edge p .. p + e, relative to the middle of the disc.
static void mover_add_edge(double sum[2], vec2d p, vec2d e, double winding, double disc)
{
    double square = vec2d_dot(e, e), middle = -vec2d_dot(p, e) / square;
    double off = p.x * e.y - p.y * e.x, half = disc * disc * square - off * off;
    if (!(square > 0.0 && half > 0.0)) return;
    half = sqrt(half) / square;
    double from = middle - half, to = middle + half;
    from = from > 0.0 ? from : 0.0;
    to = to < 1.0 ? to : 1.0;
    if (!(from < to)) return;
    sum[0] += winding * (to - from) * e.y;
    sum[1] -= winding * (to - from) * e.x;
}

// Adds the outward normals of the solid's border within `disc` of a point, each times its length.
void mover_solid_add_normal(double sum[2], const mover_solid *solid, rim_vec2 point, double disc)
{
    double       at[2] = { point.x, point.y };
    posed_pixels grid;
    figure_shape shape;
    if (solid->posed.sprite)
    {
        if (posed_pixels_init(&grid, solid->posed)) pixel_normal_add(sum, &grid, at);
        return;
    }
    if (!mover_solid_shape(&shape, solid)) return;
    vec2d center = vec2d_of(point);
    if (figure_shape_is_circle(&shape)) mover_add_arc(sum, &shape, center, disc);
    for (int i = 0; shape.count > 1 && i < shape.count; i++)
    {
        vec2d p = vec2d_of(shape.corner[i]);
        vec2d q = vec2d_of(shape.corner[i + 1 < shape.count ? i + 1 : 0]);
        mover_add_edge(sum, vec2d_sub(p, center), vec2d_sub(q, p), shape.winding, disc);
    }
}
