// Outline points of one sprite against the shape of another.
//
// A point of a maps to the world by a's pose and to b's pixels by the inverse of b's pose: together one affine map in
// double, computed once for a call. Next to a pixel's border, where its error could matter, the exact map decides; so
// all answers are those of exact arithmetic.
//
// If nothing is turned and the offset is a whole number of pixels, as in most games, the pixel of each point was
// computed when the sprite was created, and the mask's kernels test these pixels.
#include "flat/sprite/data.h"

#include "base/exact.h"
#include "base/float.h"
#include "flat/mask/bits.h"

#include <math.h>

// The map of a point to pixels:  u = ux x + uy y + u0  with an error of at most du, v likewise.
typedef struct point_map
{
    double ux, uy, u0, du;
    double vx, vy, v0, dv;
    bool   shift; // it is a translation: u = x + u0, v = y + v0, where u0 and v0 are exact
} point_map;

// The test of a's points in b.
typedef struct point_test
{
    rim_xform2 pose;      // a's
    sprite_map map;       // from the world to b's pixels, exact
    point_map  point_map; // from a's points to b's pixels, with error bounds
} point_test;

static inline bool is_translation(const rim_xform2 *m)
{
    return m->a == 1.0f && m->b == 0.0f && m->c == 0.0f && m->d == 1.0f;
}

// Returns t - t0 + anchor. Sets *exact to false if one of the two operations rounds, and leaves *exact otherwise.
static inline double shift_of(double t, double t0, double anchor, bool *exact)
{
    exact_pair difference = exact_add(t, -t0), sum = exact_add(difference.head, anchor);
    if (difference.tail != 0.0 || sum.tail != 0.0) *exact = false;
    return sum.head;
}

// The error of a mapped point, as a fraction of the sizes that are summed: twice the 16 roundings that it can have.
#define OUTLINE_POINTS_ERROR (32.0 * DOUBLE_ROUNDING)

// Returns the map from a sprite's outline points, placed in the world by the pose m, to the pixels of the sprite `to`
// (see sprite_map). Let p be the placed point relative to the translation of `to`, and a, b, c, d and det the numbers
// of `to`. Then
//
//     u  =  (d p.x - c p.y) / det + anchor.x
//     v  =  (a p.y - b p.x) / det + anchor.y
//
// `reach` is the largest coordinate of an outline point. wx and wy are the sizes of p: the sums of the magnitudes of
// its terms. size_u and size_v are those of u and v, and the errors du and dv are fractions of them. Requires a map
// `to` that exists.
static point_map point_map_of(rim_xform2 m, const sprite_map *to, double reach)
{
    double tx = m.tx - to->tx, ty = m.ty - to->ty, det = to->det, size = fabs(det);
    double wx = (fabs((double)m.a) + fabs((double)m.c)) * reach + fabs((double)m.tx) + fabs(to->tx);
    double wy = (fabs((double)m.b) + fabs((double)m.d)) * reach + fabs((double)m.ty) + fabs(to->ty);
    double size_u = (fabs(to->d) * wx + fabs(to->c) * wy) / size + fabs(to->anchor_x);
    double size_v = (fabs(to->a) * wy + fabs(to->b) * wx) / size + fabs(to->anchor_y);
    point_map map = {
        .ux = (to->d * m.a - to->c * m.b) / det,
        .uy = (to->d * m.c - to->c * m.d) / det,
        .u0 = (to->d * tx - to->c * ty) / det + to->anchor_x,
        .du = OUTLINE_POINTS_ERROR * size_u,
        .vx = (to->a * m.b - to->b * m.a) / det,
        .vy = (to->a * m.d - to->b * m.c) / det,
        .v0 = (to->a * ty - to->b * tx) / det + to->anchor_y,
        .dv = OUTLINE_POINTS_ERROR * size_v,
    };
    return map;
}

