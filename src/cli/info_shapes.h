// rimcast info: what is in a file of shapes.
#ifndef RIM_CLI_INFO_SHAPES_H
#define RIM_CLI_INFO_SHAPES_H

#include "files.h"
#include "options.h"

// Returns true if a file, or standard input, begins as one of shapes does.
bool shapes_file_is(const char *path);

// Appends what is in the file. Returns false after an error message.
bool shapes_file_describe(bytes *out, const char *path);

#endif
