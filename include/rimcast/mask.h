/// @file
/// Masks: one bit a pixel, solid or not.
///
/// A mask is the union of its solid pixels' squares. Pixel (x, y) is the square [x, x+1) by [y, y+1),
/// x to the right, y down. Everything outside the mask's width and height is empty.
///
/// ### Masks made from masks
///
/// Mask algebra: masks made from masks, 64 pixels at a time.
///
/// Everything outside a mask is empty, before and after: what would lie outside is cut off. Offsets are
/// whole pixels; any int is allowed, also one that overflows on addition.
///
/// ### Drawing
///
/// Drawing into masks: rectangles, circles, polygons; making solid or clearing.
///
/// A pixel belongs to a shape if its centre (x + 0.5, y + 0.5) does, decided exactly for the floats
/// given. Shapes may reach beyond the mask in any way. Nothing is drawn for a shape with a coordinate
/// that is NaN or infinite. To dig a hole into a terrain, draw with solid = false.
///
/// ### Islands
///
/// Islands: the connected parts of a mask, and their holes.
///
/// An island is a largest set of solid pixels that hang together. Whether pixels that meet in a corner
/// alone hang together is the caller's choice (rim_touch). A hole is a largest set of empty pixels
/// that hang together and are cut off from the outside. Empty pixels follow the opposite rule, so that
/// every closed curve of solid pixels cuts the plane in two (Rosenfeld, "Connectivity in digital
/// pictures", 1970). Outside the mask everything is empty: an island may lie at the border.
///
/// Method: the runs of each row are joined to those that they touch in the row above by union-find
/// (Galler and Fischer, "An improved equivalence algorithm", 1964). Rows of runs are contractible and
/// meet only two by two, so islands - holes = runs - touching pairs: holes cost nothing.
///
/// ### Distance fields
///
/// Distance fields: how far every pixel is from the shape's edge, exactly.
///
/// Distances are Euclidean and between pixels' middles, so their squares are whole numbers, and they are
/// exact: an empty pixel's is that to the nearest solid pixel, a solid one's that to the nearest empty
/// one, everything outside the mask being empty.
///
/// Method: D(x, y) = min over rows r of (y - r)^2 + g(x, r)^2, with g the distance to the nearest pixel in
/// the same row, which the mask's bits tell (A. Rosenfeld and J. L. Pfaltz, "Sequential operations in
/// digital picture processing", 1966; the split into rows and columns: A. Meijster, J. B. T. M. Roerdink
/// and W. H. Hesselink, "A general algorithm for computing distance transforms in linear time", 2000; the
/// minima as a lower envelope: P. F. Felzenszwalb and D. P. Huttenlocher, "Distance transforms of sampled
/// functions", 2012). The row r that is nearest never moves up as y goes down, so that the middle row's
/// bounds those of both halves; sixteen columns are searched side by side, in whole numbers.
#ifndef RIMCAST_MASK_H
#define RIMCAST_MASK_H

#include "rimcast/base.h"
#include "rimcast/shape2.h"
#include "rimcast/vec2.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rim_mask rim_mask;

/// The largest width and height of a mask. One of w x h pixels takes about (w / 64 + 1) (h + 12) words
/// of 8 bytes, each quotient rounded up.
#define RIM_MASK_MAX_SIDE 65536

/// The usual threshold: half opaque and more is solid.
#define RIM_ALPHA_HALF 128

/// How the pixels of a rim_image lie in memory.
typedef enum rim_pixels
{
    RIM_PIXELS_ALPHA8 = 0, ///< a byte a pixel, the alpha
    RIM_PIXELS_RGBA8,      ///< four bytes a pixel, the fourth is alpha (PNG, stb_image)
    RIM_PIXELS_WORD32,     ///< a native 32-bit word a pixel; alpha_bits says which bits are alpha
    RIM_PIXELS_WORD16,     ///< a native 16-bit word a pixel, likewise (565, 1555, 4444)
    RIM_PIXELS_BYTES24, ///< three bytes a pixel, the word b0 | b1 << 8 | b2 << 16, likewise (RGB)
} rim_pixels;

/// Borrowed pixels, seen. Nothing is kept of them after a call.
typedef struct rim_image
{
    const void *pixels; ///< the top left pixel; may be NULL when width or height is 0
    int         width, height;
    /// bytes from a row to the next, may be negative; 0 means tightly packed
    ptrdiff_t   stride;
    rim_pixels  layout; ///< zero is RIM_PIXELS_ALPHA8
    /// of the layouts that have words: one run of bits of the word, e.g. 0xff000000; 0: opaque
    uint32_t    alpha_bits;
} rim_image;

