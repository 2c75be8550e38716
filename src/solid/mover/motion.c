#include "solid/mover/motion.h"

#include "rimcast/mover.h"
#include "solid/shape/closest.h"

// The kernels that any processor runs.
#include "simd/f64x4.h"
#include "solid/mover/lanes.h"

#include <string.h>

const field_kernels *motion_kernels(void)
{
#ifdef FIELD_AVX2
    if (CPU_HAS_AVX2) return &mover_field_avx2;
#endif
    return &mover_field_plain;
}

// Forgets all that was measured: distances, contacts and blocking lanes.
static void forget(mover_motion *m)
{
    m->contact_margin = m->measured_within = -1.0;
    m->measured = 0;
    m->blocking = (field_lanes){ { 0 } };
}

void motion_begin(mover_motion *m, rim_world3 world, vec3d origin, field_shape shape, rim_side side,
                  const field_kernels *kernels)
{
    m->world = world;
    m->kernels = kernels;
    m->x = v3d(0.0, 0.0, 0.0);
    m->gathered = 0;
    m->cut = false;
    forget(m);
    m->contact_count = 0;
    m->f.shape = shape;
    m->f.shape.skin = fmax(shape.skin, MOVER_FLOAT_STEPS * v3d_magnitude(origin));
    m->f.shape.one_sided = side != RIM_SIDE_BOTH;
    m->f.shape.mirrored = side == RIM_SIDE_BACK;
    m->f.origin = origin;
    m->f.box = rim_box3_empty();
    m->f.count = m->f.groups = 0;
}

// Returns the groups that may come within `reach` of the mover while it moves from m->x by `move`. MOVER_BOX_MARGIN of
// the skin is added to the reach, because the triangles' boxes are rounded to floats.
static inline field_set groups_near(const mover_motion *m, vec3d move, double reach)
{
    vec3d lo, hi;
    field_core(&m->f.shape, m->x, move, &lo, &hi);
    return m->kernels->near(&m->f, &lo, &hi, reach + MOVER_BOX_MARGIN * m->f.shape.skin);
}

