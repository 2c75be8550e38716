// Selects the plane that divides a set of pieces, and cuts the pieces.
#include "solid/bsp/data.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

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

// The best of the planes that were rated for a set.
typedef struct choice
{
    bsp_plane plane;
    int       cost;      // in pieces; INT_MAX: there is no plane
    bool      cuts_many; // see MANY_CUTS
} choice;

// Rates a plane and stores it in *best if it costs less than the planes before. Its cost is the imbalance of its two sides,
// and CUT_COST for every piece that it cuts. A plane that need not contain any piece (`is_empty`) costs more by
// EMPTY_COST, and is left out unless it leaves enough pieces on either side (LEAST_SIDE). A plane that cuts is left out
// if the set's budget is used up. Of more than TESTED_PIECES fragments, that many are tested, evenly spaced in the set.
static void rate(const bsp_builder *b, const bsp_set *set, const bsp_plane *plane, bool is_empty,
                 choice *best)
{
    const bsp_fragment *fragments = b->open + set->start;
    size_t              count = set->count < TESTED_PIECES ? set->count : TESTED_PIECES;
    int                 places[4] = { 0 }, tested = (int)count;
    for (size_t i = 0; i < count; i++)
        places[bsp_split_place_of(b, plane, &fragments[i * set->count / count])]++;
    int front = places[PLACE_FRONT], back = places[PLACE_BACK], cut = places[PLACE_ACROSS];
    int cost = CUT_COST * cut + abs(front - back);
    if (cut > 0 && (double)set->count >= set->budget) return;
    if (is_empty)
    {
        if (front <= tested / LEAST_SIDE || back <= tested / LEAST_SIDE) return;
        cost += tested / EMPTY_COST;
    }
    if (cost < best->cost) *best = (choice){ *plane, cost, cut * MANY_CUTS > tested };
}

// Returns the plane perpendicular to an axis through the median of the fragments' first corners. Of more than
// MEDIAN_PIECES fragments, that many are used, evenly spaced in the set. Sorts their coordinates by insertion. Requires
// a fragment.
static bsp_plane bsp_split_middle(const bsp_builder *b, const bsp_set *set, int axis)
{
    double sorted[MEDIAN_PIECES];
    size_t tested = set->count < MEDIAN_PIECES ? set->count : MEDIAN_PIECES;
    for (size_t i = 0; i < tested; i++)
    {
        const bsp_fragment *fragment = &b->open[set->start + i * set->count / tested];
        double              x = (&b->corners[fragment->first].x)[axis];
        size_t              k = i;
        for (; k > 0 && sorted[k - 1] > x; k--) sorted[k] = sorted[k - 1];
        sorted[k] = x;
    }
    return (bsp_plane){ v3d(axis == 0, axis == 1, axis == 2), sorted[tested / 2] };
}

// Rates the planes of unused pieces: of all `unused` ones if they are at most RATED_PLANES, and else of RATED_PLANES of
// them, evenly spaced. Plane k of the `rated` ones is that of the unused piece number  k unused / rated.
static void rate_own(const bsp_builder *b, const bsp_set *set, size_t unused, choice *best)
{
    size_t rated = unused < RATED_PLANES ? unused : RATED_PLANES;
    size_t number = 0, k = 0; // the numbers of unused pieces passed, and of planes rated
    for (const bsp_fragment *f = b->open + set->start; k < rated; f++)
    {
        if (f->used || number++ < k * unused / rated) continue;
        k++;
        rate(b, set, &b->planes[f->triangle], false, best);
    }
}

// Stores one plane in *plane, either that of an unused piece or an axis-aligned one, whichever costs less. Returns false
// if the set becomes a leaf. A set without unused pieces is divided only if it has more than CROWD pieces, and only by
// an axis-aligned plane that cuts few of them. A set with fewer than AXIS_MIN_PIECES unused pieces is divided by the
// plane of one of them. As `rate` may test only a part of the fragments, a set whose budget is used up tests all.
bool bsp_choose(const bsp_builder *b, const bsp_set *set, bsp_plane *plane)
{
    choice best = { .cost = INT_MAX };
    size_t unused = 0;
    for (size_t i = 0; i < set->count; i++) unused += !b->open[set->start + i].used;
    rate_own(b, set, unused, &best);
    bool along_axes = unused > 0 ? unused >= AXIS_MIN_PIECES : set->count > CROWD;
    for (int axis = 0; axis < 3 && along_axes; axis++)
    {
        bsp_plane across = bsp_split_middle(b, set, axis);
        rate(b, set, &across, true, &best);
    }
    *plane = best.plane;
    bool is_good = best.cost < INT_MAX && (unused > 0 || !best.cuts_many);
    for (size_t i = 0; is_good && i < set->count && (double)set->count >= set->budget; i++)
        is_good = bsp_split_place_of(b, plane, &b->open[set->start + i]) != PLACE_ACROSS;
    return is_good;
}

