#include "flat.h"

#include <math.h>
#include <stdlib.h>

// --- W4: two sprites, both turned and scaled -----------------------------------------------------------
//
// The plain loop looks at every world pixel of the shared boxes and samples both sprites there. Rimcast
// answers the same question (on the grid) and the exact one: do the pixels' squares share area?

enum
{
    MOST_ENCOUNTERS = 256
};

typedef struct pose
{
    int        sprite;
    rim_xform2 to_world;
    double inverse[6]; // from the world to pixels: u = [0] x + [2] y + [4], v = [1] x + [3] y + [5]
    double half_x, half_y; // of the box in the world
} pose;

typedef struct encounters
{
    const flat_set *set;
    int             count;
    pose            a[MOST_ENCOUNTERS], b[MOST_ENCOUNTERS];
} encounters;

static void pose_draw(pose *p, const flat_set *set, bench_random *random, double x, double y)
{
    p->sprite = bench_int(random, 0, set->sprites->count - 1);
    const sprite_image *s = &set->sprites->images[p->sprite];
    double              degrees = bench_int(random, 0, 35999) / 100.0;
    float               scale = (float)bench_int(random, 500, 2000) / 1000.0f;
    p->to_world = rim_xform2_pose(rim_vec2_make((float)x, (float)y), rim_rot2_degrees(degrees),
                                  rim_vec2_make(scale, scale));
    double a = p->to_world.a, b = p->to_world.b, c = p->to_world.c, d = p->to_world.d;
    double det = a * d - b * c, tx = p->to_world.tx, ty = p->to_world.ty;
    p->inverse[0] = d / det, p->inverse[1] = -b / det;
    p->inverse[2] = -c / det, p->inverse[3] = a / det;
    p->inverse[4] = 0.5 * s->width - (p->inverse[0] * tx + p->inverse[2] * ty);
    p->inverse[5] = 0.5 * s->height - (p->inverse[1] * tx + p->inverse[3] * ty);
    p->half_x = 0.5 * (fabs(a) * s->width + fabs(c) * s->height);
    p->half_y = 0.5 * (fabs(b) * s->width + fabs(d) * s->height);
}

// Every second pair as far apart as their boxes just allow, the others anywhere near.
static void encounters_draw(encounters *all, const flat_set *set)
{
    bench_random random = { 4 };
    all->set = set;
    all->count = set->large ? 48 : MOST_ENCOUNTERS;
    for (int i = 0; i < all->count; i++)
    {
        pose_draw(&all->a[i], set, &random, 0.0, 0.0);
        pose *b = &all->b[i];
        pose_draw(b, set, &random, 0.0, 0.0);
        double reach = i & 1 ? 0.9 : 0.6;
        double x = reach * (all->a[i].half_x + b->half_x),
               y = reach * (all->a[i].half_y + b->half_y);
        b->to_world.tx = (float)(x * bench_int(&random, -1000, 1000) / 1000.0);
        b->to_world.ty = (float)(y * bench_int(&random, -1000, 1000) / 1000.0);
        b->inverse[4] -= b->inverse[0] * b->to_world.tx + b->inverse[2] * b->to_world.ty;
        b->inverse[5] -= b->inverse[1] * b->to_world.tx + b->inverse[3] * b->to_world.ty;
    }
}

static rim_posed posed(const encounters *all, const pose *p)
{
    return rim_posed_make(all->set->baked[p->sprite], p->to_world);
}

static void w4_grid(const void *work, int64_t *answers)
{
    const encounters *all = work;
    for (int i = 0; i < all->count; i++)
    {
        bool hit = rim_sprite_overlaps_on_grid(posed(all, &all->a[i]), posed(all, &all->b[i]));
        if (answers) answers[i] = hit;
        bench_use(hit);
    }
}

static void w4_exact(const void *work, int64_t *answers)
{
    const encounters *all = work;
    for (int i = 0; i < all->count; i++)
    {
        bool hit = rim_sprite_overlaps(posed(all, &all->a[i]), posed(all, &all->b[i]));
        if (answers) answers[i] = hit;
        bench_use(hit);
    }
}

static bool is_solid(const flat_set *set, int sprite, double u, double v)
{
    const sprite_image *s = &set->sprites->images[sprite];
    if (!(u >= 0.0 && v >= 0.0 && u < s->width && v < s->height)) return false;
    return set->bytes[sprite][(size_t)v * (size_t)s->width + (size_t)u];
}

static bool shows(const flat_set *set, const pose *p, double x, double y)
{
    return is_solid(set, p->sprite, p->inverse[0] * x + p->inverse[2] * y + p->inverse[4],
                    p->inverse[1] * x + p->inverse[3] * y + p->inverse[5]);
}

