#include "solid/shape/box.h"

#include "rimcast/shape3_box.h"

rim_obox rim_obox_of_box3(rim_box3 box)
{
    rim_obox obox;
    obox.pose = rim_xform3_translation(rim_box3_center(box));
    obox.half = rim_vec3_make(0.5f * box.hi.x - 0.5f * box.lo.x, 0.5f * box.hi.y - 0.5f * box.lo.y,
                              0.5f * box.hi.z - 0.5f * box.lo.z);
    return obox;
}

// --- frames -----------------------------------------------------------------------------------------

double reach_box3(rim_box3 box)
{
    return rim_box3_is_empty(box) ? INFINITY : core_length1(box.lo) + core_length1(box.hi);
}

double reach_obox(rim_obox box)
{
    rim_quat q = box.pose.rotation;
    double   turn = fabs((double)q.x) + fabs((double)q.y) + fabs((double)q.z) + fabs((double)q.w);
    if (!(turn < INFINITY)) return INFINITY;
    return core_length1(box.pose.position) + core_length1(box.half);
}

// Around the low corner: the box is 0 .. hi - lo, without rounding.
box3_local box3_local_of_box3(rim_box3 box, double reach)
{
    box3_local core = { .turned = false, .frame = core_frame_at(box.lo, reach) };
    core.hi = core_in(&core.frame, box.hi);
    return core;
}

// Around the centre.
box3_local box3_local_of_obox(rim_obox box, double reach)
{
    box3_local core = { .turned = true, .frame = core_frame_at(box.pose.position, reach) };
    core.turn = m3d_from_quat(box.pose.rotation);
    core.hi = v3d_scale(v3d_from(box.half), core.frame.scale);
    core.lo = core_negate(core.hi);
    return core;
}

vec3d box3_local_turn_in(const box3_local *box, vec3d v)
{
    return box->turned ? m3d_unapply(box->turn, v) : v;
}

vec3d box3_local_turn_out(const box3_local *box, vec3d v)
{
    return box->turned ? m3d_apply(box->turn, v) : v;
}

vec3d box3_local_in(const box3_local *box, rim_vec3 p)
{
    return box3_local_turn_in(box, core_in(&box->frame, p));
}

vec3d box3_local_vector_in(const box3_local *box, rim_vec3 v)
{
    return box3_local_turn_in(box, v3d_scale(v3d_from(v), box->frame.scale));
}

rim_vec3 box3_local_out(const box3_local *box, vec3d p)
{
    return core_out(&box->frame, box3_local_turn_out(box, p));
}

rim_vec3 box3_local_direction(const box3_local *box, vec3d v)
{
    return core_direction(box3_local_turn_out(box, v));
}

// --- features ---------------------------------------------------------------------------------------

