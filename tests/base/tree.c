#include "support/support.h"

#include "base/tree.h"

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

static void check_structure(const box_tree *tree)
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

// The longest way from the root to a leaf: 0 for one leaf, -1 for none.
static int height(const box_tree *tree)
{
    int highest = -1;
    for (int i = 0; i < tree->leaf_top; i++)
    {
        int depth = -1;
        for (int at = tree->leaves[i].node; at >= 0; at = tree->nodes[at].parent) depth++;
        if (depth > highest) highest = depth;
    }
    return highest;
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
static int check_box(const box_tree *tree, const list *all, rim_box3 box)
{
    bool          seen[MOST] = { false };
    int           found = 0, leaf;
    box_tree_walk walk = box_tree_overlaps(tree, box);
    while ((leaf = box_tree_walk_next(&walk)) != BOX_TREE_END)
    {
        assert_true(all->used[leaf]);
        assert_false(seen[leaf]);
        assert_int_equal(box_tree_item(tree, leaf), all->item[leaf]);
        seen[leaf] = true;
        found++;
    }
    assert_int_equal(box_tree_walk_next(&walk), BOX_TREE_END);
    for (int i = 0; i < MOST; i++)
        assert_int_equal(seen[i], all->used[i] && boxes_meet(all->box[i], box));
    return found;
}

static void any_history_gives_what_a_list_gives(void **state)
{
    (void)state;
    test_random random = { 1 };
    long        boxes = 0, stays = 0, moves = 0, removed = 0;
    for (int round = 0; round < 6; round++)
    {
        box_tree_options options = { round % 3 == 0   ? 0.0f
                                     : round % 3 == 1 ? -1.0f
                                                      : 0.5f,
                                     round % 2 == 1 };
        static list all;
        memset(&all, 0, sizeof all);
        box_tree *tree;
        assert_int_equal(box_tree_create(&tree, &options, NULL), RIM_OK);
        for (int step = 0; step < 6000; step++)
        {
            int i = random_int(&random, 0, MOST - 1);
            int leaf;
            if (tree->count < MOST - 50 && random_int(&random, 0, 2) > 0)
            {
                rim_box3 box = random_box(&random, options.flat);
                if (random_int(&random, 0, 40) == 0) box = rim_box3_empty();
                assert_int_equal(box_tree_insert(tree, box, step, &leaf), RIM_OK);
                assert_true(leaf >= 0 && leaf < MOST && !all.used[leaf]);
                all.used[leaf] = true;
                all.box[leaf] = box;
                all.item[leaf] = step;
            }
            else if (all.used[i] && random_int(&random, 0, 1))
            {
                box_tree_remove(tree, i);
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
                bool moved = box_tree_move(tree, i, box, rim_vec3_scale(by, 2.0f));
                all.box[i] = box;
                *(moved ? &moves : &stays) += 1;
            }
            if (step % 300 == 0) check_structure(tree);
            if (step % 20 == 0) boxes += check_box(tree, &all, random_box(&random, options.flat));
        }
        check_structure(tree);
        box_tree_destroy(tree);
    }
    assert_true(boxes > 1000);
    assert_true(stays > 100 && moves > 1000 && removed > 1000);
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
            box_tree_options options = { 0.0f, flat == 1 };
            box_tree        *tree;
            int              leaf;
            assert_int_equal(box_tree_create(&tree, &options, NULL), RIM_OK);
            for (int i = 0; i < 300; i++)
            {
                rim_box3 box = random_box(&random, flat);
                box.lo = rim_vec3_scale(box.lo, scale);
                box.hi = rim_vec3_scale(box.hi, scale);
                assert_int_equal(box_tree_insert(tree, box, i, &leaf), RIM_OK);
            }
            float         far = 60.0f * scale;
            rim_vec3      end = rim_vec3_make(far, far, flat ? 0.0f : far);
            rim_box3      all = rim_box3_make(rim_vec3_negate(end), end);
            box_tree_walk walk = box_tree_overlaps(tree, all);
            count[k] = 0;
            while ((leaf = box_tree_walk_next(&walk)) != BOX_TREE_END) order[k][count[k]++] = leaf;
            box_tree_destroy(tree);
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
        box_tree_options options = { 0.0f, true };
        box_tree        *tree;
        int              leaf;
        assert_int_equal(box_tree_create(&tree, &options, NULL), RIM_OK);
        assert_int_equal(box_tree_reserve(tree, 10000), RIM_OK);
        for (int i = 0; i < 10000; i++)
        {
            float    x = sorted ? (float)(i % 100) * 10.0f : random_float(&random, 0.0f, 1000.0f);
            float    y = sorted ? (float)(i / 100) * 10.0f : random_float(&random, 0.0f, 1000.0f);
            rim_box3 box = rim_box3_make(rim_vec3_make(x, y, 0), rim_vec3_make(x + 9, y + 9, 0));
            assert_int_equal(box_tree_insert(tree, box, i, &leaf), RIM_OK);
            assert_int_equal(leaf, i);
        }
        // A perfectly balanced tree has 14 levels.
        assert_true(height(tree) >= 14 && height(tree) < 40);
        int worst = 0, found = 0;
        for (int i = 0; i < 200; i++)
        {
            rim_vec3      at = rim_vec3_make(random_float(&random, 0.0f, 1000.0f),
                                             random_float(&random, 0.0f, 1000.0f), 0.0f);
            box_tree_walk walk = box_tree_overlaps(tree, rim_box3_make(at, at));
            while (box_tree_walk_next(&walk) != BOX_TREE_END) found++;
            if (walk.visited > worst) worst = walk.visited;
        }
        assert_true(found > 100);
        assert_true(worst < 200);
        box_tree_destroy(tree);
    }
}

