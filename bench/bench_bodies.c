// Q8: bodies that fall on a plane and on each other, sixty steps of a second's sixtieth. Boxes stand beside the loop that
// tutorials show: corners against the plane one by one, and balls in place of boxes against each other; spheres and hulls
// of 16 corners fall as the boxes do.
#include "kit.h"

#include "rimcast/bodies.h"
#include "rimcast/hull.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    STEPS = 60,
    CORNERS = 16
};

#define SPIRAL 2.399963 // the golden angle

typedef struct body_set
{
    rim_body *bodies;
    int       count;
} body_set;

static float between(bench_random *random, double lo, double hi)
{
    return (float)(lo + (hi - lo) * bench_unit(random));
}

// Returns a hull whose corners stand on a spiral around a ball.
static rim_hull *make_hull(void)
{
    rim_vec3  corners[CORNERS];
    rim_hull *hull = NULL;
    for (int i = 0; i < CORNERS; i++)
    {
        double y = 1.0 - (2.0 * i + 1.0) / CORNERS, r = sqrt(1.0 - y * y), angle = SPIRAL * i;
        corners[i] = rim_vec3_make((float)(0.6 * r * cos(angle)), (float)(0.6 * y),
                                   (float)(0.6 * r * sin(angle)));
    }
    return rim_hull_create(&hull, corners, CORNERS, NULL) ? NULL : hull;
}

// Bodies about as large as cubes of side 1, of any turn, side by side 1.3 apart and one to four above the ground.
static bool make_set(body_set *set, int count, const rim_shape3 *shape)
{
    bench_random random = { 8 };
    int          side = (int)ceil(sqrt((double)count));
    set->count = count;
    set->bodies = malloc((size_t)count * sizeof *set->bodies);
    for (int i = 0; i < count && set->bodies; i++)
    {
        rim_body body = rim_body_from_shape(shape, rim_xform3_identity(), 1.0f);
        rim_quat q;
        body.pose.position.x = 1.3f * (float)(i % side) + between(&random, -0.1, 0.1);
        body.pose.position.y = between(&random, 1.0, 4.0);
        body.pose.position.z = 1.3f * (float)(i / side) + between(&random, -0.1, 0.1);
        q.x = between(&random, -1.0, 1.0);
        q.y = between(&random, -1.0, 1.0);
        q.z = between(&random, -1.0, 1.0);
        q.w = between(&random, -1.0, 1.0);
        body.pose.rotation = rim_quat_normalize(q);
        body.velocity.x = between(&random, -1.0, 1.0);
        body.velocity.z = between(&random, -1.0, 1.0);
        body.restitution = 0.3f;
        body.friction = 0.5f;
        set->bodies[i] = body;
    }
    return set->bodies != NULL;
}

// An answer is 1 if no box sank into the ground.
static void all_above(const void *work, int64_t *answers)
{
    const body_set *set = work;
    for (int i = 0; i < set->count * STEPS; i++) answers[i] = 1;
}

static void fall_rimcast(const void *work, int64_t *answers)
{
    const body_set    *set = work;
    rim_bodies        *world;
    rim_bodies_options options = { { 0.0f, -9.81f, 0.0f }, 0.0f, -1.0f, 0, NULL };
    if (rim_bodies_create(&world, &options)) return;
    rim_obstacle floor = { .shape = { RIM_SHAPE3_PLANE, .plane = { { 0.0f, 1.0f, 0.0f }, 0.0f } } };
    rim_obstacles_add(rim_bodies_obstacles(world), &floor, NULL);
    for (int i = 0; i < set->count; i++) rim_bodies_add(world, &set->bodies[i], NULL);
    const rim_body *bodies = rim_bodies_read(world).bodies;
    for (int s = 0; s < STEPS; s++)
    {
        rim_bodies_step(world, 1.0f / 60.0f);
        for (int i = 0; i < set->count && answers; i++)
            answers[s * set->count + i] = bodies[i].pose.position.y > 0.3f;
    }
    bench_use((int64_t)(1e6f * bodies[0].pose.position.y));
    rim_bodies_destroy(world);
}

// --- the tutorials' loop ---------------------------------------------------------------------------------

static void strike(rim_body *body, rim_vec3 arm, rim_vec3 normal)
{
    rim_body_touch touch;
    memset(&touch, 0, sizeof touch);
    touch.arm = arm;
    touch.normal = normal;
    rim_body_collide(body, &touch, 1, body->restitution, RIM_IMPULSES_TOGETHER);
}

