// An expansion is a sum of doubles that don't overlap, smallest first; its sign is that of its last term. A double is added
// by a chain of two-sums, each of which is exact:
//
//      s = a + b rounded,   t = the rounding error,   s + t == a + b
#include "base/exact.h"

#include "base/vec3d.h"

// Each of 36 products of three floats is two doubles.
enum
{
    MOST_PARTS = 72
};

typedef struct expansion
{
    int    count;
    double parts[MOST_PARTS];
} expansion;

// Adds b to an expansion without rounding, as exact_sum_add does.
static void orient_add(expansion *e, double b)
{
    int kept = 0;
    for (int i = 0; i < e->count; i++)
    {
        double a = e->parts[i];
        double s = a + b;
        double from_b = s - a;
        double lost = (a - (s - from_b)) + (b - from_b);
        if (lost != 0.0) e->parts[kept++] = lost;
        b = s;
    }
    if (b != 0.0) e->parts[kept++] = b;
    e->count = kept;
}

static int orient_sign_of(const expansion *e)
{
    if (e->count == 0) return 0;
    return e->parts[e->count - 1] > 0.0 ? 1 : -1;
}

// Adds x y z. x y is exact in double with 48 bits. Split into two halves (Dekker, 1971), each half times z is exact again.
static void add_product(expansion *e, float x, float y, double z)
{
    double xy = (double)x * y;
    if (xy == 0.0 || z == 0.0) return;
    double big = 134217729.0 * xy; // 2^27 + 1
    double high = big - (big - xy);
    double low = xy - high;
    orient_add(e, low * z);
    orient_add(e, high * z);
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

// Each difference, product and sum has a relative error of at most 2^-53. Nine of them in a row, with the products of their
// errors, stay below 2^-49 of the sum of absolute values.
int exact_orient3(rim_vec3 a, rim_vec3 b, rim_vec3 c, rim_vec3 d)
{
    vec3d  origin = v3d_from(a);
    vec3d  u = v3d_sub(v3d_from(b), origin), v = v3d_sub(v3d_from(c), origin);
    vec3d  w = v3d_sub(v3d_from(d), origin);
    double yz = u.y * v.z, zy = u.z * v.y, zx = u.z * v.x, xz = u.x * v.z, xy = u.x * v.y,
           yx = u.y * v.x;
    double det = (yz - zy) * w.x + (zx - xz) * w.y + (xy - yx) * w.z;
    double sum = (fabs(yz) + fabs(zy)) * fabs(w.x) + (fabs(zx) + fabs(xz)) * fabs(w.y) +
                 (fabs(xy) + fabs(yx)) * fabs(w.z);
    double doubt = 0x1p-49 * sum;
    if (det > doubt) return 1;
    if (det < -doubt) return -1;
    if (sum == 0.0) return 0;
    return exact_orient3_slow(a, b, c, d);
}

// Returns the sign of (b - a) x (c - a) = b x c - a x c - b x a. In double every product of two floats is exact.
int exact_orient2(float ax, float ay, float bx, float by, float cx, float cy)
{
    double left = ((double)bx - ax) * ((double)cy - ay);
    double right = ((double)by - ay) * ((double)cx - ax);
    double doubt = 0x1p-50 * (fabs(left) + fabs(right));
    if (left - right > doubt) return 1;
    if (left - right < -doubt) return -1;

    expansion e = { .count = 0 };
    orient_add(&e, (double)bx * cy);
    orient_add(&e, -(double)by * cx);
    orient_add(&e, -(double)ax * cy);
    orient_add(&e, (double)ay * cx);
    orient_add(&e, -(double)bx * ay);
    orient_add(&e, (double)by * ax);
    return orient_sign_of(&e);
}

bool exact_collinear(rim_vec3 a, rim_vec3 b, rim_vec3 c)
{
    return exact_orient2(a.x, a.y, b.x, b.y, c.x, c.y) == 0 &&
           exact_orient2(a.y, a.z, b.y, b.z, c.y, c.z) == 0 &&
           exact_orient2(a.z, a.x, b.z, b.x, c.z, c.x) == 0;
}
