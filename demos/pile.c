// Hundreds of boxes in one world: they fall, push each other, come to rest and sleep.
#include "crates.h"

#define MOST 600
#define BATCH 100

typedef struct pile
{
    rim_bodies *world;
    crates_room room;
    crates_view view;
    uint32_t    seed;
    int         waiting; // boxes still to fall
    float       restitution, friction;
    double      seconds; // of a step, averaged
} pile;

static rim_body any_box(pile *p)
{
    rim_vec3 half;
    half.x = crates_random(&p->seed, 0.14f, 0.34f);
    half.y = crates_random(&p->seed, 0.14f, 0.34f);
    half.z = crates_random(&p->seed, 0.14f, 0.34f);
    rim_body body = rim_body_box(half, 8.0f * half.x * half.y * half.z);
    body.restitution = p->restitution;
    body.friction = p->friction;
    return body;
}

static void pour(pile *p)
{
    rim_body body = any_box(p);
    body.pose.position.x = crates_random(&p->seed, -1.3f, 1.3f);
    body.pose.position.y = crates_random(&p->seed, 6.0f, 7.5f);
    body.pose.position.z = crates_random(&p->seed, -1.3f, 1.3f);
    body.pose.rotation = crates_turn(&p->seed);
    body.velocity.y = -2.0f;
    if (rim_bodies_count(p->world) < MOST) rim_bodies_add(p->world, &body, NULL);
    p->waiting--;
}

// A large box from the eye, where the mouse points.
static void throw_one(kit *k, pile *p)
{
    kit_camera camera = crates_camera(&p->view, rim_vec3_make(0.0f, 1.2f, 0.0f));
    kit_frame  f = kit_camera_frame(&camera);
    rim_vec2   mouse = kit_mouse(k);
    rim_vec3   way = rim_vec3_scale(f.forward, 828.0f); // the focus: half the height over tan(0.45)
    way = rim_vec3_along(way, f.right, mouse.x - 0.5f * KIT_WIDTH);
    way = rim_vec3_normalize(rim_vec3_along(way, f.up, 0.5f * KIT_HEIGHT - mouse.y));
    rim_body body = rim_body_box(rim_vec3_make(0.4f, 0.4f, 0.4f), 1.0f);
    body.friction = p->friction;
    body.restitution = p->restitution;
    body.pose.position = rim_vec3_along(camera.eye, way, 2.0f);
    body.velocity = rim_vec3_scale(way, 16.0f);
    body.spin = rim_vec3_make(3.0f, 2.0f, 1.0f);
    rim_bodies_add(p->world, &body, NULL);
}

static bool pile_init(kit *k, void *state)
{
    pile              *p = state;
    rim_bodies_options options = { { 0.0f, -9.81f, 0.0f }, 0.0f, 0.0f, 0, NULL };
    if (rim_bodies_create(&p->world, &options)) return kit_fail(k, "pile: no memory");
    p->room.reach = 3.0f;
    p->room.slope = 1.2f;
    p->room.ball_count = 2;
    p->room.balls[0] = (rim_sphere){ { -0.8f, 0.5f, 0.5f }, 0.9f };
    p->room.balls[1] = (rim_sphere){ { 1.2f, 0.2f, -0.9f }, 0.7f };
    crates_fill(&p->room, rim_bodies_obstacles(p->world));
    p->view = (crates_view){ 0.6f, -0.5f, 11.0f, false };
    p->restitution = 0.2f;
    p->friction = 0.5f;
    p->seed = 3;
    p->waiting = 3 * BATCH;
    return true;
}

static void pile_quit(kit *k, void *state)
{
    pile *p = state;
    (void)k;
    rim_bodies_destroy(p->world);
}

static void pile_event(kit *k, void *state, const kit_event *event)
{
    pile *p = state;
    crates_look(&p->view, event);
    if (event->kind != KIT_DOWN) return;
    if (event->key == SDLK_SPACE) p->waiting += BATCH;
    if (event->key == SDLK_t) throw_one(k, p);
    if (event->key == SDLK_w) rim_bodies_wake(p->world);
    if (event->key == SDLK_c)
        for (int i = 0; i < rim_bodies_top(p->world); i++) rim_bodies_remove(p->world, i);
}

static void pile_step(kit *k, void *state, float dt)
{
    pile *p = state;
    (void)k;
    for (int i = 0; i < 2 && p->waiting > 0 && rim_bodies_count(p->world) < MOST; i++) pour(p);
    if (rim_bodies_count(p->world) >= MOST) p->waiting = 0;
    double start = kit_clock();
    rim_bodies_step(p->world, dt);
    double took = kit_clock() - start;
    p->seconds = p->seconds == 0.0 ? took : 0.95 * p->seconds + 0.05 * took;
}

// Each in a tint of its own; sleepers are darker.
static SDL_Color paint(kit *k, const void *state, int box)
{
    const rim_body *const *boxes = state;
    float                  tint = (float)(box * 37 % 64) / 160.0f;
    SDL_Color              ink = kit_mix(kit_ink(k, KIT_THING), kit_ink(k, KIT_OUTLINE), tint);
    return boxes[box]->asleep ? kit_mix(ink, kit_ink(k, KIT_GROUND), 0.45f) : ink;
}

static void pile_draw(kit *k, const void *state)
{
    const pile     *p = state;
    kit_camera      camera = crates_camera(&p->view, rim_vec3_make(0.0f, 1.2f, 0.0f));
    const rim_body *boxes[CRATES_MOST];
    int             count = 0;
    for (int i = 0; i < rim_bodies_top(p->world) && count < CRATES_MOST; i++)
        if (rim_bodies_get(p->world, i)) boxes[count++] = rim_bodies_get(p->world, i);
    crates_draw_floor(k, &p->room, &camera);
    crates_draw(k, &p->room, &camera, boxes, count, paint, boxes);
    kit_say(k, "boxes", "%d", rim_bodies_count(p->world));
    kit_say(k, "awake", "%d", rim_bodies_awake(p->world));
    kit_say(k, "touching points", "%d", rim_bodies_touches(p->world, NULL, 0));
    kit_say(k, "energy of motion", "%.2f", rim_bodies_energy(p->world));
    kit_say_time(k, "a step takes", p->seconds);
}

const demo demo_pile = {
    .name = "pile",
    .look = "Boxes by the hundred, each pushing the others; the dark ones sleep.",
    .keys =
        "Space: a hundred more · T: throw one where the mouse points · W: wake all · C: clear · "
        "drag: turn the view · wheel: zoom",
    .state_size = sizeof(pile),
    .init = pile_init,
    .quit = pile_quit,
    .event = pile_event,
    .step = pile_step,
    .draw = pile_draw,
};
