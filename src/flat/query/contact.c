// The contact of two posed sprites: point, normals, depth and area.
#include "flat/query/contact.h"

#include "base/float.h"
#include "flat/query/reoriented.h"
#include "flat/query/sweep.h"
#include "flat/shape/box2.h"

#include <float.h>
#include <math.h>

rim_vec2 pair_edge_normal(rim_xform2 m, bool is_row)
{
    // The gradient of the column is (d, -c) / det, of the row (-b, a) / det.
    float    sign = rim_xform2_determinant(m) < 0.0 ? -1.0f : 1.0f;
    rim_vec2 n = is_row ? rim_vec2_make(-m.b, m.a) : rim_vec2_make(m.d, -m.c);
    return rim_vec2_normalize(rim_vec2_scale(n, sign));
}

// Returns the contact normal: minus the gradient (gx, gy) of the shared area by a motion of a. If it vanishes, the
// direction from the middle of b's bounds to that of a's.
rim_vec2 pair_normal(const rim_posed *a, const rim_posed *b, double gx, double gy, double area)
{
    // A gradient is a length; against the square root of the area it is a pure number.
    double length = sqrt(gx * gx + gy * gy);
    if (length > GRADIENT_NOISE * sqrt(area) && float_is_finite(length))
        return rim_vec2_make((float)(-gx / length), (float)(-gy / length));
    rim_vec2 apart =
        rim_vec2_sub(box2_center(rim_sprite_bounds(*a)), box2_center(rim_sprite_bounds(*b)));
    float length_apart = rim_vec2_length(apart);
    // Straight up if there is no direction, or its length is beyond the range of float.
    return length_apart > 0.0f && float_is_finite(length_apart) ? rim_vec2_normalize(apart)
                                                                : rim_vec2_make(0.0f, -1.0f);
}

// Returns what pair_exit_distance does. `fine` and `coarse` are the bounds of the two sprites. Sweeps a from far out
// along n back to its pose, during the time -1 .. 0. A motion of a along n leaves b for good where this sweep first
// touches b. So the distance is the rest of the way after the touch, in lengths of n: the length of the sweep is a power
// of two times that of n.
static double exit_distance(traversal *view, rim_box2 fine, rim_box2 coarse, rim_vec2 n)
{
    float            way = box2_separating_length(fine, coarse);
    rim_vec2         back = rim_vec2_scale(n, -way), none = { 0.0f, 0.0f };
    pair_motion      motion = { view->swapped ? none : back, view->swapped ? back : none };
    pair_sweep_touch touch;
    pair_sweep_first(&touch, view, motion, -1);
    return touch.hit ? -touch.t * way : 0.0;
}

double pair_exit_distance(traversal *view, rim_vec2 n)
{
    return exit_distance(view, rim_sprite_bounds(view->fine_posed),
                         rim_sprite_bounds(view->coarse_posed), n);
}

// Returns the normal of those pixel edges of b, between columns or between rows, of which a covers more length, on the
// side of `normal`. Covered edges that face opposite ways cancel.
//
// (gx, gy) is the gradient of the shared area by a motion of a, so a motion by a column of b changes the area by gu.
// This is the covered length of the edges between columns times a pixel's width across them, |det| / |(c, d)|. So this
// length is |gu| |(c, d)| / |det|, and that of the edges between rows is |gv| |(a, b)| / |det|. Both are compared times
// |det|.
static rim_vec2 main_edge_normal(rim_posed b, double gx, double gy, rim_vec2 normal)
{
    rim_xform2 m = b.pose;
    double     gu = gx * m.a + gy * m.b, gv = gx * m.c + gy * m.d;
    double     between_columns = fabs(gu) * sqrt((double)m.c * m.c + (double)m.d * m.d);
    double     between_rows = fabs(gv) * sqrt((double)m.a * m.a + (double)m.b * m.b);
    rim_vec2   n = pair_edge_normal(m, between_rows > between_columns);
    return rim_vec2_dot(n, normal) < 0.0f ? vec2_negate(n) : n;
}

