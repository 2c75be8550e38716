/// @file
/// What Flash's clips show: bitmaps with BitmapData's hitTest, and vector shapes with Flash's rules.
///
/// ### Bitmaps
///
/// BitmapData and its hitTest family, of both generations.
///
/// Only alpha matters: a pixel counts if its alpha >= the threshold. Points and rectangles are in a
/// space shared by the two things compared; first_point is where the bitmap's top left pixel lies in
/// it. Colours never matter, nor does where a Bitmap shows the pixels on the stage.
///
/// The two generations differ in how thresholds are read, in what happens to bad arguments
/// (rim_flash_bitmap_hit_test), and in one default: a second threshold that is left out is 0 in AS2 and 1 in AS3.
/// A threshold comes to 0 .. 255. AS2: made a signed 32-bit number, then cut to 0 .. 255, so that null, {} and -1 all
/// are 0 and 256 is 255. AS3: made unsigned, so that -1 is 255. Fractions are cut off; NaN is 0. Against a point,
/// threshold 0 acts as 1; against rectangles and bitmaps it is taken at its word: every pixel hits.
///
/// ### Vector shapes
///
/// Vector shapes with Flash's rules: fills of lines and quadratic curves, strokes with round ends.
///
/// Coordinates are twips, twentieths of a pixel, whole numbers, y down; a shape is baked once and then
/// const. Whether a point is on a shape is decided exactly for any whole and 1/256 twip inside 13,000
/// pixels, beyond that to one part in 2^50: curves are not flattened.
///
/// The edge rule. A point exactly on an edge is on the shape at its top and on its right, and off it at
/// its bottom and on its left, whichever way round the edges run. Put exactly, the point asked about
/// stands a vanishing step left of (x, y), and below it by a step that vanishes beside the first. So the
/// square from (20, 20) to (60, 60) has (60, 20), but neither (20, 20) nor (60, 60), and the single
/// topmost point of something round is not on it.
///
/// A stroke is all points within half its width of its line, ends included; it is never thinner than
/// a pixel of the stage. That is decided in double.
#ifndef RIMCAST_FLASH_SHAPE_H
#define RIMCAST_FLASH_SHAPE_H

#include "rimcast/base.h"
#include "rimcast/mask.h"

