#include "sprites.h"

#include "kit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    CIRCLES = 24
};

// A shape is given by about how far a point is outside of it, in units of half the sprite's side, the
// point in -1 .. 1.
typedef struct shape
{
    int    kind, lobes;
    double phase, thickness;
    double x[CIRCLES], y[CIRCLES], r[CIRCLES];
} shape;

static shape random_shape(bench_random *random, int kind)
{
    shape s = { .kind = kind,
                .lobes = bench_int(random, 3, 9),
                .phase = 6.28 * bench_unit(random) };
    s.thickness = 0.08 + 0.2 * bench_unit(random);
    for (int i = 0; i < CIRCLES; i++)
    {
        s.r[i] = 0.06 + 0.2 * bench_unit(random);
        double reach = 0.98 - s.r[i], angle = 6.28 * bench_unit(random);
        double far = reach * sqrt(bench_unit(random));
        s.x[i] = far * cos(angle);
        s.y[i] = far * sin(angle);
    }
    return s;
}

static double star(const shape *s, double x, double y)
{
    double edge = 0.7 + 0.27 * cos(s->lobes * atan2(y, x) + s->phase);
    return hypot(x, y) - edge;
}

static double ring(const shape *s, double x, double y)
{
    return fabs(hypot(x, y) - (0.97 - s->thickness)) - s->thickness;
}

static double frame(const shape *s, double x, double y)
{
    double far = fabs(x) > fabs(y) ? fabs(x) : fabs(y);
    return fabs(far - (0.97 - s->thickness)) - s->thickness;
}

static double tree(const shape *s, double x, double y)
{
    double nearest = fabs(x) > 0.05 ? fabs(x) - 0.05 : y < 0.0 ? -y : 0.0;
    for (int i = 0; i < CIRCLES; i++)
    {
        double d = hypot(x - s->x[i], y - s->y[i]) - s->r[i];
        if (d < nearest) nearest = d;
    }
    return nearest > 0.0 || y > 0.0 || fabs(x) > 0.05 ? nearest : -0.01;
}

// Strokes in cells; which ones a cell has comes from the circles' places.
static double letters(const shape *s, double x, double y)
{
    double u = (x + 1.0) * 4.0, v = (y + 1.0) * 3.0;
    int    column = (int)u, row = (int)v, cell = (column + 7 * row) % CIRCLES;
    double cx = u - column - 0.5, cy = v - row - 0.5;
    double upright = fabs(cx - (s->x[cell] > 0.0 ? 0.2 : -0.2)) - 0.1;
    double level = fabs(cy - 0.4 * s->y[cell]) - 0.08;
    double stroke = upright < level ? upright : level;
    double border = (fabs(cx) > fabs(cy) ? fabs(cx) : fabs(cy)) - 0.42;
    return (stroke > border ? stroke : border) / 4.0;
}

static double outside(const shape *s, double x, double y)
{
    switch (s->kind)
    {
    case 0:
        return star(s, x, y);
    case 1:
        return ring(s, x, y);
    case 2:
        return frame(s, x, y);
    case 3:
        return tree(s, x, y);
    default:
        return letters(s, x, y);
    }
}

static bool draw(sprite_image *image, const shape *s, int width, int height, int margin)
{
    image->width = width;
    image->height = height;
    image->rgba = malloc(4 * (size_t)width * (size_t)height);
    if (!image->rgba) return false;
    double half_w = 0.5 * width - margin, half_h = 0.5 * height - margin;
    double scale = half_w < half_h ? half_w : half_h;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
        {
            uint8_t *p = image->rgba + 4 * ((size_t)y * (size_t)width + (size_t)x);
            double   px = (x + 0.5 - 0.5 * width) / half_w, py = (y + 0.5 - 0.5 * height) / half_h;
            double cover = fabs(px) < 1.0 && fabs(py) < 1.0 ? 0.5 - scale * outside(s, px, py) : 0;
            cover = cover < 0.0 ? 0.0 : cover > 1.0 ? 1.0 : cover;
            p[0] = (uint8_t)(x & 255);
            p[1] = (uint8_t)(y & 255);
            p[2] = 128;
            p[3] = (uint8_t)(255.0 * cover + 0.5);
        }
    return true;
}

bool sprite_set_draw(sprite_set *set, const char *name, int side, int count)
{
    bench_random random = { (uint64_t)side + 1 };
    memset(set, 0, sizeof *set);
    set->name = name;
    for (; set->count < count; set->count++)
    {
        shape s = random_shape(&random, set->count % 5);
        int   longer = side ? side : 12 + (int)(338.0 * pow(bench_unit(&random), 2.0));
        int   other = longer * bench_int(&random, 60, 100) / 100;
        bool  wide = bench_int(&random, 0, 1) == 1;
        int   margin = side ? 0 : longer * bench_int(&random, 0, 15) / 100;
        if (!draw(&set->images[set->count], &s, wide ? longer : other, wide ? other : longer,
                  margin))
            return false;
    }
    return true;
}

void sprite_set_free(sprite_set *set)
{
    for (int i = 0; i < set->count; i++) free(set->images[i].rgba);
}
