// Template: compiled anew by each file that includes it.
// Cuts of bodies with few nodes by few planes, as of a box by a box. Here the cuts wait for one another more than
// they work, so that nothing is measured between them: the distances from all planes are numbers of a node as its
// coordinates are, and a new node's lie between those of the ends of its edge as its place does. Which nodes are out
// is a word for each plane, and says without looking at them which planes still cut.
//
// Included behind cut_lanes.h, where FEW_NAME says how the function is called, and where there are
//
//      cut_small_sides                                          for each plane the nodes that are out and those near it
//      int      cut_small_measure(sides, body, planes)          of all nodes; the lane of the plane that cuts deepest
//      void     cut_small_add(sides, body, node, bit, w, u, s)  a new node at w + s (u - w)
//      cut_small_seen cut_small_look(sides, alive)                    bits of lanes; forgets the nodes that are not alive
//      uint64_t cut_small_out(seen, lane)                       nodes
#include "solid/hull/cut.h"

#ifdef FEW_NAME
CUT_TARGET cut_result FEW_NAME(cut_body *body, const cut_planes *planes, int32_t first_face)
{
    // A copy, so that the compiler knows: no store into an array changes where the arrays are.
    cut_body        here = *body;
    cut_small_sides sides;
    int             deepest = cut_small_measure(&sides, &here, planes), left = 255;
    uint64_t        alive = here.alive[0];
    bool            some = false;
    for (;;)
    {
        cut_small_seen seen = cut_small_look(&sides, (uint32_t)alive);
        if (seen.all) return CUT_ALL;
        int cuts = seen.some & left;
        if (!cuts) return some ? CUT_SOME : CUT_NOTHING;
        int lane = cuts >> deepest & 1 ? deepest : cut_lowest_bit((uint64_t)cuts);
        int near = seen.near >> lane & 1;
        if (body->count > (near ? 12 : CUT_FEW_NODES))
            return cut_leave_few(body, planes, cuts, deepest, first_face);
        left &= ~(1 << lane);
        uint64_t  out = cut_small_out(&seen, lane);
        int32_t   plane = CUT_PLANE_OF[lane];
        uint64_t  kept = alive, free = ~alive;
        ptrdiff_t count = 0, node4 = 0;
        for (uint64_t bits = mark_crossings(&here, out); bits; bits &= bits - 1)
        {
            ptrdiff_t edge = cut_lowest_bit(bits);
            uint64_t  bit = free & (0 - free);
            ptrdiff_t node = cut_lowest_bit(free), u = edge >> 2, w = here.twins[edge] >> 2;
            double    du = here.reach[CUT_FEW_PLANES * u + plane];
            double    dw = here.reach[CUT_FEW_PLANES * w + plane];
            cut_small_add(&sides, &here, node, (uint32_t)bit, w, u, share_of(dw, du));
            free ^= bit;
            kept |= bit;
            node4 = 4 * node;
            link_edge(here.twins, here.faces, here.face_nodes, edge, here.twins[edge], node4,
                      first_face + plane);
            here.fresh[count++] = (int32_t)node4;
        }
        here.face_nodes[first_face + plane] = (int32_t)node4;
        // Taken from the lowest: the last of them is the highest.
        if (node4 / 4 >= body->count) body->count = (int32_t)(node4 / 4) + 1;
        if (near)
        {
            here.out[0] = out;
            cut_join_by_walks(body, 1);
        }
        else
            join_by_faces(&here, count);
        alive = kept & ~out;
        here.alive[0] = alive;
        some = true;
    }
}
#endif
