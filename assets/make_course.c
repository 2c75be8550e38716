// Builds the walkers' course:  make_course FILE
//
// One hall with everything that a walker meets: stairs, ramps below, at and above the limit of 45
// degrees, steps low and high, ceilings to duck under, pillars, a sharp corner, a passage hardly wider than
// a walker. Walkers are 0.8 wide, 1.8 high and climb steps of 0.36. Solids stand in one another where
// that is simpler; a walker does not mind.
//
// World.raw: three numbers a line are a point, three points a triangle, counter-clockwise from the
// side that is seen.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

static FILE *file;

typedef struct point
{
    double x, y, z;
} point;

static point at(double x, double y, double z)
{
    point p = { x, y, z };
    return p;
}

static void triangle(point a, point b, point c)
{
    fprintf(file, "%.9g %.9g %.9g\n%.9g %.9g %.9g\n%.9g %.9g %.9g\n", a.x, a.y, a.z, b.x, b.y, b.z,
            c.x, c.y, c.z);
}

static void quad(point a, point b, point c, point d)
{
    triangle(a, b, c);
    triangle(a, c, d);
}

// A point of the side a b c d, at fractions along ab and ad.
static point on(point a, point b, point d, double u, double v)
{
    return at(a.x + u * (b.x - a.x) + v * (d.x - a.x), a.y + u * (b.y - a.y) + v * (d.y - a.y),
              a.z + u * (b.z - a.z) + v * (d.z - a.z));
}

// A parallelogram in n by m pieces: what is drawn is sorted piece by piece.
static void sheet(point a, point b, point c, point d, int n, int m)
{
    (void)c;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
        {
            double u = (double)i / n, v = (double)k / m, s = (i + 1.0) / n, t = (k + 1.0) / m;
            quad(on(a, b, d, u, v), on(a, b, d, s, v), on(a, b, d, s, t), on(a, b, d, u, t));
        }
}

static int pieces(double length)
{
    int n = (int)(length / 1.4 + 0.5);
    return n > 0 ? n : 1;
}

// Seen from outside, or the room from inside.
static void box(point l, point h, bool room)
{
    int   nx = pieces(h.x - l.x), ny = pieces(h.y - l.y), nz = pieces(h.z - l.z);
    point p[8];
    for (int i = 0; i < 8; i++) p[i] = at(i & 1 ? h.x : l.x, i & 2 ? h.y : l.y, i & 4 ? h.z : l.z);
    const int sides[6][4] = { { 0, 4, 6, 2 }, { 1, 3, 7, 5 }, { 0, 1, 5, 4 },
                              { 2, 6, 7, 3 }, { 0, 2, 3, 1 }, { 4, 5, 7, 6 } };
    const int cut[6][2] = {
        { nz, ny }, { ny, nz }, { nx, nz }, { nz, nx }, { ny, nx }, { nx, ny }
    };
    for (int i = 0; i < 6; i++)
    {
        const int *s = sides[i];
        if (room)
            sheet(p[s[0]], p[s[3]], p[s[2]], p[s[1]], cut[i][1], cut[i][0]);
        else
            sheet(p[s[0]], p[s[1]], p[s[2]], p[s[3]], cut[i][0], cut[i][1]);
    }
}

// A ramp from the ground at x0 up to height at x1, between z0 and z1.
static void ramp(double x0, double x1, double height, double z0, double z1)
{
    point a = at(x0, 0, z0), b = at(x0, 0, z1), c = at(x1, height, z1), d = at(x1, height, z0);
    int   n = pieces(fabs(x1 - x0));
    if (x1 > x0)
    {
        sheet(a, b, c, d, 1, n);
        triangle(a, d, at(x1, 0, z0));
        triangle(b, at(x1, 0, z1), c);
    }
    else
    {
        sheet(b, a, d, c, 1, n);
        triangle(a, at(x1, 0, z0), d);
        triangle(b, c, at(x1, 0, z1));
    }
}

static void pillar(double x, double z, double radius, double height)
{
    for (int i = 0; i < 8; i++)
    {
        double s = i * 3.14159265358979 / 4.0, t = (i + 1) * 3.14159265358979 / 4.0;
        point  p = at(x + radius * cos(s), 0, z + radius * sin(s));
        point  q = at(x + radius * cos(t), 0, z + radius * sin(t));
        sheet(q, p, at(p.x, height, p.z), at(q.x, height, q.z), 1, 2);
    }
}

// An upright wall on the way from a to b, seen from both sides.
static void wall(double ax, double az, double bx, double bz, double height)
{
    point a = at(ax, 0, az), b = at(bx, 0, bz);
    point c = at(bx, height, bz), d = at(ax, height, az);
    sheet(a, b, c, d, pieces(hypot(bx - ax, bz - az)), 1);
    sheet(b, a, d, c, pieces(hypot(bx - ax, bz - az)), 1);
}

static void hall(void)
{
    box(at(0, 0, 0), at(28, 6, 20), true);
    box(at(20, 0, 0), at(28, 2, 20), false); // the gallery, two units up
    for (int i = 0; i < 8; i++)              // stairs up to it
        box(at(17.2 + 0.35 * i, 0, 1), at(17.55 + 0.35 * i, 0.25 * (i + 1), 4), false);
    ramp(20 - 2 / tan(30 * 3.14159265358979 / 180), 20, 2, 5, 8); // 30, 45 and 60 degrees
    ramp(18, 20, 2, 9, 12);
    ramp(20 - 2 / tan(60 * 3.14159265358979 / 180), 20, 2, 13, 16);
}

static void furniture(void)
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) pillar(3 + 2 * i, 3 + 2 * k, 0.4, 6);
    box(at(10, 0, 1), at(12, 0.2, 3), false); // steps: low, high enough, too high
    box(at(10, 0, 4), at(12, 0.35, 6), false);
    box(at(10, 0, 7), at(12, 0.5, 9), false);
    box(at(3, 2, 11), at(6, 2.4, 16), false); // a ceiling to walk under, and one too low
    box(at(8, 1.6, 11), at(10, 2.4, 16), false);
    wall(12, 12, 14.75, 15.5, 3); // a corner of some 40 degrees
    wall(14.75, 15.5, 12.9, 11.4, 3);
    box(at(1, 0, 17), at(9, 2.5, 18), false); // a passage, 0.9 wide
    box(at(1, 0, 18.9), at(9, 2.5, 20), false);
    box(at(24, 2, 4), at(26, 2.3, 6), false); // on the gallery
    pillar(24, 10, 0.6, 6);
}

int main(int count, char **names)
{
    if (count != 2)
    {
        fprintf(stderr, "usage: make_course FILE\n");
        return 2;
    }
    file = fopen(names[1], "wb");
    if (!file)
    {
        perror(names[1]);
        return 1;
    }
    fprintf(file, "# A hall to walk in, made by make_course.c\n");
    hall();
    furniture();
    if (fclose(file) != 0)
    {
        perror(names[1]);
        return 1;
    }
    return 0;
}
