/// @file
/// Masks: images with one bit per pixel, solid or empty.
///
/// The shape of a mask is the union of the squares of its solid pixels. Pixel (x, y) is the square [x, x+1) by [y,
/// y+1), with x to the right and y down. Every pixel outside of the mask's width and height is empty.
///
/// ### Masks made from masks
///
/// These functions combine masks with each other, and resize, grow and shrink masks.
///
/// A function that changes a mask keeps the size of the mask, and drops pixels that would lie outside of the mask.
/// Offsets are in whole pixels, and any int is allowed.
///
/// ### Drawing
///
/// These functions draw rectangles, circles and polygons into masks: the pixels that a shape contains become solid or
/// empty.
///
/// A shape contains a pixel if it contains the pixel's center (x + 0.5, y + 0.5). This test is exact for the given
/// floats. Shapes may extend beyond the mask. A shape with a non-finite coordinate is not drawn. To dig a hole into a
/// terrain, draw with solid = false.
///
/// ### Islands
///
/// Islands are the connected components of a mask. They may have holes.
///
/// An island is a maximal connected set of solid pixels. The caller chooses whether pixels that share only a corner are
/// connected (rim_touch). A hole is a maximal connected set of empty pixels that is separated from the outside. Empty
/// pixels follow the opposite rule, so that every closed curve of solid pixels divides the plane in two (Rosenfeld,
/// "Connectivity in digital pictures", 1970). Pixels outside of the mask are empty. An island may touch the border of
/// the mask.
///
/// Method: A run is a maximal sequence of solid pixels in a row. The runs of each row are joined by union-find to the
/// runs that they touch in the row above (Galler and Fischer, "An improved equivalence algorithm", 1964). By Euler's
/// formula, islands - holes = runs - touching pairs of runs, so holes need no separate search.
///
/// ### Distance fields
///
/// A distance field contains, for every pixel, the distance to the nearest pixel on the other side of the shape's edge.
///
/// Distances are Euclidean distances between the centers of pixels, in pixels. So their squares are integers, which are
/// computed exactly. The distance of an empty pixel is its distance to the nearest solid pixel. The distance of a solid
/// pixel is its distance to the nearest empty pixel. Pixels outside of the mask are empty.
///
/// Method: The squared distance of pixel (x, y) is the minimum over rows r of (y - r)^2 + g(x, r)^2. The distance
/// g(x, r) to the nearest pixel of the other kind in row r is found from the mask's bits (A. Rosenfeld and J. L.
/// Pfaltz, "Sequential operations in digital picture processing", 1966). The split into rows and columns follows A.
/// Meijster, J. B. T. M. Roerdink and W. H. Hesselink, "A general algorithm for computing distance transforms in linear
/// time", 2000. (See also P. F. Felzenszwalb and D. P. Huttenlocher, "Distance transforms of sampled functions", 2012.)
/// The r of the minimum never decreases as y grows, so the r of the middle row limits the search of both halves.
/// Sixteen columns are searched at a time, in integers.
#ifndef RIMCAST_MASK_H
#define RIMCAST_MASK_H

#include "rimcast/base.h"
#include "rimcast/shape2.h"
#include "rimcast/vec2.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rim_mask rim_mask;

/// The largest width and height of a mask. A mask of w x h pixels takes about (w / 64 + 1) (h + 12) words of 8 bytes,
/// where the quotient is rounded up.
#define RIM_MASK_MAX_SIDE 65536

/// The usual threshold of alpha: pixels that are at least half opaque are solid.
#define RIM_ALPHA_HALF 128

/// The layout of the pixels of a rim_image.
typedef enum rim_pixels
{
    RIM_PIXELS_ALPHA8 = 0, ///< one byte per pixel, the alpha
    RIM_PIXELS_RGBA8,      ///< four bytes per pixel, the fourth is alpha (PNG, stb_image)
    RIM_PIXELS_WORD32,     ///< a native 32-bit word per pixel, whose alpha is in alpha_bits
    RIM_PIXELS_WORD16,     ///< a native 16-bit word per pixel, with alpha_bits (565, 1555, 4444)
    RIM_PIXELS_BYTES24,    ///< three bytes: the word b0 | b1 << 8 | b2 << 16, with alpha_bits (RGB)
} rim_pixels;

