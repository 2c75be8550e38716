// Saved meshes, and meshes that move.
#include "rimcast/mesh.h"

#include "support/meshes.h"
#include "support/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static rim_mesh *mesh_of(const test_mesh *source, rim_mesh_form form, bool movable)
{
    rim_mesh_options options = { .form = form, .movable = movable };
    rim_mesh        *mesh;
    assert_int_equal(rim_mesh_create(&mesh, source->points, source->point_count, source->indices,
                                     source->count, &options),
                     RIM_OK);
    return mesh;
}

static uint8_t *saved(const rim_mesh *mesh, size_t *size)
{
    *size = rim_mesh_save(mesh, NULL, 0);
    uint8_t *block = malloc(*size);
    assert_int_equal(rim_mesh_save(mesh, block, *size), *size);
    return block;
}

static void assert_same_answers(const rim_mesh *a, const rim_mesh *b, float size)
{
    test_random r = { 3 };
    int         hits = 0;
    assert_int_equal(rim_mesh_read(a).count, rim_mesh_read(b).count);
    for (int i = 0; i < 200; i++)
    {
        rim_vec3 p = { random_float(&r, -size, size), random_float(&r, -size, size),
                       random_float(&r, -size, size) };
        rim_ray3 ray = { p, { -2.0f * p.x, -2.0f * p.y, -p.z } };
        rim_hit3 ha = rim_mesh_raycast(a, ray, RIM_SIDE_BOTH);
        rim_hit3 hb = rim_mesh_raycast(b, ray, RIM_SIDE_BOTH);
        assert_int_equal(ha.hit, hb.hit);
        assert_same_bits(ha.t, hb.t);
        assert_int_equal(ha.item, hb.item);
        hits += ha.hit;
        rim_sphere ball = { p, 0.2f * size };
        assert_int_equal(mesh_overlaps_sphere(a, ball, NULL, 0),
                         mesh_overlaps_sphere(b, ball, NULL, 0));
    }
    assert_true(hits > 0);
    for (int i = 0; i < rim_mesh_read(a).count; i++)
    {
        rim_triangle ta = rim_mesh_triangle(a, i), tb = rim_mesh_triangle(b, i);
        assert_memory_equal(&ta, &tb, sizeof ta);
    }
}

static void what_was_saved_loads_as_it_was(void **state)
{
    (void)state;
    for (int kind = 0; kind < MESH_KIND_COUNT; kind++)
        for (int form = 0; form < 2; form++)
        {
            test_mesh source =
                test_mesh_make((mesh_kind)kind, 700, 5.0f, rim_vec3_make(0.0f, 0.0f, 0.0f), 9);
            rim_mesh *mesh = mesh_of(&source, (rim_mesh_form)form, false), *back;
            size_t    size, again;
            uint8_t  *block = saved(mesh, &size), *moved = malloc(size + 1);
            memcpy(moved + 1, block, size);
            assert_int_equal(rim_mesh_load(&back, moved + 1, size, NULL), RIM_OK);
            assert_int_equal(rim_mesh_read(back).bytes, rim_mesh_read(mesh).bytes);
            assert_same_answers(mesh, back, 5.0f);
            uint8_t *twice = saved(back, &again);
            assert_int_equal(again, size);
            assert_memory_equal(block, twice, size);
            free(twice);
            free(moved);
            free(block);
            rim_mesh_destroy(back);
            rim_mesh_destroy(mesh);
            test_mesh_free(&source);
        }
}

static void an_empty_mesh_can_be_saved(void **state)
{
    (void)state;
    rim_mesh *mesh, *back;
    size_t    size;
    assert_int_equal(rim_mesh_create(&mesh, NULL, 0, NULL, 0, NULL), RIM_OK);
    rim_mesh_destroy(mesh);
    rim_mesh_create(&mesh, NULL, 0, NULL, 0, NULL);
    uint8_t *block = saved(mesh, &size);
    assert_int_equal(rim_mesh_load(&back, block, size, NULL), RIM_OK);
    assert_int_equal(rim_mesh_read(back).count, 0);
    rim_mesh_destroy(back);
    rim_mesh_destroy(mesh);
    free(block);
}

