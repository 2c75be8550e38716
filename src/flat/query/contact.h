// The area that two posed sprites share, and the motion out of an overlap.
#ifndef RIM_FLAT_QUERY_CONTACT_H
#define RIM_FLAT_QUERY_CONTACT_H

#include "flat/query/relative_transform.h"
#include "flat/query/traversal.h"
#include "rimcast/sprite_query.h"

// A gradient of the shared area whose length is at most this fraction of the area's root counts as zero: it may be what
// rounding leaves of a sum that cancels. The ends of a side have errors of a few 2^-53 of a mask's size, which is up
// to 2^16 pixels: less than 1e-10 pixels each.
#define GRADIENT_NOISE 1e-9
#define GRADIENT_NOISE_SQUARE 1e-18

// --- clipped pixels ----------------------------------------------------------------------------------
//
// A convex polygon: the image of a pixel, or of a rectangle of some, clipped by columns and rows of the other sprite.
// It has four corners, and each of four cuts adds at most one; there is room for rounding.

typedef struct clipped_pixel
{
    double x[12], y[12]; // of the corners, and behind the last one the first again
    int    count;        // of the corners
} clipped_pixel;

// Computes the image of a rectangle of pixels under a map, moved by (du, dv). Its corners are those of (x0, y0), (x1,
// y0), (x1, y1) and (x0, y1).
static inline void clipped_pixel_init(clipped_pixel *p, const pixel_map *map, rim_rect pixels,
                                      double du, double dv)
{
    p->count = 4;
    for (int i = 0; i < 4; i++)
    {
        double x = i == 1 || i == 2 ? pixels.x1 : pixels.x0, y = i >= 2 ? pixels.y1 : pixels.y0;
        p->x[i] = pair_form_at(&map->u, x, y) + du;
        p->y[i] = pair_form_at(&map->v, x, y) + dv;
    }
    p->x[4] = p->x[0], p->y[4] = p->y[0];
}

// Stores in *to the part of `from` with  sign * (value - limit) >= 0,  where value is x for axis 0 and y for axis 1
// (Sutherland and Hodgman, "Reentrant polygon clipping", 1974). Requires to != from, a sign of 1 or -1, and room for
// one more corner. The result may have no corners, or one or two that are on the limit.
//
// New corners lie exactly on the limit. So both ends of an edge that the clip makes are exactly there. The same is true
// of an edge of `from` that lies on the limit already.
static inline void clipped_pixel_clip(clipped_pixel *to, const clipped_pixel *from, int axis,
                                      double limit, double sign)
{
    const double *value = axis ? from->y : from->x, *other = axis ? from->x : from->y;
    double       *value_to = axis ? to->y : to->x, *other_to = axis ? to->x : to->y;
    int           n = 0;
    // di and dj are the signed distances of corners i and i + 1 from the limit: positive on the side that is kept.
    double        di = from->count ? sign * (value[0] - limit) : 0.0, dj;
    for (int i = 0; i < from->count; i++, di = dj)
    {
        dj = sign * (value[i + 1] - limit);
        if (di >= 0.0) value_to[n] = value[i], other_to[n++] = other[i];
        if ((di > 0.0 && dj < 0.0) || (di < 0.0 && dj > 0.0))
        {
            double t = di / (di - dj);
            value_to[n] = limit, other_to[n++] = other[i] + t * (other[i + 1] - other[i]);
        }
    }
    if (n > 0) value_to[n] = value_to[0], other_to[n] = other_to[0];
    to->count = n;
}

// Returns the bounds of a polygon that is not empty.
static inline pair_box clipped_pixel_bounds(const clipped_pixel *p)
{
    pair_box box = { p->x[0], p->y[0], p->x[0], p->y[0] };
    for (int i = 1; i < p->count; i++)
    {
        box.x0 = p->x[i] < box.x0 ? p->x[i] : box.x0, box.x1 = p->x[i] > box.x1 ? p->x[i] : box.x1;
        box.y0 = p->y[i] < box.y0 ? p->y[i] : box.y0, box.y1 = p->y[i] > box.y1 ? p->y[i] : box.y1;
    }
    return box;
}

// Clips an image to a box, and returns the result, which may have no corners. It is the image itself or one of the
// polygons in `room`, which need not be set. `bounds` are those of the image; sides of the box that do not cut them are
// skipped.
static inline const clipped_pixel *clipped_pixel_cut(const clipped_pixel *image,
                                                     clipped_pixel room[2], const pair_box *bounds,
                                                     double x0, double y0, double x1, double y1)
{
    const clipped_pixel *p = image;
    // The polygon of `room` that p is not in: room[p == room] is the second one if p is the first, else the first.
    clipped_pixel       *to = room;
    if (bounds->x0 < x0) clipped_pixel_clip(to, p, 0, x0, 1.0), p = to, to = &room[p == room];
    if (bounds->x1 > x1) clipped_pixel_clip(to, p, 0, x1, -1.0), p = to, to = &room[p == room];
    if (bounds->y0 < y0) clipped_pixel_clip(to, p, 1, y0, 1.0), p = to, to = &room[p == room];
    if (bounds->y1 > y1) clipped_pixel_clip(to, p, 1, y1, -1.0), p = to;
    return p;
}

// --- the shared area ---------------------------------------------------------------------------------
//
// The area that two posed sprites share, its first moments, and its gradient by a motion of one of them.

// The shared area, in the world.
typedef struct shared_area
{
    double area;
    double x, y; // the centroid; meaningless without area
    // The gradient of the area by a motion of the fine sprite. Where borders lie on each other, the gradient jumps;
    // then this is the mean of both sides.
    double gx, gy;
} shared_area;

void shared_area_measure(shared_area *out, traversal *view);

// As shared_area_measure, but returns false, and measures nothing, if the sprites don't overlap. Requires a shift of 0.
bool shared_area_measure_overlap(shared_area *out, traversal *view);

// --- contacts ----------------------------------------------------------------------------------------
//
// Of a and b, as they were given to traversal_init; the view's shift must be 0, and it stays as it is.

// Returns the contact; no hit if they do not overlap.
rim_contact2 traversal_contact(traversal *view);

// Returns how far a must move along the unit vector n to leave b for good, in lengths of n, which rounding makes a little
// longer or shorter than 1; 0 if it never touches.
double pair_exit_distance(traversal *view, rim_vec2 n);

// Returns the unit direction from b towards a in which the shared area falls fastest: minus its gradient (gx, gy) by a
// motion of a. If the gradient is nearly zero, returns the direction from the middle of b's bounds to that of a's.
rim_vec2 pair_normal(const rim_posed *a, const rim_posed *b, double gx, double gy, double area);

// Returns the unit normal of a sprite's pixel edges in the world, of those between columns or, if is_row, between rows.
// It points towards growing columns (rows).
rim_vec2 pair_edge_normal(rim_xform2 pose, bool is_row);

// --- separations -------------------------------------------------------------------------------------------

// Chooses up to `most` solid pixels, spread evenly over the bounds of the solid pixels. Of thin shapes there are fewer,
// perhaps none. Returns their number.
int separate_samples(rim_pixel *samples, int most, const rim_mask *mask, rim_rect bounds);

// Stores the shortest motion of a that ends the overlap, and returns true, if both sprites share one grid of rectangular
// pixels, or do so after one of them is reoriented (reoriented.h). Otherwise returns false. Requires an overlap.
bool separate_whole(rim_separation2 *out, rim_posed a, rim_posed b);

#endif
