// The area that two posed sprites share, summed over rectangles of pixels where a border cuts them, and over whole
// squares elsewhere.
//
// Everything is summed in the coarse sprite's pixel coordinates about the middle of its solid pixels,
// and mapped to the world at the end. A rectangle of solid fine pixels that lies wholly in solid
// coarse pixels adds its area. One that is cut is clipped against the runs of solid pixels in each coarse row.
//
// The gradient. When the fine shape A moves by d, its share of B changes by the area that its border
// sweeps inside B:  dArea = d . G,  G = integral over (border of A in B) of n_A ds,  with n_A outward.
// Edges between two solid pixels of A appear twice with opposite normals and cancel, so G is the sum over
// the edges of all clipped rectangles.
//
// If edges of both are parallel, borders may lie on each other, at whole-pixel positions nearly always. An edge of A on
// the side of a run of B counts or not, by the side on which the run lies and by rounding. There the
// gradient jumps, and rounding would decide whether a side counts. So G is the mean of the gradients a millionth of a
// fine pixel to one side and to the other, which does not change if the sprites are swapped.
#include "flat/query/contact.h"
#include "flat/query/reoriented.h"
#include "flat/query/sweep.h"

#include "base/float.h"
#include "flat/mask/bits.h"
#include "rimcast/sprite_query.h"
#include "simd/f64x2.h"

#include <float.h>
#include <math.h>

typedef struct sums
{
    traversal *view;
    double     ox, oy;  // the origin of the moments, in coarse pixels
    double     pixel;   // a fine pixel's area in square coarse pixels
    double     winding; // -1 if one of the two sprites is mirrored and the other is not, else 1
    double     area;    // in square coarse pixels
    double     mx, my;  // the first moments of the area about the origin
    double     gu, gv;  // the gradient of the area by a motion of the fine sprite, in coarse pixels
    bool       whole;   // some fine pixels certainly lie in solid coarse ones
    bool       cut;     // some fine pixels were clipped; their area may be rounding only
} sums;

// --- an image inside a run -------------------------------------------------------------------------------
//
// The image of a rectangle of pixels is a parallelogram P. A run is a rectangle R of solid coarse pixels. Move each
// point of the border of P to the nearest point of R. The moved border winds once around the points of R inside P, and
// around no other points of R. So, by Green's theorem, integrals along it are integrals over the area that P and R share:
//
//      area = integral of x dy,    x moment = integral of x^2 / 2 dy,    y moment = integral of x y dy.
//
// The pieces of the border above and below R move to horizontal lines, where dy = 0. The rest of an edge has three
// pieces, some of them without length: one moves to the left or right side of R, the second lies inside R, and the
// third moves to a side again. The second pieces are the border of P in R, so the integral of their normals is P's part
// of G: (dy, -dx) of each. All signs are opposite if the border winds the other way, as in a mirrored sprite.

// The edges of an image, in coarse pixels: two pairs of them, each in the lanes of vectors.
typedef struct image_edges
{
    f64x2    ax[2], ay[2], bx[2], by[2]; // they run from (ax, ay) to (bx, by)
    f64x2    dx_by_dy[2], dy_by_dx[2];   // slopes; infinite or NaN if they do not exist
    f64x2    least_x[2], most_x[2];      // of both ends
    pair_box bounds;
} image_edges;

// Computes the image of a rectangle of fine pixels. Its corners are those of (x0, y0), (x1, y0), (x1, y1) and (x0, y1).
static void image_edges_init(image_edges *e, const traversal *view, rim_rect pixels)
{
    clipped_pixel p;
    clipped_pixel_init(&p, &view->maps.a_to_b, pixels, view->shift_u, view->shift_v);
    e->bounds = clipped_pixel_bounds(&p);
    for (int pair = 0; pair < 2; pair++)
    {
        const double *x = p.x + 2 * pair, *y = p.y + 2 * pair;
        f64x2         ax = f64x2_set(x[0], x[1]), ay = f64x2_set(y[0], y[1]);
        f64x2         bx = f64x2_set(x[1], x[2]), by = f64x2_set(y[1], y[2]);
        f64x2         dx = f64x2_sub(bx, ax), dy = f64x2_sub(by, ay);
        e->ax[pair] = ax, e->ay[pair] = ay;
        e->bx[pair] = bx, e->by[pair] = by;
        e->dx_by_dy[pair] = f64x2_div(dx, dy);
        e->dy_by_dx[pair] = f64x2_div(dy, dx);
        e->least_x[pair] = f64x2_min(ax, bx);
        e->most_x[pair] = f64x2_max(ax, bx);
    }
}

