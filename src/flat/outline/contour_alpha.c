// Contours at a level of alpha. Each unit step of a ring's sides separates a solid and an empty pixel, and gives one point
// between their centers.
#include "rimcast/contour.h"

#include "base/memory.h"
#include "flat/mask/image.h"
#include "flat/outline/loops.h"

#include <assert.h>

typedef struct alpha_image
{
    const rim_image *image;
    int              threshold;
} alpha_image;

// Returns the alpha of pixel (x, y). Beyond the image returns an alpha below the threshold: 0, or -1 if the threshold
// is not positive.
static int alpha_at(const alpha_image *a, int x, int y)
{
    const rim_image *image = a->image;
    if (x < 0 || y < 0 || x >= image->width || y >= image->height) return a->threshold > 0 ? 0 : -1;
    return image_alpha(image, image_row(image, y), x);
}

// Returns the point between the centers of a solid and an empty pixel at which alpha, interpolated linearly, is 1/2
// below the threshold t. With s and e the alphas of the two pixels, s >= t > e, it is at the fraction f of the way with
// s + f (e - s) = t - 1/2.
static rim_vec2 contour_alpha_crossing(const alpha_image *a, rim_corner solid, rim_corner empty)
{
    int    s = alpha_at(a, solid.x, solid.y), e = alpha_at(a, empty.x, empty.y);
    double f = (s - a->threshold + 0.5) / (s - e);
    return rim_vec2_make((float)(solid.x + 0.5 + f * (empty.x - solid.x)),
                         (float)(solid.y + 0.5 + f * (empty.y - solid.y)));
}

// Returns the point of the unit step from corner p along (dx, dy). It lies between the solid pixel on the right of the
// step and the empty pixel on its left. (low_x, low_y) is the upper or left end of the step. The pixel of this number
// is below a horizontal step, and to the right of a vertical one. The other pixel beside the step is the one above this
// pixel, or the one to the left of it.
static rim_vec2 point_of_step(const alpha_image *a, rim_corner p, int dx, int dy)
{
    int        low_x = p.x - (dx < 0), low_y = p.y - (dy < 0); // of the step
    rim_corner right = { low_x - (dy > 0), low_y - (dx < 0) };
    rim_corner left = { low_x - (dy < 0), low_y - (dx > 0) };
    return contour_alpha_crossing(a, right, left);
}

// Returns the sign of to - from.
static int contour_alpha_step_of(int from, int to)
{
    return (to > from) - (to < from);
}

// Adds the loop of a ring: the point of each unit step along its sides, in order. Requires room for the points and the
// loop.
static void add_loop(rim_loops *made, const alpha_image *a, rim_ring ring)
{
    size_t start = made->point_count;
    for (size_t k = 0; k < ring.count; k++)
    {
        rim_corner p = ring.corners[k], end = ring.corners[k + 1 < ring.count ? k + 1 : 0];
        int        dx = contour_alpha_step_of(p.x, end.x), dy = contour_alpha_step_of(p.y, end.y);
        for (; p.x != end.x || p.y != end.y; p.x += dx, p.y += dy)
            made->points[made->point_count++] = point_of_step(a, p, dx, dy);
    }
    loops_add(made, start, ring.parent);
}

// Returns the number of unit steps along the sides of all rings, which is the number of points.
static uint64_t count_steps(const rim_contours *contours)
{
    uint64_t        steps = 0;
    int64_t         count;
    const rim_ring *rings = rim_contours_rings(contours, &count);
    for (int64_t i = 0; i < count; i++)
    {
        rim_ring ring = rings[i];
        for (size_t k = 0; k < ring.count; k++)
        {
            rim_corner a = ring.corners[k], b = ring.corners[k + 1 < ring.count ? k + 1 : 0];
            steps += (uint64_t)(a.x < b.x ? b.x - a.x : a.x - b.x);
            steps += (uint64_t)(a.y < b.y ? b.y - a.y : a.y - b.y);
        }
    }
    return steps;
}

// Creates the loops of all rings of a mask by the threshold. Returns RIM_ERR_SIZE for 2^31 or more points, which no int
// can number.
static rim_status contour_alpha_trace(rim_loops **out, const rim_contours *contours,
                                      const rim_image *image, int threshold,
                                      const rim_allocator *from)
{
    int64_t         count;
    const rim_ring *rings = rim_contours_rings(contours, &count);
    uint64_t        points = count_steps(contours);
    if (points > INT32_MAX) return RIM_ERR_SIZE;
    rim_status status = loops_create(out, (size_t)points, (size_t)count, from);
    if (status) return status;
    alpha_image a = { image, threshold < 0 ? 0 : threshold };
    for (int64_t i = 0; i < count; i++) add_loop(*out, &a, rings[i]);
    return RIM_OK;
}

// Traces the rings of the mask by the threshold, and stores a point for each pixel edge along them. On failure *out
// is NULL. After a failure the mask or the contours are NULL, which the destroy functions allow.
rim_status rim_loops_create_from_alpha(rim_loops **out, const rim_image *image, int threshold,
                                       rim_touch touch, const rim_allocator *from)
{
    RIM_ASSERT(out && image, "out or the image is NULL");
    rim_mask     *mask;
    rim_contours *contours = NULL;
    *out = NULL;
    rim_status status = rim_mask_create_from_image(&mask, image, threshold, from);
    if (status == RIM_OK) status = rim_contours_create(&contours, mask, touch, from);
    if (status == RIM_OK) status = contour_alpha_trace(out, contours, image, threshold, from);
    rim_contours_destroy(contours);
    rim_mask_destroy(mask);
    return status;
}
