/// @file
/// The content of Flash's clips: bitmaps with BitmapData's hitTest, and vector shapes with Flash's edge rule.
///
/// ### Bitmaps
///
/// rim_flash_bitmap_hit_test is BitmapData.hitTest of ActionScript 2 (AS2) and 3 (AS3).
///
/// A pixel is solid if its alpha >= the threshold. Colors are ignored. Points and rectangles are in a space common to
/// both objects of the test. ActionScript's argument firstPoint is the position of the bitmap's top left pixel in this
/// space. The position of a Bitmap on the stage is ignored.
///
/// AS2 and AS3 differ in the conversion of thresholds, in the treatment of invalid arguments (see
/// rim_flash_bitmap_hit_test), and in one default: an omitted second threshold is 0 in AS2 and 1 in AS3. Both versions
/// convert a threshold to 0 .. 255. AS2 converts the threshold to a signed 32-bit integer and clamps the result, so
/// null, {} and -1 become 0, and 256 becomes 255. AS3 converts the threshold to an unsigned integer and clamps the
/// result, so -1 becomes 255. Fractions are truncated, and NaN becomes 0. In a test against a point, a threshold of 0
/// acts as 1. In a test against a rectangle or a bitmap, every pixel is solid at threshold 0.
///
/// ### Vector shapes
///
/// Vector shapes have fills, which are bounded by lines and quadratic curves, and strokes with round ends.
///
/// The coordinates of edges are integers in twips (twentieths of a pixel), with y down. A shape is const after its
/// creation. Curves are not flattened. A test of a point against fills is exact if the point's coordinates are
/// multiples of 1/256 twip, and if the point, the ends of all curves and their control points are within 100,000 pixels
/// of the origin. Otherwise the rounding of double may decide if the point is very close to a curve. A test against
/// strokes is computed in double.
///
/// Edge rule: A fill contains the points of its top and right edges, but not those of its bottom and left edges,
/// whatever the direction of the edges is. More precisely, for a point on an edge, the point immediately to its left is
/// tested instead. If that point is also on an edge, which is then horizontal, the point immediately below it is
/// tested. So the square from (20, 20) to (60, 60) contains (60, 20), but neither (20, 20) nor (60, 60), and a circle
/// does not contain its topmost point.
///
/// A stroke consists of all points whose distance from its line is at most half its width, so its ends are round. In
/// hit tests of clips with shape_flag true (flash.h), a stroke is never thinner than a pixel of the stage.
#ifndef RIMCAST_FLASH_SHAPE_H
#define RIMCAST_FLASH_SHAPE_H

#include "rimcast/base.h"
#include "rimcast/mask.h"

