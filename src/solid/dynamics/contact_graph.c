// The graph of bodies and contacts: colors for the solver, and islands that sleep and wake together.
#include "base/memory.h"
#include "simd/bits.h"
#include "solid/dynamics/data.h"

#include <math.h>

// --- colors ---------------------------------------------------------------------------------------------

enum
{
    COLORS = 62,     // a constraint without a free color is solved alone
    LOAD_ROUNDS = 64 // bodies of a stack, through which loads reach the ground
};

// Set in a body's colors if it has a constraint in this step, also one without a color. bodies_move reads it: colors
// that are not 0 mean contacts.
#define TOUCHED (1ull << 63)

// Gives each of the constraints from .. to - 1 the lowest color that no earlier one of them with a common moving body
// has (greedy graph coloring), or COLORS if no color is free. Stores the colors in color_of and counts them in
// `counts`, which is 0 at first. The bodies' colors of an earlier call are forgotten except for TOUCHED, because its
// constraints are in other groups.
static void choose_colors(rim_bodies *world, int from, int to, int counts[COLORS + 1],
                          int *color_of)
{
    for (int i = 0; i < world->top; i++) world->colors[i] = world->colors[i] ? TOUCHED : 0;
    for (int i = from; i < to; i++)
    {
        const contact_constraint *c = &world->constraints[i];
        uint64_t                  used = 0;
        if (body_is_awake(world, c->a)) used |= world->colors[c->a];
        if (body_is_awake(world, c->b)) used |= world->colors[c->b];
        int      color = bits_lowest(~used | 1ull << COLORS);
        uint64_t bit = (color < COLORS ? 1ull << color : 0) | TOUCHED;
        world->colors[c->a] |= bit;
        if (c->b >= 0) world->colors[c->b] |= bit;
        color_of[i] = color;
        counts[color]++;
    }
}

// Places the constraints of each color one after another in groups, of which the last may not be full. A constraint
// without a color (COLORS) gets a group alone. starts[c] is the next free lane of color c, counted from the first lane
// of group 0.
int contact_graph_color(rim_bodies *world, int from, int to, int first_group, int lanes)
{
    int    counts[COLORS + 1] = { 0 }, starts[COLORS + 1], total = first_group;
    // The colors of all constraints, then lanes: at most a group for each constraint, and one that is not full for each
    // color of the two calls, for pairs and for obstacles. The rest is spare.
    size_t all = (size_t)world->constraint_count;
    size_t wanted = all + (size_t)lanes * (all + 2u * (COLORS + 1) + 1u);
    if (!MEMORY_RESERVE(&world->from, world->graph, world->graph_capacity, wanted)) return -1;
    int *color_of = world->graph, *members = world->graph + all;
    choose_colors(world, from, to, counts, color_of);
    for (int c = 0; c <= COLORS; c++)
    {
        starts[c] = total * lanes;
        total += c < COLORS ? (counts[c] + lanes - 1) / lanes : counts[c];
    }
    for (int i = first_group * lanes; i < total * lanes; i++) members[i] = world->constraint_count;
    for (int i = from; i < to; i++)
    {
        int c = color_of[i];
        members[starts[c]] = i;
        starts[c] += c < COLORS ? 1 : lanes;
    }
    return total;
}

// --- loads -----------------------------------------------------------------------------------------------

// The largest ratio of a load and the mass of the body that carries it.
#define LARGEST_RATIO 8.0f
// The least cosine between the direction against gravity and the normal of a contact that carries.
#define LEAST_SLOPE 0.25f

// Passes over each contact of two bodies once. If the lower body is supported, the higher one is supported, too, and
// its mass, or the load that it carries if that is more, is a load of the lower one. Contacts whose slope is below
// LEAST_SLOPE carry nothing. `up` is against gravity, carried[i] is the mass of the heaviest body above body i, and
// `colors` is 1 for a body that is supported, and else 0. Returns true if anything changed.
static bool pass_loads(rim_bodies *world, rim_vec3 up, float *carried)
{
    bool changed = false;
    for (int i = 0; i < world->pair_constraints; i++)
    {
        const contact_constraint *c = &world->constraints[i];
        float slope = along(up, c->n); // above 0 if a, to which n points, is above
        int   high = slope > 0.0f ? c->a : c->b, low = slope > 0.0f ? c->b : c->a;
        if (fabsf(slope) < LEAST_SLOPE || !world->colors[low]) continue;
        float load = fmaxf(carried[high], world->bodies[high].mass);
        changed = changed || !world->colors[high] || load > carried[low];
        world->colors[high] = 1;
        carried[low] = fmaxf(carried[low], load);
    }
    return changed;
}

