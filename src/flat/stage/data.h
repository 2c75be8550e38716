// The inside of a stage.
#ifndef RIM_FLAT_STAGE_DATA_H
#define RIM_FLAT_STAGE_DATA_H

#include "flat/stage/boxes.h"
#include "rimcast/stage.h"

typedef struct stage_item
{
    rim_posed posed;
    uint64_t  bounds_changes; // of the sprite when its box was computed
    uint32_t  layers, ignores;
    uint32_t  generation; // of the present or the next occupant
    bool      present;
    bool      whole; // upright, at whole pixels
    int x, y; // its image's corner, if so; x of a free slot is the next free one, -1 at the end
} stage_item;

// The parts of one that is a figure; it has no sprite.
typedef struct stage_parts
{
    const rim_figure_part *list;
    int                    count;
} stage_parts;

typedef struct stage_pairs
{
    rim_pair *list;
    size_t    capacity;
    int       count;
} stage_pairs;

// Some boxes of a band, side by side.
typedef struct stage_band
{
    int32_t from, end; // from is a multiple of STAGE_LANES
} stage_band;

enum
{
    STAGE_BANDS = 256, // at most
    STAGE_SORTED = 2,  // room for so many times as many sorted boxes: some lie in two bands
    STAGE_DIGIT = 11,  // bits that one pass of a sort looks at
    STAGE_DIGITS = 1 << STAGE_DIGIT
};

struct rim_stage
{
    void        *block; // all lists of a capacity
    stage_item  *items;
    void       **users; // by slot
    stage_parts *parts; // by slot

    // By slot; count is the number of slots in use. A box around solid pixels is out of date once an update of the
    // sprite has changed its bounds. The box around the image always holds the solid pixels: const queries search
    // these boxes first.
    stage_boxes boxes, images;

    // What stage_sort found, in bands across an axis; `sorted` has that axis for y.
    stage_boxes sorted;
    int32_t    *slot_of; // of the sorted ones
    int32_t    *ends;    // of each: none from here on begins before this one ends
    uint16_t  *begins; // a bit for each of the sorted ones: is this the first band that it lies in?
    stage_band bands[STAGE_BANDS];
    int        band_count;
    uint64_t  *keys[2]; // room to sort in

    int                 capacity; // of all lists, a multiple of STAGE_LANES
    int                 present;
    int                 free_slot; // -1 for none
    bool                boxes_only;
    const stage_kernel *kernel;
    stage_pairs         touching, entered, left, next;
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

static inline void stage_clear_box(stage_boxes *boxes, int i)
{
    boxes->lo[0][i] = boxes->lo[1][i] = FLT_MAX;
    boxes->hi[0][i] = boxes->hi[1][i] = -FLT_MAX;
}

static inline bool stage_is_same(rim_handle a, rim_handle b)
{
    return a.slot == b.slot && a.generation == b.generation;
}

// Returns the one by this handle; NULL if it is not there.
stage_item *stage_find(const rim_stage *stage, rim_handle who);

// Returns the box around the solid pixels as they are now. The slot must be in use.
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

// Returns true if the shapes of two slots share area. *which (may be NULL) is the parts that do, 0 for a sprite.
bool stage_shapes_overlap(const rim_stage *stage, int a, int b, rim_parts *which);

// Computes the boxes of a slot from its sprite and pose.
void stage_place(rim_stage *stage, int slot);

// Brings all boxes around solid pixels up to date.
void stage_refresh(rim_stage *stage);

// Sorts the boxes of those present into bands, each from left to right: two that share area are both in the
// band in which the second one of them begins.
void stage_sort(rim_stage *stage);

// An empty stage as the public call makes it, with a kernel of the caller's choice.
rim_status stage_create_with(rim_stage **out, const rim_stage_options *options,
                             const stage_kernel *kernel);

// Makes room for count sprites in all, so that rim_stage_add cannot fail until there are more.
rim_status stage_reserve(rim_stage *stage, int count);

#endif