/// An empty mask of a size; 0 x 0 and 1 x 1 are legal.
/// RIM_ERR_SIZE for a negative side or one above RIM_MASK_MAX_SIDE. On failure `*out` is NULL.
RIM_API rim_status rim_mask_create(rim_mask **out, int width, int height,
                                   const rim_allocator *from);

/// A mask of a size with every pixel solid.
RIM_API rim_status rim_mask_create_filled(rim_mask **out, int width, int height,
                                          const rim_allocator *from);

/// A pixel is solid if alpha >= threshold; all 256 values mean something: at 0 everything is solid, at
/// 255 only what is fully opaque. A threshold above 255 makes an empty mask. Alpha of fewer or more
/// than 8 bits is scaled to 0 .. 255, rounded to nearest.
/// RIM_ERR_ARGUMENT for alpha_bits that are no single run of a pixel's bits, for an unknown layout, and for pixels
/// that are NULL although there are some; RIM_ERR_SIZE as rim_mask_create. On failure `*out` is NULL.
RIM_API rim_status rim_mask_create_from_image(rim_mask **out, const rim_image *image, int threshold,
                                              const rim_allocator *from);

/// A pixel is solid if it differs from the key in any of the key_bits. For RIM_PIXELS_RGBA8 the pixel
/// is read as the word r | g << 8 | b << 16 | a << 24, for RIM_PIXELS_ALPHA8 as its byte. alpha_bits
/// play no part. Errors as above, but for those of alpha_bits.
RIM_API rim_status rim_mask_create_from_color_key(rim_mask **out, const rim_image *image,
                                                  uint32_t key, uint32_t key_bits,
                                                  const rim_allocator *from);

/// How alike two pixels must be, each read as a word as above. A channel is one run of bits of the word; its value is
/// scaled to 0 .. 255, rounded to nearest.
typedef struct rim_channels
{
    uint32_t bits[4]; ///< of each channel; 0: none. All four 0: the word's bytes, the lowest first
    uint8_t  tolerance[4]; ///< the largest difference of two values of the channel; 255: any
} rim_channels;

/// A pixel is solid if it is like the color, a word as the pixel's, in every channel. NULL channels are all zero.
/// alpha_bits play no part. Errors as rim_mask_create_from_color_key; RIM_ERR_ARGUMENT also for a channel that is no single
/// run of bits.
RIM_API rim_status rim_mask_create_from_color(rim_mask **out, const rim_image *image,
                                              uint32_t color, const rim_channels *channels,
                                              const rim_allocator *from);

/// A pixel is solid if the pixels of both images are alike at its place: rim_mask_invert for where they differ.
/// Errors as above; RIM_ERR_SIZE also for images of different sizes, RIM_ERR_ARGUMENT for different layouts.
RIM_API rim_status rim_mask_create_from_comparison(rim_mask **out, const rim_image *image,
                                                   const rim_image     *other,
                                                   const rim_channels  *channels,
                                                   const rim_allocator *from);

/// A mask of its own with the same pixels.
RIM_API rim_status rim_mask_create_copy(rim_mask **out, const rim_mask *mask,
                                        const rim_allocator *from);

/// NULL is allowed.
RIM_API void rim_mask_destroy(rim_mask *mask);

/// @{
/// The size in pixels, 0 .. RIM_MASK_MAX_SIDE.
RIM_API int rim_mask_width(const rim_mask *mask);
RIM_API int rim_mask_height(const rim_mask *mask);
/// @}

/// Is pixel (x, y) solid? Outside the mask: false.
RIM_API bool rim_mask_get(const rim_mask *mask, int x, int y);

/// Makes pixel (x, y) solid or empty. Outside the mask nothing happens.
RIM_API void rim_mask_set(rim_mask *mask, int x, int y, bool solid);

/// @{
/// Whole rows as 64-bit words: bit i of word k of a row is pixel 64 k + i, bits beyond the width are zero when read and
/// ignored when written. Rows first .. first + rows - 1; a row's words begin stride words behind those of the row before,
/// 0 meaning the width / 64, rounded up. Rows outside the mask are empty when read, and ignored when written.
RIM_API void rim_mask_read_words(const rim_mask *mask, int first, int rows, uint64_t *words,
                                 ptrdiff_t stride);
