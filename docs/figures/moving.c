// Figures of posed sprites: pairs, contacts, sweeps, stages, walking.
#include "figure.h"

#include <stdlib.h>

static const rim_vec2 star_points[] = {
    { 20, 1 },  { 25, 14 }, { 39, 15 }, { 28, 23 }, { 32, 37 },
    { 20, 29 }, { 8, 37 },  { 12, 23 }, { 1, 15 },  { 15, 14 }
};

static rim_sprite *star(void)
{
    rim_mask *mask = figure_mask_of(40, 40);
    rim_mask_draw_polygon(mask, star_points, 10, true);
    rim_sprite *sprite = figure_sprite_of(mask);
    rim_mask_destroy(mask);
    return sprite;
}

static rim_sprite *gate(void)
{
    rim_mask *mask = figure_mask_of(48, 48);
    rim_mask_draw_circle(mask, at(24, 24), 23.0f, true);
    rim_mask_draw_circle(mask, at(24, 24), 14.0f, false);
    rim_mask_draw_rect(mask, rim_rect_make(30, 18, 48, 30), false);
    rim_sprite *sprite = figure_sprite_of(mask);
    rim_mask_destroy(mask);
    return sprite;
}

static rim_sprite *bullet(void)
{
    rim_mask *mask = figure_mask_of(14, 8);
    rim_mask_draw_rect(mask, rim_rect_make(0, 1, 9, 7), true);
    rim_mask_draw_circle(mask, at(9, 4), 4.0f, true);
    rim_sprite *sprite = figure_sprite_of(mask);
    rim_mask_destroy(mask);
    return sprite;
}

static rim_posed put(const rim_sprite *sprite, double x, double y, double degrees, double scale)
{
    return rim_posed_make(sprite,
                          rim_xform2_pose(at(x, y), rim_rot2_degrees(degrees), at(scale, scale)));
}

// --- the descent ---------------------------------------------------------------------------------------

typedef struct descent
{
    figure          *f;
    const rim_mask  *fine;
    const rim_field *coarse;
    rim_xform2       to_coarse, to_world; // from the fine sprite's pixels
    int              looks;
} descent;

static bool any_pixel(const rim_mask *mask, int x, int y, int size)
{
    for (int i = 0; i < size * size; i++)
        if (rim_mask_get(mask, x + i % size, y + i / size)) return true;
    return false;
}

// As in pair_overlaps.c, with one rough look-up for both its ways: what is surely empty or surely solid ends.
static void descend(descent *d, int x, int y, int size)
{
    if (!any_pixel(d->fine, x, y, size)) return;
    rim_vec2 middle = rim_xform2_apply(d->to_coarse, at(x + 0.5 * size, y + 0.5 * size));
    float    reach = rim_vec2_distance(middle, rim_xform2_apply(d->to_coarse, at(x, y)));
    float    gap = rim_field_at(d->coarse, middle).distance;
    ink      word = gap > reach + 0.5f ? GHOST : gap < -reach - 0.5f ? HIT : NONE;
    d->looks++;
    if (word == NONE && size > 1)
    {
        for (int i = 0; i < 4; i++)
            descend(d, x + i % 2 * size / 2, y + i / 2 * size / 2, size / 2);
        return;
    }
    rim_vec2 corners[4];
    for (int i = 0; i < 4; i++)
        corners[i] = rim_xform2_apply(d->to_world,
                                      at(i == 1 || i == 2 ? x + size : x, i > 1 ? y + size : y));
    figure_polygon(d->f, corners, 4, word == NONE ? NORMAL : word, word == GHOST ? 0.25 : 0.55,
                   word == NONE ? NORMAL : word, 1.0);
}

