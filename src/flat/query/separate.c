// The shortest way out of an overlap, over all directions: branch and bound over the motions of one sprite.
//
// Motions of the fine sprite are measured in coarse pixels. A square of motions is decided at once if a solid square of
// the fine sprite stays inside solid coarse pixels for all of them: its image's box, grown by the square's half side,
// is full. Else the square is cut in four, the part with the shortest motions first. Parts whose motions are all longer
// than the best one so far are dropped.
//
// Motions are tested at the middles of squares of one coarse pixel. From a motion without overlap the sprite moves back
// until it touches, and from there straight to the nearest point of the touched edge. Points of some solid pixels of the
// fine sprite decide most motions: usually one of them lies in the coarse sprite. Sprites that share one grid of pixels
// need none of this (separate_whole.c).
//
// A square of motions may take no more steps than its motions would one by one, and all squares together no more than a
// limit, which bounds the time: the search of thin shapes that nowhere leave a free motion is given up.
#include "rimcast/sprite_query.h"

#include "base/float.h"
#include "flat/mask/bits.h"
#include "flat/query/contact.h"
#include "flat/query/sweep.h"
#include "flat/sprite/data.h"

#include <math.h>

// A square of the fine sprite's pyramid.
typedef struct fine_square
{
    int    level, column, row;
    // An upper bound of the half sides of full coarse squares about positions of its image (separate_inspect).
    double depth;
} fine_square;

enum
{
    SEPARATE_SAMPLES = 64,
    SEPARATE_INIT_STEPS = 8,     // of a search, in place of the time that traversal_init takes
    SEPARATE_STAY_STEPS = 12,    // that stays_inside may take for the smallest square
    SEPARATE_SINGLE_SIDE = 8,    // squares up to this side are decided faster motion by motion
    SEPARATE_MAX_SHORTENINGS = 4 // of a motion
};

#define SEPARATE_HALF_DIAGONAL 0.7071067811865476 // of a unit square

// Steps of descents, some hundredths of a microsecond each.
#define SEPARATE_MAX_STEPS 4000000

// The search. Its motions are (u, v) pixels of the fine sprite relative to the coarse one, in the pixels of the map
// `pixels`.
typedef struct separate_search_state
{
    traversal  view;
    rim_posed  a, b;
    rim_xform2 pixels;     // the coarse sprite's map
    double     least;      // no motion of one pixel is shorter in the world
    double     spread;     // the length of the longest motion of one pixel, times sqrt(1/2)
    double     best;       // the length of the best motion so far, in the world
    double     x, y;       // the best motion, of a in the world
    int64_t    steps_left; // that may still be taken
    int64_t square_left;   // that stays_inside may still take for the square of motions in question
    // The square of the fine sprite that stayed inside for the last square of motions that overlapped, if there was
    // one.
    bool    has_witness;
    fine_square witness;
    // Solid pixels of the fine sprite.
    rim_pixel   samples[SEPARATE_SAMPLES];
    int         sample_count;
} separate_search_state;

// --- squares that stay inside --------------------------------------------------------------------------
//
// `half` is half the side of a square of motions, in coarse pixels: its motions differ from the middle one, the view's
// shift, by at most that in columns and in rows.

// Returns the box, in coarse pixels, of the images of a square of fine pixels under all motions within `half` of the
// view's shift. (x, y) is the middle of the square of pixels.
static pair_box separate_grown_box(const separate_search_state *w, double x, double y, double side,
                                   double half)
{
    pair_box box = pair_box_of(&w->view, x, y, side);
    box.x0 -= half, box.y0 -= half;
    box.x1 += half, box.y1 += half;
    return box;
}

// Returns an upper bound of the half side of squares of solid coarse pixels that are centered in a box. From one center
// to another, the half side of the largest such square changes by no more than their Chebyshev distance. So the bound
// is that of the block around the box's middle (field_blocks_depth), plus half the longer side of the box. It is
// negative if no center is in a solid pixel. Where the field has no bound, as outside of its blocks, returns INFINITY,
// which rejects nothing.
static double separate_deepest(const pair_side *side, const pair_box *box)
{
    const field_blocks *field = side->field;
    double              u = 0.5 * (box->x0 + box->x1), v = 0.5 * (box->y0 + box->y1);
    double              hu = 0.5 * (box->x1 - box->x0), hv = 0.5 * (box->y1 - box->y0);
    int                 column = float_floor_int(u * (1.0 / FIELD_BLOCK));
    int                 row = float_floor_int(v * (1.0 / FIELD_BLOCK));
    if (column < 0 || row < 0 || column >= field->columns || row >= field->rows) return INFINITY;
    double here = field_blocks_depth(field, column, row);
    return here + (hu > hv ? hu : hv);
}

