// The worlds of movers: a list of sprites, a map of tiles, a figure, a stage. All gather functions have the arguments
// that rim_world2 describes: they count the sprites or parts near the box, and write those from number `first` on.
#include "rimcast/mover2.h"

#include "base/float.h"
#include "flat/figure/data.h"
#include "flat/stage/search.h"

// --- a list ---------------------------------------------------------------------------------------

// Writes the sprites of a rim_posed_list whose bounds overlap the box, in the order of the list. Of these sprites,
// skips the first `first` ones and writes at most `capacity` of the rest. Returns the number of all of them.
static int world2_gather_list(const void *context, rim_box2 box, int first, rim_posed *out,
                              int capacity)
{
    const rim_posed_list *list = context;
    int                   count = 0;
    for (int i = 0; i < list->count; i++)
    {
        if (!rim_box2_overlaps(rim_sprite_bounds(list->sprites[i]), box)) continue;
        if (count >= first && count - first < capacity) out[count - first] = list->sprites[i];
        count++;
    }
    return count;
}

rim_world2 rim_posed_list_world(const rim_posed_list *list)
{
    rim_world2 world = { list, world2_gather_list, NULL };
    return world;
}

// --- tiles ----------------------------------------------------------------------------------------

// Computes the range *from .. *to - 1 of the cells along one axis whose tiles may have a point between lo and hi. There
// are no such cells if *from >= *to. The axis has the cells 0 .. count - 1. Cell i spans origin + i * side to origin +
// (i + 1) * side, and its tile reaches out of it by at most `reach`. One cell more on each side allows for rounding.
static void cells_between(double lo, double hi, double origin, double side, double reach, int count,
                          int *from, int *to)
{
    double first = (lo - reach - origin) / side - 1.0, last = (hi + reach - origin) / side + 1.0;
    first = first > 0.0 ? first : 0.0;
    last = last < count ? last : count;
    *from = first < count ? float_floor_int(first) : count;
    *to = last > 0.0 ? float_ceil_int(last) : 0;
}

// Returns the tile of a cell, whose number must not be 0, in its pose. A point p of the image is at L p + k relative
// to the corner of the reoriented image. The matrix L swaps the axes (or does not), then mirrors each of them (or does
// not). k is the size of the reoriented image along a mirrored axis and 0 along the other. Sprite space begins at the
// anchor, so the pose takes its origin to L anchor + k.
static rim_posed tile_at(const rim_tiles2 *map, uint32_t cell, int column, int row)
{
    const rim_sprite *tile = map->tiles[(cell & RIM_TILE_NUMBER) - 1];
    const rim_mask   *mask = rim_sprite_mask(tile);
    rim_vec2          anchor = rim_sprite_anchor(tile);
    bool              swaps = cell & RIM_TILE_DIAGONAL;
    bool              mirrors_x = cell & RIM_TILE_FLIP_X, mirrors_y = cell & RIM_TILE_FLIP_Y;

    // L
    float      sign_x = mirrors_x ? -1.0f : 1.0f, sign_y = mirrors_y ? -1.0f : 1.0f;
    rim_xform2 pose = { 0 };
    if (swaps)
    {
        pose.c = sign_x;
        pose.b = sign_y;
    }
    else
    {
        pose.a = sign_x;
        pose.d = sign_y;
    }

    // L anchor + k, with the width and the height of the reoriented image
    int    width = swaps ? rim_mask_height(mask) : rim_mask_width(mask);
    int    height = swaps ? rim_mask_width(mask) : rim_mask_height(mask);
    double anchor_x = sign_x * (double)(swaps ? anchor.y : anchor.x);
    double anchor_y = sign_y * (double)(swaps ? anchor.x : anchor.y);
    if (mirrors_x) anchor_x += width;
    if (mirrors_y) anchor_y += height;
    pose.tx = (float)((double)map->origin.x + (double)map->width * column + anchor_x);
    pose.ty = (float)((double)map->origin.y + (double)map->height * row + anchor_y);
    return rim_posed_make(tile, pose);
}

// Writes the tiles of a rim_tiles2 whose bounds overlap the box, row by row. Of these tiles, skips the first `first`
// ones and writes at most `capacity` of the rest. Returns the number of all of them. Tests only the cells near the
// box.
static int gather_tiles(const void *context, rim_box2 box, int first, rim_posed *out, int capacity)
{
    const rim_tiles2 *map = context;
    int               x0, x1, y0, y1, count = 0;
    if (rim_box2_is_empty(box) || !(map->width > 0.0f) || !(map->height > 0.0f)) return 0;
    cells_between(box.lo.x, box.hi.x, map->origin.x, map->width, map->reach, map->columns, &x0,
                  &x1);
    cells_between(box.lo.y, box.hi.y, map->origin.y, map->height, map->reach, map->rows, &y0, &y1);
    for (int row = y0; row < y1; row++)
        for (int column = x0; column < x1; column++)
        {
            uint32_t cell = map->cells[(size_t)row * (size_t)map->columns + (size_t)column];
            if ((cell & RIM_TILE_NUMBER) == 0) continue;
            rim_posed tile = tile_at(map, cell, column, row);
            if (!rim_box2_overlaps(rim_sprite_bounds(tile), box)) continue;
            if (count >= first && count - first < capacity) out[count - first] = tile;
            count++;
        }
    return count;
}

