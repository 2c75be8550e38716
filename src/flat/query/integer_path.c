// The first touch of two upright sprites with pixels of one size (integer_sweep in sweep.h): sets up the path of whole
// offsets for the mask kernels (flat/mask/offset_path.h), and finds the pixels that touch. The kernels' left and right
// masks are those of b and a, or of a and b where a's offset in x is negative.
#include "flat/query/sweep.h"

#include "base/exact.h"
#include "flat/mask/bits.h"
#include "flat/sprite/data.h"

#include <math.h>

// One coordinate of the path. Index n along it is the offset  origin + sign n.
typedef struct integer_path_axis
{
    int    origin, sign;
    int    lo, hi;  // where the bounds of the solid pixels overlap; lo > hi for nowhere
    double inverse; // 1 / length
} integer_path_axis;

// Returns the exact ceiling of a + b.
static int ceil_of_sum(double a, double b)
{
    double sum = a + b;
    int    n = (int)sum;
    return n + (n < sum || exact_add(a, b).tail > 0.0);
}

// Computes one coordinate of a path that begins at p and moves by d. Offsets least .. most can share a pixel.
//
// The path is mirrored so that it runs forward: from sign p by |d|. Index 0 is the last whole number at or before its
// start, so the start is at index `phase`, 0 <= phase < 1. `end` is the first index at or after its end. Index n is
// the offset origin + sign n, so indices lo .. hi are the offsets least .. most, clipped to 0 .. end. Sets all of *line
// but the slope.
CPU_INLINE integer_path_axis integer_path_axis_of(mask_path_axis *line, double p, double d,
                                                  int least, int most)
{
    integer_path_axis a = { .sign = d < 0.0 ? -1 : 1, .inverse = 1.0 / fabs(d) };
    double            forward = a.sign * p;
    int               floor_forward = (int)forward;
    floor_forward -= floor_forward > forward;
    line->phase = forward - floor_forward;
    line->length = fabs(d);
    line->end = ceil_of_sum(line->phase, line->length);
    line->beside = line->end > 0; // with end = 0 the path rests on a whole offset
    a.origin = a.sign * floor_forward;
    a.lo = a.sign < 0 ? a.origin - most : least - a.origin;
    a.hi = a.sign < 0 ? a.origin - least : most - a.origin;
    a.lo = a.lo > 0 ? a.lo : 0;
    a.hi = a.hi < line->end ? a.hi : line->end;
    return a;
}

// Reduces the indices x->lo .. x->hi to those near the path while one of the indices y->lo .. y->hi is near it. An
// index is near while the path is less than 1 away from it. So y is between lo - 1 and hi + 1.
//
// The path is at index n of y when it has moved by n - y.phase along y, and by (n - y.phase) slope along x. Then it is
// at x.phase + (n - y.phase) slope of x. With n = lo - 1 that is the least position in x, and with n = hi + 1 the
// greatest. The indices near some position between them are more than the least minus 1, so at least its floor, and
// less than the greatest plus 1. MASK_SLACK allows for rounding. Requires a path that moves in x and in y.
static void cut_columns(integer_path_axis *x, const integer_path_axis *y, const mask_path *path)
{
    double slope = path->y.slope, phase = path->x.phase;
    double least = (y->lo - 1 - path->y.phase) * slope + (phase - MASK_SLACK);
    double most = (y->hi + 1 - path->y.phase) * slope + (phase + 1.0 + MASK_SLACK);
    if (least > x->lo) x->lo = least < x->hi + 1 ? (int)least : x->hi + 1;
    if (most < x->hi) x->hi = (int)most;
}

// Searches the part of the path with indices lo .. hi of x, by a kernel, for a touch before path->t, and stores it in
// the path. `side` is the sign in x of all offsets of a in b on this part; 0 counts as positive. With side -1 the masks
// are swapped: the path is that of b in a, whose offsets are those of a in b times -1. Requires path->left and
// path->right.
//
// The members of `window` are those of mask_path_window. At index m of x the path is at
//
//      y.phase + (m - x.phase) slope
//
// of y. The indices of y near it are this position rounded down, and the next one. A vertical path passes all indices
// of y.
static void try_side(mask_path *path, int side, const integer_path_axis *x,
                     const integer_path_axis *y)
{
    mask_path_window *window = &path->window;
    bool              is_vertical = !(path->x.length > 0.0);
    window->x = side * x->origin;
    window->y = side * y->origin;
    window->back_x = side * x->sign < 0 ? -1 : 0;
    window->back_y = side * y->sign < 0 ? -1 : 0;
    window->x1 = x->lo - 1;
    window->x_end = mask_path_before(&path->x, path->t, x->hi);
    window->y_begin = y->lo;
    window->y_end = mask_path_before(&path->y, path->t, y->hi);
    window->phase = path->x.phase;
    window->slope = path->x.slope;
    window->first = path->y.phase - MASK_SLACK;
    window->past = is_vertical ? MASK_FAR : path->y.phase + (1.0 + MASK_SLACK);
    window->y1 = window->bottom = 0;
    path->right->kernels->first_touch(path);
}

