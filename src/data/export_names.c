// Different names for the outlines of one document. See export.h.
#include "data/export.h"

#include "base/memory.h"
#include "data/writer.h"

#include <stdlib.h>
#include <string.h>

// The longest number, its '_' and the terminating zero.
#define NAME_NUMBER_ROOM 13

static bool name_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool name_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool name_is_slash(char c)
{
    return c == '/' || c == '\\';
}

static bool name_is_number(const char *text)
{
    return text[0] && strspn(text, "0123456789") == strlen(text);
}

// --- the parts of a name ------------------------------------------------------------------------------

// Returns where the last part of a path begins, which is the part after the last slash.
const char *export_last_part(const char *path)
{
    const char *start = path;
    for (const char *c = path; *c; c++)
        if (name_is_slash(*c)) start = c + 1;
    return start;
}

// Returns where a path's ending such as ".png" begins, or the end of the path if it has none. A dot that begins the
// name is no ending. In a frame's name an ending must start with a letter: "walk.1" is no file.
static const char *name_ending(const char *path, bool is_frame)
{
    const char *start = export_last_part(path), *dot = strrchr(start, '.');
    bool        is_ending = dot && dot != start && (!is_frame || name_is_letter(dot[1]));
    return is_ending ? dot : start + strlen(start);
}

// Returns where the folder before a part of a path begins, or NULL if there is no folder before it. `part` points to
// the part's first character in `path`. Passes over folders with the name ".".
static const char *name_folder_before(const char *path, const char *part)
{
    const char *begin = part;
    while (begin > path)
    {
        const char *end = begin;
        while (end > path && name_is_slash(end[-1])) end--;
        begin = end;
        while (begin > path && !name_is_slash(begin[-1])) begin--;
        bool is_dot = end - begin == 1 && *begin == '.';
        if (begin < end && !is_dot) return begin;
    }
    return NULL;
}

// Sets where a new name begins in the record's file and in its frame. The file has no folders. An identifier has the
// file and the whole name of the frame. A body has the frame alone, without folders. But if nothing is left of that, or
// if the frame is a cell of a sheet, whose name is a number, the body has file and frame. Without a frame, both styles
// have the file alone.
static void name_begin(export_name *n, const rim_outline_record *r, export_name_style style)
{
    bool        is_body = style == EXPORT_NAMES_BODY, has_frame = r->frame != NULL;
    bool        is_cell = has_frame && name_is_number(r->frame);
    const char *frame = is_body && has_frame ? export_last_part(r->frame) : r->frame;
    n->file_at = is_body && has_frame && *frame && !is_cell ? NULL : export_last_part(r->file);
    n->frame_at = frame;
}

// Lets the name begin one folder earlier: first in the frame's name, then in the path of the file. A name without the
// file gets the file's own name before its folders. Returns false if nothing is left to add.
static bool name_widen(export_name *n, const rim_outline_record *r)
{
    const char *before = n->frame_at ? name_folder_before(r->frame, n->frame_at) : NULL;
    if (before)
    {
        n->frame_at = before;
        return true;
    }
    before = n->file_at ? name_folder_before(r->file, n->file_at) : export_last_part(r->file);
    if (!before) return false;
    n->file_at = before;
    return true;
}

// --- their text ---------------------------------------------------------------------------------------

// Writes bytes to out[at .. at + size - 1], unless out is NULL. Returns at + size.
static size_t name_put(char *out, size_t at, const char *bytes, size_t size)
{
    if (out) memcpy(out + at, bytes, size);
    return at + size;
}

// Returns true if a character may stand in a name of the style: a letter or a digit in an identifier, and in the name
// of a body any character except control characters and those that are special in some format.
static bool name_may_have(char c, export_name_style style)
{
    if (style == EXPORT_NAMES_IDENTIFIER) return name_is_letter(c) || name_is_digit(c);
    return (unsigned char)c >= 0x20 && c != 0x7f && !strchr("\"'<>&\\/:@%.", c);
}

// Writes the character of a path at `text` to out[*at], or _ if the style does not allow it, and moves *at behind it.
// `out` may be NULL. In an identifier each byte is a character, because only ASCII is allowed. In the name of a body
// a UTF-8 sequence is a character, and a byte that belongs to no sequence is replaced. Returns the number of bytes
// that were read.
static size_t name_put_character(char *out, size_t *at, const char *text, export_name_style style)
{
    size_t size = writer_utf8_sequence(text);
    if (style == EXPORT_NAMES_IDENTIFIER || size == 1)
    {
        *at = name_put(out, *at, name_may_have(*text, style) ? text : "_", 1);
        return 1;
    }
    *at = size ? name_put(out, *at, text, size)
               : name_put(out, *at, WRITER_REPLACEMENT, strlen(WRITER_REPLACEMENT));
    return size ? size : 1;
}

