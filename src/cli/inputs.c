// The inputs of a command. See inputs.h.
#include "inputs.h"

#include "files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- gathering ------------------------------------------------------------------------------------

// Returns true if the options go together and there is an image. Else prints an error.
static bool inputs_options_agree(const char *command, const option_value *o, arguments files)
{
    if (o[INPUT_ATLAS].given && o[INPUT_SHEET].given)
        return complain("%s: --sheet and --atlas exclude each other; give one of them", command);
    if (o[INPUT_ATLAS].given && files.count > 1)
        return complain("%s: --atlas takes one image at most, in place of the one it names; "
                        "leave the others out",
                        command);
    if ((o[INPUT_MARGIN].given || o[INPUT_SPACING].given) && !o[INPUT_SHEET].given)
        return complain("%s: --margin and --spacing only mean something with --sheet; "
                        "add that or leave them out",
                        command);
    if (o[INPUT_ATLAS].given || files.count > 0) return true;
    return complain("%s: no image given; give one, for example: rimcast %s hero.png%s", command,
                    command, strcmp(command, "bake") == 0 ? " -o hero.shapes" : "");
}

bool inputs_name_standard_once(const char *command, const option_value *o, arguments files)
{
    int count = o[INPUT_ATLAS].given && path_is_standard(o[INPUT_ATLAS].text);
    for (int i = 0; i < files.count; i++) count += path_is_standard(files.items[i]);
    if (count <= 1) return true;
    return complain("%s: standard input (-) can be read once alone; give it once", command);
}

// Makes a page without frames of each image that is named or is in a named folder. Returns false after an error
// message.
static bool gather_files(inputs *out, arguments files)
{
    paths all;
    if (!paths_expand(&all, files)) return false;
    out->images.pages = calloc((size_t)all.count, sizeof *out->images.pages);
    if (!out->images.pages)
    {
        paths_free(&all);
        return complain("%s: out of memory; free some", files.items[0]);
    }
    out->images.count = all.count;
    for (int i = 0; i < all.count; i++)
    {
        out->images.pages[i].image = all.items[i];
        all.items[i] = NULL;
    }
    paths_free(&all);
    return true;
}

// Reads the pages and frames of an atlas. An image in `files` takes the place of the one that the atlas names. Returns
// false after an error message.
static bool gather_atlas(inputs *out, const char *path, arguments files)
{
    if (!atlas_read(&out->images, path)) return false;
    if (files.count == 0) return true;
    if (out->images.count > 1)
        return complain("%s: has several images; leave %s out, they are found beside it", path,
                        files.items[0]);
    free(out->images.pages[0].image);
    out->images.pages[0].image = text_copy(files.items[0]);
    return out->images.pages[0].image != NULL;
}

// Collects the images and frames that options and arguments name, without loading images. On failure prints an error,
// and *out is empty.
bool inputs_gather(inputs *out, const char *command, const option_value *o, arguments files)
{
    memset(out, 0, sizeof *out);
    if (!inputs_options_agree(command, o, files)) return false;
    if (!inputs_name_standard_once(command, o, files)) return false;
    out->atlas_path = o[INPUT_ATLAS].given ? o[INPUT_ATLAS].text : NULL;
    out->cut = o[INPUT_SHEET].given;
    out->grid = (rim_grid){ .cell_width = o[INPUT_SHEET].whole,
                            .cell_height = o[INPUT_SHEET].second,
                            .margin = o[INPUT_MARGIN].whole,
                            .spacing = o[INPUT_SPACING].whole };
    bool good = o[INPUT_ATLAS].given ? gather_atlas(out, o[INPUT_ATLAS].text, files)
                                     : gather_files(out, files);
    if (!good) inputs_free(out);
    return good;
}

void inputs_free(inputs *all)
{
    atlas_free(&all->images);
    memset(all, 0, sizeof *all);
}

bool inputs_are_spared(const inputs *all, const char *path, bool force)
{
    if (all->atlas_path && !output_spares_input(path, all->atlas_path, force)) return false;
    for (int i = 0; i < all->images.count; i++)
        if (!output_spares_input(path, all->images.pages[i].image, force)) return false;
    return true;
}

// --- frames ---------------------------------------------------------------------------------------

// Appends frames to a page without frames, whose p->frames has room for them. Their names are their numbers, from 0 on.
// Returns false after an error message.
static bool number_frames(page *p, const rim_frame *frames, int count)
{
    for (int i = 0; i < count; i++)
    {
        char number[16];
        snprintf(number, sizeof number, "%d", i);
        p->frames[i].frame = frames[i];
        p->frames[i].name = text_copy(number);
        if (!p->frames[i].name) return false;
        p->count++;
    }
    return true;
}

