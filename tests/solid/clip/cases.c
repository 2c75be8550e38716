// What two hulls share where they touch, are apart, the same, flat or far away; and the memory that it takes.
#include "support/pairs.h"
#include "support/hulls.h"

#include "rimcast/clip.h"
#include "rimcast/convex.h"
#include "solid/clip/data.h"

#include <math.h>
#include <string.h>

static rim_clip *make_clip(void)
{
    rim_clip *clip;
    assert_int_equal(RIM_OK, rim_clip_create(&clip, NULL));
    return clip;
}

// --- touching, apart, the same ----------------------------------------------------------------------------

static void touching_is_flat_and_apart_is_empty(void **state)
{
    (void)state;
    rim_hull  *a = box_hull(1, 2, 3), *b = box_hull(1, 1, 1);
    rim_clip  *clip = make_clip();
    rim_xform3 home = rim_xform3_identity();
    // Stacked on a face, an edge, a corner; then one float step apart, and one inside.
    rim_vec3   at[3] = { { 2, 0, 0 }, { 2, 3, 0 }, { 2, 3, 4 } };
    int        faces[3] = { 2, 0, 0 }, corners[3] = { 4, 2, 1 };
    for (int i = 0; i < 3; i++)
    {
        rim_hull_clip(clip, a, home, b, rim_xform3_translation(at[i]));
        assert_int_equal(RIM_CLIP_FLAT, rim_clip_read(clip).kind);
        assert_int_equal(faces[i], rim_clip_read(clip).face_count);
        assert_int_equal(corners[i], rim_clip_read(clip).corner_count);
        assert_true(rim_clip_volume(clip) == 0.0);
        assert_near(rim_clip_mass(clip).x, 1.0, 1e-13);
        assert_near(rim_clip_mass(clip).area, i == 0 ? 8.0 : 0.0, 1e-12);
        rim_vec3 off = at[i], in = at[i];
        off.x = nextafterf(2, 3);
        in.x = nextafterf(2, 1);
        rim_hull_clip(clip, a, home, b, rim_xform3_translation(off));
        assert_int_equal(RIM_CLIP_EMPTY, rim_clip_read(clip).kind);
        rim_hull_clip(clip, a, home, b, rim_xform3_translation(in));
        assert_int_equal(i == 0 ? RIM_CLIP_SOLID : RIM_CLIP_FLAT, rim_clip_read(clip).kind);
        if (i == 0) assert_near(rim_clip_volume(clip), 4.0 * (2.0 - (double)in.x), 1e-14);
    }
    rim_hull_destroy(a);
    rim_hull_destroy(b);
    rim_clip_destroy(clip);
}

// The parts may be fewer than the exact body's, but they are those of a closed body that lies in both hulls.
static void rounds_that_hardly_overlap_share_a_closed_body(void **state)
{
    (void)state;
    test_random r = { 97 };
    rim_clip   *clip = make_clip();
    int         solid = 0;
    for (int i = case_count(300); i > 0; i--)
    {
        rim_vec3 points[2][128];
        for (int k = 0; k < 256; k++)
            points[k / 128][k % 128] = rim_vec3_normalize(random_in_cube(&r, 1.0f));
        rim_hull *a, *b;
        assert_int_equal(RIM_OK, rim_hull_create(&a, points[0], 128, NULL));
        assert_int_equal(RIM_OK, rim_hull_create(&b, points[1], 128, NULL));
        rim_vec3   way = rim_vec3_normalize(random_in_cube(&r, 1.0f));
        rim_xform3 home = rim_xform3_identity(),
                   at = rim_xform3_translation(rim_vec3_scale(way, 3.0f));
        rim_hit3 hit = hull_sweep(b, at, rim_vec3_scale(way, -3.0f), a, home);
        float    in = ldexpf(1.0f, -random_int(&r, 4, 24));
        at.position = rim_vec3_scale(way, 3.0f * (1.0f - hit.t) - in);
        rim_hull_clip(clip, a, home, b, at);
        if (rim_clip_read(clip).kind == RIM_CLIP_SOLID)
        {
            int v = rim_clip_read(clip).corner_count, e = rim_clip_read(clip).edge_count;
            assert_int_equal(2, v - e + rim_clip_read(clip).face_count);
            assert_true(v >= 4 && rim_clip_volume(clip) > 0.0);
            solid++;
        }
        rim_hull_destroy(a);
        rim_hull_destroy(b);
    }
    assert_true(solid > case_count(150));
    rim_clip_destroy(clip);
}

