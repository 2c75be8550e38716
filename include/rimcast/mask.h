/// @file
/// Masks: images with one bit per pixel, solid or empty.
///
/// A mask is the union of its solid pixels' squares. Pixel (x, y) is the square [x, x+1) by [y, y+1),
/// x to the right, y down. Everything outside the mask's width and height is empty.
///
/// ### Masks made from masks
///
/// Mask algebra: operations on masks, 64 pixels at a time.
///
/// Everything outside a mask is empty, and results are cut off at its border. Offsets are whole pixels; any int is
/// allowed, also one that overflows on addition.
///
/// ### Drawing
///
/// Rectangles, circles and polygons are drawn into masks: their pixels become solid or empty.
///
/// A pixel belongs to a shape if its center (x + 0.5, y + 0.5) does, decided exactly for the given floats. Shapes may
/// reach beyond the mask. Nothing is drawn for a shape with a coordinate that is NaN or infinite. To dig a hole into
/// a terrain, draw with solid = false.
///
/// ### Islands
///
/// Islands are the connected components of a mask, which may have holes.
///
/// An island is a maximal connected set of solid pixels. The caller chooses whether pixels that share only a corner
/// are connected (rim_touch). A hole is a maximal connected set of empty pixels that is separated from the outside.
/// Empty pixels follow the opposite rule, so that every closed curve of solid pixels divides the plane in two
/// (Rosenfeld, "Connectivity in digital pictures", 1970). Pixels outside the mask are empty; an island may touch the
/// border.
///
/// Method: The runs of each row are joined by union-find to the runs that they touch in the row above (Galler and
/// Fischer, "An improved equivalence algorithm", 1964). By Euler's formula, islands - holes = runs - touching pairs,
/// so holes need no search of their own.
///
/// ### Distance fields
///
/// A distance field has the exact distance of every pixel from the shape's edge.
///
/// Distances are Euclidean and between the centers of pixels, so their squares are integers, and exact. An empty
/// pixel has the distance to the nearest solid pixel, a solid pixel that to the nearest empty one. Pixels outside the
/// mask are empty.
///
/// Method: D(x, y) = min over rows r of (y - r)^2 + g(x, r)^2, with g(x, r) the distance to the nearest pixel in row
/// r, which is found from the mask's bits (A. Rosenfeld and J. L. Pfaltz, "Sequential operations in digital picture
/// processing", 1966; the split into rows and columns: A. Meijster, J. B. T. M. Roerdink and W. H. Hesselink, "A
/// general algorithm for computing distance transforms in linear time", 2000; the minima as a lower envelope: P. F.
/// Felzenszwalb and D. P. Huttenlocher, "Distance transforms of sampled functions", 2012). The nearest row r never
/// decreases as y grows, so the r of the middle row limits the search of both halves. Sixteen columns are searched at
/// a time, in integers.
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
/// the quotient rounded up.
#define RIM_MASK_MAX_SIDE 65536

/// The usual threshold: pixels that are at least half opaque are solid.
#define RIM_ALPHA_HALF 128

/// The layout of the pixels of a rim_image.
typedef enum rim_pixels
{
    RIM_PIXELS_ALPHA8 = 0, ///< one byte per pixel, the alpha
    RIM_PIXELS_RGBA8,      ///< four bytes per pixel, the fourth is alpha (PNG, stb_image)
    RIM_PIXELS_WORD32,     ///< a native 32-bit word per pixel; alpha_bits says which bits are alpha
    RIM_PIXELS_WORD16,     ///< a native 16-bit word per pixel, likewise (565, 1555, 4444)
    RIM_PIXELS_BYTES24, ///< three bytes per pixel, the word b0 | b1 << 8 | b2 << 16, likewise (RGB)
} rim_pixels;

/// An image: borrowed pixels, not kept after a call.
typedef struct rim_image
{
    const void *pixels; ///< the top left pixel; may be NULL when width or height is 0
    int         width, height;
    /// bytes from a row to the next, may be negative; 0 means tightly packed
    ptrdiff_t   stride;
    rim_pixels  layout; ///< zero is RIM_PIXELS_ALPHA8
    /// for the layouts with words: the contiguous bits of alpha, e.g. 0xff000000; 0: opaque
    uint32_t    alpha_bits;
} rim_image;

