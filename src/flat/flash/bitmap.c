// Bitmaps: their alpha, and BitmapData.hitTest, first with typed arguments and then with the values of a script.
#include "flat/flash/data.h"

#include "base/memory.h"
#include "flat/mask/image.h"

#include <assert.h>
#include <float.h>
#include <string.h>

// --- pixels -----------------------------------------------------------------------------------------

// Copies the alpha of each pixel of an image to bitmap->alpha. Requires that both have the same size, and that
// bitmap->alpha is allocated.
static void read_alpha(rim_flash_bitmap *bitmap, const rim_image *image)
{
    for (int y = 0; y < bitmap->height; y++)
    {
        const unsigned char *row = image_row(image, y);
        uint8_t             *to = bitmap->alpha + (size_t)y * (size_t)bitmap->width;
        for (int x = 0; x < bitmap->width; x++) to[x] = (uint8_t)image_alpha(image, row, x);
    }
}

rim_status rim_flash_bitmap_create(rim_flash_bitmap **out, const rim_image *image, bool transparent,
                                   const rim_allocator *from)
{
    RIM_ASSERT(out && image, "out or the image is NULL");
    *out = NULL;
    rim_status status = image_check(image);
    if (status) return status;
    if (!image_alpha_is_sound(image)) return RIM_ERR_ARGUMENT;

    rim_allocator     allocator = memory_allocator_or_default(from);
    rim_flash_bitmap *bitmap = memory_allocate_zeroed(&allocator, 1, sizeof *bitmap);
    if (!bitmap) return RIM_ERR_MEMORY;
    bitmap->from = allocator;
    bitmap->width = image->width;
    bitmap->height = image->height;
    bitmap->transparent = transparent;
    bitmap->alpha = memory_allocate(&allocator, (size_t)image->width, (size_t)image->height);
    if (!bitmap->alpha)
    {
        rim_flash_bitmap_destroy(bitmap);
        return RIM_ERR_MEMORY;
    }
    if (transparent)
        read_alpha(bitmap, image);
    else
        memset(bitmap->alpha, 255, (size_t)image->width * (size_t)image->height);
    *out = bitmap;
    return RIM_OK;
}

static void release_pixels(rim_flash_bitmap *bitmap)
{
    memory_release(&bitmap->from, bitmap->alpha, (size_t)bitmap->width, (size_t)bitmap->height);
    bitmap->alpha = NULL;
    bitmap->width = bitmap->height = 0;
}

void rim_flash_bitmap_destroy(rim_flash_bitmap *bitmap)
{
    if (!bitmap) return;
    rim_allocator from = bitmap->from;
    release_pixels(bitmap);
    memory_release(&from, bitmap, 1, sizeof *bitmap);
}

void rim_flash_bitmap_dispose(rim_flash_bitmap *bitmap)
{
    release_pixels(bitmap);
    bitmap->disposed = true;
}

rim_flash_pixel rim_flash_bitmap_size(const rim_flash_bitmap *bitmap)
{
    return (rim_flash_pixel){ bitmap->width, bitmap->height };
}

// Returns true if the bitmap has a pixel (x, y). A disposed bitmap, whose size is 0, has none.
static bool inside(const rim_flash_bitmap *bitmap, int64_t x, int64_t y)
{
    return x >= 0 && y >= 0 && x < bitmap->width && y < bitmap->height;
}

// Returns the alpha of pixel row y. Requires that the bitmap has this row.
static const uint8_t *row_of(const rim_flash_bitmap *bitmap, int64_t y)
{
    return bitmap->alpha + (size_t)y * (size_t)bitmap->width;
}

int rim_flash_bitmap_alpha(const rim_flash_bitmap *bitmap, int x, int y)
{
    return inside(bitmap, x, y) ? row_of(bitmap, y)[x] : 0;
}

void rim_flash_bitmap_set_alpha(rim_flash_bitmap *bitmap, int x, int y, int alpha)
{
    if (!inside(bitmap, x, y) || !bitmap->transparent) return;
    alpha = alpha < 0 ? 0 : alpha > 255 ? 255 : alpha;
    bitmap->alpha[(size_t)y * (size_t)bitmap->width + (size_t)x] = (uint8_t)alpha;
}

// --- the typed calls ---------------------------------------------------------------------------------

bool flash_bitmap_hit_point(const rim_flash_bitmap *bitmap, rim_flash_pixel first_point,
                            int threshold, rim_flash_pixel point)
{
    int64_t x = (int64_t)point.x - first_point.x, y = (int64_t)point.y - first_point.y;
    if (!inside(bitmap, x, y)) return false;
    return row_of(bitmap, y)[x] >= (threshold > 1 ? threshold : 1);
}

