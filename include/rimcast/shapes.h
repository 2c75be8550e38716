/// @file
/// Shape files: named sprites with outlines, convex pieces, named points and tags, and figures of these sprites, in
/// one block of bytes.
///
/// `rimcast bake art/ -o game.shapes` makes a block from images. A game loads the block from memory and finds shapes
/// by name. Loading takes much less time than decoding the images and creating sprites from them.
///
///     rim_shapes *shapes;
///     rim_status  status = rim_shapes_load(&shapes, bytes, size, NULL);
///     ...
///     const rim_shapes_entry *bat = rim_shapes_find(shapes, "enemies/bat");
///     rim_posed               posed = { bat->sprite, pose };
///     ...
///     const rim_shapes_figure *hero = rim_shapes_find_figure(shapes, "hero");
///     rim_figure               there = { hero->parts, hero->part_count, pose };
///
/// A loaded sprite equals the one that rim_sprite_create makes from the same mask, anchor and number of rays.
/// Everything else is bit for bit what was saved. The same content gives the same bytes on every machine.
/// docs/shapes-file.md describes the format.
#ifndef RIMCAST_SHAPES_H
#define RIMCAST_SHAPES_H

#include "rimcast/base.h"
#include "rimcast/figure.h"
#include "rimcast/shape2.h"
#include "rimcast/sprite.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A named point of a shape, such as a hand or a muzzle.
typedef struct rim_named_point
{
    const char *name; ///< not NULL; points of a shape may share a name
    rim_vec2    at;   ///< in sprite space: in pixels from the anchor
} rim_named_point;

/// One shape. The caller owns the memory behind the pointers of a shape to be saved; the rim_shapes owns that of a
/// loaded shape.
typedef struct rim_shapes_entry
{
    const char         *name; ///< not NULL or empty; unique in the block
    const char         *tag;  ///< any text by which the game groups shapes; not NULL, but may be ""
    const rim_sprite   *sprite; ///< with mask, anchor and outline
    /// polygons in sprite space, in pixels from the anchor. `rimcast bake` writes pieces that are convex up to the
    /// rounding of coordinates, and clockwise on the screen. rim_shapes_save accepts any polygon of three corners or
    /// more
    const rim_polygon2 *pieces;
    const rim_named_point *points;
    int                    piece_count, point_count;
} rim_shapes_entry;

/// A figure. The caller owns the memory behind the pointers of a figure to be saved; the rim_shapes owns that of a
/// loaded figure, which is const. To move the parts of a loaded figure, copy them into an array of your own.
typedef struct rim_shapes_figure
{
    const char *name; ///< not NULL or empty; unique among figures; an entry may have it too
    const char *tag;  ///< as in an entry
    const rim_figure_part *parts; ///< their sprites must be those of entries
    /// the name of each part, "" for none. For saving, NULL means that no part has a name
    const char *const     *part_names;
    int                    part_count;
} rim_shapes_figure;

/// The content of a block. Saving and loading keep the order of entries, figures and parts.
typedef struct rim_shapes_content
{
    const rim_shapes_entry  *entries;
    int                      entry_count;
    const rim_shapes_figure *figures;
    int                      figure_count;
} rim_shapes_content;

/// Writes shapes and figures as a block of bytes. Errors:
///
/// - Returns RIM_ERR_ARGUMENT for an entry: its name is NULL, empty or used twice; its tag, its sprite or the name of a
///   point is NULL; only one of its mask's width and height is 0; a coordinate is not finite; a piece has fewer than
///   three corners.
/// - Returns RIM_ERR_ARGUMENT for a figure: its name is NULL, empty or used twice; its tag or the name of a part is
///   NULL; the sprite of a part belongs to no entry; a part has no area or a non-finite number, so that queries would
///   ignore it; the polygon of a part is not convex or has more than RIM_PART_CORNERS corners. A part whose sprite has
///   no solid pixels is allowed.
/// - RIM_ERR_SIZE: all entries together have more than 2^31 - 1 rays, pieces, corners, points or bytes of text, all
///   figures more parts, corners or bytes of text, or the masks more than 2^32 - 1 words of 64 pixels.
/// - Returns RIM_ERR_MEMORY if memory runs out. After this error and those above nothing has been written.
/// - RIM_ERR_WRITE: the sink returned false. Part of the block may have been written.
RIM_API rim_status rim_shapes_save(rim_sink sink, const rim_shapes_content *content);

/// A loaded block, which is const.
typedef struct rim_shapes rim_shapes;

/// Loads a block that rim_shapes_save wrote. The bytes may have any alignment and are needed only during the call.
///
/// Bytes from an untrusted source are safe: all of them are checked before they are used, in time proportional to
/// their number. A loaded block takes at most 64 bytes of memory per byte of the block.
///
/// Returns RIM_ERR_FORMAT if the bytes are not a block of shapes, are truncated or contradict each other;
/// RIM_ERR_VERSION if a later version wrote the block; RIM_ERR_CHECKSUM if it is damaged; and RIM_ERR_MEMORY if memory
/// runs out. On failure `*out` is NULL.
RIM_API rim_status rim_shapes_load(rim_shapes **out, const void *bytes, size_t size,
                                   const rim_allocator *from);

/// Destroys the shapes and their sprites. NULL is allowed.
RIM_API void rim_shapes_destroy(rim_shapes *shapes);

/// Returns all entries and figures, in the order in which they were saved. The rim_shapes owns them. Their sprites are
/// const: to change one, create another sprite from its mask.
RIM_API rim_shapes_content rim_shapes_read(const rim_shapes *shapes);

/// Returns the entry whose name equals `name`, or NULL if there is none. Takes O(log n) for n entries.
RIM_API const rim_shapes_entry *rim_shapes_find(const rim_shapes *shapes, const char *name);

/// Returns the figure whose name equals `name`, or NULL if there is none. Takes O(log n) for n figures.
RIM_API const rim_shapes_figure *rim_shapes_find_figure(const rim_shapes *shapes, const char *name);

#ifdef __cplusplus
}
#endif

#endif
