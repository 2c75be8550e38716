// The data of movies and bitmaps, and their units.
//
// A clip stores its position among its siblings, its matrix to the stage, and the box on the stage of its own content.
// The movie's tree has the boxes of all clips on the list, so queries for a point need not traverse the list.
// flash_update updates all of it after a change; queries only read.
#ifndef RIM_FLAT_FLASH_DATA_H
#define RIM_FLAT_FLASH_DATA_H

#include "rimcast/flash.h"
#include "rimcast/flash_shape.h"
#include "base/tree.h"

#include <math.h>
#include <stdint.h>

// --- pixels and twips --------------------------------------------------------------------------------

enum
{
    FLASH_TWIPS_PER_PIXEL = 20
};

// Returns pixels as twips, rounded towards zero. NaN gives 0. Numbers that don't fit give INT32_MIN, as in the answers
// recorded from the player. All numbers above -2^31 - 1 fit, because they are rounded up to -2^31 or more.
static inline int32_t flash_twips(double pixels)
{
    double twips = pixels * FLASH_TWIPS_PER_PIXEL;
    if (twips != twips) return 0;
    return twips > -2147483649.0 && twips < 2147483648.0 ? (int32_t)twips : INT32_MIN;
}

// Coordinates of content are 32-bit twips, so all content is nearer than this. Positions beyond it hit nothing. Up to
// it, sums and products of coordinates stay exact and in the range of 64-bit integers.
#define FLASH_FAR_TWIPS 0x1p40

static inline double flash_pixels(double twips)
{
    return twips / FLASH_TWIPS_PER_PIXEL;
}

// Returns the whole twip nearest to `twips`, with halves rounded up, clamped to 32 bits. NaN gives 0.
static inline int32_t flash_round(double twips)
{
    if (!(twips > -2147483648.0)) return twips == twips ? INT32_MIN : 0;
    if (twips >= 2147483647.0) return INT32_MAX;
    // `below` is floor(twips). twips - below is exact, so it is compared with 1/2 without rounding. floor(twips + 0.5)
    // could round a value just below a half upwards.
    int64_t below = (int64_t)twips - ((double)(int64_t)twips > twips);
    return (int32_t)(below + (twips - (double)below >= 0.5));
}

// --- bitmaps -----------------------------------------------------------------------------------------

struct rim_flash_bitmap
{
    rim_allocator from;
    int           width, height;
    bool          transparent, disposed;
    uint8_t      *alpha; // row by row; NULL once disposed
};

// --- movies ------------------------------------------------------------------------------------------

// An affine map in doubles, from twips to twips.
typedef struct flash_map
{
    double a, b, c, d, tx, ty;
} flash_map;

// The inverse of a map. If there is none, `exists` is false and `map` is the identity.
typedef struct flash_inverse
{
    flash_map map;
    bool      exists;
} flash_inverse;

struct rim_flash_clip
{
    rim_flash      *movie;
    rim_flash_clip *parent;
    rim_flash_clip *first, *last;      // the lowest and the highest child, by depth
    rim_flash_clip *below, *above;     // the neighboring siblings, by depth
    rim_flash_clip *older, *newer;     // the list of all clips of the movie, by creation
    char           *name;              // after the clip in the same block; NULL if it has none
    size_t          bytes;             // the size of the block
    int             depth, clip_depth; // clip_depth > 0: a mask layer for siblings up to that depth
    int             layers;            // the number of children that are mask layers
    bool            visible;
    bool            listed; // true if the root contains it

    rim_flash_matrix matrix;
    double           xscale, yscale; // in percent
    double           rotation;       // of the x axis, in degrees
    double           skew;       // the rotation of the y axis less that of the x axis, in radians
    flash_map        to_stage;   // own space to the stage
    flash_inverse    from_stage; // its inverse

    const rim_flash_shape  *shape;           // the clip's own drawing is this shape,
    const rim_flash_bitmap *bitmap;          // or this bitmap; at most one of the two is not NULL
    int                     alpha_threshold; // of the bitmap
    rim_flash_box content;  // the box of its own shape or bitmap in its own space, or empty
    rim_flash_box on_stage; // the image of `content` on the stage, or empty
    int           leaf;     // its leaf in the movie's tree

    rim_flash_clip *mask;   // the clip that masks this one, or NULL
    rim_flash_clip *masked; // the clip that this one masks, or NULL
    rim_flash_clip *drop_target;
    rim_flash_clip *first_dropped; // begins the list of the clips whose drop target is this clip
    rim_flash_clip *previous_dropped, *next_dropped; // its neighbors in the list of drop_target
};

struct rim_flash
{
    rim_allocator        from;
    rim_flash_generation generation;
    rim_flash_clip      *root;
    rim_flash_clip      *newest;
    box_tree            *tree;    // of the boxes on the stage of all listed clips
    rim_flash_clip     **by_leaf; // the clip of each leaf
    int                  clip_count;
    int                  clip_room; // the capacity of by_leaf and of the tree

    rim_flash_point mouse; // in pixels
    rim_flash_clip *dragged;
    bool            lock_center, limited;
    double          grip_x, grip_y; // the clip's position less that of the mouse, in twips
    int32_t         limits[4];      // of the clip's position, in twips: left, top, right, bottom
};

// --- matrix.c ---------------------------------------------------------------------------------------

