// Any bytes as what the program reads: images, atlases, option lists. It takes the program's parts but for its
// main and what it says.
#include "cli/image.h"
#include "cli/inputs.h"
#include "cli/options.h"
#include "cli/report.h"
#include "data/writer.h"
#include "rimcast/export.h"
#include "support/fuzz.h"

#include "data/export.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// --- instead of report.c --------------------------------------------------------------------------------

bool complain(const char *format, ...)
{
    return format == NULL; // never
}

progress progress_start(int total)
{
    return (progress){ .total = total, .what = "" };
}

void progress_next(progress *p, const char *what)
{
    p->what = what;
}

void progress_step(progress *p, double share)
{
    (void)p, (void)share;
}

void progress_end(progress *p)
{
    (void)p;
}

// --- files ----------------------------------------------------------------------------------------------

static const char *write_file(const void *data, size_t size)
{
    static char path[60];
    snprintf(path, sizeof path, "/tmp/fuzz_cli-%ld", (long)getpid());
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0) abort();
    return path;
}

// Replaces, leaves out, repeats and cuts off bytes.
static size_t spoil(fuzz_bytes *in, uint8_t *text, size_t size, size_t capacity)
{
    for (int edits = fuzz_int(in, 0, 8); edits > 0 && size > 0; edits--)
    {
        size_t at = fuzz_word(in) % size, length = (size_t)fuzz_int(in, 1, 20);
        if (length > size - at) length = size - at;
        switch (fuzz_int(in, 0, 5))
        {
        case 0:
            text[at] = fuzz_byte(in);
            break;
        case 1:
            text[at] = (uint8_t) "{}[]\":,0-9e.x"[fuzz_byte(in) % 13];
            break;
        case 2:
            memmove(text + at, text + at + length, size - at - length);
            size -= length;
            break;
        case 3:
            if (size + length > capacity) break;
            memmove(text + at + length, text + at, size - at);
            size += length;
            break;
        case 4:
            text[at] ^= (uint8_t)(1 << fuzz_int(in, 0, 7));
            break;
        default:
            if (fuzz_int(in, 0, 5) == 0) size = at;
            break;
        }
    }
    return size;
}

static void try_atlas(fuzz_bytes *in)
{
    static const char *const seeds[] = {
        "{\"frames\":{\"a\":{\"frame\":{\"x\":0,\"y\":0,\"w\":9,\"h\":9},\"rotated\":true,"
        "\"spriteSourceSize\":{\"x\":1,\"y\":1,\"w\":9,\"h\":9},\"sourceSize\":{\"w\":12,\"h\":12},"
        "\"pivot\":{\"x\":0.5,\"y\":1}}},\"meta\":{\"image\":\"a.png\"}}",
        "{\"textures\":[{\"image\":\"a.png\",\"frames\":[{\"filename\":\"a\",\"frame\":"
        "{\"x\":0,\"y\":0,\"w\":9,\"h\":9}}]}]}",
        "{\"frames\":[{\"filename\":\"a\",\"frame\":{\"x\":0,\"y\":0,\"w\":9,\"h\":9}}],\"meta\":"
        "{\"image\":\"a.png\",\"slices\":[{\"name\":\"s\",\"keys\":[{\"frame\":0,\"bounds\":{\"x\":"
        "1,"
        "\"y\":1,\"w\":4,\"h\":4},\"pivot\":{\"x\":2,\"y\":2}}]}]}}",
    };
    uint8_t     text[1200];
    const char *seed = seeds[fuzz_int(in, 0, 2)];
    size_t      size = strlen(seed);
    atlas       a;
    memcpy(text, seed, size);
    size = spoil(in, text, size, sizeof text);
    if (!atlas_read(&a, write_file(text, size))) return;
    int64_t pixels = 0;
    for (int p = 0; p < a.count; p++)
        for (int i = 0; i < a.pages[p].count; i++)
        {
            const rim_frame *frame = &a.pages[p].frames[i].frame;
            fuzz_check(a.pages[p].frames[i].name != NULL);
            int width, height;
            rim_frame_size(frame, &width, &height);
            pixels += (int64_t)width * height;
            if (rim_frame_check(frame, 64, 64)) continue;
            fuzz_check(width > 0 && height > 0);
        }
    fuzz_check(pixels <= ATLAS_MAX_PIXELS);
    atlas_free(&a);
}