RIM_API void rim_mask_write_words(rim_mask *mask, int first, int rows, const uint64_t *words,
                                  ptrdiff_t stride);
/// @}

/// @{
/// Whole rows as a byte a pixel: 1 if solid, else 0; any byte but 0 is solid when written. The stride, of bytes, is the
/// width if 0. Rows as above.
RIM_API void rim_mask_read_bytes(const rim_mask *mask, int first, int rows, uint8_t *bytes,
                                 ptrdiff_t stride);
RIM_API void rim_mask_write_bytes(rim_mask *mask, int first, int rows, const uint8_t *bytes,
                                  ptrdiff_t stride);
/// @}

/// Paints a rectangle of the mask into a picture of 32-bit pixels: *solid where it is solid, *empty elsewhere, also
/// outside the mask; NULL leaves those pixels as they are. The rectangle's top left pixel is at pixels; its rows begin
/// stride bytes behind each other, 0 meaning tightly packed. To show only what has changed, paint just that part.
RIM_API void rim_mask_paint(const rim_mask *mask, rim_rect part, const uint32_t *solid,
                            const uint32_t *empty, uint32_t *pixels, ptrdiff_t stride);

/// Makes every pixel solid or empty.
RIM_API void rim_mask_fill(rim_mask *mask, bool solid);

/// Are both of the same width and height, with the same solid pixels?
RIM_API bool rim_mask_equals(const rim_mask *a, const rim_mask *b);

/// How many pixels are solid.
RIM_API int64_t rim_mask_count(const rim_mask *mask);

/// The smallest rectangle around the solid pixels; all zero for an empty mask.
RIM_API rim_rect rim_mask_bounds(const rim_mask *mask);

/// Do a and b share a solid pixel when b's top left corner lies at pixel (dx, dy) of a? Any offset is
/// allowed, also one that overflows on addition. Symmetric: overlaps(b, a, -dx, -dy) is the same.
/// Looks at each shared 64-pixel word at most once; sprites answer the same question faster.
RIM_API bool rim_mask_overlaps(const rim_mask *a, const rim_mask *b, int dx, int dy);

/// A pixel of a mask.
typedef struct rim_pixel
{
    int x, y;
} rim_pixel;

/// Which of many pixels is the answer.
typedef enum rim_pick
{
    RIM_PICK_FIRST = 0, ///< the first in reading order: the leftmost of the topmost row
    RIM_PICK_ANY        ///< the one that is found soonest, the same on every machine
} rim_pick;

/// A pixel of one mask and the pixel of another one that it meets.
typedef struct rim_shared_pixel
{
    bool      hit;  ///< if not, everything else is zero
    rim_pixel a, b; ///< in a's pixels, and in b's
} rim_shared_pixel;

/// A solid pixel that a and b share at that offset: pixel p.a of a and p.b = p.a - (dx, dy) of b. There is one if and
/// only if they overlap.
RIM_API rim_shared_pixel rim_mask_shared_pixel(const rim_mask *a, const rim_mask *b, int dx, int dy,
                                               rim_pick pick);

/// A mask and where its top left corner is.
typedef struct rim_placed_mask
{
    const rim_mask *mask;
    int             x, y;
} rim_placed_mask;

/// Two of a list that share a pixel: their places in the list, a < b, and the pixel.
typedef struct rim_mask_pair
{
    int              a, b;
    rim_shared_pixel pixel;
} rim_mask_pair;

/// All pairs of a list that share a pixel: writes up to capacity of them, in an order that is the same on every machine,
/// and returns how many there are. Every box is compared with every other, so it is for some dozens of masks; a stage
/// (stage.h) is for more, and for sprites that turn.
RIM_API int rim_mask_pairs(const rim_placed_mask *placed, int count, rim_pick pick,
                           rim_mask_pair *out, int capacity);

/// How many solid pixels a and b share at that offset.
RIM_API int64_t rim_mask_overlap_area(const rim_mask *a, const rim_mask *b, int dx, int dy);

