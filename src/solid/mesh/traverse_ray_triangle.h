// Template: compiled anew by each file that includes it.
// A ray and triangles: which it passes through, and which first.
#ifndef RIM_SOLID_MESH_TRAVERSE_RAY_TRIANGLE_H
#define RIM_SOLID_MESH_TRAVERSE_RAY_TRIANGLE_H

#include "solid/mesh/traverse.h"

// A ray, sheared so that it runs along one axis (Woop, Benthin, Wald, "Watertight Ray/Triangle Intersection", 2013).
typedef struct sheared
{
    quad           from, along;
    quad           from_ordered, along_ordered; // by the axes
    eight          off;  // how far from the line a point of it may be that is met within the mesh
    const uint8_t *axes; // x, y, z; the third is the one along which the ray goes farthest
    eight          along_x, along_y;
    bool           back; // along z
} sheared;

// By the bits of x >= y, y >= z and z >= x. The fourth stays where it is.
static const uint8_t RAY_AXES[8][4] = { { 1, 2, 0, 3 }, { 1, 2, 0, 3 }, { 2, 0, 1, 3 },
                                        { 1, 2, 0, 3 }, { 0, 1, 2, 3 }, { 0, 1, 2, 3 },
                                        { 2, 0, 1, 3 }, { 1, 2, 0, 3 } };

EIGHT_INLINE void shear_along(sheared *s, const rim_mesh *mesh, quad origin, quad delta)
{
    quad all = quad_mul(quad_add(quad_all(mesh->largest), quad_abs(origin)), quad_all(0x1p-20f));
    s->off = eight_add(eight_add(eight_spread(all, 0), eight_spread(all, 1)), eight_spread(all, 2));
    quad size = quad_abs(delta);
    s->axes = RAY_AXES[7u & ~quad_less(size, quad_turned(size))];
    s->from = origin;
    s->along = delta;
    s->from_ordered = quad_ordered(origin, s->axes);
    s->along_ordered = quad_ordered(delta, s->axes);
    s->back = quad_at(s->along_ordered, 2) < 0.0f;
    // What does not move at all is sheared into what is not a number, and that is not surely beside anything.
    quad sheared_by = quad_div(s->along_ordered, quad_all(quad_at(s->along_ordered, 2)));
    s->along_x = eight_spread(sheared_by, 0);
    s->along_y = eight_spread(sheared_by, 1);
}

// Corners in the sheared frame, about a point of the ray.
typedef struct flat_corners
{
    eight x, y, size;
} flat_corners;

typedef struct shear_frame
{
    eight at[3], along_x, along_y;
} shear_frame;

EIGHT_INLINE flat_corners shear(eight x, eight y, eight z, const shear_frame *f)
{
    x = eight_sub(x, f->at[0]);
    y = eight_sub(y, f->at[1]);
    z = eight_sub(z, f->at[2]);
    flat_corners p = { eight_fnma(f->along_x, z, x), eight_fnma(f->along_y, z, y),
                       eight_add(eight_add(eight_abs(x), eight_abs(y)), eight_abs(z)) };
    return p;
}

// Twice the area of 0, p, q.
EIGHT_INLINE eight ray_triangle_side_of(flat_corners p, flat_corners q)
{
    return eight_fms(p.x, q.y, eight_mul(p.y, q.x));
}

// On which sides of a line eight triangles' edges run.
typedef struct line_sides
{
    eight least, most, doubt;
    unsigned
        perhaps; // triangles that the line may pass through, not being surely left of one and right of another
} line_sides;

// With S the largest |x| + |y| + |z| of a triangle's corners as seen from the point, and `off` what that may be off the
// line: corners in the sheared frame are right to 2^-22 S + off, so areas to 2^-20 S^2 + 4 S off, or so.
// 2^-100 is more than what is lost of products that fade away.
EIGHT_INLINE line_sides sides_within(flat_corners a, flat_corners b, flat_corners c, eight size,
                                     eight off)
{
    eight ab = ray_triangle_side_of(a, b), bc = ray_triangle_side_of(b, c),
          ca = ray_triangle_side_of(c, a);
    eight      part = eight_fma(size, eight_all(0x1p-19f), off);
    line_sides sides;
    sides.doubt = eight_fma(size, part, eight_all(0x1p-100f));
    sides.least = eight_min3(ab, bc, ca);
    sides.most = eight_max3(ab, bc, ca);
    sides.perhaps = ~eight_less_both(sides.doubt, sides.most, sides.least,
                                     eight_sub(eight_all(0.0f), sides.doubt));
    return sides;
}

EIGHT_INLINE line_sides ray_triangle_sides_of(flat_corners a, flat_corners b, flat_corners c,
                                              eight off)
{
    return sides_within(a, b, c, eight_add(eight_max3(a.size, b.size, c.size), off), off);
}

EIGHT_INLINE flat_corners pick_flat(flat_corners low, flat_corners high, const uint8_t *which)
{
    eight_places at = eight_places_of(which);
    flat_corners p = { eight_pick16(low.x, high.x, at), eight_pick16(low.y, high.y, at),
                       eight_pick16(low.size, high.size, at) };
    return p;
}

// --- leaves ---------------------------------------------------------------------------------------------------

EIGHT_INLINE shear_frame frame_at(const sheared *line, float enter)
{
    quad point = quad_add(line->from_ordered, quad_mul(line->along_ordered, quad_all(enter)));
    shear_frame f = { { eight_spread(point, 0), eight_spread(point, 1), eight_spread(point, 2) },
                      line->along_x,
                      line->along_y };
    return f;
}

