#include "rimcast/sprite.h"

#include "base/exact.h"
#include "base/float.h"
#include "base/memory.h"
#include "flat/mask/bits.h"
#include "flat/outline/outline.h"
#include "flat/sprite/data.h"
#include "flat/shape/box2.h"

#include <math.h>
#include <string.h>

enum
{
    SPRITE_USUAL_RAYS = 36,
    SPRITE_FEW_RAYS = 64,     // whose directions an update computes together
    SPRITE_FAR_CELL = 1 << 24 // outside every mask, also after any offset that is tested
};

// Returns the pixel column or row that contains the coordinate anchor + at, exactly. If it is beyond every mask,
// returns SPRITE_FAR_CELL or minus this. The sum is rounded to `head`, which may be a whole number above the exact sum:
// then `tail` is negative.
static int sprite_cell_of(double anchor, double at)
{
    exact_pair sum = exact_add(anchor, at);
    int        floor = float_floor_int(sum.head);
    if (floor <= -SPRITE_FAR_CELL || floor >= SPRITE_FAR_CELL)
        return floor < 0 ? -SPRITE_FAR_CELL : SPRITE_FAR_CELL;
    return floor == sum.head && sum.tail < 0.0 ? floor - 1 : floor;
}

// Returns the number of elements of cell_x and of cell_y: the number of rays rounded up to a multiple of 8, as kernels
// read 8 at a time.
static size_t sprite_cells_of(const rim_sprite *s)
{
    return ((size_t)s->rays + 7) / 8 * 8;
}

// Returns the smallest rectangle around a rectangle and pixel (x, y).
static rim_rect around_both(rim_rect r, int x, int y)
{
    return rim_rect_make(mask_min(r.x0, x), mask_min(r.y0, y), mask_max(r.x1, x + 1),
                         mask_max(r.y1, y + 1));
}

// Stores the outline's points that hit in the arrays point_x .. cell_y, without gaps, and sets `points`, `reach` and
// `cells`. Without points, `cells` is not set. Requires s->outline and s->anchor.
void sprite_pack_points(rim_sprite *s)
{
    s->points = 0;
    s->reach = 0.0;
    for (int k = 0; k < s->rays; k++)
    {
        rim_edge_point point = s->outline[k];
        if (!point.hit) continue;
        double x = fabs((double)point.at.x), y = fabs((double)point.at.y);
        s->reach = x > s->reach ? x : s->reach;
        s->reach = y > s->reach ? y : s->reach;

        int cell_x = sprite_cell_of(s->anchor.x, point.at.x);
        int cell_y = sprite_cell_of(s->anchor.y, point.at.y);
        if (s->points == 0) s->cells = rim_rect_make(cell_x, cell_y, cell_x + 1, cell_y + 1);
        s->cells = around_both(s->cells, cell_x, cell_y);

        s->cell_x[s->points] = cell_x;
        s->cell_y[s->points] = cell_y;
        s->point_x[s->points] = point.at.x;
        s->point_y[s->points] = point.at.y;
        s->point_ray[s->points] = k;
        s->points++;
    }
}

static void sprite_cast_outline(rim_sprite *s)
{
    rim_outline_cast(s->mask, s->anchor, s->rays, s->outline);
    sprite_pack_points(s);
}

// Returns the box of a rectangle of the mask in sprite space, rounded outward to floats; empty for an empty rectangle.
// The differences from the anchor are exact sums, so that each is rounded once.
static rim_box2 box_of_rect(const rim_sprite *s, rim_rect rect)
{
    if (rim_rect_is_empty(rect)) return rim_box2_empty();
    double ax = s->anchor.x, ay = s->anchor.y;
    float  x0 = box2_below_sum(exact_add(rect.x0, -ax));
    float  y0 = box2_below_sum(exact_add(rect.y0, -ay));
    float  x1 = box2_above_sum(exact_add(rect.x1, -ax));
    float  y1 = box2_above_sum(exact_add(rect.y1, -ay));
    return rim_box2_make(rim_vec2_make(x0, y0), rim_vec2_make(x1, y1));
}