static inline f64x2 clamped_lanes(f64x2 a, f64x2 least, f64x2 most)
{
    return f64x2_min(f64x2_max(a, least), most);
}

// Returns the coordinate y of the point with the coordinate x on an edge through (x0, y0), clamped to least .. most, the
// edge's range. `slope` is dy / dx. If it is infinite or NaN, as dx = 0, either end of the range may be returned, but
// the same for all x other than x0.
static inline f64x2 edge_at(f64x2 x, f64x2 x0, f64x2 y0, f64x2 slope, f64x2 least, f64x2 most)
{
    f64x2 y = f64x2_add(y0, f64x2_mul(f64x2_sub(x, x0), slope));
    return f64x2_pick(f64x2_equal(x, x0), y0, clamped_lanes(y, least, most));
}

// Multiples of the three integrals along a path.
typedef struct path_sums
{
    f64x2 area_2, mx_6, my_6; // twice the area, and six times the moments
} path_sums;

// Adds a straight piece of the path, from (xa, ya) to (xb, yb).
static inline void path_sums_add(path_sums *p, f64x2 xa, f64x2 ya, f64x2 xb, f64x2 yb)
{
    f64x2 dy = f64x2_sub(yb, ya), x = f64x2_add(xa, xb), y = f64x2_add(ya, yb);
    f64x2 xx = f64x2_sub(f64x2_mul(x, x), f64x2_mul(xa, xb));
    f64x2 xy = f64x2_add(f64x2_mul(x, y), f64x2_add(f64x2_mul(xa, ya), f64x2_mul(xb, yb)));
    p->area_2 = f64x2_add(p->area_2, f64x2_mul(dy, x));
    p->mx_6 = f64x2_add(p->mx_6, f64x2_mul(dy, xx));
    p->my_6 = f64x2_add(p->my_6, f64x2_mul(dy, xy));
}

static inline double lanes_sum(f64x2 a)
{
    return f64x2_first(a) + f64x2_second(a);
}

// Adds the part of an image inside a run, which is a rectangle of solid coarse pixels. An image that does not reach the
// run adds nothing. Coordinates are taken relative to a corner of the two's common bounds, so that those of small pieces
// do not cancel.
static void shared_area_add_run(sums *s, const image_edges *e, rim_rect run)
{
    const pair_box *bounds = &e->bounds;
    if (bounds->x1 <= run.x0 || bounds->x0 >= run.x1 || bounds->y1 <= run.y0 ||
        bounds->y0 >= run.y1)
        return;
    double      left = bounds->x0 > run.x0 ? bounds->x0 : run.x0;
    double      top = bounds->y0 > run.y0 ? bounds->y0 : run.y0;
    const f64x2 zero = f64x2_all(0.0), x0 = f64x2_all(left), x1 = f64x2_all(run.x1);
    const f64x2 y0 = f64x2_all(top), y1 = f64x2_all(run.y1);
    f64x2       gu = zero, gv = zero;
    path_sums   path = { zero, zero, zero };
    for (int i = 0; i < 2; i++)
    {
        // The edge between the rows of the run, from (xa, ya) to (xb, yb).
        f64x2 ya = clamped_lanes(e->ay[i], y0, y1), yb = clamped_lanes(e->by[i], y0, y1);
        f64x2 xa = edge_at(ya, e->ay[i], e->ax[i], e->dx_by_dy[i], e->least_x[i], e->most_x[i]);
        f64x2 xb = edge_at(yb, e->by[i], e->bx[i], e->dx_by_dy[i], e->least_x[i], e->most_x[i]);
        // The piece inside the run, from (ua, va) to (ub, vb).
        f64x2 least = f64x2_min(ya, yb), most = f64x2_max(ya, yb);
        f64x2 ua = clamped_lanes(xa, x0, x1), ub = clamped_lanes(xb, x0, x1);
        f64x2 va = edge_at(ua, xa, ya, e->dy_by_dx[i], least, most);
        f64x2 vb = edge_at(ub, xb, yb, e->dy_by_dx[i], least, most);
        gu = f64x2_add(gu, f64x2_sub(vb, va));
        gv = f64x2_sub(gv, f64x2_sub(ub, ua));

        ua = f64x2_sub(ua, x0), ub = f64x2_sub(ub, x0);
        ya = f64x2_sub(ya, y0), yb = f64x2_sub(yb, y0);
        va = f64x2_sub(va, y0), vb = f64x2_sub(vb, y0);
        path_sums_add(&path, ua, ya, ua, va);
        path_sums_add(&path, ua, va, ub, vb);
        path_sums_add(&path, ub, vb, ub, yb);
    }
    double area = 0.5 * s->winding * lanes_sum(path.area_2);
    s->area += area;
    s->mx += s->winding * lanes_sum(path.mx_6) / 6.0 + area * (left - s->ox);
    s->my += s->winding * lanes_sum(path.my_6) / 6.0 + area * (top - s->oy);
    s->gu += s->winding * lanes_sum(gu);
    s->gv += s->winding * lanes_sum(gv);
}

