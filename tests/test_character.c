// Characters in a course, in made-up scenes, and in motion at any rate.
#include "support/support.h"

#include "rimcast/character.h"
#include "rimcast/mesh.h"
#include "rimcast/shape3_box.h"
#include "rimcast/shape3_distance.h"
#include "rimcast/soup.h"
#include "solid/character_step.h"

#include <stdlib.h>
#include <string.h>

static rim_vec3 v3(float x, float y, float z)
{
    return rim_vec3_make(x, y, z);
}

// --- scenes of a few triangles ----------------------------------------------------------------------------

enum
{
    MOST = 4096
};

typedef struct scene
{
    rim_triangle      triangles[MOST];
    rim_triangle_list list;
    rim_world3        world;
} scene;

static void start(scene *s)
{
    s->list.triangles = s->triangles;
    s->list.count = 0;
    s->world = rim_triangle_list_world(&s->list);
}

static void add(scene *s, rim_vec3 a, rim_vec3 b, rim_vec3 c)
{
    rim_triangle t = { a, b, c };
    assert_true(s->list.count < MOST);
    s->triangles[s->list.count++] = t;
}

static void add_quad(scene *s, rim_vec3 a, rim_vec3 b, rim_vec3 c, rim_vec3 d)
{
    add(s, a, b, c);
    add(s, a, c, d);
}

static void add_floor(scene *s, float x0, float x1, float y)
{
    add_quad(s, v3(x0, y, -9.0f), v3(x0, y, 9.0f), v3(x1, y, 9.0f), v3(x1, y, -9.0f));
}

// An upright wall across x, facing -x.
static void add_wall(scene *s, float x, float y0, float y1)
{
    add_quad(s, v3(x, y0, -9.0f), v3(x, y0, 9.0f), v3(x, y1, 9.0f), v3(x, y1, -9.0f));
}

static rim_character person_at(float x, float y, float z)
{
    rim_character c = rim_character_capsule(v3(x, y, z), 0.4f, 1.8f);
    c.gravity = 10.0f;
    return c;
}

static rim_character boxer_at(float x, float y, float z)
{
    rim_character c = rim_character_box(v3(x, y, z), v3(0.4f, 0.9f, 0.4f));
    c.gravity = 10.0f;
    return c;
}

static rim_walk walk_for(rim_character *c, rim_world3 world, rim_vec3 wish, float seconds, int rate)
{
    rim_walk walk = { .wall = -1 };
    int      ticks = (int)(seconds * (float)rate + 0.5f);
    for (int i = 0; i < ticks; i++)
    {
        walk = rim_character_step(c, world, wish, 1.0f / (float)rate);
        assert_false(walk.stuck);
    }
    return walk;
}

// --- the course -------------------------------------------------------------------------------------------

static rim_soup *load_course(void)
{
    size_t          size;
    char           *text = read_file("assets/course.raw", &size);
    rim_soup       *soup;
    rim_parse_error error;
    assert_int_equal(rim_soup_create_from_raw(&soup, text, size, &error, NULL), RIM_OK);
    free(text);
    return soup;
}

// How deep a character is in the nearest triangle, by the exact functions of one shape and one triangle.
static double depth_of(const rim_character *c, const rim_triangle *triangles, int count)
{
    double      deepest = 0.0;
    float       r = c->radius, x = c->position.x, y = c->position.y, z = c->position.z;
    rim_capsule capsule = { { x, y + r, z }, { x, y + c->height - r, z }, r };
    rim_box3    near = rim_box3_make(v3(x - r, y, z - r), v3(x + r, y + c->height, z + r));
    for (int i = 0; i < count; i++)
    {
        const rim_triangle *t = &triangles[i];
        rim_box3            box = rim_box3_empty();
        box = rim_box3_add(rim_box3_add(rim_box3_add(box, t->a), t->b), t->c);
        if (!rim_box3_overlaps(box, near)) continue;
        if (c->kind == RIM_CHARACTER_CAPSULE)
        {
            rim_contact3 contact = rim_capsule_contact_triangle(capsule, t);
            if (contact.hit && contact.depth > deepest) deepest = contact.depth;
        }
        else if (rim_box3_overlaps_triangle(rim_box3_grow(near, -0.25f * c->skin), t))
            deepest = r;
    }
    return deepest;
}

static rim_vec3 any_wish(test_random *random)
{
    static const float SPEEDS[] = { 0.0f, 1.0f, 4.0f, 4.0f, 8.0f, 30.0f, 500.0f };
    float              speed = SPEEDS[random_int(random, 0, 6)];
    rim_vec3 way = v3(random_float(random, -1.0f, 1.0f), 0.0f, random_float(random, -1.0f, 1.0f));
    return rim_vec3_scale(rim_vec3_normalize(way), speed);
}

static bool in_course(const rim_character *c)
{
    rim_vec3 p = c->position;
    return p.x > 0.399f && p.x < 27.601f && p.z > 0.399f && p.z < 19.601f && p.y > 0.0f &&
           p.y + c->height < 6.0f;
}

