// Pairs that collide, and their changes. Kernels sweep along the sorted boxes; pairs of boxes that share area are then
// tested by pixels.
#include "flat/stage/data.h"

#include "base/memory.h"
#include "flat/sprite/data.h"
#include "rimcast/sprite_query.h"

// Up to this many boxes, comparing each with all others is faster than sorting.
#define STAGE_PAIRS_BRUTE_FORCE_MOST 160

// Pairs of objects whose boxes share area, and whether they collide. Pair k has the boxes boxes.a[k] and boxes.b[k].
typedef struct candidates
{
    stage_batch  boxes;
    rim_pair     pairs[STAGE_BATCH];   // pairs[k]: the objects of pair k
    bool         collide[STAGE_BATCH]; // collide[k]: true if they collide
    // A meeting is a pair of sprites that are both `whole`: their masks, the number k of the pair, and whether the
    // masks overlap.
    mask_meeting meetings[STAGE_BATCH];
    int32_t      pair_of[STAGE_BATCH];
    bool         met[STAGE_BATCH];
} candidates;

// Sets c->pairs and c->collide for all pairs of c->boxes, by filters and pixels. The object in the lower slot is the
// first of its pair. slot_of has the slot of each box. If it is NULL, boxes are numbered by slot.
static void test_candidates(const rim_stage *s, const int32_t *slot_of, candidates *c)
{
    int meetings = 0;
    for (int k = 0; k < c->boxes.count; k++)
    {
        int i = c->boxes.a[k], j = c->boxes.b[k];
        if (slot_of) i = slot_of[i], j = slot_of[j];
        int               low = i < j ? i : j, high = i < j ? j : i;
        const stage_item *a = &s->items[low], *b = &s->items[high];
        bool              may_collide = (a->layers & ~b->ignores) && (b->layers & ~a->ignores);
        c->pairs[k] = (rim_pair){ stage_handle(s, low), stage_handle(s, high) };
        c->collide[k] = may_collide;
        if (!may_collide || s->boxes_only) continue;
        if (a->whole && b->whole)
        {
            c->meetings[meetings] = (mask_meeting){
                .a = &a->posed.sprite->occupancy.blocks,
                .b = &b->posed.sprite->occupancy.blocks,
                .dx = b->x - a->x,
                .dy = b->y - a->y,
            };
            c->pair_of[meetings++] = k;
        }
        else
            c->collide[k] = stage_shapes_overlap(s, low, high, NULL);
    }

    // The masks of all `whole` pairs are tested by one call of a kernel.
    if (!meetings) return;
    c->meetings[0].a->kernels->meetings_overlap(c->meetings, meetings, c->met);
    for (int i = 0; i < meetings; i++) c->collide[c->pair_of[i]] = c->met[i];
}

// Finds all pairs that collide among the boxes of `band`, a range of s->sorted if `sorted` is true, otherwise of
// s->boxes. Writes the pairs to out[total] and the following elements, but not beyond capacity. Returns total plus the
// number of all these pairs. *c is scratch memory.
static int stage_pairs_search(const rim_stage *s, candidates *c, bool sorted, stage_band band,
                              rim_pair *out, int capacity, int total)
{
    const stage_boxes *boxes = sorted ? &s->sorted : &s->boxes;
    stage_order        order = { sorted ? s->ends : NULL, sorted ? s->begins : NULL };
    c->boxes.at = band.from, c->boxes.from = band.from + 1;
    c->boxes.end = band.end;
    do
    {
        s->kernel->pairs(boxes, &order, &c->boxes);
        test_candidates(s, sorted ? s->slot_of : NULL, c);
        for (int k = 0; k < c->boxes.count; k++)
        {
            // A branch on `collide` would often be mispredicted: each pair is written, and the next one overwrites it
            // if it does not collide.
            rim_pair  nowhere;
            rim_pair *to = total < capacity ? out + total : &nowhere;
            *to = c->pairs[k];
            total += c->collide[k];
        }
    } while (c->boxes.at < band.end);
    return total;
}

// Few objects are compared each with all others, and the pairs are in the order of slots. More objects are sorted into
// bands first, and the pairs come band by band. The number of objects decides, and not that of slots, because free
// slots must not change the order of the pairs.
int rim_stage_pairs(rim_stage *s, rim_pair *out, int capacity)
{
    candidates c;
    stage_refresh(s);
    if (s->boxes.count <= STAGE_PAIRS_BRUTE_FORCE_MOST)
    {
        stage_band all = { 0, s->boxes.count };
        return stage_pairs_search(s, &c, false, all, out, capacity, 0);
    }
    if (s->present <= STAGE_PAIRS_BRUTE_FORCE_MOST)
        stage_list(s);
    else
        stage_sort(s);
    int total = 0;
    for (int k = 0; k < s->band_count; k++)
        total = stage_pairs_search(s, &c, true, s->bands[k], out, capacity, total);
    return total;
}

rim_parts rim_stage_parts(const rim_stage *s, rim_handle a, rim_handle b)
{
    rim_parts which = { -1, -1 };
    if (stage_find(s, a) && stage_find(s, b))
        stage_shapes_overlap(s, (int)a.slot, (int)b.slot, &which);
    return which;
}

// --- changes of pairs ----------------------------------------------------------------------------------------

static bool stage_pairs_make_room(rim_stage *s, stage_pairs *pairs, int count)
{
    return memory_reserve(&s->allocator, (void **)&pairs->list, &pairs->capacity, (size_t)count,
                          sizeof *pairs->list);
}

