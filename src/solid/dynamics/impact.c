// Impulses: what contacts do to a body's velocity and spin.
#include "solid/dynamics/lcp.h"

#include "base/float.h"

#include <math.h>

// --- the body's resistance -----------------------------------------------------------------------------

mass_properties body_mass_properties(const rim_body *body)
{
    mass_properties m;
    m.inverse_mass = 1.0 / body->mass;
    m.inertia = v3d_from(body->inertia);
    m.inverse_inertia = v3d(1.0 / m.inertia.x, 1.0 / m.inertia.y, 1.0 / m.inertia.z);
    m.turn = m3d_from_quat(body->pose.rotation);
    return m;
}

vec3d body_inverse_inertia(const mass_properties *matter, vec3d angular)
{
    vec3d own = m3d_unapply(matter->turn, angular), by = matter->inverse_inertia;
    return m3d_apply(matter->turn, v3d(own.x * by.x, own.y * by.y, own.z * by.z));
}

// The product of two motions whose square is twice the energy.
static double energy_product(const mass_properties *matter, body_motion a, body_motion b)
{
    vec3d p = m3d_unapply(matter->turn, a.spin), q = m3d_unapply(matter->turn, b.spin);
    return v3d_dot(a.velocity, b.velocity) / matter->inverse_mass + matter->inertia.x * p.x * q.x +
           matter->inertia.y * p.y * q.y + matter->inertia.z * p.z * q.z;
}

double body_energy_of(const mass_properties *matter, body_motion motion)
{
    return 0.5 * energy_product(matter, motion, motion);
}

static vec3d velocity_at(body_motion motion, vec3d arm)
{
    return v3d_add(motion.velocity, v3d_cross(motion.spin, arm));
}

double body_speed_along(body_motion motion, vec3d arm, vec3d along)
{
    return v3d_dot(velocity_at(motion, arm), along);
}

body_motion body_add_impulse(const mass_properties *matter, body_motion motion, vec3d arm,
                             vec3d impulse)
{
    motion.velocity = v3d_along(motion.velocity, impulse, matter->inverse_mass);
    motion.spin = v3d_add(motion.spin, body_inverse_inertia(matter, v3d_cross(arm, impulse)));
    return motion;
}

// How fast a point moves along d after a unit impulse along d there.
static double impact_yielding(const mass_properties *matter, vec3d arm, vec3d d)
{
    vec3d lever = v3d_cross(arm, d);
    return matter->inverse_mass * v3d_dot(d, d) +
           v3d_dot(lever, body_inverse_inertia(matter, lever));
}

// --- along the normals ---------------------------------------------------------------------------------

// The impulses that keep all speeds at their targets, from this motion on. False if there are none. With
// `soft` above 0, that part of every contact's own yielding is added to it: then there always are some.
static bool hold(const mass_properties *matter, const contact_jacobian *grip,
                 const double target[BODY_MOST], body_motion motion, double soft,
                 double impulse[BODY_MOST])
{
    double a[BODY_MOST][BODY_MOST], q[BODY_MOST];
    vec3d  lever[BODY_MOST], eased[BODY_MOST];
    for (int i = 0; i < grip->count; i++)
    {
        lever[i] = v3d_cross(grip->arm[i], grip->normal[i]);
        eased[i] = body_inverse_inertia(matter, lever[i]);
        q[i] = body_speed_along(motion, grip->arm[i], grip->normal[i]) - target[i];
        for (int k = 0; k <= i; k++)
        {
            a[i][k] = matter->inverse_mass * v3d_dot(grip->normal[i], grip->normal[k]) +
                      v3d_dot(lever[i], eased[k]);
            a[k][i] = a[i][k];
        }
        a[i][i] *= 1.0 + soft;
    }
    return lcp_solve_contacts(grip->count, a, q, impulse);
}

static body_motion impact_after(const mass_properties *matter, const contact_jacobian *grip,
                                body_motion motion, const double impulse[BODY_MOST])
{
    for (int i = 0; i < grip->count; i++)
        motion =
            body_add_impulse(matter, motion, grip->arm[i], v3d_scale(grip->normal[i], impulse[i]));
    return motion;
}

// Without bouncing the impulses exist, as a standstill would do, but where a body is wedged from all sides
// rounding may hide them: softened by 2^-24 they are found, and still take energy.
static void hold_plainly(const mass_properties *matter, const contact_jacobian *grip,
                         body_motion motion, double impulse[BODY_MOST])
{
    double plain[BODY_MOST] = { 0 };
    for (int i = 0; i < grip->count; i++) plain[i] = grip->target[i] < 0.0 ? grip->target[i] : 0.0;
    if (!hold(matter, grip, plain, motion, 0.0, impulse))
        hold(matter, grip, plain, motion, 0x1p-24, impulse);
}

