// Any two shapes: closed forms for round things with round things and faces, one support point for planes, and the
// searches of convex points for the rest.
#include "solid/query/sweep.h"
#include "base/float.h"
#include "rimcast/convex.h"
#include "solid/query/gjk.h"
#include "solid/query/shape.h"
#include "solid/shape/round.h"
#include "solid/shape/sweep.h"

// --- poses --------------------------------------------------------------------------------------------

// A pose of the identity, and a zeroed one, leave points as they are.
static inline bool pose3_is_identity(const rim_xform3 *pose)
{
    const rim_vec3 *p = &pose->position;
    const rim_quat *q = &pose->rotation;
    return p->x == 0.0f && p->y == 0.0f && p->z == 0.0f && q->x == 0.0f && q->y == 0.0f &&
           q->z == 0.0f && fabsf(q->w) < INFINITY;
}

typedef struct pose3_frame
{
    mat3d turn;
    vec3d at;
} pose3_frame;

static inline pose3_frame pose3_frame_of(const rim_xform3 *pose)
{
    pose3_frame frame = { m3d_from_quat(pose->rotation), v3d_from(pose->position) };
    return frame;
}

static inline vec3d pose3_apply(const pose3_frame *frame, rim_vec3 p)
{
    return v3d_add(m3d_apply(frame->turn, v3d_from(p)), frame->at);
}

static inline vec3d pose3_unapply(const pose3_frame *frame, vec3d p)
{
    return m3d_unapply(frame->turn, v3d_sub(p, frame->at));
}

static inline rim_vec3 pose3_out(const pose3_frame *frame, rim_vec3 p)
{
    return v3d_round(pose3_apply(frame, p));
}

static inline rim_vec3 pose3_turn_out(const pose3_frame *frame, rim_vec3 v)
{
    return v3d_round(m3d_apply(frame->turn, v3d_from(v)));
}

// Returns a sphere or capsule as a capsule of the world, rounded to float: the shape's own, or one made in *room.
static inline const rim_capsule *pose3_capsule(rim_capsule *room, const rim_shape3 *s,
                                               const rim_xform3 *pose)
{
    bool sphere = s->kind == RIM_SHAPE3_SPHERE, stays = pose3_is_identity(pose);
    if (stays && !sphere) return &s->capsule;
    rim_vec3 a = sphere ? s->sphere.center : s->capsule.a, b = sphere ? a : s->capsule.b;
    if (!stays)
    {
        pose3_frame frame = pose3_frame_of(pose);
        a = pose3_out(&frame, a);
        b = sphere ? a : pose3_out(&frame, b);
    }
    room->a = a;
    room->b = b;
    room->radius = sphere ? s->sphere.radius : s->capsule.radius;
    return room;
}

rim_capsule shape3_capsule_of(const rim_shape3 *s, const rim_xform3 *pose)
{
    rim_capsule room;
    return *pose3_capsule(&room, s, pose);
}

static inline rim_vec3 pose3_between(const pose3_frame *from, const pose3_frame *to, rim_vec3 p)
{
    return v3d_round(pose3_unapply(to, pose3_apply(from, p)));
}

// Returns a posed sphere or capsule in the frame of another pose, rounded to float.
static rim_shape3 pose3_round_in(const rim_shape3 *s, const rim_xform3 *pose, const rim_xform3 *in)
{
    rim_shape3  out = *s;
    pose3_frame from = pose3_frame_of(pose), to = pose3_frame_of(in);
    if (s->kind == RIM_SHAPE3_SPHERE)
    {
        out.sphere.center = pose3_between(&from, &to, s->sphere.center);
        return out;
    }
    out.capsule.a = pose3_between(&from, &to, s->capsule.a);
    out.capsule.b = pose3_between(&from, &to, s->capsule.b);
    return out;
}

// --- convex views -------------------------------------------------------------------------------------

static bool shape3_view_box(shape3_view *v, const rim_obox *box, const rim_xform3 *pose)
{
    rim_vec3 half = box->half;
    if (!(half.x >= 0.0f && half.y >= 0.0f && half.z >= 0.0f &&
          (double)half.x + half.y + half.z < INFINITY))
        return false;
    if (pose3_is_identity(pose))
        v->pose = box->pose;
    else
        v->pose = rim_xform3_mul(*pose, box->pose);
    hull_box_make(&v->box, half);
    v->convex.points = v->box.corners;
    v->convex.count = 8;
    v->convex.radius = 0.0f;
    // The topology is that of a body; a flatter one is a cloud of points.
    v->convex.hull = half.x == 0.0f || half.y == 0.0f || half.z == 0.0f ? NULL : &v->box.hull;
    return true;
}

