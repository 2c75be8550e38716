#include "rimcast/plane.h"

#include "rimcast/angle.h"

rim_vec3 rim_triangle_normal(rim_vec3 a, rim_vec3 b, rim_vec3 c)
{
    double ux = (double)b.x - a.x, uy = (double)b.y - a.y, uz = (double)b.z - a.z;
    double vx = (double)c.x - a.x, vy = (double)c.y - a.y, vz = (double)c.z - a.z;
    double nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;

    // Edges reach 1e38, products 1e77, their squares 1e154: all within double.
    double length = sqrt(nx * nx + ny * ny + nz * nz);
    if (!(length > 0.0)) return rim_vec3_make(0.0f, 0.0f, 0.0f);
    return rim_vec3_make((float)(nx / length), (float)(ny / length), (float)(nz / length));
}

rim_plane rim_plane_of_triangle(rim_vec3 a, rim_vec3 b, rim_vec3 c)
{
    return rim_plane_through(a, rim_triangle_normal(a, b, c));
}

double rim_vec3_angle(rim_vec3 a, rim_vec3 b)
{
    double x = (double)a.y * b.z - (double)a.z * b.y;
    double y = (double)a.z * b.x - (double)a.x * b.z;
    double z = (double)a.x * b.y - (double)a.y * b.x;
    double dot = (double)a.x * b.x + (double)a.y * b.y + (double)a.z * b.z;
    return rim_atan2(sqrt(x * x + y * y + z * z), dot);
}
