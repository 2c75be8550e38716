// The test whether a pixel of the world's grid shows both sprites.
//
// There are three grids: the two sprites' and the world's. The descent goes through the squares of one of them: the
// world's if a pixel of the finer sprite covers more than 4 pixels of the world, otherwise that sprite's. If it is the
// world's, squares of world pixels are tested in both sprites; if it is a sprite's, its squares are tested in the other
// sprite as for the overlap of areas, and dropped also if they contain no center of a world pixel.
#include "rimcast/sprite_query.h"

#include "base/exact.h"
#include "base/float.h"
#include "flat/mask/bits.h"
#include "flat/query/reoriented.h"
#include "flat/query/sweep.h"
#include "flat/query/traversal.h"
#include "flat/sprite/data.h"

#include <math.h>

// One sprite, seen from the world's pixels.
typedef struct grid_side
{
    pair_side side;
    pixel_map map; // from world pixels' centers to the sprite's pixel coordinates
    // Half the size of the box around a world pixel's image, in the sprite's columns and rows.
    double    half_u, half_v;
    double    margin; // bound of the map's error for points of the search's squares
} grid_side;

typedef struct grid_view
{
    grid_side a, b;
    rim_rect  world; // the pixels whose centers may show both
} grid_view;

// Returns the frame of the centers of the pixels in `world`. Its coordinates (x, y) are the world's point (x + 1/2, y +
// 1/2), the center of world pixel (x, y): the frame's anchor is -1/2.
static pair_frame center_frame(rim_rect world)
{
    double x = fabs((double)world.x0) > fabs((double)world.x1) ? world.x0 : world.x1;
    double y = fabs((double)world.y0) > fabs((double)world.y1) ? world.y0 : world.y1;
    return (pair_frame){ .pose = rim_xform2_identity(),
                         .anchor = { -0.5f, -0.5f },
                         .reach_x = fabs(x) + 1.0,
                         .reach_y = fabs(y) + 1.0 };
}

// Prepares one sprite: its side, the map from the centers of world pixels to its pixels, half the size of a world
// pixel's image, and the margin. The sides of the search's squares are at most twice the longer side of `world`.
static void grid_side_init(grid_side *grid, rim_posed posed, rim_rect world)
{
    grid->side = pair_side_of(posed.sprite);
    pixel_map_init(&grid->map, center_frame(world), pair_frame_of(posed));
    const pair_form *u = &grid->map.u, *v = &grid->map.v;
    grid->half_u = 0.5 * (fabs(u->p) + fabs(u->q));
    grid->half_v = 0.5 * (fabs(v->p) + fabs(v->q));
    double width = (double)world.x1 - world.x0, height = (double)world.y1 - world.y0;
    grid->margin = pixel_map_square_error(&grid->map, 2.0 * (width > height ? width : height));
}

// Returns a lower bound of  t + k (x - anchor.x) + l (y - anchor.y)  over the sprite's solid pixels. With sign 1 that
// bounds the image from below along an axis of the world, if t, k, l are the pose's numbers for this axis. With sign -1
// all three are negated, and the result times -1 is an upper bound. The terms may be large and cancel. Each is an exact
// product, and twice the largest error of their sum is subtracted.
static double image_bound(const rim_sprite *sprite, double t, double k, double l, double sign)
{
    rim_rect solid = sprite->bounds;
    k *= sign, l *= sign;
    const double terms[] = { sign * t, k * (k > 0.0 ? solid.x0 : solid.x1), -k * sprite->anchor.x,
                             l * (l > 0.0 ? solid.y0 : solid.y1), -l * sprite->anchor.y };
    double       size, bound = exact_pair_sum(terms, 5, &size).head;
    if (size > GRID_EXACT_SIZE)
    {
        exact_list list;
        exact_list_clear(&list);
        for (int i = 0; i < 5; i++) exact_list_add(&list, terms[i]);
        bound = exact_list_value(&list);
        size = 0.0;
    }
    return bound - fabs(bound) * GRID_BOUND_ERROR - size * GRID_SUM_ERROR;
}