static bool sampled(const flat_set *set, const pose *a, const pose *b)
{
    double x0 = fmax(a->to_world.tx - a->half_x, b->to_world.tx - b->half_x);
    double x1 = fmin(a->to_world.tx + a->half_x, b->to_world.tx + b->half_x);
    double y0 = fmax(a->to_world.ty - a->half_y, b->to_world.ty - b->half_y);
    double y1 = fmin(a->to_world.ty + a->half_y, b->to_world.ty + b->half_y);
    for (double y = floor(y0) + 0.5; y < y1 + 1.0; y += 1.0)
        for (double x = floor(x0) + 0.5; x < x1 + 1.0; x += 1.0)
            if (shows(set, a, x, y) && shows(set, b, x, y)) return true;
    return false;
}

static void w4_loop(const void *work, int64_t *answers)
{
    const encounters *all = work;
    for (int i = 0; i < all->count; i++)
    {
        bool hit = sampled(all->set, &all->a[i], &all->b[i]);
        if (answers) answers[i] = hit;
        bench_use(hit);
    }
}

// --- the oracle of the exact question: every pixel of a against the pixels of b under it ------------

// From a's pixels to b's, or back, in double: the composed map.
static void compose(double m[6], const pose *from, const flat_set *set, const pose *to)
{
    const sprite_image *s = &set->sprites->images[from->sprite];
    const double       *i = to->inverse;
    rim_xform2          f = from->to_world;
    double              x = f.tx - 0.5 * (f.a * (double)s->width + f.c * (double)s->height);
    double              y = f.ty - 0.5 * (f.b * (double)s->width + f.d * (double)s->height);
    m[0] = i[0] * f.a + i[2] * f.b, m[1] = i[1] * f.a + i[3] * f.b;
    m[2] = i[0] * f.c + i[2] * f.d, m[3] = i[1] * f.c + i[3] * f.d;
    m[4] = i[0] * x + i[2] * y + i[4], m[5] = i[1] * x + i[3] * y + i[5];
}

static void box_of_pixel(const double m[6], int x, int y, double box[4])
{
    double u = m[0] * (x + 0.5) + m[2] * (y + 0.5) + m[4],
           v = m[1] * (x + 0.5) + m[3] * (y + 0.5) + m[5];
    double hu = 0.5 * (fabs(m[0]) + fabs(m[2])), hv = 0.5 * (fabs(m[1]) + fabs(m[3]));
    box[0] = u - hu, box[1] = v - hv, box[2] = u + hu, box[3] = v + hv;
}

static bool crosses_pixel(const double box[4], int x, int y)
{
    return box[0] < x + 1 && box[2] > x && box[1] < y + 1 && box[3] > y;
}

static bool share_area(const flat_set *set, const pose *a, const pose *b)
{
    const sprite_image *s = &set->sprites->images[a->sprite];
    double              to_b[6], to_a[6];
    compose(to_b, a, set, b);
    compose(to_a, b, set, a);
    for (int y = 0; y < s->height; y++)
        for (int x = 0; x < s->width; x++)
        {
            if (!set->bytes[a->sprite][(size_t)y * (size_t)s->width + (size_t)x]) continue;
            double box[4], back[4];
            box_of_pixel(to_b, x, y, box);
            for (double v = floor(box[1]); v < box[3]; v += 1.0)
                for (double u = floor(box[0]); u < box[2]; u += 1.0)
                {
                    if (!is_solid(set, b->sprite, u, v) || !crosses_pixel(box, (int)u, (int)v))
                        continue;
                    box_of_pixel(to_a, (int)u, (int)v, back);
                    if (crosses_pixel(back, x, y)) return true;
                }
        }
    return false;
}

static void w4_oracle(const void *work, int64_t *answers)
{
    const encounters *all = work;
    for (int i = 0; i < all->count; i++) answers[i] = share_area(all->set, &all->a[i], &all->b[i]);
}

bool flat_posed_overlaps(const bench_options *options, const flat_set *set)
{
    encounters *all = calloc(1, sizeof *all);
    if (!all) return false;
    encounters_draw(all, set);
    double     size = set->large ? 1024.0 : set->sprites->name[0] == '2' ? 256.0 : 0.0;
    bench_case grid = {
        .workload = "W4 on the grid",
        .input = set->sprites->name,
        .work = all,
        .operations = all->count,
        .oracle = w4_loop,
        .runs = { { "rimcast", w4_grid, 0.0, false },
                  { "plain loop", w4_loop,
                    size > 500.0 ? 700.0
                    : size > 0.0 ? 50.0
                                 : 10.0,
                    false } },
        .run_count = 2,
    };
    bench_case exact = grid;
    exact.workload = "W4 exact";
    exact.oracle = w4_oracle;
    exact.runs[0].pass = w4_exact;
    exact.runs[1] = (bench_run){ "plain loop", w4_loop,
                                 size > 500.0 ? 200.0
                                 : size > 0.0 ? 40.0
                                              : 8.0,
                                 true };
    bool right = !bench_wants(options, "W4") ||
                 (bench_measure(options, &grid) && bench_measure(options, &exact));
    free(all);
    return right;
}
