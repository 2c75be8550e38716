// The impulses of several contacts at once on one body.
#include "solid/dynamics/body.h"
#include "solid/dynamics/tolerances.h"

#include "base/float.h"

#include <math.h>
#include <string.h>

enum
{
    BODY_MOST = RIM_BODY_TOUCHES, // contacts that are solved together
    FRICTION_ROUNDS = 64
};

typedef struct body_contacts
{
    const mass_properties *mass;
    int                    count;
    vec3d                  arm[BODY_MOST], normal[BODY_MOST];
    double                 target[BODY_MOST];   // the least speed along the normal afterwards
    double                 impulse[BODY_MOST];  // along the normals
    vec3d                  friction[BODY_MOST]; // impulses along the surface
    bool                   bounded;             // less restitution rather than more energy
} body_contacts;

// --- the linear complementarity problem ------------------------------------------------------------------
//
// Finds impulses j with, for every contact,  w = a j + q,  j >= 0,  w >= 0,  j w = 0,  where a is symmetric and positive
// semidefinite. If the problem has a solution, it has one in which the contacts with impulses have linearly independent
// columns of a. The impulses of such a set are the solution of a system of linear equations. As there are few contacts,
// all sets are tried (Murty, "Linear Complementarity, Linear and Nonlinear Programming", 1988, section 1.3).

typedef struct impulse_problem
{
    int    count;
    double a[BODY_MOST][BODY_MOST], q[BODY_MOST];
} impulse_problem;

// Computes the impulses j at which w is 0 for the contacts of a set, which has a bit for each. The other impulses are
// 0. Solves the rows and columns of a of the set by the Cholesky decomposition L D L^T. Returns false if the contacts
// depend on each other or an impulse is negative; j is then not valid.
static bool solve_set(const impulse_problem *p, unsigned set, double j[BODY_MOST])
{
    double l[BODY_MOST][BODY_MOST], d[BODY_MOST], x[BODY_MOST];
    int    member[BODY_MOST], size = 0;
    for (int i = 0; i < p->count; i++)
    {
        j[i] = 0.0;
        if (set >> i & 1u) member[size++] = i;
    }
    for (int i = 0; i < size; i++)
    {
        const double *row = p->a[member[i]];
        x[i] = -p->q[member[i]];
        for (int k = 0; k <= i; k++)
        {
            double sum = row[member[k]];
            for (int m = 0; m < k; m++) sum -= l[i][m] * d[m] * l[k][m];
            if (k < i)
                l[i][k] = sum / d[k];
            else
                d[i] = sum;
        }
        if (!(d[i] > IMPACT_INDEPENDENT * row[member[i]])) return false;
        for (int m = 0; m < i; m++) x[i] -= l[i][m] * x[m];
    }
    for (int i = 0; i < size; i++) x[i] /= d[i];
    for (int i = size - 1; i >= 0; i--)
    {
        for (int m = i + 1; m < size; m++) x[i] -= l[m][i] * x[m];
        if (!(x[i] >= 0.0)) return false;
        j[member[i]] = x[i];
    }
    return true;
}

// Returns by how much the lowest w is below 0, or 0 if it is not.
static double violation_of(const impulse_problem *p, const double j[BODY_MOST])
{
    double most = 0.0;
    for (int i = 0; i < p->count; i++)
    {
        double w = p->q[i];
        for (int k = 0; k < p->count; k++) w += p->a[i][k] * j[k];
        most = fmax(most, -w);
    }
    return most;
}

// Solves the problem: stores in j the impulses of the first set whose violation is only rounding, or else of the set
// with the least violation. Returns false, and stores zeros, if the least violation is too large, which nearly
// dependent contacts can cause.
static bool lcp_solve(const impulse_problem *p, double j[BODY_MOST])
{
    double tried[BODY_MOST], largest = 0.0, least = INFINITY;
    for (int i = 0; i < p->count; i++) largest = fmax(largest, fabs(p->q[i]));
    for (unsigned set = 0; set < 1u << p->count; set++)
    {
        if (!solve_set(p, set, tried)) continue;
        double violation = violation_of(p, tried);
        if (!(violation < least)) continue;
        least = violation;
        memcpy(j, tried, sizeof tried);
        if (least <= IMPACT_ROUNDING * largest) return true;
    }
    if (least < INFINITY && least <= IMPACT_VIOLATION * largest) return true;
    memset(j, 0, BODY_MOST * sizeof *j);
    return false;
}

