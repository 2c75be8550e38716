// Rays at upright sprites: a point moves through their pixels.
//
// The ray's ends are exact in pixels. The search tests eight rows at a time near the ray; in a row with solid pixels near
// it, the first that the ray enters is the hit.
//
// Let ex, ey be the distances, in columns and rows, to the sides of a pixel that the ray reaches first, and du, dv the
// absolute motion. The ray crosses these sides at times ex / du and ey / dv, and the opposite sides at (ex + 1) / du and
// (ey + 1) / dv. So with c = ex dv - ey du it enters between rows, through a side between columns, if 0 <= c < du, and
// through one between rows if -dv < c < 0. All of these are whole multiples of a small power of two, and the products are
// compared exactly.
#include "flat/query/posed_pixels.h"

#include "base/float.h"
#include "flat/mask/bits.h"
#include "flat/sprite/data.h"

#include <math.h>

// Positions in pixels are multiples of 2^-31 and less than this, so their differences from whole numbers are exact.
#define INTEGER_RAY_FAR 0x1p21

typedef enum integer_ray_answer
{
    INTEGER_RAY_MISS,
    INTEGER_RAY_HIT,
    INTEGER_RAY_DOUBT // the ray begins inside or on an edge, or is too long
} integer_ray_answer;

typedef struct integer_ray
{
    const rim_sprite *sprite;
    bool              lies;         // turned by a quarter: columns go with the world's y
    double            p, q;         // columns and rows for a unit of the world, with signs
    double            u, v, du, dv; // exact, in pixels
    // the touch
    double            t;
    rim_rect          square; // of solid pixels
    int               axis;   // of the side: 0 if it is one between columns, else 1
} integer_ray;

// --- in pixels -------------------------------------------------------------------------------------------

// Maps a position in the world to pixels. Columns and rows run along x and y, or along y and x.
static inline void integer_ray_place(const integer_ray *r, const rim_xform2 *m, double x, double y,
                                     double *u, double *v)
{
    rim_vec2 anchor = r->sprite->anchor;
    x -= m->tx, y -= m->ty;
    *u = (r->lies ? y : x) * r->p + anchor.x;
    *v = (r->lies ? x : y) * r->q + anchor.y;
}

// As integer_ray_init, for flips, turns by right angles, and scales by powers of two.
static bool integer_ray_init_turned(integer_ray *r, const rim_posed *b, rim_ray2 ray)
{
    const rim_xform2 *m = &b->pose;
    if (!sprite_pose_is_upright(m)) return false;
    r->lies = m->a == 0.0f;
    r->p = 1.0 / (r->lies ? m->b : m->a), r->q = 1.0 / (r->lies ? m->c : m->d);
    r->du = (r->lies ? ray.delta.y : ray.delta.x) * r->p;
    r->dv = (r->lies ? ray.delta.x : ray.delta.y) * r->q;
    return sprite_upright_place(b, ray.origin, &r->u, &r->v);
}

// Maps a ray to the sprite's pixels for poses without rotation, or with quarter turns and power-of-two scales, where
// the map is exact. Returns false for other poses and numbers.
static inline bool integer_ray_init(integer_ray *r, const rim_posed *b, rim_ray2 ray)
{
    f32x4 place = f32x4_load_pairs(&b->pose.tx, &b->pose.tx);
    r->sprite = b->sprite;
    if (!sprite_all_true(
            f32x4_both(sprite_numbers_are_plain(place), sprite_pose_is_unturned(&b->pose))))
        return integer_ray_init_turned(r, b, ray);
    rim_vec2 anchor = b->sprite->plain_anchor; // without one, u and v are NaN
    r->lies = false;
    r->p = r->q = 1.0;
    r->u = ray.origin.x + ((double)anchor.x - b->pose.tx);
    r->v = ray.origin.y + ((double)anchor.y - b->pose.ty);
    r->du = ray.delta.x, r->dv = ray.delta.y;
    return sprite_number_is_fine(ray.origin.x) && sprite_number_is_fine(ray.origin.y);
}

