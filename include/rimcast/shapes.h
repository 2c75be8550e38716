/// @file
/// Shapes as files: named sprites with their outlines, pieces, points and tags, and figures of them, in one block of bytes.
///
/// `rimcast bake art/ -o game.shapes` makes a block from images. A game loads the block from memory, much faster than it
/// could decode and bake the images, and finds shapes by name:
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
/// A loaded sprite equals the one that rim_sprite_create makes from the same mask, anchor and number of rays. Everything else
/// is bit for bit what was saved. The same content gives the same bytes on every machine;
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

/// A named place in a shape, such as a hand or a muzzle.
typedef struct rim_named_point
{
    const char *name; ///< not NULL; points of a shape may share a name
    rim_vec2    at;   ///< in sprite space: in pixels from the anchor
} rim_named_point;

/// One shape. It owns nothing: the caller does while it is saved, the rim_shapes once it is loaded.
typedef struct rim_shapes_entry
{
    const char            *name; ///< not NULL or empty; unique in the block
    const char            *tag;  ///< any text that the game groups shapes by; not NULL, "" for none
    const rim_sprite      *sprite; ///< its mask, its anchor and its outline
    /// in sprite space: in pixels from the anchor. `rimcast bake` makes pieces that are convex, but for the rounding of their
    /// coordinates, and clockwise on the screen. Saving takes any ring of three corners or more
    const rim_polygon2    *pieces;
    const rim_named_point *points;
    int                    piece_count, point_count;
} rim_shapes_entry;

/// A figure. It owns nothing: the caller does while it is saved, the rim_shapes once it is loaded. To move parts, copy them into
/// an array of your own.
typedef struct rim_shapes_figure
{
    const char *name; ///< not NULL or empty; unique among figures, and an entry may share it
    const char *tag;  ///< as an entry's
    const rim_figure_part *parts; ///< sprites are those of entries in the same content
    const char *const
        *part_names; ///< of each part, "" for none. NULL, when saving, if no part has one
    int  part_count;
} rim_shapes_figure;

/// The content of a block. Loading keeps the order of entries, figures and parts.
typedef struct rim_shapes_content
{
    const rim_shapes_entry  *entries;
    int                      entry_count;
    const rim_shapes_figure *figures;
    int                      figure_count;
} rim_shapes_content;

/// Writes sprites and figures as a block of bytes.
///
/// - RIM_ERR_ARGUMENT: an entry's name is NULL, empty or used twice; a tag, a sprite or a point's name is NULL; of a mask's
///   width and height one is 0 and the other is not; a coordinate is not finite; a piece has fewer than three corners. Of
///   figures: a name is NULL, empty or used twice; a tag or a part's name is NULL; a part's sprite is that of no entry; a part is
///   one that queries would take as not there (figure.h), or a polygon that is not convex or has more than RIM_PART_CORNERS
///   corners. The sprite itself may have no solid pixel.
/// - RIM_ERR_SIZE: all entries together have more than 2^31 - 1 rays, pieces, corners, points or bytes of text, all figures
///   more parts, corners or bytes of text, or the masks more than 2^32 - 1 words of 64 pixels.
/// - RIM_ERR_MEMORY. After these three nothing has been written.
/// - RIM_ERR_WRITE: the sink failed; it may have taken a part of the block.
RIM_API rim_status rim_shapes_save(rim_sink sink, const rim_shapes_content *content);

/// What was loaded; const from then on.
typedef struct rim_shapes rim_shapes;

/// Loads a block that rim_shapes_save wrote. The bytes may lie at any address, and are not needed afterwards.
///
/// Any bytes may be given: they are checked whole before they are used, in time in proportion to their size, and what is
/// loaded takes at most 64 bytes of memory for each of them.
///
/// RIM_ERR_FORMAT: no shapes, cut short, or not consistent; RIM_ERR_VERSION: of a later version; RIM_ERR_CHECKSUM: damaged;
/// RIM_ERR_MEMORY. On failure `*out` is NULL.
RIM_API rim_status rim_shapes_load(rim_shapes **out, const void *bytes, size_t size,
                                   const rim_allocator *from);

/// NULL is allowed. The sprites go, too.
RIM_API void rim_shapes_destroy(rim_shapes *shapes);

/// All that was loaded, in the order in which it was saved; owned by the shapes. Sprites are const: to dig into one, make another
/// one of its mask.
RIM_API rim_shapes_content rim_shapes_read(const rim_shapes *shapes);

/// The entry of that name, or NULL. Takes time in proportion to the logarithm of the number of entries.
RIM_API const rim_shapes_entry *rim_shapes_find(const rim_shapes *shapes, const char *name);

/// The figure of that name, or NULL, likewise.
RIM_API const rim_shapes_figure *rim_shapes_find_figure(const rim_shapes *shapes, const char *name);

#ifdef __cplusplus
}
#endif

#endif
