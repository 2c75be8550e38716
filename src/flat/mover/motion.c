// Motions of movers: sweeps through a world, free end positions, pushing out of overlaps.
#include "rimcast/sprite_query.h"

#include "base/float.h"
#include "flat/mover/data.h"
#include "flat/shape/box2.h"

#include <math.h>

// The sine of the angle between a motion and a surface below which they count as parallel. The components of both are
// rounded to float, which makes a sine of about 2^-24.
#define PARALLEL_SINE 0x1p-20

// The sum of normals, in pixels, below which it counts as 0: rounding errors of normals that cancel.
#define NORMAL_NOISE 1e-6

enum
{
    NUDGE_SCALES = 6 // free_near tries distances of 1, 2, 4, ... 32 units in the last place
};

// --- shapes of movers ----------------------------------------------------------------------------------------

rim_mover2 rim_mover2_from_posed(rim_posed posed)
{
    rim_mover2 me = { .at = { posed.pose.tx, posed.pose.ty }, .sprite = posed };
    me.sprite.pose.tx = me.sprite.pose.ty = 0.0f;
    return me;
}

rim_posed rim_mover2_posed(const rim_mover2 *me)
{
    rim_posed here = me->sprite;
    if (me->kind != RIM_MOVER2_SPRITE) here.sprite = NULL;
    here.pose.tx += me->at.x;
    here.pose.ty += me->at.y;
    return here;
}

// Returns the box in the world of a mover of the kind RIM_MOVER2_BOX.
static rim_box2 mover2_box_of(const rim_mover2 *me)
{
    return rim_box2_make(rim_vec2_add(me->box.lo, me->at), rim_vec2_add(me->box.hi, me->at));
}

// Returns the circle in the world of a mover of the kind RIM_MOVER2_CIRCLE.
static rim_circle2 circle_of(const rim_mover2 *me)
{
    return (rim_circle2){ rim_vec2_add(me->circle.center, me->at), me->circle.radius };
}

// Returns the box in the world around the mover at its position.
rim_box2 rim_mover2_bounds(const rim_mover2 *me)
{
    switch (me->kind)
    {
    case RIM_MOVER2_BOX:
        return mover2_box_of(me);
    case RIM_MOVER2_CIRCLE:
        return circle2_bounds(circle_of(me));
    case RIM_MOVER2_SPRITE:
        break;
    }
    return rim_sprite_bounds(rim_mover2_posed(me));
}

// --- sweeps ---------------------------------------------------------------------------------------------

// Tests the solids near the mover's box one by one.
bool mover2_overlaps(rim_mover2 me, rim_world2 world)
{
    solid_search search;
    mover_solid  solid;
    solid_search_start(&search, world, rim_mover2_bounds(&me));
    while (solid_search_next(&search, &solid))
        if (mover2_overlaps_one(&me, &solid)) return true;
    return false;
}

// Returns a box around the mover's path. Each side is moved outward by two units in the last place, more than the
// rounding of its coordinate.
static rim_box2 swept_bounds(rim_mover2 me, rim_vec2 delta)
{
    rim_box2 start = rim_mover2_bounds(&me), end = start;
    end.lo = rim_vec2_add(start.lo, delta);
    end.hi = rim_vec2_add(start.hi, delta);
    rim_box2 all = rim_box2_union(start, end);
    for (int i = 0; i < 2; i++)
    {
        all.lo = rim_vec2_make(float_step(all.lo.x, -1), float_step(all.lo.y, -1));
        all.hi = rim_vec2_make(float_step(all.hi.x, +1), float_step(all.hi.y, +1));
    }
    return all;
}

// Returns true if hit a counts rather than hit b. The earlier hit counts. Of hits at the same time, an overlap at the
// start counts, then the deeper hit, then the hit with the smaller point.x, then the one with the smaller point.y. So
// the order in which a world lists its solids matters only for two solids that are touched at one point.
static bool comes_first(const rim_hit2 *a, const rim_hit2 *b)
{
    if (a->t != b->t) return a->t < b->t;
    if (a->start_overlap != b->start_overlap) return a->start_overlap;
    if (a->depth != b->depth) return a->depth > b->depth;
    if (a->point.x != b->point.x) return a->point.x < b->point.x;
    return a->point.y < b->point.y;
}

