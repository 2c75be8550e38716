// The first touch of bodies that move and turn. Body 0 is a sprite, body 1 a sprite, a circle or a convex polygon. (Two
// that are no sprites are compared at once, as two pixels are.)
//
// Time is cut into windows. In the frame of body 1, which turns with it, a point of body 0 is accelerated by no more
// than K (turning_pair.h). So in a window of length h it is never farther than K h^2 / 8 from the segment between its
// positions at both ends. A square of body 0's pyramid whose path is farther than that from body 1 touches nothing in
// the window. If all squares are that far, the search goes on to the window's end, and the next window is longer.
// Otherwise it is tried again with an eighth of the window. In windows in which nothing moves by more than three
// pixels, at a speed of at most
//
//      |d| + |psi| max |w| + |phi - psi| max |c|,
//
// with w the vector between the anchors and d its motion, phi and psi the turns of the bodies 0 and 1, and c the points
// of body 0 relative to its anchor, the pixels that may touch are compared (turning_pair.c). So there are few windows
// while the bodies are far apart, and short ones when they are near.
#include "flat/query/turning_search.h"

#include "base/float.h"
#include "flat/mask/bits.h"
#include "flat/query/posed_pixels.h"
#include "flat/query/turning_pair.h"
#include "flat/shape/box2.h"
#include "flat/sprite/data.h"

// In windows in which pixels are compared, points move by up to so many pixels, of the sprite with the larger ones.
// Shorter windows look up more squares, longer ones compare more pixels.
#define TURNING_NEAR_PIXELS 3.0

// The first window, and the factor by which one is shortened in which something may touch.
#define TURNING_FIRST_WINDOW 0.125
#define TURNING_SHORTER_WINDOW 0.125
// Windows are no shorter, so that there are not too many.
#define TURNING_SHORTEST_WINDOW 0x1p-40
// Any two may take so many steps, however many others have taken.
#define TURNING_LEAST_STEPS ((int64_t)1 << 16)
// Of two shapes, which have no pixels, this part of the narrower one's width is the pixel of the promised bounds.
#define TURNING_PIXEL_OF_WIDTH 0x1p-6
// The search of two shapes ends after so many comparisons of a corner with a corner.
#define TURNING_SHAPES_WORK ((int64_t)1 << 22)

// A sprite's pixels in its body's frame.
typedef struct turning_pixels
{
    pair_side side;
    vec2d     anchor;            // of the sprite, in pixels
    vec2d     offset;            // from the body's anchor to the sprite's
    vec2d     column, row;       // a step by a pixel, in the frame
    vec2d     normal[4];         // of a pixel's edges, outward
    double    radius;            // of the circle about a pixel's middle that contains the pixel
    double    width;             // of a pixel at its narrowest
    vec2d     to_column, to_row; // a vector's dot products with these are its columns and rows
    double    least_step;        // of motions by a column or row: `width`, rounded otherwise
} turning_pixels;

// The search for the first touch of body 0 and body 1.
typedef struct turning_search
{
    turning_scene  scene;
    turning_pixels fine;        // of body 0, if that is a sprite
    turning_pixels other;       // of body 1, if that is one
    turning_part   part;        // the shape of body 1, if that is no sprite
    turning_part   fine_part;   // the shape of body 0, if neither is a sprite
    bool           is_shape;    // body 1 is no sprite
    int64_t        most_steps;  // the search of a sprite ends after so many (scene.steps)
    double         speed;       // no point of body 0 is faster in the frame of body 1
    int            pixel[2][2]; // those that touch, column and row: of body 0 and of body 1
    turning_touch  touch;
} turning_search;

// --- bodies ----------------------------------------------------------------------------------------------

