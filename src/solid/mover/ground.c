// On the ground: level motion among walls, up and down as the ground has it.
#include "solid/mover/step.h"

#include <math.h>

// Directions closer than this are the same, relative to their size.
#define SAME 0x1p-30
// The sine of the angle of walls that are parallel: so slowly they close that a skin is used up in thousands.
#define CHARACTER_GROUND_PARALLEL 0x1p-16

// --- what holds, what stands in the way -----------------------------------------------------------------

static bool is_higher_than_step(const stepper *s, const motion_contact *c)
{
    return !s->m.f.shape.box && c->height + s->m.f.shape.radius > s->c->step;
}

// Does a round foot touch the edge or corner of a surface that is ground, no steeper here than there? Then it is on its
// way over a ridge. Else it is on its way over a rim: up a step.
static bool is_ridge(const stepper *s, const motion_contact *c)
{
    for (int i = 0; i < s->m.contact_count; i++)
    {
        const motion_contact *other = &s->m.contacts[i];
        bool                  same = other->curved && v3d_dot(other->n, c->n) > 1.0 - 0x1p-30;
        if (same && other->up >= s->cosine && c->n.y >= other->up * (1.0 - 0x1p-20)) return true;
    }
    return false;
}

static bool is_ramp(const stepper *s, const motion_contact *c)
{
    if (c->n.y < s->cosine) return false;
    return !c->curved || !is_higher_than_step(s, c) || is_ridge(s, c);
}

// The edge of a step, which a foot on its way up or down leans on: its top is ground, and it is not higher
// than a step.
static bool is_step_edge(const stepper *s, const motion_contact *c)
{
    return !s->m.f.shape.box && c->n.y > 0.0 && c->up >= s->cosine && !is_higher_than_step(s, c);
}

// With d the way down that the contacts leave, -d.y is the sine squared of its slope: 1 in the air, 0 when
// wedged.
bool character_held(const stepper *s)
{
    bool touched = false;
    for (int i = 0; i < s->m.contact_count; i++)
    {
        const motion_contact *c = &s->m.contacts[i];
        if (is_ramp(s, c) || (s->lenient && is_step_edge(s, c))) return true;
        touched = touched || c->n.y > 0.0;
    }
    if (!touched || s->m.contact_count < 2) return false;
    vec3d down = motion_along_contacts(&s->m, v3d(0.0, -1.0, 0.0));
    return -down.y <= 1.0 - s->cosine * s->cosine;
}

typedef struct wall_list
{
    vec3d n[2 * MOTION_CONTACTS]; // level, unit
    int   count;
} wall_list;

static void add_wall(wall_list *list, double x, double z, double least)
{
    double length = sqrt(x * x + z * z);
    if (!(length > least) || list->count == 2 * MOTION_CONTACTS) return;
    list->n[list->count++] = v3d(x / length, 0.0, z / length);
}

// Between ramps, which lift or let it sink, and a ceiling c no way may close: a ramp asks for vy >= -(r.v)/r.y, the
// ceiling for vy <= -(c.v)/c.y. Returns false if there are no ramps.
static bool add_walls_between(wall_list *list, const stepper *s, vec3d c)
{
    bool found = false;
    for (int i = 0; i < s->m.contact_count; i++)
    {
        vec3d r = s->m.contacts[i].n;
        if (!is_ramp(s, &s->m.contacts[i])) continue;
        add_wall(list, r.x / r.y - c.x / c.y, r.z / r.y - c.z / c.y, SAME);
        found = true;
    }
    return found;
}

// What is too steep stands in the way of level motion. Under what leans over it goes as its ramps have it.
static void list_walls(wall_list *list, const stepper *s, bool stops)
{
    list->count = 0;
    for (int i = 0; i < s->m.contact_count; i++)
    {
        const motion_contact *c = &s->m.contacts[i];
        if ((stops && !c->stops) || is_ramp(s, c)) continue;
        if (s->grounded && c->n.y < -SAME && add_walls_between(list, s, c->n)) continue;
        add_wall(list, c->n.x, c->n.z, 0x1p-10);
    }
}

static bool allowed(const wall_list *list, vec3d v, double slack)
{
    for (int i = 0; i < list->count; i++)
        if (v3d_dot(list->n[i], v) < -slack) return false;
    return true;
}

