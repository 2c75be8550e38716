#include "support/support.h"

#include "flat/flash_inside.h"
#include "rimcast/flash.h"
#include "rimcast/flash_drag.h"
#include "rimcast/flash_hit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static rim_flash_shape *rectangle(int x0, int y0, int x1, int y1)
{
    rim_flash_edge     edges[4] = { { x0, y0, 0, 0, x1, y0, false },
                                    { x1, y0, 0, 0, x1, y1, false },
                                    { x1, y1, 0, 0, x0, y1, false },
                                    { x0, y1, 0, 0, x0, y0, false } };
    rim_flash_fill     fill = { RIM_FLASH_EVEN_ODD, edges, 4 };
    rim_flash_outlines outlines = { &fill, 1, NULL, 0, NULL, NULL };
    rim_flash_shape   *shape;
    assert_int_equal(rim_flash_shape_create(&shape, &outlines, NULL), RIM_OK);
    return shape;
}

static rim_flash *movie_of(rim_flash_generation generation)
{
    rim_flash *movie;
    assert_int_equal(rim_flash_create(&movie, generation, NULL), RIM_OK);
    return movie;
}

static rim_flash_clip *clip_in(rim_flash_clip *parent, const char *name,
                               const rim_flash_shape *shape, double x, double y)
{
    rim_flash_clip *clip;
    assert_int_equal(rim_flash_add(&clip, parent, name), RIM_OK);
    rim_flash_set_shape(clip, shape);
    rim_flash_set_x(clip, x);
    rim_flash_set_y(clip, y);
    return clip;
}

// --- the oracle: a list of nodes and a test that goes down it ------------------------------------------

enum
{
    NODES = 24,
    SHOWN = 60 // each shows the rectangle from (0, 0) to (60, 60) twips, or nothing
};

typedef struct model
{
    bool            alive, shows, visible;
    int             parent; // -1: detached; the root is 0
    int             depth, clip_depth;
    int             mask; // -1: none
    int             m[6]; // a b c d tx ty
    rim_flash_clip *clip;
} model;

static void to_stage(const model *nodes, int at, int64_t out[6])
{
    int64_t own[6];
    for (int i = 0; i < 6; i++) own[i] = nodes[at].m[i];
    memcpy(out, own, sizeof own);
    if (nodes[at].parent < 0) return;
    int64_t p[6];
    to_stage(nodes, nodes[at].parent, p);
    out[0] = p[0] * own[0] + p[2] * own[1];
    out[1] = p[1] * own[0] + p[3] * own[1];
    out[2] = p[0] * own[2] + p[2] * own[3];
    out[3] = p[1] * own[2] + p[3] * own[3];
    out[4] = p[0] * own[4] + p[2] * own[5] + p[4];
    out[5] = p[1] * own[4] + p[3] * own[5] + p[5];
}

static bool listed(const model *nodes, int at)
{
    while (at > 0) at = nodes[at].parent;
    return at == 0;
}

static bool masks_another(const model *nodes, int at)
{
    for (int i = 0; i < NODES; i++)
        if (nodes[i].alive && nodes[i].mask == at) return true;
    return false;
}

// x in (0, 60], y in [0, 60) in its own space, by whole numbers.
static bool own_drawing(const model *nodes, int at, int x, int y)
{
    int64_t m[6];
    if (!nodes[at].shows) return false;
    to_stage(nodes, at, m);
    int64_t det = m[0] * m[3] - m[1] * m[2];
    if (det == 0) return false;
    int64_t px = x - m[4], py = y - m[5];
    int64_t u = m[3] * px - m[2] * py, v = m[0] * py - m[1] * px;
    if (det < 0) u = -u, v = -v, det = -det;
    return u > 0 && u <= SHOWN * det && v >= 0 && v < SHOWN * det;
}

static bool oracle_hit(const model *nodes, int at, int x, int y, int skip, bool children, int deep);

static bool covered(const model *nodes, int child, int x, int y, int deep)
{
    for (int l = 0; l < NODES; l++)
    {
        if (!nodes[l].alive || nodes[l].parent != nodes[child].parent || l == child) continue;
        if (nodes[l].clip_depth <= 0 || nodes[l].depth >= nodes[child].depth) continue;
        if (nodes[child].depth > nodes[l].clip_depth) continue;
        if (!oracle_hit(nodes, l, x, y, FLASH_SKIP_MASKS | FLASH_SKIP_INVISIBLE, true, deep + 1))
            return false;
    }
    return true;
}

static bool oracle_hit(const model *nodes, int at, int x, int y, int skip, bool children, int deep)
{
    const model *node = &nodes[at];
    if (deep > 10 || !listed(nodes, at)) return false;
    if (skip & FLASH_SKIP_INVISIBLE && !node->visible && !masks_another(nodes, at)) return false;
    if (skip & FLASH_SKIP_MASKS && masks_another(nodes, at)) return false;
    if (node->mask >= 0 &&
        !oracle_hit(nodes, node->mask, x, y, FLASH_SKIP_INVISIBLE, true, deep + 1))
        return false;
    if (own_drawing(nodes, at, x, y)) return true;
    for (int c = 0; children && c < NODES; c++)
        if (nodes[c].alive && nodes[c].parent == at && nodes[c].clip_depth <= 0 &&
            covered(nodes, c, x, y, deep) && oracle_hit(nodes, c, x, y, skip, true, deep))
            return true;
    return false;
}

