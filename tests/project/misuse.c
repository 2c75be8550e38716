// Mistakes that no program can mean. With assertions each ends the call with a sentence; without them each has the answer
// that base.h and the headers of the calls document.
//
// The second half of the cases is run by a program of its own: this file again, with the library in one file, compiled with
// MISUSE_IS_CAUGHT and a RIM_ASSERT that jumps back with the sentence.
#define _XOPEN_SOURCE 700

#ifdef MISUSE_IS_CAUGHT

#include <setjmp.h>

// What RIM_ASSERT does about a sentence: it goes back to the case.
extern const char *misuse_sentence;
extern jmp_buf     misuse_back;

#define RIM_ASSERT(holds, sentence)                                                                \
    ((holds) ? (void)0 : (misuse_sentence = (sentence), longjmp(misuse_back, 1)))

#include "rimcast.c" // NOLINT: the library itself, with this macro

const char *misuse_sentence;
jmp_buf     misuse_back;

#else

// Of the library's inline functions: as in a build without assertions.
#ifndef RIM_ASSERT
#define RIM_ASSERT(holds, sentence) ((void)0)
#endif

#include "rimcast/rimcast.h"

#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What the cases ask with.
typedef struct misuse_things
{
    rim_mask   *mask; // 2 x 2, all solid
    rim_sprite *dot;
    rim_stage  *stage;
    rim_handle  who;
    rim_hull   *cube;
    rim_mesh   *mesh, *compact; // of one triangle
    rim_clip   *clip;           // the cube cut in two
    rim_bodies *bodies;
} misuse_things;

static rim_posed misuse_dot(const misuse_things *t)
{
    return rim_posed_make(t->dot, rim_xform2_identity());
}

static rim_posed misuse_null(void)
{
    return rim_posed_make(NULL, rim_xform2_identity());
}

static rim_posed misuse_unset(const misuse_things *t)
{
    return (rim_posed){ .sprite = t->dot };
}

static bool is_miss(rim_hit2 hit)
{
    return !hit.hit && !hit.start_overlap && hit.t == 1.0;
}

static const rim_vec2    misuse_step = { 1.0f, 0.0f };
static const rim_circle2 misuse_circle = { { 0.0f, 0.0f }, 1.0f };
static const rim_ray2    misuse_ray = { { -4.0f, 0.0f }, { 8.0f, 0.0f } };
static const rim_vec2    misuse_corners[3] = { { -1, -1 }, { 2, -1 }, { 0, 2 } };

// --- a sprite that is NULL, a pose that was never set: a and b are a good one and a bad one ---------------

static bool posed_pairs_answer_nothing(rim_posed a, rim_posed b)
{
    rim_motion2 turn = { .delta = misuse_step, .turn = 1.0f };
    int         ray = 7;
    return !rim_sprite_overlaps(a, b) && !rim_posed_overlaps(&a, &b) &&
           !rim_sprite_overlaps_on_grid(a, b) && rim_sprite_overlap_area(a, b) == 0.0 &&
           rim_posed_overlap_area(&a, &b) == 0.0 &&
           !rim_sprite_shared_pixel(a, b, RIM_PICK_FIRST).hit && !rim_sprite_contact(a, b).hit &&
           !rim_sprite_separate(a, b).hit && is_miss(rim_sprite_sweep(a, misuse_step, b)) &&
           is_miss(rim_sprite_sweep_both(a, misuse_step, b, misuse_step)) &&
           is_miss(rim_sprite_sweep_turning(a, turn, b, turn)) &&
           rim_sprite_outline_first(a, b) == -1 && rim_sprite_outline_all(a, b, &ray, 1) == 0 &&
           ray == 7;
}