bool shape3_view_of(shape3_view *v, const rim_shape3 *s, const rim_xform3 *pose)
{
    if (s->kind == RIM_SHAPE3_BOX) return shape3_view_box(v, &s->box, pose);
    v->pose = *pose;
    switch (s->kind)
    {
    case RIM_SHAPE3_SPHERE:
        v->convex = (rim_convex){ &s->sphere.center, 1, s->sphere.radius, NULL };
        return true;
    case RIM_SHAPE3_CAPSULE:
        v->convex = (rim_convex){ &s->capsule.a, 2, s->capsule.radius, NULL };
        return true;
    case RIM_SHAPE3_TRIANGLE:
        v->convex = (rim_convex){ &s->triangle.a, 3, 0.0f, NULL };
        return true;
    case RIM_SHAPE3_POLYGON:
        v->convex = (rim_convex){ s->polygon.points, s->polygon.count, 0.0f, NULL };
        return s->polygon.count > 0;
    case RIM_SHAPE3_HULL:
        v->convex = s->hull->view;
        return v->convex.count > 0;
    default:
        return false;
    }
}

// --- which method -------------------------------------------------------------------------------------

typedef enum shape3_method
{
    SHAPE3_NOWHERE,
    SHAPE3_ROUND,      // both are round
    SHAPE3_ROUND_FACE, // a is round, b a face
    SHAPE3_FACE_ROUND,
    SHAPE3_OVER_PLANE, // b is a plane
    SHAPE3_PLANE_UNDER,
    SHAPE3_CONVEX
} shape3_method;

static bool shape3_is_round(const rim_shape3 *s)
{
    return s->kind == RIM_SHAPE3_SPHERE || s->kind == RIM_SHAPE3_CAPSULE;
}

static bool shape3_is_face(const rim_shape3 *s)
{
    return s->kind == RIM_SHAPE3_TRIANGLE || s->kind == RIM_SHAPE3_POLYGON;
}

static shape3_method shape3_method_of(const rim_shape3 *a, const rim_shape3 *b)
{
    if (shape3_is_round(a) && shape3_is_round(b)) return SHAPE3_ROUND;
    if (shape3_is_round(a) && shape3_is_face(b)) return SHAPE3_ROUND_FACE;
    if (shape3_is_face(a) && shape3_is_round(b)) return SHAPE3_FACE_ROUND;
    if (b->kind == RIM_SHAPE3_PLANE)
        return a->kind == RIM_SHAPE3_PLANE ? SHAPE3_NOWHERE : SHAPE3_OVER_PLANE;
    if (a->kind == RIM_SHAPE3_PLANE) return SHAPE3_PLANE_UNDER;
    return SHAPE3_CONVEX;
}

static void shape3_swap_points(rim_vec3 *a, rim_vec3 *b)
{
    rim_vec3 c = *a;
    *a = *b;
    *b = c;
}

static void shape3_swap_features(rim_feature *a, rim_feature *b)
{
    rim_feature c = *a;
    *a = *b;
    *b = c;
}

static rim_distance3 shape3_swap_distance(rim_distance3 d)
{
    shape3_swap_points(&d.on_a, &d.on_b);
    shape3_swap_features(&d.feature_a, &d.feature_b);
    d.normal = rim_vec3_negate(d.normal);
    return d;
}

static rim_contact3 shape3_swap_contact(rim_contact3 c)
{
    if (!c.hit) return c;
    shape3_swap_points(&c.on_a, &c.on_b);
    shape3_swap_features(&c.feature_a, &c.feature_b);
    c.normal = rim_vec3_negate(c.normal);
    return c;
}

// --- round things and faces, in the frame of the face ---------------------------------------------------

static rim_distance3 shape3_face_distance(const rim_shape3 *a, const rim_shape3 *b)
{
    bool sphere = a->kind == RIM_SHAPE3_SPHERE;
    if (b->kind == RIM_SHAPE3_TRIANGLE)
        return sphere ? rim_sphere_distance_triangle(a->sphere, &b->triangle)
                      : rim_capsule_distance_triangle(a->capsule, &b->triangle);
    return sphere ? rim_sphere_distance_polygon3(a->sphere, b->polygon)
                  : rim_capsule_distance_polygon3(a->capsule, b->polygon);
}

static rim_contact3 shape3_face_contact(const rim_shape3 *a, const rim_shape3 *b)
{
    bool sphere = a->kind == RIM_SHAPE3_SPHERE;
    if (b->kind == RIM_SHAPE3_TRIANGLE)
        return sphere ? rim_sphere_contact_triangle(a->sphere, &b->triangle)
                      : rim_capsule_contact_triangle(a->capsule, &b->triangle);
    return sphere ? rim_sphere_contact_polygon3(a->sphere, b->polygon)
                  : rim_capsule_contact_polygon3(a->capsule, b->polygon);
}

