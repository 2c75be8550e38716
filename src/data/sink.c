// Writing text: numbers, and strings as JSON, XML, CSV and comments.
#include "rimcast/base.h"

#include "data/writer.h"

#include <string.h>

// The write function of a buffer: appends the bytes that fit, and counts all.
static bool write_to_buffer(void *context, const void *bytes, size_t size)
{
    rim_sink_buffer *buffer = context;
    if (buffer->length < buffer->capacity)
    {
        size_t room = buffer->capacity - buffer->length;
        memcpy(buffer->bytes + buffer->length, bytes, size < room ? size : room);
    }
    buffer->length += size;
    return true;
}

rim_sink rim_sink_to_buffer(rim_sink_buffer *buffer)
{
    rim_sink sink = { write_to_buffer, buffer };
    return sink;
}

void writer_start(text_writer *w, rim_sink sink)
{
    w->sink = sink;
    w->failed = false;
    w->used = 0;
}

// Writes the block to the sink, unless the sink has returned false before.
static void sink_flush(text_writer *w)
{
    if (w->used > 0 && !w->failed && !w->sink.write(w->sink.context, w->block, w->used))
        w->failed = true;
    w->used = 0;
}

rim_status writer_finish(text_writer *w)
{
    sink_flush(w);
    return w->failed ? RIM_ERR_WRITE : RIM_OK;
}

// Appends bytes to the writer's block, which is flushed whenever it is full.
void writer_put_bytes(text_writer *w, const char *bytes, size_t size)
{
    while (size > 0)
    {
        if (w->used == sizeof w->block) sink_flush(w);
        size_t room = sizeof w->block - w->used;
        size_t part = size < room ? size : room;
        memcpy(w->block + w->used, bytes, part);
        w->used += part;
        bytes += part;
        size -= part;
    }
}

void writer_put(text_writer *w, const char *text)
{
    writer_put_bytes(w, text, strlen(text));
}

// Writes a decimal integer. The absolute value is computed without overflow for INT64_MIN.
void writer_put_int(text_writer *w, int64_t value)
{
    char     digits[24];
    size_t   at = sizeof digits;
    uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do digits[--at] = (char)('0' + size % 10);
    while (size /= 10);
    if (value < 0) digits[--at] = '-';
    writer_put_bytes(w, digits + at, sizeof digits - at);
}

void writer_put_float(text_writer *w, float value)
{
    char text[RIM_NUMBER_TEXT];
    writer_put_bytes(w, text, (size_t)rim_number_print_float(text, value == 0.0f ? 0.0f : value));
}

void writer_put_double(text_writer *w, double value)
{
    char text[RIM_NUMBER_TEXT];
    writer_put_bytes(w, text, (size_t)rim_number_print(text, value == 0.0 ? 0.0 : value));
}

// The first byte, a, gives the size of the sequence, 1 to 4 bytes. Its other bytes are 80 .. bf in hexadecimal. For
// four values of a the range of the second byte is smaller, which excludes overlong forms, surrogates and numbers
// above U+10FFFF (The Unicode Standard, table 3-7).
size_t writer_utf8_sequence(const char *text)
{
    const unsigned char *bytes = (const unsigned char *)text;
    unsigned char        a = bytes[0], low = 0x80, high = 0xbf; // the range of the second byte
    size_t               size;
    if (a < 0x80) return 1;
    if (a >= 0xc2 && a <= 0xdf)
        size = 2;
    else if (a >= 0xe0 && a <= 0xef)
        size = 3;
    else if (a >= 0xf0 && a <= 0xf4)
        size = 4;
    else
        return 0;

    if (a == 0xe0) low = 0xa0;
    if (a == 0xed) high = 0x9f;
    if (a == 0xf0) low = 0x90;
    if (a == 0xf4) high = 0x8f;
    if (bytes[1] < low || bytes[1] > high) return 0;
    for (size_t i = 2; i < size; i++)
        if (bytes[i] < 0x80 || bytes[i] > 0xbf) return 0;
    return size;
}

