/// @file
/// 2D movers: shapes that slide and walk in a world of posed sprites, circles, boxes and polygons.
///
/// ### Worlds
///
/// A world is the interface through which movers read a landscape. It consists of two functions, which list the sprites
/// and the other shapes near a box.
///
/// The library has worlds for a list of sprites, a map of tiles, a figure and a stage. A game can write a world for its
/// own data.
///
///      rim_posed_list room = { room_sprites, count };
///      rim_world2     world = rim_posed_list_world(&room);
///
/// ### Movers
///
/// A mover is a posed sprite, a box or a circle. It slides and walks on anything that a rim_world2 lists, such as
/// terrain of pixels, tiles, rotated platforms and polygons.
///
/// Motions are swept, so a mover passes through nothing. Only the push out of an overlap at the start, and the
/// correction of a rounded position, are not swept. A mover moves exactly as far as rim_sprite_sweep and the other
/// sweeps allow. Shapes that touch do not overlap, so a mover keeps no gap. It rests on the floor, and it slides along
/// walls and over the seams of tiles without being stopped by them. Positions are rounded to floats and then checked.
/// If the rounded position overlaps something, the mover takes a free position beside it. On each axis this is at most
/// 32 units in the last place away, which are units of the largest of the position's coordinate and the two sides of
/// the mover's bounding box. If there is no such position, the mover does not move. So a mover that starts without an
/// overlap ends without one.
///
/// Lengths in pixels refer to the pixels of the sprite that is touched. For circles, boxes and polygons, which have no
/// pixels, the unit is 1/16 of the smaller of the mover's width and height.
///
///      rim_walker2 hero = { .up = { 0, -1 }, .step = 6, .slope = 1 };
///      ...
///      rim_walk2 moved = rim_mover2_walk(&me, &hero, delta, world);
///      me = moved.me;
///      if (moved.grounded) fall_speed = 0;
#ifndef RIMCAST_MOVER2_H
#define RIMCAST_MOVER2_H

#include "rimcast/base.h"
#include "rimcast/figure.h"
#include "rimcast/shape2.h"
#include "rimcast/sprite_query.h"
#include "rimcast/stage.h"

