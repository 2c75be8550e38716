// Two boxes: the separating axis theorem (Gottschalk, Lin, Manocha 1996) for the depth. With the rows of
// R being the axes of b seen along those of a, every projection is a sum of products of |R|.
#include "base/cpu.h"
#include "solid/contact_box.h"

typedef struct boxes
{
    double r[3][3], m[3][3]; // R and |R|: r[i][j] = axis i of a . axis j of b
    double a[3], b[3];       // half extents
    double t[3];             // from the centre of a to the centre of b
    vec3d  center_a, center_b;
} boxes;

#ifdef CPU_SSE2
#include <emmintrin.h>

// Bit i: x[i] == value, for eight floats.
static unsigned equal_to(const float *x, float value)
{
    __m128 v = _mm_set1_ps(value);
    int    low = _mm_movemask_ps(_mm_cmpeq_ps(_mm_loadu_ps(x), v));
    int    high = _mm_movemask_ps(_mm_cmpeq_ps(_mm_loadu_ps(x + 4), v));
    return (unsigned)low | (unsigned)high << 4;
}
#else
static unsigned equal_to(const float *x, float value)
{
    unsigned bits = 0;
    for (int i = 0; i < 8; i++) bits |= (unsigned)(x[i] == value) << i;
    return bits;
}
#endif

// Which of the eight corners lie on the upper side of each axis.
typedef struct sides
{
    unsigned x, y, z;
} sides;

// Are the eight corners the corners of the bounds? Then the hull is a box along its axes.
static bool is_box(const rim_hull *hull, sides *up)
{
    if (!hull || hull->corner_count != 8 || hull->face_count != 6) return false;
    const rim_box3 *box = &hull->bounds;
    up->x = equal_to(hull->x, box->hi.x);
    up->y = equal_to(hull->y, box->hi.y);
    up->z = equal_to(hull->z, box->hi.z);
    unsigned x = up->x | equal_to(hull->x, box->lo.x), y = up->y | equal_to(hull->y, box->lo.y);
    unsigned z = up->z | equal_to(hull->z, box->lo.z);
    return (x & y & z) == 255;
}

static void set_boxes(boxes *s, const gjk_pair *pair, rim_box3 a, rim_box3 b)
{
    s->center_a = v3d_scale(v3d_add(v3d_from(a.lo), v3d_from(a.hi)), 0.5);
    vec3d center = v3d_scale(v3d_add(v3d_from(b.lo), v3d_from(b.hi)), 0.5);
    s->center_b = v3d_add(m3d_apply(pair->turn, center), pair->shift);
    vec3d t = v3d_sub(s->center_b, s->center_a);
    vec3d columns[3] = { pair->turn.x, pair->turn.y, pair->turn.z };
    for (int j = 0; j < 3; j++)
    {
        s->r[0][j] = columns[j].x;
        s->r[1][j] = columns[j].y;
        s->r[2][j] = columns[j].z;
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) s->m[i][j] = fabs(s->r[i][j]);
    s->a[0] = 0.5 * ((double)a.hi.x - a.lo.x);
    s->a[1] = 0.5 * ((double)a.hi.y - a.lo.y);
    s->a[2] = 0.5 * ((double)a.hi.z - a.lo.z);
    s->b[0] = 0.5 * ((double)b.hi.x - b.lo.x);
    s->b[1] = 0.5 * ((double)b.hi.y - b.lo.y);
    s->b[2] = 0.5 * ((double)b.hi.z - b.lo.z);
    s->t[0] = t.x;
    s->t[1] = t.y;
    s->t[2] = t.z;
}

typedef struct best_axis
{
    double depth, along; // along: t . axis, whose sign says which way is out
    int    i, j;         // axis i of a if j < 0, axis j of b if i < 0, else their cross product
} best_axis;

static void try_axis(best_axis *best, double depth, double along, int i, int j)
{
    if (!(depth < best->depth)) return;
    best->depth = depth;
    best->along = along;
    best->i = i;
    best->j = j;
}

static best_axis try_faces(const boxes *s)
{
    best_axis best = { INFINITY, 0.0, -1, -1 };
    for (int i = 0; i < 3; i++)
    {
        double reach = s->b[0] * s->m[i][0] + s->b[1] * s->m[i][1] + s->b[2] * s->m[i][2];
        try_axis(&best, s->a[i] + reach - fabs(s->t[i]), s->t[i], i, -1);
    }
    for (int j = 0; j < 3; j++)
    {
        double reach = s->a[0] * s->m[0][j] + s->a[1] * s->m[1][j] + s->a[2] * s->m[2][j];
        double along = s->t[0] * s->r[0][j] + s->t[1] * s->r[1][j] + s->t[2] * s->r[2][j];
        try_axis(&best, s->b[j] + reach - fabs(along), along, -1, j);
    }
    return best;
}

// Edges closer to parallel than this have no axis of their own: that of a face is as good to rounding.
#define PARALLEL 0x1p-40

