// Queries of all sprites: boxes around images, sixteen at a time, then the box around the solid pixels, then pixels.
#include "flat/stage/data.h"

#include "base/float.h"
#include "rimcast/sprite_query.h"

#include <math.h>

// Boxes that touch count as well: the question's box is made a little larger.
static rim_box2 stepped_out(rim_box2 box)
{
    box.lo = rim_vec2_make(float_step(box.lo.x, -1), float_step(box.lo.y, -1));
    box.hi = rim_vec2_make(float_step(box.hi.x, +1), float_step(box.hi.y, +1));
    return box;
}

// --- lists by slot ---------------------------------------------------------------------------------------

// Some of a stage, one chunk of boxes after the other.
typedef struct stage_query_state
{
    const rim_stage *stage;
    rim_box2         box;
    uint32_t         layers;
    int              from, at, count;
    int32_t          found[STAGE_CHUNK];
    rim_box2         solid; // of the last slot returned
} stage_query_state;

static void walk_start(stage_query_state *w, const rim_stage *stage, rim_box2 box, uint32_t layers)
{
    w->stage = stage;
    w->box = box;
    w->layers = layers;
    w->from = w->at = w->count = 0;
}

static bool stage_share_area(rim_box2 a, rim_box2 b)
{
    return a.lo.x < b.hi.x && b.lo.x < a.hi.x && a.lo.y < b.hi.y && b.lo.y < a.hi.y;
}

// Returns the next slot whose solid pixels' box shares area with the walk's box, or -1.
static int walk_next(stage_query_state *w)
{
    for (;;)
    {
        while (w->at < w->count)
        {
            int slot = w->found[w->at++];
            if (!(w->stage->items[slot].layers & w->layers)) continue;
            w->solid = stage_solid_box(w->stage, slot);
            if (stage_share_area(w->solid, w->box)) return slot;
        }
        if (w->from >= w->stage->images.count) return -1;
        w->at = 0;
        w->count = w->stage->kernel->find(&w->stage->images, &w->from, &w->box, w->found);
    }
}

int rim_stage_contains(const rim_stage *s, rim_vec2 p, uint32_t layers, rim_handle *out,
                       int capacity)
{
    stage_query_state w;
    int               count = 0;
    if (!vec2_is_finite(p)) return 0;
    walk_start(&w, s, stepped_out(rim_box2_make(p, p)), layers);
    for (int slot; (slot = walk_next(&w)) >= 0;)
    {
        bool inside = s->boxes_only ? rim_box2_contains(w.solid, p)
                                    : rim_sprite_contains(s->items[slot].posed, p);
        if (!inside) continue;
        if (count < capacity) out[count] = stage_handle(s, slot);
        count++;
    }
    return count;
}

int rim_stage_overlaps_box(const rim_stage *s, rim_box2 box, uint32_t layers, rim_handle *out,
                           int capacity)
{
    stage_query_state w;
    int               count = 0;
    if (rim_box2_is_empty(box) || !vec2_is_finite(box.lo) || !vec2_is_finite(box.hi)) return 0;
    walk_start(&w, s, box, layers);
    for (int slot; (slot = walk_next(&w)) >= 0;)
    {
        if (!s->boxes_only && !rim_sprite_overlaps_box(s->items[slot].posed, box)) continue;
        if (count < capacity) out[count] = stage_handle(s, slot);
        count++;
    }
    return count;
}

// --- lists by time ---------------------------------------------------------------------------------------

typedef struct stage_query_motion
{
    const rim_stage *stage;
    rim_posed        mover; // its sprite is NULL for a ray
    rim_box2         start; // the mover's box, or the ray's origin
    rim_vec2         delta;
    rim_handle       but;
} stage_query_motion;

// The box of the whole way.
static rim_box2 stage_query_path_of(const stage_query_motion *m)
{
    double   x0 = (double)m->start.lo.x + m->delta.x, y0 = (double)m->start.lo.y + m->delta.y;
    double   x1 = (double)m->start.hi.x + m->delta.x, y1 = (double)m->start.hi.y + m->delta.y;
    rim_box2 end = { { float_below(x0), float_below(y0) }, { float_above(x1), float_above(y1) } };
    return stepped_out(rim_box2_union(m->start, end));
}