static bool posed_alone_answers_nothing(const misuse_things *t, rim_posed a)
{
    rim_polygon2 ring = { misuse_corners, 3 };
    rim_motion2  turn = { .delta = misuse_step, .turn = 1.0f };
    rim_box2     box = { { -1, -1 }, { 1, 1 } };
    rim_handle   list[2];
    rim_vec2     origin = { 0, 0 };
    return !rim_sprite_contains(a, origin) && !rim_posed_contains(&a, origin) &&
           !rim_sprite_overlaps_circle(a, misuse_circle) && !rim_sprite_overlaps_box(a, box) &&
           !rim_sprite_overlaps_polygon(a, ring) && is_miss(rim_sprite_raycast(a, misuse_ray)) &&
           is_miss(rim_posed_raycast(&a, misuse_ray)) &&
           is_miss(rim_circle2_sweep_sprite(misuse_circle, misuse_step, a)) &&
           is_miss(rim_polygon2_sweep_sprite(ring, misuse_step, a)) &&
           is_miss(rim_sprite_sweep_turning_circle(a, turn, misuse_circle, misuse_step)) &&
           is_miss(rim_sprite_sweep_turning_polygon(a, turn, ring, misuse_step)) &&
           !rim_sprite_closest(a, origin).found &&
           rim_stage_overlaps_sprite(t->stage, a, ~0u, (rim_handle){ 0, 0 }, list, 2) == 0 &&
           !rim_stage_sweep_first(t->stage, a, misuse_step, ~0u, (rim_handle){ 0, 0 }).hit.hit;
}

static bool null_in_pairs(const misuse_things *t)
{
    return posed_pairs_answer_nothing(misuse_dot(t), misuse_null()) &&
           posed_pairs_answer_nothing(misuse_null(), misuse_dot(t)) &&
           posed_pairs_answer_nothing(misuse_null(), misuse_null());
}

static bool unset_in_pairs(const misuse_things *t)
{
    return posed_pairs_answer_nothing(misuse_dot(t), misuse_unset(t)) &&
           posed_pairs_answer_nothing(misuse_unset(t), misuse_dot(t));
}

static bool null_alone(const misuse_things *t)
{
    return posed_alone_answers_nothing(t, misuse_null()) &&
           rim_box2_is_empty(rim_sprite_bounds(misuse_null()));
}

static bool unset_alone(const misuse_things *t)
{
    return posed_alone_answers_nothing(t, misuse_unset(t));
}

static bool null_drawn(const misuse_things *t)
{
    rim_mask_draw_sprite(t->mask, RIM_MASK_OR, misuse_null());
    return rim_mask_count(t->mask) == 4;
}

static bool null_sprite_itself(const misuse_things *t)
{
    int rays = 1;
    return !rim_sprite_mask(NULL) && rim_sprite_anchor(NULL).x == 0.0f &&
           !rim_sprite_outline(NULL, &rays) && rays == 0 &&
           !rim_sprite_overlaps_at(NULL, t->dot, 0, 0) &&
           !rim_sprite_overlaps_at(t->dot, NULL, 0, 0) &&
           rim_sprite_set_anchor(NULL, misuse_step) == RIM_ERR_ARGUMENT &&
           rim_sprite_update(NULL, t->mask, (rim_rect){ 0, 0, 2, 2 }) == RIM_ERR_ARGUMENT;
}

// One call a case, for the sentence of each.
static bool null_contains(const misuse_things *t)
{
    (void)t;
    return !rim_sprite_contains(misuse_null(), misuse_step);
}

static bool null_raycast(const misuse_things *t)
{
    (void)t;
    return is_miss(rim_sprite_raycast(misuse_null(), misuse_ray));
}

static bool null_bounds(const misuse_things *t)
{
    (void)t;
    return rim_box2_is_empty(rim_sprite_bounds(misuse_null()));
}

static bool null_updated(const misuse_things *t)
{
    return rim_sprite_update(NULL, t->mask, (rim_rect){ 0, 0, 2, 2 }) == RIM_ERR_ARGUMENT;
}

static bool null_at(const misuse_things *t)
{
    return !rim_sprite_overlaps_at(t->dot, NULL, 0, 0);
}

static bool unset_sweep(const misuse_things *t)
{
    return is_miss(rim_sprite_sweep(misuse_unset(t), misuse_step, misuse_dot(t)));
}

static bool null_closest(const misuse_things *t)
{
    (void)t;
    return !rim_sprite_closest(misuse_null(), misuse_step).found;
}

static bool turn_never_set(const misuse_things *t)
{
    rim_rot2   zero = { 0, 0 };
    rim_xform2 pose = rim_xform2_pose(misuse_step, zero, rim_vec2_make(1, 1));
    return rim_xform2_determinant(pose) == 0.0 &&
           !rim_sprite_overlaps(rim_posed_make(t->dot, pose), misuse_dot(t));
}

