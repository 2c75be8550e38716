// All scenes, in the order of the Tab key. The first is the one that opens.
#ifndef DEMOS_SCENES_H
#define DEMOS_SCENES_H

#include "kit.h"

extern const demo demo_drag;

static const demo *const scenes[] = {
    &demo_drag,
};

#define SCENE_COUNT ((int)(sizeof scenes / sizeof *scenes))

#endif
