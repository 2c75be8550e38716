// Template: compiled anew by each file that includes it.
// Cuts. What is out of a convex body is bounded by a ring of edges that cross the plane; each gets a new node, and
// the new nodes are joined around the new face.
//
// Which new node is the next is not found by walking: a plane crosses a face of a convex body in one line, so one
// crossing has the face on its left and one on its right, and a table of faces leads from the one to the other.
// Nothing waits for what a walk would find, and nothing is guessed but how many crossings there are.
//
// Included where CUT_TARGET says for what processor, CUT_NAME how the function is called, and where there are
//
//      cut_sides measure(body, plane, first, end)      distances and sides of the nodes first .. end - 1, at most 64
//      void      put_between(to, w, u, s)              *to = w + s (u - w)

#include "solid/hull/cut.h"

#ifdef CUT_NAME
#ifdef CPU_GNU
#define CUT_INLINE CUT_TARGET static inline __attribute__((always_inline))
#else
#define CUT_INLINE static inline
#endif

// How many nodes there are; known to the compiler, as all loops over words of bits fall away for most bodies.
typedef enum cut_size
{
    CUT_FEW,  // no more than 16
    ONE_WORD, // no more than 64
    CUT_MANY
} cut_size;

CUT_INLINE int32_t words_of(const cut_body *body, cut_size size)
{
    return size == CUT_MANY ? (body->count + 63) / 64 : 1;
}

// The nodes that are out, of the first 64, and whether any is out or near at all.
typedef struct cut_found
{
    uint64_t first, any, near;
    bool     all;
} cut_found;

// Sets the bits of the nodes that are out.
CUT_INLINE cut_found find_out(cut_body *body, const cut_plane *plane, cut_size size)
{
    cut_found found = { 0, 0, 0, true };
    int32_t   words = words_of(body, size);
    for (int32_t w = 0; w < words; w++)
    {
        int32_t   end = w + 1 == words ? body->count : 64 * w + 64;
        uint64_t  alive = body->alive[w];
        cut_sides sides = cut_measure(body, plane, 64 * w, end);
        uint64_t  out = sides.out & alive;
        body->out[w] = out;
        if (w == 0) found.first = out;
        found.any |= out;
        found.near |= sides.near & alive;
        found.all = found.all && out == alive;
    }
    return found;
}

// All half-edges from nodes that are out to nodes that stay, of 16 nodes: four bits each. (Branches could not be
// guessed.)
CUT_INLINE uint64_t mark_crossings(const cut_body *body, uint64_t out)
{
    uint64_t marks = 0;
    for (uint64_t bits = out; bits; bits &= bits - 1)
    {
        int32_t  node4 = 4 * cut_lowest_bit(bits);
        uint64_t of_node = 0;
        for (int k = 0; k < 3; k++) of_node |= (~out >> (body->twins[node4 + k] >> 2) & 1) << k;
        marks |= of_node << node4;
    }
    return marks;
}

// The same of any number of nodes, as a list. Each half-edge is written, and the count tells whether it stays written.
CUT_INLINE ptrdiff_t list_crossings(cut_body *body, uint64_t first, cut_size size)
{
    const uint64_t *out = body->out;
    const int32_t  *twins = body->twins;
    int32_t        *crossings = body->crossings;
    ptrdiff_t       count = 0, words = words_of(body, size);
    for (ptrdiff_t w = 0; w < words; w++)
        for (uint64_t bits = size == CUT_MANY ? out[w] : first; bits; bits &= bits - 1)
        {
            ptrdiff_t edge = 4 * (64 * w + cut_lowest_bit(bits));
            for (ptrdiff_t h = edge; h < edge + 3; h++)
            {
                int32_t  node = twins[h] >> 2;
                uint64_t word = size == CUT_MANY ? out[node >> 6] : first;
                crossings[count] = (int32_t)h;
                count += (ptrdiff_t)(~word >> (node & 63) & 1);
            }
        }
    return count;
}

//                slot 1 (the new face on its left)
//                  |
//      w <-slot 0- N - - - u           u is out, w stays; N takes u's place at w. The face on the
//                  |                   left of u -> w is left of N -> w, that on the left of w -> u
//                slot 2                is left of slot 2.
CUT_INLINE void link_edge(int32_t *twins, int32_t *faces, int32_t *face_nodes, ptrdiff_t out_edge,
                          ptrdiff_t kept_edge, ptrdiff_t node4, int32_t face)
{
    ptrdiff_t left = faces[out_edge], right = faces[kept_edge];
    twins[node4] = (int32_t)kept_edge;
    twins[kept_edge] = (int32_t)node4;
    faces[node4] = (int32_t)left;
    faces[node4 + 1] = face;
    faces[node4 + 2] = (int32_t)right;
    face_nodes[right] = (int32_t)node4;
}

