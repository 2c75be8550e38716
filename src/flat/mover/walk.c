// Walking on ground, up and down stairs and slopes of pixels. "Up" is walker->up, "across" the unit direction at right
// angles to it. A rise is a distance along up.
#include "base/float.h"
#include "flat/mover/data.h"

#include <math.h>

// In pixels: a mover that creeps (mover2_creep) must come lower by more than this.
#define LEAST_DESCENT 0.125

// As a fraction of the step: a mover comes down to ground that is lower by this than where it may come. A sweep that
// ends in a touch is a miss, so ground at exactly that place is found by going farther. With a step of 0 or nearly 0,
// the rounding of positions decides how much farther (mover_largest_nudge).
#define GROUND_REACH_OF_STEP 0.01

// As a fraction of the step: if less of the step is left, the mover does not climb. Otherwise a mover with a round
// foot would climb again and again, each time by a little less.
#define LEAST_RISE 0.01

// As a fraction of the sideways motion: a motion that rises by no more is level. The components of `up` and of the
// motion are rounded to float, which makes a sine of about 2^-24.
#define LEVEL_SINE 0x1p-20

// The largest number of motions of a pixel that are tested below a ceiling. Some dozens or hundreds are usual, but a
// mover may be millions of pixels wide.
#define CEILING_MOTIONS 4096

// The state of one call of rim_mover2_walk.
typedef struct walker_state
{
    rim_walk2    out; // the result; out.me is the mover at its present position
    rim_walker2 *walker;
    rim_world2   world;
    rim_vec2     across; // unit: (-up.y, up.x), the positive direction of walker->away
    rim_vec2     start;  // the position after the push out; not set for jumps
    float        start_climbed, start_away;      // the walker's account at the start
    double       recorded_across, recorded_rise; // the sums of all calls of record
    bool         was_grounded;                   // at the start
    bool         careful; // the mover does not climb onto ground that is too steep to stand on
} walker_state;

// Moves the mover along a unit direction by `length`, or up to the first contact, which is stored. Returns how far it
// came along the direction.
static double walker_advance(rim_mover2 *me, rim_vec2 direction, double length, rim_world2 world,
                             mover_contact *contact)
{
    rim_vec2 start = me->at;
    *contact = mover_advance(me, mover_scaled(direction, length), world);
    return mover_distance_along(start, me->at, direction);
}

// --- the account of climbing -------------------------------------------------------------------------
//
// walker->climbed is the part of the step that is used up, a debt. The account began at the place where it was last 0:
//
//                    * here            The debt is how much higher the mover is than a line from that
//                    | debt            place that rises with the slope `slope`:
//                 .- +
//             .-'    | slope |away|        debt = rise - slope |away|
//         .-'        |
//      * ------------+                 The debt depends on the position alone, not on the path to it: what a
//    began    away                     motion pays off, the motion back adds again. Otherwise a mover that
//                                      goes to and fro could climb any slope.
//
// If the debt would become negative, it becomes 0 and the account restarts at the present position. On ground that
// is steeper than `slope` everywhere, that happens only at its foot or lower.

// Adds a motion to the account, and to the sums of all recorded motions. `across` is its part along w->across, and
// `up` its part along the walker's up.
static void record(walker_state *w, double across, double up)
{
    rim_walker2 *walker = w->walker;
    double       before = walker->away, away = before + across;
    double       debt = walker->climbed + up - walker->slope * (fabs(away) - fabs(before));
    walker->climbed = debt > 0.0 ? (float)debt : 0.0f;
    walker->away = debt > 0.0 ? (float)away : 0.0f;
    w->recorded_across += across;
    w->recorded_rise += up;
}

// Completes the account at the end of a call. Requires that start, start_climbed and start_away are set. Computes the
// debt in two ways, and the larger debt counts. The first way records the motions that have not been recorded yet,
// which are coming down and sliding. The second way records the whole call as one straight motion, beginning with the
// account at the start. So a mover that walks and then slides back pays nothing off.
//
// On the way back along its own path, a mover has a debt of at most a step. A grounded mover with a debt of more than
// two steps stands on other ground, such as a landing over its stairs. The account restarts there, with a debt of one
// step.
static void walker_close_account(walker_state *w)
{
    rim_walker2 *walker = w->walker;
    double       across = mover_distance_along(w->start, w->out.me.at, w->across);
    double       up = mover_distance_along(w->start, w->out.me.at, walker->up);
    record(w, across - w->recorded_across, up - w->recorded_rise);
    rim_walker2 by_parts = *walker;
    walker->climbed = w->start_climbed;
    walker->away = w->start_away;
    record(w, across, up);
    if (!(walker->climbed > by_parts.climbed)) *walker = by_parts;

    if (!w->out.grounded || !(walker->climbed > 2.0f * walker->step)) return;
    walker->climbed = walker->step;
    walker->away = 0.0f;
}