flash_map flash_map_identity(void);
flash_map flash_map_of(rim_flash_matrix matrix);

// Returns the map that applies inner first, then outer, without rounding to twips.
flash_map flash_map_mul(flash_map outer, flash_map inner);

// Returns the map that applies child first, then parent. As in the player, matrices have whole twips, so the
// translation is rounded at every level of the display list.
flash_map flash_map_nest(flash_map parent, flash_map child);

// Returns the inverse of a map. `exists` is false if the map is singular or its inverse is not finite.
flash_inverse flash_map_inverse(flash_map map);

static inline rim_flash_point flash_map_apply(const flash_map *m, double x, double y)
{
    rim_flash_point p = { m->a * x + m->c * y + m->tx, m->b * x + m->d * y + m->ty };
    return p;
}

rim_flash_box flash_box_empty(void);
bool          flash_box_is_empty(rim_flash_box box);

// Returns the smallest box around both. flash_box_empty() adds nothing, other empty boxes may.
rim_flash_box flash_box_union(rim_flash_box a, rim_flash_box b);

// Returns the box around the images of a box's four corners, each rounded to whole twips. Empty for an empty box.
rim_flash_box flash_map_box(const flash_map *map, rim_flash_box box);

// --- place.c ---------------------------------------------------------------------------------------

// Updates a clip and all clips inside it after a change of the clip's matrix, parent or content.
void flash_update(rim_flash_clip *clip);

// Returns the clip after `at` in the traversal of `top` and all clips inside it: parents first, siblings from the
// lowest up. The traversal begins with at = top. Returns NULL at the end.
rim_flash_clip *flash_walk(const rim_flash_clip *top, const rim_flash_clip *at);

// Returns true if clip is top or inside it.
bool flash_within(const rim_flash_clip *clip, const rim_flash_clip *top);

// Sets or, with NULL, takes off a clip's drop target.
void flash_set_drop_target(rim_flash_clip *clip, rim_flash_clip *target);

// --- hit_test.c -----------------------------------------------------------------------------------------

// The clips that a test skips, as bits.
typedef enum flash_skip
{
    FLASH_SKIP_NOTHING = 0,
    FLASH_SKIP_MASKS = 1,     // skip clips that mask another clip
    FLASH_SKIP_INVISIBLE = 2, // skip invisible clips, except those that mask another clip
} flash_skip;

// Returns true if a drawing inside a clip is at a point of the stage, in twips, and shown there.
bool flash_shape_hit(const rim_flash_clip *clip, double x, double y, int skip);

// Lists the clips inside the container whose own drawing is at a point of the stage (in twips) and shown there, from
// the lowest to the topmost. Writes the topmost `capacity` of them and returns the number of all. *visited becomes the
// number of tree nodes visited, or 0 if the tree was not used to the end.
int flash_under_point(const rim_flash_clip *container, double x, double y, rim_flash_clip **out,
                      int capacity, int *visited);

// Returns the topmost clip under a point of the stage (twips), ignoring left_out and the clips inside it; NULL if
// there is none.
rim_flash_clip *flash_topmost(const rim_flash *movie, double x, double y,
                              const rim_flash_clip *left_out);

// --- parts of public calls -----------------------------------------------------------------------------

// Returns the threshold 0 .. 255 for a number in a script, without its fraction. AS2 converts it to a signed 32-bit
// number and clamps that, so null, {} and -1 are 0 and 256 is 255. AS3 converts it to an unsigned number first, so -1
// is 255. NaN (undefined and {}) is 0.
int flash_threshold(rim_flash_generation generation, double written);

// hitTest(firstPoint, threshold, Point): returns true if the alpha of the pixel at `point` reaches the threshold; false
// outside. Threshold 0 acts as 1: a transparent pixel never hits a point.
bool flash_bitmap_hit_point(const rim_flash_bitmap *bitmap, rim_flash_pixel first_point,
                            int threshold, rim_flash_pixel point);

// hitTest(firstPoint, threshold, Rectangle): returns true if a pixel of columns x .. x + width - 1 and of rows y .. y
// + height - 1 reaches the threshold. The rectangle is clipped to the bitmap; false if width or height is <= 0. With
// threshold 0 every pixel hits.
bool flash_bitmap_hit_rect(const rim_flash_bitmap *bitmap, rim_flash_pixel first_point,
                           int threshold, int x, int y, int width, int height);

// hitTest(firstPoint, threshold, BitmapData, secondPoint, secondThreshold): returns true if at some position both
// bitmaps reach their own thresholds. With thresholds 0, transparent bitmaps that overlap hit. In AS3 a Bitmap may be
// passed for its BitmapData.
bool flash_bitmap_hit_bitmap(const rim_flash_bitmap *bitmap, rim_flash_pixel first_point,
                             int threshold, const rim_flash_bitmap *second,
                             rim_flash_pixel second_point, int second_threshold);

// Return the box around the shape, with its strokes and without.
rim_flash_box flash_shape_bounds(const rim_flash_shape *shape);
rim_flash_box flash_shape_edge_bounds(const rim_flash_shape *shape);

// hitTestPoint of AS3 in content loaded by a Loader, where coordinates are those of the stage.
bool flash_hit_test_point_on_stage(const rim_flash_clip *clip, double x, double y, bool shape_flag);

#endif