// Intersects the ranges 0 .. size - 1 and begin .. begin + length - 1, and stores the result as *from .. *to - 1.
// Returns false if it is empty, as for length <= 0.
static bool intersect_range(int size, int64_t begin, int64_t length, int64_t *from, int64_t *to)
{
    *from = begin > 0 ? begin : 0;
    *to = begin + length < size ? begin + length : size;
    return *from < *to;
}

// The script's coordinates have the bitmap's pixel (0, 0) at first_point, and the rectangle's corner at (x, y). So the
// corner is at (left, top) in the bitmap's pixels.
bool flash_bitmap_hit_rect(const rim_flash_bitmap *bitmap, rim_flash_pixel first_point,
                           int threshold, int x, int y, int width, int height)
{
    int64_t x0, x1, y0, y1;
    int64_t left = (int64_t)x - first_point.x, top = (int64_t)y - first_point.y;
    if (!intersect_range(bitmap->width, left, width, &x0, &x1)) return false;
    if (!intersect_range(bitmap->height, top, height, &y0, &y1)) return false;
    for (int64_t row = y0; row < y1; row++)
    {
        const uint8_t *alpha = row_of(bitmap, row);
        for (int64_t column = x0; column < x1; column++)
            if (alpha[column] >= threshold) return true;
    }
    return false;
}

// In the script's coordinates, pixel (0, 0) of `bitmap` is at first_point, and pixel (0, 0) of `second` is at
// second_point. So pixel (x, y) of `bitmap` covers pixel (x - dx, y - dy) of `second`.
bool flash_bitmap_hit_bitmap(const rim_flash_bitmap *bitmap, rim_flash_pixel first_point,
                             int threshold, const rim_flash_bitmap *second,
                             rim_flash_pixel second_point, int second_threshold)
{
    int64_t dx = (int64_t)second_point.x - first_point.x;
    int64_t dy = (int64_t)second_point.y - first_point.y;
    int64_t x0, x1, y0, y1;
    if (!intersect_range(bitmap->width, dx, second->width, &x0, &x1)) return false;
    if (!intersect_range(bitmap->height, dy, second->height, &y0, &y1)) return false;
    for (int64_t y = y0; y < y1; y++)
    {
        const uint8_t *a = row_of(bitmap, y) + x0, *b = row_of(second, y - dy) + (x0 - dx);
        for (int64_t i = 0; i < x1 - x0; i++)
            if (a[i] >= threshold && b[i] >= second_threshold) return true;
    }
    return false;
}

// --- the call as written -----------------------------------------------------------------------------

// Computes ToUint32 of ECMAScript: the whole part modulo 2^32, and 0 for numbers that are not finite. The loop reduces
// `size`, the absolute value, below 2^32: it subtracts `step`, which is 2^32 2^k, from the largest k down. Each
// subtraction is exact, because step <= size < 2 step before it.
static uint32_t to_uint32(double number)
{
    const double modulus = 0x1p32;
    if (!(number > -DBL_MAX && number < DBL_MAX)) return 0;
    double size = number < 0.0 ? -number : number, step = modulus;
    while (step <= size / 2.0) step *= 2.0;
    for (; step >= modulus; step *= 0.5)
        if (size >= step) size -= step;
    uint32_t bits = (uint32_t)size;
    return number < 0.0 ? 0u - bits : bits;
}

// Computes ToInt32 of ECMAScript: the bits of ToUint32 as a number in two's complement. The conversion of bits >= 2^31
// to int would be implementation-defined, so 2^31 is subtracted first.
static int to_int32(double number)
{
    uint32_t bits = to_uint32(number);
    return bits < 0x80000000u ? (int)bits : (int)(bits - 0x80000000u) + INT32_MIN;
}

// Returns a threshold, as a script writes it, in 0 .. 255 by the rules of its ActionScript version.
int flash_threshold(rim_flash_generation generation, double written)
{
    if (generation == RIM_FLASH_AS3)
    {
        uint32_t value = to_uint32(written);
        return value > 255 ? 255 : (int)value;
    }
    int value = to_int32(written);
    if (value < 0) return 0;
    return value > 255 ? 255 : value;
}

// Returns the threshold of a script's value in 0 .. 255. A value that does not convert to a number counts as 0.
static int threshold_of(rim_flash_generation generation, const rim_flash_value *value)
{
    bool has_number = value->kind == RIM_FLASH_NUMBER || value->kind == RIM_FLASH_OBJECT;
    return flash_threshold(generation, has_number ? value->number : 0.0);
}

// Converts a script's value to a point of whole pixels. Returns false, and stores nothing, if the value is no point. In
// AS2 a rectangle counts as the point of its x and y.
static bool flash_bitmap_point_of(rim_flash_generation generation, const rim_flash_value *value,
                                  rim_flash_pixel *point)
{
    bool rectangle = value->kind == RIM_FLASH_RECTANGLE && generation == RIM_FLASH_AS2;
    if (value->kind != RIM_FLASH_POINT && !rectangle) return false;
    point->x = to_int32(value->x);
    point->y = to_int32(value->y);
    return true;
}

