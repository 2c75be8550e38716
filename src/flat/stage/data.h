// The data of a stage.
#ifndef RIM_FLAT_STAGE_DATA_H
#define RIM_FLAT_STAGE_DATA_H

#include "flat/stage/boxes.h"
#include "rimcast/stage.h"

#include <math.h>

// A slot, which an object has or which is free.
typedef struct stage_item
{
    rim_posed posed;          // the sprite is NULL for a figure
    uint64_t  bounds_changes; // the sprite's count of changes when the slot's box was computed
    uint32_t  layers, ignores;
    uint32_t  generation; // of the object, or of the next one if the slot is free
    bool      present;    // false for a free slot
    bool      whole;      // a sprite without rotation, scale or reflection, at whole pixels
    int       x, y;       // if whole: the top left corner of the image in the world
                          // if free: x is the next free slot, or -1
} stage_item;

// The parts of a slot's figure; none for a sprite.
typedef struct stage_parts
{
    const rim_figure_part *list;
    int                    count;
} stage_parts;

// A list of pairs that grows.
typedef struct stage_pairs
{
    rim_pair *list;
    size_t    capacity;
    int       count;
} stage_pairs;

// A range of consecutive boxes: from .. end - 1.
typedef struct stage_band
{
    int32_t from, end; // from is a multiple of STAGE_LANES
} stage_band;

enum
{
    STAGE_BANDS = 256, // the most bands
    // The room for sorted boxes, as a multiple of the capacity: a box may be in several bands.
    STAGE_SORTED = 2,
    STAGE_DIGIT = 11,               // the bits of a digit in a radix sort
    STAGE_DIGITS = 1 << STAGE_DIGIT // the number of different digits
};

struct rim_stage
{
    void        *block; // the memory of the arrays by slot, of the sorted boxes and of the keys
    stage_item  *items; // by slot
    void       **users; // by slot
    stage_parts *parts; // by slot

    // By slot: the box around the solid pixels, and the box around the image. The count of both is the number of slots,
    // free ones included. A box of `boxes` is out of date once an update of the sprite has changed its bounds. The box
    // around the image always contains the solid pixels, so const queries search `images` first.
    stage_boxes boxes, images;

    // The result of stage_sort. In `sorted`, index 0 is the axis along which each band is sorted and 1 the other one,
    // so x and y may be exchanged. A box has one position in each band that it touches.
    stage_boxes sorted;
    int32_t    *slot_of; // by position: the slot of the box
    // By position: boxes of the band from this position on begin where the box ends, or later.
    int32_t    *ends;
    uint16_t   *begins; // a bit by position: set if the band is the first one that the box touches
    stage_band  bands[STAGE_BANDS];
    int         band_count;
    uint64_t   *keys[2]; // scratch memory of the sort

    int                 capacity;  // of the arrays by slot, a multiple of STAGE_LANES
    int                 present;   // the number of objects
    int                 free_slot; // the first of the list of free slots, or -1
    bool                boxes_only;
    const stage_kernel *kernel;
    stage_pairs         touching, entered, left; // the result of the last update
    stage_pairs         next;                    // the pairs that the present update finds
    rim_allocator       allocator;
};

static inline rim_handle stage_handle(const rim_stage *stage, int slot)
{
    rim_handle handle = { (uint32_t)slot, stage->items[slot].generation };
    return handle;
}

static inline rim_box2 stage_box(const stage_boxes *boxes, int i)
{
    rim_box2 box = { { boxes->lo[0][i], boxes->lo[1][i] }, { boxes->hi[0][i], boxes->hi[1][i] } };
    return box;
}

// Returns the empty box of stages, which shares area with no box. rim_box2_empty, whose sides are finite, would share
// area with a box of infinite sides.
static inline rim_box2 stage_empty_box(void)
{
    return rim_box2_make(rim_vec2_make(INFINITY, INFINITY), rim_vec2_make(-INFINITY, -INFINITY));
}

static inline void stage_put_box(const stage_boxes *boxes, int i, rim_box2 box)
{
    boxes->lo[0][i] = box.lo.x, boxes->lo[1][i] = box.lo.y;
    boxes->hi[0][i] = box.hi.x, boxes->hi[1][i] = box.hi.y;
}

static inline void stage_clear_box(const stage_boxes *boxes, int i)
{
    stage_put_box(boxes, i, stage_empty_box());
}

static inline bool stage_is_same(rim_handle a, rim_handle b)
{
    return a.slot == b.slot && a.generation == b.generation;
}

// Returns the item of a handle, or NULL if its object is not on the stage.
stage_item *stage_find(const rim_stage *stage, rim_handle who);

// Returns the box around the solid pixels as they are now, which may differ from stage->boxes. Requires a slot that is
// not free.
rim_box2 stage_solid_box(const rim_stage *stage, int slot);

// Returns true for a slot with a figure.
static inline bool stage_is_figure(const rim_stage *stage, int slot)
{
    return !stage->items[slot].posed.sprite;
}

// Returns the figure of a slot that has one.
static inline rim_figure stage_figure(const rim_stage *stage, int slot)
{
    const stage_parts *parts = &stage->parts[slot];
    rim_figure         figure = { parts->list, parts->count, stage->items[slot].posed.pose };
    return figure;
}

// Returns true if the objects in two slots share area. If which is not NULL, *which becomes the parts that share it (0
// for a sprite), or -1 and -1.
bool stage_shapes_overlap(const rim_stage *stage, int a, int b, rim_parts *which);

// Computes the boxes of a slot from its sprite or figure and its pose.
void stage_place(rim_stage *stage, int slot);

// Recomputes the boxes of all sprites whose bounds have changed, and of all figures.
void stage_refresh(rim_stage *stage);

// Sorts the boxes of all objects into bands (bands.c). Two boxes that share area are both in some band that is the
// first one of at least one of them, and of such bands there is only one.
void stage_sort(rim_stage *stage);

// Sets the same arrays as stage_sort, but lists the boxes that are not empty in one band, in the order of slots. So
// each box is a candidate of every other one.
void stage_list(rim_stage *stage);

// Creates an empty stage as rim_stage_create does, with the given kernel.
rim_status stage_create_with(rim_stage **out, const rim_stage_options *options,
                             const stage_kernel *kernel);

// Makes room for count sprites in all, so that rim_stage_add cannot fail until there are more.
rim_status stage_reserve(rim_stage *stage, int count);

#endif
