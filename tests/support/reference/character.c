// Reference kind of characters: scenes with a known outcome.
#include "support/reference/run.h"
#include "support/support.h"

#include "rimcast/character.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void reference_character(reference_run *run, const reference_case *c);

enum
{
    MOST = 512
};

// Where a statement gives no tolerance.
#define NEAR 0.02

typedef struct scene
{
    rim_vec3          points[MOST];
    rim_triangle      triangles[MOST];
    rim_triangle_list list;
    rim_character     hero;
    rim_vec3          wish;
    int               ticks;
    float             dt;
} scene;

// What is asked about at the end, about the lower centre.
typedef struct record
{
    vec3d  end; // as if the case had not been moved or scaled
    double least_y, most_z, most_x, start_y, wall;
    bool   always_grounded, was_airborne, walled;
    vec3d *path; // one place a tick
} record;

static double word(const reference_line *line, int i)
{
    return i < line->count ? reference_number(line->words[i]) : NAN;
}

static double after(const reference_line *line, const char *name)
{
    for (int i = 1; i + 1 < line->count; i++)
        if (strcmp(line->words[i], name) == 0) return reference_number(line->words[i + 1]);
    return NAN;
}

static int index_of(const reference_line *line, const char *name)
{
    for (int i = 1; i < line->count; i++)
        if (strcmp(line->words[i], name) == 0) return i;
    return 0;
}

static void read_mesh(scene *s, reference_run *run, const reference_case *c)
{
    int points = 0, triangles = 0;
    for (int i = 0; i < c->line_count; i++)
    {
        const reference_line *line = &c->lines[i];
        if (strcmp(line->words[0], "v") == 0 && points < MOST)
            s->points[points++] =
                reference_point_at(run, word(line, 1), word(line, 2), word(line, 3));
        if (strcmp(line->words[0], "t") != 0 || triangles == MOST) continue;
        rim_triangle *t = &s->triangles[triangles++];
        t->a = s->points[(int)word(line, 1)];
        t->b = s->points[(int)word(line, 2)];
        t->c = s->points[(int)word(line, 3)];
    }
    s->list.triangles = s->triangles;
    s->list.count = triangles;
    reference_check(run, triangles > 0 && triangles < MOST, "read %d triangles", triangles);
}

static void read_scene(scene *s, reference_run *run, const reference_case *c)
{
    const reference_line *capsule = reference_find(c, "capsule", 0);
    const reference_line *params = reference_find(c, "params", 0);
    read_mesh(s, run, c);
    double r = after(capsule, "r"), length = after(capsule, "len");
    int    start = index_of(capsule, "start"), speed = index_of(params, "speed");
    vec3d  at = { word(capsule, start + 1), word(capsule, start + 2), word(capsule, start + 3) };
    s->hero =
        rim_character_capsule(reference_point_at(run, at.x, at.y - r, at.z),
                              reference_length(run, r), reference_length(run, length + 2.0 * r));
    s->hero.step = s->hero.snap = reference_length(run, after(params, "step"));
    double slope = after(params, "slope_deg") * 3.14159265358979 / 180.0;
    s->hero.slope = (float)(slope + 1e-4);
    s->hero.gravity = reference_length(run, -after(params, "gravity"));
    s->wish = rim_vec3_make(reference_length(run, word(params, speed + 1)), 0.0f,
                            reference_length(run, word(params, speed + 2)));
    s->ticks = (int)after(params, "ticks");
    const char *dt = params->words[index_of(params, "dt") + 1];
    s->dt = (float)reference_number(dt);
    run->inexact = run->inexact && false; // 1/60 is no float, and rounding is not what is asked
}

static vec3d lower_centre(const reference_run *run, const scene *s)
{
    vec3d p = v3d_add(v3d_from(s->hero.position), v3d_from(s->hero.rest));
    p.y += s->hero.radius;
    return v3d(p.x / run->scale - run->shift, p.y / run->scale - run->shift,
               p.z / run->scale - run->shift);
}

static void play(record *r, reference_run *run, scene *s, const reference_line *wall)
{
    rim_world3 world = rim_triangle_list_world(&s->list);
    vec3d      p = lower_centre(run, s);
    r->start_y = r->least_y = p.y;
    r->most_z = fabs(p.z);
    r->most_x = p.x;
    r->always_grounded = true;
    for (int i = 0; i < s->ticks; i++)
    {
        rim_walk walk = rim_character_step(&s->hero, world, s->wish, s->dt);
        p = lower_centre(run, s);
        r->path[i] = p;
        r->least_y = fmin(r->least_y, p.y);
        r->most_z = fmax(r->most_z, fabs(p.z));
        r->most_x = fmax(r->most_x, p.x);
        r->always_grounded = r->always_grounded && walk.grounded;
        r->was_airborne = r->was_airborne || !walk.grounded;
        reference_check(run, !walk.stuck && !walk.cut, "stuck %d, cut %d", walk.stuck, walk.cut);
        if (!wall) continue;
        double d = word(wall, 2) * p.x + word(wall, 3) * p.z - word(wall, 4);
        r->walled = r->walled || walk.wall >= 0;
        reference_check(run, d < word(wall, 5), "inside the wall by %g", d);
    }
    r->end = p;
    REFERENCE_FROM(run, rim_character_step);
    reference_answer(run, s->hero.position.x, 1);
    reference_answer(run, s->hero.position.y, 1);
    reference_answer(run, s->hero.position.z, 1);
}