/// Creates an empty mask of a size; 0 x 0 is allowed. RIM_ERR_SIZE for a negative side or one above
/// RIM_MASK_MAX_SIDE. On failure `*out` is NULL.
RIM_API rim_status rim_mask_create(rim_mask **out, int width, int height,
                                   const rim_allocator *from);

/// Creates a mask with every pixel solid. Errors as rim_mask_create.
RIM_API rim_status rim_mask_create_filled(rim_mask **out, int width, int height,
                                          const rim_allocator *from);

/// Creates a mask of an image: a pixel is solid if alpha >= threshold. At 0 every pixel is solid, at 255 only opaque
/// ones, above 255 none. Alpha of fewer or more than 8 bits is scaled to 0 .. 255 and rounded to nearest.
/// RIM_ERR_ARGUMENT for alpha_bits that are not contiguous bits of a pixel, for an unknown layout, and for NULL
/// pixels of an image that is not empty; RIM_ERR_SIZE as rim_mask_create. On failure `*out` is NULL.
RIM_API rim_status rim_mask_create_from_image(rim_mask **out, const rim_image *image, int threshold,
                                              const rim_allocator *from);

/// Creates a mask by a color key: a pixel is solid if it differs from the key in any of the key_bits. A pixel of
/// RIM_PIXELS_RGBA8 is read as the word r | g << 8 | b << 16 | a << 24, one of RIM_PIXELS_ALPHA8 as its byte.
/// alpha_bits are ignored. Errors as rim_mask_create_from_image, except those of alpha_bits.
RIM_API rim_status rim_mask_create_from_color_key(rim_mask **out, const rim_image *image,
                                                  uint32_t key, uint32_t key_bits,
                                                  const rim_allocator *from);

/// The tolerance in comparing two pixels, each read as a word as above. A channel is a group of contiguous bits of
/// the word; its value is scaled to 0 .. 255 and rounded to nearest.
typedef struct rim_channels
{
    uint32_t bits[4]; ///< of each channel; 0: none. If all four are 0: the word's bytes, the lowest
                      ///< first
    uint8_t  tolerance[4]; ///< the largest difference of two values of the channel; 255: any
} rim_channels;

/// Creates a mask by a color: a pixel is solid if every channel is within its tolerance of the color's. color is a
/// word like the pixel's. NULL channels are all zero. alpha_bits are ignored. Errors as
/// rim_mask_create_from_color_key; RIM_ERR_ARGUMENT also for a channel whose bits are not contiguous.
RIM_API rim_status rim_mask_create_from_color(rim_mask **out, const rim_image *image,
                                              uint32_t color, const rim_channels *channels,
                                              const rim_allocator *from);

/// Creates a mask by comparison: a pixel is solid if both images' pixels there are within the tolerance in every
/// channel. (Call rim_mask_invert for the pixels that differ.) Errors as rim_mask_create_from_color; RIM_ERR_SIZE
/// also for images of different sizes, RIM_ERR_ARGUMENT also for different layouts.
RIM_API rim_status rim_mask_create_from_comparison(rim_mask **out, const rim_image *image,
                                                   const rim_image     *other,
                                                   const rim_channels  *channels,
                                                   const rim_allocator *from);

/// Creates a copy of a mask.
RIM_API rim_status rim_mask_create_copy(rim_mask **out, const rim_mask *mask,
                                        const rim_allocator *from);

/// Destroys a mask. NULL is allowed.
RIM_API void rim_mask_destroy(rim_mask *mask);

/// @{
/// Return the size in pixels, 0 .. RIM_MASK_MAX_SIDE.
RIM_API int rim_mask_width(const rim_mask *mask);
RIM_API int rim_mask_height(const rim_mask *mask);
/// @}

/// Returns true if pixel (x, y) is solid; false outside the mask.
RIM_API bool rim_mask_get(const rim_mask *mask, int x, int y);

/// Makes pixel (x, y) solid or empty. Does nothing outside the mask.
RIM_API void rim_mask_set(rim_mask *mask, int x, int y, bool solid);

/// @{
/// Read and write whole rows as 64-bit words: bit i of word k of a row is pixel 64 k + i. Bits beyond the width are
/// zero when read and ignored when written. The rows are first .. first + rows - 1. The words of a row begin stride
/// words after those of the row before; 0 means the width / 64, rounded up. Rows outside the mask are empty when read
/// and ignored when written. Rows first .. first + rows - 1; a row's words begin stride words behind those of the row
/// before, 0 meaning the width / 64, rounded up. Rows outside the mask are empty when read, and ignored when written.
RIM_API void rim_mask_read_words(const rim_mask *mask, int first, int rows, uint64_t *words,
                                 ptrdiff_t stride);
