// Queries of two figures, at rest and in motion. Figures of one sprite each are left to the queries of sprites.
#include "flat/figure/data.h"

#include "base/float.h"
#include "base/vec2d.h"
#include "flat/query/contact.h"
#include "flat/shape/box2.h"
#include "flat/sprite/data.h"

#include <float.h>
#include <math.h>

// --- at rest ---------------------------------------------------------------------------------------------

// Returns the first part of a that shares area with a part of b, together with the first part of b that shares area
// with it. Returns -1 and -1 if no parts share area.
static rim_parts figure_first_overlap(const rim_figure *a, const rim_figure *b)
{
    figure_shape p, q;
    rim_box2     box = rim_figure_bounds(b);
    for (int i = 0; i < a->count; i++)
    {
        if (!figure_shape_init(&p, a, i) || !figure_boxes_share_area(p.bounds, box)) continue;
        for (int j = 0; j < b->count; j++)
            if (figure_shape_init(&q, b, j) && figure_pair_overlaps(&p, &q))
                return (rim_parts){ i, j };
    }
    return figure_no_parts();
}

bool rim_figure_overlaps(const rim_figure *a, const rim_figure *b, rim_parts *which)
{
    rim_posed p, q;
    rim_parts found = figure_only_sprites(a, &p, b, &q);
    if (found.a < 0)
        found = figure_first_overlap(a, b);
    else if (!rim_posed_overlaps(&p, &q))
        found = figure_no_parts();
    if (which) *which = found;
    return found.a >= 0;
}

double rim_figure_overlap_area(const rim_figure *a, const rim_figure *b)
{
    rim_posed    p, q;
    figure_share share;
    if (figure_only_sprites(a, &p, b, &q).a >= 0) return rim_posed_overlap_area(&p, &q);
    if (figure_first_overlap(a, b).a < 0) return 0.0;
    figure_share_measure(&share, a, b, 0.0, 0.0);
    // The figures overlap. If rounding has made the area 0, the least positive number is returned.
    return share.area > 0.0 ? share.area : DBL_MIN;
}

// Returns true if a ring or a circle s shares area with the polygon `ring`, which need not be convex. Either an edge of
// the polygon passes through the interior of s, or s is inside the polygon or apart from it. In the last two cases, all
// of s is on one side, so one point of s decides: the mean of its corners. For each edge, its first corner is moved
// along it.
static bool figure_shape_overlaps_polygon(const figure_shape *s, rim_polygon2 ring)
{
    double x = 0.0, y = 0.0;
    for (int i = 0; i < ring.count; i++)
    {
        rim_vec2     from = ring.points[i], to = ring.points[i + 1 < ring.count ? i + 1 : 0];
        figure_shape point = figure_shape_point(from);
        if (figure_rounded_passes(&point, vec2d_sub(vec2d_of(to), vec2d_of(from)), s)) return true;
    }
    for (int i = 0; i < s->count; i++)
    {
        x += s->corner[i].x;
        y += s->corner[i].y;
    }
    rim_vec2 middle = { (float)(x / s->count), (float)(y / s->count) };
    return ring.count > 2 && rim_polygon2_contains(ring, middle);
}

bool figure_overlaps_polygon(const rim_figure *figure, rim_polygon2 ring)
{
    figure_shape s;
    for (int i = 0; i < figure->count; i++)
    {
        if (!figure_shape_init(&s, figure, i)) continue;
        if (!rim_box2_overlaps(s.bounds, polygon2_bounds(ring))) continue;
        if (s.posed.sprite ? rim_sprite_overlaps_polygon(s.posed, ring)
                           : figure_shape_overlaps_polygon(&s, ring))
            return true;
    }
    return false;
}

// --- contacts --------------------------------------------------------------------------------------------

