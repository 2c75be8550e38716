// The contacts of a body with one obstacle, in the frame that has its origin at the body's center, so that positions
// near it are precise.
#include "rimcast/convex.h"
#include "solid/query/gjk.h"
#include "solid/dynamics/obstacles.h"
#include "solid/dynamics/tolerances.h"

#include <math.h>
#include <string.h>

// Adds a contact to a list, which is sorted by obstacle, and counts it. A full list drops the contact with the largest
// gap, which may be the new one; of equal gaps, the one of the last obstacle.
static void add_touch(touch_list *list, const obstacle_touch *touch)
{
    obstacle_touch *out = list->out;
    list->found++;
    if (list->kept == list->capacity)
    {
        int worst = 0;
        for (int i = 1; i < list->kept; i++)
            if (out[i].gap >= out[worst].gap) worst = i;
        if (list->kept == 0 || touch->gap > out[worst].gap ||
            (touch->gap == out[worst].gap && touch->slot >= out[worst].slot))
            return;
        list->kept--;
        memmove(&out[worst], &out[worst + 1], (size_t)(list->kept - worst) * sizeof *out);
    }
    int at = list->kept++;
    for (; at > 0 && touch->slot < out[at - 1].slot; at--) out[at] = out[at - 1];
    out[at] = *touch;
}

// --- shapes ----------------------------------------------------------------------------------------------

// Makes a box of body->half for a body without a shape of its own. The view contains this box.
void body_view(shape3_view *out, const rim_body *body, rim_vec3 at)
{
    rim_xform3 pose = { at, body->pose.rotation };
    if (body->shape.kind != RIM_SHAPE3_NONE)
    {
        pose = rim_xform3_mul(pose, body->shape_pose);
        shape3_view_of(out, &body->shape, &pose);
        return;
    }
    hull_box_make(&out->box, body->half);
    out->convex = rim_hull_convex(&out->box.hull);
    out->pose = pose;
}

// --- convex obstacles ------------------------------------------------------------------------------------

// A face's normal is used if the shapes are deeper along it than along the best normal by at most this fraction of
// `flat`. Gaps within `flat` differ by speeds and rounding. Without the slack, a box at rest on the rim of another
// would alternate between edge and face.
#define OBSTACLE_FACE_SHARE 0.125

// Adds the contacts of the body with a convex shape that is nearer than body->flat. The shape is enlarged by flat, so
// that it overlaps the body and manifold_with_slack finds points. A point that is deeper by p->depth then has the gap
// flat - p->depth.  The enlarged radius, less the shape's own, is `flat` as it was rounded.
static void find_manifold(const touch_body *body, rim_convex it, rim_xform3 there,
                          touch_list *found)
{
    float own = it.radius;
    it.radius += body->flat;
    double        slack = OBSTACLE_FACE_SHARE * (double)body->flat;
    rim_manifold3 m =
        manifold_with_slack(&body->view.convex, &body->view.pose, &it, &there, slack, NULL, NULL);
    rim_vec3 normal = v3d_round(v3d_normalize(v3d_from(m.normal)));
    for (int i = 0; i < m.count; i++)
    {
        const rim_contact_point *p = &m.points[i];
        double                   gap = (double)it.radius - (double)own - (double)p->depth;
        obstacle_touch           touch = { p->on_a, normal, (float)gap, found->slot };
        if (gap <= (double)body->flat) add_touch(found, &touch);
    }
}

// Returns the contact of a sphere or capsule, `own`, with a convex shape; the gap is infinite if it is larger than
// body->reach. The body is enlarged by the reach: an obstacle may be so large that its radius would not grow.
static obstacle_touch round_touch(const touch_body *body, const rim_convex *own, rim_convex it,
                                  rim_xform3 there, uint32_t slot)
{
    rim_convex wide = *own;
    wide.radius += body->reach;
    rim_contact3 c = rim_convex_contact(wide, body->view.pose, it, there, NULL);
    double       more = (double)wide.radius - (double)own->radius, gap = more - (double)c.depth;
    rim_vec3     arm = rim_vec3_along(c.on_a, c.normal, (float)more);
    return (obstacle_touch){ arm, c.normal, c.hit ? (float)gap : INFINITY, slot };
}

