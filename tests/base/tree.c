#include "support/support.h"

#include "base/tree.h"
#include "rimcast/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MOST = 700
};

// The oracle: a list of boxes, looked at one by one.
typedef struct list
{
    rim_box3 box[MOST];
    bool     used[MOST];
    int      item[MOST];
} list;

static rim_box3 random_box(test_random *random, bool flat)
{
    float    side = random_int(random, 0, 9) == 0 ? 0.0f : random_float(random, 0.0f, 12.0f);
    rim_vec3 lo =
        rim_vec3_make(random_float(random, -100.0f, 100.0f), random_float(random, -100.0f, 100.0f),
                      flat ? 0.0f : random_float(random, -100.0f, 100.0f));
    // Many share coordinates, so that touching happens.
    if (random_int(random, 0, 2) == 0)
        lo = rim_vec3_make((float)(int)lo.x, (float)(int)lo.y, (float)(int)lo.z);
    if (random_int(random, 0, 2) == 0) side = (float)(int)side;
    return rim_box3_make(lo,
                         rim_vec3_make(lo.x + side, lo.y + 0.5f * side, flat ? 0.0f : lo.z + side));
}

static void check_structure(const rim_tree *tree)
{
    int nodes = 0, leaves = 0;
    for (int i = 0; i < tree->leaf_top; i++)
    {
        if (tree->leaves[i].node < 0) continue;
        const tree_node *node = &tree->nodes[tree->leaves[i].node];
        assert_int_equal(node->child, TREE_NONE);
        assert_int_equal(node->other, i);
        assert_true(tree_meet(&node->box, &tree->leaves[i].box));
        leaves++;
        for (int at = tree->leaves[i].node, up; (up = tree->nodes[at].parent) != TREE_NONE; at = up)
        {
            const rim_box3 *in = &tree->nodes[at].box, *out = &tree->nodes[up].box;
            assert_true(tree->nodes[up].child == at || tree->nodes[up].other == at);
            assert_true(out->lo.x <= in->lo.x && out->lo.y <= in->lo.y && out->lo.z <= in->lo.z);
            assert_true(in->hi.x <= out->hi.x && in->hi.y <= out->hi.y && in->hi.z <= out->hi.z);
        }
    }
    // Every node is a leaf's, inner, or free.
    for (int at = tree->free_node; at != TREE_NONE; at = tree->nodes[at].parent) nodes++;
    int linked = leaves ? 2 * leaves - 1 : 0;
    assert_int_equal(nodes + linked, tree->node_top);
    assert_true(tree->node_top <= 2 * tree->capacity);
}

static bool boxes_meet(rim_box3 a, rim_box3 b)
{
    for (int axis = 0; axis < 3; axis++)
    {
        float alo = (&a.lo.x)[axis], ahi = (&a.hi.x)[axis];
        float blo = (&b.lo.x)[axis], bhi = (&b.hi.x)[axis];
        if (!(alo <= ahi && blo <= bhi)) return false;
        if (ahi < blo || bhi < alo) return false;
    }
    return true;
}

// Compares one box walk with the list; returns how many were found.
static int check_box(const rim_tree *tree, const list *all, rim_box3 box)
{
    bool          seen[MOST] = { false };
    int           found = 0, leaf;
    rim_tree_walk walk = rim_tree_overlaps(tree, box);
    while ((leaf = rim_tree_walk_next(&walk)) != RIM_TREE_END)
    {
        assert_true(all->used[leaf]);
        assert_false(seen[leaf]);
        assert_int_equal(rim_tree_item(tree, leaf), all->item[leaf]);
        seen[leaf] = true;
        found++;
    }
    assert_int_equal(rim_tree_walk_next(&walk), RIM_TREE_END);
    for (int i = 0; i < MOST; i++)
        assert_int_equal(seen[i], all->used[i] && boxes_meet(all->box[i], box));
    return found;
}

