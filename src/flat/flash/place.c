// The placement of clips: contents, matrices, scales and rotation, and the update of all that depends on them.
#include "flat/flash/data.h"
#include "flat/flash/shape.h"

#include "base/float.h"
#include "rimcast/angle.h"

#include <assert.h>

// --- updates -------------------------------------------------------------------------------

rim_flash_clip *flash_walk(const rim_flash_clip *top, const rim_flash_clip *at)
{
    if (at->first) return at->first;
    while (at != top && !at->above) at = at->parent;
    return at == top ? NULL : at->above;
}

bool flash_within(const rim_flash_clip *clip, const rim_flash_clip *top)
{
    while (clip && clip != top) clip = clip->parent;
    return clip == top;
}

// Returns the clip's box on the stage for the tree, rounded outward to floats. It is empty if the clip is not listed,
// so that no query of the tree finds the clip.
static rim_box3 tree_box(const rim_flash_clip *clip)
{
    rim_flash_box box = clip->on_stage;
    if (!clip->listed || flash_box_is_empty(box)) return rim_box3_empty();
    return rim_box3_make(rim_vec3_make(float_below(box.x_min), float_below(box.y_min), 0.0f),
                         rim_vec3_make(float_above(box.x_max), float_above(box.y_max), 0.0f));
}

// Computes the clip's maps to and from the stage, `listed` and on_stage from its matrix, parent and content, and
// moves its box in the tree. Requires that the parent is up to date.
static void update_one(rim_flash_clip *clip)
{
    const rim_flash_clip *parent = clip->parent;
    flash_map             own = flash_map_of(clip->matrix);
    clip->to_stage = parent ? flash_map_nest(parent->to_stage, own) : own;
    clip->from_stage = flash_map_inverse(clip->to_stage);
    // The product with a singular matrix is rounded, so it may have an inverse.
    if (parent && !parent->from_stage.exists) clip->from_stage = parent->from_stage;
    clip->listed = parent ? parent->listed : clip == clip->movie->root;
    clip->on_stage = flash_map_box(&clip->to_stage, clip->content);
    box_tree_move(clip->movie->tree, clip->leaf, tree_box(clip), rim_vec3_make(0.0f, 0.0f, 0.0f));
}

void flash_update(rim_flash_clip *clip)
{
    for (rim_flash_clip *at = clip; at; at = flash_walk(clip, at)) update_one(at);
}

// --- contents --------------------------------------------------------------------------------------

void rim_flash_set_shape(rim_flash_clip *clip, const rim_flash_shape *shape)
{
    clip->shape = shape;
    clip->bitmap = NULL;
    clip->content = shape ? flash_shape_bounds(shape) : flash_box_empty();
    update_one(clip);
}

void rim_flash_set_bitmap(rim_flash_clip *clip, const rim_flash_bitmap *bitmap, int alpha_threshold)
{
    clip->shape = NULL;
    clip->bitmap = bitmap;
    clip->alpha_threshold = alpha_threshold;
    clip->content = flash_box_empty();
    rim_flash_pixel size = bitmap ? rim_flash_bitmap_size(bitmap) : (rim_flash_pixel){ 0, 0 };
    if (size.x > 0 && size.y > 0)
    {
        rim_flash_box box = { 0, 0, FLASH_TWIPS_PER_PIXEL * size.x,
                              FLASH_TWIPS_PER_PIXEL * size.y };
        clip->content = box;
    }
    update_one(clip);
}

// --- the matrix -----------------------------------------------------------------------------------------

// Returns value if it is finite, else other.
static double finite_or(double value, double other)
{
    return float_is_finite(value) ? value : other;
}