#ifdef __cplusplus
extern "C" {
#endif

// --- worlds --------------------------------------------------------------------------------------------

/// A world: two functions, and the context with which they are called. A world is passed by value and borrows the
/// context.
typedef struct rim_world2
{
    const void *context;

    /// Lists the sprites that have a point in the box. Skips the first `first` of these sprites, writes at most
    /// capacity of the remaining ones to out, and returns the number of all of them, including the skipped ones. As
    /// long as the world does not change, the same box must give the same order. The list may contain other sprites as
    /// well, which cost time and change no result. gather must not be NULL. out may be NULL if capacity is 0.
    int (*gather)(const void *context, rim_box2 box, int first, rim_posed *out, int capacity);

    /// Lists the circles, boxes and convex polygons in the same way. They are parts (figure.h) whose poses map them to
    /// the world. gather_shapes may be NULL if the world has no such shapes.
    int (*gather_shapes)(const void *context, rim_box2 box, int first, rim_figure_part *out,
                         int capacity);
} rim_world2;

/// A borrowed array of posed sprites, for example a landscape or some platforms.
typedef struct rim_posed_list
{
    const rim_posed *sprites;
    int              count;
} rim_posed_list;

/// Returns a world of the sprites of a list. The world borrows *list. Each call tests the bounds of every sprite, so
/// the list should have at most some hundreds of sprites.
RIM_API rim_world2 rim_posed_list_world(const rim_posed_list *list);

/// Bits of a cell that reorient its tile, as in Tiled's files. DIAGONAL is applied first: it swaps columns and rows,
/// which mirrors the image about the line from its top left to its bottom right. FLIP_X then swaps left and right, and
/// FLIP_Y swaps top and bottom. Together the bits give the eight orientations of a square. A quarter turn clockwise is
/// DIAGONAL | FLIP_X.
#define RIM_TILE_FLIP_X 0x80000000u
#define RIM_TILE_FLIP_Y 0x40000000u
#define RIM_TILE_DIAGONAL 0x20000000u
#define RIM_TILE_NUMBER 0x0fffffffu ///< the bits of the tile's number; bit 28 is ignored

/// A map of tiles. Its arrays are borrowed. Cell (column, row) is cells[row * columns + column]. The number of a cell
/// is 0 if the cell is empty, or k for the sprite tiles[k - 1]. The upper bits of the cell reorient that sprite. The
/// top left corner of the reoriented image is at origin + (column * width, row * height), wherever the sprite's anchor
/// is. Tiles may extend beyond their cell by at most `reach` world units on each side.
typedef struct rim_tiles2
{
    const rim_sprite *const *tiles;
    const uint32_t          *cells;
    int                      columns, rows;
    rim_vec2                 origin;
    float                    width, height; ///< of a cell, in world units; > 0
    float                    reach;         ///< in world units; >= 0
} rim_tiles2;

/// Returns a world of a map. The world borrows *map. A query reads only the cells near its box. Cells and tiles may be
/// changed between two calls that use the world.
RIM_API rim_world2 rim_tiles2_world(const rim_tiles2 *map);

/// The objects of a stage that are on any of the layers, except the object `but`. ~0u means all layers, and 0 means
/// none. If the mover is on the stage, set `but` to the mover's handle; otherwise zero it. The stage is borrowed.
typedef struct rim_stage_part
{
    const rim_stage *stage;
    uint32_t         layers;
    rim_handle       but;
} rim_stage_part;

/// Returns a world of the selected objects of a stage. A figure counts with all its parts. The world borrows *part. The
/// stage, its objects and *part may be changed between two calls that use the world.
RIM_API rim_world2 rim_stage_world(const rim_stage_part *part);

/// Returns a world of a figure's parts, for example a level of boxes and slopes without a stage. Each call tests every
/// part, so the figure should have at most some hundreds of parts. The world borrows the figure, which may be changed
/// between two calls that use the world.
///
///      rim_figure_part level[] = { { .kind = RIM_PART_BOX, .pose = rim_xform2_identity(), .box = ground },
///                                  { .kind = RIM_PART_POLYGON, .pose = rim_xform2_identity(), .polygon = slope } };
///      rim_figure      land = { level, 2, rim_xform2_identity() };
///      rim_walk2       moved = rim_mover2_walk(&me, &hero, delta, rim_figure_world(&land));
RIM_API rim_world2 rim_figure_world(const rim_figure *figure);

// --- movers --------------------------------------------------------------------------------------------

/// The kind of a mover, which selects the member that is its shape.
typedef enum rim_mover2_kind
{
    RIM_MOVER2_SPRITE = 0,
    RIM_MOVER2_BOX,
    RIM_MOVER2_CIRCLE
} rim_mover2_kind;

/// A shape that moves, and its position:
///
///      rim_mover2 hero = { .at = { 100, 50 }, .sprite = { sprite, rim_xform2_identity() } };
///      rim_mover2 crate = { .kind = RIM_MOVER2_BOX, .at = { 10, 50 }, .box = { { -4, -5 }, { 4, 5 } } };
///
/// A motion changes only `at`, so the shape does not accumulate rounding errors.
typedef struct rim_mover2
{
    rim_mover2_kind kind;
    rim_vec2        at;
    rim_posed       sprite; ///< RIM_MOVER2_SPRITE: its pose's tx and ty are relative to `at`
    rim_box2        box;    ///< RIM_MOVER2_BOX: relative to `at`
    rim_circle2     circle; ///< RIM_MOVER2_CIRCLE: its center is relative to `at`
} rim_mover2;

/// Returns a mover made of a posed sprite. `at` is the pose's translation, so that rim_mover2_posed returns the posed
/// sprite.
RIM_API rim_mover2 rim_mover2_from_posed(rim_posed posed);

/// Returns the mover's sprite in its pose at `at`. The sprite is NULL for the other kinds.
RIM_API rim_posed rim_mover2_posed(const rim_mover2 *me);

/// Returns the mover's bounding box in the world. For a sprite it is that of rim_sprite_bounds.
RIM_API rim_box2 rim_mover2_bounds(const rim_mover2 *me);

// --- overlaps -------------------------------------------------------------------------------------------

/// @{
/// Moves the mover out of everything with which it shares area, along the normals of the contacts, the deepest first.
/// Returns false, and leaves `*me` unchanged, if the mover still overlaps something after RIM_MOVER2_PUSHES pushes. The
/// pushes are not swept: they may cross a thin obstacle.
#define RIM_MOVER2_PUSHES 16
RIM_API bool rim_mover2_push_out(rim_mover2 *me, rim_world2 world);
/// @}

// --- sliding: seen from above, in space, under water -------------------------------------------------

/// The result of a slide.
typedef struct rim_slide2
{
    rim_mover2 me;     ///< the mover at the end of the slide
    rim_vec2   moved;  ///< the change of `at`, with the push out of an overlap
    bool       hit;    ///< the mover touched something
    bool       stuck;  ///< the mover overlapped something at the start and could not be pushed out,
                       ///< so it did not move
    rim_vec2   normal; ///< of the last contact: unit, towards the mover; zero if hit is false
} rim_slide2;

/// @{
/// Moves the mover by delta. At each contact, the rest of the motion follows the surface. Obstacles that are lower than
/// RIM_MOVER2_ROUGH pixels do not stop the mover; it climbs over them. The motion ends after RIM_MOVER2_SLIDES
/// contacts. If the mover overlaps something at the start, it is pushed out first. If delta is not finite, the mover
/// does not move.
#define RIM_MOVER2_SLIDES 64
#define RIM_MOVER2_ROUGH 1.5f ///< in sizes of a pixel
RIM_API rim_slide2 rim_mover2_slide(const rim_mover2 *me, rim_vec2 delta, rim_world2 world);
/// @}

// --- walking: seen from the side ---------------------------------------------------------------------

/// The limits of a walking mover, and its state between two calls.
typedef struct rim_walker2
{
    rim_vec2 up;    ///< unit, against gravity: { 0, -1 } on the screen; must not be zero
    float    step;  ///< the height of the highest stair that the mover climbs, or descends without
                    ///< falling, in world units
    float    slope; ///< the slope of the steepest ground that the mover climbs, as rise over run; 1
                    ///< is 45 degrees

    bool  grounded; ///< the mover stood on ground after the last call; a jump sets it to false
    /// The account of climbing. away is the sideways distance from the place where climbed was last 0, positive in the
    /// direction (-up.y, up.x). climbed is how much higher the mover is than a line from there that rises with `slope`.
    /// The mover climbs while climbed is less than `step`. Set both to 0 when you set a new position.
    float climbed;
    float away;
} rim_walker2;

/// The result of a walk.
typedef struct rim_walk2
{
    rim_mover2 me;
    rim_vec2   moved;    ///< as in rim_slide2
    bool       grounded; ///< the mover stands on ground that is not steep or from which there is no
                         ///< way down
    bool       sliding;  ///< the mover slides down steep ground
    bool       wall;     ///< an obstacle stopped the sideways motion
    bool       ceiling;  ///< an obstacle stopped the upward motion
    bool       stuck;    ///< as in rim_slide2
    rim_vec2   ground_normal; ///< unit, towards the mover; zero unless grounded or sliding
    rim_vec2   wall_normal;   ///< unit, towards the mover; zero unless wall
    rim_posed  ground;        ///< the sprite that the mover stands on if grounded, such as a moving
                              ///< platform
    /// the circle, box or polygon that the mover stands on if grounded and ground.sprite is NULL, with its tag.
    /// ground.pose is then the pose of this part
    rim_figure_part ground_part;
} rim_walk2;

/// @{
/// Moves the mover by delta. The part of delta along `up` is the jump or the fall. The caller computes it from gravity,
/// as speed times time, and sets the speed to 0 when the mover is grounded or touches a ceiling. During a jump, the
/// mover does not climb. A rise of at most 2^-20 of the sideways motion is a rounding error, and no jump. If delta is
/// not finite, the mover does not move.
///
/// Sideways, the mover moves as far as it can. If it is on the ground and an obstacle is in its way, it rises, moves
/// on, and comes down again. Every rise uses up part of `step`. Moving on restores `slope` times the distance, and
/// moving back takes this away again. So the mover climbs a stair of up to `step`, and stairs and slopes of any height
/// that are no steeper than `slope`. On steeper ones it climbs at most `step`, however it moves. It also follows ground
/// that descends by up to `step` plus `slope` times the distance.
///
/// The run is the sideways distance over which steepness is measured: RIM_MOVER2_STEEP pixels, or half the mover's
/// width, in whole pixels, if that is more. Ground is steep if, over the run, it rises by more than one pixel plus
/// `slope` times the run. A wall, which is higher than the mover, is no part of the ground: if there is one uphill
/// within the run, the run ends at the wall, and begins on the mover's downhill side. Where a ceiling leaves less
/// height than this rise, ground is steep if the mover cannot move uphill by the run; this is tested by at most 4,096
/// motions of a pixel. On steep ground, a mover does not stand but slides: `sliding` is true and `grounded` is false.
/// Ledges narrower than the run do not stop the slide. The mover stands again where no lower place is within the run:
/// at the foot, or between two steep sides. Steep ground acts as a wall for a mover that walks towards it. By walking
/// and by jumps from the ground, a mover comes to stand on a steep hillside at most `step` plus one pixel above the
/// place where it first touched this hillside.
///
/// A call climbs at most RIM_MOVER2_STAIRS times. After that, the next obstacle stops the mover as a wall does.
#define RIM_MOVER2_STAIRS 256
#define RIM_MOVER2_STEEP 4 ///< pixels
RIM_API rim_walk2 rim_mover2_walk(const rim_mover2 *me, rim_walker2 *walker, rim_vec2 delta,
                                  rim_world2 world);
/// @}

// --- platforms ---------------------------------------------------------------------------------------

/// A solid world, and platforms that hold only movers that come from above. Movers jump through such a platform from
/// below and pass in front of it.
///
///      rim_one_way2 level = { land, planks, me, walker.up };
///      rim_walk2    walk = rim_mover2_walk(&me, &walker, delta, rim_one_way2_world(&level));
///
/// A platform holds the mover if the platform is below `me` when `me` is lifted by a pixel of the platform. This is the
/// case if no part of the platform is higher than the feet, or if a motion straight down hits the platform and a motion
/// straight up does not. The test uses pixels, so a platform may be rotated or bent. The lift by a pixel allows for a
/// platform that moves or rotates under the mover. To drop through a platform, use the solid world alone until the
/// mover has passed it.
typedef struct rim_one_way2
{
    rim_world2 solid, platforms;
    rim_mover2 me; ///< the mover before the walk
    rim_vec2   up; ///< unit, the `up` of the walker
} rim_one_way2;

/// Returns a world of the solid world and of the platforms below the mover. The world borrows `way`. Update way->me
/// before each walk.
RIM_API rim_world2 rim_one_way2_world(const rim_one_way2 *way);

/// Carries a mover along with the platform on which it stands (rim_walk2's `ground`). The platform moves from the pose
/// `before` to the pose `after`. The mover's `at` moves as a point of the platform does, and the mover slides along
/// obstacles. The world must not contain the platform (exclude it with rim_stage_part). If `before` is singular or a
/// pose is not finite, the mover does not move. The next walk, in a world with the platform in its new pose, finds the
/// mover on it:
///
///      if (walk.grounded && walk.ground.sprite == lift)
///          me = rim_mover2_carry(&me, before, after, others).me;
///
/// For a conveyor belt, add its motion to the delta of the walk.
RIM_API rim_slide2 rim_mover2_carry(const rim_mover2 *me, rim_xform2 before, rim_xform2 after,
                                    rim_world2 world);

#ifdef __cplusplus
}
#endif

#endif
