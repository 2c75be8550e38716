// Template: compiled by each file that includes it. Requires simd/f32xn.h to be included before.
//
// Sequential impulses (Catto, "Iterative dynamics with temporal coherence", 2005), F32XN_LANES constraints at a time. A
// lane is a constraint: one normal and up to four points.
//
// The bodies at a contact point must separate along the normal n at the speed `target` at least. An impulse j there
// changes their speed by j / m with the effective mass m,
//
//      1 / m = 1 / ma + 1 / mb + (ra x n) Ia^-1 (ra x n) + (rb x n) Ib^-1 (rb x n);
//
// so each point in turn gets the impulse  m (target - speed),  but its total never becomes negative. Friction acts at
// the middle of the points, in two directions and about the normal, up to Coulomb's bound for the load of the whole
// constraint.
//
// A step consists of substeps (Macklin and others, "Small steps in physics simulation", 2019). In each, gravity is
// applied, the impulses so far are applied again (warm start), every constraint is solved as a soft spring, bodies
// move, and every constraint is solved again without its spring (relaxation), so that the speed that pushed an overlap
// apart is not kept (Catto, "Solver2D", 2024). Restitution is applied at the end of the whole step.
//
// The warm start needs no pass of its own: what its impulses change depends on no velocity, so the relaxation before it,
// which has the same Jacobians, adds it up for each body (rim_bodies.warm).
#include "base/memory.h"
#include "solid/dynamics/data.h"

#include <stddef.h>

// Velocities or displacements of bodies, one a lane: linear and angular.
typedef struct wide_velocity
{
    f32xn v[4], w[4]; // the fourth is unused
} wide_velocity;

// Inverse masses and inertia tensors of bodies, one a lane.
typedef struct wide_inverse_mass
{
    f32xn diagonal[4]; // mass, xx, yy, zz
    f32xn products[4]; // xy, yz, zx, unused
} wide_inverse_mass;

// The bodies a, or b, of F32XN_LANES constraints.
typedef struct solver_body
{
    wide_velocity     velocity, displacement, warm; // warm: see rim_bodies.warm
    wide_inverse_mass inverse;
} solver_body;

// The bodies of a constraint. With an obstacle `two` is false and b is not set; it is constant after inlining.
typedef struct solver_pair
{
    solver_body a, b;
    bool        two;
} solver_pair;

typedef struct wide_point
{
    f32xn arm[3];           // from the center of a
    f32xn gap;              // at the start of the step
    f32xn mass;             // effective
    f32xn impulse, largest; // so far, and its largest value in this step
    f32xn rebound;          // the speed of separation that restitution requires at the end; 0: none
} wide_point;

typedef struct wide_constraint
{
    int32_t a[F32XN_LANES], b[F32XN_LANES], number[F32XN_LANES];
    int32_t count, rebounds; // the largest number of points of a lane; 1 if any point has a rebound
    f32xn   n[3], tangent[2][3];
    f32xn   middle[3];        // of the points, from the center of a
    f32xn   friction, radius; // of a point from the middle, the mean
    f32xn   load;             // the normal impulse that bounded friction last
    f32xn   slop;             // a depth that is left, so that all points of a contact keep pressing
    f32xn   tangent_impulse[2], tangent_mass[2], twist_impulse, twist_mass;
    wide_point points[4];
    f32xn      between[3]; // from the center of a to that of b when the step began
    f32xn shift[3]; // added to the arms of a, and taken from those of b, since the bodies moved
} wide_constraint;

// --- from and to the bodies ------------------------------------------------------------------------------

enum
{
    VELOCITY_STRIDE = sizeof(body_velocity) / sizeof(float),
    MASS_STRIDE = sizeof(inverse_mass) / sizeof(float),
    FRAME_STRIDE = sizeof(body_frame) / sizeof(float),
    CONSTRAINT_STRIDE = sizeof(contact_constraint) / sizeof(float)
};

// Loads the velocities of the bodies with these numbers.
SIMD_INLINE void velocity_load(wide_velocity *out, const body_velocity *in, const int32_t *index)
{
    f32xn_gather4(in->linear, VELOCITY_STRIDE, index, out->v);
    f32xn_gather4(in->angular, VELOCITY_STRIDE, index, out->w);
}