// Where double tells them apart for sure: a gap or a depth above a millionth of the size.
static void clip_distance_and_contact_agree_on_overlap(void **state)
{
    (void)state;
    test_random random = { 10 };
    rim_clip   *clip = make_clip();
    int         apart = 0, overlap = 0, rounds = case_count(20000);
    for (int i = 0; i < rounds; i++)
    {
        rim_hull  *a = random_hull(&random), *b = random_hull(&random);
        rim_xform3 pa = turned_pose(&random, 1), pb = turned_pose(&random, 1);
        rim_hull_clip(clip, a, pa, b, pb);
        rim_distance3 d = rim_convex_distance(rim_hull_convex(a), pa, rim_hull_convex(b), pb, NULL);
        rim_contact3  c = hull_contact(a, pa, b, pb);
        if (d.distance > 2e-6f)
        {
            apart++;
            assert_false(c.hit);
            assert_int_equal(RIM_CLIP_EMPTY, rim_clip_read(clip).kind);
        }
        else if (c.depth > 2e-6f)
        {
            overlap++;
            assert_int_equal(RIM_CLIP_SOLID, rim_clip_read(clip).kind);
            // Moved apart by the depth they share next to nothing: a slice as thin as rounding.
            rim_xform3 away = pa;
            away.position = rim_vec3_along(pa.position, c.normal, c.depth);
            rim_hull_clip(clip, a, away, b, pb);
            assert_true(rim_clip_volume(clip) < 1e-5);
        }
        rim_hull_destroy(a);
        rim_hull_destroy(b);
    }
    rim_clip_destroy(clip);
    assert_true(apart > rounds / 10 && overlap > rounds / 4);
}

// Corners and faces are listed when they are first asked for, whichever is asked for first.
static void any_question_may_be_the_first(void **state)
{
    (void)state;
    rim_hull  *box = box_hull(1, 1, 1);
    rim_xform3 home = rim_xform3_identity(), aside = home;
    aside.position = rim_vec3_make(0.5f, 0.25f, 0.125f);
    for (int question = 0; question < 5; question++)
    {
        rim_clip *clip = make_clip(), *asked = make_clip();
        double    corner[3], expected[3];
        rim_hull_clip(asked, box, home, box, aside);
        assert_int_equal(rim_clip_read(asked).corner_count, 8);
        // What was listed before must not be taken for the new answer.
        rim_hull_clip(clip, box, home, box, home);
        assert_int_equal(rim_clip_read(clip).corner_count, 8);
        rim_hull_clip(clip, box, home, box, aside);
        for (int k = 0; k < 5; k++)
        {
            int which = (question + k) % 5;
            if (which == 0) assert_int_equal(rim_clip_read(clip).corner_count, 8);
            if (which == 1) assert_int_equal(rim_clip_read(clip).edge_count, 12);
            if (which == 2) assert_int_equal(rim_clip_read(clip).face_count, 6);
            for (int i = 0; i < 8 && which == 3; i++)
            {
                rim_clip_corner(clip, i, corner);
                rim_clip_corner(asked, i, expected);
                assert_memory_equal(corner, expected, sizeof corner);
            }
            for (int i = 0; i < 6 && which == 4; i++)
            {
                rim_clip_face a = rim_clip_face_at(clip, i), b = rim_clip_face_at(asked, i);
                assert_true(a.count == 4 && b.count == 4);
                assert_memory_equal(a.corners, b.corners, 4 * sizeof *a.corners);
            }
        }
        rim_clip_destroy(clip);
        rim_clip_destroy(asked);
    }
    rim_hull_destroy(box);
}