#ifdef __cplusplus
extern "C" {
#endif

// --- bitmaps -------------------------------------------------------------------------------------------

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
/// that are no single run of a pixel's bits, for an unknown layout and for NULL pixels. On failure `*out` is NULL.
RIM_API rim_status rim_flash_bitmap_create(rim_flash_bitmap **out, const rim_image *image,
                                           bool transparent, const rim_allocator *from);

/// Gives back the object itself; NULL is allowed.
RIM_API void rim_flash_bitmap_destroy(rim_flash_bitmap *bitmap);

/// BitmapData.dispose(): the pixels are given back, width and height become 0, and the error values
/// below come into play. The object lives on until rim_flash_bitmap_destroy.
RIM_API void rim_flash_bitmap_dispose(rim_flash_bitmap *bitmap);

/// Whole pixels: a size, or a place in the space that two things share; y grows down.
typedef struct rim_flash_pixel
{
    int x, y;
} rim_flash_pixel;

/// Width and height in pixels; (0, 0) once it was disposed.
RIM_API rim_flash_pixel rim_flash_bitmap_size(const rim_flash_bitmap *bitmap);

/// The alpha of pixel (x, y), 0 outside.
RIM_API int rim_flash_bitmap_alpha(const rim_flash_bitmap *bitmap, int x, int y);

/// setPixel32, as far as alpha goes: nothing happens outside or on a bitmap that is not transparent.
RIM_API void rim_flash_bitmap_set_alpha(rim_flash_bitmap *bitmap, int x, int y, int alpha);

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

// --- vector shapes -------------------------------------------------------------------------------------

typedef struct rim_flash_shape rim_flash_shape;

/// A box in twips, all sides included. Empty when x_max < x_min or y_max < y_min.
typedef struct rim_flash_box
{
    int32_t x_min, y_min, x_max, y_max;
} rim_flash_box;

/// From (x0, y0) to (x1, y1): straight, or a quadratic curve with the control point (cx, cy).
typedef struct rim_flash_edge
{
    int32_t x0, y0, cx, cy, x1, y1;
    bool    curved; ///< false: cx and cy are not looked at
} rim_flash_edge;

/// Which points are inside of edges that wind around them more than once.
typedef enum rim_flash_rule
{
    RIM_FLASH_EVEN_ODD = 0, ///< the drawing functions, and all shapes without the non-zero flag
    RIM_FLASH_NON_ZERO
} rim_flash_rule;

/// Edges that together close, in any order. Fills do not see each other: a point is on the shape if
/// it is in any of them. Borrowed during the call.
typedef struct rim_flash_fill
{
    rim_flash_rule        rule;
    const rim_flash_edge *edges;
    int                   count;
} rim_flash_fill;

/// Edges in any order, drawn with one width. Borrowed during the call.
typedef struct rim_flash_stroke
{
    int32_t               width; ///< twips; 0 is a hairline
    const rim_flash_edge *edges;
    int                   count;
} rim_flash_stroke;

/// All that makes one shape, fills and strokes; either may be none. Borrowed during the call.
typedef struct rim_flash_outlines
{
    const rim_flash_fill   *fills;
    int                     fill_count;
    const rim_flash_stroke *strokes;
    int                     stroke_count;
    /// A SWF file brings both boxes ready made and Flash trusts them, even if they are wrong: a point
    /// outside `bounds` is never on the shape. NULL: computed, with strokes and without.
    const rim_flash_box    *bounds;
    const rim_flash_box    *edge_bounds; ///< NULL while bounds is given: the same as bounds
} rim_flash_outlines;

/// Bakes a shape. RIM_ERR_MEMORY, RIM_ERR_SIZE for a negative count or more than 2^26 edges in all,
/// RIM_ERR_ARGUMENT for a negative width. On failure `*out` is NULL. A shape may be shown by any number
/// of clips and must outlive them.
RIM_API rim_status rim_flash_shape_create(rim_flash_shape **out, const rim_flash_outlines *outlines,
                                          const rim_allocator *from);

/// NULL is allowed.
RIM_API void rim_flash_shape_destroy(rim_flash_shape *shape);

/// Is (x, y), in twips of the shape's own space, on a fill or within a stroke? thinnest is the least
/// width of a stroke there, in twips: 20 where the shape is shown at its own size. The bounds are not
/// looked at. Non-finite: false. O(log n) in practice: fills are cut into bands in which most edges
/// are found by bisection.
RIM_API bool rim_flash_shape_contains(const rim_flash_shape *shape, double x, double y,
                                      double thinnest);

// --- the drawing functions -------------------------------------------------------------------------

/// What MovieClip.moveTo ... endFill (AS2) or Graphics (AS3) draw on. Coordinates are pixels, cut to
/// twips towards zero. Drawing never fails; when memory runs out the error is remembered and told by
/// rim_flash_graphics_bake.
typedef struct rim_flash_graphics rim_flash_graphics;

/// Nothing drawn, no line style, the pen at (0, 0). from may be NULL. RIM_ERR_MEMORY: `*out` is NULL.
RIM_API rim_status rim_flash_graphics_create(rim_flash_graphics **out, const rim_allocator *from);
/// NULL is allowed. Shapes that were baked stay.
RIM_API void       rim_flash_graphics_destroy(rim_flash_graphics *graphics);

/// clear(): nothing drawn, no line style, the pen at (0, 0). A remembered error is forgotten.
RIM_API void rim_flash_clear(rim_flash_graphics *graphics);

/// lineStyle(thickness): strokes from here on. Cut to 0 .. 255 pixels; 0 is a hairline. NaN stands for a call without
/// arguments: no strokes from here on.
RIM_API void rim_flash_line_style(rim_flash_graphics *graphics, double thickness);

/// beginFill(colour, alpha): any alpha hits, 0 too, so neither is an argument. Begins an area of its
/// own: no hole in the one before. AS2's beginFill() without a colour fills nothing: use
/// rim_flash_end_fill for it.
RIM_API void rim_flash_begin_fill(rim_flash_graphics *graphics);

/// endFill(). An open path is closed by a straight line, which is stroked if there is a line style;
/// moveTo and beginFill do the same.
RIM_API void rim_flash_end_fill(rim_flash_graphics *graphics);

/// @{
/// moveTo(x, y): inside one fill, what follows is a second path: a hole where it overlaps the first,
/// whichever way round it goes.
RIM_API void rim_flash_move_to(rim_flash_graphics *graphics, double x, double y);
RIM_API void rim_flash_line_to(rim_flash_graphics *graphics, double x, double y);
RIM_API void rim_flash_curve_to(rim_flash_graphics *graphics, double control_x, double control_y,
                                double x, double y);
/// @}

/// @{
/// drawRect and drawCircle (AS3; the circle is the usual eight curves).
RIM_API void rim_flash_draw_rect(rim_flash_graphics *graphics, double x, double y, double width,
                                 double height);
RIM_API void rim_flash_draw_circle(rim_flash_graphics *graphics, double x, double y, double radius);
/// @}

/// The drawing so far as a shape, made with the allocator of the graphics. An open fill is ended first;
/// then drawing may go on. A stroke makes the bounds larger by half its width in AS3, and by its whole
/// width in AS2: whole_stroke says which. On failure `*out` is NULL.
RIM_API rim_status rim_flash_graphics_bake(rim_flash_shape **out, rim_flash_graphics *graphics,
                                           bool whole_stroke);

#ifdef __cplusplus
}
#endif

#endif