// Returns the outward unit normal of the edge of a ring s that faces a unit direction best: the normal with the largest
// dot product, of equal ones the first. Returns the direction itself if no edge has a length. The outward normal of an
// edge e is (e.y, -e.x) if the winding is +1, and minus this if it is -1.
static rim_vec2 figure_ring_edge_normal(const figure_shape *s, rim_vec2 direction)
{
    rim_vec2 best = direction;
    float    most = -2.0f; // less than every dot product of unit vectors
    for (int i = 0; i < s->count; i++)
    {
        rim_vec2 e = rim_vec2_sub(s->corner[i + 1 < s->count ? i + 1 : 0], s->corner[i]);
        rim_vec2 n =
            rim_vec2_normalize(rim_vec2_make(e.y * (float)s->winding, -e.x * (float)s->winding));
        if ((e.x == 0.0f && e.y == 0.0f) || !(rim_vec2_dot(n, direction) > most)) continue;
        most = rim_vec2_dot(n, direction);
        best = n;
    }
    return best;
}

// Returns the unit normal of the edges between b's pixel columns or between b's pixel rows: of the kind whose edges
// inside a have the greater net length, where opposite edges cancel. The normal has the sign for which its dot product
// with `normal` is not negative. m is the pose of b's sprite.
//
// The gradient g is the sum of the unit normals of a's edges inside b, each times its length. The border of the shared
// area is closed, so all normals times lengths sum to 0, and the sum for b's edges inside a is -g. Let u = (m.a, m.b)
// and v = (m.c, m.d) be the sides of a pixel, L_c and n_c the net length and the unit normal of the edges between
// columns, and L_r and n_r those of the edges between rows. Then
//
//      -g = L_c n_c + L_r n_r,    n_r . u = 0,    |n_c . u| = |det| / |v|,    so |L_c| = |g . u| |v| / |det|,
//
// and likewise |L_r| = |g . v| |u| / |det|. The lengths are only compared, so both are computed without 1 / |det|.
static rim_vec2 figure_pixel_edge_normal(rim_xform2 m, const figure_share *share, rim_vec2 normal)
{
    double   gu = share->gx * m.a + share->gy * m.b, gv = share->gx * m.c + share->gy * m.d;
    double   columns = fabs(gu) * sqrt((double)m.c * m.c + (double)m.d * m.d);
    double   rows = fabs(gv) * sqrt((double)m.a * m.a + (double)m.b * m.b);
    rim_vec2 n = pair_edge_normal(m, rows > columns);
    return rim_vec2_dot(n, normal) < 0.0f ? vec2_negate(n) : n;
}

// Returns the edge normal of a contact with the unit normal `normal`. The edge is one of b's part share->most.b, which
// shares the most area. If the part is a circle, which has no edges, or share->most.b is ignored by queries, `normal`
// is returned. Requires share->most.b >= 0.
static rim_vec2 figure_edge_normal(const rim_figure *b, const figure_share *share, rim_vec2 normal)
{
    figure_shape s;
    if (!figure_shape_init(&s, b, share->most.b) || figure_shape_is_circle(&s)) return normal;
    if (s.posed.sprite) return figure_pixel_edge_normal(s.posed.pose, share, normal);
    return figure_ring_edge_normal(&s, normal);
}

rim_contact2 rim_figure_contact(const rim_figure *a, const rim_figure *b, rim_parts *which)
{
    rim_posed    p, q;
    rim_contact2 contact = { 0 };
    figure_share share;
    rim_parts    only = figure_only_sprites(a, &p, b, &q);
    if (which) *which = figure_no_parts();
    if (only.a >= 0)
    {
        contact = rim_sprite_contact(p, q);
        if (which && contact.hit) *which = only;
        return contact;
    }
    rim_parts first = figure_first_overlap(a, b);
    if (first.a < 0) return contact;
    figure_share_measure(&share, a, b, 0.0, 0.0);
    // If rounding has made all areas 0, the pair that was found to overlap stands for the one with the most area.
    if (share.most.a < 0) share.most = first;
    rim_box2 a_box = rim_figure_bounds(a), b_box = rim_figure_bounds(b);
    rim_vec2 lo = vec2_max(a_box.lo, b_box.lo), hi = vec2_min(a_box.hi, b_box.hi);
    contact.hit = true;
    contact.area = share.area > 0.0 ? share.area : DBL_MIN;
    // The centroid is clamped to the box that the bounds share, because rounding may put it outside.
    contact.point = vec2_min(vec2_max(rim_vec2_make((float)share.x, (float)share.y), lo), hi);
    contact.normal = figure_normal(a, b, &share);
    contact.edge_normal = figure_edge_normal(b, &share, contact.normal);
    contact.depth = float_above(figure_exit(a, b, contact.normal));
    if (which) *which = share.most;
    return contact;
}