// When does a moving box first meet another? By bisecting nothing and cutting everything: the motion
// is cut at every fraction at which a side passes another, and the middles are tried.
static double first_meeting(rim_box3 own, rim_vec3 delta, rim_box3 other)
{
    double cuts[14] = { 0.0, 1.0 };
    int    count = 2;
    for (int axis = 0; axis < 3; axis++)
    {
        double d = (&delta.x)[axis];
        if (d == 0.0) continue;
        double sides[2] = { (&own.lo.x)[axis], (&own.hi.x)[axis] };
        double walls[2] = { (&other.lo.x)[axis], (&other.hi.x)[axis] };
        for (int i = 0; i < 4; i++)
        {
            double t = (walls[i & 1] - sides[i >> 1]) / d;
            if (t > 0.0 && t < 1.0) cuts[count++] = t;
        }
    }
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++)
            if (cuts[j] < cuts[i])
            {
                double swap = cuts[i];
                cuts[i] = cuts[j];
                cuts[j] = swap;
            }
    for (int i = 0; i + 1 < count; i++)
    {
        double middle = 0.5 * (cuts[i] + cuts[i + 1]);
        bool   meets = true;
        for (int axis = 0; axis < 3; axis++)
        {
            double move = middle * (&delta.x)[axis];
            meets = meets && (&own.lo.x)[axis] + move <= (&other.hi.x)[axis] &&
                    (&other.lo.x)[axis] <= (&own.hi.x)[axis] + move;
        }
        if (meets) return cuts[i];
    }
    return INFINITY;
}

static int check_sweep(const rim_tree *tree, const list *all, rim_box3 box, rim_vec3 delta)
{
    bool           seen[MOST] = { false };
    int            found = 0, leaf;
    rim_tree_sweep sweep = rim_tree_sweep_box(tree, box, delta);
    while ((leaf = rim_tree_sweep_next(&sweep)) != RIM_TREE_END)
    {
        assert_false(seen[leaf]);
        seen[leaf] = true;
        found++;
    }
    for (int i = 0; i < MOST; i++)
    {
        if (!all->used[i]) continue;
        double   t = first_meeting(box, delta, all->box[i]);
        rim_box3 grown = rim_box3_grow(all->box[i], 1e-4f);
        if (t <= 1.0 && !rim_box3_is_empty(all->box[i])) assert_true(seen[i]);
        if (seen[i]) assert_true(first_meeting(box, delta, grown) <= 1.0);
    }

    // Lowering t_max leaves out what comes later, and finds the first all the same.
    double first = INFINITY, best = INFINITY;
    for (int i = 0; i < MOST; i++)
        if (seen[i]) first = fmin(first, first_meeting(box, delta, all->box[i]));
    sweep = rim_tree_sweep_box(tree, box, delta);
    while ((leaf = rim_tree_sweep_next(&sweep)) != RIM_TREE_END)
    {
        double t = first_meeting(box, delta, all->box[leaf]);
        if (t < best) best = t;
        if (best < sweep.t_max) sweep.t_max = (float)best;
    }
    if (first <= 1.0) assert_near(best, first, 1e-6);
    return found;
}

static int check_pairs(const rim_tree *tree, const list *all)
{
    static unsigned char seen[MOST][MOST];
    memset(seen, 0, sizeof seen);
    int            count = 0, last = -1;
    rim_tree_pairs pairs = rim_tree_pairs_within(tree);
    while (rim_tree_pairs_next(&pairs))
    {
        assert_true(pairs.a < pairs.b && pairs.a >= last);
        assert_int_equal(seen[pairs.a][pairs.b]++, 0);
        last = pairs.a;
        count++;
    }
    assert_false(rim_tree_pairs_next(&pairs));
    for (int i = 0; i < MOST; i++)
        for (int j = i + 1; j < MOST; j++)
            if (all->used[i] && all->used[j])
                assert_int_equal(seen[i][j], boxes_meet(all->box[i], all->box[j]));
    return count;
}

