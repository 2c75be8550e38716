// The adapter's calls against single pixels, for SDL2 and, compiled once more, for SDL3 (make test-sdl3).
#include "support/support.h"

#include "rimcast/sprite_query.h"
#include "sdl/version.h"

#include <stdlib.h>
#include <string.h>

// --- the two SDLs ---------------------------------------------------------------------------------------

#ifdef RIM_SDL3
typedef SDL_PixelFormat pixel_format;

static SDL_Surface *new_surface(int w, int h, pixel_format format)
{
    SDL_Surface *surface = SDL_CreateSurface(w, h, format);
    if (surface && SDL_ISPIXELFORMAT_INDEXED(format))
        assert_non_null(SDL_CreateSurfacePalette(surface));
    return surface;
}

static void set_colors(SDL_Surface *surface, const SDL_Color *colors, int count)
{
    assert_true(SDL_SetPaletteColors(SDL_GetSurfacePalette(surface), colors, 0, count));
}

static void set_key(SDL_Surface *surface, Uint32 key)
{
    assert_true(SDL_SetSurfaceColorKey(surface, true, key));
}

static SDL_Color read_color(SDL_Surface *surface, int x, int y)
{
    SDL_Color c = { 0, 0, 0, 0 };
    assert_true(SDL_ReadSurfacePixel(surface, x, y, &c.r, &c.g, &c.b, &c.a));
    return c;
}

#define END_SURFACE SDL_DestroySurface
#define FLUSH(renderer) ((void)SDL_FlushRenderer(renderer))

static bool start(void)
{
    SDL_SetHint(SDL_HINT_VIDEO_DRIVER, "dummy");
    return SDL_Init(SDL_INIT_VIDEO);
}

static void nearest(SDL_Texture *texture)
{
    SDL_SetTextureScaleMode(texture, SDL_SCALEMODE_NEAREST);
}
#else
typedef Uint32 pixel_format;

static SDL_Surface *new_surface(int w, int h, pixel_format format)
{
    return SDL_CreateRGBSurfaceWithFormat(0, w, h, (int)SDL_BITSPERPIXEL(format), format);
}

static void set_colors(SDL_Surface *surface, const SDL_Color *colors, int count)
{
    assert_int_equal(0, SDL_SetPaletteColors(surface->format->palette, colors, 0, count));
}

static void set_key(SDL_Surface *surface, Uint32 key)
{
    assert_int_equal(0, SDL_SetColorKey(surface, SDL_TRUE, key));
}

static SDL_Color read_color(SDL_Surface *surface, int x, int y)
{
    SDL_Color    c;
    Uint32       word = 0;
    int          bytes = surface->format->BytesPerPixel;
    const Uint8 *at = (const Uint8 *)surface->pixels + y * surface->pitch + x * bytes;
    memcpy(&word, at, (size_t)bytes); // on a processor whose low bytes come first
    SDL_GetRGBA(word, surface->format, &c.r, &c.g, &c.b, &c.a);
    return c;
}

#define END_SURFACE SDL_FreeSurface
#define FLUSH(renderer) ((void)SDL_RenderFlush(renderer))

static bool start(void)
{
    SDL_setenv("SDL_VIDEODRIVER", "dummy", 1);
    SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "nearest");
    return SDL_Init(SDL_INIT_VIDEO) == 0;
}

static void nearest(SDL_Texture *texture)
{
    (void)texture;
}
#endif

// --- masks and sheets of surfaces ---------------------------------------------------------------------------

static const pixel_format formats[] = { SDL_PIXELFORMAT_ARGB8888, SDL_PIXELFORMAT_ABGR8888,
                                        SDL_PIXELFORMAT_RGBA8888, SDL_PIXELFORMAT_BGRA8888,
                                        SDL_PIXELFORMAT_RGB24,    SDL_PIXELFORMAT_BGR24,
                                        SDL_PIXELFORMAT_RGB565,   SDL_PIXELFORMAT_ARGB1555,
                                        SDL_PIXELFORMAT_ARGB4444, SDL_PIXELFORMAT_RGBA5551,
                                        SDL_PIXELFORMAT_INDEX8,   SDL_PIXELFORMAT_ARGB2101010 };

enum
{
    FORMATS = sizeof formats / sizeof *formats
};

static void fill_with_noise(SDL_Surface *surface, test_random *random)
{
    for (int i = 0; i < surface->h * surface->pitch; i++)
        ((Uint8 *)surface->pixels)[i] = (Uint8)random_bits(random);
}

