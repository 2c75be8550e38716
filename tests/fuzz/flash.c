// Any bytes as arguments of the Flash side: drawings, bitmaps, clips in clips, hits, drags.
#include "rimcast/rimcast.h"
#include "support/fuzz.h"

#include "flat/flash/data.h"

#include <stdlib.h>
#include <string.h>

enum
{
    CLIPS = 6,
    EDGES = 12
};

// Floats, whole numbers of twips, any bits of a double.
static double make_double(fuzz_bytes *in)
{
    if (fuzz_int(in, 0, 7)) return (double)fuzz_float(in);
    uint64_t bits = (uint64_t)fuzz_word(in) << 32 | fuzz_word(in);
    double   value;
    memcpy(&value, &bits, sizeof value);
    return in->wild || value - value == 0.0 ? value : 0.5;
}

static int32_t make_twips(fuzz_bytes *in)
{
    return fuzz_int(in, 0, 7) ? fuzz_int(in, -4000, 4000) : (int32_t)fuzz_word(in);
}

static rim_flash_shape *draw(fuzz_bytes *in)
{
    rim_flash_graphics *graphics;
    rim_flash_shape    *shape = NULL;
    if (rim_flash_graphics_create(&graphics, NULL)) abort();
    for (int steps = fuzz_int(in, 0, 16); steps > 0; steps--)
    {
        double x = make_double(in), y = make_double(in);
        switch (fuzz_int(in, 0, 8))
        {
        case 0:
            rim_flash_line_style(graphics, x);
            break;
        case 1:
            rim_flash_begin_fill(graphics);
            break;
        case 2:
            rim_flash_end_fill(graphics);
            break;
        case 3:
            rim_flash_move_to(graphics, x, y);
            break;
        case 4:
            rim_flash_curve_to(graphics, x, y, make_double(in), make_double(in));
            break;
        case 5:
            rim_flash_draw_rect(graphics, x, y, make_double(in), make_double(in));
            break;
        case 6:
            rim_flash_draw_circle(graphics, x, y, make_double(in));
            break;
        case 7:
            rim_flash_line_style(graphics, NAN);
            break;
        default:
            rim_flash_line_to(graphics, x, y);
            break;
        }
    }
    if (rim_flash_graphics_bake(&shape, graphics, fuzz_bool(in))) abort();
    rim_flash_graphics_destroy(graphics);
    return shape;
}

static rim_flash_shape *trace(fuzz_bytes *in)
{
    rim_flash_edge edges[EDGES];
    int            count = fuzz_int(in, 0, EDGES);
    for (int i = 0; i < count; i++)
        edges[i] = (rim_flash_edge){ make_twips(in), make_twips(in), make_twips(in), make_twips(in),
                                     make_twips(in), make_twips(in), fuzz_bool(in) };
    rim_flash_fill     fill = { (rim_flash_rule)fuzz_int(in, 0, 1), edges, count };
    rim_flash_stroke   stroke = { make_twips(in), edges, count };
    rim_flash_box      box = { make_twips(in), make_twips(in), make_twips(in), make_twips(in) };
    rim_flash_outlines outlines = { &fill, fuzz_int(in, 0, 1), &stroke, fuzz_int(in, 0, 1), NULL,
                                    NULL };
    if (fuzz_int(in, 0, 3) == 0) outlines.bounds = &box;
    rim_flash_shape *shape = NULL;
    (void)rim_flash_shape_create(&shape, &outlines, NULL);
    return shape;
}

static void try_shape(fuzz_bytes *in)
{
    rim_flash_shape *shape = fuzz_bool(in) ? draw(in) : trace(in);
    if (!shape) return;
    for (int i = 0; i < 8; i++)
        rim_flash_shape_contains(shape, make_double(in), make_double(in), make_double(in));
    (void)flash_shape_bounds(shape);
    (void)flash_shape_edge_bounds(shape);
    rim_flash_shape_destroy(shape);
}

static rim_flash_value make_value(fuzz_bytes *in, const rim_flash_bitmap *bitmap)
{
    return (rim_flash_value){ (rim_flash_kind)fuzz_int(in, 0, RIM_FLASH_OBJECT),
                              make_double(in),
                              make_double(in),
                              make_double(in),
                              make_double(in),
                              make_double(in),
                              bitmap };
}

static void try_bitmap(fuzz_bytes *in)
{
    uint8_t pixels[8 * 8];
    for (int i = 0; i < 64; i++) pixels[i] = fuzz_byte(in);
    rim_image image = { pixels, fuzz_int(in, 0, 8), fuzz_int(in, 0, 8), 8, RIM_PIXELS_ALPHA8, 0 };
    rim_flash_bitmap *a, *b;
    if (rim_flash_bitmap_create(&a, &image, fuzz_bool(in), NULL)) abort();
    image.width /= 2;
    if (rim_flash_bitmap_create(&b, &image, true, NULL)) abort();
    if (fuzz_int(in, 0, 9) == 0) rim_flash_bitmap_dispose(a);
    rim_flash_pixel p = { make_twips(in) / 100, make_twips(in) / 100 };
    rim_flash_pixel q = { fuzz_int(in, -9, 9), (int)fuzz_word(in) };
    int             threshold = fuzz_int(in, -1, 256);
    flash_bitmap_hit_point(a, p, threshold, q);
    flash_bitmap_hit_rect(a, q, threshold, p.x, p.y, make_twips(in), make_twips(in));
    flash_bitmap_hit_bitmap(a, p, threshold, b, q, fuzz_int(in, 0, 255));
    rim_flash_bitmap_set_alpha(a, p.x, p.y, threshold);
    rim_flash_generation generation = (rim_flash_generation)fuzz_int(in, 0, 1);
    int                  read = flash_threshold(generation, make_double(in));
    fuzz_check(read >= 0 && read <= 255);
    rim_flash_value arguments[5];
    int             count = fuzz_int(in, 0, 5);
    for (int i = 0; i < count; i++) arguments[i] = make_value(in, fuzz_bool(in) ? a : b);
    rim_flash_bitmap_hit_test(generation, b, arguments, count);
    rim_flash_bitmap_destroy(a);
    rim_flash_bitmap_destroy(b);
}

