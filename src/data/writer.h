// Text on its way to a sink: collected in small blocks, and the first refusal remembered, so that
// writers need not look at every call.
#ifndef RIM_DATA_WRITER_H
#define RIM_DATA_WRITER_H

#include "rimcast/base.h"

typedef struct text_writer
{
    rim_sink sink;
    bool     failed;
    size_t   used;
    char     block[1024];
} text_writer;

void writer_start(text_writer *w, rim_sink sink);

// Hands over what is left; RIM_ERR_WRITE if the sink refused anything.
rim_status writer_finish(text_writer *w);

void writer_put_bytes(text_writer *w, const char *bytes, size_t size);
void writer_put(text_writer *w, const char *text);
void writer_put_int(text_writer *w, int64_t value);

// The shortest text that reads back; minus zero as 0, because readers of figures stumble over "-0".
void writer_put_float(text_writer *w, float value);
void writer_put_double(text_writer *w, double value);

// All text that is written is UTF-8: each byte that does not belong to a sequence of it is replaced by this, U+FFFD.
#define WRITER_REPLACEMENT "\xef\xbf\xbd"

// Returns the bytes of the UTF-8 sequence at text, 0 if there is none: shortest forms only, no surrogates, up to
// U+10FFFF (RFC 3629). Reads nothing behind the terminating zero, which counts as a sequence of one byte.
size_t writer_utf8_sequence(const char *text);

// Writes "text" as a JSON string, quotes included.
void writer_put_json_string(text_writer *w, const char *text);

// Writes text as the content of an XML element or attribute. Control characters become spaces, and U+FFFE and U+FFFF,
// which XML excludes, U+FFFD.
void writer_put_xml(text_writer *w, const char *text);

// Writes text as a CSV field (RFC 4180): quoted if it needs to be.
void writer_put_csv(text_writer *w, const char *text);

// Writes text in a line comment of C. Control characters, which could end the line, and backslashes, which could join
// the next line to it, become '?', and the marks that reverse the direction of text U+FFFD.
void writer_put_comment(text_writer *w, const char *text);

// As rim_number_parse: the nearest float, rounded once.
size_t number_parse_float(const char *text, size_t size, float *out);

#endif
