// The inside of movies and bitmaps, and their units.
//
// A clip keeps its place among its siblings by depth, its matrix to the stage, and the box on the stage
// of what it shows itself. The boxes of all clips on the list hang in the movie's tree, so that what
// lies under a point is found without walking the list. Everything is brought up to date when it
// changes (flash_update); questions only read.
#ifndef RIM_FLAT_FLASH_DATA_H
#define RIM_FLAT_FLASH_DATA_H

#include "rimcast/flash.h"
#include "rimcast/flash_shape.h"
#include "base/tree.h"

#include <math.h>
#include <stdint.h>

// --- pixels and twips --------------------------------------------------------------------------------

// Pixels to twips, cut towards zero. NaN gives 0; what does not fit gives the smallest number, as the
// processor's own conversion does, which the recorded answers show.
static inline int32_t flash_twips(double pixels)
{
    double twips = pixels * 20.0;
    if (twips != twips) return 0;
    return twips > -2147483649.0 && twips < 2147483648.0 ? (int32_t)twips : INT32_MIN;
}

static inline double flash_pixels(double twips)
{
    return twips / 20.0;
}

// The nearest whole twip, halves upward, clamped to 32 bits. NaN gives 0.
static inline int32_t flash_round(double twips)
{
    if (!(twips > -2147483648.0)) return twips == twips ? INT32_MIN : 0;
    if (twips >= 2147483647.0) return INT32_MAX;
    // x - floor(x) is exact, so adding 1/2 cannot round a value just below a half upwards.
    int64_t below = (int64_t)twips - ((double)(int64_t)twips > twips);
    return (int32_t)(below + (twips - (double)below >= 0.5));
}

// --- bitmaps -----------------------------------------------------------------------------------------

struct rim_flash_bitmap
{
    rim_allocator from;
    int           width, height;
    bool          transparent, disposed;
    uint8_t      *alpha; // NULL once disposed
};

// --- movies ------------------------------------------------------------------------------------------

// A map in doubles, twips to twips.
typedef struct flash_map
{
    double a, b, c, d, tx, ty;
} flash_map;

// An inverse, if there is one.
typedef struct flash_inverse
{
    flash_map map;
    bool      exists;
} flash_inverse;

struct rim_flash_clip
{
    rim_flash      *movie;
    rim_flash_clip *parent;
    rim_flash_clip *first, *last;  // inside, by depth
    rim_flash_clip *below, *above; // siblings
    rim_flash_clip *older, *newer; // all clips of the movie
    char           *name;          // behind the clip in the same block; NULL for a nameless one
    size_t          bytes;         // of the block
    int             depth, clip_depth;
    int             layers; // how many inside have a clip_depth
    bool            visible;
    bool            listed; // reached from the root

    rim_flash_matrix matrix;
    double           xscale, yscale; // 1 is 100 %
    double           rotation, skew; // degrees, radians
    flash_map        to_stage;
    flash_inverse    from_stage;

    const rim_flash_shape  *shape;
    const rim_flash_bitmap *bitmap;
    int                     alpha_threshold;
    rim_flash_box           content;  // own space; empty for nothing
    rim_flash_box           on_stage; // of the content
    int                     leaf;     // in the tree

    rim_flash_clip *mask;   // masks this one
    rim_flash_clip *masked; // is masked by this one
    rim_flash_clip *drop_target;
    rim_flash_clip *dropper; // the first one that has this as its drop target
    rim_flash_clip *dropper_before, *dropper_after; // the others of the same drop target
};

struct rim_flash
{
    rim_allocator        from;
    rim_flash_generation generation;
    rim_flash_clip      *root;
    rim_flash_clip      *newest;
    rim_flash_clip     **by_leaf; // of the tree
    int                  clip_count, clip_room;
    box_tree            *tree;

    rim_flash_point mouse;
    rim_flash_clip *dragged;
    bool            lock_center, limited;
    double          grip_x, grip_y; // twips: the clip's place less the mouse's
    int32_t         limits[4];      // left, top, right, bottom
};

// --- matrix.c ---------------------------------------------------------------------------------------

flash_map flash_map_identity(void);
flash_map flash_map_of(rim_flash_matrix matrix);
flash_map flash_map_mul(flash_map outer, flash_map inner);