// Returns p clamped to both boxes, which must overlap. By rounding, the centroid of a sliver can be outside of them.
static rim_vec2 inside_both(rim_vec2 p, rim_box2 a, rim_box2 b)
{
    rim_vec2 lo = vec2_max(a.lo, b.lo), hi = vec2_min(a.hi, b.hi);
    return vec2_min(vec2_max(p, lo), hi);
}

// Returns the contact of two sprites under general poses.
rim_contact2 traversal_contact(traversal *view)
{
    rim_posed    a = view->swapped ? view->coarse_posed : view->fine_posed;
    rim_posed    b = view->swapped ? view->fine_posed : view->coarse_posed;
    shared_area  shared;
    rim_contact2 contact = { 0 };
    if (!shared_area_measure_overlap(&shared, view)) return contact;

    // The gradient is by a motion of the fine sprite; by a motion of the other it is the opposite.
    double gx = view->swapped ? -shared.gx : shared.gx, gy = view->swapped ? -shared.gy : shared.gy;
    rim_box2 fine = rim_sprite_bounds(view->fine_posed);
    rim_box2 coarse = rim_sprite_bounds(view->coarse_posed);
    contact.hit = true;
    contact.area = shared.area > 0.0 ? shared.area : DBL_MIN; // as rim_sprite_overlap_area
    contact.point = inside_both(rim_vec2_make((float)shared.x, (float)shared.y),
                                view->swapped ? coarse : fine, view->swapped ? fine : coarse);
    contact.normal = pair_normal(&a, &b, gx, gy, shared.area);
    contact.edge_normal = main_edge_normal(b, gx, gy, contact.normal);
    contact.depth = float_above(exit_distance(view, fine, coarse, contact.normal));
    return contact;
}

// --- whole pixels apart ----------------------------------------------------------------------------------

// Coordinates below this many pixels are rounded by less than a quarter of one.
#define INTEGER_NEAR 0x1p20

// Returns true if an upright pose is only scaled, without flip or turn.
static inline bool is_unturned(const rim_xform2 *m)
{
    return m->a > 0.0f && m->d > 0.0f;
}

// Returns what main_edge_normal does for an upright sprite with the pose m. (gu, gv) is the gradient of the shared area
// by a's column and by its row. The normal is along the axis of the world in which rows follow each other if |gv| >
// |gu|, else along that of the columns, and has the sign of `normal` there.
static rim_vec2 upright_edge_normal(const rim_xform2 *m, double gu, double gv, rim_vec2 normal)
{
    bool     is_row = fabs(gv) > fabs(gu);
    rim_vec2 n = is_row ? rim_vec2_make(m->c, m->d) : rim_vec2_make(m->a, m->b);
    if (n.x != 0.0f) return rim_vec2_make(normal.x < 0.0f ? -1.0f : 1.0f, 0.0f);
    return rim_vec2_make(0.0f, normal.y < 0.0f ? -1.0f : 1.0f);
}

// Returns the centroid, in the world, of `count` > 0 pixels of a sprite. x and y are the sums of their columns and
// rows. A pixel's center is 0.5 beyond its column and row.
static rim_vec2 integer_middle(const rim_posed *in, double count, double x, double y)
{
    rim_xform2 m = in->pose;
    rim_vec2   anchor = in->sprite->anchor;
    double     u = x / count + 0.5 - anchor.x, v = y / count + 0.5 - anchor.y;
    return rim_vec2_make((float)(m.a * u + m.c * v + m.tx), (float)(m.b * u + m.d * v + m.ty));
}

