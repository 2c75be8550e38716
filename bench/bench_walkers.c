// Q6: 120 walkers in a hall, as many as an old tutorial moved at 30 frames a second on a Pentium 4: half of them
// walk about, half push into the worst there is, a sharp corner and pillars. Beside them the tutorial's
// own scheme, four rays and a box that slides, with the library's tree and, as it was printed, with a loop
// over all triangles. Those two see only where they end, so they are not held to the answer.
#include "kit.h"

#include "rimcast/character.h"
#include "rimcast/mesh.h"
#include "rimcast/soup.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum
{
    WALKERS = 120,
    FRAMES = 30
};

typedef struct hall
{
    rim_soup         *soup;
    rim_mesh         *mesh;
    rim_triangle_list list;
    rim_character     walkers[WALKERS];
    rim_vec3          goals[WALKERS];
} hall;

static char *read_all(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    long  length = -1;
    if (file && fseek(file, 0, SEEK_END) == 0) length = ftell(file);
    if (length >= 0 && fseek(file, 0, SEEK_SET) == 0) text = malloc((size_t)length + 1);
    *size = text ? fread(text, 1, (size_t)length, file) : 0;
    if (file) fclose(file);
    return text;
}

static bool load(hall *h)
{
    size_t size;
    char  *text = read_all("assets/course.raw", &size);
    int    points;
    if (!text || rim_soup_create(&h->soup, RIM_SOUP_RAW, text, size, NULL, NULL))
    {
        fprintf(stderr, "bench_walkers: assets/course.raw cannot be read\n");
        free(text);
        return false;
    }
    free(text);
    h->list.triangles = rim_soup_read(h->soup).triangles;
    h->list.count = rim_soup_read(h->soup).triangle_count;
    const rim_vec3 *corners = rim_soup_read(h->soup).points;
    points = rim_soup_read(h->soup).point_count;
    return !rim_mesh_create(&h->mesh, corners, points, rim_soup_read(h->soup).indices,
                            h->list.count, NULL);
}

// worst: into the corner and between the pillars; else wherever.
static void place(hall *h, bool worst)
{
    static const rim_vec3 TRAPS[] = { { 14.75f, 0.0f, 15.6f }, { 5.0f, 0.0f, 5.0f } };
    bench_random          random = { 6 };
    for (int i = 0; i < WALKERS; i++)
    {
        float x = (float)bench_unit(&random), z = (float)bench_unit(&random);
        bool  pillars = i & 1;
        h->goals[i] = worst ? TRAPS[pillars] : rim_vec3_make(28.0f * z, 0.0f, 20.0f * x);
        rim_vec3 at = { 13.3f + 1.2f * x, 0.01f, 11.4f + 0.8f * z };
        if (!worst) at = rim_vec3_make(13.2f + 1.6f * x, 0.01f, 1.0f + 8.0f * z);
        if (worst && pillars) at = rim_vec3_make(1.0f + 0.8f * x, 0.01f, 1.0f + 7.0f * z);
        h->walkers[i] = rim_character_capsule(at, 0.4f, 1.8f);
    }
}

static int64_t place_of(const rim_character *c)
{
    return (int64_t)(c->position.x * 4096.0f) * 1000003 +
           (int64_t)(c->position.y * 4096.0f) * 1009 + (int64_t)(c->position.z * 4096.0f);
}

static void walk(const hall *h, rim_world3 world, bool box, int64_t *answers)
{
    static const float DT = 1.0f / 30.0f;
    int64_t            sum = 0;
    for (int i = 0; i < WALKERS; i++)
    {
        rim_character c = h->walkers[i];
        if (box) c.kind = RIM_CHARACTER_BOX;
        for (int frame = 0; frame < FRAMES; frame++)
        {
            rim_vec3 way = rim_vec3_sub(h->goals[i], c.position);
            way.y = 0.0f;
            rim_character_step(&c, world, rim_vec3_scale(rim_vec3_normalize(way), 4.0f), DT);
            if (answers) answers[i * FRAMES + frame] = place_of(&c);
        }
        sum += place_of(&c);
    }
    bench_use(sum);
}

// Every triangle looked at in every step, and the same places all the way.
static void walk_slowly(const void *work, int64_t *answers)
{
    const hall *h = work;
    walk(h, rim_triangle_list_world(&h->list), false, answers);
}

static void walk_capsules(const void *work, int64_t *answers)
{
    const hall *h = work;
    walk(h, rim_mesh_world(h->mesh), false, answers);
}

static void walk_boxes(const void *work, int64_t *answers)
{
    const hall *h = work;
    walk(h, rim_mesh_world(h->mesh), true, answers);
}

static bool measure(const bench_options *options, hall *h, const char *input, bool worst)
{
    place(h, worst);
    bench_case it = { .workload = "Q6 walkers",
                      .input = input,
                      .work = h,
                      .operations = WALKERS * FRAMES,
                      .oracle = walk_slowly,
                      .runs = { { "rimcast", walk_capsules, 0.0, false },
                                { "rimcast, boxes", walk_boxes, 0.0, true } },
                      .run_count = 2 };
    bool       right = bench_measure(options, &it);
    clock_t    start = clock();
    for (int i = 0; i < 20; i++) walk_capsules(h, NULL);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("  %.0f steps a second; the tutorial's Pentium 4 made 3,600\n",
           20.0 * WALKERS * FRAMES / (seconds > 0.0 ? seconds : 1e-6));
    return right;
}

int main(int argc, char **argv)
{
    bench_options options;
    static hall   h;
    if (!bench_options_read(&options, argc, argv)) return 2;
    if (!bench_wants(&options, "Q6 walkers")) return 0;
    bench_print_head();
    bool right = load(&h) && measure(&options, &h, "walking about", false) &&
                 measure(&options, &h, "worst case", true);
    rim_mesh_destroy(h.mesh);
    rim_soup_destroy(h.soup);
    return right ? 0 : 1;
}
