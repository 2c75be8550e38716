// The shared area of two figures, cut into convex pieces that do not overlap.
//
// A part consists of convex cells: the runs of solid pixels in its rows if it is a sprite, the polygon itself, or a
// polygon in place of a circle. Each cell of part i of a is intersected with each cell of part j of b. Area that lies
// in an earlier part of a or of b as well has been counted already, so the cells of earlier parts are cut away.
// Cutting a cell away from a piece leaves up to as many pieces as the cell has sides: those outside of side 1, inside
// of 1 but outside of 2, and so on.
//
// The gradient of the area with respect to a's position is the integral of a's outward normal over a's border inside
// b. The sides between two pieces of one figure occur twice, with opposite normals, and cancel. So the border of the
// union of the parts need not be found.
#include "flat/figure/pieces.h"

#include "base/float.h"
#include "flat/mask/bits.h"
#include "flat/query/posed_pixels.h"
#include "flat/sprite/data.h"

#include <math.h>

// The largest number of pixels of a cell. A longer run of pixels is divided into several cells, so that each of them meets
// few cells of the other figure.
enum
{
    FIGURE_RUN = 16
};

// --- cuts --------------------------------------------------------------------------------------------------

// The line through a side of a cell. n is the outward normal, of the side's length.
typedef struct figure_line
{
    double nx, ny, limit; // the inside is n . p <= limit
    bool   of_b;          // true if the line is a side of b
} figure_line;

// Stores in *to the part of a piece that is inside a line if sign is +1, outside if it is -1 (I. E. Sutherland and G.
// W. Hodgman, "Reentrant polygon clipping", 1974). Returns false if no area is left.
static bool figure_piece_cut(figure_piece *to, const figure_piece *from, const figure_line *line,
                             double sign)
{
    int n = 0;
    // Each turn adds up to two corners. Too many corners occur only if more than two circles nearly coincide; then the
    // last ones are left out.
    for (int i = 0; i < from->count && n < FIGURE_PIECE_CORNERS - 1; i++)
    {
        int    j = i + 1 < from->count ? i + 1 : 0;
        // di and dj are positive for corners i and j that are cut off, and 0 on the line.
        double di = sign * (line->nx * from->x[i] + line->ny * from->y[i] - line->limit);
        double dj = sign * (line->nx * from->x[j] + line->ny * from->y[j] - line->limit);
        if (di <= 0.0)
        {
            to->x[n] = from->x[i], to->y[n] = from->y[i];
            // The new side from corner i on belongs to the border that the old one did. But if i is on the line and the
            // next corner is cut off, the new side is part of the line.
            to->of_b[n++] = di == 0.0 && dj > 0.0 ? line->of_b : from->of_b[i];
        }
        if ((di < 0.0 && dj > 0.0) || (di > 0.0 && dj < 0.0))
        {
            // The side crosses the line at p_i + t (p_j - p_i). From the crossing on, the border follows the line if
            // the side leaves the inside there, else the rest of the side.
            double t = di / (di - dj);
            to->x[n] = from->x[i] + t * (from->x[j] - from->x[i]);
            to->y[n] = from->y[i] + t * (from->y[j] - from->y[i]);
            to->of_b[n++] = di < 0.0 ? line->of_b : from->of_b[i];
        }
    }
    to->count = n;
    return n > 2;
}

// Returns the line through side i of a cell. The corners run clockwise on the screen, so (e.y, -e.x) points outward for a
// side e.
static figure_line figure_side_of(const figure_piece *cell, int i)
{
    int    j = i + 1 < cell->count ? i + 1 : 0;
    double ex = cell->x[j] - cell->x[i], ey = cell->y[j] - cell->y[i];
    return (figure_line){
        .nx = ey,
        .ny = -ex,
        .limit = ey * cell->x[i] - ex * cell->y[i],
        .of_b = cell->of_b[i],
    };
}

// Returns false if all corners of a are beyond one side of b's bounding box, so that a and b share no area.
static bool figure_piece_meets(const figure_piece *a, const figure_piece *b)
{
    double lo[2] = { INFINITY, INFINITY }, hi[2] = { -INFINITY, -INFINITY };
    for (int i = 0; i < b->count; i++)
    {
        lo[0] = b->x[i] < lo[0] ? b->x[i] : lo[0], hi[0] = b->x[i] > hi[0] ? b->x[i] : hi[0];
        lo[1] = b->y[i] < lo[1] ? b->y[i] : lo[1], hi[1] = b->y[i] > hi[1] ? b->y[i] : hi[1];
    }
    bool left = true, right = true, above = true, below = true;
    for (int i = 0; i < a->count; i++)
    {
        left = left && a->x[i] <= lo[0], right = right && a->x[i] >= hi[0];
        above = above && a->y[i] <= lo[1], below = below && a->y[i] >= hi[1];
    }
    return !(left || right || above || below);
}