RIM_API void rim_mask_write_words(rim_mask *mask, int first, int rows, const uint64_t *words,
                                  ptrdiff_t stride);
/// @}

/// @{
/// Read and write whole rows with one byte per pixel: 1 if solid, else 0; when written, any byte but 0 is solid. The
/// stride is in bytes; 0 means the width. Rows as above.
RIM_API void rim_mask_read_bytes(const rim_mask *mask, int first, int rows, uint8_t *bytes,
                                 ptrdiff_t stride);
RIM_API void rim_mask_write_bytes(rim_mask *mask, int first, int rows, const uint8_t *bytes,
                                  ptrdiff_t stride);
/// @}

/// Paints a rectangle of the mask into an image of 32-bit pixels: *solid for solid pixels, *empty for others and
/// outside the mask. NULL leaves such pixels unchanged. `pixels` is the address of the rectangle's top left pixel;
/// its rows are stride bytes apart, 0 meaning tightly packed. To show a change, paint only the changed rectangle.
RIM_API void rim_mask_paint(const rim_mask *mask, rim_rect part, const uint32_t *solid,
                            const uint32_t *empty, uint32_t *pixels, ptrdiff_t stride);

/// Makes every pixel solid or empty.
RIM_API void rim_mask_fill(rim_mask *mask, bool solid);

/// Returns true if both masks have the same size and the same solid pixels.
RIM_API bool rim_mask_equals(const rim_mask *a, const rim_mask *b);

/// Returns the number of solid pixels.
RIM_API int64_t rim_mask_count(const rim_mask *mask);

/// Returns the smallest rectangle around the solid pixels; all zero for an empty mask.
RIM_API rim_rect rim_mask_bounds(const rim_mask *mask);

/// Returns true if a and b share a solid pixel with b's top left corner at pixel (dx, dy) of a. Any offset is
/// allowed, also one that overflows on addition. Symmetric: overlaps(b, a, -dx, -dy) is the same. Reads each shared
/// 64-pixel word at most once; rim_sprite_overlaps_at has the same result and is faster.
RIM_API bool rim_mask_overlaps(const rim_mask *a, const rim_mask *b, int dx, int dy);

/// A pixel of a mask.
typedef struct rim_pixel
{
    int x, y;
} rim_pixel;

/// Which of several pixels a function returns.
typedef enum rim_pick
{
    RIM_PICK_FIRST = 0, ///< the first in reading order: the leftmost of the topmost row
    RIM_PICK_ANY        ///< the one that is found soonest, the same on every machine
} rim_pick;

/// A pixel of one mask and the pixel of another that overlaps it.
typedef struct rim_shared_pixel
{
    bool      hit;  ///< if false, all else is zero
    rim_pixel a, b; ///< the pixel in a, and in b
} rim_shared_pixel;

/// Returns a solid pixel that a and b share at that offset: pixel p.a of a and pixel p.b = p.a - (dx, dy) of b. It
/// exists if and only if they overlap.
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

/// Lists all pairs of masks that share a pixel: writes up to capacity of them, in an order that is the same on every
/// machine, and returns their true number. Every bounding box is compared with every other, so it is for some dozens
/// of masks. For more, and for sprites that rotate, use a stage (stage.h).
RIM_API int rim_mask_pairs(const rim_placed_mask *placed, int count, rim_pick pick,
                           rim_mask_pair *out, int capacity);

/// Returns the number of solid pixels that a and b share at that offset.
RIM_API int64_t rim_mask_overlap_area(const rim_mask *a, const rim_mask *b, int dx, int dy);

/// Moments of the solid pixels.
typedef struct rim_moments2
{
    int64_t  count;      ///< the number of solid pixels
    int64_t  x, y;       ///< the sums of their columns and of their rows
    int64_t  xx, xy, yy; ///< the sums of their products
    /// the centroid of the pixels' squares: the mean column and row plus 0.5; zero for an empty mask
    rim_vec2 centroid;
    /// central moments of the pixels' squares divided by their area, in square pixels: the means of (x - cx)^2, (x -
    /// cx)(y - cy) and (y - cy)^2. xx and yy are 1/12 for a single pixel; zero for an empty mask
    double   spread_xx, spread_xy, spread_yy;
    /// unit, the direction of largest spread, with x > 0 or (0, 1); (1, 0) if all directions are equal
    rim_vec2 axis;
} rim_moments2;

