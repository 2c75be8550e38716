// What rim_shape3_... take beside the closed form or the search that they choose: for shapes in the world, then in two
// poses.
//
//   shape3 [kind of a [kind of b]]
//
// Each line is the median, over rounds, of the difference between the public call and the form inside, in ns a call. Each
// round asks the pairs in another order: a processor learns the branches of a fixed order by heart. The three forms take
// turns in being first. A hull keeps its pose in the world. What no closed form answers has convex points inside; a box's
// are made beforehand.
#define _XOPEN_SOURCE 700

#include "rimcast/convex.h"
#include "rimcast/hull.h"
#include "rimcast/shape3.h"
#include "solid/query/gjk.h"
#include "solid/query/shape.h"
#include "solid/shape/round.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum
{
    PAIRS = 512,
    ROUNDS = 201,
    HULLS = 16,
    HULL_POINTS = 16,
    SIDES = 5, // of a polygon
    KINDS = 6
};

// At most this many ns are wanted.
#define WORLD_LIMIT 15.0
#define POSED_LIMIT 40.0

static const char *const KIND_NAMES[KINDS + 1] = { "",         "sphere",  "capsule", "box",
                                                   "triangle", "polygon", "hull" };

// --- shapes -----------------------------------------------------------------------------------------------

// One side of all pairs: shapes with poses, the same shapes in the world, and what the forms inside take of these.
typedef struct side
{
    rim_shape3_kind kind;
    rim_shape3      shapes[PAIRS], world[PAIRS];
    rim_xform3      poses[PAIRS], world_poses[PAIRS]; // a hull's pose is that of the world, too
    rim_vec3        corners[PAIRS][SIDES], world_corners[PAIRS][SIDES];
    rim_capsule     round[PAIRS];
    rim_convex      points[PAIRS];
    rim_xform3      point_poses[PAIRS];
    hull_box        boxes[PAIRS];
} side;

static side      left, right;
static rim_vec3  deltas[PAIRS];
static int       order[PAIRS]; // of the pairs in this round
static rim_hull *hulls[HULLS];

static float between(float lo, float hi)
{
    static uint32_t state = 1;
    state = state * 1664525u + 1013904223u;
    return lo + (hi - lo) * (float)(state >> 8) * 0x1p-24f;
}

// Puts the pairs into a random order (Fisher and Yates, "Statistical tables", 1938).
static void shuffle_order(void)
{
    for (int i = 0; i < PAIRS; i++) order[i] = i;
    for (int i = PAIRS - 1; i > 0; i--)
    {
        int k = (int)between(0.0f, (float)(i + 1)), kept = order[i];
        if (k > i) k = i;
        order[i] = order[k];
        order[k] = kept;
    }
}

static rim_vec3 within(float size)
{
    float x = between(-size, size), y = between(-size, size);
    return rim_vec3_make(x, y, between(-size, size));
}

static rim_xform3 turned_at(rim_vec3 at)
{
    rim_vec3 axis = { between(-1.0f, 1.0f), between(-1.0f, 1.0f), between(0.1f, 1.0f) };
    return rim_xform3_make(at, rim_quat_axis_angle(axis, (double)between(0.0f, 6.0f)));
}

static rim_shape3 shape_of(rim_shape3_kind kind, int number, rim_vec3 corners[SIDES])
{
    static const rim_vec3 pentagon[SIDES] = { { 1.0f, 0.0f, 0.0f },
                                              { 0.31f, 0.95f, 0.0f },
                                              { -0.81f, 0.59f, 0.0f },
                                              { -0.81f, -0.59f, 0.0f },
                                              { 0.31f, -0.95f, 0.0f } };
    rim_shape3            s = { .kind = kind };
    if (kind == RIM_SHAPE3_SPHERE) s.sphere = (rim_sphere){ within(0.1f), between(0.3f, 0.8f) };
    if (kind == RIM_SHAPE3_CAPSULE)
        s.capsule = (rim_capsule){ within(0.7f), within(0.7f), between(0.2f, 0.5f) };
    if (kind == RIM_SHAPE3_BOX)
        s.box = (rim_obox){ rim_xform3_identity(),
                            { between(0.3f, 1.0f), between(0.3f, 1.0f), between(0.3f, 1.0f) } };
    if (kind == RIM_SHAPE3_TRIANGLE)
        s.triangle = (rim_triangle){ within(1.0f), within(1.0f), within(1.0f) };
    if (kind == RIM_SHAPE3_POLYGON)
    {
        memcpy(corners, pentagon, sizeof pentagon);
        s.polygon = (rim_polygon3){ corners, SIDES };
    }
    if (kind == RIM_SHAPE3_HULL) s.hull = hulls[number % HULLS];
    return s;
}

