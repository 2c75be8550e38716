#include "flat/query/reoriented.h"

#include "base/exact.h"

#include <math.h>
#include <string.h>

// --- where it lies -----------------------------------------------------------------------------------

// Computes size - anchor, the anchor's coordinate from the other end of the mask. Returns false if it is not exact in
// float.
static bool flipped(float anchor, int size, float *out)
{
    exact_pair there = exact_add(size, -(double)anchor);
    *out = (float)there.head;
    return *out == there.head && there.tail == 0.0;
}

// Sets the anchor of the new sprite: that of the old one, mapped to the new mask. Returns false if the result is not a
// float. If the old anchor is not plain, or the new one is too large, plain_anchor is NaN. Requires r->from, r->view and
// the size of r->mask.
static bool reoriented_put_anchor(reoriented *r)
{
    rim_vec2 old = r->from->anchor;
    float    x = r->view.crosses ? old.y : old.x, y = r->view.crosses ? old.x : old.y;
    if (r->view.flips_x && !flipped(x, r->mask.width, &x)) return false;
    if (r->view.flips_y && !flipped(y, r->mask.height, &y)) return false;
    bool is_plain = r->from->plain_anchor.x == r->from->anchor.x && fabsf(x) < SPRITE_NEAR &&
                    fabsf(y) < SPRITE_NEAR;
    r->sprite.anchor = rim_vec2_make(x, y);
    r->sprite.plain_anchor = is_plain ? r->sprite.anchor : rim_vec2_make(NAN, NAN);
    return true;
}

// Maps a rectangle of pixels of the old mask to the pixels of a view: exchanges columns and rows first, and then flips.
static inline rim_rect reoriented_rect(const mask_reoriented *view, rim_rect old)
{
    int x = view->x, y = view->y;
    if (view->crosses) old = rim_rect_make(old.y0, old.x0, old.y1, old.x1);
    return rim_rect_make(
        view->flips_x ? x - old.x1 : x + old.x0, view->flips_y ? y - old.y1 : y + old.y0,
        view->flips_x ? x - old.x0 : x + old.x1, view->flips_y ? y - old.y0 : y + old.y1);
}

// Sets the bounds of the solid pixels and the size of the new sprite. Requires its anchor.
static void reoriented_put_bounds(reoriented *r)
{
    sprite_put_bounds(&r->sprite, reoriented_rect(&r->view, r->from->bounds));
    r->sprite.size = rim_vec2_make((float)r->mask.width, (float)r->mask.height);
}

// Returns true if the sprite, reoriented, fits into the words of a `reoriented`, and has solid pixels.
static bool reoriented_fits(const rim_sprite *sprite)
{
    return sprite->mask->width <= REORIENTED_SIDE && sprite->mask->height <= REORIENTED_SIDE &&
           !rim_rect_is_empty(sprite->bounds);
}

// Returns true if b's mask is the smaller one of the two. For equal sizes the pose decides, so that the choice does not
// depend on the order of the arguments.
static bool reoriented_is_second(const rim_posed *a, const rim_posed *b)
{
    const rim_mask *p = a->sprite->mask, *q = b->sprite->mask;
    int64_t         first = (int64_t)p->width * p->height, second = (int64_t)q->width * q->height;
    if (first != second) return second < first;
    if (a->pose.a != b->pose.a) return b->pose.a < a->pose.a;
    if (a->pose.b != b->pose.b) return b->pose.b < a->pose.b;
    return a->pose.c != b->pose.c ? b->pose.c < a->pose.c : b->pose.d < a->pose.d;
}

