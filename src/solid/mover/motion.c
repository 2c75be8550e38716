#include "solid/mover/motion.h"

#include "solid/shape/closest.h"

#include <string.h>

const field_kernels *motion_kernels(bool box)
{
#ifdef FIELD_AVX2
    if (CPU_HAS(AVX2, "avx2")) return box ? &mover_field_box_avx2 : &mover_field_round_avx2;
#endif
    return box ? &mover_field_box_plain : &mover_field_round_plain;
}

void motion_begin(mover_motion *m, rim_world3 world, vec3d origin, const field_kernels *kernels)
{
    m->world = world;
    m->kernels = kernels;
    m->x = v3d(0.0, 0.0, 0.0);
    m->gathered = 0;
    m->cut = m->blocking.any = false;
    m->contact_margin = m->measured_within = -1.0;
    m->measured = 0;
    m->contact_count = 0;
    m->f.origin = origin;
    m->f.box = rim_box3_empty();
    m->f.count = m->f.groups = 0;
}

// Returns the least of four numbers.
static double least_of(const double v[4])
{
    double p = v[0] < v[1] ? v[0] : v[1], q = v[2] < v[3] ? v[2] : v[3];
    return p < q ? p : q;
}

// Returns the groups that may come within `reach` of the mover during a motion. The boxes are compared with a little more,
// as they are floats.
static field_set groups_near(const mover_motion *m, vec3d move, double reach)
{
    vec3d lo, hi;
    field_core(&m->f.shape, m->x, move, &lo, &hi);
    return m->kernels->near(&m->f, lo, hi, reach + MOVER_BOX_MARGIN * m->f.shape.skin);
}

