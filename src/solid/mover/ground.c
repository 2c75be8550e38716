// The contacts of a character: what holds it, what stands in its way, and what the report says of them.
#include "solid/mover/step.h"

#include <math.h>

// --- ground and walls -----------------------------------------------------------------

// Returns true if the touched point of a contact of a round mover is higher above the foot than a step. The foot is a
// radius below the lower center, to which c->height is relative. Returns false for boxes.
static bool is_higher_than_step(const stepper *s, const motion_contact *c)
{
    return !s->m.f.shape.box && c->height + s->m.f.shape.radius > s->c->step;
}

// Returns true if a round foot touches a ridge: an edge or corner of a surface that is ground, with a contact normal no
// steeper than this surface. The surface may belong to another contact with the same normal, so all contacts with the
// normal of c are tested. An edge that is no ridge is the rim of a step.
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

// Returns true if a contact is ground: its normal is not too steep, and it is not on an edge or corner higher than a
// step, unless it is a ridge.
static bool is_ramp(const stepper *s, const motion_contact *c)
{
    if (c->n.y < s->cosine) return false;
    return !c->curved || !is_higher_than_step(s, c) || is_ridge(s, c);
}

// Returns true if a contact is the edge of a step, on which a round foot leans on its way up or down: the contact is
// below the mover, the surface above the edge is ground, and the edge is not higher than a step.
static bool is_step_edge(const stepper *s, const motion_contact *c)
{
    return !s->m.f.shape.box && c->n.y > 0.0 && c->up >= s->cosine && !is_higher_than_step(s, c);
}

// A single ramp holds the character, and so does the edge of a step if `lenient`. Several steep contacts hold it if
// the steepest way down that they leave is no steeper than the slope limit. For the unit wish (0, -1, 0), let d be the
// closest velocity that leads into no contact. Then -d.y is the squared sine of d's slope: 1 in the air, 0 when wedged.
bool character_held(const stepper *s, bool lenient)
{
    bool touched = false;
    for (int i = 0; i < s->m.contact_count; i++)
    {
        const motion_contact *c = &s->m.contacts[i];
        if (is_ramp(s, c) || (lenient && is_step_edge(s, c))) return true;
        touched = touched || c->n.y > 0.0;
    }
    if (!touched || s->m.contact_count < 2) return false;
    vec3d down = motion_along_contacts(&s->m, v3d(0.0, -1.0, 0.0));
    return -down.y <= 1.0 - s->cosine * s->cosine;
}

// A wall for horizontal motion. It has one or two normals: the contact's direction and, where the face's plane
// separates too, the face's normal. It allows a velocity that does not lead against at least one of them.
typedef struct wall
{
    vec3d n[2]; // horizontal, unit
    int   count;
} wall;

// A ceiling may give a wall with each ramp. Walls beyond this number are left out.
#define GROUND_WALLS (2 * MOTION_CONTACTS)

typedef struct wall_list
{
    wall walls[GROUND_WALLS];
    int  count;
} wall_list;

// Adds the horizontal direction of (x, z) as a normal, if it is longer than `least`.
static void add_normal(wall *w, double x, double z, double least)
{
    double length = sqrt(x * x + z * z);
    if (length > least) w->n[w->count++] = v3d(x / length, 0.0, z / length);
}

// Adds a wall whose only normal is the horizontal direction of (x, z), and returns it. Adds nothing and returns NULL if
// (x, z) is not longer than `least` or the list is full.
static wall *add_wall(wall_list *list, double x, double z, double least)
{
    if (list->count == GROUND_WALLS) return NULL;
    wall *w = &list->walls[list->count];
    w->count = 0;
    add_normal(w, x, z, least);
    list->count += w->count;
    return w->count ? w : NULL;
}

// Adds a wall between a ceiling with the normal c and each contact that is a ramp, with the normal r, where the gap
// between the two closes. For a horizontal velocity v, the ramp requires a vertical velocity  vy >= -(r . v) / r.y  and
// the ceiling  vy <= -(c . v) / c.y  (c.y is negative). Both can hold if
//
//     (r / r.y - c / c.y) . v  >=  0.
//
// Returns false, and adds nothing, if no contact is a ramp.
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