/// An image. Its pixels are borrowed, and they are needed only during a call.
typedef struct rim_image
{
    const void *pixels; ///< the top left pixel; may be NULL when width or height is 0
    int         width, height;
    /// the bytes from one row to the next; may be negative; 0 means that rows are tightly packed
    ptrdiff_t   stride;
    rim_pixels  layout; ///< zero is RIM_PIXELS_ALPHA8
    /// for the layouts with words: the contiguous bits of alpha, such as 0xff000000; 0 means that every pixel is opaque
    uint32_t    alpha_bits;
} rim_image;

/// Creates an empty mask of the given size. The size may be 0 x 0. Returns RIM_ERR_SIZE for a negative side or one
/// above RIM_MASK_MAX_SIDE, and RIM_ERR_MEMORY if memory runs out. On failure `*out` is NULL.
RIM_API rim_status rim_mask_create(rim_mask **out, int width, int height,
                                   const rim_allocator *from);

/// Creates a mask in which every pixel is solid. Returns the errors of rim_mask_create.
RIM_API rim_status rim_mask_create_filled(rim_mask **out, int width, int height,
                                          const rim_allocator *from);

/// Creates a mask of an image: a pixel is solid if its alpha >= threshold. At threshold 0, every pixel is solid. At
/// 255, only opaque pixels are solid. Above 255, no pixel is solid. Alpha of fewer or more than 8 bits is scaled to 0
/// .. 255 and rounded to nearest. Returns RIM_ERR_ARGUMENT for alpha_bits that are not contiguous bits of a pixel, for
/// an unknown layout, and for NULL pixels of an image that is not empty. Also returns the errors of rim_mask_create. On
/// failure `*out` is NULL.
RIM_API rim_status rim_mask_create_from_image(rim_mask **out, const rim_image *image, int threshold,
                                              const rim_allocator *from);

/// Creates a mask by a color key: a pixel is solid if it differs from the key in any of the key_bits. A pixel of
/// RIM_PIXELS_RGBA8 is read as the word r | g << 8 | b << 16 | a << 24, and a pixel of RIM_PIXELS_ALPHA8 as its byte.
/// alpha_bits is ignored. Returns the errors of rim_mask_create_from_image, except for alpha_bits.
RIM_API rim_status rim_mask_create_from_color_key(rim_mask **out, const rim_image *image,
                                                  uint32_t key, uint32_t key_bits,
                                                  const rim_allocator *from);

/// The tolerances with which two pixels are compared. Pixels are read as words, as by rim_mask_create_from_color_key. A
/// channel is a group of contiguous bits of the word. Its value is scaled to 0 .. 255 and rounded to nearest.
typedef struct rim_channels
{
    uint32_t bits[4];      ///< the bits of each channel; 0 means no channel. If all four are 0, the
                           ///< channels are the word's bytes, the lowest first
    uint8_t  tolerance[4]; ///< the largest allowed difference of a channel's values, 0 .. 255
} rim_channels;

/// Creates a mask by a color: a pixel is solid if each of its channels differs from that of the color by at most the
/// tolerance. color is a word in the layout of the pixels. If channels is NULL, zeroed channels are used. alpha_bits is
/// ignored. Returns the errors of rim_mask_create_from_color_key. Also returns RIM_ERR_ARGUMENT for a channel whose
/// bits are not contiguous.
RIM_API rim_status rim_mask_create_from_color(rim_mask **out, const rim_image *image,
                                              uint32_t color, const rim_channels *channels,
                                              const rim_allocator *from);

/// Creates a mask of the pixels that are equal in two images: a pixel is solid if each channel differs by at most the
/// tolerance. (Call rim_mask_invert for a mask of the pixels that differ.) Returns the errors of
/// rim_mask_create_from_color. Also returns RIM_ERR_SIZE for images of different sizes, and RIM_ERR_ARGUMENT for images
/// of different layouts.
RIM_API rim_status rim_mask_create_from_comparison(rim_mask **out, const rim_image *image,
                                                   const rim_image     *other,
                                                   const rim_channels  *channels,
                                                   const rim_allocator *from);

/// Creates a copy of a mask. On RIM_ERR_MEMORY `*out` is NULL.
RIM_API rim_status rim_mask_create_copy(rim_mask **out, const rim_mask *mask,
                                        const rim_allocator *from);

