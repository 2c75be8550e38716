// Numbers, angles, maps, planes, segments, the tree of boxes.
#include "determinism/bits.h"

#include "data/writer.h"

static double any_double(test_random *random)
{
    double x = random_unit(random) * 2.0 - 1.0;
    for (int i = random_int(random, -60, 60); i > 0; i--) x *= 4.0;
    for (int i = random_int(random, -60, 60); i > 0; i--) x *= 0.25;
    return x;
}

static void angles(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        double          x = any_double(random), y = any_double(random);
        rim_sincos_pair a = rim_sincos(x), d = rim_sincos_degrees(y);
        FROM(b, rim_sincos);
        BITS(b, a.cos);
        BITS(b, a.sin);
        FROM(b, rim_sincos_degrees);
        BITS(b, d.cos);
        BITS(b, d.sin);
        BITS(b, rim_atan2(x, y));
        BITS(b, rim_acos(2.0 * random_unit(random) - 1.0));
        (void)any_vec2(random, 1.0f);
    }
}

static void maps(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        float               size = any_size(random);
        rim_xform2          m = any_pose2(random, size);
        rim_xform2_inverted back = rim_xform2_inverse(m);
        FROM(b, rim_xform2_inverse);
        BITS(b, back.exists);
        BITS(b, back.xform);
        (void)any_box2(random, size);
        BITS(b, rim_xform2_mul(m, back.xform));
        BITS(b, rim_xform2_determinant(m));
        rim_vec3 axis = any_vec3(random, size);
        rim_quat q = rim_quat_axis_angle(axis, 8.0 * random_unit(random));
        FROM(b, rim_quat_axis_angle);
        BITS(b, q);
        BITS(b, rim_quat_between(axis, any_vec3(random, 1.0f)));
        BITS(b, rim_quat_apply(q, any_vec3(random, size)));
        (void)any_quat(random);
        (void)random_float(random, -1.0f, 1.0f);
    }
}

static void lines(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        float    size = any_size(random);
        rim_vec3 p = any_vec3(random, size), q = any_vec3(random, size);
        rim_vec3 r = any_vec3(random, size);
        BITS(b, rim_triangle_normal(p, q, r));
        BITS(b, rim_vec3_perpendicular(p));
        rim_on_segment3 on = rim_segment3_closest((rim_segment3){ p, q }, r);
        FROM(b, rim_segment3_closest);
        BITS(b, on.point);
        BITS(b, on.t);
        BITS(b, on.distance);
        for (int k = 0; k < 3; k++) (void)any_vec2(random, size);
    }
}

static void print_and_read(bits *b, test_random *random)
{
    char     text[RIM_NUMBER_TEXT];
    uint64_t word = random_bits(random);
    double   value = any_double(random), back = 0.0;
    float    single = random_any_float(random);
    if (word % 3 == 0) value = random_int(random, -100000, 100000) / 1000.0;
    FROM(b, rim_number_print);
    bits_bytes(b, text, (size_t)rim_number_print(text, value));
    int length = single == single ? rim_number_print_float(text, single) : 0;
    FROM(b, rim_number_print_float);
    bits_bytes(b, text, (size_t)length);
    // Digits at random, more than a double holds.
    char digits[64];
    int  used = 0, point = random_int(random, 0, 30);
    for (int k = random_int(random, 1, 40); k > 0; k--)
    {
        if (used == point) digits[used++] = '.';
        digits[used++] = (char)('0' + random_int(random, 0, 9));
    }
    digits[used++] = 'e';
    int exponent = random_int(random, -330, 300);
    used += rim_number_print(digits + used, exponent);
    BITS(b, (int)rim_number_parse(digits, (size_t)used, &back));
    FROM(b, rim_number_parse);
    BITS(b, back);
}

static void numbers(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++) print_and_read(b, random);
}

const bits_part PARTS_MATHS[] = {
    { "angle", angles, 20000 },   { "xform", maps, 20000 }, { "segment", lines, 20000 },
    { "number", numbers, 30000 }, { NULL, NULL, 0 },
};