void sprite_put_bounds(rim_sprite *s, rim_rect bounds)
{
    s->bounds = bounds;
    s->solid.lo = rim_vec2_make((float)bounds.x0, (float)bounds.y0);
    s->solid.hi = rim_vec2_make((float)bounds.x1, (float)bounds.y1);
    s->box = box_of_rect(s, bounds);
    double x = fmax(-(double)s->box.lo.x, s->box.hi.x), y = fmax(-(double)s->box.lo.y, s->box.hi.y);
    s->radius_square = x * x + y * y;
}

static void sprite_put_anchor(rim_sprite *s, rim_vec2 anchor)
{
    s->anchor = anchor;
    s->plain_anchor = anchor;
    if (!sprite_all_true(sprite_numbers_are_plain(f32x4_load_pairs(&anchor, &anchor))))
        s->plain_anchor = rim_vec2_make(NAN, NAN);
    sprite_put_bounds(s, s->bounds);
}

// Computes the bounds of the solid pixels from the occupancy. Adds 1 to the count of changes if they differ from the
// old ones, so that stages notice.
static void sprite_find_bounds(rim_sprite *s)
{
    rim_rect old = s->bounds, now = occupancy_bounds(&s->occupancy);
    bool     same = old.x0 == now.x0 && old.y0 == now.y0 && old.x1 == now.x1 && old.y1 == now.y1;
    sprite_put_bounds(s, now);
    s->bounds_changes += !same;
}

// Allocates all arrays, and computes all that depends on the pixels but not on the outline. Requires the mask, the
// allocator and the rays. Returns false if memory runs out. Then the caller destroys the sprite, in which some arrays
// are set.
static bool bake(rim_sprite *s)
{
    size_t rays = (size_t)s->rays;
    s->outline = memory_allocate(&s->allocator, rays, sizeof *s->outline);
    s->point_x = memory_allocate(&s->allocator, rays, sizeof *s->point_x);
    s->point_y = memory_allocate(&s->allocator, rays, sizeof *s->point_y);
    s->point_ray = memory_allocate(&s->allocator, rays, sizeof *s->point_ray);
    s->cell_x = memory_allocate_zeroed(&s->allocator, sprite_cells_of(s), sizeof *s->cell_x);
    s->cell_y = memory_allocate_zeroed(&s->allocator, sprite_cells_of(s), sizeof *s->cell_y);
    if (!s->outline || !s->point_x || !s->point_y || !s->point_ray) return false;
    if (!s->cell_x || !s->cell_y) return false;
    if (occupancy_bake(&s->occupancy, s->mask, &s->allocator)) return false;
    if (field_blocks_create(&s->blocks, s->mask, &s->allocator)) return false;
    sprite_find_bounds(s);
    return true;
}

// Creates a sprite that takes over the mask. On failure the mask is destroyed.
rim_status sprite_create_without_outline(rim_sprite **out, rim_mask *mask, rim_vec2 anchor,
                                         int rays, const rim_allocator *from)
{
    *out = NULL;
    rim_sprite *s = memory_allocate_zeroed(from, 1, sizeof *s);
    if (!s)
    {
        rim_mask_destroy(mask);
        return RIM_ERR_MEMORY;
    }
    s->allocator = *from;
    s->mask = mask;
    sprite_put_anchor(s, anchor);
    s->rays = rays;
    s->size = rim_vec2_make((float)rim_mask_width(mask), (float)rim_mask_height(mask));
    if (!bake(s))
    {
        rim_sprite_destroy(s);
        return RIM_ERR_MEMORY;
    }
    *out = s;
    return RIM_OK;
}

