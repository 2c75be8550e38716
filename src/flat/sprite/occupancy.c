#include "flat/sprite/occupancy.h"

#include "base/memory.h"
#include "flat/mask/bits.h"

#include <assert.h>
#include <string.h>

enum
{
    PLANE_ALIGN = 64, // of the planes: a vector of eight rows
    FEW_ROWS = 256    // of pixels: four vectors of blocks, not worth a look at far squares before
};

// Bit i: is byte i of the word not zero? Every byte's bits are gathered in its lowest one, and the
// product moves bit 8 i to bit 56 + i: 8 i + 7 (8 - i) = 56 + i.
static uint64_t bytes_in_use(uint64_t word)
{
    word |= word >> 4;
    word |= word >> 2;
    word |= word >> 1;
    word &= 0x0101010101010101u;
    return word * 0x0102040810204080u >> 56;
}

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

// Rows first .. end - 1 of `some`, and what follows from them.
static void bake_rows(sprite_occupancy *o, int first, int end)
{
    mask_blocks *blocks = &o->blocks;
    size_t       pitch = (size_t)blocks->pitch;
    for (int strip = 0; strip < blocks->strips; strip++)
        for (int row = first; row < end; row++)
            blocks->some[(size_t)strip * pitch + (size_t)row] = block_row(o->mask, strip, row);

    // Row y + 1 of `wide` is made of rows y and y + 1 of `some`; row -1 and the row after the last
    // one are empty.
    for (int strip = 0; strip < blocks->strips; strip++)
    {
        const uint64_t *some = blocks->some + (size_t)strip * pitch;
        uint64_t       *wide = blocks->wide + (size_t)strip * pitch;
        for (int row = first; row <= end && row <= o->rows; row++)
        {
            uint64_t here = some[row], right = 0;
            if (row > 0) here |= some[row - 1];
            if (strip + 1 < blocks->strips)
            {
                right = some[pitch + (size_t)row];
                if (row > 0) right |= some[pitch + (size_t)row - 1];
            }
            wide[row] = here | here >> 1 | right << 63;
        }
    }
}

// What sweeps need of rows first .. end - 1 of pixels: every row above them within 8 looks down to them.
// Columns of 8 first, then, from left to right, rows of 8 of those.
static void bake_broad(sprite_occupancy *o, int first, int end)
{
    mask_blocks *blocks = &o->blocks;
    size_t       pitch = (size_t)blocks->broad_pitch;
    int          from = first - 7, strips = o->mask->strips;
    for (int strip = 0; strip < strips; strip++)
    {
        const uint64_t *rows = mask_strip(o->mask, strip);
        uint64_t       *broad = blocks->broad + (size_t)strip * pitch;
        for (int y = from; y < end; y++)
            broad[y] = rows[y] | rows[y + 1] | rows[y + 2] | rows[y + 3] | rows[y + 4] |
                       rows[y + 5] | rows[y + 6] | rows[y + 7];
    }
    for (int strip = 0; strip < strips; strip++)
    {
        uint64_t *broad = blocks->broad + (size_t)strip * pitch, *right = broad + pitch;
        for (int y = from; y < end; y++)
        {
            uint64_t here = broad[y], next = right[y];
            here |= here >> 1 | next << 63;
            next |= next >> 1;
            here |= here >> 2 | next << 62;
            next |= next >> 2;
            broad[y] = here | here >> 4 | next << 60;
        }
    }
}

// Rows first .. end - 1 of the far squares, from the rows of blocks, and what follows from them.
static void bake_far(sprite_occupancy *o, int first, int end)
{
    mask_blocks *blocks = &o->blocks;
    uint64_t    *some = blocks->far_some, *wide = blocks->far_wide;
    for (int row = first; row < end; row++)
    {
        some[row] = 0;
        for (int strip = 0; strip < blocks->strips; strip++)
        {
            const uint64_t *rows = blocks->some + strip * (ptrdiff_t)blocks->pitch + 8 * row;
            uint64_t        any = 0;
            for (int y = 0; y < 8; y++) any |= rows[y];
            some[row] |= bytes_in_use(any) << 8 * strip;
        }
    }
    for (int row = first; row <= end && row <= blocks->far_rows; row++)
    {
        uint64_t here = row > 0 ? some[row - 1] : 0;
        if (row < blocks->far_rows) here |= some[row];
        wide[row] = here | here >> 1;
    }
}

// What follows from rows first .. end - 1 of pixels.
static void bake_part(sprite_occupancy *o, int first, int end)
{
    if (first >= end) return;
    bake_rows(o, first >> 3, ((end - 1) >> 3) + 1);
    if (o->blocks.broad) bake_broad(o, first, end);
    if (o->blocks.far_rows) bake_far(o, first >> 6, ((end - 1) >> 6) + 1);
}

static void bake_bounds(sprite_occupancy *o)
{
    rim_rect bounds = rim_mask_bounds(o->mask);
    o->blocks.first_x = bounds.x0;
    o->blocks.first_y = bounds.y0;
    o->blocks.last_x = bounds.x1 - 1;
    o->blocks.last_y = bounds.y1 - 1;
}

static size_t eights(size_t n)
{
    return (n + 7) / 8 * 8;
}

// How many words each plane has.
typedef struct plane_sizes
{
    size_t pitch, blocks; // some; wide
    size_t broad_pitch, broad;
    size_t far_some, far_wide;
} plane_sizes;

static plane_sizes occupancy_sizes_of(const rim_mask *mask, size_t strips)
{
    plane_sizes size = { 0 };
    size_t      height = (size_t)mask->height, width = (size_t)mask->width;
    size.pitch = eights((height + 7) / 8 + 1) + MASK_GUARD;
    size.blocks = strips * size.pitch;
    if (width > MASK_SWEPT_SIDE || height > MASK_SWEPT_SIDE) return size;
    size.broad_pitch = eights(height) + MASK_GUARD;
    size.broad = ((size_t)mask->strips + 1) * size.broad_pitch;
    if (height <= FEW_ROWS) return size;
    size.far_some = eights((height + 63) / 64);
    size.far_wide = eights((height + 63) / 64 + 1) + 2 * MASK_GUARD;
    return size;
}

rim_status occupancy_bake(sprite_occupancy *out, const rim_mask *mask, const rim_allocator *from)
{
    assert(out && mask);
    memset(out, 0, sizeof *out);
    size_t      strips = ((size_t)mask->width + 511) / 512;
    plane_sizes size = occupancy_sizes_of(mask, strips);
    size_t      words = 2 * size.blocks + size.broad + size.far_some + size.far_wide;
    size_t      bytes = PLANE_ALIGN + words * sizeof(uint64_t);

    rim_allocator owner = memory_allocator_or_default(from);
    void         *planes = memory_allocate_zeroed(&owner, 1, bytes);
    if (!planes) return RIM_ERR_MEMORY;
    uintptr_t   start = ((uintptr_t)planes + PLANE_ALIGN - 1) & ~(uintptr_t)(PLANE_ALIGN - 1);
    uint64_t   *some = (uint64_t *)start, *broad = some + 2 * size.blocks;
    mask_blocks blocks = {
        .words = mask->words,
        .word_pitch = (int32_t)mask->pitch,
        .pitch = (int32_t)size.pitch,
        .some = some,
        .wide = some + size.blocks,
        .broad = size.broad ? broad + MASK_GUARD : NULL,
        .broad_pitch = (int32_t)size.broad_pitch,
        .far_rows = size.far_some ? (mask->height + 63) / 64 : 0,
        .far_some = broad + size.broad,
        .far_wide = broad + size.broad + size.far_some + MASK_GUARD,
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
