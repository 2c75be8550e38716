// The touches of a box with one obstacle, in the frame that has its origin at the box's centre, so that
// digits are spent on what is near.
#include "rimcast/distance.h"
#include "solid/query/contact.h"
#include "solid/dynamics/obstacles.h"

#include <math.h>
#include <string.h>

void obstacles_set_box_hull(box_hull *box, const rim_hull *cube, rim_vec3 half)
{
    box->hull = *cube;
    memcpy(box->planes, cube->planes, sizeof box->planes);
    for (int i = 0; i < 8; i++)
    {
        box->x[i] = i & 1 ? half.x : -half.x;
        box->y[i] = i & 2 ? half.y : -half.y;
        box->z[i] = i & 4 ? half.z : -half.z;
        box->corners[i] = rim_vec3_make(box->x[i], box->y[i], box->z[i]);
    }
    for (int i = 0; i < 6; i++)
        box->planes[i].offset = (double)(i < 2 ? half.x : i < 4 ? half.y : half.z);
    box->hull.corners = box->corners;
    box->hull.x = box->x;
    box->hull.y = box->y;
    box->hull.z = box->z;
    box->hull.planes = box->planes;
    box->hull.hubs = NULL; // the spokes are those of the cube
    box->hull.view.points = box->corners;
    box->hull.view.hull = &box->hull;
    box->hull.bounds = rim_box3_make(rim_vec3_negate(half), half);
}

static bool obstacle_contacts_before(const rim_obstacle_touch *a, const rim_obstacle_touch *b)
{
    return a->obstacle != b->obstacle ? a->obstacle < b->obstacle : a->key < b->key;
}

// Of two touches, is a to be kept rather than b?
static bool obstacle_contacts_nearer(const rim_obstacle_touch *a, const rim_obstacle_touch *b)
{
    return a->gap != b->gap ? a->gap < b->gap : obstacle_contacts_before(a, b);
}

void obstacles_add_contact(touch_list *list, const rim_obstacle_touch *touch)
{
    list->found++;
    if (list->capacity <= 0) return;
    if (list->kept == list->capacity)
    {
        int worst = 0;
        for (int i = 1; i < list->kept; i++)
            if (obstacle_contacts_nearer(&list->out[worst], &list->out[i])) worst = i;
        if (!obstacle_contacts_nearer(touch, &list->out[worst])) return;
        for (int i = worst; i + 1 < list->kept; i++) list->out[i] = list->out[i + 1];
        list->kept--;
    }
    int at = list->kept++;
    for (; at > 0 && obstacle_contacts_before(touch, &list->out[at - 1]); at--)
        list->out[at] = list->out[at - 1];
    list->out[at] = *touch;
}

static void obstacle_contacts_add(touch_list *found, int number, vec3d arm, vec3d normal,
                                  double gap, uint32_t key)
{
    rim_obstacle_touch touch;
    touch.arm = v3d_round(arm);
    touch.normal = v3d_round(normal);
    touch.gap = (float)gap;
    touch.obstacle = number;
    touch.key = key;
    obstacles_add_contact(found, &touch);
}

// --- planes ----------------------------------------------------------------------------------------------

static void find_plane(const touch_box *box, rim_plane plane, int number, touch_list *found)
{
    vec3d  n = v3d_from(plane.normal);
    double here = v3d_dot(n, box->center) - (double)plane.offset;
    for (uint32_t i = 0; i < 8; i++)
    {
        vec3d own = { i & 1 ? box->half.x : -box->half.x, i & 2 ? box->half.y : -box->half.y,
                      i & 4 ? box->half.z : -box->half.z };
        vec3d  arm = m3d_apply(box->turn, own);
        double gap = here + v3d_dot(n, arm);
        if (gap <= (double)box->reach) obstacle_contacts_add(found, number, arm, n, gap, i);
    }
}

// --- spheres -------------------------------------------------------------------------------------------

static double obstacle_contacts_clamp(double x, double half)
{
    return x < -half ? -half : x > half ? half : x;
}

// A centre inside the box leaves through the nearest face.
static void find_inner(const touch_box *box, vec3d c, double radius, int number, touch_list *found)
{
    double depth[3] = { box->half.x - fabs(c.x), box->half.y - fabs(c.y), box->half.z - fabs(c.z) };
    int    least = depth[1] < depth[0] ? 1 : 0;
    if (depth[2] < depth[least]) least = 2;
    vec3d out = { 0.0, 0.0, 0.0 }, q = c;
    if (least == 0)
        out.x = c.x < 0.0 ? -1.0 : 1.0, q.x = out.x * box->half.x;
    else if (least == 1)
        out.y = c.y < 0.0 ? -1.0 : 1.0, q.y = out.y * box->half.y;
    else
        out.z = c.z < 0.0 ? -1.0 : 1.0, q.z = out.z * box->half.z;
    obstacle_contacts_add(found, number, m3d_apply(box->turn, q),
                          m3d_apply(box->turn, v3d_scale(out, -1.0)), -depth[least] - radius, 0);
}

