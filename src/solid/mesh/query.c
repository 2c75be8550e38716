// Lists of the triangles that a shape touches, and the closest one.
#include "base/float.h"
#include "rimcast/world3.h"
#include "solid/mesh/query.h"
#include "solid/query/gjk.h"
#include "solid/query/shape.h"
#include "solid/shape/closest.h"

float mesh_size3(rim_vec3 v)
{
    float x = fabsf(v.x), y = fabsf(v.y), z = fabsf(v.z);
    float xy = x > y ? x : y;
    return xy > z ? xy : z;
}

// --- lists --------------------------------------------------------------------------------------------

// Adds the triangles that touch the shape, and whose boxes overlap the box, to *list. Requires the shape to lie in the
// box, unless `overlaps` is NULL: then every triangle whose box overlaps is added. Tests every triangle if coordinates
// may overflow (in_range is false). An empty box gives no triangles.
static void list_overlaps(const rim_mesh *mesh, mesh_list_kind kind, bool in_range, rim_box3 box,
                          mesh_overlap_test *overlaps, const void *shape, mesh_list *list)
{
    if (rim_box3_is_empty(box)) return;
    if (in_range)
    {
        mesh->kernels->list(mesh, kind, &box, overlaps, shape, list);
        return;
    }
    for (int i = 0; i < mesh->count; i++)
    {
        rim_triangle t = rim_mesh_triangle(mesh, i);
        if (rim_box3_overlaps(shape_box_of_triangle(&t), box) && (!overlaps || overlaps(shape, &t)))
            mesh_list_add(list, i, &t);
    }
}

// Adds the triangles whose boxes overlap the box and that pass the test `overlaps`, if it is not NULL, to *out. An
// unbounded box becomes the largest finite one. Boxes are only compared, never computed with, so the box's coordinates
// may be of any size; only the mesh's own must be in range.
static void mesh_list_overlaps(const rim_mesh *mesh, rim_box3 box, mesh_overlap_test *overlaps,
                               const void *shape, mesh_list *out)
{
    rim_vec3 far = rim_vec3_make(FLT_MAX, FLT_MAX, FLT_MAX);
    box = rim_box3_make(rim_vec3_max(box.lo, rim_vec3_negate(far)), rim_vec3_min(box.hi, far));
    list_overlaps(mesh, MESH_BOX, mesh_in_float_range(mesh, 0.0f), box, overlaps, shape, out);
}

int rim_mesh_gather(const rim_mesh *mesh, rim_box3 box, int *numbers, rim_triangle *triangles,
                    int capacity)
{
    mesh_list out = { numbers, triangles, NULL, capacity, 0 };
    mesh_list_overlaps(mesh, box, NULL, NULL, &out);
    return out.count;
}

// Gathers the triangles of the mesh `context` whose boxes overlap the box: stores at most `capacity` of them and
// returns the number of all. The gather function of rim_mesh_world.
static int mesh_query_gather(const void *context, rim_box3 box, rim_world_triangle *out,
                             int capacity)
{
    mesh_list world = { NULL, NULL, out, capacity, 0 };
    mesh_list_overlaps(context, box, NULL, NULL, &world);
    return world.count;
}

rim_world3 rim_mesh_world(const rim_mesh *mesh)
{
    return (rim_world3){ mesh, mesh_query_gather, NULL };
}

static bool box_overlaps_triangle(const void *shape, const rim_triangle *t)
{
    return shape_box3_overlaps_triangle(*(const rim_box3 *)shape, t);
}

static bool capsule_overlaps_triangle(const void *shape, const rim_triangle *t)
{
    return rim_capsule_contact_triangle(*(const rim_capsule *)shape, t).hit;
}

