#include "flat/query/reoriented.h"

#include "base/exact.h"

#include <math.h>
#include <string.h>

// --- where it lies -----------------------------------------------------------------------------------

// Stores size - anchor, the coordinate from the other end, in *out. Returns false if it is not exact in float.
static bool flipped(float anchor, int size, float *out)
{
    exact_pair there = exact_add(size, -(double)anchor);
    *out = (float)there.head;
    return *out == there.head && there.tail == 0.0;
}

// Maps the anchor to the reoriented mask. Returns false if the result is not a float. A plain_anchor of NaN marks an anchor
// that is not plain.
static bool reoriented_put_anchor(reoriented *r)
{
    rim_vec2 old = r->from->anchor;
    float    x = r->crosses ? old.y : old.x, y = r->crosses ? old.x : old.y;
    if (r->flips_x && !flipped(x, r->mask.width, &x)) return false;
    if (r->flips_y && !flipped(y, r->mask.height, &y)) return false;
    r->sprite.anchor = r->sprite.plain_anchor = rim_vec2_make(x, y);
    if (!sprite_all_true(
            sprite_numbers_are_plain(f32x4_load_pairs(&r->sprite.anchor, &r->sprite.anchor))))
        r->sprite.plain_anchor = rim_vec2_make(NAN, NAN);
    return true;
}

// Maps the bounds of the solid pixels to the reoriented mask.
static void reoriented_put_bounds(reoriented *r)
{
    rim_rect old = r->from->bounds, now = old;
    int      w = r->mask.width, h = r->mask.height;
    if (r->crosses) now = rim_rect_make(old.y0, old.x0, old.y1, old.x1);
    if (r->flips_x) now = rim_rect_make(w - now.x1, now.y0, w - now.x0, now.y1);
    if (r->flips_y) now = rim_rect_make(now.x0, h - now.y1, now.x1, h - now.y0);
    r->sprite.bounds = now;
    r->sprite.solid.lo = rim_vec2_make((float)now.x0, (float)now.y0);
    r->sprite.solid.hi = rim_vec2_make((float)now.x1, (float)now.y1);
    r->sprite.size = rim_vec2_make((float)w, (float)h);
}

// Returns true if the sprite, reoriented, fits into the words of a `reoriented`, and has solid pixels.
static bool reoriented_fits(const rim_sprite *sprite)
{
    return sprite->mask->width <= REORIENTED_SIDE && sprite->mask->height <= REORIENTED_SIDE &&
           !rim_rect_is_empty(sprite->bounds);
}

// Returns true if the second sprite is the smaller one. For equal sizes the choice does not depend on the order of the
// arguments.
static bool reoriented_is_second(const rim_posed *a, const rim_posed *b)
{
    const rim_mask *p = a->sprite->mask, *q = b->sprite->mask;
    int64_t         first = (int64_t)p->width * p->height, second = (int64_t)q->width * q->height;
    if (first != second) return second < first;
    if (a->pose.a != b->pose.a) return b->pose.a < a->pose.a;
    if (a->pose.b != b->pose.b) return b->pose.b < a->pose.b;
    return a->pose.c != b->pose.c ? b->pose.c < a->pose.c : b->pose.d < a->pose.d;
}

// Gives the smaller sprite, if it fits, an orientation in which both poses have the same matrix. Pixels are not copied
// yet. Returns false if the matrices differ by more than reflections and quarter turns.
bool reoriented_init(reoriented *r, const rim_posed *a, const rim_posed *b)
{
    if (!sprite_pose_is_upright(&a->pose) || !sprite_pose_is_upright(&b->pose)) return false;
    if (!reoriented_fits(a->sprite) && !reoriented_fits(b->sprite)) return false;
    r->a = *a, r->b = *b;
    r->is_b = reoriented_is_second(a, b);
    rim_posed       *own = r->is_b ? &r->b : &r->a;
    const rim_posed *other = r->is_b ? a : b;
    rim_xform2       m = own->pose, k = other->pose;
    if (!reoriented_fits(own->sprite)) return false;

    // With the matrix M of the sprite and K of the other, K^-1 M maps steps of the old pixels to steps of the new ones. K
    // is its scale times an orthogonal matrix, so K^-1 = K^T / scale^2, and scale^2 K^-1 M = K^T M = (uu uv, vu vv): the
    // new column by the old column and row, then the new row. Both are upright, so one entry of each line is 0; the other
    // is +-scale^2 if the scales are equal.
    double uu = (double)k.a * m.a + (double)k.b * m.b, uv = (double)k.a * m.c + (double)k.b * m.d;
    double vu = (double)k.c * m.a + (double)k.d * m.b, vv = (double)k.c * m.c + (double)k.d * m.d;
    double square = (double)k.a * k.a + (double)k.b * k.b;
    r->crosses = uu == 0.0;
    if (fabs(r->crosses ? uv : uu) != square) return false;
    r->flips_x = (r->crosses ? uv : uu) < 0.0;
    r->flips_y = (r->crosses ? vu : vv) < 0.0;

    const rim_mask *mask = own->sprite->mask;
    r->from = own->sprite;
    r->mask.width = r->crosses ? mask->height : mask->width;
    r->mask.height = r->crosses ? mask->width : mask->height;
    r->sprite.mask = &r->mask;
    r->sprite.occupancy.blocks.dilated_pixels = NULL;
    if (!reoriented_put_anchor(r)) return false;
    reoriented_put_bounds(r);
    own->sprite = &r->sprite;
    own->pose = k;
    own->pose.tx = m.tx, own->pose.ty = m.ty;
    return true;
}

