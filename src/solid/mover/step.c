// A piece of the way on the ground: level motion among walls, up and down as the ground has it. Off the ground: falling,
// and sliding down what is too steep.
#include "solid/mover/step.h"

#include <math.h>

// --- on the ground ----------------------------------------------------------------------------------

// How fast what it touches from above lifts it, or lets it sink.
static double lift_of(const stepper *s, vec3d level)
{
    double lift = -INFINITY;
    for (int i = 0; i < s->m.contact_count; i++)
    {
        vec3d n = s->m.contacts[i].n;
        if (!(n.y > 0x1p-10)) continue;
        double y = -(n.x * level.x + n.z * level.z) / n.y;
        lift = y > lift ? y : lift;
    }
    return lift > -INFINITY ? lift : 0.0;
}

// Steep contacts may ask for more than walls leave: never faster up than the steepest ramp.
static vec3d character_step_path_of(const stepper *s, vec3d level)
{
    double most = s->tangent * v3d_length(level), lift = lift_of(s, level);
    return v3d(level.x, lift > most ? most : lift, level.z);
}

// Curves are followed by chords, ground in pieces no longer than the foot is wide.
static double character_step_piece_of(const stepper *s, double speed)
{
    double most = s->largest;
    for (int i = 0; i < s->m.contact_count; i++)
        if (s->m.contacts[i].curved) most = 0.25 * s->largest;
    double whole = speed * s->time, least = whole * (4.0 / RIM_CHARACTER_PHASES);
    most = most > least ? most : least;
    return whole > most ? most / speed : s->time;
}

static bool stands(stepper *s)
{
    motion_touch(&s->m, motion_margin(&s->m));
    return character_held(s);
}

// Down to ground that is no lower than `far`. False, and where it was, if there is none that holds.
static bool character_step_settle(stepper *s, double far)
{
    if (stands(s)) return true;
    vec3d  before = s->m.x;
    double t = motion_sweep(&s->m, v3d(0.0, -far, 0.0));
    if (t < 1.0)
    {
        motion_place(&s->m, v3d_along(before, v3d(0.0, -far, 0.0), t));
        if (stands(s)) return true;
    }
    motion_place(&s->m, before);
    motion_touch(&s->m, motion_margin(&s->m));
    return false;
}

// The ground ended on the way from `from` by `way`: back to the last place where it held, found by halving.
static double last_ground(stepper *s, vec3d from, vec3d way, double far)
{
    double held = 0.0, lost = 1.0;
    for (int i = 0; i < 12; i++)
    {
        double t = 0.5 * (held + lost);
        motion_place(&s->m, v3d_along(from, way, t));
        if (character_step_settle(s, far))
            held = t;
        else
            lost = t;
    }
    motion_place(&s->m, v3d_along(from, way, held));
    character_step_settle(s, far);
    return held;
}

static void leave_ground(stepper *s)
{
    s->grounded = s->lenient = false;
    s->left = true;
    s->fall = s->carried;
}

// On the ground it went from `from` by a part of `way`, which takes some time: goes down to where it stands now.
static void follow_ground(stepper *s, vec3d from, vec3d way, double done, double time)
{
    way = v3d_scale(way, done);
    // Walkable ground cannot fall faster than this.
    double far = character_snap(s->c) + s->tangent * sqrt(way.x * way.x + way.z * way.z);
    if (!character_step_settle(s, far))
    {
        double held = last_ground(s, from, way, far);
        leave_ground(s);
        // Without ground at once, the time goes on falling.
        s->time -= held * done * time;
        return;
    }
    character_note_ground(s);
    s->time = done > 0.0 ? s->time - done * time : 0.0;
}

typedef enum way_around
{
    WAY_CLOSED,
    WAY_ON_GROUND,
    WAY_OFF_GROUND
} way_around;

// Goes by a level velocity if sweeps leave that free for two skins at least.
static way_around go_around(stepper *s, vec3d level, double *time)
{
    vec3d path;
    if (!character_path_around(s, level, &path)) return WAY_CLOSED;
    double speed = v3d_length(path), least = 2.0 * s->m.f.shape.skin / speed, done = 0.0;
    if (motion_sweep(&s->m, v3d_scale(path, least)) < 1.0) return WAY_CLOSED;
    // A sweep that goes in later stops where the skin begins: perhaps here.
    *time = character_step_piece_of(s, speed);
    while ((done = motion_go(&s->m, v3d_scale(path, *time))) == 0.0) *time *= 0.25;
    *time *= done;
    double far = character_snap(s->c) + s->tangent * speed * *time;
    return character_step_settle(s, far) ? WAY_ON_GROUND : WAY_OFF_GROUND;
}

// Where the contacts leave no way, the sweep may: what closes slowly, what another side of a box keeps apart before it
// is met. Tries every third of the directions around, for what is left of the skin gives way by as much; the closest that
// leaves the ground is taken if none stays on it.
static bool walk_around(stepper *s)
{
    motion_mark here;
    double      time = 0.0;
    int         off = -1;
    motion_touch(&s->m, motion_margin(&s->m));
    if (!character_may_go_around(s)) return false;
    motion_touch_all(&s->m);
    if (!character_may_go_around(s)) return false;
    motion_keep(&s->m, &here);
    for (int i = 0; i < CHARACTER_AROUND; i += i % 2 ? 1 : 5)
    {
        way_around way = go_around(s, character_wish_around(s, i), &time);
        if (way == WAY_ON_GROUND)
        {
            character_note_ground(s);
            s->time -= time;
            return true;
        }
        if (way == WAY_OFF_GROUND) motion_return(&s->m, &here);
        if (way == WAY_OFF_GROUND && off < 0) off = i;
    }
    if (off < 0) return false;
    go_around(s, character_wish_around(s, off), &time);
    leave_ground(s);
    s->time -= time;
    return true;
}

static bool leave_dead_end(stepper *s)
{
    s->searched = true;
    return (s->c->step > 0.0f && character_climb_around(s)) || walk_around(s);
}

void character_on_ground(stepper *s)
{
    character_note_ground(s);
    vec3d along = character_along_walls(s, s->wish);
    vec3d loss = v3d_sub(s->wish, along);
    bool  blocked = v3d_length2(loss) > CHARACTER_SAME * v3d_length2(s->wish);
    if (blocked && s->c->step > 0.0f && character_climb(s, along)) return;
    if (character_is_dead_end(s, along))
    {
        if (!character_is_closed(s)) along = character_along_stops(s);
        if (character_is_dead_end(s, along) && leave_dead_end(s)) return;
    }

    vec3d  from = s->m.x, way = character_step_path_of(s, along);
    double speed = v3d_length(way), time = character_step_piece_of(s, speed);
    double done = 1.0;
    int    face = character_face_below(s), gathered = s->m.gathered;
    way = v3d_scale(way, time);
    if (speed > 0.0) done = motion_go(&s->m, way);
    if (done == 0.0 && (motion_add_blocking(&s->m, way) || walk_around(s))) return;
    if (done == 1.0 && face >= 0 && motion_still_over(&s->m, face, gathered))
    {
        s->time -= time;
        return;
    }
    follow_ground(s, from, way, done, time);
}

// --- off the ground ---------------------------------------------------------------------------------

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