// Returns the box of a capsule, for the selection of triangles, or an empty box if a number is not finite. The radius
// grows by MESH_CAPSULE_BOX_MARGIN of the coordinates of mesh and capsule: more than the rounding errors and the
// tolerance of the exact functions.
rim_box3 mesh_box_of_capsule(const rim_mesh *mesh, const rim_capsule *c)
{
    double   size = capsule_magnitude(*c);
    float    by = (float)(c->radius + (size + mesh->largest) * MESH_CAPSULE_BOX_MARGIN);
    rim_vec3 wide = rim_vec3_make(by, by, by);
    if (!(size < INFINITY)) return rim_box3_empty();
    return (rim_box3){ rim_vec3_sub(rim_vec3_min(c->a, c->b), wide),
                       rim_vec3_add(rim_vec3_max(c->a, c->b), wide) };
}

// Returns the box of a posed convex shape, rounded outward and enlarged by the margins of its coordinates and its
// radius; an empty box for a shape without points or with a number that is not finite. `size` is the largest |x| + |y|
// + |z| of a point, NaN if one is not finite.
rim_box3 mesh_box_of_convex(rim_convex shape, rim_xform3 pose)
{
    mat3d  turn = m3d_from_quat(pose.rotation);
    vec3d  at = v3d_from(pose.position), lo = { 0.0, 0.0, 0.0 }, hi = lo;
    double size = 0.0;
    for (int i = 0; i < shape.count; i++)
    {
        vec3d p = v3d_add(m3d_apply(turn, v3d_from(shape.points[i])), at);
        if (i == 0) lo = hi = p;
        lo = v3d(p.x < lo.x ? p.x : lo.x, p.y < lo.y ? p.y : lo.y, p.z < lo.z ? p.z : lo.z);
        hi = v3d(p.x > hi.x ? p.x : hi.x, p.y > hi.y ? p.y : hi.y, p.z > hi.z ? p.z : hi.z);
        double reach = fabs(p.x) + fabs(p.y) + fabs(p.z);
        size = reach > size ? reach : size;
        if (!float_is_finite(reach)) size = NAN;
    }
    double   by = shape.radius * (1.0 + MESH_RADIUS_MARGIN) + MESH_CONVEX_BOX_MARGIN * size;
    rim_box3 box = rim_box3_empty();
    if (!(by < INFINITY) || shape.count < 1) return box;
    box.lo = rim_vec3_make(float_below(lo.x - by), float_below(lo.y - by), float_below(lo.z - by));
    box.hi = rim_vec3_make(float_above(hi.x + by), float_above(hi.y + by), float_above(hi.z + by));
    return box;
}

// Returns true if a mesh_posed_convex, `shape`, touches the triangle.
static bool convex_overlaps_triangle(const void *shape, const rim_triangle *t)
{
    const mesh_posed_convex *p = shape;
    rim_convex               triangle = gjk_triangle(t);
    rim_xform3               here = rim_xform3_identity();
    return gjk_distance(&p->shape, &p->pose, &triangle, &here, NULL).distance == 0.0f;
}

int mesh_overlaps_box3(const rim_mesh *mesh, rim_box3 box, int *triangles, int capacity)
{
    mesh_list out = { triangles, NULL, NULL, capacity, 0 };
    if (vec3_is_finite(box.lo) && vec3_is_finite(box.hi))
        mesh_list_overlaps(mesh, box, box_overlaps_triangle, &box, &out);
    return out.count;
}

// Stores the numbers of at most `capacity` triangles that touch a capsule, and returns the number of all.
int mesh_overlaps_capsule(const rim_mesh *mesh, const rim_capsule *capsule, int *triangles,
                          int capacity)
{
    mesh_list      out = { triangles, NULL, NULL, capacity, 0 };
    mesh_list_kind kind = capsule_is_sphere(capsule) ? MESH_SPHERE : MESH_CAPSULE;
    bool           in_range = mesh_in_float_range(mesh, (float)capsule_magnitude(*capsule));
    list_overlaps(mesh, kind, in_range, mesh_box_of_capsule(mesh, capsule),
                  capsule_overlaps_triangle, capsule, &out);
    return out.count;
}

// Stores the numbers of at most `capacity` triangles that touch a posed convex shape, and returns the number of all.
int mesh_overlaps_convex(const rim_mesh *mesh, rim_convex shape, rim_xform3 pose, int *triangles,
                         int capacity)
{
    mesh_list         out = { triangles, NULL, NULL, capacity, 0 };
    mesh_posed_convex p = { shape, pose };
    mesh_list_overlaps(mesh, mesh_box_of_convex(shape, pose), convex_overlaps_triangle, &p, &out);
    return out.count;
}

