#include "flat/sprite/occupancy.h"

#include "base/memory.h"
#include "flat/mask/bits.h"

#include <assert.h>
#include <string.h>

enum
{
    OCCUPANCY_ALIGN = 64, // bytes, a vector of eight rows

    // Pixels: a mask up to this height has no squares, as its blocks are just four vectors.
    OCCUPANCY_HEIGHT_WITHOUT_SQUARES = 256
};

// A rectangle of blocks: rows of blocks, and strips of 64 blocks, both from the first to the last.
typedef struct block_range
{
    int first_row, last_row, first_strip, last_strip;
} block_range;

// Returns the blocks that hold a rectangle of pixels, with columns of blocks widened to whole strips. Requires a
// rectangle inside the mask that is not empty. A block is 8 = 2^3 pixels wide and high, and a strip of blocks 512 = 2^9
// pixels wide.
static block_range block_range_of(rim_rect rect)
{
    block_range range = {
        .first_row = rect.y0 >> 3,
        .last_row = (rect.y1 - 1) >> 3,
        .first_strip = rect.x0 >> 9,
        .last_strip = (rect.x1 - 1) >> 9,
    };
    return range;
}

// Computes the bits of `solid` for a range of blocks. A strip of blocks is eight strips of pixels wide, or fewer at the
// right border of the mask.
static void bake_solid(sprite_occupancy *o, block_range range)
{
    const rim_mask *mask = o->mask;
    for (int strip = range.first_strip; strip <= range.last_strip; strip++)
        mask->kernels->solid_blocks(
            mask_strip(mask, 8 * strip), mask->pitch, mask_min(mask->strips - 8 * strip, 8),
            range.first_row, range.last_row, o->blocks.solid + strip * (ptrdiff_t)o->blocks.pitch);
}

// Computes the bits of `dilated` that depend on the bits of `solid` in a range. Row y of `dilated` is the or of rows y
// - 1 and y of `solid`, each together with itself shifted by a block to the left. So one more row depends on the range,
// and the strip to the left of it. Row -1 of `solid` and the row after the last are empty.
static void bake_dilated(sprite_occupancy *o, block_range range)
{
    mask_blocks *blocks = &o->blocks;
    size_t       pitch = (size_t)blocks->pitch;
    int          last_row = mask_min(range.last_row + 1, o->rows);
    for (int strip = mask_max(range.first_strip - 1, 0); strip <= range.last_strip; strip++)
    {
        bool            has_next = strip + 1 < blocks->strips;
        const uint64_t *solid = blocks->solid + (size_t)strip * pitch;
        const uint64_t *next = solid + pitch; // of the strip to the right, read only if it exists
        uint64_t       *dilated = blocks->dilated + (size_t)strip * pitch;
        for (int row = range.first_row; row <= last_row; row++)
        {
            uint64_t own_rows = solid[row] | (row > 0 ? solid[row - 1] : 0);
            uint64_t next_rows = has_next ? next[row] | (row > 0 ? next[row - 1] : 0) : 0;
            dilated[row] = own_rows | own_rows >> 1 | next_rows << 63;
        }
    }
}

// Computes the dilated pixels that depend on a rectangle of the mask: those of the rectangle, of 7 rows above and of 7
// columns to the left, widened to whole strips. A call of the kernel computes at least 8 rows, so the last call may
// begin higher and compute some rows again.
static void bake_dilated_pixels(sprite_occupancy *o, rim_rect rect)
{
    const rim_mask *mask = o->mask;
    for (int strip = mask_max((rect.x0 >> 6) - 1, 0); strip <= (rect.x1 - 1) >> 6; strip++)
        for (int y = rect.y0 - 7; y < rect.y1; y += MASK_DILATED_ROWS)
        {
            int first = mask_min(y, rect.y1 - 8),
                count = mask_min(rect.y1 - first, MASK_DILATED_ROWS);
            const uint64_t *rows = mask_strip(mask, strip) + first;
            ptrdiff_t       at = (ptrdiff_t)strip * o->blocks.dilated_pitch + first;
            mask->kernels->dilate(rows, rows + mask->pitch, count, o->blocks.dilated_pixels + at);
        }
}