// --- steepness ---------------------------------------------------------------------------------------

// Returns the direction in which the ground at a contact falls: w->across or its opposite, whichever the normal leans
// to. Returns zero if the ground is level.
static rim_vec2 mover2_downhill(const walker_state *w, const mover_contact *ground)
{
    double lean = (double)ground->normal.x * w->across.x + (double)ground->normal.y * w->across.y;
    if (lean == 0.0) return rim_vec2_make(0.0f, 0.0f);
    return lean > 0.0 ? w->across : vec2_negate(w->across);
}

// Returns the extent of the mover's bounding box along a unit direction.
static double mover2_extent(const rim_mover2 *me, rim_vec2 direction)
{
    rim_box2 box = rim_mover2_bounds(me);
    return fabs(((double)box.hi.x - box.lo.x) * direction.x) +
           fabs(((double)box.hi.y - box.lo.y) * direction.y);
}

// Returns the run, in world units: half the mover's width along w->across, rounded down to whole pixels, and at least
// RIM_MOVER2_STEEP pixels. Steepness is measured over the run.
static double mover2_steep_run(const walker_state *w, const rim_mover2 *me, double pixel_size)
{
    double pixels = float_floor_int(0.5 * mover2_extent(me, w->across) / pixel_size);
    return pixel_size * (pixels > RIM_MOVER2_STEEP ? pixels : RIM_MOVER2_STEEP);
}

// Moves the mover by a pixel along the unit direction `uphill`. Returns false, without moving it, if there is a
// contact.
static bool mover2_pass(const walker_state *w, rim_mover2 *me, rim_vec2 uphill, double pixel_size)
{
    rim_mover2    there = *me;
    mover_contact contact;
    walker_advance(&there, uphill, pixel_size, w->world, &contact);
    if (contact.hit) return false;
    *me = there;
    return true;
}

// Returns true if the mover finds no path uphill, over the length `run`, below a ceiling. `me` is a copy of the
// mover, which moves uphill by a pixel at a time. Where it cannot pass at its height, it rises to the ceiling, but
// not above `most_rise`. From there it comes down by a pixel at a time until it passes. `height` is its height above
// its start. It does not come lower than its start: if it cannot pass where `height` is used up or where the
// motion down has a contact, the ground is steep. (Behind a contact, only rounding moves it farther down.) The ground
// is also steep if CEILING_MOTIONS motions find no path.
static bool is_steep_below_ceiling(const walker_state *w, rim_mover2 me, rim_vec2 uphill,
                                   double run, double most_rise, double pixel_size)
{
    mover_contact contact;
    double        height = 0.0;
    int           motions = 0;
    for (double passed = 0.0; passed < run; passed += pixel_size)
    {
        if (motions++ == CEILING_MOTIONS) return true;
        if (mover2_pass(w, &me, uphill, pixel_size)) continue;
        height += walker_advance(&me, w->walker->up, most_rise - height, w->world, &contact);
        bool at_bottom = false;
        while (!mover2_pass(w, &me, uphill, pixel_size))
        {
            if (at_bottom || motions++ == CEILING_MOTIONS) return true;
            double most = height < pixel_size ? height : pixel_size;
            double down = walker_advance(&me, vec2_negate(w->walker->up), most, w->world, &contact);
            height -= down;
            at_bottom = contact.hit || !(down > 0.0);
        }
    }
    return false;
}

// Returns true if an obstacle is a wall: from a place at it, the mover comes no farther uphill even if it rises by its
// own height, or to the ceiling.
static bool is_at_wall(const walker_state *w, rim_mover2 me, rim_vec2 uphill, double pixel_size)
{
    rim_vec2      up = w->walker->up;
    mover_contact contact;
    walker_advance(&me, up, mover2_extent(&me, up), w->world, &contact);
    return !mover2_pass(w, &me, uphill, pixel_size);
}