// RIM_WALK_STEPS=10000000 for the long one.
static void nobody_walks_out_of_the_course_or_into_its_walls(void **state)
{
    (void)state;
    rim_soup           *soup = load_course();
    int                 count;
    const rim_triangle *triangles = rim_soup_triangles(soup, &count);
    rim_mesh           *mesh;
    assert_int_equal(
        rim_mesh_create(&mesh, (const rim_vec3 *)triangles, 3 * count, NULL, count, NULL), RIM_OK);
    rim_world3    world = rim_mesh_world(mesh);
    const char   *wanted = getenv("RIM_WALK_STEPS");
    long          steps = wanted ? atol(wanted) : case_count(60000);
    test_random   random = { 31 };
    long          landed = 0, stepped = 0, walled = 0, looked = 0;
    rim_character c = person_at(14.0f, 0.01f, 10.0f);
    rim_vec3      wish = v3(0.0f, 0.0f, 0.0f);
    for (long i = 0; i < steps; i++)
    {
        if (i % 4000 == 0) // a new one, on one floor or the other, where nothing is
        {
            bool up = random_int(&random, 0, 1) == 1;
            c = i % 8000 == 0 ? person_at(14.0f, 0.01f, 10.0f) : boxer_at(14.0f, 0.01f, 10.0f);
            if (up) c.position = v3(22.0f, 2.01f, random_float(&random, 2.0f, 18.0f));
            if (i % 12000 == 0) c.kind = RIM_CHARACTER_CAPSULE, c.height = 0.8f;
        }
        if (i % 40 == 0) wish = any_wish(&random);
        if (c.grounded && random_int(&random, 0, 90) == 0) rim_character_jump(&c, 5.0f);
        float    dt = 1.0f / (float)random_int(&random, 30, 300);
        rim_walk walk = rim_character_step(&c, world, wish, dt);
        landed += walk.landed;
        stepped += walk.stepped;
        walled += walk.wall >= 0;
        assert_false(walk.stuck);
        if (!in_course(&c))
            print_message("step %ld, a %s of height %g: at %g %g %g, wish %g %g, dt %g\n", i,
                          c.kind ? "box" : "capsule", (double)c.height, (double)c.position.x,
                          (double)c.position.y, (double)c.position.z, (double)wish.x,
                          (double)wish.z, (double)dt);
        assert_true(in_course(&c));
        if (i % 7 != 0) continue;
        looked++;
        assert_true(depth_of(&c, triangles, count) <= c.skin);
    }
    print_message("landed %ld, stepped %ld, walled %ld of %ld\n", landed, stepped, walled, steps);
    assert_true(landed > steps / 2000 && stepped > steps / 2000 && walled > steps / 20);
    assert_true(looked >= steps / 7);
    rim_mesh_destroy(mesh);
    rim_soup_destroy(soup);
}

// --- laws -----------------------------------------------------------------------------------------------

// A walk through the course: wishes change every half second.
static void walk_course(rim_character *c, rim_world3 world, const field_kernels *kernels,
                        float scale, uint64_t seed, int ticks)
{
    test_random random = { seed };
    rim_vec3    wish = v3(0.0f, 0.0f, 0.0f);
    for (int i = 0; i < ticks; i++)
    {
        if (i % 30 == 0) wish = any_wish(&random);
        if (c->grounded && random_int(&random, 0, 60) == 0) rim_character_jump(c, 5.0f * scale);
        character_step_with(c, world, rim_vec3_scale(wish, scale), 1.0f / 60.0f, kernels);
    }
}

static void every_kernel_and_every_order_of_triangles_gives_the_same_bits(void **state)
{
    (void)state;
    rim_soup           *soup = load_course();
    int                 count;
    const rim_triangle *triangles = rim_soup_triangles(soup, &count);
    rim_triangle       *shuffled = malloc((size_t)count * sizeof *shuffled);
    test_random         random = { 32 };
    memcpy(shuffled, triangles, (size_t)count * sizeof *shuffled);
    for (int i = count - 1; i > 0; i--)
    {
        int          k = random_int(&random, 0, i);
        rim_triangle swap = shuffled[i];
        shuffled[i] = shuffled[k];
        shuffled[k] = swap;
    }
    rim_triangle_list list = { triangles, count }, other = { shuffled, count };
    for (int kind = 0; kind < 2; kind++)
        for (uint64_t seed = 1; seed <= 6; seed++)
        {
            const field_kernels *plain = kind ? &rim_field_box_plain : &rim_field_round_plain;
            rim_character a = kind ? boxer_at(14.0f, 0.01f, 10.0f) : person_at(14.0f, 0.01f, 10.0f);
            rim_character b = a, c = a;
            int           ticks = case_count(1500);
            walk_course(&a, rim_triangle_list_world(&list), plain, 1.0f, seed, ticks);
            walk_course(&b, rim_triangle_list_world(&list), motion_kernels(kind == 1), 1.0f, seed,
                        ticks);
            walk_course(&c, rim_triangle_list_world(&other), plain, 1.0f, seed, ticks);
            assert_memory_equal(&a.position, &b.position, sizeof a.position);
            assert_memory_equal(&a.fall, &b.fall, sizeof a.fall);
            assert_memory_equal(&a.position, &c.position, sizeof a.position);
            assert_memory_equal(&a.fall, &c.fall, sizeof a.fall);
        }
    free(shuffled);
    rim_soup_destroy(soup);
}

static void scaled(rim_character *c, float scale)
{
    c->radius *= scale;
    c->depth *= scale;
    c->height *= scale;
    c->step *= scale;
    c->snap *= scale;
    c->gravity *= scale;
    c->skin *= scale;
    c->position = rim_vec3_scale(c->position, scale);
}

static void a_course_of_another_size_is_walked_alike_bit_by_bit(void **state)
{
    (void)state;
    rim_soup           *soup = load_course();
    int                 count;
    const rim_triangle *triangles = rim_soup_triangles(soup, &count);
    rim_triangle       *large = malloc((size_t)count * sizeof *large);
    for (int sign = 0; sign < 2; sign++)
    {
        float scale = sign ? 1024.0f : 1.0f / 1024.0f;
        for (int i = 0; i < count; i++)
        {
            large[i].a = rim_vec3_scale(triangles[i].a, scale);
            large[i].b = rim_vec3_scale(triangles[i].b, scale);
            large[i].c = rim_vec3_scale(triangles[i].c, scale);
        }
        rim_triangle_list list = { triangles, count }, other = { large, count };
        for (int kind = 0; kind < 2; kind++)
        {
            rim_character a = kind ? boxer_at(14.0f, 0.01f, 10.0f) : person_at(14.0f, 0.01f, 10.0f);
            rim_character b = a;
            scaled(&b, scale);
            walk_course(&a, rim_triangle_list_world(&list), motion_kernels(kind == 1), 1.0f, 9,
                        case_count(3000));
            walk_course(&b, rim_triangle_list_world(&other), motion_kernels(kind == 1), scale, 9,
                        case_count(3000));
            assert_same_bits(b.position.x, a.position.x * scale);
            assert_same_bits(b.position.y, a.position.y * scale);
            assert_same_bits(b.position.z, a.position.z * scale);
        }
    }
    free(large);
    rim_soup_destroy(soup);
}

