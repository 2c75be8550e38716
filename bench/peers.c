#define _POSIX_C_SOURCE 200809L

#include "peers.h"

#include <dlfcn.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

static void *open_first(const char *pattern)
{
    glob_t found;
    void  *library = NULL;
    if (glob(pattern, 0, NULL, &found) == 0)
        library = dlopen(found.gl_pathv[0], RTLD_LAZY | RTLD_GLOBAL);
    globfree(&found);
    return library;
}

// ISO C has no conversion from an object's to a function's pointer; POSIX promises the same bits.
static bool find(void *library, const char *name, void *function)
{
    void *symbol = library ? dlsym(library, name) : NULL;
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

// --- pygame --------------------------------------------------------------------------------------------

// Columns of machine words, each with one word a row.
struct pygame_mask
{
    int           width, height;
    unsigned long words[];
};

bool pygame_open(pygame_peer *peer)
{
    // The module refers to Python's variables, though the mask functions use none of them.
    open_first("/usr/lib/*/libpython3.*.so.1.0");
    void *library = open_first("/usr/lib/python3/dist-packages/pygame/mask.*.so");
    return find(library, "bitmask_create", &peer->create) &&
           find(library, "bitmask_free", &peer->destroy) &&
           find(library, "bitmask_overlap", &peer->overlap) &&
           find(library, "bitmask_overlap_area", &peer->overlap_area);
}

int pygame_get(const pygame_mask *mask, int x, int y)
{
    unsigned bits = 8 * sizeof(unsigned long);
    size_t   column = (unsigned)x / bits;
    return mask->words[column * (size_t)mask->height + (size_t)y] >> (unsigned)x % bits & 1;
}

pygame_mask *pygame_mask_of(const pygame_peer *peer, const sprite_image *image)
{
    pygame_mask *mask = peer->create(image->width, image->height);
    int          bits = (int)(8 * sizeof(unsigned long));
    if (!mask) return NULL;
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++)
            if (sprite_solid(image, x, y))
                mask->words[(size_t)(x / bits) * (size_t)image->height + (size_t)y] |= 1ul
                                                                                       << x % bits;
    return mask;
}

// --- OpenCV --------------------------------------------------------------------------------------------

enum
{
    BYTES_1 = 0,  // one channel of bytes
    BYTES_4 = 24, // four of them
    ABOVE_THRESHOLD = 0
};

bool opencv_open(opencv_peer *peer)
{
    void *core = open_first("/usr/lib/*/libopencv_core.so.*");
    void *imgproc = open_first("/usr/lib/*/libopencv_imgproc.so.*");
    void (*set_threads)(int);
    bool all =
        find(core, "cvCreateMatHeader", &peer->header) &&
        find(core, "cvCreateMat", &peer->create) && find(core, "cvSetData", &peer->set_data) &&
        find(core, "cvReleaseMat", &peer->release) && find(core, "cvMixChannels", &peer->mix) &&
        find(core, "cvCountNonZero", &peer->count) &&
        find(imgproc, "cvThreshold", &peer->threshold) &&
        find(core, "_ZN2cv13setNumThreadsEi", &set_threads);
    bool contours = find(core, "cvCreateMemStorage", &peer->create_storage) &&
                    find(core, "cvClearMemStorage", &peer->clear_storage) &&
                    find(core, "cvReleaseMemStorage", &peer->release_storage) &&
                    find(core, "cvCopy", &peer->copy) &&
                    find(imgproc, "cvFindContours", &peer->find_contours) &&
                    find(imgproc, "cvApproxPoly", &peer->approximate);
    if (!contours) peer->find_contours = NULL;
    find(imgproc, "cvDistTransform", &peer->distances);
    if (all)
        set_threads(1);
    else
        peer->distances = NULL;
    return all;
}

void *opencv_mask_of(const opencv_peer *peer, const sprite_image *image)
{
    static const int fourth_to_first[2] = { 3, 0 };
    void            *pixels = peer->header(image->height, image->width, BYTES_4);
    void            *mask = peer->create(image->height, image->width, BYTES_1);
    const void      *from = pixels;
    peer->set_data(pixels, image->rgba, 4 * image->width);
    peer->mix(&from, 1, &mask, 1, fourth_to_first, 1);
    peer->threshold(mask, mask, 127.0, 255.0, ABOVE_THRESHOLD);
    peer->release(&pixels);
    return mask;
}

