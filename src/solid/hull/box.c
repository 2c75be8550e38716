#include "solid/hull/box.h"

#include <math.h>

// Half-edge h leads from loops[h] to the next corner of face h / 4.
static const int32_t       BOX_STARTS[7] = { 0, 4, 8, 12, 16, 20, 24 };
static const int32_t       BOX_LOOPS[24] = { 0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4,
                                             2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6 };
static const int32_t       BOX_TWINS[24] = { 11, 23, 12, 16, 18, 14, 21, 9, 19, 7, 20, 0,
                                             2,  22, 5,  17, 3,  15, 4,  8, 10, 6, 13, 1 };
static const int32_t       BOX_FACES_OF[24] = { 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2,
                                                3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5 };
static const int32_t       BOX_EDGES_OF[24] = { 8,  6, 10, 4, 5, 11, 7, 9, 0, 9, 2, 8,
                                                10, 3, 11, 1, 4, 1,  5, 0, 2, 7, 3, 6 };
static const rim_hull_edge BOX_EDGES[12] = { { 0, 1, 2, 4 }, { 2, 3, 4, 3 }, { 4, 5, 5, 2 },
                                             { 6, 7, 3, 5 }, { 0, 2, 4, 0 }, { 1, 3, 1, 4 },
                                             { 4, 6, 0, 5 }, { 5, 7, 5, 1 }, { 0, 4, 0, 2 },
                                             { 1, 5, 2, 1 }, { 2, 6, 3, 0 }, { 3, 7, 1, 3 } };
static const int32_t       BOX_NEIGHBOR_STARTS[9] = { 0, 3, 6, 9, 12, 15, 18, 21, 24 };
static const int32_t       BOX_NEIGHBORS[24] = { 4, 2, 1, 3, 5, 0, 0, 6, 3, 7, 1, 2,
                                                 6, 0, 5, 1, 7, 4, 2, 4, 7, 5, 3, 6 };
static const int32_t       BOX_NEIGHBOR_EDGES[24] = { 8, 4, 0, 5, 9, 0, 4,  10, 1, 11, 5,  1,
                                                      6, 8, 2, 9, 7, 2, 10, 6,  3, 7,  11, 3 };

// The parts that all boxes share. A hull's arrays are never written after its creation.
static const rim_hull BOX = { .kind = RIM_HULL_SOLID,
                              .corner_count = 8,
                              .edge_count = 12,
                              .face_count = 6,
                              .padded_corners = 8,
                              .neighbor_starts = (int32_t *)BOX_NEIGHBOR_STARTS,
                              .neighbors = (int32_t *)BOX_NEIGHBORS,
                              .neighbor_edges = (int32_t *)BOX_NEIGHBOR_EDGES,
                              .starts = (int32_t *)BOX_STARTS,
                              .loops = (int32_t *)BOX_LOOPS,
                              .twins = (int32_t *)BOX_TWINS,
                              .faces_of = (int32_t *)BOX_FACES_OF,
                              .edges_of = (int32_t *)BOX_EDGES_OF,
                              .half_edge_count = 24,
                              .edges = (rim_hull_edge *)BOX_EDGES };

static hull_plane box_plane(double x, double y, double z, double offset)
{
    hull_plane plane = { { x, y, z }, offset };
    return plane;
}

void hull_box_make(hull_box *out, rim_vec3 half)
{
    rim_hull *hull = &out->hull;
    *hull = BOX;
    for (int i = 0; i < 8; i++)
    {
        out->x[i] = i & 1 ? half.x : -half.x;
        out->y[i] = i & 2 ? half.y : -half.y;
        out->z[i] = i & 4 ? half.z : -half.z;
        out->corners[i] = rim_vec3_make(out->x[i], out->y[i], out->z[i]);
    }
    out->planes[0] = box_plane(-1.0, 0.0, 0.0, half.x);
    out->planes[1] = box_plane(1.0, 0.0, 0.0, half.x);
    out->planes[2] = box_plane(0.0, -1.0, 0.0, half.y);
    out->planes[3] = box_plane(0.0, 1.0, 0.0, half.y);
    out->planes[4] = box_plane(0.0, 0.0, -1.0, half.z);
    out->planes[5] = box_plane(0.0, 0.0, 1.0, half.z);
    hull->corners = out->corners;
    hull->x = out->x;
    hull->y = out->y;
    hull->z = out->z;
    hull->planes = out->planes;
    hull->largest = fmaxf(fmaxf(half.x, half.y), half.z);
    hull->extent = 2.0 * hull->largest;
    hull->radius = v3d_length(v3d_from(half));
    hull->bounds.lo = rim_vec3_negate(half);
    hull->bounds.hi = half;
    hull->view = (rim_convex){ out->corners, 8, 0.0f, hull };
}
