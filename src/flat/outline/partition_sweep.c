// Triangulation by a sweep. A line sweeps down over the points, of points at one height from left to right, as if the line
// rose a little to the right. It crosses sides whose order from left to right does not change between points. The intervals
// between the first and the second side, the third and the fourth, and so on are solid.
//
// Each solid interval has the part above the line that has no triangles yet: a funnel, made of one point of one boundary
// and a chain of the other boundary that is nowhere convex.
//
//        o-----------.            A new point on the chain's side cuts off triangles while it can see past
//         \          |            the last point of the chain; one on the other side sees the whole chain.
//          o   solid |
//          |         |            A point inside the interval (a hole's or a bay's top) divides it at the
//         o          |            side to the funnel's last point. Where two intervals become one, both
//          \         x            funnels wait, with that point as their last, for the next point.
//
#include "flat/outline/partition_mesh.h"

#include "base/memory.h"
#include "base/sort.h"

#include <string.h>

typedef enum hand
{
    PARTITION_SWEEP_LEFT,
    PARTITION_SWEEP_RIGHT
} hand;

typedef struct link
{
    uint32_t point, below; // below: the link of the point before it in its chain
} link;

typedef struct funnel
{
    uint32_t top; // the last point's link; PARTITION_NONE: there is no funnel
    hand     side;
} funnel;

// A side that the line crosses, from its upper to its lower end. Sides at even positions own the interval to their right:
// one funnel, or a left and a right funnel that wait to be joined.
typedef struct crossed
{
    uint32_t upper, lower;
    funnel   own;           // the interval's only funnel, or the left one of two
    funnel   waiting_right; // the right one of two; else it has no top
} crossed;

typedef struct partition_sweep_state
{
    partition_mesh *mesh;
    const uint32_t *next, *previous; // of each point, in its ring
    const uint32_t *order;           // the points from top to bottom
    const uint32_t *rank; // of each point: the first index in `order` of a point with its position
    rim_allocator   from;
    crossed        *line; // the sides that the line crosses, from left to right
    size_t          crossed_count, crossed_capacity;
    crossed        *starting; // those that start at the point at hand, from left to right
    size_t          starting_count, starting_capacity;
    link           *links;
    size_t          link_count, link_capacity;
    uint32_t        free_link; // the first of a list of links that are not used
    bool            failed;    // out of memory
} partition_sweep_state;

// --- funnels -------------------------------------------------------------------------------------------

// Returns a new link of a chain, taken from the free ones if there is one. Without memory sets `failed` and returns
// PARTITION_NONE.
static uint32_t new_link(partition_sweep_state *s, uint32_t point, uint32_t below)
{
    uint32_t at = s->free_link;
    if (at != PARTITION_NONE)
        s->free_link = s->links[at].below;
    else
    {
        if (!memory_reserve(&s->from, (void **)&s->links, &s->link_capacity, s->link_count + 1,
                            sizeof *s->links))
        {
            s->failed = true;
            return PARTITION_NONE;
        }
        at = (uint32_t)s->link_count++;
    }
    s->links[at].point = point;
    s->links[at].below = below;
    return at;
}

// Takes the last point off a chain and frees its link. Requires a chain with points.
static void pop(partition_sweep_state *s, funnel *f)
{
    uint32_t at = f->top;
    f->top = s->links[at].below;
    s->links[at].below = s->free_link;
    s->free_link = at;
}

// Adds a point to the end of a chain. Without memory sets `failed` and leaves the chain unchanged.
static void partition_sweep_push(partition_sweep_state *s, funnel *f, uint32_t point)
{
    uint32_t at = new_link(s, point, f->top);
    if (at != PARTITION_NONE) f->top = at;
}

// Returns a funnel of one point; an empty one without memory.
static funnel new_funnel(partition_sweep_state *s, uint32_t point)
{
    funnel f = { PARTITION_NONE, PARTITION_SWEEP_LEFT };
    partition_sweep_push(s, &f, point);
    return f;
}

// Returns the link of the last point but one of a funnel; PARTITION_NONE if it has fewer points.
static uint32_t below_top(const partition_sweep_state *s, const funnel *f)
{
    return f->top == PARTITION_NONE ? PARTITION_NONE : s->links[f->top].below;
}

// Adds the triangle of a point and two consecutive points of a chain, `upper` and `lower`. The point lies on the right
// of a left chain and on the left of a right one; the corners are stored clockwise on the screen. Without memory sets
// `failed`.
static void add_triangle(partition_sweep_state *s, hand side, uint32_t upper, uint32_t lower,
                         uint32_t point)
{
    partition_mesh *m = s->mesh;
    if (!memory_reserve(&m->from, (void **)&m->triangles, &m->capacity, m->count + 1,
                        sizeof *m->triangles))
    {
        s->failed = true;
        return;
    }
    partition_triangle made = { { lower, upper, point } };
    if (side == PARTITION_SWEEP_RIGHT) made.corner[0] = upper, made.corner[1] = lower;
    m->triangles[m->count++] = made;
}

