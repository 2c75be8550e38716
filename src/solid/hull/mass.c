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
    sum->area += 0.5 * v3d_length(v3d_cross(v3d_sub(b, a), v3d_sub(c, a)));
}

// Divides the sums by the constant factors, and moves the second moments to the centroid g, the integral of x over the
// volume: (first / 24) / (volume6 / 6). The inertia tensor is  (trace S) 1 - S  for the second moments S.
rim_mass3 mass_end(const mass_sum *sum, vec3d origin)
{
    rim_mass3 mass = { .volume = sum->volume6 / 6.0, .area = sum->area };
    mass.x = origin.x, mass.y = origin.y, mass.z = origin.z;
    if (!(mass.volume > 0.0)) return mass;

    vec3d  g = v3d_scale(sum->first, 1.0 / (4.0 * sum->volume6));
    double v = mass.volume;
    double xx = sum->xx / 120.0 - v * g.x * g.x, yy = sum->yy / 120.0 - v * g.y * g.y,
           zz = sum->zz / 120.0 - v * g.z * g.z;
    mass.xx = yy + zz;
    mass.yy = zz + xx;
    mass.zz = xx + yy;
    mass.xy = v * g.x * g.y - sum->xy / 120.0;
    mass.yz = v * g.y * g.z - sum->yz / 120.0;
    mass.zx = v * g.z * g.x - sum->zx / 120.0;
    mass.x += g.x, mass.y += g.y, mass.z += g.z;
    return mass;
}

// --- size and mass of a builder -----------------------------------------------------------------------

// Returns a corner relative to the center.
static vec3d hull_measure_relative(const hull_builder *builder, vec3d center, int32_t corner)
{
    return v3d_sub(v3d_from(builder->corners[corner]), center);
}

// Returns the sums over the tetrahedra from the center to all triangles of the faces, each face a fan from its first
// corner.
static mass_sum sum_faces(const hull_builder *builder, vec3d center)
{
    mass_sum sum = { .volume6 = 0.0 };
    for (size_t f = 0; f < builder->face_count; f++)
    {
        const int32_t *loop = builder->loops + builder->starts[f];
        int32_t        count = builder->starts[f + 1] - builder->starts[f];
        vec3d          a = hull_measure_relative(builder, center, loop[0]);
        vec3d          b = hull_measure_relative(builder, center, loop[1]);
        for (int32_t i = 2; i < count; i++)
        {
            vec3d c = hull_measure_relative(builder, center, loop[i]);
            mass_add(&sum, a, b, c);
            b = c;
        }
    }
    return sum;
}

// Returns the centroid of a flat hull's polygon relative to `center`: the mean of the centroids (a + b + c) / 3 of the
// triangles of the first face's fan, weighted by their areas. `area` is twice an area; the factor cancels. Without area
// returns 0.
static vec3d polygon_centroid(const hull_builder *builder, vec3d center)
{
    vec3d  sum = v3d(0.0, 0.0, 0.0), a = hull_measure_relative(builder, center, builder->loops[0]);
    double weight = 0.0;
    for (int32_t i = 2; i < builder->starts[1]; i++)
    {
        vec3d  b = hull_measure_relative(builder, center, builder->loops[i - 1]);
        vec3d  c = hull_measure_relative(builder, center, builder->loops[i]);
        double area = v3d_length(v3d_cross(v3d_sub(b, a), v3d_sub(c, a)));
        sum = v3d_along(sum, v3d_add(v3d_add(a, b), c), area / 3.0);
        weight += area;
    }
    return weight > 0.0 ? v3d_scale(sum, 1.0 / weight) : sum;
}

// Returns the mean of the corners relative to `center`. Requires corners.
static vec3d mean_of_corners(const hull_builder *builder, vec3d center)
{
    vec3d sum = v3d(0.0, 0.0, 0.0);
    for (int32_t i = 0; i < (int32_t)builder->corner_count; i++)
        sum = v3d_add(sum, hull_measure_relative(builder, center, i));
    return v3d_scale(sum, 1.0 / (double)builder->corner_count);
}

// Computes the area and the centroid of a hull without volume: a polygon, a segment or a point. The area counts both
// faces of a polygon. Sums are relative to `center`. Requires at least one corner.
static rim_mass3 weigh_less(const hull_builder *builder, vec3d center)
{
    rim_mass3 mass = { .area = sum_faces(builder, center).area };
    vec3d     centroid = builder->face_count > 0 ? polygon_centroid(builder, center)
                                                 : mean_of_corners(builder, center);
    center = v3d_add(center, centroid);
    mass.x = center.x, mass.y = center.y, mass.z = center.z;
    return mass;
}

// Computes the mass properties by sums about `center`.
static rim_mass3 hull_measure_mass(const hull_builder *builder, rim_vec3 center)
{
    vec3d at = v3d_from(center);
    if (builder->kind != RIM_HULL_SOLID) return weigh_less(builder, at);
    mass_sum sum = sum_faces(builder, at);
    return mass_end(&sum, at);
}

// Computes the sums about the middle of the box to find the centroid, and then again about the centroid, rounded to
// float. The exact centroid is in the bounds; clamping removes what rounding adds.
hull_measures hull_builder_measure(const hull_builder *builder)
{
    hull_measures out = { .bounds = rim_box3_empty() };
    if (builder->kind == RIM_HULL_EMPTY) return out;
    for (size_t i = 0; i < builder->corner_count; i++)
        out.bounds = rim_box3_add(out.bounds, builder->corners[i]);
    rim_box3 box = out.bounds;
    vec3d    side = v3d_sub(v3d_from(box.hi), v3d_from(box.lo));
    out.extent = fmax(side.x, fmax(side.y, side.z));
    rim_mass3 rough = hull_measure_mass(builder, rim_box3_center(box));
    rim_vec3  center = v3d_round(v3d(rough.x, rough.y, rough.z));
    out.center = rim_vec3_min(rim_vec3_max(center, box.lo), box.hi);
    out.mass = hull_measure_mass(builder, out.center);
    return out;
}