/// Returns the centroid, moments and principal direction of the solid pixels. The sums are exact for every mask; the
/// other numbers are computed from exact differences of these, to within two units in the last place. The angle of
/// the axis is rim_atan2(axis.y, axis.x), clockwise on the screen, above -90 and up to 90 degrees. (M.-K. Hu, "Visual
/// pattern recognition by moment invariants", 1962.)
RIM_API rim_moments2 rim_mask_moments(const rim_mask *mask);

// --- masks made from masks -----------------------------------------------------------------------------

/// Which pixels of the first mask are solid after the operation.
typedef enum rim_mask_op
{
    RIM_MASK_AND = 0, ///< solid in both
    RIM_MASK_OR,      ///< solid in one or both
    RIM_MASK_XOR,     ///< solid in exactly one
    RIM_MASK_AND_NOT  ///< solid in the first, empty in the second
} rim_mask_op;

/// Combines b into a, with b's top left corner at pixel (dx, dy) of a. b counts as empty beyond its size, so
/// RIM_MASK_AND clears the pixels of a there. a and b may be the same mask. RIM_MASK_AND on a copy of a gives the
/// overlap as a mask.
RIM_API void rim_mask_combine(rim_mask *a, rim_mask_op op, const rim_mask *b, int dx, int dy);

/// Creates a mask of the pixels in a rectangle. The rectangle may reach beyond the mask, which adds a margin. An
/// empty rectangle gives a mask without pixels. RIM_ERR_SIZE for a side above RIM_MASK_MAX_SIDE. On failure `*out` is
/// NULL.
RIM_API rim_status rim_mask_create_window(rim_mask **out, const rim_mask *mask, rim_rect rect,
                                          const rim_allocator *from);

/// Makes solid pixels empty and empty pixels solid, inside the mask.
RIM_API void rim_mask_invert(rim_mask *mask);

/// Mirrors a mask left to right if across is true, and top to bottom if down is true.
RIM_API void rim_mask_flip(rim_mask *mask, bool across, bool down);

/// Creates a copy of a mask scaled to a size: a pixel is solid if its center lies in a solid pixel of the mask. At
/// whole multiples of the size every pixel becomes a block of pixels. A mask without pixels gives an empty one.
/// RIM_ERR_SIZE as rim_mask_create. On failure `*out` is NULL.
RIM_API rim_status rim_mask_create_resized(rim_mask **out, const rim_mask *mask, int width,
                                           int height, const rim_allocator *from);

/// Dilates a mask by a disc: every pixel whose center is at most radius from the center of a solid pixel becomes
/// solid, decided exactly. A radius below 1 changes nothing, 1 adds the four neighbors, 1.5 all eight. Pixels beyond
/// the mask's border are lost; rim_mask_create_window adds a margin first. Takes time proportional to the pixels / 64
/// times the radius, and scratch memory of the mask's size from its allocator. RIM_ERR_MEMORY, and RIM_ERR_ARGUMENT
/// for a radius that is negative or not finite; on failure nothing is changed.
RIM_API rim_status rim_mask_grow(rim_mask *mask, float radius);

/// Erodes a mask by a disc: every pixel whose center is at most radius from the center of an empty pixel becomes
/// empty; pixels outside the mask count as empty. Otherwise as rim_mask_grow.
RIM_API rim_status rim_mask_shrink(rim_mask *mask, float radius);

/// Counts the pixels that a and b share, for every offset of b in a at which they can share any:
///
///      dx = 1 - b's width .. a's width - 1,    dy = 1 - b's height .. a's height - 1
///
/// The count for (dx, dy) is counts[(dy + b's height - 1) * columns + (dx + b's width - 1)], with columns = a's width
/// + b's width - 1; there are a's height + b's height - 1 rows. Nothing is written if one of the masks has no pixels.
/// (A count of 2^32 reads as 0.)
///
/// Method: A mask is the prefix sum, along x and along y, of its corners with signs. The counts are therefore the
/// prefix sum, twice along each axis, of the differences between a's corners and b's. This takes time proportional to
/// the corners of one times those of the other, plus the offsets. (C. Esperanca and H. Samet, "Vertex representations
/// and their applications in computer graphics", 1998.) For masks of noise, words of pixels are counted instead if
/// that is less work.
///
/// Reports progress. After RIM_ERR_CANCELLED or RIM_ERR_MEMORY the content of counts is undefined.
RIM_API rim_status rim_mask_overlap_counts(const rim_mask *a, const rim_mask *b, uint32_t *counts,
                                           const rim_progress *progress, const rim_allocator *from);