static void what_boxes_share_outlives_them(void **state)
{
    (void)state;
    rim_hull  *a = box_hull(1, 1, 1), *b = box_hull(0.5f, 0.5f, 4);
    rim_xform3 pa = rim_xform3_make(rim_vec3_make(1, 2, 3), (rim_quat){ 0.1f, 0.7f, 0.2f, 0.5f });
    rim_xform3 pb = rim_xform3_make(pa.position, (rim_quat){ 0.3f, -0.2f, 0.4f, 0.6f });
    rim_clip  *clip = make_clip();
    assert_int_equal(RIM_OK, rim_hull_clip(clip, a, pa, b, pb));
    rim_hull_destroy(a);
    rim_hull_destroy(b);
    // A rod through a block keeps its sides.
    double    volume = rim_clip_volume(clip);
    rim_mass3 mass = rim_clip_mass(clip);
    assert_near(mass.volume, volume, 1e-14);
    assert_true(volume > 2.0);
    int of_b = 0, faces = rim_clip_read(clip).face_count;
    for (int f = 0; f < faces; f++) of_b += rim_clip_face_at(clip, f).source == RIM_CLIP_FROM_B;
    assert_int_equal(4, of_b);
    assert_int_equal(2, rim_clip_read(clip).corner_count - rim_clip_read(clip).edge_count + faces);
    rim_clip_destroy(clip);
}

static void a_body_shares_all_of_itself(void **state)
{
    (void)state;
    test_random random = { 7 };
    rim_clip   *clip = make_clip();
    for (int i = 0; i < case_count(5000); i++)
    {
        rim_hull  *a = random_hull(&random);
        rim_xform3 pose = turned_pose(&random, 100);
        rim_hull_clip(clip, a, pose, a, pose);
        double volume = rim_hull_mass(a).volume;
        assert_near(rim_clip_volume(clip), volume, 1e-12);
        assert_int_equal(rim_hull_read(a).corner_count, rim_clip_read(clip).corner_count);
        assert_int_equal(rim_hull_read(a).edge_count, rim_clip_read(clip).edge_count);
        assert_int_equal(rim_hull_read(a).face_count, rim_clip_read(clip).face_count);
        rim_hull_destroy(a);
    }
    rim_clip_destroy(clip);
}

// The plane of a face that was joined of bent ones parts its own corners: 3 and 8 from 6 and 9.
static void a_bent_face_is_crossed_more_than_twice(void **state)
{
    (void)state;
    static const rim_vec3 points[11] = {
        { -0x1.f29826p-1f, 0x1.6a629p-1f, 0x1.80c59ep-5f },
        { -0x1.92fcep-1f, 0x1.949c4ep-2f, -0x1.b631e4p-1f },
        { -0x1.b98244p-2f, 0x1.3a526ep-1f, 0x1.cc5d4ep-3f },
        { -0x1.815f4cp-2f, 0x1.a1576cp-1f, 0x1.1053dep-4f },
        { -0x1.36d58ap-2f, -0x1.733bep-1f, 0x1.f5bb9ep-1f },
        { -0x1.f3d224p-7f, -0x1.eda64ep-1f, -0x1.4acc8p-1f },
        { 0x1.98154p-7f, 0x1.1bf8c8p-1f, 0x1.65526cp-3f },
        { 0x1.7dd8f4p-2f, 0x1.01a3fep-1f, -0x1.978b62p-1f },
        { 0x1.91f7f2p-2f, 0x1.3a0b58p-2f, 0x1.03cb2ep-2f },
        { 0x1.a75506p-2f, 0x1.f18f76p-2f, -0x1.feddcp-2f },
        { 0x1.8ae2c2p-1f, -0x1.2e8ffap-1f, 0x1.d38454p-1f },
    };
    rim_hull  *hull = hull_of_points(points, 11);
    rim_clip  *clip = make_clip();
    rim_xform3 home = rim_xform3_identity();
    rim_hull_clip(clip, hull, home, hull, home);
    assert_near(rim_clip_volume(clip), rim_hull_mass(hull).volume, 0x1p-20);
    rim_clip_destroy(clip);
    rim_hull_destroy(hull);
}

