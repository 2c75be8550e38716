#include "rimcast/contour.h"

#include "base/memory.h"
#include "flat/outline/loops.h"
#include "flat/outline/simplify_crossing.h"

#include <assert.h>
#include <math.h>

// A direction or a position; not of unit length.
typedef struct way
{
    double x, y;
} way;

typedef struct ring_place
{
    way at;
    bool
        is_end; // of parts: a knot, or the ring's first corner, where the way begins without looking back
} ring_place;

typedef struct simplifier
{
    simplify_crossing field;
    rim_corner       *ring;          // the present ring; its first corner is repeated at its end
    ring_place       *at;            // the same corners, as numbers to reckon with
    size_t            count, before; // its corners; the one kept before the last
    size_t            most;          // corners to look ahead
    double            tolerance, square;
    rim_simplify_side side;
    bool              may_move_left, may_move_right;
    rim_loops        *made;
} simplifier;

static inline double cross(way a, way b)
{
    return a.x * b.y - a.y * b.x;
}

// One side of a cone: a direction, and its length times the tolerance. Before it bounds anything, it is zero with a
// negative reach.
typedef struct bound
{
    way    to;
    double reach;
} bound;

// The directions from a kept corner that pass all corners so far within the tolerance: from left clockwise to right.
typedef struct cone
{
    bound left, right;
} cone;

static inline bool cone_holds(const cone *c, way d)
{
    return cross(c->left.to, d) >= 0.0 && cross(d, c->right.to) >= 0.0;
}

// Reduces the cone to the directions that pass the corner at d within the tolerance r: those between the tangents from the
// cone's tip to the circle about d, which are d turned by asin(r / |d|) to both sides,
//
//      (t d.x + r d.y, t d.y - r d.x)   and   (t d.x - r d.y, t d.y + r d.x),   t^2 = |d|^2 - r^2,
//
// both of length |d|^2. A side of the cone stays if the corner is at most r inside of it. If both stay, as usual, no root
// is computed. The side that moves is selected without a branch, as it cannot be predicted.
static inline void narrow_by_circle(cone *c, const simplifier *s, way d)
{
    double r = s->tolerance, square = d.x * d.x + d.y * d.y, rest = square - s->square;
    bool   outside = rest > 0.0;
    bool   left = outside & s->may_move_left & (cross(c->left.to, d) > c->left.reach);
    bool   right = outside & s->may_move_right & (cross(d, c->right.to) > c->right.reach);
    double t = sqrt(outside ? rest : 0.0);
    double tx = t * d.x, ty = t * d.y, rx = r * d.x, ry = r * d.y, length = r * square;
    c->left.to.x = left ? tx + ry : c->left.to.x;
    c->left.to.y = left ? ty - rx : c->left.to.y;
    c->left.reach = left ? length : c->left.reach;
    c->right.to.x = right ? tx - ry : c->right.to.x;
    c->right.to.y = right ? ty + rx : c->right.to.y;
    c->right.reach = right ? length : c->right.reach;
}

// Reduces the cone to the directions on one side of the corner, if the loop must stay on that side.
static inline void narrow_by_corner(cone *c, const simplifier *s, way d)
{
    bound here = { d, s->tolerance * sqrt(d.x * d.x + d.y * d.y) };
    if (!s->may_move_right && (c->right.reach < 0.0 || cross(d, c->right.to) > 0.0))
        c->right = here;
    if (!s->may_move_left && (c->left.reach < 0.0 || cross(c->left.to, d) > 0.0)) c->left = here;
}

// Reduces the cone by the corner at d. Returns false if no direction is left.
static inline bool simplify_narrow(cone *c, const simplifier *s, way d)
{
    narrow_by_circle(c, s, d);
    if (s->side != RIM_SIMPLIFY_NEAR && (d.x != 0.0 || d.y != 0.0)) narrow_by_corner(c, s, d);
    return cross(c->left.to, c->right.to) >= 0.0;
}

static inline way way_between(const simplifier *s, size_t from, size_t to)
{
    way a = s->at[from].at, b = s->at[to].at, d = { b.x - a.x, b.y - a.y };
    return d;
}

