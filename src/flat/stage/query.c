// Queries of all objects of a stage: boxes around images, sixteen at a time, then the box around the solid pixels,
// then the pixels.
#include "flat/stage/search.h"

#include "base/float.h"
#include "flat/figure/data.h"
#include "flat/shape/box2.h"
#include "flat/sprite/data.h"
#include "rimcast/sprite_query.h"

#include <math.h>

// --- one slot --------------------------------------------------------------------------------------------

// Tests two sprites directly if the caller does not need their parts. Otherwise a sprite is tested as a figure of one
// part.
bool stage_shapes_overlap(const rim_stage *s, int a, int b, rim_parts *which)
{
    const rim_posed *p = &s->items[a].posed, *q = &s->items[b].posed;
    rim_figure_part  sprites[2] = { { .pose = rim_xform2_identity(), .sprite = p->sprite },
                                    { .pose = rim_xform2_identity(), .sprite = q->sprite } };
    rim_figure       f = { &sprites[0], 1, p->pose }, g = { &sprites[1], 1, q->pose };
    if (p->sprite && q->sprite && !which) return rim_posed_overlaps(p, q);
    if (!p->sprite) f = stage_figure(s, a);
    if (!q->sprite) g = stage_figure(s, b);
    return rim_figure_overlaps(&f, &g, which);
}

// Returns true if a figure shares area with the object in a slot.
static bool stage_overlaps_figure(const rim_stage *s, int slot, const rim_figure *figure)
{
    const rim_posed *posed = &s->items[slot].posed;
    rim_figure_part  part = { .pose = rim_xform2_identity(), .sprite = posed->sprite };
    rim_figure       other = { &part, 1, posed->pose };
    if (!posed->sprite) other = stage_figure(s, slot);
    return rim_figure_overlaps(figure, &other, NULL);
}

// Returns true if a posed sprite shares area with the object in a slot.
static bool stage_sprite_overlaps(const rim_stage *s, int slot, const rim_posed *posed)
{
    rim_figure_part part = { .pose = rim_xform2_identity(), .sprite = posed->sprite };
    rim_figure      figure = { &part, 1, posed->pose };
    if (!stage_is_figure(s, slot)) return rim_posed_overlaps(posed, &s->items[slot].posed);
    return stage_overlaps_figure(s, slot, &figure);
}

// Returns true if the object in a slot contains a point of the world.
static bool stage_shape_contains(const rim_stage *s, int slot, rim_vec2 p)
{
    if (!stage_is_figure(s, slot)) return rim_sprite_contains(s->items[slot].posed, p);
    rim_figure figure = stage_figure(s, slot);
    return rim_figure_contains(&figure, p, NULL);
}

// Returns true if the figure in a slot shares area with a part whose shape is in world coordinates. The part's own pose
// is replaced by the identity.
static bool stage_figure_overlaps_part(const rim_stage *s, int slot, rim_figure_part part)
{
    rim_figure figure = stage_figure(s, slot), other = { &part, 1, rim_xform2_identity() };
    part.pose = rim_xform2_identity();
    return rim_figure_overlaps(&figure, &other, NULL);
}

// Returns true if the object in a slot shares area with a box.
static bool stage_shape_overlaps_box(const rim_stage *s, int slot, rim_box2 box)
{
    rim_vec2     corners[4];
    rim_polygon2 ring = { corners, 4 };
    if (!stage_is_figure(s, slot)) return rim_sprite_overlaps_box(s->items[slot].posed, box);
    rim_figure figure = stage_figure(s, slot);
    box2_corners(box, corners);
    return figure_overlaps_polygon(&figure, ring);
}