/// Destroys a mask. NULL is allowed.
RIM_API void rim_mask_destroy(rim_mask *mask);

/// @{
/// Return the width or the height in pixels, 0 .. RIM_MASK_MAX_SIDE.
RIM_API int rim_mask_width(const rim_mask *mask);
RIM_API int rim_mask_height(const rim_mask *mask);
/// @}

/// Returns true if pixel (x, y) is solid, and false if it is empty or outside of the mask.
RIM_API bool rim_mask_get(const rim_mask *mask, int x, int y);

/// Makes pixel (x, y) solid or empty. Does nothing for a pixel outside of the mask.
RIM_API void rim_mask_set(rim_mask *mask, int x, int y, bool solid);

/// @{
/// Read and write the rows first .. first + rows - 1 as 64-bit words: bit i of word k of a row is pixel 64 k + i. Each
/// row begins stride words after the previous one; a stride of 0 means width / 64, rounded up. Bits beyond the width
/// and rows outside of the mask are zero when read and ignored when written.
RIM_API void rim_mask_read_words(const rim_mask *mask, int first, int rows, uint64_t *words,
                                 ptrdiff_t stride);
RIM_API void rim_mask_write_words(rim_mask *mask, int first, int rows, const uint64_t *words,
                                  ptrdiff_t stride);
/// @}

/// @{
/// Read and write the rows first .. first + rows - 1 with one byte per pixel. A solid pixel is read as 1, an empty one
/// as 0; any byte other than 0 is written as a solid pixel. Each row begins stride bytes after the previous one; a
/// stride of 0 means the width. Rows outside of the mask are zero when read and ignored when written.
RIM_API void rim_mask_read_bytes(const rim_mask *mask, int first, int rows, uint8_t *bytes,
                                 ptrdiff_t stride);
RIM_API void rim_mask_write_bytes(rim_mask *mask, int first, int rows, const uint8_t *bytes,
                                  ptrdiff_t stride);
/// @}

/// Paints the rectangle `part` of the mask into an image of 32-bit pixels. Solid pixels get the color *solid. Empty
/// pixels, and pixels outside of the mask, get the color *empty. If a color is NULL, its pixels are not changed.
/// `pixels` is the address of the rectangle's top left pixel. Rows are stride bytes apart, a multiple of 4; 0 means
/// that they are tightly packed. After a change of the mask, it is enough to paint the changed rectangle.
RIM_API void rim_mask_paint(const rim_mask *mask, rim_rect part, const uint32_t *solid,
                            const uint32_t *empty, uint32_t *pixels, ptrdiff_t stride);

/// Makes every pixel solid or empty.
RIM_API void rim_mask_fill(rim_mask *mask, bool solid);

/// Returns true if both masks have the same size and the same solid pixels.
RIM_API bool rim_mask_equals(const rim_mask *a, const rim_mask *b);

/// Returns the number of solid pixels.
RIM_API int64_t rim_mask_count(const rim_mask *mask);

/// Returns the smallest rectangle around the solid pixels. It is all zero for an empty mask.
RIM_API rim_rect rim_mask_bounds(const rim_mask *mask);

/// Returns true if a and b share a solid pixel when b's top left corner is at pixel (dx, dy) of a. Any offset is
/// allowed. rim_mask_overlaps(b, a, -dx, -dy) has the same result. For sprites of these masks, rim_sprite_overlaps_at
/// also has the same result, and is faster.
RIM_API bool rim_mask_overlaps(const rim_mask *a, const rim_mask *b, int dx, int dy);

/// A pixel of a mask.
typedef struct rim_pixel
{
    int x, y;
} rim_pixel;

/// The rule by which a function selects one of several pixels.
typedef enum rim_pick
{
    RIM_PICK_FIRST = 0, ///< the first in reading order: the leftmost pixel of the topmost row
    RIM_PICK_ANY        ///< the pixel that the search finds first; the same on every machine
} rim_pick;

/// A pixel of one mask and the pixel of another that overlaps it.
typedef struct rim_shared_pixel
{
    bool      hit;  ///< if false, all other members are zero
    rim_pixel a, b; ///< the pixel in a, and the pixel in b
} rim_shared_pixel;