static bool is_same(rim_vec3 a, rim_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

bool motion_has_corner(const rim_triangle *t, rim_vec3 p)
{
    return is_same(t->a, p) || is_same(t->b, p) || is_same(t->c, p);
}

// Returns true if two corners of the triangle are the same, and the segment between them and the third is a side of a
// triangle with three corners.
static bool is_side(const field *f, const rim_triangle *segment)
{
    rim_vec3 from = segment->a, to = is_same(from, segment->b) ? segment->c : segment->b;
    if (!is_same(segment->a, segment->b) && !is_same(segment->b, segment->c) &&
        !is_same(segment->c, segment->a))
        return false;
    for (int i = 0; i < f->count; i++)
    {
        const rim_triangle *t = &f->triangles[i].shape;
        if (!motion_has_corner(t, from) || !motion_has_corner(t, to)) continue;
        if (!is_same(t->a, t->b) && !is_same(t->b, t->c) && !is_same(t->c, t->a)) return true;
    }
    return false;
}

// Ignores the triangles of a group that are only a segment and a side of another triangle. They add nothing to the world,
// but a box is closer to the end of a segment than to the same corner of a triangle: the triangle has more separating
// directions.
static void leave_out_sides(mover_motion *m, int group)
{
    // The lanes that pad the last group are ignored the same way.
    for (int k = 0; k < 4; k++)
    {
        if (m->f.lanes[group].per_length[k] > 0.0) continue;
        if (is_side(&m->f, &m->f.triangles[field_triangle(&m->f, 4 * group + k)].shape))
            m->near[group].gap[k] = INFINITY;
    }
}

// Measures the groups that are not measured yet.
static void motion_inspect(mover_motion *m, field_set groups)
{
    field_build(&m->f, groups, m->kernels);
    for (field_set left = groups & ~m->measured; left; left &= left - 1)
    {
        int i = field_lowest(left);
        m->kernels->measure(&m->near[i], &m->f.lanes[i], &m->f.shape, m->x);
        if (m->f.shape.box) leave_out_sides(m, i);
    }
    m->measured |= groups;
}

// Measures all groups within `reach`.
static void inspect_within(mover_motion *m, double reach)
{
    if (reach <= m->measured_within) return;
    motion_inspect(m, groups_near(m, v3d(0.0, 0.0, 0.0), reach));
    m->measured_within = reach;
}

void motion_gather(mover_motion *m, rim_box3 box)
{
    field_list(&m->f, m->world, box);
    m->f.box = rim_box3_empty();
    m->gathered++;
}

// Gathers the triangles of the box if they are not gathered. Everything that was derived from the gathered triangles
// becomes invalid when others are gathered: distances, contacts and blocking lanes.
void motion_require(mover_motion *m, rim_box3 box, vec3d x, vec3d move)
{
    if (field_covers(&m->f, box)) return;
    vec3d lo, hi;
    field_core(&m->f.shape, x, move, &lo, &hi);
    field_gather(&m->f, m->world, box, lo, hi);
    m->gathered++;
    m->contact_margin = m->measured_within = -1.0;
    m->measured = 0;
    m->blocking.any = false; // the lanes have other triangles now
}

// Sets the position. Contacts and distances of the old one become invalid.
static void set_place(mover_motion *m, vec3d x)
{
    m->x = x;
    m->blocking.any = false;
    m->contact_margin = m->measured_within = -1.0;
    m->measured = 0;
}

static rim_box3 motion_box_at(const mover_motion *m, vec3d x)
{
    return field_box(&m->f, x, v3d(0.0, 0.0, 0.0), m->f.shape.skin);
}

void motion_place(mover_motion *m, vec3d x)
{
    if (x.x == m->x.x && x.y == m->x.y && x.z == m->x.z) return;
    set_place(m, x);
    motion_require(m, motion_box_at(m, x), x, v3d(0.0, 0.0, 0.0));
}

bool motion_place_if_gathered(mover_motion *m, vec3d x)
{
    if (!field_covers(&m->f, motion_box_at(m, x))) return false;
    set_place(m, x);
    return true;
}

// Copies the position and the contacts in use.
void motion_save(const mover_motion *m, motion_mark *mark)
{
    mark->x = m->x;
    mark->contact_margin = m->contact_margin;
    mark->blocking = m->blocking;
    mark->gathered = m->gathered;
    mark->contact_count = m->contact_count;
    memcpy(mark->contacts, m->contacts, (size_t)m->contact_count * sizeof *m->contacts);
}

// Returns to a stored position. If triangles were gathered since, the contacts' lanes mean other triangles: they are not
// restored.
void motion_restore(mover_motion *m, const motion_mark *mark)
{
    if (m->gathered != mark->gathered)
    {
        motion_place(m, mark->x);
        return;
    }
    set_place(m, mark->x);
    m->contact_margin = mark->contact_margin;
    m->blocking = mark->blocking;
    m->contact_count = mark->contact_count;
    memcpy(m->contacts, mark->contacts, (size_t)m->contact_count * sizeof *m->contacts);
}

// The largest number of halvings of a motion through too many triangles.
#define HALVINGS 24

// Halves the motion until its triangles fit, then sweeps the groups that may be hit; each group only before the first hit
// so far.
double motion_sweep(mover_motion *m, vec3d v)
{
    double part = 1.0;
    for (int i = 0; i < HALVINGS; i++)
    {
        rim_box3 box = field_box(&m->f, m->x, v3d_scale(v, part), m->f.shape.skin);
        motion_require(m, box, m->x, v3d_scale(v, part));
        if (m->f.complete) break;
        part = i + 1 < HALVINGS ? 0.5 * part : 0.0;
        m->cut = m->cut || part == 0.0;
    }
    double    most = part;
    field_set groups = groups_near(m, v3d_scale(v, part), m->f.shape.skin);
    field_build(&m->f, groups, m->kernels);
    groups = m->kernels->ahead(&m->f, groups, m->x, v, part);
    motion_inspect(m, groups);
    for (; groups && most > 0.0; groups &= groups - 1)
    {
        int i = field_lowest(groups);
        most = m->kernels->sweep(&m->f.lanes[i], &m->near[i], &m->f.shape, m->x, v, most, part);
    }
    return most;
}

double motion_move(mover_motion *m, vec3d v)
{
    double t = motion_sweep(m, v);
    if (t > 0.0) motion_place(m, v3d_along(m->x, v, t));
    return t;
}

// --- contacts -----------------------------------------------------------------------------------------

// A motion that approaches at this rate or more uses up an eighth of the skin, skin - FIELD_HIT skin, in two skins of
// length.
#define MOTION_CLOSING 0x1p-4

// Returns the least rate at which a motion hits a contact; see motion.h. At a rate r the gap falls to `hit` after the
// length (gap - hit) / r. By then the gap of the other direction (next) may have grown by that length. It separates them if
// next + (gap - hit) / r >= hit,  that is  r <= (gap - hit) / (hit - next).
double motion_closing_speed(const mover_motion *m, const motion_contact *c)
{
    double hit = FIELD_HIT * m->f.shape.skin, left = c->gap - hit, behind = hit - c->next;
    if (!(left > 0.0)) return MOTION_CLOSING;
    if (!(behind > 0.0)) return INFINITY;
    return left > MOTION_CLOSING * behind ? left / behind : MOTION_CLOSING;
}

double motion_margin(const mover_motion *m)
{
    return 1.125 * m->f.shape.skin;
}

// Returns true if lane k of the group stopped a sweep at x.
static bool is_blocking(const mover_motion *m, int group, int k)
{
    return m->blocking.any && (m->blocking.in[group] >> k & 1);
}

// Adds lane k of the group to the blocking ones; clears old ones first.
static void set_blocking(mover_motion *m, int group, int k)
{
    if (!m->blocking.any) memset(&m->blocking, 0, sizeof m->blocking);
    m->blocking.in[group] |= (unsigned char)(1u << k);
    m->blocking.any = true;
}

// Returns true if lane k of the group alone stops the motion v at its start.
static bool stops_at_once(const mover_motion *m, int group, int k, vec3d v)
{
    field_near alone = m->near[group];
    for (int i = 0; i < 4; i++)
        if (i != k) alone.gap[i] = INFINITY;
    return m->kernels->sweep(&m->f.lanes[group], &alone, &m->f.shape, m->x, v, 1.0, 1.0) == 0.0;
}

// Tests each near triangle alone, at the start of the motion: the sweep's own decision.
bool motion_add_blocking(mover_motion *m, vec3d v)
{
    bool added = false;
    inspect_within(m, motion_margin(m));
    for (field_set left = m->measured; left; left &= left - 1)
    {
        int group = field_lowest(left);
        for (int k = 0; k < 4 && 4 * group + k < m->f.count; k++)
        {
            if (!(m->near[group].gap[k] <= motion_margin(m)) || is_blocking(m, group, k)) continue;
            if (!stops_at_once(m, group, k, v)) continue;
            set_blocking(m, group, k);
            added = true;
        }
    }
    if (added) m->contact_margin = -1.0;
    return added;
}

static vec3d lane3(const double v[3][4], int k)
{
    return v3d(v[0][k], v[1][k], v[2][k]);
}

// Returns true if a contact takes the normal of the triangle's plane: the plane separates them or, for a box in overlap,
// nearly does. Such a contact is never a ghost.
static bool takes_face(const field_shape *shape, const field_near *near, int k)
{
    if (near->side[k] == 0.0) return false;
    if (near->face[k] >= FIELD_CLEAR * shape->skin) return true;
    double thin = shape->half.x < shape->half.z ? shape->half.x : shape->half.z;
    return shape->box && near->gap[k] < 0.0 && near->face[k] > -thin;
}

// Adds lane k of the group as a contact, if its gap is at most the margin and there is room.
static void add_contact(mover_motion *m, int group, int k, double margin)
{
    const field_near  *near = &m->near[group];
    const field_group *lanes = &m->f.lanes[group];
    const field_shape *shape = &m->f.shape;
    motion_contact     c;
    vec3d              facing = v3d_scale(lane3(lanes->n, k), lanes->per_length[k] * near->side[k]);
    bool blocking = is_blocking(m, group, k), face = !blocking && takes_face(shape, near, k);
    c.n = face ? facing : lane3(near->n, k);
    c.gap = face ? near->face[k] : near->gap[k];
    if (!(c.gap <= margin) || m->contact_count == MOTION_CONTACTS) return;
    if (shape->box && near->over[k] != 0.0 && !blocking) return;
    // An axis that cuts the face has no side yet; the contact's direction gives it.
    c.up = facing.y;
    if (near->side[k] == 0.0)
        c.up = fabs(lanes->n[1][k]) * lanes->per_length[k] * (c.n.y < 0.0 ? -1.0 : 1.0);
    c.height = c.ahead_x = c.ahead_z = 0.0;
    if (!shape->box)
    {
        double far = c.gap + shape->radius;
        c.height = near->at[k] - c.n.y * far;
        c.ahead_x = -c.n.x * far;
        c.ahead_z = -c.n.z * far;
    }
    c.facing = facing;
    c.next = near->next[k];
    c.apart = blocking && near->side[k] != 0.0 && near->face[k] >= FIELD_CLEAR * shape->skin &&
              v3d_dot(c.n, facing) < 1.0 - MOVER_OTHER_NORMAL;
    c.lane = 4 * group + k;
    c.triangle = field_triangle(&m->f, c.lane);
    c.face = face;
    c.stops = c.gap == near->gap[k] && c.gap <= FIELD_STOPPED * shape->skin;
    c.blocking = blocking;
    c.curved = !shape->box && !face && near->over[k] == 0.0;
    m->contacts[m->contact_count++] = c;
}

// Returns true if q is within `limit` of the triangle in a lane.
static bool on_triangle(const mover_motion *m, int lane, vec3d q, double limit)
{
    const field_group *g = &m->f.lanes[lane / 4];
    int                k = lane % 4;
    vec3d corners[3] = { { 0.0, 0.0, 0.0 }, lane3(g->e[0], k), v3d_scale(lane3(g->e[2], k), -1.0) };
    flat_face face = flat_face_of_corners(corners, 3);
    return closest_point_face(&face, v3d_sub(q, lane3(g->a, k))).square <= limit * limit;
}

// Returns true if a contact on an edge or corner is a ghost: its point belongs to a triangle that is closer, so the surface
// goes on there.
static bool is_ghost(const mover_motion *m, const motion_contact *c)
{
    double limit = MOVER_SHARED_POINT * m->f.shape.radius;
    vec3d  q = v3d_add(m->x, v3d(c->ahead_x, c->height, c->ahead_z));
    for (int i = 0; i < m->contact_count; i++)
    {
        const motion_contact *other = &m->contacts[i];
        if (other->gap < c->gap - limit && on_triangle(m, other->lane, q, limit)) return true;
    }
    return false;
}

// Adds the triangles of the groups whose gap is at most the margin.
static void add_contacts(mover_motion *m, field_set groups, double margin)
{
    for (; groups; groups &= groups - 1)
    {
        int i = field_lowest(groups);
        for (int k = 0; k < 4 && 4 * i + k < m->f.count; k++)
            if (m->near[i].gap[k] <= margin) add_contact(m, i, k, margin);
    }
}

// See motion.h. A lane of the mark is compared with the same lane here: same triangle, as nothing was gathered since.
void motion_find_shared_contacts(mover_motion *m, const motion_mark *mark, double most,
                                 double margin)
{
    m->contact_margin = -1.0;
    m->contact_count = 0;
    for (int i = 0; i < mark->contact_count && mark->gathered == m->gathered; i++)
    {
        const motion_contact *c = &mark->contacts[i];
        int                   group = c->lane / 4, k = c->lane % 4;
        if (!(c->face || m->f.shape.box) || c->n.y >= most) continue;
        motion_inspect(m, (field_set)1 << group);
        const field_near *near = &m->near[group];
        bool              same =
            c->face ? takes_face(&m->f.shape, near, k) : v3d_dot(c->n, lane3(near->n, k)) > 0.999;
        if (near->gap[k] <= margin && same) add_contact(m, group, k, margin);
    }
}

// Finds the contacts at x, and removes the ghosts: all are compared before any is removed, so their order has no effect.
void motion_find_contacts(mover_motion *m, double margin)
{
    if (m->contact_margin == margin) return;
    m->contact_margin = margin;
    m->contact_count = 0;
    inspect_within(m, margin);
    add_contacts(m, m->measured, margin);
    bool ghost[MOTION_CONTACTS];
    int  kept = 0;
    for (int i = 0; i < m->contact_count; i++)
        ghost[i] =
            m->contacts[i].curved && !m->contacts[i].blocking && is_ghost(m, &m->contacts[i]);
    for (int i = 0; i < m->contact_count; i++)
        if (!ghost[i]) m->contacts[kept++] = m->contacts[i];
    m->contact_count = kept;
}

// Marks all these triangles as blocking, so that their contacts take the direction of the gap.
void motion_find_all_contacts(mover_motion *m)
{
    double margin = FIELD_STOPPED * m->f.shape.skin;
    inspect_within(m, margin);
    for (field_set left = m->measured; left; left &= left - 1)
    {
        int group = field_lowest(left);
        for (int k = 0; k < 4 && 4 * group + k < m->f.count; k++)
            if (m->near[group].gap[k] <= margin) set_blocking(m, group, k);
    }
    m->contact_margin = -1.0;
    motion_find_contacts(m, margin);
}

// Returns true if the mover stands over the inside of a face; see motion.h. The lower center is over the face if it is on
// the inner side of the three edges, whose inward normals are g->in.
bool motion_is_over_face(const mover_motion *m, int lane, int gathered)
{
    if (m->f.shape.box || gathered != m->gathered) return false;
    const field_group *g = &m->f.lanes[lane / 4];
    int                k = lane % 4;
    vec3d              a = lane3(g->a, k), n = v3d_scale(lane3(g->n, k), g->per_length[k]);
    vec3d              d = v3d_sub(m->x, a), e0 = lane3(g->e[0], k), e2 = lane3(g->e[2], k);
    double             far = fabs(v3d_dot(n, d)) - m->f.shape.radius;
    return far <= motion_margin(m) && far >= FIELD_CLEAR * m->f.shape.skin &&
           v3d_dot(lane3(g->in[0], k), d) > 0.0 &&
           v3d_dot(lane3(g->in[1], k), v3d_sub(d, e0)) > 0.0 &&
           v3d_dot(lane3(g->in[2], k), v3d_add(d, e2)) > 0.0;
}

static bool motion_cone_at(half_space *out, const void *planes, int i)
{
    out->normal = ((const motion_contact *)planes)[i].n;
    out->distance = 0.0;
    return true;
}

vec3d motion_along_contacts(const mover_motion *m, vec3d v)
{
    return mover_solve(v, m->contacts, m->contact_count, motion_cone_at).x;
}

// --- overlaps -----------------------------------------------------------------------------------------

// The contacts as half-spaces for mover_solve.
typedef struct push_planes
{
    const mover_motion *m;
    bool                counts[MOTION_CONTACTS]; // the contact is one of them
} push_planes;

// Reads contact i as a half-space of moves:  n . move >= skin - gap.  Contacts that do not count yet are left out.
static bool push_at(half_space *out, const void *planes, int i)
{
    const push_planes    *push = planes;
    const motion_contact *c = &push->m->contacts[i];
    if (!push->counts[i]) return false;
    out->normal = c->n;
    out->distance = push->m->f.shape.skin - c->gap;
    return true;
}

// Returns by how much a move ends inside the contact's skin. The gap that is left is the larger one of two, along the
// contact's direction and to the triangle's own plane: one of them is enough to separate.
static double missing_after(const mover_motion *m, const motion_contact *c, vec3d move)
{
    const field_near  *near = &m->near[c->lane / 4];
    const field_group *lanes = &m->f.lanes[c->lane / 4];
    int                k = c->lane % 4;
    double             left = c->gap + v3d_dot(c->n, move);
    if (near->side[k] != 0.0)
    {
        vec3d  facing = v3d_scale(lane3(lanes->n, k), lanes->per_length[k] * near->side[k]);
        double face = near->face[k] + v3d_dot(facing, move);
        left = face > left ? face : left;
    }
    return m->f.shape.skin - left;
}

// Returns the shortest move out of the overlapped triangles. Contacts that don't overlap are added only if the move enters
// their skin, the one that it enters most first. So a mover that is lifted onto a floor does not step aside from the
// floor's edge.
static vec3d motion_exit_motion(const mover_motion *m)
{
    push_planes push = { .m = m };
    for (int i = 0; i < m->contact_count; i++) push.counts[i] = m->contacts[i].gap < 0.0;
    for (;;)
    {
        half_spaces_answer move = mover_solve(v3d(0.0, 0.0, 0.0), &push, m->contact_count, push_at);
        double             most = move.slack + MOVER_EXIT_SLACK * m->f.shape.skin, least = most;
        for (int i = 0; i < m->contact_count; i++)
            if (!push.counts[i]) most = fmax(most, missing_after(m, &m->contacts[i], move.x));
        if (!(most > least)) return move.x;
        for (int i = 0; i < m->contact_count; i++)
            push.counts[i] = push.counts[i] || missing_after(m, &m->contacts[i], move.x) >= most;
    }
}

// Returns the least gap to any triangle, at most the skin.
static double least_gap(mover_motion *m)
{
    double least = m->f.shape.skin;
    inspect_within(m, motion_margin(m));
    for (field_set left = m->measured; left; left &= left - 1)
    {
        double its = least_of(m->near[field_lowest(left)].gap);
        least = its < least ? its : least;
    }
    return least;
}

// Moves by the shortest exit motion, up to four times, as a move may enter other triangles. Contacts are found up to twice
// the depth beyond the skin, so that the move sees what it may enter.
double motion_push_out(mover_motion *m)
{
    double skin = m->f.shape.skin, least = least_gap(m);
    for (int round = 0; round < 4 && least < FIELD_CLEAR * skin; round++)
    {
        motion_find_contacts(m, skin - 2.0 * fmin(least, 0.0));
        vec3d move = motion_exit_motion(m);
        if (!(v3d_length2(move) > 0.0)) break;
        motion_place(m, v3d_add(m->x, move));
        least = least_gap(m);
    }
    return least < 0.0 ? -least : 0.0;
}

// --- sliding ------------------------------------------------------------------------------------------

// The largest number of sweeps of a slide. Two or three are usual.
#define SLIDES 32

// Moves by v and slides along what it hits. Collide and slide: in each round, the velocity closest to v that leads into no
// contact, for the rest of the time, until a sweep stops it. Ends when the time is used up, the contacts leave next to no
// motion, or a sweep is stopped at once by a triangle that was a contact already.
void motion_slide(mover_motion *m, vec3d v)
{
    double left = 1.0;
    for (int i = 0; i < SLIDES && left > 0.0; i++)
    {
        motion_find_contacts(m, motion_margin(m));
        vec3d move = v3d_scale(motion_along_contacts(m, v), left);
        if (!(v3d_length2(move) > MOVER_STOPPED_SQUARED * v3d_length2(v) * left * left)) return;
        double done = motion_move(m, move);
        if (done == 0.0 && !motion_add_blocking(m, move)) return;
        left *= 1.0 - done;
    }
    m->cut = m->cut || left > 0.0;
}