static void every_damaged_byte_is_noticed(void **state)
{
    (void)state;
    test_mesh source = test_mesh_make(MESH_KIND_BALL, 60, 1.0f, rim_vec3_make(0.0f, 0.0f, 0.0f), 1);
    rim_mesh *mesh = mesh_of(&source, RIM_MESH_FAST, false), *back;
    size_t    size;
    uint8_t  *block = saved(mesh, &size);
    int       versions = 0, sums = 0, formats = 0;
    for (size_t i = 0; i < size; i++)
    {
        block[i] ^= 16;
        rim_status status = rim_mesh_load(&back, block, size, NULL);
        assert_true(status != RIM_OK);
        assert_null(back);
        versions += status == RIM_ERR_VERSION;
        sums += status == RIM_ERR_CHECKSUM;
        formats += status == RIM_ERR_FORMAT;
        block[i] ^= 16;
    }
    assert_int_equal(versions, 8);
    assert_true(formats >= 8 && sums > (int)size / 2);
    for (size_t cut = 0; cut < size; cut += 7)
        assert_int_equal(rim_mesh_load(&back, block, cut, NULL), RIM_ERR_FORMAT);
    test_heap     heap = { .budget = 0 };
    rim_allocator from = test_heap_allocator(&heap);
    for (int budget = 0; budget < 2; budget++)
    {
        heap.budget = budget;
        assert_int_equal(rim_mesh_load(&back, block, size, &from), RIM_ERR_MEMORY);
        assert_int_equal(heap.live_bytes, 0);
    }
    free(block);
    rim_mesh_destroy(mesh);
    test_mesh_free(&source);
}

// The checksum of a saved mesh, made right again after a forgery.
static void seal(uint8_t *block, size_t size)
{
    enum
    {
        SUM_AT = 32
    };
    uint64_t sum = 0xcbf29ce484222325u;
    memset(block + SUM_AT, 0, 8);
    for (size_t at = 0; at < size; at++) sum = (sum ^ block[at]) * 0x100000001b3u;
    memcpy(block + SUM_AT, &sum, 8);
}

// A forged mesh is refused, or it is a mesh like any other and is asked without harm.
static bool loads_forged(const uint8_t *block, size_t size)
{
    rim_mesh  *mesh;
    rim_status status = rim_mesh_load(&mesh, block, size, NULL);
    assert_true(status == RIM_OK || status == RIM_ERR_FORMAT || status == RIM_ERR_VERSION);
    if (status) return false;
    rim_ray3 ray = { { 0.0f, 9.0f, 0.0f }, { 0.1f, -18.0f, 0.1f } };
    rim_hit3 hit = rim_mesh_raycast(mesh, ray, RIM_SIDE_BOTH);
    assert_true(hit.t >= 0.0f && hit.t <= 1.0f);
    for (int i = 0; i < rim_mesh_read(mesh).count; i++) (void)rim_mesh_triangle(mesh, i);
    assert_true(rim_mesh_gather(mesh, rim_mesh_read(mesh).bounds, NULL, NULL, 0) <=
                rim_mesh_read(mesh).count);
    rim_mesh_destroy(mesh);
    return true;
}

