// Rays at upright sprites: a point moves through their pixels.
//
// The ray's origin and motion are exact in pixels. The search tests eight rows at a time near the ray; in a row with
// solid pixels near it, the first that the ray enters is the hit.
#include "flat/query/posed_pixels.h"

#include "base/float.h"
#include "flat/mask/slant.h"
#include "flat/sprite/data.h"

#include <math.h>

typedef enum integer_ray_answer
{
    INTEGER_RAY_MISS,
    INTEGER_RAY_HIT,
    INTEGER_RAY_UNDECIDED // the ray begins in a pixel or on its side, is far away or long, or has a NaN
} integer_ray_answer;

typedef struct integer_ray
{
    const rim_sprite *sprite;
    bool              is_quarter; // turned by a quarter: columns go along the world's y
    double            scale_u;    // columns for a unit of the world, with sign
    double            scale_v;    // rows for a unit of the world, with sign
    double            u, v;       // the origin in columns and rows, exact
    double            du, dv;     // the motion in columns and rows, exact
    // The touch, of a hit.
    double            t;
    rim_rect          square; // of solid pixels, that is entered: a pixel or a larger one
    int axis; // of the side that is crossed: 0 if it is one between columns, 1 between rows
} integer_ray;

// --- in pixels -------------------------------------------------------------------------------------------

// Maps a position (x, y) in the world to columns and rows (*u, *v). These run along x and y, or along y and x.
static inline void integer_ray_place(const integer_ray *r, const rim_xform2 *m, double x, double y,
                                     double *u, double *v)
{
    rim_vec2 anchor = r->sprite->anchor;
    x -= m->tx, y -= m->ty;
    *u = (r->is_quarter ? y : x) * r->scale_u + anchor.x;
    *v = (r->is_quarter ? x : y) * r->scale_v + anchor.y;
}

// Maps the ray as integer_ray_init does, for upright poses: flips, turns by right angles, and scales by powers of two.
// Requires r->sprite. Returns false for other poses, and if the origin in pixels is not exact.
static bool integer_ray_init_upright(integer_ray *r, const rim_posed *b, rim_ray2 ray)
{
    const rim_xform2 *m = &b->pose;
    if (!sprite_pose_is_upright(m)) return false;
    r->is_quarter = m->a == 0.0f;
    r->scale_u = 1.0 / (r->is_quarter ? m->b : m->a);
    r->scale_v = 1.0 / (r->is_quarter ? m->c : m->d);
    r->du = (r->is_quarter ? ray.delta.y : ray.delta.x) * r->scale_u;
    r->dv = (r->is_quarter ? ray.delta.x : ray.delta.y) * r->scale_v;
    return sprite_upright_place(b, ray.origin, &r->u, &r->v);
}

// Maps a ray to the sprite's pixels: sets all members of r but the touch. It accepts upright poses (turns by right
// angles, flips, scales by powers of two) if the ray's origin in pixels is exact. Returns false for other poses and
// numbers. Stores NaN as origin if the anchor is not plain, and rounded numbers far away; integer_ray_search decides
// neither.
static inline bool integer_ray_init(integer_ray *r, const rim_posed *b, rim_ray2 ray)
{
    f32x4 translation = sprite_translations(&b->pose, &b->pose);
    r->sprite = b->sprite;
    if (!sprite_all_true(f32x4_both(sprite_numbers_are_plain(translation),
                                    sprite_pose_is_translation(&b->pose))))
        return integer_ray_init_upright(r, b, ray);
    rim_vec2 anchor = b->sprite->plain_anchor; // NaN if the anchor is not plain
    r->is_quarter = false;
    r->scale_u = r->scale_v = 1.0;
    r->u = ray.origin.x + ((double)anchor.x - b->pose.tx);
    r->v = ray.origin.y + ((double)anchor.y - b->pose.ty);
    r->du = ray.delta.x, r->dv = ray.delta.y;
    return sprite_number_is_fine(ray.origin.x) && sprite_number_is_fine(ray.origin.y);
}