static rim_hit3 shape3_face_sweep(const rim_shape3 *a, rim_vec3 delta, const rim_shape3 *b)
{
    bool sphere = a->kind == RIM_SHAPE3_SPHERE;
    if (b->kind == RIM_SHAPE3_TRIANGLE)
        return sphere ? rim_sphere_sweep_triangle(a->sphere, delta, &b->triangle, RIM_SIDE_BOTH)
                      : rim_capsule_sweep_triangle(a->capsule, delta, &b->triangle, RIM_SIDE_BOTH);
    return sphere ? rim_sphere_sweep_polygon3(a->sphere, delta, b->polygon, RIM_SIDE_BOTH)
                  : rim_capsule_sweep_polygon3(a->capsule, delta, b->polygon, RIM_SIDE_BOTH);
}

static rim_distance3 shape3_posed_distance(const rim_shape3 *a, const rim_xform3 *pa,
                                           const rim_shape3 *b, const rim_xform3 *pb)
{
    rim_shape3    c = pose3_round_in(a, pa, pb);
    rim_distance3 d = shape3_face_distance(&c, b);
    if (!(d.distance < INFINITY)) return d;
    pose3_frame out = pose3_frame_of(pb);
    d.on_a = pose3_out(&out, d.on_a);
    d.on_b = pose3_out(&out, d.on_b);
    d.normal = pose3_turn_out(&out, d.normal);
    return d;
}

static rim_contact3 shape3_posed_contact(const rim_shape3 *a, const rim_xform3 *pa,
                                         const rim_shape3 *b, const rim_xform3 *pb)
{
    rim_shape3   s = pose3_round_in(a, pa, pb);
    rim_contact3 c = shape3_face_contact(&s, b);
    if (!c.hit) return c;
    pose3_frame out = pose3_frame_of(pb);
    c.on_a = pose3_out(&out, c.on_a);
    c.on_b = pose3_out(&out, c.on_b);
    c.normal = pose3_turn_out(&out, c.normal);
    return c;
}

static rim_hit3 shape3_posed_sweep(const rim_shape3 *a, const rim_xform3 *pa, rim_vec3 delta,
                                   const rim_shape3 *b, const rim_xform3 *pb)
{
    rim_shape3  s = pose3_round_in(a, pa, pb);
    pose3_frame out = pose3_frame_of(pb);
    delta = v3d_round(m3d_unapply(out.turn, v3d_from(delta)));
    rim_hit3 hit = shape3_face_sweep(&s, delta, b);
    if (!hit.hit) return hit;
    hit.point = pose3_out(&out, hit.point);
    hit.normal = pose3_turn_out(&out, hit.normal);
    hit.face_normal = pose3_turn_out(&out, hit.face_normal);
    return hit;
}

// --- planes -------------------------------------------------------------------------------------------

// A height at or below this part of the numbers that it comes from is 0.
#define SHAPE3_PLANE_ROUNDING 0x1p-40

// A shape over a half-space.
typedef struct shape3_fall
{
    vec3d       n; // the plane's unit normal
    double      w; // the plane: n . p == w
    mat3d       turn;
    vec3d       at; // of the shape's pose
    vec3d       lowest;
    double      height; // of the lowest point; negative in the half-space
    rim_feature feature;
} shape3_fall;

static bool shape3_is_finite(const rim_convex *c)
{
    double sum = c->radius;
    for (int i = 0; i < c->count && !c->hull; i++)
        sum += fabs((double)c->points[i].x) + fabs((double)c->points[i].y) +
               fabs((double)c->points[i].z);
    return sum < INFINITY;
}

static vec3d shape3_fall_corner(const shape3_fall *f, const shape3_view *v, int i)
{
    return v3d_add(m3d_apply(f->turn, v3d_from(v->convex.points[i])), f->at);
}

// Finds the lowest point: the first of equal corners, the middle of a level capsule. Returns false for what is nowhere or
// not finite.
static bool shape3_fall_of(shape3_fall *f, shape3_view *v, const rim_shape3 *a,
                           const rim_xform3 *pa, const rim_shape3 *plane, const rim_xform3 *pp)
{
    if (!shape3_view_of(v, a, pa) || !shape3_is_finite(&v->convex)) return false;
    vec3d  n = v3d_from(plane->plane.normal);
    double length = v3d_length(n);
    if (!(length > 0.0)) return false;
    f->n = m3d_apply(m3d_from_quat(pp->rotation), v3d_scale(n, 1.0 / length));
    f->w = plane->plane.offset / length + v3d_dot(f->n, v3d_from(pp->position));
    f->turn = m3d_from_quat(v->pose.rotation);
    f->at = v3d_from(v->pose.position);

    gjk_shape shape = { v->convex.points, v->convex.count, v->convex.hull };
    int       corner = gjk_farthest(&shape, m3d_unapply(f->turn, v3d_scale(f->n, -1.0)));
    f->lowest = shape3_fall_corner(f, v, corner);
    f->feature = (rim_feature){ RIM_FEATURE_VERTEX, corner };
    double height = v3d_dot(f->n, f->lowest);
    if (a->kind == RIM_SHAPE3_CAPSULE)
    {
        vec3d axis = v3d_sub(shape3_fall_corner(f, v, 1 - corner), f->lowest);
        if (fabs(v3d_dot(f->n, axis)) <= 0x1p-28 * v3d_length(axis) && v3d_length2(axis) > 0.0)
        {
            f->feature = (rim_feature){ RIM_FEATURE_EDGE, 0 };
            f->lowest = v3d_along(f->lowest, axis, 0.5);
            height = v3d_dot(f->n, f->lowest);
        }
    }
    f->lowest = v3d_along(f->lowest, f->n, -v->convex.radius);
    f->height = height - f->w - v->convex.radius;
    return float_is_finite(f->height);
}

