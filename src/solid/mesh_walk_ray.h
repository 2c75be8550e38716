// Walks along rays.
#ifndef RIM_SOLID_MESH_WALK_RAY_H
#define RIM_SOLID_MESH_WALK_RAY_H

#include "solid/mesh_walk.h"

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
    flat_corners p = { eight_sub(x, eight_mul(f->along_x, z)),
                       eight_sub(y, eight_mul(f->along_y, z)),
                       eight_add(eight_add(eight_abs(x), eight_abs(y)), eight_abs(z)) };
    return p;
}

// Twice the area of 0, p, q.
EIGHT_INLINE eight side_of(flat_corners p, flat_corners q)
{
    return eight_sub(eight_mul(p.x, q.y), eight_mul(p.y, q.x));
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
EIGHT_INLINE line_sides sides_of(flat_corners a, flat_corners b, flat_corners c, eight off)
{
    eight      ab = side_of(a, b), bc = side_of(b, c), ca = side_of(c, a);
    eight      size = eight_add(eight_max3(a.size, b.size, c.size), off);
    eight      doubt = eight_mul(size, eight_add(eight_mul(size, eight_all(0x1p-19f)), off));
    line_sides sides;
    sides.doubt = eight_add(doubt, eight_all(0x1p-100f));
    sides.least = eight_min3(ab, bc, ca);
    sides.most = eight_max3(ab, bc, ca);
    sides.perhaps = ~eight_less_both(sides.doubt, sides.most, sides.least,
                                     eight_sub(eight_all(0.0f), sides.doubt));
    return sides;
}

EIGHT_INLINE flat_corners pick_flat(flat_corners low, flat_corners high, const uint8_t *which)
{
    eight_places at = eight_places_of(which);
    flat_corners p = { eight_pick16(low.x, high.x, at), eight_pick16(low.y, high.y, at),
                       eight_pick16(low.size, high.size, at) };
    return p;
}

// Up to eight triangles of up to sixteen corners, as all leaves of the fast form are where triangles share any: each
// corner is sheared once, for all of its triangles.
EIGHT_INLINE line_sides sides_of_few(const mesh_leaf *leaf, const float *const at[3],
                                     const shear_frame *f, eight off)
{
    flat_corners low = shear(eight_load(at[0]), eight_load(at[1]), eight_load(at[2]), f);
    flat_corners high =
        shear(eight_load(at[0] + 8), eight_load(at[1] + 8), eight_load(at[2] + 8), f);
    const uint8_t *a = leaf->lists, *b = a + leaf->triangles, *c = b + leaf->triangles;
    return sides_of(pick_flat(low, high, a), pick_flat(low, high, b), pick_flat(low, high, c), off);
}

// Eight of any number of triangles.
EIGHT_INLINE line_sides sides_of_many(const mesh_leaf *leaf, int first, const float *const at[3],
                                      const shear_frame *f, eight off)
{
    eight_triangles t = triangles_along(leaf, first, at[0], at[1], at[2]);
    return sides_of(shear(t.a.x, t.a.y, t.a.z, f), shear(t.b.x, t.b.y, t.b.z, f),
                    shear(t.c.x, t.c.y, t.c.z, f), off);
}

// --- the first triangle ---------------------------------------------------------------------------------------

// A ray's first triangle, so far.
typedef struct first_pierced
{
    const rim_ray3 *ray;
    rim_side        side;
    bool            quick;     // sizes are such that all may be computed in doubles
    float           t;         // INFINITY: there is none
    const uint8_t  *number_at; // its number, where its leaf holds it
    bool            asked;     // rim_triangle_raycast, about this triangle:
    rim_triangle    triangle;
    bool            front;    // if not asked
    double          fraction; // of the ray
    triple          normal;   // of the face, of any length
} first_pierced;

// Is one met at t before what was found? Numbers are looked up only where they matter.
EIGHT_INLINE bool is_first(const rim_mesh *mesh, const first_pierced *p, float t,
                           const uint8_t *number_at)
{
    if (t != p->t) return t < p->t;
    return mesh_number_at(number_at, mesh->number_bytes) <
           mesh_number_at(p->number_at, mesh->number_bytes);
}

EIGHT_INLINE bool ask_first(first_pierced *p, const rim_mesh *mesh, const mesh_leaf *leaf, int i,
                            const uint8_t *number_at)
{
    rim_triangle t = mesh_triangle(leaf, i);
    rim_hit3     hit = rim_triangle_raycast(&t, *p->ray, p->side);
    if (!hit.hit || !is_first(mesh, p, hit.t, number_at)) return false;
    p->t = hit.t;
    p->number_at = number_at;
    p->asked = true;
    p->triangle = t;
    return true;
}

EIGHT_INLINE triple corner_of(const mesh_leaf *leaf, int k, int i)
{
    int at = mesh_slot(leaf, k, i);
    return triple_of(quad_of(leaf->x[at], leaf->y[at], leaf->z[at]));
}

EIGHT_INLINE vec3d corner_from(const mesh_leaf *leaf, int k, int i, vec3d from)
{
    return v3d_sub(v3d_from(mesh_corner(leaf, mesh_slot(leaf, k, i))), from);
}

// Is this the first so far? What is computed is what rim_triangle_raycast computes, with the same bits. Where the way
// is known the normal is not 0, and the ray surely not along the face.
EIGHT_INLINE bool take_first(first_pierced *p, const rim_mesh *mesh, const mesh_leaf *leaf, int i,
                             const sheared *line, pierce_way way)
{
    const uint8_t *number_at = leaf->numbers + (uint32_t)i * mesh->number_bytes;
    if (MESH_SELDOM(!p->quick)) return ask_first(p, mesh, leaf, i, number_at);
    if (MESH_SELDOM(way == PIERCE_UNKNOWN))
    {
        vec3d from = v3d_from(p->ray->origin);
        way = pierce_way_of(v3d_from(p->ray->delta), corner_from(leaf, 0, i, from),
                            corner_from(leaf, 1, i, from), corner_from(leaf, 2, i, from));
        if (way == PIERCE_BESIDE) return false;
        if (way == PIERCE_UNKNOWN) return ask_first(p, mesh, leaf, i, number_at);
    }
    bool front = way == PIERCE_FRONT;
    if (p->side != RIM_SIDE_BOTH && front != (p->side == RIM_SIDE_FRONT)) return false;
    triple origin = triple_of(line->from), delta = triple_of(line->along);
    triple a = triple_sub(corner_of(leaf, 0, i), origin),
           b = triple_sub(corner_of(leaf, 1, i), origin);
    triple c = triple_sub(corner_of(leaf, 2, i), origin);
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

// The hit that rim_triangle_raycast tells. All at once: what is stored piece by piece has to be in memory before it can
// be copied.
EIGHT_INLINE rim_hit3 first_hit_of(const rim_mesh *mesh, const first_pierced *p,
                                   const sheared *line)
{
    double sums[2];
    triple_dots(sums, p->normal, p->normal, p->normal);
    double per = (p->front ? 1.0 : -1.0) / sqrt(sums[0]);
    quad   n = triple_round(triple_mul(p->normal, triple_all(per)));
    triple way = triple_mul(triple_of(line->along), triple_all(p->fraction));
    quad   at = triple_round(triple_add(triple_of(line->from), way));
    return (rim_hit3){ .hit = true,
                       .t = p->t,
                       .point = { quad_at(at, 0), quad_at(at, 1), quad_at(at, 2) },
                       .normal = { quad_at(n, 0), quad_at(n, 1), quad_at(n, 2) },
                       .face_normal = { quad_at(n, 0), quad_at(n, 1), quad_at(n, 2) },
                       .back = !p->front,
                       .mover = core_feature(RIM_FEATURE_VERTEX, 0),
                       .other = core_feature(RIM_FEATURE_FACE, 0),
                       .item = mesh_number_at(p->number_at, mesh->number_bytes),
                       .letter = RIM_CASE_NONE };
}

// --- the walk -------------------------------------------------------------------------------------------------

// What is done with triangles on the line of a ray.
typedef struct line_asker
{
    first_pierced *p;   // looks for the first, or NULL
    bool           any; // will do
    mesh_motion   *motion;
    mesh_visitor  *visitor; // visits all
    mesh_trace    *trace;   // or NULL
    float          t_most;
} line_asker;

// False ends the walk.
EIGHT_INLINE bool ask_lanes(const rim_mesh *mesh, const mesh_leaf *leaf, int first,
                            const line_sides *sides, unsigned bits, const sheared *line,
                            line_asker *asker)
{
    unsigned left = eight_less(sides->doubt, sides->least);
    unsigned right = eight_less(sides->most, eight_sub(eight_all(0.0f), sides->doubt));
    for (; bits; bits &= bits - 1)
    {
        int lane = eight_lowest(bits), i = first + lane;
        if (!asker->p)
        {
            rim_triangle t = mesh_triangle(leaf, i);
            if (!asker->visitor->meets(asker->visitor, asker->motion, &t,
                                       mesh_number(mesh, leaf, i)))
                return false;
            continue;
        }
        // Seen along the axis the corners go round to the left if the face looks away.
        unsigned   sure = (left | right) >> lane & 1u;
        unsigned   is_back = (line->back ? right : left) >> lane & 1u;
        pierce_way way = sure ? (is_back ? PIERCE_BACK : PIERCE_FRONT) : PIERCE_UNKNOWN;
        if (!take_first(asker->p, mesh, leaf, i, line, way)) continue;
        if (asker->any) return false;
        asker->t_most = mesh_not_after(asker->p->t, asker->t_most);
    }
    return true;
}

EIGHT_INLINE bool ask_many(const rim_mesh *mesh, const mesh_leaf *leaf, const sheared *line,
                           const shear_frame *f, const float *const at[3], line_asker *asker)
{
    for (int first = 0; first < leaf->triangles; first += 8)
    {
        line_sides sides = sides_of_many(leaf, first, at, f, line->off);
        unsigned   bits = sides.perhaps & lanes_below(leaf->triangles - first);
        if (bits && !ask_lanes(mesh, leaf, first, &sides, bits, line, asker)) return false;
    }
    return true;
}

// False ends the walk.
EIGHT_INLINE bool ask_leaf(const rim_mesh *mesh, const mesh_leaf *leaf, const sheared *line,
                           float enter, line_asker *asker)
{
    const uint8_t *axes = line->axes;
    quad point = quad_add(line->from_ordered, quad_mul(line->along_ordered, quad_all(enter)));
    shear_frame  f = { { eight_spread(point, 0), eight_spread(point, 1), eight_spread(point, 2) },
                       line->along_x,
                       line->along_y };
    uint32_t     n = (uint32_t)leaf->corners;
    const float *at[3] = { leaf->x + axes[0] * n, leaf->x + axes[1] * n, leaf->x + axes[2] * n };
    if (MESH_SELDOM(!leaf->lists || leaf->triangles > 8 || n > 16))
        return ask_many(mesh, leaf, line, &f, at, asker);
    line_sides sides = sides_of_few(leaf, at, &f, line->off);
    unsigned   bits = sides.perhaps & ~(~0u << leaf->triangles);
    return !bits || ask_lanes(mesh, leaf, 0, &sides, bits, line, asker);
}

EIGHT_INLINE void walk_line(const rim_mesh *mesh, quad origin, quad delta, sheared *line,
                            line_asker *asker)
{
    slabs s;
    todo  stack[MESH_STACK];
    place next = { 0, 0 };
    int   height = 0;
    bool  more = mesh->node_count != 0;
    slabs_of_ray(&s, mesh, origin, delta);
    shear_along(line, mesh, origin, delta);
    while (more)
    {
        if (asker->trace) mesh_trace_add(asker->trace, next.at);
        if (next.at & MESH_LEAF)
        {
            fetch_soon(mesh, next.at);
            mesh_leaf leaf = mesh_leaf_at(mesh, next.at & ~MESH_LEAF);
            if (!ask_leaf(mesh, &leaf, line, place_enter(next), asker)) return;
            more = next_of(stack, &height, asker->t_most, &next);
            continue;
        }
        const mesh_node *node = &mesh->nodes[next.at];
        eight_times      times = node_times_of_ray(node, &s, asker->t_most);
        unsigned         bits = eight_no_more_soon(times.enter, times.leave) & node->scale[3];
        if (bits)
            next = nearest_child(mesh, stack, &height, node, times.enter, bits);
        else
            more = next_of(stack, &height, asker->t_most, &next);
    }
}

EIGHT_TARGET static void walk_ray(const rim_mesh *mesh, rim_ray3 ray, mesh_motion *motion,
                                  mesh_visitor *visitor)
{
    line_asker asker = { NULL, false, motion, visitor, NULL, MESH_WHOLE };
    sheared    line;
    walk_line(mesh, quad_of(ray.origin.x, ray.origin.y, ray.origin.z),
              quad_of(ray.delta.x, ray.delta.y, ray.delta.z), &line, &asker);
}

// Finds the first, or any; false if the tree cannot be asked.
EIGHT_INLINE bool pierce_first(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side, bool any,
                               mesh_trace *trace, first_pierced *p, sheared *line)
{
    quad origin = quad_of(ray->origin.x, ray->origin.y, ray->origin.z);
    quad delta = quad_of(ray->delta.x, ray->delta.y, ray->delta.z);
    // Then the sum of all sizes is below 2^40, and above 2^-60 by the motion alone.
    quad size = quad_abs(delta);
    quad all = quad_add(quad_add(quad_all(mesh->largest), quad_abs(origin)), size);
    p->quick = (quad_less(all, quad_all(MESH_ORDINARY / 8.0f)) & 7u) == 7u &&
               (quad_less(quad_all(0x1p-58f), size) & 7u) != 0;
    if (!p->quick && !mesh_ray_is_ordinary(mesh, ray)) return false;
    p->ray = ray;
    p->side = side;
    p->t = INFINITY;
    p->number_at = NULL;
    line_asker asker = { p, any, NULL, NULL, trace, MESH_WHOLE };
    walk_line(mesh, origin, delta, line, &asker);
    return true;
}

EIGHT_TARGET static rim_hit3 walk_raycast(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side)
{
    first_pierced p;
    sheared       line;
    if (!pierce_first(mesh, ray, side, false, NULL, &p, &line))
        return mesh_raycast_each(mesh, ray, side);
    if (!p.number_at) return (rim_hit3){ .t = 1.0f };
    if (!p.asked) return first_hit_of(mesh, &p, &line);
    rim_hit3 hit = rim_triangle_raycast(&p.triangle, *ray, side);
    hit.item = mesh_number_at(p.number_at, mesh->number_bytes);
    return hit;
}

EIGHT_TARGET static bool walk_any(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side)
{
    first_pierced p;
    sheared       line;
    if (!pierce_first(mesh, ray, side, true, NULL, &p, &line))
        return mesh_raycast_each(mesh, ray, side).hit;
    return p.number_at != NULL;
}

#endif
