// Words and lines of a text in memory, with the place of each for error messages.
#ifndef RIM_DATA_TEXT_H
#define RIM_DATA_TEXT_H

#include "rimcast/soup.h"

typedef struct rim_word
{
    const char *text;
    size_t      size;
    int         line, column; // from 1
} rim_word;

// Stands before a word or at the end of a line or of the text. Lines end with LF, CR LF or CR;
// a '#' hides the rest of its line.
typedef struct rim_text
{
    const char *at, *end, *line_start;
    int         line;
    bool        joins;   // a backslash at the end of a line continues it
    bool        started; // rim_text_line was called
} rim_text;

// Stands before the first line, behind a byte order mark; rim_text_line comes first.
rim_text rim_text_start(const char *text, size_t size, bool joins);

// The next word on this line, false if there is none.
bool rim_text_word(rim_text *t, rim_word *out);

// Goes to the next line that has a word; false if there is none.
bool rim_text_line(rim_text *t);

// Fills *error, which may be NULL, with the place of a word; returns RIM_ERR_FORMAT.
rim_status rim_text_complain(rim_parse_error *error, rim_word word, const char *reason);

// The word that would stand where t stands: the place to blame for something missing.
rim_word rim_text_here(const rim_text *t);

// Reads a word that must be a finite float from its first to its last byte.
rim_status rim_text_float(rim_word word, float *out, rim_parse_error *error);

#endif
