// The contacts of a character: what holds it, what stands in its way, and what the report says of them.
#include "solid/mover/step.h"

#include <math.h>

// --- ground and walls -----------------------------------------------------------------

// Returns true if a contact is higher above the foot than a step.
static bool is_higher_than_step(const stepper *s, const motion_contact *c)
{
    return !s->m.f.shape.box && c->height + s->m.f.shape.radius > s->c->step;
}

// Returns true if a round foot touches a ridge: an edge or corner of a surface that is ground, where the contact is no
// steeper than that surface. Otherwise the edge is the rim of a step.
static bool is_ridge(const stepper *s, const motion_contact *c)
{
    for (int i = 0; i < s->m.contact_count; i++)
    {
        const motion_contact *other = &s->m.contacts[i];
        bool same = other->curved && v3d_dot(other->n, c->n) > 1.0 - MOVER_SAME_NORMAL;
        if (same && other->up >= s->cosine && c->n.y >= other->up * (1.0 - MOVER_LESS_STEEP))
            return true;
    }
    return false;
}

// Returns true if a contact is ground: not too steep, and not an edge higher than a step, except a ridge.
static bool is_ramp(const stepper *s, const motion_contact *c)
{
    if (c->n.y < s->cosine) return false;
    return !c->curved || !is_higher_than_step(s, c) || is_ridge(s, c);
}

// Returns true for the edge of a step, on which a foot leans on its way up or down: the surface above it is ground, and the
// edge is not higher than a step.
static bool is_step_edge(const stepper *s, const motion_contact *c)
{
    return !s->m.f.shape.box && c->n.y > 0.0 && c->up >= s->cosine && !is_higher_than_step(s, c);
}

// Returns true if the contacts hold the character. A single ramp holds. So do several steep contacts, if the steepest way
// down d that they leave is no steeper than the limit: with the unit wish (0, -1, 0), -d.y is the squared sine of its
// slope, 1 in the air and 0 when wedged.
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

// A wall for horizontal motion. It allows a velocity that does not lead into one of its normals: the contact's direction
// or, where the face's plane separates too, the face's normal.
typedef struct wall
{
    vec3d n[2]; // horizontal, unit
    int   count;
} wall;

typedef struct wall_list
{
    wall walls[2 * MOTION_CONTACTS];
    int  count;
} wall_list;

// Adds the horizontal direction of (x, z) as a normal, if it is longer than `least`.
static void add_normal(wall *w, double x, double z, double least)
{
    double length = sqrt(x * x + z * z);
    if (length > least) w->n[w->count++] = v3d(x / length, 0.0, z / length);
}

// Adds a wall with one normal, if (x, z) is longer than `least` and there is room.
static void add_wall(wall_list *list, double x, double z, double least)
{
    wall *w = &list->walls[list->count];
    if (list->count == 2 * MOTION_CONTACTS) return;
    w->count = 0;
    add_normal(w, x, z, least);
    list->count += w->count;
}

// Adds a contact as a wall, with both of its normals.
static void add_contact_wall(wall_list *list, const motion_contact *c)
{
    int before = list->count;
    add_wall(list, c->n.x, c->n.z, MOVER_NO_COMPONENT);
    if (list->count > before && c->apart)
        add_normal(&list->walls[before], c->facing.x, c->facing.z, MOVER_NO_COMPONENT);
}

// Adds a wall between a ceiling with the normal c and each ramp r, where the gap between them closes. With v horizontal,
// the ramp requires  vy >= -(r . v) / r.y  and the ceiling  vy <= -(c . v) / c.y;  both can hold if
//
//     (r / r.y - c / c.y) . v  >=  0.
//
// Returns false if there are no ramps.
static bool add_walls_between(wall_list *list, const stepper *s, vec3d c)
{
    bool found = false;
    for (int i = 0; i < s->m.contact_count; i++)
    {
        vec3d r = s->m.contacts[i].n;
        if (!is_ramp(s, &s->m.contacts[i])) continue;
        add_wall(list, r.x / r.y - c.x / c.y, r.z / r.y - c.z / c.y, MOVER_SAME_DIRECTION);
        found = true;
    }
    return found;
}

