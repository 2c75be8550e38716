// Climbing steps: up, forward, and down again.
#include "solid/mover/step.h"

#include <math.h>

// Returns true if a is closer to the wish than b, by more than rounding.
static bool is_closer(vec3d a, vec3d b, vec3d wish)
{
    double da = v3d_length2(v3d_sub(a, wish)), db = v3d_length2(v3d_sub(b, wish));
    return da < db * (1.0 - MOVER_CLOSER);
}

// Returns the distance forward at which the foot stands safely on the edge ahead, without reaching the next edge of narrow
// stairs: half as far before the edge as the steepest ramp would allow. `below` are the contacts at the foot of the step.
static double run_to_top(const stepper *s, const motion_mark *below, vec3d direction)
{
    double run = 0.0, sine = s->tangent * s->cosine;
    for (int i = 0; i < below->contact_count; i++)
    {
        const motion_contact *c = &below->contacts[i];
        double                ahead = c->ahead_x * direction.x + c->ahead_z * direction.z;
        if (c->n.y < s->cosine && ahead > run) run = ahead;
    }
    return run - 0.5 * sine * s->m.f.shape.radius;
}

// Removes contacts on edges higher than `top`. A step does not end there, though a round foot could roll over them.
static void drop_high_edges(mover_motion *m, double top)
{
    int kept = 0;
    for (int i = 0; i < m->contact_count; i++)
        if (!m->contacts[i].curved || m->x.y + m->contacts[i].height <= top)
            m->contacts[kept++] = m->contacts[i];
    m->contact_count = kept;
    m->contact_margin = -1.0;
}

// Moves forward by `on` from the position above and then down. Returns true if the character then stands on ground that is
// higher than the ground it came from. An edge of a step is enough if the way to it is no steeper than a ramp. `stopped` is
// set if something ended the way forward. The character stays where it was put, whatever the answer; callers put it back.
static bool land_on_step(stepper *s, vec3d above, vec3d direction, double on, double rise,
                         bool stopped)
{
    if (!(on > s->m.f.shape.skin)) return false;
    motion_place(&s->m, v3d_along(above, direction, on));
    double down = motion_sweep(&s->m, v3d(0.0, -rise, 0.0));
    double height = rise * (1.0 - down);
    // A height of less than that is no step: the gap below may have been a little less than the skin.
    if (!(down < 1.0 && height > 0.25 * s->m.f.shape.skin)) return false;
    bool ramp = height <= on * s->tangent; // the way up is no steeper than one
    if (s->m.f.shape.box && stopped && !ramp) return false;
    motion_place(&s->m, v3d_along(s->m.x, v3d(0.0, -rise, 0.0), down));
    motion_find_contacts(&s->m, motion_margin(&s->m));
    // No edge counts that is higher than a step above where the foot was, at above.y - rise - radius.
    drop_high_edges(&s->m, above.y - s->m.f.shape.radius + s->c->step - rise);
    s->lenient = ramp;
    return character_held(s);
}

// Gathers everything that a probe forward by `run` and down may come near.
static void gather_probe(stepper *s, vec3d above, vec3d direction, double run, double rise)
{
    vec3d    ahead = v3d_scale(direction, run);
    rim_box3 box = field_box(&s->m.f, above, ahead, s->m.f.shape.skin);
    vec3d    ground = v3d(above.x, above.y - rise - character_snap(s->c), above.z);
    box = rim_box3_union(box, field_box(&s->m.f, ground, ahead, s->m.f.shape.skin));
    motion_require(&s->m, rim_box3_union(box, s->m.f.box), above, ahead);
}

// Returns the height of a contact's highest corner.
static double highest_corner(const mover_motion *m, const motion_contact *c)
{
    const rim_triangle *t = &m->f.triangles[c->triangle].shape;
    float               y = t->a.y > t->b.y ? t->a.y : t->b.y;
    return (y > t->c.y ? y : t->c.y) - m->f.origin.y;
}

// Returns true if a steep face ahead reaches higher than `top`. A lower one is a bevel that can be climbed.
static bool is_tall(const stepper *s, double top, vec3d direction)
{
    for (int i = 0; i < s->m.contact_count; i++)
    {
        const motion_contact *c = &s->m.contacts[i];
        if (c->curved || !(c->n.y > MOVER_NO_COMPONENT && c->n.y < s->cosine)) continue;
        if (v3d_dot(c->n, direction) < 0.0 && highest_corner(&s->m, c) > top) return true;
    }
    return false;
}

