#include "solid/shape/box.h"

// --- bodies -----------------------------------------------------------------------------------------

box3_local any_box(const any_shape *shape, double reach)
{
    return shape->kind == ANY_BOX3 ? box3_local_of_box3(shape->box3, reach)
                                   : box3_local_of_obox(shape->obox, reach);
}

flat_body flat_body_of(const core_frame *frame, const any_shape *shape, double reach)
{
    flat_body body = { .frame = *frame, .base = core_in(frame, shape->origin) };
    if (shape->kind == ANY_POLYGON)
    {
        core_frame own = { v3d_from(shape->origin), frame->scale, frame->back };
        body.points = shape->polygon.points;
        body.count = shape->polygon.count;
        body.face = core_face_of_polygon(&own, shape->polygon);
        return body;
    }
    body.box = any_box(shape, reach);
    body.count = 8;
    for (int i = 0; i < 8; i++)
        body.corners[i] =
            v3d_add(body.base, box3_local_turn_out(&body.box, box3_local_vertex(&body.box, i)));
    return body;
}

vec3d flat_body_corner(const flat_body *body, int i)
{
    return body->points ? core_in(&body->frame, body->points[i]) : body->corners[i];
}

static int edges_of(const flat_body *body)
{
    return body->points ? body->count : 12;
}

// The corners of an edge; a box's edges are numbered as in rim_feature.
static void flat_pair_edge_ends(const flat_body *body, int edge, int ends[2])
{
    static const int STEPS[3][3] = { { 1, 2, 4 }, { 2, 1, 4 }, { 4, 1, 2 } };
    ends[0] = edge;
    ends[1] = edge + 1 < body->count ? edge + 1 : 0;
    if (body->points) return;
    const int *step = STEPS[edge >> 2];
    ends[0] = (edge & 1 ? step[1] : 0) + (edge & 2 ? step[2] : 0);
    ends[1] = ends[0] + step[0];
}

// --- closest points ---------------------------------------------------------------------------------

static vec3d into_box(const flat_body *body, vec3d p)
{
    return box3_local_turn_in(&body->box, v3d_sub(p, body->base));
}

static vec3d out_of_box(const flat_body *body, vec3d p)
{
    return v3d_add(body->base, box3_local_turn_out(&body->box, p));
}

// The segment p..q against all of a body, boxes being solid.
static core_pair segment_body(const flat_body *body, vec3d p, vec3d q)
{
    if (body->points)
    {
        core_pair pair =
            core_segment_face(&body->face, v3d_sub(p, body->base), v3d_sub(q, body->base));
        pair.x = v3d_add(pair.x, body->base);
        pair.y = v3d_add(pair.y, body->base);
        return pair;
    }
    core_touch touch = core_touch_segment_box(&body->box, into_box(body, p), into_box(body, q));
    if (touch.distance <= 0.0) touch.pair.y = touch.pair.x;
    touch.pair.x = out_of_box(body, touch.pair.x);
    touch.pair.y = out_of_box(body, touch.pair.y);
    if (touch.distance <= 0.0) touch.pair.square = 0.0;
    return touch.pair;
}

static void swap_sides(core_pair *pair)
{
    vec3d       at = pair->x;
    rim_feature feature = pair->fx;
    pair->x = pair->y;
    pair->y = at;
    pair->fx = pair->fy;
    pair->fy = feature;
}

// Every edge of a, moved by shift, against b; swapped: the pair is told from b's side.
static void edges_against(core_pair *best, const flat_body *a, const flat_body *b, vec3d shift,
                          bool swapped)
{
    for (int i = 0; i < edges_of(a) && best->square > 0.0; i++)
    {
        int ends[2];
        flat_pair_edge_ends(a, i, ends);
        vec3d     p = v3d_add(flat_body_corner(a, ends[0]), shift);
        vec3d     q = v3d_add(flat_body_corner(a, ends[1]), shift);
        core_pair pair = segment_body(b, p, q);
        if (!(pair.square < best->square)) continue;
        pair.fx.index = pair.fx.kind == RIM_FEATURE_EDGE ? i : ends[pair.fx.index];
        if (swapped) swap_sides(&pair);
        *best = pair;
    }
}

// Of two bodies with flat sides, the closest points are on an edge of one and anywhere on the other.
static core_pair flat_pair_closest(const flat_body *a, const flat_body *b, vec3d shift)
{
    core_pair pair = { .square = INFINITY };
    edges_against(&pair, a, b, shift, false);
    // b moved back instead of a moved, and its points brought to where they are.
    core_pair other = pair;
    edges_against(&other, b, a, core_negate(shift), true);
    if (other.square < pair.square)
    {
        pair = other;
        pair.x = v3d_add(pair.x, shift);
        pair.y = v3d_add(pair.y, shift);
    }
    pair.letter = RIM_CASE_NONE;
    return pair;
}

