// Template: compiled by each file that includes it. Requires simd/f64x4.h to be included before.
//
// Cuts. The edges that cross the plane form a ring around the removed part of a convex body. Each gets a new node, and
// the new nodes are joined around the new face.
//
// The next node of the ring is found without following edges: a plane crosses a face of a convex body along one line,
// so one crossing has the face on its left and one has it on its right, and the table face_nodes leads from the first
// to the second. No load depends on an earlier one, and the only branch that is hard to predict is the number of
// crossings.
#include "solid/hull/cut.h"
#include "solid/shape/vec3x4.h"

// Loads a node's x, y, z and an unused double as one vector.
SIMD_INLINE f64x4 cut_load_position(const hull_position *place)
{
    return f64x4_load((const double *)(const void *)place);
}

// Stores the distances  dot(normal, p) - offset  of the nodes first .. end - 1 from a plane in body->distance[first] ..
// body->distance[end - 1], where cut_split_edge reads them. Each step computes four nodes, one in each lane. Node i has
// the bit i - first. Returns a word with it set for each node that the plane cuts off: distance > on. Requires
// end - first <= 64. The bits of removed nodes have no meaning, nor do those of the up to three nodes beyond the end
// that the last step computes, too. Callers mask the word by body->alive.
SIMD_INLINE uint64_t cut_classify(cut_body *body, const hull_plane *plane, double on, int32_t first,
                                  int32_t end)
{
    vec3x4   normal = vec3x4_all(plane->normal);
    f64x4    offset = f64x4_all(plane->offset);
    f64x4    slack = f64x4_all(on);
    uint64_t outside = 0;
    for (int32_t i = first; i < end; i += 4)
    {
        const hull_position *at = body->at + i;
        vec3x4               p = { f64x4_set(at[0].x, at[1].x, at[2].x, at[3].x),
                                   f64x4_set(at[0].y, at[1].y, at[2].y, at[3].y),
                                   f64x4_set(at[0].z, at[1].z, at[2].z, at[3].z) };
        f64x4                distance = f64x4_sub(vec3x4_dot(normal, p), offset);
        unsigned             is_outside = (unsigned)f64x4_bits(f64x4_less(slack, distance));
        f64x4_store(body->distance + i, distance);
        outside |= (uint64_t)is_outside << (i - first);
    }
    return outside;
}

// Lists the half-edges from removed nodes to nodes that stay, the crossings, in body->crossings, and returns their
// number. `out` has a bit for each removed node, in `words` words. Every half-edge of a removed node is written, and
// the count advances only if the node at its other end stays, because a branch could not be predicted. With one word,
// its index is the constant 0, which the compiler needs to keep the word in a register.
SIMD_INLINE ptrdiff_t cut_list_crossings(cut_body *body, const uint64_t *out, int32_t words)
{
    const int32_t *twins = body->twins;
    int32_t       *crossings = body->crossings;
    ptrdiff_t      count = 0;
    for (ptrdiff_t w = 0; w < words; w++)
        for (uint64_t bits = out[w]; bits; bits &= bits - 1)
        {
            ptrdiff_t slot0 = 4 * (64 * w + bits_lowest(bits));
            for (ptrdiff_t h = slot0; h < slot0 + 3; h++)
            {
                int32_t  end = twins[h] >> 2;
                uint64_t end_word = out[words == 1 ? 0 : end >> 6];
                bool     end_stays = ~end_word >> (end & 63) & 1;
                crossings[count] = (int32_t)h;
                count += end_stays;
            }
        }
    return count;
}

// Places the new node N = node4 / 4 on a crossing, the half-edge from u, which is removed, to w, which stays, and links
// it to w in place of u. With du > 0 and dw, the distances of u and w from the plane that cut_classify stored, N is at
// w + t (u - w)  with
//
//     t = dw / (dw - du), or 0 if w is on the plane (0 <= dw <= on)
//
//                slot 1 (the new face on its left)
//                  |
//      w <-slot 0- N - - - u           The face on the left of u -> w is left of N -> w, that on the
//                  |                   left of w -> u is left of slot 2.
//                slot 2
//
// Sets face_nodes of the face on the right of u -> w to N: that is where cut_one finds the next new node of the face.
// Slots 1 and 2 are linked by cut_join; until then slot 2 has the twin -1. `face` is the new face.
SIMD_INLINE void cut_split_edge(cut_body *body, ptrdiff_t crossing, ptrdiff_t node4, int32_t face)
{
    int32_t  *twins = body->twins, *faces = body->faces, *face_nodes = body->face_nodes;
    ptrdiff_t from_w = twins[crossing]; // the half-edge from w to u
    ptrdiff_t u = crossing >> 2, w = from_w >> 2;

    double du = body->distance[u], dw = body->distance[w];
    f64x4  at_u = cut_load_position(body->at + u), at_w = cut_load_position(body->at + w);
    f64x4  t = f64x4_all(dw < 0.0 ? dw / (dw - du) : 0.0);
    f64x4  at = f64x4_add(at_w, f64x4_mul(t, f64x4_sub(at_u, at_w)));
    f64x4_store((double *)(void *)(body->at + node4 / 4), at);

    ptrdiff_t left = faces[crossing], right = faces[from_w];
    twins[node4] = (int32_t)from_w;
    twins[node4 + 2] = -1;
    twins[from_w] = (int32_t)node4;
    faces[node4] = (int32_t)left;
    faces[node4 + 1] = face;
    faces[node4 + 2] = (int32_t)right;
    face_nodes[right] = (int32_t)node4;
}

