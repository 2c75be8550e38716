// The drawing functions: a pen that collects edges, those of all fills in one list and those of all strokes in
// another. A run is a range of a list: the edges of one fill, or of consecutive strokes with one width.
#include "flat/flash/data.h"
#include "flat/flash/shape.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

enum
{
    FLASH_MOST_THICKNESS = 255 // in pixels, as in the player
};

typedef struct edge_list
{
    rim_flash_edge *edges;
    size_t          capacity, count;
} edge_list;

typedef struct flash_pen_run
{
    int32_t width; // of strokes, in twips; 0 for fills
    int     first, count;
} flash_pen_run;

typedef struct run_list
{
    flash_pen_run *runs;
    size_t         capacity, count;
} run_list;

struct rim_flash_graphics
{
    rim_allocator from;
    rim_status    status; // the first error; nothing is drawn after it
    edge_list     fill_edges, stroke_edges;
    run_list      fills, strokes;
    int32_t       x, y;              // the position of the pen, in twips
    int32_t       start_x, start_y;  // where the path begins; a fill closes the path to this point
    bool          filling, stroking; // edges are added to the last run of fills, of strokes
};

rim_status rim_flash_graphics_create(rim_flash_graphics **out, const rim_allocator *from)
{
    RIM_ASSERT(out, "out is NULL");
    rim_allocator       allocator = memory_allocator_or_default(from);
    rim_flash_graphics *graphics = memory_allocate_zeroed(&allocator, 1, sizeof *graphics);
    *out = graphics;
    if (!graphics) return RIM_ERR_MEMORY;
    graphics->from = allocator;
    return RIM_OK;
}

static void free_edges(const rim_allocator *from, edge_list *list)
{
    memory_release(from, list->edges, list->capacity, sizeof *list->edges);
}

static void free_runs(const rim_allocator *from, run_list *list)
{
    memory_release(from, list->runs, list->capacity, sizeof *list->runs);
}

void rim_flash_graphics_destroy(rim_flash_graphics *graphics)
{
    if (!graphics) return;
    rim_allocator from = graphics->from;
    free_edges(&from, &graphics->fill_edges);
    free_edges(&from, &graphics->stroke_edges);
    free_runs(&from, &graphics->fills);
    free_runs(&from, &graphics->strokes);
    memory_release(&from, graphics, 1, sizeof *graphics);
}

void rim_flash_clear(rim_flash_graphics *graphics)
{
    graphics->status = RIM_OK;
    graphics->fill_edges.count = graphics->stroke_edges.count = 0;
    graphics->fills.count = graphics->strokes.count = 0;
    graphics->x = graphics->y = graphics->start_x = graphics->start_y = 0;
    graphics->filling = graphics->stroking = false;
}

// Appends an empty run to `list`. It begins at the end of `edges`, so add_edge extends it. `list` and `edges` are
// both those of fills or both those of strokes. `width` is the width of the strokes in twips, or 0 for fills. If
// there is no memory, sets the status. Does nothing after an error.
static void flash_pen_add_run(rim_flash_graphics *graphics, run_list *list, const edge_list *edges,
                              int32_t width)
{
    void *block = list->runs;
    if (graphics->status) return;
    if (!memory_reserve(&graphics->from, &block, &list->capacity, list->count + 1,
                        sizeof(flash_pen_run)))
    {
        graphics->status = RIM_ERR_MEMORY;
        return;
    }
    list->runs = block;
    list->runs[list->count++] = (flash_pen_run){ .width = width, .first = (int)edges->count };
}

// Appends an edge to a list and extends the last of the list's runs by it. Requires that there is a run, unless an
// error has occurred. Sets the status if the list is full or if there is no memory. Does nothing after an error.
static void add_edge(rim_flash_graphics *graphics, run_list *runs, edge_list *list,
                     const rim_flash_edge *edge)
{
    if (graphics->status) return;
    void *block = list->edges;
    if (list->count >= FLASH_MOST_EDGES)
        graphics->status = RIM_ERR_SIZE;
    else if (!memory_reserve(&graphics->from, &block, &list->capacity, list->count + 1,
                             sizeof *edge))
        graphics->status = RIM_ERR_MEMORY;
    else
    {
        list->edges = block;
        list->edges[list->count++] = *edge;
        runs->runs[runs->count - 1].count++;
    }
}

