#include "rimcast/sprite_query.h"

#include "base/float.h"
#include "flat/mask/bits.h"
#include "flat/query/posed_pixels.h"
#include "flat/shape/box2.h"
#include "flat/sprite/data.h"

static bool is_finite_ring(rim_polygon2 p)
{
    for (int i = 0; i < p.count; i++)
        if (!vec2_is_finite(p.points[i])) return false;
    return p.count > 0;
}

// Returns the first touch of a prepared shape's motion. If there is none, `hit` is false and t is the end of the
// motion.
static cast_touch shape_query_search(const cast_shape *shape)
{
    cast_touch touch = { .t = shape->start_time + 1.0 };
    first_touch_find(shape, &touch);
    return touch;
}

static const rim_vec2 shape_query_no_motion = { 0.0f, 0.0f };

// --- at rest -----------------------------------------------------------------------------------------

static bool overlaps_ring(const posed_pixels *grid, rim_polygon2 ring)
{
    convex_pixels c;
    convex_pixels_init(&c, grid, ring, shape_query_no_motion, 0);
    return shape_query_search(&c.shape).hit;
}

// Returns true if a segment passes through the interior of the posed sprite.
bool shape_query_overlaps_segment(rim_posed a, rim_segment2 segment)
{
    posed_pixels grid;
    rim_vec2     ends[2] = { segment.a, segment.b };
    if (!vec2_is_finite(segment.a) || !vec2_is_finite(segment.b) || !posed_pixels_init(&grid, a))
        return false;
    return overlaps_ring(&grid, (rim_polygon2){ ends, 2 });
}

// In pixels: a disc up to this radius reaches into at most 64 columns.
#define DISC_MOST_RADIUS 31.0

// A disc in the pixels of an upright sprite, exactly.
typedef struct pixel_disc
{
    double middle[2]; // the column and row of the center
    double radius;
} pixel_disc;

// Stores a circle in the pixels of an upright sprite, where it is a disc as well. Returns false if the sprite is not
// upright, or if a side of the disc's box that is near the sprite may be rounded. The scale is a power of two: of the two
// numbers that are added for it, one is 0.
static bool upright_disc(const rim_posed *a, rim_circle2 circle, pixel_disc *disc)
{
    const rim_xform2 *m = &a->pose;
    if (!sprite_pose_is_upright(m) ||
        !sprite_upright_place(a, circle.center, &disc->middle[0], &disc->middle[1]))
        return false;
    disc->radius = circle.radius / (fabs((double)m->a) + fabs((double)m->b));
    return disc->radius < SPRITE_NEAR && sprite_number_is_fine(disc->radius);
}

// Returns true if  x^2 + y^2 < r^2,  exactly.
static bool is_nearer(double x, double y, double r)
{
    double     square = x * x + y * y, value = square - r * r;
    exact_list exact;
    if (fabs(value) > 4.0 * DOUBLE_ROUNDING * (square + r * r)) return value < 0.0;
    exact_list_clear(&exact);
    exact_list_add_product(&exact, x, x);
    exact_list_add_product(&exact, y, y);
    exact_list_add_product(&exact, -r, r);
    return exact_list_value(&exact) < 0.0;
}

// Returns how far x is from the pixel that begins at `pixel`, along one axis; 0 inside.
static double distance_from_pixel(double x, int pixel)
{
    double before = pixel - x, behind = x - (pixel + 1.0);
    double distance = before > behind ? before : behind;
    return distance > 0.0 ? distance : 0.0;
}

// Returns true if a disc shares area with a solid pixel: if a row's solid pixel nearest to the center, on its left or on
// its right, is nearer than the radius. Requires a radius of at most DISC_MOST_RADIUS.
static bool upright_disc_overlaps(const pair_side *side, const pixel_disc *disc)
{
    double   u = disc->middle[0], v = disc->middle[1], r = disc->radius;
    pair_box box = { u - r, v - r, u + r, v + r };
    rim_rect cells = pair_cells_of(side, &box);
    if (rim_rect_is_empty(cells)) return false;
    const uint64_t *words = mask_strip(side->mask, cells.x0 >> 6);
    const uint64_t *next_words = words + side->mask->pitch;
    uint64_t        columns = mask_low_bits(cells.x1 - cells.x0);
    double          column = u - cells.x0; // of the center, among those of the cells
    int             up_to_middle = column < 0.0 ? 0 : (int)column + 1;
    for (int y = cells.y0; y < cells.y1; y++)
    {
        uint64_t bits = columns & mask_two_words(words[y], next_words[y], (unsigned)cells.x0 & 63);
        if (!bits) continue;
        uint64_t left = bits & mask_low_bits(up_to_middle), right = bits & ~left;
        double   rows = distance_from_pixel(v, y);
        if (left && is_nearer(distance_from_pixel(column, bits_highest(left)), rows, r))
            return true;
        if (right && is_nearer(distance_from_pixel(column, bits_lowest(right)), rows, r))
            return true;
    }
    return false;
}