#ifdef __cplusplus
extern "C" {
#endif

// --- bitmaps -------------------------------------------------------------------------------------------

/// The version of ActionScript that functions follow where the two versions differ.
typedef enum rim_flash_generation
{
    RIM_FLASH_AS2 = 0, ///< ActionScript 1 and 2: MovieClip.hitTest, players from 5 on
    RIM_FLASH_AS3      ///< ActionScript 3: DisplayObject.hitTestPoint, players from 9 on
} rim_flash_generation;

typedef struct rim_flash_bitmap rim_flash_bitmap;

/// Creates a bitmap with the alpha of an image. `transparent` has the meaning that it has in new BitmapData(width,
/// height, transparent): if it is false, every alpha is 255, whatever the image contains. Only alpha is kept, one byte
/// per pixel. Returns RIM_ERR_SIZE for a negative side or one above RIM_MASK_MAX_SIDE. Returns RIM_ERR_ARGUMENT for
/// alpha_bits that are not contiguous bits of a pixel, for an unknown layout, and for NULL pixels of an image that is
/// not empty. Returns RIM_ERR_MEMORY if memory runs out. On failure `*out` is NULL.
RIM_API rim_status rim_flash_bitmap_create(rim_flash_bitmap **out, const rim_image *image,
                                           bool transparent, const rim_allocator *from);

/// Destroys the bitmap. NULL is allowed.
RIM_API void rim_flash_bitmap_destroy(rim_flash_bitmap *bitmap);

/// BitmapData.dispose(): frees the pixels and sets width and height to 0. The results of hit tests of such a bitmap are
/// listed at rim_flash_bitmap_hit_test. The object itself must still be destroyed.
RIM_API void rim_flash_bitmap_dispose(rim_flash_bitmap *bitmap);

/// A size or a position in whole pixels, y down.
typedef struct rim_flash_pixel
{
    int x, y;
} rim_flash_pixel;

/// Returns the width and height in pixels, or (0, 0) after rim_flash_bitmap_dispose.
RIM_API rim_flash_pixel rim_flash_bitmap_size(const rim_flash_bitmap *bitmap);

/// Returns the alpha of pixel (x, y), 0 .. 255. Returns 0 for a pixel outside of the bitmap.
RIM_API int rim_flash_bitmap_alpha(const rim_flash_bitmap *bitmap, int x, int y);

/// setPixel32, for alpha only: sets the alpha of pixel (x, y), clamped to 0 .. 255. Does nothing for a pixel outside of
/// the bitmap, or if the bitmap was created with transparent == false.
RIM_API void rim_flash_bitmap_set_alpha(rim_flash_bitmap *bitmap, int x, int y, int alpha);

// --- hitTest with the arguments of a script --------------------------------------------------------

/// The kind of a script's argument. The comment on each kind names the members of rim_flash_value that are used.
typedef enum rim_flash_kind
{
    RIM_FLASH_UNDEFINED = 0,
    RIM_FLASH_NULL,
    RIM_FLASH_NUMBER, ///< number; for booleans and strings, the result of Number()
    RIM_FLASH_POINT, ///< x, y; in AS2, any object with these two properties of its own (not inherited)
    RIM_FLASH_RECTANGLE, ///< x, y, width, height; in AS2, any object with these four properties of its own
    RIM_FLASH_BITMAP, ///< bitmap
    RIM_FLASH_OBJECT  ///< any other object; number is its valueOf(), or NaN
} rim_flash_kind;

/// An argument of a script.
typedef struct rim_flash_value
{
    rim_flash_kind          kind;
    double                  number;
    double                  x, y, width, height;
    const rim_flash_bitmap *bitmap;
} rim_flash_value;

/// The value that BitmapData.hitTest returns in ActionScript, or the error that it returns or throws.
typedef struct rim_flash_answer
{
    bool hit;
    /// 0 if there is no error. In AS2, it is the number -1 .. -4 that hitTest returns instead of a Boolean. This number
    /// counts as true in an `if`. In AS3, it is the id of the error that is thrown: 2005, 2007 or 2015.
    int  error;
} rim_flash_answer;

/// BitmapData.hitTest: tests a bitmap against a point, a rectangle or another bitmap. arguments[0 .. count - 1] are
/// those of the script, in its order: firstPoint, threshold, secondObject, and, if secondObject is a bitmap,
/// secondPoint and the second threshold. An argument that is not given is beyond count. Errors are checked in the same
/// order as in Flash Player:
///
///      AS2   -1    fewer than three arguments, or this bitmap was disposed
///            -2    firstPoint is not a point
///            -3    secondObject is not a point, rectangle or bitmap, or is a disposed bitmap
///            -4    secondPoint is given but is not a point; if it is not given, it is (0, 0)
///      AS3   2007  firstPoint is not a point, is null or is not given
///            2005  secondObject is not a point, rectangle or bitmap
///            2015  secondObject is a disposed bitmap
///            2007  secondObject is a bitmap, and secondPoint is not a point, is null or is not given
///
/// In AS3, if the first bitmap was disposed, the result is false without an error.
RIM_API rim_flash_answer rim_flash_bitmap_hit_test(rim_flash_generation    generation,
                                                   const rim_flash_bitmap *bitmap,
                                                   const rim_flash_value *arguments, int count);

// --- vector shapes -------------------------------------------------------------------------------------

typedef struct rim_flash_shape rim_flash_shape;

/// A box in twips, including all sides. It is empty if x_max < x_min or y_max < y_min.
typedef struct rim_flash_box
{
    int32_t x_min, y_min, x_max, y_max;
} rim_flash_box;

/// An edge from (x0, y0) to (x1, y1). It is straight, or a quadratic curve with the control point (cx, cy).
typedef struct rim_flash_edge
{
    int32_t x0, y0, cx, cy, x1, y1;
    bool    curved; ///< false: cx and cy are not used
} rim_flash_edge;

/// The rule that decides which points are inside if edges wind around them more than once.
typedef enum rim_flash_rule
{
    RIM_FLASH_EVEN_ODD = 0, ///< drawing functions, and shapes of SWF files without the flag NonZero
    RIM_FLASH_NON_ZERO
} rim_flash_rule;

/// A fill: edges, in any order, that together form closed paths. Fills are independent. A shape contains a point if any
/// of its fills or strokes contains it. The edges are needed only during the call.
typedef struct rim_flash_fill
{
    rim_flash_rule        rule;
    const rim_flash_edge *edges;
    int                   count;
} rim_flash_fill;

/// A stroke: edges in any order, drawn with one width. The edges are needed only during the call.
typedef struct rim_flash_stroke
{
    int32_t               width; ///< in twips; 0 is a hairline
    const rim_flash_edge *edges;
    int                   count;
} rim_flash_stroke;

/// The fills and strokes of a shape. Each count may be 0. The arrays are needed only during the call.
typedef struct rim_flash_outlines
{
    const rim_flash_fill   *fills;
    int                     fill_count;
    const rim_flash_stroke *strokes;
    int                     stroke_count;
    /// The box of the shape with its strokes, as stored in a SWF file. As in Flash, hit tests of a clip use this box
    /// even if it is wrong, and hit no point outside of it. NULL: the box is computed.
    const rim_flash_box    *bounds;
    /// The box without strokes. NULL: the same as bounds if that is given; otherwise the box is computed.
    const rim_flash_box    *edge_bounds;
} rim_flash_outlines;

/// Creates a shape. Any number of clips may show the shape, which must outlive them. Returns RIM_ERR_SIZE for a
/// negative count or more than 2^26 edges in all, RIM_ERR_ARGUMENT for a negative width, and RIM_ERR_MEMORY if memory
/// runs out. On failure `*out` is NULL.
RIM_API rim_status rim_flash_shape_create(rim_flash_shape **out, const rim_flash_outlines *outlines,
                                          const rim_allocator *from);

/// Destroys a shape. NULL is allowed.
RIM_API void rim_flash_shape_destroy(rim_flash_shape *shape);

/// Returns true if a fill or a stroke contains the point (x, y), in twips of the shape's own space. Strokes narrower
/// than `thinnest` twips count as `thinnest` twips wide. If the shape is shown at its own size, pass 20, so that
/// strokes are at least a pixel wide. The bounds of the shape are not used. Returns false if x or y is not finite.
/// Usually takes O(log n) time for n edges, because fills are divided into horizontal bands, in which most edges are
/// found by bisection.
RIM_API bool rim_flash_shape_contains(const rim_flash_shape *shape, double x, double y,
                                      double thinnest);

// --- the drawing functions -------------------------------------------------------------------------

/// A drawing made by the drawing functions of MovieClip (AS2) or Graphics (AS3), such as lineTo and beginFill.
/// Coordinates are in pixels and are truncated to twips towards zero. The drawing functions do not return errors. If
/// memory runs out or there are too many edges, rim_flash_graphics_bake returns the error.
typedef struct rim_flash_graphics rim_flash_graphics;

/// Creates an empty drawing without a line style, with the pen at (0, 0). If from is NULL, memory comes from malloc. On
/// RIM_ERR_MEMORY `*out` is NULL.
RIM_API rim_status rim_flash_graphics_create(rim_flash_graphics **out, const rim_allocator *from);
/// Destroys a drawing, but not the shapes created from it. NULL is allowed.
RIM_API void       rim_flash_graphics_destroy(rim_flash_graphics *graphics);

/// clear(): removes all edges, an open fill, the line style and a pending error, and moves the pen to (0, 0). Keeps the
/// memory for the next drawing.
RIM_API void rim_flash_clear(rim_flash_graphics *graphics);

/// lineStyle(thickness): edges that are drawn from now on are stroked. thickness is clamped to 0 .. 255 pixels, and 0
/// is a hairline. NaN corresponds to lineStyle() without arguments: edges that are drawn from now on are not stroked.
RIM_API void rim_flash_line_style(rim_flash_graphics *graphics, double thickness);

/// beginFill(color, alpha): begins a new fill, which is never a hole in the previous fill. Hit tests ignore color and
/// alpha, so neither is an argument. For AS2's beginFill() without a color, which fills nothing, call
/// rim_flash_end_fill.
RIM_API void rim_flash_begin_fill(rim_flash_graphics *graphics);

/// endFill(): ends the fill. A straight line closes an open path, and it is stroked if there is a line style. moveTo
/// and beginFill close an open path in the same way.
RIM_API void rim_flash_end_fill(rim_flash_graphics *graphics);

/// @{
/// moveTo, lineTo, curveTo: move the pen, draw a line, draw a quadratic curve. moveTo within a fill begins another path
/// of the fill, which is a hole where it overlaps the first path, whatever the direction of its edges is.
RIM_API void rim_flash_move_to(rim_flash_graphics *graphics, double x, double y);
RIM_API void rim_flash_line_to(rim_flash_graphics *graphics, double x, double y);
RIM_API void rim_flash_curve_to(rim_flash_graphics *graphics, double control_x, double control_y,
                                double x, double y);
/// @}

/// @{
/// drawRect and drawCircle (AS3): draw a rectangle, or a circle that consists of eight curves, as Flash does.
RIM_API void rim_flash_draw_rect(rim_flash_graphics *graphics, double x, double y, double width,
                                 double height);
RIM_API void rim_flash_draw_circle(rim_flash_graphics *graphics, double x, double y, double radius);
/// @}

/// Creates a shape from the drawing so far, with the allocator of the graphics. Ends an open fill first. The drawing is
/// kept, and drawing may continue. If whole_stroke is true, strokes enlarge the bounds by their whole width, as in AS2.
/// If it is false, they enlarge the bounds by half their width, as in AS3. Returns RIM_ERR_SIZE for more than 2^26
/// edges in all, and RIM_ERR_MEMORY if memory runs out or ran out while drawing. On failure `*out` is NULL.
RIM_API rim_status rim_flash_graphics_bake(rim_flash_shape **out, rim_flash_graphics *graphics,
                                           bool whole_stroke);

#ifdef __cplusplus
}
#endif

#endif