// Returns the box in the world around the image of the sprite's solid pixels, grown by the rounding error, but not to
// whole pixels.
static pair_box image_box(rim_posed a)
{
    rim_xform2 m = a.pose;
    return (pair_box){ .x0 = image_bound(a.sprite, m.tx, m.a, m.c, 1.0),
                       .y0 = image_bound(a.sprite, m.ty, m.b, m.d, 1.0),
                       .x1 = -image_bound(a.sprite, m.tx, m.a, m.c, -1.0),
                       .y1 = -image_bound(a.sprite, m.ty, m.b, m.d, -1.0) };
}

// Returns the world pixels whose centers may be in both boxes; an empty rectangle if the boxes are apart. The center of
// pixel x is at x + 1/2, so x is one of floor(lo) .. ceil(hi) - 1. Pixels beyond GRID_MOST_WORLD are left out.
static rim_rect world_pixels(pair_box a, pair_box b)
{
    double   x0 = a.x0 > b.x0 ? a.x0 : b.x0, y0 = a.y0 > b.y0 ? a.y0 : b.y0;
    double   x1 = a.x1 < b.x1 ? a.x1 : b.x1, y1 = a.y1 < b.y1 ? a.y1 : b.y1;
    rim_rect all = { -GRID_MOST_WORLD, -GRID_MOST_WORLD, GRID_MOST_WORLD, GRID_MOST_WORLD };
    if (x0 > x1 || y0 > y1) return rim_rect_make(0, 0, 0, 0);
    rim_rect pixels = { float_floor_int(x0), float_floor_int(y0), float_ceil_int(x1),
                        float_ceil_int(y1) };
    return rim_rect_intersect(pixels, all);
}

// Prepares the search over world pixels. Returns false if no world pixel can show both sprites. Requires usable poses
// and solid pixels.
static bool grid_view_init(grid_view *view, rim_posed a, rim_posed b)
{
    view->world = world_pixels(image_box(a), image_box(b));
    if (rim_rect_is_empty(view->world)) return false;
    grid_side_init(&view->a, a, view->world);
    grid_side_init(&view->b, b, view->world);
    return true;
}

// Returns true if the center of world pixel (x, y) lies in a solid pixel of the sprite, exactly. A center on an edge
// belongs to the pixel with the greater column or row.
static inline bool shows(grid_side *grid, int x, int y)
{
    const rim_mask *mask = grid->side.mask;
    int             column = pair_form_floor(&grid->map.u, x, y);
    if ((unsigned)column >= (unsigned)mask->width) return false;
    return mask_solid(mask, column, pair_form_floor(&grid->map.v, x, y));
}

// Returns true if the center of world pixel (x, y) lies in solid pixels of both sprites.
static bool both_show(grid_view *view, int x, int y)
{
    return shows(&view->a, x, y) && shows(&view->b, x, y);
}

// Returns true if one of PAIR_SAMPLES world pixels, spread evenly, shows both sprites.
static bool some_show(grid_view *view)
{
    for (int i = 1; i <= PAIR_SAMPLES; i++)
    {
        rim_pixel p = pair_sample(view->world, i);
        if (both_show(view, p.x, p.y)) return true;
    }
    return false;
}

// Returns FIELD_EMPTY if no center of a square of world pixels lies in a solid pixel of the sprite, FIELD_FULL if all
// of them do, and another value if neither is known. The square's upper left pixel is (x, y). The outer centers lie
// half a pixel inside the square, so they span side - 1 pixels.
static int look_up_square(const grid_side *grid, int x, int y, int side)
{
    double   middle = 0.5 * (side - 1), span = side - 1;
    pair_box box =
        pair_box_about(&grid->map, x + middle, y + middle, grid->half_u * span + grid->margin,
                       grid->half_v * span + grid->margin);
    return pair_look_up(&grid->side, &box);
}

// Returns true if one of some world pixels shows both sprites.
static bool pixels_show(grid_view *view, rim_rect pixels)
{
    for (int y = pixels.y0; y < pixels.y1; y++)
        for (int x = pixels.x0; x < pixels.x1; x++)
            if (both_show(view, x, y)) return true;
    return false;
}