// Prints that no cell of a grid fits into an image, and the margin if there is one. Returns false.
static bool complain_of_cell(rim_grid g, const image *im)
{
    if (g.margin > 0)
        return complain("%s: not one cell of %d x %d pixels fits into its %d x %d with a margin of "
                        "%d; give a smaller --margin, or the size of a cell, for example --sheet "
                        "32x32",
                        im->path, g.cell_width, g.cell_height, im->width, im->height, g.margin);
    return complain("%s: not one cell of %d x %d pixels fits into its %d x %d; "
                    "give the size of a cell, for example --sheet 32x32",
                    im->path, g.cell_width, g.cell_height, im->width, im->height);
}

// Makes the cells of a grid the frames of a page. Returns false after an error message.
static bool cut_up(page *p, rim_grid g, const image *im)
{
    int count = rim_grid_frames(g, im->width, im->height, NULL, 0);
    if (count == 0) return complain_of_cell(g, im);
    if (count > ATLAS_MAX_FRAMES)
        return complain("%s: would have %d cells, and %d is the most; give larger ones", im->path,
                        count, ATLAS_MAX_FRAMES);
    rim_frame *frames = malloc((size_t)count * sizeof *frames);
    p->frames = calloc((size_t)count, sizeof *p->frames);
    bool good = frames && p->frames;
    if (good)
    {
        rim_grid_frames(g, im->width, im->height, frames, count);
        good = number_frames(p, frames, count);
    }
    else
        complain("%s: out of memory; free some", p->image);
    free(frames);
    return good;
}

// Returns true if a frame lies in its image and its numbers fit together. Else prints an error, about the file that says
// where the frame is: the atlas.
static bool check_frame(const char *source, const named_frame *f, const image *im)
{
    rim_rect   p = f->frame.place;
    rim_status status = rim_frame_check(&f->frame, im->width, im->height);
    if (status == RIM_OK) return true;
    if (status == RIM_ERR_ARGUMENT)
        return complain("%s: frame '%s': its pivot is out of range; export the atlas again", source,
                        f->name);
    if (p.x1 <= p.x0 || p.y1 <= p.y0)
        return complain("%s: frame '%s' is empty, %d x %d pixels; export the atlas again", source,
                        f->name, p.x1 - p.x0, p.y1 - p.y0);
    if (p.x1 > im->width || p.y1 > im->height)
        return complain("%s: frame '%s' (x %d .. %d, y %d .. %d) is not inside the image %s of "
                        "%d x %d; give the image that belongs to the atlas",
                        source, f->name, p.x0, p.x1 - 1, p.y0, p.y1 - 1, im->path, im->width,
                        im->height);
    return complain("%s: frame '%s': its pixels do not fit into its whole size (spriteSourceSize, "
                    "sourceSize); export the atlas again",
                    source, f->name);
}

// Makes an image of a frame as it was before packing: rotated back and with its whole size. Copies only the pixels
// that the packer stored, the rectangle out->stored, because the pixels that it trimmed may be very many. Requires
// check_frame. Returns false after an error message.
static bool unpack(image *out, const rim_frame *f, const image *im)
{
    int width, height;
    rim_frame_size(f, &width, &height);
    int packed_width = f->place.x1 - f->place.x0, packed_height = f->place.y1 - f->place.y0;
    int stored_width = f->turned ? packed_height : packed_width;
    int stored_height = f->turned ? packed_width : packed_height;
    *out = *im;
    out->width = width;
    out->height = height;
    out->stored =
        (rim_rect){ f->trim_x, f->trim_y, f->trim_x + stored_width, f->trim_y + stored_height };
    out->rgba = calloc((size_t)stored_width * (size_t)stored_height, 4);
    if (!out->rgba) return complain("%s: out of memory; free some", im->path);
    for (int y = 0; y < stored_height; y++)
        for (int x = 0; x < stored_width; x++)
        {
            int            from_x, from_y;
            unsigned char *to = out->rgba + 4 * ((size_t)y * (size_t)stored_width + (size_t)x);
            if (rim_frame_pixel(f, f->trim_x + x, f->trim_y + y, &from_x, &from_y))
                memcpy(to, image_pixel(im, from_x, from_y), 4);
        }
    return true;
}

// --- visiting -------------------------------------------------------------------------------------

typedef struct inputs_process
{
    input_visitor *call;
    void          *context;
    const char    *source; // the atlas, for messages; NULL: none
    progress      *bar;
    int            pages;
} inputs_process;

// Estimates the number of all inputs, as if each page had as many frames as this one. The layout of the picture needs
// it.
static int about_how_many(int pages, int frames)
{
    int64_t count = (int64_t)pages * frames;
    return count < INT32_MAX ? (int)count : INT32_MAX;
}

