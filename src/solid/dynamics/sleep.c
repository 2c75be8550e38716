// Who sleeps and who wakes. What touches each other falls asleep together, and wakes together.
#include "solid/dynamics/data.h"

#include <math.h>

static double fastest_point(const rim_bodies *world, int i)
{
    const rim_body *body = &world->bodies[i];
    return (double)rim_vec3_length(body->velocity) +
           (double)rim_vec3_length(body->spin) * (double)rim_vec3_length(body->half);
}

static double slow_of(const body_step *step)
{
    return 0.25 * (double)rim_vec3_length(step->gravity) * (double)step->dt;
}

void sleep_wake_ring(rim_bodies *world, int number)
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

bool sleep_wake(rim_bodies *world, const body_step *step)
{
    bool   woke = false;
    double slow = slow_of(step);
    for (int i = 0; i < world->pair_count; i++)
    {
        body_pair pair = world->pairs[i];
        bool      a = world->bodies[pair.a].asleep, b = world->bodies[pair.b].asleep;
        if (a == b || fastest_point(world, a ? pair.b : pair.a) <= slow) continue;
        sleep_wake_ring(world, a ? pair.a : pair.b);
        woke = true;
    }
    return woke;
}

// --- islands ---------------------------------------------------------------------------------------------

// The smallest number of an island stands for it.
static int island_of(int *parents, int i)
{
    while (parents[i] != i)
    {
        parents[i] = parents[parents[i]];
        i = parents[i];
    }
    return i;
}

static void sleep_merge(rim_bodies *world)
{
    int *parents = world->parents;
    for (int i = 0; i < world->top; i++) parents[i] = i;
    for (int i = 0; i < world->patch_pairs; i++)
    {
        const patch *p = &world->patches[i];
        if (world->bodies[p->a].asleep || world->bodies[p->b].asleep) continue;
        int a = island_of(parents, p->a), b = island_of(parents, p->b);
        if (a < b) parents[b] = a;
        if (b < a) parents[a] = b;
    }
}

static void put_to_sleep(rim_bodies *world, int i, int island)
{
    rim_body *body = &world->bodies[i];
    body->asleep = true;
    body->velocity = body->spin = rim_vec3_make(0.0f, 0.0f, 0.0f);
    body_speed none = { { 0.0f, 0.0f, 0.0f }, 0.0f, { 0.0f, 0.0f, 0.0f }, 0.0f };
    world->speeds[i] = none;
    // Into the ring, behind the one that stands for it.
    if (i == island) return;
    world->next[i] = world->next[island];
    world->next[island] = i;
}

void sleep_update(rim_bodies *world, const body_step *step)
{
    float after = world->options.sleep_after;
    if (after < 0.0f) return;
    if (after == 0.0f) after = 30.0f * step->dt;
    double slow = slow_of(step);
    sleep_merge(world);
    // An island is as wakeful as the most wakeful of its bodies: parents of that island are marked in colours.
    for (int i = 0; i < world->top; i++) world->colours[i] = 1;
    for (int i = 0; i < world->top; i++)
    {
        rim_body *body = &world->bodies[i];
        if (!body_in_use(world, i) || body->asleep) continue;
        body->still = fastest_point(world, i) <= slow ? body->still + step->dt : 0.0f;
        if (body->still < after) world->colours[island_of(world->parents, i)] = 0;
    }
    for (int i = 0; i < world->top; i++)
    {
        if (!body_in_use(world, i) || world->bodies[i].asleep) continue;
        int island = island_of(world->parents, i);
        if (world->colours[island]) put_to_sleep(world, i, island);
    }
}
