#include "rimcast/mover.h"

#include "base/sort.h"
#include "solid/mover/motion.h"
#include "solid/shape/closest.h"
#include "solid/shape/contact.h"

#include <string.h>

// A polygon near the sphere.
typedef struct near_face
{
    vec3d        on;     // the polygon's closest point, relative to the sphere's first center
    vec3d        normal; // towards the outside
    double       depth;  // negative for a gap
    int          item;
    closest_pair pair;
} near_face;

// The deepest polygons, in the order of push_is_before.
typedef struct near_list
{
    near_face faces[RIM_PUSH_MOST];
    int       count;
} near_list;

// Returns a polygon's first corner relative to the sphere's center. Requires a polygon of at least one corner.
static vec3d origin_of(rim_polygon3 polygon, rim_vec3 center)
{
    return v3d_sub(v3d_from(polygon.points[0]), v3d_from(center));
}

// Returns a polygon as a face whose coordinates are relative to the polygon's first corner.
static flat_face push_face_of(rim_polygon3 polygon)
{
    local_frame frame = { v3d_from(polygon.points[0]), 1.0, 1.0 };
    return flat_face_of_polygon(&frame, polygon);
}

// Returns true if contact a comes before contact b, for sort_insert: by values alone, so that the order of the polygons has
// no effect. The deepest comes first; equally deep ones come by normal and point.
static bool push_is_before(const void *a, const void *b, const void *context)
{
    const near_face *p = a, *q = b;
    const double     kp[] = { -p->depth, p->normal.x, p->normal.y, p->normal.z,
                              p->on.x,   p->on.y,     p->on.z };
    const double     kq[] = { -q->depth, q->normal.x, q->normal.y, q->normal.z,
                              q->on.x,   q->on.y,     q->on.z };
    (void)context;
    for (int i = 0; i < 7; i++)
        if (kp[i] != kq[i]) return kp[i] < kq[i];
    return false;
}

// Computes the contact of a polygon and a sphere of radius r whose center p is relative to the polygon's first corner:
// the closest points, the direction in which the polygon pushes, and the depth, negative for a gap. Sets only
// out->pair, out->normal and out->depth. If the options are soft, edges and corners push the sphere only to the
// distance `reach` from them, not r.
//
// A one-sided polygon pushes to one side only. `height` is the center's height above the polygon's plane. The center is
// on the wrong side if the height is negative for a front, or positive for a back. Then the polygon pushes the sphere
// through itself, if the closest point is inside its face and no farther away than the radius. In all other cases on
// the wrong side, it does not push, and the result is false.
static bool push_intersect(near_face *out, const flat_face *face, vec3d p, double r,
                           const rim_push_options *options)
{
    shape_separation separation = separation_segment_face(face, p, p);
    double           height = face->square > 0.0 ? v3d_dot(face->normal, p) : 0.0;
    bool             inside = separation.pair.fy.kind == RIM_FEATURE_FACE;
    bool             front = options->side == RIM_SIDE_FRONT, back = options->side == RIM_SIDE_BACK;
    bool             wrong_side = (front && height < 0.0) || (back && height > 0.0);
    if (wrong_side && (!inside || separation.distance > r)) return false;
    if (wrong_side) separation.distance = -separation.distance;
    // The normal must point to the pushing side. A center in the plane has its normal to the front.
    if (wrong_side || (inside && back && height == 0.0))
        separation.normal = v3d_negate(separation.normal);
    double reach = inside ? r : r * (1.0 - clamp_fraction(options->softness));
    out->pair = separation.pair;
    out->normal = separation.normal;
    out->depth = reach - separation.distance;
    return true;
}

// Returns true if a contact on an edge or corner lies inside a surface: its point face->on also belongs to a polygon of
// the list that is closer to the sphere. Contacts on faces return false.
static bool is_inner(const near_list *list, const near_face *face, rim_sphere sphere,
                     const rim_polygon3 *polygons)
{
    if (face->pair.fy.kind == RIM_FEATURE_FACE) return false;
    double limit = MOVER_SHARED_POINT * sphere.radius;
    for (int i = 0; i < list->count; i++)
    {
        const near_face *other = &list->faces[i];
        if (!(other->pair.square < face->pair.square)) continue;
        rim_polygon3 polygon = polygons[other->item];
        flat_face    other_face = push_face_of(polygon);
        vec3d        p = v3d_sub(face->on, origin_of(polygon, sphere.center));
        if (closest_segment_face(&other_face, p, p).square <= limit * limit) return true;
    }
    return false;
}

// Removes the contacts of a list for which is_inner is true. All are compared before any is removed, so their order has
// no effect.
static void drop_inner(near_list *list, rim_sphere sphere, const rim_polygon3 *polygons)
{
    bool inner[RIM_PUSH_MOST];
    for (int i = 0; i < list->count; i++)
        inner[i] = is_inner(list, &list->faces[i], sphere, polygons);
    int kept = 0;
    for (int i = 0; i < list->count; i++)
        if (!inner[i]) list->faces[kept++] = list->faces[i];
    list->count = kept;
}