// Makes bodies heavier that carry much heavier ones, see data.h. At first, sleeping bodies and bodies on obstacles are
// supported. pass_loads is repeated until nothing changes, so that loads reach the ground through stacks of up to
// LOAD_ROUNDS bodies. A body lighter than its load / LARGEST_RATIO gets that mass for this step. Overwrites
// world->colors and world->sorted.
void contact_graph_share_loads(rim_bodies *world, const body_step *step)
{
    float length = rim_vec3_length(step->gravity), *carried = world->sorted;
    // No load exceeds the mass of the heaviest body.
    if (!(length > 0.0f) || world->heaviest <= LARGEST_RATIO * world->lightest) return;
    rim_vec3 up = { -step->gravity.x / length, -step->gravity.y / length,
                    -step->gravity.z / length };
    for (int i = 0; i < world->top; i++)
    {
        carried[i] = 0.0f;
        world->colors[i] = world->bodies[i].asleep;
    }
    for (int i = world->pair_constraints; i < world->constraint_count; i++)
        if (along(up, world->constraints[i].n) > LEAST_SLOPE)
            world->colors[world->constraints[i].a] = 1;
    for (int round = 0; round < LOAD_ROUNDS && pass_loads(world, up, carried); round++) continue;
    for (int i = 0; i < world->top; i++)
    {
        float mass = world->bodies[i].mass, least = carried[i] / LARGEST_RATIO;
        if (!body_is_awake(world, i) || !(least > mass)) continue;
        inverse_mass *m = &world->inverse_masses[i];
        float         s = mass / least;
        *m = (inverse_mass){ m->mass * s, m->xx * s, m->yy * s, m->zz * s,
                             m->xy * s,   m->yz * s, m->zx * s, 0.0f };
    }
}

// --- waking ----------------------------------------------------------------------------------------------

// Returns a bound of the speed of a body's points, none of which is farther from the center than the corners of its box.
static double fastest_point(const rim_bodies *world, int i)
{
    const rim_body *body = &world->bodies[i];
    return (double)rim_vec3_length(body->velocity) +
           (double)rim_vec3_length(body->spin) * (double)rim_vec3_length(body->half);
}

// Returns the speed below which a body is slow: a quarter of what gravity adds in a step.
static double slow_speed(const body_step *step)
{
    return 0.25 * (double)rim_vec3_length(step->gravity) * (double)step->dt;
}

// Wakes a body and all others of its ring, and makes each a ring of its own. Does nothing if the body is awake.
void contact_graph_wake_ring(rim_bodies *world, int number)
{
    for (int i = number; world->bodies[i].asleep;)
    {
        int next = world->next[i];
        world->bodies[i].asleep = false;
        world->bodies[i].still = 0.0f;
        world->next[i] = i;
        i = next;
    }
}

// A sleeping body wakes with its ring when it is in a pair with an awake one that is faster than slow_speed.
bool contact_graph_wake(rim_bodies *world, const body_step *step)
{
    bool   woke = false;
    double slow = slow_speed(step);
    for (int i = 0; i < world->pair_count; i++)
    {
        body_pair pair = world->pairs[i];
        bool      a = body_is_awake(world, pair.a), b = body_is_awake(world, pair.b);
        if (a == b || fastest_point(world, a ? pair.a : pair.b) <= slow) continue;
        contact_graph_wake_ring(world, a ? pair.b : pair.a);
        woke = true;
    }
    return woke;
}

// --- islands ---------------------------------------------------------------------------------------------

// Returns the root of a union-find forest, whose paths are halved on the way.
int contact_graph_island(const rim_bodies *world, int i)
{
    int *parents = world->islands;
    while (parents[i] != i)
    {
        parents[i] = parents[parents[i]];
        i = parents[i];
    }
    return i;
}

// Joins the islands of two bodies. The root is the smaller number.
static void join_islands(rim_bodies *world, int i, int k)
{
    int a = contact_graph_island(world, i), b = contact_graph_island(world, k);
    world->islands[a > b ? a : b] = a < b ? a : b;
}

// Joins the bodies that constraints connect, and those that fell asleep together.
void contact_graph_find_islands(rim_bodies *world)
{
    for (int i = 0; i < world->top; i++) world->islands[i] = i;
    for (int i = 0; i < world->top; i++)
        if (world->bodies[i].asleep) join_islands(world, i, world->next[i]);
    for (int i = 0; i < world->pair_constraints; i++)
        join_islands(world, world->constraints[i].a, world->constraints[i].b);
}

// Sets bit 1 in world->colors at the root of each island that has a point deeper than DYNAMICS_DEEPEST_SLEEP allows.
static void mark_deep(rim_bodies *world)
{
    for (int i = 0; i < world->constraint_count; i++)
    {
        const contact_constraint *c = &world->constraints[i];
        int                       a = body_is_awake(world, c->a) ? c->a : c->b;
        float                     gap = 0.0f;
        for (int k = 0; k < c->count; k++) gap = c->points[k].gap < gap ? c->points[k].gap : gap;
        if (gap < -DYNAMICS_DEEPEST_SLEEP * c->least_half && body_is_awake(world, a))
            world->colors[contact_graph_island(world, a)] |= 2;
    }
}