// Returns the digit of a pair by which a pass of the radix sort sorts: STAGE_DIGIT bits of a's or b's slot, from bit
// `shift` on.
static inline uint32_t pair_digit(const rim_pair *pair, bool of_a, unsigned shift)
{
    return (of_a ? pair->a.slot : pair->b.slot) >> shift & (STAGE_DIGITS - 1);
}

// Makes one pass of a radix sort: writes the pairs in `from` to `to`, sorted by the digit of pair_digit. Pairs with
// equal digits stay in order.
static void stage_pairs_pass(const rim_pair *from, rim_pair *to, int count, bool of_a,
                             unsigned shift)
{
    // For each value of the digit: first the number of pairs, then the index to which the next of these pairs goes.
    uint32_t next[STAGE_DIGITS] = { 0 }, sum = 0;
    for (int i = 0; i < count; i++) next[pair_digit(&from[i], of_a, shift)]++;
    for (int digit = 0; digit < STAGE_DIGITS; digit++)
    {
        uint32_t size = next[digit];
        next[digit] = sum;
        sum += size;
    }
    for (int i = 0; i < count; i++) to[next[pair_digit(&from[i], of_a, shift)]++] = from[i];
}

// Sorts pairs by the slot of a, then by the slot of b: a radix sort from the lowest digit of b to the highest digit of
// a. `other` is scratch memory with room for as many pairs. All slots are below `slots`.
static void stage_pairs_sort(rim_pair *pairs, rim_pair *other, int count, int slots)
{
    // Both slots take the same number of passes, so the sum is even, and the last pass writes to `pairs` again.
    rim_pair *from = pairs, *to = other;
    for (int slot = 0; slot < 2; slot++)
        for (unsigned shift = 0; (slots - 1) >> shift > 0; shift += STAGE_DIGIT)
        {
            bool of_a = slot == 1;
            stage_pairs_pass(from, to, count, of_a, shift);
            rim_pair *swap = from;
            from = to;
            to = swap;
        }
}

// Returns -1, 0 or 1 if the slots of pair i of `old` are less than, equal to or greater than the slots of pair j of
// `now`, by a, then by b. At the end of a list, its pair counts as greater than every other one. At most one list may
// be at its end.
static int order_of(const stage_pairs *old, int i, const stage_pairs *now, int j)
{
    if (i == old->count) return 1;
    if (j == now->count) return -1;
    rim_pair p = old->list[i], q = now->list[j];
    if (p.a.slot != q.a.slot) return p.a.slot < q.a.slot ? -1 : 1;
    if (p.b.slot != q.b.slot) return p.b.slot < q.b.slot ? -1 : 1;
    return 0;
}

// Returns true if two pairs with the same slots have the same objects.
static bool stage_pairs_is_same(rim_pair p, rim_pair q)
{
    return p.a.generation == q.a.generation && p.b.generation == q.b.generation;
}

// Merges the sorted lists s->touching (old) and s->next (new). Pairs that are only in the old list go to s->left, and
// pairs that are only in the new one to s->entered. Two pairs with the same slots are different if an object is not the
// same. Requires room in both results for all such pairs.
static void compare_lists(rim_stage *s)
{
    const stage_pairs *old = &s->touching, *now = &s->next;
    int                i = 0, j = 0; // the next pair of each list
    s->entered.count = s->left.count = 0;
    while (i < old->count || j < now->count)
    {
        int  order = order_of(old, i, now, j);
        bool takes_old = order <= 0, takes_new = order >= 0; // both if the slots are equal
        bool stays = order == 0 && stage_pairs_is_same(old->list[i], now->list[j]);
        if (takes_old && !stays) s->left.list[s->left.count++] = old->list[i];
        if (takes_new && !stays) s->entered.list[s->entered.count++] = now->list[j];
        if (takes_old) i++;
        if (takes_new) j++;
    }
}

// Finds all pairs, sorts them, and compares them with the pairs of the last update. They become s->touching. On
// RIM_ERR_MEMORY the lists of the last update stay.
static rim_status stage_pairs_update(rim_stage *s)
{
    int count = rim_stage_pairs(s, s->next.list, (int)s->next.capacity);
    if ((size_t)count > s->next.capacity)
    {
        if (!stage_pairs_make_room(s, &s->next, count)) return RIM_ERR_MEMORY;
        rim_stage_pairs(s, s->next.list, (int)s->next.capacity);
    }
    // At most all old pairs have ended, and at most all new ones have begun. The sort uses `entered` as scratch memory.
    if (!stage_pairs_make_room(s, &s->left, s->touching.count) ||
        !stage_pairs_make_room(s, &s->entered, count))
        return RIM_ERR_MEMORY;
    s->next.count = count;
    stage_pairs_sort(s->next.list, s->entered.list, count, s->boxes.count);
    compare_lists(s);
    stage_pairs swap = s->touching;
    s->touching = s->next;
    s->next = swap;
    return RIM_OK;
}

// Updates the pairs, and stores them and their changes in *changes unless `changes` is NULL. On failure these are the
// results of the last update.
rim_status rim_stage_update(rim_stage *s, rim_stage_changes *changes)
{
    rim_status status = stage_pairs_update(s);
    if (changes)
        *changes = (rim_stage_changes){
            .touching = s->touching.list,
            .entered = s->entered.list,
            .left = s->left.list,
            .touching_count = s->touching.count,
            .entered_count = s->entered.count,
            .left_count = s->left.count,
        };
    return status;
}
