// Template: compiled anew by each file that includes it.
// Impulses, passed from contact to contact.
//
// A contact wants its two things to part at `target` at least along the normal n. An impulse j there changes
// that speed by  k j,  k = 1/ma + 1/mb + (ra x n) Ia^-1 (ra x n) + (rb x n) Ib^-1 (rb x n); so each in its turn
// gets  (target - speed) / k  more, but never less than nothing in all. Friction holds the middle of the patch
// in two directions and about the normal, as far as Coulomb's bound on the patch's whole load allows.
//
// A step is cut into a few short ones (Macklin and others, "Small Steps in Physics Simulation", 2019). In each,
// gravity pulls, last time's impulses are given again, every contact has its turn, things move, and every
// contact has a second turn without being eased apart, so that what parts overlaps leaves no speed behind
// (Catto, "Solver2D", 2024). Bounces come at the end of the whole step.
//
// Patches are coloured so that those of one colour share no body that moves, and then done LANES at a time: a
// lane does what it would do alone, so the width of a machine's vectors changes nothing.

#include "base/memory.h"

typedef struct lane_speed
{
    lanes v[4], w[4]; // the fourth is nothing
} lane_speed;

typedef struct lane_ease
{
    lanes mass, xx, yy, zz, xy, yz, zx;
} lane_ease;

typedef struct point_row
{
    lanes r[3]; // from the centre of a
    lanes gap;  // when the step began
    lanes ease; // 1 / k
    lanes impulse;
    lanes most;   // the largest impulse of all short steps
    lanes bounce; // the speed at which it must part at the end; 0: it need not
} point_row;

typedef struct group
{
    int32_t   a[LANES], b[LANES], patches[LANES];
    int32_t   count, bounces; // points; does any bounce?
    lanes     n[3], u[3], w[3];
    lanes     middle[3]; // from the centre of a
    lanes     friction, radius;
    lanes     slide[2], slide_ease[2], twist, twist_ease;
    point_row points[4];
} group;

// The same places from the centre of b, where that is a body.
typedef struct far_side
{
    lanes middle[3], r[4][3];
} far_side;

typedef struct contact_solver_group_list
{
    group    *groups;
    far_side *far;
    int       pairs, all; // those of pairs come first
} contact_solver_group_list;

// --- from and to the bodies ------------------------------------------------------------------------------

enum
{
    SPEED_STRIDE = sizeof(body_speed) / sizeof(float),
    EASE_STRIDE = sizeof(body_ease) / sizeof(float)
};

LANES_INLINE void load_speed(lane_speed *s, const body_speed *speeds, const int32_t index[LANES])
{
    lanes_gather4(speeds->v, SPEED_STRIDE, index, s->v);
    lanes_gather4(speeds->w, SPEED_STRIDE, index, s->w);
}

LANES_INLINE void store_speed(const lane_speed *s, body_speed *speeds, const int32_t index[LANES])
{
    lanes_scatter4(speeds->v, SPEED_STRIDE, index, s->v);
    lanes_scatter4(speeds->w, SPEED_STRIDE, index, s->w);
}

LANES_INLINE void load_ease(lane_ease *e, const body_ease *eases, const int32_t index[LANES])
{
    lanes one[4], two[4];
    lanes_gather4(&eases->mass, EASE_STRIDE, index, one);
    lanes_gather4(&eases->xy, EASE_STRIDE, index, two);
    e->mass = one[0];
    e->xx = one[1];
    e->yy = one[2];
    e->zz = one[3];
    e->xy = two[0];
    e->yz = two[1];
    e->zx = two[2];
}

LANES_INLINE void ease3(lanes out[3], const lane_ease *e, const lanes v[3])
{
    out[0] = e->xx * v[0] + e->xy * v[1] + e->zx * v[2];
    out[1] = e->xy * v[0] + e->yy * v[1] + e->yz * v[2];
    out[2] = e->zx * v[0] + e->yz * v[1] + e->zz * v[2];
}

// One body of the two, or nothing: its speeds, and how far it has gone.
typedef struct contact_solver_side
{
    lane_speed speed, gone;
    lane_ease  ease;
} contact_solver_side;

// --- setting up ------------------------------------------------------------------------------------------

// 1 / k, and 0 where nothing moves.
LANES_INLINE lanes inverse(lanes k)
{
    lane_mask any = lanes_less(lanes_all(0.0f), k);
    return lanes_pick(any, lanes_all(1.0f) / lanes_pick(any, k, lanes_all(1.0f)), lanes_all(0.0f));
}

