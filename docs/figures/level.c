// Figures of levels: the tree over a mesh, trees of planes, planes that bound a motion, characters, impulses.
#include "figure.h"

#include <stdlib.h>

static rim_vec2 side_view(rim_vec3 p)
{
    return at(p.x, p.y);
}

// A strip of hills, two triangles for each of its parts.
static rim_mesh *hills(int parts)
{
    rim_vec3 *points = malloc((size_t)(2 * parts + 2) * sizeof *points);
    int      *indices = malloc((size_t)(6 * parts) * sizeof *indices);
    rim_mesh *mesh;
    figure_need(points && indices, "memory");
    for (int i = 0; i <= parts; i++)
    {
        double x = 12.0 * i / parts;
        double y = 0.9 * rim_sincos(1.3 * x).sin + 0.35 * rim_sincos(3.7 * x + 1).cos;
        points[2 * i] = at3(x, y, -0.5);
        points[2 * i + 1] = at3(x, y, 0.5);
    }
    for (int i = 0; i < parts; i++)
    {
        int corners[6] = { 2 * i, 2 * i + 1, 2 * i + 2, 2 * i + 2, 2 * i + 1, 2 * i + 3 };
        for (int k = 0; k < 6; k++) indices[6 * i + k] = corners[k];
    }
    figure_need(rim_mesh_create(&mesh, points, 2 * parts + 2, indices, 2 * parts, NULL) == RIM_OK,
                "memory");
    free(points);
    free(indices);
    return mesh;
}

static void mesh_tree(const char *folder)
{
    enum
    {
        PARTS = 256,
        MOST = 200
    };
    figure         f;
    rim_mesh      *mesh = hills(PARTS);
    rim_ray3       ray = { { 0.6f, 2.2f, 0.1f }, { 12, -3.2f, 0 } };
    rim_mesh_visit visits[MOST];
    int      count = rim_mesh_raycast_visits(mesh, ray, RIM_SIDE_BOTH, visits, MOST), measured = 0;
    rim_hit3 hit = rim_mesh_raycast(mesh, ray, RIM_SIDE_BOTH);
    figure_open(&f, folder, "mesh-tree", 760, 300);
    figure_view_up(&f, 30, 180, 58);
    for (int i = 0; i < count && i < MOST; i++)
    {
        bool leaf = visits[i].triangles > 0;
        measured += visits[i].triangles;
        figure_box(&f, side_view(visits[i].box.lo), side_view(visits[i].box.hi),
                   leaf ? NORMAL : GRID, leaf ? 0.35 : 0.8, leaf ? NORMAL : GHOST);
    }
    for (int i = 0; i < PARTS; i++)
    {
        rim_triangle t = rim_mesh_triangle(mesh, 2 * i);
        figure_line(&f, side_view(t.a), side_view(t.c), OTHER, 1.6);
    }
    figure_arrow(&f, side_view(ray.origin), side_view(hit.point), THING, 2.0);
    figure_dot(&f, side_view(hit.point), HIT, 4.5);
    figure_caption(&f, 24, 28, "of %d triangles %d are measured; %d boxes are opened",
                   rim_mesh_read(mesh).count, measured, count);
    figure_close(&f);
    rim_mesh_destroy(mesh);
}

// --- planes ----------------------------------------------------------------------------------------------

static void wall(rim_vec3 *points, int *indices, int number, const float ends[4])
{
    points[4 * number] = at3(ends[0], 0, ends[1]);
    points[4 * number + 1] = at3(ends[2], 0, ends[3]);
    points[4 * number + 2] = at3(ends[2], 1, ends[3]);
    points[4 * number + 3] = at3(ends[0], 1, ends[1]);
    int corners[6] = { 0, 1, 2, 0, 2, 3 };
    for (int k = 0; k < 6; k++) indices[6 * number + k] = 4 * number + corners[k];
}