// --- an image ----------------------------------------------------------------------------------------------

// Returns the end of the run of set bits that begins at bit `first` of a word: the next clear bit, or 64.
static inline int shared_area_run_end(uint64_t bits, int first)
{
    return mask_lowest(~(bits | mask_low_bits(first)));
}

// Adds the parts of the image in the runs of solid coarse pixels of rows row .. row_end - 1, which are equal: bit i is
// set if column + i is solid.
static inline void shared_area_add_bits(sums *s, const image_edges *image, uint64_t bits,
                                        int column, int row, int row_end)
{
    while (bits)
    {
        int first = bits_lowest(bits), end = shared_area_run_end(bits, first);
        shared_area_add_run(s, image, rim_rect_make(column + first, row, column + end, row_end));
        bits &= ~mask_low_bits(end);
    }
}

// Adds the parts of the image in the runs of solid coarse pixels in columns from .. to - 1 of a row. Each round reads
// 64 columns to find where the next run begins. Then it reads further, 64 at a time, to find where the run ends.
static void shared_area_add_row(sums *s, const image_edges *image, int from, int to, int row)
{
    for (int column = from; column < to;)
    {
        uint64_t bits = mask_span(s->view->coarse.mask, column, row);
        if (!bits)
        {
            column += 64;
            continue;
        }
        column += mask_lowest(bits); // the run begins here, perhaps beyond `to`
        int end = column;
        while (end < to)
        {
            uint64_t empty = ~mask_span(s->view->coarse.mask, end, row);
            end += empty ? mask_lowest(empty) : 64;
            if (empty) break;
        }
        if (column < to)
            shared_area_add_run(s, image, rim_rect_make(column, row, end < to ? end : to, row + 1));
        column = end + 1; // column `end` is empty
    }
}

// Adds a rectangle of solid fine pixels that lies inside solid coarse pixels: its area, and the moments of that area at
// its middle. It adds nothing to the gradient, because no side of a run passes through it.
static void add_whole(sums *s, rim_rect pixels)
{
    double x = 0.5 * (pixels.x0 + pixels.x1), y = 0.5 * (pixels.y0 + pixels.y1);
    double u = pair_form_at(&s->view->maps.a_to_b.u, x, y) + s->view->shift_u;
    double v = pair_form_at(&s->view->maps.a_to_b.v, x, y) + s->view->shift_v;
    double area = (double)(pixels.x1 - pixels.x0) * (pixels.y1 - pixels.y0) * s->pixel;
    s->whole = true;
    s->area += area;
    s->mx += area * (u - s->ox);
    s->my += area * (v - s->oy);
}