// (x, z) -> (z, -x): a quarter turn about the upright axis.
static rim_vec3 turned(rim_vec3 v)
{
    return v3(v.z, v.y, -v.x);
}

static void a_turned_world_is_walked_alike(void **state)
{
    (void)state;
    rim_soup           *soup = load_course();
    int                 count;
    const rim_triangle *triangles = rim_soup_triangles(soup, &count);
    rim_triangle       *other = malloc((size_t)count * sizeof *other);
    for (int i = 0; i < count; i++)
    {
        other[i].a = turned(triangles[i].a);
        other[i].b = turned(triangles[i].b);
        other[i].c = turned(triangles[i].c);
    }
    rim_triangle_list list = { triangles, count }, list2 = { other, count };
    test_random       random = { 34 };
    for (int round = 0; round < 8; round++)
    {
        rim_character a =
            round & 1 ? boxer_at(14.0f, 0.01f, 10.0f) : person_at(14.0f, 0.01f, 10.0f);
        rim_character b = a;
        b.position = turned(b.position);
        for (int i = 0; i < 400; i++)
        {
            rim_vec3 wish = any_wish(&random);
            float    dt = 1.0f / 60.0f;
            // Rounding grows where a corner is met head-on, so they start every second together.
            if (i % 60 == 0)
            {
                b = a;
                b.position = turned(a.position);
                b.rest = turned(a.rest);
                b.fall = turned(a.fall);
            }
            rim_character_step(&a, rim_triangle_list_world(&list), wish, dt);
            rim_character_step(&b, rim_triangle_list_world(&list2), turned(wish), dt);
            assert_near(rim_vec3_distance(turned(a.position), b.position), 0.0, 1e-3);
        }
    }
    free(other);
    rim_soup_destroy(soup);
}

// --- rates ------------------------------------------------------------------------------------------------

// The same walk at 30, 60, 144 and 300 ticks a second: the largest distance at common times.
static double rates_differ(rim_world3 world, rim_character c, const rim_vec3 *wishes, int count)
{
    static const int RATES[] = { 300, 144, 60, 30 };
    double           most = 0.0;
    rim_character    walkers[4] = { c, c, c, c };
    for (int i = 0; i < count; i++)
    {
        for (int k = 0; k < 4; k++) walk_for(&walkers[k], world, wishes[i], 0.5f, RATES[k]);
        for (int k = 1; k < 4; k++)
            most = fmax(most, rim_vec3_distance(walkers[k].position, walkers[0].position));
    }
    return most;
}

static void the_path_is_the_same_at_every_rate(void **state)
{
    (void)state;
    rim_soup           *soup = load_course();
    int                 count;
    const rim_triangle *triangles = rim_soup_triangles(soup, &count);
    rim_mesh           *mesh;
    assert_int_equal(
        rim_mesh_create(&mesh, (const rim_vec3 *)triangles, 3 * count, NULL, count, NULL), RIM_OK);
    rim_world3 world = rim_mesh_world(mesh);
    static const struct
    {
        float x, y, z, wx, wz;
        int   halves;
        float end; // the height there
    } WALKS[] = {
        { 15.0f, 0.01f, 2.5f, 3.0f, 0.0f, 6, 2.0f },   // up the stairs
        { 22.0f, 2.01f, 2.5f, -3.0f, 0.0f, 6, 0.0f },  // down the stairs
        { 15.0f, 0.01f, 6.5f, 3.0f, 0.1f, 6, 2.0f },   // up the ramp
        { 22.0f, 2.01f, 6.5f, -3.0f, 0.2f, 6, 0.0f },  // down the ramp
        { 15.0f, 0.01f, 14.5f, 3.0f, 0.7f, 6, 0.0f },  // along the ramp that is too steep
        { 13.5f, 0.01f, 5.0f, -2.5f, 0.0f, 6, 0.0f },  // over the step
        { 13.5f, 0.01f, 8.0f, -2.5f, 0.3f, 6, 0.0f },  // along the step that is too high
        { 10.5f, 0.01f, 19.0f, 0.5f, 3.0f, 4, 0.0f },  // along a wall
        { 9.5f, 0.01f, 18.45f, -3.0f, 0.0f, 6, 0.0f }, // through the passage
        { 14.0f, 0.01f, 10.5f, 0.3f, 3.0f, 8, 0.0f },  // into the sharp corner
        { 22.0f, 2.01f, 18.0f, -3.0f, 0.0f, 6, 0.0f }, // off the gallery
        { 2.2f, 0.01f, 1.2f, 1.0f, 2.0f, 8, 0.0f },    // between the pillars
        { 14.0f, 1.51f, 18.0f, 2.0f, -1.0f, 6, 0.0f }, // falling
    };
    double worst = 0.0;
    for (int i = 0; i < (int)(sizeof WALKS / sizeof *WALKS); i++)
        for (int kind = 0; kind < 2; kind++)
        {
            rim_vec3      wishes[8];
            rim_character c = kind ? boxer_at(WALKS[i].x, WALKS[i].y, WALKS[i].z)
                                   : person_at(WALKS[i].x, WALKS[i].y, WALKS[i].z);
            for (int k = 0; k < 8; k++) wishes[k] = v3(WALKS[i].wx, 0.0f, WALKS[i].wz);
            double differ = rates_differ(world, c, wishes, WALKS[i].halves);
            double bound = c.radius / 8.0 + 0.5 * rim_vec3_length(wishes[0]) / 30.0;
            if (differ > bound)
                print_message("walk %d, %s: paths differ by %g\n", i, kind ? "box" : "capsule",
                              differ);
            worst = fmax(worst, differ / bound);
            for (int k = 0; k < WALKS[i].halves; k++) walk_for(&c, world, wishes[k], 0.5f, 60);
            if (fabsf(c.position.y - WALKS[i].end) > 0.01f)
                print_message("walk %d, %s ends at height %g\n", i, kind ? "box" : "capsule",
                              (double)c.position.y);
            assert_near(c.position.y, WALKS[i].end, 0.01);
        }
    print_message("paths differ by at most %.2f of the bound\n", worst);
    assert_true(worst <= 1.0);
    rim_mesh_destroy(mesh);
    rim_soup_destroy(soup);
}

// --- speed and thinness -----------------------------------------------------------------------------------