// No earlier than this does the mover's box meet a box; above 1 if never. Rounded, in doubt too early.
static double earliest(const stage_query_motion *m, rim_box2 box)
{
    double t0 = 0.0, t1 = 1.0;
    double lo[2] = { (double)box.lo.x - m->start.hi.x, (double)box.lo.y - m->start.hi.y };
    double hi[2] = { (double)box.hi.x - m->start.lo.x, (double)box.hi.y - m->start.lo.y };
    double d[2] = { m->delta.x, m->delta.y };
    for (int i = 0; i < 2; i++)
    {
        if (d[i] == 0.0) continue; // the boxes said so already
        double a = lo[i] / d[i], b = hi[i] / d[i];
        double first = a < b ? a : b, last = a < b ? b : a;
        first -= 1e-12 * fabs(first), last += 1e-12 * fabs(last);
        t0 = first > t0 ? first : t0;
        t1 = last < t1 ? last : t1;
    }
    return t0 <= t1 ? t0 : 2.0;
}

static rim_hit2 stage_query_run(const stage_query_motion *m, int slot)
{
    rim_posed other = m->stage->items[slot].posed;
    if (m->mover.sprite) return rim_sprite_sweep(m->mover, m->delta, other);
    return rim_sprite_raycast(other, (rim_ray2){ m->start.lo, m->delta });
}

static bool stage_query_is_same(rim_handle a, rim_handle b)
{
    return a.slot == b.slot && a.generation == b.generation;
}

// All of them if first is false; the earliest `capacity` are kept in order. Else only the first one.
static int stage_query_collect(const stage_query_motion *m, uint32_t layers, bool first,
                               rim_stage_hit *out, int capacity)
{
    stage_query_state w;
    int               count = 0, kept = 0;
    walk_start(&w, m->stage, stage_query_path_of(m), layers);
    for (int slot; (slot = walk_next(&w)) >= 0;)
    {
        rim_handle who = stage_handle(m->stage, slot);
        double     soonest = earliest(m, w.solid);
        if (stage_query_is_same(who, m->but) || soonest > 1.0) continue;
        if (first && kept && soonest >= out[0].hit.t) continue;
        rim_stage_hit hit = { who, stage_query_run(m, slot) };
        if (!hit.hit.hit) continue;
        count++;
        // Slots come in ascending order, so that equal times stay in theirs.
        int at = kept;
        while (at > 0 && hit.hit.t < out[at - 1].hit.t) at--;
        if (at >= capacity) continue;
        if (kept < capacity) kept++;
        for (int i = kept - 1; i > at; i--) out[i] = out[i - 1];
        out[at] = hit;
    }
    return count;
}

static stage_query_motion ray_motion(const rim_stage *s, rim_ray2 ray)
{
    rim_posed          none = { NULL, { 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f } };
    rim_handle         nobody = { 0, 0 };
    stage_query_motion m = { s, none, rim_box2_make(ray.origin, ray.origin), ray.delta, nobody };
    return m;
}

static stage_query_motion sprite_motion(const rim_stage *s, rim_posed mover, rim_vec2 delta,
                                        rim_handle but)
{
    stage_query_motion m = { s, mover, rim_sprite_bounds(mover), delta, but };
    return m;
}

static bool stage_query_is_usable(const stage_query_motion *m)
{
    // The bounds of a large sprite may be infinite; those of what is not a number are empty.
    return vec2_is_finite(m->delta) && !rim_box2_is_empty(m->start);
}

static rim_stage_hit stage_query_first_of(const stage_query_motion *m, uint32_t layers)
{
    rim_stage_hit hit = { { 0, 0 }, { .t = 1.0 } };
    if (stage_query_is_usable(m)) stage_query_collect(m, layers, true, &hit, 1);
    return hit;
}

int rim_stage_raycast_all(const rim_stage *s, rim_ray2 ray, uint32_t layers, rim_stage_hit *out,
                          int capacity)
{
    stage_query_motion m = ray_motion(s, ray);
    return stage_query_is_usable(&m) ? stage_query_collect(&m, layers, false, out, capacity) : 0;
}

int rim_stage_sweep_all(const rim_stage *s, rim_posed mover, rim_vec2 delta, uint32_t layers,
                        rim_handle but, rim_stage_hit *out, int capacity)
{
    stage_query_motion m = sprite_motion(s, mover, delta, but);
    return stage_query_is_usable(&m) ? stage_query_collect(&m, layers, false, out, capacity) : 0;
}

rim_stage_hit rim_stage_raycast_first(const rim_stage *s, rim_ray2 ray, uint32_t layers)
{
    stage_query_motion m = ray_motion(s, ray);
    return stage_query_first_of(&m, layers);
}

rim_stage_hit rim_stage_sweep_first(const rim_stage *s, rim_posed mover, rim_vec2 delta,
                                    uint32_t layers, rim_handle but)
{
    stage_query_motion m = sprite_motion(s, mover, delta, but);
    return stage_query_first_of(&m, layers);
}