// Computes a sprite's pixels in the frame of its body: sides, normals, the inverse map, and the sizes of a pixel.
// `anchor` is the body's, about which it turns, in the world. Returns false for an unusable pose or an empty mask.
static bool turning_pixels_init(turning_pixels *p, rim_posed posed, rim_vec2 anchor)
{
    rim_xform2 m = posed.pose;
    double     det = rim_xform2_determinant(m), orientation = det > 0.0 ? 1.0 : -1.0;
    if (!pair_pose_is_usable(m)) return false;
    p->side = pair_side_of(posed.sprite);
    p->anchor = vec2d_of(posed.sprite->anchor);
    p->offset = vec2d_make((double)m.tx - anchor.x, (double)m.ty - anchor.y);
    p->column = vec2d_make(m.a, m.b);
    p->row = vec2d_make(m.c, m.d);

    // The inverse matrix. A step along x or y is shortest across the sides of a pixel that are nearest to each other.
    p->to_column = vec2d_scale(vec2d_make(m.d, -(double)m.c), 1.0 / det);
    p->to_row = vec2d_scale(vec2d_make(-(double)m.b, m.a), 1.0 / det);
    double to_column_length = vec2d_length(p->to_column), to_row_length = vec2d_length(p->to_row);
    p->least_step = 1.0 / (to_column_length > to_row_length ? to_column_length : to_row_length);

    // A pixel is narrowest across its longer side: area / length. Its circle's diameter is the longer diagonal.
    double column_length = vec2d_length(p->column), row_length = vec2d_length(p->row);
    p->width = fabs(det) / (column_length > row_length ? column_length : row_length);
    double diagonal_0 = vec2d_length(vec2d_add(p->column, p->row));
    double diagonal_1 = vec2d_length(vec2d_sub(p->column, p->row));
    p->radius = 0.5 * (diagonal_0 > diagonal_1 ? diagonal_0 : diagonal_1);

    // The edges run from (0, 0) to (1, 0), (1, 1), (0, 1) and back.
    p->normal[0] = vec2d_scale(vec2d_make(p->column.y, -p->column.x), orientation / column_length);
    p->normal[1] = vec2d_scale(vec2d_make(p->row.y, -p->row.x), orientation / row_length);
    p->normal[2] = vec2d_scale(p->normal[0], -1.0);
    p->normal[3] = vec2d_scale(p->normal[1], -1.0);
    return !rim_rect_is_empty(p->side.solid) && float_is_finite(p->least_step) && p->width > 0.0;
}

// Returns pixel corner (x, y) in the body's frame.
static vec2d place_of_pixel(const turning_pixels *p, double x, double y)
{
    double u = x - p->anchor.x, v = y - p->anchor.y;
    return vec2d_add(vec2d_add(vec2d_scale(p->column, u), vec2d_scale(p->row, v)), p->offset);
}

// Returns pixel (x, y) as a part with four corners.
static turning_part part_of_pixel(const turning_pixels *p, int x, int y)
{
    turning_part part = { .count = 4, .side = 1.0 };
    part.corner[0] = place_of_pixel(p, x, y);
    part.corner[1] = vec2d_add(part.corner[0], p->column);
    part.corner[2] = vec2d_add(part.corner[1], p->row);
    part.corner[3] = vec2d_add(part.corner[0], p->row);
    for (int i = 0; i < 4; i++) part.normal[i] = p->normal[i];
    return part;
}

// Returns the largest distance of a solid pixel's corner from the body's anchor, or more: the distance of the farthest
// of the four corners of the solid pixels' bounds.
static double reach_of_pixels(const turning_pixels *p)
{
    rim_rect s = p->side.solid;
    double   reach = 0.0;
    for (int i = 0; i < 4; i++)
    {
        double d = vec2d_length(place_of_pixel(p, i & 1 ? s.x1 : s.x0, i & 2 ? s.y1 : s.y0));
        reach = d > reach ? d : reach;
    }
    return reach;
}

// Returns the largest distance of a point of the shape, a corner or a point of the circle, from its anchor; INFINITY if a
// corner is not finite.
static double reach_of_ring(const turning_part *p)
{
    double reach = 0.0;
    for (int i = 0; i < p->count; i++)
    {
        double d = vec2d_length(turning_corner(p, i));
        if (!float_is_finite(d)) return INFINITY;
        reach = d > reach ? d : reach;
    }
    return reach + p->radius;
}

// Returns the polygon or circle of a mover as a part. The part reads the mover's corners, which must stay.
static turning_part part_of_mover(const turning_mover *m)
{
    turning_part part = { 0 };
    part.count = m->ring.count;
    part.ring = m->ring.points;
    part.anchor = vec2d_of(m->anchor);
    part.side = rim_polygon2_area(m->ring) < 0.0 ? -1.0 : 1.0;
    part.radius = m->radius;
    return part;
}