// Returns true if x is a whole number, and false for NaN. Adding 1.5 * 2^52 rounds x to a whole number.
static inline bool integer_ray_is_whole(double x)
{
    return x + 0x1.8p52 - 0x1.8p52 == x;
}

// Returns true if the ray runs along a line between columns or rows, or is a point on one.
static inline bool integer_ray_is_on_line(const integer_ray *r)
{
    return (r->du == 0.0 && integer_ray_is_whole(r->u)) ||
           (r->dv == 0.0 && integer_ray_is_whole(r->v));
}

// --- one pixel -------------------------------------------------------------------------------------------

// Returns the exact sign of a b - c d; the rounded difference mostly decides. Positions and motions in pixels are far
// from numbers whose products exact_mul rounds.
static inline int integer_ray_compare(double a, double b, double c, double d)
{
    double ab = a * b, cd = c * d, difference = ab - cd;
    if (fabs(difference) > INTEGER_RAY_PRODUCTS_ERROR * (fabs(ab) + fabs(cd)))
        return difference < 0.0 ? -1 : 1;
    return exact_compare_products(a, b, c, d);
}

// Returns the largest wholly solid square of the sprite's pyramid that contains a solid pixel (x, y); at least the
// pixel itself. The squares of level i have sides of FIELD_BLOCK 2^i pixels.
static rim_rect integer_ray_square(const rim_sprite *sprite, int x, int y)
{
    rim_rect square = { x, y, x + 1, y + 1 };
    for (int i = 0; i < sprite->blocks.level_count; i++)
    {
        const field_level *level = &sprite->blocks.levels[i];
        int                side = FIELD_BLOCK << i, column = x / side, row = y / side;
        if (level->state[row * level->width + column] != FIELD_FULL) break;
        square = rim_rect_make(column * side, row * side, (column + 1) * side, (row + 1) * side);
    }
    return square;
}

// Sets r->square and r->axis for an entry at a corner of pixel r->square: the ray crosses both of its sides at the same
// rounded time. As in the general search, the ray enters the largest solid square that contains the pixel. It crosses
// that square's side between rows if the square also contains the column from which the ray comes, or if only that side
// of the pixel is open. Otherwise it crosses the side between columns.
static void integer_ray_enter_corner(integer_ray *r)
{
    const rim_mask *mask = r->sprite->mask;
    int             column = r->square.x0, row = r->square.y0;
    int             column_before = r->du < 0.0 ? column + 1 : column - 1;
    int             row_before = r->dv < 0.0 ? row + 1 : row - 1;
    r->square = integer_ray_square(r->sprite, column, row);
    bool contains_before = column_before >= r->square.x0 && column_before < r->square.x1;
    bool is_row_open = pixel_is_open_between_rows(mask, column, row, column_before, row_before);
    r->axis = contains_before || is_row_open ? 1 : 0;
}

