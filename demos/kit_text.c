// Text: a TrueType font of the system through stb_truetype, or, where there is none, stb_easy_font.
//
// Letters are packed into one texture at the size in which they appear on the screen, again whenever
// the window's scale changes, and copied to whole screen pixels: no letter is ever resampled.
#include "kit_inside.h"

#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#define STB_RECT_PACK_IMPLEMENTATION
#define STBRP_STATIC
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wsign-compare"
#endif
#include <stb/stb_rect_pack.h>
#include <stb/stb_truetype.h>
#include <stb/stb_easy_font.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#include <stdlib.h>
#include <string.h>

#define ASCII 95 // 32 .. 126

// Beyond ASCII: what scenes say.
static const int more_letters[] = { 0xb0, 0xb2, 0xb5, 0xb7, 0xd7, 0x2013, 0x2026, 0x2190, 0x2192 };
#define MORE ((int)(sizeof more_letters / sizeof *more_letters))
#define LETTERS (ASCII + MORE)

static const float heights[KIT_SIZES] = { 16.0f, 19.0f, 28.0f };

typedef struct face
{
    stbtt_packedchar packed[LETTERS];
    float advance[LETTERS]; // in units: where a text ends must not hang on the window's size
    float ascent;           // of the baseline below the top, in screen pixels
} face;

struct letters
{
    unsigned char *regular, *bold; // font files; NULL: the easy font
    SDL_Texture   *texture;
    float          scale;  // screen pixels a unit, of which the texture was made
    float          growth; // of the letters
    face           faces[KIT_SIZES];
};

// --- fonts ------------------------------------------------------------------------------------------

static unsigned char *load_font(const char *name)
{
    static const char *const folders[] = {
        "/usr/share/fonts/truetype/dejavu/",
        "/usr/share/fonts/dejavu-sans-fonts/",
        "/usr/share/fonts/TTF/",
        "/usr/share/fonts/dejavu/",
        "/usr/local/share/fonts/dejavu/",
        "/usr/share/fonts/ttf-dejavu/",
        "/opt/homebrew/share/fonts/truetype/",
        "/Library/Fonts/",
        "/fonts/", // in the browser
    };
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
    {
        char path[KIT_PATH];
        SDL_snprintf(path, sizeof path, "%s%s", folders[i], name);
        unsigned char *data = SDL_LoadFile(path, NULL);
        if (data) return data;
    }
    return NULL;
}

letters *letters_create(void)
{
    letters *l = SDL_calloc(1, sizeof *l);
    if (!l) return NULL;
    l->regular = load_font("DejaVuSans.ttf");
    l->bold = load_font("DejaVuSans-Bold.ttf");
    if (!l->bold) l->bold = l->regular;
    return l;
}

void letters_forget(letters *l)
{
    SDL_DestroyTexture(l->texture);
    l->texture = NULL;
}

void letters_destroy(letters *l)
{
    if (!l) return;
    letters_forget(l);
    if (l->bold != l->regular) SDL_free(l->bold);
    SDL_free(l->regular);
    SDL_free(l);
}

static void pack_face(letters *l, stbtt_pack_context *pack, kit_size size)
{
    const unsigned char *font = size == KIT_LARGE ? l->bold : l->regular;
    face                *f = &l->faces[size];
    float                pixels = heights[size] * l->growth * l->scale;
    stbtt_pack_range     ranges[2] = {
            { .font_size = pixels,
              .first_unicode_codepoint_in_range = 32,
              .num_chars = ASCII,
              .chardata_for_range = f->packed },
            { .font_size = pixels,
              .array_of_unicode_codepoints = (int *)more_letters,
              .num_chars = MORE,
              .chardata_for_range = f->packed + ASCII },
    };
    stbtt_PackFontRanges(pack, font, 0, ranges, 2);
    stbtt_fontinfo info;
    int            ascent, descent, gap;
    stbtt_InitFont(&info, font, 0);
    stbtt_GetFontVMetrics(&info, &ascent, &descent, &gap);
    f->ascent = (float)ascent * stbtt_ScaleForPixelHeight(&info, pixels);
    for (int i = 0; i < LETTERS; i++)
    {
        int advance, bearing;
        stbtt_GetCodepointHMetrics(&info, i < ASCII ? 32 + i : more_letters[i - ASCII], &advance,
                                   &bearing);
        f->advance[i] =
            (float)advance * stbtt_ScaleForPixelHeight(&info, heights[size] * l->growth);
    }
}

static void make_texture(letters *l, SDL_Renderer *renderer, float scale, float growth)
{
    int side = scale * growth > 1.5f ? 1024 : 512;
    if (scale * growth > 3.0f) side = 2048;
    unsigned char *alpha = SDL_calloc((size_t)side, (size_t)side);
    Uint32        *pixels = SDL_malloc(4 * (size_t)side * (size_t)side);
    letters_forget(l);
    l->scale = scale;
    l->growth = growth;
    stbtt_pack_context pack;
    if (alpha && pixels && stbtt_PackBegin(&pack, alpha, side, side, 0, 1, NULL))
    {
        for (int i = 0; i < KIT_SIZES; i++) pack_face(l, &pack, (kit_size)i);
        stbtt_PackEnd(&pack);
        for (int i = 0; i < side * side; i++) pixels[i] = (Uint32)alpha[i] << 24 | 0xffffffu;
        l->texture = SDL_CreateTexture(renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STATIC,
                                       side, side);
        SDL_UpdateTexture(l->texture, NULL, pixels, 4 * side);
        SDL_SetTextureBlendMode(l->texture, SDL_BLENDMODE_BLEND);
        SDL_SetTextureScaleMode(l->texture, SDL_ScaleModeNearest);
    }
    SDL_free(alpha);
    SDL_free(pixels);
}

