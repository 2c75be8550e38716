// Colours: patches of one colour share no body that moves, so they can be worked on side by side.
#include "base/memory.h"
#include "solid/dynamics/data.h"

enum
{
    COLOURS = 62 // beyond them everyone is alone
};

#define TOUCHED (1ull << 63)

static int free_colour(uint64_t used)
{
    for (int i = 0; i < COLOURS; i++)
        if (!(used >> i & 1)) return i;
    return COLOURS;
}

// Gives every patch from `from` to `to` its colour (in links), counts them.
static void colour(rim_bodies *world, int from, int to, int counts[COLOURS + 1], int *colour_of)
{
    for (int i = 0; i < world->top; i++) world->colours[i] = world->colours[i] ? TOUCHED : 0;
    for (int i = from; i < to; i++)
    {
        const patch *p = &world->patches[i];
        uint64_t     used = 0;
        if (body_moves(world, p->a)) used |= world->colours[p->a];
        if (body_moves(world, p->b)) used |= world->colours[p->b];
        int      c = free_colour(used);
        uint64_t bit = (c < COLOURS ? 1ull << c : 0) | TOUCHED;
        world->colours[p->a] |= bit;
        if (p->b >= 0) world->colours[p->b] |= bit;
        colour_of[i] = c;
        counts[c]++;
    }
}

static int groups_of(int colour, int count, int lanes)
{
    return colour < COLOURS ? (count + lanes - 1) / lanes : count;
}

int contact_graph_colour(rim_bodies *world, int from, int to, int first_group, int lanes)
{
    int    counts[COLOURS + 1] = { 0 }, starts[COLOURS + 1], total = first_group;
    // Room for all colours' remainders, and in front of the links one place a patch for its colour.
    size_t patches = (size_t)world->patch_count;
    size_t wanted = patches + (size_t)lanes * (patches + 2u * (COLOURS + 1) + 1u);
    if (!memory_reserve(&world->from, (void **)&world->links, &world->link_capacity, wanted,
                        sizeof *world->links))
        return -1;
    int *colour_of = world->links, *links = world->links + patches;
    colour(world, from, to, counts, colour_of);
    for (int c = 0; c <= COLOURS; c++)
    {
        starts[c] = total * lanes;
        total += groups_of(c, counts[c], lanes);
    }
    for (int i = first_group * lanes; i < total * lanes; i++) links[i] = -1;
    for (int i = from; i < to; i++)
    {
        int c = colour_of[i];
        links[starts[c]] = i;
        starts[c] += c < COLOURS ? 1 : lanes;
    }
    return total;
}
