// All scenes, in the order of the Tab key. The first is the one that opens.
#ifndef DEMOS_SCENES_H
#define DEMOS_SCENES_H

#include "kit.h"

extern const demo demo_drag;
extern const demo demo_flash_port;
extern const demo demo_sweep;
extern const demo demo_swarm;
extern const demo demo_duel;
extern const demo demo_terrain;
extern const demo demo_meteors;
extern const demo demo_camera;
extern const demo demo_capsule;
extern const demo demo_clip;
extern const demo demo_walk;
extern const demo demo_crowd;
extern const demo demo_outline_lab;
extern const demo demo_tumble;
extern const demo demo_pile;
extern const demo demo_rays;

// clang-format off
static const demo *const scenes[] = {
    &demo_drag,
    &demo_flash_port,
    &demo_sweep,
    &demo_swarm,
    &demo_duel,
    &demo_terrain,
    &demo_meteors,
    &demo_camera,
    &demo_capsule,
    &demo_clip,
    &demo_walk,
    &demo_crowd,
    &demo_outline_lab,
    &demo_tumble,
    &demo_pile,
    &demo_rays,
};
// clang-format on

#define SCENE_COUNT ((int)(sizeof scenes / sizeof *scenes))

#endif
