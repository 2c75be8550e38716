// Over steps: up, on, and down again.
#include "solid/mover/step.h"

#include <math.h>

static bool closer(vec3d a, vec3d b, vec3d wish)
{
    double da = v3d_length2(v3d_sub(a, wish)), db = v3d_length2(v3d_sub(b, wish));
    return da < db * (1.0 - 0x1p-20);
}

// How far on to where the foot stands well on the edge that is in the way, but does not reach the next one of
// narrow stairs yet: half as far off the edge as a ramp's steepness allows.
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

// Edges higher than `top` are not what a step ends at, though a round foot might roll over them.
static void drop_high_edges(mover_motion *m, double top)
{
    int kept = 0;
    for (int i = 0; i < m->contact_count; i++)
        if (!m->contacts[i].curved || m->x.y + m->contacts[i].height <= top)
            m->contacts[kept++] = m->contacts[i];
    m->contact_count = kept;
    m->touched = -1.0;
}

// `on` from the place above, is there ground further down, higher than it stood? The rim of a step will do, if the way
// there is no steeper than ramps are. stopped: it came no farther.
static bool lands(stepper *s, vec3d above, vec3d direction, double on, double rise, bool stopped)
{
    if (!(on > s->m.f.shape.skin)) return false;
    motion_place(&s->m, v3d_along(above, direction, on));
    double down = motion_sweep(&s->m, v3d(0.0, -rise, 0.0));
    double height = rise * (1.0 - down);
    // The gap where it stood may have been a little closer than the skin: so much is no step.
    if (!(down < 1.0 && height > 0.25 * s->m.f.shape.skin)) return false;
    bool flat = height <= on * s->tangent;
    if (s->m.f.shape.box && stopped && !flat) return false;
    motion_place(&s->m, v3d_along(s->m.x, v3d(0.0, -rise, 0.0), down));
    motion_touch(&s->m, motion_margin(&s->m));
    drop_high_edges(&s->m, above.y - s->m.f.shape.radius + s->c->step - rise);
    s->lenient = flat;
    return character_held(s);
}

// All that a probe as far as `run` may come near.
static void expect_probe(stepper *s, vec3d above, vec3d direction, double run, double rise)
{
    vec3d    ahead = v3d_scale(direction, run);
    rim_box3 box = field_box(&s->m.f, above, ahead, s->m.f.shape.skin);
    vec3d    ground = v3d(above.x, above.y - rise - character_snap(s->c), above.z);
    box = rim_box3_union(box, field_box(&s->m.f, ground, ahead, s->m.f.shape.skin));
    motion_expect(&s->m, rim_box3_union(box, s->m.f.box), above, ahead);
}

// A steep face ahead that reaches higher than a step is no bevel to walk over.
static double highest(const mover_motion *m, const motion_contact *c)
{
    const rim_triangle *t = &m->f.triangles[c->triangle].shape;
    float               y = t->a.y > t->b.y ? t->a.y : t->b.y;
    return (y > t->c.y ? y : t->c.y) - m->f.origin.y;
}

static bool is_tall(const stepper *s, double top, vec3d direction)
{
    for (int i = 0; i < s->m.contact_count; i++)
    {
        const motion_contact *c = &s->m.contacts[i];
        if (c->curved || !(c->n.y > 0x1p-10 && c->n.y < s->cosine)) continue;
        if (v3d_dot(c->n, direction) < 0.0 && highest(&s->m, c) > top) return true;
    }
    return false;
}

// How far it comes of a run from the place above.
static double run_above(stepper *s, vec3d above, vec3d direction, double run, double rise)
{
    expect_probe(s, above, direction, run, rise);
    motion_place(&s->m, above);
    return motion_sweep(&s->m, v3d_scale(direction, run)) * run;
}

static bool lands_after(stepper *s, vec3d above, vec3d direction, double run, double rise)
{
    bool   lenient = s->lenient;
    double on = run_above(s, above, direction, run, rise);
    bool   there = lands(s, above, direction, on, rise, on < run);
    s->lenient = lenient;
    return there;
}

