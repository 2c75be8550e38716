// Vectors, rotations, boxes, rays: arithmetic of one line each.
#include "determinism/bits.h"

static void bits_rot2(bits *b, rim_rot2 turn)
{
    b->line->answers++;
    bits_float(b, turn.c);
    bits_float(b, turn.s);
}

static void bits_xform3(bits *b, rim_xform3 m)
{
    b->line->answers++;
    bits_vec3(b, m.position);
    bits_quat(b, m.rotation);
}

static void vectors2(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        float      size = any_size(random), s = random_float(random, -2.0f, 2.0f);
        rim_vec2   v = any_vec2(random, size), w = any_vec2(random, size);
        rim_rot2   turn = rim_rot2_degrees(360.0 * random_unit(random)), other;
        rim_xform2 m = any_pose2(random, size);
        BITS(b, rim_vec2_add(v, w));
        BITS(b, rim_vec2_sub(v, w));
        BITS(b, rim_vec2_scale(v, s));
        BITS(b, rim_vec2_along(v, w, s));
        BITS(b, rim_vec2_quarter(v));
        BITS(b, rim_vec2_dot(v, w));
        BITS(b, rim_vec2_cross(v, w));
        BITS(b, rim_vec2_length(v));
        BITS(b, rim_vec2_distance(v, w));
        BITS(b, rim_vec2_normalize(v));
        FROM(b, rim_rot2_degrees);
        bits_rot2(b, turn);
        other = rim_rot2_radians(8.0 * random_unit(random));
        FROM(b, rim_rot2_radians);
        bits_rot2(b, other);
        BITS(b, rim_rot2_apply(turn, v));
        BITS(b, rim_xform2_apply(m, v));
        BITS(b, rim_xform2_turn(m, v));
        BITS(b, rim_xform2_pose(v, turn, w));
        BITS(b, rim_xform2_translation(v));
    }
}

static void vectors3(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        float      size = any_size(random), s = random_float(random, -2.0f, 2.0f);
        rim_vec3   v = any_vec3(random, size), w = any_vec3(random, size);
        rim_quat   q = any_quat(random), r = any_quat(random);
        rim_xform3 m = any_pose3(random, size), n = any_pose3(random, size);
        BITS(b, rim_vec3_add(v, w));
        BITS(b, rim_vec3_sub(v, w));
        BITS(b, rim_vec3_scale(v, s));
        BITS(b, rim_vec3_negate(v));
        BITS(b, rim_vec3_along(v, w, s));
        BITS(b, rim_vec3_lerp(v, w, s));
        BITS(b, rim_vec3_min(v, w));
        BITS(b, rim_vec3_max(v, w));
        BITS(b, rim_vec3_dot(v, w));
        BITS(b, rim_vec3_cross(v, w));
        BITS(b, rim_vec3_length(v));
        BITS(b, rim_vec3_distance(v, w));
        BITS(b, rim_vec3_normalize(v));
        BITS(b, rim_quat_mul(q, r));
        BITS(b, rim_quat_conjugate(q));
        BITS(b, rim_quat_normalize((rim_quat){ v.x, v.y, v.z, s }));
        BITS(b, rim_quat_normalize(any_bool(random, 2) ? q : (rim_quat){ 0, 0, 0, 0 }));
        BITS(b, rim_xform3_apply(m, v));
        BITS(b, rim_xform3_unapply(m, v));
        BITS(b, rim_xform3_turn(m, v));
        FROM(b, rim_xform3_mul);
        bits_xform3(b, rim_xform3_mul(m, n));
        FROM(b, rim_xform3_inverse);
        bits_xform3(b, rim_xform3_inverse(m));
        FROM(b, rim_xform3_translation);
        bits_xform3(b, rim_xform3_translation(v));
        rim_motion3 motion = { v, w, s };
        FROM(b, rim_motion3_pose);
        bits_xform3(b, rim_motion3_pose(motion, m, 0.75f));
        rim_plane plane = rim_plane_through(v, w);
        FROM(b, rim_plane_through);
        BITS(b, plane);
        BITS(b, rim_plane_distance(plane, any_vec3(random, size)));
    }
}

static void bits_rect(bits *b, rim_rect rect)
{
    BITS(b, rect.x0 + 65536LL * rect.y0);
    BITS(b, rect.x1 + 65536LL * rect.y1);
}

static rim_rect any_rect(test_random *random)
{
    int x = random_int(random, -9, 9), y = random_int(random, -9, 9);
    int w = random_int(random, 0, 12);
    return rim_rect_make(x, y, x + w, y + random_int(random, 0, 12));
}

static void boxes(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        float    size = any_size(random), margin = random_float(random, -0.1f, 1.0f) * size;
        rim_box2 flat = any_box2(random, size), other = any_box2(random, size);
        rim_vec2 p = any_vec2(random, size);
        rim_vec3 q = any_vec3(random, size), r = any_vec3(random, size);
        rim_box3 box = rim_box3_make(rim_vec3_min(q, r), rim_vec3_max(q, r)), more;
        q = any_vec3(random, size), r = any_vec3(random, size);
        more = rim_box3_make(rim_vec3_min(q, r), rim_vec3_max(q, r));
        BITS(b, rim_box2_is_empty(any_bool(random, 4) ? rim_box2_empty() : flat));
        BITS(b, rim_box2_contains(flat, p));
        BITS(b, rim_box2_overlaps(flat, other));
        BITS(b, rim_box2_union(flat, other));
        BITS(b, rim_box3_add(any_bool(random, 4) ? rim_box3_empty() : box, q));
        BITS(b, rim_box3_center(box));
        BITS(b, rim_box3_contains(box, q));
        BITS(b, rim_box3_grow(box, margin));
        BITS(b, rim_box3_is_empty(rim_box3_grow(box, -margin)));
        BITS(b, rim_box3_overlaps(box, more));
        BITS(b, rim_box3_union(box, more));
        (void)any_vec2(random, size);
        rim_ray3 line = { q, r };
        (void)line;
        rim_rect rect = any_rect(random), window = any_rect(random);
        BITS(b, rim_rect_is_empty(rim_rect_intersect(rect, window)));
        FROM(b, rim_rect_intersect);
        bits_rect(b, rim_rect_intersect(rect, window));
    }
}

const bits_part PARTS_SMALL[] = {
    { "vectors2", vectors2, 10000 },
    { "vectors3", vectors3, 10000 },
    { "boxes", boxes, 10000 },
    { NULL, NULL, 0 },
};
