// Writing shapes: everything is checked and counted first, then written section by section.
#include "data/shapes.h"

#include "base/float.h"
#include "base/memory.h"
#include "base/sort.h"

#include <assert.h>

// --- a stream of bytes --------------------------------------------------------------------------------

// A stream to a sink: bytes are collected in a block of whole words, which is added to the checksum and written when
// it is full.
typedef struct shapes_stream
{
    rim_sink sink;
    bool     failed; // the sink has returned false
    uint64_t sum;    // the checksum of all blocks written
    uint64_t length; // the number of all bytes so far
    size_t   used;   // the bytes in the block
    uint8_t  block[4096];
} shapes_stream;

// Writes the block to the sink and adds it to the checksum. Requires a multiple of 8 bytes.
static void stream_flush(shapes_stream *s)
{
    for (size_t i = 0; i < s->used; i += 8)
        s->sum = shapes_sum(s->sum, shapes_get_u64(s->block + i));
    if (s->used > 0 && !s->failed && !s->sink.write(s->sink.context, s->block, s->used))
        s->failed = true;
    s->used = 0;
}

// Appends bytes to the stream. A full block is flushed when more bytes follow.
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

static void stream_put_int(shapes_stream *s, int value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    stream_put_u32(s, bits);
}

static void stream_put_float(shapes_stream *s, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    stream_put_u32(s, bits);
}

static void stream_put_vec2(shapes_stream *s, rim_vec2 v)
{
    stream_put_float(s, v.x);
    stream_put_float(s, v.y);
}

// Appends zeros until the stream's length is a multiple of SHAPES_ALIGN.
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

// The number of elements of each kind of section, and the number of kinds that are written.
typedef struct shapes_counts
{
    uint64_t of[SHAPES_KINDS];
    int      kinds;
} shapes_counts;

// Returns true if an entry can be saved: it has a name that is not empty, a tag and a sprite with a valid size, and its
// pieces and named points are valid. Negative counts are not.
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

// Adds the elements of an entry to the counts of the sections. Requires a sound entry. Each text counts with its zero.
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

// Returns true if a figure can be saved: it has a name that is not empty and a tag, and its parts and their names are
// valid. Does not examine its sprites. A negative count is not valid.
static bool figure_is_sound(const rim_shapes_figure *f)
{
    if (!f->name || !f->name[0] || !f->tag) return false;
    for (int i = 0; i < f->part_count; i++)
        if (!shapes_is_part(&f->parts[i]) || (f->part_names && !f->part_names[i])) return false;
    return f->part_count >= 0;
}

static const char *part_name(const rim_shapes_figure *f, int part)
{
    return f->part_names ? f->part_names[part] : "";
}

// Adds the elements of a figure to the counts of the sections. Requires a sound figure. Each text counts with its zero.
static void count_figure(shapes_counts *n, const rim_shapes_figure *f)
{
    n->of[SHAPES_PARTS] += (uint64_t)f->part_count;
    n->of[SHAPES_FIGURE_TEXT] += strlen(f->name) + strlen(f->tag) + 2;
    for (int i = 0; i < f->part_count; i++)
    {
        if (f->parts[i].kind == RIM_PART_POLYGON)
            n->of[SHAPES_FIGURE_CORNERS] += (uint64_t)f->parts[i].polygon.count;
        n->of[SHAPES_FIGURE_TEXT] += strlen(part_name(f, i)) + 1;
    }
}

// Checks all entries and figures, and counts the elements of all sections. n->kinds is the end of the kinds that are
// written: without figures, their sections are not. Returns RIM_ERR_ARGUMENT for an entry or a figure that is not
// valid, and RIM_ERR_SIZE for a count that cannot be loaded.
static rim_status count_all(shapes_counts *n, const rim_shapes_content *content)
{
    memset(n, 0, sizeof *n);
    for (int i = 0; i < content->entry_count; i++)
    {
        if (!entry_is_sound(&content->entries[i])) return RIM_ERR_ARGUMENT;
        count_entry(n, &content->entries[i]);
    }
    for (int i = 0; i < content->figure_count; i++)
    {
        if (!figure_is_sound(&content->figures[i])) return RIM_ERR_ARGUMENT;
        count_figure(n, &content->figures[i]);
    }
    n->of[SHAPES_RECORDS] = n->of[SHAPES_ORDER] = (uint64_t)content->entry_count;
    n->of[SHAPES_FIGURES] = n->of[SHAPES_FIGURE_ORDER] = (uint64_t)content->figure_count;
    n->kinds = content->figure_count > 0 ? SHAPES_KINDS : SHAPES_FIGURES;
    for (int kind = 1; kind < SHAPES_KINDS; kind++)
        if (n->of[kind] > (kind == SHAPES_WORDS ? UINT32_MAX : INT32_MAX)) return RIM_ERR_SIZE;
    return RIM_OK;
}

