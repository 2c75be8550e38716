#include "court.h"

#include <math.h>

#define MOST 4000

typedef struct mason
{
    rim_triangle triangles[MOST];
    int          count;
} mason;

static void add_triangle(mason *m, rim_vec3 a, rim_vec3 b, rim_vec3 c)
{
    if (m->count < MOST) m->triangles[m->count++] = (rim_triangle){ a, b, c };
}

// Four corners, counter-clockwise as seen from outside.
static void add_quad(mason *m, rim_vec3 a, rim_vec3 b, rim_vec3 c, rim_vec3 d)
{
    add_triangle(m, a, b, c);
    add_triangle(m, a, c, d);
}

static void add_box(mason *m, float x0, float y0, float z0, float x1, float y1, float z1)
{
    static const int SIDES[6][4] = { { 0, 4, 6, 2 }, { 1, 3, 7, 5 }, { 0, 1, 5, 4 },
                                     { 2, 6, 7, 3 }, { 0, 2, 3, 1 }, { 4, 5, 7, 6 } };
    rim_vec3         p[8];
    for (int i = 0; i < 8; i++)
        p[i] = rim_vec3_make(i & 1 ? x1 : x0, i & 2 ? y1 : y0, i & 4 ? z1 : z0);
    // What lies on the ground is not seen.
    for (int i = 0; i < 6; i++)
        if (i != 2 || y0 > 0.0f)
            add_quad(m, p[SIDES[i][0]], p[SIDES[i][1]], p[SIDES[i][2]], p[SIDES[i][3]]);
}

static void add_tiles(mason *m)
{
    const float side = 2.0f;
    for (float x = -4.0f; x < COURT_WIDE + 4.0f; x += side)
        for (float z = -4.0f; z < COURT_DEEP + 4.0f; z += side)
            add_quad(m, rim_vec3_make(x, 0, z), rim_vec3_make(x, 0, z + side),
                     rim_vec3_make(x + side, 0, z + side), rim_vec3_make(x + side, 0, z));
}

// Up to a height at x1, with its two sides.
static void add_ramp(mason *m, float x0, float x1, float height, float z0, float z1)
{
    rim_vec3 a = { x0, 0, z0 }, b = { x0, 0, z1 }, c = { x1, height, z1 }, d = { x1, height, z0 };
    add_quad(m, a, b, c, d);
    add_triangle(m, a, d, rim_vec3_make(x1, 0, z0));
    add_triangle(m, b, rim_vec3_make(x1, 0, z1), c);
}

// A prism over a convex polygon whose corners run from +z to +x, with its top.
static void add_prism(mason *m, const rim_vec2 *at, int count, float height)
{
    for (int i = 0, j = count - 1; i < count; j = i++)
    {
        rim_vec3 p = { at[j].x, 0, at[j].y }, q = { at[i].x, 0, at[i].y };
        rim_vec3 r = { q.x, height, q.z }, s = { p.x, height, p.z };
        add_quad(m, p, q, r, s);
        if (i > 1)
            add_triangle(m, rim_vec3_make(at[0].x, height, at[0].y),
                         rim_vec3_make(p.x, height, p.z), r);
    }
}

static void add_pillar(mason *m, float x, float z, float radius, float height)
{
    rim_vec2 at[12];
    for (int i = 0; i < 12; i++)
    {
        rim_sincos_pair turn = rim_sincos(-2.0 * RIM_PI * i / 12);
        at[i] = rim_vec2_make(x + radius * (float)turn.cos, z + radius * (float)turn.sin);
    }
    add_prism(m, at, 12, height);
}

// A wall on the way from a to b, as thick as this.
static void add_wall(mason *m, rim_vec2 a, rim_vec2 b, float thick, float height)
{
    rim_vec2 way = rim_vec2_normalize(rim_vec2_sub(b, a));
    rim_vec2 out = rim_vec2_scale(rim_vec2_make(-way.y, way.x), 0.5f * thick);
    rim_vec2 at[4] = { rim_vec2_sub(a, out), rim_vec2_add(a, out), rim_vec2_add(b, out),
                       rim_vec2_sub(b, out) };
    add_prism(m, at, 4, height);
}

