// Tests whether a GIF or a PNG has more than one frame, without decoding it.
#include "image.h"

#include <stdint.h>
#include <string.h>

// --- GIF (CompuServe 1990) ----------------------------------------------------------------------------

typedef struct gif_reader
{
    const unsigned char *data;
    size_t               size, at;
} gif_reader;

// Returns the next byte and moves behind it, or returns 0 at the end of the file. A 0 ends every loop of this reader.
static unsigned char gif_byte(gif_reader *g)
{
    return g->at < g->size ? g->data[g->at++] : 0;
}

static void gif_skip(gif_reader *g, size_t count)
{
    g->at = count < g->size - g->at ? g->at + count : g->size;
}

// Skips the color table that a byte of flags announces by its highest bit. With n in its lowest three bits, the table
// has 2^(n + 1) colors of 3 bytes.
static void gif_skip_colors(gif_reader *g, unsigned char flags)
{
    if (flags & 0x80) gif_skip(g, (size_t)3 << ((flags & 7) + 1));
}

// Skips blocks of data. Each has its length before it; the last one has length 0.
static void gif_skip_blocks(gif_reader *g)
{
    for (unsigned char length = gif_byte(g); length; length = gif_byte(g)) gif_skip(g, length);
}

// Returns true if a GIF has a second frame. Follows the blocks of the format without decoding pixels. Byte 10 has the
// flags of the screen, and the two bytes after it the background and the aspect ratio. Before its blocks of data, a
// frame has 8 bytes of position and size, the flags, perhaps a color table, and a byte for the decoder. Requires at
// least 13 bytes.
static bool gif_has_two_frames(const unsigned char *data, size_t size)
{
    gif_reader g = { data, size, 10 };
    int        frames = 0;
    gif_skip_colors(&g, gif_byte(&g));
    gif_skip(&g, 2);
    for (;;)
    {
        unsigned char block = gif_byte(&g);
        if (block == '!') // an extension
            gif_skip(&g, 1);
        else if (block == ',') // a frame
        {
            if (++frames == 2) return true;
            gif_skip(&g, 8);
            gif_skip_colors(&g, gif_byte(&g));
            gif_skip(&g, 1);
        }
        else
            return false;
        gif_skip_blocks(&g);
    }
}

// --- animated PNG ---------------------------------------------------------------------------------------

static uint32_t png_word(const unsigned char *b)
{
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

// Returns true if a PNG has several frames: a chunk "acTL" before the pixels has the number of frames. A chunk has 4
// bytes for its length, 4 for its type, `length` bytes of content, and 4 for a checksum. Requires png_is.
static bool png_has_two_frames(const unsigned char *data, size_t size)
{
    size_t at = 8; // behind the signature: the chunk at work
    while (size - at >= 16)
    {
        size_t length = png_word(data + at);
        if (memcmp(data + at + 4, "acTL", 4) == 0) return png_word(data + at + 8) > 1;
        if (memcmp(data + at + 4, "IDAT", 4) == 0 || length > size - at - 12) return false;
        at += 12 + length;
    }
    return false;
}

bool animation_is(const unsigned char *data, size_t size)
{
    if (png_is(data, size)) return png_has_two_frames(data, size);
    return size >= 13 && memcmp(data, "GIF8", 4) == 0 && gif_has_two_frames(data, size);
}