// The coarse pixels that a box touches.
typedef struct coarse_window
{
    rim_rect cells; // their columns and rows
    int      found; // all are FIELD_EMPTY or FIELD_FULL, or it is unknown: FIELD_MIXED
    bool     small; // `rows` is set
    uint64_t rows[PAIR_BIT_ROWS]; // by row: bit i is set if column cells.x0 + i is solid
} coarse_window;

// Sets w->found: whether all coarse pixels in a box are empty or full. If they are few, copies them as bits to w->rows;
// a row's bits are in two words of the mask. A box that reaches beyond the bounds of the solid pixels is not full. If
// w->found is FIELD_EMPTY, no other member is valid.
static inline void coarse_window_init(coarse_window *w, const pair_side *coarse,
                                      const pair_box *box)
{
    w->found = FIELD_EMPTY;
    if (!pair_cells_inside(box, coarse->solid, &w->cells)) return;
    int columns = w->cells.x1 - w->cells.x0, rows = w->cells.y1 - w->cells.y0;
    w->small = columns <= PAIR_BIT_COLUMNS && rows <= PAIR_BIT_ROWS;
    if (!w->small)
    {
        w->found = pair_look_up(coarse, box);
        return;
    }
    unsigned        shift = (unsigned)w->cells.x0 & 63;
    const uint64_t *left = mask_strip(coarse->mask, w->cells.x0 >> 6) + w->cells.y0;
    const uint64_t *right = left + coarse->mask->pitch;
    uint64_t        window = mask_low_bits(columns), any = 0, all = window;
    for (int i = 0; i < rows; i++)
    {
        uint64_t bits = mask_two_words(left[i], right[i], shift) & window;
        w->rows[i] = bits;
        any |= bits;
        all &= bits;
    }
    rim_rect solid = coarse->solid;
    bool     whole =
        box->x0 >= solid.x0 && box->y0 >= solid.y0 && box->x1 <= solid.x1 && box->y1 <= solid.y1;
    if (any) w->found = whole && all == window ? FIELD_FULL : FIELD_MIXED;
}

// Adds the part of a rectangle of solid fine pixels that lies in solid coarse pixels. That is nothing, all of it, or
// its image clipped to each run of solid pixels in the coarse rows. Adjacent rows with equal bits are clipped as one.
static void add_rect(sums *s, rim_rect pixels)
{
    traversal  *view = s->view;
    image_edges image;
    image_edges_init(&image, view, pixels);
    // Grown by the error of the image, so that the box is certainly empty or full if it is found to be.
    pair_box b = image.bounds;
    double   margin = view->margin;
    pair_box box = {
        .x0 = b.x0 - margin, .y0 = b.y0 - margin, .x1 = b.x1 + margin, .y1 = b.y1 + margin
    };
    coarse_window window;
    coarse_window_init(&window, &view->coarse, &box);
    if (window.found == FIELD_EMPTY) return;
    if (window.found == FIELD_FULL)
    {
        add_whole(s, pixels);
        return;
    }
    s->cut = true;
    rim_rect cells = window.cells;
    for (int row = cells.y0, end; row < cells.y1; row = end)
    {
        end = row + 1;
        if (!window.small)
        {
            shared_area_add_row(s, &image, cells.x0, cells.x1, row);
            continue;
        }
        const uint64_t *bits = &window.rows[row - cells.y0];
        while (end < cells.y1 && bits[end - row] == bits[0]) end++;
        shared_area_add_bits(s, &image, bits[0], cells.x0, row, end);
    }
}

