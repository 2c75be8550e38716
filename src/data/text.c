// Reading text word by word, with the position of each word for messages. See soup.h.
#include "data/soup.h"
#include "data/writer.h"

#include "base/float.h"
#include "rimcast/base.h"

#include <limits.h>
#include <string.h>

// Returns the number of bytes of a line end at p: 0, 1 or 2.
static size_t line_end(const text_reader *t, const char *p)
{
    if (p == t->end) return 0;
    if (*p == '\n') return 1;
    if (*p != '\r') return 0;
    return p + 1 < t->end && p[1] == '\n' ? 2 : 1;
}

// Moves behind a line end of `size` bytes and counts the line.
static void pass_line_end(text_reader *t, size_t size)
{
    t->at += size;
    t->line_start = t->at;
    if (t->line < INT_MAX) t->line++;
}

// Returns the number of bytes at p of a backslash and the line end after it, which joins two lines, or 0 if there are
// none.
static size_t joint(const text_reader *t, const char *p)
{
    if (!t->joins || p == t->end || *p != '\\') return 0;
    size_t size = line_end(t, p + 1);
    return size ? size + 1 : 0;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

// Moves the reader behind spaces and joined line ends, and behind a comment that follows them. It is then at a word,
// at the end of the line or at the end of the text.
static void skip_space(text_reader *t)
{
    while (t->at < t->end)
    {
        size_t joined = joint(t, t->at);
        if (joined)
            pass_line_end(t, joined);
        else if (is_space(*t->at))
            t->at++;
        else
            break;
    }
    if (t->at < t->end && *t->at == '#')
        while (t->at < t->end && line_end(t, t->at) == 0) t->at++;
}

text_reader text_reader_start(const char *text, size_t size, bool joins)
{
    if (!text) text = "";
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) text += 3, size -= 3;
    return (text_reader){
        .at = text, .end = text + size, .line_start = text, .line = 1, .joins = joins
    };
}

text_word text_reader_here(const text_reader *t)
{
    ptrdiff_t column = t->at - t->line_start + 1;
    return (text_word){ .text = t->at,
                        .line = t->line,
                        .column = column < INT_MAX ? (int)column : INT_MAX };
}

// Reads the next word of the line, and the space after it. Returns false at the end of the line.
bool text_reader_word(text_reader *t, text_word *out)
{
    *out = text_reader_here(t);
    while (t->at < t->end && !is_space(*t->at) && *t->at != '#' && line_end(t, t->at) == 0 &&
           joint(t, t->at) == 0)
        t->at++;
    out->size = (size_t)(t->at - out->text);
    skip_space(t);
    return out->size > 0;
}

// Moves to the next line that has a word; the rest of the present line is skipped, except before the first line.
// Returns false at the end of the text.
bool text_reader_line(text_reader *t)
{
    text_word ignored;
    while (t->started && text_reader_word(t, &ignored)) continue;
    t->started = true;
    for (;;)
    {
        skip_space(t);
        size_t size = line_end(t, t->at);
        if (size == 0) return t->at < t->end;
        pass_line_end(t, size);
    }
}

// Stores the reason of an error, and the place of the word that it is about, unless error is NULL. Returns
// RIM_ERR_FORMAT.
rim_status text_reader_complain(rim_parse_error *error, text_word word, const char *reason)
{
    if (error)
    {
        error->line = word.line;
        error->column = word.column;
        error->reason = reason;
    }
    return RIM_ERR_FORMAT;
}

rim_status text_reader_float(text_word word, float *out, rim_parse_error *error)
{
    if (number_parse_float(word.text, word.size, out) != word.size)
        return text_reader_complain(error, word, "expected a decimal number");
    if (!float_is_finite(*out))
        return text_reader_complain(error, word, "the number is beyond the range of a float");
    return RIM_OK;
}
