// Template: compiled anew by each file that includes it.
// The way down broad nodes to all leaves that may touch something.
#ifndef RIM_SOLID_MESH_TRAVERSE_WIDE_H
#define RIM_SOLID_MESH_TRAVERSE_WIDE_H

#include "solid/mesh/leaf_overlap.h"

typedef void leaves_list(const leaf_query *q, const uint32_t *words, int count);

EIGHT_TARGET static void leaves_box(const leaf_query *q, const uint32_t *words, int count)
{
    list_leaves(q, WALK_BOX, words, count);
}

EIGHT_TARGET static void leaves_sphere(const leaf_query *q, const uint32_t *words, int count)
{
    list_leaves(q, WALK_SPHERE, words, count);
}

EIGHT_TARGET static void leaves_capsule(const leaf_query *q, const uint32_t *words, int count)
{
    list_leaves(q, WALK_CAPSULE, words, count);
}

EIGHT_INLINE int broad_children(uint32_t *to, const wide_node *broad, const quad_box *box)
{
    quad     origin = quad_load(broad->box.lo), per = quad_load(broad->per);
    uint64_t bits = eight_spans64(broad->lo, broad->hi, quad_mul(quad_sub(box->lo, origin), per),
                                  quad_mul(quad_sub(box->hi, origin), per));
    return eight_put64(to, broad->child, bits & broad->there);
}

enum
{
    BROAD_AHEAD = 4, // words that eight_put64 may write behind the last
    BROAD_ROOM = MESH_BROAD_TOP * MESH_BROAD,
    BROAD_AFAR =
        1 << 18 // words: larger leaves are not all in a near cache, and are fetched together
};

// One after the other, where there are many.
EIGHT_TARGET static void walk_broad_one(const leaf_query *q, leaves_list *leaves, int level,
                                        uint32_t broad)
{
    uint32_t below[MESH_BROAD + BROAD_AHEAD];
    int      count = broad_children(below, &q->mesh->broads[broad], &q->quads);
    if (level == 0)
        leaves(q, below, count);
    else
        for (int i = 0; i < count; i++) walk_broad_one(q, leaves, level - 1, below[i]);
}

// Level by level: of all that is left of a level the children are listed that meet the box. No visit waits for the one
// before it, and nothing but the ends of loops is guessed.
EIGHT_INLINE void walk_broad(const leaf_query *q, leaves_list *leaves)
{
    const rim_mesh *mesh = q->mesh;
    uint32_t        lists[2][BROAD_ROOM + BROAD_AHEAD], *from = lists[0], *to = lists[1];
    int             level = mesh->broad_levels - 1, count = 0;
    for (uint32_t i = mesh->broad_first[level]; i < mesh->broad_count; i++)
        count += broad_children(to + count, &mesh->broads[i], &q->quads);
    while (level-- > 0)
    {
        uint32_t *last = from;
        int       waiting = count, i = 0;
        from = to;
        to = last;
        count = 0;
        for (; i < waiting && count <= BROAD_ROOM - MESH_BROAD; i++)
            count += broad_children(to + count, &mesh->broads[from[i]], &q->quads);
        if (i == waiting) continue;
        for (i = 0; i < waiting; i++) walk_broad_one(q, leaves, level, from[i]);
        return;
    }
    if (mesh->leaf_words > BROAD_AFAR)
        for (int i = 0; i < count; i++) fetch_leaf(mesh, to[i]);
    leaves(q, to, count);
}

#endif
