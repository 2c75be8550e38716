#include "flat.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// --- W17: where a sprite that moves and turns first meets another one ----------------------------------------
//
// Sprites of 64 pixels fly at each other, by up to 147 pixels, and turn by 30 degrees meanwhile. The others ask at 64
// places on the way, and miss what is thinner than a step; and then, for what the sweep tells, halve the step ten times
// and take the contact there. The oracle asks at thousands of places.

enum
{
    TURNING_FLIGHTS = 128,
    SUBSTEPS = 64,
    HALVINGS = 10,
    ORACLE_STEPS = 8192
};

typedef struct turning_flight
{
    rim_posed   a, b;
    rim_motion2 motion;
} turning_flight;

typedef struct turning_flights
{
    turning_flight flight[TURNING_FLIGHTS];
} turning_flights;

static bool touches_at(const turning_flight *f, double t)
{
    rim_posed a = f->a;
    a.pose = rim_motion2_pose(f->motion, a.pose, t);
    return rim_sprite_overlaps(a, f->b);
}

// The first of the steps at which they touch; above `steps` if there is none.
static int first_step(const turning_flight *f, int steps)
{
    int i = 0;
    while (i <= steps && !touches_at(f, (double)i / steps)) i++;
    return i;
}

static bool touches_in_steps(const turning_flight *f, int steps)
{
    return first_step(f, steps) <= steps;
}

static void turning_draw(turning_flights *all, const flat_set *set)
{
    bench_random random = { 14 };
    for (int i = 0; i < TURNING_FLIGHTS;)
    {
        turning_flight *f = &all->flight[i];
        f->a.sprite = set->baked[bench_int(&random, 0, set->sprites->count - 1)];
        f->b.sprite = set->baked[bench_int(&random, 0, set->sprites->count - 1)];
        double angle = 6.283185307179586 * bench_unit(&random),
               back = 40.0 + 50.0 * bench_unit(&random);
        rim_vec2 at = rim_vec2_make((float)(cos(angle) * back), (float)(sin(angle) * back));
        rim_vec2 to =
            rim_vec2_make((float)bench_int(&random, -40, 40), (float)bench_int(&random, -40, 40));
        f->a.pose = rim_xform2_pose(at, rim_rot2_degrees(360.0 * bench_unit(&random)),
                                    rim_vec2_make(1.0f, 1.0f));
        f->b.pose = rim_xform2_pose(rim_vec2_make(0.0f, 0.0f),
                                    rim_rot2_degrees(360.0 * bench_unit(&random)),
                                    rim_vec2_make(1.0f, 1.0f));
        f->motion.delta = rim_vec2_sub(to, at);
        f->motion.turn = i % 2 ? 0.5235988f : -0.5235988f;
        // What is met for less than a step may escape the oracle as well.
        bool hit = touches_in_steps(f, ORACLE_STEPS);
        if (!touches_at(f, 0.0) && hit == touches_in_steps(f, ORACLE_STEPS / 4)) i++;
    }
}

static void w17_rimcast(const void *work, int64_t *answers)
{
    const turning_flights *all = work;
    for (int i = 0; i < TURNING_FLIGHTS; i++)
    {
        const turning_flight *f = &all->flight[i];
        rim_motion2           still = { { 0.0f, 0.0f }, 0.0f };
        rim_hit2              hit = rim_sprite_sweep_turning(f->a, f->motion, f->b, still);
        if (answers) answers[i] = hit.hit;
        bench_use(hit.hit);
    }
}

static void w17_substeps(const void *work, int64_t *answers)
{
    const turning_flights *all = work;
    for (int i = 0; i < TURNING_FLIGHTS; i++)
    {
        bool hit = touches_in_steps(&all->flight[i], SUBSTEPS);
        if (answers) answers[i] = hit;
        bench_use(hit);
    }
}

static void w17_substeps_and_contact(const void *work, int64_t *answers)
{
    const turning_flights *all = work;
    for (int i = 0; i < TURNING_FLIGHTS; i++)
    {
        const turning_flight *f = &all->flight[i];
        int                   step = first_step(f, SUBSTEPS);
        bool                  hit = step <= SUBSTEPS;
        if (hit)
        {
            double before = (step - 1.0) / SUBSTEPS, after = (double)step / SUBSTEPS;
            for (int k = 0; k < HALVINGS; k++)
            {
                double middle = 0.5 * (before + after);
                if (touches_at(f, middle))
                    after = middle;
                else
                    before = middle;
            }
            rim_posed a = f->a;
            a.pose = rim_motion2_pose(f->motion, a.pose, after);
            bench_use(rim_sprite_contact(a, f->b).hit);
        }
        if (answers) answers[i] = hit;
    }
}

static void w17_oracle(const void *work, int64_t *answers)
{
    const turning_flights *all = work;
    for (int i = 0; i < TURNING_FLIGHTS; i++)
        answers[i] = touches_in_steps(&all->flight[i], ORACLE_STEPS);
}

