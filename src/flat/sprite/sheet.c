#include "flat/sprite/data.h"

#include "base/float.h"
#include "base/memory.h"
#include "flat/mask/image.h"

#include <string.h>

struct rim_sheet
{
    rim_allocator allocator;
    int           count;   // of frames
    int           layers;  // at least one
    rim_sprite  **sprites; // of the first layer's frames, of the second one's, ...
    char         *names;   // of the layers, one behind the other, each with a zero behind it
    size_t        name_bytes;
};

// --- frames ---------------------------------------------------------------------------------------

// Returns how many whole cells fit into a length, with a margin at both ends and spacings between the cells. With an
// additional spacing at the end, each cell has one: n (cell + spacing) <= length - 2 margin + spacing.
static int64_t cells_along(int64_t length, int64_t cell, int64_t margin, int64_t spacing)
{
    int64_t room = length - 2 * margin + spacing;
    return room < cell + spacing ? 0 : room / (cell + spacing);
}

// Writes the frames of the grid's whole cells to out, row by row, at most `capacity` of them, and returns the number of
// all.
int rim_grid_frames(rim_grid g, int image_width, int image_height, rim_frame *out, int capacity)
{
    if (g.cell_width < 1 || g.cell_height < 1 || g.margin < 0 || g.spacing < 0) return 0;
    int64_t columns = cells_along(image_width, g.cell_width, g.margin, g.spacing);
    int64_t rows = cells_along(image_height, g.cell_height, g.margin, g.spacing);
    int64_t count = columns * rows;
    if (count > INT32_MAX) return 0; // of an image that no mask can be made of
    for (int64_t i = 0; i < count && i < capacity; i++)
    {
        int x = (int)(g.margin + i % columns * ((int64_t)g.cell_width + g.spacing));
        int y = (int)(g.margin + i / columns * ((int64_t)g.cell_height + g.spacing));
        out[i] = (rim_frame){ .place = { x, y, x + g.cell_width, y + g.cell_height } };
    }
    return (int)count;
}

// Return the size of the stored pixels in the frame's orientation.
static int64_t stored_width(const rim_frame *f)
{
    return f->turned ? (int64_t)f->place.y1 - f->place.y0 : (int64_t)f->place.x1 - f->place.x0;
}

static int64_t stored_height(const rim_frame *f)
{
    return f->turned ? (int64_t)f->place.x1 - f->place.x0 : (int64_t)f->place.y1 - f->place.y0;
}

static bool has_size(const rim_frame *f)
{
    return f->width != 0 || f->height != 0;
}

void rim_frame_size(const rim_frame *f, int *width, int *height)
{
    *width = has_size(f) ? f->width : (int)stored_width(f);
    *height = has_size(f) ? f->height : (int)stored_height(f);
}

// Returns RIM_OK if all of these hold: the frame lies in the image, its stored pixels lie in the whole frame, the whole
// frame is no larger than a mask may be, and its anchor is finite.
rim_status rim_frame_check(const rim_frame *f, int image_width, int image_height)
{
    rim_rect p = f->place;
    if (p.x0 < 0 || p.y0 < 0 || p.x1 <= p.x0 || p.y1 <= p.y0) return RIM_ERR_SIZE;
    if (p.x1 > image_width || p.y1 > image_height) return RIM_ERR_SIZE;
    if (has_size(f) && (f->width < 1 || f->height < 1)) return RIM_ERR_SIZE;
    int width, height;
    rim_frame_size(f, &width, &height);
    if (width > RIM_MASK_MAX_SIDE || height > RIM_MASK_MAX_SIDE) return RIM_ERR_SIZE;
    if (f->trim_x < 0 || f->trim_y < 0) return RIM_ERR_SIZE;
    if (f->trim_x + stored_width(f) > width || f->trim_y + stored_height(f) > height)
        return RIM_ERR_SIZE;
    if (f->has_anchor && !vec2_is_finite(f->anchor)) return RIM_ERR_ARGUMENT;
    return RIM_OK;
}

// Stores the position of the image's pixel that shows pixel (x, y) of the whole frame. Returns false, and stores
// nothing, if pixel (x, y) was trimmed or is outside of the frame. (sx, sy) is its position in the stored pixels as the
// frame shows them. A turned frame is stored turned clockwise, so the frame's top left corner is at the top right: row
// sy of the frame is a column of the image, sy from the right, and column sx is row sx of the image.
bool rim_frame_pixel(const rim_frame *f, int x, int y, int *image_x, int *image_y)
{
    int64_t sx = (int64_t)x - f->trim_x, sy = (int64_t)y - f->trim_y;
    if (sx < 0 || sy < 0 || sx >= stored_width(f) || sy >= stored_height(f)) return false;
    *image_x = f->turned ? f->place.x1 - 1 - (int)sy : f->place.x0 + (int)sx;
    *image_y = f->turned ? f->place.y0 + (int)sx : f->place.y0 + (int)sy;
    return true;
}

