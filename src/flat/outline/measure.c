#include "flat/outline/outline.h"

#include "base/float.h"
#include "base/memory.h"
#include "rimcast/angle.h"

#include <math.h>

// Prepares a mask for measurements: its outer edge, and for each piece of the edge the angle of its middle about the
// anchor, as a fraction of a turn in 0 .. 1. On failure nothing is allocated, and *ruler is unchanged.
rim_status outline_ruler_create(outline_ruler *ruler, const rim_mask *mask, rim_vec2 anchor,
                                const rim_allocator *from)
{
    outline_ruler r = { .ax = anchor.x, .ay = anchor.y };
    rim_status    status = outer_edge_create(&r.edge, mask, from);
    if (status) return status;

    r.turn = memory_allocate(&r.edge.allocator, r.edge.count, sizeof *r.turn);
    if (!r.turn)
    {
        outer_edge_destroy(&r.edge);
        return RIM_ERR_MEMORY;
    }
    for (size_t i = 0; i < r.edge.count; i++)
    {
        const edge_piece *e = r.edge.pieces + i;
        double            x = 0.5 * (e->x0 + e->x1) - r.ax, y = 0.5 * (e->y0 + e->y1) - r.ay;
        double            turn = rim_atan2(y, x) / (2.0 * RIM_PI);
        r.turn[i] = turn < 0.0 ? turn + 1.0 : turn;
    }
    *ruler = r;
    return RIM_OK;
}

void outline_ruler_destroy(outline_ruler *ruler)
{
    memory_release(&ruler->edge.allocator, ruler->turn, ruler->edge.count, sizeof *ruler->turn);
    outer_edge_destroy(&ruler->edge);
}

// Returns a share clamped to 0 .. 1: rounding may leave this range.
static double clamp_share(double share)
{
    if (share < 0.0) return 0.0;
    return share < 1.0 ? share : 1.0;
}

// Returns the error of one outline: its greatest distance from the outer edge, and the share of solid pixels outside.
// Without solid pixels the distance is infinite and the share 0; with fewer than three corners, infinite and 1.
static rim_outline_error error_of(const outline_ruler *ruler, const point_polygon *polygon,
                                  const rim_mask *mask)
{
    rim_outline_error error = { .distance = INFINITY, .hits = polygon->count };
    int64_t           solid = rim_mask_count(mask);
    if (solid == 0) return error;
    error.outside_share = 1.0;
    if (polygon->count < 3) return error;

    error.distance = outline_ruler_measure(ruler, polygon, INFINITY).distance;
    double inside = outline_area_inside(mask, ruler->ax, ruler->ay, polygon);
    error.outside_share = clamp_share(1.0 - inside / (double)solid);
    return error;
}

// Stores the error of the outline through the points that hit. On failure *out is unchanged.
rim_status rim_outline_measure(rim_outline_error *out, const rim_mask *mask, rim_vec2 anchor,
                               const rim_edge_point *points, int rays, const rim_allocator *from)
{
    if (rays < 0) rays = 0;
    if (!vec2_is_finite(anchor)) return RIM_ERR_ARGUMENT;
    outline_ruler ruler;
    rim_status    status = outline_ruler_create(&ruler, mask, anchor, from);
    if (status) return status;

    point_polygon polygon;
    status = point_polygon_create(&polygon, rays, from);
    if (status == RIM_OK)
    {
        point_polygon_set(&polygon, points, rays);
        *out = error_of(&ruler, &polygon, mask);
        point_polygon_destroy(&polygon);
    }
    outline_ruler_destroy(&ruler);
    return status;
}

// --- the search for a number of rays -------------------------------------------------------------------
//
// The result is that of the plain scan: measure N = 3, 4, ... rays until a number is good enough, and keep the best. A
// number is not measured if its error is proved to be no smaller than the best. The points of the edge that had the largest
// errors before, such as in a bay that no ray enters, nearly always prove it.

enum
{
    MEASURE_MOST_REMEMBERED = 8, // points of the edge
    MEASURE_REPORT_RAYS = 16     // from one report of progress to the next
};

typedef struct chooser
{
    const rim_mask      *mask;
    rim_vec2             anchor;
    const outline_ruler *ruler;
    point_polygon        polygon; // the outline at work
    rim_edge_point      *points;  // and its points
    // The points of the edge with the largest errors of outlines before, the latest first.
    outline_farthest     remembered[MEASURE_MOST_REMEMBERED];
    int                  remembered_count;
    double               best; // the smallest error so far
    int                  best_rays;
} chooser;

// Moves a point to the front of the list. `index` is its place in the list, or < 0 for a new point: then the last point
// is dropped if the list is full.
static void outline_measure_remember(chooser *c, outline_farthest point, int index)
{
    if (index < 0)
    {
        if (c->remembered_count < MEASURE_MOST_REMEMBERED) c->remembered_count++;
        index = c->remembered_count - 1;
    }
    for (int i = index; i > 0; i--) c->remembered[i] = c->remembered[i - 1];
    c->remembered[0] = point;
}