// Stores the velocities of the bodies with these numbers. Lanes share no body that moves; lanes of fixed bodies store what
// they loaded.
SIMD_INLINE void velocity_store(const wide_velocity *in, body_velocity *out, const int32_t *index)
{
    f32xn_scatter4(out->linear, VELOCITY_STRIDE, index, in->v);
    f32xn_scatter4(out->angular, VELOCITY_STRIDE, index, in->w);
}

// Loads velocities and inverse masses. displacement and warm are left unset.
SIMD_INLINE void solver_body_load(solver_body *body, const rim_bodies *world, const int32_t *index)
{
    const float *base = &world->inverse_masses->mass;
    velocity_load(&body->velocity, world->velocities, index);
    f32xn_gather4(base, MASS_STRIDE, index, body->inverse.diagonal);
    f32xn_gather4(base + 4, MASS_STRIDE, index, body->inverse.products);
}

SIMD_INLINE void solver_pair_load(solver_pair *pair, const rim_bodies *world,
                                  const wide_constraint *c, bool two)
{
    pair->two = two;
    solver_body_load(&pair->a, world, c->a);
    if (two) solver_body_load(&pair->b, world, c->b);
}

SIMD_INLINE void solver_pair_store(const solver_pair *pair, rim_bodies *world,
                                   const wide_constraint *c)
{
    velocity_store(&pair->a.velocity, world->velocities, c->a);
    if (pair->two) velocity_store(&pair->b.velocity, world->velocities, c->b);
}

SIMD_INLINE void warm_load(solver_pair *pair, const rim_bodies *world, const wide_constraint *c)
{
    velocity_load(&pair->a.warm, world->warm, c->a);
    if (pair->two) velocity_load(&pair->b.warm, world->warm, c->b);
}

SIMD_INLINE void warm_store(const solver_pair *pair, rim_bodies *world, const wide_constraint *c)
{
    velocity_store(&pair->a.warm, world->warm, c->a);
    if (pair->two) velocity_store(&pair->b.warm, world->warm, c->b);
}

// Computes  I^-1 v.
SIMD_INLINE void inverse_inertia_times(f32xn out[3], const wide_inverse_mass *m, const f32xn v[3])
{
    f32xn xx = m->diagonal[1], yy = m->diagonal[2], zz = m->diagonal[3];
    f32xn xy = m->products[0], yz = m->products[1], zx = m->products[2];
    out[0] = xx * v[0] + xy * v[1] + zx * v[2];
    out[1] = xy * v[0] + yy * v[1] + yz * v[2];
    out[2] = zx * v[0] + yz * v[1] + zz * v[2];
}

// --- impulses --------------------------------------------------------------------------------------------

// The angular part of a Jacobian row of one body, r x d, and the change of spin by a unit impulse.
typedef struct solver_row
{
    f32xn angular[3], response[3];
} solver_row;

// The Jacobian of a direction d at a point of both bodies.
typedef struct solver_jacobian
{
    const f32xn *d;
    solver_row   a, b;
} solver_jacobian;

// Computes the row of one body for a direction d at the arm r:  angular = r x d,  response = I^-1 angular.
SIMD_INLINE void row_set(solver_row *row, const solver_body *body, const f32xn r[3],
                         const f32xn d[3])
{
    f32xn_cross3(row->angular, r, d);
    inverse_inertia_times(row->response, &body->inverse, row->angular);
}

// Computes the rows of both bodies for a direction d at the arms ra and rb.
SIMD_INLINE void jacobian_set(solver_jacobian *j, const solver_pair *pair, const f32xn ra[3],
                              const f32xn rb[3], const f32xn d[3])
{
    j->d = d;
    row_set(&j->a, &pair->a, ra, d);
    if (pair->two) row_set(&j->b, &pair->b, rb, d);
}

// Returns  d . v + angular . w,  the speed of the point along d.
SIMD_INLINE f32xn row_speed(const solver_row *row, const f32xn d[3], const wide_velocity *of)
{
    return f32xn_dot3(d, of->v) + f32xn_dot3(row->angular, of->w);
}

