/// @file
/// Shape files: named sprites with outlines, convex pieces, named points and tags, and named figures (figure.h), in one
/// block of bytes.
///
/// `rimcast bake art/ -o game.shapes` creates a block from images. A game loads the block from memory and finds shapes
/// by name. Loading a block takes much less time than decoding the images and creating sprites from them.
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
/// A loaded sprite equals the one that rim_sprite_create creates from the same mask, anchor and number of rays. All
/// other content is bit for bit what was saved. The same content gives the same bytes on every machine.
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

/// A named point of an entry, such as a hand or a muzzle.
typedef struct rim_named_point
{
    const char *name; ///< not NULL; several points of an entry may have the same name
    rim_vec2    at;   ///< in sprite space: in pixels from the anchor
} rim_named_point;

/// An entry: a named sprite with what belongs to it. If the entry is to be saved, the caller owns the memory behind its
/// pointers. If the entry was loaded, the rim_shapes owns that memory.
typedef struct rim_shapes_entry
{
    const char         *name; ///< not NULL or empty; unique in the block
    const char         *tag;  ///< any text by which the game groups shapes; may be "", but not NULL
    const rim_sprite   *sprite; ///< the sprite, with its mask, anchor and outline
    /// polygons in sprite space, in pixels from the anchor. `rimcast bake` writes pieces that are convex up to the
    /// rounding of coordinates, and clockwise on the screen. rim_shapes_save accepts any polygon of three corners or
    /// more
    const rim_polygon2 *pieces;
    const rim_named_point *points;
    int                    piece_count, point_count;
} rim_shapes_entry;

/// A figure. If the figure is to be saved, the caller owns the memory behind its pointers. If the figure was loaded,
/// the rim_shapes owns that memory, which is const. To move the parts of a loaded figure, copy them into an array of
/// your own.
typedef struct rim_shapes_figure
{
    const char *name; ///< not NULL or empty; unique among figures; an entry may have the same name
    const char *tag;  ///< as in an entry
    const rim_figure_part *parts; ///< the parts; their sprites must be those of entries
    /// the name of each part; "" for a part without a name. In a figure to be saved, NULL means that no part has a name
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

/// Writes shapes and figures as a block of bytes.
///
/// - Returns RIM_ERR_ARGUMENT if the name of an entry is NULL, empty or used twice, or if its tag, its sprite or the
///   name of a point is NULL. Also returns it if only the width or only the height of the entry's mask is 0, if a
///   coordinate is not finite, if a piece has fewer than three corners, or if a count is negative.
/// - Returns RIM_ERR_ARGUMENT if the name of a figure is NULL, empty or used twice, if its tag or the name of a part is
///   NULL, or if the sprite of a part belongs to no entry. Also returns it for a part that has no area or a non-finite
///   number, and for a part whose polygon is not convex or has more than RIM_PART_CORNERS corners. A part whose sprite
///   has no solid pixels is allowed.
/// - Returns RIM_ERR_SIZE if all entries together have more than 2^31 - 1 rays, pieces, corners, points or bytes of
///   text, if all figures together have more than 2^31 - 1 parts, corners or bytes of text, or if all masks together
///   have more than 2^32 - 1 words of 64 pixels.
/// - Returns RIM_ERR_MEMORY if memory runs out. After this error and the errors above, nothing has been written.
/// - Returns RIM_ERR_WRITE if the sink returns false. Part of the block may then have been written.
RIM_API rim_status rim_shapes_save(rim_sink sink, const rim_shapes_content *content);

/// A loaded block, which is const.
typedef struct rim_shapes rim_shapes;

/// Loads a block that rim_shapes_save wrote. The bytes may have any alignment and are needed only during the call.
///
/// The bytes may come from an untrusted source. The function checks all of them before it uses them, in time
/// proportional to their number. The loaded shapes take at most 64 times as much memory as the block.
///
/// Returns RIM_ERR_FORMAT if the bytes are not a block of shapes, are truncated or contradict each other. Returns
/// RIM_ERR_VERSION for a version of the format that the library cannot read. Returns RIM_ERR_CHECKSUM if the block is
/// damaged. Returns RIM_ERR_MEMORY if memory runs out. On failure `*out` is NULL.
RIM_API rim_status rim_shapes_load(rim_shapes **out, const void *bytes, size_t size,
                                   const rim_allocator *from);

/// Destroys a block and its sprites. NULL is allowed.
RIM_API void rim_shapes_destroy(rim_shapes *shapes);

/// Returns all entries and figures, in the order in which they were saved. The rim_shapes owns them. The sprites are
/// const. To change a sprite, create another one from its mask.
RIM_API rim_shapes_content rim_shapes_read(const rim_shapes *shapes);

/// Returns the entry whose name equals `name`, or NULL if there is no such entry. Takes O(log n) time for n entries.
RIM_API const rim_shapes_entry *rim_shapes_find(const rim_shapes *shapes, const char *name);

/// Returns the figure whose name equals `name`, or NULL if there is no such figure. Takes O(log n) time for n figures.
RIM_API const rim_shapes_figure *rim_shapes_find_figure(const rim_shapes *shapes, const char *name);

#ifdef __cplusplus
}
#endif

#endif
