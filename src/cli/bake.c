// rimcast bake: images and figure files to one file of shapes.
#define _XOPEN_SOURCE 700

#include "bake.h"
#include "command.h"
#include "figure_file.h"
#include "files.h"
#include "image.h"
#include "inputs.h"
#include "options.h"
#include "outline_rings.h"
#include "report.h"

#include "rimcast/shapes.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum
{
    BAKE_RAYS = INPUT_OPTION_COUNT,
    BAKE_THRESHOLD,
    BAKE_ANCHOR,
    BAKE_TAG,
    BAKE_TOLERANCE,
    BAKE_CONTAIN,
    BAKE_INSIDE,
    BAKE_CONVEX,
    BAKE_HOLES,
    BAKE_NO_PIECES,
    BAKE_OUTPUT,
    BAKE_FORCE,
    BAKE_QUIET,
    BAKE_OPTION_COUNT
};

// clang-format off
static const option bake_table[BAKE_OPTION_COUNT] = {
    INPUT_OPTIONS,
    [BAKE_RAYS]      = { "--rays", NULL, OPTION_WHOLE, 1, RIM_OUTLINE_MAX_RAYS, "36", { NULL } },
    [BAKE_THRESHOLD] = { "--threshold", NULL, OPTION_WHOLE, 0, 255, "128", { NULL } },
    [BAKE_ANCHOR]    = { "--anchor", NULL, OPTION_POINT, 0, 0, "16,31.5", { NULL } },
    [BAKE_TAG]       = { "--tag", NULL, OPTION_TEXT, 0, 0, "enemy", { NULL } },
    [BAKE_TOLERANCE] = { "--tolerance", NULL, OPTION_NUMBER, 0, HUGE_VAL, "1", { NULL } },
    [BAKE_CONTAIN]   = { "--contain", NULL, OPTION_FLAG, 0, 0, "", { NULL } },
    [BAKE_INSIDE]    = { "--inside", NULL, OPTION_FLAG, 0, 0, "", { NULL } },
    [BAKE_CONVEX]    = { "--convex", NULL, OPTION_WHOLE, 3, 1000000, "8", { NULL } },
    [BAKE_HOLES]     = { "--holes", NULL, OPTION_FLAG, 0, 0, "", { NULL } },
    [BAKE_NO_PIECES] = { "--no-pieces", NULL, OPTION_FLAG, 0, 0, "", { NULL } },
    [BAKE_OUTPUT]    = { "--output", "-o", OPTION_PATH, 0, 0, "game.shapes", { NULL } },
    [BAKE_FORCE]     = { "--force", NULL, OPTION_FLAG, 0, 0, "", { NULL } },
    [BAKE_QUIET]     = { "--quiet", "-q", OPTION_FLAG, 0, 0, "", { NULL } },
};
// clang-format on

typedef struct bake_state
{
    const option_value *options;
    arguments           files; // as the user gave them
    const inputs       *all;
    paths               figures;
    baked               made;
    progress            bar;
    hints               hints;
} bake_state;

static bool bake_out_of_memory(const char *path)
{
    return complain("%s: out of memory; free some, or take fewer images at a time", path);
}

// --- one shape -----------------------------------------------------------------------------------------

// Returns the anchor of a shape, in pixels from the top left corner: that of --anchor, or if it is not given, that of
// the frame, or if it has none, the center.
static rim_vec2 bake_anchor(const option_value *o, const input *in)
{
    if (o[BAKE_ANCHOR].given) return o[BAKE_ANCHOR].point;
    if (in->has_anchor) return in->anchor;
    return rim_vec2_make((float)in->pixels->width / 2.0f, (float)in->pixels->height / 2.0f);
}

// Returns the contours and pieces that the options describe.
static ring_wish bake_wish(const option_value *o)
{
    ring_wish wish = { .kind = RIM_OUTLINE_CONVEX,
                       .holes = o[BAKE_HOLES].given,
                       .tolerance = o[BAKE_TOLERANCE].number };
    wish.side = RIM_SIMPLIFY_NEAR;
    if (o[BAKE_CONTAIN].given) wish.side = RIM_SIMPLIFY_CONTAIN;
    if (o[BAKE_INSIDE].given) wish.side = RIM_SIMPLIFY_INSIDE;
    wish.pieces.max_corners = o[BAKE_CONVEX].whole;
    return wish;
}