// Adds the solid pixels of the fine sprite's block (column, row): each run of them in a row as a rectangle, which
// includes the next rows if they are equal. With `inside`, the block's image lies in solid coarse pixels.
static void add_block(sums *s, int column, int row, bool inside)
{
    unsigned rows[FIELD_BLOCK];
    int      x = FIELD_BLOCK * column, y = FIELD_BLOCK * row;
    for (int i = 0; i < FIELD_BLOCK; i++)
        rows[i] = (unsigned)mask_span(s->view->fine.mask, x, y + i) & PAIR_BLOCK_ROW;
    for (int from = 0, to; from < FIELD_BLOCK; from = to)
    {
        for (to = from + 1; to < FIELD_BLOCK && rows[to] == rows[from];) to++;
        for (uint64_t bits = rows[from]; bits;)
        {
            int first = bits_lowest(bits), end = shared_area_run_end(bits, first);
            bits &= ~mask_low_bits(end);
            rim_rect pixels = { x + first, y + from, x + end, y + to };
            if (inside)
                add_whole(s, pixels);
            else
                add_rect(s, pixels);
        }
    }
}

// Squares of solid pixels up to this level are clipped whole; larger ones are divided, as most of their parts are not
// cut by a border.
enum
{
    SHARED_AREA_LEAF = 1
};

// Adds a square of the fine sprite's pyramid, which has the state `state` and is not empty. With `inside`, its image
// lies in solid coarse pixels.
static void add_square(sums *s, int state, int level, int column, int row, bool inside)
{
    int      side = FIELD_BLOCK << level, x = column * side, y = row * side;
    rim_rect pixels = { x, y, x + side, y + side };
    if (!inside && state == FIELD_FULL && level <= SHARED_AREA_LEAF)
    {
        add_rect(s, pixels);
        return;
    }
    if (!inside)
    {
        pair_box box = pair_box_of(s->view, x + 0.5 * side, y + 0.5 * side, side);
        int      found = pair_look_up(&s->view->coarse, &box);
        if (found == FIELD_EMPTY) return;
        inside = found == FIELD_FULL;
    }
    if (inside && state == FIELD_FULL)
        add_whole(s, pixels);
    else if (level == 0)
        add_block(s, column, row, inside);
    else
        for (int i = 0; i < 4; i++)
        {
            int next_column = 2 * column + (i & 1), next_row = 2 * row + (i >> 1);
            int next = field_blocks_state(s->view->fine.field, level - 1, next_column, next_row);
            if (next != FIELD_EMPTY) add_square(s, next, level - 1, next_column, next_row, inside);
        }
}

// Returns all sums at the view's shift. Corners have errors of some units in the last place of the larger image's size,
// and an area has that error times the length of the cut. The forms' r is made precise here and restored at the end, so
// that the next query with this view gives the same results as with a new one.
static sums shared_area_sums(traversal *view)
{
    rim_rect   solid = view->coarse.solid;
    pair_form *u = &view->maps.a_to_b.u, *v = &view->maps.a_to_b.v;
    double     u_r = u->r, v_r = v->r;
    sums       s = { 0 };
    pair_form_make_precise(u);
    pair_form_make_precise(v);
    s.view = view;
    s.ox = 0.5 * (solid.x0 + solid.x1);
    s.oy = 0.5 * (solid.y0 + solid.y1);
    double fine = rim_xform2_determinant(view->fine_posed.pose);
    double coarse = rim_xform2_determinant(view->coarse_posed.pose);
    s.pixel = fabs(fine) / fabs(coarse);
    s.winding = (fine < 0.0) == (coarse < 0.0) ? 1.0 : -1.0;
    int top = view->fine.field->level_count - 1;
    add_square(&s, field_blocks_state(view->fine.field, top, 0, 0), top, 0, 0, false);
    u->r = u_r, v->r = v_r;
    if (s.area < 0.0)
        s.area = 0.0; // the signed areas of slivers, of rounding only; its square root is taken
    return s;
}

// Returns true if columns or rows of one sprite are parallel to columns or rows of the other.
static bool has_parallel_edges(const traversal *view)
{
    const pair_form *u = &view->maps.a_to_b.u, *v = &view->maps.a_to_b.v;
    return u->p == 0.0 || u->q == 0.0 || v->p == 0.0 || v->q == 0.0;
}

