#include "flat.h"
#include "image_files.h"

#include <stdio.h>
#include <stdlib.h>

// --- W19: sprites at a game's start ----------------------------------------------------------------------------
//
// All sprites of the set, from one block of shapes and from their PNGs, both in memory. An operation is a sprite, ready for
// every query, and its end. The PNGs are those of the set, RGBA.

typedef struct shapes_work
{
    int         count;
    file_bytes  png[64];
    file_bytes  block;
    libpng_peer libpng;
} shapes_work;

static int64_t shapes_answer(const rim_sprite *sprite)
{
    int                   rays, hits = 0;
    const rim_edge_point *points = rim_sprite_outline(sprite, &rays);
    for (int i = 0; i < rays; i++) hits += points[i].hit;
    return rim_mask_count(rim_sprite_mask(sprite)) * 4096 + hits;
}

static void w19_rimcast(const void *work, int64_t *answers)
{
    const shapes_work *w = work;
    rim_shapes        *shapes;
    if (rim_shapes_load(&shapes, w->block.data, w->block.size, NULL)) abort();
    rim_shapes_content content = rim_shapes_read(shapes);
    for (int i = 0; i < content.entry_count && answers; i++)
        answers[i] = shapes_answer(content.entries[i].sprite);
    rim_shapes_destroy(shapes);
}

static void shapes_from_pixels(const shapes_work *w, bool by_libpng, int64_t *answers)
{
    for (int i = 0; i < w->count; i++)
    {
        rim_image   image = { .layout = RIM_PIXELS_RGBA8 };
        rim_mask   *mask;
        rim_sprite *sprite;
        void       *pixels = by_libpng ? libpng_read(&w->libpng, w->png[i].data, w->png[i].size,
                                                     &image.width, &image.height)
                                       : png_read(&w->png[i], &image.width, &image.height);
        image.pixels = pixels;
        if (!pixels || rim_mask_create_from_image(&mask, &image, RIM_ALPHA_HALF, NULL) ||
            rim_sprite_create(&sprite, mask, NULL))
            abort();
        if (answers) answers[i] = shapes_answer(sprite);
        rim_sprite_destroy(sprite);
        rim_mask_destroy(mask);
        free(pixels);
    }
}

static void w19_stb(const void *work, int64_t *answers)
{
    shapes_from_pixels(work, false, answers);
}

static void w19_libpng(const void *work, int64_t *answers)
{
    shapes_from_pixels(work, true, answers);
}

static bool shapes_make(shapes_work *w, const flat_set *set)
{
    char               names[64][8];
    rim_shapes_entry   entries[64];
    rim_shapes_content content = { .entries = entries, .entry_count = set->sprites->count };
    w->count = set->sprites->count;
    for (int i = 0; i < w->count; i++)
    {
        snprintf(names[i], sizeof names[i], "%d", i & 63);
        entries[i] = (rim_shapes_entry){ .name = names[i], .tag = "", .sprite = set->baked[i] };
        if (!png_write(&w->png[i], &set->sprites->images[i])) return false;
    }
    return rim_shapes_save((rim_sink){ file_bytes_append, &w->block }, &content) == RIM_OK;
}

bool flat_shapes(const bench_options *options, const flat_set *set)
{
    static shapes_work w;
    bool               has_libpng = libpng_open(&w.libpng);
    bench_case         it = {
                .workload = "W19 load",
                .input = set->sprites->name,
                .work = &w,
                .oracle = w19_stb,
                .operations = set->sprites->count,
                .runs = { { "rimcast", w19_rimcast, 0.0, false },
                          { "PNG, stb_image", w19_stb, 10.0, false },
                          { "PNG, libpng", has_libpng ? w19_libpng : NULL, 10.0, false } },
                .run_count = 3,
    };
    if (!bench_wants(options, it.workload)) return true;
    bool right = shapes_make(&w, set) && bench_measure(options, &it);
    for (int i = 0; i < w.count; i++) free(w.png[i].data);
    free(w.block.data);
    w = (shapes_work){ 0 };
    return right;
}