// Returns the shape moved by its pose. A hull stays as it is.
static rim_shape3 moved(rim_shape3 s, rim_xform3 pose, rim_vec3 corners[SIDES])
{
    if (s.kind == RIM_SHAPE3_SPHERE) s.sphere.center = rim_xform3_apply(pose, s.sphere.center);
    if (s.kind == RIM_SHAPE3_CAPSULE) s.capsule = pose3_capsule(&(rim_capsule){ 0 }, &s, &pose)[0];
    if (s.kind == RIM_SHAPE3_BOX) s.box.pose = rim_xform3_mul(pose, s.box.pose);
    if (s.kind == RIM_SHAPE3_TRIANGLE)
    {
        s.triangle.a = rim_xform3_apply(pose, s.triangle.a);
        s.triangle.b = rim_xform3_apply(pose, s.triangle.b);
        s.triangle.c = rim_xform3_apply(pose, s.triangle.c);
    }
    if (s.kind == RIM_SHAPE3_POLYGON)
    {
        for (int i = 0; i < SIDES; i++) corners[i] = rim_xform3_apply(pose, s.polygon.points[i]);
        s.polygon.points = corners;
    }
    return s;
}

static bool is_round(rim_shape3_kind kind)
{
    return kind == RIM_SHAPE3_SPHERE || kind == RIM_SHAPE3_CAPSULE;
}

static bool is_face(rim_shape3_kind kind)
{
    return kind == RIM_SHAPE3_TRIANGLE || kind == RIM_SHAPE3_POLYGON;
}

// Sets what the forms inside take.
static void prepare(side *s, int i)
{
    const rim_shape3 *w = &s->world[i];
    rim_convex       *points = &s->points[i];
    s->point_poses[i] = s->world_poses[i];
    if (is_round(s->kind))
    {
        bool     sphere = s->kind == RIM_SHAPE3_SPHERE;
        rim_vec3 a = sphere ? w->sphere.center : w->capsule.a;
        s->round[i] = (rim_capsule){ a, sphere ? a : w->capsule.b,
                                     sphere ? w->sphere.radius : w->capsule.radius };
    }
    if (s->kind == RIM_SHAPE3_SPHERE)
        *points = (rim_convex){ &w->sphere.center, 1, w->sphere.radius, NULL };
    if (s->kind == RIM_SHAPE3_CAPSULE)
        *points = (rim_convex){ &w->capsule.a, 2, w->capsule.radius, NULL };
    if (s->kind == RIM_SHAPE3_TRIANGLE) *points = gjk_triangle(&w->triangle);
    if (s->kind == RIM_SHAPE3_POLYGON)
        *points = (rim_convex){ w->polygon.points, SIDES, 0.0f, NULL };
    if (s->kind == RIM_SHAPE3_HULL) *points = rim_hull_convex(w->hull);
    if (s->kind == RIM_SHAPE3_BOX)
    {
        hull_box_make(&s->boxes[i], w->box.half);
        *points = s->boxes[i].hull.view;
        s->point_poses[i] = w->box.pose;
    }
}

static void place(side *s, int i, rim_xform3 pose)
{
    s->shapes[i] = shape_of(s->kind, i, s->corners[i]);
    s->poses[i] = pose;
    s->world[i] = moved(s->shapes[i], pose, s->world_corners[i]);
    s->world_poses[i] = s->kind == RIM_SHAPE3_HULL ? pose : rim_xform3_identity();
    prepare(s, i);
}

static void make_pairs(rim_shape3_kind a, rim_shape3_kind b)
{
    left.kind = a;
    right.kind = b;
    for (int i = 0; i < PAIRS; i++)
    {
        rim_xform3 pose = turned_at(within(5.0f));
        rim_vec3   way = rim_vec3_normalize(within(1.0f));
        rim_vec3   at = rim_vec3_along(pose.position, way, between(0.2f, 2.4f));
        place(&left, i, pose);
        place(&right, i, turned_at(at));
        deltas[i] = rim_vec3_scale(rim_vec3_sub(at, pose.position), 1.5f);
    }
}

static void make_hulls(void)
{
    for (int h = 0; h < HULLS; h++)
    {
        rim_vec3 p[HULL_POINTS];
        for (int i = 0; i < HULL_POINTS; i++)
            p[i] = rim_vec3_scale(rim_vec3_normalize(within(1.0f)), 0.8f);
        if (rim_hull_create(&hulls[h], p, HULL_POINTS, NULL)) abort();
    }
}

