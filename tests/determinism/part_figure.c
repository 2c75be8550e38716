// Figures of sprites and shapes, whole pixels apart and anyhow; tiles that are flipped and turned.
#include "determinism/bits.h"

enum
{
    FIGURE_PARTS = 4,
    FIGURE_SPRITES = 4
};

static const rim_vec2 figure_ring[5] = { { -9, -4 }, { 3, -8 }, { 9, 1 }, { 4, 7 }, { -6, 6 } };

static rim_sprite *figure_sprite(test_random *random)
{
    rim_mask   *mask;
    rim_sprite *sprite;
    int         width = random_int(random, 4, 24), height = random_int(random, 4, 24);
    no_error(rim_mask_create(&mask, width, height, NULL));
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) rim_mask_set(mask, x, y, !any_bool(random, 4));
    no_error(rim_sprite_create(&sprite, mask, NULL));
    rim_mask_destroy(mask);
    return sprite;
}

static rim_xform2 figure_pose(test_random *random, bool whole, int range)
{
    if (!whole) return any_pose2(random, (float)range);
    rim_vec2 at = { (float)random_int(random, -range, range),
                    (float)random_int(random, -range, range) };
    return rim_xform2_translation(at);
}

static rim_figure any_figure(test_random *random, rim_sprite *all[FIGURE_SPRITES],
                             rim_figure_part parts[FIGURE_PARTS], bool whole)
{
    int count = random_int(random, 1, FIGURE_PARTS);
    for (int i = 0; i < count; i++)
    {
        rim_figure_part part = { .kind = (rim_part_kind)(whole ? 0 : random_int(random, 0, 3)),
                                 .pose = figure_pose(random, whole, 20),
                                 .sprite = all[random_int(random, 0, FIGURE_SPRITES - 1)],
                                 .box = { { -7, -3 }, { 4, 6 } },
                                 .circle = { { 1, 2 }, 6.5f },
                                 .polygon = { figure_ring, 5 } };
        parts[i] = part;
    }
    rim_figure figure = { parts, count, figure_pose(random, whole, 60) };
    return figure;
}

static void figure_pairs(bits *b, test_random *random, const rim_figure *f, const rim_figure *g)
{
    rim_parts    which;
    rim_contact2 contact = rim_figure_contact(f, g, &which);
    FROM(b, rim_figure_contact);
    bits_contact2(b, contact);
    bits_int(b, which.a), bits_int(b, which.b);
    b->line->answers++;
    BITS(b, rim_figure_overlaps(f, g, &which));
    bits_int(b, which.a), bits_int(b, which.b);
    BITS(b, rim_figure_overlap_area(f, g));
    bool shows = rim_figure_overlaps_on_grid(f, g, &which);
    FROM(b, rim_figure_overlaps_on_grid);
    BITS(b, shows);
    bits_int(b, which.a), bits_int(b, which.b);
    rim_shared_pixel pixel = rim_figure_shared_pixel(f, g, RIM_PICK_FIRST, &which);
    FROM(b, rim_figure_shared_pixel);
    BITS(b, pixel.hit);
    bits_int(b, which.a), bits_int(b, which.b);
    bits_int(b, pixel.a.x), bits_int(b, pixel.b.y);
    rim_separation2 out = rim_figure_separate(f, g);
    FROM(b, rim_figure_separate);
    BITS(b, out.move);
    BITS(b, out.length);
    rim_vec2 delta = any_vec2(random, 90.0f), other = any_vec2(random, 30.0f);
    rim_hit2 hit = rim_figure_sweep(f, delta, g, other, &which);
    FROM(b, rim_figure_sweep);
    bits_hit2(b, hit);
    bits_int(b, which.a), bits_int(b, which.b);
    b->line->answers++;
}

