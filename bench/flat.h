// The workloads of the flat world, a function each; they return false if somebody answered wrongly.
#ifndef BENCH_FLAT_H
#define BENCH_FLAT_H

#include "kit.h"
#include "peers.h"
#include "rimcast/rimcast.h"
#include "sprites.h"

// A set of sprites as everyone likes to have them.
typedef struct flat_set
{
    const sprite_set *sprites;
    bool              large; // sprites of about 1000 pixels
    rim_mask         *masks[64];
    rim_sprite       *baked[64];
    unsigned char    *bytes[64]; // the plain loop's: a byte a pixel
    bool              has_pygame, has_opencv;
    pygame_peer       pygame;
    opencv_peer       opencv;
    pygame_mask      *pygame_masks[64];
} flat_set;

bool flat_set_make(flat_set *set, const sprite_set *sprites);
void flat_set_free(flat_set *set);

// A mask of bytes by the plain loop, for any threshold as the other masks have it, to be freed.
unsigned char *flat_bytes_of(const sprite_image *image, int threshold);

bool flat_mask_from_rgba(const bench_options *options, const flat_set *set); // W1
bool flat_overlaps_mixed(const bench_options *options, const flat_set *set); // W2
bool flat_overlaps_near(const bench_options *options, const flat_set *set);  // W2, the worst case
bool flat_overlap_area(const bench_options *options, const flat_set *set);   // W3
bool flat_posed_overlaps(const bench_options *options, const flat_set *set); // W4
bool flat_contours(const bench_options *options, const flat_set *set);       // W5, W5b
bool flat_islands(const bench_options *options, const flat_set *set);        // W8
bool flat_radial_outline(const bench_options *options, const flat_set *set); // W6
bool flat_outline_points(const bench_options *options, const flat_set *set); // W7
bool flat_distance_field(const bench_options *options, const flat_set *set); // W9
bool flat_many_sprites(const bench_options *options, const flat_set *set);   // W10
bool flat_sweep(const bench_options *options, const flat_set *set);          // W11
bool flat_turning(const bench_options *options, const flat_set *set);        // W17
bool flat_figure(const bench_options *options, const flat_set *set);         // W18
bool flat_planes(const bench_options *options);                              // W15
bool flat_shapes(const bench_options *options, const flat_set *set);         // W19
bool flat_history(const bench_options *options, const flat_set *set);        // W16
bool flat_movers(const bench_options *options);                              // W20

#endif
