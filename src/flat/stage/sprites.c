// The objects on a stage: memory, adding, moving and removing.
#include "flat/stage/data.h"

#include "base/exact.h"
#include "base/float.h"
#include "base/memory.h"
#include "flat/sprite/data.h"

#include <math.h>
#include <string.h>

#define STAGE_MOST_SLOTS (1 << 30)

// The largest coordinate of a `whole` sprite's corner. Up to here, whole numbers plus the size of an image are exact in
// float.
#define STAGE_MOST_WHOLE (1 << 22)

// The bytes of a cache line, which is also the size of an item on processors of 64 bits.
#define STAGE_CACHE_LINE 64

// --- room ------------------------------------------------------------------------------------------------

// Returns the size in bytes of the block with all arrays for a capacity, in the order of stage_reserve: items, keys,
// parts, users, boxes, images, and sorted boxes with slot_of, ends and begins. The first array begins at a cache line,
// which takes up to STAGE_CACHE_LINE - 1 bytes before it.
static size_t bytes_for(size_t capacity)
{
    return STAGE_CACHE_LINE - 1 +
           capacity * (sizeof(stage_item) + sizeof(stage_parts) + sizeof(void *) +
                       2 * sizeof(uint64_t) + 8 * sizeof(float)) +
           STAGE_SORTED * capacity * (4 * sizeof(float) + 2 * sizeof(int32_t)) +
           STAGE_SORTED * capacity / STAGE_LANES * sizeof(uint16_t);
}

// Copies the first `count` of *boxes to four new arrays of `capacity` floats each, which begin at `at`, and fills the
// rest of the arrays with empty boxes. Makes *boxes refer to the new arrays. Returns the address after the arrays.
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

// The capacity is a multiple of STAGE_LANES, and all arrays are in one block. On failure the stage is unchanged.
rim_status stage_reserve(rim_stage *s, int count)
{
    if (count <= s->capacity) return RIM_OK;
    if (count > STAGE_MOST_SLOTS) return RIM_ERR_SIZE;
    int    capacity = (count + STAGE_LANES - 1) / STAGE_LANES * STAGE_LANES;
    size_t length = (size_t)capacity, slots = (size_t)s->boxes.count;
    char  *block = memory_allocate(&s->allocator, 1, bytes_for(length));
    if (!block) return RIM_ERR_MEMORY;

    // Divides the block into arrays. The one with the strictest alignment is first, so that all are aligned.
    uintptr_t line = ((uintptr_t)block + STAGE_CACHE_LINE - 1) & ~(uintptr_t)(STAGE_CACHE_LINE - 1);
    stage_item  *items = (stage_item *)line;
    uint64_t    *keys = (uint64_t *)(items + length);
    stage_parts *parts = (stage_parts *)(keys + 2 * length);
    void       **users = (void **)(parts + length);
    float       *floats = (float *)(users + length);

    // Copies the present slots.
    if (slots) memcpy(items, s->items, slots * sizeof *items);
    if (slots) memcpy(parts, s->parts, slots * sizeof *parts);
    if (slots) memcpy(users, s->users, slots * sizeof *users);
    floats = take_boxes(&s->boxes, floats, capacity, (int)slots);
    floats = take_boxes(&s->images, floats, capacity, (int)slots);
    s->sorted.count = 0; // computed for every search
    floats = take_boxes(&s->sorted, floats, STAGE_SORTED * capacity, 0);
    s->slot_of = (int32_t *)floats;
    s->ends = s->slot_of + STAGE_SORTED * length;
    s->begins = (uint16_t *)(s->ends + STAGE_SORTED * length);
    s->keys[0] = keys;
    s->keys[1] = keys + length;
    s->items = items;
    s->users = users;
    s->parts = parts;
    if (s->block) memory_release(&s->allocator, s->block, 1, bytes_for((size_t)s->capacity));
    s->block = block;
    s->capacity = capacity;
    return RIM_OK;
}