// --- figures, stages, walkers ------------------------------------------------------------------------------

static bool figure_without_sprite(const misuse_things *t)
{
    (void)t;
    rim_figure_part part = { .kind = RIM_PART_SPRITE, .pose = { 1, 0, 0, 1, 0, 0 } };
    rim_figure      figure = { &part, 1, { 1, 0, 0, 1, 0, 0 } };
    return !rim_figure_contains(&figure, rim_vec2_make(0, 0), NULL) &&
           rim_box2_is_empty(rim_figure_bounds(&figure));
}

static bool figure_without_pose(const misuse_things *t)
{
    rim_figure_part part = { .kind = RIM_PART_SPRITE, .sprite = t->dot };
    rim_figure      figure = { &part, 1, { 1, 0, 0, 1, 0, 0 } };
    return !rim_figure_contains(&figure, rim_vec2_make(0, 0), NULL);
}

static bool stage_item_of_nothing(const misuse_things *t)
{
    rim_stage_item item = { .posed = misuse_null() };
    rim_handle     who = { 3, 3 };
    return rim_stage_add(t->stage, &item, &who) == RIM_ERR_ARGUMENT && who.slot == 0 &&
           who.generation == 0 && !rim_stage_set(t->stage, t->who, &item) &&
           rim_stage_get(t->stage, t->who).posed.sprite == t->dot;
}

static bool stage_item_without_pose(const misuse_things *t)
{
    rim_stage_item item = { .posed = misuse_unset(t) };
    rim_handle     who, list[2];
    if (rim_stage_add(t->stage, &item, &who) != RIM_OK) return false;
    int found = rim_stage_overlaps_circle(t->stage, misuse_circle, ~0u, list, 2);
    rim_stage_remove(t->stage, who);
    return found == 1; // only the one that was there
}

static bool stage_move_without_pose(const misuse_things *t)
{
    rim_handle list[2];
    bool       moved = rim_stage_move(t->stage, t->who, (rim_xform2){ 0, 0, 0, 0, 0, 0 });
    int        found = rim_stage_overlaps_circle(t->stage, misuse_circle, ~0u, list, 2);
    rim_stage_move(t->stage, t->who, rim_xform2_identity());
    return moved && found == 0;
}

static bool walker_without_up(const misuse_things *t)
{
    rim_mover2     me = rim_mover2_from_posed(misuse_dot(t));
    rim_walker2    walker = { .step = 1, .grounded = true };
    rim_posed_list nothing = { NULL, 0 };
    rim_walk2 walk = rim_mover2_walk(&me, &walker, misuse_step, rim_posed_list_world(&nothing));
    return !walk.grounded && walk.me.at.x == me.at.x && walk.me.at.y == me.at.y &&
           walk.moved.x == 0.0f && walk.moved.y == 0.0f;
}

// --- numbers that nothing has --------------------------------------------------------------------------------

static bool missing_face(const misuse_things *t)
{
    rim_hull_face low = rim_hull_face_at(t->cube, -1), high = rim_hull_face_at(t->cube, 6);
    return !low.corners && low.count == 0 && !high.corners && high.count == 0 &&
           high.plane.normal.x == 0.0f;
}

static bool missing_triangle(const misuse_things *t)
{
    const rim_triangle zero = { { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } };
    rim_triangle       all[4] = { rim_mesh_triangle(t->mesh, -1), rim_mesh_triangle(t->mesh, 1),
                                  rim_mesh_triangle(t->compact, -1), rim_mesh_triangle(t->compact, 1) };
    for (int i = 0; i < 4; i++)
        if (memcmp(&all[i], &zero, sizeof zero) != 0) return false;
    return true;
}

static bool missing_corner(const misuse_things *t)
{
    double point[3] = { 1, 1, 1 };
    rim_clip_corner(t->clip, 99, point);
    return point[0] == 0.0 && point[1] == 0.0 && point[2] == 0.0;
}

