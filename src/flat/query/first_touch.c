// The search for the solid pixels that a moving shape touches first: branch and bound over the sprite's pyramid of squares.
#include "flat/query/posed_pixels.h"

#include "flat/mask/bits.h"

typedef struct first_touch_search
{
    const cast_shape *shape;
    cast_touch       *best;
} first_touch_search;

// A square of the pyramid that the shape may touch.
typedef struct square
{
    int      level, column, row;
    int      state;    // FIELD_FULL or FIELD_MIXED
    rim_rect pixels;   // of the square, clipped to the bounds of the solid pixels
    double   earliest; // no touch of the square is earlier
} square;

// Tests solid pixel (x, y). A shape that moves exactly along a grid line passes between two columns (or rows): it
// touches only where both are solid, so the pixels on both sides are tested as one rectangle.
static void first_touch_sweep_pixel(first_touch_search *w, int x, int y)
{
    const cast_shape *s = w->shape;
    const rim_mask   *mask = s->grid->side.mask;
    rim_rect          pixels = rim_rect_make(x, y, x + 1, y + 1);
    if (s->on_line[0])
    {
        if (x != s->line[0] || !mask_solid(mask, x - 1, y)) return;
        pixels.x0--;
    }
    if (s->on_line[1])
    {
        if (y != s->line[1] || !mask_solid(mask, x, y - 1)) return;
        if (s->on_line[0] && !mask_solid(mask, x - 1, y - 1)) return;
        pixels.y0--;
    }
    double earliest;
    if (s->span(s, pixels, &earliest) && earliest < w->best->t) s->touch(s, pixels, w->best);
}

// Tests the solid pixels of a block, FIELD_BLOCK (4) by FIELD_BLOCK pixels.
static void first_touch_sweep_block(first_touch_search *w, const square *block)
{
    const rim_mask *mask = w->shape->grid->side.mask;
    for (int y = block->pixels.y0; y < block->pixels.y1; y++)
    {
        unsigned bits = (unsigned)mask_span(mask, FIELD_BLOCK * block->column, y) & 15u;
        for (int i = 0; i < FIELD_BLOCK; i++)
            if (bits >> i & 1) first_touch_sweep_pixel(w, FIELD_BLOCK * block->column + i, y);
    }
}

// Computes what the square's level, column and row determine. Returns false if the square is empty, lies outside of the
// pyramid, or is not reached by the shape.
static bool first_touch_enters(const first_touch_search *w, square *q)
{
    const cast_shape  *s = w->shape;
    const field_level *squares = &s->grid->side.field->levels[q->level];
    if (q->column >= squares->width || q->row >= squares->height) return false;
    q->state = squares->state[(size_t)q->row * (size_t)squares->width + (size_t)q->column];
    if (q->state == FIELD_EMPTY) return false;
    int side = FIELD_BLOCK << q->level;
    q->pixels = rim_rect_make(q->column * side, q->row * side, q->column * side + side,
                              q->row * side + side);
    q->pixels = rim_rect_intersect(q->pixels, s->grid->side.solid);
    return s->span(s, q->pixels, &q->earliest);
}

// Searches a square for a touch earlier than the best so far, the quarter that is entered first before the others. A full
// square is one rectangle, unless the shape moves within a grid line, where pixels must be solid on both sides.
static void walk_square(first_touch_search *w, const square *q)
{
    const cast_shape *s = w->shape;
    if (q->earliest >= w->best->t) return;
    if (q->state == FIELD_FULL && !s->on_line[0] && !s->on_line[1])
    {
        s->touch(s, q->pixels, w->best);
        return;
    }
    if (q->level == 0)
    {
        first_touch_sweep_block(w, q);
        return;
    }
    square part[4];
    int    count = 0; // of the quarters that may be touched, in rising order of `earliest`
    for (int i = 0; i < 4; i++)
    {
        square next = { q->level - 1,          2 * q->column + (i & 1),
                        2 * q->row + (i >> 1), 0,
                        { 0, 0, 0, 0 },        0.0 };
        if (!first_touch_enters(w, &next)) continue;
        int at = count++;
        for (; at > 0 && next.earliest < part[at - 1].earliest; at--) part[at] = part[at - 1];
        part[at] = next;
    }
    for (int i = 0; i < count; i++) walk_square(w, &part[i]);
}

void first_touch_find(const cast_shape *shape, cast_touch *touch)
{
    first_touch_search w = { shape, touch };
    square all = { shape->grid->side.field->level_count - 1, 0, 0, 0, { 0, 0, 0, 0 }, 0.0 };
    if (first_touch_enters(&w, &all)) walk_square(&w, &all);
}