// Lists the walls for horizontal motion: all contacts that are no ramps, or, if `stops`, those that stop the mover here. On
// the ground, a contact that leans over the mover is a wall only together with the ramps.
static void list_walls(wall_list *list, const stepper *s, bool stops)
{
    list->count = 0;
    for (int i = 0; i < s->m.contact_count; i++)
    {
        const motion_contact *c = &s->m.contacts[i];
        if ((stops && !c->stops) || is_ramp(s, c)) continue;
        if (s->grounded && c->n.y < -MOVER_SAME_DIRECTION && add_walls_between(list, s, c->n))
            continue;
        add_contact_wall(list, c);
    }
}

// Returns true if v leads into a wall by more than `slack`, by each of its normals.
static bool leads_into(const wall *w, vec3d v, double slack)
{
    for (int i = 0; i < w->count; i++)
        if (v3d_dot(w->n[i], v) >= -slack) return false;
    return true;
}

// Returns true if v leads into no wall by more than `slack`.
static bool is_allowed(const wall_list *list, vec3d v, double slack)
{
    for (int i = 0; i < list->count; i++)
        if (leads_into(&list->walls[i], v, slack)) return false;
    return true;
}

// Returns the horizontal velocity closest to the wish that the walls allow; zero if there is none. In a plane it is the
// wish itself or its projection on one wall. A velocity that leads into a wall by at most `slack` of the wish's length
// leads along it.
static vec3d along_walls(const stepper *s, vec3d wish, double slack, bool stops)
{
    wall_list list;
    double    least = INFINITY;
    vec3d     best = v3d(0.0, 0.0, 0.0);
    list_walls(&list, s, stops);
    slack *= v3d_length(wish);
    if (is_allowed(&list, wish, slack)) return wish;
    for (int i = 0; i < 2 * list.count; i++)
    {
        const wall *w = &list.walls[i / 2];
        if (i % 2 >= w->count) continue;
        double against = -v3d_dot(w->n[i % 2], wish);
        vec3d  along = v3d_along(wish, w->n[i % 2], against);
        if (!(against > 0.0 && against < least) || !is_allowed(&list, along, slack)) continue;
        least = against;
        best = along;
    }
    return best;
}

vec3d character_along_walls(const stepper *s, vec3d wish)
{
    return along_walls(s, wish, MOVER_SAME_DIRECTION, false);
}

vec3d character_along_stops(stepper *s)
{
    motion_find_all_contacts(&s->m);
    return along_walls(s, s->wish, MOVER_PARALLEL_WALLS, false);
}

bool character_is_dead_end(const stepper *s, vec3d along)
{
    return v3d_length2(along) < MOVER_DEAD_END_SQUARED * v3d_length2(s->wish);
}

bool character_is_closed(const stepper *s)
{
    return character_is_dead_end(s, along_walls(s, s->wish, MOVER_PARALLEL_WALLS, true));
}

// --- around a dead end ----------------------------------------------------------------------------------

// Cosine and sine of 1, 2, 4 .. 32 times 80 / 63 degrees.
static const double AROUND[][2] = {
    { 0.99975441273782151, 0.022161096797173471 }, { 0.99901777157749261, 0.044311308628168358 },
    { 0.99607301585531838, 0.088535569602790548 }, { 0.98432290583021886, 0.17637578364944007 },
    { 0.93778316588409183, 0.34722144775979774 },  { 0.75887453243118008, 0.65123685708608181 },
};

// The cosine of 80 degrees, rounded down.
#define AROUND_LEAST 0.17

// Turns the wish by (i + 1) / 2 steps, to one side for odd i and to the other for even i, and projects the wish on that.
vec3d character_wish_around(const stepper *s, int i)
{
    double cosine = 1.0, sine = 0.0;
    vec3d  w = s->wish;
    for (int k = 0, turns = (i + 1) / 2; turns >> k; k++)
    {
        if (!(turns >> k & 1)) continue;
        double c = cosine * AROUND[k][0] - sine * AROUND[k][1];
        sine = cosine * AROUND[k][1] + sine * AROUND[k][0];
        cosine = c;
    }
    if (i % 2 == 0) sine = -sine;
    vec3d turned = v3d(cosine * w.x - sine * w.z, 0.0, sine * w.x + cosine * w.z);
    return v3d_scale(turned, cosine);
}