static void every_forged_word_and_byte_is_refused_or_harmless(void **state)
{
    (void)state;
    static const uint32_t words[] = {
        0u, 1u, 2u, 0x7fffffffu, 0x80000000u, 0xffffffffu, 0x7fc00000u
    };
    int loaded = 0, refused = 0;
    for (int which = 0; which < 3; which++)
    {
        // With corners that are shared, in both forms, and without.
        rim_vec3  origin = { 0.0f, 0.0f, 0.0f };
        mesh_kind kind = which < 2 ? MESH_KIND_BALL : MESH_KIND_SOUP;
        test_mesh source = test_mesh_make(kind, which < 2 ? 80 : 20, 1.0f, origin, 1);
        rim_mesh *mesh = mesh_of(&source, which == 1 ? RIM_MESH_COMPACT : RIM_MESH_FAST, false);
        size_t    size;
        uint8_t  *block = saved(mesh, &size), *forged = malloc(size);
        memcpy(forged, block, size);
        seal(forged, size);
        assert_memory_equal(block, forged, size);
        for (size_t at = 0; at < size; at++)
            for (int k = 0; k < 12; k++)
            {
                if (k >= 5 && (at % 4 != 0 || at + 4 > size)) continue;
                memcpy(forged, block, size);
                if (k < 5)
                    forged[at] = (uint8_t[]){ 0, 255, (uint8_t)(block[at] + 1),
                                              (uint8_t)(block[at] - 1), 128 }[k];
                else
                    memcpy(forged + at, &words[k - 5], 4);
                seal(forged, size);
                if (loads_forged(forged, size))
                    loaded++;
                else
                    refused++;
            }
        free(forged);
        free(block);
        rim_mesh_destroy(mesh);
        test_mesh_free(&source);
    }
    assert_true(loaded > 100 && refused > 1000);
}

static void the_same_input_gives_the_same_bytes(void **state)
{
    (void)state;
    // Of a build with gcc on x86-64; every other has to agree.
    static const uint32_t EXPECTED[2] = { 0x27811455u, 0x3c3ec021u };
    for (int form = 0; form < 2; form++)
    {
        test_mesh source =
            test_mesh_make(MESH_KIND_TERRAIN, 3000, 8.0f, rim_vec3_make(0.0f, 0.0f, 0.0f), 4);
        rim_mesh *mesh = mesh_of(&source, (rim_mesh_form)form, false);
        size_t    size;
        uint8_t  *block = saved(mesh, &size);
        uint32_t  sum = 2166136261u;
        for (size_t i = 0; i < size; i++) sum = (sum ^ block[i]) * 16777619u;
        if (EXPECTED[form] && sum != EXPECTED[form]) fail_msg("sum 0x%08x", (unsigned)sum);
        if (!EXPECTED[form]) print_message("sum 0x%08x\n", (unsigned)sum);
        free(block);
        rim_mesh_destroy(mesh);
        test_mesh_free(&source);
    }
}

// --- scale and motion ---------------------------------------------------------------------------------

static void scaling_by_a_power_of_two_scales_every_answer(void **state)
{
    (void)state;
    for (int kind = 0; kind < MESH_KIND_COUNT; kind++)
        for (int power = -1; power <= 1; power += 2)
        {
            float     scale = power < 0 ? 0x1p-10f : 0x1p10f;
            test_mesh source =
                test_mesh_make((mesh_kind)kind, 300, 3.0f, rim_vec3_make(0.0f, 0.0f, 0.0f), 6);
            rim_mesh *mesh = mesh_of(&source, RIM_MESH_FAST, false);
            for (int i = 0; i < source.point_count; i++)
                source.points[i] = rim_vec3_scale(source.points[i], scale);
            rim_mesh   *scaled = mesh_of(&source, RIM_MESH_FAST, false);
            test_random r = { 8 };
            int         hits = 0;
            for (int i = 0; i < case_count(300); i++)
            {
                rim_vec3   p = { random_float(&r, -4.0f, 4.0f), random_float(&r, -4.0f, 4.0f),
                                 random_float(&r, -4.0f, 4.0f) };
                rim_vec3   d = { -2.0f * p.x, random_float(&r, -4.0f, 4.0f), -1.5f * p.z };
                rim_vec3   sp = rim_vec3_scale(p, scale), sd = rim_vec3_scale(d, scale);
                rim_sphere ball = { p, 0.25f }, big = { sp, 0.25f * scale };
                rim_hit3   a = mesh_sweep_sphere(mesh, ball, d, RIM_SIDE_BOTH);
                rim_hit3   b = mesh_sweep_sphere(scaled, big, sd, RIM_SIDE_BOTH);
                assert_same_bits(a.t, b.t);
                assert_same_bits(a.point.x * scale, b.point.x);
                assert_same_bits(a.normal.y, b.normal.y);
                assert_same_bits(a.face_normal.z, b.face_normal.z);
                assert_int_equal(a.item, b.item);
                hits += a.hit;
                rim_mesh_near na = rim_mesh_closest(mesh, p, INFINITY);
                rim_mesh_near nb = rim_mesh_closest(scaled, sp, INFINITY);
                assert_same_bits(na.distance.distance * scale, nb.distance.distance);
                rim_mesh_contact ca[8], cb[8];
                int              n = mesh_contacts_sphere(mesh, ball, RIM_SIDE_BOTH, ca, 8);
                assert_int_equal(mesh_contacts_sphere(scaled, big, RIM_SIDE_BOTH, cb, 8), n);
                for (int k = 0; k < n && k < 8; k++)
                    assert_same_bits(ca[k].contact.depth * scale, cb[k].contact.depth);
            }
            assert_true(hits > case_count(60));
            rim_mesh_destroy(mesh);
            rim_mesh_destroy(scaled);
            test_mesh_free(&source);
        }
}