static void surfaces_of_every_format_become_masks_and_sheets(void **state)
{
    (void)state;
    test_random random = { 51 };
    int         solid = 0, empty = 0;
    for (int i = 0; i < case_count(600); i++)
    {
        SDL_Surface *s = new_surface(random_int(&random, 8, 60), random_int(&random, 8, 40),
                                     formats[i % FORMATS]);
        SDL_Color    colors[256];
        rim_frame    frames[40];
        rim_mask    *mask;
        rim_sheet   *sheet;
        int          threshold = random_int(&random, 1, 255), count;
        assert_non_null(s);
        for (int k = 0; k < 256; k++)
            colors[k] = (SDL_Color){ (Uint8)k, 0, 0, (Uint8)random_bits(&random) };
        if (formats[i % FORMATS] == SDL_PIXELFORMAT_INDEX8) set_colors(s, colors, 256);
        fill_with_noise(s, &random);
        int  w = s->w, h = s->h, cell = random_int(&random, 3, 8);
        bool keyed = formats[i % FORMATS] == SDL_PIXELFORMAT_INDEX8 && i % 2;
        if (keyed) set_key(s, 7);
        assert_int_equal(RIM_OK, rim_sdl_mask_create(&mask, s, threshold, NULL));
        assert_int_equal(w, rim_mask_width(mask));
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
            {
                bool want = read_color(s, x, y).a >= threshold;
                if (keyed && ((Uint8 *)s->pixels)[y * s->pitch + x] == 7) want = false;
                assert_int_equal(want, rim_mask_get(mask, x, y));
                solid += want;
                empty += !want;
            }
        rim_grid grid = { cell, cell, 0, 1 };
        int      n = rim_grid_frames(grid, w, h, frames, 40);
        n = n < 40 ? n : 40;
        assert_int_equal(RIM_OK, rim_sdl_sheet_create(&sheet, s, threshold, frames, n, NULL));
        const rim_sprite *const *sprites = rim_sheet_layer(sheet, NULL, &count);
        assert_int_equal(n, count);
        for (int k = 0; k < n; k++)
            for (int p = 0; p < cell * cell; p++)
                assert_int_equal(rim_mask_get(mask, frames[k].place.x0 + p % cell,
                                              frames[k].place.y0 + p / cell),
                                 rim_mask_get(rim_sprite_mask(sprites[k]), p % cell, p / cell));
        rim_sheet_destroy(sheet);
        rim_mask_destroy(mask);
        END_SURFACE(s);
    }
    assert_true(solid > 100 * case_count(600) && empty > 100 * case_count(600));
    rim_sheet *none = (rim_sheet *)&random;
    rim_frame  frame = { .place = { 0, 0, 1, 1 } };
    assert_int_equal(RIM_ERR_ARGUMENT, rim_sdl_sheet_create(&none, NULL, 1, &frame, 1, NULL));
    assert_null(none);
}

static void a_sheet_survives_any_refused_allocation(void **state)
{
    (void)state;
    SDL_Surface *s = new_surface(8, 8, SDL_PIXELFORMAT_ARGB8888);
    rim_frame    frames[4];
    int          refused = 0;
    assert_int_equal(4, rim_grid_frames((rim_grid){ 4, 4, 0, 0 }, 8, 8, frames, 4));
    for (int budget = 0;; budget++)
    {
        test_heap         heap = { .budget = budget };
        rim_allocator     from = test_heap_allocator(&heap);
        rim_sheet_options options = { .rays = 5, .allocator = &from };
        rim_sheet        *sheet;
        rim_status        status = rim_sdl_sheet_create(&sheet, s, 128, frames, 4, &options);
        refused += heap.refused;
        assert_int_equal(heap.refused ? RIM_ERR_MEMORY : RIM_OK, status);
        rim_sheet_destroy(sheet);
        assert_int_equal(0, heap.live_bytes);
        if (status == RIM_OK) break;
    }
    assert_true(refused > 10);
    END_SURFACE(s);
}

// --- masks as pictures ------------------------------------------------------------------------------------------

static rim_mask *noise(test_random *random, int w, int h)
{
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, w, h, NULL));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) rim_mask_set(mask, x, y, random_bits(random) % 2);
    return mask;
}

static bool is_color(SDL_Color a, SDL_Color b)
{
    return a.r == b.r && a.g == b.g && a.b == b.b && a.a == b.a;
}

static SDL_Color any_color(test_random *random)
{
    Uint32 bits = (Uint32)random_bits(random);
    return (SDL_Color){ (Uint8)bits, (Uint8)(bits >> 8), (Uint8)(bits >> 16), (Uint8)(bits >> 24) };
}

