#include "flat/query/relative_transform.h"

#include "base/exact.h"
#include "base/float.h"
#include "flat/mask/bits.h"
#include "flat/query/tolerances.h"
#include "flat/sprite/data.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

bool pair_pose_is_usable(rim_xform2 m)
{
    return xform2_is_finite(m) && rim_xform2_determinant(m) != 0.0;
}

// --- forms -------------------------------------------------------------------------------------------

// Returns the weight of the lowest set bit of x; infinity for 0. A double is m 2^(exponent - 1075), with an integer m
// of 53 bits. Requires 0 or |x| >= 2^-970, so that `unit` below is a normal double: products of up to three floats, and
// the parts of sums of them, are 0 or at least 2^-447.
static double relative_transform_lowest_bit(double x)
{
    if (x == 0.0) return INFINITY;
    uint64_t word;
    memcpy(&word, &x, sizeof word);
    uint64_t m = (word & 0xfffffffffffffu) | 0x10000000000000u;
    uint64_t exponent = word >> 52 & 0x7ff;
    // 2^(exponent - 1075) as a double, whose exponent has the bias 1023.
    uint64_t unit_word = (exponent - 52) << 52;
    double   unit;
    memcpy(&unit, &unit_word, sizeof unit);
    uint64_t lowest_bit = m & (0 - m);
    return (double)lowest_bit * unit;
}

// A power of two and a size that describe a sum of products: if size < 2^53 unit, double computes it without rounding.
typedef struct lattice
{
    double unit; // every term is a multiple of it
    double size; // no partial sum of the terms is larger
} lattice;

// Adds to a lattice the products of each of `count` terms with some whole number of at most `reach`. The unit becomes
// at most the lowest bit of each term. The size grows by the largest such products.
static void measure_terms(lattice *l, const double *terms, int count, double reach)
{
    for (int i = 0; i < count; i++)
    {
        double unit = relative_transform_lowest_bit(terms[i]);
        l->unit = unit < l->unit ? unit : l->unit;
        l->size += fabs(terms[i]) * reach;
    }
}

// The numerator of u, from a corner (x, y) of the source to a column or row of the target, is
//
//      gx (a x' + c y' + tx - tx_to) + gy (b x' + d y' + ty - ty_to) + |det| anchor_to,
//
// with x' = x - anchor.x, y' = y - anchor.y. a, b, c, d, tx, ty are the pose of the source, and det is the determinant
// of the target's matrix. (gx, gy) is a row of the adjugate of this matrix, times the sign of det: with the target's a,
// b, c, d it is sign (d, -c) if u is a column, and sign (-b, a) if u is a row of pixels. Because of the sign the
// denominator of u is |det|, which is positive.
typedef struct adjugate_row
{
    double gx, gy;
    double sign;   // of det
    float  anchor; // of the target: its x if u is a column, its y if u is a row of pixels
    double reach;  // of the target: reach_x or reach_y, likewise
} adjugate_row;

// Returns the members of adjugate_row for a form. Requires form->to, whose pose is not singular, and form->is_row. The
// rest of the form need not be set.
static adjugate_row adjugate_row_of(const pair_form *form)
{
    rim_xform2 t = form->to.pose;
    rim_vec2   anchor = form->to.anchor;
    double     sign = rim_xform2_determinant(t) < 0.0 ? -1.0 : 1.0;
    if (form->is_row)
        return (adjugate_row){ .gx = -sign * t.b,
                               .gy = sign * t.a,
                               .sign = sign,
                               .anchor = anchor.y,
                               .reach = form->to.reach_y };
    return (adjugate_row){ .gx = sign * t.d,
                           .gy = -sign * t.c,
                           .sign = sign,
                           .anchor = anchor.x,
                           .reach = form->to.reach_x };
}