static double box3_axis_of(vec3d v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

// Vertex i of the box for corner `corner` of face `face`: around the face's axis, counter-clockwise from
// outside.
static int face_vertex(int face, int corner)
{
    int axis = face >> 1, high = face & 1;
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    int step = high ? corner : (4 - corner) & 3;
    int in_u = step == 1 || step == 2, in_v = step >= 2;
    return high << axis | in_u << u | in_v << v;
}

vec3d box3_local_vertex(const box3_local *box, int vertex)
{
    return v3d(vertex & 1 ? box->hi.x : box->lo.x, vertex & 2 ? box->hi.y : box->lo.y,
               vertex & 4 ? box->hi.z : box->lo.z);
}

vec3d box3_local_face_normal(int face)
{
    return v3d_scale(v3d(face >> 1 == 0, face >> 1 == 1, face >> 1 == 2), face & 1 ? 1.0 : -1.0);
}

void box3_local_face(box_face *out, const box3_local *box, int face)
{
    out->base = box3_local_vertex(box, face_vertex(face, 0));
    for (int i = 0; i < 4; i++)
        out->corners[i] = v3d_sub(box3_local_vertex(box, face_vertex(face, i)), out->base);
    out->face = core_face_of_corners(out->corners, 4);
}

// Edges run along x (0 .. 3), y (4 .. 7), z (8 .. 11), counted by the bits of their other two axes.
static int box3_edge_of(int p, int q)
{
    int axis = (p ^ q) == 1 ? 0 : (p ^ q) == 2 ? 1 : 2;
    int low = p & q;
    int lower = axis == 0 ? low >> 1 & 1 : low & 1;
    int upper = axis == 2 ? low >> 1 & 1 : low >> 2 & 1;
    return 4 * axis + lower + 2 * upper;
}

rim_feature box3_local_feature(int face, rim_feature on_face)
{
    int i = on_face.index;
    if (on_face.kind == RIM_FEATURE_FACE) return core_feature(RIM_FEATURE_FACE, face);
    if (on_face.kind == RIM_FEATURE_VERTEX)
        return core_feature(RIM_FEATURE_VERTEX, face_vertex(face, i));
    return core_feature(RIM_FEATURE_EDGE,
                        box3_edge_of(face_vertex(face, i), face_vertex(face, (i + 1) & 3)));
}

// --- touches ----------------------------------------------------------------------------------------

static void set_axis(vec3d *v, int axis, double value)
{
    *(axis == 0 ? &v->x : axis == 1 ? &v->y : &v->z) = value;
}

// The box's part that a point beyond it in these directions is closest to. side: -1, 0, 1 by axis.
static rim_feature part_at(const int side[3])
{
    int beyond = (side[0] != 0) + (side[1] != 0) + (side[2] != 0);
    int low = (side[0] > 0) | (side[1] > 0) << 1 | (side[2] > 0) << 2;
    if (beyond == 3) return core_feature(RIM_FEATURE_VERTEX, low);
    int axis = beyond == 1 ? (side[0] ? 0 : side[1] ? 1 : 2) : (!side[0] ? 0 : !side[1] ? 1 : 2);
    if (beyond == 1) return core_feature(RIM_FEATURE_FACE, 2 * axis + (side[axis] > 0));
    return core_feature(RIM_FEATURE_EDGE, box3_edge_of(low, low | 1 << axis));
}

// Inside: out through the nearest face, the first of equals.
static void leave_box(core_touch *touch, const box3_local *box, vec3d p)
{
    touch->distance = -INFINITY;
    for (int face = 0; face < 6; face++)
    {
        int    axis = face >> 1;
        bool   high = face & 1;
        double at = box3_axis_of(p, axis);
        double inside = high ? box3_axis_of(box->hi, axis) - at : at - box3_axis_of(box->lo, axis);
        if (!(-inside > touch->distance)) continue;
        touch->distance = -inside;
        touch->normal = v3d(0.0, 0.0, 0.0);
        set_axis(&touch->normal, axis, high ? 1.0 : -1.0);
        touch->pair.fy = core_feature(RIM_FEATURE_FACE, face);
    }
    touch->pair.y = p;
    touch->pair.square = 0.0;
}

core_touch core_touch_point_box(const box3_local *box, vec3d p)
{
    core_touch touch = { .pair.x = p, .pair.y = p };
    int        side[3];
    for (int axis = 0; axis < 3; axis++)
    {
        double at = box3_axis_of(p, axis), lo = box3_axis_of(box->lo, axis),
               hi = box3_axis_of(box->hi, axis);
        side[axis] = at < lo ? -1 : at > hi ? 1 : 0;
        if (side[axis] != 0) set_axis(&touch.pair.y, axis, at < lo ? lo : hi);
    }
    touch.pair.fx = core_feature(RIM_FEATURE_VERTEX, 0);
    touch.pair.square = v3d_length2(v3d_sub(p, touch.pair.y));
    if (side[0] || side[1] || side[2]) touch.pair.fy = part_at(side);
    if (!core_apart(&touch, 0.0)) leave_box(&touch, box, p);
    return touch;
}

// Along n the box reaches from lo to hi and the axis from f to g: how far to push the axis out along n, and
// along -n. Keeps the shorter way.
static void try_way(core_touch *touch, vec3d n, double lo, double hi, double f, double g)
{
    double length2 = v3d_length2(n);
    if (!(length2 > 0.0)) return;
    double length = sqrt(length2), low = f < g ? f : g, high = f < g ? g : f;
    double up = (low - hi) / length, down = (lo - high) / length;
    if (up > touch->distance)
    {
        touch->distance = up;
        touch->normal = v3d_scale(n, 1.0 / length);
    }
    if (down > touch->distance)
    {
        touch->distance = down;
        touch->normal = v3d_scale(n, -1.0 / length);
    }
}

// The axis meets the box: the normals of their Minkowski difference are the box's own and the products
// of its edges with the axis.
static void box3_local_ray(core_touch *touch, const box3_local *box, vec3d a, vec3d b)
{
    double lo = 0.0, hi = 1.0;
    vec3d  s = v3d_sub(b, a);
    touch->distance = -INFINITY;
    touch->normal = v3d(0.0, 1.0, 0.0);
    for (int axis = 0; axis < 3; axis++)
    {
        double f = box3_axis_of(a, axis), g = box3_axis_of(b, axis);
        double low = box3_axis_of(box->lo, axis), high = box3_axis_of(box->hi, axis);
        core_clip(&lo, &hi, f - low, g - low);
        core_clip(&lo, &hi, high - f, high - g);
        vec3d e = v3d(0.0, 0.0, 0.0);
        set_axis(&e, axis, 1.0);
        try_way(touch, e, low, high, f, g);
    }
    for (int axis = 0; axis < 3; axis++)
    {
        vec3d e = v3d(0.0, 0.0, 0.0);
        set_axis(&e, axis, 1.0);
        vec3d  n = v3d_cross(e, s);
        double near = 0.0, far = 0.0;
        if (v3d_length2(n) <= CORE_PARALLEL * v3d_length2(s)) continue;
        for (int k = 0; k < 3; k++)
        {
            double c = box3_axis_of(n, k);
            near += c * (c > 0.0 ? box3_axis_of(box->lo, k) : box3_axis_of(box->hi, k));
            far += c * (c > 0.0 ? box3_axis_of(box->hi, k) : box3_axis_of(box->lo, k));
        }
        try_way(touch, n, near, far, v3d_dot(n, a), v3d_dot(n, b));
    }
    if (touch->distance > 0.0) touch->distance = 0.0; // touching, by rounding
    // By rounding, nothing of an axis that only touches may be inside: the closest points are known then.
    if (lo <= hi || touch->pair.square == INFINITY)
    {
        touch->pair.x = core_lerp(a, b, core_clamp(0.5 * (lo + hi)));
        touch->pair.fx = core_feature(RIM_FEATURE_EDGE, 0);
        touch->pair.fy = core_feature(RIM_FEATURE_FACE, 0);
    }
    touch->pair.y = touch->pair.x;
    touch->pair.square = 0.0;
}

// Apart, the closest point is on a face that an end of the axis is in front of.
core_touch core_touch_segment_box(const box3_local *box, vec3d a, vec3d b)
{
    core_touch touch;
    touch.pair.square = INFINITY;
    for (int i = 0; i < 6; i++)
    {
        int    axis = i >> 1;
        double f = box3_axis_of(a, axis), g = box3_axis_of(b, axis);
        bool   front = i & 1 ? f > box3_axis_of(box->hi, axis) || g > box3_axis_of(box->hi, axis)
                             : f < box3_axis_of(box->lo, axis) || g < box3_axis_of(box->lo, axis);
        if (!front) continue;
        box_face side;
        box3_local_face(&side, box, i);
        core_pair pair =
            core_segment_face(&side.face, v3d_sub(a, side.base), v3d_sub(b, side.base));
        if (!(pair.square < touch.pair.square)) continue;
        touch.pair = pair;
        touch.pair.x = v3d_add(pair.x, side.base);
        touch.pair.y = v3d_add(pair.y, side.base);
        touch.pair.fy = box3_local_feature(i, pair.fy);
    }
    touch.pair.letter = RIM_CASE_NONE;
    if (touch.pair.square == INFINITY || !core_apart(&touch, core_rounded(&touch.pair, a)))
        box3_local_ray(&touch, box, a, b);
    touch.pair.letter = RIM_CASE_NONE;
    return touch;
}

// --- overlaps: every axis on which they could be apart -------------------------------------------------

// Of some points along n.
typedef struct overlap3_extent
{
    double lo, hi;
} overlap3_extent;

static overlap3_extent overlap3_extent_of(const vec3d *points, int count, vec3d n)
{
    overlap3_extent along = { INFINITY, -INFINITY };
    for (int i = 0; i < count; i++)
    {
        double at = v3d_dot(n, points[i]);
        along.lo = at < along.lo ? at : along.lo;
        along.hi = at > along.hi ? at : along.hi;
    }
    return along;
}

static overlap3_extent box_extent(const box3_local *box, vec3d n)
{
    overlap3_extent along = { 0.0, 0.0 };
    along.lo = n.x * (n.x > 0.0 ? box->lo.x : box->hi.x) +
               n.y * (n.y > 0.0 ? box->lo.y : box->hi.y) +
               n.z * (n.z > 0.0 ? box->lo.z : box->hi.z);
    along.hi = n.x * (n.x > 0.0 ? box->hi.x : box->lo.x) +
               n.y * (n.y > 0.0 ? box->hi.y : box->lo.y) +
               n.z * (n.z > 0.0 ? box->hi.z : box->lo.z);
    return along;
}

static bool apart_along(const box3_local *box, const vec3d *points, int count, vec3d n)
{
    overlap3_extent a = box_extent(box, n), b = overlap3_extent_of(points, count, n);
    return a.hi < b.lo || b.hi < a.lo;
}

static const vec3d BOX_AXES[3] = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };

static bool apart_along_own(const box3_local *box, const vec3d *points, int count)
{
    for (int i = 0; i < 3; i++)
        if (apart_along(box, points, count, BOX_AXES[i])) return true;
    return false;
}

// The box against the hull of points whose faces have these normals and whose edges run in these directions, for all
// axes but the box's own.
static bool meets(const box3_local *box, const vec3d *points, int count, const vec3d *normals,
                  int normal_count, const vec3d *edges, int edge_count)
{
    for (int i = 0; i < normal_count; i++)
        if (apart_along(box, points, count, normals[i])) return false;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < edge_count; k++)
        {
            // Products of parallel edges are noise, not axes; what they could tell the faces have told.
            vec3d n = v3d_cross(BOX_AXES[i], edges[k]);
            if (v3d_length2(n) > CORE_PARALLEL * v3d_length2(edges[k]) &&
                apart_along(box, points, count, n))
                return false;
        }
    return true;
}

// own: whether the box's own axes are to be tried, too.
static bool meets_triangle(const box3_local *box, const rim_triangle *t, bool own)
{
    if (box->frame.scale == 0.0) return false;
    vec3d p[3] = { box3_local_in(box, t->a), box3_local_in(box, t->b), box3_local_in(box, t->c) };
    if (own && apart_along_own(box, p, 3)) return false;
    vec3d e[3] = { v3d_sub(p[1], p[0]), v3d_sub(p[2], p[1]), v3d_sub(p[0], p[2]) };
    vec3d normal = v3d_cross(e[0], e[1]);
    // Without area it is a segment or a point, and its normal says nothing.
    return meets(box, p, 3, &normal, v3d_length2(normal) > 0.0, e, 3);
}