// Stores in touch->ax and ay the first pixel of a, in reading order, that is shared at the offset (mx, my) of a in b.
// Requires that there is one.
static void find_pixel(const integer_sweep *w, int mx, int my, integer_sweep_touch *touch)
{
    const rim_mask *a = w->a->mask, *b = w->b->mask;
    for (int y = 0; y < a->height; y++)
        for (int x = 0; x < a->width; x += 64)
        {
            uint64_t both = mask_span(a, x, y) & mask_span(b, x + mx, y + my);
            if (!both) continue;
            touch->ax = x + mask_lowest(both), touch->ay = y;
            return;
        }
}

// Finds the first shared pixel in the path's row of a group of mask `own`, the right one, and stores its position in that
// mask in (*x, *y). `left_pitch` is that of the other mask, whose pixels over the row are taken from two words.
static void find_pixel_in_row(const mask_path *path, const mask_blocks *own, int left_pitch, int *x,
                              int *y)
{
    const uint64_t *left = path->shared.left_words, *right = path->shared.right_words;
    unsigned        shift = path->found_x & 63;
    uint64_t        both = mask_two_words(left[0], left[left_pitch], shift) & *right;
    int             word = (int)(right - own->words);
    *x = 64 * (word / own->word_pitch) + mask_lowest(both);
    *y = word % own->word_pitch;
}

// Finds the first touch, and stores it in the path. Returns which mask is the left one of the path then: 1 if it is b,
// -1 if it is a. Returns 0 if there is no touch. Requires that the two do not overlap at the start.
static int integer_path_search(const integer_sweep *w, mask_path *path)
{
    rim_rect           ra = w->a->bounds, rb = w->b->bounds;
    const mask_blocks *a = &w->a->occupancy.blocks, *b = &w->b->occupancy.blocks;
    // The bounds overlap at the offsets o with  rb.x0 - ra.x1 < o < rb.x1 - ra.x0,  and in y alike.
    integer_path_axis  x =
        integer_path_axis_of(&path->x, w->x, w->dx, rb.x0 - ra.x1 + 1, rb.x1 - 1 - ra.x0);
    integer_path_axis y =
        integer_path_axis_of(&path->y, w->y, w->dy, rb.y0 - ra.y1 + 1, rb.y1 - 1 - ra.y0);
    if (x.lo > x.hi || y.lo > y.hi) return 0;
    path->x.slope = path->x.length > 0.0 ? path->y.length * x.inverse : 0.0;
    path->y.slope = path->y.length > 0.0 ? path->x.length * y.inverse : 0.0;
    if (path->x.length > 0.0 && path->y.length > 0.0) cut_columns(&x, &y, path);

    // The kernels require offsets >= 0 in x, so the masks are swapped where the offset is negative. Index n of x is
    // the offset x.origin + x.sign n. It changes its sign at most once, after index last_before_change: from 0 to -1
    // if offsets fall along the path, or from -1 to 0 if they rise. So the path has up to two parts. Negative offsets
    // that fall stay negative, and offsets >= 0 that rise stay so.
    int last = x.hi, touched_side = 0;
    path->t = 1.0;
    path->is_corner = false;
    for (int n = x.lo; n <= last; n = x.hi + 1)
    {
        bool is_negative = x.origin + x.sign * n < 0, decreases = x.sign < 0;
        int  last_before_change = decreases ? x.origin : -1 - x.origin;
        bool changes = is_negative != decreases && last_before_change < last;
        x.lo = n;
        x.hi = changes ? last_before_change : last;

        int side = is_negative ? -1 : 1;
        path->is_new = false;
        path->left = is_negative ? a : b;
        path->right = is_negative ? b : a;
        try_side(path, side, &x, &y);
        if (path->is_new) touched_side = side;
    }
    return touched_side;
}

double integer_sweep_time(const integer_sweep *w, bool *is_row)
{
    mask_path path;
    if (integer_path_search(w, &path) == 0) return 1.0;
    *is_row = path.is_row;
    return path.t;
}

// Finds the touch on the path, and the pixels that touch. The offset of a in b is (mx, my) at the touch. With side > 0
// the path's row is one of a. Otherwise it is one of b, and the pixel found is moved into a.
bool integer_sweep_first(const integer_sweep *w, integer_sweep_touch *touch)
{
    mask_path          path;
    int                side = integer_path_search(w, &path);
    const mask_blocks *a = &w->a->occupancy.blocks, *b = &w->b->occupancy.blocks;
    if (side == 0) return false;

    int mx = side * path.found_x, my = side * path.found_y;
    touch->t = path.t;
    touch->edge_is_row = path.is_row;
    if (path.is_whole)
        find_pixel(w, mx, my, touch);
    else if (side > 0)
        find_pixel_in_row(&path, a, b->word_pitch, &touch->ax, &touch->ay);
    else
    {
        find_pixel_in_row(&path, b, a->word_pitch, &touch->ax, &touch->ay);
        touch->ax -= mx, touch->ay -= my;
    }
    touch->bx = touch->ax + mx, touch->by = touch->ay + my;
    return true;
}
