#include "flat.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- W20: movers over terrain ---------------------------------------------------------------------------------
//
// A sprite that is a filled rectangle, a box of the same size and a circle stand on a hilly landscape of pixels. An
// operation is a frame of one of them: it walks by 3 pixels to the right and falls by 2, or it slides by (3, 5). The oracle
// is a law: at the end a mover stands, or has touched the ground, and shares no area with it. `pixel steps` move a box in
// whole pixels: one column forward, up by a stair, or down.

enum
{
    MOVERS = 64,
    MOVER_WIDTH = 24,
    MOVER_HEIGHT = 40,
    MOVER_STEP = 6, // the highest stair
    WALK_X = 3,
    WALK_Y = 2,
    HILLS_WIDTH = 960,
    HILLS_HEIGHT = 540
};

// The kinds of movers, by rim_mover2_kind.
enum
{
    MOVER_KINDS = RIM_MOVER2_CIRCLE + 1
};

typedef struct movers_work
{
    unsigned char *land; // a byte a pixel
    rim_mask      *land_mask, *block_mask;
    rim_sprite    *ground, *block;
    rim_posed      posed;
    rim_posed_list list;
    rim_world2     world;
    rim_mover2     start[MOVER_KINDS][MOVERS]; // on the ground
} movers_work;

static rim_walker2 walker_make(void)
{
    rim_walker2 walker = { .up = { 0.0f, -1.0f }, .step = MOVER_STEP, .slope = 1.0f };
    walker.grounded = true;
    return walker;
}

// A mover that shares no area with the world is not pushed.
static bool is_free(const rim_mover2 *me, rim_world2 world)
{
    rim_mover2 pushed = *me;
    return rim_mover2_push_out(&pushed, world) && pushed.at.x == me->at.x &&
           pushed.at.y == me->at.y;
}

static void w20_walk(const movers_work *w, int64_t *answers, rim_mover2_kind kind)
{
    for (int i = 0; i < MOVERS; i++)
    {
        rim_walker2 walker = walker_make();
        rim_walk2   walk =
            rim_mover2_walk(&w->start[kind][i], &walker, rim_vec2_make(WALK_X, WALK_Y), w->world);
        if (answers) answers[i] = walk.grounded && is_free(&walk.me, w->world);
        bench_use(walk.grounded);
    }
}

static void w20_slide(const movers_work *w, int64_t *answers, rim_mover2_kind kind)
{
    for (int i = 0; i < MOVERS; i++)
    {
        rim_slide2 slide =
            rim_mover2_slide(&w->start[kind][i], rim_vec2_make(3.0f, 5.0f), w->world);
        if (answers) answers[i] = slide.hit && is_free(&slide.me, w->world);
        bench_use(slide.hit);
    }
}

static void w20_walk_sprite(const void *work, int64_t *answers)
{
    w20_walk(work, answers, RIM_MOVER2_SPRITE);
}

static void w20_walk_box(const void *work, int64_t *answers)
{
    w20_walk(work, answers, RIM_MOVER2_BOX);
}

static void w20_walk_circle(const void *work, int64_t *answers)
{
    w20_walk(work, answers, RIM_MOVER2_CIRCLE);
}

static void w20_slide_sprite(const void *work, int64_t *answers)
{
    w20_slide(work, answers, RIM_MOVER2_SPRITE);
}

static void w20_slide_box(const void *work, int64_t *answers)
{
    w20_slide(work, answers, RIM_MOVER2_BOX);
}

static void w20_slide_circle(const void *work, int64_t *answers)
{
    w20_slide(work, answers, RIM_MOVER2_CIRCLE);
}

// Does the land have a pixel in the rectangle?
static bool is_blocked(const movers_work *w, int x, int y, int width, int height)
{
    for (int v = y; v < y + height; v++)
        if (memchr(w->land + v * HILLS_WIDTH + x, 1, (size_t)width)) return true;
    return false;
}

static void w20_pixel_steps(const void *work, int64_t *answers)
{
    const movers_work *w = work;
    for (int i = 0; i < MOVERS; i++)
    {
        int x = (int)w->start[RIM_MOVER2_BOX][i].at.x, y = (int)w->start[RIM_MOVER2_BOX][i].at.y;
        for (int n = 0; n < WALK_X; n++)
        {
            int rise = 0;
            while (rise <= MOVER_STEP && is_blocked(w, x + MOVER_WIDTH, y - rise, 1, MOVER_HEIGHT))
                rise++;
            if (rise > MOVER_STEP) break;
            x++, y -= rise;
        }
        for (int fall = 0; fall < MOVER_STEP + WALK_Y; fall++)
            y += !is_blocked(w, x, y + MOVER_HEIGHT, MOVER_WIDTH, 1);
        if (answers) answers[i] = is_blocked(w, x, y + MOVER_HEIGHT, MOVER_WIDTH, 1);
        bench_use(x + y);
    }
}

