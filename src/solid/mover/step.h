// The state of a character's step, and the parts of the step.
#ifndef RIM_SOLID_MOVER_STEP_H
#define RIM_SOLID_MOVER_STEP_H

#include "rimcast/character.h"

#include "solid/mover/motion.h"

// A step is a sequence of at most RIM_CHARACTER_PHASES pieces of motion; what they leave of its time is cut. A piece is
// planned for at least this fraction of the time that is left, so that short pieces rarely use up all phases. The first
// piece after the end of ground is shorter (STEP_TAKE_OFF).
#define STEP_LEAST_PIECE (4.0 / RIM_CHARACTER_PHASES)

// Where the ground ends, the character starts to fall. The first piece in the air takes at most this fraction of the
// time that is left. It is longer than the error of the place where the ground ends, 1/4096 of the motion before
// (GROUND_HALVINGS in step.c), and changes the height of the fall by less than 1/100.
#define STEP_TAKE_OFF 0x1p-8

// Velocities are in units of length a second, y up; positions are relative to m.f.origin.
typedef struct stepper
{
    const rim_character *c;
    mover_motion         m;
    rim_walk             walk;            // the report
    vec3d                wish;            // horizontal velocity
    vec3d                fall;            // velocity off the ground, beside the wish
    vec3d                carried;         // velocity of the ground
    double               cosine, tangent; // of the slope limit
    double               time;            // that is left, in seconds
    double               largest;         // the half width: the longest piece of a path
    bool                 grounded;
    bool took_off;         // it has left the ground here, and does not land before it has moved
    bool may_climb_around; // the contacts here may leave a way around a dead end
    bool lenient;          // it was on the ground, so the edge of a step holds it
    bool searched;         // a search for a way out of a dead end has failed
} stepper;

// Returns the height of the mover's position, the center of the box or the lower center of the capsule, above the foot.
static inline double character_foot_height(const rim_character *c)
{
    return c->kind == RIM_CHARACTER_BOX ? 0.5 * c->height : c->radius;
}

// Returns how far the character follows the ground down.
static inline float character_snap(const rim_character *c)
{
    return c->snap < 0.0f ? c->step : c->snap;
}

// Returns the vertical velocity y with which a horizontal one leads along a contact,  n . (level + y up) = 0.  Requires
// n.y not to be 0.
static inline double character_rise_along(vec3d n, vec3d level)
{
    return -(n.x * level.x + n.z * level.z) / n.y;
}

// As rim_character_step, with these kernels. Tests force each.
rim_walk character_step_with(rim_character *character, rim_world3 world, rim_vec3 wish, float dt,
                             const field_kernels *kernels);

// Moves for a piece of the time that is left, on and off the ground.
void character_on_ground(stepper *s);
void character_in_air(stepper *s);

// Record the ground and the walls in the report. Require the contacts of the position.
void character_record_ground(stepper *s);
void character_record_walls(stepper *s);

// Returns the lane of the face that the report has as ground; -1 if edges hold the character.
int character_face_below(const stepper *s);

// Returns true if the contacts hold the character; `lenient`: the edge of a step does. Requires the contacts of the
// position.
bool character_held(const stepper *s, bool lenient);

// Returns the horizontal velocity closest to `wish` that leads into none of the contacts' walls.
vec3d character_along_walls(const stepper *s, vec3d wish);

// Returns the horizontal velocity closest to the wish that leads into none of the contacts that stop the mover here, in
// the directions of their gaps. Other contacts guide the mover before they stop it, within a margin and along whole
// planes, and in an acute corner they close the way early. A small slack keeps parallel walls from closing the way by
// rounding. Finds the contacts again.
vec3d character_along_stops(stepper *s);

// The number of directions around a dead end: the wish, and 63 on each side of it, up to 80 degrees off.
#define CHARACTER_AROUND 127

// Returns the wish's component in direction i of these, the closest direction first.
vec3d character_wish_around(const stepper *s, int i);

// Stores in *path the path of a horizontal velocity along the contacts. It is no steeper than a ramp, and does not lead
// up surfaces that are steeper than ramps. Surfaces that hang over it may press it down. Returns false if the path is
// too steep, or if a contact stops it before it has moved by two skins.
bool character_path_around(const stepper *s, vec3d level, vec3d *path);

// Tries to climb what stands in the way of the wish. `along` is what the walls leave of the wish. Returns true if the
// character has climbed, and then subtracts the time that this took from s->time. Otherwise the character stays in its
// place.
bool character_climb(stepper *s, vec3d along);

// Returns the box of all triangles that a search for a way out of a dead end reads.
rim_box3 character_dead_end_box(const stepper *s);

// Returns true if `along` is next to nothing of the wish.
bool character_is_dead_end(const stepper *s, vec3d along);

// Returns true if the contacts that stop the mover here leave next to nothing of the wish.
bool character_is_closed(const stepper *s);

// Tries to climb what stands around a dead end, in directions less than 80 degrees off the wish. Returns true if the
// character has climbed. Requires character_climb before.
bool character_climb_around(stepper *s);

#endif