// Sets a form that maps pixel corners of `from` to columns of `to`, or to rows if is_row. The error bound holds for
// corners within the reach of `from` and values within that of `to`. The exact numerators are computed later
// (make_exact). Requires poses that are not singular.
//
// The products by gx and gy are of two floats each, so they are exact. Here p, q are numerators; form->p, form->q are
// divided by d = |det|. The numerator of r is rx + ry - px - qy + da.
static void form_init(pair_form *form, pair_frame from, pair_frame to, bool is_row)
{
    form->is_row = is_row;
    form->from = from;
    form->to = to;
    form->exact.ready = false;

    rim_xform2   f = from.pose, t = to.pose;
    rim_vec2     anchor = from.anchor;
    adjugate_row row = adjugate_row_of(form);
    double       d = fabs(rim_xform2_determinant(t));
    double       p = row.gx * f.a + row.gy * f.b, q = row.gx * f.c + row.gy * f.d;
    double       rx = row.gx * f.tx - row.gx * t.tx, ry = row.gy * f.ty - row.gy * t.ty;
    double       px = p * anchor.x, qy = q * anchor.y, da = d * row.anchor;
    form->p = p / d;
    form->q = q / d;
    form->r = (rx + ry - px - qy + da) / d;

    double r_size = fabs(row.gx) * (fabs(f.tx) + fabs(t.tx)) +
                    fabs(row.gy) * (fabs(f.ty) + fabs(t.ty)) + fabs(px) + fabs(qy) + fabs(da);
    double size = r_size / d + fabs(form->p) * from.reach_x + fabs(form->q) * from.reach_y;
    form->error = PAIR_FORM_ERROR * (size + row.reach);
}

// Stores a b as two doubles.
static void put_product(double two[2], double a, double b)
{
    exact_pair product = exact_mul(a, b);
    two[0] = product.head;
    two[1] = product.tail;
}

// Returns the sum of `count` terms, rounded to double. Stores the first 26 bits of this double in *head, and the exact
// sum minus *head, rounded, in *rest.
static double split_sum(const double *terms, int count, double *head, double *rest)
{
    double     size;
    exact_pair sum = exact_pair_sum(terms, count, &size), halves = exact_halves(sum.head);
    *head = halves.head;
    *rest = halves.tail + sum.tail;
    return sum.head;
}

// Computes the numerators p, q, d, r of a form as exact terms, and their sums as pairs of doubles: all of form->exact
// but `plain`. Requires the frames of the form. Products of two floats are exact in double; products of three are
// stored as two doubles. With (gx, gy) of adjugate_row they are
//
//      p = gx a + gy b,    q = gx c + gy d,    d = |a_to d_to - b_to c_to|,
//      r = gx (tx - tx_to) + gy (ty - ty_to) - p anchor.x - q anchor.y + d anchor_to.
//
// On the right of p and q, a, b, c, d are the matrix of the source.
static void make_exact(pair_form *form)
{
    rim_xform2   f = form->from.pose, t = form->to.pose;
    rim_vec2     anchor = form->from.anchor;
    adjugate_row row = adjugate_row_of(form);
    pair_exact  *e = &form->exact;
    double      *p = e->terms_p, *q = e->terms_q, *d = e->terms_d, *r = e->terms_r;
    p[0] = row.gx * f.a;
    p[1] = row.gy * f.b;
    q[0] = row.gx * f.c;
    q[1] = row.gy * f.d;
    d[0] = row.sign * t.a * t.d;
    d[1] = -row.sign * t.b * t.c;
    r[0] = row.gx * f.tx;
    r[1] = -row.gx * t.tx;
    r[2] = row.gy * f.ty;
    r[3] = -row.gy * t.ty;
    put_product(r + 4, p[0], -anchor.x);
    put_product(r + 6, p[1], -anchor.x);
    put_product(r + 8, q[0], -anchor.y);
    put_product(r + 10, q[1], -anchor.y);
    put_product(r + 12, d[0], row.anchor);
    put_product(r + 14, d[1], row.anchor);

    e->p = split_sum(p, 2, &e->head_p, &e->rest_p);
    e->q = split_sum(q, 2, &e->head_q, &e->rest_q);
    e->d = split_sum(d, 2, &e->head_d, &e->rest_d);
    exact_pair sum = exact_pair_sum(r, 16, &e->size_r);
    e->r = sum.head;
    e->rest_r = sum.tail;
    e->count_r = 16;
    e->ready = true;
    e->measured = false;
}