// Creates a stage with the given kernel. See rim_stage_create.
rim_status stage_create_with(rim_stage **out, const rim_stage_options *options,
                             const stage_kernel *kernel)
{
    rim_stage_options plain = { false, NULL };
    RIM_ASSERT(out, "out is NULL");
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

// --- boxes of objects ----------------------------------------------------------------------------------------

// Returns true if a pose only translates. Usually the bits of its matrix are those of 1, 0, 0, 1, which is tested
// first. The second test allows -0.
static inline bool stage_only_translates(const rim_xform2 *m)
{
    static const float identity[4] = { 1.0f, 0.0f, 0.0f, 1.0f };
    if (memcmp(&m->a, identity, sizeof identity) == 0) return true;
    return m->a == 1.0f && m->b == 0.0f && m->c == 0.0f && m->d == 1.0f;
}

// Returns true if the pose only translates, the image's corner is at whole pixels less than STAGE_MOST_WHOLE from the
// origin, and the sprite has solid pixels. Pairs of such sprites are tested by bit masks. Stores the position of the
// image's top left corner in *x and *y. If the result is false, they mean nothing.
static inline bool stage_is_whole(const rim_posed *posed, int *x, int *y)
{
    const rim_sprite *sprite = posed->sprite;
    const rim_xform2 *m = &posed->pose;
    if (!stage_only_translates(m) || !(sprite->solid.lo.x < sprite->solid.hi.x)) return false;
    exact_pair left = exact_add(m->tx, -sprite->anchor.x),
               top = exact_add(m->ty, -sprite->anchor.y);
    if (left.tail != 0.0 || top.tail != 0.0) return false; // rounded, so not whole
    if (!(fabs(left.head) < STAGE_MOST_WHOLE && fabs(top.head) < STAGE_MOST_WHOLE)) return false;
    *x = (int)left.head, *y = (int)top.head;
    return *x == left.head && *y == top.head;
}

// Returns a box of whole pixels, translated by whole pixels. The sums are exact: they are whole numbers below 2^24.
static inline rim_box2 stage_moved_box(rim_box2 box, rim_vec2 by)
{
    return rim_box2_make(rim_vec2_add(box.lo, by), rim_vec2_add(box.hi, by));
}

// The widening of stage_image_box, as a fraction of the sum of the magnitudes. A coordinate is a sum of at most five
// terms. Each term is rounded at most twice, and each of the four sums once, so the error is below 6 roundings. The
// rest is for the rounding of the widening itself.
#define STAGE_IMAGE_ERROR (16.0 * DOUBLE_ROUNDING)

// Returns a box that contains the image of a posed sprite. It differs from sprite_image_bounds by rounding errors: that
// function first rounds the box in sprite space to floats. A pose that is not finite gives NaN or infinite sides. With
// (x, y) the center of the image in sprite space, (u, v) half its size, and the pose (a b c d tx ty), the box has
//
//      center       (a x + c y + tx,  b x + d y + ty)
//      half sides   (|a u| + |c v|,  |b u| + |d v|)
static rim_box2 stage_image_box(const rim_posed *posed)
{
    const rim_sprite *sprite = posed->sprite;
    rim_xform2        p = posed->pose;
    double            u = 0.5 * sprite->size.x, v = 0.5 * sprite->size.y;
    double            x = u - sprite->anchor.x, y = v - sprite->anchor.y;

    double ax = p.a * x, cy = p.c * y, bx = p.b * x, dy = p.d * y;
    double center_x = ax + cy + p.tx, center_y = bx + dy + p.ty;
    double half_x = fabs(p.a * u) + fabs(p.c * v), half_y = fabs(p.b * u) + fabs(p.d * v);
    half_x += STAGE_IMAGE_ERROR * (fabs(ax) + fabs(cy) + fabs(p.tx) + half_x);
    half_y += STAGE_IMAGE_ERROR * (fabs(bx) + fabs(dy) + fabs(p.ty) + half_y);
    rim_box2 box;
    box.lo = rim_vec2_make(float_below(center_x - half_x), float_below(center_y - half_y));
    box.hi = rim_vec2_make(float_above(center_x + half_x), float_above(center_y + half_y));
    return box;
}

// Returns the box, or the empty box of stages if the box is empty or has a NaN, for which comparisons mean nothing.
static inline rim_box2 stage_empty_if_nan(rim_box2 box)
{
    return rim_box2_is_empty(box) ? stage_empty_box() : box;
}

// Computes both boxes of a slot with a sprite in any pose. Those of a pose that is not finite are empty.
static void stage_place_anywhere(rim_stage *s, int slot)
{
    const rim_posed *posed = &s->items[slot].posed;
    stage_put_box(&s->boxes, slot, stage_empty_if_nan(rim_sprite_bounds(*posed)));
    stage_put_box(&s->images, slot, stage_empty_if_nan(stage_image_box(posed)));
}

// Returns a box around the images of all sprites of a figure and around all its other parts.
static rim_box2 stage_figure_image_box(const rim_figure *figure)
{
    rim_box2 box = rim_figure_bounds(figure);
    for (int i = 0; i < figure->count; i++)
    {
        const rim_figure_part *part = &figure->parts[i];
        if (part->kind != RIM_PART_SPRITE) continue;
        rim_posed posed = { part->sprite, rim_xform2_mul(figure->pose, part->pose) };
        box = rim_box2_union(box, stage_empty_if_nan(stage_image_box(&posed)));
    }
    return box;
}

// Computes the boxes of a slot with a figure.
static void stage_place_figure(rim_stage *s, int slot)
{
    rim_figure figure = stage_figure(s, slot);
    s->items[slot].whole = false;
    stage_put_box(&s->boxes, slot, stage_empty_if_nan(rim_figure_bounds(&figure)));
    stage_put_box(&s->images, slot, stage_empty_if_nan(stage_figure_image_box(&figure)));
}

// Computes the boxes of a slot from its item, and, for a sprite, `bounds_changes`, `whole`, x and y. It must be called
// after any change of pose or pixels.
void stage_place(rim_stage *s, int slot)
{
    stage_item       *item = &s->items[slot];
    const rim_sprite *sprite = item->posed.sprite;
    int               x, y;
    if (!sprite)
    {
        stage_place_figure(s, slot);
        return;
    }
    item->bounds_changes = sprite->bounds_changes;
    item->whole = stage_is_whole(&item->posed, &x, &y);
    if (!item->whole)
    {
        stage_place_anywhere(s, slot);
        return;
    }
    rim_vec2 corner = rim_vec2_make((float)x, (float)y);
    item->x = x, item->y = y;
    stage_put_box(&s->boxes, slot, stage_moved_box(sprite->solid, corner));
    stage_put_box(&s->images, slot, rim_box2_make(corner, rim_vec2_add(corner, sprite->size)));
}

// Returns true if the box around the solid pixels of a slot is up to date. That of a figure never counts as such,
// because the game may have changed its parts.
static inline bool stage_is_current(const stage_item *item)
{
    return item->posed.sprite && item->bounds_changes == item->posed.sprite->bounds_changes;
}

// If the slot's box is up to date, returns it. Otherwise computes the box from the object without a change of the
// stage.
rim_box2 stage_solid_box(const rim_stage *s, int slot)
{
    const stage_item *item = &s->items[slot];
    int               x, y;
    if (stage_is_current(item)) return stage_box(&s->boxes, slot);
    if (!item->posed.sprite)
    {
        rim_figure figure = stage_figure(s, slot);
        return stage_empty_if_nan(rim_figure_bounds(&figure));
    }
    if (stage_is_whole(&item->posed, &x, &y))
        return stage_moved_box(item->posed.sprite->solid, rim_vec2_make((float)x, (float)y));
    return stage_empty_if_nan(rim_sprite_bounds(item->posed));
}

void stage_refresh(rim_stage *s)
{
    for (int slot = 0; slot < s->boxes.count; slot++)
        if (s->items[slot].present && !stage_is_current(&s->items[slot])) stage_place(s, slot);
}

stage_item *stage_find(const rim_stage *s, rim_handle who)
{
    if (who.slot >= (uint32_t)s->boxes.count) return NULL;
    stage_item *item = &s->items[who.slot];
    return item->present && item->generation == who.generation ? item : NULL;
}

// Asserts that an item is a sprite or a figure, not both, and that its pose was set. Without assertions, returns false
// if it is neither.
static bool stage_check_item(const rim_stage_item *item)
{
    RIM_ASSERT(item->parts || item->posed.sprite, "an item has neither a sprite nor parts");
    RIM_ASSERT(!item->parts || !item->posed.sprite, "an item is a sprite or a figure");
    RIM_ASSERT(sprite_pose_is_set(&item->posed.pose), "a pose was never set");
    return item->parts || item->posed.sprite;
}

// Stores a given item in a slot that is not free, and computes its boxes. Layers of 0 mean the first layer.
static void stage_put(rim_stage *s, int slot, const rim_stage_item *given)
{
    stage_item *item = &s->items[slot];
    item->posed = given->posed;
    item->layers = given->filter.layers ? given->filter.layers : 1;
    item->ignores = given->filter.ignores;
    s->users[slot] = given->user;
    s->parts[slot] = (stage_parts){ given->parts, given->parts ? given->part_count : 0 };
    stage_place(s, slot);
}

// Stores in *out a slot for a new object: the slot that was freed last, or else a new slot, with generation 1. The
// caller sets the slot. On failure, RIM_ERR_SIZE or RIM_ERR_MEMORY, the stage is unchanged.
static rim_status stage_take_slot(rim_stage *s, int *out)
{
    if (s->free_slot >= 0)
    {
        *out = s->free_slot;
        s->free_slot = s->items[*out].x; // the next free one
        return RIM_OK;
    }
    int slot = s->boxes.count;
    if (slot == STAGE_MOST_SLOTS) return RIM_ERR_SIZE;
    if (slot == s->capacity)
    {
        int grown = s->capacity < STAGE_MOST_SLOTS / 2 ? 2 * s->capacity + 1 : STAGE_MOST_SLOTS;
        rim_status status = stage_reserve(s, grown);
        if (status) return status;
    }
    s->boxes.count++;
    s->images.count = s->boxes.count;
    s->items[slot].generation = 1;
    *out = slot;
    return RIM_OK;
}

// Stores the object in a free slot or a new one, and its handle in *out, which may be NULL. On failure *out is zero.
rim_status rim_stage_add(rim_stage *s, const rim_stage_item *item, rim_handle *out)
{
    rim_handle none = { 0, 0 };
    if (out) *out = none;
    if (!stage_check_item(item)) return RIM_ERR_ARGUMENT;
    int        slot;
    rim_status status = stage_take_slot(s, &slot);
    if (status) return status;
    s->items[slot].present = true;
    s->present++;
    stage_put(s, slot, item);
    if (out) *out = stage_handle(s, slot);
    return RIM_OK;
}

// Sets the object's pose and computes its boxes. Returns false if it is not on the stage.
bool rim_stage_move(rim_stage *s, rim_handle who, rim_xform2 pose)
{
    stage_item *item = stage_find(s, who);
    RIM_ASSERT(sprite_pose_is_set(&pose), "a pose was never set");
    if (!item) return false;
    item->posed.pose = pose;
    stage_place(s, (int)who.slot);
    return true;
}

bool rim_stage_set(rim_stage *s, rim_handle who, const rim_stage_item *item)
{
    if (!stage_find(s, who) || !stage_check_item(item)) return false;
    stage_put(s, (int)who.slot, item);
    return true;
}

// Frees the object's slot and puts it in front of the list of free slots, which are linked by `x`. Its boxes become
// empty, so no search finds it. Returns false if the object is not on the stage.
bool rim_stage_remove(rim_stage *s, rim_handle who)
{
    stage_item *item = stage_find(s, who);
    if (!item) return false;
    // The next object of this slot has another generation, which is never 0. `x` links the free slots.
    item->present = false;
    item->generation++;
    if (item->generation == 0) item->generation = 1;
    item->x = s->free_slot;
    s->free_slot = (int)who.slot;
    s->present--;
    stage_clear_box(&s->boxes, (int)who.slot);
    stage_clear_box(&s->images, (int)who.slot);
    return true;
}

// Returns the object's sprite or parts, pose, filter and user pointer; all zero if it is not on the stage.
rim_stage_item rim_stage_get(const rim_stage *s, rim_handle who)
{
    const stage_item *item = stage_find(s, who);
    rim_stage_item    found = { .posed = { .sprite = NULL } }; // all zero
    if (!item) return found;
    found.posed = item->posed;
    found.filter = (rim_filter){ item->layers, item->ignores };
    found.user = s->users[who.slot];
    found.parts = s->parts[who.slot].list;
    found.part_count = s->parts[who.slot].count;
    return found;
}
