#include "flat/query/traversal.h"

#include "base/float.h"
#include "flat/mask/bits.h"
#include "flat/sprite/data.h"

#include <math.h>

pair_side pair_side_of(const rim_sprite *sprite)
{
    return (pair_side){ .mask = sprite->mask, .field = &sprite->blocks, .solid = sprite->bounds };
}

static int traversal_order(double a, double b)
{
    return (a > b) - (a < b);
}

// Returns a number below 0, 0 or a number above 0 by an order of masks: by width, then height, then the first rows and
// columns whose pixels differ.
static int order_masks(const rim_mask *a, const rim_mask *b)
{
    int by = rim_mask_width(a) - rim_mask_width(b);
    if (!by) by = rim_mask_height(a) - rim_mask_height(b);
    for (int y = 0; !by && y < rim_mask_height(a); y++)
        for (int x = 0; !by && x < rim_mask_width(a); x += 64)
        {
            uint64_t p = mask_span(a, x, y), q = mask_span(b, x, y);
            by = (p > q) - (p < q);
        }
    return by;
}

// Returns a number below 0 if a comes before b, above 0 if b comes first, 0 if they are equal. The order is by the area
// of a pixel, then by pose, anchor and mask. It does not depend on which sprite is the first argument. So the fine
// sprite is the same if the arguments are swapped, and sums are rounded alike.
static int order_posed(rim_posed a, rim_posed b)
{
    rim_vec2 na = a.sprite->anchor, nb = b.sprite->anchor;
    int      by =
        traversal_order(fabs(rim_xform2_determinant(a.pose)), fabs(rim_xform2_determinant(b.pose)));
    if (!by) by = traversal_order(a.pose.tx, b.pose.tx);
    if (!by) by = traversal_order(a.pose.ty, b.pose.ty);
    if (!by) by = traversal_order(a.pose.a, b.pose.a);
    if (!by) by = traversal_order(a.pose.b, b.pose.b);
    if (!by) by = traversal_order(a.pose.c, b.pose.c);
    if (!by) by = traversal_order(a.pose.d, b.pose.d);
    if (!by) by = traversal_order(na.x, nb.x);
    if (!by) by = traversal_order(na.y, nb.y);
    return by ? by : order_masks(rim_sprite_mask(a.sprite), rim_sprite_mask(b.sprite));
}

// Chooses the fine sprite by order_posed. Returns false if a sprite has no solid pixel or its pose is unusable. The
// members after `swapped` are not set.
bool traversal_init_sides(traversal *view, rim_posed a, rim_posed b)
{
    if (!pair_pose_is_usable(a.pose) || !pair_pose_is_usable(b.pose)) return false;
    view->swapped = order_posed(b, a) < 0;
    view->fine_posed = view->swapped ? b : a;
    view->coarse_posed = view->swapped ? a : b;
    view->fine = pair_side_of(view->fine_posed.sprite);
    view->coarse = pair_side_of(view->coarse_posed.sprite);
    return !rim_rect_is_empty(view->fine.solid) && !rim_rect_is_empty(view->coarse.solid);
}

// Computes the map from the fine sprite's pixels to those of the coarse one, and half the sides of the box around a
// fine pixel's image. Requires the sides (traversal_init_sides).
void traversal_init_forward(traversal *view)
{
    pixel_map_init(&view->maps.a_to_b, pair_frame_of(view->fine_posed),
                   pair_frame_of(view->coarse_posed));
    const pair_form *u = &view->maps.a_to_b.u, *v = &view->maps.a_to_b.v;
    view->shift_u = view->shift_v = 0.0;
    view->steps = 0;
    view->half_u = 0.5 * (fabs(u->p) + fabs(u->q));
    view->half_v = 0.5 * (fabs(v->p) + fabs(v->q));
    view->margin =
        pixel_map_square_error(&view->maps.a_to_b, pair_squares_side(view->fine_posed.sprite));
}

// Prepares both sides and the maps in both directions.
bool traversal_init(traversal *view, rim_posed a, rim_posed b)
{
    if (!traversal_init_sides(view, a, b)) return false;
    traversal_init_forward(view);
    pixel_map_init(&view->maps.b_to_a, pair_frame_of(view->coarse_posed),
                   pair_frame_of(view->fine_posed));
    return true;
}

rim_rect pair_cells_of(const pair_side *side, const pair_box *box)
{
    rim_rect cells;
    return pair_cells_inside(box, side->solid, &cells) ? cells : rim_rect_make(0, 0, 0, 0);
}

// Returns the state of a rectangle of pixels: FIELD_EMPTY, FIELD_FULL or FIELD_MIXED. Requires 1 to 64 columns and at
// least a row, all inside the mask. The columns of a row are in two words. `whole` is false if the box that is looked
// up reaches beyond `cells`: the pixels there are empty, so the state is not FIELD_FULL.
static int look_up_bits(const rim_mask *mask, rim_rect cells, bool whole)
{
    unsigned        shift = (unsigned)cells.x0 & 63;
    const uint64_t *left = mask_strip(mask, cells.x0 >> 6), *right = left + mask->pitch;
    uint64_t        window = mask_low_bits(cells.x1 - cells.x0), any = 0, all = window;
    for (int row = cells.y0; row < cells.y1; row++)
    {
        uint64_t bits = mask_two_words(left[row], right[row], shift);
        any |= bits;
        all &= bits;
    }
    if (!(any & window)) return FIELD_EMPTY;
    return whole && all == window ? FIELD_FULL : FIELD_MIXED;
}

// Returns the state of a box by the gap about its middle (field_blocks_gap): within a positive gap no pixel is solid,
// within a negative one all are. If the gap is at least half the box's longer side, it decides; otherwise the state is
// unknown, and FIELD_MIXED is returned.
//
// If the middle is outside of the field, the gap of the nearest block is taken. A positive one holds for the middle as
// well: all solid pixels are in the field, and the block's point nearest to the middle is at least as near to them as
// the middle is. A negative one does not occur there: beside this block is the outside, which is not solid.
static int look_up_field(const field_blocks *field, const pair_box *box)
{
    double u = 0.5 * (box->x0 + box->x1), v = 0.5 * (box->y0 + box->y1);
    double hu = 0.5 * (box->x1 - box->x0), hv = 0.5 * (box->y1 - box->y0);
    double half = hu > hv ? hu : hv;
    double gap = pair_blocks_gap(field, u, v);
    if (gap > 0.0 && gap >= half) return FIELD_EMPTY;
    if (gap < 0.0 && -gap >= half) return FIELD_FULL;
    return FIELD_MIXED;
}

// Decides by the mask's bits for boxes of few rows and columns, else by the distance field.
int pair_look_up(const pair_side *side, const pair_box *box)
{
    rim_rect inner, solid = side->solid;
    if (!pair_cells_inside(box, solid, &inner)) return FIELD_EMPTY;
    if (inner.x1 - inner.x0 <= PAIR_BIT_COLUMNS && inner.y1 - inner.y0 <= PAIR_BIT_ROWS)
    {
        bool whole = box->x0 >= solid.x0 && box->y0 >= solid.y0 && box->x1 <= solid.x1 &&
                     box->y1 <= solid.y1;
        return look_up_bits(side->mask, inner, whole);
    }
    return look_up_field(side->field, box);
}
