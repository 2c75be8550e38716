// The rotation of a free body.
//
// In the body's own frame, with the inertia I = diag and the spin w,
//
//      I w' = -w x I w.
//
// The implicit midpoint rule over a time h, with m = (w0 + w1) / 2,
//
//      I (w1 - w0) = -h m x I m,                                                                 (1)
//
// keeps the energy of a free body exactly: multiply (1) by m, and w1 I w1 / 2 = w0 I w0 / 2 remains. It also
// keeps the length of I w (multiply by I m). If the body is turned meanwhile by Cayley's rotation
//
//      C = (1 - h/2 [m])^-1 (1 + h/2 [m]),         the quaternion (h/2 m, 1) up to its length,
//
// then I w1 = C^T I w0 is just (1): the angular momentum in the world, R I w, stays what it is,
// direction and all. Neither explicit Euler, which gains energy, nor leaving out m x I m, which lets a
// spanner spin as if it were a ball, does that.
// (Lewis and Simo, "Conserving algorithms for the dynamics of Hamiltonian systems on Lie groups", 1994.)
#include "base/float.h"
#include "base/quatd.h"
#include "solid/dynamics/body.h"
#include "solid/query/shape.h"

#include <math.h>

// Returns x with  a x = b,  by Cramer's rule; a is given by columns.
static vec3d solve3(mat3d a, vec3d b)
{
    vec3d  yz = v3d_cross(a.y, a.z), zx = v3d_cross(a.z, a.x), xy = v3d_cross(a.x, a.y);
    double scale = 1.0 / v3d_dot(a.x, yz);
    return v3d(scale * v3d_dot(b, yz), scale * v3d_dot(b, zx), scale * v3d_dot(b, xy));
}

// Returns the w1 of (1), in the body's frame, by Newton's method, or w0 if a step is not finite. With [v] the matrix
// for which [v] y = v x y, the derivative of (1) by w1 is  I + h/2 ([m] I - [I m]).  In the code, `rest` is the left
// side of (1) minus the right side, d is the derivative, by columns, and im is I m.
static vec3d midpoint(vec3d inertia, vec3d w0, double h)
{
    // Explicit Euler's step to begin with.
    vec3d turning = v3d_cross(w0, diagonal_times(inertia, w0));
    vec3d w1 = v3d_sub(
        w0, v3d(h * turning.x / inertia.x, h * turning.y / inertia.y, h * turning.z / inertia.z));
    for (int round = 0; round < 10; round++)
    {
        vec3d  m = v3d_scale(v3d_add(w0, w1), 0.5), im = diagonal_times(inertia, m);
        vec3d  rest = v3d_along(diagonal_times(inertia, v3d_sub(w1, w0)), v3d_cross(m, im), h);
        // Column j of [m] I is  I_j (m x e_j), that of [I m] is  (I m) x e_j.
        double k = 0.5 * h;
        mat3d  d = {
             { inertia.x, k * (inertia.x * m.z - im.z), k * (im.y - inertia.x * m.y) },
             { k * (im.z - inertia.y * m.z), inertia.y, k * (inertia.y * m.x - im.x) },
             { k * (inertia.z * m.y - im.y), k * (im.x - inertia.z * m.x), inertia.z },
        };
        vec3d step = solve3(d, rest);
        if (!float_is_finite(v3d_length2(step))) return w0;
        w1 = v3d_sub(w1, step);
        // The error that is left is about the square of the last step.
        if (v3d_length2(step) <= 0x1p-56 * v3d_length2(w1)) break;
    }
    return w1;
}

// Applies Cayley's rotation by the turn h m, which is the quaternion (h/2 m, 1) up to its length.
rim_quat body_rotated(rim_quat rotation, const vec3d *turn)
{
    quatd by = { 0.5 * turn->x, 0.5 * turn->y, 0.5 * turn->z, 1.0 };
    return quatd_round(quatd_mul(by, quatd_from(rotation)));
}

// At most TURN_PARTS + 1 parts of a turn are made, so faster bodies turn in parts larger than TURN_AT_ONCE.
#define TURN_PARTS 128

// Makes the turn in equal parts of time h, in the body's frame, where w is the spin. Each part is Cayley's rotation by
// h m, with the mean spin m = (w + w1) / 2. The quaternion of this rotation is (h/2 m, 1).
void body_rotate(const mass_properties *mass, double time, rim_quat *rotation, vec3d *spin)
{
    quatd at = quatd_from(*rotation), back = { -at.x, -at.y, -at.z, at.w };
    vec3d w = quatd_apply(back, *spin);
    int   parts = float_floor_int(v3d_length(w) * time / TURN_AT_ONCE);
    parts = 1 + (parts < TURN_PARTS ? parts : TURN_PARTS);
    double h = time / parts;
    for (int i = 0; i < parts; i++)
    {
        vec3d w1 = midpoint(mass->inertia, w, h);
        vec3d m = v3d_scale(v3d_add(w, w1), 0.25 * h); // h/2 times the mean spin
        quatd by = { m.x, m.y, m.z, 1.0 };
        at = quatd_unit(quatd_mul(at, by));
        w = w1;
    }
    // The rounded rotation takes w to the world, so that the energy in the world is that of w to all digits.
    *rotation = quatd_round(at);
    *spin = quatd_apply(quatd_from(*rotation), w);
}

