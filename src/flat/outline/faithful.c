// The radial outline as the original Flash code computed it, operation by operation.
#include "rimcast/outline.h"

#include "base/float.h"
#include "rimcast/angle.h"

enum
{
    FAITHFUL_MOST_STEPS = 1 << 18 // four times the longest side: a longer walk does not end
};

// What all rays of an outline share.
typedef struct recipe
{
    const rim_mask *mask;
    double          anchor_x, anchor_y; // in mask coordinates
    double          stage_x, stage_y;   // the anchor on the stage
    double          width, height;      // of the image
    bool            flash_edge;
} recipe;

// Returns true if a position on the stage is in a solid pixel. With flash_edge a pixel is the square (x, x + 1] by [y,
// y + 1): it includes its top and right edges and excludes the others. All positions to the left of the image are in
// column -1 then.
static bool faithful_is_solid(const recipe *r, double x, double y)
{
    double u = x - r->stage_x + r->anchor_x, v = y - r->stage_y + r->anchor_y;
    int    column = r->flash_edge ? float_ceil_int(u > 0.0 ? u : 0.0) - 1 : float_floor_int(u);
    return rim_mask_get(r->mask, column, float_floor_int(v));
}

// Returns true if a coordinate p of the mask is outside [0, size] by more than 1 and does not come back: it moves by -d
// in each step.
static bool stays_outside(double p, double d, double size)
{
    if (p < -1.0) return d >= 0.0;
    if (p > size + 1.0) return d <= 0.0;
    return false;
}

// Casts one ray as the original does: on the stage, from the circle of the given radius towards the anchor and beyond,
// by steps of (-xs, -ys). Returns the first position in a solid pixel, relative to the anchor, or a miss. The original
// gives up above and left of the stage's origin (x < 0 and y < 0). Other misses that are certain end early, too: a step
// that is lost in rounding, and a position that moves away from the image.
static rim_faithful_point faithful_cast(const recipe *r, double radius, double xs, double ys)
{
    rim_faithful_point miss = { 0.0, 0.0, false };
    double             x = r->stage_x + radius * xs, y = r->stage_y + radius * ys;
    for (int step = 0; step <= FAITHFUL_MOST_STEPS; step++)
    {
        if (faithful_is_solid(r, x, y))
        {
            rim_faithful_point point = { x - r->stage_x, y - r->stage_y, true };
            return point;
        }
        double old_x = x, old_y = y;
        x -= xs;
        y -= ys;
        if (x == old_x && y == old_y) return miss; // so far out that a step is lost in rounding
        if (x < 0.0 && y < 0.0) return miss;
        if (stays_outside(x - r->stage_x + r->anchor_x, xs, r->width)) return miss;
        if (stays_outside(y - r->stage_y + r->anchor_y, ys, r->height)) return miss;
    }
    return miss;
}

// Casts all rays. The angle is summed ray by ray, with the rounding errors of the original.
int rim_outline_cast_faithful(const rim_mask *mask, rim_vec2 anchor, int rays,
                              const rim_faithful_options *options, rim_faithful_point *points)
{
    rim_faithful_options plain = { { 0.0f, 0.0f }, false };
    if (!options) options = &plain;
    recipe r = {
        .mask = mask,
        .anchor_x = anchor.x,
        .anchor_y = anchor.y,
        .stage_x = options->stage.x,
        .stage_y = options->stage.y,
        .width = rim_mask_width(mask),
        .height = rim_mask_height(mask),
        .flash_edge = options->flash_edge,
    };
    bool   is_finite = vec2_is_finite(anchor) && vec2_is_finite(options->stage);
    double radius = (r.width > r.height ? r.width : r.height) / 2.0;
    double step = rays > 0 ? 360.0 / rays : 0.0; // degrees
    double degrees = 0.0;
    int    hits = 0;
    for (int k = 0; k < rays; k++)
    {
        rim_faithful_point miss = { 0.0, 0.0, false };
        rim_sincos_pair    direction = rim_sincos(degrees * RIM_PI / 180.0);
        points[k] = is_finite ? faithful_cast(&r, radius, direction.cos, direction.sin) : miss;
        hits += points[k].hit;
        degrees += step;
    }
    return hits;
}

void rim_outline_from_faithful(const rim_faithful_point *points, int rays, rim_edge_point *outline)
{
    for (int k = 0; k < rays; k++)
    {
        outline[k].at = rim_vec2_make((float)points[k].x, (float)points[k].y);
        outline[k].hit = points[k].hit;
    }
}