// Returns true if the ray runs along a line between columns or rows, or has no length.
static inline bool integer_ray_is_on_line(const integer_ray *r)
{
    return (r->du == 0.0 && r->u == (int)r->u) || (r->dv == 0.0 && r->v == (int)r->v);
}

// --- one pixel -------------------------------------------------------------------------------------------

// Returns the exact sign of a b - c d.
static inline int integer_ray_compare(double a, double b, double c, double d)
{
    double p = a * b, q = c * d, difference = p - q;
    if (fabs(difference) > 0x1p-50 * (fabs(p) + fabs(q))) return difference < 0.0 ? -1 : 1;
    exact_pair left = exact_mul(a, b), right = exact_mul(c, d);
    if (left.head != right.head) return left.head < right.head ? -1 : 1;
    return (left.tail > right.tail) - (left.tail < right.tail);
}

// Returns the largest wholly solid square of the pyramid that contains a solid pixel; at least the pixel itself.
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
    return rim_rect_intersect(square, sprite->bounds);
}

// Sets the side of an entry at a pixel's corner, within the precision of t. As in the general search, the ray enters the
// largest square: through a side between rows if the square begins further back in columns, else through a side between
// columns.
static void integer_ray_enter_corner(integer_ray *r)
{
    int x = r->square.x0, before = r->du < 0.0 ? x + 1 : x - 1;
    r->square = integer_ray_square(r->sprite, x, r->square.y0);
    r->axis = before >= r->square.x0 && before < r->square.x1;
}

// Tests pixel (x, y): where the ray enters its open square, if it does. (ex, ey) is the distance along each axis to the
// near side; the entry is at the later of ex / du and ey / dv, compared by cross-multiplication.
static inline integer_ray_answer integer_ray_enter(integer_ray *r, int x, int y)
{
    double du = fabs(r->du), dv = fabs(r->dv);
    double ex = r->du < 0.0 ? r->u - (x + 1) : x - r->u,
           ey = r->dv < 0.0 ? r->v - (y + 1) : y - r->v;
    if (ex + 1.0 <= 0.0 || ey + 1.0 <= 0.0) return INTEGER_RAY_MISS;
    if (ex <= 0.0 && ey <= 0.0) return INTEGER_RAY_DOUBT;
    int axis = integer_ray_compare(ex, dv, ey, du) < 0;
    if (axis ? integer_ray_compare(ex + 1.0, dv, ey, du) <= 0
             : integer_ray_compare(ex, dv, ey + 1.0, du) >= 0)
        return INTEGER_RAY_MISS;
    if (axis ? ey >= dv : ex >= du) return INTEGER_RAY_MISS; // a touch at the end, or later
    double t = axis ? ey / dv : ex / du;
    r->t = t < 1.0 ? t : 1.0 - 0x1p-53;
    r->axis = axis;
    r->square = rim_rect_make(x, y, x + 1, y + 1);
    if (t == (axis ? ex / du : ey / dv)) integer_ray_enter_corner(r);
    return INTEGER_RAY_HIT;
}

// Tests the solid pixels of a row in the ray's order; bit i is column first + i.
static inline integer_ray_answer integer_ray_enter_any(integer_ray *r, uint64_t bits, int first,
                                                       int y)
{
    while (bits)
    {
        int                i = r->du < 0.0 ? bits_highest(bits) : bits_lowest(bits);
        integer_ray_answer answer = integer_ray_enter(r, first + i, y);
        if (answer != INTEGER_RAY_MISS) return answer;
        bits &= ~((uint64_t)1 << i);
    }
    return INTEGER_RAY_MISS;
}

// --- rows of many columns --------------------------------------------------------------------------------

// An error bound of rounded positions.
#define INTEGER_RAY_MARGIN 0x1p-20

// The rows, or columns, between two positions, one more where a position is next to it.
typedef struct integer_ray_cells
{
    int lo, hi;
} integer_ray_cells;

