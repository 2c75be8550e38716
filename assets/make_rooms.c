// Builds the demos' rooms:  make_rooms FILE
//
// The world is a block of cells, 1 wide, half high, 1 deep, all solid at first. Rooms, doors and
// stairs are carved out of it, so the walls around what is left are closed by construction. Every face
// between an empty and a solid cell is seen from the empty side; faces in one plane are merged into
// rectangles. Pillars and a crystal, which are no boxes, are added as closed bodies.
//
// World.raw: three numbers a line are a point, three points a triangle, counter-clockwise from the
// side that is seen.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define NX 40
#define NY 17
#define NZ 32
#define UP 0.5 // height of a cell

typedef struct rooms
{
    bool  empty[NX][NY][NZ];
    FILE *file;
    int   triangles;
} rooms;

// --- carving ------------------------------------------------------------------------------------------

// Cells lo .. hi - 1 along each axis become empty, or solid again.
static void fill(rooms *r, int x0, int x1, int y0, int y1, int z0, int z1, bool empty)
{
    for (int x = x0; x < x1; x++)
        for (int y = y0; y < y1; y++)
            for (int z = z0; z < z1; z++) r->empty[x][y][z] = empty;
}

static void carve(rooms *r)
{
    fill(r, 2, 20, 1, 15, 2, 18, true);   // the hall with the pillars
    fill(r, 2, 20, 13, 15, 9, 11, false); // a beam under its ceiling
    fill(r, 8, 12, 1, 9, 18, 21, true);   // a door to the south
    fill(r, 4, 16, 1, 11, 21, 30, true);  // the low room
    fill(r, 4, 7, 1, 4, 27, 30, false);   // a block in its corner
    fill(r, 16, 20, 1, 9, 24, 28, true);  // a door to the east
    fill(r, 20, 38, 1, 15, 20, 30, true); // the gallery
    fill(r, 23, 26, 1, 5, 22, 24, false); // two blocks to fly around
    fill(r, 28, 30, 1, 8, 26, 28, false);
    fill(r, 24, 38, 5, 16, 4, 16, true); // the upper room, two units higher
    fill(r, 30, 33, 5, 7, 8, 11, false); // a dais with a crystal over it
    for (int i = 0; i < 4; i++)          // stairs up from the hall, one cell a step
        fill(r, 20 + i, 21 + i, 2 + i, 11 + i, 8, 12, true);
    fill(r, 32, 36, 5, 14, 16, 20, true); // a passage from the upper room
    for (int i = 0; i < 4; i++)           // and stairs down into the gallery
        fill(r, 32, 36, 1, 5 - i, 20 + i, 21 + i, false);
}

// --- writing ------------------------------------------------------------------------------------------

static void write_triangle(rooms *r, const double *a, const double *b, const double *c)
{
    fprintf(r->file, "%.9g %.9g %.9g\n%.9g %.9g %.9g\n%.9g %.9g %.9g\n", a[0], a[1], a[2], b[0],
            b[1], b[2], c[0], c[1], c[2]);
    r->triangles++;
}

// Corners counter-clockwise as seen.
static void write_quad(rooms *r, double corners[4][3])
{
    write_triangle(r, corners[0], corners[1], corners[2]);
    write_triangle(r, corners[0], corners[2], corners[3]);
}

// --- faces of cells -----------------------------------------------------------------------------------

static const int sizes[3] = { NX, NY, NZ };

static bool is_empty(const rooms *r, const int cell[3])
{
    for (int i = 0; i < 3; i++)
        if (cell[i] < 0 || cell[i] >= sizes[i]) return false;
    return r->empty[cell[0]][cell[1]][cell[2]];
}

// One plane of cells across an axis: which faces on their `up` or lower side are seen from inside?
typedef struct slice
{
    const rooms *r;
    int          axis, u, v, level;
    bool         up;
    bool         seen[NX][NX]; // by cell along u and v; NX and NZ are the largest
} slice;

static bool has_face(const slice *s, int i, int j)
{
    int cell[3];
    cell[s->axis] = s->level;
    cell[s->u] = i;
    cell[s->v] = j;
    if (!is_empty(s->r, cell)) return false;
    cell[s->axis] += s->up ? 1 : -1;
    return !is_empty(s->r, cell);
}