// Returns the speed at which a separates from b along d.
SIMD_INLINE f32xn jacobian_speed(const solver_jacobian *j, const solver_pair *pair)
{
    f32xn speed = row_speed(&j->a, j->d, &pair->a.velocity);
    return pair->two ? speed - row_speed(&j->b, j->d, &pair->b.velocity) : speed;
}

// Returns how far a has separated from b along d in this step, to first order.
SIMD_INLINE f32xn jacobian_distance(const solver_jacobian *j, const solver_pair *pair)
{
    f32xn distance = row_speed(&j->a, j->d, &pair->a.displacement);
    return pair->two ? distance - row_speed(&j->b, j->d, &pair->b.displacement) : distance;
}

// Adds an impulse along d to a velocity of the body:  v += d impulse / m,  w += response impulse.
SIMD_INLINE void body_push(wide_velocity *to, const solver_body *body, const solver_row *row,
                           const f32xn d[3], f32xn impulse)
{
    f32xn change = body->inverse.diagonal[0] * impulse;
    for (int k = 0; k < 3; k++)
    {
        to->v[k] = to->v[k] + d[k] * change;
        to->w[k] = to->w[k] + row->response[k] * impulse;
    }
}

// Applies an impulse to a, and its opposite to b.
SIMD_INLINE void jacobian_apply(const solver_jacobian *j, solver_pair *pair, f32xn impulse)
{
    f32xn opposite = f32xn_all(0.0f) - impulse;
    body_push(&pair->a.velocity, &pair->a, &j->a, j->d, impulse);
    if (pair->two) body_push(&pair->b.velocity, &pair->b, &j->b, j->d, opposite);
}

// Adds an impulse to a, and its opposite to b, for the warm start of the next substep.
SIMD_INLINE void jacobian_warm(const solver_jacobian *j, solver_pair *pair, f32xn impulse)
{
    f32xn opposite = f32xn_all(0.0f) - impulse;
    body_push(&pair->a.warm, &pair->a, &j->a, j->d, impulse);
    if (pair->two) body_push(&pair->b.warm, &pair->b, &j->b, j->d, opposite);
}

// Adds an angular impulse about an axis to a velocity of the body:  w += I^-1 axis impulse.
SIMD_INLINE void body_twist(wide_velocity *to, const solver_body *body, const f32xn axis[3],
                            f32xn impulse)
{
    f32xn turned[3];
    inverse_inertia_times(turned, &body->inverse, axis);
    for (int k = 0; k < 3; k++) to->w[k] = to->w[k] + turned[k] * impulse;
}

// --- moving points ------------------------------------------------------------------------------------

// Sets the shift of the arms to half the relative displacement of the bodies. A point on both bodies becomes two when
// they move: an impulse at one and its opposite at the other would add angular momentum. Both therefore act in the
// middle between the two.
SIMD_INLINE void follow_bodies(wide_constraint *c, const solver_pair *pair)
{
    const f32xn *a = pair->a.displacement.v, *b = pair->b.displacement.v;
    for (int k = 0; k < 3; k++) c->shift[k] = (b[k] - a[k]) * f32xn_all(0.5f);
}

// Computes the Jacobian of a direction at a point that had this arm from a when the step began.
SIMD_INLINE void jacobian_set_moved(solver_jacobian *j, const wide_constraint *c,
                                    const solver_pair *pair, const f32xn arm[3], const f32xn d[3])
{
    f32xn a[3], b[3];
    for (int k = 0; k < 3; k++)
    {
        a[k] = pair->two ? arm[k] + c->shift[k] : arm[k];
        b[k] = arm[k] - (c->between[k] + c->shift[k]);
    }
    jacobian_set(j, pair, a, b, d);
}

// --- setting up ------------------------------------------------------------------------------------------

// Returns 1 / k, and 0 where k is 0.
SIMD_INLINE f32xn solver_inverse(f32xn k)
{
    f32xn      zero = f32xn_all(0.0f), one = f32xn_all(1.0f);
    f32xn_mask any = f32xn_less(zero, k);
    return f32xn_pick(any, one / f32xn_pick(any, k, one), zero);
}

