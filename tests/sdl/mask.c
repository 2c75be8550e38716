// The SDL2 adapter: every pixel format against SDL's own reading, poses against rendered pixels.
#include "support/support.h"

#include "rimcast/sdl.h"

#include <string.h>

// --- pictures ---------------------------------------------------------------------------------------

static SDL_Surface *surface_of(Uint32 format, int width, int height)
{
    SDL_Surface *s =
        SDL_CreateRGBSurfaceWithFormat(0, width, height, SDL_BITSPERPIXEL(format), format);
    if (!s) fail_msg("%s: %s", SDL_GetPixelFormatName(format), SDL_GetError());
    return s;
}

static Uint8 *row_of(const SDL_Surface *s, int y)
{
    return (Uint8 *)s->pixels + (ptrdiff_t)y * s->pitch;
}

static bool is_lsb_first(const SDL_Surface *s)
{
    return s->format->format == SDL_PIXELFORMAT_INDEX1LSB ||
           s->format->format == SDL_PIXELFORMAT_INDEX4LSB;
}

static int shift_of(const SDL_Surface *s, int x)
{
    int bits = s->format->BitsPerPixel, slots = 8 / bits, slot = x % slots;
    return is_lsb_first(s) ? slot * bits : (slots - 1 - slot) * bits;
}

static Uint32 get_value(const SDL_Surface *s, int x, int y)
{
    int    bits = s->format->BitsPerPixel, bytes = s->format->BytesPerPixel;
    Uint32 value = 0;
    if (bits < 8) return (Uint32)row_of(s, y)[x * bits / 8] >> shift_of(s, x) & ((1u << bits) - 1);
    for (int i = 0; i < bytes; i++)
    {
        int place = SDL_BYTEORDER == SDL_LIL_ENDIAN ? i : bytes - 1 - i;
        value |= (Uint32)row_of(s, y)[x * bytes + i] << 8 * place;
    }
    return value;
}

static void put_value(SDL_Surface *s, int x, int y, Uint32 value)
{
    int bits = s->format->BitsPerPixel, bytes = s->format->BytesPerPixel;
    if (bits < 8)
    {
        Uint8 *at = &row_of(s, y)[x * bits / 8];
        *at = (Uint8)(*at | (value & ((1u << bits) - 1)) << shift_of(s, x));
        return;
    }
    for (int i = 0; i < bytes; i++)
    {
        int place = SDL_BYTEORDER == SDL_LIL_ENDIAN ? i : bytes - 1 - i;
        row_of(s, y)[x * bytes + i] = (Uint8)(value >> 8 * place);
    }
}

static void scribble(SDL_Surface *s, test_random *random)
{
    SDL_Palette *palette = s->format->palette;
    for (int i = 0; palette && i < palette->ncolors; i++)
    {
        Uint32 bits = (Uint32)random_bits(random);
        palette->colors[i] = (SDL_Color){ (Uint8)bits, (Uint8)(bits >> 8), (Uint8)(bits >> 16),
                                          (Uint8)(bits >> 24) };
    }
    for (int y = 0; y < s->h; y++)
        for (int x = 0; x < s->w; x++) put_value(s, x, y, (Uint32)random_bits(random));
}

// SDL reads the alpha; the key is compared as indices, or as colours without alpha.
static bool expect_solid(const SDL_Surface *s, int x, int y, int threshold)
{
    Uint8  r, g, b, a, kr, kg, kb;
    Uint32 key, value = get_value(s, x, y);
    SDL_GetRGBA(value, s->format, &r, &g, &b, &a);
    if (a < threshold) return false;
    if (SDL_GetColorKey((SDL_Surface *)s, &key) < 0) return true;
    if (s->format->palette) return value != key;
    SDL_GetRGB(key, s->format, &kr, &kg, &kb);
    return r != kr || g != kg || b != kb;
}

static int check_mask(SDL_Surface *s, int threshold)
{
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_sdl_mask_create(&mask, s, threshold, NULL));
    assert_int_equal(s->w, rim_mask_width(mask));
    assert_int_equal(s->h, rim_mask_height(mask));
    int solid = 0;
    for (int y = 0; y < s->h; y++)
        for (int x = 0; x < s->w; x++)
        {
            bool expected = expect_solid(s, x, y, threshold);
            if (rim_mask_get(mask, x, y) != expected)
                fail_msg("%s at (%d, %d), threshold %d: expected %d",
                         SDL_GetPixelFormatName(s->format->format), x, y, threshold, expected);
            solid += expected;
        }
    rim_mask_destroy(mask);
    return solid;
}

