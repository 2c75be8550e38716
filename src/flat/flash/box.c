// Box tests, bounds, sizes and coordinates.
#include "flat/flash/data.h"
#include "flat/flash/shape.h"

// --- boxes --------------------------------------------------------------------------------------------

// Returns the union of the boxes on the stage of a clip and of all clips inside it.
static rim_flash_box flash_box_on_stage(const rim_flash_clip *clip)
{
    rim_flash_box box = flash_box_empty();
    for (const rim_flash_clip *at = clip; at; at = flash_walk(clip, at))
        box = flash_box_union(box, at->on_stage);
    return box;
}

// Returns the box of a clip's own shape or bitmap, in the clip's own space; empty if it has neither. Without strokes,
// the box of a shape is the box around its edges. A bitmap has no strokes.
static rim_flash_box content_box(const rim_flash_clip *clip, bool with_strokes)
{
    return clip->shape && !with_strokes ? flash_shape_edge_bounds(clip->shape) : clip->content;
}

// Returns the one of two clips that holds more clips, or b if both hold as many. Traverses both at the same time, and
// stops where the first of the two traversals ends. So it takes as many steps as the smaller clip holds clips.
static const rim_flash_clip *flash_larger_of(const rim_flash_clip *a, const rim_flash_clip *b)
{
    for (const rim_flash_clip *in_a = a, *in_b = b;;)
    {
        if (!(in_a = flash_walk(a, in_a))) return b;
        if (!(in_b = flash_walk(b, in_b))) return a;
    }
}

// Returns the child that holds the most clips, or NULL if the clip has no children.
static const rim_flash_clip *flash_largest_child(const rim_flash_clip *clip)
{
    const rim_flash_clip *largest = clip->first, *child = largest ? largest->above : NULL;
    for (; child; child = child->above) largest = flash_larger_of(largest, child);
    return largest;
}

// Returns the box around the drawings of a clip and of all clips inside it, in a target space. to_target maps the
// clip's own space to the target space.
//
// The loop continues with the largest child of each clip, and the recursion takes its other children. Such another
// child holds at most as many clips as the largest one, so it holds at most half of the clips of its parent. Each
// level of the recursion halves the number of clips, so n clips, however they are nested, take at most log2(n) nested
// calls. The calls of one level visit different clips, so all calls together take about n log2(n) steps.
static rim_flash_box box_within(const rim_flash_clip *clip, flash_map to_target, bool with_strokes)
{
    rim_flash_box box = flash_map_box(&to_target, content_box(clip, with_strokes));
    for (const rim_flash_clip *largest; (largest = flash_largest_child(clip)); clip = largest)
    {
        for (const rim_flash_clip *child = clip->first; child; child = child->above)
        {
            if (child == largest) continue;
            flash_map child_to_target = flash_map_nest(to_target, flash_map_of(child->matrix));
            box = flash_box_union(box, box_within(child, child_to_target, with_strokes));
        }
        // The next clip of the loop is the largest child.
        to_target = flash_map_nest(to_target, flash_map_of(largest->matrix));
        box = flash_box_union(box, flash_map_box(&to_target, content_box(largest, with_strokes)));
    }
    return box;
}

// Returns true if `target` selects the clip's own space, which NULL does as well.
static bool same_space(const rim_flash_clip *clip, const rim_flash_clip *target)
{
    return !target || target == clip;
}

static rim_flash_rect rect_of(rim_flash_box box)
{
    rim_flash_rect rect = { flash_pixels(box.x_min), flash_pixels(box.y_min),
                            flash_pixels(box.x_max), flash_pixels(box.y_max) };
    return rect;
}

// The sides of an AS2 rectangle of nothing, in pixels: 0x7ffffff twips, and one more if it is transformed into another
// space.
#define FLASH_NOTHING 6710886.35
#define FLASH_NOTHING_TRANSFORMED 6710886.4

// Returns the rectangle, in pixels, that the player returns for a clip that shows nothing. All four sides are equal: 0
// in AS3, FLASH_NOTHING or FLASH_NOTHING_TRANSFORMED in AS2.
static rim_flash_rect rect_of_nothing(const rim_flash_clip *clip, const rim_flash_clip *target)
{
    bool           as3 = clip->movie->generation == RIM_FLASH_AS3;
    double         as2_side = same_space(clip, target) ? FLASH_NOTHING : FLASH_NOTHING_TRANSFORMED;
    double         side = as3 ? 0.0 : as2_side;
    rim_flash_rect rect = { side, side, side, side };
    return rect;
}

