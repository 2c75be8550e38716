#include "flat.h"

#include <stdlib.h>
#include <string.h>

unsigned char *flat_bytes_of(const sprite_image *image, int threshold)
{
    size_t         pixels = (size_t)image->width * (size_t)image->height;
    unsigned char *bytes = malloc(pixels);
    for (size_t i = 0; bytes && i < pixels; i++) bytes[i] = image->rgba[4 * i + 3] >= threshold;
    return bytes;
}

bool flat_set_make(flat_set *set, const sprite_set *sprites)
{
    memset(set, 0, sizeof *set);
    set->sprites = sprites;
    set->large = sprites->images[0].width > 500 || sprites->images[0].height > 500;
    set->has_pygame = pygame_open(&set->pygame);
    set->has_opencv = opencv_open(&set->opencv);
    for (int i = 0; i < sprites->count; i++)
    {
        const sprite_image *s = &sprites->images[i];
        rim_image           image = { s->rgba, s->width, s->height, 0, RIM_PIXELS_RGBA8, 0 };
        if (rim_mask_create_from_image(&set->masks[i], &image, RIM_ALPHA_HALF, NULL)) return false;
        if (rim_sprite_create(&set->baked[i], set->masks[i], NULL)) return false;
        if (set->has_pygame && !(set->pygame_masks[i] = pygame_mask_of(&set->pygame, s)))
            return false;
        if (!(set->bytes[i] = flat_bytes_of(s, RIM_ALPHA_HALF))) return false;
    }
    return true;
}

void flat_set_free(flat_set *set)
{
    for (int i = 0; i < set->sprites->count; i++)
    {
        rim_sprite_destroy(set->baked[i]);
        rim_mask_destroy(set->masks[i]);
        if (set->pygame_masks[i]) set->pygame.destroy(set->pygame_masks[i]);
        free(set->bytes[i]);
    }
}