// Creates a sprite with the number of outline rays that the options give.
static rim_status bake_sprite(rim_sprite **out, const option_value *o, const rim_mask *mask,
                              rim_vec2 anchor)
{
    rim_sprite_options options = { .has_anchor = true,
                                   .anchor = anchor,
                                   .rays = o[BAKE_RAYS].whole };
    return rim_sprite_create(out, mask, &options);
}

// Returns the tag of a shape: the one that the user gave, or that of the frame in the atlas, or "".
static const char *bake_tag(const option_value *o, const input *in)
{
    if (o[BAKE_TAG].given) return o[BAKE_TAG].text;
    return in->named && in->named->tag ? in->named->tag : "";
}

// Creates the sprite of an entry, its pieces unless the user wants none, its points if the frame has any, and its tag.
// Returns the first error. The entry owns what was created, also on failure. Requires an entry that is zero but for its
// name.
static rim_status bake_entry(bake_state *j, const input *in, const rim_mask *mask, baked_entry *e)
{
    const option_value *o = j->options;
    rim_vec2            anchor = bake_anchor(o, in);
    rim_outline_record  record = { .kind = RIM_OUTLINE_CONVEX };
    ring_wish           wish = bake_wish(o);
    rim_status          status = bake_sprite(&e->sprite, o, mask, anchor);
    if (!status && !o[BAKE_NO_PIECES].given) status = outline_rings_trace(&wish, mask, &record);
    if (!status && record.pieces && !baked_add_pieces(e, record.pieces, anchor))
        status = RIM_ERR_MEMORY;
    outline_rings_free(&record);
    if (!status && in->named && !baked_add_points(e, in->named, anchor)) status = RIM_ERR_MEMORY;
    e->tag = strdup(bake_tag(o, in));
    if (!status && !e->tag) status = RIM_ERR_MEMORY;
    return status;
}

// Returns true if all named points of an entry are at finite positions. Their distance from the anchor may be beyond
// the range of floats. Else prints an error.
static bool bake_points_are_finite(const baked_entry *e)
{
    for (int i = 0; i < e->point_count; i++)
        if (!isfinite(e->points[i].at.x) || !isfinite(e->points[i].at.y))
            return complain("%s: frame '%s': its point '%s' is too far from the anchor; move the "
                            "pivot or --anchor",
                            e->path, e->frame, e->points[i].name);
    return true;
}

// Returns true if a file of shapes can have a mask of the image's size, which is 0 x 0 or has pixels. Else prints an
// error.
static bool bake_size_fits(const image *im)
{
    if ((im->width == 0) == (im->height == 0)) return true;
    return complain("%s: is %d x %d pixels, so there is nothing to bake; leave it out", im->path,
                    im->width, im->height);
}

// Bakes an image or frame to a new entry of the bake_state *context. Returns false after an error message.
static bool bake_input(void *context, const input *in)
{
    bake_state *j = context;
    int         threshold = j->options[BAKE_THRESHOLD].whole;
    if (!bake_size_fits(in->pixels)) return false;
    baked_entry *e = baked_next(&j->made);
    if (!e) return bake_out_of_memory(in->pixels->path);
    rim_mask *mask = image_mask(in->pixels, threshold);
    if (!mask) return false;
    hints_add(&j->hints, in, mask, threshold);
    e->path = in->pixels->path;
    e->frame = in->frame;
    e->name = baked_name(j->files, in->pixels->path, in->frame, j->all->atlas_path != NULL);
    rim_status status = e->name ? bake_entry(j, in, mask, e) : RIM_ERR_MEMORY;
    rim_mask_destroy(mask);
    if (status == RIM_OK) return bake_points_are_finite(e);
    return complain("%s: %s; free some memory or scale the image down", in->pixels->path,
                    rim_status_text(status));
}

// --- figures -------------------------------------------------------------------------------------------

// Stores the arguments that may have images: all but figure files, and folders that have figure files and no images. The
// caller frees out->items. Returns false after an error message.
static bool bake_images_of(arguments *out, arguments files)
{
    out->items = calloc((size_t)files.count + 1, sizeof *out->items);
    out->count = 0;
    if (!out->items) return complain("bake: out of memory; free some");
    for (int i = 0; i < files.count; i++)
        if (!is_figure_file(files.items[i]) && !folder_has_figures_alone(files.items[i]))
            out->items[out->count++] = files.items[i];
    return true;
}