static rim_rect any_part(test_random *random, int w, int h)
{
    int x = random_int(random, -9, w), y = random_int(random, -9, h);
    return rim_rect_make(x, y, x + random_int(random, -1, w + 9),
                         y + random_int(random, -1, h + 9));
}

static bool in_rect(rim_rect r, int x, int y)
{
    return x >= r.x0 && x < r.x1 && y >= r.y0 && y < r.y1;
}

static void surfaces_are_painted_where_the_mask_has_changed(void **state)
{
    (void)state;
    test_random random = { 52 };
    int         painted = 0, kept = 0;
    for (int i = 0; i < case_count(400); i++)
    {
        int          w = random_int(&random, 1, 90), h = random_int(&random, 1, 40);
        rim_mask    *mask = noise(&random, w, h), *later = noise(&random, w, h);
        SDL_Color    on = any_color(&random), off = any_color(&random);
        SDL_Surface *made = rim_sdl_surface_create(mask, on, off);
        assert_non_null(made);
        // A surface of another size and order, too.
        int          sw = random_int(&random, 1, 100), sh = random_int(&random, 1, 50);
        SDL_Surface *other = new_surface(sw, sh, formats[i % 4]);
        rim_rect     part = any_part(&random, w, h), all = rim_rect_make(0, 0, w, h);
        assert_int_equal(0, rim_sdl_surface_update(other, mask, all, on, off));
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
            {
                SDL_Color want = rim_mask_get(mask, x, y) ? on : off;
                assert_true(is_color(want, read_color(made, x, y)));
                if (x < sw && y < sh) assert_true(is_color(want, read_color(other, x, y)));
            }
        assert_int_equal(0, rim_sdl_surface_update(made, later, part, on, off));
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
            {
                bool new = in_rect(part, x, y);
                painted += new;
                kept += !new;
                assert_true(is_color(rim_mask_get(new ? later : mask, x, y) ? on : off,
                                     read_color(made, x, y)));
            }
        END_SURFACE(made);
        END_SURFACE(other);
        rim_mask_destroy(mask);
        rim_mask_destroy(later);
    }
    assert_true(painted > 100 * case_count(400) && kept > 100 * case_count(400));
    SDL_Surface *bytes = new_surface(4, 4, SDL_PIXELFORMAT_RGB24);
    rim_mask    *mask = noise(&random, 4, 4);
    SDL_Color    c = { 0, 0, 0, 0 };
    assert_int_equal(-1, rim_sdl_surface_update(bytes, mask, rim_rect_make(0, 0, 4, 4), c, c));
    assert_true(SDL_GetError()[0] != 0);
    rim_mask_destroy(mask);
    END_SURFACE(bytes);
}

static void channels_of_ten_bits_are_painted_in_full(void **state)
{
    (void)state;
    SDL_Surface *s = new_surface(2, 1, SDL_PIXELFORMAT_ARGB2101010);
    rim_mask    *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 2, 1, NULL));
    rim_mask_set(mask, 0, 0, true);
    SDL_Color red = { 255, 0, 0, 255 }, clear_cyan = { 0, 255, 255, 0 };
    assert_int_equal(0,
                     rim_sdl_surface_update(s, mask, rim_rect_make(0, 0, 2, 1), red, clear_cyan));
    Uint32 words[2];
    memcpy(words, s->pixels, sizeof words);
    assert_int_equal(0xfff00000u, words[0]);
    assert_int_equal(0x000fffffu, words[1]);
    rim_mask_destroy(mask);
    END_SURFACE(s);
}

#define SCREEN 100

typedef struct screen
{
    SDL_Surface  *surface;
    SDL_Renderer *renderer;
} screen;

static screen open_screen(void)
{
    screen s = { new_surface(SCREEN, SCREEN, SDL_PIXELFORMAT_ARGB8888), NULL };
    s.renderer = SDL_CreateSoftwareRenderer(s.surface);
    assert_non_null(s.renderer);
    return s;
}

static void close_screen(screen *s)
{
    SDL_DestroyRenderer(s->renderer);
    END_SURFACE(s->surface);
}

static void clear(screen *s)
{
    SDL_SetRenderDrawColor(s->renderer, 0, 0, 0, 255);
    SDL_RenderClear(s->renderer);
}

static bool drawn(screen *s, int x, int y)
{
    return read_color(s->surface, x, y).r >= 128;
}

static const SDL_Color white = { 255, 255, 255, 255 }, nothing = { 0, 0, 0, 0 };

