// Template: compiled by each file that includes it. Requires simd/f32xn.h to be included before.
//
// Sequential impulses (Catto, "Iterative dynamics with temporal coherence", 2005), F32XN_LANES constraints at a time. A
// lane is a constraint: one normal and up to four points.
//
// A constraint sees its two bodies in contact axes, which are two tangents and the normal n from b towards a, and at the
// middle of its points: the velocity v of a relative to b there, and the relative spin w. The point at (x, y) from the
// middle, along the tangents, separates at
//
//      speed = v2 + y w0 - x w1,
//
// because (x, y, 0) x n = (y, -x, 0). Impulses act at the middle: f along the axes, t about them. With the arms ra and rb
// from the centers of the bodies to the middle, they change
//
//      v by  (1 / ma + 1 / mb) f + da x ra + db x rb,      w by  da + db,      da = Ia^-1 (ra x f + t),  db likewise.
//
// So all rows are solved in the six numbers of v and w, and the bodies get the sum of all impulses at the end.
//
// Each point in turn gets the impulse  m (target - speed)  with the effective mass m, but its total never becomes negative.
// Friction acts at the middle, in two directions and about the normal, up to Coulomb's bound for the load of the whole
// constraint.
//
// A step consists of substeps (Macklin and others, "Small steps in physics simulation", 2019). In each, gravity is
// applied, the impulses so far are applied again (warm start), every constraint is solved as a soft spring, bodies
// move, and every constraint is solved again without its spring (relaxation), so that the speed that pushed an overlap
// apart is not kept (Catto, "Solver2D", 2024). Restitution is applied at the end of the whole step.
//
// The warm start needs no pass of its own: what its impulses change depends on no velocity, so the relaxation before it,
// which has the same arms, adds it up for each body (rim_bodies.warm). set_constraint adds that of the first substep.
#include "base/memory.h"
#include "solid/dynamics/data.h"

// Velocities or displacements of bodies, one a lane: linear and angular, in world axes.
typedef struct wide_velocity
{
    f32xn v[4], w[4]; // the fourth is unused
} wide_velocity;

// Inverse inertia tensors, one a lane.
typedef struct wide_tensor
{
    f32xn xx, yy, zz, xy, yz, zx;
} wide_tensor;

// One body of each lane's constraint. The tensor and the arm are in contact axes.
typedef struct wide_side
{
    int32_t rows[F32XN_LANES]; // where the body's velocity begins in an array of them, in floats
    f32xn   mass;              // inverse
    wide_tensor inertia;       // inverse
    f32xn start[3]; // the arm, from the center to the middle of the points, when the step began
    f32xn arm[3];   // after the motion of the last substep, see follow_bodies
} wide_side;

typedef struct wide_point
{
    f32xn x, y;    // from the middle, along the tangents
    f32xn start;   // the gap when the step began
    f32xn gap;     // after the motion of the last substep
    f32xn mass;    // effective; 0 in lanes that lack the point
    f32xn impulse; // so far
} wide_point;

// The motion of a relative to b in contact axes: at the middle of the points, and the spin.
typedef struct contact_motion
{
    f32xn v[3], w[3];
} contact_motion;

// An impulse on a at the middle of the points, and an angular one, in contact axes. b gets the opposites.
typedef struct contact_impulse
{
    f32xn f[3], t[3];
} contact_impulse;

// What unit impulses change: the entries that are needed of the symmetric matrix of v and w by f and t.
typedef struct contact_response
{
    f32xn normal[3];   // v[2] by f[i]
    f32xn mixed[3][3]; // [i][k]: w[k] by f[i], which is also v[i] by t[k]
} contact_response;

typedef struct wide_constraint
{
    wide_side  a, b;
    int32_t    number[F32XN_LANES]; // of the constraint in rim_bodies
    int32_t    most, rebounds; // the largest number of points of a lane; 1 if any point may rebound
    f32xn      count;          // of the points of each lane
    f32xn      axes[3][3];     // two tangents and the normal
    f32xn      friction, radius; // radius: of the points around the middle, the mean
    f32xn      load;             // the normal impulse that bounded friction last
    f32xn      slop; // a depth that is left, so that all points of a contact keep pressing
    f32xn      tangent_impulse[2], tangent_mass[2], twist_impulse, twist_mass;
    wide_point points[4];
    contact_response by;
    // The speeds at which the four points must separate at the end; 0: none. Negative until the point has pressed in this
    // step. They are elsewhere, because most constraints do not need them.
    f32xn           *rebound_speeds;
} wide_constraint;

// --- from and to the bodies ------------------------------------------------------------------------------

