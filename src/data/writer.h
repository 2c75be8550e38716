// Text on its way to a sink: collected in small blocks, and the first refusal remembered, so that
// writers need not look at every call.
#ifndef RIM_DATA_WRITER_H
#define RIM_DATA_WRITER_H

#include "rimcast/sink.h"

typedef struct rim_writer
{
    rim_sink sink;
    bool     failed;
    size_t   used;
    char     block[1024];
} rim_writer;

void rim_writer_start(rim_writer *w, rim_sink sink);

// Hands over what is left; RIM_ERR_WRITE if the sink refused anything.
rim_status rim_writer_finish(rim_writer *w);

void rim_put_bytes(rim_writer *w, const char *bytes, size_t size);
void rim_put(rim_writer *w, const char *text);
void rim_put_int(rim_writer *w, int64_t value);

// The shortest text that reads back; minus zero as 0, because readers of figures stumble over "-0".
void rim_put_float(rim_writer *w, float value);
void rim_put_double(rim_writer *w, double value);

// "text" as a JSON string, quotes included. What is not UTF-8 becomes U+FFFD.
void rim_put_json_string(rim_writer *w, const char *text);

// text as the content of an XML element or attribute. Control characters become spaces.
void rim_put_xml(rim_writer *w, const char *text);

// text as a CSV field (RFC 4180): quoted if it needs to be.
void rim_put_csv(rim_writer *w, const char *text);

#endif