// Computes q->depth, a bound of the half sides of the full coarse squares about positions of its image, from q's level,
// column and row. Requires the view's shift to be the middle of the motions.
//
// Returns false if certainly no solid pixel of the square stays inside for all motions within `half`: the square is
// empty, or no position of its image is the middle of a full coarse square with this half side. The box is that at the
// view's shift, and is not grown by `half`, because the full square covers the motions.
static bool separate_inspect(const separate_search_state *w, fine_square *q, double half)
{
    const field_level *squares = &w->view.fine.field->levels[q->level];
    if (q->column >= squares->width || q->row >= squares->height) return false;
    if (!squares->state[(size_t)q->row * (size_t)squares->width + (size_t)q->column]) return false;
    double   side = (double)(FIELD_BLOCK << q->level);
    pair_box box =
        separate_grown_box(w, (q->column + 0.5) * side, (q->row + 0.5) * side, side, 0.0);
    q->depth = separate_deepest(&w->view.coarse, &box);
    return q->depth >= half;
}

// Returns true if a solid pixel of the square q stays inside solid coarse pixels for all motions within `half` of the
// view's shift, and stores the square that decided as the witness. Returns false if there is none, or if w->square_left
// steps are used up. Requires q from separate_inspect.
static bool square_stays(separate_search_state *w, const fine_square *q, double half)
{
    if (--w->square_left < 0) return false;
    double   side = (double)(FIELD_BLOCK << q->level);
    pair_box box =
        separate_grown_box(w, (q->column + 0.5) * side, (q->row + 0.5) * side, side, half);
    int found = pair_look_up(&w->view.coarse, &box);
    if (found == FIELD_EMPTY) return false;
    if (found == FIELD_FULL) // then all of the square stays inside, and it is not empty
    {
        w->has_witness = true;
        w->witness = *q;
        return true;
    }
    if (q->level == 0) return false;

    // The quarters that may stay inside, the deepest first.
    fine_square quarter[4];
    int         count = 0;
    for (int i = 0; i < 4; i++)
    {
        fine_square next = { .level = q->level - 1,
                             .column = 2 * q->column + (i & 1),
                             .row = 2 * q->row + (i >> 1) };
        if (!separate_inspect(w, &next, half)) continue;
        int at = count++;
        for (; at > 0 && next.depth > quarter[at - 1].depth; at--) quarter[at] = quarter[at - 1];
        quarter[at] = next;
    }
    for (int i = 0; i < count; i++)
        if (square_stays(w, &quarter[i], half)) return true;
    return false;
}

// Returns true if the sprites overlap for all motions within `half` of (u, v), because a solid square stays inside.
// Gives up, and returns false, after about as many steps as the motions would take one by one. Sets the view's shift to
// the middle.
static bool stays_inside(separate_search_state *w, double u, double v, double half)
{
    int64_t     steps = SEPARATE_STAY_STEPS + (int64_t)(half * half);
    fine_square all = { .level = w->view.fine.field->level_count - 1 };
    w->view.shift_u = u, w->view.shift_v = v;
    w->square_left = steps;
    // The square of pixels that decided the last square of motions often decides the next.
    fine_square last = w->witness;
    bool stays = w->has_witness && separate_inspect(w, &last, half) && square_stays(w, &last, half);
    if (!stays) stays = separate_inspect(w, &all, half) && square_stays(w, &all, half);
    w->steps_left -= steps - w->square_left;
    return stays;
}

// --- single motions --------------------------------------------------------------------------------------

// Returns a motion (u, v) of the fine sprite as a motion of a in the world.
static void world_of(const separate_search_state *w, double u, double v, double *x, double *y)
{
    double sign = w->view.swapped ? -1.0 : 1.0; // b is the fine sprite
    *x = sign * (w->pixels.a * u + w->pixels.c * v);
    *y = sign * (w->pixels.b * u + w->pixels.d * v);
}

