// The motion of an upright mover in a world: sweeps, contacts, depenetration and sliding.
#ifndef RIM_SOLID_MOVER_MOTION_H
#define RIM_SOLID_MOVER_MOTION_H

#include "solid/mover/field.h"

// --- half-spaces: half_spaces.c -------------------------------------------------------------------------

// The half-space  normal . x >= distance.  normal is unit.
typedef struct half_space
{
    vec3d  normal;
    double distance;
} half_space;

typedef struct half_spaces_answer
{
    vec3d  x;
    // 0 if x lies behind no plane. Otherwise no point lies in front of all planes, and this is the least distance for
    // which some point, x, lies behind no plane by more than the distance.
    double slack;
} half_spaces_answer;

// Returns the point nearest to the origin that lies behind no plane, exact up to rounding. If there is no such point,
// see half_spaces_answer.slack. Takes at most count^3 steps, and usually about count. The order of the planes changes
// rounding errors alone. Equal lists give equal bits.
half_spaces_answer half_spaces_solve(const half_space *planes, int count);

// Reads plane i of a list. Returns false if the plane is left out.
typedef bool mover_plane_at(half_space *out, const void *planes, int i);

// Returns the x closest to `wanted` with  n . x >= distance  for all planes, and the slack (see half_spaces_answer).
half_spaces_answer mover_solve(vec3d wanted, const void *planes, int count, mover_plane_at *at);

// --- motions: motion.c ----------------------------------------------------------------------------------

#define MOTION_CONTACTS 64

// A surface at the distance of the skin, or nearer. The touched point is relative to the lower center; it is 0 for a
// box, which has no single point.
typedef struct motion_contact
{
    vec3d  n;                // unit, towards the mover
    double gap;              // to what is hit; negative in overlap
    double height;           // y of the touched point
    double ahead_x, ahead_z; // x and z of the touched point
    double up;               // facing.y; where facing is 0, that of the side which n points to
    vec3d  facing;   // the triangle's own unit normal on the mover's side; 0 without area or side
    double next_gap; // of a box: the second largest gap, see field_near
    int    lane, triangle;
    bool   face;     // n is the normal of the triangle's plane, which separates them
    bool   stops;    // no farther than the skin, and n is the direction of the gap
    bool   blocking; // it stopped a sweep here
    bool   apart;    // n is not the face's normal, and the face's plane separates them too
    bool   curved;   // an edge or corner touches a round side: n changes as the mover moves
} motion_contact;

// A mover at x, the triangles near it and its contacts. A group's distances are measured only when its boxes show that it
// may be touched.
typedef struct mover_motion
{
    rim_world3           world;
    const field_kernels *kernels;
    vec3d                x;        // relative to f.origin
    int                  gathered; // how often triangles were gathered
    bool                 cut; // there were too many triangles, so part of a motion was not made
    field_lanes          blocking; // triangles that stopped a sweep at x: always contacts

    // The contacts at x with a gap of at most this margin; negative if there are no contacts of x.
    double         contact_margin;
    int            contact_count;
    motion_contact contacts[MOTION_CONTACTS];

    double
        measured_within; // all triangles up to this distance from x are measured; negative for none
    field_set  measured; // the groups whose `near` is that of x
    field_near near[FIELD_GROUPS];
    field      f;
} mover_motion;

// Returns true if a corner of the triangle is at p.
bool motion_has_corner(const rim_triangle *t, rim_vec3 p);

// Returns the fastest kernels that this processor can run.
const field_kernels *motion_kernels(void);

// Puts a mover of this shape, which the triangles stop on `side`, at x = 0 relative to the origin, with nothing gathered.
// Sets shape.one_sided and mirrored. The skin is at least MOVER_FLOAT_STEPS of the sum of the magnitudes of the origin's
// coordinates, because floats are coarse far from the world's origin.
void motion_begin(mover_motion *m, rim_world3 world, vec3d origin, field_shape shape, rim_side side,
                  const field_kernels *kernels);

// Lists the triangles in the box in m->f. Afterwards only `complete`, `count` and `triangles` are valid there.
void motion_gather(mover_motion *m, rim_box3 box);

// Gathers the triangles of the box unless they are gathered already. Those near the motion from x by v come first.
void motion_require(mover_motion *m, rim_box3 box, const vec3d *x, const vec3d *v);

// Moves to x without a sweep, and gathers the triangles there.
void motion_place(mover_motion *m, vec3d x);

// A position with its contacts, to return to it.
typedef struct motion_mark
{
    vec3d          x;
    double         contact_margin;
    field_lanes    blocking;
    int            gathered, contact_count;
    motion_contact contacts[MOTION_CONTACTS];
} motion_mark;

// Stores the position and its contacts.
void motion_save(const mover_motion *m, motion_mark *mark);
// Returns to a stored position. The contacts are restored too, unless triangles were gathered since.
void motion_restore(mover_motion *m, const motion_mark *mark);

// Returns true if the lower end of a rounded mover projects into the inside of a face and is at the skin's distance
// from it. `lane` comes from a contact, and `gathered` is m->gathered at that time; false if triangles were gathered
// since.
bool motion_is_over_face(const mover_motion *m, int lane, int gathered);

// Returns the fraction of v that the mover can move freely. A motion through more triangles than fit is shortened.
double motion_sweep(mover_motion *m, vec3d v);

// Sweeps by v and moves to where the sweep ends. Returns the fraction.
double motion_move(mover_motion *m, vec3d v);

// Finds the contacts with a gap of at most `margin`, without ghosts: edges and corners inside a surface.
void motion_find_contacts(mover_motion *m, double margin);

// Adds the triangles that stop the motion v at once to the blocking ones, which are contacts at x. Returns false if all
// of them were added before. Motions that the contacts allow come closer to none of them, and the gap along a line is
// convex; so no triangle stops a second motion.
bool motion_add_blocking(mover_motion *m, vec3d v);

// Finds all triangles up to the skin's distance as contacts, each with the direction of its gap. A motion into none of
// them comes closer to no triangle.
void motion_find_all_contacts(mover_motion *m);

// Returns the least rate at which a motion of unit speed must approach a contact to hit it: a slower motion is stopped
// late, or another direction separates them before the gap is used up.
double motion_closing_speed(const mover_motion *m, const motion_contact *c);

// Returns the margin of the contacts that guide the next motion, a little more than the skin.
double motion_margin(const mover_motion *m);

// Moves out of the triangles that the mover overlaps or whose skin it has entered. Returns the depth that is left, 0 if
// none. Requires that the triangles at m->x are gathered.
double motion_push_out(mover_motion *m);

// Returns the velocity closest to v that leads into no contact.
vec3d motion_along_contacts(const mover_motion *m, vec3d v);

// Moves by v and slides along what it hits.
void motion_slide(mover_motion *m, vec3d v);

#endif
