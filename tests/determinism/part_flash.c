// Flash's display list, shapes and bitmaps.
#include "determinism/bits.h"

#include <stdlib.h>

static rim_flash_shape *any_shape(test_random *random)
{
    rim_flash_graphics *pen;
    rim_flash_shape    *shape;
    no_error(rim_flash_graphics_create(&pen, NULL));
    if (any_bool(random, 2)) rim_flash_line_style(pen, random_float(random, 0.0f, 9.0f));
    rim_flash_begin_fill(pen);
    rim_vec2 p = any_vec2(random, 60.0f);
    rim_flash_move_to(pen, p.x, p.y);
    for (int i = random_int(random, 2, 9); i > 0; i--)
    {
        rim_vec2 c = any_vec2(random, 60.0f);
        p = any_vec2(random, 60.0f);
        if (any_bool(random, 2))
            rim_flash_line_to(pen, p.x, p.y);
        else
            rim_flash_curve_to(pen, c.x, c.y, p.x, p.y);
    }
    rim_flash_end_fill(pen);
    if (any_bool(random, 2)) rim_flash_draw_circle(pen, p.x, p.y, 11.3);
    no_error(rim_flash_graphics_bake(&shape, pen, any_bool(random, 2)));
    rim_flash_graphics_destroy(pen);
    return shape;
}

static void shapes(bits *b, test_random *random, int count)
{
    rim_flash_shape *shape = NULL;
    for (int i = 0; i < count; i++)
    {
        if (i % 100 == 0)
        {
            rim_flash_shape_destroy(shape);
            shape = any_shape(random);
        }
        rim_vec2 p = any_vec2(random, 1400.0f);
        double   grain = any_bool(random, 2) ? 1.0 : 0.00390625;
        double   x = (double)(int)p.x * grain, y = (double)(int)p.y * grain;
        BITS(b, rim_flash_shape_contains(shape, x, y, 20.0));
    }
    rim_flash_shape_destroy(shape);
}

static rim_flash_bitmap *any_bitmap(test_random *random)
{
    unsigned char alpha[30 * 30];
    int           w = random_int(random, 1, 30), h = random_int(random, 1, 30);
    for (int i = 0; i < w * h; i++) alpha[i] = (unsigned char)random_int(random, 0, 255);
    rim_image         image = { alpha, w, h, 0, RIM_PIXELS_ALPHA8, 0 };
    rim_flash_bitmap *bitmap;
    no_error(rim_flash_bitmap_create(&bitmap, &image, any_bool(random, 4) == false, NULL));
    return bitmap;
}

static rim_flash_pixel any_pixel(test_random *random)
{
    int x = random_int(random, -40, 40);
    return (rim_flash_pixel){ x, random_int(random, -40, 40) };
}

static rim_flash_value point_value(rim_flash_pixel p)
{
    return (rim_flash_value){ .kind = RIM_FLASH_POINT, .x = p.x, .y = p.y };
}

static rim_flash_value number_value(double number)
{
    return (rim_flash_value){ .kind = RIM_FLASH_NUMBER, .number = number };
}

static void bitmaps(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        rim_flash_bitmap *one = any_bitmap(random), *two = any_bitmap(random);
        for (int k = 0; k < 20; k++)
        {
            rim_flash_pixel p = any_pixel(random), q = any_pixel(random);
            int             s = random_int(random, 0, 256), t = random_int(random, 240, 256);
            rim_flash_value second[] = {
                point_value(q),
                { .kind = RIM_FLASH_RECTANGLE, .x = q.x, .y = q.y, .width = 9, .height = 3 },
                { .kind = RIM_FLASH_BITMAP, .bitmap = two },
            };
            double written = 1e10 * (random_unit(random) - 0.5);
            for (int kind = 0; kind < 6; kind++)
            {
                double          level = kind == 5 ? written : kind == 4 ? s : t;
                rim_flash_value with[] = { point_value(p), number_value(level), second[kind % 3],
                                           point_value(q), number_value(t) };
                rim_flash_generation generation = k % 2 ? RIM_FLASH_AS2 : RIM_FLASH_AS3;
                rim_flash_answer     answer = rim_flash_bitmap_hit_test(generation, one, with, 5);
                FROM(b, rim_flash_bitmap_hit_test);
                BITS(b, answer.hit);
                BITS(b, answer.error);
            }
        }
        rim_flash_bitmap_destroy(one);
        rim_flash_bitmap_destroy(two);
    }
}

