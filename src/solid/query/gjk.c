// Distances of convex shapes: poses, features and answers around the search of gjk_kernel.h.
#include "solid/query/gjk.h"

bool gjk_prepare_pair(gjk_pair *pair, const rim_convex *a, const rim_xform3 *pa,
                      const rim_convex *b, const rim_xform3 *pb)
{
    return gjk_set_pair(pair, a, pa, b, pb);
}

int gjk_farthest(const gjk_shape *shape, vec3d d)
{
    return GJK_KERNEL(gjk_is_wide(), gjk_farthest)(shape, d);
}

// --- features -----------------------------------------------------------------------------------------

// Returns true if a face of the hull has the corner.
static bool face_has(const rim_hull *hull, int face, int corner)
{
    int h = hull->starts[face], end = hull->starts[face + 1];
    while (h < end && hull->loops[h] != corner) h++;
    return h < end;
}

// Returns the first of these features that the hull has, for 2 or 3 different corners (`count`):
//
//      2 corners      the edge between them
//      3 corners      a face that has all three and lies beside an edge from corners[0] to corners[1]
//      either         a face at corners[0] that has all corners
//      either         the vertex corners[0]
//
// A hull that is a line has only edge 0.
static rim_feature feature_of_hull(const rim_hull *hull, const int *corners, int count)
{
    if (hull->kind == RIM_HULL_LINE) return shape_feature(RIM_FEATURE_EDGE, 0);
    int from = hull->neighbor_starts[corners[0]], to = hull->neighbor_starts[corners[0] + 1];
    for (int i = from; i < to; i++)
    {
        int edge = hull->neighbor_edges[i];
        if (hull_edge_end(hull, edge, corners[0]) != corners[1]) continue;
        if (count == 2) return shape_feature(RIM_FEATURE_EDGE, edge);
        if (face_has(hull, hull->edges[edge].left, corners[2]))
            return shape_feature(RIM_FEATURE_FACE, hull->edges[edge].left);
        if (face_has(hull, hull->edges[edge].right, corners[2]))
            return shape_feature(RIM_FEATURE_FACE, hull->edges[edge].right);
    }
    // A face at corners[0]: face i & 1 of the two beside edge i / 2 of this corner.
    for (int i = 2 * from; i < 2 * to; i++)
    {
        const rim_hull_edge *edge = &hull->edges[hull->neighbor_edges[i / 2]];
        int                  face = i & 1 ? edge->right : edge->left, k = 1;
        while (k < count && face_has(hull, face, corners[k])) k++;
        if (k == count) return shape_feature(RIM_FEATURE_FACE, face);
    }
    return shape_feature(RIM_FEATURE_VERTEX, corners[0]);
}

// Returns the feature that has `count` (1 to 3) of the `all` points of a shape without a hull: a vertex, an edge or a
// face. Its index is the lowest index among these points, except that a triangle's edge between points 0 and 2 has
// index 2.
static rim_feature feature_of_points(int all, const int *points, int count)
{
    rim_feature feature = { RIM_FEATURE_VERTEX, points[0] };
    for (int i = 1; i < count; i++)
        feature.index = points[i] < feature.index ? points[i] : feature.index;
    if (count == 2) feature.kind = RIM_FEATURE_EDGE;
    if (count >= 3) feature.kind = RIM_FEATURE_FACE;
    if (count == 2 && all == 3 && points[0] + points[1] == 2) feature.index = 2;
    return feature;
}

// See gjk.h. `different` holds the indices once each, in their order.
rim_feature gjk_feature(const rim_convex *convex, const int *indices, int count)
{
    int different[4], n = 0;
    for (int i = 0; i < count; i++)
    {
        int k = 0;
        while (k < n && different[k] != indices[i]) k++;
        if (k == n) different[n++] = indices[i];
    }
    if (n == 0 || n == 4) return shape_feature(RIM_FEATURE_NONE, 0);
    if (n == 1) return shape_feature(RIM_FEATURE_VERTEX, different[0]);
    return convex->hull ? feature_of_hull(convex->hull, different, n)
                        : feature_of_points(convex->count, different, n);
}

