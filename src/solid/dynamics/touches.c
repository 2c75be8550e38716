// Which pairs touch, and which began and ended to in the last step: the constraints of a step, merged with the pairs of
// the step before. Both lists have those of two bodies first, then those of a body and an obstacle, each by slot.
#include "base/memory.h"
#include "solid/dynamics/data.h"
#include "solid/dynamics/obstacles.h"

#include <math.h>
#include <string.h>

#define TOUCH_ENDS 0x1p-6f // a gap, as a part of the smallest half extent

bool touches_reserve(rim_bodies *world)
{
    pair_list *lists[] = { &world->touching, &world->touching_before, &world->entered,
                           &world->left };
    size_t     wanted = (size_t)world->constraint_count + (size_t)world->touching.count;
    for (int i = 0; i < 4; i++)
        if (!memory_reserve(&world->from, (void **)&lists[i]->items, &lists[i]->capacity, wanted,
                            sizeof(rim_pair)))
            return false;
    return true;
}

static void add_pair(pair_list *list, rim_pair pair)
{
    list->items[list->count++] = pair;
}

static bool is_with_obstacle(rim_pair pair)
{
    return (pair.b.slot & RIM_OBSTACLE_SLOT) != 0;
}

static bool pair_before(rim_pair p, rim_pair q)
{
    if (is_with_obstacle(p) != is_with_obstacle(q)) return is_with_obstacle(q);
    return p.a.slot != q.a.slot ? p.a.slot < q.a.slot : p.b.slot < q.b.slot;
}

static rim_pair constraint_pair(const rim_bodies *world, const contact_constraint *c)
{
    rim_pair pair = { bodies_handle(world, c->a), c->b < 0
                                                      ? obstacle_handle(world->obstacles, -1 - c->b)
                                                      : bodies_handle(world, c->b) };
    return pair;
}

static bool constraint_touches(const rim_bodies *world, const contact_constraint *c, bool before)
{
    float near = before ? TOUCH_ENDS * constraint_least_half(world, c) : -INFINITY;
    for (int i = 0; i < c->count; i++)
        if (c->points[i].impulse > 0.0f || c->points[i].gap <= near) return true;
    return false;
}

// A pair without a constraint goes on while all of it sleeps.
static bool pair_sleeps(const rim_bodies *world, rim_pair pair)
{
    const rim_body *a = rim_bodies_get(world, pair.a), *b = rim_bodies_get(world, pair.b);
    if (is_with_obstacle(pair))
        return a && a->asleep && rim_obstacles_get(world->obstacles, pair.b);
    return a && b && a->asleep && b->asleep;
}

static void end_or_keep(rim_bodies *world, rim_pair pair)
{
    add_pair(pair_sleeps(world, pair) ? &world->touching : &world->left, pair);
}

void touches_update(rim_bodies *world)
{
    pair_list before = world->touching;
    int       at = 0;
    world->touching = world->touching_before;
    world->touching_before = before;
    world->touching.count = world->entered.count = world->left.count = 0;
    for (int i = 0, next; i < world->constraint_count; i = next)
    {
        const contact_constraint *c = &world->constraints[i];
        rim_pair                  pair = constraint_pair(world, c), *had = &before.items[at];
        for (; at < before.count && pair_before(*had, pair); had = &before.items[++at])
            end_or_keep(world, *had);
        bool slots = at < before.count && !pair_before(pair, *had), touches = false;
        bool same = slots && memcmp(had, &pair, sizeof pair) == 0;
        // Several constraints of a body and an obstacle follow each other.
        for (next = i; next < world->constraint_count && world->constraints[next].a == c->a &&
                       world->constraints[next].b == c->b;
             next++)
            touches = touches || constraint_touches(world, &world->constraints[next], same);
        if (touches) add_pair(&world->touching, pair);
        if (touches && !same) add_pair(&world->entered, pair);
        // Pairs that had these slots before are gone.
        if (slots && !(same && touches)) add_pair(&world->left, *had);
        at += slots;
    }
    while (at < before.count) end_or_keep(world, before.items[at++]);
}
