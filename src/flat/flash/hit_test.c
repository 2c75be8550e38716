// Shape tests.
//
// A clip hits a point if a clip inside it has a drawing at the point and every clip on the path from there up to it
// shows the point. A clip does not show the point if its mask or a mask layer excludes the point, if it is a mask
// itself, or if it is invisible (as far as `skip` says so). A query finds the drawings at the point by the tree and
// tests the path up from each. The order of the list has no effect.
#include "flat/flash/data.h"

#include "base/float.h"
#include "flat/flash/shape.h"

#include <math.h>
#include <string.h>

enum
{
    // Masks can be masked. Beyond this depth nothing hits.
    FLASH_MAX_MASK_DEPTH = 16
};

// A running test. Tests of masks are called by other tests. A test that contains itself, through masks that mask each
// other, returns false. That is correct: a hit is an expression of "and" and "or" alone, so if it is true, it is true
// without the cycle.
typedef struct flash_hit_query
{
    const rim_flash_clip         *clip;
    int                           skip;  // bits of flash_skip
    int                           depth; // the number of tests that this one is called by
    const struct flash_hit_query *by;    // the test that called this one; NULL if the script did
} flash_hit_query;

// A point of the stage in twips, and its rounded twip for box tests.
typedef struct flash_hit_position
{
    double  x, y;
    int32_t box_x, box_y;
} flash_hit_position;

static flash_hit_position hit_position_of(double x, double y)
{
    flash_hit_position at = { x, y, flash_round(x), flash_round(y) };
    return at;
}

static bool flash_hit_in_box(rim_flash_box box, int32_t x, int32_t y)
{
    return box.x_min <= x && x <= box.x_max && box.y_min <= y && y <= box.y_max;
}

// --- the drawing of one clip -------------------------------------------------------------------------------

// The parts of a twip to which positions in a clip are rounded.
#define FLASH_SNAPS_PER_TWIP 256.0

// Rounds to the nearest 1/256 twip, halves up. This step is much larger than the rounding errors of double, so a
// point on an edge stays on it through moves, flips and quarter turns. Far positions and NaN, which hit nothing, are
// returned as they are.
static double snap(double twips)
{
    if (!(fabs(twips) < FLASH_FAR_TWIPS)) return twips;
    double  units = twips * FLASH_SNAPS_PER_TWIP;
    int64_t toward_zero = (int64_t)units;
    // Not floor(units + 0.5): that sum is rounded.
    int64_t floor_units = toward_zero - ((double)toward_zero > units);
    bool    rounds_up = units - (double)floor_units >= 0.5;
    return (double)(floor_units + rounds_up) * (1.0 / FLASH_SNAPS_PER_TWIP);
}

// Returns the length of a stage pixel's longer side in a clip's space, in twips. m maps the stage to the clip. The
// sides of the pixel are parallel to (a, b) and to (c, d) there.
static double stage_pixel(const flash_map *m)
{
    double x = m->a * m->a + m->b * m->b, y = m->c * m->c + m->d * m->d;
    return FLASH_TWIPS_PER_PIXEL * sqrt(x > y ? x : y);
}

// Returns true if (x, y), in twips of the clip's space, is in the box of the clip's bitmap, and if the alpha there
// reaches the threshold. With a threshold <= 0 the box alone decides. Requires that the clip has a bitmap.
static bool bitmap_at(const rim_flash_clip *clip, double x, double y)
{
    rim_flash_box box = clip->content;
    if (!(box.x_min <= x && x <= box.x_max && box.y_min <= y && y <= box.y_max)) return false;
    if (clip->alpha_threshold <= 0) return true;
    int column = float_floor_int(flash_pixels(x)), row = float_floor_int(flash_pixels(y));
    return rim_flash_bitmap_alpha(clip->bitmap, column, row) >= clip->alpha_threshold;
}