// Writes the characters from .. end - 1 of a path, as name_put_character does, from out[at] on. Returns the position
// behind them.
static size_t name_put_span(char *out, size_t at, const char *from, const char *end,
                            export_name_style style)
{
    while (from < end) from += name_put_character(out, &at, from, style);
    return at;
}

// Writes a name and a zero to `out`, unless out is NULL, and returns the length of the name. The name is the file
// from file_at on and the frame from frame_at on, both without endings, with _ between them. `initial` is its first
// character. An identifier must begin with a letter; if `initial` is no letter, the name gets a prefix.
static size_t name_build(char *out, const export_name *n, const rim_outline_record *r,
                         export_name_style style)
{
    const char *file_end = n->file_at ? name_ending(r->file, false) : NULL;
    const char *frame_end = n->frame_at ? name_ending(r->frame, true) : NULL;
    bool        has_file = n->file_at && n->file_at < file_end;
    bool        has_frame = n->frame_at && n->frame_at < frame_end;
    char        initial = 0;
    size_t      at = 0;
    if (has_frame) initial = *n->frame_at;
    if (has_file) initial = *n->file_at;
    if (style == EXPORT_NAMES_IDENTIFIER && !name_is_letter(initial))
        at = name_put(out, at, "sprite_", 7);
    if (has_file) at = name_put_span(out, at, n->file_at, file_end, style);
    if (has_file && has_frame) at = name_put(out, at, "_", 1);
    if (has_frame) at = name_put_span(out, at, n->frame_at, frame_end, style);
    if (out) out[at] = 0;
    return at;
}

// --- clashes: equal names -------------------------------------------------------------------------------

// Orders pointers to names by their texts, and equal texts by record. For qsort.
static int name_compare(const void *a, const void *b)
{
    const export_name *x = *(export_name *const *)a, *y = *(export_name *const *)b;
    int                order = strcmp(x->text, y->text);
    return order ? order : (x > y) - (x < y);
}

// Returns the end of the run of equal names sorted[start .. end - 1]. Requires sorted names and start < count.
static int name_run_end(export_name *const *sorted, int start, int count)
{
    int end = start + 1;
    while (end < count && strcmp(sorted[end]->text, sorted[start]->text) == 0) end++;
    return end;
}

// Returns true if the records of all names of the run start .. end - 1 have the same file and the same frame, so that
// no folder distinguishes the names.
static bool name_run_is_one(export_name *const *sorted, int start, int end,
                            const export_name *items, const rim_outline_record *records)
{
    const rim_outline_record *first = &records[sorted[start] - items];
    for (int i = start + 1; i < end; i++)
    {
        const rim_outline_record *r = &records[sorted[i] - items];
        if (strcmp(first->file, r->file) != 0 || !first->frame != !r->frame) return false;
        if (r->frame && strcmp(first->frame, r->frame) != 0) return false;
    }
    return true;
}

// Extends every name that is equal to another one by one more folder, if there is one. Returns false if no name was
// extended. Requires sorted names, which need not be sorted afterwards. Fixed names stay, and so do equal names of
// one image or frame, which no folder distinguishes. The first loop only marks the extended names by number = 1,
// because it finds runs of equal names by their texts. The second loop builds the new texts and resets `number` to 0.
static bool names_widen_clashes(export_names *names, export_name **sorted,
                                const rim_outline_record *records, export_name_style style)
{
    bool changed = false;
    int  end = 0;
    for (int start = 0; start < names->count; start = end)
    {
        end = name_run_end(sorted, start, names->count);
        if (name_run_is_one(sorted, start, end, names->items, records)) continue;
        for (int i = start; i < end; i++)
        {
            const rim_outline_record *r = &records[sorted[i] - names->items];
            sorted[i]->number = !sorted[i]->fixed && name_widen(sorted[i], r);
            changed = changed || sorted[i]->number;
        }
    }
    for (int i = 0; i < names->count && changed; i++)
    {
        export_name *n = &names->items[i];
        if (n->number) name_build(n->text, n, &records[i], style);
        n->number = 0;
    }
    return changed;
}

// Writes _, a positive number in decimal, and a zero. Returns the length without the zero.
static int name_write_number(char out[NAME_NUMBER_ROOM], int number)
{
    char digits[NAME_NUMBER_ROOM];
    int  count = 0, size = 0;
    for (; number > 0; number /= 10) digits[count++] = (char)('0' + number % 10);
    out[size++] = '_';
    while (count > 0) out[size++] = digits[--count];
    out[size] = 0;
    return size;
}