// Returns true if the ground falls downhill of the mover by more than `most_fall` over the length `run`. It does not in
// a valley, whose other side the mover meets.
static bool falls_steeply(const walker_state *w, rim_mover2 me, rim_vec2 downhill, double run,
                          double most_fall)
{
    mover_contact contact;
    walker_advance(&me, downhill, run, w->world, &contact);
    if (contact.hit) return false;
    walker_advance(&me, vec2_negate(w->walker->up), most_fall, w->world, &contact);
    return !contact.hit;
}

// Returns true if the ground at a contact is steep: over the length `run` it rises by more than slope * run + 1
// pixel, which is `rise`. Motions of a copy of the mover test this: it moves up by `rise`, then uphill by `run`. If
// the second motion has no contact, the ground is not steep. If it ends at a wall, the run does as well, and begins
// downhill of the mover: the ground rises by a part of `rise` up to the wall, and may fall by the rest of it. If the
// first motion has a contact, is_steep_below_ceiling decides. The contact's normal alone does not tell, because it also
// leans at the end of a level ledge. Level ground, by the normal, is not steep.
static bool is_steep(const walker_state *w, const rim_mover2 *me, const mover_contact *ground)
{
    rim_vec2 downhill = mover2_downhill(w, ground), uphill = vec2_negate(downhill);
    if (downhill.x == 0.0f && downhill.y == 0.0f) return false;
    rim_mover2    there = *me;
    mover_contact contact;
    double        run = mover2_steep_run(w, me, ground->pixel_size);
    double        rise = w->walker->slope * run + ground->pixel_size;
    walker_advance(&there, w->walker->up, rise, w->world, &contact);
    if (contact.hit) return is_steep_below_ceiling(w, *me, uphill, run, rise, ground->pixel_size);
    double passed = walker_advance(&there, uphill, run, w->world, &contact);
    if (!contact.hit) return false;
    if (!is_at_wall(w, there, uphill, ground->pixel_size)) return true;
    double rest = walker_advance(&there, vec2_negate(w->walker->up), rise, w->world, &contact);
    return falls_steeply(w, *me, downhill, run - passed, rest);
}

// --- sideways ---------------------------------------------------------------------------------------

// Climbs an obstacle: moves up by what is left of the step, then along `side` by a pixel or by `remaining`, whichever
// is less, and down again. Records this motion. Returns how far the mover came along `side`. If it cannot climb,
// returns 0, and the mover and the account do not change. It cannot climb if too little of the step is left, if a
// ceiling is directly above, if the obstacle is too high, or, if w->careful, if it would stand on steep ground.
static double walker_climb(walker_state *w, rim_vec2 side, double remaining, double pixel_size)
{
    rim_mover2    there = w->out.me;
    mover_contact contact;
    double        step_left = (double)w->walker->step - w->walker->climbed;
    if (!(step_left > LEAST_RISE * w->walker->step)) return 0.0;
    double lift = walker_advance(&there, w->walker->up, step_left, w->world, &contact);
    if (!(lift > 0.0)) return 0.0;
    double most = remaining < pixel_size ? remaining : pixel_size;
    double sideways = walker_advance(&there, side, most, w->world, &contact);
    if (!(sideways > 0.0)) return 0.0;
    walker_advance(&there, vec2_negate(w->walker->up), lift, w->world, &contact);
    if (w->careful && contact.hit && is_steep(w, &there, &contact)) return 0.0;

    double across = mover_distance_along(w->out.me.at, there.at, w->across);
    double rise = mover_distance_along(w->out.me.at, there.at, w->walker->up);
    record(w, across, rise);
    w->out.me = there;
    return sideways;
}

