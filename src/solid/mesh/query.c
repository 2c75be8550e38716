#include "rimcast/mesh.h"

#include "base/float.h"
#include "solid/mesh/query.h"
#include "solid/shape/box.h"

float mesh_size3(rim_vec3 v)
{
    float x = fabsf(v.x), y = fabsf(v.y), z = fabsf(v.z);
    float xy = x > y ? x : y;
    return xy > z ? xy : z;
}

// May the walks' floats be trusted not to overflow?
static bool is_ordinary(const rim_mesh *mesh, float reach)
{
    return mesh->largest < MESH_ORDINARY && reach < MESH_ORDINARY;
}

// --- lists --------------------------------------------------------------------------------------------

// Lists the triangles that touch a shape. Where coordinates are not ordinary all are tested.
static void list_touching(const rim_mesh *mesh, mesh_list_kind kind, bool ordinary, rim_box3 box,
                          mesh_belongs *belongs, const void *shape, mesh_list *list)
{
    if (rim_box3_is_empty(box)) return;
    if (ordinary)
    {
        mesh->kernels->list(mesh, kind, &box, belongs, shape, list);
        return;
    }
    for (int i = 0; i < mesh->count; i++)
    {
        rim_triangle t = rim_mesh_triangle(mesh, i);
        rim_box3     its = { rim_vec3_min(rim_vec3_min(t.a, t.b), t.c),
                             rim_vec3_max(rim_vec3_max(t.a, t.b), t.c) };
        if (rim_box3_overlaps(its, box) && (!belongs || belongs(shape, &t)))
            mesh_list_add(list, i, &t);
    }
}

void mesh_list_in(const rim_mesh *mesh, rim_box3 box, mesh_belongs *belongs, const void *shape,
                  mesh_list *out)
{
    // An unbounded box is as good as one around everything.
    rim_vec3 far = rim_vec3_make(FLT_MAX, FLT_MAX, FLT_MAX);
    box = rim_box3_intersect(box, rim_box3_make(rim_vec3_negate(far), far));
    list_touching(mesh, MESH_BOX, is_ordinary(mesh, 0.0f), box, belongs, shape, out);
}

int rim_mesh_gather(const rim_mesh *mesh, rim_box3 box, int *numbers, rim_triangle *triangles,
                    int capacity)
{
    mesh_list out = { numbers, triangles, NULL, capacity, 0 };
    mesh_list_in(mesh, box, NULL, NULL, &out);
    return out.count;
}

static int mesh_query_gather(const void *context, rim_box3 box, rim_world_triangle *out,
                             int capacity)
{
    mesh_list world = { NULL, NULL, out, capacity, 0 };
    mesh_list_in(context, box, NULL, NULL, &world);
    return world.count;
}

rim_world3 rim_mesh_world(const rim_mesh *mesh)
{
    return (rim_world3){ mesh, mesh_query_gather, NULL };
}

static bool mesh_query_in_box(const void *shape, const rim_triangle *t)
{
    return shape_box3_overlaps_triangle(*(const rim_box3 *)shape, t);
}

static bool in_sphere(const void *shape, const rim_triangle *t)
{
    return rim_sphere_contact_triangle(*(const rim_sphere *)shape, t).hit;
}

static bool in_capsule(const void *shape, const rim_triangle *t)
{
    return rim_capsule_contact_triangle(*(const rim_capsule *)shape, t).hit;
}

// The box of all points within r of the segment a b, rounded outward.
rim_box3 mesh_box_around(rim_vec3 a, rim_vec3 b, float r)
{
    rim_vec3 lo = rim_vec3_min(a, b), hi = rim_vec3_max(a, b);
    if (!vec3_is_finite(a) || !vec3_is_finite(b) || !float_is_finite(r)) return rim_box3_empty();
    // Contacts are decided to parts in 2^40 of the whole; a part in 2^20 is wide enough.
    double   by = (double)r * (1.0 + 0x1p-20) + 0x1p-30 * ((double)mesh_size3(a) + mesh_size3(b));
    rim_box3 box;
    box.lo = rim_vec3_make(float_below(lo.x - by), float_below(lo.y - by), float_below(lo.z - by));
    box.hi = rim_vec3_make(float_above(hi.x + by), float_above(hi.y + by), float_above(hi.z + by));
    return box;
}

int mesh_overlaps_box3(const rim_mesh *mesh, rim_box3 box, int *triangles, int capacity)
{
    mesh_list out = { triangles, NULL, NULL, capacity, 0 };
    if (vec3_is_finite(box.lo) && vec3_is_finite(box.hi))
        mesh_list_in(mesh, box, mesh_query_in_box, &box, &out);
    return out.count;
}