static int child_above(const model *nodes, int parent, int depth)
{
    int best = -1;
    for (int c = 0; c < NODES; c++)
        if (nodes[c].alive && nodes[c].parent == parent && c > 0 && nodes[c].depth > depth &&
            (best < 0 || nodes[c].depth < nodes[best].depth))
            best = c;
    return best;
}

// All that is drawn at the point below `at`, in paint order.
static int oracle_under(const model *nodes, int at, int x, int y, int *out, int count)
{
    int skip = FLASH_SKIP_MASKS | FLASH_SKIP_INVISIBLE;
    for (int c = child_above(nodes, at, INT32_MIN); c >= 0;
         c = child_above(nodes, at, nodes[c].depth))
    {
        if (nodes[c].clip_depth > 0 || !nodes[c].visible || masks_another(nodes, c)) continue;
        if (!covered(nodes, c, x, y, 0)) continue;
        if (nodes[c].mask >= 0 &&
            !oracle_hit(nodes, nodes[c].mask, x, y, FLASH_SKIP_INVISIBLE, true, 1))
            continue;
        if (oracle_hit(nodes, c, x, y, skip, false, 0)) out[count++] = c;
        count = oracle_under(nodes, c, x, y, out, count);
    }
    return count;
}

static bool inside_of(const model *nodes, int at, int top)
{
    while (at >= 0 && at != top) at = nodes[at].parent;
    return at == top;
}

static int top_depth(const model *nodes, int parent)
{
    int depth = -1;
    for (int c = 1; c < NODES; c++)
        if (nodes[c].alive && nodes[c].parent == parent && nodes[c].depth > depth)
            depth = nodes[c].depth;
    return depth;
}

static void random_matrix(test_random *random, int m[6])
{
    int det;
    do
    {
        for (int i = 0; i < 4; i++) m[i] = random_int(random, -1, 2);
        if (random_int(random, 0, 1)) m[0] = m[3] = 1, m[1] = m[2] = 0;
        det = m[0] * m[3] - m[1] * m[2];
    } while (abs(det) > 2 || (det == 0 && random_int(random, 0, 3)));
    m[4] = random_int(random, -30, 30);
    m[5] = random_int(random, -30, 30);
}

static int level_in(const model *nodes, int at)
{
    int level = 0;
    while ((at = nodes[at].parent) >= 0) level++;
    return level;
}

// How many masks, or mask layers, there are: tests of masks in masks multiply.
static int count_of(const model *nodes, bool masks)
{
    int count = 0;
    for (int i = 0; i < NODES; i++)
        count += nodes[i].alive && (masks ? nodes[i].mask >= 0 : nodes[i].clip_depth > 0);
    return count;
}

static void one_change(test_random *random, model *nodes, const rim_flash_shape *square)
{
    int    at = random_int(random, 1, NODES - 1), to = random_int(random, 0, NODES - 1);
    model *node = &nodes[at];
    if (!node->alive)
    {
        if (!nodes[to].alive || level_in(nodes, to) > 3) return;
        model fresh = { true, random_int(random, 0, 4) > 0, true, to, 0, 0,
                        -1,   { 1, 0, 0, 1, 0, 0 },         NULL };
        fresh.depth = top_depth(nodes, to) + 1;
        assert_int_equal(rim_flash_add(&fresh.clip, nodes[to].clip, NULL), RIM_OK);
        if (fresh.shows) rim_flash_set_shape(fresh.clip, square);
        *node = fresh;
        return;
    }
    switch (random_int(random, 0, 9))
    {
    case 0:
        node->visible = !node->visible;
        rim_flash_set_visible(node->clip, node->visible);
        break;
    case 1:
        if (!nodes[to].alive || to == at || count_of(nodes, true) > 4) break;
        for (int i = 0; i < NODES; i++)
            if (nodes[i].mask == to) nodes[i].mask = -1;
        node->mask = to;
        rim_flash_set_mask(node->clip, nodes[to].clip);
        break;
    case 2:
        node->mask = -1;
        rim_flash_set_mask(node->clip, NULL);
        break;
    case 3:
        node->clip_depth = count_of(nodes, false) > 4 || random_int(random, 0, 2)
                               ? 0
                               : node->depth + random_int(random, 1, 3);
        rim_flash_set_clip_depth(node->clip, node->clip_depth);
        break;
    case 4:
        node->parent = -1;
        rim_flash_detach(node->clip);
        break;
    case 5:
        if (!nodes[to].alive || inside_of(nodes, to, at) || level_in(nodes, to) > 3) break;
        node->parent = -1;
        node->depth = top_depth(nodes, to) + 1;
        node->parent = to;
        rim_flash_attach(nodes[to].clip, node->clip);
        break;
    case 6:
    {
        if (node->parent < 0) break;
        int depth = random_int(random, 0, 6);
        for (int i = 1; i < NODES; i++)
            if (nodes[i].alive && nodes[i].parent == node->parent && nodes[i].depth == depth)
                nodes[i].depth = node->depth;
        node->depth = depth;
        rim_flash_swap_depths(node->clip, depth);
        break;
    }
    case 7:
        if (random_int(random, 0, 3)) break;
        for (int i = 1; i < NODES; i++)
            if (i != at && nodes[i].alive && inside_of(nodes, i, at)) nodes[i].alive = false;
        node->alive = false;
        for (int i = 0; i < NODES; i++)
            if (nodes[i].mask >= 0 && !nodes[nodes[i].mask].alive) nodes[i].mask = -1;
        rim_flash_remove(node->clip);
        break;
    default:
        random_matrix(random, node->m);
        rim_flash_matrix m = { node->m[0], node->m[1], node->m[2],
                               node->m[3], node->m[4], node->m[5] };
        rim_flash_set_matrix(node->clip, m);
    }
}