void *opencv_framed_mask_of(const opencv_peer *peer, const sprite_image *image)
{
    int            width = image->width + 2, height = image->height + 2;
    void          *mask = peer->create(height, width, BYTES_1), *header;
    unsigned char *bytes = calloc((size_t)width * (size_t)height, 1);
    for (int y = 0; bytes && y < image->height; y++)
        for (int x = 0; x < image->width; x++)
            if (sprite_solid(image, x, y)) bytes[(y + 1) * width + x + 1] = 255;
    header = peer->header(height, width, BYTES_1);
    if (bytes) peer->set_data(header, bytes, width);
    if (bytes) peer->copy(header, mask, NULL);
    peer->release(&header);
    free(bytes);
    return mask;
}

enum
{
    ISLANDS_WITH_HOLES = 2,
    EVERY_PIXEL = 1,
    CONTOUR_HEADER = 128 // of a sequence with box, colour and spare numbers, on 64 bits
};

// The links of all its sequences.
typedef struct sequence
{
    int              flags, header_size;
    struct sequence *before, *next, *up, *down;
} sequence;

int opencv_contours(const opencv_peer *peer, const void *mask, void *scratch, void *storage,
                    double tolerance)
{
    opencv_point none = { 0, 0 };
    void        *first = NULL;
    peer->clear_storage(storage);
    peer->copy(mask, scratch, NULL);
    int count = peer->find_contours(scratch, storage, &first, CONTOUR_HEADER, ISLANDS_WITH_HOLES,
                                    EVERY_PIXEL, none);
    if (tolerance < 0.0) return count;
    for (const sequence *island = first; island; island = island->next)
    {
        peer->approximate(island, CONTOUR_HEADER, storage, 0, tolerance, 0);
        for (const sequence *hole = island->down; hole; hole = hole->next)
            peer->approximate(hole, CONTOUR_HEADER, storage, 0, tolerance, 0);
    }
    return count;
}

// --- Chipmunk ------------------------------------------------------------------------------------------

// The head of its indexes: a table of functions, in this order since version 6.
typedef struct index_class
{
    void (*destroy)(void *index);
    int (*count)(void *index);
    void (*each)(void *index, void *call, void *data);
    unsigned char (*contains)(void *index, void *object, uintptr_t hash);
    void (*insert)(void *index, void *object, uintptr_t hash);
    void (*remove)(void *index, void *object, uintptr_t hash);
    void (*reindex)(void *index);
    void (*reindex_object)(void *index, void *object, uintptr_t hash);
    void (*reindex_query)(void *index, unsigned (*hit)(void *, void *, unsigned, void *),
                          void *data);
} index_class;

typedef struct index_head
{
    const index_class *functions;
} index_head;

bool chipmunk_open(chipmunk_peer *peer)
{
    void *library = open_first("/usr/lib/*/libchipmunk.so.7*");
    bool  all = find(library, "cpBBTreeNew", &peer->tree) &&
               find(library, "cpSpatialIndexFree", &peer->destroy);
    if (!all) peer->tree = NULL;
    return all;
}

void chipmunk_insert(void *tree, void *object, uintptr_t hash)
{
    ((index_head *)tree)->functions->insert(tree, object, hash);
}

void chipmunk_reindex_query(void *tree, unsigned (*hit)(void *, void *, unsigned, void *),
                            void *data)
{
    ((index_head *)tree)->functions->reindex_query(tree, hit, data);
}

// --- libpng ---------------------------------------------------------------------------------------------

bool libpng_open(libpng_peer *peer)
{
    void *library = open_first("/usr/lib/*/libpng16.so.16");
    return find(library, "png_image_begin_read_from_memory", &peer->begin_read) &&
           find(library, "png_image_finish_read", &peer->finish_read);
}

void *libpng_read(const libpng_peer *peer, const void *data, size_t size, int *width, int *height)
{
    libpng_image image = { .version = 1 };
    if (!peer->begin_read(&image, data, size)) return NULL;
    image.format = 3; // red, green, blue, alpha, 8 bits each
    unsigned char *pixels = malloc(4 * (size_t)image.width * image.height);
    if (!pixels || !peer->finish_read(&image, NULL, pixels, 0, NULL))
    {
        free(pixels);
        return NULL;
    }
    *width = (int)image.width;
    *height = (int)image.height;
    return pixels;
}
