// A world of bodies: its arrays, its bodies, and a step.
#include "base/float.h"
#include "base/memory.h"
#include "solid/dynamics/data.h"
#include "solid/dynamics/body.h"
#include "solid/dynamics/obstacles.h"

#include <math.h>
#include <string.h>

rim_status rim_bodies_create(rim_bodies **out, const rim_bodies_options *options)
{
    RIM_ASSERT(out, "out is NULL");
    rim_allocator from = memory_allocator_or_default(options ? options->allocator : NULL);
    rim_bodies   *world = *out = memory_allocate_zeroed(&from, 1, sizeof *world);
    if (!world) return RIM_ERR_MEMORY;
    world->from = from;
    if (options) world->options = *options;
    world->free = -1;
    world->kernels = &body_kernels_plain;
#ifdef CPU_X86
    if (CPU_HAS_AVX2) world->kernels = &body_kernels_avx2;
#endif
    rim_status status = obstacles_create(&world->obstacles, &from);
    if (status == RIM_OK) return RIM_OK;
    rim_bodies_destroy(world);
    *out = NULL;
    return status;
}

void rim_bodies_destroy(rim_bodies *world)
{
    if (!world) return;
    rim_allocator from = world->from;
    obstacles_destroy(world->obstacles);
    memory_release(&from, world->arrays, world->array_bytes, 1);
    memory_release(&from, world->pairs, world->pair_capacity, sizeof *world->pairs);
    memory_release(&from, world->sorted_pairs, world->sorted_capacity, sizeof *world->sorted_pairs);
    memory_release(&from, world->constraints, world->constraint_capacity,
                   sizeof *world->constraints);
    memory_release(&from, world->previous, world->previous_capacity, sizeof *world->previous);
    const pair_list *lists[] = { &world->touching, &world->touching_before, &world->entered,
                                 &world->left };
    for (int i = 0; i < 4; i++)
        memory_release(&from, lists[i]->items, lists[i]->capacity, sizeof(rim_pair));
    memory_release(&from, world->wide, world->wide_capacity, 1);
    memory_release(&from, world->graph, world->graph_capacity, sizeof *world->graph);
    memory_release(&from, world, 1, sizeof *world);
}

enum
{
    // Kernels compute offsets in floats as int, and the largest element that they read is a body_frame.
    MOST_BODIES = INT32_MAX / (int)(sizeof(body_frame) / sizeof(float)) - BODIES_PADDING,
    WAKE_ROUNDS = 8 // of finding pairs: bodies that wake may wake others
};

// Doubles the capacity of the arrays of bodies, at first to 16, and keeps their elements. They lie one behind another in
// one zeroed block, each with BODIES_PADDING more elements than the capacity. All counts are multiples of eight, so the
// arrays of elements of whole eight bytes, which come first, begin at cache lines, and the others at multiples of 32
// bytes. Returns false when out of memory, and then changes nothing.
static bool bodies_grow(rim_bodies *world)
{
    struct
    {
        void **array; // the member of the world that points to it
        size_t size;  // of an element
    } all[] = {
        { (void **)&world->bodies, sizeof *world->bodies },
        { (void **)&world->frames, sizeof *world->frames },
        { (void **)&world->inverse_masses, sizeof *world->inverse_masses },
        { (void **)&world->bounds, sizeof *world->bounds },
        { (void **)&world->increments, sizeof *world->increments },
        { (void **)&world->velocities, sizeof *world->velocities },
        { (void **)&world->displacements, sizeof *world->displacements },
        { (void **)&world->warm, sizeof *world->warm },
        { (void **)&world->without_rebounds, sizeof *world->without_rebounds },
        { (void **)&world->turned, sizeof *world->turned },
        { (void **)&world->energies, sizeof *world->energies },
        { (void **)&world->next, sizeof *world->next },
        { (void **)&world->islands, sizeof *world->islands },
        { (void **)&world->resting, sizeof *world->resting },
        { (void **)&world->rocking, sizeof *world->rocking },
        { (void **)&world->awake, sizeof *world->awake },
        { (void **)&world->settling, sizeof *world->settling },
        { (void **)&world->colors, sizeof *world->colors },
        { (void **)&world->order, sizeof *world->order },
        { (void **)&world->indices, sizeof *world->indices },
        { (void **)&world->sorted, 6 * sizeof *world->sorted },
    };
    const int count = sizeof all / sizeof *all;
    size_t    had = world->capacity, capacity = had ? 2 * had : 16, per_body = 0;
    if (capacity > MOST_BODIES) return false;
    for (int i = 0; i < count; i++) per_body += all[i].size;
    size_t bytes = per_body * (capacity + BODIES_PADDING) + MEMORY_ALIGNMENT;
    char  *block = memory_allocate_zeroed(&world->from, bytes, 1);
    if (!block) return false;
    char *at = memory_aligned(block);
    for (int i = 0; i < count; i++)
    {
        if (had) memcpy(at, *all[i].array, had * all[i].size);
        *all[i].array = at;
        at += (capacity + BODIES_PADDING) * all[i].size;
    }
    memory_release(&world->from, world->arrays, world->array_bytes, 1);
    world->arrays = block;
    world->array_bytes = bytes;
    world->capacity = capacity;
    return true;
}

