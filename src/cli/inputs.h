// The inputs of a command: images, folders of images, cells of a sheet, and frames of an atlas. A command sees each of
// them as an image.
#ifndef RIM_CLI_INPUTS_H
#define RIM_CLI_INPUTS_H

#include "atlas.h"
#include "image.h"
#include "options.h"
#include "report.h"

// The options that divide images into frames. A command has all of them in its table, in this order.
enum
{
    INPUT_SHEET,
    INPUT_MARGIN,
    INPUT_SPACING,
    INPUT_ATLAS,
    INPUT_OPTION_COUNT
};

// clang-format off
#define INPUT_OPTIONS \
    { "--sheet", NULL, OPTION_SIZE, 1, RIM_MASK_MAX_SIDE, "32x32", { NULL } }, \
    { "--margin", NULL, OPTION_WHOLE, 0, RIM_MASK_MAX_SIDE, "1", { NULL } }, \
    { "--spacing", NULL, OPTION_WHOLE, 0, RIM_MASK_MAX_SIDE, "2", { NULL } }, \
    { "--atlas", NULL, OPTION_PATH, 0, 0, "hero.json", { NULL } }
// clang-format on

typedef struct inputs
{
    atlas       images;     // pages without frames are whole images
    const char *atlas_path; // NULL: none
    bool        cut;        // true: images are cut into the cells of
    rim_grid    grid;
} inputs;

// One image to process. It is borrowed for the call. The names are valid as long as the inputs.
typedef struct input
{
    const image       *pixels; // of a whole frame; its path is the image's
    const char        *frame;  // its name, or for a cell its number; NULL: a whole image
    rim_rect           place;  // where the frame is stored in the image; all zero: a whole image
    bool               has_anchor;
    rim_vec2           anchor; // the frame's own
    const named_frame *named;  // what else is known of the frame; NULL: a whole image
    int                rest;   // how many inputs of this image are left, with this one
    int                of;     // how many inputs there are in all, about
} input;

typedef bool input_visitor(void *context, const input *in);

// Collects the inputs that the options and files name. values points to the value of INPUT_SHEET. On failure, prints an
// error that names the command.
bool inputs_gather(inputs *out, const char *command, const option_value *values, arguments files);

// Returns true if the option of INPUT_ATLAS and the files name standard input at most once. Otherwise prints an error
// and returns false. inputs_gather calls it.
bool inputs_name_standard_once(const char *command, const option_value *values, arguments files);

// Returns true if writing to path would overwrite none of the inputs, or if force is true. Otherwise prints an error
// and returns false.
bool inputs_are_spared(const inputs *all, const char *path, bool force);

// Calls visit for each input, in order. After an error, continues with the next image, so that every wrong image is
// named, and leaves out the other frames of the same image. Returns false if any failed.
bool inputs_visit(inputs *all, progress *bar, input_visitor *visit, void *context);

void inputs_free(inputs *all);

// --- folders -----------------------------------------------------------------------------------------
//
// A folder among the named files is replaced by the images in it.

// A list of paths, which the struct owns.
typedef struct paths
{
    char **items;
    int    count, capacity;
} paths;

// Adds a copy of a path. Returns false if memory runs out.
bool paths_add(paths *p, const char *path);
void paths_free(paths *p);

// Lists every file, and for every folder the images in it and in its subfolders, sorted by name. Skips hidden files and
// links to folders. Prints an error and fails if a folder cannot be read or has no image.
bool paths_expand(paths *out, arguments files);

// Returns true if the path has the extension of figure files (figure_file.h).
bool is_figure_file(const char *path);

// Lists the figure files among the files, and for every folder those in it and in its subfolders, sorted by name. The
// list may be empty. A named figure file is listed whether or not it exists. Prints an error and fails if a folder
// cannot be read.
bool paths_find_figures(paths *out, arguments files);

// Returns true for a folder that has figure files and no image.
bool folder_has_figures_alone(const char *path);

// --- hints -------------------------------------------------------------------------------------------
//
// Hints on standard error, about images that are valid but probably not intended. Each kind of hint takes one line, for
// any number of images.

typedef enum hint_kind
{
    HINT_OPAQUE,   // every pixel is solid
    HINT_EMPTY,    // none is
    HINT_ANIMATED, // only the first frame is used
    HINT_COUNT
} hint_kind;

// The hints so far. A zeroed struct has none. The names are borrowed until the hints are printed.
typedef struct hints
{
    int         counts[HINT_COUNT];
    const char *files[HINT_COUNT], *frames[HINT_COUNT]; // of the first image
    const char *last[HINT_COUNT];                       // the file of the last one
} hints;

// Adds the hints for an input with this mask.
void hints_add(hints *h, const input *in, const rim_mask *mask, int threshold);

// Prints the hints.
void hints_print(const hints *h, int threshold);

#endif