// Writes the UTF-8 sequence at text, or WRITER_REPLACEMENT for a byte that is not part of one. Returns the bytes of
// text that were read.
static size_t put_sequence(text_writer *w, const char *text)
{
    size_t size = writer_utf8_sequence(text);
    if (size == 0)
        writer_put(w, WRITER_REPLACEMENT);
    else
        writer_put_bytes(w, text, size);
    return size ? size : 1;
}

// Writes an ASCII character of a JSON string, escaped if it must be.
static void put_json_character(text_writer *w, char c)
{
    static const char hex[] = "0123456789abcdef";
    char              escape[] = "\\u0000";
    if (c == '"')
        writer_put(w, "\\\"");
    else if (c == '\\')
        writer_put(w, "\\\\");
    else if (c == '\n')
        writer_put(w, "\\n");
    else if (c == '\t')
        writer_put(w, "\\t");
    else if ((unsigned char)c < 0x20 || c == 0x7f)
    {
        escape[4] = hex[(unsigned char)c >> 4];
        escape[5] = hex[(unsigned char)c & 15];
        writer_put(w, escape);
    }
    else
        writer_put_bytes(w, &c, 1);
}

// Writes a text in quotes. Bytes that are not UTF-8 become U+FFFD.
void writer_put_json_string(text_writer *w, const char *text)
{
    writer_put(w, "\"");
    while (*text)
    {
        size_t size = writer_utf8_sequence(text);
        if (size == 1)
            put_json_character(w, *text);
        else if (size == 0)
            writer_put(w, "\\ufffd");
        else
            writer_put_bytes(w, text, size);
        text += size ? size : 1;
    }
    writer_put(w, "\"");
}

// Returns the replacement for the character at `text` if it is special in XML or not allowed there, which control
// characters, U+FFFE and U+FFFF are not. Returns NULL for all other characters.
static const char *xml_instead_of(const char *text)
{
    switch (*text)
    {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    default:
        break;
    }
    if ((unsigned char)*text < 0x20) return " ";
    if (strncmp(text, "\xef\xbf\xbe", 3) == 0 || strncmp(text, "\xef\xbf\xbf", 3) == 0)
        return WRITER_REPLACEMENT;
    return NULL;
}

// Writes a text for XML, with special characters replaced, and bytes that are not UTF-8 by WRITER_REPLACEMENT.
void writer_put_xml(text_writer *w, const char *text)
{
    while (*text)
    {
        const char *instead = xml_instead_of(text);
        size_t      size = writer_utf8_sequence(text);
        if (instead)
            writer_put(w, instead);
        else
            put_sequence(w, text);
        text += size ? size : 1;
    }
}

// Writes a field of CSV, in quotes if it needs them, with quotes in it doubled.
void writer_put_csv(text_writer *w, const char *text)
{
    bool quoted = strpbrk(text, ",\"\r\n") != NULL;
    if (quoted) writer_put(w, "\"");
    while (*text)
    {
        if (*text == '"') writer_put(w, "\"");
        text += put_sequence(w, text);
    }
    if (quoted) writer_put(w, "\"");
}

// Returns true if the character at `text` changes the direction of text: U+202A to U+202E and U+2066 to U+2069.
// Compilers warn of these characters.
static bool reverses_direction(const char *text)
{
    if (strncmp(text, "\xe2\x80", 2) == 0)
        return (unsigned char)text[2] >= 0xaa && (unsigned char)text[2] <= 0xae;
    if (strncmp(text, "\xe2\x81", 2) == 0)
        return (unsigned char)text[2] >= 0xa6 && (unsigned char)text[2] <= 0xa9;
    return false;
}

// Writes a text for a comment of C up to the end of the line: no character of it ends the line or changes the
// direction of text.
void writer_put_comment(text_writer *w, const char *text)
{
    while (*text)
    {
        size_t size = writer_utf8_sequence(text);
        if ((unsigned char)*text < 0x20 || *text == 0x7f || *text == '\\')
            writer_put(w, "?");
        else if (reverses_direction(text))
            writer_put(w, WRITER_REPLACEMENT);
        else
            put_sequence(w, text);
        text += size ? size : 1;
    }
}
