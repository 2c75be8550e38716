// Folders among the files that were named: the images in them take their place.
#ifndef RIM_CLI_FOLDER_H
#define RIM_CLI_FOLDER_H

#include "options.h"

// Paths that are owned.
typedef struct paths
{
    char **items;
    int    count, capacity;
} paths;

// Adds a copy of a path; false when there is no memory.
bool paths_add(paths *p, const char *path);
void paths_free(paths *p);

// Every file as it is, and for every folder the images in it and in its folders, by name; hidden ones
// and links to folders are passed over. On failure it has complained: a folder that cannot be read, or
// has no image.
bool paths_expand(paths *out, arguments files);

#endif
