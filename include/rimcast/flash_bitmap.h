/// @file
/// BitmapData and its hitTest family, of both generations.
///
/// Only alpha matters: a pixel counts if its alpha >= the threshold. Points and rectangles are in a
/// space shared by the two things compared; first_point is where the bitmap's top left pixel lies in
/// it. Colours never matter, nor does where a Bitmap shows the pixels on the stage.
///
/// The two generations differ in how thresholds are read (rim_flash_threshold), in what happens to bad
/// arguments (rim_flash_bitmap_hit_test), and in one default: a second threshold that is left out is 0
/// in AS2 and 1 in AS3.
#ifndef RIMCAST_FLASH_BITMAP_H
#define RIMCAST_FLASH_BITMAP_H

#include "rimcast/base.h"
#include "rimcast/mask.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Which ActionScript is followed where the two differ.
typedef enum rim_flash_generation
{
    RIM_FLASH_AS2 = 0, ///< ActionScript 1 and 2: MovieClip.hitTest, players 5 to 8
    RIM_FLASH_AS3      ///< ActionScript 3: DisplayObject.hitTestPoint, player 9 on
} rim_flash_generation;

typedef struct rim_flash_bitmap rim_flash_bitmap;

/// new BitmapData(width, height, transparent) with the pixels of an image. Not transparent: alpha is
/// 255 everywhere, whatever the image says. Only alpha is kept, a byte a pixel.
/// RIM_ERR_SIZE for a negative side or one above RIM_MASK_MAX_SIDE, RIM_ERR_ARGUMENT for alpha_bits
/// that are no single run of bits. On failure `*out` is NULL.
RIM_API rim_status rim_flash_bitmap_create(rim_flash_bitmap **out, const rim_image *image,
                                           bool transparent, const rim_allocator *from);

/// Gives back the object itself; NULL is allowed.
RIM_API void rim_flash_bitmap_destroy(rim_flash_bitmap *bitmap);

/// BitmapData.dispose(): the pixels are given back, width and height become 0, and the error values
/// below come into play. The object lives on until rim_flash_bitmap_destroy.
RIM_API void rim_flash_bitmap_dispose(rim_flash_bitmap *bitmap);

/// @{
/// In pixels; 0 once it was disposed.
RIM_API int rim_flash_bitmap_width(const rim_flash_bitmap *bitmap);
RIM_API int rim_flash_bitmap_height(const rim_flash_bitmap *bitmap);
/// @}

/// The alpha of pixel (x, y), 0 outside.
RIM_API int rim_flash_bitmap_alpha(const rim_flash_bitmap *bitmap, int x, int y);

/// setPixel32, as far as alpha goes: nothing happens outside or on a bitmap that is not transparent.
RIM_API void rim_flash_bitmap_set_alpha(rim_flash_bitmap *bitmap, int x, int y, int alpha);

/// A whole place in the space that both things share; y grows down.
typedef struct rim_flash_pixel
{
    int x, y;
} rim_flash_pixel;

/// What a threshold that a script writes comes to, 0 .. 255. AS2: made a signed 32-bit number, then
/// cut to 0 .. 255, so that null, {} and -1 all are 0 and 256 is 255. AS3: made unsigned, so that -1
/// is 255. Fractions are cut off. NaN (what undefined and {} become) is 0.
RIM_API int rim_flash_threshold(rim_flash_generation generation, double written);

/// hitTest(firstPoint, threshold, Point): is the pixel at `point` opaque enough? Outside: false.
/// Against a point, threshold 0 acts as 1: a wholly transparent pixel never hits.
RIM_API bool rim_flash_bitmap_hit_test_point(const rim_flash_bitmap *bitmap,
                                             rim_flash_pixel first_point, int threshold,
                                             rim_flash_pixel point);

/// hitTest(firstPoint, threshold, Rectangle): is any pixel of columns x .. x + width - 1 and rows
/// y .. y + height - 1? The rectangle is cut to the bitmap; width or height <= 0: false. Here threshold
/// 0 is taken at its word: every pixel hits.
RIM_API bool rim_flash_bitmap_hit_test_rect(const rim_flash_bitmap *bitmap,
                                            rim_flash_pixel first_point, int threshold, int x,
                                            int y, int width, int height);

/// hitTest(firstPoint, threshold, BitmapData, secondPoint, secondThreshold): is there a place where
/// both bitmaps are opaque enough, each by its own threshold? Threshold 0 is taken at its word: two
/// transparent bitmaps that overlap do hit. In AS3 a Bitmap stands for its BitmapData.
RIM_API bool rim_flash_bitmap_hit_test_bitmap(const rim_flash_bitmap *bitmap,
                                              rim_flash_pixel first_point, int threshold,
                                              const rim_flash_bitmap *second,
                                              rim_flash_pixel second_point, int second_threshold);

// --- the call as a script writes it ----------------------------------------------------------------

/// What kind of value a script hands in, and which members of rim_flash_value tell it.
typedef enum rim_flash_kind
{
    RIM_FLASH_UNDEFINED = 0,
    RIM_FLASH_NULL,
    RIM_FLASH_NUMBER,    ///< number; booleans and strings come as what Number() makes of them
    RIM_FLASH_POINT,     ///< x, y. In AS2 any object with own x and y is one
    RIM_FLASH_RECTANGLE, ///< x, y, width, height. In AS2 any object with these four of its own
    RIM_FLASH_BITMAP,    ///< bitmap
    RIM_FLASH_OBJECT     ///< any other; number is its valueOf(), NaN if that is no number
} rim_flash_kind;

/// One argument.
typedef struct rim_flash_value
{
    rim_flash_kind          kind;
    double                  number;
    double                  x, y, width, height;
    const rim_flash_bitmap *bitmap;
} rim_flash_value;

/// What the call returns or throws.
typedef struct rim_flash_answer
{
    bool hit;
    /// AS2: what hitTest returns instead of a Boolean, -1 .. -4. (Such a number is true in an `if`.)
    /// AS3: the id of the error thrown, 2005, 2007 or 2015. 0: none, hit tells.
    int  error;
} rim_flash_answer;

/// BitmapData.hitTest(...arguments), checked in the player's order.
///
/// - AS2: -1  fewer than three arguments, or the bitmap asked was disposed
///   -2  firstPoint is no point
///   -3  secondObject is no point, rectangle or bitmap, or is a disposed bitmap
///   -4  secondPoint was given and is no point; when not given it is (0, 0)
/// - AS3 2007: firstPoint is null, or secondObject is a bitmap and secondPoint null or not given
///
///     2005  secondObject is none of the three, null too
///
///     2015  secondObject is a disposed bitmap. A disposed bitmap that is asked says false
RIM_API rim_flash_answer rim_flash_bitmap_hit_test(rim_flash_generation    generation,
                                                   const rim_flash_bitmap *bitmap,
                                                   const rim_flash_value *arguments, int count);

#ifdef __cplusplus
}
#endif

#endif
