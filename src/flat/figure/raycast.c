// Rays against figures.
//
// A ray has no area: it hits where it runs through the inside of the union. Inside of a part is inside. What is left are
// rays along the seam of two parts, which are on the border of both. Such a ray is inside where the places a hair to its left and a
// hair to its right both are. So rays are cast on both sides, each of which starts again where the other one has
// entered, until both are inside at once.
#include "flat/figure/data.h"

#include "base/float.h"
#include "flat/query/posed_pixels.h"
#include "flat/shape/box2.h"
#include "flat/sprite/data.h"

#include <math.h>

// The offset of the two extra rays, as a fraction of the largest coordinate. Gaps up to twice as wide are closed.
#define FIGURE_HAIR 0x1p-21

// A seam is at least so many hairs long. Where a ray passes by the corner at which two parts meet, both sides are inside for
// a moment that is as short as a hair is fine, up to this where the ray all but runs along the parts.
#define FIGURE_SEAM 256.0

// Starts of side rays, at most.
enum
{
    FIGURE_SIDE_STEPS = 64
};

// The first part that a ray enters.
static rim_hit2 figure_ray_first(const rim_figure *figure, rim_ray2 ray, int *part)
{
    figure_shape s, point = figure_shape_point(ray.origin);
    rim_vec2     rest = { 0.0f, 0.0f };
    rim_hit2     best = { .t = 1.0 };
    *part = -1;
    for (int i = 0; i < figure->count; i++)
    {
        rim_hit2 hit;
        if (!figure_shape_init(&s, figure, i)) continue;
        if (s.posed.sprite)
            hit = rim_posed_raycast(&s.posed, ray);
        else
        {
            hit = figure_rounded_sweep(&point, ray.delta, &s, rest);
            if (figure_rounded_overlaps(&point, &s))
                hit = (rim_hit2){ .hit = true, .start_overlap = true, .point = ray.origin };
        }
        if (!hit.hit || (best.hit && !(hit.t < best.t) &&
                         !(hit.t == best.t && hit.start_overlap && !best.start_overlap)))
            continue;
        best = hit;
        *part = i;
    }
    return best;
}

// --- seams -----------------------------------------------------------------------------------------------

// Returns the ray from its point at t on, moved aside. The end stays the same, up to rounding.
static rim_ray2 figure_ray_from(rim_ray2 ray, double t, rim_vec2 aside)
{
    double   x = ray.origin.x + t * ray.delta.x, y = ray.origin.y + t * ray.delta.y;
    rim_ray2 rest = { { (float)(x + aside.x), (float)(y + aside.y) }, { 0.0f, 0.0f } };
    rest.delta.x = (float)(ray.origin.x + (double)ray.delta.x - x);
    rest.delta.y = (float)(ray.origin.y + (double)ray.delta.y - y);
    return rest;
}

// Returns the largest coordinate of the figure's bounds and of the ray's origin.
static double figure_largest(const rim_figure *figure, rim_ray2 ray)
{
    rim_box2 box = rim_figure_bounds(figure);
    float    all[6] = { box.lo.x, box.lo.y, box.hi.x, box.hi.y, ray.origin.x, ray.origin.y };
    double   most = 0.0;
    for (int i = 0; i < 6; i++) most = fabs(all[i]) > most ? fabs(all[i]) : most;
    return most;
}

// Returns true if the ray's origin is in the interior of the union of all parts.
static bool figure_point_on_seam(const rim_figure *figure, rim_ray2 ray, double hair)
{
    int part;
    ray.delta = rim_vec2_make(0.0f, 0.0f);
    for (int i = 0; i < 4; i++)
    {
        rim_vec2 aside = { (float)(i & 1 ? hair : -hair), (float)(i & 2 ? hair : -hair) };
        if (!figure_ray_first(figure, figure_ray_from(ray, 0.0, aside), &part).start_overlap)
            return false;
    }
    return true;
}

// The place where a ray enters a seam.
typedef struct figure_seam
{
    double   t;
    bool     at_start; // it begins inside
    int      part;     // the first of the two
    rim_vec2 edge_normal;
} figure_seam;

// Casts rays from time t on to both sides. Returns how long it takes until the later of them has entered, as a part of
// what is left of the motion; above 1 if one of them never does.
static double figure_seam_wait(const rim_figure *figure, rim_ray2 ray, rim_vec2 aside, double t,
                               figure_seam *seam)
{
    int      left, right;
    rim_hit2 l = figure_ray_first(figure, figure_ray_from(ray, t, aside), &left);
    if (!l.hit) return 2.0;
    rim_hit2 r = figure_ray_first(figure, figure_ray_from(ray, t, vec2_negate(aside)), &right);
    if (!r.hit) return 2.0;
    seam->at_start = l.start_overlap && r.start_overlap;
    seam->part = left < right ? left : right;
    if (!seam->at_start)
        seam->edge_normal = l.t > r.t || r.start_overlap ? l.edge_normal : r.edge_normal;
    return l.t > r.t ? l.t : r.t;
}