static bool missing_clip_face(const misuse_things *t)
{
    rim_clip_face low = rim_clip_face_at(t->clip, -1), high = rim_clip_face_at(t->clip, 99);
    return !low.corners && low.count == 0 && !high.corners && high.count == 0;
}

// Numbers from elsewhere are no mistakes: players click beside things, and what a handle named may be gone.
static bool others_have_answers(const misuse_things *t)
{
    rim_handle nobody = { 77, 1 };
    return !rim_mask_get(t->mask, -1, 7) && !rim_stage_remove(t->stage, nobody) &&
           !rim_stage_get(t->stage, nobody).posed.sprite && !rim_bodies_get(t->bodies, nobody) &&
           !rim_bodies_remove(t->bodies, nobody) &&
           !rim_obstacles_get(rim_bodies_obstacles(t->bodies), nobody);
}

// --- a shape without its hull or its points ------------------------------------------------------------------

static bool shape_is_nowhere(rim_shape3 shape, rim_shape3 other)
{
    rim_xform3   still = rim_xform3_identity();
    rim_vec3     delta = { 8, 0, 0 };
    rim_ray3     ray = { { -4, 0, 0 }, delta };
    rim_motion3  motion = { delta, { 0, 1, 0 }, 1 };
    rim_contact3 contact = { .hit = true };
    for (int i = 0; i < 2; i++)
    {
        const rim_shape3 *a = i ? &other : &shape, *b = i ? &shape : &other;
        if (rim_shape3_distance(a, still, b, still).distance != INFINITY ||
            rim_shape3_contact(a, still, b, still).hit ||
            rim_shape3_manifold(a, still, b, still, &contact).count != 0 || contact.hit ||
            rim_shape3_overlaps(a, still, b, still) ||
            rim_shape3_sweep(a, still, delta, b, still).hit ||
            rim_shape3_sweep_turning(a, still, motion, b, still).hit)
            return false;
    }
    return !rim_shape3_raycast(&shape, still, ray).hit &&
           rim_box3_is_empty(rim_shape3_bounds(&shape, still)) &&
           rim_body_from_shape(&shape, still, 1.0f).mass == 0.0f;
}

static bool is_nowhere_to_all(const misuse_things *t, rim_shape3 shape)
{
    rim_shape3 others[] = {
        { RIM_SHAPE3_SPHERE, .sphere = { { 0, 0, 0 }, 1 } },
        { RIM_SHAPE3_BOX, .box = { rim_xform3_identity(), { 1, 1, 1 } } },
        { RIM_SHAPE3_HULL, .hull = t->cube },
        { RIM_SHAPE3_PLANE, .plane = { { 0, 1, 0 }, 0 } },
    };
    int mesh_hit =
        rim_mesh_contacts(t->mesh, &shape, rim_xform3_identity(), RIM_SIDE_BOTH, NULL, 0);
    for (int i = 0; i < (int)(sizeof others / sizeof *others); i++)
        if (!shape_is_nowhere(shape, others[i])) return false;
    return mesh_hit == 0;
}

static bool hull_is_null(const misuse_things *t)
{
    return is_nowhere_to_all(t, (rim_shape3){ RIM_SHAPE3_HULL, .hull = NULL });
}

static bool points_are_null(const misuse_things *t)
{
    rim_polygon3 none = { NULL, 3 };
    rim_ray3     ray = { { 0, 0, -4 }, { 0, 0, 8 } };
    return is_nowhere_to_all(t, (rim_shape3){ RIM_SHAPE3_POLYGON, .polygon = none }) &&
           !rim_polygon3_raycast(none, ray, RIM_SIDE_BOTH).hit &&
           rim_polygon3_locate(none, ray.origin).kind == RIM_FEATURE_NONE;
}

static bool zero_rotation_in_space(const misuse_things *t)
{
    (void)t;
    rim_xform3 zero = { { 0, 0, 0 }, { 0, 0, 0, 0 } };
    rim_vec3   p = rim_xform3_apply(zero, rim_vec3_make(1, 2, 3));
    return p.x == 1.0f && p.y == 2.0f && p.z == 3.0f;
}

// --- the table ---------------------------------------------------------------------------------------------