// --- orders ----------------------------------------------------------------------------------

// Numbers in some order.
typedef struct shapes_orders
{
    uint32_t *entries, *figures; // in the order of names
    uint32_t *sprites; // of entries, in the order of their sprites' addresses, then of numbers
} shapes_orders;

static const char *name_of_entry(const rim_shapes_content *content, uint32_t number)
{
    return content->entries[number].name;
}

static const char *name_of_figure(const rim_shapes_content *content, uint32_t number)
{
    return content->figures[number].name;
}

// How name_is_before finds the name of a number: as that of an entry or of a figure.
typedef struct name_order
{
    const rim_shapes_content *content;
    const char *(*name_of)(const rim_shapes_content *content, uint32_t number);
} name_order;

// Returns true if the name of number *a comes before that of number *b. Both are uint32_t, and *context is a
// name_order.
static bool name_is_before(const void *a, const void *b, const void *context)
{
    const name_order *by = context;
    uint32_t          i, k;
    memcpy(&i, a, sizeof i);
    memcpy(&k, b, sizeof k);
    return strcmp(by->name_of(by->content, i), by->name_of(by->content, k)) < 0;
}

// Returns true if entry *a comes before entry *b: by the addresses of their sprites, then by number. Both are
// uint32_t, and *context is the rim_shapes_content.
static bool sprite_is_before(const void *a, const void *b, const void *context)
{
    const rim_shapes_content *content = context;
    uint32_t                  i, k;
    memcpy(&i, a, sizeof i);
    memcpy(&k, b, sizeof k);
    uintptr_t one = (uintptr_t)content->entries[i].sprite;
    uintptr_t other = (uintptr_t)content->entries[k].sprite;
    return one != other ? one < other : i < k;
}

// Writes the numbers 0 .. count - 1 to `order`, sorted by name. Returns false if two names are equal.
static bool sort_names(uint32_t *order, size_t count, name_order by)
{
    for (size_t i = 0; i < count; i++) order[i] = (uint32_t)i;
    sort_heap(order, count, sizeof *order, name_is_before, &by);
    for (size_t i = 1; i < count; i++)
        if (!name_is_before(&order[i - 1], &order[i], &by)) return false;
    return true;
}

// Returns the least number of an entry that has the sprite, or -1 if no entry has it. Searches orders->sprites, which
// is sorted by the sprites' addresses and then by number, by bisection.
static int64_t entry_of_sprite(const rim_shapes_content *content, const shapes_orders *orders,
                               const rim_sprite *sprite)
{
    int low = 0, high = content->entry_count;
    while (low < high)
    {
        int middle = low + (high - low) / 2;
        if ((uintptr_t)content->entries[orders->sprites[middle]].sprite < (uintptr_t)sprite)
            low = middle + 1;
        else
            high = middle;
    }
    bool found =
        low < content->entry_count && content->entries[orders->sprites[low]].sprite == sprite;
    return found ? (int64_t)orders->sprites[low] : -1;
}

// Returns true if every sprite of a figure's part is that of an entry.
static bool sprites_are_entries(const rim_shapes_content *content, const shapes_orders *orders)
{
    for (int i = 0; i < content->figure_count; i++)
        for (int k = 0; k < content->figures[i].part_count; k++)
        {
            const rim_figure_part *part = &content->figures[i].parts[k];
            if (part->kind == RIM_PART_SPRITE && entry_of_sprite(content, orders, part->sprite) < 0)
                return false;
        }
    return true;
}

