#include "flat/sprite/occupancy.h"

#include "base/memory.h"
#include "flat/mask/bits.h"

#include <assert.h>
#include <string.h>

enum
{
    PLANE_ALIGN = 64, // bytes, a vector of eight rows
    MAX_ROWS_PLAIN =
        256 // pixels: a mask up to this height has no squares, as its blocks are just four vectors
};

// Returns a bit for each byte of the word: bit i is set if byte i is not zero. The shifts collect each byte's bits in its
// lowest bit; the product moves bit 8 i to bit 56 + i, as 8 i + 7 (8 - i) = 56 + i.
static uint64_t bytes_in_use(uint64_t word)
{
    word |= word >> 4;
    word |= word >> 2;
    word |= word >> 1;
    word &= 0x0101010101010101u;
    return word * 0x0102040810204080u >> 56;
}

// Returns a bit for each block of a row in a strip of 64 blocks: set if the block has a solid pixel.
static uint64_t block_row(const rim_mask *mask, int strip, int row)
{
    uint64_t blocks = 0;
    for (int i = 0; i < 8 && 8 * strip + i < mask->strips; i++)
    {
        const uint64_t *rows = mask_strip(mask, 8 * strip + i) + 8 * row;
        uint64_t        any = 0;
        for (int y = 0; y < 8; y++) any |= rows[y];
        blocks |= bytes_in_use(any) << 8 * i;
    }
    return blocks;
}

// Computes the blocks of `solid` over a part of the mask, and those of `dilated` that depend on them. Row y + 1 of `dilated`
// is the or of rows y and y + 1 of `solid`, each with itself shifted by a block. Row -1 and the row after the last are empty.
static void bake_rows(sprite_occupancy *o, rim_rect part)
{
    mask_blocks *blocks = &o->blocks;
    size_t       pitch = (size_t)blocks->pitch;
    int          first = part.y0 >> 3, end = ((part.y1 - 1) >> 3) + 1;
    int          left = part.x0 >> 9, right = (part.x1 - 1) >> 9;
    for (int strip = left; strip <= right; strip++)
        for (int row = first; row < end; row++)
            blocks->solid[(size_t)strip * pitch + (size_t)row] = block_row(o->mask, strip, row);

    for (int strip = left > 0 ? left - 1 : 0; strip <= right; strip++)
    {
        const uint64_t *solid = blocks->solid + (size_t)strip * pitch;
        uint64_t       *dilated = blocks->dilated + (size_t)strip * pitch;
        for (int row = first; row <= end && row <= o->rows; row++)
        {
            uint64_t here = solid[row], beside = 0;
            if (row > 0) here |= solid[row - 1];
            if (strip + 1 < blocks->strips)
            {
                beside = solid[pitch + (size_t)row];
                if (row > 0) beside |= solid[pitch + (size_t)row - 1];
            }
            dilated[row] = here | here >> 1 | beside << 63;
        }
    }
}

enum
{
    DILATED_ROWS = 64 // that are made at a time
};

// Stores the or of each row of a strip and the seven rows below it, from row y on. The strip may be the guard strip.
static void or_columns(uint64_t *out, const rim_mask *mask, int strip, int y, int count)
{
    const uint64_t *rows = mask_strip(mask, strip) + y;
    for (int i = 0; i < count; i++, rows++)
        out[i] = rows[0] | rows[1] | rows[2] | rows[3] | rows[4] | rows[5] | rows[6] | rows[7];
}

