// The contact constraints of a step: those of two boxes by their best separating axis, and all others by obstacles.h.
#include "base/memory.h"
#include "solid/dynamics/data.h"
#include "solid/dynamics/obstacles.h"

#include <math.h>
#include <string.h>

static float dot(const float a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Returns the axis of a box that is closest to parallel to a direction with the components d along the box's axes.
static int most_aligned(const float d[3])
{
    int most = fabsf(d[1]) > fabsf(d[0]) ? 1 : 0;
    return fabsf(d[2]) > fabsf(d[most]) ? 2 : most;
}

// --- constraints -----------------------------------------------------------------------------------------

// Returns a new constraint without points and impulses, at the end of world->constraints, or NULL when out of memory.
// All its members are set. world->constraint_count does not count it yet: the caller does. n is the normal from b
// towards a. The friction is the geometric mean of both bodies' friction, but at most 2^64, because the product may be
// infinite. The restitution is the larger one, but at most 2^20, because the energy limits rebounds, and speeds must
// stay finite until then. With an obstacle (b < 0), friction and restitution are those of a.
static contact_constraint *constraint_begin(rim_bodies *world, int a, int b, rim_vec3 n)
{
    const body_bounds *p = &world->bounds[a], *q = b < 0 ? p : &world->bounds[b];
    if (!MEMORY_RESERVE(&world->from, world->constraints, world->constraint_capacity,
                        (size_t)world->constraint_count + 1))
        return NULL;
    contact_constraint *c = &world->constraints[world->constraint_count];
    // Cleared by parts, because gcc would clear the whole by `rep stos`, which is slow for so few bytes.
    memset(c->points, 0, sizeof c->points);
    memset(c->impulse, 0, sizeof c->impulse);
    memset(c->friction_impulse, 0, sizeof c->friction_impulse);
    memcpy(c->n, &n, sizeof c->n);
    c->a = a, c->b = b;
    c->count = 0;
    c->least_half = pair_least_half(world, a, b);
    c->friction = b < 0 ? p->friction : fminf(sqrtf(p->friction * q->friction), 0x1p64f);
    c->restitution = fminf(fmaxf(p->restitution, q->restitution), 0x1p20f);
    return c;
}

// Adds the contacts of body i with obstacles or with another body. `touches` is sorted by slot. Contacts in a row with
// one of them along one normal, up to four, make one constraint. The middle of the gap is half the gap from the point on
// the body, against the normal. Returns false when out of memory.
static bool add_touches(rim_bodies *world, int i, const obstacle_touch *touches, int count)
{
    contact_constraint *c = NULL;
    for (int k = 0; k < count; k++)
    {
        const obstacle_touch *t = &touches[k];
        if (!c || c->count == 4 || c->b != (int32_t)t->slot ||
            !(along(t->normal, c->n) > CONTACT_SAME_NORMAL))
        {
            c = constraint_begin(world, i, (int32_t)t->slot, t->normal);
            if (!c) return false;
            world->constraint_count++;
        }
        rim_vec3 arm = rim_vec3_along(t->arm, t->normal, -0.5f * t->gap);
        c->points[c->count++] = (constraint_point){ { arm.x, arm.y, arm.z }, t->gap };
    }
    return true;
}

// --- reach -----------------------------------------------------------------------------------------------

// Returns the largest gap at which a and b (an obstacle if b < 0) may touch within the step, whatever the direction: the
// smaller margin, what gravity adds, and how far they may move towards each other. Obstacles do not move, and have no
// margin of their own.
static float contact_reach(const rim_bodies *world, int a, int b, const body_step *step)
{
    const body_bounds *p = &world->bounds[a], *q = b < 0 ? p : &world->bounds[b];
    const float       *v = world->velocities[a].linear;
    const float       *w = world->velocities[b < 0 ? world->capacity : (size_t)b].linear;
    double speed = v3d_length(v3d_sub(v3d_of(v), v3d_of(w))); // floats would overflow above 2^64
    float  moving = b < 0 ? p->moving : p->moving + q->moving;
    float  margin = p->margin < q->margin ? p->margin : q->margin;
    return margin + step->fall + (float)speed * step->dt + moving;
}

// --- two boxes -------------------------------------------------------------------------------------------

// A corner of the incident face is a vector from the middle of the reference face: x and y along the face's axes u and w,
// z above it.

enum
{
    // Of a rectangle cut by four lines. A line adds one corner to a convex polygon, which makes 8. Where rounding has bent
    // the polygon, a line adds at most half as many as there are: 4, 6, 9, 13, 19.
    CLIP_CORNERS = 19,
    PAIRS_AT_ONCE = 64, // of which the separating axes are computed
    TOUCHES = 16        // of a body with all obstacles
};

// Clips a convex polygon to the part with  sign x <= half  or, if by_w,  sign y <= half  (Sutherland, Hodgman,
// "Reentrant polygon clipping", 1974): keeps the corners that are inside, and adds one where an edge crosses the line.
// Returns the number of corners. `out` has room for CLIP_CORNERS.
static int cut_corners(const rim_vec3 *in, int count, bool by_w, float sign, float half,
                       rim_vec3 *out)
{
    int kept = 0;
    for (int i = 0; i < count; i++)
    {
        const rim_vec3 *p = &in[i], *q = &in[i + 1 < count ? i + 1 : 0];
        float           here = sign * (by_w ? p->y : p->x) - half;
        float           there = sign * (by_w ? q->y : q->x) - half;
        if (here <= 0.0f) out[kept++] = *p;
        if ((here <= 0.0f) == (there <= 0.0f)) continue;
        float t = here / (here - there);
        out[kept++] = rim_vec3_along(*p, rim_vec3_sub(*q, *p), t);
    }
    return kept;
}

// The face of a box with the outer normal n, which is `half` away from the center; u and w are the axes along it, and
// behind each is the half extent along it (see body_frame).
typedef struct reference_face
{
    const body_frame *body;
    float             n[3], half;
    const float      *u, *w;
} reference_face;

// Computes the corners of the face of box f whose normal is most opposed to r->n, in the reference frame (see above).
// With the vectors x and y from the middle of that face to the middles of two sides, the corners are
// middle + a x + b y  for the signs (a, b) = (1, 1), (-1, 1), (-1, -1), (1, -1): one after another around the face. In
// the code, x and y are unit axes, and x[3] and y[3] are the half extents along them.
static void incident_face(const reference_face *r, const body_frame *f, rim_vec3 corners[4])
{
    float        d[3] = { dot(r->n, f->axes[0]), dot(r->n, f->axes[1]), dot(r->n, f->axes[2]) };
    int          j = most_aligned(d), k = (j + 1) % 3, l = (j + 2) % 3;
    const float *normal = f->axes[j], *x = f->axes[k], *y = f->axes[l];
    float        sign = -copysignf(1.0f, d[j]), middle[3];
    for (int m = 0; m < 3; m++)
        middle[m] = f->center[m] - r->body->center[m] + sign * normal[3] * normal[m];
    float u = dot(middle, r->u), w = dot(middle, r->w), z = dot(middle, r->n) - r->half;
    float xu = x[3] * dot(x, r->u), xw = x[3] * dot(x, r->w), xz = x[3] * d[k];
    float yu = y[3] * dot(y, r->u), yw = y[3] * dot(y, r->w), yz = y[3] * d[l];
    for (int i = 0; i < 4; i++)
    {
        float a = i == 0 || i == 3 ? 1.0f : -1.0f, b = i < 2 ? 1.0f : -1.0f;
        corners[i] = (rim_vec3){ u + a * xu + b * yu, w + a * xw + b * yw, z + a * xz + b * yz };
    }
}

// Adds up to four contacts of the boxes along *n, the normal from b towards a. The reference face is that of a or b with
// this axis of box_separation (0 .. 5). The face of the other box that is most opposed to it is clipped by the four
// sides of the reference face. The corners that are left within `reach` are the contacts. The normal of the reference
// face must point away from its own box: along n if this box is b, and against n if it is a.
static void clip_faces(const rim_bodies *world, body_pair pair, int axis, const rim_vec3 *n,
                       float reach, touch_list *found)
{
    const body_frame *a = &world->frames[pair.a], *b = &world->frames[pair.b];
    bool              of_a = axis < 3;
    const body_frame *own = of_a ? a : b, *other = of_a ? b : a;
    axis %= 3;
    const float   *normal = own->axes[axis];
    rim_vec3       one[CLIP_CORNERS], two[CLIP_CORNERS];
    obstacle_touch touches[CLIP_CORNERS];
    int            kept = 0;
    reference_face r = { own, { 0.0f, 0.0f, 0.0f }, normal[3], NULL, NULL };
    r.u = own->axes[(axis + 1) % 3];
    r.w = own->axes[(axis + 2) % 3];
    float sign = of_a == (along(*n, normal) > 0.0f) ? -1.0f : 1.0f;
    for (int k = 0; k < 3; k++) r.n[k] = sign * normal[k];
    incident_face(&r, other, one);
    int count = cut_corners(one, 4, false, 1.0f, r.u[3], two);
    count = cut_corners(two, count, false, -1.0f, r.u[3], one);
    count = cut_corners(one, count, true, 1.0f, r.w[3], two);
    count = cut_corners(two, count, true, -1.0f, r.w[3], one);
    for (int i = 0; i < count; i++)
    {
        const rim_vec3 *s = &one[i];
        float           arm[3], up = of_a ? r.half : r.half + s->z; // of the point on a
        for (int k = 0; k < 3; k++)
            arm[k] = own->center[k] - a->center[k] + s->x * r.u[k] + s->y * r.w[k] + up * r.n[k];
        // Kept or overwritten: the outcome of a branch here could not be predicted.
        touches[kept] = (obstacle_touch){ { arm[0], arm[1], arm[2] }, *n, s->z, found->slot };
        kept += s->z <= reach;
    }
    touches_add_four(found, touches, kept);
}

// Adds the contact of an edge of a along its axis i and an edge of b along its axis j. Of the four edges along each
// axis, these are the ones nearest to the other box along n, the normal from b towards a. With the middles p and q of
// the edges, from the center of a, their unit directions e and f, and d = q - p, the point p + s e of the first edge is
// closest to the line of the other at
//
//     s = (d . e - (e . f) (d . f)) / (1 - (e . f)^2),
//
// which is limited to the half length of the edge.
static void cross_edges(const rim_bodies *world, body_pair pair, int i, int j, const rim_vec3 *n,
                        float gap, touch_list *found)
{
    const body_frame *a = &world->frames[pair.a], *b = &world->frames[pair.b];
    const float      *e = a->axes[i], *f = b->axes[j];
    float             p[3] = { 0.0f, 0.0f, 0.0f }, q[3], d[3];
    for (int k = 0; k < 3; k++) q[k] = b->center[k] - a->center[k];
    for (int m = 0; m < 3; m++)
    {
        const float *x = a->axes[m], *y = b->axes[m];
        float        half_a = along(*n, x) > 0.0f ? -x[3] : x[3];
        float        half_b = along(*n, y) > 0.0f ? y[3] : -y[3];
        for (int k = 0; k < 3; k++)
        {
            if (m != i) p[k] += half_a * x[k];
            if (m != j) q[k] += half_b * y[k];
        }
    }
    for (int k = 0; k < 3; k++) d[k] = q[k] - p[k];
    float ef = dot(e, f), de = dot(d, e), df = dot(d, f), square_of_sine = 1.0f - ef * ef;
    float s = square_of_sine > 0.0f ? (de - ef * df) / square_of_sine : 0.0f;
    s = s < -e[3] ? -e[3] : s > e[3] ? e[3] : s;
    rim_vec3 arm = { p[0] + s * e[0], p[1] + s * e[1], p[2] + s * e[2] };
    touches_add_four(found, &(obstacle_touch){ arm, *n, gap, found->slot }, 1);
}

// Computes a unit vector along an axis of box_separation, turned so that its product with `toward` is not negative. A
// cross product is not zero, as box_axes_try_edges leaves out edges that are nearly parallel. (Vectors that are passed
// by value are stored by one number and loaded by two, which waits for the stores.)
static void axis_normal(rim_vec3 *n, const rim_bodies *world, body_pair pair, int axis,
                        const rim_vec3 *toward)
{
    const body_frame *a = &world->frames[pair.a], *b = &world->frames[pair.b];
    const float      *e = axis < 3 ? a->axes[axis] : b->axes[(axis - 3) % 3];
    rim_vec3          unit = { e[0], e[1], e[2] };
    if (axis >= 6)
    {
        const float *g = a->axes[(axis - 6) / 3];
        unit = rim_vec3_cross((rim_vec3){ g[0], g[1], g[2] }, unit);
        unit = rim_vec3_scale(unit, 1.0f / sqrtf(rim_vec3_dot(unit, unit)));
    }
    *n = rim_vec3_dot(unit, *toward) < 0.0f ? rim_vec3_negate(unit) : unit;
}

// Looks for a face whose normal is within CONTACT_ALIGNED of *n, the normal of two edges. Replaces *n by the closest
// such normal, turned to a, and returns the axis of this face (0 .. 5, see box_separation), or -1 if there is none. The
// reason: an edge that lies along a face but for a slight tilt presses it with all its length, and one point would let
// its ends sink.
static int aligned_face(const rim_bodies *world, body_pair pair, rim_vec3 *n)
{
    float most = CONTACT_ALIGNED;
    int   best = -1;
    for (int i = 0; i < 6; i++)
    {
        float d = fabsf(along(*n, world->frames[i < 3 ? pair.a : pair.b].axes[i % 3]));
        if (!(d > most)) continue;
        most = d;
        best = i;
    }
    if (best >= 0) axis_normal(n, world, pair, best, n);
    return best;
}

// Adds the contacts of two boxes with the separation *by. If the best axis is that of two edges, they get a contact of
// their own only if no face is close to their normal, or if that face has no points within reach.
static void find_boxes(const rim_bodies *world, body_pair pair, const box_separation *by,
                       float reach, touch_list *found)
{
    const float *p = world->frames[pair.a].center, *q = world->frames[pair.b].center;
    rim_vec3     from_b = { p[0] - q[0], p[1] - q[1], p[2] - q[2] }, edges, n;
    axis_normal(&edges, world, pair, by->axis, &from_b);
    n = edges;
    int axis = by->axis < 6 ? by->axis : aligned_face(world, pair, &n);
    if (axis >= 0) clip_faces(world, pair, axis, &n, reach, found);
    if (by->axis >= 6 && found->kept == 0)
        cross_edges(world, pair, (by->axis - 6) / 3, (by->axis - 6) % 3, &edges, by->gap, found);
}

// Adds the constraints of two bodies, if they may touch. by->gap is that of the boxes around their cores, which are
// smaller than the bodies by the radii. So the gap of the bodies is at least by->gap less both radii. Returns false when
// out of memory.
static bool add_bodies(rim_bodies *world, body_pair pair, const box_separation *by,
                       const body_step *step)
{
    obstacle_touch touches[4];
    touch_list     found = { .out = touches, .capacity = 4, .slot = (uint32_t)pair.b };
    float          reach = contact_reach(world, pair.a, pair.b, step);
    float          radii = world->bounds[pair.a].radius + world->bounds[pair.b].radius;
    if (!(by->gap - radii <= reach)) return true;
    if (world->bounds[pair.a].is_box && world->bounds[pair.b].is_box)
        find_boxes(world, pair, by, reach, &found);
    else
        bodies_find_touches(&world->bodies[pair.a], &world->bodies[pair.b], reach,
                            CONTACT_FLAT * pair_least_half(world, pair.a, pair.b), &found);
    return add_touches(world, pair.a, touches, found.kept);
}

// Adds the constraints of all pairs; the separating axes are computed PAIRS_AT_ONCE at a time. Returns false when out of
// memory.
static bool add_pairs(rim_bodies *world, const body_step *step)
{
    box_separation by[PAIRS_AT_ONCE];
    for (int i = 0; i < world->pair_count; i++)
    {
        int left = world->pair_count - i, at = i % PAIRS_AT_ONCE;
        if (at == 0)
            world->kernels->separate(world->frames, &world->pairs[i],
                                     left < PAIRS_AT_ONCE ? left : PAIRS_AT_ONCE, by);
        if (!add_bodies(world, world->pairs[i], &by[at], step)) return false;
    }
    return true;
}

// --- obstacles -------------------------------------------------------------------------------------------

// Adds the contacts of body i with obstacles, sorted by the obstacles' numbers. If there are more than TOUCHES, adds
// the nearest. Returns false when out of memory.
static bool add_obstacles(rim_bodies *world, int i, const body_step *step)
{
    obstacle_touch touches[TOUCHES];
    float          flat = CONTACT_FLAT * world->frames[i].least_half;
    float          reach = contact_reach(world, i, -1, step);
    int found = obstacles_find(world->obstacles, &world->bodies[i], world->bounds[i].box, reach,
                               flat, touches, TOUCHES);
    return add_touches(world, i, touches, found < TOUCHES ? found : TOUCHES);
}

// --- all -------------------------------------------------------------------------------------------------

// Copies impulses from an old constraint, which the same bodies had in the last step: each point gets the impulse of an
// old point that is near enough, and that no other point has got. Does nothing if the normal has turned much. Points are
// matched by position, because where faces lie flush their features change from step to step and their positions do
// not. Most points have the same index as before, so the search for point i begins at old point i.
static void match_points(const rim_bodies *world, contact_constraint *c,
                         const contact_constraint *old)
{
    float least_half = world->frames[c->a].least_half;
    float limit = CONTACT_MATCHED_SQUARED * least_half * least_half;
    bool  used[4] = { false }, any = false;
    if (dot(c->n, old->n) < CONTACT_MATCHED_NORMAL) return;
    for (int i = 0; i < c->count; i++)
        for (int m = 0; m < old->count; m++)
        {
            int          k = i + m < old->count ? i + m : (i + m) % old->count;
            const float *x = c->points[i].arm, *y = old->points[k].arm;
            float        d[3] = { x[0] - y[0], x[1] - y[1], x[2] - y[2] };
            if (used[k] || !(dot(d, d) < limit)) continue;
            used[k] = any = true;
            c->impulse[i] = old->impulse[k];
            break;
        }
    if (any) memcpy(c->friction_impulse, old->friction_impulse, sizeof c->friction_impulse);
}

// Matches the constraints with those of the last step. Both lists are sorted. A body and an obstacle may have several
// constraints, so each is matched with all old ones of the same two. Constraints whose body a settles begin without
// impulses.
static void match_all(rim_bodies *world)
{
    const contact_constraint *old = world->previous, *end = old + world->previous_count;
    for (int i = 0; i < world->constraint_count; i++)
    {
        contact_constraint *c = &world->constraints[i];
        uint64_t            order = constraint_order(c);
        if (body_settles(world, c->a)) continue;
        while (old < end && constraint_order(old) < order) old++;
        for (const contact_constraint *k = old; k < end && constraint_order(k) == order; k++)
            match_points(world, c, k);
    }
}

// Adds first the constraints of pairs, then those with obstacles by body, and matches them with those of the last step.
bool bodies_find_contacts(rim_bodies *world, const body_step *step)
{
    world->constraint_count = 0;
    if (!add_pairs(world, step)) return false;
    world->pair_constraints = world->constraint_count;
    for (int i = 0; i < world->top; i++)
        if (body_is_awake(world, i) && !add_obstacles(world, i, step)) return false;
    match_all(world);
    // The constraint behind the last one stands for lanes that have none.
    contact_constraint *last =
        constraint_begin(world, (int)world->capacity, -1, rim_vec3_make(0.0f, 0.0f, 0.0f));
    if (last) last->a = -1;
    return last != NULL;
}