// How fast places ra and rb part along d for a unit impulse.
LANES_INLINE lanes contact_solver_yielding(const lane_ease *a, const lane_ease *b,
                                           const lanes ra[3], const lanes rb[3], const lanes d[3])
{
    lanes ja[3], jb[3], ia[3], ib[3];
    lanes_cross3(ja, ra, d);
    lanes_cross3(jb, rb, d);
    ease3(ia, a, ja);
    ease3(ib, b, jb);
    return a->mass + b->mass + lanes_dot3(ja, ia) + lanes_dot3(jb, ib);
}

// Two directions along the surface, which depend on the normal alone: u crosses it with the axis it leans
// to least.
static void set_tangents(group *g)
{
    lanes     zero = lanes_all(0.0f), x = lanes_abs(g->n[0]), y = lanes_abs(g->n[1]);
    lanes     z = lanes_abs(g->n[2]);
    lane_mask not_x = lanes_less(y, x) | lanes_less(z, x), by_z = not_x & lanes_less(z, y);
    lane_mask by_y = not_x & ~by_z;
    // (0, -nz, ny), (nz, 0, -nx) or (-ny, nx, 0)
    g->u[0] = lanes_pick(by_y, g->n[2], lanes_pick(by_z, zero - g->n[1], zero));
    g->u[1] = lanes_pick(by_z, g->n[0], lanes_pick(by_y, zero, zero - g->n[2]));
    g->u[2] = lanes_pick(by_z, zero, lanes_pick(by_y, zero - g->n[0], g->n[1]));
    lanes square = lanes_dot3(g->u, g->u), length = lanes_sqrt(square);
    lanes s = inverse(length);
    for (int k = 0; k < 3; k++) g->u[k] = g->u[k] * s;
    lanes_cross3(g->w, g->n, g->u);
}

// What is read from the patches, lane by lane. Where a patch has no such point, or a lane no patch: zeros.
typedef struct raw_group
{
    float n[3][LANES], friction[LANES], restitution[LANES], rub[3][LANES], part[LANES];
    float ra[4][3][LANES], rb[4][3][LANES], gap[4][LANES], impulse[4][LANES], there[4][LANES];
} raw_group;

static const patch NO_PATCH = { .a = -1, .b = -1 };

static void contact_solver_read_point(raw_group *raw, int i, int l, const patch_point *p,
                                      float there)
{
    for (int k = 0; k < 3; k++)
    {
        raw->ra[i][k][l] = p->ra[k];
        raw->rb[i][k][l] = p->rb[k];
    }
    raw->gap[i][l] = p->gap;
    raw->impulse[i][l] = p->impulse;
    raw->there[i][l] = there;
}

static void read_patch(raw_group *raw, int l, const patch *p, int most)
{
    for (int k = 0; k < 3; k++)
    {
        raw->n[k][l] = p->n[k];
        raw->rub[k][l] = p->rub[k];
    }
    raw->friction[l] = p->friction;
    raw->restitution[l] = p->restitution;
    raw->part[l] = p->count ? 1.0f / (float)p->count : 0.0f;
    for (int i = 0; i < most; i++)
    {
        bool there = i < p->count;
        contact_solver_read_point(raw, i, l, there ? &p->points[i] : &NO_PATCH.points[0],
                                  there ? 1.0f : 0.0f);
    }
}

static void load3(lanes out[3], float in[3][LANES])
{
    for (int k = 0; k < 3; k++) out[k] = lanes_load(in[k]);
}

static lanes speed_between(const lane_speed *a, const lane_speed *b, const lanes ra[3],
                           const lanes rb[3], const lanes d[3])
{
    lanes ja[3], jb[3];
    lanes_cross3(ja, ra, d);
    lanes_cross3(jb, rb, d);
    return lanes_dot3(d, a->v) + lanes_dot3(ja, a->w) -
           (lanes_dot3(d, b->v) + lanes_dot3(jb, b->w));
}