/// Returns a solid pixel that a and b share when b's top left corner is at pixel (dx, dy) of a: with the result p,
/// pixel p.a of a is pixel p.b = p.a - (dx, dy) of b. Such a pixel exists if and only if rim_mask_overlaps returns
/// true.
RIM_API rim_shared_pixel rim_mask_shared_pixel(const rim_mask *a, const rim_mask *b, int dx, int dy,
                                               rim_pick pick);

/// A mask with the position of its top left corner.
typedef struct rim_placed_mask
{
    const rim_mask *mask;
    int             x, y;
} rim_placed_mask;

/// Two masks of a list that share a pixel: their indices, a < b, and the pixel.
typedef struct rim_mask_pair
{
    int              a, b;
    rim_shared_pixel pixel;
} rim_mask_pair;

/// Lists all pairs of masks that share a solid pixel. Writes at most capacity of them, in an order that is the same on
/// every machine, and returns how many there are, which may exceed capacity. The function compares the rectangle of
/// each mask with that of each other mask, so it suits some dozens of masks. For more masks, and for sprites that
/// rotate, use a stage (stage.h).
RIM_API int rim_mask_pairs(const rim_placed_mask *placed, int count, rim_pick pick,
                           rim_mask_pair *out, int capacity);

/// Returns the number of solid pixels that a and b share when b's top left corner is at pixel (dx, dy) of a.
RIM_API int64_t rim_mask_overlap_area(const rim_mask *a, const rim_mask *b, int dx, int dy);

/// Moments of the solid pixels.
typedef struct rim_moments2
{
    int64_t  count;      ///< the number of solid pixels
    int64_t  x, y;       ///< the sums of their columns and of their rows
    int64_t  xx, xy, yy; ///< the sums of column^2, column * row and row^2
    /// the centroid of the pixels' squares: (mean column + 0.5, mean row + 0.5); zero for an empty mask
    rim_vec2 centroid;
    /// the central moments of the pixels' squares divided by their area, in square pixels: the means of (x - cx)^2, (x
    /// - cx)(y - cy) and (y - cy)^2, where (cx, cy) is the centroid. spread_xx and spread_yy of a single pixel are
    /// 1/12. All three are zero for an empty mask
    double   spread_xx, spread_xy, spread_yy;
    /// unit, the direction of the largest spread, with x > 0 or equal to (0, 1); (1, 0) if the spread is equal in all
    /// directions or the mask is empty
    rim_vec2 axis;
} rim_moments2;

/// Returns the centroid, moments and principal direction of the solid pixels. The sums are exact for every mask. The
/// other members are computed from exact differences of the sums; their error is at most two units in the last place.
/// The angle of the axis is rim_atan2(axis.y, axis.x). It is measured clockwise on the screen, and is greater than -90
/// degrees and at most 90 degrees. (M.-K. Hu, "Visual pattern recognition by moment invariants", 1962.)
RIM_API rim_moments2 rim_mask_moments(const rim_mask *mask);

// --- masks made from masks -----------------------------------------------------------------------------

/// The rule that decides which pixels of the first mask are solid after the operation.
typedef enum rim_mask_op
{
    RIM_MASK_AND = 0, ///< solid in both
    RIM_MASK_OR,      ///< solid in one or both
    RIM_MASK_XOR,     ///< solid in exactly one
    RIM_MASK_AND_NOT  ///< solid in the first, empty in the second
} rim_mask_op;

/// Combines a with b and writes the result to a. b's top left corner is at pixel (dx, dy) of a. Pixels outside of b
/// count as empty, so RIM_MASK_AND clears the pixels of a there. a and b may be the same mask. To get the overlap as a
/// mask of its own, apply RIM_MASK_AND to a copy of a.
RIM_API void rim_mask_combine(rim_mask *a, rim_mask_op op, const rim_mask *b, int dx, int dy);

/// Creates a mask of the pixels in a rectangle. If the rectangle extends beyond the mask, the result has empty pixels
/// there. An empty rectangle gives a mask without pixels. Returns RIM_ERR_SIZE for a side above RIM_MASK_MAX_SIDE, and
/// RIM_ERR_MEMORY if memory runs out. On failure `*out` is NULL.
RIM_API rim_status rim_mask_create_window(rim_mask **out, const rim_mask *mask, rim_rect rect,
                                          const rim_allocator *from);