// Stores a motion of a that separates the sprites as the best one if it is shorter than the best so far.
static void separate_take(separate_search_state *w, double x, double y)
{
    double length = sqrt(x * x + y * y);
    if (!(length < w->best)) return;
    w->best = length;
    w->x = x, w->y = y;
}

// Moves back from a motion (x, y) of a that separates the sprites until they touch: at *t times the motion, on an edge
// with the unit normal *edge in the world. Returns false if they never do. The sweep takes the time -1 .. 0 for the way
// back, which ends at the given poses.
static bool go_back(separate_search_state *w, double x, double y, double *t, rim_vec2 *edge)
{
    rim_vec2         back = { (float)-x, (float)-y }, none = { 0.0f, 0.0f };
    pair_motion      motion = { w->view.swapped ? none : back, w->view.swapped ? back : none };
    pair_sweep_touch touch;
    w->view.shift_u = w->view.shift_v = 0.0;
    int64_t before = w->view.steps;
    pair_sweep_first(&touch, &w->view, motion, -1);
    w->steps_left -= w->view.steps - before;
    if (!touch.hit) return false;
    *t = -touch.t;
    rim_xform2 m = touch.edge_of_fine ? w->view.fine_posed.pose : w->view.coarse_posed.pose;
    *edge = pair_edge_normal(m, touch.edge_is_row);
    return true;
}

// Returns true if the sprites are apart after a motion (x, y) of a, with a's new position rounded to floats as in a
// pose. Subtracts the steps taken.
static bool is_apart(separate_search_state *w, double x, double y)
{
    traversal view;
    rim_posed moved = w->a;
    moved.pose.tx = (float)(moved.pose.tx + x), moved.pose.ty = (float)(moved.pose.ty + y);
    if (!traversal_init(&view, moved, w->b)) return true;
    bool overlaps = traversal_overlaps(&view);
    w->steps_left -= view.steps + SEPARATE_INIT_STEPS;
    return !overlaps;
}

// Positions are multiples of 1/g and 1/g^2, modulo 1, with g^3 = g + 1. They fill a square evenly (M. Roberts, "The
// unreasonable effectiveness of quasirandom sequences", 2018).
int separate_samples(rim_pixel *samples, int most, const rim_mask *mask, rim_rect bounds)
{
    double x = 0.5, y = 0.5;
    int    count = 0;
    for (int i = 0; i < 8 * most && count < most; i++)
    {
        x += 0.7548776662466927; // 1/g
        y += 0.5698402909980532; // 1/g^2
        if (x >= 1.0) x -= 1.0;
        if (y >= 1.0) y -= 1.0;
        rim_pixel at = { .x = bounds.x0 + (int)(x * (bounds.x1 - bounds.x0)),
                         .y = bounds.y0 + (int)(y * (bounds.y1 - bounds.y0)) };
        if (mask_solid(mask, at.x, at.y)) samples[count++] = at;
    }
    return count;
}

// Where a sample's point lies in its pixel. The center would often lie on an edge of a coarse pixel and decide nothing:
// two unturned sprites with centered anchors at whole positions have pixels that are half a pixel apart if one of them
// has an odd side and the other an even one.
#define SEPARATE_SAMPLE_X 0.43
#define SEPARATE_SAMPLE_Y 0.59

// Returns true if the point of a sample certainly lies in a solid coarse pixel after a motion of the fine sprite by (u,
// v) coarse pixels. The sample that decided is moved to the front, so that it is tested first the next time.
static bool sample_overlaps(separate_search_state *w, double u, double v)
{
    const traversal *view = &w->view;
    for (int i = 0; i < w->sample_count; i++)
    {
        rim_pixel sample = w->samples[i];
        double    x = sample.x + SEPARATE_SAMPLE_X, y = sample.y + SEPARATE_SAMPLE_Y;
        double    at_u = pair_form_at(&view->maps.a_to_b.u, x, y) + u;
        double    at_v = pair_form_at(&view->maps.a_to_b.v, x, y) + v;
        int       column = float_floor_int(at_u), row = float_floor_int(at_v);
        double    inside_u = at_u - column, inside_v = at_v - row, margin = view->margin;
        if (!mask_solid(view->coarse.mask, column, row)) continue;
        if (!(inside_u > margin && inside_u < 1.0 - margin)) continue;
        if (!(inside_v > margin && inside_v < 1.0 - margin)) continue;

        w->samples[i] = w->samples[0];
        w->samples[0] = sample;
        return true;
    }
    return false;
}