/// How the solid pixels lie.
typedef struct rim_moments2
{
    int64_t  count;      ///< of the pixels
    int64_t  x, y;       ///< the sums of their columns and of their rows
    int64_t  xx, xy, yy; ///< the sums of their products
    /// of the pixels' squares: 0.5 more than the mean column and row; zero for an empty mask
    rim_vec2 centroid;
    /// the mean product of a point's distances from the centroid, over the pixels' squares, in square pixels: xx and yy
    /// are 1/12 for a single pixel; zero for an empty mask
    double   spread_xx, spread_xy, spread_yy;
    /// unit, the direction in which the pixels spread most, x > 0 or (0, 1); (1, 0) where no direction has more than others
    rim_vec2 axis;
} rim_moments2;

/// The centroid, moments and main direction of the solid pixels. The sums are exact for every mask; what follows is computed
/// from their exact differences, within two units in the last place of each number.
/// The angle of the axis, clockwise on the screen from x, is rim_atan2(axis.y, axis.x), in -90 < degrees <= 90.
/// (M.-K. Hu, "Visual pattern recognition by moment invariants", 1962.)
RIM_API rim_moments2 rim_mask_moments(const rim_mask *mask);

// --- masks made from masks -----------------------------------------------------------------------------

/// Which pixels of the first mask are solid afterwards.
typedef enum rim_mask_op
{
    RIM_MASK_AND = 0, ///< solid in both
    RIM_MASK_OR,      ///< in one or both
    RIM_MASK_XOR,     ///< in exactly one
    RIM_MASK_AND_NOT  ///< in the first, not in the second
} rim_mask_op;

/// Combines b into a, with b's top left corner at pixel (dx, dy) of a. Pixels of a that b does not reach
/// meet empty ones: RIM_MASK_AND clears them. a and b may be the same mask. RIM_MASK_AND into a copy of a is the
/// overlap as a mask, in a's pixels.
RIM_API void rim_mask_combine(rim_mask *a, rim_mask_op op, const rim_mask *b, int dx, int dy);

/// The pixels of a rectangle as a mask of its size; the rectangle may reach beyond the mask, which is
/// how a mask gets a margin. An empty rectangle gives a mask without pixels.
/// RIM_ERR_SIZE for a side above RIM_MASK_MAX_SIDE. On failure `*out` is NULL.
RIM_API rim_status rim_mask_create_window(rim_mask **out, const rim_mask *mask, rim_rect rect,
                                          const rim_allocator *from);

/// Solid becomes empty, empty solid, inside the mask.
RIM_API void rim_mask_invert(rim_mask *mask);

/// Mirrors left to right if across, top to bottom if down.
RIM_API void rim_mask_flip(rim_mask *mask, bool across, bool down);

/// The mask stretched or shrunk to a size: a pixel is solid if its centre lies in a solid pixel of the mask. At whole
/// multiples of the size every pixel becomes a block of pixels. A mask without pixels gives an empty one.
/// RIM_ERR_SIZE as rim_mask_create. On failure `*out` is NULL.
RIM_API rim_status rim_mask_create_resized(rim_mask **out, const rim_mask *mask, int width,
                                           int height, const rim_allocator *from);

/// Grows by a disc: solid becomes each pixel whose centre is at most radius from the centre of a solid
/// one; decided exactly. Below 1 nothing changes, at 1 the four neighbours join, at 1.5 all eight.
/// Growth stops at the mask's border; rim_mask_create_window makes room. Takes time in proportion to
/// the pixels / 64 times the radius, and scratch memory of the mask's size, from the mask's
/// allocator. RIM_ERR_MEMORY, or RIM_ERR_ARGUMENT for a radius that is negative or not finite, changes
/// nothing.
RIM_API rim_status rim_mask_grow(rim_mask *mask, float radius);

/// Shrinks by a disc: empty becomes each pixel whose centre is at most radius from the centre of an
/// empty one, those outside the mask included. Otherwise as rim_mask_grow.
RIM_API rim_status rim_mask_shrink(rim_mask *mask, float radius);

/// How many pixels a and b share, for every offset of b in a at which they can share any:
///
///      dx = 1 - b's width .. a's width - 1,    dy = 1 - b's height .. a's height - 1
///
/// The count for (dx, dy) goes to counts[(dy + b's height - 1) * columns + (dx + b's width - 1)], where
/// columns = a's width + b's width - 1; there are as many rows as b's height + a's height - 1. Nothing
/// is written if one of the masks has no pixels. (2^32 shared pixels would read 0.)
///
/// Method: a mask is the double running sum, along x and along y, of its corners with signs, and so the
/// counts are the fourfold running sum of all differences between a's corners and b's: time in
/// proportion to the corners of one times those of the other, plus the offsets. (C. Esperanca and
/// H. Samet, "Vertex representations and their applications in computer graphics", 1998.) For noise,
/// where counting words is less work, words are counted.
///
/// Reports progress. RIM_ERR_CANCELLED and RIM_ERR_MEMORY leave the buffer in any state.
RIM_API rim_status rim_mask_overlap_counts(const rim_mask *a, const rim_mask *b, uint32_t *counts,
                                           const rim_progress *progress, const rim_allocator *from);