// Prepares a circle that moves by delta as circle_pixels_init does. `disc`, if not NULL, is the same circle: along an axis
// without motion it passes exactly the columns or rows that it covers. So if it touches a grid line, it stays on its side
// of the line. Without this a circle that stands on a floor searches the floor, and takes ten times as long.
static void prepare_circle(circle_pixels *c, const posed_pixels *grid, rim_circle2 circle,
                           rim_vec2 delta, const pixel_disc *disc)
{
    circle_pixels_init(c, grid, circle, delta, 0);
    for (int i = 0; i < 2; i++)
    {
        if (!disc || c->speed[i] != 0.0) continue;
        c->shape.passed_lo[i] = disc->middle[i] - disc->radius;
        c->shape.passed_hi[i] = disc->middle[i] + disc->radius;
    }
}

// Tests the mask's bits if the circle is a small disc in the sprite's pixels as well; else searches for a touch of the
// circle at rest. A circle of radius 0 is a ring of one corner.
bool rim_sprite_overlaps_circle(rim_posed a, rim_circle2 circle)
{
    SPRITE_CHECK(a, false);
    posed_pixels grid;
    if (!vec2_is_finite(circle.center) || !(circle.radius >= 0.0f) ||
        !float_is_finite(circle.radius))
        return false;
    pixel_disc disc;
    bool       is_disc = circle.radius > 0.0f && upright_disc(&a, circle, &disc);
    if (is_disc && disc.radius <= DISC_MOST_RADIUS)
    {
        pair_side side = pair_side_of(a.sprite);
        return upright_disc_overlaps(&side, &disc);
    }
    double reach = (double)circle.radius * circle.radius;
    if (sprite_is_far(&a, circle.center.x, circle.center.y, reach)) return false;
    if (!posed_pixels_init(&grid, a)) return false;
    if (circle.radius == 0.0f) return overlaps_ring(&grid, (rim_polygon2){ &circle.center, 1 });
    circle_pixels c;
    prepare_circle(&c, &grid, circle, shape_query_no_motion, is_disc ? &disc : NULL);
    return shape_query_search(&c.shape).hit;
}

// Stores a box in the pixels of an upright sprite, where it is a box as well. Returns false if the sprite is not
// upright, the box has no area, or its position in pixels is not exact.
static bool upright_box(const rim_posed *a, rim_box2 box, pair_box *pixels)
{
    double u0, v0, u1, v1;
    if (!sprite_pose_is_upright(&a->pose) || !(box.lo.x < box.hi.x && box.lo.y < box.hi.y))
        return false;
    if (!sprite_upright_place(a, box.lo, &u0, &v0) || !sprite_upright_place(a, box.hi, &u1, &v1))
        return false;
    *pixels = (pair_box){ .x0 = u0 < u1 ? u0 : u1,
                          .y0 = v0 < v1 ? v0 : v1,
                          .x1 = u0 < u1 ? u1 : u0,
                          .y1 = v0 < v1 ? v1 : v0 };
    return true;
}

// Returns true if a box in the pixels of an upright sprite shares area with a solid one.
static bool upright_box_overlaps(const pair_side *side, const pair_box *pixels)
{
    rim_rect cells = pair_cells_of(side, pixels);

    // The union of all rows, 64 columns at a time: those from x on are in two words of a row.
    uint64_t any = 0;
    for (int x = cells.x0; x < cells.x1; x += 64)
    {
        const uint64_t *left = mask_strip(side->mask, x >> 6), *right = left + side->mask->pitch;
        unsigned        shift = (unsigned)x & 63;
        uint64_t        any_left = 0, any_right = 0;
        for (int y = cells.y0; y < cells.y1; y++)
        {
            any_left |= left[y];
            any_right |= right[y];
        }
        uint64_t columns = mask_two_words(any_left, any_right, shift);
        any |= columns & mask_low_bits(cells.x1 - x);
    }
    return any != 0;
}

