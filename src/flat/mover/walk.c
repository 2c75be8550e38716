// Walking on ground, up and down stairs and slopes of pixels.
#include "base/float.h"
#include "flat/mover/data.h"

#include <math.h>

// A lower place is lower by more than this share of a pixel.
#define LEAST_FALL 0.125

// The distance to ground below a mover that does not fall, as a fraction of the step.
#define GROUND_REACH_OF_STEP 0.01

// A rise of less than this share of the step is not tried: on a round foot each would leave room for a next one that
// is a little smaller.
#define LEAST_RISE 0.01

typedef struct walker_state
{
    rim_walk2    out;
    rim_walker2 *walker;
    rim_world2   world;
    rim_vec2     across; // unit, the direction in which `away` counts
    double       booked_across, booked_up;
    rim_vec2     start; // where the call began, and what was owed there
    float        start_climbed, start_away;
    bool         was_grounded;
    bool         careful; // it climbs onto nothing that is too steep to stand on
} walker_state;

static rim_vec2 scaled(rim_vec2 direction, double length)
{
    return rim_vec2_make((float)(direction.x * length), (float)(direction.y * length));
}

// Moves along a direction by at most `length`. Returns how far it came.
static double walker_advance(rim_mover2 *me, rim_vec2 direction, double length, rim_world2 world,
                             mover_contact *contact)
{
    rim_vec2 start = me->at;
    *contact = mover_advance(me, scaled(direction, length), world);
    return mover_way(start, me->at, direction);
}

// --- the account ------------------------------------------------------------------------------------
//
//                    * here            There it last owed nothing. What it owes here is how much higher
//                    | owed            it is than a way from there that is as steep as `slope` leads:
//                 .- +
//             .-'    | slope |away|        owed = rise - slope |away|
//         .-'        |
//      * ------------+                 It depends on the place, not on the way to it: what the way on
//    there    away                     pays, the way back owes again. Or else, going to and fro, one
//                                      would climb any slope.
//
// If less than nothing would be owed, nothing is owed, and the account restarts from the present position. On ground
// that is steeper than `slope` throughout, that happens only at its foot or lower.
static void book(walker_state *w, double across, double up)
{
    rim_walker2 *walker = w->walker;
    double       was = walker->away, away = was + across;
    double       owed = walker->climbed + up - walker->slope * (fabs(away) - fabs(was));
    walker->climbed = owed > 0.0 ? (float)owed : 0.0f;
    walker->away = owed > 0.0 ? (float)away : 0.0f;
    w->booked_across += across;
    w->booked_up += up;
}

// Books what remains of a call: coming down, and sliding. Or books the whole call as one way, if more is owed then,
// so that paying on a way that was slid back does not count.
//
// A mover that owes more than twice the step did not come back the way it came, where it owed at most a step. It
// stands on other ground above, such as a landing over its stairs, and the account restarts there, but with a debt.
static void walker_come_to_rest(walker_state *w)
{
    rim_walker2 *walker = w->walker;
    double       across = mover_way(w->start, w->out.me.at, w->across);
    double       up = mover_way(w->start, w->out.me.at, walker->up);
    book(w, across - w->booked_across, up - w->booked_up);
    rim_walker2 pieces = *walker;
    walker->climbed = w->start_climbed;
    walker->away = w->start_away;
    book(w, across, up);
    if (!(walker->climbed > pieces.climbed)) *walker = pieces;

    if (!w->out.grounded || !(walker->climbed > 2.0f * walker->step)) return;
    walker->climbed = walker->step;
    walker->away = 0.0f;
}

// Returns the unit direction in which the ground falls by its normal; zero if it is level.
static rim_vec2 mover2_downhill(const walker_state *w, const mover_contact *ground)
{
    double lean = (double)ground->normal.x * w->across.x + (double)ground->normal.y * w->across.y;
    if (lean == 0.0) return rim_vec2_make(0.0f, 0.0f);
    return lean > 0.0 ? w->across : vec2_negate(w->across);
}

// Returns the run that steepness is measured over, a whole number of pixels.
static double mover2_steep_run(const walker_state *w, const rim_mover2 *me, double grain)
{
    rim_box2 box = rim_mover2_bounds(me);
    double   half = 0.5 * (fabs(((double)box.hi.x - box.lo.x) * w->across.x) +
                         fabs(((double)box.hi.y - box.lo.y) * w->across.y));
    double   pixels = float_floor_int(half / grain);
    return grain * (pixels > RIM_MOVER2_STEEP ? pixels : RIM_MOVER2_STEEP);
}