// Tests whether the ray enters the open square of pixel (x, y), and stores the touch if it does. With (ex, ey) the
// distance in columns and rows to the sides that the ray reaches first, and (du, dv) the absolute motion, it is
//
//      in the pixel's columns from  ex / du  to  (ex + 1) / du,
//      in the pixel's rows from     ey / dv  to  (ey + 1) / dv.
//
// It enters at the later beginning, if that is before both ends. Times are compared exactly after multiplication by du
// dv; this is right for a ray that does not move along an axis as well, whose times there are infinite. Returns
// UNDECIDED if the ray begins in the pixel or on a side that it enters through.
static inline integer_ray_answer integer_ray_enter(integer_ray *r, int x, int y)
{
    double du = fabs(r->du), dv = fabs(r->dv);
    double ex = r->du < 0.0 ? r->u - (x + 1) : x - r->u;
    double ey = r->dv < 0.0 ? r->v - (y + 1) : y - r->v;
    if (ex + 1.0 <= 0.0 || ey + 1.0 <= 0.0) return INTEGER_RAY_MISS; // the pixel lies behind
    if (ex <= 0.0 && ey <= 0.0) return INTEGER_RAY_UNDECIDED;

    double t, t_other; // the later and the earlier beginning
    bool   rows_begin_later = integer_ray_compare(ex, dv, ey, du) < 0;
    if (rows_begin_later)
    {
        if (integer_ray_compare(ex + 1.0, dv, ey, du) <= 0) return INTEGER_RAY_MISS;
        if (ey >= dv) return INTEGER_RAY_MISS; // a touch at the ray's end, or later
        t = ey / dv;
        t_other = ex / du;
    }
    else
    {
        if (integer_ray_compare(ex, dv, ey + 1.0, du) >= 0) return INTEGER_RAY_MISS;
        if (ex >= du) return INTEGER_RAY_MISS; // a touch at the ray's end, or later
        t = ex / du;
        t_other = ey / dv;
    }
    r->t = t < 1.0 ? t : DOUBLE_BEFORE_1; // rounding must not move it to the end
    r->axis = rows_begin_later ? 1 : 0;
    r->square = rim_rect_make(x, y, x + 1, y + 1);
    if (t == t_other) integer_ray_enter_corner(r);
    return INTEGER_RAY_HIT;
}

// Finds the first solid pixel of row y that the ray enters, in the ray's order, among those in `bits`, and stores the
// touch. Bit i is column first_column + i.
static inline integer_ray_answer integer_ray_enter_any(integer_ray *r, uint64_t bits,
                                                       int first_column, int y)
{
    while (bits)
    {
        int                i = r->du < 0.0 ? bits_highest(bits) : bits_lowest(bits);
        integer_ray_answer answer = integer_ray_enter(r, first_column + i, y);
        if (answer != INTEGER_RAY_MISS) return answer;
        bits &= ~((uint64_t)1 << i);
    }
    return INTEGER_RAY_MISS;
}

// --- rows of many columns --------------------------------------------------------------------------------

// The columns, or rows, lo .. hi. There are none if lo > hi.
typedef struct integer_ray_cells
{
    int lo, hi;
} integer_ray_cells;

// Returns those of the cells least .. end - 1 that the interval between positions p and q touches, widened by
// INTEGER_RAY_MARGIN for rounding. p and q may be in any order.
static inline integer_ray_cells integer_ray_cells_of(double p, double q, int least, int end)
{
    double lo = (p < q ? p : q) - INTEGER_RAY_MARGIN, hi = (p < q ? q : p) + INTEGER_RAY_MARGIN;
    integer_ray_cells none = { 0, -1 };
    if (!(lo < end && hi >= least)) return none;
    integer_ray_cells cells = { (int)(lo > least ? lo : least), (int)(hi < end ? hi : end - 0.5) };
    return cells;
}

static inline double integer_ray_clamp_real(double x, double lo, double hi)
{
    if (x < lo) return lo;
    return x > hi ? hi : x;
}

// Returns the columns of the part of the ray inside row y, among those of the solid pixels' bounds. `slope` is du / dv,
// the columns per row; for a horizontal ray it is not read.
static integer_ray_cells integer_ray_columns_of_row(const integer_ray *r, int y, double slope)
{
    rim_rect solid = r->sprite->bounds;
    double   begin = r->u, end = r->u + r->du;
    if (r->dv != 0.0)
    {
        double least = begin < end ? begin : end, most = begin < end ? end : begin;
        double at_top = r->u + (y - r->v) * slope, at_bottom = r->u + (y + 1.0 - r->v) * slope;
        begin = integer_ray_clamp_real(at_top, least, most);
        end = integer_ray_clamp_real(at_bottom, least, most);
    }
    return integer_ray_cells_of(begin, end, solid.x0, solid.x1);
}

