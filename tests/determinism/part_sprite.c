// Posed sprites: pairs, motions, shapes, sheets, stages, movers.
#include "determinism/bits.h"

#include "flat/shape/box2.h"

#include "flat/mover/data.h"

enum
{
    SPRITES = 6,
    CREW = 40
};

static void make_sprites(test_random *random, rim_sprite *sprites[SPRITES], int most)
{
    for (int i = 0; i < SPRITES; i++)
    {
        rim_mask          *mask = any_mask(random, most);
        rim_sprite_options options = { any_bool(random, 2), { 0.0f, 0.0f }, 24, NULL };
        options.anchor = any_vec2(random, 9.0f);
        no_error(rim_sprite_create(&sprites[i], mask, &options));
        rim_mask_destroy(mask);
    }
}

static void destroy_sprites(rim_sprite *sprites[SPRITES])
{
    for (int i = 0; i < SPRITES; i++) rim_sprite_destroy(sprites[i]);
}

static rim_posed any_posed(test_random *random, rim_sprite *sprites[SPRITES], float range)
{
    const rim_sprite *sprite = sprites[random_int(random, 0, SPRITES - 1)];
    return rim_posed_make(sprite, any_pose2(random, range));
}

// Fresh sprites now and then.
static void renew(test_random *random, rim_sprite *sprites[SPRITES], int i, int every, int most)
{
    if (i % every) return;
    if (i) destroy_sprites(sprites);
    make_sprites(random, sprites, most);
}

static void any_two(test_random *random, rim_sprite *sprites[SPRITES], int i, float range,
                    rim_posed *me, rim_posed *other)
{
    renew(random, sprites, i, 100, 60);
    *me = any_posed(random, sprites, range);
    *other = any_posed(random, sprites, range);
}

static void sprites(bits *b, test_random *random, int count)
{
    rim_sprite *all[SPRITES];
    for (int i = 0; i < count; i++)
    {
        rim_posed me, other;
        any_two(random, all, i, 30.0f, &me, &other);
        rim_vec2 p = any_vec2(random, 60.0f);
        BITS(b, rim_sprite_contains(me, p));
        BITS(b, rim_sprite_bounds(me));
        BITS(b, rim_sprite_outline_first(me, other));
        int rays[24];
        int hits = rim_sprite_outline_all(me, other, rays, 24);
        FROM(b, rim_sprite_outline_all);
        BITS(b, hits);
        for (int k = 0; k < hits; k++) BITS(b, rays[k]);
        int dx = random_int(random, -60, 60), dy = random_int(random, -60, 60);
        BITS(b, rim_sprite_overlaps_at(me.sprite, other.sprite, dx, dy));
    }
    destroy_sprites(all);
}

static void pairs(bits *b, test_random *random, int count)
{
    rim_sprite *all[SPRITES];
    for (int i = 0; i < count; i++)
    {
        rim_posed me, other;
        any_two(random, all, i, 30.0f, &me, &other);
        BITS(b, rim_sprite_overlaps(me, other));
        BITS(b, rim_sprite_overlap_area(me, other));
        BITS(b, rim_sprite_overlaps_on_grid(me, other));
        BITS(b, rim_sprite_contact(me, other));
        if (i % 50) continue;
        rim_separation2 way = rim_sprite_separate(me, other);
        FROM(b, rim_sprite_separate);
        BITS(b, way.hit + 2 * way.exact);
        BITS(b, way.move);
        BITS(b, way.length);
    }
    destroy_sprites(all);
}

static void sweeps(bits *b, test_random *random, int count)
{
    rim_sprite *all[SPRITES];
    for (int i = 0; i < count; i++)
    {
        rim_posed me, other;
        any_two(random, all, i, 60.0f, &me, &other);
        rim_vec2 delta = any_vec2(random, 200.0f);
        BITS(b, rim_sprite_sweep(me, delta, other));
        BITS(b, rim_sprite_sweep_both(me, delta, other, any_vec2(random, 30.0f)));
    }
    destroy_sprites(all);
}