// See gjk.h. Of equal faces the one with the lowest number is returned.
int gjk_face_along(const rim_hull *hull, rim_feature feature, vec3d d)
{
    if (hull->face_count == 0 || feature.kind == RIM_FEATURE_NONE) return -1;
    // The two faces of a flat hull, 0 and 1, have the same corners and opposite normals.
    if (hull->kind == RIM_HULL_FLAT) return v3d_dot(hull->planes[0].normal, d) < 0.0 ? 1 : 0;
    if (feature.kind == RIM_FEATURE_FACE) return feature.index;
    if (feature.kind == RIM_FEATURE_EDGE)
    {
        rim_hull_edge edge = hull->edges[feature.index];
        double        left = v3d_dot(hull->planes[edge.left].normal, d);
        double        right = v3d_dot(hull->planes[edge.right].normal, d);
        return left > right || (left == right && edge.left < edge.right) ? edge.left : edge.right;
    }
    // A corner has as many faces as edges: each edge, as it leaves the corner, has one of them on its left.
    int    face = -1;
    double most = -INFINITY;
    for (int i = hull->neighbor_starts[feature.index]; i < hull->neighbor_starts[feature.index + 1];
         i++)
    {
        rim_hull_edge edge = hull->edges[hull->neighbor_edges[i]];
        int           f = edge.a == feature.index ? edge.left : edge.right;
        double        along = v3d_dot(hull->planes[f].normal, d);
        if (along < most || (along == most && f > face)) continue;
        most = along;
        face = f;
    }
    return face;
}

// --- queries ----------------------------------------------------------------------------------------

rim_distance3 rim_convex_distance(rim_convex a, rim_xform3 pa, rim_convex b, rim_xform3 pb,
                                  rim_warm *warm)
{
    return gjk_distance(&a, &pa, &b, &pb, warm);
}

// Returns true if the distance of the cores is at most the sum of the radii. The search ends once the lower bound of the
// distance is larger than this sum; r.distance is then larger, too.
bool gjk_overlaps(const rim_convex *a, const rim_xform3 *pa, const rim_convex *b,
                  const rim_xform3 *pb)
{
    gjk_pair pair;
    if (!gjk_prepare_pair(&pair, a, pa, b, pb)) return false;
    double     reach = (double)a->radius + b->radius;
    gjk_result r = gjk_closest(&pair, reach, NULL);
    return r.end != GJK_BAD && r.distance <= reach;
}

// --- where two supporting features meet ---------------------------------------------------------------

enum
{
    FEATURE_POINTS = 64 // of a supporting feature
};

// Replaces the shape by its points whose dot(d, p) is within `slack` of the largest: the corners of its supporting
// vertex, edge or face along the unit vector d, in the shape's own frame. They are stored in `room`. If there are more
// than FEATURE_POINTS, the shape stays whole.
static void restrict_to_support(gjk_shape *shape, vec3d d, double slack, rim_vec3 *room)
{
    int    count = 0;
    double top = v3d_dot(d, v3d_from(shape->points[gjk_farthest(shape, d)]));
    for (int i = 0; i < shape->count; i++)
    {
        if (v3d_dot(d, v3d_from(shape->points[i])) < top - slack) continue;
        if (count == FEATURE_POINTS) return;
        room[count++] = shape->points[i];
    }
    *shape = (gjk_shape){ room, count, NULL };
}

// See gjk.h. Once b has been moved, the shapes touch where the supporting feature of a along the normal and that of b along
// the opposite direction have common points. The two features alone are a pair of convex shapes: GJK finds its closest
// points, which coincide to within rounding, and its witness on a is returned. A whole shape in the place of its feature
// has the same common points, and takes longer.
vec3d gjk_common_point(const gjk_pair *pair, vec3d normal, double depth, double size)
{
    rim_vec3 on_a[FEATURE_POINTS], on_b[FEATURE_POINTS];
    gjk_pair touch = *pair;
    vec3d    back = m3d_unapply(pair->turn, v3d_scale(normal, -1.0)); // -normal in b's own frame
    restrict_to_support(&touch.a, normal, CONTACT_SUPPORT_SLACK * size, on_a);
    restrict_to_support(&touch.b, back, CONTACT_SUPPORT_SLACK * size, on_b);
    touch.shift = v3d_along(pair->shift, normal, depth);
    gjk_result r = gjk_closest(&touch, INFINITY, NULL);
    return gjk_witness(&touch, &r);
}