static void build(mason *m)
{
    add_tiles(m);
    add_box(m, 20, 0, 0, 28, 2, 20); // the gallery, two units up
    for (int i = 0; i < 8; i++)      // stairs up to it
        add_box(m, 17.2f + 0.35f * (float)i, 0, 1, 17.55f + 0.35f * (float)i,
                0.25f * (float)(i + 1), 4);
    add_ramp(m, 20.0f - 3.4641016f, 20, 2, 5, 8); // 30, 45 and 60 degrees
    add_ramp(m, 18, 20, 2, 9, 12);
    add_ramp(m, 20.0f - 1.1547005f, 20, 2, 13, 16);
    for (int i = 0; i < 9; i++)
        add_pillar(m, 3.0f + 2.0f * (float)(i / 3), 3.0f + 2.0f * (float)(i % 3), 0.4f, 2.6f);
    add_box(m, 10, 0, 1, 12, 0.2f, 3); // steps: low, high enough, too high
    add_box(m, 10, 0, 4, 12, 0.35f, 6);
    add_box(m, 10, 0, 7, 12, 0.5f, 9);
    // A roof to walk under, and one too low, each on four posts.
    for (int i = 0; i < 2; i++)
    {
        float x = i ? 8.0f : 3.0f, wide = i ? 2.0f : 3.0f, under = i ? 1.6f : 2.0f;
        for (int j = 0; j < 4; j++)
        {
            float px = x + (j & 1 ? wide - 0.2f : 0.0f), pz = j & 2 ? 14.8f : 11.0f;
            add_box(m, px, 0, pz, px + 0.2f, under, pz + 0.2f);
        }
        add_box(m, x, under, 11, x + wide, under + 0.3f, 15);
    }
    add_wall(m, rim_vec2_make(12, 12), rim_vec2_make(14.75f, 15.5f), 0.2f,
             1.6f); // a corner of some 40 degrees
    add_wall(m, rim_vec2_make(14.75f, 15.5f), rim_vec2_make(12.9f, 11.4f), 0.2f, 1.6f);
    add_box(m, 1, 0, 17, 9, 1.4f, 18); // a passage, 0.9 wide
    add_box(m, 1, 0, 18.9f, 9, 1.4f, 20);
    add_box(m, 24, 2, 4, 26, 2.3f, 6); // on the gallery
    // A low wall around all.
    float x0 = -4, x1 = COURT_WIDE + 4, z0 = -4, z1 = COURT_DEEP + 4, t = 0.3f, h = 0.7f;
    add_box(m, x0, 0, z0, x1, h, z0 + t);
    add_box(m, x0, 0, z1 - t, x1, h, z1);
    add_box(m, x0, 0, z0 + t, x0 + t, h, z1 - t);
    add_box(m, x1 - t, 0, z0 + t, x1, h, z1 - t);
}

bool court_make(kit *k, level *l, rim_mesh **mesh)
{
    mason *m = SDL_calloc(1, sizeof *m);
    if (!m) return kit_fail(k, "out of memory");
    build(m);
    bool good = m->count < MOST && level_make(k, l, m->triangles, m->count);
    SDL_free(m);
    if (!good) return false;
    l->tiled = true;
    const rim_vec3 *points = rim_soup_read(l->soup).points;
    int             count = rim_soup_read(l->soup).point_count;
    rim_status      status =
        rim_mesh_create(mesh, points, count, rim_soup_read(l->soup).indices, l->count, NULL);
    return !status || kit_fail(k, "the court: %s", rim_status_text(status));
}

void court_ground(kit *k, const kit_camera *camera)
{
    kit_3d_begin(k, camera);
    kit_3d_ground(k, rim_vec3_make(0.5f * COURT_WIDE, 0, 0.5f * COURT_DEEP), 48.0f);
    kit_3d_end(k);
}