// As a fraction of the best distance: a point of the edge whose distance exceeds the best by more than this refutes an
// outline. The best distance may be too small by POINT_POLYGON_SLACK and by rounding, which together are less.
#define MEASURE_CLEARLY 0x1p-40

// Returns true if a remembered point proves that the outline at work is no better than the best, and moves this point
// to the front. Requires a polygon with corners. A distance measured between corners may be too small
// (MEASURE_CLEARLY), so there it must exceed the best. At a corner it is exact enough to count if it equals the best.
static bool refuted(chooser *c)
{
    for (int i = 0; i < c->remembered_count; i++)
    {
        outline_farthest point = c->remembered[i];
        double           distance = sqrt(point_polygon_square(&c->polygon, point.x, point.y));
        bool             is_proof =
            point.corner ? distance >= c->best : distance > c->best * (1.0 + MEASURE_CLEARLY);
        if (is_proof)
        {
            outline_measure_remember(c, point, i);
            return true;
        }
    }
    return false;
}

// Measures the outline with this number of rays, and keeps the number if its error is the smallest so far. Skips the
// measurement if a remembered point is already too far from this outline, or if fewer than three rays hit.
static void try_rays(chooser *c, int rays)
{
    rim_outline_cast(c->mask, c->anchor, rays, c->points);
    point_polygon_set(&c->polygon, c->points, rays);
    if (c->polygon.count < 3 || refuted(c)) return;

    outline_farthest farthest = outline_ruler_measure(c->ruler, &c->polygon, c->best);
    outline_measure_remember(c, farthest, -1);
    if (!(farthest.distance < c->best)) return;
    c->best = farthest.distance;
    c->best_rays = rays;
}

// Reports the fraction done; the work grows with the square of the rays. Returns false if the caller cancels.
static bool outline_measure_continues(const rim_progress *progress, int rays)
{
    double done = (double)rays / RIM_OUTLINE_MAX_RAYS;
    return !progress || !progress->report || progress->report(progress->context, done * done);
}

// Tries 3, 4, 5, ... rays, up to RIM_OUTLINE_MAX_RAYS, until the error is at most max_error. Returns RIM_ERR_CANCELLED
// if the caller cancels. A mask without solid pixels has an infinite error for every number, so its search ends after
// the first report.
static rim_status outline_measure_choose(chooser *c, double max_error, const rim_progress *progress)
{
    bool hopeless = rim_mask_count(c->mask) == 0;
    for (int rays = 3; rays <= RIM_OUTLINE_MAX_RAYS && !(c->best <= max_error); rays++)
    {
        bool reports = (rays - 3) % MEASURE_REPORT_RAYS == 0;
        if (reports && !outline_measure_continues(progress, rays)) return RIM_ERR_CANCELLED;
        if (hopeless) break;
        try_rays(c, rays);
    }
    return outline_measure_continues(progress, RIM_OUTLINE_MAX_RAYS) ? RIM_OK : RIM_ERR_CANCELLED;
}

// Stores the number of rays that the search finds, and the error of its outline. This outline is cast and measured once
// more: a later number may have overwritten its points, and the search computes only distances. Stores nothing on
// failure.
rim_status rim_outline_choose(rim_outline_choice *out, const rim_mask *mask, rim_vec2 anchor,
                              double max_error, const rim_progress *progress,
                              const rim_allocator *from)
{
    if (!vec2_is_finite(anchor)) return RIM_ERR_ARGUMENT;
    outline_ruler ruler;
    rim_status    status = outline_ruler_create(&ruler, mask, anchor, from);
    if (status) return status;

    rim_allocator memory = memory_allocator_or_default(from);
    chooser       c = { 0 };
    c.mask = mask;
    c.anchor = anchor;
    c.ruler = &ruler;
    c.best = INFINITY;
    c.best_rays = 3;
    c.points = memory_allocate(&memory, RIM_OUTLINE_MAX_RAYS, sizeof *c.points);
    status =
        c.points ? point_polygon_create(&c.polygon, RIM_OUTLINE_MAX_RAYS, from) : RIM_ERR_MEMORY;
    if (status == RIM_OK)
    {
        status = outline_measure_choose(&c, max_error, progress);
        if (status == RIM_OK)
        {
            rim_outline_cast(mask, anchor, c.best_rays, c.points);
            point_polygon_set(&c.polygon, c.points, c.best_rays);
            out->rays = c.best_rays;
            out->error = error_of(&ruler, &c.polygon, mask);
            out->met = out->error.distance <= max_error;
        }
        point_polygon_destroy(&c.polygon);
    }
    memory_release(&memory, c.points, RIM_OUTLINE_MAX_RAYS, sizeof *c.points);
    outline_ruler_destroy(&ruler);
    return status;
}