// Stores in *list the contacts of the polygons that are closer than `margin` to the sphere moved by `offset`, the
// deepest RIM_PUSH_MOST of them, without those on internal edges and corners (is_inner). Polygons without corners or
// with a number that is not finite are skipped.
static void push_gather(near_list *list, rim_sphere sphere, vec3d offset, double margin,
                        const rim_polygon3 *polygons, int count, const rim_push_options *options)
{
    list->count = 0;
    for (int i = 0; i < count; i++)
    {
        if (polygons[i].count < 1 || !(polygon_magnitude(polygons[i]) < INFINITY)) continue;
        vec3d     origin = origin_of(polygons[i], sphere.center);
        flat_face face = push_face_of(polygons[i]);
        near_face found;
        if (!push_intersect(&found, &face, v3d_sub(offset, origin), sphere.radius, options))
            continue;
        if (!(found.depth >= -margin)) continue;
        found.on = v3d_add(found.pair.y, origin);
        found.item = i;
        sort_insert(list->faces, list->count, RIM_PUSH_MOST, sizeof found, &found, push_is_before);
        list->count += list->count < RIM_PUSH_MOST;
    }
    drop_inner(list, sphere, polygons);
}

// Returns the depth of the deepest contact; 0 without one.
static double push_deepest_of(const near_list *list)
{
    return list->count > 0 && list->faces[0].depth > 0.0 ? list->faces[0].depth : 0.0;
}

static bool push_is_finite(rim_sphere s)
{
    return vec3_magnitude(s.center) + fabs((double)s.radius) < INFINITY;
}

// The number of rounds if the options give none.
#define PUSH_ROUNDS_STANDARD 4

// Returns the shortest move after which the sphere overlaps none of the listed polygons: the half-space of each is
// normal . move >= depth.  If no move satisfies all, the answer has the least slack.
static half_spaces_answer push_out_of(const near_list *list)
{
    half_space planes[RIM_PUSH_MOST];
    for (int i = 0; i < list->count; i++)
    {
        planes[i].normal = list->faces[i].normal;
        planes[i].distance = list->faces[i].depth;
    }
    return half_spaces_solve(planes, list->count);
}

// Each round lists the polygons near the sphere, and moves the sphere by the shortest offset out of all of them.
// Another round may be needed, because the normals at edges and corners change with the position. `left` is the depth
// that is left.
rim_push3 rim_sphere_push(rim_sphere sphere, const rim_polygon3 *polygons, int count,
                          const rim_push_options *options)
{
    rim_push_options standard = { RIM_SIDE_BOTH, 0.0f, 0 };
    if (!options) options = &standard;
    rim_push3 push = { .stuck = false };
    if (!push_is_finite(sphere)) return push;

    near_list list;
    vec3d     offset = v3d(0.0, 0.0, 0.0);
    push_gather(&list, sphere, offset, 0.0, polygons, count, options);
    double left = push_deepest_of(&list);
    push.contacts = list.count;
    push.deepest = float_saturate(left);
    double enough = MOVER_PUSHED_OUT * sphere.radius;
    int    rounds = options->rounds > 0 ? options->rounds : PUSH_ROUNDS_STANDARD;
    for (int round = 0; round < rounds && left > enough; round++)
    {
        // Polygons within a radius bound the push as well.
        push_gather(&list, sphere, offset, sphere.radius, polygons, count, options);
        half_spaces_answer move = push_out_of(&list);
        push.stuck = move.slack > enough;
        offset = v3d_add(offset, move.x);
        push_gather(&list, sphere, offset, 0.0, polygons, count, options);
        left = push_deepest_of(&list);
    }
    push.offset = v3d_saturate(offset);
    push.left = float_saturate(left);
    return push;
}

// Stores the contacts of the sphere where it is, the deepest first, and the indices of their polygons in `items`, which
// may be NULL. Writes at most `capacity` contacts and returns the number of all, which is at most RIM_PUSH_MOST.
// Contacts inside a surface are left out (is_inner).
int rim_sphere_gather(rim_sphere sphere, const rim_polygon3 *polygons, int count,
                      const rim_push_options *options, rim_contact3 *out, int *items, int capacity)
{
    rim_push_options standard = { RIM_SIDE_BOTH, 0.0f, 0 };
    if (!push_is_finite(sphere)) return 0;
    near_list list;
    vec3d     zero = v3d(0.0, 0.0, 0.0);
    push_gather(&list, sphere, zero, 0.0, polygons, count, options ? options : &standard);
    local_frame frame = { v3d_from(sphere.center), 1.0, 1.0 };
    for (int i = 0; i < list.count && i < capacity; i++)
    {
        const near_face *face = &list.faces[i];
        rim_contact3     contact = { .hit = true, .letter = face->pair.letter };
        contact.depth = float_saturate(face->depth);
        contact.normal = v3d_round(face->normal);
        contact.on_b = local_frame_out(&frame, face->on);
        contact.on_a = local_frame_out(&frame, v3d_along(face->on, face->normal, -face->depth));
        contact.feature_a = face->pair.fx;
        contact.feature_b = face->pair.fy;
        out[i] = contact;
        if (items) items[i] = face->item;
    }
    return list.count;
}