// Copies the mask and bakes the sprite. If the options have no anchor, it is the middle of the image. On failure *out
// is NULL.
rim_status rim_sprite_create(rim_sprite **out, const rim_mask *mask,
                             const rim_sprite_options *options)
{
    rim_sprite_options plain = { false, { 0.0f, 0.0f }, 0, NULL };
    RIM_ASSERT(out && mask, "out or the mask is NULL");
    if (!options) options = &plain;
    *out = NULL;
    rim_vec2 anchor = options->anchor;
    if (!options->has_anchor)
        anchor =
            rim_vec2_make(0.5f * (float)rim_mask_width(mask), 0.5f * (float)rim_mask_height(mask));
    int rays = options->rays == 0 ? SPRITE_USUAL_RAYS : options->rays;
    if (!vec2_is_finite(anchor)) return RIM_ERR_ARGUMENT;
    if (rays < 1 || rays > RIM_OUTLINE_MAX_RAYS) return RIM_ERR_ARGUMENT;

    rim_allocator from = memory_allocator_or_default(options->allocator);
    rim_mask     *own;
    rim_status    status = rim_mask_create_copy(&own, mask, &from);
    if (!status) status = sprite_create_without_outline(out, own, anchor, rays, &from);
    if (!status) sprite_cast_outline(*out);
    return status;
}

// Copies the pixels in `rect` from one mask to another one of the same size. Requires a rectangle inside the masks that
// is not empty.
static void copy_pixels(rim_mask *to, const rim_mask *source, rim_rect rect)
{
    for (int strip = rect.x0 >> 6; strip <= (rect.x1 - 1) >> 6; strip++)
    {
        uint64_t       *old_rows = mask_strip(to, strip);
        const uint64_t *new_rows = mask_strip(source, strip);
        uint64_t        columns = mask_columns_in(strip, rect.x0, rect.x1);
        for (int y = rect.y0; y < rect.y1; y++)
            old_rows[y] = (old_rows[y] & ~columns) | (new_rows[y] & columns);
    }
}

// Returns true if the hit of a ray may depend on the pixels of a rectangle. It may if the ray passes the rectangle, and
// if a part of the rectangle lies farther out than the ray's point, where the ray has been. `cos` and `sin` are the
// ray's direction, and `point` is its old hit. Requires an anchor no farther away than SPRITE_FAR_CELL.
//
// The rectangle, relative to the anchor, is widened by one pixel on each side, which is more than all that is rounded.
// The coordinate of a corner (x, y) across the ray is  x sin - y cos,  and along the ray  x cos + y sin.  The ray
// passes the rectangle if the least and greatest coordinate across have different signs. A part is farther out if the
// greatest coordinate along is at least the point's. A ray that hit nothing has been everywhere up to the anchor, whose
// coordinate along is 0.
static bool ray_may_meet(const rim_sprite *s, rim_edge_point point, double cos, double sin,
                         rim_rect rect)
{
    double x0 = rect.x0 - 1.0 - s->anchor.x, x1 = rect.x1 + 1.0 - s->anchor.x;
    double y0 = rect.y0 - 1.0 - s->anchor.y, y1 = rect.y1 + 1.0 - s->anchor.y;
    double across_least = (sin > 0.0 ? x0 : x1) * sin - (cos > 0.0 ? y1 : y0) * cos;
    double across_most = (sin > 0.0 ? x1 : x0) * sin - (cos > 0.0 ? y0 : y1) * cos;
    double along_most = (cos > 0.0 ? x1 : x0) * cos + (sin > 0.0 ? y1 : y0) * sin;
    double along_point = point.hit ? point.at.x * cos + point.at.y * sin : 0.0;
    return across_least <= 0.0 && across_most >= 0.0 && along_most >= along_point;
}