static rim_motion2 any_motion(test_random *random, float range)
{
    rim_vec2 delta = any_vec2(random, range);
    return (rim_motion2){ delta, random_float(random, -3.0f, 3.0f) };
}

static void turning(bits *b, test_random *random, int count)
{
    rim_sprite *all[SPRITES];
    for (int i = 0; i < count; i++)
    {
        rim_posed me, other;
        any_two(random, all, i, 40.0f, &me, &other);
        rim_motion2 one = any_motion(random, 120.0f), two = any_motion(random, 30.0f);
        BITS(b, rim_motion2_pose(one, me.pose, random_float(random, 0.0f, 1.0f)));
        BITS(b, rim_sprite_sweep_turning(me, one, other, two));
        rim_vec2    p = any_vec2(random, 60.0f), corners[4];
        rim_circle2 circle = { p, random_float(random, 0.0f, 20.0f) };
        box2_corners(any_box2(random, 50.0f), corners);
        BITS(b, rim_sprite_sweep_turning_circle(me, one, circle, two.delta));
        BITS(b, rim_sprite_sweep_turning_polygon(me, one, (rim_polygon2){ corners, 4 }, two.delta));
    }
    destroy_sprites(all);
}

static void casts(bits *b, test_random *random, int count)
{
    rim_sprite *all[SPRITES];
    for (int i = 0; i < count; i++)
    {
        renew(random, all, i, 100, 60);
        rim_posed    it = any_posed(random, all, 20.0f);
        rim_vec2     p = any_vec2(random, 60.0f), delta = any_vec2(random, 120.0f);
        rim_vec2     ring[4] = { p, p, p, p };
        rim_circle2  circle = { p, random_float(random, 0.0f, 20.0f) };
        rim_segment2 segment = { p, any_vec2(random, 60.0f) };
        rim_box2     box = any_box2(random, 50.0f);
        rim_vec2     corners[4];
        for (int k = 1; k < 4; k++) ring[k] = any_vec2(random, 60.0f);
        box2_corners(box, corners);
        BITS(b, rim_sprite_overlaps_polygon(
                    it, (rim_polygon2){ (rim_vec2[]){ segment.a, segment.b }, 2 }));
        BITS(b, rim_sprite_overlaps_circle(it, circle));
        BITS(b, rim_sprite_overlaps_box(it, box));
        BITS(b, rim_sprite_overlaps_polygon(it, (rim_polygon2){ ring, 4 }));
        BITS(b, rim_sprite_raycast(it, (rim_ray2){ p, delta }));
        BITS(b, rim_polygon2_sweep_sprite((rim_polygon2){ (rim_vec2[]){ segment.a, segment.b }, 2 },
                                          delta, it));
        BITS(b, rim_circle2_sweep_sprite(circle, delta, it));
        BITS(b, rim_polygon2_sweep_sprite((rim_polygon2){ corners, 4 }, delta, it));
        rim_closest2 closest = rim_sprite_closest(it, p);
        FROM(b, rim_sprite_closest);
        BITS(b, closest.found);
        BITS(b, closest.point);
        BITS(b, closest.distance);
    }
    destroy_sprites(all);
}

static void sheets(bits *b, test_random *random, int count)
{
    static uint32_t pixels[64 * 48];
    for (int i = 0; i < count; i++)
    {
        for (int k = 0; k < 64 * 48; k++) pixels[k] = (uint32_t)random_bits(random);
        rim_image image = { pixels, 64, 48, 0, RIM_PIXELS_WORD32, 0xff000000u };
        int       across = random_int(random, 4, 20), down = random_int(random, 4, 20);
        rim_grid  grid = { across, down, 1, 2 };
        rim_frame frames[128];
        int       n = rim_grid_frames(grid, 64, 48, frames, 128);
        FROM(b, rim_grid_frames);
        BITS(b, n);
        for (int k = 0; k < n; k++)
        {
            frames[k].turned = any_bool(random, 2);
        }
        rim_sheet *sheet;
        no_error(rim_sheet_create(&sheet, &image, 128, frames, n, NULL));
        for (int k = 0; k < n; k++)
        {
            int                   rays;
            const rim_edge_point *points =
                rim_sprite_outline(rim_sheet_layer(sheet, NULL, NULL)[k], &rays);
            FROM(b, rim_sprite_outline);
            for (int r = 0; r < rays; r++) BITS(b, points[r].at);
        }
        rim_sheet_destroy(sheet);
    }
}

