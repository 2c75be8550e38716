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

// A run of more pixels is divided into several cells, so that each cell shares area with few cells of the other figure.
// A piece near more pixels than a block has is divided, so that the cells to cut away are few.
enum
{
    FIGURE_RUN = 16, // the largest number of pixels of a cell
    // The most columns, and the most rows, of a sprite whose cells are cut away from a piece in one traversal.
    FIGURE_BLOCK = 32
};

// --- cuts --------------------------------------------------------------------------------------------------

// The line through a side of a cell. n = (nx, ny) is the outward normal. Its length is that of the side.
typedef struct figure_line
{
    double nx, ny, limit; // the inside is n . p <= limit
    bool   of_b;          // true if the line is a side of b
} figure_line;

// Stores in *to the part of the piece *from that is inside a line (sign 1.0) or outside of it (sign -1.0). Returns
// false if fewer than three corners are left. Requires that `to` and `from` are different pieces. Follows I. E.
// Sutherland and G. W. Hodgman, "Reentrant polygon clipping", 1974.
static bool figure_piece_cut(figure_piece *to, const figure_piece *from, const figure_line *line,
                             double sign)
{
    int n = 0;
    // Each side adds up to two corners, so the loop ends while there is no room for two. This happens only if more than
    // two circles nearly coincide. The piece then loses its last corners.
    for (int i = 0; i < from->count && n < FIGURE_PIECE_CORNERS - 1; i++)
    {
        int    j = i + 1 < from->count ? i + 1 : 0;
        // di and dj are positive for corners i and j that are cut off, and 0 on the line.
        double di = sign * (line->nx * from->x[i] + line->ny * from->y[i] - line->limit);
        double dj = sign * (line->nx * from->x[j] + line->ny * from->y[j] - line->limit);
        if (di <= 0.0)
        {
            to->x[n] = from->x[i], to->y[n] = from->y[i];
            // The side that begins at corner i keeps its border. But if i is on the line and j is cut off, the new side
            // runs along the line.
            to->of_b[n++] = di == 0.0 && dj > 0.0 ? line->of_b : from->of_b[i];
        }
        if ((di < 0.0 && dj > 0.0) || (di > 0.0 && dj < 0.0))
        {
            // The side crosses the line at p_i + t (p_j - p_i), with di + t (dj - di) = 0. If i is kept and j is cut
            // off, the side that begins at the crossing runs along the line. Otherwise it is the rest of the side from
            // i to j.
            double t = di / (di - dj);
            to->x[n] = from->x[i] + t * (from->x[j] - from->x[i]);
            to->y[n] = from->y[i] + t * (from->y[j] - from->y[i]);
            to->of_b[n++] = di < 0.0 ? line->of_b : from->of_b[i];
        }
    }
    to->count = n;
    return n > 2;
}

// Returns the line through the side from corner i of a cell to the next one. For a side e, the outward normal is (e.y,
// -e.x), because the corners run clockwise on the screen. limit = n . p_i, as corner i is on the line.
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

// Returns false if all corners of a are on or beyond one side of b's bounding box: then a and b share no area. Pieces
// for which it returns true may be apart as well.
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

// Replaces *piece by its intersection with a cell: cuts off what is outside of each side of the cell. Returns false if
// no area is left. Then *piece holds an intermediate result, which means nothing.
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

// A traversal of the cells of a part. Of a sprite, it visits the cells that may share area with a given piece. Any
// other part has one cell, which is visited in any case.
typedef struct figure_cells
{
    const figure_shape *shape;
    posed_pixels        grid;   // of a sprite
    rim_rect            pixels; // of a sprite: the pixels that may share area with the piece
    int                 x, y;   // of a sprite: the next pixel to visit
    bool                done;   // of other parts: true if their cell has been visited
    double origin[2]; // the point of the world that is the origin of the cells' coordinates
    bool   of_b;      // true if the part is b's
} figure_cells;

// Returns the pixels of a sprite that may share area with a piece: the columns and rows of the piece's bounding box,
// with one more on each side for rounding, inside the bounds of the solid pixels. Requires c->grid and c->origin. The
// piece's coordinates are relative to c->origin. A bound is converted to int only if it lies within the bounds of the
// solid pixels, so the conversion cannot overflow.
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

