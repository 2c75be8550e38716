// Questions of the flat world that no peer answers: only Rimcast's times, for `make bench OLD=commit`.
#include "kit.h"
#include "sprites.h"

#include "rimcast/rimcast.h"

#include <stdlib.h>

enum
{
    PAIRS = 256,
    SPRITES = 16,
    LAND_WIDTH = 1280,
    LAND_HEIGHT = 540,
    LAND_HIGH = 300, // solid from this row on
    CRATERS = 40
};

typedef struct alone_set
{
    rim_mask   *masks[SPRITES];
    rim_sprite *sprites[SPRITES];
    rim_posed   a[PAIRS], b[PAIRS];
    rim_vec2    points[PAIRS], deltas[PAIRS];
    rim_mask   *ground;
    rim_sprite *land;
} alone_set;

static float between(bench_random *random, double lo, double hi)
{
    return (float)(lo + (hi - lo) * bench_unit(random));
}

// Two sprites whose centres are at most 40 pixels apart: on whole pixels and unturned, or anywhere and turned.
static bool make_set(alone_set *set, const sprite_set *drawn, bool whole)
{
    bench_random random = { 3 };
    for (int i = 0; i < SPRITES; i++)
    {
        const sprite_image *s = &drawn->images[i];
        rim_image           image = { s->rgba, s->width, s->height, 0, RIM_PIXELS_RGBA8, 0 };
        if (rim_mask_create_from_image(&set->masks[i], &image, RIM_ALPHA_HALF, NULL) ||
            rim_sprite_create(&set->sprites[i], set->masks[i], NULL))
            return false;
    }
    for (int i = 0; i < PAIRS; i++)
    {
        rim_posed *both[2] = { &set->a[i], &set->b[i] };
        for (int k = 0; k < 2; k++)
        {
            rim_vec2 at = { between(&random, -20.0, 20.0), between(&random, -20.0, 20.0) };
            rim_rot2 turn = rim_rot2_degrees(between(&random, 0.0, 360.0));
            int      n = bench_int(&random, 0, SPRITES - 1);
            if (whole)
            {
                at = rim_vec2_make((float)(int)at.x, (float)(int)at.y);
                turn = rim_rot2_degrees(0.0);
            }
            *both[k] = rim_posed_make(set->sprites[n],
                                      rim_xform2_pose(at, turn, rim_vec2_make(1.0f, 1.0f)));
        }
        set->points[i] =
            rim_vec2_make(between(&random, -60.0, 60.0), between(&random, -60.0, 60.0));
        set->deltas[i] =
            rim_vec2_make(between(&random, -90.0, 90.0), between(&random, -90.0, 90.0));
    }
    return true;
}

static bool make_land(alone_set *set)
{
    if (rim_mask_create(&set->ground, LAND_WIDTH, LAND_HEIGHT, NULL)) return false;
    rim_mask_draw_rect(set->ground, rim_rect_make(0, LAND_HIGH, LAND_WIDTH, LAND_HEIGHT), true);
    return !rim_sprite_create(&set->land, set->ground, NULL);
}

static void free_set(alone_set *set)
{
    rim_sprite_destroy(set->land);
    rim_mask_destroy(set->ground);
    for (int i = 0; i < SPRITES; i++)
    {
        rim_sprite_destroy(set->sprites[i]);
        rim_mask_destroy(set->masks[i]);
    }
}

#define PASS(name, expression)                                                                     \
    static void name(const void *work, int64_t *answers)                                           \
    {                                                                                              \
        const alone_set *set = work;                                                               \
        for (int i = 0; i < PAIRS; i++)                                                            \
        {                                                                                          \
            rim_posed a = set->a[i], b = set->b[i];                                                \
            rim_vec2  point = set->points[i], delta = set->deltas[i];                              \
            int64_t   answer = (int64_t)(expression);                                              \
            (void)a, (void)b, (void)point, (void)delta;                                            \
            if (answers) answers[i] = answer;                                                      \
            bench_use(answer);                                                                     \
        }                                                                                          \
    }

