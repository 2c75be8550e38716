// The display list against a plain list of nodes that a test goes down, after any changes.
#include "support/flash/movies.h"

#include "flat/flash/data.h"
#include "rimcast/flash.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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
        rim_flash_set(node->clip, RIM_FLASH_VISIBLE, node->visible);
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

// --- very deep lists ---------------------------------------------------------------------------------------

enum
{
    DEEP = 300000,
    SMALL_STACK = 256 * 1024,
    KEPT = 100
};

// A list of DEEP clips or so, and what it must answer.
typedef struct deep_list
{
    int             count;
    bool            forked; // each clip of the chain has a sibling below, and every tenth one three
    int             step;   // twips that each clip of the chain stands right of its parent
    rim_flash      *movie;
    rim_flash_clip *deepest;
    int             levels;
    double          seconds;
} deep_list;

static rim_flash_clip *show(rim_flash_clip *parent, const rim_flash_shape *square, int right)
{
    rim_flash_clip  *clip;
    rim_flash_matrix matrix = { 1.0, 0.0, 0.0, 1.0, right, 0 };
    assert_int_equal(RIM_OK, rim_flash_add(&clip, parent, "a"));
    rim_flash_set_shape(clip, square);
    rim_flash_set_matrix(clip, matrix);
    return clip;
}

static void make_deep(deep_list *deep, const rim_flash_shape *square)
{
    assert_int_equal(RIM_OK, rim_flash_create(&deep->movie, RIM_FLASH_AS2, NULL));
    rim_flash_clip *at = rim_flash_root(deep->movie);
    for (int made = 0; made < deep->count; deep->levels++)
    {
        int others = deep->forked ? deep->levels % 10 == 0 ? 3 : 1 : 0;
        for (int i = 0; i < others; i++, made++) show(at, square, deep->step);
        at = show(at, square, deep->step);
        made++;
    }
    deep->deepest = at;
}

// All squares overlap at (30, 30) twips if the step is 0; else they lie in a row.
static void check_deep(const deep_list *deep)
{
    rim_flash_clip *root = rim_flash_root(deep->movie);
    int             twip = deep->levels * deep->step + 30;
    double          right = (twip + 30) / 20.0, at = (twip + 0.5) / 20.0; // cut to twips
    assert_true(rim_flash_bounds(root, NULL, true).x_max == right &&
                rim_flash_bounds(root, NULL, false).x_max == right);
    assert_true(rim_flash_size(root).x == (twip + 30 - deep->step) / 20.0 &&
                rim_flash_size(root).y == SHOWN / 20.0);
    assert_true(rim_flash_hit_test_object(root, deep->deepest));
    assert_true(rim_flash_hit_test_point(root, at, 1.5, false) &&
                rim_flash_hit_test_point(root, at, 1.5, true));
    assert_false(rim_flash_hit_test_point(root, at + 3.0, 1.5, true));
    rim_flash_point origin = { 0.0, 0.0 }, place = rim_flash_local_to_global(deep->deepest, origin);
    assert_true(place.x == deep->levels * deep->step / 20.0);

    // Those that are at the point, in paint order.
    rim_flash_clip *found[KEPT];
    int             count = rim_flash_objects_under_point(root, at, 1.5, found, KEPT), all = 0;
    for (const rim_flash_clip *clip = root; clip; clip = flash_walk(root, clip))
        all += clip->on_stage.x_min < twip && twip <= clip->on_stage.x_max;
    assert_int_equal(all, count);
    assert_true(count >= 30);
    const rim_flash_clip *clip = deep->deepest;
    for (int k = (count < KEPT ? count : KEPT) - 1; k >= 0; k--)
    {
        assert_ptr_equal(clip, found[k]);
        clip = clip->below ? clip->below : clip->parent; // siblings below hold nothing
    }

    // A mask that is elsewhere hides all.
    rim_flash_clip *mask, *dragged;
    assert_int_equal(RIM_OK, rim_flash_add(&mask, root, "mask"));
    rim_flash_set_mask(root, mask);
    assert_false(rim_flash_hit_test_point(root, at, 1.5, true));
    rim_flash_set_mask(root, NULL);
    rim_flash_clip *way = rim_flash_clip_state(root).first; // the first clip of the chain
    while (!rim_flash_clip_state(way).first) way = rim_flash_clip_state(way).next;
    rim_flash_set_mask(way, mask);
    assert_int_equal(deep->forked && deep->step == 0,
                     rim_flash_hit_test_point(root, at, 1.5, true));
    rim_flash_set_mask(way, NULL);

    // Dragged over the pile, a clip's drop target is the deepest one; it is forgotten when that goes.
    assert_int_equal(RIM_OK, rim_flash_add(&dragged, root, "dragged"));
    rim_flash_start_drag(dragged, true, NULL);
    rim_flash_mouse_move(deep->movie, at, 1.5);
    assert_ptr_equal(deep->deepest, rim_flash_drop_target(dragged));
    rim_flash_stop_drag(deep->movie);
    rim_flash_detach(way);
    assert_false(rim_flash_hit_test_point(way, at, 1.5, true));
    rim_flash_attach(root, way);
    assert_true(rim_flash_hit_test_point(way, at, 1.5, true));
    rim_flash_remove(way);
    assert_null(rim_flash_drop_target(dragged));
    assert_null(rim_flash_dragged(deep->movie));
    assert_int_equal(deep->forked ? 3 + 2 + 1 : 2 + 1, deep->movie->clip_count);
}

