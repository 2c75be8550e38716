// A piece of a step. On the ground: horizontal motion among walls that follows the ground up and down. Off the ground:
// falling, and sliding down surfaces that are too steep.
#include "solid/mover/step.h"

#include <math.h>

// --- on the ground ----------------------------------------------------------------------------------

// Returns the vertical velocity with which a mover follows the ground at a horizontal velocity: the largest of the vertical
// velocities that follow the surfaces of the single contacts below. Returns 0 if no contact is below.
static double lift_of(const stepper *s, vec3d horizontal)
{
    double lift = -INFINITY;
    for (int i = 0; i < s->m.contact_count; i++)
    {
        vec3d n = s->m.contacts[i].n;
        if (!(n.y > MOVER_NO_COMPONENT)) continue;
        double y = character_rise_along(n, horizontal);
        lift = y > lift ? y : lift;
    }
    return lift > -INFINITY ? lift : 0.0;
}

// Returns the path of a horizontal velocity over the contacts below, at most as steep as the steepest ramp. A steep contact
// may lift more than that, as walls are judged with a slack.
static vec3d character_step_path_of(const stepper *s, vec3d level)
{
    double most = s->tangent * v3d_length(level), lift = lift_of(s, level);
    return v3d(level.x, lift > most ? most : lift, level.z);
}

// Returns true if a contact is an edge or corner on a round side.
static bool touches_curve(const mover_motion *m)
{
    for (int i = 0; i < m->contact_count; i++)
        if (m->contacts[i].curved) return true;
    return false;
}

// Returns the length of the next piece of a path of this length: at most the half width, or a quarter of it on an edge or
// corner, whose curve is followed by chords; but at least STEP_LEAST_PIECE of the path.
static double piece_of(const stepper *s, double whole)
{
    double piece = touches_curve(&s->m) ? 0.25 * s->largest : s->largest;
    double least = whole * STEP_LEAST_PIECE;
    return piece > least ? piece : least;
}

// Returns the time of the next piece at a speed.
static double character_step_time(const stepper *s, double speed)
{
    double whole = speed * s->time, piece = piece_of(s, whole);
    return whole > piece ? piece / speed : s->time;
}

// Finds the contacts. Returns true if they hold the character.
static bool is_standing(stepper *s)
{
    motion_find_contacts(&s->m, motion_margin(&s->m));
    return character_held(s);
}

// Moves down to ground that holds the character, by at most `far`. Returns false, and stays, if there is none.
static bool settle_on_ground(stepper *s, double far)
{
    if (is_standing(s)) return true;
    vec3d  before = s->m.x;
    double t = motion_sweep(&s->m, v3d(0.0, -far, 0.0));
    if (t < 1.0)
    {
        motion_place(&s->m, v3d_along(before, v3d(0.0, -far, 0.0), t));
        if (is_standing(s)) return true;
    }
    motion_place(&s->m, before);
    motion_find_contacts(&s->m, motion_margin(&s->m));
    return false;
}

// The halvings that find where ground ends, to 1/4096 of a move.
#define GROUND_HALVINGS 12

// Moves back to the last position of a move from `from` that still has ground, found by bisection: at the fraction
// `held` there is ground, at `lost` there is none. Returns the fraction of the move.
static double last_ground(stepper *s, vec3d from, vec3d move, double far)
{
    double held = 0.0, lost = 1.0;
    for (int i = 0; i < GROUND_HALVINGS; i++)
    {
        double t = 0.5 * (held + lost);
        motion_place(&s->m, v3d_along(from, move, t));
        if (settle_on_ground(s, far))
            held = t;
        else
            lost = t;
    }
    motion_place(&s->m, v3d_along(from, move, held));
    settle_on_ground(s, far);
    return held;
}

// Starts to fall, with the velocity of the ground.
static void leave_ground(stepper *s)
{
    s->grounded = s->lenient = false;
    s->took_off = true;
    s->fall = s->carried;
}

// Moves down to the ground after a fraction `done` of a move from `from`, which takes `time` as a whole; or leaves the
// ground where it ended. Takes the time; all that is left, if the move was stopped at once.
static void follow_ground(stepper *s, vec3d from, vec3d move, double done, double time)
{
    move = v3d_scale(move, done);
    // Walkable ground falls at most this far below the move.
    double far = character_snap(s->c) + s->tangent * sqrt(move.x * move.x + move.z * move.z);
    if (!settle_on_ground(s, far))
    {
        double held = last_ground(s, from, move, far);
        leave_ground(s);
        // If the ground ended at once, no time is taken: all of it is for falling.
        s->time -= held * done * time;
        return;
    }
    character_record_ground(s);
    s->time = done > 0.0 ? s->time - done * time : 0.0;
}

// The end of a move around a dead end.
typedef enum around_result
{
    AROUND_CLOSED,
    AROUND_ON_GROUND,
    AROUND_OFF_GROUND
} around_result;

// Moves by a horizontal velocity if a sweep allows at least two skins of it, and then down to the ground. Stores the
// time that it took.
static around_result go_around(stepper *s, vec3d level, double *time)
{
    vec3d path;
    if (!character_path_around(s, level, &path)) return AROUND_CLOSED;
    double speed = v3d_length(path), two_skins = 2.0 * s->m.f.shape.skin / speed;
    if (motion_sweep(&s->m, v3d_scale(path, two_skins)) < 1.0) return AROUND_CLOSED;
    // A longer sweep that enters the skin later stops where the skin begins, which may be here. A shorter one does not: at
    // the latest one of less than two skins is free.
    *time = character_step_time(s, speed);
    double done = motion_move(&s->m, v3d_scale(path, *time));
    while (done == 0.0)
    {
        *time *= 0.25;
        done = motion_move(&s->m, v3d_scale(path, *time));
    }
    *time *= done;
    double far = character_snap(s->c) + s->tangent * speed * *time;
    return settle_on_ground(s, far) ? AROUND_ON_GROUND : AROUND_OFF_GROUND;
}

