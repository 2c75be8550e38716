// A writer of text to a sink. It collects text in a block and stores whether the sink has returned false, so that
// callers need not test every call.
#ifndef RIM_DATA_WRITER_H
#define RIM_DATA_WRITER_H

#include "rimcast/base.h"

typedef struct text_writer
{
    rim_sink sink;
    bool     failed; // the sink has returned false; it is not called again
    size_t   used;   // bytes in the block
    char     block[1024];
} text_writer;

void writer_start(text_writer *w, rim_sink sink);

// Writes the rest of the block. Returns RIM_ERR_WRITE if the sink has ever returned false.
rim_status writer_finish(text_writer *w);

void writer_put_bytes(text_writer *w, const char *bytes, size_t size);
void writer_put(text_writer *w, const char *text);
void writer_put_int(text_writer *w, int64_t value);

// Write the shortest text that reads back as the number. Minus zero is written as 0, because some readers reject "-0".
void writer_put_float(text_writer *w, float value);
void writer_put_double(text_writer *w, double value);

// U+FFFD, which replaces each byte of a text that is not part of a UTF-8 sequence: all text that is written is UTF-8.
#define WRITER_REPLACEMENT "\xef\xbf\xbd"

// Returns the number of bytes of the UTF-8 sequence at text, or 0 if it is not valid. Sequences longer than necessary,
// surrogates and numbers above U+10FFFF are not valid (RFC 3629). Reads nothing after the terminating zero, which counts as
// a sequence of one byte.
size_t writer_utf8_sequence(const char *text);

// Writes "text" as a JSON string, quotes included.
void writer_put_json_string(text_writer *w, const char *text);

// Writes text as the content of an XML element or attribute. Control characters become spaces, and U+FFFE and U+FFFF,
// which XML excludes, U+FFFD.
void writer_put_xml(text_writer *w, const char *text);

// Writes text as a CSV field (RFC 4180): in quotes, with quotes in it doubled, if it has a comma, a quote or a line
// end.
void writer_put_csv(text_writer *w, const char *text);

// Writes text in a line comment of C. Control characters, which could end the line, and backslashes, which could join
// the next line to it, become '?', and the marks that reverse the direction of text U+FFFD.
void writer_put_comment(text_writer *w, const char *text);

// Reads a number as rim_number_parse does, but gives the float that is nearest to it, rounded once.
size_t number_parse_float(const char *text, size_t size, float *out);

#endif
