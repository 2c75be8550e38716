// Queries of any two shapes. Spheres and capsules with each other and with faces have closed forms, planes need one
// support point, and all other pairs are searched as convex points (GJK and EPA).
#include "rimcast/convex.h"
#include "solid/query/gjk.h"
#include "solid/query/shape.h"
#include "solid/shape/contact.h"
#include "solid/shape/round.h"

// --- methods -------------------------------------------------------------------------------------

typedef enum shape3_method
{
    SHAPE3_ROUND,       // both are spheres or capsules
    SHAPE3_ROUND_FACE,  // a is a sphere or capsule, b a triangle or polygon
    SHAPE3_FACE_ROUND,  // the same with a and b exchanged
    SHAPE3_OVER_PLANE,  // b is a plane
    SHAPE3_PLANE_UNDER, // a is a plane
    SHAPE3_CONVEX       // any others, as convex points, of which two planes have none
} shape3_method;

static bool shape3_is_round(const rim_shape3 *s)
{
    return s->kind == RIM_SHAPE3_SPHERE || s->kind == RIM_SHAPE3_CAPSULE;
}

static bool shape3_is_face(const rim_shape3 *s)
{
    return s->kind == RIM_SHAPE3_TRIANGLE || s->kind == RIM_SHAPE3_POLYGON;
}

