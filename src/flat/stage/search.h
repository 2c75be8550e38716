// A search of a stage for the objects whose boxes share area with a box.
#ifndef RIM_FLAT_STAGE_SEARCH_H
#define RIM_FLAT_STAGE_SEARCH_H

#include "base/float.h"
#include "flat/stage/data.h"

// The state of a search, which tests one chunk of image boxes after the other.
typedef struct stage_search
{
    const rim_stage *stage;
    rim_box2         box;
    uint32_t         layers;
    int              from;       // the first slot of the next chunk
    int32_t  found[STAGE_CHUNK]; // slots of this chunk whose image boxes share area with `box`
    int      count;              // of found
    int      at;                 // the next one of found
    rim_box2 solid;              // the box around the solid pixels of the last slot returned
} stage_search;

// Returns the box, one float larger on each side. Boxes that only touch the given box share area with the result.
static inline rim_box2 stage_search_stepped_out(rim_box2 box)
{
    box.lo = rim_vec2_make(float_step(box.lo.x, -1), float_step(box.lo.y, -1));
    box.hi = rim_vec2_make(float_step(box.hi.x, +1), float_step(box.hi.y, +1));
    return box;
}

// Starts a search for the objects that are on any of the layers and whose box around the solid pixels shares area with
// `box`. Afterwards stage_search_next returns them.
static inline void stage_search_start(stage_search *search, const rim_stage *stage, rim_box2 box,
                                      uint32_t layers)
{
    search->stage = stage;
    search->box = box;
    search->layers = layers;
    search->from = search->at = search->count = 0;
}

static inline bool stage_search_share_area(rim_box2 a, rim_box2 b)
{
    return a.lo.x < b.hi.x && b.lo.x < a.hi.x && a.lo.y < b.hi.y && b.lo.y < a.hi.y;
}

// Returns the next slot whose object is on the layers and whose box around the solid pixels shares area with the
// search's box, and stores the object's box in search->solid. Slots are in ascending order. Returns -1 if none is left.
static inline int stage_search_next(stage_search *search)
{
    for (;;)
    {
        while (search->at < search->count)
        {
            int slot = search->found[search->at++];
            if (!(search->stage->items[slot].layers & search->layers)) continue;
            search->solid = stage_solid_box(search->stage, slot);
            if (stage_search_share_area(search->solid, search->box)) return slot;
        }
        if (search->from >= search->stage->images.count) return -1;
        search->at = 0;
        search->count = search->stage->kernel->find(&search->stage->images, &search->from,
                                                    &search->box, search->found);
    }
}

#endif
