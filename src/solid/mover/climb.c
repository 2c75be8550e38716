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

// From the place above, is there ground when it goes on by `run` and down again, higher than it stood? The rim of
// a step will do, if the way there is no steeper than ramps are.
static bool lands(stepper *s, vec3d above, vec3d direction, double run, double rise)
{
    motion_place(&s->m, above);
    double on = motion_sweep(&s->m, v3d_scale(direction, run)) * run;
    if (!(on > s->m.f.shape.skin)) return false;
    motion_place(&s->m, v3d_along(above, direction, on));
    double down = motion_sweep(&s->m, v3d(0.0, -rise, 0.0));
    double height = rise * (1.0 - down);
    if (!(down < 1.0 && height > s->m.f.shape.skin)) return false;
    bool flat = height <= on * s->tangent;
    if (s->m.f.shape.box && on < run && !flat) return false;
    motion_place(&s->m, v3d_along(s->m.x, v3d(0.0, -rise, 0.0), down));
    motion_touch(&s->m, motion_margin(&s->m));
    drop_high_edges(&s->m,
                    above.y - s->m.f.shape.radius + s->c->step - rise + 2.0 * s->m.f.shape.skin);
    s->lenient = flat;
    return character_held(s);
}

// All that a probe as far as `run` may come near.
static void expect_probe(stepper *s, vec3d above, vec3d direction, double run, double rise)
{
    vec3d    ahead = v3d_scale(direction, run);
    rim_box3 box = field_box(&s->m.f, above, ahead, s->m.f.shape.skin);
    vec3d    ground = v3d(above.x, above.y - rise - s->c->snap, above.z);
    box = rim_box3_union(box, field_box(&s->m.f, ground, ahead, s->m.f.shape.skin));
    motion_expect(&s->m, rim_box3_union(box, s->m.f.box), above, ahead);
}

// A steep face that reaches higher than a step is no bevel to walk over.
static double highest(const mover_motion *m, const motion_contact *c)
{
    const rim_triangle *t = &m->f.triangles[c->triangle].shape;
    float               y = t->a.y > t->b.y ? t->a.y : t->b.y;
    return (y > t->c.y ? y : t->c.y) - m->f.origin.y;
}

static bool is_tall(const stepper *s, double top)
{
    for (int i = 0; i < s->m.contact_count; i++)
    {
        const motion_contact *c = &s->m.contacts[i];
        if (!c->curved && c->n.y > 0x1p-10 && c->n.y < s->cosine && highest(&s->m, c) > top)
            return true;
    }
    return false;
}

// Is it a step that can be climbed? `near`: the run to its rim.
static bool step_there(stepper *s, vec3d above, vec3d direction, double near, double rise,
                       bool tall)
{
    double far = s->largest + rise / (s->tangent > 0.25 ? s->tangent : 0.25);
    bool   lenient = s->lenient, there = false;
    if (!s->m.f.shape.box)
    {
        expect_probe(s, above, direction, near, rise);
        there = lands(s, above, direction, near, rise);
    }
    if (!there && !tall)
    {
        expect_probe(s, above, direction, far, rise);
        there = lands(s, above, direction, far, rise);
    }
    s->lenient = lenient;
    return there;
}

// May it go on more freely than by `along` somewhere on the way up to `top`, for all that the faces tell which it
// touches here and there?
static bool may_leave_more(stepper *s, const motion_mark *here, vec3d top, vec3d along)
{
    mover_motion *m = &s->m;
    if (!motion_peek(m, top)) return true;
    motion_touch_again(m, here, s->cosine, motion_margin(m));
    bool more = closer(character_along_walls(s, s->wish), along, s->wish);
    motion_return(m, here);
    return more;
}

bool character_climb(stepper *s, vec3d along)
{
    mover_motion *m = &s->m;
    vec3d         from = m->x, above = from;
    double        rise = s->c->step, foot = m->f.shape.box ? m->f.shape.half.y : m->f.shape.radius;
    bool          tall = is_tall(s, from.y - foot + rise + 2.0 * m->f.shape.skin);
    if (tall && m->f.shape.box) return false;
    motion_mark mark;
    motion_keep(m, &mark);
    if (!may_leave_more(s, &mark, v3d(from.x, from.y + rise, from.z), along)) return false;
    rise *= motion_sweep(m, v3d(0.0, rise, 0.0));
    if (!(rise > m->f.shape.skin)) return false;

    above.y += rise;
    motion_place(m, above);
    motion_touch(m, motion_margin(m));
    vec3d  level = character_along_walls(s, s->wish);
    double speed = v3d_length(level);
    bool   there = speed > 0.0 && closer(level, along, s->wish);
    if (there)
    {
        vec3d  direction = v3d_scale(level, 1.0 / speed);
        double run = run_to_top(s, &mark, direction);
        there = step_there(s, above, direction, run, rise, tall);
    }
    if (!there)
    {
        motion_return(m, &mark);
        motion_touch(m, motion_margin(m));
        return false;
    }
    // No farther than a foot is wide, so that fast and slow meet the same ground.
    double time = s->time, most = s->largest / speed;
    double least = s->time * (4.0 / RIM_CHARACTER_PHASES);
    most = most > least ? most : least;
    time = time < most ? time : most;
    motion_place(m, above);
    double done = motion_go(m, v3d_scale(level, time));
    // Over a gap there is nothing to stand on; what it climbs, steep as it may be, carries it to the top.
    double deep = rise + s->c->snap, down = motion_sweep(m, v3d(0.0, -deep, 0.0));
    s->grounded = s->lenient = down < 1.0;
    motion_place(m, v3d_along(m->x, v3d(0.0, -1.0, 0.0), down < 1.0 ? down * deep : rise));
    motion_touch(m, motion_margin(m));
    character_note_ground(s);
    s->walk.stepped = true;
    s->time = done > 0.0 ? s->time - done * time : 0.0;
    return true;
}