// Returns the method for a pair.
static shape3_method shape3_method_of(const rim_shape3 *a, const rim_shape3 *b)
{
    if (shape3_is_round(a) && shape3_is_round(b)) return SHAPE3_ROUND;
    if (shape3_is_round(a) && shape3_is_face(b)) return SHAPE3_ROUND_FACE;
    if (shape3_is_face(a) && shape3_is_round(b)) return SHAPE3_FACE_ROUND;
    bool under = a->kind == RIM_SHAPE3_PLANE, over = b->kind == RIM_SHAPE3_PLANE;
    if (under == over) return SHAPE3_CONVEX;
    return over ? SHAPE3_OVER_PLANE : SHAPE3_PLANE_UNDER;
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

// Returns the distance of a and b, given that of b and a.
static rim_distance3 shape3_swap_distance(rim_distance3 d)
{
    shape3_swap_points(&d.on_a, &d.on_b);
    shape3_swap_features(&d.feature_a, &d.feature_b);
    d.normal = rim_vec3_negate(d.normal);
    return d;
}

// Returns the contact of a and b, given that of b and a.
static rim_contact3 shape3_swap_contact(rim_contact3 c)
{
    if (!c.hit) return c;
    shape3_swap_points(&c.on_a, &c.on_b);
    shape3_swap_features(&c.feature_a, &c.feature_b);
    c.normal = rim_vec3_negate(c.normal);
    return c;
}

// --- spheres and capsules with faces, in the frame of the face ---------------------------------------------------

// Stores in *round the sphere or capsule a in the frame of the face b, rounded to float, and in *face this frame, which
// is the pose pb. Returns false, with *face unchanged, if both poses leave points as they are: the frame is the world then.
static bool face_pair_set(rim_capsule *round, pose3_frame *face, const rim_shape3 *a,
                          const rim_xform3 *pa, const rim_xform3 *pb)
{
    bool sphere = a->kind == RIM_SHAPE3_SPHERE;
    round->a = sphere ? a->sphere.center : a->capsule.a;
    round->b = sphere ? round->a : a->capsule.b;
    round->radius = sphere ? a->sphere.radius : a->capsule.radius;
    if (pose3_is_identity(pa) && pose3_is_identity(pb)) return false;
    pose3_frame from = pose3_frame_of(pa);
    *face = pose3_frame_of(pb);
    round->a = pose3_between(&from, face, round->a);
    round->b = sphere ? round->a : pose3_between(&from, face, round->b);
    return true;
}

// Returns the distance of a sphere or capsule and a face: computes it in the frame of the face, and transforms the result
// to the world. Lengths stay as they are.
static rim_distance3 face_distance(const rim_shape3 *a, const rim_xform3 *pa, const rim_shape3 *b,
                                   const rim_xform3 *pb)
{
    rim_capsule   round;
    pose3_frame   face;
    bool          posed = face_pair_set(&round, &face, a, pa, pb);
    rim_distance3 d = b->kind == RIM_SHAPE3_TRIANGLE
                          ? TRIANGLE_KERNEL(distance_triangle)(&round, &b->triangle)
                          : rim_capsule_distance_polygon3(round, b->polygon);
    if (!posed || !(d.distance < INFINITY)) return d;
    d.on_a = pose3_out(&face, d.on_a);
    d.on_b = pose3_out(&face, d.on_b);
    d.normal = pose3_turn_out(&face, d.normal);
    return d;
}

// Returns the contact of a sphere or capsule with a face, as face_distance.
static rim_contact3 face_contact(const rim_shape3 *a, const rim_xform3 *pa, const rim_shape3 *b,
                                 const rim_xform3 *pb)
{
    rim_capsule  round;
    pose3_frame  face;
    bool         posed = face_pair_set(&round, &face, a, pa, pb);
    rim_contact3 c = b->kind == RIM_SHAPE3_TRIANGLE
                         ? TRIANGLE_KERNEL(contact_triangle)(&round, &b->triangle)
                         : rim_capsule_contact_polygon3(round, b->polygon);
    if (!posed || !c.hit) return c;
    c.normal = pose3_turn_out(&face, c.normal);
    c.on_a = pose3_out(&face, c.on_a);
    c.on_b = pose3_out(&face, c.on_b);
    return c;
}

// Returns the sweep of a sphere or capsule by delta against a face, as face_distance.
static rim_hit3 face_sweep(const rim_shape3 *a, const rim_xform3 *pa, rim_vec3 delta,
                           const rim_shape3 *b, const rim_xform3 *pb)
{
    rim_capsule round;
    pose3_frame face;
    sweep_order order;
    bool        posed = face_pair_set(&round, &face, a, pa, pb);
    if (posed) delta = v3d_round(m3d_unapply(face.turn, v3d_from(delta)));
    rim_hit3 hit = b->kind == RIM_SHAPE3_TRIANGLE
                       ? sweep_capsule_triangle(&round, delta, &b->triangle, RIM_SIDE_BOTH, &order)
                       : rim_capsule_sweep_polygon3(round, delta, b->polygon, RIM_SIDE_BOTH);
    if (!posed || !hit.hit) return hit;
    hit.point = pose3_out(&face, hit.point);
    hit.normal = pose3_turn_out(&face, hit.normal);
    hit.face_normal = pose3_turn_out(&face, hit.face_normal);
    return hit;
}

// --- convex points ------------------------------------------------------------------------------------

typedef struct convex_pair
{
    shape3_view a, b;
} convex_pair;

// Makes the views of both shapes. Returns false if one has no points: a plane, an empty hull, a broken box.
static inline bool convex_pair_set(convex_pair *p, const rim_shape3 *a, const rim_xform3 *pa,
                                   const rim_shape3 *b, const rim_xform3 *pb)
{
    return shape3_view_of(&p->a, a, pa) && shape3_view_of(&p->b, b, pb);
}

// Returns the manifold of two shapes as convex points, and stores their contact in *contact unless that is NULL. If one
// has no points, the manifold is empty and the contact is no hit.
static rim_manifold3 shape3_convex_manifold(const rim_shape3 *a, const rim_xform3 *pa,
                                            const rim_shape3 *b, const rim_xform3 *pb,
                                            rim_contact3 *contact)
{
    convex_pair p;
    if (!convex_pair_set(&p, a, pa, b, pb))
    {
        if (contact) *contact = (rim_contact3){ .hit = false };
        return (rim_manifold3){ .count = 0 };
    }
    return manifold_with_slack(&p.a.convex, &p.a.pose, &p.b.convex, &p.b.pose, 0.0, NULL, contact);
}

bool sweep_set_side(rim_hit3 *hit, rim_polygon3 polygon, const rim_xform3 *pose, rim_vec3 delta)
{
    local_frame frame = local_frame_at(polygon.points[0], polygon_magnitude(polygon));
    flat_face   face = flat_face_of_polygon(&frame, polygon);
    mat3d       turn = m3d_from_quat(pose->rotation);
    if (!(face.square > 0.0)) return false;
    double along = v3d_dot(face.normal, m3d_unapply(turn, v3d_from(delta)));
    vec3d  normal = m3d_unapply(turn, v3d_from(hit->normal));
    hit->back = flat_face_is_hit_behind(face.normal, along, normal);
    double length = sqrt(face.square);
    face.normal = v3d_scale(face.normal, hit->back ? -1.0 / length : 1.0 / length);
    hit->face_normal = v3d_round(m3d_apply(turn, face.normal));
    return true;
}

// Calls sweep_set_side if there is a hit and s is a triangle or polygon.
static rim_hit3 shape3_with_side(rim_hit3 hit, const rim_shape3 *s, const rim_xform3 *pose,
                                 rim_vec3 delta)
{
    if (hit.hit && s->kind == RIM_SHAPE3_TRIANGLE)
        sweep_set_side(&hit, polygon_of_triangle(&s->triangle), pose, delta);
    if (hit.hit && s->kind == RIM_SHAPE3_POLYGON) sweep_set_side(&hit, s->polygon, pose, delta);
    return hit;
}

// Returns the sweep of two convex shapes; a miss if one has no points.
static rim_hit3 shape3_convex_sweep(const rim_shape3 *a, const rim_xform3 *pa, rim_vec3 delta,
                                    const rim_shape3 *b, const rim_xform3 *pb)
{
    convex_pair p;
    sweep_order order;
    if (!convex_pair_set(&p, a, pa, b, pb)) return (rim_hit3){ .t = 1.0f };
    rim_hit3 hit =
        sweep_convex_translating(&p.a.convex, &p.a.pose, delta, &p.b.convex, &p.b.pose, &order);
    return shape3_with_side(hit, b, pb, delta);
}

// --- queries ----------------------------------------------------------------------------------------

// Returns the distance by the method of the pair; INFINITY if a shape has no points, or both are planes. If the method is
// written for the other order (SHAPE3_FACE_ROUND, SHAPE3_PLANE_UNDER), computes the distance of b and a, and exchanges
// points, features and the normal's direction. In the other order such a pair has a method of its own.
rim_distance3 rim_shape3_distance(const rim_shape3 *a, rim_xform3 pa, const rim_shape3 *b,
                                  rim_xform3 pb)
{
    rim_capsule ra, rb;
    convex_pair p;
    switch (shape3_method_of(a, b))
    {
    case SHAPE3_ROUND:
        return round_distance(pose3_capsule(&ra, a, &pa), pose3_capsule(&rb, b, &pb));
    case SHAPE3_ROUND_FACE:
        return face_distance(a, &pa, b, &pb);
    case SHAPE3_OVER_PLANE:
        return shape3_plane_distance(a, &pa, b, &pb);
    case SHAPE3_FACE_ROUND:
    case SHAPE3_PLANE_UNDER:
        return shape3_swap_distance(rim_shape3_distance(b, pb, a, pa));
    default:
        if (!convex_pair_set(&p, a, &pa, b, &pb)) return (rim_distance3){ .distance = INFINITY };
        return gjk_distance(&p.a.convex, &p.a.pose, &p.b.convex, &p.b.pose, NULL);
    }
}

rim_contact3 rim_shape3_contact(const rim_shape3 *a, rim_xform3 pa, const rim_shape3 *b,
                                rim_xform3 pb)
{
    rim_capsule ra, rb;
    convex_pair p;
    switch (shape3_method_of(a, b))
    {
    case SHAPE3_ROUND:
        return round_contact(pose3_capsule(&ra, a, &pa), pose3_capsule(&rb, b, &pb));
    case SHAPE3_ROUND_FACE:
        return face_contact(a, &pa, b, &pb);
    case SHAPE3_OVER_PLANE:
        return shape3_plane_contact(a, &pa, b, &pb);
    case SHAPE3_FACE_ROUND:
    case SHAPE3_PLANE_UNDER:
        return shape3_swap_contact(rim_shape3_contact(b, pb, a, pa));
    default:
        if (!convex_pair_set(&p, a, &pa, b, &pb)) return (rim_contact3){ .hit = false };
        return contact3_of_convex(&p.a.convex, &p.a.pose, &p.b.convex, &p.b.pose, NULL);
    }
}

bool rim_shape3_overlaps(const rim_shape3 *a, rim_xform3 pa, const rim_shape3 *b, rim_xform3 pb)
{
    convex_pair p;
    if (shape3_method_of(a, b) != SHAPE3_CONVEX) return rim_shape3_contact(a, pa, b, pb).hit;
    return convex_pair_set(&p, a, &pa, b, &pb) &&
           gjk_overlaps(&p.a.convex, &p.a.pose, &p.b.convex, &p.b.pose);
}

static rim_manifold3 shape3_swap_manifold(rim_manifold3 m)
{
    for (int i = 0; i < m.count; i++) shape3_swap_points(&m.points[i].on_a, &m.points[i].on_b);
    if (m.count > 0) m.normal = rim_vec3_negate(m.normal);
    return m;
}

// Returns a manifold of one point. Its key is made of the features of both shapes: 2 bits of the kind and 14 of the index,
// of a above those of b.
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

// Returns the contact points of two shapes. Only convex shapes and planes have manifolds of several points; other pairs
// have that of their contact.
rim_manifold3 rim_shape3_manifold(const rim_shape3 *a, rim_xform3 pa, const rim_shape3 *b,
                                  rim_xform3 pb, rim_contact3 *contact)
{
    rim_contact3  own;
    shape3_method method = shape3_method_of(a, b);
    if (method == SHAPE3_CONVEX) return shape3_convex_manifold(a, &pa, b, &pb, contact);
    own = rim_shape3_contact(a, pa, b, pb);
    if (contact) *contact = own;
    if (method == SHAPE3_OVER_PLANE) return shape3_plane_manifold(a, &pa, b, &pb);
    if (method == SHAPE3_PLANE_UNDER)
        return shape3_swap_manifold(shape3_plane_manifold(b, &pb, a, &pa));
    return shape3_manifold_of_contact(&own);
}

// Returns the hit of the plane a, moved by delta against the convex shape b in the pose pb. `hit` is that of the
// opposite query: b, moved by -delta against a. There a rests at its start, so the point is moved by the motion of a
// until t. It is on the plane a, and `depth` behind it is b's. The face normal is the plane's; `back` is that of b.
static rim_hit3 shape3_swap_hit(rim_hit3 hit, rim_vec3 delta, const rim_shape3 *b,
                                const rim_xform3 *pb)
{
    if (!hit.hit) return hit;
    vec3d on_b = v3d_along(v3d_from(hit.point), v3d_from(hit.normal), -(double)hit.depth);
    hit.point = v3d_round(v3d_along(on_b, v3d_from(delta), hit.t));
    hit.normal = hit.face_normal = rim_vec3_negate(hit.normal);
    hit.back = shape3_with_side(hit, b, pb, delta).back;
    shape3_swap_features(&hit.mover, &hit.other);
    return hit;
}

rim_hit3 rim_shape3_sweep(const rim_shape3 *a, rim_xform3 pa, rim_vec3 delta, const rim_shape3 *b,
                          rim_xform3 pb)
{
    rim_capsule ra, rb;
    switch (shape3_method_of(a, b))
    {
    case SHAPE3_ROUND:
        return round_sweep(pose3_capsule(&ra, a, &pa), delta, pose3_capsule(&rb, b, &pb));
    case SHAPE3_ROUND_FACE:
        return face_sweep(a, &pa, delta, b, &pb);
    case SHAPE3_OVER_PLANE:
        return shape3_plane_sweep(a, &pa, delta, b, &pb);
    case SHAPE3_PLANE_UNDER:
        return shape3_swap_hit(shape3_plane_sweep(b, &pb, rim_vec3_negate(delta), a, &pa), delta, b,
                               &pb);
    default:
        return shape3_convex_sweep(a, &pa, delta, b, &pb);
    }
}

// Makes the view of a shape that will turn about the position of *pose. The view's own pose turns about that position,
// too, unless the shape is a box whose own pose has a position. The corners of such a box are moved by its own pose and
// stored in `corners`, which the view borrows, and the view's pose becomes *pose. Returns false if the shape has no
// points, or if a number of a pose is not finite.
static bool shape3_view_to_turn(shape3_view *v, rim_vec3 corners[8], const rim_shape3 *s,
                                const rim_xform3 *pose)
{
    if (!shape3_view_of(v, s, pose) || !pose_is_finite(v->pose)) return false;
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
    if (vec3_magnitude(motion.axis) * motion.angle == 0.0)
        return rim_shape3_sweep(a, pa, motion.delta, b, pb);
    if (!shape3_view_to_turn(&va, corners, a, &pa)) return none;
    if (b->kind == RIM_SHAPE3_PLANE)
        return sweep_convex_turning_plane(va.convex, va.pose, motion, b, &pb);
    if (!shape3_view_of(&vb, b, &pb)) return none;
    rim_hit3 hit = sweep_convex_turning(va.convex, va.pose, motion, vb.convex, vb.pose);
    return shape3_with_side(hit, b, &pb, rim_vec3_make(0.0f, 0.0f, 0.0f)); // by the normal
}