static void find_sphere(const touch_box *box, const obstacle *it, int number, touch_list *found)
{
    vec3d  c = m3d_unapply(box->turn, v3d_sub(v3d_from(it->a), box->center));
    vec3d  q = { obstacle_contacts_clamp(c.x, box->half.x),
                 obstacle_contacts_clamp(c.y, box->half.y),
                 obstacle_contacts_clamp(c.z, box->half.z) };
    vec3d  d = v3d_sub(q, c);
    double length = v3d_length(d), gap = length - (double)it->radius;
    if (gap > (double)box->reach) return;
    if (length > 0.0)
        obstacle_contacts_add(found, number, m3d_apply(box->turn, q),
                              v3d_normalize(m3d_apply(box->turn, v3d_scale(d, 1.0 / length))), gap,
                              0);
    else
        find_inner(box, c, it->radius, number, found);
}

// --- the rest --------------------------------------------------------------------------------------------

// Gaps within `flat` differ by speeds and rounding: a face's normal is taken if along it the two are deeper by no more
// than this share of `flat`. Without it a box at rest on the rim of another would rock from edge to face.
#define OBSTACLE_FACE_SHARE 0.125

// Nearer than `flat`: what is grown by that touches, and its manifold tells how deep.
static void find_manifold(const touch_box *box, rim_xform3 here, rim_convex it, rim_xform3 there,
                          int number, touch_list *found)
{
    float own = it.radius;
    it.radius += box->flat;
    double        slack = OBSTACLE_FACE_SHARE * (double)box->flat;
    rim_manifold3 m =
        manifold_with_slack(rim_hull_convex(&box->hull.hull), here, it, there, slack, NULL);
    for (int i = 0; i < m.count; i++)
    {
        const rim_contact_point *p = &m.points[i];
        double                   gap = (double)it.radius - (double)own - (double)p->depth;
        if (gap <= (double)box->flat)
            obstacle_contacts_add(found, number, v3d_from(p->on_a),
                                  v3d_normalize(v3d_from(m.normal)), gap, p->key);
    }
}

#define CLOSEST 0xffffffffu

void obstacle_find_contacts_convex(const touch_box *box, rim_convex it, rim_xform3 there,
                                   int number, touch_list *found)
{
    rim_xform3    here = rim_xform3_make(rim_vec3_make(0.0f, 0.0f, 0.0f), box->rotation);
    rim_distance3 d = rim_convex_distance(rim_hull_convex(&box->hull.hull), here, it, there, NULL);
    if (!(d.distance <= box->reach)) return;
    if (d.distance <= box->flat)
        find_manifold(box, here, it, there, number, found);
    else
        obstacle_contacts_add(found, number, v3d_from(d.on_a), v3d_normalize(v3d_from(d.normal)),
                              d.distance, CLOSEST);
}

static void find_capsule(const touch_box *box, const obstacle *it, int number, touch_list *found)
{
    rim_vec3   ends[2] = { v3d_round(v3d_sub(v3d_from(it->a), box->center)),
                           v3d_round(v3d_sub(v3d_from(it->b), box->center)) };
    rim_convex shape = { ends, 2, it->radius, NULL };
    obstacle_find_contacts_convex(box, shape, rim_xform3_identity(), number, found);
}

static void find_posed(const touch_box *box, rim_convex it, rim_xform3 pose, int number,
                       touch_list *found)
{
    pose.position = v3d_round(v3d_sub(v3d_from(pose.position), box->center));
    obstacle_find_contacts_convex(box, it, pose, number, found);
}

void obstacle_find_contacts(const rim_obstacles *list, const touch_box *box, int number,
                            touch_list *found)
{
    const obstacle *it = &list->items[number];
    box_hull        other;
    switch (it->kind)
    {
    case RIM_OBSTACLE_PLANE:
        find_plane(box, it->plane, number, found);
        break;
    case RIM_OBSTACLE_SPHERE:
        find_sphere(box, it, number, found);
        break;
    case RIM_OBSTACLE_CAPSULE:
        find_capsule(box, it, number, found);
        break;
    case RIM_OBSTACLE_BOX:
        obstacles_set_box_hull(&other, list->cube, it->half);
        find_posed(box, rim_hull_convex(&other.hull), it->pose, number, found);
        break;
    case RIM_OBSTACLE_HULL:
        find_posed(box, rim_hull_convex(it->hull), it->pose, number, found);
        break;
    default:
        break;
    }
}