// Returns true if the clip's own shape or bitmap is at a point of the stage. Clips inside the clip do not count. A clip
// whose map to the stage has no finite inverse is at no point: its matrix or those of its parents are singular, or too
// large or too small. A stroke is at least as wide as a pixel of the stage.
static bool is_drawn_at(const rim_flash_clip *clip, flash_hit_position at)
{
    if (!flash_hit_in_box(clip->on_stage, at.box_x, at.box_y) || !clip->from_stage.exists)
        return false;
    rim_flash_point own = flash_map_apply(&clip->from_stage.map, at.x, at.y);
    double          x = snap(own.x), y = snap(own.y);
    if (clip->shape)
        return rim_flash_shape_contains(clip->shape, x, y, stage_pixel(&clip->from_stage.map));
    return clip->bitmap && bitmap_at(clip, x, y);
}

// --- the path up -----------------------------------------------------------------------------------------

static bool hits_clip(const rim_flash_clip *top, flash_hit_position at, int skip,
                      const flash_hit_query *by);

// Returns false if a test of the clip must not be started. `by` is the test that starts it, and by->by the one that
// started `by`. The test must not be started if one of these tests is the same, with the same `skip`, or if masks are
// nested too deep.
static bool may_test(const rim_flash_clip *clip, int skip, const flash_hit_query *by)
{
    if (by && by->depth >= FLASH_MAX_MASK_DEPTH) return false;
    for (; by; by = by->by)
        if (by->clip == clip && by->skip == skip) return false;
    return true;
}

// Returns true if clip is top or inside it. Subtracts 1 from *steps, the number of steps that the query has left, for
// each level that it goes up.
static bool flash_is_within(const rim_flash_clip *clip, const rim_flash_clip *top, int *steps)
{
    while (clip && clip != top)
    {
        clip = clip->parent;
        --*steps;
    }
    return clip == top;
}

// Returns true if all mask layers that apply to the clip contain the point. These layers are the siblings below the
// clip whose clip_depth is at least the clip's depth. Requires a clip with a parent. The search ends after the
// parent's last layer; most parents have none.
static bool passes_layers(const rim_flash_clip *clip, flash_hit_position at,
                          const flash_hit_query *by)
{
    int                   layers_left = clip->parent->layers;
    const rim_flash_clip *sibling = clip->parent->first;
    for (; layers_left > 0 && sibling != clip; sibling = sibling->above)
    {
        if (sibling->clip_depth <= 0) continue;
        layers_left--;
        if (clip->depth > sibling->clip_depth) continue;
        if (!hits_clip(sibling, at, FLASH_SKIP_MASKS | FLASH_SKIP_INVISIBLE, by)) return false;
    }
    return true;
}

// Returns true if the clip itself shows the point: `skip` does not skip the clip, and its mask, if it has one,
// contains the point. FLASH_SKIP_INVISIBLE does not skip an invisible clip that masks another clip.
static bool is_visible_at(const rim_flash_clip *clip, flash_hit_position at, int skip,
                          const flash_hit_query *by)
{
    if (skip & FLASH_SKIP_INVISIBLE && !clip->visible && !clip->masked) return false;
    if (skip & FLASH_SKIP_MASKS && clip->masked) return false;
    return !clip->mask || hits_clip(clip->mask, at, FLASH_SKIP_INVISIBLE, by);
}

// Returns true if a clip with a parent shows the point: it is no mask layer, it shows the point itself, and no mask
// layer among its siblings excludes the point.
static bool is_open_at(const rim_flash_clip *clip, flash_hit_position at, int skip,
                       const flash_hit_query *by)
{
    return clip->clip_depth <= 0 && is_visible_at(clip, at, skip, by) &&
           passes_layers(clip, at, by);
}

// Returns true if every clip on the path from `clip` up to `top` shows the point; `top` itself is not tested.
// Requires that `clip` is `top` or inside it. Subtracts 1 from *steps, the number of steps that the query has left,
// for each level.
static bool path_is_visible(const rim_flash_clip *clip, const rim_flash_clip *top,
                            flash_hit_position at, int skip, const flash_hit_query *by, int *steps)
{
    while (clip != top)
    {
        if (!is_open_at(clip, at, skip, by)) return false;
        clip = clip->parent;
        --*steps;
    }
    return true;
}