// Prepares the test of a's outline points in b's pixels. Returns false if a pose is singular or not finite. If both
// poses only translate and the shift is exact, the map is a shift. Otherwise it is a rounded map with error bounds.
static bool outline_points_start(point_test *test, rim_posed a, rim_posed b)
{
    rim_xform2 m = a.pose;
    sprite_map from = sprite_map_make(a);
    test->pose = m;
    test->map = sprite_map_make(b);
    if (!test->map.exists || !from.exists) return false;

    if (is_translation(&m) && is_translation(&b.pose))
    {
        point_map map = { .ux = 1.0, .vy = 1.0, .shift = true };
        map.u0 = shift_of(m.tx, b.pose.tx, test->map.anchor_x, &map.shift);
        map.v0 = shift_of(m.ty, b.pose.ty, test->map.anchor_y, &map.shift);
        test->point_map = map;
        if (map.shift) return true;
    }
    test->point_map = point_map_of(m, &test->map, a.sprite->reach);
    return true;
}

// Returns the floor of the exact sum x + shift, which is not negative. `sum` is the rounded sum, which may be a whole
// number above the exact one.
static inline int floor_of_sum(double x, double shift, double sum)
{
    int floor = (int)sum; // not negative here
    return floor == sum && exact_add(x, shift).tail < 0.0 ? floor - 1 : floor;
}

// Returns true if the outline point (x, y) of a lies in a solid pixel of b. Requires a point_map that is a shift. The
// sums u and v may be rounded, but never across 0 or the image's size: these are doubles, and rounding is monotonic. A
// sum that equals the size may have been rounded up to it. Then floor_of_sum returns the last pixel. If it is exact,
// floor_of_sum returns the size, where no pixel is solid.
static inline bool is_solid_shifted(const point_test *test, double x, double y)
{
    const point_map  *affine = &test->point_map;
    const sprite_map *map = &test->map;
    double            u = x + affine->u0, v = y + affine->v0;
    if (!(u >= 0.0 && u <= map->width && v >= 0.0 && v <= map->height)) return false;
    return mask_solid(map->mask, floor_of_sum(x, affine->u0, u), floor_of_sum(y, affine->v0, v));
}

// Returns true if the point is in a solid pixel, by the exact map. Products of floats are exact in double.
static bool is_solid_exactly(const point_test *test, double x, double y)
{
    rim_xform2   m = test->pose;
    sprite_place place = { { m.a * x, m.c * y, m.tx }, { m.b * x, m.d * y, m.ty } };
    return sprite_map_is_solid(&test->map, &place);
}

// Returns true if the outline point (x, y) of a lies in a solid pixel of b. The rounded map decides, unless the point
// is within the error bounds of a pixel's border. There the exact map decides.
static bool outline_points_is_solid(const point_test *test, double x, double y)
{
    const point_map  *affine = &test->point_map;
    const sprite_map *map = &test->map;
    if (affine->shift) return is_solid_shifted(test, x, y);

    double u = affine->ux * x + affine->uy * y + affine->u0,
           v = affine->vx * x + affine->vy * y + affine->v0;
    if (u < -affine->du || u > map->width + affine->du || v < -affine->dv ||
        v > map->height + affine->dv)
        return false;
    int    column = float_floor_int(u), row = float_floor_int(v);
    double fu = u - column, fv = v - row;
    // True also if a bound is NaN or infinite.
    if (!(fu > affine->du && fu < 1.0 - affine->du && fv > affine->dv && fv < 1.0 - affine->dv))
        return is_solid_exactly(test, x, y);
    return mask_solid(map->mask, column, row);
}

enum
{
    SPRITE_FAR_OFFSET = 1 << 20 // no two pixels of masks are that far from each other
};

// Stores in *offset the offset along one axis from a's pixels to b's:  t - t0 + to - from,  with the translations t of
// a and t0 of b, and the anchors `from` of a and `to` of b. Returns false if the offset is not a whole number, or
// farther than SPRITE_FAR_OFFSET. Then *offset means nothing.
static inline bool whole_offset(double t, double t0, double from, double to, int32_t *offset)
{
    bool       exact = true;
    double     shift = shift_of(t, t0, to, &exact);
    exact_pair rest = exact_add(shift, -from);
    // Clamped, so that the conversion is defined; NaN becomes the upper limit.
    double     d = rest.head < SPRITE_FAR_OFFSET ? rest.head : SPRITE_FAR_OFFSET;
    d = d > -SPRITE_FAR_OFFSET ? d : -SPRITE_FAR_OFFSET;
    *offset = (int32_t)d;
    return exact && rest.tail == 0.0 && (double)*offset == rest.head;
}

