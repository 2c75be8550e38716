// Reading shapes from bytes, which may be any: all sizes and counts are checked before memory is allocated.
#include "data/shapes_loaded.h"

#include "base/float.h"
#include "base/memory.h"
#include "flat/sprite/data.h"

#include <assert.h>
#include <limits.h>

// --- the head and the table ----------------------------------------------------------------------------

// Returns true if all bytes from `at` to before `end` are zero.
static bool bytes_are_zero(const uint8_t *at, const uint8_t *end)
{
    while (at < end && *at == 0) at++;
    return at == end;
}

// Reads a row of the table and stores where its section is. The sections lie before `end`, where the checksum begins,
// in rising order of their kinds, each at the next multiple of SHAPES_ALIGN behind the one before. On entry *last_kind
// is the kind of the row before and *at, at most `end`, is where this section must begin; on return they are this kind
// and where the next one must. Passes over kinds of later versions. Masks may have 2^32 words, whose number is never
// an int; all other counts become one. Returns false if the row breaks a rule.
static bool shapes_read_row(shapes_sections *out, const uint8_t *bytes, uint64_t end,
                            const uint8_t *row, uint32_t *last_kind, uint64_t *at)
{
    uint32_t kind = shapes_get_u32(row), count = shapes_get_u32(row + 4);
    uint64_t offset = shapes_get_u64(row + 8), size = shapes_get_u64(row + 16);
    if (kind <= *last_kind || offset != *at || size > end - offset) return false;
    *last_kind = kind;
    *at = offset + shapes_round_up(size);
    if (*at > end || !bytes_are_zero(bytes + offset + size, bytes + *at)) return false;
    if (kind >= SHAPES_KINDS) return true;
    out->of[kind] = (shapes_section){ bytes + offset, count };
    return (kind == SHAPES_WORDS || count <= INT_MAX) &&
           size == count * shapes_element_size((int)kind);
}

// Reads the table, and checks that the sections follow each other up to the checksum, with zeros between them.
// Requires a size of at least SHAPES_HEAD + SHAPES_SUM, and that all sections of *out are empty.
static rim_status shapes_read_table(shapes_sections *out, const uint8_t *bytes, uint64_t size)
{
    uint64_t rows = shapes_get_u32(bytes + 12), end = size - SHAPES_SUM;
    if (rows > (end - SHAPES_HEAD) / SHAPES_ROW) return RIM_ERR_FORMAT;
    uint64_t table = SHAPES_HEAD + rows * SHAPES_ROW, at = shapes_round_up(table);
    if (at > end || !bytes_are_zero(bytes + table, bytes + at)) return RIM_ERR_FORMAT;
    uint32_t last_kind = 0;
    for (uint64_t i = 0; i < rows; i++)
        if (!shapes_read_row(out, bytes, end, bytes + SHAPES_HEAD + i * SHAPES_ROW, &last_kind,
                             &at))
            return RIM_ERR_FORMAT;
    return at == end ? RIM_OK : RIM_ERR_FORMAT;
}

// Checks head, size and checksum, then reads the table. Kinds of sections that the table does not have stay empty.
static rim_status shapes_read_sections(shapes_sections *out, const uint8_t *bytes, size_t size)
{
    memset(out, 0, sizeof *out);
    if (size < SHAPES_HEAD + SHAPES_SUM || size % 8 != 0) return RIM_ERR_FORMAT;
    if (memcmp(bytes, SHAPES_MAGIC, strlen(SHAPES_MAGIC)) != 0) return RIM_ERR_FORMAT;
    if (shapes_get_u32(bytes + 8) != SHAPES_VERSION) return RIM_ERR_VERSION;
    if (shapes_get_u64(bytes + 16) != size) return RIM_ERR_FORMAT;
    uint64_t sum = SHAPES_SUM_START;
    for (size_t i = 0; i + SHAPES_SUM < size; i += 8)
        sum = shapes_sum(sum, shapes_get_u64(bytes + i));
    if (sum != shapes_get_u64(bytes + size - SHAPES_SUM)) return RIM_ERR_CHECKSUM;
    return shapes_read_table(out, bytes, size);
}

