/// @file
/// Shape files: named sprites with outlines, pieces, points and tags, and figures of these sprites, in one block of
/// bytes.
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

/// One shape. Its pointers belong to the caller when it is saved, and to the rim_shapes when it was loaded.
typedef struct rim_shapes_entry
{
    const char            *name;   ///< not NULL or empty; unique in the block
    const char            *tag;    ///< any text by which the game groups shapes; not NULL, "" for
                                   ///< none
    const rim_sprite      *sprite; ///< its mask, its anchor and its outline
    /// in sprite space: in pixels from the anchor. `rimcast bake` makes convex pieces (up to the rounding of
    /// coordinates), clockwise on the screen. rim_shapes_save takes any polygon of three corners or more
    const rim_polygon2    *pieces;
    const rim_named_point *points;
    int                    piece_count, point_count;
} rim_shapes_entry;

/// A figure. Its pointers belong to the caller when it is saved, and to the rim_shapes when it was loaded. To move
/// parts, copy them into an array of your own.
typedef struct rim_shapes_figure
{
    const char *name; ///< not NULL or empty; unique among figures, and an entry may share it
    const char *tag;  ///< as in an entry
    const rim_figure_part *parts; ///< sprites are those of entries in the same content
    /// of each part, "" for none. NULL, when saving, if no part has one
    const char *const     *part_names;
    int                    part_count;
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
/// - RIM_ERR_ARGUMENT: an entry's name is NULL, empty or used twice; a tag, a sprite or the name of a point is NULL;
///   only one of a mask's width and height is 0; a coordinate is not finite; a piece has fewer than three corners.
///   For figures: a name is NULL, empty or used twice; a tag or the name of a part is NULL; the sprite of a part
///   belongs to no entry; queries would ignore a part (figure.h); the polygon of a part is not convex or has more
///   than RIM_PART_CORNERS corners. A sprite without solid pixels is allowed.
/// - RIM_ERR_SIZE: all entries together have more than 2^31 - 1 rays, pieces, corners, points or bytes of text, all figures
///   more parts, corners or bytes of text, or the masks more than 2^32 - 1 words of 64 pixels.
/// - RIM_ERR_MEMORY. After these three errors nothing has been written.
/// - RIM_ERR_WRITE: the sink failed; part of the block may have been written.
RIM_API rim_status rim_shapes_save(rim_sink sink, const rim_shapes_content *content);

/// A loaded block; const after loading.
typedef struct rim_shapes rim_shapes;

/// Loads a block that rim_shapes_save wrote. The bytes may lie at any address, and are not needed afterwards.
///
/// Any bytes may be given. All of them are checked before they are used, in time proportional to their number. A
/// loaded block takes at most 64 bytes of memory per byte.
///
/// RIM_ERR_FORMAT: not a block of shapes, truncated, or inconsistent; RIM_ERR_VERSION: written by a later version;
/// RIM_ERR_CHECKSUM: damaged; RIM_ERR_MEMORY. On failure `*out` is NULL.
RIM_API rim_status rim_shapes_load(rim_shapes **out, const void *bytes, size_t size,
                                   const rim_allocator *from);

/// Destroys the shapes and their sprites. NULL is allowed.
RIM_API void rim_shapes_destroy(rim_shapes *shapes);

/// Returns all entries and figures in the order in which they were saved; owned by the shapes. Sprites are const: to
/// change one, create another sprite from its mask.
RIM_API rim_shapes_content rim_shapes_read(const rim_shapes *shapes);

/// Returns the entry with a name, or NULL. Takes time proportional to the logarithm of the number of entries.
RIM_API const rim_shapes_entry *rim_shapes_find(const rim_shapes *shapes, const char *name);

/// Returns the figure with a name, or NULL, in the same way.
RIM_API const rim_shapes_figure *rim_shapes_find_figure(const rim_shapes *shapes, const char *name);

#ifdef __cplusplus
}
#endif

#endif