// --- questions --------------------------------------------------------------------------------------------

typedef enum question
{
    DISTANCE,
    CONTACT,
    MANIFOLD,
    OVERLAPS,
    SWEEP,
    QUESTIONS
} question;

static const char *const QUESTION_NAMES[QUESTIONS] = { "distance", "contact", "manifold",
                                                       "overlaps", "sweep" };

// Keeps the answers.
static rim_distance3 last_distance;
static rim_contact3  last_contact;
static rim_manifold3 last_manifold;
static rim_hit3      last_hit;
static int           overlapping;

#define FOR_ALL(answer)                                                                            \
    for (int k = 0; k < PAIRS; k++)                                                                \
    {                                                                                              \
        int i = order[k];                                                                          \
        answer;                                                                                    \
    }

static void ask(question q, const rim_shape3 *a, const rim_xform3 *pa, const rim_shape3 *b,
                const rim_xform3 *pb)
{
    if (q == DISTANCE) FOR_ALL(last_distance = rim_shape3_distance(&a[i], pa[i], &b[i], pb[i]));
    if (q == CONTACT) FOR_ALL(last_contact = rim_shape3_contact(&a[i], pa[i], &b[i], pb[i]));
    if (q == MANIFOLD)
        FOR_ALL(last_manifold = rim_shape3_manifold(&a[i], pa[i], &b[i], pb[i], NULL));
    if (q == OVERLAPS) FOR_ALL(overlapping += rim_shape3_overlaps(&a[i], pa[i], &b[i], pb[i]));
    if (q == SWEEP) FOR_ALL(last_hit = rim_shape3_sweep(&a[i], pa[i], deltas[i], &b[i], pb[i]));
}

static void ask_round(question q)
{
    const rim_capsule *a = left.round, *b = right.round;
    if (q == DISTANCE) FOR_ALL(last_distance = round_distance(&a[i], &b[i]));
    if (q == CONTACT) FOR_ALL(last_contact = round_contact(&a[i], &b[i]));
    if (q == SWEEP) FOR_ALL(last_hit = round_sweep(&a[i], deltas[i], &b[i]));
}

// The public calls on a sphere or capsule and a face are the form inside.
static void ask_sphere_face(question q)
{
    const rim_shape3 *a = left.world, *b = right.world;
    bool              triangle = right.kind == RIM_SHAPE3_TRIANGLE;
    if (q == DISTANCE && triangle)
        FOR_ALL(last_distance = rim_sphere_distance_triangle(a[i].sphere, &b[i].triangle));
    if (q == DISTANCE && !triangle)
        FOR_ALL(last_distance = rim_sphere_distance_polygon3(a[i].sphere, b[i].polygon));
    if (q == CONTACT && triangle)
        FOR_ALL(last_contact = rim_sphere_contact_triangle(a[i].sphere, &b[i].triangle));
    if (q == CONTACT && !triangle)
        FOR_ALL(last_contact = rim_sphere_contact_polygon3(a[i].sphere, b[i].polygon));
    if (q == SWEEP && triangle)
        FOR_ALL(last_hit = rim_sphere_sweep_triangle(a[i].sphere, deltas[i], &b[i].triangle,
                                                     RIM_SIDE_BOTH));
    if (q == SWEEP && !triangle)
        FOR_ALL(last_hit =
                    rim_sphere_sweep_polygon3(a[i].sphere, deltas[i], b[i].polygon, RIM_SIDE_BOTH));
}

static void ask_capsule_face(question q)
{
    const rim_shape3 *a = left.world, *b = right.world;
    bool              triangle = right.kind == RIM_SHAPE3_TRIANGLE;
    if (q == DISTANCE && triangle)
        FOR_ALL(last_distance = rim_capsule_distance_triangle(a[i].capsule, &b[i].triangle));
    if (q == DISTANCE && !triangle)
        FOR_ALL(last_distance = rim_capsule_distance_polygon3(a[i].capsule, b[i].polygon));
    if (q == CONTACT && triangle)
        FOR_ALL(last_contact = rim_capsule_contact_triangle(a[i].capsule, &b[i].triangle));
    if (q == CONTACT && !triangle)
        FOR_ALL(last_contact = rim_capsule_contact_polygon3(a[i].capsule, b[i].polygon));
    if (q == SWEEP && triangle)
        FOR_ALL(last_hit = rim_capsule_sweep_triangle(a[i].capsule, deltas[i], &b[i].triangle,
                                                      RIM_SIDE_BOTH));
    if (q == SWEEP && !triangle)
        FOR_ALL(last_hit = rim_capsule_sweep_polygon3(a[i].capsule, deltas[i], b[i].polygon,
                                                      RIM_SIDE_BOTH));
}