// Intersects a piece with a cell, side by side. Returns false if no area is left; then *piece is undefined.
static bool figure_piece_intersect(figure_piece *piece, const figure_piece *cell)
{
    figure_piece other;
    if (!figure_piece_meets(piece, cell)) return false;
    for (int i = 0; i < cell->count; i++)
    {
        figure_line line = figure_side_of(cell, i);
        if (!figure_piece_cut(&other, piece, &line, 1.0)) return false;
        *piece = other;
    }
    return true;
}

// --- cells -------------------------------------------------------------------------------------------------

// A traversal of the cells of a part that may meet a piece.
typedef struct figure_cells
{
    const figure_shape *shape;
    posed_pixels        grid;   // of a sprite
    rim_rect            pixels; // of a sprite: the pixels that the piece may meet
    int    x, y; // of a sprite: the next pixel; of other parts, x is the number of cells returned
    double origin[2]; // the point of the world that is the origin of the cells' coordinates
    bool   of_b;      // true if the part is b's
} figure_cells;

// Returns the pixels of a sprite that a piece may meet, with one more on each side for rounding. A bound is converted to
// int only if it lies within the solid pixels, so the conversion cannot overflow.
static rim_rect figure_cells_near(const figure_cells *c, const figure_piece *piece)
{
    double lo[2] = { INFINITY, INFINITY }, hi[2] = { -INFINITY, -INFINITY };
    for (int i = 0; i < piece->count; i++)
        for (int axis = 0; axis < 2; axis++)
        {
            double at = posed_pixels_axis(&c->grid, axis, piece->x[i] + c->origin[0],
                                          piece->y[i] + c->origin[1]);
            lo[axis] = at - 1.0 < lo[axis] ? at - 1.0 : lo[axis];
            hi[axis] = at + 1.0 > hi[axis] ? at + 1.0 : hi[axis];
        }
    rim_rect cells = c->grid.side.solid;
    if (lo[0] > cells.x0) cells.x0 = lo[0] < cells.x1 ? (int)lo[0] : cells.x1;
    if (lo[1] > cells.y0) cells.y0 = lo[1] < cells.y1 ? (int)lo[1] : cells.y1;
    if (hi[0] < cells.x1) cells.x1 = hi[0] > cells.x0 ? (int)hi[0] + 1 : cells.x0;
    if (hi[1] < cells.y1) cells.y1 = hi[1] > cells.y0 ? (int)hi[1] + 1 : cells.y0;
    return rim_rect_intersect(cells, c->grid.side.solid);
}

// Starts a traversal of the cells of a part that may meet the piece `near`, whose coordinates are relative to `origin`.
static void figure_cells_init(figure_cells *c, const figure_shape *shape, const double origin[2],
                              bool of_b, const figure_piece *near)
{
    c->shape = shape;
    c->origin[0] = origin[0], c->origin[1] = origin[1];
    c->of_b = of_b;
    c->x = c->y = 0;
    c->pixels = rim_rect_make(0, 0, 0, 0);
    if (!shape->posed.sprite || !posed_pixels_init(&c->grid, shape->posed)) return;
    c->pixels = figure_cells_near(c, near);
    c->x = c->pixels.x0, c->y = c->pixels.y0;
}

// Sets of_b of all sides of a cell. `winding` is positive if its corners run from x towards y, as those of a piece must;
// else their order is reversed.
static void figure_cell_finish(figure_piece *cell, const figure_cells *c, double winding)
{
    for (int i = 0; i < cell->count; i++) cell->of_b[i] = c->of_b;
    if (winding > 0.0) return;
    for (int i = 0, k = cell->count - 1; i < k; i++, k--)
    {
        double x = cell->x[i], y = cell->y[i];
        cell->x[i] = cell->x[k], cell->y[i] = cell->y[k];
        cell->x[k] = x, cell->y[k] = y;
    }
}

