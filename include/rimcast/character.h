/// @file
/// Characters that walk in a world: up stairs, down ramps, along walls, never through anything.
///
///      rim_character hero = rim_character_capsule(start, 0.4f, 1.8f);
///      every tick:
///          rim_walk walk = rim_character_step(&hero, world, wish, dt); // hero.position is where it is now
///          if (jump && hero.grounded) rim_character_jump(&hero, 4.0f);
///
/// A character stands upright, y is up. The game gives a wished horizontal velocity, and the character moves as far
/// as the world allows. All motion is swept: nothing is too fast or too thin. It keeps a gap, the skin, to all
/// surfaces, so that it slides over meshes without catching on internal edges.
///
/// - Ground: surfaces no steeper than `slope`, and a wedge of steep faces that supports the character. On the ground
///   it moves at the wished horizontal speed, up and down with the ground, and follows it down by up to `snap`.
/// - Walls: everything steeper. It slides along walls, and stops in a corner. They never lift it.
/// - Steps: It walks over an obstacle whose top is ground at most `step` above its foot, at the same horizontal speed. The
///   height is measured where it reaches the obstacle, whatever the length of a tick: an obstacle higher than `step` by more
///   than the skin is not climbed. The ridge between two surfaces that are ground is no step.
/// - Dead ends: Where it would stop, it walks around the obstacle, or steps over one beside it, in a direction at most 80
///   degrees off the wish. It tries 127 directions, as far as twice its half width.
/// - Air: Off the ground it falls, keeps the wished horizontal velocity, and slides down surfaces that are too steep.
///
/// The path does not depend on the length of a tick, except by rounding and on curves, which are followed by chords: around
/// convex edges and along the parabola of a fall. At 30 ticks a second or more two paths differ by at most an eighth of the
/// radius plus the motion of half a tick, unless they pass a corner on different sides (tested).
///
/// Work is bounded: a step makes at most RIM_CHARACTER_PHASES pieces of a motion. The rest, and a motion through more
/// triangles than fit, is not made, and `cut` is set. A step needs about 130 KB of stack.
#ifndef RIMCAST_CHARACTER_H
#define RIMCAST_CHARACTER_H

#include "rimcast/base.h"

#include <stdint.h>
#include "rimcast/shape3.h"
#include "rimcast/world3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The largest number of straight pieces of motion in one step; see above.
#define RIM_CHARACTER_PHASES 32

/// The shape of a character, upright in whatever direction it walks.
typedef enum rim_character_kind
{
    RIM_CHARACTER_CAPSULE = 0, ///< round; a sphere if its height is twice its radius
    RIM_CHARACTER_BOX          ///< along the axes: 2 radius wide, 2 depth deep
} rim_character_kind;

/// A character: its properties, which may be changed between steps, and its position. Create it with
/// rim_character_capsule or rim_character_box; copy it freely.
typedef struct rim_character
{
    rim_character_kind kind;
    float              radius; ///< > 0; of a box, half its size along x
    float              depth;  ///< of a box, half its size along z
    float              height; ///< of the whole; of a capsule at least twice the radius
    float              step;   ///< the highest step that it climbs, >= 0; 0: ramps only
    float              snap;   ///< how far it follows the ground down; below 0: as far as `step`
    float              slope;  ///< the steepest ground, in radians: 0 .. below RIM_PI / 2
    float              gravity;
    float              skin; ///< the gap it keeps, > 0
    /// which sides of triangles stop it: BOTH, or of one-sided worlds FRONT
    rim_side           side;

    rim_vec3 position; ///< the middle of its foot. Set it to teleport.
    rim_vec3 rest;     ///< the rounding error of the position; do not change it
    /// velocity beside walking: of falls, jumps and slides, and of a lift that it left
    rim_vec3 fall;
    rim_vec3 carried; ///< the velocity of the ground it stands on
    int      ground;  ///< the id of that triangle; -1 in the air
    bool     grounded;
    /// State of a character that found no way out of a dead end: in the same surroundings it does not search again. Changes
    /// beyond the reach of a step are noticed within eight steps. Do not change these.
    uint64_t closed, closed_around;
    int      closed_steps, closed_wall;
    bool     closed_ceiling;
    rim_vec3 closed_ground_normal, closed_wall_normal;
} rim_character;

/// The report of a step.
typedef struct rim_walk
{
    rim_vec3 moved; ///< from the old position to the new
    bool     grounded;
    bool     landed;        ///< came to ground from the air
    bool     stepped;       ///< climbed a step
    bool     stuck;         ///< overlaps a surface and cannot be pushed out
    bool     cut;           ///< not all of the motion was made; see above
    int      ground;        ///< the id of the ground's triangle, or -1
    rim_vec3 ground_normal; ///< the ground's own; zero in the air
    int      wall;          ///< the id of the wall most opposed to the wish, or -1
    rim_vec3 wall_normal;   ///< from it towards the character; zero without
    bool     ceiling;       ///< it touches a surface above
    int      gathered;      ///< how often triangles were gathered from the world
} rim_walk;

/// @{
/// Returns a character at `feet`, the middle of the foot, with defaults for a person: step a fifth of the height, and
/// snap with it, slopes up to 45 degrees, gravity 9.81, skin radius / 256, both sides. A capsule's height is raised to twice its
/// radius; a box's skin is its smaller half size on the level / 256.
RIM_API rim_character rim_character_capsule(rim_vec3 feet, float radius, float height);
RIM_API rim_character rim_character_box(rim_vec3 feet, rim_vec3 half);
/// @}

/// Returns the character's shape at its position, a capsule or a box along the axes, for other queries (shape3.h).
RIM_API rim_shape3 rim_character_shape(const rim_character *character);

/// Moves by a tick of dt seconds with the wished horizontal velocity (units a second; its y is ignored). First it moves with
/// the ground, if that moves (rim_world3's velocity); call this after the world has moved. Then it is pushed out of the
/// surfaces that it overlaps. Nothing happens if the wish, position or dt is not finite, or dt <= 0.
RIM_API rim_walk rim_character_step(rim_character *character, rim_world3 world, rim_vec3 wish,
                                    float dt);

/// Leaves the ground with this upward speed and the ground's velocity.
RIM_API void rim_character_jump(rim_character *character, float speed);

#ifdef __cplusplus
}
#endif

#endif