// --- counting ------------------------------------------------------------------------------------------

// One shape's record.
typedef struct shapes_record
{
    uint32_t width, height, rays, pieces, points, reserved;
    rim_vec2 anchor;
} shapes_record;

// Reads a record of SHAPES_RECORD bytes: eight words in the order of SHAPES_RECORDS in shapes.h.
static shapes_record record_at(const uint8_t *at)
{
    return (shapes_record){ .width = shapes_get_u32(at),
                            .height = shapes_get_u32(at + 4),
                            .anchor = shapes_get_vec2(at + 8),
                            .rays = shapes_get_u32(at + 16),
                            .pieces = shapes_get_u32(at + 20),
                            .points = shapes_get_u32(at + 24),
                            .reserved = shapes_get_u32(at + 28) };
}

// Returns true if the size of the mask, the anchor, the number of rays and the unused word of a record are valid. The
// other counts are checked by counts_agree.
static bool record_is_sound(const shapes_record *r)
{
    return shapes_is_mask_size(r->width, r->height) && vec2_is_finite(r->anchor) && r->rays >= 1 &&
           r->rays <= RIM_OUTLINE_MAX_RAYS && r->reserved == 0;
}

// Returns true if all records, figures and parts are valid, and if the counts in the records, pieces, figures and
// parts add up to the counts of the sections. Then all that they refer to lies in the sections. n[kind] is the sum
// for a section. Sums of 32-bit numbers do not overflow 64 bits.
static bool counts_agree(const shapes_sections *in)
{
    uint64_t n[SHAPES_KINDS] = { 0 };
    for (uint64_t i = 0; i < in->of[SHAPES_RECORDS].count; i++)
    {
        shapes_record r = record_at(in->of[SHAPES_RECORDS].at + i * SHAPES_RECORD);
        if (!record_is_sound(&r)) return false;
        n[SHAPES_WORDS] += shapes_mask_words(r.width, r.height);
        n[SHAPES_RAYS] += r.rays;
        n[SHAPES_PIECES] += r.pieces;
        n[SHAPES_POINTS] += r.points;
    }
    for (uint64_t i = 0; i < in->of[SHAPES_PIECES].count; i++)
    {
        uint32_t corners = shapes_get_u32(in->of[SHAPES_PIECES].at + 4 * i);
        if (corners < 3) return false;
        n[SHAPES_CORNERS] += corners;
    }
    for (int kind = SHAPES_WORDS; kind <= SHAPES_POINTS; kind++)
        if (n[kind] != in->of[kind].count) return false;
    return in->of[SHAPES_ORDER].count == in->of[SHAPES_RECORDS].count &&
           shapes_figure_counts_agree(in);
}

// --- the block -----------------------------------------------------------------------------------------

// Returns the next `count` elements of a block and moves *offset behind them. If block is NULL, only moves *offset.
static void *shapes_carve(char *block, uint64_t *offset, uint64_t count, size_t size)
{
    void *array = block ? block + *offset : NULL;
    *offset += count * size;
    return array;
}