// Returns the part `place` of an image as an image that refers to the same pixels. Requires a place inside the image.
static rim_image sheet_part_of(const rim_image *image, rim_rect place)
{
    rim_image part = *image;
    part.stride = image_stride(image);
    if (image->pixels)
        part.pixels =
            image_row(image, place.y0) + (ptrdiff_t)place.x0 * image_pixel_bytes(image->layout);
    part.width = place.x1 - place.x0;
    part.height = place.y1 - place.y0;
    return part;
}

// Sets the solid pixels of a whole frame. `whole` is an empty mask of the frame's size, and `stored` has the stored
// pixels of the frame, which a sheet may have trimmed and turned. `trimmed` says whether pixels that are not stored are
// solid.
static void sheet_spread(rim_mask *whole, const rim_mask *stored, const rim_frame *f, bool trimmed)
{
    int width = rim_mask_width(whole), height = rim_mask_height(whole);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
        {
            int  at_x, at_y;
            bool is_solid = trimmed;
            if (rim_frame_pixel(f, x, y, &at_x, &at_y))
                is_solid = rim_mask_get(stored, at_x - f->place.x0, at_y - f->place.y0);
            if (is_solid) rim_mask_set(whole, x, y, true);
        }
}

// Stores in *out the mask of the whole frame, from its stored pixels, which are taken over: they become *out if they
// are the whole frame, and are destroyed otherwise, also on failure. `trimmed` is as in sheet_spread.
static rim_status sheet_whole_frame(rim_mask **out, rim_mask *stored, const rim_frame *frame,
                                    bool trimmed, const rim_allocator *from)
{
    int width, height;
    rim_frame_size(frame, &width, &height);
    if (!frame->turned && width == rim_mask_width(stored) && height == rim_mask_height(stored))
    {
        *out = stored;
        return RIM_OK;
    }
    rim_status status = rim_mask_create(out, width, height, from);
    if (!status) sheet_spread(*out, stored, frame, trimmed);
    rim_mask_destroy(stored);
    return status;
}

// Creates the mask of a whole frame from an image. Pixels that are not stored have alpha 0, so they are solid for
// thresholds up to 0.
rim_status frame_mask(rim_mask **out, const rim_frame *frame, const rim_image *image, int threshold,
                      const rim_allocator *from)
{
    *out = NULL;
    rim_status status = rim_frame_check(frame, image->width, image->height);
    if (!status) status = image_check(image);
    if (status) return status;
    rim_image part = sheet_part_of(image, frame->place);
    rim_mask *stored;
    status = rim_mask_create_from_image(&stored, &part, threshold, from);
    return status ? status : sheet_whole_frame(out, stored, frame, threshold <= 0, from);
}

// Creates the mask of a whole frame from a mask of the sheet. Pixels that are not stored are not solid.
static rim_status frame_mask_of_sheet(rim_mask **out, const rim_frame *frame, const rim_mask *sheet,
                                      const rim_allocator *from)
{
    *out = NULL;
    rim_status status = rim_frame_check(frame, rim_mask_width(sheet), rim_mask_height(sheet));
    if (status) return status;
    rim_mask *stored;
    status = rim_mask_create_window(&stored, sheet, frame->place, from);
    return status ? status : sheet_whole_frame(out, stored, frame, false, from);
}

// --- the sheet ------------------------------------------------------------------------------------

// The source of the sprites: an image, or layers of masks.
typedef struct sheet_source
{
    const rim_image *image;
    int              threshold;
    const rim_layer *layers;
    const rim_frame *frames;
} sheet_source;

// Creates the sprite of frame number `index` in layer number `layer`. The frame's own anchor, if it has one, replaces
// that of the options.
static rim_status bake_frame(rim_sprite **out, const sheet_source *source, int layer, int index,
                             const rim_sheet_options *options)
{
    const rim_frame     *frame = &source->frames[index];
    const rim_allocator *from = options->allocator;
    rim_mask            *mask;
    rim_status           status = source->image
                                      ? frame_mask(&mask, frame, source->image, source->threshold, from)
                                      : frame_mask_of_sheet(&mask, frame, source->layers[layer].mask, from);
    if (status) return status;
    rim_sprite_options about = {
        .has_anchor = options->has_anchor,
        .anchor = options->anchor,
        .rays = options->rays,
        .allocator = from,
    };
    if (frame->has_anchor)
    {
        about.has_anchor = true;
        about.anchor = frame->anchor;
    }
    status = rim_sprite_create(out, mask, &about);
    rim_mask_destroy(mask);
    return status;
}

