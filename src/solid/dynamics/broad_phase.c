// Bounds, and pairs of bodies whose bounds overlap.
#include "base/memory.h"
#include "solid/dynamics/data.h"

#include <math.h>
#include <string.h>

// --- bounds --------------------------------------------------------------------------------------------

static void set_frame(body_frame *f, const rim_body *body)
{
    mat3d  m = m3d_from_quat(body->pose.rotation);
    float  x = body->half.x, y = body->half.y, z = body->half.z;
    double axes[9] = { m.x.x, m.x.y, m.x.z, m.y.x, m.y.y, m.y.z, m.z.x, m.z.y, m.z.z };
    f->p[0] = body->pose.position.x;
    f->p[1] = body->pose.position.y;
    f->p[2] = body->pose.position.z;
    for (int i = 0; i < 3; i++)
    {
        f->x[i] = (float)axes[i];
        f->y[i] = (float)axes[3 + i];
        f->z[i] = (float)axes[6 + i];
    }
    f->half_x = x;
    f->half_y = y;
    f->half_z = z;
    f->thin = x < y ? (x < z ? x : z) : y < z ? y : z;
}

// R diag(1 / I) R^T
static void set_ease(body_ease *e, const body_frame *f, const rim_body *body)
{
    float a = 1.0f / body->inertia.x, b = 1.0f / body->inertia.y, c = 1.0f / body->inertia.z;
    e->mass = 1.0f / body->mass;
    e->xx = a * f->x[0] * f->x[0] + b * f->y[0] * f->y[0] + c * f->z[0] * f->z[0];
    e->yy = a * f->x[1] * f->x[1] + b * f->y[1] * f->y[1] + c * f->z[1] * f->z[1];
    e->zz = a * f->x[2] * f->x[2] + b * f->y[2] * f->y[2] + c * f->z[2] * f->z[2];
    e->xy = a * f->x[0] * f->x[1] + b * f->y[0] * f->y[1] + c * f->z[0] * f->z[1];
    e->yz = a * f->x[1] * f->x[2] + b * f->y[1] * f->y[2] + c * f->z[1] * f->z[2];
    e->zx = a * f->x[2] * f->x[0] + b * f->y[2] * f->y[0] + c * f->z[2] * f->z[0];
    e->friction = body->friction;
}

// A box reaches  sum |axis_i| half_i  along every axis; turning, its corners move by less than spin dt times the
// sum of its half extents. Its speed is told without what gravity adds, which is step->fall.
static void broad_phase_set_bounds(body_bounds *out, const body_frame *f, const body_speed *s,
                                   const body_step *step)
{
    float w = fabsf(s->w[0]) + fabsf(s->w[1]) + fabsf(s->w[2]);
    float turning = step->dt * w * (f->half_x + f->half_y + f->half_z);
    float margin = 0.03125f * f->thin + step->fall + (turning < f->thin ? turning : f->thin);
    for (int i = 0; i < 3; i++)
    {
        float reach = fabsf(f->x[i]) * f->half_x + fabsf(f->y[i]) * f->half_y +
                      fabsf(f->z[i]) * f->half_z + margin;
        float go = s->v[i] * step->dt;
        out->lo[i] = f->p[i] - reach + (go < 0.0f ? go : 0.0f);
        out->hi[i] = f->p[i] + reach + (go > 0.0f ? go : 0.0f);
    }
}

static void set_kick(body_kick *kick, const body_ease *e, const rim_body *body,
                     const body_step *step)
{
    float    h = step->dt / (float)step->parts, ease = h * e->mass;
    rim_vec3 t = body->torque, g = step->gravity;
    kick->v[0] = h * g.x + ease * body->force.x;
    kick->v[1] = h * g.y + ease * body->force.y;
    kick->v[2] = h * g.z + ease * body->force.z;
    kick->w[0] = h * (e->xx * t.x + e->xy * t.y + e->zx * t.z);
    kick->w[1] = h * (e->xy * t.x + e->yy * t.y + e->yz * t.z);
    kick->w[2] = h * (e->zx * t.x + e->yz * t.y + e->zz * t.z);
    kick->slow = 1.0f / (1.0f + body->damping * h);
    kick->calm = 1.0f / (1.0f + body->spin_damping * h);
}