// Computes the dilated pixels that depend on a part of the mask: its own, 7 rows above and 7 columns to the left of them. Takes
// the or of 8 rows first, then, from right to left, of 8 columns of that.
static void bake_dilated_pixels(sprite_occupancy *o, rim_rect part)
{
    uint64_t columns[2][DILATED_ROWS];
    int      right = (part.x1 - 1) >> 6, left = part.x0 >= 64 ? (part.x0 >> 6) - 1 : 0;
    for (int y = part.y0 - 7; y < part.y1; y += DILATED_ROWS)
    {
        int count = part.y1 - y < DILATED_ROWS ? part.y1 - y : DILATED_ROWS;
        or_columns(columns[(right + 1) & 1], o->mask, right + 1, y, count);
        for (int strip = right; strip >= left; strip--)
        {
            const uint64_t *own = columns[strip & 1], *beside = columns[(strip + 1) & 1];
            uint64_t       *dilated =
                o->blocks.dilated_pixels + (ptrdiff_t)strip * o->blocks.dilated_pitch + y;
            or_columns(columns[strip & 1], o->mask, strip, y, count);
            for (int i = 0; i < count; i++)
            {
                uint64_t here = own[i], next = beside[i];
                here |= here >> 1 | next << 63;
                next |= next >> 1;
                here |= here >> 2 | next << 62;
                next |= next >> 2;
                dilated[i] = here | here >> 4 | next << 60;
            }
        }
    }
}

// Computes rows first .. end - 1 of the solid squares, and the rows of dilated squares that depend on them.
static void bake_squares(sprite_occupancy *o, int first, int end)
{
    mask_blocks *blocks = &o->blocks;
    uint64_t    *solid = blocks->solid_squares, *dilated = blocks->dilated_squares;
    for (int row = first; row < end; row++)
    {
        solid[row] = 0;
        for (int strip = 0; strip < blocks->strips; strip++)
        {
            const uint64_t *rows = blocks->solid + strip * (ptrdiff_t)blocks->pitch + 8 * row;
            uint64_t        any = 0;
            for (int y = 0; y < 8; y++) any |= rows[y];
            solid[row] |= bytes_in_use(any) << 8 * strip;
        }
    }
    for (int row = first; row <= end && row <= blocks->square_rows; row++)
    {
        uint64_t here = row > 0 ? solid[row - 1] : 0;
        if (row < blocks->square_rows) here |= solid[row];
        dilated[row] = here | here >> 1;
    }
}

// Computes all planes where they depend on a part of the mask.
static void bake_part(sprite_occupancy *o, rim_rect part)
{
    if (rim_rect_is_empty(part)) return;
    bake_rows(o, part);
    if (o->blocks.dilated_pixels) bake_dilated_pixels(o, part);
    if (o->blocks.square_rows) bake_squares(o, part.y0 >> 6, ((part.y1 - 1) >> 6) + 1);
}

static void occupancy_set_bounds(sprite_occupancy *o, rim_rect bounds)
{
    o->blocks.first_x = bounds.x0;
    o->blocks.first_y = bounds.y0;
    o->blocks.last_x = bounds.x1 - 1;
    o->blocks.last_y = bounds.y1 - 1;
}

// Returns the smallest rectangle around the solid pixels inside a part of the mask; the empty one if there is none.
static rim_rect solid_bounds(const rim_mask *mask, rim_rect part)
{
    rim_rect box = { part.x1, part.y1, part.x0, part.y0 };
    for (int strip = part.x0 >> 6; strip <= (part.x1 - 1) >> 6; strip++)
    {
        const uint64_t *rows = mask_strip(mask, strip);
        uint64_t        inside = mask_columns_in(strip, part.x0, part.x1), columns = 0;
        for (int y = part.y0; y < part.y1; y++)
        {
            uint64_t row = rows[y] & inside;
            if (!row) continue;
            columns |= row;
            if (y < box.y0) box.y0 = y;
            if (y >= box.y1) box.y1 = y + 1;
        }
        if (!columns) continue;
        int left = 64 * strip + mask_lowest(columns),
            right = 64 * strip + mask_highest(columns) + 1;
        if (left < box.x0) box.x0 = left;
        if (right > box.x1) box.x1 = right;
    }
    return box.x0 < box.x1 ? box : rim_rect_make(0, 0, 0, 0);
}