// Returns m of the formula above for the direction of a Jacobian, 0 if neither body moves.
SIMD_INLINE f32xn effective_mass(const solver_jacobian *j, const solver_pair *pair)
{
    return solver_inverse(pair->a.inverse.diagonal[0] + pair->b.inverse.diagonal[0] +
                          f32xn_dot3(j->a.angular, j->a.response) +
                          f32xn_dot3(j->b.angular, j->b.response));
}

// Returns the effective mass at a point that has moved, and 0 in lanes where it was 0.
SIMD_INLINE f32xn effective_mass_again(f32xn had, const solver_jacobian *j, const solver_pair *pair)
{
    f32xn zero = f32xn_all(0.0f);
    return f32xn_pick(f32xn_less(zero, had), effective_mass(j, pair), zero);
}

// Computes two tangents that depend on the normal alone. The first is the cross product of the normal with the
// coordinate axis along which the normal has its smallest component, normalized; the second is perpendicular to both.
SIMD_INLINE void set_tangents(wide_constraint *c)
{
    f32xn      zero = f32xn_all(0.0f), *n = c->n, *u = c->tangent[0];
    f32xn      x = f32xn_abs(n[0]), y = f32xn_abs(n[1]), z = f32xn_abs(n[2]);
    f32xn_mask not_x = f32xn_less(y, x) | f32xn_less(z, x), by_z = not_x & f32xn_less(z, y);
    f32xn_mask by_y = not_x & ~by_z;
    // (0, -nz, ny), (nz, 0, -nx) or (-ny, nx, 0)
    u[0] = f32xn_pick(by_y, n[2], f32xn_pick(by_z, zero - n[1], zero));
    u[1] = f32xn_pick(by_z, n[0], f32xn_pick(by_y, zero, zero - n[2]));
    u[2] = f32xn_pick(by_z, zero, f32xn_pick(by_y, zero - n[0], n[1]));
    f32xn s = solver_inverse(f32xn_sqrt(f32xn_dot3(u, u)));
    for (int k = 0; k < 3; k++) u[k] = u[k] * s;
    f32xn_cross3(c->tangent[1], n, u);
}

// What only the setup of constraints needs.
typedef struct wide_setup
{
    f32xn       count, per_count; // points of each lane, and one over that
    f32xn       restitution;
    solver_pair pair;
} wide_setup;

// Returns 1 in lanes that have point i, 0 in others.
SIMD_INLINE f32xn has_point(const wide_setup *setup, int i)
{
    f32xn_mask there = f32xn_less(f32xn_all((float)i), setup->count);
    return f32xn_pick(there, f32xn_all(1.0f), f32xn_all(0.0f));
}

// Loads point i of each lane, and computes its effective mass and the speed that restitution requires. In lanes with
// fewer points its mass and rebound are 0, so that it gets no impulse.
SIMD_TARGET static void set_point(wide_constraint *c, int i, wide_setup *setup,
                                  const rim_bodies *world, const body_step *step)
{
    f32xn           zero = f32xn_all(0.0f), there = has_point(setup, i), row[4];
    wide_point     *p = &c->points[i];
    solver_jacobian j;
    f32xn_gather4(world->constraints->points[i].arm, CONSTRAINT_STRIDE, c->number, row);
    for (int k = 0; k < 3; k++) p->arm[k] = row[k];
    p->gap = row[3];
    p->largest = zero;
    jacobian_set_moved(&j, c, &setup->pair, p->arm, c->n);
    jacobian_warm(&j, &setup->pair, p->impulse);
    f32xn      speed = jacobian_speed(&j, &setup->pair);
    f32xn_mask fast = f32xn_less(speed, f32xn_all(-step->restitution_threshold));
    p->mass = effective_mass(&j, &setup->pair) * there;
    p->rebound = f32xn_pick(fast, zero - setup->restitution * speed, zero) * there;
    c->rebounds |= f32xn_bits(f32xn_less(zero, p->rebound)) != 0;
}

