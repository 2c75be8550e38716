// Peers that may be installed. Their libraries are opened when the bench runs; one that is not there is
// left out.
#ifndef BENCH_PEERS_H
#define BENCH_PEERS_H

#include "sprites.h"

#include <stddef.h>

// --- pygame: the mask functions of its module (package python3-pygame), without Python --------------

typedef struct pygame_mask pygame_mask;

typedef struct pygame_peer
{
    pygame_mask *(*create)(int width, int height);
    void (*destroy)(pygame_mask *mask);
    int (*overlap)(const pygame_mask *a, const pygame_mask *b, int dx, int dy);
    int (*overlap_area)(const pygame_mask *a, const pygame_mask *b, int dx, int dy);
} pygame_peer;

bool         pygame_open(pygame_peer *peer);
int          pygame_get(const pygame_mask *mask, int x, int y); // inside
pygame_mask *pygame_mask_of(const pygame_peer *peer, const sprite_image *image);

// --- OpenCV: its C functions (package libopencv-imgproc406 or a neighbour), on one thread ------------

typedef struct opencv_point
{
    int x, y;
} opencv_point;

typedef struct opencv_peer
{
    void *(*header)(int rows, int columns, int type);
    void *(*create)(int rows, int columns, int type);
    void (*set_data)(void *matrix, void *data, int step);
    void (*release)(void **matrix);
    void (*mix)(const void **from, int from_count, void **to, int to_count, const int *pairs,
                int pair_count);
    double (*threshold)(const void *from, void *to, double above, double value, int kind);
    int (*count)(const void *matrix);

    // Contours: older versions have them as C functions; without these find_contours is NULL.
    void *(*create_storage)(int block_size);
    void (*clear_storage)(void *storage);
    void (*release_storage)(void **storage);
    void (*copy)(const void *from, void *to, const void *mask);
    int (*find_contours)(void *matrix, void *storage, void **first, int header_size, int mode,
                         int method, opencv_point offset);
    void *(*approximate)(const void *contour, int header_size, void *storage, int method,
                         double tolerance, int all_after);
    void (*distances)(const void *from, void *to, int kind, int precision, const float *mask,
                      void *labels, int label_kind); // NULL if it is not there
} opencv_peer;

bool opencv_open(opencv_peer *peer);

// A mask of bytes 0 and 255, to be released.
void *opencv_mask_of(const opencv_peer *peer, const sprite_image *image);

// The same with a pixel more on every side, which the search for contours wants empty.
void *opencv_framed_mask_of(const opencv_peer *peer, const sprite_image *image);

// All contours, pixel by pixel, found in scratch (which is overwritten) into an emptied storage; then, with a
// tolerance of 0 or more, each of them simplified. Returns how many there are.
int opencv_contours(const opencv_peer *peer, const void *mask, void *scratch, void *storage,
                    double tolerance);
// --- Chipmunk: its tree of boxes (package libchipmunk7 or a neighbour) ---------------------------------

typedef struct chipmunk_box
{
    double left, low, right, high;
} chipmunk_box;

typedef struct chipmunk_peer
{
    void *(*tree)(chipmunk_box (*box_of)(void *object), void *still); // NULL if it is not there
    void (*destroy)(void *tree);
} chipmunk_peer;

bool chipmunk_open(chipmunk_peer *peer);
void chipmunk_insert(void *tree, void *object, uintptr_t hash);

// Updates all boxes and reports pairs that may overlap.
void chipmunk_reindex_query(void *tree, unsigned (*hit)(void *a, void *b, unsigned id, void *data),
                            void *data);

// --- libpng 1.6: its calls for whole images (package libpng16-16) --------------------------------------

// png_image, as that version has it.
typedef struct libpng_image
{
    void    *opaque;
    uint32_t version, width, height, format, flags, colormap_entries, warning_or_error;
    char     message[64];
} libpng_image;

typedef struct libpng_peer
{
    int (*begin_read)(libpng_image *image, const void *memory, size_t size);
    int (*finish_read)(libpng_image *image, const void *background, void *pixels, int32_t stride,
                       void *colormap);
} libpng_peer;

bool libpng_open(libpng_peer *peer);

// RGBA, to be freed; NULL on failure.
void *libpng_read(const libpng_peer *peer, const void *data, size_t size, int *width, int *height);

#endif