// Tests the mask's bits if the box is one in the sprite's pixels as well; else searches for a touch of the box at rest,
// as a ring of four corners.
bool rim_sprite_overlaps_box(rim_posed a, rim_box2 box)
{
    SPRITE_CHECK(a, false);
    pair_box pixels;
    if (upright_box(&a, box, &pixels))
    {
        pair_side side = pair_side_of(a.sprite);
        return upright_box_overlaps(&side, &pixels);
    }
    posed_pixels grid;
    rim_vec2     corners[4];
    if (rim_box2_is_empty(box) || !vec2_is_finite(box.lo) || !vec2_is_finite(box.hi)) return false;
    double w = (double)box.hi.x - box.lo.x, h = (double)box.hi.y - box.lo.y;
    if (sprite_is_far(&a, box.lo.x, box.lo.y, w * w + h * h)) return false;
    if (!posed_pixels_init(&grid, a)) return false;
    box2_corners(box, corners);
    return overlaps_ring(&grid, (rim_polygon2){ corners, 4 });
}

// --- in motion ---------------------------------------------------------------------------------------

// Returns the pixel of lo .. hi that contains the coordinate u, or is nearest to it.
static int shape_query_nearest_pixel(double u, int lo, int hi)
{
    if (u <= lo) return lo;
    return u >= hi ? hi : (int)u;
}

// Stores t, point and pixel of a touch in *hit. The point is in the world. The pixel is the one of the touched
// rectangle that is nearest to the point.
static void set_hit_place(rim_hit2 *hit, const posed_pixels *g, const cast_touch *touch,
                          const double point[2])
{
    rim_rect s = touch->square;
    double   u = posed_pixels_axis(g, 0, point[0], point[1]);
    double   v = posed_pixels_axis(g, 1, point[0], point[1]);
    hit->hit = true;
    hit->t = touch->t;
    hit->point = rim_vec2_make((float)point[0], (float)point[1]);
    hit->bx = shape_query_nearest_pixel(u, s.x0, s.x1 - 1);
    hit->by = shape_query_nearest_pixel(v, s.y0, s.y1 - 1);
}

// Stores a touch in motion in *hit. Its normal is that of the pixels about the point if it opposes the motion, else
// hit->edge_normal, which must be set.
static void set_hit_touch(rim_hit2 *hit, const posed_pixels *g, const cast_touch *touch,
                          const double point[2], rim_vec2 delta)
{
    set_hit_place(hit, g, touch, point);
    hit->normal = pixel_normal_near(g, point);
    // The pixels on the far side of a thin wall may outweigh those on the near side.
    if (!(rim_vec2_dot(hit->normal, delta) < 0.0f)) hit->normal = hit->edge_normal;
}

// Changes the touched pixel of a shape without area that moves along a grid line. The two pixels beside the line are
// one rectangle, and are touched at the same time. If the pixel in front of the hit's pixel is solid, so that their
// common side is closed, the pixel on the other side of the line becomes the hit's pixel.
static void take_open_pixel(rim_hit2 *hit, const convex_pixels *c, const cast_touch *touch)
{
    const rim_mask *mask = c->shape.grid->side.mask;
    for (int axis = 0; axis < 2; axis++)
    {
        if (!c->shape.on_line[axis] || touch->kind != 1 - axis) continue;
        int  before = c->speed[1 - axis] > 0.0 ? -1 : 1;
        int *own = axis ? &hit->by : &hit->bx, line = c->shape.line[axis];
        if (axis ? rim_mask_get(mask, hit->bx + before, hit->by)
                 : rim_mask_get(mask, hit->bx, hit->by + before))
            *own = *own == line ? line - 1 : line;
    }
}

