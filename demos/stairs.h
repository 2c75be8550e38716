// Stairs of any rise and tread, as a level of their own: up to a platform, in the direction of x.
#ifndef DEMOS_STAIRS_H
#define DEMOS_STAIRS_H

#include "level.h"

enum
{
    STAIRS_STEPS = 12,
    STAIRS_RISE_LEAST = 3, // centimetres, as all of these
    STAIRS_RISE_MOST = 40,
    STAIRS_TREAD_LEAST = 10,
    STAIRS_TREAD_MOST = 60
};

typedef struct stairs
{
    int       rise, tread;
    level     level;
    rim_mesh *mesh;
} stairs;

// Builds stairs of this rise and tread, as near as they may be, in place of those that are there. Returns false after
// saying what is wrong.
bool stairs_build(kit *k, stairs *s, int rise, int tread);
void stairs_free(stairs *s);

// Returns how many steps are below this height.
int stairs_below(const stairs *s, float height);

#endif
