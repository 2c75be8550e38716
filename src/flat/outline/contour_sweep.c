#include "flat/outline/contour_sweep.h"

#include "base/memory.h"
#include "flat/mask/bits.h"

#include <string.h>

// The grid line between rows y - 1 and y, in one strip. Bit i is that of the grid corner at column x + i. An edge is a
// pixel's vertical side between a solid and an empty pixel.
typedef struct line
{
    const rim_mask *mask;
    int             strip;
    int             x, y;
    uint64_t        up_left; // set if the pixel above and left of the corner is solid
    uint64_t        above;   // edges that end at the corner from above
    uint64_t        below;   // edges that lead down from it
    uint64_t        knots;   // both, with the upper and the lower pixels in opposite order
} line;

// Adds a corner without links and returns its number. Requires room (contour_sweep_make_room). Corners are added from
// left to right. Those of a line come in pairs, the ends of a horizontal side: the left end has an even number, the
// right one the next.
static uint32_t contour_sweep_add_node(contour_sweep *s, int x, int y)
{
    uint32_t      i = (uint32_t)s->count++;
    contour_node *node = &s->nodes[i];
    node->at.x = x;
    node->at.y = y;
    node->ring = CONTOUR_NONE;
    return i;
}

// Ends the vertical side that comes down in column x at corner i: links i with the corner at which the side began.
// Requires that such a side began (start_side).
static void end_side(contour_sweep *s, uint32_t i, int x)
{
    uint32_t top = s->tops[x];
    s->nodes[i].vertical = top;
    s->nodes[top].vertical = i;
}

// Returns 1 if the pixel of row y left of a strip's first column is solid, else 0. Nothing is left of strip 0.
static inline uint64_t pixel_before(const rim_mask *mask, int strip, int y)
{
    return strip > 0 ? mask_word(mask, strip - 1, y) >> 63 : 0;
}

// Returns the column of the nearest edge in the row below the line that is left of the corner at bit `bit` of the line's
// strip, or -1 if there is none. Searches this strip, and then the strips on its left.
static int edge_to_left(const line *now, int bit)
{
    int      strip = now->strip;
    uint64_t edges = now->below & mask_low_bits(bit);
    while (!edges && strip > 0)
    {
        strip--;
        uint64_t pixels = mask_word(now->mask, strip, now->y);
        edges = pixels ^ (pixels << 1 | pixel_before(now->mask, strip, now->y));
    }
    return edges ? 64 * strip + mask_highest(edges) : -1;
}

// Starts a vertical side that goes down from corner i, at bit `bit` of the line. If i is the left end of a horizontal
// side, also stores in it the corner at which the nearest vertical side to the left began, which determines the parent
// of a new ring.
static inline void start_side(contour_sweep *s, uint32_t i, const line *now, int bit)
{
    bool is_left_end = (i & 1) == 0;
    s->tops[now->x + bit] = i;
    if (!is_left_end) return;
    int column = edge_to_left(now, bit);
    s->nodes[i].ring = column < 0 ? CONTOUR_NONE : CONTOUR_UNTRACED | s->tops[column];
}

// Adds a knot, where two diagonal pixels touch: two corners in one place. Of the two pixels above and below the side
// that comes from the left, one is solid. If touching corners connect solid pixels, this side turns around the empty
// one of the two, else around the solid one. It turns down around the lower pixel, and up around the upper pixel.
static void add_knot(contour_sweep *s, const line *now, int bit)
{
    int      x = now->x + bit;
    uint32_t from_left = contour_sweep_add_node(s, x, now->y);  // ends the side from the left
    uint32_t from_right = contour_sweep_add_node(s, x, now->y); // begins the side to the right
    bool     up_left_is_solid = now->up_left >> bit & 1;
    bool     left_goes_down = up_left_is_solid == s->corners_touch;
    end_side(s, left_goes_down ? from_right : from_left, x);
    start_side(s, left_goes_down ? from_left : from_right, now, bit);
}

// Adds the corners in 64 columns of a line, from left to right. At a bit of `above` a vertical edge comes down to the
// line, and at a bit of `below` one goes down from it. There is one corner where exactly one of the two bits is set,
// and two corners at a knot. Where both bits are set without a knot, the edge passes through.
static void contour_sweep_add_corners(contour_sweep *s, const line *now)
{
    uint64_t corners = (now->above ^ now->below) | now->knots;
    for (; corners; corners &= corners - 1)
    {
        int bit = mask_lowest(corners);
        if (now->knots >> bit & 1)
        {
            add_knot(s, now, bit);
            continue;
        }
        uint32_t i = contour_sweep_add_node(s, now->x + bit, now->y);
        if (now->above >> bit & 1)
            end_side(s, i, now->x + bit);
        else
            start_side(s, i, now, bit);
    }
}

// Stores the corners in 64 columns of a line in the grid. Allocates the bitmap of knots for the first knot; returns false
// if there is no memory.
static bool store_in_grid(contour_sweep *s, const line *now)
{
    corner_grid *grid = &s->grid;
    size_t       word = corner_grid_word(grid, now->x, now->y);
    grid->corners[word] = (now->above ^ now->below) | now->knots;
    if (!now->knots) return true;
    if (!grid->knots)
        grid->knots =
            memory_allocate_zeroed(&s->from, grid->rows * grid->pitch, sizeof *grid->knots);
    if (!grid->knots) return false;
    grid->knots[word] = now->knots;
    return true;
}