/// Creates a mask of the offsets at which a and b overlap, with one pixel for each of the offsets above: pixel (dx +
/// b's width - 1, dy + b's height - 1) is solid if rim_mask_overlaps(a, b, dx, dy). This is the Minkowski sum of a
/// and of b rotated by 180 degrees: the positions that b's corner must not have. If a or b has no pixels, the result
/// has 0 x 0 pixels.
///
/// Takes time proportional to the runs of pixels in b's rows times a's words, and scratch memory of the result's
/// size. Reports progress. RIM_ERR_SIZE for a result with a side above RIM_MASK_MAX_SIDE, RIM_ERR_MEMORY,
/// RIM_ERR_CANCELLED. On failure `*out` is NULL.
RIM_API rim_status rim_mask_create_overlaps(rim_mask **out, const rim_mask *a, const rim_mask *b,
                                            const rim_progress  *progress,
                                            const rim_allocator *from);

// --- drawing -------------------------------------------------------------------------------------------

/// Fills or clears the pixels of a rectangle.
RIM_API void rim_mask_draw_rect(rim_mask *mask, rim_rect rect, bool solid);

/// Fills or clears the pixels whose center is nearer to the circle's center than radius. A radius of 0 or less draws
/// nothing.
RIM_API void rim_mask_draw_circle(rim_mask *mask, rim_vec2 center, float radius, bool solid);

/// Fills or clears the pixels whose center lies inside a closed polygon, convex or not, in either direction. If the
/// polygon crosses itself or winds twice, a point is inside if a ray from it crosses the sides an odd number of
/// times. Sides are half-open: a center exactly on a side belongs to the polygon on its right, or below if the side
/// is horizontal, so polygons that share sides tile without gaps or overlaps. The last point is joined to the first;
/// fewer than three points draw nothing. Takes time proportional to the rows times the sides.
RIM_API void rim_mask_draw_polygon(rim_mask *mask, const rim_vec2 *points, int count, bool solid);

// --- islands -------------------------------------------------------------------------------------------

/// Which pixels are connected.
typedef enum rim_touch
{
    RIM_TOUCH_CORNERS = 0, ///< solid ones that share an edge or a corner; empty ones along edges
    RIM_TOUCH_EDGES        ///< solid ones that share an edge; empty ones also at corners
} rim_touch;

/// Counts the islands and holes of a mask. Either pointer may be NULL. Takes scratch memory from the allocator,
/// proportional to the runs of pixels in the rows. RIM_ERR_MEMORY, and RIM_ERR_ARGUMENT for an unknown touch; on
/// failure both counts are unchanged.
RIM_API rim_status rim_mask_count_islands(const rim_mask *mask, rim_touch touch, int64_t *islands,
                                          int64_t *holes, const rim_allocator *from);

/// All islands of a mask, with the pixels of each. The mask is not kept.
typedef struct rim_islands rim_islands;

/// The properties of an island.
typedef struct rim_island
{
    rim_rect bounds; ///< the smallest rectangle around it
    int64_t  area;   ///< in pixels
    int64_t  holes;  ///< of this island alone, not of islands in its holes
    int      x, y;   ///< its first pixel in reading order: the leftmost of its topmost row
} rim_island;

/// Creates the list of islands of a mask. RIM_ERR_MEMORY; RIM_ERR_ARGUMENT for an unknown touch. On failure `*out` is
/// NULL.
RIM_API rim_status rim_islands_create(rim_islands **out, const rim_mask *mask, rim_touch touch,
                                      const rim_allocator *from);

/// Destroys a list of islands. NULL is allowed.
RIM_API void rim_islands_destroy(rim_islands *islands);

/// Returns all islands and writes their number to *count, which may be NULL. Owned by the rim_islands. The number of
/// an island is its index in this list.
RIM_API const rim_island *rim_islands_list(const rim_islands *islands, int64_t *count);

/// Returns the number of the island that contains pixel (x, y); -1 if the pixel is empty or outside the mask. Takes
/// time proportional to the logarithm of the number of runs in its row.
RIM_API int64_t rim_islands_at(const rim_islands *islands, int x, int y);

/// Returns the number of the island with the most pixels, of several the first; -1 if there are none.
RIM_API int64_t rim_islands_largest(const rim_islands *islands);