// Computes the whole offset, and the part of the reoriented mask that the other's bounds reach. Returns false for a
// fractional offset.
bool reoriented_offset(reoriented *r, integer_offset *o)
{
    if (!integer_offset_init(o, &r->a, &r->b) && !integer_offset_init_turned(o, &r->a, &r->b))
        return false;
    int      x = r->is_b ? -o->x : o->x, y = r->is_b ? -o->y : o->y;
    rim_rect other = r->is_b ? o->a->bounds : o->b->bounds;
    other = rim_rect_make(other.x0 - x, other.y0 - y, other.x1 - x, other.y1 - y);
    r->shared = rim_rect_intersect(r->sprite.bounds, other);
    return true;
}

void reoriented_pixel(const reoriented *r, int *x, int *y)
{
    int u = r->flips_x ? r->mask.width - 1 - *x : *x;
    int v = r->flips_y ? r->mask.height - 1 - *y : *y;
    *x = r->crosses ? v : u;
    *y = r->crosses ? u : v;
}

// --- its pixels ----------------------------------------------------------------------------------------

// Exchanges, in each square of 2 side by 2 side bits on the diagonal that has one of rows first .. end - 1, the upper right
// quarter with the lower left one. Bit i is column i, and `low` has the columns of the left halves. Inlined, so that the side
// is a constant and compilers make vectors of the loops.
CPU_INLINE void reoriented_exchange(uint64_t rows[64], int side, uint64_t low, int first, int end)
{
    for (int top = first & -(2 * side); top < end; top += 2 * side)
        for (int i = top; i < top + side; i++)
        {
            uint64_t differ = (rows[i] >> side ^ rows[i + side]) & low;
            rows[i] ^= differ << side;
            rows[i + side] ^= differ;
        }
}

// Transposes a square of 64 by 64 bits: exchanges smaller and smaller squares across the diagonal (H. S. Warren, "Hacker's
// Delight", 2002). Only rows first .. end - 1 of the result are complete.
static void reoriented_transpose(uint64_t rows[64], int first, int end)
{
    reoriented_exchange(rows, 32, 0x00000000ffffffff, first, end);
    reoriented_exchange(rows, 16, 0x0000ffff0000ffff, first, end);
    reoriented_exchange(rows, 8, 0x00ff00ff00ff00ff, first, end);
    reoriented_exchange(rows, 4, 0x0f0f0f0f0f0f0f0f, first, end);
    reoriented_exchange(rows, 2, 0x3333333333333333, first, end);
    reoriented_exchange(rows, 1, 0x5555555555555555, first, end);
}

// Stores the 64 columns from x on of rows first .. end - 1 of a flipped mask in `out`, a word for each row. With flips_y,
// row y of the flipped mask is row height - 1 - y. With flips_x, its column x is column width - 1 - x, so the 64 columns
// are those from width - 64 - x on in reverse. That may be negative; columns outside the mask are empty.
static void reoriented_read(const rim_mask *mask, int x, int first, int end, bool flips_x,
                            bool flips_y, uint64_t *out)
{
    int             at = flips_x ? mask->width - 64 - x : x, shift = at & 63; // the mask's column
    ptrdiff_t       pitch = (ptrdiff_t)mask->pitch, step = flips_y ? -1 : 1;
    const uint64_t *right = mask->words + ((at >> 6) + 1) * pitch;
    const uint64_t *left = at < 0 ? right : right - pitch;
    uint64_t        exists = at < 0 ? 0 : UINT64_MAX; // there is no strip to the left of column 0
    right += flips_y ? mask->height - 1 - first : first;
    left += flips_y ? mask->height - 1 - first : first;
    for (int i = 0; i < end - first; i++)
        out[i] = mask_two_words(left[i * step] & exists, right[i * step], (unsigned)shift);
    if (!flips_x) return;
    for (int i = 0; i < end - first; i++) out[i] = mask_reversed(out[i]);
}

