// A body among obstacles: flight, impact, support, rest.
//
// A step is cut into pieces. Each begins by finding the contacts, and then
//
//   lifts     the body out of what it is in, along the normal of the deepest point; its motion pays
//   bounces   if a touching contact is approached fast: impulses with restitution, no time passes
//   moves     up to the next contact or the end of the step. If nothing holds it, on the parabola
//             x + v h + a h^2 / 2, which keeps the energy. If something does, with the velocity that all
//             contacts together allow: v' = v + a h + (impulses that only resist), x + v' h.
//
// Why the second kind of move loses energy: let P project on what the contacts allow, v being allowed.
// Then v' = v + h P a, and with unit mass the energy changes by
//
//      (v'^2 - v^2) / 2 - a v' h = h P a v + h^2 (P a)^2 / 2 - h a v - h^2 a P a = -h^2 (P a)^2 / 2.
//
// Friction and changing contacts are only checked, not derived: energy that a move adds is taken from the motion,
// too.
#include "base/float.h"
#include "solid/dynamics/body.h"
#include "solid/dynamics/obstacles.h"

#include <math.h>

enum
{
    BODY_STEP_ROUNDS = 16,
    NEAR_MOST = 48
};

typedef struct body_step_state
{
    rim_body            *body;
    const rim_obstacles *obstacles;
    rim_body_report     *report;
    mass_properties      mass;
    body_motion          motion;
    vec3d                gravity, force, torque, acceleration;
    double               restitution_threshold, left;
    double         allowance; // how much energy and potential (from where it began) it may have
    float          skin;      // nearer than this is touching
    float          radius;
    int            count, held;     // the first `held`, at most BODY_MOST, are solved
    obstacle_touch near[NEAR_MOST]; // by rising gap
    bool           supported;
} body_step_state;

// --- energy --------------------------------------------------------------------------------------------

// Potential counts from where the step began, which saves digits.
static double potential(const body_step_state *w, vec3d shift)
{
    return -v3d_dot(w->gravity, shift) / w->mass.inverse_mass;
}

static void place(body_step_state *w, vec3d shift)
{
    w->body->pose.position = v3d_round(v3d_add(v3d_from(w->body->pose.position), shift));
}

// Takes away the energy that the body has above its allowance. If its motion has less than that, it goes back part of
// its way up: it stays a little deeper in what it lies on. Motion sideways costs nothing, and takes it out from beside
// a wall.
static void pay_for_energy(body_step_state *w, vec3d from)
{
    vec3d  moved = v3d_sub(v3d_from(w->body->pose.position), from);
    double own = body_energy_of(&w->mass, w->motion);
    double price = own + potential(w, moved) - w->allowance;
    if (!(price > 0.0)) return;
    double s = own > price ? sqrt(1.0 - price / own) : 0.0, high = potential(w, moved);
    w->motion.velocity = v3d_scale(w->motion.velocity, s);
    w->motion.spin = v3d_scale(w->motion.spin, s);
    if (own >= price || !(high > 0.0)) return;
    double back = (price - own) / high;
    back = back < 1.0 ? back : 1.0;
    double rise = v3d_dot(moved, w->gravity) / v3d_length2(w->gravity);
    place(w, v3d_scale(w->gravity, -back * rise));
    w->body->sunk += (float)(back * fabs(rise) * v3d_length(w->gravity));
}

// --- contacts ----------------------------------------------------------------------------------------------

static void refresh(body_step_state *w)
{
    w->mass = body_mass_properties(w->body);
}

static void sort_contacts(body_step_state *w)
{
    for (int i = 1; i < w->count; i++)
    {
        obstacle_touch touch = w->near[i];
        int            at = i;
        for (; at > 0 && touch.gap < w->near[at - 1].gap; at--) w->near[at] = w->near[at - 1];
        w->near[at] = touch;
    }
}

static void find_contacts(body_step_state *w)
{
    w->count = w->held = 0;
    if (!w->obstacles) return;
    double speed = v3d_length(w->motion.velocity) + v3d_length(w->acceleration) * w->left;
    double turning = v3d_length(w->motion.spin) * (double)w->radius;
    float  reach = float_above((speed + turning) * w->left + (double)w->skin);
    if (!float_is_finite(reach)) return;
    rim_body box = { .pose = w->body->pose, .half = w->body->half, .filter = w->body->filter };
    int      found = obstacles_find(w->obstacles, &box, reach, w->skin, true, w->near, NEAR_MOST);
    w->count = found < NEAR_MOST ? found : NEAR_MOST;
    w->held = w->count < BODY_MOST ? w->count : BODY_MOST;
    sort_contacts(w);
}

