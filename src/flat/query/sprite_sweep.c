// The sweep of two sprites: the choice between the search over whole offsets (integer_sweep) and the general one, and
// the normals of what they find.
#include "rimcast/sprite_query.h"

#include "base/float.h"
#include "base/vec2d.h"
#include "flat/query/contact.h"
#include "flat/query/reoriented.h"
#include "flat/query/sweep.h"
#include "flat/sprite/data.h"

#include <math.h>

// Stores the contact of two sprites that overlap at the start in *hit, and a pixel of each that share area.
static void sprite_sweep_start_inside(rim_hit2 *hit, const rim_posed *a, const rim_posed *b,
                                      rim_contact2 contact)
{
    rim_shared_pixel shared = rim_sprite_shared_pixel(*a, *b, RIM_PICK_ANY);
    hit->ax = shared.a.x, hit->ay = shared.a.y;
    hit->bx = shared.b.x, hit->by = shared.b.y;
    hit->hit = hit->start_overlap = true;
    hit->t = 0.0;
    hit->point = contact.point;
    hit->normal = contact.normal;
    hit->edge_normal = contact.edge_normal;
    hit->depth = contact.depth;
}

// Returns the normal at a touch in the world, from b towards a. It is the normal of the area that the sprites would
// share if the motion went on by PIXELS_AHEAD coarse pixels. If that area has no direction, it is edge_normal. Leaves
// the view's shift at that position.
static rim_vec2 normal_at_touch(rim_posed a, rim_posed b, traversal *view,
                                const pair_sweep_touch *touch, rim_vec2 edge_normal)
{
    double length = sqrt(touch->du * touch->du + touch->dv * touch->dv);
    double ahead = touch->t + PIXELS_AHEAD / length;
    view->shift_u = ahead * touch->du;
    view->shift_v = ahead * touch->dv;
    shared_area shared;
    shared_area_measure(&shared, view);
    double sign = view->swapped ? -1.0 : 1.0;
    if (!(shared.gx * shared.gx + shared.gy * shared.gy > GRADIENT_NOISE_SQUARE * shared.area))
        return edge_normal;
    return pair_normal(&a, &b, sign * shared.gx, sign * shared.gy, shared.area);
}

// Returns n or -n: the one that does not point along `way`, which is a motion.
static rim_vec2 against(rim_vec2 n, vec2d way)
{
    return vec2d_dot(vec2d_of(n), way) > 0.0 ? vec2_negate(n) : n;
}

// Returns n, or edge_normal if n points along the motion `way`: behind a thin wall, where the position PIXELS_AHEAD may
// lie, the shared area falls along the motion.
static rim_vec2 unless_along(rim_vec2 n, vec2d way, rim_vec2 edge_normal)
{
    return vec2d_dot(vec2d_of(n), way) > 0.0 ? edge_normal : n;
}

// --- upright pixels of one size ------------------------------------------------------------------------

// Returns the normal of a touch of an integer sweep at time t, from b towards a. It is the normal of the area that the
// sprites would share PIXELS_AHEAD pixels further on. If that area has no direction, it is edge_normal.
static rim_vec2 whole_normal(const rim_posed *a, const rim_posed *b, const integer_sweep *w,
                             double t, rim_vec2 edge_normal)
{
    const rim_xform2   *m = &a->pose;
    double              ahead = t + PIXELS_AHEAD / sqrt(w->dx * w->dx + w->dy * w->dy);
    double              s = w->scale;
    integer_sweep_share at = integer_sweep_measure(w, w->x + ahead * w->dx, w->y + ahead * w->dy);
    if (!(at.gx * at.gx + at.gy * at.gy > GRADIENT_NOISE_SQUARE * at.area)) return edge_normal;
    return pair_normal(a, b, m->a * at.gx + m->c * at.gy, m->b * at.gx + m->d * at.gy,
                       s * s * at.area);
}