// Returns the clip after `at` in the traversal of flash_walk, but skips the clips inside `at`. Returns NULL at the end.
static rim_flash_clip *flash_walk_past(const rim_flash_clip *top, const rim_flash_clip *at)
{
    while (at != top && !at->above) at = at->parent;
    return at == top ? NULL : at->above;
}

// A traversal of the display list that returns the clips drawn at a point, in the order in which they are painted.
typedef struct flash_paint_walk
{
    const rim_flash_clip  *top, *left_out; // left_out and the clips inside it are skipped
    flash_hit_position     at;
    int                    skip;
    const flash_hit_query *by;
    const rim_flash_clip  *next; // the next clip of the traversal; `top` at first, NULL at the end
} flash_paint_walk;

// Returns the next clip that is drawn at the point and whose path up to `top` shows the point; NULL at the end. `top`
// itself counts as showing it. If a clip does not show the point, the clips inside it do not either, and are skipped.
static const rim_flash_clip *flash_paint_walk_next(flash_paint_walk *w)
{
    while (w->next)
    {
        const rim_flash_clip *clip = w->next;
        bool                  is_open =
            clip != w->left_out && (clip == w->top || is_open_at(clip, w->at, w->skip, w->by));
        w->next = is_open ? flash_walk(w->top, clip) : flash_walk_past(w->top, clip);
        if (is_open && is_drawn_at(clip, w->at)) return clip;
    }
    return NULL;
}

// Returns the number of steps after which a query by the tree of boxes gives up. Such a query goes up the display
// list from each drawing at the point. If it takes more steps than there are clips, one traversal of the display list
// is cheaper.
static int flash_max_steps(const rim_flash *movie)
{
    return movie->clip_count;
}

// Starts a traversal of the boxes in the movie's tree that contain the point's rounded twip, or nearly contain it:
// the tree stores floats, so the twip is rounded outward to floats.
static box_tree_walk tree_walk_at(const rim_flash *movie, flash_hit_position at)
{
    rim_vec3 lo = rim_vec3_make(float_below(at.box_x), float_below(at.box_y), 0.0f);
    rim_vec3 hi = rim_vec3_make(float_above(at.box_x), float_above(at.box_y), 0.0f);
    return box_tree_overlaps(movie->tree, rim_box3_make(lo, hi));
}

// Returns true if `top` shows the point, and if `top` or a clip inside it is drawn there and every clip between the two
// shows the point. `by` is the test that starts this one, or NULL. A detached clip hits nothing. The clips at the point
// come from the tree of boxes. If they take too many steps, the display list is traversed instead.
static bool hits_clip(const rim_flash_clip *top, flash_hit_position at, int skip,
                      const flash_hit_query *by)
{
    flash_hit_query own = { .clip = top, .skip = skip, .depth = by ? by->depth + 1 : 0, .by = by };
    if (!top->listed || !may_test(top, skip, by) || !is_visible_at(top, at, skip, &own))
        return false;
    // A clip without clips inside needs no tree.
    if (!top->first) return is_drawn_at(top, at);
    int           steps = flash_max_steps(top->movie);
    box_tree_walk walk = tree_walk_at(top->movie, at);
    int           leaf = box_tree_walk_next(&walk);
    while (leaf != BOX_TREE_END && steps >= 0)
    {
        const rim_flash_clip *clip = top->movie->by_leaf[leaf];
        if (flash_is_within(clip, top, &steps) && is_drawn_at(clip, at) &&
            path_is_visible(clip, top, at, skip, &own, &steps))
            return true;
        leaf = box_tree_walk_next(&walk);
    }
    // The steps sufficed to search the tree to its end.
    if (steps >= 0) return false;
    flash_paint_walk all = { .top = top, .at = at, .skip = skip, .by = &own, .next = top };
    return flash_paint_walk_next(&all) != NULL;
}