// Returns true if, after a shift by (dx, dy), the pixels of all outline points of `from` lie outside the bounds of the
// solid pixels of `to`. Without points, from->cells and the result mean nothing.
static inline bool outline_points_are_apart(const rim_sprite *from, const rim_sprite *to, int dx,
                                            int dy)
{
    rim_rect points = from->cells, solid = to->bounds;
    return points.x0 + dx >= solid.x1 || points.x1 + dx <= solid.x0 || points.y0 + dy >= solid.y1 ||
           points.y1 + dy <= solid.y0;
}

// Prepares the test of all outline points of a in b's mask by their pixels, which were computed when the sprite was
// created: the pixel of a point moves by (dx, dy) to the pixel of b that is tested. Returns false, with *cells partly
// set, if a sprite is turned or scaled, or if the offset is not a whole number.
static inline bool cells_of_offset(mask_cells *cells, const rim_posed *a, const rim_posed *b)
{
    const rim_sprite *from = a->sprite, *to = b->sprite;
    if (!is_translation(&a->pose) || !is_translation(&b->pose)) return false;
    if (!whole_offset(a->pose.tx, b->pose.tx, from->anchor.x, to->anchor.x, &cells->dx) ||
        !whole_offset(a->pose.ty, b->pose.ty, from->anchor.y, to->anchor.y, &cells->dy))
        return false;
    const rim_mask *mask = to->mask;
    cells->x = from->cell_x;
    cells->y = from->cell_y;
    cells->count = outline_points_are_apart(from, to, cells->dx, cells->dy) ? 0 : from->points;
    cells->x0 = to->bounds.x0;
    cells->y0 = to->bounds.y0;
    cells->x1 = to->bounds.x1;
    cells->y1 = to->bounds.y1;
    cells->pitch = (int32_t)mask->pitch;
    cells->words = mask->words;
    return true;
}

// Returns the ray of the first outline point of a that lies in b, for any poses, or -1 if no point does. It is not
// inlined, so that faster paths do not reserve its stack.
CPU_APART static int first_posed(const rim_posed *a, const rim_posed *b)
{
    point_test        test;
    const rim_sprite *s = a->sprite;
    if (!outline_points_start(&test, *a, *b)) return -1;
    for (int i = 0; i < s->points; i++)
        if (outline_points_is_solid(&test, s->point_x[i], s->point_y[i])) return s->point_ray[i];
    return -1;
}

// Writes the rays of the outline points of a that lie in b, for any poses, to `rays`, at most `capacity` of them.
// Returns the number of all such rays. It is not inlined, for the same reason as first_posed.
CPU_APART static int hits_posed(const rim_posed *a, const rim_posed *b, int *rays, int capacity)
{
    point_test        test;
    int               count = 0;
    const rim_sprite *s = a->sprite;
    if (!outline_points_start(&test, *a, *b)) return 0;
    for (int i = 0; i < s->points; i++)
    {
        if (!outline_points_is_solid(&test, s->point_x[i], s->point_y[i])) continue;
        if (count < capacity) rays[count] = s->point_ray[i];
        count++;
    }
    return count;
}

// Returns the lowest ray of a whose point lies in b; -1 if there is none.
int rim_sprite_outline_first(rim_posed a, rim_posed b)
{
    SPRITE_CHECK(a, -1);
    SPRITE_CHECK(b, -1);
    mask_cells cells;
    if (!cells_of_offset(&cells, &a, &b)) return first_posed(&a, &b);
    int first = b.sprite->mask->kernels->first_cell(&cells, 0);
    return first < cells.count ? a.sprite->point_ray[first] : -1;
}

// Lists the rays of a whose points lie in b, up to `capacity`, and returns how many there are.
int rim_sprite_outline_all(rim_posed a, rim_posed b, int *rays, int capacity)
{
    SPRITE_CHECK(a, 0);
    SPRITE_CHECK(b, 0);
    mask_cells cells;
    if (!cells_of_offset(&cells, &a, &b)) return hits_posed(&a, &b, rays, capacity);
    const mask_kernels *kernels = b.sprite->mask->kernels;
    int                 count = 0;
    int                 i = kernels->first_cell(&cells, 0);
    while (i < cells.count)
    {
        if (count < capacity) rays[count] = a.sprite->point_ray[i];
        count++;
        i = kernels->first_cell(&cells, i + 1);
    }
    return count;
}
