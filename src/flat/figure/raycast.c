// Rays against figures.
//
// A ray has no area: it hits a figure where it passes through the interior of the union of the parts. It does where it
// passes through the interior of a part. It also does where it runs along a seam, the common border of two parts, and
// both sides of the ray are in the union. So two more rays are cast, one slightly to the left and one slightly to the
// right. Whenever one of them has entered a part, both are cast again from there on, until both begin inside parts.
#include "flat/figure/data.h"

#include "base/float.h"
#include "flat/query/posed_pixels.h"
#include "flat/shape/box2.h"
#include "flat/sprite/data.h"

#include <math.h>

// The distance of the two other rays from the ray, a "hair", as a fraction of the largest coordinate. Gaps between
// parts that are at most twice as wide are closed.
#define FIGURE_HAIR 0x1p-21

// The least length of a seam, in hairs. Where a ray passes the corner at which two parts meet, both sides are inside
// as well, but for a few hairs only, unless the ray is nearly parallel to the parts' sides.
#define FIGURE_SEAM 256.0

enum
{
    FIGURE_SIDE_STEPS = 64 // the most times that the two other rays are cast
};

// Returns the first hit of a ray with the interior of a part, and stores the index of the part in *part, or -1 for a
// miss. A miss has t = 1. Among hits at the same time, a hit of a part in which the ray starts comes first, then the
// part with the lower index. Seams do not count. Requires a finite ray.
static rim_hit2 figure_ray_first(const rim_figure *figure, rim_ray2 ray, int *part)
{
    figure_shape s, point = figure_shape_point(ray.origin);
    rim_vec2     no_motion = { 0.0f, 0.0f };
    rim_hit2     best = { .t = 1.0 };
    *part = -1;
    for (int i = 0; i < figure->count; i++)
    {
        rim_hit2 hit;
        if (!figure_shape_init(&s, figure, i)) continue;
        if (s.posed.sprite)
            hit = rim_posed_raycast(&s.posed, ray);
        else if (figure_rounded_overlaps(&point, &s))
            hit = (rim_hit2){ .hit = true, .start_overlap = true, .point = ray.origin };
        else
            hit = figure_rounded_sweep(&point, ray.delta, &s, no_motion);
        bool first_inside = hit.t == best.t && hit.start_overlap && !best.start_overlap;
        bool comes_first = !best.hit || hit.t < best.t || first_inside;
        if (!hit.hit || !comes_first) continue;
        best = hit;
        *part = i;
    }
    return best;
}

// --- seams -----------------------------------------------------------------------------------------------

// Returns the rest of a ray, from time t to the end of the ray, translated by `offset`.
static rim_ray2 figure_ray_from(rim_ray2 ray, double t, rim_vec2 offset)
{
    double   x = ray.origin.x + t * ray.delta.x, y = ray.origin.y + t * ray.delta.y;
    rim_ray2 rest = { { (float)(x + offset.x), (float)(y + offset.y) }, { 0.0f, 0.0f } };
    rest.delta.x = (float)(ray.origin.x + (double)ray.delta.x - x);
    rest.delta.y = (float)(ray.origin.y + (double)ray.delta.y - y);
    return rest;
}

// Returns the largest magnitude of a coordinate of the figure's bounds or of the ray's origin.
static double figure_largest(const rim_figure *figure, rim_ray2 ray)
{
    rim_box2 box = rim_figure_bounds(figure);
    float    all[6] = { box.lo.x, box.lo.y, box.hi.x, box.hi.y, ray.origin.x, ray.origin.y };
    double   most = 0.0;
    for (int i = 0; i < 6; i++) most = fabs(all[i]) > most ? fabs(all[i]) : most;
    return most;
}

// Returns true if the four points at (+-hair, +-hair) from the ray's origin are in the interiors of parts. Then the
// origin counts as inside the union of all parts, even if it lies on a seam.
static bool figure_point_on_seam(const rim_figure *figure, rim_ray2 ray, double hair)
{
    int part;
    // A ray without length hits the parts that contain its origin.
    ray.delta = rim_vec2_make(0.0f, 0.0f);
    for (int i = 0; i < 4; i++)
    {
        rim_vec2 offset = { (float)(i & 1 ? hair : -hair), (float)(i & 2 ? hair : -hair) };
        if (!figure_ray_first(figure, figure_ray_from(ray, 0.0, offset), &part).start_overlap)
            return false;
    }
    return true;
}

// The first hits of the two rays beside the ray, cast from some time on.
typedef struct figure_sides
{
    // The time until both rays have entered a part, as a fraction of the rest of the motion. It is 2 if one of them
    // enters no part.
    double   wait;
    bool     both_inside; // both rays start inside parts; then edge_normal means nothing
    int      part;        // the lower index of the two parts
    rim_vec2 edge_normal; // of the edge that is entered last
} figure_sides;

