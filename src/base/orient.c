// Signs of determinants of points: which side of a line or plane a point lies on. A filter in double decides most
// cases. Otherwise the determinant's products are summed without rounding, as in exact.h.
#include "base/exact.h"

#include "base/float.h"
#include "base/vec3d.h"

// Four determinants of six products of three floats each. Each product is two doubles.
enum
{
    ORIENT_MOST_TERMS = 4 * 6 * 2
};

// An expansion as exact_sum, but so short that it never needs compressing.
typedef struct expansion
{
    int    count;
    double term[ORIENT_MOST_TERMS];
} expansion;

// Adds b to an expansion without rounding, as exact_sum_add does: the rounded sum is carried to the next larger term,
// and the rounding error replaces the term. Requires fewer than ORIENT_MOST_TERMS terms.
static void orient_add(expansion *e, double b)
{
    double carried = b;
    int    kept = 0;
    for (int i = 0; i < e->count; i++)
    {
        exact_pair s = exact_add(e->term[i], carried);
        if (s.tail != 0.0) e->term[kept++] = s.tail;
        carried = s.head;
    }
    if (carried != 0.0) e->term[kept++] = carried;
    e->count = kept;
}

// Returns the sign of an expansion, which is that of its largest term.
static int orient_sign_of(const expansion *e)
{
    if (e->count == 0) return 0;
    return e->term[e->count - 1] > 0.0 ? 1 : -1;
}

// Adds x y z exactly, with a float in z. x y has 48 bits and is exact in double. Each half of x y has at most 26 bits,
// so its product with the 24 bits of z is exact again.
static void add_product(expansion *e, float x, float y, double z)
{
    double xy = (double)x * y;
    if (xy == 0.0 || z == 0.0) return;
    exact_pair half = exact_halves(xy);
    orient_add(e, half.tail * z);
    orient_add(e, half.head * z);
}

// Adds sign * det(x, y, z) = sign * x . (y x z), as its six products.
static void add_determinant(expansion *e, rim_vec3 x, rim_vec3 y, rim_vec3 z, double sign)
{
    add_product(e, y.y, z.z, sign * x.x);
    add_product(e, y.z, z.y, -sign * x.x);
    add_product(e, y.z, z.x, sign * x.y);
    add_product(e, y.x, z.z, -sign * x.y);
    add_product(e, y.x, z.y, sign * x.z);
    add_product(e, y.y, z.x, -sign * x.z);
}

// Returns the sign of det(b - a, c - a, d - a) = det(b, c, d) - det(a, c, d) + det(a, b, d) - det(a, b, c), summed
// exactly.
int exact_orient3_slow(rim_vec3 a, rim_vec3 b, rim_vec3 c, rim_vec3 d)
{
    expansion e = { .count = 0 };
    add_determinant(&e, b, c, d, 1.0);
    add_determinant(&e, a, c, d, -1.0);
    add_determinant(&e, a, b, d, 1.0);
    add_determinant(&e, a, b, c, -1.0);
    return orient_sign_of(&e);
}

// Bounds of the error of a determinant in double, as fractions of the sum of the absolute values of its products. At
// most nine roundings follow each other in exact_orient3, and four in exact_orient2: two differences, a product and a
// difference. The factors are the next larger powers of two (float.h).
#define ORIENT3_ERROR (16.0 * DOUBLE_ROUNDING)
#define ORIENT2_ERROR (8.0 * DOUBLE_ROUNDING)

// Returns the sign of det = (u x v) . w, with u = b - a, v = c - a and w = d - a. Computes it in double, and exactly if
// the error bound leaves the sign undecided. `size` is the sum of the absolute values of the products.
int exact_orient3(rim_vec3 a, rim_vec3 b, rim_vec3 c, rim_vec3 d)
{
    vec3d  origin = v3d_from(a);
    vec3d  u = v3d_sub(v3d_from(b), origin), v = v3d_sub(v3d_from(c), origin);
    vec3d  w = v3d_sub(v3d_from(d), origin);
    double yz = u.y * v.z, zy = u.z * v.y;
    double zx = u.z * v.x, xz = u.x * v.z;
    double xy = u.x * v.y, yx = u.y * v.x;
    double det = (yz - zy) * w.x + (zx - xz) * w.y + (xy - yx) * w.z;
    double size = (fabs(yz) + fabs(zy)) * fabs(w.x) + (fabs(zx) + fabs(xz)) * fabs(w.y) +
                  (fabs(xy) + fabs(yx)) * fabs(w.z);
    double error = ORIENT3_ERROR * size;
    if (det > error) return 1;
    if (det < -error) return -1;
    if (size == 0.0) return 0; // all products are 0
    return exact_orient3_slow(a, b, c, d);
}

// Returns the sign of (b - a) x (c - a) = b x c - a x c - b x a. The left form is computed first, in double. The right
// form is for the exact sum, because every product of two floats is exact in double.
int exact_orient2(float ax, float ay, float bx, float by, float cx, float cy)
{
    double xy = ((double)bx - ax) * ((double)cy - ay);
    double yx = ((double)by - ay) * ((double)cx - ax);
    double error = ORIENT2_ERROR * (fabs(xy) + fabs(yx));
    if (xy - yx > error) return 1;
    if (xy - yx < -error) return -1;

    expansion e = { .count = 0 };
    orient_add(&e, (double)bx * cy);
    orient_add(&e, -(double)by * cx);
    orient_add(&e, -(double)ax * cy);
    orient_add(&e, (double)ay * cx);
    orient_add(&e, -(double)bx * ay);
    orient_add(&e, (double)by * ax);
    return orient_sign_of(&e);
}

int exact_turn(rim_vec3 a, rim_vec3 b, rim_vec3 c, int axis)
{
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    return exact_orient2((&a.x)[u], (&a.x)[v], (&b.x)[u], (&b.x)[v], (&c.x)[u], (&c.x)[v]);
}

// Points are collinear if their projections along the x, y and z axes are.
bool exact_collinear(rim_vec3 a, rim_vec3 b, rim_vec3 c)
{
    for (int axis = 0; axis < 3; axis++)
        if (exact_turn(a, b, c, axis) != 0) return false;
    return true;
}