// Is it a step that can be climbed? `near`: the run to its rim.
static bool step_there(stepper *s, vec3d above, vec3d direction, double near, double rise,
                       bool tall)
{
    double far = s->largest + rise / (s->tangent > 0.25 ? s->tangent : 0.25);
    if (!s->m.f.shape.box && lands_after(s, above, direction, near, rise)) return true;
    return !tall && lands_after(s, above, direction, far, rise);
}

// Does a level velocity lead to where it wishes to go, less than 80 degrees off?
static bool leads_on(const stepper *s, vec3d level)
{
    double on = v3d_dot(level, s->wish);
    return on > 0.0 && on * on > 0.03 * v3d_length2(level) * v3d_length2(s->wish);
}

// --- up, on and down

// Where it is, touching what it touches, and as far above that as it can rise, but for what it meets then.
typedef struct climb
{
    motion_mark here;
    vec3d       above;
    double      rise, top; // of the rise; the highest that a step reaches
} climb;

// Goes to the height of a step, and touches the faces that it touches here and there: all the way between. False if
// something must be gathered for it.
static bool peek_above(stepper *s, const climb *c)
{
    if (!motion_peek(&s->m, v3d(c->here.x.x, c->here.x.y + s->c->step, c->here.x.z))) return false;
    motion_touch_again(&s->m, &c->here, s->cosine, motion_margin(&s->m));
    return true;
}

// May it go on more freely than by `along` somewhere on the way up, for all that these faces tell? And around?
static bool may_leave_more(stepper *s, const climb *c, vec3d along)
{
    if (!peek_above(s, c)) return s->may_climb_around = true;
    vec3d above = character_along_walls(s, s->wish);
    // If what is closest to the wish does not lead on, nothing does.
    s->may_climb_around = character_is_dead_end(s, along) && leads_on(s, above);
    motion_return(&s->m, &c->here);
    return closer(above, along, s->wish);
}

static void begin_climb(const stepper *s, climb *c)
{
    const field_shape *shape = &s->m.f.shape;
    motion_keep(&s->m, &c->here);
    c->top =
        c->here.x.y - (shape->box ? shape->half.y : shape->radius) + s->c->step + 2.0 * shape->skin;
}

// Returns false if there is no room to rise.
static bool raise_climb(stepper *s, climb *c)
{
    double rise = s->c->step;
    rise *= motion_sweep(&s->m, v3d(0.0, rise, 0.0));
    c->rise = rise;
    c->above = v3d(c->here.x.x, c->here.x.y + rise, c->here.x.z);
    return rise > s->m.f.shape.skin;
}

static void end_climb(stepper *s, const climb *c)
{
    motion_return(&s->m, &c->here);
    motion_touch(&s->m, motion_margin(&s->m));
}

// Goes on from above by a level velocity and down again.
static void walk_over(stepper *s, const climb *c, vec3d level)
{
    mover_motion *m = &s->m;
    // No farther than a foot is wide, so that fast and slow meet the same ground.
    double        speed = v3d_length(level), time = s->time, most = s->largest / speed;
    double        least = s->time * (4.0 / RIM_CHARACTER_PHASES);
    most = most > least ? most : least;
    time = time < most ? time : most;
    motion_place(m, c->above);
    double done = motion_go(m, v3d_scale(level, time));
    // Over a gap there is nothing to stand on; what it climbs, steep as it may be, carries it to the top.
    double deep = c->rise + character_snap(s->c), down = motion_sweep(m, v3d(0.0, -deep, 0.0));
    s->grounded = s->lenient = down < 1.0;
    motion_place(m, v3d_along(m->x, v3d(0.0, -1.0, 0.0), down < 1.0 ? down * deep : c->rise));
    motion_touch(m, motion_margin(m));
    character_note_ground(s);
    s->walk.stepped = true;
    s->time = done > 0.0 ? s->time - done * time : 0.0;
}

// The velocity above that is closest to a wish.
static vec3d level_above(stepper *s, const climb *c, vec3d wish)
{
    motion_place(&s->m, c->above);
    motion_touch(&s->m, motion_margin(&s->m));
    return character_along_walls(s, wish);
}

