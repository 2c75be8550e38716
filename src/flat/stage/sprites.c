// Who is on the stage.
#include "flat/stage/data.h"

#include "base/memory.h"
#include "flat/sprite/data.h"

#include <math.h>
#include <string.h>

#define MOST_SLOTS (1 << 30)

// Farther out whole pixels are not told apart by floats.
#define WHOLE_REACH (1 << 22)

// Of a cache: an item takes just one.
#define LINE 64

// --- room ------------------------------------------------------------------------------------------------

// All lists of a capacity in one block: items, keys, boxes, sorted boxes, their slots and begins.
// The lists begin on a line of the cache, so that there must be room to move up to one.
static size_t bytes_for(size_t capacity)
{
    return LINE - 1 + capacity * (sizeof(stage_item) + 2 * sizeof(uint64_t) + 4 * sizeof(float)) +
           STAGE_SORTED * capacity * (4 * sizeof(float) + 2 * sizeof(int32_t)) +
           STAGE_SORTED * capacity / STAGE_LANES * sizeof(uint16_t);
}

static float *take_boxes(stage_boxes *boxes, float *at, int capacity, int count)
{
    stage_boxes fresh = { { at, at + capacity },
                          { at + 2 * (size_t)capacity, at + 3 * (size_t)capacity },
                          count };
    for (int i = 0; i < capacity; i++) stage_clear_box(&fresh, i);
    for (int axis = 0; axis < 2 && count; axis++)
    {
        memcpy(fresh.lo[axis], boxes->lo[axis], (size_t)count * sizeof(float));
        memcpy(fresh.hi[axis], boxes->hi[axis], (size_t)count * sizeof(float));
    }
    *boxes = fresh;
    return at + 4 * (size_t)capacity;
}

rim_status rim_stage_reserve(rim_stage *s, int count)
{
    if (count <= s->capacity) return RIM_OK;
    if (count > MOST_SLOTS) return RIM_ERR_SIZE;
    int    capacity = (count + STAGE_LANES - 1) / STAGE_LANES * STAGE_LANES, slots = s->boxes.count;
    size_t wide = (size_t)capacity;
    char  *block = memory_allocate(&s->allocator, 1, bytes_for(wide));
    if (!block) return RIM_ERR_MEMORY;

    // The widest first, so that all are aligned.
    stage_item *items = (stage_item *)(((uintptr_t)block + LINE - 1) & ~(uintptr_t)(LINE - 1));
    stage_item *old = s->items;
    uint64_t   *keys = (uint64_t *)(items + wide);
    float      *floats = (float *)(keys + 2 * wide);
    if (slots) memcpy(items, old, (size_t)slots * sizeof *items);
    floats = take_boxes(&s->boxes, floats, capacity, slots);
    s->sorted.count = 0; // made anew for every search
    floats = take_boxes(&s->sorted, floats, STAGE_SORTED * capacity, 0);
    s->slot_of = (int32_t *)floats;
    s->ends = s->slot_of + STAGE_SORTED * wide;
    s->begins = (uint16_t *)(s->ends + STAGE_SORTED * wide);
    s->keys[0] = keys, s->keys[1] = keys + wide;
    s->items = items;
    if (s->block) memory_release(&s->allocator, s->block, 1, bytes_for((size_t)s->capacity));
    s->block = block;
    s->capacity = capacity;
    return RIM_OK;
}

rim_status stage_create_with(rim_stage **out, const rim_stage_options *options,
                             const stage_kernel *kernel)
{
    rim_stage_options plain = { false, NULL };
    if (!options) options = &plain;
    rim_allocator from = memory_allocator_or_default(options->allocator);
    rim_stage    *s = memory_allocate_zeroed(&from, 1, sizeof *s);
    *out = s;
    if (!s) return RIM_ERR_MEMORY;
    s->allocator = from;
    s->boxes_only = options->boxes_only;
    s->kernel = kernel;
    s->free_slot = -1;
    return RIM_OK;
}

rim_status rim_stage_create(rim_stage **out, const rim_stage_options *options)
{
    return stage_create_with(out, options, stage_kernel_best());
}

void rim_stage_destroy(rim_stage *s)
{
    if (!s) return;
    rim_allocator from = s->allocator;
    stage_pairs  *lists[4] = { &s->touching, &s->entered, &s->left, &s->next };
    for (int i = 0; i < 4; i++)
        memory_release(&from, lists[i]->list, lists[i]->capacity, sizeof(rim_pair));
    if (s->block) memory_release(&from, s->block, 1, bytes_for((size_t)s->capacity));
    memory_release(&from, s, 1, sizeof *s);
}

// --- who is where ----------------------------------------------------------------------------------------

