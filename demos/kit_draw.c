// Lines, discs and polygons with soft edges, from triangles whose outermost vertices fade out.
#include "kit_inside.h"

#define SOFT 0.75f // width of the fade, in units of the page

#define RGB(hex) { (hex) >> 16, (hex) >> 8 & 255, (hex)&255, 255 },
#define DARK(name, dark, light) RGB(dark)
#define LIGHT(name, dark, light) RGB(light)
static const SDL_Color inks[2][KIT_COLOURS] = { { INKS(DARK) }, { INKS(LIGHT) } };

SDL_Color kit_ink(const kit *k, kit_colour which)
{
    return inks[k->light][which];
}

SDL_Color kit_fade(SDL_Color colour, float opacity)
{
    float a = (float)colour.a * opacity;
    colour.a = (Uint8)(a < 0.0f ? 0.0f : a > 255.0f ? 255.0f : a);
    return colour;
}

static Uint8 mix_channel(Uint8 a, Uint8 b, float t)
{
    return (Uint8)((float)a + ((float)b - (float)a) * t + 0.5f);
}

SDL_Color kit_mix(SDL_Color a, SDL_Color b, float t)
{
    t = t > 0.0f ? t < 1.0f ? t : 1.0f : 0.0f;
    return (SDL_Color){ mix_channel(a.r, b.r, t), mix_channel(a.g, b.g, t),
                        mix_channel(a.b, b.b, t), mix_channel(a.a, b.a, t) };
}

bool kit_is_light(const kit *k)
{
    return k->light;
}

SDL_Renderer *kit_renderer(kit *k)
{
    return k->renderer;
}

static SDL_Vertex vertex(rim_vec2 at, SDL_Color colour)
{
    return (SDL_Vertex){ { at.x, at.y }, colour, { 0.0f, 0.0f } };
}

// A ribbon of four strands from a to b: clear, full, full, clear. Lines thinner than the fade keep
// their weight by being fainter.
void kit_line_triangles(rim_vec2 a, rim_vec2 b, float width, SDL_Color colour,
                        SDL_Vertex out[KIT_LINE_CORNERS])
{
    static const char order[KIT_LINE_CORNERS] = { 0, 1, 4, 4, 1, 5, 1, 2, 5,
                                                  5, 2, 6, 2, 3, 6, 6, 3, 7 };
    rim_vec2          side = rim_vec2_quarter(rim_vec2_normalize(rim_vec2_sub(b, a)));
    float             core = width > SOFT ? 0.5f * (width - SOFT) : 0.0f;
    SDL_Color         full = width < SOFT ? kit_fade(colour, width / SOFT) : colour;
    SDL_Color         clear = kit_fade(colour, 0.0f);
    const float       strand[4] = { core + SOFT, core, -core, -core - SOFT };
    SDL_Vertex        v[8];
    for (int i = 0; i < 4; i++)
    {
        SDL_Color ink = i == 0 || i == 3 ? clear : full;
        v[i] = vertex(rim_vec2_along(a, side, strand[i]), ink);
        v[i + 4] = vertex(rim_vec2_along(b, side, strand[i]), ink);
    }
    for (int i = 0; i < KIT_LINE_CORNERS; i++) out[i] = v[(int)order[i]];
}

void kit_line(kit *k, rim_vec2 a, rim_vec2 b, float width, SDL_Color colour)
{
    SDL_Vertex v[KIT_LINE_CORNERS];
    kit_line_triangles(a, b, width, colour, v);
    kit_heard_corners(k, v, KIT_LINE_CORNERS);
    SDL_RenderGeometry(k->renderer, NULL, v, KIT_LINE_CORNERS, NULL, 0);
}

void kit_dashes(kit *k, rim_vec2 a, rim_vec2 b, float width, SDL_Color colour)
{
    rim_vec2 way = rim_vec2_sub(b, a), direction = rim_vec2_normalize(way);
    float    length = rim_vec2_length(way);
    for (float at = 0.0f; at < length && at < 4000.0f; at += 12.0f)
    {
        float end = at + 7.0f < length ? at + 7.0f : length;
        kit_line(k, rim_vec2_along(a, direction, at), rim_vec2_along(a, direction, end), width,
                 colour);
    }
}

void kit_arrow(kit *k, rim_vec2 a, rim_vec2 b, float width, SDL_Color colour)
{
    rim_vec2 way = rim_vec2_sub(b, a), direction = rim_vec2_normalize(way);
    float    head = SDL_min(4.0f * width + 3.0f, rim_vec2_length(way));
    rim_vec2 neck = rim_vec2_along(b, direction, -head);
    rim_vec2 side = rim_vec2_scale(rim_vec2_quarter(direction), 0.45f * head);
    rim_vec2 tip[3] = { b, rim_vec2_add(neck, side), rim_vec2_sub(neck, side) };
    kit_line(k, a, neck, width, colour);
    kit_polygon(k, tip, 3, colour);
}

