// The inside of a sprite, and the exact way from a point of the world to a pixel.
#ifndef RIM_FLAT_SPRITE_DATA_H
#define RIM_FLAT_SPRITE_DATA_H

#include "flat/outline/field_blocks.h"
#include "flat/sprite/occupancy.h"
#include "rimcast/sprite.h"

#include <string.h>

// Stages read solid, which is bounds as floats, size, which is the mask's, and bounds_changes, which counts the updates
// that have changed bounds.
struct rim_sprite
{
    sprite_occupancy occupancy; // of the mask
    field_blocks     blocks;    // of the mask
    rim_mask        *mask;
    rim_vec2         anchor;
    rim_box2         solid;
    rim_vec2         size;
    rim_rect         bounds; // of the solid pixels
    uint64_t         bounds_changes;
    rim_edge_point  *outline;
    int              rays;

    // The outline's points that hit, packed, and the largest coordinate among them.
    float        *point_x, *point_y;
    int          *point_ray;
    int32_t      *cell_x, *cell_y; // the pixel of each one, in room for a multiple of 8
    rim_rect      cells;           // around those pixels
    int           points;
    double        reach;
    rim_allocator allocator;
};

// A place in the world that need not fit into doubles: each coordinate is a sum of three.
typedef struct sprite_place
{
    double x[3], y[3];
} sprite_place;

// From the world to pixels. With p the point and (a b c d tx ty) the pose,
//
//      u = (d (px - tx) - c (py - ty)) / det + anchor.x,     det = a d - b c
//      v = (a (py - ty) - b (px - tx)) / det + anchor.y
//
// and the pixel is (floor u, floor v).
typedef struct sprite_map
{
    double          a, b, c, d, tx, ty;
    double          det; // rounded once; 0 if and only if the pose is singular
    double          anchor_x, anchor_y;
    int             width, height;
    const rim_mask *mask;
    bool            exists; // the pose is finite and not singular
} sprite_map;

sprite_map sprite_map_make(rim_posed a);

// Is the place in a solid pixel? Exact. The place must be finite, the map exist.
bool sprite_map_is_solid(const sprite_map *map, const sprite_place *place);

// --- ordinary places --------------------------------------------------------------------------------------
//
// Most sprites are unturned and stand on whole pixels or simple fractions of them, where doubles are exact.

static inline uint32_t sprite_bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

// Returns 0 if the pose is a mere translation.
static inline uint32_t sprite_pose_turn(const rim_xform2 *m)
{
    const uint32_t one = 0x3f800000, no_sign = 0x7fffffff;
    return (sprite_bits_of(m->a) ^ one) | (sprite_bits_of(m->d) ^ one) |
           ((sprite_bits_of(m->b) | sprite_bits_of(m->c)) & no_sign);
}

// Returns 1 if x is 0 or between 2^-7 and 2^21, else 0. Sums of four such floats are exact in double: all are multiples
// of 2^-30. A number, since a branch for each would cost more than all of them.
static inline int sprite_number_is_plain(float x)
{
    const uint32_t least = 0x3c000000, end = 0x4a000000;
    uint32_t       size = sprite_bits_of(x) & 0x7fffffff;
    return (size == 0) | (size - least < end - least);
}

#endif
