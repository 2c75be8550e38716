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

// How far the shell is drawn behind its place, and how far around it is looked at to be sure.
#define BEHIND 1.5f

// A floor with pillars on it can hide nothing that is near: it may always be drawn before them, which
// sorting by distance alone would not see.
static bool is_shell(const level *l, int triangle)
{
    const rim_triangle *t = &l->triangles[triangle];
    rim_plane           plane = rim_plane_of_triangle(t->a, t->b, t->c);
    rim_box3            near = rim_box3_add(rim_box3_add(rim_box3_make(t->a, t->a), t->b), t->c);
    near = rim_box3_grow(near, 1.1f * BEHIND);
    for (int i = 0; i < l->count; i++)
    {
        if (!level_near(l, i, near)) continue;
        for (int e = 0; e < 3; e++)
            if (rim_plane_distance(plane, corner(&l->triangles[i], e)) < -1e-3f) return false;
    }
    return true;
}

static bool prepare(level *l)
{
    l->triangles = rim_soup_triangles(l->soup, &l->count);
    l->normals = calloc((size_t)l->count + 1, sizeof *l->normals);
    l->inner = calloc(3 * (size_t)l->count + 1, sizeof *l->inner);
    l->shell = calloc((size_t)l->count + 1, sizeof *l->shell);
    if (!l->normals || !l->inner || !l->shell) return false;
    for (int i = 0; i < l->count; i++)
    {
        const rim_triangle *t = &l->triangles[i];
        l->normals[i] = rim_triangle_normal(t->a, t->b, t->c);
    }
    for (int i = 0; i < l->count; i++) l->shell[i] = is_shell(l, i);
    for (int i = 0; i < 3 * l->count; i++) l->inner[i] = is_seam(l, i / 3, i % 3);
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
    rim_status status = rim_soup_create_from_raw(&l->soup, text, size, &error, NULL);
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
    free(l->shell);
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
    int             points, found = 0;
    const rim_vec3 *corners = rim_soup_points(l->soup, &points);
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

void level_draw(kit *k, const level *l, bool edges)
{
    SDL_Color line = kit_fade(kit_ink(k, KIT_GROUND), 0.55f);
    for (int i = 0; i < l->count; i++)
    {
        const rim_triangle *t = &l->triangles[i];
        SDL_Color           ink = kit_3d_lit(surface(k, l->normals[i]), l->normals[i]);
        kit_3d_lift(k, l->shell[i] ? -BEHIND : 0.0f);
        kit_3d_triangle(k, t->a, t->b, t->c, ink);
        if (!edges || !kit_3d_faces(k, t->a, l->normals[i])) continue;
        for (int e = 0; e < 3; e++)
            if (!l->inner[3 * i + e]) kit_3d_line(k, corner(t, e), corner(t, e + 1), 1.0f, line);
    }
    kit_3d_lift(k, 0.0f);
}
