// Mass properties of polyhedra, as sums over the tetrahedra from one point to the triangles of the surface (Lien,
// Kajiya, "A symbolic method for calculating the integral properties of arbitrary nonconvex polyhedra", 1984).
//
// For a tetrahedron with one corner at the origin and det = a . (b x c), s = a + b + c:
//
//      volume          = det / 6
//      integral x      = det / 24 s
//      integral x x^T  = det / 120 (a a^T + b b^T + c c^T + s s^T)
//
// and about the centroid g the second moments lose volume g g^T.
#include "solid/hull/builder.h"

// Adds the tetrahedron of the origin and a, b, c: the formulas above, without their constant factors. The area is that
// of the triangle a, b, c.
void mass_add(mass_sum *sum, vec3d a, vec3d b, vec3d c)
{
    double det = v3d_dot(a, v3d_cross(b, c));
    vec3d  s = v3d_add(v3d_add(a, b), c);
    sum->volume6 += det;
    sum->first = v3d_along(sum->first, s, det);
    sum->xx += det * (a.x * a.x + b.x * b.x + c.x * c.x + s.x * s.x);
    sum->yy += det * (a.y * a.y + b.y * b.y + c.y * c.y + s.y * s.y);
    sum->zz += det * (a.z * a.z + b.z * b.z + c.z * c.z + s.z * s.z);
    sum->xy += det * (a.x * a.y + b.x * b.y + c.x * c.y + s.x * s.y);
    sum->yz += det * (a.y * a.z + b.y * b.z + c.y * c.z + s.y * s.z);
    sum->zx += det * (a.z * a.x + b.z * b.x + c.z * c.x + s.z * s.x);
    double area = 0.5 * v3d_length(v3d_cross(v3d_sub(b, a), v3d_sub(c, a)));
    sum->area += area;
    sum->surface = v3d_along(sum->surface, s, area);
}

// Divides the sums by the constant factors, and moves the second moments to the centroid g, the integral of x over the
// volume: (first / 24) / (volume6 / 6). The inertia tensor is  (trace S) 1 - S  for the second moments S. The centroid
// of the surface is the mean of the triangles' centroids (a + b + c) / 3, weighted by their areas.
rim_mass3 mass_end(const mass_sum *sum, vec3d origin)
{
    rim_mass3 mass = { .volume = sum->volume6 / 6.0, .area = sum->area };
    double    v = mass.volume;
    vec3d     g = v3d(0.0, 0.0, 0.0);
    if (v > 0.0)
        g = v3d_scale(sum->first, 1.0 / (4.0 * sum->volume6));
    else if (mass.area > 0.0)
        g = v3d_scale(sum->surface, 1.0 / (3.0 * mass.area));
    mass.x = origin.x + g.x, mass.y = origin.y + g.y, mass.z = origin.z + g.z;
    if (!(v > 0.0)) return mass;

    double xx = sum->xx / 120.0 - v * g.x * g.x, yy = sum->yy / 120.0 - v * g.y * g.y,
           zz = sum->zz / 120.0 - v * g.z * g.z;
    mass.xx = yy + zz;
    mass.yy = zz + xx;
    mass.zz = xx + yy;
    mass.xy = v * g.x * g.y - sum->xy / 120.0;
    mass.yz = v * g.y * g.z - sum->yz / 120.0;
    mass.zx = v * g.z * g.x - sum->zx / 120.0;
    return mass;
}

// --- size and mass of a hull ---------------------------------------------------------------------------

// Returns the sums over the tetrahedra from the center to all triangles of the faces, each face a fan from its first
// corner.
static mass_sum sum_faces(const rim_hull *hull, vec3d center)
{
    mass_sum sum = { .volume6 = 0.0 };
    for (int32_t f = 0; f < hull->face_count; f++)
    {
        int32_t start = hull->starts[f], end = hull->starts[f + 1];
        vec3d   a = v3d_sub(hull_corner(hull, hull->loops[start]), center);
        vec3d   b = v3d_sub(hull_corner(hull, hull->loops[start + 1]), center);
        for (int32_t h = start + 2; h < end; h++)
        {
            vec3d c = v3d_sub(hull_corner(hull, hull->loops[h]), center);
            mass_add(&sum, a, b, c);
            b = c;
        }
    }
    return sum;
}

// Returns the mean of the corners relative to `center`. Requires corners.
static vec3d mean_of_corners(const rim_hull *hull, vec3d center)
{
    vec3d sum = v3d(0.0, 0.0, 0.0);
    for (int32_t i = 0; i < hull->corner_count; i++)
        sum = v3d_add(sum, v3d_sub(hull_corner(hull, i), center));
    return v3d_scale(sum, 1.0 / hull->corner_count);
}

// Computes the mass properties by sums about `center`. A hull without volume, which is a polygon, a segment or a point,
// has only an area and a centroid. The area counts both faces of a polygon. Requires at least one corner.
static rim_mass3 hull_measure_mass(const rim_hull *hull, rim_vec3 center)
{
    vec3d    at = v3d_from(center);
    mass_sum sum = sum_faces(hull, at);
    if (hull->kind != RIM_HULL_SOLID) sum.volume6 = 0.0;
    if (hull->face_count == 0) at = v3d_add(at, mean_of_corners(hull, at));
    return mass_end(&sum, at);
}

// Computes the sums about the middle of the box to find the centroid, and then again about the centroid, rounded to
// float. The exact centroid is in the bounds; clamping removes what rounding adds.
void hull_measure(rim_hull *hull)
{
    rim_box3 box = rim_box3_empty();
    for (int32_t i = 0; i < hull->corner_count; i++) box = rim_box3_add(box, hull->corners[i]);
    hull->bounds = box;
    if (hull->kind == RIM_HULL_EMPTY) return;
    vec3d side = v3d_sub(v3d_from(box.hi), v3d_from(box.lo));
    hull->extent = fmax(side.x, fmax(side.y, side.z));
    rim_mass3 rough = hull_measure_mass(hull, rim_box3_center(box));
    rim_vec3  center = v3d_round(v3d(rough.x, rough.y, rough.z));
    hull->center = rim_vec3_min(rim_vec3_max(center, box.lo), box.hi);
    hull->mass = hull_measure_mass(hull, hull->center);
}