// Returns a mover as a body, no point of which is farther than `reach` from its anchor.
static turning_body body_of_mover(const turning_mover *m, double reach)
{
    return (turning_body){ .at = vec2d_of(m->anchor),
                           .delta = vec2d_of(m->motion.delta),
                           .turn = m->motion.turn,
                           .reach = reach };
}

// --- clearances ------------------------------------------------------------------------------------------

// Returns the distance of a point q of the body's frame from a convex ring; 0 inside. A ring of one or two corners has
// no inside.
static double distance_from_ring(const turning_part *part, vec2d q)
{
    double least = INFINITY;
    bool   is_inside = part->count > 2;
    for (int i = 0; i < part->count; i++)
    {
        vec2d from = turning_corner(part, i);
        vec2d edge = vec2d_sub(turning_corner(part, i + 1 < part->count ? i + 1 : 0), from);
        vec2d to_q = vec2d_sub(q, from);
        if (part->side * (edge.y * to_q.x - edge.x * to_q.y) > 0.0) is_inside = false;

        // The edge's nearest point is at the fraction t of the edge.
        double length2 = vec2d_dot(edge, edge);
        double t = length2 > 0.0 ? vec2d_dot(to_q, edge) / length2 : 0.0;
        if (!(t > 0.0)) t = 0.0;
        if (t > 1.0) t = 1.0;
        double distance = vec2d_length(vec2d_sub(to_q, vec2d_scale(edge, t)));
        least = distance < least ? distance : least;
    }
    return is_inside ? 0.0 : least;
}

// Returns the distance of a point in the frame of body 1 from its shape; 0 or less inside.
static double distance_from_shape(const turning_search *s, vec2d q)
{
    if (s->part.radius > 0.0)
        return vec2d_length(vec2d_sub(q, turning_corner(&s->part, 0))) - s->part.radius;
    return distance_from_ring(&s->part, q);
}

// --- windows ---------------------------------------------------------------------------------------------

// Where the pixels of body 0 are at one time, in the frame of body 1.
typedef struct turning_image
{
    vec2d  origin;      // of pixel corner (0, 0)
    vec2d  column, row; // steps by a pixel
    // The same in columns and rows of body 1, and half the box around a pixel's image.
    vec2d  origin_pixels, column_pixels, row_pixels;
    double half_u, half_v;
} turning_image;

// A span of time, the bodies at its beginning, and body 0 at both ends. In the frame of body 1, a point of body 0 is
// never farther than K h^2 / 8 from the segment between its positions at both ends, with h the span and K the bound of
// accelerations.
typedef struct turning_window
{
    turning_moment moment; // at the beginning
    double         length;
    turning_image  begin, end;
    double         margin;        // K h^2 / 8 and the distance that counts as a touch
    double         margin_pixels; // the same in pixels of body 1, at least
} turning_window;

// Returns a vector of a body's frame in columns and rows of its pixels.
static vec2d vector_in_pixels(const turning_pixels *p, vec2d v)
{
    return vec2d_make(vec2d_dot(p->to_column, v), vec2d_dot(p->to_row, v));
}

// Computes where the pixels of body 0 are at a moment. If body 1 is a shape, the members in its pixels mean nothing.
static void image_init(turning_image *w, const turning_search *s, const turning_moment *m)
{
    w->origin =
        vec2d_add(m->origin[1], vec2d_turn(m->rotation[1], place_of_pixel(&s->fine, 0.0, 0.0)));
    w->column = vec2d_turn(m->rotation[1], s->fine.column);
    w->row = vec2d_turn(m->rotation[1], s->fine.row);
    vec2d from_anchor = vec2d_sub(w->origin, s->other.offset);
    w->origin_pixels = vec2d_add(vector_in_pixels(&s->other, from_anchor), s->other.anchor);
    w->column_pixels = vector_in_pixels(&s->other, w->column);
    w->row_pixels = vector_in_pixels(&s->other, w->row);
    w->half_u = 0.5 * (fabs(w->column_pixels.x) + fabs(w->row_pixels.x));
    w->half_v = 0.5 * (fabs(w->column_pixels.y) + fabs(w->row_pixels.y));
}

