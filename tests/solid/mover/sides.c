// Walls that stop from their front only: what was met from behind, and let pass, stands in the way once it is in
// front.
#include "support/support.h"

#include "base/vec3d.h"
#include "rimcast/mover.h"

enum
{
    LAYERS = 4, // what is looked at together is all of one wall
    WALL = 2 * LAYERS
};

// A wall across the level direction n through p, tall and wide, of triangles that face n.
static void add_wall(rim_triangle *out, vec3d p, vec3d n, double size)
{
    vec3d side = v3d_scale(v3d(n.z, 0.0, -n.x), size), up = v3d(0.0, size, 0.0);
    vec3d a = v3d_sub(v3d_sub(p, side), up), b = v3d_sub(v3d_add(p, side), up);
    vec3d c = v3d_add(v3d_add(p, side), up), d = v3d_add(v3d_sub(p, side), up);
    for (int i = 0; i < WALL; i += 2)
    {
        out[i].a = v3d_round(a), out[i].b = v3d_round(b), out[i].c = v3d_round(c);
        out[i + 1].a = v3d_round(a), out[i + 1].b = v3d_round(c), out[i + 1].c = v3d_round(d);
    }
}

static vec3d level(double angle)
{
    return v3d(cos(angle), 0.0, sin(angle));
}

static double ahead(vec3d p, vec3d n, rim_vec3 x)
{
    return v3d_dot(v3d_sub(v3d_from(x), p), n);
}

// It goes through the first wall from behind, meets the second, and slides along that one back to the first. How
// far it got, and which way it turned, is checked by the planes alone.
static void what_was_passed_from_behind_stops_from_the_front(void **state)
{
    (void)state;
    test_random random = { 77 };
    int         came_back = 0;
    for (int i = 0; i < case_count(4000); i++)
    {
        double     turn = random_float(&random, 0.0f, 6.28f);
        float      r = random_float(&random, 0.1f, 0.6f);
        vec3d      n = level(turn + random_float(&random, 0.6f, 1.2f));
        vec3d      m = level(turn - random_float(&random, 2.5f, 2.9f));
        vec3d      way = v3d_scale(level(turn), 40.0);
        vec3d      from = v3d_scale(n, -r - random_float(&random, 0.1f, 0.5f));
        vec3d      far = v3d_scale(level(turn), random_float(&random, 8.0f, 10.0f));
        rim_sphere s = { v3d_round(from), r };

        rim_triangle walls[2 * WALL];
        bool         back = random_int(&random, 0, 1) == 1;
        add_wall(walls, v3d(0.0, 0.0, 0.0), back ? v3d_scale(n, -1.0) : n, 40.0);
        add_wall(walls + WALL, far, back ? v3d_scale(m, -1.0) : m, 40.0);
        rim_triangle_list list = { walls, 2 * WALL };
        rim_flight        flight = rim_mover_fly(s, v3d_round(way), rim_triangle_list_world(&list),
                                          back ? RIM_SIDE_BACK : RIM_SIDE_FRONT);
        rim_vec3          end = rim_vec3_add(s.center, flight.moved);
        assert_false(flight.cut);
        assert_true(ahead(far, m, end) > 0.999 * r);
        assert_true(ahead(v3d(0.0, 0.0, 0.0), n, end) > 0.999 * r);
        came_back += ahead(v3d(0.0, 0.0, 0.0), n, end) < 1.01 * r;
    }
    assert_true(came_back > case_count(4000) / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_passed_from_behind_stops_from_the_front),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
