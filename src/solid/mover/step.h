// A step of a character under way.
#ifndef RIM_SOLID_MOVER_STEP_H
#define RIM_SOLID_MOVER_STEP_H

#include "rimcast/angle.h"
#include "rimcast/character.h"

#include "solid/mover/motion.h"

// Directions closer than this are the same, relative to their size.
#define CHARACTER_SAME 0x1p-30

// The sine of the angle of walls that are parallel: so slowly they close that a skin is used up in thousands.
#define CHARACTER_PARALLEL 0x1p-16

typedef struct stepper
{
    const rim_character *c;
    mover_motion         m;
    rim_walk             walk;
    vec3d                wish; // level
    vec3d                fall, carried;
    double               cosine, tangent; // of the slope limit
    double               time;            // left
    double               largest;         // a length for the shape: the largest piece of a way
    bool                 grounded;
    bool                 left; // the ground, just here: it does not land again before it has moved
    bool                 may_climb_around; // a dead end here, for all that is touched
    bool                 lenient;          // was on the ground: a step's edge holds it
    bool                 searched;         // for a way out of a dead end, and found none
} stepper;

// The cosine of the steepest ground, rounded to float.
static inline float character_slope_cosine(const rim_character *c)
{
    return (float)rim_sincos((double)c->slope).cos;
}

// How far it follows the ground down.
static inline float character_snap(const rim_character *c)
{
    return c->snap < 0.0f ? c->step : c->snap;
}

// With the kernels given; tests force each.
rim_walk character_step_with(rim_character *character, rim_world3 world, rim_vec3 wish, float dt,
                             const field_kernels *kernels);

// A piece of the time left, on the ground and off it.
void character_on_ground(stepper *s);
void character_in_air(stepper *s);

// Keeps for the report which ground it stands on, what stands in its way. Contacts must be fresh.
void character_note_ground(stepper *s);
void character_note_walls(stepper *s);

// The face that is told as its ground, and may still be when it has gone on; -1 if edges hold it.
int character_face_below(const stepper *s);

// Does what it touches hold it? Contacts must be fresh.
bool character_held(const stepper *s);

// The closest level velocity to `wish` that none of the contacts' walls stand against.
vec3d character_along_walls(const stepper *s, vec3d wish);

// The same, of the contacts that stop it here, by the directions in which they are closest. Others guide before they stop:
// within a margin, along whole planes. Into an acute corner there may be far to go when they leave no way, and between
// parallel walls rounding closes none.
vec3d character_along_stops(stepper *s);

// Directions around a dead end: the wish, and those beside it by multiples of 80 / 63 degrees, to 80.
#define CHARACTER_AROUND 127

// What is left of the wish in direction i of these, the closest first.
vec3d character_wish_around(const stepper *s, int i);

// May any of these directions be free, for all that is touched? Upright walls tell best.
bool character_may_go_around(const stepper *s);

// The path of a level velocity along what is touched here: no steeper than ramps are, and not up what is steeper. What
// hangs over it may press it down. Returns false if there is none; what closes slowly may leave some.
bool character_path_around(const stepper *s, vec3d level, vec3d *path);

// Tries to climb what stands in the way of `wish`, of which the walls leave `along`. True: it did, and time went by.
bool character_climb(stepper *s, vec3d along);

// The box of everything that is looked at in a dead end, beyond what an ordinary step may come near.
rim_box3 character_dead_end_box(const stepper *s);

// Is next to nothing left of the wish?
bool character_is_dead_end(const stepper *s, vec3d along);

// Do those contacts that stop it here leave no way?
bool character_is_closed(const stepper *s);

// Tries to climb what stands around a dead end, in directions that lead nearer to where it wishes to go.
bool character_climb_around(stepper *s);

#endif