static void ask_convex(question q)
{
    const rim_convex *a = left.points, *b = right.points;
    const rim_xform3 *pa = left.point_poses, *pb = right.point_poses;
    sweep_order       compared;
    if (q == DISTANCE) FOR_ALL(last_distance = gjk_distance(&a[i], &pa[i], &b[i], &pb[i], NULL));
    if (q == CONTACT)
        FOR_ALL(last_contact = contact3_of_convex(&a[i], &pa[i], &b[i], &pb[i], NULL));
    if (q == MANIFOLD)
        FOR_ALL(last_manifold = manifold_with_slack(&a[i], &pa[i], &b[i], &pb[i], 0.0, NULL, NULL));
    if (q == OVERLAPS) FOR_ALL(overlapping += gjk_overlaps(&a[i], &pa[i], &b[i], &pb[i]));
    if (q == SWEEP)
        FOR_ALL(last_hit =
                    sweep_convex_translating(&a[i], &pa[i], deltas[i], &b[i], &pb[i], &compared));
}

static void ask_inside(question q)
{
    if (is_round(left.kind) && is_round(right.kind))
        ask_round(q);
    else if (left.kind == RIM_SHAPE3_SPHERE && is_face(right.kind))
        ask_sphere_face(q);
    else if (left.kind == RIM_SHAPE3_CAPSULE && is_face(right.kind))
        ask_capsule_face(q);
    else
        ask_convex(q);
}

// Overlaps and manifolds of round things are their contacts; faces with round things are the same pairs swapped.
static bool is_measured(question q)
{
    bool closed = is_round(left.kind) && (is_round(right.kind) || is_face(right.kind));
    return !(is_face(left.kind) && is_round(right.kind)) &&
           !(closed && (q == MANIFOLD || q == OVERLAPS));
}

// --- times ------------------------------------------------------------------------------------------------

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double times[ROUNDS])
{
    qsort(times, ROUNDS, sizeof *times, compare);
    return times[ROUNDS / 2] / PAIRS;
}

typedef struct overheads
{
    int    lines, above;
    double world, posed; // the largest
} overheads;

static void measure(question q, overheads *all)
{
    double inside[ROUNDS], world[ROUNDS], posed[ROUNDS];
    for (int r = 0; r < ROUNDS; r++)
    {
        double times[3];
        shuffle_order();
        for (int turn = 0; turn < 3; turn++)
        {
            int    form = (r + turn) % 3;
            double start = now();
            if (form == 0) ask_inside(q);
            if (form == 1) ask(q, left.world, left.world_poses, right.world, right.world_poses);
            if (form == 2) ask(q, left.shapes, left.poses, right.shapes, right.poses);
            times[form] = now() - start;
        }
        inside[r] = times[0];
        world[r] = times[1] - times[0];
        posed[r] = times[2] - times[0];
    }
    double in_world = median(world), in_poses = median(posed);
    bool   above = in_world > WORLD_LIMIT || in_poses > POSED_LIMIT;
    printf("%-8s  %-8s  %-8s  inside %7.1f   world %+6.1f   posed %+6.1f%s\n",
           KIND_NAMES[left.kind], KIND_NAMES[right.kind], QUESTION_NAMES[q], median(inside),
           in_world, in_poses, above ? "   above" : "");
    all->lines++;
    all->above += above;
    all->world = in_world > all->world ? in_world : all->world;
    all->posed = in_poses > all->posed ? in_poses : all->posed;
}

int main(int argc, char **argv)
{
    overheads all = { 0, 0, 0.0, 0.0 };
    make_hulls();
    for (int a = 1; a <= KINDS; a++)
        for (int b = 1; b <= KINDS; b++)
        {
            if (argc > 1 && strcmp(argv[1], KIND_NAMES[a]) != 0) continue;
            if (argc > 2 && strcmp(argv[2], KIND_NAMES[b]) != 0) continue;
            make_pairs((rim_shape3_kind)a, (rim_shape3_kind)b);
            for (int q = 0; q < QUESTIONS; q++)
                if (is_measured((question)q)) measure((question)q, &all);
        }
    for (int h = 0; h < HULLS; h++) rim_hull_destroy(hulls[h]);
    printf("%d of %d above %.0f in the world or %.0f in poses; the most: %.1f and %.1f\n",
           all.above, all.lines, WORLD_LIMIT, POSED_LIMIT, all.world, all.posed);
    return 0;
}