static void far_from_the_origin_nothing_is_lost(void **state)
{
    (void)state;
    test_random random = { 8 };
    rim_clip   *near = make_clip(), *far = make_clip();
    for (int i = 0; i < case_count(2000); i++)
    {
        rim_hull  *a = random_hull(&random), *b = random_hull(&random);
        rim_xform3 pa = rim_xform3_make(rim_vec3_make(0, 0, 0), turned_pose(&random, 1).rotation);
        rim_vec3   step = rim_vec3_make((float)random_int(&random, -8, 8) / 8, 0.25f, 0.5f);
        rim_xform3 pb = rim_xform3_make(step, turned_pose(&random, 1).rotation);
        rim_hull_clip(near, a, pa, b, pb);
        pa.position = rim_vec3_make(1048576, -1048576, 65536);
        pb.position = rim_vec3_add(pa.position, step);
        rim_hull_clip(far, a, pa, b, pb);
        assert_true(rim_clip_volume(near) == rim_clip_volume(far));
        rim_hull_destroy(a);
        rim_hull_destroy(b);
    }
    rim_clip_destroy(near);
    rim_clip_destroy(far);
}

static void flat_hulls_share_flat_things(void **state)
{
    (void)state;
    rim_vec3   square[4] = { { -1, 0, -1 }, { 1, 0, -1 }, { 1, 0, 1 }, { -1, 0, 1 } };
    rim_vec3   stick[2] = { { 0, -5, 0 }, { 0, 5, 0 } }, dot[1] = { { 0.5f, 0.5f, 0.5f } };
    rim_hull  *box = box_hull(0.5f, 1, 3), *polygon, *line, *point, *nothing;
    rim_clip  *clip = make_clip();
    rim_xform3 home = rim_xform3_identity();
    assert_int_equal(RIM_OK, rim_hull_create(&polygon, square, 4, NULL));
    assert_int_equal(RIM_OK, rim_hull_create(&line, stick, 2, NULL));
    assert_int_equal(RIM_OK, rim_hull_create(&point, dot, 1, NULL));
    assert_int_equal(RIM_OK, rim_hull_create(&nothing, NULL, 0, NULL));
    for (int order = 0; order < 2; order++)
    {
        const rim_hull *pair[2] = { box, polygon };
        rim_hull_clip(clip, pair[order], home, pair[1 - order], home);
        assert_int_equal(RIM_CLIP_FLAT, rim_clip_read(clip).kind);
        assert_int_equal(2, rim_clip_read(clip).face_count);
        assert_near(rim_clip_mass(clip).area, 4.0, 1e-13); // 1 x 2, both sides
    }
    rim_hull_clip(clip, box, home, line, home);
    assert_int_equal(RIM_CLIP_FLAT, rim_clip_read(clip).kind);
    assert_int_equal(2, rim_clip_read(clip).corner_count);
    double ends[2][3];
    for (int i = 0; i < 2; i++) rim_clip_corner(clip, i, ends[i]);
    assert_near(fabs(ends[0][1]), 1.0, 1e-14);
    assert_near(ends[0][1] + ends[1][1], 0.0, 1e-14);
    rim_hull_clip(clip, line, home, polygon, home);
    assert_int_equal(1, rim_clip_read(clip).corner_count);
    assert_near(rim_clip_mass(clip).y, 0.0, 1e-14);
    rim_hull_clip(clip, box, home, point, home);
    assert_int_equal(RIM_CLIP_FLAT, rim_clip_read(clip).kind);
    rim_hull_clip(clip, line, home, point, home);
    assert_int_equal(RIM_CLIP_EMPTY, rim_clip_read(clip).kind);
    rim_hull_clip(clip, polygon, home, polygon, rim_xform3_translation(rim_vec3_make(1, 0, 1)));
    assert_near(rim_clip_mass(clip).area, 2.0, 1e-13);
    rim_hull_clip(clip, polygon, home, polygon, rim_xform3_translation(rim_vec3_make(1, 0.1f, 1)));
    assert_int_equal(RIM_CLIP_EMPTY, rim_clip_read(clip).kind);
    rim_hull_clip(clip, box, home, nothing, home);
    assert_int_equal(RIM_CLIP_EMPTY, rim_clip_read(clip).kind);
    rim_hull_clip(clip, box, home, box, rim_xform3_translation(rim_vec3_make(NAN, 0, 0)));
    assert_int_equal(RIM_CLIP_EMPTY, rim_clip_read(clip).kind);
    assert_int_equal(0, rim_clip_read(clip).corner_count);
    rim_hull_destroy(box);
    rim_hull_destroy(polygon);
    rim_hull_destroy(line);
    rim_hull_destroy(point);
    rim_hull_destroy(nothing);
    rim_clip_destroy(clip);
}