// Casts rays with the given numbers and directions again, and stores their points in the outline. Returns true if a
// point has changed. Requires at most OUTLINE_RAYS_TOGETHER rays.
static bool recast_rays(rim_sprite *s, const int *numbers, const rim_sincos_pair *directions,
                        int count)
{
    rim_edge_point points[OUTLINE_RAYS_TOGETHER];
    bool           changed = false;
    rim_outline_cast_along(s->mask, s->anchor, count, directions, points);
    for (int i = 0; i < count; i++)
    {
        rim_edge_point *old = &s->outline[numbers[i]];
        changed |= old->hit != points[i].hit || memcmp(&old->at, &points[i].at, sizeof old->at);
        *old = points[i];
    }
    return changed;
}

// Casts those rays again whose points may depend on a changed rectangle of the mask. They are all rays if the anchor
// lies in the rectangle, or is too far away to tell. Otherwise they are the rays for which ray_may_meet is true, and
// OUTLINE_RAYS_TOGETHER rays are cast at a time. Packs the points if one has changed.
static void cast_outline_through(rim_sprite *s, rim_rect rect)
{
    double ax = s->anchor.x, ay = s->anchor.y;
    bool   inside = ax >= rect.x0 && ay >= rect.y0 && ax <= rect.x1 && ay <= rect.y1;
    if (inside || fabs(ax) + fabs(ay) > SPRITE_FAR_CELL)
    {
        sprite_cast_outline(s);
        return;
    }
    rim_sincos_pair all[SPRITE_FEW_RAYS], directions[OUTLINE_RAYS_TOGETHER];
    int             numbers[OUTLINE_RAYS_TOGETHER], count = 0;
    bool            has_few_rays = s->rays <= SPRITE_FEW_RAYS, changed = false;
    if (has_few_rays) rim_outline_directions(s->rays, all);
    for (int k = 0; k < s->rays; k++)
    {
        rim_sincos_pair d = has_few_rays ? all[k] : rim_sincos_degrees(k * 360.0 / s->rays);
        if (!ray_may_meet(s, s->outline[k], d.cos, d.sin, rect)) continue;
        directions[count] = d;
        numbers[count++] = k;
        if (count < OUTLINE_RAYS_TOGETHER) continue;
        changed |= recast_rays(s, numbers, directions, count);
        count = 0;
    }
    changed |= recast_rays(s, numbers, directions, count);
    if (changed) sprite_pack_points(s);
}

// Copies the changed pixels into the sprite's own mask, and computes again what depends on them. A rectangle outside
// the mask changes nothing.
rim_status rim_sprite_update(rim_sprite *s, const rim_mask *mask, rim_rect changed)
{
    RIM_ASSERT(s && mask, "the sprite or the mask is NULL");
    if (!s || !mask) return RIM_ERR_ARGUMENT;
    rim_rect whole = rim_rect_make(0, 0, rim_mask_width(mask), rim_mask_height(mask));
    if (whole.x1 != rim_mask_width(s->mask) || whole.y1 != rim_mask_height(s->mask))
        return RIM_ERR_SIZE;
    rim_rect part = rim_rect_intersect(changed, whole);
    if (rim_rect_is_empty(part)) return RIM_OK;
    copy_pixels(s->mask, mask, part);
    occupancy_update(&s->occupancy, part);
    field_blocks_update(&s->blocks, s->mask, part);
    sprite_find_bounds(s);
    cast_outline_through(s, part);
    return RIM_OK;
}

// Sets the anchor, and computes the outline again, because it depends on the anchor.
rim_status rim_sprite_set_anchor(rim_sprite *sprite, rim_vec2 anchor)
{
    RIM_ASSERT(sprite, "the sprite is NULL");
    if (!sprite || !vec2_is_finite(anchor)) return RIM_ERR_ARGUMENT;
    sprite_put_anchor(sprite, anchor);
    sprite_cast_outline(sprite);
    sprite->bounds_changes++; // bounds are measured from the anchor
    return RIM_OK;
}

