/// @file
/// Movers of the flat half: shapes that slide and walk in a world of posed sprites, circles, boxes and polygons.
///
/// ### Worlds
///
/// A world is the interface of a landscape to movers: two functions that list the sprites and the other shapes near a
/// box.
///
/// There are worlds of a list of sprites, a map of tiles, a figure and a stage. A game can make one of its own
/// structures. Movers use nothing else of it.
///
///      rim_posed_list room = { platforms, count };
///      rim_world2     world = rim_posed_list_world(&room);
///
/// ### Movers
///
/// A mover is a posed sprite, a box or a circle. It slides and walks on anything that a rim_world2 lists: terrain of
/// pixels, tiles, rotated platforms, slopes that are polygons.
///
/// All motion is swept, so a mover passes through nothing: it goes exactly as far as rim_sprite_sweep and the other
/// sweeps allow. Shapes that touch do not overlap, so there is no gap to keep: a mover rests on the floor and slides
/// along walls and over the seams of tiles without being caught. Results are rounded to floats and then checked; if
/// rounding would cause an overlap, a position a few units in the last place away is used. So a mover that starts
/// free of overlap ends free of it.
///
/// Lengths in pixels refer to pixels of the sprite that is touched. For circles, boxes and polygons, which have no
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

/// A world: functions and the context that they are called with. It is passed by value and borrows the context.
typedef struct rim_world2
{
    const void *context;

    /// Lists the sprites that have a point in the box: writes those from number `first` on to out, at most capacity,
    /// and returns the number of all. As long as the world does not change, the same box must give the same order.
    /// Other sprites may be among them: that costs time and changes no result. gather must not be NULL; out may be
    /// NULL if capacity is 0.
    int (*gather)(const void *context, rim_box2 box, int first, rim_posed *out, int capacity);

    /// The same for circles, boxes and convex polygons, as parts (figure.h) whose poses map them to the world. NULL:
    /// there are none.
    int (*gather_shapes)(const void *context, rim_box2 box, int first, rim_figure_part *out,
                         int capacity);
} rim_world2;

/// An array of posed sprites, borrowed: a landscape, some platforms.
typedef struct rim_posed_list
{
    const rim_posed *sprites;
    int              count;
} rim_posed_list;

/// Returns a world that tests the bounds of each sprite of the list in each call: suitable for some hundreds.
RIM_API rim_world2 rim_posed_list_world(const rim_posed_list *list);

/// Bits of a cell that reorient its tile, as in Tiled's files. DIAGONAL is applied first: it swaps columns and rows,
/// which mirrors the image about the line from its top left to its bottom right. FLIP_X then swaps left and right,
/// FLIP_Y top and bottom. Together they give the eight orientations of a square; a quarter turn clockwise is DIAGONAL
/// | FLIP_X.
#define RIM_TILE_FLIP_X 0x80000000u
#define RIM_TILE_FLIP_Y 0x40000000u
#define RIM_TILE_DIAGONAL 0x20000000u
#define RIM_TILE_NUMBER 0x0fffffffu ///< the bits of the tile's number; bit 28 is ignored

/// A map of tiles, borrowed. Cell (column, row) is cells[row * columns + column]. Its number is 0 for empty, or k for
/// sprite tiles[k - 1]; its upper bits reorient that sprite. The top left corner of the reoriented image is at origin
/// + (column * width, row * height), wherever the sprite's anchor is. Tiles may reach out of their cell by at most
/// `reach` world units on each side.
typedef struct rim_tiles2
{
    const rim_sprite *const *tiles;
    const uint32_t          *cells;
    int                      columns, rows;
    rim_vec2                 origin;
    float                    width, height; ///< of a cell, in world units; > 0
    float                    reach;         ///< in world units; >= 0
} rim_tiles2;

/// Returns a world that reads only the cells near the box. Cells and tiles may be changed between two calls.
RIM_API rim_world2 rim_tiles2_world(const rim_tiles2 *map);

/// A part of a stage, borrowed: the objects on any of the layers (~0u: all, 0: none) except `but`. That is the mover
/// itself if it is on the stage, or zeroed.
typedef struct rim_stage_part
{
    const rim_stage *stage;
    uint32_t         layers;
    rim_handle       but;
} rim_stage_part;