// Adds an edge that begins at the pen to the fill and to the stroke, as far as they are begun, and moves the pen to the
// edge's end.
static void flash_pen_draw(rim_flash_graphics *graphics, const rim_flash_edge *edge)
{
    if (graphics->filling) add_edge(graphics, &graphics->fills, &graphics->fill_edges, edge);
    if (graphics->stroking) add_edge(graphics, &graphics->strokes, &graphics->stroke_edges, edge);
    graphics->x = edge->x1;
    graphics->y = edge->y1;
}

static void draw_line(rim_flash_graphics *graphics, int32_t x, int32_t y)
{
    rim_flash_edge edge = { .x0 = graphics->x, .y0 = graphics->y, .x1 = x, .y1 = y };
    flash_pen_draw(graphics, &edge);
}

// Draws a line to the start of the path if it is filled and not closed.
static void close_path(rim_flash_graphics *graphics)
{
    bool closed = graphics->x == graphics->start_x && graphics->y == graphics->start_y;
    if (graphics->filling && !closed) draw_line(graphics, graphics->start_x, graphics->start_y);
}

void rim_flash_line_style(rim_flash_graphics *graphics, double thickness)
{
    graphics->stroking = thickness == thickness; // NaN ends strokes
    if (!graphics->stroking) return;
    if (thickness < 0.0) thickness = 0.0;
    if (thickness > FLASH_MOST_THICKNESS) thickness = FLASH_MOST_THICKNESS;
    int32_t width = flash_twips(thickness);
    flash_pen_add_run(graphics, &graphics->strokes, &graphics->stroke_edges, width);
}

void rim_flash_begin_fill(rim_flash_graphics *graphics)
{
    close_path(graphics);
    graphics->filling = true;
    graphics->start_x = graphics->x;
    graphics->start_y = graphics->y;
    flash_pen_add_run(graphics, &graphics->fills, &graphics->fill_edges, 0);
}

void rim_flash_end_fill(rim_flash_graphics *graphics)
{
    close_path(graphics);
    graphics->filling = false;
}

void rim_flash_move_to(rim_flash_graphics *graphics, double x, double y)
{
    close_path(graphics);
    graphics->x = graphics->start_x = flash_twips(x);
    graphics->y = graphics->start_y = flash_twips(y);
}

void rim_flash_line_to(rim_flash_graphics *graphics, double x, double y)
{
    draw_line(graphics, flash_twips(x), flash_twips(y));
}

void rim_flash_curve_to(rim_flash_graphics *graphics, double control_x, double control_y, double x,
                        double y)
{
    rim_flash_edge edge = {
        .x0 = graphics->x,
        .y0 = graphics->y,
        .cx = flash_twips(control_x),
        .cy = flash_twips(control_y),
        .x1 = flash_twips(x),
        .y1 = flash_twips(y),
        .curved = true,
    };
    flash_pen_draw(graphics, &edge);
}

void rim_flash_draw_rect(rim_flash_graphics *graphics, double x, double y, double width,
                         double height)
{
    rim_flash_move_to(graphics, x, y);
    rim_flash_line_to(graphics, x + width, y);
    rim_flash_line_to(graphics, x + width, y + height);
    rim_flash_line_to(graphics, x, y + height);
    rim_flash_line_to(graphics, x, y);
}