static bool sheet_continues(const rim_progress *progress, int done, int count)
{
    return !progress || !progress->report ||
           progress->report(progress->context, (double)done / (double)count);
}

// Creates a sheet with room for the sprites, which are NULL, and with the names of the layers. A source without layers
// has one layer without a name. On failure the caller destroys *out, which may be NULL.
static rim_status sheet_start(rim_sheet **out, const sheet_source *source, int layers, int count,
                              const rim_allocator *allocator)
{
    rim_allocator from = memory_allocator_or_default(allocator);
    rim_sheet    *sheet = memory_allocate_zeroed(&from, 1, sizeof *sheet);
    *out = sheet;
    if (!sheet) return RIM_ERR_MEMORY;
    sheet->allocator = from;
    sheet->count = count;
    sheet->layers = layers;
    for (int i = 0; i < layers; i++)
        sheet->name_bytes += source->layers ? strlen(source->layers[i].name) + 1 : 1;
    sheet->names = memory_allocate_zeroed(&from, sheet->name_bytes, 1);
    sheet->sprites = memory_allocate_zeroed(
        &from, memory_size_product((size_t)layers, (size_t)count), sizeof(rim_sprite *));
    if (!sheet->names || !sheet->sprites) return RIM_ERR_MEMORY;
    char *name = sheet->names;
    for (int i = 0; i < layers && source->layers; i++)
    {
        size_t size = strlen(source->layers[i].name) + 1;
        memcpy(name, source->layers[i].name, size);
        name += size;
    }
    return RIM_OK;
}

// Creates a sheet of `count` frames in each of `layers` layers, and reports progress after each sprite. On failure *out
// is NULL.
static rim_status sheet_bake(rim_sheet **out, const sheet_source *source, int layers, int count,
                             const rim_sheet_options *options)
{
    rim_sheet_options plain = { 0 };
    RIM_ASSERT(out, "out is NULL");
    if (!options) options = &plain;
    *out = NULL;
    if (count < 1 || layers < 1 || count > INT32_MAX / layers) return RIM_ERR_SIZE;

    rim_sheet *sheet;
    rim_status status = sheet_start(&sheet, source, layers, count, options->allocator);
    for (int i = 0; i < layers * count && !status; i++)
    {
        status = bake_frame(&sheet->sprites[i], source, i / count, i % count, options);
        if (!status && !sheet_continues(options->progress, i + 1, layers * count))
            status = RIM_ERR_CANCELLED;
    }
    if (status)
        rim_sheet_destroy(sheet);
    else
        *out = sheet;
    return status;
}

rim_status rim_sheet_create(rim_sheet **out, const rim_image *image, int threshold,
                            const rim_frame *frames, int count, const rim_sheet_options *options)
{
    sheet_source source = { .image = image, .threshold = threshold, .frames = frames };
    return sheet_bake(out, &source, 1, count, options);
}

rim_status rim_sheet_create_from_masks(rim_sheet **out, const rim_layer *layers, int layer_count,
                                       const rim_frame *frames, int count,
                                       const rim_sheet_options *options)
{
    sheet_source source = { .layers = layers, .frames = frames };
    return sheet_bake(out, &source, layer_count, count, options);
}

// After a failed creation some sprites, or both arrays, are NULL.
void rim_sheet_destroy(rim_sheet *sheet)
{
    if (!sheet) return;
    rim_allocator from = sheet->allocator;
    int           all = sheet->layers * sheet->count;
    for (int i = 0; sheet->sprites && i < all; i++) rim_sprite_destroy(sheet->sprites[i]);
    memory_release(&from, sheet->sprites, (size_t)all, sizeof(rim_sprite *));
    memory_release(&from, sheet->names, sheet->name_bytes, 1);
    memory_release(&from, sheet, 1, sizeof *sheet);
}

// Returns the sprites of the layer with the given name, or of the first layer if `name` is NULL. Stores their number in
// *count unless `count` is NULL. Returns NULL, and stores 0, if no layer has the name.
const rim_sprite *const *rim_sheet_layer(const rim_sheet *sheet, const char *name, int *count)
{
    const char *at = sheet->names;
    for (int i = 0; i < sheet->layers; i++, at += strlen(at) + 1)
    {
        if (name && strcmp(at, name) != 0) continue;
        if (count) *count = sheet->count;
        return (const rim_sprite *const *)sheet->sprites + (size_t)i * (size_t)sheet->count;
    }
    if (count) *count = 0;
    return NULL;
}