// Returns the cells of least .. end - 1 that the interval p .. q touches, widened by a margin for rounding.
static inline integer_ray_cells integer_ray_cells_of(double p, double q, int least, int end)
{
    double lo = (p < q ? p : q) - INTEGER_RAY_MARGIN, hi = (p < q ? q : p) + INTEGER_RAY_MARGIN;
    integer_ray_cells none = { 0, -1 };
    if (!(lo < end && hi >= least)) return none;
    integer_ray_cells cells = { (int)(lo > least ? lo : least), (int)(hi < end ? hi : end - 0.5) };
    return cells;
}

// Finds the first pixel of a row that the ray enters, in the ray's direction. The columns are those of the part of the
// ray inside the row.
static integer_ray_answer integer_ray_search_row(integer_ray *r, int y, double slope)
{
    rim_rect solid = r->sprite->bounds;
    double   p = r->u, q = r->u + r->du;
    if (r->dv != 0.0)
    {
        double above = r->u + (y - r->v) * slope, below = r->u + (y + 1.0 - r->v) * slope;
        double least = p < q ? p : q, most = p < q ? q : p;
        p = above < least ? least : above > most ? most : above;
        q = below < least ? least : below > most ? most : below;
    }
    integer_ray_cells columns = integer_ray_cells_of(p, q, solid.x0, solid.x1);
    while (columns.lo <= columns.hi)
    {
        int      strip = (r->du < 0.0 ? columns.hi : columns.lo) >> 6, first = 64 * strip;
        uint64_t bits = mask_word(r->sprite->mask, strip, y);
        bits &= ~mask_low_bits(columns.lo > first ? columns.lo - first : 0);
        bits &= mask_low_bits(columns.hi < first + 63 ? columns.hi - first + 1 : 64);
        integer_ray_answer answer = integer_ray_enter_any(r, bits, first, y);
        if (answer != INTEGER_RAY_MISS) return answer;
        if (r->du < 0.0)
            columns.hi = first - 1;
        else
            columns.lo = first + 64;
    }
    return INTEGER_RAY_MISS;
}

// Finds the first pixel that the ray enters, row by row: for rays that cross more than INTEGER_RAY_SLOPE columns per
// row, and for horizontal ones.
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
    INTEGER_RAY_ROWS = 8,      // tested together
    INTEGER_RAY_FRACTION = 40, // bits of a column in fixed-point numbers
    INTEGER_RAY_SLOPE = 7      // columns for a row, at most: eight rows of them fit into 64
};

#define INTEGER_RAY_ONE ((int64_t)1 << INTEGER_RAY_FRACTION)
#define INTEGER_RAY_WIDER ((int64_t)1 << (INTEGER_RAY_FRACTION - 18))

// The columns of the ray in a row, left .. left + width in fixed point, with a margin of WIDER on both sides, exact to
// 2^-24 after 2^16 rows. In this row and the next seven they are left + least .. left + most.
typedef struct integer_ray_slant
{
    int64_t left, width, step; // the next row's are step further right
    int64_t least, most;
} integer_ray_slant;

// Puts a slant in fixed point on row y: left end, width and step of the columns that the ray crosses in each row.
static inline void integer_ray_slant_init(integer_ray_slant *s, const integer_ray *r, int y,
                                          int down, double slope)
{
    const double one = (double)INTEGER_RAY_ONE;
    double       column = r->u + (y - r->v) * slope; // on the row's upper side
    double       least = slope < 0.0 ? column + slope : column;
    int64_t      width = (int64_t)(fabs(slope) * one);
    s->left = (int64_t)(least * one) - INTEGER_RAY_WIDER;
    s->width = width + 2 * INTEGER_RAY_WIDER;
    s->step = (slope < 0.0) == (down < 0) ? width : -width;
    s->least = s->step < 0 ? (INTEGER_RAY_ROWS - 1) * s->step : 0;
    s->most = s->width + (s->step > 0 ? (INTEGER_RAY_ROWS - 1) * s->step : 0);
}