// Returns true if a contact stops a motion before it has moved by two skins.
static bool is_closed_by(const stepper *s, const motion_contact *c, vec3d path)
{
    double speed = -v3d_dot(c->n, path), size = v3d_length(path);
    if (c->apart && v3d_dot(c->facing, path) >= -MOVER_PARALLEL_WALLS * size) return false;
    return speed > motion_closing_speed(&s->m, c) * size;
}

// Computes a path along the contacts; see step.h. The path rises as ramps or, above them, steep contacts lift it, and at
// most as ceilings allow.
bool character_path_around(const stepper *s, vec3d level, vec3d *path)
{
    double size = v3d_length(level), most = s->tangent * size, high = most;
    double ramps = -INFINITY, steep = -INFINITY;
    for (int i = 0; i < s->m.contact_count; i++)
    {
        const motion_contact *c = &s->m.contacts[i];
        double                y = -(c->n.x * level.x + c->n.z * level.z) / c->n.y;
        if (c->n.y < -MOVER_NO_COMPONENT && y < high) high = y;
        if (c->n.y > MOVER_NO_COMPONENT && is_ramp(s, c) && y > ramps) ramps = y;
        if (c->n.y > MOVER_NO_COMPONENT && !is_ramp(s, c) && y > steep) steep = y;
    }
    double y = steep < 0.0 ? steep : 0.0;
    y = steep > -INFINITY && y > ramps ? y : ramps;
    y = y > -INFINITY ? y : 0.0;
    y = y < high ? y : high;
    *path = v3d(level.x, y, level.z);
    if (!(fabs(y) <= most)) return false;
    for (int i = 0; i < s->m.contact_count; i++)
        if (is_closed_by(s, &s->m.contacts[i], *path)) return false;
    return true;
}

// A contact allows the horizontal directions l with  n . l >= least.  n is horizontal, of any length.
typedef struct level_limit
{
    vec3d  n;
    double least;
} level_limit;

// Returns true if a direction keeps all limits.
static bool is_within(const level_limit *limits, int count, vec3d level)
{
    for (int i = 0; i < count; i++)
        if (v3d_dot(limits[i].n, level) < limits[i].least - MOVER_LIMIT_SLACK) return false;
    return true;
}

// Returns the most by which a path of horizontal length 1 can rise or fall: with the steepest ramp, or, along a contact
// that leans, as the slope limit allows.
static double most_lift(const stepper *s)
{
    double most = 0.0;
    for (int i = 0; i < s->m.contact_count; i++)
    {
        vec3d  n = s->m.contacts[i].n;
        double lift = sqrt(n.x * n.x + n.z * n.z);
        if (!is_ramp(s, &s->m.contacts[i]) && fabs(n.y) > MOVER_NO_COMPONENT) return s->tangent;
        if (is_ramp(s, &s->m.contacts[i]) && lift > most * n.y) most = lift / n.y;
    }
    return most < s->tangent ? most : s->tangent;
}

// Lists the limits of the contacts that stop the mover, and first that of 80 degrees around the wish. Returns their number.
static int list_limits(const stepper *s, level_limit *limits)
{
    int    count = 0;
    vec3d  ahead = v3d_normalize(s->wish);
    double lift = most_lift(s), longest = sqrt(1.0 + lift * lift);
    limits[count++] = (level_limit){ ahead, AROUND_LEAST };
    for (int i = 0; i < s->m.contact_count; i++)
    {
        const motion_contact *c = &s->m.contacts[i];
        double                slow = motion_closing_speed(&s->m, c) * longest;
        if (!c->stops || c->apart || is_ramp(s, c)) continue;
        limits[count++] = (level_limit){ v3d(c->n.x, 0.0, c->n.z), -slow - fabs(c->n.y) * lift };
    }
    return count;
}