PASS(overlaps, rim_sprite_overlaps(a, b))
PASS(area, 1024.0 * rim_sprite_overlap_area(a, b))
PASS(contact, 1024.0f * rim_sprite_contact(a, b).depth)
PASS(separate, 1024.0f * rim_sprite_separate(a, b).length)
PASS(contains, rim_sprite_contains(b, point))
PASS(raycast, 1e9 * rim_sprite_raycast(b, (rim_ray2){ point, delta }).t)
PASS(sweep, 1e9 * rim_sprite_sweep(a, delta, b).t)
PASS(circle, rim_sprite_overlaps_circle(b, (rim_circle2){ point, 8.0f }))
PASS(box, rim_sprite_overlaps_box(b, rim_box2_make(point, rim_vec2_add(point, delta))))
PASS(closest, 1024.0f * rim_sprite_closest(b, point).distance)

static void bake(const void *work, int64_t *answers)
{
    const alone_set *set = work;
    for (int i = 0; i < SPRITES; i++)
    {
        rim_sprite *sprite;
        if (rim_sprite_create(&sprite, set->masks[i], NULL)) abort();
        if (answers) answers[i] = 1;
        rim_sprite_destroy(sprite);
    }
}

static void update(const void *work, int64_t *answers)
{
    const alone_set *set = work;
    for (int i = 0; i < SPRITES; i++)
    {
        if (rim_sprite_update(set->sprites[i], set->masks[i], rim_rect_make(8, 8, 24, 24))) abort();
        if (answers) answers[i] = 1;
    }
}

// Craters of 40 pixels in a landscape below an open sky, each filled again.
static void dig(const void *work, int64_t *answers)
{
    const alone_set *set = work;
    for (int i = 0; i < CRATERS; i++)
    {
        rim_rect crater = rim_rect_make(30 * i, LAND_HIGH - 20, 30 * i + 40, LAND_HIGH + 20);
        for (int filled = 0; filled < 2; filled++)
        {
            rim_rect ground = crater;
            ground.y0 = filled ? LAND_HIGH : crater.y0;
            rim_mask_draw_rect(set->ground, ground, filled);
            if (rim_sprite_update(set->land, set->ground, crater)) abort();
        }
        if (answers) answers[i] = 1;
    }
}

int main(int argc, char **argv)
{
    static const struct
    {
        const char *workload;
        bench_pass  pass;
        int         operations;
    } ROWS[] = {
        { "W12 overlaps", overlaps, PAIRS }, { "W12 area", area, PAIRS },
        { "W12 contact", contact, PAIRS },   { "W12 separate", separate, PAIRS },
        { "W13 contains", contains, PAIRS }, { "W13 raycast", raycast, PAIRS },
        { "W13 sweep", sweep, PAIRS },       { "W13 circle", circle, PAIRS },
        { "W13 box", box, PAIRS },           { "W13 closest", closest, PAIRS },
        { "W14 bake", bake, SPRITES },       { "W14 update", update, SPRITES },
        { "W14 dig", dig, CRATERS },
    };
    static sprite_set drawn;
    static alone_set  set;
    bench_options     options;
    if (!bench_options_read(&options, argc, argv)) return 2;
    bool right = sprite_set_draw(&drawn, "48", 48, SPRITES);
    bench_print_head();
    for (int whole = 1; whole >= 0 && right; whole--)
    {
        right = make_set(&set, &drawn, whole) && make_land(&set);
        for (size_t i = 0; right && i < sizeof ROWS / sizeof ROWS[0]; i++)
        {
            bench_case it = { .workload = ROWS[i].workload,
                              .input = whole ? "whole" : "turned",
                              .work = &set,
                              .operations = ROWS[i].operations,
                              .oracle = ROWS[i].pass,
                              .run_count = 1 };
            it.runs[0] = (bench_run){ "rimcast", ROWS[i].pass, 0.0, false };
            if (bench_wants(&options, it.workload)) right = bench_measure(&options, &it);
        }
        free_set(&set);
    }
    sprite_set_free(&drawn);
    return right ? 0 : 1;
}
