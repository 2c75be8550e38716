// W15: a dogfight. Planes fly in circles, each shown by one of 64 masks turned in advance; in every frame each pair is
// asked for one pixel that both share.
#include "flat.h"

#include <math.h>
#include <stdlib.h>

enum
{
    PLANES = 24,
    TURNS = 64,
    FRAMES = 64,
    SIDE = 56, // of a mask
    SKY_W = 640,
    SKY_H = 480
};

// A mask of up to 64 columns as games keep it: a word a row.
typedef struct row_mask
{
    int      width, height;
    uint64_t rows[SIDE];
} row_mask;

typedef struct dogfight
{
    row_mask  plain[TURNS];
    rim_mask *masks[TURNS];
    int       turn[FRAMES][PLANES], x[FRAMES][PLANES], y[FRAMES][PLANES];
} dogfight;

// The first shared pixel in reading order, with b's corner at (dx, dy) of a.
static bool rows_share(const row_mask *a, const row_mask *b, int dx, int dy, int *x, int *y)
{
    if (dx >= a->width || dy >= a->height || -dx >= b->width || -dy >= b->height) return false;
    int top = dy > 0 ? dy : 0, bottom = a->height < dy + b->height ? a->height : dy + b->height;
    for (int row = top; row < bottom; row++)
    {
        uint64_t other = b->rows[row - dy];
        uint64_t both = a->rows[row] & (dx >= 0 ? other << dx : other >> -dx);
        if (!both) continue;
        *x = 0, *y = row;
        while (!(both >> *x & 1)) ++*x;
        return true;
    }
    return false;
}

// One pixel at a time.
static bool pixels_share(const row_mask *a, const row_mask *b, int dx, int dy, int *x, int *y)
{
    for (*y = 0; *y < a->height; ++*y)
        for (*x = 0; *x < a->width; ++*x)
        {
            int u = *x - dx, v = *y - dy;
            if (u < 0 || v < 0 || u >= b->width || v >= b->height) continue;
            if (a->rows[*y] >> *x & b->rows[v] >> u & 1) return true;
        }
    return false;
}

static int64_t fold(int64_t sum, int i, int j, int x, int y)
{
    return sum * 31 + (i << 24 ^ j << 16 ^ y << 8 ^ x);
}

#define EACH_FRAME(share)                                                                          \
    for (int f = 0; f < FRAMES; f++)                                                               \
    {                                                                                              \
        int64_t sum = 0;                                                                           \
        for (int i = 0; i < PLANES; i++)                                                           \
            for (int j = i + 1; j < PLANES; j++)                                                   \
            {                                                                                      \
                int at_x, at_y, a = d->turn[f][i], b = d->turn[f][j];                              \
                int dx = d->x[f][j] - d->x[f][i], dy = d->y[f][j] - d->y[f][i];                    \
                if (share) sum = fold(sum, i, j, at_x, at_y);                                      \
            }                                                                                      \
        if (answers) answers[f] = sum;                                                             \
        bench_use(sum);                                                                            \
    }

static void w15_pixels(const void *work, int64_t *answers)
{
    const dogfight *d = work;
    EACH_FRAME(pixels_share(&d->plain[a], &d->plain[b], dx, dy, &at_x, &at_y))
}

static void w15_rows(const void *work, int64_t *answers)
{
    const dogfight *d = work;
    EACH_FRAME(rows_share(&d->plain[a], &d->plain[b], dx, dy, &at_x, &at_y))
}

static void w15_called(const void *work, int64_t *answers)
{
    const dogfight *d = work;
    bool (*volatile call)(const row_mask *, const row_mask *, int, int, int *, int *) = rows_share;
    bool (*share)(const row_mask *, const row_mask *, int, int, int *, int *) = call;
    EACH_FRAME(share(&d->plain[a], &d->plain[b], dx, dy, &at_x, &at_y))
}

static bool masks_share(const rim_mask *a, const rim_mask *b, int dx, int dy, int *x, int *y)
{
    rim_shared_pixel p = rim_mask_shared_pixel(a, b, dx, dy, RIM_PICK_FIRST);
    *x = p.a.x, *y = p.a.y;
    return p.hit;
}

