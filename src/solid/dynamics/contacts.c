// Patches: what presses on what. Boxes by the separating axes (Gottschalk, Lin, Manocha, "OBBTree", 1996), a few
// pairs at a time; planes by the corners of the face that looks at them; the rest as obstacles.h tells.
#include "base/memory.h"
#include "solid/dynamics/data.h"
#include "solid/dynamics/obstacles.h"

#include <math.h>

// --- boxes ---------------------------------------------------------------------------------------------

static const float *body_contacts_axis_of(const body_frame *f, int i)
{
    return i == 0 ? f->x : i == 1 ? f->y : f->z;
}

// The axis in the world, from b towards a: `along` is t . axis, and t goes from a to b.
static void set_normal(box_touch *touch, const body_frame *a, const body_frame *b, float along)
{
    int   axis = (int)touch->axis;
    float sign = along > 0.0f ? -1.0f : 1.0f;
    if (axis < 6)
    {
        const float *x =
            axis < 3 ? body_contacts_axis_of(a, axis) : body_contacts_axis_of(b, axis - 3);
        for (int k = 0; k < 3; k++) touch->n[k] = sign * x[k];
        return;
    }
    const float *e = body_contacts_axis_of(a, (axis - 6) / 3),
                *f = body_contacts_axis_of(b, (axis - 6) % 3);
    float x = e[1] * f[2] - e[2] * f[1], y = e[2] * f[0] - e[0] * f[2];
    float z = e[0] * f[1] - e[1] * f[0], s = sign / sqrtf(x * x + y * y + z * z);
    touch->n[0] = s * x;
    touch->n[1] = s * y;
    touch->n[2] = s * z;
}

// --- patches -------------------------------------------------------------------------------------------

static patch *fresh_patch(rim_bodies *world, int a, int b)
{
    if (!memory_reserve(&world->from, (void **)&world->patches, &world->patch_capacity,
                        (size_t)world->patch_count + 1, sizeof *world->patches))
        return NULL;
    patch *p = &world->patches[world->patch_count];
    p->a = a;
    p->b = b;
    p->count = 0;
    p->rub[0] = p->rub[1] = p->rub[2] = 0.0f;
    return p;
}

static float body_contacts_larger(float a, float b)
{
    return a > b ? a : b;
}

static float turning(const body_frame *f, const body_speed *s, float dt)
{
    float w = fabsf(s->w[0]) + fabsf(s->w[1]) + fabsf(s->w[2]);
    float t = dt * w * (f->half_x + f->half_y + f->half_z), most = 0.5f * f->thin;
    return t < most ? t : most;
}

// How far apart things may be that can still meet within the step.
static float body_contacts_reach_of(const rim_bodies *world, int a, int b, const float n[3],
                                    const body_step *step)
{
    static const body_speed still = { { 0.0f, 0.0f, 0.0f }, 0.0f, { 0.0f, 0.0f, 0.0f }, 0.0f };
    const body_frame       *f = &world->frames[a], *g = b < 0 ? f : &world->frames[b];
    const body_speed       *v = &world->speeds[a], *w = b < 0 ? &still : &world->speeds[b];
    float                   closing =
        n[0] * (w->v[0] - v->v[0]) + n[1] * (w->v[1] - v->v[1]) + n[2] * (w->v[2] - v->v[2]);
    float thin = f->thin < g->thin ? f->thin : g->thin;
    return 0.03125f * thin + step->fall + body_contacts_larger(closing * step->dt, 0.0f) +
           turning(f, v, step->dt) + (b < 0 ? 0.0f : turning(g, w, step->dt));
}

// The same, whatever the normal.
static float farthest_of(const rim_bodies *world, int a, int b, const body_step *step)
{
    const body_frame *f = &world->frames[a], *g = &world->frames[b];
    const body_speed *v = &world->speeds[a], *w = &world->speeds[b];
    float closing = fabsf(w->v[0] - v->v[0]) + fabsf(w->v[1] - v->v[1]) + fabsf(w->v[2] - v->v[2]);
    float thin = f->thin < g->thin ? f->thin : g->thin;
    return 0.03125f * thin + step->fall + closing * step->dt + turning(f, v, step->dt) +
           turning(g, w, step->dt);
}

