/// @file
/// Many boxes that fall, push each other and come to rest among obstacles.
///
///     rim_bodies *world;
///     rim_bodies_options options = { 0 };
///     options.gravity = rim_vec3_make(0.0f, -9.81f, 0.0f);
///     rim_bodies_create(&world, &options);
///     rim_obstacles_add_plane(rim_bodies_obstacles(world), floor, NULL);
///     rim_bodies_add(world, &crate, &number);
///     for (;;) rim_bodies_step(world, 1.0f / 60.0f);
///
/// A step: pairs of boxes that are near each other are found by sorting their bounds along an axis; each
/// gives up to four points where the two press on each other, and so does each obstacle that is near; then, in
/// a few short steps, impulses are passed from contact to contact, beginning with those of the step before
/// (Catto, "Iterative Dynamics with Temporal Coherence", 2005). That is fast and good for heaps, not exact as
/// rim_body_step is for one body: contacts yield a little, and energy is kept only about.
///
/// - Order: Everything is done in rising order of the bodies' numbers, pairs by the smaller number first.
///   The same calls give the same bits, on every machine; other numbers may give another fall.
/// - Scale: Sizes, positions, velocities and gravity times a power of two give the same motion, bit for
///   bit, at that size.
/// - Limits: Floats do the sums here; worlds should lie within some ten thousand times a box's size
///   from the origin. Where one box is some fifty times heavier than those it lies on, they give
///   way, and may tremble: cut the step into more parts there.
#ifndef RIMCAST_BODIES_H
#define RIMCAST_BODIES_H

#include "rimcast/base.h"
#include "rimcast/body.h"
#include "rimcast/obstacles.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rim_bodies rim_bodies;

/// How a world goes on. Zero means: no gravity, the defaults below, malloc.
typedef struct rim_bodies_options
{
    rim_vec3             gravity;
    float                fade; ///< as in rim_body_options: 0 means four times |gravity| dt
    /// so long a heap must be slow before it sleeps; 0: 30 steps; negative: never
    float                sleep_after;
    /// short steps that a step is cut into; 0 means 4. More: stiffer, and slower
    int                  parts;
    const rim_allocator *allocator;
} rim_bodies_options;

// --- the world -----------------------------------------------------------------------------------------

/// An empty world; options may be NULL: no gravity. On failure `*out` is NULL.
RIM_API rim_status rim_bodies_create(rim_bodies **out, const rim_bodies_options *options);

/// NULL is allowed. The obstacles go with it.
RIM_API void rim_bodies_destroy(rim_bodies *world);

/// What does not move, to be filled at will between steps. Sleeping bodies do not notice: wake them.
RIM_API rim_obstacles *rim_bodies_obstacles(rim_bodies *world);

// --- bodies --------------------------------------------------------------------------------------------

/// Adds a copy, awake, and tells its number, unless number is NULL; the number of the last one removed is
/// given first. RIM_ERR_ARGUMENT for what is not finite or not positive, RIM_ERR_MEMORY.
RIM_API rim_status rim_bodies_add(rim_bodies *world, const rim_body *body, int *number);

/// Takes one out and wakes what it lay with. A number that is not in use is no harm.
RIM_API void rim_bodies_remove(rim_bodies *world, int number);

/// NULL for a number that is not in use. Valid until the next call that changes the world.
RIM_API const rim_body *rim_bodies_get(const rim_bodies *world, int number);

/// Puts something else in its place, or the same with another pose, velocity or force, and wakes it.
/// RIM_ERR_ARGUMENT as above, or for a number not in use; nothing is changed then.
RIM_API rim_status rim_bodies_set(rim_bodies *world, int number, const rim_body *body);

/// How many bodies there are, asleep or not.
RIM_API int rim_bodies_count(const rim_bodies *world);

/// All numbers are below it.
RIM_API int rim_bodies_top(const rim_bodies *world);

/// How many of them are not asleep; looks at all.
RIM_API int rim_bodies_awake(const rim_bodies *world);

/// Wakes all.
RIM_API void rim_bodies_wake(rim_bodies *world);

// --- steps ---------------------------------------------------------------------------------------------

/// On by dt > 0. RIM_ERR_ARGUMENT for another dt or a gravity that is not finite; RIM_ERR_MEMORY: nothing was
/// moved, at most someone woken. A body whose state would leave the range of floats stays where it was,
/// stopped. Bodies touched by one that moves are woken with all they lie with.
RIM_API rim_status rim_bodies_step(rim_bodies *world, float dt);

/// Kinetic energy of all.
RIM_API double rim_bodies_energy(const rim_bodies *world);

/// A point that pressed in the last step.
typedef struct rim_bodies_touch
{
    int      a, b;    ///< two bodies; b is -1 - the number of an obstacle
    rim_vec3 point;   ///< world
    rim_vec3 normal;  ///< from b towards a
    float    gap;     ///< before the step; negative: depth
    float    impulse; ///< along the normal, in the last of the short steps
} rim_bodies_touch;

/// Writes up to capacity of them, in the order above; returns how many there are. Sleeping ones are left out.
RIM_API int rim_bodies_touches(const rim_bodies *world, rim_bodies_touch *out, int capacity);

#ifdef __cplusplus
}
#endif

#endif
