// The inside of a baked shape.
#ifndef RIM_FLAT_FLASH_SHAPE_H
#define RIM_FLAT_FLASH_SHAPE_H

#include "flat/flash/fill.h"
#include "rimcast/tree.h"

typedef struct flash_stroke_edge
{
    rim_flash_edge edge;
    double         half; // of the width
} flash_stroke_edge;

struct rim_flash_shape
{
    rim_allocator      from;
    rim_flash_box      bounds, edge_bounds;
    flash_fill        *fills;
    int                fill_count;
    flash_stroke_edge *strokes; // one for each stroked edge
    int                stroke_count;
    rim_tree          *stroke_tree; // their boxes, by index
};

// The box around fills and strokes, the latter grown by that share of their width.
rim_flash_box flash_outlines_box(const rim_flash_outlines *outlines, double stroke_share);

#endif