bool flash_shape_hit(const rim_flash_clip *clip, double x, double y, int skip)
{
    return hits_clip(clip, hit_position_of(x, y), skip, NULL);
}

// --- all clips under a point -------------------------------------------------------------------------

// Returns the number of clips around a clip, which are its parent, the parent's parent and so on. Subtracts it from
// *steps.
static int nesting_of(const rim_flash_clip *clip, int *steps)
{
    int nesting = 0;
    for (const rim_flash_clip *around = clip->parent; around; around = around->parent) nesting++;
    *steps -= nesting;
    return nesting;
}

// Returns the clip that is `count` levels up from a clip; the clip itself if count <= 0.
static const rim_flash_clip *ancestor_of(const rim_flash_clip *clip, int count)
{
    for (int i = 0; i < count; i++) clip = clip->parent;
    return clip;
}

// Returns true if sibling a is below sibling b. Siblings have the same depth only at INT_MAX, where rim_flash_attach
// puts a clip above a clip of that depth.
static bool is_below(const rim_flash_clip *a, const rim_flash_clip *b)
{
    if (a->depth != b->depth) return a->depth < b->depth;
    do
    {
        a = a->above;
    } while (a && a != b);
    return a == b;
}

// Returns true if clip a is painted before clip b: a parent before the clips inside it, siblings from the lowest up.
// Requires two different clips that are listed. Subtracts the nesting of both from *steps.
static bool is_painted_before(const rim_flash_clip *a, const rim_flash_clip *b, int *steps)
{
    // The deeper clip is replaced by its ancestor at the level of the other clip. If this ancestor is the other clip,
    // the other clip contains the deeper one and is painted first. If not, both are replaced by their parents until
    // they are siblings.
    int a_deeper = nesting_of(a, steps);
    a_deeper -= nesting_of(b, steps);
    a = ancestor_of(a, a_deeper);
    b = ancestor_of(b, -a_deeper);
    if (a == b) return a_deeper < 0;
    while (a->parent != b->parent)
    {
        a = a->parent;
        b = b->parent;
    }
    return is_below(a, b);
}

// Inserts a clip into out[0 .. count - 1], a list in the order in which its clips are painted. Returns the new number
// of clips. If the list is full, drops the lowest clip, which may be the new one. Requires capacity > 0. Subtracts
// the steps of the comparisons from *steps.
static int flash_hit_store(rim_flash_clip **out, int count, int capacity, rim_flash_clip *clip,
                           int *steps)
{
    int lo = 0, hi = count;
    while (lo < hi)
    {
        int middle = lo + (hi - lo) / 2;
        if (is_painted_before(out[middle], clip, steps))
            lo = middle + 1;
        else
            hi = middle;
    }
    int before = lo; // the number of clips in the list that are painted before the new one
    if (count < capacity)
    {
        memmove(out + before + 1, out + before, (size_t)(count - before) * sizeof *out);
        out[before] = clip;
        return count + 1;
    }
    // The list is full: the lowest clip, which is the new one or out[0], is dropped.
    if (before == 0) return count;
    memmove(out, out + 1, (size_t)(before - 1) * sizeof *out);
    out[before - 1] = clip;
    return count;
}

// Does the search of flash_under_point by the tree. Requires that the container is listed. Returns the number of all
// clips found, of which `out` has the topmost `stored`. Returns -1 if the search takes too many steps. Then the
// contents of `out` are undefined, and *visited is unchanged.
static int flash_search_under_point(const rim_flash_clip *container, flash_hit_position at,
                                    rim_flash_clip **out, int capacity, int *visited)
{
    int           count = 0, stored = 0, skip = FLASH_SKIP_MASKS | FLASH_SKIP_INVISIBLE;
    int           steps = flash_max_steps(container->movie);
    box_tree_walk walk = tree_walk_at(container->movie, at);
    for (int leaf; (leaf = box_tree_walk_next(&walk)) != BOX_TREE_END;)
    {
        rim_flash_clip *clip = container->movie->by_leaf[leaf];
        if (steps < 0) return -1;
        if (clip == container || !flash_is_within(clip, container, &steps)) continue;
        if (!is_drawn_at(clip, at)) continue;
        if (!path_is_visible(clip, container, at, skip, NULL, &steps)) continue;
        count++;
        if (capacity > 0) stored = flash_hit_store(out, stored, capacity, clip, &steps);
    }
    *visited = walk.visited;
    return count;
}

