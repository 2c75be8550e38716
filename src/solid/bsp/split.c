// Selects the plane that divides a set of pieces, and cuts the pieces.
#include "solid/bsp/data.h"

#include <math.h>

// A piece is unused as long as it lies on no plane of the tree.
enum
{
    TESTED_PIECES = 192,  // sampled to rate a plane
    RATED_PLANES = 8,     // planes of pieces that are rated for a set
    MEDIAN_PIECES = 65,   // sampled for the median along an axis; odd
    AXIS_MIN_PIECES = 12, // sets with fewer unused pieces, but some, are not divided along axes
    // Sets of more pieces, all used, are divided if that cuts few, so that gathering tests fewer.
    CROWD = 24,
    CUT_COST = 6,   // of a cut piece, in pieces of imbalance between the sides
    LEAST_SIDE = 8, // an axis-aligned plane leaves more than an eighth of the pieces on either side
    MANY_CUTS = 6,  // more than a sixth of the pieces are cut
    EMPTY_COST = 8  // of a plane that contains no piece: an eighth of the pieces
};

// Where a piece lies; the bits of its corners' sides.
typedef enum bsp_split_place
{
    PLACE_ON = 0,
    PLACE_FRONT = 1,
    PLACE_BACK = 2,
    PLACE_ACROSS = PLACE_FRONT | PLACE_BACK
} bsp_split_place;

// Returns where a fragment lies; corners within the thickness are on the plane.
static bsp_split_place bsp_split_place_of(const bsp_builder *b, const bsp_plane *plane,
                                          const bsp_fragment *fragment)
{
    int          places = PLACE_ON;
    const vec3d *p = b->corners + fragment->first;
    for (int i = 0; i < fragment->count; i++)
    {
        double height = bsp_height(plane, p[i]);
        if (height > b->thick) places |= PLACE_FRONT;
        if (height < -b->thick) places |= PLACE_BACK;
    }
    return (bsp_split_place)places;
}

// --- choosing ---------------------------------------------------------------------------------------

// The numbers of tested pieces in each place relative to a plane.
typedef struct tally
{
    int places[4]; // by bsp_split_place
    int tested;    // their sum
} tally;

// Counts where the fragments lie. Of more than TESTED_PIECES fragments, that many are tested, evenly spaced in `ids`.
static tally count_places(const bsp_builder *b, const bsp_plane *plane, const int32_t *ids,
                          size_t count)
{
    tally  t = { { 0 }, 0 };
    size_t tested = count < TESTED_PIECES ? count : TESTED_PIECES;
    for (size_t i = 0; i < tested; i++)
        t.places[bsp_split_place_of(b, plane, &b->fragments[ids[i * count / tested]])]++;
    t.tested = (int)tested;
    return t;
}

// Returns the cost of a plane, in pieces: the imbalance of its two sides, and CUT_COST for every piece that it cuts.
static int bsp_split_cost_of(const tally *t)
{
    int uneven = t->places[PLACE_FRONT] - t->places[PLACE_BACK];
    return CUT_COST * t->places[PLACE_ACROSS] + (uneven < 0 ? -uneven : uneven);
}

// Returns the plane perpendicular to an axis through the median of the fragments' first corners. Of more than
// MEDIAN_PIECES fragments, that many are used, evenly spaced in `ids`. Sorts their coordinates by insertion. Requires a
// fragment.
static bsp_plane bsp_split_middle(const bsp_builder *b, const int32_t *ids, size_t count, int axis)
{
    double sorted[MEDIAN_PIECES];
    size_t tested = count < MEDIAN_PIECES ? count : MEDIAN_PIECES;
    for (size_t i = 0; i < tested; i++)
    {
        const bsp_fragment *fragment = &b->fragments[ids[i * count / tested]];
        double              x = (&b->corners[fragment->first].x)[axis];
        size_t              k = i;
        for (; k > 0 && sorted[k - 1] > x; k--) sorted[k] = sorted[k - 1];
        sorted[k] = x;
    }
    return (bsp_plane){ v3d(axis == 0, axis == 1, axis == 2), sorted[tested / 2] };
}