// Moves to the position above and returns how far of `run` a sweep forward comes.
static double run_above(stepper *s, vec3d above, vec3d direction, double run, double rise)
{
    gather_probe(s, above, direction, run, rise);
    motion_place(&s->m, above);
    return motion_sweep(&s->m, v3d_scale(direction, run)) * run;
}

// As land_on_step, after a sweep forward by `run`. Leaves s->lenient as it was.
static bool land_after(stepper *s, vec3d above, vec3d direction, double run, double rise)
{
    bool   lenient = s->lenient;
    double on = run_above(s, above, direction, run, rise);
    bool   there = land_on_step(s, above, direction, on, rise, on < run);
    s->lenient = lenient;
    return there;
}

// Returns true if there is a step that can be climbed: at `near`, the distance to its edge, or, unless it is tall, as far
// on as a ramp of that height would lead.
static bool is_step_there(stepper *s, vec3d above, vec3d direction, double near, double rise,
                          bool tall)
{
    double far = s->largest + rise / (s->tangent > 0.25 ? s->tangent : 0.25);
    if (!s->m.f.shape.box && land_after(s, above, direction, near, rise)) return true;
    return !tall && land_after(s, above, direction, far, rise);
}

// Returns true if a horizontal velocity is less than 80 degrees off the wish. 0.03 is cos(80 degrees)^2.
static bool leads_towards_wish(const stepper *s, vec3d level)
{
    double on = v3d_dot(level, s->wish);
    return on > 0.0 && on * on > 0.03 * v3d_length2(level) * v3d_length2(s->wish);
}

// --- up, forward and down

// An attempt to climb.
typedef struct climb
{
    motion_mark here;  // the position before it, with its contacts
    vec3d       above; // the position above, as high as a step and free space allow
    double      rise;  // the height of `above` over `here`
    double      top;   // the greatest height that a step reaches
} climb;

// Moves up by the height of a step and finds the faces that are contacts here and there, so all the way between. Returns
// false, and does not move, if triangles must be gathered for that.
static bool find_faces_above(stepper *s, const climb *c)
{
    if (!motion_place_if_gathered(&s->m, v3d(c->here.x.x, c->here.x.y + s->c->step, c->here.x.z)))
        return false;
    motion_find_shared_contacts(&s->m, &c->here, s->cosine, motion_margin(&s->m));
    return true;
}

// Returns true if these faces allow a velocity closer to the wish than `along` somewhere on the way up. Sets
// may_climb_around if they allow one that leads around a dead end.
static bool may_leave_more(stepper *s, const climb *c, vec3d along)
{
    if (!find_faces_above(s, c)) return s->may_climb_around = true;
    vec3d above = character_along_walls(s, s->wish);
    // If the closest velocity to the wish does not lead towards it, none does.
    s->may_climb_around = character_is_dead_end(s, along) && leads_towards_wish(s, above);
    motion_restore(&s->m, &c->here);
    return is_closer(above, along, s->wish);
}

// Stores the position, and how high a step reaches.
static void begin_climb(const stepper *s, climb *c)
{
    const field_shape *shape = &s->m.f.shape;
    motion_save(&s->m, &c->here);
    c->top =
        c->here.x.y - (shape->box ? shape->half.y : shape->radius) + s->c->step + 2.0 * shape->skin;
}

// Computes how far the character can rise. Returns false if it has no room.
static bool raise_climb(stepper *s, climb *c)
{
    double rise = s->c->step;
    rise *= motion_sweep(&s->m, v3d(0.0, rise, 0.0));
    c->rise = rise;
    c->above = v3d(c->here.x.x, c->here.x.y + rise, c->here.x.z);
    return rise > s->m.f.shape.skin;
}

// Returns to the position before the climb.
static void end_climb(stepper *s, const climb *c)
{
    motion_restore(&s->m, &c->here);
    motion_find_contacts(&s->m, motion_margin(&s->m));
}