static void fall_one(rim_body *body, float dt)
{
    rim_vec3 up = rim_vec3_make(0.0f, 1.0f, 0.0f);
    float    deepest = 0.0f;
    body->velocity.y -= 9.81f * dt;
    body->pose.position = rim_vec3_along(body->pose.position, body->velocity, dt);
    rim_quat turn = rim_quat_axis_angle(body->spin, (double)(dt * rim_vec3_length(body->spin)));
    body->pose.rotation = rim_quat_normalize(rim_quat_mul(turn, body->pose.rotation));
    for (int i = 0; i < 8; i++)
    {
        rim_vec3 corner =
            rim_vec3_make(i & 1 ? 0.5f : -0.5f, i & 2 ? 0.5f : -0.5f, i & 4 ? 0.5f : -0.5f);
        rim_vec3 arm = rim_quat_apply(body->pose.rotation, corner);
        float    y = body->pose.position.y + arm.y;
        if (y >= 0.0f) continue;
        deepest = y < deepest ? y : deepest;
        strike(body, arm, up);
    }
    body->pose.position.y -= deepest;
}

static void part_two(rim_body *a, rim_body *b)
{
    rim_vec3 between_them = rim_vec3_sub(a->pose.position, b->pose.position);
    rim_vec3 way = rim_vec3_normalize(between_them);
    float    length = rim_vec3_length(between_them);
    if (length >= 1.0f) return;
    float half = 0.5f * (1.0f - length);
    a->pose.position = rim_vec3_along(a->pose.position, way, half);
    b->pose.position = rim_vec3_along(b->pose.position, way, -half);
    float speed = rim_vec3_dot(rim_vec3_sub(a->velocity, b->velocity), way);
    if (speed >= 0.0f) return;
    a->velocity = rim_vec3_along(a->velocity, way, -0.65f * speed);
    b->velocity = rim_vec3_along(b->velocity, way, 0.65f * speed);
}

static void fall_plain(const void *work, int64_t *answers)
{
    const body_set *set = work;
    size_t          bytes = (size_t)set->count * sizeof *set->bodies;
    rim_body       *bodies = malloc(bytes);
    (void)answers;
    if (!bodies) return;
    memcpy(bodies, set->bodies, bytes);
    for (int s = 0; s < STEPS; s++)
    {
        for (int i = 0; i < set->count; i++) fall_one(&bodies[i], 1.0f / 60.0f);
        for (int i = 0; i < set->count; i++)
            for (int k = 0; k < i; k++) part_two(&bodies[i], &bodies[k]);
    }
    bench_use((int64_t)(1e6f * bodies[0].pose.position.y));
    free(bodies);
}

static bool measure(const bench_options *options, const char *workload, int count,
                    const rim_shape3 *shape)
{
    body_set set;
    char     input[16];
    bool     boxes = shape->kind == RIM_SHAPE3_BOX;
    snprintf(input, sizeof input, "%d", count);
    if (!make_set(&set, count, shape)) return false;
    bench_case fall = { .workload = workload,
                        .input = input,
                        .work = &set,
                        .operations = count * STEPS,
                        .oracle = all_above,
                        .run_count = boxes ? 2 : 1 };
    fall.runs[0] = (bench_run){ "rimcast", fall_rimcast, 0.0, false };
    fall.runs[1] =
        (bench_run){ "tutorial's loop, balls", count > 1000 ? NULL : fall_plain, 0.0, true };
    bool right = !bench_wants(options, fall.workload) || bench_measure(options, &fall);
    free(set.bodies);
    return right;
}

int main(int argc, char **argv)
{
    bench_options options;
    rim_hull     *hull = make_hull();
    rim_obox      cube = { rim_xform3_identity(), { 0.5f, 0.5f, 0.5f } };
    rim_shape3    box = { RIM_SHAPE3_BOX, .box = cube };
    rim_shape3    ball = { RIM_SHAPE3_SPHERE, .sphere = { { 0.0f, 0.0f, 0.0f }, 0.5f } };
    rim_shape3    rock = { RIM_SHAPE3_HULL, .hull = hull };
    if (!hull || !bench_options_read(&options, argc, argv)) return 2;
    bench_print_head();
    bool right = true;
    for (int count = 100; count <= 10000; count *= 10)
    {
        right = measure(&options, "Q8 boxes", count, &box) && right;
        right = measure(&options, "Q8 spheres", count, &ball) && right;
        right = measure(&options, "Q8 hulls", count, &rock) && right;
    }
    rim_hull_destroy(hull);
    return right ? 0 : 1;
}
