// The two header libraries of the program, compiled without warnings.
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#endif

#include "image.h"
#include "report.h"

#include <stdlib.h>

image_decoder_memory image_decoder;

// Enlarges a block of the decoder. Returns NULL beyond the limit, and then sets image_decoder.refused, or if memory
// runs out. Only the bytes of a PNG are enlarged, compressed and unpacked; the sizes of all other blocks follow from
// the header.
static void *stb_enlarge(void *block, size_t size)
{
    if (size <= image_decoder.limit) return realloc(block, size);
    image_decoder.refused = true;
    return NULL;
}

// HDR and PIC are left out: they are no formats of sprites, and the decoder of HDR does not end at the end of a file.
#define STB_IMAGE_IMPLEMENTATION
#define STBI_NO_HDR
#define STBI_NO_PIC
#define STBI_NO_STDIO
#define STBI_FAILURE_USERMSG
#define STBI_MALLOC(size) malloc(size)
#define STBI_REALLOC_SIZED(block, old_size, size) ((void)(old_size), stb_enlarge(block, size))
#define STBI_FREE(block) free(block)
#include <stb/stb_image.h>

// The writer of stb does not check whether an allocation succeeded. Pictures are encoded before any file is written, so
// the program may exit at this point.
static void *got(void *block)
{
    if (!block)
    {
        complain("--picture: out of memory; scale the images down or take fewer at a time");
        exit(EXIT_TROUBLE);
    }
    return block;
}

#define STBIW_MALLOC(size) got(malloc(size))
#define STBIW_REALLOC(block, size) got(realloc(block, size))
#define STBIW_FREE(block) free(block)

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>