static bool lies_in(const rim_flash_clip *clip, const rim_flash_clip *other)
{
    for (; clip; clip = rim_flash_clip_state(clip).parent)
        if (clip == other) return true;
    return false;
}

static void place(fuzz_bytes *in, rim_flash_clip *clip, rim_flash_clip *other)
{
    double x = make_double(in);
    switch (fuzz_int(in, 0, 10))
    {
    case 0:
        rim_flash_set(clip, RIM_FLASH_X, x);
        break;
    case 1:
        rim_flash_set(clip, RIM_FLASH_Y, x);
        break;
    case 2:
        rim_flash_set(clip, RIM_FLASH_XSCALE, x);
        break;
    case 3:
        rim_flash_set(clip, RIM_FLASH_YSCALE, x);
        break;
    case 4:
        rim_flash_set(clip, RIM_FLASH_ROTATION, x);
        break;
    case 5:
        rim_flash_set_matrix(
            clip, (rim_flash_matrix){ x, make_double(in), make_double(in), make_double(in), 0, 0 });
        break;
    case 6:
        rim_flash_set(clip, RIM_FLASH_VISIBLE, fuzz_bool(in));
        break;
    case 7:
        if (!lies_in(clip, other) && !lies_in(other, clip)) rim_flash_set_mask(clip, other);
        break;
    case 8:
        rim_flash_set_clip_depth(clip, fuzz_int(in, -4, 9));
        break;
    case 9:
        rim_flash_swap_depths(clip, (int)fuzz_word(in));
        break;
    default:
        rim_flash_set(clip, RIM_FLASH_ROTATION, (double)fuzz_int(in, -4, 4) * 45.0);
        break;
    }
}

static void ask(fuzz_bytes *in, rim_flash *movie, rim_flash_clip *clip, rim_flash_clip *other)
{
    rim_flash_point  p = { make_double(in), make_double(in) };
    rim_flash_clip  *found[4];
    char             path[20];
    rim_flash_limits limits = { p.x, make_double(in), make_double(in), p.y };
    rim_flash_hit_test_point(clip, p.x, p.y, fuzz_bool(in));
    flash_hit_test_point_on_stage(clip, p.x, p.y, fuzz_bool(in));
    rim_flash_hit_test_object(clip, other);
    rim_flash_rect bounds = rim_flash_bounds(clip, other, true);
    fuzz_check(in->wild || bounds.x_min == bounds.x_min);
    rim_flash_bounds(other, clip, false);
    double width = rim_flash_size(clip).x, height = rim_flash_size(clip).y;
    fuzz_check(width == width && height == height);
    rim_flash_point there = rim_flash_local_to_global(clip, p);
    rim_flash_global_to_local(other, there);
    rim_flash_objects_under_point(clip, p.x, p.y, found, 4);
    rim_flash_path(clip, path, fuzz_int(in, 0, 20));
    rim_flash_start_drag(clip, fuzz_bool(in), fuzz_bool(in) ? &limits : NULL);
    rim_flash_mouse_move(movie, make_double(in), make_double(in));
    rim_flash_drop_target(clip);
    if (fuzz_bool(in)) rim_flash_stop_drag(movie);
}

static void try_movie(fuzz_bytes *in)
{
    rim_flash         *movie;
    rim_flash_clip    *clips[CLIPS];
    rim_flash_shape   *shapes[2] = { draw(in), trace(in) };
    static const char *names[] = { "a", "b", "", "_root", "a/b", "Z" };
    if (rim_flash_create(&movie, (rim_flash_generation)fuzz_int(in, 0, 1), NULL)) abort();
    clips[0] = rim_flash_root(movie);
    for (int i = 1; i < CLIPS; i++)
    {
        if (rim_flash_add(&clips[i], clips[fuzz_int(in, 0, i - 1)], names[i])) abort();
        rim_flash_set_shape(clips[i], shapes[fuzz_bool(in)]);
    }
    for (int i = 0; i < 8; i++)
        place(in, clips[fuzz_int(in, 1, CLIPS - 1)], clips[fuzz_int(in, 1, CLIPS - 1)]);
    for (int i = 0; i < 3; i++)
        ask(in, movie, clips[fuzz_int(in, 1, CLIPS - 1)], clips[fuzz_int(in, 0, CLIPS - 1)]);
    char text[12];
    int  length = fuzz_int(in, 0, 11);
    for (int i = 0; i < length; i++) text[i] = "ab./:_rotZ"[fuzz_byte(in) % 10];
    text[length] = 0;
    rim_flash_find(clips[1], text);
    rim_flash_destroy(movie);
    for (int i = 0; i < 2; i++) rim_flash_shape_destroy(shapes[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const drivers[])(fuzz_bytes *) = { try_shape, try_bitmap, try_movie };
    fuzz_bytes in = fuzz_begin(data, size);
    drivers[fuzz_byte(&in) % 3](&in);
    return 0;
}