static void figure_turns(bits *b, test_random *random, const rim_figure *f, const rim_figure *g)
{
    rim_parts   which;
    rim_motion2 motion = { any_vec2(random, 90.0f), random_float(random, -3.0f, 3.0f) };
    rim_motion2 other = { any_vec2(random, 20.0f), random_float(random, -1.0f, 1.0f) };
    rim_hit2    hit = rim_figure_sweep_turning(f, motion, g, other, &which);
    FROM(b, rim_figure_sweep_turning);
    bits_hit2(b, hit);
    bits_int(b, which.a), bits_int(b, which.b);
    b->line->answers++;
}

static void figure_points(bits *b, test_random *random, const rim_figure *f)
{
    int part;
    BITS(b, rim_figure_bounds(f));
    BITS(b, rim_figure_contains(f, any_vec2(random, 60.0f), &part));
    bits_int(b, part);
    rim_closest2 near = rim_figure_closest(f, any_vec2(random, 90.0f), &part);
    FROM(b, rim_figure_closest);
    BITS(b, near.point);
    BITS(b, near.distance);
    BITS(b, part);
    rim_ray2 ray = { any_vec2(random, 90.0f), any_vec2(random, 90.0f) };
    rim_hit2 hit = rim_figure_raycast(f, ray, &part);
    FROM(b, rim_figure_raycast);
    bits_hit2(b, hit);
    bits_int(b, part);
    b->line->answers++;
}

static void turns(bits *b, test_random *random, int count)
{
    rim_sprite *all[FIGURE_SPRITES];
    for (int i = 0; i < FIGURE_SPRITES; i++) all[i] = figure_sprite(random);
    for (int i = 0; i < count; i++)
    {
        rim_figure_part parts[2][FIGURE_PARTS];
        rim_figure      f = any_figure(random, all, parts[0], false);
        rim_figure      g = any_figure(random, all, parts[1], false);
        figure_turns(b, random, &f, &g);
    }
    for (int i = 0; i < FIGURE_SPRITES; i++) rim_sprite_destroy(all[i]);
}

static void figures(bits *b, test_random *random, int count)
{
    rim_sprite *all[FIGURE_SPRITES];
    for (int i = 0; i < FIGURE_SPRITES; i++) all[i] = figure_sprite(random);
    for (int i = 0; i < count; i++)
    {
        rim_figure_part parts[2][FIGURE_PARTS];
        bool            whole = any_bool(random, 3);
        rim_figure      f = any_figure(random, all, parts[0], whole);
        rim_figure      g = any_figure(random, all, parts[1], whole);
        figure_pairs(b, random, &f, &g);
        figure_points(b, random, &f);
    }
    for (int i = 0; i < FIGURE_SPRITES; i++) rim_sprite_destroy(all[i]);
}

// Figures and sprites on a stage.
// A walk in a figure, and a slide among figures and sprites on a stage.
static void walk_among_figures(bits *b, test_random *random, const rim_stage *stage,
                               const rim_figure *figure)
{
    rim_stage_part part = { stage, ~0u, (rim_handle){ 0 } };
    rim_walker2    walker = { { 0.0f, -1.0f }, 4.0f, 1.0f, false, 0.0f, 0.0f };
    rim_mover2     me = { .kind = RIM_MOVER2_CIRCLE, .at = any_vec2(random, 90.0f) };
    me.circle.radius = 5.0f;
    if (any_bool(random, 2))
        me = (rim_mover2){ .kind = RIM_MOVER2_BOX, .at = me.at, .box = { { -4, -5 }, { 4, 5 } } };
    rim_slide2 slide = rim_mover2_slide(&me, any_vec2(random, 120.0f), rim_stage_world(&part));
    FROM(b, rim_stage_world);
    BITS(b, slide.moved);
    BITS(b, slide.normal);
    rim_vec2  fall = { random_float(random, -90, 90), random_float(random, 0, 90) };
    rim_walk2 walk = rim_mover2_walk(&me, &walker, fall, rim_figure_world(figure));
    FROM(b, rim_figure_world);
    BITS(b, walk.moved);
    BITS(b, walk.ground_normal);
    BITS(b, walk.grounded + 2 * walk.sliding + 4 * walk.wall + 8 * walk.ceiling);
}