// Along the axes of the world floats tell exactly, however far from all else a small thing is.
bool rim_box3_overlaps_triangle(rim_box3 a, const rim_triangle *b)
{
    rim_box3 its = { rim_vec3_min(rim_vec3_min(b->a, b->b), b->c),
                     rim_vec3_max(rim_vec3_max(b->a, b->b), b->c) };
    if (!rim_box3_overlaps(its, a)) return false;
    box3_local box = box3_local_of_box3(a, reach_box3(a) + reach_triangle(b));
    return meets_triangle(&box, b, false);
}

bool rim_obox_overlaps_triangle(rim_obox a, const rim_triangle *b)
{
    box3_local box = box3_local_of_obox(a, reach_obox(a) + reach_triangle(b));
    return meets_triangle(&box, b, true);
}

bool rim_obox_overlaps_obox(rim_obox a, rim_obox b)
{
    double     reach = reach_obox(a) + reach_obox(b);
    box3_local box = box3_local_of_obox(a, reach), other = box3_local_of_obox(b, reach);
    if (box.frame.scale == 0.0) return false;
    // Corners of b about its centre, then in the axes of a.
    vec3d center = box3_local_in(&box, b.pose.position);
    vec3d half = other.hi, corners[8];
    vec3d axes[3] = { m3d_unapply(box.turn, other.turn.x), m3d_unapply(box.turn, other.turn.y),
                      m3d_unapply(box.turn, other.turn.z) };
    for (int i = 0; i < 8; i++)
    {
        vec3d at = v3d_along(center, axes[0], i & 1 ? half.x : -half.x);
        at = v3d_along(at, axes[1], i & 2 ? half.y : -half.y);
        corners[i] = v3d_along(at, axes[2], i & 4 ? half.z : -half.z);
    }
    return !apart_along_own(&box, corners, 8) && meets(&box, corners, 8, axes, 3, axes, 3);
}
