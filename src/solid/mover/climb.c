// Climbing steps: up, forward, and down again.
#include "solid/mover/step.h"
#include "solid/shape/round.h"

#include <math.h>

// Of the skin: a lower rise is no step, as the gap below may have been a little less than the skin.
#define CLIMB_LEAST_RISE 0.25
// The tangent of the slope that a probe for steps allows for at least.
#define CLIMB_LEAST_TANGENT 0.25

// Returns true if a is closer to the wish than b, by more than rounding.
static bool is_closer(vec3d a, vec3d b, vec3d wish)
{
    double da = v3d_length2(v3d_sub(a, wish)), db = v3d_length2(v3d_sub(b, wish));
    return da < db * (1.0 - MOVER_CLOSER);
}

// Returns the distance forward, along the horizontal unit vector `direction`, at which a round foot stands safely on
// the edge ahead without reaching the next edge of narrow stairs. `below` has the contacts at the foot of the step. The
// edge is that contact which is not ground and lies farthest ahead. On the steepest ramp, a round foot touches the
// ground  radius sine  ahead of its center. So the foot would be safe at this distance before the edge. It stops half
// as far before it. The result is negative if no edge is ahead or the edge is very near. Then land_on_step refuses.
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

// Removes from m->contacts those on edges and corners whose touched point is higher than `top`, a y relative to the
// field's origin. A step does not end there, although a round foot could roll over them. The contacts must be found
// again before other uses.
static void drop_high_edges(mover_motion *m, double top)
{
    int kept = 0;
    for (int i = 0; i < m->contact_count; i++)
        if (!m->contacts[i].curved || m->x.y + m->contacts[i].height <= top)
            m->contacts[kept++] = m->contacts[i];
    m->contact_count = kept;
    m->contact_margin = -1.0;
}

// Returns true if a contact in the direction's way is a steep face that reaches higher than `top`, a y relative to the
// origin. A lower face is a bevel that can be climbed.
static bool is_tall(const stepper *s, double top, vec3d direction)
{
    for (int i = 0; i < s->m.contact_count; i++)
    {
        const motion_contact *c = &s->m.contacts[i];
        if (c->curved || !(c->n.y > MOVER_NO_COMPONENT && c->n.y < s->cosine)) continue;
        rim_box3 box = shape_box_of_triangle(&s->m.f.triangles[c->triangle].shape);
        if (v3d_dot(c->n, direction) < 0.0 && box.hi.y - s->m.f.origin.y > top) return true;
    }
    return false;
}

// Returns how far forward from the edge of the foot a ramp of the steepest kind reaches that rises by `rise`, for a
// tangent of at least CLIMB_LEAST_TANGENT. The half width is included, so it is a distance of the mover's center.
static double ramp_length(const stepper *s, double rise)
{
    return s->largest + rise / fmax(s->tangent, CLIMB_LEAST_TANGENT);
}

// Returns true if a horizontal velocity is less than 80 degrees off the wish, with  cos^2 = (level . wish)^2 /
// (|level|^2 |wish|^2).  Zero does not lead towards it.
static bool leads_towards_wish(const stepper *s, vec3d level)
{
    double dot = v3d_dot(level, s->wish);
    double squares = MOVER_TOWARDS_SQUARED * v3d_length2(level) * v3d_length2(s->wish);
    return dot > 0.0 && dot * dot > squares;
}

// --- up, forward and down

// An attempt to climb.
typedef struct climb
{
    motion_mark here;  // the position before it, with its contacts
    vec3d       above; // the position above, as high as a step and free space allow
    double      rise;  // the height of `above` over `here`
    double      foot;  // y of the foot at `here`
    double      top;   // the greatest y that a step reaches
} climb;

// Stores the present position with its contacts, the height of the foot, and how high a step reaches. `above` and
// `rise` are not set.
static void begin_climb(const stepper *s, climb *c)
{
    motion_save(&s->m, &c->here);
    c->foot = c->here.x.y - character_foot_height(s->c);
    c->top = c->foot + s->c->step + 2.0 * s->m.f.shape.skin;
}