// Casts the two rays that are translated by `aside` and -aside, from time t of the ray on.
static figure_sides figure_sides_cast(const rim_figure *figure, rim_ray2 ray, rim_vec2 aside,
                                      double t)
{
    figure_sides sides = { .wait = 2.0 };
    int          left, right;
    rim_hit2     l = figure_ray_first(figure, figure_ray_from(ray, t, aside), &left);
    if (!l.hit) return sides;
    rim_hit2 r = figure_ray_first(figure, figure_ray_from(ray, t, vec2_negate(aside)), &right);
    if (!r.hit) return sides;
    sides.wait = l.t > r.t ? l.t : r.t;
    sides.both_inside = l.start_overlap && r.start_overlap;
    sides.part = left < right ? left : right;
    // The edge of the ray that enters later. If both enter at time 0, the edge of a ray that does not start inside: the
    // one that starts inside has entered no edge.
    sides.edge_normal = l.t > r.t || r.start_overlap ? l.edge_normal : r.edge_normal;
    return sides;
}

// The point at which a ray enters a seam.
typedef struct figure_seam
{
    double   t;
    bool     at_start;    // the ray starts inside the seam
    int      part;        // the lower index of the two parts beside the ray
    rim_vec2 edge_normal; // opposite to the ray if it starts in the seam
} figure_seam;

// Finds the first seam that the ray enters before the time `limit`, and stores it in *seam. The two rays beside the ray
// are translated by `aside`, which is a hair long and perpendicular to the ray, and by -aside. The ray must have a
// length. Returns false if the ray enters no seam, or if FIGURE_SIDE_STEPS casts find none. In the loop, the ray enters
// no seam before time t.
static bool figure_seam_first(const rim_figure *figure, rim_ray2 ray, rim_vec2 aside, double limit,
                              figure_seam *seam)
{
    // `least` is the least length of a seam, as a fraction of the motion.
    double   least = FIGURE_SEAM * rim_vec2_length(aside) / rim_vec2_length(ray.delta), t = 0.0;
    rim_vec2 edge_normal = rim_vec2_normalize(vec2_negate(ray.delta)); // of the last edge entered
    for (int step = 0; step < FIGURE_SIDE_STEPS; step++)
    {
        figure_sides sides = figure_sides_cast(figure, ray, aside, t);
        if (!(sides.wait <= 1.0)) return false;
        if (!sides.both_inside) edge_normal = sides.edge_normal;
        t += sides.wait * (1.0 - t);
        if (!(t + least < limit)) return false;
        // While the later ray was on its way, the earlier one may have left its part. So both are cast again from t.
        if (sides.wait > 0.0) continue;
        // Both rays are inside parts at time t. The ray is in a seam if both are inside parts at t + least as well. The
        // time between is not tested.
        figure_sides later = figure_sides_cast(figure, ray, aside, t + least);
        if (later.wait == 0.0 && later.both_inside)
        {
            bool at_start = t == 0.0 && figure_point_on_seam(figure, ray, rim_vec2_length(aside));
            *seam = (figure_seam){
                .t = t, .at_start = at_start, .part = sides.part, .edge_normal = edge_normal
            };
            return true;
        }
        t += least;
    }
    return false;
}

// Sets hit->bx and hit->by to the column and row of the part's pixel at hit->point, or to 0 if the part is not a
// sprite. The column and row are clamped to the bounds of the solid pixels, because the point may be a hair outside.
static void figure_pixel_at(const rim_figure *figure, int part, rim_hit2 *hit)
{
    figure_shape s;
    posed_pixels grid;
    hit->bx = hit->by = 0;
    if (!figure_shape_init(&s, figure, part) || !s.posed.sprite) return;
    if (!posed_pixels_init(&grid, s.posed)) return;
    rim_rect r = grid.side.solid;
    int      x = float_floor_int(posed_pixels_axis(&grid, 0, hit->point.x, hit->point.y));
    int      y = float_floor_int(posed_pixels_axis(&grid, 1, hit->point.x, hit->point.y));
    hit->bx = x < r.x0 ? r.x0 : x >= r.x1 ? r.x1 - 1 : x;
    hit->by = y < r.y0 ? r.y0 : y >= r.y1 ? r.y1 - 1 : y;
}