static void planes_tree(const char *folder)
{
    enum
    {
        WALLS = 9
    };
    static const float walls[WALLS][4] = { { 0, 0, 10, 0 },     { 10, 0, 10, 6 },
                                           { 10, 6, 0, 6 },     { 0, 6, 0, 0 },
                                           { 4, 0, 4, 2.2f },   { 4, 3.8f, 4, 6 },
                                           { 6, 3, 8, 1.4f },   { 8, 1.4f, 8.6f, 3.4f },
                                           { 1.2f, 2, 2.8f, 4 } };
    figure             f;
    rim_vec3           points[4 * WALLS], eye = { 2.2f, 0.5f, 1.2f };
    int                indices[6 * WALLS], order[200], count;
    rim_bsp           *tree;
    for (int i = 0; i < WALLS; i++) wall(points, indices, i, walls[i]);
    figure_need(rim_bsp_create(&tree, points, 4 * WALLS, indices, 2 * WALLS, NULL) == RIM_OK,
                "memory");
    const rim_bsp_piece *pieces = rim_bsp_pieces(tree, NULL);
    count = rim_bsp_order(tree, eye, order, 200);
    figure_open(&f, folder, "planes-tree", 760, 460);
    figure_view_down(&f, 60, 56, 62);
    for (int i = 0, shown = 0; i < count && i < 200; i++)
    {
        rim_polygon3 p = pieces[order[i]].polygon;
        rim_vec3     a = p.points[0], b = a;
        for (int k = 1; k < p.count; k++)
            if (rim_vec3_distance(at3(a.x, 0, a.z), at3(p.points[k].x, 0, p.points[k].z)) >
                rim_vec3_distance(at3(a.x, 0, a.z), at3(b.x, 0, b.z)))
                b = p.points[k];
        figure_line(&f, at(a.x, a.z), at(b.x, b.z), THING, 4.0);
        figure_dot(&f, at(a.x, a.z), OUTLINE, 3.5);
        figure_dot(&f, at(b.x, b.z), OUTLINE, 3.5);
        // Each wall is two triangles: number the lower ones.
        if (pieces[order[i]].triangle % 2) continue;
        rim_vec2 aside = rim_vec2_normalize(at(b.z - a.z, a.x - b.x));
        if (aside.y > 0 || (aside.y == 0 && aside.x < 0)) aside = rim_vec2_scale(aside, -1);
        figure_label(&f,
                     at((a.x + b.x) / 2 + 0.2 * aside.x, (a.z + b.z) / 2 + 0.2 * aside.y + 0.06),
                     TEXT, "%d", ++shown);
    }
    figure_dot(&f, at(eye.x, eye.z), NORMAL, 6.0);
    figure_text(&f, at(eye.x + 0.15, eye.z + 0.05), NORMAL, "eye");
    figure_caption(
        &f, 24, 28,
        "painted in this order nothing covers what is nearer to the eye; dots: where planes cut");
    figure_close(&f);
    rim_bsp_destroy(tree);
}

// Planes of which all contain the view's z: lines.
static void bounded_motion(const char *folder)
{
    rim_plane planes[] = { { { 0.1f, 0.995f, 0 }, -0.5f },
                           { { -0.8f, 0.6f, 0 }, -1.5f },
                           { { -0.3f, -0.95f, 0 }, -2.6f } };
    rim_vec3  wanted = { 3.0f, -1.6f, 0 };
    rim_vec2  path[2] = { { 0, 0 }, { 0, 0 } };
    figure    f;
    figure_open(&f, folder, "planes-motion", 760, 330);
    figure_view_up(&f, 250, 170, 80);
    for (int i = 0; i < 3; i++)
    {
        rim_vec2 n = at(planes[i].normal.x, planes[i].normal.y),
                 foot = rim_vec2_scale(n, planes[i].offset);
        rim_vec2 along = rim_vec2_quarter(n);
        rim_vec2 beyond[4] = { rim_vec2_along(foot, along, 9), rim_vec2_along(foot, along, -9),
                               rim_vec2_along(rim_vec2_along(foot, along, -9), n, -0.28f),
                               rim_vec2_along(rim_vec2_along(foot, along, 9), n, -0.28f) };
        figure_polygon(&f, beyond, 4, OTHER, 0.3, NONE, 1.0);
        figure_line(&f, beyond[0], beyond[1], OTHER, 1.5);
    }
    rim_move3 move = rim_mover_move(wanted, planes, 3);
    path[1] = at(move.motion.x, move.motion.y);
    figure_arrow(&f, at(0, 0), at(wanted.x, wanted.y), GHOST, 2.0);
    figure_dashes(&f, at(wanted.x, wanted.y), path[1], GHOST, 1.2);
    figure_arrow(&f, path[0], path[1], THING, 2.5);
    figure_circle(&f, at(0, 0), 0.12, THING, 1.0, NONE);
    figure_text(&f, at(wanted.x + 0.1, wanted.y), DIM, "wanted");
    figure_text(&f, at(path[1].x + 0.1, path[1].y + 0.12), TEXT, "allowed, and nearest to it");
    figure_caption(&f, 24, 28, "all planes at once: no order, no sliding from one to the next");
    figure_close(&f);
}

// --- a character ----------------------------------------------------------------------------------------