static void pair_descent(const char *folder)
{
    figure            f;
    rim_sprite       *a = star(), *b = gate();
    rim_posed         fine = put(a, 63, 27, 20, 1), coarse = put(b, 30, 30, 0, 1.25);
    rim_field_options options = { 48, NULL };
    rim_field        *field;
    figure_need(rim_field_create(&field, rim_sprite_mask(b), &options) == RIM_OK, "memory");
    rim_xform2 to_world = rim_xform2_mul(fine.pose, rim_xform2_translation(at(-20, -20)));
    rim_xform2 to_coarse = rim_xform2_mul(
        rim_xform2_mul(rim_xform2_translation(at(24, 24)), rim_xform2_inverse(coarse.pose).xform),
        to_world);
    descent d = { &f, rim_sprite_mask(a), field, to_coarse, to_world, 0 };
    figure_open(&f, folder, "pair-descent", 760, 430);
    figure_view_down(&f, 175, 50, 5.0);
    figure_posed(&f, coarse, OTHER, 0.4, NONE);
    figure_posed(&f, fine, NONE, 1.0, THING);
    descend(&d, 0, 0, 64);
    figure_caption(&f, 24, 28, "squares of one sprite, looked up in the other");
    figure_text(&f, at(-31, 4), DIM, "boxed: surely apart");
    figure_text(&f, at(-31, 8), HIT, "red: surely inside");
    figure_text(&f, at(-31, 12), NORMAL, "yellow: pixels,");
    figure_text(&f, at(-31, 16), NORMAL, "compared exactly");
    figure_text(&f, at(-31, 68), DIM, "%d looks for %d pixels", d.looks,
                (int)rim_mask_count(d.fine));
    figure_close(&f);
    rim_field_destroy(field);
    rim_sprite_destroy(a);
    rim_sprite_destroy(b);
}

static rim_posed moved(rim_posed a, rim_vec2 by, double times)
{
    a.pose.tx += by.x * (float)times;
    a.pose.ty += by.y * (float)times;
    return a;
}

static void contact(const char *folder)
{
    figure       f;
    rim_sprite  *sa = star(), *sb = gate();
    rim_posed    a = put(sa, 56, 20, 15, 1), b = put(sb, 34, 34, 10, 1);
    rim_contact2 c = rim_sprite_contact(a, b);
    figure_open(&f, folder, "contact", 760, 400);
    for (int k = 0; k < 2; k++)
    {
        rim_separation2 shortest = rim_sprite_separate(a, b);
        rim_vec2        way = k ? shortest.move : rim_vec2_scale(c.normal, c.depth);
        figure_view_down(&f, 380 * k - 10, 90, 4.3);
        figure_posed(&f, b, OTHER, 0.4, NONE);
        figure_posed(&f, moved(a, way, 1.0), NONE, 1.0, GHOST);
        figure_posed(&f, a, THING, 0.5, NONE);
        figure_shared(&f, a, b, HIT);
        figure_arrow(&f, c.point, rim_vec2_add(c.point, way), NORMAL, 2.5);
        if (k)
            figure_caption(&f, 400, 28, "the shortest way out of all: %.1f px", shortest.length);
        else
            figure_caption(&f, 20, 28, "where the shared area falls fastest: %.1f px",
                           (double)c.depth);
    }
    figure_close(&f);
    rim_sprite_destroy(sa);
    rim_sprite_destroy(sb);
}

static void sweep(const char *folder)
{
    figure      f;
    rim_sprite *sa = bullet(), *sb = gate();
    rim_vec2    delta = { 118, 26 };
    rim_posed   a = put(sa, 10, 12, 12, 1), b = put(sb, 92, 36, -35, 1);
    rim_hit2    hit = rim_sprite_sweep(a, delta, b);
    figure_open(&f, folder, "sweep-sprites", 760, 350);
    figure_view_down(&f, 20, 30, 5);
    figure_posed(&f, b, OTHER, 0.4, NONE);
    figure_dashes(&f, at(10, 12), at(10 + delta.x, 12 + delta.y), GHOST, 1.2);
    figure_posed(&f, a, NONE, 1.0, GHOST);
    figure_posed(&f, moved(a, delta, 1.0), NONE, 1.0, GHOST);
    for (int k = 1; k < 4; k++)
        figure_posed(&f, moved(a, delta, 0.25 * k * hit.t), THING, 0.12, NONE);
    figure_posed(&f, moved(a, delta, hit.t), THING, 0.8, NONE);
    figure_arrow(&f, hit.point, rim_vec2_along(hit.point, hit.normal, 14.0f), NORMAL, 2.5);
    figure_dot(&f, hit.point, HIT, 4.5);
    figure_caption(&f, 24, 28, "the first touch, found and not stepped to: t = %.4f of the motion",
                   hit.t);
    figure_close(&f);
    rim_sprite_destroy(sa);
    rim_sprite_destroy(sb);
}

// --- many --------------------------------------------------------------------------------------------