// Prepares the window of time from t on. It ends at time 1 at the latest, because the bounds of a scene hold no longer.
static void window_init(turning_window *w, const turning_search *s, double t, double length)
{
    turning_moment end;
    w->length = length < 1.0 - t ? length : 1.0 - t;
    turning_moment_at(&w->moment, &s->scene, t);
    turning_moment_at(&end, &s->scene, t + w->length);
    image_init(&w->begin, s, &w->moment);
    image_init(&w->end, s, &end);
    w->margin = 0.125 * s->scene.acceleration[1] * w->length * w->length + s->scene.touch;
    w->margin_pixels = s->is_shape ? 0.0 : w->margin / s->other.least_step;
}

// Returns the box, in pixels of body 1, that a square of pixels of body 0 about (x, y) does not leave in the window:
// its images at both ends, the paths between them, and the margin. `side` is the square's, in pixels of body 0.
static pair_box box_in_window(const turning_window *w, double x, double y, double side)
{
    // The square's center at both ends: origin + x column + y row, in pixels of body 1.
    const turning_image *p = &w->begin, *q = &w->end;
    double               u0 = p->origin_pixels.x + x * p->column_pixels.x + y * p->row_pixels.x;
    double               v0 = p->origin_pixels.y + x * p->column_pixels.y + y * p->row_pixels.y;
    double               u1 = q->origin_pixels.x + x * q->column_pixels.x + y * q->row_pixels.x;
    double               v1 = q->origin_pixels.y + x * q->column_pixels.y + y * q->row_pixels.y;

    double half_u = side * (p->half_u > q->half_u ? p->half_u : q->half_u) + w->margin_pixels;
    double half_v = side * (p->half_v > q->half_v ? p->half_v : q->half_v) + w->margin_pixels;
    return (pair_box){ .x0 = (u0 < u1 ? u0 : u1) - half_u,
                       .y0 = (v0 < v1 ? v0 : v1) - half_v,
                       .x1 = (u0 < u1 ? u1 : u0) + half_u,
                       .y1 = (v0 < v1 ? v1 : v0) + half_v };
}

// Returns where pixel position (x, y) of body 0 is, in the frame of body 1.
static vec2d image_of(const turning_image *w, double x, double y)
{
    return vec2d_add(w->origin, vec2d_add(vec2d_scale(w->column, x), vec2d_scale(w->row, y)));
}

// Returns true if a square of pixels of body 0 certainly touches nothing of body 1 in the window. The square has the
// middle (x, y), in pixels. If body 1 is a sprite, the box of the square's path must have no solid pixel. If it is a
// shape, the circle about the square must not reach the shape on its path.
static bool is_clear_in_window(const turning_search *s, const turning_window *w, double x, double y,
                               double side)
{
    if (!s->is_shape)
    {
        pair_box box = box_in_window(w, x, y, side);
        return pair_look_up(&s->other.side, &box) == FIELD_EMPTY;
    }
    vec2d  begin = image_of(&w->begin, x, y), end = image_of(&w->end, x, y);
    vec2d  middle = vec2d_scale(vec2d_add(begin, end), 0.5);
    double half_path = 0.5 * vec2d_length(vec2d_sub(end, begin));
    return distance_from_shape(s, middle) > side * s->fine.radius + half_path + w->margin;
}

// --- pixels ----------------------------------------------------------------------------------------------

// Replaces s->touch by the first touch of part a of body 0 and part b of body 1 that begins in the window, if that is
// earlier. pixel_a and pixel_b are the parts' columns and rows.
static void try_parts(turning_search *s, const turning_window *w, const turning_part *a,
                      const turning_part *b, const int pixel_a[2], const int pixel_b[2])
{
    turning_touch touch = { 0 };
    double        t = w->moment.t, until = t + w->length;
    if (until > s->touch.t) until = s->touch.t;
    if (!turning_part_touch(&s->scene, a, b, t, until, &touch) || touch.t >= s->touch.t) return;
    s->touch = touch;
    for (int i = 0; i < 2; i++) s->pixel[0][i] = pixel_a[i], s->pixel[1][i] = pixel_b[i];
}