static void walk_stairs(const char *folder)
{
    static const float profile[][2] = { { -3, 0 },      { 1, 0 },       { 1, 0.3f },
                                        { 1.6f, 0.3f }, { 1.6f, 0.6f }, { 2.2f, 0.6f },
                                        { 2.2f, 0.9f }, { 3.4f, 0.9f }, { 5.2f, 0 },
                                        { 6.4f, 0 },    { 6.4f, 0.9f }, { 9, 0.9f } };
    enum
    {
        CORNERS = sizeof profile / sizeof *profile
    };
    rim_triangle      triangles[2 * CORNERS];
    rim_triangle_list list = { triangles, 2 * (CORNERS - 1) };
    rim_character     hero = rim_character_capsule(at3(-2.4, 0, 0), 0.3f, 1.5f);
    figure            f;
    for (int i = 0; i + 1 < CORNERS; i++)
    {
        rim_vec3 a = at3(profile[i][0], profile[i][1], -3),
                 b = at3(profile[i + 1][0], profile[i + 1][1], -3);
        rim_vec3 c = at3(b.x, b.y, 3), d = at3(a.x, a.y, 3);
        triangles[2 * i] = (rim_triangle){ a, c, b };
        triangles[2 * i + 1] = (rim_triangle){ a, d, c };
    }
    hero.step = 0.4f;
    figure_open(&f, folder, "character", 760, 290);
    figure_view_up(&f, 200, 240, 60);
    for (int i = 0; i + 1 < CORNERS; i++)
        figure_line(&f, at(profile[i][0], profile[i][1]), at(profile[i + 1][0], profile[i + 1][1]),
                    OTHER, 3.0);
    for (int tick = 0; tick <= 330; tick++)
    {
        rim_walk went =
            rim_character_step(&hero, rim_triangle_list_world(&list), at3(2, 0, 0), 1.0f / 60.0f);
        if (tick % 22) continue;
        rim_vec2 low = at(hero.position.x, hero.position.y + 0.3),
                 high = at(hero.position.x, hero.position.y + 1.2);
        rim_vec2 body[4] = { at(low.x - 0.3, low.y), at(low.x + 0.3, low.y),
                             at(high.x + 0.3, high.y), at(high.x - 0.3, high.y) };
        ink      fill = went.wall >= 0 && went.moved.x < 0.001f ? HIT : THING;
        figure_circle(&f, low, 0.3, fill, 0.25, NONE);
        figure_circle(&f, high, 0.3, fill, 0.25, NONE);
        figure_polygon(&f, body, 4, fill, 0.25, NONE, 1.0);
        figure_dot(&f, at(hero.position.x, hero.position.y), fill, 3.0);
    }
    figure_caption(&f, 24, 28,
                   "steps of 0.3 are climbed and the ramp followed down; 0.9 is a wall");
    figure_close(&f);
}

static void impulses(const char *folder)
{
    static const char *const words[] = { "all contacts together: it bounces",
                                         "each alone, then averaged: it sinks on" };
    figure                   f;
    figure_open(&f, folder, "impulses", 760, 310);
    for (int k = 0; k < 2; k++)
    {
        rim_body       crate = rim_body_box(at3(1, 0.6, 1), 1);
        rim_body_touch touches[4];
        crate.friction = 0.0f;
        for (int i = 0; i < 4; i++)
        {
            touches[i].arm = at3(i % 2 ? 1 : -1, -0.6, i / 2 ? 1 : -1);
            touches[i].normal = at3(0, 1, 0);
        }
        crate.velocity = at3(0, -2, 0);
        if (k == 0) rim_body_collide(&crate, touches, 4, 0.5f, RIM_IMPULSES_BOUNDED);
        float down = crate.velocity.y;
        for (int i = 0; k == 1 && i < 4; i++)
        {
            rim_body alone = rim_body_box(at3(1, 0.6, 1), 1);
            alone.friction = 0.0f;
            alone.velocity.y = -2.0f;
            rim_body_collide(&alone, &touches[i], 1, 0.5f, RIM_IMPULSES_BOUNDED);
            touches[i].impulse /= 4.0;
            down += (alone.velocity.y + 2.0f) / 4.0f;
        }
        crate.velocity.y = down;
        figure_view_up(&f, 190 + 370 * k, 150, 70);
        figure_line(&f, at(-2.2, -0.6), at(2.2, -0.6), OTHER, 3.0);
        figure_box(&f, at(-1, -0.6), at(1, 0.6), THING, 0.45, THING);
        figure_arrow(&f, at(-0.35, 1.6), at(-0.35, 0.75), GHOST, 2.0);
        for (int i = 0; i < 2; i++)
            figure_arrow(
                &f, at(i ? 1 : -1, -0.6),
                at(i ? 1 : -1, -0.6 + 0.55 * (touches[i].impulse + touches[i + 2].impulse)), HIT,
                2.5);
        figure_arrow(&f, at(0.35, 0.9), at(0.35, 0.9 + 0.5 * crate.velocity.y), NORMAL, 2.5);
        figure_caption(&f, 60 + 370 * k, 28, "%s", words[k]);
        figure_caption(&f, 60 + 370 * k, 290, "speed 2 down before, %.2f %s after",
                       (double)(crate.velocity.y < 0 ? -crate.velocity.y : crate.velocity.y),
                       crate.velocity.y < 0 ? "down" : "up");
    }
    figure_close(&f);
}

void draw_level_figures(const char *folder)
{
    mesh_tree(folder);
    planes_tree(folder);
    bounded_motion(folder);
    walk_stairs(folder);
    impulses(folder);
}
