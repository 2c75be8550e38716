// The pixel hero of the terrain scene and of the game.
#ifndef DEMOS_HERO_H
#define DEMOS_HERO_H

#include "kit.h"

#define HERO_WIDTH 12
#define HERO_HEIGHT 21

// A mask of the pixels whose letter is among these; NULL: all of him. The silhouette is the same from both sides.
rim_status hero_mask_create(rim_mask **out, const char *letters);

// A sheet of one frame with the layers "body", all of him, and "hurt", his face and chest.
rim_status hero_sheet_create(rim_sheet **out);

// Draws him about his middle, `pixel` being the size of one of his.
void hero_draw(kit *k, rim_vec2 middle, float pixel, bool looks_left, float opacity);

#endif