// Returns the first of rows from .. end - 1 that has a solid pixel; `end` if there is none.
static int first_solid_row(const rim_mask *mask, int from, int end)
{
    for (int strip = 0; strip < mask->strips; strip++)
    {
        const uint64_t *rows = mask_strip(mask, strip);
        int             y = from;
        while (y < end && !rows[y]) y++;
        end = y;
    }
    return end;
}

// Returns the last of rows from .. last that has a solid pixel; from - 1 if there is none.
static int last_solid_row(const rim_mask *mask, int from, int last)
{
    int found = from - 1;
    for (int strip = 0; strip < mask->strips; strip++)
    {
        const uint64_t *rows = mask_strip(mask, strip);
        int             y = last;
        while (y > found && !rows[y]) y--;
        found = y;
    }
    return found;
}

// Returns a bit for each column of a strip: set if it has a solid pixel in rows top .. bottom - 1.
static uint64_t solid_columns(const rim_mask *mask, int strip, int top, int bottom)
{
    const uint64_t *rows = mask_strip(mask, strip);
    uint64_t        columns = 0;
    for (int y = top; y < bottom; y++) columns |= rows[y];
    return columns;
}

// Returns the bounds after a part has changed. A side of the old bounds stays if the part does not reach it, or still
// has a pixel there; only other sides are searched, from where they were inward.
static rim_rect bounds_after(const sprite_occupancy *o, rim_rect part)
{
    rim_rect old = occupancy_bounds(o), now = solid_bounds(o->mask, part), out = old;
    if (rim_rect_is_empty(old)) return now;
    bool empty = rim_rect_is_empty(now);
    if (!empty)
        out = rim_rect_make(now.x0 < old.x0 ? now.x0 : old.x0, now.y0 < old.y0 ? now.y0 : old.y0,
                            now.x1 > old.x1 ? now.x1 : old.x1, now.y1 > old.y1 ? now.y1 : old.y1);
    if (rim_rect_is_empty(rim_rect_intersect(old, part))) return out;

    if (part.y0 <= old.y0 && (empty || now.y0 > old.y0))
        out.y0 = first_solid_row(o->mask, old.y0, out.y1);
    if (out.y0 >= out.y1) return rim_rect_make(0, 0, 0, 0);
    if (part.y1 >= old.y1 && (empty || now.y1 < old.y1))
        out.y1 = last_solid_row(o->mask, out.y0, old.y1 - 1) + 1;
    if (part.x0 <= old.x0 && (empty || now.x0 > old.x0))
    {
        int      strip = old.x0 >> 6;
        uint64_t columns;
        while (!(columns = solid_columns(o->mask, strip, out.y0, out.y1))) strip++;
        out.x0 = 64 * strip + mask_lowest(columns);
    }
    if (part.x1 >= old.x1 && (empty || now.x1 < old.x1))
    {
        int      strip = (old.x1 - 1) >> 6;
        uint64_t columns;
        while (!(columns = solid_columns(o->mask, strip, out.y0, out.y1))) strip--;
        out.x1 = 64 * strip + mask_highest(columns) + 1;
    }
    return out;
}

// Returns n rounded up to a multiple of 8.
static size_t eights(size_t n)
{
    return (n + 7) / 8 * 8;
}

// The number of words of each plane.
typedef struct plane_sizes
{
    size_t pitch;
    size_t blocks; // of solid, and of dilated as well
    size_t dilated_pitch;
    size_t dilated_pixels;
    size_t solid_squares;
    size_t dilated_squares;
} plane_sizes;

