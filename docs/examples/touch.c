// Do two sprites touch? Their shapes decide, not their boxes.
//
//      cc touch.c $(pkg-config --cflags --libs rimcast) -o touch
#include <rimcast/rimcast.h>

#include <stdio.h>

// A sprite from text: '@' is solid. A game takes the alpha of its images instead.
static rim_sprite *sprite_of(const char *pixels, int width, int height)
{
    rim_image   image = { pixels, width, height, 0, RIM_PIXELS_ALPHA8, 0 };
    rim_mask   *mask = NULL;
    rim_sprite *sprite = NULL;
    if (rim_mask_create_from_image(&mask, &image, '@', NULL) == RIM_OK)
        rim_sprite_create(&sprite, mask, NULL);
    rim_mask_destroy(mask);
    return sprite;
}

int main(void)
{
    rim_sprite *ring = sprite_of(".@@@."
                                 "@...@"
                                 "@...@"
                                 "@...@"
                                 ".@@@.",
                                 5, 5);
    rim_sprite *ball = sprite_of("@", 1, 1);
    if (!ring || !ball) return 1;

    // The ring stands at (100, 50), turned; the ball flies from its middle to the right.
    rim_vec2  middle = rim_vec2_make(100.0f, 50.0f), size = rim_vec2_make(10.0f, 10.0f);
    rim_posed a = rim_posed_make(ring, rim_xform2_pose(middle, rim_rot2_degrees(30.0), size));
    for (int x = 100; x <= 140; x += 10)
    {
        rim_vec2  at = rim_vec2_make((float)x, 50.0f);
        rim_posed b = rim_posed_make(ball, rim_xform2_translation(at));
        printf("ball at %d: %s\n", x, rim_sprite_overlaps(b, a) ? "hit" : "no hit");
    }
    rim_sprite_destroy(ring);
    rim_sprite_destroy(ball);
    return 0;
}