// 2 x 2 pixels, grey.
static const uint8_t png[] = {
    0x89, 'P',  'N',  'G',  '\r', '\n', 0x1a, '\n', 0,    0,    0,    13,   'I',  'H',  'D',
    'R',  0,    0,    0,    2,    0,    0,    0,    2,    8,    0,    0,    0,    0,    0x57,
    0xdd, 0x52, 0xf8, 0,    0,    0,    14,   'I',  'D',  'A',  'T',  0x78, 0xda, 0x63, 0x60,
    0x60, 0x60, 0x60, 0x60, 0x60, 0x00, 0,    0,    6,    0,    1,    0,    0,    0,    0,
    0,    0,    0,    0,    'I',  'E',  'N',  'D',  0xae, 0x42, 0x60, 0x82,
};

// 2 x 2 pixels, two frames.
static const uint8_t gif[] = {
    'G', 'I', 'F',  '8',  '9', 'a',  2,    0, 2,    0,    0x80, 0,    0,    0, 0,    0, 255,
    255, 255, 0x21, 0xf9, 4,   1,    9,    0, 0,    0,    0x2c, 0,    0,    0, 0,    2, 0,
    2,   0,   0,    2,    2,   0x4c, 0x0a, 0, 0x21, 0xf9, 4,    1,    9,    0, 0,    0, 0x2c,
    0,   0,   0,    0,    2,   0,    2,    0, 0,    2,    2,    0x4c, 0x0a, 0, 0x3b,
};

static void try_image(fuzz_bytes *in)
{
    uint8_t data[400];
    bool    is_gif = fuzz_int(in, 0, 2) == 0;
    size_t  size = is_gif ? sizeof gif : sizeof png;
    char    reason[40];
    image   im;
    memcpy(data, is_gif ? gif : png, size);
    size = spoil(in, data, size, sizeof data);
    if (fuzz_int(in, 0, 3) == 0) // other kinds of images
        for (size = 0; size < sizeof data && in->at < in->end; size++) data[size] = fuzz_byte(in);
    int64_t width = 0, height = 0;
    if (png_is(data, size) && png_size(data, size, &width, &height))
        (void)png_is_whole(data, size, reason, sizeof reason);
    if (width > 4096 || height > 4096) return; // claims that take their time
    (void)animation_is(data, size);
    if (is_gif && size >= 10 && (data[7] > 15 || data[9] > 15)) return; // the same
    if (!image_load(&im, write_file(data, size))) return;
    rim_mask *mask = image_mask(&im, fuzz_int(in, 0, 255));
    fuzz_check(im.width >= 0 && im.height >= 0 && mask); // an image may have no pixels
    fuzz_check(!im.opaque || rim_mask_count(mask) == (int64_t)im.width * im.height);
    rim_mask_destroy(mask);
    image_free(&im);
}