// Goes uphill by a pixel. Returns false, and stays, if something is in the way.
static bool mover2_pass(const walker_state *w, rim_mover2 *me, rim_vec2 uphill, double grain)
{
    rim_mover2    there = *me;
    mover_contact contact;
    walker_advance(&there, uphill, grain, w->world, &contact);
    if (contact.hit) return false;
    *me = there;
    return true;
}

// Returns true if there is no way uphill under a ceiling over the run. Where the mover cannot pass at its height, it
// rises to the ceiling, and comes down from there by a pixel at a time until it passes.
static bool is_steep_below_ceiling(const walker_state *w, rim_mover2 me, rim_vec2 uphill,
                                   double run, double rise, double grain)
{
    mover_contact contact;
    double        height = 0.0;
    for (double way = 0.0; way < run; way += grain)
    {
        if (mover2_pass(w, &me, uphill, grain)) continue;
        height += walker_advance(&me, w->walker->up, rise - height, w->world, &contact);
        while (!mover2_pass(w, &me, uphill, grain))
        {
            double most = height < grain ? height : grain;
            double down = walker_advance(&me, vec2_negate(w->walker->up), most, w->world, &contact);
            height -= down;
            if (!(down > 0.0)) return true;
        }
    }
    return false;
}

// Returns true if the ground is steep. At the end of a level ledge the normal leans as well, so a way uphill is
// tried.
static bool is_steep(const walker_state *w, const rim_mover2 *me, const mover_contact *ground)
{
    rim_vec2 down = mover2_downhill(w, ground);
    if (down.x == 0.0f && down.y == 0.0f) return false;
    rim_mover2    there = *me;
    mover_contact contact;
    double        run = mover2_steep_run(w, me, ground->grain),
           rise = w->walker->slope * run + ground->grain;
    walker_advance(&there, w->walker->up, rise, w->world, &contact);
    if (contact.hit)
        return is_steep_below_ceiling(w, *me, vec2_negate(down), run, rise, ground->grain);
    walker_advance(&there, vec2_negate(down), run, w->world, &contact);
    return contact.hit;
}

// --- sideways ---------------------------------------------------------------------------------------

// Climbs an obstacle: up, on by a pixel, down again. Returns how far it moved on, 0 if it cannot.
static double walker_climb(walker_state *w, rim_vec2 side, double remaining, double grain)
{
    rim_mover2    there = w->out.me;
    mover_contact contact;
    double        allowed = (double)w->walker->step - w->walker->climbed;
    if (!(allowed > LEAST_RISE * w->walker->step)) return 0.0;
    double risen = walker_advance(&there, w->walker->up, allowed, w->world, &contact);
    if (!(risen > 0.0)) return 0.0;
    double way =
        walker_advance(&there, side, remaining < grain ? remaining : grain, w->world, &contact);
    if (!(way > 0.0)) return 0.0;
    walker_advance(&there, vec2_negate(w->walker->up), risen, w->world, &contact);
    if (w->careful && contact.hit && is_steep(w, &there, &contact)) return 0.0;

    double rise = mover_way(w->out.me.at, there.at, w->walker->up);
    book(w, mover_way(w->out.me.at, there.at, w->across), rise);
    w->out.me = there;
    return way;
}

// Moves sideways by up to a length, and climbs what is in the way. Returns how far it came.
static double walk_sideways(walker_state *w, rim_vec2 side, double length)
{
    double remaining = length;
    for (int stairs = 0; remaining > 0.0; stairs++)
    {
        mover_contact contact;
        rim_vec2      from = w->out.me.at;
        double        way = walker_advance(&w->out.me, side, remaining, w->world, &contact);
        book(w, mover_way(from, w->out.me.at, w->across), 0.0);
        remaining -= way;
        if (!contact.hit || !(remaining > mover_rounding_at(w->out.me.at))) break;

        way = 0.0;
        if (w->was_grounded && stairs < RIM_MOVER2_STAIRS)
            way = walker_climb(w, side, remaining, contact.grain);
        if (!(way > 0.0))
        {
            w->out.wall = true;
            w->out.wall_normal = contact.normal;
            break;
        }
        remaining -= way;
    }
    return length - remaining;
}

// --- up and down --------------------------------------------------------------------------------------

static void rise(walker_state *w, double height)
{
    mover_contact contact;
    walker_advance(&w->out.me, w->walker->up, height, w->world, &contact);
    w->out.ceiling = contact.hit;
}