// Sets exact.plain: whether all terms of  p x + q y + r - d k  are multiples of one unit, and their sum stays below
// 2^53 units for all x, y and k within the reach. If so, no operation of this formula rounds in double. Requires
// exact.ready.
static void measure_exact(pair_form *form)
{
    pair_exact *e = &form->exact;
    lattice     all = { .unit = INFINITY, .size = 0.0 };
    measure_terms(&all, e->terms_p, 2, form->from.reach_x);
    measure_terms(&all, e->terms_q, 2, form->from.reach_y);
    measure_terms(&all, e->terms_r, e->count_r, 1.0);
    measure_terms(&all, e->terms_d, 2, form->is_row ? form->to.reach_y : form->to.reach_x);
    e->plain = all.size < all.unit * DOUBLE_WHOLE;
    e->measured = true;
}

void pixel_map_init(pixel_map *map, pair_frame from, pair_frame to)
{
    form_init(&map->u, from, to, false);
    form_init(&map->v, from, to, true);
}

void relative_transform_init(relative_transform *maps, pair_frame a, pair_frame b)
{
    pixel_map_init(&maps->a_to_b, a, b);
    pixel_map_init(&maps->b_to_a, b, a);
}

double pixel_map_square_error(const pixel_map *map, double side)
{
    const pair_form *u = &map->u, *v = &map->v;
    double           error = u->error > v->error ? u->error : v->error;
    double           of_u = fabs(u->p) + fabs(u->q), of_v = fabs(v->p) + fabs(v->q);
    return error + PAIR_FORM_ERROR * side * (of_u > of_v ? of_u : of_v);
}

static int relative_transform_sign_of(double x)
{
    return (x > 0.0) - (x < 0.0);
}

// Returns the exact sign of u(x, y) - k. Decides by the first of three values that has a certain sign: u in double with
// its error bound; the numerator in double if no operation rounds (plain); the numerator with an error below its last
// place.
int pair_form_sign(pair_form *form, int x, int y, int k)
{
    double value = pair_form_at(form, x, y) - k;
    if (fabs(value) > form->error) return relative_transform_sign_of(value);

    pair_exact *exact = &form->exact;
    if (!exact->ready) make_exact(form);
    if (!exact->measured) measure_exact(form);
    if (exact->plain)
        return relative_transform_sign_of(exact->p * x + exact->q * y + exact->r - exact->d * k);

    return relative_transform_sign_of(pair_form_numerator_value(form, x, y, k));
}

// Replaces the 16 terms of r by the terms of their exact sum, which are usually fewer. Requires that r still has 16
// terms.
static void gather_terms(pair_exact *e)
{
    exact_sum sum;
    exact_sum_clear(&sum);
    for (int i = 0; i < 16; i++) exact_sum_add(&sum, e->terms_r[i]);
    e->count_r = sum.count;
    for (int i = 0; i < sum.count; i++) e->terms_r[i] = sum.term[i];
}

// Computes |det| (u(x, y) - k) as an exact list of terms, as  p x + q y + r - d k.
void pair_form_numerator(pair_form *form, int x, int y, int k, exact_list *out)
{
    pair_exact *exact = &form->exact;
    if (!exact->ready) make_exact(form);
    exact_list_clear(out);
    for (int i = 0; i < 2; i++)
    {
        exact_list_add_product(out, exact->terms_p[i], x);
        exact_list_add_product(out, exact->terms_q[i], y);
        exact_list_add_product(out, exact->terms_d[i], -k);
    }
    if (exact->count_r == 16) gather_terms(exact); // once, for this list and later ones
    for (int i = 0; i < exact->count_r; i++) exact_list_add(out, exact->terms_r[i]);
}