// --- the body as a value ---------------------------------------------------------------------------

// Computes the inertia: a box with the half extents x, y, z has  m (y^2 + z^2) / 3  about its x axis.
rim_body rim_body_box(rim_vec3 half, float mass)
{
    double   x = (double)half.x * half.x, y = (double)half.y * half.y, z = (double)half.z * half.z;
    rim_body body = { 0 };
    body.pose = rim_xform3_identity();
    body.friction = 0.6f;
    body.half = half;
    body.mass = mass;
    body.inertia = v3d_round(v3d(mass * (y + z) / 3.0, mass * (z + x) / 3.0, mass * (x + y) / 3.0));
    return body;
}

// Returns the body of a sphere, capsule, box or hull at `pose`. It has mass 0 if the mass or shape is not valid. A box
// is its own frame. The frame of any other body has its origin at the center of mass, and the principal axes.
rim_body rim_body_from_shape(const rim_shape3 *shape, rim_xform3 pose, float mass)
{
    static const rim_body none = { .mass = 0.0f };
    bool                  is_box = shape->kind == RIM_SHAPE3_BOX;
    rim_vec3              half = is_box ? shape->box.half : rim_vec3_make(1.0f, 1.0f, 1.0f);
    rim_body              body = rim_body_box(half, mass);
    shape3_inertia        own;
    RIM_ASSERT(shape->kind != RIM_SHAPE3_HULL || shape->hull, "the hull of a shape is NULL");
    if (!(mass > 0.0f) || !(is_box || shape3_inertia_of(&own, shape))) return none;
    body.pose = rim_xform3_mul(pose, is_box ? shape->box.pose : own.frame);
    if (!is_box)
    {
        body.shape = *shape;
        body.shape_pose = rim_xform3_inverse(own.frame);
        rim_box3 bounds = rim_shape3_bounds(shape, body.shape_pose);
        body.half = rim_vec3_max(bounds.hi, rim_vec3_negate(bounds.lo)); // to either side
        body.inertia = v3d_round(v3d_scale(own.inertia, (double)mass));
    }
    return body_is_valid(&body) ? body : none;
}

rim_xform3 rim_body_shape_pose(const rim_body *body)
{
    if (body->shape.kind == RIM_SHAPE3_NONE) return body->pose;
    return rim_xform3_mul(body->pose, body->shape_pose);
}

static bool is_positive3(rim_vec3 v)
{
    return vec3_is_finite(v) && v.x > 0.0f && v.y > 0.0f && v.z > 0.0f;
}

static bool is_coefficient(float x)
{
    return x >= 0.0f && float_is_finite(x);
}

// Returns true if bodies may have this shape in this pose: none (a box of `half`), a hull with points, or a sphere or
// capsule with finite bounds that are not empty, as those of a NaN or a negative radius are. A hull's points are
// finite.
static bool is_body_shape(const rim_body *b)
{
    rim_shape3_kind kind = b->shape.kind;
    if (!pose_is_finite(b->shape_pose)) return false;
    if (kind == RIM_SHAPE3_NONE) return true;
    if (kind == RIM_SHAPE3_HULL) return b->shape.hull && rim_hull_convex(b->shape.hull).count > 0;
    rim_box3 bounds = rim_shape3_bounds(&b->shape, b->shape_pose);
    return (kind == RIM_SHAPE3_SPHERE || kind == RIM_SHAPE3_CAPSULE) &&
           !rim_box3_is_empty(bounds) && vec3_is_finite(bounds.lo) && vec3_is_finite(bounds.hi);
}

bool body_state_is_finite(const rim_body *b)
{
    return pose_is_finite(b->pose) && vec3_is_finite(b->velocity) && vec3_is_finite(b->spin);
}

bool body_is_valid(const rim_body *b)
{
    return body_state_is_finite(b) && is_positive3(b->half) && is_positive3(b->inertia) &&
           b->mass > 0.0f && float_is_finite(b->mass) && vec3_is_finite(b->force) &&
           vec3_is_finite(b->torque) && float_is_finite(b->still) &&
           is_coefficient(b->restitution) && is_coefficient(b->friction) &&
           is_coefficient(b->damping) && is_coefficient(b->spin_damping) && is_body_shape(b);
}

double rim_body_energy(const rim_body *body)
{
    mass_properties mass = body_mass_properties(body);
    body_motion     motion = { v3d_from(body->velocity), v3d_from(body->spin) };
    return body_energy_of(&mass, motion);
}

double rim_body_potential(const rim_body *body, rim_vec3 gravity)
{
    return -(double)body->mass * v3d_dot(v3d_from(gravity), v3d_from(body->pose.position));
}