// Adds the contact of a sphere or capsule with a convex shape, if it is within reach. A capsule that lies on the shape
// has contacts at its ends, too: those within `flat` along nearly the same normal, unless the first contact is at this
// end.
static void find_round(const touch_body *body, rim_convex it, rim_xform3 there, touch_list *found)
{
    const rim_convex *own = &body->view.convex;
    obstacle_touch    first = round_touch(body, own, it, there, found->slot);
    if (!(first.gap < INFINITY && first.gap <= body->reach)) return;
    add_touch(found, &first);
    for (int i = 0; own->count == 2 && i < 2; i++)
    {
        rim_convex     end = { &own->points[i], 1, own->radius, NULL };
        obstacle_touch touch = round_touch(body, &end, it, there, found->slot);
        bool           same = rim_vec3_distance(touch.arm, first.arm) < CONTACT_END * own->radius;
        if (same || !(touch.gap <= body->flat) ||
            !(rim_vec3_dot(touch.normal, first.normal) > CONTACT_FLAT_NORMAL))
            continue;
        touch.normal = first.normal;
        add_touch(found, &touch);
    }
}

// Adds the contacts with a convex shape. The position of `there` is relative to the body's center. A body with a core
// of one or two points is a sphere or capsule (find_round). Other bodies have a manifold within `flat`, and one contact
// within `reach`.
static void find_convex(const touch_body *body, rim_convex it, rim_xform3 there, touch_list *found)
{
    if (body->view.convex.count <= 2)
    {
        find_round(body, it, there, found);
        return;
    }
    rim_distance3  d = rim_convex_distance(body->view.convex, body->view.pose, it, there, NULL);
    rim_vec3       normal = v3d_round(v3d_normalize(v3d_from(d.normal)));
    obstacle_touch touch = { d.on_a, normal, d.distance, found->slot };
    if (d.distance <= body->flat)
        find_manifold(body, it, there, found);
    else if (d.distance <= body->reach)
        add_touch(found, &touch);
}

// Returns a point of the world relative to the body's center.
static rim_vec3 from_center(const touch_body *body, rim_vec3 p)
{
    return v3d_round(v3d_sub(v3d_from(p), body->center));
}

void bodies_find_touches(const rim_body *a, const rim_body *b, float reach, float flat,
                         touch_list *found)
{
    touch_body  own = { .center = v3d_from(a->pose.position), .reach = reach, .flat = flat };
    shape3_view other;
    body_view(&own.view, a, rim_vec3_make(0.0f, 0.0f, 0.0f));
    body_view(&other, b, from_center(&own, b->pose.position));
    find_convex(&own, other.convex, other.pose, found);
}

// --- meshes ----------------------------------------------------------------------------------------------

// Internal edges. A box that slides on a floor of triangles approaches the edge of the next one before it is over it,
// and that edge's own normal would stop it. But the edge also lies on the triangle below the box, which is touched with
// its face: such an edge is ignored (Terdiman's "voided features").

enum
{
    MESH_TRIANGLES = 256,
    MESH_CONTACTS = 8, // of one triangle
    FLAT_POINTS = 512  // from which up to four are chosen
};

typedef struct triangle_touches
{
    rim_triangle   triangle; // from the body's center
    obstacle_touch touches[MESH_CONTACTS];
    int            count;
    bool           face; // they press along the triangle's own normal
} triangle_touches;

// Cosine (half a degree): points along normals closer than this are chosen from together.
#define ONE_GROUP (1.0f - 0x1p-15f)

