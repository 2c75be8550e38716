// Clips polygons, segments and points by half-spaces (Sutherland and Hodgman, "Reentrant polygon clipping", 1974).
#include "solid/clip/data.h"

// Sets the polygon to a hull without volume, relative to the hull's center, with room for `more` half-spaces; see data.h.
// The corners are those of the hull's first face in their order, or all corners of a segment or point.
bool clip_load_polygon(rim_clip *clip, const rim_hull *hull, int32_t more)
{
    // Each half-space adds at most one corner to a convex polygon. Room for two allows for rounding.
    int32_t needed = hull->corner_count + 2 * more + 2;
    if (needed > clip->polygon_room)
    {
        vec3d *grown = memory_allocate(&clip->from, 2 * (size_t)needed, sizeof *grown);
        if (!grown) return false;
        memory_release(&clip->from, clip->polygon_block, 2 * (size_t)clip->polygon_room,
                       sizeof *grown);
        clip->polygon_block = grown;
        clip->polygon_room = needed;
    }
    clip->polygon = clip->polygon_block;
    clip->polygon_work = clip->polygon + clip->polygon_room;
    clip->is_polygon = true;
    clip->base_faces = 2;
    clip->polygon_count = hull->corner_count;
    for (int32_t i = 0; i < hull->corner_count; i++)
    {
        int32_t corner = hull->face_count ? hull->loops[i] : i;
        clip->polygon[i] = v3d(hull->cx[corner], hull->cy[corner], hull->cz[corner]);
    }
    return true;
}

// Returns the signed distance of p from a plane, positive in front.
static double clip_distance(hull_plane plane, vec3d p)
{
    return v3d_dot(plane.normal, p) - plane.offset;
}

// Keeps the part of the polygon behind the half-space's plane. These are its corners p on the plane or behind it, and a
// new corner on every edge from p to q that crosses the plane, at the fraction dp / (dp - dq) of the edge. Corners
// within CLIP_ON of the plane are on it, and an edge that begins or ends there does not cross. Builds the new polygon
// in polygon_work, then exchanges the two arrays. There is room for all corners (clip_load_polygon) unless rounding
// makes the polygon concave. Corners without room are dropped.
void clip_polygon_by(rim_clip *clip, hull_plane half_space)
{
    double  on = CLIP_ON * clip->size;
    int32_t count = clip->polygon_count, kept = 0, room = clip->polygon_room;
    int32_t edges = count == 2 ? 1 : count; // a segment has no edge back
    for (int32_t i = 0; i < count; i++)
    {
        vec3d  p = clip->polygon[i], q = clip->polygon[(i + 1) % count];
        double dp = clip_distance(half_space, p), dq = clip_distance(half_space, q);
        if (dp <= on && kept < room) clip->polygon_work[kept++] = p;
        bool crosses = (dp < -on && dq > on) || (dp > on && dq < -on);
        if (crosses && i < edges && kept < room)
            clip->polygon_work[kept++] = v3d_along(p, v3d_sub(q, p), dp / (dp - dq));
    }
    vec3d *swapped = clip->polygon;
    clip->polygon = clip->polygon_work;
    clip->polygon_work = swapped;
    clip->polygon_count = kept;
}

// Removes duplicate corners (closer than CLIP_SAME to an earlier one), sets clip->kind, and lists what is left. A
// polygon with two corners left is a segment, and one with a single corner left is a point. Requires room for the list.
void clip_end_polygon(rim_clip *clip)
{
    double  same = CLIP_SAME * clip->size;
    int32_t count = 0;
    for (int32_t i = 0; i < clip->polygon_count; i++)
    {
        vec3d p = clip->polygon[i];
        bool  is_duplicate = false;
        for (int32_t j = 0; j < count && !is_duplicate; j++)
            is_duplicate = v3d_length2(v3d_sub(p, clip->polygon[j])) <= same * same;
        if (!is_duplicate) clip->polygon[count++] = p;
    }
    clip->polygon_count = count;
    clip->kind = count ? RIM_CLIP_FLAT : RIM_CLIP_EMPTY;
    clip_list(clip);
}