static void any_history_gives_what_a_list_gives(void **state)
{
    (void)state;
    test_random random = { 1 };
    long        boxes = 0, sweeps = 0, pairs = 0, stays = 0, moves = 0, removed = 0;
    for (int round = 0; round < 6; round++)
    {
        rim_tree_options options = { round % 3 == 0   ? 0.0f
                                     : round % 3 == 1 ? -1.0f
                                                      : 0.5f,
                                     round % 2 == 1 };
        static list all;
        memset(&all, 0, sizeof all);
        rim_tree *tree;
        assert_int_equal(rim_tree_create(&tree, &options, NULL), RIM_OK);
        for (int step = 0; step < 6000; step++)
        {
            int i = random_int(&random, 0, MOST - 1);
            int leaf;
            if (rim_tree_count(tree) < MOST - 50 && random_int(&random, 0, 2) > 0)
            {
                rim_box3 box = random_box(&random, options.flat);
                if (random_int(&random, 0, 40) == 0) box = rim_box3_empty();
                assert_int_equal(rim_tree_insert(tree, box, step, &leaf), RIM_OK);
                assert_true(leaf >= 0 && leaf < MOST && !all.used[leaf]);
                all.used[leaf] = true;
                all.box[leaf] = box;
                all.item[leaf] = step;
            }
            else if (all.used[i] && random_int(&random, 0, 1))
            {
                rim_tree_remove(tree, i);
                all.used[i] = false;
                removed++;
            }
            else if (all.used[i])
            {
                rim_vec3 by = rim_vec3_make(random_float(&random, -2.0f, 2.0f),
                                            random_float(&random, -2.0f, 2.0f), 0.0f);
                rim_box3 box =
                    rim_box3_make(rim_vec3_add(all.box[i].lo, by), rim_vec3_add(all.box[i].hi, by));
                if (random_int(&random, 0, 5) == 0) box = random_box(&random, options.flat);
                if (random_int(&random, 0, 20) == 0) box.lo.x = NAN;
                if (random_int(&random, 0, 20) == 0) box.hi.y = INFINITY;
                bool moved = rim_tree_move(tree, i, box, rim_vec3_scale(by, 2.0f));
                all.box[i] = box;
                *(moved ? &moves : &stays) += 1;
            }
            if (step % 300 == 0) check_structure(tree);
            if (step % 20 == 0) boxes += check_box(tree, &all, random_box(&random, options.flat));
            if (step % 50 == 0)
            {
                rim_vec3 delta = rim_vec3_make(
                    random_float(&random, -90.0f, 90.0f), random_float(&random, -90.0f, 90.0f),
                    options.flat ? 0.0f : random_float(&random, -9.0f, 9.0f));
                if (random_int(&random, 0, 2) == 0) delta.x = 0.0f;
                rim_box3 box = random_box(&random, options.flat);
                if (random_int(&random, 0, 1)) box.hi = box.lo;
                sweeps += check_sweep(tree, &all, box, delta);
            }
        }
        pairs += check_pairs(tree, &all);
        check_structure(tree);
        rim_tree_destroy(tree);
    }
    assert_true(boxes > 1000 && sweeps > 1000 && pairs > 1000);
    assert_true(stays > 100 && moves > 1000 && removed > 1000);
}

static void pairs_between_two_trees_are_those_of_two_lists(void **state)
{
    (void)state;
    test_random random = { 2 };
    rim_tree   *first, *second;
    rim_box3    a[400], b[550];
    int         leaf, found = 0, expected = 0;
    assert_int_equal(rim_tree_create(&first, NULL, NULL), RIM_OK);
    assert_int_equal(rim_tree_create(&second, NULL, NULL), RIM_OK);
    for (int i = 0; i < 400; i++)
    {
        a[i] = random_box(&random, true);
        assert_int_equal(rim_tree_insert(first, a[i], i, &leaf), RIM_OK);
    }
    for (int i = 0; i < 550; i++)
    {
        b[i] = random_box(&random, true);
        assert_int_equal(rim_tree_insert(second, b[i], i, &leaf), RIM_OK);
    }
    rim_tree_pairs pairs = rim_tree_pairs_between(first, second);
    while (rim_tree_pairs_next(&pairs))
    {
        assert_true(boxes_meet(a[pairs.a], b[pairs.b]));
        found++;
    }
    for (int i = 0; i < 400; i++)
        for (int j = 0; j < 550; j++) expected += boxes_meet(a[i], b[j]);
    assert_int_equal(found, expected);
    assert_true(expected > 10);
    rim_tree_destroy(first);
    rim_tree_destroy(second);
}

