// Pushing a sphere out of polygons, and what the old tutorials' loop makes of the same rooms.
#include "support/oracle3.h"

#include "rimcast/mover.h"
#include "solid/mover/motion.h"

#include <math.h>
#include <string.h>

enum
{
    MOST = 64
};

typedef struct room
{
    rim_vec3     corners[MOST][4];
    rim_polygon3 walls[MOST];
    int          count;
} room;

// A square about `center`, facing n, with half side h.
static void add_wall(room *r, rim_vec3 center, rim_vec3 n, float h)
{
    rim_vec3  up = fabsf(n.y) > 0.9f ? rim_vec3_make(1, 0, 0) : rim_vec3_make(0, 1, 0);
    rim_vec3  u = rim_vec3_scale(rim_vec3_normalize(rim_vec3_cross(up, n)), h);
    rim_vec3  v = rim_vec3_scale(rim_vec3_normalize(rim_vec3_cross(n, u)), h);
    rim_vec3 *c = r->corners[r->count];
    c[0] = rim_vec3_sub(rim_vec3_sub(center, u), v);
    c[1] = rim_vec3_sub(rim_vec3_add(center, u), v);
    c[2] = rim_vec3_add(rim_vec3_add(center, u), v);
    c[3] = rim_vec3_add(rim_vec3_sub(center, u), v);
    r->walls[r->count] = (rim_polygon3){ c, 4 };
    r->count++;
}

static double deepest(const room *r, rim_vec3 center, float radius)
{
    double     worst = 0.0;
    rim_sphere s = { center, radius };
    for (int i = 0; i < r->count; i++)
        worst = fmax(worst, rim_sphere_contact_polygon3(s, r->walls[i]).depth);
    return worst;
}

// The corner of a box room, floor and two walls, seen from inside.
static void make_corner(room *r)
{
    r->count = 0;
    add_wall(r, rim_vec3_make(5, 0, 5), rim_vec3_make(0, 1, 0), 5);
    add_wall(r, rim_vec3_make(0, 5, 5), rim_vec3_make(1, 0, 0), 5);
    add_wall(r, rim_vec3_make(5, 5, 0), rim_vec3_make(0, 0, 1), 5);
}

// The tutorials' way: polygon after polygon, at once, along the face's normal; edges count if they are
// closer than half the radius. (With the sign behind the plane put right.)
static rim_vec3 tutorial_loop(const room *r, rim_vec3 center, float radius, const int *order)
{
    for (int i = 0; i < r->count; i++)
    {
        rim_polygon3 wall = r->walls[order[i]];
        rim_vec3     n = rim_triangle_normal(wall.points[0], wall.points[1], wall.points[2]);
        float        d = rim_vec3_dot(n, rim_vec3_sub(center, wall.points[0]));
        if (fabsf(d) >= radius) continue;
        rim_sphere    point = { center, 0.0f };
        rim_distance3 near = rim_sphere_distance_polygon3(point, wall);
        if (near.feature_b.kind != RIM_FEATURE_FACE && near.distance >= 0.5f * radius) continue;
        center = rim_vec3_along(center, n, d > 0.0f ? radius - d : -(radius + d));
    }
    return center;
}

static void a_corner_of_three_walls_is_left_in_one_push(void **state)
{
    (void)state;
    room r;
    make_corner(&r);
    rim_sphere s = { { 0.5f, 0.75f, 0.25f }, 1.0f };
    rim_push3  push = rim_sphere_push(s, r.walls, r.count, NULL);
    assert_int_equal(push.contacts, 3);
    assert_false(push.stuck);
    assert_true(push.offset.x == 0.5f && push.offset.y == 0.25f && push.offset.z == 0.75f);
    assert_true(push.left <= 1e-7f);
    assert_true(push.deepest == 0.75f);
}

