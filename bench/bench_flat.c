// Rimcast's flat world beside the plain loop and what is installed. bench/README.md explains the table.
#include "flat.h"

#include <stdio.h>
#include <stdlib.h>

static bool measure_turning(const bench_options *options)
{
    static sprite_set sprites;
    static flat_set   set;
    if (!sprite_set_draw(&sprites, "64", 64, 16) || !flat_set_make(&set, &sprites)) return false;
    bool right = flat_turning(options, &set);
    right &= flat_figure(options, &set);
    flat_set_free(&set);
    sprite_set_free(&sprites);
    return right;
}

static bool measure_set(const bench_options *options, const char *name, int side, int count)
{
    static sprite_set sprites;
    static flat_set   set;
    if (!sprite_set_draw(&sprites, name, side, count) || !flat_set_make(&set, &sprites))
    {
        fprintf(stderr, "bench: out of memory for %d sprites of %d pixels\n", count, side);
        return false;
    }
    bool right = true;
    if (side == 256) right &= flat_mask_from_rgba(options, &set);
    right &= flat_overlaps_mixed(options, &set);
    right &= flat_overlaps_near(options, &set);
    right &= flat_overlap_area(options, &set);
    right &= flat_posed_overlaps(options, &set);
    if (side < 1000) right &= flat_contours(options, &set);
    right &= flat_islands(options, &set);
    right &= flat_radial_outline(options, &set);
    if (side == 0) right &= flat_outline_points(options, &set);
    right &= flat_distance_field(options, &set);
    if (side == 0) right &= flat_many_sprites(options, &set);
    if (side == 0) right &= flat_history(options, &set);
    right &= flat_sweep(options, &set);
    right &= flat_shapes(options, &set);
    flat_set_free(&set);
    sprite_set_free(&sprites);
    return right;
}

int main(int argc, char **argv)
{
    bench_options options;
    if (!bench_options_read(&options, argc, argv)) return 2;
    bench_print_head();
    bool right = measure_set(&options, "mix", 0, 63);
    right &= measure_set(&options, "256", 256, 16);
    right &= measure_set(&options, "1024", 1024, 16);
    right &= measure_turning(&options);
    right &= flat_planes(&options);
    right &= flat_movers(&options);
    return right ? 0 : 1;
}
