// Atlas files: JSON that lists the places of frames in images, as written by TexturePacker (hash, array, several
// images) and by Aseprite (hash, array, pivots of slices).
#ifndef RIM_CLI_ATLAS_H
#define RIM_CLI_ATLAS_H

#include "rimcast/sprite.h"

// The largest number of frames of all images of an atlas together, and of the cells of a grid.
#define ATLAS_MAX_FRAMES 65536

// The largest number of pixels of all untrimmed frames of an atlas together: four times those of the largest image. The
// limit is needed because a few bytes of JSON can state any size.
#define ATLAS_MAX_PIXELS ((int64_t)1 << 30)

// The largest size of an atlas file. A file with the largest number of frames has about 30 MiB.
#define ATLAS_MAX_BYTES ((size_t)64 << 20)

// The largest number of points of a frame.
#define ATLAS_MAX_POINTS 64

// The pivot of a slice of Aseprite, in pixels from the whole frame's top left corner.
typedef struct atlas_point
{
    char    *name; // the slice's
    rim_vec2 at;
} atlas_point;

// All is owned.
typedef struct named_frame
{
    char        *name;
    rim_frame    frame;
    char        *tag; // of Aseprite's frame tags the first that has it; NULL: none has
    atlas_point *points;
    int          point_count;
} named_frame;

// An image and its frames, which the struct owns.
typedef struct page
{
    char        *image; // its path
    named_frame *frames;
    int          count;
} page;

typedef struct atlas
{
    page *pages;
    int   count;
} atlas;

// Reads an atlas file. The paths of its images are relative to the folder of the file. On failure, prints an error with
// the line or frame and the reason, and leaves *out empty. Does not check whether the frames lie inside their images.
bool atlas_read(atlas *out, const char *path);

void atlas_free(atlas *a);

// Returns a copy of the text, which the caller owns. Prints an error and returns NULL if memory runs out.
char *text_copy(const char *text);

#endif
