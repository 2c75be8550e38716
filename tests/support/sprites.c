#include "support/sprites.h"

#include "rimcast/shape2.h"

#include <math.h>

rim_sprite *sprite_of(rim_mask *mask, const rim_vec2 *anchor)
{
    rim_sprite_options options = { .has_anchor = anchor != NULL, .rays = 8 };
    rim_sprite        *sprite;
    if (anchor) options.anchor = *anchor;
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, &options));
    rim_mask_destroy(mask);
    return sprite;
}

rim_sprite *solid_sprite(int width, int height)
{
    rim_mask *mask;
    rim_vec2  corner = { 0.0f, 0.0f };
    assert_int_equal(RIM_OK, rim_mask_create(&mask, width, height, NULL));
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) rim_mask_set(mask, x, y, true);
    return sprite_of(mask, &corner);
}

rim_sprite *random_sprite(test_random *random, int side)
{
    rim_mask *mask;
    int       w = random_int(random, 1, side), h = random_int(random, 1, side);
    assert_int_equal(RIM_OK, rim_mask_create(&mask, w, h, NULL));
    int kind = random_int(random, 0, 3);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
        {
            bool solid = kind == 0   ? true
                         : kind == 1 ? random_int(random, 0, 3) == 0
                         : kind == 2
                             ? x == y || x == 0
                             : (x - w / 2) * (x - w / 2) + (y - h / 2) * (y - h / 2) < w * h / 5;
            if (solid) rim_mask_set(mask, x, y, true);
        }
    rim_vec2 anchor = rim_vec2_make((float)random_int(random, -8, 40) * 0.25f,
                                    (float)random_int(random, -8, 40) * 0.125f);
    return sprite_of(mask, random_int(random, 0, 1) ? &anchor : NULL);
}

float random_grid(test_random *random, int range, int bits)
{
    return (float)ldexp(random_int(random, -(range << bits), range << bits), -bits);
}

rim_xform2 random_quarter_turn(test_random *random)
{
    static const float TURNS[8][4] = { { 1, 0, 0, 1 },  { 0, 1, -1, 0 }, { -1, 0, 0, -1 },
                                       { 0, -1, 1, 0 }, { -1, 0, 0, 1 }, { 1, 0, 0, -1 },
                                       { 0, 1, 1, 0 },  { 0, -1, -1, 0 } };
    const float       *m = TURNS[random_int(random, 0, 7)];
    return (rim_xform2){ m[0], m[1], m[2], m[3], 0.0f, 0.0f };
}

// --- poses, places and ways that integers can follow -------------------------------------------------------

rim_posed random_posed(test_random *random, int side)
{
    rim_xform2 m;
    switch (random_int(random, 0, 3))
    {
    case 0:
    {
        float size = (float)ldexp(1.0, random_int(random, -2, 2));
        m = random_quarter_turn(random);
        m.a *= size, m.b *= size, m.c *= size, m.d *= size;
        break;
    }
    case 1: // a Pythagorean turn
        m = (rim_xform2){ 0.75f, 1.0f, -1.0f, 0.75f, 0, 0 };
        break;
    default:
        m = (rim_xform2){ random_grid(random, 2, 4),
                          random_grid(random, 2, 4),
                          random_grid(random, 2, 4),
                          random_grid(random, 2, 4),
                          0,
                          0 };
        break;
    }
    int bits = random_int(random, 0, 4);
    m.tx = random_grid(random, 8, bits), m.ty = random_grid(random, 8, bits);
    return rim_posed_make(random_sprite(random, side), m);
}

void end_posed(rim_posed a)
{
    rim_sprite_destroy((rim_sprite *)a.sprite);
}

rim_vec2 random_point(test_random *random, int range)
{
    int bits = random_int(random, 0, 4);
    return rim_vec2_make(random_grid(random, range, bits), random_grid(random, range, bits));
}

rim_vec2 random_way(test_random *random, rim_xform2 pose, int range)
{
    rim_vec2 way = random_point(random, range);
    switch (random_int(random, 0, 4))
    {
    case 0:
        way.x = 0.0f;
        break;
    case 1:
        way.y = 0.0f;
        break;
    case 2:
    {
        float k = (float)random_int(random, -range, range);
        way = random_int(random, 0, 1) ? rim_vec2_make(pose.a * k, pose.b * k)
                                       : rim_vec2_make(pose.c * k, pose.d * k);
        break;
    }
    default:
        break;
    }
    return way;
}

int random_convex(test_random *random, rim_xform2 pose, rim_vec2 points[8])
{
    for (;;)
    {
        rim_vec2 at = random_point(random, 8);
        int      n = random_int(random, 3, 6);
        if (random_int(random, 0, 3) == 0)
        {
            // A box, or a parallelogram along the pixels.
            rim_vec2 u = rim_vec2_make((float)random_int(random, 1, 4), 0.0f);
            rim_vec2 v = rim_vec2_make(0.0f, (float)random_int(random, 1, 4));
            if (random_int(random, 0, 1))
                u = rim_vec2_make(pose.a, pose.b), v = rim_vec2_make(pose.c, pose.d);
            n = 4;
            points[0] = at, points[1] = rim_vec2_add(at, u);
            points[2] = rim_vec2_add(points[1], v), points[3] = rim_vec2_add(at, v);
        }
        else
            for (int i = 0; i < n; i++) points[i] = rim_vec2_add(at, random_point(random, 4));
        if (random_int(random, 0, 30) == 0)
            for (int i = 0; i < n; i++) points[i] = rim_vec2_make(at.x + (float)i, at.y + (float)i);
        if (rim_polygon2_is_convex((rim_polygon2){ points, n })) return n;
    }
}
