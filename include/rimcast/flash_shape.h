/// @file
/// The content of Flash's clips: bitmaps with BitmapData's hitTest, and vector shapes with Flash's rules.
///
/// ### Bitmaps
///
/// BitmapData and its hitTest functions, in ActionScript 2 and 3.
///
/// Only alpha is used: a pixel counts if its alpha >= the threshold. Points and rectangles are in a space shared by
/// the two objects compared; first_point is the position of the bitmap's top left pixel in it. Colors are ignored,
/// and so is the position of a Bitmap on the stage.
///
/// The two versions differ in how thresholds are read, in what happens to bad arguments (rim_flash_bitmap_hit_test),
/// and in one default: an omitted second threshold is 0 in AS2 and 1 in AS3. A threshold is converted to 0 .. 255.
/// AS2 makes it a signed 32-bit number and clamps it to 0 .. 255, so null, {} and -1 are 0, and 256 is 255. AS3 makes
/// it unsigned, so -1 is 255. Fractions are cut off; NaN is 0. Against a point, threshold 0 acts as 1. Against
/// rectangles and bitmaps it is used as it is: every pixel hits.
///
/// ### Vector shapes
///
/// Vector shapes have fills bounded by lines and quadratic curves, and strokes with round ends.
///
/// Coordinates are integer twips (twentieths of a pixel), y down. A shape is baked once and then const. Whether a
/// point is on a shape is decided exactly for any integer or 1/256 twip within 13,000 pixels, beyond that to one part
/// in 2^50. Curves are not flattened.
///
/// Edge rule: A point exactly on an edge is on the shape at its top and right edges, and off it at its bottom and
/// left edges, in either direction of the edges. To be exact, the point tested is an infinitesimal step left of (x,
/// y), and below it by a step that is infinitesimal even compared with the first. So the square from (20, 20) to (60,
/// 60) contains (60, 20), but neither (20, 20) nor (60, 60), and the topmost point of a circle is not on it.
///
/// A stroke is all points within half its width of its line, ends included. It is never thinner than a pixel of the
/// stage. Strokes are decided in double.
#ifndef RIMCAST_FLASH_SHAPE_H
#define RIMCAST_FLASH_SHAPE_H

#include "rimcast/base.h"
#include "rimcast/mask.h"

