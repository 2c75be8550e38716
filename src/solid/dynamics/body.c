// The rotation of a free body.
//
// In the body's own frame, with the inertia I = diag, the spin w and the torque t,
//
//      I w' = t - w x I w.
//
// The implicit midpoint rule over a time h, with m = (w0 + w1) / 2,
//
//      I (w1 - w0) = h (t - m x I m),                                                            (1)
//
// keeps the energy of a free body exactly: multiply (1) by m, and w1 I w1 / 2 = w0 I w0 / 2 remains. It also
// keeps the length of I w (multiply by I m). If the body is turned meanwhile by Cayley's rotation
//
//      C = (1 - h/2 [m])^-1 (1 + h/2 [m]),         the quaternion (h/2 m, 1) up to its length,
//
// then I w1 = C^T I w0 is just (1) for t = 0: the angular momentum in the world, R I w, stays what it is,
// direction and all. Neither explicit Euler, which gains energy, nor leaving out m x I m, which lets a
// spanner spin as if it were a ball, does that.
// (Lewis and Simo, "Conserving algorithms for the dynamics of Hamiltonian systems on Lie groups", 1994.)
#include "base/float.h"
#include "solid/dynamics/body.h"

#include <math.h>

// a x = b by Cramer's rule; a by columns.
static vec3d solve3(mat3d a, vec3d b)
{
    vec3d  yz = v3d_cross(a.y, a.z), zx = v3d_cross(a.z, a.x), xy = v3d_cross(a.x, a.y);
    double scale = 1.0 / v3d_dot(a.x, yz);
    return v3d(scale * v3d_dot(b, yz), scale * v3d_dot(b, zx), scale * v3d_dot(b, xy));
}

static vec3d body_turn_times(vec3d a, vec3d b)
{
    return v3d(a.x * b.x, a.y * b.y, a.z * b.z);
}

// (1) for w1 by Newton's method; its derivative by w1 is  I + h/2 ([m] I - [I m]).
static vec3d midpoint(vec3d inertia, vec3d w0, vec3d torque, double h)
{
    vec3d w1 = w0;
    for (int round = 0; round < 10; round++)
    {
        vec3d  m = v3d_scale(v3d_add(w0, w1), 0.5), im = body_turn_times(inertia, m);
        vec3d  push = v3d_sub(torque, v3d_cross(m, im));
        vec3d  rest = v3d_along(body_turn_times(inertia, v3d_sub(w1, w0)), push, -h);
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
        if (v3d_length2(step) <= 0x1p-100 * v3d_length2(w1)) break;
    }
    return w1;
}

typedef struct quatd
{
    double x, y, z, w;
} quatd;

static quatd quat_mul(quatd a, quatd b)
{
    return (quatd){ a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                    a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                    a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                    a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z };
}

static quatd quat_unit(quatd q)
{
    double length = sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    double s = length > 0.0 ? 1.0 / length : 0.0;
    return (quatd){ q.x * s, q.y * s, q.z * s, length > 0.0 ? q.w * s : 1.0 };
}

static quatd quat_from(rim_quat q)
{
    quatd d = { q.x, q.y, q.z, q.w };
    return quat_unit(d);
}

static rim_quat quat_round(quatd q)
{
    q = quat_unit(q);
    return rim_quat_make((float)q.x, (float)q.y, (float)q.z, (float)q.w);
}

static vec3d quat_apply(quatd q, vec3d v)
{
    vec3d u = { q.x, q.y, q.z }, c = v3d_cross(u, v);
    return v3d_along(v3d_along(v, c, 2.0 * q.w), v3d_cross(u, c), 2.0);
}

rim_quat body_rotated(rim_quat rotation, vec3d spin, double time)
{
    double k = 0.5 * time;
    quatd  by = { k * spin.x, k * spin.y, k * spin.z, 1.0 };
    return quat_round(quat_mul(by, quat_from(rotation)));
}

// Newton's method ends well below this much of a turn, and accuracy is good.
#define TURN_AT_ONCE 0.25
#define TURN_PARTS 128

void body_rotate(const mass_properties *mass, vec3d torque, double time, rim_quat *rotation,
                 vec3d *spin)
{
    quatd  at = quat_from(*rotation), back = { -at.x, -at.y, -at.z, at.w };
    vec3d  w = quat_apply(back, *spin);
    double angle = (v3d_length(w) + time * v3d_length(body_inverse_inertia(mass, torque))) * time;
    int    parts = float_floor_int(angle / TURN_AT_ONCE);
    parts = 1 + (parts < TURN_PARTS ? parts : TURN_PARTS);
    double h = time / parts;
    for (int i = 0; i < parts; i++)
    {
        quatd inverse = { -at.x, -at.y, -at.z, at.w };
        vec3d w1 = midpoint(mass->inertia, w, quat_apply(inverse, torque), h);
        vec3d m = v3d_scale(v3d_add(w, w1), 0.25 * h);
        quatd by = { m.x, m.y, m.z, 1.0 };
        at = quat_unit(quat_mul(at, by));
        w = w1;
    }
    // By the rounded rotation, so that the energy is that of w to all digits.
    *rotation = quat_round(at);
    *spin = quat_apply(quat_from(*rotation), w);
}

// --- the body as a value ---------------------------------------------------------------------------

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