static void nothing_is_too_fast_or_too_thin(void **state)
{
    (void)state;
    static scene s;
    for (int kind = 0; kind < 2; kind++)
        for (int sign = -1; sign <= 1; sign += 2)
        {
            start(&s);
            add_floor(&s, -4000.0f, 4000.0f, 0.0f);
            // Two sheets a thousandth apart.
            add_wall(&s, 100.0f, -1.0f, 4.0f);
            add_wall(&s, 100.001f, -1.0f, 4.0f);
            rim_character c = kind ? boxer_at(0.0f, 0.01f, 0.0f) : person_at(0.0f, 0.01f, 0.0f);
            if (sign < 0) c.position.x = 200.0f;
            for (int i = 0; i < 60; i++)
            {
                rim_walk walk = rim_character_step(&c, s.world, v3((float)sign * 1e5f, 0.0f, 0.0f),
                                                   1.0f / 60.0f);
                assert_false(walk.cut);
                assert_true(walk.gathered <= 2 * RIM_CHARACTER_PHASES);
                assert_true(sign > 0 ? c.position.x < 99.61f : c.position.x > 100.39f);
            }
            assert_near(c.position.x, sign > 0 ? 99.6f : 100.401f, 0.01);
            assert_true(c.grounded);
        }
}

static void a_fall_ends_on_the_thinnest_floor(void **state)
{
    (void)state;
    static scene s;
    start(&s);
    add_floor(&s, -9.0f, 9.0f, 0.0f);
    rim_character c = person_at(0.0f, 3000.0f, 0.0f);
    c.fall.y = -1e5f;
    rim_walk walk = walk_for(&c, s.world, v3(0.0f, 0.0f, 0.0f), 0.1f, 30);
    assert_true(c.grounded && walk.ground >= 0);
    assert_near(c.position.y, 0.0, 0.01);
    assert_true(rim_vec3_length(c.fall) == 0.0f);
}

// --- no ghosts ---------------------------------------------------------------------------------------------

static void inner_edges_of_floors_and_walls_are_not_felt(void **state)
{
    (void)state;
    static scene s;
    test_random  random = { 41 };
    for (int round = 0; round < 4; round++)
    {
        start(&s);
        // A floor and a wall cut at random: strips of triangles with wild corners.
        float x = -2.0f;
        while (x < 30.0f)
        {
            float n = x + random_float(&random, 0.05f, 0.7f),
                  m = x + random_float(&random, 0.05f, 0.7f);
            n = n > m ? n : m;
            float z = random_float(&random, 0.1f, 0.9f), w = random_float(&random, 0.1f, 0.9f);
            add_quad(&s, v3(x, 0.0f, -2.0f), v3(x, 0.0f, z), v3(n, 0.0f, w), v3(n, 0.0f, -2.0f));
            add_quad(&s, v3(x, 0.0f, z), v3(x, 0.0f, 3.0f), v3(n, 0.0f, 3.0f), v3(n, 0.0f, w));
            add_quad(&s, v3(x, 0.0f, 1.0f), v3(x, z + 0.2f, 1.0f), v3(n, w, 1.0f),
                     v3(n, 0.0f, 1.0f));
            add_quad(&s, v3(x, z + 0.2f, 1.0f), v3(x, 3.0f, 1.0f), v3(n, 3.0f, 1.0f),
                     v3(n, w, 1.0f));
            x = n;
        }
        for (int kind = 0; kind < 2; kind++)
        {
            rim_character c = kind ? boxer_at(0.0f, 0.005f, 0.0f) : person_at(0.0f, 0.005f, 0.0f);
            walk_for(&c, s.world, v3(0.0f, 0.0f, 3.0f), 0.5f, 60); // against the wall
            rim_vec3 from = c.position;
            for (int i = 0; i < 400; i++)
            {
                rim_walk walk = rim_character_step(&c, s.world, v3(4.0f, 0.0f, 2.0f), 1.0f / 60.0f);
                assert_true(walk.grounded && !walk.stepped);
                assert_near(walk.moved.x, 4.0 / 60.0, 2e-5);
                assert_near(c.position.y, from.y, 1e-5);
                assert_near(c.position.z, from.z, 1e-5);
            }
        }
    }
}

// --- slopes, steps, ceilings, wedges -----------------------------------------------------------------------

static void slopes_are_climbed_up_to_the_limit(void **state)
{
    (void)state;
    static scene s;
    int          up = 0, stopped = 0;
    for (int degrees = 20; degrees <= 70; degrees += 1)
        for (int kind = 0; kind < 2; kind++)
        {
            float angle = (float)degrees * 3.14159265f / 180.0f;
            start(&s);
            add_floor(&s, -9.0f, 0.0f, 0.0f);
            add_quad(&s, v3(0.0f, 0.0f, -9.0f), v3(0.0f, 0.0f, 9.0f),
                     v3(9.0f, 9.0f * tanf(angle), 9.0f), v3(9.0f, 9.0f * tanf(angle), -9.0f));
            rim_character c = kind ? boxer_at(-3.0f, 0.01f, 0.0f) : person_at(-3.0f, 0.01f, 0.0f);
            walk_for(&c, s.world, v3(3.0f, 0.0f, 0.0f), 2.0f, 60);
            assert_true(c.grounded);
            if (degrees <= 44) assert_true(c.position.y > 0.9f * (3.0f - 0.4f) * tanf(angle));
            if (degrees >= 46) assert_true(c.position.y < 0.02f);
            up += degrees <= 44;
            stopped += degrees >= 46;
            // And nobody slides while standing.
            rim_vec3 at = c.position;
            walk_for(&c, s.world, v3(0.0f, 0.0f, 0.0f), 1.0f, 60);
            assert_near(rim_vec3_distance(at, c.position), 0.0, 1e-5);
        }
    assert_true(up == 50 && stopped == 50);
}