// The first time before `limit` at which both sides are inside, and stay so. Returns false if there is none.
static bool figure_seam_first(const rim_figure *figure, rim_ray2 ray, rim_vec2 aside, double limit,
                              figure_seam *seam)
{
    double least = FIGURE_SEAM * rim_vec2_length(aside) / rim_vec2_length(ray.delta), t = 0.0;
    for (int step = 0; step < FIGURE_SIDE_STEPS; step++)
    {
        figure_seam later;
        double      wait = figure_seam_wait(figure, ray, aside, t, seam);
        if (!(wait <= 1.0)) return false;
        t += wait * (1.0 - t);
        if (!(t + least < limit)) return false;
        if (wait > 0.0) continue;
        if (figure_seam_wait(figure, ray, aside, t + least, &later) == 0.0 && later.at_start)
        {
            seam->t = t;
            seam->at_start = t == 0.0 && figure_point_on_seam(figure, ray, rim_vec2_length(aside));
            return true;
        }
        t += least;
    }
    return false;
}

// Sets the pixel of the part that the point belongs to, which is on the part's border but for a hair.
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

// Finds a seam that the ray enters before `best`.
static void figure_ray_seams(const rim_figure *figure, rim_ray2 ray, rim_hit2 *best, int *part)
{
    double length = rim_vec2_length(ray.delta), hair = FIGURE_HAIR * figure_largest(figure, ray);
    figure_seam seam = { 0.0, true, -1, rim_vec2_normalize(vec2_negate(ray.delta)) };
    if (length == 0.0 || (best->hit && best->t == 0.0))
    {
        if (!figure_point_on_seam(figure, ray, hair)) return;
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

// --- what the surface looks like ----------------------------------------------------------------------------

// The outward normals of the pixels' edges about a point, of all sprites; zero if they cancel.
static rim_vec2 figure_ray_normal(const rim_figure *figure, rim_vec2 point)
{
    double       at[2] = { point.x, point.y }, sum[2] = { 0.0, 0.0 }, grain = 0.0;
    figure_shape s;
    for (int i = 0; i < figure->count; i++)
    {
        posed_pixels grid;
        if (!figure_shape_init(&s, figure, i) || !s.posed.sprite) continue;
        if (!posed_pixels_init(&grid, s.posed)) continue;
        pixel_normal_add(sum, &grid, at);
        grain = grid.det > grain ? grid.det : grain;
    }
    double length = sqrt(sum[0] * sum[0] + sum[1] * sum[1]);
    if (!(length > 1e-6 * sqrt(grain)) || !float_is_finite(length))
        return rim_vec2_make(0.0f, 0.0f);
    return rim_vec2_make((float)(sum[0] / length), (float)(sum[1] / length));
}

// Sets normal and depth of a ray that starts inside. The depth is the way out of all parts along the normal.
static void figure_ray_start_inside(const rim_figure *figure, rim_vec2 origin, rim_hit2 *hit)
{
    figure_shape s, point = figure_shape_point(origin);
    rim_vec2     normal = figure_ray_normal(figure, origin);
    if (normal.x == 0.0f && normal.y == 0.0f)
    {
        rim_vec2 way = rim_vec2_sub(origin, box2_center(rim_figure_bounds(figure)));
        float    length = rim_vec2_length(way);
        normal = length > 0.0f && float_is_finite(length) ? rim_vec2_normalize(way)
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
    hit->depth = (float)depth;
}

rim_hit2 rim_figure_raycast(const rim_figure *figure, rim_ray2 ray, int *part)
{
    rim_posed posed;
    rim_hit2  hit = { .t = 1.0 };
    int       found = -1;
    if (figure_is_sprite(figure, &posed))
    {
        hit = rim_posed_raycast(&posed, ray);
        found = hit.hit ? 0 : -1;
    }
    else if (vec2_is_finite(ray.origin) && vec2_is_finite(ray.delta))
    {
        hit = figure_ray_first(figure, ray, &found);
        if (figure->count > 1 && !hit.start_overlap) figure_ray_seams(figure, ray, &hit, &found);
        if (hit.start_overlap)
            figure_ray_start_inside(figure, ray.origin, &hit);
        else if (hit.hit && figure->parts[found].kind == RIM_PART_SPRITE)
        {
            rim_vec2 normal = figure_ray_normal(figure, hit.point);
            hit.normal = rim_vec2_dot(normal, ray.delta) < 0.0f ? normal : hit.edge_normal;
        }
    }
    if (part) *part = found;
    return hit;
}