// The axis is  e_i x b_j  of length sqrt(1 - r_ij^2); depths are compared before they are divided by it.
static void try_edges(const boxes *s, best_axis *best)
{
    static const int next[3] = { 1, 2, 0 };
    for (int i = 0; i < 3; i++)
    {
        int i1 = next[i], i2 = next[i1];
        for (int j = 0; j < 3; j++)
        {
            int    j1 = next[j], j2 = next[j1];
            double length2 = s->r[i1][j] * s->r[i1][j] + s->r[i2][j] * s->r[i2][j];
            double along = s->t[i2] * s->r[i1][j] - s->t[i1] * s->r[i2][j];
            double depth = s->a[i1] * s->m[i2][j] + s->a[i2] * s->m[i1][j] +
                           s->b[j1] * s->m[i][j2] + s->b[j2] * s->m[i][j1] - fabs(along);
            if (length2 <= PARALLEL) continue;
            if (depth < 0.0 || depth * depth < best->depth * best->depth * length2)
                try_axis(best, depth / sqrt(length2), along, i, j);
        }
    }
}

static vec3d axis_a(int i)
{
    return v3d(i == 0, i == 1, i == 2);
}

static vec3d axis_b(const boxes *s, int j)
{
    return v3d(s->r[0][j], s->r[1][j], s->r[2][j]);
}

static vec3d outward(const boxes *s, best_axis axis)
{
    vec3d n = axis.j < 0   ? axis_a(axis.i)
              : axis.i < 0 ? axis_b(s, axis.j)
                           : v3d_normalize(v3d_cross(axis_a(axis.i), axis_b(s, axis.j)));
    return axis.along < 0.0 ? v3d_scale(n, -1.0) : n;
}

// Below this a cosine between an edge and the normal's plane is taken as 0: the whole edge supports.
#define SUPPORTS 0x1p-34

// The middle of the feature of a that is farthest along n, leaving out axis `free`; false if the feature
// is more than that. The same for b with its own axes.
static bool corner_a(const boxes *s, vec3d n, int free, vec3d *p)
{
    double d[3] = { n.x, n.y, n.z };
    *p = s->center_a;
    for (int i = 0; i < 3; i++)
    {
        if (i == free) continue;
        if (fabs(d[i]) < SUPPORTS) return false;
        *p = v3d_along(*p, axis_a(i), d[i] > 0.0 ? s->a[i] : -s->a[i]);
    }
    return true;
}

static bool corner_b(const boxes *s, vec3d n, int free, vec3d *p)
{
    *p = s->center_b;
    for (int j = 0; j < 3; j++)
    {
        if (j == free) continue;
        double d = v3d_dot(n, axis_b(s, j));
        if (fabs(d) < SUPPORTS) return false;
        *p = v3d_along(*p, axis_b(s, j), d > 0.0 ? -s->b[j] : s->b[j]);
    }
    return true;
}

static bool witness(const boxes *s, best_axis axis, overlap *o)
{
    vec3d p, q;
    if (axis.j < 0)
    {
        if (!corner_b(s, o->normal, -1, &p)) return false;
        o->on_a = v3d_along(p, o->normal, o->depth);
        return true;
    }
    if (axis.i < 0)
    {
        return corner_a(s, o->normal, -1, &o->on_a);
    }
    if (!corner_a(s, o->normal, axis.i, &p) || !corner_b(s, o->normal, axis.j, &q)) return false;
    // p + x e meets q + y f + depth n:  x = (w . e - (e . f)(w . f)) / (1 - (e . f)^2),  w = q - p
    vec3d  e = axis_a(axis.i), f = axis_b(s, axis.j), w = v3d_sub(q, p);
    double ef = s->r[axis.i][axis.j];
    double x = (v3d_dot(w, e) - ef * v3d_dot(w, f)) / (1.0 - ef * ef), half = s->a[axis.i];
    x = x < -half ? -half : x > half ? half : x;
    o->on_a = v3d_along(p, e, x);
    return true;
}

// The corners on the side of an axis that d leans to; all if it does not.
static unsigned leaning(double d, unsigned up)
{
    return fabs(d) < SUPPORTS ? 255 : d > 0.0 ? up : ~up;
}

// The feature of a box that is farthest along d.
static rim_feature feature_along(const rim_convex *convex, sides up, vec3d d)
{
    unsigned mask = leaning(d.x, up.x) & leaning(d.y, up.y) & leaning(d.z, up.z) & 255;
    int      corners[3], count = 0;
    for (int i = 0; i < 8 && count < 3; i++)
    {
        corners[count] = i;
        count += (int)(mask >> i & 1);
    }
    return rim_gjk_feature(convex, corners, count);
}

bool rim_box_pair(const gjk_pair *pair, rim_convex a, rim_convex b, box_answer *answer)
{
    sides up_a, up_b;
    if (!is_box(a.hull, &up_a) || !is_box(b.hull, &up_b)) return false;
    boxes s;
    set_boxes(&s, pair, a.hull->bounds, b.hull->bounds);
    best_axis axis = try_faces(&s);
    if (axis.depth >= 0.0) try_edges(&s, &axis);
    double size = s.a[0] + s.a[1] + s.a[2] + s.b[0] + s.b[1] + s.b[2];
    answer->hit = axis.depth >= -0x1p-46 * size;
    if (!answer->hit) return true;
    overlap *o = &answer->overlap;
    o->normal = outward(&s, axis);
    o->depth = o->lower = axis.depth > 0.0 ? axis.depth : 0.0;
    if (!witness(&s, axis, o)) o->on_a = rim_gjk_common_point(pair, o->normal, o->depth, size);
    o->count = 0;
    answer->feature_a = feature_along(&a, up_a, o->normal);
    answer->feature_b =
        feature_along(&b, up_b, m3d_unapply(pair->turn, v3d_scale(o->normal, -1.0)));
    return true;
}