CPU_INLINE uint64_t integer_ray_any(const uint64_t *row, int down)
{
    return row[0] | row[down] | row[2 * down] | row[3 * down] | row[4 * down] | row[5 * down] |
           row[6 * down] | row[7 * down];
}

// Searches eight rows from row y on, in columns lo .. hi. Requires lo >= 0 and hi - lo < 64.
CPU_INLINE integer_ray_answer integer_ray_search_eight(integer_ray *r, const integer_ray_slant *s,
                                                       int y, int down, int64_t lo, int64_t hi)
{
    const rim_mask *mask = r->sprite->mask;
    const uint64_t *left = mask->words + (lo >> 6) * (ptrdiff_t)mask->pitch + y;
    const uint64_t *right = left + mask->pitch;
    unsigned        shift = (unsigned)lo & 63;
    bool            is_two = (lo ^ hi) >= 64; // strips
    uint64_t        any = integer_ray_any(left, down) >> shift;
    if (is_two) any |= integer_ray_any(right, down) << (64 - shift);
    if (!(any & UINT64_MAX >> (63 - (hi - lo)))) return INTEGER_RAY_MISS;

    int64_t from = s->left - lo * INTEGER_RAY_ONE;
    for (int i = 0; i < INTEGER_RAY_ROWS; i++, from += s->step)
    {
        int      least = (int)(from >> INTEGER_RAY_FRACTION);
        int      most = (int)((from + s->width) >> INTEGER_RAY_FRACTION);
        uint64_t bits = left[down * i] >> shift;
        if (is_two) bits |= right[down * i] << (64 - shift);
        if (most < 0) continue;
        bits &= UINT64_MAX << (least > 0 ? least : 0) & UINT64_MAX >> (63 - most);
        if (!bits) continue;
        integer_ray_answer answer = integer_ray_enter_any(r, bits, (int)lo, y + down * i);
        if (answer != INTEGER_RAY_MISS) return answer;
    }
    return INTEGER_RAY_MISS;
}

// Searches the rows of the ray. May test rows beyond them too: the ray enters pixels there too late.
CPU_INLINE integer_ray_answer integer_ray_search_slant(integer_ray *r, integer_ray_cells rows,
                                                       double slope, int down)
{
    int64_t           end = 64 * (int64_t)r->sprite->mask->strips;
    int               y = down > 0 ? rows.lo : rows.hi;
    integer_ray_slant s;
    integer_ray_slant_init(&s, r, y, down, slope);
    for (int left = rows.hi - rows.lo + 1; left > 0; left -= INTEGER_RAY_ROWS)
    {
        int64_t lo = (s.left + s.least) >> INTEGER_RAY_FRACTION;
        int64_t hi = (s.left + s.most) >> INTEGER_RAY_FRACTION;
        if (hi >= 0 && lo < end)
        {
            integer_ray_answer answer =
                integer_ray_search_eight(r, &s, y, down, lo > 0 ? lo : 0, hi);
            if (answer != INTEGER_RAY_MISS) return answer;
        }
        s.left += INTEGER_RAY_ROWS * s.step;
        y += INTEGER_RAY_ROWS * down;
    }
    return INTEGER_RAY_MISS;
}

// --- all ---------------------------------------------------------------------------------------------------

// Reduces t0 .. t1 to the part of the motion between lo and hi along an axis. Returns true if there is none.
static inline bool integer_ray_cut(double at, double way, double lo, double hi, double *t0,
                                   double *t1)
{
    if (way == 0.0) return at < lo || at > hi;
    double a = (lo - at) / way, b = (hi - at) / way;
    double first = a < b ? a : b, last = a < b ? b : a;
    *t0 = first > *t0 ? first : *t0;
    *t1 = last < *t1 ? last : *t1;
    return *t0 > *t1;
}

// Returns true if both ends are at most a pixel outside.
static inline bool integer_ray_stays(double at, double way, int lo, int hi)
{
    double end = at + way, least = at < end ? at : end, most = at < end ? end : at;
    return least >= lo - 1 && most <= hi + 1;
}