// Computes the middle of the points of each lane, and their mean distance from it. The arms of points that a lane lacks are
// 0 and add nothing to the middle, but they have a distance from it, which has_point drops.
SIMD_TARGET static void set_middle(wide_constraint *c, const wide_setup *setup)
{
    f32xn radius = f32xn_all(0.0f);
    for (int k = 0; k < 3; k++)
    {
        f32xn sum = f32xn_all(0.0f);
        for (int i = 0; i < c->count; i++) sum = sum + c->points[i].arm[k];
        c->middle[k] = sum * setup->per_count;
    }
    for (int i = 0; i < c->count; i++)
    {
        f32xn d[3];
        for (int k = 0; k < 3; k++) d[k] = c->points[i].arm[k] - c->middle[k];
        radius = radius + f32xn_sqrt(f32xn_dot3(d, d)) * has_point(setup, i);
    }
    c->radius = radius * setup->per_count;
}

// Loads the constraints with these numbers, one a lane. Bodies that do not move, and obstacles, are replaced by the fixed
// body behind the last one, whose inverse mass is 0.
SIMD_TARGET static void set_constraint(rim_bodies *world, wide_constraint *c, const int *numbers,
                                       const body_step *step)
{
    int             fixed = (int)world->capacity;
    float           counts[F32XN_LANES], slops[F32XN_LANES];
    wide_setup      setup;
    solver_jacobian j;
    f32xn           zero = f32xn_all(0.0f), row[4], other[4];
    c->count = c->rebounds = 0;
    for (int k = 0; k < 3; k++) c->shift[k] = zero;
    for (int l = 0; l < F32XN_LANES; l++)
    {
        const contact_constraint *own = &world->constraints[c->number[l] = numbers[l]];
        counts[l] = (float)own->count;
        slops[l] = own->a < 0 ? 0.0f : DYNAMICS_SLOP * pair_least_half(world, own->a, own->b);
        c->count = own->count > c->count ? own->count : c->count;
        c->a[l] = body_is_awake(world, own->a) ? own->a : fixed;
        c->b[l] = body_is_awake(world, own->b) ? own->b : fixed;
    }
    setup.count = f32xn_load(counts);
    c->slop = f32xn_load(slops);
    c->load = zero;
    setup.per_count = solver_inverse(setup.count);
    solver_pair_load(&setup.pair, world, c, true);
    warm_load(&setup.pair, world, c);
    f32xn_gather4(world->frames->center, FRAME_STRIDE, c->a, row);
    f32xn_gather4(world->frames->center, FRAME_STRIDE, c->b, other);
    for (int k = 0; k < 3; k++) c->between[k] = other[k] - row[k];
    f32xn_gather4(world->constraints->n, CONSTRAINT_STRIDE, c->number, row);
    for (int k = 0; k < 3; k++) c->n[k] = row[k];
    c->friction = row[3];
    f32xn_gather4(world->constraints->friction_impulse, CONSTRAINT_STRIDE, c->number, row);
    for (int k = 0; k < 2; k++) c->tangent_impulse[k] = row[k];
    c->twist_impulse = row[2];
    setup.restitution = row[3];
    f32xn_gather4(world->constraints->impulse, CONSTRAINT_STRIDE, c->number, row);
    for (int i = 0; i < 4; i++) c->points[i].impulse = row[i];
    set_tangents(c);
    for (int i = 0; i < c->count; i++) set_point(c, i, &setup, world, step);
    set_middle(c, &setup);
    for (int k = 0; k < 2; k++)
    {
        jacobian_set_moved(&j, c, &setup.pair, c->middle, c->tangent[k]);
        jacobian_warm(&j, &setup.pair, c->tangent_impulse[k]);
        c->tangent_mass[k] = effective_mass(&j, &setup.pair);
    }
    inverse_inertia_times(row, &setup.pair.a.inverse, c->n);
    inverse_inertia_times(other, &setup.pair.b.inverse, c->n);
    c->twist_mass = solver_inverse(f32xn_dot3(c->n, row) + f32xn_dot3(c->n, other));
    body_twist(&setup.pair.a.warm, &setup.pair.a, c->n, c->twist_impulse);
    body_twist(&setup.pair.b.warm, &setup.pair.b, c->n, zero - c->twist_impulse);
    warm_store(&setup.pair, world, c);
}

// --- solving -----------------------------------------------------------------------------------------------

