// A hero among crates and a guard on a stage: which ones does a dash go through, which are in a lasso, which overlap,
// and which part of the guard is met?
//
//      cc arena.c $(pkg-config --cflags --libs rimcast) -o arena
#include <rimcast/rimcast.h>

#include <stdio.h>

enum
{
    CRATES = 4,
    EVERYBODY = -1
};

static rim_sprite *block(int width, int height)
{
    rim_mask   *mask = NULL;
    rim_sprite *sprite = NULL;
    if (rim_mask_create_filled(&mask, width, height, NULL) == RIM_OK)
        rim_sprite_create(&sprite, mask, NULL);
    rim_mask_destroy(mask);
    return sprite;
}

static void tell(const rim_stage *stage, const char *what, const rim_stage_hit *hits, int count)
{
    printf("%s:", what);
    for (int i = 0; i < count; i++)
        printf("%s %s at t = %.2f", i ? "," : "",
               (const char *)rim_stage_get(stage, hits[i].who).user, hits[i].hit.t);
    printf("\n");
}

// A ramp, a block, and the ramp mirrored: how high does one stand in the middle of each?
static void walk_on_tiles(void)
{
    rim_mask          *mask = NULL;
    rim_sprite        *tiles[2] = { NULL, block(16, 16) };
    rim_sprite_options corner = { .has_anchor = true };
    if (rim_mask_create(&mask, 16, 16, NULL) != RIM_OK) return;
    for (int y = 0; y < 16; y++)
        rim_mask_draw_rect(mask, rim_rect_make(15 - y, y, 16, y + 1), true);
    if (rim_sprite_create(&tiles[0], mask, &corner) == RIM_OK && tiles[1])
    {
        const uint32_t cells[3] = { 1, 2, 1 | RIM_TILE_FLIP_X };
        rim_tiles2     map = { (const rim_sprite *const *)tiles, cells, 3, 1, { 0, 0 }, 16, 16, 0 };
        for (int i = 0; i < 3; i++)
        {
            rim_mover2  me = { .kind = RIM_MOVER2_BOX, .at = { 16.0f * (float)i + 8, -20 } };
            rim_walker2 walker = { .up = { 0, -1 }, .step = 2, .slope = 2 };
            me.box = (rim_box2){ { -1, -2 }, { 1, 0 } };
            rim_walk2 walk =
                rim_mover2_walk(&me, &walker, rim_vec2_make(0, 40), rim_tiles2_world(&map));
            printf("tile %d: at y = %.0f\n", i, (double)walk.me.at.y);
        }
    }
    rim_mask_destroy(mask);
    rim_sprite_destroy(tiles[0]);
    rim_sprite_destroy(tiles[1]);
}

