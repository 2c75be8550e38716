// Meshes, trees of planes, and who moves in them.
#include "support/pairs.h"
#include "determinism/bits.h"
#include "support/meshes.h"

#include <stdlib.h>

enum
{
    MOST = 64
};

// All kinds but the one that libm has a hand in.
static test_mesh any_arrays(test_random *random)
{
    const mesh_kind kinds[] = { MESH_KIND_SOUP, MESH_KIND_TERRAIN, MESH_KIND_FLAT,
                                MESH_KIND_SLIVERS, MESH_KIND_CLUSTERS };
    mesh_kind       kind = kinds[random_int(random, 0, 4)];
    int             count = random_int(random, 1, 800);
    return test_mesh_make(kind, count, 4.0f, rim_vec3_make(0.0f, 0.0f, 0.0f), random_bits(random));
}

static rim_mesh *mesh_of(const test_mesh *arrays, rim_mesh_form form)
{
    rim_mesh        *mesh;
    rim_mesh_options options = { .form = form, .movable = true };
    no_error(rim_mesh_create(&mesh, arrays->points, arrays->point_count, arrays->indices,
                             arrays->count, &options));
    return mesh;
}

static void tell_numbers(bits *b, const int *numbers, int count)
{
    BITS(b, count);
    for (int i = 0; i < count && i < MOST; i++) BITS(b, numbers[i]);
}

static void ask_rays(bits *b, test_random *random, const rim_mesh *mesh)
{
    rim_hit3 all[MOST];
    rim_vec3 from = any_vec3(random, 5.0f);
    rim_ray3 ray = { from, any_vec3(random, 9.0f) };
    rim_side side = (rim_side)random_int(random, 0, 2);
    BITS(b, rim_mesh_raycast(mesh, ray, side));
    BITS(b, rim_mesh_raycast_any(mesh, ray, side));
    int n = rim_mesh_raycast_all(mesh, ray, side, all, MOST);
    FROM(b, rim_mesh_raycast_all);
    for (int i = 0; i < n && i < MOST; i++) BITS(b, all[i]);
    rim_mesh_near near = rim_mesh_closest(mesh, from, 20.0f);
    FROM(b, rim_mesh_closest);
    BITS(b, near.triangle);
    BITS(b, near.distance);
}

static void ask_shapes(bits *b, test_random *random, const rim_mesh *mesh)
{
    int              numbers[MOST];
    rim_mesh_contact told[MOST];
    rim_vec3         p = any_vec3(random, 4.0f), delta = any_vec3(random, 6.0f);
    rim_sphere       ball = { p, random_float(random, 0.0f, 0.6f) };
    rim_capsule      rod = { p, rim_vec3_add(p, any_vec3(random, 1.0f)), 0.25f };
    rim_side         side = (rim_side)random_int(random, 0, 2);
    rim_box3         box = rim_box3_grow(rim_box3_make(p, p), 0.5f);
    rim_obox         crate = { any_pose3(random, 4.0f), rim_vec3_make(0.5f, 0.25f, 0.375f) };
    FROM(b, rim_mesh_gather);
    tell_numbers(b, numbers, rim_mesh_gather(mesh, box, numbers, NULL, MOST));
    rim_xform3 none = rim_xform3_identity();
    rim_shape3 as_ball = (rim_shape3){ RIM_SHAPE3_SPHERE, .sphere = ball },
               as_rod = (rim_shape3){ RIM_SHAPE3_CAPSULE, .capsule = rod };
    rim_shape3 as_crate = (rim_shape3){ RIM_SHAPE3_BOX, .box = crate };
    FROM(b, rim_mesh_overlaps);
    tell_numbers(b, numbers, rim_mesh_overlaps(mesh, &as_ball, none, numbers, MOST));
    tell_numbers(b, numbers, rim_mesh_overlaps(mesh, &as_crate, none, numbers, MOST));
    int n = rim_mesh_contacts(mesh, &as_rod, none, side, told, MOST);
    FROM(b, rim_mesh_contacts);
    for (int i = 0; i < n && i < MOST; i++) BITS(b, told[i].contact);
    n = rim_mesh_contacts(mesh, &as_crate, none, side, told, MOST);
    FROM(b, rim_mesh_contacts);
    for (int i = 0; i < n && i < MOST; i++) BITS(b, told[i].contact);
    BITS(b, rim_mesh_sweep(mesh, &as_ball, none, delta, side));
    BITS(b, rim_mesh_sweep(mesh, &as_rod, none, delta, side));
    BITS(b, rim_mesh_sweep(mesh, &as_crate, none, delta, side));
}