static void any_list_hits_where_going_down_it_says(void **state)
{
    (void)state;
    test_random      random = { 1 };
    rim_flash_shape *square = rectangle(0, 0, SHOWN, SHOWN);
    int              hits = 0, misses = 0, lists = 0, boxes = 0;
    for (int round = 0; round < case_count(60); round++)
    {
        rim_flash *movie = movie_of(RIM_FLASH_AS3);
        model      nodes[NODES];
        memset(nodes, 0, sizeof nodes);
        for (int i = 0; i < NODES; i++) nodes[i].mask = nodes[i].parent = -1;
        model root = {
            true, false, true, -1, 0, 0, -1, { 1, 0, 0, 1, 0, 0 }, rim_flash_root(movie)
        };
        nodes[0] = root;
        for (int step = 0; step < 300; step++)
        {
            one_change(&random, nodes, square);
            int x = random_int(&random, -70, 110), y = random_int(&random, -70, 110);
            for (int i = 0; i < NODES; i++)
            {
                if (!nodes[i].alive) continue;
                bool expect = oracle_hit(nodes, i, x, y, FLASH_SKIP_MASKS, true, 0);
                bool got = rim_flash_hit_test_point(nodes[i].clip, x / 20.0, y / 20.0, true);
                assert_int_equal(got, expect);
                *(expect ? &hits : &misses) += 1;
                int layers = 0;
                for (int c = 1; c < NODES; c++)
                    layers += nodes[c].alive && nodes[c].parent == i && nodes[c].clip_depth > 0;
                assert_int_equal(nodes[i].clip->layers, layers);
                // What hits by shape hits by box.
                bool box = rim_flash_hit_test_point(nodes[i].clip, x / 20.0, y / 20.0, false);
                assert_true(box || !got);
                boxes += box && !got;
            }
            int             expect[NODES], count = oracle_under(nodes, 0, x, y, expect, 0);
            rim_flash_clip *got[NODES];
            int             room = random_int(&random, 0, 3) ? NODES : random_int(&random, 0, 3);
            assert_int_equal(
                rim_flash_objects_under_point(nodes[0].clip, x / 20.0, y / 20.0, got, room), count);
            int kept = count < room ? count : room;
            for (int i = 0; i < kept; i++)
                assert_ptr_equal(got[i], nodes[expect[count - kept + i]].clip);
            lists += count > 1;
            // The topmost without what is inside one of them.
            int left = random_int(&random, 1, NODES - 1), top = -1;
            if (!nodes[left].alive) continue;
            for (int i = 0; i < count; i++)
                if (!inside_of(nodes, expect[i], left) && !masks_another(nodes, 0)) top = expect[i];
            assert_ptr_equal(flash_topmost(movie, x, y, nodes[left].clip),
                             top < 0 ? NULL : nodes[top].clip);
        }
        rim_flash_destroy(movie);
    }
    assert_true(hits > case_count(5000) && misses > case_count(5000));
    assert_true(lists > case_count(500) && boxes > case_count(500));
    rim_flash_shape_destroy(square);
}

static void ten_thousand_clips_are_not_all_visited(void **state)
{
    (void)state;
    test_random      random = { 2 };
    rim_flash_shape *square = rectangle(0, 0, 200, 200);
    rim_flash       *movie = movie_of(RIM_FLASH_AS3);
    rim_flash_clip  *layer = NULL, *found[64];
    for (int i = 0; i < 10000; i++)
    {
        if (i % 100 == 0) layer = clip_in(rim_flash_root(movie), "layer", NULL, 0, 0);
        clip_in(layer, NULL, square, random_int(&random, 0, 1000), random_int(&random, 0, 1000));
    }
    int worst = 0, total = 0;
    for (int i = 0; i < 300; i++)
    {
        int visited, x = random_int(&random, 0, 20000), y = random_int(&random, 0, 20000);
        total += flash_under_point(rim_flash_root(movie), x, y, found, 64, &visited);
        if (visited > worst) worst = visited;
    }
    assert_true(total > 150);
    assert_true(worst < 300);
    rim_flash_destroy(movie);
    rim_flash_shape_destroy(square);
}

// --- positions, matrices, boxes -------------------------------------------------------------------------