static void scaling_by_a_power_of_two_changes_no_order(void **state)
{
    (void)state;
    for (int flat = 0; flat < 2; flat++)
    {
        int order[3][400], count[3];
        for (int k = 0; k < 3; k++)
        {
            test_random      random = { 3 };
            float            scale = k == 0 ? 1.0f : k == 1 ? 0x1p-10f : 0x1p10f;
            rim_tree_options options = { 0.0f, flat == 1 };
            rim_tree        *tree;
            int              leaf;
            assert_int_equal(rim_tree_create(&tree, &options, NULL), RIM_OK);
            for (int i = 0; i < 300; i++)
            {
                rim_box3 box = random_box(&random, flat);
                box.lo = rim_vec3_scale(box.lo, scale);
                box.hi = rim_vec3_scale(box.hi, scale);
                assert_int_equal(rim_tree_insert(tree, box, i, &leaf), RIM_OK);
            }
            float          far = 60.0f * scale;
            rim_vec3       end = rim_vec3_make(far, far, flat ? 0.0f : far);
            rim_box3       all = rim_box3_make(rim_vec3_negate(end), end);
            rim_tree_walk  walk = rim_tree_overlaps(tree, all);
            rim_tree_sweep sweep =
                rim_tree_sweep_box(tree, rim_box3_make(all.lo, all.lo), rim_vec3_scale(end, 2.0f));
            count[k] = 0;
            while ((leaf = rim_tree_walk_next(&walk)) != RIM_TREE_END) order[k][count[k]++] = leaf;
            while ((leaf = rim_tree_sweep_next(&sweep)) != RIM_TREE_END)
                order[k][count[k]++] = leaf;
            rim_tree_destroy(tree);
        }
        assert_true(count[0] > 50);
        for (int k = 1; k < 3; k++)
        {
            assert_int_equal(count[k], count[0]);
            assert_memory_equal(order[k], order[0], (size_t)count[0] * sizeof(int));
        }
    }
}

static void ten_thousand_boxes_are_not_all_looked_at(void **state)
{
    (void)state;
    for (int sorted = 0; sorted < 2; sorted++)
    {
        test_random      random = { 4 };
        rim_tree_options options = { 0.0f, true };
        rim_tree        *tree;
        int              leaf;
        assert_int_equal(rim_tree_create(&tree, &options, NULL), RIM_OK);
        assert_int_equal(rim_tree_reserve(tree, 10000), RIM_OK);
        for (int i = 0; i < 10000; i++)
        {
            float    x = sorted ? (float)(i % 100) * 10.0f : random_float(&random, 0.0f, 1000.0f);
            float    y = sorted ? (float)(i / 100) * 10.0f : random_float(&random, 0.0f, 1000.0f);
            rim_box3 box = rim_box3_make(rim_vec3_make(x, y, 0), rim_vec3_make(x + 9, y + 9, 0));
            assert_int_equal(rim_tree_insert(tree, box, i, &leaf), RIM_OK);
            assert_int_equal(leaf, i);
        }
        // A perfectly balanced tree has 14 levels.
        assert_true(rim_tree_height(tree) >= 14 && rim_tree_height(tree) < 40);
        int worst = 0, found = 0;
        for (int i = 0; i < 200; i++)
        {
            rim_vec3      at = rim_vec3_make(random_float(&random, 0.0f, 1000.0f),
                                             random_float(&random, 0.0f, 1000.0f), 0.0f);
            rim_tree_walk walk = rim_tree_overlaps(tree, rim_box3_make(at, at));
            while (rim_tree_walk_next(&walk) != RIM_TREE_END) found++;
            if (walk.visited > worst) worst = walk.visited;
        }
        assert_true(found > 100);
        assert_true(worst < 200);
        rim_tree_destroy(tree);
    }
}