// Replaces the hit *best, and its part *part, by the first seam that the ray enters before the hit, if it enters one.
// Requires the result of figure_ray_first for a ray that does not start inside a part. best->t of a miss is 1. If the
// ray hits a part at time 0, or has no length, only a seam at its origin can come first.
static void figure_ray_seams(const rim_figure *figure, rim_ray2 ray, rim_hit2 *best, int *part)
{
    double length = rim_vec2_length(ray.delta), hair = FIGURE_HAIR * figure_largest(figure, ray);
    figure_seam seam = { .at_start = true, .part = -1 };
    seam.edge_normal = rim_vec2_normalize(vec2_negate(ray.delta));
    if (length == 0.0 || (best->hit && best->t == 0.0))
    {
        if (!figure_point_on_seam(figure, ray, hair)) return;
        // Any of the four points of figure_point_on_seam is in a part. The part of this one is stored.
        rim_ray2 aside = { rim_vec2_make(ray.origin.x - (float)hair, ray.origin.y - (float)hair),
                           { 0.0f, 0.0f } };
        figure_ray_first(figure, aside, &seam.part);
    }
    else
    {
        rim_vec2 aside = { (float)(-ray.delta.y * hair / length),
                           (float)(ray.delta.x * hair / length) };
        if (!figure_seam_first(figure, ray, aside, best->t, &seam)) return;
    }
    best->hit = true;
    best->start_overlap = seam.at_start;
    best->t = seam.t;
    best->point = rim_vec2_make((float)(ray.origin.x + seam.t * ray.delta.x),
                                (float)(ray.origin.y + seam.t * ray.delta.y));
    best->normal = best->edge_normal = seam.edge_normal;
    figure_pixel_at(figure, seam.part, best);
    *part = seam.part;
}

// --- normals ----------------------------------------------------------------------------

// A sum of edge normals times lengths that is at most this many pixels long consists of rounding errors: the normals
// cancel.
#define FIGURE_NORMAL_NOISE 1e-6

// Returns the unit vector along the sum of the normals, times lengths, of the pixel edges near the point of a ray at
// time t (pixel_normal_add). The edges of all sprites of the figure count. Returns zero if no edge is near or the
// normals cancel. The point is computed in double, because far from the origin floats are parts of a pixel apart.
static rim_vec2 figure_ray_normal(const rim_figure *figure, rim_ray2 ray, double t)
{
    double       at[2] = { ray.origin.x + t * ray.delta.x, ray.origin.y + t * ray.delta.y };
    double       sum[2] = { 0.0, 0.0 }, pixel_area = 0.0;
    figure_shape s;
    for (int i = 0; i < figure->count; i++)
    {
        posed_pixels grid;
        if (!figure_shape_init(&s, figure, i) || !s.posed.sprite) continue;
        if (!posed_pixels_init(&grid, s.posed)) continue;
        pixel_normal_add(sum, &grid, at);
        pixel_area = grid.det > pixel_area ? grid.det : pixel_area;
    }
    double length = sqrt(sum[0] * sum[0] + sum[1] * sum[1]);
    if (!(length > FIGURE_NORMAL_NOISE * sqrt(pixel_area)) || !float_is_finite(length))
        return rim_vec2_make(0.0f, 0.0f);
    return rim_vec2_make((float)(sum[0] / length), (float)(sum[1] / length));
}

// Sets the normals and the depth of the hit of a ray that starts inside the figure. The normal is figure_ray_normal. If
// this is zero, the normal points from the middle of the figure's bounds to the ray's origin, or straight up if the two
// coincide. The depth is the distance along the normal out of all parts.
static void figure_ray_start_inside(const rim_figure *figure, rim_ray2 ray, rim_hit2 *hit)
{
    figure_shape s, point = figure_shape_point(ray.origin);
    rim_vec2     normal = figure_ray_normal(figure, ray, 0.0);
    if (normal.x == 0.0f && normal.y == 0.0f)
    {
        rim_vec2 away = rim_vec2_sub(ray.origin, box2_center(rim_figure_bounds(figure)));
        float    length = rim_vec2_length(away);
        normal = length > 0.0f && float_is_finite(length) ? rim_vec2_normalize(away)
                                                          : rim_vec2_make(0.0f, -1.0f);
    }
    hit->normal = hit->edge_normal = normal;
    double depth = 0.0;
    for (int i = 0; i < figure->count; i++)
    {
        if (!figure_shape_init(&s, figure, i)) continue;
        double exit = figure_pair_exit(&point, &s, normal);
        depth = exit > depth ? exit : depth;
    }
    hit->depth = float_above(depth);
}

// Finds the first hit of the interior of a part, then a seam before it, and then the normals.
rim_hit2 rim_figure_raycast(const rim_figure *figure, rim_ray2 ray, int *part)
{
    rim_posed posed;
    rim_hit2  hit = { .t = 1.0 };
    int       found = figure_only_sprite(figure, &posed);
    if (found >= 0)
    {
        hit = rim_posed_raycast(&posed, ray);
        if (!hit.hit) found = -1;
    }
    else if (vec2_is_finite(ray.origin) && vec2_is_finite(ray.delta))
    {
        hit = figure_ray_first(figure, ray, &found);
        if (figure->count > 1 && !hit.start_overlap) figure_ray_seams(figure, ray, &hit, &found);
        if (hit.start_overlap)
            figure_ray_start_inside(figure, ray, &hit);
        else if (hit.hit && figure->parts[found].kind == RIM_PART_SPRITE)
        {
            // The mean normal of edges near the point may point along the ray, as at the tip of a thin part.
            rim_vec2 normal = figure_ray_normal(figure, ray, hit.t);
            hit.normal = rim_vec2_dot(normal, ray.delta) < 0.0f ? normal : hit.edge_normal;
        }
    }
    if (part) *part = found;
    return hit;
}