// Returns true if the object in a slot shares area with a circle. A circle of radius 0 is a point, which must be inside
// the object.
static bool stage_shape_overlaps_circle(const rim_stage *s, int slot, rim_circle2 circle)
{
    rim_figure_part part = { .kind = RIM_PART_CIRCLE, .circle = circle };
    rim_polygon2    point = { &circle.center, 1 };
    if (!stage_is_figure(s, slot)) return rim_sprite_overlaps_circle(s->items[slot].posed, circle);
    if (circle.radius > 0.0f) return stage_figure_overlaps_part(s, slot, part);
    rim_figure figure = stage_figure(s, slot);
    return figure_overlaps_polygon(&figure, point);
}

// Returns true if the object in a slot shares area with a polygon.
static bool stage_shape_overlaps_polygon(const rim_stage *s, int slot, rim_polygon2 polygon)
{
    if (!stage_is_figure(s, slot))
        return rim_sprite_overlaps_polygon(s->items[slot].posed, polygon);
    rim_figure figure = stage_figure(s, slot);
    return figure_overlaps_polygon(&figure, polygon);
}

// --- lists in the order of slots -------------------------------------------------------------------------------------

// The caller's array of handles: handles beyond `capacity` are counted, but not written.
typedef struct stage_query_list
{
    rim_handle *out;
    int         capacity, count;
} stage_query_list;

static inline void stage_query_append(stage_query_list *list, rim_handle who)
{
    if (list->count < list->capacity) list->out[list->count] = who;
    list->count++;
}

// Lists the objects on the layers that contain p, or, if boxes_only, those whose boxes do. The box of a point has no
// area, so it is stepped out for the search.
int rim_stage_contains(const rim_stage *s, rim_vec2 p, uint32_t layers, rim_handle *out,
                       int capacity)
{
    stage_search     search;
    stage_query_list list = { out, capacity, 0 };
    if (!vec2_is_finite(p)) return 0;
    stage_search_start(&search, s, stage_search_stepped_out(rim_box2_make(p, p)), layers);
    for (int slot; (slot = stage_search_next(&search)) >= 0;)
    {
        bool inside =
            s->boxes_only ? rim_box2_contains(search.solid, p) : stage_shape_contains(s, slot, p);
        if (inside) stage_query_append(&list, stage_handle(s, slot));
    }
    return list.count;
}

// Lists the objects on the layers that share area with the box, or, if boxes_only, those whose own boxes do.
int rim_stage_overlaps_box(const rim_stage *s, rim_box2 box, uint32_t layers, rim_handle *out,
                           int capacity)
{
    stage_search     search;
    stage_query_list list = { out, capacity, 0 };
    if (rim_box2_is_empty(box) || !vec2_is_finite(box.lo) || !vec2_is_finite(box.hi)) return 0;
    stage_search_start(&search, s, box, layers);
    for (int slot; (slot = stage_search_next(&search)) >= 0;)
        if (s->boxes_only || stage_shape_overlaps_box(s, slot, box))
            stage_query_append(&list, stage_handle(s, slot));
    return list.count;
}

// Lists the objects on the layers that overlap the circle, by pixels even if boxes_only. A circle of radius 0 is a
// point, so its box is stepped out for the search.
int rim_stage_overlaps_circle(const rim_stage *s, rim_circle2 circle, uint32_t layers,
                              rim_handle *out, int capacity)
{
    stage_search     search;
    stage_query_list list = { out, capacity, 0 };
    if (!vec2_is_finite(circle.center) || !float_is_finite(circle.radius)) return 0;
    if (!(circle.radius >= 0.0f)) return 0;
    stage_search_start(&search, s, stage_search_stepped_out(circle2_bounds(circle)), layers);
    for (int slot; (slot = stage_search_next(&search)) >= 0;)
        if (stage_shape_overlaps_circle(s, slot, circle))
            stage_query_append(&list, stage_handle(s, slot));
    return list.count;
}