static rim_distance3 shape3_plane_distance(const rim_shape3 *a, const rim_xform3 *pa,
                                           const rim_shape3 *b, const rim_xform3 *pb)
{
    rim_distance3 d = { .distance = INFINITY };
    shape3_fall   f;
    shape3_view   v;
    if (!shape3_fall_of(&f, &v, a, pa, b, pb)) return d;
    d.distance = f.height > 0.0 ? gjk_to_float(f.height) : 0.0f;
    d.on_a = v3d_round(f.lowest);
    d.on_b = f.height > 0.0 ? v3d_round(v3d_along(f.lowest, f.n, -f.height)) : d.on_a;
    d.normal = v3d_round(f.n);
    d.feature_a = f.feature;
    d.feature_b = (rim_feature){ RIM_FEATURE_FACE, 0 };
    return d;
}

static rim_contact3 shape3_plane_contact(const rim_shape3 *a, const rim_xform3 *pa,
                                         const rim_shape3 *b, const rim_xform3 *pb)
{
    rim_contact3 c = { .hit = false };
    shape3_fall  f;
    shape3_view  v;
    if (!shape3_fall_of(&f, &v, a, pa, b, pb) || f.height > 0.0) return c;
    c.hit = true;
    c.depth = gjk_to_float(0.0 - f.height);
    c.on_a = v3d_round(f.lowest);
    c.on_b = v3d_round(v3d_along(f.lowest, f.n, -f.height));
    c.normal = v3d_round(f.n);
    c.feature_a = f.feature;
    c.feature_b = (rim_feature){ RIM_FEATURE_FACE, 0 };
    return c;
}

// Returns the corner in the half-space that is farthest from `from`, if along is NULL, else farthest along it; -1 if
// none is farther than 0. Leaves out those that are chosen.
static int shape3_plane_farthest(const shape3_fall *f, const shape3_view *v, vec3d from,
                                 const vec3d *along, const int chosen[4])
{
    int    best = -1;
    double most = 0.0;
    for (int i = 0; i < v->convex.count; i++)
    {
        vec3d  p = shape3_fall_corner(f, v, i), off = v3d_sub(p, from);
        double far = along ? v3d_dot(*along, off) : v3d_length2(off);
        if (v3d_dot(f->n, p) - f->w - v->convex.radius > 0.0 || !(far > most)) continue;
        if (i == chosen[0] || i == chosen[1] || i == chosen[2]) continue;
        most = far;
        best = i;
    }
    return best;
}

// The deepest corner, the one farthest from it, and on either side the farthest from their line.
static rim_manifold3 shape3_plane_manifold(const rim_shape3 *a, const rim_xform3 *pa,
                                           const rim_shape3 *b, const rim_xform3 *pb)
{
    rim_manifold3 m = { .count = 0 };
    shape3_fall   f;
    shape3_view   v;
    if (!shape3_fall_of(&f, &v, a, pa, b, pb) || f.height > 0.0) return m;
    int   chosen[4] = { f.feature.kind == RIM_FEATURE_VERTEX ? f.feature.index : 0, -1, -1, -1 };
    vec3d first = shape3_fall_corner(&f, &v, chosen[0]);
    chosen[1] = shape3_plane_farthest(&f, &v, first, NULL, chosen);
    if (chosen[1] >= 0 && v.convex.count > 2)
    {
        vec3d second = shape3_fall_corner(&f, &v, chosen[1]);
        vec3d left = v3d_cross(f.n, v3d_sub(second, first)), right = v3d_scale(left, -1.0);
        chosen[2] = shape3_plane_farthest(&f, &v, first, &left, chosen);
        chosen[3] = shape3_plane_farthest(&f, &v, first, &right, chosen);
    }
    m.normal = v3d_round(f.n);
    for (int i = 0; i < 4; i++)
    {
        if (chosen[i] < 0) continue;
        rim_contact_point *point = &m.points[m.count++];
        vec3d  p = v3d_along(shape3_fall_corner(&f, &v, chosen[i]), f.n, -v.convex.radius);
        double depth = f.w - v3d_dot(f.n, p);
        depth = depth > 0.0 ? depth : 0.0;
        point->on_a = v3d_round(p);
        point->on_b = v3d_round(v3d_along(p, f.n, depth));
        point->depth = gjk_to_float(depth);
        point->key = (uint32_t)chosen[i];
    }
    return m;
}