// A flat hull is a sheet of two faces: a plane parts it in two sheets whose areas add up, and the corners
// of each are on its side.
static void a_plane_parts_a_flat_hull_in_two(void **state)
{
    (void)state;
    test_random random = { 31 };
    rim_clip   *behind = make_clip(), *front = make_clip();
    int         parted = 0;
    for (int i = 0; i < case_count(500); i++)
    {
        rim_vec3  points[12];
        rim_hull *sheet;
        for (int k = 0; k < 12; k++)
        {
            points[k] = random_in_cube(&random, 1);
            points[k].y = 0.0f;
        }
        assert_int_equal(RIM_OK, rim_hull_create(&sheet, points, 12, NULL));
        assert_int_equal(RIM_HULL_FLAT, rim_hull_read(sheet).kind);
        rim_xform3 pose = turned_pose(&random, 2);
        rim_vec3   through = rim_vec3_add(pose.position, random_in_cube(&random, 0.7f));
        rim_plane  plane = rim_plane_through(through, random_in_cube(&random, 1));
        assert_int_equal(RIM_OK, rim_hull_cut(behind, front, sheet, pose, plane));
        double whole = 0.0;
        for (rim_clip *clip = behind; clip; clip = clip == behind ? front : NULL)
        {
            if (rim_clip_read(clip).kind == RIM_CLIP_EMPTY) continue;
            assert_int_equal(RIM_CLIP_FLAT, rim_clip_read(clip).kind);
            assert_int_equal(2, rim_clip_read(clip).face_count);
            whole += rim_clip_mass(clip).area;
            int corners = rim_clip_read(clip).corner_count;
            assert_true(corners >= 3);
            assert_int_equal(corners, rim_clip_read(clip).edge_count);
            for (int k = 0; k < corners; k++)
            {
                double at[3], n[3] = { plane.normal.x, plane.normal.y, plane.normal.z };
                rim_clip_corner(clip, k, at);
                double over = n[0] * at[0] + n[1] * at[1] + n[2] * at[2] - plane.offset;
                assert_true(clip == behind ? over <= 1e-6 : over >= -1e-6);
            }
        }
        assert_near(whole, rim_hull_mass(sheet).area, 1e-6);
        parted += rim_clip_read(behind).kind == rim_clip_read(front).kind;
        rim_hull_destroy(sheet);
    }
    assert_true(parted > case_count(500) / 4);
    rim_clip_destroy(behind);
    rim_clip_destroy(front);
}

// --- memory ------------------------------------------------------------------------------------------------

// Rounding moves a body by less than the tolerance, also if it is far from the origin of its own frame.
static void bodies_far_from_their_origins_touch(void **state)
{
    (void)state;
    test_random random = { 38 };
    rim_vec3    left[8], right[8];
    rim_hull   *a, *b;
    rim_clip   *clip;
    for (int i = 0; i < 8; i++)
    {
        left[i] = rim_vec3_make(i & 1 ? 1000001 : 1000000, (float)(i >> 1 & 1), (float)(i >> 2));
        right[i] = rim_vec3_add(left[i], rim_vec3_make(1, 0, 0));
    }
    assert_int_equal(RIM_OK, rim_hull_create(&a, left, 8, NULL));
    assert_int_equal(RIM_OK, rim_hull_create(&b, right, 8, NULL));
    assert_int_equal(RIM_OK, rim_clip_create(&clip, NULL));
    for (int i = 0; i < 200; i++)
    {
        rim_xform3 pose = { .rotation = random_turn(&random) };
        assert_int_equal(RIM_OK, rim_hull_clip(clip, a, pose, b, pose));
        assert_int_equal(RIM_CLIP_FLAT, rim_clip_read(clip).kind);
    }
    rim_xform3 quarter = { { 0, -1000000, 0 }, { 0, 0, 7, 7 } };
    rim_plane  floor = { { 0, 1, 0 }, 0 };
    assert_int_equal(RIM_OK, rim_hull_cut(clip, NULL, a, quarter, floor));
    assert_int_equal(RIM_CLIP_FLAT, rim_clip_read(clip).kind);
    rim_clip_destroy(clip);
    rim_hull_destroy(a);
    rim_hull_destroy(b);
}