// Lists the objects on the layers that overlap the polygon, by pixels even if boxes_only. A polygon of one or two
// corners has no area, and so may its box, which is stepped out for the search.
int rim_stage_overlaps_polygon(const rim_stage *s, rim_polygon2 polygon, uint32_t layers,
                               rim_handle *out, int capacity)
{
    stage_search     search;
    stage_query_list list = { out, capacity, 0 };
    for (int i = 0; i < polygon.count; i++)
        if (!vec2_is_finite(polygon.points[i])) return 0;
    if (polygon.count <= 0) return 0;
    stage_search_start(&search, s, stage_search_stepped_out(polygon2_bounds(polygon)), layers);
    for (int slot; (slot = stage_search_next(&search)) >= 0;)
        if (stage_shape_overlaps_polygon(s, slot, polygon))
            stage_query_append(&list, stage_handle(s, slot));
    return list.count;
}

// Lists the objects on the layers, except `but`, that share area with the sprite, or, if boxes_only, those whose boxes
// share area with the sprite's box.
int rim_stage_overlaps_sprite(const rim_stage *s, rim_posed posed, uint32_t layers, rim_handle but,
                              rim_handle *out, int capacity)
{
    stage_search     search;
    stage_query_list list = { out, capacity, 0 };
    SPRITE_CHECK(posed, 0);
    rim_box2 box = rim_sprite_bounds(posed);
    if (rim_box2_is_empty(box)) return 0;
    stage_search_start(&search, s, box, layers);
    for (int slot; (slot = stage_search_next(&search)) >= 0;)
    {
        rim_handle who = stage_handle(s, slot);
        if (stage_is_same(who, but)) continue;
        if (s->boxes_only || stage_sprite_overlaps(s, slot, &posed)) stage_query_append(&list, who);
    }
    return list.count;
}

// Lists the objects on the layers, except `but`, that share area with the figure, or, if boxes_only, those whose boxes
// share area with the figure's box.
int rim_stage_overlaps_figure(const rim_stage *s, const rim_figure *figure, uint32_t layers,
                              rim_handle but, rim_handle *out, int capacity)
{
    stage_search     search;
    stage_query_list list = { out, capacity, 0 };
    rim_box2         box = rim_figure_bounds(figure);
    if (rim_box2_is_empty(box)) return 0;
    stage_search_start(&search, s, box, layers);
    for (int slot; (slot = stage_search_next(&search)) >= 0;)
    {
        rim_handle who = stage_handle(s, slot);
        if (stage_is_same(who, but)) continue;
        if (s->boxes_only || stage_overlaps_figure(s, slot, figure)) stage_query_append(&list, who);
    }
    return list.count;
}

// Lists the other objects with which an object collides, by its filter and their filters. Returns 0 for a handle whose
// object is not on the stage.
int rim_stage_overlaps(const rim_stage *s, rim_handle who, rim_handle *out, int capacity)
{
    stage_search      search;
    stage_query_list  list = { out, capacity, 0 };
    const stage_item *me = stage_find(s, who);
    if (!me) return 0;
    rim_box2 box = stage_solid_box(s, (int)who.slot);
    if (rim_box2_is_empty(box)) return 0;
    // The search leaves out what `me` ignores; the loop leaves out what ignores `me`.
    stage_search_start(&search, s, box, ~me->ignores);
    for (int slot; (slot = stage_search_next(&search)) >= 0;)
    {
        const stage_item *other = &s->items[slot];
        if (other == me || !(me->layers & ~other->ignores)) continue;
        if (s->boxes_only || stage_shapes_overlap(s, (int)who.slot, slot, NULL))
            stage_query_append(&list, stage_handle(s, slot));
    }
    return list.count;
}

// --- lists in the order of t ---------------------------------------------------------------------------------------

// The motion of a mover among the objects of a stage. The mover is *figure if figure is not NULL. Otherwise it is the
// sprite of `mover` if mover.sprite is not NULL. Otherwise it is the point of a ray, from start.lo along delta.
typedef struct stage_query_motion
{
    const rim_stage  *stage;
    rim_posed         mover;
    const rim_figure *figure;
    rim_box2          start; // a box around the mover at the start, at all angles if it turns
    rim_vec2          delta;
    rim_stage_motions others; // the motions of the objects on the stage
    rim_handle        but;    // the object that is not tested
    float             turn;   // of the mover, in radians
} stage_query_motion;

