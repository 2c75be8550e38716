// Baking shapes and testing points against them.
#include "flat/flash/shape.h"

#include "base/float.h"
#include "base/memory.h"
#include "flat/flash/data.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// --- boxes ------------------------------------------------------------------------------------------

static int32_t clamp_twips(double twips)
{
    return twips < INT32_MIN ? INT32_MIN : twips > INT32_MAX ? INT32_MAX : (int32_t)twips;
}

// Extends *box to contain the boxes of edges[0 .. count - 1], each grown by a margin in twips on every side and
// clamped to 32 bits.
static void add_edges(rim_flash_box *box, const rim_flash_edge *edges, int count, double margin)
{
    for (int i = 0; i < count; i++)
    {
        rim_flash_box edge = flash_edge_box(&edges[i]);
        int32_t x_min = clamp_twips(edge.x_min - margin), x_max = clamp_twips(edge.x_max + margin);
        int32_t y_min = clamp_twips(edge.y_min - margin), y_max = clamp_twips(edge.y_max + margin);
        if (x_min < box->x_min) box->x_min = x_min;
        if (y_min < box->y_min) box->y_min = y_min;
        if (x_max > box->x_max) box->x_max = x_max;
        if (y_max > box->y_max) box->y_max = y_max;
    }
}

// The margin of a stroke is rounded up to whole twips.
rim_flash_box flash_outlines_box(const rim_flash_outlines *outlines, double stroke_share)
{
    rim_flash_box box = flash_box_empty();
    for (int i = 0; i < outlines->fill_count; i++)
        add_edges(&box, outlines->fills[i].edges, outlines->fills[i].count, 0.0);
    for (int i = 0; i < outlines->stroke_count; i++)
    {
        const rim_flash_stroke *stroke = &outlines->strokes[i];
        add_edges(&box, stroke->edges, stroke->count,
                  (double)float_ceil_int(stroke->width * stroke_share));
    }
    return box;
}

// --- baking -----------------------------------------------------------------------------------------

// Returns RIM_OK if the counts and widths of the outlines are allowed, else the error of rim_flash_shape_create.
static rim_status flash_shape_check(const rim_flash_outlines *outlines)
{
    int64_t edges = 0;
    if (outlines->fill_count < 0 || outlines->stroke_count < 0) return RIM_ERR_SIZE;
    for (int i = 0; i < outlines->fill_count; i++)
    {
        if (outlines->fills[i].count < 0) return RIM_ERR_SIZE;
        edges += outlines->fills[i].count;
    }
    for (int i = 0; i < outlines->stroke_count; i++)
    {
        if (outlines->strokes[i].count < 0) return RIM_ERR_SIZE;
        if (outlines->strokes[i].width < 0) return RIM_ERR_ARGUMENT;
        edges += outlines->strokes[i].count;
    }
    return edges > FLASH_MOST_EDGES ? RIM_ERR_SIZE : RIM_OK;
}

// Bakes all fills into shape->fills. Returns false if there is no memory; the shape can be destroyed then, too.
static bool bake_fills(rim_flash_shape *shape, const rim_flash_outlines *outlines)
{
    size_t count = (size_t)outlines->fill_count;
    shape->fills = memory_allocate_zeroed(&shape->from, count, sizeof *shape->fills);
    if (!shape->fills) return false;
    shape->fill_count = outlines->fill_count;
    for (int i = 0; i < outlines->fill_count; i++)
        if (!flash_fill_bake(&shape->fills[i], &outlines->fills[i], &shape->from)) return false;
    return true;
}

// Returns the box of an edge, grown by a margin in twips on every side and rounded outward to floats, as the flat tree
// needs it: with z = 0.
static rim_box3 flash_shape_leaf_box(const rim_flash_edge *edge, double margin)
{
    rim_flash_box box = flash_edge_box(edge);
    return rim_box3_make(
        rim_vec3_make(float_below(box.x_min - margin), float_below(box.y_min - margin), 0.0f),
        rim_vec3_make(float_above(box.x_max + margin), float_above(box.y_max + margin), 0.0f));
}

// Stores the edges of all strokes, each with half its stroke's width, in shape->strokes, and a tree of their boxes,
// grown by these halves. The items of the tree are indices of shape->strokes. Returns false if there is no memory;
// the shape can be destroyed then, too.
static bool bake_strokes(rim_flash_shape *shape, const rim_flash_outlines *outlines)
{
    int count = 0;
    for (int i = 0; i < outlines->stroke_count; i++) count += outlines->strokes[i].count;
    shape->strokes = memory_allocate(&shape->from, (size_t)count, sizeof *shape->strokes);
    if (!shape->strokes) return false;
    shape->stroke_count = count;

    // Strokes never move, so their boxes need no slack.
    box_tree_options flat = { .slack = -1.0f, .flat = true };
    if (box_tree_create(&shape->stroke_tree, &flat, &shape->from)) return false;
    if (box_tree_reserve(shape->stroke_tree, count)) return false;
    int at = 0;
    for (int i = 0; i < outlines->stroke_count; i++)
        for (int e = 0; e < outlines->strokes[i].count; e++, at++)
        {
            flash_stroke_edge stroke = { .edge = outlines->strokes[i].edges[e],
                                         .half = 0.5 * outlines->strokes[i].width };
            int               leaf;
            shape->strokes[at] = stroke;
            if (box_tree_insert(shape->stroke_tree, flash_shape_leaf_box(&stroke.edge, stroke.half),
                                at, &leaf))
                return false;
        }
    return true;
}

