// The impulses of several contacts at once on one body.
#include "solid/dynamics/body.h"
#include "solid/dynamics/tolerances.h"

#include "base/float.h"

#include <math.h>
#include <string.h>

enum
{
    BODY_MOST = RIM_BODY_TOUCHES // contacts that are solved together
};

typedef struct body_contacts
{
    const mass_properties *mass;
    int                    count;
    vec3d                  arm[BODY_MOST], normal[BODY_MOST];
    double                 target[BODY_MOST]; // the least speed along the normal afterwards
    double                 impulse[BODY_MOST];
    bool                   bounded; // less restitution rather than more energy
} body_contacts;

// --- the linear complementarity problem, by active sets ---------------------------------------------------
//
// Finds impulses j with, for every contact,  w = a j + q,  j >= 0,  w >= 0,  j w = 0,  where a is symmetric and positive
// semidefinite: the conditions for the minimum of  f(j) = j a j / 2 + q j  over j >= 0.
//
// Contacts are added to the active set one after another, the most violated first, of equal ones the first. While the
// impulse of contact i grows, the members of the set stay at w = 0; a member whose impulse would become negative leaves
// the set. Each round ends at the minimum of f over its set, which is lower than that of the round before, so no set
// occurs twice and the search ends. (Lawson and Hanson, "Solving Least Squares Problems", 1974, chapter 23; Baraff,
// "Fast Contact Force Computation for Nonpenetrating Rigid Bodies", 1994.)

typedef struct active_set
{
    int count;
    double (*a)[BODY_MOST];
    const double *q;
    double       *j;
    int member[BODY_MOST]; // the contacts in the set, in the order in which they were added
    int size;
} active_set;

// Solves  a_MM x = b_M  for the members M, by the Cholesky decomposition L D L^T. Members are independent by construction.
static void solve_members(const active_set *s, const double b[BODY_MOST], double x[BODY_MOST])
{
    double l[BODY_MOST][BODY_MOST], d[BODY_MOST];
    for (int i = 0; i < s->size; i++)
    {
        x[i] = b[i];
        for (int k = 0; k <= i; k++)
        {
            double sum = s->a[s->member[i]][s->member[k]];
            for (int m = 0; m < k; m++) sum -= l[i][m] * d[m] * l[k][m];
            if (k < i)
                l[i][k] = sum / d[k];
            else
                d[i] = sum;
        }
        for (int m = 0; m < i; m++) x[i] -= l[i][m] * x[m];
    }
    for (int i = 0; i < s->size; i++) x[i] /= d[i];
    for (int i = s->size - 1; i >= 0; i--)
        for (int m = i + 1; m < s->size; m++) x[i] -= l[m][i] * x[m];
}

static bool is_member(const active_set *s, int i)
{
    for (int k = 0; k < s->size; k++)
        if (s->member[k] == i) return true;
    return false;
}

// Returns w of contact i for the impulses j.
static double slack_of(const active_set *s, int i, const double j[BODY_MOST])
{
    double w = s->q[i];
    for (int k = 0; k < s->count; k++) w += s->a[i][k] * j[k];
    return w;
}

typedef enum drive_result
{
    DRIVE_DONE,
    DRIVE_REDUNDANT, // i depends on the members and is not violated
    DRIVE_ENDLESS    // no impulse reduces the violation: there is no solution
} drive_result;

