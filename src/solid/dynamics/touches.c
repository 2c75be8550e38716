// The points that press, the pairs that touch, and those that began and ended to touch in the last step: the
// constraints of a step, merged with the pairs of the step before. In both lists pairs of two bodies come first, then
// those of a body and an obstacle, each sorted by slots.
#include "base/memory.h"
#include "solid/dynamics/data.h"
#include "solid/dynamics/obstacles.h"

#include <math.h>

// Makes room for the lists of pairs. No list can be longer than all constraints and all pairs that touched before.
bool touches_reserve(rim_bodies *world)
{
    pair_list *lists[] = { &world->touching, &world->touching_before, &world->entered,
                           &world->left };
    size_t     wanted = (size_t)world->constraint_count + (size_t)world->touching.count;
    for (int i = 0; i < 4; i++)
        if (!MEMORY_RESERVE(&world->from, lists[i]->items, lists[i]->capacity, wanted))
            return false;
    return true;
}

static void add_pair(pair_list *list, rim_pair pair)
{
    list->items[list->count++] = pair;
}

// Returns the handles of a constraint's bodies, or body and obstacle. The slot of an obstacle is its number with the bit
// RIM_OBSTACLE_SLOT.
static rim_pair constraint_pair(const rim_bodies *world, const contact_constraint *c)
{
    rim_handle b =
        c->b < 0 ? world->obstacles->items[c->b & INT32_MAX].handle : world->bounds[c->b].handle;
    return (rim_pair){ world->bounds[c->a].handle, b };
}

// Returns true if a constraint presses, or if its pair touched `before` and its gap is small, so that pairs do not end
// and begin in turn.
static bool constraint_touches(const contact_constraint *c, bool before)
{
    float near = before ? DYNAMICS_TOUCH_ENDS * c->least_half : -INFINITY;
    for (int i = 0; i < c->count; i++)
        if (c->impulse[i] > 0.0f || c->points[i].gap <= near) return true;
    return false;
}

// Adds a pair that touched before and has no constraint now to `touching` or to `left`. Sleeping bodies have no
// constraints with each other or with obstacles. So the pair still touches if the first body sleeps, and the second one
// sleeps, too, or is an obstacle that still exists.
static void end_or_keep(rim_bodies *world, rim_pair pair)
{
    const rim_body *a = rim_bodies_get(world, pair.a), *b = rim_bodies_get(world, pair.b);
    bool            sleeps = rim_obstacles_get(world->obstacles, pair.b) || (b && b->asleep);
    add_pair(a && a->asleep && sleeps ? &world->touching : &world->left, pair);
}

// Returns the order of an old pair, after all orders at the end of the list.
static uint64_t old_order(const pair_list *old, int at)
{
    if (at == old->count) return UINT64_MAX;
    return slots_order(old->items[at].a.slot, old->items[at].b.slot);
}

// Merges two lists sorted by slots_order, the constraints of this step, of which those of one pair follow each other, and
// the pairs that touched before, into `touching`, `entered` and `left`. All three become sorted. Requires
// touches_reserve.
void touches_update(rim_bodies *world)
{
    pair_list old = world->touching;
    int       at = 0; // the first old pair that is not merged yet
    world->touching = world->touching_before;
    world->touching_before = old;
    world->touching.count = world->entered.count = world->left.count = 0;
    for (int i = 0, end; i < world->constraint_count; i = end)
    {
        const contact_constraint *c = &world->constraints[i];
        rim_pair                  pair = constraint_pair(world, c);
        uint64_t                  order = constraint_order(c);
        while (old_order(&old, at) < order) end_or_keep(world, old.items[at++]);
        // The old pair with the same slots. With other generations it was another pair, which is gone.
        const rim_pair *had = old_order(&old, at) == order ? &old.items[at++] : NULL;
        bool touched = had && handle_equals(had->a, pair.a) && handle_equals(had->b, pair.b);
        bool touches = false;
        for (end = i;
             end < world->constraint_count && constraint_order(&world->constraints[end]) == order;
             end++)
            touches = touches || constraint_touches(&world->constraints[end], touched);
        if (touches) add_pair(&world->touching, pair);
        if (touches && !touched) add_pair(&world->entered, pair);
        if (had && !(touched && touches)) add_pair(&world->left, *had);
    }
    while (at < old.count) end_or_keep(world, old.items[at++]);
}

// Lists the points of the last step's constraints that press, those of two bodies first. Returns their number, which
// may be larger than the capacity. The pair of a constraint that presses is in `touching`, with the handles of that
// step: since then, its slots may have been given to others.
int rim_bodies_touches(const rim_bodies *world, rim_bodies_touch *out, int capacity)
{
    int count = 0, at = 0; // the pair of the constraint, or an earlier one
    for (int i = 0; i < world->previous_count; i++)
    {
        const contact_constraint *c = &world->previous[i];
        for (int k = 0; k < c->count; k++)
        {
            const constraint_point *p = &c->points[k];
            if (!(c->impulse[k] > 0.0f)) continue;
            if (count++ >= capacity) continue;
            while (old_order(&world->touching, at) < constraint_order(c)) at++;
            const float *center = world->frames[c->a].center, *arm = p->arm;
            rim_pair     pair = world->touching.items[at];
            rim_vec3     point = { center[0] + arm[0], center[1] + arm[1], center[2] + arm[2] };
            out[count - 1] =
                (rim_bodies_touch){ pair.a, pair.b,       point, { c->n[0], c->n[1], c->n[2] },
                                    p->gap, c->impulse[k] };
        }
    }
    return count;
}
