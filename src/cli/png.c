// Checks of PNG files. See image.h.
#include "image.h"

#include <stdio.h>
#include <string.h>

// A chunk: its length, its type, that many bytes, and a sum over type and bytes.
#define CHUNK_FRAME 12

static uint32_t png_big_endian(const unsigned char *b)
{
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

// Returns the CRC-32 of PNG (ISO 3309). A step takes the lowest four bits i of the sum, and nibbles[i] is their
// remainder.
static uint32_t png_sum_of(const unsigned char *data, size_t size)
{
    static const uint32_t nibbles[16] = {
        0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
        0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
        0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
    };
    uint32_t sum = 0xffffffff;
    for (size_t i = 0; i < size; i++)
    {
        sum ^= data[i];
        sum = sum >> 4 ^ nibbles[sum & 15];
        sum = sum >> 4 ^ nibbles[sum & 15];
    }
    return ~sum;
}

bool png_is(const unsigned char *data, size_t size)
{
    return size >= 8 && memcmp(data, "\x89PNG\r\n\x1a\n", 8) == 0;
}

bool png_size(const unsigned char *data, size_t size, int64_t *width, int64_t *height)
{
    if (size < 24 || memcmp(data + 12, "IHDR", 4) != 0) return false;
    *width = png_big_endian(data + 16);
    *height = png_big_endian(data + 20);
    return true;
}

// Returns true if the chunks of a PNG follow each other up to the last one, "IEND", and the critical ones match their
// checksums. The type of a critical chunk begins with a capital letter. Otherwise returns false, and stores the
// reason as text. Requires png_is.
bool png_is_whole(const unsigned char *data, size_t size, char *reason, size_t capacity)
{
    size_t at = 8; // behind the signature: the chunk at work
    for (;;)
    {
        if (size - at < CHUNK_FRAME || png_big_endian(data + at) > size - at - CHUNK_FRAME)
        {
            snprintf(reason, capacity, "the file ends in the middle, after %zu bytes", size);
            return false;
        }
        size_t               length = png_big_endian(data + at);
        const unsigned char *type = data + at + 4;
        bool                 critical = (type[0] & 0x20) == 0; // a capital letter
        if (critical && png_sum_of(type, length + 4) != png_big_endian(type + 4 + length))
        {
            snprintf(reason, capacity, "the bytes from %zu on do not match their checksum", at);
            return false;
        }
        if (memcmp(type, "IEND", 4) == 0) return true;
        at += CHUNK_FRAME + length;
    }
}