static void try_options(fuzz_bytes *in)
{
    static const option table[] = {
        { "--rays", "-r", OPTION_WHOLE, 1, 4096, "36", { NULL } },
        { "--error", NULL, OPTION_NUMBER, 0, 1e300, "1.5", { NULL } },
        { "--scale", NULL, OPTION_ABOVE, 0, 1e6, "1.5", { NULL } },
        { "--at", NULL, OPTION_POINT, 0, 0, "1,2", { NULL } },
        { "--size", NULL, OPTION_SIZE, 1, 99, "3x4", { NULL } },
        { "--kind", "-k", OPTION_CHOICE, 0, 0, "one", { "one", "two", NULL } },
        { "--out", "-o", OPTION_PATH, 0, 0, "a", { NULL } },
        { "--flag", "-f", OPTION_FLAG, 0, 0, "", { NULL } },
    };
    static const char *const words[] = { "--rays", "-r3",    "--error=1e9", "--scale", "--at",
                                         "1,2",    "--size", "3x4",         "--kind",  "two",
                                         "-o",     "--flag", "--",          "file",    "-",
                                         "nan",    "1e999" };
    enum
    {
        COUNT = sizeof table / sizeof table[0],
        MOST = 8
    };
    option_value values[COUNT] = { 0 };
    char         texts[MOST][40], *argv[MOST];
    int          argc = fuzz_int(in, 0, MOST);
    arguments    rest;
    for (int i = 0; i < argc; i++)
    {
        snprintf(texts[i], sizeof texts[i], "%s", words[fuzz_byte(in) % 17]);
        size_t size = spoil(in, (uint8_t *)texts[i], strlen(texts[i]), sizeof texts[i] - 1);
        texts[i][size] = 0;
        argv[i] = texts[i];
    }
    if (!options_parse("fuzz", table, COUNT, values, argc, argv, &rest)) return;
    fuzz_check(rest.count >= 0 && rest.count <= argc);
    if (values[0].given) fuzz_check(values[0].whole >= 1 && values[0].whole <= 4096);
    if (values[1].given) fuzz_check(values[1].number >= 0.0 && values[1].number <= 1e300);
    if (values[2].given) fuzz_check(values[2].number > 0.0 && values[2].number <= 1e6);
    if (values[3].given) fuzz_check(values[3].point.x - values[3].point.x == 0.0f);
    if (values[4].given) fuzz_check(values[4].whole >= 1 && values[4].second <= 99);
    if (values[5].given) fuzz_check(values[5].whole == 0 || values[5].whole == 1);
    if (values[6].given) fuzz_check(values[6].text[0] != 0);
}

// --- names ----------------------------------------------------------------------------------------------

// Any bytes as names of files and frames: every document is UTF-8 to its last byte.
static void try_names(fuzz_bytes *in)
{
    static rim_status (*const writers[])(rim_sink, const rim_outline_record *,
                                         int) = { outline_write_json, outline_write_csv,
                                                  outline_write_svg, outline_write_c };
    char               texts[8][24], document[60000];
    rim_outline_record records[4] = { { 0 } };
    int                count = fuzz_int(in, 1, 4);
    for (int i = 0; i < 8; i++)
    {
        int length = fuzz_int(in, 0, 23);
        for (int c = 0; c < length; c++)
        {
            uint8_t byte = fuzz_byte(in);
            texts[i][c] = (char)(byte % 4 ? "ab/.\\_1\xc3"[byte / 4 % 8] : byte ? byte : 1);
        }
        texts[i][length] = 0;
    }
    for (int i = 0; i < count; i++)
        records[i] = (rim_outline_record){ .file = texts[i], .frame = i % 2 ? texts[4 + i] : NULL };
    records[0].header = fuzz_int(in, 0, 1) ? texts[4] : NULL;
    for (int i = 0; i < 4; i++)
    {
        rim_sink_buffer buffer = { document, sizeof document - 1, 0 };
        fuzz_check(writers[i](rim_sink_to_buffer(&buffer), records, count) == RIM_OK);
        fuzz_check(buffer.length < sizeof document - 1);
        document[buffer.length] = 0;
        fuzz_check(strlen(document) == buffer.length);
        for (const char *c = document; *c;)
        {
            size_t size = writer_utf8_sequence(c);
            fuzz_check(size > 0);
            c += size;
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const drivers[])(fuzz_bytes *) = { try_atlas, try_image, try_options, try_names };
    fuzz_bytes in = fuzz_begin(data, size);
    drivers[fuzz_byte(&in) % 4](&in);
    return 0;
}