// Shortens a motion (x, y) of a that separates the sprites, up to SEPARATE_MAX_SHORTENINGS times: moves back until they
// touch, then to the nearest point of the line of the touched edge. Stores each motion found that is shorter than the
// best. Does nothing if the sprites overlap after the motion (x, y).
static void try_motion(separate_search_state *w, double x, double y)
{
    for (int i = 0; i < SEPARATE_MAX_SHORTENINGS; i++)
    {
        double   t;
        rim_vec2 edge;
        if (!is_apart(w, x, y) || !go_back(w, x, y, &t, &edge)) return;
        // go_back moved by the motion rounded to floats.
        x = (double)(float)x * t;
        y = (double)(float)y * t;
        // A start that is apart only by rounding may have missed a touch.
        const double beyond = 1.0 + SEPARATE_BEYOND_TOUCH;
        if (!is_apart(w, x * beyond, y * beyond)) return;
        separate_take(w, x, y);
        // The shortest motion to the line of the touched edge is along its normal. It is made a little longer.
        double distance = (edge.x * x + edge.y * y) * (1.0 + SEPARATE_BEYOND_EDGE);
        if (!(fabs(distance) * (1.0 + SEPARATE_LEAST_GAIN) < w->best)) return;
        x = distance * edge.x;
        y = distance * edge.y;
    }
}

// --- squares of motions ----------------------------------------------------------------------------------

// A square of motions of the fine sprite, u .. u + side columns and v .. v + side rows of the coarse sprite.
typedef struct motions
{
    int    u, v, side;
    double shortest; // none is shorter, in the world
} motions;

// Returns a lower bound of the lengths, in the world, of the motions of a square: the middle's length, less the largest
// distance of a motion of the square from the middle.
static double shortest_of(const separate_search_state *w, const motions *m)
{
    double x, y;
    world_of(w, m->u + 0.5 * m->side, m->v + 0.5 * m->side, &x, &y);
    double bound = sqrt(x * x + y * y) - w->spread * m->side;
    return bound > 0.0 ? bound : 0.0;
}

// Tests the middle of a square of side 1. Stores it if it separates the sprites and is shorter than the best.
static void try_middle(separate_search_state *w, const motions *m)
{
    double x, y;
    w->steps_left--;
    if (sample_overlaps(w, m->u + 0.5, m->v + 0.5)) return;
    world_of(w, m->u + 0.5, m->v + 0.5, &x, &y);
    try_motion(w, x, y);
}

// Searches a square of motions for one that is shorter than the best, the quarter with the shortest motions first.
// Drops the square if none of its motions is shorter than the best, if it certainly has only overlaps, or if no steps
// are left.
static void separate_search(separate_search_state *w, const motions *m)
{
    if (!(m->shortest < w->best) || w->steps_left <= 0) return;

    double half = 0.5 * m->side;
    if (m->side > SEPARATE_SINGLE_SIDE && stays_inside(w, m->u + half, m->v + half, half)) return;
    if (m->side == 1)
    {
        try_middle(w, m);
        return;
    }

    // The quarters, sorted by their shortest motions.
    motions quarter[4];
    int     side = m->side / 2;
    for (int i = 0; i < 4; i++)
    {
        motions next = { .u = m->u + side * (i & 1), .v = m->v + side * (i >> 1), .side = side };
        next.shortest = shortest_of(w, &next);
        int at = i;
        for (; at > 0 && next.shortest < quarter[at - 1].shortest; at--)
            quarter[at] = quarter[at - 1];
        quarter[at] = next;
    }
    for (int i = 0; i < 4; i++) separate_search(w, &quarter[i]);
}

// --- setting up --------------------------------------------------------------------------------------------

// Takes the motion of a along a unit direction in the world by which it leaves b for good.
static void take_exit(separate_search_state *w, rim_vec2 n)
{
    double length = pair_exit_distance(&w->view, n);
    if (length > 0.0) separate_take(w, length * n.x, length * n.y);
}

static bool is_parallel(rim_vec2 a, rim_vec2 b)
{
    return (a.x == b.x && a.y == b.y) || (a.x == -b.x && a.y == -b.y);
}

