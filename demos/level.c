#include "level.h"
#include "kit_3d.h"

#include <stdlib.h>

static bool same(rim_vec3 a, rim_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static rim_vec3 corner(const rim_triangle *t, int i)
{
    return i % 3 == 0 ? t->a : i % 3 == 1 ? t->b : t->c;
}

// The diagonal of a rectangle: run the other way by a neighbour of the same normal.
static bool is_seam(const level *l, int triangle, int edge)
{
    rim_vec3 a = corner(&l->triangles[triangle], edge),
             b = corner(&l->triangles[triangle], edge + 1);
    for (int i = 0; i < l->count; i++)
        for (int e = 0; e < 3; e++)
            if (same(corner(&l->triangles[i], e), b) && same(corner(&l->triangles[i], e + 1), a) &&
                rim_vec3_dot(l->normals[i], l->normals[triangle]) > 0.999f)
                return true;
    return false;
}

static bool prepare(level *l)
{
    l->triangles = rim_soup_read(l->soup).triangles;
    l->count = rim_soup_read(l->soup).triangle_count;
    l->normals = calloc((size_t)l->count + 1, sizeof *l->normals);
    l->inner = calloc(3 * (size_t)l->count + 1, sizeof *l->inner);
    l->ranks = calloc((size_t)l->count + 1, sizeof *l->ranks);
    if (!l->normals || !l->inner || !l->ranks) return false;
    int             points, pieces;
    const rim_vec3 *corners = rim_soup_read(l->soup).points;
    points = rim_soup_read(l->soup).point_count;
    if (rim_bsp_create(&l->cells, corners, points, NULL, l->count, NULL)) return false;
    rim_bsp_pieces(l->cells, &pieces);
    l->order = calloc((size_t)pieces + 1, sizeof *l->order);
    if (!l->order) return false;
    for (int i = 0; i < l->count; i++)
    {
        const rim_triangle *t = &l->triangles[i];
        l->normals[i] = rim_triangle_normal(t->a, t->b, t->c);
    }
    for (int i = 0; i < 3 * l->count; i++) l->inner[i] = is_seam(l, i / 3, i % 3);
    return true;
}

bool level_make(kit *k, level *l, const rim_triangle *triangles, int count)
{
    rim_sink_buffer raw = { 0 };
    rim_status      status = rim_triangles_write_raw(rim_sink_to_buffer(&raw), triangles, count);
    raw.capacity = raw.length;
    raw.length = 0;
    raw.bytes = calloc(raw.capacity + 1, 1);
    if (!status && !raw.bytes) status = RIM_ERR_MEMORY;
    if (!status) status = rim_triangles_write_raw(rim_sink_to_buffer(&raw), triangles, count);
    if (!status)
        status = rim_soup_create(&l->soup, RIM_SOUP_RAW, raw.bytes, raw.length, NULL, NULL);
    free(raw.bytes);
    if (status || !prepare(l)) return kit_fail(k, "a level: %s", rim_status_text(status));
    return true;
}

bool level_load(kit *k, level *l, const char *name)
{
    char            path[KIT_PATH];
    size_t          size;
    rim_parse_error error;
    if (!kit_asset(k, name, path)) return false;
    char *text = kit_read(k, path, &size);
    if (!text) return false;
    rim_status status = rim_soup_create(&l->soup, RIM_SOUP_RAW, text, size, &error, NULL);
    SDL_free(text);
    if (status == RIM_ERR_FORMAT)
        return kit_fail(k, "%s:%d:%d: %s", path, error.line, error.column, error.reason);
    if (status || !prepare(l)) return kit_fail(k, "%s: %s", path, rim_status_text(status));
    return true;
}

void level_free(level *l)
{
    rim_soup_destroy(l->soup);
    free(l->normals);
    free(l->ranks);
    free(l->order);
    rim_bsp_destroy(l->cells);
    free(l->inner);
}

bool level_near(const level *l, int triangle, rim_box3 box)
{
    const rim_triangle *t = &l->triangles[triangle];
    rim_box3            it = rim_box3_make(t->a, t->a);
    return rim_box3_overlaps(rim_box3_add(rim_box3_add(it, t->b), t->c), box);
}

// In World.raw the corners of triangle i are points 3 i to 3 i + 2.
int level_gather(const level *l, rim_box3 box, rim_polygon3 *out, int *which, int capacity)
{
    int             found = 0;
    const rim_vec3 *corners = rim_soup_read(l->soup).points;
    for (int i = 0; i < l->count && found < capacity; i++)
    {
        if (!level_near(l, i, box)) continue;
        out[found].points = corners + 3 * i;
        out[found].count = 3;
        which[found++] = i;
    }
    return found;
}

static SDL_Color surface(kit *k, rim_vec3 normal)
{
    SDL_Color other = kit_ink(k, KIT_OTHER), ground = kit_ink(k, KIT_GROUND);
    SDL_Color wall = kit_mix(other, kit_ink(k, KIT_THING), 0.35f);
    if (normal.y > 0.5f)
        return kit_mix(kit_mix(other, kit_ink(k, KIT_NORMAL), 0.22f), ground, 0.1f);
    if (normal.y < -0.5f) return kit_mix(other, ground, 0.45f);
    return kit_mix(wall, ground, 0.15f);
}

static bool on_edge(rim_vec3 p, rim_vec3 q, const rim_triangle *t, int edge)
{
    rim_segment3 line = { corner(t, edge), corner(t, edge + 1) };
    return rim_segment3_closest(line, p).distance < 1e-4f &&
           rim_segment3_closest(line, q).distance < 1e-4f;
}

// Where a piece reaches to the edges of its triangle.
static void draw_edges(kit *k, const level *l, const rim_bsp_piece *piece, SDL_Color ink)
{
    const rim_triangle *t = &l->triangles[piece->triangle];
    const rim_vec3     *p = piece->polygon.points;
    for (int i = 0, count = piece->polygon.count; i < count; i++)
        for (int e = 0; e < 3; e++)
            if (!l->inner[3 * piece->triangle + e] && on_edge(p[i], p[(i + 1) % count], t, e))
                kit_3d_line(k, p[i], p[(i + 1) % count], 1.0f, ink);
}

// Piece i of n in the order has the even rank 2 (n - i), and what lies on it the odd one below.
void level_draw(kit *k, const level *l, bool edges)
{
    int                  count;
    const rim_bsp_piece *pieces = rim_bsp_pieces(l->cells, &count);
    SDL_Color            line = kit_fade(kit_ink(k, KIT_GROUND), 0.55f);
    rim_bsp_order(l->cells, kit_3d_eye(k), l->order, count);
    for (int i = 0; i < count; i++)
    {
        const rim_bsp_piece *piece = &pieces[l->order[i]];
        const rim_vec3      *p = piece->polygon.points;
        rim_vec3             normal = l->normals[piece->triangle];
        SDL_Color            ink = kit_3d_lit(surface(k, normal), normal);
        l->ranks[piece->triangle] = 2 * (count - i) - 1;
        if (!kit_3d_faces(k, l->triangles[piece->triangle].a, normal)) continue;
        kit_3d_rank(k, 2 * (count - i));
        for (int c = 2; c < piece->polygon.count; c++)
            kit_3d_both_sides(k, p[0], p[c - 1], p[c], ink);
        kit_3d_rank(k, 2 * (count - i) - 1);
        if (edges) draw_edges(k, l, piece, line);
    }
    kit_3d_rank(k, 0);
}

int level_rank(const kit *k, const level *l, rim_vec3 at, float radius)
{
    int        count;
    rim_sphere thing = { at, radius };
    rim_bsp_pieces(l->cells, &count);
    return 2 * (count - rim_bsp_place(l->cells, kit_3d_eye(k), thing)) + 1;
}
