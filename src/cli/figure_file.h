// Figure files: JSON that lists the parts of a figure. A file NAME.figure.json is in the folder of the images that it
// names.
#ifndef RIM_CLI_FIGURE_FILE_H
#define RIM_CLI_FIGURE_FILE_H

#include "bake.h"

#define FIGURE_FILE_ENDING ".figure.json"

// The largest size of a figure file.
#define FIGURE_FILE_MAX_BYTES ((size_t)16 << 20)

// Reads the file's figures and adds them. Requires all entries, sorted by name. A part that is an image gets the sprite
// of the entry of that name. The search begins in the file's own folder. On failure, prints an error with the figure,
// the part and the reason.
bool figure_file_read(baked *b, arguments files, const char *path);

#endif
