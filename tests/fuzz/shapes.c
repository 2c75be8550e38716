// Blocks of shapes, sound ones and broken ones, and any bytes, to their reader:
//
//      fuzz_shapes SECONDS
//
// Broken blocks mostly get a right checksum, so that what lies behind it is reached. What loads must hold together, and
// be saved as the same bytes.
#include "rimcast/rimcast.h"
#include "support/fuzz.h"
#include "support/shapes.h"

#include <stdlib.h>
#include <string.h>

typedef struct fuzz_block
{
    uint8_t *bytes;
    size_t   size, capacity;
} fuzz_block;

static bool block_append(void *context, const void *bytes, size_t size)
{
    fuzz_block *b = context;
    if (b->size + size > b->capacity) return false;
    memcpy(b->bytes + b->size, bytes, size);
    b->size += size;
    return true;
}

// A sound block, the seed of what follows.
static void make_block(fuzz_block *out, fuzz_bytes *in)
{
    static random_content content;
    test_random           random = { fuzz_word(in) % 64 };
    make_content(&content, &random, 4, 80);
    rim_sink sink = { block_append, out };
    fuzz_check(rim_shapes_save(sink, &content.content) == RIM_OK);
    free_content(&content);
}

static void edit_block(fuzz_block *b, fuzz_bytes *in)
{
    size_t at = fuzz_word(in), length = 1 + fuzz_byte(in) % 80u;
    if (fuzz_bool(in)) at %= 384; // the head and the table are as likely as the rest
    at %= b->size;
    if (length > b->size - at) length = b->size - at;
    switch (fuzz_int(in, 0, 5))
    {
    case 0:
        b->bytes[at] = fuzz_byte(in);
        break;
    case 1:
        b->bytes[at] ^= (uint8_t)(1 << fuzz_int(in, 0, 7));
        break;
    case 2:
        memset(b->bytes + at, fuzz_bool(in) ? 0xff : 0, length);
        break;
    case 3: // leave out
        memmove(b->bytes + at, b->bytes + at + length, b->size - at - length);
        b->size -= length;
        break;
    case 4: // repeat
        if (b->size + length > b->capacity) break;
        memmove(b->bytes + at + length, b->bytes + at, b->size - at);
        b->size += length;
        break;
    default:
        b->size = at + length; // cut off
        break;
    }
    if (b->size == 0) b->bytes[b->size++] = 0;
}

// The size in the head and the checksum, as if all had been meant.
static void seal(fuzz_block *b)
{
    b->size = b->size / 8 * 8;
    for (size_t i = 0; i < 8 && b->size >= 24; i++)
        b->bytes[16 + i] = (uint8_t)((uint64_t)b->size >> 8 * i);
    seal_block(b->bytes, b->size);
}

static void use_loaded(fuzz_bytes *in, const rim_shapes *shapes)
{
    rim_shapes_content content = rim_shapes_read(shapes);
    for (int i = 0; i < content.entry_count; i++)
    {
        const rim_shapes_entry *e = &content.entries[i];
        rim_posed               posed = { e->sprite, rim_xform2_translation(fuzz_vec2(in)) };
        bool                    empty = rim_mask_count(rim_sprite_mask(e->sprite)) == 0;
        in->spoiled = false;
        fuzz_check(rim_shapes_find(shapes, e->name) == e);
        fuzz_check(!(empty && rim_sprite_overlaps(posed, posed)));
        fuzz_check(rim_sprite_outline_all(posed, posed, NULL, 0) >= 0);
        for (int k = 0; k < e->piece_count; k++)
            fuzz_check(e->pieces[k].count >= 3 &&
                       !rim_polygon2_contains(e->pieces[k], (rim_vec2){ 1e30f, 1e30f }));
        for (int k = 0; k < e->point_count; k++) fuzz_check(strlen(e->points[k].name) < 1 << 20);
    }
}

// Parts are what their kind needs, and queries end well.
static void use_figures(fuzz_bytes *in, const rim_shapes *shapes)
{
    rim_shapes_content content = rim_shapes_read(shapes);
    for (int i = 0; i < content.figure_count; i++)
    {
        const rim_shapes_figure *f = &content.figures[i];
        rim_figure there = { f->parts, f->part_count, rim_xform2_translation(fuzz_vec2(in)) };
        fuzz_check(rim_shapes_find_figure(shapes, f->name) == f && strlen(f->tag) < 1 << 20);
        for (int k = 0; k < f->part_count; k++)
        {
            const rim_figure_part *p = &f->parts[k];
            bool                   owned = false;
            fuzz_check(strlen(f->part_names[k]) < 1 << 20);
            fuzz_check(rim_xform2_determinant(p->pose) != 0.0);
            for (int j = 0; j < content.entry_count; j++)
                owned = owned || content.entries[j].sprite == p->sprite;
            fuzz_check(p->kind == RIM_PART_SPRITE ? owned : p->sprite == NULL);
            fuzz_check(p->kind != RIM_PART_POLYGON || rim_polygon2_is_convex(p->polygon));
        }
        rim_figure_contains(&there, (rim_vec2){ 1.0f, 2.0f }, NULL);
        rim_figure_overlaps(&there, &there, NULL);
    }
}

static void check_saved(const rim_shapes *shapes, const fuzz_block *b)
{
    fuzz_block         again = { malloc(b->size + 1024), 0, b->size + 1024 };
    rim_shapes_content content = rim_shapes_read(shapes);
    rim_sink           sink = { block_append, &again };
    fuzz_check(rim_shapes_save(sink, &content) == RIM_OK);
    // A section may be missing, or have become one of an unknown kind.
    if (has_saved_sections(b->bytes, content.figure_count))
        fuzz_check(again.size == b->size && memcmp(again.bytes, b->bytes, b->size) == 0);
    free(again.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bytes in = fuzz_begin(data, size);
    fuzz_block draft = { malloc(1 << 16), 0, 1 << 16 };
    int        kind = fuzz_int(&in, 0, 15), edits = fuzz_int(&in, 0, 4);
    if (kind == 0)
        block_append(&draft, data, size); // as it is
    else
        make_block(&draft, &in);
    if (draft.size == 0) draft.bytes[draft.size++] = 0;
    for (int i = 0; i < edits && kind > 0; i++) edit_block(&draft, &in);
    if (kind > 2) seal(&draft);

    uint8_t *bytes =
        malloc(draft.size ? draft.size : 1); // of the exact size, so that overruns are seen
    memcpy(bytes, draft.bytes, draft.size);
    test_heap     heap = { .budget = -1 };
    rim_allocator from = test_heap_allocator(&heap);
    rim_shapes   *shapes;
    rim_status    status = rim_shapes_load(&shapes, bytes, draft.size, &from);
    fuzz_check((status == RIM_OK) == (shapes != NULL));
    fuzz_check(status == RIM_OK || status == RIM_ERR_FORMAT || status == RIM_ERR_VERSION ||
               status == RIM_ERR_CHECKSUM);
    fuzz_check(kind <= 2 || status != RIM_ERR_CHECKSUM);
    fuzz_check(kind == 0 || edits > 0 || status == RIM_OK);
    fuzz_check(heap.live_bytes <= 64 * draft.size);
    free(bytes);
    if (shapes)
    {
        use_loaded(&in, shapes);
        use_figures(&in, shapes);
        check_saved(shapes, &draft);
    }
    rim_shapes_destroy(shapes);
    fuzz_check(heap.live_bytes == 0);
    free(draft.bytes);
    return 0;
}