// Returns the contact of the deepest penetration, or -1.
static int deepest_contact(const body_step_state *w)
{
    int deepest = -1;
    for (int i = 0; i < w->count; i++)
        if (w->near[i].gap < 0.0f && (deepest < 0 || w->near[i].gap < w->near[deepest].gap))
            deepest = i;
    return deepest;
}

// Lifts the body out of the deepest penetration once; the other gaps follow.
static void lift_once(body_step_state *w, int deepest, bool first)
{
    float    depth = -w->near[deepest].gap;
    rim_vec3 from = w->body->pose.position;
    place(w, v3d_scale(v3d_from(w->near[deepest].normal), depth));
    vec3d moved = v3d_sub(v3d_from(w->body->pose.position), v3d_from(from));
    // Clearly deeper in when the step begins than the last one left it: it was put there.
    if (first && depth > 2.0f * w->body->sunk + 8.0f * w->skin && potential(w, moved) > 0.0)
        w->allowance += potential(w, moved);
    for (int i = 0; i < w->count; i++)
    {
        double gap = (double)w->near[i].gap + v3d_dot(v3d_from(w->near[i].normal), moved);
        w->near[i].gap = i == deepest && gap < 0.0 ? 0.0f : (float)gap;
    }
}

enum
{
    LIFTS = 8,
    CLEAR_ROUNDS = 4
};

static void lift(body_step_state *w, bool first)
{
    for (int i = 0, deepest; i < LIFTS && (deepest = deepest_contact(w)) >= 0; i++)
        lift_once(w, deepest, first);
    sort_contacts(w);
}

// --- solving -------------------------------------------------------------------------------------------

static body_contacts held_contacts(const body_step_state *w)
{
    body_contacts c = { .mass = &w->mass, .count = w->held, .bounded = true };
    for (int i = 0; i < w->held; i++)
    {
        c.arm[i] = v3d_from(w->near[i].arm);
        c.normal[i] = v3d_normalize(v3d_from(w->near[i].normal));
    }
    return c;
}

static void solve_contacts(body_step_state *w, body_contacts *c)
{
    body_contacts_solve(c, w->body->friction, &w->motion);
    w->report->count = c->count;
    for (int i = 0; i < c->count; i++)
        w->report->touches[i] =
            (rim_body_touch){ w->near[i].arm, w->near[i].normal, c->impulse[i] };
}

// Applies impulses at the contacts that touch, if one of them is approached fast enough to bounce.
static void bounce(body_step_state *w)
{
    body_contacts c = held_contacts(w);
    bool          fast = false;
    while (c.count > 0 && w->near[c.count - 1].gap > w->skin) c.count--;
    for (int i = 0; i < c.count; i++)
    {
        double speed = body_speed_along(w->motion, c.arm[i], c.normal[i]);
        bool   bounces = speed < 0.0 && -speed >= w->restitution_threshold;
        c.target[i] = bounces ? -(double)w->body->restitution * speed : 0.0;
        fast = fast || bounces;
    }
    if (!fast) return;
    w->report->impacts++;
    solve_contacts(w, &c);
}

// --- moving --------------------------------------------------------------------------------------------

// Returns when a gap closes:  gap + v t + a t^2 / 2 = 0.  INFINITY if it does not.
static double closing_time(double gap, double v, double a)
{
    double square = v * v - 2.0 * a * gap;
    if (v >= 0.0) return a < 0.0 ? (v + sqrt(square)) / -a : INFINITY;
    return square < 0.0 ? INFINITY : 2.0 * gap / (-v + sqrt(square));
}

// Returns how long until a gap that is open now closes. A point of the body is also drawn to its centre,
// by  spin x (spin x arm).
static double free_time(const body_step_state *w)
{
    double least = w->left;
    for (int i = 0; i < w->count; i++)
    {
        vec3d  arm = v3d_from(w->near[i].arm), n = v3d_from(w->near[i].normal);
        vec3d  spin = w->motion.spin;
        double a = v3d_dot(n, v3d_add(w->acceleration, v3d_cross(spin, v3d_cross(spin, arm))));
        double v = body_speed_along(w->motion, arm, n), gap = w->near[i].gap;
        if (gap <= (double)w->skin)
        {
            // It touches. If it parts fast enough to bounce when it is back, that time counts.
            if (v > w->restitution_threshold && v > 0.0)
            {
                double back = closing_time(gap > 0.0 ? gap : 0.0, v, a);
                least = back < least ? back : least;
            }
            continue;
        }
        double time = closing_time(gap - 0.5 * (double)w->skin, v, a);
        least = time < least ? time : least;
    }
    // Where something is near, no more than half a radian at once.
    double turning = v3d_length(w->motion.spin);
    if (w->count && turning * least > 0.5) least = 0.5 / turning;
    return least;
}

