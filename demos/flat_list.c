#include "flat_list.h"

#define MOST 512

static int cut_list(const rim_vec3 *in, int count, rim_plane plane, rim_vec3 *out)
{
    int kept = 0;
    for (int i = 0; i < count; i++)
    {
        rim_vec3 p = in[i], q = in[(i + 1) % count];
        float    dp = rim_plane_distance(plane, p), dq = rim_plane_distance(plane, q);
        if ((dp <= 0.0f) != (dq <= 0.0f) && kept < MOST)
            out[kept++] = rim_vec3_lerp(p, q, dp / (dp - dq));
        if (dq <= 0.0f && kept < MOST) out[kept++] = q;
    }
    return kept;
}

int flat_list_cut(const rim_hull *a, rim_xform3 pa, const rim_hull *b, rim_xform3 pb, rim_vec3 *out,
                  int capacity)
{
    rim_vec3 lists[2][MOST];
    int      count = rim_hull_read(a).corner_count, now = 0;
    if (count > MOST) count = MOST;
    for (int i = 0; i < count; i++) lists[0][i] = rim_xform3_apply(pa, rim_hull_read(a).corners[i]);
    for (int f = 0; f < rim_hull_read(b).face_count && count > 0; f++, now = 1 - now)
    {
        rim_plane plane = rim_hull_face_at(b, f).plane;
        rim_vec3  at = rim_xform3_apply(pb, rim_vec3_scale(plane.normal, plane.offset));
        plane = rim_plane_through(at, rim_xform3_turn(pb, plane.normal));
        count = cut_list(lists[now], count, plane, lists[1 - now]);
    }
    if (count > capacity) count = capacity;
    for (int i = 0; i < count; i++) out[i] = lists[now][i];
    return count;
}