static void tell_handle(bits *b, rim_handle who)
{
    BITS(b, (int64_t)who.generation << 32 | who.slot);
}

static void ask_stage(bits *b, test_random *random, rim_stage *stage, rim_posed mover)
{
    rim_pair      found[200];
    rim_stage_hit hits[CREW];
    rim_handle    who[CREW];
    int           n = rim_stage_pairs(stage, found, 200);
    FROM(b, rim_stage_pairs);
    BITS(b, n);
    for (int i = 0; i < n && i < 200; i++) tell_handle(b, found[i].a), tell_handle(b, found[i].b);
    n = rim_stage_contains(stage, any_vec2(random, 150.0f), ~0u, who, CREW);
    FROM(b, rim_stage_contains);
    for (int i = 0; i < n; i++) tell_handle(b, who[i]);
    n = rim_stage_overlaps_box(stage, any_box2(random, 150.0f), ~0u, who, CREW);
    FROM(b, rim_stage_overlaps_box);
    for (int i = 0; i < n; i++) tell_handle(b, who[i]);
    rim_vec2 origin = any_vec2(random, 150.0f);
    rim_ray2 ray = { origin, any_vec2(random, 300.0f) };
    n = rim_stage_raycast_all(stage, ray, ~0u, hits, CREW);
    FROM(b, rim_stage_raycast_all);
    for (int i = 0; i < n; i++) tell_handle(b, hits[i].who), BITS(b, hits[i].hit);
    rim_vec2      delta = any_vec2(random, 200.0f);
    rim_handle    nobody = { 0, 0 };
    rim_stage_hit first = rim_stage_sweep_first(stage, mover, delta, ~0u, nobody);
    FROM(b, rim_stage_sweep_first);
    tell_handle(b, first.who);
    BITS(b, first.hit);
}

static void stages(bits *b, test_random *random, int count)
{
    rim_sprite *all[SPRITES];
    make_sprites(random, all, 30);
    rim_stage *stage;
    no_error(rim_stage_create(&stage, NULL));
    rim_handle crew[CREW];
    for (int i = 0; i < CREW; i++)
    {
        rim_stage_item item = { .posed = any_posed(random, all, 150.0f) };
        no_error(rim_stage_add(stage, &item, &crew[i]));
    }
    for (int i = 0; i < count; i++)
    {
        for (int k = 0; k < 5; k++)
        {
            rim_handle who = crew[random_int(random, 0, CREW - 1)];
            rim_stage_move(stage, who, any_pose2(random, 150.0f));
        }
        rim_stage_changes changes;
        no_error(rim_stage_update(stage, &changes));
        FROM(b, rim_stage_update);
        for (int k = 0; k < changes.entered_count; k++)
            tell_handle(b, changes.entered[k].a), tell_handle(b, changes.entered[k].b);
        ask_stage(b, random, stage, any_posed(random, all, 100.0f));
    }
    rim_stage_destroy(stage);
    destroy_sprites(all);
}

static rim_mover2 any_mover(test_random *random, rim_sprite *all[SPRITES])
{
    rim_vec2 at = any_vec2(random, 100.0f);
    int      kind = random_int(random, 0, 2);
    rim_box2 box = rim_box2_make(rim_vec2_make(-4.0f, -9.0f), rim_vec2_make(4.0f, 0.0f));
    at.y -= 100.0f;
    if (kind == 0) return (rim_mover2){ .kind = RIM_MOVER2_BOX, .at = at, .box = box };
    if (kind == 1)
        return (rim_mover2){ .kind = RIM_MOVER2_CIRCLE, .at = at, .circle.radius = 5.0f };
    return (rim_mover2){ .at = at,
                         .sprite = rim_posed_make(all[random_int(random, 0, SPRITES - 1)],
                                                  rim_xform2_identity()) };
}