// Returns the normal of an overlap at the start: `normal` if it is not zero. It is zero if the normals of the edges
// cancel. Then the result is the direction from the middle of the sprite's bounds to the middle of the shape's bounds,
// or straight up if the two are equal or too far apart for floats.
static rim_vec2 normal_inside(rim_vec2 normal, rim_box2 shape, rim_box2 sprite)
{
    if (normal.x != 0.0f || normal.y != 0.0f) return normal;
    rim_vec2 between = rim_vec2_sub(box2_center(shape), box2_center(sprite));
    float    length = rim_vec2_length(between);
    bool     has_direction = length > 0.0f && float_is_finite(length);
    return has_direction ? rim_vec2_normalize(between) : rim_vec2_make(0.0f, -1.0f);
}

// Returns the depth of an overlap, rounded up: how far the shape must move along the normal to leave for good. `touch` is
// that of a sweep that begins `way` normals away at time -1 and ends at the shape's position at time 0. The depth is the
// rest of this way after the first touch.
static float depth_of(const cast_touch *touch, float way)
{
    return touch->hit ? float_above(-touch->t * way) : 0.0f;
}

// Marks the hit as an overlap at the start with this normal. Its depth remains to be set.
static void shape_query_start_inside(rim_hit2 *hit, rim_vec2 normal)
{
    hit->start_overlap = true;
    hit->t = 0.0;
    hit->normal = hit->edge_normal = normal;
}

// Stores a ring in the pixels of an upright sprite. Returns false if that is not possible exactly, or if the ring does
// not have the corners of a box, in the order of box2_corners.
static bool upright_ring(rim_polygon2 ring, const rim_posed *b, pair_box *pixels)
{
    if (ring.count != 4) return false;
    rim_box2 box = { ring.points[0], ring.points[2] };
    rim_vec2 corners[4];
    box2_corners(box, corners);
    for (int i = 1; i < 4; i += 2)
        if (ring.points[i].x != corners[i].x || ring.points[i].y != corners[i].y) return false;
    return upright_box(b, box, pixels);
}

// Finds the square that a box in the pixels of an upright sprite touches first, as first_touch_box.
static bool upright_square(const rim_posed *b, const pair_side *side, const pair_box *pixels,
                           rim_vec2 delta, rim_rect *square)
{
    // The inverse of the pose's matrix is its transpose divided by the square of the scale.
    const rim_xform2 *m = &b->pose;
    double            square_scale = (double)m->a * m->a + (double)m->b * m->b;
    box_motion motion = { *pixels, ((double)m->a * delta.x + (double)m->b * delta.y) / square_scale,
                          ((double)m->c * delta.x + (double)m->d * delta.y) / square_scale };
    return first_touch_box(side, &motion, square);
}

// Sweeps a convex polygon, or a ring of one or two corners, against a sprite. If they overlap at the start, the polygon is
// moved out along the normal and swept back: the rest of that way is the depth.
static rim_hit2 shape_query_sweep_convex(rim_polygon2 ring, rim_vec2 delta, rim_posed b)
{
    rim_hit2      hit = { .t = 1.0 };
    posed_pixels  grid;
    convex_pixels c;
    double        point[2];
    if (!is_finite_ring(ring) || !vec2_is_finite(delta)) return hit;
    double reach = sprite_swept_square(posed_pixels_ring_reach(ring), delta.x, delta.y);
    if (sprite_is_far(&b, ring.points[0].x, ring.points[0].y, reach)) return hit;

    // A box that does not overlap an upright sprite at the start needs no search of the pyramid's squares. Without this
    // path a box that walks over hills takes twice as long, and one that slides there takes 1.4 times as long (row
    // W20).
    cast_touch touch = { .t = 1.0 };
    pair_box   pixels;
    rim_rect   square = { 0, 0, 0, 0 };
    pair_side  side = pair_side_of(b.sprite);
    bool       is_free = upright_ring(ring, &b, &pixels) && !upright_box_overlaps(&side, &pixels);
    bool       is_known = is_free && upright_square(&b, &side, &pixels, delta, &square);
    if (is_known && rim_rect_is_empty(square)) return hit;
    if (!posed_pixels_init(&grid, b)) return hit;

    // At rest: an overlap at the start.
    convex_pixels_init(&c, &grid, ring, is_free ? delta : shape_query_no_motion, 0);
    if (!is_free) touch = shape_query_search(&c.shape);
    if (touch.hit)
    {
        rim_box2 bounds = polygon2_bounds(ring), sprite = rim_sprite_bounds(b);
        convex_pixels_common(&c, touch.square, point);
        set_hit_place(&hit, &grid, &touch, point);
        // No pixel's edge is inside a ring without area.
        rim_vec2 normal =
            ring.count < 3 ? pixel_normal_near(&grid, point) : pixel_normal_in_convex(&c);
        shape_query_start_inside(&hit, normal_inside(normal, bounds, sprite));
        float    way = box2_separating_length(bounds, sprite);
        rim_vec2 back = rim_vec2_scale(hit.normal, -way);
        convex_pixels_move(&c, back, -1);
        touch = shape_query_search(&c.shape);
        hit.depth = depth_of(&touch, way);
        return hit;
    }

    // In motion.
    if (delta.x == 0.0f && delta.y == 0.0f) return hit;
    if (!is_free) convex_pixels_move(&c, delta, 0);
    if (is_known)
        c.shape.touch(&c.shape, square, &touch);
    else
        touch = shape_query_search(&c.shape);
    if (!touch.hit) return hit;
    convex_pixels_place(&c, &touch, point, &hit.edge_normal);
    set_hit_touch(&hit, &grid, &touch, point, delta);
    take_open_pixel(&hit, &c, &touch);
    return hit;
}