// Reverses the order of list[0 .. count - 1].
static void flash_reverse(rim_flash_clip **list, int count)
{
    for (int i = 0; i < count / 2; i++)
    {
        rim_flash_clip *swap = list[i];
        list[i] = list[count - 1 - i];
        list[count - 1 - i] = swap;
    }
}

// Rotates list[0 .. count - 1] to the left, so that entry `begin` becomes the first one. Reverses the part before
// `begin` and the part from `begin` on, and then the whole list: AB becomes A'B', and then BA.
static void flash_rotate(rim_flash_clip **list, int count, int begin)
{
    flash_reverse(list, begin);
    flash_reverse(list + begin, count - begin);
    flash_reverse(list, count);
}

// The traversal of the list returns const clips. by_leaf[clip->leaf] is the same clip without const.
int flash_under_point(const rim_flash_clip *container, double x, double y, rim_flash_clip **out,
                      int capacity, int *visited)
{
    flash_hit_position at = hit_position_of(x, y);
    *visited = 0;
    if (!container->listed) return 0;
    int count = flash_search_under_point(container, at, out, capacity, visited);
    if (count >= 0) return count;

    // The search by the tree took too many steps, so the display list is traversed. The last `capacity` clips remain in
    // `out`, which is a ring buffer. At the end it is rotated so that it begins with the lowest of them.
    int                   skip = FLASH_SKIP_MASKS | FLASH_SKIP_INVISIBLE;
    flash_paint_walk      all = { .top = container, .at = at, .skip = skip, .next = container };
    const rim_flash_clip *clip = flash_paint_walk_next(&all);
    for (count = 0; clip; clip = flash_paint_walk_next(&all))
    {
        if (clip == container) continue;
        if (capacity > 0) out[count % capacity] = container->movie->by_leaf[clip->leaf];
        count++;
    }
    if (capacity > 0 && count > capacity) flash_rotate(out, capacity, count % capacity);
    return count;
}

// Searches by the tree for the clip that is painted last. If that takes too many steps, traverses the list in paint
// order.
rim_flash_clip *flash_topmost(const rim_flash *movie, double x, double y,
                              const rim_flash_clip *left_out)
{
    flash_hit_position at = hit_position_of(x, y);
    int                skip = FLASH_SKIP_MASKS | FLASH_SKIP_INVISIBLE;
    if (!is_visible_at(movie->root, at, skip, NULL)) return NULL;

    int             steps = flash_max_steps(movie);
    rim_flash_clip *top = NULL;
    box_tree_walk   walk = tree_walk_at(movie, at);
    for (int leaf; (leaf = box_tree_walk_next(&walk)) != BOX_TREE_END && steps >= 0;)
    {
        rim_flash_clip *clip = movie->by_leaf[leaf];
        // A clip that is painted before the one found so far is not tested.
        if (top && !is_painted_before(top, clip, &steps)) continue;
        if (left_out && flash_is_within(clip, left_out, &steps)) continue;
        if (is_drawn_at(clip, at) && path_is_visible(clip, movie->root, at, skip, NULL, &steps))
            top = clip;
    }
    if (steps >= 0) return top;

    flash_paint_walk all = {
        .top = movie->root, .left_out = left_out, .at = at, .skip = skip, .next = movie->root
    };
    const rim_flash_clip *last = NULL, *clip = flash_paint_walk_next(&all);
    for (; clip; clip = flash_paint_walk_next(&all)) last = clip;
    return last ? movie->by_leaf[last->leaf] : NULL;
}