static void a_sweep_that_stops_at_the_first_hit_looks_at_little(void **state)
{
    (void)state;
    rim_tree *tree;
    int       leaf;
    assert_int_equal(rim_tree_create(&tree, NULL, NULL), RIM_OK);
    for (int i = 0; i < 1000; i++)
    {
        float x = (float)(i * 617 % 1000) * 2.0f;
        assert_int_equal(
            rim_tree_insert(tree, rim_box3_make(rim_vec3_make(x, 0, 0), rim_vec3_make(x + 1, 1, 1)),
                            i, &leaf),
            RIM_OK);
    }
    for (int back = 0; back < 2; back++)
    {
        rim_vec3       from = rim_vec3_make(back ? 3000.0f : -1000.0f, 0.5f, 0.5f);
        rim_vec3       delta = rim_vec3_make(back ? -4000.0f : 4000.0f, 0, 0);
        rim_tree_sweep sweep = rim_tree_sweep_box(tree, rim_box3_make(from, from), delta);
        while ((leaf = rim_tree_sweep_next(&sweep)) != RIM_TREE_END)
        {
            float t = (back ? from.x - rim_tree_box(tree, leaf).hi.x
                            : rim_tree_box(tree, leaf).lo.x - from.x);
            if (t / 4000.0f < sweep.t_max) sweep.t_max = t / 4000.0f;
        }
        assert_near(sweep.t_max, back ? 1001.0 / 4000.0 : 0.25, 1e-6);
        assert_true(sweep.visited < 60);
    }
    rim_tree_destroy(tree);
}

static void a_small_motion_keeps_the_leaf_where_it_is(void **state)
{
    (void)state;
    rim_tree *tree;
    int       leaf, other;
    rim_box3  box = rim_box3_make(rim_vec3_make(0, 0, 0), rim_vec3_make(8, 8, 8));
    rim_vec3  still = rim_vec3_make(0, 0, 0), one = rim_vec3_make(1, 0, 0);
    assert_int_equal(rim_tree_create(&tree, NULL, NULL), RIM_OK);
    assert_int_equal(rim_tree_insert(tree, box, 0, &leaf), RIM_OK);
    assert_int_equal(rim_tree_insert(tree, box, 0, &other), RIM_OK);
    box.lo = rim_vec3_add(box.lo, one), box.hi = rim_vec3_add(box.hi, one);
    assert_false(rim_tree_move(tree, leaf, box, still));
    box.lo = rim_vec3_add(box.lo, one), box.hi = rim_vec3_add(box.hi, one);
    assert_true(rim_tree_move(tree, leaf, box, rim_vec3_make(3, 0, 0)));
    for (int i = 0; i < 3; i++)
    {
        box.lo = rim_vec3_add(box.lo, one), box.hi = rim_vec3_add(box.hi, one);
        assert_false(rim_tree_move(tree, leaf, box, still));
    }
    // A leaf that has become small does not keep a large fat box.
    box.hi = rim_vec3_add(box.lo, rim_vec3_scale(one, 0.01f));
    assert_true(rim_tree_move(tree, leaf, box, still));
    rim_tree_destroy(tree);
}