// The rectangle i0 .. i1 by j0 .. j1. Seen against the axis' direction, u to v is counter-clockwise
// when the face looks along the axis; the lower side looks up it.
static void write_rectangle(rooms *r, const slice *s, int i0, int i1, int j0, int j1)
{
    const int place[4][2] = { { i0, j0 }, { i1, j0 }, { i1, j1 }, { i0, j1 } };
    double    corners[4][3];
    for (int k = 0; k < 4; k++)
    {
        const int *at = place[s->up ? 3 - k : k];
        corners[k][s->axis] = s->level + (s->up ? 1 : 0);
        corners[k][s->u] = at[0];
        corners[k][s->v] = at[1];
        corners[k][1] = (corners[k][1] - 1.0) * UP; // the hall's floor is at 0
    }
    write_quad(r, corners);
}

static void merge_rectangles(rooms *r, slice *s)
{
    int nu = sizes[s->u], nv = sizes[s->v];
    for (int i = 0; i < nu; i++)
        for (int j = 0; j < nv; j++)
        {
            if (!s->seen[i][j]) continue;
            int end = j, side = i;
            while (end < nv && s->seen[i][end]) end++;
            bool whole = true;
            while (whole && side < nu)
            {
                for (int k = j; k < end; k++) whole = whole && s->seen[side][k];
                side += whole;
            }
            for (int a = i; a < side; a++)
                for (int k = j; k < end; k++) s->seen[a][k] = false;
            write_rectangle(r, s, i, side, j, end);
        }
}

static void write_cells(rooms *r)
{
    for (int axis = 0; axis < 3; axis++)
        for (int side = 0; side < 2; side++)
            for (int level = 0; level < sizes[axis]; level++)
            {
                slice s = { .r = r,
                            .axis = axis,
                            .u = (axis + 1) % 3,
                            .v = (axis + 2) % 3,
                            .level = level,
                            .up = side == 1 };
                for (int i = 0; i < sizes[s.u]; i++)
                    for (int j = 0; j < sizes[s.v]; j++) s.seen[i][j] = has_face(&s, i, j);
                merge_rectangles(r, &s);
            }
}

// --- bodies -------------------------------------------------------------------------------------------

#define SIDES 8

static void corner_of(double out[3], double x, double y, double z, double radius, int i)
{
    double angle = (i + 0.5) * 2.0 * 3.14159265358979323846 / SIDES;
    out[0] = x + radius * cos(angle);
    out[1] = y;
    out[2] = z - radius * sin(angle); // counter-clockwise from above
}

// The sides of a column of which the radius changes on the way up.
static void write_column(rooms *r, double x, double z, double y0, double r0, double y1, double r1)
{
    for (int i = 0; i < SIDES; i++)
    {
        double corners[4][3];
        corner_of(corners[0], x, y0, z, r0, i);
        corner_of(corners[1], x, y0, z, r0, i + 1);
        corner_of(corners[2], x, y1, z, r1, i + 1);
        corner_of(corners[3], x, y1, z, r1, i);
        write_quad(r, corners);
    }
}

static void write_pillar(rooms *r, double x, double z)
{
    write_column(r, x, z, 0.0, 1.1, 0.5, 1.1);
    write_column(r, x, z, 0.5, 1.1, 0.8, 0.75);
    write_column(r, x, z, 0.8, 0.75, 6.2, 0.65);
    write_column(r, x, z, 6.2, 0.65, 7.0, 1.2);
}

static void write_crystal(rooms *r, double x, double y, double z, double radius, double half)
{
    double top[3] = { x, y + half, z }, bottom[3] = { x, y - half, z };
    for (int i = 0; i < SIDES; i++)
    {
        double a[3], b[3];
        corner_of(a, x, y, z, radius, i);
        corner_of(b, x, y, z, radius, i + 1);
        write_triangle(r, a, b, top);
        write_triangle(r, b, a, bottom);
    }
}

int main(int argc, char **argv)
{
    static rooms r;
    if (argc != 2)
    {
        fprintf(stderr, "usage: make_rooms FILE\n");
        return 2;
    }
    r.file = fopen(argv[1], "w");
    if (!r.file)
    {
        fprintf(stderr, "make_rooms: %s: cannot be written\n", argv[1]);
        return 1;
    }
    carve(&r);
    write_cells(&r);
    for (int i = 0; i < 4; i++) write_pillar(&r, i % 2 ? 15 : 7, i / 2 ? 14 : 6);
    write_crystal(&r, 31.5, 5.0, 9.5, 0.9, 1.6);
    bool written = !ferror(r.file);
    if (fclose(r.file) != 0 || !written)
    {
        fprintf(stderr, "make_rooms: %s: cannot be written; is the disk full?\n", argv[1]);
        return 1;
    }
    printf("%s: %d triangles\n", argv[1], r.triangles);
    return 0;
}