// Moves forward from above by a horizontal velocity, and down again, and takes the time for it.
static void walk_over(stepper *s, const climb *c, vec3d level)
{
    mover_motion *m = &s->m;
    // No farther than a foot is wide, so that fast and slow characters find the same ground.
    double        speed = v3d_length(level), time = s->time, most = s->largest / speed;
    double        least = s->time * (4.0 / RIM_CHARACTER_PHASES);
    most = most > least ? most : least;
    time = time < most ? time : most;
    motion_place(m, c->above);
    double done = motion_move(m, v3d_scale(level, time));
    // Over a gap there is no ground. A surface that it climbs, however steep, carries it to the top.
    double deep = c->rise + character_snap(s->c), down = motion_sweep(m, v3d(0.0, -deep, 0.0));
    s->grounded = s->lenient = down < 1.0;
    motion_place(m, v3d_along(m->x, v3d(0.0, -1.0, 0.0), down < 1.0 ? down * deep : c->rise));
    motion_find_contacts(m, motion_margin(m));
    character_record_ground(s);
    s->walk.stepped = true;
    s->time = done > 0.0 ? s->time - done * time : 0.0;
}

// Returns the velocity closest to a wish that the walls above allow.
static vec3d level_above(stepper *s, const climb *c, vec3d wish)
{
    motion_place(&s->m, c->above);
    motion_find_contacts(&s->m, motion_margin(&s->m));
    return character_along_walls(s, wish);
}

// Tries to climb a step in the way of the wish; see step.h. Up, forward and down. First excludes what is cheap to exclude:
// a tall steep face for a box, walls that leave no more of the wish higher up, no room above. Then moves there for good if
// a step is found, else returns to where it was.
bool character_climb(stepper *s, vec3d along)
{
    climb c;
    begin_climb(s, &c);
    bool tall = is_tall(s, c.top, s->wish), barred = tall && s->m.f.shape.box;
    s->may_climb_around = false;
    if (barred && !character_is_dead_end(s, along)) return false;
    if (!may_leave_more(s, &c, along) || barred || !raise_climb(s, &c)) return false;
    vec3d level = level_above(s, &c, s->wish);
    bool  there = v3d_length2(level) > 0.0 && is_closer(level, along, s->wish);
    s->may_climb_around = character_is_dead_end(s, along) && leads_towards_wish(s, level);
    if (there)
    {
        vec3d direction = v3d_scale(level, 1.0 / v3d_length(level));
        there =
            is_step_there(s, c.above, direction, run_to_top(s, &c.here, direction), c.rise, tall);
    }
    if (there)
        walk_over(s, &c, level);
    else
        end_climb(s, &c);
    return there;
}

// --- in a dead end ----------------------------------------------------------------------------------------

// How far forward the search looks for ground, in quarters of the half width.
#define AROUND_RUNS 8

// Returns the box of everything that the search may touch. The search moves up by a step, forward by at most `most`, and
// down by the snap and the slope.
rim_box3 character_dead_end_box(const stepper *s)
{
    double speed = v3d_length(s->wish), most = AROUND_RUNS * 0.25 * s->largest;
    double far = s->largest + s->c->step / (s->tangent > 0.25 ? s->tangent : 0.25);
    double length = speed * s->time, skin = s->m.f.shape.skin;
    double low = character_snap(s->c) + s->tangent * length + s->c->step, high = s->c->step;
    most = far > most ? far : most;
    most = length > most ? length : most;
    vec3d from = v3d(s->m.x.x, s->m.x.y - low, s->m.x.z), up = v3d(0.0, low + high, 0.0);
    return field_box(&s->m.f, from, up, most + 4.0 * skin);
}

// Tries to climb by a horizontal velocity that the walls above allow.
static bool climb_to(stepper *s, const climb *c, vec3d level)
{
    if (!leads_towards_wish(s, level)) return false;
    vec3d  direction = v3d_scale(level, 1.0 / v3d_length(level));
    double near = s->m.f.shape.box ? 0.0 : run_to_top(s, &c->here, direction);
    double piece = 0.25 * s->largest,
           most = run_above(s, c->above, direction, AROUND_RUNS * piece, c->rise);
    bool lenient = s->lenient,
         there =
             land_on_step(s, c->above, direction, near < most ? near : most, c->rise, most < near);
    for (int i = 1; i <= AROUND_RUNS && !there && (i - 1) * piece < most; i++)
    {
        double on = i * piece < most ? i * piece : most;
        there = land_on_step(s, c->above, direction, on, c->rise, on < i * piece);
    }
    s->lenient = lenient;
    if (there) walk_over(s, c, level);
    return there;
}