static const Uint32 formats[] = {
    SDL_PIXELFORMAT_INDEX1LSB,   SDL_PIXELFORMAT_INDEX1MSB, SDL_PIXELFORMAT_INDEX4LSB,
    SDL_PIXELFORMAT_INDEX4MSB,   SDL_PIXELFORMAT_INDEX8,    SDL_PIXELFORMAT_RGB332,
    SDL_PIXELFORMAT_XRGB4444,    SDL_PIXELFORMAT_XBGR4444,  SDL_PIXELFORMAT_XRGB1555,
    SDL_PIXELFORMAT_XBGR1555,    SDL_PIXELFORMAT_ARGB4444,  SDL_PIXELFORMAT_RGBA4444,
    SDL_PIXELFORMAT_ABGR4444,    SDL_PIXELFORMAT_BGRA4444,  SDL_PIXELFORMAT_ARGB1555,
    SDL_PIXELFORMAT_RGBA5551,    SDL_PIXELFORMAT_ABGR1555,  SDL_PIXELFORMAT_BGRA5551,
    SDL_PIXELFORMAT_RGB565,      SDL_PIXELFORMAT_BGR565,    SDL_PIXELFORMAT_RGB24,
    SDL_PIXELFORMAT_BGR24,       SDL_PIXELFORMAT_XRGB8888,  SDL_PIXELFORMAT_RGBX8888,
    SDL_PIXELFORMAT_XBGR8888,    SDL_PIXELFORMAT_BGRX8888,  SDL_PIXELFORMAT_ARGB8888,
    SDL_PIXELFORMAT_RGBA8888,    SDL_PIXELFORMAT_ABGR8888,  SDL_PIXELFORMAT_BGRA8888,
    SDL_PIXELFORMAT_ARGB2101010,
};
#define FORMATS ((int)(sizeof formats / sizeof *formats))

static const int thresholds[] = { 0, 1, 17, 86, 127, 128, 129, 200, 254, 255, 256 };
#define THRESHOLDS ((int)(sizeof thresholds / sizeof *thresholds))

// --- masks ------------------------------------------------------------------------------------------

static void every_pixel_format_is_read_as_sdl_reads_it(void **state)
{
    (void)state;
    test_random random = { 11 };
    int         solid = 0, cases = 0;
    for (int f = 0; f < FORMATS; f++)
        for (int t = 0; t < THRESHOLDS; t++)
        {
            SDL_Surface *s = surface_of(formats[f], random_int(&random, 1, 71), 9);
            scribble(s, &random);
            solid += check_mask(s, thresholds[t]);
            cases++;
            SDL_FreeSurface(s);
        }
    assert_int_equal(FORMATS * THRESHOLDS, cases);
    assert_true(solid > 10000);
}

static void a_colour_key_makes_holes_in_every_format(void **state)
{
    (void)state;
    test_random random = { 12 };
    int         holes = 0;
    for (int f = 0; f < FORMATS; f++)
    {
        SDL_Surface *s = surface_of(formats[f], 33, 8);
        scribble(s, &random);
        // The key's colour stands in several places, with other alpha bits in some of them.
        Uint32 key = get_value(s, 5, 3);
        for (int i = 0; i < 6; i++) put_value(s, 3 + i, 6, key ^ (i % 2 ? s->format->Amask : 0));
        assert_int_equal(0, SDL_SetColorKey(s, SDL_TRUE, key));
        holes += s->w * s->h - check_mask(s, 0);
        // Bits of the key that no pixel has do not matter.
        if (!s->format->palette && s->format->BytesPerPixel < 4)
            SDL_SetColorKey(s, SDL_TRUE, key | ~0u << 8 * s->format->BytesPerPixel);
        check_mask(s, 100);
        SDL_FreeSurface(s);
    }
    assert_true(holes > FORMATS * 6);
}