// Returns false if the contacts that stop the mover close all directions around a dead end. Each limit allows an arc of the
// circle of directions. If all arcs have a common direction, an end of one of them is common to all.
bool character_may_go_around(const stepper *s)
{
    level_limit limits[MOTION_CONTACTS + 1];
    int         count = list_limits(s, limits);
    for (int i = 0; i < count; i++)
    {
        vec3d  n = limits[i].n;
        double square = v3d_length2(n), least = limits[i].least;
        if (!(least * least < square)) continue; // the arc has no ends
        double on = least / square, aside = sqrt(square - least * least) / square;
        vec3d  left = v3d(on * n.x - aside * n.z, 0.0, on * n.z + aside * n.x);
        vec3d  right = v3d(on * n.x + aside * n.z, 0.0, on * n.z - aside * n.x);
        if (is_within(limits, count, left) || is_within(limits, count, right)) return true;
    }
    return false;
}

// --- the report ---------------------------------------------------------------------------------------

// Returns the lane of the face that is the ground, or -1. The ground of the report is a triangle's id; its contact is a
// ramp that is not curved.
int character_face_below(const stepper *s)
{
    for (int i = 0; i < s->m.contact_count; i++)
    {
        const motion_contact *c = &s->m.contacts[i];
        bool                  is_ground = s->m.f.triangles[c->triangle].id == s->walk.ground;
        if (is_ground && is_ramp(s, c) && !c->curved) return c->lane;
    }
    return -1;
}

// Returns the unit normal of a contact's triangle, upwards; the contact's own without area.
static rim_vec3 facing(const mover_motion *m, const motion_contact *contact)
{
    const rim_triangle *t = &m->f.triangles[contact->triangle].shape;
    rim_vec3            n = rim_triangle_normal(t->a, t->b, t->c);
    vec3d               d = v3d_from(n);
    if (v3d_length2(d) == 0.0) return v3d_round(contact->n);
    return n.y < 0.0 ? rim_vec3_negate(n) : n;
}

// Returns true if a value is larger than the best, or equal with a lower id. best_triangle is -1 if there is no best yet.
static bool is_better(const mover_motion *m, double value, int triangle, double best,
                      int best_triangle)
{
    if (value != best || best_triangle < 0) return value > best;
    return m->f.triangles[triangle].id < m->f.triangles[best_triangle].id;
}

// Records the ground in the report. The ground is the triangle of the contact whose surface is most level.
void character_record_ground(stepper *s)
{
    const mover_motion *m = &s->m;
    int                 found = -1, contact = -1;
    double              best = 0.0;
    for (int i = 0; i < m->contact_count; i++)
    {
        double up = m->contacts[i].n.y > 0.0 ? m->contacts[i].up : 0.0;
        if (up > 0.0 && is_better(m, up, m->contacts[i].triangle, best, found))
        {
            best = up;
            found = m->contacts[i].triangle;
            contact = i;
        }
    }
    s->walk.ground = -1;
    if (found < 0) return; // edges alone
    s->walk.ground = m->f.triangles[found].id;
    s->walk.ground_normal = facing(m, &m->contacts[contact]);
}

// Records the wall and the ceiling in the report. The wall is the triangle of the contact that the wish leads into most.
void character_record_walls(stepper *s)
{
    const mover_motion *m = &s->m;
    int                 found = -1;
    double              best = 0.0;
    for (int i = 0; i < m->contact_count; i++)
    {
        const motion_contact *contact = &m->contacts[i];
        double                against = -v3d_dot(contact->n, s->wish);
        if (contact->n.y < -0.5) s->walk.ceiling = true;
        if (contact->n.y >= s->cosine || fabs(contact->n.y) > 0.999) continue;
        if (!is_better(m, against, contact->triangle, best, found)) continue;
        best = against;
        found = contact->triangle;
        s->walk.wall = m->f.triangles[found].id;
        s->walk.wall_normal = v3d_round(contact->n);
    }
}