// The impulses of the same points a step ago: of those that are nearest, if they are near. (Which corner was
// cut by which side changes back and forth where faces lie flush; where the points are does not.)
static void body_contacts_remember(const rim_bodies *world, patch *p, const patch *old)
{
    float turn = p->n[0] * old->n[0] + p->n[1] * old->n[1] + p->n[2] * old->n[2];
    float thin = world->frames[p->a].thin;
    bool  used[4] = { false }, any = false;
    if (turn < 0.875f) return;
    for (int i = 0; i < p->count; i++)
    {
        float least = 0.0625f * thin * thin;
        int   best = -1;
        for (int k = 0; k < old->count; k++)
        {
            const float *x = p->points[i].ra, *y = old->points[k].ra;
            float        dx = x[0] - y[0], dy = x[1] - y[1], dz = x[2] - y[2];
            float        square = dx * dx + dy * dy + dz * dz;
            if (used[k] || !(square < least)) continue;
            least = square;
            best = k;
        }
        if (best < 0) continue;
        used[best] = any = true;
        p->points[i].impulse = old->points[best].impulse;
    }
    if (!any) return;
    for (int k = 0; k < 3; k++) p->rub[k] = old->rub[k];
}

static float mixed_friction(float a, float b)
{
    return sqrtf(a * b);
}

static bool add_boxes(rim_bodies *world, body_pair pair, const box_touch *touch, float reach)
{
    patch *p = fresh_patch(world, pair.a, pair.b);
    if (!p) return false;
    const rim_body *a = &world->bodies[pair.a], *b = &world->bodies[pair.b];
    box_manifold_clip(&world->frames[pair.a], &world->frames[pair.b], reach, touch, p);
    if (!p->count) return true;
    p->friction = mixed_friction(a->friction, b->friction);
    p->restitution = body_contacts_larger(a->restitution, b->restitution);
    world->patch_count++;
    return true;
}

enum
{
    AT_ONCE = 64
};

static bool touch_some(rim_bodies *world, const body_pair *pairs, int count, const body_step *step)
{
    pair_gap gaps[AT_ONCE];
    world->kernels.separate(world->frames, pairs, count, gaps);
    for (int i = 0; i < count; i++)
    {
        if (gaps[i].gap > farthest_of(world, pairs[i].a, pairs[i].b, step)) continue;
        const body_frame *a = &world->frames[pairs[i].a], *b = &world->frames[pairs[i].b];
        box_touch         touch = { { 0.0f, 0.0f, 0.0f }, gaps[i].gap, (uint32_t)gaps[i].axis };
        set_normal(&touch, a, b, gaps[i].turned ? 1.0f : -1.0f);
        float reach = body_contacts_reach_of(world, pairs[i].a, pairs[i].b, touch.n, step);
        if (touch.gap <= reach && !add_boxes(world, pairs[i], &touch, reach)) return false;
    }
    return true;
}

// --- obstacles -------------------------------------------------------------------------------------------

static void set_matter(const rim_bodies *world, patch *p)
{
    p->friction = world->bodies[p->a].friction;
    p->restitution = world->bodies[p->a].restitution;
}

static void body_contacts_add_corner(patch *p, const float n[3], const float arm[3], float gap)
{
    patch_point *point = &p->points[p->count++];
    for (int k = 0; k < 3; k++)
    {
        point->ra[k] = arm[k] - 0.5f * gap * n[k];
        point->rb[k] = 0.0f;
    }
    point->gap = gap;
    point->impulse = 0.0f;
}

// The four corners of the face that looks most against the plane.
static bool touch_plane(rim_bodies *world, int i, int number, const body_step *step)
{
    const body_frame *f = &world->frames[i];
    rim_plane         plane = world->obstacles->items[number].plane;
    float             n[3] = { plane.normal.x, plane.normal.y, plane.normal.z };
    float             d[3], half[3] = { f->half_x, f->half_y, f->half_z }, side[3], below = 0.0f;
    for (int k = 0; k < 3; k++)
    {
        const float *x = body_contacts_axis_of(f, k);
        d[k] = n[0] * x[0] + n[1] * x[1] + n[2] * x[2];
        side[k] = d[k] > 0.0f ? -1.0f : 1.0f; // the side that is nearest
        below += fabsf(d[k]) * half[k];
    }
    double here = (double)n[0] * f->p[0] + (double)n[1] * f->p[1] + (double)n[2] * f->p[2];
    float  above = (float)(here - (double)plane.offset),
          reach = body_contacts_reach_of(world, i, -1, n, step);
    if (above - below > reach) return true;
    patch *p = fresh_patch(world, i, -1 - number);
    if (!p) return false;
    for (int k = 0; k < 3; k++) p->n[k] = n[k];
    int face = fabsf(d[1]) > fabsf(d[0]) ? 1 : 0;
    if (fabsf(d[2]) > fabsf(d[face])) face = 2;
    int u = face == 2 ? 0 : face + 1, w = u == 2 ? 0 : u + 1;
    for (int c = 0; c < 4; c++)
    {
        float s[3], arm[3];
        s[face] = side[face];
        s[u] = c & 1 ? -side[u] : side[u];
        s[w] = c & 2 ? -side[w] : side[w];
        float gap = above + s[0] * half[0] * d[0] + s[1] * half[1] * d[1] + s[2] * half[2] * d[2];
        if (gap > reach) continue;
        for (int k = 0; k < 3; k++)
            arm[k] = s[0] * half[0] * f->x[k] + s[1] * half[1] * f->y[k] + s[2] * half[2] * f->z[k];
        body_contacts_add_corner(p, n, arm, gap);
    }
    set_matter(world, p);
    world->patch_count += p->count > 0;
    return true;
}

