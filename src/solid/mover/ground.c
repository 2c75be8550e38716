// What a character touches: what holds it, what stands in its way, and what is told of that.
#include "solid/mover/step.h"

#include <math.h>

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

// A wall leaves free what does not lead into it, by one of its normals: the direction in which it is closest or, of a
// face that keeps it at a distance, the face's own.
typedef struct wall
{
    vec3d n[2]; // level, unit
    int   count;
} wall;

typedef struct wall_list
{
    wall walls[2 * MOTION_CONTACTS];
    int  count;
} wall_list;

static void add_normal(wall *w, double x, double z, double least)
{
    double length = sqrt(x * x + z * z);
    if (length > least) w->n[w->count++] = v3d(x / length, 0.0, z / length);
}

static void add_wall(wall_list *list, double x, double z, double least)
{
    wall *w = &list->walls[list->count];
    if (list->count == 2 * MOTION_CONTACTS) return;
    w->count = 0;
    add_normal(w, x, z, least);
    list->count += w->count;
}

static void add_contact_wall(wall_list *list, const motion_contact *c)
{
    int before = list->count;
    add_wall(list, c->n.x, c->n.z, 0x1p-10);
    if (list->count > before && c->apart)
        add_normal(&list->walls[before], c->facing.x, c->facing.z, 0x1p-10);
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
        add_wall(list, r.x / r.y - c.x / c.y, r.z / r.y - c.z / c.y, CHARACTER_SAME);
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
        if (s->grounded && c->n.y < -CHARACTER_SAME && add_walls_between(list, s, c->n)) continue;
        add_contact_wall(list, c);
    }
}

static bool leads_into(const wall *w, vec3d v, double slack)
{
    for (int i = 0; i < w->count; i++)
        if (v3d_dot(w->n[i], v) >= -slack) return false;
    return true;
}

static bool allowed(const wall_list *list, vec3d v, double slack)
{
    for (int i = 0; i < list->count; i++)
        if (leads_into(&list->walls[i], v, slack)) return false;
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
    for (int i = 0; i < 2 * list.count; i++)
    {
        const wall *w = &list.walls[i / 2];
        if (i % 2 >= w->count) continue;
        double against = -v3d_dot(w->n[i % 2], wish);
        vec3d  along = v3d_along(wish, w->n[i % 2], against);
        if (!(against > 0.0 && against < least) || !allowed(&list, along, slack)) continue;
        least = against;
        best = along;
    }
    return best;
}

vec3d character_along_walls(const stepper *s, vec3d wish)
{
    return along_walls(s, wish, CHARACTER_SAME, false);
}

vec3d character_along_stops(stepper *s)
{
    motion_touch_all(&s->m);
    return along_walls(s, s->wish, CHARACTER_PARALLEL, false);
}

bool character_is_dead_end(const stepper *s, vec3d along)
{
    return v3d_length2(along) < 0x1p-14 * v3d_length2(s->wish);
}

bool character_is_closed(const stepper *s)
{
    return character_is_dead_end(s, along_walls(s, s->wish, CHARACTER_PARALLEL, true));
}

// --- around a dead end ----------------------------------------------------------------------------------

// The cosines and sines of 1, 2, 4 .. 32 times 80 / 63 degrees.
static const double AROUND[][2] = {
    { 0.99975441273782151, 0.022161096797173471 }, { 0.99901777157749261, 0.044311308628168358 },
    { 0.99607301585531838, 0.088535569602790548 }, { 0.98432290583021886, 0.17637578364944007 },
    { 0.93778316588409183, 0.34722144775979774 },  { 0.75887453243118008, 0.65123685708608181 },
};

// The cosine of 80 degrees.
#define AROUND_LEAST 0.17

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

// Returns true if a contact closes before a motion has come two skins far.
static bool is_closed_by(const stepper *s, const motion_contact *c, vec3d path)
{
    double speed = -v3d_dot(c->n, path), size = v3d_length(path);
    if (c->apart && v3d_dot(c->facing, path) >= -CHARACTER_PARALLEL * size) return false;
    return speed > motion_closing_speed(&s->m, c) * size;
}

