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

// Computes rows first .. end - 1 of `solid`, and the rows of `dilated` that depend on them.
static void bake_rows(sprite_occupancy *o, int first, int end)
{
    mask_blocks *blocks = &o->blocks;
    size_t       pitch = (size_t)blocks->pitch;
    for (int strip = 0; strip < blocks->strips; strip++)
        for (int row = first; row < end; row++)
            blocks->solid[(size_t)strip * pitch + (size_t)row] = block_row(o->mask, strip, row);

    // Row y + 1 of `dilated` is the or of rows y and y + 1 of `solid`, each with itself shifted by a block. Row -1 and the
    // row after the last are empty.
    for (int strip = 0; strip < blocks->strips; strip++)
    {
        const uint64_t *solid = blocks->solid + (size_t)strip * pitch;
        uint64_t       *dilated = blocks->dilated + (size_t)strip * pitch;
        for (int row = first; row <= end && row <= o->rows; row++)
        {
            uint64_t here = solid[row], right = 0;
            if (row > 0) here |= solid[row - 1];
            if (strip + 1 < blocks->strips)
            {
                right = solid[pitch + (size_t)row];
                if (row > 0) right |= solid[pitch + (size_t)row - 1];
            }
            dilated[row] = here | here >> 1 | right << 63;
        }
    }
}

// Computes the dilated pixels that depend on rows first .. end - 1: these rows and the 7 above them. Takes the or of 8 rows
// first, then of 8 columns of that.
static void bake_dilated_pixels(sprite_occupancy *o, int first, int end)
{
    mask_blocks *blocks = &o->blocks;
    size_t       pitch = (size_t)blocks->dilated_pitch;
    int          from = first - 7, strips = o->mask->strips;
    for (int strip = 0; strip < strips; strip++)
    {
        const uint64_t *rows = mask_strip(o->mask, strip);
        uint64_t       *dilated_pixels = blocks->dilated_pixels + (size_t)strip * pitch;
        for (int y = from; y < end; y++)
            dilated_pixels[y] = rows[y] | rows[y + 1] | rows[y + 2] | rows[y + 3] | rows[y + 4] |
                                rows[y + 5] | rows[y + 6] | rows[y + 7];
    }
    for (int strip = 0; strip < strips; strip++)
    {
        uint64_t *dilated_pixels = blocks->dilated_pixels + (size_t)strip * pitch,
                 *right = dilated_pixels + pitch;
        for (int y = from; y < end; y++)
        {
            uint64_t here = dilated_pixels[y], next = right[y];
            here |= here >> 1 | next << 63;
            next |= next >> 1;
            here |= here >> 2 | next << 62;
            next |= next >> 2;
            dilated_pixels[y] = here | here >> 4 | next << 60;
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

// Computes all planes where they depend on rows first .. end - 1 of pixels.
static void bake_part(sprite_occupancy *o, int first, int end)
{
    if (first >= end) return;
    bake_rows(o, first >> 3, ((end - 1) >> 3) + 1);
    if (o->blocks.dilated_pixels) bake_dilated_pixels(o, first, end);
    if (o->blocks.square_rows) bake_squares(o, first >> 6, ((end - 1) >> 6) + 1);
}

static void bake_bounds(sprite_occupancy *o)
{
    rim_rect bounds = rim_mask_bounds(o->mask);
    o->blocks.first_x = bounds.x0;
    o->blocks.first_y = bounds.y0;
    o->blocks.last_x = bounds.x1 - 1;
    o->blocks.last_y = bounds.y1 - 1;
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
    bake_bounds(out);
    bake_part(out, 0, mask->height);
    return RIM_OK;
}

void occupancy_release(sprite_occupancy *occupancy)
{
    if (occupancy->planes) memory_release(&occupancy->from, occupancy->planes, 1, occupancy->bytes);
    memset(occupancy, 0, sizeof *occupancy);
}

void occupancy_update(sprite_occupancy *occupancy, rim_rect changed)
{
    const rim_mask *mask = occupancy->mask;
    rim_rect        whole = rim_rect_make(0, 0, mask->width, mask->height);
    rim_rect        part = rim_rect_intersect(changed, whole);
    if (rim_rect_is_empty(part)) return;
    bake_bounds(occupancy);
    bake_part(occupancy, part.y0, part.y1);
}

rim_rect occupancy_bounds(const sprite_occupancy *occupancy)
{
    const mask_blocks *blocks = &occupancy->blocks;
    return rim_rect_make(blocks->first_x, blocks->first_y, blocks->last_x + 1, blocks->last_y + 1);
}