int main(void)
{
    static char names[CRATES][8] = { "crate 0", "crate 1", "crate 2", "crate 3" };
    rim_sprite *crate = block(16, 16), *hero = block(10, 20);
    rim_stage  *stage = NULL;
    rim_handle  who[CRATES], guard, nobody = { 0, 0 };
    if (!crate || !hero || rim_stage_create(&stage, NULL) != RIM_OK) return 1;
    for (int i = 0; i < CRATES; i++)
    {
        rim_stage_item item = { { crate,
                                  rim_xform2_translation(rim_vec2_make(50.0f * (float)i, 0)) },
                                { 0, 0 },
                                names[i],
                                NULL,
                                0 };
        if (rim_stage_add(stage, &item, &who[i]) != RIM_OK) return 1;
    }

    // The guard is a figure: a helmet, a body, and a spear that points to the left.
    rim_figure_part parts[3] = {
        { .kind = RIM_PART_CIRCLE, .pose = rim_xform2_identity(), .circle = { { 0, -14 }, 5 } },
        { .kind = RIM_PART_BOX, .pose = rim_xform2_identity(), .box = { { -5, -9 }, { 5, 10 } } },
        { .kind = RIM_PART_BOX, .pose = rim_xform2_identity(), .box = { { -30, -3 }, { -5, -1 } } }
    };
    rim_stage_item man = { .user = "the guard", .parts = parts, .part_count = 3 };
    man.posed.pose = rim_xform2_translation(rim_vec2_make(158, 0));
    if (rim_stage_add(stage, &man, &guard) != RIM_OK) return 1;

    // Everyone on the way of a dash, in order; then the same while the crates roll to the left.
    rim_stage_hit hits[8];
    rim_posed     me = { hero, rim_xform2_translation(rim_vec2_make(-40, 0)) };
    rim_vec2      dash = { 160, 0 }, roll[CRATES];
    int count = rim_stage_sweep_all(stage, me, dash, (uint32_t)EVERYBODY, nobody, hits, 8);
    tell(stage, "the dash meets", hits, count);
    for (int i = 0; i < CRATES; i++) roll[i] = rim_vec2_make(-30, 0);
    rim_stage_motions rolling = { roll, CRATES };
    count =
        rim_stage_sweep_both_all(stage, me, dash, rolling, (uint32_t)EVERYBODY, nobody, hits, 8);
    tell(stage, "while they roll", hits, count);

    // The hero with a lance is a figure, too. It comes down, and its lance meets the guard's spear first.
    rim_figure_part mine[2] = {
        { .pose = rim_xform2_identity(), .sprite = hero },
        { .kind = RIM_PART_BOX, .pose = rim_xform2_identity(), .box = { { 5, -2 }, { 25, 0 } } }
    };
    rim_figure        rider = { mine, 2, rim_xform2_translation(rim_vec2_make(108, -60)) };
    rim_stage_motions rest = { NULL, 0 };
    rim_motion2       charge = { { 8, 58 }, 0 };
    rim_stage_hit     hit =
        rim_stage_sweep_figure_first(stage, &rider, charge, rest, (uint32_t)EVERYBODY, nobody);
    if (hit.hit.hit)
        printf("part %d of the rider meets part %d of %s\n", hit.parts.a, hit.parts.b,
               (const char *)rim_stage_get(stage, hit.who).user);

    // If the rider turns by three radians as it comes down, with what does it collide, and when?
    rim_motion2 spin = { { 0, 60 }, -3 };
    count =
        rim_stage_sweep_figure_all(stage, &rider, spin, rest, (uint32_t)EVERYBODY, nobody, hits, 8);
    tell(stage, "the spin meets", hits, count);

    // Which ones are in a lasso, and which ones does the guard collide with?
    rim_vec2   loop[5] = { { -20, -30 }, { 70, -30 }, { 70, 0 }, { 30, 30 }, { -20, 30 } };
    rim_handle caught[8];
    count = rim_stage_overlaps_polygon(stage, (rim_polygon2){ loop, 5 }, (uint32_t)EVERYBODY,
                                       caught, 8);
    printf("%d in the lasso\n", count);
    count = rim_stage_overlaps(stage, guard, caught, 8);
    int found = rim_stage_overlaps_figure(stage, &(rim_figure){ parts + 2, 1, man.posed.pose },
                                          (uint32_t)EVERYBODY, guard, NULL, 0);
    printf("the spear alone is in %d\n", found);

    // What would a renderer draw twice of the rider, where the charge ends, and which pixels are one over the other?
    rim_figure       there = { mine, 2, rim_motion2_pose(charge, rider.pose, 1.0) };
    rim_figure       other = { parts, man.part_count, man.posed.pose };
    bool             twice = rim_figure_overlaps_on_grid(&there, &other, NULL);
    rim_shared_pixel pixel = rim_figure_shared_pixel(&there, &other, RIM_PICK_FIRST, NULL);
    printf("the picture shows both in one place: %s, in pixels of sprites: %s\n",
           twice ? "yes" : "no", pixel.hit ? "yes" : "no");
    for (int i = 0; i < count; i++)
    {
        rim_parts which = rim_stage_parts(stage, guard, caught[i]);
        printf("part %d of the guard is in %s\n", which.a,
               (const char *)rim_stage_get(stage, caught[i]).user);
    }
    walk_on_tiles();
    rim_stage_destroy(stage);
    rim_sprite_destroy(crate);
    rim_sprite_destroy(hero);
    return 0;
}
