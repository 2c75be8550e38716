// Rays at a sprite that stands unturned on a plain place: a point moves through its pixels.
//
// There the ray's ends are known exactly in pixels. It goes row by row (flat/mask/slant.h); in a row with solid pixels
// near it, the first that it surely enters is the answer, with the numbers that the general way would give. What is in
// doubt, as a way through a pixel's corner, is left to the general way.
#include "flat/query/posed_pixels.h"

#include "base/float.h"
#include "flat/mask/slant.h"

#include <math.h>

// Farther than this from a pixel's corner a crossing is sure: places round to 2^-30 of a pixel.
#define INTEGER_RAY_MARGIN 0x1p-20

typedef enum integer_ray_answer
{
    INTEGER_RAY_MISS,
    INTEGER_RAY_HIT,
    INTEGER_RAY_DOUBT
} integer_ray_answer;

typedef struct integer_ray
{
    const rim_sprite *sprite;
    double            u, v, du, dv; // exact, in pixels
    // the touch
    double            t;
    int               x, y, axis;
} integer_ray;

// f + g if that is exact.
static inline bool integer_ray_sum(double f, double g, double *sum)
{
    *sum = f + g;
    return *sum - g == f && *sum - f == g;
}

static bool integer_ray_init(integer_ray *r, const rim_posed *b, rim_ray2 ray)
{
    rim_vec2 anchor = b->sprite->plain_anchor;
    f32x4    place = f32x4_load_pairs(&b->pose.tx, &b->pose.tx);
    if (!sprite_all_true(
            f32x4_both(sprite_numbers_are_plain(place), sprite_pose_is_unturned(&b->pose))))
        return false;
    r->sprite = b->sprite;
    r->du = ray.delta.x, r->dv = ray.delta.y;
    if (r->du == 0.0 && r->dv == 0.0) return false;
    return integer_ray_sum(ray.origin.x, (double)anchor.x - b->pose.tx, &r->u) &&
           integer_ray_sum(ray.origin.y, (double)anchor.y - b->pose.ty, &r->v) &&
           fabs(r->u) + fabs(r->du) < MASK_SLANT_FAR && fabs(r->v) + fabs(r->dv) < MASK_SLANT_FAR;
}

// Does the ray enter a pixel through the side between columns (axis 0) or rows (axis 1) that it comes to first?
static inline integer_ray_answer enters_through(integer_ray *r, int axis, int x, int y)
{
    const double at[2] = { r->u, r->v }, to[2] = { r->du, r->dv };
    const int    cell[2] = { x, y };
    double       way = to[axis];
    if (way == 0.0) return INTEGER_RAY_MISS;
    double until = way > 0.0 ? cell[axis] - at[axis] : at[axis] - (cell[axis] + 1.0);
    double t = until / fabs(way), aside = at[!axis] + t * to[!axis] - cell[!axis];
    if (!(aside > -INTEGER_RAY_MARGIN && aside < 1.0 + INTEGER_RAY_MARGIN)) return INTEGER_RAY_MISS;
    if (!(aside > INTEGER_RAY_MARGIN && aside < 1.0 - INTEGER_RAY_MARGIN)) return INTEGER_RAY_DOUBT;
    if (until <= 0.0) return INTEGER_RAY_DOUBT; // it begins inside, or on the side
    if (until >= fabs(way)) return INTEGER_RAY_MISS;
    r->t = t < 1.0 ? t : 1.0 - 0x1p-53;
    r->x = x, r->y = y, r->axis = axis;
    return INTEGER_RAY_HIT;
}

// The rows, or columns, between two places, and one more where a place is next to it.
typedef struct integer_ray_cells
{
    int lo, hi;
} integer_ray_cells;

static inline integer_ray_cells integer_ray_cells_of(double p, double q, int least, int end)
{
    double lo = (p < q ? p : q) - INTEGER_RAY_MARGIN, hi = (p < q ? q : p) + INTEGER_RAY_MARGIN;
    integer_ray_cells none = { 0, -1 };
    if (!(lo < end && hi >= least)) return none;
    integer_ray_cells cells = { (int)(lo > least ? lo : least), (int)(hi < end ? hi : end - 0.5) };
    return cells;
}

// The solid pixels of a row in the ray's order.
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
        while (bits)
        {
            int                x = first + (r->du < 0.0 ? bits_highest(bits) : bits_lowest(bits));
            integer_ray_answer through = enters_through(r, 0, x, y);
            if (through == INTEGER_RAY_MISS) through = enters_through(r, 1, x, y);
            if (through != INTEGER_RAY_MISS) return through;
            bits &= ~((uint64_t)1 << (x - first));
        }
        if (r->du < 0.0)
            columns.hi = first - 1;
        else
            columns.lo = first + 64;
    }
    return INTEGER_RAY_MISS;
}