// Returns true if one of the names is equal to `text`, followed by _ and the number. Searches by bisection, and
// requires sorted names. `text` and the suffix of _ and number are compared one after the other, so they need not be
// joined.
static bool names_contain(export_name *const *sorted, int count, const char *text, int number)
{
    char   suffix[NAME_NUMBER_ROOM];
    size_t length = strlen(text);
    int    low = 0, high = count;
    name_write_number(suffix, number);
    while (low < high)
    {
        int middle = low + (high - low) / 2, order = strncmp(sorted[middle]->text, text, length);
        if (order == 0) order = strcmp(sorted[middle]->text + length, suffix);
        if (order == 0) return true;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

// Appends numbers to names that are still equal, in the order of the records. Requires sorted names whose `number` is
// 0. Skips numbers that would give the name of another record. The texts change only after all numbers are chosen,
// because names_contain needs sorted texts.
static void names_number_clashes(export_names *names, export_name **sorted)
{
    int end = 0;
    for (int start = 0; start < names->count; start = end)
    {
        int number = 0;
        end = name_run_end(sorted, start, names->count);
        if (end - start == 1) continue;
        for (int i = start; i < end; i++)
        {
            if (sorted[i]->fixed) continue;
            do number++;
            while (names_contain(sorted, names->count, sorted[i]->text, number));
            sorted[i]->number = number;
        }
    }
    for (int i = 0; i < names->count; i++)
        if (names->items[i].number > 0)
            name_write_number(names->items[i].text + strlen(names->items[i].text),
                              names->items[i].number);
}

// Makes all names different. `sorted` has room for a pointer to each name. A name that occurs once is fixed. The
// other names get one folder more as a prefix in each round, until no name can be extended. Names that are still
// equal get numbers.
static void names_make_unique(export_names *names, export_name **sorted,
                              const rim_outline_record *records, export_name_style style)
{
    size_t count = (size_t)names->count;
    for (int i = 0; i < names->count; i++) sorted[i] = &names->items[i];
    qsort(sorted, count, sizeof *sorted, name_compare);
    int end = 0;
    for (int start = 0; start < names->count; start = end)
    {
        end = name_run_end(sorted, start, names->count);
        sorted[start]->fixed = end - start == 1;
    }
    while (names_widen_clashes(names, sorted, records, style))
        qsort(sorted, count, sizeof *sorted, name_compare);
    names_number_clashes(names, sorted);
}

// Returns the most bytes that a name can take: with all folders of its file and its frame, the prefix and a number.
static size_t name_room(const rim_outline_record *r, export_name_style style)
{
    export_name widest = { .file_at = r->file, .frame_at = r->frame };
    return name_build(NULL, &widest, r, style) + sizeof "sprite_" + NAME_NUMBER_ROOM;
}

// Creates a name for each record. All texts are in one block, each with name_room bytes, so that names_make_unique can
// rewrite a name in place with more folders and a number.
rim_status export_names_create(export_names *out, const rim_outline_record *records, int count,
                               export_name_style style)
{
    size_t room = 0;
    for (int i = 0; i < count; i++) room += name_room(&records[i], style);
    export_names  names = { .heap = memory_allocator_or_default(NULL),
                            .room = room,
                            .count = count };
    export_name **sorted = memory_allocate(&names.heap, (size_t)count, sizeof *sorted);
    names.items = memory_allocate_zeroed(&names.heap, (size_t)count, sizeof *names.items);
    names.texts = memory_allocate(&names.heap, room, 1);
    *out = names;
    if (!sorted || !names.items || !names.texts)
    {
        memory_release(&names.heap, sorted, (size_t)count, sizeof *sorted);
        export_names_destroy(out);
        return RIM_ERR_MEMORY;
    }
    char *text = names.texts;
    for (int i = 0; i < count; i++)
    {
        export_name *n = &names.items[i];
        n->text = text;
        text += name_room(&records[i], style);
        name_begin(n, &records[i], style);
        name_build(n->text, n, &records[i], style);
    }
    if (count > 0) names_make_unique(out, sorted, records, style);
    memory_release(&names.heap, sorted, (size_t)count, sizeof *sorted);
    return RIM_OK;
}

void export_names_destroy(export_names *names)
{
    memory_release(&names->heap, names->items, (size_t)names->count, sizeof *names->items);
    memory_release(&names->heap, names->texts, names->room, 1);
    memset(names, 0, sizeof *names);
}
