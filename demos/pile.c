// Hundreds of bodies of all shapes in one world: they fall, push each other, come to rest and sleep.
#include "crates.h"

#define MOST 600
#define BATCH 100

typedef struct pile
{
    rim_bodies *world;
    rim_hull   *rock;
    crates_room room;
    crates_view view;
    uint32_t    seed;
    int         waiting; // bodies still to fall
    float       restitution, friction;
    double      seconds; // of a step, averaged
} pile;

static rim_body any_body(pile *p, int kind)
{
    float    x = crates_random(&p->seed, 0.14f, 0.34f), y = crates_random(&p->seed, 0.14f, 0.34f);
    float    z = crates_random(&p->seed, 0.14f, 0.34f);
    rim_body body = crates_body(kind, rim_vec3_make(x, y, z), p->rock);
    body.restitution = p->restitution;
    body.friction = p->friction;
    return body;
}

static void pour(pile *p)
{
    rim_body body = any_body(p, p->waiting % CRATES_KINDS);
    body.pose.position.x = crates_random(&p->seed, -1.3f, 1.3f);
    body.pose.position.y = crates_random(&p->seed, 6.0f, 7.5f);
    body.pose.position.z = crates_random(&p->seed, -1.3f, 1.3f);
    body.pose.rotation = crates_turn(&p->seed);
    body.velocity.y = -2.0f;
    if (rim_bodies_read(p->world).count < MOST) rim_bodies_add(p->world, &body, NULL);
    p->waiting--;
}

// From the eye to where the mouse points.
static rim_ray3 aim(kit *k, const pile *p)
{
    kit_camera camera = crates_camera(&p->view, rim_vec3_make(0.0f, 1.2f, 0.0f));
    kit_frame  f = kit_camera_frame(&camera);
    rim_vec2   mouse = kit_mouse(k);
    rim_vec3   way = rim_vec3_scale(f.forward, 828.0f); // the focus: half the height over tan(0.45)
    way = rim_vec3_along(way, f.right, mouse.x - 0.5f * KIT_WIDTH);
    way = rim_vec3_normalize(rim_vec3_along(way, f.up, 0.5f * KIT_HEIGHT - mouse.y));
    return (rim_ray3){ rim_vec3_along(camera.eye, way, 2.0f), rim_vec3_scale(way, 40.0f) };
}

static void throw_one(pile *p, rim_ray3 ray, rim_body body, float speed)
{
    body.friction = p->friction;
    body.restitution = p->restitution;
    body.pose.position = ray.origin;
    body.velocity = rim_vec3_scale(rim_vec3_normalize(ray.delta), speed);
    body.spin = rim_vec3_make(3.0f, 2.0f, 1.0f);
    if (rim_bodies_read(p->world).count < CRATES_MOST) rim_bodies_add(p->world, &body, NULL);
}

// A small heavy ball, 200 units a second fast, that passes through nothing all the same.
static rim_body bullet(void)
{
    rim_shape3 ball = { RIM_SHAPE3_SPHERE, .sphere = { { 0.0f, 0.0f, 0.0f }, 0.12f } };
    rim_body   body = rim_body_from_shape(&ball, rim_xform3_identity(), 0.4f);
    body.swept = true;
    body.spin_damping = 1.0f;
    return body;
}

static bool pile_init(kit *k, void *state)
{
    pile              *p = state;
    rim_bodies_options options = { { 0.0f, -9.81f, 0.0f }, 0.0f, 0.0f, 0, NULL };
    if (rim_bodies_create(&p->world, &options)) return kit_fail(k, "pile: no memory");
    if (crates_make_rock(&p->rock, 0.3f)) return kit_fail(k, "pile: no memory");
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
    p->waiting = BATCH + BATCH / 2;
    return true;
}

static void pile_quit(kit *k, void *state)
{
    pile *p = state;
    (void)k;
    rim_bodies_destroy(p->world);
    rim_hull_destroy(p->rock);
}

// Removes all bodies, and those that have yet to fall.
static void clear(pile *p)
{
    rim_bodies_state all = rim_bodies_read(p->world);
    for (int i = 0; i < all.slots; i++) rim_bodies_remove(p->world, all.bodies[i].handle);
    p->waiting = 0;
}

static void pile_event(kit *k, void *state, const kit_event *event)
{
    pile *p = state;
    crates_look(&p->view, event);
    if (event->kind != KIT_DOWN) return;
    if (event->key == SDLK_SPACE) p->waiting += BATCH;
    rim_body crate = rim_body_box(rim_vec3_make(0.4f, 0.4f, 0.4f), 1.0f);
    if (event->key == SDLK_t) throw_one(p, aim(k, p), crate, 16.0f);
    if (event->key == SDLK_b) throw_one(p, aim(k, p), bullet(), 200.0f);
    if (event->key == SDLK_w) rim_bodies_wake(p->world);
    if (event->key == SDLK_c) clear(p);
}

static void pile_step(kit *k, void *state, float dt)
{
    pile *p = state;
    (void)k;
    for (int i = 0; i < 2 && p->waiting > 0 && rim_bodies_read(p->world).count < MOST; i++) pour(p);
    if (rim_bodies_read(p->world).count >= MOST) p->waiting = 0;
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
    const pile      *p = state;
    kit_camera       camera = crates_camera(&p->view, rim_vec3_make(0.0f, 1.2f, 0.0f));
    const rim_body  *boxes[CRATES_MOST];
    int              count = 0;
    rim_bodies_state all = rim_bodies_read(p->world);
    int              awake = 0;
    double           energy = 0.0;
    for (int i = 0; i < all.slots && count < CRATES_MOST; i++)
    {
        if (!(all.bodies[i].mass > 0.0f)) continue;
        boxes[count++] = &all.bodies[i];
        awake += !all.bodies[i].asleep;
        energy += rim_body_energy(&all.bodies[i]);
    }
    crates_draw_floor(k, &p->room, &camera);
    crates_draw_shadows(k, &p->room, &camera, boxes, count);
    crates_draw(k, &p->room, &camera, boxes, count, paint, boxes);
    kit_say(k, "bodies", "%d", all.count);
    kit_say(k, "awake", "%d", awake);
    kit_say(k, "touching pairs", "%d", all.touching_count);
    kit_say(k, "pressing points", "%d", rim_bodies_touches(p->world, NULL, 0));
    kit_say(k, "energy of motion", "%.2f", energy);
    kit_say_time(k, "a step takes", p->seconds);
}

const demo demo_pile = {
    .name = "pile",
    .look = "Bodies of all shapes by the hundred, each pushing the others; the dark ones sleep.",
    .keys =
        "Space: a hundred more · T: throw one where the mouse points · B: a bullet · W: wake all · "
        "C: clear · "
        "drag: turn the view · wheel: zoom",
    .state_size = sizeof(pile),
    .init = pile_init,
    .quit = pile_quit,
    .event = pile_event,
    .step = pile_step,
    .draw = pile_draw,
};
