/// @file
/// Moving through a flat world: worlds of posed sprites, and what sweeps, slides and walks in them.
///
/// ### Worlds
///
/// A world of posed sprites, circles, boxes and polygons, as those who move in it see it: ask for what is near a box.
///
/// A landscape, a list of platforms, a map of tiles, a figure, a stage or a game's own structure becomes a world by one or two
/// functions; a mover (mover2.h) knows nothing else of it.
///
///      rim_posed_list room = { platforms, count };
///      rim_world2     world = rim_posed_list_world(&room);
///
/// ### Movers
///
/// Moving through a flat world: sweep, slide, walk. Terrain of pixels, tiles, turned platforms, slopes that are polygons -
/// anything that rim_world2 tells of; what moves is a posed sprite, a box or a circle.
///
/// Nothing is stepped and nothing tunnels: a mover goes exactly as far as rim_sprite_sweep and its like allow.
/// Things that touch do not overlap, so there is no skin: a mover rests on the floor, slides along a wall
/// or over the seams of tiles without a gap and without being caught. A result is rounded to floats and
/// then checked; where rounding would overlap, a place a few units in the last place away is taken.
/// So a mover that starts free ends free.
///
/// Where a length is told in pixels, a pixel is one of the sprite in the way. Circles, boxes and polygons have none: there a
/// 16th of the mover's own width or height, whichever is less, stands for a pixel.
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

/// A world: a context and what it answers. A small value, to be passed on; it borrows the context.
typedef struct rim_world2
{
    const void *context;

    /// Counts the sprites that have a point in the box, in an order that is the same for the same box as long
    /// as the world does not change, and writes those from number `first` on, at most capacity, to out.
    /// Returns how many there are in all. Others may be among them: that costs time and changes nothing. Must
    /// not be NULL; out may be if capacity is 0.
    int (*gather)(const void *context, rim_box2 box, int first, rim_posed *out, int capacity);

    /// The same for what is no sprite: circles, boxes and convex polygons, written as parts (figure.h) whose poses take them to
    /// the world. NULL: there are none.
    int (*gather_shapes)(const void *context, rim_box2 box, int first, rim_figure_part *out,
                         int capacity);
} rim_world2;

/// Sprites in a row, borrowed: a landscape, some platforms.
typedef struct rim_posed_list
{
    const rim_posed *sprites;
    int              count;
} rim_posed_list;

/// A world that looks at the bounds of each sprite of the list whenever it is asked: for some hundreds.
RIM_API rim_world2 rim_posed_list_world(const rim_posed_list *list);

/// Bits of a cell that turn its tile about, as in Tiled's files. The diagonal comes first: it swaps columns and rows, which
/// mirrors the image about the line from its top left to its bottom right. Then come left and right, then top and bottom.
/// Together they are the eight ways in which a square lies on itself: a quarter turn clockwise is DIAGONAL | FLIP_X.
#define RIM_TILE_FLIP_X 0x80000000u
#define RIM_TILE_FLIP_Y 0x40000000u
#define RIM_TILE_DIAGONAL 0x20000000u
#define RIM_TILE_NUMBER 0x0fffffffu ///< the bits of the number; bit 28 is ignored

/// A map of tiles, borrowed. Cell (column, row) stands in cells[row * columns + column]. Its number is 0 for empty, or k for
/// sprite tiles[k - 1]; its upper bits turn that sprite about. The image's top left corner, after that, lies at
/// origin + (column * width, row * height), wherever the sprite's anchor is. Tiles may reach out of their cell by `reach`
/// world units at most, to any side.
typedef struct rim_tiles2
{
    const rim_sprite *const *tiles;
    const uint32_t          *cells;
    int                      columns, rows;
    rim_vec2                 origin;
    float                    width, height; ///< of a cell, above 0
    float                    reach;
} rim_tiles2;

/// A world that looks at the cells near the box only. Cells and tiles may be changed between two questions.
RIM_API rim_world2 rim_tiles2_world(const rim_tiles2 *map);

/// Some of a stage, borrowed: those on any of the layers (~0u: all, 0: none) except `but`, the mover itself if it is
/// on the stage, or none (zeroed).
typedef struct rim_stage_part
{
    const rim_stage *stage;
    uint32_t         layers;
    rim_handle       but;
} rim_stage_part;

/// A world of these, and of all parts of figures. The stage, its sprites, parts and `part` may be changed between two calls
/// that use the world.
RIM_API rim_world2 rim_stage_world(const rim_stage_part *part);