static void stage_figures(bits *b, test_random *random, int count)
{
    rim_sprite *all[FIGURE_SPRITES];
    for (int i = 0; i < FIGURE_SPRITES; i++) all[i] = figure_sprite(random);
    for (int i = 0; i < count; i++)
    {
        rim_stage      *stage;
        rim_figure_part parts[13][FIGURE_PARTS];
        rim_handle      who[12], found[12];
        no_error(rim_stage_create(&stage, NULL));
        for (int k = 0; k < 12; k++)
        {
            rim_figure     f = any_figure(random, all, parts[k], any_bool(random, 3));
            rim_stage_item item = { .posed = { NULL, f.pose }, .parts = f.parts };
            item.part_count = f.count;
            if (any_bool(random, 3))
                item = (rim_stage_item){ .posed = { all[k % FIGURE_SPRITES], f.pose } };
            no_error(rim_stage_add(stage, &item, &who[k]));
        }
        rim_figure f = any_figure(random, all, parts[12], any_bool(random, 3));
        rim_vec2   delta = any_vec2(random, 120.0f);
        for (int k = 1; k < 12; k++)
        {
            rim_parts which = rim_stage_parts(stage, who[0], who[k]);
            FROM(b, rim_stage_parts);
            bits_int(b, which.a), bits_int(b, which.b);
            b->line->answers++;
        }
        int met = rim_stage_overlaps_figure(stage, &f, ~0u, who[0], found, 12);
        FROM(b, rim_stage_overlaps_figure);
        BITS(b, met);
        for (int k = 0; k < met; k++) BITS(b, found[k].slot);
        rim_motion2   straight = { delta, 0.0f }, turning = { delta, 1.0f };
        rim_stage_hit hit = rim_stage_sweep_figure_first(stage, &f, straight,
                                                         (rim_stage_motions){ 0 }, ~0u, who[0]);
        FROM(b, rim_stage_sweep_figure_first);
        bits_hit2(b, hit.hit);
        bits_int(b, hit.parts.a), bits_int(b, hit.parts.b);
        b->line->answers++;
        rim_stage_hit hits[12];
        met = rim_stage_sweep_figure_all(stage, &f, turning, (rim_stage_motions){ 0 }, ~0u, who[0],
                                         hits, 12);
        FROM(b, rim_stage_sweep_figure_all);
        BITS(b, met);
        for (int k = 0; k < met; k++) bits_hit2(b, hits[k].hit);
        test_random own = *random; // so that what follows draws as before
        walk_among_figures(b, &own, stage, &f);
        rim_stage_destroy(stage);
    }
    for (int i = 0; i < FIGURE_SPRITES; i++) rim_sprite_destroy(all[i]);
}

static void tiles(bits *b, test_random *random, int count)
{
    const rim_sprite *all[FIGURE_SPRITES];
    uint32_t          cells[24];
    for (int i = 0; i < FIGURE_SPRITES; i++) all[i] = figure_sprite(random);
    for (int i = 0; i < 24; i++)
        cells[i] = (uint32_t)random_int(random, 0, FIGURE_SPRITES) |
                   (uint32_t)random_int(random, 0, 7) << 29;
    rim_tiles2 map = { all, cells, 6, 4, { -80, -50 }, 24, 24, 0 };
    rim_world2 world = rim_tiles2_world(&map);
    for (int i = 0; i < count; i++)
    {
        rim_mover2 me = { .kind = RIM_MOVER2_CIRCLE, .at = any_vec2(random, 90.0f) };
        me.circle.radius = 3.0f;
        rim_slide2 slide = rim_mover2_slide(&me, any_vec2(random, 60.0f), world);
        FROM(b, rim_tiles2_world);
        BITS(b, slide.moved);
        BITS(b, slide.normal);
    }
    for (int i = 0; i < FIGURE_SPRITES; i++) rim_sprite_destroy((rim_sprite *)all[i]);
}

const bits_part PARTS_FIGURE[] = {
    { "figure", figures, 4000 },
    { "stage_figures", stage_figures, 500 },
    { "figure_turns", turns, 3000 },
    { "tiles", tiles, 2000 },
    { NULL, NULL, 0 },
};
