// The data of a polygon soup, the readers that fill it, and the reader of words that these use.
#ifndef RIM_DATA_SOUP_H
#define RIM_DATA_SOUP_H

#include "rimcast/soup.h"

// The arrays are in one block, which begins with this struct. Polygon p has the corners corners[first[p]] ..
// corners[first[p + 1] - 1].
struct rim_soup
{
    rim_vec3     *points;
    rim_triangle *triangles;
    int          *corners; // indices of points
    int          *first;   // by polygon, and one more: the number of its first corner
    int          *indices; // three for each triangle, of its points
    int           point_count, polygon_count, corner_count, triangle_count;
    size_t        bytes;
    rim_allocator allocator;
};

// The sizes of a soup, counted before anything is allocated.
typedef struct soup_counts
{
    uint64_t points, polygons, corners;
} soup_counts;

// Creates a soup with room for these counts, and sets its counts and first[0]. Requires three corners or more for each
// polygon. Returns RIM_ERR_SIZE for a count beyond the range of int.
rim_status soup_create(rim_soup **out, soup_counts counts, const rim_allocator *from);

// Computes the triangles from points, corners and first.
void soup_triangulate(rim_soup *soup);

// Create a soup from a text. rim_soup_create calls them after it has cleared *out and *error.
rim_status soup_create_from_raw(rim_soup **out, const char *text, size_t size,
                                rim_parse_error *error, const rim_allocator *from);
rim_status soup_create_from_obj(rim_soup **out, const char *text, size_t size,
                                rim_parse_error *error, const rim_allocator *from);

// --- words and lines ---------------------------------------------------------------------------------
//
// Words and lines of a text in memory, with their positions for error messages.

typedef struct text_word
{
    const char *text;
    size_t      size;
    int         line, column; // from 1
} text_word;

// A reader, which is before a word, at the end of a line or at the end of the text. Lines end with LF, CR LF or CR.
// '#' begins a comment, which ends with the line.
typedef struct text_reader
{
    const char *at, *end, *line_start;
    int         line;
    bool        joins;   // a backslash at the end of a line continues it
    bool        started; // text_reader_line was called
} text_reader;

// Returns a reader before the first line, after a byte order mark if there is one. Call text_reader_line before
// reading words.
text_reader text_reader_start(const char *text, size_t size, bool joins);

// Reads the next word of the line. Returns false if there is none.
bool text_reader_word(text_reader *t, text_word *out);

// Moves to the next line that has a word. Returns false if there is none.
bool text_reader_line(text_reader *t);

// Stores the position of a word and the reason in *error, which may be NULL. Returns RIM_ERR_FORMAT.
rim_status text_reader_complain(rim_parse_error *error, text_word word, const char *reason);

// Returns an empty word at the reader's position, for the message that something is missing there.
text_word text_reader_here(const text_reader *t);

// Reads a word as a float. Returns RIM_ERR_FORMAT unless the whole word is a finite number.
rim_status text_reader_float(text_word word, float *out, rim_parse_error *error);

#endif