static void set_point(group *g, int i, raw_group *raw, const contact_solver_side *a,
                      const contact_solver_side *b, const body_step *step)
{
    lanes      zero = lanes_all(0.0f), there = lanes_load(raw->there[i]), rb[3];
    point_row *p = &g->points[i];
    load3(p->r, raw->ra[i]);
    load3(rb, raw->rb[i]);
    lanes     speed = speed_between(&a->speed, &b->speed, p->r, rb, g->n);
    lane_mask fast = lanes_less(speed, lanes_all(-step->fade));
    p->gap = lanes_load(raw->gap[i]);
    p->bounce = lanes_pick(fast, zero - lanes_load(raw->restitution) * speed, zero) * there;
    p->most = zero;
    p->impulse = lanes_load(raw->impulse[i]);
    p->ease = inverse(contact_solver_yielding(&a->ease, &b->ease, p->r, rb, g->n)) * there;
    for (int l = 0; l < LANES; l++) g->bounces |= lane_of(p->bounce, l) > 0.0f;
}

static void read_links(rim_bodies *world, group *g, raw_group *raw, const int *links)
{
    int          none = (int)world->capacity;
    const patch *patches[LANES];
    for (int l = 0; l < LANES; l++)
    {
        int          i = g->patches[l] = links[l];
        const patch *p = patches[l] = i < 0 ? &NO_PATCH : &world->patches[i];
        g->count = p->count > g->count ? p->count : g->count;
        g->a[l] = body_moves(world, p->a) ? p->a : none;
        g->b[l] = body_moves(world, p->b) ? p->b : none;
    }
    for (int l = 0; l < LANES; l++) read_patch(raw, l, patches[l], g->count);
}

// The middle of the points, and their mean distance from it.
static void set_middle(group *g, raw_group *raw, lanes middle_b[3])
{
    lanes part = lanes_load(raw->part), radius = lanes_all(0.0f);
    for (int k = 0; k < 3; k++)
    {
        lanes a = lanes_all(0.0f), b = a;
        for (int i = 0; i < g->count; i++)
        {
            a = a + lanes_load(raw->ra[i][k]);
            b = b + lanes_load(raw->rb[i][k]);
        }
        g->middle[k] = a * part;
        middle_b[k] = b * part;
    }
    for (int i = 0; i < g->count; i++)
    {
        lanes d[3];
        for (int k = 0; k < 3; k++) d[k] = lanes_load(raw->ra[i][k]) - g->middle[k];
        radius = radius + lanes_sqrt(lanes_dot3(d, d)) * lanes_load(raw->there[i]);
    }
    g->radius = radius * part;
}

static void set_group(rim_bodies *world, group *g, far_side *far, const int *links,
                      const body_step *step)
{
    raw_group           raw;
    contact_solver_side a, b;
    lanes               rb[3];
    g->count = g->bounces = 0;
    read_links(world, g, &raw, links);
    load_ease(&a.ease, world->eases, g->a);
    load_ease(&b.ease, world->eases, g->b);
    load_speed(&a.speed, world->speeds, g->a);
    load_speed(&b.speed, world->speeds, g->b);
    load3(g->n, raw.n);
    set_tangents(g);
    set_middle(g, &raw, rb);
    g->friction = lanes_load(raw.friction);
    g->slide[0] = lanes_load(raw.rub[0]);
    g->slide[1] = lanes_load(raw.rub[1]);
    g->twist = lanes_load(raw.rub[2]);
    g->slide_ease[0] = inverse(contact_solver_yielding(&a.ease, &b.ease, g->middle, rb, g->u));
    g->slide_ease[1] = inverse(contact_solver_yielding(&a.ease, &b.ease, g->middle, rb, g->w));
    lanes ia[3], ib[3];
    ease3(ia, &a.ease, g->n);
    ease3(ib, &b.ease, g->n);
    g->twist_ease = inverse(lanes_dot3(g->n, ia) + lanes_dot3(g->n, ib));
    for (int i = 0; i < g->count; i++) set_point(g, i, &raw, &a, &b, step);
    if (!far) return;
    for (int k = 0; k < 3; k++) far->middle[k] = rb[k];
    for (int i = 0; i < g->count; i++) load3(far->r[i], raw.rb[i]);
}

// --- passing impulses ------------------------------------------------------------------------------------

// What an impulse along d at a place does, and how fast that place goes.
typedef struct lever
{
    lanes j[3], i[3];
} lever;

LANES_INLINE void set_lever(lever *l, const contact_solver_side *s, const lanes r[3],
                            const lanes d[3])
{
    lanes_cross3(l->j, r, d);
    ease3(l->i, &s->ease, l->j);
}

LANES_INLINE lanes speed_at(const lane_speed *s, const lever *l, const lanes d[3])
{
    return lanes_dot3(d, s->v) + lanes_dot3(l->j, s->w);
}

