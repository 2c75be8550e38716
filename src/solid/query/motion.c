#include "base/float.h"
#include "rimcast/angle.h"
#include "solid/hull/data.h"
#include "solid/shape/sweep.h"
#include "solid/query/motion.h"

#include <float.h>

// Rodrigues: the columns of the turn by angle about a unit axis.
static mat3d turn_about(vec3d u, double angle)
{
    rim_sincos_pair p = rim_sincos(angle);
    double          c = p.cos, s = p.sin, k = 1.0 - c;
    mat3d           m = {
                  { c + k * u.x * u.x, k * u.x * u.y + s * u.z, k * u.x * u.z - s * u.y },
                  { k * u.x * u.y - s * u.z, c + k * u.y * u.y, k * u.y * u.z + s * u.x },
                  { k * u.x * u.z + s * u.y, k * u.y * u.z - s * u.x, c + k * u.z * u.z },
    };
    return m;
}

static mat3d mul(mat3d a, mat3d b)
{
    mat3d m = { m3d_apply(a, b.x), m3d_apply(a, b.y), m3d_apply(a, b.z) };
    return m;
}

static mat3d back_mul(mat3d a, mat3d b)
{
    mat3d m = { m3d_unapply(a, b.x), m3d_unapply(a, b.y), m3d_unapply(a, b.z) };
    return m;
}

bool moving_pose_set(moving *m, rim_convex a, rim_xform3 pa, rim_motion3 motion, rim_convex b,
                     rim_xform3 pb)
{
    m->a = a;
    m->b = b;
    m->turn_a = m3d_from_quat(pa.rotation);
    m->turn_b = m3d_from_quat(pb.rotation);
    m->at_a = v3d_from(pa.position);
    m->at_b = v3d_from(pb.position);
    m->delta = v3d_from(motion.delta);
    m->axis = v3d_normalize(v3d_from(motion.axis));
    m->angle = v3d_length2(m->axis) > 0.5 ? motion.angle : 0.0;
    return gjk_prepare_pair(&m->pair, &a, &pa, &b, &pb) && float_is_finite(v3d_length2(m->delta)) &&
           float_is_finite(v3d_length2(v3d_from(motion.axis))) && float_is_finite(motion.angle);
}

void moving_pose_at(moving *m, double t)
{
    gjk_pair *pair = &m->pair;
    if (m->angle != 0.0)
    {
        pair->world_turn = mul(turn_about(m->axis, t * m->angle), m->turn_a);
        pair->turn = back_mul(pair->world_turn, m->turn_b);
    }
    pair->world_shift = v3d_along(m->at_a, m->delta, t);
    vec3d between = v3d_along(v3d_sub(m->at_b, m->at_a), m->delta, -t);
    pair->shift = m3d_unapply(pair->world_turn, between);
}

// --- in one plane -----------------------------------------------------------------------------------

// Are the points clearly not in one plane? Seen by the first four that are not.
static bool moving_spans_space(const rim_convex *c)
{
    if (c->count < 4) return false;
    vec3d  p = v3d_from(c->points[0]), u = v3d_sub(v3d_from(c->points[1]), p);
    vec3d  n = v3d_cross(u, v3d_sub(v3d_from(c->points[2]), p));
    double n2 = v3d_length2(n);
    for (int i = 3; i < c->count; i++)
    {
        vec3d  v = v3d_sub(v3d_from(c->points[i]), p);
        double height = v3d_dot(n, v);
        if (height * height > 0x1p-30 * n2 * v3d_length2(v)) return true;
    }
    return false;
}

// Seen from the first point of a, in its frame: all points of a and b, and the motion.
static vec3d moving_vector(const void *set, int i)
{
    const moving *m = set;
    vec3d         from = v3d_from(m->a.points[0]);
    if (i < m->a.count) return v3d_sub(v3d_from(m->a.points[i]), from);
    i -= m->a.count;
    if (i == m->b.count) return m3d_unapply(m->pair.world_turn, m->delta);
    vec3d on_b = v3d_add(m3d_apply(m->pair.turn, v3d_from(m->b.points[i])), m->pair.shift);
    return v3d_sub(on_b, from);
}

