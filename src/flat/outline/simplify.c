// Simplification of rings. A corner is kept, then nearly the farthest one after it to which a straight side may replace the
// part of the ring between the two, and so on around the ring.
//
// A part of the ring is a range of corners that one side replaces. A side may replace a part if all of the part's corners
// are within the tolerance of it, and no other corner lies between the side and the part, so that no two sides cross
// (simplify_crossing.h). A knot is a position that two corners share. An end is a corner at which a part must end: a
// knot, or the ring's first corner, at its repetition too.
#include "rimcast/contour.h"

#include "base/memory.h"
#include "base/vec2d.h"
#include "flat/outline/loops.h"
#include "flat/outline/simplify_crossing.h"
#include "simd/f64x2.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct simplifier
{
    simplify_crossing crossing;
    rim_corner       *ring;       // the present ring; its first corner is repeated at its end
    size_t            count;      // of the ring's corners
    size_t            previous;   // the corner kept before the present one
    size_t            part_limit; // the last corner that a side from the present one may reach
    size_t            look_ahead; // the most corners to look ahead
    double            tolerance;  // in pixels
    double            tolerance_square;
    rim_simplify_side side;
    bool              tight_is_near;                 // a side that is_tight is_near
    f64x2_truth       tangent_bounds, corner_bounds; // see `cone`
    rim_loops        *made;
} simplifier;

static inline double cross(vec2d a, vec2d b)
{
    return a.x * b.y - a.y * b.x;
}

// The directions from a kept corner that a side may have after the corners so far: from the left bound clockwise to the
// right bound. Lane 0 of each vector describes the left bound, lane 1 the right bound.
//
// (x, y) is the bound's direction, of any length; that of the right bound is negated. A corner that lies more than `off`
// inside of a bound moves it, where `off` is in units of cone_inside. A bound that bounds nothing yet has direction zero
// and a negative `off`, so every corner moves it.
//
// s->tangent_bounds are the bounds that are tangents to circles about corners: a side may pass such a corner within the
// tolerance. s->corner_bounds are the others, which run through corners. A left bound is a tangent if sides may pass to
// the left of corners, which are on its right then, and a right bound if they may pass to the right. Solid pixels lie
// on the right of the ring, so loops that contain them only move to the left.
typedef struct cone
{
    f64x2 x, y, off;
} cone;

// Returns for each bound the cross product with d: of the left bound and d, of d and the right bound. It is positive on
// the bound's inner side, because a cross product is positive for a turn to the right (y points down).
static inline f64x2 cone_inside(const cone *c, vec2d d)
{
    return f64x2_sub(f64x2_mul(c->x, f64x2_all(d.y)), f64x2_mul(c->y, f64x2_all(d.x)));
}

// Returns true if a direction lies in the cone, bounds included. `inside` is its cone_inside.
static inline bool cone_holds(f64x2 inside)
{
    return f64x2_truth_bits(f64x2_less_equal(f64x2_all(0.0), inside)) == 3;
}

// Returns true if no direction is left: the right bound is on the left of the left one.
static inline bool cone_is_empty(const cone *c)
{
    return f64x2_second(c->x) * f64x2_first(c->y) < f64x2_first(c->x) * f64x2_second(c->y);
}

// Reduces the cone to the directions that pass the corner at d within the tolerance r, as far as its bounds are
// tangents. These lie between the tangents from the cone's tip to the circle of radius r about d. The tangents are d
// turned by asin(r / |d|) to both sides,
//
//      left = (t d.x + r d.y, t d.y - r d.x)   and   right = (t d.x - r d.y, t d.y + r d.x),   t^2 = |d|^2 - r^2,
//
// both of length |d|^2. The negated right tangent is the left one with -t for t. If d is within r of the tip, every
// direction passes. A bound stays if the corner is at most r inside of it, as then the tangent lies outside of the
// cone. A bound that moves is selected without a branch, which would be mispredicted. `inside` is d's cone_inside.
static inline void narrow_by_circle(cone *c, const simplifier *s, vec2d d, f64x2 inside)
{
    double r = s->tolerance, d_square = d.x * d.x + d.y * d.y;
    double t_square = d_square - s->tolerance_square;
    double t = sqrt(t_square); // NaN if there are no tangents, and then not used

    f64x2_truth has_tangents = f64x2_less(f64x2_all(0.0), f64x2_all(t_square));
    f64x2_truth moves =
        f64x2_both(f64x2_both(s->tangent_bounds, has_tangents), f64x2_less(c->off, inside));
    f64x2 turned = f64x2_set(t, -t);
    f64x2 x = f64x2_add(f64x2_mul(turned, f64x2_all(d.x)), f64x2_all(r * d.y));
    f64x2 y = f64x2_sub(f64x2_mul(turned, f64x2_all(d.y)), f64x2_all(r * d.x));
    c->x = f64x2_pick(moves, x, c->x);
    c->y = f64x2_pick(moves, y, c->y);
    c->off = f64x2_pick(moves, f64x2_all(r * d_square), c->off);
}

