/// @file
/// Sprites: a mask with an anchor, an outline, and what makes queries fast, baked once.
///
/// Sprite space has its origin at the anchor, x right, y down, one unit a pixel. A posed sprite is a
/// sprite and the affine map that puts it into the world; any map will do: moved, turned, scaled,
/// flipped, sheared. A singular map leaves no area: it hits nothing.
#ifndef RIMCAST_SPRITE_H
#define RIMCAST_SPRITE_H

#include "rimcast/base.h"
#include "rimcast/box.h"
#include "rimcast/mask.h"
#include "rimcast/outline.h"
#include "rimcast/xform2.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rim_sprite rim_sprite;

/// Zero means: anchor in the centre (width / 2, height / 2), 36 rays, malloc.
typedef struct rim_sprite_options
{
    bool                 has_anchor;
    rim_vec2             anchor; ///< in pixels from the mask's top left corner; used if has_anchor
    int                  rays;   ///< of the outline, up to RIM_OUTLINE_MAX_RAYS; 0 means 36
    const rim_allocator *allocator;
} rim_sprite_options;

/// A sprite and where it is. Small enough to be passed by value.
typedef struct rim_posed
{
    const rim_sprite *sprite;
    rim_xform2        pose; ///< sprite space to the world
} rim_posed;

/// A value that borrows the sprite.
static inline rim_posed rim_posed_make(const rim_sprite *sprite, rim_xform2 pose)
{
    rim_posed posed;
    posed.sprite = sprite;
    posed.pose = pose;
    return posed;
}

/// Bakes a sprite. The mask is copied. NULL options are all zero.
/// RIM_ERR_ARGUMENT for a non-finite anchor or rays out of range. On failure `*out` is NULL.
RIM_API rim_status rim_sprite_create(rim_sprite **out, const rim_mask *mask,
                                     const rim_sprite_options *options);

/// Takes over the mask's pixels inside the rectangle and bakes again what follows from them: the way to
/// dig into a terrain or to burn a hole. The mask must have the size of the sprite's own (else
/// RIM_ERR_SIZE, and nothing is changed); outside the rectangle it is not looked at. Afterwards the sprite
/// is what rim_sprite_create would make of its pixels. Allocates nothing. The cost goes with the rectangle, and,
/// far less, with the mask's rows.
RIM_API rim_status rim_sprite_update(rim_sprite *sprite, const rim_mask *mask, rim_rect changed);

/// NULL is allowed.
RIM_API void rim_sprite_destroy(rim_sprite *sprite);

/// The sprite's own mask, as it was baked or last updated; owned by the sprite.
RIM_API const rim_mask *rim_sprite_mask(const rim_sprite *sprite);
/// In pixels from the mask's top left corner: where sprite space has its origin.
RIM_API rim_vec2        rim_sprite_anchor(const rim_sprite *sprite);

/// The outline's points in sprite space, one a ray, in ray order; owned by the sprite.
RIM_API const rim_edge_point *rim_sprite_outline(const rim_sprite *sprite, int *rays);

/// The box in the world around the whole image rectangle, solid or not, in this pose.
RIM_API rim_box2 rim_sprite_image_bounds(rim_posed a);

/// The box in the world around the solid pixels; never smaller than they are. Empty for an empty mask.
RIM_API rim_box2 rim_sprite_bounds(rim_posed a);

/// Is the world point in the shape, in a solid pixel's half-open square (mapped back to sprite space)?
/// Exact for the float values of the pose and the point. Singular poses contain nothing.
RIM_API bool rim_sprite_contains(rim_posed a, rim_vec2 p);

/// Is the world point in the box rim_sprite_image_bounds, border included?
RIM_API bool rim_sprite_box_contains(rim_posed a, rim_vec2 p);

/// The first of a's outline points, in ray order, that lies in b's shape: its ray, or -1. Exact for the
/// float values of the points and of both poses: nothing is rounded on the way through the world. A
/// singular or non-finite pose of either hits nothing. The cost is a few nanoseconds a point.
RIM_API int rim_sprite_outline_first(rim_posed a, rim_posed b);

/// All of a's outline points that lie in b's shape: writes up to capacity rays in ascending order and
/// returns how many there are. points may be NULL when capacity is 0.
RIM_API int rim_sprite_outline_hits(rim_posed a, rim_posed b, int *rays, int capacity);

/// Do a and b share a solid pixel when b's image has its top left corner at pixel (dx, dy) of a's?
/// The answer of rim_mask_overlaps, found through the baked hierarchy.
RIM_API bool rim_sprite_overlaps_at(const rim_sprite *a, const rim_sprite *b, int dx, int dy);

#ifdef __cplusplus
}
#endif

#endif