static void saved(bits *b, const rim_mesh *mesh)
{
    size_t         size = rim_mesh_save(mesh, NULL, 0);
    unsigned char *block = malloc(size);
    rim_mesh_save(mesh, block, size);
    FROM(b, rim_mesh_save);
    bits_bytes(b, block, size);
    free(block);
}

static void meshes(bits *b, test_random *random, int count)
{
    test_mesh arrays = { NULL, 0, NULL, 0 };
    rim_mesh *mesh = NULL;
    for (int i = 0; i < count; i++)
    {
        if (i % 100 == 0)
        {
            rim_mesh_destroy(mesh);
            test_mesh_free(&arrays);
            arrays = any_arrays(random);
            mesh = mesh_of(&arrays, (rim_mesh_form)random_int(random, 0, 1));
            BITS(b, rim_mesh_read(mesh).bounds);
            saved(b, mesh);
        }
        if (i % 100 == 50)
        {
            for (int k = 0; k < arrays.point_count; k++)
                arrays.points[k] = rim_vec3_add(arrays.points[k], any_vec3(random, 0.25f));
            no_error(rim_mesh_refit(mesh, arrays.points, arrays.point_count, arrays.indices));
        }
        ask_rays(b, random, mesh);
        ask_shapes(b, random, mesh);
    }
    rim_mesh_destroy(mesh);
    test_mesh_free(&arrays);
}

static void edges(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        test_mesh              arrays = any_arrays(random);
        rim_mesh_edges_options options = { 0.001f * (float)random_int(random, 0, 9), 0.0f, NULL };
        rim_mesh_edges        *all;
        no_error(rim_mesh_edges_create(&all, arrays.points, arrays.point_count, arrays.indices,
                                       arrays.count, &options));
        rim_mesh_survey survey = rim_mesh_edges_read(all);
        FROM(b, rim_mesh_edges_read);
        BITS(b, survey.points + survey.open * 65536);
        for (int k = 0; k < arrays.count; k++)
            for (int m = 0; m < 3; m++)
            {
                BITS(b, rim_mesh_edges_read(all).kinds[3 * k + m]);
                BITS(b, rim_mesh_edges_read(all).neighbors[3 * k + m]);
            }
        rim_mesh_edges_destroy(all);
        test_mesh_free(&arrays);
    }
}

static void ask_bsp(bits *b, test_random *random, const rim_bsp *bsp)
{
    int      order[MOST];
    rim_vec3 eye = any_vec3(random, 4.0f), delta = any_vec3(random, 2.0f);
    FROM(b, rim_bsp_order);
    tell_numbers(b, order, rim_bsp_order(bsp, eye, order, MOST));
    rim_sphere ball = { eye, 0.25f };
    BITS(b, rim_bsp_place(bsp, any_vec3(random, 4.0f), ball));
    FROM(b, rim_bsp_gather_sphere);
    tell_numbers(b, order, rim_bsp_gather_sphere(bsp, ball, delta, order, MOST, NULL));
}

static void bsps(bits *b, test_random *random, int count)
{
    rim_bsp *bsp = NULL;
    for (int i = 0; i < count; i++)
    {
        if (i % 100 == 0)
        {
            rim_bsp_destroy(bsp);
            test_mesh arrays = any_arrays(random);
            int       triangles = arrays.count < 200 ? arrays.count : 200, n;
            no_error(rim_bsp_create(&bsp, arrays.points, arrays.point_count, arrays.indices,
                                    triangles, NULL));
            test_mesh_free(&arrays);
            const rim_bsp_piece *pieces = rim_bsp_pieces(bsp, &n);
            FROM(b, rim_bsp_pieces);
            for (int k = 0; k < n; k++)
                for (int m = 0; m < pieces[k].polygon.count; m++)
                    BITS(b, pieces[k].polygon.points[m]);
        }
        ask_bsp(b, random, bsp);
    }
    rim_bsp_destroy(bsp);
}