// The part s of the way from motion `low` (impulses without bouncing) to `high` (with it) at which the
// energy is that of `before`: the larger root of  |low + s (high - low)|^2 = |before|^2.  Without bouncing
// energy cannot grow - the motion is the nearest one in a cone that holds 0 - so there is a root.
static double bounce_allowed(const mass_properties *matter, body_motion before, body_motion low,
                             body_motion high)
{
    body_motion d = { v3d_sub(high.velocity, low.velocity), v3d_sub(high.spin, low.spin) };
    double      a = energy_product(matter, d, d), b = energy_product(matter, low, d);
    double      c = energy_product(matter, low, low) - energy_product(matter, before, before);
    if (!(c < 0.0) || !(a > 0.0)) return 0.0;
    double s = (sqrt(b * b - a * c) - b) / a;
    return s < 0.0 ? 0.0 : s > 1.0 ? 1.0 : s;
}

// Fills the impulses. Bounces less where bouncing fully is impossible, or, if bounded, would create energy.
static void impact_bounce(const mass_properties *matter, contact_jacobian *grip, body_motion motion)
{
    bool        full = hold(matter, grip, grip->target, motion, 0.0, grip->impulse);
    body_motion high = impact_after(matter, grip, motion, grip->impulse);
    double      energy = body_energy_of(matter, motion);
    if (full && (!grip->bounded || body_energy_of(matter, high) <= energy * (1.0 + 0x1p-40)))
        return;

    double low[BODY_MOST];
    hold_plainly(matter, grip, motion, low);
    double s =
        full ? bounce_allowed(matter, motion, impact_after(matter, grip, motion, low), high) : 0.0;
    for (int i = 0; i < grip->count; i++)
        grip->impulse[i] = (1.0 - s) * low[i] + s * grip->impulse[i];
}

// --- friction ------------------------------------------------------------------------------------------

typedef struct rubbing
{
    vec3d  impulse[BODY_MOST]; // along the surface, so far
    double bound[BODY_MOST];   // Coulomb's, on its length
} rubbing;