// The part of the motion, t0 .. t1, between two places along an axis; true if there is none.
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

enum
{
    INTEGER_RAY_FEW = 8 // rows whose box is looked at as a whole
};

// Is the ray's box empty? False if it is not known. (Of everyday rays: the one of 3 px, which asks for no quotient.)
static inline bool integer_ray_is_clear(const integer_ray *r)
{
    const rim_mask   *mask = r->sprite->mask;
    rim_rect          solid = r->sprite->bounds;
    integer_ray_cells rows = integer_ray_cells_of(r->v, r->v + r->dv, solid.y0, solid.y1);
    integer_ray_cells columns = integer_ray_cells_of(r->u, r->u + r->du, solid.x0, solid.x1);
    int               width = columns.hi - columns.lo + 1, height = rows.hi - rows.lo + 1;
    uint64_t          any = 0;
    if (width <= 0 || height <= 0) return true;
    if (width > 64 || height > INTEGER_RAY_FEW) return false;
    const uint64_t *left = mask_strip(mask, columns.lo >> 6) + rows.lo, *right = left + mask->pitch;
    for (int y = 0; y < height; y++)
        any |= left[y] >> (columns.lo & 63) | right[y] << 1 << (63 - (columns.lo & 63));
    return !(any & mask_low_bits(width));
}

static integer_ray_answer integer_ray_search(integer_ray *r)
{
    rim_rect solid = r->sprite->bounds;
    double   t0 = 0.0, t1 = 1.0;
    if (integer_ray_is_clear(r)) return INTEGER_RAY_MISS;
    if (integer_ray_cut(r->u, r->du, solid.x0 - 1.0, solid.x1 + 1.0, &t0, &t1) ||
        integer_ray_cut(r->v, r->dv, solid.y0 - 1.0, solid.y1 + 1.0, &t0, &t1))
        return INTEGER_RAY_MISS;

    double            p = r->v + t0 * r->dv, q = r->v + t1 * r->dv, slope = r->du / r->dv;
    integer_ray_cells rows = integer_ray_cells_of(p, q, solid.y0, solid.y1);
    int               down = r->dv < 0.0 ? -1 : 1, left = rows.hi - rows.lo + 1;
    int               y = down > 0 ? rows.lo : rows.hi;
    bool              slants = fabs(slope) <= MASK_SLANT_STEEP;
    mask_slant        slant = { 0 };
    if (left <= 0) return INTEGER_RAY_MISS;
    if (slants) mask_slant_init(&slant, r->sprite->mask, y, down, r->u + (y - r->v) * slope, slope);
    for (int end = y + left * down; y != end; y += down)
    {
        if (slants) y = end - down * mask_slant_next(&slant, (end - y) * down);
        if (y == end) break;
        integer_ray_answer answer = integer_ray_search_row(r, y, slope);
        if (answer != INTEGER_RAY_MISS) return answer;
        if (slants) mask_slant_move(&slant, 1);
    }
    return INTEGER_RAY_MISS;
}

bool integer_ray_cast(const rim_posed *b, rim_ray2 ray, rim_hit2 *hit)
{
    integer_ray        r;
    integer_ray_answer answer = INTEGER_RAY_DOUBT;
    if (integer_ray_init(&r, b, ray)) answer = integer_ray_search(&r);
    if (answer != INTEGER_RAY_HIT) return answer == INTEGER_RAY_MISS;

    posed_pixels grid;
    double       point[2] = { ray.origin.x + r.t * r.du, ray.origin.y + r.t * r.dv };
    double       away = (r.axis ? r.dv : r.du) > 0.0 ? -1.0 : 1.0;
    if (!posed_pixels_init(&grid, *b)) return false;
    hit->hit = true;
    hit->t = r.t;
    hit->point = rim_vec2_make((float)point[0], (float)point[1]);
    hit->bx = r.x, hit->by = r.y;
    hit->edge_normal = r.axis ? rim_vec2_make(0.0f, (float)away) : rim_vec2_make((float)away, 0.0f);
    hit->normal = pixel_normal_near(&grid, point);
    if (!(rim_vec2_dot(hit->normal, ray.delta) < 0.0f)) hit->normal = hit->edge_normal;
    return true;
}