// Calls the visitor for each frame of a page, as it was before packing. All frames are checked first. Returns false
// after an error message, or when the visitor returns false, which ends the calls.
static bool visit_frames(const page *p, const image *im, inputs_process v)
{
    bool        good = true;
    // The cells of a sheet have no atlas, and are never wrong.
    const char *source = v.source ? v.source : im->path;
    for (int i = 0; i < p->count && good; i++) good = check_frame(source, &p->frames[i], im);
    for (int i = 0; i < p->count && good; i++)
    {
        image whole;
        progress_step(v.bar, (double)i / p->count);
        good = unpack(&whole, &p->frames[i].frame, im);
        input in = {
            .pixels = &whole,
            .frame = p->frames[i].name,
            .place = p->frames[i].frame.place,
            .has_anchor = p->frames[i].frame.has_anchor,
            .anchor = p->frames[i].frame.anchor,
            .named = &p->frames[i],
            .rest = p->count - i,
            .of = about_how_many(v.pages, p->count),
        };
        good = good && v.call(v.context, &in);
        image_free(&whole);
    }
    return good;
}

// Loads a page's image and calls the visitor for it, or for each of its frames. Returns false if one failed.
static bool visit_page(inputs *all, page *p, inputs_process v)
{
    image im;
    if (!image_load(&im, p->image)) return false;
    bool  good = !all->cut || cut_up(p, all->grid, &im);
    input in = { .pixels = &im, .rest = 1, .of = v.pages };
    if (good) good = p->count > 0 ? visit_frames(p, &im, v) : v.call(v.context, &in);
    image_free(&im);
    return good;
}

// Loads one image after the other and calls the visitor for each, or for each of its frames. Returns false if any
// failed.
bool inputs_visit(inputs *all, progress *bar, input_visitor *call, void *context)
{
    bool good = true;
    *bar = progress_start(all->images.count);
    for (int i = 0; i < all->images.count; i++)
    {
        page *p = &all->images.pages[i];
        progress_next(bar, p->image);
        inputs_process process = { .call = call,
                                   .context = context,
                                   .source = all->atlas_path ? input_name(all->atlas_path) : NULL,
                                   .bar = bar,
                                   .pages = all->images.count };
        good = visit_page(all, p, process) && good;
    }
    progress_end(bar);
    return good;
}

// --- hints -------------------------------------------------------------------------------------------

// Counts a hint: HINT_EMPTY once for each frame, the other kinds once for each file. Stores the file, and for
// HINT_EMPTY the frame, of the first hint of each kind.
static void hints_count(hints *h, hint_kind kind, const input *in)
{
    const char *file = in->pixels->path;
    // Transparency and animation belong to a file, so its frames, which follow each other, count as one.
    if (kind != HINT_EMPTY && h->last[kind] && strcmp(h->last[kind], file) == 0) return;
    h->last[kind] = file;
    if (h->counts[kind]++ > 0) return;
    h->files[kind] = file;
    h->frames[kind] = kind == HINT_EMPTY ? in->frame : NULL;
}

// Returns true if all pixels are solid, probably by mistake. A full cell of a sheet is usual, but a sheet without any
// transparency is not. A threshold of 0 makes all solid on purpose.
static bool is_full_by_mistake(const input *in, const rim_mask *mask, int threshold)
{
    const image *im = in->pixels;
    if (threshold == 0) return false;
    return in->frame ? im->opaque : rim_mask_count(mask) == (int64_t)im->width * im->height;
}

void hints_add(hints *h, const input *in, const rim_mask *mask, int threshold)
{
    if (rim_mask_count(mask) == 0)
        hints_count(h, HINT_EMPTY, in);
    else if (is_full_by_mistake(in, mask, threshold))
        hints_count(h, HINT_OPAQUE, in);
    if (in->pixels->animated) hints_count(h, HINT_ANIMATED, in);
}

// Prints the hint of a kind, if it was counted, with the first input that it is about and the number of further inputs.
static void hints_print_kind(const hints *h, hint_kind kind, const char *what)
{
    char more[40] = "";
    if (h->counts[kind] == 0) return;
    if (h->counts[kind] > 1) snprintf(more, sizeof more, " and %d more", h->counts[kind] - 1);
    complain("hint: %s%s%s%s: %s", h->files[kind], h->frames[kind] ? " frame " : "",
             h->frames[kind] ? h->frames[kind] : "", more, what);
}

// Prints one hint of each kind that was counted, with the first file that it is about.
void hints_print(const hints *h, int threshold)
{
    char empty[160];
    snprintf(empty, sizeof empty,
             "no pixel has an alpha of %d or more, so there is no shape; lower --threshold",
             threshold);
    hints_print_kind(
        h, HINT_OPAQUE,
        "every pixel is solid, so the shape is a rectangle; make the background transparent, "
        "or leave it if a rectangle is meant");
    hints_print_kind(h, HINT_EMPTY, empty);
    hints_print_kind(
        h, HINT_ANIMATED,
        "is animated, and only its first frame is used; put the frames into a sheet and give "
        "--sheet");
}
