#include "support/lists.h"
#include "support/support.h"

#include "rimcast/contour.h"

#include <stdlib.h>
#include <string.h>

// --- the oracle: walks unit edges over a byte a pixel ---------------------------------------------------

enum
{
    SIDE = 140,
    MOST_CORNERS = 2 * (SIDE + 1) * (SIDE + 1),
    RIGHT = 0,
    DOWN,
    LEFT,
    UP
};

typedef struct picture
{
    int  width, height;
    char solid[SIDE * SIDE];
} picture;

typedef struct oracle_ring
{
    int     start, end; // of its corners
    int64_t area;
} oracle_ring;

typedef struct oracle
{
    bool        used[SIDE + 1][SIDE + 1][4]; // unit edges by start and direction
    rim_corner  corners[MOST_CORNERS];
    oracle_ring rings[MOST_CORNERS / 4];
    int         count, corner_count;
} oracle;

static picture shown;
static oracle  walked;

static bool solid_at(const picture *p, int x, int y)
{
    return x >= 0 && y >= 0 && x < p->width && y < p->height && p->solid[y * SIDE + x];
}

// Is there an edge from corner (x, y) in that direction with a solid pixel on its right hand only?
static bool edge_at(const picture *p, int x, int y, int way)
{
    bool ul = solid_at(p, x - 1, y - 1), ur = solid_at(p, x, y - 1);
    bool ll = solid_at(p, x - 1, y), lr = solid_at(p, x, y);
    return way == RIGHT ? lr && !ur : way == DOWN ? ll && !lr : way == LEFT ? ul && !ll : ur && !ul;
}

static void step(int *x, int *y, int way)
{
    *x += (way == RIGHT) - (way == LEFT);
    *y += (way == DOWN) - (way == UP);
}

// Follows the edges from (x, y), along the way, until the first one comes again.
static void follow(oracle *o, const picture *p, bool corners_touch, int x, int y, int way)
{
    oracle_ring *ring = &o->rings[o->count++];
    ring->start = o->corner_count;
    ring->area = 0;
    while (!o->used[y][x][way])
    {
        o->used[y][x][way] = true;
        ring->area += way == DOWN ? x : way == UP ? -x : 0;
        step(&x, &y, way);
        int turned = -1;
        for (int turn = 0; turn < 3; turn++)
        {
            // Left first or right first decides in knots; elsewhere only one edge goes on.
            int left_first[3] = { 3, 0, 1 }, right_first[3] = { 1, 0, 3 };
            int next = (way + (corners_touch ? left_first : right_first)[turn]) % 4;
            if (turned < 0 && edge_at(p, x, y, next)) turned = next;
        }
        assert_true(turned >= 0);
        rim_corner here = { x, y };
        if (turned != way) o->corners[o->corner_count++] = here;
        way = turned;
    }
    ring->end = o->corner_count;
}

static int reading_order(rim_corner a, rim_corner b)
{
    return a.y != b.y ? (a.y > b.y) - (a.y < b.y) : (a.x > b.x) - (a.x < b.x);
}

// Where a ring's first corner stands: in a knot that it passes twice, at the pass that has its top
// side going right (an island's) or coming in (a hole's).
static int first_of(const oracle *o, const oracle_ring *r)
{
    int best = r->start;
    for (int i = r->start; i < r->end; i++)
        if (reading_order(o->corners[i], o->corners[best]) < 0) best = i;
    return best;
}

static int by_first_corner(const void *a, const void *b)
{
    const oracle_ring *u = a, *v = b;
    return reading_order(walked.corners[first_of(&walked, u)],
                         walked.corners[first_of(&walked, v)]);
}

static void walk_all(oracle *o, const picture *p, bool corners_touch)
{
    memset(o->used, 0, sizeof o->used);
    o->count = o->corner_count = 0;
    for (int y = 0; y <= p->height; y++)
        for (int x = 0; x <= p->width; x++)
            for (int way = 0; way < 4; way++)
                if (edge_at(p, x, y, way) && !o->used[y][x][way])
                    follow(o, p, corners_touch, x, y, way);
    qsort(o->rings, (size_t)o->count, sizeof o->rings[0], by_first_corner);
}

// Does a ring wind around the centre of pixel (x, y)? Counts the vertical sides to its right.
static bool winds_around(const rim_ring *r, int x, int y)
{
    bool inside = false;
    for (size_t i = 0; i < r->count; i++)
    {
        rim_corner a = r->corners[i], b = r->corners[(i + 1) % r->count];
        if (a.x == b.x && a.x > x && (a.y > y) != (b.y > y)) inside = !inside;
    }
    return inside;
}