// Tries to climb from c->above, by the wish and then by the directions around it.
static bool climb_around_from(stepper *s, const climb *c)
{
    vec3d tried = level_above(s, c, s->wish);
    if (!leads_towards_wish(s, tried)) return false;
    if (climb_to(s, c, tried)) return true;
    for (int i = 1; i < CHARACTER_AROUND; i++)
    {
        // Many directions lead along the same wall. One of them is tried.
        vec3d level = level_above(s, c, character_wish_around(s, i));
        bool  along = v3d_length2(v3d_cross(level, tried)) <=
                     MOVER_SAME_DIRECTION * v3d_length2(level) * v3d_length2(tried);
        if (along) continue;
        tried = level;
        if (climb_to(s, c, level)) return true;
    }
    return false;
}

// Returns true if triangle i shares its edge p q with another one.
static bool is_shared_edge(const field *f, int i, rim_vec3 p, rim_vec3 q)
{
    for (int k = 0; k < f->count; k++)
        if (k != i && motion_has_corner(&f->triangles[k].shape, p) &&
            motion_has_corner(&f->triangles[k].shape, q))
            return true;
    return false;
}

// Returns true if triangle i has an edge in the box that no other triangle shares and that lies at least partly between the
// heights `low` and `high`.
static bool has_rim(const field *f, int i, const rim_box3 *box, double low, double high)
{
    const rim_triangle *t = &f->triangles[i].shape;
    const rim_vec3      corners[4] = { t->a, t->b, t->c, t->a };
    for (int k = 0; k < 3; k++)
    {
        rim_vec3 p = corners[k], q = corners[k + 1], least = rim_vec3_min(p, q);
        rim_box3 edge = { least, rim_vec3_max(p, q) };
        bool     between = edge.hi.y - f->origin.y > low && edge.lo.y - f->origin.y <= high;
        if (between && rim_box3_overlaps(edge, *box) && !is_shared_edge(f, i, p, q)) return true;
    }
    return false;
}

// Returns true if all triangles near that rise above the foot are one plane, too steep to stand on, higher than a step and
// without a free edge: then there is nothing to climb to. Ignores rises of less than a quarter of the skin.
static bool is_one_steep_plane(stepper *s, const climb *c)
{
    const field *f = &s->m.f;
    rim_box3     box = character_dead_end_box(s);
    motion_require(&s->m, box, s->m.x, v3d(0.0, s->c->step, 0.0));
    if (!s->m.f.complete) return false;
    double foot = c->here.x.y - (f->shape.box ? f->shape.half.y : f->shape.radius);
    double low = foot + 0.25 * f->shape.skin;
    vec3d  first = v3d(0.0, 0.0, 0.0);
    for (int i = 0; i < f->count; i++)
    {
        const rim_triangle *t = &f->triangles[i].shape;
        rim_vec3            lo = rim_vec3_min(rim_vec3_min(t->a, t->b), t->c);
        rim_vec3            hi = rim_vec3_max(rim_vec3_max(t->a, t->b), t->c);
        double              high = hi.y - f->origin.y;
        bool aside = lo.x > box.hi.x || lo.z > box.hi.z || hi.x < box.lo.x || hi.z < box.lo.z;
        if (aside || lo.y > box.hi.y || high <= low) continue;
        vec3d n = v3d_from(rim_triangle_normal(t->a, t->b, t->c));
        if (!(fabs(n.y) < s->cosine) || high <= c->top) return false;
        if (v3d_length2(first) > 0.0 && !(v3d_dot(first, n) > 1.0 - MOVER_SAME_PLANE)) return false;
        if (has_rim(f, i, &box, low, c->top)) return false;
        first = n;
    }
    return true;
}

// As character_climb, but tries all directions around the wish, first from as high as it can rise and then from half of
// that: something may hang in the way at the first height.
bool character_climb_around(stepper *s)
{
    climb c;
    begin_climb(s, &c);
    if (!s->may_climb_around || is_one_steep_plane(s, &c) || !raise_climb(s, &c)) return false;
    if (climb_around_from(s, &c)) return true;
    c.rise *= 0.5;
    c.above.y -= c.rise;
    if (climb_around_from(s, &c)) return true;
    end_climb(s, &c);
    return false;
}