// --- in motion -------------------------------------------------------------------------------------------

// Two figures and their motions.
typedef struct figure_motion
{
    const rim_figure *a, *b;
    rim_vec2          a_delta, b_delta, relative; // relative: a_delta - b_delta
} figure_motion;

// Returns false if the path of box a, moving relative to box b, certainly shares no area with b. The sweeps of two
// parts use the difference of the two motions, exact or rounded to floats. The two may differ by much more than the
// spacing of floats near b, so the box around the path covers both. It is rounded outward and then widened by one float
// on each side.
static bool figure_path_meets(rim_box2 a, const figure_motion *m, rim_box2 b)
{
    double exact[2] = { (double)m->a_delta.x - m->b_delta.x, (double)m->a_delta.y - m->b_delta.y };
    double rounded[2] = { m->relative.x, m->relative.y };
    double least[2], most[2]; // of the motion along each axis, which begins at 0
    for (int i = 0; i < 2; i++)
    {
        double lo = exact[i] < rounded[i] ? exact[i] : rounded[i];
        double hi = exact[i] < rounded[i] ? rounded[i] : exact[i];
        least[i] = lo < 0.0 ? lo : 0.0;
        most[i] = hi > 0.0 ? hi : 0.0;
    }
    float    x0 = float_below(a.lo.x + least[0]), x1 = float_above(a.hi.x + most[0]);
    float    y0 = float_below(a.lo.y + least[1]), y1 = float_above(a.hi.y + most[1]);
    rim_box2 path = { { float_step(x0, -1), float_step(y0, -1) },
                      { float_step(x1, 1), float_step(y1, 1) } };
    return figure_boxes_share_area(path, b);
}

// Returns the time in which a motion by (x, y) per unit of time covers PIXELS_AHEAD pixels of a sprite, or 0 if the
// part is not a sprite. In the sprite's pixels the motion is the inverse matrix times (x, y), which is (u, v) /
// determinant. Without a motion the time is INFINITY.
static double figure_shape_ahead(const figure_shape *s, double x, double y)
{
    rim_xform2 m = s->posed.pose;
    if (!s->posed.sprite) return 0.0;
    double u = m.d * x - m.c * y, v = m.a * y - m.b * x;
    return PIXELS_AHEAD * fabs(rim_xform2_determinant(m)) / sqrt(u * u + v * v);
}

double figure_time_ahead(const rim_figure *a, const rim_figure *b, rim_parts which, double x,
                         double y)
{
    figure_shape p, q;
    double       ahead[2] = { 0.0, 0.0 };
    if (figure_shape_init(&p, a, which.a)) ahead[0] = figure_shape_ahead(&p, x, y);
    if (figure_shape_init(&q, b, which.b)) ahead[1] = figure_shape_ahead(&q, x, y);
    return ahead[0] > ahead[1] ? ahead[0] : ahead[1];
}

rim_vec2 figure_normal_ahead(const rim_figure *a, const rim_figure *b, double x, double y,
                             rim_vec2 way, rim_vec2 edge_normal)
{
    figure_share share;
    rim_vec2     normal;
    figure_share_measure(&share, a, b, x, y);
    if (!figure_share_normal(&share, &normal)) return edge_normal;
    return rim_vec2_dot(normal, way) > 0.0f ? edge_normal : normal;
}

// Touches whose times differ by at most this fraction are at the same time, but for rounding.
#define FIGURE_SAME_TIME 0x1p-48

