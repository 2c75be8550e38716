// The broad phase: sort and sweep along one axis (Baraff, "Dynamic simulation of non-penetrating rigid bodies", 1992),
// and what each body contributes to the solver.
//
// The tree of src/base is slower here: for heaps of 100 to 10,000 boxes, updating its leaves and finding its pairs
// takes 0.4 to 1.1 microseconds a body, this sweep 0.1 of the 0.8 that the whole step takes.
#include "base/memory.h"
#include "solid/dynamics/data.h"
#include "solid/dynamics/obstacles.h"

#include <math.h>
#include <string.h>

// --- bodies --------------------------------------------------------------------------------------------

// Sets the frame of a body from its pose. Half extents along the axes are those of the core, without the radius.
static void set_frame(body_frame *f, const rim_body *body)
{
    mat3d         m = m3d_from_quat(body->pose.rotation);
    const double *axes = &m.x.x;
    const float  *half = &body->half.x;
    memcpy(f->center, &body->pose.position, sizeof f->center);
    f->least_half = half[0];
    for (int i = 0; i < 3; i++)
    {
        for (int k = 0; k < 3; k++) f->axes[i][k] = (float)axes[3 * i + k];
        f->axes[i][3] = half[i] - body_radius(body);
        f->least_half = half[i] < f->least_half ? half[i] : f->least_half;
    }
}

// Returns entry (i, k) of  R diag(1 / I) R^T.
static float inverse_inertia_at(const body_frame *f, rim_vec3 inertia, int i, int k)
{
    return 1.0f / inertia.x * f->axes[0][i] * f->axes[0][k] +
           1.0f / inertia.y * f->axes[1][i] * f->axes[1][k] +
           1.0f / inertia.z * f->axes[2][i] * f->axes[2][k];
}

// Sets the inverse mass, and the inverse inertia tensor in world axes.
static void set_inverse_mass(inverse_mass *m, const body_frame *f, const rim_body *body)
{
    rim_vec3 inertia = body->inertia;
    m->mass = 1.0f / body->mass;
    m->xx = inverse_inertia_at(f, inertia, 0, 0);
    m->yy = inverse_inertia_at(f, inertia, 1, 1);
    m->zz = inverse_inertia_at(f, inertia, 2, 2);
    m->xy = inverse_inertia_at(f, inertia, 0, 1);
    m->yz = inverse_inertia_at(f, inertia, 1, 2);
    m->zx = inverse_inertia_at(f, inertia, 2, 0);
}

// Sets the bounds of everything that a body may touch in this step. A box extends  sum |axis_i| half_i  along every
// axis, and a round shape by its radius more than its core. By turning, points move less than  |w| dt  times their
// distance from the center. Sums of components are bounds of both lengths. This is limited to half the smallest half
// extent or, if that is more, a quarter of the size, so that a fast spin does not make contacts with all that is near.
// Gravity adds step->fall, the force of the body adds `push`, and bodies at rest have contacts within the margin.
static void set_bounds(body_bounds *out, const body_frame *f, float radius, const body_velocity *v,
                       float push, const body_step *step)
{
    const float *w = v->angular;
    float        half_x = f->axes[0][3], half_y = f->axes[1][3], half_z = f->axes[2][3];
    float size = half_x + half_y + half_z, quarter = 0.25f * size, half = 0.5f * f->least_half;
    float most = half > quarter ? half : quarter;
    float turning = step->dt * (fabsf(w[0]) + fabsf(w[1]) + fabsf(w[2])) * size;
    out->moving = (turning < most ? turning : most) + push;
    out->radius = radius;
    out->margin = DYNAMICS_MARGIN * f->least_half + DYNAMICS_MARGIN_SIZE * size;
    float more = out->margin + step->fall + out->moving + radius;
    for (int i = 0; i < 3; i++)
    {
        float reach = fabsf(f->axes[0][i]) * half_x + fabsf(f->axes[1][i]) * half_y +
                      fabsf(f->axes[2][i]) * half_z + more;
        float go = v->linear[i] * step->dt; // may be infinite
        (&out->box.lo.x)[i] = f->center[i] - reach + (go < 0.0f ? go : 0.0f);
        (&out->box.hi.x)[i] = f->center[i] + reach + (go > 0.0f ? go : 0.0f);
    }
}

