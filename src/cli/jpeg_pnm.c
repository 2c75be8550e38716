// Checks of JPEG and PNM files. See image.h.
#include "image.h"

#include <string.h>

enum
{
    JPEG_CODES_MAX = 256, // of a Huffman table
    PNM_DIGITS_MAX = 9    // of a number in a header
};

// Returns true if the Huffman tables of a DHT segment have at most JPEG_CODES_MAX codes each. A table is a byte with its
// number, 16 bytes with how many codes there are of each length, and a byte for each code.
static bool jpeg_tables_fit(const unsigned char *segment, size_t size)
{
    size_t at = 0;
    while (size - at > 16)
    {
        size_t codes = 0;
        for (int i = 1; i <= 16; i++) codes += segment[at + (size_t)i];
        if (codes > JPEG_CODES_MAX) return false;
        at += 17 + codes;
        if (at > size) return true; // cut off: the decoder notices
    }
    return true;
}

// Looks at all segments. A segment is 0xff, a byte that tells its kind, and two bytes with its length, which includes
// them. Between segments are compressed pixels, in which 0xff is followed by 0 or by a mark without a length.
bool jpeg_is_sound(const unsigned char *data, size_t size)
{
    if (size < 2 || data[0] != 0xff || data[1] != 0xd8) return true;
    for (size_t at = 2; at + 4 <= size;)
    {
        unsigned char kind = data[at + 1];
        bool          has_length = kind > 1 && kind != 0xff && !(kind >= 0xd0 && kind <= 0xd9);
        if (data[at] != 0xff || !has_length)
        {
            at++;
            continue;
        }
        size_t length = (size_t)data[at + 2] << 8 | data[at + 3], rest = size - at - 2;
        if (length > rest) length = rest;
        if (kind == 0xc4 && length > 2 && !jpeg_tables_fit(data + at + 4, length - 2)) return false;
        at += 2 + (length > 2 ? length : 2);
    }
    return true;
}

// Reads the three numbers of a header, the width, the height and the largest value. Comments run from # to the end of
// the line.
bool pnm_is_sound(const unsigned char *data, size_t size)
{
    if (size < 2 || data[0] != 'P' || (data[1] != '5' && data[1] != '6')) return true;
    size_t at = 2;
    for (int number = 0; number < 3; number++)
    {
        while (at < size && (memchr(" \t\n\v\f\r", data[at], 6) || data[at] == '#'))
        {
            if (data[at] == '#')
                while (at < size && data[at] != '\n' && data[at] != '\r') at++;
            else
                at++;
        }
        size_t begin = at;
        while (at < size && data[at] >= '0' && data[at] <= '9') at++;
        if (at == begin || at - begin > PNM_DIGITS_MAX) return false;
    }
    return true;
}
