// What two posed sprites share, and the way out of an overlap.
#ifndef RIM_FLAT_QUERY_CONTACT_H
#define RIM_FLAT_QUERY_CONTACT_H

#include "flat/query/relative_transform.h"
#include "flat/query/traversal.h"
#include "rimcast/sprite_query.h"

// --- clipped pixels ----------------------------------------------------------------------------------
//
// A convex polygon in the making: a pixel's image, clipped by columns and rows of the other sprite.

typedef struct clipped_pixel
{
    double x[12], y[12];
    int    count;
} clipped_pixel;

// The image of pixel (x, y), moved by (du, dv).
static inline clipped_pixel clipped_pixel_of(const pixel_map *map, int x, int y, double du,
                                             double dv)
{
    clipped_pixel p = { { 0 }, { 0 }, 4 };
    for (int i = 0; i < 4; i++)
    {
        double cx = x + (i == 1 || i == 2), cy = y + (i >= 2);
        p.x[i] = pair_form_at(&map->u, cx, cy) + du;
        p.y[i] = pair_form_at(&map->v, cx, cy) + dv;
    }
    return p;
}

// Keeps the part with  sign * (value - limit) >= 0  along axis, which is p->x or p->y, the other being
// other (Sutherland and Hodgman, "Reentrant polygon clipping", 1974). New corners lie exactly on the
// limit, so that the sides of a clip can be told from the image's own edges.
static inline void clipped_pixel_clip(clipped_pixel *p, double *axis, double *other, double limit,
                                      double sign)
{
    double a[12], o[12];
    int    n = 0;
    for (int i = 0; i < p->count; i++)
    {
        int    j = i + 1 < p->count ? i + 1 : 0;
        double di = sign * (axis[i] - limit), dj = sign * (axis[j] - limit);
        if (di >= 0.0) a[n] = axis[i], o[n++] = other[i];
        if ((di > 0.0 && dj < 0.0) || (di < 0.0 && dj > 0.0))
        {
            double t = di / (di - dj);
            a[n] = limit, o[n++] = other[i] + t * (other[j] - other[i]);
        }
    }
    p->count = n;
    for (int i = 0; i < n; i++) axis[i] = a[i], other[i] = o[i];
}

static inline void clipped_pixel_clip_box(clipped_pixel *p, double x0, double y0, double x1,
                                          double y1)
{
    clipped_pixel_clip(p, p->x, p->y, x0, 1.0);
    clipped_pixel_clip(p, p->x, p->y, x1, -1.0);
    clipped_pixel_clip(p, p->y, p->x, y0, 1.0);
    clipped_pixel_clip(p, p->y, p->x, y1, -1.0);
}

// --- the shared area ---------------------------------------------------------------------------------
//
// What two posed sprites share: its area, first moments, and how the area changes as one moves.

// All in the world.
typedef struct shared_area
{
    double area;
    double x, y; // the centroid; meaningless without area
    // The gradient of the area by a motion of the fine sprite; where borders lie on each other and it
    // jumps, the mean of those to both sides.
    double gx, gy;
} shared_area;

void shared_area_measure(shared_area *out, traversal *view);

// The area alone.
double shared_area_area(traversal *view);

// --- contacts ----------------------------------------------------------------------------------------
//
// Of a and b, as they were given to traversal_init; the view's shift must be 0, and it stays as it is.

// Returns the contact of two sprites that overlap.
rim_contact2 traversal_contact(traversal *view);

// How far a has to move along the unit vector n until it has left b for good; 0 if it never touches.
double pair_exit_distance(traversal *view, rim_vec2 n);

// The unit direction from b towards a in which the shared area falls fastest, from its gradient by a
// motion of a; if that is as good as zero, the way from middle to middle.
rim_vec2 pair_normal(const rim_posed *a, const rim_posed *b, double gx, double gy, double area);

// The unit normal of a sprite's pixel edges in the world: of the edges between columns, or between
// rows; it points towards growing columns (rows).
rim_vec2 pair_edge_normal(rim_xform2 pose, bool is_row);

#endif