// The smallest other ring around the pixel at a ring's first corner.
static int64_t oracle_parent(const rim_contours *all, int64_t of)
{
    rim_ring   ring = rim_contours_rings(all, NULL)[of];
    rim_corner first = ring.corners[0];
    int64_t    found = -1, smallest = INT64_MAX;
    for (int64_t i = 0; i < ring_count(all); i++)
    {
        rim_ring other = rim_contours_rings(all, NULL)[i];
        int64_t  size = other.area < 0 ? -other.area : other.area;
        if (i == of || size >= smallest || !winds_around(&other, first.x, first.y)) continue;
        found = i;
        smallest = size;
    }
    return found;
}

// --- pictures ---------------------------------------------------------------------------------------------

// Noise of any density, nested rings, or both.
static void random_picture(picture *p, test_random *random, int side)
{
    memset(p->solid, 0, sizeof p->solid);
    p->width = random_int(random, 0, side);
    p->height = random_int(random, 0, side);
    int kind = random_int(random, 0, 2), percent = random_int(random, 0, 100);
    int ring = random_int(random, 1, 5), cx = random_int(random, 0, side);
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++)
        {
            int  dx = abs(x - cx), dy = abs(y - p->height / 2), far = dx > dy ? dx : dy;
            bool noise = random_int(random, 1, 100) <= percent, rings = far / ring % 2 == 0;
            bool solid = kind == 0 ? noise : kind == 1 ? rings : rings != (noise && percent < 20);
            p->solid[y * SIDE + x] = solid;
        }
}

static rim_mask *mask_of(const picture *p)
{
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, p->width, p->height, NULL));
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) rim_mask_set(mask, x, y, p->solid[y * SIDE + x]);
    return mask;
}

static rim_contours *contours_of(const rim_mask *mask, rim_touch touch)
{
    rim_contours *all;
    assert_int_equal(RIM_OK, rim_contours_create(&all, mask, touch, NULL));
    return all;
}

// --- the rings --------------------------------------------------------------------------------------------

static void check_ring(const oracle *o, const oracle_ring *want, const rim_ring *got)
{
    int count = want->end - want->start, first = first_of(o, want) - want->start;
    assert_int_equal(count, got->count);
    assert_int_equal(want->area, got->area);
    for (int i = 0; i < count; i++)
    {
        rim_corner corner = o->corners[want->start + (first + i) % count];
        assert_int_equal(corner.x, got->corners[i].x);
        assert_int_equal(corner.y, got->corners[i].y);
    }
}

static int64_t check_rings(const picture *p, const rim_mask *mask, rim_touch touch)
{
    rim_contours *all = contours_of(mask, touch);
    int64_t       area = 0;
    walk_all(&walked, p, touch == RIM_TOUCH_CORNERS);
    assert_int_equal(walked.count, ring_count(all));
    for (int i = 0; i < walked.count; i++)
    {
        rim_ring ring = rim_contours_rings(all, NULL)[i];
        check_ring(&walked, &walked.rings[i], &ring);
        area += ring.area;
    }
    assert_int_equal(rim_mask_count(mask), area);
    size_t            corners;
    const rim_corner *list = ring_corners(all, &corners);
    assert_int_equal(walked.corner_count, corners);
    if (walked.count > 0) assert_ptr_equal(list, rim_contours_rings(all, NULL)[0].corners);
    rim_contours_destroy(all);
    return walked.count;
}

static void rings_are_those_of_a_walk_along_unit_edges(void **state)
{
    (void)state;
    test_random random = { 81 };
    int64_t     rings = 0;
    int         cases = case_count(4000);
    for (int i = 0; i < cases; i++)
    {
        random_picture(&shown, &random, i % 16 ? 24 : SIDE);
        rim_mask *mask = mask_of(&shown);
        rings += check_rings(&shown, mask, RIM_TOUCH_CORNERS);
        rings += check_rings(&shown, mask, RIM_TOUCH_EDGES);
        rim_mask_destroy(mask);
    }
    assert_true(rings > 5 * cases);
}

static void every_picture_of_a_few_pixels_is_right(void **state)
{
    (void)state;
    int step_by = 65536 / case_count(65536), seen = 0;
    shown.width = shown.height = 4;
    for (int bits = 0; bits < 65536; bits += step_by, seen++)
    {
        for (int i = 0; i < 16; i++) shown.solid[i / 4 * SIDE + i % 4] = bits >> i & 1;
        rim_mask *mask = mask_of(&shown);
        check_rings(&shown, mask, RIM_TOUCH_CORNERS);
        check_rings(&shown, mask, RIM_TOUCH_EDGES);
        rim_mask_destroy(mask);
    }
    assert_true(seen >= case_count(65536));
}