static void steps_are_climbed_up_to_their_height_at_any_rate_and_angle(void **state)
{
    (void)state;
    static scene     s;
    static const int RATES[] = { 30, 60, 144, 300 };
    for (int height = 1; height <= 60; height += 2)
        for (int rate = 0; rate < 4; rate++)
            for (int kind = 0; kind < 2; kind++)
            {
                float h = 0.01f * (float)height;
                start(&s);
                add_floor(&s, -9.0f, 0.0f, 0.0f);
                add_wall(&s, 0.0f, 0.0f, h);
                add_floor(&s, 0.0f, 9.0f, h);
                rim_character c =
                    kind ? boxer_at(-1.0f, 0.01f, 0.0f) : person_at(-1.0f, 0.01f, 0.0f);
                walk_for(&c, s.world, v3(2.0f, 0.0f, 0.8f), 1.5f, RATES[rate]);
                assert_true(c.grounded);
                if (h < 0.355f) assert_near(c.position.y, h, 0.01);
                if (h < 0.355f) assert_near(c.position.x, 2.0, 0.01);
                if (h > 0.365f) assert_true(c.position.y < 0.2f && c.position.x < 0.0f);
            }
}

static void low_ceilings_stop_walkers_and_jumpers(void **state)
{
    (void)state;
    static scene s;
    for (int kind = 0; kind < 2; kind++)
    {
        start(&s);
        add_floor(&s, -9.0f, 9.0f, 0.0f);
        add_floor(&s, 1.0f, 9.0f, 1.7f);  // too low
        add_floor(&s, -9.0f, 1.0f, 2.5f); // to jump against
        add_wall(&s, 1.0f, 1.7f, 2.5f);
        rim_character c = kind ? boxer_at(-3.0f, 0.01f, 0.0f) : person_at(-3.0f, 0.01f, 0.0f);
        walk_for(&c, s.world, v3(3.0f, 0.0f, 0.0f), 3.0f, 60);
        assert_true(c.grounded && c.position.x < 1.0f && c.position.y < 0.01f);
        rim_character_jump(&c, 20.0f);
        bool  touched = false;
        float top = 0.0f;
        for (int i = 0; i < 120; i++)
        {
            rim_walk walk = rim_character_step(&c, s.world, v3(0.0f, 0.0f, 0.0f), 1.0f / 60.0f);
            touched = touched || walk.ceiling;
            top = fmaxf(top, c.position.y);
        }
        assert_true(touched && c.grounded);
        assert_near(top, 0.7, 0.01);
    }
}

static void what_is_too_steep_is_slid_down_and_a_wedge_holds(void **state)
{
    (void)state;
    static scene s;
    start(&s);
    add_floor(&s, 0.0f, 20.0f, 0.0f);
    add_quad(&s, v3(-10.0f, 20.0f, -9.0f), v3(-10.0f, 20.0f, 9.0f), v3(0.0f, 0.0f, 9.0f),
             v3(0.0f, 0.0f, -9.0f));
    rim_character c = person_at(-3.0f, 7.0f, 0.0f);
    rim_walk      walk = { 0 };
    int           ticks = 0;
    // Against the slope: that must not help.
    for (; ticks < 300 && !c.grounded; ticks++)
        walk = rim_character_step(&c, s.world, v3(-3.0f, 0.0f, 0.0f), 1.0f / 60.0f);
    assert_true(walk.grounded && ticks > 30 && ticks < 200);
    assert_true(c.position.y < 0.1f && c.position.x > -0.1f);

    start(&s); // two steep faces
    add_quad(&s, v3(-5.0f, 10.0f, -9.0f), v3(-5.0f, 10.0f, 9.0f), v3(0.0f, 0.0f, 9.0f),
             v3(0.0f, 0.0f, -9.0f));
    add_quad(&s, v3(0.0f, 0.0f, -9.0f), v3(0.0f, 0.0f, 9.0f), v3(5.0f, 10.0f, 9.0f),
             v3(5.0f, 10.0f, -9.0f));
    c = person_at(0.3f, 3.0f, 0.0f);
    walk_for(&c, s.world, v3(0.0f, 0.0f, 0.0f), 3.0f, 60);
    assert_true(c.grounded);
    assert_near(c.position.x, 0.0, 0.01);
    walk = walk_for(&c, s.world, v3(1.0f, 0.0f, 1.0f), 1.0f, 60); // along it
    assert_near(c.position.x, 0.0, 0.01);
    assert_near(c.position.z, 1.0, 0.02);
    assert_true(walk.grounded);
}

static void a_ledge_is_left_and_stairs_are_followed_down(void **state)
{
    (void)state;
    static scene s;
    start(&s);
    for (int i = 0; i < 10; i++)
    {
        add_floor(&s, 0.5f * (float)i, 0.5f * (float)(i + 1), -0.3f * (float)i);
        add_wall(&s, 0.5f * (float)(i + 1), -0.3f * (float)(i + 1), -0.3f * (float)i);
    }
    add_floor(&s, -5.0f, 0.0f, 0.0f);
    add_floor(&s, 5.0f, 9.0f, -3.0f);
    add_floor(&s, 9.0f, 30.0f, -6.0f);
    rim_character c = person_at(-1.0f, 0.01f, 0.0f);
    bool          fell = false;
    for (int i = 0; i < 60 * 4; i++)
    {
        rim_walk walk = rim_character_step(&c, s.world, v3(4.0f, 0.0f, 0.0f), 1.0f / 60.0f);
        if (c.position.x > 0.0f && c.position.x < 8.5f && i > 5) assert_true(walk.grounded);
        fell = fell || !walk.grounded;
    }
    assert_true(fell && c.grounded);
    assert_near(c.position.x, 15.0, 0.02);
    assert_near(c.position.y, -6.0, 0.01);
}

// --- what moves ---------------------------------------------------------------------------------------------

typedef struct lift
{
    scene    s;
    rim_vec3 v;    // of the moving part
    int      from; // its first triangle
} lift;

static rim_vec3 lift_velocity(const void *context, int id, rim_vec3 point)
{
    (void)point;
    // The list is the first member of neither; the world's context is the lift.
    const lift *l = context;
    return id >= l->from ? l->v : v3(0.0f, 0.0f, 0.0f);
}

static int lift_gather(const void *context, rim_box3 box, rim_world_triangle *out, int capacity)
{
    const lift *l = context;
    return l->s.world.gather(l->s.world.context, box, out, capacity);
}

