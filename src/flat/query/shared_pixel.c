// One pixel of each of two posed sprites that share area.
//
// A descent through one sprite's pyramid of squares, as in overlaps.c, from the upper left quarter on. If any pixel
// will do, the search ends at the first hit. For the first pixel in reading order it continues, and skips squares whose
// upper left corner does not come before the best pixel so far.
#include "rimcast/sprite_query.h"

#include "flat/mask/bits.h"
#include "flat/query/sweep.h"

typedef struct shared_search
{
    traversal view; // the fine sprite's pixels are searched
    bool      any;
    bool      hit;
    rim_pixel fine, coarse; // the best so far, if there is one
} shared_search;

// Returns true if neither fine pixel (x, y) nor a later one in reading order can improve the answer: there is a hit
// already, and either any hit will do, or the best hit is (x, y) or an earlier pixel.
static bool search_is_over(const shared_search *s, int x, int y)
{
    if (!s->hit) return false;
    return s->any || y > s->fine.y || (y == s->fine.y && x >= s->fine.x);
}

// Tests the solid pixels of the fine sprite's block (column, row), FIELD_BLOCK (4) by FIELD_BLOCK pixels, in reading
// order. Stores each hit and its partner as the best so far: search_is_over ends the loop at the first pixel that is
// not before the best one.
static void search_block(shared_search *s, int column, int row)
{
    for (int y = FIELD_BLOCK * row; y < FIELD_BLOCK * (row + 1); y++)
    {
        unsigned bits =
            (unsigned)mask_span(s->view.fine.mask, FIELD_BLOCK * column, y) & PAIR_BLOCK_ROW;
        for (; bits; bits &= bits - 1)
        {
            int       x = FIELD_BLOCK * column + mask_lowest(bits);
            rim_pixel coarse;
            if (search_is_over(s, x, y)) return;
            if (!pair_pixel_hits(&s->view, x, y, &coarse)) continue;
            s->hit = true;
            s->fine.x = x, s->fine.y = y;
            s->coarse = coarse;
        }
    }
}

// Searches a square of the fine sprite's pyramid, its upper left quarter first, and skips it if its upper left pixel is
// no better than the best hit. With is_covered its image lies inside solid pixels of the coarse sprite: then the square
// is not looked up again, but the search goes on to find a pixel and its partner.
static void search_square(shared_search *s, int level, int column, int row, bool is_covered)
{
    const field_level *squares = &s->view.fine.field->levels[level];
    int                side = FIELD_BLOCK << level;
    if (column >= squares->width || row >= squares->height) return;
    if (search_is_over(s, column * side, row * side)) return;
    if (squares->state[(size_t)row * (size_t)squares->width + (size_t)column] == FIELD_EMPTY)
        return;
    if (!is_covered)
    {
        pair_box box = pair_box_of(&s->view, (column + 0.5) * side, (row + 0.5) * side, side);
        int      found = pair_look_up(&s->view.coarse, &box);
        if (found == FIELD_EMPTY) return;
        is_covered = found == FIELD_FULL;
    }
    if (level == 0)
        search_block(s, column, row);
    else
        for (int i = 0; i < 4; i++)
            search_square(s, level - 1, 2 * column + (i & 1), 2 * row + (i >> 1), is_covered);
}

// Prepares the view with a as the fine sprite, even if a has the larger pixels: the first pixel in reading order is the
// first one of a. Requires that traversal_init accepts both sprites.
static void search_pixels_of(traversal *view, rim_posed a, rim_posed b)
{
    view->swapped = false;
    view->fine_posed = a;
    view->coarse_posed = b;
    view->fine = pair_side_of(a.sprite);
    view->coarse = pair_side_of(b.sprite);
    traversal_init_forward(view);
    pixel_map_init(&view->maps.b_to_a, pair_frame_of(b), pair_frame_of(a));
}

// Compares the masks of upright sprites that are whole pixels apart: b's corner is at (dx, dy) in a's pixels then. All
// others are searched by the descent.
rim_shared_pixel rim_sprite_shared_pixel(rim_posed a, rim_posed b, rim_pick pick)
{
    SPRITE_CHECK(a, (rim_shared_pixel){ 0 });
    SPRITE_CHECK(b, (rim_shared_pixel){ 0 });
    rim_shared_pixel pixel = { .hit = false };
    integer_offset   offset;
    if (integer_offset_init(&offset, &a, &b) || integer_offset_init_turned(&offset, &a, &b))
    {
        int dx = -offset.x, dy = -offset.y;
        if (rim_sprite_overlaps_at(a.sprite, b.sprite, dx, dy))
            mask_shared_pixel(&pixel, a.sprite->mask, b.sprite->mask, dx, dy, pick);
        return pixel;
    }
    if (sprites_are_far(&a, &b)) return pixel;
    shared_search s = { .any = pick == RIM_PICK_ANY };
    if (!traversal_init(&s.view, a, b)) return pixel;
    if (!s.any && s.view.swapped) search_pixels_of(&s.view, a, b);
    search_square(&s, s.view.fine.field->level_count - 1, 0, 0, false);
    if (!s.hit) return pixel;
    pixel.hit = true;
    pixel.a = s.view.swapped ? s.coarse : s.fine;
    pixel.b = s.view.swapped ? s.fine : s.coarse;
    return pixel;
}