static void stand_on(walker_state *w, const mover_contact *contact)
{
    w->out.ground_normal = contact->normal;
    w->out.ground = contact->what.posed;
    w->out.ground_part = contact->what.part;
    w->out.grounded = true;
}

// Follows the ground down. Returns false, without moving, if there is none within reach or it is steep.
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

// Goes downhill over the ledges and single pixels of steep ground on which a slide comes no lower. Returns false if
// within the run that steepness is measured over there is no lower place: between two steep sides, or at a wall.
static bool mover2_creep(walker_state *w, double length, const mover_contact *ground)
{
    rim_vec2      side = mover2_downhill(w, ground), down = vec2_negate(w->walker->up);
    rim_mover2    lifted = w->out.me, there;
    mover_contact contact;
    double        run = mover2_steep_run(w, &w->out.me, ground->grain);
    double        lift = walker_advance(&lifted, w->walker->up, ground->grain, w->world, &contact);
    there = lifted;
    walker_advance(&there, side, run, w->world, &contact);
    walker_advance(&there, down, lift + run, w->world, &contact);
    if (!(mover_way(there.at, w->out.me.at, w->walker->up) > LEAST_FALL * ground->grain))
        return false;

    there = lifted;
    walker_advance(&there, side, length < run ? length : run, w->world, &contact);
    walker_advance(&there, down, lift + length, w->world, &contact);
    w->out.me = there;
    return true;
}

// Falls by a height, and stands on what stops it. On steep ground it slides on by the rest of the height; if it cannot
// slide lower, it stands.
static void fall(walker_state *w, double height)
{
    mover_contact contact;
    if (!(height > 0.0)) return;
    double way = walker_advance(&w->out.me, vec2_negate(w->walker->up), height, w->world, &contact);
    if (!contact.hit) return;
    if (!is_steep(w, &w->out.me, &contact))
    {
        stand_on(w, &contact);
        return;
    }
    rim_slide2 slide =
        rim_mover2_slide(&w->out.me, scaled(w->walker->up, -(height - way)), w->world);
    w->out.ground_normal = contact.normal;
    w->out.sliding = mover_way(slide.me.at, w->out.me.at, w->walker->up) > 0.0;
    if (w->out.sliding)
        w->out.me = slide.me;
    else
        w->out.sliding = mover2_creep(w, height - way, &contact);
    if (!w->out.sliding) stand_on(w, &contact); // wedged
}

// --- all of it ------------------------------------------------------------------------------------------

// Moves sideways, then follows the ground down within reach, or falls.
static void go_once(walker_state *w, rim_vec2 side, double length, double height)
{
    double came = length > 0.0 ? walk_sideways(w, side, length) : 0.0;
    double reach = (double)w->walker->step + w->walker->slope * came;
    if (w->was_grounded && come_down(w, reach > height ? reach : height)) return;
    fall(w, height);
    if (!w->out.grounded && !w->out.sliding) come_down(w, GROUND_REACH_OF_STEP * w->walker->step);
}

// A mover that walked up and then slides has climbed ground too steep to stand on: it would slide back, walk up
// again, and tremble. The motion is therefore repeated so that it ends before that ground.
static void go_on_foot(walker_state *w, rim_vec2 side, double length, double height)
{
    walker_state before = *w;
    rim_walker2  account = *w->walker;
    go_once(w, side, length, height);
    bool trembles = w->was_grounded && w->out.sliding &&
                    mover_way(before.out.me.at, w->out.me.at, w->walker->up) > 0.0;
    if (!trembles) return;
    *w = before;
    *w->walker = account;
    w->careful = true;
    go_once(w, side, length, height);
}

// Moves by delta: upwards as a jump, else on foot.
static void walker_move(walker_state *w, rim_vec2 delta)
{
    rim_vec2 up = w->walker->up;
    double   rising = (double)delta.x * up.x + (double)delta.y * up.y;
    rim_vec2 across =
        rim_vec2_make((float)(delta.x - rising * up.x), (float)(delta.y - rising * up.y));
    double   length = sqrt((double)across.x * across.x + (double)across.y * across.y);
    rim_vec2 side = scaled(across, length > 0.0 ? 1.0 / length : 0.0);

    if (rising > 0.0)
    {
        w->was_grounded = false;
        w->walker->climbed = w->walker->away = 0.0f;
        rise(w, rising);
        if (length > 0.0) walk_sideways(w, side, length);
        return;
    }
    w->start = w->out.me.at;
    w->start_climbed = w->walker->climbed;
    w->start_away = w->walker->away;
    go_on_foot(w, side, length, -rising);
    walker_come_to_rest(w);
}

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