// Sets c->above and c->rise: as high above c->here as a step and the free space allow. Requires the mover at c->here.
// Returns false if this is at most the skin.
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

// Moves to c->above, and returns the distance, at most `run`, that a sweep forward comes from there. Gathers the
// triangles that a probe of this length may come near: forward by `run`, and down by c->rise and the snap. The box of the
// triangles that are gathered already is included, so that they stay.
static double run_above(stepper *s, const climb *c, vec3d direction, double run)
{
    vec3d    above = c->above, ahead = v3d_scale(direction, run);
    rim_box3 box = field_box(&s->m.f, &above, &ahead, s->m.f.shape.skin);
    vec3d    ground = v3d(above.x, above.y - c->rise - character_snap(s->c), above.z);
    box = rim_box3_union(box, field_box(&s->m.f, &ground, &ahead, s->m.f.shape.skin));
    motion_require(&s->m, rim_box3_union(box, s->m.f.box), &above, &ahead);
    motion_place(&s->m, above);
    return motion_sweep(&s->m, ahead) * run;
}

// Moves forward from c->above by `on`, or by `most` if that is less: the distance that is free. Then moves down by at
// most c->rise. `direction` is horizontal and unit. Returns true if the character then stands on ground that is higher
// than the ground below c->above. An edge of a step holds it only if the way to the edge is no steeper than a ramp. The
// character stays where it was put in both cases, so callers put it back.
static bool land_on_step(stepper *s, const climb *c, vec3d direction, double on, double most)
{
    double rise = c->rise, skin = s->m.f.shape.skin;
    bool   stopped = most < on; // something ended the way forward
    if (stopped) on = most;
    if (!(on > skin)) return false; // that is no way forward
    motion_place(&s->m, v3d_along(c->above, direction, on));
    double down = motion_sweep(&s->m, v3d(0.0, -rise, 0.0));
    double height = rise * (1.0 - down); // of the step
    if (!(down < 1.0 && height > CLIMB_LEAST_RISE * skin)) return false;
    bool is_gentle = height <= on * s->tangent; // the way up is no steeper than a ramp
    // A box stands on treads of any width. But if something ends the way forward, as the next riser of narrow stairs
    // does, the way up must not be steeper than a ramp.
    if (s->m.f.shape.box && stopped && !is_gentle) return false;
    motion_place(&s->m, v3d_along(s->m.x, v3d(0.0, -rise, 0.0), down));
    motion_find_contacts(&s->m, motion_margin(&s->m));
    // The foot was at above.y - rise - radius. No edge counts that is higher than a step above this.
    drop_high_edges(&s->m, c->above.y - s->m.f.shape.radius + s->c->step - rise);
    return character_held(s, is_gentle);
}

// Moves forward from c->above by the horizontal velocity `level`, which is not 0, then down again, and records the
// ground there. Subtracts the time of the motion forward from s->time, or sets s->time to 0 if the motion is stopped at
// once.
static void walk_over(stepper *s, const climb *c, vec3d level)
{
    mover_motion *m = &s->m;
    // As far as the half width, so that fast and slow characters find the same ground; but at least for
    // STEP_LEAST_PIECE of the time that is left.
    double        time = s->largest / v3d_length(level), least = s->time * STEP_LEAST_PIECE;
    time = time > least ? time : least;
    time = s->time < time ? s->time : time;
    motion_place(m, c->above);
    double done = motion_move(m, v3d_scale(level, time));
    // Over a gap there is no ground within c->rise and the snap. Any other surface below carries the character, however
    // steep it is.
    double deep = c->rise + character_snap(s->c), down = motion_sweep(m, v3d(0.0, -deep, 0.0));
    s->grounded = s->lenient = down < 1.0;
    motion_place(m, v3d_along(m->x, v3d(0.0, -1.0, 0.0), s->grounded ? down * deep : c->rise));
    motion_find_contacts(m, motion_margin(m));
    character_record_ground(s);
    s->walk.stepped = true;
    s->time = done > 0.0 ? s->time - done * time : 0.0;
}