/// Returns a world of these objects, with all parts of figures. The stage, its sprites and parts, and `part` may be
/// changed between two calls that use the world.
RIM_API rim_world2 rim_stage_world(const rim_stage_part *part);

/// Returns a world of a figure's parts, for example of a level of boxes and slopes without a stage. Tests each part
/// in each call: suitable for some hundreds. Borrows the figure, which may be changed between two calls that use the
/// world.
///
///      rim_figure_part level[] = { { .kind = RIM_PART_BOX, .pose = rim_xform2_identity(), .box = ground },
///                                  { .kind = RIM_PART_POLYGON, .pose = rim_xform2_identity(), .polygon = slope } };
///      rim_figure      land = { level, 2, rim_xform2_identity() };
///      rim_walk2       moved = rim_mover2_walk(&me, &hero, delta, rim_figure_world(&land));
RIM_API rim_world2 rim_figure_world(const rim_figure *figure);

// --- movers --------------------------------------------------------------------------------------------

/// The kind of a mover, which says which member is its shape.
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
/// Only `at` changes in a motion, so the shape does not accumulate rounding errors.
typedef struct rim_mover2
{
    rim_mover2_kind kind;
    rim_vec2        at;
    rim_posed       sprite; ///< RIM_MOVER2_SPRITE: its pose's tx and ty are relative to `at`
    rim_box2        box;    ///< RIM_MOVER2_BOX: relative to `at`
    rim_circle2     circle; ///< RIM_MOVER2_CIRCLE: its center is relative to `at`
} rim_mover2;

/// Returns a posed sprite as a mover: `at` is the pose's translation, and rim_mover2_posed returns the posed sprite.
RIM_API rim_mover2 rim_mover2_from_posed(rim_posed posed);

/// Returns the mover's sprite in its pose at `at`. The sprite is NULL for the other kinds.
RIM_API rim_posed rim_mover2_posed(const rim_mover2 *me);

/// Returns the box in the world around the mover; for a sprite it is rim_sprite_bounds.
RIM_API rim_box2 rim_mover2_bounds(const rim_mover2 *me);

// --- overlaps -------------------------------------------------------------------------------------------

/// @{
/// Moves the mover out of everything that it shares area with, along the normals of the contacts, deepest first.
/// Returns false, and leaves `*me` unchanged, if it is not free after RIM_MOVER2_PUSHES of them.
#define RIM_MOVER2_PUSHES 16
RIM_API bool rim_mover2_push_out(rim_mover2 *me, rim_world2 world);
/// @}

// --- sliding: seen from above, in space, under water -------------------------------------------------

/// The result of a slide.
typedef struct rim_slide2
{
    rim_mover2 me;     ///< the mover at its end
    rim_vec2   moved;  ///< from the start
    bool       hit;    ///< it touched something
    bool       stuck;  ///< it overlapped something at the start and could not be pushed out; it did
                       ///< not move
    rim_vec2   normal; ///< of the last contact
} rim_slide2;

/// @{
/// Moves by delta. At each contact the rest of the motion follows the surface, whose roughness of pixels is smoothed:
/// single pixels that stick out by less than RIM_MOVER2_ROUGH of their own size are climbed. Makes at most
/// RIM_MOVER2_SLIDES contacts. An overlap at the start is pushed out first. A non-finite delta does not move.
#define RIM_MOVER2_SLIDES 64
#define RIM_MOVER2_ROUGH 1.5f ///< in sizes of a pixel
RIM_API rim_slide2 rim_mover2_slide(const rim_mover2 *me, rim_vec2 delta, rim_world2 world);
/// @}

// --- walking: seen from the side ---------------------------------------------------------------------

/// The limits of a walking mover, and its state between two calls.
typedef struct rim_walker2
{
    rim_vec2 up;    ///< unit, against gravity: { 0, -1 } on the screen. If zero, the mover stays
    float    step;  ///< the highest stair that it climbs, or descends without falling, in world
                    ///< units
    float    slope; ///< the steepest ground that it climbs: rise over run; 1 is 45 degrees

    bool  grounded; ///< it stood on ground after the last call; set it to false for a jump
    /// The part of `step` that is used up, and the sideways distance from the place where it was last 0, positive in
    /// the direction (-up.y, up.x). Set both to 0 when you set a new position.
    float climbed;
    float away;
} rim_walker2;

