// Scenery for movers: landscapes of pixels, and movers of each kind.
#ifndef TESTS_SUPPORT_GROUNDS_H
#define TESTS_SUPPORT_GROUNDS_H

#include "support/support.h"

#include "rimcast/mask.h"
#include "rimcast/mover2.h"
#include "rimcast/sprite_query.h"

static inline rim_sprite *sprite_of(rim_mask *mask, bool corner)
{
    rim_sprite        *sprite;
    rim_sprite_options options = { .has_anchor = corner, .rays = 8 };
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, &options));
    rim_mask_destroy(mask);
    return sprite;
}

static inline rim_mask *blank(int width, int height)
{
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, width, height, NULL));
    return mask;
}

static inline rim_mask *blank_filled(int width, int height)
{
    rim_mask *mask = blank(width, height);
    rim_mask_draw_rect(mask, rim_rect_make(0, 0, width, height), true);
    return mask;
}

// Solid below height[x].
typedef int ground_line(int x);

static inline rim_sprite *landscape(int width, int height, ground_line *line)
{
    rim_mask *mask = blank(width, height);
    for (int x = 0; x < width; x++)
        rim_mask_draw_rect(mask, rim_rect_make(x, line(x), x + 1, height), true);
    return sprite_of(mask, true);
}

static inline rim_posed at_origin(const rim_sprite *sprite)
{
    return rim_posed_make(sprite, rim_xform2_identity());
}

// A landscape alone in the world.
typedef struct ground
{
    rim_sprite    *sprite;
    rim_posed      posed;
    rim_posed_list list;
} ground;

static inline rim_world2 ground_make(ground *g, int width, int height, ground_line *line)
{
    g->sprite = landscape(width, height, line);
    g->posed = at_origin(g->sprite);
    g->list = (rim_posed_list){ &g->posed, 1 };
    return rim_posed_list_world(&g->list);
}

static inline rim_box2 box_of(float half_width, float half_height)
{
    return rim_box2_make(rim_vec2_make(-half_width, -half_height),
                         rim_vec2_make(half_width, half_height));
}

static inline rim_sprite *ball(int side)
{
    rim_mask *mask = blank(side, side);
    float     middle = 0.5f * (float)side;
    rim_mask_draw_circle(mask, rim_vec2_make(middle, middle), middle, true);
    return sprite_of(mask, false);
}

// Kind 0 a sprite, 1 a box, 2 a circle; all 8 to 10 wide.
static inline rim_mover2 mover_of(int kind, const rim_sprite *sprite, rim_vec2 at)
{
    if (kind == 1)
        return (rim_mover2){ .kind = RIM_MOVER2_BOX, .at = at, .box = box_of(4.0f, 5.0f) };
    if (kind == 2)
        return (rim_mover2){ .kind = RIM_MOVER2_CIRCLE, .at = at, .circle.radius = 4.3f };
    return (rim_mover2){ .at = at, .sprite = rim_posed_make(sprite, rim_xform2_identity()) };
}

#endif
