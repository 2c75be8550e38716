// Films: pictures taken at every fifth step, as one animated PNG (APNG, as in "PNG Specification, Third Edition", 2025).
//
// All pictures share a palette of the colours that are there most often. A picture after the first holds the box of
// what has changed, and in it what has not as transparent pixels: long runs of one value, which pack well.
#include "kit_inside.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb/stb_image_write.h>

#include <stdlib.h>
#include <string.h>

#define BINS 32768 // 5 bits of red, green and blue
#define CLEAR 0    // the palette's first entry

struct film
{
    int     width, height, count, capacity;
    Uint8 **pictures; // red, green, blue
    Uint8   palette[256][3];
    int     colours;
    Uint8   nearest[BINS]; // entry of the palette
};

film *film_create(int width, int height)
{
    film *f = SDL_calloc(1, sizeof *f);
    if (f) f->width = width, f->height = height;
    return f;
}

void film_destroy(film *f)
{
    if (!f) return;
    for (int i = 0; i < f->count; i++) SDL_free(f->pictures[i]);
    SDL_free(f->pictures);
    SDL_free(f);
}

bool film_add(film *f, Uint8 *picture)
{
    if (f->count == f->capacity)
    {
        int     capacity = f->capacity ? 2 * f->capacity : 64;
        Uint8 **pictures = SDL_realloc(f->pictures, (size_t)capacity * sizeof *pictures);
        if (!pictures) return false;
        f->pictures = pictures;
        f->capacity = capacity;
    }
    f->pictures[f->count++] = picture;
    return true;
}

// --- colours --------------------------------------------------------------------------------------------

static int bin_of(const Uint8 *p)
{
    return p[0] >> 3 << 10 | p[1] >> 3 << 5 | p[2] >> 3;
}

typedef struct bin
{
    long count, sum[3];
    int  index;
} bin;

static int more_often(const void *a, const void *b)
{
    const bin *x = a, *y = b;
    if (x->count != y->count) return x->count > y->count ? -1 : 1;
    return x->index - y->index;
}

static void count_colours(const film *f, bin *bins)
{
    for (int i = 0; i < BINS; i++) bins[i].index = i;
    for (int i = 0; i < f->count; i++)
        for (const Uint8 *p = f->pictures[i], *end = p + 3 * f->width * f->height; p < end; p += 3)
        {
            bin *b = &bins[bin_of(p)];
            b->count++;
            for (int c = 0; c < 3; c++) b->sum[c] += p[c];
        }
}

static Uint8 nearest_entry(const film *f, int index)
{
    int best = 1, least = 1 << 30;
    int at[3] = { (index >> 10) * 8 + 4, (index >> 5 & 31) * 8 + 4, (index & 31) * 8 + 4 };
    for (int i = 1; i < f->colours; i++)
    {
        int far = 0;
        for (int c = 0; c < 3; c++) far += (at[c] - f->palette[i][c]) * (at[c] - f->palette[i][c]);
        if (far < least) best = i, least = far;
    }
    return (Uint8)best;
}

static bool choose_palette(film *f)
{
    bin *bins = SDL_calloc(BINS, sizeof *bins);
    if (!bins) return false;
    count_colours(f, bins);
    qsort(bins, BINS, sizeof *bins, more_often);
    f->colours = 1;
    for (int i = 0; i < 255 && bins[i].count; i++, f->colours++)
        for (int c = 0; c < 3; c++)
            f->palette[f->colours][c] = (Uint8)(bins[i].sum[c] / bins[i].count);
    SDL_free(bins);
    for (int i = 0; i < BINS; i++) f->nearest[i] = nearest_entry(f, i);
    return true;
}

// --- the file -------------------------------------------------------------------------------------------