static void w15_rimcast(const void *work, int64_t *answers)
{
    const dogfight *d = work;
    EACH_FRAME(masks_share(d->masks[a], d->masks[b], dx, dy, &at_x, &at_y))
}

static void w15_pairs(const void *work, int64_t *answers)
{
    const dogfight *d = work;
    for (int f = 0; f < FRAMES; f++)
    {
        rim_placed_mask placed[PLANES];
        rim_mask_pair   pairs[PLANES * PLANES];
        int64_t         sum = 0;
        for (int i = 0; i < PLANES; i++)
        {
            rim_placed_mask it = { d->masks[d->turn[f][i]], d->x[f][i], d->y[f][i] };
            placed[i] = it;
        }
        int count = rim_mask_pairs(placed, PLANES, RIM_PICK_FIRST, pairs, PLANES * PLANES);
        for (int k = 0; k < count; k++)
            sum = fold(sum, pairs[k].a, pairs[k].b, pairs[k].pixel.a.x, pairs[k].pixel.a.y);
        if (answers) answers[f] = sum;
        bench_use(sum);
    }
}

// A fuselage, wings and a tail, as they are turned.
static bool plane_covers(double x, double y)
{
    bool body = fabs(y) < 3.5 && fabs(x) < 24.0, tail = fabs(x + 20.0) < 3.0 && fabs(y) < 9.0;
    return body || tail || (fabs(x - 5.0) < 5.0 && fabs(y) < 22.0);
}

static bool draw_planes(dogfight *d)
{
    for (int t = 0; t < TURNS; t++)
    {
        double c = cos(t * 6.283185307179586 / TURNS), s = sin(t * 6.283185307179586 / TURNS);
        d->plain[t].width = d->plain[t].height = SIDE;
        if (rim_mask_create(&d->masks[t], SIDE, SIDE, NULL)) return false;
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < SIDE; x++)
            {
                double px = x + 0.5 - SIDE / 2, py = y + 0.5 - SIDE / 2;
                bool   solid = plane_covers(c * px + s * py, c * py - s * px);
                if (solid) d->plain[t].rows[y] |= (uint64_t)1 << x;
                rim_mask_set(d->masks[t], x, y, solid);
            }
    }
    return true;
}

static void fly(dogfight *d)
{
    bench_random random = { 15 };
    for (int i = 0; i < PLANES; i++)
    {
        double x = bench_int(&random, 0, SKY_W - SIDE), y = bench_int(&random, 0, SKY_H - SIDE);
        int    turn = bench_int(&random, 0, TURNS - 1), curve = bench_int(&random, -1, 1);
        for (int f = 0; f < FRAMES; f++)
        {
            turn = (turn + curve + TURNS) % TURNS;
            x += 5.0 * cos(turn * 6.283185307179586 / TURNS);
            y += 5.0 * sin(turn * 6.283185307179586 / TURNS);
            d->turn[f][i] = turn;
            d->x[f][i] = (int)floor(x);
            d->y[f][i] = (int)floor(y);
        }
    }
}

bool flat_planes(const bench_options *options)
{
    bench_case it = {
        .workload = "W15 dogfight",
        .input = "24",
        .operations = FRAMES,
        .oracle = w15_pixels,
        .runs = { { "rimcast, all pairs", w15_pairs, 0.0, false },
                  { "rimcast, pair by pair", w15_rimcast, 0.0, false },
                  { "64-bit rows", w15_rows, 1.0, false },
                  { "64-bit rows, called", w15_called, 0.0, false },
                  { "pixels", w15_pixels, 0.0, false } },
        .run_count = 5,
    };
    if (!bench_wants(options, it.workload)) return true;
    dogfight *d = calloc(1, sizeof *d);
    bool      right = d && draw_planes(d);
    if (right) fly(d);
    it.work = d;
    right = right && bench_measure(options, &it);
    for (int t = 0; d && t < TURNS; t++) rim_mask_destroy(d->masks[t]);
    free(d);
    return right;
}