/// A world of a figure's parts: a level of boxes and slopes, without a stage. Looks at each part whenever it is asked: for some
/// hundreds. Borrows the figure, which may be changed between two calls that use the world.
///
///      rim_figure_part level[] = { { .kind = RIM_PART_BOX, .pose = rim_xform2_identity(), .box = ground },
///                                  { .kind = RIM_PART_POLYGON, .pose = rim_xform2_identity(), .polygon = slope } };
///      rim_figure      land = { level, 2, rim_xform2_identity() };
///      rim_walk2       moved = rim_mover2_walk(&me, &hero, delta, rim_figure_world(&land));
RIM_API rim_world2 rim_figure_world(const rim_figure *figure);

// --- movers --------------------------------------------------------------------------------------------

/// Which of a mover's shapes counts.
typedef enum rim_mover2_kind
{
    RIM_MOVER2_SPRITE = 0,
    RIM_MOVER2_BOX,
    RIM_MOVER2_CIRCLE
} rim_mover2_kind;

/// What moves, and where it is, written with braces:
///
///      rim_mover2 hero = { .at = { 100, 50 }, .sprite = { sprite, rim_xform2_identity() } };
///      rim_mover2 crate = { .kind = RIM_MOVER2_BOX, .at = { 10, 50 }, .box = { { -4, -5 }, { 4, 5 } } };
///
/// Only `at` changes on the way, so that shapes do not wear off.
typedef struct rim_mover2
{
    rim_mover2_kind kind;
    rim_vec2        at;
    rim_posed       sprite; ///< RIM_MOVER2_SPRITE: its pose's tx and ty are relative to `at`
    rim_box2        box;    ///< RIM_MOVER2_BOX: relative to `at`
    rim_circle2     circle; ///< RIM_MOVER2_CIRCLE: its center is relative to `at`
} rim_mover2;

/// The sprite as a mover: `at` is the pose's translation, and rim_mover2_posed gives the posed sprite back.
RIM_API rim_mover2 rim_mover2_from_posed(rim_posed posed);

/// Where its sprite is: the pose at `at`. Without a sprite for the other kinds.
RIM_API rim_posed rim_mover2_posed(const rim_mover2 *me);

/// The world box around it where it is; a sprite's is rim_sprite_bounds.
RIM_API rim_box2 rim_mover2_bounds(const rim_mover2 *me);

// --- out of an overlap ----------------------------------------------------------------------------------

/// @{
/// Moves out of whatever it shares area with, along the normals of the contacts, deepest first. false, and
/// `*me` unchanged, if it is not free after RIM_MOVER2_PUSHES of them: it is wedged.
#define RIM_MOVER2_PUSHES 16
RIM_API bool rim_mover2_push_out(rim_mover2 *me, rim_world2 world);
/// @}

// --- sliding: seen from above, in space, under water -------------------------------------------------

/// What became of a slide.
typedef struct rim_slide2
{
    rim_mover2 me;     ///< where it came to
    rim_vec2   moved;  ///< from its start
    bool       hit;    ///< something was in the way
    bool       stuck;  ///< it began in overlap and could not be pushed out: it did not move
    rim_vec2   normal; ///< of the last thing in the way
} rim_slide2;

/// @{
/// Moves by delta; at each contact what is left of the motion is led along the surface, of which the
/// roughness of pixels is smoothed: single pixels that stick out by less than RIM_MOVER2_ROUGH of their own
/// size are climbed on the way. Bounded work: at most RIM_MOVER2_SLIDES contacts. A start in overlap is
/// pushed out first. A non-finite delta does not move.
#define RIM_MOVER2_SLIDES 64
#define RIM_MOVER2_ROUGH 1.5f ///< times a pixel's size
RIM_API rim_slide2 rim_mover2_slide(const rim_mover2 *me, rim_vec2 delta, rim_world2 world);
/// @}

// --- walking: seen from the side ---------------------------------------------------------------------

/// How it walks, and what it remembers between two calls.
typedef struct rim_walker2
{
    rim_vec2 up; ///< unit, against gravity: { 0, -1 } on the screen. Without it: stays where it is
    float    step;  ///< the highest stair it climbs or comes down without falling, in world units
    float    slope; ///< the steepest ground it walks up: rise over run; 1 is 45 degrees

    bool  grounded; ///< it stood on something after the last call; set it to false to let it jump
    /// How much of `step` it has used up, and how far to the side it is from where that was 0 last: above 0 in the
    /// direction (-up.y, up.x). Both belong to where it is; set them to 0 with a new place.
    float climbed;
    float away;
} rim_walker2;