/// Makes all solid pixels of the mask empty and all empty pixels solid.
RIM_API void rim_mask_invert(rim_mask *mask);

/// Mirrors a mask left to right if across is true, and top to bottom if down is true.
RIM_API void rim_mask_flip(rim_mask *mask, bool across, bool down);

/// Creates a copy of a mask that is scaled to the given size. A pixel is solid if its center, scaled back, lies in a
/// solid pixel of the mask. If the new size is a whole multiple of the old one, every pixel becomes a block of equal
/// pixels. If the old width or height is 0, all pixels are empty. Returns the errors of rim_mask_create. On failure
/// `*out` is NULL.
RIM_API rim_status rim_mask_create_resized(rim_mask **out, const rim_mask *mask, int width,
                                           int height, const rim_allocator *from);

/// Dilates a mask by a disc: every pixel whose center is within `radius` pixels of the center of a solid pixel becomes
/// solid. This test is exact. A radius below 1 changes nothing, 1 adds the four neighbors of a pixel, and 1.5 all
/// eight. The mask keeps its size; to grow beyond its border, first add a margin with rim_mask_create_window. Takes
/// time proportional to the radius times the number of pixels / 64. Takes scratch memory of twice the mask's size from
/// the mask's allocator. Returns RIM_ERR_ARGUMENT for a radius that is negative or not finite, and RIM_ERR_MEMORY if
/// memory runs out. On failure nothing is changed.
RIM_API rim_status rim_mask_grow(rim_mask *mask, float radius);

/// Erodes a mask by a disc: every pixel whose center is within `radius` pixels of the center of an empty pixel becomes
/// empty. Pixels outside of the mask count as empty. In all other respects the function works like rim_mask_grow.
RIM_API rim_status rim_mask_shrink(rim_mask *mask, float radius);

/// Counts the pixels that a and b share, for every offset of b in a at which they can share a pixel:
///
///      dx = 1 - b's width .. a's width - 1,    dy = 1 - b's height .. a's height - 1
///
/// The count for (dx, dy) is counts[(dy + b's height - 1) * columns + (dx + b's width - 1)], with columns = a's width +
/// b's width - 1. There are a's height + b's height - 1 rows. Nothing is written if one of the masks has no pixels. A
/// count of 2^32 is written as 0.
///
/// Method: A mask is the prefix sum, along x and along y, of m(x, y) - m(x - 1, y) - m(x, y - 1) + m(x - 1, y - 1),
/// which is 0 except at corners of the outline. The counts are therefore the prefix sum, twice along each axis, of one
/// term for each pair of a corner of a and a corner of b. This takes time proportional to the number of a's corners
/// times the number of b's, plus the number of offsets. (C. Esperanca and H. Samet, "Vertex representations and their
/// applications in computer graphics", 1998.) Where it is faster, as for masks of noise, the function compares words of
/// pixels instead.
///
/// Takes scratch memory from the allocator. Returns RIM_ERR_CANCELLED if `progress` cancels, and RIM_ERR_MEMORY if
/// memory runs out. After an error the content of counts is undefined.
RIM_API rim_status rim_mask_overlap_counts(const rim_mask *a, const rim_mask *b, uint32_t *counts,
                                           const rim_progress *progress, const rim_allocator *from);

/// Creates a mask of the offsets at which a and b overlap, with one pixel for each offset of rim_mask_overlap_counts:
/// pixel (dx + b's width - 1, dy + b's height - 1) is solid if rim_mask_overlaps(a, b, dx, dy). The result is the
/// Minkowski sum of a and of b rotated by 180 degrees: the set of positions of b's top left corner at which b overlaps
/// a. If a or b has no pixels, the result has 0 x 0 pixels.
///
/// Takes time proportional to the number of runs of pixels in b's rows times the number of a's words of 64 pixels.
/// Takes scratch memory proportional to the result's size and to the number of these runs. Returns RIM_ERR_SIZE for a
/// result with a side above RIM_MASK_MAX_SIDE, RIM_ERR_CANCELLED if `progress` cancels, and RIM_ERR_MEMORY if memory
/// runs out. On failure `*out` is NULL.
RIM_API rim_status rim_mask_create_overlaps(rim_mask **out, const rim_mask *a, const rim_mask *b,
                                            const rim_progress  *progress,
                                            const rim_allocator *from);

