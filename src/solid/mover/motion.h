// Something upright that moves in a world: every change of its place is a swept one.
#ifndef RIM_SOLID_MOVER_MOTION_H
#define RIM_SOLID_MOVER_MOTION_H

#include "solid/mover/field.h"
#include "solid/mover/half_spaces.h"

#define MOTION_CONTACTS 64

// A surface at the distance of the skin, or nearer.
typedef struct motion_contact
{
    vec3d  n;       // unit, towards the mover
    double gap;     // to what is hit; negative in overlap
    double height;  // of the touched point over the lower centre (boxes do not tell: 0)
    double ahead_x; // and where it is from there, level
    double ahead_z;
    double up;     // the y of the surface's own unit normal on the mover's side; 0 if it has none
    vec3d  facing; // the surface's own unit normal on the mover's side
    double next;   // of a box: the gap along the direction that keeps them second most apart
    int    lane, triangle;
    bool   face;     // its plane keeps them apart
    bool   stops;    // no farther than the skin, and this is the direction in which it is closest
    bool   blocking; // it stopped a sweep here
    bool   apart;    // its direction is not that of its face, whose plane keeps them apart, too
    bool   curved;   // an edge or corner touches a round side: the direction changes on the way
} motion_contact;

// Groups are looked at when something depends on it: their boxes and planes tell what cannot matter.
typedef struct mover_motion
{
    rim_world3           world;
    const field_kernels *kernels;
    vec3d                x; // about f.origin
    int                  gathered;
    bool                 cut;      // too many triangles: some of a motion was not made
    field_lanes          blocking; // they stopped a sweep at x: contacts, whatever else is nearer
    double         touched; // the margin of the contacts, if they are those at x; else negative
    int            contact_count;
    motion_contact contacts[MOTION_CONTACTS];
    double         seen;  // what is no farther from x than this is fresh; negative: nothing need be
    field_set      fresh; // near is that at x
    field_near     near[FIELD_GROUPS];
    field          f;
} mover_motion;

// Returns true if a corner of the triangle is at p.
bool motion_has_corner(const rim_triangle *t, rim_vec3 p);

// The fastest kernels that the processor knows.
const field_kernels *motion_kernels(bool box);

// At x = 0 about the origin. The shape must be set before.
void motion_begin(mover_motion *m, rim_world3 world, vec3d origin, const field_kernels *kernels);

// Gathers the triangles in the box into m->f, where nothing else is valid afterwards but `complete` and `count`.
void motion_gather(mover_motion *m, rim_box3 box);

// Sees to it that everything in the box is gathered; what is near the way from x by `way` matters most.
void motion_expect(mover_motion *m, rim_box3 box, vec3d x, vec3d way);

// To x, known to be free.
void motion_place(mover_motion *m, vec3d x);

// To x, if nothing need be gathered for it. Is it so?
bool motion_peek(mover_motion *m, vec3d x);

// What is touched at a place, to go back there.
typedef struct motion_mark
{
    vec3d          x;
    double         touched;
    field_lanes    blocking;
    int            gathered, contact_count;
    motion_contact contacts[MOTION_CONTACTS];
} motion_mark;

void motion_keep(const mover_motion *m, motion_mark *mark);
void motion_return(mover_motion *m, const motion_mark *mark);

// Is the lower end of a round mover still over the inside of this face, at the distance of the skin? lane: as a
// contact has it, from when `gathered` was what it is told to be.
bool motion_still_over(const mover_motion *m, int lane, int gathered);

// The fraction of v that is free. A motion through more triangles than fit is shortened.
double motion_sweep(mover_motion *m, vec3d v);

// Sweeps and goes.
double motion_go(mover_motion *m, vec3d v);

// Fills contacts with what is nearer than margin, ghosts left out.
void motion_touch(mover_motion *m, double margin);

// Fills contacts with faces, rising less than `most`, that were touched at the mark and are at x, too, and with what
// touches a box from the same side there: nothing is gathered for it. Distances along a line are convex, so these are touched all the way between.
void motion_touch_again(mover_motion *m, const motion_mark *mark, double most, double margin);

// Adds the triangles that stop the motion v at once to those that are contacts at x. Returns false if all of them were
// added before. A contact leaves free what does not come closer along its direction, the gap to a triangle is
// convex along a line, so that no triangle stops two motions that the contacts leave free.
bool motion_add_blocking(mover_motion *m, vec3d v);

// Fills contacts with everything that is no farther than the skin, each with the direction in which it is closest: what
// leads into none of these comes closer to nothing.
void motion_touch_all(mover_motion *m);

// Returns the least speed along the contact's direction, of a motion of unit speed, that closes it: nothing else keeps
// them apart before the gap is used up.
double motion_closing_speed(const mover_motion *m, const motion_contact *c);

// The margin of contacts that guide the next motion.
double motion_margin(const mover_motion *m);

// Out of what it overlaps. Returns the depth that is left, 0 if none.
double motion_push_out(mover_motion *m);

// The closest to v that leads into no contact.
vec3d motion_along_contacts(const mover_motion *m, vec3d v);

// Goes by v, sliding.
void motion_slide(mover_motion *m, vec3d v);

// --- the closest move that satisfies planes, whatever their order -----------------------------------

// Reads plane i of some list. False: it is not there.
typedef bool mover_plane_at(half_space *out, const void *planes, int i);

// Of the planes dot(n, x) >= distance the x nearest to `wanted`, and the slack as planes_answer has it.
planes_answer mover_solve(vec3d wanted, const void *planes, int count, mover_plane_at *at);

#endif