// Increases the impulse of contact i, whose slack w is negative, until w is 0, and adds i to the set. With d the change
// of the members' impulses per unit of that of i (a_MM d = -a_Mi), the slack changes by  bend = a_ii + a_iM d.  The step
// ends early where a member's impulse becomes 0; that member leaves, and the rest follows with the smaller set. Each
// round but the last removes a member, so that there are at most BODY_MOST + 1.
static drive_result drive(active_set *s, int i, double w, double tolerance)
{
    for (int guard = 0; guard <= BODY_MOST; guard++)
    {
        double b[BODY_MOST], d[BODY_MOST], bend = s->a[i][i];
        for (int k = 0; k < s->size; k++) b[k] = -s->a[s->member[k]][i];
        solve_members(s, b, d);
        for (int k = 0; k < s->size; k++) bend += s->a[i][s->member[k]] * d[k];

        bool   bends = bend > IMPACT_INDEPENDENT * s->a[i][i];
        double step = bends ? -w / bend : INFINITY;
        int    blocked = -1;
        for (int k = 0; k < s->size; k++)
        {
            double most = d[k] < 0.0 ? s->j[s->member[k]] / -d[k] : INFINITY;
            if (!(most < step)) continue;
            step = most;
            blocked = k;
        }
        if (!bends && w > -tolerance) return DRIVE_REDUNDANT;
        if (!bends && blocked < 0) return DRIVE_ENDLESS;
        s->j[i] += step;
        for (int k = 0; k < s->size; k++) s->j[s->member[k]] += step * d[k];
        if (blocked < 0)
        {
            s->member[s->size++] = i;
            return DRIVE_DONE;
        }
        if (bends) w += step * bend;
        s->j[s->member[blocked]] = 0.0;
        s->size--;
        for (int k = blocked; k < s->size; k++) s->member[k] = s->member[k + 1];
    }
    return DRIVE_ENDLESS;
}

// Returns the contact with the lowest slack below -tolerance, and stores its slack; -1 if there is none. Members have the
// slack 0, and redundant contacts, a bit each, are passed over.
static int most_violated(const active_set *s, double tolerance, unsigned redundant, double *slack)
{
    int worst = -1;
    *slack = -tolerance;
    for (int i = 0; i < s->count; i++)
    {
        double w = is_member(s, i) || redundant >> i & 1u ? 0.0 : slack_of(s, i, s->j);
        if (!(w < *slack)) continue;
        *slack = w;
        worst = i;
    }
    return worst;
}

static bool is_solved(const active_set *s, const double j[BODY_MOST], double tolerance)
{
    for (int i = 0; i < s->count; i++)
        if (slack_of(s, i, j) < -tolerance) return false;
    return true;
}

// Computes the impulses of the set directly, which removes the rounding of the steps, and keeps them if they solve the
// problem. Returns false if neither they nor the old ones do: the set is nearly dependent.
static bool polish(const active_set *s, double tolerance)
{
    double b[BODY_MOST], x[BODY_MOST], polished[BODY_MOST] = { 0 };
    for (int k = 0; k < s->size; k++) b[k] = -s->q[s->member[k]];
    solve_members(s, b, x);
    for (int k = 0; k < s->size; k++) polished[s->member[k]] = x[k] > 0.0 ? x[k] : 0.0;
    if (is_solved(s, polished, tolerance)) memcpy(s->j, polished, sizeof polished);
    return is_solved(s, s->j, tolerance);
}

// Solves the problem at the top. Returns false, and zero impulses, if no solution is found. Redundant contacts are
// passed over until the set changes.
static bool lcp_solve(int count, double a[BODY_MOST][BODY_MOST], const double q[BODY_MOST],
                      double j[BODY_MOST])
{
    active_set s = { count, a, q, j, { 0 }, 0 };
    double     tolerance = 0.0, slack;
    unsigned   redundant = 0;
    for (int i = 0; i < count; i++) tolerance = fmax(tolerance, IMPACT_ROUNDING * fabs(q[i]));
    memset(j, 0, sizeof(double) * BODY_MOST);
    for (int round = 0; round < 1 << BODY_MOST; round++)
    {
        int worst = most_violated(&s, tolerance, redundant, &slack);
        if (worst < 0 && polish(&s, IMPACT_POLISHED * tolerance)) return true;
        if (worst < 0) break;
        drive_result result = drive(&s, worst, slack, IMPACT_REDUNDANT * tolerance);
        if (result == DRIVE_ENDLESS) break;
        redundant = result == DRIVE_REDUNDANT ? redundant | 1u << worst : 0u;
        if (result == DRIVE_REDUNDANT) j[worst] = 0.0;
    }
    memset(j, 0, sizeof(double) * BODY_MOST);
    return false;
}