static void positions_are_twips_cut_towards_zero(void **state)
{
    (void)state;
    rim_flash      *movie = movie_of(RIM_FLASH_AS3);
    rim_flash_clip *clip = clip_in(rim_flash_root(movie), "clip", NULL, 0, 0);
    const double    cases[][2] = { { 33.333, 33.3 },
                                   { -33.333, -33.3 },
                                   { 0.049, 0 },
                                   { -0.049, 0 },
                                   { NAN, 0 },
                                   { -167772160, -107374182.4 },
                                   { 1e300, -107374182.4 },
                                   { INFINITY, -107374182.4 },
                                   { 107374182.35, 107374182.35 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        rim_flash_set_x(clip, cases[i][0]);
        rim_flash_set_y(clip, cases[i][0]);
        assert_near(rim_flash_x(clip), cases[i][1], 1e-9);
        assert_near(rim_flash_y(clip), cases[i][1], 1e-9);
    }
    // Steps of 1/60 pixel up from -1.5 get to 0 and no further.
    rim_flash_set_x(clip, -1.5);
    for (int i = 0; i < 200; i++) rim_flash_set_x(clip, rim_flash_x(clip) + 1.0 / 60.0);
    assert_near(rim_flash_x(clip), 0.0, 0.0);
    rim_flash_destroy(movie);
}

static void scales_and_rotation_come_back_out_of_a_matrix(void **state)
{
    (void)state;
    test_random     random = { 3 };
    rim_flash      *movie = movie_of(RIM_FLASH_AS2);
    rim_flash_clip *clip = clip_in(rim_flash_root(movie), "clip", NULL, 0, 0);
    for (int i = 0; i < 2000; i++)
    {
        double sx = random_float(&random, 1, 400), sy = random_float(&random, 1, 400);
        double degrees = random_float(&random, -179, 179);
        rim_flash_set_xscale(clip, sx);
        rim_flash_set_yscale(clip, sy);
        rim_flash_set_rotation(clip, degrees + 360.0 * random_int(&random, -3, 3));
        assert_near(rim_flash_rotation(clip), degrees, 1e-9);
        rim_flash_matrix m = rim_flash_get_matrix(clip);
        double           turn = degrees * 3.14159265358979323846 / 180.0;
        assert_near(m.a, sx / 100.0 * cos(turn), 1e-12);
        assert_near(m.b, sx / 100.0 * sin(turn), 1e-12);
        assert_near(m.c, -sy / 100.0 * sin(turn), 1e-12);
        assert_near(m.d, sy / 100.0 * cos(turn), 1e-12);
        // Any matrix, skew too: taken apart and put together again it is the same.
        m.a = random_float(&random, -2, 2), m.b = random_float(&random, -2, 2);
        m.c = random_float(&random, -2, 2), m.d = random_float(&random, -2, 2);
        rim_flash_set_matrix(clip, m);
        assert_near(rim_flash_xscale(clip), 100.0 * hypot(m.a, m.b), 1e-9);
        assert_near(rim_flash_yscale(clip), 100.0 * hypot(m.c, m.d), 1e-9);
        rim_flash_set_rotation(clip, rim_flash_rotation(clip));
        rim_flash_matrix again = rim_flash_get_matrix(clip);
        assert_near(again.a, m.a, 1e-12);
        assert_near(again.b, m.b, 1e-12);
        assert_near(again.c, m.c, 1e-12);
        assert_near(again.d, m.d, 1e-12);
        rim_flash_matrix none = { 1, 0, 0, 1, 0, 0 };
        rim_flash_set_matrix(clip, none);
    }
    // A flip reads as two scales of 100 and a half turn; a scale of 0 forgets nothing.
    rim_flash_matrix flip = { -1, 0, 0, 1, 0, 0 };
    rim_flash_set_matrix(clip, flip);
    assert_near(rim_flash_xscale(clip), 100, 0);
    assert_near(rim_flash_rotation(clip), 180, 1e-12);
    rim_flash_matrix one = { 1, 0, 0, 1, 0, 0 };
    rim_flash_set_matrix(clip, one);
    rim_flash_set_rotation(clip, 90);
    rim_flash_set_xscale(clip, 0);
    rim_flash_set_xscale(clip, NAN);
    assert_near(rim_flash_xscale(clip), 0, 0);
    assert_near(rim_flash_rotation(clip), 90, 0);
    rim_flash_set_xscale(clip, 100);
    assert_near(rim_flash_get_matrix(clip).b, 1, 0);
    assert_near(rim_flash_get_matrix(clip).a, 0, 0);
    rim_flash_destroy(movie);
}

// 2 and 3 times as large and turned by 30 degrees; in it a square turned by 15. By hand: the child is put
// at no whole twip, and unrounded its box would be 127.25 by 155.6.
static void a_nested_place_is_rounded_to_a_twip(void **state)
{
    (void)state;
    rim_flash       *movie = movie_of(RIM_FLASH_AS2);
    rim_flash_shape *square = rectangle(400, 400, 1200, 1200);
    rim_flash_clip  *outer = clip_in(rim_flash_root(movie), "outer", NULL, 0, 0);
    rim_flash_clip  *inner = clip_in(outer, "inner", square, 0, 0);
    rim_flash_matrix large = { 1.7320508075688774, 1.0, -1.5, 2.598076211353316, 1000, 1200 };
    rim_flash_matrix turned = {
        0.9659258262890683, 0.25881904510252074, -0.25881904510252074, 0.9659258262890683, 100, 140
    };
    rim_flash_set_matrix(outer, large);
    rim_flash_set_matrix(inner, turned);
    assert_near(rim_flash_width(outer), 127.3, 0.01);
    assert_near(rim_flash_height(outer), 155.55, 0.01);
    rim_flash_shape_destroy(square);
    rim_flash_destroy(movie);
}

static void boxes_are_made_piece_by_piece_but_bounds_are_not(void **state)
{
    (void)state;
    rim_flash       *movie = movie_of(RIM_FLASH_AS2);
    rim_flash_shape *square = rectangle(0, 0, 2000, 2000);
    rim_flash_clip  *outer = clip_in(rim_flash_root(movie), "outer", NULL, 0, 0);
    clip_in(outer, "inner", square, 0, 0);
    rim_flash_clip *inner = rim_flash_find(outer, "inner");
    rim_flash_set_rotation(inner, 45);
    rim_flash_set_rotation(outer, 45);
    // Turned by 90 degrees in all, the square is a square again; its box's box is twice as large.
    assert_near(rim_flash_width(outer), 100, 0.051);
    assert_near(rim_flash_height(outer), 100, 0.051);
    rim_flash_rect loose = rim_flash_get_bounds(outer, rim_flash_root(movie));
    assert_near(loose.x_max - loose.x_min, 200, 0.11);
    rim_flash_rect own = rim_flash_get_bounds(outer, NULL);
    assert_near(own.x_min, -70.7, 0.051);
    assert_near(own.y_max, 141.4, 0.051);
    assert_true(rim_flash_hit_test_point(outer, -50, 50, false));
    assert_false(rim_flash_hit_test_point(outer, 20, 50, false));
    rim_flash_destroy(movie);
    rim_flash_shape_destroy(square);
}

static void a_clip_with_nothing_in_it_has_the_box_of_its_generation(void **state)
{
    (void)state;
    for (int generation = 0; generation < 2; generation++)
    {
        rim_flash       *movie = movie_of((rim_flash_generation)generation);
        rim_flash_shape *square = rectangle(0, 0, 2000, 2000);
        rim_flash_clip  *empty = clip_in(rim_flash_root(movie), "empty", NULL, 10, 10);
        rim_flash_clip  *full = clip_in(rim_flash_root(movie), "full", square, 0, 0);
        rim_flash_rect   own = rim_flash_get_bounds(empty, NULL);
        rim_flash_rect   other = rim_flash_get_bounds(empty, full);
        assert_near(own.x_min, generation ? 0 : 6710886.35, 1e-9);
        assert_near(own.y_max, generation ? 0 : 6710886.35, 1e-9);
        assert_near(other.x_max, generation ? 0 : 6710886.4, 1e-9);
        assert_near(rim_flash_width(empty), 0, 0);
        assert_false(rim_flash_hit_test_point(empty, 10, 10, false));
        assert_false(rim_flash_hit_test_object(empty, full));
        assert_false(rim_flash_hit_test_object(full, empty));
        assert_false(rim_flash_hit_test_object(empty, empty));
        assert_true(rim_flash_hit_test_object(full, full));
        assert_true(rim_flash_hit_test_object(full, rim_flash_root(movie)));
        assert_false(rim_flash_hit_test_object(full, NULL));
        rim_flash_destroy(movie);
        rim_flash_shape_destroy(square);
    }
}

static void boxes_that_touch_meet_and_a_twip_apart_they_do_not(void **state)
{
    (void)state;
    rim_flash       *movie = movie_of(RIM_FLASH_AS2);
    rim_flash_shape *square = rectangle(0, 0, 200, 200);
    rim_flash_clip  *a = clip_in(rim_flash_root(movie), "a", square, 0, 0);
    rim_flash_clip  *b = clip_in(rim_flash_root(movie), "b", square, 10, 10);
    assert_true(rim_flash_hit_test_object(a, b));
    rim_flash_set_x(b, 10.05);
    assert_false(rim_flash_hit_test_object(a, b));
    const double places[4][2] = { { -10, 0 }, { 10, 0 }, { 0, -10 }, { 0, 10 } };
    for (int i = 0; i < 4; i++)
    {
        rim_flash_set_x(b, places[i][0]), rim_flash_set_y(b, places[i][1]);
        assert_true(rim_flash_hit_test_object(a, b));
        assert_true(rim_flash_hit_test_object(b, a));
        rim_flash_set_x(b, places[i][0] * 1.01), rim_flash_set_y(b, places[i][1] * 1.01);
        assert_false(rim_flash_hit_test_object(a, b));
        assert_false(rim_flash_hit_test_object(b, a));
    }
    rim_flash_destroy(movie);
    rim_flash_shape_destroy(square);
}

static void what_is_not_finite_hits_as_each_generation_says(void **state)
{
    (void)state;
    for (int generation = 0; generation < 2; generation++)
    {
        rim_flash       *movie = movie_of((rim_flash_generation)generation);
        rim_flash_shape *square = rectangle(-200, -200, 200, 200);
        rim_flash_clip  *clip = clip_in(rim_flash_root(movie), "clip", square, 0, 0);
        for (int shape = 0; shape < 2; shape++)
        {
            assert_int_equal(rim_flash_hit_test_point(clip, NAN, 0, shape), generation == 1);
            assert_false(rim_flash_hit_test_point(clip, INFINITY, 0, shape));
            assert_false(rim_flash_hit_test_point(clip, 0, -INFINITY, shape));
        }
        rim_flash_matrix strange = { NAN, 0, 0, INFINITY, 0, 0 };
        rim_flash_set_matrix(clip, strange);
        assert_false(rim_flash_hit_test_point(clip, 0, 0, true));
        assert_true(rim_flash_hit_test_point(clip, 0, 0, false));
        rim_flash_destroy(movie);
        rim_flash_shape_destroy(square);
    }
}

static void a_moved_root_moves_the_question_with_it(void **state)
{
    (void)state;
    rim_flash       *movie = movie_of(RIM_FLASH_AS3);
    rim_flash_shape *square = rectangle(0, 0, 200, 200);
    rim_flash_clip  *clip = clip_in(rim_flash_root(movie), "clip", square, 50, 50);
    rim_flash_set_x(rim_flash_root(movie), 1000);
    rim_flash_set_xscale(rim_flash_root(movie), 300);
    for (int shape = 0; shape < 2; shape++)
    {
        assert_true(rim_flash_hit_test_point(clip, 55, 55, shape));
        assert_false(rim_flash_hit_test_point(clip, 65, 55, shape));
        assert_true(rim_flash_hit_test_point_on_stage(clip, 1165, 55, shape));
        assert_false(rim_flash_hit_test_point_on_stage(clip, 55, 55, shape));
    }
    rim_flash_point p = { 3, 4 }, stage = rim_flash_local_to_global(clip, p);
    assert_near(stage.x, 1000 + 3 * 53, 1e-9);
    assert_near(stage.y, 54, 1e-9);
    p = rim_flash_global_to_local(clip, stage);
    assert_near(p.x, 3, 1e-9);
    assert_near(p.y, 4, 1e-9);
    rim_flash_set_xscale(clip, 0);
    p = rim_flash_global_to_local(clip, stage);
    assert_near(p.x, stage.x, 0);
    rim_flash_destroy(movie);
    rim_flash_shape_destroy(square);
}

static void a_hairline_is_a_pixel_of_the_stage_at_every_scale(void **state)
{
    (void)state;
    rim_flash_edge     edge = { -20000, 0, 0, 0, 20000, 0, false };
    rim_flash_stroke   stroke = { 0, &edge, 1 };
    rim_flash_box      wide = { -30000, -30000, 30000, 30000 };
    rim_flash_outlines outlines = { NULL, 0, &stroke, 1, &wide, NULL };
    rim_flash_shape   *shape;
    rim_flash         *movie = movie_of(RIM_FLASH_AS3);
    assert_int_equal(rim_flash_shape_create(&shape, &outlines, NULL), RIM_OK);
    rim_flash_clip *clip = clip_in(rim_flash_root(movie), "clip", shape, 0, 0);
    const double    scales[] = { 100, 25, 400, -50 };
    for (int i = 0; i < 4; i++)
    {
        rim_flash_set_xscale(clip, scales[i]);
        rim_flash_set_yscale(clip, scales[i]);
        assert_true(rim_flash_hit_test_point(clip, 7, 0.5, true));
        assert_true(rim_flash_hit_test_point(clip, 7, -0.5, true));
        assert_false(rim_flash_hit_test_point(clip, 7, 0.55, true));
    }
    rim_flash_destroy(movie);
    rim_flash_shape_destroy(shape);
}

static void bitmaps_hit_over_their_rectangle_or_by_alpha(void **state)
{
    (void)state;
    uint8_t           alpha[6] = { 0, 0, 200, 0, 100, 0 };
    rim_image         image = { alpha, 3, 2, 0, RIM_PIXELS_ALPHA8, 0 };
    rim_flash_bitmap *bitmap;
    rim_flash        *movie = movie_of(RIM_FLASH_AS3);
    assert_int_equal(rim_flash_bitmap_create(&bitmap, &image, true, NULL), RIM_OK);
    rim_flash_clip *clip = clip_in(rim_flash_root(movie), "clip", NULL, 0, 0);
    rim_flash_set_bitmap(clip, bitmap, 0);
    for (int shape = 0; shape < 2; shape++)
    {
        assert_true(rim_flash_hit_test_point(clip, 0, 0, shape));
        assert_true(rim_flash_hit_test_point(clip, 3, 2, shape));
        assert_false(rim_flash_hit_test_point(clip, 3.05, 2, shape));
    }
    rim_flash_set_bitmap(clip, bitmap, 101);
    for (int y = 0; y < 2; y++)
        for (int x = 0; x < 3; x++)
        {
            assert_int_equal(rim_flash_hit_test_point(clip, x, y, true), alpha[3 * y + x] > 100);
            assert_int_equal(rim_flash_hit_test_point(clip, x + 0.95, y + 0.95, true),
                             alpha[3 * y + x] > 100);
        }
    assert_false(rim_flash_hit_test_point(clip, 3, 0, true));
    assert_true(rim_flash_hit_test_point(clip, 0, 0, false));
    rim_flash_set_bitmap(clip, NULL, 0);
    assert_false(rim_flash_hit_test_point(clip, 0, 0, false));
    rim_flash_destroy(movie);
    rim_flash_bitmap_destroy(bitmap);
}

static void masks_go_round_in_circles_without_harm(void **state)
{
    (void)state;
    rim_flash       *movie = movie_of(RIM_FLASH_AS2);
    rim_flash_shape *square = rectangle(0, 0, 200, 200);
    rim_flash_clip  *a = clip_in(rim_flash_root(movie), "a", square, 0, 0);
    rim_flash_clip  *b = clip_in(rim_flash_root(movie), "b", square, 0, 0);
    rim_flash_set_mask(a, b);
    assert_true(rim_flash_hit_test_point(a, 5, 5, true));
    assert_false(rim_flash_hit_test_point(b, 5, 5, true));
    assert_true(rim_flash_hit_test_point(b, 5, 5, false));
    rim_flash_set_mask(b, a);
    assert_false(rim_flash_hit_test_point(a, 5, 5, true));
    rim_flash_remove(b);
    assert_null(rim_flash_mask(a));
    assert_true(rim_flash_hit_test_point(a, 5, 5, true));
    rim_flash_destroy(movie);
    rim_flash_shape_destroy(square);
}

// --- paths ----------------------------------------------------------------------------------------------

static void paths_lead_where_actionscript_goes(void **state)
{
    (void)state;
    rim_flash      *movie = movie_of(RIM_FLASH_AS2);
    rim_flash_clip *root = rim_flash_root(movie);
    rim_flash_clip *car = clip_in(root, "car", NULL, 0, 0),
                   *road = clip_in(root, "road", NULL, 0, 0);
    rim_flash_clip *wheel = clip_in(car, "wheel", NULL, 0, 0);
    rim_flash_clip *tyre = clip_in(clip_in(wheel, NULL, NULL, 0, 0), "tyre", NULL, 0, 0);
    assert_ptr_equal(rim_flash_find(root, "car/wheel"), wheel);
    assert_ptr_equal(rim_flash_find(root, "car.wheel"), wheel);
    assert_ptr_equal(rim_flash_find(wheel, "../../road"), road);
    assert_ptr_equal(rim_flash_find(wheel, "_parent._parent.road"), road);
    assert_ptr_equal(rim_flash_find(wheel, "_root.road"), road);
    assert_ptr_equal(rim_flash_find(wheel, "/road"), road);
    assert_ptr_equal(rim_flash_find(wheel, "/"), root);
    assert_ptr_equal(rim_flash_find(wheel, "this"), wheel);
    assert_ptr_equal(rim_flash_find(wheel, ".."), car);
    assert_null(rim_flash_find(wheel, ""));
    assert_null(rim_flash_find(wheel, NULL));
    assert_null(rim_flash_find(wheel, "nowhere/wheel"));
    assert_null(rim_flash_find(root, ".."));
    char path[32];
    assert_int_equal(rim_flash_path(tyre, path, sizeof path), 15);
    assert_string_equal(path, "/car/wheel/tyre");
    assert_int_equal(rim_flash_path(root, path, sizeof path), 1);
    assert_string_equal(path, "/");
    assert_int_equal(rim_flash_path(tyre, path, 6), 15);
    assert_string_equal(path, "/car/");
    assert_int_equal(rim_flash_path(tyre, NULL, 0), 15);
    assert_string_equal(rim_flash_name(wheel), "wheel");
    assert_string_equal(rim_flash_name(rim_flash_parent(tyre)), "");
    assert_ptr_equal(rim_flash_first(root), car);
    assert_ptr_equal(rim_flash_next(car), road);
    rim_flash_clip *taken;
    assert_int_equal(rim_flash_add_at(&taken, root, "x", rim_flash_depth(car)), RIM_ERR_ARGUMENT);
    assert_null(taken);
    rim_flash_destroy(movie);
}

// --- dragging -------------------------------------------------------------------------------------------

static void a_drag_keeps_the_grip_or_takes_the_mouse_within_limits(void **state)
{
    (void)state;
    rim_flash       *movie = movie_of(RIM_FLASH_AS3);
    rim_flash_clip  *clip = clip_in(rim_flash_root(movie), "clip", NULL, 100, 100);
    rim_flash_limits limits = { 150, 0, 90, NAN }; // reversed and broken on purpose
    rim_flash_mouse_move(movie, 110, 90);
    rim_flash_start_drag(clip, false, NULL);
    assert_near(rim_flash_x(clip), 100, 0);
    rim_flash_mouse_move(movie, 80, 120);
    assert_near(rim_flash_x(clip), 70, 0);
    assert_near(rim_flash_y(clip), 130, 0);
    rim_flash_start_drag(clip, true, &limits);
    assert_near(rim_flash_x(clip), 70, 0);
    rim_flash_stop_drag(movie);
    assert_near(rim_flash_x(clip), 90, 0);
    assert_near(rim_flash_y(clip), 0, 0);
    rim_flash_mouse_move(movie, 500, 500);
    assert_near(rim_flash_x(clip), 90, 0);
    assert_null(rim_flash_dragged(movie));

    // Motion beyond the limits is not lost: the clip waits until the mouse is back.
    rim_flash_limits wide = { 0, 0, 200, 200 };
    rim_flash_set_x(clip, 100), rim_flash_set_y(clip, 100);
    rim_flash_mouse_move(movie, 100, 100);
    rim_flash_start_drag(clip, false, &wide);
    rim_flash_mouse_move(movie, 900, 100);
    assert_near(rim_flash_x(clip), 200, 0);
    rim_flash_mouse_move(movie, 250, 100);
    assert_near(rim_flash_x(clip), 200, 0);
    rim_flash_mouse_move(movie, 190, 100);
    assert_near(rim_flash_x(clip), 190, 0);

    // Dropped when it is removed; another drag replaces one under way.
    rim_flash_clip *other = clip_in(rim_flash_root(movie), "other", NULL, 0, 0);
    rim_flash_start_drag(other, true, NULL);
    assert_ptr_equal(rim_flash_dragged(movie), other);
    rim_flash_remove(other);
    assert_null(rim_flash_dragged(movie));
    rim_flash_mouse_move(movie, 7, 7);
    rim_flash_stop_drag(movie);
    rim_flash_destroy(movie);
}

static void a_drag_goes_through_the_parents_space(void **state)
{
    (void)state;
    rim_flash      *movie = movie_of(RIM_FLASH_AS2);
    rim_flash_clip *parent = clip_in(rim_flash_root(movie), "parent", NULL, 30, 40);
    rim_flash_clip *clip = clip_in(parent, "clip", NULL, 5, 5);
    rim_flash_set_rotation(parent, 90);
    rim_flash_set_xscale(parent, 200);
    rim_flash_mouse_move(movie, 0, 0);
    rim_flash_start_drag(clip, false, NULL);
    rim_flash_mouse_move(movie, 10, 20); // parent x is stage y, twice; parent y is stage -x
    assert_near(rim_flash_x(clip), 5 + 10, 1e-9);
    assert_near(rim_flash_y(clip), 5 - 10, 1e-9);
    rim_flash_start_drag(clip, true, NULL);
    rim_flash_mouse_move(movie, 30, 40);
    assert_near(rim_flash_x(clip), 0, 1e-9);
    rim_flash_set_xscale(parent, 0);
    rim_flash_mouse_move(movie, 30, 40);
    assert_near(rim_flash_x(clip), 30, 1e-9);
    rim_flash_destroy(movie);
}

static void the_drop_target_is_what_the_mouse_is_over(void **state)
{
    (void)state;
    rim_flash_shape *square = rectangle(0, 0, 2000, 2000);
    for (int generation = 0; generation < 2; generation++)
    {
        rim_flash      *movie = movie_of((rim_flash_generation)generation);
        rim_flash_clip *root = rim_flash_root(movie);
        rim_flash_clip *bin = clip_in(root, "bin", NULL, 0, 0),
                       *art = clip_in(bin, NULL, square, 0, 0);
        rim_flash_clip *hidden = clip_in(root, "hidden", square, 0, 0);
        rim_flash_clip *thing = clip_in(root, "thing", square, 500, 500);
        rim_flash_set_visible(hidden, false);
        rim_flash_start_drag(thing, true, NULL);
        rim_flash_mouse_move(movie, 50, 50);
        assert_ptr_equal(rim_flash_drop_target(thing), generation ? art : bin);
        rim_flash_stop_drag(movie);
        rim_flash_mouse_move(movie, 400, 400);
        assert_ptr_equal(rim_flash_drop_target(thing), generation ? art : bin);
        rim_flash_start_drag(thing, true, NULL);
        rim_flash_stop_drag(movie);
        assert_null(rim_flash_drop_target(thing));
        rim_flash_start_drag(thing, true, NULL);
        rim_flash_mouse_move(movie, 50, 50);
        rim_flash_remove(bin);
        assert_null(rim_flash_drop_target(thing));
        rim_flash_destroy(movie);
    }
    rim_flash_shape_destroy(square);
}

static void every_allocation_may_be_refused(void **state)
{
    (void)state;
    int refusals = 0;
    for (int budget = 0;; budget++)
    {
        test_heap     heap = { budget, 0, 0 };
        rim_allocator from = test_heap_allocator(&heap);
        rim_flash    *movie;
        rim_status    status = rim_flash_create(&movie, RIM_FLASH_AS2, &from);
        int           made = 0;
        if (status) assert_null(movie);
        for (; status == RIM_OK && made < 40; made++)
        {
            rim_flash_clip *clip;
            status = rim_flash_add(&clip, rim_flash_root(movie), "clip");
            if (status) assert_null(clip);
        }
        if (movie) rim_flash_destroy(movie);
        assert_int_equal(heap.live_bytes, 0);
        if (status == RIM_OK) break;
        assert_int_equal(status, RIM_ERR_MEMORY);
        refusals++;
    }
    assert_true(refusals > 40);
    rim_flash_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_list_hits_where_going_down_it_says),
        cmocka_unit_test(ten_thousand_clips_are_not_all_visited),
        cmocka_unit_test(positions_are_twips_cut_towards_zero),
        cmocka_unit_test(scales_and_rotation_come_back_out_of_a_matrix),
        cmocka_unit_test(a_nested_place_is_rounded_to_a_twip),
        cmocka_unit_test(boxes_are_made_piece_by_piece_but_bounds_are_not),
        cmocka_unit_test(a_clip_with_nothing_in_it_has_the_box_of_its_generation),
        cmocka_unit_test(boxes_that_touch_meet_and_a_twip_apart_they_do_not),
        cmocka_unit_test(what_is_not_finite_hits_as_each_generation_says),
        cmocka_unit_test(a_moved_root_moves_the_question_with_it),
        cmocka_unit_test(a_hairline_is_a_pixel_of_the_stage_at_every_scale),
        cmocka_unit_test(bitmaps_hit_over_their_rectangle_or_by_alpha),
        cmocka_unit_test(masks_go_round_in_circles_without_harm),
        cmocka_unit_test(paths_lead_where_actionscript_goes),
        cmocka_unit_test(a_drag_keeps_the_grip_or_takes_the_mouse_within_limits),
        cmocka_unit_test(a_drag_goes_through_the_parents_space),
        cmocka_unit_test(the_drop_target_is_what_the_mouse_is_over),
        cmocka_unit_test(every_allocation_may_be_refused),
    };
    return cmocka_run_group_tests_name("flash", tests, NULL, NULL);
}