static void move_lift(lift *l, float dt)
{
    for (int i = l->from; i < l->s.list.count; i++)
    {
        rim_triangle *t = &l->s.triangles[i];
        t->a = rim_vec3_along(t->a, l->v, dt);
        t->b = rim_vec3_along(t->b, l->v, dt);
        t->c = rim_vec3_along(t->c, l->v, dt);
    }
}

static void lifts_carry_and_walls_that_move_push(void **state)
{
    (void)state;
    static lift      l;
    static const int WAYS[][3] = { { 0, 1, 0 }, { 0, -1, 0 }, { 1, 0, 0 }, { 1, 1, -1 } };
    for (int way = 0; way < 4; way++)
        for (int kind = 0; kind < 2; kind++)
        {
            start(&l.s);
            add_floor(&l.s, -50.0f, 50.0f, -30.0f);
            l.from = 2;
            add_floor(&l.s, -3.0f, 3.0f, 0.0f);
            rim_world3    world = { &l, lift_gather, lift_velocity };
            rim_character c = kind ? boxer_at(0.0f, 0.01f, 0.0f) : person_at(0.0f, 0.01f, 0.0f);
            l.v = v3(0.0f, 0.0f, 0.0f);
            for (int i = 0; i < 10; i++)
                rim_character_step(&c, world, v3(0.0f, 0.0f, 0.0f), 1.0f / 60.0f);
            l.v = v3(2.0f * (float)WAYS[way][0], 2.0f * (float)WAYS[way][1],
                     2.0f * (float)WAYS[way][2]);
            rim_vec3 from = c.position;
            for (int i = 0; i < 60; i++)
            {
                move_lift(&l, 1.0f / 60.0f);
                rim_walk walk = rim_character_step(&c, world, v3(0.5f, 0.0f, 0.0f), 1.0f / 60.0f);
                assert_true(walk.grounded && !walk.stuck);
            }
            rim_vec3 moved = rim_vec3_sub(c.position, from);
            assert_near(moved.x, l.v.x + 0.5, 0.01);
            assert_near(moved.y, l.v.y, 0.01);
            assert_near(moved.z, l.v.z, 0.01);
            // A jump takes the lift's velocity along.
            rim_character_jump(&c, 3.0f);
            assert_near(c.fall.y, 3.0 + l.v.y, 1e-5);
            assert_near(c.fall.x, l.v.x, 1e-5);
        }

    start(&l.s);
    add_floor(&l.s, -50.0f, 50.0f, 0.0f);
    l.from = 2;
    add_wall(&l.s, -0.5f, 0.0f, 3.0f);
    l.v = v3(3.0f, 0.0f, 0.0f);
    rim_world3    world = { &l, lift_gather, lift_velocity };
    rim_character c = person_at(0.0f, 0.01f, 0.0f);
    for (int i = 0; i < 60; i++)
    {
        move_lift(&l, 1.0f / 60.0f);
        assert_false(rim_character_step(&c, world, v3(0.0f, 0.0f, 0.0f), 1.0f / 60.0f).stuck);
    }
    assert_near(c.position.x, 2.9, 0.01);
    // Between that wall and another there is no way out.
    add_quad(&l.s, v3(c.position.x + 0.4f, 0.0f, -9.0f), v3(c.position.x + 0.4f, 0.0f, 9.0f),
             v3(c.position.x + 0.4f, 3.0f, 9.0f), v3(c.position.x + 0.4f, 3.0f, -9.0f));
    bool stuck = false;
    for (int i = 0; i < 2; i++)
    {
        for (int k = 2; k < 4; k++)
        {
            l.s.triangles[k].a.x += 0.05f;
            l.s.triangles[k].b.x += 0.05f;
            l.s.triangles[k].c.x += 0.05f;
        }
        stuck = rim_character_step(&c, world, v3(1.0f, 0.0f, 0.0f), 1.0f / 60.0f).stuck;
    }
    assert_true(stuck);
}

static void who_starts_in_something_is_pushed_out(void **state)
{
    (void)state;
    static scene s;
    test_random  random = { 51 };
    int          pushed = 0;
    for (int round = 0; round < case_count(400); round++)
    {
        start(&s);
        for (int x = -3; x < 3; x++) // a floor of many triangles, and a wall
            for (int z = -3; z < 3; z++)
                add_quad(&s, v3(0.7f * (float)x, 0.0f, 0.7f * (float)z),
                         v3(0.7f * (float)x, 0.0f, 0.7f * (float)(z + 1)),
                         v3(0.7f * (float)(x + 1), 0.0f, 0.7f * (float)(z + 1)),
                         v3(0.7f * (float)(x + 1), 0.0f, 0.7f * (float)z));
        add_wall(&s, 1.0f, -1.0f, 3.0f);
        float x = random_float(&random, -0.6f, 0.8f), y = random_float(&random, -0.3f, 0.0f);
        float z = random_float(&random, -0.5f, 0.5f);
        rim_character c = round & 1 ? boxer_at(x, y, z) : person_at(x, y, z);
        rim_walk      walk = rim_character_step(&c, s.world, v3(0.0f, 0.0f, 0.0f), 1.0f / 60.0f);
        assert_false(walk.stuck);
        assert_true(depth_of(&c, s.triangles, s.list.count) <= c.skin);
        // The shortest way: straight up, straight back.
        assert_near(c.position.y, 0.0, 0.004);
        assert_near(c.position.x, x < 0.598f ? x : 0.598f, 0.004);
        assert_near(c.position.z, z, 0.002);
        pushed++;
    }
    assert_true(pushed == case_count(400));
}