bool moving_in_one_plane(const moving *m)
{
    if (m->a.radius > 0.0f || m->b.radius > 0.0f || moving_spans_space(&m->a) ||
        moving_spans_space(&m->b))
        return false;
    int count = m->a.count + m->b.count + 1;
    if (m->angle == 0.0) return sweep_in_one_plane(moving_vector, m, count);
    // It turns in a plane across the axis.
    vec3d  axis = m3d_unapply(m->pair.world_turn, m->axis);
    double most = 0.0, longest = 0.0;
    for (int i = 0; i < count; i++)
    {
        vec3d v = moving_vector(m, i);
        most = fmax(most, fabs(v3d_dot(axis, v)));
        longest = fmax(longest, v3d_length2(v));
    }
    return most * most <= SWEEP_TOUCH * SWEEP_TOUCH * longest;
}

// Of the faces at the touched corners of b, the normal of the one that faces along n most, in the world.
static vec3d face_normal(const moving *m, const gjk_result *r, vec3d n)
{
    const rim_hull *hull = m->b.hull;
    if (!hull || hull->face_count == 0 || m->b.radius > 0.0f) return n;
    vec3d  local = m3d_unapply(m->turn_b, n), best = n;
    double most = -2.0;
    for (int i = 0; i < r->count; i++)
        for (int k = hull->neighbor_starts[r->b[i]]; k < hull->neighbor_starts[r->b[i] + 1]; k++)
        {
            rim_hull_edge edge = hull->edges[hull->neighbor_edges[k]];
            vec3d         left = hull->planes[edge.left].normal;
            if (v3d_dot(left, local) <= most) continue;
            most = v3d_dot(left, local);
            best = left;
        }
    return most > -2.0 ? m3d_apply(m->turn_b, best) : n;
}

rim_hit3 sweep3_hit(const moving *m, const gjk_result *r, double t, vec3d normal)
{
    const gjk_pair *pair = &m->pair;
    rim_hit3        hit = { 0 };
    vec3d           n = m3d_apply(pair->world_turn, normal);
    vec3d           on_b = v3d_sub(gjk_witness(pair, r), r->v);
    on_b = v3d_along(on_b, normal, m->b.radius);
    hit.hit = true;
    hit.t = (float)(t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t);
    hit.point = v3d_round(v3d_add(m3d_apply(pair->world_turn, on_b), pair->world_shift));
    hit.normal = v3d_round(n);
    hit.face_normal = v3d_round(face_normal(m, r, n));
    hit.mover = gjk_feature(&m->a, r->a, r->count);
    hit.other = gjk_feature(&m->b, r->b, r->count);
    return hit;
}

static rim_hit3 contact_hit(const moving *m, const contact_answer *c)
{
    const gjk_pair *pair = &m->pair;
    rim_hit3        hit = { 0 };
    vec3d           on_b = v3d_along(c->on_a, c->normal, -c->depth);
    hit.hit = true;
    hit.normal = v3d_round(m3d_apply(pair->world_turn, v3d_scale(c->normal, -1.0)));
    hit.face_normal = hit.normal;
    hit.point = v3d_round(v3d_add(m3d_apply(pair->world_turn, on_b), pair->world_shift));
    hit.mover = c->feature_a;
    hit.other = c->feature_b;
    return hit;
}

sweep_start sweep3_start(moving *m, const gjk_result *r, double step, rim_hit3 *hit)
{
    double reach = (double)m->a.radius + m->b.radius, near = SWEEP_TOUCH * (r->size + reach);
    if (r->distance - reach > near) return SWEEP_APART;
    contact_answer c = contact3_of_cores(&m->pair, m->a, m->b, NULL);
    if (c.hit && c.depth > near)
    {
        *hit = contact_hit(m, &c);
        hit->start_overlap = true;
        hit->depth = c.depth > FLT_MAX ? FLT_MAX : (float)c.depth;
        return SWEEP_HITS;
    }
    // Touching. Whether it goes in is seen best a little later: at a corner many normals are right.
    moving_pose_at(m, step);
    contact_answer later = contact3_of_cores(&m->pair, m->a, m->b, NULL);
    moving_pose_at(m, 0.0);
    if (!later.hit || later.depth <= 4.0 * near) return SWEEP_LEAVES;
    // A search and a contact may differ by a rounding: what is at no distance need not be in contact. It has then no
    // direction but that of a little later.
    vec3d n =
        r->distance > 0.0 ? v3d_scale(r->v, 1.0 / r->distance) : v3d_scale(later.normal, -1.0);
    *hit = c.hit ? contact_hit(m, &c) : sweep3_hit(m, r, 0.0, n);
    return SWEEP_HITS;
}