int mesh_overlaps_sphere(const rim_mesh *mesh, rim_sphere sphere, int *triangles, int capacity)
{
    mesh_list out = { triangles, NULL, NULL, capacity, 0 };
    rim_vec3  c = sphere.center;
    float     size = fabsf(c.x) + fabsf(c.y) + fabsf(c.z) + fabsf(sphere.radius);
    bool      ordinary = is_ordinary(mesh, size);
    // Rounded outward by more than what roundings, and the exact functions' idea of touching, may take.
    float     by = sphere.radius + (size + mesh->largest) * 0x1p-19f;
    rim_vec3  wide = rim_vec3_make(by, by, by);
    rim_box3  box = { rim_vec3_sub(c, wide), rim_vec3_add(c, wide) };
    if (!ordinary) box = mesh_box_around(c, c, sphere.radius);
    list_touching(mesh, MESH_SPHERE, ordinary, box, in_sphere, &sphere, &out);
    return out.count;
}

int mesh_overlaps_capsule(const rim_mesh *mesh, rim_capsule capsule, int *triangles, int capacity)
{
    mesh_list out = { triangles, NULL, NULL, capacity, 0 };
    rim_box3  box = mesh_box_around(capsule.a, capsule.b, capsule.radius);
    bool      ordinary = is_ordinary(mesh, mesh_size3(capsule.a) + mesh_size3(capsule.b));
    list_touching(mesh, MESH_CAPSULE, ordinary, box, in_capsule, &capsule, &out);
    return out.count;
}

// --- motions --------------------------------------------------------------------------------------------

static void visit_all(const rim_mesh *mesh, mesh_motion *motion, mesh_visitor *visitor)
{
    for (int i = 0; i < mesh->count; i++)
    {
        rim_triangle t = rim_mesh_triangle(mesh, i);
        if (!visitor->meets(visitor, motion, &t, i)) return;
    }
}

// The half extents are rounded outward, by enough for the rounding of the middle and for what the exact
// functions call touching.
mesh_motion mesh_motion_of_box(rim_box3 box, rim_vec3 delta)
{
    rim_vec3 center = rim_box3_center(box);
    double   more = 0x1p-22 * ((double)mesh_size3(box.lo) + mesh_size3(box.hi));
    return (mesh_motion){
        { center.x, center.y, center.z },
        { float_above(0.5 * ((double)box.hi.x - box.lo.x) + more),
          float_above(0.5 * ((double)box.hi.y - box.lo.y) + more),
          float_above(0.5 * ((double)box.hi.z - box.lo.z) + more) },
        { delta.x, delta.y, delta.z },
        MESH_WHOLE,
        false,
        { { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f }, 0.0f },
    };
}

void mesh_walk(const rim_mesh *mesh, mesh_motion *motion, mesh_visitor *visitor)
{
    float reach = 0.0f; // NaN or infinite if the box of the mover is
    for (int k = 0; k < 3; k++)
        reach += fabsf(motion->center[k]) + motion->half[k] + fabsf(motion->delta[k]);
    if (is_ordinary(mesh, reach))
    {
        mesh->kernels->motion(mesh, motion, visitor);
        return;
    }
    visit_all(mesh, motion, visitor);
}

// --- nearness -------------------------------------------------------------------------------------------

void mesh_near_take(rim_mesh_near *best, rim_vec3 point, const rim_triangle *t, int number)
{
    rim_sphere    at = { point, 0.0f };
    rim_distance3 d = rim_sphere_distance_triangle(at, t);
    float         least = best->distance.distance;
    if (!(d.distance < least) &&
        !(d.distance == least && (!best->found || number < best->triangle)))
        return;
    best->found = true;
    best->triangle = number;
    best->distance = d;
}

rim_mesh_near rim_mesh_closest(const rim_mesh *mesh, rim_vec3 point, float reach)
{
    rim_mesh_near best = { .found = false };
    best.distance.distance = reach;
    if (!vec3_is_finite(point) || !(reach >= 0.0f)) return best;
    if (is_ordinary(mesh, mesh_size3(point)))
        mesh->kernels->closest(mesh, point, &best, reach);
    else
        for (int i = 0; i < mesh->count; i++)
        {
            rim_triangle t = rim_mesh_triangle(mesh, i);
            mesh_near_take(&best, point, &t, i);
        }
    return best;
}
