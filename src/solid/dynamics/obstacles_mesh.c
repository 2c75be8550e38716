// The touches of a box with a mesh: those of its triangles, less the edges that a neighbour covers.
//
// A box that slides on a floor of triangles comes near the edge of the next one before it is over it; that
// edge's own normal would stop it. But the edge lies on the triangle below the box as well, which is met
// with its face: such an edge is no obstacle (Terdiman's "voided features").
#include "rimcast/distance.h"
#include "rimcast/shape3_distance.h"
#include "solid/dynamics/obstacles.h"

#include <math.h>

enum
{
    OBSTACLE_MESH_TRIANGLES = 256,
    EACH = 8
};

typedef struct triangle_touches
{
    rim_triangle       triangle; // from the box's centre
    rim_obstacle_touch touches[EACH];
    int                number, count;
    bool               face; // they press along the triangle's own normal
} triangle_touches;

static rim_vec3 from_center(const touch_box *box, rim_vec3 p)
{
    return v3d_round(v3d_sub(v3d_from(p), box->center));
}

static void find_triangle(const touch_box *box, triangle_touches *t)
{
    touch_list list = { t->touches, EACH, 0, 0 };
    obstacle_find_contacts_convex(box, rim_triangle_as_convex(&t->triangle), rim_xform3_identity(),
                                  0, &list);
    t->count = list.kept;
    t->face = false;
    if (!t->count) return;
    rim_vec3 n = rim_triangle_normal(t->triangle.a, t->triangle.b, t->triangle.c);
    // Half a degree.
    t->face = fabsf(rim_vec3_dot(n, t->touches[0].normal)) > 1.0f - 0x1p-15f;
}

// Is the triangle's point of this touch on another triangle that is met with its face?
static bool is_covered(const triangle_touches *all, int count, int own,
                       const rim_obstacle_touch *touch, float size)
{
    rim_sphere point = { rim_vec3_along(touch->arm, touch->normal, -touch->gap), 0.0f };
    for (int i = 0; i < count; i++)
    {
        if (i == own || !all[i].face) continue;
        rim_distance3 d = rim_sphere_distance_triangle(point, &all[i].triangle);
        if (d.distance <= 0x1p-12f * size) return true;
    }
    return false;
}

// --- one floor of many triangles -------------------------------------------------------------------------

enum
{
    POINTS = 512
};

typedef struct point_list
{
    rim_obstacle_touch points[POINTS];
    int                count;
} point_list;

static double obstacle_mesh_area(const rim_obstacle_touch *a, const rim_obstacle_touch *b,
                                 const rim_obstacle_touch *c)
{
    vec3d n = v3d_from(a->normal), at = v3d_from(a->arm);
    return v3d_dot(n, v3d_cross(v3d_sub(v3d_from(b->arm), at), v3d_sub(v3d_from(c->arm), at)));
}

// Of touches along one normal, four that hold as well as all: the nearest, the one farthest from it, and
// those that span most on either side of these two.
static void add_four(const rim_obstacle_touch *p, int count, touch_list *found)
{
    int    best = 0, far = 0, left = -1, right = -1;
    double most = 0.0, wide_left = 0.0, wide_right = 0.0;
    for (int i = 1; i < count; i++) best = p[i].gap < p[best].gap ? i : best;
    for (int i = 0; i < count; i++)
    {
        double d = v3d_length2(v3d_sub(v3d_from(p[i].arm), v3d_from(p[best].arm)));
        far = d > most ? i : far;
        most = d > most ? d : most;
    }
    for (int i = 0; i < count; i++)
    {
        double a = obstacle_mesh_area(&p[best], &p[far], &p[i]);
        left = a > wide_left ? i : left;
        wide_left = a > wide_left ? a : wide_left;
        right = a < wide_right ? i : right;
        wide_right = a < wide_right ? a : wide_right;
    }
    obstacles_add_contact(found, &p[best]);
    if (far != best) obstacles_add_contact(found, &p[far]);
    if (left >= 0) obstacles_add_contact(found, &p[left]);
    if (right >= 0) obstacles_add_contact(found, &p[right]);
}

// Takes the touches with the first one's normal out of the list, and adds four of them.
static void add_group(point_list *list, touch_list *found)
{
    rim_obstacle_touch group[POINTS];
    rim_vec3           n = list->points[0].normal;
    int                size = 0, kept = 0;
    for (int i = 0; i < list->count; i++)
    {
        bool same = rim_vec3_dot(list->points[i].normal, n) > 1.0f - 0x1p-15f;
        if (same)
            group[size++] = list->points[i];
        else
            list->points[kept++] = list->points[i];
    }
    list->count = kept;
    if (size == 0) list->count = 0; // a normal that is not one
    if (size > 0) add_four(group, size, found);
}

void obstacle_find_contacts_mesh(const touch_box *box, const rim_mesh *mesh, int number,
                                 touch_list *found)
{
    triangle_touches all[OBSTACLE_MESH_TRIANGLES];
    point_list       flat;
    rim_triangle     triangles[OBSTACLE_MESH_TRIANGLES];
    int              numbers[OBSTACLE_MESH_TRIANGLES], count = 0;
    int   there = rim_mesh_gather(mesh, box->bounds, numbers, triangles, OBSTACLE_MESH_TRIANGLES);
    float size = rim_vec3_length(v3d_round(box->half));
    for (int i = 0; i < there && i < OBSTACLE_MESH_TRIANGLES; i++)
    {
        triangle_touches *t = &all[count];
        rim_triangle      world = triangles[i];
        t->number = numbers[i];
        t->triangle.a = from_center(box, world.a);
        t->triangle.b = from_center(box, world.b);
        t->triangle.c = from_center(box, world.c);
        find_triangle(box, t);
        count += t->count > 0;
    }
    flat.count = 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < all[i].count; k++)
        {
            rim_obstacle_touch touch = all[i].touches[k];
            if (!all[i].face && is_covered(all, count, i, &touch, size)) continue;
            touch.obstacle = number;
            touch.key = (uint32_t)all[i].number << 3 | (uint32_t)k;
            if (touch.gap <= box->flat && flat.count < POINTS)
                flat.points[flat.count++] = touch;
            else
                obstacles_add_contact(found, &touch);
        }
    while (flat.count > 0) add_group(&flat, found);
}