// Computes rows first .. end - 1 of the solid squares, and the rows of dilated squares that depend on them. Row y of
// the dilated squares is the or of rows y - 1 and y of the solid squares, each together with itself shifted by a
// square. Requires `solid`. A square is 8 by 8 blocks, as a block is 8 by 8 pixels, so the same kernel reduces both.
static void bake_squares(sprite_occupancy *o, int first, int end)
{
    mask_blocks *blocks = &o->blocks;
    uint64_t    *solid = blocks->solid_squares, *dilated = blocks->dilated_squares;
    o->mask->kernels->solid_blocks(blocks->solid, (size_t)blocks->pitch, blocks->strips, first,
                                   end - 1, solid);
    for (int row = first; row <= end && row <= blocks->square_rows; row++)
    {
        uint64_t rows = row > 0 ? solid[row - 1] : 0;
        if (row < blocks->square_rows) rows |= solid[row];
        dilated[row] = rows | rows >> 1;
    }
}

// Computes all planes where they depend on a rectangle of the mask, from the mask's pixels. Requires a rectangle inside
// the mask. An empty rectangle changes nothing.
static void bake_rect(sprite_occupancy *o, rim_rect rect)
{
    if (rim_rect_is_empty(rect)) return;
    block_range range = block_range_of(rect);
    bake_solid(o, range);
    bake_dilated(o, range);
    if (o->blocks.dilated_pixels) bake_dilated_pixels(o, rect);
    if (o->blocks.square_rows) bake_squares(o, rect.y0 >> 6, ((rect.y1 - 1) >> 6) + 1);
}

static void occupancy_set_bounds(sprite_occupancy *o, rim_rect bounds)
{
    o->blocks.first_x = bounds.x0;
    o->blocks.first_y = bounds.y0;
    o->blocks.last_x = bounds.x1 - 1;
    o->blocks.last_y = bounds.y1 - 1;
}

// Returns the smallest rectangle around the solid pixels inside a rectangle of the mask, or all zero if no pixel there
// is solid. Requires a rectangle that is not empty.
static rim_rect solid_bounds(const rim_mask *mask, rim_rect rect)
{
    rim_rect box = { rect.x1, rect.y1, rect.x0, rect.y0 }; // inside out until a pixel is added
    for (int strip = rect.x0 >> 6; strip <= (rect.x1 - 1) >> 6; strip++)
    {
        const uint64_t *rows = mask_strip(mask, strip);
        uint64_t        inside = mask_columns_in(strip, rect.x0, rect.x1), columns = 0;
        for (int y = rect.y0; y < rect.y1; y++)
        {
            uint64_t row = rows[y] & inside;
            if (!row) continue;
            columns |= row;
            box.y0 = mask_min(box.y0, y);
            box.y1 = mask_max(box.y1, y + 1);
        }
        if (!columns) continue;
        box.x0 = mask_min(box.x0, 64 * strip + mask_lowest(columns));
        box.x1 = mask_max(box.x1, 64 * strip + mask_highest(columns) + 1);
    }
    return box.x0 < box.x1 ? box : rim_rect_make(0, 0, 0, 0);
}

// Returns the first of the rows top .. end - 1 with a solid pixel, or `end` if no row has one. Each strip needs to be
// searched only up to the first row of the strips before it, which is the new `end`.
static int first_solid_row(const rim_mask *mask, int top, int end)
{
    for (int strip = 0; strip < mask->strips; strip++)
    {
        const uint64_t *rows = mask_strip(mask, strip);
        int             y = top;
        while (y < end && !rows[y]) y++;
        end = y;
    }
    return end;
}

// Returns the last of the rows top .. last with a solid pixel, or top - 1 if no row has one. Each strip needs to be
// searched only down to `found`, the last row of the strips before it.
static int last_solid_row(const rim_mask *mask, int top, int last)
{
    int found = top - 1;
    for (int strip = 0; strip < mask->strips; strip++)
    {
        const uint64_t *rows = mask_strip(mask, strip);
        int             y = last;
        while (y > found && !rows[y]) y--;
        found = y;
    }
    return found;
}

