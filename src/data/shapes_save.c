// Writing shapes.
#include "data/shapes.h"

#include "base/float.h"
#include "base/memory.h"
#include "base/sort.h"

#include <assert.h>

// --- bytes on their way --------------------------------------------------------------------------------

// Bytes are collected in a block of whole words, summed up and handed over.
typedef struct shapes_stream
{
    rim_sink sink;
    bool     failed;
    uint64_t sum;
    uint64_t length; // bytes so far
    size_t   used;
    uint8_t  block[4096];
} shapes_stream;

// used must be a multiple of 8.
static void stream_flush(shapes_stream *s)
{
    for (size_t i = 0; i < s->used; i += 8)
        s->sum = shapes_sum(s->sum, shapes_get_u64(s->block + i));
    if (s->used > 0 && !s->failed && !s->sink.write(s->sink.context, s->block, s->used))
        s->failed = true;
    s->used = 0;
}

static void stream_put(shapes_stream *s, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    s->length += size;
    while (size > 0)
    {
        if (s->used == sizeof s->block) stream_flush(s);
        size_t room = sizeof s->block - s->used, part = size < room ? size : room;
        memcpy(s->block + s->used, at, part);
        s->used += part;
        at += part;
        size -= part;
    }
}

static void stream_put_u32(shapes_stream *s, uint64_t value)
{
    uint8_t bytes[4];
    assert(value <= UINT32_MAX);
    shapes_put_u32(bytes, (uint32_t)value);
    stream_put(s, bytes, sizeof bytes);
}

static void stream_put_u64(shapes_stream *s, uint64_t value)
{
    uint8_t bytes[8];
    shapes_put_u64(bytes, value);
    stream_put(s, bytes, sizeof bytes);
}

static void stream_put_vec2(shapes_stream *s, rim_vec2 v)
{
    uint32_t x, y;
    memcpy(&x, &v.x, sizeof x);
    memcpy(&y, &v.y, sizeof y);
    stream_put_u32(s, x);
    stream_put_u32(s, y);
}

static void stream_pad(shapes_stream *s)
{
    static const uint8_t zeros[SHAPES_ALIGN] = { 0 };
    stream_put(s, zeros, (size_t)(shapes_round_up(s->length) - s->length));
}

// --- checking ------------------------------------------------------------------------------------------

bool shapes_is_piece(rim_polygon2 polygon)
{
    for (int i = 0; i < polygon.count; i++)
        if (!vec2_is_finite(polygon.points[i])) return false;
    return polygon.count >= 3;
}

// How many elements each kind of section has.
typedef struct shapes_counts
{
    uint64_t of[SHAPES_KINDS];
} shapes_counts;

static bool entry_is_sound(const rim_shapes_entry *e)
{
    if (!e->name || !e->name[0] || !e->tag || !e->sprite) return false;
    const rim_mask *mask = rim_sprite_mask(e->sprite);
    if (!shapes_is_mask_size((uint64_t)rim_mask_width(mask), (uint64_t)rim_mask_height(mask)))
        return false;
    for (int i = 0; i < e->piece_count; i++)
        if (!shapes_is_piece(e->pieces[i])) return false;
    for (int i = 0; i < e->point_count; i++)
        if (!e->points[i].name || !vec2_is_finite(e->points[i].at)) return false;
    return e->piece_count >= 0 && e->point_count >= 0;
}

static void count_entry(shapes_counts *n, const rim_shapes_entry *e)
{
    const rim_mask *mask = rim_sprite_mask(e->sprite);
    int             rays;
    rim_sprite_outline(e->sprite, &rays);
    n->of[SHAPES_WORDS] +=
        shapes_mask_words((uint64_t)rim_mask_width(mask), (uint64_t)rim_mask_height(mask));
    n->of[SHAPES_RAYS] += (uint64_t)rays;
    n->of[SHAPES_PIECES] += (uint64_t)e->piece_count;
    for (int i = 0; i < e->piece_count; i++) n->of[SHAPES_CORNERS] += (uint64_t)e->pieces[i].count;
    n->of[SHAPES_POINTS] += (uint64_t)e->point_count;
    n->of[SHAPES_TEXT] += strlen(e->name) + strlen(e->tag) + 2;
    for (int i = 0; i < e->point_count; i++) n->of[SHAPES_TEXT] += strlen(e->points[i].name) + 1;
}

static rim_status count_all(shapes_counts *n, const rim_shapes_content *content)
{
    memset(n, 0, sizeof *n);
    for (int i = 0; i < content->entry_count; i++)
    {
        if (!entry_is_sound(&content->entries[i])) return RIM_ERR_ARGUMENT;
        count_entry(n, &content->entries[i]);
    }
    n->of[SHAPES_RECORDS] = n->of[SHAPES_ORDER] = (uint64_t)content->entry_count;
    for (int kind = 1; kind < SHAPES_KINDS; kind++)
        if (n->of[kind] > (kind == SHAPES_WORDS ? UINT32_MAX : INT32_MAX)) return RIM_ERR_SIZE;
    return RIM_OK;
}

// --- the order of names --------------------------------------------------------------------------------

static bool name_is_before(const void *a, const void *b, const void *context)
{
    const rim_shapes_entry *entries = context;
    uint32_t                i, k;
    memcpy(&i, a, sizeof i);
    memcpy(&k, b, sizeof k);
    return strcmp(entries[i].name, entries[k].name) < 0;
}