// Finds the first touch of all pairs of parts, and returns the number of pairs that touch at this time, up to
// FIGURE_SAME_TIME. Stores the touch of one of these pairs in *best and its parts in *which. If `facing` is NULL, it is
// the pair with the least t, otherwise the pair whose edge normal has the largest dot product with *facing. In both
// cases, best->t becomes the least t of all pairs. Returns 0 for a miss. Then best->t is 1, and *which is unchanged.
// Requires that the figures do not overlap at the start.
static int figure_motion_first(const figure_motion *m, const rim_vec2 *facing, rim_hit2 *best,
                               rim_parts *which)
{
    figure_shape p, q;
    int          count = 0;
    double       first = 1.0;
    *best = (rim_hit2){ .t = 1.0 };
    for (int i = 0; i < m->a->count; i++)
    {
        if (!figure_shape_init(&p, m->a, i)) continue;
        for (int j = 0; j < m->b->count; j++)
        {
            if (!figure_shape_init(&q, m->b, j)) continue;
            if (!figure_path_meets(p.bounds, m, q.bounds)) continue;
            rim_hit2 hit = figure_pair_sweep(&p, m->a_delta, &q, m->b_delta);
            if (!hit.hit || (count > 0 && hit.t > first * (1.0 + FIGURE_SAME_TIME))) continue;
            // A hit that comes earlier than `first` by more than rounding starts the count again.
            bool ties = count > 0 && first <= hit.t * (1.0 + FIGURE_SAME_TIME);
            count = ties ? count + 1 : 1;
            first = hit.t < first ? hit.t : first;
            // Of hits at the same time, one that is not better than *best does not replace it.
            bool better = facing ? rim_vec2_dot(hit.edge_normal, *facing) >
                                       rim_vec2_dot(best->edge_normal, *facing)
                                 : hit.t < best->t;
            if (ties && !better) continue;
            *best = hit;
            *which = (rim_parts){ i, j };
        }
    }
    best->t = first;
    return count;
}

// Computes the sweep of two figures that are not one sprite each. Figures that overlap at the start give their contact.
// Otherwise the first search finds the time of the touch. If one of the parts that touch is a sprite, the normal is
// computed from the figures some time after this (figure_time_ahead). If neither is one, this time `more` is 0, and the
// hit keeps the normal of the two parts. If several pairs of parts touch at this time, the second search selects the
// pair that faces the normal best. Stores the parts in *which, and leaves *which for a miss.
static rim_hit2 figure_sweep_parts(const figure_motion *m, rim_parts *which)
{
    rim_hit2 hit = { .t = 1.0 };
    if (figure_first_overlap(m->a, m->b).a >= 0)
    {
        rim_contact2 contact = rim_figure_contact(m->a, m->b, which);
        hit = (rim_hit2){ .hit = true, .start_overlap = true, .point = contact.point };
        hit.normal = contact.normal;
        hit.edge_normal = contact.edge_normal;
        hit.depth = contact.depth;
        return hit;
    }
    double x = (double)m->a_delta.x - m->b_delta.x, y = (double)m->a_delta.y - m->b_delta.y;
    int    count = figure_motion_first(m, NULL, &hit, which);
    double more = count > 0 ? figure_time_ahead(m->a, m->b, *which, x, y) : 0.0;
    if (!hit.hit || more == 0.0) return hit;
    double   ahead = hit.t + more;
    rim_vec2 normal =
        figure_normal_ahead(m->a, m->b, ahead * x, ahead * y, m->relative, hit.edge_normal);
    if (count > 1) figure_motion_first(m, &normal, &hit, which);
    hit.normal = normal;
    return hit;
}

rim_hit2 rim_figure_sweep(const rim_figure *a, rim_vec2 a_delta, const rim_figure *b,
                          rim_vec2 b_delta, rim_parts *which)
{
    rim_posed p, q;
    rim_parts parts = figure_no_parts(), only = figure_only_sprites(a, &p, b, &q);
    rim_hit2  hit = { .t = 1.0 };
    if (only.a >= 0)
    {
        hit = rim_sprite_sweep_both(p, a_delta, q, b_delta);
        if (hit.hit) parts = only;
    }
    else if (vec2_is_finite(a_delta) && vec2_is_finite(b_delta))
    {
        figure_motion m = { .a = a, .b = b, .a_delta = a_delta, .b_delta = b_delta };
        m.relative = rim_vec2_sub(a_delta, b_delta);
        hit = figure_sweep_parts(&m, &parts);
    }
    if (which) *which = parts;
    return hit;
}