static void an_rle_surface_gives_the_same_mask_and_still_blits(void **state)
{
    (void)state;
    static const Uint32 rle_formats[] = { SDL_PIXELFORMAT_INDEX8, SDL_PIXELFORMAT_RGB565,
                                          SDL_PIXELFORMAT_RGB24, SDL_PIXELFORMAT_ARGB8888 };
    test_random         random = { 13 };
    int                 encoded = 0;
    for (int f = 0; f < 4; f++)
    {
        SDL_Surface *s = surface_of(rle_formats[f], 40, 12);
        SDL_Surface *plain, *screen = surface_of(rle_formats[f], 40, 12);
        scribble(s, &random);
        if (f < 3) SDL_SetColorKey(s, SDL_TRUE, get_value(s, 2, 2));
        // A plain twin keeps the pixels readable for the oracle.
        plain = surface_of(rle_formats[f], 40, 12);
        if (s->format->palette)
            SDL_SetPaletteColors(plain->format->palette, s->format->palette->colors, 0, 256);
        memcpy(plain->pixels, s->pixels, (size_t)(s->pitch * s->h));
        rim_mask *mask, *twin;
        if (f < 3) SDL_SetColorKey(plain, SDL_TRUE, get_value(s, 2, 2));
        SDL_SetSurfaceRLE(s, 1);
        assert_int_equal(0, SDL_BlitSurface(s, NULL, screen, NULL)); // encodes it
        encoded += SDL_MUSTLOCK(s);
        assert_int_equal(RIM_OK, rim_sdl_mask_create(&mask, s, 128, NULL));
        assert_int_equal(RIM_OK, rim_sdl_mask_create(&twin, plain, 128, NULL));
        for (int i = 0; i < 40 * 12; i++)
            assert_int_equal(rim_mask_get(twin, i % 40, i / 40),
                             rim_mask_get(mask, i % 40, i / 40));
        assert_int_equal(0, s->locked);
        assert_int_equal(0, SDL_BlitSurface(s, NULL, screen, NULL));
        rim_mask_destroy(mask);
        rim_mask_destroy(twin);
        SDL_FreeSurface(s);
        SDL_FreeSurface(plain);
        SDL_FreeSurface(screen);
    }
    assert_true(encoded >= 3);
}

static void a_locked_surface_is_read_and_stays_locked(void **state)
{
    (void)state;
    test_random  random = { 14 };
    SDL_Surface *s = surface_of(SDL_PIXELFORMAT_ARGB8888, 20, 20);
    scribble(s, &random);
    SDL_SetSurfaceRLE(s, 1);
    assert_int_equal(0, SDL_LockSurface(s));
    int locked = s->locked;
    check_mask(s, 128);
    assert_int_equal(locked, s->locked);
    SDL_UnlockSurface(s);
    SDL_FreeSurface(s);
}

static void pixels_at_odd_addresses_and_pitches_are_read(void **state)
{
    (void)state;
    Uint8        bytes[1 + 61 * 7];
    test_random  random = { 15 };
    SDL_Surface *s =
        SDL_CreateRGBSurfaceWithFormatFrom(bytes + 1, 15, 7, 32, 61, SDL_PIXELFORMAT_ABGR8888);
    assert_non_null(s);
    scribble(s, &random);
    assert_true(check_mask(s, 128) > 0);
    SDL_FreeSurface(s);
}

static void pixels_at_odd_addresses_and_pitches_are_painted(void **state)
{
    (void)state;
    Uint8        bytes[1 + 61 * 7];
    test_random  random = { 18 };
    SDL_Surface *plain = surface_of(SDL_PIXELFORMAT_ABGR8888, 15, 7);
    SDL_Surface *odd =
        SDL_CreateRGBSurfaceWithFormatFrom(bytes + 1, 15, 7, 32, 61, SDL_PIXELFORMAT_ABGR8888);
    rim_mask *mask;
    assert_non_null(odd);
    scribble(plain, &random);
    assert_int_equal(RIM_OK, rim_sdl_mask_create(&mask, plain, 128, NULL));
    memset(bytes, 99, sizeof bytes);
    rim_rect  part = rim_rect_make(2, 1, 20, 6);
    SDL_Color on = { 1, 2, 3, 4 }, off = { 5, 6, 7, 8 };
    assert_int_equal(0, rim_sdl_surface_update(odd, mask, part, on, off));
    for (int y = 0; y < 7; y++)
        for (int x = 0; x < 15; x++)
        {
            Uint32 want = rim_mask_get(mask, x, y) ? 0x04030201u : 0x08070605u;
            if (x < 2 || y < 1 || y >= 6) want = 0x63636363u;
            assert_int_equal(want, get_value(odd, x, y));
        }
    rim_mask_destroy(mask);
    SDL_FreeSurface(plain);
    SDL_FreeSurface(odd);
}