static bool is_same(rim_vec3 a, rim_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

bool motion_has_corner(const rim_triangle *t, rim_vec3 p)
{
    return is_same(t->a, p) || is_same(t->b, p) || is_same(t->c, p);
}

// Returns true if two corners of the triangle are the same.
static bool is_segment(const rim_triangle *t)
{
    return is_same(t->a, t->b) || is_same(t->b, t->c) || is_same(t->c, t->a);
}

// Returns true if a gathered triangle is only a segment (two of its corners are the same, or all three) and both its
// ends are corners of another gathered triangle, which is not only a segment.
static bool is_side(const field *f, const rim_triangle *segment)
{
    if (!is_segment(segment)) return false;
    rim_vec3 p = segment->a, q = is_same(p, segment->b) ? segment->c : segment->b;
    for (int i = 0; i < f->count; i++)
    {
        const rim_triangle *t = &f->triangles[i].shape;
        if (motion_has_corner(t, p) && motion_has_corner(t, q) && !is_segment(t)) return true;
    }
    return false;
}

// Ignores, by a gap of INFINITY, those triangles of a group that are only a segment and a side of another triangle
// (is_side). Requires a box mover, and a group that is built and measured. Only triangles without area, whose
// per_length is 0, can be such segments. Lanes behind the last triangle repeat it and are treated like it.
//
// The segment adds nothing to the world, but it would stop a box earlier than the other triangle does. The gap of a box
// is the largest one over all separating axes, and a segment has fewer of them. So near a corner that both have, the
// gap to the segment may be smaller than the gap to the other triangle.
static void leave_out_sides(mover_motion *m, int group)
{
    for (int k = 0; k < 4; k++)
    {
        if (m->f.lanes[group].per_length[k] > 0.0) continue;
        if (is_side(&m->f, &m->f.triangles[field_triangle(&m->f, 4 * group + k)].shape))
            m->near[group].gap[k] = INFINITY;
    }
}

// Builds and measures those of the groups that are not measured yet at m->x. Adds them to m->measured.
static void measure_groups(mover_motion *m, field_set groups)
{
    field_build(&m->f, groups, m->kernels);
    for (field_set left = groups & ~m->measured; left; left &= left - 1)
    {
        int i = bits_lowest(left);
        m->kernels->measure(&m->near[i], &m->f.lanes[i], &m->f.shape, &m->x);
        if (m->f.shape.box) leave_out_sides(m, i);
    }
    m->measured |= groups;
}

// Measures all groups with a triangle that may be within `reach` of the mover at m->x, unless this was done before for
// this or a larger reach.
static void measure_within(mover_motion *m, double reach)
{
    if (reach <= m->measured_within) return;
    measure_groups(m, groups_near(m, v3d(0.0, 0.0, 0.0), reach));
    m->measured_within = reach;
}

void motion_gather(mover_motion *m, rim_box3 box)
{
    field_list(&m->f, m->world, box);
    m->f.box = rim_box3_empty();
    m->gathered++;
}

// Gathers the triangles of the box, if some were not gathered yet. The new triangles replace the old ones. So
// everything that was derived from the old ones becomes invalid: distances, contacts and blocking lanes.
void motion_require(mover_motion *m, rim_box3 box, const vec3d *x, const vec3d *move)
{
    if (rim_box3_contains(m->f.box, box.lo) && rim_box3_contains(m->f.box, box.hi)) return;
    vec3d lo, hi;
    field_core(&m->f.shape, *x, *move, &lo, &hi);
    field_gather(&m->f, m->world, box, lo, hi);
    m->gathered++;
    forget(m);
}

void motion_place(mover_motion *m, vec3d x)
{
    if (x.x == m->x.x && x.y == m->x.y && x.z == m->x.z) return;
    vec3d none = v3d(0.0, 0.0, 0.0);
    m->x = x;
    forget(m);
    motion_require(m, field_box(&m->f, &x, &none, m->f.shape.skin), &x, &none);
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

// Returns to a stored position and its contacts. If triangles were gathered since, the lanes in the stored contacts
// belong to other triangles. Then only the position is restored, and the contacts must be found again.
void motion_restore(mover_motion *m, const motion_mark *mark)
{
    if (m->gathered != mark->gathered)
    {
        motion_place(m, mark->x);
        return;
    }
    m->x = mark->x;
    forget(m);
    m->contact_margin = mark->contact_margin;
    m->blocking = mark->blocking;
    m->contact_count = mark->contact_count;
    memcpy(m->contacts, mark->contacts, (size_t)m->contact_count * sizeof *m->contacts);
}

// The number of lengths of a motion that are tried: all of it, a half, a quarter and so on, down to 2^-23 of it.
#define SWEEP_LENGTHS 24

// Gathers the triangles near the motion v from m->x. If there are too many, halves the motion until they fit. Returns
// the fraction of v whose triangles are gathered. If too many triangles are near the shortest motion too, returns 0 and
// sets m->cut.
static double gather_motion(mover_motion *m, vec3d v)
{
    double fraction = 1.0;
    for (int i = 0; i < SWEEP_LENGTHS; i++)
    {
        vec3d move = v3d_scale(v, fraction);
        motion_require(m, field_box(&m->f, &m->x, &move, m->f.shape.skin), &m->x, &move);
        if (m->f.complete) return fraction;
        fraction *= 0.5;
    }
    m->cut = true;
    return 0.0;
}

// `end` is the fraction of v for which the triangles are gathered: the motion ends there if nothing is hit before. The
// groups that may be hit are swept one after the other, each only up to `hit`, the first hit so far.
double motion_sweep(mover_motion *m, vec3d v)
{
    double    end = gather_motion(m, v), hit = end;
    field_set groups = groups_near(m, v3d_scale(v, end), m->f.shape.skin);
    measure_groups(m, groups);
    for (; groups && hit > 0.0; groups &= groups - 1)
    {
        int i = bits_lowest(groups);
        hit = m->kernels->sweep(&m->f.lanes[i], &m->near[i], &m->f.shape, &m->x, &v, hit, end);
    }
    return hit;
}

double motion_move(mover_motion *m, vec3d v)
{
    double t = motion_sweep(m, v);
    if (t > 0.0) motion_place(m, v3d_along(m->x, v, t));
    return t;
}

// --- contacts -----------------------------------------------------------------------------------------

// A motion of unit speed that approaches at this rate or more uses up an eighth of the skin (from the skin to FIELD_HIT
// of it) in two skins of length.
#define MOTION_CLOSING 0x1p-4

// At a rate r of approach, the gap falls to  hit = FIELD_HIT skin  after the length  (gap - hit) / r  of the motion. By
// then the gap in another direction, next_gap, may have grown by this length at most. If it is `hit` or more then, this
// direction separates the mover and the triangle:
//
//     next_gap + (gap - hit) / r >= hit,    that is    r <= (gap - hit) / (hit - next_gap)
//
// So a motion hits only at a larger rate. The result is INFINITY if next_gap separates them already, and at least
// MOTION_CLOSING.
double motion_closing_speed(const mover_motion *m, const motion_contact *c)
{
    double hit = FIELD_HIT * m->f.shape.skin;
    double to_hit = c->gap - hit, next_to_clear = hit - c->next_gap;
    if (!(to_hit > 0.0)) return MOTION_CLOSING;
    if (!(next_to_clear > 0.0)) return INFINITY;
    return to_hit > MOTION_CLOSING * next_to_clear ? to_hit / next_to_clear : MOTION_CLOSING;
}

// Returns the skin and an eighth of it: as much more as FIELD_HIT is less.
double motion_margin(const mover_motion *m)
{
    return 1.125 * m->f.shape.skin;
}

// Returns true if the triangle in a lane stopped a sweep at x.
static bool is_blocking(const mover_motion *m, int lane)
{
    return m->blocking.in[lane / 64] >> lane % 64 & 1;
}

static void set_blocking(mover_motion *m, int lane)
{
    m->blocking.in[lane / 64] |= (uint64_t)1 << lane % 64;
}

// Stores the lanes whose gap is at most the margin, in ascending order, and returns their number. Lanes behind the last
// triangle are left out. A lane is below FIELD_MOST, so it fits in a byte.
static int lanes_within(mover_motion *m, double margin, uint8_t lanes[FIELD_MOST])
{
    int count = 0;
    measure_within(m, margin);
    for (field_set left = m->measured; left; left &= left - 1)
    {
        int group = bits_lowest(left);
        for (int k = 0; k < 4 && 4 * group + k < m->f.count; k++)
            if (m->near[group].gap[k] <= margin) lanes[count++] = (uint8_t)(4 * group + k);
    }
    return count;
}

// Returns true if the triangle in a measured lane stops the motion v at its start. In the copy `alone` of the group's
// distances, the other three lanes are ignored.
static bool stops_at_once(const mover_motion *m, int lane, vec3d v)
{
    int        group = lane / 4;
    field_near alone = m->near[group];
    for (int i = 0; i < 4; i++)
        if (i != lane % 4) alone.gap[i] = INFINITY;
    return m->kernels->sweep(&m->f.lanes[group], &alone, &m->f.shape, &m->x, &v, 1.0, 1.0) == 0.0;
}

// Tests each triangle whose gap is at most the margin, and which is not blocking yet, by a sweep by v that ignores all
// other triangles (stops_at_once). So the sweep itself decides which triangles stop the motion. Returns true if one was
// added. Then the contacts must be found again.
bool motion_add_blocking(mover_motion *m, vec3d v)
{
    uint8_t lanes[FIELD_MOST];
    bool    added = false;
    int     count = lanes_within(m, motion_margin(m), lanes);
    for (int i = 0; i < count; i++)
    {
        if (is_blocking(m, lanes[i]) || !stops_at_once(m, lanes[i], v)) continue;
        set_blocking(m, lanes[i]);
        added = true;
    }
    if (added) m->contact_margin = -1.0;
    return added;
}

// Returns vector k of four, stored as [axis][lane].
static vec3d lane3(const double v[3][4], int k)
{
    return v3d(v[0][k], v[1][k], v[2][k]);
}

// Returns the unit normal of the triangle in lane k of a measured group, on the mover's side of the triangle. Returns
// zero for a triangle without area, and if the axis of a rounded mover cuts the triangle's plane.
static vec3d facing_of(const mover_motion *m, int group, int k)
{
    const field_group *g = &m->f.lanes[group];
    return v3d_scale(lane3(g->n, k), g->per_length[k] * m->near[group].side[k]);
}

// Returns true if the plane of the triangle in lane k separates the mover from the triangle by at least FIELD_CLEAR of
// the skin.
static bool face_separates(const field_shape *shape, const field_near *near, int k)
{
    return near->face_gap[k] >= FIELD_CLEAR * shape->skin;
}

// Returns true if the contact with the triangle in lane k takes the normal of the triangle's plane. It does if the
// plane separates the two. It also does if a box overlaps the triangle and has entered the plane by less than `thin`,
// the lesser horizontal half extent of the box. Such a contact is never a ghost.
static bool takes_face(const field_shape *shape, const field_near *near, int k)
{
    if (face_separates(shape, near, k)) return true;
    double thin = shape->half.x < shape->half.z ? shape->half.x : shape->half.z;
    return shape->box && near->gap[k] < 0.0 && near->face_gap[k] > -thin;
}

// Adds the triangle in a measured lane to m->contacts. Adds nothing if the gap is above the margin or there
// is no room. A blocking triangle keeps the direction and length of the gap that stopped the sweep. Other triangles
// take the face's normal and gap if takes_face is true.
static void add_contact(mover_motion *m, int lane, double margin)
{
    int                group = lane / 4, k = lane % 4;
    const field_near  *near = &m->near[group];
    const field_group *g = &m->f.lanes[group];
    const field_shape *shape = &m->f.shape;
    motion_contact     c = { .lane = lane, .next_gap = near->next_gap[k] };
    c.triangle = field_triangle(&m->f, lane);
    c.blocking = is_blocking(m, lane);
    c.face = !c.blocking && takes_face(shape, near, k);
    c.facing = facing_of(m, group, k);
    c.n = c.face ? c.facing : lane3(near->n, k);
    c.gap = c.face ? near->face_gap[k] : near->gap[k];
    if (!(c.gap <= margin) || m->contact_count == MOTION_CONTACTS) return;
    // If two directions separate a box from the triangle, no motion hits the triangle by closing one of the two gaps.
    if (shape->box && near->next_gap[k] > FIELD_HIT * shape->skin && !c.blocking) return;
    c.up = c.facing.y;
    // Without a side, `facing` is 0. Then c.up is the y of the face's normal on the side to which c.n points.
    if (near->side[k] == 0.0)
        c.up = fabs(g->n[1][k]) * g->per_length[k] * (c.n.y < 0.0 ? -1.0 : 1.0);
    if (!shape->box)
    {
        // The touched point is this far from the axis, against n.
        double distance = c.gap + shape->radius;
        c.height = near->height[k] - c.n.y * distance;
        c.ahead_x = -c.n.x * distance;
        c.ahead_z = -c.n.z * distance;
    }
    bool same_normal = v3d_dot(c.n, c.facing) >= 1.0 - MOVER_OTHER_NORMAL;
    c.apart = c.blocking && face_separates(shape, near, k) && !same_normal;
    c.stops = c.gap == near->gap[k] && c.gap <= FIELD_STOPPED * shape->skin;
    c.curved = !shape->box && !c.face && near->inside[k] == 0.0;
    m->contacts[m->contact_count++] = c;
}

// Returns true if the point q is within `limit` of the triangle in a lane. q is relative to the field's origin. The
// triangle's corners relative to its first corner are 0, e0 and -e2.
static bool on_triangle(const mover_motion *m, int lane, vec3d q, double limit)
{
    const field_group *g = &m->f.lanes[lane / 4];
    int                k = lane % 4;
    vec3d corners[3] = { { 0.0, 0.0, 0.0 }, lane3(g->e[0], k), v3d_scale(lane3(g->e[2], k), -1.0) };
    flat_face face = flat_face_of_corners(corners, 3);
    vec3d     p = v3d_sub(q, lane3(g->a, k));
    return closest_segment_face(&face, p, p).square <= limit * limit;
}

// Returns true if a contact on an edge or corner of a round mover is a ghost: its touched point q also lies on a
// triangle with a smaller gap, so the surface goes on there. Requires c->curved, and all contacts in m->contacts. Gaps
// and positions are compared with a tolerance of MOVER_SHARED_POINT radii.
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

// Does nothing if the contacts for this margin are known. Otherwise adds all contacts, marks the ghosts among them, and
// then removes the ghosts. As all ghosts are marked before one is removed, their order has no effect.
void motion_find_contacts(mover_motion *m, double margin)
{
    if (m->contact_margin == margin) return;
    uint8_t lanes[FIELD_MOST];
    int     count = lanes_within(m, margin, lanes);
    m->contact_margin = margin;
    m->contact_count = 0;
    for (int i = 0; i < count; i++) add_contact(m, lanes[i], margin);

    bool ghost[MOTION_CONTACTS];
    for (int i = 0; i < m->contact_count; i++)
    {
        const motion_contact *c = &m->contacts[i];
        ghost[i] = c->curved && !c->blocking && is_ghost(m, c);
    }
    int kept = 0;
    for (int i = 0; i < m->contact_count; i++)
        if (!ghost[i]) m->contacts[kept++] = m->contacts[i];
    m->contact_count = kept;
}

// Marks all triangles up to the skin's distance as blocking, so that their contacts keep the directions of the gaps and
// are no ghosts.
void motion_find_all_contacts(mover_motion *m)
{
    uint8_t lanes[FIELD_MOST];
    double  margin = FIELD_STOPPED * m->f.shape.skin;
    int     count = lanes_within(m, margin, lanes);
    for (int i = 0; i < count; i++) set_blocking(m, lanes[i]);
    m->contact_margin = -1.0;
    motion_find_contacts(m, margin);
}

// With d from the triangle's first corner to the lower center of the mover, the lower center projects into the triangle
// if it is on the inner side of each edge:  inward_i . (d - corner_i) > 0.  The corners relative to the first one are
// 0, e0 and -e2.
bool motion_is_over_face(const mover_motion *m, int lane, int gathered)
{
    if (m->f.shape.box || gathered != m->gathered) return false;
    const field_group *g = &m->f.lanes[lane / 4];
    int                k = lane % 4;
    vec3d              n = v3d_scale(lane3(g->n, k), g->per_length[k]);
    vec3d              d = v3d_sub(m->x, lane3(g->a, k));
    double             gap = fabs(v3d_dot(n, d)) - m->f.shape.radius;
    if (!(gap <= motion_margin(m) && gap >= FIELD_CLEAR * m->f.shape.skin)) return false;
    return v3d_dot(lane3(g->inward[0], k), d) > 0.0 &&
           v3d_dot(lane3(g->inward[1], k), v3d_sub(d, lane3(g->e[0], k))) > 0.0 &&
           v3d_dot(lane3(g->inward[2], k), v3d_add(d, lane3(g->e[2], k))) > 0.0;
}

// Stores contact i of an array of contacts in *out, as the half-space  n . v >= 0  of velocities that do not lead into
// it.
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

// Stores contact i in *out, as a half-space of moves that end at the skin's distance from it:  n . move >= skin - gap.
// `planes` is a push_planes. Returns false for a contact that does not count yet.
static bool push_at(half_space *out, const void *planes, int i)
{
    const push_planes    *push = planes;
    const motion_contact *c = &push->m->contacts[i];
    if (!push->counts[i]) return false;
    out->normal = c->n;
    out->distance = push->m->f.shape.skin - c->gap;
    return true;
}

// Returns by how much the gap to a contact's triangle is less than the skin after `move`. It is negative if the gap is
// larger. The gap after the move is the larger one of two: along the contact's direction, and to the triangle's own
// plane. One of them is enough to separate the mover from the triangle.
static double missing_after(const mover_motion *m, const motion_contact *c, vec3d move)
{
    int    group = c->lane / 4, k = c->lane % 4;
    double gap = c->gap + v3d_dot(c->n, move);
    double face_gap = m->near[group].face_gap[k] + v3d_dot(facing_of(m, group, k), move);
    return m->f.shape.skin - (face_gap > gap ? face_gap : gap);
}

// Returns the shortest move out of the triangles that the mover overlaps. Requires their contacts, and the contacts
// that such a move may enter.
//
// At first, only contacts with an overlap count. Each round computes the move for the contacts that count. If the move
// enters the skin of other contacts, the contacts that it enters most count as well from then on. So a contact that is
// not overlapped counts only if necessary, and a mover that is lifted onto a floor does not step aside from the floor's
// edge. Each round adds a contact or returns. A move may miss the planes that count by `allowed`: by the solver's
// slack, and a little for rounding.
static vec3d exit_motion(const mover_motion *m)
{
    push_planes push = { .m = m };
    for (int i = 0; i < m->contact_count; i++) push.counts[i] = m->contacts[i].gap < 0.0;
    for (;;)
    {
        half_spaces_answer move = mover_solve(v3d(0.0, 0.0, 0.0), &push, m->contact_count, push_at);
        double             allowed = move.slack + MOVER_EXIT_SLACK * m->f.shape.skin;
        double             worst = allowed;
        for (int i = 0; i < m->contact_count; i++)
            if (!push.counts[i]) worst = fmax(worst, missing_after(m, &m->contacts[i], move.x));
        if (!(worst > allowed)) return move.x;
        for (int i = 0; i < m->contact_count; i++)
            push.counts[i] = push.counts[i] || missing_after(m, &m->contacts[i], move.x) >= worst;
    }
}

// Returns the least gap to any triangle, but at most the skin. It is negative in an overlap.
static double least_gap(mover_motion *m)
{
    double least = m->f.shape.skin;
    measure_within(m, motion_margin(m));
    for (field_set left = m->measured; left; left &= left - 1)
    {
        const double *gap = m->near[bits_lowest(left)].gap;
        for (int k = 0; k < 4; k++) least = gap[k] < least ? gap[k] : least;
    }
    return least;
}

// The largest number of moves out of overlaps: a move may enter other triangles.
#define PUSH_ROUNDS 4

// Moves by exit_motion, at most PUSH_ROUNDS times, until all gaps are at least FIELD_CLEAR times the skin or there is
// no move: without an overlap, the move restores the skin's distance. Returns minus the least gap that is left if it is
// negative, else 0. Requires that the triangles at m->x are gathered (motion_place).
//
// Each round uses the contacts with a gap of up to the skin plus twice the depth. For one plane the move is skin +
// depth long, so with the depth at least the skin, these are all gathered triangles whose skin the move may enter.
// Triangles that a round misses are found by the next one, as motion_place gathers them.
double motion_push_out(mover_motion *m)
{
    double skin = m->f.shape.skin, gap = least_gap(m);
    for (int round = 0; round < PUSH_ROUNDS && gap < FIELD_CLEAR * skin; round++)
    {
        double depth = gap < 0.0 ? -gap : 0.0;
        motion_find_contacts(m, skin + 2.0 * depth);
        vec3d move = exit_motion(m);
        if (!(v3d_length2(move) > 0.0)) break;
        motion_place(m, v3d_add(m->x, move));
        gap = least_gap(m);
    }
    return gap < 0.0 ? -gap : 0.0;
}

// --- sliding ------------------------------------------------------------------------------------------

// The largest number of sweeps of a slide. Two or three are usual.
#define SLIDES 32

// Collide and slide. Each round moves for the rest of the time, which is 1 at the start, by the velocity closest to v
// that leads into no contact, until a sweep stops it. The slide ends when the time is used up, when the contacts leave
// next to no motion, or when a sweep is stopped at once by a triangle that was blocking already. If SLIDES rounds leave
// a rest of the time, sets m->cut.
void motion_slide(mover_motion *m, vec3d v)
{
    double time = 1.0;
    for (int i = 0; i < SLIDES && time > 0.0; i++)
    {
        motion_find_contacts(m, motion_margin(m));
        vec3d move = v3d_scale(motion_along_contacts(m, v), time);
        if (!(v3d_length2(move) > MOVER_STOPPED_SQUARED * v3d_length2(v) * time * time)) return;
        double fraction = motion_move(m, move);
        if (fraction == 0.0 && !motion_add_blocking(m, move)) return;
        time *= 1.0 - fraction;
    }
    m->cut = m->cut || time > 0.0;
}

// --- flying -------------------------------------------------------------------------------------------

// Stores in flight->item and flight->normal the contact that the motion v leads into most, of equal ones the contact
// with the lowest id. A contact that v leads along or away from does not count. Requires flight->item == -1, and leaves
// it so if no contact counts.
static void record_obstacle(rim_flight *flight, mover_motion *m, vec3d v)
{
    double most = 0.0;
    motion_find_contacts(m, motion_margin(m));
    for (int i = 0; i < m->contact_count; i++)
    {
        const motion_contact *c = &m->contacts[i];
        double                against = -v3d_dot(c->n, v);
        int                   id = m->f.triangles[c->triangle].id;
        bool                  is_lower = flight->item >= 0 && id <= flight->item;
        if (against < most || (against == most && !is_lower)) continue;
        most = against;
        flight->item = id;
        flight->normal = v3d_round(c->n);
    }
}

// Pushes the sphere out of what it overlaps, then slides by delta, and records what delta led into at the end. The
// triangles in reach of the motion are gathered at once, in a box that reaches from the start as far as the motion, but
// at most 4 radii. Sweeps beyond the box gather again.
rim_flight rim_mover_fly(rim_sphere sphere, rim_vec3 delta, rim_world3 world, rim_side side)
{
    rim_flight   flight = { .item = -1 };
    mover_motion m;
    vec3d        v = v3d_from(delta), center = v3d_from(sphere.center), none = v3d(0.0, 0.0, 0.0);
    if (!(v3d_length2(v) + v3d_length2(center) + sphere.radius < INFINITY)) return flight;
    if (!(sphere.radius > 0.0f)) return flight;
    field_shape shape = { .radius = sphere.radius, .skin = sphere.radius / 256.0 };
    motion_begin(&m, world, center, shape, side, motion_kernels());
    double length = v3d_length(v), most = 4.0 * sphere.radius;
    double margin = (length < most ? length : most) + m.f.shape.skin;
    motion_require(&m, field_box(&m.f, &m.x, &none, margin), &m.x, &none);
    flight.stuck = motion_push_out(&m) > 0.0;
    motion_slide(&m, v);
    record_obstacle(&flight, &m, v);
    flight.moved = v3d_saturate(m.x);
    flight.cut = m.cut;
    return flight;
}
