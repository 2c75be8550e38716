#include "flat/outline/partition_mesh.h"

#include "base/memory.h"
#include "base/sort.h"

// The state of merging. The half sides around a piece are linked in both directions.
typedef struct merger
{
    const partition_mesh *mesh;
    uint32_t             *following, *preceding; // of each half side, around its piece
    uint32_t             *parent;  // of each triangle: union-find, its root is the piece
    uint32_t             *corners; // of the pieces at roots, straight ones not counted
    uint32_t *order;       // one half of each inner side, those to be removed first at the front
    double    min_square;  // shorter sides, by their squared length, go first
    size_t    max_corners; // of a piece; 0: any number
} merger;

// Returns the squared length of a half side.
static double square_length(const merger *w, uint32_t half)
{
    rim_vec2 a = w->mesh->points[partition_start(w->mesh, half)];
    rim_vec2 b = w->mesh->points[partition_start(w->mesh, partition_next(half))];
    double   x = (double)b.x - a.x, y = (double)b.y - a.y;
    return x * x + y * y;
}

// Orders half sides: first those that are too short, then the others, and each of these groups by length, the longest
// first. Half sides of equal length are in the order of their numbers.
static bool partition_merge_comes_before(const void *first, const void *second, const void *context)
{
    const merger *w = context;
    uint32_t      g = *(const uint32_t *)first, h = *(const uint32_t *)second;
    double        u = square_length(w, g), v = square_length(w, h);
    bool          short_u = u < w->min_square, short_v = v < w->min_square;
    if (short_u != short_v) return short_u;
    return u != v ? u > v : g < h;
}

// Lists in w->order the sides between two triangles, the lower half side of each, in the order in which their removal
// is tried. Returns their number.
static size_t sort_inner_sides(merger *w)
{
    size_t count = 0;
    for (uint32_t h = 0; h < 3 * w->mesh->count; h++)
        if (w->mesh->twins[h] != PARTITION_NONE && w->mesh->twins[h] > h) w->order[count++] = h;
    sort_heap(w->order, count, sizeof *w->order, partition_merge_comes_before, w);
    return count;
}

// Returns the piece to which the triangle of a half side belongs: the root of the triangle's tree. Gives each triangle
// on the way its grandparent as parent, which halves later ways.
static uint32_t partition_merge_root_of(merger *w, uint32_t half)
{
    uint32_t t = half / 3;
    while (w->parent[t] != t)
    {
        w->parent[t] = w->parent[w->parent[t]];
        t = w->parent[t];
    }
    return t;
}

// Returns the turn at the start of `half` that a piece would have if `half` and its twin were removed: from the half
// side before `half` to the one after its twin. Negative if the union is concave there, 0 if it is straight. Requires
// that `half` has a twin, and that neither was removed.
static int turn_without(const merger *w, uint32_t half)
{
    const partition_mesh *m = w->mesh;
    uint32_t              after = w->following[m->twins[half]];
    return partition_turn(m, partition_start(m, w->preceding[half]), partition_start(m, half),
                          partition_start(m, w->following[after]));
}

// Makes `after` the half side after `before`.
static void link_halves(merger *w, uint32_t before, uint32_t after)
{
    w->following[before] = after;
    w->preceding[after] = before;
}

// Removes a side, `half` and its twin, and merges the pieces of both, if these are two pieces and the union is convex
// at both ends of the side and has few enough corners. Requires the same as turn_without. Each piece counts the two
// ends of the side as corners, so the sum of both counts them twice. An end at which the union does not turn is no
// corner.
static void remove_side(merger *w, uint32_t half)
{
    uint32_t twin = w->mesh->twins[half];
    uint32_t a = partition_merge_root_of(w, half), b = partition_merge_root_of(w, twin);
    int      start = turn_without(w, half), end = turn_without(w, twin);
    if (a == b || start < 0 || end < 0) return;
    size_t corners = (size_t)w->corners[a] + w->corners[b] - 2 - (start == 0) - (end == 0);
    if (w->max_corners && corners > w->max_corners) return;
    link_halves(w, w->preceding[half], w->following[twin]);
    link_halves(w, w->preceding[twin], w->following[half]);
    w->following[half] = w->following[twin] = PARTITION_NONE;
    w->parent[b] = a;
    w->corners[a] = (uint32_t)corners;
}

// Merges triangles to convex pieces by removing sides greedily (Hertel and Mehlhorn). At first every triangle is its
// own piece. following[h] becomes the successor of half side h around its piece, or PARTITION_NONE if h was removed.
// Requires that the mesh has its twins, and room for a number for each half side in `following`. With max_corners = 3
// no side is removed.
rim_status partition_merge(const partition_mesh *mesh, uint32_t *following,
                           const rim_partition_options *options)
{
    size_t        halves = 3 * mesh->count, words = 2 * halves + 2 * mesh->count;
    merger        w = { .mesh = mesh,
                        .following = following,
                        .max_corners = (size_t)options->max_corners };
    rim_allocator from = mesh->from;
    uint32_t     *block = memory_allocate(&from, words, sizeof *block);
    if (!block) return RIM_ERR_MEMORY;
    w.min_square = (double)options->min_side * options->min_side;
    w.preceding = block;
    w.order = block + halves;
    w.parent = w.order + halves;
    w.corners = w.parent + mesh->count;
    for (uint32_t t = 0; t < mesh->count; t++) w.parent[t] = t, w.corners[t] = 3;
    for (uint32_t h = 0; h < halves; h++) link_halves(&w, h, partition_next(h));
    if (w.max_corners != 3)
    {
        size_t inner = sort_inner_sides(&w);
        for (size_t i = 0; i < inner; i++) remove_side(&w, w.order[i]);
    }
    memory_release(&from, block, words, sizeof *block);
    return RIM_OK;
}