// Starts a traversal of the cells of a part. Of a sprite, it visits only cells that may share area with the piece
// `near`, and none if posed_pixels_init fails. The coordinates of the cells and of `near` are relative to the point
// `origin` of the world. *shape is borrowed.
static void figure_cells_init(figure_cells *c, const figure_shape *shape, const double origin[2],
                              bool of_b, const figure_piece *near)
{
    c->shape = shape;
    c->origin[0] = origin[0], c->origin[1] = origin[1];
    c->of_b = of_b;
    c->x = c->y = 0;
    c->done = false;
    c->pixels = rim_rect_make(0, 0, 0, 0);
    if (!shape->posed.sprite || !posed_pixels_init(&c->grid, shape->posed)) return;
    c->pixels = figure_cells_near(c, near);
    c->x = c->pixels.x0, c->y = c->pixels.y0;
}

// Completes a cell whose count and corners are set. Sets of_b of all sides. Reverses the order of the corners unless
// `winding` is positive, because the corners of a piece run from x towards y.
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

// Sets *cell to the regular polygon of n = FIGURE_CIRCLE_CORNERS corners that has the area of the circle c->shape. With
// step = 2 pi / n, the polygon whose corners are at the distance R from the center has the area n/2 R^2 sin(step). The
// circle of radius r has the area pi r^2 = n/2 r^2 step. So R = r sqrt(step / sin(step)).
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