/// What became of a walk.
typedef struct rim_walk2
{
    rim_mover2 me;
    rim_vec2   moved;
    bool       grounded; ///< it stands, on ground that is not steep or from which no way leads down
    bool       sliding;  ///< it slides down steep ground
    bool       wall;     ///< something stopped it sideways
    bool       ceiling;  ///< something stopped it on the way up
    bool       stuck;    ///< as in rim_slide2
    rim_vec2   ground_normal; ///< if grounded or sliding
    rim_vec2   wall_normal;   ///< if wall
    rim_posed  ground;        ///< what it stands on, if grounded: a platform that moves, say
    /// What it stands on if ground.sprite is NULL: a circle, box or polygon, with its tag. Its pose in the world is ground.pose, too.
    rim_figure_part ground_part;
} rim_walk2;

/// @{
/// Moves by delta, of which the part along up is the jump or the fall (gravity is the caller's: put
/// speed times time in here and set the speed to 0 when grounded or against a ceiling).
///
/// Sideways it goes as far as it can. Where something is in the way and it is on the ground, it lifts
/// itself, goes on, and comes down again. Every rise uses up `step`, every way on pays `slope` times its
/// length back, and the way back is owed again: so it climbs a stair of up to `step`, any flight of stairs or
/// pixel slope that rises no steeper than `slope`, and of a steeper one no more than `step` above that, to and
/// fro as it may go. On the ground it follows the ground down as steep as it climbs.
///
/// Ground that leans is steep if over a run of RIM_MOVER2_STEEP pixels, or half the mover's width in whole pixels if
/// that is more, it rises by more than `slope` allows over that run, plus one pixel; below a ceiling that is lower than
/// that, if there is no way uphill over the run. No mover stands on steep ground, one
/// slides: `sliding` is set and `grounded` is not. Ledges narrower than the run do not stop the slide. The mover stands
/// again where no lower place is within the run: at the foot, or between two steep sides. Steep ground is not
/// walked up either: it acts as a wall. However the mover walks, and jumps while it is grounded, it never stands more
/// than `step` plus one pixel above the place where it first touched a steep hillside.
///
/// Bounded work: a call climbs at most RIM_MOVER2_STAIRS times, then drops the rest of the way.
#define RIM_MOVER2_STAIRS 256
#define RIM_MOVER2_STEEP 4 ///< pixels
RIM_API rim_walk2 rim_mover2_walk(const rim_mover2 *me, rim_walker2 *walker, rim_vec2 delta,
                                  rim_world2 world);
/// @}

// --- platforms ---------------------------------------------------------------------------------------

/// Solid things, and platforms that hold up only who comes from above: one jumps through them from below and passes in
/// front of them.
///
///      rim_one_way2 level = { land, planks, me, walker.up };
///      rim_walk2    walk = rim_mover2_walk(&me, &walker, delta, rim_one_way2_world(&level));
///
/// A platform counts if it is below `me`, lifted by a pixel of the platform: all of it is no higher than the feet, or the
/// way straight down meets it and the way straight up does not. It is tried by pixels, so a platform may be turned or
/// bent. The pixel is for a platform that moves or turns under its rider. Who is to drop through uses the solid world
/// alone until it has fallen.
typedef struct rim_one_way2
{
    rim_world2 solid, platforms;
    rim_mover2 me; ///< where it is before the walk
    rim_vec2   up; ///< unit, the walker's
} rim_one_way2;

/// A world of solid things and of platforms that hold from above only. Borrows `way`: give it the mover's new place before a walk.
RIM_API rim_world2 rim_one_way2_world(const rim_one_way2 *way);

/// Carries a mover along with what it stands on (rim_walk2's `ground`) while that goes from one pose to another: `at`
/// moves as a point of the platform does, and slides along what is in the way. The world must not hold the platform
/// (rim_stage_part leaves one out). Poses that are singular or not finite carry nothing. The walk that follows, in a world
/// with the platform where it is then, finds the mover standing on it:
///
///      if (walk.grounded && walk.ground.sprite == lift)
///          me = rim_mover2_carry(&me, before, after, others).me;
///
/// A belt that moves under the mover's feet is no more than its speed added to the walk's delta.
RIM_API rim_slide2 rim_mover2_carry(const rim_mover2 *me, rim_xform2 before, rim_xform2 after,
                                    rim_world2 world);

#ifdef __cplusplus
}
#endif

#endif