enum
{
    CLIPS = 24
};

typedef struct movie
{
    rim_flash       *movie;
    rim_flash_clip  *clips[CLIPS];
    rim_flash_shape *shapes[4];
} movie;

static void make_movie(test_random *random, movie *m)
{
    no_error(
        rim_flash_create(&m->movie, any_bool(random, 2) ? RIM_FLASH_AS2 : RIM_FLASH_AS3, NULL));
    for (int i = 0; i < 4; i++) m->shapes[i] = any_shape(random);
    for (int i = 0; i < CLIPS; i++)
    {
        rim_flash_clip *parent = rim_flash_root(m->movie);
        if (i && any_bool(random, 2)) parent = m->clips[random_int(random, 0, i - 1)];
        no_error(rim_flash_add(&m->clips[i], parent, "clip"));
        rim_flash_set_shape(m->clips[i], m->shapes[i % 4]);
    }
    rim_flash_set_mask(m->clips[1], m->clips[2]);
}

static void destroy_movie(movie *m)
{
    rim_flash_destroy(m->movie);
    for (int i = 0; i < 4; i++) rim_flash_shape_destroy(m->shapes[i]);
}

static void change(test_random *random, rim_flash_clip *clip)
{
    rim_vec2 p = any_vec2(random, 200.0f);
    switch (random_int(random, 0, 5))
    {
    case 0:
        rim_flash_set(clip, RIM_FLASH_X, p.x);
        break;
    case 1:
        rim_flash_set(clip, RIM_FLASH_ROTATION, p.x);
        break;
    case 2:
        rim_flash_set(clip, RIM_FLASH_XSCALE, p.x);
        break;
    case 3:
        rim_flash_set(clip, RIM_FLASH_YSCALE, p.y);
        break;
    case 4:
        rim_flash_set(clip, RIM_FLASH_VISIBLE, p.x > -100.0f);
        break;
    default:
        rim_flash_set_matrix(clip, (rim_flash_matrix){ p.x / 128.0, p.y / 256.0, 0.25, 1.0, 0, 0 });
        rim_flash_set(clip, RIM_FLASH_X, p.y);
        rim_flash_set(clip, RIM_FLASH_Y, p.x);
    }
}

static void tell_rect(bits *b, rim_flash_rect r)
{
    BITS(b, r.x_min);
    BITS(b, r.y_min);
    BITS(b, r.x_max);
    BITS(b, r.y_max);
}

static void clips(bits *b, test_random *random, int count)
{
    movie m;
    for (int i = 0; i < count; i++)
    {
        if (i % 50 == 0)
        {
            if (i) destroy_movie(&m);
            make_movie(random, &m);
        }
        rim_flash_clip *clip = m.clips[random_int(random, 0, CLIPS - 1)];
        rim_flash_clip *other = m.clips[random_int(random, 0, CLIPS - 1)];
        change(random, clip);
        rim_vec2 p = any_vec2(random, 150.0f);
        BITS(b, rim_flash_hit_test_point(other, p.x, p.y, true));
        BITS(b, rim_flash_hit_test_point(clip, p.x, p.y, false));
        BITS(b, rim_flash_hit_test_object(clip, other));
        FROM(b, rim_flash_bounds);
        tell_rect(b, rim_flash_bounds(clip, other, true));
        FROM(b, rim_flash_bounds);
        tell_rect(b, rim_flash_bounds(clip, NULL, false));
        BITS(b, rim_flash_size(clip).x);
        BITS(b, rim_flash_clip_state(clip).rotation);
        BITS(b, rim_flash_clip_state(clip).xscale);
        rim_flash_point at = rim_flash_global_to_local(clip, (rim_flash_point){ p.x, p.y });
        FROM(b, rim_flash_global_to_local);
        BITS(b, at.x);
        BITS(b, at.y);
        rim_flash_clip *found[CLIPS];
        BITS(b, rim_flash_objects_under_point(rim_flash_root(m.movie), p.x, p.y, found, CLIPS));
        rim_flash_start_drag(clip, any_bool(random, 2), NULL);
        rim_flash_mouse_move(m.movie, p.y, p.x);
        rim_flash_stop_drag(m.movie);
        BITS(b, rim_flash_clip_state(clip).x);
        BITS(b, rim_flash_drop_target(clip) != NULL);
    }
    destroy_movie(&m);
}