// Returns what pair_edge_normal does for an upright sprite, with the same bits. If its axes point along the world's, no
// square root is needed: the normal is (1, -c) or (-b, 1), with b and c 0 or -0.
static rim_vec2 upright_normal(const rim_xform2 *m, bool is_row)
{
    if (!(m->a > 0.0f && m->d > 0.0f)) return pair_edge_normal(*m, is_row);
    return is_row ? rim_vec2_make(-m->b, 1.0f) : rim_vec2_make(1.0f, -m->c);
}

// Runs an integer sweep and fills in the hit; leaves *hit if there is no touch. `way` is the motion of a relative to b.
// The touching pixels share a part of an edge, and the middle of this part is halfway between the pixels' centers.
// Requires that the two do not overlap at the start.
static void sweep_whole(rim_hit2 *hit, const rim_posed *a, const rim_posed *b, vec2d way,
                        rim_vec2 b_delta, const integer_sweep *w)
{
    integer_sweep_touch touch;
    if (!integer_sweep_first(w, &touch)) return;
    double   x = touch.bx + 0.5, y = touch.by + 0.5, t = touch.t;
    rim_vec2 anchor = b->sprite->anchor;
    // (x, y) is the center of b's pixel. It moves halfway to that of a's pixel at time t, all in b's pixels.
    x += 0.5 * (w->x + t * w->dx + touch.ax - touch.bx);
    y += 0.5 * (w->y + t * w->dy + touch.ay - touch.by);
    hit->hit = true;
    hit->t = t;
    rim_xform2 m = b->pose;
    x -= anchor.x, y -= anchor.y;
    hit->point = rim_vec2_make((float)(m.a * x + m.c * y + m.tx + t * b_delta.x),
                               (float)(m.b * x + m.d * y + m.ty + t * b_delta.y));
    hit->ax = touch.ax, hit->ay = touch.ay;
    hit->bx = touch.bx, hit->by = touch.by;
    hit->edge_normal = against(upright_normal(&b->pose, touch.edge_is_row), way);
    rim_vec2 n = whole_normal(a, b, w, t, hit->edge_normal);
    hit->normal = unless_along(n, way, hit->edge_normal);
}

// --- any poses -------------------------------------------------------------------------------------------

// Computes the sweep of two sprites under general poses.
rim_hit2 sprite_sweep_general(rim_posed a, rim_vec2 a_delta, rim_posed b, rim_vec2 b_delta)
{
    rim_hit2  hit = { 0 };
    traversal view;
    hit.t = 1.0;
    if (!vec2_is_finite(a_delta) || !vec2_is_finite(b_delta)) return hit;
    if (!traversal_init(&view, a, b)) return hit;
    if (traversal_overlaps(&view))
    {
        sprite_sweep_start_inside(&hit, &a, &b, traversal_contact(&view));
        return hit;
    }
    pair_motion motion = { view.swapped ? b_delta : a_delta, view.swapped ? a_delta : b_delta };
    pair_sweep_touch touch;
    pair_sweep_first(&touch, &view, motion, 0);
    if (!touch.hit) return hit;
    pair_sweep_place(&touch, &view);

    rim_vec2 rest = view.swapped ? a_delta : b_delta; // of the coarse sprite, in which the point is
    hit.hit = true;
    hit.t = touch.t;
    hit.point =
        rim_vec2_make((float)(touch.x + touch.t * rest.x), (float)(touch.y + touch.t * rest.y));
    hit.ax = view.swapped ? touch.coarse_x : touch.fine_x;
    hit.ay = view.swapped ? touch.coarse_y : touch.fine_y;
    hit.bx = view.swapped ? touch.fine_x : touch.coarse_x;
    hit.by = view.swapped ? touch.fine_y : touch.coarse_y;

    rim_vec2 n = pair_edge_normal(
        touch.edge_of_fine ? view.fine_posed.pose : view.coarse_posed.pose, touch.edge_is_row);
    vec2d way = vec2d_sub(vec2d_of(a_delta), vec2d_of(b_delta));
    hit.edge_normal = against(n, way);
    n = normal_at_touch(a, b, &view, &touch, hit.edge_normal);
    hit.normal = unless_along(n, way, hit.edge_normal);
    return hit;
}