void bodies_prepare(rim_bodies *world, const body_step *step)
{
    for (int i = 0; i < world->top; i++)
    {
        const rim_body *body = &world->bodies[i];
        body_speed     *s = &world->speeds[i];
        if (!body_in_use(world, i) || body->asleep)
        {
            memset(s, 0, sizeof *s);
            memset(&world->kicks[i], 0, sizeof world->kicks[i]);
            continue;
        }
        set_frame(&world->frames[i], body);
        set_ease(&world->eases[i], &world->frames[i], body);
        set_kick(&world->kicks[i], &world->eases[i], body, step);
        s->v[0] = body->velocity.x;
        s->v[1] = body->velocity.y;
        s->v[2] = body->velocity.z;
        s->w[0] = body->spin.x;
        s->w[1] = body->spin.y;
        s->w[2] = body->spin.z;
        broad_phase_set_bounds(&world->bounds[i], &world->frames[i], s, step);
    }
}

// --- sorting -------------------------------------------------------------------------------------------

// A float's bits in the order of its value: those of negative ones are turned over.
static uint32_t sortable(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

enum
{
    DIGIT = 11,
    DIGITS = 1 << DIGIT,
    BROAD_PHASE_INSERTION_SORT_MOST = 48
};

static int *sort_few(const rim_bodies *world, int axis, int count, int *list)
{
    const body_bounds *bounds = world->bounds;
    for (int i = 1; i < count; i++)
    {
        int      it = list[i], at = i;
        uint32_t key = sortable(bounds[it].lo[axis]);
        for (; at > 0 && sortable(bounds[list[at - 1]].lo[axis]) > key; at--)
            list[at] = list[at - 1];
        list[at] = it;
    }
    return list;
}

// By the lower bound along the axis; equal ones by number. Three passes of a counting sort.
static int *sort_along(const rim_bodies *world, int axis, int count, int *from, int *to)
{
    if (count <= BROAD_PHASE_INSERTION_SORT_MOST) return sort_few(world, axis, count, from);
    for (int shift = 0; shift < 32; shift += DIGIT)
    {
        int starts[DIGITS + 1] = { 0 };
        for (int i = 0; i < count; i++)
            starts[(sortable(world->bounds[from[i]].lo[axis]) >> shift & (DIGITS - 1)) + 1]++;
        for (int i = 0; i < DIGITS; i++) starts[i + 1] += starts[i];
        for (int i = 0; i < count; i++)
        {
            uint32_t digit =
                sortable(world->bounds[from[i]].lo[axis]) >> shift & (uint32_t)(DIGITS - 1);
            to[starts[digit]++] = from[i];
        }
        int *other = from;
        from = to;
        to = other;
    }
    return from;
}

// The axis along which the bodies are spread most; the one of last time if it is nearly as good.
static int broad_phase_choose_axis(const rim_bodies *world)
{
    double sum[3] = { 0.0 }, square[3] = { 0.0 };
    int    count = world->count, best = world->axis;
    for (int i = 0; i < world->top; i++)
    {
        if (!body_in_use(world, i)) continue;
        for (int k = 0; k < 3; k++)
        {
            double p = (double)world->bounds[i].lo[k];
            sum[k] += p;
            square[k] += p * p;
        }
    }
    for (int k = 0; k < 3; k++) square[k] -= sum[k] * sum[k] / (count > 0 ? count : 1);
    for (int k = 0; k < 3; k++)
        if (square[k] > 1.5 * square[best]) best = k;
    return best;
}

// --- the sweep -----------------------------------------------------------------------------------------

static void add_pair(rim_bodies *world, int i, int k)
{
    int a = world->order[i], b = world->order[k];
    if (world->bodies[a].asleep && world->bodies[b].asleep) return;
    body_pair *pair = &world->unsorted[world->pair_count++];
    pair->a = a < b ? a : b;
    pair->b = a < b ? b : a;
}

// Room for a few more pairs.
static bool more_room(rim_bodies *world, size_t few)
{
    size_t wanted = (size_t)world->pair_count + few;
    return wanted <= world->unsorted_capacity ||
           memory_reserve(&world->from, (void **)&world->unsorted, &world->unsorted_capacity,
                          wanted, sizeof *world->unsorted);
}

// Bounds in sorted order; behind the last one four that are nowhere, for those who look at four at a time.
static void broad_phase_spread(rim_bodies *world, int count)
{
    int x = world->axis, y = (x + 1) % 3, z = (x + 2) % 3, axes[3] = { x, y, z };
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < count; i++)
        {
            world->lo[k][i] = world->bounds[world->order[i]].lo[axes[k]];
            world->hi[k][i] = world->bounds[world->order[i]].hi[axes[k]];
        }
    for (int i = count; i < count + 4; i++)
        for (int k = 0; k < 3; k++)
        {
            world->lo[k][i] = NAN;
            world->hi[k][i] = NAN;
        }
}

#ifdef CPU_SSE2
#include <emmintrin.h>