// Finds the first pixel of row y that the ray enters, in the ray's order, 64 columns at a time. `slope` is du / dv.
static integer_ray_answer integer_ray_search_row(integer_ray *r, int y, double slope)
{
    integer_ray_cells columns = integer_ray_columns_of_row(r, y, slope);
    while (columns.lo <= columns.hi)
    {
        int      strip = (r->du < 0.0 ? columns.hi : columns.lo) >> 6;
        int      strip_begin = 64 * strip, strip_last = strip_begin + 63;
        uint64_t bits = mask_word(r->sprite->mask, strip, y);
        bits &= ~mask_low_bits(columns.lo > strip_begin ? columns.lo - strip_begin : 0);
        bits &= mask_low_bits(columns.hi < strip_last ? columns.hi - strip_begin + 1 : 64);
        integer_ray_answer answer = integer_ray_enter_any(r, bits, strip_begin, y);
        if (answer != INTEGER_RAY_MISS) return answer;
        if (r->du < 0.0)
            columns.hi = strip_begin - 1;
        else
            columns.lo = strip_last + 1;
    }
    return INTEGER_RAY_MISS;
}

// Finds the first pixel that the ray enters, row by row in the ray's order. This is for rays that cross more than
// INTEGER_RAY_SLOPE columns per row, and for horizontal ones. `slope` is du / dv.
static integer_ray_answer integer_ray_search_rows(integer_ray *r, integer_ray_cells rows,
                                                  double slope)
{
    int down = r->dv < 0.0 ? -1 : 1, y = down > 0 ? rows.lo : rows.hi;
    for (; y >= rows.lo && y <= rows.hi; y += down)
    {
        integer_ray_answer answer = integer_ray_search_row(r, y, slope);
        if (answer != INTEGER_RAY_MISS) return answer;
    }
    return INTEGER_RAY_MISS;
}

// --- eight rows at a time --------------------------------------------------------------------------------

enum
{
    INTEGER_RAY_ROWS = 8, // tested together
    INTEGER_RAY_SLOPE = 7 // columns for a row, at most: eight rows of them fit into 64
};

// The columns that the ray crosses in a row, in the fixed point of slant.h: begin .. begin + width, with a margin of
// MASK_SLANT_MARGIN on both sides. The next row's columns begin at begin + step. Rounding moves `begin` by at most
// 2^-24 of a column in 2^16 rows.
typedef struct integer_ray_slant
{
    int64_t begin, width, step;
    // In this row and the next seven the columns are begin + least .. begin + most.
    int64_t least, most;
} integer_ray_slant;

// Computes the columns that the ray crosses in row y. `slope` = du / dv is columns per row of the mask. `down` is 1 if
// the ray's next row is y + 1, and -1 if it is y - 1; so the step to the next row is down * slope.
static inline void integer_ray_slant_init(integer_ray_slant *s, const integer_ray *r, int y,
                                          int down, double slope)
{
    const double one = (double)MASK_SLANT_ONE;
    double       at_top = r->u + (y - r->v) * slope; // the column on the row's upper side
    double       leftmost = slope < 0.0 ? at_top + slope : at_top;
    int64_t      width = (int64_t)(fabs(slope) * one);
    s->begin = (int64_t)(leftmost * one) - MASK_SLANT_MARGIN;
    s->width = width + 2 * MASK_SLANT_MARGIN;
    s->step = (slope < 0.0) == (down < 0) ? width : -width;

    int64_t last_begin = (INTEGER_RAY_ROWS - 1) * s->step; // of the eighth row
    s->least = s->step < 0 ? last_begin : 0;
    s->most = s->width + (s->step > 0 ? last_begin : 0);
}

// Returns the union of a strip's words of eight rows: row[0], row[down], ... row[7 down].
CPU_INLINE uint64_t integer_ray_any(const uint64_t *row, int down)
{
    return row[0] | row[down] | row[2 * down] | row[3 * down] | row[4 * down] | row[5 * down] |
           row[6 * down] | row[7 * down];
}