// The soft pass closes CONTACT_SHRINK of what is deeper than the slop, so that heavy heaps do not jump, and gives up
// CONTACT_YIELD of the impulse so far, which damps. Under a load of n bodies a contact therefore sinks in a substep of
// length h by
//
//      yield / (1 - yield) / shrink n g h^2 = n g h^2 / 2.
//
// With less yield high towers sway until they fall.
#define CONTACT_SHRINK 0.1f
#define CONTACT_YIELD 0.05f

typedef enum solver_pass
{
    PASS_SOFT,
    PASS_RELAX,
    PASS_RESTITUTION
} solver_pass;

// Solves the twist about the normal and the two tangents at the middle, bounded by Coulomb's law: an angular impulse of at
// most friction * load * radius, and a tangential one of at most friction * load, shortened as a vector.
SIMD_INLINE void solve_friction(wide_constraint *c, solver_pair *pair, solver_pass pass)
{
    f32xn load = f32xn_all(0.0f), zero = load;
    for (int i = 0; i < c->count; i++) load = load + c->points[i].impulse;
    // The soft pass may have given up a part of the load: friction keeps its bound up to that.
    f32xn whole = f32xn_min(load * f32xn_all(1.0f / (1.0f - CONTACT_YIELD)), c->load);
    load = pass == PASS_RELAX ? f32xn_max(load, whole) : load;
    c->load = load;
    f32xn bound = c->friction * load, twist_bound = bound * c->radius;

    f32xn spin = f32xn_dot3(c->n, pair->a.velocity.w);
    if (pair->two) spin = spin - f32xn_dot3(c->n, pair->b.velocity.w);
    f32xn twist = c->twist_impulse - spin * c->twist_mass;
    twist = f32xn_pick(f32xn_less(twist_bound, twist), twist_bound, twist);
    twist = f32xn_max(twist, zero - twist_bound);
    f32xn more = twist - c->twist_impulse;
    body_twist(&pair->a.velocity, &pair->a, c->n, more);
    if (pair->two) body_twist(&pair->b.velocity, &pair->b, c->n, zero - more);
    if (pass == PASS_RELAX) body_twist(&pair->a.warm, &pair->a, c->n, twist);
    if (pass == PASS_RELAX && pair->two) body_twist(&pair->b.warm, &pair->b, c->n, zero - twist);
    c->twist_impulse = twist;

    solver_jacobian j[2];
    f32xn           to[2], *had = c->tangent_impulse;
    for (int k = 0; k < 2; k++)
    {
        jacobian_set_moved(&j[k], c, pair, c->middle, c->tangent[k]);
        if (pair->two && pass == PASS_RELAX)
            c->tangent_mass[k] = effective_mass_again(c->tangent_mass[k], &j[k], pair);
        to[k] = had[k] - jacobian_speed(&j[k], pair) * c->tangent_mass[k];
    }
    f32xn length = f32xn_sqrt(to[0] * to[0] + to[1] * to[1]);
    f32xn part = f32xn_pick(f32xn_less(bound, length), bound / length, f32xn_all(1.0f));
    for (int k = 0; k < 2; k++)
    {
        to[k] = to[k] * part;
        jacobian_apply(&j[k], pair, to[k] - had[k]);
        if (pass == PASS_RELAX) jacobian_warm(&j[k], pair, to[k]);
        had[k] = to[k];
    }
}

// Returns what the shift of the arms adds to jacobian_distance. The bodies' own points are not shifted, so it is
// subtracted.
SIMD_INLINE f32xn distance_by_shift(const wide_constraint *c, const solver_pair *pair)
{
    f32xn        angular[3], turn[3];
    const f32xn *a = pair->a.displacement.w, *b = pair->b.displacement.w;
    if (!pair->two) return f32xn_all(0.0f);
    f32xn_cross3(angular, c->shift, c->n);
    for (int k = 0; k < 3; k++) turn[k] = a[k] + b[k];
    return f32xn_dot3(angular, turn);
}

