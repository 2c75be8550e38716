#include "flat/sprite_occupancy.h"

#include "base/memory.h"
#include "flat/mask_bits.h"

#include <assert.h>
#include <string.h>

struct rim_occupancy
{
    mask_blocks         blocks;
    const mask_kernels *kernels;
    const rim_mask     *mask;
    int                 rows;   // of blocks
    int                 strips; // of 64 blocks
    rim_allocator       from;
    size_t              bytes; // of the one block of memory
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
    for (int strip = 0; strip < o->strips; strip++)
        for (int row = first; row < end; row++)
            blocks->some[(size_t)strip * blocks->pitch + (size_t)row] =
                block_row(o->mask, strip, row);

    // Row y + 1 of `wide` is made of rows y and y + 1 of `some`; row -1 and the row after the last
    // one are empty.
    for (int strip = 0; strip < o->strips; strip++)
    {
        const uint64_t *some = blocks->some + (size_t)strip * blocks->pitch;
        uint64_t       *wide = blocks->wide + (size_t)strip * blocks->pitch;
        for (int row = first; row <= end && row <= o->rows; row++)
        {
            uint64_t here = some[row], right = 0;
            if (row > 0) here |= some[row - 1];
            if (strip + 1 < o->strips)
            {
                right = some[blocks->pitch + (size_t)row];
                if (row > 0) right |= some[blocks->pitch + (size_t)row - 1];
            }
            wide[row] = here | here >> 1 | right << 63;
        }
    }
}

static void bake_bounds(rim_occupancy *o)
{
    rim_rect bounds = rim_mask_bounds(o->mask);
    o->blocks.x0 = bounds.x0;
    o->blocks.y0 = bounds.y0;
    o->blocks.x1 = bounds.x1;
    o->blocks.y1 = bounds.y1;
}

rim_status rim_occupancy_create(rim_occupancy **out, const rim_mask *mask,
                                const rim_allocator *from)
{
    assert(out && mask);
    *out = NULL;
    size_t strips = ((size_t)mask->width + 511) / 512, rows = ((size_t)mask->height + 7) / 8;
    size_t pitch = (rows + 1 + 7) / 8 * 8 + MASK_GUARD;
    size_t words = (2 * strips + 1) * pitch;
    size_t bytes = sizeof(rim_occupancy) + 64 + words * sizeof(uint64_t);

    rim_allocator  owner = rim_allocator_or_default(from);
    rim_occupancy *o = rim_allocate_zeroed(&owner, 1, bytes);
    if (!o) return RIM_ERR_MEMORY;
    o->kernels = mask->kernels;
    o->mask = mask;
    o->rows = (int)rows;
    o->strips = (int)strips;
    o->from = owner;
    o->bytes = bytes;
    o->blocks.words = mask->words;
    o->blocks.word_pitch = mask->pitch;
    o->blocks.some = (uint64_t *)(((uintptr_t)(o + 1) + 63) & ~(uintptr_t)63);
    o->blocks.wide = o->blocks.some + strips * pitch;
    o->blocks.pitch = pitch;
    bake_bounds(o);
    bake_rows(o, 0, o->rows);
    *out = o;
    return RIM_OK;
}

void rim_occupancy_destroy(rim_occupancy *occupancy)
{
    if (!occupancy) return;
    rim_allocator from = occupancy->from;
    rim_release(&from, occupancy, 1, occupancy->bytes);
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
    return rim_rect_make(blocks->x0, blocks->y0, blocks->x1, blocks->y1);
}

bool rim_occupancy_overlaps(const rim_occupancy *a, const rim_occupancy *b, int dx, int dy)
{
    return a->kernels->blocks_overlap(&a->blocks, &b->blocks, dx, dy);
}