enum
{
    // After one pass, the corners of a face that lands flat would have uneven impulses.
    RESTITUTION_PASSES = 4,
    VELOCITY_STRIDE = sizeof(body_velocity) / sizeof(float), // and that of inverse masses
    FRAME_STRIDE = sizeof(body_frame) / sizeof(float),
    CONSTRAINT_STRIDE = sizeof(contact_constraint) / sizeof(float)
};

// Loads the elements of an array of velocities or displacements for the bodies of a side, one a lane.
SIMD_INLINE void velocity_load(wide_velocity *out, const body_velocity *in, const wide_side *side)
{
    f32xn_gather4(in->linear, 1, side->rows, out->v);
    f32xn_gather4(in->angular, 1, side->rows, out->w);
}

// Stores the elements of such an array for the bodies of a side. Lanes share no body that moves. Lanes of the fixed
// body store what they loaded, because its inverse mass is 0.
SIMD_INLINE void velocity_store(const wide_velocity *in, body_velocity *out, const wide_side *side)
{
    f32xn_scatter4(out->linear, 1, side->rows, in->v);
    f32xn_scatter4(out->angular, 1, side->rows, in->w);
}

// Computes the components of a vector along the contact axes.
SIMD_INLINE void to_contact(f32xn out[3], const wide_constraint *c, const f32xn v[3])
{
    for (int k = 0; k < 3; k++) out[k] = f32xn_dot3(c->axes[k], v);
}