// Adds the triangles between a point and each two consecutive points of the chain. The funnel is empty afterwards.
static void empty_funnel(partition_sweep_state *s, funnel *f, uint32_t point)
{
    while (f->top != PARTITION_NONE && !s->failed)
    {
        uint32_t below = below_top(s, f);
        if (below != PARTITION_NONE)
            add_triangle(s, f->side, s->links[below].point, s->links[f->top].point, point);
        pop(s, f);
    }
}

// Adds the triangles between a point of the other boundary and the whole chain. Only the chain's last point stays.
// Requires a chain with points.
static void add_across(partition_sweep_state *s, funnel *f, uint32_t point)
{
    uint32_t last = s->links[f->top].point;
    empty_funnel(s, f, point);
    partition_sweep_push(s, f, last);
}

// Adds triangles between the point and the last two points of the chain, `upper` and `lower`, as long as they lie
// inside the funnel, and removes `lower` from the chain after each. A left chain has the funnel on its right: there the
// triangle is inside if the way from upper over lower to the point turns left (turn < 0). For a right chain it must
// turn right.
static void add_along(partition_sweep_state *s, funnel *f, uint32_t point)
{
    while (!s->failed)
    {
        uint32_t below = below_top(s, f);
        if (below == PARTITION_NONE) break;
        uint32_t upper = s->links[below].point, lower = s->links[f->top].point;
        int      turn = partition_turn(s->mesh, upper, lower, point);
        if (f->side == PARTITION_SWEEP_LEFT ? turn >= 0 : turn <= 0) break;
        add_triangle(s, f->side, upper, lower, point);
        pop(s, f);
    }
}

// Adds the next point of a funnel's left or right boundary, by `side`. If the chain is on the other boundary, the point
// sees the whole chain, else only the last part of it. Afterwards the chain is on this side and ends with the point.
// Does nothing to an empty funnel, which only exists after memory ran out.
static void partition_sweep_add_point(partition_sweep_state *s, funnel *f, uint32_t point,
                                      hand side)
{
    if (f->top == PARTITION_NONE) return;
    if (below_top(s, f) != PARTITION_NONE && f->side != side)
        add_across(s, f, point);
    else
        add_along(s, f, point);
    f->side = side;
    partition_sweep_push(s, f, point);
}

// --- events --------------------------------------------------------------------------------------------

// Adds a point on the left or right side of an interval, by `side`, and returns the interval's funnel, `goes_on`. If
// two funnels wait, the funnel on the point's side gets its last triangles, and the other one goes on with the point.
static funnel continue_interval(partition_sweep_state *s, crossed *owner, uint32_t point, hand side)
{
    bool   two_wait = owner->waiting_right.top != PARTITION_NONE;
    bool   is_left = side == PARTITION_SWEEP_LEFT;
    funnel goes_on = two_wait && is_left ? owner->waiting_right : owner->own;
    funnel completed = is_left ? owner->own : owner->waiting_right;
    if (two_wait) empty_funnel(s, &completed, point);
    partition_sweep_add_point(s, &goes_on, point, side);
    return goes_on;
}

// Completes the funnel or the two funnels of an interval that ends at a point.
static void end_interval(partition_sweep_state *s, crossed *owner, uint32_t point)
{
    empty_funnel(s, &owner->own, point);
    empty_funnel(s, &owner->waiting_right, point);
}

// Divides an interval at a point inside, and stores the funnels of the two new intervals in *left and *right. If two
// funnels wait, each continues with the point. Otherwise the diagonal from the chain's last point to the point divides
// the interval. The only funnel goes to the interval that has the diagonal on its chain's boundary, so the chain goes
// on with the point: a left chain to the right interval, a right chain to the left one. The other interval begins with
// a new funnel of the chain's last point.
static void divide_interval(partition_sweep_state *s, const crossed *owner, uint32_t point,
                            funnel *left, funnel *right)
{
    *left = owner->own;
    *right = owner->waiting_right;
    if (left->top == PARTITION_NONE) return; // memory ran out before
    if (right->top == PARTITION_NONE)
    {
        funnel fresh = new_funnel(s, s->links[owner->own.top].point);
        bool   chain_is_left = owner->own.side == PARTITION_SWEEP_LEFT;
        *right = chain_is_left ? owner->own : fresh;
        *left = chain_is_left ? fresh : owner->own;
    }
    partition_sweep_add_point(s, left, point, PARTITION_SWEEP_RIGHT);
    partition_sweep_add_point(s, right, point, PARTITION_SWEEP_LEFT);
}