LANES_INLINE void contact_solver_push(contact_solver_side *s, const lever *l, const lanes d[3],
                                      lanes impulse)
{
    lanes by = s->ease.mass * impulse;
    for (int k = 0; k < 3; k++)
    {
        s->speed.v[k] = s->speed.v[k] + d[k] * by;
        s->speed.w[k] = s->speed.w[k] + l->i[k] * impulse;
    }
}

LANES_INLINE void spin(contact_solver_side *s, const lanes axis[3], lanes impulse)
{
    lanes turned[3];
    ease3(turned, &s->ease, axis);
    for (int k = 0; k < 3; k++) s->speed.w[k] = s->speed.w[k] + turned[k] * impulse;
}

// Both sides of one direction. Without b (two false) there is only a.
typedef struct levers
{
    lever a, b;
} levers;

LANES_INLINE void set_levers(levers *l, const contact_solver_side *a, const contact_solver_side *b,
                             const lanes ra[3], const lanes rb[3], const lanes d[3], bool two)
{
    set_lever(&l->a, a, ra, d);
    if (two) set_lever(&l->b, b, rb, d);
}

LANES_INLINE lanes parting(const levers *l, const lane_speed *a, const lane_speed *b,
                           const lanes d[3], bool two)
{
    lanes speed = speed_at(a, &l->a, d);
    return two ? speed - speed_at(b, &l->b, d) : speed;
}

LANES_INLINE void push_both(const levers *l, contact_solver_side *a, contact_solver_side *b,
                            const lanes d[3], lanes impulse, bool two)
{
    contact_solver_push(a, &l->a, d, impulse);
    if (two) contact_solver_push(b, &l->b, d, lanes_all(0.0f) - impulse);
}

LANES_INLINE void warm(group *g, const far_side *far, contact_solver_side *a,
                       contact_solver_side *b, bool two)
{
    levers l;
    for (int k = 0; k < 2; k++)
    {
        const lanes *d = k ? g->w : g->u;
        set_levers(&l, a, b, g->middle, two ? far->middle : g->middle, d, two);
        push_both(&l, a, b, d, g->slide[k], two);
    }
    spin(a, g->n, g->twist);
    if (two) spin(b, g->n, lanes_all(0.0f) - g->twist);
    for (int i = 0; i < g->count; i++)
    {
        point_row *p = &g->points[i];
        set_levers(&l, a, b, p->r, two ? far->r[i] : p->r, g->n, two);
        push_both(&l, a, b, g->n, p->impulse, two);
    }
}

LANES_INLINE void contact_solver_apply_friction(group *g, const far_side *far,
                                                contact_solver_side *a, contact_solver_side *b,
                                                bool two)
{
    lanes load = lanes_all(0.0f), zero = load;
    for (int i = 0; i < g->count; i++) load = load + g->points[i].impulse;
    lanes bound = g->friction * load, twist_bound = bound * g->radius;

    lanes turning = lanes_dot3(g->n, a->speed.w);
    if (two) turning = turning - lanes_dot3(g->n, b->speed.w);
    lanes turn = g->twist - turning * g->twist_ease;
    turn = lanes_pick(lanes_less(twist_bound, turn), twist_bound, turn);
    turn = lanes_max(turn, zero - twist_bound);
    spin(a, g->n, turn - g->twist);
    if (two) spin(b, g->n, g->twist - turn);
    g->twist = turn;

    levers u, w;
    set_levers(&u, a, b, g->middle, two ? far->middle : g->middle, g->u, two);
    set_levers(&w, a, b, g->middle, two ? far->middle : g->middle, g->w, two);
    lanes x = g->slide[0] - parting(&u, &a->speed, &b->speed, g->u, two) * g->slide_ease[0];
    lanes y = g->slide[1] - parting(&w, &a->speed, &b->speed, g->w, two) * g->slide_ease[1];
    lanes length = lanes_sqrt(x * x + y * y);
    lanes cut = lanes_pick(lanes_less(bound, length), bound / length, lanes_all(1.0f));
    x = x * cut;
    y = y * cut;
    push_both(&u, a, b, g->u, x - g->slide[0], two);
    push_both(&w, a, b, g->w, y - g->slide[1], two);
    g->slide[0] = x;
    g->slide[1] = y;
}