// Returns the translation of the object in a slot during the motion.
static rim_vec2 stage_query_motion_of(const stage_query_motion *m, int slot)
{
    return slot < m->others.count ? m->others.of_slot[slot] : rim_vec2_make(0.0f, 0.0f);
}

// Returns the box around the end points of all finite translations, as vectors from the origin. The origin is in the
// box as well, because slots without a translation rest.
static rim_box2 stage_query_motions_box(const rim_stage_motions *motions)
{
    rim_box2 box = { { 0.0f, 0.0f }, { 0.0f, 0.0f } };
    for (int slot = 0; slot < motions->count; slot++)
        if (vec2_is_finite(motions->of_slot[slot])) box = box2_add(box, motions->of_slot[slot]);
    return box;
}

// The widening of a path's interval, as a fraction of the sum of the magnitudes of its terms: more than two roundings.
#define STAGE_PATH_ERROR (8.0 * DOUBLE_ROUNDING)
// The widening of a radius, as a fraction of it. A squared length of four operations and a root have an error of some
// 2^-51.
#define STAGE_RADIUS_SLACK 0x1p-40

// Computes the interval in which a mover that begins in lo .. hi ends along one axis. The mover's translation is delta,
// and the interval is relative to objects whose translations are in from .. to:
//
//      end_lo = lo + (delta - to),     end_hi = hi + (delta - from)
//
// If all objects rest (from and to are 0), each sum is rounded once, outward. Otherwise the interval is widened by
// STAGE_PATH_ERROR.
static void stage_query_path_end(float lo, float hi, float delta, float from, float to,
                                 float *end_lo, float *end_hi)
{
    double size = fabs((double)lo) + fabs((double)hi) + fabs((double)delta);
    double slack =
        from < to ? STAGE_PATH_ERROR * (size + fabs((double)from) + fabs((double)to)) : 0.0;
    *end_lo = float_below((double)lo + ((double)delta - to) - slack);
    *end_hi = float_above((double)hi + ((double)delta - from) + slack);
}

// Returns a box around the path of the mover's box relative to every other object: around the box at the start, and
// around all boxes in which it may end. The result is stepped out, so that objects that it only touches are found.
static rim_box2 stage_query_path_of(const stage_query_motion *m)
{
    rim_box2 others = stage_query_motions_box(&m->others), start = m->start, end;
    stage_query_path_end(start.lo.x, start.hi.x, m->delta.x, others.lo.x, others.hi.x, &end.lo.x,
                         &end.hi.x);
    stage_query_path_end(start.lo.y, start.hi.y, m->delta.y, others.lo.y, others.hi.y, &end.lo.y,
                         &end.hi.y);
    return stage_search_stepped_out(rim_box2_union(start, end));
}

// Returns a lower bound of the time at which the mover's box touches `box`, which moves by `other`, or 2, which is
// later than every hit, if they do not touch in 0 .. 1. A slab test: with d the motion of the mover relative to `box`,
// they touch along an axis while
//
//      box.lo - start.hi <= t d <= box.hi - start.lo.
static double earliest_contact(const stage_query_motion *m, rim_vec2 other, rim_box2 box)
{
    double enter = 0.0, leave = 1.0;
    double lo[2] = { (double)box.lo.x - m->start.hi.x, (double)box.lo.y - m->start.hi.y };
    double hi[2] = { (double)box.hi.x - m->start.lo.x, (double)box.hi.y - m->start.lo.y };
    double d[2] = { (double)m->delta.x - other.x, (double)m->delta.y - other.y };
    for (int axis = 0; axis < 2; axis++)
        if (!slab_clip(lo[axis], hi[axis], d[axis], &enter, &leave)) return 2.0;
    return enter <= leave ? enter : 2.0;
}