static Uint32 crc_of(const Uint8 *bytes, size_t size)
{
    Uint32 crc = 0xffffffffu;
    for (size_t i = 0; i < size; i++)
    {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

static void put(Uint8 *to, Uint32 value)
{
    for (int i = 0; i < 4; i++) to[i] = (Uint8)(value >> (24 - 8 * i));
}

static void write_chunk(FILE *file, const char *kind, const Uint8 *bytes, size_t size)
{
    Uint8 *all = SDL_malloc(size + 12);
    if (!all) return;
    put(all, (Uint32)size);
    memcpy(all + 4, kind, 4);
    if (size) memcpy(all + 8, bytes, size);
    put(all + 8 + size, crc_of(all + 4, size + 4));
    fwrite(all, 1, size + 12, file);
    SDL_free(all);
}

// The box of what differs from the picture before; all of the first.
static SDL_Rect changed(const film *f, int which)
{
    int x0 = f->width, y0 = f->height, x1 = 0, y1 = 0;
    for (int i = 0; i < f->width * f->height; i++)
    {
        const Uint8 *p = f->pictures[which] + 3 * i;
        if (which && memcmp(p, f->pictures[which - 1] + 3 * i, 3) == 0) continue;
        int x = i % f->width, y = i / f->width;
        x0 = SDL_min(x0, x), x1 = SDL_max(x1, x + 1);
        y0 = SDL_min(y0, y), y1 = SDL_max(y1, y + 1);
    }
    if (x1 == 0) return (SDL_Rect){ 0, 0, 1, 1 };
    return (SDL_Rect){ x0, y0, x1 - x0, y1 - y0 };
}

// Rows of palette entries, each behind the number 0: no filter.
static Uint8 *pack(const film *f, int which, SDL_Rect box, int *size)
{
    int    row = box.w + 1;
    Uint8 *rows = SDL_calloc((size_t)row * (size_t)box.h, 1);
    for (int i = 0; rows && i < box.w * box.h; i++)
    {
        int          x = i % box.w, y = i / box.w;
        int          at = 3 * ((box.y + y) * f->width + box.x + x);
        const Uint8 *p = f->pictures[which] + at;
        bool         same = which && memcmp(p, f->pictures[which - 1] + at, 3) == 0;
        rows[y * row + 1 + x] = same ? CLEAR : f->nearest[bin_of(p)];
    }
    Uint8 *packed = rows ? stbi_zlib_compress(rows, row * box.h, size, 9) : NULL;
    SDL_free(rows);
    return packed;
}

static void write_picture(const film *f, FILE *file, int which, Uint32 *sequence)
{
    SDL_Rect box = changed(f, which);
    Uint8    control[26] = { 0 };
    int      size = 0;
    put(control, (*sequence)++);
    put(control + 4, (Uint32)box.w);
    put(control + 8, (Uint32)box.h);
    put(control + 12, (Uint32)box.x);
    put(control + 16, (Uint32)box.y);
    control[21] = KIT_FILM_EVERY; // shown for this many
    control[23] = 60;             // sixtieths of a second
    control[25] = which ? 1 : 0;  // over what is there
    write_chunk(file, "fcTL", control, sizeof control);
    Uint8 *packed = pack(f, which, box, &size), *numbered = SDL_malloc((size_t)size + 4);
    if (packed && numbered)
    {
        put(numbered, *sequence);
        memcpy(numbered + 4, packed, (size_t)size);
        if (which)
            write_chunk(file, "fdAT", numbered, (size_t)size + 4), (*sequence)++;
        else
            write_chunk(file, "IDAT", packed, (size_t)size);
    }
    SDL_free(numbered);
    STBIW_FREE(packed);
}

bool film_write(film *f, const char *path)
{
    static const Uint8 SIGNATURE[8] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n' };
    Uint8              header[13] = { 0 }, animation[8] = { 0 }, clear = 0;
    Uint32             sequence = 0;
    FILE              *file = choose_palette(f) ? fopen(path, "wb") : NULL;
    if (!file) return false;
    put(header, (Uint32)f->width);
    put(header + 4, (Uint32)f->height);
    header[8] = 8; // bits
    header[9] = 3; // a palette
    put(animation, (Uint32)f->count);
    fwrite(SIGNATURE, 1, sizeof SIGNATURE, file);
    write_chunk(file, "IHDR", header, sizeof header);
    write_chunk(file, "acTL", animation, sizeof animation);
    write_chunk(file, "PLTE", f->palette[0], 3 * (size_t)f->colours);
    write_chunk(file, "tRNS", &clear, 1);
    for (int i = 0; i < f->count; i++) write_picture(f, file, i, &sequence);
    write_chunk(file, "IEND", NULL, 0);
    bool good = !ferror(file);
    return fclose(file) == 0 && good;
}
