// The inside of a polygon soup, for the readers that fill it, and the words of the texts that they read.
#ifndef RIM_DATA_SOUP_H
#define RIM_DATA_SOUP_H

#include "rimcast/soup.h"

// All arrays stand in the one block that starts with this struct.
//
// Polygon p has the corners corners[first[p]] .. corners[first[p + 1] - 1].
struct rim_soup
{
    rim_vec3     *points;
    rim_triangle *triangles;
    int          *corners;
    int          *first;
    int          *indices;
    int           point_count, polygon_count, corner_count, triangle_count;
    size_t        bytes;
    rim_allocator allocator;
};

// The sizes of a soup, counted before anything is allocated.
typedef struct soup_counts
{
    uint64_t points, polygons, corners;
} soup_counts;

// A soup with room for what was counted; first[] and the counts are set, first[0] = 0.
// Every polygon must have 3 or more corners. RIM_ERR_SIZE if an int cannot count something.
rim_status soup_create(rim_soup **out, soup_counts counts, const rim_allocator *from);

// Makes the triangles from points, corners and first.
void soup_triangulate(rim_soup *soup);

// The readers, behind rim_soup_create, which clears `*out` and `*error`.
rim_status soup_create_from_raw(rim_soup **out, const char *text, size_t size,
                                rim_parse_error *error, const rim_allocator *from);
rim_status soup_create_from_obj(rim_soup **out, const char *text, size_t size,
                                rim_parse_error *error, const rim_allocator *from);

// --- words and lines ---------------------------------------------------------------------------------
//
// Words and lines of a text in memory, with the place of each for error messages.

typedef struct text_word
{
    const char *text;
    size_t      size;
    int         line, column; // from 1
} text_word;

// Stands before a word or at the end of a line or of the text. Lines end with LF, CR LF or CR;
// a '#' hides the rest of its line.
typedef struct text_reader
{
    const char *at, *end, *line_start;
    int         line;
    bool        joins;   // a backslash at the end of a line continues it
    bool        started; // text_reader_line was called
} text_reader;

// Stands before the first line, behind a byte order mark; text_reader_line comes first.
text_reader text_reader_start(const char *text, size_t size, bool joins);

// The next word on this line, false if there is none.
bool text_reader_word(text_reader *t, text_word *out);

// Goes to the next line that has a word; false if there is none.
bool text_reader_line(text_reader *t);

// Fills *error, which may be NULL, with the place of a word; returns RIM_ERR_FORMAT.
rim_status text_reader_complain(rim_parse_error *error, text_word word, const char *reason);

// Returns an empty word at t's position, the place of an error if something is missing.
text_word text_reader_here(const text_reader *t);

// Reads a word that must be a finite float from its first to its last byte.
rim_status text_reader_float(text_word word, float *out, rim_parse_error *error);

#endif