// Tests pixel (x, y) of body 0 against the shape of body 1, or against the border pixels that it may touch in the
// window.
static void try_pixel(turning_search *s, const turning_window *w, int x, int y)
{
    int          a[2] = { x, y }, none[2] = { 0, 0 };
    turning_part pixel = part_of_pixel(&s->fine, x, y);
    if (s->is_shape)
    {
        if (!is_clear_in_window(s, w, x + 0.5, y + 0.5, 1.0))
            try_parts(s, w, &pixel, &s->part, a, none);
        return;
    }
    pair_box box = box_in_window(w, x + 0.5, y + 0.5, 1.0);
    rim_rect cells = pair_cells_of(&s->other.side, &box);
    for (int row = cells.y0; row < cells.y1; row++)
        for (int column = cells.x0; column < cells.x1; column += 64)
        {
            uint64_t bits =
                mask_border_span(s->other.side.mask, column, row, mask_low_bits(cells.x1 - column));
            for (; bits; bits &= bits - 1)
            {
                int          b[2] = { column + bits_lowest(bits), row };
                turning_part part = part_of_pixel(&s->other, b[0], row);
                try_parts(s, w, &pixel, &part, a, b);
            }
        }
}

// Tests the border pixels of body 0's block (column, row), FIELD_BLOCK by FIELD_BLOCK pixels, in a window.
static void try_block(turning_search *s, const turning_window *w, int column, int row)
{
    for (int y = FIELD_BLOCK * row; y < FIELD_BLOCK * (row + 1); y++)
    {
        uint64_t bits =
            mask_border_span(s->fine.side.mask, FIELD_BLOCK * column, y, PAIR_BLOCK_ROW);
        for (; bits; bits &= bits - 1) try_pixel(s, w, FIELD_BLOCK * column + bits_lowest(bits), y);
    }
}

// --- squares ---------------------------------------------------------------------------------------------

// Searches a square of body 0's pyramid. Returns false if no pixel in it can touch in the window. With `compare` it
// compares the pixels of all blocks that may touch, and the earliest touch is stored (try_parts). Without `compare` it
// returns true at the first such block.
static bool turning_search_square(turning_search *s, const turning_window *w, bool compare,
                                  int level, int column, int row)
{
    const field_level *squares = &s->fine.side.field->levels[level];
    if (column >= squares->width || row >= squares->height) return false;
    if (!squares->state[(size_t)row * (size_t)squares->width + (size_t)column]) return false;
    double side = (double)(FIELD_BLOCK << level);
    s->scene.steps++;
    if (is_clear_in_window(s, w, (column + 0.5) * side, (row + 0.5) * side, side)) return false;
    if (level == 0)
    {
        if (compare) try_block(s, w, column, row);
        return true;
    }
    bool found = false;
    for (int i = 0; i < 4 && (compare || !found); i++)
        found |= turning_search_square(s, w, compare, level - 1, 2 * column + (i & 1),
                                       2 * row + (i >> 1));
    return found;
}

// Ends a search that takes too many steps, at time t, the beginning of a window in which the bodies are within
// TURNING_NEAR_PIXELS: they count as touching then. The touch has no normal, and names the upper left pixel of body 0's
// bounds. It replaces a touch that was found later in this window.
static void give_up(turning_search *s, double t)
{
    rim_rect solid = s->fine.side.solid;
    s->touch = (turning_touch){ .hit = true, .t = t };
    s->pixel[0][0] = solid.x0;
    s->pixel[0][1] = solid.y0;
    s->pixel[1][0] = s->pixel[1][1] = 0;
}

// Prepares the scene and the bound of speeds of a search with a sprite as body 0. Returns the length of the windows in
// which pixels are compared, or 0 if the bodies do not move or a number is not finite.
static double turning_search_prepare(turning_search *s)
{
    turning_scene *scene = &s->scene;
    double         narrowest = s->fine.width, largest = s->fine.radius;
    if (!s->is_shape && s->other.width < narrowest) narrowest = s->other.width;
    if (!s->is_shape && s->other.least_step > largest) largest = s->other.least_step;
    turning_scene_init(scene, narrowest);
    double relative_turn = fabs(scene->body[0].turn - scene->body[1].turn);
    s->speed = vec2d_length(scene->approach) + fabs(scene->body[1].turn) * scene->farthest +
               relative_turn * scene->body[0].reach;
    if (!float_is_finite(scene->speed + scene->farthest) || s->speed == 0.0) return 0.0;
    double window = TURNING_NEAR_PIXELS * largest / s->speed;
    return window < TURNING_SHORTEST_WINDOW ? TURNING_SHORTEST_WINDOW : window;
}