// --- mass and motion -------------------------------------------------------------------------------------

mass_properties body_mass_properties(const rim_body *body)
{
    mass_properties m;
    m.inverse_mass = 1.0 / body->mass;
    m.inertia = v3d_from(body->inertia);
    m.inverse_inertia = v3d(1.0 / m.inertia.x, 1.0 / m.inertia.y, 1.0 / m.inertia.z);
    m.turn = m3d_from_quat(body->pose.rotation);
    return m;
}

vec3d body_inertia(const mass_properties *mass, vec3d spin)
{
    vec3d own = m3d_unapply(mass->turn, spin), by = mass->inertia;
    return m3d_apply(mass->turn, v3d(own.x * by.x, own.y * by.y, own.z * by.z));
}

vec3d body_inverse_inertia(const mass_properties *mass, vec3d angular)
{
    vec3d own = m3d_unapply(mass->turn, angular), by = mass->inverse_inertia;
    return m3d_apply(mass->turn, v3d(own.x * by.x, own.y * by.y, own.z * by.z));
}

// Returns the inner product of two motions by which the square of a motion is twice its energy.
static double energy_product(const mass_properties *mass, body_motion a, body_motion b)
{
    vec3d p = m3d_unapply(mass->turn, a.spin), q = m3d_unapply(mass->turn, b.spin);
    return v3d_dot(a.velocity, b.velocity) / mass->inverse_mass + mass->inertia.x * p.x * q.x +
           mass->inertia.y * p.y * q.y + mass->inertia.z * p.z * q.z;
}

double body_energy_of(const mass_properties *mass, body_motion motion)
{
    return 0.5 * energy_product(mass, motion, motion);
}

// Returns the velocity of the point at an arm.
static vec3d velocity_at(body_motion motion, vec3d arm)
{
    return v3d_add(motion.velocity, v3d_cross(motion.spin, arm));
}

static double body_speed_along(body_motion motion, vec3d arm, vec3d along)
{
    return v3d_dot(velocity_at(motion, arm), along);
}

// Returns the motion after an impulse at an arm.
static body_motion add_impulse(const mass_properties *mass, body_motion motion, vec3d arm,
                               vec3d impulse)
{
    motion.velocity = v3d_along(motion.velocity, impulse, mass->inverse_mass);
    motion.spin = v3d_add(motion.spin, body_inverse_inertia(mass, v3d_cross(arm, impulse)));
    return motion;
}

// Returns the speed along d that a unit impulse along d adds at an arm: 1 / the effective mass.
static double inverse_effective_mass(const mass_properties *mass, vec3d arm, vec3d d)
{
    vec3d angular = v3d_cross(arm, d);
    return mass->inverse_mass * v3d_dot(d, d) +
           v3d_dot(angular, body_inverse_inertia(mass, angular));
}

// --- along the normals ---------------------------------------------------------------------------------

// Computes the impulses along the normals after which all speeds along them are at least their targets: the problem at
// the top with the matrix a of speeds by unit impulses, and q the speed less the target. Returns false, with zero
// impulses, if none are found. With soft > 0, that part of every diagonal entry is added to it, so that the matrix is
// definite and a solution exists.
static bool hold(const body_contacts *c, const double target[BODY_MOST], body_motion motion,
                 double soft, double impulse[BODY_MOST])
{
    double a[BODY_MOST][BODY_MOST], q[BODY_MOST];
    vec3d  angular[BODY_MOST], response[BODY_MOST];
    for (int i = 0; i < c->count; i++)
    {
        angular[i] = v3d_cross(c->arm[i], c->normal[i]);
        response[i] = body_inverse_inertia(c->mass, angular[i]);
        q[i] = body_speed_along(motion, c->arm[i], c->normal[i]) - target[i];
        for (int k = 0; k <= i; k++)
        {
            a[i][k] = c->mass->inverse_mass * v3d_dot(c->normal[i], c->normal[k]) +
                      v3d_dot(angular[i], response[k]);
            a[k][i] = a[i][k];
        }
        a[i][i] *= 1.0 + soft;
    }
    return lcp_solve(c->count, a, q, impulse);
}