// Returns true if a world pixel of a square that is also in view->world shows both sprites. The square's upper left
// pixel is (x, y). Divides the square until the states of both sprites are known, or it has two pixels a side. Requires
// a side that is a power of two, at least 2.
static bool square_shows(grid_view *view, int x, int y, int side)
{
    rim_rect square = rim_rect_make(x, y, x + side, y + side);
    rim_rect inner = rim_rect_intersect(square, view->world);
    if (rim_rect_is_empty(inner)) return false;

    int in_a = look_up_square(&view->a, x, y, side);
    if (in_a == FIELD_EMPTY) return false;
    int in_b = look_up_square(&view->b, x, y, side);
    if (in_b == FIELD_EMPTY) return false;
    if (in_a == FIELD_FULL && in_b == FIELD_FULL) return true;
    if (side <= 2) return pixels_show(view, inner);

    int half = side / 2;
    for (int i = 0; i < 4; i++)
        if (square_shows(view, x + half * (i & 1), y + half * (i >> 1), half)) return true;
    return false;
}

// --- led by the world's grid ------------------------------------------------------------------------

// Returns true if a pixel in view->world, which must not be empty, shows both sprites. Searches from one square that
// covers all of view->world, or from up to four.
static bool world_leads(grid_view *view)
{
    // The world's part may be 2^31 wide, but squares have sides that fit an int: at most 2^30, so up to four cover it.
    int64_t width = (int64_t)view->world.x1 - view->world.x0;
    int64_t height = (int64_t)view->world.y1 - view->world.y0;
    int64_t extent = width > height ? width : height;
    int     side = 2;
    while (side < extent && side < GRID_MOST_WORLD) side *= 2;
    for (int64_t y = view->world.y0; y < view->world.y1; y += side)
        for (int64_t x = view->world.x0; x < view->world.x1; x += side)
            if (square_shows(view, (int)x, (int)y, side)) return true;
    return false;
}

// --- led by the finer sprite ------------------------------------------------------------------------

// A disc of this radius contains the center of a world pixel wherever it lies: a little more than sqrt(1/2).
#define GRID_CENTER_RADIUS 0.71

// The fine and the coarse sprite and the world's grid between them.
typedef struct sprite_view
{
    traversal pair;
    grid_view grid;           // a is the fine sprite
    pixel_map to_world;       // from fine pixels to the world's centers: pixel X's center is at X
    double    half_u, half_v; // half the size of a fine pixel's image, in the world's pixels
    double    margin;         // bound of the map's error for points of the pyramid's squares
    double    inner;          // half the least width of a fine pixel's image in the world
    double    likely_x, likely_y; // fine pixels: the middle of the box that both share
} sprite_view;

// Returns the least width of a pixel's parallelogram in the world: its area divided by its longer side.
static double least_width(rim_xform2 m)
{
    double ab = (double)m.a * m.a + (double)m.b * m.b, cd = (double)m.c * m.c + (double)m.d * m.d;
    return fabs(rim_xform2_determinant(m)) / sqrt(ab > cd ? ab : cd);
}

// Computes view->to_world and all members after it. Requires that view->pair and view->grid are prepared.
static void find_world(sprite_view *view)
{
    rim_posed fine = view->pair.fine_posed;
    rim_rect  world = view->grid.world;
    pixel_map_init(&view->to_world, pair_frame_of(fine), center_frame(world));
    const pair_form *u = &view->to_world.u, *v = &view->to_world.v;
    view->half_u = 0.5 * (fabs(u->p) + fabs(u->q));
    view->half_v = 0.5 * (fabs(v->p) + fabs(v->q));
    view->margin = pixel_map_square_error(&view->to_world, pair_squares_side(fine.sprite));
    view->inner = 0.5 * least_width(fine.pose);
    double x = 0.5 * world.x0 + 0.5 * world.x1, y = 0.5 * world.y0 + 0.5 * world.y1;
    view->likely_x = pair_form_at(&view->grid.a.map.u, x, y);
    view->likely_y = pair_form_at(&view->grid.a.map.v, x, y);
}