static void one_sided_worlds_let_those_pass_who_come_from_behind(void **state)
{
    (void)state;
    static scene s;
    start(&s);
    // Seen from +x: normal (1, 0, 0).
    add_quad(&s, v3(0.0f, 0.0f, 9.0f), v3(0.0f, 0.0f, -9.0f), v3(0.0f, 3.0f, -9.0f),
             v3(0.0f, 3.0f, 9.0f));
    add_floor(&s, -9.0f, 9.0f, 0.0f);
    for (int kind = 0; kind < 2; kind++)
        for (int side = 0; side < 3; side++)
        {
            rim_character c = kind ? boxer_at(2.0f, 0.01f, 0.0f) : person_at(2.0f, 0.01f, 0.0f);
            c.side = (rim_side)side;
            if (side == RIM_SIDE_BACK) c.gravity = 0.0f; // the floor lets it through
            walk_for(&c, s.world, v3(-2.0f, 0.0f, 0.0f), 2.0f, 60);
            if (side == RIM_SIDE_BACK)
                assert_near(c.position.x, -2.0, 0.5);
            else
                assert_near(c.position.x, 0.4, 0.01);
            c = kind ? boxer_at(-2.0f, 0.01f, 0.0f) : person_at(-2.0f, 0.01f, 0.0f);
            c.side = (rim_side)side;
            if (side == RIM_SIDE_BACK) c.gravity = 0.0f;
            walk_for(&c, s.world, v3(2.0f, 0.0f, 0.0f), 2.0f, 60);
            if (side == RIM_SIDE_FRONT)
                assert_true(c.position.x > 1.5f);
            else
                assert_near(c.position.x, -0.4, 0.01);
        }
}

// --- four rays ----------------------------------------------------------------------------------------------

static void four_rays_climb_stairs_and_ramps_and_slide_along_walls(void **state)
{
    (void)state;
    static scene  s;
    rim_character c;
    start(&s);
    add_floor(&s, -9.0f, 0.0f, 0.0f);
    for (int i = 0; i < 5; i++)
    {
        add_wall(&s, 0.5f * (float)i, 0.2f * (float)i, 0.2f * (float)(i + 1));
        add_floor(&s, 0.5f * (float)i, 0.5f * (float)(i + 1), 0.2f * (float)(i + 1));
    }
    add_floor(&s, 2.5f, 9.0f, 1.0f);
    add_quad(&s, v3(9.0f, 1.0f, -9.0f), v3(9.0f, 1.0f, 9.0f), v3(12.0f, 2.5f, 9.0f),
             v3(12.0f, 2.5f, -9.0f));
    add_floor(&s, 12.0f, 15.0f, 2.5f);
    add_wall(&s, 15.0f, 2.0f, 6.0f);
    c = boxer_at(-3.0f, 0.5f, 0.0f);
    for (int i = 0; i < 600; i++)
    {
        rim_walk walk = rim_character_rays(&c, s.world, v3(2.0f, 0.0f, 0.1f), 1.0f / 60.0f);
        assert_false(walk.stuck);
        assert_true(depth_of(&c, s.triangles, s.list.count) == 0.0);
    }
    assert_true(c.grounded);
    assert_near(c.position.y, 2.5, 0.01);
    assert_true(c.position.x > 14.5f && c.position.x < 14.61f);
    assert_near(c.position.z, 1.0, 0.05);
    // Off the end, down to the ground that is not there.
    for (int i = 0; i < 90; i++)
        rim_character_rays(&c, s.world, v3(0.0f, 0.0f, 12.0f), 1.0f / 60.0f);
    assert_true(!c.grounded && c.position.y < 2.0f && c.fall.y < -1.0f);
}

static void four_rays_go_through_what_is_thin(void **state)
{
    (void)state;
    static scene s;
    start(&s);
    add_floor(&s, -100.0f, 100.0f, 0.0f);
    add_wall(&s, 5.0f, 0.0f, 3.0f);
    rim_character c = boxer_at(0.0f, 0.01f, 0.0f), d = c;
    for (int i = 0; i < 10; i++)
    {
        rim_character_rays(&c, s.world, v3(60.0f * 2.9f, 0.0f, 0.0f), 1.0f / 60.0f);
        rim_character_step(&d, s.world, v3(60.0f * 2.9f, 0.0f, 0.0f), 1.0f / 60.0f);
    }
    assert_true(c.position.x > 5.0f); // as the header says
    assert_near(d.position.x, 4.6, 0.01);
}

// --- work ---------------------------------------------------------------------------------------------------

// A world that remembers what it was asked for.
typedef struct watched
{
    rim_world3 world;
    rim_box3   asked;
    int        times;
} watched;

static int watch(const void *context, rim_box3 box, rim_world_triangle *out, int capacity)
{
    watched *w = *(watched *const *)context;
    w->asked = rim_box3_union(w->asked, box);
    w->times++;
    return w->world.gather(w->world.context, box, out, capacity);
}

// The world is asked once for an ordinary step, and for no more than what that may come near: the way to every
// side, half of it more where it slides up or down, steps, snaps, falls, and a few skins.
static void who_walks_looks_as_far_as_he_may_come_and_no_farther(void **state)
{
    (void)state;
    rim_soup           *soup = load_course();
    int                 count;
    const rim_triangle *triangles = rim_soup_triangles(soup, &count);
    rim_mesh           *mesh;
    assert_int_equal(rim_mesh_create(&mesh, &triangles->a, 3 * count, NULL, count, NULL), RIM_OK);
    watched     watching = { .world = rim_mesh_world(mesh) }, *pointer = &watching;
    rim_world3  world = { &pointer, watch, NULL };
    test_random random = { 55 };
    int         steps[3] = { 0 }, asked[3] = { 0 }, walks = case_count(40);
    if (walks < 10) walks = 10; // of fewer too many may be the rare ones
    for (int i = 0; i < 3 * walks; i++)
    {
        int           kind = i % 3; // a capsule, a box, a box on four rays
        rim_character c = kind ? boxer_at(14.0f, 0.01f, 10.0f) : person_at(14.0f, 0.01f, 10.0f);
        rim_vec3      wish = any_wish(&random);
        float         dt = 1.0f / 60.0f;
        if (rim_vec3_length(wish) > 20.0f) wish = rim_vec3_scale(wish, 0.05f);
        for (int k = 0; k < 60; k++)
        {
            if (c.grounded && random_int(&random, 0, 30) == 0) rim_character_jump(&c, 5.0f);
            rim_character was = c;
            watching.asked = rim_box3_empty();
            watching.times = 0;
            rim_walk walk = kind < 2 ? rim_character_step(&c, world, wish, dt)
                                     : rim_character_rays(&c, world, wish, dt);
            assert_int_equal(walk.gathered, watching.times);
            steps[kind]++;
            asked[kind] += walk.gathered;
            if (walk.gathered != 1) continue;

            rim_box3 box = watching.asked;
            double   way = rim_vec3_length(wish) * dt, r = was.radius;
            double   fall = (fabs((double)was.fall.y) + (double)was.gravity * dt) * dt;
            double skins = (kind < 2 ? 3.1 : 1.2) * was.skin, sloping = kind < 2 ? 1.5 * way : way;
            double rest = way + skins + r, below = was.snap + fall + sloping + skins;
            double above = was.height + was.step + sloping + skins;
            assert_true(box.lo.x >= was.position.x - rest && box.hi.x <= was.position.x + rest);
            assert_true(box.lo.z >= was.position.z - rest && box.hi.z <= was.position.z + rest);
            assert_true(box.lo.y >= was.position.y - below && box.hi.y <= was.position.y + above);
        }
    }
    for (int kind = 0; kind < 3; kind++) assert_true(steps[kind] >= 60 * walks);
    assert_true(asked[0] < 1.02 * steps[0] && asked[1] < 1.02 * steps[1]);
    assert_true(asked[2] < 1.4 * steps[2]); // those that slide ask again
    rim_mesh_destroy(mesh);
    rim_soup_destroy(soup);
}