static void w20_law(const void *work, int64_t *answers)
{
    (void)work;
    for (int i = 0; answers && i < MOVERS; i++) answers[i] = 1;
}

// Hills whose slope is below 1, with single pixels on them.
static bool hills_make(movers_work *w, bench_random *random)
{
    w->land = calloc((size_t)HILLS_WIDTH * HILLS_HEIGHT, 1);
    if (!w->land || rim_mask_create(&w->land_mask, HILLS_WIDTH, HILLS_HEIGHT, NULL)) return false;
    for (int x = 0; x < HILLS_WIDTH; x++)
    {
        int top = (int)(300.0 + 40.0 * sin(x * 0.01) + 4.0 * sin(x * 0.08));
        for (int y = top - bench_int(random, 0, 1); y < HILLS_HEIGHT; y++)
        {
            w->land[y * HILLS_WIDTH + x] = 1;
            rim_mask_set(w->land_mask, x, y, true);
        }
    }
    return true;
}

// Drops movers onto the hills, at whole pixels.
static void movers_drop(movers_work *w, bench_random *random)
{
    for (int i = 0; i < MOVERS; i++)
    {
        float x = (float)bench_int(random, 8, HILLS_WIDTH - MOVER_WIDTH - 16);
        for (int kind = 0; kind < MOVER_KINDS; kind++)
        {
            rim_mover2 me = {
                .kind = (rim_mover2_kind)kind,
                .at = { x, 100.0f },
                .sprite = { w->block, rim_xform2_identity() },
                .box = { { 0.0f, 0.0f }, { MOVER_WIDTH, MOVER_HEIGHT } },
                .circle = { { MOVER_WIDTH / 2, MOVER_HEIGHT / 2 }, MOVER_WIDTH / 2 },
            };
            rim_walker2 walker = walker_make();
            w->start[kind][i] =
                rim_mover2_walk(&me, &walker, rim_vec2_make(0.0f, HILLS_HEIGHT), w->world).me;
        }
    }
}

static bool movers_make(movers_work *w)
{
    bench_random       random = { 20 };
    rim_sprite_options top_left = { 0 };
    top_left.has_anchor = true;
    if (!hills_make(w, &random) ||
        rim_mask_create_filled(&w->block_mask, MOVER_WIDTH, MOVER_HEIGHT, NULL) ||
        rim_sprite_create(&w->ground, w->land_mask, &top_left) ||
        rim_sprite_create(&w->block, w->block_mask, &top_left))
        return false;
    w->posed = rim_posed_make(w->ground, rim_xform2_identity());
    w->list.sprites = &w->posed;
    w->list.count = 1;
    w->world = rim_posed_list_world(&w->list);
    movers_drop(w, &random);
    return true;
}

bool flat_movers(const bench_options *options)
{
    bench_case walk = {
        .workload = "W20 walk",
        .input = "hills",
        .operations = MOVERS,
        .oracle = w20_law,
        .runs = { { "rimcast, sprite", w20_walk_sprite, 0.0, false },
                  { "rimcast, box", w20_walk_box, 0.0, false },
                  { "rimcast, circle", w20_walk_circle, 0.0, false },
                  { "pixel steps", w20_pixel_steps, 0.0, true } },
        .run_count = 4,
    };
    bench_case slide = {
        .workload = "W20 slide",
        .input = "hills",
        .operations = MOVERS,
        .oracle = w20_law,
        .runs = { { "rimcast, sprite", w20_slide_sprite, 0.0, false },
                  { "rimcast, box", w20_slide_box, 0.0, false },
                  { "rimcast, circle", w20_slide_circle, 0.0, false } },
        .run_count = 3,
    };
    if (!bench_wants(options, walk.workload) && !bench_wants(options, slide.workload)) return true;
    movers_work *w = calloc(1, sizeof *w);
    if (!w) return false;
    bool right = movers_make(w);
    walk.work = slide.work = w;
    if (right && bench_wants(options, walk.workload)) right &= bench_measure(options, &walk);
    if (right && bench_wants(options, slide.workload)) right &= bench_measure(options, &slide);
    rim_sprite_destroy(w->ground);
    rim_sprite_destroy(w->block);
    rim_mask_destroy(w->land_mask);
    rim_mask_destroy(w->block_mask);
    free(w->land);
    free(w);
    return right;
}