// Searches for the first touch before time `limit` of body 0, a sprite, and body 1, a sprite or a shape. Stores it in
// s->touch; without a touch, s->touch.hit stays false. The head of this file describes the windows of time. Requires
// `fine`, `other` or `part`, and both bodies of the scene.
static void turning_search_run(turning_search *s, double limit)
{
    double pixel_window = turning_search_prepare(s); // windows as short as this compare pixels
    s->touch.t = limit;
    if (pixel_window == 0.0) return;

    int    top_level = s->fine.side.field->level_count - 1;
    double t = 0.0, length = TURNING_FIRST_WINDOW;
    while (t < s->touch.t)
    {
        turning_window w;
        bool           compares_pixels = length <= pixel_window;
        window_init(&w, s, t, length);
        bool may_touch = turning_search_square(s, &w, compares_pixels, top_level, 0, 0);
        if (!may_touch)
        {
            t += length;
            length *= 2.0;
        }
        else if (!compares_pixels) // the same time again, in a shorter window
            length = TURNING_SHORTER_WINDOW * length > pixel_window
                         ? TURNING_SHORTER_WINDOW * length
                         : pixel_window;
        else if (s->scene.steps > s->most_steps)
            give_up(s, t);
        else
            t += length; // if the comparison found a touch, the loop ends
    }
}

// --- two shapes --------------------------------------------------------------------------------------------

// Returns a circle's diameter, or the shorter side of a ring's bounds.
static double width_of_ring(const turning_part *p)
{
    if (p->radius > 0.0) return 2.0 * p->radius;
    rim_box2 box = polygon2_bounds((rim_polygon2){ p->ring, p->count });
    double   x = (double)box.hi.x - box.lo.x, y = (double)box.hi.y - box.lo.y;
    return x < y ? x : y;
}

// Searches for the first touch before time `limit` of two movers that are not sprites, and stores it in s->touch. If
// one of them is a circle, it must be body 1. They have no pixels, so a part of the narrower one's width stands in for
// the size of a pixel. Parts of figures have at most RIM_PART_CORNERS corners, so thousands of steps are left to them.
static void turning_search_shapes(turning_search *s, double limit)
{
    const turning_part *a = &s->fine_part, *b = &s->part;
    double              width = width_of_ring(a);
    if (width_of_ring(b) < width) width = width_of_ring(b);
    turning_scene_init(&s->scene, TURNING_PIXEL_OF_WIDTH * width);
    s->scene.most_steps = TURNING_SHAPES_WORK / (a->count * b->count);
    if (float_is_finite(s->scene.speed + s->scene.farthest) && s->scene.speed > 0.0)
        turning_part_touch(&s->scene, a, b, 0.0, limit, &s->touch);
}

// --- answers ---------------------------------------------------------------------------------------------

// Returns a point of a body's frame in the world at time t.
static vec2d turning_place(const turning_body *body, vec2d point, double t)
{
    vec2d turned = vec2d_turn(rim_sincos(body->turn * t), point);
    return vec2d_add(vec2d_add(body->at, vec2d_scale(body->delta, t)), turned);
}

// Returns the velocity, at time t, of body 0 at a place in the world, relative to body 1 at another place. A body's
// velocity is that of its anchor plus its turn times the vector from the anchor, turned by 90 degrees.
static vec2d turning_velocity(const turning_scene *s, vec2d place_0, vec2d place_1, double t)
{
    vec2d v[2];
    for (int i = 0; i < 2; i++)
    {
        const turning_body *b = &s->body[i];
        vec2d               anchor = vec2d_add(b->at, vec2d_scale(b->delta, t));
        vec2d               from_anchor = vec2d_sub(i == 0 ? place_0 : place_1, anchor);
        v[i] = vec2d_add(b->delta, vec2d_scale(vec2d_quarter(from_anchor), b->turn));
    }
    return vec2d_sub(v[0], v[1]);
}

static rim_vec2 vec2d_to_float(vec2d v)
{
    return rim_vec2_make((float)v.x, (float)v.y);
}