// Searches the next `count` rows, at most eight, from row y on, in columns lo .. hi. Requires lo >= 0 and hi - lo < 64.
// The columns are in one strip of the mask or in two neighbors. Shifted so that bit 0 is column lo, a row's 64 bits are
//
//      (left word >> shift) | (right word << (64 - shift)),    shift = lo modulo 64.
CPU_INLINE integer_ray_answer integer_ray_search_eight(integer_ray *r, const integer_ray_slant *s,
                                                       int y, int down, int count, int64_t lo,
                                                       int64_t hi)
{
    const rim_mask *mask = r->sprite->mask;
    const uint64_t *left = mask->words + (lo >> 6) * (ptrdiff_t)mask->pitch + y;
    const uint64_t *right = left + mask->pitch;
    unsigned        shift = (unsigned)lo & 63;
    bool            is_in_two_strips = (lo ^ hi) >= 64; // they differ in a bit above the lowest six

    // All eight rows at once: usually they have no solid pixel in these columns.
    uint64_t any = integer_ray_any(left, down) >> shift;
    if (is_in_two_strips) any |= integer_ray_any(right, down) << (64 - shift);
    uint64_t window = UINT64_MAX >> (63 - (hi - lo));
    if (!(any & window)) return INTEGER_RAY_MISS;

    // Each row that is not empty there, in the columns that the ray crosses in it, relative to lo.
    int64_t begin = s->begin - lo * MASK_SLANT_ONE;
    for (int i = 0; i < INTEGER_RAY_ROWS && i < count; i++, begin += s->step)
    {
        uint64_t bits = left[down * i] >> shift;
        if (is_in_two_strips) bits |= right[down * i] << (64 - shift);
        if (!(bits & window)) continue;
        int least = (int)(begin >> MASK_SLANT_FRACTION);
        int most = (int)((begin + s->width) >> MASK_SLANT_FRACTION);
        if (most < 0) continue; // the row's columns are left of column 0, where lo was cut
        bits &= UINT64_MAX << (least > 0 ? least : 0) & UINT64_MAX >> (63 - most);
        if (!bits) continue;
        integer_ray_answer answer = integer_ray_enter_any(r, bits, (int)lo, y + down * i);
        if (answer != INTEGER_RAY_MISS) return answer;
    }
    return INTEGER_RAY_MISS;
}

// Searches the rows of the ray, eight at a time in its direction. Requires |slope| <= INTEGER_RAY_SLOPE, and `down` to
// be the sign of r->dv.
CPU_INLINE integer_ray_answer integer_ray_search_slant(integer_ray *r, integer_ray_cells rows,
                                                       double slope, int down)
{
    int64_t           mask_end = 64 * (int64_t)r->sprite->mask->strips;
    int               y = down > 0 ? rows.lo : rows.hi;
    integer_ray_slant s;
    integer_ray_slant_init(&s, r, y, down, slope);
    for (int rest = rows.hi - rows.lo + 1; rest > 0; rest -= INTEGER_RAY_ROWS)
    {
        int64_t lo = (s.begin + s.least) >> MASK_SLANT_FRACTION;
        int64_t hi = (s.begin + s.most) >> MASK_SLANT_FRACTION;
        if (hi >= 0 && lo < mask_end)
        {
            integer_ray_answer answer =
                integer_ray_search_eight(r, &s, y, down, rest, lo > 0 ? lo : 0, hi);
            if (answer != INTEGER_RAY_MISS) return answer;
        }
        s.begin += INTEGER_RAY_ROWS * s.step;
        y += INTEGER_RAY_ROWS * down;
    }
    return INTEGER_RAY_MISS;
}

// --- all ---------------------------------------------------------------------------------------------------

// Reduces *t0 .. *t1 to those fractions of the motion, from `origin` by `delta` along an axis, at which the position is
// between lo and hi. Returns false if no fraction is left.
static inline bool integer_ray_clip(double origin, double delta, double lo, double hi, double *t0,
                                    double *t1)
{
    if (delta == 0.0) return !(origin < lo || origin > hi);
    double t_lo = (lo - origin) / delta, t_hi = (hi - origin) / delta;
    double enter = t_lo < t_hi ? t_lo : t_hi, leave = t_lo < t_hi ? t_hi : t_lo;
    *t0 = enter > *t0 ? enter : *t0;
    *t1 = leave < *t1 ? leave : *t1;
    return !(*t0 > *t1);
}