// Returns the sizes, in words, of the bitmaps for a mask. Only masks up to MASK_SWEPT_SIDE have dilated pixels, and of
// these only those above MAX_ROWS_PLAIN have squares.
static plane_sizes occupancy_sizes_of(const rim_mask *mask, size_t strips)
{
    plane_sizes size = { 0 };
    size_t      height = (size_t)mask->height, width = (size_t)mask->width;
    size.pitch = eights((height + 7) / 8 + 1) + MASK_GUARD;
    size.blocks = strips * size.pitch;
    if (width > MASK_SWEPT_SIDE || height > MASK_SWEPT_SIDE) return size;
    size.dilated_pitch = eights(height) + MASK_GUARD;
    size.dilated_pixels = ((size_t)mask->strips + 1) * size.dilated_pitch;
    if (height <= MAX_ROWS_PLAIN) return size;
    size.solid_squares = eights((height + 63) / 64);
    size.dilated_squares = eights((height + 63) / 64 + 1) + 2 * MASK_GUARD;
    return size;
}

// Allocates all bitmaps in one block and computes them.
rim_status occupancy_bake(sprite_occupancy *out, const rim_mask *mask, const rim_allocator *from)
{
    assert(out && mask);
    memset(out, 0, sizeof *out);
    size_t      strips = ((size_t)mask->width + 511) / 512;
    plane_sizes size = occupancy_sizes_of(mask, strips);
    size_t      words =
        2 * size.blocks + size.dilated_pixels + size.solid_squares + size.dilated_squares;
    size_t bytes = PLANE_ALIGN + words * sizeof(uint64_t);

    rim_allocator owner = memory_allocator_or_default(from);
    void         *planes = memory_allocate_zeroed(&owner, 1, bytes);
    if (!planes) return RIM_ERR_MEMORY;
    uintptr_t   start = ((uintptr_t)planes + PLANE_ALIGN - 1) & ~(uintptr_t)(PLANE_ALIGN - 1);
    uint64_t   *solid = (uint64_t *)start, *dilated_pixels = solid + 2 * size.blocks;
    mask_blocks blocks = {
        .words = mask->words,
        .word_pitch = (int32_t)mask->pitch,
        .pitch = (int32_t)size.pitch,
        .solid = solid,
        .dilated = solid + size.blocks,
        .dilated_pixels = size.dilated_pixels ? dilated_pixels + MASK_GUARD : NULL,
        .dilated_pitch = (int32_t)size.dilated_pitch,
        .square_rows = size.solid_squares ? (mask->height + 63) / 64 : 0,
        .solid_squares = dilated_pixels + size.dilated_pixels,
        .dilated_squares = dilated_pixels + size.dilated_pixels + size.solid_squares + MASK_GUARD,
        .strips = (int32_t)strips,
        .kernels = mask->kernels,
    };
    out->blocks = blocks;
    out->mask = mask;
    out->rows = (mask->height + 7) / 8;
    out->from = owner;
    out->planes = planes;
    out->bytes = bytes;
    occupancy_set_bounds(out, rim_mask_bounds(mask));
    bake_part(out, rim_rect_make(0, 0, mask->width, mask->height));
    return RIM_OK;
}

void occupancy_release(sprite_occupancy *occupancy)
{
    if (occupancy->planes) memory_release(&occupancy->from, occupancy->planes, 1, occupancy->bytes);
    memset(occupancy, 0, sizeof *occupancy);
}

// Computes the bits again that depend on a changed rectangle.
void occupancy_update(sprite_occupancy *occupancy, rim_rect changed)
{
    const rim_mask *mask = occupancy->mask;
    rim_rect        whole = rim_rect_make(0, 0, mask->width, mask->height);
    rim_rect        part = rim_rect_intersect(changed, whole);
    if (rim_rect_is_empty(part)) return;
    occupancy_set_bounds(occupancy, bounds_after(occupancy, part));
    bake_part(occupancy, part);
}

rim_rect occupancy_bounds(const sprite_occupancy *occupancy)
{
    const mask_blocks *blocks = &occupancy->blocks;
    return rim_rect_make(blocks->first_x, blocks->first_y, blocks->last_x + 1, blocks->last_y + 1);
}