// Moves to c->above, finds the contacts there, and returns the horizontal velocity closest to `wish` that they allow.
static vec3d level_above(stepper *s, const climb *c, vec3d wish)
{
    motion_place(&s->m, c->above);
    motion_find_contacts(&s->m, motion_margin(&s->m));
    return character_along_walls(s, wish);
}

// Goes up, forward and down. If a step is found, the character moves there for good, otherwise it returns to where it
// was. A box cannot climb over a tall steep face, and nothing can climb where there is no room above. A step is not
// worth it unless the velocity above is closer to the wish than `along`. Sets s->may_climb_around: in a dead end, a
// search around may still find a way if this one finds none.
bool character_climb(stepper *s, vec3d along)
{
    climb c;
    begin_climb(s, &c);
    bool tall = is_tall(s, c.top, s->wish), barred = tall && s->m.f.shape.box;
    bool dead_end = character_is_dead_end(s, along);
    s->may_climb_around = dead_end;
    if (barred || !raise_climb(s, &c)) return false;

    vec3d level = level_above(s, &c, s->wish);
    s->may_climb_around = dead_end && leads_towards_wish(s, level);
    bool found = v3d_length2(level) > 0.0 && is_closer(level, along, s->wish);
    if (found)
    {
        vec3d  direction = v3d_scale(level, 1.0 / v3d_length(level));
        // Two distances forward are tried: at the edge of the step, by round movers only, and, unless a tall face is
        // ahead, as far as a ramp of this height would lead.
        double edge = run_to_top(s, &c.here, direction), far = ramp_length(s, c.rise);
        found = false;
        if (!s->m.f.shape.box)
        {
            double free = run_above(s, &c, direction, edge);
            found = land_on_step(s, &c, direction, edge, free);
        }
        if (!found && !tall)
        {
            double free = run_above(s, &c, direction, far);
            found = land_on_step(s, &c, direction, far, free);
        }
    }
    if (found)
        walk_over(s, &c, level);
    else
        end_climb(s, &c);
    return found;
}

// --- in a dead end ----------------------------------------------------------------------------------------

// The search looks for ground ahead at the ends of AROUND_PIECES pieces, each AROUND_PIECE of the half width long.
#define AROUND_PIECE 0.25
#define AROUND_PIECES 8

// Returns a box around all triangles that a search for a way out of a dead end reads from the position s->m.x. The box
// depends on s->time, the time that is left.
//
// Horizontally, the search goes no farther than the longest of three lengths: all pieces (land_around), a ramp as high
// as a step (ramp_length), and the wish in the time that is left (walk_over). `most` is this length. It is a margin on
// all sides, because the search goes to all sides. So it also makes the box higher and lower.
//
// Upward, the search rises by a step, `high`. Downward, `low` has room for a path down a ramp of the steepest kind in
// the time that is left (character_path_around), for the snap below its end, and for a step to spare.
//
// The 4 skins are the sum of two lengths. A motion gathers the triangles up to two skins from its path: field_box adds
// one skin to the margin of one. A path around is tried for two skins (go_around in step.c).
rim_box3 character_dead_end_box(const stepper *s)
{
    double length = v3d_length(s->wish) * s->time, ramp = ramp_length(s, s->c->step);
    double most = AROUND_PIECES * AROUND_PIECE * s->largest;
    most = ramp > most ? ramp : most;
    most = length > most ? length : most;
    double low = character_snap(s->c) + s->tangent * length + s->c->step, high = s->c->step;
    vec3d  from = v3d(s->m.x.x, s->m.x.y - low, s->m.x.z), up = v3d(0.0, low + high, 0.0);
    return field_box(&s->m.f, &from, &up, most + 4.0 * s->m.f.shape.skin);
}