static void modulation_and_blend_mode_do_not_change_the_shape(void **state)
{
    (void)state;
    test_random  random = { 16 };
    SDL_Surface *s = surface_of(SDL_PIXELFORMAT_ARGB8888, 20, 20);
    scribble(s, &random);
    SDL_SetSurfaceAlphaMod(s, 3);
    SDL_SetSurfaceBlendMode(s, SDL_BLENDMODE_NONE);
    SDL_SetClipRect(s, &(SDL_Rect){ 5, 5, 2, 2 });
    assert_true(check_mask(s, 128) > 0);
    SDL_FreeSurface(s);
}

static void no_surface_is_an_argument_error(void **state)
{
    (void)state;
    rim_mask   *mask = (rim_mask *)state;
    rim_sprite *sprite = (rim_sprite *)state;
    assert_int_equal(RIM_ERR_ARGUMENT, rim_sdl_mask_create(&mask, NULL, 128, NULL));
    assert_null(mask);
    assert_int_equal(RIM_ERR_ARGUMENT, rim_sdl_sprite_create(&sprite, NULL, 128, NULL));
    assert_null(sprite);
}

static void a_sprite_survives_any_refused_allocation(void **state)
{
    (void)state;
    test_random        random = { 17 };
    rim_status         status = RIM_ERR_MEMORY;
    int                budget = 0;
    rim_sprite_options options;
    memset(&options, 0, sizeof options);
    SDL_Surface *s = surface_of(SDL_PIXELFORMAT_RGBA4444, 20, 20);
    scribble(s, &random);
    for (; status != RIM_OK; budget++)
    {
        test_heap     heap = { .budget = budget };
        rim_allocator from = test_heap_allocator(&heap);
        rim_sprite   *sprite;
        options.allocator = &from;
        status = rim_sdl_sprite_create(&sprite, s, 128, &options);
        assert_true(status == RIM_OK || (status == RIM_ERR_MEMORY && !sprite && heap.refused));
        rim_sprite_destroy(sprite);
        assert_int_equal(0, heap.live_bytes);
    }
    assert_true(budget > 2);
    SDL_FreeSurface(s);
}

// --- poses ------------------------------------------------------------------------------------------

// Asymmetric in every way, with a hole and an island.
static const char *const shape[] = {
    "#########...", //
    "#...#.......", //
    "#.#.#####...", //
    "#...#....##.", //
    "######...##.", //
    "##..........", //
    "##########.#",
};
#define SHAPE_W 12
#define SHAPE_H 7

#define SCREEN 96

typedef struct stage
{
    SDL_Surface  *screen, *image;
    SDL_Renderer *renderer;
    SDL_Texture  *texture;
    rim_sprite   *sprite;
} stage;

// Every cell of the shape is cell by cell pixels.
static stage open_stage_of(rim_vec2 anchor, int cell)
{
    stage              s;
    rim_sprite_options options;
    memset(&options, 0, sizeof options);
    options.has_anchor = true;
    options.anchor = anchor;
    s.screen = surface_of(SDL_PIXELFORMAT_ARGB8888, SCREEN, SCREEN);
    s.renderer = SDL_CreateSoftwareRenderer(s.screen);
    s.image = surface_of(SDL_PIXELFORMAT_ARGB8888, SHAPE_W * cell, SHAPE_H * cell);
    for (int y = 0; y < s.image->h; y++)
        for (int x = 0; x < s.image->w; x++)
            put_value(s.image, x, y, shape[y / cell][x / cell] == '#' ? 0xffffffffu : 0);
    SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "nearest");
    s.texture = SDL_CreateTextureFromSurface(s.renderer, s.image);
    assert_non_null(s.texture);
    SDL_SetTextureBlendMode(s.texture, SDL_BLENDMODE_BLEND);
    assert_int_equal(RIM_OK, rim_sdl_sprite_create(&s.sprite, s.image, 128, &options));
    return s;
}