static void textures_are_painted_where_the_mask_has_changed(void **state)
{
    (void)state;
    test_random random = { 53 };
    screen      s = open_screen();
    int         lit = 0;
    for (int i = 0; i < case_count(150); i++)
    {
        int          w = random_int(&random, 1, SCREEN), h = random_int(&random, 1, SCREEN);
        rim_mask    *mask = noise(&random, w, h), *later = noise(&random, w, h);
        SDL_Texture *texture = rim_sdl_texture_create(s.renderer, mask, white, nothing);
        assert_non_null(texture);
        nearest(texture);
        rim_rect  part = any_part(&random, w, h);
        SDL_FRect whole = { 0, 0, (float)w, (float)h };
        for (int step = 0; step < 2; step++)
        {
            if (step)
                assert_int_equal(0, rim_sdl_texture_update(texture, later, part, white, nothing));
            clear(&s);
            assert_int_equal(0,
                             sdl_draw_copy(s.renderer, texture, &whole, 0.0, NULL, SDL_FLIP_NONE));
            FLUSH(s.renderer);
            for (int y = 0; y < h; y++)
                for (int x = 0; x < w; x++)
                {
                    bool want = rim_mask_get(step && in_rect(part, x, y) ? later : mask, x, y);
                    assert_int_equal(want, drawn(&s, x, y));
                    lit += want;
                }
        }
        SDL_DestroyTexture(texture);
        rim_mask_destroy(mask);
        rim_mask_destroy(later);
    }
    assert_true(lit > 1000 * case_count(150));
    rim_mask    *mask = noise(&random, 4, 4);
    SDL_Texture *still =
        SDL_CreateTexture(s.renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STATIC, 4, 4);
    rim_rect all = rim_rect_make(0, 0, 4, 4);
    assert_int_equal(-1, rim_sdl_texture_update(still, mask, all, white, nothing));
    SDL_DestroyTexture(still);
    still =
        SDL_CreateTexture(s.renderer, SDL_PIXELFORMAT_RGB565, SDL_TEXTUREACCESS_STREAMING, 4, 4);
    assert_int_equal(-1, rim_sdl_texture_update(still, mask, all, white, nothing));
    SDL_DestroyTexture(still);
    rim_mask_destroy(mask);
    close_screen(&s);
}

// --- poses and pictures for debugging ----------------------------------------------------------------------------

static const rim_sdl_flip flips[3] = { SDL_FLIP_NONE, SDL_FLIP_HORIZONTAL, SDL_FLIP_VERTICAL };

static int compare(screen *s, rim_posed posed)
{
    int lit = 0;
    for (int y = 0; y < SCREEN; y++)
        for (int x = 0; x < SCREEN; x++)
        {
            bool want = rim_sprite_contains(posed, rim_vec2_make((float)x + 0.5f, (float)y + 0.5f));
            if (want != drawn(s, x, y)) fail_msg("pixel (%d, %d) should be %d", x, y, want);
            lit += want;
        }
    return lit;
}

static void quarter_turns_and_flips_collide_where_they_are_drawn(void **state)
{
    (void)state;
    test_random random = { 54 };
    screen      s = open_screen();
    int         lit = 0;
    for (int i = 0; i < case_count(100); i++)
    {
        int       w = random_int(&random, 3, 20), h = random_int(&random, 3, 20), zoom = 1 + i % 3;
        rim_mask *mask = noise(&random, w, h);
        SDL_Texture *texture = rim_sdl_texture_create(s.renderer, mask, white, nothing);
        rim_sprite  *sprite;
        SDL_FRect    dst = { 40, 44, (float)(w * zoom), (float)(h * zoom) };
        SDL_FPoint   centre = { 4, 6 };
        double       degrees = 90.0 * random_int(&random, -1, 3);
        rim_sdl_flip flip = flips[random_int(&random, 0, 2)];
        nearest(texture);
        assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, NULL));
        clear(&s);
        assert_int_equal(0, sdl_draw_copy(s.renderer, texture, &dst, degrees, &centre, flip));
        FLUSH(s.renderer);
        rim_posed posed =
            rim_posed_make(sprite, rim_sdl_pose(sprite, NULL, &dst, degrees, &centre, flip));
        lit += compare(&s, posed);
        // The way back, and the mask painted over an empty screen.
        clear(&s);
        assert_int_equal(0, rim_sdl_draw(s.renderer, texture, posed));
        FLUSH(s.renderer);
        compare(&s, posed);
        clear(&s);
        posed.pose = (rim_xform2){ 2, 0, 0, 2, 50, 50 };
        if (w % 2) posed.pose.tx += 1.0f;
        if (h % 2) posed.pose.ty += 1.0f;
        assert_int_equal(0, rim_sdl_draw_mask(s.renderer, posed, white));
        FLUSH(s.renderer);
        compare(&s, posed);
        rim_sprite_destroy(sprite);
        SDL_DestroyTexture(texture);
        rim_mask_destroy(mask);
    }
    assert_true(lit > 100 * case_count(100));
    close_screen(&s);
}

