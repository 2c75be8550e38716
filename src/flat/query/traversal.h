// Two posed sprites prepared for a descent: the fine one and the coarse one, and the map of the fine one's squares to
// the coarse one's pixels.
#ifndef RIM_FLAT_QUERY_TRAVERSAL_H
#define RIM_FLAT_QUERY_TRAVERSAL_H

#include "flat/outline/field_blocks.h"
#include "flat/query/relative_transform.h"

// If borders coincide, gradients are computed at this distance to both sides, in pixels. Normals have an error of at
// most that.
#define PAIR_ASIDE 0x1p-20

// The data of a sprite that a descent reads.
typedef struct pair_side
{
    const rim_mask     *mask;
    const field_blocks *field;
    rim_rect            solid; // bounds of the solid pixels
} pair_side;

typedef struct traversal
{
    pair_side          fine, coarse; // the pixels of fine cover no more area than those of coarse
    rim_posed          fine_posed, coarse_posed;
    bool               swapped;          // fine is b
    relative_transform maps;             // a of the maps is fine, b is coarse
    double             half_u, half_v;   // of one fine pixel's image, in coarse columns and rows
    double             shift_u, shift_v; // of the fine sprite, in coarse pixels; 0 at first
    double             margin;           // bound of the error of any point of a square's image
    int64_t            steps;            // of descents so far: the squares and pixels tested
} traversal;

// A box in a sprite's pixel coordinates that certainly contains an image.
typedef struct pair_box
{
    double x0, y0, x1, y1;
} pair_box;

pair_side pair_side_of(const rim_sprite *sprite);

// Prepares two sprites. Returns false if they cannot overlap: a pose is singular or not finite, or a mask has no solid
// pixel.
bool traversal_init(traversal *view, rim_posed a, rim_posed b);

// The two steps of traversal_init without the map from coarse to fine: the first chooses the fine sprite, the second
// computes the map from fine to coarse.
bool traversal_init_sides(traversal *view, rim_posed a, rim_posed b);
void traversal_init_forward(traversal *view);

// Returns true if the two share area. Requires a shift of 0.
bool traversal_overlaps(traversal *view);

// Returns true if pixel (x, y) of the fine sprite shares area with the coarse sprite, and stores the first such coarse
// pixel in reading order in *hit.
bool pair_pixel_hits(traversal *view, int x, int y, rim_pixel *hit);

enum
{
    // Boxes of at most so many rows and columns, a word, are tested by the mask's bits.
    PAIR_BIT_ROWS = 12,
    PAIR_BIT_COLUMNS = 64,
    // The bits of one row of a block of the pyramid.
    PAIR_BLOCK_ROW = (1 << FIELD_BLOCK) - 1,
    // Pixels that overlap tests try before they search: sprites that overlap usually share many.
    PAIR_SAMPLES = 6
};

// Returns pixel number i of an even distribution over a rectangle, which must not be empty. Pixel i is at the
// fractional parts of i / g and i / g^2 of the width and the height, with g^3 = g + 1 (M. Roberts, "The unreasonable
// effectiveness of quasirandom sequences", 2018). The fractions are computed in 65536ths.
static inline rim_pixel pair_sample(rim_rect in, int i)
{
    const int64_t inverse = 49472, inverse_square = 37345; // 65536 / g and 65536 / g^2
    int64_t       width = (int64_t)in.x1 - in.x0, height = (int64_t)in.y1 - in.y0;
    return (rim_pixel){ in.x0 + (int)(width * (inverse * i & 65535) >> 16),
                        in.y0 + (int)(height * (inverse_square * i & 65535) >> 16) };
}

// Returns FIELD_EMPTY if the box has no solid pixels, FIELD_FULL if it is wholly solid, and another value if that is
// unknown.
int pair_look_up(const pair_side *side, const pair_box *box);

// Computes the pixels in `bounds` that a box touches. Returns false if there are none; then *out may be set or not. The
// coordinates of the bounds must not be negative: then conversions to int round down.
static inline bool pair_cells_inside(const pair_box *box, rim_rect bounds, rim_rect *out)
{
    // A single branch, as the side that fails cannot be predicted.
    int columns = (box->x0 < bounds.x1) & (box->x1 > bounds.x0);
    int rows = (box->y0 < bounds.y1) & (box->y1 > bounds.y0);
    if (!(columns & rows)) return false;
    double x0 = box->x0 > bounds.x0 ? box->x0 : bounds.x0;
    double y0 = box->y0 > bounds.y0 ? box->y0 : bounds.y0;
    double x1 = box->x1 < bounds.x1 ? box->x1 : bounds.x1;
    double y1 = box->y1 < bounds.y1 ? box->y1 : bounds.y1;
    out->x0 = (int)x0, out->y0 = (int)y0;
    out->x1 = (int)x1 + ((int)x1 < x1);
    out->y1 = (int)y1 + ((int)y1 < y1);
    return (out->x0 < out->x1) & (out->y0 < out->y1);
}

// Returns the pixels that a box touches, clipped to the bounds of the solid pixels.
rim_rect pair_cells_of(const pair_side *side, const pair_box *box);

// Returns the gap (field_blocks_gap) about the block that contains point (u, v), or about the block nearest to the
// point.
static inline double pair_blocks_gap(const field_blocks *field, double u, double v)
{
    double column = u * (1.0 / FIELD_BLOCK), row = v * (1.0 / FIELD_BLOCK);
    double last_column = field->columns - 1, last_row = field->rows - 1;
    column = column > 0.0 ? column : 0.0; // also for NaN
    row = row > 0.0 ? row : 0.0;
    column = column < last_column ? column : last_column;
    row = row < last_row ? row : last_row;
    return field_blocks_gap(field, (int)column, (int)row);
}

// Returns a lower bound of the Chebyshev distance from point (u, v) to the nearest solid pixel; 0 if no better one is
// known.
static inline double pair_clearance(const pair_side *side, double u, double v)
{
    // Outside the solid pixels' bounds the distance to the bounds is exact.
    rim_rect solid = side->solid;
    double   x = u < solid.x0 ? solid.x0 - u : u > solid.x1 ? u - solid.x1 : 0.0;
    double   y = v < solid.y0 ? solid.y0 - v : v > solid.y1 ? v - solid.y1 : 0.0;
    double   outside = x > y ? x : y;
    double   inside = pair_blocks_gap(side->field, u, v);
    return inside > outside ? inside : outside;
}

// Returns the box with the half sides half_u and half_v about the image of (x, y) under a map.
static inline pair_box pair_box_about(const pixel_map *map, double x, double y, double half_u,
                                      double half_v)
{
    double u = pair_form_at(&map->u, x, y), v = pair_form_at(&map->v, x, y);
    return (pair_box){ .x0 = u - half_u, .y0 = v - half_v, .x1 = u + half_u, .y1 = v + half_v };
}

// Returns a box, in coarse pixels, that certainly contains the image of a square of fine pixels, moved by the view's
// shift. The square has the middle (x, y) and the given side, in fine pixels.
static inline pair_box pair_box_of(const traversal *view, double x, double y, double side)
{
    pair_box box = pair_box_about(&view->maps.a_to_b, x, y, view->half_u * side + view->margin,
                                  view->half_v * side + view->margin);
    box.x0 += view->shift_u, box.y0 += view->shift_v;
    box.x1 += view->shift_u, box.y1 += view->shift_v;
    return box;
}

#endif