rim_hit2 rim_polygon2_sweep_sprite(rim_polygon2 polygon, rim_vec2 delta, rim_posed b)
{
    SPRITE_CHECK(b, (rim_hit2){ .t = 1.0 });
    return shape_query_sweep_convex(polygon, delta, b);
}

// Computes as shape_query_sweep_convex does for a polygon. A circle of radius 0 is a ray.
rim_hit2 rim_circle2_sweep_sprite(rim_circle2 circle, rim_vec2 delta, rim_posed b)
{
    SPRITE_CHECK(b, (rim_hit2){ .t = 1.0 });
    rim_hit2      hit = { .t = 1.0 };
    posed_pixels  grid;
    circle_pixels c;
    double        point[2];
    if (circle.radius == 0.0f) return rim_sprite_raycast(b, (rim_ray2){ circle.center, delta });
    if (!vec2_is_finite(circle.center) || !vec2_is_finite(delta)) return hit;
    if (!(circle.radius > 0.0f) || !float_is_finite(circle.radius)) return hit;
    double reach = sprite_swept_square((double)circle.radius * circle.radius, delta.x, delta.y);
    if (sprite_is_far(&b, circle.center.x, circle.center.y, reach)) return hit;

    // A small disc in the pixels of an upright sprite needs no search of squares to tell that it is free. Without this
    // path a circle that walks over hills takes a third longer (row W20).
    cast_touch  touch = { .t = 1.0 };
    pixel_disc  disc;
    pixel_disc *exact = upright_disc(&b, circle, &disc) ? &disc : NULL;
    pair_side   side = pair_side_of(b.sprite);
    bool is_free = exact && disc.radius <= DISC_MOST_RADIUS && !upright_disc_overlaps(&side, &disc);
    bool is_still = delta.x == 0.0f && delta.y == 0.0f;
    if (is_free && is_still) return hit;
    if (!posed_pixels_init(&grid, b)) return hit;

    // At rest: an overlap at the start.
    prepare_circle(&c, &grid, circle, is_free ? delta : shape_query_no_motion, exact);
    if (!is_free) touch = shape_query_search(&c.shape);
    if (touch.hit)
    {
        rim_box2 bounds = circle2_bounds(circle), sprite = rim_sprite_bounds(b);
        circle_pixels_common(&c, touch.square, point);
        set_hit_place(&hit, &grid, &touch, point);
        shape_query_start_inside(&hit, normal_inside(pixel_normal_in_circle(&c), bounds, sprite));
        float    way = box2_separating_length(bounds, sprite);
        rim_vec2 back = rim_vec2_scale(hit.normal, -way);
        circle_pixels_init(&c, &grid, circle, back, -1);
        touch = shape_query_search(&c.shape);
        hit.depth = depth_of(&touch, way);
        return hit;
    }

    // In motion.
    if (is_still) return hit;
    if (!is_free) prepare_circle(&c, &grid, circle, delta, exact);
    touch = shape_query_search(&c.shape);
    if (!touch.hit) return hit;
    circle_pixels_place(&c, &touch, point, &hit.edge_normal);
    set_hit_touch(&hit, &grid, &touch, point, delta);
    return hit;
}
