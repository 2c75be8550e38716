// A piece of a step. On the ground: horizontal motion among walls that follows the ground up and down. Off the ground:
// falling, and sliding down surfaces that are too steep.
#include "solid/mover/step.h"

#include <math.h>

// --- on the ground ----------------------------------------------------------------------------------

// Returns the vertical velocity with which a mover follows the ground at a horizontal velocity. Each contact below
// gives a vertical velocity along its surface (character_rise_along), and the result is the largest of them. Returns 0
// without contacts below.
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

// Returns the path of a horizontal velocity over the contacts below: lift_of gives its vertical velocity, but it rises
// at most as the steepest ramp does. The walls are judged with a slack, so `level` may lead into a steep contact a
// little, and such a contact may lift more than a ramp.
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

// Returns the length of the next piece of a path of length `whole`. It is at most the half width. While the mover
// touches an edge or corner, whose curve is followed by chords, it is at most a quarter of this. But it is at least
// STEP_LEAST_PIECE of the path.
static double piece_of(const stepper *s, double whole)
{
    double piece = touches_curve(&s->m) ? 0.25 * s->largest : s->largest;
    double least = whole * STEP_LEAST_PIECE;
    return piece > least ? piece : least;
}

// Returns the time of the next piece at a speed: at most the time that is left.
static double character_step_time(const stepper *s, double speed)
{
    double whole = speed * s->time, piece = piece_of(s, whole);
    return whole > piece ? piece / speed : s->time;
}

// Finds the contacts. Returns true if they hold the character.
static bool is_standing(stepper *s)
{
    motion_find_contacts(&s->m, motion_margin(&s->m));
    return character_held(s, s->lenient);
}

// Moves down to ground that holds the character, by at most `far`. Returns true if it stands there, or stood already
// where it was. Otherwise returns false, and leaves the character where it was. In both cases, the contacts are those
// of the position.
static bool settle_on_ground(stepper *s, double far)
{
    if (is_standing(s)) return true;
    vec3d  before = s->m.x, down = v3d(0.0, -far, 0.0);
    double t = motion_sweep(&s->m, down);
    if (t < 1.0)
    {
        motion_place(&s->m, v3d_along(before, down, t));
        if (is_standing(s) || (motion_add_blocking(&s->m, down) && is_standing(s))) return true;
    }
    motion_place(&s->m, before);
    motion_find_contacts(&s->m, motion_margin(&s->m));
    return false;
}

// The halvings that find where ground ends, to 1/4096 of a move.
#define GROUND_HALVINGS 12

// Moves back to the last position that has ground along a move from `from`, and down to this ground. The position is
// found by bisection: there is ground at the fraction `held` of the move, and none at the fraction `lost`. Ground may
// lie `far` below the move. Returns the fraction. Requires ground at `from` and none at the end of the move.
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

// Follows the ground down after a motion that has done the fraction `done` of `move` from `from`. The whole of `move`
// takes the time `time`. If there is no ground, returns to the last position that has ground and leaves the ground
// there. Subtracts the time that was used from s->time. A motion that was stopped at once (done 0) takes all the time
// that is left, unless it leaves the ground.
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

// Moves by a horizontal velocity along the contacts, for one piece, and then down to the ground. Returns AROUND_CLOSED,
// and does not move, unless a sweep allows at least two skins of the path. Otherwise stores in *time the time that the
// motion took, and returns whether the character is on the ground then.
static around_result go_around(stepper *s, vec3d level, double *time)
{
    vec3d path;
    if (!character_path_around(s, level, &path)) return AROUND_CLOSED;
    double speed = v3d_length(path), two_skins = 2.0 * s->m.f.shape.skin / speed;
    if (motion_sweep(&s->m, v3d_scale(path, two_skins)) < 1.0) return AROUND_CLOSED;
    // Two skins of the path are free, but a longer sweep may still stop at 0: its hit may lie farther on, and a hit
    // counts from where the skin was entered, which may be here. So the sweep is shortened until it moves. One of at
    // most two skins does.
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

// Moves out of a dead end in a direction that the contacts forbid and a sweep allows. There may be one, because a
// contact may close slowly, or because another direction of a box may separate the two in time. Takes the first
// direction that stays on the ground. If there is none, takes the first that leaves the ground. If there is none
// either, returns false and does not move. Subtracts the time of the motion from s->time.
//
// The search tries every third direction of character_wish_around. These are 3.8 degrees apart, and a contact allows
// directions up to 3.6 degrees into it (a rate of 1/16, MOTION_CLOSING in motion.c). Direction 0 is the wish, and
// directions 2 k - 1 and 2 k are k steps to either side of it. So after 0, both sides of k = 3, 6, 9 and so on are
// tried: 5 after 0, the other side after an odd number, and that of k + 3 after an even one.
static bool walk_around(stepper *s)
{
    motion_mark here;
    double      time = 0.0;
    int         first_off = -1; // the first direction that leaves the ground
    motion_find_all_contacts(&s->m);
    motion_save(&s->m, &here);
    for (int i = 0; i < CHARACTER_AROUND; i += i % 2 ? 1 : 5)
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

// Moves for a piece of the time along the walls, by the horizontal velocity `along`, and follows the ground. The search
// for ground is not needed if the motion is complete and ends over the face on which it began. A motion that is stopped
// at once makes the triangles that stop it contacts, or leads around them, and then the next piece goes on. Only if
// neither is possible is it treated like other motions.
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

// In this order: climbs what is in the way; otherwise leaves a dead end, by climbing or around it; otherwise moves
// along the walls and follows the ground. `along` is the velocity that the walls leave of the wish. In a dead end it is
// computed again with only the walls that stop the mover here. Then it may be more, and the character walks on.
void character_on_ground(stepper *s)
{
    character_record_ground(s);
    vec3d along = character_along_walls(s, s->wish);
    vec3d loss = v3d_sub(s->wish, along);
    bool  blocked = v3d_length2(loss) > MOVER_SAME_DIRECTION * v3d_length2(s->wish);
    if (blocked && s->c->step > 0.0f && character_climb(s, along)) return;
    if (character_is_dead_end(s, along) && !character_is_closed(s))
        along = character_along_stops(s);
    if (character_is_dead_end(s, along))
    {
        s->searched = true;
        if ((s->c->step > 0.0f && character_climb_around(s)) || walk_around(s)) return;
    }
    walk_along(s, along);
}

// --- off the ground ---------------------------------------------------------------------------------

// Moves by  (level + fall) time - g time^2 / 2,  made to slide along the contacts, and then sets the velocity of the
// fall at the end of the move. `level` is the wish along the walls. It acts on the horizontal velocity in the air as on
// the ground. While the mover touches an edge or corner, only a piece of the time is used. Right after it has left the
// ground, only STEP_TAKE_OFF of the time is used: until it has moved, a box still touches the ground, which holds its
// height. A motion that is stopped at once by a new triangle takes no time: the triangle becomes a contact.
void character_in_air(stepper *s)
{
    mover_motion *m = &s->m;
    double        time = s->took_off ? STEP_TAKE_OFF * s->time : s->time, g = s->c->gravity;
    s->lenient = false;
    vec3d level = character_along_walls(s, s->wish);
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
    s->took_off = false;
    s->fall = fall;
    s->fall.y -= g * done * time;
    motion_find_contacts(m, motion_margin(m));
    s->fall = motion_along_contacts(m, s->fall);
    s->time = done > 0.0 ? s->time - done * time : 0.0;
}