/// The offsets of b in a at which they overlap, as a mask of one pixel for each of the offsets above: pixel
/// (dx + b's width - 1, dy + b's height - 1) is solid if rim_mask_overlaps(a, b, dx, dy). (This is the Minkowski sum of a
/// and of b turned by 180 degrees: where b's corner may not be.) Without pixels in a or b it has 0 x 0 pixels.
///
/// Takes time in proportion to the runs of pixels in b's rows times a's words, and scratch memory of the result's size.
/// Reports progress. RIM_ERR_SIZE for a result of a side above RIM_MASK_MAX_SIDE, RIM_ERR_MEMORY, RIM_ERR_CANCELLED.
/// On failure `*out` is NULL.
RIM_API rim_status rim_mask_create_overlaps(rim_mask **out, const rim_mask *a, const rim_mask *b,
                                            const rim_progress  *progress,
                                            const rim_allocator *from);

// --- drawing -------------------------------------------------------------------------------------------

/// Fills or clears the pixels of a rectangle.
RIM_API void rim_mask_draw_rect(rim_mask *mask, rim_rect rect, bool solid);

/// The pixels whose centre lies inside the circle, nearer to its centre than radius: on the circle is
/// outside. A radius of 0 or less draws nothing.
RIM_API void rim_mask_draw_circle(rim_mask *mask, rim_vec2 centre, float radius, bool solid);

/// The pixels whose centre lies inside a closed polygon, convex or not, in either direction. Where it
/// crosses itself or winds twice, a point is inside if a ray from it crosses the sides an odd number of
/// times. Sides are half-open: a centre exactly on a side belongs to the polygon on its right, or
/// below if the side is level; so polygons that share sides tile without gaps or overlaps. The last
/// point joins the first; fewer than three draw nothing. Takes time in proportion to the rows times
/// the sides.
RIM_API void rim_mask_draw_polygon(rim_mask *mask, const rim_vec2 *points, int count, bool solid);

// --- islands -------------------------------------------------------------------------------------------

/// Which pixels hang together.
typedef enum rim_touch
{
    RIM_TOUCH_CORNERS = 0, ///< solid ones that share an edge or a corner; empty ones along edges
    RIM_TOUCH_EDGES        ///< solid ones that share an edge; empty ones also at corners
} rim_touch;

/// How many islands and holes a mask has. Either pointer may be NULL.
/// Works in scratch memory from the allocator, in proportion to the runs of pixels in the rows.
/// RIM_ERR_MEMORY leaves both counts as they were; RIM_ERR_ARGUMENT for an unknown touch.
RIM_API rim_status rim_mask_count_islands(const rim_mask *mask, rim_touch touch, int64_t *islands,
                                          int64_t *holes, const rim_allocator *from);

/// All islands of a mask, with the pixels of each. It keeps no tie to the mask.
typedef struct rim_islands rim_islands;

/// What is known of an island.
typedef struct rim_island
{
    rim_rect bounds; ///< the smallest rectangle around it
    int64_t  area;   ///< pixels
    int64_t  holes;  ///< of this island alone, whatever lies in them
    int      x, y;   ///< its first pixel: the leftmost of its topmost row
} rim_island;

/// Finds the connected parts of a mask. Failing, `*out` is NULL: RIM_ERR_MEMORY, RIM_ERR_ARGUMENT for an unknown touch.
RIM_API rim_status rim_islands_create(rim_islands **out, const rim_mask *mask, rim_touch touch,
                                      const rim_allocator *from);

/// NULL is allowed.
RIM_API void rim_islands_destroy(rim_islands *islands);

/// All islands, and how many there are; count may be NULL. Owned by the rim_islands. An island's number is the place in
/// this list.
RIM_API const rim_island *rim_islands_list(const rim_islands *islands, int64_t *count);

/// The number of the island that pixel (x, y) belongs to; -1 if it is empty or outside the mask. Takes time in proportion
/// to the logarithm of the runs in its row.
RIM_API int64_t rim_islands_at(const rim_islands *islands, int x, int y);

