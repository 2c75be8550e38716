// Feeds saved meshes, broken in random ways but with a checksum made right again, to their loader:
//
//      fuzz_mesh SECONDS
//
// What loads is asked; the sanitizers watch that it answers within its memory.
#include "rimcast/mesh.h"
#include "support/meshes.h"
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum
{
    CHECKSUM_AT = 64,
    HEAD = 72
};

// As rim_mesh_save does it.
static uint64_t sum_of(uint64_t sum, const uint8_t *at, size_t size)
{
    for (; size >= 8; size -= 8, at += 8)
    {
        uint64_t word;
        memcpy(&word, at, 8);
        sum = (sum ^ word) * 0x100000001b3u;
        sum ^= sum >> 29;
    }
    for (; size > 0; size--) sum = (sum ^ *at++) * 0x100000001b3u;
    return sum;
}

static void sign(uint8_t *block, size_t size)
{
    if (size < HEAD) return;
    memset(block + CHECKSUM_AT, 0, 8);
    uint64_t sum = sum_of(sum_of(0xcbf29ce484222325u, block, HEAD), block + HEAD, size - HEAD);
    memcpy(block + CHECKSUM_AT, &sum, 8);
}

static size_t spoil(uint8_t *block, size_t size, test_random *random)
{
    for (int edits = random_int(random, 0, 4); edits > 0 && size > 0; edits--)
    {
        size_t reach = random_int(random, 0, 1) ? size : size < 200 ? size : 200;
        size_t at = random_bits(random) % reach;
        switch (random_int(random, 0, 3))
        {
        case 0:
            block[at] = (uint8_t)random_bits(random);
            break;
        case 1:
            block[at] ^= (uint8_t)(1 << random_int(random, 0, 7));
            break;
        case 2:
            block[at] = (uint8_t)(block[at] + random_int(random, -2, 2));
            break;
        default:
            if (random_int(random, 0, 9) == 0) size = at;
            break;
        }
    }
    if (random_int(random, 0, 19)) sign(block, size);
    return size;
}

static void ask(const rim_mesh *mesh, test_random *random)
{
    for (int i = 0; i < 4; i++)
    {
        rim_vec3    p = { random_float(random, -2.0f, 2.0f), random_float(random, -2.0f, 2.0f),
                          random_float(random, -2.0f, 2.0f) };
        rim_vec3    d = { -2.0f * p.x, -2.0f * p.y, 0.5f * p.z };
        rim_ray3    ray = { p, d };
        rim_sphere  ball = { p, 0.5f };
        rim_capsule capsule = { p, d, 0.25f };
        rim_box3    box = { { p.x - 1.0f, p.y - 1.0f, p.z - 1.0f }, p };
        (void)rim_mesh_raycast(mesh, ray, RIM_SIDE_BOTH);
        (void)rim_mesh_raycast_all(mesh, ray, RIM_SIDE_BOTH, NULL, 0);
        (void)rim_mesh_gather(mesh, box, NULL, NULL, 0);
        (void)mesh_overlaps_sphere(mesh, ball, NULL, 0);
        (void)mesh_overlaps_capsule(mesh, &capsule, NULL, 0);
        (void)mesh_sweep_sphere(mesh, ball, d, RIM_SIDE_BOTH);
        (void)mesh_sweep_capsule(mesh, &capsule, d, RIM_SIDE_FRONT);
        (void)mesh_contacts_sphere(mesh, ball, RIM_SIDE_BOTH, NULL, 0);
        (void)rim_mesh_closest(mesh, p, INFINITY);
    }
    for (int i = 0; i < rim_mesh_read(mesh).count; i++) (void)rim_mesh_triangle(mesh, i);
}

int main(int count, char **arguments)
{
    double      seconds = count > 1 ? strtod(arguments[1], NULL) : 1.0;
    clock_t     end = clock() + (clock_t)(seconds * CLOCKS_PER_SEC);
    test_random random = { getenv("FUZZ_SEED") ? 1 : (uint64_t)time(NULL) };
    printf("seed %llu\n", (unsigned long long)random.state);

    long inputs = 0, loaded = 0;
    for (; clock() < end; inputs++)
    {
        rim_mesh_options options = { .form = (rim_mesh_form)random_int(&random, 0, 1) };
        rim_vec3         origin = { 0.0f, 0.0f, 0.0f };
        test_mesh        source =
            test_mesh_make((mesh_kind)random_int(&random, 0, MESH_KIND_COUNT - 1),
                           random_int(&random, 1, 200), 1.0f, origin, random_bits(&random));
        rim_mesh *mesh = NULL;
        if (rim_mesh_create(&mesh, source.points, source.point_count, source.indices, source.count,
                            &options))
            return 1;
        size_t   size = rim_mesh_save(mesh, NULL, 0);
        uint8_t *block = malloc(size);
        rim_mesh_save(mesh, block, size);
        rim_mesh_destroy(mesh);
        test_mesh_free(&source);
        size_t   cut = spoil(block, size, &random);
        uint8_t *exact = malloc(cut ? cut : 1); // of the exact size, so that overruns are seen
        memcpy(exact, block, cut);
        if (rim_mesh_load(&mesh, exact, cut, NULL) == RIM_OK)
        {
            loaded++;
            ask(mesh, &random);
            rim_mesh_destroy(mesh);
        }
        else if (mesh)
            return 1;
        free(exact);
        free(block);
    }
    printf("fuzz_mesh: %ld inputs, %ld loaded\n", inputs, loaded);
    return 0;
}
