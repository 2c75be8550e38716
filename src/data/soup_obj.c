// Reads the geometry of Wavefront OBJ files, in two passes: one counts, the other fills arrays of known size. In the
// second pass an index can be checked against the number of all points of the file.
#include "data/soup.h"

#include <limits.h>
#include <string.h>

static bool word_is(text_word word, const char *text)
{
    return word.size == strlen(text) && memcmp(word.text, text, word.size) == 0;
}

// Counts points, polygons and corners, so that the soup can be allocated at once. Returns an error for a face of
// fewer than three corners, because soup_create requires three; all other errors are found by obj_read_all.
static rim_status count(soup_counts *out, const char *text, size_t size, rim_parse_error *error)
{
    memset(out, 0, sizeof *out);
    text_reader t = text_reader_start(text, size, true);
    text_word   keyword, word;
    while (text_reader_line(&t))
    {
        text_reader_word(&t, &keyword);
        if (word_is(keyword, "v")) out->points++;
        if (!word_is(keyword, "f")) continue;

        uint64_t corners = 0;
        while (text_reader_word(&t, &word)) corners++;
        if (corners < 3)
            return text_reader_complain(error, keyword, "a face needs three corners or more");
        out->polygons++;
        out->corners += corners;
    }
    return RIM_OK;
}

// Reads the rest of a line v: three numbers, which are the point, and up to four more, which are ignored. The reader is
// behind the keyword.
static rim_status obj_read_point(text_reader *t, rim_vec3 *out, rim_parse_error *error)
{
    float     number[7]; // x y z, and w or a color or both
    text_word word;
    int       n = 0;
    while (text_reader_word(t, &word))
    {
        if (n == 7) return text_reader_complain(error, word, "a point has seven numbers at most");
        rim_status status = text_reader_float(word, &number[n++], error);
        if (status) return status;
    }
    if (n < 3)
        return text_reader_complain(error, text_reader_here(t), "a point needs three numbers");
    *out = rim_vec3_make(number[0], number[1], number[2]);
    return RIM_OK;
}

// Reads digits, with a minus sign or without, at the start of text. Returns the number of bytes read, or 0 if there
// are no digits. The absolute value of *out stops growing at INT_MAX or above, which is no valid index.
static size_t read_index(const char *text, size_t size, int64_t *out)
{
    bool   is_negative = size > 0 && text[0] == '-';
    size_t digits_at = is_negative ? 1 : 0, i = digits_at;
    *out = 0;
    for (; i < size && text[i] >= '0' && text[i] <= '9'; i++)
        if (*out < INT_MAX) *out = *out * 10 + (text[i] - '0');
    if (is_negative) *out = -*out;
    return i > digits_at ? i : 0;
}

// Returns true if text is what may follow the point of a corner: nothing, /vt, //vn or /vt/vn.
static bool tail_is_sound(const char *text, size_t size)
{
    int64_t ignored;
    if (size == 0) return true;
    if (text[0] != '/') return false;
    size_t texture = read_index(text + 1, size - 1, &ignored); // bytes of vt, which may be none
    size_t at = 1 + texture;
    if (at == size) return texture > 0;
    if (text[at] != '/') return false;
    size_t normal = read_index(text + at + 1, size - at - 1, &ignored); // bytes of vn
    return normal > 0 && at + 1 + normal == size;
}

// Reads a corner and stores the index of its point, counted from 0. `points` is the number of all points. `before` is
// the number of points before this line, from which negative indices count back.
static rim_status read_corner(text_word word, int before, int points, int *out,
                              rim_parse_error *error)
{
    int64_t index;
    size_t  taken = read_index(word.text, word.size, &index);
    if (taken == 0 || !tail_is_sound(word.text + taken, word.size - taken))
        return text_reader_complain(error, word, "expected a corner: v, v/vt, v//vn or v/vt/vn");
    if (index == 0) return text_reader_complain(error, word, "indices count from 1");
    index = index > 0 ? index - 1 : before + index;
    if (index < 0 || index >= points)
        return text_reader_complain(error, word, "there is no point of that index");
    *out = (int)index;
    return RIM_OK;
}

// Reads the points of all lines v, and the polygons of all lines f, into the soup's points, corners and first.
// Ignores other lines. Requires a soup with the counts of the same text, and that first[0] is set.
static rim_status obj_read_all(rim_soup *soup, const char *text, size_t size,
                               rim_parse_error *error)
{
    text_reader t = text_reader_start(text, size, true);
    text_word   word;
    rim_status  status = RIM_OK;
    int         points = 0, polygons = 0, corners = 0;
    while (!status && text_reader_line(&t))
    {
        text_reader_word(&t, &word);
        if (word_is(word, "v")) status = obj_read_point(&t, &soup->points[points++], error);
        if (!word_is(word, "f")) continue;

        while (!status && text_reader_word(&t, &word))
            status = read_corner(word, points, soup->point_count, &soup->corners[corners++], error);
        soup->first[++polygons] = corners;
    }
    return status;
}

// The first pass over the text counts, so that the soup can be allocated. The second one reads.
rim_status soup_create_from_obj(rim_soup **out, const char *text, size_t size,
                                rim_parse_error *error, const rim_allocator *from)
{
    soup_counts counts;
    rim_soup   *soup;
    rim_status  status = count(&counts, text, size, error);
    if (!status) status = soup_create(&soup, counts, from);
    if (status) return status;

    status = obj_read_all(soup, text, size, error);
    if (status)
    {
        rim_soup_destroy(soup);
        return status;
    }
    soup_triangulate(soup);
    *out = soup;
    return RIM_OK;
}
