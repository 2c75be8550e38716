/// @file
/// Shapes as files: sprites with their outlines, convex pieces, points and tags in one block of bytes.
///
/// `rimcast bake art/ -o game.shapes` makes such a block from images; a game loads it from memory in a fraction of the time
/// that decoding and baking the images takes, and asks for shapes by name:
///
///     rim_shapes *shapes;
///     rim_status  status = rim_shapes_load(&shapes, bytes, size, NULL);
///     ...
///     const rim_shapes_entry *bat = rim_shapes_find(shapes, "enemies/bat");
///     rim_posed               posed = { bat->sprite, pose };
///
/// A loaded sprite is what rim_sprite_create makes of the same mask, anchor and number of rays; pieces, points and tags are
/// those that were saved, bit for bit. The same content gives the same bytes on every machine. docs/shapes-file.md
/// describes them.
#ifndef RIMCAST_SHAPES_H
#define RIMCAST_SHAPES_H

#include "rimcast/base.h"
#include "rimcast/shape2.h"
#include "rimcast/sprite.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A place in a shape that has a name: a hand, a muzzle.
typedef struct rim_named_point
{
    const char *name; ///< not NULL; two of a shape may share one
    rim_vec2    at;   ///< in sprite space: in pixels from the anchor
} rim_named_point;

/// One shape. Everything is borrowed: from the caller while it is saved, from the rim_shapes once it is loaded.
typedef struct rim_shapes_entry
{
    const char            *name;   ///< not empty; no two entries of a block share one
    const char            *tag;    ///< any text by which the game groups shapes; "" is none
    const rim_sprite      *sprite; ///< its mask, its anchor and its outline
    /// in sprite space: in pixels from the anchor. Those of `rimcast bake` are convex and clockwise on the screen, but for the
    /// rounding of their corners; here any rings of three corners or more will do
    const rim_polygon2    *pieces;
    const rim_named_point *points;
    int                    piece_count, point_count;
} rim_shapes_entry;

/// What a block holds. The order of the entries is kept.
typedef struct rim_shapes_content
{
    const rim_shapes_entry *entries;
    int                     entry_count;
} rim_shapes_content;

/// Writes a block.
/// RIM_ERR_ARGUMENT, and nothing written, for a name that is NULL, empty or of two entries, for a tag that is NULL, for a sprite
/// that is NULL or has a width without a height, for a coordinate that is not finite, and for a piece of fewer than three
/// corners. RIM_ERR_SIZE, and nothing written, for more than 2^31 - 1 of anything, words
/// of masks excepted (2^32 - 1). RIM_ERR_MEMORY, and nothing written; RIM_ERR_WRITE.
RIM_API rim_status rim_shapes_save(rim_sink sink, const rim_shapes_content *content);

/// What was loaded; const from then on.
typedef struct rim_shapes rim_shapes;

/// Loads a block. The bytes may lie at any address, and are not needed afterwards.
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

#ifdef __cplusplus
}
#endif

#endif
