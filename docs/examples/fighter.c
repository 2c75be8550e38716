// Two fighters made of parts: which one does the sword hit, where, and does the shield stop it?
//
//      cc fighter.c $(pkg-config --cflags --libs rimcast) -o fighter
#include <rimcast/rimcast.h>

#include <stdio.h>

enum
{
    HEAD,
    BODY,
    LEGS,
    SHIELD,
    SWORD,
    PARTS
};

static const char *const names[PARTS] = { "head", "body", "legs", "shield", "sword" };

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

// Hurt boxes first, then what he holds: a figure may be a piece of the array.
static void make_fighter(rim_figure_part parts[PARTS], const rim_sprite *shield,
                         const rim_sprite *sword, double angle)
{
    rim_vec2 one = { 1, 1 }, hand = { 9, -2 };
    for (int i = 0; i < PARTS; i++)
        parts[i] = (rim_figure_part){ .pose = rim_xform2_identity(), .tag = i };
    parts[HEAD].kind = RIM_PART_CIRCLE;
    parts[HEAD].circle = (rim_circle2){ { 0, -22 }, 6 };
    parts[BODY].kind = RIM_PART_BOX;
    parts[BODY].box = (rim_box2){ { -6, -16 }, { 6, 4 } };
    parts[LEGS].kind = RIM_PART_BOX;
    parts[LEGS].box = (rim_box2){ { -5, 4 }, { 5, 24 } };
    parts[SHIELD].sprite = shield;
    parts[SHIELD].pose = rim_xform2_translation(rim_vec2_make(11, 0));
    parts[SWORD].sprite = sword;
    parts[SWORD].pose = rim_xform2_pose(hand, rim_rot2_degrees(angle), one);
}

int main(void)
{
    rim_sprite *wood = bar(3, 18, rim_vec2_make(1, 9)), *steel = bar(26, 2, rim_vec2_make(0, 1));
    if (!wood || !steel) return 1;
    rim_figure_part left[PARTS], right[PARTS];
    make_fighter(left, wood, steel, -30);
    make_fighter(right, wood, steel, 60);

    // The one on the right looks the other way: his pose is mirrored.
    rim_figure sword = { left + SWORD, 1, rim_xform2_translation(rim_vec2_make(0, 0)) };
    rim_figure him = { right, SWORD, { -1, 0, 0, 1, 42, 0 } };
    rim_vec2   lunge = { 20, 0 }, rest = { 0, 0 };

    rim_parts which;
    rim_hit2  hit = rim_figure_sweep(&sword, lunge, &him, rest, &which);
    if (hit.hit)
        printf("the lunge meets the %s after %.0f px, at (%.1f, %.1f)\n", names[which.b],
               20.0 * hit.t, (double)hit.point.x, (double)hit.point.y);
    sword.pose.tx += 14;
    if (rim_figure_overlaps(&sword, &him, &which))
    {
        rim_contact2    contact = rim_figure_contact(&sword, &him, &which);
        rim_separation2 out = rim_figure_separate(&sword, &him);
        printf("14 px on it is in the %s: %.1f square px, %.1f deep, out by %.1f\n", names[which.b],
               contact.area, (double)contact.depth, out.length);
        printf("of that in hurt boxes: %.1f\n",
               rim_figure_overlap_area(&sword, &(rim_figure){ right, SHIELD, him.pose }));
    }

    int      part;
    rim_ray2 arrow = { { -40, 6 }, { 200, -4 } };
    hit = rim_figure_raycast(&him, arrow, &part);
    if (hit.hit) printf("an arrow hits the %s at x = %.1f\n", names[part], (double)hit.point.x);
    if (rim_figure_contains(&him, rim_vec2_make(40, -24), &part))
        printf("under the mouse: the %s\n", names[part]);
    rim_closest2 near = rim_figure_closest(&him, rim_vec2_make(80, -24), &part);
    printf("nearest to a fly: the %s, %.1f px away\n", names[part], near.distance);
    rim_box2 box = rim_figure_bounds(&him);
    printf("he is %.0f px high\n", (double)box.hi.y - box.lo.y);
    rim_sprite_destroy(wood);
    rim_sprite_destroy(steel);
    return 0;
}