// Not turned, mirrored or scaled? Mostly the bits are the very ones of 1 0 0 1.
static inline bool is_upright(const rim_xform2 *m)
{
    static const float upright[4] = { 1.0f, 0.0f, 0.0f, 1.0f };
    if (memcmp(&m->a, upright, sizeof upright) == 0) return true;
    return m->a == 1.0f && m->b == 0.0f && m->c == 0.0f && m->d == 1.0f;
}

// Upright at whole pixels? Then the baked bit masks answer, and the bounds are whole too.
static inline bool place_whole(stage_item *item, rim_box2 *box)
{
    const rim_sprite *sprite = item->posed.sprite;
    const rim_xform2 *m = &item->posed.pose;
    rim_rect          solid = sprite->bounds;
    if (!is_upright(m) || rim_rect_is_empty(solid)) return false;
    double x = (double)m->tx - sprite->anchor.x, y = (double)m->ty - sprite->anchor.y;
    if (!(fabs(x) < WHOLE_REACH && fabs(y) < WHOLE_REACH)) return false;
    int left = (int)x, top = (int)y;
    if (left != x || top != y) return false;
    item->x = left, item->y = top;
    box->lo = rim_vec2_make((float)(left + solid.x0), (float)(top + solid.y0));
    box->hi = rim_vec2_make((float)(left + solid.x1), (float)(top + solid.y1));
    return true;
}

static inline void put_box(const stage_boxes *boxes, int slot, rim_box2 box)
{
    boxes->lo[0][slot] = box.lo.x, boxes->lo[1][slot] = box.lo.y;
    boxes->hi[0][slot] = box.hi.x, boxes->hi[1][slot] = box.hi.y;
}

static void stage_place(rim_stage *s, int slot)
{
    stage_item *item = &s->items[slot];
    rim_box2    box;
    item->whole = place_whole(item, &box);
    if (!item->whole) box = rim_sprite_bounds(item->posed);
    put_box(&s->boxes, slot, item->whole || !rim_box2_is_empty(box) ? box : rim_box2_empty());
}

static stage_item *stage_find(const rim_stage *s, rim_handle who)
{
    if (who.slot >= (uint32_t)s->boxes.count) return NULL;
    stage_item *item = &s->items[who.slot];
    return item->present && item->generation == who.generation ? item : NULL;
}

static void set_filter(stage_item *item, rim_filter filter)
{
    item->layers = filter.layers ? filter.layers : 1;
    item->looks = filter.looks ? filter.looks : ~(uint32_t)0;
}

rim_status rim_stage_add(rim_stage *s, rim_posed posed, rim_filter filter, rim_handle *out)
{
    rim_handle nobody = { 0, 0 };
    if (out) *out = nobody;
    int slot = s->free_slot;
    if (slot < 0)
    {
        slot = s->boxes.count;
        if (slot == MOST_SLOTS) return RIM_ERR_SIZE;
        int wanted = s->capacity < MOST_SLOTS / 2 ? 2 * s->capacity + 1 : MOST_SLOTS;
        if (slot == s->capacity)
        {
            rim_status status = rim_stage_reserve(s, wanted);
            if (status) return status;
        }
        s->boxes.count++;
        s->items[slot].generation = 1;
    }
    else
        s->free_slot = s->items[slot].next_free;
    stage_item *item = &s->items[slot];
    item->posed = posed;
    item->present = true;
    set_filter(item, filter);
    s->present++;
    stage_place(s, slot);
    if (out) *out = stage_handle(s, slot);
    return RIM_OK;
}

bool rim_stage_move(rim_stage *s, rim_handle who, rim_xform2 pose)
{
    stage_item *item = stage_find(s, who);
    if (!item) return false;
    item->posed.pose = pose;
    stage_place(s, (int)who.slot);
    return true;
}

bool rim_stage_show(rim_stage *s, rim_handle who, const rim_sprite *sprite)
{
    stage_item *item = stage_find(s, who);
    if (!item) return false;
    item->posed.sprite = sprite;
    stage_place(s, (int)who.slot);
    return true;
}

bool rim_stage_set_filter(rim_stage *s, rim_handle who, rim_filter filter)
{
    stage_item *item = stage_find(s, who);
    if (!item) return false;
    set_filter(item, filter);
    return true;
}

bool rim_stage_remove(rim_stage *s, rim_handle who)
{
    stage_item *item = stage_find(s, who);
    if (!item) return false;
    item->present = false;
    item->generation++;
    if (item->generation == 0) item->generation = 1;
    item->next_free = s->free_slot;
    s->free_slot = (int)who.slot;
    s->present--;
    stage_clear_box(&s->boxes, (int)who.slot);
    return true;
}

int rim_stage_count(const rim_stage *s)
{
    return s->present;
}

bool rim_stage_has(const rim_stage *s, rim_handle who)
{
    return stage_find(s, who) != NULL;
}

rim_posed rim_stage_get(const rim_stage *s, rim_handle who)
{
    const stage_item *item = stage_find(s, who);
    rim_posed         none = { NULL, { 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f } };
    return item ? item->posed : none;
}
