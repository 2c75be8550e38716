// Queries of two parts, by their kinds: two sprites, a sprite and a shape (a ring or a circle), two shapes.
#include "flat/figure/data.h"

#include "base/float.h"
#include "flat/query/contact.h"
#include "flat/query/posed_pixels.h"
#include "flat/query/sweep.h"
#include "flat/shape/box2.h"
#include "flat/sprite/data.h"

// --- at rest ---------------------------------------------------------------------------------------------

// Returns true if a sprite shares area with a shape.
static bool figure_sprite_overlaps_shape(rim_posed sprite, const figure_shape *shape)
{
    if (figure_shape_is_circle(shape))
        return rim_sprite_overlaps_circle(sprite, figure_shape_circle(shape));
    return rim_sprite_overlaps_polygon(sprite, figure_shape_ring(shape));
}

bool figure_pair_overlaps(const figure_shape *a, const figure_shape *b)
{
    if (!figure_boxes_share_area(a->bounds, b->bounds)) return false;
    if (a->posed.sprite && b->posed.sprite) return rim_posed_overlaps(&a->posed, &b->posed);
    if (a->posed.sprite) return figure_sprite_overlaps_shape(a->posed, b);
    if (b->posed.sprite) return figure_sprite_overlaps_shape(b->posed, a);
    return figure_rounded_overlaps(a, b);
}

// --- in motion -------------------------------------------------------------------------------------------

// Returns the first contact of a ring or a circle, moving by delta, with a sprite that rests. The normals point from
// the sprite towards the shape, and bx and by are the sprite's pixel.
static rim_hit2 figure_shape_sweep_sprite(const figure_shape *shape, rim_vec2 delta,
                                          rim_posed sprite)
{
    if (figure_shape_is_circle(shape))
        return rim_circle2_sweep_sprite(figure_shape_circle(shape), delta, sprite);
    return rim_polygon2_sweep_sprite(figure_shape_ring(shape), delta, sprite);
}

// Adds to the point of a hit the part of the motion `delta` that is done at the time of the hit.
static void figure_move_point(rim_hit2 *hit, rim_vec2 delta)
{
    hit->point.x = (float)(hit->point.x + hit->t * delta.x);
    hit->point.y = (float)(hit->point.y + hit->t * delta.y);
}

// A shape and a sprite are swept as if the sprite rested and the shape had the motion relative to the sprite. So the
// point of the hit is moved by the sprite's motion afterwards. If the sprite is a, the moving shape is b. Then the
// normals are negated, and the pixel that the sweep stores in bx and by becomes that of a.
rim_hit2 figure_pair_sweep(const figure_shape *a, rim_vec2 a_delta, const figure_shape *b,
                           rim_vec2 b_delta)
{
    rim_vec2 relative = rim_vec2_sub(a_delta, b_delta);
    rim_hit2 hit;
    if (a->posed.sprite && b->posed.sprite)
        return rim_sprite_sweep_both(a->posed, a_delta, b->posed, b_delta);
    if (b->posed.sprite)
    {
        hit = figure_shape_sweep_sprite(a, relative, b->posed);
        if (hit.hit) figure_move_point(&hit, b_delta);
        return hit;
    }
    if (!a->posed.sprite) return figure_rounded_sweep(a, a_delta, b, b_delta);
    hit = figure_shape_sweep_sprite(b, vec2_negate(relative), a->posed);
    if (!hit.hit) return hit;
    figure_move_point(&hit, a_delta);
    hit.normal = vec2_negate(hit.normal);
    hit.edge_normal = vec2_negate(hit.edge_normal);
    hit.ax = hit.bx, hit.ay = hit.by;
    hit.bx = hit.by = 0;
    return hit;
}

// --- out of an overlap -------------------------------------------------------------------------------------