// --- W17: the same of figures ----------------------------------------------------------------------------------
//
// Two fighters of a sprite, a box, a circle and a triangle each fly and turn as the sprites do.

enum
{
    FIGHTER_PARTS = 4
};

typedef struct turning_fighters
{
    const turning_flights *flights;
    rim_figure_part        parts[TURNING_FLIGHTS][2][FIGHTER_PARTS];
} turning_fighters;

static const rim_vec2 sword[3] = { { 20.0f, -3.0f }, { 44.0f, 0.0f }, { 20.0f, 3.0f } };

static void fighter_draw(rim_figure_part parts[FIGHTER_PARTS], const rim_sprite *sprite)
{
    rim_figure_part none = { .pose = rim_xform2_identity() };
    for (int i = 0; i < FIGHTER_PARTS; i++) parts[i] = none;
    parts[0].sprite = sprite;
    parts[1].kind = RIM_PART_POLYGON;
    parts[1].polygon = (rim_polygon2){ sword, 3 };
    parts[2].kind = RIM_PART_CIRCLE;
    parts[2].circle = (rim_circle2){ { 0.0f, -36.0f }, 8.0f };
    parts[3].kind = RIM_PART_BOX;
    parts[3].box = (rim_box2){ { -12.0f, 20.0f }, { 12.0f, 44.0f } };
}

static bool fighters_touch_in_steps(const turning_fighters *all, int i, int steps)
{
    const turning_flight *f = &all->flights->flight[i];
    rim_figure            a = { all->parts[i][0], FIGHTER_PARTS, f->a.pose };
    rim_figure            b = { all->parts[i][1], FIGHTER_PARTS, f->b.pose };
    for (int k = 0; k <= steps; k++)
    {
        a.pose = rim_motion2_pose(f->motion, f->a.pose, (double)k / steps);
        if (rim_figure_overlaps(&a, &b, NULL)) return true;
    }
    return false;
}

static void w17_figures(const void *work, int64_t *answers)
{
    const turning_fighters *all = work;
    for (int i = 0; i < TURNING_FLIGHTS; i++)
    {
        const turning_flight *f = &all->flights->flight[i];
        rim_motion2           still = { { 0.0f, 0.0f }, 0.0f };
        rim_figure            a = { all->parts[i][0], FIGHTER_PARTS, f->a.pose };
        rim_figure            b = { all->parts[i][1], FIGHTER_PARTS, f->b.pose };
        rim_hit2              hit = rim_figure_sweep_turning(&a, f->motion, &b, still, NULL);
        if (answers) answers[i] = hit.hit;
        bench_use(hit.hit);
    }
}

static void w17_figure_substeps(const void *work, int64_t *answers)
{
    for (int i = 0; i < TURNING_FLIGHTS; i++)
    {
        bool hit = fighters_touch_in_steps(work, i, SUBSTEPS);
        if (answers) answers[i] = hit;
        bench_use(hit);
    }
}

static void w17_figure_oracle(const void *work, int64_t *answers)
{
    for (int i = 0; i < TURNING_FLIGHTS; i++)
        answers[i] = fighters_touch_in_steps(work, i, ORACLE_STEPS);
}

static bool turning_figures(const bench_options *options, const flat_set *set,
                            const turning_flights *flights)
{
    bench_case it = {
        .workload = "W17 figures turning",
        .input = set->sprites->name,
        .oracle = w17_figure_oracle,
        .runs = { { "rimcast", w17_figures, 0.0, false },
                  { "64 substeps", w17_figure_substeps, 0.0, true } },
        .run_count = 2,
        .operations = TURNING_FLIGHTS,
    };
    if (!bench_wants(options, it.workload)) return true;
    turning_fighters *all = malloc(sizeof *all);
    if (!all) return false;
    all->flights = flights;
    for (int i = 0; i < TURNING_FLIGHTS; i++)
    {
        fighter_draw(all->parts[i][0], flights->flight[i].a.sprite);
        fighter_draw(all->parts[i][1], flights->flight[i].b.sprite);
    }
    it.work = all;
    bool right = bench_measure(options, &it);
    free(all);
    return right;
}

bool flat_turning(const bench_options *options, const flat_set *set)
{
    bench_case it = {
        .workload = "W17 turning 30",
        .input = set->sprites->name,
        .oracle = w17_oracle,
        .runs = { { "rimcast", w17_rimcast, 0.0, false },
                  { "64 substeps", w17_substeps, 0.0, true },
                  { "substeps, contact", w17_substeps_and_contact, 0.0, true } },
        .run_count = 3,
        .operations = TURNING_FLIGHTS,
    };
    if (!bench_wants(options, it.workload) && !bench_wants(options, "W17 figures turning"))
        return true;
    turning_flights *all = malloc(sizeof *all);
    if (!all) return false;
    turning_draw(all, set);
    it.work = all;
    bool right = !bench_wants(options, it.workload) || bench_measure(options, &it);
    right = turning_figures(options, set, all) && right;
    free(all);
    return right;
}