// Gives the smaller sprite, if it fits, an orientation in which both poses have the same matrix. Its pixels are not
// copied yet. Returns false if the matrices differ by more than reflections and quarter turns.
bool reoriented_init(reoriented *r, const rim_posed *a, const rim_posed *b)
{
    if (!sprite_pose_is_upright(&a->pose) || !sprite_pose_is_upright(&b->pose)) return false;
    r->a = *a, r->b = *b;
    r->is_b = reoriented_is_second(a, b);
    rim_posed       *own = r->is_b ? &r->b : &r->a;
    const rim_posed *other = r->is_b ? a : b;
    rim_xform2       m = own->pose, k = other->pose;
    if (!reoriented_fits(own->sprite)) return false;

    // With the matrix M of the sprite and K of the other, K^-1 M maps steps of the old pixels to steps of the new ones.
    // K is its scale times an orthogonal matrix, so K^-1 = K^T / scale^2, and
    //
    //      scale^2 K^-1 M  =  K^T M  =  (uu uv, vu vv).
    //
    // The first line gives the new column from the old column and row, and the second line the new row. Both poses
    // are upright, so one entry of each line is 0. The other entry is +-scale^2 if the scales are equal.
    double uu = (double)k.a * m.a + (double)k.b * m.b, uv = (double)k.a * m.c + (double)k.b * m.d;
    double vu = (double)k.c * m.a + (double)k.d * m.b, vv = (double)k.c * m.c + (double)k.d * m.d;
    double scale2 = (double)k.a * k.a + (double)k.b * k.b;
    r->view.crosses = uu == 0.0;
    if (fabs(r->view.crosses ? uv : uu) != scale2) return false;
    r->view.flips_x = (r->view.crosses ? uv : uu) < 0.0;
    r->view.flips_y = (r->view.crosses ? vu : vv) < 0.0;

    const rim_mask *mask = own->sprite->mask;
    r->from = own->sprite;
    r->view.mask = mask;
    r->mask.width = r->view.crosses ? mask->height : mask->width;
    r->mask.height = r->view.crosses ? mask->width : mask->height;
    r->view.x = r->view.flips_x ? r->mask.width : 0;
    r->view.y = r->view.flips_y ? r->mask.height : 0;
    r->drawn = rim_rect_make(0, 0, 0, 0);
    r->sprite.mask = &r->mask;
    if (!reoriented_put_anchor(r)) return false;
    reoriented_put_bounds(r);
    own->sprite = &r->sprite;
    own->pose = k;
    own->pose.tx = m.tx, own->pose.ty = m.ty;
    return true;
}

bool reoriented_offset(const reoriented *r, integer_offset *o)
{
    return integer_offset_init(o, &r->a, &r->b) || integer_offset_init_turned(o, &r->a, &r->b);
}

void reoriented_pixel(const mask_reoriented *view, int *x, int *y)
{
    int u = view->flips_x ? view->x - 1 - *x : *x - view->x;
    int v = view->flips_y ? view->y - 1 - *y : *y - view->y;
    *x = view->crosses ? v : u;
    *y = view->crosses ? u : v;
}

// --- its pixels ----------------------------------------------------------------------------------------

// Prepares the layout of the new mask and of its blocks (flat/mask/bits.h, flat/mask/kernels.h), and clears the blocks.
// A mask of up to 256 by 256 pixels has one strip of blocks, and no squares. All begin at multiples of 64 bytes, as
// vectors of eight rows are read in half the time there.
static void reoriented_lay_out(reoriented *r)
{
    rim_mask *mask = &r->mask;
    rim_rect  bounds = r->sprite.bounds;
    int       eights = (mask->height + 7) / 8;
    uintptr_t start = ((uintptr_t)r->words + 63) & ~(uintptr_t)63;
    ptrdiff_t pitch = (eights + 8) / 8 * 8 + MASK_GUARD; // of a plane, with one more row
    uint64_t *solid = (uint64_t *)start, *words = solid + 2 * pitch + MASK_GUARD;
    mask->kernels = r->from->mask->kernels;
    mask->words = words;
    mask->pitch = 8 * (size_t)eights + MASK_GUARD;
    mask->strips = (mask->width + 63) / 64;
    r->sprite.occupancy.blocks = (mask_blocks){
        .kernels = mask->kernels,
        .words = words,
        .first_x = bounds.x0,
        .first_y = bounds.y0,
        .last_x = bounds.x1 - 1,
        .last_y = bounds.y1 - 1,
        .word_pitch = (int32_t)mask->pitch,
        .strips = 1,
        .pitch = (int32_t)pitch,
        .solid = solid,
        .dilated = solid + pitch,
    };
    memset(solid, 0, 2 * (size_t)pitch * sizeof *solid);
}

// Draws a strip in rows y0 .. y1 - 1, which are multiples of 8, and adds its blocks to `solid`. Clears the guard rows
// above and below the strip.
static void reoriented_draw_strip(reoriented *r, int strip, int y0, int y1)
{
    rim_mask *mask = &r->mask;
    uint64_t *rows = mask_strip(mask, strip);
    memset(rows - MASK_GUARD, 0, MASK_GUARD * sizeof *rows);
    memset(rows + mask->pitch - MASK_GUARD, 0, MASK_GUARD * sizeof *rows);
    mask->kernels->reorient(&r->view, 64 * strip, y0, (y1 - y0) / 8, rows + y0,
                            r->sprite.occupancy.blocks.solid + y0 / 8);
}