// Returns the last corner after `first` that the cone from `first` reaches. Examines only a few times as many corners as it
// reaches, or reached the last time, so all calls together take linear time. No side may join two ends (see
// may_be_doubled).
static size_t reach(const simplifier *s, size_t first)
{
    cone   c = { { { 0.0, 0.0 }, -1.0 }, { { 0.0, 0.0 }, -1.0 } };
    bool   from_end = s->at[first].is_end;
    size_t best = first + 1;
    for (size_t k = first + 1; k - first <= 2 * (best - first) + 16 && k - first <= s->most; k++)
    {
        way  d = way_between(s, first, k);
        bool end = s->at[k].is_end;
        if (!(from_end && end) && cone_holds(&c, d)) best = k;
        if (end || !simplify_narrow(&c, s, d)) break;
    }
    return best;
}

// The fit of a side to the part that it would replace.
typedef enum fit
{
    FIT_NOT,  // too far, or on the wrong hand
    FIT_NEAR, // within the tolerance
    FIT_TIGHT // and so near that no whole number fits in between
} fit;

// Returns how a side from corner `first` to `last` fits the corners between them: each must be within the tolerance, and on
// the right of the side if the loop must stay on one side. The distance from the line is |cross| / |b - a|; beyond the
// side's ends it is that to the end. All numbers are whole; only the comparison with the tolerance is rounded.
//
// A fit is tight if the part never turns back along the side's longer axis, and no corner is more than a pixel off across
// that axis, or off at all if the side is parallel to it. Then at each position along the axis the gap between part and
// side is at most a pixel, and one of its ends, on the part, is a whole number. The gap is a whole pixel only where the
// part has corners and runs across the axis; there the part covers the other end too. So no other corner lies in the gap.
static fit fit_of(const simplifier *s, size_t first, size_t last)
{
    way    side = way_between(s, first, last);
    double length = side.x * side.x + side.y * side.y, limit = s->square * length;
    bool   flat = fabs(side.x) >= fabs(side.y), good = true, tight = true;
    double axis = flat ? side.x : side.y, before = 0.0;
    double most = (flat ? side.y : side.x) != 0.0 ? fabs(axis) : 0.0;
    for (size_t k = first + 1; k < last; k++)
    {
        way    d = way_between(s, first, k), e = way_between(s, last, k);
        double off = cross(side, d), along = side.x * d.x + side.y * d.y;
        bool   inner = along >= 0.0 && along <= length;
        double end = along < 0.0 ? d.x * d.x + d.y * d.y : e.x * e.x + e.y * e.y;
        good &= inner ? off * off <= limit : end <= s->square;
        good &= s->side != RIM_SIMPLIFY_CONTAIN || off >= 0.0;
        good &= s->side != RIM_SIMPLIFY_INSIDE || off <= 0.0;
        double step = flat ? d.x : d.y;
        tight &= fabs(off) <= most && (step - before) * axis >= 0.0;
        before = step;
    }
    tight &= (axis - before) * axis >= 0.0;
    return !good ? FIT_NOT : tight ? FIT_TIGHT : FIT_NEAR;
}

static bool simplify_is_same(rim_corner a, rim_corner b)
{
    return a.x == b.x && a.y == b.y;
}

// Returns true if another part could get a side between the same two positions. That needs rings that pass each position
// twice, which makes both of them ends, and no side joins two ends; or a side that goes straight back to the start of the
// side before it, or to the end of the side after it.
static bool may_be_doubled(const simplifier *s, size_t first, size_t last)
{
    rim_corner a = s->ring[first], b = s->ring[last];
    if (first > 0 && simplify_is_same(b, s->ring[s->before])) return true;
    return last < s->count && simplify_is_same(a, s->ring[last + 1]);
}

// Returns true if a side from corner `first` to `last` may replace the part between them: it fits, and no other corner
// lies between. A tight fit needs no test for that.
static bool may_stand(simplifier *s, size_t first, size_t last)
{
    if (last == first + 1) return true;
    if (may_be_doubled(s, first, last)) return false;
    fit found = fit_of(s, first, last);
    return found == FIT_TIGHT ||
           (found == FIT_NEAR &&
            simplify_crossing_is_free(&s->field, s->ring + first, last - first + 1));
}