// Sets the arrays of *s, which follow the struct in the block, the most strictly aligned ones first. Returns the size
// of the block. block may be NULL to find that size.
static uint64_t shapes_lay_out(rim_shapes *s, char *block, const shapes_sections *in)
{
    uint64_t offset = sizeof *s;
    s->entries = shapes_carve(block, &offset, in->of[SHAPES_RECORDS].count, sizeof *s->entries);
    s->pieces = shapes_carve(block, &offset, in->of[SHAPES_PIECES].count, sizeof *s->pieces);
    s->points = shapes_carve(block, &offset, in->of[SHAPES_POINTS].count, sizeof *s->points);
    s->figures = shapes_carve(block, &offset, in->of[SHAPES_FIGURES].count, sizeof *s->figures);
    s->parts = shapes_carve(block, &offset, in->of[SHAPES_PARTS].count, sizeof *s->parts);
    s->part_names = shapes_carve(block, &offset, in->of[SHAPES_PARTS].count, sizeof *s->part_names);
    s->corners = shapes_carve(block, &offset, in->of[SHAPES_CORNERS].count, sizeof *s->corners);
    s->figure_corners = shapes_carve(block, &offset, in->of[SHAPES_FIGURE_CORNERS].count,
                                     sizeof *s->figure_corners);
    s->order = shapes_carve(block, &offset, in->of[SHAPES_ORDER].count, sizeof *s->order);
    s->figure_order =
        shapes_carve(block, &offset, in->of[SHAPES_FIGURE_ORDER].count, sizeof *s->figure_order);
    s->text = shapes_carve(block, &offset, in->of[SHAPES_TEXT].count, 1);
    s->figure_text = shapes_carve(block, &offset, in->of[SHAPES_FIGURE_TEXT].count, 1);
    return offset;
}

// Allocates one block for the struct and all arrays. The block is laid out twice: first to find its size, then to set
// the arrays. On failure *out is unchanged.
static rim_status shapes_allocate(rim_shapes **out, const shapes_sections *in,
                                  const rim_allocator *from)
{
    rim_shapes plan = { .from = memory_allocator_or_default(from) };
    uint64_t   bytes = shapes_lay_out(&plan, NULL, in);
    char      *block = bytes > SIZE_MAX ? NULL : memory_allocate(&plan.from, (size_t)bytes, 1);
    if (!block) return RIM_ERR_MEMORY;
    shapes_lay_out(&plan, block, in);
    plan.bytes = (size_t)bytes;
    plan.count = (int)in->of[SHAPES_RECORDS].count;
    plan.figure_count = (int)in->of[SHAPES_FIGURES].count;
    *out = (rim_shapes *)(void *)block;
    **out = plan;
    return RIM_OK;
}

// --- entries ----------------------------------------------------------------------------------------

// The next element to read of each section, and the next free element of each array.
typedef struct shapes_cursor
{
    const uint8_t   *words, *rays, *piece, *corner, *point;
    shapes_texts     texts;
    rim_polygon2    *pieces;
    rim_named_point *points;
    rim_vec2        *corners;
} shapes_cursor;

// Reads the pixels of an empty mask, whose size is that of the record, and moves c->words behind them. Returns false
// if a bit beyond the mask's width, or a byte between this mask and the next one, is not zero.
static bool shapes_read_mask(rim_mask *mask, shapes_cursor *c)
{
    uint64_t row[RIM_MASK_MAX_SIDE / 64];
    int width = rim_mask_width(mask), height = rim_mask_height(mask), words = (width + 63) / 64;
    uint64_t       unused = width % 64 ? ~(uint64_t)0 << width % 64 : 0;
    const uint8_t *at = c->words;
    for (int y = 0; y < height; y++)
    {
        for (int i = 0; i < words; i++, at += 8) row[i] = shapes_get_u64(at);
        if (row[words - 1] & unused) return false;
        rim_mask_write_words(mask, y, 1, row, 0);
    }
    c->words += 8 * shapes_mask_words((uint64_t)width, (uint64_t)height);
    return bytes_are_zero(at, c->words);
}

// Reads the points of a sprite's outline, and moves c->rays behind them. Returns false for a point that is not
// finite. A ray that missed gets the point (0, 0).
static bool shapes_read_outline(rim_sprite *sprite, shapes_cursor *c)
{
    for (int i = 0; i < sprite->rays; i++, c->rays += 8)
    {
        bool missed =
            shapes_get_u32(c->rays) == SHAPES_MISS && shapes_get_u32(c->rays + 4) == SHAPES_MISS;
        rim_edge_point point = { .hit = !missed };
        if (!missed) point.at = shapes_get_vec2(c->rays);
        if (!vec2_is_finite(point.at)) return false;
        sprite->outline[i] = point;
    }
    sprite_pack_points(sprite);
    return true;
}

