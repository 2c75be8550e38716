#include "rimcast/contour.h"

#include "base/float.h"
#include "base/memory.h"
#include "flat/outline/partition_mesh.h"

#include <assert.h>
#include <math.h>

struct rim_partition
{
    rim_allocator from;
    rim_vec2     *points;
    uint32_t     *indices;
    rim_piece    *pieces;
    size_t        count, used, piece_capacity, capacity;
};

// --- pieces --------------------------------------------------------------------------------------------
//
// The corners of the piece at work are the last ones in the partition's lists, numbers start .. used - 1. Corner i of
// the piece is number start + i.

// Returns the length of the side from corner i of the piece at work to the next corner.
static double side_length(const rim_partition *p, size_t start, size_t i)
{
    size_t   count = p->used - start;
    rim_vec2 a = p->points[start + i % count], b = p->points[start + (i + 1) % count];
    double   x = (double)b.x - a.x, y = (double)b.y - a.y;
    return sqrt(x * x + y * y);
}

// Returns the area of the triangle of corner i of the piece at work and its two neighbors: what the piece loses without
// the corner.
static double corner_area(const rim_partition *p, size_t start, size_t i)
{
    size_t   count = p->used - start;
    rim_vec2 corner[3];
    for (size_t k = 0; k < 3; k++) corner[k] = p->points[start + (i + count + k - 1) % count];
    return rim_polygon2_area((rim_polygon2){ corner, 3 });
}

// Removes corner i of the piece at work.
static void remove_corner(rim_partition *p, size_t start, size_t i)
{
    p->used--;
    for (size_t k = start + i; k < p->used; k++)
    {
        p->points[k] = p->points[k + 1];
        p->indices[k] = p->indices[k + 1];
    }
}

// Removes corners of the piece at work until no side is shorter than min_side, or fewer than three corners are left.
// Each time takes the shortest side, and of its two corners the one whose removal loses less area. A convex piece stays
// convex.
static void trim_piece(rim_partition *p, size_t start, double min_side)
{
    while (p->used - start >= 3)
    {
        size_t count = p->used - start, shortest = 0; // a side has the number of its first corner
        for (size_t i = 1; i < count; i++)
            if (side_length(p, start, i) < side_length(p, start, shortest)) shortest = i;
        if (side_length(p, start, shortest) >= min_side) return;
        size_t next = (shortest + 1) % count;
        double lost = corner_area(p, start, shortest), lost_with_next = corner_area(p, start, next);
        remove_corner(p, start, lost <= lost_with_next ? shortest : next);
    }
}

// Adds the corners of the piece whose half sides are linked by `following`, one of which is `first`, in the order of
// these links. Leaves out corners at which the piece does not turn.
static void take_corners(rim_partition *p, const partition_mesh *m, const uint32_t *following,
                         uint32_t first)
{
    uint32_t half = first;
    do
    {
        uint32_t next = following[half], point = partition_start(m, next);
        uint32_t before = partition_start(m, half), after = partition_start(m, following[next]);
        if (partition_turn(m, before, point, after) != 0)
        {
            p->points[p->used] = m->points[point];
            p->indices[p->used++] = point;
        }
        half = next;
    } while (half != first);
}

// Sets the links of the half sides of a piece, one of which is `half`, to PARTITION_NONE.
static void unlink_piece(uint32_t *following, uint32_t half)
{
    while (half != PARTITION_NONE)
    {
        uint32_t next = following[half];
        following[half] = PARTITION_NONE;
        half = next;
    }
}

// Adds the pieces. Each is a cycle of half sides linked by `following`; a half side inside a piece has PARTITION_NONE
// there. Each piece is unlinked once it is added, so it is found once. A piece that trimming leaves without three
// corners is dropped. On failure the caller releases the lists.
static rim_status take_pieces(rim_partition *p, const partition_mesh *m, uint32_t *following,
                              double min_side)
{
    p->capacity = 3 * m->count;
    p->piece_capacity = m->count;
    p->points = memory_allocate(&p->from, p->capacity, sizeof *p->points);
    p->indices = memory_allocate(&p->from, p->capacity, sizeof *p->indices);
    p->pieces = memory_allocate(&p->from, p->piece_capacity, sizeof *p->pieces);
    if (!p->points || !p->indices || !p->pieces) return RIM_ERR_MEMORY;
    for (uint32_t half = 0; half < 3 * m->count; half++)
    {
        size_t start = p->used;
        if (following[half] == PARTITION_NONE) continue;
        take_corners(p, m, following, half);
        unlink_piece(following, half);
        if (min_side > 0.0) trim_piece(p, start, min_side);
        if (p->used - start >= 3)
            p->pieces[p->count++] =
                (rim_piece){ p->points + start, p->indices + start, (int)(p->used - start) };
        else
            p->used = start;
    }
    return RIM_OK;
}

// --- rings ---------------------------------------------------------------------------------------------

static bool partition_options_are_good(const rim_partition_options *o)
{
    return (o->max_corners == 0 || o->max_corners >= 3) && o->min_side >= 0.0f &&
           float_is_finite(o->min_side);
}

