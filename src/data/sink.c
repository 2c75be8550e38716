#include "rimcast/sink.h"

#include "data/writer.h"
#include "rimcast/number.h"

#include <string.h>

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

void rim_writer_start(rim_writer *w, rim_sink sink)
{
    w->sink = sink;
    w->failed = false;
    w->used = 0;
}

static void flush(rim_writer *w)
{
    if (w->used > 0 && !w->failed && !w->sink.write(w->sink.context, w->block, w->used))
        w->failed = true;
    w->used = 0;
}

rim_status rim_writer_finish(rim_writer *w)
{
    flush(w);
    return w->failed ? RIM_ERR_WRITE : RIM_OK;
}

void rim_put_bytes(rim_writer *w, const char *bytes, size_t size)
{
    while (size > 0)
    {
        if (w->used == sizeof w->block) flush(w);
        size_t room = sizeof w->block - w->used;
        size_t part = size < room ? size : room;
        memcpy(w->block + w->used, bytes, part);
        w->used += part;
        bytes += part;
        size -= part;
    }
}

void rim_put(rim_writer *w, const char *text)
{
    rim_put_bytes(w, text, strlen(text));
}

void rim_put_int(rim_writer *w, int64_t value)
{
    char     digits[24];
    size_t   at = sizeof digits;
    uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do digits[--at] = (char)('0' + size % 10);
    while (size /= 10);
    if (value < 0) digits[--at] = '-';
    rim_put_bytes(w, digits + at, sizeof digits - at);
}

void rim_put_float(rim_writer *w, float value)
{
    char text[RIM_NUMBER_TEXT];
    rim_put_bytes(w, text, (size_t)rim_number_print_float(text, value == 0.0f ? 0.0f : value));
}

void rim_put_double(rim_writer *w, double value)
{
    char text[RIM_NUMBER_TEXT];
    rim_put_bytes(w, text, (size_t)rim_number_print(text, value == 0.0 ? 0.0 : value));
}

// The bytes of the UTF-8 sequence at text, 0 if it is none. Shortest forms only, no surrogates, up to
// U+10FFFF (RFC 3629). The terminating zero ends any sequence, so nothing is read behind it.
static size_t utf8_sequence(const unsigned char *text)
{
    unsigned char a = text[0], low = 0x80, high = 0xbf;
    size_t        size;
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
    if (text[1] < low || text[1] > high) return 0;
    for (size_t i = 2; i < size; i++)
        if (text[i] < 0x80 || text[i] > 0xbf) return 0;
    return size;
}

static void put_json_character(rim_writer *w, char c)
{
    static const char hex[] = "0123456789abcdef";
    char              escape[] = "\\u0000";
    if (c == '"')
        rim_put(w, "\\\"");
    else if (c == '\\')
        rim_put(w, "\\\\");
    else if (c == '\n')
        rim_put(w, "\\n");
    else if (c == '\t')
        rim_put(w, "\\t");
    else if ((unsigned char)c < 0x20 || c == 0x7f)
    {
        escape[4] = hex[(unsigned char)c >> 4];
        escape[5] = hex[(unsigned char)c & 15];
        rim_put(w, escape);
    }
    else
        rim_put_bytes(w, &c, 1);
}

void rim_put_json_string(rim_writer *w, const char *text)
{
    rim_put(w, "\"");
    while (*text)
    {
        size_t size = utf8_sequence((const unsigned char *)text);
        if (size == 1)
            put_json_character(w, *text);
        else if (size == 0)
            rim_put(w, "\\ufffd");
        else
            rim_put_bytes(w, text, size);
        text += size ? size : 1;
    }
    rim_put(w, "\"");
}

void rim_put_xml(rim_writer *w, const char *text)
{
    while (*text)
    {
        size_t size = utf8_sequence((const unsigned char *)text);
        if (size == 0)
            rim_put(w, "\xef\xbf\xbd");
        else if (size > 1)
            rim_put_bytes(w, text, size);
        else if (*text == '&')
            rim_put(w, "&amp;");
        else if (*text == '<')
            rim_put(w, "&lt;");
        else if (*text == '>')
            rim_put(w, "&gt;");
        else if (*text == '"')
            rim_put(w, "&quot;");
        else if ((unsigned char)*text < 0x20)
            rim_put(w, " ");
        else
            rim_put_bytes(w, text, 1);
        text += size ? size : 1;
    }
}

void rim_put_csv(rim_writer *w, const char *text)
{
    if (!strpbrk(text, ",\"\r\n"))
    {
        rim_put(w, text);
        return;
    }
    rim_put(w, "\"");
    for (; *text; text++)
    {
        if (*text == '"') rim_put(w, "\"");
        rim_put_bytes(w, text, 1);
    }
    rim_put(w, "\"");
}