static stage open_stage(rim_vec2 anchor)
{
    return open_stage_of(anchor, 1);
}

static void close_stage(stage *s)
{
    rim_sprite_destroy(s->sprite);
    SDL_DestroyTexture(s->texture);
    SDL_DestroyRenderer(s->renderer);
    SDL_FreeSurface(s->screen);
    SDL_FreeSurface(s->image);
}

static void clear(stage *s)
{
    SDL_SetRenderDrawColor(s->renderer, 0, 0, 0, 255);
    SDL_RenderClear(s->renderer);
}

static bool drawn(const stage *s, int x, int y)
{
    return (get_value(s->screen, x, y) & 0xff) >= 128;
}

static bool posed_solid(const stage *s, rim_xform2 pose, float x, float y)
{
    return rim_sprite_contains(rim_posed_make(s->sprite, pose), rim_vec2_make(x, y));
}

// Is a square of the screen, 2 * reach wide about a pixel's centre, all of one kind under the pose?
// 1 solid, 0 empty, -1 mixed; looked at in a fine grid.
static int kind_of_place(const stage *s, rim_xform2 pose, int x, int y, float reach)
{
    int solid = 0, n = 9;
    for (int i = 0; i < n * n; i++)
    {
        float dx = ((float)(i % n) / (float)(n - 1) * 2.0f - 1.0f) * reach;
        float dy = ((float)(i / n) / (float)(n - 1) * 2.0f - 1.0f) * reach;
        solid += posed_solid(s, pose, (float)x + 0.5f + dx, (float)y + 0.5f + dy);
    }
    return solid == 0 ? 0 : solid == n * n ? 1 : -1;
}

typedef struct tally
{
    int solid, empty;
} tally;

static void compare(const stage *s, rim_xform2 pose, float reach, tally *seen)
{
    for (int y = 0; y < SCREEN; y++)
        for (int x = 0; x < SCREEN; x++)
        {
            int kind = kind_of_place(s, pose, x, y, reach);
            if (kind < 0) continue;
            if (drawn(s, x, y) != (kind == 1))
                fail_msg("pixel (%d, %d) is %sdrawn, but the pose says %d", x, y,
                         drawn(s, x, y) ? "" : "not ", kind);
            seen->solid += kind == 1;
            seen->empty += kind == 0;
        }
}

static const SDL_RendererFlip flips[] = { SDL_FLIP_NONE, SDL_FLIP_HORIZONTAL, SDL_FLIP_VERTICAL,
                                          SDL_FLIP_HORIZONTAL | SDL_FLIP_VERTICAL };

static void quarter_turns_collide_exactly_where_they_are_drawn(void **state)
{
    (void)state;
    stage s = open_stage(rim_vec2_make(3.0f, 5.0f));
    tally seen = { 0, 0 };
    int   cases = 0;
    for (int quarter = -1; quarter < 4; quarter++)
        for (int f = 0; f < 4; f++)
            for (int zoom = 1; zoom <= 3; zoom++)
                for (int whole = 0; whole < 2; whole++)
                {
                    // About its middle a rectangle of even and odd side would end on half pixels.
                    SDL_Rect   part = { 2, 1, 7, 5 }, all = { 0, 0, SHAPE_W, SHAPE_H };
                    SDL_Rect   src = whole ? all : part;
                    SDL_FRect  dst = { 40, 44, (float)(src.w * zoom), (float)(src.h * zoom) };
                    SDL_FPoint centre = { 4, 6 };
                    clear(&s);
                    assert_int_equal(0, SDL_RenderCopyExF(s.renderer, s.texture, &src, &dst,
                                                          90.0 * quarter, &centre, flips[f]));
                    SDL_RenderFlush(s.renderer);
                    rim_xform2 pose =
                        rim_sdl_pose(s.sprite, &src, &dst, 90.0 * quarter, &centre, flips[f]);
                    if (whole) compare(&s, pose, 0.0f, &seen);
                    cases++;
                }
    assert_int_equal(5 * 4 * 3 * 2, cases);
    assert_true(seen.solid > 5000 && seen.empty > 100000);
    close_stage(&s);
}