// Rates the planes of unused pieces: of all `unused` ones if they are at most RATED_PLANES, and else of RATED_PLANES of
// them, evenly spaced. Plane k of the `rated` ones is that of the unused piece number  k unused / rated.  Stores the
// plane of least cost in *plane and returns its cost. Returns -1 if there are no unused pieces.
static int choose_own(const bsp_builder *b, const int32_t *ids, size_t count, size_t unused,
                      bsp_plane *plane)
{
    size_t rated = unused < RATED_PLANES ? unused : RATED_PLANES;
    size_t number = 0, k = 0; // the numbers of unused pieces passed, and of planes rated
    int    least = -1;
    for (size_t i = 0; i < count && k < rated; i++)
    {
        const bsp_fragment *fragment = &b->fragments[ids[i]];
        if (fragment->used) continue;
        bool is_rated = number == k * unused / rated;
        number++;
        if (!is_rated) continue;
        k++;
        tally t = count_places(b, &b->planes[fragment->triangle], ids, count);
        int   cost = bsp_split_cost_of(&t);
        if (least >= 0 && cost >= least) continue;
        least = cost;
        *plane = b->planes[fragment->triangle];
    }
    return least;
}

// Rates three planes, one perpendicular to each axis (bsp_split_middle). Stores the plane of least cost in *plane,
// stores in *cuts whether it cuts many pieces (MANY_CUTS), and returns its cost. Returns -1, and stores nothing, if no
// plane leaves enough pieces on either side (LEAST_SIDE). EMPTY_COST is added to the cost, because the plane need not
// contain any piece.
static int bsp_split_choose_axis(const bsp_builder *b, const int32_t *ids, size_t count,
                                 bsp_plane *plane, bool *cuts)
{
    int least = -1;
    for (int axis = 0; axis < 3; axis++)
    {
        bsp_plane across = bsp_split_middle(b, ids, count, axis);
        tally     t = count_places(b, &across, ids, count);
        int       side = t.tested / LEAST_SIDE;
        if (t.places[PLACE_FRONT] <= side || t.places[PLACE_BACK] <= side) continue;
        int cost = bsp_split_cost_of(&t) + t.tested / EMPTY_COST;
        if (least >= 0 && cost >= least) continue;
        least = cost;
        *cuts = t.places[PLACE_ACROSS] * MANY_CUTS > t.tested;
        *plane = across;
    }
    return least;
}

// Stores one plane in *plane, either that of an unused piece (own) or an axis-aligned one, whichever costs less.
// Returns false if the set becomes a leaf. A set without unused pieces is divided only if it has more than CROWD
// pieces, and only by an axis-aligned plane that cuts few of them. A set with fewer than AXIS_MIN_PIECES unused pieces
// is divided by an own plane.
bool bsp_choose(const bsp_builder *b, const int32_t *ids, size_t count, bsp_plane *plane)
{
    size_t unused = 0;
    for (size_t i = 0; i < count; i++) unused += !b->fragments[ids[i]].used;
    int  own_cost = choose_own(b, ids, count, unused, plane);
    bool has_own = own_cost >= 0;
    if (!has_own && count <= CROWD) return false;
    if (has_own && unused < AXIS_MIN_PIECES) return true;

    bsp_plane across;
    bool      many_cuts = false;
    int       axis_cost = bsp_split_choose_axis(b, ids, count, &across, &many_cuts);
    if (axis_cost < 0) return has_own;
    if (!has_own && many_cuts) return false;
    if (!has_own || axis_cost < own_cost) *plane = across;
    return true;
}

// --- cutting ----------------------------------------------------------------------------------------

