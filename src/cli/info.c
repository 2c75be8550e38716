// rimcast info: what is in an image, or in a file of shapes.
#include "command.h"
#include "files.h"
#include "image.h"
#include "info_shapes.h"
#include "inputs.h"
#include "options.h"
#include "report.h"

#include "rimcast/mask.h"

#include <stdio.h>
#include <string.h>

enum
{
    INFO_THRESHOLD = INPUT_OPTION_COUNT,
    INFO_QUIET,
    INFO_OPTION_COUNT
};

static const option info_table[INFO_OPTION_COUNT] = {
    INPUT_OPTIONS,
    [INFO_THRESHOLD] = { "--threshold", NULL, OPTION_WHOLE, 0, 255, "128", { NULL } },
    [INFO_QUIET] = { "--quiet", "-q", OPTION_FLAG, 0, 0, "", { NULL } },
};

// Appends the path of an image, and the name of the frame if the input is one.
static void append_name(bytes *out, const input *in)
{
    bytes_print_name(out, in->pixels->path);
    if (in->frame)
    {
        bytes_print(out, " frame ");
        bytes_print_name(out, in->frame);
    }
}

// Appends the lines about a mask: size, solid pixels, bounds, islands and holes.
static void info_append_facts(bytes *out, const image *im, const rim_mask *mask, int64_t islands,
                              int64_t holes)
{
    char     bounds[120] = "none";
    int64_t  solid = rim_mask_count(mask), all = (int64_t)im->width * im->height;
    int64_t  tenths = all == 0 ? 0 : (solid * 2000 + all) / (2 * all); // of a percent, rounded
    rim_rect b = rim_mask_bounds(mask);
    if (!rim_rect_is_empty(b))
        snprintf(bounds, sizeof bounds, "x %d .. %d, y %d .. %d (%d x %d)", b.x0, b.x1 - 1, b.y0,
                 b.y1 - 1, b.x1 - b.x0, b.y1 - b.y0);
    bytes_print(out,
                "\n"
                "  size          %d x %d\n"
                "  solid pixels  %lld of %lld (%lld.%lld %%)\n"
                "  bounds        %s\n"
                "  islands       %lld\n"
                "  holes         %lld\n",
                im->width, im->height, (long long)solid, (long long)all, (long long)(tenths / 10),
                (long long)(tenths % 10), bounds, (long long)islands, (long long)holes);
}

typedef struct info_state
{
    bytes text;
    int   threshold;
    hints hints;
} info_state;

// Appends the facts of an image or frame to the text. Returns false after an error message.
static bool describe(void *context, const input *in)
{
    info_state  *j = context;
    const image *im = in->pixels;
    int64_t      islands = 0, holes = 0;
    rim_mask    *mask = image_mask(im, j->threshold);
    if (!mask) return false;
    bool good = rim_mask_count_islands(mask, RIM_TOUCH_CORNERS, &islands, &holes, NULL) == RIM_OK;
    append_name(&j->text, in);
    info_append_facts(&j->text, im, mask, islands, holes);
    hints_add(&j->hints, in, mask, j->threshold);
    rim_mask_destroy(mask);
    if (good && !j->text.failed) return true;
    return complain("%s: out of memory; free some or scale the image down", im->path);
}

// Returns true if no option is given that has an effect on images alone. Else prints an error.
static bool info_options_fit_shapes(const option_value *o)
{
    static const int of_images[] = { INPUT_SHEET, INPUT_MARGIN, INPUT_SPACING, INPUT_ATLAS,
                                     INFO_THRESHOLD };
    for (size_t i = 0; i < sizeof of_images / sizeof *of_images; i++)
        if (o[of_images[i]].given)
            return complain("info: %s is for images, and a file of shapes is given; leave it out",
                            info_table[of_images[i]].name);
    return true;
}

// Prints why a file is no file of shapes: it cannot be read, is empty, or is of another kind. Returns false.
static bool info_complain_of_kind(const char *path)
{
    bytes file;
    if (!file_read_wanted(&file, path, "a file of shapes", FILE_MAX_BYTES)) return false;
    bytes_free(&file);
    return complain("%s: is no file of shapes, as others here are; give one kind at a time",
                    input_name(path));
}

// Describes files of shapes, and prints the text. Returns the exit status. Each file must be one of shapes, because one
// call takes either these or images.
static int describe_shapes(const option_value *o, arguments files)
{
    bytes text = { 0 };
    bool  good = true;
    if (!info_options_fit_shapes(o)) return EXIT_TROUBLE;
    for (int i = 0; i < files.count; i++)
    {
        bool shapes = shapes_file_is(files.items[i]) || info_complain_of_kind(files.items[i]);
        good = shapes && shapes_file_describe(&text, files.items[i]) && good;
    }
    good = good && standard_output_write(text);
    bytes_free(&text);
    return good ? EXIT_YES : EXIT_TROUBLE;
}

static bool any_is_shapes(arguments files)
{
    for (int i = 0; i < files.count; i++)
        if (shapes_file_is(files.items[i])) return true;
    return false;
}

// Runs the command: describes images, or files of shapes. Returns the exit status.
int command_info(int argc, char **argv)
{
    option_value o[INFO_OPTION_COUNT] = { [INFO_THRESHOLD] = { .whole = RIM_ALPHA_HALF } };
    arguments    files;
    inputs       all;
    if (!options_parse("info", info_table, INFO_OPTION_COUNT, o, argc, argv, &files))
        return EXIT_TROUBLE;
    if (!inputs_name_standard_once("info", o, files)) return EXIT_TROUBLE;
    if (any_is_shapes(files)) return describe_shapes(o, files);
    if (!inputs_gather(&all, "info", o, files)) return EXIT_TROUBLE;

    info_state j = { .threshold = o[INFO_THRESHOLD].whole };
    progress   bar;
    bool       good = inputs_visit(&all, &bar, describe, &j) && standard_output_write(j.text);
    if (good && !o[INFO_QUIET].given) hints_print(&j.hints, j.threshold);
    bytes_free(&j.text);
    inputs_free(&all);
    return good ? EXIT_YES : EXIT_TROUBLE;
}