// Finds the contacts of a body with t->triangle, and sets t->face to whether they are along the triangle's own normal.
// Such contacts get exactly this normal, turned to the body, and the gaps along it.
static void find_triangle(const touch_body *body, triangle_touches *t, uint32_t slot)
{
    touch_list list = { .out = t->touches, .capacity = MESH_CONTACTS, .slot = slot };
    find_convex(body, gjk_triangle(&t->triangle), rim_xform3_identity(), &list);
    t->count = list.kept;
    t->face = false;
    if (!t->count) return;
    rim_vec3 n = rim_triangle_normal(t->triangle.a, t->triangle.b, t->triangle.c);
    float    along = rim_vec3_dot(n, t->touches[0].normal);
    t->face = fabsf(along) > CONTACT_FLAT_NORMAL;
    if (along < 0.0f) n = rim_vec3_scale(n, -1.0f);
    for (int i = 0; t->face && i < t->count; i++)
    {
        t->touches[i].normal = n;
        t->touches[i].gap = rim_vec3_dot(n, rim_vec3_sub(t->touches[i].arm, t->triangle.a));
    }
}

// Returns true if the contact `touch` of triangle `own` has its point on another triangle that is touched with its
// face. The point on the triangle is behind the point on the body by the gap. size is the radius of the body.
static bool is_covered(const triangle_touches *all, int count, int own, const obstacle_touch *touch,
                       float size)
{
    rim_sphere point = { rim_vec3_along(touch->arm, touch->normal, -touch->gap), 0.0f };
    for (int i = 0; i < count; i++)
    {
        if (i == own || !all[i].face) continue;
        rim_distance3 d = rim_sphere_distance_triangle(point, &all[i].triangle);
        if (d.distance <= CONTACT_ON_TRIANGLE * size) return true;
    }
    return false;
}

// --- one floor of many triangles -------------------------------------------------------------------------

// Chooses `first`, the contact with the smallest gap, and `far`, the one farthest from it. Then chooses `left` and
// `right`, those farthest from the line through both, to either side. `side` is perpendicular to this line and to the
// normal. Equal points, and points on the line, are not chosen in addition, so there may be fewer than four.
void touches_add_four(touch_list *list, const obstacle_touch *p, int count)
{
    int    first = 0, far, left = -1, right = -1;
    double most = 0.0, wide_left = 0.0, wide_right = 0.0;
    for (int i = 0; i < count && count <= 4; i++) add_touch(list, &p[i]);
    if (count <= 4) return;
    for (int i = 1; i < count; i++) first = p[i].gap < p[first].gap ? i : first;
    far = first;
    vec3d from = v3d_from(p[first].arm);
    for (int i = 0; i < count; i++)
    {
        double d = v3d_length2(v3d_sub(v3d_from(p[i].arm), from));
        far = d > most ? i : far;
        most = d > most ? d : most;
    }
    vec3d side = v3d_cross(v3d_from(p->normal), v3d_sub(v3d_from(p[far].arm), from));
    for (int i = 0; i < count; i++)
    {
        double by = v3d_dot(side, v3d_sub(v3d_from(p[i].arm), from));
        left = by > wide_left ? i : left;
        wide_left = by > wide_left ? by : wide_left;
        right = by < wide_right ? i : right;
        wide_right = by < wide_right ? by : wide_right;
    }
    add_touch(list, &p[first]);
    if (far != first) add_touch(list, &p[far]);
    if (left >= 0) add_touch(list, &p[left]);
    if (right >= 0) add_touch(list, &p[right]);
}

// Adds up to four contacts of each normal. Reorders the contacts p: those whose normals are within half a degree of the
// first one's follow it and form a group, p[first .. end - 1]. The next group begins with the first contact that is
// left.
static void add_flat(obstacle_touch *p, int count, touch_list *found)
{
    for (int first = 0, end; first < count; first = end)
    {
        end = first + 1; // also if its normal is not a unit vector
        for (int i = end; i < count; i++)
        {
            obstacle_touch touch = p[i];
            if (!(rim_vec3_dot(touch.normal, p[first].normal) > ONE_GROUP)) continue;
            p[i] = p[end];
            p[end++] = touch;
        }
        touches_add_four(found, &p[first], end - first);
    }
}

// --- planes ----------------------------------------------------------------------------------------------

// Returns true if contact i lies above another one in a direction steeper than 45 degrees. The lower ones hold the body.
static bool is_above_another(const obstacle_touch *p, int count, int i)
{
    for (int k = 0; k < count; k++)
    {
        float up = p[i].gap - p[k].gap;
        if (!(up > 0.0f)) continue;
        rim_vec3 d = rim_vec3_sub(p[i].arm, p[k].arm);
        if (2.0f * up * up > rim_vec3_dot(d, d)) return true;
    }
    return false;
}