static double damped(double rate, double time)
{
    return 1.0 / (1.0 + rate * time);
}

static void fly(body_step_state *w, double h)
{
    vec3d v = v3d_along(w->motion.velocity, w->acceleration, h);
    v = v3d_scale(v, damped(w->body->damping, h));
    vec3d  shift = v3d_scale(v3d_add(v, w->motion.velocity), 0.5 * h);
    double work = v3d_dot(w->force, shift);
    place(w, shift);
    w->motion.velocity = v;
    double turning = body_energy_of(&w->mass, w->motion);
    body_rotate(&w->mass, w->torque, h, &w->body->pose.rotation, &w->motion.spin);
    refresh(w);
    if (v3d_length2(w->torque) > 0.0) work += body_energy_of(&w->mass, w->motion) - turning;
    w->allowance += work > 0.0 ? work : 0.0;
    w->motion.spin = v3d_scale(w->motion.spin, damped(w->body->spin_damping, h));
}

// Returns true if a contact that touches (in the last round: any) keeps the body from moving as it would.
static bool is_held(const body_step_state *w, const body_contacts *c, bool last)
{
    for (int i = 0; i < c->count; i++)
        if ((last || w->near[i].gap <= w->skin) &&
            body_speed_along(w->motion, c->arm[i], c->normal[i]) < c->target[i])
            return true;
    return false;
}

// Moves by h as the contacts allow. Returns false, and does nothing, if none of them resists.
static bool move_supported(body_step_state *w, double h, bool last)
{
    body_motion   before = w->motion;
    rim_quat      turned = w->body->pose.rotation, old = turned;
    body_contacts c = held_contacts(w);
    for (int i = 0; i < w->held; i++)
        c.target[i] = w->near[i].gap > 0.0f ? -(double)w->near[i].gap / h : 0.0;
    w->motion.velocity = v3d_along(w->motion.velocity, w->acceleration, h);
    body_rotate(&w->mass, w->torque, h, &turned, &w->motion.spin);
    // The spin is that of the turned body; this one has not turned yet.
    mat3d ahead = m3d_from_quat(turned);
    w->motion.spin = m3d_apply(w->mass.turn, m3d_unapply(ahead, w->motion.spin));
    if (!is_held(w, &c, last))
    {
        w->motion = before;
        return false;
    }
    solve_contacts(w, &c);
    w->motion.velocity = v3d_scale(w->motion.velocity, damped(w->body->damping, h));
    w->motion.spin = v3d_scale(w->motion.spin, damped(w->body->spin_damping, h));

    vec3d spin = w->motion.spin;
    place(w, v3d_scale(w->motion.velocity, h));
    if (v3d_length2(spin) > 0.0) w->body->pose.rotation = body_rotated(old, spin, h);
    refresh(w);
    double work = h * (v3d_dot(w->force, w->motion.velocity) + v3d_dot(w->torque, spin));
    w->allowance += work > 0.0 ? work : 0.0;
    w->supported = true;
    return true;
}

#define LARGEST_TURN 0.125 // radians

// Turns as well as moves out of all contacts at once, by the least motion, as energy measures it: out of places that are
// too narrow for the body as it is turned.
static void move_apart(body_step_state *w)
{
    body_contacts c = held_contacts(w);
    for (int i = 0; i < w->held; i++) c.target[i] = -(double)w->near[i].gap;
    body_motion out = body_contacts_separate(&c);
    double      turn = v3d_length(out.spin), part = turn > LARGEST_TURN ? LARGEST_TURN / turn : 1.0;
    place(w, v3d_scale(out.velocity, part));
    w->body->pose.rotation = body_rotated(w->body->pose.rotation, out.spin, part);
    refresh(w);
}

// Lifts the body out of what the moves turned it into, before the step ends.
static void clear_penetrations(body_step_state *w)
{
    for (int i = 0; i < CLEAR_ROUNDS && w->count; i++)
    {
        find_contacts(w);
        int deepest = deepest_contact(w);
        if (deepest < 0) break;
        // A penetration that lifting leaves is between things that lift the body to and fro.
        if (i > 0 && -w->near[deepest].gap > w->skin)
            move_apart(w);
        else
            lift(w, false);
    }
    int deepest = deepest_contact(w);
    w->body->sunk = deepest >= 0 ? -w->near[deepest].gap : 0.0f;
}