static int check_parents(const rim_mask *mask, rim_touch touch)
{
    rim_contours *all = contours_of(mask, touch);
    int64_t       islands, holes, rings[2] = { 0, 0 };
    int           nested = 0;
    for (int64_t i = 0; i < ring_count(all); i++)
    {
        rim_ring ring = rim_contours_rings(all, NULL)[i];
        assert_int_equal(oracle_parent(all, i), ring.parent);
        assert_true(ring.parent < i);
        assert_true(ring.parent >= 0 || ring.area > 0);
        if (ring.parent >= 0)
            assert_true((rim_contours_rings(all, NULL)[ring.parent].area > 0) != (ring.area > 0));
        nested += ring.parent >= 0 && ring.area > 0;
        rings[ring.area < 0]++;
    }
    assert_int_equal(RIM_OK, rim_mask_count_islands(mask, touch, &islands, &holes, NULL));
    assert_int_equal(islands, rings[0]);
    assert_int_equal(holes, rings[1]);
    rim_contours_destroy(all);
    return nested;
}

static void the_parent_is_the_smallest_ring_around(void **state)
{
    (void)state;
    test_random random = { 82 };
    int         cases = case_count(1000), nested = 0;
    for (int i = 0; i < cases; i++)
    {
        random_picture(&shown, &random, i % 16 ? 30 : SIDE / 2);
        rim_mask *mask = mask_of(&shown);
        nested += check_parents(mask, RIM_TOUCH_CORNERS);
        nested += check_parents(mask, RIM_TOUCH_EDGES);
        rim_mask_destroy(mask);
    }
    assert_true(10 * nested > cases);
}

static void a_full_mask_is_its_border_at_any_width(void **state)
{
    (void)state;
    for (int width = 1; width <= 140; width++)
    {
        rim_mask *mask;
        assert_int_equal(RIM_OK, rim_mask_create(&mask, width, 5, NULL));
        for (int i = 0; i < 5 * width; i++) rim_mask_set(mask, i % width, i / width, true);
        rim_contours *all = contours_of(mask, RIM_TOUCH_CORNERS);
        rim_corner    want[4] = { { 0, 0 }, { width, 0 }, { width, 5 }, { 0, 5 } };
        assert_int_equal(1, ring_count(all));
        rim_ring ring = rim_contours_rings(all, NULL)[0];
        assert_int_equal(4, ring.count);
        assert_int_equal(-1, ring.parent);
        assert_memory_equal(want, ring.corners, sizeof want);
        rim_contours_destroy(all);
        rim_mask_destroy(mask);
    }
}

// --- errors -------------------------------------------------------------------------------------------------

static void an_unknown_rule_is_refused(void **state)
{
    (void)state;
    rim_mask     *mask;
    int           anything;
    rim_contours *all = (rim_contours *)&anything;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 3, 3, NULL));
    assert_int_equal(RIM_ERR_ARGUMENT, rim_contours_create(&all, mask, (rim_touch)9, NULL));
    assert_null(all);
    rim_contours_destroy(NULL);
    rim_mask_destroy(mask);
}

static void refused_memory_leaves_nothing_behind(void **state)
{
    (void)state;
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 90, 40, NULL));
    for (int i = 0; i < 90 * 40; i += 3) rim_mask_set(mask, i % 90, i / 90, true);
    int           budget = 0;
    rim_contours *all = NULL;
    for (; !all && budget < 100; budget++)
    {
        test_heap     heap = { .budget = budget };
        rim_allocator from = test_heap_allocator(&heap);
        rim_status    status = rim_contours_create(&all, mask, RIM_TOUCH_EDGES, &from);
        assert_int_equal(all ? RIM_OK : RIM_ERR_MEMORY, status);
        rim_contours_destroy(all);
        assert_int_equal(0, heap.live_bytes);
    }
    assert_true(all && budget > 6);
    rim_mask_destroy(mask);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rings_are_those_of_a_walk_along_unit_edges),
        cmocka_unit_test(every_picture_of_a_few_pixels_is_right),
        cmocka_unit_test(the_parent_is_the_smallest_ring_around),
        cmocka_unit_test(a_full_mask_is_its_border_at_any_width),
        cmocka_unit_test(an_unknown_rule_is_refused),
        cmocka_unit_test(refused_memory_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
