/// @file
/// Characters that walk in a world of triangles: up stairs, down ramps and along walls.
///
///      rim_character hero = rim_character_capsule(start, 0.4f, 1.8f);
///      every tick:
///          rim_walk walk = rim_character_step(&hero, world, wish, dt); // hero.position is the new position
///          if (jump && hero.grounded) rim_character_jump(&hero, 4.0f);
///
/// A character stands upright; y is up. The game passes a wanted horizontal velocity, and the character moves as far as
/// the world allows. Every motion is a sweep, which finds the first touch on the whole way, so a character passes
/// through nothing, at any speed. The character keeps a gap, the skin, from all surfaces, so that it slides over meshes
/// without being stopped by edges inside a surface.
///
/// - Ground: Surfaces that are no steeper than `slope` are ground. Steep faces that support the character together, as
///   in a V-shaped groove, are ground as well. On the ground, the character moves at the wanted horizontal speed,
///   uphill and downhill. It also stays on the ground where the ground drops by up to `snap`.
/// - Walls: All other surfaces are walls. The character slides along them and stops in a corner. A wall never lifts
///   it.
/// - Steps: The character walks over an obstacle, at the same horizontal speed, if the obstacle's top is ground and
///   lies at most `step` above the character's foot. The height is measured where the character reaches the obstacle,
///   so it does not depend on the length of a tick. The character does not climb an obstacle higher than `step` plus
///   the skin. The ridge between two surfaces of ground is not a step.
/// - Dead ends: Where the character would stop, it tries 127 directions that differ by at most 80 degrees from the
///   wanted one. It takes a direction in which it can, within a distance of its width, walk around the obstacle or step
///   over another obstacle beside it.
/// - Air: Off the ground the character falls, moves at the wanted horizontal velocity, and slides down surfaces that
///   are too steep.
///
/// The path hardly depends on the length of a tick. Paths for ticks of different length differ by rounding. They also
/// differ on curves, which a character follows in straight pieces: around convex edges and along the parabola of a
/// fall. In tests at 30 ticks per second or more, two paths differed by at most an eighth of the radius plus the motion
/// of half a tick, unless they passed a corner on different sides.
///
/// The work of a tick is bounded. The motion ends, and `cut` is true, after RIM_CHARACTER_PHASES straight pieces, or
/// where more triangles are close to the character than fit in its buffer (256). rim_character_step takes about 130 KB
/// of stack.
#ifndef RIMCAST_CHARACTER_H
#define RIMCAST_CHARACTER_H

#include "rimcast/base.h"

#include <stdint.h>
#include "rimcast/shape3.h"
#include "rimcast/world3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The largest number of straight pieces of motion in one tick.
#define RIM_CHARACTER_PHASES 32

/// The shape of a character. It does not rotate with the direction of the walk.
typedef enum rim_character_kind
{
    RIM_CHARACTER_CAPSULE = 0, ///< a vertical capsule; a sphere if its height is twice its radius
    RIM_CHARACTER_BOX          ///< an axis-aligned box: 2 radius along x, 2 depth along z
} rim_character_kind;