// Returns the world pixels whose centers may lie in a square of fine pixels with the middle (x, y). In the coordinates
// of view->to_world the center of world pixel X is at X. So these pixels are the whole numbers in the box of the
// square's image, ceil(lo) .. floor(hi).
static rim_rect centers_in(const sprite_view *view, double x, double y, double side)
{
    pair_box box = pair_box_about(&view->to_world, x, y, view->half_u * side + view->margin,
                                  view->half_v * side + view->margin);
    rim_rect pixels = { float_ceil_int(box.x0), float_ceil_int(box.y0),
                        float_floor_int(box.x1 + 1.0), float_floor_int(box.y1 + 1.0) };
    return rim_rect_intersect(pixels, view->grid.world);
}

// Returns true if a world pixel whose center lies in a square of the fine sprite's pyramid shows both sprites. Divides
// the square until the answer is certain, or at level 0 tests the world pixels one by one.
static bool fine_square_shows(sprite_view *view, int level, int column, int row)
{
    const field_level *squares = &view->pair.fine.field->levels[level];
    if (column >= squares->width || row >= squares->height) return false;
    int state = squares->state[(size_t)row * (size_t)squares->width + (size_t)column];
    if (state == FIELD_EMPTY) return false;

    double   side = (double)(FIELD_BLOCK << level);
    double   x = (column + 0.5) * side, y = (row + 0.5) * side;
    pair_box box = pair_box_of(&view->pair, x, y, side);
    int      found = pair_look_up(&view->pair.coarse, &box);
    if (found == FIELD_EMPTY) return false;
    rim_rect pixels = centers_in(view, x, y, side);
    if (rim_rect_is_empty(pixels)) return false;
    // The square's image contains a disc with half its least width as radius, and so a center.
    if (found == FIELD_FULL && state == FIELD_FULL && view->inner * side > GRID_CENTER_RADIUS)
        return true;
    if (level == 0) return pixels_show(&view->grid, pixels);
    // Testing the middle pixel ends most hits early.
    if (both_show(&view->grid, (pixels.x0 + pixels.x1) / 2, (pixels.y0 + pixels.y1) / 2))
        return true;

    // The quarter towards the intersection of the boxes comes first, and the opposite one (k = 3) last.
    int first = (view->likely_x > x) | (view->likely_y > y) << 1;
    for (int k = 0; k < 4; k++)
    {
        int i = first ^ k;
        if (fine_square_shows(view, level - 1, 2 * column + (i & 1), 2 * row + (i >> 1)))
            return true;
    }
    return false;
}

// Returns true if the box of the whole fine sprite is empty in the coarse sprite.
static bool is_far(const traversal *view)
{
    double   side = (double)(FIELD_BLOCK << (view->fine.field->level_count - 1));
    pair_box box = pair_box_of(view, 0.5 * side, 0.5 * side, side);
    return pair_look_up(&view->coarse, &box) == FIELD_EMPTY;
}

// Up to this area of a pixel of the finer sprite, in the world's pixels, the search goes through that sprite's squares;
// above, through the world's.
#define GRID_LEADING_AREA 4.0

// Sprites with smaller numbers than these lie within GRID_MOST_WORLD: a corner at t + scale (x - anchor), with x at
// most 2^16, is nearer to the origin than 2^28 + 2^8 (2^16 + 2^20) < 2^30.
#define GRID_MOST_TRANSLATION 0x1p28f
#define GRID_MOST_SCALE 0x1p8
#define GRID_MOST_ANCHOR 0x1p20f