// Returns true if both ends of the motion along an axis, whole numbers, are at most a pixel outside of lo .. hi.
static inline bool integer_ray_stays(int begin, int end, int lo, int hi)
{
    return mask_min(begin, end) >= lo - 1 && mask_max(begin, end) <= hi + 1;
}

// Returns how many rows, from the origin's row `v` on in the ray's direction, have no solid pixel near the ray;
// perhaps too few. (u, v) is the origin's pixel. All pixels less than the gap about its block away from it are empty,
// in columns and in rows. A ray that crosses at most one column for a row meets only these in its first rows.
static inline int integer_ray_clear_rows(const integer_ray *r, int u, int v)
{
    const rim_mask *mask = r->sprite->mask;
    bool            is_steep = fabs(r->du) <= fabs(r->dv);
    // Column 0 and row 0 are left out: by truncation they are also those of origins just outside of the mask.
    if (!is_steep || u <= 0 || v <= 0 || u >= mask->width || v >= mask->height) return 0;
    int clearance = field_blocks_clearance(&r->sprite->blocks, 0, u / FIELD_BLOCK, v / FIELD_BLOCK);
    return clearance > 0 ? FIELD_BLOCK * (clearance - 1) : 0;
}

// Finds the first pixel that the ray enters, and stores the touch. If the ray leaves the bounds of the solid pixels by
// more than a pixel, only the part of the ray inside these bounds, widened by a pixel, is searched: its rows are taken
// from that part. The pixels are tested against the whole ray. Returns UNDECIDED also for a ray with a NaN.
static inline integer_ray_answer integer_ray_search(integer_ray *r)
{
    if (!(fabs(r->u) + fabs(r->du) < SPRITE_FINE_FAR)) return INTEGER_RAY_UNDECIDED;
    if (!(fabs(r->v) + fabs(r->dv) < SPRITE_FINE_FAR)) return INTEGER_RAY_UNDECIDED;
    rim_rect solid = r->sprite->bounds;
    bool     goes_down = r->dv > 0.0;
    double   v_begin = r->v, v_end = r->v + r->dv;
    int      u0 = (int)r->u, u1 = (int)(r->u + r->du), v0 = (int)v_begin, v1 = (int)v_end;
    if (!integer_ray_stays(u0, u1, solid.x0, solid.x1) ||
        !integer_ray_stays(v0, v1, solid.y0, solid.y1))
    {
        double t0 = 0.0, t1 = 1.0;
        if (!integer_ray_clip(r->u, r->du, solid.x0 - 1.0, solid.x1 + 1.0, &t0, &t1) ||
            !integer_ray_clip(r->v, r->dv, solid.y0 - 1.0, solid.y1 + 1.0, &t0, &t1))
            return INTEGER_RAY_MISS;
        v_begin = r->v + t0 * r->dv;
        v_end = r->v + t1 * r->dv;
    }
    // The rows of that part, widened for rounding, without the clear ones. Positions above row 0 are truncated to it.
    double            top = goes_down ? v_begin : v_end, bottom = goes_down ? v_end : v_begin;
    integer_ray_cells rows = { (int)(top - INTEGER_RAY_MARGIN),
                               (int)(bottom + INTEGER_RAY_MARGIN) };
    int               clear = integer_ray_clear_rows(r, u0, v0);
    rows.lo = mask_max(rows.lo, goes_down ? mask_max(v0 + clear, solid.y0) : solid.y0);
    rows.hi = mask_min(rows.hi, goes_down ? solid.y1 - 1 : mask_min(v0 - clear, solid.y1 - 1));
    if (rows.lo > rows.hi) return INTEGER_RAY_MISS;
    double slope = r->du / r->dv; // infinite or NaN for a horizontal ray
    if (!(fabs(slope) <= INTEGER_RAY_SLOPE)) return integer_ray_search_rows(r, rows, slope);
    return goes_down ? integer_ray_search_slant(r, rows, slope, 1)
                     : integer_ray_search_slant(r, rows, slope, -1);
}

