#include "flat/sprite_occupancy.h"

#include "base/memory.h"
#include "flat/mask_bits.h"

#include <assert.h>
#include <string.h>

enum
{
    PLANE_ALIGN = 64 // of the planes: a vector of eight rows
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
static void bake_rows(rim_occupancy *o, int first, int end)
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

static void bake_bounds(rim_occupancy *o)
{
    rim_rect bounds = rim_mask_bounds(o->mask);
    o->blocks.first_x = bounds.x0;
    o->blocks.first_y = bounds.y0;
    o->blocks.last_x = bounds.x1 - 1;
    o->blocks.last_y = bounds.y1 - 1;
}

rim_status rim_occupancy_bake(rim_occupancy *out, const rim_mask *mask, const rim_allocator *from)
{
    assert(out && mask);
    memset(out, 0, sizeof *out);
    size_t strips = ((size_t)mask->width + 511) / 512, rows = ((size_t)mask->height + 7) / 8;
    size_t pitch = (rows + 1 + 7) / 8 * 8 + MASK_GUARD;
    size_t bytes = PLANE_ALIGN + 2 * strips * pitch * sizeof(uint64_t);

    rim_allocator owner = rim_allocator_or_default(from);
    void         *planes = rim_allocate_zeroed(&owner, 1, bytes);
    if (!planes) return RIM_ERR_MEMORY;
    uintptr_t   start = ((uintptr_t)planes + PLANE_ALIGN - 1) & ~(uintptr_t)(PLANE_ALIGN - 1);
    uint64_t   *some = (uint64_t *)start;
    mask_blocks blocks = {
        .words = mask->words,
        .word_pitch = (int32_t)mask->pitch,
        .pitch = (int32_t)pitch,
        .some = some,
        .wide = some + strips * pitch,
        .strips = (int32_t)strips,
        .kernels = mask->kernels,
    };
    out->blocks = blocks;
    out->mask = mask;
    out->rows = (int)rows;
    out->from = owner;
    out->planes = planes;
    out->bytes = bytes;
    bake_bounds(out);
    bake_rows(out, 0, out->rows);
    return RIM_OK;
}

void rim_occupancy_release(rim_occupancy *occupancy)
{
    if (occupancy->planes) rim_release(&occupancy->from, occupancy->planes, 1, occupancy->bytes);
    memset(occupancy, 0, sizeof *occupancy);
}

void rim_occupancy_update(rim_occupancy *occupancy, rim_rect changed)
{
    const rim_mask *mask = occupancy->mask;
    rim_rect        whole = rim_rect_make(0, 0, mask->width, mask->height);
    rim_rect        part = rim_rect_intersect(changed, whole);
    if (rim_rect_is_empty(part)) return;
    bake_bounds(occupancy);
    bake_rows(occupancy, part.y0 >> 3, ((part.y1 - 1) >> 3) + 1);
}

rim_rect rim_occupancy_bounds(const rim_occupancy *occupancy)
{
    const mask_blocks *blocks = &occupancy->blocks;
    return rim_rect_make(blocks->first_x, blocks->first_y, blocks->last_x + 1, blocks->last_y + 1);
}
