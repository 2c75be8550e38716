// What the scenes with falling boxes share: a room of planes and balls, and how bodies look.
#ifndef DEMOS_CRATES_H
#define DEMOS_CRATES_H

#include "kit_3d.h"

#define CRATES_BALLS 4
#define CRATES_MOST 1024  // bodies in one picture
#define CRATES_CORNERS 16 // of a face of a hull

// A floor with a sloping wall on each side, and balls on it.
typedef struct crates_room
{
    float      reach; // half the floor's side; the walls begin there
    float      slope; // how far they rise per length
    rim_sphere balls[CRATES_BALLS];
    int        ball_count;
} crates_room;

enum
{
    CRATES_SURFACES = 5 // the floor and the walls
};

rim_plane crates_surface(const crates_room *room, int i);
void      crates_fill(const crates_room *room, rim_obstacles *list);
void      crates_draw_floor(kit *k, const crates_room *room, const kit_camera *camera);

// What falls: by turns a box, a ball, a rod and a rock. Half extents say how large they are, but of rocks, which are
// their hull.
enum
{
    CRATES_BOX,
    CRATES_BALL,
    CRATES_ROD,
    CRATES_ROCK,
    CRATES_KINDS
};

rim_status crates_make_rock(rim_hull **out, float size);
rim_body   crates_body(int kind, rim_vec3 half, const rim_hull *rock);

// The shadows of bodies and balls on floor and walls: behind the floor, before the bodies.
void crates_draw_shadows(kit *k, const crates_room *room, const kit_camera *camera,
                         const rim_body *const *bodies, int count);

// Bodies and balls, the farther ones first. The colour is asked for each body.
typedef SDL_Color crates_paint(kit *k, const void *state, int box);
void              crates_draw(kit *k, const crates_room *room, const kit_camera *camera,
                              const rim_body *const *boxes, int count, crates_paint *paint, const void *state);

// A view that is dragged and zoomed.
typedef struct crates_view
{
    float yaw, pitch, distance;
    bool  dragging;
} crates_view;

void       crates_look(crates_view *view, const kit_event *event);
kit_camera crates_camera(const crates_view *view, rim_vec3 target);

// Random numbers that are the same every time.
float    crates_random(uint32_t *seed, float lo, float hi);
rim_quat crates_turn(uint32_t *seed);

#endif