static void check_path(const deep_list *deep)
{
    char *path = malloc(2 * (size_t)deep->levels + 1), few[8];
    assert_non_null(path);
    assert_int_equal(2 * deep->levels, rim_flash_path(deep->deepest, path, 2 * deep->levels + 1));
    for (int i = 0; i < 2 * deep->levels; i++) assert_int_equal(i % 2 ? 'a' : '/', path[i]);
    assert_int_equal(0, path[2 * deep->levels]);
    assert_int_equal(2 * deep->levels, rim_flash_path(deep->deepest, few, 8));
    assert_string_equal("/a/a/a/", few);
    if (!deep->forked)
        assert_ptr_equal(deep->deepest, rim_flash_find(rim_flash_root(deep->movie), path));
    free(path);
}

static void *run_deep(void *context)
{
    deep_list       *deep = context;
    rim_flash_shape *square = rectangle(0, 0, SHOWN, SHOWN);
    clock_t          start = clock();
    make_deep(deep, square);
    check_path(deep);
    check_deep(deep);
    deep->seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    rim_flash_destroy(deep->movie);
    deep->levels = 0;
    make_deep(deep, square);
    rim_flash_destroy(deep->movie); // with all that is in it
    rim_flash_shape_destroy(square);
    return NULL;
}

static double run_on_small_stack(int count, bool forked, int step)
{
    deep_list      deep = { .count = count, .forked = forked, .step = step };
    pthread_t      thread;
    pthread_attr_t small;
    assert_int_equal(0, pthread_attr_init(&small));
    assert_int_equal(0, pthread_attr_setstacksize(&small, SMALL_STACK));
    assert_int_equal(0, pthread_create(&thread, &small, run_deep, &deep));
    assert_int_equal(0, pthread_join(thread, NULL));
    pthread_attr_destroy(&small);
    return deep.seconds;
}

// Ten times as many clips take ten times as long; forty allow for caches and for other work on the machine.
static void deep_lists_take_little_stack_and_linear_time(void **state)
{
    (void)state;
    for (int forked = 0; forked < 2; forked++)
        for (int step = 0; step < 2; step++)
        {
            double few = run_on_small_stack(DEEP / 10, forked, step),
                   all = run_on_small_stack(DEEP, forked, step);
            assert_true(all < 40.0 * few + 1.0);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_list_hits_where_going_down_it_says),
        cmocka_unit_test(deep_lists_take_little_stack_and_linear_time),
        cmocka_unit_test(ten_thousand_clips_are_not_all_visited),
    };
    return cmocka_run_group_tests_name("flash_list", tests, NULL, NULL);
}