// Returns the first contact of the query's motion with the object in a slot, which moves by `motion`, and stores the
// parts that touch in *parts. The mover, the object or both are figures. A sprite is tested as a figure of one part.
// For a ray, parts->a is 0.
static rim_hit2 stage_query_run_figures(const stage_query_motion *m, rim_vec2 motion, int slot,
                                        rim_parts *parts)
{
    rim_posed       posed = m->stage->items[slot].posed;
    rim_figure_part mine = { .pose = rim_xform2_identity(), .sprite = m->mover.sprite };
    rim_figure_part part = { .pose = rim_xform2_identity(), .sprite = posed.sprite };
    rim_figure      mover = { &mine, 1, m->mover.pose }, other = { &part, 1, posed.pose };
    rim_motion2     turning = { m->delta, m->turn }, rest = { motion, 0.0f };
    if (!posed.sprite) other = stage_figure(m->stage, slot);
    if (m->figure) mover = *m->figure;
    if (m->turn != 0.0f) return rim_figure_sweep_turning(&mover, turning, &other, rest, parts);
    if (m->figure || m->mover.sprite)
        return rim_figure_sweep(&mover, m->delta, &other, motion, parts);
    parts->a = 0;
    return rim_figure_raycast(&other, (rim_ray2){ m->start.lo, m->delta }, &parts->b);
}

// Returns the first contact of the query's motion with the object in a slot, which moves by `motion`, and stores the
// parts that touch in *parts, 0 for sprites. If the mover rotates, `motion` must be 0, unless the mover or the object
// is a figure.
static rim_hit2 stage_query_run(const stage_query_motion *m, rim_vec2 motion, int slot,
                                rim_parts *parts)
{
    rim_posed   other = m->stage->items[slot].posed;
    rim_motion2 turning = { m->delta, m->turn }, rest = { { 0.0f, 0.0f }, 0.0f };
    *parts = (rim_parts){ 0, 0 };
    if (m->figure || !other.sprite) return stage_query_run_figures(m, motion, slot, parts);
    if (m->turn != 0.0f) return rim_sprite_sweep_turning(m->mover, turning, other, rest);
    if (m->mover.sprite) return rim_sprite_sweep_both(m->mover, m->delta, other, motion);
    return rim_sprite_raycast(other, (rim_ray2){ m->start.lo, m->delta });
}

// Inserts a hit into a list in the order of t, after hits with equal t, and returns the new length. If the list is
// full, its last hit is dropped, which may be the new one. Requires length <= capacity.
static int stage_query_insert(rim_stage_hit *out, int length, int capacity,
                              const rim_stage_hit *hit)
{
    int at = length;
    while (at > 0 && hit->hit.t < out[at - 1].hit.t) at--;
    if (at >= capacity) return length;
    if (length < capacity) length++;
    for (int i = length - 1; i > at; i--) out[i] = out[i - 1];
    out[at] = *hit;
    return length;
}

// Writes the hits of the motion with the lowest t to out, at most `capacity` of them, in the order of t, then of slots,
// and returns the number of all hits. Objects on the layers count, except m->but. If `only_first` is true, capacity
// must be 1, and objects that cannot be hit before the hit in out[0] are not tested. The result is then positive if
// there is a hit. Requires stage_query_is_usable.
static int stage_query_collect(const stage_query_motion *m, uint32_t layers, bool only_first,
                               rim_stage_hit *out, int capacity)
{
    stage_search search;
    int          count = 0, length = 0; // of all hits, and of the list in `out`
    stage_search_start(&search, m->stage, stage_query_path_of(m), layers);
    for (int slot; (slot = stage_search_next(&search)) >= 0;)
    {
        rim_handle who = stage_handle(m->stage, slot);
        rim_vec2   motion = stage_query_motion_of(m, slot);
        double     soonest = earliest_contact(m, motion, search.solid);
        if (stage_is_same(who, m->but) || soonest > 1.0) continue;
        if (only_first && length && soonest >= out[0].hit.t) continue;
        rim_stage_hit hit = { .who = who };
        hit.hit = stage_query_run(m, motion, slot, &hit.parts);
        if (!hit.hit.hit) continue;
        count++;
        // Slots are tested in ascending order, so hits with equal t stay in that order.
        length = stage_query_insert(out, length, capacity, &hit);
    }
    return count;
}