// Draws eight curves of 45 degrees each. Each control point is the intersection of the tangents at the curve's ends.
// It lies in the middle of the 45 degrees, at the distance radius / cos(22.5 degrees) from the center.
void rim_flash_draw_circle(rim_flash_graphics *graphics, double x, double y, double radius)
{
    // cosine[i] is the cosine of i times 22.5 degrees. For odd i, which are control points, it is divided by
    // cos(22.5 degrees). The sine is that of four places before, cosine[i - 4], as sin(u) = cos(u - 90 degrees).
    static const double cosine[16] = {
        // clang-format off
        1.0,  1.0,                  0.70710678118654752,  0.41421356237309505,
        0.0, -0.41421356237309505, -0.70710678118654752, -1.0,
       -1.0, -1.0,                 -0.70710678118654752, -0.41421356237309505,
        0.0,  0.41421356237309505,  0.70710678118654752,  1.0,
        // clang-format on
    };
    rim_flash_move_to(graphics, x + radius, y);
    for (int control = 1; control < 16; control += 2)
    {
        int    end = (control + 1) & 15;
        double control_sine = cosine[(control - 4) & 15], end_sine = cosine[(end - 4) & 15];
        rim_flash_curve_to(graphics, x + radius * cosine[control], y + radius * control_sine,
                           x + radius * cosine[end], y + radius * end_sine);
    }
}

// --- baking -----------------------------------------------------------------------------------------

// Returns the first edge of a run of this list, or NULL if the run has no edges: list->edges may be NULL then.
static const rim_flash_edge *flash_run_edges(const edge_list *list, const flash_pen_run *of)
{
    return of->count > 0 ? list->edges + of->first : NULL;
}

// Writes all fills, as rim_flash_shape_create needs them, to fills[0 .. g->fills.count - 1]. The edges are borrowed.
static void borrow_fills(const rim_flash_graphics *g, rim_flash_fill *fills)
{
    for (size_t i = 0; i < g->fills.count; i++)
    {
        const flash_pen_run *of = &g->fills.runs[i];
        fills[i] = (rim_flash_fill){ .rule = RIM_FLASH_EVEN_ODD,
                                     .edges = flash_run_edges(&g->fill_edges, of),
                                     .count = of->count };
    }
}

// Writes all runs of strokes, as rim_flash_shape_create needs them, to strokes[0 .. g->strokes.count - 1]. The edges
// are borrowed.
static void borrow_strokes(const rim_flash_graphics *g, rim_flash_stroke *strokes)
{
    for (size_t i = 0; i < g->strokes.count; i++)
    {
        const flash_pen_run *of = &g->strokes.runs[i];
        strokes[i] = (rim_flash_stroke){ .width = of->width,
                                         .edges = flash_run_edges(&g->stroke_edges, of),
                                         .count = of->count };
    }
}

rim_status rim_flash_graphics_bake(rim_flash_shape **out, rim_flash_graphics *graphics,
                                   bool whole_stroke)
{
    RIM_ASSERT(out && graphics, "out or the graphics are NULL");
    *out = NULL;
    rim_flash_end_fill(graphics);
    if (graphics->status) return graphics->status;

    const rim_allocator *from = &graphics->from;
    size_t               fill_count = graphics->fills.count, stroke_count = graphics->strokes.count;
    rim_flash_fill      *fills = memory_allocate(from, fill_count, sizeof *fills);
    rim_flash_stroke    *strokes = memory_allocate(from, stroke_count, sizeof *strokes);
    rim_status           status = RIM_ERR_MEMORY;
    if (fills && strokes)
    {
        borrow_fills(graphics, fills);
        borrow_strokes(graphics, strokes);
        rim_flash_outlines outlines = { .fills = fills,
                                        .fill_count = (int)fill_count,
                                        .strokes = strokes,
                                        .stroke_count = (int)stroke_count };
        rim_flash_box      bounds = flash_outlines_box(&outlines, whole_stroke ? 1.0 : 0.5);
        rim_flash_box      edges = flash_outlines_box(&outlines, 0.0);
        outlines.bounds = &bounds;
        outlines.edge_bounds = &edges;
        status = rim_flash_shape_create(out, &outlines, from);
    }
    memory_release(from, fills, fill_count, sizeof *fills);
    memory_release(from, strokes, stroke_count, sizeof *strokes);
    return status;
}