static void planes(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        rim_plane list[12];
        float     size = any_size(random);
        int       n = random_int(random, 0, 12);
        for (int k = 0; k < n; k++)
        {
            rim_vec3 at = any_vec3(random, size);
            list[k] = rim_plane_through(at, any_vec3(random, 1.0f));
            if (any_bool(random, 4)) list[k].offset = 0.0f;
        }
        rim_move3 move = rim_mover_move(any_vec3(random, size), list, n);
        FROM(b, rim_mover_move);
        BITS(b, move.motion);
        BITS(b, move.left);
        BITS(b, move.stuck);
        BITS(b, rim_mover_velocity(any_vec3(random, size), list, n));
    }
}

static rim_soup *soup_in(const char *path)
{
    size_t    size;
    char     *text = read_file(path, &size);
    rim_soup *soup;
    no_error(rim_soup_create(&soup, RIM_SOUP_RAW, text, size, NULL, NULL));
    free(text);
    return soup;
}

static void tell_walk(bits *b, const rim_character *hero, rim_walk walk)
{
    FROM(b, rim_character_step);
    BITS(b, hero->position);
    BITS(b, hero->fall);
    BITS(b, walk.moved);
    BITS(b, walk.ground_normal);
    BITS(b, walk.wall_normal);
    BITS(b, walk.ground);
    BITS(b, walk.grounded + 2 * walk.landed + 4 * walk.stepped + 8 * walk.stuck + 16 * walk.cut);
}

// Walks through the demo's course with a wish that turns now and then.
static void characters(bits *b, test_random *random, int count)
{
    rim_soup           *soup = soup_in("assets/course.raw");
    int                 n;
    const rim_triangle *triangles = rim_soup_read(soup).triangles;
    n = rim_soup_read(soup).triangle_count;
    rim_mesh *mesh;
    no_error(rim_mesh_create(&mesh, &triangles[0].a, 3 * n, NULL, n, NULL));
    rim_world3    world = rim_mesh_world(mesh);
    rim_box3      bounds = rim_mesh_read(mesh).bounds;
    rim_vec3      wish = rim_vec3_make(0.0f, 0.0f, 0.0f);
    rim_character hero = rim_character_capsule(wish, 0.4f, 1.8f);
    for (int i = 0; i < count; i++)
    {
        if (i % 250 == 0)
        {
            rim_vec3 at = rim_box3_center(bounds), aside = any_vec3(random, 0.4f);
            at.x += aside.x * (bounds.hi.x - bounds.lo.x);
            at.z += aside.z * (bounds.hi.z - bounds.lo.z);
            hero = any_bool(random, 4) ? rim_character_box(at, rim_vec3_make(0.4f, 0.9f, 0.4f))
                                       : rim_character_capsule(at, 0.4f, 1.8f);
        }
        if (i % 40 == 0) wish = any_vec3(random, 5.0f);
        if (any_bool(random, 60)) rim_character_jump(&hero, 4.0f);
        tell_walk(b, &hero, rim_character_step(&hero, world, wish, 1.0f / 60.0f));
        rim_sphere eye = { rim_vec3_add(hero.position, rim_vec3_make(0.0f, 1.0f, 0.0f)), 0.25f };
        rim_flight flight = rim_mover_fly(eye, any_vec3(random, 4.0f), world, RIM_SIDE_BOTH);
        FROM(b, rim_mover_fly);
        BITS(b, flight.moved);
        BITS(b, flight.normal);
        BITS(b, flight.item);
    }
    rim_mesh_destroy(mesh);
    rim_soup_destroy(soup);
}

// What was saved answers as before.
static void loaded(bits *b, test_random *random, const rim_mesh *mesh)
{
    size_t         size = rim_mesh_save(mesh, NULL, 0);
    unsigned char *block = malloc(size);
    rim_mesh      *copy;
    rim_mesh_save(mesh, block, size);
    no_error(rim_mesh_load(&copy, block, size, NULL));
    free(block);
    rim_vec3 from = any_vec3(random, 5.0f);
    rim_ray3 ray = { from, any_vec3(random, 9.0f) };
    FROM(b, rim_mesh_load);
    bits_hit3(b, rim_mesh_raycast(copy, ray, RIM_SIDE_BOTH));
    b->line->answers++;
    rim_mesh_destroy(copy);
}