// Returns a ray as the motion of a point among objects at rest.
static stage_query_motion ray_motion(const rim_stage *s, rim_ray2 ray)
{
    return (stage_query_motion){ .stage = s,
                                 .start = rim_box2_make(ray.origin, ray.origin),
                                 .delta = ray.delta };
}

// Returns the motion of a sprite that does not rotate, among objects that move by `others`. The object `but` is not
// tested.
static stage_query_motion sprite_motion(const rim_stage *s, rim_posed mover, rim_vec2 delta,
                                        rim_stage_motions others, rim_handle but)
{
    return (stage_query_motion){ .stage = s,
                                 .mover = mover,
                                 .start = rim_sprite_bounds(mover),
                                 .delta = delta,
                                 .others = others,
                                 .but = but };
}

// Returns a box around all points that a box covers while it rotates about the origin of a pose: around the circle with
// the largest distance of a corner from the origin. An empty box stays as it is.
static rim_box2 turning_bounds(rim_box2 box, rim_xform2 pose)
{
    if (rim_box2_is_empty(box)) return box;
    rim_vec2 at = rim_vec2_make(pose.tx, pose.ty), corner[4];
    double   radius = 0.0;
    box2_corners(box, corner);
    for (int i = 0; i < 4; i++)
    {
        double x = (double)corner[i].x - at.x, y = (double)corner[i].y - at.y;
        double length = sqrt(x * x + y * y);
        radius = length > radius ? length : radius;
    }
    radius *= 1.0 + STAGE_RADIUS_SLACK;
    box.lo = rim_vec2_make(float_below(at.x - radius), float_below(at.y - radius));
    box.hi = rim_vec2_make(float_above(at.x + radius), float_above(at.y + radius));
    return box;
}

// Returns the motion of a sprite that may rotate, among objects at rest. If it rotates, m.start is a box for all
// angles.
static stage_query_motion turning_motion(const rim_stage *s, rim_posed mover, rim_motion2 motion,
                                         rim_handle but)
{
    rim_stage_motions  rest = { NULL, 0 };
    stage_query_motion m = sprite_motion(s, mover, motion.delta, rest, but);
    if (motion.turn != 0.0f) m.start = turning_bounds(m.start, mover.pose);
    m.turn = motion.turn;
    return m;
}

// Returns the motion of a figure that may rotate about its pose's origin, among objects that move by `others`. If it
// rotates, m.start is a box for all angles.
static stage_query_motion figure_in_motion(const rim_stage *s, const rim_figure *mover,
                                           rim_motion2 motion, rim_stage_motions others,
                                           rim_handle but)
{
    stage_query_motion m = { .stage = s,
                             .figure = mover,
                             .start = rim_figure_bounds(mover),
                             .delta = motion.delta,
                             .others = others,
                             .but = but,
                             .turn = motion.turn };
    if (motion.turn != 0.0f) m.start = turning_bounds(m.start, mover->pose);
    return m;
}

// Returns false for a motion that hits nothing: one that is not finite, or whose mover has an empty box, as a mover
// with a pose that is not finite has. The box of a very large sprite may be infinite, and is usable.
static bool stage_query_is_usable(const stage_query_motion *m)
{
    return vec2_is_finite(m->delta) && !rim_box2_is_empty(m->start);
}