// Returns s->touch as an answer for the caller's a and b, of which a is body `a_index`.
static turning_answer answer_of(const turning_search *s, int a_index)
{
    turning_answer       answer = { .hit = { .t = 1.0 } };
    rim_hit2            *hit = &answer.hit;
    const turning_touch *touch = &s->touch;
    if (!touch->hit) return answer;

    // The touching corner and the edge's normal, in the world at the time of the touch. A circle's corner is its
    // center.
    int                 owner = touch->owner;
    const turning_body *edge = &s->scene.body[owner], *corner = &s->scene.body[1 - owner];
    vec2d               place = turning_place(corner, touch->corner, touch->t);
    vec2d               n = vec2d_turn(rim_sincos(edge->turn * touch->t), touch->normal);
    // A circle is body 1 and owns no edge. It is touched at its radius from its center, against the normal. Its
    // velocity is that of its center, because a rotation about the center moves no point into or out of it.
    vec2d               center_or_corner = place;
    if (s->part.radius > 0.0) place = vec2d_sub(place, vec2d_scale(n, s->part.radius));
    answer.velocity = turning_velocity(&s->scene, place, center_or_corner, touch->t);

    // The velocity is that of a relative to b, and the normal points from b towards a.
    if (a_index == 1) answer.velocity = vec2d_scale(answer.velocity, -1.0);
    if (owner == a_index) n = vec2d_scale(n, -1.0);
    answer.place = place;
    answer.early = s->scene.window;
    hit->hit = true;
    hit->t = touch->t;
    hit->point = vec2d_to_float(place);
    hit->normal = hit->edge_normal = vec2d_to_float(n);
    hit->ax = s->pixel[a_index][0], hit->ay = s->pixel[a_index][1];
    hit->bx = s->pixel[1 - a_index][0], hit->by = s->pixel[1 - a_index][1];
    return answer;
}

// --- two movers ------------------------------------------------------------------------------------------

bool turning_motion_is_usable(rim_motion2 m)
{
    return vec2_is_finite(m.delta) && float_is_finite(m.turn) && m.turn <= RIM_MOTION2_MAX_TURN &&
           m.turn >= -RIM_MOTION2_MAX_TURN;
}

// Returns which of two movers is body 0. Of two sprites it is the finer one. Of a sprite and a shape it is the sprite.
// Of two shapes it is one that is not a circle, if there is one.
static const turning_mover *body_0_of(const turning_mover *a, const turning_mover *b)
{
    traversal sides;
    if (a->posed.sprite && b->posed.sprite)
        return traversal_init_sides(&sides, a->posed, b->posed) && sides.swapped ? b : a;
    if (a->posed.sprite || b->posed.sprite) return a->posed.sprite ? a : b;
    return a->radius > 0.0 ? b : a;
}

// Finds the first touch of two movers before time `limit`: makes them the bodies of a scene (body_0_of), searches
// it, and maps the touch back to a and b. See turning_search.h for *steps.
turning_answer turning_first_touch(const turning_mover *a, const turning_mover *b, double limit,
                                   int64_t *steps)
{
    turning_answer       miss = { .hit = { .t = 1.0 } };
    turning_search       s = { 0 };
    const turning_mover *m0 = body_0_of(a, b), *m1 = m0 == a ? b : a;
    bool                 are_both_shapes = !m0->posed.sprite; // then body 1 is one, too
    s.is_shape = !m1->posed.sprite;
    s.most_steps = TURNING_MOST_STEPS - *steps;
    if (s.most_steps < TURNING_LEAST_STEPS) s.most_steps = TURNING_LEAST_STEPS;

    // The pixels or the shape of each body, and the two bodies of the scene.
    if (are_both_shapes)
        s.fine_part = part_of_mover(m0);
    else if (!turning_pixels_init(&s.fine, m0->posed, m0->anchor))
        return miss;
    if (s.is_shape)
        s.part = part_of_mover(m1);
    else if (!turning_pixels_init(&s.other, m1->posed, m1->anchor))
        return miss;
    double reach_0 = are_both_shapes ? reach_of_ring(&s.fine_part) : reach_of_pixels(&s.fine);
    double reach_1 = s.is_shape ? reach_of_ring(&s.part) : reach_of_pixels(&s.other);
    if (!float_is_finite(reach_0) || !float_is_finite(reach_1)) return miss;
    s.scene.body[0] = body_of_mover(m0, reach_0);
    s.scene.body[1] = body_of_mover(m1, reach_1);

    if (are_both_shapes)
        turning_search_shapes(&s, limit);
    else
        turning_search_run(&s, limit);
    *steps += s.scene.steps;
    return answer_of(&s, m0 == a ? 0 : 1);
}