// Points of a circle, enough of them for its size.
#define ROUND 64

static int round_count(float radius)
{
    int n = 8 + (int)(radius * 0.9f);
    return n < ROUND ? n : ROUND;
}

static rim_vec2 on_circle(rim_vec2 centre, float radius, int i, int n)
{
    rim_sincos_pair turn = rim_sincos(2.0 * RIM_PI * i / n);
    return rim_vec2_make(centre.x + radius * (float)turn.cos, centre.y + radius * (float)turn.sin);
}

void kit_disc(kit *k, rim_vec2 centre, float radius, SDL_Color colour)
{
    SDL_Vertex v[2 * ROUND];
    int        order[9 * ROUND], n = round_count(radius), used = 0;
    float      core = radius > 0.5f * SOFT ? radius - 0.5f * SOFT : 0.0f;
    for (int i = 0; i < n; i++)
    {
        int inner = 2 * i, next = 2 * ((i + 1) % n);
        v[inner] = vertex(on_circle(centre, core, i, n), colour);
        v[inner + 1] = vertex(on_circle(centre, core + SOFT, i, n), kit_fade(colour, 0.0f));
        const int piece[9] = { inner,    inner + 1, next,      next, inner + 1,
                               next + 1, 0,         inner - 2, inner };
        for (int j = 0; j < (i < 2 ? 6 : 9); j++) order[used++] = piece[j];
    }
    kit_heard_corners(k, v, 2 * n);
    SDL_RenderGeometry(k->renderer, NULL, v, 2 * n, order, used);
}

void kit_circle(kit *k, rim_vec2 centre, float radius, float width, SDL_Color colour)
{
    rim_vec2 points[ROUND];
    int      n = round_count(radius);
    for (int i = 0; i < n; i++) points[i] = on_circle(centre, radius, i, n);
    kit_loop(k, points, n, width, colour);
}

static void corners_of(rim_box2 box, rim_vec2 corners[4])
{
    corners[0] = box.lo;
    corners[1] = rim_vec2_make(box.hi.x, box.lo.y);
    corners[2] = box.hi;
    corners[3] = rim_vec2_make(box.lo.x, box.hi.y);
}

void kit_box(kit *k, rim_box2 box, float width, SDL_Color colour)
{
    rim_vec2 corners[4];
    corners_of(box, corners);
    kit_loop(k, corners, 4, width, colour);
}

void kit_fill(kit *k, rim_box2 box, SDL_Color colour)
{
    SDL_FRect rect = { box.lo.x, box.lo.y, box.hi.x - box.lo.x, box.hi.y - box.lo.y };
    SDL_SetRenderDrawColor(k->renderer, colour.r, colour.g, colour.b, colour.a);
    kit_heard(k, &box, sizeof box);
    SDL_RenderFillRectF(k->renderer, &rect);
}

#define CORNERS 64

void kit_polygon(kit *k, const rim_vec2 *points, int count, SDL_Color colour)
{
    SDL_Vertex v[CORNERS];
    int        order[3 * CORNERS], used = 0;
    if (count > CORNERS) count = CORNERS;
    for (int i = 0; i < count; i++) v[i] = vertex(points[i], colour);
    for (int i = 2; i < count; i++)
    {
        order[used++] = 0;
        order[used++] = i - 1;
        order[used++] = i;
    }
    if (used) kit_heard_corners(k, v, count);
    if (used) SDL_RenderGeometry(k->renderer, NULL, v, count, order, used);
    // The seam of a line of no width softens the edge.
    for (int i = 0; i < count; i++)
        kit_line(k, points[i], points[(i + 1) % count], 0.6f, kit_fade(colour, 0.6f));
}

void kit_loop(kit *k, const rim_vec2 *points, int count, float width, SDL_Color colour)
{
    for (int i = 0; i < count; i++) kit_line(k, points[i], points[(i + 1) % count], width, colour);
}

// One pixel wide in a small window, one unit in a large one: never between two pixel centres.
void kit_grid(kit *k, float spacing)
{
    SDL_Color ink = kit_ink(k, KIT_GRID);
    float     scale = 1.0f, unused;
    bool      listening = k->listening;
    k->listening = false; // of the window's size, not of the scene
    SDL_RenderGetScale(k->renderer, &scale, &unused);
    float wide = scale < 1.0f ? 1.0f / scale : 1.0f;
    for (float x = spacing; x < KIT_WIDTH; x += spacing)
        kit_fill(k, rim_box2_make(rim_vec2_make(x, 0), rim_vec2_make(x + wide, KIT_HEIGHT)), ink);
    for (float y = spacing; y < KIT_HEIGHT; y += spacing)
        kit_fill(k, rim_box2_make(rim_vec2_make(0, y), rim_vec2_make(KIT_WIDTH, y + wide)), ink);
    k->listening = listening;
}