// Computes the contact of two upright sprites from the moments of the shared pixels; no hit if they share none.
// Requires integer_offset_sweeps. If one of the sprites is reoriented, `r` is not NULL, and its pixels must be drawn for
// the offset and those beside it. Those for the way out are drawn here. The result is returned as one literal, because
// a copy of a variable would wait until its members are stored.
static rim_contact2 integer_contact(const integer_offset *o, const rim_posed *a, const rim_posed *b,
                                    reoriented *r)
{
    rim_xform2   k = a->pose;
    mask_moments m = mask_overlap_moments(o->b->mask, o->a->mask, o->x, o->y);
    if (m.count == 0) return (rim_contact2){ 0 };

    double   count = (double)m.count, x = (double)m.x, y = (double)m.y, s = o->scale;
    // Half of the difference of the counts after opposite moves of a by a pixel is the gradient of the count by a's column
    // or row.
    double   gu = 0.5 * (double)m.right_less_left, gv = 0.5 * (double)m.down_less_up;
    rim_vec2 in_a = integer_middle(a, count, x, y);
    rim_vec2 in_b = integer_middle(b, count, x + count * o->x, y + count * o->y);
    // The mean, since swapping the sprites must not change a bit.
    rim_vec2 point = { 0.5f * in_a.x + 0.5f * in_b.x, 0.5f * in_a.y + 0.5f * in_b.y };
    // The exact centroid is at least half a pixel inside both bounds. Only far out can rounding move it outside.
    if (!(fabs(point.x) + fabs(point.y) < INTEGER_NEAR * s))
        point = inside_both(point, rim_sprite_bounds(*a), rim_sprite_bounds(*b));
    // With a's matrix M and the side s of a pixel, the gradient of the area in the world is
    // M^-T s^2 (gu, gv) = M (gu, gv).
    rim_vec2 n = pair_normal(a, b, k.a * gu + k.c * gv, k.b * gu + k.d * gv, s * s * count);
    // The normal in columns and rows:  M^T n / s,  a unit vector.
    rim_vec2 n_in_pixels = n;
    if (!is_unturned(&k))
        n_in_pixels = rim_vec2_make((float)((k.a * n.x + k.b * n.y) / s),
                                    (float)((k.c * n.x + k.d * n.y) / s));
    integer_sweep back = integer_offset_back(o, n_in_pixels);
    if (r) reoriented_draw(r, integer_sweep_offsets(&back));
    float    depth = float_above(s * integer_sweep_rest(&back));
    rim_vec2 edge_normal = upright_edge_normal(&k, gu, gv, n);
    return (rim_contact2){ true, point, n, edge_normal, depth, s * s * count };
}

// Computes the contact of two sprites that are upright but not turned alike. Returns false for all others, and if the
// masks are too large. If the two share no pixel, returns true and leaves *contact.
CPU_APART static bool reoriented_contact(const rim_posed *a, const rim_posed *b,
                                         rim_contact2 *contact)
{
    reoriented     r;
    integer_offset o;
    if (!reoriented_init(&r, a, b) || !reoriented_offset(&r, &o)) return false;
    if (!reoriented_touches(&r, &o)) return true;
    if (!integer_offset_sweeps(&o)) return false;
    // The way out begins here, and mostly needs no more pixels.
    const int aside = INTEGER_SWEEP_ASIDE;
    reoriented_draw(&r, rim_rect_make(o.x - aside, o.y - aside, o.x + aside, o.y + aside));
    *contact = integer_contact(&o, &r.a, &r.b, &r);
    return true;
}

// Computes the contact from counts of shared pixels for upright sprites that are whole pixels apart, one of them
// reoriented if they are not turned alike. All others, and masks that are too large for a sweep of bits or for being
// reoriented, are clipped.
rim_contact2 rim_sprite_contact(rim_posed a, rim_posed b)
{
    SPRITE_CHECK(a, (rim_contact2){ 0 });
    SPRITE_CHECK(b, (rim_contact2){ 0 });
    rim_contact2   contact = { 0 };
    integer_offset offset;
    traversal      view;
    bool           is_whole =
        integer_offset_init(&offset, &a, &b) || integer_offset_init_turned(&offset, &a, &b);
    if (is_whole && integer_offset_sweeps(&offset)) return integer_contact(&offset, &a, &b, NULL);
    if (sprites_are_far(&a, &b)) return contact;
    if (!is_whole && reoriented_contact(&a, &b, &contact)) return contact;
    if (!traversal_init(&view, a, b)) return contact;
    contact = traversal_contact(&view);
    double area;
    if (contact.hit && reoriented_area(&a, &b, &area)) contact.area = area;
    return contact;
}