// Computes the vector in world axes that has the components v along the contact axes.
SIMD_INLINE void from_contact(f32xn out[3], const wide_constraint *c, const f32xn v[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = c->axes[0][k] * v[0] + c->axes[1][k] * v[1] + c->axes[2][k] * v[2];
}

// Computes the product of a tensor and a vector.
SIMD_INLINE void tensor_times(f32xn out[3], const wide_tensor *m, const f32xn v[3])
{
    out[0] = m->xx * v[0] + m->xy * v[1] + m->zx * v[2];
    out[1] = m->xy * v[0] + m->yy * v[1] + m->yz * v[2];
    out[2] = m->zx * v[0] + m->yz * v[1] + m->zz * v[2];
}

// --- relative motion -------------------------------------------------------------------------------------

// Computes the motion *m of a relative to b, at the middle of the points. The velocities (or displacements) a and b are
// in world axes. The arms and *m are in contact axes. If `two` is false, b does not move, and b and arm_b are not read:
// so it is for obstacles in the passes. set_rebounds passes true for obstacles, too, with the fixed body as b, whose
// velocity is 0.
SIMD_INLINE void motion_between(contact_motion *m, const wide_constraint *c, const wide_velocity *a,
                                const f32xn arm_a[3], const wide_velocity *b, const f32xn arm_b[3],
                                bool two)
{
    f32xn v[3], spin[3], at[3];
    for (int k = 0; k < 3; k++) v[k] = two ? a->v[k] - b->v[k] : a->v[k];
    to_contact(m->v, c, v);
    to_contact(m->w, c, a->w);
    f32xn_cross3(at, m->w, arm_a);
    for (int k = 0; k < 3; k++) m->v[k] = m->v[k] + at[k];
    if (!two) return;
    to_contact(spin, c, b->w);
    f32xn_cross3(at, spin, arm_b);
    for (int k = 0; k < 3; k++)
    {
        m->v[k] = m->v[k] - at[k];
        m->w[k] = m->w[k] - spin[k];
    }
}

// Returns the speed at which a point separates: v2 + y w0 - x w1. If m is a displacement, this is the distance by which
// the point has separated, to first order.
SIMD_INLINE f32xn separation(const contact_motion *m, const wide_point *p)
{
    return m->v[2] + p->y * m->w[0] - p->x * m->w[1];
}

// Adds to *j an impulse along the normal at a point: the same impulse at the middle, and the angular impulse
// (x, y, 0) x (0, 0, impulse) = (y impulse, -x impulse, 0).
SIMD_INLINE void add_normal_impulse(contact_impulse *j, const wide_point *p, f32xn impulse)
{
    j->f[2] = j->f[2] + impulse;
    j->t[0] = j->t[0] + p->y * impulse;
    j->t[1] = j->t[1] - p->x * impulse;
}

// Adds to *to, a velocity of the body of a side in world axes, the change by the impulses j:  v += f / m  and
// w += I^-1 (r x f + t), with the arm r of the side. If `add` is false (body b, which gets the opposite impulses),
// subtracts the change.
SIMD_INLINE void body_push(wide_velocity *to, const wide_constraint *c, const wide_side *side,
                           const contact_impulse *j, bool add)
{
    f32xn angular[3], spin[3], v[3], w[3];
    f32xn_cross3(angular, side->arm, j->f);
    for (int k = 0; k < 3; k++) angular[k] = angular[k] + j->t[k];
    tensor_times(spin, &side->inertia, angular);
    from_contact(v, c, j->f);
    from_contact(w, c, spin);
    for (int k = 0; k < 3; k++)
    {
        v[k] = v[k] * side->mass;
        to->v[k] = add ? to->v[k] + v[k] : to->v[k] - v[k];
        to->w[k] = add ? to->w[k] + w[k] : to->w[k] - w[k];
    }
}

// Changes velocities by impulses: *a by the impulses j and, if `two`, *b by the opposite ones.
SIMD_INLINE void apply_impulses(const wide_constraint *c, const contact_impulse *j,
                                wide_velocity *a, wide_velocity *b, bool two)
{
    body_push(a, c, &c->a, j, true);
    if (two) body_push(b, c, &c->b, j, false);
}

// --- effective masses ------------------------------------------------------------------------------------

// Returns 1 / k where k > 0, and 0 elsewhere.
SIMD_INLINE f32xn solver_inverse(f32xn k)
{
    f32xn      zero = f32xn_all(0.0f), one = f32xn_all(1.0f);
    f32xn_mask any = f32xn_less(zero, k);
    return f32xn_pick(any, one / f32xn_pick(any, k, one), zero);
}

// Returns 1 in lanes that have point i (from 0), and 0 in others, as factors.
SIMD_INLINE f32xn has_point(const wide_constraint *c, int i)
{
    f32xn_mask there = f32xn_less(f32xn_all((float)i), c->count);
    return f32xn_pick(there, f32xn_all(1.0f), f32xn_all(0.0f));
}

// Computes the velocities that unit angular impulses add at the end of an arm r: q[k] = (I^-1 e_k) x r  by one about
// contact axis k. m is I^-1. As the matrix of all responses is symmetric, q[k][i] is also the spin about axis k that a
// unit impulse along axis i adds at this point.
SIMD_INLINE void side_response(f32xn q[3][3], const wide_tensor *m, const f32xn r[3])
{
    f32xn columns[3][3] = { { m->xx, m->xy, m->zx },
                            { m->xy, m->yy, m->yz },
                            { m->zx, m->yz, m->zz } };
    for (int k = 0; k < 3; k++) f32xn_cross3(q[k], columns[k], r);
}

// Returns a component of the velocity that a unit impulse along axis i adds at the end of the arm r, by the spin that
// it adds: the component along axis k of
//
//     (q[0][i], q[1][i], q[2][i]) x r,
//
// with q of side_response.
SIMD_INLINE f32xn velocity_by_spin(f32xn q[3][3], const f32xn r[3], int i, int k)
{
    int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
    return q[k1][i] * r[k2] - q[k2][i] * r[k1];
}

// Returns the entries of the matrix of v and w by f and t that are w by t. Adding both bodies' tensors takes less time
// than loading their sum. If `two` is false, b does not move.
SIMD_INLINE wide_tensor spin_response(const wide_constraint *c, bool two)
{
    const wide_tensor *a = &c->a.inertia, *b = &c->b.inertia;
    if (!two) return *a;
    return (wide_tensor){ a->xx + b->xx, a->yy + b->yy, a->zz + b->zz,
                          a->xy + b->xy, a->yz + b->yz, a->zx + b->zx };
}

// Returns the changes of v[2], w[0] and w[1], on which the speeds of all points depend, by a unit impulse at a point
// along the normal. At the middle, this impulse is f = (0, 0, 1) and t = (y, -x, 0). `spin` is that of spin_response.
// The other components of the result are not set.
SIMD_INLINE contact_motion response_at(const contact_response *by, const wide_tensor *spin,
                                       const wide_point *p)
{
    contact_motion m;
    m.v[2] = by->normal[2] + p->y * by->mixed[2][0] - p->x * by->mixed[2][1];
    m.w[0] = by->mixed[2][0] + p->y * spin->xx - p->x * spin->xy;
    m.w[1] = by->mixed[2][1] + p->y * spin->xy - p->x * spin->yy;
    return m;
}

// Computes c->by for the arms, and from it the effective masses of tangents and points (0 in lanes that lack the
// point). Requires the members of both sides, and the points.
SIMD_TARGET static void set_response(wide_constraint *c)
{
    contact_response *by = &c->by;
    const f32xn      *arm_a = c->a.arm, *arm_b = c->b.arm;
    f32xn             a[3][3], b[3][3], mass = c->a.mass + c->b.mass;
    wide_tensor       spin = spin_response(c, true);
    side_response(a, &c->a.inertia, arm_a);
    side_response(b, &c->b.inertia, arm_b);
    for (int i = 0; i < 3; i++)
    {
        by->normal[i] = velocity_by_spin(a, arm_a, i, 2) + velocity_by_spin(b, arm_b, i, 2);
        for (int k = 0; k < 3; k++) by->mixed[i][k] = a[k][i] + b[k][i];
    }
    by->normal[2] = by->normal[2] + mass;
    for (int i = 0; i < 2; i++)
        c->tangent_mass[i] = solver_inverse(mass + velocity_by_spin(a, arm_a, i, i) +
                                            velocity_by_spin(b, arm_b, i, i));
    for (int i = 0; i < c->most; i++)
    {
        wide_point    *p = &c->points[i];
        contact_motion change = response_at(by, &spin, p);
        p->mass = solver_inverse(separation(&change, p)) * has_point(c, i);
    }
}

// --- setting up ------------------------------------------------------------------------------------------

// Computes two tangents that depend on the normal n alone. The first is  e x n,  normalized, where e is the coordinate
// axis along which n has its component of least magnitude. The second is n x the first. Requires c->axes[2].
SIMD_INLINE void set_tangents(wide_constraint *c)
{
    f32xn      zero = f32xn_all(0.0f), *n = c->axes[2], *u = c->axes[0];
    f32xn      x = f32xn_abs(n[0]), y = f32xn_abs(n[1]), z = f32xn_abs(n[2]);
    f32xn_mask not_x = f32xn_less(y, x) | f32xn_less(z, x), by_z = not_x & f32xn_less(z, y);
    f32xn_mask by_y = not_x & ~by_z;
    // (0, -nz, ny), (nz, 0, -nx) or (-ny, nx, 0)
    u[0] = f32xn_pick(by_y, n[2], f32xn_pick(by_z, zero - n[1], zero));
    u[1] = f32xn_pick(by_z, n[0], f32xn_pick(by_y, zero, zero - n[2]));
    u[2] = f32xn_pick(by_z, zero, f32xn_pick(by_y, zero - n[0], n[1]));
    f32xn s = solver_inverse(f32xn_sqrt(f32xn_dot3(u, u)));
    for (int k = 0; k < 3; k++) u[k] = u[k] * s;
    f32xn_cross3(c->axes[1], n, u);
}

// Loads the points. Computes their middle, as an arm from a in world axes, and c->radius, their mean distance from it.
// Lanes that lack a point load the arm 0, which adds nothing to the middle. Requires c->number, count, most and axes.
SIMD_TARGET static void set_points(wide_constraint *c, const rim_bodies *world, f32xn middle[3])
{
    f32xn arms[4][4], zero = f32xn_all(0.0f), per_count = solver_inverse(c->count);
    c->radius = middle[0] = middle[1] = middle[2] = zero;
    for (int i = 0; i < c->most; i++)
    {
        f32xn_gather4(world->constraints->points[i].arm, CONSTRAINT_STRIDE, c->number, arms[i]);
        for (int k = 0; k < 3; k++) middle[k] = middle[k] + arms[i][k];
    }
    for (int k = 0; k < 3; k++) middle[k] = middle[k] * per_count;
    for (int i = 0; i < c->most; i++)
    {
        wide_point *p = &c->points[i];
        f32xn       d[3];
        for (int k = 0; k < 3; k++) d[k] = arms[i][k] - middle[k];
        p->x = f32xn_dot3(d, c->axes[0]);
        p->y = f32xn_dot3(d, c->axes[1]);
        p->start = p->gap = arms[i][3];
        c->radius = c->radius + f32xn_sqrt(f32xn_dot3(d, d)) * has_point(c, i);
    }
    c->radius = c->radius * per_count;
}

// Loads the inverse mass and inertia of the bodies of a side, and sets its arm, which is given in world axes.
// With the inverse inertia I in world axes and the contact axes e, its entry (i, k) in contact axes is  e_i . I e_k,
// and by[k] is I e_k.
SIMD_TARGET static void set_side(wide_constraint *c, wide_side *side, const rim_bodies *world,
                                 const f32xn arm[3])
{
    const float *base = &world->inverse_masses->mass;
    f32xn        diagonal[4], products[4], by[3][3];
    f32xn_gather4(base, 1, side->rows, diagonal);
    f32xn_gather4(base + 4, 1, side->rows, products);
    wide_tensor m = {
        diagonal[1], diagonal[2], diagonal[3], products[0], products[1], products[2]
    };
    for (int k = 0; k < 3; k++) tensor_times(by[k], &m, c->axes[k]);
    side->mass = diagonal[0];
    side->inertia.xx = f32xn_dot3(c->axes[0], by[0]);
    side->inertia.yy = f32xn_dot3(c->axes[1], by[1]);
    side->inertia.zz = f32xn_dot3(c->axes[2], by[2]);
    side->inertia.xy = f32xn_dot3(c->axes[0], by[1]);
    side->inertia.yz = f32xn_dot3(c->axes[1], by[2]);
    side->inertia.zx = f32xn_dot3(c->axes[2], by[0]);
    to_contact(side->start, c, arm);
    for (int k = 0; k < 3; k++) side->arm[k] = side->start[k];
}

// Computes c->rebound_speeds: minus restitution times the speeds at which the points approach when the step begins, if
// these are above the threshold, and otherwise 0. Requires the axes, the points, and the sides.
SIMD_TARGET static void set_rebounds(wide_constraint *c, const rim_bodies *world, f32xn restitution,
                                     float threshold)
{
    wide_velocity  a, b;
    contact_motion m;
    f32xn          zero = f32xn_all(0.0f);
    velocity_load(&a, world->velocities, &c->a);
    velocity_load(&b, world->velocities, &c->b);
    motion_between(&m, c, &a, c->a.arm, &b, c->b.arm, true); // an obstacle is the fixed body
    c->rebounds = 0;
    for (int i = 0; i < c->most; i++)
    {
        f32xn      approach = separation(&m, &c->points[i]);
        f32xn_mask fast = f32xn_less(approach, f32xn_all(-threshold));
        f32xn      speed = f32xn_pick(fast, restitution * approach, zero) * has_point(c, i);
        c->rebound_speeds[i] = speed;
        c->rebounds |= f32xn_bits(f32xn_less(speed, zero)) != 0;
    }
}

// Adds to rim_bodies.warm the changes of velocity that all impulses so far cause in a and, if `two` is true, their
// opposites in b. The arms are those after the motion of this substep, with which the next one begins: then apply_forces
// adds the sums of all constraints to the velocities. For an obstacle, `two` may also be true: b is then the fixed body,
// which does not change.
SIMD_INLINE void add_warm(rim_bodies *world, const wide_constraint *c, bool two)
{
    f32xn           zero = f32xn_all(0.0f);
    contact_impulse j = { { c->tangent_impulse[0], c->tangent_impulse[1], zero },
                          { zero, zero, c->twist_impulse } };
    wide_velocity   a, b;
    for (int i = 0; i < c->most; i++) add_normal_impulse(&j, &c->points[i], c->points[i].impulse);
    velocity_load(&a, world->warm, &c->a);
    if (two) velocity_load(&b, world->warm, &c->b);
    apply_impulses(c, &j, &a, &b, two);
    velocity_store(&a, world->warm, &c->a);
    if (two) velocity_store(&b, world->warm, &c->b);
}

// Sets all of *c from the constraints with these numbers, one a lane, and adds their impulses to the warm start of the
// first substep. Bodies that do not move, and obstacles, are replaced by the fixed body behind the last one, whose
// inverse mass is 0. The arms depend on the centers of the bodies themselves, also of those that sleep. A lane without
// a constraint has the number of the constraint behind the last one, which has no points and a = -1.
SIMD_TARGET static void set_constraint(rim_bodies *world, wide_constraint *c, const int *numbers,
                                       const body_step *step)
{
    int32_t a[F32XN_LANES], b[F32XN_LANES], fixed = (int32_t)world->capacity;
    float   counts[F32XN_LANES], slops[F32XN_LANES];
    f32xn   row[4], center_a[4], center_b[4], middle[3], from_b[3];
    c->most = 0;
    for (int l = 0; l < F32XN_LANES; l++)
    {
        const contact_constraint *own = &world->constraints[c->number[l] = numbers[l]];
        counts[l] = (float)own->count;
        slops[l] = DYNAMICS_SLOP * own->least_half;
        c->most = own->count > c->most ? own->count : c->most;
        a[l] = own->a < 0 ? fixed : own->a;
        b[l] = own->b < 0 ? fixed : own->b;
        c->a.rows[l] = VELOCITY_STRIDE * (body_is_awake(world, own->a) ? own->a : fixed);
        c->b.rows[l] = VELOCITY_STRIDE * (body_is_awake(world, own->b) ? own->b : fixed);
    }
    c->count = f32xn_load(counts);
    c->slop = f32xn_load(slops);
    c->load = f32xn_all(0.0f);
    f32xn_gather4(world->constraints->n, CONSTRAINT_STRIDE, c->number, row);
    for (int k = 0; k < 3; k++) c->axes[2][k] = row[k];
    c->friction = row[3];
    set_tangents(c);
    set_points(c, world, middle);
    f32xn_gather4(world->frames->center, FRAME_STRIDE, a, center_a);
    f32xn_gather4(world->frames->center, FRAME_STRIDE, b, center_b);
    for (int k = 0; k < 3; k++) from_b[k] = middle[k] - (center_b[k] - center_a[k]); // arm of b
    set_side(c, &c->a, world, middle);
    set_side(c, &c->b, world, from_b);
    c->twist_mass = solver_inverse(spin_response(c, true).zz);
    set_response(c);
    f32xn_gather4(world->constraints->impulse, CONSTRAINT_STRIDE, c->number, row);
    for (int i = 0; i < 4; i++) c->points[i].impulse = row[i];
    f32xn_gather4(world->constraints->friction_impulse, CONSTRAINT_STRIDE, c->number, row);
    for (int k = 0; k < 2; k++) c->tangent_impulse[k] = row[k];
    c->twist_impulse = row[2];
    set_rebounds(c, world, row[3], step->restitution_threshold);
    add_warm(world, c, true);
}

// --- solving -----------------------------------------------------------------------------------------------

// The soft pass closes the part CONTACT_SHRINK of the depth beyond the slop, so that heavy heaps do not jump. It gives
// up the part CONTACT_YIELD of the impulse so far, which damps. Under a load of n bodies a contact therefore sinks in a
// substep of length h by
//
//     yield / (1 - yield) / shrink n g h^2 = n g h^2 / 2    (about).
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

// Solves first the twist about the normal, and then both tangents at the middle. By Coulomb's law, the angular impulse
// is at most friction * load * radius, and the tangential one, as a vector, at most friction * load. The load is the
// sum of the points' impulses. The bound is kept finite, because the product of infinity and a radius of 0 is a NaN.
// Sets the changes of the impulses in *j. Adds the changes of the motion to *m, as far as later rows need them: the
// tangents change only v[2], w[0] and w[1], because both are solved from the motion before either of them, and the
// normal rows depend on nothing else.
SIMD_INLINE void solve_friction(wide_constraint *c, const wide_tensor *spin, contact_motion *m,
                                contact_impulse *j, solver_pass pass)
{
    f32xn load = f32xn_all(0.0f), zero = load;
    for (int i = 0; i < c->most; i++) load = load + c->points[i].impulse;
    // The soft pass solves the points after friction, and may give up the part CONTACT_YIELD of the load. So the
    // relaxing pass bounds friction by the load before that, but by no more than the load of the last bound.
    f32xn whole = f32xn_min(load * f32xn_all(1.0f / (1.0f - CONTACT_YIELD)), c->load);
    load = pass == PASS_RELAX ? f32xn_max(load, whole) : load;
    c->load = load;
    f32xn bound = f32xn_min(c->friction * load, f32xn_all(0x1p127f));
    f32xn twist_bound = bound * c->radius;

    f32xn twist = c->twist_impulse - m->w[2] * c->twist_mass;
    twist = f32xn_pick(f32xn_less(twist_bound, twist), twist_bound, twist);
    twist = f32xn_max(twist, zero - twist_bound);
    f32xn more = twist - c->twist_impulse;
    for (int i = 0; i < 3; i++) m->v[i] = m->v[i] + c->by.mixed[i][2] * more;
    m->w[0] = m->w[0] + spin->zx * more;
    m->w[1] = m->w[1] + spin->yz * more;
    j->t[2] = more;
    c->twist_impulse = twist;

    f32xn to[2], *had = c->tangent_impulse;
    for (int k = 0; k < 2; k++) to[k] = had[k] - m->v[k] * c->tangent_mass[k];
    f32xn      square = to[0] * to[0] + to[1] * to[1], part = f32xn_all(1.0f);
    f32xn_mask slides = f32xn_less(bound * bound, square);
    if (f32xn_bits(slides)) part = f32xn_pick(slides, bound / f32xn_sqrt(square), part);
    for (int k = 0; k < 2; k++)
    {
        to[k] = to[k] * part;
        j->f[k] = to[k] - had[k];
        m->v[2] = m->v[2] + c->by.normal[k] * j->f[k];
        m->w[0] = m->w[0] + c->by.mixed[k][0] * j->f[k];
        m->w[1] = m->w[1] + c->by.mixed[k][1] * j->f[k];
        had[k] = to[k];
    }
}

// Solves the points of each lane along the normal, one after another. The impulse `had` becomes
//
//    to = max(kept had + kept mass (target - speed), 0)
//
// with the target and the kept part of each case:
//
//  - An open gap may close within the substep: target = -gap / h and kept = 1.
//  - In the soft pass an overlap is pushed apart softly: target = CONTACT_SHRINK max(depth - slop, 0) / h and
//    kept = 1 - CONTACT_YIELD.
//  - In the relaxing pass an overlap keeps its separation: target = 0 and kept = 1.
//  - In the restitution pass, points that rebound get the rebound speed as their target. kept is 1.
//
// Changes of the impulses are added to *j, and the changes of the motion to *m. All that does not depend on the speed is
// computed from what was stored, because each point waits for the speed that the one before it leaves.
SIMD_INLINE void solve_normals(wide_constraint *c, const wide_tensor *spin, contact_motion *m,
                               contact_impulse *j, solver_pass pass, float h)
{
    bool  soft = pass == PASS_SOFT;
    f32xn zero = f32xn_all(0.0f), one = f32xn_all(1.0f), rate = f32xn_all(1.0f / h);
    for (int i = 0; i < c->most; i++)
    {
        wide_point *p = &c->points[i];
        f32xn       speed = separation(m, p), had = p->impulse, to;
        if (pass == PASS_RESTITUTION)
        {
            f32xn target = c->rebound_speeds[i];
            to = f32xn_max(had + (target - speed) * p->mass, zero);
            to = f32xn_pick(f32xn_less(zero, target), to, had);
        }
        else
        {
            f32xn_mask apart = f32xn_less(zero, p->gap);
            f32xn      depth = f32xn_max(zero - p->gap - c->slop, zero);
            f32xn      push = soft ? depth * f32xn_all(CONTACT_SHRINK) : zero;
            f32xn      target = f32xn_pick(apart, zero - p->gap, push) * rate;
            f32xn      kept = soft ? f32xn_pick(apart, one, f32xn_all(1.0f - CONTACT_YIELD)) : one;
            to = f32xn_max(had * kept + (target - speed) * (p->mass * kept), zero);
            f32xn *rebound = &c->rebound_speeds[i];
            if (c->rebounds)
                *rebound = f32xn_pick(f32xn_less(zero, to), f32xn_abs(*rebound), *rebound);
        }
        contact_motion by = response_at(&c->by, spin, p);
        f32xn          more = to - had;
        m->v[2] = m->v[2] + by.v[2] * more;
        m->w[0] = m->w[0] + by.w[0] * more;
        m->w[1] = m->w[1] + by.w[1] * more;
        add_normal_impulse(j, p, more);
        p->impulse = to;
    }
}

// Computes the gaps after the motion of the bodies and, if both are bodies, the arms and the response, for this pass and
// the next soft one.
//
// A point on both bodies becomes two points when the bodies move. An impulse at one of them and its opposite at the other
// would add angular momentum. So both impulses act in the middle between the two. From each body's own point, half the
// displacement of the other body relative to it leads to this middle. The arm of a body on an obstacle stays, because the
// momentum of an obstacle does not matter.
SIMD_INLINE void follow_bodies(const rim_bodies *world, wide_constraint *c, bool two)
{
    wide_velocity  a, b;
    contact_motion moved;
    f32xn          apart[3], half[3];
    velocity_load(&a, world->displacements, &c->a);
    if (two) velocity_load(&b, world->displacements, &c->b);
    motion_between(&moved, c, &a, c->a.start, &b, c->b.start, two);
    for (int i = 0; i < c->most; i++)
        c->points[i].gap = c->points[i].start + separation(&moved, &c->points[i]);
    if (!two) return;
    for (int k = 0; k < 3; k++) apart[k] = (b.v[k] - a.v[k]) * f32xn_all(0.5f);
    to_contact(half, c, apart);
    for (int k = 0; k < 3; k++)
    {
        c->a.arm[k] = c->a.start[k] + half[k];
        c->b.arm[k] = c->b.start[k] - half[k];
    }
    set_response(c);
}

// Runs one pass for one wide constraint: loads the velocities of its bodies, solves, and stores them. Normals are
// solved after friction, so that the pass leaves no points that approach. The restitution pass changes only normal
// impulses.
//
// The relaxing pass is the first one after the bodies have moved: it begins with follow_bodies, and adds all impulses so
// far to the warm start.
//
// `pass` and `two` are constants in each call, so that no inlined copy branches on them.
SIMD_INLINE void solve_one(rim_bodies *world, wide_constraint *c, solver_pass pass, bool two,
                           float h)
{
    f32xn           zero = f32xn_all(0.0f);
    wide_velocity   a;
    contact_motion  m;
    contact_impulse j = { { zero, zero, zero }, { zero, zero, zero } };
    if (pass == PASS_RESTITUTION && !c->rebounds) return;
    if (pass == PASS_RELAX) follow_bodies(world, c, two);
    velocity_load(&a, world->velocities, &c->a);
    wide_velocity b = a; // not used without a second body
    if (two) velocity_load(&b, world->velocities, &c->b);
    motion_between(&m, c, &a, c->a.arm, &b, c->b.arm, two);
    wide_tensor spin = spin_response(c, two);
    if (pass != PASS_RESTITUTION) solve_friction(c, &spin, &m, &j, pass);
    solve_normals(c, &spin, &m, &j, pass, h);
    apply_impulses(c, &j, &a, &b, two);
    velocity_store(&a, world->velocities, &c->a);
    if (two) velocity_store(&b, world->velocities, &c->b);
    if (pass == PASS_RELAX) add_warm(world, c, two);
}

typedef struct wide_list
{
    wide_constraint *items;
    int              pairs, count; // those of pairs come first
} wide_list;

// Sets c->rebounds to whether any point rebounds, which it does if it has pressed, and returns it.
SIMD_TARGET static bool find_rebounds(wide_constraint *c)
{
    unsigned any = 0;
    for (int i = 0; i < c->most && c->rebounds; i++)
        any |= f32xn_bits(f32xn_less(f32xn_all(0.0f), c->rebound_speeds[i]));
    c->rebounds = any != 0;
    return any != 0;
}

// Runs a pass of all wide constraints: those of two bodies, then those with obstacles. Inlined for each pass.
SIMD_INLINE void solve_all(rim_bodies *world, const wide_list *list, solver_pass pass, float h)
{
    for (int i = 0; i < list->pairs; i++) solve_one(world, &list->items[i], pass, true, h);
    for (int i = list->pairs; i < list->count; i++)
        solve_one(world, &list->items[i], pass, false, h);
}

// Stores the impulses, with which the next step begins. friction_impulse is stored with the member behind it, the
// restitution, which is not needed any more and becomes 0: the address is computed from the struct's, because it is
// written beyond the member. Lanes without a constraint store to the constraint behind the last one.
SIMD_TARGET static void store_impulses(rim_bodies *world, const wide_constraint *c)
{
    const f32xn *tangent = c->tangent_impulse;
    f32xn        friction[4] = { tangent[0], tangent[1], c->twist_impulse, f32xn_all(0.0f) };
    f32xn        normal[4];
    for (int i = 0; i < 4; i++) normal[i] = c->points[i].impulse;
    float *base = (float *)(void *)world->constraints +
                  offsetof(contact_constraint, friction_impulse) / sizeof(float);
    f32xn_scatter4(base, CONSTRAINT_STRIDE, c->number, friction);
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
        for (int k = 0; k < 4; k++) // whole rows, which compilers turn into vectors
        {
            d->linear[k] += h * v->linear[k];
            d->angular[k] += h * v->angular[k];
        }
    }
}