static void movers(bits *b, test_random *random, int count)
{
    rim_sprite *all[SPRITES];
    make_sprites(random, all, 60);
    rim_posed      platforms[12];
    rim_posed_list list = { platforms, 12 };
    rim_world2     world = rim_posed_list_world(&list);
    rim_mover2     me = any_mover(random, all);
    rim_walker2    walker = { { 0.0f, -1.0f }, 4.0f, 1.0f, false, 0.0f, 0.0f };
    for (int i = 0; i < count; i++)
    {
        if (i % 50 == 0)
        {
            for (int k = 0; k < 12; k++) platforms[k] = any_posed(random, all, 100.0f);
            me = any_mover(random, all);
        }
        rim_slide2 slide = rim_mover2_slide(&me, any_vec2(random, 30.0f), world);
        FROM(b, rim_mover2_slide);
        BITS(b, slide.moved);
        BITS(b, slide.normal);
        BITS(b, slide.hit + 2 * slide.stuck);
        rim_vec2  delta = rim_vec2_make(random_float(random, -6.0f, 6.0f), 5.0f);
        rim_walk2 walk = rim_mover2_walk(&me, &walker, delta, world);
        FROM(b, rim_mover2_walk);
        BITS(b, walk.me.at);
        BITS(b, walk.ground_normal);
        BITS(b, walk.wall_normal);
        BITS(b, walk.grounded + 2 * walk.sliding + 4 * walk.wall + 8 * walk.ceiling);
        me = walk.me;
    }
    destroy_sprites(all);
}

// Updates, frames, what sprites remember.
static void more_sprites(bits *b, test_random *random, int count)
{
    rim_sprite *all[SPRITES];
    for (int i = 0; i < count; i++)
    {
        renew(random, all, i, 50, 60);
        rim_sprite *sprite = all[random_int(random, 0, SPRITES - 1)];
        rim_posed   me = rim_posed_make(sprite, any_pose2(random, 30.0f));
        BITS(b, rim_sprite_anchor(sprite));
        (void)any_vec2(random, 60.0f);
        rim_mask *mask;
        no_error(rim_mask_create_copy(&mask, rim_sprite_mask(sprite), NULL));
        int x = random_int(random, 0, rim_mask_width(mask) - 1);
        int y = random_int(random, 0, rim_mask_height(mask) - 1);
        rim_mask_set(mask, x, y, any_bool(random, 2));
        no_error(rim_sprite_update(sprite, mask, rim_rect_make(x, y, x + 1, y + 1)));
        FROM(b, rim_sprite_update);
        BITS(b, rim_sprite_mask(sprite));
        rim_vec2 from = any_vec2(random, 60.0f);
        FROM(b, rim_sprite_update);
        bits_hit2(b, rim_sprite_raycast(me, (rim_ray2){ from, any_vec2(random, 60.0f) }));
        rim_mask_destroy(mask);
        rim_frame frame = { 0 };
        x = random_int(random, -2, 20), y = random_int(random, -2, 20);
        frame.place = rim_rect_make(x, y, x + random_int(random, 0, 20), y + 9);
        frame.turned = any_bool(random, 2);
        frame.trim_x = random_int(random, 0, 9);
        frame.width = random_int(random, 0, 40), frame.height = random_int(random, 0, 40);
        rim_status status = rim_frame_check(&frame, 40, 30);
        FROM(b, rim_frame_check);
        BITS(b, status);
        if (status) continue;
        int width, height;
        rim_frame_size(&frame, &width, &height);
        FROM(b, rim_frame_size);
        BITS(b, width);
        BITS(b, height);
        int at_x = 0, at_y = 0;
        BITS(b, rim_frame_pixel(&frame, random_int(random, 0, 20), y, &at_x, &at_y));
        BITS(b, at_x + 65536 * at_y);
    }
    destroy_sprites(all);
}