// --- drawing -------------------------------------------------------------------------------------------

/// Makes the pixels of a rectangle solid or empty.
RIM_API void rim_mask_draw_rect(rim_mask *mask, rim_rect rect, bool solid);

/// Makes those pixels solid or empty whose centers are at a distance of less than radius from the circle's center. A
/// radius of 0 or less draws nothing.
RIM_API void rim_mask_draw_circle(rim_mask *mask, rim_vec2 center, float radius, bool solid);

/// Makes those pixels solid or empty whose centers lie inside a closed polygon. The polygon may be convex or concave,
/// and clockwise or counter-clockwise. The last point is joined to the first. Fewer than three points draw nothing. If
/// the polygon crosses itself, a point is inside if a ray from it crosses the sides an odd number of times (even-odd
/// rule). A center exactly on a side belongs to the polygon to the right of the side, or below it if the side is
/// horizontal. So polygons that share sides cover the area without gaps or overlaps. Takes time proportional to the
/// number of rows times the number of sides.
RIM_API void rim_mask_draw_polygon(rim_mask *mask, const rim_vec2 *points, int count, bool solid);

// --- islands -------------------------------------------------------------------------------------------

/// The rule that decides which pixels are connected.
typedef enum rim_touch
{
    RIM_TOUCH_CORNERS =
        0,          ///< solid pixels that share an edge or a corner; empty ones that share an edge
    RIM_TOUCH_EDGES ///< solid pixels that share an edge; empty ones that share an edge or a corner
} rim_touch;

/// Counts the islands and holes of a mask. `islands` and `holes` may be NULL. Takes scratch memory from the allocator,
/// proportional to the number of runs of pixels in the rows. Returns RIM_ERR_ARGUMENT for an unknown touch, and
/// RIM_ERR_MEMORY if memory runs out. On failure both counts are unchanged.
RIM_API rim_status rim_mask_count_islands(const rim_mask *mask, rim_touch touch, int64_t *islands,
                                          int64_t *holes, const rim_allocator *from);

/// All islands of a mask, with the pixels of each island. The object does not refer to the mask.
typedef struct rim_islands rim_islands;

/// The properties of an island.
typedef struct rim_island
{
    rim_rect bounds; ///< the smallest rectangle around it
    int64_t  area;   ///< in pixels
    int64_t  holes;  ///< the holes of this island, without those of islands inside its holes
    int      x, y;   ///< its first pixel in reading order: the leftmost of its topmost row
} rim_island;

/// Creates the list of islands of a mask. Returns RIM_ERR_ARGUMENT for an unknown touch, and RIM_ERR_MEMORY if memory
/// runs out. On failure `*out` is NULL.
RIM_API rim_status rim_islands_create(rim_islands **out, const rim_mask *mask, rim_touch touch,
                                      const rim_allocator *from);

/// Destroys a list of islands. NULL is allowed.
RIM_API void rim_islands_destroy(rim_islands *islands);

/// Returns all islands and writes how many there are to *count if count is not NULL. The rim_islands owns the array.
/// The number of an island is its index in this array.
RIM_API const rim_island *rim_islands_list(const rim_islands *islands, int64_t *count);

/// Returns the number of the island that contains pixel (x, y), or -1 if the pixel is empty or outside of the mask.
/// Takes time proportional to the logarithm of the number of runs in row y.
RIM_API int64_t rim_islands_at(const rim_islands *islands, int x, int y);

/// Returns the number of the island with the most pixels. If several islands have the most pixels, returns the lowest
/// number. Returns -1 if there are no islands.
RIM_API int64_t rim_islands_largest(const rim_islands *islands);

/// Creates a mask of one island, with the size of the original mask. If no island has the number, the mask is empty.
/// On RIM_ERR_MEMORY `*out` is NULL.
RIM_API rim_status rim_mask_create_from_island(rim_mask **out, const rim_islands *islands,
                                               int64_t number, const rim_allocator *from);