// --- cutting ----------------------------------------------------------------------------------------

// Returns the part of a piece that is not behind the plane (side 1) or not in front of it (side -1), and appends
// its corners to b->corners (Sutherland and Hodgman, "Reentrant polygon clipping", 1974). Corners within the thickness
// are on the plane and belong to both parts. An edge between the heights h > 0 and -g is cut at the fraction
// h / (h + g) from its front end, whichever way the edge runs, so that neighbors get the same point. Requires room for
// two corners more than the piece has.
static bsp_fragment bsp_split_cut(bsp_builder *b, const bsp_plane *plane, bsp_fragment piece,
                                  double side)
{
    bsp_fragment part = { piece.triangle, (int32_t)b->corner_count, 0, piece.used };
    for (int i = 0; i < piece.count; i++)
    {
        vec3d  p = b->corners[piece.first + i];
        vec3d  q = b->corners[piece.first + (i + 1) % piece.count];
        double hp = bsp_height(plane, p), hq = bsp_height(plane, q);
        if (side * hp >= -b->thick) b->corners[b->corner_count++] = p;
        if (hp > b->thick && hq < -b->thick)
            b->corners[b->corner_count++] = v3d_along(p, v3d_sub(q, p), hp / (hp - hq));
        if (hp < -b->thick && hq > b->thick)
            b->corners[b->corner_count++] = v3d_along(q, v3d_sub(p, q), hq / (hq - hp));
    }
    part.count = (int32_t)b->corner_count - part.first;
    return part;
}

// Cuts a fragment, which lies across the plane, into *front and *back. The corners of both parts are new. Returns
// RIM_ERR_SIZE if there are more corners than an int32_t can count.
static rim_status cut_in_two(bsp_builder *b, const bsp_plane *plane, bsp_fragment fragment,
                             bsp_fragment *front, bsp_fragment *back)
{
    size_t corners = b->corner_count + 2 * ((size_t)fragment.count + 2);
    if (corners > INT32_MAX) return RIM_ERR_SIZE;
    if (!BSP_GROW(b, corners, corner_room, corners)) return RIM_ERR_MEMORY;
    *front = bsp_split_cut(b, plane, fragment, 1.0);
    *back = bsp_split_cut(b, plane, fragment, -1.0);
    b->stats.splits++;
    return RIM_OK;
}

// Divides a set by a plane, see data.h. A fragment on the plane bounds the cell that its front faces. So it goes to the
// front if its normal points the same way as the plane's, and else to the back. The back fragments are written over
// those of the set that were read already, and the front ones behind the set. At the end these move down.
rim_status bsp_divide(bsp_builder *b, const bsp_plane *plane, const bsp_set *set, size_t *front,
                      size_t *back)
{
    if (!BSP_GROW(b, open, open_room, set->start + 2 * set->count)) return RIM_ERR_MEMORY;
    bsp_fragment *backs = b->open + set->start, *fronts = backs + set->count;
    *front = *back = 0;
    for (size_t i = 0; i < set->count; i++)
    {
        bsp_fragment    front_part = backs[i], back_part = front_part;
        bsp_split_place place = bsp_split_place_of(b, plane, &front_part);
        if (place == PLACE_ON)
        {
            bool faces_front = v3d_dot(b->planes[front_part.triangle].n, plane->n) >= 0.0;
            front_part.used = back_part.used = true;
            place = faces_front ? PLACE_FRONT : PLACE_BACK;
        }
        else if (place == PLACE_ACROSS)
        {
            rim_status status = cut_in_two(b, plane, backs[i], &front_part, &back_part);
            if (status) return status;
        }
        if (place & PLACE_FRONT) fronts[(*front)++] = front_part;
        if (place & PLACE_BACK) backs[(*back)++] = back_part;
    }
    memmove(backs + *back, fronts, *front * sizeof *fronts);
    return RIM_OK;
}
