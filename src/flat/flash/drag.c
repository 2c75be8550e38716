// Dragging: startDrag, stopDrag, the mouse, and drop targets.
#include "base/float.h"
#include "flat/flash/data.h"

static int32_t flash_drag_clamp(int32_t value, int32_t lo, int32_t hi)
{
    return value < lo ? lo : value > hi ? hi : value;
}

// Returns the position of the mouse, truncated to whole twips and then mapped from the stage to the space of the clip's
// parent. Returns the position on the stage if the clip has no parent, or if the parent's map has no inverse.
static rim_flash_point mouse_for(const rim_flash_clip *clip)
{
    const rim_flash      *movie = clip->movie;
    const rim_flash_clip *parent = clip->parent;
    double                x = flash_twips(movie->mouse.x), y = flash_twips(movie->mouse.y);
    rim_flash_point       stage = { x, y };
    if (!parent || !parent->from_stage.exists) return stage;
    return flash_map_apply(&parent->from_stage.map, x, y);
}

// Moves the dragged clip to the mouse, plus the grip unless lock_center is set, and clamps its position to the
// limits. All of them are in twips of the parent's space. The clip's position is (matrix.tx, matrix.ty). Requires a
// dragged clip.
static void follow(rim_flash *movie)
{
    rim_flash_clip *clip = movie->dragged;
    rim_flash_point mouse = mouse_for(clip);
    int32_t         x = flash_round(mouse.x + (movie->lock_center ? 0.0 : movie->grip_x));
    int32_t         y = flash_round(mouse.y + (movie->lock_center ? 0.0 : movie->grip_y));
    if (movie->limited)
    {
        x = flash_drag_clamp(x, movie->limits[0], movie->limits[2]);
        y = flash_drag_clamp(y, movie->limits[1], movie->limits[3]);
    }
    if (x == clip->matrix.tx && y == clip->matrix.ty) return;
    clip->matrix.tx = x;
    clip->matrix.ty = y;
    flash_update(clip);
}

// Sets the drop target of the dragged clip: the topmost clip under the mouse that is not inside the dragged clip and
// not the dragged clip itself; NULL if there is none. In AS2 a clip without a name cannot be the target. Its nearest
// ancestor with a name is the target instead. Requires a dragged clip.
static void find_drop_target(rim_flash *movie)
{
    rim_flash_clip *clip = movie->dragged;
    double          x = flash_twips(movie->mouse.x), y = flash_twips(movie->mouse.y);
    rim_flash_clip *target = flash_topmost(movie, x, y, clip);
    if (movie->generation == RIM_FLASH_AS2)
        while (target && !target->name) target = target->parent;
    flash_set_drop_target(clip, target);
}

// Moves the dragged clip, if there is one, and finds its drop target.
static void drag(rim_flash *movie)
{
    if (!movie->dragged) return;
    follow(movie);
    find_drop_target(movie);
}

void rim_flash_mouse_move(rim_flash *movie, double x, double y)
{
    movie->mouse.x = x;
    movie->mouse.y = y;
    drag(movie);
}

// Converts a limit from pixels to twips. A limit that is not finite becomes 0.
static int32_t limit(double pixels)
{
    return float_is_finite(pixels) ? flash_twips(pixels) : 0;
}

// Stores the limits in twips, as left, top, right and bottom. Swaps opposite ones if necessary, so that left <= right
// and top <= bottom.
static void set_limits(int32_t limits[4], const rim_flash_limits *from)
{
    int32_t left = limit(from->left), right = limit(from->right);
    int32_t top = limit(from->top), bottom = limit(from->bottom);
    limits[0] = left < right ? left : right;
    limits[1] = top < bottom ? top : bottom;
    limits[2] = left < right ? right : left;
    limits[3] = top < bottom ? bottom : top;
}

void rim_flash_start_drag(rim_flash_clip *clip, bool lock_center, const rim_flash_limits *limits)
{
    rim_flash      *movie = clip->movie;
    rim_flash_point mouse = mouse_for(clip);
    movie->dragged = clip;
    movie->lock_center = lock_center;
    movie->grip_x = clip->matrix.tx - mouse.x;
    movie->grip_y = clip->matrix.ty - mouse.y;
    movie->limited = limits != NULL;
    if (limits) set_limits(movie->limits, limits);
}

void rim_flash_stop_drag(rim_flash *movie)
{
    drag(movie);
    movie->dragged = NULL;
}

rim_flash_clip *rim_flash_dragged(const rim_flash *movie)
{
    return movie->dragged;
}

rim_flash_clip *rim_flash_drop_target(const rim_flash_clip *clip)
{
    return clip->drop_target;
}