static rim_hit3 shape3_plane_sweep(const rim_shape3 *a, const rim_xform3 *pa, rim_vec3 delta,
                                   const rim_shape3 *b, const rim_xform3 *pb)
{
    rim_hit3    hit = { .t = 1.0f };
    shape3_fall f;
    shape3_view v;
    vec3d       move = v3d_from(delta);
    double      length = v3d_length(move);
    if (!float_is_finite(length) || !shape3_fall_of(&f, &v, a, pa, b, pb)) return hit;
    double speed = v3d_dot(f.n, move), t = 0.0;
    double near = SHAPE3_PLANE_ROUNDING *
                  (fabs(f.w) + v3d_length(f.lowest) + v.convex.radius + v3d_length(f.at));
    bool inside = f.height < -near;
    if (!inside)
    {
        if (!(speed < -SHAPE3_PLANE_ROUNDING * length)) return hit;
        if (f.height > near) t = f.height / -speed;
        if (t > 1.0 + SHAPE3_PLANE_ROUNDING) return hit;
    }
    hit.hit = true;
    hit.start_overlap = inside;
    hit.t = t < 1.0 ? (float)t : 1.0f;
    hit.depth = inside ? gjk_to_float(-f.height) : 0.0f;
    hit.normal = hit.face_normal = v3d_round(f.n);
    vec3d p = v3d_along(f.lowest, move, t);
    hit.point = v3d_round(v3d_along(p, f.n, f.w - v3d_dot(f.n, p)));
    hit.mover = f.feature;
    hit.other = (rim_feature){ RIM_FEATURE_FACE, 0 };
    return hit;
}

// --- questions ----------------------------------------------------------------------------------------

// The views are large, so each search stands in a function of its own.
static rim_distance3 shape3_convex_distance(const rim_shape3 *a, const rim_xform3 *pa,
                                            const rim_shape3 *b, const rim_xform3 *pb)
{
    rim_distance3 none = { .distance = INFINITY };
    shape3_view   va, vb;
    if (!shape3_view_of(&va, a, pa) || !shape3_view_of(&vb, b, pb)) return none;
    return gjk_distance(&va.convex, &va.pose, &vb.convex, &vb.pose, NULL);
}

static rim_distance3 shape3_distance(const rim_shape3 *a, const rim_xform3 *pa, const rim_shape3 *b,
                                     const rim_xform3 *pb)
{
    rim_distance3 none = { .distance = INFINITY };
    rim_capsule   ra, rb;
    switch (shape3_method_of(a, b))
    {
    case SHAPE3_ROUND:
        return round_distance(pose3_capsule(&ra, a, pa), pose3_capsule(&rb, b, pb));
    case SHAPE3_ROUND_FACE:
        if (pose3_is_identity(pa) && pose3_is_identity(pb)) return shape3_face_distance(a, b);
        return shape3_posed_distance(a, pa, b, pb);
    case SHAPE3_OVER_PLANE:
        return shape3_plane_distance(a, pa, b, pb);
    case SHAPE3_FACE_ROUND:
    case SHAPE3_PLANE_UNDER:
        return shape3_swap_distance(shape3_distance(b, pb, a, pa));
    case SHAPE3_CONVEX:
        return shape3_convex_distance(a, pa, b, pb);
    default:
        return none;
    }
}

rim_distance3 rim_shape3_distance(const rim_shape3 *a, rim_xform3 pa, const rim_shape3 *b,
                                  rim_xform3 pb)
{
    return shape3_distance(a, &pa, b, &pb);
}

static rim_contact3 shape3_convex_contact(const rim_shape3 *a, const rim_xform3 *pa,
                                          const rim_shape3 *b, const rim_xform3 *pb)
{
    rim_contact3 none = { .hit = false };
    shape3_view  va, vb;
    if (!shape3_view_of(&va, a, pa) || !shape3_view_of(&vb, b, pb)) return none;
    return contact3_of_convex(&va.convex, &va.pose, &vb.convex, &vb.pose, NULL);
}

static rim_contact3 shape3_contact(const rim_shape3 *a, const rim_xform3 *pa, const rim_shape3 *b,
                                   const rim_xform3 *pb)
{
    rim_contact3 none = { .hit = false };
    rim_capsule  ra, rb;
    switch (shape3_method_of(a, b))
    {
    case SHAPE3_ROUND:
        return round_contact(pose3_capsule(&ra, a, pa), pose3_capsule(&rb, b, pb));
    case SHAPE3_ROUND_FACE:
        if (pose3_is_identity(pa) && pose3_is_identity(pb)) return shape3_face_contact(a, b);
        return shape3_posed_contact(a, pa, b, pb);
    case SHAPE3_OVER_PLANE:
        return shape3_plane_contact(a, pa, b, pb);
    case SHAPE3_FACE_ROUND:
    case SHAPE3_PLANE_UNDER:
        return shape3_swap_contact(shape3_contact(b, pb, a, pa));
    case SHAPE3_CONVEX:
        return shape3_convex_contact(a, pa, b, pb);
    default:
        return none;
    }
}