static void an_outline_is_drawn_in_its_colour(void **state)
{
    (void)state;
    screen      s = open_screen();
    rim_mask   *mask;
    rim_sprite *sprite;
    SDL_Color   before = { 1, 2, 3, 4 }, after;
    int         rays;
    assert_int_equal(RIM_OK, rim_mask_create_filled(&mask, 10, 10, NULL));
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, NULL));
    rim_posed posed = rim_posed_make(sprite, (rim_xform2){ 4, 0, 0, 4, 50, 50 });
    clear(&s);
    assert_int_equal(0, sdl_set_color(s.renderer, before));
    assert_int_equal(0, rim_sdl_draw_outline(s.renderer, posed, white, 3.0f));
    FLUSH(s.renderer);
    const rim_edge_point *points = rim_sprite_outline(sprite, &rays);
    for (int i = 0; i < rays; i++)
    {
        rim_vec2 p = rim_xform2_apply(posed.pose, points[i].at);
        assert_true(drawn(&s, (int)p.x, (int)p.y));
    }
    assert_false(drawn(&s, 50, 50));
    assert_int_equal(0, sdl_get_color(s.renderer, &after));
    assert_true(is_color(before, after));
    rim_sprite_destroy(sprite);
    rim_mask_destroy(mask);
    close_screen(&s);
}

#ifdef __OPTIMIZE__ // a build with NDEBUG, or with sanitizers, which switch RIM_ASSERT off
static void a_missing_sprite_is_an_error_with_a_sentence(void **state)
{
    (void)state;
    screen    s = open_screen();
    rim_posed none = { .sprite = NULL, .pose = rim_xform2_identity() };
    for (int i = 0; i < 3; i++)
    {
        SDL_ClearError();
        assert_int_equal(-1, i == 0   ? rim_sdl_draw(s.renderer, NULL, none)
                             : i == 1 ? rim_sdl_draw_mask(s.renderer, none, white)
                                      : rim_sdl_draw_outline(s.renderer, none, white, 3.0f));
        assert_string_equal("the sprite is NULL", SDL_GetError());
    }
    close_screen(&s);
}
#endif

static int start_sdl(void **state)
{
    (void)state;
    return start() ? 0 : -1;
}

static int stop_sdl(void **state)
{
    (void)state;
    SDL_Quit();
    return 0;
}

static void what_sdl_does_not_draw_hits_nothing(void **state)
{
    (void)state;
    rim_mask   *mask;
    rim_sprite *sprite;
    assert_int_equal(RIM_OK, rim_mask_create_filled(&mask, 8, 8, NULL));
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, NULL));
    const SDL_FRect drawn = { 30, 30, 8, 8 };
    const SDL_FRect empty[] = {
        { 30, 30, 0, 8 }, { 30, 30, 8, 0 }, { 38, 30, -8, 8 }, { 30, 38, 8, -8 }
    };
    rim_xform2 pose = rim_sdl_pose(sprite, NULL, &drawn, 0.0, NULL, SDL_FLIP_NONE);
    assert_true(rim_sprite_contains(rim_posed_make(sprite, pose), rim_vec2_make(34, 34)));
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++)
    {
        pose = rim_sdl_pose(sprite, NULL, &empty[i], 0.0, NULL, SDL_FLIP_HORIZONTAL);
        assert_true(rim_xform2_determinant(pose) == 0.0);
        assert_true(rim_box2_is_empty(rim_sprite_bounds(rim_posed_make(sprite, pose))));
    }
    rim_sprite_destroy(sprite);
    rim_mask_destroy(mask);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(surfaces_of_every_format_become_masks_and_sheets),
        cmocka_unit_test(a_sheet_survives_any_refused_allocation),
        cmocka_unit_test(surfaces_are_painted_where_the_mask_has_changed),
        cmocka_unit_test(channels_of_ten_bits_are_painted_in_full),
        cmocka_unit_test(textures_are_painted_where_the_mask_has_changed),
        cmocka_unit_test(quarter_turns_and_flips_collide_where_they_are_drawn),
        cmocka_unit_test(what_sdl_does_not_draw_hits_nothing),
        cmocka_unit_test(an_outline_is_drawn_in_its_colour),
#ifdef __OPTIMIZE__
        cmocka_unit_test(a_missing_sprite_is_an_error_with_a_sentence),
#endif
    };
    return cmocka_run_group_tests(tests, start_sdl, stop_sdl);
}