// The numbers of the entries, by name. Returns false if two share one.
static bool sort_names(uint32_t *order, const rim_shapes_content *content)
{
    size_t count = (size_t)content->entry_count;
    for (size_t i = 0; i < count; i++) order[i] = (uint32_t)i;
    sort_heap(order, count, sizeof *order, name_is_before, content->entries);
    for (size_t i = 1; i < count; i++)
        if (!name_is_before(&order[i - 1], &order[i], content->entries)) return false;
    return true;
}

// --- sections ------------------------------------------------------------------------------------------

static void put_head(shapes_stream *s, const shapes_counts *n)
{
    uint64_t table = SHAPES_HEAD + (uint64_t)SHAPES_ROW * (SHAPES_KINDS - 1);
    uint64_t at = shapes_round_up(table), size = at;
    for (int kind = 1; kind < SHAPES_KINDS; kind++)
        size += shapes_round_up(n->of[kind] * shapes_element_size(kind));
    stream_put(s, SHAPES_MAGIC, strlen(SHAPES_MAGIC));
    stream_put_u32(s, SHAPES_VERSION);
    stream_put_u32(s, SHAPES_KINDS - 1);
    stream_put_u64(s, size + SHAPES_SUM);
    for (int kind = 1; kind < SHAPES_KINDS; kind++)
    {
        uint64_t bytes = n->of[kind] * shapes_element_size(kind);
        stream_put_u32(s, (uint32_t)kind);
        stream_put_u32(s, n->of[kind]);
        stream_put_u64(s, at);
        stream_put_u64(s, bytes);
        at += shapes_round_up(bytes);
    }
    stream_pad(s);
}

static void put_record(shapes_stream *s, const rim_shapes_entry *e)
{
    const rim_mask *mask = rim_sprite_mask(e->sprite);
    int             rays;
    rim_sprite_outline(e->sprite, &rays);
    stream_put_u32(s, (uint64_t)rim_mask_width(mask));
    stream_put_u32(s, (uint64_t)rim_mask_height(mask));
    stream_put_vec2(s, rim_sprite_anchor(e->sprite));
    stream_put_u32(s, (uint64_t)rays);
    stream_put_u32(s, (uint64_t)e->piece_count);
    stream_put_u32(s, (uint64_t)e->point_count);
    stream_put_u32(s, 0);
}

static void put_mask(shapes_stream *s, const rim_mask *mask)
{
    uint64_t row[RIM_MASK_MAX_SIDE / 64];
    int      words = (rim_mask_width(mask) + 63) / 64;
    for (int y = 0; y < rim_mask_height(mask); y++)
    {
        rim_mask_read_words(mask, y, 1, row, 0);
        for (int i = 0; i < words; i++) stream_put_u64(s, row[i]);
    }
    stream_pad(s);
}

static void put_outline(shapes_stream *s, const rim_sprite *sprite)
{
    int                   rays;
    const rim_edge_point *points = rim_sprite_outline(sprite, &rays);
    for (int i = 0; i < rays; i++)
    {
        if (points[i].hit)
            stream_put_vec2(s, points[i].at);
        else
        {
            stream_put_u32(s, SHAPES_MISS);
            stream_put_u32(s, SHAPES_MISS);
        }
    }
}

static void put_string(shapes_stream *s, const char *text)
{
    stream_put(s, text, strlen(text) + 1);
}

// What an entry has in a section.
static void put_part(shapes_stream *s, int kind, const rim_shapes_entry *e)
{
    if (kind == SHAPES_RECORDS) put_record(s, e);
    if (kind == SHAPES_WORDS) put_mask(s, rim_sprite_mask(e->sprite));
    if (kind == SHAPES_RAYS) put_outline(s, e->sprite);
    for (int i = 0; i < e->piece_count && kind == SHAPES_PIECES; i++)
        stream_put_u32(s, (uint64_t)e->pieces[i].count);
    for (int i = 0; i < e->piece_count && kind == SHAPES_CORNERS; i++)
        for (int k = 0; k < e->pieces[i].count; k++) stream_put_vec2(s, e->pieces[i].points[k]);
    for (int i = 0; i < e->point_count && kind == SHAPES_POINTS; i++)
        stream_put_vec2(s, e->points[i].at);
    if (kind != SHAPES_TEXT) return;
    put_string(s, e->name);
    put_string(s, e->tag);
    for (int i = 0; i < e->point_count; i++) put_string(s, e->points[i].name);
}

static rim_status put_all(rim_sink sink, const rim_shapes_content *content, const shapes_counts *n,
                          const uint32_t *order)
{
    shapes_stream s = { .sink = sink, .sum = SHAPES_SUM_START };
    put_head(&s, n);
    for (int kind = 1; kind < SHAPES_KINDS; kind++)
    {
        for (int i = 0; i < content->entry_count && !s.failed; i++)
            if (kind == SHAPES_ORDER)
                stream_put_u32(&s, order[i]);
            else
                put_part(&s, kind, &content->entries[i]);
        stream_pad(&s);
    }
    stream_flush(&s);
    stream_put_u64(&s, s.sum);
    stream_flush(&s);
    return s.failed ? RIM_ERR_WRITE : RIM_OK;
}

rim_status rim_shapes_save(rim_sink sink, const rim_shapes_content *content)
{
    assert(content && content->entry_count >= 0);
    shapes_counts n;
    rim_status    status = count_all(&n, content);
    if (status) return status;
    size_t        count = (size_t)content->entry_count;
    rim_allocator from = memory_allocator_or_default(NULL);
    uint32_t     *order = memory_allocate(&from, count, sizeof *order);
    if (!order) return RIM_ERR_MEMORY;
    status = sort_names(order, content) ? put_all(sink, content, &n, order) : RIM_ERR_ARGUMENT;
    memory_release(&from, order, count, sizeof *order);
    return status;
}