static void more_stages(bits *b, test_random *random, int count)
{
    rim_sprite *all[SPRITES];
    make_sprites(random, all, 30);
    rim_stage *stage;
    no_error(rim_stage_create(&stage, NULL));
    rim_handle crew[CREW], nobody = { 0, 0 };
    for (int i = 0; i < CREW; i++)
    {
        rim_filter     filter = { 1u << i % 3, any_bool(random, 4) ? ~3u : 0u };
        rim_stage_item item = { any_posed(random, all, 100.0f), filter, NULL, NULL, 0 };
        no_error(rim_stage_add(stage, &item, &crew[i]));
    }
    for (int i = 0; i < count; i++)
    {
        int         n, k = random_int(random, 0, CREW - 1);
        rim_handle *who = &crew[k];
        if (any_bool(random, 4))
        {
            rim_stage_item item = { .filter = { 1u, 0u } };
            rim_stage_remove(stage, *who);
            item.posed = any_posed(random, all, 100.0f);
            no_error(rim_stage_add(stage, &item, who));
        }
        rim_stage_move(stage, *who, any_pose2(random, 100.0f));
        rim_stage_changes changes;
        no_error(rim_stage_update(stage, &changes));
        rim_posed me = rim_stage_get(stage, *who).posed;
        FROM(b, rim_stage_get);
        BITS(b, me.pose);
        FROM(b, rim_stage_update);
        for (int m = 0; m < changes.touching_count; m++)
            tell_handle(b, changes.touching[m].a), tell_handle(b, changes.touching[m].b);
        for (int m = 0; m < changes.left_count; m++)
            tell_handle(b, changes.left[m].a), tell_handle(b, changes.left[m].b);
        rim_vec2      from = any_vec2(random, 100.0f), delta = any_vec2(random, 200.0f);
        rim_stage_hit hits[CREW],
            first = rim_stage_raycast_first(stage, (rim_ray2){ from, delta }, ~0u);
        FROM(b, rim_stage_raycast_first);
        tell_handle(b, first.who);
        BITS(b, first.hit);
        n = rim_stage_sweep_all(stage, me, delta, ~0u, any_bool(random, 2) ? *who : nobody, hits,
                                CREW);
        FROM(b, rim_stage_sweep_all);
        for (int m = 0; m < n; m++) tell_handle(b, hits[m].who), BITS(b, hits[m].hit);
    }
    rim_stage_destroy(stage);
    destroy_sprites(all);
}

static void more_movers(bits *b, test_random *random, int count)
{
    rim_sprite *all[SPRITES];
    make_sprites(random, all, 60);
    rim_posed      platforms[12];
    rim_posed_list list = { platforms, 12 };
    rim_world2     world = rim_posed_list_world(&list);
    for (int i = 0; i < count; i++)
    {
        if (i % 50 == 0)
            for (int k = 0; k < 12; k++) platforms[k] = any_posed(random, all, 100.0f);
        rim_mover2 me = any_mover(random, all);
        BITS(b, rim_mover2_bounds(&me));
        (void)any_vec2(random, 200.0f);
        BITS(b, rim_mover2_push_out(&me, world));
        BITS(b, me.at);
    }
    destroy_sprites(all);
}

static void tell_handles(bits *b, const rim_handle *who, int count)
{
    for (int i = 0; i < count; i++) tell_handle(b, who[i]);
}

