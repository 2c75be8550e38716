// Draws the demos' sprites:  make_sprites DIRECTORY
//
// Every sprite is a signed distance field (negative inside) and a colour for each point. A pixel is
// the mean of 6 x 6 samples, so edges are anti-aliased by true coverage; near the edge the slope of
// the field gives a bevel lit from the upper left, and a dark rim keeps the sprite readable on any
// ground.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

#define SAMPLES 6
#define PI 3.14159265358979323846

typedef struct point
{
    double x, y;
} point;

typedef struct colour
{
    double r, g, b;
} colour;

typedef struct drawing
{
    const char *name;
    int         width, height;
    double (*field)(point p);
    colour (*tint)(point p, double distance);
    double bevel; // how far inward the slope reaches, in pixels
} drawing;

// --- fields -----------------------------------------------------------------------------------------

static double least(double a, double b)
{
    return a < b ? a : b;
}

static double most(double a, double b)
{
    return a > b ? a : b;
}

static double clamp01(double t)
{
    return least(most(t, 0.0), 1.0);
}

static double disc(point p, double x, double y, double radius)
{
    return hypot(p.x - x, p.y - y) - radius;
}

// A segment from a to b, ra thick at a and rb at b.
static double stroke(point p, point a, point b, double ra, double rb)
{
    double dx = b.x - a.x, dy = b.y - a.y;
    double t = clamp01(((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy));
    return hypot(p.x - a.x - t * dx, p.y - a.y - t * dy) - (ra + t * (rb - ra));
}

// The distance to the nearest edge, negative where the winding number says inside.
static double polygon(point p, const point *corners, int count)
{
    double distance = INFINITY;
    int    winding = 0;
    for (int i = 0, j = count - 1; i < count; j = i++)
    {
        point a = corners[j], b = corners[i];
        distance = least(distance, stroke(p, a, b, 0.0, 0.0));
        double side = (b.x - a.x) * (p.y - a.y) - (p.x - a.x) * (b.y - a.y);
        if (a.y <= p.y && b.y > p.y && side > 0.0) winding++;
        if (a.y > p.y && b.y <= p.y && side < 0.0) winding--;
    }
    return winding ? -distance : distance;
}

static double arc(point p, point centre, double radius, double from, double to, double thick)
{
    double angle = atan2(p.y - centre.y, p.x - centre.x);
    while (angle < from) angle += 2.0 * PI;
    if (angle <= to) return fabs(disc(p, centre.x, centre.y, radius)) - thick;
    point a = { centre.x + radius * cos(from), centre.y + radius * sin(from) };
    point b = { centre.x + radius * cos(to), centre.y + radius * sin(to) };
    return least(hypot(p.x - a.x, p.y - a.y), hypot(p.x - b.x, p.y - b.y)) - thick;
}

// A union whose seam is filled over a width of k.
static double blend(double a, double b, double k)
{
    double h = most(k - fabs(a - b), 0.0) / k;
    return least(a, b) - h * h * k / 4.0;
}

static colour mix(colour a, colour b, double t)
{
    t = clamp01(t);
    return (colour){ a.r + t * (b.r - a.r), a.g + t * (b.g - a.g), a.b + t * (b.b - a.b) };
}

static colour hex(uint32_t rgb)
{
    return (colour){ (rgb >> 16) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0 };
}

// --- the ship: solid, a few concave corners -----------------------------------------------------------

static double ship_hull(point p)
{
    static const point hull[] = { { 196, 70 }, { 150, 54 }, { 96, 46 }, { 40, 50 },
                                  { 26, 70 },  { 40, 90 },  { 96, 94 }, { 150, 86 } };
    return polygon(p, hull, 8) - 5.0;
}

static double ship_wings(point p)
{
    p.y = fabs(p.y - 70.0);
    static const point wing[] = { { 118, 18 }, { 62, 58 }, { 22, 62 }, { 46, 18 } };
    return polygon(p, wing, 4) - 3.0;
}

static double ship(point p)
{
    return least(ship_hull(p), ship_wings(p));
}

static colour ship_tint(point p, double distance)
{
    (void)distance;
    if (disc((point){ p.x * 0.55, p.y }, 142 * 0.55, 70, 11) < 0.0)
        return mix(hex(0x9be8ff), hex(0x1f5f9c), (p.y - 58.0) / 22.0);
    if (p.x < 38.0 && fabs(p.y - 70.0) < 16.0)
        return mix(hex(0xffe08a), hex(0xff7a3c), (38 - p.x) / 14);
    if (ship_hull(p) < 0.0)
    {
        if (fabs(p.x - 92.0) < 1.5 || fabs(p.x - 64.0) < 1.5) return hex(0x8f9bb3);
        return mix(hex(0xf2f5fb), hex(0xaab4ca), (p.y - 46.0) / 50.0);
    }
    double from_axis = fabs(p.y - 70.0);
    if (from_axis > 44.0 && from_axis < 51.0) return hex(0xffd166);
    return hex(0xe4572e);
}

// --- the tree: a crown with holes, on a thin trunk -----------------------------------------------------

static double tree_crown(point p)
{
    static const double leaves[][3] = { { 110, 66, 46 }, { 66, 84, 38 },   { 154, 82, 40 },
                                        { 46, 122, 32 }, { 172, 120, 32 }, { 110, 128, 46 },
                                        { 78, 142, 30 }, { 146, 142, 30 } };
    double              distance = INFINITY;
    for (int i = 0; i < 8; i++)
        distance = blend(distance == INFINITY ? 1e3 : distance,
                         disc(p, leaves[i][0], leaves[i][1], leaves[i][2]), 6.0);
    // A ripple on the edge makes leaves of it.
    return distance + 2.4 * sin(p.x * 0.42) * sin(p.y * 0.38 + p.x * 0.11);
}

static double tree_holes(point p)
{
    static const double gaps[][3] = { { 88, 98, 13 },   { 140, 96, 10 }, { 116, 52, 9 },
                                      { 112, 140, 11 }, { 60, 124, 7 },  { 162, 128, 8 } };
    double              distance = INFINITY;
    for (int i = 0; i < 6; i++)
        distance = least(
            distance, disc((point){ p.x, p.y * 1.12 }, gaps[i][0], gaps[i][1] * 1.12, gaps[i][2]));
    return distance + 1.6 * sin(p.x * 0.7) * cos(p.y * 0.6);
}

static double tree_wood(point p)
{
    double wood = stroke(p, (point){ 110, 120 }, (point){ 110, 222 }, 6, 12);
    wood = blend(wood, stroke(p, (point){ 110, 222 }, (point){ 82, 234 }, 8, 3), 8);
    wood = blend(wood, stroke(p, (point){ 110, 222 }, (point){ 140, 234 }, 8, 3), 8);
    wood = blend(wood, stroke(p, (point){ 110, 178 }, (point){ 74, 146 }, 5, 3), 5);
    return blend(wood, stroke(p, (point){ 110, 190 }, (point){ 150, 146 }, 5, 3), 5);
}

static double tree(point p)
{
    return least(most(tree_crown(p), -tree_holes(p)), tree_wood(p));
}

static colour tree_tint(point p, double distance)
{
    (void)distance;
    if (most(tree_crown(p), -tree_holes(p)) >= 0.0)
        return mix(hex(0xa9744f), hex(0x6b4226), (p.x - 100.0) / 26.0);
    double dapple = 0.5 + 0.5 * sin(p.x * 0.19 + 1.0) * sin(p.y * 0.23);
    colour leaf = mix(hex(0x7ed957), hex(0x2b8a3e), (p.y - 20.0) / 150.0);
    return mix(leaf, hex(0xb7f07c), 0.35 * dapple * dapple);
}

// --- the ring: one hole, which other sprites may pass through ------------------------------------------

static double ring(point p)
{
    double angle = atan2(p.y - 96.0, p.x - 96.0);
    double cogs = 5.0 * clamp01(3.0 * cos(12.0 * angle) + 0.5);
    return fabs(disc(p, 96, 96, 66.0 + 0.5 * cogs)) - 15.0 - 0.5 * cogs;
}

static colour ring_tint(point p, double distance)
{
    (void)distance;
    double from = hypot(p.x - 96.0, p.y - 96.0), angle = atan2(p.y - 96.0, p.x - 96.0);
    double turn = angle * 12.0 / (2.0 * PI);
    double nearest = (floor(turn) + 0.5) * 2.0 * PI / 12.0;
    if (disc(p, 96 + 66 * cos(nearest), 96 + 66 * sin(nearest), 4.0) < 0.0) return hex(0x7a4b12);
    return mix(hex(0xffe29a), hex(0xd98e1f), fabs(from - 66.0) / 16.0);
}

// --- the crescent: concave ---------------------------------------------------------------------------

static double crescent(point p)
{
    return most(disc(p, 92, 96, 84), -disc(p, 132, 78, 70));
}

static colour crescent_tint(point p, double distance)
{
    (void)distance;
    static const double craters[][3] = { { 46, 62, 9 },   { 34, 108, 12 }, { 70, 146, 10 },
                                         { 112, 160, 7 }, { 58, 128, 5 },  { 26, 82, 5 } };
    colour              face = mix(hex(0xfdf3c8), hex(0xcdb8e8), (p.x + p.y - 80.0) / 190.0);
    for (int i = 0; i < 6; i++)
    {
        double from = disc(p, craters[i][0], craters[i][1], craters[i][2]);
        if (from < 0.0) face = mix(hex(0xb8a6d0), face, 0.15 - from / craters[i][2] * 0.5);
    }
    return face;
}

// --- the sword: thin, and not along an axis ------------------------------------------------------------

static point sword_frame(point p)
{
    // Along the blade from the pommel at the lower left to the tip at the upper right.
    double x = p.x - 22.0, y = p.y - 218.0, half = 0.70710678118654752440;
    return (point){ (x - y) * half, (x + y) * half };
}

static double sword(point p)
{
    p = sword_frame(p);
    static const point blade[] = { { 66, -6 }, { 236, -4.5 }, { 276, 0 }, { 236, 4.5 }, { 66, 6 } };
    double             distance = polygon(p, blade, 5);
    distance = least(distance, stroke(p, (point){ 10, 0 }, (point){ 60, 0 }, 4.5, 4.5));
    distance = least(distance, disc(p, 4, 0, 9));
    return least(distance, stroke(p, (point){ 62, -27 }, (point){ 62, 27 }, 5, 5));
}

static colour sword_tint(point p, double distance)
{
    (void)distance;
    p = sword_frame(p);
    if (p.x > 67.0) return p.y < 0.0 ? hex(0xf4f8ff) : hex(0xa9bdd6);
    if (p.x < 14.0 || p.x > 55.0) return mix(hex(0xffd166), hex(0xc98a1b), 0.5 + p.y / 40.0);
    return sin(p.x * 0.9 + p.y * 0.5) > 0.0 ? hex(0x8c3b2a) : hex(0x5c2418);
}

// --- the word: several islands, one of them with a hole ------------------------------------------------

static double word(point p)
{
    const double t = 9.0;
    double       r = stroke(p, (point){ 22, 24 }, (point){ 22, 96 }, t, t);
    r = least(r, stroke(p, (point){ 22, 24 }, (point){ 48, 24 }, t, t));
    r = least(r, stroke(p, (point){ 22, 62 }, (point){ 48, 62 }, t, t));
    r = least(r, arc(p, (point){ 48, 43 }, 19, -PI / 2, PI / 2, t));
    r = least(r, stroke(p, (point){ 42, 62 }, (point){ 66, 96 }, t, t));
    double i = stroke(p, (point){ 104, 52 }, (point){ 104, 96 }, t, t);
    i = least(i, disc(p, 104, 24, 11));
    double m = stroke(p, (point){ 142, 96 }, (point){ 142, 24 }, t, t);
    m = least(m, stroke(p, (point){ 142, 24 }, (point){ 174, 66 }, t, t));
    m = least(m, stroke(p, (point){ 174, 66 }, (point){ 206, 24 }, t, t));
    m = least(m, stroke(p, (point){ 206, 24 }, (point){ 206, 96 }, t, t));
    return least(r, least(i, m));
}

static colour word_tint(point p, double distance)
{
    (void)distance;
    colour left = mix(hex(0x8be9fd), hex(0xbd93f9), p.x / 114.0);
    return p.x < 114.0 ? left : mix(hex(0xbd93f9), hex(0xff79c6), (p.x - 114.0) / 114.0);
}

// --- pixels ------------------------------------------------------------------------------------------

static double clamped_slope(const drawing *it, point p, double distance)
{
    const double h = 0.25;
    double       x = it->field((point){ p.x + h, p.y }) - distance;
    double       y = it->field((point){ p.x, p.y + h }) - distance;
    double       length = hypot(x, y);
    if (length == 0.0) return 0.0;
    return (-0.55 * x - 0.83 * y) / length; // towards the light at the upper left
}

static colour shade(const drawing *it, point p, double distance)
{
    colour c = it->tint(p, distance);
    double edge = clamp01(1.0 + distance / it->bevel);
    double light = clamped_slope(it, p, distance) * edge;
    c = mix(c, light > 0.0 ? hex(0xffffff) : hex(0x101828), 0.42 * fabs(light));
    return distance > -1.4 ? mix(c, hex(0x131a2a), 0.62) : c;
}

static void paint_pixel(const drawing *it, int px, int py, unsigned char *out)
{
    colour sum = { 0, 0, 0 };
    int    inside = 0;
    for (int k = 0; k < SAMPLES * SAMPLES; k++)
    {
        point  p = { px + (k % SAMPLES + 0.5) / SAMPLES, py + (k / SAMPLES + 0.5) / SAMPLES };
        double distance = it->field(p);
        if (distance > 0.0) continue;
        colour c = shade(it, p, distance);
        sum = (colour){ sum.r + c.r, sum.g + c.g, sum.b + c.b };
        inside++;
    }
    double n = inside ? inside : 1;
    out[0] = (unsigned char)lround(255.0 * clamp01(sum.r / n));
    out[1] = (unsigned char)lround(255.0 * clamp01(sum.g / n));
    out[2] = (unsigned char)lround(255.0 * clamp01(sum.b / n));
    out[3] = (unsigned char)lround(255.0 * inside / (SAMPLES * SAMPLES));
}

// Transparent pixels beside the sprite take its rim's colour, so that filtering shows no dark seam.
static void bleed(unsigned char *pixels, int width, int height)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
        {
            unsigned char *out = pixels + 4 * (y * width + x);
            if (out[3]) continue;
            int sum[3] = { 0, 0, 0 }, n = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                {
                    if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
                    const unsigned char *it = out + 4 * (dy * width + dx);
                    if (!it[3]) continue;
                    for (int i = 0; i < 3; i++) sum[i] += it[i];
                    n++;
                }
            for (int i = 0; i < 3 && n; i++) out[i] = (unsigned char)(sum[i] / n);
        }
}

