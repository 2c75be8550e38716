// Reference kind of bodies: the impulses of a box that hits a plane.
#include "support/reference/run.h"
#include "support/support.h"

#include "rimcast/bodies.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void reference_impulse(reference_run *run, const reference_case *c);

// Sizes of a case are lengths a second: the mass and the turn stay what they are.
static rim_vec3 scaled(reference_run *run, vec3d v)
{
    return rim_vec3_make((float)(v.x * run->scale), (float)(v.y * run->scale),
                         (float)(v.z * run->scale));
}

static double entry(reference_run *run, const reference_case *c, int row, int column)
{
    char name[32];
    snprintf(name, sizeof name, "R%d%d", row, column);
    return reference_value(run, c, name);
}

// The quaternion of a rational rotation is one of whole numbers up to a factor, which does not matter: so
// the floats are exact. The row of 4 q q^T with the largest diagonal, divided by each whole number.
static rim_quat whole_quaternion(reference_run *run, const reference_case *c)
{
    double r[3][3], q[4] = { 0 }, most = 0.0;
    for (int i = 0; i < 9; i++) r[i / 3][i % 3] = entry(run, c, i / 3, i % 3);
    double square[4][4] = {
        { 1 + r[0][0] - r[1][1] - r[2][2], r[0][1] + r[1][0], r[0][2] + r[2][0],
          r[2][1] - r[1][2] },
        { r[0][1] + r[1][0], 1 - r[0][0] + r[1][1] - r[2][2], r[1][2] + r[2][1],
          r[0][2] - r[2][0] },
        { r[0][2] + r[2][0], r[1][2] + r[2][1], 1 - r[0][0] - r[1][1] + r[2][2],
          r[1][0] - r[0][1] },
        { r[2][1] - r[1][2], r[0][2] - r[2][0], r[1][0] - r[0][1],
          1 + r[0][0] + r[1][1] + r[2][2] },
    };
    for (int i = 0; i < 4; i++)
    {
        if (square[i][i] <= most) continue;
        most = square[i][i];
        for (int k = 0; k < 4; k++) q[k] = square[i][k] / most;
    }
    for (int factor = 1; factor < 4096; factor++)
    {
        double error = 0.0;
        for (int k = 0; k < 4; k++) error = fmax(error, fabs(q[k] * factor - round(q[k] * factor)));
        if (error < 1e-9 * factor)
            return (rim_quat){ (float)round(q[0] * factor), (float)round(q[1] * factor),
                               (float)round(q[2] * factor), (float)round(q[3] * factor) };
    }
    return (rim_quat){ (float)q[0], (float)q[1], (float)q[2], (float)q[3] };
}

static vec3d triple(reference_run *run, const reference_case *c, const char *name)
{
    char  column[16];
    vec3d v;
    snprintf(column, sizeof column, "%sx", name);
    v.x = reference_value(run, c, column);
    snprintf(column, sizeof column, "%sy", name);
    v.y = reference_value(run, c, column);
    snprintf(column, sizeof column, "%sz", name);
    v.z = reference_value(run, c, column);
    return v;
}

// "x,y,z;x,y,z": fractions, which floats may not hold.
static int contacts(reference_run *run, const reference_case *c, rim_body_touch touches[8])
{
    char text[1024], *rest = text;
    snprintf(text, sizeof text, "%s", reference_cell(run, c, "contacts"));
    int count = 0;
    for (char *part; count < 8 && (part = strtok(rest, ";")) != NULL; rest = NULL)
    {
        char x[64], y[64], z[64];
        if (sscanf(part, "%63[^,],%63[^,],%63s", x, y, z) != 3) break;
        vec3d          arm = { reference_number(x), reference_number(y), reference_number(z) };
        rim_body_touch touch = { 0 };
        touch.arm = scaled(run, arm);
        touch.normal = v3d_round(triple(run, c, "n"));
        touches[count++] = touch;
    }
    reference_check(run, count == (int)reference_value(run, c, "k"), "read %d contacts", count);
    return count;
}