// Stops the sliding of one contact, as far as its impulse stays within its bound. Returns how much of
// the motion's energy that took.
static double brake(const mass_properties *matter, const contact_jacobian *grip, int i, rubbing *r,
                    body_motion *motion)
{
    vec3d  v = velocity_at(*motion, grip->arm[i]), n = grip->normal[i], old = r->impulse[i];
    vec3d  slide = v3d_along(v, n, -v3d_dot(v, n));
    double speed = v3d_length(slide);
    if (!(speed > 0.0) || !(r->bound[i] > 0.0)) return 0.0;
    double stop = 1.0 / impact_yielding(matter, grip->arm[i], v3d_scale(slide, 1.0 / speed));
    vec3d  wanted = v3d_along(old, slide, -stop);
    double length = v3d_length(wanted);
    if (length > r->bound[i]) wanted = v3d_scale(wanted, r->bound[i] / length);
    vec3d       more = v3d_sub(wanted, old);
    body_motion next = body_add_impulse(matter, *motion, grip->arm[i], more);
    double      after = v3d_dot(more, velocity_at(next, grip->arm[i]));
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

// Sweeps over the contacts until they take nothing worth while any more.
static void brake_all(const mass_properties *matter, const contact_jacobian *grip, rubbing *r,
                      double little, body_motion *motion)
{
    for (int sweep = 0; sweep < FRICTION_SWEEPS; sweep++)
    {
        double taken = 0.0;
        for (int i = 0; i < grip->count; i++) taken += brake(matter, grip, i, r, motion);
        if (taken <= little) return;
    }
}

// A way that always takes energy: friction as it is, and what it presses in is held without a bounce, on top.
static void impact_apply_friction(const mass_properties *matter, contact_jacobian *grip,
                                  double friction, body_motion *motion)
{
    rubbing r = { 0 };
    double  more[BODY_MOST], little = 0x1p-40 * body_energy_of(matter, *motion);
    for (int i = 0; i < grip->count; i++) r.bound[i] = friction * grip->impulse[i];
    for (int round = 0; round < FRICTION_ROUNDS; round++)
    {
        double had = body_energy_of(matter, *motion);
        brake_all(matter, grip, &r, little, motion);
        hold_plainly(matter, grip, *motion, more);
        *motion = impact_after(matter, grip, *motion, more);
        for (int i = 0; i < grip->count; i++)
        {
            grip->impulse[i] += more[i];
            r.bound[i] += friction * more[i];
        }
        if (had - body_energy_of(matter, *motion) <= little) return;
    }
}

static void impact_set_bounds(const contact_jacobian *grip, double friction, rubbing *r)
{
    for (int i = 0; i < grip->count; i++)
    {
        double length = v3d_length(r->impulse[i]);
        r->bound[i] = friction * grip->impulse[i];
        if (length > r->bound[i]) r->impulse[i] = v3d_scale(r->impulse[i], r->bound[i] / length);
    }
}

static body_motion rubbed(const mass_properties *matter, const contact_jacobian *grip,
                          const rubbing *r, body_motion motion)
{
    for (int i = 0; i < grip->count; i++)
        motion = body_add_impulse(matter, motion, grip->arm[i], r->impulse[i]);
    return motion;
}

// Friction shifts the load from some contacts to others, load bounds friction: one is solved for the other
// by turns, until they agree (Kaufman, Sueda, James, Pai, "Staggered Projections for Frictional Contact in
// Multibody Systems", 2008). False if that ends with more energy than there was.
static bool stagger(const mass_properties *matter, contact_jacobian *grip, double friction,
                    body_motion *motion)
{
    body_motion base = *motion, moved = base;
    rubbing     r = { 0 };
    double      energy = body_energy_of(matter, base), little = 0x1p-40 * energy;
    impact_bounce(matter, grip, base);
    for (int round = 0; round < FRICTION_ROUNDS; round++)
    {
        double before[BODY_MOST], change = 0.0, most = 0.0;
        impact_set_bounds(grip, friction, &r);
        moved = impact_after(matter, grip, rubbed(matter, grip, &r, base), grip->impulse);
        brake_all(matter, grip, &r, little, &moved);
        for (int i = 0; i < grip->count; i++) before[i] = grip->impulse[i];
        impact_bounce(matter, grip, rubbed(matter, grip, &r, base));
        for (int i = 0; i < grip->count; i++)
        {
            change = fabs(grip->impulse[i] - before[i]) > change
                         ? fabs(grip->impulse[i] - before[i])
                         : change;
            most = grip->impulse[i] > most ? grip->impulse[i] : most;
        }
        if (change <= 0x1p-30 * most) break;
    }
    moved = impact_after(matter, grip, rubbed(matter, grip, &r, base), grip->impulse);
    if (body_energy_of(matter, moved) > energy) return false;
    *motion = moved;
    return true;
}

void contact_jacobian_solve(const mass_properties *matter, contact_jacobian *grip, double friction,
                            body_motion *motion)
{
    if (friction > 0.0 && stagger(matter, grip, friction, motion)) return;
    impact_bounce(matter, grip, *motion);
    *motion = impact_after(matter, grip, *motion, grip->impulse);
    if (friction > 0.0) impact_apply_friction(matter, grip, friction, motion);
}

body_motion contact_jacobian_separate(const mass_properties *matter, const contact_jacobian *grip)
{
    body_motion none = { { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0 } };
    double      impulse[BODY_MOST];
    if (!hold(matter, grip, grip->target, none, 0.0, impulse))
        hold(matter, grip, grip->target, none, 0x1p-10, impulse);
    return impact_after(matter, grip, none, impulse);
}

// --- the public call ------------------------------------------------------------------------------------

void contact_jacobian_average(const mass_properties *matter, contact_jacobian *grip,
                              body_motion *motion)
{
    for (int i = 0; i < grip->count; i++)
    {
        double speed = body_speed_along(*motion, grip->arm[i], grip->normal[i]);
        double alone =
            (grip->target[i] - speed) / impact_yielding(matter, grip->arm[i], grip->normal[i]);
        grip->impulse[i] = speed < 0.0 ? alone / grip->count : 0.0;
    }
    *motion = impact_after(matter, grip, *motion, grip->impulse);
}

static bool impact_is_usable(const body_motion *motion)
{
    return float_is_finite(v3d_length2(motion->velocity)) &&
           float_is_finite(v3d_length2(motion->spin));
}

bool rim_body_collide(rim_body *body, rim_body_touch *touches, int count, float restitution,
                      rim_impulses rule)
{
    mass_properties  matter = body_mass_properties(body);
    body_motion      motion = { v3d_from(body->velocity), v3d_from(body->spin) };
    contact_jacobian grip = { 0 };
    bool             strikes = false;
    if (!impact_is_usable(&motion)) return false;
    for (int i = 0; i < count && i < BODY_MOST; i++)
    {
        grip.arm[i] = v3d_from(touches[i].arm);
        grip.normal[i] = v3d_normalize(v3d_from(touches[i].normal));
        double speed = body_speed_along(motion, grip.arm[i], grip.normal[i]);
        if (!float_is_finite(speed)) return false;
        grip.target[i] = speed < 0.0 ? -restitution * speed : 0.0;
        strikes = strikes || speed < 0.0;
        grip.count++;
    }
    if (!strikes) return false;

    grip.bounded = rule == RIM_IMPULSES_BOUNDED;
    if (rule == RIM_IMPULSES_AVERAGED)
        contact_jacobian_average(&matter, &grip, &motion);
    else
        contact_jacobian_solve(&matter, &grip, body->friction, &motion);
    if (!impact_is_usable(&motion)) return false;
    body->velocity = v3d_round(motion.velocity);
    body->spin = v3d_round(motion.spin);
    for (int i = 0; i < grip.count; i++) touches[i].impulse = grip.impulse[i];
    return true;
}
