// Two posed sprites prepared for a descent: which one is fine, which coarse, and how a square of the
// fine one looks in the coarse one.
#ifndef RIM_FLAT_QUERY_TRAVERSAL_H
#define RIM_FLAT_QUERY_TRAVERSAL_H

#include "flat/outline/field_blocks.h"
#include "flat/query/relative_transform.h"

// Where borders lie on each other, slopes are taken this far to both sides, in pixels. Normals come out wrong
// by no more than that.
#define PAIR_ASIDE 0x1p-20

// What a descent reads of a sprite.
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
    double             margin;           // bound of the error of any image point
    int64_t            steps; // of descents so far: squares and pixels that were looked at
} traversal;

// A box in a sprite's pixel coordinates that surely holds the image it was made for.
typedef struct pair_box
{
    double x0, y0, x1, y1;
} pair_box;

pair_side pair_side_of(const rim_sprite *sprite);

// False if nothing can overlap: a pose is singular or not finite, or a mask has no solid pixel.
bool traversal_init(traversal *view, rim_posed a, rim_posed b);

// The same in steps: which sprite is which; then the map from fine to coarse, and none back.
bool traversal_init_sides(traversal *view, rim_posed a, rim_posed b);
void traversal_init_forward(traversal *view);

// Do the two share area where they stand? The shift must be 0.
bool traversal_overlaps(traversal *view);

// Does pixel (x, y) of the fine sprite share area with the coarse one? *hit is the first of its pixels, in reading order,
// that it does so with.
bool pair_pixel_hits(traversal *view, int x, int y, rim_pixel *hit);

// Boxes up to this many rows, and a word of columns, are looked up in the bits themselves.
enum
{
    PAIR_BIT_ROWS = 12,
    PAIR_BIT_COLUMNS = 64
};

// Is the box empty of solid pixels (FIELD_EMPTY), wholly solid (FIELD_FULL), or is it not known?
int pair_look_up(const pair_side *side, const pair_box *box);

// The pixels that a box touches, of those in bounds, which are not negative. False if there are none.
static inline bool pair_cells_inside(const pair_box *box, rim_rect bounds, rim_rect *out)
{
    // One branch: which of the sides is beyond cannot be foretold.
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

// The pixels that a box touches, cut to where there are solid ones.
rim_rect pair_cells_of(const pair_side *side, const pair_box *box);

// The clearance of the block that a point lies in, or of the nearest one.
static inline int pair_blocks_clear(const field_blocks *field, double u, double v)
{
    double column = u * (1.0 / FIELD_BLOCK), row = v * (1.0 / FIELD_BLOCK);
    double last_column = field->columns - 1, last_row = field->rows - 1;
    column = column > 0.0 ? column : 0.0; // also for NaN
    row = row > 0.0 ? row : 0.0;
    column = column < last_column ? column : last_column;
    row = row < last_row ? row : last_row;
    return field->clearance[(size_t)row * (size_t)field->columns + (size_t)column];
}

// At least how far, by the larger of x and y, the nearest solid pixel is from a point; 0 if unknown.
static inline double pair_clearance(const pair_side *side, double u, double v)
{
    // Beyond the solid pixels' bounds the way to the bounds counts; it is exact.
    rim_rect solid = side->solid;
    double   x = u < solid.x0 ? solid.x0 - u : u > solid.x1 ? u - solid.x1 : 0.0;
    double   y = v < solid.y0 ? solid.y0 - v : v > solid.y1 ? v - solid.y1 : 0.0;
    double   outside = x > y ? x : y;
    int      k = pair_blocks_clear(side->field, u, v);
    double   inside = k > 0 ? (double)(FIELD_BLOCK * (k - 1)) : 0.0;
    return inside > outside ? inside : outside;
}

// The box of the image of a square about (x, y).
static inline pair_box pair_box_about(const pixel_map *map, double x, double y, double half_u,
                                      double half_v)
{
    double   u = pair_form_at(&map->u, x, y), v = pair_form_at(&map->v, x, y);
    pair_box box = { u - half_u, v - half_v, u + half_u, v + half_v };
    return box;
}

// The box of a fine square of some side about (x, y), in coarse coordinates.
static inline pair_box pair_box_of(const traversal *view, double x, double y, double side)
{
    pair_box box = pair_box_about(&view->maps.a_to_b, x, y, view->half_u * side + view->margin,
                                  view->half_v * side + view->margin);
    box.x0 += view->shift_u, box.y0 += view->shift_v;
    box.x1 += view->shift_u, box.y1 += view->shift_v;
    return box;
}

#endif
