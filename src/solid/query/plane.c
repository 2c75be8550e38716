// Shapes over half-spaces. Distance, contact and sweep follow from the lowest point of the shape, the support point
// against the plane's normal.
#include "base/float.h"
#include "solid/query/gjk.h"
#include "solid/query/shape.h"

// A shape over a half-space, in the world.
typedef struct shape3_fall
{
    shape3_view view;    // of the shape
    pose3_frame frame;   // of the view's pose
    vec3d       n;       // the plane's unit normal
    double      w;       // the plane: n . p == w
    vec3d       lowest;  // the lowest point of the shape, with its radius
    double      height;  // of the lowest point; negative in the half-space
    rim_feature feature; // of the shape, that has the lowest point
} shape3_fall;

// See shape.h. Rotating by R and moving by c gives  (R n) . p = w + (R n) . c.
bool shape3_plane_at(vec3d *n, double *w, const rim_shape3 *s, const rim_xform3 *pose)
{
    vec3d  normal = v3d_from(s->plane.normal);
    double length = v3d_length(normal);
    if (!(length > 0.0)) return false;
    *n = m3d_apply(m3d_from_quat(pose->rotation), v3d_scale(normal, 1.0 / length));
    *w = s->plane.offset / length + v3d_dot(*n, v3d_from(pose->position));
    return true;
}

// Returns corner i in the world, without the radius.
static vec3d shape3_fall_corner(const shape3_fall *f, int i)
{
    return pose3_apply(&f->frame, f->view.convex.points[i]);
}

// Sets *f, which must stay where it is, for the shape `a`, which is not a plane. The lowest point is that of the first
// of equally low corners, or of the middle of a level capsule. Returns false for an empty shape, a plane without a
// normal, or input that is not finite; *f is then unspecified.
static bool shape3_fall_of(shape3_fall *f, const rim_shape3 *a, const rim_xform3 *pa,
                           const rim_shape3 *plane, const rim_xform3 *pp)
{
    const rim_convex *convex = &f->view.convex;
    if (!shape3_view_of(&f->view, a, pa) || !convex_is_finite(convex)) return false;
    if (!shape3_plane_at(&f->n, &f->w, plane, pp)) return false;
    f->frame = pose3_frame_of(&f->view.pose);

    gjk_shape shape = { convex->points, convex->count, convex->hull };
    int       corner = gjk_farthest(&shape, m3d_unapply(f->frame.turn, v3d_scale(f->n, -1.0)));
    f->lowest = shape3_fall_corner(f, corner);
    f->feature = (rim_feature){ RIM_FEATURE_VERTEX, corner };
    double height = v3d_dot(f->n, f->lowest);
    if (a->kind == RIM_SHAPE3_CAPSULE)
    {
        vec3d axis = v3d_sub(shape3_fall_corner(f, 1 - corner), f->lowest);
        if (fabs(v3d_dot(f->n, axis)) <= SHAPE3_PLANE_LEVEL * v3d_length(axis) &&
            v3d_length2(axis) > 0.0)
        {
            f->feature = (rim_feature){ RIM_FEATURE_EDGE, 0 };
            f->lowest = v3d_along(f->lowest, axis, 0.5);
            height = v3d_dot(f->n, f->lowest);
        }
    }
    f->lowest = v3d_along(f->lowest, f->n, -convex->radius);
    f->height = height - f->w - convex->radius;
    return float_is_finite(f->height);
}

// Returns the distance of shape a from half-space b. The closest point of the half-space is the lowest point's projection;
// if they overlap, the lowest point itself.
rim_distance3 shape3_plane_distance(const rim_shape3 *a, const rim_xform3 *pa, const rim_shape3 *b,
                                    const rim_xform3 *pb)
{
    rim_distance3 d = { .distance = INFINITY };
    shape3_fall   f;
    if (!shape3_fall_of(&f, a, pa, b, pb)) return d;
    d.distance = f.height > 0.0 ? float_saturate(f.height) : 0.0f;
    d.on_a = v3d_round(f.lowest);
    d.on_b = f.height > 0.0 ? v3d_round(v3d_along(f.lowest, f.n, -f.height)) : d.on_a;
    d.normal = v3d_round(f.n);
    d.feature_a = f.feature;
    d.feature_b = (rim_feature){ RIM_FEATURE_FACE, 0 };
    return d;
}

// Returns the contact of shape a with half-space b. The depth is that of the lowest point, along the plane's normal.
rim_contact3 shape3_plane_contact(const rim_shape3 *a, const rim_xform3 *pa, const rim_shape3 *b,
                                  const rim_xform3 *pb)
{
    rim_contact3 c = { .hit = false };
    shape3_fall  f;
    if (!shape3_fall_of(&f, a, pa, b, pb) || f.height > 0.0) return c;
    c.hit = true;
    c.depth = float_saturate(0.0 - f.height);
    c.on_a = v3d_round(f.lowest);
    c.on_b = v3d_round(v3d_along(f.lowest, f.n, -f.height));
    c.normal = v3d_round(f.n);
    c.feature_a = f.feature;
    c.feature_b = (rim_feature){ RIM_FEATURE_FACE, 0 };
    return c;
}

