// Shape tests.
//
// A shape test of a clip is true if some piece of drawing in it is at the point and nothing on the way
// from that piece up to the clip speaks against it: a mask that is elsewhere, a mask layer, being a
// mask itself, being invisible. So the pieces under the point are looked up in the tree, and the
// way up is checked for each; the order of the list plays no part.
#include "flat/flash/data.h"

#include "base/float.h"
#include "flat/flash/shape.h"

#include <math.h>
#include <string.h>

enum
{
    // Masks can be masked; beyond so many nothing hits.
    MASKS_DEEP = 16
};

// The tests under way, from the one at hand to the script's. One that comes up within itself, through
// masks in a circle, finds nothing: hits are made of "and" and "or" alone, so that what is true is
// true without going round.
typedef struct flash_hit_query
{
    const rim_flash_clip         *clip;
    int                           skip;
    int                           deep;
    const struct flash_hit_query *by;
} flash_hit_query;

// A point of the stage, and its twip for boxes.
typedef struct flash_hit_position
{
    double  x, y;
    int32_t box_x, box_y;
} flash_hit_position;

static flash_hit_position spot_of(double x, double y)
{
    flash_hit_position at = { x, y, flash_round(x), flash_round(y) };
    return at;
}

static bool flash_hit_in_box(rim_flash_box box, int32_t x, int32_t y)
{
    return box.x_min <= x && x <= box.x_max && box.y_min <= y && y <= box.y_max;
}

// --- one piece of drawing -------------------------------------------------------------------------------

// To 1/256 twip: finer than what a matrix of 16.16 bits can place, coarser than the noise of double,
// so that a point on an edge stays on it through moves, flips and quarter turns.
static double snap(double twips)
{
    if (!(fabs(twips) < 0x1p40)) return twips;
    double  fine = twips * 256.0;
    int64_t below = (int64_t)fine - ((double)(int64_t)fine > fine);
    return (double)(below + (fine - (double)below >= 0.5)) * (1.0 / 256.0);
}

// How many own twips a pixel of the stage is, along the axis where it is most.
static double stage_pixel(const flash_map *m)
{
    double x = m->a * m->a + m->b * m->b, y = m->c * m->c + m->d * m->d;
    return 20.0 * sqrt(x > y ? x : y);
}

static bool bitmap_at(const rim_flash_clip *clip, double x, double y)
{
    rim_flash_box box = clip->content;
    if (!(box.x_min <= x && x <= box.x_max && box.y_min <= y && y <= box.y_max)) return false;
    if (clip->alpha_threshold <= 0) return true;
    return rim_flash_bitmap_alpha(clip->bitmap, float_floor_int(x / 20.0),
                                  float_floor_int(y / 20.0)) >= clip->alpha_threshold;
}

static bool drawn_at(const rim_flash_clip *clip, flash_hit_position at)
{
    if (!flash_hit_in_box(clip->on_stage, at.box_x, at.box_y) || !clip->from_stage.exists)
        return false;
    rim_flash_point own = flash_map_apply(&clip->from_stage.map, at.x, at.y);
    double          x = snap(own.x), y = snap(own.y);
    if (clip->shape)
        return rim_flash_shape_contains(clip->shape, x, y, stage_pixel(&clip->from_stage.map));
    return clip->bitmap && bitmap_at(clip, x, y);
}

// --- the way up -----------------------------------------------------------------------------------------

static bool hit(const rim_flash_clip *top, flash_hit_position at, int skip,
                const flash_hit_query *by);

static bool may_ask(const rim_flash_clip *clip, int skip, const flash_hit_query *by)
{
    if (by && by->deep >= MASKS_DEEP) return false;
    while (by && !(by->clip == clip && by->skip == skip)) by = by->by;
    return !by;
}

// flash_within, with its steps taken off.
static bool flash_is_within(const rim_flash_clip *clip, const rim_flash_clip *top, int *steps)
{
    for (; clip && clip != top; clip = clip->parent) --*steps;
    return clip == top;
}

// Do all mask layers that lie over the clip let the point through?
static bool through_layers(const rim_flash_clip *clip, flash_hit_position at,
                           const flash_hit_query *by)
{
    int left = clip->parent->layers;
    for (const rim_flash_clip *layer = clip->parent->first; left > 0 && layer != clip;
         layer = layer->above)
    {
        if (layer->clip_depth <= 0) continue;
        left--;
        if (clip->depth > layer->clip_depth) continue;
        if (!hit(layer, at, FLASH_SKIP_MASKS | FLASH_SKIP_INVISIBLE, by)) return false;
    }
    return true;
}