bool character_path_around(const stepper *s, vec3d level, vec3d *path)
{
    double size = v3d_length(level), most = s->tangent * size, high = most;
    double ramps = -INFINITY, steep = -INFINITY;
    for (int i = 0; i < s->m.contact_count; i++)
    {
        const motion_contact *c = &s->m.contacts[i];
        double                y = -(c->n.x * level.x + c->n.z * level.z) / c->n.y;
        if (c->n.y < -0x1p-10 && y < high) high = y;
        if (c->n.y > 0x1p-10 && is_ramp(s, c) && y > ramps) ramps = y;
        if (c->n.y > 0x1p-10 && !is_ramp(s, c) && y > steep) steep = y;
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

// A contact leaves free the level directions l with n . l >= least. n is level, of any length.
typedef struct level_limit
{
    vec3d  n;
    double least;
} level_limit;

static bool is_within(const level_limit *limits, int count, vec3d level)
{
    for (int i = 0; i < count; i++)
        if (v3d_dot(limits[i].n, level) < limits[i].least - 0x1p-20) return false;
    return true;
}

// Returns the most by which a level path of length 1 rises or falls: with ramps, or along what leans.
static double most_lift(const stepper *s)
{
    double most = 0.0;
    for (int i = 0; i < s->m.contact_count; i++)
    {
        vec3d  n = s->m.contacts[i].n;
        double lift = sqrt(n.x * n.x + n.z * n.z);
        if (!is_ramp(s, &s->m.contacts[i]) && fabs(n.y) > 0x1p-10) return s->tangent;
        if (is_ramp(s, &s->m.contacts[i]) && lift > most * n.y) most = lift / n.y;
    }
    return most < s->tangent ? most : s->tangent;
}

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

// The free directions are arcs of a circle: if there are any, the ends of one limit's arc are in all others.
bool character_may_go_around(const stepper *s)
{
    level_limit limits[MOTION_CONTACTS + 1];
    int         count = list_limits(s, limits);
    for (int i = 0; i < count; i++)
    {
        vec3d  n = limits[i].n;
        double square = v3d_length2(n), least = limits[i].least;
        if (!(least * least < square)) continue; // no limit
        double on = least / square, aside = sqrt(square - least * least) / square;
        vec3d  left = v3d(on * n.x - aside * n.z, 0.0, on * n.z + aside * n.x);
        vec3d  right = v3d(on * n.x + aside * n.z, 0.0, on * n.z - aside * n.x);
        if (is_within(limits, count, left) || is_within(limits, count, right)) return true;
    }
    return false;
}

// --- what is told ---------------------------------------------------------------------------------------

int character_face_below(const stepper *s)
{
    for (int i = 0; i < s->m.contact_count; i++)
    {
        const motion_contact *c = &s->m.contacts[i];
        bool                  told = s->m.f.triangles[c->triangle].id == s->walk.ground;
        if (told && is_ramp(s, c) && !c->curved) return c->lane;
    }
    return -1;
}

static rim_vec3 facing(const mover_motion *m, const motion_contact *contact)
{
    const rim_triangle *t = &m->f.triangles[contact->triangle].shape;
    rim_vec3            n = rim_triangle_normal(t->a, t->b, t->c);
    vec3d               d = v3d_from(n);
    if (v3d_length2(d) == 0.0) return v3d_round(contact->n);
    return n.y < 0.0 ? rim_vec3_negate(n) : n;
}

// Of equally good ones that with the lowest id.
static bool better(const mover_motion *m, double value, int triangle, double best,
                   int best_triangle)
{
    if (value != best || best_triangle < 0) return value > best;
    return m->f.triangles[triangle].id < m->f.triangles[best_triangle].id;
}

void character_note_ground(stepper *s)
{
    const mover_motion *m = &s->m;
    int                 found = -1, contact = -1;
    double              best = 0.0;
    for (int i = 0; i < m->contact_count; i++)
    {
        double up = m->contacts[i].n.y > 0.0 ? m->contacts[i].up : 0.0;
        if (up > 0.0 && better(m, up, m->contacts[i].triangle, best, found))
        {
            best = up;
            found = m->contacts[i].triangle;
            contact = i;
        }
    }
    s->walk.ground = -1;
    if (found < 0) return; // nothing but rims
    s->walk.ground = m->f.triangles[found].id;
    s->walk.ground_normal = facing(m, &m->contacts[contact]);
}

void character_note_walls(stepper *s)
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
        if (!better(m, against, contact->triangle, best, found)) continue;
        best = against;
        found = contact->triangle;
        s->walk.wall = m->f.triangles[found].id;
        s->walk.wall_normal = v3d_round(contact->n);
    }
}
