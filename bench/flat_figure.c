#include "flat.h"

#include <stdlib.h>

// --- W18: a figure of one sprite beside the sprite ---------------------------------------------------------
//
// Pairs of sprites near each other, half of them whole pixels apart and half turned. The figure's answers are the
// sprite's, bit for bit; what is measured is what it costs to ask by way of a figure.

enum
{
    FIGURE_PAIRS = 1024
};

typedef struct figure_pairs
{
    rim_posed       a[FIGURE_PAIRS], b[FIGURE_PAIRS];
    rim_figure_part p[FIGURE_PAIRS], q[FIGURE_PAIRS];
    rim_figure      f[FIGURE_PAIRS], g[FIGURE_PAIRS];
    rim_vec2        delta[FIGURE_PAIRS];
} figure_pairs;

static rim_posed figure_place(const flat_set *set, bench_random *random, bool turned)
{
    rim_vec2   at = { (float)bench_int(random, -40, 40), (float)bench_int(random, -40, 40) };
    rim_vec2   one = { 1.0f, 1.0f };
    rim_xform2 pose = rim_xform2_translation(at);
    if (turned) pose = rim_xform2_pose(at, rim_rot2_degrees(360.0 * bench_unit(random)), one);
    return rim_posed_make(set->baked[bench_int(random, 0, set->sprites->count - 1)], pose);
}

static void figure_draw(figure_pairs *all, const flat_set *set, bool turned)
{
    bench_random random = { 18 };
    for (int i = 0; i < FIGURE_PAIRS; i++)
    {
        rim_figure_part none = { .pose = rim_xform2_identity() };
        all->a[i] = figure_place(set, &random, turned);
        all->b[i] = figure_place(set, &random, turned);
        all->p[i] = all->q[i] = none;
        all->p[i].sprite = all->a[i].sprite, all->q[i].sprite = all->b[i].sprite;
        all->f[i] = (rim_figure){ &all->p[i], 1, all->a[i].pose };
        all->g[i] = (rim_figure){ &all->q[i], 1, all->b[i].pose };
        all->delta[i].x = (float)bench_int(&random, -100, 100);
        all->delta[i].y = (float)bench_int(&random, -100, 100);
    }
}

// Rounds a number that the two must agree about to the bench's whole answers.
static int64_t figure_answer(double value)
{
    return (int64_t)(value * 1e6);
}

static void w18_sprite_overlaps(const void *work, int64_t *answers)
{
    const figure_pairs *all = work;
    for (int i = 0; i < FIGURE_PAIRS; i++)
    {
        bool hit = rim_posed_overlaps(&all->a[i], &all->b[i]);
        if (answers) answers[i] = hit;
        bench_use(hit);
    }
}

static void w18_figure_overlaps(const void *work, int64_t *answers)
{
    const figure_pairs *all = work;
    for (int i = 0; i < FIGURE_PAIRS; i++)
    {
        bool hit = rim_figure_overlaps(&all->f[i], &all->g[i], NULL);
        if (answers) answers[i] = hit;
        bench_use(hit);
    }
}

static void w18_sprite_contact(const void *work, int64_t *answers)
{
    const figure_pairs *all = work;
    for (int i = 0; i < FIGURE_PAIRS; i++)
    {
        rim_contact2 contact = rim_sprite_contact(all->a[i], all->b[i]);
        if (answers) answers[i] = figure_answer((double)contact.depth);
        bench_use(contact.hit);
    }
}

static void w18_figure_contact(const void *work, int64_t *answers)
{
    const figure_pairs *all = work;
    for (int i = 0; i < FIGURE_PAIRS; i++)
    {
        rim_contact2 contact = rim_figure_contact(&all->f[i], &all->g[i], NULL);
        if (answers) answers[i] = figure_answer((double)contact.depth);
        bench_use(contact.hit);
    }
}

static void w18_sprite_sweep(const void *work, int64_t *answers)
{
    const figure_pairs *all = work;
    for (int i = 0; i < FIGURE_PAIRS; i++)
    {
        rim_hit2 hit = rim_sprite_sweep(all->a[i], all->delta[i], all->b[i]);
        if (answers) answers[i] = figure_answer(hit.t);
        bench_use(hit.hit);
    }
}

static void w18_figure_sweep(const void *work, int64_t *answers)
{
    const figure_pairs *all = work;
    rim_vec2            rest = { 0.0f, 0.0f };
    for (int i = 0; i < FIGURE_PAIRS; i++)
    {
        rim_hit2 hit = rim_figure_sweep(&all->f[i], all->delta[i], &all->g[i], rest, NULL);
        if (answers) answers[i] = figure_answer(hit.t);
        bench_use(hit.hit);
    }
}

bool flat_figure(const bench_options *options, const flat_set *set)
{
    static const struct
    {
        const char *name;
        bench_pass  sprite, figure;
    } cases[] = { { "W18 figure overlaps", w18_sprite_overlaps, w18_figure_overlaps },
                  { "W18 figure contact", w18_sprite_contact, w18_figure_contact },
                  { "W18 figure sweep", w18_sprite_sweep, w18_figure_sweep } };
    bool          right = true;
    figure_pairs *all = malloc(sizeof *all);
    if (!all) return false;
    for (int i = 0; i < 6; i++)
    {
        bench_case it = {
            .workload = cases[i / 2].name,
            .input = i % 2 ? "turned" : "upright",
            .work = all,
            .oracle = cases[i / 2].sprite,
            .runs = { { "rimcast", cases[i / 2].figure, 0.0, false },
                      { "the sprite", cases[i / 2].sprite, 0.0, false } },
            .run_count = 2,
            .operations = FIGURE_PAIRS,
        };
        if (!bench_wants(options, it.workload)) continue;
        figure_draw(all, set, i % 2);
        right &= bench_measure(options, &it);
    }
    free(all);
    return right;
}
