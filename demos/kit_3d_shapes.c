// Things of the solid world made of the view's triangles, lines and dots.
#include "kit_3d.h"
#include "kit_inside.h"

SDL_Color kit_3d_lit(SDL_Color colour, rim_vec3 normal)
{
    rim_vec3  sun = { 0.36f, 0.80f, 0.48f };
    float     light = 0.66f + 0.34f * rim_vec3_dot(normal, sun);
    SDL_Color dark = { 12, 15, 24, colour.a };
    return kit_mix(dark, colour, light);
}

void kit_3d_polygon(kit *k, const rim_vec3 *points, int count, SDL_Color colour)
{
    for (int i = 2; i < count; i++)
        kit_3d_both_sides(k, points[0], points[i - 1], points[i], colour);
}

void kit_3d_loop(kit *k, const rim_vec3 *points, int count, float width, SDL_Color colour)
{
    for (int i = 0; i < count; i++)
        kit_3d_line(k, points[i], points[(i + 1) % count], width, colour);
}

void kit_3d_arrow(kit *k, rim_vec3 a, rim_vec3 b, float width, SDL_Color colour)
{
    rim_vec3 way = rim_vec3_normalize(rim_vec3_sub(b, a));
    rim_vec3 side = rim_vec3_perpendicular(way);
    rim_vec3 across = rim_vec3_cross(way, side);
    float    head = 0.22f * rim_vec3_distance(b, a);
    kit_3d_line(k, a, b, width, colour);
    for (int i = 0; i < 4; i++)
    {
        rim_vec3 out = rim_vec3_scale(i / 2 ? across : side, (i % 2 ? 0.4f : -0.4f) * head);
        rim_vec3 back = rim_vec3_add(rim_vec3_along(b, way, -head), out);
        kit_3d_line(k, b, back, width, colour);
    }
}

void kit_3d_text(kit *k, rim_vec3 p, kit_size size, SDL_Color colour, const char *text)
{
    rim_vec2 at;
    if (kit_3d_project(k, p, &at)) kit_text(k, at.x, at.y, size, colour, "%s", text);
}

// --- round things -------------------------------------------------------------------------------------

#define AROUND 28
#define CAP 7 // steps from a pole to the equator

typedef struct axes
{
    rim_vec3 x, y, z; // y along the axis
} axes;

static axes axes_of(rim_vec3 a, rim_vec3 b)
{
    axes     f;
    rim_vec3 way = rim_vec3_sub(b, a);
    f.y = rim_vec3_length(way) > 0.0f ? rim_vec3_normalize(way) : rim_vec3_make(0.0f, 1.0f, 0.0f);
    f.x = rim_vec3_perpendicular(f.y);
    f.z = rim_vec3_cross(f.x, f.y);
    return f;
}

// Row 0 is the pole at a, the last row the one at b; the two rows in the middle are the equators.
#define ROWS (2 * CAP + 2)

static rim_vec3 direction(const axes *f, int row, int column)
{
    int             up = row <= CAP ? row - CAP : row - CAP - 1;
    rim_sincos_pair rise = rim_sincos(0.5 * RIM_PI * up / CAP);
    rim_sincos_pair turn = rim_sincos(2.0 * RIM_PI * column / AROUND);
    rim_vec3        n = rim_vec3_scale(f->y, (float)rise.sin);
    n = rim_vec3_along(n, f->x, (float)(rise.cos * turn.cos));
    return rim_vec3_along(n, f->z, (float)(rise.cos * turn.sin));
}

static rim_vec3 on_round(const axes *f, rim_vec3 a, rim_vec3 b, float radius, int row, int column)
{
    return rim_vec3_along(row <= CAP ? a : b, direction(f, row, column), radius);
}

void kit_3d_round(kit *k, rim_vec3 a, rim_vec3 b, float radius, SDL_Color colour)
{
    axes f = axes_of(a, b);
    for (int row = 0; row + 1 < ROWS; row++)
        for (int i = 0; i < AROUND; i++)
        {
            rim_vec3  p = on_round(&f, a, b, radius, row, i);
            rim_vec3  q = on_round(&f, a, b, radius, row, i + 1);
            rim_vec3  r = on_round(&f, a, b, radius, row + 1, i + 1);
            rim_vec3  s = on_round(&f, a, b, radius, row + 1, i);
            rim_vec3  middle = rim_vec3_add(direction(&f, row, i), direction(&f, row + 1, i + 1));
            SDL_Color ink = kit_3d_lit(colour, rim_vec3_normalize(middle));
            kit_3d_triangle(k, p, r, q, ink);
            kit_3d_triangle(k, p, s, r, ink);
        }
}

static void ring(kit *k, rim_vec3 centre, rim_vec3 x, rim_vec3 y, float radius, float width,
                 SDL_Color colour)
{
    rim_vec3 points[AROUND];
    for (int i = 0; i < AROUND; i++)
    {
        rim_sincos_pair turn = rim_sincos(2.0 * RIM_PI * i / AROUND);
        rim_vec3        p = rim_vec3_along(centre, x, radius * (float)turn.cos);
        points[i] = rim_vec3_along(p, y, radius * (float)turn.sin);
    }
    kit_3d_loop(k, points, AROUND, width, colour);
}

// The half circle over a pole, from x over +-y to -x.
static void bow(kit *k, rim_vec3 centre, rim_vec3 x, rim_vec3 pole, float radius, float width,
                SDL_Color colour)
{
    rim_vec3 before = rim_vec3_along(centre, x, radius);
    for (int i = 1; i <= AROUND / 2; i++)
    {
        rim_sincos_pair turn = rim_sincos(2.0 * RIM_PI * i / AROUND);
        rim_vec3        p = rim_vec3_along(centre, x, radius * (float)turn.cos);
        p = rim_vec3_along(p, pole, radius * (float)turn.sin);
        kit_3d_line(k, before, p, width, colour);
        before = p;
    }
}

void kit_3d_rings(kit *k, rim_vec3 a, rim_vec3 b, float radius, float width, SDL_Color colour)
{
    axes     f = axes_of(a, b);
    rim_vec3 down = rim_vec3_negate(f.y);
    ring(k, a, f.x, f.z, radius, width, colour);
    ring(k, b, f.x, f.z, radius, width, colour);
    for (int i = 0; i < 2; i++)
    {
        rim_vec3 side = i ? f.z : f.x;
        bow(k, a, side, down, radius, width, colour);
        bow(k, b, side, f.y, radius, width, colour);
        kit_3d_line(k, rim_vec3_along(a, side, radius), rim_vec3_along(b, side, radius), width,
                    colour);
        kit_3d_line(k, rim_vec3_along(a, side, -radius), rim_vec3_along(b, side, -radius), width,
                    colour);
    }
}
