// How far does a sword swing before it meets something? Sprites that turn, against shapes, sprites and a stage.
//
//      cc swing.c $(pkg-config --cflags --libs rimcast) -o swing
#include <rimcast/rimcast.h>

#include <stdio.h>

static rim_sprite *bar(int width, int height, rim_vec2 anchor)
{
    rim_mask          *mask = NULL;
    rim_sprite        *sprite = NULL;
    rim_sprite_options options = { .has_anchor = true, .anchor = anchor };
    if (rim_mask_create_filled(&mask, width, height, NULL) == RIM_OK)
        rim_sprite_create(&sprite, mask, &options);
    rim_mask_destroy(mask);
    return sprite;
}

static void tell(const char *what, rim_hit2 hit, rim_motion2 swing)
{
    double degrees = 57.29577951308232 * swing.turn * hit.t;
    if (hit.hit)
        printf("%s: after %.1f degrees, at (%.1f, %.1f)\n", what, degrees, (double)hit.point.x,
               (double)hit.point.y);
    else
        printf("%s: not met\n", what);
}

int main(void)
{
    // A sword of 40 by 2 pixels, held at its left end; a pillar.
    rim_sprite *steel = bar(40, 2, rim_vec2_make(0, 1)), *stone = bar(4, 60, rim_vec2_make(2, 60));
    rim_stage  *stage = NULL;
    if (!steel || !stone || rim_stage_create(&stage, NULL) != RIM_OK) return 1;

    // It swings by half a turn (y points down) while its owner steps forward by 10 pixels.
    rim_posed   sword = { steel, rim_xform2_translation(rim_vec2_make(100, 100)) };
    rim_motion2 swing = { { 10, 0 }, 3.1415927f };
    rim_vec2    rest = { 0, 0 };
    rim_circle2 ball = { { 100, 135 }, 5 };
    rim_vec2    corners[3] = { { 120, 120 }, { 140, 130 }, { 120, 140 } };
    tell("ball", rim_sprite_sweep_turning_circle(sword, swing, ball, rest), swing);
    tell("shield",
         rim_sprite_sweep_turning_polygon(sword, swing, (rim_polygon2){ corners, 3 }, rest), swing);

    // A falling pillar, which turns as well.
    rim_posed   pillar = { stone, rim_xform2_translation(rim_vec2_make(145, 150)) };
    rim_motion2 fall = { { 0, 0 }, -1.5707964f }, still = { { 0, 0 }, 0 };
    tell("falling pillar", rim_sprite_sweep_turning(sword, swing, pillar, fall), swing);
    tell("standing pillar", rim_sprite_sweep_turning(sword, swing, pillar, still), swing);

    // Which of a crowd does it meet first, and which others if they do not stop it?
    rim_handle    who[3], nobody = { 0, 0 };
    rim_stage_hit hits[3];
    for (int i = 0; i < 3; i++)
    {
        rim_vec2       at = rim_vec2_make(60.0f + 30.0f * (float)i, 180);
        rim_stage_item item = { { stone, rim_xform2_translation(at) }, { 0, 0 }, NULL, NULL, 0 };
        if (rim_stage_add(stage, &item, &who[i]) != RIM_OK) return 1;
    }
    rim_stage_hit first = rim_stage_sweep_turning_first(stage, sword, swing, ~0u, nobody);
    int           all = rim_stage_sweep_turning_all(stage, sword, swing, ~0u, nobody, hits, 3);
    tell("first of the crowd", first.hit, swing);
    printf("%d of the crowd are met\n", all);

    rim_stage_destroy(stage);
    rim_sprite_destroy(steel);
    rim_sprite_destroy(stone);
    return 0;
}