// Returns the first hit of a motion. A miss has t = 1, and -1 as both parts.
static rim_stage_hit stage_query_first_of(const stage_query_motion *m, uint32_t layers)
{
    rim_stage_hit hit = { { 0, 0 }, { .t = 1.0 }, { -1, -1 } };
    if (stage_query_is_usable(m)) stage_query_collect(m, layers, true, &hit, 1);
    return hit;
}

int rim_stage_raycast_all(const rim_stage *s, rim_ray2 ray, uint32_t layers, rim_stage_hit *out,
                          int capacity)
{
    stage_query_motion m = ray_motion(s, ray);
    return stage_query_is_usable(&m) ? stage_query_collect(&m, layers, false, out, capacity) : 0;
}

rim_stage_hit rim_stage_raycast_first(const rim_stage *s, rim_ray2 ray, uint32_t layers)
{
    stage_query_motion m = ray_motion(s, ray);
    return stage_query_first_of(&m, layers);
}

int rim_stage_sweep_both_all(const rim_stage *s, rim_posed mover, rim_vec2 delta,
                             rim_stage_motions others, uint32_t layers, rim_handle but,
                             rim_stage_hit *out, int capacity)
{
    stage_query_motion m = sprite_motion(s, mover, delta, others, but);
    return stage_query_is_usable(&m) ? stage_query_collect(&m, layers, false, out, capacity) : 0;
}

rim_stage_hit rim_stage_sweep_both_first(const rim_stage *s, rim_posed mover, rim_vec2 delta,
                                         rim_stage_motions others, uint32_t layers, rim_handle but)
{
    stage_query_motion m = sprite_motion(s, mover, delta, others, but);
    return stage_query_first_of(&m, layers);
}

static const rim_stage_motions stage_query_at_rest = { NULL, 0 };

int rim_stage_sweep_all(const rim_stage *s, rim_posed mover, rim_vec2 delta, uint32_t layers,
                        rim_handle but, rim_stage_hit *out, int capacity)
{
    return rim_stage_sweep_both_all(s, mover, delta, stage_query_at_rest, layers, but, out,
                                    capacity);
}

rim_stage_hit rim_stage_sweep_first(const rim_stage *s, rim_posed mover, rim_vec2 delta,
                                    uint32_t layers, rim_handle but)
{
    return rim_stage_sweep_both_first(s, mover, delta, stage_query_at_rest, layers, but);
}

int rim_stage_sweep_turning_all(const rim_stage *s, rim_posed mover, rim_motion2 motion,
                                uint32_t layers, rim_handle but, rim_stage_hit *out, int capacity)
{
    stage_query_motion m = turning_motion(s, mover, motion, but);
    return stage_query_is_usable(&m) ? stage_query_collect(&m, layers, false, out, capacity) : 0;
}

rim_stage_hit rim_stage_sweep_turning_first(const rim_stage *s, rim_posed mover, rim_motion2 motion,
                                            uint32_t layers, rim_handle but)
{
    stage_query_motion m = turning_motion(s, mover, motion, but);
    return stage_query_first_of(&m, layers);
}

int rim_stage_sweep_figure_all(const rim_stage *s, const rim_figure *mover, rim_motion2 motion,
                               rim_stage_motions others, uint32_t layers, rim_handle but,
                               rim_stage_hit *out, int capacity)
{
    stage_query_motion m = figure_in_motion(s, mover, motion, others, but);
    return stage_query_is_usable(&m) ? stage_query_collect(&m, layers, false, out, capacity) : 0;
}

rim_stage_hit rim_stage_sweep_figure_first(const rim_stage *s, const rim_figure *mover,
                                           rim_motion2 motion, rim_stage_motions others,
                                           uint32_t layers, rim_handle but)
{
    stage_query_motion m = figure_in_motion(s, mover, motion, others, but);
    return stage_query_first_of(&m, layers);
}
