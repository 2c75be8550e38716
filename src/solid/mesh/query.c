// Boxes of shapes, visits and lists of triangles, and the closest triangle.
#include "base/float.h"
#include "rimcast/world3.h"
#include "solid/mesh/query.h"
#include "solid/query/gjk.h"
#include "solid/shape/closest.h"

float mesh_size3(rim_vec3 v)
{
    float x = fabsf(v.x), y = fabsf(v.y), z = fabsf(v.z);
    float xy = x > y ? x : y;
    return xy > z ? xy : z;
}

rim_box3 mesh_box_grown(rim_box3 box, double by)
{
    return v3d_box_around(v3d_from(box.lo), v3d_from(box.hi), by);
}

// --- shapes -------------------------------------------------------------------------------------------

// Sets s->round and s->box of a sphere or a capsule. The radius of the box grows by MESH_CAPSULE_BOX_MARGIN of the
// coordinates of mesh and capsule: more than the rounding errors and the tolerance of the exact functions. Returns
// false if a number is not finite, and for a negative radius, with which a capsule has no points.
static bool init_round(mesh_shape *s, const rim_mesh *mesh, const rim_shape3 *shape,
                       const rim_xform3 *pose)
{
    const rim_capsule *c = pose3_capsule(&s->capsule, shape, pose);
    float              size = mesh_size3(c->a) + mesh_size3(c->b) + c->radius + mesh->largest;
    s->round = c;
    s->box = rim_box3_make(rim_vec3_min(c->a, c->b), rim_vec3_max(c->a, c->b));
    s->box = rim_box3_grow(s->box, c->radius + size * MESH_CAPSULE_BOX_MARGIN);
    return vec3_is_finite(c->a) && vec3_is_finite(c->b) && c->radius >= 0.0f &&
           c->radius < INFINITY;
}

// The box of a convex shape is that of shape3_view_bounds, which is empty if a number is not finite, and wider by
// MESH_CONVEX_BOX_MARGIN of its coordinates.
bool mesh_shape_init(mesh_shape *s, const rim_mesh *mesh, const rim_shape3 *shape,
                     const rim_xform3 *pose)
{
    if (shape->kind == RIM_SHAPE3_SPHERE || shape->kind == RIM_SHAPE3_CAPSULE)
        return init_round(s, mesh, shape, pose);
    s->round = NULL;
    if (!shape3_view_of(&s->view, shape, pose)) return false;
    s->box = shape3_view_bounds(&s->view);
    double size = (double)mesh_size3(s->box.lo) + mesh_size3(s->box.hi);
    if (rim_box3_is_empty(s->box)) return false;
    s->box = mesh_box_grown(s->box, MESH_CONVEX_BOX_MARGIN * size);
    return true;
}

// --- lists --------------------------------------------------------------------------------------------

// Adds the triangles whose boxes overlap the box, and that pass the test if it is not NULL, to *list. If `round` is
// set, the test must be that of this capsule, which lies in the box. Tests every triangle if coordinates may overflow.
// Boxes are only compared, never computed with, so the box's coordinates may be of any size; only those of the mesh and
// of a capsule must be in range. Requires a box that is not empty.
static void list_triangles(const rim_mesh *mesh, const rim_box3 *box, const rim_capsule *round,
                           mesh_test *test, void *context, mesh_list *list)
{
    if (mesh_in_float_range(mesh, round ? mesh_size3(box->lo) + mesh_size3(box->hi) : 0.0f))
    {
        mesh->kernels->list(mesh, box, round, test, context, list);
        return;
    }
    for (int i = 0; i < mesh->count; i++)
    {
        rim_triangle t = rim_mesh_triangle(mesh, i);
        if (rim_box3_overlaps(shape_box_of_triangle(&t), *box) && (!test || test(context, &t, i)))
            mesh_list_add(list, i, &t);
    }
}

void mesh_visit_box(const rim_mesh *mesh, rim_box3 box, mesh_test *test, void *context)
{
    mesh_list none = { .capacity = 0 };
    list_triangles(mesh, &box, NULL, test, context, &none);
}

int rim_mesh_gather(const rim_mesh *mesh, rim_box3 box, int *numbers, rim_triangle *triangles,
                    int capacity)
{
    mesh_list out = { numbers, triangles, NULL, capacity, 0 };
    if (!rim_box3_is_empty(box)) list_triangles(mesh, &box, NULL, NULL, NULL, &out);
    return out.count;
}

// Gathers the triangles of the mesh `context` whose boxes overlap the box: stores at most `capacity` of them and
// returns the number of all. The gather function of rim_mesh_world.
static int mesh_query_gather(const void *context, rim_box3 box, rim_world_triangle *out,
                             int capacity)
{
    mesh_list world = { NULL, NULL, out, capacity, 0 };
    if (!rim_box3_is_empty(box)) list_triangles(context, &box, NULL, NULL, NULL, &world);
    return world.count;
}

rim_world3 rim_mesh_world(const rim_mesh *mesh)
{
    return (rim_world3){ mesh, mesh_query_gather, NULL };
}

static bool box_overlaps_triangle(void *context, const rim_triangle *t, int number)
{
    (void)number;
    return shape_box3_overlaps_triangle(*(const rim_box3 *)context, t);
}

// Returns true if the mesh_shape `context` touches the triangle.
static bool shape_overlaps_triangle(void *context, const rim_triangle *t, int number)
{
    (void)number;
    const mesh_shape *s = context;
    if (s->round) return rim_capsule_contact_triangle(*s->round, t).hit;
    rim_convex triangle = gjk_triangle(t);
    rim_xform3 here = rim_xform3_identity();
    return gjk_overlaps(&s->view.convex, &s->view.pose, &triangle, &here);
}