// What is asked of a stage at rest and among others that move, and of its world.
static void stage_shapes(bits *b, test_random *random, int count)
{
    rim_sprite *all[SPRITES];
    make_sprites(random, all, 30);
    rim_stage *stage;
    no_error(rim_stage_create(&stage, NULL));
    rim_handle crew[CREW], found[CREW];
    rim_vec2   motions[CREW];
    for (int i = 0; i < CREW; i++)
    {
        rim_stage_item item = { .posed = any_posed(random, all, 100.0f) };
        item.filter.ignores = any_bool(random, 4) ? ~0u : 0u;
        no_error(rim_stage_add(stage, &item, &crew[i]));
    }
    for (int i = 0; i < count; i++)
    {
        rim_handle  who = crew[random_int(random, 0, CREW - 1)];
        rim_posed   me = any_posed(random, all, 100.0f);
        rim_circle2 circle = { any_vec2(random, 100.0f), random_float(random, 0.0f, 20.0f) };
        rim_vec2    ring[4], delta = any_vec2(random, 100.0f);
        for (int k = 0; k < 4; k++) ring[k] = any_vec2(random, 60.0f);
        for (int k = 0; k < CREW; k++) motions[k] = any_vec2(random, 100.0f);
        rim_stage_move(stage, who, any_pose2(random, 100.0f));
        FROM(b, rim_stage_overlaps_circle);
        tell_handles(b, found, rim_stage_overlaps_circle(stage, circle, ~0u, found, CREW));
        FROM(b, rim_stage_overlaps_polygon);
        tell_handles(
            b, found,
            rim_stage_overlaps_polygon(stage, (rim_polygon2){ ring, 4 }, ~0u, found, CREW));
        FROM(b, rim_stage_overlaps_sprite);
        tell_handles(b, found, rim_stage_overlaps_sprite(stage, me, ~0u, who, found, CREW));
        FROM(b, rim_stage_overlaps);
        tell_handles(b, found, rim_stage_overlaps(stage, who, found, CREW));
        rim_stage_motions others = { motions, CREW };
        rim_stage_hit     hits[CREW];
        int n = rim_stage_sweep_both_all(stage, me, delta, others, ~0u, who, hits, CREW);
        FROM(b, rim_stage_sweep_both_all);
        for (int k = 0; k < n; k++) tell_handle(b, hits[k].who), BITS(b, hits[k].hit);
        hits[0] = rim_stage_sweep_both_first(stage, me, delta, others, ~0u, who);
        FROM(b, rim_stage_sweep_both_first);
        tell_handle(b, hits[0].who);
        BITS(b, hits[0].hit);
        rim_stage_part part = { stage, ~0u, who };
        rim_mover2     mover = any_mover(random, all);
        rim_slide2     slide = rim_mover2_slide(&mover, delta, rim_stage_world(&part));
        FROM(b, rim_stage_world);
        BITS(b, slide.moved);
        FROM(b, rim_mover2_from_posed);
        mover = rim_mover2_from_posed(me);
        BITS(b, mover.at);
        BITS(b, mover.sprite.pose);
        test_random own = *random; // so that what follows draws as before
        rim_motion2 motion = any_motion(&own, 120.0f);
        n = rim_stage_sweep_turning_all(stage, me, motion, ~0u, who, hits, CREW);
        FROM(b, rim_stage_sweep_turning_all);
        for (int k = 0; k < n; k++) tell_handle(b, hits[k].who), BITS(b, hits[k].hit);
        hits[0] = rim_stage_sweep_turning_first(stage, me, motion, ~0u, who);
        FROM(b, rim_stage_sweep_turning_first);
        tell_handle(b, hits[0].who);
        BITS(b, hits[0].hit);
    }
    rim_stage_destroy(stage);
    destroy_sprites(all);
}

// One shared pixel, and sprites drawn into masks.
static void pixels(bits *b, test_random *random, int count)
{
    rim_sprite *all[SPRITES];
    for (int i = 0; i < count; i++)
    {
        rim_posed me, other;
        any_two(random, all, i, 30.0f, &me, &other);
        for (int k = 0; k < 2; k++)
        {
            rim_shared_pixel p =
                rim_sprite_shared_pixel(me, other, k ? RIM_PICK_ANY : RIM_PICK_FIRST);
            FROM(b, rim_sprite_shared_pixel);
            BITS(b, p.hit);
            bits_int(b, p.a.x + 65536 * p.a.y);
            bits_int(b, p.b.x + 65536 * p.b.y);
        }
        if (i % 10) continue;
        rim_mask   *mask = any_mask(random, 100);
        rim_mask_op op = (rim_mask_op)random_int(random, 0, 3);
        rim_mask_draw_sprite(mask, op, me);
        FROM(b, rim_mask_draw_sprite);
        BITS(b, mask);
        rim_mask_destroy(mask);
    }
    destroy_sprites(all);
}

