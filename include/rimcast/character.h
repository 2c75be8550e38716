/// @file
/// Characters that walk in a world: up stairs, down ramps, along walls, never through anything.
///
///      rim_character hero = rim_character_capsule(start, 0.4f, 1.8f);
///      every tick:
///          rim_walk walk = rim_character_step(&hero, world, wish, dt); // hero.position is where it is now
///          if (jump && hero.grounded) rim_character_jump(&hero, 4.0f);
///
/// A character stands upright, y is up. It wishes for a level velocity; the world answers. All motion is swept:
/// nothing is too fast or too thin. A gap, the skin, is kept around it, so that it slides on meshes of any
/// cut without catching on inner edges.
///
/// - Ground is what is no steeper than `slope`; a wedge of steep faces that holds it, too. On the ground it
///   goes at the wished level speed, up and down with the ground, and follows it down by `snap`.
/// - Walls: everything steeper. It slides along; in a corner it stops. They never lift it.
/// - Steps: An obstacle whose top is ground at most `step` above its foot is walked over; its level speed
///   does not change. How high is measured where it meets it, not by how long a tick is: what is
///   higher than `step` by more than the skin is not climbed. The ridge between two surfaces that are
///   ground is no step.
/// - Dead ends: Where it would stop, it walks around what is in the way, or steps over what is beside it, if that
///   leads on by 80 degrees off the wish at most. It looks into 127 directions, and two of its half widths far.
/// - Air: Off the ground it falls, keeps the wished level velocity, and slides down what is too steep.
///
/// The path does not depend on the length of a tick, but for rounding and for curves, which are followed by
/// chords: round convex edges and along the parabola of a fall. At 30 ticks a second or more two paths
/// differ by at most an eighth of the radius plus the way of half a tick, unless they meet a corner
/// on different sides (a test holds it).
///
/// Work is bounded: a step makes at most RIM_CHARACTER_PHASES pieces of a motion. What is left then, or leads
/// through more triangles than fit, is not made, and `cut` says so. A step needs about 130 KB of stack.
#ifndef RIMCAST_CHARACTER_H
#define RIMCAST_CHARACTER_H

#include "rimcast/base.h"

#include <stdint.h>
#include "rimcast/shape3.h"
#include "rimcast/world3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The most pieces of a motion in one step; see above.
#define RIM_CHARACTER_PHASES 32

/// What a character is to the world, upright whichever way it walks.
typedef enum rim_character_kind
{
    RIM_CHARACTER_CAPSULE = 0, ///< round; a ball if its height is twice its radius
    RIM_CHARACTER_BOX          ///< square to the axes, flat below: 2 radius wide, 2 depth deep
} rim_character_kind;

/// A character: what it is (yours to change between steps) and where it is. Make it with
/// rim_character_capsule or rim_character_box; copy it freely.
typedef struct rim_character
{
    rim_character_kind kind;
    float              radius; ///< > 0; of a box, half its size along x
    float              depth;  ///< of a box, half its size along z
    float              height; ///< of the whole; of a capsule at least twice the radius
    float              step;   ///< climbs this high, >= 0; 0: walks up ramps, but no steps
    float              snap;   ///< follows the ground down this far; below 0: as far as `step`
    float              slope;  ///< the steepest ground, in radians: 0 .. below RIM_PI / 2
    float              gravity;
    float              skin; ///< the gap it keeps, > 0
    /// which sides of triangles stop it: BOTH, or of one-sided worlds FRONT
    rim_side           side;

    rim_vec3 position; ///< the middle of its foot. Set it to teleport.
    rim_vec3 rest;     ///< what rounding took from the position; leave it alone
    /// velocity that is not walked: falls, jumps, slides, and what a lift gave it
    rim_vec3 fall;
    rim_vec3 carried; ///< the velocity of the ground it stands on
    int      ground;  ///< the id of that triangle; -1 in the air
    bool     grounded;
    /// It stands in a dead end and found no way out of it: in the same surroundings it does not search again. What changes
    /// beyond the reach of a step is noticed within eight steps. 0: it does not. Leave these alone.
    uint64_t closed, closed_around;
    int      closed_steps, closed_wall;
    bool     closed_ceiling;
    rim_vec3 closed_ground_normal, closed_wall_normal;
} rim_character;

/// What became of a step.
typedef struct rim_walk
{
    rim_vec3 moved; ///< from the old position to the new
    bool     grounded;
    bool     landed;        ///< came to ground from the air
    bool     stepped;       ///< climbed a step
    bool     stuck;         ///< overlaps something that it cannot be pushed out of
    bool     cut;           ///< not all of the motion was made; see above
    int      ground;        ///< the id of the ground's triangle, or -1
    rim_vec3 ground_normal; ///< the ground's own; zero in the air
    int      wall;          ///< the id of the wall that stood most in its way, or -1
    rim_vec3 wall_normal;   ///< from it towards the character; zero without
    bool     ceiling;       ///< touches something above
    int      gathered;      ///< how often the world was asked
} rim_walk;

/// @{
/// Someone who stands at feet, the middle of the foot. The rest is set to what suits a person: step a fifth of the height, and
/// snap with it, slopes up to 45 degrees, gravity 9.81, skin radius / 256, both sides. A capsule's height is raised to twice its
/// radius; a box's skin is its smaller half size on the level / 256.
RIM_API rim_character rim_character_capsule(rim_vec3 feet, float radius, float height);
RIM_API rim_character rim_character_box(rim_vec3 feet, rim_vec3 half);
/// @}

/// What it is in the world where it stands: a capsule, or a box along the axes, for queries of any kind (shape3.h).
RIM_API rim_shape3 rim_character_shape(const rim_character *character);

/// A tick of dt seconds with the wished level velocity (units a second; its y is not looked at). First, if it
/// stands on something that moves (rim_world3's velocity), it is carried along; call this after the world
/// has moved. Then it is pushed out of what it overlaps. A wish, position or dt that is not finite, or
/// dt <= 0: nothing happens.
RIM_API rim_walk rim_character_step(rim_character *character, rim_world3 world, rim_vec3 wish,
                                    float dt);

/// Leaves the ground with this upward speed, and with the velocity of what it stood on.
RIM_API void rim_character_jump(rim_character *character, float speed);

#ifdef __cplusplus
}
#endif

#endif
