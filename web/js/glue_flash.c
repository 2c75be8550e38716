// Flash's display list and its hit tests, for JavaScript.
#include "glue.h"

#include <math.h>

typedef rim_flash_clip clip;

// --- movies and clips -------------------------------------------------------------------------------

rim_status EXPORT(flash_create)(rim_flash **out, int generation)
{
    return rim_flash_create(out, (rim_flash_generation)generation, NULL);
}

void EXPORT(flash_destroy)(rim_flash *movie)
{
    rim_flash_destroy(movie);
}

clip *EXPORT(flash_root)(rim_flash *movie)
{
    return rim_flash_root(movie);
}

// name may be NULL.
rim_status EXPORT(flash_add)(clip **out, clip *parent, const char *name)
{
    return rim_flash_add(out, parent, name);
}

rim_status EXPORT(flash_add_at)(clip **out, clip *parent, const char *name, int depth)
{
    return rim_flash_add_at(out, parent, name, depth);
}

void EXPORT(flash_remove)(clip *it)
{
    rim_flash_remove(it);
}

void EXPORT(flash_detach)(clip *it)
{
    rim_flash_detach(it);
}

void EXPORT(flash_attach)(clip *parent, clip *it)
{
    rim_flash_attach(parent, it);
}

void EXPORT(flash_swap_depths)(clip *it, int depth)
{
    rim_flash_swap_depths(it, depth);
}

int EXPORT(flash_depth)(const clip *it)
{
    return rim_flash_clip_state(it).depth;
}

const char *EXPORT(flash_name)(const clip *it)
{
    return rim_flash_clip_state(it).name;
}

clip *EXPORT(flash_parent)(const clip *it)
{
    return rim_flash_clip_state(it).parent;
}

clip *EXPORT(flash_first)(const clip *it)
{
    return rim_flash_clip_state(it).first;
}

clip *EXPORT(flash_next)(const clip *it)
{
    return rim_flash_clip_state(it).next;
}

clip *EXPORT(flash_find)(clip *it, const char *path)
{
    return rim_flash_find(it, path);
}

int EXPORT(flash_path)(const clip *it, char *buffer, int capacity)
{
    return rim_flash_path(it, buffer, capacity);
}

void EXPORT(flash_set_shape)(clip *it, const rim_flash_shape *shape)
{
    rim_flash_set_shape(it, shape);
}

void EXPORT(flash_set_bitmap)(clip *it, const rim_flash_bitmap *bitmap, int alpha_threshold)
{
    rim_flash_set_bitmap(it, bitmap, alpha_threshold);
}

void EXPORT(flash_set_visible)(clip *it, int visible)
{
    rim_flash_set(it, RIM_FLASH_VISIBLE, visible != 0);
}

int EXPORT(flash_visible)(const clip *it)
{
    return rim_flash_clip_state(it).visible;
}

void EXPORT(flash_set_mask)(clip *it, clip *mask)
{
    rim_flash_set_mask(it, mask);
}

// --- where a clip is --------------------------------------------------------------------------------

enum
{
    X = RIM_FLASH_X,
    Y,
    XSCALE,
    YSCALE,
    ROTATION,
    WIDTH,
    HEIGHT
};

void EXPORT(flash_set)(clip *it, int what, double value)
{
    if (what <= ROTATION) rim_flash_set(it, (rim_flash_property)what, value);
}

double EXPORT(flash_get)(const clip *it, int what)
{
    switch (what)
    {
    case X:
        return rim_flash_clip_state(it).x;
    case Y:
        return rim_flash_clip_state(it).y;
    case XSCALE:
        return rim_flash_clip_state(it).xscale;
    case YSCALE:
        return rim_flash_clip_state(it).yscale;
    case ROTATION:
        return rim_flash_clip_state(it).rotation;
    case WIDTH:
        return rim_flash_size(it).x;
    default:
        return rim_flash_size(it).y;
    }
}

void EXPORT(flash_set_matrix)(clip *it, double a, double b, double c, double d, double tx,
                              double ty)
{
    rim_flash_set_matrix(it, (rim_flash_matrix){ a, b, c, d, 0, 0 });
    rim_flash_set(it, RIM_FLASH_X, tx);
    rim_flash_set(it, RIM_FLASH_Y, ty);
}

// out: a, b, c, d, tx, ty in pixels
void EXPORT(flash_get_matrix)(const clip *it, double *out)
{
    rim_flash_matrix m = rim_flash_clip_state(it).matrix;
    out[0] = m.a;
    out[1] = m.b;
    out[2] = m.c;
    out[3] = m.d;
    out[4] = m.tx / 20.0;
    out[5] = m.ty / 20.0;
}

// --- questions --------------------------------------------------------------------------------------

int EXPORT(flash_hit_test_point)(const clip *it, double x, double y, int shape_flag)
{
    return rim_flash_hit_test_point(it, x, y, shape_flag != 0);
}

int EXPORT(flash_hit_test_object)(const clip *it, const clip *target)
{
    return rim_flash_hit_test_object(it, target);
}

// out: x_min, y_min, x_max, y_max
void EXPORT(flash_bounds)(const clip *it, const clip *target, int strokes, double *out)
{
    rim_flash_rect box = rim_flash_bounds(it, target, strokes != 0);
    out[0] = box.x_min;
    out[1] = box.y_min;
    out[2] = box.x_max;
    out[3] = box.y_max;
}

// out: x, y
void EXPORT(flash_convert)(const clip *it, int to_global, double x, double y, double *out)
{
    rim_flash_point p = { x, y };
    p = to_global ? rim_flash_local_to_global(it, p) : rim_flash_global_to_local(it, p);
    out[0] = p.x;
    out[1] = p.y;
}