// Returns true if the pixels of an upright sprite are at least as large as the world's and the sprite lies within
// GRID_MOST_WORLD. Then each of its pixels contains the center of a world pixel that no other pixel of the sprite
// contains. `scale` is the side of the sprite's pixels in the world.
static bool has_centers(const rim_posed *a, double scale)
{
    static const float most[4] = { GRID_MOST_TRANSLATION, GRID_MOST_TRANSLATION, GRID_MOST_ANCHOR,
                                   GRID_MOST_ANCHOR };
    f32x4 numbers = f32x4_load_pairs(&a->pose.tx, &a->sprite->anchor), limits = f32x4_load(most);
    f32x4_truth less = f32x4_less(f32x4_mul(numbers, numbers), f32x4_mul(limits, limits));
    return scale >= 1.0 && scale <= GRID_MOST_SCALE && sprite_all_true(less);
}

// Stores the offset of a in b's pixels, and returns true, if it is whole and each pixel contains a center of its own
// (has_centers). Then a and b show a world pixel together if and only if their masks share a pixel at that offset.
static bool is_on_whole_pixels(const rim_posed *a, const rim_posed *b, integer_offset *o)
{
    if (!integer_offset_init(o, a, b) && !integer_offset_init_turned(o, a, b)) return false;
    return has_centers(a, o->scale);
}

// Returns true if x is halfway between two whole numbers. Requires |x| < 2^51: the sum with 3/2 2^52 is rounded to a whole
// number.
static bool is_half(double x)
{
    double whole = x + 0x1.8p52 - 0x1.8p52;
    return fabs(x - whole) == 0.5;
}

// Computes rim_sprite_overlaps_on_grid for two sprites that are upright but not turned alike, if there the answer is
// that of the overlap of areas. Returns false, without an answer, for all others.
//
// The answers are the same if each pixel contains a center of its own (has_centers) and no center lies on an edge: the
// two sprites may assign a center on an edge to different pixels. Centers are halfway between whole numbers, and a's
// scale, a power of two from 1 on, is whole. So no center lies on an edge if the corner t - M anchor of a's pixels is
// not halfway between whole numbers in x or y.
static bool reoriented_shows(const rim_posed *a, const rim_posed *b, bool *answer)
{
    const rim_xform2 *m = &a->pose;
    rim_vec2          anchor = a->sprite->anchor;
    double scale = fabs((double)m->a) + fabs((double)m->b); // of an upright pose: one of them is 0
    if (!sprite_pose_is_upright(m) || !has_centers(a, scale)) return false;
    double x = (double)m->a * anchor.x + (double)m->c * anchor.y;
    double y = (double)m->b * anchor.x + (double)m->d * anchor.y;
    return !is_half(m->tx - x) && !is_half(m->ty - y) && reoriented_overlaps(a, b, answer);
}

// Compares the masks where this gives the same answer (is_on_whole_pixels, reoriented_shows). Otherwise searches the
// squares of the world's grid if the finer sprite's pixels are large, else the squares of that sprite.
bool rim_sprite_overlaps_on_grid(rim_posed a, rim_posed b)
{
    SPRITE_CHECK(a, false);
    SPRITE_CHECK(b, false);
    sprite_view    view;
    integer_offset offset;
    bool           answer;
    if (integer_offset_init_plain(&offset, &a, &b) && has_centers(&a, 1.0))
        return rim_sprite_overlaps_at(b.sprite, a.sprite, offset.x, offset.y);
    if (sprites_are_far(&a, &b)) return false;
    if (reoriented_shows(&a, &b, &answer)) return answer;
    if (is_on_whole_pixels(&a, &b, &offset))
        return rim_sprite_overlaps_at(b.sprite, a.sprite, offset.x, offset.y);
    if (!traversal_init_sides(&view.pair, a, b)) return false;
    rim_posed fine = view.pair.fine_posed, coarse = view.pair.coarse_posed;
    if (!grid_view_init(&view.grid, fine, coarse)) return false;
    if (fabs(rim_xform2_determinant(fine.pose)) > GRID_LEADING_AREA) return world_leads(&view.grid);

    if (some_show(&view.grid)) return true;
    traversal_init_forward(&view.pair);
    if (is_far(&view.pair)) return false;
    find_world(&view);
    return fine_square_shows(&view, view.pair.fine.field->level_count - 1, 0, 0);
}