// Overlaps yield a little, like a stiff spring with much damping, so that heavy heaps do not jump: with
// hw the spring's angle a short step and z its damping,
//
//      k' = k / m,   m = a / (1 + a),   a = hw (2 z + hw);   of the old impulse 1 / (1 + a) is given up,
//
// and the gap shrinks by hw / (2 z + hw) of itself each time.
#define SPRING_ANGLE 0.785398f
#define SPRING_DAMPING 10.0f
static const float SPRING_SHRINK = SPRING_ANGLE / (2.0f * SPRING_DAMPING + SPRING_ANGLE);
static const float SPRING_YIELD =
    1.0f / (1.0f + SPRING_ANGLE * (2.0f * SPRING_DAMPING + SPRING_ANGLE));

LANES_INLINE void press(group *g, const far_side *far, contact_solver_side *a,
                        contact_solver_side *b, bool two, bool eased, float h)
{
    lanes  zero = lanes_all(0.0f), one = lanes_all(1.0f), rate = lanes_all(1.0f / h);
    levers l;
    for (int i = 0; i < g->count; i++)
    {
        point_row *p = &g->points[i];
        set_levers(&l, a, b, p->r, two ? far->r[i] : p->r, g->n, two);
        lanes     gap = p->gap + parting(&l, &a->gone, &b->gone, g->n, two);
        lanes     speed = parting(&l, &a->speed, &b->speed, g->n, two), old = p->impulse;
        lane_mask apart = lanes_less(zero, gap);
        lanes     shrink = lanes_pick(apart, one, lanes_all(eased ? SPRING_SHRINK : 0.0f));
        lanes     yield = lanes_pick(apart, zero, lanes_all(eased ? SPRING_YIELD : 0.0f));
        lanes     wanted = (zero - gap) * rate * shrink;
        lanes     j = old + (wanted - speed) * p->ease * (one - yield) - yield * old;
        j = lanes_max(j, zero);
        push_both(&l, a, b, g->n, j - old, two);
        p->impulse = j;
        p->most = lanes_max(p->most, j);
    }
}

// Contacts that pressed, and were approached fast, part again.
LANES_INLINE void contact_solver_bounce(group *g, const far_side *far, contact_solver_side *a,
                                        contact_solver_side *b, bool two)
{
    lanes  zero = lanes_all(0.0f);
    levers l;
    for (int i = 0; i < g->count; i++)
    {
        point_row *p = &g->points[i];
        set_levers(&l, a, b, p->r, two ? far->r[i] : p->r, g->n, two);
        lane_mask struck = lanes_less(zero, p->most) & lanes_less(zero, p->bounce);
        lanes     speed = parting(&l, &a->speed, &b->speed, g->n, two), old = p->impulse;
        lanes     j = lanes_pick(struck, lanes_max(old + (p->bounce - speed) * p->ease, zero), old);
        push_both(&l, a, b, g->n, j - old, two);
        p->impulse = j;
    }
}

typedef enum contact_solver_pass
{
    PASS_WARM,
    PASS_EASED,
    PASS_RELAXED,
    PASS_BOUNCE
} contact_solver_pass;

LANES_INLINE void work(rim_bodies *world, group *g, const far_side *far, contact_solver_pass what,
                       bool two, float h)
{
    contact_solver_side a, b;
    if (what == PASS_BOUNCE && !g->bounces) return;
    load_speed(&a.speed, world->speeds, g->a);
    load_ease(&a.ease, world->eases, g->a);
    if (two) load_speed(&b.speed, world->speeds, g->b);
    if (two) load_ease(&b.ease, world->eases, g->b);
    if (what == PASS_WARM) warm(g, far, &a, &b, two);
    if (what == PASS_EASED || what == PASS_RELAXED)
    {
        load_speed(&a.gone, world->shifts, g->a);
        if (two) load_speed(&b.gone, world->shifts, g->b);
        contact_solver_apply_friction(g, far, &a, &b, two);
        press(g, far, &a, &b, two, what == PASS_EASED, h);
    }
    if (what == PASS_BOUNCE) contact_solver_bounce(g, far, &a, &b, two);
    store_speed(&a.speed, world->speeds, g->a);
    if (two) store_speed(&b.speed, world->speeds, g->b);
}

// Written out for each kind of pass, so that the compiler sees what it is.
static void pass_warm(rim_bodies *world, const contact_solver_group_list *list)
{
    for (int i = 0; i < list->pairs; i++)
        work(world, &list->groups[i], &list->far[i], PASS_WARM, true, 1.0f);
    for (int i = list->pairs; i < list->all; i++)
        work(world, &list->groups[i], NULL, PASS_WARM, false, 1.0f);
}