/// The result of a walk.
typedef struct rim_walk2
{
    rim_mover2 me;
    rim_vec2   moved;
    bool       grounded; ///< it stands on ground that is not steep, or from which there is no way
                         ///< down
    bool       sliding;  ///< it slides down steep ground
    bool       wall;     ///< an obstacle stopped it sideways
    bool       ceiling;  ///< something stopped it while rising
    bool       stuck;    ///< as in rim_slide2
    rim_vec2   ground_normal; ///< if grounded or sliding
    rim_vec2   wall_normal;   ///< if wall
    rim_posed  ground;        ///< what it stands on, if grounded, such as a moving platform
    /// what it stands on if ground.sprite is NULL: a circle, box or polygon with its tag. ground.pose is its pose as well
    rim_figure_part ground_part;
} rim_walk2;

/// @{
/// Moves by delta. The part along `up` is the jump or the fall: the caller computes gravity, passes speed times time,
/// and sets the speed to 0 when grounded or against a ceiling.
///
/// Sideways it moves as far as it can. If something is in the way and it is on the ground, it rises, moves on, and
/// comes down again. Every rise uses up part of `step`; moving on restores `slope` times the length of the way, and
/// moving back takes this away again. So it climbs a stair of up to `step`, and any stairs or pixel slope no steeper
/// than `slope`; of steeper ones it climbs no more than `step`, however it moves. On the ground it follows the ground
/// down as steeply as it climbs.
///
/// Ground is steep if over a run of RIM_MOVER2_STEEP pixels, or half the mover's width in whole pixels if that is
/// more, it rises by more than `slope` times the run plus one pixel. (Below a ceiling lower than that, it is steep if
/// there is no way uphill over the run.) On steep ground a mover does not stand but slides: `sliding` is set and
/// `grounded` is not. Ledges narrower than the run do not stop the slide. The mover stands again where no lower place
/// is within the run: at the foot, or between two steep sides. Steep ground is not walked up: it acts as a wall.
/// However the mover walks, and jumps while it is grounded, it never stands more than `step` plus one pixel above the
/// place where it first touched a steep hillside.
///
/// A call climbs at most RIM_MOVER2_STAIRS times; the rest of the motion is then not made.
#define RIM_MOVER2_STAIRS 256
#define RIM_MOVER2_STEEP 4 ///< pixels
RIM_API rim_walk2 rim_mover2_walk(const rim_mover2 *me, rim_walker2 *walker, rim_vec2 delta,
                                  rim_world2 world);
/// @}

// --- platforms ---------------------------------------------------------------------------------------

/// A solid world, and platforms that hold only movers that come from above: movers jump through them from below and
/// pass in front of them.
///
///      rim_one_way2 level = { land, planks, me, walker.up };
///      rim_walk2    walk = rim_mover2_walk(&me, &walker, delta, rim_one_way2_world(&level));
///
/// A platform counts if it is below `me`, lifted by a pixel of the platform: if all of it is no higher than the feet,
/// or if a motion straight down hits it and one straight up does not. This is tested by pixels, so a platform may be
/// rotated or bent. The pixel allows for a platform that moves or rotates under the mover. To drop through a
/// platform, use the solid world alone until the mover has passed it.
typedef struct rim_one_way2
{
    rim_world2 solid, platforms;
    rim_mover2 me; ///< the mover before the walk
    rim_vec2   up; ///< unit, the walker's
} rim_one_way2;

/// Returns a world of the solid world and of the platforms below the mover. Borrows `way`; update way->me before each
/// walk.
RIM_API rim_world2 rim_one_way2_world(const rim_one_way2 *way);

/// Carries a mover along with the platform that it stands on (rim_walk2's `ground`), which moves from one pose to
/// another: `at` moves as a point of the platform does, and slides along obstacles. The world must not contain the
/// platform (exclude it by rim_stage_part). Poses that are singular or not finite carry nothing. The next walk, in a
/// world with the platform in its new pose, finds the mover standing on it:
///
///      if (walk.grounded && walk.ground.sprite == lift)
///          me = rim_mover2_carry(&me, before, after, others).me;
///
/// For a conveyor belt add the belt's speed to the walk's delta.
RIM_API rim_slide2 rim_mover2_carry(const rim_mover2 *me, rim_xform2 before, rim_xform2 after,
                                    rim_world2 world);

#ifdef __cplusplus
}
#endif

#endif