#ifdef __cplusplus
extern "C" {
#endif

// --- bitmaps -------------------------------------------------------------------------------------------

/// The version of ActionScript to follow where the two differ.
typedef enum rim_flash_generation
{
    RIM_FLASH_AS2 = 0, ///< ActionScript 1 and 2: MovieClip.hitTest, players 5 to 8
    RIM_FLASH_AS3      ///< ActionScript 3: DisplayObject.hitTestPoint, player 9 on
} rim_flash_generation;

typedef struct rim_flash_bitmap rim_flash_bitmap;

/// Creates a bitmap: new BitmapData(width, height, transparent) with the pixels of an image. If not transparent,
/// alpha is 255 everywhere, whatever the image has. Only alpha is kept, one byte per pixel. RIM_ERR_SIZE for a
/// negative side or one above RIM_MASK_MAX_SIDE; RIM_ERR_ARGUMENT for alpha_bits that are not contiguous bits of a
/// pixel, for an unknown layout and for NULL pixels. On failure `*out` is NULL.
RIM_API rim_status rim_flash_bitmap_create(rim_flash_bitmap **out, const rim_image *image,
                                           bool transparent, const rim_allocator *from);

/// Destroys the bitmap. NULL is allowed.
RIM_API void rim_flash_bitmap_destroy(rim_flash_bitmap *bitmap);

/// BitmapData.dispose(): frees the pixels and sets width and height to 0; hit tests then have the errors listed
/// below. The object itself must still be destroyed.
RIM_API void rim_flash_bitmap_dispose(rim_flash_bitmap *bitmap);

/// A size or a position in whole pixels, y down.
typedef struct rim_flash_pixel
{
    int x, y;
} rim_flash_pixel;

/// Returns width and height in pixels; (0, 0) after dispose.
RIM_API rim_flash_pixel rim_flash_bitmap_size(const rim_flash_bitmap *bitmap);

/// Returns the alpha of pixel (x, y); 0 outside.
RIM_API int rim_flash_bitmap_alpha(const rim_flash_bitmap *bitmap, int x, int y);

/// setPixel32, for alpha only. Does nothing outside, or on a bitmap that is not transparent.
RIM_API void rim_flash_bitmap_set_alpha(rim_flash_bitmap *bitmap, int x, int y, int alpha);

// --- the call as a script writes it ----------------------------------------------------------------

/// The kind of an argument of a script, with the members of rim_flash_value that hold it.
typedef enum rim_flash_kind
{
    RIM_FLASH_UNDEFINED = 0,
    RIM_FLASH_NULL,
    RIM_FLASH_NUMBER,    ///< number; for booleans and strings the result of Number()
    RIM_FLASH_POINT,     ///< x, y. In AS2 any object with its own x and y
    RIM_FLASH_RECTANGLE, ///< x, y, width, height. In AS2 any object with these four of its own
    RIM_FLASH_BITMAP,    ///< bitmap
    RIM_FLASH_OBJECT     ///< any other; number is its valueOf(), NaN if that is not a number
} rim_flash_kind;

/// An argument of a script.
typedef struct rim_flash_value
{
    rim_flash_kind          kind;
    double                  number;
    double                  x, y, width, height;
    const rim_flash_bitmap *bitmap;
} rim_flash_value;

/// What the function returns or throws in ActionScript.
typedef struct rim_flash_answer
{
    bool hit;
    /// 0 if hit is the result. AS2: the number -1 .. -4 that hitTest returns instead of a Boolean. (It is true in an
    /// `if`.) AS3: the id of the error thrown, 2005, 2007 or 2015.
    int  error;
} rim_flash_answer;

/// BitmapData.hitTest(...arguments), with errors checked in the order of Flash Player.
///
///      AS2   -1    fewer than three arguments, or this bitmap was disposed
///            -2    firstPoint is not a point
///            -3    secondObject is not a point, rectangle or bitmap, or is a disposed bitmap
///            -4    secondPoint is given and is not a point; the default is (0, 0)
///      AS3   2007  firstPoint is null, or secondObject is a bitmap and secondPoint is null or not given
///            2005  secondObject is not a point, rectangle or bitmap
///            2015  secondObject is a disposed bitmap
///
/// In AS3 a test of a disposed bitmap returns false.
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

/// An edge from (x0, y0) to (x1, y1): straight, or a quadratic curve with the control point (cx, cy).
typedef struct rim_flash_edge
{
    int32_t x0, y0, cx, cy, x1, y1;
    bool    curved; ///< false: cx and cy are not used
} rim_flash_edge;

/// Which points are inside if edges wind around them more than once.
typedef enum rim_flash_rule
{
    RIM_FLASH_EVEN_ODD = 0, ///< the drawing functions, and all shapes without the non-zero flag
    RIM_FLASH_NON_ZERO
} rim_flash_rule;

/// A fill: edges in any order that together form closed paths. Fills are independent: a point is on the shape if it
/// is in any of them. Borrowed for the call.
typedef struct rim_flash_fill
{
    rim_flash_rule        rule;
    const rim_flash_edge *edges;
    int                   count;
} rim_flash_fill;

/// A stroke: edges in any order, drawn with one width. Borrowed for the call.
typedef struct rim_flash_stroke
{
    int32_t               width; ///< in twips; 0 is a hairline
    const rim_flash_edge *edges;
    int                   count;
} rim_flash_stroke;

/// The fills and strokes of a shape; there may be none of either. Borrowed for the call.
typedef struct rim_flash_outlines
{
    const rim_flash_fill   *fills;
    int                     fill_count;
    const rim_flash_stroke *strokes;
    int                     stroke_count;
    /// The boxes with and without strokes that a SWF file contains. Flash uses them even if they are wrong: a point
    /// outside `bounds` is never on the shape. NULL: they are computed.
    const rim_flash_box    *bounds;
    const rim_flash_box    *edge_bounds; ///< NULL with bounds not NULL: the same as bounds
} rim_flash_outlines;

/// Creates a shape. RIM_ERR_MEMORY; RIM_ERR_SIZE for a negative count or more than 2^26 edges in all;
/// RIM_ERR_ARGUMENT for a negative width. On failure `*out` is NULL. Any number of clips may show a shape; it must
/// outlive them.
RIM_API rim_status rim_flash_shape_create(rim_flash_shape **out, const rim_flash_outlines *outlines,
                                          const rim_allocator *from);

/// Destroys a shape. NULL is allowed.
RIM_API void rim_flash_shape_destroy(rim_flash_shape *shape);

/// Returns true if (x, y), in twips of the shape's own space, is on a fill or within a stroke. thinnest is the
/// smallest width of a stroke in that space, in twips: 20 if the shape is shown at its own size. The bounds are not
/// used. False for non-finite input. O(log n) in practice: fills are divided into horizontal bands, in which most
/// edges are found by bisection.
RIM_API bool rim_flash_shape_contains(const rim_flash_shape *shape, double x, double y,
                                      double thinnest);

// --- the drawing functions -------------------------------------------------------------------------

/// The target of MovieClip.moveTo ... endFill (AS2) and Graphics (AS3). Coordinates are pixels, cut to twips towards
/// zero. Drawing never fails: if memory runs out, rim_flash_graphics_bake returns the error.
typedef struct rim_flash_graphics rim_flash_graphics;

/// Creates an empty drawing without line style, with the pen at (0, 0). from may be NULL. On RIM_ERR_MEMORY `*out` is
/// NULL.
RIM_API rim_status rim_flash_graphics_create(rim_flash_graphics **out, const rim_allocator *from);
/// Destroys a drawing, but not the shapes baked from it. NULL is allowed.
RIM_API void       rim_flash_graphics_destroy(rim_flash_graphics *graphics);

/// clear(): removes the drawing, the line style and a pending error, and puts the pen at (0, 0).
RIM_API void rim_flash_clear(rim_flash_graphics *graphics);

/// lineStyle(thickness): edges drawn from now on have strokes. thickness is clamped to 0 .. 255 pixels; 0 is a
/// hairline. NaN corresponds to a call without arguments: no strokes from now on.
RIM_API void rim_flash_line_style(rim_flash_graphics *graphics, double thickness);

/// beginFill(color, alpha). Any alpha hits, also 0, so neither is an argument. Begins a fill of its own, which is not
/// a hole in the one before. AS2's beginFill() without a color fills nothing: use rim_flash_end_fill for it.
RIM_API void rim_flash_begin_fill(rim_flash_graphics *graphics);

/// endFill(). An open path is closed by a straight line, which is stroked if there is a line style;
/// moveTo and beginFill do the same.
RIM_API void rim_flash_end_fill(rim_flash_graphics *graphics);

/// @{
/// moveTo, lineTo, curveTo. moveTo within a fill begins a second path, which is a hole where it overlaps the first,
/// in either direction.
RIM_API void rim_flash_move_to(rim_flash_graphics *graphics, double x, double y);
RIM_API void rim_flash_line_to(rim_flash_graphics *graphics, double x, double y);
RIM_API void rim_flash_curve_to(rim_flash_graphics *graphics, double control_x, double control_y,
                                double x, double y);
/// @}

/// @{
/// drawRect and drawCircle (AS3). The circle is eight curves, as in Flash.
RIM_API void rim_flash_draw_rect(rim_flash_graphics *graphics, double x, double y, double width,
                                 double height);
RIM_API void rim_flash_draw_circle(rim_flash_graphics *graphics, double x, double y, double radius);
/// @}

/// Creates a shape of the drawing so far, with the allocator of the graphics. An open fill is ended first; drawing
/// may then continue. A stroke enlarges the bounds by half its width in AS3 and by its whole width in AS2:
/// whole_stroke says which. On failure `*out` is NULL.
RIM_API rim_status rim_flash_graphics_bake(rim_flash_shape **out, rim_flash_graphics *graphics,
                                           bool whole_stroke);

#ifdef __cplusplus
}
#endif

#endif