static void near(reference_run *run, const char *what, double actual, double expected, double slack)
{
    reference_check(run, fabs(actual - expected) <= slack, "%s is %g, not %g", what, actual,
                    expected);
}

// The last ticks, but not before it can have come there at the speed that it wishes for.
static void still(reference_run *run, const scene *s, const record *r, const reference_line *line)
{
    double way = fmax(fabs(r->end.x / s->wish.x), fabs(r->end.z / s->wish.z)) * run->scale;
    int    first = (int)fmax(s->ticks - word(line, 2), way / s->dt);
    reference_check(run, first < s->ticks - 5, "still for %d ticks only", s->ticks - first);
    for (int i = first; i < s->ticks; i++)
        reference_check(run, v3d_length(v3d_sub(r->path[i], r->end)) <= word(line, 3),
                        "moves at tick %d", i);
}

static void expect(reference_run *run, const scene *s, const record *r, const reference_line *line)
{
    const char *what = line->words[1];
    double      value = word(line, 2);
    bool        known = true;
    if (strcmp(what, "x_near") == 0)
        near(run, what, r->end.x, value, NEAR);
    else if (strcmp(what, "z_near") == 0)
        near(run, what, r->end.z, value, NEAR);
    else if (strcmp(what, "bottom_y_near") == 0)
        near(run, what, r->end.y, value, NEAR);
    else if (strcmp(what, "x_min") == 0)
        reference_check(run, r->end.x >= value, "x is %g < %g", r->end.x, value);
    else if (strcmp(what, "x_max") == 0)
        reference_check(run, r->most_x <= value, "x is %g > %g", r->most_x, value);
    else if (strcmp(what, "y_max_gain") == 0)
        reference_check(run, r->end.y - r->start_y <= value + NEAR, "rises %g",
                        r->end.y - r->start_y);
    else if (strcmp(what, "bottom_y_max") == 0)
        reference_check(run, r->end.y <= value, "y is %g > %g", r->end.y, value);
    else if (strcmp(what, "bottom_y_min_ever") == 0)
        reference_check(run, r->least_y >= value - NEAR, "y was %g < %g", r->least_y, value);
    else if (strcmp(what, "z_abs_max") == 0)
        reference_check(run, r->most_z <= value, "|z| was %g > %g", r->most_z, value);
    else if (strcmp(what, "grounded") == 0)
        reference_check(run, s->hero.grounded == (value != 0.0), "grounded %d", s->hero.grounded);
    else if (strcmp(what, "always_grounded") == 0)
        reference_check(run, r->always_grounded, "was in the air");
    else if (strcmp(what, "was_airborne") == 0)
        reference_check(run, r->was_airborne, "was never in the air");
    else if (strcmp(what, "never_beyond_wall") == 0)
        reference_check(run, r->most_x <= word(line, 3), "x was %g", r->most_x);
    else if (strcmp(what, "on_plane") == 0)
        near(run, what,
             word(line, 2) * r->end.x + word(line, 3) * r->end.y + word(line, 4) * r->end.z,
             word(line, 5), word(line, 6));
    else if (strcmp(what, "on_wall") == 0 && r->walled)
        near(run, what, word(line, 2) * r->end.x + word(line, 3) * r->end.z, word(line, 4),
             word(line, 5));
    else if (strcmp(what, "still") == 0)
        still(run, s, r, line);
    else
        known = strcmp(what, "inside_wall_never") == 0 || strcmp(what, "on_wall") == 0;
    reference_check(run, known, "does not know '%s'", what);
}

void reference_character(reference_run *run, const reference_case *c)
{
    static scene          s;
    record                r = { 0 };
    const reference_line *wall = NULL;
    read_scene(&s, run, c);
    r.path = calloc((size_t)s.ticks, sizeof *r.path);
    for (int i = 0; i < c->line_count; i++)
        if (c->lines[i].count > 1 && strcmp(c->lines[i].words[1], "on_wall") == 0)
            wall = &c->lines[i];
    play(&r, run, &s, wall);
    for (int i = 0; i < c->line_count; i++)
        if (strcmp(c->lines[i].words[0], "expect") == 0) expect(run, &s, &r, &c->lines[i]);
    free(r.path);
}