// Returns the unit mean normal, weighted by length, of the borders of all solids within two pixels of a point, or zero
// if their normals cancel. pixel_size is the size of a pixel in world units. At the seam between two pieces of a floor,
// the normals of the two borders that touch cancel, so the seam does not count as a cliff. Only solids count whose
// bounds come within 2 pixel_size. Of a sprite, two of its own pixels count (mover_solid_add_normal), which may be
// larger.
static rim_vec2 normal_about(rim_vec2 point, double pixel_size, rim_world2 world)
{
    double       sum[2] = { 0.0, 0.0 };
    rim_box2     near = box2_grow(rim_box2_make(point, point), (float)(2.0 * pixel_size));
    solid_search search;
    mover_solid  solid;
    solid_search_start(&search, world, near);
    while (solid_search_next(&search, &solid))
        if (rim_box2_overlaps(mover_solid_bounds(&solid), near))
            mover_solid_add_normal(sum, &solid, point, 2.0 * pixel_size);
    double length = sqrt(sum[0] * sum[0] + sum[1] * sum[1]);
    if (!(length > NORMAL_NOISE * pixel_size) || !float_is_finite(length))
        return rim_vec2_make(0.0f, 0.0f);
    return rim_vec2_make((float)(sum[0] / length), (float)(sum[1] / length));
}

// Returns the first hit of a motion by delta, and writes the solid that is hit to *what. Without a hit, t is 1 and
// *what is unchanged. The normal is that of this solid alone. Requires a finite delta.
static rim_hit2 first_hit(rim_mover2 me, rim_vec2 delta, rim_world2 world, mover_solid *what)
{
    rim_hit2     best = { .t = 1.0 };
    solid_search search;
    mover_solid  solid = { 0 };
    solid_search_start(&search, world, swept_bounds(me, delta));
    while (solid_search_next(&search, &solid))
    {
        rim_hit2 hit = mover2_sweep_one(&me, delta, &solid);
        if (!hit.hit || (best.hit && !comes_first(&hit, &best))) continue;
        best = hit;
        *what = solid;
    }
    return best;
}

double mover_rounding_at(rim_vec2 at)
{
    float x = fabsf(at.x), y = fabsf(at.y), most = x > y ? x : y;
    return 4.0 * ((double)float_step(most, +1) - most);
}

// Returns true if a surface with this unit normal faces a motion: the cosine of the angle between normal and motion is
// below `parallel`, a small positive number. Without rounding the limit would be 0, a motion along the surface. It is
// above 0 because rounding can make a corner stick out of a surface that the mover follows. A zero normal faces no
// motion.
static bool faces(rim_vec2 normal, rim_vec2 delta, double parallel)
{
    double length = sqrt((double)delta.x * delta.x + (double)delta.y * delta.y);
    return (normal.x != 0.0f || normal.y != 0.0f) &&
           rim_vec2_dot(normal, delta) < parallel * length;
}

// The normal of a contact is the mean normal about its point if that faces the motion, and otherwise the normal of the
// touched edge. An overlap at the start keeps the normal of its sweep. Without a hit, *what is zeroed.
rim_hit2 mover2_sweep(rim_mover2 me, rim_vec2 delta, rim_world2 world, mover_solid *what)
{
    rim_hit2    none = { .t = 1.0 };
    mover_solid met = { 0 };
    if (what) *what = met;
    if (!vec2_is_finite(delta)) return none;
    rim_hit2 hit = first_hit(me, delta, world, &met);
    if (what) *what = met;
    if (!hit.hit || hit.start_overlap) return hit;
    double   pixel_size = mover2_pixel_size(&me, &met);
    rim_vec2 normal = normal_about(hit.point, pixel_size, world);
    if (faces(normal, delta, PARALLEL_SINE + mover_rounding_at(hit.point) / pixel_size))
        hit.normal = normal;
    else
        hit.normal = hit.edge_normal;
    return hit;
}

// --- free end positions ----------------------------------------------------------------------------------------

// Returns the unit in the last place of the largest of three coordinates.
static double unit_of_largest(float a, float b, float c)
{
    float most = fmaxf(fabsf(a), fmaxf(fabsf(b), fabsf(c)));
    return (double)float_step(most, +1) - most;
}