// Reads mask and outline of an entry into a new sprite. *out is NULL on failure. sprite_create_without_outline takes
// the mask over, also on failure.
static rim_status shapes_read_sprite(rim_sprite **out, const shapes_record *r, shapes_cursor *c,
                                     const rim_allocator *from)
{
    rim_mask  *mask;
    rim_status status = rim_mask_create(&mask, (int)r->width, (int)r->height, from);
    *out = NULL;
    if (status) return status;
    if (!shapes_read_mask(mask, c))
    {
        rim_mask_destroy(mask);
        return RIM_ERR_FORMAT;
    }
    status = sprite_create_without_outline(out, mask, r->anchor, (int)r->rays, from);
    if (status || shapes_read_outline(*out, c)) return status;
    rim_sprite_destroy(*out);
    *out = NULL;
    return RIM_ERR_FORMAT;
}

// Reads the pieces of an entry, whose piece_count is set, with their corners. Returns false if a piece is not valid.
// Reads the corners first, which is safe because counts_agree has added up the corners of all pieces.
static bool shapes_read_pieces(rim_shapes_entry *e, shapes_cursor *c)
{
    e->pieces = c->pieces;
    for (int i = 0; i < e->piece_count; i++, c->piece += 4)
    {
        rim_polygon2 piece = { c->corners, (int)shapes_get_u32(c->piece) };
        for (int k = 0; k < piece.count; k++, c->corner += 8)
            *c->corners++ = shapes_get_vec2(c->corner);
        if (!shapes_is_piece(piece)) return false;
        *c->pieces++ = piece;
    }
    return true;
}

// Reads the named points of an entry, whose point_count is set. Returns false if a point has no name or is not finite.
static bool shapes_read_points(rim_shapes_entry *e, shapes_cursor *c)
{
    e->points = c->points;
    for (int i = 0; i < e->point_count; i++, c->point += 8)
    {
        rim_named_point point = { shapes_next_text(&c->texts), shapes_get_vec2(c->point) };
        if (!point.name || !vec2_is_finite(point.at)) return false;
        *c->points++ = point;
    }
    return true;
}

// Reads the next entry, number s->sprites. s->sprites counts the sprites that were created, which rim_shapes_destroy
// destroys on failure.
static rim_status shapes_read_entry(rim_shapes *s, const shapes_record *r, shapes_cursor *c)
{
    rim_shapes_entry *e = &s->entries[s->sprites];
    rim_sprite       *sprite;
    rim_status        status = shapes_read_sprite(&sprite, r, c, &s->from);
    if (status) return status;
    s->sprites++;
    *e = (rim_shapes_entry){ .sprite = sprite,
                             .piece_count = (int)r->pieces,
                             .point_count = (int)r->points };
    e->name = shapes_next_text(&c->texts);
    e->tag = e->name ? shapes_next_text(&c->texts) : NULL;
    bool valid = e->tag && e->name[0] && shapes_read_pieces(e, c) && shapes_read_points(e, c);
    return valid ? RIM_OK : RIM_ERR_FORMAT;
}

// Reads all entries. Requires counts_agree, which leaves only the texts to be counted: returns RIM_ERR_FORMAT if the
// entries do not use up all of them.
static rim_status shapes_read_entries(rim_shapes *s, const shapes_sections *in)
{
    shapes_cursor c = { .words = in->of[SHAPES_WORDS].at,
                        .rays = in->of[SHAPES_RAYS].at,
                        .piece = in->of[SHAPES_PIECES].at,
                        .corner = in->of[SHAPES_CORNERS].at,
                        .point = in->of[SHAPES_POINTS].at,
                        .texts = shapes_copy_texts(s->text, &in->of[SHAPES_TEXT]),
                        .pieces = s->pieces,
                        .points = s->points,
                        .corners = s->corners };
    rim_status    status = RIM_OK;
    for (int i = 0; i < s->count && !status; i++)
    {
        shapes_record r = record_at(in->of[SHAPES_RECORDS].at + (size_t)i * SHAPES_RECORD);
        status = shapes_read_entry(s, &r, &c);
    }
    return !status && c.texts.at != c.texts.end ? RIM_ERR_FORMAT : status;
}