// Returns the index of the corner p in the half-space that is farthest from `from`: the one with the largest distance
// or, if `along` is not NULL, with the largest product  *along . (p - from).  Of equally far corners the first is
// returned, and -1 if none has more than 0. A corner is in the half-space if its lowest point, one radius below it, is
// not above the plane. The corners of `chosen`, -1 for none, are left out; chosen[3] needs no test, because it is
// always the last to be found.
static int shape3_plane_farthest(const shape3_fall *f, vec3d from, const vec3d *along,
                                 const int chosen[4])
{
    int    best = -1;
    double most = 0.0;
    for (int i = 0; i < f->view.convex.count; i++)
    {
        vec3d  p = shape3_fall_corner(f, i), off = v3d_sub(p, from);
        double far = along ? v3d_dot(*along, off) : v3d_length2(off);
        if (v3d_dot(f->n, p) - f->w - f->view.convex.radius > 0.0 || !(far > most)) continue;
        if (i == chosen[0] || i == chosen[1] || i == chosen[2]) continue;
        most = far;
        best = i;
    }
    return best;
}

// Returns the contact points of shape a on half-space b: the lowest points of up to four corners, all in the
// half-space. The first is the deepest corner (corner 0 of a level capsule), the second the one farthest from it. Seen
// along the normal, the other two are those farthest from the line of the first two, one on either side; there are none
// if that line is a point. A point's key is its corner. Returns no points if the shape does not touch the half-space,
// or for input for which shape3_fall_of returns false.
rim_manifold3 shape3_plane_manifold(const rim_shape3 *a, const rim_xform3 *pa, const rim_shape3 *b,
                                    const rim_xform3 *pb)
{
    rim_manifold3 m = { .count = 0 };
    shape3_fall   f;
    if (!shape3_fall_of(&f, a, pa, b, pb) || f.height > 0.0) return m;
    int   chosen[4] = { f.feature.kind == RIM_FEATURE_VERTEX ? f.feature.index : 0, -1, -1, -1 };
    vec3d first = shape3_fall_corner(&f, chosen[0]);
    chosen[1] = shape3_plane_farthest(&f, first, NULL, chosen);
    if (chosen[1] >= 0 && f.view.convex.count > 2)
    {
        vec3d second = shape3_fall_corner(&f, chosen[1]);
        vec3d left = v3d_cross(f.n, v3d_sub(second, first)), right = v3d_scale(left, -1.0);
        chosen[2] = shape3_plane_farthest(&f, first, &left, chosen);
        chosen[3] = shape3_plane_farthest(&f, first, &right, chosen);
    }
    m.normal = v3d_round(f.n);
    for (int i = 0; i < 4; i++)
    {
        if (chosen[i] < 0) continue;
        rim_contact_point *point = &m.points[m.count++];
        vec3d  p = v3d_along(shape3_fall_corner(&f, chosen[i]), f.n, -f.view.convex.radius);
        double depth = f.w - v3d_dot(f.n, p);
        depth = depth > 0.0 ? depth : 0.0;
        point->on_a = v3d_round(p);
        point->on_b = v3d_round(v3d_along(p, f.n, depth));
        point->depth = float_saturate(depth);
        point->key = (uint32_t)chosen[i];
    }
    return m;
}

// Sweeps shape a by delta against half-space b. All points of the shape move alike, so the lowest one reaches the plane
// first, at  height / -speed,  with `speed` the change of its height in the whole motion. A height within `near` is 0
// but for rounding. A shape on the plane is hit if it moves down, and not if it moves along or up; a shape inside
// always is.
rim_hit3 shape3_plane_sweep(const rim_shape3 *a, const rim_xform3 *pa, rim_vec3 delta,
                            const rim_shape3 *b, const rim_xform3 *pb)
{
    rim_hit3    hit = { .t = 1.0f };
    shape3_fall f;
    vec3d       move = v3d_from(delta);
    double      length = v3d_length(move);
    if (!float_is_finite(length) || !shape3_fall_of(&f, a, pa, b, pb)) return hit;
    double speed = v3d_dot(f.n, move), t = 0.0;
    double near = SHAPE3_PLANE_ROUNDING * (fabs(f.w) + v3d_length(f.lowest) + f.view.convex.radius +
                                           v3d_length(f.frame.at));
    bool   inside = f.height < -near;
    if (!inside)
    {
        if (!(speed < -SHAPE3_PLANE_ROUNDING * length)) return hit;
        if (f.height > near) t = f.height / -speed;
        if (t > 1.0 + SHAPE3_PLANE_ROUNDING) return hit;
    }
    hit.hit = true;
    hit.start_overlap = inside;
    hit.t = t < 1.0 ? (float)t : 1.0f;
    hit.depth = inside ? float_saturate(-f.height) : 0.0f;
    hit.normal = hit.face_normal = v3d_round(f.n);
    vec3d p = v3d_along(f.lowest, move, t);
    hit.point = v3d_round(v3d_along(p, f.n, f.w - v3d_dot(f.n, p)));
    hit.mover = f.feature;
    hit.other = (rim_feature){ RIM_FEATURE_FACE, 0 };
    return hit;
}

// Returns the plane in the world, rounded to float; zeros without a normal.
rim_plane shape3_plane_in_world(const rim_shape3 *s, const rim_xform3 *pose)
{
    vec3d  n;
    double w;
    if (!shape3_plane_at(&n, &w, s, pose)) return (rim_plane){ { 0.0f, 0.0f, 0.0f }, 0.0f };
    return (rim_plane){ v3d_round(n), (float)w };
}