// Reduces the cone to the directions that pass the corner at d on the allowed side. If a side may not move to the right
// of corners, d must lie on the direction's right, or on the direction. So d becomes the cone's right bound, unless
// this bound is at or to the left of d already. If a side may not move to the left, d becomes the left bound likewise.
// Requires d that is not zero. `inside` is d's cone_inside.
static inline void narrow_by_corner(cone *c, const simplifier *s, vec2d d, f64x2 inside)
{
    f64x2_truth moves = f64x2_both(s->corner_bounds, f64x2_less(c->off, inside));
    c->x = f64x2_pick(moves, f64x2_set(d.x, -d.x), c->x);
    c->y = f64x2_pick(moves, f64x2_set(d.y, -d.y), c->y);
    c->off = f64x2_pick(moves, f64x2_all(0.0), c->off);
}

// Reduces the cone by the corner at d, relative to the cone's tip. A corner at the tip leaves the cone as it is.
static inline void cone_narrow(cone *c, const simplifier *s, vec2d d, f64x2 inside)
{
    narrow_by_circle(c, s, d, inside);
    if (s->side != RIM_SIMPLIFY_NEAR && (d.x != 0.0 || d.y != 0.0))
        narrow_by_corner(c, s, d, inside);
}

// Returns the vector from one corner of the present ring to another.
static inline vec2d vector_between(const simplifier *s, size_t from, size_t to)
{
    rim_corner a = s->ring[from], b = s->ring[to];
    return vec2d_make((double)(b.x - a.x), (double)(b.y - a.y));
}

enum
{
    // A search of a cone examines so many times the corners that it has reached, and so many more.
    SIMPLIFY_CONE_TIMES = 2,
    SIMPLIFY_CONE_MORE = 16
};

// Returns the farthest corner after corner `from` that a side may reach within the tolerance, as far as this search
// goes. Requires from < count. The next corner is reached in any case. Narrows the cone corner by corner, and tests the
// corner behind. Ends at s->part_limit, or where no direction is left.
//
// Examines only a few times as many corners as it has reached, and at most s->look_ahead, which simplify_ring derives
// from the length of the last part. So all calls together take linear time.
static size_t farthest_in_cone(const simplifier *s, size_t from)
{
    cone   c = { f64x2_all(0.0), f64x2_all(0.0), f64x2_all(-1.0) }; // nothing is bounded yet
    size_t most = s->part_limit - from;
    if (most > s->look_ahead) most = s->look_ahead;
    size_t reached = 1; // corners from `from` on
    vec2d  d = vector_between(s, from, from + 1);
    f64x2  inside = cone_inside(&c, d);
    for (size_t n = 2; n <= most && n <= SIMPLIFY_CONE_TIMES * reached + SIMPLIFY_CONE_MORE; n++)
    {
        cone_narrow(&c, s, d, inside);
        if (cone_is_empty(&c)) break;
        d = vector_between(s, from, from + n);
        inside = cone_inside(&c, d);
        reached = cone_holds(inside) ? n : reached;
    }
    return from + reached;
}

// Returns true if every corner between `first` and `last` is within the tolerance of the side from `first` to `last`, not
// on its left for RIM_SIMPLIFY_CONTAIN, and not on its right for RIM_SIMPLIFY_INSIDE. The distance of a corner from the
// line is |cross| / |b - a|, with a and b the side's ends; for a corner beyond an end it is the distance from that end.
// All numbers are whole; only the comparison with the tolerance is rounded.
static bool is_near(const simplifier *s, size_t first, size_t last)
{
    vec2d  side = vector_between(s, first, last);
    double side_square = side.x * side.x + side.y * side.y;
    double limit = s->tolerance_square * side_square; // of cross^2
    bool   is_good = true;
    for (size_t k = first + 1; k < last && is_good; k++)
    {
        vec2d  d = vector_between(s, first, k), e = vector_between(s, last, k);
        double off = cross(side, d), along = side.x * d.x + side.y * d.y;
        bool   is_beside = along >= 0.0 && along <= side_square; // not beyond an end
        double end_square = along < 0.0 ? d.x * d.x + d.y * d.y : e.x * e.x + e.y * e.y;
        is_good = is_beside ? off * off <= limit : end_square <= s->tolerance_square;
        is_good &= s->side != RIM_SIMPLIFY_CONTAIN || off >= 0.0;
        is_good &= s->side != RIM_SIMPLIFY_INSIDE || off <= 0.0;
    }
    return is_good;
}