static void a_clip_allocates_only_while_it_grows(void **state)
{
    (void)state;
    test_heap     heap = { .budget = -1 };
    rim_allocator from = test_heap_allocator(&heap);
    rim_clip     *clip;
    rim_hull     *big, *small = box_hull(1, 1, 1);
    rim_capsule   capsule = { { -1, 0, 0 }, { 1, 0, 0 }, 1 };
    test_random   random = { 9 };
    assert_int_equal(RIM_OK, rim_hull_create_capsule(&big, capsule, 24, 6, NULL));
    assert_int_equal(RIM_OK, rim_clip_create(&clip, &from));
    for (int i = 0; i < 200; i++)
        assert_int_equal(RIM_OK, rim_hull_clip(clip, big, turned_pose(&random, 1), big,
                                               turned_pose(&random, 1)));
    heap.budget = 0;
    for (int i = 0; i < 200; i++)
        assert_int_equal(RIM_OK, rim_hull_clip(clip, small, turned_pose(&random, 1), big,
                                               turned_pose(&random, 1)));
    assert_int_equal(0, heap.refused);
    rim_clip_destroy(clip);
    assert_int_equal(0, heap.live_bytes);

    // Each allocation refused in turn.
    int        refused = 0;
    rim_status status = RIM_ERR_MEMORY;
    for (int budget = 0; status != RIM_OK; budget++)
    {
        test_heap     poor = { .budget = budget };
        rim_allocator mean = test_heap_allocator(&poor);
        rim_xform3    home = rim_xform3_identity();
        status = rim_clip_create(&clip, &mean);
        if (status == RIM_OK)
        {
            status =
                rim_hull_clip(clip, big, rim_xform3_translation(rim_vec3_make(1, 1, 0)), big, home);
            if (status != RIM_OK) assert_int_equal(RIM_CLIP_EMPTY, rim_clip_read(clip).kind);
        }
        rim_clip_destroy(clip);
        assert_int_equal(0, poor.live_bytes);
        refused += poor.refused;
    }
    assert_true(refused >= 4);

    // The same of a volume in one call.
    refused = 0;
    status = RIM_ERR_MEMORY;
    for (int budget = 0; status != RIM_OK; budget++)
    {
        test_heap     poor = { .budget = budget };
        rim_allocator mean = test_heap_allocator(&poor);
        rim_xform3    there = rim_xform3_translation(rim_vec3_make(1, 1, 0));
        double        volume = -1.0;
        status = rim_hull_shared_volume(&volume, big, there, big, rim_xform3_identity(), &mean);
        assert_true(status == RIM_OK ? volume > 0.1 : volume == 0.0);
        assert_true(status == RIM_OK || status == RIM_ERR_MEMORY);
        assert_int_equal(0, poor.live_bytes);
        refused += poor.refused;
    }
    assert_true(refused >= 3);
    rim_hull_destroy(big);
    rim_hull_destroy(small);
}

// Creates a prism over the outline of a U, from z = -1 to 1. Its arms go up to y = 4, and its base is 1 high.
static rim_hull *make_u_prism(void)
{
    enum
    {
        SIDES = 8
    };
    static const float outline[SIDES][2] = { { 0, 0 }, { 6, 0 }, { 6, 4 }, { 4, 4 },
                                             { 4, 1 }, { 2, 1 }, { 2, 4 }, { 0, 4 } };
    rim_vec3           corners[2 * SIDES];
    int                sizes[SIDES + 2], indices[6 * SIDES];
    for (int i = 0; i < SIDES; i++)
    {
        int next = (i + 1) % SIDES, loop[4] = { next, i, SIDES + i, SIDES + next };
        corners[i] = rim_vec3_make(outline[i][0], outline[i][1], 1.0f);
        corners[SIDES + i] = rim_vec3_make(outline[i][0], outline[i][1], -1.0f);
        indices[i] = i;
        indices[SIDES + i] = 2 * SIDES - 1 - i;
        memcpy(indices + 2 * SIDES + 4 * i, loop, sizeof loop);
        sizes[2 + i] = 4;
    }
    sizes[0] = sizes[1] = SIDES;
    return hull_of_faces(corners, 2 * SIDES, sizes, SIDES + 2, indices);
}