// Adds a new node for each of the `count` crossings, at the lowest free number, and sets face_nodes of the new face.
// The free numbers of 64 nodes are the bits of `free`, the complement of *alive; 4 times the first of them is first4. A
// bit taken from `free` makes its node alive when the complement is written back to *alive. When a word is used up, the
// next one follows. The removed nodes are still alive here, so no new node takes their place. Free numbers ascend, so
// the last new node is the highest, by which body->count grows if need be. Requires count > 0 and room for the new
// nodes.
SIMD_INLINE void cut_split_edges(cut_body *body, ptrdiff_t count, int32_t face)
{
    uint64_t *alive = body->alive, free = ~*alive;
    ptrdiff_t first4 = 0, node4 = 0;
    for (ptrdiff_t i = 0; i < count; i++)
    {
        while (free == 0)
        {
            *alive++ = ~(uint64_t)0;
            free = ~*alive;
            first4 += 4 * 64;
        }
        node4 = first4 + 4 * bits_lowest(free);
        free &= free - 1;
        cut_split_edge(body, body->crossings[i], node4, face);
        body->new_nodes[i] = (int32_t)node4;
    }
    *alive = ~free;
    body->face_nodes[face] = (int32_t)node4;
    if (node4 / 4 >= body->count) body->count = (int32_t)(node4 / 4) + 1;
}

// Joins the `count` new nodes around the new face. The next one is on the other crossing of the old face on the left,
// to which face_nodes leads. Returns false if the plane crosses some face more than twice. Then face_nodes leads two
// nodes to the same next one, whose slot 2 is already linked, and cut_join_by_traversal must join all nodes again.
SIMD_INLINE bool cut_join_in_pairs(cut_body *body, ptrdiff_t count)
{
    int32_t unlinked = -1; // the bits that all links before they were set have in common
    for (ptrdiff_t i = 0; i < count; i++)
    {
        int32_t node4 = body->new_nodes[i], next4 = body->face_nodes[body->faces[node4]];
        unlinked &= body->twins[next4 + 2];
        cut_join(body, node4, next4);
    }
    return unlinked == -1;
}

// Cuts by one plane in four steps: classifies the nodes; lists the half-edges that cross; puts a new node on each;
// joins the new nodes around the new face, number `face`. `out` is memory for `words` words, enough for body->count
// nodes, and gets a bit for each node beyond the plane. The constant words == 1 lets the compiler keep the bits of
// small bodies in registers. Returns CUT_NOTHING or CUT_ALL, and leaves the body as it was, if no node is beyond the
// plane or all are. Requires room for the new nodes (cut_by_many) and for the face.
SIMD_INLINE cut_result cut_one(cut_body *body, const hull_plane *plane, double on, int32_t face,
                               uint64_t *out, int32_t words)
{
    uint64_t any = 0, kept = 0;
    for (int32_t w = 0; w < words; w++)
    {
        int32_t  end = w + 1 == words ? body->count : 64 * w + 64;
        uint64_t alive = body->alive[w];
        out[w] = cut_classify(body, plane, on, 64 * w, end) & alive;
        any |= out[w];
        kept |= alive & ~out[w];
    }
    if (!any) return CUT_NOTHING;
    if (!kept) return CUT_ALL;
    ptrdiff_t count = cut_list_crossings(body, out, words);
    cut_split_edges(body, count, face);
    // A plane crosses each face of a convex body twice. It may cross a face more often if rounding decides the side of
    // a node, or if the faces of a hull were merged coarsely; the faces are then followed.
    if (!cut_join_in_pairs(body, count))
    {
        body->out[0] = out[0]; // with one word, `out` is a variable of the caller
        cut_join_by_traversal(body, count);
    }
    for (int32_t w = 0; w < words; w++) body->alive[w] &= ~out[w];
    return CUT_SOME;
}

// Cuts by the planes order[0 .. count - 1]; see cut.h.
SIMD_TARGET cut_result SIMD_NAME(cut_by_many)(cut_body *body, const hull_plane *planes, double on,
                                              const int32_t *order, int32_t count,
                                              int32_t first_face)
{
    cut_result total = CUT_NOTHING;
    for (int32_t k = 0; k < count; k++)
    {
        const hull_plane *plane = &planes[order[k]];
        // A cut adds at most one node per edge. n living nodes with three edges each have 3 (n / 2) edges. As n is even
        // and at most body->count, n / 2 <= count / 2 also if the latter is rounded down. cut_classify takes four nodes
        // at a time, so it may write 3 distances behind the last node, for which the 8 spare nodes have room.
        int32_t           needed = body->count + 3 * (body->count / 2) + 8;
        if (needed > body->room && !cut_reserve(body, needed)) return CUT_NO_MEMORY;
        int32_t    words = (body->count + 63) / 64, face = first_face + order[k];
        uint64_t   out;
        cut_result result = words == 1 ? cut_one(body, plane, on, face, &out, 1)
                                       : cut_one(body, plane, on, face, body->out, words);
        if (result == CUT_ALL) return CUT_ALL;
        if (result == CUT_SOME) total = CUT_SOME;
    }
    return total;
}
