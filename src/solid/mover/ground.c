// What a character touches: what holds it, what stands in its way, and what is told of that.
#include "solid/mover/step.h"

#include <math.h>

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
    return along_walls(s, wish, CHARACTER_SAME, false);
}

vec3d character_along_stops(stepper *s)
{
    motion_touch_all(&s->m);
    return along_walls(s, s->wish, CHARACTER_GROUND_PARALLEL, false);
}

bool character_is_dead_end(const stepper *s, vec3d along)
{
    return v3d_length2(along) < 0x1p-14 * v3d_length2(s->wish);
}

bool character_is_closed(const stepper *s)
{
    return character_is_dead_end(s, along_walls(s, s->wish, CHARACTER_GROUND_PARALLEL, true));
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