static void a_small_motion_keeps_the_leaf_where_it_is(void **state)
{
    (void)state;
    box_tree *tree;
    int       leaf, other;
    rim_box3  box = rim_box3_make(rim_vec3_make(0, 0, 0), rim_vec3_make(8, 8, 8));
    rim_vec3  still = rim_vec3_make(0, 0, 0), one = rim_vec3_make(1, 0, 0);
    assert_int_equal(box_tree_create(&tree, NULL, NULL), RIM_OK);
    assert_int_equal(box_tree_insert(tree, box, 0, &leaf), RIM_OK);
    assert_int_equal(box_tree_insert(tree, box, 0, &other), RIM_OK);
    box.lo = rim_vec3_add(box.lo, one), box.hi = rim_vec3_add(box.hi, one);
    assert_false(box_tree_move(tree, leaf, box, still));
    box.lo = rim_vec3_add(box.lo, one), box.hi = rim_vec3_add(box.hi, one);
    assert_true(box_tree_move(tree, leaf, box, rim_vec3_make(3, 0, 0)));
    for (int i = 0; i < 3; i++)
    {
        box.lo = rim_vec3_add(box.lo, one), box.hi = rim_vec3_add(box.hi, one);
        assert_false(box_tree_move(tree, leaf, box, still));
    }
    // A leaf that has become small does not keep a large fat box.
    box.hi = rim_vec3_add(box.lo, rim_vec3_scale(one, 0.01f));
    assert_true(box_tree_move(tree, leaf, box, still));
    box_tree_destroy(tree);
}

static void the_empty_tree_and_strange_questions_find_nothing(void **state)
{
    (void)state;
    box_tree *tree;
    int       leaf;
    assert_int_equal(box_tree_create(&tree, NULL, NULL), RIM_OK);
    rim_box3 unit = rim_box3_make(rim_vec3_make(0, 0, 0), rim_vec3_make(1, 1, 1));
    for (int round = 0; round < 2; round++)
    {
        rim_box3 nan = unit;
        nan.lo.y = NAN;
        box_tree_walk walk = box_tree_overlaps(tree, nan);
        assert_int_equal(box_tree_walk_next(&walk), BOX_TREE_END);
        walk = box_tree_overlaps(tree, unit);
        assert_int_equal(box_tree_walk_next(&walk), round ? leaf : BOX_TREE_END);
        assert_int_equal(height(tree), round ? 0 : -1);
        if (!round) assert_int_equal(box_tree_insert(tree, unit, 7, &leaf), RIM_OK);
    }
    box_tree_destroy(tree);
    box_tree_destroy(NULL);
}

static void a_refused_allocation_changes_nothing(void **state)
{
    (void)state;
    test_heap     heap = { .budget = 0 };
    rim_allocator from = test_heap_allocator(&heap);
    box_tree     *tree;
    int           leaf;
    rim_box3      unit = rim_box3_make(rim_vec3_make(0, 0, 0), rim_vec3_make(1, 1, 1));
    assert_int_equal(box_tree_create(&tree, NULL, &from), RIM_ERR_MEMORY);
    assert_null(tree);
    heap.budget = 1;
    assert_int_equal(box_tree_create(&tree, NULL, &from), RIM_OK);
    for (int budget = 0; budget < 2; budget++)
    {
        heap.budget = budget;
        assert_int_equal(box_tree_insert(tree, unit, 0, &leaf), RIM_ERR_MEMORY);
        assert_int_equal(tree->count, 0);
    }
    heap.budget = 2;
    for (int i = 0; i < 16; i++) assert_int_equal(box_tree_insert(tree, unit, i, &leaf), RIM_OK);
    heap.budget = 1;
    assert_int_equal(box_tree_insert(tree, unit, 0, &leaf), RIM_ERR_MEMORY);
    assert_int_equal(tree->count, 16);
    check_structure(tree);
    assert_int_equal(box_tree_reserve(tree, 1 << 30 | 1), RIM_ERR_SIZE);
    assert_int_equal(heap.refused, 5);
    box_tree_destroy(tree);
    assert_int_equal(heap.live_bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_history_gives_what_a_list_gives),
        cmocka_unit_test(scaling_by_a_power_of_two_changes_no_order),
        cmocka_unit_test(ten_thousand_boxes_are_not_all_looked_at),
        cmocka_unit_test(a_small_motion_keeps_the_leaf_where_it_is),
        cmocka_unit_test(the_empty_tree_and_strange_questions_find_nothing),
        cmocka_unit_test(a_refused_allocation_changes_nothing),
    };
    return cmocka_run_group_tests_name("tree", tests, NULL, NULL);
}