// Chooses the test by the kind of shape. A box without rotation has a test of its own. All other shapes, except spheres
// and capsules, go through GJK. A box whose rotation is not finite goes there as well: its bounds are empty, and no
// triangle is found.
int rim_mesh_overlaps(const rim_mesh *mesh, const rim_shape3 *shape, rim_xform3 pose,
                      int *triangles, int capacity)
{
    shape3_view v;
    rim_capsule room;
    if (mesh_is_round(shape))
        return mesh_overlaps_capsule(mesh, pose3_capsule(&room, shape, &pose), triangles, capacity);
    if (!shape3_view_of(&v, shape, &pose)) return 0;
    rim_quat q = v.pose.rotation;
    bool     turned = q.x != 0.0f || q.y != 0.0f || q.z != 0.0f || !(fabsf(q.w) < INFINITY);
    if (shape->kind == RIM_SHAPE3_BOX && !turned)
    {
        rim_vec3 center = v.pose.position, half = shape->box.half;
        rim_box3 box = { rim_vec3_sub(center, half), rim_vec3_add(center, half) };
        return mesh_overlaps_box3(mesh, box, triangles, capacity);
    }
    return mesh_overlaps_convex(mesh, v.convex, v.pose, triangles, capacity);
}

// --- the closest triangle -----------------------------------------------------------------------------------

// Stores triangle t in *best if it is closer to the point, or as close with a lower number. Requires
// best->distance.distance to be the distance of the best triangle, or the largest distance allowed if best->found is
// false. A triangle at exactly this largest distance is stored.
void mesh_keep_closest(rim_mesh_near *best, rim_vec3 point, const rim_triangle *t, int number)
{
    rim_sphere    at = { point, 0.0f };
    rim_distance3 d = rim_sphere_distance_triangle(at, t);
    float         minimum = best->distance.distance;
    if (!(d.distance < minimum) &&
        !(d.distance == minimum && (!best->found || number < best->triangle)))
        return;
    best->found = true;
    best->triangle = number;
    best->distance = d;
}

// Returns the closest triangle at a distance of at most `reach`. Tests every triangle if coordinates may overflow.
rim_mesh_near rim_mesh_closest(const rim_mesh *mesh, rim_vec3 point, float reach)
{
    rim_mesh_near best = { .found = false };
    best.distance.distance = reach;
    if (!vec3_is_finite(point) || !(reach >= 0.0f)) return best;
    if (mesh_in_float_range(mesh, mesh_size3(point)))
        mesh->kernels->closest(mesh, point, &best, reach);
    else
        for (int i = 0; i < mesh->count; i++)
        {
            rim_triangle t = rim_mesh_triangle(mesh, i);
            mesh_keep_closest(&best, point, &t, i);
        }
    return best;
}

// --- a list of triangles as a world -----------------------------------------------------------------------

static bool world3_is_finite(const rim_triangle *t)
{
    return vec3_is_finite(t->a) && vec3_is_finite(t->b) && vec3_is_finite(t->c);
}

// Gathers the triangles of the rim_triangle_list `context` whose boxes overlap the box, in order: stores at most
// `capacity` of them and returns the number of all. Triangles that are not finite are left out. The gather function of
// rim_triangle_list_world.
static int world3_gather_list(const void *context, rim_box3 box, rim_world_triangle *out,
                              int capacity)
{
    const rim_triangle_list *list = context;
    int                      found = 0;
    for (int i = 0; i < list->count; i++)
    {
        const rim_triangle *t = &list->triangles[i];
        if (!rim_box3_overlaps(shape_box_of_triangle(t), box) || !world3_is_finite(t)) continue;
        if (found < capacity) out[found] = (rim_world_triangle){ .shape = *t, .id = i };
        found++;
    }
    return found;
}

rim_world3 rim_triangle_list_world(const rim_triangle_list *list)
{
    return (rim_world3){ list, world3_gather_list, NULL };
}
