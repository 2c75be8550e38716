// Reference kind of movers: the closest move among planes, and the closest velocity.
#include "support/reference/run.h"
#include "support/support.h"

#include "rimcast/mover.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void reference_mover_planes(reference_run *run, const reference_case *c);

enum
{
    MOST = 64
};

// "nx,ny,nz,c;...", fractions, which floats may not hold.
static int read_planes(reference_run *run, const reference_case *c, rim_plane *planes)
{
    char text[4096], *rest = text, *part;
    int  count = 0;
    snprintf(text, sizeof text, "%s", reference_cell(run, c, "planes"));
    for (; count < MOST && (part = strtok(rest, ";")) != NULL; rest = NULL)
    {
        char v[4][64];
        if (sscanf(part, "%63[^,],%63[^,],%63[^,],%63s", v[0], v[1], v[2], v[3]) != 4) break;
        planes[count].normal =
            rim_vec3_make((float)reference_number(v[0]), (float)reference_number(v[1]),
                          (float)reference_number(v[2]));
        planes[count++].offset = reference_length(run, reference_number(v[3]));
    }
    reference_check(run, count == (int)reference_value(run, c, "k"), "read %d planes", count);
    return count;
}

// Nothing here has a place.
static vec3d triple(reference_run *run, const reference_case *c, const char *name)
{
    double v[3];
    for (int i = 0; i < 3; i++)
    {
        char column[16];
        snprintf(column, sizeof column, "%s%c", name, 'x' + i);
        v[i] = reference_number(reference_cell(run, c, column));
    }
    return v3d(v[0] * run->scale, v[1] * run->scale, v[2] * run->scale);
}

static void check_vector(reference_run *run, const char *what, rim_vec3 actual, vec3d expected,
                         double size)
{
    reference_check_near(run, what, actual.x, expected.x, size, 1e-6, 1);
    reference_check_near(run, what, actual.y, expected.y, size, 1e-6, 1);
    reference_check_near(run, what, actual.z, expected.z, size, 1e-6, 1);
}

static void check_order(reference_run *run, const rim_plane *planes, int count, rim_vec3 wanted,
                        rim_move3 move)
{
    rim_plane turned[MOST];
    for (int i = 0; i < count; i++) turned[i] = planes[count - 1 - i];
    rim_move3 again = rim_mover_move(wanted, turned, count);
    reference_check(run, memcmp(&again.motion, &move.motion, sizeof move.motion) == 0,
                    "another order gives another move");
}

void reference_mover_planes(reference_run *run, const reference_case *c)
{
    rim_plane planes[MOST];
    int       count = read_planes(run, c, planes);
    vec3d     wish = triple(run, c, "t"), speed = triple(run, c, "v");
    run->largest = v3d_length(wish);
    for (int i = 0; i < count; i++) run->largest = fmax(run->largest, fabs(planes[i].offset));

    REFERENCE_FROM(run, rim_mover_move);
    rim_move3 move = rim_mover_move(v3d_round(wish), planes, count);
    bool      possible = strcmp(reference_cell(run, c, "status"), "ok") == 0;
    reference_check(run, move.stuck == !possible, "stuck is %d", move.stuck);
    if (possible)
        check_vector(run, "motion", move.motion, triple(run, c, "x"), run->largest);
    else
        reference_check(run, move.left > 0.0f, "stuck with nothing left");
    check_order(run, planes, count, v3d_round(wish), move);

    REFERENCE_FROM(run, rim_mover_velocity);
    rim_vec3 velocity = rim_mover_velocity(v3d_round(speed), planes, count);
    check_vector(run, "velocity", velocity, triple(run, c, "cv"), v3d_length(speed));
}
