// A world of bodies: keeping them, and taking a step.
#include "base/float.h"
#include "base/memory.h"
#include "solid/dynamics/data.h"
#include "solid/dynamics/lcp.h"

#include <assert.h>
#include <string.h>

rim_status rim_bodies_create(rim_bodies **out, const rim_bodies_options *options)
{
    assert(out);
    *out = NULL;
    rim_allocator from = memory_allocator_or_default(options ? options->allocator : NULL);
    rim_bodies   *world = memory_allocate_zeroed(&from, 1, sizeof *world);
    if (!world) return RIM_ERR_MEMORY;
    world->from = from;
    if (options) world->options = *options;
    world->free = -1;
    world->kernels.separate = bodies_separate_plain;
    world->kernels.solve = bodies_solve_plain;
#if defined(BODIES_CAN_BE_WIDE)
    if (CPU_HAS(AVX2, "avx2"))
    {
        world->kernels.separate = bodies_separate_wide;
        world->kernels.solve = bodies_solve_wide;
    }
#endif
    rim_status status = rim_obstacles_create(&world->obstacles, &from);
    if (status)
        rim_bodies_destroy(world);
    else
        *out = world;
    return status;
}

// Every array that goes by number, with the size of its elements.
typedef struct slot_array
{
    void **block;
    size_t size;
} slot_array;

enum
{
    SLOT_ARRAYS = 13
};

static void list_arrays(rim_bodies *world, slot_array arrays[SLOT_ARRAYS])
{
    slot_array all[SLOT_ARRAYS] = {
        { (void **)&world->bodies, sizeof *world->bodies },
        { (void **)&world->next, sizeof *world->next },
        { (void **)&world->frames, sizeof *world->frames },
        { (void **)&world->eases, sizeof *world->eases },
        { (void **)&world->bounds, sizeof *world->bounds },
        { (void **)&world->kicks, sizeof *world->kicks },
        { (void **)&world->speeds, sizeof *world->speeds },
        { (void **)&world->shifts, sizeof *world->shifts },
        { (void **)&world->parents, sizeof *world->parents },
        { (void **)&world->colours, sizeof *world->colours },
        { (void **)&world->order, sizeof *world->order },
        { (void **)&world->spare, sizeof *world->spare },
        { (void **)&world->starts, sizeof *world->starts },
    };
    memcpy(arrays, all, sizeof all);
}

// One more than there are bodies: the last stands for what does not move.
static size_t with_rest(size_t capacity)
{
    return capacity ? capacity + 1 : 0;
}

void rim_bodies_destroy(rim_bodies *world)
{
    if (!world) return;
    rim_allocator from = world->from;
    slot_array    arrays[SLOT_ARRAYS];
    list_arrays(world, arrays);
    for (int i = 0; i < SLOT_ARRAYS; i++)
        memory_release(&from, *arrays[i].block, with_rest(world->capacity), arrays[i].size);
    for (int k = 0; k < 3; k++)
    {
        memory_release(&from, world->lo[k], world->sorted_capacity, sizeof(float));
        memory_release(&from, world->hi[k], world->sorted_capacity, sizeof(float));
    }
    rim_obstacles_destroy(world->obstacles);
    memory_release(&from, world->pairs, world->pair_capacity, sizeof *world->pairs);
    memory_release(&from, world->unsorted, world->unsorted_capacity, sizeof *world->unsorted);
    memory_release(&from, world->patches, world->patch_capacity, sizeof *world->patches);
    memory_release(&from, world->old, world->old_capacity, sizeof *world->old);
    memory_release(&from, world->groups, world->group_capacity, 1);
    memory_release(&from, world->links, world->link_capacity, sizeof *world->links);
    memory_release(&from, world, 1, sizeof *world);
}

static bool bodies_grow(rim_bodies *world)
{
    slot_array arrays[SLOT_ARRAYS];
    void      *fresh[SLOT_ARRAYS];
    size_t     had = world->capacity, wanted = had ? 2 * had : 16;
    bool       all = true;
    if (had > INT32_MAX / 4) return false;
    list_arrays(world, arrays);
    for (int i = 0; i < SLOT_ARRAYS; i++)
    {
        fresh[i] = memory_allocate_zeroed(&world->from, with_rest(wanted), arrays[i].size);
        all = all && fresh[i];
    }
    for (int i = 0; i < SLOT_ARRAYS; i++)
    {
        if (!all)
        {
            memory_release(&world->from, fresh[i], with_rest(wanted), arrays[i].size);
            continue;
        }
        if (had) memcpy(fresh[i], *arrays[i].block, had * arrays[i].size);
        memory_release(&world->from, *arrays[i].block, with_rest(had), arrays[i].size);
        *arrays[i].block = fresh[i];
    }
    if (all) world->capacity = wanted;
    return all;
}