rim_contact3 rim_shape3_contact(const rim_shape3 *a, rim_xform3 pa, const rim_shape3 *b,
                                rim_xform3 pb)
{
    return shape3_contact(a, &pa, b, &pb);
}

bool rim_shape3_overlaps(const rim_shape3 *a, rim_xform3 pa, const rim_shape3 *b, rim_xform3 pb)
{
    shape3_view va, vb;
    if (shape3_method_of(a, b) != SHAPE3_CONVEX) return shape3_contact(a, &pa, b, &pb).hit;
    return shape3_view_of(&va, a, &pa) && shape3_view_of(&vb, b, &pb) &&
           gjk_overlaps(&va.convex, &va.pose, &vb.convex, &vb.pose);
}

static rim_manifold3 shape3_swap_manifold(rim_manifold3 m)
{
    for (int i = 0; i < m.count; i++) shape3_swap_points(&m.points[i].on_a, &m.points[i].on_b);
    if (m.count > 0) m.normal = rim_vec3_negate(m.normal);
    return m;
}

// The key of a single point: the features of both.
static rim_manifold3 shape3_manifold_of_contact(const rim_contact3 *c)
{
    rim_manifold3 m = { .count = 0 };
    if (!c->hit) return m;
    m.count = 1;
    m.normal = c->normal;
    m.points[0].on_a = c->on_a;
    m.points[0].on_b = c->on_b;
    m.points[0].depth = c->depth;
    m.points[0].key = (uint32_t)c->feature_a.kind << 30 |
                      (uint32_t)(c->feature_a.index & 0x3fff) << 16 |
                      (uint32_t)c->feature_b.kind << 14 | (uint32_t)(c->feature_b.index & 0x3fff);
    return m;
}

rim_manifold3 rim_shape3_manifold(const rim_shape3 *a, rim_xform3 pa, const rim_shape3 *b,
                                  rim_xform3 pb, rim_contact3 *contact)
{
    rim_manifold3 none = { .count = 0 };
    rim_contact3  own;
    shape3_view   va, vb;
    if (contact) *contact = (rim_contact3){ .hit = false };
    switch (shape3_method_of(a, b))
    {
    case SHAPE3_ROUND:
    case SHAPE3_ROUND_FACE:
    case SHAPE3_FACE_ROUND:
        own = shape3_contact(a, &pa, b, &pb);
        if (contact) *contact = own;
        return shape3_manifold_of_contact(&own);
    case SHAPE3_OVER_PLANE:
        if (contact) *contact = shape3_plane_contact(a, &pa, b, &pb);
        return shape3_plane_manifold(a, &pa, b, &pb);
    case SHAPE3_PLANE_UNDER:
        if (contact) *contact = shape3_contact(a, &pa, b, &pb);
        return shape3_swap_manifold(shape3_plane_manifold(b, &pb, a, &pa));
    case SHAPE3_CONVEX:
        if (!shape3_view_of(&va, a, &pa) || !shape3_view_of(&vb, b, &pb)) return none;
        return manifold_with_slack(&va.convex, &va.pose, &vb.convex, &vb.pose, 0.0, NULL, contact);
    default:
        return none;
    }
}

// Returns the answer about b moved by -delta against a as one about a.
static rim_hit3 shape3_swap_hit(rim_hit3 hit, rim_vec3 delta)
{
    if (!hit.hit) return hit;
    hit.point = v3d_round(v3d_along(v3d_from(hit.point), v3d_from(delta), hit.t));
    hit.normal = rim_vec3_negate(hit.normal);
    hit.face_normal = hit.normal;
    shape3_swap_features(&hit.mover, &hit.other);
    return hit;
}

rim_hit3 rim_shape3_sweep(const rim_shape3 *a, rim_xform3 pa, rim_vec3 delta, const rim_shape3 *b,
                          rim_xform3 pb)
{
    rim_hit3    none = { .t = 1.0f };
    rim_capsule ra, rb;
    sweep_order order;
    shape3_view va, vb;
    switch (shape3_method_of(a, b))
    {
    case SHAPE3_ROUND:
        return round_sweep(pose3_capsule(&ra, a, &pa), delta, pose3_capsule(&rb, b, &pb));
    case SHAPE3_ROUND_FACE:
        if (pose3_is_identity(&pa) && pose3_is_identity(&pb)) return shape3_face_sweep(a, delta, b);
        return shape3_posed_sweep(a, &pa, delta, b, &pb);
    case SHAPE3_OVER_PLANE:
        return shape3_plane_sweep(a, &pa, delta, b, &pb);
    case SHAPE3_PLANE_UNDER:
        return shape3_swap_hit(shape3_plane_sweep(b, &pb, rim_vec3_negate(delta), a, &pa), delta);
    case SHAPE3_FACE_ROUND:
    case SHAPE3_CONVEX:
        if (!shape3_view_of(&va, a, &pa) || !shape3_view_of(&vb, b, &pb)) return none;
        return sweep_convex_sweep_convex(&va.convex, &va.pose, delta, &vb.convex, &vb.pose, &order);
    default:
        return none;
    }
}