rim_flash_rect rim_flash_bounds(const rim_flash_clip *clip, const rim_flash_clip *target,
                                bool with_strokes)
{
    rim_flash_box own = box_within(clip, flash_map_identity(), with_strokes);
    if (flash_box_is_empty(own)) return rect_of_nothing(clip, target);
    if (same_space(clip, target)) return rect_of(own);
    // The inverse of a singular matrix is stored as the identity, which leaves the box in the space of the stage.
    flash_map map = flash_map_mul(target->from_stage.map, clip->to_stage);
    return rect_of(flash_map_box(&map, own));
}

rim_flash_point rim_flash_size(const rim_flash_clip *clip)
{
    rim_flash_box box = box_within(clip, flash_map_of(clip->matrix), true);
    if (flash_box_is_empty(box)) return (rim_flash_point){ 0.0, 0.0 };
    return (rim_flash_point){ flash_pixels((double)box.x_max - box.x_min),
                              flash_pixels((double)box.y_max - box.y_min) };
}

// --- hits -----------------------------------------------------------------------------------------------

// Returns true if the clip, with the clips inside it, contains a point of the stage, in twips. If shape_flag is set,
// the drawings are tested and clips that are masks are skipped. Otherwise the box on the stage is tested, borders
// included.
static bool test_point(const rim_flash_clip *clip, rim_flash_point stage, bool shape_flag)
{
    if (shape_flag) return flash_shape_hit(clip, stage.x, stage.y, FLASH_SKIP_MASKS);
    rim_flash_box box = flash_box_on_stage(clip);
    int32_t       x = flash_round(stage.x), y = flash_round(stage.y);
    return box.x_min <= x && x <= box.x_max && box.y_min <= y && y <= box.y_max;
}

// Returns false if a test of the point (x, y) always misses: with an infinite coordinate, and in AS2 also with NaN. In
// AS3 NaN is allowed, and flash_twips converts it to 0.
static bool answerable(const rim_flash_clip *clip, double x, double y)
{
    if (fabs(x) == INFINITY || fabs(y) == INFINITY) return false;
    return clip->movie->generation == RIM_FLASH_AS3 || (x == x && y == y);
}

bool flash_hit_test_point_on_stage(const rim_flash_clip *clip, double x, double y, bool shape_flag)
{
    rim_flash_point stage = { flash_twips(x), flash_twips(y) };
    return answerable(clip, x, y) && test_point(clip, stage, shape_flag);
}

bool rim_flash_hit_test_point(const rim_flash_clip *clip, double x, double y, bool shape_flag)
{
    if (!answerable(clip, x, y)) return false;
    // The script's point is in the root's space, or on the stage if the clip is detached.
    rim_flash_point point = { flash_twips(x), flash_twips(y) };
    if (clip->listed) point = flash_map_apply(&clip->movie->root->to_stage, point.x, point.y);
    return test_point(clip, point, shape_flag);
}

bool rim_flash_hit_test_object(const rim_flash_clip *clip, const rim_flash_clip *target)
{
    if (!target) return false;
    rim_flash_box a = flash_box_on_stage(clip), b = flash_box_on_stage(target);
    if (flash_box_is_empty(a) || flash_box_is_empty(b)) return false;
    return a.x_min <= b.x_max && b.x_min <= a.x_max && a.y_min <= b.y_max && b.y_min <= a.y_max;
}

// --- coordinates -----------------------------------------------------------------------------------------

// Applies a map to a point, and returns the image. Both are in pixels. The point is truncated to whole twips, and the
// image is rounded to whole twips.
static rim_flash_point flash_transform_point(const flash_map *map, rim_flash_point point)
{
    rim_flash_point to = flash_map_apply(map, flash_twips(point.x), flash_twips(point.y));
    to.x = flash_pixels(flash_round(to.x));
    to.y = flash_pixels(flash_round(to.y));
    return to;
}

rim_flash_point rim_flash_local_to_global(const rim_flash_clip *clip, rim_flash_point point)
{
    return flash_transform_point(&clip->to_stage, point);
}

rim_flash_point rim_flash_global_to_local(const rim_flash_clip *clip, rim_flash_point point)
{
    return clip->from_stage.exists ? flash_transform_point(&clip->from_stage.map, point) : point;
}

int rim_flash_objects_under_point(const rim_flash_clip *container, double x, double y,
                                  rim_flash_clip **out, int capacity)
{
    int visited; // not returned
    return flash_under_point(container, flash_twips(x), flash_twips(y), out, capacity, &visited);
}