int EXPORT(flash_objects_under_point)(const clip *it, double x, double y, clip **out, int capacity)
{
    return rim_flash_objects_under_point(it, x, y, out, capacity);
}

// --- dragging ---------------------------------------------------------------------------------------

void EXPORT(flash_mouse_move)(rim_flash *movie, double x, double y)
{
    rim_flash_mouse_move(movie, x, y);
}

// limits: left, top, right, bottom, or NULL
void EXPORT(flash_start_drag)(clip *it, int lock_center, const double *limits)
{
    rim_flash_limits l = { 0 };
    if (limits) l = (rim_flash_limits){ limits[0], limits[1], limits[2], limits[3] };
    rim_flash_start_drag(it, lock_center != 0, limits ? &l : NULL);
}

void EXPORT(flash_stop_drag)(rim_flash *movie)
{
    rim_flash_stop_drag(movie);
}

clip *EXPORT(flash_dragged)(const rim_flash *movie)
{
    return rim_flash_dragged(movie);
}

clip *EXPORT(flash_drop_target)(const clip *it)
{
    return rim_flash_drop_target(it);
}

// --- drawing ----------------------------------------------------------------------------------------

rim_status EXPORT(pen_create)(rim_flash_graphics **out)
{
    return rim_flash_graphics_create(out, NULL);
}

void EXPORT(pen_destroy)(rim_flash_graphics *pen)
{
    rim_flash_graphics_destroy(pen);
}

void EXPORT(pen_clear)(rim_flash_graphics *pen)
{
    rim_flash_clear(pen);
}

// Below 0: no lines from here on.
void EXPORT(pen_line_style)(rim_flash_graphics *pen, double thickness)
{
    rim_flash_line_style(pen, thickness < 0.0 ? (double)NAN : thickness);
}

void EXPORT(pen_begin_fill)(rim_flash_graphics *pen)
{
    rim_flash_begin_fill(pen);
}

void EXPORT(pen_end_fill)(rim_flash_graphics *pen)
{
    rim_flash_end_fill(pen);
}

void EXPORT(pen_move_to)(rim_flash_graphics *pen, double x, double y)
{
    rim_flash_move_to(pen, x, y);
}

void EXPORT(pen_line_to)(rim_flash_graphics *pen, double x, double y)
{
    rim_flash_line_to(pen, x, y);
}

void EXPORT(pen_curve_to)(rim_flash_graphics *pen, double cx, double cy, double x, double y)
{
    rim_flash_curve_to(pen, cx, cy, x, y);
}

void EXPORT(pen_rect)(rim_flash_graphics *pen, double x, double y, double width, double height)
{
    rim_flash_draw_rect(pen, x, y, width, height);
}

void EXPORT(pen_circle)(rim_flash_graphics *pen, double x, double y, double radius)
{
    rim_flash_draw_circle(pen, x, y, radius);
}

rim_status EXPORT(pen_bake)(rim_flash_shape **out, rim_flash_graphics *pen, int whole_stroke)
{
    return rim_flash_graphics_bake(out, pen, whole_stroke != 0);
}

void EXPORT(shape_destroy)(rim_flash_shape *shape)
{
    rim_flash_shape_destroy(shape);
}

// --- bitmaps ----------------------------------------------------------------------------------------

// pixels may be NULL where width or height is 0.
rim_status EXPORT(bitmap_create)(rim_flash_bitmap **out, const void *pixels, int width, int height,
                                 int transparent)
{
    rim_image image = {
        .pixels = pixels, .width = width, .height = height, .layout = RIM_PIXELS_RGBA8
    };
    return rim_flash_bitmap_create(out, &image, transparent != 0, NULL);
}

void EXPORT(bitmap_destroy)(rim_flash_bitmap *bitmap)
{
    rim_flash_bitmap_destroy(bitmap);
}

void EXPORT(bitmap_dispose)(rim_flash_bitmap *bitmap)
{
    rim_flash_bitmap_dispose(bitmap);
}

int EXPORT(bitmap_width)(const rim_flash_bitmap *bitmap)
{
    return rim_flash_bitmap_size(bitmap).x;
}

int EXPORT(bitmap_height)(const rim_flash_bitmap *bitmap)
{
    return rim_flash_bitmap_size(bitmap).y;
}

int EXPORT(bitmap_alpha)(const rim_flash_bitmap *bitmap, int x, int y)
{
    return rim_flash_bitmap_alpha(bitmap, x, y);
}

void EXPORT(bitmap_set_alpha)(rim_flash_bitmap *bitmap, int x, int y, int alpha)
{
    rim_flash_bitmap_set_alpha(bitmap, x, y, alpha);
}

// The call as a script writes it. arguments: count rows of six doubles: kind, number, x, y, width, height;
// for a bitmap number is its address. Returns 0, 1, or the error, which is below 0 or above 2000.
int EXPORT(bitmap_hit_test)(int generation, const rim_flash_bitmap *bitmap, const double *arguments,
                            int count)
{
    rim_flash_value values[5];
    if (count > 5) count = 5;
    for (int i = 0; i < count; i++)
    {
        const double *a = arguments + 6 * i;
        values[i] =
            (rim_flash_value){ (rim_flash_kind)(int)a[0], a[1], a[2], a[3], a[4], a[5], NULL };
        if (values[i].kind == RIM_FLASH_BITMAP)
            values[i].bitmap = (const rim_flash_bitmap *)(uintptr_t)a[1];
    }
    rim_flash_answer answer =
        rim_flash_bitmap_hit_test((rim_flash_generation)generation, bitmap, values, count);
    return answer.error ? answer.error : answer.hit;
}