// Adds the corners on the line between rows y - 1 and y, 0 <= y <= height. Bit i of `above` is set where the pixels to
// the left and right of column 64 strip + i differ in row y - 1, and bit i of `below` where they differ in row y. A
// knot has both edges, with the solid pixel on different sides above and below. At each corner, the upper and the lower
// pixel differ on at least one side. Most words have no such pixels and are skipped. Returns false if there is no
// memory.
static bool sweep_line(contour_sweep *s, const rim_mask *mask, int y)
{
    line            now = { .mask = mask, .y = y };
    uint64_t        carry = 0; // set if the last two pixels of the strip before differ
    int             first = s->grid.left, end = first + (int)s->grid.pitch;
    const uint64_t *word = mask_strip(mask, first) + y;
    for (int strip = first; strip < end; strip++, word += mask->pitch)
    {
        uint64_t up = word[-1], down = word[0]; // the pixels in rows y - 1 and y
        bool     is_same = ((up ^ down) | carry) == 0;
        carry = (up ^ down) >> 63;
        if (is_same) continue;
        now.strip = strip;
        now.x = strip * 64;
        now.up_left = up << 1 | pixel_before(mask, strip, y - 1);
        uint64_t down_left = down << 1 | pixel_before(mask, strip, y);
        now.above = up ^ now.up_left;
        now.below = down ^ down_left;
        now.knots = now.above & now.below & (now.up_left ^ down_left);
        if (!store_in_grid(s, &now)) return false;
        contour_sweep_add_corners(s, &now);
    }
    return true;
}

// Reserves room for the corners of one more line, row y of the grid. If the array must grow, reserves more: the corners
// that the whole grid will have if its other rows are like the y + 1 rows so far, and an eighth of these, but at most
// four times the needed ones. Returns RIM_ERR_SIZE if there may be more than 2^31 corners.
static rim_status contour_sweep_make_room(contour_sweep *s, size_t y)
{
    size_t needed = s->count + 2 * s->columns; // at most two corners, a knot, in each column
    if (needed > (size_t)1 << 31) return RIM_ERR_SIZE;
    if (needed <= s->capacity) return RIM_OK;
    uint64_t lines = y + 1, lines_left = s->grid.rows - lines;
    uint64_t expected = needed + s->count / lines * lines_left * 9 / 8;
    size_t   wanted = expected < 4 * (uint64_t)needed ? (size_t)expected : 4 * needed;
    bool     has_room =
        memory_reserve(&s->from, (void **)&s->nodes, &s->capacity, wanted, sizeof *s->nodes);
    return has_room ? RIM_OK : RIM_ERR_MEMORY;
}

// Sets the box of the grid, which holds all corners of the pixels in `bounds`: a pixel in column x has corners in x and
// x + 1. For an empty mask it is one word. Returns false if there is no memory.
static bool contour_sweep_make_grid(contour_sweep *s, rim_rect bounds)
{
    corner_grid *grid = &s->grid;
    grid->left = bounds.x0 >> 6;
    grid->top = bounds.y0;
    grid->pitch = (size_t)((bounds.x1 >> 6) - grid->left + 1);
    grid->rows = (size_t)(bounds.y1 - bounds.y0 + 1);
    grid->corners =
        memory_allocate_zeroed(&s->from, grid->rows * grid->pitch, sizeof *grid->corners);
    return grid->corners != NULL;
}

// Finds all corners of the mask, line by line, and links them. Lines outside the grid have none. contour_sweep_end must
// be called afterwards, and sweep->grid be released, on failure too.
rim_status contour_sweep_run(contour_sweep *sweep, const rim_mask *mask, rim_touch touch,
                             const rim_allocator *from)
{
    memset(sweep, 0, sizeof *sweep);
    sweep->from = memory_allocator_or_default(from);
    if (touch != RIM_TOUCH_CORNERS && touch != RIM_TOUCH_EDGES) return RIM_ERR_ARGUMENT;
    sweep->corners_touch = touch == RIM_TOUCH_CORNERS;
    sweep->columns = (size_t)mask->width + 1;
    sweep->tops = memory_allocate(&sweep->from, sweep->columns, sizeof *sweep->tops);
    if (!contour_sweep_make_grid(sweep, rim_mask_bounds(mask))) return RIM_ERR_MEMORY;
    // Most sprites have a few corners on each line.
    size_t usual = 2 * sweep->columns + 8 * sweep->grid.rows;
    if (!sweep->tops || !memory_reserve(&sweep->from, (void **)&sweep->nodes, &sweep->capacity,
                                        usual, sizeof *sweep->nodes))
        return RIM_ERR_MEMORY;
    for (size_t y = 0; y < sweep->grid.rows; y++)
    {
        rim_status status = contour_sweep_make_room(sweep, y);
        if (status) return status;
        if (!sweep_line(sweep, mask, sweep->grid.top + (int)y)) return RIM_ERR_MEMORY;
    }
    return RIM_OK;
}

void contour_sweep_end(contour_sweep *sweep)
{
    memory_release(&sweep->from, sweep->nodes, sweep->capacity, sizeof *sweep->nodes);
    memory_release(&sweep->from, sweep->tops, sweep->columns, sizeof *sweep->tops);
}