// --- bodies --------------------------------------------------------------------------------------------

rim_obstacles *rim_bodies_obstacles(rim_bodies *world)
{
    return world->obstacles;
}

static bool is_positive3(rim_vec3 v)
{
    return vec3_is_finite(v) && v.x > 0.0f && v.y > 0.0f && v.z > 0.0f;
}

static bool is_state(const rim_body *b)
{
    return pose_is_finite(b->pose) && vec3_is_finite(b->velocity) && vec3_is_finite(b->spin);
}

static bool is_share(float x)
{
    return x >= 0.0f && float_is_finite(x);
}

static bool is_body(const rim_body *b)
{
    return is_state(b) && is_positive3(b->half) && is_positive3(b->inertia) && b->mass > 0.0f &&
           float_is_finite(b->mass) && vec3_is_finite(b->force) && vec3_is_finite(b->torque) &&
           is_share(b->restitution) && is_share(b->friction) && is_share(b->damping) &&
           is_share(b->spin_damping);
}

rim_status rim_bodies_add(rim_bodies *world, const rim_body *body, int *number)
{
    if (!is_body(body)) return RIM_ERR_ARGUMENT;
    int at = world->free;
    if (at < 0 && (size_t)world->top == world->capacity && !bodies_grow(world))
        return RIM_ERR_MEMORY;
    if (at < 0)
        at = world->top++;
    else
        world->free = world->next[at];
    world->count++;
    world->bodies[at] = *body;
    world->bodies[at].asleep = false;
    world->bodies[at].still = 0.0f;
    world->next[at] = at;
    if (number) *number = at;
    return RIM_OK;
}

const rim_body *rim_bodies_get(const rim_bodies *world, int number)
{
    bool there = number >= 0 && number < world->top && body_in_use(world, number);
    return there ? &world->bodies[number] : NULL;
}

void rim_bodies_remove(rim_bodies *world, int number)
{
    if (!rim_bodies_get(world, number)) return;
    sleep_wake_ring(world, number);
    memset(&world->bodies[number], 0, sizeof world->bodies[number]);
    memset(&world->eases[number], 0, sizeof world->eases[number]);
    world->next[number] = world->free;
    world->free = number;
    world->count--;
}

rim_status rim_bodies_set(rim_bodies *world, int number, const rim_body *body)
{
    if (!rim_bodies_get(world, number) || !is_body(body)) return RIM_ERR_ARGUMENT;
    sleep_wake_ring(world, number);
    world->bodies[number] = *body;
    world->bodies[number].asleep = false;
    world->bodies[number].still = 0.0f;
    return RIM_OK;
}

int rim_bodies_count(const rim_bodies *world)
{
    return world->count;
}

int rim_bodies_top(const rim_bodies *world)
{
    return world->top;
}

int rim_bodies_awake(const rim_bodies *world)
{
    int awake = 0;
    for (int i = 0; i < world->top; i++) awake += body_in_use(world, i) && !world->bodies[i].asleep;
    return awake;
}

void rim_bodies_wake(rim_bodies *world)
{
    for (int i = 0; i < world->top; i++)
    {
        world->bodies[i].asleep = false;
        world->bodies[i].still = 0.0f;
        if (body_in_use(world, i)) world->next[i] = i;
    }
}

double rim_bodies_energy(const rim_bodies *world)
{
    double sum = 0.0;
    for (int i = 0; i < world->top; i++)
        if (body_in_use(world, i)) sum += rim_body_energy(&world->bodies[i]);
    return sum;
}