// Returns true if the character can land forward of c->above. A round one tries the edge of a step ahead first
// (run_to_top). Then the ends of pieces of the way are tried, the nearest first. A box needs no edge: its flat bottom
// stands on a step as soon as the box reaches over it. The last piece may be cut short by what ends the way. Moves the
// character.
static bool land_around(stepper *s, const climb *c, vec3d direction)
{
    double piece = AROUND_PIECE * s->largest;
    double most = run_above(s, c, direction, AROUND_PIECES * piece);
    if (!s->m.f.shape.box &&
        land_on_step(s, c, direction, run_to_top(s, &c->here, direction), most))
        return true;
    for (int i = 1; i <= AROUND_PIECES && (i - 1) * piece < most; i++)
        if (land_on_step(s, c, direction, i * piece, most)) return true;
    return false;
}

// Tries to climb by a horizontal velocity `level` that the walls above allow. Returns true if the character has
// climbed. Otherwise it stays where it was put, which is not where it was.
static bool climb_to(stepper *s, const climb *c, vec3d level)
{
    if (!leads_towards_wish(s, level)) return false;
    bool landed = land_around(s, c, v3d_scale(level, 1.0 / v3d_length(level)));
    if (landed) walk_over(s, c, level);
    return landed;
}

// Tries to climb from c->above: by the wish, and then by the directions around it. Returns true if the character has
// climbed. Otherwise it stays where it was put. Gives up at once if the walls above leave nothing towards the wish.
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

// Returns true if a gathered triangle other than i has corners at p and q, the ends of an edge of triangle i.
static bool is_shared_edge(const field *f, int i, rim_vec3 p, rim_vec3 q)
{
    for (int k = 0; k < f->count; k++)
        if (k != i && motion_has_corner(&f->triangles[k].shape, p) &&
            motion_has_corner(&f->triangles[k].shape, q))
            return true;
    return false;
}

// Returns true if triangle i has an edge that no other triangle shares, that is at least partly in the box, and that
// lies at least partly between the heights `low` and `high`, which are relative to the field's origin.
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

// Returns true if the two boxes are apart horizontally.
static bool is_beside(rim_box3 triangle, rim_box3 box)
{
    return triangle.lo.x > box.hi.x || triangle.lo.z > box.hi.z || triangle.hi.x < box.lo.x ||
           triangle.hi.z < box.lo.z;
}

// Returns true if there is nothing to climb to: all triangles near that rise above the foot are one plane, which is too
// steep to stand on, higher than a step, and without a free edge. Triangles that rise by less than CLIMB_LEAST_RISE of
// the skin are ignored. Gathers the box of the search. Returns false if it has too many triangles.
static bool is_one_steep_plane(stepper *s, const climb *c)
{
    const field *f = &s->m.f;
    rim_box3     box = character_dead_end_box(s);
    vec3d        rise = v3d(0.0, s->c->step, 0.0);
    motion_require(&s->m, box, &s->m.x, &rise);
    if (!f->complete) return false;
    double low = c->foot + CLIMB_LEAST_RISE * f->shape.skin;
    vec3d  normal = v3d(0.0, 0.0, 0.0); // of the plane so far
    for (int i = 0; i < f->count; i++)
    {
        const rim_triangle *t = &f->triangles[i].shape;
        rim_box3            own = shape_box_of_triangle(t);
        double              high = own.hi.y - f->origin.y;
        if (is_beside(own, box) || own.lo.y > box.hi.y || high <= low) continue;
        vec3d n = v3d_from(rim_triangle_normal(t->a, t->b, t->c));
        bool  is_steep = fabs(n.y) < s->cosine;
        bool is_other = v3d_length2(normal) > 0.0 && !(v3d_dot(normal, n) > 1.0 - MOVER_SAME_PLANE);
        if (!is_steep || high <= c->top || is_other) return false;
        if (has_rim(f, i, &box, low, c->top)) return false;
        normal = n;
    }
    return true;
}

// Tries all directions around the wish, first from as high as the character can rise, and then from half of this
// height: something may hang in the way at the first height. If no direction climbs, returns to the position before.
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