static void any_turn_is_drawn_where_it_collides_but_for_the_renderers_rounding(void **state)
{
    (void)state;
    stage       s = open_stage(rim_vec2_make(0.0f, 0.0f));
    test_random random = { 21 };
    tally       seen = { 0, 0 };
    for (int i = 0; i < case_count(60); i++)
    {
        SDL_FRect   dst = { (float)random_int(&random, 20, 30), (float)random_int(&random, 20, 30),
                            (float)random_int(&random, 24, 60), (float)random_int(&random, 21, 42) };
        double      degrees = random_float(&random, -400.0f, 400.0f);
        SDL_FPoint  centre = { (float)random_int(&random, 0, 40),
                               (float)random_int(&random, 0, 30) };
        SDL_FPoint *about = i % 3 ? &centre : NULL;
        clear(&s);
        SDL_RenderCopyExF(s.renderer, s.texture, NULL, &dst, degrees, about, flips[i % 4]);
        SDL_RenderFlush(s.renderer);
        compare(&s, rim_sdl_pose(s.sprite, NULL, &dst, degrees, about, flips[i % 4]), 2.0f, &seen);
    }
    assert_true(seen.solid > case_count(60) * 20 && seen.empty > case_count(60) * 1000);
    close_stage(&s);
}

// The same motion in small steps of plain doubles, for a point of the image.
static void step_by_step(double *x, double *y, const SDL_Rect *src, const SDL_FRect *dst,
                         double degrees, const SDL_FPoint *centre, SDL_RendererFlip flip)
{
    double u = (*x - src->x) / src->w, v = (*y - src->y) / src->h;
    if (flip & SDL_FLIP_HORIZONTAL) u = 1.0 - u;
    if (flip & SDL_FLIP_VERTICAL) v = 1.0 - v;
    double px = u * dst->w - centre->x, py = v * dst->h - centre->y;
    double angle = degrees * 3.14159265358979323846 / 180.0;
    *x = dst->x + centre->x + px * cos(angle) - py * sin(angle);
    *y = dst->y + centre->y + px * sin(angle) + py * cos(angle);
}

static void the_pose_is_the_motion_of_every_image_point(void **state)
{
    (void)state;
    test_random random = { 22 };
    rim_vec2    anchor = rim_vec2_make(2.5f, 9.25f);
    stage       s = open_stage(anchor);
    for (int i = 0; i < case_count(5000); i++)
    {
        SDL_Rect   src = { random_int(&random, 0, 5), random_int(&random, 0, 3),
                           random_int(&random, 1, 6), random_int(&random, 1, 4) };
        SDL_FRect  dst = { random_float(&random, -99, 99), random_float(&random, -99, 99),
                           random_float(&random, 0.1f, 99), random_float(&random, 0.1f, 99) };
        SDL_FPoint centre = { random_float(&random, -9, 99), random_float(&random, -9, 99) };
        double     degrees = random_float(&random, -900, 900);
        rim_xform2 pose = rim_sdl_pose(s.sprite, &src, &dst, degrees, &centre, flips[i % 4]);
        rim_vec2   image = rim_vec2_make(random_float(&random, 0, 12), random_float(&random, 0, 7));
        rim_vec2   at = rim_xform2_apply(pose, rim_vec2_sub(image, anchor));
        double     x = image.x, y = image.y;
        step_by_step(&x, &y, &src, &dst, degrees, &centre, flips[i % 4]);
        assert_near(at.x, x, 2e-3);
        assert_near(at.y, y, 2e-3);
    }
    close_stage(&s);
}

static void src_is_clipped_to_the_image_as_sdl_does(void **state)
{
    (void)state;
    stage      s = open_stage(rim_vec2_make(0.0f, 0.0f));
    SDL_Rect   over = { -4, 3, 10, 20 }, inside = { 0, 3, 6, 4 }, beside = { 40, 0, 5, 5 };
    SDL_FRect  dst = { 10, 10, 60, 40 };
    rim_xform2 a = rim_sdl_pose(s.sprite, &over, &dst, 30, NULL, SDL_FLIP_VERTICAL);
    rim_xform2 b = rim_sdl_pose(s.sprite, &inside, &dst, 30, NULL, SDL_FLIP_VERTICAL);
    assert_memory_equal(&a, &b, sizeof a);
    rim_xform2 none = rim_sdl_pose(s.sprite, &beside, &dst, 30, NULL, SDL_FLIP_NONE);
    rim_xform2 nothing = { 0, 0, 0, 0, 10, 10 };
    assert_memory_equal(&nothing, &none, sizeof none);
    close_stage(&s);
}