// A clip's matrix behind its parent's. The player's matrices hold whole twips, so what the parent makes
// of the child's place is rounded at every level of the display list.
flash_map flash_map_nest(flash_map parent, flash_map child);

flash_inverse flash_map_inverse(flash_map map);

static inline rim_flash_point flash_map_apply(const flash_map *m, double x, double y)
{
    rim_flash_point p = { m->a * x + m->c * y + m->tx, m->b * x + m->d * y + m->ty };
    return p;
}

rim_flash_box flash_box_empty(void);
bool          flash_box_is_empty(rim_flash_box box);
rim_flash_box flash_box_union(rim_flash_box a, rim_flash_box b);

// The box around the four corners' images, rounded to whole twips.
rim_flash_box flash_map_box(const flash_map *map, rim_flash_box box);

// --- place.c ---------------------------------------------------------------------------------------

// Brings a clip and all inside up to date after its matrix, its parent or its content changed.
void flash_update(rim_flash_clip *clip);

// The next clip of the walk over all inside top, parents first, siblings upward; NULL at the end.
rim_flash_clip *flash_walk(const rim_flash_clip *top, const rim_flash_clip *at);

// Is it the same or inside?
bool flash_within(const rim_flash_clip *clip, const rim_flash_clip *top);

// Sets or, with NULL, takes off a clip's drop target.
void flash_set_drop_target(rim_flash_clip *clip, rim_flash_clip *target);

// --- hit_test.c -----------------------------------------------------------------------------------------

typedef enum flash_skip
{
    FLASH_SKIP_NOTHING = 0,
    FLASH_SKIP_MASKS = 1,     // clips that serve as masks
    FLASH_SKIP_INVISIBLE = 2, // but for masks
} flash_skip;

// A shape test against a point of the stage, twips.
bool flash_shape_hit(const rim_flash_clip *clip, double x, double y, int skip);

// What is under a point inside the container; visited counts the tree's nodes that were looked at.
int flash_under_point(const rim_flash_clip *container, double x, double y, rim_flash_clip **out,
                      int capacity, int *visited);

// The topmost under a point of the stage (twips) without what is inside left_out; NULL: nothing.
rim_flash_clip *flash_topmost(const rim_flash *movie, double x, double y,
                              const rim_flash_clip *left_out);

// --- parts of public calls -----------------------------------------------------------------------------

// What a threshold that a script writes comes to, 0 .. 255. AS2: made a signed 32-bit number, then
// cut to 0 .. 255, so that null, {} and -1 all are 0 and 256 is 255. AS3: made unsigned, so that -1
// is 255. Fractions are cut off. NaN (what undefined and {} become) is 0.
int flash_threshold(rim_flash_generation generation, double written);

// hitTest(firstPoint, threshold, Point): is the pixel at `point` opaque enough? Outside: false.
// Against a point, threshold 0 acts as 1: a wholly transparent pixel never hits.
bool flash_bitmap_hit_point(const rim_flash_bitmap *bitmap, rim_flash_pixel first_point,
                            int threshold, rim_flash_pixel point);

// hitTest(firstPoint, threshold, Rectangle): is any pixel of columns x .. x + width - 1 and rows
// y .. y + height - 1? The rectangle is cut to the bitmap; width or height <= 0: false. Here threshold
// 0 is taken at its word: every pixel hits.
bool flash_bitmap_hit_rect(const rim_flash_bitmap *bitmap, rim_flash_pixel first_point,
                           int threshold, int x, int y, int width, int height);

// hitTest(firstPoint, threshold, BitmapData, secondPoint, secondThreshold): is there a place where
// both bitmaps are opaque enough, each by its own threshold? Threshold 0 is taken at its word: two
// transparent bitmaps that overlap do hit. In AS3 a Bitmap stands for its BitmapData.
bool flash_bitmap_hit_bitmap(const rim_flash_bitmap *bitmap, rim_flash_pixel first_point,
                             int threshold, const rim_flash_bitmap *second,
                             rim_flash_pixel second_point, int second_threshold);

// The box around the shape, with its strokes and without.
rim_flash_box flash_shape_bounds(const rim_flash_shape *shape);
rim_flash_box flash_shape_edge_bounds(const rim_flash_shape *shape);

// AS3, inside content that a Loader brought: there the coordinates are those of the stage.
bool flash_hit_test_point_on_stage(const rim_flash_clip *clip, double x, double y, bool shape_flag);

#endif
