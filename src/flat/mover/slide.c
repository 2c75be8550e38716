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

// Returns a motion without its component into the surface: motion - min(motion . normal, 0) normal.
static rim_vec2 along_surface(rim_vec2 motion, rim_vec2 normal)
{
    double into = (double)motion.x * normal.x + (double)motion.y * normal.y;
    if (into >= 0.0) return motion;
    return rim_vec2_make((float)(motion.x - into * normal.x), (float)(motion.y - into * normal.y));
}

// Moves over pixels that stick out: away from the surface by RIM_MOVER2_ROUGH pixels, then by `motion`, then back by
// the lift. *contact becomes the contact of the second motion. Returns false, without moving the mover, if that motion
// comes no farther than LEAST_PROGRESS pixels.
static bool go_over(rim_mover2 *me, rim_vec2 motion, rim_vec2 normal, double grain,
                    rim_world2 world, mover_contact *contact)
{
    rim_mover2 there = *me;
    double     length = length_of(motion);
    rim_vec2   lift = mover_scaled(normal, RIM_MOVER2_ROUGH * grain);
    if (length == 0.0) return false;
    mover_advance(&there, lift, world);
    rim_vec2 lifted = there.at;
    *contact = mover_advance(&there, motion, world);
    double progress = length_of(rim_vec2_sub(there.at, lifted));
    if (!(progress > LEAST_PROGRESS * grain)) return false;
    rim_vec2 back = rim_vec2_sub(me->at, lifted);
    mover_advance(&there, back, world);
    *me = there;
    return true;
}

// Returns true if the last two surfaces touched form a corner in which the mover stops: their normals are opposed, and
// the motion that follows the present surface goes into the one before.
static bool is_corner(rim_vec2 motion, rim_vec2 normal, rim_vec2 before)
{
    return (double)motion.x * before.x + (double)motion.y * before.y < 0.0 &&
           (double)normal.x * before.x + (double)normal.y * before.y < 0.0;
}

rim_slide2 rim_mover2_slide(const rim_mover2 *me, rim_vec2 delta, rim_world2 world)
{
    rim_slide2 out = { .me = *me };
    rim_vec2   normal_before = rim_vec2_make(0.0f, 0.0f), rest = delta; // rest: of the motion
    if (!vec2_is_finite(delta)) return out;
    out.stuck = !rim_mover2_push_out(&out.me, world);
    for (int i = 0; i < RIM_MOVER2_SLIDES && !out.stuck; i++)
    {
        mover_contact contact = mover_advance(&out.me, rest, world);
        if (!contact.hit) break;
        rest = mover_scaled(rest, 1.0 - contact.t);
        rim_vec2 led = along_surface(rest, contact.normal);
        out.hit = true;
        out.normal = contact.normal;
        if (is_corner(led, contact.normal, normal_before)) break;
        normal_before = contact.normal;
        rest = led;

        // The contact's normal is a mean of those of several pixels, so a pixel may stick out of the surface. Then the
        // mover goes over it or, if it cannot, follows the pixel's own edge.
        rim_mover2    ahead = out.me;
        mover_contact next = mover_advance(&ahead, rest, world);
        if (!next.hit || next.t * length_of(rest) > LEAST_PROGRESS * contact.grain) continue;
        if (!go_over(&out.me, rest, contact.normal, contact.grain, world, &next))
        {
            rest = along_surface(rest, contact.edge_normal);
            continue;
        }
        if (!next.hit) break;
        rest = mover_scaled(rest, 1.0 - next.t);
    }
    out.moved = rim_vec2_sub(out.me.at, me->at);
    return out;
}