// Sets *out to the part of a piece that is not behind the plane (side 1) or not in front of it (side -1), and appends
// its corners to b->corners (Sutherland and Hodgman, "Reentrant polygon clipping", 1974). Corners within the thickness
// are on the plane and belong to both parts. An edge between the heights h > 0 and -g is cut at the fraction
// h / (h + g) from its front end, whichever way the edge runs, so that neighbors get the same point. Requires room for
// two corners more than the piece has.
static void bsp_split_cut(bsp_builder *b, const bsp_plane *plane, const bsp_fragment *fragment,
                          double side, bsp_fragment *out)
{
    out->triangle = fragment->triangle;
    out->used = fragment->used;
    out->first = (int32_t)b->corner_count;
    for (int i = 0; i < fragment->count; i++)
    {
        vec3d  p = b->corners[fragment->first + i];
        vec3d  q = b->corners[fragment->first + (i + 1) % fragment->count];
        double hp = bsp_height(plane, p), hq = bsp_height(plane, q);
        if (side * hp >= -b->thick) b->corners[b->corner_count++] = p;
        if (hp > b->thick && hq < -b->thick)
            b->corners[b->corner_count++] = v3d_along(p, v3d_sub(q, p), hp / (hp - hq));
        if (hp < -b->thick && hq > b->thick)
            b->corners[b->corner_count++] = v3d_along(q, v3d_sub(p, q), hq / (hq - hp));
    }
    out->count = (int32_t)b->corner_count - out->first;
}

// Cuts the fragment `id`, which lies across the plane. The front part keeps its id, and the back part gets the new id
// *back. The corners of both parts are new. Returns RIM_ERR_SIZE if there are more corners than an int32_t can count.
static rim_status cut_in_two(bsp_builder *b, const bsp_plane *plane, int32_t id, int32_t *back)
{
    size_t corners = 2 * ((size_t)b->fragments[id].count + 2);
    if (b->corner_count + corners > INT32_MAX) return RIM_ERR_SIZE;
    if (!BSP_GROW(b, corners, corner_room, b->corner_count + corners) ||
        !BSP_GROW(b, fragments, fragment_room, b->fragment_count + 1))
        return RIM_ERR_MEMORY;
    bsp_fragment front_part, back_part;
    bsp_split_cut(b, plane, &b->fragments[id], 1.0, &front_part);
    bsp_split_cut(b, plane, &b->fragments[id], -1.0, &back_part);
    *back = (int32_t)b->fragment_count++;
    b->fragments[id] = front_part;
    b->fragments[*back] = back_part;
    b->splits++;
    return RIM_OK;
}

// Divides the fragments of a task by a plane, see data.h. A fragment on the plane bounds the cell that its front faces.
// So it goes to the front if its normal points the same way as the plane's, and else to the back. b->halves gets the
// front ids from its start, and the back ids from its end backwards. back_id differs from id only for a fragment that
// was cut.
rim_status bsp_divide(bsp_builder *b, const bsp_plane *plane, const bsp_task *task, size_t *front,
                      size_t *back)
{
    if (!BSP_GROW(b, halves, half_room, 2 * task->count)) return RIM_ERR_MEMORY;
    *front = *back = 0;
    for (size_t i = 0; i < task->count; i++)
    {
        int32_t         id = b->ids[task->start + i], back_id = id;
        bsp_fragment   *fragment = &b->fragments[id];
        bsp_split_place place = bsp_split_place_of(b, plane, fragment);
        if (place == PLACE_ON)
        {
            bool faces_front = v3d_dot(b->planes[fragment->triangle].n, plane->n) >= 0.0;
            fragment->used = true;
            place = faces_front ? PLACE_FRONT : PLACE_BACK;
        }
        else if (place == PLACE_ACROSS)
        {
            rim_status status = cut_in_two(b, plane, id, &back_id);
            if (status) return status;
        }
        if (place & PLACE_FRONT) b->halves[(*front)++] = id;
        if (place & PLACE_BACK)
        {
            (*back)++;
            b->halves[b->half_room - *back] = back_id;
        }
    }
    return RIM_OK;
}