// Returns the unit normal, in the world, of the side that the ray crosses: an axis, against the motion.
static inline rim_vec2 integer_ray_edge_normal(const integer_ray *r, rim_vec2 delta)
{
    bool is_y = (r->axis == 1) != r->is_quarter;
    if (is_y) return rim_vec2_make(0.0f, delta.y > 0.0f ? -1.0f : 1.0f);
    return rim_vec2_make(delta.x > 0.0f ? -1.0f : 1.0f, 0.0f);
}

// Returns the unit normal, in the world, of the edges within two pixels of (u, v); zero if they cancel.
static inline rim_vec2 integer_ray_mean_normal(const integer_ray *r, double u, double v)
{
    double sum[2];
    if (!pixel_normal_sum(r->sprite, u, v, sum)) return rim_vec2_make(0.0f, 0.0f);
    // Columns are scale_u x + ..., so the gradient of a position in columns is scale_u.
    double nu = sum[0] * r->scale_u, nv = sum[1] * r->scale_v;
    double length = sqrt(nu * nu + nv * nv);
    float  along_u = (float)(nu / length), along_v = (float)(nv / length);
    return r->is_quarter ? rim_vec2_make(along_v, along_u) : rim_vec2_make(along_u, along_v);
}

// Returns the cell of lo .. end - 1 that contains u, or is nearest to it.
static inline int integer_ray_clamp(double u, int lo, int end)
{
    return mask_max(mask_min((int)u, end - 1), lo);
}

// Returns the hit at the touch that integer_ray_search found. It is written at once: a copy of it would wait for the
// stores of its members.
static inline rim_hit2 integer_ray_hit(integer_ray *r, const rim_posed *b, rim_ray2 ray)
{
    double x = ray.origin.x + r->t * ray.delta.x, y = ray.origin.y + r->t * ray.delta.y, u, v;
    integer_ray_place(r, &b->pose, x, y, &u, &v);
    // The point is on the crossed side of r->square, `along` pixels from where that begins. If this is not within the
    // first pixel, because the square is larger or the point is rounded, the hit's pixel is the one of the largest
    // solid square that is nearest to the point.
    double along = r->axis ? u - r->square.x0 : v - r->square.y0;
    if (!(along >= 0.0 && along < 1.0))
        r->square = integer_ray_square(r->sprite, r->square.x0, r->square.y0);
    rim_vec2 edge_normal = integer_ray_edge_normal(r, ray.delta);
    rim_vec2 normal = integer_ray_mean_normal(r, u, v);
    if (!(rim_vec2_dot(normal, ray.delta) < 0.0f)) normal = edge_normal;
    return (rim_hit2){
        .hit = true,
        .t = r->t,
        .point = rim_vec2_make((float)x, (float)y),
        .normal = normal,
        .edge_normal = edge_normal,
        .bx = integer_ray_clamp(u, r->square.x0, r->square.x1),
        .by = integer_ray_clamp(v, r->square.y0, r->square.y1),
    };
}

// Searches the pixels of upright sprites here. For other poses, and where that search does not decide, the ray is the
// sweep of a point.
rim_hit2 rim_posed_raycast(const rim_posed *b, rim_ray2 ray)
{
    SPRITE_CHECK(*b, (rim_hit2){ .t = 1.0 });
    integer_ray        r;
    integer_ray_answer answer = INTEGER_RAY_UNDECIDED;
    if (integer_ray_init(&r, b, ray) && !integer_ray_is_on_line(&r))
        answer = integer_ray_search(&r);
    if (answer == INTEGER_RAY_MISS) return (rim_hit2){ .t = 1.0 };
    if (answer == INTEGER_RAY_HIT) return integer_ray_hit(&r, b, ray);
    return rim_polygon2_sweep_sprite((rim_polygon2){ &ray.origin, 1 }, ray.delta, *b);
}