static void a_mesh_that_moved_answers_as_a_new_one(void **state)
{
    (void)state;
    for (int kind = 0; kind < MESH_KIND_COUNT; kind++)
        for (int form = 0; form < 2; form++)
        {
            test_mesh source =
                test_mesh_make((mesh_kind)kind, 600, 5.0f, rim_vec3_make(0.0f, 0.0f, 0.0f), 9);
            rim_mesh   *mesh = mesh_of(&source, (rim_mesh_form)form, true);
            test_random r = { 5 };
            for (int i = 0; i < source.point_count; i++)
                source.points[i] = rim_vec3_add(source.points[i],
                                                rim_vec3_make(random_float(&r, -1.0f, 1.0f),
                                                              random_float(&r, 0.0f, 2.0f), 0.5f));
            assert_int_equal(
                rim_mesh_refit(mesh, source.points, source.point_count, source.indices), RIM_OK);
            rim_mesh *anew = mesh_of(&source, (rim_mesh_form)form, true);
            rim_box3  a = rim_mesh_read(mesh).bounds, b = rim_mesh_read(anew).bounds;
            assert_memory_equal(&a, &b, sizeof a);
            assert_same_answers(mesh, anew, 6.0f);
            rim_mesh_destroy(anew);
            rim_mesh_destroy(mesh);
            test_mesh_free(&source);
        }
}

static void corners_in_one_place_stay_together_unless_movable(void **state)
{
    (void)state;
    rim_vec3 p[6] = { { 0.0f, 0.0f, 0.0f }, { 1.0f, 0.0f, 0.0f }, { 0.0f, 1.0f, 0.0f },
                      { 1.0f, 0.0f, 0.0f }, { 1.0f, 1.0f, 0.0f }, { 0.0f, 1.0f, 0.0f } };
    for (int movable = 0; movable < 2; movable++)
    {
        rim_mesh_options options = { .movable = movable != 0 };
        rim_mesh        *mesh;
        assert_int_equal(rim_mesh_create(&mesh, p, 6, NULL, 2, &options), RIM_OK);
        rim_vec3 q[6];
        for (int i = 0; i < 6; i++) q[i] = rim_vec3_scale(p[i], 2.0f);
        assert_int_equal(rim_mesh_refit(mesh, q, 6, NULL), RIM_OK);
        q[3].y = -0.0f;
        assert_int_equal(rim_mesh_refit(mesh, q, 6, NULL), RIM_OK);
        q[3].z = 1.0f;
        assert_int_equal(rim_mesh_refit(mesh, q, 6, NULL), movable ? RIM_OK : RIM_ERR_ARGUMENT);
        assert_near(rim_mesh_triangle(mesh, 1).a.z, movable, 0.0);
        assert_near(rim_mesh_triangle(mesh, 0).b.x, 2.0, 0.0);
        assert_int_equal(rim_mesh_refit(mesh, q, 5, NULL), RIM_ERR_ARGUMENT);
        q[0].x = NAN;
        assert_int_equal(rim_mesh_refit(mesh, q, 6, NULL), RIM_ERR_ARGUMENT);
        rim_mesh_destroy(mesh);
    }
}