// Computes rows first .. last + 1 of `dilated` from rows first .. last of `solid`; the others are empty. Row y + 1 of
// `dilated` is the or of rows y and y + 1, each together with itself shifted by a block to the left (mask_blocks).
static void reoriented_dilate(reoriented *r, int first, int last)
{
    const uint64_t *solid = r->sprite.occupancy.blocks.solid;
    uint64_t       *dilated = r->sprite.occupancy.blocks.dilated, above = 0;
    for (int row = first; row <= last + 1; row++)
    {
        uint64_t both = above | solid[row];
        dilated[row] = both | both >> 1;
        above = solid[row];
    }
}

// Draws whole strips and groups of eight rows, as kernels read these. `offsets` are those of r->a in r->b. If the new
// sprite is that of r->a, the other one lies in it at the opposite offsets. The other sprite has no pixel over those
// that are not drawn. So they decide nothing, though kernels read some of them beside drawn ones.
bool reoriented_draw(reoriented *r, rim_rect offsets)
{
    rim_rect other = r->is_b ? r->a.sprite->bounds : r->b.sprite->bounds, by = offsets;
    if (rim_rect_is_empty(offsets)) return false;
    if (!r->is_b) by = rim_rect_make(-offsets.x1, -offsets.y1, -offsets.x0, -offsets.y0);
    rim_rect reached =
        rim_rect_make(other.x0 + by.x0, other.y0 + by.y0, other.x1 + by.x1, other.y1 + by.y1);
    if (rim_rect_is_empty(rim_rect_intersect(reached, r->sprite.bounds))) return false;

    int      height = (r->mask.height + 7) & ~7, width = (r->mask.width + 63) & ~63;
    rim_rect whole = rim_rect_intersect(reached, rim_rect_make(0, 0, width, height));
    whole =
        rim_rect_make(whole.x0 & ~63, whole.y0 & ~7, (whole.x1 + 63) & ~63, (whole.y1 + 7) & ~7);
    if (rim_rect_is_empty(r->drawn))
        reoriented_lay_out(r);
    else
    {
        rim_rect old = r->drawn;
        if (whole.x0 >= old.x0 && whole.y0 >= old.y0 && whole.x1 <= old.x1 && whole.y1 <= old.y1)
            return true;
        whole = rim_rect_make(mask_min(whole.x0, old.x0), mask_min(whole.y0, old.y0),
                              mask_max(whole.x1, old.x1), mask_max(whole.y1, old.y1));
    }
    r->drawn = whole;
    for (int strip = whole.x0 / 64; strip < whole.x1 / 64; strip++)
        reoriented_draw_strip(r, strip, whole.y0, whole.y1);
    // The guard strip is empty.
    if (whole.x1 == width)
        memset(mask_strip(&r->mask, r->mask.strips), 0, r->mask.pitch * sizeof *r->words);
    reoriented_dilate(r, whole.y0 / 8, whole.y1 / 8 - 1);
    return true;
}

// --- at rest -------------------------------------------------------------------------------------------

// Sets the masks of a pair, and the rectangle that the bounds of sprite a, seen as p->a in b's pixels, and those of b
// share. Returns false if it is empty. Requires all of p->a but the mask.
static inline bool pair_share(mask_reoriented_pair *p, const rim_sprite *a, const rim_sprite *b)
{
    rim_rect shared = rim_rect_intersect(reoriented_rect(&p->a, a->bounds), b->bounds);
    p->a.mask = a->mask, p->b = b->mask;
    p->x0 = shared.x0, p->y0 = shared.y0, p->x1 = shared.x1, p->y1 = shared.y1;
    return !rim_rect_is_empty(shared);
}

// Returns lanes that are all true if the matrix has scale 1 and at most flips and a quarter turn.
static inline f32x4_truth pose_is_unit(const rim_xform2 *m)
{
    static const float sizes[2][4] = { { 1.0f, 0.0f, 0.0f, 1.0f }, { 0.0f, 1.0f, 1.0f, 0.0f } };
    f32x4              matrix = f32x4_load_pairs(&m->a, &m->c);
    f32x4              size = f32x4_max(matrix, f32x4_sub(f32x4_all(0.0f), matrix));
    return f32x4_equal(size, f32x4_load(sizes[m->a == 0.0f]));
}