// Returns the next corner that is kept after `first`: nearly the farthest that a side may reach. A side to the very next
// corner is always allowed.
static size_t next_kept(simplifier *s, size_t first)
{
    size_t far = reach(s, first), near = first + 1;
    if (may_stand(s, first, far)) return far;
    while (far - near > 1)
    {
        size_t middle = near + (far - near) / 2;
        if (may_stand(s, first, middle))
            near = middle;
        else
            far = middle;
    }
    return near;
}

static void simplify_store(simplifier *s, size_t k)
{
    s->made->points[s->made->point_count++] =
        rim_vec2_make((float)s->ring[k].x, (float)s->ring[k].y);
}

// Copies a ring, closed by its first corner, and marks the ends of parts: knots, and the first corner.
static void simplify_lay_out(simplifier *s, rim_ring ring)
{
    s->count = ring.count;
    for (size_t k = 0; k <= ring.count; k++)
    {
        rim_corner at = ring.corners[k < ring.count ? k : 0];
        s->ring[k] = at;
        s->at[k].at.x = (double)at.x;
        s->at[k].at.y = (double)at.y;
        s->at[k].is_end = simplify_is_knot(&s->field, at);
    }
    s->at[0].is_end = s->at[ring.count].is_end = true;
}

// Simplifies a ring. Keeps at least three corners, with three different positions.
static void simplify_ring(simplifier *s, rim_ring ring)
{
    rim_loops *made = s->made;
    size_t     start = made->point_count;
    simplify_lay_out(s, ring);
    s->before = 0;
    s->most = 1024;
    for (size_t k = 0; k < ring.count;)
    {
        simplify_store(s, k);
        size_t next = next_kept(s, k);
        s->most = 1024 + 8 * (next - k);
        s->before = k;
        k = next;
    }
    loops_add(made, start, ring.parent);
}

static size_t longest_ring(const rim_ring *rings, int64_t count)
{
    size_t most = 0;
    for (int64_t i = 0; i < count; i++) most = rings[i].count > most ? rings[i].count : most;
    return most;
}

// Simplifies all rings, with memory for the longest one.
static rim_status simplify_all(simplifier *s, const rim_ring *rings, int64_t count)
{
    size_t               room = longest_ring(rings, count) + 1;
    const rim_allocator *from = &s->made->from;
    s->ring = memory_allocate(from, room, sizeof *s->ring);
    s->at = memory_allocate(from, room, sizeof *s->at);
    bool good = s->ring && s->at;
    for (int64_t i = 0; good && i < count; i++) simplify_ring(s, rings[i]);
    memory_release(from, s->ring, room, sizeof *s->ring);
    memory_release(from, s->at, room, sizeof *s->at);
    return good ? RIM_OK : RIM_ERR_MEMORY;
}

rim_status rim_loops_create_simplified(rim_loops **out, const rim_contours *contours,
                                       double tolerance, rim_simplify_side side,
                                       const rim_allocator *from)
{
    RIM_ASSERT(out && contours, "out or the contours are NULL");
    *out = NULL;
    bool known =
        side == RIM_SIMPLIFY_NEAR || side == RIM_SIMPLIFY_CONTAIN || side == RIM_SIMPLIFY_INSIDE;
    if (!(tolerance >= 0.0) || !known) return RIM_ERR_ARGUMENT;
    // Larger tolerances than any image is wide have the same result.
    double     most = 4.0 * RIM_MASK_MAX_SIDE;
    simplifier s = { .tolerance = tolerance < most ? tolerance : most, .side = side };
    s.square = s.tolerance * s.tolerance;
    s.may_move_left = side != RIM_SIMPLIFY_INSIDE;
    s.may_move_right = side != RIM_SIMPLIFY_CONTAIN;

    int64_t         count;
    const rim_ring *rings = rim_contours_rings(contours, &count);
    size_t          corners = 0;
    for (int64_t i = 0; i < count; i++) corners += rings[i].count;
    rim_status status = loops_create(&s.made, corners, (size_t)count, from);
    if (status) return status;
    status = simplify_crossing_start(&s.field, count > 0 ? rings[0].corners : NULL, corners, from);
    if (status == RIM_OK) status = simplify_all(&s, rings, count);
    simplify_crossing_end(&s.field);
    if (status == RIM_OK)
        *out = s.made;
    else
        rim_loops_destroy(s.made);
    return status;
}