// A case without a sentence is no mistake: it must answer with assertions, too.
static const struct misuse_case
{
    const char *what, *sentence;
    bool (*answers)(const misuse_things *things);
} misuse_cases[] = {
    { "pairs with NULL", "the sprite is NULL", null_in_pairs },
    { "pairs with a pose of zeros", "a pose was never set", unset_in_pairs },
    { "one that is NULL", "the sprite is NULL", null_alone },
    { "one with a pose of zeros", "a pose was never set", unset_alone },
    { "NULL drawn into a mask", "the sprite is NULL", null_drawn },
    { "the calls of a sprite, of NULL", "the sprite is NULL", null_sprite_itself },
    { "contains of NULL", "the sprite is NULL", null_contains },
    { "raycast on NULL", "the sprite is NULL", null_raycast },
    { "bounds of NULL", "the sprite is NULL", null_bounds },
    { "update of NULL", "the sprite or the mask is NULL", null_updated },
    { "pixels of NULL", "a sprite is NULL", null_at },
    { "sweep of a pose of zeros", "a pose was never set", unset_sweep },
    { "closest of NULL", "the sprite is NULL", null_closest },
    { "a turn of zeros", "a turn was never set", turn_never_set },
    { "a part without a sprite", "a part's sprite is NULL", figure_without_sprite },
    { "a part without a pose", "a part's pose was never set", figure_without_pose },
    { "an item of nothing", "an item has neither a sprite nor parts", stage_item_of_nothing },
    { "an item without a pose", "a pose was never set", stage_item_without_pose },
    { "a move to a pose of zeros", "a pose was never set", stage_move_without_pose },
    { "a walker without up", "the walker has no up", walker_without_up },
    { "a face that a hull has not", "a hull has no face of that number", missing_face },
    { "a triangle that a mesh has not", "a mesh has no triangle of that number", missing_triangle },
    { "a corner that a body has not", "a body has no corner of that number", missing_corner },
    { "a face that a body has not", "a body has no face of that number", missing_clip_face },
    { "a shape whose hull is NULL", "the hull of a shape is NULL", hull_is_null },
    { "a polygon whose points are NULL", "the points of a polygon are NULL", points_are_null },
    { "places and handles of nothing", NULL, others_have_answers },
    { "a rotation of zeros in space", NULL, zero_rotation_in_space },
};

enum
{
    MISUSE_CASES = sizeof misuse_cases / sizeof *misuse_cases
};