static rim_body body_of(reference_run *run, const reference_case *c)
{
    rim_body body =
        rim_body_box(scaled(run, triple(run, c, "h")), (float)reference_value(run, c, "mass"));
    body.friction = 0.0f;
    body.pose.rotation = whole_quaternion(run, c);
    body.velocity = scaled(run, triple(run, c, "v"));
    vec3d w = triple(run, c, "w");
    body.spin = v3d_round(w);
    return body;
}

static void check_vector(reference_run *run, const char *what, rim_vec3 actual, vec3d expected,
                         double size, int power)
{
    reference_check_near(run, what, actual.x, expected.x, size, 1e-6, power);
    reference_check_near(run, what, actual.y, expected.y, size, 1e-6, power);
    reference_check_near(run, what, actual.z, expected.z, size, 1e-6, power);
}

static double speed_of(rim_body body, const rim_body_touch *touch)
{
    vec3d v =
        v3d_add(v3d_from(body.velocity), v3d_cross(v3d_from(body.spin), v3d_from(touch->arm)));
    return v3d_dot(v, v3d_from(touch->normal));
}

// j >= 0, w >= 0, j w = 0, from the velocities before and after alone.
static void check_rule(reference_run *run, rim_body before, rim_body after,
                       const rim_body_touch *touch, double e, double size)
{
    double w = speed_of(after, touch) + e * fmin(speed_of(before, touch), 0.0);
    double j = touch->impulse / before.mass;
    reference_check(run, touch->impulse >= 0.0, "an impulse pulls: %g", touch->impulse);
    reference_check(run, w >= -1e-6 * size, "a contact bounces too little by %g", w);
    reference_check(run, fmin(j, w) <= 1e-6 * size, "j = %g and w = %g", touch->impulse, w);
}

void reference_impulse(reference_run *run, const reference_case *c)
{
    rim_body_touch touches[8];
    rim_body       before = body_of(run, c), body = before, averaged = before;
    int            count = contacts(run, c, touches);
    double         e = reference_value(run, c, "e"), speed = v3d_length(triple(run, c, "v"));
    double         spin = v3d_length(triple(run, c, "w"));
    double         reach = v3d_length(triple(run, c, "h")), largest = speed + spin * reach;

    run->largest = largest * run->scale;
    REFERENCE_FROM(run, rim_body_collide);
    bool struck = rim_body_collide(&body, touches, count, (float)e, RIM_IMPULSES_TOGETHER);
    check_vector(run, "velocity", body.velocity, v3d_scale(triple(run, c, "v1"), run->scale),
                 largest * run->scale, 1);
    check_vector(run, "spin", body.spin, triple(run, c, "w1"), largest / reach, 0);
    double fall = reference_value(run, c, "ke1") * run->scale * run->scale;
    REFERENCE_FROM(run, rim_body_energy);
    reference_check_near(run, "energy", rim_body_energy(&body), fall, fall, 4e-6, 2);
    for (int i = 0; i < count && struck; i++)
        check_rule(run, before, body, &touches[i], e, largest * run->scale);
    if (!struck)
        reference_check(run,
                        memcmp(&before.pose, &body.pose, sizeof body.pose) == 0 &&
                            memcmp(&before.velocity, &body.velocity, sizeof body.velocity) == 0 &&
                            memcmp(&before.spin, &body.spin, sizeof body.spin) == 0,
                        "changed by nothing");

    // Each contact alone, and all divided by their number, as tutorials do.
    vec3d sum = { 0.0, 0.0, 0.0 };
    for (int i = 0; i < count; i++)
    {
        rim_body alone = before;
        rim_body_collide(&alone, &touches[i], 1, (float)e, RIM_IMPULSES_TOGETHER);
        sum = v3d_add(sum, v3d_sub(v3d_from(alone.velocity), v3d_from(before.velocity)));
    }
    averaged.velocity =
        v3d_round(v3d_along(v3d_from(before.velocity), sum, count > 0 ? 1.0 / count : 0.0));
    check_vector(run, "averaged velocity", averaged.velocity,
                 v3d_scale(triple(run, c, "seed_v1"), run->scale), largest * run->scale, 1);
}