static rim_plane shape3_plane_in_world(const rim_shape3 *s, const rim_xform3 *pose)
{
    vec3d  n = v3d_from(s->plane.normal);
    double length = v3d_length(n);
    if (!(length > 0.0)) return (rim_plane){ { 0.0f, 0.0f, 0.0f }, 0.0f };
    n = m3d_apply(m3d_from_quat(pose->rotation), v3d_scale(n, 1.0 / length));
    double offset = s->plane.offset / length + v3d_dot(n, v3d_from(pose->position));
    return (rim_plane){ v3d_round(n), (float)offset };
}

// Returns the view of a shape whose pose has the position of the pose given, so that both turn about the same point.
static bool shape3_view_to_turn(shape3_view *v, rim_vec3 corners[8], const rim_shape3 *s,
                                const rim_xform3 *pose)
{
    if (!shape3_view_of(v, s, pose)) return false;
    if (s->kind != RIM_SHAPE3_BOX) return true;
    rim_vec3 at = s->box.pose.position;
    if (at.x == 0.0f && at.y == 0.0f && at.z == 0.0f) return true;
    for (int i = 0; i < v->convex.count; i++)
        corners[i] = rim_xform3_apply(s->box.pose, v->convex.points[i]);
    v->convex = (rim_convex){ corners, v->convex.count, 0.0f, NULL };
    v->pose = *pose;
    return true;
}

rim_hit3 rim_shape3_sweep_turning(const rim_shape3 *a, rim_xform3 pa, rim_motion3 motion,
                                  const rim_shape3 *b, rim_xform3 pb)
{
    rim_hit3    none = { .t = 1.0f };
    rim_vec3    corners[8];
    shape3_view va, vb;
    if (!shape3_view_to_turn(&va, corners, a, &pa)) return none;
    if (b->kind == RIM_SHAPE3_PLANE)
        return sweep_convex_turning_plane(va.convex, va.pose, motion,
                                          shape3_plane_in_world(b, &pb));
    if (!shape3_view_of(&vb, b, &pb)) return none;
    return sweep_convex_turning(va.convex, va.pose, motion, vb.convex, vb.pose);
}

// --- rays ---------------------------------------------------------------------------------------------

// A line through the half-spaces of a body: from the last that it enters to the first that it leaves (Cyrus and Beck,
// "Generalized two- and three-dimensional clipping", 1978).
typedef struct shape3_span
{
    vec3d  o, d;                 // the ray, about the hull's centre
    double enter, leave, inside; // inside: the least depth of o, if it is in all
    int    entered, nearest;
    bool   missed;
} shape3_span;

static void shape3_span_cut(shape3_span *s, int i, vec3d n, double offset)
{
    double height = v3d_dot(n, s->o) - offset, speed = v3d_dot(n, s->d);
    if (-height < s->inside)
    {
        s->inside = -height;
        s->nearest = i;
    }
    if (speed == 0.0)
        s->missed = s->missed || height >= 0.0;
    else if (speed < 0.0 && height / -speed > s->enter)
    {
        s->enter = height / -speed;
        s->entered = i;
    }
    else if (speed > 0.0 && height / -speed < s->leave)
        s->leave = height / -speed;
}

static vec3d shape3_space_normal(const rim_hull *hull, int i)
{
    return hull->space_count ? v3d(hull->px[i], hull->py[i], hull->pz[i]) : hull->planes[i].normal;
}