// The plane crosses at the fraction dw / (dw - du) from w; a node on the plane is the crossing.
CUT_INLINE double share_of(double dw, double du)
{
    return dw < 0.0 ? dw / (dw - du) : 0.0;
}

// What is needed of the body is read before the place is written: the compiler would read it again.
CUT_INLINE void split_edge(cut_body *body, ptrdiff_t out_edge, ptrdiff_t node4, int32_t face)
{
    int32_t  *twins = body->twins, *faces = body->faces;
    ptrdiff_t kept_edge = twins[out_edge], u = out_edge >> 2, w = kept_edge >> 2;
    double    share = share_of(body->distance[w], body->distance[u]);
    put_between(body->at + node4 / 4, body->at + w, body->at + u, share);
    link_edge(twins, faces, body->face_nodes, out_edge, kept_edge, node4, face);
}

// New nodes are the lowest that are not in use.
typedef struct new_nodes
{
    uint64_t *alive, free; // the word of bits, and what is left of it
    size_t    first, last; // 4 * the first node of the word; 4 * the last node taken
    ptrdiff_t count;       // how many were taken
} new_nodes;

CUT_INLINE void cut_take_node(cut_body *body, new_nodes *taken, ptrdiff_t crossing, int32_t face)
{
    for (; taken->free == 0; taken->first += 4 * 64)
    {
        *taken->alive++ = ~(uint64_t)0;
        taken->free = ~*taken->alive;
    }
    taken->last = taken->first + 4 * (size_t)cut_lowest_bit(taken->free);
    taken->free &= taken->free - 1;
    split_edge(body, crossing, (ptrdiff_t)taken->last, face);
    body->fresh[taken->count++] = (int32_t)taken->last;
}

CUT_INLINE ptrdiff_t split_edges(cut_body *body, uint64_t first, int32_t face, cut_size size)
{
    new_nodes taken = { body->alive, ~body->alive[0], 0, 0, 0 };
    if (size == CUT_FEW)
        for (uint64_t bits = mark_crossings(body, first); bits; bits &= bits - 1)
            cut_take_node(body, &taken, cut_lowest_bit(bits), face);
    else
    {
        ptrdiff_t count = list_crossings(body, first, size);
        for (ptrdiff_t i = 0; i < count; i++) cut_take_node(body, &taken, body->crossings[i], face);
    }
    *taken.alive = ~taken.free;
    body->face_nodes[face] = (int32_t)taken.last;
    int32_t last = (int32_t)(taken.last / 4);
    if (last >= body->count) body->count = last + 1;
    return taken.count;
}

// The next crossing of a new node is the other one of the face on its left: the one that has it on the right.
CUT_INLINE void join_by_faces(cut_body *body, ptrdiff_t count)
{
    for (ptrdiff_t i = 0; i < count; i++)
    {
        ptrdiff_t node4 = body->fresh[i];
        cut_join(body, node4, body->face_nodes[body->faces[node4]]);
    }
}

CUT_INLINE cut_result cut_one(cut_body *body, const cut_plane *plane, int32_t face, cut_size size)
{
    cut_found found = find_out(body, plane, size);
    if (!found.any) return CUT_NOTHING;
    if (found.all) return CUT_ALL;
    int32_t   words = words_of(body, size);
    ptrdiff_t count = split_edges(body, found.first, face, size);
    if (found.near)
        cut_join_by_walks(body, words);
    else
        join_by_faces(body, count);
    for (int32_t w = 0; w < words; w++) body->alive[w] &= ~body->out[w];
    return CUT_SOME;
}

CUT_TARGET cut_result CUT_NAME(cut_body *body, const cut_planes *planes, const int32_t *order,
                               int32_t count, int32_t first_face)
{
    cut_result all = CUT_NOTHING;
    for (int32_t k = 0; k < count; k++)
    {
        int32_t   i = order[k];
        cut_plane plane = { { planes->x[i], planes->y[i], planes->z[i] },
                            planes->offset[i],
                            planes->on,
                            planes->near };
        // An edge that crosses has one end on either side, and three edges meet at a node.
        int32_t   needed = body->count + 3 * (body->count / 2) + 8;
        if (needed > body->room && !cut_reserve(body, needed)) return CUT_NO_MEMORY;
        int32_t    face = first_face + i;
        cut_result result = body->count <= 16   ? cut_one(body, &plane, face, CUT_FEW)
                            : body->count <= 64 ? cut_one(body, &plane, face, ONE_WORD)
                                                : cut_one(body, &plane, face, CUT_MANY);
        if (result == CUT_ALL) return CUT_ALL;
        if (result == CUT_SOME) all = CUT_SOME;
        // The first cut takes most.
        if (k == 0 && body->count > 32) cut_compact(body);
    }
    return all;
}
#endif
