// Things of the solid world made of the view's triangles, lines and dots.
#include "kit_3d.h"
#include "kit_inside.h"

#include <math.h>

static const rim_vec3 SUN = { 0.36f, 0.80f, 0.48f }; // where it stands; of length 1

rim_vec3 kit_3d_sun(void)
{
    return SUN;
}

bool kit_3d_sunny(rim_vec3 normal)
{
    return rim_vec3_dot(normal, SUN) > 0.0f;
}

SDL_Color kit_3d_lit(SDL_Color colour, rim_vec3 normal)
{
    float     light = 0.66f + 0.34f * rim_vec3_dot(normal, SUN);
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

void kit_3d_box(kit *k, rim_box3 box, float edges, SDL_Color colour)
{
    static const int      SIDES[6][4] = { { 0, 4, 6, 2 }, { 1, 3, 7, 5 }, { 0, 1, 5, 4 },
                                          { 2, 6, 7, 3 }, { 0, 2, 3, 1 }, { 4, 5, 7, 6 } };
    static const rim_vec3 NORMALS[6] = { { -1, 0, 0 }, { 1, 0, 0 },  { 0, -1, 0 },
                                         { 0, 1, 0 },  { 0, 0, -1 }, { 0, 0, 1 } };
    rim_vec3              p[8];
    for (int i = 0; i < 8; i++)
        p[i] = rim_vec3_make(i & 1 ? box.hi.x : box.lo.x, i & 2 ? box.hi.y : box.lo.y,
                             i & 4 ? box.hi.z : box.lo.z);
    for (int i = 0; i < 6; i++)
    {
        const int *s = SIDES[i];
        SDL_Color  lit = kit_3d_lit(colour, NORMALS[i]);
        kit_3d_triangle(k, p[s[0]], p[s[1]], p[s[2]], lit);
        kit_3d_triangle(k, p[s[0]], p[s[2]], p[s[3]], lit);
        if (edges <= 0.0f || !kit_3d_faces(k, p[s[0]], NORMALS[i])) continue;
        for (int e = 0; e < 4; e++)
            kit_3d_line(k, p[s[e]], p[s[(e + 1) % 4]], edges,
                        kit_mix(kit_ink(k, KIT_TEXT), colour, 0.35f));
    }
}

rim_box2 kit_3d_bounds(kit *k, const rim_vec3 *points, int count, float radius)
{
    rim_box2 box =
        rim_box2_make(rim_vec2_make(INFINITY, INFINITY), rim_vec2_make(-INFINITY, -INFINITY));
    for (int i = 0; i < 8 * count; i++)
    {
        rim_vec3 p = points[i / 8];
        rim_vec2 at;
        p.x += i & 1 ? radius : -radius;
        p.y += i & 2 ? radius : -radius;
        p.z += i & 4 ? radius : -radius;
        if (!kit_3d_project(k, p, &at)) continue;
        box.lo = rim_vec2_make(fminf(box.lo.x, at.x), fminf(box.lo.y, at.y));
        box.hi = rim_vec2_make(fmaxf(box.hi.x, at.x), fmaxf(box.hi.y, at.y));
    }
    return box;
}

// --- ground and shadows ---------------------------------------------------------------------------------

// The directions of a shadow's sides, across the sun's rays.
static const rim_vec3 *shadow_sides(void)
{
    static rim_vec3 sides[KIT_SHADOW_SIDES];
    if (sides[0].x != 0.0f || sides[0].y != 0.0f || sides[0].z != 0.0f) return sides;
    rim_vec3 x = rim_vec3_perpendicular(SUN), y = rim_vec3_cross(SUN, x);
    for (int i = 0; i < KIT_SHADOW_SIDES; i++)
    {
        rim_sincos_pair turn = rim_sincos(2.0 * RIM_PI * i / KIT_SHADOW_SIDES);
        sides[i] = rim_vec3_along(rim_vec3_scale(x, (float)turn.cos), y, (float)turn.sin);
    }
    return sides;
}

// What does not hang on the surface is computed but once for each body.
kit_shadow kit_shadow_hull(const rim_vec3 *points, int count, float radius)
{
    const rim_vec3 *sides = shadow_sides();
    kit_shadow      s = { .count = count < 8 ? count : 8, .radius = radius };
    for (int i = 0; i < s.count; i++)
    {
        s.points[i] = points[i];
        s.middle = rim_vec3_along(s.middle, s.points[i], 1.0f / (float)s.count);
    }
    for (int i = 0; i < s.count; i++)
        s.around = fmaxf(s.around, rim_vec3_distance(s.middle, s.points[i]));
    for (int i = 0; i < KIT_SHADOW_SIDES; i++)
    {
        s.sides[i] = -INFINITY;
        for (int j = 0; j < s.count; j++)
            s.sides[i] = fmaxf(s.sides[i], rim_vec3_dot(sides[i], s.points[j]));
    }
    return s;
}

kit_shadow kit_shadow_round(rim_vec3 a, rim_vec3 b, float radius)
{
    const rim_vec3 ends[2] = { a, b };
    return kit_shadow_hull(ends, 2, radius);
}

kit_shadow kit_shadow_box(rim_box3 box)
{
    rim_vec3 corners[8];
    for (int i = 0; i < 8; i++)
        corners[i] = rim_vec3_make(i & 1 ? box.hi.x : box.lo.x, i & 2 ? box.hi.y : box.lo.y,
                                   i & 4 ? box.hi.z : box.lo.z);
    return kit_shadow_hull(corners, 8, 0.0f);
}

// How long a length across the view is on the page; very long behind the eye.
static float size_on_page(kit *k, rim_vec3 at, float length)
{
    rim_vec3 across = rim_vec3_perpendicular(rim_vec3_sub(at, kit_3d_eye(k)));
    rim_vec2 p, q;
    if (!kit_3d_project(k, at, &p) || !kit_3d_project(k, rim_vec3_along(at, across, length), &q))
        return INFINITY;
    return rim_vec2_distance(p, q);
}

#define SHADOW_FADE 0.06f // the width of a shadow's fainter edge

bool kit_shadow_near(const kit_shadow *s, rim_vec3 centre, float radius)
{
    const rim_vec3 *sides = shadow_sides();
    float           wide = s->radius + SHADOW_FADE + radius;
    if (rim_vec3_dot(rim_vec3_sub(centre, s->middle), SUN) >= wide + s->around) return false;
    for (int i = 0; i < KIT_SHADOW_SIDES; i++)
        if (rim_vec3_dot(sides[i], centre) >= s->sides[i] + wide) return false;
    return true;
}

#define SHADOW_CORNERS (KIT_SHADOW_SIDES + 24)

// Keeps the part of a polygon with  dot(n, p) <= offset.
static int keep(const rim_vec3 *in, int count, rim_vec3 n, float offset, rim_vec3 *out)
{
    int   kept = 0;
    float before = count ? offset - rim_vec3_dot(n, in[count - 1]) : 0.0f, here;
    for (int i = 0, j = count - 1; i < count && kept + 2 <= SHADOW_CORNERS; j = i++, before = here)
    {
        here = offset - rim_vec3_dot(n, in[i]);
        if ((before < 0.0f) != (here < 0.0f))
            out[kept++] = rim_vec3_lerp(in[j], in[i], before / (before - here));
        if (here >= 0.0f) out[kept++] = in[i];
    }
    return kept;
}

// The shadow begins in the body's middle. The radius is the body's own or a larger one. False if nothing lies in it.
static bool draw_shade(kit *k, const kit_shadow *s, float radius, const rim_vec3 *surface,
                       int count, float reach, SDL_Color ink)
{
    const rim_vec3 *sides = shadow_sides();
    rim_vec3        loops[2][SHADOW_CORNERS];
    float           middle = rim_vec3_dot(SUN, s->middle);
    int             from = 0;
    for (int i = 0; i < count; i++) loops[0][i] = surface[i];
    count = keep(loops[0], count, SUN, middle, loops[1]);
    count = keep(loops[1], count, rim_vec3_negate(SUN), reach - middle, loops[0]);
    for (int i = 0; i < KIT_SHADOW_SIDES && count; i++, from = 1 - from)
        count = keep(loops[from], count, sides[i], s->sides[i] + radius, loops[1 - from]);
    if (count > 2) kit_3d_whole(k, loops[from], count, ink);
    return count > 2;
}

void kit_3d_shadow(kit *k, const kit_shadow *s, const rim_vec3 *surface, int count, float reach)
{
    if (count > SHADOW_CORNERS - KIT_SHADOW_SIDES) return;
    if (size_on_page(k, s->middle, SHADOW_FADE) < 2.0f)
        draw_shade(k, s, s->radius, surface, count, reach, (SDL_Color){ 0, 0, 0, 90 });
    else if (draw_shade(k, s, s->radius + SHADOW_FADE, surface, count, reach,
                        (SDL_Color){ 0, 0, 0, 40 }))
        draw_shade(k, s, s->radius, surface, count, reach, (SDL_Color){ 0, 0, 0, 60 });
}

// The colour of the ground where it is lit.
static SDL_Color floor_ink(kit *k)
{
    rim_vec3 up = { 0.0f, 1.0f, 0.0f };
    return kit_3d_lit(kit_mix(kit_ink(k, KIT_GROUND), kit_ink(k, KIT_OTHER), 0.42f), up);
}

// Squares, each as far as it is from the middle faded into what is behind everything.
void kit_3d_ground(kit *k, rim_vec3 around, float reach)
{
    const float side = reach / 8.0f;
    SDL_Color   ground = kit_ink(k, KIT_GROUND), floor = floor_ink(k);
    for (int i = -8; i < 8; i++)
        for (int j = -8; j < 8; j++)
        {
            float x = around.x + side * (float)i, z = around.z + side * (float)j;
            float dx = x + 0.5f * side - around.x, dz = z + 0.5f * side - around.z;
            float far = sqrtf(dx * dx + dz * dz) / reach;
            if (far >= 1.0f) continue;
            float    y = around.y;
            rim_vec3 p[4] = {
                { x, y, z }, { x, y, z + side }, { x + side, y, z + side }, { x + side, y, z }
            };
            SDL_Color ink = kit_mix(floor, ground, far * far);
            if ((i + j) & 1) ink = kit_mix(ink, ground, 0.16f);
            kit_3d_polygon(k, p, 4, ink);
        }
}

// One colour without opacity: shadows that overlap are one shadow.
static SDL_Color shade_ink(kit *k)
{
    return kit_mix(floor_ink(k), (SDL_Color){ 0, 0, 0, 255 }, 0.42f);
}

void kit_3d_ground_shadow(kit *k, const kit_shadow *s, float height)
{
    rim_vec3 m = s->middle;
    float    far = 4.0f * (fabsf(m.y - height) + 10.0f), y = height;
    rim_vec3 all[4] = { { m.x - far, y, m.z - far },
                        { m.x - far, y, m.z + far },
                        { m.x + far, y, m.z + far },
                        { m.x + far, y, m.z - far } };
    kit_3d_rank(k, -1); // the ground is cut into pieces
    draw_shade(k, s, s->radius, all, 4, 2.0f * far, shade_ink(k));
    kit_3d_rank(k, 0);
}

void kit_3d_ground_shade(kit *k, const rim_vec3 *points, int count, float height)
{
    rim_vec3 down[64];
    count = count < 64 ? count : 64;
    for (int i = 0; i < count; i++)
        down[i] = rim_vec3_along(points[i], SUN, (height - points[i].y) / SUN.y);
    kit_3d_rank(k, -1);
    kit_3d_whole(k, down, count, shade_ink(k));
    kit_3d_rank(k, 0);
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

// Coarser where it is small on the page.
static int fineness(kit *k, rim_vec3 middle, float radius)
{
    float on_page = size_on_page(k, middle, radius);
    return on_page > 24.0f ? 1 : on_page > 5.0f ? 2 : 4;
}

// The directions from the two centres, a row at a time.
typedef struct rows
{
    rim_vec3 n[ROWS][AROUND + 1];
} rows;

// Turn i of AROUND equal ones.
static rim_sincos_pair turn_of(int i)
{
    static rim_sincos_pair turns[AROUND];
    if (turns[0].cos == 0.0)
        for (int j = 0; j < AROUND; j++) turns[j] = rim_sincos(2.0 * RIM_PI * j / AROUND);
    return turns[i % AROUND];
}

static void make_rows(rows *r, const axes *f, int cap, int around)
{
    rim_sincos_pair turn[AROUND + 1];
    for (int i = 0; i <= around; i++) turn[i] = turn_of(i * (AROUND / around));
    for (int row = 0; row < 2 * cap + 2; row++)
    {
        int             up = row <= cap ? row - cap : row - cap - 1;
        rim_sincos_pair rise = rim_sincos(0.5 * RIM_PI * up / cap);
        for (int i = 0; i <= around; i++)
        {
            rim_vec3 n = rim_vec3_scale(f->y, (float)rise.sin);
            n = rim_vec3_along(n, f->x, (float)(rise.cos * turn[i].cos));
            r->n[row][i] = rim_vec3_along(n, f->z, (float)(rise.cos * turn[i].sin));
        }
    }
}

// Draws a flat quad if it looks at the eye. Light is computed for what is seen.
static void draw_facet(kit *k, const rim_vec3 corners[4], rim_vec3 normal, SDL_Color colour)
{
    static const int HALVES[2][3] = { { 0, 2, 1 }, { 0, 3, 2 } };
    rim_vec3         flat =
        rim_vec3_cross(rim_vec3_sub(corners[3], corners[1]), rim_vec3_sub(corners[2], corners[0]));
    if (!k->backs && !kit_3d_faces(k, corners[0], flat)) return;
    SDL_Color ink = kit_3d_lit(colour, rim_vec3_normalize(normal));
    for (int i = 0; i < 2; i++)
        kit_3d_triangle(k, corners[HALVES[i][0]], corners[HALVES[i][1]], corners[HALVES[i][2]],
                        ink);
}

void kit_3d_round(kit *k, rim_vec3 a, rim_vec3 b, float radius, SDL_Color colour)
{
    axes f = axes_of(a, b);
    rows r;
    int  coarse = fineness(k, rim_vec3_lerp(a, b, 0.5f), radius);
    int  cap = coarse == 1 ? CAP : coarse == 2 ? 3 : 2, around = AROUND / coarse;
    make_rows(&r, &f, cap, around);
    for (int row = 0; row < 2 * cap + 1; row++)
        for (int i = 0; i < around; i++)
        {
            rim_vec3 from = row <= cap ? a : b, to = row < cap ? a : b;
            rim_vec3 p = r.n[row][i], q = r.n[row][i + 1];
            rim_vec3 v = r.n[row + 1][i], u = r.n[row + 1][i + 1];
            rim_vec3 corners[4] = { rim_vec3_along(from, p, radius),
                                    rim_vec3_along(from, q, radius), rim_vec3_along(to, u, radius),
                                    rim_vec3_along(to, v, radius) };
            rim_vec3 normal = rim_vec3_add(rim_vec3_add(p, q), rim_vec3_add(u, v));
            draw_facet(k, corners, normal, colour);
        }
}

// Half of a ring takes a whole number of these steps, too.
static int ring_fineness(kit *k, rim_vec3 middle, float radius)
{
    return fineness(k, middle, radius) > 1 ? 2 : 1;
}

static void ring(kit *k, rim_vec3 centre, rim_vec3 x, rim_vec3 y, float radius, float width,
                 SDL_Color colour)
{
    rim_vec3 points[AROUND];
    int      coarse = ring_fineness(k, centre, radius), count = AROUND / coarse;
    for (int i = 0; i < count; i++)
    {
        rim_sincos_pair turn = turn_of(i * coarse);
        rim_vec3        p = rim_vec3_along(centre, x, radius * (float)turn.cos);
        points[i] = rim_vec3_along(p, y, radius * (float)turn.sin);
    }
    kit_3d_loop(k, points, count, width, colour);
}

// The half circle over a pole, from x over +-y to -x.
static void bow(kit *k, rim_vec3 centre, rim_vec3 x, rim_vec3 pole, float radius, float width,
                SDL_Color colour)
{
    rim_vec3 before = rim_vec3_along(centre, x, radius);
    int      coarse = ring_fineness(k, centre, radius);
    for (int i = 1; i <= AROUND / 2 / coarse; i++)
    {
        rim_sincos_pair turn = turn_of(i * coarse);
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