static void platforms(bits *b, test_random *random, int count)
{
    rim_sprite *all[SPRITES];
    make_sprites(random, all, 60);
    for (int i = 0; i < count; i++)
    {
        rim_posed solid = any_posed(random, all, 100.0f), plank = any_posed(random, all, 40.0f);
        rim_posed_list solids = { &solid, 1 }, planks = { &plank, 1 };
        rim_one_way2   way = { .me = any_mover(random, all), .up = { 0.0f, -1.0f } };
        way.me.at.y += random_float(random, 30.0f, 100.0f); // in front of the plank, often
        way.solid = rim_posed_list_world(&solids);
        way.platforms = rim_posed_list_world(&planks);
        rim_vec2   delta = any_vec2(random, 60.0f);
        rim_slide2 slide = rim_mover2_slide(&way.me, delta, rim_one_way2_world(&way));
        FROM(b, rim_one_way2_world);
        BITS(b, slide.moved);
        rim_xform2 before = any_pose2(random, 100.0f), after = any_pose2(random, 100.0f);
        slide = rim_mover2_carry(&way.me, before, after, way.solid);
        FROM(b, rim_mover2_carry);
        BITS(b, slide.moved);
    }
    destroy_sprites(all);
}

// Frames of two layers, and another anchor.
static void layered(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        rim_mask *body = any_mask(random, 80), *hurt = any_mask(random, 80);
        rim_rect  whole = rim_rect_make(0, 0, 20, 20);
        rim_mask *cut[2];
        no_error(rim_mask_create_window(&cut[0], body, whole, NULL));
        no_error(rim_mask_create_window(&cut[1], hurt, whole, NULL));
        rim_layer   layers[2] = { { "body", cut[0] }, { "hurt", cut[1] } };
        rim_frame   frames[4];
        rim_sheet  *sheet;
        rim_sprite *sprite;
        int         n = rim_grid_frames((rim_grid){ 10, 10, 0, 0 }, 20, 20, frames, 4);
        no_error(rim_sheet_create_from_masks(&sheet, layers, 2, frames, n, NULL));
        FROM(b, rim_sheet_create_from_masks);
        for (int k = 0; k < n; k++)
            bits_mask(b, rim_sprite_mask(rim_sheet_layer(sheet, NULL, NULL)[k]));
        b->line->answers++;
        FROM(b, rim_sheet_layer);
        for (int k = 0; k < n; k++)
            bits_mask(b, rim_sprite_mask(rim_sheet_layer(sheet, "hurt", NULL)[k]));
        b->line->answers++;
        rim_sheet_destroy(sheet);
        no_error(rim_sprite_create(&sprite, body, NULL));
        rim_vec2 anchor = any_vec2(random, 90.0f);
        BITS(b, rim_sprite_set_anchor(sprite, anchor));
        int                   rays;
        const rim_edge_point *outline = rim_sprite_outline(sprite, &rays);
        FROM(b, rim_sprite_set_anchor);
        for (int k = 0; k < rays; k++) BITS(b, outline[k].at);
        rim_sprite_destroy(sprite);
        rim_mask_destroy(cut[0]);
        rim_mask_destroy(cut[1]);
        rim_mask_destroy(body);
        rim_mask_destroy(hurt);
    }
}

const bits_part PARTS_SPRITE[] = {
    { "platforms", platforms, 2000 },
    { "stage_shapes", stage_shapes, 2000 },
    { "sprite_more", more_sprites, 2000 },
    { "stage_more", more_stages, 2000 },
    { "mover2_more", more_movers, 1000 },
    { "sprite", sprites, 40000 },
    { "pair", pairs, 20000 },
    { "sweep", sweeps, 20000 },
    { "turning", turning, 2000 },
    { "cast", casts, 10000 },
    { "sheet", sheets, 100 },
    { "stage", stages, 4000 },
    { "mover2", movers, 4000 },
    { "pixels", pixels, 4000 },
    { "layered", layered, 300 },
    { NULL, NULL, 0 },
};
