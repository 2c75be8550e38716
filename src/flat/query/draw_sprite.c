// Drawing a posed sprite into a mask: the pixels of the world whose centers are in a solid pixel.
#include "rimcast/sprite_query.h"

#include "base/exact.h"
#include "base/float.h"
#include "flat/mask/bits.h"
#include "flat/query/relative_transform.h"
#include "flat/sprite/data.h"

#include <math.h>

// Columns from .. to - 1 of a row.
typedef struct draw_range
{
    int from, to;
} draw_range;

// Returns 64 pixels of the mask, `word`, combined with those that show the sprite. The default case is
// RIM_MASK_AND_NOT.
static uint64_t draw_combine(uint64_t word, rim_mask_op op, uint64_t sprite)
{
    switch (op)
    {
    case RIM_MASK_AND:
        return word & sprite;
    case RIM_MASK_OR:
        return word | sprite;
    case RIM_MASK_XOR:
        return word ^ sprite;
    default:
        return word & ~sprite;
    }
}

// Reduces the range to the pixels x of row y that may show columns (or rows) lo .. hi - 1 of the sprite, with a pixel
// more on both sides. `form` maps x and y to the sprite's column (or row), so these are the x with
//
//      lo - 1 <= p x + (q y + r) < hi + 1,
//
// widened by the form's error. If there are none, the range is empty: from >= to.
static draw_range draw_cut(draw_range range, const pair_form *form, int y, int lo, int hi)
{
    double at_0 = form->q * y + form->r, margin = 1.0 + form->error;
    double to_lo = lo - margin - at_0, to_hi = hi + margin - at_0;
    if (form->p == 0.0)
    {
        if (to_lo > 0.0 || to_hi < 0.0) range.to = range.from;
        return range;
    }
    double x_lo = to_lo / form->p, x_hi = to_hi / form->p;
    double first = x_lo < x_hi ? x_lo : x_hi, last = x_lo < x_hi ? x_hi : x_lo;
    // Only numbers inside the range, which fit an int, are rounded to one.
    if (first > range.from) range.from = first < range.to ? float_floor_int(first) : range.to;
    if (last + 1.0 < range.to) range.to = last > range.from ? float_ceil_int(last) + 1 : range.from;
    return range;
}

// Returns a word with a bit for each of the 64 pixels of a strip in row y of the mask that is drawn to. A bit is set if
// the pixel is in the range and shows the sprite. `map` leads from the centers of these pixels to the columns and rows
// of the sprite's mask, `pixels`.
static uint64_t draw_word(pixel_map *map, const rim_mask *pixels, int strip, draw_range range,
                          int y)
{
    uint64_t word = 0;
    int      from = range.from > 64 * strip ? range.from : 64 * strip;
    int      to = range.to < 64 * strip + 64 ? range.to : 64 * strip + 64;
    for (int x = from; x < to; x++)
    {
        int column = pair_form_floor(&map->u, x, y);
        if ((unsigned)column >= (unsigned)pixels->width) continue;
        word |= (uint64_t)mask_solid(pixels, column, pair_form_floor(&map->v, x, y)) << (x & 63);
    }
    return word;
}

// Computes, along one axis, the offset of an unturned sprite in the mask. Pixel x of the mask shows the sprite's column
// at its center x + 0.5, which is  floor(x + 0.5 - t + anchor) = x - *offset.  Returns false if a number would round,
// or the offset does not fit an int.
static bool draw_offset(double t, double anchor, int *offset)
{
    exact_pair to_corner = exact_add(anchor, -t), column = exact_add(to_corner.head, 0.5);
    *offset = -float_floor_int(column.head);
    return to_corner.tail == 0.0 && column.tail == 0.0 && fabs(column.head) < PAIR_FAR_CELL;
}

// Draws an unturned sprite of scale 1 by whole words: its pixels appear at a whole offset (draw_offset). Returns false,
// and draws nothing, for other poses, and where draw_offset returns false.
static bool draw_unturned(rim_mask *mask, rim_mask_op op, rim_posed sprite)
{
    rim_xform2 m = sprite.pose;
    int        dx, dy;
    if (m.a != 1.0f || m.b != 0.0f || m.c != 0.0f || m.d != 1.0f) return false;
    if (!draw_offset(m.tx, sprite.sprite->anchor.x, &dx)) return false;
    if (!draw_offset(m.ty, sprite.sprite->anchor.y, &dy)) return false;
    rim_mask_combine(mask, op, sprite.sprite->mask, dx, dy);
    return true;
}

// Combines row y of `mask` with a sprite. `pixels` is the sprite's mask, and `solid` the bounds of its solid pixels.
// `map` leads from the centers of the pixels of `mask` to the sprite's columns and rows. No column outside of `range`
// shows the sprite.
static void draw_row(rim_mask *mask, rim_mask_op op, const rim_mask *pixels, rim_rect solid,
                     pixel_map *map, draw_range range, int y)
{
    range = draw_cut(range, &map->u, y, solid.x0, solid.x1);
    range = draw_cut(range, &map->v, y, solid.y0, solid.y1);
    bool is_empty = range.from >= range.to;
    int  first_strip = range.from >> 6, last_strip = (range.to - 1) >> 6;
    if (op == RIM_MASK_AND)
    {
        // It also clears the pixels outside the sprite; no other operation changes these.
        first_strip = 0;
        last_strip = mask->strips - 1;
    }
    else if (is_empty)
        return;
    for (int strip = first_strip; strip <= last_strip; strip++)
    {
        uint64_t *word = mask_strip(mask, strip) + y;
        uint64_t  shown = is_empty ? 0 : draw_word(map, pixels, strip, range, y);
        *word = draw_combine(*word, op, shown);
    }
}

// A sprite without pixels, or with a pose that cannot be used, shows nowhere.
void rim_mask_draw_sprite(rim_mask *mask, rim_mask_op op, rim_posed sprite)
{
    RIM_ASSERT(sprite.sprite, "the sprite is NULL");
    RIM_ASSERT(sprite_pose_is_set(&sprite.pose), "a pose was never set");
    const rim_mask *pixels = sprite.sprite ? sprite.sprite->mask : NULL;
    if (!pixels || !pair_pose_is_usable(sprite.pose) || !pixels->width || !pixels->height)
    {
        if (op == RIM_MASK_AND) rim_mask_fill(mask, false);
        return;
    }
    if (draw_unturned(mask, op, sprite)) return;

    // Coordinates (x, y) of this frame are the mask's point (x + 1/2, y + 1/2), the center of pixel (x, y).
    pair_frame centers = { .pose = rim_xform2_identity(),
                           .anchor = { -0.5f, -0.5f },
                           .reach_x = mask->width,
                           .reach_y = mask->height };
    rim_rect   solid = sprite.sprite->bounds;
    rim_box2   box = rim_sprite_bounds(sprite);
    pixel_map  map;
    pixel_map_init(&map, centers, pair_frame_of(sprite));
    for (int y = 0; y < mask->height; y++)
    {
        draw_range range = { 0, mask->width };
        if (y + 1.0 < box.lo.y || (double)y > box.hi.y) range.to = 0;
        draw_row(mask, op, pixels, solid, &map, range, y);
    }
}