// --- names ---------------------------------------------------------------------------------------------

bool shapes_read_order(uint32_t *order, const shapes_section *section, const rim_shapes *shapes,
                       shapes_name_of *name_of)
{
    for (uint64_t i = 0; i < section->count; i++)
    {
        order[i] = shapes_get_u32(section->at + 4 * i); // elements of 4 bytes
        if (order[i] >= section->count) return false;
        if (i > 0 && strcmp(name_of(shapes, order[i - 1]), name_of(shapes, order[i])) >= 0)
            return false;
    }
    return true;
}

static const char *shapes_entry_name(const rim_shapes *shapes, uint32_t number)
{
    return shapes->entries[number].name;
}

static const char *shapes_figure_name(const rim_shapes *shapes, uint32_t number)
{
    return shapes->figures[number].name;
}

// Returns the number of the entry or figure with a name, or -1. Searches order[0 .. count - 1], which has the numbers
// in the order of names, by bisection.
static int64_t shapes_search(const rim_shapes *shapes, const uint32_t *order, int count,
                             shapes_name_of *name_of, const char *name)
{
    int low = 0, high = count;
    while (low < high)
    {
        int middle = low + (high - low) / 2;
        int difference = strcmp(name, name_of(shapes, order[middle]));
        if (difference == 0) return order[middle];
        if (difference < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return -1;
}

// --- public functions -----------------------------------------------------------------------------------

// Each step relies on the checks before it: the sections lie in the bytes, the counts agree with them, and so the
// block has room for all that is read into its arrays.
rim_status rim_shapes_load(rim_shapes **out, const void *bytes, size_t size,
                           const rim_allocator *from)
{
    RIM_ASSERT(out && (bytes || size == 0), "out or the bytes are NULL");
    shapes_sections in;
    rim_shapes     *made = NULL;
    *out = NULL;
    rim_status status = shapes_read_sections(&in, bytes, size);
    if (!status && !counts_agree(&in)) status = RIM_ERR_FORMAT;
    if (!status) status = shapes_allocate(&made, &in, from);
    if (!status) status = shapes_read_entries(made, &in);
    if (!status && !shapes_read_order(made->order, &in.of[SHAPES_ORDER], made, shapes_entry_name))
        status = RIM_ERR_FORMAT;
    if (!status && !shapes_read_figures(made, &in)) status = RIM_ERR_FORMAT;
    if (!status && !shapes_read_order(made->figure_order, &in.of[SHAPES_FIGURE_ORDER], made,
                                      shapes_figure_name))
        status = RIM_ERR_FORMAT;
    if (status)
        rim_shapes_destroy(made);
    else
        *out = made;
    return status;
}

void rim_shapes_destroy(rim_shapes *shapes)
{
    if (!shapes) return;
    rim_allocator from = shapes->from;
    for (int i = 0; i < shapes->sprites; i++)
        rim_sprite_destroy((rim_sprite *)(uintptr_t)shapes->entries[i].sprite);
    memory_release(&from, shapes, shapes->bytes, 1);
}

rim_shapes_content rim_shapes_read(const rim_shapes *shapes)
{
    return (rim_shapes_content){ .entries = shapes->entries,
                                 .entry_count = shapes->count,
                                 .figures = shapes->figures,
                                 .figure_count = shapes->figure_count };
}

const rim_shapes_entry *rim_shapes_find(const rim_shapes *shapes, const char *name)
{
    int64_t found = shapes_search(shapes, shapes->order, shapes->count, shapes_entry_name, name);
    return found < 0 ? NULL : &shapes->entries[found];
}

const rim_shapes_figure *rim_shapes_find_figure(const rim_shapes *shapes, const char *name)
{
    int64_t found =
        shapes_search(shapes, shapes->figure_order, shapes->figure_count, shapes_figure_name, name);
    return found < 0 ? NULL : &shapes->figures[found];
}