// Sets the cell to the regular polygon of n = FIGURE_CIRCLE_CORNERS corners that has the circle's area. With step = 2 pi
// / n, the polygon of radius R has the area n/2 R^2 sin(step), and the circle pi r^2 = n/2 r^2 step.
static void figure_cell_of_circle(figure_piece *cell, const figure_cells *c)
{
    const double        step = 6.283185307179586476925 / FIGURE_CIRCLE_CORNERS;
    const figure_shape *s = c->shape;
    double              radius = s->radius * sqrt(step / rim_sincos(step).sin);
    cell->count = FIGURE_CIRCLE_CORNERS;
    for (int i = 0; i < cell->count; i++)
    {
        rim_sincos_pair at = rim_sincos(step * i);
        cell->x[i] = s->corner[0].x - c->origin[0] + radius * at.cos;
        cell->y[i] = s->corner[0].y - c->origin[1] + radius * at.sin;
    }
    figure_cell_finish(cell, c, 1.0);
}

// Sets *cell to the one cell of a part that is not a sprite. Returns false if it was returned before.
static bool figure_cell_of_shape(figure_cells *c, figure_piece *cell)
{
    const figure_shape *s = c->shape;
    if (c->x++) return false;
    if (figure_shape_is_circle(s))
    {
        figure_cell_of_circle(cell, c);
        return true;
    }
    cell->count = s->count;
    for (int i = 0; i < s->count; i++)
    {
        cell->x[i] = s->corner[i].x - c->origin[0];
        cell->y[i] = s->corner[i].y - c->origin[1];
    }
    figure_cell_finish(cell, c, s->winding);
    return true;
}

// Computes the position of the pixel corner (x, y) relative to the origin: the pose applied to (x, y) - anchor.
static void figure_cell_corner(const figure_cells *c, int x, int y, double *to_x, double *to_y)
{
    const rim_xform2 *m = &c->shape->posed.pose;
    double            u = x - (double)c->grid.anchor.x, v = y - (double)c->grid.anchor.y;
    *to_x = m->a * u + m->c * v + (m->tx - c->origin[0]);
    *to_y = m->b * u + m->d * v + (m->ty - c->origin[1]);
}

// Sets *cell to the next run of solid pixels in the traversal's rectangle, of at most FIGURE_RUN, in reading order. Reads
// 64 columns from the next pixel on: skips the empty ones, then counts the solid ones. The cell's corners are the top left,
// top right, bottom right and bottom left one, in the sprite's pixels. Returns false at the end.
static bool figure_cell_of_sprite(figure_cells *c, figure_piece *cell)
{
    const rim_mask *mask = c->grid.side.mask;
    for (; c->y < c->pixels.y1; c->y++, c->x = c->pixels.x0)
        while (c->x < c->pixels.x1)
        {
            uint64_t bits = mask_span(mask, c->x, c->y);
            int      empty = mask_lowest(bits); // 64 if all are empty
            c->x += empty;
            if (!bits || c->x >= c->pixels.x1) continue;
            int solid = mask_lowest(~(bits >> empty)), left = c->x, most = c->pixels.x1 - left;
            solid = solid < FIGURE_RUN ? solid : FIGURE_RUN;
            c->x += solid < most ? solid : most;
            cell->count = 4;
            for (int i = 0; i < 4; i++)
                figure_cell_corner(c, i == 1 || i == 2 ? c->x : left, c->y + (i >= 2), &cell->x[i],
                                   &cell->y[i]);
            figure_cell_finish(cell, c, c->grid.det_sign);
            return true;
        }
    return false;
}

// Sets *cell to the next cell of a traversal. Returns false at the end.
static bool figure_cells_next(figure_cells *c, figure_piece *cell)
{
    return c->shape->posed.sprite ? figure_cell_of_sprite(c, cell) : figure_cell_of_shape(c, cell);
}

// --- sums --------------------------------------------------------------------------------------------------

// Adds a piece to the sums. By Green's theorem, with corners p_i relative to the piece's first corner and the cross
// product c = p_i x p_(i+1), over all sides,
//
//      area = 1/2 sum c,      integral of p = 1/6 sum c (p_i + p_(i+1)).
//
// The first corner (px, py) is added to each point of the area, so it is added to the integral once for each unit of area.
// The gradient is that of a's position, so only sides on a's border count. The outward normal of a side e, times its
// length, is (e.y, -e.x).
static void figure_sums_add(figure_sums *s, const figure_piece *p)
{
    double px = p->x[0], py = p->y[0], twice = 0.0, mx = 0.0, my = 0.0;
    for (int i = 0; i < p->count; i++)
    {
        int    j = i + 1 < p->count ? i + 1 : 0;
        double cross = (p->x[i] - px) * (p->y[j] - py) - (p->x[j] - px) * (p->y[i] - py);
        twice += cross;
        mx += cross * ((p->x[i] - px) + (p->x[j] - px));
        my += cross * ((p->y[i] - py) + (p->y[j] - py));
        if (p->of_b[i]) continue;
        s->gx += p->y[j] - p->y[i];
        s->gy -= p->x[j] - p->x[i];
    }
    s->area += 0.5 * twice;
    s->mx += mx / 6.0 + 0.5 * twice * px;
    s->my += my / 6.0 + 0.5 * twice * py;
}