/// Lists the solid pixels along a closed border, in the direction with the empty pixels on the left. Each pixel is an
/// edge or corner neighbor of the pixel before it. The start must be solid, and the pixel to its left must be empty;
/// otherwise the result is 0. The border is the one between these two pixels. If the start is the first pixel of an
/// island (rim_island), the border is the island's outer border. If the start is to the right of a hole, the border is
/// that of the hole. Writes at most capacity pixels, beginning with the start, and returns how many there are. The
/// start is not repeated at the end. A part that is one pixel thin is passed twice, so the list may have more pixels
/// than the mask. Method: Moore-neighbor tracing with Jacob's stopping criterion, as in R. C. Gonzalez and R. E. Woods,
/// "Digital image processing".
RIM_API int64_t rim_mask_border(const rim_mask *mask, rim_pixel start, rim_pixel *out,
                                int64_t capacity);

// --- distance fields -----------------------------------------------------------------------------------

/// The largest width and height of a field, so that squared distances fit in 32 bits.
#define RIM_FIELD_MAX_SIDE 23170

/// The distances that a field contains.
typedef enum rim_field_kind
{
    RIM_FIELD_OUTSIDE = 0, ///< from empty pixels to the nearest solid one; 0 for solid pixels
    RIM_FIELD_INSIDE,      ///< from solid pixels to the nearest empty one; 0 for empty pixels
    RIM_FIELD_SIGNED       ///< outside minus inside
} rim_field_kind;

/// Writes the distance of every pixel of the mask, row by row. Row y starts at out[y * stride]; a stride of 0 means the
/// mask's width. The error of a distance is at most one unit in the last place. If there are no solid pixels, all
/// distances to solid pixels are INFINITY. Takes scratch memory from the allocator: about 144 bytes per row, plus 4
/// bytes per 64 pixels. Returns RIM_ERR_SIZE for a side above RIM_FIELD_MAX_SIDE, RIM_ERR_ARGUMENT for an unknown kind,
/// and RIM_ERR_MEMORY if memory runs out. On failure nothing is written.
RIM_API rim_status rim_field_measure(const rim_mask *mask, rim_field_kind kind, float *out,
                                     ptrdiff_t stride, const rim_allocator *from);

// --- a stored field -----------------------------------------------------------------------------------

typedef struct rim_field rim_field;

/// The options of a field. With zeroed options, there is no margin, and memory comes from malloc.
typedef struct rim_field_options
{
    int                  margin; ///< the number of pixels by which the field extends beyond the
                                 ///< mask on each side; >= 0
    const rim_allocator *allocator;
} rim_field_options;

/// Creates a field of the distances to the edge of a mask. The field takes 4 bytes per pixel, including the margin. The
/// mask is needed only during the call. options may be NULL, which means zeroed options. Returns RIM_ERR_SIZE if a side
/// of the mask, with its margins, exceeds RIM_FIELD_MAX_SIDE. Returns RIM_ERR_ARGUMENT for a negative margin. Returns
/// RIM_ERR_MEMORY if memory runs out. On failure `*out` is NULL.
RIM_API rim_status rim_field_create(rim_field **out, const rim_mask *mask,
                                    const rim_field_options *options);

/// Destroys a field. NULL is allowed.
RIM_API void rim_field_destroy(rim_field *field);

/// The distance of a point from the edge, and its gradient.
typedef struct rim_field_sample
{
    float    distance; ///< in pixels; > 0 outside, < 0 inside
    rim_vec2 gradient; ///< the gradient of the distance. It points away from the shape. Its length
                       ///< is about 1, less where several edges are equally close, and up to the
                       ///< square root of 2 at corners
} rim_field_sample;

/// Returns the distance and gradient at a point p, in pixels from the mask's top left corner. The value at the center
/// of a pixel is the
///
///      distance to the nearest pixel of the other kind, minus 1/2, negated if the pixel is solid,
///
/// so that it is 0 on a straight edge between pixels. Between centers, the value is interpolated bilinearly, and the
/// gradient is that of the bilinear surface. Beyond the outermost centers, let q be the nearest point of the rectangle
/// through them. The value is then that at q plus the distance from p to q, and the gradient points away from q. This
/// value is never more than a pixel below the true distance, but it may be far above it, because the nearest pixel of p
/// need not be that of q, and it is at most FLT_MAX. If there is no solid pixel, or the point is not finite, the
/// distance is FLT_MAX and the gradient is zero.
RIM_API rim_field_sample rim_field_at(const rim_field *field, rim_vec2 p);

#ifdef __cplusplus
}
#endif

#endif