// Hulls are not always convex: coarse merging and rounding leave small dents. The U stands for the worst of them.
static void a_plane_crosses_a_dented_face_four_times(void **state)
{
    (void)state;
    rim_hull  *u = make_u_prism(), *box = box_hull(8, 8, 8);
    rim_clip  *behind = make_clip(), *front = make_clip();
    rim_xform3 home = rim_xform3_identity();
    rim_plane  plane = { { 0, 1, 0 }, 3 };
    assert_int_equal(RIM_OK, rim_hull_cut(behind, front, u, home, plane));
    assert_near(rim_clip_volume(behind), 28.0, 1e-12);
    assert_near(rim_clip_volume(front), 8.0, 1e-12);
    assert_int_equal(24, rim_clip_read(front).edge_count);
    assert_int_equal(16, rim_clip_read(front).corner_count);
    assert_int_equal(16, rim_clip_read(behind).corner_count);

    // Whatever planes leave of it is closed.
    test_random random = { 59 };
    for (int i = case_count(2000); i > 0; i--)
    {
        rim_xform3 pose = turned_pose(&random, 8.0f);
        assert_int_equal(RIM_OK, rim_hull_clip(front, i % 2 ? u : box, pose, u, home));
        rim_clip_parts parts = rim_clip_read(front);
        for (int v = 0; v < front->body.count && parts.kind == RIM_CLIP_SOLID; v++)
            for (int h = 4 * v; h < 4 * v + 3 && cut_bit(front->body.alive, v); h++)
                assert_int_equal(h, front->body.twins[front->body.twins[h]]);
    }
    rim_hull_destroy(u);
    rim_hull_destroy(box);
    rim_clip_destroy(behind);
    rim_clip_destroy(front);
}

static void a_clip_becomes_a_hull(void **state)
{
    (void)state;
    rim_hull  *a = box_hull(1, 1, 1), *shared;
    rim_clip  *clip = make_clip();
    rim_xform3 pose = rim_xform3_make(rim_vec3_make(0.5f, 0.5f, 0.5f), (rim_quat){ 1, 2, 3, 4 });
    rim_hull_clip(clip, a, rim_xform3_identity(), a, pose);
    assert_int_equal(RIM_OK, rim_hull_create_from_clip(&shared, clip, NULL));
    assert_near(rim_hull_mass(shared).volume, rim_clip_volume(clip), 1e-6);
    assert_int_equal(rim_clip_read(clip).corner_count, rim_hull_read(shared).corner_count);
    assert_int_equal(rim_clip_read(clip).face_count, rim_hull_read(shared).face_count);
    rim_hull_destroy(shared);
    rim_hull_destroy(a);
    rim_clip_destroy(clip);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(touching_is_flat_and_apart_is_empty),
        cmocka_unit_test(rounds_that_hardly_overlap_share_a_closed_body),
        cmocka_unit_test(clip_distance_and_contact_agree_on_overlap),
        cmocka_unit_test(any_question_may_be_the_first),
        cmocka_unit_test(what_boxes_share_outlives_them),
        cmocka_unit_test(a_body_shares_all_of_itself),
        cmocka_unit_test(a_bent_face_is_crossed_more_than_twice),
        cmocka_unit_test(far_from_the_origin_nothing_is_lost),
        cmocka_unit_test(flat_hulls_share_flat_things),
        cmocka_unit_test(a_plane_parts_a_flat_hull_in_two),
        cmocka_unit_test(bodies_far_from_their_origins_touch),
        cmocka_unit_test(a_clip_allocates_only_while_it_grows),
        cmocka_unit_test(a_plane_crosses_a_dented_face_four_times),
        cmocka_unit_test(a_clip_becomes_a_hull),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