// Adds up to four contacts with a plane: the points of the body within reach, or the lowest FLAT_POINTS of them. If these
// are more than four, they are chosen from those that are not above another one, which for a box are the points of its lowest face. `height` is that of the center,
// computed in double because both may be far from the origin.
static void find_plane(const touch_body *body, rim_plane plane, touch_list *found)
{
    const shape3_view *v = &body->view;
    rim_vec3           n = plane.normal;
    float              height = (float)(v3d_dot(v3d_from(n), body->center) - (double)plane.offset);
    if (height > body->reach + 1.01f * body->size) return; // the normal is at most 1.001 long
    obstacle_touch near[FLAT_POINTS], low[FLAT_POINTS];
    mat3d          turn = m3d_from_quat(v->pose.rotation);
    rim_vec3       x = v3d_round(turn.x), y = v3d_round(turn.y), z = v3d_round(turn.z);
    rim_vec3       from = rim_vec3_along(v->pose.position, n, -v->convex.radius);
    touch_list     lowest = { .out = near, .capacity = FLAT_POINTS };
    int            kept = 0;
    for (int i = 0; i < v->convex.count; i++)
    {
        rim_vec3 p = v->convex.points[i], arm = rim_vec3_along(from, x, p.x);
        arm = rim_vec3_along(rim_vec3_along(arm, y, p.y), z, p.z);
        obstacle_touch touch = { arm, n, height + rim_vec3_dot(n, arm), found->slot };
        if (touch.gap <= body->reach) add_touch(&lowest, &touch);
    }
    int count = lowest.kept;
    for (int i = 0; i < count && count > 4; i++)
        if (!is_above_another(near, count, i)) low[kept++] = near[i];
    touches_add_four(found, count > 4 ? low : near, count > 4 ? kept : count);
}

// --- meshes, all -----------------------------------------------------------------------------------------

// Adds the contacts with the triangles of a mesh near the body. Contacts within `flat` are reduced to four for each
// normal, and the others are added as they are. Contacts at internal edges are left out.
static void find_mesh(const touch_body *body, const rim_mesh *mesh, touch_list *found)
{
    triangle_touches all[MESH_TRIANGLES];
    obstacle_touch   flat[FLAT_POINTS];
    rim_triangle     triangles[MESH_TRIANGLES];
    int              count = 0, flat_count = 0;
    int near_count = rim_mesh_gather(mesh, body->bounds, NULL, triangles, MESH_TRIANGLES);
    for (int i = 0; i < near_count && i < MESH_TRIANGLES; i++)
    {
        triangle_touches   *t = &all[count];
        const rim_triangle *it = &triangles[i];
        t->triangle = (rim_triangle){ from_center(body, it->a), from_center(body, it->b),
                                      from_center(body, it->c) };
        find_triangle(body, t, found->slot);
        count += t->count > 0;
    }
    for (int i = 0; i < count; i++)
        for (int k = 0; k < all[i].count; k++)
        {
            const obstacle_touch *touch = &all[i].touches[k];
            if (!all[i].face && is_covered(all, count, i, touch, body->size)) continue;
            if (touch->gap <= body->flat && flat_count < FLAT_POINTS)
                flat[flat_count++] = *touch;
            else
                add_touch(found, touch);
        }
    add_flat(flat, flat_count, found);
}

// --- all -------------------------------------------------------------------------------------------------

// Makes the pose of the obstacle relative to the body's center. Planes and meshes are stored in the world, and do not
// need it.
void obstacle_find_contacts(const obstacle *it, const touch_body *body, touch_list *found)
{
    rim_xform3  pose = { from_center(body, it->given.pose.position), it->given.pose.rotation };
    shape3_view view;
    if (it->given.mesh)
        find_mesh(body, it->given.mesh, found);
    else if (it->given.shape.kind == RIM_SHAPE3_PLANE)
        find_plane(body, it->plane, found);
    else if (shape3_view_of(&view, &it->given.shape, &pose))
        find_convex(body, view.convex, view.pose, found);
}