// A leaf's coordinates, along the ray's axes.
typedef struct leaf_rows
{
    const float *at[3];
} leaf_rows;

EIGHT_INLINE leaf_rows rows_of(const mesh_leaf *leaf, const sheared *line)
{
    const uint8_t *axes = line->axes;
    uint32_t       n = (uint32_t)leaf->corners;
    leaf_rows rows = { { leaf->x + axes[0] * n, leaf->x + axes[1] * n, leaf->x + axes[2] * n } };
    return rows;
}

// Up to eight triangles of up to sixteen corners, as all leaves of the fast form are where triangles share any: each
// corner is sheared once, for all of its triangles.
EIGHT_INLINE line_sides sides_of_few(const mesh_leaf *leaf, const leaf_rows *rows,
                                     const shear_frame *f, eight off)
{
    flat_corners low =
        shear(eight_load(rows->at[0]), eight_load(rows->at[1]), eight_load(rows->at[2]), f);
    flat_corners   high = shear(eight_load(rows->at[0] + 8), eight_load(rows->at[1] + 8),
                                eight_load(rows->at[2] + 8), f);
    const uint8_t *a = leaf->lists, *b = a + leaf->triangles, *c = b + leaf->triangles;
    return ray_triangle_sides_of(pick_flat(low, high, a), pick_flat(low, high, b),
                                 pick_flat(low, high, c), off);
}

// Eight of any number of triangles.
EIGHT_INLINE line_sides sides_of_many(const mesh_leaf *leaf, int first, const leaf_rows *rows,
                                      const shear_frame *f, eight off)
{
    eight_triangles t = triangles_along(leaf, first, rows->at[0], rows->at[1], rows->at[2]);
    return ray_triangle_sides_of(shear(t.a.x, t.a.y, t.a.z, f), shear(t.b.x, t.b.y, t.b.z, f),
                                 shear(t.c.x, t.c.y, t.c.z, f), off);
}

// Of a leaf's triangles from `first` on, as seen from a point of the ray.
EIGHT_INLINE line_sides leaf_sides(const mesh_leaf *leaf, int first, const sheared *line,
                                   float enter)
{
    leaf_rows   rows = rows_of(leaf, line);
    shear_frame f = frame_at(line, enter);
    line_sides  sides = mesh_leaf_is_shared(leaf) ? sides_of_few(leaf, &rows, &f, line->off)
                                                  : sides_of_many(leaf, first, &rows, &f, line->off);
    sides.perhaps &= lanes_below(leaf->triangles - first);
    return sides;
}

// Those that are surely passed from behind, and those that surely are at all. Seen along the axis the corners go round
// to the left if the face looks away.
EIGHT_INLINE unsigned passed_from_behind(const line_sides *sides, const sheared *line,
                                         unsigned *sure)
{
    unsigned left = eight_less(sides->doubt, sides->least);
    unsigned right = eight_less(sides->most, eight_sub(eight_all(0.0f), sides->doubt));
    *sure = left | right;
    return line->back ? right : left;
}

// --- the first triangle ---------------------------------------------------------------------------------------

// A ray's first triangle, so far.
typedef struct first_pierced
{
    float          t;         // INFINITY: there is none
    const uint8_t *number_at; // its number, where its leaf holds it
    bool           asked;     // rim_triangle_raycast, about this triangle:
    rim_triangle   triangle;
    bool           front;    // if not asked
    double         fraction; // of the ray
    triple         normal;   // of the face, of any length
} first_pierced;

// Is one met at t before what was found? Numbers are looked up only where they matter.
EIGHT_INLINE bool is_first(const rim_mesh *mesh, const first_pierced *p, float t,
                           const uint8_t *number_at)
{
    if (t != p->t) return t < p->t;
    return mesh_number_at(number_at, mesh->number_bytes) <
           mesh_number_at(p->number_at, mesh->number_bytes);
}

EIGHT_INLINE triple ray_triangle_corner_of(const mesh_leaf *leaf, int k, int i)
{
    int at = mesh_slot(leaf, k, i);
    return triple_of(quad_of(leaf->x[at], leaf->y[at], leaf->z[at]));
}

// Is this the first so far? What is computed is what rim_triangle_raycast computes, with the same bits. The way is
// known, so that the normal is not 0, and the ray surely not along the face.
EIGHT_INLINE bool take_first(first_pierced *p, const rim_mesh *mesh, const mesh_leaf *leaf, int i,
                             const sheared *line, bool front)
{
    const uint8_t *number_at = leaf->numbers + (uint32_t)i * mesh->number_bytes;
    triple         origin = triple_of(line->from), delta = triple_of(line->along);
    triple         a = triple_sub(ray_triangle_corner_of(leaf, 0, i), origin),
           b = triple_sub(ray_triangle_corner_of(leaf, 1, i), origin);
    triple c = triple_sub(ray_triangle_corner_of(leaf, 2, i), origin);
    // Added to nothing, as there, where that makes zeros positive.
    triple normal = triple_add(triple_all(0.0), triple_cross(triple_sub(b, a), triple_sub(c, a)));
    double height_and_fall[2];
    triple_dots(height_and_fall, normal, a, delta);
    double fraction = height_and_fall[0] / height_and_fall[1];
    if (!(fraction >= 0.0 && fraction <= 1.0)) return false;
    float t = (float)fraction;
    if (!is_first(mesh, p, t, number_at)) return false;
    p->t = t;
    p->number_at = number_at;
    p->asked = false;
    p->front = front;
    p->fraction = fraction;
    p->normal = normal;
    return true;
}

#endif