// --- bodies --------------------------------------------------------------------------------------------

rim_obstacles *rim_bodies_obstacles(rim_bodies *world)
{
    return world->obstacles;
}

// Stores a body at a slot that is in use or becomes so, awake and in a ring of its own, and keeps the slot's handle.
static void put_body(rim_bodies *world, int at, const rim_body *body)
{
    rim_handle handle = world->bodies[at].handle;
    world->bodies[at] = *body;
    world->bodies[at].asleep = false;
    world->bodies[at].still = 0.0f;
    world->bodies[at].handle = handle;
    world->next[at] = at;
}

// Takes the slot that was freed last, whose handle has its next generation already, or else a new slot with generation
// 1.
rim_status rim_bodies_add(rim_bodies *world, const rim_body *body, rim_handle *out)
{
    int      at = world->free;
    rim_body copy = *body; // which may be one of the world's, whose array grows
    if (out) memset(out, 0, sizeof *out);
    if (!body_is_valid(body)) return RIM_ERR_ARGUMENT;
    if (at < 0 && (size_t)world->top == world->capacity && !bodies_grow(world))
        return RIM_ERR_MEMORY;
    if (at < 0)
    {
        at = world->top++;
        world->order[at].body = at;
        world->bodies[at].handle = (rim_handle){ (uint32_t)at, 1 };
    }
    else
    {
        world->free = world->next[at];
    }
    world->count++;
    put_body(world, at, &copy);
    if (out) *out = world->bodies[at].handle;
    return RIM_OK;
}

const rim_body *rim_bodies_get(const rim_bodies *world, rim_handle which)
{
    bool there = which.slot < (uint32_t)world->top && body_in_use(world, (int)which.slot) &&
                 handle_equals(world->bodies[which.slot].handle, which);
    return there ? &world->bodies[which.slot] : NULL;
}

// Removes a body. The slot gets a new generation, so that old handles are no longer valid, and joins the list of free ones.
bool rim_bodies_remove(rim_bodies *world, rim_handle which)
{
    int at = (int)which.slot;
    if (!rim_bodies_get(world, which)) return false;
    contact_graph_wake_ring(world, at);
    memset(&world->bodies[at], 0, sizeof world->bodies[at]);
    world->bounds[at] = (body_bounds){ .box = rim_box3_empty(), .filter = { 0, UINT32_MAX } };
    which.generation = which.generation == UINT32_MAX ? 1 : which.generation + 1;
    world->bodies[at].handle = which;
    world->next[at] = world->free;
    world->free = at;
    world->count--;
    return true;
}

rim_status rim_bodies_set(rim_bodies *world, rim_handle which, const rim_body *body)
{
    if (!rim_bodies_get(world, which) || !body_is_valid(body)) return RIM_ERR_ARGUMENT;
    contact_graph_wake_ring(world, (int)which.slot);
    put_body(world, (int)which.slot, body);
    return RIM_OK;
}

rim_bodies_state rim_bodies_read(const rim_bodies *world)
{
    const pair_list *touching = &world->touching, *entered = &world->entered, *left = &world->left;
    return (rim_bodies_state){ world->bodies,   world->top,     world->count,
                               touching->items, entered->items, left->items,
                               touching->count, entered->count, left->count };
}

void rim_bodies_wake(rim_bodies *world)
{
    for (int i = 0; i < world->top; i++)
    {
        contact_graph_wake_ring(world, i);
        world->bodies[i].still = 0.0f;
    }
}

// --- steps ---------------------------------------------------------------------------------------------

// Returns a body's rotation after its turn in this step (displacements.angular). The solver takes the principal axes as
// fixed in the world during the step. body_rotate corrects this: it turns the body freely, with the mean spin of the
// step as the spin at its beginning, and the axes turn with the body.
static rim_quat turned_body(const rim_bodies *world, int i, double dt)
{
    const rim_body *body = &world->bodies[i];
    vec3d    turn = v3d_of(world->displacements[i].angular), mean = v3d_scale(turn, 1.0 / dt);
    rim_quat rotation = body->pose.rotation;
    if (body_is_round(body) && v3d_length(turn) < TURN_AT_ONCE)
        return body_rotated(rotation, &turn);
    mass_properties mass = body_mass_properties(body);
    body_rotate(&mass, dt, &rotation, &mean);
    return rotation;
}