// The constants of one call of figure_pieces_measure. Index 0 is a, and index 1 is b.
typedef struct figure_cutting
{
    const rim_figure *figure[2];
    int               part[2]; // the parts whose shared area is measured
    double            origin
        [2][2]; // the origin of all coordinates, where it lies before a's motion (0) and for b (1)
    figure_sums *sums;
} figure_cutting;

static void figure_cut_away(const figure_cutting *w, const figure_piece *piece, int which, int part,
                            const figure_cells *from);

// Divides the area of a piece that is outside of a cell into convex pieces, and continues with each in figure_cut_away:
// those outside of side 1, inside of 1 but outside of 2, and so on. *piece is changed; what remains of it lies inside the
// cell, has been counted before, and is dropped.
static void figure_cut_cell(const figure_cutting *w, figure_piece *piece, int which, int part,
                            const figure_cells *from, const figure_piece *cell)
{
    figure_piece rest;
    for (int i = 0; i < cell->count; i++)
    {
        figure_line line = figure_side_of(cell, i);
        if (figure_piece_cut(&rest, piece, &line, -1.0))
            figure_cut_away(w, &rest, which, part, from);
        if (!figure_piece_cut(&rest, piece, &line, 1.0)) return;
        *piece = rest;
    }
}

// Returns true if a piece and a cell share area.
static bool figure_cell_overlaps(const figure_piece *piece, const figure_piece *cell)
{
    figure_piece both = *piece;
    return figure_piece_intersect(&both, cell);
}

// Cuts the cells of earlier parts away from a piece and adds what remains to the sums. Starts with part `part` of
// figure `which` (0: a, 1: b), at the next cell of the traversal `from`, or with the part's first cell if it is NULL.
// At the first cell that overlaps the piece, the piece is divided, and the recursion continues with that cell's
// successors for each of the new pieces, so it ends. New pieces lie in the old one, so the traversal, which visits the
// cells near that, visits all cells near them.
static void figure_cut_away(const figure_cutting *w, const figure_piece *piece, int which, int part,
                            const figure_cells *from)
{
    for (; which < 2; which++, part = 0, from = NULL)
        for (; part < w->part[which]; part++, from = NULL)
        {
            figure_shape shape;
            figure_cells cells;
            figure_piece cell, inner;
            if (!figure_shape_init(&shape, w->figure[which], part)) continue;
            if (from)
            {
                // The caller's copy of the same part is replaced by this one.
                cells = *from;
                cells.shape = &shape;
            }
            else
                figure_cells_init(&cells, &shape, w->origin[which], which == 1, piece);
            while (figure_cells_next(&cells, &cell))
            {
                if (!figure_cell_overlaps(piece, &cell)) continue;
                inner = *piece;
                figure_cut_cell(w, &inner, which, part, &cells, &cell);
                return;
            }
        }
    figure_sums_add(w->sums, piece);
}

void figure_pieces_measure(figure_sums *sums, const rim_figure *a, int i, const rim_figure *b,
                           int j, const double origin[2], double x, double y)
{
    figure_cutting w = {
        .figure = { a, b },
        .part = { i, j },
        .origin = { { origin[0] - x, origin[1] - y }, { origin[0], origin[1] } },
        .sums = sums,
    };
    figure_shape p, q;
    figure_cells of_a, of_b;
    figure_piece mine, other, box = { .count = 4 };
    if (!figure_shape_init(&p, a, i) || !figure_shape_init(&q, b, j)) return;
    // Of b, only the cells near the box around p are traversed, and of a, those near the cell of b.
    for (int k = 0; k < 4; k++)
    {
        bool right = k == 1 || k == 2, below = k >= 2;
        box.x[k] = (right ? p.bounds.hi.x : p.bounds.lo.x) - w.origin[0][0];
        box.y[k] = (below ? p.bounds.hi.y : p.bounds.lo.y) - w.origin[0][1];
    }
    figure_cells_init(&of_b, &q, w.origin[1], true, &box);
    while (figure_cells_next(&of_b, &other))
    {
        figure_cells_init(&of_a, &p, w.origin[0], false, &other);
        while (figure_cells_next(&of_a, &mine))
            if (figure_piece_intersect(&mine, &other)) figure_cut_away(&w, &mine, 0, 0, NULL);
    }
}