// Returns true if a side from corner `first` to corner `last` is so near to the part between them that no other corner
// lies between side and part. Two things must hold. The part never turns back along the side's longer axis. And across
// this axis no corner is more than a pixel off the side, or off at all if the side is parallel to the axis. Then no
// other corner lies between part and side:
//
//  - At each position along the axis the gap between part and side is at most a pixel.
//  - One end of the gap, on the part, is a whole number, as the part consists of horizontal and vertical sides between
//    corners of pixels. So there is no whole number inside the gap.
//  - The other end of the gap is a whole number only if the gap is a whole pixel. That happens only where the part has
//    corners and runs across the axis. There the part covers the other end, too.
//
// It also follows that every corner is within a pixel of the side: the side has a point at the corner's position along
// the axis, at most a pixel away.
static bool is_tight(const simplifier *s, size_t first, size_t last)
{
    rim_corner a = s->ring[first], b = s->ring[last];
    int64_t    side_x = b.x - a.x, side_y = b.y - a.y;
    bool       is_wide = llabs(side_x) >= llabs(side_y);
    int64_t    axis = is_wide ? side_x : side_y, other_axis = is_wide ? side_y : side_x;
    int64_t    limit = other_axis != 0 ? llabs(axis) : 0; // of |cross|, which is |axis| a pixel off
    int64_t    previous = 0; // the position along the axis of the corner before
    for (size_t k = first + 1; k <= last; k++)
    {
        int64_t x = s->ring[k].x - a.x, y = s->ring[k].y - a.y;
        int64_t off = side_x * y - side_y * x, position = is_wide ? x : y;
        if (llabs(off) > limit || (position - previous) * axis < 0) return false;
        previous = position;
    }
    return true;
}

static bool simplify_is_same(rim_corner a, rim_corner b)
{
    return a.x == b.x && a.y == b.y;
}

// Returns true if another part of a ring could get a side between the same two positions, a and b, as the part from
// corner `first` to corner `last`.
//
//  - If the other part is no neighbor of this one, rings pass a and b twice. Then both are knots, so both are ends, and
//    no side of more than one step joins two ends.
//  - If it is the part before this one, it starts at position b.
//  - If it is the part after this one, it ends at position a. If that part is longer than a step, the same test applies
//    to it in its turn. If it is a single step, it always gets a side, and a is the position of the corner behind b.
//
// Requires that s->previous is the corner kept before `first`, if first > 0.
static bool may_be_doubled(const simplifier *s, size_t first, size_t last)
{
    rim_corner a = s->ring[first], b = s->ring[last];
    if (first > 0 && simplify_is_same(b, s->ring[s->previous])) return true;
    return last < s->count && simplify_is_same(a, s->ring[last + 1]);
}

// Returns true if a side from corner `first` to corner `last` may replace the part between them: it is_near, and no other
// corner lies between the side and the part. A side that is_tight needs no test for other corners, and usually none for
// the distance either. A single step always may.
static bool may_replace(simplifier *s, size_t first, size_t last)
{
    if (last == first + 1) return true;
    if (may_be_doubled(s, first, last)) return false;
    bool tight = is_tight(s, first, last);
    bool fits = (tight && s->tight_is_near) || is_near(s, first, last);
    return fits &&
           (tight || simplify_crossing_is_free(&s->crossing, s->ring + first, last - first + 1));
}

// Returns the next corner that is kept after corner `from`. This is the farthest corner that a side may reach by the
// cone, if that side may_replace its part. Otherwise bisects between a corner whose side may (`allowed`) and one whose
// side may not (`denied`). The side to the corner after `from` always may, so there is a result.
static size_t next_kept(simplifier *s, size_t from)
{
    size_t farthest = farthest_in_cone(s, from);
    if (may_replace(s, from, farthest)) return farthest;
    size_t allowed = from + 1, denied = farthest;
    while (denied - allowed > 1)
    {
        size_t middle = allowed + (denied - allowed) / 2;
        if (may_replace(s, from, middle))
            allowed = middle;
        else
            denied = middle;
    }
    return allowed;
}

