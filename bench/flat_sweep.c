#include "flat.h"

#include <math.h>
#include <stdlib.h>

// --- W11: where a sprite that moves first meets another one ---------------------------------------------
//
// On whole pixels, along 256 of them in any direction. The others step a pixel at a time and ask whether the
// masks overlap there: they see what stands on whole pixels only. Rimcast tells the exact moment, the point
// and the normal.

enum
{
    MOST_FLIGHTS = 256,
    LENGTH = 256
};

#define TURN 6.283185307179586

typedef struct flight
{
    int a, b; // a moves
    int x, y; // a's corner in b's pixels at the start
    int dx, dy;
} flight;

typedef struct flights
{
    const flat_set *set;
    int             count;
    flight          flight[MOST_FLIGHTS];
} flights;

static bool shares(const flat_set *set, const flight *f, int x, int y)
{
    return rim_mask_overlaps(set->masks[f->b], set->masks[f->a], x, y);
}

// Aimed at a place where the boxes overlap, from before it, so that most hit; none overlaps at the start.
static void flights_draw(flights *all, const flat_set *set)
{
    bench_random random = { 11 };
    all->set = set;
    all->count = set->large ? 64 : MOST_FLIGHTS;
    for (int i = 0; i < all->count;)
    {
        flight *f = &all->flight[i];
        f->a = bench_int(&random, 0, set->sprites->count - 1);
        f->b = bench_int(&random, 0, set->sprites->count - 1);
        const sprite_image *a = &set->sprites->images[f->a], *b = &set->sprites->images[f->b];
        double              angle = TURN * bench_unit(&random),
               back = (0.3 + 0.9 * bench_unit(&random)) * LENGTH;
        double x = cos(angle), y = sin(angle);
        f->x = bench_int(&random, 1 - a->width, b->width - 1) - (int)lround(x * back);
        f->y = bench_int(&random, 1 - a->height, b->height - 1) - (int)lround(y * back);
        f->dx = (int)lround(x * LENGTH);
        f->dy = (int)lround(y * LENGTH);
        if (!shares(set, f, f->x, f->y)) i++;
    }
}

// A moment of the motion as a whole number; -1 for a miss.
static int64_t moment(bool hit, double t)
{
    return hit ? (int64_t)(t * 0x1p40) : -1;
}

static void w11_rimcast(const void *work, int64_t *answers)
{
    const flights *all = work;
    for (int i = 0; i < all->count; i++)
    {
        const flight     *f = &all->flight[i];
        const rim_sprite *a = all->set->baked[f->a], *b = all->set->baked[f->b];
        rim_vec2          na = rim_sprite_anchor(a), nb = rim_sprite_anchor(b);
        rim_vec2          from = rim_vec2_make((float)f->x + na.x, (float)f->y + na.y);
        rim_posed         moving = rim_posed_make(a, rim_xform2_translation(from));
        rim_posed         still = rim_posed_make(b, rim_xform2_translation(nb));
        rim_hit2 hit = rim_sprite_sweep(moving, rim_vec2_make((float)f->dx, (float)f->dy), still);
        if (answers) answers[i] = moment(hit.hit, hit.t);
        bench_use(hit.hit);
    }
}

// Between two moments at which the way crosses a column or row, one that runs inside a cell of whole offsets
// shares area if a corner of the cell shares a pixel.
static bool shares_within(const flat_set *set, const flight *f, double t)
{
    double x = f->x + t * f->dx, y = f->y + t * f->dy;
    for (int v = (int)floor(y); v <= (int)ceil(y); v++)
        for (int u = (int)floor(x); u <= (int)ceil(x); u++)
            if (shares(set, f, u, v)) return true;
    return false;
}

static int64_t first_moment(const flat_set *set, const flight *f)
{
    int columns = abs(f->dx), rows = abs(f->dy);
    for (int i = 0, k = 0; i < columns || k < rows;)
    {
        double of_column = i < columns ? (double)i / columns : 1.0;
        double of_row = k < rows ? (double)k / rows : 1.0;
        double now = of_column < of_row ? of_column : of_row;
        i += of_column == now, k += of_row == now;
        double next_column = i < columns ? (double)i / columns : 1.0;
        double next_row = k < rows ? (double)k / rows : 1.0;
        double next = next_column < next_row ? next_column : next_row;
        if (shares_within(set, f, 0.5 * (now + next))) return moment(true, now);
    }
    return moment(false, 1.0);
}

static void w11_oracle(const void *work, int64_t *answers)
{
    const flights *all = work;
    for (int i = 0; i < all->count; i++) answers[i] = first_moment(all->set, &all->flight[i]);
}

// A pass that steps a pixel at a time along the longer axis; the expression asks at (x, y).
#define STEPS_PASS(name, expression)                                                               \
    static void name(const void *work, int64_t *answers)                                           \
    {                                                                                              \
        const flights *all = work;                                                                 \
        for (int i = 0; i < all->count; i++)                                                       \
        {                                                                                          \
            const flat_set *set = all->set;                                                        \
            const flight   *f = &all->flight[i];                                                   \
            int             steps = abs(f->dx) > abs(f->dy) ? abs(f->dx) : abs(f->dy), n = 0;      \
            for (; n <= steps; n++)                                                                \
            {                                                                                      \
                int x = f->x + along(f->dx, n, steps), y = f->y + along(f->dy, n, steps);          \
                if (expression) break;                                                             \
            }                                                                                      \
            if (answers) answers[i] = n;                                                           \
            bench_use(n);                                                                          \
        }                                                                                          \
    }

// delta n / steps, rounded.
static inline int along(int delta, int n, int steps)
{
    int twice = 2 * delta * n + (delta < 0 ? -steps : steps);
    return twice / (2 * steps);
}

static bool bytes_share(const flat_set *set, const flight *f, int dx, int dy)
{
    const sprite_image *a = &set->sprites->images[f->a], *b = &set->sprites->images[f->b];
    int x0 = dx > 0 ? dx : 0, x1 = b->width < a->width + dx ? b->width : a->width + dx;
    int y0 = dy > 0 ? dy : 0, y1 = b->height < a->height + dy ? b->height : a->height + dy;
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++)
            if (set->bytes[f->b][(size_t)y * (size_t)b->width + (size_t)x] &&
                set->bytes[f->a][(size_t)(y - dy) * (size_t)a->width + (size_t)(x - dx)])
                return true;
    return false;
}

STEPS_PASS(w11_loop, bytes_share(set, f, x, y))
STEPS_PASS(w11_pygame,
           set->pygame.overlap(set->pygame_masks[f->b], set->pygame_masks[f->a], x, y) != 0)

bool flat_sweep(const bench_options *options, const flat_set *set)
{
    double     wanted = set->large ? 120.0 : set->sprites->count == 16 ? 5.0 : 4.8;
    bench_case it = {
        .workload = "W11 sweep 256",
        .input = set->sprites->name,
        .oracle = w11_oracle,
        .runs = { { "rimcast", w11_rimcast, 0.0, false },
                  { "steps, bytes", w11_loop, 0.0, true },
                  { "steps, pygame", set->has_pygame ? w11_pygame : NULL, wanted, true } },
        .run_count = 3,
    };
    if (!bench_wants(options, it.workload)) return true;
    flights *all = malloc(sizeof *all);
    if (!all) return false;
    flights_draw(all, set);
    it.work = all;
    it.operations = all->count;
    bool right = bench_measure(options, &it);
    free(all);
    return right;
}