// Points in vertices of any size and alignment make the mesh of the same points in a row, and move it.
static void points_may_lie_in_vertices(void **state)
{
    (void)state;
    static const int strides[] = { 12, 13, 16, 20, 32, 64 };
    int              used = 0;
    for (int k = 0; k < case_count(60); k++)
    {
        test_mesh m = test_mesh_make(k % 2 ? MESH_KIND_TERRAIN : MESH_KIND_SOUP, 10 + 7 * k, 4.0f,
                                     rim_vec3_make(0.0f, 0.0f, 0.0f), (uint64_t)k);
        size_t    stride = (size_t)strides[k % 6], room = (size_t)m.point_count * stride + 4;
        char     *vertices = malloc(room), *first = vertices + k % 4;
        assert_non_null(vertices);
        memset(vertices, 0xff, room);
        for (size_t i = 0; i < (size_t)m.point_count; i++)
            memcpy(first + i * stride, &m.points[i], sizeof m.points[i]);
        rim_mesh_options options = { .form = k % 3 ? RIM_MESH_FAST : RIM_MESH_COMPACT,
                                     .movable = true,
                                     .stride = (int)stride };
        rim_mesh        *a, *b;
        const void      *at = first;
        assert_int_equal(rim_mesh_create(&a, at, m.point_count, m.indices, m.count, &options),
                         RIM_OK);
        options.stride = 0;
        assert_int_equal(rim_mesh_create(&b, m.points, m.point_count, m.indices, m.count, &options),
                         RIM_OK);
        for (int moved = 0; moved < 2; moved++)
        {
            size_t size = rim_mesh_save(a, NULL, 0);
            assert_int_equal(size, rim_mesh_save(b, NULL, 0));
            char *one = malloc(size), *two = malloc(size);
            assert_true(one && two);
            rim_mesh_save(a, one, size);
            rim_mesh_save(b, two, size);
            assert_memory_equal(one, two, size);
            free(one);
            free(two);
            for (size_t i = 0; i < (size_t)m.point_count; i++)
            {
                m.points[i].y += 0.25f * (float)(i % 5);
                memcpy(first + i * stride, &m.points[i], sizeof m.points[i]);
            }
            assert_int_equal(rim_mesh_refit(a, at, m.point_count, m.indices), RIM_OK);
            assert_int_equal(rim_mesh_refit(b, m.points, m.point_count, m.indices), RIM_OK);
            used++;
        }
        for (int bad = -12; bad < 12; bad += 23)
        {
            options.stride = bad;
            rim_mesh *none = a;
            assert_int_equal(
                rim_mesh_create(&none, m.points, m.point_count, m.indices, m.count, &options),
                RIM_ERR_ARGUMENT);
            assert_null(none);
        }
        rim_mesh_destroy(a);
        rim_mesh_destroy(b);
        free(vertices);
        test_mesh_free(&m);
    }
    assert_true(used > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_saved_loads_as_it_was),
        cmocka_unit_test(an_empty_mesh_can_be_saved),
        cmocka_unit_test(every_damaged_byte_is_noticed),
        cmocka_unit_test(every_forged_word_and_byte_is_refused_or_harmless),
        cmocka_unit_test(the_same_input_gives_the_same_bytes),
        cmocka_unit_test(scaling_by_a_power_of_two_scales_every_answer),
        cmocka_unit_test(a_mesh_that_moved_answers_as_a_new_one),
        cmocka_unit_test(corners_in_one_place_stay_together_unless_movable),
        cmocka_unit_test(points_may_lie_in_vertices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