// Sets the shape's boxes to those of the outlines if they are given, else computes them. If only `bounds` is given, it
// serves as both.
static void flash_shape_set_boxes(rim_flash_shape *shape, const rim_flash_outlines *outlines)
{
    shape->bounds = flash_outlines_box(outlines, 0.5);
    shape->edge_bounds = flash_outlines_box(outlines, 0.0);
    if (outlines->bounds) shape->bounds = shape->edge_bounds = *outlines->bounds;
    if (outlines->edge_bounds) shape->edge_bounds = *outlines->edge_bounds;
}

rim_status rim_flash_shape_create(rim_flash_shape **out, const rim_flash_outlines *outlines,
                                  const rim_allocator *from)
{
    RIM_ASSERT(out && outlines, "out or the outlines are NULL");
    *out = NULL;
    rim_status status = flash_shape_check(outlines);
    if (status) return status;
    rim_allocator    allocator = memory_allocator_or_default(from);
    rim_flash_shape *shape = memory_allocate_zeroed(&allocator, 1, sizeof *shape);
    if (!shape) return RIM_ERR_MEMORY;
    shape->from = allocator;
    flash_shape_set_boxes(shape, outlines);
    if (!bake_fills(shape, outlines) || !bake_strokes(shape, outlines))
    {
        rim_flash_shape_destroy(shape);
        return RIM_ERR_MEMORY;
    }
    *out = shape;
    return RIM_OK;
}

void rim_flash_shape_destroy(rim_flash_shape *shape)
{
    if (!shape) return;
    rim_allocator from = shape->from;
    for (int i = 0; i < shape->fill_count; i++) flash_fill_free(&shape->fills[i], &from);
    memory_release(&from, shape->fills, (size_t)shape->fill_count, sizeof *shape->fills);
    memory_release(&from, shape->strokes, (size_t)shape->stroke_count, sizeof *shape->strokes);
    box_tree_destroy(shape->stroke_tree);
    memory_release(&from, shape, 1, sizeof *shape);
}

rim_flash_box flash_shape_bounds(const rim_flash_shape *shape)
{
    return shape->bounds;
}

rim_flash_box flash_shape_edge_bounds(const rim_flash_shape *shape)
{
    return shape->edge_bounds;
}

// --- queries -----------------------------------------------------------------------------------------

// Returns true if the distance of (x, y) from a stroke's edge is at most half the stroke's width, or half of
// `thinnest` if the stroke is narrower than `thinnest`. A box of the tree includes half the width of its stroke, and
// the box lo .. hi includes half of `thinnest`, so both kinds of strokes are found. Requires that the shape has
// strokes.
static bool on_a_stroke(const rim_flash_shape *shape, double x, double y, double thinnest)
{
    double        least = thinnest > 0.0 ? 0.5 * thinnest : 0.0;
    rim_vec3      lo = rim_vec3_make(float_below(x - least), float_below(y - least), 0.0f);
    rim_vec3      hi = rim_vec3_make(float_above(x + least), float_above(y + least), 0.0f);
    box_tree_walk walk = box_tree_overlaps(shape->stroke_tree, rim_box3_make(lo, hi));
    for (int leaf; (leaf = box_tree_walk_next(&walk)) != BOX_TREE_END;)
    {
        const flash_stroke_edge *stroke = &shape->strokes[box_tree_item(shape->stroke_tree, leaf)];
        double                   half = stroke->half > least ? stroke->half : least;
        if (flash_edge_distance_squared(&stroke->edge, x, y) <= half * half) return true;
    }
    return false;
}

// Returns true if a fill or a stroke contains (x, y), in twips. Nothing contains NaN or positions beyond
// FLASH_FAR_TWIPS.
bool rim_flash_shape_contains(const rim_flash_shape *shape, double x, double y, double thinnest)
{
    if (!(fabs(x) < FLASH_FAR_TWIPS && fabs(y) < FLASH_FAR_TWIPS)) return false;
    for (int i = 0; i < shape->fill_count; i++)
        if (flash_fill_contains(&shape->fills[i], x, y)) return true;
    return shape->stroke_count > 0 && on_a_stroke(shape, x, y, thinnest);
}