// --- letters ------------------------------------------------------------------------------------------

// Takes one code point off UTF-8 text; malformed bytes count as themselves.
static int next_code(const char **text)
{
    const unsigned char *s = (const unsigned char *)*text;
    int                  more = s[0] >= 0xf0 ? 3 : s[0] >= 0xe0 ? 2 : s[0] >= 0xc0 ? 1 : 0;
    int                  code = more ? s[0] & (0x3f >> more) : s[0];
    int                  used = 1;
    for (; used <= more && (s[used] & 0xc0) == 0x80; used++) code = code << 6 | (s[used] & 0x3f);
    *text += used;
    return code;
}

// Its number in a face.
static int letter_of(int code)
{
    if (code >= 32 && code < 32 + ASCII) return code - 32;
    for (int i = 0; i < MORE; i++)
        if (more_letters[i] == code) return ASCII + i;
    return '?' - 32;
}

static float snap(float v, float scale)
{
    return SDL_floorf(v * scale + 0.5f) / scale;
}

static float walk(kit *k, float x, float y, kit_size size, const char *text, bool draw)
{
    letters    *l = k->letters;
    const face *f = &l->faces[size];
    float       at = 0.0f, baseline = snap(y + f->ascent / l->scale, l->scale);
    while (*text)
    {
        int                     letter = letter_of(next_code(&text));
        const stbtt_packedchar *c = &f->packed[letter];
        SDL_Rect                from = { c->x0, c->y0, c->x1 - c->x0, c->y1 - c->y0 };
        SDL_FRect to = { snap(x + at + c->xoff / l->scale, l->scale), baseline + c->yoff / l->scale,
                         (float)from.w / l->scale, (float)from.h / l->scale };
        if (draw && from.w) SDL_RenderCopyF(k->renderer, l->texture, &from, &to);
        at += f->advance[letter];
    }
    return at;
}

// --- the easy font, for systems without a TrueType font that we know ----------------------------------

static float easy(kit *k, float x, float y, kit_size size, SDL_Color colour, const char *text,
                  bool draw)
{
    char  copy[512];
    float scale = heights[size] / 10.0f;
    int   used = 0;
    while (*text && used < (int)sizeof copy - 1)
    {
        int code = next_code(&text);
        copy[used++] = (char)(code < 127 ? code : code == 0x2013 ? '-' : code == 0xd7 ? 'x' : ' ');
    }
    copy[used] = 0;
    if (!draw) return scale * (float)stb_easy_font_width(copy);

    static const size_t vertex_size = 16; // x, y, z as floats and a colour
    char                quads[64000];
    int                 count = stb_easy_font_print(0, 0, copy, NULL, quads, (int)sizeof quads);
    for (int i = 0; i < count; i++)
    {
        float a[2], c[2];
        memcpy(a, quads + (size_t)i * 4 * vertex_size, sizeof a);
        memcpy(c, quads + ((size_t)i * 4 + 2) * vertex_size, sizeof c);
        rim_box2 bar = rim_box2_make(rim_vec2_make(x + scale * a[0], y + scale * a[1]),
                                     rim_vec2_make(x + scale * c[0], y + scale * c[1]));
        kit_fill(k, bar, colour);
    }
    return scale * (float)stb_easy_font_width(copy);
}

// --- what scenes call -----------------------------------------------------------------------------------

static float screen_scale(kit *k)
{
    float x = 1.0f, y = 1.0f;
    SDL_RenderGetScale(k->renderer, &x, &y);
    return x;
}

float kit_letter_growth(kit *k)
{
    const float least = 13.0f; // screen pixels that small letters are high
    // What is drawn for a hash must not hang on the size of the window.
    if (k->listening) return 1.0f;
    float growth = least * (k->window ? 1.0f : KIT_FINE) / (heights[KIT_SMALL] * screen_scale(k));
    return growth < 1.0f ? 1.0f : growth > 1.6f ? 1.6f : growth;
}

static bool ready(kit *k)
{
    letters *l = k->letters;
    float    scale = screen_scale(k), growth = kit_letter_growth(k);
    if (!l->regular) return false;
    if (!l->texture || l->scale != scale || l->growth != growth)
        make_texture(l, k->renderer, scale, growth);
    return l->texture != NULL;
}

float kit_text(kit *k, float x, float y, kit_size size, SDL_Color colour, const char *format, ...)
{
    char    text[512];
    va_list arguments;
    va_start(arguments, format);
    SDL_vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    kit_heard(k, &x, sizeof x);
    kit_heard(k, &y, sizeof y);
    kit_heard(k, text, strlen(text));
    if (!ready(k)) return easy(k, x, y, size, colour, text, true);
    SDL_SetTextureColorMod(k->letters->texture, colour.r, colour.g, colour.b);
    SDL_SetTextureAlphaMod(k->letters->texture, colour.a);
    return walk(k, x, y, size, text, true);
}

float kit_text_width(kit *k, kit_size size, const char *text)
{
    SDL_Color none = { 0, 0, 0, 0 };
    if (!ready(k)) return easy(k, 0, 0, size, none, text, false);
    return walk(k, 0, 0, size, text, false);
}

float kit_text_height(kit_size size)
{
    return heights[size] * 1.15f;
}