void rim_sprite_destroy(rim_sprite *sprite)
{
    if (!sprite) return;
    rim_allocator from = sprite->allocator;
    size_t        rays = (size_t)sprite->rays;
    memory_release(&from, sprite->outline, rays, sizeof *sprite->outline);
    memory_release(&from, sprite->point_x, rays, sizeof *sprite->point_x);
    memory_release(&from, sprite->point_y, rays, sizeof *sprite->point_y);
    memory_release(&from, sprite->point_ray, rays, sizeof *sprite->point_ray);
    memory_release(&from, sprite->cell_x, sprite_cells_of(sprite), sizeof *sprite->cell_x);
    memory_release(&from, sprite->cell_y, sprite_cells_of(sprite), sizeof *sprite->cell_y);
    occupancy_release(&sprite->occupancy);
    field_blocks_destroy(&sprite->blocks, &from);
    rim_mask_destroy(sprite->mask);
    memory_release(&from, sprite, 1, sizeof *sprite);
}

const rim_mask *rim_sprite_mask(const rim_sprite *sprite)
{
    RIM_ASSERT(sprite, "the sprite is NULL");
    return sprite ? sprite->mask : NULL;
}

rim_vec2 rim_sprite_anchor(const rim_sprite *sprite)
{
    RIM_ASSERT(sprite, "the sprite is NULL");
    return sprite ? sprite->anchor : rim_vec2_make(0.0f, 0.0f);
}

const rim_edge_point *rim_sprite_outline(const rim_sprite *sprite, int *rays)
{
    RIM_ASSERT(sprite, "the sprite is NULL");
    if (rays) *rays = sprite ? sprite->rays : 0;
    return sprite ? sprite->outline : NULL;
}

// --- boxes -------------------------------------------------------------------------------------------

rim_box2 sprite_image_bounds(rim_posed a)
{
    const rim_mask *mask = a.sprite->mask;
    rim_rect        whole = rim_rect_make(0, 0, rim_mask_width(mask), rim_mask_height(mask));
    return xform2_bounds(a.pose, box_of_rect(a.sprite, whole));
}

// Stores a box that is moved by the pose, a translation. Returns false unless all four sums are exact. They are if both
// terms can be taken out of the rounded sum without a rest (exact_add).
static inline bool box_translated(rim_box2 *out, const rim_box2 *box, const rim_xform2 *pose)
{
    f32x4 sides = f32x4_load(&box->lo.x), way = sprite_translations(pose, pose);
    f32x4 sum = f32x4_add(sides, way);
    f32x4 way_in_sum = f32x4_sub(sum, sides), sides_in_sum = f32x4_sub(sum, way_in_sum);
    float moved[4];
    f32x4_store(moved, sum);
    *out = rim_box2_make(rim_vec2_make(moved[0], moved[1]), rim_vec2_make(moved[2], moved[3]));
    return sprite_all_true(
        f32x4_both(f32x4_equal(way_in_sum, way), f32x4_equal(sides_in_sum, sides)));
}

// Most sprites are unturned, and their bounds need no rounding. (Row "W20 walk, sprite": 0.8 of the time.)
rim_box2 rim_sprite_bounds(rim_posed a)
{
    SPRITE_CHECK(a, rim_box2_empty());
    rim_box2 moved;
    if (sprite_all_true(sprite_pose_is_translation(&a.pose)) &&
        box_translated(&moved, &a.sprite->box, &a.pose))
        return moved;
    bool has_area = xform2_is_finite(a.pose) && rim_xform2_determinant(a.pose) != 0.0;
    return has_area ? xform2_bounds(a.pose, a.sprite->box) : rim_box2_empty();
}

bool rim_sprite_overlaps_at(const rim_sprite *a, const rim_sprite *b, int dx, int dy)
{
    RIM_ASSERT(a && b, "a sprite is NULL");
    return a && b && occupancy_overlaps(&a->occupancy, &b->occupancy, dx, dy);
}