// Moves along the unit direction `side` by `length`, and records the motion. Climbs obstacles if w->was_grounded, at
// most RIM_MOVER2_STAIRS times. An obstacle that the mover does not climb is a wall, at which it stops. Returns how
// far it came.
static double walk_sideways(walker_state *w, rim_vec2 side, double length)
{
    double remaining = length;
    for (int stairs = 0; remaining > 0.0; stairs++)
    {
        // Level, up to the first contact.
        mover_contact contact;
        rim_vec2      from = w->out.me.at;
        remaining -= walker_advance(&w->out.me, side, remaining, w->world, &contact);
        record(w, mover_distance_along(from, w->out.me.at, w->across), 0.0);
        if (!contact.hit || !(remaining > mover_rounding_at(w->out.me.at))) break;

        // Over the obstacle.
        double climbed = 0.0;
        if (w->was_grounded && stairs < RIM_MOVER2_STAIRS)
            climbed = walker_climb(w, side, remaining, contact.pixel_size);
        if (!(climbed > 0.0))
        {
            w->out.wall = true;
            w->out.wall_normal = contact.normal;
            break;
        }
        remaining -= climbed;
    }
    return length - remaining;
}

// --- up and down --------------------------------------------------------------------------------------

// Moves up by a height, as in a jump, or to the ceiling, and stores whether there is one.
static void rise_by(walker_state *w, double height)
{
    mover_contact contact;
    walker_advance(&w->out.me, w->walker->up, height, w->world, &contact);
    w->out.ceiling = contact.hit;
}

// Stores the contact's solid as the ground that the mover stands on.
static void stand_on(walker_state *w, const mover_contact *contact)
{
    w->out.ground_normal = contact->normal;
    w->out.ground = contact->what.posed;
    w->out.ground_part = contact->what.part;
    w->out.grounded = true;
}

// Moves down to the ground, and stands on it. Returns false, without moving, if there is no ground within `reach` or
// if it is steep.
static bool come_down(walker_state *w, double reach)
{
    rim_mover2    there = w->out.me;
    mover_contact contact;
    walker_advance(&there, vec2_negate(w->walker->up), reach, w->world, &contact);
    if (!contact.hit || is_steep(w, &there, &contact)) return false;
    w->out.me = there;
    stand_on(w, &contact);
    return true;
}

// Moves downhill over a ledge or a single pixel of steep ground, by at most `length` sideways and down. Requires a
// mover on steep ground, on which a slide came no lower. The mover is lifted by a pixel first. A trial then moves a
// copy downhill by the whole run, and down. Returns false, without moving the mover, if the trial comes no lower than
// before: then the mover is between two steep sides, or at a wall.
static bool mover2_creep(walker_state *w, double length, const mover_contact *ground)
{
    rim_vec2      side = mover2_downhill(w, ground), down = vec2_negate(w->walker->up);
    rim_mover2    lifted = w->out.me;
    mover_contact contact;
    double        run = mover2_steep_run(w, &w->out.me, ground->pixel_size);
    double lift = walker_advance(&lifted, w->walker->up, ground->pixel_size, w->world, &contact);

    // A trial: does the mover come lower over the whole run?
    rim_mover2 trial = lifted;
    walker_advance(&trial, side, run, w->world, &contact);
    walker_advance(&trial, down, lift + run, w->world, &contact);
    double descent = mover_distance_along(trial.at, w->out.me.at, w->walker->up);
    if (!(descent > LEAST_DESCENT * ground->pixel_size)) return false;

    // The motion of this call.
    w->out.me = lifted;
    walker_advance(&w->out.me, side, length < run ? length : run, w->world, &contact);
    walker_advance(&w->out.me, down, lift + length, w->world, &contact);
    return true;
}

// Falls by a height, and stands on the ground that stops the mover. On steep ground the mover slides by the rest of the
// height or, if the slide comes no lower, creeps. If neither can come lower, the mover is wedged, and stands there.
// Does nothing if height <= 0.
static void fall(walker_state *w, double height)
{
    mover_contact contact;
    if (!(height > 0.0)) return;
    rim_vec2 down = vec2_negate(w->walker->up);
    double   rest = height - walker_advance(&w->out.me, down, height, w->world, &contact);
    if (!contact.hit) return;
    if (!is_steep(w, &w->out.me, &contact))
    {
        stand_on(w, &contact);
        return;
    }

    w->out.ground_normal = contact.normal;
    rim_slide2 slide = rim_mover2_slide(&w->out.me, mover_scaled(w->walker->up, -rest), w->world);
    bool       comes_lower = mover_distance_along(slide.me.at, w->out.me.at, w->walker->up) > 0.0;
    if (comes_lower) w->out.me = slide.me;
    w->out.sliding = comes_lower || mover2_creep(w, rest, &contact);
    if (!w->out.sliding) stand_on(w, &contact);
}