/// The number of the island with the most pixels, of several the first; -1 without islands.
RIM_API int64_t rim_islands_largest(const rim_islands *islands);

/// One island alone, as a mask of the whole mask's size. A number that no island has gives an empty mask.
/// RIM_ERR_MEMORY: `*out` is NULL.
RIM_API rim_status rim_mask_create_from_island(rim_mask **out, const rim_islands *islands,
                                               int64_t number, const rim_allocator *from);

/// Follows a border of solid pixels from neighbour to neighbour, corners included, with the empty pixels on the left hand:
/// writes up to capacity pixels in that order, the start first, and returns how many there are, which may be more than
/// the mask has: thin parts are passed twice. The way is closed; the start is not repeated.
/// It is the border of the empty pixels to the left of the start, which must be solid, and the pixel to its left empty
/// (else 0): the first pixel of an island, as rim_island has it, follows the island's outer border; one to the right of
/// a hole follows the hole's.
/// (Moore's neighbourhood; the end by J. Jacob, as in R. C. Gonzalez and R. E. Woods, "Digital image processing".)
RIM_API int64_t rim_mask_border(const rim_mask *mask, rim_pixel start, rim_pixel *out,
                                int64_t capacity);

// --- distance fields -----------------------------------------------------------------------------------

/// The largest width and height of a field, so that squares fit in 32 bits.
#define RIM_FIELD_MAX_SIDE 23170

/// Which distances.
typedef enum rim_field_kind
{
    RIM_FIELD_OUTSIDE = 0, ///< of empty pixels to the nearest solid one; 0 in solid ones
    RIM_FIELD_INSIDE,      ///< of solid pixels to the nearest empty one; 0 in empty ones
    RIM_FIELD_SIGNED       ///< outside minus inside
} rim_field_kind;

/// Writes the distance of every pixel of the mask, row by row; row y starts at out + y * stride, counted in
/// elements, 0 meaning the mask's width. Rounded to within one unit in the last place. Where there is
/// nothing to be distant from (no solid pixel anywhere) it is INFINITY.
/// Works in scratch memory from the allocator, about 132 bytes for each row and 5 for each 64 pixels.
/// RIM_ERR_SIZE beyond RIM_FIELD_MAX_SIDE, RIM_ERR_ARGUMENT for an unknown kind, RIM_ERR_MEMORY; then
/// nothing is written.
RIM_API rim_status rim_field_measure(const rim_mask *mask, rim_field_kind kind, float *out,
                                     ptrdiff_t stride, const rim_allocator *from);

// --- a field to ask ----------------------------------------------------------------------------------

typedef struct rim_field rim_field;

/// Zero means: no margin, malloc.
typedef struct rim_field_options
{
    int                  margin; ///< how many pixels it reaches beyond the mask on each side; >= 0
    const rim_allocator *allocator;
} rim_field_options;

/// A field of distances to the edge, 4 bytes a pixel, margin included; keeps no tie to the mask. NULL options are all zero.
/// RIM_ERR_SIZE if mask and margins exceed RIM_FIELD_MAX_SIDE, RIM_ERR_ARGUMENT for a negative margin,
/// RIM_ERR_MEMORY. On failure `*out` is NULL.
RIM_API rim_status rim_field_create(rim_field **out, const rim_mask *mask,
                                    const rim_field_options *options);

/// NULL is allowed.
RIM_API void rim_field_destroy(rim_field *field);

/// How far a point is from the edge, and which way that grows.
typedef struct rim_field_sample
{
    float    distance; ///< > 0 outside, < 0 inside
    rim_vec2 gradient; ///< of distance: away from the shape, about unit, shorter on ridges
} rim_field_sample;

/// The field at any point, in pixels from the mask's top left corner. Each pixel's middle has
///
///      distance to the nearest pixel of the other kind, less a half, negative if solid,
///
/// so that it is 0 on a straight edge between pixels; in between it is bilinear, and the gradient is that
/// of the bilinear surface. Beyond the outermost middles: the value at the nearest point of the rectangle
/// through them, plus the distance to that point (never less than the true distance by more than a pixel),
/// and the way from there. Where there is no solid pixel it is FLT_MAX with no gradient; so it is for a
/// point that is not finite.
RIM_API rim_field_sample rim_field_at(const rim_field *field, rim_vec2 p);

#ifdef __cplusplus
}
#endif

#endif