// --- different orientations ------------------------------------------------------------------------------

// Returns true if the two overlap at the start of the sweep: if they share a pixel at one of the one, two or four whole
// offsets nearest to the first offset. As integer_sweep_overlaps, but before the redrawn sprite has pixels.
static bool reoriented_starts_inside(const reoriented *r, const integer_sweep *w)
{
    int x0 = float_floor_int(w->x), y0 = float_floor_int(w->y);
    int x1 = x0 + (x0 < w->x), y1 = y0 + (y0 < w->y);
    for (int y = y0; y <= y1; y++)
        for (int x = x0; x <= x1; x++)
        {
            integer_offset o = { .a = w->a, .b = w->b, .x = x, .y = y };
            if (reoriented_touches(r, &o)) return true;
        }
    return false;
}

// Sweeps two sprites that are flipped or rotated by quarter turns, but not alike: one of them is redrawn in the
// orientation of the other, and the pixel of it that is touched is mapped back to the original. *hit must be a miss, and
// stays one if nothing is touched. Returns false, with *hit unchanged, for poses that reoriented_init or
// integer_sweep_init rejects.
CPU_APART static bool reoriented_sweep(const rim_posed *a, rim_vec2 a_delta, const rim_posed *b,
                                       rim_vec2 b_delta, rim_hit2 *hit)
{
    reoriented    r;
    integer_sweep whole;
    if (!reoriented_init(&r, a, b)) return false;
    if (!integer_sweep_init(&whole, &r.a, a_delta, &r.b, b_delta)) return false;
    if (reoriented_starts_inside(&r, &whole))
    {
        sprite_sweep_start_inside(hit, a, b, rim_sprite_contact(*a, *b));
        return true;
    }
    // Nothing is drawn if the bounds overlap nowhere on the way: a miss.
    if (!reoriented_draw(&r, integer_sweep_offsets(&whole))) return true;
    sweep_whole(hit, &r.a, &r.b, vec2d_sub(vec2d_of(a_delta), vec2d_of(b_delta)), b_delta, &whole);
    if (hit->hit)
        reoriented_pixel(&r.view, r.is_b ? &hit->bx : &hit->ax, r.is_b ? &hit->by : &hit->ay);
    return true;
}

// Computes the sweep by the fastest search that the poses allow: over whole offsets, over whole offsets with one sprite
// redrawn, or the general one.
static rim_hit2 sprite_sweep_run(const rim_posed *a, rim_vec2 a_delta, const rim_posed *b,
                                 rim_vec2 b_delta)
{
    integer_sweep whole;
    rim_hit2      hit = { 0 };
    hit.t = 1.0;
    if (!integer_sweep_init(&whole, a, a_delta, b, b_delta))
    {
        if (sprites_stay_far(a, a_delta, b, b_delta)) return hit;
        if (reoriented_sweep(a, a_delta, b, b_delta, &hit)) return hit;
        return sprite_sweep_general(*a, a_delta, *b, b_delta);
    }
    if (integer_sweep_overlaps(&whole))
        sprite_sweep_start_inside(&hit, a, b, rim_sprite_contact(*a, *b));
    else
        sweep_whole(&hit, a, b, vec2d_sub(vec2d_of(a_delta), vec2d_of(b_delta)), b_delta, &whole);
    return hit;
}

rim_hit2 rim_sprite_sweep_both(rim_posed a, rim_vec2 a_delta, rim_posed b, rim_vec2 b_delta)
{
    SPRITE_CHECK(a, (rim_hit2){ .t = 1.0 });
    SPRITE_CHECK(b, (rim_hit2){ .t = 1.0 });
    return sprite_sweep_run(&a, a_delta, &b, b_delta);
}

rim_hit2 rim_sprite_sweep(rim_posed a, rim_vec2 delta, rim_posed b)
{
    SPRITE_CHECK(a, (rim_hit2){ .t = 1.0 });
    SPRITE_CHECK(b, (rim_hit2){ .t = 1.0 });
    return sprite_sweep_run(&a, delta, &b, rim_vec2_make(0.0f, 0.0f));
}