static void body_step_run(body_step_state *w, double dt)
{
    vec3d from = v3d_from(w->body->pose.position);
    w->allowance = body_energy_of(&w->mass, w->motion);
    w->left = dt;
    for (int round = 0; round < BODY_STEP_ROUNDS && w->left > 0.0; round++)
    {
        w->report->rounds++;
        find_contacts(w);
        lift(w, round == 0);
        bounce(w);
        // In the last round the contacts are only held off: nothing bounces, nothing is passed.
        bool   last = round + 1 == BODY_STEP_ROUNDS;
        double h = last ? w->left : free_time(w);
        if (!(h > 0.0)) h = w->left;
        if (w->count == 0 || !move_supported(w, h, last)) fly(w, h);
        w->left -= h;
    }
    w->left = 0.0;
    clear_penetrations(w);
    pay_for_energy(w, from);
}

// --- the step ------------------------------------------------------------------------------------------

static bool is_zero3(rim_vec3 v)
{
    return v.x == 0.0f && v.y == 0.0f && v.z == 0.0f;
}

static bool body_step_is_usable(const rim_body *body)
{
    return pose_is_finite(body->pose) && vec3_is_finite(body->velocity) &&
           vec3_is_finite(body->spin) && vec3_is_finite(body->force) &&
           vec3_is_finite(body->torque) && body->mass > 0.0f;
}

static bool sleeps_on(rim_body *body)
{
    if (!body->asleep) return false;
    if (is_zero3(body->velocity) && is_zero3(body->spin) && is_zero3(body->force) &&
        is_zero3(body->torque))
        return true;
    body->asleep = false;
    body->still = 0.0f;
    return false;
}

// Sleeps once it has been slow for long enough.
static void rest(body_step_state *w, float dt, float after, double slow)
{
    double fastest =
        v3d_length(w->motion.velocity) + v3d_length(w->motion.spin) * (double)w->radius;
    // Nothing rests deep in something else.
    bool still = w->supported && fastest <= slow && w->body->sunk <= 8.0f * w->skin;
    // Less than this is what rounding left of what was stopped.
    if (fastest <= 0x1p-40 * slow) w->motion.velocity = w->motion.spin = v3d(0.0, 0.0, 0.0);
    w->body->still = still ? w->body->still + dt : 0.0f;
    if (after < 0.0f || w->body->still < (after > 0.0f ? after : 30.0f * dt)) return;
    w->body->asleep = still;
    if (!still) return;
    w->motion.velocity = w->motion.spin = v3d(0.0, 0.0, 0.0);
}

// Towards zero, so that rounding never adds energy.
static float shorter(double x)
{
    return x > 0.0 ? float_below(x) : x < 0.0 ? float_above(x) : 0.0f;
}

static rim_vec3 shorter3(vec3d v)
{
    return rim_vec3_make(shorter(v.x), shorter(v.y), shorter(v.z));
}

void rim_body_step(rim_body *body, const rim_obstacles *obstacles, const rim_body_options *options,
                   float dt, rim_body_report *report)
{
    static const rim_body_options plain = { { 0.0f, 0.0f, 0.0f }, 0.0f, 0.0f };
    const rim_body_options       *o = options ? options : &plain;
    rim_body_report               ignored;
    rim_body_report              *out = report ? report : &ignored;
    out->count = out->impacts = out->rounds = 0;
    if (!body_step_is_usable(body) || !vec3_is_finite(o->gravity) || !(dt > 0.0f) ||
        !float_is_finite(dt))
        return;
    if (sleeps_on(body)) return;

    body_step_state w = { 0 };
    rim_body        was = *body;
    double          fall = v3d_length(v3d_from(o->gravity)) * (double)dt;
    float           thin = body->half.x < body->half.y ? body->half.x : body->half.y;
    w.body = body;
    w.obstacles = obstacles;
    w.report = out;
    w.mass = body_mass_properties(body);
    w.motion = (body_motion){ v3d_from(body->velocity), v3d_from(body->spin) };
    w.gravity = v3d_from(o->gravity);
    w.force = v3d_from(body->force);
    w.torque = v3d_from(body->torque);
    w.acceleration = v3d_along(w.gravity, w.force, w.mass.inverse_mass);
    w.restitution_threshold = o->fade > 0.0f ? (double)o->fade : o->fade < 0.0f ? 0.0 : 4.0 * fall;
    w.skin = 0x1p-9f * (thin < body->half.z ? thin : body->half.z);
    w.radius = rim_vec3_length(body->half);
    body_step_run(&w, dt);
    rest(&w, dt, o->sleep_after, 0.25 * fall);
    body->velocity = shorter3(w.motion.velocity);
    body->spin = shorter3(w.motion.spin);
    body->force = body->torque = rim_vec3_make(0.0f, 0.0f, 0.0f);
    if (body_step_is_usable(body)) return;
    *body = was;
    out->count = out->impacts = 0;
}