// Returns a bound of the distance between any of a body's points and the place where it was in another pose. If the
// body has turned by the angle t, a point at distance r from the center has moved by at most  2 r sin(t / 2),  and
// sin(t / 2) is the length of the vector part of the turn's quaternion.
static double moved_since(const rim_body *body, rim_xform3 was)
{
    rim_quat turn = rim_quat_mul(body->pose.rotation, rim_quat_conjugate(was.rotation));
    double   sine = (double)rim_vec3_length(rim_vec3_make(turn.x, turn.y, turn.z));
    return (double)rim_vec3_distance(body->pose.position, was.position) +
           2.0 * sine * (double)rim_vec3_length(body->half);
}

// Returns true if the body is still within `distance` of rest->pose, and adds dt to rest->time, the time since the body
// was there. Otherwise begins again, with the present pose and the time dt. Then returns true if the body was there for
// the time `after`, up to the last step, and has not moved faster since than by `distance` in this time: steps may be
// unequal.
static bool measure_rest(body_rest *rest, const rim_body *body, double distance, float after,
                         float dt)
{
    float  time = rest->time;
    double moved = moved_since(body, rest->pose);
    rest->time += dt;
    if (moved <= distance) return true;
    *rest = (body_rest){ body->pose, dt };
    return time >= after && moved * (double)after <= distance * ((double)time + (double)dt);
}

// Sets body->still, the time for which body i has been nearly at rest. It begins again if the body has moved by
// `distance` in less than the time `after`. The speed of a moment would not do, because the bodies of a heap tremble. A
// body that settles (is only pushed out of what it overlaps) stays at rest. A body that stays near a pose for long, but
// rocks or rolls to and fro, is damped: no contact resists rolling, and contact points that stay where they are for a
// step even feed such a motion a little. All times begin with a step in which the body may have moved far. If it was
// longer than the present one, it counts as this one, or a body in flight would be at rest after a much shorter step.
static void update_rest(rim_bodies *world, int i, double distance, float after, float dt)
{
    rim_body  *body = &world->bodies[i];
    body_rest *rest = &world->resting[i], *rocking = &world->rocking[i];
    float     *times[3] = { &body->still, &rest->time, &rocking->time };
    for (int k = 0; k < 3; k++)
        if (*times[k] == world->step_before) *times[k] = fminf(*times[k], dt);
    if (body->still == 0.0f) *rest = *rocking = (body_rest){ body->pose, 0.0f };
    if (body_settles(world, i)) rest->pose = body->pose;
    body->still = measure_rest(rest, body, distance, after, dt) ? body->still + dt : dt;
    measure_rest(rocking, body, DYNAMICS_ROCKING * distance, after, dt);
    if (rocking->time < DYNAMICS_ROCKING_TIME * after) return;
    body->velocity = rim_vec3_scale(body->velocity, 1.0f - DYNAMICS_ROCKING_DAMPING);
    body->spin = rim_vec3_scale(body->spin, 1.0f - DYNAMICS_ROCKING_DAMPING);
}

// Stops body i and adds it to the ring of its island, whose root is body `island`. The root has the smallest number of
// the island. So it comes first, with a ring of its own, in which the others are inserted.
static void put_to_sleep(rim_bodies *world, int i, int island)
{
    rim_body *body = &world->bodies[i];
    body->asleep = true;
    body->velocity = body->spin = rim_vec3_make(0.0f, 0.0f, 0.0f);
    world->next[i] = i == island ? i : world->next[island];
    world->next[island] = i;
}

// Puts islands to sleep that have been slow for long enough. An island falls asleep when all its bodies have been slow for
// the time of the options (0: 30 steps), but not in the first step, in which they may have moved far. If a point is too
// deep, the island settles instead: its bodies are only pushed out of what they overlap.
void contact_graph_sleep(rim_bodies *world, const body_step *step)
{
    float after = world->options.sleep_after;
    if (after < 0.0f) return;
    after = after == 0.0f ? 30.0f * step->dt : fmaxf(after, 2.0f * step->dt);
    double distance = slow_speed(step) * (double)after;
    // At the root of an island, bit 0 in colors: all its bodies have been slow for long enough. Bit 1: a point is too deep.
    for (int i = 0; i < world->top; i++) world->colors[i] = 1;
    for (int i = 0; i < world->top; i++)
    {
        rim_body *body = &world->bodies[i];
        if (!body_is_awake(world, i)) continue;
        update_rest(world, i, distance, after, step->dt);
        if (body->still < after) world->colors[contact_graph_island(world, i)] = 0;
    }
    mark_deep(world);
    for (int i = 0; i < world->top; i++)
    {
        if (!body_in_use(world, i)) continue;
        int island = contact_graph_island(world, i);
        world->settling[i] = body_is_awake(world, i) && world->colors[island] == 3;
        if (world->colors[island] == 1) put_to_sleep(world, i, island);
    }
}
