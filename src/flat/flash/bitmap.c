#include "flat/flash/data.h"

#include "base/memory.h"
#include "flat/mask/image.h"

#include <assert.h>
#include <string.h>

// --- pixels -----------------------------------------------------------------------------------------

// Copies the alpha of the image, which has the bitmap's size.
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

static bool inside(const rim_flash_bitmap *bitmap, int64_t x, int64_t y)
{
    return x >= 0 && y >= 0 && x < bitmap->width && y < bitmap->height;
}

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

// Intersects [0, size) and [at, at + length). Returns false if they share nothing.
static bool share(int size, int64_t at, int64_t length, int64_t *from, int64_t *to)
{
    *from = at > 0 ? at : 0;
    *to = at + length < size ? at + length : size;
    return *from < *to;
}

// Returns true if a pixel in the rectangle has an alpha of at least the threshold.
bool flash_bitmap_hit_rect(const rim_flash_bitmap *bitmap, rim_flash_pixel first_point,
                           int threshold, int x, int y, int width, int height)
{
    int64_t x0, x1, y0, y1;
    if (!share(bitmap->width, (int64_t)x - first_point.x, width, &x0, &x1)) return false;
    if (!share(bitmap->height, (int64_t)y - first_point.y, height, &y0, &y1)) return false;
    for (int64_t row = y0; row < y1; row++)
    {
        const uint8_t *alpha = row_of(bitmap, row);
        for (int64_t column = x0; column < x1; column++)
            if (alpha[column] >= threshold) return true;
    }
    return false;
}

// Returns true if two pixels that coincide have alphas of at least their thresholds.
bool flash_bitmap_hit_bitmap(const rim_flash_bitmap *bitmap, rim_flash_pixel first_point,
                             int threshold, const rim_flash_bitmap *second,
                             rim_flash_pixel second_point, int second_threshold)
{
    int64_t dx = (int64_t)second_point.x - first_point.x;
    int64_t dy = (int64_t)second_point.y - first_point.y;
    int64_t x0, x1, y0, y1;
    if (!share(bitmap->width, dx, second->width, &x0, &x1)) return false;
    if (!share(bitmap->height, dy, second->height, &y0, &y1)) return false;
    for (int64_t y = y0; y < y1; y++)
    {
        const uint8_t *a = row_of(bitmap, y) + x0, *b = row_of(second, y - dy) + (x0 - dx);
        for (int64_t i = 0; i < x1 - x0; i++)
            if (a[i] >= threshold && b[i] >= second_threshold) return true;
    }
    return false;
}

// --- the call as written -----------------------------------------------------------------------------

// Computes ToUint32 of ECMAScript: cuts off the fraction, then reduces modulo 2^32 by subtracting 2^32 2^k from the
// largest k down; each subtraction is exact.
static uint32_t to_uint32(double number)
{
    if (!(number > -1.7976931348623157e308 && number < 1.7976931348623157e308)) return 0;
    double size = number < 0.0 ? -number : number, step = 4294967296.0;
    while (step <= size / 2.0) step *= 2.0;
    for (; step >= 4294967296.0; step *= 0.5)
        if (size >= step) size -= step;
    uint32_t bits = (uint32_t)size;
    return number < 0.0 ? 0u - bits : bits;
}

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
        uint32_t large = to_uint32(written);
        return large > 255 ? 255 : (int)large;
    }
    int value = to_int32(written);
    return value < 0 ? 0 : value > 255 ? 255 : value;
}

static int threshold_of(rim_flash_generation generation, const rim_flash_value *value)
{
    bool number = value->kind == RIM_FLASH_NUMBER || value->kind == RIM_FLASH_OBJECT;
    return flash_threshold(generation, number ? value->number : 0.0);
}

// Reads a point from a script's value. Returns false if it is none. AS2 accepts a rectangle too, as it has x and y.
static bool flash_bitmap_point_of(rim_flash_generation generation, const rim_flash_value *value,
                                  rim_flash_pixel *point)
{
    bool rectangle = value->kind == RIM_FLASH_RECTANGLE && generation == RIM_FLASH_AS2;
    if (value->kind != RIM_FLASH_POINT && !rectangle) return false;
    point->x = to_int32(value->x);
    point->y = to_int32(value->y);
    return true;
}

static rim_flash_answer fail_with(int error)
{
    rim_flash_answer answer = { false, error };
    return answer;
}

static rim_flash_answer say(bool hit)
{
    rim_flash_answer answer = { hit, 0 };
    return answer;
}

static rim_flash_value argument(const rim_flash_value *arguments, int count, int index)
{
    rim_flash_value none = { .kind = RIM_FLASH_UNDEFINED };
    return index < count ? arguments[index] : none;
}

rim_flash_answer rim_flash_bitmap_hit_test(rim_flash_generation    generation,
                                           const rim_flash_bitmap *bitmap,
                                           const rim_flash_value *arguments, int count)
{
    bool            as2 = generation == RIM_FLASH_AS2;
    rim_flash_value first = argument(arguments, count, 0), second = argument(arguments, count, 2);
    rim_flash_value level = argument(arguments, count, 1);
    rim_flash_pixel at = { 0, 0 }, point = { 0, 0 };
    if (as2 && (count < 3 || bitmap->disposed)) return fail_with(-1);
    if (bitmap->disposed) return say(false);
    if (!flash_bitmap_point_of(generation, &first, &at)) return fail_with(as2 ? -2 : 2007);

    int threshold = threshold_of(generation, &level);
    if (second.kind == RIM_FLASH_RECTANGLE)
        return say(flash_bitmap_hit_rect(bitmap, at, threshold, to_int32(second.x),
                                         to_int32(second.y), to_int32(second.width),
                                         to_int32(second.height)));
    if (flash_bitmap_point_of(generation, &second, &point))
        return say(flash_bitmap_hit_point(bitmap, at, threshold, point));
    if (second.kind != RIM_FLASH_BITMAP) return fail_with(as2 ? -3 : 2005);

    if (second.bitmap->disposed) return fail_with(as2 ? -3 : 2015);
    rim_flash_value second_at = argument(arguments, count, 3);
    rim_flash_value second_level = argument(arguments, count, 4);
    bool            given = count > 3;
    if (!flash_bitmap_point_of(generation, &second_at, &point) && (given || !as2))
        return fail_with(as2 ? -4 : 2007);
    int other = count > 4 ? threshold_of(generation, &second_level) : as2 ? 0 : 1;
    return say(flash_bitmap_hit_bitmap(bitmap, at, threshold, second.bitmap, point, other));
}
