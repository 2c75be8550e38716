// Text on its way to a sink: collected in small blocks, and the first refusal remembered, so that
// writers need not look at every call.
#ifndef RIM_DATA_WRITER_H
#define RIM_DATA_WRITER_H

#include "rimcast/sink.h"

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

// "text" as a JSON string, quotes included. What is not UTF-8 becomes U+FFFD.
void writer_put_json_string(text_writer *w, const char *text);

// text as the content of an XML element or attribute. Control characters become spaces.
void writer_put_xml(text_writer *w, const char *text);

// text as a CSV field (RFC 4180): quoted if it needs to be.
void writer_put_csv(text_writer *w, const char *text);

#endif