// Computes the clip's scales, rotation and skew from its matrix. (a, b) is the image of the x axis, and (c, d) that
// of the y axis. Without skew, (c, d) is at right angles to (a, b). Then (d, -c), which is (c, d) turned back by 90
// degrees, has the angle of (a, b).
static void decompose(rim_flash_clip *clip)
{
    const rim_flash_matrix *m = &clip->matrix;
    double                  turn = rim_atan2(m->b, m->a);
    clip->xscale = 100.0 * sqrt(m->a * m->a + m->b * m->b);
    clip->yscale = 100.0 * sqrt(m->c * m->c + m->d * m->d);
    clip->rotation = turn * (180.0 / RIM_PI);
    clip->skew = rim_atan2(-m->c, m->d) - turn;
}

void rim_flash_set_matrix(rim_flash_clip *clip, rim_flash_matrix matrix)
{
    matrix.a = finite_or(matrix.a, 0.0);
    matrix.b = finite_or(matrix.b, 0.0);
    matrix.c = finite_or(matrix.c, 0.0);
    matrix.d = finite_or(matrix.d, 0.0);
    clip->matrix = matrix;
    decompose(clip);
    flash_update(clip);
}

// Computes the matrix from the stored scales, rotation and skew, and updates the clip. Without skew both axes have the
// same sine and cosine, which are exact at multiples of 90 degrees.
static void compose(rim_flash_clip *clip)
{
    rim_sincos_pair x = rim_sincos_degrees(clip->rotation), y = x;
    if (clip->skew != 0.0) y = rim_sincos(clip->rotation * (RIM_PI / 180.0) + clip->skew);
    double xscale = clip->xscale / 100.0, yscale = clip->yscale / 100.0;
    clip->matrix.a = xscale * x.cos;
    clip->matrix.b = xscale * x.sin;
    clip->matrix.c = -yscale * y.sin;
    clip->matrix.d = yscale * y.cos;
    flash_update(clip);
}

// Returns the equivalent angle within -180 .. 180. Requires a finite angle. The loop reduces `size`, the absolute
// value, below 360: it subtracts `step`, which is 360 2^k, from the largest k down. Each subtraction is exact,
// because step <= size < 2 step (Sterbenz, 1974). At the end, 0 - size gives 0 where -size would give -0.
static double wrap_degrees(double degrees)
{
    double size = degrees < 0.0 ? -degrees : degrees, step = 360.0;
    while (step <= size / 2.0) step *= 2.0;
    for (; step >= 360.0; step *= 0.5)
        if (size >= step) size -= step;
    if (size > 180.0) size -= 360.0;
    return degrees < 0.0 ? 0.0 - size : size;
}

// Sets *which, one of the clip's xscale, yscale and rotation, and computes the matrix. Ignores a value that is not
// finite.
static void set_scaled(rim_flash_clip *clip, double *which, double value)
{
    if (!float_is_finite(value)) return;
    *which = value;
    compose(clip);
}

void rim_flash_set(rim_flash_clip *clip, rim_flash_property property, double value)
{
    switch (property)
    {
    case RIM_FLASH_X:
        clip->matrix.tx = flash_twips(value);
        flash_update(clip);
        break;
    case RIM_FLASH_Y:
        clip->matrix.ty = flash_twips(value);
        flash_update(clip);
        break;
    case RIM_FLASH_XSCALE:
        set_scaled(clip, &clip->xscale, value);
        break;
    case RIM_FLASH_YSCALE:
        set_scaled(clip, &clip->yscale, value);
        break;
    case RIM_FLASH_ROTATION:
        if (float_is_finite(value)) set_scaled(clip, &clip->rotation, wrap_degrees(value));
        break;
    case RIM_FLASH_VISIBLE:
        clip->visible = value != 0.0;
        break;
    }
}

rim_flash_state rim_flash_clip_state(const rim_flash_clip *clip)
{
    return (rim_flash_state){
        .name = clip->name ? clip->name : "",
        .parent = clip->parent,
        .first = clip->first,
        .next = clip->above,
        .depth = clip->depth,
        .visible = clip->visible,
        .x = flash_pixels(clip->matrix.tx),
        .y = flash_pixels(clip->matrix.ty),
        .xscale = clip->xscale,
        .yscale = clip->yscale,
        .rotation = clip->rotation,
        .matrix = clip->matrix,
    };
}