// Which of the clips this is; -1 for none.
static int number_of(const movie *m, const rim_flash_clip *clip)
{
    for (int i = 0; i < CLIPS; i++)
        if (m->clips[i] == clip) return i;
    return clip ? CLIPS : -1;
}

static void more_clips(bits *b, test_random *random, int count)
{
    movie m;
    for (int i = 0; i < count; i++)
    {
        if (i % 50 == 0)
        {
            if (i) destroy_movie(&m);
            make_movie(random, &m);
        }
        rim_flash_clip *clip = m.clips[random_int(random, 0, CLIPS - 1)];
        change(random, clip);
        rim_vec2        p = any_vec2(random, 150.0f);
        rim_flash_point point = { p.x, p.y };
        char            path[256];
        (void)any_bool(random, 2);
        point = rim_flash_local_to_global(clip, point);
        FROM(b, rim_flash_local_to_global);
        BITS(b, point.x);
        BITS(b, point.y);
        rim_flash_matrix matrix = rim_flash_clip_state(clip).matrix;
        FROM(b, rim_flash_clip_state);
        BITS(b, matrix.a);
        BITS(b, matrix.b);
        BITS(b, matrix.c);
        BITS(b, matrix.d);
        BITS(b, matrix.tx);
        BITS(b, matrix.ty);
        BITS(b, rim_flash_clip_state(clip).y);
        BITS(b, rim_flash_size(clip).y);
        BITS(b, rim_flash_clip_state(clip).yscale);
        BITS(b, rim_flash_clip_state(clip).visible);
        BITS(b, rim_flash_clip_state(clip).depth);
        BITS(b, number_of(&m, rim_flash_clip_state(clip).parent));
        BITS(b, number_of(&m, rim_flash_clip_state(clip).first));
        BITS(b, number_of(&m, rim_flash_clip_state(clip).next));
        BITS(b, number_of(&m, rim_flash_find(clip, "../clip")));
        BITS(b, rim_flash_path(clip, path, sizeof path));
        rim_flash_start_drag(clip, any_bool(random, 2), NULL);
        rim_flash_mouse_move(m.movie, p.y, p.x);
        BITS(b, number_of(&m, rim_flash_dragged(m.movie)));
        rim_flash_stop_drag(m.movie);
    }
    destroy_movie(&m);
}

static void more_bitmaps(bits *b, test_random *random, int count)
{
    for (int i = 0; i < count; i++)
    {
        rim_flash_bitmap *one = any_bitmap(random);
        int               x = random_int(random, -3, 30);
        BITS(b, rim_flash_bitmap_size(one).x);
        BITS(b, rim_flash_bitmap_size(one).y);
        BITS(b, rim_flash_bitmap_alpha(one, x, random_int(random, -3, 30)));
        rim_flash_bitmap_destroy(one);
    }
}

const bits_part PARTS_FLASH[] = {
    { "flash_more", more_clips, 2000 }, { "flash_bitmap_more", more_bitmaps, 500 },
    { "flash_shape", shapes, 20000 },   { "flash_bitmap", bitmaps, 800 },
    { "flash", clips, 8000 },           { NULL, NULL, 0 },
};