// Copies the points of all rings and sets each point's successor. A ring of fewer than three points encloses nothing:
// each of its points is its own successor. Requires room for all points. Returns RIM_ERR_ARGUMENT if a coordinate is
// not finite.
static rim_status partition_lay_out(rim_vec2 *points, uint32_t *next, const rim_polygon2 *rings,
                                    int count)
{
    uint32_t at = 0;
    for (int i = 0; i < count; i++)
    {
        uint32_t start = at;
        for (int k = 0; k < rings[i].count; k++, at++)
        {
            points[at] = rings[i].points[k];
            if (!vec2_is_finite(points[at])) return RIM_ERR_ARGUMENT;
            bool is_last = k + 1 == rings[i].count;
            next[at] = is_last ? start : at + 1;
            if (rings[i].count < 3) next[at] = at;
        }
    }
    return RIM_OK;
}

// Triangulates the rings, flips sides towards a Delaunay triangulation, merges triangles to pieces, and adds the pieces
// to *made. Requires a mesh with points only. The caller releases both on failure.
static rim_status partition_cut(rim_partition *made, partition_mesh *mesh, const uint32_t *next,
                                const rim_partition_options *options)
{
    rim_status status = partition_sweep(mesh, next);
    if (status == RIM_OK) status = partition_flip(mesh);
    if (status) return status;
    uint32_t *following = memory_allocate(&mesh->from, 3 * mesh->count, sizeof *following);
    if (!following) return RIM_ERR_MEMORY;
    status = partition_merge(mesh, following, options);
    if (status == RIM_OK) status = take_pieces(made, mesh, following, (double)options->min_side);
    memory_release(&mesh->from, following, 3 * mesh->count, sizeof *following);
    return status;
}

// Partitions the rings, which have point_count points together, into *made, which the caller destroys on failure.
static rim_status cut_rings(rim_partition *made, const rim_polygon2 *rings, int ring_count,
                            size_t point_count, const rim_partition_options *options)
{
    partition_mesh mesh = { .from = made->from, .point_count = point_count };
    rim_vec2      *points = memory_allocate(&made->from, point_count, sizeof *points);
    uint32_t      *next = memory_allocate(&made->from, point_count, sizeof *next);
    rim_status     status = points && next ? RIM_OK : RIM_ERR_MEMORY;
    mesh.points = points;
    if (status == RIM_OK) status = partition_lay_out(points, next, rings, ring_count);
    if (status == RIM_OK) status = partition_cut(made, &mesh, next, options);
    memory_release(&made->from, mesh.triangles, mesh.capacity, sizeof *mesh.triangles);
    memory_release(&made->from, mesh.twins, 3 * mesh.count, sizeof *mesh.twins);
    memory_release(&made->from, points, point_count, sizeof *points);
    memory_release(&made->from, next, point_count, sizeof *next);
    return status;
}

// Creates a partition of rings. See rim_partition_create.
rim_status partition_create_from_rings(rim_partition **out, const rim_polygon2 *rings,
                                       int ring_count, const rim_partition_options *options,
                                       const rim_allocator *from)
{
    RIM_ASSERT(out && (rings || ring_count <= 0), "out or the rings are NULL");
    rim_partition_options none = { 0, 0.0f };
    size_t                points = 0;
    *out = NULL;
    if (!options) options = &none;
    if (!partition_options_are_good(options)) return RIM_ERR_ARGUMENT;
    for (int i = 0; i < ring_count; i++)
    {
        RIM_ASSERT(rings[i].count >= 0, "a ring has a negative count");
        points += (size_t)rings[i].count;
        if (points > (size_t)1 << 30) return RIM_ERR_SIZE;
    }
    rim_allocator  owner = memory_allocator_or_default(from);
    rim_partition *made = memory_allocate_zeroed(&owner, 1, sizeof *made);
    if (!made) return RIM_ERR_MEMORY;
    made->from = owner;
    rim_status status = cut_rings(made, rings, ring_count, points, options);
    if (status == RIM_OK)
        *out = made;
    else
        rim_partition_destroy(made);
    return status;
}

// Partitions the inside of all loops, given as rings. On failure *out is NULL.
rim_status rim_partition_create(rim_partition **out, const rim_loops *loops,
                                const rim_partition_options *options, const rim_allocator *from)
{
    RIM_ASSERT(out && loops, "out or the loops are NULL");
    *out = NULL;
    int64_t         count;
    const rim_loop *list = rim_loops_list(loops, &count);
    if (count > INT32_MAX) return RIM_ERR_SIZE;
    rim_allocator owner = memory_allocator_or_default(from);
    rim_polygon2 *rings = memory_allocate(&owner, (size_t)count, sizeof *rings);
    if (!rings) return RIM_ERR_MEMORY;
    for (int64_t i = 0; i < count; i++)
        rings[i] = (rim_polygon2){ list[i].points, (int)list[i].count };
    rim_status status = partition_create_from_rings(out, rings, (int)count, options, from);
    memory_release(&owner, rings, (size_t)count, sizeof *rings);
    return status;
}

void rim_partition_destroy(rim_partition *partition)
{
    if (!partition) return;
    rim_allocator from = partition->from;
    memory_release(&from, partition->points, partition->capacity, sizeof *partition->points);
    memory_release(&from, partition->indices, partition->capacity, sizeof *partition->indices);
    memory_release(&from, partition->pieces, partition->piece_capacity, sizeof *partition->pieces);
    memory_release(&from, partition, 1, sizeof *partition);
}

const rim_piece *rim_partition_pieces(const rim_partition *partition, int64_t *count)
{
    if (count) *count = (int64_t)partition->count;
    return partition->pieces;
}