// Sets the changes of velocity in a substep h, which are  h g + h F / m  and  h I^-1 T,  and the factors of an implicit
// damping, 1 / (1 + d h).
static void set_increment(body_increment *by, const inverse_mass *m, const rim_body *body,
                          const body_step *step)
{
    float        h = step->dt / (float)step->substeps, per_force = h * m->mass;
    const float *g = &step->gravity.x, *force = &body->force.x;
    rim_vec3     t = body->torque;
    for (int k = 0; k < 3; k++) by->linear[k] = h * g[k] + per_force * force[k];
    by->angular[0] = h * (m->xx * t.x + m->xy * t.y + m->zx * t.z);
    by->angular[1] = h * (m->xy * t.x + m->yy * t.y + m->yz * t.z);
    by->angular[2] = h * (m->zx * t.x + m->yz * t.y + m->zz * t.z);
    by->linear_damping = 1.0f / (1.0f + body->damping * h);
    by->angular_damping = 1.0f / (1.0f + body->spin_damping * h);
}

// Sets zero velocities, increments and bounds->moving for bodies that sleep and for numbers that are not in use, and
// keeps the rest of their data. The increments of bodies that settle are zero, too: gravity and forces do not move
// them.
void bodies_prepare(rim_bodies *world, const body_step *step)
{
    world->any_swept = false;
    world->lightest = INFINITY;
    world->heaviest = 0.0f;
    for (int i = 0; i < world->top; i++)
    {
        const rim_body *body = &world->bodies[i];
        body_velocity  *v = &world->velocities[i];
        memset(v, 0, sizeof *v);
        memset(&world->increments[i], 0, sizeof world->increments[i]);
        world->bounds[i].moving = 0.0f;
        world->awake[i] = body_in_use(world, i) && !body->asleep;
        if (body->mass > world->heaviest) world->heaviest = body->mass;
        if (body->mass < world->lightest && body_in_use(world, i)) world->lightest = body->mass;
        if (!world->awake[i]) continue;
        world->any_swept = world->any_swept || body->swept;
        memcpy(v->linear, &body->velocity, sizeof body->velocity);
        memcpy(v->angular, &body->spin, sizeof body->spin);
        set_frame(&world->frames[i], body);
        set_inverse_mass(&world->inverse_masses[i], &world->frames[i], body);
        if (!body_settles(world, i))
            set_increment(&world->increments[i], &world->inverse_masses[i], body, step);
        float push =
            rim_vec3_length(body->force) * world->inverse_masses[i].mass * step->dt * step->dt;
        set_bounds(&world->bounds[i], &world->frames[i], body_radius(body), v, push, step);
        world->bounds[i].filter = body->filter;
        world->bounds[i].friction = body->friction;
        world->bounds[i].restitution = body->restitution;
        world->bounds[i].handle = body->handle;
        world->bounds[i].is_box = body->shape.kind == RIM_SHAPE3_NONE;
    }
}

// --- sorting -------------------------------------------------------------------------------------------

// Sorts world->order by the lower bounds along the axis (Shell, "A high-speed sorting procedure", 1959). It was sorted
// in the last step, so few bodies move. Bodies with equal bounds may have any order, because pairs are sorted later.
static void sort_bodies(rim_bodies *world)
{
    body_begin *order = world->order;
    int         gap = world->top;
    for (int i = 0; i < world->top; i++)
        order[i].low = (&world->bounds[order[i].body].box.lo.x)[world->axis];
    while (gap > 1)
    {
        gap = gap < 5 ? 1 : (5 * gap - 1) / 11;
        for (int i = gap; i < world->top; i++)
        {
            body_begin it = order[i];
            int        k = i;
            for (; k >= gap && order[k - gap].low > it.low; k -= gap) order[k] = order[k - gap];
            order[k] = it;
        }
    }
}