static void pass_eased(rim_bodies *world, const contact_solver_group_list *list, float h)
{
    for (int i = 0; i < list->pairs; i++)
        work(world, &list->groups[i], &list->far[i], PASS_EASED, true, h);
    for (int i = list->pairs; i < list->all; i++)
        work(world, &list->groups[i], NULL, PASS_EASED, false, h);
}

static void pass_relaxed(rim_bodies *world, const contact_solver_group_list *list, float h)
{
    for (int i = 0; i < list->pairs; i++)
        work(world, &list->groups[i], &list->far[i], PASS_RELAXED, true, h);
    for (int i = list->pairs; i < list->all; i++)
        work(world, &list->groups[i], NULL, PASS_RELAXED, false, h);
}

static void pass_bounce(rim_bodies *world, const contact_solver_group_list *list)
{
    for (int i = 0; i < list->pairs; i++)
        work(world, &list->groups[i], &list->far[i], PASS_BOUNCE, true, 1.0f);
    for (int i = list->pairs; i < list->all; i++)
        work(world, &list->groups[i], NULL, PASS_BOUNCE, false, 1.0f);
}

static void keep_impulses(rim_bodies *world, const group *g)
{
    for (int l = 0; l < LANES; l++)
    {
        if (g->patches[l] < 0) continue;
        patch *p = &world->patches[g->patches[l]];
        p->rub[0] = lane_of(g->slide[0], l);
        p->rub[1] = lane_of(g->slide[1], l);
        p->rub[2] = lane_of(g->twist, l);
        for (int i = 0; i < p->count; i++) p->points[i].impulse = lane_of(g->points[i].impulse, l);
    }
}

// --- the step ------------------------------------------------------------------------------------------

static void drift(rim_bodies *world, float h)
{
    for (int i = 0; i < world->top; i++)
    {
        const body_speed *s = &world->speeds[i];
        body_speed       *gone = &world->shifts[i];
        for (int k = 0; k < 3; k++)
        {
            gone->v[k] += h * s->v[k];
            gone->w[k] += h * s->w[k];
        }
    }
}

static void kick(rim_bodies *world)
{
    for (int i = 0; i < world->top; i++)
    {
        const body_kick *kick = &world->kicks[i];
        body_speed      *s = &world->speeds[i];
        for (int k = 0; k < 3; k++)
        {
            s->v[k] = (s->v[k] + kick->v[k]) * kick->slow;
            s->w[k] = (s->w[k] + kick->w[k]) * kick->calm;
        }
    }
}

enum
{
    GROUP_ALIGNMENT = 64
};

static bool contact_solver_make_room(rim_bodies *world, contact_solver_group_list *list)
{
    size_t bytes = (size_t)list->all * sizeof(group) + (size_t)list->pairs * sizeof(far_side);
    if (!memory_reserve(&world->from, (void **)&world->groups, &world->group_capacity,
                        bytes + GROUP_ALIGNMENT, 1))
        return false;
    size_t past = (uintptr_t)world->groups % GROUP_ALIGNMENT;
    list->groups = (group *)(void *)(world->groups + (GROUP_ALIGNMENT - past));
    list->far = (far_side *)(void *)(list->groups + list->all);
    return true;
}

bool LANES_NAME(bodies_solve)(rim_bodies *world, const body_step *step)
{
    contact_solver_group_list list;
    float                     h = step->dt / (float)step->parts;
    memset(world->colours, 0, sizeof *world->colours * (size_t)world->top);
    list.pairs = contact_graph_colour(world, 0, world->patch_pairs, 0, LANES);
    if (list.pairs < 0) return false;
    list.all =
        contact_graph_colour(world, world->patch_pairs, world->patch_count, list.pairs, LANES);
    if (list.all < 0 || !contact_solver_make_room(world, &list)) return false;
    const int *links = world->links + world->patch_count;
    for (int i = 0; i < list.all; i++)
        set_group(world, &list.groups[i], i < list.pairs ? &list.far[i] : NULL, links + i * LANES,
                  step);
    memset(world->shifts, 0, sizeof *world->shifts * (world->capacity + 1));
    for (int i = 0; i < step->parts; i++)
    {
        kick(world);
        pass_warm(world, &list);
        pass_eased(world, &list, h);
        drift(world, h);
        pass_relaxed(world, &list, h);
    }
    pass_bounce(world, &list);
    for (int i = 0; i < list.all; i++) keep_impulses(world, &list.groups[i]);
    return true;
}