// The errors of a call: the numbers that AS2 returns, and those of the exceptions that AS3 throws.
enum
{
    AS2_WRONG_CALL = -1,
    AS2_WRONG_FIRST_POINT = -2,
    AS2_WRONG_SECOND_OBJECT = -3,
    AS2_WRONG_SECOND_POINT = -4,
    AS3_WRONG_TYPE = 2005,
    AS3_NULL_ARGUMENT = 2007,
    AS3_DISPOSED_BITMAP = 2015
};

static rim_flash_answer fail_with(int error)
{
    rim_flash_answer answer = { false, error };
    return answer;
}

static rim_flash_answer answer_hit(bool hit)
{
    rim_flash_answer answer = { hit, 0 };
    return answer;
}

// Returns arguments[index], or the value `undefined` if the call has no such argument.
static rim_flash_value argument(const rim_flash_value *arguments, int count, int index)
{
    rim_flash_value none = { .kind = RIM_FLASH_UNDEFINED };
    return index < count ? arguments[index] : none;
}

// Runs hitTest(firstPoint, threshold, secondBitmap, secondPoint, secondThreshold). Requires that arguments[2] is a
// bitmap, that first_point and threshold are those of arguments[0] and arguments[1], and that `bitmap` is not disposed.
// In AS2 secondPoint and secondThreshold may be missing. They are then (0, 0) and 0. In AS3 only secondThreshold may be
// missing. It is then 1.
static rim_flash_answer hit_second_bitmap(rim_flash_generation    generation,
                                          const rim_flash_bitmap *bitmap,
                                          rim_flash_pixel first_point, int threshold,
                                          const rim_flash_value *arguments, int count)
{
    bool                    as2 = generation == RIM_FLASH_AS2;
    const rim_flash_bitmap *second = arguments[2].bitmap;
    if (second->disposed) return fail_with(as2 ? AS2_WRONG_SECOND_OBJECT : AS3_DISPOSED_BITMAP);

    rim_flash_value point_value = argument(arguments, count, 3);
    rim_flash_pixel second_point = { 0, 0 };
    bool            has_point = flash_bitmap_point_of(generation, &point_value, &second_point);
    bool            may_miss_point = as2 && count <= 3;
    if (!has_point && !may_miss_point)
        return fail_with(as2 ? AS2_WRONG_SECOND_POINT : AS3_NULL_ARGUMENT);

    rim_flash_value threshold_value = argument(arguments, count, 4);
    int             second_threshold = as2 ? 0 : 1;
    if (count > 4) second_threshold = threshold_of(generation, &threshold_value);
    return answer_hit(flash_bitmap_hit_bitmap(bitmap, first_point, threshold, second, second_point,
                                              second_threshold));
}

// Checks the arguments in the order of the player, because the first wrong argument decides the error. Then runs the
// test for the type of the third argument: a rectangle, a point or a bitmap.
rim_flash_answer rim_flash_bitmap_hit_test(rim_flash_generation    generation,
                                           const rim_flash_bitmap *bitmap,
                                           const rim_flash_value *arguments, int count)
{
    bool            as2 = generation == RIM_FLASH_AS2;
    rim_flash_value point_value = argument(arguments, count, 0);
    rim_flash_value threshold_value = argument(arguments, count, 1);
    rim_flash_value second = argument(arguments, count, 2);
    rim_flash_pixel first_point = { 0, 0 }, second_point = { 0, 0 };
    if (as2 && (count < 3 || bitmap->disposed)) return fail_with(AS2_WRONG_CALL);
    if (bitmap->disposed) return answer_hit(false);
    if (!flash_bitmap_point_of(generation, &point_value, &first_point))
        return fail_with(as2 ? AS2_WRONG_FIRST_POINT : AS3_NULL_ARGUMENT);

    // Rectangles are tested before points, because a rectangle counts as a point in AS2.
    int threshold = threshold_of(generation, &threshold_value);
    if (second.kind == RIM_FLASH_RECTANGLE)
        return answer_hit(flash_bitmap_hit_rect(bitmap, first_point, threshold, to_int32(second.x),
                                                to_int32(second.y), to_int32(second.width),
                                                to_int32(second.height)));
    if (flash_bitmap_point_of(generation, &second, &second_point))
        return answer_hit(flash_bitmap_hit_point(bitmap, first_point, threshold, second_point));
    if (second.kind != RIM_FLASH_BITMAP)
        return fail_with(as2 ? AS2_WRONG_SECOND_OBJECT : AS3_WRONG_TYPE);
    return hit_second_bitmap(generation, bitmap, first_point, threshold, arguments, count);
}