static bool misuse_begin(misuse_things *t)
{
    static const rim_vec3  corners[3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    const rim_mesh_options compact = { .form = RIM_MESH_COMPACT };
    const rim_plane        middle = { { 1, 0, 0 }, 0 };
    memset(t, 0, sizeof *t);
    if (rim_mask_create_filled(&t->mask, 2, 2, NULL) || rim_sprite_create(&t->dot, t->mask, NULL) ||
        rim_stage_create(&t->stage, NULL) || rim_bodies_create(&t->bodies, NULL) ||
        rim_hull_create_box(&t->cube, rim_vec3_make(1, 1, 1), NULL) ||
        rim_mesh_create(&t->mesh, corners, 3, NULL, 1, NULL) ||
        rim_mesh_create(&t->compact, corners, 3, NULL, 1, &compact) ||
        rim_clip_create(&t->clip, NULL) ||
        rim_hull_cut(t->clip, NULL, t->cube, rim_xform3_identity(), middle))
        return false;
    rim_stage_item item = { .posed = misuse_dot(t) };
    return rim_stage_add(t->stage, &item, &t->who) == RIM_OK;
}

static void misuse_end(misuse_things *t)
{
    rim_clip_destroy(t->clip);
    rim_mesh_destroy(t->compact);
    rim_mesh_destroy(t->mesh);
    rim_hull_destroy(t->cube);
    rim_bodies_destroy(t->bodies);
    rim_stage_destroy(t->stage);
    rim_sprite_destroy(t->dot);
    rim_mask_destroy(t->mask);
}

#ifdef MISUSE_IS_CAUGHT

// Calls that make something have no answer without their `out`: here only the sentence is asked for.
static bool misuse_out_is_null(int number)
{
    static const rim_vec3 point = { 0, 0, 0 };
    rim_mask             *mask = NULL;
    switch (number)
    {
    case 0:
        return rim_mask_create(NULL, 1, 1, NULL) != RIM_OK;
    case 1:
        return rim_mask_create_copy(&mask, NULL, NULL) != RIM_OK;
    case 2:
        return rim_sprite_create(NULL, NULL, NULL) != RIM_OK;
    case 3:
        return rim_stage_create(NULL, NULL) != RIM_OK;
    case 4:
        return rim_hull_create(NULL, &point, 1, NULL) != RIM_OK;
    case 5:
        return rim_hull_create_box(NULL, point, NULL) != RIM_OK;
    case 6:
        return rim_mesh_create(NULL, &point, 0, NULL, 0, NULL) != RIM_OK;
    case 7:
        return rim_bsp_create(NULL, &point, 0, NULL, 0, NULL) != RIM_OK;
    case 8:
        return rim_bodies_create(NULL, NULL) != RIM_OK;
    case 9:
        return rim_clip_create(NULL, NULL) != RIM_OK;
    case 10:
        return rim_contours_create(NULL, NULL, RIM_TOUCH_EDGES, NULL) != RIM_OK;
    case 11:
        return rim_history_create(NULL, NULL) != RIM_OK;
    case 12:
        return rim_flash_create(NULL, RIM_FLASH_AS2, NULL) != RIM_OK;
    case 13:
        return rim_field_create(NULL, NULL, NULL) != RIM_OK;
    case 14:
        return rim_shapes_load(NULL, "", 0, NULL) != RIM_OK;
    case 15:
        return rim_soup_create(NULL, RIM_SOUP_RAW, "", 0, NULL, NULL) != RIM_OK;
    default:
        return rim_mesh_edges_create(NULL, &point, 0, NULL, 0, NULL) != RIM_OK;
    }
}

static bool misuse_is_told(int number, misuse_things *things)
{
    const struct misuse_case *one = &misuse_cases[number];
    bool                      answer = false;
    misuse_sentence = NULL;
    if (setjmp(misuse_back) == 0) answer = one->answers(things);
    const char *said = misuse_sentence;
    bool        good = one->sentence ? said && strcmp(said, one->sentence) == 0 : !said && answer;
    if (!good) printf("%s: %s\n", one->what, said ? said : "no sentence");
    return good;
}

int main(void)
{
    misuse_things things;
    int           bad = 0;
    for (int i = 0; i < MISUSE_CASES; i++)
    {
        // Each with things of its own, as a call may have been left half done.
        if (!misuse_begin(&things)) return 2;
        if (!misuse_is_told(i, &things)) bad++;
    }
    for (int i = 0; i < 17; i++)
    {
        misuse_sentence = NULL;
        if (setjmp(misuse_back) == 0) misuse_out_is_null(i);
        if (misuse_sentence && strstr(misuse_sentence, "NULL")) continue;
        printf("creation %d: no sentence\n", i);
        bad++;
    }
    printf("%d sentences\n", MISUSE_CASES + 17 - bad);
    return bad != 0;
}

#else

#include "support/support.h"

#define PLACE "build/test_misuse"

static void without_assertions_mistakes_have_documented_answers(void **state)
{
    (void)state;
    misuse_things things;
    assert_true(misuse_begin(&things));
#ifdef __OPTIMIZE__
    const bool asserts = false;
#else
    const bool asserts = true; // the library of a debug build ends at the first mistake
#endif
    for (int i = 0; i < MISUSE_CASES && !asserts; i++)
        if (!misuse_cases[i].answers(&things)) fail_msg("%s", misuse_cases[i].what);
    misuse_end(&things);
}

static void with_assertions_mistakes_end_with_a_sentence(void **state)
{
    (void)state;
    int status = system("mkdir -p " PLACE " && cc -std=c11 -O0 -DMISUSE_IS_CAUGHT "
                        "-Ibuild/amalgamation tests/project/misuse.c -lm -o " PLACE "/caught "
                        ">" PLACE "/log 2>&1 && " PLACE "/caught >" PLACE "/log");
    if (status != 0) fail_msg("%s", read_file(PLACE "/log", NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_assertions_mistakes_have_documented_answers),
        cmocka_unit_test(with_assertions_mistakes_end_with_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
