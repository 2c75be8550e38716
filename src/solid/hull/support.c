#include "solid/hull/support.h"

// --- support hints ----------------------------------------------------------------------------------

static double fold(double a, double b)
{
    return a < 0.0 ? fabs(b) - 1.0 : 1.0 - fabs(b);
}

// The direction in the middle of a cell.
static vec3d support_hint_direction_of(int32_t column, int32_t row, int32_t side)
{
    double half = 0.5 * side, u = (column + 0.5) / half - 1.0, v = (row + 0.5) / half - 1.0;
    double z = 1.0 - fabs(u) - fabs(v);
    return z < 0.0 ? v3d(fold(u, v), fold(v, u), z) : v3d(u, v, z);
}

void hull_fill_support_hint(uint16_t *cells, const rim_hull *hull)
{
    int32_t side = hull->guess_side, corner = 0;
    for (int32_t row = 0; row < side; row++)
        for (int32_t column = 0; column < side; column++)
        {
            vec3d  d = support_hint_direction_of(column, row, side);
            double most = v3d_dot(d, hull_corner(hull, corner));
            // From the corner of the cell before: seldom more than a step.
            for (int32_t from = -1; from != corner;)
            {
                from = corner;
                for (int32_t i = hull->climb_starts[from]; i < hull->climb_starts[from + 1]; i++)
                {
                    double dot = v3d_dot(d, hull_corner(hull, hull->climb[i]));
                    if (dot > most) most = dot, corner = hull->climb[i];
                }
            }
            cells[row * side + column] = (uint16_t)corner;
        }
}

// --- vertex adjacency -------------------------------------------------------------------------------

// The sum of the normals of the faces around a corner, those on both sides of its edges: each twice.
static vec3d normals_around(const rim_hull *hull, int32_t corner)
{
    vec3d sum = v3d(0.0, 0.0, 0.0);
    for (int32_t i = hull->neighbor_starts[corner]; i < hull->neighbor_starts[corner + 1]; i++)
    {
        const rim_hull_edge *edge = &hull->edges[hull->neighbor_edges[i]];
        sum = v3d_add(sum, hull->planes[edge->left].normal);
        sum = v3d_add(sum, hull->planes[edge->right].normal);
    }
    return sum;
}

// Rounded up by far more than its own rounding. Infinite where the least height is but rounding.
static float vertex_adjacency_stretch_of(const rim_hull *hull, int32_t corner)
{
    vec3d  w = v3d_normalize(normals_around(hull, corner)), v = hull_corner(hull, corner);
    double least = INFINITY;
    for (int32_t i = hull->climb_starts[corner]; i < hull->climb_starts[corner + 1]; i++)
    {
        double height = v3d_dot(w, v3d_sub(v, hull_corner(hull, hull->climb[i])));
        least = height < least ? height : least;
    }
    double most = v3d_dot(w, v3d_sub(v, v3d_from(hull->center))) + hull->radius;
    return least > 0x1p-40 * most ? (float)(most / least * (1.0 + 0x1p-10)) : INFINITY;
}

void hull_fill_vertex_adjacency(hull_vertex_neighbours *hubs, float *spokes, const rim_hull *hull)
{
    int32_t block = 0;
    for (int32_t v = 0; v < hull->corner_count; v++)
    {
        int32_t from = hull->climb_starts[v], degree = hull->climb_starts[v + 1] - from;
        hubs[v].first = block;
        hubs[v].stretch = vertex_adjacency_stretch_of(hull, v);
        for (int32_t i = 0; i < VERTEX_ADJACENCY_LANES * vertex_adjacency_blocks(degree); i++)
        {
            rim_vec3 p = hull->corners[hull->climb[from + (i < degree ? i : degree - 1)]];
            float   *at = spokes + VERTEX_ADJACENCY_BLOCK * (block + i / VERTEX_ADJACENCY_LANES) +
                        i % VERTEX_ADJACENCY_LANES;
            at[0] = p.x, at[VERTEX_ADJACENCY_LANES] = p.y, at[2 * VERTEX_ADJACENCY_LANES] = p.z;
        }
        block += vertex_adjacency_blocks(degree);
    }
    hubs[hull->corner_count].first = block;
    hubs[hull->corner_count].stretch = 0.0f;
}