// Those behind i, from k on four at a time, that begin before i ends.
static bool broad_phase_sweep_one(rim_bodies *world, int i)
{
    const float *lx = world->lo[0], *lo_y = world->lo[1], *lo_z = world->lo[2];
    const float *hi_y = world->hi[1], *hi_z = world->hi[2];
    __m128       end = _mm_set1_ps(world->hi[0][i]);
    __m128       ly = _mm_set1_ps(lo_y[i]), hy = _mm_set1_ps(hi_y[i]);
    __m128       lz = _mm_set1_ps(lo_z[i]), hz = _mm_set1_ps(hi_z[i]);
    for (int k = i + 1;; k += 4)
    {
        __m128 before = _mm_cmple_ps(_mm_loadu_ps(lx + k), end);
        __m128 y = _mm_and_ps(_mm_cmple_ps(_mm_loadu_ps(lo_y + k), hy),
                              _mm_cmpge_ps(_mm_loadu_ps(hi_y + k), ly));
        __m128 z = _mm_and_ps(_mm_cmple_ps(_mm_loadu_ps(lo_z + k), hz),
                              _mm_cmpge_ps(_mm_loadu_ps(hi_z + k), lz));
        int    near = _mm_movemask_ps(_mm_and_ps(before, _mm_and_ps(y, z)));
        if (near)
        {
            if (!more_room(world, 4)) return false;
            for (int bit = 0; near >> bit; bit++)
                if (near >> bit & 1) add_pair(world, i, k + bit);
        }
        if (_mm_movemask_ps(before) != 15) return true;
    }
}
#else
static bool broad_phase_sweep_one(rim_bodies *world, int i)
{
    float *const *lo = world->lo, *const *hi = world->hi;
    for (int k = i + 1; lo[0][k] <= hi[0][i]; k++)
    {
        if (!(lo[1][k] <= hi[1][i] && lo[1][i] <= hi[1][k] && lo[2][k] <= hi[2][i] &&
              lo[2][i] <= hi[2][k]))
            continue;
        if (!more_room(world, 1)) return false;
        add_pair(world, i, k);
    }
    return true;
}
#endif

// By a, then by b: counted by a, then each a's few sorted by insertion.
static bool broad_phase_sort_pairs(rim_bodies *world)
{
    if (!memory_reserve(&world->from, (void **)&world->pairs, &world->pair_capacity,
                        (size_t)world->pair_count, sizeof *world->pairs))
        return false;
    int *starts = world->starts;
    memset(starts, 0, sizeof *starts * ((size_t)world->top + 1));
    for (int i = 0; i < world->pair_count; i++) starts[world->unsorted[i].a + 1]++;
    for (int i = 0; i < world->top; i++) starts[i + 1] += starts[i];
    for (int i = 0; i < world->pair_count; i++)
        world->pairs[starts[world->unsorted[i].a]++] = world->unsorted[i];
    for (int i = 1; i < world->pair_count; i++)
    {
        body_pair pair = world->pairs[i];
        int       at = i;
        for (; at > 0 && world->pairs[at - 1].a == pair.a && world->pairs[at - 1].b > pair.b; at--)
            world->pairs[at] = world->pairs[at - 1];
        world->pairs[at] = pair;
    }
    return true;
}

static bool broad_phase_make_room(rim_bodies *world)
{
    size_t wanted = world->capacity + 4, had = world->sorted_capacity;
    if (wanted <= had) return true;
    float *fresh[6];
    bool   all = true;
    for (int k = 0; k < 6; k++)
    {
        fresh[k] = memory_allocate(&world->from, wanted, sizeof(float));
        all = all && fresh[k];
    }
    for (int k = 0; k < 6; k++)
    {
        float **place = k < 3 ? &world->lo[k] : &world->hi[k - 3];
        if (all)
        {
            memory_release(&world->from, *place, had, sizeof(float));
            *place = fresh[k];
        }
        else
        {
            memory_release(&world->from, fresh[k], wanted, sizeof(float));
        }
    }
    if (all) world->sorted_capacity = wanted;
    return all;
}

bool bodies_find_pairs(rim_bodies *world)
{
    int count = 0;
    world->pair_count = 0;
    if (!broad_phase_make_room(world)) return false;
    world->axis = broad_phase_choose_axis(world);
    int *from = world->order, *to = world->spare;
    for (int i = 0; i < world->top; i++)
        if (body_in_use(world, i)) from[count++] = i;
    int *sorted = sort_along(world, world->axis, count, from, to);
    world->spare = sorted == from ? to : from;
    world->order = sorted;
    broad_phase_spread(world, count);
    for (int i = 0; i < count; i++)
        if (!broad_phase_sweep_one(world, i)) return false;
    return broad_phase_sort_pairs(world);
}