// Computes all orders. `numbers` has room for twice the entries and once the figures. Returns false if two entries or
// two figures have the same name, or a part's sprite is that of no entry.
static bool sort_orders(shapes_orders *out, uint32_t *numbers, const rim_shapes_content *content)
{
    size_t entries = (size_t)content->entry_count, figures = (size_t)content->figure_count;
    *out = (shapes_orders){ .entries = numbers,
                            .sprites = numbers + entries,
                            .figures = numbers + 2 * entries };
    for (size_t i = 0; i < entries; i++) out->sprites[i] = (uint32_t)i;
    sort_heap(out->sprites, entries, sizeof *numbers, sprite_is_before, content);
    return sort_names(out->entries, entries, (name_order){ content, name_of_entry }) &&
           sort_names(out->figures, figures, (name_order){ content, name_of_figure }) &&
           sprites_are_entries(content, out);
}

// --- sections ------------------------------------------------------------------------------------------

// Writes the head and the table. Each section begins at the next multiple of SHAPES_ALIGN. The size in the head is
// that of the whole, with the checksum. Kinds count from 1, so there are n->kinds - 1 rows.
static void put_head(shapes_stream *s, const shapes_counts *n)
{
    uint64_t rows = (uint64_t)n->kinds - 1, table = SHAPES_HEAD + SHAPES_ROW * rows;
    uint64_t at = shapes_round_up(table), size = at;
    for (int kind = 1; kind < n->kinds; kind++)
        size += shapes_round_up(n->of[kind] * shapes_element_size(kind));
    stream_put(s, SHAPES_MAGIC, strlen(SHAPES_MAGIC));
    stream_put_u32(s, SHAPES_VERSION);
    stream_put_u32(s, rows);
    stream_put_u64(s, size + SHAPES_SUM);
    for (int kind = 1; kind < n->kinds; kind++)
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

// Writes the record of an entry.
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

// Writes the words of a mask, row by row, and zeros up to a multiple of SHAPES_ALIGN.
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

// Writes the points of an outline, with SHAPES_MISS in both coordinates of a miss.
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

static void put_corners(shapes_stream *s, rim_polygon2 polygon)
{
    for (int i = 0; i < polygon.count; i++) stream_put_vec2(s, polygon.points[i]);
}

// Writes the elements of an entry that belong to the section of a kind. The order of entries is written by put_section.
static void put_entry(shapes_stream *s, int kind, const rim_shapes_entry *e)
{
    if (kind == SHAPES_RECORDS) put_record(s, e);
    if (kind == SHAPES_WORDS) put_mask(s, rim_sprite_mask(e->sprite));
    if (kind == SHAPES_RAYS) put_outline(s, e->sprite);
    if (kind == SHAPES_PIECES)
        for (int i = 0; i < e->piece_count; i++) stream_put_u32(s, (uint64_t)e->pieces[i].count);
    if (kind == SHAPES_CORNERS)
        for (int i = 0; i < e->piece_count; i++) put_corners(s, e->pieces[i]);
    if (kind == SHAPES_POINTS)
        for (int i = 0; i < e->point_count; i++) stream_put_vec2(s, e->points[i].at);
    if (kind == SHAPES_TEXT)
    {
        put_string(s, e->name);
        put_string(s, e->tag);
        for (int i = 0; i < e->point_count; i++) put_string(s, e->points[i].name);
    }
}

// Writes the record of a part, SHAPES_PART bytes, filled up with zeros. `entry` is the number of its sprite's entry,
// and is not used for other kinds.
static void put_part(shapes_stream *s, const rim_figure_part *p, int64_t entry)
{
    uint64_t length = s->length;
    stream_put_u32(s, (uint64_t)p->kind);
    stream_put_int(s, p->tag);
    stream_put_vec2(s, rim_vec2_make(p->pose.a, p->pose.b));
    stream_put_vec2(s, rim_vec2_make(p->pose.c, p->pose.d));
    stream_put_vec2(s, rim_vec2_make(p->pose.tx, p->pose.ty));
    switch (p->kind)
    {
    case RIM_PART_SPRITE:
        stream_put_u32(s, (uint64_t)entry);
        break;
    case RIM_PART_BOX:
        stream_put_vec2(s, p->box.lo);
        stream_put_vec2(s, p->box.hi);
        break;
    case RIM_PART_CIRCLE:
        stream_put_vec2(s, p->circle.center);
        stream_put_float(s, p->circle.radius);
        break;
    case RIM_PART_POLYGON:
        stream_put_int(s, p->polygon.count);
        break;
    }
    while (s->length < length + SHAPES_PART) stream_put_u32(s, 0);
}

// Writes what figure `number` adds to the section of a kind. put_section calls it for each figure, in the order of
// their numbers. In the section of the order, `number` is a position, and the figure at this position is written.
static void put_figure(shapes_stream *s, int kind, const rim_shapes_content *content,
                       const shapes_orders *orders, int number)
{
    const rim_shapes_figure *f = &content->figures[number];
    if (kind == SHAPES_FIGURES)
    {
        stream_put_int(s, f->part_count);
        stream_put_u32(s, 0); // an unused word
    }
    if (kind == SHAPES_FIGURE_ORDER) stream_put_u32(s, orders->figures[number]);
    if (kind == SHAPES_FIGURE_TEXT)
    {
        put_string(s, f->name);
        put_string(s, f->tag);
    }
    for (int i = 0; i < f->part_count; i++)
    {
        const rim_figure_part *p = &f->parts[i];
        bool                   is_sprite = p->kind == RIM_PART_SPRITE;
        if (kind == SHAPES_PARTS)
            put_part(s, p, is_sprite ? entry_of_sprite(content, orders, p->sprite) : 0);
        if (kind == SHAPES_FIGURE_TEXT) put_string(s, part_name(f, i));
        if (kind == SHAPES_FIGURE_CORNERS && p->kind == RIM_PART_POLYGON)
            put_corners(s, p->polygon);
    }
}

// Writes the section of a kind. The kinds before SHAPES_FIGURES are of entries, the others of figures.
static void put_section(shapes_stream *s, int kind, const rim_shapes_content *content,
                        const shapes_orders *orders)
{
    bool is_of_figures = kind >= SHAPES_FIGURES;
    int  count = is_of_figures ? content->figure_count : content->entry_count;
    for (int i = 0; i < count && !s->failed; i++)
    {
        if (is_of_figures)
            put_figure(s, kind, content, orders, i);
        else if (kind == SHAPES_ORDER)
            stream_put_u32(s, orders->entries[i]);
        else
            put_entry(s, kind, &content->entries[i]);
    }
    stream_pad(s);
}

// Writes the head and all sections, kind by kind, and then the checksum. The flush before it completes s.sum: the sum
// of all bytes before the checksum, whose number is a multiple of 8.
static rim_status put_all(rim_sink sink, const rim_shapes_content *content, const shapes_counts *n,
                          const shapes_orders *orders)
{
    shapes_stream s = { .sink = sink, .sum = SHAPES_SUM_START };
    put_head(&s, n);
    for (int kind = 1; kind < n->kinds; kind++) put_section(&s, kind, content, orders);
    stream_flush(&s);
    stream_put_u64(&s, s.sum);
    stream_flush(&s);
    return s.failed ? RIM_ERR_WRITE : RIM_OK;
}

// Checks and counts everything, sorts the names, then writes.
rim_status rim_shapes_save(rim_sink sink, const rim_shapes_content *content)
{
    RIM_ASSERT(content && content->entry_count >= 0 && content->figure_count >= 0,
               "the content is NULL or a count negative");
    shapes_counts n;
    rim_status    status = count_all(&n, content);
    if (status) return status;
    size_t        count = 2 * (size_t)content->entry_count + (size_t)content->figure_count;
    rim_allocator from = memory_allocator_or_default(NULL);
    uint32_t     *numbers = memory_allocate(&from, count, sizeof *numbers);
    shapes_orders orders;
    if (!numbers) return RIM_ERR_MEMORY;
    status = RIM_ERR_ARGUMENT;
    if (sort_orders(&orders, numbers, content)) status = put_all(sink, content, &n, &orders);
    memory_release(&from, numbers, count, sizeof *numbers);
    return status;
}