static bool same_bits(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

static void the_order_of_the_polygons_changes_no_bit(void **state)
{
    (void)state;
    test_random random = { 41 };
    int         loops_differ = 0, pushed = 0;
    for (int i = 0; i < case_count(3000); i++)
    {
        room r = { .count = 0 };
        for (int k = 0; k < 12; k++)
            add_wall(&r, random_vec3(&random, 2.0f), random_unit_vec3(&random), 1.5f);
        rim_sphere   s = { random_vec3(&random, 2.0f), 0.5f };
        rim_push3    first = rim_sphere_push(s, r.walls, r.count, NULL);
        int          order[MOST], plain[MOST];
        rim_polygon3 shuffled[MOST];
        for (int k = 0; k < r.count; k++) order[k] = plain[k] = k;
        for (int k = r.count - 1; k > 0; k--)
        {
            int j = random_int(&random, 0, k), keep = order[k];
            order[k] = order[j], order[j] = keep;
        }
        for (int k = 0; k < r.count; k++) shuffled[k] = r.walls[order[k]];
        rim_push3 second = rim_sphere_push(s, shuffled, r.count, NULL);
        assert_true(same_bits(&first.offset, &second.offset, sizeof first.offset));
        assert_int_equal(first.contacts, second.contacts);
        rim_vec3 a = tutorial_loop(&r, s.center, s.radius, plain),
                 b = tutorial_loop(&r, s.center, s.radius, order);
        loops_differ += !same_bits(&a, &b, sizeof a);
        pushed += first.contacts > 0;
    }
    assert_true(pushed > case_count(3000) / 4);
    // What goes wrong with one after the other.
    assert_true(loops_differ > case_count(3000) / 50);
}

static void what_is_not_stuck_is_free_afterwards(void **state)
{
    (void)state;
    test_random random = { 42 };
    int         free_after = 0, tutorial_left = 0, cases = 0;
    for (int i = 0; i < case_count(4000); i++)
    {
        room r = { .count = 0 };
        int  walls = random_int(&random, 1, 4);
        for (int k = 0; k < walls; k++)
            add_wall(&r, random_vec3(&random, 1.0f), random_unit_vec3(&random), 2.0f);
        rim_sphere s = { random_vec3(&random, 2.0f), 0.75f };
        rim_push3  push = rim_sphere_push(s, r.walls, r.count, NULL);
        if (push.contacts == 0) continue;
        cases++;
        double left = deepest(&r, rim_vec3_add(s.center, push.offset), s.radius);
        assert_near(push.left, left, 2e-6);
        if (left < 1e-5) free_after++;
        int order[MOST] = { 0, 1, 2, 3 };
        tutorial_left += deepest(&r, tutorial_loop(&r, s.center, s.radius, order), s.radius) > 1e-3;
    }
    assert_true(cases > case_count(4000) / 2);
    assert_true(free_after > cases * 8 / 10);
    assert_true(tutorial_left > cases - free_after);
}

static void a_floor_of_many_polygons_is_as_smooth_as_one(void **state)
{
    (void)state;
    test_random random = { 43 };
    for (int i = 0; i < case_count(2000); i++)
    {
        room r = { .count = 0 };
        for (int x = 0; x < 6; x++)
            for (int z = 0; z < 6; z++)
                add_wall(&r, rim_vec3_make((float)x + 0.5f, 0, (float)z + 0.5f),
                         rim_vec3_make(0, 1, 0), 0.5f);
        rim_sphere s = { { random_float(&random, 1.5f, 4.5f), random_float(&random, 0.05f, 0.9f),
                           random_float(&random, 1.5f, 4.5f) },
                         1.0f };
        if (i % 4 == 0) s.center.x = 3.0f; // over an edge
        if (i % 8 == 0) s.center.z = 3.0f; // over a corner
        rim_push3 push = rim_sphere_push(s, r.walls, r.count, NULL);
        assert_near(push.offset.x, 0.0, 1e-7);
        assert_near(push.offset.z, 0.0, 1e-7);
        assert_near(push.offset.y, 1.0 - s.center.y, 1e-6);
        rim_contact3 contacts[MOST];
        int          count = rim_sphere_gather(s, r.walls, r.count, NULL, contacts, NULL, MOST);
        for (int k = 0; k < count; k++) assert_near(contacts[k].normal.y, 1.0, 1e-6);
    }
}

static void a_corner_pushes_along_its_true_direction_or_softly(void **state)
{
    (void)state;
    room r = { .count = 0 };
    add_wall(&r, rim_vec3_make(0, 0, -5), rim_vec3_make(0, 0, 1), 5); // its edge y = 5 runs along x
    rim_sphere       s = { { 0.0f, 5.6f, -4.2f }, 1.1f };
    rim_push3        push = rim_sphere_push(s, r.walls, r.count, NULL);
    rim_push_options soft = { .softness = 0.5f };
    assert_near(push.offset.y, 0.06, 1e-6);
    assert_near(push.offset.z, 0.08, 1e-6);
    assert_int_equal(rim_sphere_push(s, r.walls, r.count, &soft).contacts, 0);
    s.center = rim_vec3_make(0.0f, 5.3f, -4.6f);
    push = rim_sphere_push(s, r.walls, r.count, &soft);
    assert_near(push.offset.y, 0.03, 1e-6);
    assert_near(push.offset.z, 0.04, 1e-6);
    // The tutorial pushes along the face instead.
    int      order[1] = { 0 };
    rim_vec3 old = tutorial_loop(&r, s.center, s.radius, order);
    assert_true(old.y == s.center.y && old.z > -4.0f);
}

static void sides_decide_where_a_sunken_centre_goes(void **state)
{
    (void)state;
    room r = { .count = 0 };
    add_wall(&r, rim_vec3_make(0, 0, 0), rim_vec3_make(0, 1, 0), 5);
    rim_sphere       s = { { 0.5f, -0.25f, 0.5f }, 1.0f };
    rim_push_options front = { .side = RIM_SIDE_FRONT }, back = { .side = RIM_SIDE_BACK };
    assert_near(rim_sphere_push(s, r.walls, 1, NULL).offset.y, -0.75, 1e-6);
    assert_near(rim_sphere_push(s, r.walls, 1, &front).offset.y, 1.25, 1e-6);
    assert_near(rim_sphere_push(s, r.walls, 1, &back).offset.y, -0.75, 1e-6);
    s.center.y = 0.25f;
    assert_near(rim_sphere_push(s, r.walls, 1, &back).offset.y, -1.25, 1e-6);
    s.center.y = -1.5f;
    assert_int_equal(rim_sphere_push(s, r.walls, 1, &front).contacts, 0);
}

static void between_walls_that_are_too_close_the_middle_is_taken(void **state)
{
    (void)state;
    room r = { .count = 0 };
    add_wall(&r, rim_vec3_make(-0.5f, 0, 0), rim_vec3_make(1, 0, 0), 5);
    add_wall(&r, rim_vec3_make(1.0f, 0, 0), rim_vec3_make(-1, 0, 0), 5);
    rim_sphere s = { { 0.0f, 0.0f, 0.0f }, 1.0f };
    rim_push3  push = rim_sphere_push(s, r.walls, r.count, NULL);
    assert_true(push.stuck);
    assert_near(push.offset.x, 0.25, 1e-6);
    assert_near(push.left, 0.25, 1e-6);
    float nan = (float)NAN;
    s.center.x = nan;
    assert_int_equal(rim_sphere_push(s, r.walls, r.count, NULL).contacts, 0);
    s.center.x = 0.0f;
    r.corners[0][2].y = nan;
    push = rim_sphere_push(s, r.walls, r.count, NULL);
    assert_false(isnan(push.offset.x) || push.stuck);
}

// The point of the line, plane or space that the planes' normals span where they are all met: the nearest to the
// origin of all that meet them. Solved by Cramer's rule; false if one depends on the others.
static bool point_on_all(const half_space *const *set, int count, double x[3])
{
    double n[3][3], d[3], across[3][3];
    for (int m = 0; m < 3; m++) x[m] = 0.0;
    for (int m = 0; m < count; m++)
    {
        n[m][0] = set[m]->normal.x, n[m][1] = set[m]->normal.y, n[m][2] = set[m]->normal.z;
        d[m] = set[m]->distance;
    }
    if (count == 2) // the third goes through the origin, across both
    {
        for (int k = 0; k < 3; k++)
            n[2][k] = n[0][(k + 1) % 3] * n[1][(k + 2) % 3] - n[0][(k + 2) % 3] * n[1][(k + 1) % 3];
        d[2] = 0.0;
    }
    if (count == 1)
        for (int k = 0; k < 3; k++) x[k] = d[0] * n[0][k];
    if (count < 2) return true;
    for (int m = 0; m < 3; m++)
    {
        const double *a = n[(m + 1) % 3], *b = n[(m + 2) % 3];
        for (int k = 0; k < 3; k++)
            across[m][k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
    }
    double volume = n[0][0] * across[0][0] + n[0][1] * across[0][1] + n[0][2] * across[0][2];
    if (volume == 0.0) return false;
    for (int m = 0; m < 3; m++)
        for (int k = 0; k < 3; k++) x[k] += d[m] * across[m][k] / volume;
    return true;
}

// The nearest point is the nearest to some independent planes, three at most: the best of all that meet the rest.
static double best_of_sets(const half_space *planes, int count)
{
    double best = INFINITY;
    for (int i = -1; i < count; i++)
        for (int j = -1; j < i || j < 0; j++)
            for (int k = -1; k < j || k < 0; k++)
            {
                const half_space *set[3];
                int               size = 0;
                double            x[3];
                if (i >= 0) set[size++] = &planes[i];
                if (j >= 0) set[size++] = &planes[j];
                if (k >= 0) set[size++] = &planes[k];
                if (!point_on_all(set, size, x)) continue;
                double length = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
                bool   good = true;
                for (int m = 0; m < count && good; m++)
                    good = planes[m].normal.x * x[0] + planes[m].normal.y * x[1] +
                               planes[m].normal.z * x[2] >=
                           planes[m].distance - 1e-9 * (1.0 + length);
                if (good && length < best) best = length;
            }
    return best;
}

static void the_nearest_point_before_planes_is_the_best_of_all_active_sets(void **state)
{
    (void)state;
    test_random random = { 44 };
    int         solved = 0;
    for (int i = 0; i < case_count(150); i++)
    {
        half_space planes[6];
        int        count = random_int(&random, 1, 6);
        for (int k = 0; k < count; k++)
        {
            planes[k].normal = v3d_normalize(v3d_from(random_unit_vec3(&random)));
            planes[k].distance = random_float(&random, -0.5f, 1.0f);
        }
        half_spaces_answer answer = half_spaces_solve(planes, count);
        double             expected = best_of_sets(planes, count);
        if (answer.slack > 0.0)
        {
            assert_true(isinf(expected) || expected > 50.0);
            continue;
        }
        for (int k = 0; k < count; k++)
            assert_true(v3d_dot(planes[k].normal, answer.x) >= planes[k].distance - 1e-9);
        assert_near(v3d_length(answer.x), expected, 1e-7 * (1.0 + expected));
        solved++;
    }
    assert_true(solved > case_count(150) / 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_corner_of_three_walls_is_left_in_one_push),
        cmocka_unit_test(the_order_of_the_polygons_changes_no_bit),
        cmocka_unit_test(what_is_not_stuck_is_free_afterwards),
        cmocka_unit_test(a_floor_of_many_polygons_is_as_smooth_as_one),
        cmocka_unit_test(a_corner_pushes_along_its_true_direction_or_softly),
        cmocka_unit_test(sides_decide_where_a_sunken_centre_goes),
        cmocka_unit_test(between_walls_that_are_too_close_the_middle_is_taken),
        cmocka_unit_test(the_nearest_point_before_planes_is_the_best_of_all_active_sets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