// Solves the points of each lane along the normal, one after another, with
//
//     impulse = max(impulse + (target - speed) mass, 0)
//
// An open gap may close within the substep (target = -gap / h). An overlap is pushed apart softly in the soft pass, and
// keeps its separation in the relaxing one (target 0). The restitution pass gives the rebound speed to points that have
// pressed in this step.
SIMD_INLINE void solve_normals(wide_constraint *c, solver_pair *pair, solver_pass pass, float h)
{
    bool  soft = pass == PASS_SOFT;
    f32xn zero = f32xn_all(0.0f), one = f32xn_all(1.0f), rate = f32xn_all(1.0f / h);
    f32xn by_shift = pass == PASS_RESTITUTION ? zero : distance_by_shift(c, pair);
    for (int i = 0; i < c->count; i++)
    {
        wide_point     *p = &c->points[i];
        solver_jacobian j;
        jacobian_set_moved(&j, c, pair, p->arm, c->n);
        if (pair->two && pass == PASS_RELAX) p->mass = effective_mass_again(p->mass, &j, pair);
        f32xn speed = jacobian_speed(&j, pair), had = p->impulse, to;
        if (pass == PASS_RESTITUTION)
        {
            f32xn_mask struck = f32xn_less(zero, p->largest) & f32xn_less(zero, p->rebound);
            to = f32xn_max(had + (p->rebound - speed) * p->mass, zero);
            to = f32xn_pick(struck, to, had);
        }
        else
        {
            f32xn      gap = p->gap + jacobian_distance(&j, pair) - by_shift;
            f32xn_mask apart = f32xn_less(zero, gap);
            gap = f32xn_pick(apart, gap, f32xn_min(gap + c->slop, zero));
            f32xn shrink = f32xn_pick(apart, one, f32xn_all(soft ? CONTACT_SHRINK : 0.0f));
            f32xn yield = f32xn_pick(apart, zero, f32xn_all(soft ? CONTACT_YIELD : 0.0f));
            f32xn target = (zero - gap) * rate * shrink;
            to = had + (target - speed) * p->mass * (one - yield) - yield * had;
            to = f32xn_max(to, zero);
            p->largest = f32xn_max(p->largest, to);
        }
        jacobian_apply(&j, pair, to - had);
        if (pass == PASS_RELAX) jacobian_warm(&j, pair, to);
        p->impulse = to;
    }
}

// Runs one pass of one wide constraint: loads its bodies, solves, stores their velocities. `pass` and `two` are constants
// of each call, so that the compiler makes a function for each.
SIMD_INLINE void solve_one(rim_bodies *world, wide_constraint *c, solver_pass pass, bool two,
                           float h)
{
    solver_pair pair;
    if (pass == PASS_RESTITUTION && !c->rebounds) return;
    solver_pair_load(&pair, world, c, two);
    if (pass == PASS_RELAX) warm_load(&pair, world, c);
    if (pass != PASS_RESTITUTION)
    {
        velocity_load(&pair.a.displacement, world->displacements, c->a);
        if (two) velocity_load(&pair.b.displacement, world->displacements, c->b);
        if (two && pass == PASS_RELAX) follow_bodies(c, &pair);
        solve_friction(c, &pair, pass);
    }
    solve_normals(c, &pair, pass, h);
    solver_pair_store(&pair, world, c);
    if (pass == PASS_RELAX) warm_store(&pair, world, c);
}

typedef struct wide_list
{
    wide_constraint *items;
    int              pairs, count; // those of pairs come first
} wide_list;

// Runs a pass of all wide constraints: those of two bodies, then those with obstacles. Inlined for each pass.
SIMD_INLINE void solve_all(rim_bodies *world, const wide_list *list, solver_pass pass, float h)
{
    for (int i = 0; i < list->pairs; i++) solve_one(world, &list->items[i], pass, true, h);
    for (int i = list->pairs; i < list->count; i++)
        solve_one(world, &list->items[i], pass, false, h);
}

// Stores the impulses for the next step's warm start, and 0 for the restitution, which is not needed any more. Lanes
// without a constraint store to the one behind the last.
SIMD_TARGET static void store_impulses(rim_bodies *world, const wide_constraint *c)
{
    const f32xn *tangent = c->tangent_impulse;
    f32xn        friction[4] = { tangent[0], tangent[1], c->twist_impulse, f32xn_all(0.0f) };
    f32xn        normal[4];
    for (int i = 0; i < 4; i++) normal[i] = c->points[i].impulse;
    f32xn_scatter4(world->constraints->friction_impulse, CONSTRAINT_STRIDE, c->number, friction);
    f32xn_scatter4(world->constraints->impulse, CONSTRAINT_STRIDE, c->number, normal);
}