// Takes the exits along the contact's normal and the normals of both sprites' pixel edges, and along the opposites.
// Parallel directions are tried once.
static void take_exits(separate_search_state *w)
{
    rim_vec2 directions[5] = { traversal_contact(&w->view).normal };
    int      count = 1;
    for (int i = 0; i < 4; i++)
    {
        rim_vec2 n = pair_edge_normal(i & 2 ? w->b.pose : w->a.pose, i & 1);
        bool     is_new = true;
        for (int k = 0; k < count; k++)
            if (is_parallel(n, directions[k])) is_new = false;
        if (is_new) directions[count++] = n;
    }
    for (int i = 0; i < count; i++)
    {
        take_exit(w, directions[i]);
        take_exit(w, vec2_negate(directions[i]));
    }
}

// Returns a square about 0 that contains all motions that are shorter than the best and leave the bounds of the solid
// pixels overlapping. Its half side is a power of two, so that it can be halved down to single motions. It is at most
// 2^20, so that it fits an int however small the coarse pixels are; longer motions are then left out. Requires
// measure_pixels, and the best motion so far.
static motions all_motions(separate_search_state *w)
{
    const traversal *view = &w->view;
    rim_rect         fine = view->fine.solid, coarse = view->coarse.solid;

    // A box around the fine sprite's solid pixels, in coarse pixels. half_u and half_v are those of one pixel. They are
    // multiplied by `sides`, width plus height, which is more than the longer side. `exits` are the lengths of the
    // motions along columns and rows that part this box from the bounds of the coarse sprite.
    double   x = 0.5 * (fine.x0 + fine.x1), y = 0.5 * (fine.y0 + fine.y1);
    int      sides = fine.x1 - fine.x0 + fine.y1 - fine.y0;
    pair_box box =
        pair_box_about(&view->maps.a_to_b, x, y, view->half_u * sides, view->half_v * sides);
    double exits[4] = { coarse.x1 - box.x0, box.x1 - coarse.x0, coarse.y1 - box.y0,
                        box.y1 - coarse.y0 };
    double most_exit = 1.0;
    for (int i = 0; i < 4; i++) most_exit = exits[i] > most_exit ? exits[i] : most_exit;

    // No motion by more pixels is shorter than the best.
    double most = w->best / w->least + 1.0;
    most = most_exit + 1.0 < most ? most_exit + 1.0 : most;
    int half = 1;
    while (half < most && half < 1 << 20) half *= 2;
    return (motions){ .u = -half, .v = -half, .side = 2 * half };
}

// Sets w->spread and w->least from the greatest and the least stretch of the map, its singular values. Their squares
// are the eigenvalues
//
//      (p + q +- sqrt((p - q)^2 + 4 r^2)) / 2    of    M^T M = (p r, r q),
//
// and the product of the singular values is |det M|.
static void measure_pixels(separate_search_state *w)
{
    rim_xform2 m = w->pixels;
    double     p = (double)m.a * m.a + (double)m.b * m.b;
    double     q = (double)m.c * m.c + (double)m.d * m.d;
    double     r = (double)m.a * m.c + (double)m.b * m.d;
    double     root = sqrt((p - q) * (p - q) + 4.0 * r * r);
    double     most = sqrt(0.5 * (p + q + root));
    w->spread = most * SEPARATE_HALF_DIAGONAL * (1.0 + SEPARATE_SPREAD_SLACK);
    w->least = fabs(rim_xform2_determinant(m)) / most;
}

// Takes some motions that certainly separate the sprites first, so that the search can drop all longer ones.
rim_separation2 rim_sprite_separate(rim_posed a, rim_posed b)
{
    SPRITE_CHECK(a, (rim_separation2){ 0 });
    SPRITE_CHECK(b, (rim_separation2){ 0 });
    rim_separation2       out = { 0 };
    separate_search_state w = { .a = a, .b = b, .best = INFINITY };
    if (!rim_posed_overlaps(&a, &b) || separate_whole(&out, a, b)) return out;
    if (!traversal_init(&w.view, a, b)) return out;
    w.pixels = w.view.coarse_posed.pose;
    measure_pixels(&w);
    w.steps_left = SEPARATE_MAX_STEPS;
    const pair_side *fine = &w.view.fine;
    w.sample_count = separate_samples(w.samples, SEPARATE_SAMPLES, fine->mask, fine->solid);
    take_exits(&w);
    motions all = all_motions(&w);
    separate_search(&w, &all);
    out.hit = true;
    out.move = rim_vec2_make((float)w.x, (float)w.y);
    out.length = w.best;
    return out;
}
