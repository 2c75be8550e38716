// Sliding along obstacles.
#include "flat/mover/data.h"

#include "base/float.h"

#include <math.h>

// In pixels: a mover that comes no farther than this along a surface is stopped by a pixel that sticks out.
#define LEAST_PROGRESS 0.125

static double length_of(rim_vec2 v)
{
    return sqrt((double)v.x * v.x + (double)v.y * v.y);
}

// Returns a motion without its component into a surface: motion - min(motion . normal, 0) normal. Requires a unit
// normal, or zero, which leaves the motion as it is.
static rim_vec2 along_surface(rim_vec2 motion, rim_vec2 normal)
{
    double into = (double)motion.x * normal.x + (double)motion.y * normal.y;
    if (into >= 0.0) return motion;
    return rim_vec2_make((float)(motion.x - into * normal.x), (float)(motion.y - into * normal.y));
}

// Moves the mover over pixels that stick out. First lifts it along `normal` by up to RIM_MOVER2_ROUGH pixels, then
// moves it by `motion`, then takes the lift back, as far as obstacles allow. *contact becomes the contact of the
// motion by `motion`. Returns false, without moving the mover, if `motion` is zero or moves it by no more than
// LEAST_PROGRESS pixels.
static bool go_over(rim_mover2 *me, rim_vec2 motion, rim_vec2 normal, double pixel_size,
                    rim_world2 world, mover_contact *contact)
{
    if (length_of(motion) == 0.0) return false;
    rim_mover2 there = *me;
    mover_advance(&there, mover_scaled(normal, RIM_MOVER2_ROUGH * pixel_size), world);
    rim_vec2 lifted = there.at;
    *contact = mover_advance(&there, motion, world);
    double progress = length_of(rim_vec2_sub(there.at, lifted));
    if (!(progress > LEAST_PROGRESS * pixel_size)) return false;
    rim_vec2 minus_lift = rim_vec2_sub(me->at, lifted);
    mover_advance(&there, minus_lift, world);
    *me = there;
    return true;
}

// Returns true if the mover is caught in the corner of the last two surfaces: `motion`, which follows the present one,
// goes into the one before, and the angle between their normals is more than 90 degrees. `before` is the normal of the
// surface before, and zero if there was none.
static bool is_corner(rim_vec2 motion, rim_vec2 normal, rim_vec2 before)
{
    return (double)motion.x * before.x + (double)motion.y * before.y < 0.0 &&
           (double)normal.x * before.x + (double)normal.y * before.y < 0.0;
}

// Each step moves the mover up to the next surface, and makes the rest of the motion follow that surface.
rim_slide2 rim_mover2_slide(const rim_mover2 *me, rim_vec2 delta, rim_world2 world)
{
    rim_slide2 out = { .me = *me };
    rim_vec2   remaining = delta, normal_before = rim_vec2_make(0.0f, 0.0f);
    if (!vec2_is_finite(delta)) return out;
    out.stuck = !rim_mover2_push_out(&out.me, world);
    for (int i = 0; i < RIM_MOVER2_SLIDES && !out.stuck; i++)
    {
        mover_contact contact = mover_advance(&out.me, remaining, world);
        if (!contact.hit) break;
        out.hit = true;
        out.normal = contact.normal;
        remaining = along_surface(mover_scaled(remaining, 1.0 - contact.t), contact.normal);
        if (is_corner(remaining, contact.normal, normal_before)) break;
        normal_before = contact.normal;

        // The contact's normal is a mean of those of several pixels, so a pixel may stick out of the surface. A trial
        // tests whether one stops the mover.
        rim_mover2    trial = out.me;
        mover_contact next = mover_advance(&trial, remaining, world);
        bool          is_stopped =
            next.hit && !(next.t * length_of(remaining) > LEAST_PROGRESS * contact.pixel_size);
        if (!is_stopped) continue;

        // The mover goes over the pixel or, if it cannot, follows the pixel's own edge.
        if (!go_over(&out.me, remaining, contact.normal, contact.pixel_size, world, &next))
        {
            remaining = along_surface(remaining, contact.edge_normal);
            continue;
        }
        if (!next.hit) break; // the whole motion is made
        remaining = mover_scaled(remaining, 1.0 - next.t);
    }
    out.moved = rim_vec2_sub(out.me.at, me->at);
    return out;
}
