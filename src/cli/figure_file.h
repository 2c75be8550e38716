// Figure files: JSON that says of which parts a figure consists. Beside the images that it names, NAME.figure.json.
#ifndef RIM_CLI_FIGURE_FILE_H
#define RIM_CLI_FIGURE_FILE_H

#include "bake.h"

#define FIGURE_FILE_ENDING ".figure.json"

// The largest figure file.
#define FIGURE_FILE_MAX_BYTES ((size_t)16 << 20)

// Reads the file's figures and adds them. All entries must be there, and sorted: a part that is an image has the sprite of the
// entry of that name, which is looked for in the file's own folder first. On failure it has complained with figure, part and
// reason.
bool figure_file_read(baked *b, arguments files, const char *path);

#endif