// Returns a bit for each column of a strip, which is set if the column has a solid pixel in rows top .. bottom - 1.
static uint64_t solid_columns(const rim_mask *mask, int strip, int top, int bottom)
{
    const uint64_t *rows = mask_strip(mask, strip);
    uint64_t        columns = 0;
    for (int y = top; y < bottom; y++) columns |= rows[y];
    return columns;
}

// Returns the first column with a solid pixel in rows top .. bottom - 1, in the strip of column x or to the right of
// it. Requires that there is one, and that columns of the strip before x have none.
static int first_solid_column(const rim_mask *mask, int x, int top, int bottom)
{
    int      strip = x >> 6;
    uint64_t columns = solid_columns(mask, strip, top, bottom);
    while (!columns) columns = solid_columns(mask, ++strip, top, bottom);
    return 64 * strip + mask_lowest(columns);
}

// Returns the last column with a solid pixel in rows top .. bottom - 1, in the strip of column x or to the left of it.
// Requires that there is one, and that columns of the strip after x have none.
static int last_solid_column(const rim_mask *mask, int x, int top, int bottom)
{
    int      strip = x >> 6;
    uint64_t columns = solid_columns(mask, strip, top, bottom);
    while (!columns) columns = solid_columns(mask, --strip, top, bottom);
    return 64 * strip + mask_highest(columns);
}

