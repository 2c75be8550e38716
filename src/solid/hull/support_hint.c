#include "solid/hull/support_hint.h"

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
