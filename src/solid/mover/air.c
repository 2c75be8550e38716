// Off the ground: falling, and sliding down what is too steep.
#include "solid/mover/step.h"

#include <math.h>

static bool touches_curve(const mover_motion *m)
{
    for (int i = 0; i < m->contact_count; i++)
        if (m->contacts[i].curved) return true;
    return false;
}

void character_in_air(stepper *s)
{
    mover_motion *m = &s->m;
    s->lenient = s->left = false;
    double time = s->time, g = s->c->gravity;
    vec3d  level = character_along_walls(s, s->wish);
    if (v3d_length2(level) == 0.0 && v3d_length2(s->wish) > 0.0) level = character_along_stops(s);
    vec3d  fall = motion_along_contacts(m, s->fall);
    vec3d  speed = v3d_add(level, fall);
    // Curves are followed by chords.
    double whole = v3d_length(speed) * time + 0.5 * fabs(g) * time * time;
    double most = 0.25 * s->largest, least = whole * (4.0 / RIM_CHARACTER_PHASES);
    most = most > least ? most : least;
    if (touches_curve(m) && whole > most) time *= most / whole;

    vec3d way = v3d_scale(speed, time);
    way.y -= 0.5 * g * time * time;
    way = motion_along_contacts(m, way);
    double done = v3d_length2(way) > 0.0 ? motion_go(m, way) : 1.0;
    if (done == 0.0 && motion_add_blocking(m, way)) return;
    s->fall = fall;
    s->fall.y -= g * done * time;
    motion_touch(m, motion_margin(m));
    s->fall = motion_along_contacts(m, s->fall);
    s->time = done > 0.0 ? s->time - done * time : 0.0;
}