// Returns the axis along which the variance of the lower bounds is largest, because along this axis the fewest bounds
// overlap. Keeps the axis of the last step unless another variance is 1.5 times as large. square[k] becomes `count`
// times the variance.
static int choose_axis(const rim_bodies *world)
{
    double sum[3] = { 0.0 }, square[3] = { 0.0 };
    int    count = world->count, best = world->axis;
    for (int i = 0; i < world->top; i++)
    {
        if (!body_in_use(world, i)) continue;
        for (int k = 0; k < 3; k++)
        {
            double p = (double)(&world->bounds[i].box.lo.x)[k];
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

// Collects the overlapping pairs of which at least one body is awake and whose filters collide, unsorted. Requires
// world->order, sorted. Copies the boxes in sorted order to world->sorted, with the rows of the sweep axis first.
// Overwrites world->indices. Returns false when out of memory.
static bool sweep_all(rim_bodies *world)
{
    float *rows[6];
    size_t row = world->capacity + BODIES_PADDING;
    int    count = world->top;
    for (int k = 0; k < 3; k++)
    {
        int    axis = (world->axis + k) % 3;
        float *lo = rows[k] = world->sorted + (size_t)k * row;
        float *hi = rows[k + 3] = world->sorted + (size_t)(k + 3) * row;
        for (int i = 0; i < count; i++)
        {
            const rim_box3 *box = &world->bounds[world->order[i].body].box;
            lo[i] = (&box->lo.x)[axis];
            hi[i] = (&box->hi.x)[axis];
        }
        for (int i = count; i < count + BODIES_PADDING; i++) lo[i] = hi[i] = NAN;
    }
    for (int i = 0; i < count; i++)
    {
        int found = world->kernels->sweep(rows, i, world->indices);
        if (!MEMORY_RESERVE(&world->from, world->pairs, world->pair_capacity,
                            (size_t)(world->pair_count + found)))
            return false;
        for (int k = 0; k < found; k++)
        {
            int a = world->order[i].body, b = world->order[world->indices[k]].body;
            if (!body_is_awake(world, a) && !body_is_awake(world, b)) continue;
            if (!filters_collide(world->bounds[a].filter, world->bounds[b].filter)) continue;
            world->pairs[world->pair_count++] = (body_pair){ a < b ? a : b, a < b ? b : a };
        }
    }
    return true;
}

// Sorts pairs by b or, unless by_b, by a, from one array to another, and keeps the order of equal ones: a counting
// sort. Sorted first by b and then by a, pairs are in the order of a, and those of equal a in the order of b.
static void sort_by(rim_bodies *world, bool by_b, const body_pair *from, body_pair *to)
{
    int *starts = world->indices;
    memset(starts, 0, sizeof *starts * ((size_t)world->top + 1));
    for (int i = 0; i < world->pair_count; i++) starts[(by_b ? from[i].b : from[i].a) + 1]++;
    for (int i = 0; i < world->top; i++) starts[i + 1] += starts[i];
    for (int i = 0; i < world->pair_count; i++)
        to[starts[by_b ? from[i].b : from[i].a]++] = from[i];
}

// Sorts the bodies along the axis, sweeps, and sorts the pairs by a and b.
bool bodies_find_pairs(rim_bodies *world)
{
    world->pair_count = 0;
    world->axis = choose_axis(world);
    sort_bodies(world);
    if (!sweep_all(world) || !MEMORY_RESERVE(&world->from, world->sorted_pairs,
                                             world->sorted_capacity, (size_t)world->pair_count))
        return false;
    sort_by(world, true, world->pairs, world->sorted_pairs);
    sort_by(world, false, world->sorted_pairs, world->pairs);
    return true;
}
