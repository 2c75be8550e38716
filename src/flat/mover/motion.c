// Sweeping through a world, ending free, pushing out.
#include "rimcast/sprite_query.h"

#include "base/float.h"
#include "flat/mover/data.h"
#include "flat/shape/box2.h"

#include <math.h>

// The sine of an angle up to which a motion and a normal, both floats of 2^-24, are at right angles.
#define PARALLEL 0x1p-20

enum
{
    NUDGE_SCALES = 6 // 1, 2, 4, ... 32 units in the last place
};

// --- what moves ----------------------------------------------------------------------------------------

rim_mover2 rim_mover2_from_posed(rim_posed posed)
{
    rim_mover2 me = { .at = { posed.pose.tx, posed.pose.ty }, .sprite = posed };
    me.sprite.pose.tx = me.sprite.pose.ty = 0.0f;
    return me;
}

rim_posed rim_mover2_posed(const rim_mover2 *me)
{
    rim_posed here = me->sprite;
    here.pose.tx += me->at.x;
    here.pose.ty += me->at.y;
    return here;
}

static rim_box2 mover2_box_of(const rim_mover2 *me)
{
    return rim_box2_make(rim_vec2_add(me->box.lo, me->at), rim_vec2_add(me->box.hi, me->at));
}

static rim_circle2 circle_of(const rim_mover2 *me)
{
    return (rim_circle2){ rim_vec2_add(me->circle.center, me->at), me->circle.radius };
}

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

// --- a world ---------------------------------------------------------------------------------------------

// Returns true if the mover shares area with anything in the world.
bool mover2_overlaps(rim_mover2 me, rim_world2 world)
{
    solid_search search;
    mover_solid  solid;
    solid_search_start(&search, world, rim_mover2_bounds(&me));
    while (solid_search_next(&search, &solid))
        if (mover2_overlaps_one(&me, &solid)) return true;
    return false;
}

// Returns the bounds of the mover and its motion, grown by as much as rounding may move a border.
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

// Returns true if a comes before b: by time, then depth, then position, so that the order of the world does not
// matter.
static bool comes_first(const rim_hit2 *a, const rim_hit2 *b)
{
    if (a->t != b->t) return a->t < b->t;
    if (a->start_overlap != b->start_overlap) return a->start_overlap;
    if (a->depth != b->depth) return a->depth > b->depth;
    if (a->point.x != b->point.x) return a->point.x < b->point.x;
    return a->point.y < b->point.y;
}

// Returns the normal of all borders near a point, so that the end of one piece of a floor does not count as a cliff.
static rim_vec2 normal_about(rim_vec2 point, double grain, rim_world2 world)
{
    double       sum[2] = { 0.0, 0.0 };
    solid_search search;
    mover_solid  solid;
    solid_search_start(&search, world,
                       box2_grow(rim_box2_make(point, point), (float)(2.0 * grain)));
    while (solid_search_next(&search, &solid))
        mover_solid_add_normal(sum, &solid, point, 2.0 * grain);
    // What is left of a sum that cancels is rounding.
    double length = sqrt(sum[0] * sum[0] + sum[1] * sum[1]);
    if (!(length > 1e-6 * grain) || !float_is_finite(length)) return rim_vec2_make(0.0f, 0.0f);
    return rim_vec2_make((float)(sum[0] / length), (float)(sum[1] / length));
}

// Returns the first hit of a motion, with the solid that is hit in *what.
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

// Returns true if the surface faces a motion, or is parallel to it except for a sine up to `parallel`. A motion that
// was led along the surface may meet a corner there that sticks out by rounding. A zeroed normal faces nothing.
static bool faces(rim_vec2 normal, rim_vec2 delta, double parallel)
{
    double length = sqrt((double)delta.x * delta.x + (double)delta.y * delta.y);
    return (normal.x != 0.0f || normal.y != 0.0f) &&
           rim_vec2_dot(normal, delta) < parallel * length;
}

// Returns the first contact of a motion. Its normal is that of all borders near the point, unless that is nearly
// parallel to the motion or points along it. what may be NULL.
rim_hit2 mover2_sweep(rim_mover2 me, rim_vec2 delta, rim_world2 world, mover_solid *what)
{
    rim_hit2    none = { .t = 1.0 };
    mover_solid met = { 0 };
    if (!vec2_is_finite(delta)) return none;
    rim_hit2 hit = first_hit(me, delta, world, &met);
    if (what) *what = met;
    if (!hit.hit || hit.start_overlap) return hit;
    double   grain = mover2_pixel_size(&me, &met);
    rim_vec2 normal = normal_about(hit.point, grain, world);
    if (faces(normal, delta, PARALLEL + mover_rounding_at(hit.point) / grain))
        hit.normal = normal;
    else
        hit.normal = hit.edge_normal;
    return hit;
}

// --- ending free ----------------------------------------------------------------------------------------

static float nudged(float x, int steps)
{
    for (; steps > 0; steps--) x = float_step(x, +1);
    for (; steps < 0; steps++) x = float_step(x, -1);
    return x;
}

// Moves to a position, or to the nearest free one of those a few units in the last place around it. Returns false if
// none is free.
static bool free_near(rim_mover2 *me, rim_vec2 place, rim_world2 world)
{
    static const int ways[8][2] = { { -1, 0 },  { 1, 0 },  { 0, -1 }, { 0, 1 },
                                    { -1, -1 }, { 1, -1 }, { -1, 1 }, { 1, 1 } };
    rim_mover2       there = *me;
    there.at = place;
    bool found = !mover2_overlaps(there, world);
    for (int scale = 0; scale < NUDGE_SCALES && !found; scale++)
        for (int i = 0; i < 8 && !found; i++)
        {
            there.at = rim_vec2_make(nudged(place.x, ways[i][0] * (1 << scale)),
                                     nudged(place.y, ways[i][1] * (1 << scale)));
            found = !mover2_overlaps(there, world);
        }
    if (found) *me = there;
    return found;
}

// Moves the mover up to the first contact, or by all of delta, to a position where it is free of overlap.
mover_contact mover_advance(rim_mover2 *me, rim_vec2 delta, rim_world2 world)
{
    mover_solid   what = { 0 };
    rim_hit2      hit = mover2_sweep(*me, delta, world, &what);
    mover_contact contact = { hit.hit, hit.t, hit.normal, hit.edge_normal, 0.0, what };
    if (hit.hit) contact.grain = mover2_pixel_size(me, &what);
    rim_vec2 place =
        rim_vec2_make((float)(me->at.x + hit.t * delta.x), (float)(me->at.y + hit.t * delta.y));
    if (!free_near(me, place, world)) contact.t = 0.0;
    return contact;
}

// --- pushing out ---------------------------------------------------------------------------------------

bool rim_mover2_push_out(rim_mover2 *me, rim_world2 world)
{
    rim_mover2 there = *me;
    rim_vec2   rest = rim_vec2_make(0.0f, 0.0f);
    for (int i = 0; i <= RIM_MOVER2_PUSHES; i++)
    {
        rim_hit2 hit = mover2_sweep(there, rest, world, NULL);
        if (!hit.start_overlap)
        {
            *me = there;
            return true;
        }
        rim_vec2 place = rim_vec2_make((float)(there.at.x + (double)hit.depth * hit.normal.x),
                                       (float)(there.at.y + (double)hit.depth * hit.normal.y));
        if (free_near(&there, place, world)) continue;
        if (place.x == there.at.x && place.y == there.at.y) return false;
        there.at = place;
    }
    return false;
}