// Returns true if a point lies strictly to the right of a side of the line.
static bool is_right_of(const partition_sweep_state *s, const crossed *c, uint32_t point)
{
    return partition_turn(s->mesh, c->upper, c->lower, point) < 0;
}

// Returns the position, by bisection, of the first side of the line that does not pass to the left of a point;
// crossed_count if all do.
static size_t find_position(const partition_sweep_state *s, uint32_t point)
{
    size_t low = 0, high = s->crossed_count;
    while (low < high)
    {
        size_t middle = low + (high - low) / 2;
        if (is_right_of(s, &s->line[middle], point))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Adds the side from `upper` to `lower` to the sides that start at the point at hand, and keeps these sorted from left
// to right. All lead down from the point. So the new side is on the left of another side if the turn from that side to
// the new one is clockwise. Without memory sets `failed`.
static void add_starting(partition_sweep_state *s, uint32_t upper, uint32_t lower)
{
    if (!memory_reserve(&s->from, (void **)&s->starting, &s->starting_capacity,
                        s->starting_count + 1, sizeof *s->starting))
    {
        s->failed = true;
        return;
    }
    funnel  none = { PARTITION_NONE, PARTITION_SWEEP_LEFT };
    crossed made = { upper, lower, none, none };
    size_t  at = s->starting_count++;
    for (; at > 0 && partition_turn(s->mesh, upper, s->starting[at - 1].lower, lower) > 0; at--)
        s->starting[at] = s->starting[at - 1];
    s->starting[at] = made;
}

// Replaces sides low .. high - 1 of the line by the sides that start at the point at hand. Without memory sets
// `failed`.
static void replace_sides(partition_sweep_state *s, size_t low, size_t high)
{
    size_t more = s->starting_count, after = s->crossed_count - high;
    if (!memory_reserve(&s->from, (void **)&s->line, &s->crossed_capacity, low + more + after,
                        sizeof *s->line))
    {
        s->failed = true;
        return;
    }
    memmove(s->line + low + more, s->line + high, after * sizeof *s->line);
    if (more > 0) memcpy(s->line + low, s->starting, more * sizeof *s->line);
    s->crossed_count = low + more + after;
}

// Moves the line past a point at which sides low .. high - 1 of the line end and the starting sides begin. The
// intervals to the left and right of the point, if there are any, continue. The intervals between the ending sides end,
// and those between the starting sides begin. Side i of the line has a solid interval to its right if i is even. So
// there is a solid interval to the left of the point if `low` is odd, and to the right of it if `high` is odd.
static void pass_point(partition_sweep_state *s, uint32_t point, size_t low, size_t high)
{
    funnel none = { PARTITION_NONE, PARTITION_SWEEP_LEFT }, left = none, right = none;
    bool   left_is_solid = low & 1, right_is_solid = high & 1;

    // The intervals above the point.
    if (left_is_solid && low == high)
        divide_interval(s, &s->line[low - 1], point, &left, &right);
    else
    {
        if (left_is_solid)
            left = continue_interval(s, &s->line[low - 1], point, PARTITION_SWEEP_RIGHT);
        for (size_t i = low + left_is_solid; i + 1 < high; i += 2)
            end_interval(s, &s->line[i], point);
        if (right_is_solid)
            right = continue_interval(s, &s->line[high - 1], point, PARTITION_SWEEP_LEFT);
    }

    // The intervals below the point. Without a starting side, the left and the right interval become one, in which both
    // funnels wait.
    size_t starts = s->starting_count;
    if (left_is_solid)
    {
        s->line[low - 1].own = left;
        s->line[low - 1].waiting_right = starts == 0 ? right : none;
    }
    for (size_t i = left_is_solid; i + 1 + right_is_solid < starts; i += 2)
        s->starting[i].own = new_funnel(s, point);
    if (right_is_solid && starts > 0) s->starting[starts - 1].own = right;
    replace_sides(s, low, high);
}

// Lists the sides that start at `count` points with one position and lead down, in s->starting. Returns how many sides
// end there from above. A side between two points at this position does neither. Requires count >= 1.
static size_t gather_sides(partition_sweep_state *s, const uint32_t *points, size_t count)
{
    size_t   ending = 0;
    uint32_t here = points[0];
    s->starting_count = 0;
    for (size_t i = 0; i < count; i++)
    {
        uint32_t neighbors[2] = { s->previous[points[i]], s->next[points[i]] };
        for (int k = 0; k < 2; k++)
        {
            uint32_t rank = s->rank[neighbors[k]];
            if (rank < s->rank[here]) ending++;
            if (rank > s->rank[here]) add_starting(s, here, s->order[rank]);
        }
    }
    return ending;
}

// Processes the `count` points at one position. All sides of the line that go through the position end there. Those
// whose lower end is elsewhere are cut: the rest of such a side is one of the starting sides. Returns false if sides
// cross: then some side that ends at these points was not found at this place of the line.
static bool take_point(partition_sweep_state *s, const uint32_t *points, size_t count)
{
    uint32_t here = points[0];
    size_t   ending = gather_sides(s, points, count);
    // Sides low .. high - 1 of the line go through the position.
    size_t   low = find_position(s, here), high = low;
    for (; high < s->crossed_count; high++)
    {
        const crossed *c = &s->line[high];
        bool           ends_here = c->lower == here;
        if (!ends_here && partition_turn(s->mesh, c->upper, c->lower, here) != 0) break;
        if (ends_here)
            ending--;
        else
            add_starting(s, here, c->lower);
    }
    if (ending != 0) return false;
    if (high > low || s->starting_count > 0) pass_point(s, here, low, high);
    return true;
}

// --- order ---------------------------------------------------------------------------------------------

// Orders points from top to bottom, then from left to right, equal points by number.
static bool partition_sweep_comes_before(const void *first, const void *second, const void *context)
{
    const rim_vec2 *points = context;
    uint32_t        a = *(const uint32_t *)first, b = *(const uint32_t *)second;
    if (points[a].y != points[b].y) return points[a].y < points[b].y;
    if (points[a].x != points[b].x) return points[a].x < points[b].x;
    return a < b;
}

static void sort_points(const rim_vec2 *points, uint32_t *order, size_t count)
{
    for (size_t i = 0; i < count; i++) order[i] = (uint32_t)i;
    sort_heap(order, count, sizeof *order, partition_sweep_comes_before, points);
}

static bool is_same_position(const rim_vec2 *points, uint32_t a, uint32_t b)
{
    return points[a].x == points[b].x && points[a].y == points[b].y;
}

// Sets rank[i] to the first index in `order` of a point at the position of point i. Requires sorted points.
static void number_ranks(const rim_vec2 *points, const uint32_t *order, uint32_t *rank,
                         size_t count)
{
    for (size_t i = 0; i < count; i++)
    {
        bool repeats = i > 0 && is_same_position(points, order[i], order[i - 1]);
        rank[order[i]] = repeats ? rank[order[i - 1]] : (uint32_t)i;
    }
}

// Sweeps over all points, those at one position together. Returns false if it finds that sides cross: a side that ends
// at a point is not where it must be, or sides are left after the last point. Stops if memory runs out; the caller
// tests `failed` first.
static bool take_all(partition_sweep_state *s)
{
    size_t count = s->mesh->point_count;
    for (size_t i = 0; i < count && !s->failed;)
    {
        size_t end = i + 1;
        while (end < count && s->rank[s->order[end]] == i) end++;
        if (!take_point(s, s->order + i, end - i)) return false;
        i = end;
    }
    return s->crossed_count == 0;
}

// Returns false if a triangle is counter-clockwise, which happens only if sides cross. Triangles may be flat.
static bool all_turn_right(const partition_mesh *mesh)
{
    for (size_t t = 0; t < mesh->count; t++)
    {
        const uint32_t *c = mesh->triangles[t].corner;
        if (partition_turn(mesh, c[0], c[1], c[2]) < 0) return false;
    }
    return true;
}

// Triangulates the inside of rings, given by the successor of each point, into the mesh. Returns RIM_ERR_ARGUMENT if
// sides are found to cross.
rim_status partition_sweep(partition_mesh *mesh, const uint32_t *next)
{
    size_t    count = mesh->point_count;
    uint32_t *block = memory_allocate(&mesh->from, 3 * count, sizeof *block);
    if (!block) return RIM_ERR_MEMORY;
    uint32_t *order = block, *rank = block + count, *previous = rank + count;
    sort_points(mesh->points, order, count);
    number_ranks(mesh->points, order, rank, count);
    for (size_t i = 0; i < count; i++) previous[next[i]] = (uint32_t)i;

    partition_sweep_state s = {
        .mesh = mesh, .next = next, .previous = previous, .order = order, .rank = rank
    };
    s.from = mesh->from;
    s.free_link = PARTITION_NONE;
    bool is_swept = take_all(&s);
    memory_release(&s.from, s.line, s.crossed_capacity, sizeof *s.line);
    memory_release(&s.from, s.starting, s.starting_capacity, sizeof *s.starting);
    memory_release(&s.from, s.links, s.link_capacity, sizeof *s.links);
    memory_release(&s.from, block, 3 * count, sizeof *block);
    if (s.failed) return RIM_ERR_MEMORY;
    return is_swept && all_turn_right(mesh) ? RIM_OK : RIM_ERR_ARGUMENT;
}
