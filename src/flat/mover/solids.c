// The solids of a world, sprites and shapes alike: searching for them, sweeps against them, and their normals.
#include "flat/mover/data.h"

#include "base/float.h"
#include "base/vec2d.h"
#include "flat/query/posed_pixels.h"
#include "flat/shape/box2.h"

#include <math.h>

// The length that stands for a pixel of a part, as a fraction of the mover's smaller side.
#define PIXEL_OF_MOVER 0x1p-4

// --- a search for solids -----------------------------------------------------------------------------------

// Starts with the first page of sprites.
void solid_search_start(solid_search *s, rim_world2 world, rim_box2 box)
{
    s->world = world;
    s->box = box;
    s->in_parts = false;
    s->at = s->first = 0;
    s->count = world.gather(world.context, box, 0, s->sprites, SEARCH_SPRITES);
}

// Gathers the page of sprites, or of parts if s->in_parts, that begins with number s->first. Sets s->count to the
// number of all sprites or all parts near the box.
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

// Gathers the first page of parts after the last sprite, and the next page after the last solid of a page. A sprite is
// stored in solid->posed. A part is stored in solid->part, and its pose also in solid->posed, whose sprite is NULL.
bool solid_search_next(solid_search *s, mover_solid *solid)
{
    if (s->at == s->count && !s->in_parts)
    {
        s->in_parts = true;
        s->at = s->first = 0;
        solid_search_gather(s);
    }
    if (s->at >= s->count) return false;

    // The next page, if the present one has been returned.
    int page_size = s->in_parts ? SEARCH_PARTS : SEARCH_SPRITES;
    if (s->at - s->first == page_size)
    {
        s->first = s->at;
        solid_search_gather(s);
    }
    int i = s->at - s->first;
    s->at++;
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

// --- bounds and pixels of a solid ----------------------------------------------------------------------

// Converts a solid that is a part, whose pose maps it to the world, to a shape in the world. Returns false if it has no
// area.
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

// Returns, for a sprite, the longer of the images (a, b) and (c, d) of a pixel's sides; for a part, PIXEL_OF_MOVER of
// the mover's smaller side.
double mover2_pixel_size(const rim_mover2 *me, const mover_solid *solid)
{
    if (!solid->posed.sprite)
    {
        // The mover is measured at the origin, because rounding at its position must not change the size.
        rim_mover2 at_origin = *me;
        at_origin.at = rim_vec2_make(0.0f, 0.0f);
        rim_box2 box = rim_mover2_bounds(&at_origin);
        double   width = (double)box.hi.x - box.lo.x, height = (double)box.hi.y - box.lo.y;
        return PIXEL_OF_MOVER * (width < height ? width : height);
    }
    rim_xform2 m = solid->posed.pose;
    double     column = sqrt((double)m.a * m.a + (double)m.b * m.b);
    double     row = sqrt((double)m.c * m.c + (double)m.d * m.d);
    return column > row ? column : row;
}

// --- the mover against a solid -----------------------------------------------------------------------------

// Converts the mover to a shape in the world: a sprite is stored as `posed`, a circle as one corner and a radius, a
// box as four corners, clockwise on the screen (winding 1). Returns false if it is empty or not finite. A box without
// area is a segment or a point.
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

// Sweeps against a sprite, or, with the mover as a shape, against a part. A box or a circle that overlaps a part at the
// start gets the depth and normal of the shortest motion that separates them (figure_rounded_start).
rim_hit2 mover2_sweep_one(const rim_mover2 *me, rim_vec2 delta, const mover_solid *solid)
{
    figure_shape a, b;
    rim_hit2     miss = { .t = 1.0 };
    if (solid->posed.sprite) return sweep_sprite(me, delta, solid->posed);
    if (!mover2_shape(&a, me) || !mover_solid_shape(&b, solid)) return miss;
    if (!a.posed.sprite && figure_pair_overlaps(&a, &b)) return figure_rounded_start(&a, &b);
    return figure_pair_sweep(&a, delta, &b, rim_vec2_make(0.0f, 0.0f));
}

// --- normals of a solid -------------------------------------------------------------------------------------------

// Adds to `sum` the integral of the outward unit normal of a circle over the arc that is inside a disc with center
// `at` and radius `disc`. Adds nothing if the two circles do not cross. The integral over an arc is the normal of its
// chord times the length of the chord. The arc ends where the two circles cross, so its chord is at right angles to
// the line between their centers, and its normal points to `at`. With d the distance of the centers and r the
// circle's radius, the chord is at the distance
//
//      along = (d^2 + r^2 - disc^2) / (2 d)
//
// from the circle's center, and its length is 2 sqrt(r^2 - along^2).
static void mover_add_arc(double sum[2], const figure_shape *shape, vec2d at, double disc)
{
    vec2d  to_disc = vec2d_sub(at, vec2d_of(shape->corner[0]));
    double d = vec2d_length(to_disc), r = shape->radius;
    double along = (d * d + r * r - disc * disc) / (2.0 * d);
    double half_chord2 = (r - along) * (r + along); // r^2 - along^2
    if (!(d > 0.0 && half_chord2 > 0.0)) return;
    double chord = 2.0 * sqrt(half_chord2);
    double chord_by_d = chord / d; // to_disc has the length d
    sum[0] += chord_by_d * to_disc.x;
    sum[1] += chord_by_d * to_disc.y;
}

// Adds to `sum` the outward unit normal of the edge p .. p + e, times the length of the edge's part that is inside
// the disc with radius `disc` about the origin. The point p + t e is in the disc for t between middle - half and
// middle + half, with
//
//      middle = -(p . e) / |e|^2,     half = sqrt(disc^2 |e|^2 - (p x e)^2) / |e|^2.
//
// winding is 1 if the ring runs clockwise on the screen, and else -1. So winding (e.y, -e.x), which has the length of
// the edge, points outward.
static void mover_add_edge(double sum[2], vec2d p, vec2d e, double winding, double disc)
{
    double length2 = vec2d_dot(e, e), middle = -vec2d_dot(p, e) / length2;
    double cross = p.x * e.y - p.y * e.x, radicand = disc * disc * length2 - cross * cross;
    if (!(length2 > 0.0 && radicand > 0.0)) return;
    double half = sqrt(radicand) / length2;
    double begin = middle - half, end = middle + half;
    begin = begin > 0.0 ? begin : 0.0;
    end = end < 1.0 ? end : 1.0;
    if (!(begin < end)) return;
    sum[0] += winding * (end - begin) * e.y;
    sum[1] -= winding * (end - begin) * e.x;
}

// Adds the normals of pixel edges for a sprite (`disc` is not used), of the arc for a circle, of each edge for
// another part.
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