// --- the step ------------------------------------------------------------------------------------------

// Adds  h times the velocities  to the displacements of all bodies.
SIMD_TARGET static void move_bodies(rim_bodies *world, float h)
{
    for (int i = 0; i < world->top; i++)
    {
        const body_velocity *v = &world->velocities[i];
        body_velocity       *d = &world->displacements[i];
        for (int k = 0; k < 3; k++)
        {
            d->linear[k] += h * v->linear[k];
            d->angular[k] += h * v->angular[k];
        }
    }
}

// Adds the forces of a substep to the velocities, damps them, and adds the warm start, which begins again at 0.
SIMD_TARGET static void apply_forces(rim_bodies *world)
{
    for (int i = 0; i < world->top; i++)
    {
        const body_increment *by = &world->increments[i];
        body_velocity        *v = &world->velocities[i], *warm = &world->warm[i];
        for (int k = 0; k < 3; k++)
        {
            v->linear[k] = (v->linear[k] + by->linear[k]) * by->linear_damping + warm->linear[k];
            v->angular[k] =
                (v->angular[k] + by->angular[k]) * by->angular_damping + warm->angular[k];
            warm->linear[k] = warm->angular[k] = 0.0f;
        }
    }
}

enum
{
    WIDE_ALIGNMENT = 64, // bytes
    RESTITUTION_PASSES =
        4 // with one, the corners of a face that lands flat would get uneven impulses
};

// Colors the graph and makes room for the wide constraints, aligned. Returns false when out of memory.
static bool wide_list_create(rim_bodies *world, wide_list *list)
{
    int all = world->constraint_count, bodies = world->pair_constraints;
    memset(world->colors, 0, sizeof *world->colors * (size_t)world->top);
    list->pairs = contact_graph_color(world, 0, bodies, 0, F32XN_LANES);
    if (list->pairs < 0) return false;
    list->count = contact_graph_color(world, bodies, all, list->pairs, F32XN_LANES);
    if (list->count < 0) return false;
    size_t bytes = (size_t)list->count * sizeof *list->items + WIDE_ALIGNMENT;
    if (!memory_reserve(&world->from, (void **)&world->wide, &world->wide_capacity, bytes, 1))
        return false;
    size_t past = (uintptr_t)world->wide % WIDE_ALIGNMENT;
    list->items = (wide_constraint *)(void *)(world->wide + (WIDE_ALIGNMENT - past));
    return true;
}

// See body_kernels.solve, and the passes at the top.
SIMD_TARGET static bool SIMD_NAME(solver_step)(rim_bodies *world, const body_step *step)
{
    wide_list list;
    float     h = step->dt / (float)step->substeps;
    if (!wide_list_create(world, &list)) return false;
    const int *lanes = world->graph + world->constraint_count;
    memset(world->displacements, 0, sizeof *world->displacements * (size_t)world->top);
    memset(world->warm, 0, sizeof *world->warm * (size_t)world->top);
    for (int i = 0; i < list.count; i++)
        set_constraint(world, &list.items[i], lanes + i * F32XN_LANES, step);
    for (int i = 0; i < step->substeps; i++)
    {
        apply_forces(world);
        solve_all(world, &list, PASS_SOFT, h);
        move_bodies(world, h);
        solve_all(world, &list, PASS_RELAX, h);
    }
    world->rebounds = false;
    for (int i = 0; i < list.count; i++) world->rebounds |= list.items[i].rebounds;
    if (world->rebounds)
        memcpy(world->without_rebounds, world->velocities,
               sizeof *world->velocities * (size_t)world->top);
    for (int i = 0; i < RESTITUTION_PASSES; i++) solve_all(world, &list, PASS_RESTITUTION, h);
    for (int i = 0; i < list.count; i++) store_impulses(world, &list.items[i]);
    return true;
}