static void stage(const char *folder)
{
    enum
    {
        COUNT = 11
    };
    static const float places[COUNT][3] = { { 29, 26, 10 },  { 50, 34, 40 }, { 44, 66, 0 },
                                            { 84, 20, 70 },  { 96, 52, 30 }, { 126, 64, 15 },
                                            { 133, 28, 50 }, { 64, 74, 20 }, { 118, 20, 0 },
                                            { 18, 62, 33 },  { 143, 58, 60 } };
    figure             f;
    rim_sprite        *sprite = star();
    rim_stage         *all;
    rim_handle         who[COUNT];
    rim_pair           pairs[COUNT * COUNT];
    bool               lit[COUNT] = { false };
    figure_need(rim_stage_create(&all, NULL) == RIM_OK, "memory");
    for (int i = 0; i < COUNT; i++)
    {
        rim_stage_item item = {
            put(sprite, places[i][0], places[i][1], places[i][2], 0.72), { 0, 0 }, NULL, NULL, 0
        };
        figure_need(rim_stage_add(all, &item, &who[i]) == RIM_OK, "memory");
    }
    int count = rim_stage_pairs(all, pairs, COUNT * COUNT);
    for (int i = 0; i < count; i++) lit[pairs[i].a.slot] = lit[pairs[i].b.slot] = true;

    figure_open(&f, folder, "stage", 760, 480);
    figure_view_down(&f, 20, 40, 4.4);
    for (int i = 0; i < COUNT; i++)
    {
        rim_posed posed = rim_stage_get(all, who[i]).posed;
        rim_box2  box = rim_sprite_bounds(posed);
        figure_box(&f, box.lo, box.hi, NONE, 1.0, GHOST);
        figure_posed(&f, posed, lit[i] ? HIT : THING, lit[i] ? 0.75 : 0.5, NONE);
        figure_line(&f, at(box.lo.x, 90 + 0.8 * i), at(box.hi.x, 90 + 0.8 * i),
                    lit[i] ? HIT : OTHER, 2.2);
    }
    figure_dashes(&f, at(104, 2), at(104, 99), NORMAL, 1.5);
    figure_caption(&f, 24, 28,
                   "boxes meet only where their spans on one axis do; pixels decide: %d pairs",
                   count);
    figure_close(&f);
    rim_stage_destroy(all);
    rim_sprite_destroy(sprite);
}

static void walk(const char *folder)
{
    figure    f;
    rim_mask *land = figure_mask_of(180, 70);
    rim_vec2  ground[] = { { 0, 52 },   { 40, 52 },  { 62, 38 },  { 92, 38 },  { 92, 34 },
                           { 104, 34 }, { 104, 30 }, { 116, 30 }, { 116, 12 }, { 150, 12 },
                           { 150, 56 }, { 180, 56 }, { 180, 70 }, { 0, 70 } };
    rim_mask_draw_polygon(land, ground, 14, true);
    rim_mask_draw_rect(land, rim_rect_make(30, 48, 34, 52), true);
    rim_sprite *terrain = figure_sprite_of(land);
    rim_posed   posed = rim_posed_make(terrain, rim_xform2_translation(rim_sprite_anchor(terrain)));
    rim_posed_list list = { &posed, 1 };
    rim_walker2    walker = { { 0, -1 }, 5, 1, false, 0, 0 };
    rim_mover2     me = (rim_mover2){ .kind = RIM_MOVER2_BOX,
                                      .at = at(8, 42),
                                      .box = rim_box2_make(at(-3, -9), at(3, 0)) };
    rim_walk2      last = { 0 };
    figure_open(&f, folder, "walk-pixels", 760, 330);
    figure_view_down(&f, 20, 40, 4);
    figure_posed(&f, posed, OTHER, 0.45, NONE);
    for (int frame = 0; frame <= 120; frame++)
    {
        last = rim_mover2_walk(&me, &walker, at(1, 0.9), rim_posed_list_world(&list));
        me = last.me;
        if (frame % 10 == 0)
            figure_box(&f, rim_vec2_add(me.at, me.box.lo), rim_vec2_add(me.at, me.box.hi), THING,
                       0.35, last.wall ? HIT : THING);
    }
    figure_arrow(&f, rim_vec2_add(me.at, at(3, -4)), rim_vec2_add(me.at, at(-6, -4)), NORMAL, 2.5);
    figure_caption(&f, 24, 28, "stairs of 4 px and a slope are walked, a wall of 18 px stops");
    figure_close(&f);
    rim_sprite_destroy(terrain);
    rim_mask_destroy(land);
}

void draw_moving_figures(const char *folder)
{
    pair_descent(folder);
    contact(folder);
    sweep(folder);
    stage(folder);
    walk(folder);
}