// --- mass and motion -------------------------------------------------------------------------------------

mat3d body_axes(const rim_body *body, rim_quat rotation)
{
    const mat3d world = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };
    return body_is_round(body) ? world : m3d_from_quat(rotation);
}

mass_properties body_mass_properties(const rim_body *body)
{
    mass_properties m;
    m.inverse_mass = 1.0 / body->mass;
    m.inertia = v3d_from(body->inertia);
    m.inverse_inertia = v3d(1.0 / m.inertia.x, 1.0 / m.inertia.y, 1.0 / m.inertia.z);
    m.turn = body_axes(body, body->pose.rotation);
    return m;
}

double body_energy_product(const mass_properties *mass, body_motion a, body_motion b)
{
    vec3d p = m3d_unapply(mass->turn, a.spin), q = m3d_unapply(mass->turn, b.spin);
    return v3d_dot(a.velocity, b.velocity) / mass->inverse_mass + mass->inertia.x * p.x * q.x +
           mass->inertia.y * p.y * q.y + mass->inertia.z * p.z * q.z;
}

double body_energy_of(const mass_properties *mass, body_motion motion)
{
    return 0.5 * body_energy_product(mass, motion, motion);
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

// --- along the normals ---------------------------------------------------------------------------------

// Computes the impulses along the normals after which all speeds along them are at least their targets, and equal to
// them where the impulse is not 0. This is the problem at the top: a[i][k] is the speed at contact i by a unit impulse
// at contact k, and q is the speed less the target. `part` scales the targets: 1, or 0 without restitution. Returns
// false, with zero impulses, if none are found. With soft > 0, adds that fraction of every diagonal entry to the entry,
// so that the matrix is definite and a solution exists.
static bool hold(const body_contacts *c, double part, body_motion motion, double soft,
                 double impulse[BODY_MOST])
{
    impulse_problem p = { .count = c->count };
    vec3d           angular[BODY_MOST], response[BODY_MOST];
    for (int i = 0; i < c->count; i++)
    {
        angular[i] = v3d_cross(c->arm[i], c->normal[i]);
        response[i] = body_inverse_inertia(c->mass, angular[i]);
        p.q[i] = body_speed_along(motion, c->arm[i], c->normal[i]) - part * c->target[i];
        for (int k = 0; k <= i; k++)
        {
            p.a[i][k] = c->mass->inverse_mass * v3d_dot(c->normal[i], c->normal[k]) +
                        v3d_dot(angular[i], response[k]);
            p.a[k][i] = p.a[i][k];
        }
        p.a[i][i] *= 1.0 + soft;
    }
    return lcp_solve(&p, impulse);
}

// Returns the motion after impulses along the normals.
static body_motion after_impulses(const body_contacts *c, body_motion motion,
                                  const double impulse[BODY_MOST])
{
    for (int i = 0; i < c->count; i++)
        motion = add_impulse(c->mass, motion, c->arm[i], v3d_scale(c->normal[i], impulse[i]));
    return motion;
}

// Computes the impulses without restitution. They exist, because a standstill satisfies all targets. But rounding may
// hide them where a body is wedged from all sides. Then the softened problem gives impulses that still reduce the
// energy.
static void hold_without_restitution(const body_contacts *c, body_motion motion,
                                     double impulse[BODY_MOST])
{
    if (!hold(c, 0.0, motion, 0.0, impulse)) hold(c, 0.0, motion, IMPACT_SOFTENED, impulse);
}

// Returns the root that body.h describes: with c < 0, the larger root of the quadratic, which is not negative.
double body_energy_root(double a, double b, double c)
{
    if (a + 2.0 * b + c <= 0.0) return 1.0;
    if (!(c < 0.0) || !(a > 0.0)) return 0.0;
    double s = (sqrt(b * b - a * c) - b) / a;
    return s < 0.0 ? 0.0 : s > 1.0 ? 1.0 : s;
}

// Returns the s in 0 .. 1 at which the motion  low + s (high - low)  has the energy of `before`: the larger root of
// |low + s (high - low)|^2 = |before|^2,  with the square of body_energy_product. `low` is the motion without restitution,
// and `high` with it. The energy of `low` is not above that of `before`, because `low` is the nearest motion in a cone
// that contains 0. So there is a root.
static double restitution_allowed(const mass_properties *mass, body_motion before, body_motion low,
                                  body_motion high)
{
    body_motion d = { v3d_sub(high.velocity, low.velocity), v3d_sub(high.spin, low.spin) };
    double      a = body_energy_product(mass, d, d), b = body_energy_product(mass, low, d);
    double      c = body_energy_product(mass, low, low) - body_energy_product(mass, before, before);
    return body_energy_root(a, b, c);
}

// Sets c->impulse, the impulses along the normals. If full restitution is impossible or, with c->bounded, would add
// energy, it is reduced to the part s: the impulses are then a mean of those without (low) and with it.
static void impact_solve_normals(body_contacts *c, body_motion motion)
{
    bool        full = hold(c, 1.0, motion, 0.0, c->impulse);
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

// Applies the friction impulse at contact i that stops its sliding, or as much of it as Coulomb's bound on its length
// allows. Does nothing if it would add energy. `stop` is the effective mass: 1 / the speed along d that a unit impulse
// along d adds.
static void brake(body_contacts *c, int i, double friction, body_motion *motion)
{
    vec3d  arm = c->arm[i], n = c->normal[i], v = velocity_at(*motion, arm);
    vec3d  slide = v3d_along(v, n, -v3d_dot(v, n));
    double speed = v3d_length(slide), bound = friction * c->impulse[i];
    if (!(speed > 0.0) || !(bound > 0.0)) return;
    vec3d  d = v3d_scale(slide, 1.0 / speed), angular = v3d_cross(arm, d);
    double stop = 1.0 / (c->mass->inverse_mass * v3d_dot(d, d) +
                         v3d_dot(angular, body_inverse_inertia(c->mass, angular)));
    vec3d  wanted = v3d_along(c->friction[i], slide, -stop);
    double length = v3d_length(wanted);
    if (length > bound) wanted = v3d_scale(wanted, bound / length);
    vec3d       more = v3d_sub(wanted, c->friction[i]);
    body_motion next = add_impulse(c->mass, *motion, arm, more);
    double      after = v3d_dot(more, velocity_at(next, arm));
    if (v3d_dot(more, v) + after > 0.0)
        return; // the energy grows by the impulse times the mean speed
    *motion = next;
    c->friction[i] = wanted;
}

// Adds friction in a way that only removes energy. In turns, the sliding is stopped at each contact, and the
// penetration that this causes is resolved without restitution. The additional normal impulses raise the bounds of
// friction. Ends when a round removes next to nothing.
static void add_friction(body_contacts *c, double friction, body_motion *motion)
{
    double more[BODY_MOST], energy = body_energy_of(c->mass, *motion), had = INFINITY;
    double little = IMPACT_ENERGY * energy;
    for (int round = 0; round < FRICTION_ROUNDS && had - energy > little; round++)
    {
        for (int i = 0; i < c->count; i++) brake(c, i, friction, motion);
        hold_without_restitution(c, *motion, more);
        *motion = after_impulses(c, *motion, more);
        for (int i = 0; i < c->count; i++) c->impulse[i] += more[i];
        had = energy;
        energy = body_energy_of(c->mass, *motion);
    }
}

// --- all together ----------------------------------------------------------------------------------------

// Solves at most BODY_MOST contacts. Returns false, with the body as it was, if no contact approaches or a number is
// not finite. The target of a contact that approaches is its speed times restitution, and of any other 0.
bool rim_body_collide(rim_body *body, rim_body_touch *touches, int count, float restitution,
                      rim_impulses rule)
{
    mass_properties mass = body_mass_properties(body);
    body_motion     motion = { v3d_from(body->velocity), v3d_from(body->spin) };
    body_contacts   c = { .mass = &mass, .bounded = rule == RIM_IMPULSES_BOUNDED };
    rim_body        after = *body;
    bool            approaches = false;
    if (!body_state_is_finite(body) || !vec3_is_finite(body->inertia) ||
        !float_is_finite(body->mass) || !float_is_finite(body->friction) ||
        !float_is_finite(restitution))
        return false;
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

    // The impulses along the normals are computed as if there were no friction, and then friction.
    impact_solve_normals(&c, motion);
    motion = after_impulses(&c, motion, c.impulse);
    if (body->friction > 0.0f) add_friction(&c, body->friction, &motion);
    after.velocity = v3d_round(motion.velocity);
    after.spin = v3d_round(motion.spin);
    if (!body_state_is_finite(&after)) return false;
    *body = after;
    for (int i = 0; i < c.count; i++) touches[i].impulse = c.impulse[i];
    return true;
}
