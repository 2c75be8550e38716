#include "support/shared_area.h"

#include "flat/sprite/data.h"

#include <math.h>

typedef struct place
{
    long double x, y;
} place;

enum
{
    MOST_CORNERS = 16
};

typedef struct piece
{
    int   count;
    place at[MOST_CORNERS];
} piece;

// A corner of a pixel in the world, about an origin.
static place corner_of(rim_posed a, int x, int y, place origin)
{
    rim_vec2    anchor = rim_sprite_anchor(a.sprite);
    long double u = (long double)x - anchor.x, v = (long double)y - anchor.y;
    place       p = { a.pose.a * u + a.pose.c * v + (a.pose.tx - origin.x),
                      a.pose.b * u + a.pose.d * v + (a.pose.ty - origin.y) };
    return p;
}

static piece pixel_of(rim_posed a, int x, int y, place origin)
{
    piece p = { 4,
                { corner_of(a, x, y, origin), corner_of(a, x + 1, y, origin),
                  corner_of(a, x + 1, y + 1, origin), corner_of(a, x, y + 1, origin) } };
    return p;
}

static long double side_of(place a, place b, place p)
{
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

// Keeps what is on the inner side of all edges of a parallelogram, or beyond it by no more than `slack` (Sutherland and
// Hodgman 1974).
static void clip(piece *p, const piece *by, long double slack)
{
    long double turn = side_of(by->at[0], by->at[1], by->at[2]) < 0.0L ? -1.0L : 1.0L;
    for (int k = 0; k < 4; k++)
    {
        place       a = by->at[k], b = by->at[(k + 1) % 4];
        long double beyond = slack * hypotl(b.x - a.x, b.y - a.y);
        piece       kept = { .count = 0 };
        for (int i = 0; i < p->count; i++)
        {
            place       c = p->at[i], d = p->at[(i + 1) % p->count];
            long double dc = turn * side_of(a, b, c) + beyond,
                        dd = turn * side_of(a, b, d) + beyond;
            if (dc >= 0.0L) kept.at[kept.count++] = c;
            if ((dc > 0.0L && dd < 0.0L) || (dc < 0.0L && dd > 0.0L))
            {
                long double t = dc / (dc - dd);
                place       e = { c.x + t * (d.x - c.x), c.y + t * (d.y - c.y) };
                kept.at[kept.count++] = e;
            }
        }
        *p = kept;
    }
}

static long double area_of(const piece *p)
{
    long double twice = 0.0L;
    for (int i = 1; i + 1 < p->count; i++) twice += side_of(p->at[0], p->at[i], p->at[i + 1]);
    return 0.5L * fabsl(twice);
}

// The length of a segment that lies in a solid pixel of b or on its border.
static long double length_in(place from, place to, rim_posed b, place origin, long double slack)
{
    const rim_mask *m = rim_sprite_mask(b.sprite);
    long double     sum = 0.0L;
    for (int y = 0; y < rim_mask_height(m); y++)
        for (int x = 0; x < rim_mask_width(m); x++)
        {
            if (!rim_mask_get(m, x, y)) continue;
            piece pixel = pixel_of(b, x, y, origin), line = { 2, { from, to } };
            clip(&line, &pixel, slack);
            long double longest = 0.0L; // of a line there and back some corners come twice
            for (int i = 1; i < line.count; i++)
            {
                long double length =
                    hypotl(line.at[i].x - line.at[0].x, line.at[i].y - line.at[0].y);
                longest = length > longest ? length : longest;
            }
            sum += longest;
        }
    return sum;
}

// Of the edges between a solid pixel and an empty one of a.
static long double border_in(rim_posed a, rim_posed b, place origin, long double slack)
{
    const rim_mask *m = rim_sprite_mask(a.sprite);
    long double     sum = 0.0L;
    for (int y = 0; y <= rim_mask_height(m); y++)
        for (int x = 0; x <= rim_mask_width(m); x++)
        {
            bool  here = rim_mask_get(m, x, y);
            place corner = corner_of(a, x, y, origin);
            if (here != rim_mask_get(m, x, y - 1))
                sum += length_in(corner, corner_of(a, x + 1, y, origin), b, origin, slack);
            if (here != rim_mask_get(m, x - 1, y))
                sum += length_in(corner, corner_of(a, x, y + 1, origin), b, origin, slack);
        }
    return sum;
}

static double side_of_bounds(rim_posed a)
{
    rim_box2 box = sprite_image_bounds(a);
    double   w = (double)box.hi.x - box.lo.x, h = (double)box.hi.y - box.lo.y;
    return w > h ? w : h;
}

shared_area shared_area_of(rim_posed a, rim_posed b)
{
    const rim_mask *m = rim_sprite_mask(a.sprite), *n = rim_sprite_mask(b.sprite);
    place           none = { 0.0L, 0.0L }, origin = corner_of(b, 0, 0, none);
    long double     area = 0.0L;
    for (int y = 0; y < rim_mask_height(m); y++)
        for (int x = 0; x < rim_mask_width(m); x++)
            for (int k = 0; k < rim_mask_width(n) * rim_mask_height(n); k++)
            {
                int i = k % rim_mask_width(n), j = k / rim_mask_width(n);
                if (!rim_mask_get(m, x, y) || !rim_mask_get(n, i, j)) continue;
                piece p = pixel_of(a, x, y, origin), q = pixel_of(b, i, j, origin);
                clip(&p, &q, 0.0L);
                area += area_of(&p);
            }
    shared_area out;
    double      one = side_of_bounds(a), other = side_of_bounds(b);
    out.side = one > other ? one : other;
    out.area = (double)area;
    long double slack = 1e-14L * out.side;
    out.border = (double)(border_in(a, b, origin, slack) + border_in(b, a, origin, slack));
    return out;
}

double shared_area_error(const shared_area *shared)
{
    return 1e-12 * shared->area + 1e-14 * shared->border * shared->side;
}