rim_world2 rim_tiles2_world(const rim_tiles2 *map)
{
    rim_world2 world = { map, gather_tiles, NULL };
    return world;
}

// --- a figure -------------------------------------------------------------------------------------------

// Returns true if part i of a figure has area and bounds that overlap the box, and is a sprite if `sprite` is set, or
// another shape if not. *part becomes the part with its pose in the world; it is undefined if the function returns
// false.
static bool world2_part_near(const rim_figure *figure, int i, bool sprite, rim_box2 box,
                             rim_figure_part *part)
{
    figure_shape shape;
    *part = figure->parts[i];
    if ((part->kind == RIM_PART_SPRITE) != sprite) return false;
    if (!figure_shape_init(&shape, figure, i)) return false;
    part->pose = rim_xform2_mul(figure->pose, part->pose);
    return rim_box2_overlaps(shape.bounds, box);
}

// Continues a list of sprites, of which `count` have been counted before, with those of a figure near the box. Writes
// the sprite with number i of the whole list to out[i - first] if first <= i < first + capacity. Returns the new
// count.
static int figure_add_sprites(const rim_figure *figure, rim_box2 box, int count, int first,
                              rim_posed *out, int capacity)
{
    rim_figure_part part;
    for (int i = 0; i < figure->count; i++)
    {
        if (!world2_part_near(figure, i, true, box, &part)) continue;
        if (count >= first && count - first < capacity)
            out[count - first] = rim_posed_make(part.sprite, part.pose);
        count++;
    }
    return count;
}

// Does the same as figure_add_sprites for the parts of a figure that are no sprites.
static int figure_add_shapes(const rim_figure *figure, rim_box2 box, int count, int first,
                             rim_figure_part *out, int capacity)
{
    rim_figure_part part;
    for (int i = 0; i < figure->count; i++)
    {
        if (!world2_part_near(figure, i, false, box, &part)) continue;
        if (count >= first && count - first < capacity) out[count - first] = part;
        count++;
    }
    return count;
}

static int figure_gather(const void *context, rim_box2 box, int first, rim_posed *out, int capacity)
{
    return figure_add_sprites(context, box, 0, first, out, capacity);
}

static int figure_gather_shapes(const void *context, rim_box2 box, int first, rim_figure_part *out,
                                int capacity)
{
    return figure_add_shapes(context, box, 0, first, out, capacity);
}

rim_world2 rim_figure_world(const rim_figure *figure)
{
    return (rim_world2){ figure, figure_gather, figure_gather_shapes };
}

// --- a stage --------------------------------------------------------------------------------------------

// Returns the slot of the next object of the search that is not the object `but` of the part, or -1 at the end. The
// search itself selects by the part's layers.
static int world2_stage_next(stage_search *search, const rim_stage_part *part)
{
    int slot = stage_search_next(search);
    while (slot >= 0 && stage_is_same(stage_handle(part->stage, slot), part->but))
        slot = stage_search_next(search);
    return slot;
}

// Lists the sprites of a rim_stage_part near the box: its objects that are sprites, and the sprites of its figures,
// in the order of the search. The search enlarges the box a little, so some sprites may lie beside it.
static int world2_gather_stage(const void *context, rim_box2 box, int first, rim_posed *out,
                               int capacity)
{
    const rim_stage_part *part = context;
    stage_search          search;
    int                   count = 0;
    if (rim_box2_is_empty(box)) return 0;
    stage_search_start(&search, part->stage, stage_search_stepped_out(box), part->layers);
    for (int slot; (slot = world2_stage_next(&search, part)) >= 0;)
    {
        if (stage_is_figure(part->stage, slot))
        {
            rim_figure figure = stage_figure(part->stage, slot);
            count = figure_add_sprites(&figure, box, count, first, out, capacity);
            continue;
        }
        if (count >= first && count - first < capacity)
            out[count - first] = part->stage->items[slot].posed;
        count++;
    }
    return count;
}

// Lists the parts of a rim_stage_part near the box that are no sprites, which are those of its figures.
static int world2_gather_stage_shapes(const void *context, rim_box2 box, int first,
                                      rim_figure_part *out, int capacity)
{
    const rim_stage_part *part = context;
    stage_search          search;
    int                   count = 0;
    if (rim_box2_is_empty(box)) return 0;
    stage_search_start(&search, part->stage, stage_search_stepped_out(box), part->layers);
    for (int slot; (slot = world2_stage_next(&search, part)) >= 0;)
    {
        if (!stage_is_figure(part->stage, slot)) continue;
        rim_figure figure = stage_figure(part->stage, slot);
        count = figure_add_shapes(&figure, box, count, first, out, capacity);
    }
    return count;
}

rim_world2 rim_stage_world(const rim_stage_part *part)
{
    return (rim_world2){ part, world2_gather_stage, world2_gather_stage_shapes };
}