// A picture that has a width but no height.
static void a_sprite_without_pixels_has_the_pose_of_nothing(void **state)
{
    (void)state;
    for (int wide = 0; wide < 2; wide++)
    {
        rim_mask          *mask;
        rim_sprite        *sprite;
        rim_sprite_options options = { .rays = 8 };
        SDL_FRect          dst = { 10, 20, 60, 40 };
        assert_int_equal(RIM_OK, rim_mask_create(&mask, wide ? 5 : 0, wide ? 0 : 5, NULL));
        assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, &options));
        rim_xform2 pose = rim_sdl_pose(sprite, NULL, &dst, 0, NULL, SDL_FLIP_NONE);
        rim_xform2 nothing = { 0, 0, 0, 0, 10, 20 };
        assert_memory_equal(&nothing, &pose, sizeof pose);
        rim_sprite_destroy(sprite);
        rim_mask_destroy(mask);
    }
}

static void without_a_centre_it_is_the_middle(void **state)
{
    (void)state;
    stage      s = open_stage(rim_vec2_make(3.0f, 1.0f));
    SDL_FRect  dst = { 10, 10, 61, 40.5f };
    SDL_FPoint middle = { 30.5f, 20.25f };
    for (int degrees = 0; degrees < 360; degrees += 15)
    {
        rim_xform2 a = rim_sdl_pose(s.sprite, NULL, &dst, degrees, NULL, SDL_FLIP_NONE);
        rim_xform2 b = rim_sdl_pose(s.sprite, NULL, &dst, degrees, &middle, SDL_FLIP_NONE);
        assert_memory_equal(&a, &b, sizeof a);
    }
    close_stage(&s);
}

static void quarter_turns_have_exact_numbers(void **state)
{
    (void)state;
    stage      s = open_stage(rim_vec2_make(6.0f, 3.5f));
    SDL_FRect  dst = { 10, 20, SHAPE_W, SHAPE_H };
    rim_xform2 pose = rim_sdl_pose(s.sprite, NULL, &dst, 90, NULL, SDL_FLIP_HORIZONTAL);
    rim_xform2 expected = { 0, -1, -1, 0, 16, 23.5f };
    assert_true(pose.a == expected.a && pose.b == expected.b && pose.c == expected.c &&
                pose.d == expected.d && pose.tx == expected.tx && pose.ty == expected.ty);
    close_stage(&s);
}

// --- drawing ----------------------------------------------------------------------------------------

// SDL's software renderer stretches a texture by up to a texel over triangles, so its texels must be
// small here.
static void a_sprite_drawn_in_any_pose_is_where_it_collides(void **state)
{
    (void)state;
    stage       s = open_stage_of(rim_vec2_make(44.0f, 30.0f), 7);
    test_random random = { 23 };
    tally       seen = { 0, 0 };
    for (int i = 0; i < case_count(60); i++)
    {
        float      ty = random_float(&random, 30, 60), tx = random_float(&random, 30, 60);
        float      d = random_float(&random, -1, 1), c = random_float(&random, -1, 1);
        float      b = random_float(&random, -1, 1), a = random_float(&random, -1, 1);
        rim_xform2 pose = { a, b, c, d, tx, ty };
        clear(&s);
        assert_int_equal(0, rim_sdl_draw(s.renderer, s.texture, rim_posed_make(s.sprite, pose)));
        SDL_RenderFlush(s.renderer);
        compare(&s, pose, 2.0f, &seen);
    }
    assert_true(seen.solid > case_count(60) * 20 && seen.empty > case_count(60) * 1000);
    close_stage(&s);
}

static void a_mask_is_painted_pixel_by_pixel(void **state)
{
    (void)state;
    stage     s = open_stage(rim_vec2_make(0.0f, 0.0f));
    tally     seen = { 0, 0 };
    SDL_Color white = { 255, 255, 255, 255 };
    for (int zoom = 1; zoom <= 4; zoom++)
    {
        rim_xform2 pose = { (float)zoom, 0, 0, (float)zoom, 20, 20 };
        clear(&s);
        assert_int_equal(0, rim_sdl_draw_mask(s.renderer, rim_posed_make(s.sprite, pose), white));
        SDL_RenderFlush(s.renderer);
        compare(&s, pose, 0.0f, &seen);
    }
    assert_true(seen.solid > 1000);
    close_stage(&s);
}