// Begins a substep: adds the increments of gravity and forces to the velocities, damps them, and adds the warm start.
// Then sets the warm start to 0, for the sums of the next substep.
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

// Puts the constraints into groups of F32XN_LANES, and makes aligned room for a wide constraint of each group. Pairs of
// bodies are colored first, and contacts with obstacles behind them, so that obstacles are solved last. The colors of
// bodies are zeroed before, because the bits of the last step, and flags of other passes, would count as used. Returns
// false when out of memory.
static bool wide_list_create(rim_bodies *world, wide_list *list)
{
    int all = world->constraint_count, pairs = world->pair_constraints;
    memset(world->colors, 0, sizeof *world->colors * (size_t)world->top);
    list->pairs = contact_graph_color(world, 0, pairs, 0, F32XN_LANES);
    if (list->pairs < 0) return false;
    list->count = contact_graph_color(world, pairs, all, list->pairs, F32XN_LANES);
    if (list->count < 0) return false;
    size_t bytes = (size_t)list->count * (sizeof *list->items + 4 * sizeof(f32xn));
    if (!MEMORY_RESERVE(&world->from, world->wide, world->wide_capacity, bytes + MEMORY_ALIGNMENT))
        return false;
    list->items = (wide_constraint *)(void *)memory_aligned(world->wide);
    for (int i = 0; i < list->count; i++)
        list->items[i].rebound_speeds = (f32xn *)(void *)(list->items + list->count) + 4 * i;
    return true;
}

// Solves all constraints of a step (see body_kernels.solve, and the passes at the top). Reads the velocities at the
// beginning of the step. Stores the velocities at its end, the displacements, the impulses and, if there are rebounds,
// the velocities without them. Requires bodies_prepare and bodies_find_contacts.
SIMD_TARGET static bool SIMD_NAME(solver_step)(rim_bodies *world, const body_step *step)
{
    wide_list list;
    float     h = step->dt / (float)step->substeps;
    if (!wide_list_create(world, &list)) return false;
    const int *lanes = world->graph + world->constraint_count; // see contact_graph_color
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
    // Rebounds come after all substeps, so that bodies_limit_rebounds can scale what they alone have changed.
    world->rebounds = false;
    for (int i = 0; i < list.count; i++) world->rebounds |= find_rebounds(&list.items[i]);
    if (world->rebounds)
        memcpy(world->without_rebounds, world->velocities,
               sizeof *world->velocities * (size_t)world->top);
    for (int i = 0; world->rebounds && i < RESTITUTION_PASSES; i++)
        solve_all(world, &list, PASS_RESTITUTION, h);
    for (int i = 0; i < list.count; i++) store_impulses(world, &list.items[i]);
    return true;
}