// Returns the distance that a ring or a circle must move along the unit vector n to leave a sprite for good, or 0 if it
// never overlaps the sprite on this path. `bounds` are the sprite's.
//
// The search runs backwards: the shape moves by `back` from a far position, at time -1, to its own position, at time 0.
// The first touch of this motion is the last of the motion along n. A touch at time t is -t `way` lengths of n from
// the shape's position. A touch must lie before time 0, the initial touch.t.
static double figure_shape_exit(const figure_shape *shape, rim_posed sprite, rim_box2 bounds,
                                rim_vec2 n)
{
    posed_pixels  grid;
    circle_pixels circle;
    convex_pixels convex;
    cast_touch    touch = { .t = 0.0 };
    float         way = box2_separating_length(shape->bounds, bounds);
    rim_vec2      back = rim_vec2_scale(n, -way);
    if (!posed_pixels_init(&grid, sprite)) return 0.0;
    if (figure_shape_is_circle(shape))
    {
        circle_pixels_init(&circle, &grid, figure_shape_circle(shape), back, -1);
        first_touch_find(&circle.shape, &touch);
    }
    else
    {
        convex_pixels_init(&convex, &grid, figure_shape_ring(shape), back, -1);
        first_touch_find(&convex.shape, &touch);
    }
    return touch.hit ? -touch.t * way : 0.0;
}

// Returns the distance that sprite a must move along the unit vector n to leave sprite b for good. Returns 0 if a never
// overlaps b on this path, if a pose is singular, or if a sprite has no solid pixel. Requires two sprites.
//
// If both sprites are unturned, have one scale, a power of two, and are a whole number of pixels apart, the bits of
// their masks are compared. This search goes back from twice the sum of the widths and heights of both. The way out is
// shorter if their boxes share area; otherwise it may be longer. pair_exit_distance searches all other pairs, and masks
// that are too large for offsets.
static double figure_sprite_exit(const figure_shape *a, const figure_shape *b, rim_vec2 n)
{
    integer_offset offset;
    traversal      view;
    if (figure_boxes_share_area(a->bounds, b->bounds) &&
        integer_offset_init(&offset, &a->posed, &b->posed) && integer_offset_sweeps(&offset))
    {
        integer_sweep back = integer_offset_back(&offset, n);
        return offset.scale * integer_sweep_rest(&back);
    }
    return traversal_init(&view, a->posed, b->posed) ? pair_exit_distance(&view, n) : 0.0;
}

// Returns false if the box a, moving along n without end, certainly shares no area with the box b. A slab test: after
// the distance t, the boxes share a range of an axis while  b.lo - a.hi < t n < b.hi - a.lo  there. Ranges of t that
// only touch return true, because rounding errors may have separated the two ends.
static bool figure_box_path_meets(rim_box2 a, rim_box2 b, rim_vec2 n)
{
    double lo[2] = { (double)b.lo.x - a.hi.x, (double)b.lo.y - a.hi.y };
    double hi[2] = { (double)b.hi.x - a.lo.x, (double)b.hi.y - a.lo.y };
    double d[2] = { n.x, n.y };
    // The t between which the boxes share a range of every axis that has been tested.
    double enter = 0.0, leave = INFINITY;
    for (int i = 0; i < 2; i++)
    {
        // Without motion along an axis, the boxes must share a range of it from the start. Touching is not enough.
        if (d[i] == 0.0 && !(lo[i] < 0.0 && hi[i] > 0.0)) return false;
        slab_clip(lo[i], hi[i], d[i], &enter, &leave);
    }
    return enter <= leave;
}

double figure_pair_exit(const figure_shape *a, const figure_shape *b, rim_vec2 n)
{
    if (!figure_box_path_meets(a->bounds, b->bounds, n)) return 0.0;
    if (a->posed.sprite && b->posed.sprite) return figure_sprite_exit(a, b, n);
    if (b->posed.sprite) return figure_shape_exit(a, b->posed, b->bounds, n);
    // A sprite leaves a shape along n as the shape leaves the sprite along -n.
    if (a->posed.sprite) return figure_shape_exit(b, a->posed, a->bounds, vec2_negate(n));
    return figure_rounded_exit(a, b, n);
}

// Returns the largest distance of all pairs of parts: then the last pair is apart.
double figure_exit(const rim_figure *a, const rim_figure *b, rim_vec2 n)
{
    figure_shape p, q;
    double       most = 0.0;
    for (int i = 0; i < a->count; i++)
    {
        if (!figure_shape_init(&p, a, i)) continue;
        for (int j = 0; j < b->count; j++)
        {
            if (!figure_shape_init(&q, b, j)) continue;
            double exit = figure_pair_exit(&p, &q, n);
            most = exit > most ? exit : most;
        }
    }
    return most;
}