int rim_bodies_touches(const rim_bodies *world, rim_bodies_touch *out, int capacity)
{
    int count = 0;
    for (int i = 0; i < world->old_count; i++)
    {
        const patch *p = &world->old[i];
        for (int k = 0; k < p->count; k++)
        {
            const patch_point *point = &p->points[k];
            rim_bodies_touch   touch;
            if (!(point->impulse > 0.0f)) continue;
            if (count++ >= capacity) continue;
            const float *at = world->frames[p->a].p, *r = point->ra;
            touch.a = p->a;
            touch.b = p->b;
            touch.point = rim_vec3_make(at[0] + r[0], at[1] + r[1], at[2] + r[2]);
            touch.normal = rim_vec3_make(p->n[0], p->n[1], p->n[2]);
            touch.gap = point->gap;
            touch.impulse = point->impulse;
            out[count - 1] = touch;
        }
    }
    return count;
}

// --- steps ---------------------------------------------------------------------------------------------

static bool is_round(const rim_body *body)
{
    return body->inertia.x == body->inertia.y && body->inertia.y == body->inertia.z;
}

// Where the step took it. What nothing touched gets back what the short steps fell too far: h gravity dt / 2.
static void bodies_move(rim_bodies *world, int i, const body_step *step)
{
    rim_body         *body = &world->bodies[i];
    rim_body          was = *body;
    const body_speed *s = &world->speeds[i], *shift = &world->shifts[i];
    bool              free = world->colours[i] == 0;
    vec3d             go = { shift->v[0], shift->v[1], shift->v[2] };
    vec3d             turn = { shift->w[0], shift->w[1], shift->w[2] };
    vec3d             spin = { s->w[0], s->w[1], s->w[2] };
    double            h = (double)step->dt / step->parts;
    if (free) go = v3d_along(go, v3d_from(step->gravity), -0.5 * h * (double)step->dt);
    body->pose.position = v3d_round(v3d_add(v3d_from(body->pose.position), go));
    if (free && !is_round(body))
    {
        mass_properties matter = body_mass_properties(body);
        body_rotate(&matter, v3d(0.0, 0.0, 0.0), (double)step->dt, &body->pose.rotation, &spin);
    }
    else
    {
        body->pose.rotation = body_rotated(body->pose.rotation, turn, 1.0);
    }
    body->velocity = rim_vec3_make(s->v[0], s->v[1], s->v[2]);
    body->spin = v3d_round(spin);
    body->force = body->torque = rim_vec3_make(0.0f, 0.0f, 0.0f);
    if (is_state(body)) return;
    body->pose = was.pose;
    body->velocity = body->spin = rim_vec3_make(0.0f, 0.0f, 0.0f);
}

static void keep_patches(rim_bodies *world)
{
    patch *patches = world->old;
    size_t capacity = world->old_capacity;
    world->old = world->patches;
    world->old_capacity = world->patch_capacity;
    world->old_count = world->patch_count;
    world->old_pairs = world->patch_pairs;
    world->patches = patches;
    world->patch_capacity = capacity;
}

// Forces wake.
static void wake_forced(rim_bodies *world)
{
    for (int i = 0; i < world->top; i++)
    {
        rim_body *b = &world->bodies[i];
        if (!b->asleep) continue;
        if (rim_vec3_length(b->force) > 0.0f || rim_vec3_length(b->torque) > 0.0f)
            sleep_wake_ring(world, i);
    }
}

enum
{
    WAKE_ROUNDS = 8
};

rim_status rim_bodies_step(rim_bodies *world, float dt)
{
    if (!(dt > 0.0f) || !float_is_finite(dt) || !vec3_is_finite(world->options.gravity))
        return RIM_ERR_ARGUMENT;
    if (!world->count) return RIM_OK;
    body_step step = { dt, world->options.gravity, world->options.fade, 0.0f,
                       world->options.parts };
    if (step.parts <= 0) step.parts = 4;
    float pull = rim_vec3_length(step.gravity) * dt;
    step.fall = pull * dt;
    if (step.fade == 0.0f) step.fade = 4.0f * pull;
    if (step.fade < 0.0f) step.fade = 0.0f;
    wake_forced(world);
    for (int round = 0; round < WAKE_ROUNDS; round++)
    {
        bodies_prepare(world, &step);
        if (!bodies_find_pairs(world)) return RIM_ERR_MEMORY;
        if (!sleep_wake(world, &step)) break;
    }
    if (!bodies_find_contacts(world, &step) || !world->kernels.solve(world, &step))
        return RIM_ERR_MEMORY;
    for (int i = 0; i < world->top; i++)
        if (body_in_use(world, i) && !world->bodies[i].asleep) bodies_move(world, i, &step);
    sleep_update(world, &step);
    keep_patches(world);
    return RIM_OK;
}