// Prepares the pair of masks of two sprites of scale 1 with plain numbers, and sets *shares to whether their bounds
// share a pixel. Returns false for other sprites, and for a fractional offset. With a's matrix M, and K^T the inverse
// of b's matrix K, the upper left corner of a's pixels lies in b's pixels at
//
//      K^T (t_a - t_b - M anchor_a) + anchor_b,
//
// which is exact in float, and smaller than 2^22. Without this path an overlap test of sprites of 48 pixels, one of
// them flipped, takes twice as long.
static bool pair_init_plain(mask_reoriented_pair *p, bool *shares, const rim_posed *a,
                            const rim_posed *b)
{
    const rim_xform2 *m = &a->pose, *k = &b->pose;
    rim_vec2          na = a->sprite->plain_anchor, nb = b->sprite->plain_anchor; // or NaN
    f32x4       anchors = f32x4_load_pairs(&a->sprite->plain_anchor, &b->sprite->plain_anchor);
    f32x4_truth units = f32x4_both(pose_is_unit(m), pose_is_unit(k));
    f32x4_truth plain = f32x4_both(f32x4_equal(anchors, anchors),
                                   sprite_numbers_are_plain(sprite_translations(m, k)));
    if (!sprite_all_true(f32x4_both(units, plain))) return false;

    // The signs of a's and b's columns and rows along the world's axes. `column` and `row` are 1.0 if b's columns and
    // rows run the same way as the columns or rows of a that are parallel to them, else -1.0.
    bool  a_turned = m->a == 0.0f, b_turned = k->a == 0.0f, crosses = a_turned != b_turned;
    float a_column = a_turned ? m->b : m->a, a_row = a_turned ? m->c : m->d;
    float b_column = b_turned ? k->b : k->a, b_row = b_turned ? k->c : k->d;
    float column = b_column * (crosses ? a_row : a_column);
    float row = b_row * (crosses ? a_column : a_row);
    float dx = m->tx - k->tx, dy = m->ty - k->ty;
    float x = b_column * (b_turned ? dy : dx) - column * (crosses ? na.y : na.x) + nb.x;
    float y = b_row * (b_turned ? dx : dy) - row * (crosses ? na.x : na.y) + nb.y;
    p->a.x = (int)x, p->a.y = (int)y;
    p->a.crosses = crosses;
    p->a.flips_x = column < 0.0f, p->a.flips_y = row < 0.0f;
    *shares = pair_share(p, a->sprite, b->sprite);
    return (float)p->a.x == x && (float)p->a.y == y;
}

// Prepares the pair of the old sprite, seen as the new one, and the other sprite. `o` is the offset of r->a in r->b; if
// the new sprite is that of b, its offset is the opposite one. Returns false if their bounds share no pixel.
static bool pair_init_at(mask_reoriented_pair *p, const reoriented *r, const integer_offset *o)
{
    p->a = r->view;
    p->a.x += r->is_b ? -o->x : o->x;
    p->a.y += r->is_b ? -o->y : o->y;
    return pair_share(p, r->from, r->is_b ? o->a : o->b);
}

// Prepares as pair_init_plain does, for any scale and numbers. Stores the area of a pixel in the world in *pixel.
CPU_APART static bool pair_init_far(mask_reoriented_pair *p, bool *shares, const rim_posed *a,
                                    const rim_posed *b, double *pixel)
{
    reoriented     r;
    integer_offset o;
    if (integer_offset_init_far(&o, a, b) || integer_offset_init_turned(&o, a, b))
    {
        p->a = (mask_reoriented){ .x = o.x, .y = o.y };
        *shares = pair_share(p, a->sprite, b->sprite);
    }
    else
    {
        if (!reoriented_init(&r, a, b) || !reoriented_offset(&r, &o)) return false;
        *shares = pair_init_at(p, &r, &o);
    }
    *pixel = o.scale * o.scale;
    return true;
}

bool reoriented_touches(const reoriented *r, const integer_offset *o)
{
    mask_reoriented_pair p;
    return pair_init_at(&p, r, o) && p.b->kernels->reoriented_overlaps(&p);
}

bool reoriented_overlaps(const rim_posed *a, const rim_posed *b, bool *answer)
{
    mask_reoriented_pair p;
    bool                 shares;
    double               pixel;
    if (!pair_init_plain(&p, &shares, a, b) && !pair_init_far(&p, &shares, a, b, &pixel))
        return false;
    if (shares && !(p.a.crosses | p.a.flips_x | p.a.flips_y))
        *answer = rim_sprite_overlaps_at(b->sprite, a->sprite, p.a.x, p.a.y);
    else
        *answer = shares && p.b->kernels->reoriented_overlaps(&p);
    return true;
}

bool reoriented_area(const rim_posed *a, const rim_posed *b, double *area)
{
    mask_reoriented_pair p;
    bool                 shares;
    double               pixel = 1.0;
    if (!pair_init_plain(&p, &shares, a, b) && !pair_init_far(&p, &shares, a, b, &pixel))
        return false;
    *area = shares ? pixel * (double)p.b->kernels->reoriented_area(&p) : 0.0;
    return true;
}
