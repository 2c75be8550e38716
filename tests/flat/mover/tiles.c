// Maps of tiles that are flipped and turned, against a picture of the map that is painted pixel by pixel.
#include "rimcast/rimcast.h"
#include "support/sprites.h"

#include <string.h>

enum
{
    KINDS = 3,
    CELL = 8,
    COLUMNS = 7,
    ROWS = 5,
    SPARE = 16, // around the map, for tiles that reach out
    WIDE = COLUMNS * CELL + 2 * SPARE,
    HIGH = ROWS * CELL + 2 * SPARE
};

// Turns a square picture about in place, step by step: the diagonal, then left and right, then top and bottom.
static void turn_about(bool picture[SPARE][SPARE], int *width, int *height, uint32_t cell)
{
    bool old[SPARE][SPARE];
    if (cell >> 29 & 1)
    {
        memcpy(old, picture, sizeof old);
        for (int y = 0; y < SPARE; y++)
            for (int x = 0; x < SPARE; x++) picture[y][x] = old[x][y];
        int swap = *width;
        *width = *height, *height = swap;
    }
    memcpy(old, picture, sizeof old);
    if (cell >> 31 & 1)
        for (int y = 0; y < *height; y++)
            for (int x = 0; x < *width; x++) picture[y][x] = old[y][*width - 1 - x];
    memcpy(old, picture, sizeof old);
    if (cell >> 30 & 1)
        for (int y = 0; y < *height; y++)
            for (int x = 0; x < *width; x++) picture[y][x] = old[*height - 1 - y][x];
}

static void paint(bool map[HIGH][WIDE], const rim_sprite *tile, int column, int row, uint32_t cell)
{
    bool            picture[SPARE][SPARE] = { { false } };
    const rim_mask *mask = rim_sprite_mask(tile);
    int             width = rim_mask_width(mask), height = rim_mask_height(mask);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) picture[y][x] = rim_mask_get(mask, x, y);
    turn_about(picture, &width, &height, cell);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            map[SPARE + row * CELL + y][SPARE + column * CELL + x] |= picture[y][x];
}

static bool is_painted(bool map[HIGH][WIDE], int x, int y)
{
    x += SPARE, y += SPARE;
    return x >= 0 && x < WIDE && y >= 0 && y < HIGH && map[y][x];
}

// Returns true if a tile near the box contains the point.
static bool is_in_world(rim_world2 world, rim_vec2 p)
{
    rim_posed found[64];
    int       count = world.gather(world.context, rim_box2_make(p, p), 0, found, 64);
    for (int i = 0; i < count; i++)
        if (rim_sprite_contains(found[i], p)) return true;
    return false;
}

static void flipped_tiles_are_where_they_are_painted(void **state)
{
    (void)state;
    test_random random = { 61 };
    int         inside = 0, outside = 0, free = 0, stopped = 0;
    for (int i = 0; i < case_count(400); i++)
    {
        bool              map[HIGH][WIDE] = { { false } };
        uint32_t          cells[ROWS * COLUMNS];
        const rim_sprite *tiles[KINDS];
        for (int k = 0; k < KINDS; k++) tiles[k] = random_sprite(&random, 12);
        for (int k = 0; k < ROWS * COLUMNS; k++)
        {
            uint32_t number = (uint32_t)random_int(&random, 0, KINDS);
            cells[k] = number | (uint32_t)random_int(&random, 0, 15) << 28;
            if (number) paint(map, tiles[number - 1], k % COLUMNS, k / COLUMNS, cells[k]);
        }
        rim_vec2   origin = { (float)random_int(&random, -50, 50), 3.0f };
        rim_tiles2 tiled = { tiles, cells, COLUMNS, ROWS, origin, CELL, CELL, SPARE };
        rim_world2 world = rim_tiles2_world(&tiled);
        for (int y = -SPARE; y < HIGH - SPARE; y++)
            for (int x = -SPARE; x < WIDE - SPARE; x++)
            {
                bool painted = is_painted(map, x, y);
                assert_true(painted ==
                            is_in_world(world, (rim_vec2){ origin.x + (float)x + 0.5f,
                                                           origin.y + (float)y + 0.5f }));
                painted ? inside++ : outside++;
            }

        // A small box that falls: down to the row in which the picture has a pixel below it.
        for (int k = 0; k < 10; k++)
        {
            int        x = random_int(&random, -SPARE, WIDE - SPARE - 3), y = -SPARE - 3, fall = 0;
            rim_mover2 me = { .kind = RIM_MOVER2_BOX,
                              .at = { origin.x + (float)x, origin.y + (float)y },
                              .box = { { 0, 0 }, { 3, 3 } } };
            while (fall < 100 && !is_painted(map, x, y + fall + 3) &&
                   !is_painted(map, x + 1, y + fall + 3) && !is_painted(map, x + 2, y + fall + 3))
                fall++;
            rim_walker2 walker = { .up = { 0, -1 } };
            rim_walk2   walk = rim_mover2_walk(&me, &walker, rim_vec2_make(0, 100), world);
            if (walk.sliding) continue;
            assert_near(walk.moved.y, fall, 1e-4);
            fall == 100 ? free++ : stopped++;
        }
        for (int k = 0; k < KINDS; k++) rim_sprite_destroy((rim_sprite *)tiles[k]);
    }
    assert_true(inside > case_count(100000) && outside > case_count(100000));
    assert_true(free > case_count(100) && stopped > case_count(500));
}

// A quarter turn clockwise is the diagonal and then left and right; upside down is both flips.
static void turns_are_those_of_their_names(void **state)
{
    (void)state;
    rim_mask *mask;
    rim_vec2  anchor = { 1.25f, -2.0f };
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 3, 2, NULL));
    rim_mask_set(mask, 0, 0, true);
    rim_sprite       *tile = sprite_of(mask, &anchor);
    const rim_sprite *tiles[1] = { tile };
    // The pixel at the top left of 3 x 2, and where it goes.
    static const struct
    {
        uint32_t bits;
        int      x, y;
    } cases[] = { { 0, 0, 0 },
                  { RIM_TILE_FLIP_X, 2, 0 },
                  { RIM_TILE_FLIP_Y, 0, 1 },
                  { RIM_TILE_FLIP_X | RIM_TILE_FLIP_Y, 2, 1 },
                  { RIM_TILE_DIAGONAL, 0, 0 },
                  { RIM_TILE_DIAGONAL | RIM_TILE_FLIP_X, 1, 0 },
                  { RIM_TILE_DIAGONAL | RIM_TILE_FLIP_Y, 0, 2 },
                  { RIM_TILE_DIAGONAL | RIM_TILE_FLIP_X | RIM_TILE_FLIP_Y, 1, 2 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        uint32_t   cell = cases[i].bits | 1;
        rim_tiles2 map = { tiles, &cell, 1, 1, { 10, 20 }, 3, 3, 0 };
        rim_world2 world = rim_tiles2_world(&map);
        rim_posed  found;
        assert_int_equal(
            1, world.gather(world.context, (rim_box2){ { 0, 0 }, { 40, 40 } }, 0, &found, 1));
        rim_box2 box = rim_sprite_bounds(found);
        assert_near(box.lo.x, 10 + cases[i].x, 0.0);
        assert_near(box.lo.y, 20 + cases[i].y, 0.0);
        assert_near(box.hi.x, 11 + cases[i].x, 0.0);
        assert_near(box.hi.y, 21 + cases[i].y, 0.0);
    }
    rim_sprite_destroy(tile);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flipped_tiles_are_where_they_are_painted),
        cmocka_unit_test(turns_are_those_of_their_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
