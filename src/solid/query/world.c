#include "rimcast/world3.h"

#include "base/float.h"

static rim_box3 world3_box_of(const rim_triangle *t)
{
    return rim_box3_make(rim_vec3_min(rim_vec3_min(t->a, t->b), t->c),
                         rim_vec3_max(rim_vec3_max(t->a, t->b), t->c));
}

static bool world3_is_finite(const rim_triangle *t)
{
    return vec3_is_finite(t->a) && vec3_is_finite(t->b) && vec3_is_finite(t->c);
}

// Gathers the triangles of a list that touch the box. The gather function of a list: tests the box of every triangle.
// Triangles that are not finite are left out.
static int world3_gather_list(const void *context, rim_box3 box, rim_world_triangle *out,
                              int capacity)
{
    const rim_triangle_list *list = context;
    int                      found = 0;
    for (int i = 0; i < list->count; i++)
    {
        const rim_triangle *t = &list->triangles[i];
        if (!rim_box3_overlaps(world3_box_of(t), box) || !world3_is_finite(t)) continue;
        if (found < capacity)
        {
            out[found].shape = *t;
            out[found].id = i;
            out[found].inner = 0;
        }
        found++;
    }
    return found;
}

rim_world3 rim_triangle_list_world(const rim_triangle_list *list)
{
    return (rim_world3){ list, world3_gather_list, NULL };
}