// Returns the direction to try after direction i of character_wish_around. Directions 2 k - 1 and 2 k are k steps to
// either side of the wish; after both follow those of k + 3.
static int direction_after(int i)
{
    return i % 2 ? i + 1 : i + 5;
}

// Moves out of a dead end in a direction that the contacts forbid and a sweep allows: a contact may close slowly, or
// another side of a box may separate them in time. Tries every third direction around the wish: these are 3.8 degrees
// apart, and a contact allows directions up to 3.6 degrees into it (a rate of 1/16, MOTION_CLOSING in motion.c). Takes
// the first direction that stays on the ground, or else the first that leaves it. Returns false, and does not move, if
// there is none.
static bool walk_around(stepper *s)
{
    motion_mark here;
    double      time = 0.0;
    int         first_off = -1; // the first direction that leaves the ground
    motion_find_all_contacts(&s->m);
    motion_save(&s->m, &here);
    for (int i = 0; i < CHARACTER_AROUND; i = direction_after(i))
    {
        around_result result = go_around(s, character_wish_around(s, i), &time);
        if (result == AROUND_ON_GROUND)
        {
            character_record_ground(s);
            s->time -= time;
            return true;
        }
        if (result == AROUND_CLOSED) continue;
        motion_restore(&s->m, &here);
        if (first_off < 0) first_off = i;
    }
    if (first_off < 0) return false;
    go_around(s, character_wish_around(s, first_off), &time);
    leave_ground(s);
    s->time -= time;
    return true;
}

// Tries to climb out of a dead end, then to walk out of it.
static bool leave_dead_end(stepper *s)
{
    s->searched = true;
    return (s->c->step > 0.0f && character_climb_around(s)) || walk_around(s);
}

// Moves along the walls by the horizontal velocity `along` for a piece of the time, and follows the ground. A move that
// stays over the face it started from needs no search for ground. A move that is stopped at once takes no time, but
// makes what stops it a contact, or leads around it.
static void walk_along(stepper *s, vec3d along)
{
    int    face = character_face_below(s), gathered = s->m.gathered;
    vec3d  from = s->m.x, path = character_step_path_of(s, along);
    double speed = v3d_length(path), time = character_step_time(s, speed), done = 1.0;
    vec3d  move = v3d_scale(path, time);
    if (speed > 0.0) done = motion_move(&s->m, move);
    if (done == 0.0 && (motion_add_blocking(&s->m, move) || walk_around(s))) return;
    if (done == 1.0 && face >= 0 && motion_is_over_face(&s->m, face, gathered))
        s->time -= time;
    else
        follow_ground(s, from, move, done, time);
}

// Moves on the ground for a piece of the time. In this order: climbs what is in the way; leaves a dead end; else moves
// along the walls and follows the ground.
void character_on_ground(stepper *s)
{
    character_record_ground(s);
    vec3d along = character_along_walls(s, s->wish);
    vec3d loss = v3d_sub(s->wish, along);
    bool  blocked = v3d_length2(loss) > MOVER_SAME_DIRECTION * v3d_length2(s->wish);
    if (blocked && s->c->step > 0.0f && character_climb(s, along)) return;
    if (character_is_dead_end(s, along))
    {
        if (!character_is_closed(s)) along = character_along_stops(s);
        if (character_is_dead_end(s, along) && leave_dead_end(s)) return;
    }
    walk_along(s, along);
}

// --- off the ground ---------------------------------------------------------------------------------

// Moves by  (level + fall) time - g time^2 / 2,  made to slide along the contacts; then sets the falling velocity at the
// end of the move. `level` is the wish along the walls: it acts on the horizontal velocity in the air as on the ground.
// On an edge or corner only a piece of the time is used.
void character_in_air(stepper *s)
{
    mover_motion *m = &s->m;
    s->lenient = s->took_off = false;
    double time = s->time, g = s->c->gravity;
    vec3d  level = character_along_walls(s, s->wish);
    // Where the walls near leave nothing of the wish, only those count that stop the mover here.
    if (v3d_length2(level) == 0.0 && v3d_length2(s->wish) > 0.0) level = character_along_stops(s);
    vec3d fall = motion_along_contacts(m, s->fall), speed = v3d_add(level, fall);
    if (touches_curve(m))
    {
        double whole = v3d_length(speed) * time + 0.5 * fabs(g) * time * time;
        double piece = piece_of(s, whole);
        if (whole > piece) time *= piece / whole;
    }

    vec3d move = v3d_scale(speed, time);
    move.y -= 0.5 * g * time * time;
    move = motion_along_contacts(m, move);
    double done = v3d_length2(move) > 0.0 ? motion_move(m, move) : 1.0;
    if (done == 0.0 && motion_add_blocking(m, move)) return;
    s->fall = fall;
    s->fall.y -= g * done * time;
    motion_find_contacts(m, motion_margin(m));
    s->fall = motion_along_contacts(m, s->fall);
    s->time = done > 0.0 ? s->time - done * time : 0.0;
}