// Draws rows first .. end - 1 of a strip of the new mask. If columns and rows are exchanged, 64 of its rows are 64 columns
// of the old mask: these are read as words, one for each column of the strip, and transposed.
static void reoriented_draw_strip(reoriented *r, int strip, int first, int end)
{
    const rim_mask *from = r->from->mask;
    uint64_t       *out = mask_strip(&r->mask, strip);
    if (!r->crosses)
    {
        reoriented_read(from, 64 * strip, first, end, r->flips_x, r->flips_y, out + first);
        return;
    }
    int columns = r->mask.width - 64 * strip;
    for (int y = first & ~63; y < end; y += 64)
    {
        uint64_t tile[64];
        int      count = columns < 64 ? columns : 64;
        int      tile_first = first > y ? first - y : 0, tile_end = end - y < 64 ? end - y : 64;
        reoriented_read(from, y, 64 * strip, 64 * strip + count, r->flips_y, r->flips_x, tile);
        memset(tile + count, 0, sizeof *tile * (size_t)(64 - count));
        reoriented_transpose(tile, tile_first, tile_end);
        memcpy(out + y + tile_first, tile + tile_first,
               sizeof *tile * (size_t)(tile_end - tile_first));
    }
}

// Draws what lies in a rectangle of the new mask; the other pixels are empty or drawn as well. Lays the mask out in
// r->words, as flat/mask/bits.h describes: guard rows, the strips with guard rows behind each, and the guard strip.
static void reoriented_draw(reoriented *r, rim_rect part)
{
    rim_mask *mask = &r->mask;
    mask->kernels = r->from->mask->kernels;
    mask->words = r->words + MASK_GUARD;
    mask->pitch = ((size_t)mask->height + 7) / 8 * 8 + MASK_GUARD;
    mask->strips = (mask->width + 63) / 64;
    memset(r->words, 0, (MASK_GUARD + (size_t)(mask->strips + 1) * mask->pitch) * sizeof *r->words);
    for (int strip = part.x0 >> 6; 64 * strip < part.x1; strip++)
        reoriented_draw_strip(r, strip, part.y0, part.y1);
}

// --- its occupancy -------------------------------------------------------------------------------------

// An allocator in the planes of a `reoriented`, which are large enough; nothing is released.
static void *reoriented_allocate(void *context, size_t size)
{
    reoriented *r = context;
    size_t      at = r->used;
    r->used += (size + 7) / 8;
    return r->used <= sizeof r->planes / sizeof *r->planes ? r->planes + at : NULL;
}

static void reoriented_release(void *context, void *block, size_t size)
{
    (void)context, (void)block, (void)size;
}

void reoriented_bake(reoriented *r)
{
    rim_allocator frame = { reoriented_allocate, reoriented_release, r };
    r->used = 0;
    reoriented_draw(r, rim_rect_make(0, 0, r->mask.width, r->mask.height));
    occupancy_bake(&r->sprite.occupancy, &r->mask, &frame);
}

// --- at rest -------------------------------------------------------------------------------------------

// Returns true if one of PAIR_SAMPLES pixels, spread over the intersection of the bounds, is solid in both. Reads the old
// sprite, so the new one needs no pixels yet.
static bool reoriented_samples_hit(const reoriented *r, const integer_offset *o)
{
    // The corner of the new sprite in the other's pixels.
    int             x0 = r->is_b ? -o->x : o->x, y0 = r->is_b ? -o->y : o->y;
    const rim_mask *other = r->is_b ? o->a->mask : o->b->mask;
    for (int i = 1; i <= PAIR_SAMPLES; i++)
    {
        rim_pixel p = pair_sample(r->shared, i), old = p;
        reoriented_pixel(r, &old.x, &old.y);
        if (mask_bit(other, p.x + x0, p.y + y0) && mask_bit(r->from->mask, old.x, old.y))
            return true;
    }
    return false;
}

// Tests some pixels, then draws the part of the new sprite in which the bounds intersect, and compares the masks.
bool reoriented_touches(reoriented *r, const integer_offset *o)
{
    if (rim_rect_is_empty(r->shared)) return false;
    if (reoriented_samples_hit(r, o)) return true;
    reoriented_draw(r, r->shared);
    return rim_mask_overlaps(o->b->mask, o->a->mask, o->x, o->y);
}

// Computes rim_sprite_overlaps for such poses. Returns false for others.
bool reoriented_overlaps(const rim_posed *a, const rim_posed *b, bool *answer)
{
    reoriented     r;
    integer_offset o;
    if (!reoriented_init(&r, a, b) || !reoriented_offset(&r, &o)) return false;
    *answer = reoriented_touches(&r, &o);
    return true;
}

// Computes rim_sprite_overlap_area for such poses. Returns false for others.
bool reoriented_area(const rim_posed *a, const rim_posed *b, double *area)
{
    reoriented     r;
    integer_offset o;
    if (!reoriented_init(&r, a, b) || !reoriented_offset(&r, &o)) return false;
    *area = 0.0;
    if (rim_rect_is_empty(r.shared)) return true;
    reoriented_draw(&r, r.shared);
    *area = integer_offset_area(&o);
    return true;
}