// Adds corner k of the present ring to the points of the loops. Requires room.
static void simplify_store(simplifier *s, size_t k)
{
    s->made->points[s->made->point_count++] =
        rim_vec2_make((float)s->ring[k].x, (float)s->ring[k].y);
}

// Copies a ring to s->ring, and repeats its first corner at the end. Requires room for ring.count + 1 corners.
static void simplify_lay_out(simplifier *s, rim_ring ring)
{
    s->count = ring.count;
    memcpy(s->ring, ring.corners, ring.count * sizeof *s->ring);
    s->ring[ring.count] = ring.corners[0];
}

// Returns the first end after corner k of the present ring. Requires k < count.
static size_t end_after(const simplifier *s, size_t k)
{
    if (!s->crossing.grid.knots) return s->count;
    do k++;
    while (k < s->count && !simplify_is_knot(&s->crossing, s->ring[k]));
    return k;
}

enum
{
    // Corners, beside a multiple of those that the last side replaced.
    SIMPLIFY_LOOK_AHEAD_LEAST = 1024,
    SIMPLIFY_LOOK_AHEAD_TIMES = 8
};

// Simplifies a ring and adds its loop. Requires room for its points and for its loop, and the room of simplify_lay_out.
// Goes from the first corner to its repetition: stores the corner `at` and moves on to the next one that is kept.
//
// At least three corners are kept. Only one kept corner would mean a single side from the first corner to its
// repetition. Both are ends, and no side of more than one step joins two ends. Two kept corners would mean two sides
// between the same two positions, which may_be_doubled prevents.
static void simplify_ring(simplifier *s, rim_ring ring)
{
    rim_loops *made = s->made;
    size_t     start = made->point_count;
    simplify_lay_out(s, ring);
    s->previous = 0;
    s->look_ahead = SIMPLIFY_LOOK_AHEAD_LEAST;
    size_t at = 0, end = 0; // the present corner, and the first end from there on
    while (at < ring.count)
    {
        simplify_store(s, at);
        // Two ends are joined only if they are neighbors (may_be_doubled).
        bool is_end = at == end;
        if (is_end) end = end_after(s, at);
        s->part_limit = is_end ? end - 1 : end;
        size_t next = next_kept(s, at);
        s->look_ahead = SIMPLIFY_LOOK_AHEAD_LEAST + SIMPLIFY_LOOK_AHEAD_TIMES * (next - at);
        s->previous = at;
        at = next;
    }
    loops_add(made, start, ring.parent);
}

static size_t longest_ring(const rim_ring *rings, int64_t count)
{
    size_t most = 0;
    for (int64_t i = 0; i < count; i++) most = rings[i].count > most ? rings[i].count : most;
    return most;
}

// Simplifies all rings, in scratch memory that has room for the longest one. Returns RIM_ERR_MEMORY if there is no
// memory.
static rim_status simplify_all(simplifier *s, const rim_ring *rings, int64_t count)
{
    size_t               room = longest_ring(rings, count) + 1;
    const rim_allocator *from = &s->made->from;
    s->ring = memory_allocate(from, room, sizeof *s->ring);
    bool good = s->ring;
    for (int64_t i = 0; good && i < count; i++) simplify_ring(s, rings[i]);
    memory_release(from, s->ring, room, sizeof *s->ring);
    return good ? RIM_OK : RIM_ERR_MEMORY;
}

// Creates the loops with room for all corners, then simplifies ring by ring. The corners of all rings lie in one array,
// which begins with the first ring's corners. On failure *out is NULL.
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
    s.tolerance_square = s.tolerance * s.tolerance;
    s.tight_is_near = s.tolerance >= 1.0 && side == RIM_SIMPLIFY_NEAR;
    bool may_move_left = side != RIM_SIMPLIFY_INSIDE, may_move_right = side != RIM_SIMPLIFY_CONTAIN;
    s.tangent_bounds = f64x2_truth_set(may_move_left, may_move_right);
    s.corner_bounds = f64x2_truth_set(!may_move_left, !may_move_right);

    int64_t         count;
    const rim_ring *rings = rim_contours_rings(contours, &count);
    size_t          corners = 0;
    for (int64_t i = 0; i < count; i++) corners += rings[i].count;
    rim_status status = loops_create(&s.made, corners, (size_t)count, from);
    if (status) return status;
    status = simplify_crossing_start(&s.crossing, contours, from);
    if (status == RIM_OK) status = simplify_all(&s, rings, count);
    simplify_crossing_end(&s.crossing);
    if (status == RIM_OK)
        *out = s.made;
    else
        rim_loops_destroy(s.made);
    return status;
}