bool character_climb(stepper *s, vec3d along)
{
    climb c;
    begin_climb(s, &c);
    bool tall = is_tall(s, c.top, s->wish), barred = tall && s->m.f.shape.box;
    s->may_climb_around = false;
    if (barred && !character_is_dead_end(s, along)) return false;
    if (!may_leave_more(s, &c, along) || barred || !raise_climb(s, &c)) return false;
    vec3d level = level_above(s, &c, s->wish);
    bool  there = v3d_length2(level) > 0.0 && closer(level, along, s->wish);
    s->may_climb_around = character_is_dead_end(s, along) && leads_on(s, level);
    if (there)
    {
        vec3d direction = v3d_scale(level, 1.0 / v3d_length(level));
        there = step_there(s, c.above, direction, run_to_top(s, &c.here, direction), c.rise, tall);
    }
    if (there)
        walk_over(s, &c, level);
    else
        end_climb(s, &c);
    return there;
}

// --- in a dead end ----------------------------------------------------------------------------------------

// How far on it looks for ground: so many quarters of its half width.
#define AROUND_RUNS 8

rim_box3 character_dead_end_box(const stepper *s)
{
    double speed = v3d_length(s->wish), most = AROUND_RUNS * 0.25 * s->largest;
    double far = s->largest + s->c->step / (s->tangent > 0.25 ? s->tangent : 0.25);
    double way = speed * s->time, skin = s->m.f.shape.skin;
    double low = character_snap(s->c) + s->tangent * way + s->c->step, high = s->c->step;
    most = far > most ? far : most;
    most = way > most ? way : most;
    vec3d from = v3d(s->m.x.x, s->m.x.y - low, s->m.x.z), up = v3d(0.0, low + high, 0.0);
    return field_box(&s->m.f, from, up, most + 4.0 * skin);
}

// Tries to climb by a level velocity that the walls above leave.
static bool climb_to(stepper *s, const climb *c, vec3d level)
{
    if (!leads_on(s, level)) return false;
    vec3d  direction = v3d_scale(level, 1.0 / v3d_length(level));
    double near = s->m.f.shape.box ? 0.0 : run_to_top(s, &c->here, direction);
    double piece = 0.25 * s->largest,
           most = run_above(s, c->above, direction, AROUND_RUNS * piece, c->rise);
    bool lenient = s->lenient,
         there = lands(s, c->above, direction, near < most ? near : most, c->rise, most < near);
    for (int i = 1; i <= AROUND_RUNS && !there && (i - 1) * piece < most; i++)
    {
        double on = i * piece < most ? i * piece : most;
        there = lands(s, c->above, direction, on, c->rise, on < i * piece);
    }
    s->lenient = lenient;
    if (there) walk_over(s, c, level);
    return there;
}

static bool climb_around_from(stepper *s, const climb *c)
{
    vec3d tried = level_above(s, c, s->wish);
    if (!leads_on(s, tried)) return false;
    if (climb_to(s, c, tried)) return true;
    for (int i = 1; i < CHARACTER_AROUND; i++)
    {
        // Many lead along the same wall.
        vec3d level = level_above(s, c, character_wish_around(s, i));
        bool  along = v3d_length2(v3d_cross(level, tried)) <=
                     CHARACTER_SAME * v3d_length2(level) * v3d_length2(tried);
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

// Returns true if triangle i has an edge in the box that no other triangle shares and that begins or ends from `low` to
// `high`, or crosses these heights.
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

// Returns true if all that rises above the foot is one plane, too steep to stand on, higher than a step and without a
// rim: there is nothing to climb to.
static bool is_one_steep_plane(stepper *s, const climb *c)
{
    const field *f = &s->m.f;
    rim_box3     box = character_dead_end_box(s);
    motion_expect(&s->m, box, s->m.x, v3d(0.0, s->c->step, 0.0));
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
        if (v3d_length2(first) > 0.0 && !(v3d_dot(first, n) > 1.0 - 0x1p-20)) return false;
        if (has_rim(f, i, &box, low, c->top)) return false;
        first = n;
    }
    return true;
}

bool character_climb_around(stepper *s)
{
    climb c;
    begin_climb(s, &c);
    if (!s->may_climb_around || is_one_steep_plane(s, &c) || !raise_climb(s, &c)) return false;
    if (climb_around_from(s, &c)) return true;
    // Something hangs in the way there, perhaps, but not so low.
    c.rise *= 0.5;
    c.above.y -= c.rise;
    if (climb_around_from(s, &c)) return true;
    end_climb(s, &c);
    return false;
}