// --- the whole motion ------------------------------------------------------------------------------------------

// Falls by a height if the mover stands on ground then. Otherwise does nothing: a mover on steep ground slides only by
// its own motion.
static void settle(walker_state *w, double height)
{
    walker_state there = *w;
    fall(&there, height);
    if (there.out.grounded) *w = there;
}

// Moves sideways by `length`, then down. If the mover stood on ground at the start, it comes down to ground within
// `reach` and stands on it: a step, plus what the slope allows for the distance that it came, plus `more`, or `height`
// if that is more. Otherwise it falls by `height`. If the mover does not stand or slide after the fall, it settles on
// ground within `more`, also on steep ground from which there is no way down.
static void go_once(walker_state *w, rim_vec2 side, double length, double height)
{
    double came = length > 0.0 ? walk_sideways(w, side, length) : 0.0;
    double more = GROUND_REACH_OF_STEP * w->walker->step, nudge = mover_largest_nudge(&w->out.me);
    more = more > nudge ? more : nudge;
    double reach = (double)w->walker->step + w->walker->slope * came + more;
    if (w->was_grounded && come_down(w, reach > height ? reach : height)) return;
    fall(w, height);
    if (!w->out.grounded && !w->out.sliding) settle(w, more);
}

// Moves as go_once. If a mover that stood on ground has come higher, and slides now, it has climbed ground that is too
// steep to stand on. In the next calls it would slide back and climb again. So its motion is undone, with all changes
// of the state and the account, and repeated with `careful`, which ends it before the steep ground.
static void go_on_foot(walker_state *w, rim_vec2 side, double length, double height)
{
    walker_state before = *w;
    rim_walker2  account = *w->walker;
    go_once(w, side, length, height);
    bool climbed_too_steep =
        w->was_grounded && w->out.sliding &&
        mover_distance_along(before.out.me.at, w->out.me.at, w->walker->up) > 0.0;
    if (!climbed_too_steep) return;
    *w = before;
    *w->walker = account;
    w->careful = true;
    go_once(w, side, length, height);
}

// Moves the mover by delta. Its part along up is `rising`, and the rest is `across`, which has the direction `side`.
// A motion that rises by more than rounding is a jump, which clears the account and climbs nothing. Any other motion is
// a walk or a fall.
static void walker_move(walker_state *w, rim_vec2 delta)
{
    rim_vec2 up = w->walker->up;
    double   rising = (double)delta.x * up.x + (double)delta.y * up.y;
    rim_vec2 across =
        rim_vec2_make((float)(delta.x - rising * up.x), (float)(delta.y - rising * up.y));
    double   length = sqrt((double)across.x * across.x + (double)across.y * across.y);
    rim_vec2 side = mover_scaled(across, length > 0.0 ? 1.0 / length : 0.0);

    if (rising > LEVEL_SINE * length)
    {
        w->was_grounded = false;
        w->walker->climbed = w->walker->away = 0.0f;
        rise_by(w, rising);
        if (length > 0.0) walk_sideways(w, side, length);
        return;
    }
    w->start = w->out.me.at;
    w->start_climbed = w->walker->climbed;
    w->start_away = w->walker->away;
    go_on_foot(w, side, length, -rising);
    walker_close_account(w);
}

// Pushes the mover out of overlaps, moves it by delta on foot or through the air, and stores in *walker whether it
// stands on ground. If it is stuck or delta is not finite, it stays. `moved` includes the push.
rim_walk2 rim_mover2_walk(const rim_mover2 *me, rim_walker2 *walker, rim_vec2 delta,
                          rim_world2 world)
{
    bool has_up = walker->up.x != 0.0f || walker->up.y != 0.0f;
    RIM_ASSERT(has_up, "the walker has no up");
    walker_state w = { .out = { .me = *me }, .walker = walker, .world = world };
    w.across = rim_vec2_make(-walker->up.y, walker->up.x);
    w.was_grounded = walker->grounded;
    if (!vec2_is_finite(delta) || !has_up) return w.out;
    w.out.stuck = !rim_mover2_push_out(&w.out.me, world);
    if (!w.out.stuck) walker_move(&w, delta);
    walker->grounded = w.out.grounded;
    w.out.moved = rim_vec2_sub(w.out.me.at, me->at);
    return w.out;
}
