// Numbers, angles, maps, planes, segments, the tree of boxes.
#include "determinism/bits.h"

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
        rim_rot2 turn = rim_rot2_towards(any_vec2(random, 1.0f));
        FROM(b, rim_rot2_towards);
        bits_vec2(b, rim_vec2_make(turn.c, turn.s));
        BITS(b, rim_rot2_angle(turn));
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
        BITS(b, rim_xform2_bounds(m, any_box2(random, size)));
        BITS(b, rim_xform2_mul(m, back.xform));
        BITS(b, rim_xform2_determinant(m));
        rim_vec3 axis = any_vec3(random, size);
        rim_quat q = rim_quat_axis_angle(axis, 8.0 * random_unit(random));
        FROM(b, rim_quat_axis_angle);
        BITS(b, q);
        BITS(b, rim_quat_between(axis, any_vec3(random, 1.0f)));
        BITS(b, rim_quat_apply(q, any_vec3(random, size)));
        rim_mat3          turn = rim_mat3_from_quat(any_quat(random));
        rim_mat3          scale = rim_mat3_diagonal(size, 1.0f, random_float(random, -1.0f, 1.0f));
        rim_mat3          both = rim_mat3_mul(scale, turn);
        rim_mat3_inverted inverse = rim_mat3_inverse(both);
        BITS(b, rim_mat3_determinant(both));
        FROM(b, rim_mat3_inverse);
        BITS(b, inverse.exists);
        BITS(b, inverse.matrix.x);
        BITS(b, inverse.matrix.y);
        BITS(b, inverse.matrix.z);
    }
}

static void lines(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        float    size = any_size(random);
        rim_vec3 p = any_vec3(random, size), q = any_vec3(random, size);
        rim_vec3 r = any_vec3(random, size);
        BITS(b, rim_plane_of_triangle(p, q, r));
        BITS(b, rim_triangle_normal(p, q, r));
        BITS(b, rim_vec3_angle(p, q));
        BITS(b, rim_vec3_perpendicular(p));
        rim_on_segment3 on = rim_segment3_closest((rim_segment3){ p, q }, r);
        FROM(b, rim_segment3_closest);
        BITS(b, on.point);
        BITS(b, on.t);
        BITS(b, on.distance);
        rim_vec2        a = any_vec2(random, size), c = any_vec2(random, size);
        rim_on_segment2 flat =
            rim_segment2_closest(rim_segment2_make(a, c), any_vec2(random, size));
        FROM(b, rim_segment2_closest);
        BITS(b, flat.point);
        BITS(b, flat.t);
        BITS(b, flat.distance);
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
    BITS(b, (int)rim_number_parse_float(digits, (size_t)used, &single));
    FROM(b, rim_number_parse_float);
    if (single == single) BITS(b, single);
}

static void numbers(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++) print_and_read(b, random);
}

static rim_box3 any_box3(test_random *random, float size)
{
    rim_vec3 p = any_vec3(random, size), h = any_vec3(random, 0.1f * size);
    return rim_box3_make(rim_vec3_min(p, rim_vec3_add(p, h)), rim_vec3_max(p, rim_vec3_add(p, h)));
}

static void tree_questions(bits *b, test_random *random, const rim_tree *tree)
{
    rim_tree_walk walk = rim_tree_overlaps(tree, any_box3(random, 10.0f));
    FROM(b, rim_tree_overlaps);
    for (int leaf; (leaf = rim_tree_walk_next(&walk)) != RIM_TREE_END;) BITS(b, leaf);
    rim_box3       box = any_box3(random, 10.0f);
    rim_tree_sweep sweep = rim_tree_sweep_box(tree, box, any_vec3(random, 10.0f));
    FROM(b, rim_tree_sweep_box);
    for (int leaf; (leaf = rim_tree_sweep_next(&sweep)) != RIM_TREE_END;) BITS(b, leaf);
    BITS(b, rim_tree_height(tree));
    BITS(b, rim_tree_bounds(tree));
}

static void trees(bits *b, test_random *random, int count)
{
    enum
    {
        LEAVES = 200
    };
    rim_tree *tree;
    no_error(rim_tree_create(&tree, NULL, NULL));
    int leaves[LEAVES];
    for (int i = 0; i < LEAVES; i++)
        no_error(rim_tree_insert(tree, any_box3(random, 10.0f), i, &leaves[i]));
    for (int i = 0; i < count; i++)
    {
        int      k = random_int(random, 0, LEAVES - 1);
        rim_box3 box = any_box3(random, 10.0f);
        if (any_bool(random, 2))
            BITS(b, rim_tree_move(tree, leaves[k], box, any_vec3(random, 1.0f)));
        else
        {
            rim_tree_remove(tree, leaves[k]);
            no_error(rim_tree_insert(tree, box, i, &leaves[k]));
        }
        tree_questions(b, random, tree);
    }
    rim_tree_pairs pairs = rim_tree_pairs_within(tree);
    FROM(b, rim_tree_pairs_within);
    while (rim_tree_pairs_next(&pairs)) BITS(b, pairs.a * LEAVES + pairs.b);
    rim_tree_destroy(tree);
}

static void two_trees(bits *b, test_random *random, int count)
{
    rim_tree *two[2];
    int       leaf = 0;
    for (int k = 0; k < 2; k++) no_error(rim_tree_create(&two[k], NULL, NULL));
    for (int i = 0; i < count; i++)
    {
        rim_tree *tree = two[i % 2];
        no_error(rim_tree_insert(tree, any_box3(random, 10.0f), i, &leaf));
        BITS(b, rim_tree_count(tree));
        BITS(b, rim_tree_box(tree, leaf));
        BITS(b, rim_tree_item(tree, leaf));
    }
    rim_tree_pairs pairs = rim_tree_pairs_between(two[0], two[1]);
    FROM(b, rim_tree_pairs_between);
    while (rim_tree_pairs_next(&pairs)) BITS(b, pairs.a * 65536 + pairs.b);
    for (int k = 0; k < 2; k++) rim_tree_destroy(two[k]);
}

const bits_part PARTS_MATHS[] = {
    { "two_trees", two_trees, 500 },
    { "angle", angles, 20000 },
    { "xform", maps, 20000 },
    { "segment", lines, 20000 },
    { "number", numbers, 30000 },
    { "tree", trees, 10000 },
    { NULL, NULL, 0 },
};