// A box without rotation has a test of its own. All other shapes, except spheres and capsules, go through GJK.
int rim_mesh_overlaps(const rim_mesh *mesh, const rim_shape3 *shape, rim_xform3 pose,
                      int *triangles, int capacity)
{
    mesh_shape s;
    mesh_list  out = { triangles, NULL, NULL, capacity, 0 };
    if (!mesh_shape_init(&s, mesh, shape, &pose)) return 0;
    const rim_quat *q = &s.view.pose.rotation; // not set for spheres and capsules
    if (shape->kind == RIM_SHAPE3_BOX && q->x == 0.0f && q->y == 0.0f && q->z == 0.0f)
    {
        rim_vec3 center = s.view.pose.position, half = shape->box.half;
        rim_box3 box = { rim_vec3_sub(center, half), rim_vec3_add(center, half) };
        list_triangles(mesh, &box, NULL, box_overlaps_triangle, &box, &out);
        return out.count;
    }
    list_triangles(mesh, &s.box, s.round, shape_overlaps_triangle, &s, &out);
    return out.count;
}

// --- triangles that meet at a point -------------------------------------------------------------------

double mesh_point_tolerance(const rim_triangle *t)
{
    double a = mesh_size3(t->a), b = mesh_size3(t->b), c = mesh_size3(t->c), ab = a > b ? a : b;
    return MESH_POINT_TOLERANCE * (ab > c ? ab : c);
}

vec3d mesh_face_normal(const rim_triangle *t)
{
    vec3d a = v3d_from(t->a);
    return v3d_normalize(v3d_cross(v3d_sub(v3d_from(t->b), a), v3d_sub(v3d_from(t->c), a)));
}

bool mesh_has_side(const rim_triangle *t, rim_vec3 toward, rim_side side)
{
    if (side == RIM_SIDE_BOTH) return true;
    double front = v3d_dot(mesh_face_normal(t), v3d_from(toward));
    return side == RIM_SIDE_FRONT ? front >= 0.0 : front <= 0.0;
}

bool mesh_has_point(const rim_triangle *t, rim_vec3 p, double tolerance, rim_vec3 toward,
                    rim_side side)
{
    rim_sphere point = { p, 0.0f };
    return rim_sphere_distance_triangle(point, t).distance <= tolerance &&
           mesh_has_side(t, toward, side);
}

// The box extends twice the tolerance to each side: the rest is more than the rounding errors of mesh_has_point.
void mesh_visit_point(const rim_mesh *mesh, rim_vec3 p, double tolerance, mesh_test *test,
                      void *context)
{
    mesh_visit_box(mesh, mesh_box_grown((rim_box3){ p, p }, 2.0 * tolerance), test, context);
}

// --- the first and the nearest triangles ----------------------------------------------------------------

// Calls the visitor through the kernels, or for every triangle, in order, if coordinates may overflow. If the box of
// the mover is not finite, `reach` is NaN or infinite, which is not in range either.
void mesh_traverse(const rim_mesh *mesh, mesh_motion *motion)
{
    float reach = 0.0f;
    for (int k = 0; k < 3; k++)
        reach += fabsf(motion->center[k]) + motion->half[k] + fabsf(motion->delta[k]);
    if (mesh_in_float_range(mesh, reach))
    {
        mesh->kernels->motion(mesh, motion);
        return;
    }
    for (int i = 0; i < mesh->count; i++)
    {
        rim_triangle t = rim_mesh_triangle(mesh, i);
        motion->visit(motion, &t, i);
    }
}

// A search for the triangle closest to a point. best.distance.distance is that of the best triangle, or the largest
// distance allowed if best.found is false.
typedef struct closest_search
{
    mesh_motion   motion;
    rim_sphere    point;
    rim_mesh_near best;
} closest_search;

// Returns an upper bound, at most FLT_MAX, of the square of a distance, which is not negative.
static float square_above(float distance)
{
    float square = distance * distance * MESH_ROUND_UP + MESH_SQUARE_UNDERFLOW;
    return square < FLT_MAX ? square : FLT_MAX;
}

// Stores triangle t as the best if it is closer to the point, or as close with a lower number. A triangle at exactly
// the largest distance allowed is stored.
static void closest_visit(mesh_motion *motion, const rim_triangle *t, int number)
{
    closest_search *search = (closest_search *)(void *)motion;
    rim_mesh_near  *best = &search->best;
    rim_distance3   d = rim_sphere_distance_triangle(search->point, t);
    float           minimum = best->distance.distance;
    if (!(d.distance < minimum) &&
        !(d.distance == minimum && (!best->found || number < best->triangle)))
        return;
    *best = (rim_mesh_near){ true, number, d };
    motion->t_most = square_above(d.distance);
}

rim_mesh_near rim_mesh_closest(const rim_mesh *mesh, rim_vec3 point, float reach)
{
    closest_search search = { .motion = { .visit = closest_visit,
                                          .kind = MESH_NEAREST,
                                          .center = { point.x, point.y, point.z },
                                          .t_most = square_above(reach) },
                              .point = { point, 0.0f },
                              .best.distance.distance = reach };
    if (vec3_is_finite(point) && reach >= 0.0f) mesh_traverse(mesh, &search.motion);
    return search.best;
}

// --- a list of triangles as a world -----------------------------------------------------------------------

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
        if (!rim_box3_overlaps(shape_box_of_triangle(t), box)) continue;
        if (!(polygon_magnitude(polygon_of_triangle(t)) < INFINITY)) continue;
        if (found < capacity) out[found] = (rim_world_triangle){ .shape = *t, .id = i };
        found++;
    }
    return found;
}

rim_world3 rim_triangle_list_world(const rim_triangle_list *list)
{
    return (rim_world3){ list, world3_gather_list, NULL };
}