static void a_mask_of_many_runs_is_painted_whole(void **state)
{
    (void)state;
    stage      s = open_stage_of(rim_vec2_make(0.0f, 0.0f), 12);
    tally      seen = { 0, 0 };
    SDL_Color  white = { 255, 255, 255, 255 };
    rim_xform2 pose = { 0.625f, 0, 0, 0.625f, 2.25f, 20.25f };
    clear(&s);
    assert_int_equal(0, rim_sdl_draw_mask(s.renderer, rim_posed_make(s.sprite, pose), white));
    SDL_RenderFlush(s.renderer);
    compare(&s, pose, 0.5f, &seen);
    assert_true(seen.solid > 1000);
    close_stage(&s);
}

static void an_outline_is_drawn_and_the_colour_is_put_back(void **state)
{
    (void)state;
    stage     s = open_stage(rim_vec2_make(6.0f, 3.5f));
    rim_posed it = rim_posed_make(s.sprite, (rim_xform2){ 4, 0, 0, 4, 48, 48 });
    SDL_Color white = { 255, 255, 255, 255 };
    int       rays, lit = 0;
    Uint8     r, g, b, a;
    clear(&s);
    SDL_SetRenderDrawColor(s.renderer, 1, 2, 3, 4);
    assert_int_equal(0, rim_sdl_draw_outline(s.renderer, it, white, 3.0f));
    SDL_RenderFlush(s.renderer);
    const rim_edge_point *points = rim_sprite_outline(s.sprite, &rays);
    for (int i = 0; i < rays; i++)
    {
        if (!points[i].hit) continue;
        rim_vec2 p = rim_xform2_apply(it.pose, points[i].at);
        assert_true(drawn(&s, (int)p.x, (int)p.y));
        lit++;
    }
    assert_true(lit > 10);
    SDL_GetRenderDrawColor(s.renderer, &r, &g, &b, &a);
    assert_true(r == 1 && g == 2 && b == 3 && a == 4);
    close_stage(&s);
}

static int start_sdl(void **state)
{
    (void)state;
    SDL_setenv("SDL_VIDEODRIVER", "dummy", 1);
    return SDL_Init(SDL_INIT_VIDEO);
}

static int stop_sdl(void **state)
{
    (void)state;
    SDL_Quit();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pixel_format_is_read_as_sdl_reads_it),
        cmocka_unit_test(a_colour_key_makes_holes_in_every_format),
        cmocka_unit_test(an_rle_surface_gives_the_same_mask_and_still_blits),
        cmocka_unit_test(a_locked_surface_is_read_and_stays_locked),
        cmocka_unit_test(pixels_at_odd_addresses_and_pitches_are_read),
        cmocka_unit_test(pixels_at_odd_addresses_and_pitches_are_painted),
        cmocka_unit_test(modulation_and_blend_mode_do_not_change_the_shape),
        cmocka_unit_test(no_surface_is_an_argument_error),
        cmocka_unit_test(a_sprite_survives_any_refused_allocation),
        cmocka_unit_test(quarter_turns_collide_exactly_where_they_are_drawn),
        cmocka_unit_test(any_turn_is_drawn_where_it_collides_but_for_the_renderers_rounding),
        cmocka_unit_test(the_pose_is_the_motion_of_every_image_point),
        cmocka_unit_test(src_is_clipped_to_the_image_as_sdl_does),
        cmocka_unit_test(a_sprite_without_pixels_has_the_pose_of_nothing),
        cmocka_unit_test(without_a_centre_it_is_the_middle),
        cmocka_unit_test(quarter_turns_have_exact_numbers),
        cmocka_unit_test(a_sprite_drawn_in_any_pose_is_where_it_collides),
        cmocka_unit_test(a_mask_is_painted_pixel_by_pixel),
        cmocka_unit_test(a_mask_of_many_runs_is_painted_whole),
        cmocka_unit_test(an_outline_is_drawn_and_the_colour_is_put_back),
    };
    return cmocka_run_group_tests(tests, start_sdl, stop_sdl);
}