// Returns the motion after impulses along the normals.
static body_motion after_impulses(const body_contacts *c, body_motion motion,
                                  const double impulse[BODY_MOST])
{
    for (int i = 0; i < c->count; i++)
        motion = add_impulse(c->mass, motion, c->arm[i], v3d_scale(c->normal[i], impulse[i]));
    return motion;
}

// Computes the impulses without restitution. They exist, because a standstill satisfies all targets, but rounding may
// hide them where a body is wedged from all sides: softened they are found, and still reduce the energy.
static void hold_without_restitution(const body_contacts *c, body_motion motion,
                                     double impulse[BODY_MOST])
{
    double target[BODY_MOST] = { 0 };
    for (int i = 0; i < c->count; i++) target[i] = c->target[i] < 0.0 ? c->target[i] : 0.0;
    if (!hold(c, target, motion, 0.0, impulse)) hold(c, target, motion, IMPACT_SOFTENED, impulse);
}

double body_energy_root(double a, double b, double c)
{
    if (a + 2.0 * b + c <= 0.0) return 1.0;
    if (!(c < 0.0) || !(a > 0.0)) return 0.0;
    double s = (sqrt(b * b - a * c) - b) / a;
    return s < 0.0 ? 0.0 : s > 1.0 ? 1.0 : s;
}

// Returns the s in 0 .. 1 at which the motion  low + s (high - low)  has the energy of `before`: the larger root of
// |low + s (high - low)|^2 = |before|^2.  low is without restitution, high with it. The energy of low is not above that
// of `before`, because it is the nearest motion in a cone that contains 0, so there is a root.
static double restitution_allowed(const mass_properties *mass, body_motion before, body_motion low,
                                  body_motion high)
{
    body_motion d = { v3d_sub(high.velocity, low.velocity), v3d_sub(high.spin, low.spin) };
    double      a = energy_product(mass, d, d), b = energy_product(mass, low, d);
    double      c = energy_product(mass, low, low) - energy_product(mass, before, before);
    return body_energy_root(a, b, c);
}

// Computes the impulses along the normals. Restitution is reduced if all of it is impossible or, if c->bounded, would
// add energy.
static void impact_solve_normals(body_contacts *c, body_motion motion)
{
    bool        full = hold(c, c->target, motion, 0.0, c->impulse);
    body_motion high = after_impulses(c, motion, c->impulse);
    double      energy = body_energy_of(c->mass, motion);
    if (full && (!c->bounded || body_energy_of(c->mass, high) <= energy * (1.0 + IMPACT_ENERGY)))
        return;

    double low[BODY_MOST], s = 0.0;
    hold_without_restitution(c, motion, low);
    if (full) s = restitution_allowed(c->mass, motion, after_impulses(c, motion, low), high);
    for (int i = 0; i < c->count; i++) c->impulse[i] = (1.0 - s) * low[i] + s * c->impulse[i];
}

// --- friction ------------------------------------------------------------------------------------------

typedef struct friction_impulses
{
    vec3d  impulse[BODY_MOST]; // along the surface, so far
    double bound[BODY_MOST];   // Coulomb's, on its length
} friction_impulses;

// Applies the friction impulse at contact i that stops its sliding, or as much of it as Coulomb's bound allows. Returns
// the energy that it removed; does nothing if it would add energy.
static double brake(const body_contacts *c, int i, friction_impulses *r, body_motion *motion)
{
    vec3d  arm = c->arm[i], n = c->normal[i], old = r->impulse[i], v = velocity_at(*motion, arm);
    vec3d  slide = v3d_along(v, n, -v3d_dot(v, n));
    double speed = v3d_length(slide);
    if (!(speed > 0.0) || !(r->bound[i] > 0.0)) return 0.0;
    double stop = 1.0 / inverse_effective_mass(c->mass, arm, v3d_scale(slide, 1.0 / speed));
    vec3d  wanted = v3d_along(old, slide, -stop);
    double length = v3d_length(wanted);
    if (length > r->bound[i]) wanted = v3d_scale(wanted, r->bound[i] / length);
    vec3d       more = v3d_sub(wanted, old);
    body_motion next = add_impulse(c->mass, *motion, arm, more);
    double      after = v3d_dot(more, velocity_at(next, arm));
    double      gain = 0.5 * (v3d_dot(more, v) + after); // the impulse times the mean speed
    if (gain > 0.0) return 0.0;
    *motion = next;
    r->impulse[i] = wanted;
    return -gain;
}

