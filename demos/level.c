#include "level.h"
#include "kit_3d.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

static rim_sphere sphere_around(const rim_polygon3 *polygon)
{
    rim_sphere s = { polygon->points[0], 0.0f };
    for (int i = 1; i < polygon->count; i++) s.center = rim_vec3_add(s.center, polygon->points[i]);
    s.center = rim_vec3_scale(s.center, 1.0f / (float)polygon->count);
    for (int i = 0; i < polygon->count; i++)
        s.radius = fmaxf(s.radius, rim_vec3_distance(s.center, polygon->points[i]));
    return s;
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
    const rim_bsp_piece *all = rim_bsp_pieces(l->cells, &pieces);
    l->order = calloc((size_t)pieces + 1, sizeof *l->order);
    l->around = calloc((size_t)pieces + 1, sizeof *l->around);
    if (!l->order || !l->around) return false;
    for (int i = 0; i < pieces; i++) l->around[i] = sphere_around(&all[i].polygon);
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
    free(l->around);
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

// Floors are warm, walls cold; two shades of tiles.
static SDL_Color surface(kit *k, const level *l, int triangle)
{
    rim_vec3  normal = l->normals[triangle];
    SDL_Color other = kit_ink(k, KIT_OTHER), ground = kit_ink(k, KIT_GROUND);
    SDL_Color wall = kit_mix(other, kit_ink(k, KIT_THING), 0.25f);
    if (normal.y > 0.5f)
    {
        const rim_triangle *t = &l->triangles[triangle];
        float     x = (t->a.x + t->b.x + t->c.x) / 6.0f, z = (t->a.z + t->b.z + t->c.z) / 6.0f;
        SDL_Color floor = kit_mix(other, kit_ink(k, KIT_NORMAL), 0.30f);
        bool      raised = l->tiled && fmaxf(t->a.y, fmaxf(t->b.y, t->c.y)) > 0.0f;
        bool      dark = l->tiled && ((int)floorf(x) + (int)floorf(z)) & 1;
        return kit_mix(floor, ground, raised ? 0.05f : dark ? 0.34f : 0.26f);
    }
    if (normal.y < -0.5f) return kit_mix(other, ground, 0.45f);
    return kit_mix(wall, ground, 0.12f);
}

// --- shadows --------------------------------------------------------------------------------------------

#define REACH 3.6f // of a shadow from the middle of what throws it
#define CELL 2.0f
#define CELLS 256
#define ENTRIES 8192

// Which shadows may lie in a square of the floor plan: lists by the square's hash.
typedef struct shade_bins
{
    const kit_shadow *shadows;
    int               count, entries;
    short             head[CELLS], next[ENTRIES], shadow[ENTRIES];
} shade_bins;

static int cell_of(int x, int z)
{
    return (x + 31 * z) & (CELLS - 1);
}

static int square(float v)
{
    return (int)floorf(v / CELL);
}

static void add_shade(shade_bins *b, int shadow)
{
    const kit_shadow *s = &b->shadows[shadow];
    rim_box3          box = rim_box3_make(s->points[0], s->points[0]);
    for (int i = 1; i < s->count; i++) box = rim_box3_add(box, s->points[i]);
    box = rim_box3_grow(box, s->radius + 0.1f);
    rim_vec3 far = rim_vec3_scale(kit_3d_sun(), -REACH);
    box = rim_box3_add(rim_box3_add(box, rim_vec3_add(box.lo, far)), rim_vec3_add(box.hi, far));
    for (int x = square(box.lo.x); x <= square(box.hi.x); x++)
        for (int z = square(box.lo.z); z <= square(box.hi.z); z++)
        {
            if (b->entries == ENTRIES) return;
            int cell = cell_of(x, z), entry = b->entries++;
            b->shadow[entry] = (short)shadow;
            b->next[entry] = b->head[cell];
            b->head[cell] = (short)entry;
        }
}

static void fill_bins(shade_bins *b, const kit_shadow *shadows, int count)
{
    b->shadows = shadows;
    b->count = count;
    b->entries = 0;
    memset(b->head, -1, sizeof b->head);
    for (int i = 0; i < count; i++) add_shade(b, i);
}

// Opaque pieces are drawn larger by a fraction of a pixel on every side, to close cracks: so is the surface under the
// shadow.
static int grow_piece(kit *k, const rim_polygon3 *polygon, rim_vec3 normal, rim_vec3 out[32])
{
    const float     by = 0.0008f; // of the distance
    const rim_vec3 *p = polygon->points;
    int             count = polygon->count < 32 ? polygon->count : 32;
    for (int i = 0; i < count; i++)
    {
        rim_vec3 before = p[(i + count - 1) % count], after = p[(i + 1) % count];
        rim_vec3 m = rim_vec3_normalize(rim_vec3_cross(rim_vec3_sub(p[i], before), normal));
        rim_vec3 n = rim_vec3_normalize(rim_vec3_cross(rim_vec3_sub(after, p[i]), normal));
        float    wide = 1.0f + rim_vec3_dot(m, n);
        float    grow = by * rim_vec3_distance(kit_3d_eye(k), p[i]) / fmaxf(wide, 0.3f);
        out[i] = rim_vec3_along(p[i], rim_vec3_add(m, n), grow);
    }
    return count;
}

static void draw_shades(kit *k, const shade_bins *b, const rim_bsp_piece *piece, rim_sphere around,
                        rim_vec3 normal)
{
    rim_vec3 surface[32];
    short    drawn[64];
    int      count = 0, corners = grow_piece(k, &piece->polygon, normal, surface);
    for (int x = square(around.center.x - around.radius);
         x <= square(around.center.x + around.radius); x++)
        for (int z = square(around.center.z - around.radius);
             z <= square(around.center.z + around.radius); z++)
            for (int e = b->head[cell_of(x, z)]; e >= 0; e = b->next[e])
            {
                const kit_shadow *shadow = &b->shadows[b->shadow[e]];
                int               known = 0;
                while (known < count && drawn[known] != b->shadow[e]) known++;
                if (known < count || count == 64) continue;
                if (!kit_shadow_near(shadow, around.center, around.radius)) continue;
                drawn[count++] = b->shadow[e];
                kit_3d_shadow(k, shadow, surface, corners, REACH);
            }
}

// --- drawing --------------------------------------------------------------------------------------------

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
void level_draw(kit *k, const level *l, bool edges, const kit_shadow *shadows, int shadow_count)
{
    int                  count;
    const rim_bsp_piece *pieces = rim_bsp_pieces(l->cells, &count);
    SDL_Color            line = kit_fade(kit_ink(k, KIT_GROUND), 0.55f);
    shade_bins           bins;
    fill_bins(&bins, shadows, shadow_count);
    rim_bsp_order(l->cells, kit_3d_eye(k), l->order, count);
    for (int i = 0; i < count; i++)
    {
        const rim_bsp_piece *piece = &pieces[l->order[i]];
        const rim_vec3      *p = piece->polygon.points;
        rim_vec3             normal = l->normals[piece->triangle];
        SDL_Color            ink = kit_3d_lit(surface(k, l, piece->triangle), normal);
        l->ranks[piece->triangle] = 2 * (count - i) - 1;
        if (!kit_3d_faces(k, l->triangles[piece->triangle].a, normal)) continue;
        kit_3d_rank(k, 2 * (count - i));
        for (int c = 2; c < piece->polygon.count; c++)
            kit_3d_both_sides(k, p[0], p[c - 1], p[c], ink);
        kit_3d_rank(k, 2 * (count - i) - 1);
        if (kit_3d_sunny(normal)) draw_shades(k, &bins, piece, l->around[l->order[i]], normal);
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