static bool draw(const drawing *it, const char *directory)
{
    size_t         row = 4 * (size_t)it->width;
    unsigned char *pixels = malloc(row * (size_t)it->height);
    if (!pixels) return false;
    for (int y = 0; y < it->height; y++)
        for (int x = 0; x < it->width; x++)
            paint_pixel(it, x, y, pixels + (size_t)y * row + 4 * (size_t)x);
    bleed(pixels, it->width, it->height);
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.png", directory, it->name);
    bool written = stbi_write_png(path, it->width, it->height, 4, pixels, (int)row) != 0;
    free(pixels);
    if (written)
        printf("%s: %d x %d\n", path, it->width, it->height);
    else
        fprintf(stderr, "make_sprites: %s: cannot be written\n", path);
    return written;
}

static const drawing drawings[] = {
    { "ship", 212, 140, ship, ship_tint, 9 },
    { "tree", 220, 246, tree, tree_tint, 10 },
    { "ring", 192, 192, ring, ring_tint, 11 },
    { "crescent", 180, 192, crescent, crescent_tint, 12 },
    { "sword", 240, 240, sword, sword_tint, 3 },
    { "word", 228, 118, word, word_tint, 8 },
};

int main(int argc, char **argv)
{
    if (argc != 2)
    {
        fprintf(stderr, "usage: make_sprites DIRECTORY\n");
        return 2;
    }
    for (size_t i = 0; i < sizeof drawings / sizeof *drawings; i++)
        if (!draw(&drawings[i], argv[1])) return 1;
    return 0;
}