// Stores in *list the walls for horizontal motion: the contacts that are neither ramps nor nearly level. A wall has the
// contact's normal and, if the face's plane separates too (c->apart), the face's normal. If `stops` is true, only those
// that stop the mover here count. On the ground, a ceiling is a wall only where it meets a ramp (add_walls_between). If
// there is no ramp, or off the ground, it is a wall like other contacts.
static void list_walls(wall_list *list, const stepper *s, bool stops)
{
    list->count = 0;
    for (int i = 0; i < s->m.contact_count; i++)
    {
        const motion_contact *c = &s->m.contacts[i];
        if ((stops && !c->stops) || is_ramp(s, c)) continue;
        if (s->grounded && c->n.y < -MOVER_SAME_DIRECTION && add_walls_between(list, s, c->n))
            continue;
        wall *w = add_wall(list, c->n.x, c->n.z, MOVER_NO_COMPONENT);
        if (w && c->apart) add_normal(w, c->facing.x, c->facing.z, MOVER_NO_COMPONENT);
    }
}

// Returns true if the wall w stops v: if v leads into the wall by more than `slack` along each of its normals.
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

// Returns the horizontal velocity closest to the wish that the walls allow, or zero if no candidate is allowed. In a
// plane, the closest velocity is the wish itself or its projection along one wall. The projection that loses least is
// the closest. A velocity that leads into a wall by at most `slack` times the wish's length counts as leading along it.
// If `stops` is true, only walls that stop the mover here count.
static vec3d along_walls(const stepper *s, vec3d wish, double slack, bool stops)
{
    wall_list list;
    list_walls(&list, s, stops);
    slack *= v3d_length(wish);
    if (is_allowed(&list, wish, slack)) return wish;
    double least = INFINITY; // the loss of `best`, the best projection so far
    vec3d  best = v3d(0.0, 0.0, 0.0);
    for (int i = 0; i < list.count; i++)
        for (int k = 0; k < list.walls[i].count; k++)
        {
            vec3d  n = list.walls[i].n[k];
            double loss = -v3d_dot(n, wish);
            vec3d  along = v3d_along(wish, n, loss);
            if (!(loss > 0.0 && loss < least) || !is_allowed(&list, along, slack)) continue;
            least = loss;
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

// Cosine and sine of 1, 2, 4 .. 32 steps of 80 / 63 degrees. The six of them add up to 63 steps, which are 80 degrees.
static const double AROUND[][2] = {
    { 0.99975441273782151, 0.022161096797173471 }, { 0.99901777157749261, 0.044311308628168358 },
    { 0.99607301585531838, 0.088535569602790548 }, { 0.98432290583021886, 0.17637578364944007 },
    { 0.93778316588409183, 0.34722144775979774 },  { 0.75887453243118008, 0.65123685708608181 },
};

// Turns the wish by (i + 1) / 2 steps, to one side for odd i and to the other side for even i, and projects the wish on
// the turned direction. The angle is the sum of the table's angles for the bits of the number of steps. So each of
// these angles is added to the cosine and sine so far. The projection has the wish's length times the cosine.
vec3d character_wish_around(const stepper *s, int i)
{
    double cosine = 1.0, sine = 0.0;
    for (int bit = 0, steps = (i + 1) / 2; steps >> bit; bit++)
    {
        if (!(steps >> bit & 1)) continue;
        double c = cosine * AROUND[bit][0] - sine * AROUND[bit][1];
        sine = cosine * AROUND[bit][1] + sine * AROUND[bit][0];
        cosine = c;
    }
    if (i % 2 == 0) sine = -sine;
    vec3d w = s->wish;
    vec3d turned = v3d(cosine * w.x - sine * w.z, 0.0, sine * w.x + cosine * w.z);
    return v3d_scale(turned, cosine);
}

// Returns true if a contact stops the motion along `path` before it has moved by two skins. A contact does not stop a
// motion that does not lead into the face's plane, if this plane separates too (c->apart). It does not stop a motion
// that approaches slower than motion_closing_speed either.
static bool is_closed_by(const stepper *s, const motion_contact *c, vec3d path)
{
    double speed = -v3d_dot(c->n, path), size = v3d_length(path);
    if (c->apart && v3d_dot(c->facing, path) >= -MOVER_PARALLEL_WALLS * size) return false;
    return speed > motion_closing_speed(&s->m, c) * size;
}

// Returns the vertical velocity of a path along the contacts, for the horizontal velocity `level`. Each contact gives a
// vertical velocity y along its surface. Ramps lift the path. Other contacts below let it go down, but do not lift it: a
// positive y counts as 0. Ceilings, and `most`, limit it from above. Without contacts below, the result is 0, or less if
// a ceiling requires it.
static double rise_around(const stepper *s, vec3d level, double most)
{
    double rise = -INFINITY, ceilings = most;
    for (int i = 0; i < s->m.contact_count; i++)
    {
        const motion_contact *c = &s->m.contacts[i];
        if (!(fabs(c->n.y) > MOVER_NO_COMPONENT)) continue;
        double y = character_rise_along(c->n, level);
        if (c->n.y < 0.0)
        {
            ceilings = y < ceilings ? y : ceilings;
            continue;
        }
        if (!is_ramp(s, c)) y = y < 0.0 ? y : 0.0; // it lets the path go down, but does not lift it
        rise = y > rise ? y : rise;
    }
    if (rise == -INFINITY) rise = 0.0;
    return rise < ceilings ? rise : ceilings;
}

// Computes a path along the contacts; see step.h.
bool character_path_around(const stepper *s, vec3d level, vec3d *path)
{
    double most = s->tangent * v3d_length(level), rise = rise_around(s, level, most);
    *path = v3d(level.x, rise, level.z);
    if (!(fabs(rise) <= most)) return false;
    for (int i = 0; i < s->m.contact_count; i++)
        if (is_closed_by(s, &s->m.contacts[i], *path)) return false;
    return true;
}

// --- the report ---------------------------------------------------------------------------------------

// The ground of the report is the id of a triangle. Its face is a contact with this triangle that is a ramp and not
// curved. See step.h.
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

// Returns the unit normal of a contact's triangle that points up. Returns the contact's own normal instead if the
// triangle has no area, or if contact->up is not positive, as where the mover stands on the edge of an upright triangle.
static rim_vec3 upward_normal(const mover_motion *m, const motion_contact *contact)
{
    const rim_triangle *t = &m->f.triangles[contact->triangle].shape;
    rim_vec3            n = rim_triangle_normal(t->a, t->b, t->c);
    vec3d               d = v3d_from(n);
    if (v3d_length2(d) == 0.0 || !(contact->up > 0.0)) return v3d_round(contact->n);
    return n.y < 0.0 ? rim_vec3_negate(n) : n;
}

// Returns true if a contact is better than the best contact so far: if its value is larger, or if the values are equal
// and its triangle has a lower id. If there is no best contact yet (`best` is NULL), best_value is the bound that the
// value must exceed.
static bool is_better(const mover_motion *m, const motion_contact *contact, double value,
                      const motion_contact *best, double best_value)
{
    if (value != best_value || !best) return value > best_value;
    return m->f.triangles[contact->triangle].id < m->f.triangles[best->triangle].id;
}

// Records the ground in the report: of the contacts below the mover, the triangle of the one whose surface faces up most
// (contact.up), and of equal ones the triangle with the lowest id. Without a contact below, walk.ground is -1.
void character_record_ground(stepper *s)
{
    const mover_motion   *m = &s->m;
    const motion_contact *best = NULL;
    double                best_up = -INFINITY;
    for (int i = 0; i < m->contact_count; i++)
    {
        const motion_contact *c = &m->contacts[i];
        if (!(c->n.y > 0.0) || !is_better(m, c, c->up, best, best_up)) continue;
        best = c;
        best_up = c->up;
    }
    s->walk.ground = -1;
    if (!best) return;
    s->walk.ground = m->f.triangles[best->triangle].id;
    s->walk.ground_normal = upward_normal(m, best);
}

// Records the wall and the ceiling in the report. The wall is the triangle of the contact that the wish leads into
// most. Only contacts that are too steep for ground and not level count. If no such contact is in the way of the wish,
// the earlier wall stays. A ceiling is recorded if a contact's normal points down far enough.
void character_record_walls(stepper *s)
{
    const mover_motion   *m = &s->m;
    const motion_contact *best = NULL;
    double                best_against = 0.0;
    for (int i = 0; i < m->contact_count; i++)
    {
        const motion_contact *c = &m->contacts[i];
        double                against = -v3d_dot(c->n, s->wish);
        if (c->n.y < -MOVER_CEILING) s->walk.ceiling = true;
        if (c->n.y >= s->cosine || fabs(c->n.y) > MOVER_LEVEL) continue;
        if (!is_better(m, c, against, best, best_against)) continue;
        best = c;
        best_against = against;
    }
    if (!best) return;
    s->walk.wall = m->f.triangles[best->triangle].id;
    s->walk.wall_normal = v3d_round(best->n);
}