// Replaces the gradient of the sums by the mean of two gradients: PAIR_ASIDE fine pixels to one side of the view's
// shift, and as far to the other side. Where edges of both sprites coincide, the gradient jumps. Leaves the view's
// shift as it was.
static void measure_gradient_aside(sums *s, traversal *view)
{
    const pair_form *u = &view->maps.a_to_b.u, *v = &view->maps.a_to_b.v;
    // PAIR_ASIDE fine pixels along columns and along rows, in coarse pixels.
    double du = PAIR_ASIDE * (fabs(u->p) + fabs(u->q)), dv = PAIR_ASIDE * (fabs(v->p) + fabs(v->q));
    double at_u = view->shift_u, at_v = view->shift_v;
    s->gu = s->gv = 0.0;
    for (int side = -1; side <= 1; side += 2)
    {
        view->shift_u = at_u + side * du;
        view->shift_v = at_v + side * dv;
        sums aside = shared_area_sums(view);
        s->gu += 0.5 * aside.gu;
        s->gv += 0.5 * aside.gv;
    }
    view->shift_u = at_u;
    view->shift_v = at_v;
}

// Returns true if the two share area, exactly. If some pixels were certainly inside, they do. If none was inside and
// none was clipped, they do not. Otherwise the overlap test decides, which requires a shift of 0.
static bool sums_overlap(const sums *s)
{
    return s->whole || (s->cut && traversal_overlaps(s->view));
}

// Converts the sums to the world: the area, its centroid, and its gradient by a motion of the fine sprite.
static void shared_area_set(shared_area *out, sums s)
{
    traversal *view = s.view;
    if (has_parallel_edges(view)) measure_gradient_aside(&s, view);

    // To the world: x = C (u - anchor) + t; areas grow by |det C|; a gradient by u becomes one by x
    // through the inverse transposed, |det C| C^-T = +-(d, -b; -c, a).
    rim_xform2 c = view->coarse_posed.pose;
    rim_vec2   anchor = rim_sprite_anchor(view->coarse_posed.sprite);
    double     det = rim_xform2_determinant(c), sign = det < 0.0 ? -1.0 : 1.0;
    double     pu = s.ox - anchor.x, pv = s.oy - anchor.y;
    if (s.area > 0.0) pu += s.mx / s.area, pv += s.my / s.area;
    out->area = s.area * fabs(det);
    out->x = c.a * pu + c.c * pv + c.tx;
    out->y = c.b * pu + c.d * pv + c.ty;
    out->gx = sign * (c.d * s.gu - c.b * s.gv);
    out->gy = sign * (c.a * s.gv - c.c * s.gu);
}

void shared_area_measure(shared_area *out, traversal *view)
{
    shared_area_set(out, shared_area_sums(view));
}

bool shared_area_measure_overlap(shared_area *out, traversal *view)
{
    sums s = shared_area_sums(view);
    if (!sums_overlap(&s)) return false;
    shared_area_set(out, s);
    return true;
}

double integer_offset_area(const integer_offset *o)
{
    const rim_mask *a = o->a->mask, *b = o->b->mask;
    return o->scale * o->scale * (double)rim_mask_overlap_area(b, a, o->x, o->y);
}

// Counts the shared pixels of upright sprites that are whole pixels apart, one of them reoriented if they are not
// turned alike. Clips the pixels of all others. An area that is lost by rounding becomes DBL_MIN, so that 0 means no
// overlap.
double rim_posed_overlap_area(const rim_posed *a, const rim_posed *b)
{
    SPRITE_CHECK(*a, 0.0);
    SPRITE_CHECK(*b, 0.0);
    integer_offset offset;
    if (integer_offset_init_plain(&offset, a, b)) return integer_offset_area(&offset);
    if (sprites_are_far(a, b)) return 0.0;
    double whole;
    if (reoriented_area(a, b, &whole)) return whole;
    // The overlap test is exact. The sum of clipped areas is not, and would find slivers where sprites only touch.
    traversal view;
    if (!traversal_init(&view, *a, *b)) return 0.0;
    sums s = shared_area_sums(&view);
    if (!sums_overlap(&s)) return 0.0;
    double area = s.area * fabs(rim_xform2_determinant(view.coarse_posed.pose));
    return area > 0.0 ? area : DBL_MIN;
}