// Returns the bounds of the solid pixels after the pixels in the rectangle `changed` have changed. Requires the old
// bounds in *o, and a rectangle inside the mask that is not empty.
//
// `now` are the bounds of the solid pixels inside `changed`. The new bounds are at most the rectangle around `now` and
// the old bounds. A side of the old bounds stays unless `changed` reaches it and has no solid pixel there any more.
// Such a side is searched from its old position inward. If no row between the top and the bottom has a solid pixel, the
// bounds are empty.
static rim_rect bounds_after(const sprite_occupancy *o, rim_rect changed)
{
    rim_rect old = occupancy_bounds(o), now = solid_bounds(o->mask, changed), out = old;
    if (rim_rect_is_empty(old)) return now;
    bool is_cleared = rim_rect_is_empty(now); // no pixel is left in the rectangle
    if (!is_cleared)
        out = rim_rect_make(mask_min(now.x0, old.x0), mask_min(now.y0, old.y0),
                            mask_max(now.x1, old.x1), mask_max(now.y1, old.y1));
    if (rim_rect_is_empty(rim_rect_intersect(old, changed))) return out;

    bool may_lose_top = changed.y0 <= old.y0 && (is_cleared || now.y0 > old.y0);
    bool may_lose_bottom = changed.y1 >= old.y1 && (is_cleared || now.y1 < old.y1);
    bool may_lose_left = changed.x0 <= old.x0 && (is_cleared || now.x0 > old.x0);
    bool may_lose_right = changed.x1 >= old.x1 && (is_cleared || now.x1 < old.x1);
    if (may_lose_top) out.y0 = first_solid_row(o->mask, old.y0, out.y1);
    if (out.y0 >= out.y1) return rim_rect_make(0, 0, 0, 0);
    if (may_lose_bottom) out.y1 = last_solid_row(o->mask, out.y0, old.y1 - 1) + 1;
    if (may_lose_left) out.x0 = first_solid_column(o->mask, old.x0, out.y0, out.y1);
    if (may_lose_right) out.x1 = last_solid_column(o->mask, old.x1 - 1, out.y0, out.y1) + 1;
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

// Returns the sizes, in words, of the planes for a mask with `strips` strips of blocks. Planes that the mask does not
// have get 0: only masks up to MASK_SWEPT_SIDE wide and high have dilated pixels, and among these only masks above
// OCCUPANCY_HEIGHT_WITHOUT_SQUARES have squares.
//
// Dilated planes have one more row of blocks or squares than solid ones, but `solid` and `dilated` have one pitch. Rows
// are rounded up to eight, as kernels read eight at a time. MASK_GUARD zero rows follow each strip of blocks, and lie
// above and below the dilated squares. The guard rows behind a strip of dilated pixels end with up to seven rows of the
// next strip, which lie above the mask.
static plane_sizes occupancy_sizes_of(const rim_mask *mask, size_t strips)
{
    plane_sizes size = { 0 };
    size_t      height = (size_t)mask->height, width = (size_t)mask->width;
    size.pitch = eights((height + 7) / 8 + 1) + MASK_GUARD;
    size.blocks = strips * size.pitch;
    if (width > MASK_SWEPT_SIDE || height > MASK_SWEPT_SIDE) return size;
    size.dilated_pitch = eights(height) + MASK_GUARD;
    size.dilated_pixels = ((size_t)mask->strips + 1) * size.dilated_pitch;
    if (height <= OCCUPANCY_HEIGHT_WITHOUT_SQUARES) return size;
    size.solid_squares = eights((height + 63) / 64);
    size.dilated_squares = eights((height + 63) / 64 + 1) + 2 * MASK_GUARD;
    return size;
}

// Allocates all planes in one zeroed block and computes them. Their order is: solid, dilated, dilated pixels, solid
// squares, dilated squares. The pointers to dilated pixels and dilated squares skip the guard rows above.
rim_status occupancy_bake(sprite_occupancy *out, const rim_mask *mask, const rim_allocator *from)
{
    assert(out && mask);
    rim_rect bounds = rim_mask_bounds(mask);
    memset(out, 0, sizeof *out);
    size_t      strips = ((size_t)mask->width + 511) / 512;
    plane_sizes size = occupancy_sizes_of(mask, strips);
    size_t      words =
        2 * size.blocks + size.dilated_pixels + size.solid_squares + size.dilated_squares;
    size_t bytes = OCCUPANCY_ALIGN + words * sizeof(uint64_t);

    rim_allocator owner = memory_allocator_or_default(from);
    void         *planes = memory_allocate_zeroed(&owner, 1, bytes);
    if (!planes) return RIM_ERR_MEMORY;
    uintptr_t start = ((uintptr_t)planes + OCCUPANCY_ALIGN - 1) & ~(uintptr_t)(OCCUPANCY_ALIGN - 1);
    uint64_t *solid = (uint64_t *)start, *dilated = solid + size.blocks;
    uint64_t *dilated_pixels = dilated + size.blocks;
    uint64_t *solid_squares = dilated_pixels + size.dilated_pixels;
    uint64_t *dilated_squares = solid_squares + size.solid_squares;

    mask_blocks blocks = {
        .kernels = mask->kernels,
        .words = mask->words,
        .word_pitch = (int32_t)mask->pitch,
        .strips = (int32_t)strips,
        .pitch = (int32_t)size.pitch,
        .solid = solid,
        .dilated = dilated,
        .dilated_pixels = size.dilated_pixels ? dilated_pixels + MASK_GUARD : NULL,
        .dilated_pitch = (int32_t)size.dilated_pitch,
        .square_rows = size.solid_squares ? (mask->height + 63) / 64 : 0,
        .solid_squares = solid_squares,
        .dilated_squares = dilated_squares + MASK_GUARD,
    };
    out->blocks = blocks;
    out->mask = mask;
    out->rows = (mask->height + 7) / 8;
    out->from = owner;
    out->planes = planes;
    out->bytes = bytes;
    occupancy_set_bounds(out, bounds);
    bake_rect(out, bounds);
    return RIM_OK;
}

void occupancy_release(sprite_occupancy *occupancy)
{
    if (occupancy->planes) memory_release(&occupancy->from, occupancy->planes, 1, occupancy->bytes);
    memset(occupancy, 0, sizeof *occupancy);
}

// Computes the bounds again, and the bits that depend on a changed rectangle. Only the part inside the mask counts.
void occupancy_update(sprite_occupancy *occupancy, rim_rect changed)
{
    const rim_mask *mask = occupancy->mask;
    rim_rect        whole = rim_rect_make(0, 0, mask->width, mask->height);
    rim_rect        inside = rim_rect_intersect(changed, whole);
    if (rim_rect_is_empty(inside)) return;
    occupancy_set_bounds(occupancy, bounds_after(occupancy, inside));
    bake_rect(occupancy, inside);
}

rim_rect occupancy_bounds(const sprite_occupancy *occupancy)
{
    const mask_blocks *blocks = &occupancy->blocks;
    return rim_rect_make(blocks->first_x, blocks->first_y, blocks->last_x + 1, blocks->last_y + 1);
}