/// A character, as a plain value: its properties, which may be changed between ticks, and its state. Create it with
/// rim_character_capsule or rim_character_box.
typedef struct rim_character
{
    rim_character_kind kind;
    float              radius;  ///< > 0; for a box, half its size along x
    float              depth;   ///< for a box, half its size along z
    float              height;  ///< from foot to top; for a capsule, at least twice the radius
    float              step;    ///< the height of the highest step that the character climbs, >= 0;
                                ///< 0 means no steps
    float              snap;    ///< the largest descent on which the character stays on the ground;
                                ///< if < 0, `step` is used
    float              slope;   ///< the angle of the steepest ground, in radians, >= 0 and < RIM_PI
                                ///< / 2
    float              gravity; ///< the downward acceleration
    float              skin;    ///< the gap that the character keeps from surfaces, > 0; far from
                                ///< the origin, the gap is larger
    /// the sides of triangles that stop the character: RIM_SIDE_BOTH, or RIM_SIDE_FRONT in a world of one-sided
    /// triangles
    rim_side           side;

    rim_vec3 position; ///< the middle of the character's foot; set it to teleport
    rim_vec3 rest;     ///< the rounding error of the position; do not change it
    /// the velocity in addition to the walk. It comes from falls, jumps, slides, and moving ground that the character
    /// left
    rim_vec3 fall;
    rim_vec3 carried; ///< the velocity of the ground on which the character stands
    int      ground;  ///< the id of the ground's triangle; -1 in the air
    bool     grounded;
    /// The state of a character that found no way out of a dead end; do not change it. The character does not search
    /// again while its surroundings stay the same. It detects nearby changes at once. It may take eight ticks to detect
    /// changes that are farther away than the motion of one tick.
    uint64_t closed, closed_around;
    int      closed_steps, closed_wall;
    bool     closed_ceiling;
    rim_vec3 closed_ground_normal, closed_wall_normal;
} rim_character;

/// The result of rim_character_step.
typedef struct rim_walk
{
    rim_vec3 moved; ///< from the old position to the new
    bool     grounded;
    bool     landed;  ///< the character came to the ground from the air
    bool     stepped; ///< the character climbed a step
    bool     stuck;   ///< the character overlaps a surface and cannot be pushed out
    bool     cut;     ///< the work reached its bound, so only part of the motion was made
    int      ground;  ///< the id of the ground's triangle, or -1
    /// the normal of the ground, or the direction of the contact if no surface that faces up is touched, as on the tip
    /// of an upright triangle; zero in the air
    rim_vec3 ground_normal;
    int      wall;        ///< the id of the touched wall triangle that is most opposed to the
                          ///< wish; -1 if the wish leads into no wall
    rim_vec3 wall_normal; ///< the normal from that wall towards the character; zero if wall is
                          ///< -1
    bool     ceiling;     ///< the character touches a surface above it
    int      gathered;    ///< the number of calls of the world's gather function
} rim_walk;

/// @{
/// Return a character at `feet`, the middle of its foot, with values for a person in meters and seconds. `half` are
/// the half extents of the box: radius is half.x, depth is half.z, and height is 2 * half.y. `step` is a fifth of the
/// height, `snap` is negative, `slope` is 45 degrees, `gravity` is 9.81, and both sides of triangles stop the
/// character. `skin` is radius / 256. For a box, it is the smaller of radius and depth, divided by 256. If the height
/// of a capsule is less than twice its radius, it is set to twice the radius.
RIM_API rim_character rim_character_capsule(rim_vec3 feet, float radius, float height);
RIM_API rim_character rim_character_box(rim_vec3 feet, rim_vec3 half);
/// @}

/// Returns the character's shape at its position, a capsule or a box along the axes, for other queries (shape3.h). It
/// is in world coordinates, so its pose in a query is the identity.
RIM_API rim_shape3 rim_character_shape(const rim_character *character);

/// Moves the character for a time dt at the wanted horizontal velocity; wish.y is ignored. First, the character moves
/// with the ground if the ground moves (`velocity` of rim_world3). Then it is pushed out of the surfaces that it
/// overlaps. Then it walks or falls. Call this function after the world has moved. Nothing changes if a number is not
/// finite, or if dt, the radius, the height, the skin or the depth of a box is not positive.
RIM_API rim_walk rim_character_step(rim_character *character, rim_world3 world, rim_vec3 wish,
                                    float dt);

/// Makes the character leave the ground with an upward speed, to which the velocity of the ground is added. The new
/// velocity replaces `fall`, also in the air, so a second jump is as high as the first. To allow jumps from the ground
/// only, test `grounded`.
RIM_API void rim_character_jump(rim_character *character, float speed);

#ifdef __cplusplus
}
#endif

#endif
