#include "stairs.h"

#include <string.h>

// Metres: half the width of the stairs, the floor around them, the platform on top.
#define HALF_WIDTH 2.0f
#define MARGIN 4.0f
#define PLATFORM 3.0f

typedef struct builder
{
    rim_triangle triangles[16 * STAIRS_STEPS];
    int          count;
} builder;

// Adds a rectangle of four corners, counter-clockwise as seen from outside.
static void add_quad(builder *b, rim_vec3 p, rim_vec3 q, rim_vec3 r, rim_vec3 s)
{
    b->triangles[b->count++] = (rim_triangle){ p, q, r };
    b->triangles[b->count++] = (rim_triangle){ p, r, s };
}

static void add_floor(builder *b, float from, float to, float wide, float y)
{
    add_quad(b, rim_vec3_make(from, y, -wide), rim_vec3_make(from, y, wide),
             rim_vec3_make(to, y, wide), rim_vec3_make(to, y, -wide));
}

// Adds the two sides below a tread.
static void add_sides(builder *b, float from, float to, float y)
{
    float z = HALF_WIDTH;
    add_quad(b, rim_vec3_make(from, 0, z), rim_vec3_make(to, 0, z), rim_vec3_make(to, y, z),
             rim_vec3_make(from, y, z));
    add_quad(b, rim_vec3_make(to, 0, -z), rim_vec3_make(from, 0, -z), rim_vec3_make(from, y, -z),
             rim_vec3_make(to, y, -z));
}

// Adds a wall across the stairs, seen from -x if it leads up.
static void add_wall(builder *b, float x, float from, float to)
{
    float z = HALF_WIDTH;
    add_quad(b, rim_vec3_make(x, from, -z), rim_vec3_make(x, from, z), rim_vec3_make(x, to, z),
             rim_vec3_make(x, to, -z));
}

static int within(int value, int least, int most)
{
    return value < least ? least : value > most ? most : value;
}

bool stairs_build(kit *k, stairs *s, int rise, int tread)
{
    builder b = { .count = 0 };
    stairs_free(s);
    s->rise = within(rise, STAIRS_RISE_LEAST, STAIRS_RISE_MOST);
    s->tread = within(tread, STAIRS_TREAD_LEAST, STAIRS_TREAD_MOST);
    float up = 0.01f * (float)s->rise, on = 0.01f * (float)s->tread;
    float end = on * (STAIRS_STEPS - 1) + PLATFORM, top = up * STAIRS_STEPS;
    add_floor(&b, -MARGIN, end + MARGIN, HALF_WIDTH + MARGIN, 0.0f);
    for (int i = 0; i < STAIRS_STEPS; i++)
    {
        float x = on * (float)i, y = up * (float)(i + 1);
        float to = i + 1 < STAIRS_STEPS ? on * (float)(i + 1) : end;
        add_wall(&b, x, up * (float)i, y);
        add_floor(&b, x, to, HALF_WIDTH, y);
        add_sides(&b, x, to, y);
    }
    add_wall(&b, end, top, 0.0f);
    if (!level_make(k, &s->level, b.triangles, b.count)) return false;

    int             count;
    const rim_vec3 *points = rim_soup_read(s->level.soup).points;
    count = rim_soup_read(s->level.soup).point_count;
    rim_status status = rim_mesh_create(&s->mesh, points, count,
                                        rim_soup_read(s->level.soup).indices, s->level.count, NULL);
    return !status || kit_fail(k, "the stairs: %s", rim_status_text(status));
}

void stairs_free(stairs *s)
{
    rim_mesh_destroy(s->mesh);
    level_free(&s->level);
    memset(s, 0, sizeof *s);
}

int stairs_below(const stairs *s, float height)
{
    return within((int)(100.0f * height / (float)s->rise + 0.1f), 0, STAIRS_STEPS);
}