static void the_empty_tree_and_strange_questions_find_nothing(void **state)
{
    (void)state;
    rim_tree *tree;
    int       leaf;
    assert_int_equal(rim_tree_create(&tree, NULL, NULL), RIM_OK);
    rim_box3 unit = rim_box3_make(rim_vec3_make(0, 0, 0), rim_vec3_make(1, 1, 1));
    for (int round = 0; round < 2; round++)
    {
        rim_box3 nan = unit;
        nan.lo.y = NAN;
        rim_tree_walk walk = rim_tree_overlaps(tree, nan);
        assert_int_equal(rim_tree_walk_next(&walk), RIM_TREE_END);
        rim_tree_sweep sweep = rim_tree_sweep_box(tree, nan, rim_vec3_make(1, 0, 0));
        assert_int_equal(rim_tree_sweep_next(&sweep), RIM_TREE_END);
        sweep = rim_tree_sweep_box(tree, unit, rim_vec3_make(INFINITY, 0, 0));
        assert_int_equal(rim_tree_sweep_next(&sweep), RIM_TREE_END);
        sweep = rim_tree_sweep_box(tree, unit, rim_vec3_make(1, 0, 0));
        sweep.t_max = -1.0f;
        assert_int_equal(rim_tree_sweep_next(&sweep), RIM_TREE_END);
        walk = rim_tree_overlaps(tree, unit);
        assert_int_equal(rim_tree_walk_next(&walk), round ? leaf : RIM_TREE_END);
        rim_tree_pairs pairs = rim_tree_pairs_within(tree);
        assert_false(rim_tree_pairs_next(&pairs));
        assert_int_equal(rim_tree_height(tree), round ? 0 : -1);
        assert_int_equal(rim_box3_is_empty(rim_tree_bounds(tree)), !round);
        if (!round) assert_int_equal(rim_tree_insert(tree, unit, 7, &leaf), RIM_OK);
    }
    rim_tree_destroy(tree);
    rim_tree_destroy(NULL);
}

static void a_refused_allocation_changes_nothing(void **state)
{
    (void)state;
    test_heap     heap = { 0, 0, 0 };
    rim_allocator from = test_heap_allocator(&heap);
    rim_tree     *tree;
    int           leaf;
    rim_box3      unit = rim_box3_make(rim_vec3_make(0, 0, 0), rim_vec3_make(1, 1, 1));
    assert_int_equal(rim_tree_create(&tree, NULL, &from), RIM_ERR_MEMORY);
    assert_null(tree);
    heap.budget = 1;
    assert_int_equal(rim_tree_create(&tree, NULL, &from), RIM_OK);
    for (int budget = 0; budget < 2; budget++)
    {
        heap.budget = budget;
        assert_int_equal(rim_tree_insert(tree, unit, 0, &leaf), RIM_ERR_MEMORY);
        assert_int_equal(rim_tree_count(tree), 0);
    }
    heap.budget = 2;
    for (int i = 0; i < 16; i++) assert_int_equal(rim_tree_insert(tree, unit, i, &leaf), RIM_OK);
    heap.budget = 1;
    assert_int_equal(rim_tree_insert(tree, unit, 0, &leaf), RIM_ERR_MEMORY);
    assert_int_equal(rim_tree_count(tree), 16);
    check_structure(tree);
    assert_int_equal(rim_tree_reserve(tree, 1 << 30 | 1), RIM_ERR_SIZE);
    assert_int_equal(heap.refused, 5);
    rim_tree_destroy(tree);
    assert_int_equal(heap.live_bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_history_gives_what_a_list_gives),
        cmocka_unit_test(pairs_between_two_trees_are_those_of_two_lists),
        cmocka_unit_test(scaling_by_a_power_of_two_changes_no_order),
        cmocka_unit_test(ten_thousand_boxes_are_not_all_looked_at),
        cmocka_unit_test(a_sweep_that_stops_at_the_first_hit_looks_at_little),
        cmocka_unit_test(a_small_motion_keeps_the_leaf_where_it_is),
        cmocka_unit_test(the_empty_tree_and_strange_questions_find_nothing),
        cmocka_unit_test(a_refused_allocation_changes_nothing),
    };
    return cmocka_run_group_tests_name("tree", tests, NULL, NULL);
}