static void more_meshes(bits *b, test_random *random, int count)
{
    test_mesh arrays[2] = { { NULL, 0, NULL, 0 }, { NULL, 0, NULL, 0 } };
    rim_mesh *meshes[2] = { NULL, NULL };
    for (int i = 0; i < count; i++)
    {
        for (int k = 0; k < 2 && i % 50 == 0; k++)
        {
            rim_mesh_destroy(meshes[k]);
            test_mesh_free(&arrays[k]);
            arrays[k] = any_arrays(random);
            meshes[k] = mesh_of(&arrays[k], (rim_mesh_form)random_int(random, 0, 1));
            BITS(b, rim_mesh_read(meshes[k]).count);
            BITS(b, rim_mesh_read(meshes[k]).form);
            loaded(b, random, meshes[k]);
        }
        const rim_mesh *mesh = meshes[0];
        int             numbers[MOST];
        rim_mesh_visit  visits[MOST];
        rim_mesh_pair   pairs[MOST];
        rim_vec3        p = any_vec3(random, 4.0f);
        rim_box3        box = rim_box3_grow(rim_box3_make(p, p), 0.5f);
        rim_capsule     rod = { p, any_vec3(random, 4.0f), 0.25f };
        rim_ray3        ray = { p, any_vec3(random, 9.0f) };
        rim_triangle    t =
            rim_mesh_triangle(mesh, random_int(random, 0, rim_mesh_read(mesh).count - 1));
        FROM(b, rim_mesh_triangle);
        BITS(b, t.a);
        BITS(b, t.c);
        rim_obox   obox = obox_of_box3(box);
        rim_shape3 as_box = (rim_shape3){ RIM_SHAPE3_BOX, .box = obox },
                   as_rod = (rim_shape3){ RIM_SHAPE3_CAPSULE, .capsule = rod };
        FROM(b, rim_mesh_overlaps);
        tell_numbers(b, numbers,
                     rim_mesh_overlaps(mesh, &as_box, rim_xform3_identity(), numbers, MOST));
        tell_numbers(b, numbers,
                     rim_mesh_overlaps(mesh, &as_rod, rim_xform3_identity(), numbers, MOST));
        int n = rim_mesh_raycast_visits(mesh, ray, RIM_SIDE_BOTH, visits, MOST);
        FROM(b, rim_mesh_raycast_visits);
        BITS(b, n);
        n = rim_mesh_gather_visits(mesh, box, visits, MOST);
        FROM(b, rim_mesh_gather_visits);
        BITS(b, n);
        if (i % 10) continue;
        rim_xform3 pa = any_pose3(random, 2.0f), pb = any_pose3(random, 2.0f);
        n = rim_mesh_overlaps_mesh(mesh, pa, meshes[1], pb, pairs, MOST);
        FROM(b, rim_mesh_overlaps_mesh);
        BITS(b, n);
        for (int k = 0; k < n && k < MOST; k++) BITS(b, pairs[k].a + 65536LL * pairs[k].b);
    }
    for (int k = 0; k < 2; k++)
    {
        rim_mesh_destroy(meshes[k]);
        test_mesh_free(&arrays[k]);
    }
}

static void more_trees(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        test_mesh              arrays = any_arrays(random);
        rim_mesh_edges_options options = { 0.001f, 0.0f, NULL };
        rim_mesh_edges        *edges;
        rim_bsp               *bsp;
        no_error(rim_mesh_edges_create(&edges, arrays.points, arrays.point_count, arrays.indices,
                                       arrays.count, &options));
        rim_mesh_survey survey = rim_mesh_edges_read(edges);
        FROM(b, rim_mesh_edges_read);
        tell_numbers(b, survey.degenerates, survey.degenerate);
        tell_numbers(b, rim_mesh_edges_read(edges).indices, 3 * arrays.count);
        rim_mesh_edges_destroy(edges);
        no_error(rim_bsp_create(&bsp, arrays.points, arrays.point_count, arrays.indices,
                                arrays.count < 200 ? arrays.count : 200, NULL));
        rim_bsp_stats s = rim_bsp_statistics(bsp);
        FROM(b, rim_bsp_statistics);
        BITS(b, s.nodes + 65536 * s.splits);
        BITS(b, s.pieces + 65536 * s.depth);
        (void)any_vec3(random, 4.0f);
        rim_bsp_destroy(bsp);
        test_mesh_free(&arrays);
    }
}

const bits_part PARTS_MESH[] = {
    { "mesh_more", more_meshes, 2000 },
    { "mesh_trees", more_trees, 100 },
    { "mesh", meshes, 8000 },
    { "mesh_edges", edges, 100 },
    { "bsp", bsps, 2000 },
    { "mover", planes, 20000 },
    { "character", characters, 8000 },
    { NULL, NULL, 0 },
};