// Finds the first pixel that the ray enters. A ray that leaves the bounds by more than a pixel is cut to them,
// widened by a pixel, first.
static inline integer_ray_answer integer_ray_search(integer_ray *r)
{
    rim_rect solid = r->sprite->bounds;
    double   p = r->v, q = r->v + r->dv;
    if (!integer_ray_stays(r->u, r->du, solid.x0, solid.x1) ||
        !integer_ray_stays(r->v, r->dv, solid.y0, solid.y1))
    {
        double t0 = 0.0, t1 = 1.0, far = INTEGER_RAY_FAR;
        if (!(fabs(r->u) + fabs(r->du) < far && fabs(r->v) + fabs(r->dv) < far))
            return INTEGER_RAY_DOUBT;
        if (integer_ray_cut(r->u, r->du, solid.x0 - 1.0, solid.x1 + 1.0, &t0, &t1) ||
            integer_ray_cut(r->v, r->dv, solid.y0 - 1.0, solid.y1 + 1.0, &t0, &t1))
            return INTEGER_RAY_MISS;
        p = r->v + t0 * r->dv, q = r->v + t1 * r->dv;
    }
    integer_ray_cells rows = integer_ray_cells_of(p, q, solid.y0, solid.y1);
    if (rows.lo > rows.hi) return INTEGER_RAY_MISS;
    double slope = r->du / r->dv;
    if (!(fabs(slope) <= INTEGER_RAY_SLOPE)) return integer_ray_search_rows(r, rows, slope);
    return r->dv > 0.0 ? integer_ray_search_slant(r, rows, slope, 1)
                       : integer_ray_search_slant(r, rows, slope, -1);
}

static inline rim_vec2 integer_ray_edge_normal(const integer_ray *r, const rim_xform2 *m)
{
    double away = (r->axis ? r->dv : r->du) > 0.0 ? -1.0 : 1.0, scale = fabs(r->p), x, y;
    pixel_normal_to_world(m, r->axis ? 0.0 : away, r->axis ? away : 0.0, &x, &y);
    return rim_vec2_make((float)(x * scale), (float)(y * scale));
}

static inline int integer_ray_clamp(double u, int lo, int end)
{
    return u <= lo ? lo : u >= end - 1 ? end - 1 : (int)u;
}

// Casts a ray at a sprite in a pose that integer_ray_init accepts. Returns false if it does not, or if rounding leaves
// the result undecided: then the caller uses the general query.
bool integer_ray_cast(const rim_posed *b, rim_ray2 ray, rim_hit2 *hit)
{
    integer_ray r;
    if (!integer_ray_init(&r, b, ray) || integer_ray_is_on_line(&r)) return false;
    integer_ray_answer answer = integer_ray_search(&r);
    if (answer != INTEGER_RAY_HIT) return answer == INTEGER_RAY_MISS;

    double x = ray.origin.x + r.t * ray.delta.x, y = ray.origin.y + r.t * ray.delta.y, u, v;
    integer_ray_place(&r, &b->pose, x, y, &u, &v);
    // If rounding moves the point out of the pixel, it is clamped to the largest square.
    double along = r.axis ? u - r.square.x0 : v - r.square.y0;
    if (!(along >= 0.0 && along < 1.0))
        r.square = integer_ray_square(r.sprite, r.square.x0, r.square.y0);
    hit->hit = true;
    hit->t = r.t;
    hit->point = rim_vec2_make((float)x, (float)y);
    hit->bx = integer_ray_clamp(u, r.square.x0, r.square.x1);
    hit->by = integer_ray_clamp(v, r.square.y0, r.square.y1);
    hit->edge_normal = integer_ray_edge_normal(&r, &b->pose);
    hit->normal = pixel_normal_about(b, u, v);
    if (!(rim_vec2_dot(hit->normal, ray.delta) < 0.0f)) hit->normal = hit->edge_normal;
    return true;
}