enum
{
    FRICTION_ROUNDS = 16,
    FRICTION_SWEEPS = 16
};

// Applies friction at all contacts in turn until a sweep over them removes at most the energy `little`.
static void brake_all(const body_contacts *c, friction_impulses *r, double little,
                      body_motion *motion)
{
    for (int sweep = 0; sweep < FRICTION_SWEEPS; sweep++)
    {
        double taken = 0.0;
        for (int i = 0; i < c->count; i++) taken += brake(c, i, r, motion);
        if (taken <= little) return;
    }
}

// Adds friction to the normal impulses in a way that only removes energy: the sliding is stopped, and penetration that
// this causes is resolved without restitution, in turns.
static void add_friction(body_contacts *c, double friction, body_motion *motion)
{
    friction_impulses r = { 0 };
    double            more[BODY_MOST], little = IMPACT_ENERGY * body_energy_of(c->mass, *motion);
    for (int i = 0; i < c->count; i++) r.bound[i] = friction * c->impulse[i];
    for (int round = 0; round < FRICTION_ROUNDS; round++)
    {
        double had = body_energy_of(c->mass, *motion);
        brake_all(c, &r, little, motion);
        hold_without_restitution(c, *motion, more);
        *motion = after_impulses(c, *motion, more);
        for (int i = 0; i < c->count; i++)
        {
            c->impulse[i] += more[i];
            r.bound[i] += friction * more[i];
        }
        if (had - body_energy_of(c->mass, *motion) <= little) return;
    }
}

// --- all together ----------------------------------------------------------------------------------------

// Applies the impulses of all contacts to the motion: those along the normals as if there were no friction, then friction.
static void body_contacts_solve(body_contacts *c, double friction, body_motion *motion)
{
    impact_solve_normals(c, *motion);
    *motion = after_impulses(c, *motion, c->impulse);
    if (friction > 0.0) add_friction(c, friction, motion);
}

static bool motion_is_finite(const body_motion *motion)
{
    return float_is_finite(v3d_length2(motion->velocity)) &&
           float_is_finite(v3d_length2(motion->spin));
}

bool rim_body_collide(rim_body *body, rim_body_touch *touches, int count, float restitution,
                      rim_impulses rule)
{
    mass_properties mass = body_mass_properties(body);
    body_motion     motion = { v3d_from(body->velocity), v3d_from(body->spin) };
    body_contacts   c = { .mass = &mass, .bounded = rule == RIM_IMPULSES_BOUNDED };
    bool            approaches = false;
    if (!motion_is_finite(&motion)) return false;
    for (; c.count < count && c.count < BODY_MOST; c.count++)
    {
        int i = c.count;
        c.arm[i] = v3d_from(touches[i].arm);
        c.normal[i] = v3d_normalize(v3d_from(touches[i].normal));
        double speed = body_speed_along(motion, c.arm[i], c.normal[i]);
        if (!float_is_finite(speed)) return false;
        c.target[i] = speed < 0.0 ? -restitution * speed : 0.0;
        approaches = approaches || speed < 0.0;
    }
    if (!approaches) return false;

    body_contacts_solve(&c, body->friction, &motion);
    if (!motion_is_finite(&motion)) return false;
    body->velocity = v3d_round(motion.velocity);
    body->spin = v3d_round(motion.spin);
    for (int i = 0; i < c.count; i++) touches[i].impulse = c.impulse[i];
    return true;
}