static rim_hit3 shape3_hull_raycast(const rim_hull *hull, const rim_xform3 *pose, rim_ray3 ray,
                                    bool thin)
{
    rim_hit3    hit = { .t = 1.0f };
    pose3_frame frame = pose3_frame_of(pose);
    shape3_span s = { .enter = -INFINITY, .leave = INFINITY, .inside = INFINITY };
    int         count = hull->space_count ? hull->space_count : hull->face_count;
    s.d = m3d_unapply(frame.turn, v3d_from(ray.delta));
    s.o = v3d_sub(pose3_unapply(&frame, v3d_from(ray.origin)), v3d_from(hull->center));
    if (!float_is_finite(v3d_length2(s.o)) || !float_is_finite(v3d_length2(s.d))) return hit;
    for (int i = 0; i < count && !s.missed; i++)
        shape3_span_cut(&s, i, shape3_space_normal(hull, i),
                        hull->space_count ? hull->pd[i] : hull_plane_offset(hull, i));
    bool inside = s.inside > 0.0 && !s.missed;
    bool passes = s.enter < s.leave || (thin && s.enter == s.leave);
    if (!inside && (s.missed || !passes || !(s.enter >= 0.0 && s.enter <= 1.0))) return hit;
    int    face = inside ? s.nearest : s.entered;
    double t = inside ? 0.0 : s.enter;
    hit.hit = true;
    hit.start_overlap = inside;
    hit.t = (float)t;
    hit.depth = inside ? gjk_to_float(s.inside) : 0.0f;
    hit.normal = hit.face_normal =
        v3d_round(m3d_apply(frame.turn, shape3_space_normal(hull, face)));
    hit.point = v3d_round(v3d_along(v3d_from(ray.origin), v3d_from(ray.delta), t));
    hit.mover = (rim_feature){ RIM_FEATURE_VERTEX, 0 };
    hit.other = (rim_feature){ RIM_FEATURE_FACE, face < hull->face_count ? face : 0 };
    return hit;
}

static rim_hit3 shape3_face_raycast(const rim_shape3 *s, const rim_xform3 *pose, rim_ray3 ray)
{
    bool        identity = pose3_is_identity(pose);
    pose3_frame frame = pose3_frame_of(pose);
    if (!identity)
    {
        ray.origin = v3d_round(pose3_unapply(&frame, v3d_from(ray.origin)));
        ray.delta = v3d_round(m3d_unapply(frame.turn, v3d_from(ray.delta)));
    }
    rim_hit3 hit = s->kind == RIM_SHAPE3_TRIANGLE
                       ? rim_triangle_raycast(&s->triangle, ray, RIM_SIDE_BOTH)
                       : rim_polygon3_raycast(s->polygon, ray, RIM_SIDE_BOTH);
    if (identity || !hit.hit) return hit;
    hit.point = pose3_out(&frame, hit.point);
    hit.normal = hit.face_normal = pose3_turn_out(&frame, hit.normal);
    return hit;
}

rim_hit3 rim_shape3_raycast(const rim_shape3 *shape, rim_xform3 pose, rim_ray3 ray)
{
    rim_hit3    none = { .t = 1.0f };
    rim_capsule point = { ray.origin, ray.origin, 0.0f }, room;
    shape3_view v;
    rim_shape3  origin = { .kind = RIM_SHAPE3_SPHERE };
    switch (shape->kind)
    {
    case RIM_SHAPE3_SPHERE:
    case RIM_SHAPE3_CAPSULE:
        return round_sweep(&point, ray.delta, pose3_capsule(&room, shape, &pose));
    case RIM_SHAPE3_TRIANGLE:
    case RIM_SHAPE3_POLYGON:
        return shape3_face_raycast(shape, &pose, ray);
    case RIM_SHAPE3_BOX:
        if (!shape3_view_of(&v, shape, &pose)) return none;
        return shape3_hull_raycast(&v.box.hull, &v.pose, ray, v.convex.hull == NULL);
    case RIM_SHAPE3_HULL:
        if (shape->hull->kind < RIM_HULL_FLAT) return none;
        return shape3_hull_raycast(shape->hull, &pose, ray, shape->hull->kind == RIM_HULL_FLAT);
    case RIM_SHAPE3_PLANE:
        origin.sphere.center = ray.origin;
        return shape3_plane_sweep(&origin, &(rim_xform3){ 0 }, ray.delta, shape, &pose);
    default:
        return none;
    }
}

// --- bounds -------------------------------------------------------------------------------------------

rim_box3 rim_shape3_bounds(const rim_shape3 *shape, rim_xform3 pose)
{
    rim_box3    box = rim_box3_empty();
    shape3_view v;
    if (shape->kind == RIM_SHAPE3_PLANE)
        return rim_box3_make(rim_vec3_make(-INFINITY, -INFINITY, -INFINITY),
                             rim_vec3_make(INFINITY, INFINITY, INFINITY));
    if (!shape3_view_of(&v, shape, &pose) || !shape3_is_finite(&v.convex)) return box;
    mat3d  turn = m3d_from_quat(v.pose.rotation);
    vec3d  at = v3d_from(v.pose.position);
    double r = v.convex.radius;
    for (int i = 0; i < v.convex.count; i++)
    {
        vec3d    p = v3d_add(m3d_apply(turn, v3d_from(v.convex.points[i])), at);
        rim_vec3 lo =
            rim_vec3_make(float_below(p.x - r), float_below(p.y - r), float_below(p.z - r));
        rim_vec3 hi =
            rim_vec3_make(float_above(p.x + r), float_above(p.y + r), float_above(p.z + r));
        box.lo = rim_vec3_min(box.lo, lo);
        box.hi = rim_vec3_max(box.hi, hi);
    }
    return box;
}
