#include "support/pixels.h"

#include <math.h>
#include <string.h>

wide exact_units(double value, int bits)
{
    double scaled = ldexp(value, bits);
    assert_true(scaled == rint(scaled));
    return (wide)scaled;
}

wide2 exact_units2(rim_vec2 p, int bits)
{
    wide2 q = { exact_units(p.x, bits), exact_units(p.y, bits) };
    return q;
}

// From units of 2^-30.
static wide in_units(wide value, int bits)
{
    wide unit = (wide)1 << (30 - bits);
    assert_true(value % unit == 0);
    return value / unit;
}

pixel_grid pixel_grid_of(rim_posed a, int bits)
{
    rim_vec2   anchor = rim_sprite_anchor(a.sprite);
    wide       px = exact_units(anchor.x, 10), py = exact_units(anchor.y, 10);
    wide       right_x = exact_units(a.pose.a, 20), right_y = exact_units(a.pose.b, 20);
    wide       down_x = exact_units(a.pose.c, 20), down_y = exact_units(a.pose.d, 20);
    pixel_grid grid;
    grid.origin.x = in_units(exact_units(a.pose.tx, 30) - right_x * px - down_x * py, bits);
    grid.origin.y = in_units(exact_units(a.pose.ty, 30) - right_y * px - down_y * py, bits);
    grid.right.x = in_units(right_x * 1024, bits), grid.right.y = in_units(right_y * 1024, bits);
    grid.down.x = in_units(down_x * 1024, bits), grid.down.y = in_units(down_y * 1024, bits);
    return grid;
}

wide2 pixel_corner(const pixel_grid *grid, int x, int y)
{
    wide2 p = { grid->origin.x + x * grid->right.x + y * grid->down.x,
                grid->origin.y + x * grid->right.y + y * grid->down.y };
    return p;
}

ring pixel_ring(const pixel_grid *grid, int x0, int y0, int x1, int y1)
{
    ring r = { .count = 4 };
    r.at[0] = pixel_corner(grid, x0, y0), r.at[1] = pixel_corner(grid, x1, y0);
    r.at[2] = pixel_corner(grid, x1, y1), r.at[3] = pixel_corner(grid, x0, y1);
    return r;
}

wide turn_of(wide2 a, wide2 b, wide2 c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

bool fraction_before(fraction a, fraction b)
{
    return a.num * b.den < b.num * a.den;
}

void project_points(const wide2 *points, int count, wide nx, wide ny, wide *lo, wide *hi)
{
    *lo = *hi = points[0].x * nx + points[0].y * ny;
    for (int i = 1; i < count; i++)
    {
        wide s = points[i].x * nx + points[i].y * ny;
        if (s < *lo) *lo = s;
        if (s > *hi) *hi = s;
    }
}

bool rings_touch(const ring *moving, const ring *pixels, wide dx, wide dy, fraction *touch)
{
    fraction begin = { 0, 0 }, end = { 1, 0 };
    for (int i = 0; i < 2 + moving->count; i++)
    {
        const ring *r = i < 2 ? pixels : moving; // of the parallelogram two sides will do
        int         k = i < 2 ? i : i - 2, l = (k + 1) % r->count;
        wide        nx = r->at[k].y - r->at[l].y, ny = r->at[l].x - r->at[k].x;
        if (nx == 0 && ny == 0) continue;
        while (((nx | ny) & 1) == 0) nx /= 2, ny /= 2; // so that products fit
        wide alo, ahi, blo, bhi, speed = nx * dx + ny * dy;
        project_points(moving->at, moving->count, nx, ny, &alo, &ahi);
        project_points(pixels->at, pixels->count, nx, ny, &blo, &bhi);
        if (speed == 0)
        {
            if (ahi <= blo || bhi <= alo) return false;
            continue;
        }
        fraction first = { speed > 0 ? blo - ahi : alo - bhi, speed > 0 ? speed : -speed };
        fraction last = { speed > 0 ? bhi - alo : ahi - blo, speed > 0 ? speed : -speed };
        if (begin.den == 0 || fraction_before(begin, first)) begin = first;
        if (end.den == 0 || fraction_before(last, end)) end = last;
    }
    if (begin.den == 0)
    {
        touch->num = 0, touch->den = 1;
        return true;
    }
    *touch = begin;
    return fraction_before(begin, end) && begin.num < begin.den && end.num > 0;
}

int clip_by_parallelogram(double x[MOST_CLIPPED], double y[MOST_CLIPPED], int count,
                          const double bx[4], const double by[4])
{
    double round = (bx[1] - bx[0]) * (by[3] - by[0]) - (by[1] - by[0]) * (bx[3] - bx[0]);
    double turn = round < 0.0 ? -1.0 : 1.0;
    for (int s = 0; s < 4; s++)
    {
        double ex = bx[(s + 1) % 4] - bx[s], ey = by[(s + 1) % 4] - by[s];
        double ox[MOST_CLIPPED], oy[MOST_CLIPPED];
        int    kept = 0;
        for (int i = 0; i < count; i++)
        {
            int    j = (i + 1) % count;
            double di = turn * (ex * (y[i] - by[s]) - ey * (x[i] - bx[s]));
            double dj = turn * (ex * (y[j] - by[s]) - ey * (x[j] - bx[s]));
            if (di >= 0.0) ox[kept] = x[i], oy[kept++] = y[i];
            if ((di > 0.0 && dj < 0.0) || (di < 0.0 && dj > 0.0))
            {
                double t = di / (di - dj);
                ox[kept] = x[i] + t * (x[j] - x[i]), oy[kept++] = y[i] + t * (y[j] - y[i]);
            }
        }
        count = kept;
        memcpy(x, ox, sizeof ox), memcpy(y, oy, sizeof oy);
    }
    return count;
}

double twice_area(const double *x, const double *y, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++)
    {
        int j = (i + 1) % count;
        sum += x[i] * y[j] - x[j] * y[i];
    }
    return sum;
}
