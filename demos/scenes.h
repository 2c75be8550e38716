// All scenes, in the order of the Tab key. The first is the one that opens.
#ifndef DEMOS_SCENES_H
#define DEMOS_SCENES_H

#include "kit.h"

extern const demo demo_drag;
extern const demo demo_camera;

static const demo *const scenes[] = {
    &demo_drag,
    &demo_camera,
};

#define SCENE_COUNT ((int)(sizeof scenes / sizeof *scenes))

#endif