// Sets a body's rotation to that at the end of the step (world->turned). Changes the spin so that the turn does not
// change the angular momentum. In free flight this also keeps the energy.
static void turn_body(rim_bodies *world, int i)
{
    rim_body *body = &world->bodies[i];
    if (!body_is_round(body))
    {
        mass_properties mass = body_mass_properties(body);
        vec3d           angular = body_inertia(&mass, v3d_from(body->spin));
        mass.turn = m3d_from_quat(world->turned[i]);
        body->spin = v3d_round(body_inverse_inertia(&mass, angular));
    }
    body->pose.rotation = world->turned[i];
}

// Moves a body by `part` of its displacement, and sets its velocity. A substep of length h adds the acceleration a
// before it moves the body, so the body goes too far by  a h^2 / 2  in each substep, which is  (a h) dt / 2  in all,
// and the increment is a h. A body without contacts is moved back by that. A body with contacts is where they hold it.
// If the result is not finite, the motion is undone and the body stops.
static void bodies_move(rim_bodies *world, int i, const body_step *step, float part)
{
    const rim_vec3       none = { 0.0f, 0.0f, 0.0f };
    rim_body            *body = &world->bodies[i];
    rim_xform3           was = body->pose;
    const body_velocity *v = &world->velocities[i], *d = &world->displacements[i];
    bool                 settles = body_settles(world, i);
    vec3d                go = v3d_of(d->linear);
    if (world->colors[i] == 0 && !settles)
        go = v3d_along(go, v3d_of(world->increments[i].linear), -0.5 * (double)step->dt);
    body->pose.position = v3d_round(v3d_along(v3d_from(body->pose.position), go, (double)part));
    body->velocity = rim_vec3_make(v->linear[0], v->linear[1], v->linear[2]);
    body->spin = rim_vec3_make(v->angular[0], v->angular[1], v->angular[2]);
    body->force = none;
    body->torque = none;
    turn_body(world, i);
    if (settles) body->velocity = body->spin = none;
    if (!body_state_is_finite(body))
    {
        body->pose = was;
        body->velocity = body->spin = none;
    }
}

// Keeps the constraints of this step as the previous ones, by exchanging the arrays.
static void keep_constraints(rim_bodies *world)
{
    contact_constraint *constraints = world->previous;
    size_t              capacity = world->previous_capacity;
    world->previous = world->constraints;
    world->previous_capacity = world->constraint_capacity;
    world->previous_count = world->constraint_count;
    world->constraints = constraints;
    world->constraint_capacity = capacity;
}

// Makes a step. In order: pairs (again while bodies wake), contacts, shared loads, the solver, sweeps, motion, touches,
// sleep.
rim_status rim_bodies_step(rim_bodies *world, float dt)
{
    if (!(dt > 0.0f) || !float_is_finite(dt) || !vec3_is_finite(world->options.gravity))
        return RIM_ERR_ARGUMENT;
    body_step step = { .dt = dt,
                       .gravity = world->options.gravity,
                       .restitution_threshold = world->options.fade,
                       .substeps = world->options.parts };
    if (step.substeps <= 0) step.substeps = 4;
    float pull = rim_vec3_length(step.gravity) * dt, *threshold = &step.restitution_threshold;
    step.fall = pull * dt;
    if (*threshold == 0.0f) *threshold = 4.0f * pull;
    if (*threshold < 0.0f) *threshold = 0.0f;
    if (world->capacity == 0 && !bodies_grow(world)) return RIM_ERR_MEMORY;
    for (int round = 0; round < WAKE_ROUNDS; round++)
    {
        bodies_prepare(world, &step);
        if (!bodies_find_pairs(world)) return RIM_ERR_MEMORY;
        if (!contact_graph_wake(world, &step)) break;
    }
    if (!bodies_find_contacts(world, &step) || !touches_reserve(world)) return RIM_ERR_MEMORY;
    contact_graph_find_islands(world);
    contact_graph_share_loads(world, &step);
    if (!world->kernels->solve(world, &step)) return RIM_ERR_MEMORY;
    // The fractions of the step after which swept bodies stop.
    const float *fractions = bodies_sweep(world, &step);
    if (!fractions) return RIM_ERR_MEMORY;
    // All turns come before the limit of rebounds, which needs them.
    for (int i = 0; i < world->top; i++)
        if (body_is_awake(world, i)) world->turned[i] = turned_body(world, i, (double)dt);
    if (world->rebounds) bodies_limit_rebounds(world, &step, fractions);
    for (int i = 0; i < world->top; i++)
        if (body_is_awake(world, i)) bodies_move(world, i, &step, fractions[i]);
    touches_update(world);
    contact_graph_sleep(world, &step);
    keep_constraints(world);
    world->step_before = dt;
    return RIM_OK;
}