// Stores the units of free_near along x and y: those of the larger of the position and the mover's box, because the
// shape's coordinates are rounded like these. Near 0, a smaller change of the position would not move the shape.
static void units_at(double unit[2], const rim_mover2 *me)
{
    rim_box2 box = rim_mover2_bounds(me);
    unit[0] = unit_of_largest(me->at.x, box.lo.x, box.hi.x);
    unit[1] = unit_of_largest(me->at.y, box.lo.y, box.hi.y);
}

// A position of free_near differs along both axes.
double mover_largest_nudge(const rim_mover2 *me)
{
    double unit[2];
    units_at(unit, me);
    return (unit[0] + unit[1]) * (1 << (NUDGE_SCALES - 1));
}

// Moves the mover to a position if it is finite and free of overlap there. Otherwise returns false, and does not move
// it.
static bool move_if_free(rim_mover2 *me, rim_vec2 place, rim_world2 world)
{
    rim_mover2 there = *me;
    there.at = place;
    if (!vec2_is_finite(place) || mover2_overlaps(there, world)) return false;
    me->at = place;
    return true;
}

// Moves the mover to a position where it is free of overlap: to `place`, or to the first free one of eight positions
// around it, at each of NUDGE_SCALES distances in units of units_at. Returns false, without moving, if none is free.
static bool free_near(rim_mover2 *me, rim_vec2 place, rim_world2 world)
{
    static const int directions[8][2] = { { -1, 0 },  { 1, 0 },  { 0, -1 }, { 0, 1 },
                                          { -1, -1 }, { 1, -1 }, { -1, 1 }, { 1, 1 } };
    if (move_if_free(me, place, world)) return true;
    rim_mover2 there = *me;
    double     unit[2];
    there.at = place;
    units_at(unit, &there);
    for (int scale = 0; scale < NUDGE_SCALES; scale++)
        for (int i = 0; i < 8; i++)
        {
            int      distance = 1 << scale;
            rim_vec2 near = rim_vec2_make((float)(place.x + directions[i][0] * distance * unit[0]),
                                          (float)(place.y + directions[i][1] * distance * unit[1]));
            if (move_if_free(me, near, world)) return true;
        }
    return false;
}

// Sweeps the mover, and moves it to the end of the free part of its path. That position is rounded to float, so the
// mover may overlap there; free_near then finds a free position beside it. If there is none, the mover stays, and
// contact.t is 0.
mover_contact mover_advance(rim_mover2 *me, rim_vec2 delta, rim_world2 world)
{
    mover_solid   what = { 0 };
    rim_hit2      hit = mover2_sweep(*me, delta, world, &what);
    mover_contact contact = {
        .hit = hit.hit,
        .t = hit.t,
        .normal = hit.normal,
        .edge_normal = hit.edge_normal,
        .what = what,
    };
    if (hit.hit) contact.pixel_size = mover2_pixel_size(me, &what);
    rim_vec2 place =
        rim_vec2_make((float)(me->at.x + hit.t * delta.x), (float)(me->at.y + hit.t * delta.y));
    if (!free_near(me, place, world)) contact.t = 0.0;
    return contact;
}

// --- pushing out ---------------------------------------------------------------------------------------

// Moves `there`, a copy of the mover, out of the deepest overlap by its depth along its normal. Repeats this while an
// overlap is left, at most RIM_MOVER2_PUSHES times. Only a copy without overlap becomes the mover.
bool rim_mover2_push_out(rim_mover2 *me, rim_world2 world)
{
    rim_mover2 there = *me;
    rim_vec2   no_motion = rim_vec2_make(0.0f, 0.0f);
    for (int i = 0; i <= RIM_MOVER2_PUSHES; i++)
    {
        rim_hit2 hit = mover2_sweep(there, no_motion, world, NULL);
        if (!hit.start_overlap)
        {
            *me = there;
            return true;
        }
        rim_vec2 place = rim_vec2_make((float)(there.at.x + (double)hit.depth * hit.normal.x),
                                       (float)(there.at.y + (double)hit.depth * hit.normal.y));
        if (free_near(&there, place, world)) continue;
        // It still overlaps there. If the push moves it, the next one may free it.
        bool moves = place.x != there.at.x || place.y != there.at.y;
        if (!moves || !vec2_is_finite(place)) return false;
        there.at = place;
    }
    return false;
}
