// Shapes of the terrain scene and of the game: what collides, and its picture.
#ifndef DEMOS_SHAPE_H
#define DEMOS_SHAPE_H

#include "kit.h"

typedef struct shape
{
    rim_mask    *mask, *first; // as it is; as it was before it was dug, or NULL
    rim_sprite  *sprite;
    SDL_Texture *texture; // white; how dense it is tells rim, rock and where there was rock
} shape;

// Makes the sprite and the picture of the mask that is there. false after kit_fail; shape_destroy is called all the same.
bool shape_create(kit *k, shape *it, const rim_sprite_options *options);
void shape_destroy(shape *it);

// Paints a rectangle again, after the mask has changed there.
void shape_paint(const shape *it, rim_rect changed);

void shape_draw(kit *k, const shape *it, rim_posed posed, SDL_Color ink);

#endif