// In a plane the closest vector of a cone is the wish, or its shadow on one side, or none. A direction that leads into a
// wall by no more than `slack`, relative to its length, leads along it.
static vec3d along_walls(const stepper *s, vec3d wish, double slack, bool stops)
{
    wall_list list;
    double    least = INFINITY;
    vec3d     best = v3d(0.0, 0.0, 0.0);
    list_walls(&list, s, stops);
    slack *= v3d_length(wish);
    if (allowed(&list, wish, slack)) return wish;
    for (int i = 0; i < list.count; i++)
    {
        double against = -v3d_dot(list.n[i], wish);
        vec3d  along = v3d_along(wish, list.n[i], against);
        if (!(against > 0.0 && against < least) || !allowed(&list, along, slack)) continue;
        least = against;
        best = along;
    }
    return best;
}

vec3d character_along_walls(const stepper *s, vec3d wish)
{
    return along_walls(s, wish, SAME, false);
}

vec3d character_along_stops(stepper *s)
{
    motion_touch_all(&s->m);
    return along_walls(s, s->wish, CHARACTER_GROUND_PARALLEL, false);
}

// --- a piece of the way ---------------------------------------------------------------------------------

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
static vec3d character_ground_path_of(const stepper *s, vec3d level)
{
    double most = s->tangent * v3d_length(level), lift = lift_of(s, level);
    return v3d(level.x, lift > most ? most : lift, level.z);
}

// Curves are followed by chords, ground in pieces no longer than the foot is wide.
static double character_ground_piece_of(const stepper *s, double speed)
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
static bool character_ground_settle(stepper *s, double far)
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
        if (character_ground_settle(s, far))
            held = t;
        else
            lost = t;
    }
    motion_place(&s->m, v3d_along(from, way, held));
    character_ground_settle(s, far);
    return held;
}

static void leave_ground(stepper *s)
{
    s->grounded = s->lenient = false;
    s->left = true;
    s->fall = s->carried;
}

// The face that is told as its ground, and may still be when it has gone on; -1 if edges hold it.
static int face_below(const stepper *s)
{
    for (int i = 0; i < s->m.contact_count; i++)
    {
        const motion_contact *c = &s->m.contacts[i];
        bool                  told = s->m.f.triangles[c->triangle].id == s->walk.ground;
        if (told && is_ramp(s, c) && !c->curved) return c->lane;
    }
    return -1;
}

bool character_is_dead_end(const stepper *s, vec3d along)
{
    return v3d_length2(along) < 0x1p-14 * v3d_length2(s->wish);
}

// Do those contacts that stop it here leave no way?
static bool is_closed(const stepper *s)
{
    return character_is_dead_end(s, along_walls(s, s->wish, CHARACTER_GROUND_PARALLEL, true));
}

void character_on_ground(stepper *s)
{
    character_note_ground(s);
    vec3d along = character_along_walls(s, s->wish);
    vec3d loss = v3d_sub(s->wish, along);
    bool  blocked = v3d_length2(loss) > SAME * v3d_length2(s->wish);
    if (blocked && s->c->step > 0.0f && character_climb(s, along)) return;
    if (character_is_dead_end(s, along))
    {
        if (!is_closed(s)) along = character_along_stops(s);
        if (character_is_dead_end(s, along) && s->c->step > 0.0f && character_climb_around(s))
            return;
    }

    vec3d  from = s->m.x, way = character_ground_path_of(s, along);
    double speed = v3d_length(way), time = character_ground_piece_of(s, speed);
    double done = 1.0;
    int    face = face_below(s), gathered = s->m.gathered;
    way = v3d_scale(way, time);
    if (speed > 0.0) done = motion_go(&s->m, way);
    if (done == 0.0 && motion_add_blocking(&s->m, way)) return;
    if (done == 1.0 && face >= 0 && motion_still_over(&s->m, face, gathered))
    {
        s->time -= time;
        return;
    }
    way = v3d_scale(way, done);
    // Walkable ground cannot fall faster than this.
    double far = s->c->snap + s->tangent * sqrt(way.x * way.x + way.z * way.z);
    if (!character_ground_settle(s, far))
    {
        double held = last_ground(s, from, way, far);
        leave_ground(s);
        // Without ground at once, the time goes on falling.
        s->time -= held * done * time;
        return;
    }
    character_note_ground(s);
    s->time = done > 0.0 && speed > 0.0 ? s->time - done * time : 0.0;
}