static bool lets_through(const rim_flash_clip *clip, flash_hit_position at, int skip,
                         const flash_hit_query *by)
{
    if (skip & FLASH_SKIP_INVISIBLE && !clip->visible && !clip->masked) return false;
    if (skip & FLASH_SKIP_MASKS && clip->masked) return false;
    return !clip->mask || hit(clip->mask, at, FLASH_SKIP_INVISIBLE, by);
}

// From the clip up to, not including, the top.
static bool way_is_free(const rim_flash_clip *clip, const rim_flash_clip *top,
                        flash_hit_position at, int skip, const flash_hit_query *by, int *steps)
{
    for (; clip != top; clip = clip->parent, --*steps)
        if (clip->clip_depth > 0 || !lets_through(clip, at, skip, by) ||
            !through_layers(clip, at, by))
            return false;
    return true;
}

// Returns the clip after `at` of the walk over all inside top, without those inside `at`; NULL at the end.
static rim_flash_clip *flash_walk_past(const rim_flash_clip *top, const rim_flash_clip *at)
{
    while (at != top && !at->above) at = at->parent;
    return at == top ? NULL : at->above;
}

// The pieces of drawing under a point in paint order, found by a walk over the list.
typedef struct flash_paint_walk
{
    const rim_flash_clip  *top, *left_out; // left_out and what is inside are passed over
    flash_hit_position     at;
    int                    skip;
    const flash_hit_query *by;
    const rim_flash_clip  *next;
} flash_paint_walk;

// Returns the next piece whose way up to the top is free, or NULL. The top's own way is not looked at.
static const rim_flash_clip *flash_paint_walk_next(flash_paint_walk *w)
{
    while (w->next)
    {
        const rim_flash_clip *clip = w->next;
        bool                  open = clip != w->left_out;
        if (open && clip != w->top)
            open = clip->clip_depth <= 0 && lets_through(clip, w->at, w->skip, w->by) &&
                   through_layers(clip, w->at, w->by);
        w->next = open ? flash_walk(w->top, clip) : flash_walk_past(w->top, clip);
        if (open && drawn_at(clip, w->at)) return clip;
    }
    return NULL;
}

// Pieces are first looked up in the tree, and from each one the list is climbed. If clips are nested so deep that this
// takes more steps than there are clips, the list is walked instead, once.
static int flash_most_steps(const rim_flash *movie)
{
    return movie->clip_count;
}

static box_tree_walk walk_at(const rim_flash *movie, flash_hit_position at)
{
    rim_vec3 lo = rim_vec3_make(float_below(at.box_x), float_below(at.box_y), 0.0f);
    rim_vec3 hi = rim_vec3_make(float_above(at.box_x), float_above(at.box_y), 0.0f);
    return box_tree_overlaps(movie->tree, rim_box3_make(lo, hi));
}

static bool hit(const rim_flash_clip *top, flash_hit_position at, int skip,
                const flash_hit_query *by)
{
    flash_hit_query own = { top, skip, by ? by->deep + 1 : 0, by };
    if (!top->listed || !may_ask(top, skip, by) || !lets_through(top, at, skip, &own)) return false;
    // A clip without others inside needs no tree.
    if (!top->first) return drawn_at(top, at);
    int           steps = flash_most_steps(top->movie);
    box_tree_walk walk = walk_at(top->movie, at);
    for (int leaf; (leaf = box_tree_walk_next(&walk)) != BOX_TREE_END && steps >= 0;)
    {
        const rim_flash_clip *clip = top->movie->by_leaf[leaf];
        if (flash_is_within(clip, top, &steps) && drawn_at(clip, at) &&
            way_is_free(clip, top, at, skip, &own, &steps))
            return true;
    }
    flash_paint_walk all = { top, NULL, at, skip, &own, top };
    return steps < 0 && flash_paint_walk_next(&all) != NULL;
}

bool flash_shape_hit(const rim_flash_clip *clip, double x, double y, int skip)
{
    return hit(clip, spot_of(x, y), skip, NULL);
}

// --- all that is under a point -------------------------------------------------------------------------

static int level_of(const rim_flash_clip *clip, int *steps)
{
    int level = 0;
    while ((clip = clip->parent)) level++;
    *steps -= level;
    return level;
}

// Is a painted before b, which is another clip of the same list? A parent is painted before what is
// in it, siblings by depth.
static bool painted_before(const rim_flash_clip *a, const rim_flash_clip *b, int *steps)
{
    int level_a = level_of(a, steps), level_b = level_of(b, steps);
    int deeper = level_a - level_b;
    for (; level_a > level_b; level_a--) a = a->parent;
    for (; level_b > level_a; level_b--) b = b->parent;
    if (a == b) return deeper < 0;
    while (a->parent != b->parent)
    {
        a = a->parent;
        b = b->parent;
    }
    return a->depth < b->depth;
}

