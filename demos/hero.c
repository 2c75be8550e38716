#include "hero.h"

#include <string.h>

// Letters are colours; what is not '.' is solid: hair, face, eyes, arms, body, legs, shoes.
static const char *const hero_rows[HERO_HEIGHT] = {
    "....hhhh....", //
    "..hhhhhhhh..", //
    "..hhhhhhhh..", //
    "..hhffffff..", //
    "..hfffefef..", //
    "..hfffefef..", //
    "..hfffffff..", //
    "...ffffff...", //
    "....ffff....", //
    "..bbbbbbbb..", //
    ".abbbbbbbba.", //
    ".abbbbbbbba.", //
    ".abbbbbbbba.", //
    ".abbbbbbbba.", //
    "..bbbbbbbb..", //
    "..llllllll..", //
    "..llllllll..", //
    "..lll..lll..", //
    "..lll..lll..", //
    "..sss..sss..", //
    "..sss..sss..",
};

rim_status hero_mask_create(rim_mask **out, const char *letters)
{
    rim_status status = rim_mask_create(out, HERO_WIDTH, HERO_HEIGHT, NULL);
    for (int y = 0; !status && y < HERO_HEIGHT; y++)
        for (int x = 0; x < HERO_WIDTH; x++)
        {
            char letter = hero_rows[y][x];
            rim_mask_set(*out, x, y, letter != '.' && (!letters || strchr(letters, letter)));
        }
    return status;
}

rim_status hero_sheet_create(rim_sheet **out)
{
    rim_layer  layers[2] = { { "body", NULL }, { "hurt", NULL } };
    rim_frame  frame = { .place = { 0, 0, HERO_WIDTH, HERO_HEIGHT } };
    rim_mask  *body = NULL, *hurt = NULL;
    rim_status status = hero_mask_create(&body, NULL);
    if (!status) status = hero_mask_create(&hurt, "feb");
    layers[0].mask = body, layers[1].mask = hurt;
    if (!status) status = rim_sheet_create_from_masks(out, layers, 2, &frame, 1, NULL);
    rim_mask_destroy(body);
    rim_mask_destroy(hurt);
    return status;
}

static SDL_Color hero_ink(const kit *k, char letter)
{
    SDL_Color thing = kit_ink(k, KIT_THING), text = kit_ink(k, KIT_TEXT);
    SDL_Color ground = kit_ink(k, KIT_GROUND);
    SDL_Color bright = kit_is_light(k) ? ground : text, dark = kit_is_light(k) ? text : ground;
    switch (letter)
    {
    case 'f':
        return kit_mix(thing, bright, 0.75f);
    case 'h':
    case 'l':
        return kit_mix(thing, dark, 0.45f);
    case 'e':
    case 's':
        return kit_mix(thing, dark, 0.75f);
    case 'a':
        return kit_mix(thing, bright, 0.35f);
    default:
        return thing;
    }
}

// Runs of one letter, mirrored if he looks left.
void hero_draw(kit *k, rim_vec2 middle, float pixel, bool looks_left, float opacity)
{
    rim_vec2 corner =
        rim_vec2_make(middle.x - pixel * HERO_WIDTH / 2, middle.y - pixel * HERO_HEIGHT / 2);
    for (int y = 0; y < HERO_HEIGHT; y++)
        for (int x = 0, end; x < HERO_WIDTH; x = end)
        {
            char letter = hero_rows[y][x];
            for (end = x + 1; end < HERO_WIDTH && hero_rows[y][end] == letter;) end++;
            if (letter == '.') continue;
            int      x0 = looks_left ? HERO_WIDTH - end : x;
            int      x1 = looks_left ? HERO_WIDTH - x : end;
            rim_vec2 lo = rim_vec2_make((float)x0, (float)y);
            rim_vec2 hi = rim_vec2_make((float)x1, (float)(y + 1));
            kit_fill(
                k,
                rim_box2_make(rim_vec2_along(corner, lo, pixel), rim_vec2_along(corner, hi, pixel)),
                kit_fade(hero_ink(k, letter), opacity));
        }
}