// Computes  p x + q y + r - d k  from the heads and the rests of p, q, d and r. Products of whole numbers of 20 bits by
// the heads, which have 26 bits, are exact, and so are the sums of pairs. Those by the rests are 2^-26 times as large:
// their rounding is at most PAIR_NUMERATOR_ERROR of the size. A value that is too small for that is computed exactly.
double pair_form_numerator_value(pair_form *form, int x, int y, int k)
{
    pair_exact *e = &form->exact;
    if (!e->ready) make_exact(form);
    double     px = e->head_p * x, qy = e->head_q * y, minus_dk = e->head_d * -k;
    double     rests = e->rest_p * x + e->rest_q * y - e->rest_d * k + e->rest_r;
    exact_pair px_qy = exact_add(px, qy), r_dk = exact_add(e->r, minus_dk);
    exact_pair sum = exact_add(px_qy.head, r_dk.head);
    double     value = sum.head + (sum.tail + (px_qy.tail + r_dk.tail) + rests);
    double     size = fabs(px) + fabs(qy) + fabs(minus_dk) + e->size_r;
    if (fabs(value) >= PAIR_NUMERATOR_CLEAR * size) return value;
    exact_list terms;
    pair_form_numerator(form, x, y, k, &terms);
    return exact_list_value(&terms);
}

void pair_form_make_precise(pair_form *form)
{
    if (!form->exact.ready) make_exact(form);
    form->r = form->exact.r / form->exact.d;
}

// The speed times d is  gx (plus.x - minus.x) + gy (plus.y - minus.y):  four products of two floats.
void pair_form_speed(const pair_form *form, rim_vec2 plus, rim_vec2 minus, double terms[4])
{
    adjugate_row row = adjugate_row_of(form);
    terms[0] = row.gx * plus.x;
    terms[1] = -row.gx * minus.x;
    terms[2] = row.gy * plus.y;
    terms[3] = -row.gy * minus.y;
}

// Returns the exact floor of u(x, y) where the rounded u may lie on the wrong side of an integer. Within the target's
// reach the interval u - error .. u + error contains at most one integer, `nearest`, and the exact sign of u(x, y) -
// nearest decides. Beyond PAIR_FAR_CELL, which is far outside of any mask, the floor of the rounded u is returned.
int pair_form_floor_near(pair_form *form, int x, int y)
{
    double u = pair_form_at(form, x, y);
    int    k = float_floor_int(u);
    if (k < -PAIR_FAR_CELL || k > PAIR_FAR_CELL) return k;
    int nearest = u - k < 0.5 ? k : k + 1;
    return pair_form_sign(form, x, y, nearest) < 0 ? nearest - 1 : nearest;
}

// Returns true if the image of pixel (x, y) under the form crosses the open interval (k, k + 1): its greatest corner is
// above k, and its least corner is below k + 1, both exactly. u = p x + q y + r is greatest at the larger x if p > 0,
// and at the larger y if q > 0.
static bool crosses(pair_form *form, int x, int y, int k)
{
    int greatest_x = form->p > 0.0 ? x + 1 : x, least_x = form->p > 0.0 ? x : x + 1;
    int greatest_y = form->q > 0.0 ? y + 1 : y, least_y = form->q > 0.0 ? y : y + 1;
    return pair_form_sign(form, greatest_x, greatest_y, k) > 0 &&
           pair_form_sign(form, least_x, least_y, k + 1) < 0;
}

bool pair_pixels_overlap(relative_transform *maps, int ax, int ay, int bx, int by)
{
    return crosses(&maps->a_to_b.u, ax, ay, bx) && crosses(&maps->a_to_b.v, ax, ay, by) &&
           crosses(&maps->b_to_a.u, bx, by, ax) && crosses(&maps->b_to_a.v, bx, by, ay);
}
