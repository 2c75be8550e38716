// Sweeps of sprites that only turn, against the oracle of half angles.

#include "support/turning/half_angle.h"
#include "support/sprites.h"
#include "support/support.h"

#include "rimcast/sprite_query.h"

#include <math.h>

// A matrix of small whole numbers: flips, quarter turns, doubles, shears.
static rim_xform2 whole_pose(test_random *random, int range, int parts)
{
    for (;;)
    {
        int        most = random_int(random, 0, 2) ? 1 : 2;
        float      a = (float)random_int(random, -most, most), b = (float)random_int(random, -1, 1);
        float      c = (float)random_int(random, -1, 1), d = (float)random_int(random, -most, most);
        rim_vec2   at = { (float)random_int(random, -range * parts, range * parts) / (float)parts,
                          (float)random_int(random, -range * parts, range * parts) / (float)parts };
        rim_xform2 m = { a, b, c, d, at.x, at.y };
        if (a * d - b * c != 0.0f) return m;
    }
}

static double pixel_width(rim_xform2 m)
{
    double x = hypot(m.a, m.b), y = hypot(m.c, m.d);
    return fabs((double)m.a * m.d - (double)m.b * m.c) / fmax(x, y);
}

static void turning_alone_touches_where_the_quadratic_says(void **state)
{
    (void)state;
    test_random random = { 31 };
    turn_tally  count = { 0 };
    int         cases = case_count(50000);
    enum
    {
        POOL = 64
    };
    rim_sprite *pool[POOL];
    for (int i = 0; i < POOL; i++) pool[i] = random_sprite(&random, 3);
    for (int checked = 0; checked < cases;)
    {
        rim_posed   a = { pool[random_int(&random, 0, POOL - 1)], whole_pose(&random, 0, 1) };
        rim_posed   b = { pool[random_int(&random, 0, POOL - 1)], whole_pose(&random, 4, 4) };
        rim_motion2 turn = { { 0.0f, 0.0f }, random_float(&random, -3.0f, 3.0f) };
        rim_motion2 still = { { 0.0f, 0.0f }, 0.0f };
        rim_vec2    center = { (float)random_int(&random, -9, 9), 0.5f };
        if (turn.turn == 0.0f) continue;
        a.pose.tx += center.x, a.pose.ty += center.y;
        b.pose.tx += center.x, b.pose.ty += center.y;
        squares p = { .count = 0 }, q = { .count = 0 };
        squares_add_sprite(&p, a, center);
        squares_add_sprite(&q, b, center);
        if (!p.count || !q.count) continue;
        checked++;
        double pixel = fmin(pixel_width(a.pose), pixel_width(b.pose));
        double early = pixel / 1024.0 / (fabs(turn.turn) * squares_reach(&p));
        check_turn(rim_sprite_sweep_turning(a, turn, b, still), &p, &q, turn.turn, early, &count);
    }
    for (int i = 0; i < POOL; i++) rim_sprite_destroy(pool[i]);
    assert_true(count.hits > cases / 10 && count.misses > cases / 4 && count.inside > cases / 10);
    assert_true(count.undecided < cases / 50 && count.grazes > cases / 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turning_alone_touches_where_the_quadratic_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