// --- the shortest way out ---------------------------------------------------------------------------

typedef struct exit_motion
{
    vec3d  normal;
    double depth;
} exit_motion;

static void extent_along(const flat_body *body, vec3d n, double *lo, double *hi)
{
    *lo = INFINITY, *hi = -INFINITY;
    for (int i = 0; i < body->count; i++)
    {
        double at = v3d_dot(n, flat_body_corner(body, i));
        *lo = at < *lo ? at : *lo;
        *hi = at > *hi ? at : *hi;
    }
}

static void flat_pair_try_normal(exit_motion *best, const flat_body *a, const flat_body *b, vec3d n)
{
    double length = v3d_length(n), a_lo, a_hi, b_lo, b_hi;
    if (!(length > 0.0)) return;
    extent_along(a, n, &a_lo, &a_hi);
    extent_along(b, n, &b_lo, &b_hi);
    double up = (b_hi - a_lo) / length, down = (a_hi - b_lo) / length;
    double depth = up <= down ? up : down;
    if (!(depth < best->depth)) return;
    best->depth = depth;
    best->normal = v3d_scale(n, (up <= down ? 1.0 : -1.0) / length);
}

static int directions_of(const flat_body *body)
{
    return body->points ? body->count : 3;
}

static vec3d flat_pair_direction_of(const flat_body *body, int i)
{
    int ends[2];
    flat_pair_edge_ends(body, body->points ? i : 4 * i, ends);
    return v3d_sub(flat_body_corner(body, ends[1]), flat_body_corner(body, ends[0]));
}

static void flat_pair_try_faces(exit_motion *best, const flat_body *a, const flat_body *b,
                                const flat_body *of)
{
    if (of->points)
    {
        if (of->face.square > 0.0) flat_pair_try_normal(best, a, b, of->face.normal);
        return;
    }
    const mat3d *turn = &of->box.turn;
    flat_pair_try_normal(best, a, b, of->box.turned ? turn->x : v3d(1.0, 0.0, 0.0));
    flat_pair_try_normal(best, a, b, of->box.turned ? turn->y : v3d(0.0, 1.0, 0.0));
    flat_pair_try_normal(best, a, b, of->box.turned ? turn->z : v3d(0.0, 0.0, 1.0));
}

// The Minkowski difference has the normals of both and the products of their edges as its normals; the nearest
// of its sides is the shortest way. What is flat altogether needs none: a body without area in the plane of
// another is pushed by nothing along any normal of both.
static exit_motion shortest(const flat_body *a, const flat_body *b)
{
    exit_motion best = { { 0.0, 1.0, 0.0 }, INFINITY };
    vec3d       longest = v3d(0.0, 0.0, 0.0);
    flat_pair_try_faces(&best, a, b, a);
    flat_pair_try_faces(&best, a, b, b);
    for (int i = 0; i < directions_of(a); i++)
        for (int k = 0; k < directions_of(b); k++)
        {
            vec3d u = flat_pair_direction_of(a, i), v = flat_pair_direction_of(b, k),
                  n = v3d_cross(u, v);
            double uu = v3d_length2(u), vv = v3d_length2(v);
            if (v3d_length2(n) > CORE_PARALLEL * uu * vv) flat_pair_try_normal(&best, a, b, n);
            vec3d longer = uu > vv ? u : v;
            if (v3d_length2(longer) > v3d_length2(longest)) longest = longer;
        }
    if (best.depth == INFINITY) best.normal = core_across(longest);
    if (!(best.depth > 0.0) || best.depth == INFINITY) best.depth = 0.0;
    return best;
}

core_touch flat_pair_touch(const flat_body *a, const flat_body *b)
{
    core_touch touch;
    touch.pair = flat_pair_closest(a, b, v3d(0.0, 0.0, 0.0));
    if (touch.pair.square > 0.0 && core_apart(&touch, 0.0)) return touch;
    exit_motion exit = shortest(a, b);
    touch.distance = -exit.depth;
    touch.normal = exit.normal;
    return touch;
}

core_touch flat_pair_contact(const flat_body *a, const flat_body *b)
{
    core_touch touch = flat_pair_touch(a, b);
    if (touch.distance >= 0.0) return touch;
    touch.pair = flat_pair_closest(a, b, v3d_scale(touch.normal, -touch.distance));
    touch.pair.x = v3d_along(touch.pair.y, touch.normal, touch.distance);
    return touch;
}
