// Sprites to measure with, drawn in code: the same ones everywhere.
#ifndef BENCH_SPRITES_H
#define BENCH_SPRITES_H

#include <stdbool.h>
#include <stdint.h>

// RGBA, 4 bytes a pixel, rows without gaps, edges anti-aliased.
typedef struct sprite_image
{
    int      width, height;
    uint8_t *rgba;
} sprite_image;

typedef struct sprite_set
{
    const char  *name;
    int          count;
    sprite_image images[64];
} sprite_set;

// count sprites: stars, rings, frames, trees and rows of letters. side 0 makes them of 12 .. 350
// pixels with margins, else the longer side is that long and they fill it. False: out of memory.
bool sprite_set_draw(sprite_set *set, const char *name, int side, int count);
void sprite_set_free(sprite_set *set);

static inline bool sprite_solid(const sprite_image *image, int x, int y)
{
    return image->rgba[4 * ((int64_t)y * image->width + x) + 3] >= 128;
}

#endif