enum
{
    TOUCHES = 16
};

// Touches of one obstacle along one normal, up to four, make one patch.
static bool add_touches(rim_bodies *world, int i, const rim_obstacle_touch *touches, int count)
{
    patch *p = NULL;
    for (int k = 0; k < count; k++)
    {
        const rim_obstacle_touch *t = &touches[k];
        bool                      same =
            p && p->count < 4 && p->b == -1 - t->obstacle &&
            p->n[0] * t->normal.x + p->n[1] * t->normal.y + p->n[2] * t->normal.z > 1.0f - 0x1p-14f;
        if (!same)
        {
            p = fresh_patch(world, i, -1 - t->obstacle);
            if (!p) return false;
            world->patch_count++;
            p->n[0] = t->normal.x;
            p->n[1] = t->normal.y;
            p->n[2] = t->normal.z;
            set_matter(world, p);
        }
        float arm[3] = { t->arm.x, t->arm.y, t->arm.z };
        body_contacts_add_corner(p, p->n, arm, t->gap);
    }
    return true;
}

static bool touch_finite(rim_bodies *world, int i, const body_step *step)
{
    const body_bounds *b = &world->bounds[i];
    const rim_body    *body = &world->bodies[i];
    rim_obstacle_touch touches[TOUCHES];
    rim_box3           box = { { b->lo[0], b->lo[1], b->lo[2] }, { b->hi[0], b->hi[1], b->hi[2] } };
    rim_tree_walk      walk = rim_tree_overlaps(world->obstacles->tree, box);
    if (rim_tree_walk_next(&walk) == RIM_TREE_END) return true;
    const body_speed *s = &world->speeds[i];
    float             speed = sqrtf(s->v[0] * s->v[0] + s->v[1] * s->v[1] + s->v[2] * s->v[2]);
    float             thin = world->frames[i].thin;
    float             reach =
        0.03125f * thin + step->fall + speed * step->dt + turning(&world->frames[i], s, step->dt);
    rim_obox own = { body->pose, body->half };
    int      found = obstacles_contacts_are_finite(world->obstacles, own, reach, 0.03125f * thin,
                                                   touches, TOUCHES);
    return add_touches(world, i, touches, found < TOUCHES ? found : TOUCHES);
}

// --- all -------------------------------------------------------------------------------------------------

// Is patch p before q, which are both of pairs or both of obstacles?
static bool body_contacts_before(const patch *p, const patch *q)
{
    if (p->a != q->a) return p->a < q->a;
    return q->b < 0 ? p->b > q->b : p->b < q->b;
}

// Both lists are sorted.
static void remember_all(rim_bodies *world, int from, int to, int old, int old_end)
{
    for (int i = from; i < to; i++)
    {
        patch *p = &world->patches[i];
        while (old < old_end && body_contacts_before(&world->old[old], p)) old++;
        for (int k = old; k < old_end && !body_contacts_before(p, &world->old[k]); k++)
            body_contacts_remember(world, p, &world->old[k]);
    }
}

bool bodies_find_contacts(rim_bodies *world, const body_step *step)
{
    world->patch_count = 0;
    for (int i = 0; i < world->pair_count; i += AT_ONCE)
    {
        int left = world->pair_count - i;
        if (!touch_some(world, &world->pairs[i], left < AT_ONCE ? left : AT_ONCE, step))
            return false;
    }
    world->patch_pairs = world->patch_count;
    const rim_obstacles *list = world->obstacles;
    for (int i = 0; i < world->top; i++)
    {
        int first = world->patch_count;
        if (!body_in_use(world, i) || world->bodies[i].asleep) continue;
        for (int k = 0; k < list->plane_count; k++)
            if (!touch_plane(world, i, list->planes[k], step)) return false;
        if (list->count > list->plane_count && !touch_finite(world, i, step)) return false;
        // Planes came first: by number, as the others.
        for (int k = first + 1; k < world->patch_count && list->count > list->plane_count; k++)
        {
            patch p = world->patches[k];
            int   at = k;
            for (; at > first && body_contacts_before(&p, &world->patches[at - 1]); at--)
                world->patches[at] = world->patches[at - 1];
            world->patches[at] = p;
        }
    }
    remember_all(world, 0, world->patch_pairs, 0, world->old_pairs);
    remember_all(world, world->patch_pairs, world->patch_count, world->old_pairs, world->old_count);
    return true;
}