// Puts a clip where it belongs among those kept; when the room is used up the lowest goes.
static int flash_hit_store(rim_flash_clip **out, int kept, int capacity, rim_flash_clip *clip,
                           int *steps)
{
    int lo = 0, hi = kept;
    while (lo < hi)
    {
        int middle = lo + (hi - lo) / 2;
        if (painted_before(out[middle], clip, steps))
            lo = middle + 1;
        else
            hi = middle;
    }
    if (kept < capacity)
    {
        memmove(out + lo + 1, out + lo, (size_t)(kept - lo) * sizeof *out);
        out[lo] = clip;
        return kept + 1;
    }
    if (lo == 0) return kept;
    memmove(out, out + 1, (size_t)(lo - 1) * sizeof *out);
    out[lo - 1] = clip;
    return kept;
}

// Returns how many there are by a tree search, or -1 if that takes too many steps.
static int flash_search_under_point(const rim_flash_clip *container, flash_hit_position at,
                                    rim_flash_clip **out, int capacity, int *visited)
{
    int           count = 0, kept = 0, skip = FLASH_SKIP_MASKS | FLASH_SKIP_INVISIBLE;
    int           steps = flash_most_steps(container->movie);
    box_tree_walk walk = walk_at(container->movie, at);
    for (int leaf; (leaf = box_tree_walk_next(&walk)) != BOX_TREE_END;)
    {
        rim_flash_clip *clip = container->movie->by_leaf[leaf];
        if (steps < 0) return -1;
        if (clip == container || !flash_is_within(clip, container, &steps) || !drawn_at(clip, at))
            continue;
        if (!way_is_free(clip, container, at, skip, NULL, &steps)) continue;
        count++;
        if (capacity > 0) kept = flash_hit_store(out, kept, capacity, clip, &steps);
    }
    *visited = walk.visited;
    return count;
}

static void flash_reverse(rim_flash_clip **list, int count)
{
    for (int i = 0; i < count / 2; i++)
    {
        rim_flash_clip *swap = list[i];
        list[i] = list[count - 1 - i];
        list[count - 1 - i] = swap;
    }
}

int flash_under_point(const rim_flash_clip *container, double x, double y, rim_flash_clip **out,
                      int capacity, int *visited)
{
    flash_hit_position at = spot_of(x, y);
    *visited = 0;
    if (!container->listed) return 0;
    int count = flash_search_under_point(container, at, out, capacity, visited);
    if (count >= 0) return count;

    // The last ones are kept: the list is written over from its beginning, and turned at the end.
    flash_paint_walk      all = { container, NULL,     at, FLASH_SKIP_MASKS | FLASH_SKIP_INVISIBLE,
                                  NULL,      container };
    const rim_flash_clip *clip;
    for (count = 0; (clip = flash_paint_walk_next(&all));)
    {
        if (clip == container) continue;
        if (capacity > 0) out[count % capacity] = container->movie->by_leaf[clip->leaf];
        count++;
    }
    if (capacity > 0 && count > capacity)
    {
        flash_reverse(out, count % capacity);
        flash_reverse(out + count % capacity, capacity - count % capacity);
        flash_reverse(out, capacity);
    }
    return count;
}

rim_flash_clip *flash_topmost(const rim_flash *movie, double x, double y,
                              const rim_flash_clip *left_out)
{
    flash_hit_position at = spot_of(x, y);
    int             skip = FLASH_SKIP_MASKS | FLASH_SKIP_INVISIBLE, steps = flash_most_steps(movie);
    rim_flash_clip *top = NULL;
    if (!lets_through(movie->root, at, skip, NULL)) return NULL;
    box_tree_walk walk = walk_at(movie, at);
    for (int leaf; (leaf = box_tree_walk_next(&walk)) != BOX_TREE_END && steps >= 0;)
    {
        rim_flash_clip *clip = movie->by_leaf[leaf];
        if (top && !painted_before(top, clip, &steps)) continue;
        if (left_out && flash_is_within(clip, left_out, &steps)) continue;
        if (drawn_at(clip, at) && way_is_free(clip, movie->root, at, skip, NULL, &steps))
            top = clip;
    }
    if (steps >= 0) return top;
    flash_paint_walk all = { movie->root, left_out, at, skip, NULL, movie->root };
    top = NULL;
    for (const rim_flash_clip *clip; (clip = flash_paint_walk_next(&all));)
        top = movie->by_leaf[clip->leaf];
    return top;
}