// Sets *cell to the only cell of a part that is not a sprite: its ring, or a polygon in place of its circle. Returns
// false, and leaves *cell, if the traversal has returned the cell before.
static bool figure_cell_of_shape(figure_cells *c, figure_piece *cell)
{
    const figure_shape *s = c->shape;
    if (c->done) return false;
    c->done = true;
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

// Stores the position of corner (x, y) of the sprite's pixels in *to_x and *to_y: the pose applied to (x, y) - anchor,
// minus the traversal's origin.
static void figure_cell_corner(const figure_cells *c, int x, int y, double *to_x, double *to_y)
{
    const rim_xform2 *m = &c->shape->posed.pose;
    double            u = x - (double)c->grid.anchor.x, v = y - (double)c->grid.anchor.y;
    *to_x = m->a * u + m->c * v + (m->tx - c->origin[0]);
    *to_y = m->b * u + m->d * v + (m->ty - c->origin[1]);
}

// Sets *cell to the next run of solid pixels of a sprite, and moves the traversal behind the run. Runs are visited row
// by row and from left to right inside c->pixels, and have at most FIGURE_RUN pixels. Returns false if no run is left.
// The corners of the cell are the top left, top right, bottom right and bottom left one of the run, posed. Before
// figure_cell_finish they run from x towards y unless the pose is mirrored, when det_sign is -1.
static bool figure_cell_of_sprite(figure_cells *c, figure_piece *cell)
{
    const rim_mask *mask = c->grid.side.mask;
    for (; c->y < c->pixels.y1; c->y++, c->x = c->pixels.x0)
        while (c->x < c->pixels.x1)
        {
            // Bit k of `bits` is the pixel in column c->x + k.
            uint64_t bits = mask_span(mask, c->x, c->y);
            int      empty = mask_lowest(bits); // the empty pixels before the run; 64 if all are
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

// Sets *cell to the next cell of a traversal. Returns false if none is left.
static bool figure_cells_next(figure_cells *c, figure_piece *cell)
{
    return c->shape->posed.sprite ? figure_cell_of_sprite(c, cell) : figure_cell_of_shape(c, cell);
}

// --- sums --------------------------------------------------------------------------------------------------

// Adds a piece of at least one corner to the sums. By Green's theorem, with corners p_i relative to the piece's first
// corner and cross = p_i x p_(i+1), over all sides,
//
//      area = 1/2 sum cross,      integral of p = 1/6 sum cross (p_i + p_(i+1)).
//
// Relative to the origin instead of the first corner (px, py), the integral is larger by area * (px, py). The
// gradient is that of a's position, so only sides on a's border count. The outward normal of a side e, times its
// length, is (e.y, -e.x).
static void figure_sums_add(figure_sums *s, const figure_piece *p)
{
    double px = p->x[0], py = p->y[0];
    double twice = 0.0, mx = 0.0, my = 0.0; // twice the area, six times the integral
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
    // The point of the world to which the coordinates of a's parts (0) and of b's parts (1) are relative. origin[0] is
    // origin[1] minus a's motion, so the coordinates of a's parts include the motion.
    double            origin[2][2];
    figure_sums      *sums;
} figure_cutting;

static void figure_cut_away(const figure_cutting *w, const figure_piece *piece, int which, int part,
                            const figure_cells *resume);

// Divides the area of a piece that is outside of a cell into convex pieces, and passes each to figure_cut_away: the
// piece outside of side 0, the piece inside of side 0 but outside of side 1, and so on. The cell belongs to part `part`
// of figure `which`, and the traversal *resume has just returned it. *piece is overwritten. In the end it is the area
// inside the cell, which has been counted with the earlier part and is dropped.
static void figure_cut_cell(const figure_cutting *w, figure_piece *piece, int which, int part,
                            const figure_cells *resume, const figure_piece *cell)
{
    figure_piece rest;
    for (int i = 0; i < cell->count; i++)
    {
        figure_line line = figure_side_of(cell, i);
        if (figure_piece_cut(&rest, piece, &line, -1.0))
            figure_cut_away(w, &rest, which, part, resume);
        if (!figure_piece_cut(&rest, piece, &line, 1.0)) return;
        *piece = rest;
    }
}

// Returns true if a traversal has not begun and visits more columns or rows of a sprite than a block has.
static bool figure_cells_are_many(const figure_cells *c)
{
    rim_rect r = c->pixels;
    if (!c->shape->posed.sprite || c->x != r.x0 || c->y != r.y0) return false;
    return r.x1 - r.x0 > FIGURE_BLOCK || r.y1 - r.y0 > FIGURE_BLOCK;
}

// Divides a piece, and a traversal that has not begun, by a line between two columns or two rows of the sprite, and
// passes both halves to figure_cut_away. The line is that of the right or the lower side of a cell in front of it, so
// its inside has the lower columns or rows. Like the sides of cells, the new sides belong to figure `which`, so that
// they cancel with those of the cells that are cut away along the line. Requires figure_cells_are_many.
static void figure_cut_halves(const figure_cutting *w, const figure_piece *piece, int which,
                              int part, const figure_cells *cells)
{
    rim_rect     r = cells->pixels;
    bool         columns = r.x1 - r.x0 > r.y1 - r.y0, mirrored = cells->grid.det_sign < 0;
    int          middle = columns ? r.x0 + (r.x1 - r.x0) / 2 : r.y0 + (r.y1 - r.y0) / 2;
    figure_piece side = { .count = 2, .of_b = { cells->of_b } }, rest;
    int          from = mirrored ? 1 : 0;
    // The right side of a cell runs downward, and its lower side runs to the left. Mirrored, both run back.
    figure_cell_corner(cells, columns ? middle : r.x1, columns ? r.y0 : middle, &side.x[from],
                       &side.y[from]);
    figure_cell_corner(cells, columns ? middle : r.x0, columns ? r.y1 : middle, &side.x[1 - from],
                       &side.y[1 - from]);
    figure_line line = figure_side_of(&side, 0);
    for (int i = 0; i < 2; i++)
    {
        figure_cells half = *cells;
        int         *bound = columns ? (i == 0 ? &half.pixels.x1 : &half.pixels.x0)
                                     : (i == 0 ? &half.pixels.y1 : &half.pixels.y0);
        *bound = middle;
        half.x = half.pixels.x0, half.y = half.pixels.y0;
        if (figure_piece_cut(&rest, piece, &line, i == 0 ? 1.0 : -1.0))
            figure_cut_away(w, &rest, which, part, &half);
    }
}

// Returns true if a piece and a cell share area.
static bool figure_cell_overlaps(const figure_piece *piece, const figure_piece *cell)
{
    figure_piece both = *piece;
    return figure_piece_intersect(&both, cell);
}

// Cuts the cells of earlier parts (those before w->part) away from a piece and adds the area that remains to the sums.
// Starts with part `part` of figure `which` (0: a, 1: b): with the next cell of the traversal *resume, or with the
// first cell of the part if `resume` is NULL. The cells before have been cut away already.
//
// The first cell that overlaps the piece divides it. Then the recursion continues for each new piece with the cells
// after this one, so it ends. If there are many cells, the piece and the traversal are halved first, because the
// recursion may be as deep as a row and a column have cells, and visits them all for each new piece. The new pieces lie
// in the old piece, so the old traversal, of the cells near the old piece, visits all cells near the new ones.
static void figure_cut_away(const figure_cutting *w, const figure_piece *piece, int which, int part,
                            const figure_cells *resume)
{
    for (; which < 2; which++, part = 0, resume = NULL)
        for (; part < w->part[which]; part++, resume = NULL)
        {
            figure_shape shape;
            figure_cells cells;
            figure_piece cell, inner;
            if (!figure_shape_init(&shape, w->figure[which], part)) continue;
            if (resume)
            {
                // The copy of the traversal uses this call's shape, which equals the caller's.
                cells = *resume;
                cells.shape = &shape;
            }
            else
                figure_cells_init(&cells, &shape, w->origin[which], which == 1, piece);
            if (figure_cells_are_many(&cells))
            {
                figure_cut_halves(w, piece, which, part, &cells);
                return;
            }
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
    // The traversal of q visits the cells near the box around p. The traversal of p visits the cells near each cell of
    // q.
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