// --- limits -------------------------------------------------------------------------------------------------

static void what_is_not_finite_does_nothing(void **state)
{
    (void)state;
    static scene s;
    start(&s);
    add_floor(&s, -9.0f, 9.0f, 0.0f);
    rim_character c = person_at(0.0f, 0.01f, 0.0f), was = c;
    float         odd[] = { NAN, INFINITY, -INFINITY };
    for (int i = 0; i < 3; i++)
    {
        rim_character_step(&c, s.world, v3(odd[i], 0.0f, 0.0f), 0.1f);
        rim_character_step(&c, s.world, v3(1.0f, 0.0f, 0.0f), odd[i]);
        assert_memory_equal(&c, &was, sizeof c);
        rim_character d = was;
        d.position.y = odd[i];
        rim_walk walk = rim_character_step(&d, s.world, v3(1.0f, 0.0f, 0.0f), 0.1f);
        assert_true(rim_vec3_length(walk.moved) == 0.0f);
    }
    rim_character_step(&c, s.world, v3(1.0f, 0.0f, 0.0f), 0.0f);
    rim_character_step(&c, s.world, v3(1.0f, 0.0f, 0.0f), -1.0f);
    assert_memory_equal(&c, &was, sizeof c);
    // Nor does what has no size; whatever has one moves.
    static const float none[] = { 0.0f, -1.0f, NAN };
    for (int i = 0; i < 10; i++)
    {
        rim_character d = was;
        if (i / 3 == 0) d.radius = none[i];
        if (i / 3 == 1) d.height = none[i - 3];
        if (i / 3 == 2) d.skin = none[i - 6];
        rim_character before = d;
        rim_walk      walk = rim_character_step(&d, s.world, v3(1.0f, 0.0f, 0.0f), 0.1f);
        assert_int_equal(memcmp(&d, &before, sizeof d) == 0, i < 9);
        assert_int_equal(rim_vec3_length(walk.moved) == 0.0f, i < 9);
    }
    // Bounded, and no NaN, for what is merely absurd.
    rim_character_step(&c, s.world, v3(3e38f, 0.0f, 3e38f), 1.0f);
    assert_true(isfinite(c.position.x) && isfinite(c.position.y) && isfinite(c.position.z));
}

static void too_many_triangles_cut_the_way_and_let_nobody_out(void **state)
{
    (void)state;
    static scene s;
    start(&s);
    for (int x = 0; x < 40; x++)
        for (int z = 0; z < 40; z++)
        {
            float a = 0.05f * (float)x, b = 0.05f * (float)z;
            add_quad(&s, v3(a, 0.0f, b), v3(a, 0.0f, b + 0.05f), v3(a + 0.05f, 0.0f, b + 0.05f),
                     v3(a + 0.05f, 0.0f, b));
        }
    rim_character c = person_at(1.0f, 0.5f, 1.0f);
    bool          cut = false;
    for (int i = 0; i < 60; i++)
    {
        rim_walk walk = rim_character_step(&c, s.world, v3(0.5f, 0.0f, 0.0f), 1.0f / 60.0f);
        cut = cut || walk.cut;
        assert_true(c.position.y > -0.001f);
        assert_true(walk.gathered < 4096);
    }
    assert_true(cut);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_walks_out_of_the_course_or_into_its_walls),
        cmocka_unit_test(every_kernel_and_every_order_of_triangles_gives_the_same_bits),
        cmocka_unit_test(a_course_of_another_size_is_walked_alike_bit_by_bit),
        cmocka_unit_test(a_turned_world_is_walked_alike),
        cmocka_unit_test(the_path_is_the_same_at_every_rate),
        cmocka_unit_test(nothing_is_too_fast_or_too_thin),
        cmocka_unit_test(a_fall_ends_on_the_thinnest_floor),
        cmocka_unit_test(inner_edges_of_floors_and_walls_are_not_felt),
        cmocka_unit_test(slopes_are_climbed_up_to_the_limit),
        cmocka_unit_test(steps_are_climbed_up_to_their_height_at_any_rate_and_angle),
        cmocka_unit_test(low_ceilings_stop_walkers_and_jumpers),
        cmocka_unit_test(what_is_too_steep_is_slid_down_and_a_wedge_holds),
        cmocka_unit_test(a_ledge_is_left_and_stairs_are_followed_down),
        cmocka_unit_test(lifts_carry_and_walls_that_move_push),
        cmocka_unit_test(who_starts_in_something_is_pushed_out),
        cmocka_unit_test(one_sided_worlds_let_those_pass_who_come_from_behind),
        cmocka_unit_test(four_rays_climb_stairs_and_ramps_and_slide_along_walls),
        cmocka_unit_test(four_rays_go_through_what_is_thin),
        cmocka_unit_test(who_walks_looks_as_far_as_he_may_come_and_no_farther),
        cmocka_unit_test(what_is_not_finite_does_nothing),
        cmocka_unit_test(too_many_triangles_cut_the_way_and_let_nobody_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