/// Creates a mask of one island, of the whole mask's size. A number that no island has gives an empty mask. On
/// RIM_ERR_MEMORY `*out` is NULL.
RIM_API rim_status rim_mask_create_from_island(rim_mask **out, const rim_islands *islands,
                                               int64_t number, const rim_allocator *from);

/// Follows a closed border of solid pixels from neighbor to neighbor, corners included, with the empty pixels on the
/// left. Writes up to capacity pixels in that order, beginning with the start, and returns their true number. Thin
/// parts are passed twice, so that may be more than the mask has. The start is not repeated. The start must be solid
/// and the pixel to its left empty (else the result is 0); the border is that of these empty pixels. From the first
/// pixel of an island, as in rim_island, it is the island's outer border; from a pixel to the right of a hole it is
/// the hole's. (Moore-neighbor tracing with Jacob's stopping criterion, as in R. C. Gonzalez and R. E. Woods,
/// "Digital image processing".)
RIM_API int64_t rim_mask_border(const rim_mask *mask, rim_pixel start, rim_pixel *out,
                                int64_t capacity);

// --- distance fields -----------------------------------------------------------------------------------

/// The largest width and height of a field, so that squared distances fit in 32 bits.
#define RIM_FIELD_MAX_SIDE 23170

/// Which distances a field has.
typedef enum rim_field_kind
{
    RIM_FIELD_OUTSIDE = 0, ///< of empty pixels to the nearest solid one; 0 for solid ones
    RIM_FIELD_INSIDE,      ///< of solid pixels to the nearest empty one; 0 for empty ones
    RIM_FIELD_SIGNED       ///< outside minus inside
} rim_field_kind;

/// Writes the distance of every pixel of the mask, row by row. Row y starts at out + y * stride, in elements; a
/// stride of 0 means the mask's width. Distances are rounded to within one unit in the last place; they are INFINITY
/// if there is no pixel to measure to. Takes scratch memory from the allocator, about 132 bytes per row and 5 bytes
/// per 64 pixels. RIM_ERR_SIZE beyond RIM_FIELD_MAX_SIDE; RIM_ERR_ARGUMENT for an unknown kind; RIM_ERR_MEMORY. On
/// failure nothing is written.
RIM_API rim_status rim_field_measure(const rim_mask *mask, rim_field_kind kind, float *out,
                                     ptrdiff_t stride, const rim_allocator *from);

// --- a stored field -----------------------------------------------------------------------------------

typedef struct rim_field rim_field;

/// The options of a field. Zeroed: no margin, malloc.
typedef struct rim_field_options
{
    int                  margin; ///< the pixels by which the field extends beyond the mask on each
                                 ///< side; >= 0
    const rim_allocator *allocator;
} rim_field_options;

/// Creates a field of distances to the mask's edge, with 4 bytes per pixel, margin included. The mask is not kept.
/// NULL options are all zero. RIM_ERR_SIZE if mask and margins exceed RIM_FIELD_MAX_SIDE; RIM_ERR_ARGUMENT for a
/// negative margin; RIM_ERR_MEMORY. On failure `*out` is NULL.
RIM_API rim_status rim_field_create(rim_field **out, const rim_mask *mask,
                                    const rim_field_options *options);

/// Destroys a field. NULL is allowed.
RIM_API void rim_field_destroy(rim_field *field);

/// The distance of a point from the edge, and its gradient.
typedef struct rim_field_sample
{
    float    distance; ///< > 0 outside, < 0 inside
    rim_vec2 gradient; ///< of the distance: away from the shape, of about unit length, shorter on
                       ///< ridges
} rim_field_sample;

/// Returns the field at any point, in pixels from the mask's top left corner. Its value at the center of a pixel is
/// the
///
///      distance to the nearest pixel of the other kind, minus 1/2, negated if the pixel is solid,
///
/// so that it is 0 on a straight edge between pixels. Between centers it is bilinear, and the gradient is that of the
/// bilinear surface. Beyond the outermost centers it is the value at the nearest point of the rectangle through them,
/// plus the distance to that point (at most a pixel less than the true distance), and the gradient points away from
/// there. If there is no solid pixel, or the point is not finite, the distance is FLT_MAX and the gradient is zero.
RIM_API rim_field_sample rim_field_at(const rim_field *field, rim_vec2 p);

#ifdef __cplusplus
}
#endif

#endif