// Reads all figure files. Requires that all images are baked and sorted. Returns false after an error message, also
// if two figures have the same name.
static bool bake_figures(bake_state *j)
{
    for (int i = 0; i < j->figures.count; i++)
        if (!figure_file_read(&j->made, j->files, j->figures.items[i])) return false;
    return baked_figures_differ(&j->made);
}

// Returns true if the output file is none of the figure files. Otherwise prints an error.
static bool bake_figures_are_spared(const bake_state *j)
{
    const option_value *o = j->options;
    for (int i = 0; i < j->figures.count; i++)
        if (!output_spares_input(o[BAKE_OUTPUT].text, j->figures.items[i], o[BAKE_FORCE].given))
            return false;
    return true;
}

// --- the file ------------------------------------------------------------------------------------------

// Writes the shapes and figures to the output file. Saves them to memory first, so that an error leaves no part of a
// file. Returns false after an error message.
static bool bake_write(bake_state *j)
{
    const char *path = j->options[BAKE_OUTPUT].text;
    bytes       block = { 0 };
    output      file = { 0 };
    rim_status  status = baked_save(&j->made, (rim_sink){ bytes_append, &block });
    bool        good = status == RIM_OK;
    if (status == RIM_ERR_SIZE)
        complain("%s: would have more than one file can; bake fewer images at a time", path);
    else if (!good)
        bake_out_of_memory(path);
    good = good && output_prepare(&file, path, block) && output_commit(&file);
    output_discard(&file);
    bytes_free(&block);
    return good;
}

// --- options -------------------------------------------------------------------------------------------

static bool bake_are_apart(const option_value *o, int one, int other)
{
    if (!o[one].given || !o[other].given) return true;
    return complain("bake: %s and %s exclude each other; give one of them", bake_table[one].name,
                    bake_table[other].name);
}

// Returns true if there is an output and no two options exclude each other. Else prints an error.
static bool bake_options_agree(const option_value *o)
{
    static const int pieces[] = { BAKE_TOLERANCE, BAKE_CONTAIN, BAKE_INSIDE, BAKE_CONVEX,
                                  BAKE_HOLES };
    if (!o[BAKE_OUTPUT].given)
        return complain("bake: no output given; name one, for example: rimcast bake art/ "
                        "-o game.shapes");
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
        if (!bake_are_apart(o, BAKE_NO_PIECES, pieces[i])) return false;
    return bake_are_apart(o, BAKE_CONTAIN, BAKE_INSIDE);
}

// Runs the command: bakes all images, sorts them by name, then reads the figures, which refer to them, and writes the
// file. Returns the exit status.
int command_bake(int argc, char **argv)
{
    option_value o[BAKE_OPTION_COUNT] = { [BAKE_RAYS] = { .whole = 36 },
                                          [BAKE_THRESHOLD] = { .whole = RIM_ALPHA_HALF },
                                          [BAKE_TOLERANCE] = { .number = 1.0 },
                                          [BAKE_CONVEX] = { .whole = 8 } };
    bake_state   j = { .options = o };
    if (!options_parse("bake", bake_table, BAKE_OPTION_COUNT, o, argc, argv, &j.files))
        return EXIT_TROUBLE;
    if (!bake_options_agree(o)) return EXIT_TROUBLE;

    arguments images = { 0 };
    inputs    all = { 0 };
    bool      good = paths_find_figures(&j.figures, j.files) && bake_images_of(&images, j.files);
    // Figures may be the only input. Without any input, inputs_gather is called to print the error.
    bool      expects_images = images.count > 0 || j.figures.count == 0 || o[INPUT_ATLAS].given;
    if (expects_images) good = good && inputs_gather(&all, "bake", o, images);
    j.all = &all;
    good = good && inputs_are_spared(&all, o[BAKE_OUTPUT].text, o[BAKE_FORCE].given);
    good = good && bake_figures_are_spared(&j) && inputs_visit(&all, &j.bar, bake_input, &j);
    const char *source = all.atlas_path ? input_name(all.atlas_path) : NULL;
    good = good && baked_sort(&j.made, source) && bake_figures(&j) && bake_write(&j);
    if (good && !o[BAKE_QUIET].given) hints_print(&j.hints, o[BAKE_THRESHOLD].whole);
    baked_free(&j.made);
    paths_free(&j.figures);
    inputs_free(&all);
    free(images.items);
    return good ? EXIT_YES : EXIT_TROUBLE;
}
