// Atlas files: where a packer put the frames in its images. JSON as TexturePacker (hash, array, several
// images) and Aseprite (hash, array, pivots of slices) write it.
#ifndef RIM_CLI_ATLAS_H
#define RIM_CLI_ATLAS_H

#include "rimcast/sprite.h"

// The most frames of all images together, for a grid, too.
#define ATLAS_MAX_FRAMES 65536

// The most pixels of all frames of an atlas together, whole: four times those of the largest image. A few bytes of
// JSON can claim any size.
#define ATLAS_MAX_PIXELS ((int64_t)1 << 30)

// The largest atlas file. One of the most frames takes about 30 MiB.
#define ATLAS_MAX_BYTES ((size_t)64 << 20)

// The most points of a frame.
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

// An image and the frames in it. Owned.
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

// Reads the file. Its images lie where it says, seen from its own folder. On failure it has complained,
// with line or frame and reason, and *out holds nothing. Whether the frames lie inside their images is
// not checked yet.
bool atlas_read(atlas *out, const char *path);

void atlas_free(atlas *a);

// An owned copy of the text; complains when there is no memory.
char *text_copy(const char *text);

#endif
