// What SDL's renderers draw beside what collides, pixel by pixel: the table in rimcast/sdl.h.
//
// RIMCAST_TABLE=1 prints what was measured.
#include "support/support.h"

#include "rimcast/sprite_query.h"
#include "rimcast/sdl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- a screen and a picture -----------------------------------------------------------------------

// Asymmetric in every way, with a hole, an island, bars of one pixel and slanted edges.
static const char *const shape[] = {
    "..############..........", //
    ".##############.........", //
    "################....#...", //
    "####......######....#...", //
    "####......#######...#...", //
    "####.##...########......", //
    "####.##...#########.....", //
    "####......##########....", //
    "####......###########...", //
    "######################..", //
    "#######################.", //
    "######....##############", //
    "#####...................", //
    "####....................", //
    "#######################.",
};
#define SHAPE_W 24
#define SHAPE_H 15
#define SCREEN 128
#define CASES 40

typedef struct canvas
{
    SDL_Window   *window;
    SDL_Surface  *screen; // of the software renderer without a window
    SDL_Renderer *renderer;
    SDL_Texture  *texture;
    rim_sprite   *sprite;
    const char   *name;
    Uint32        pixels[SCREEN * SCREEN];
} canvas;

static SDL_Surface *image_of_shape(void)
{
    SDL_Surface *image =
        SDL_CreateRGBSurfaceWithFormat(0, SHAPE_W, SHAPE_H, 32, SDL_PIXELFORMAT_ARGB8888);
    assert_non_null(image);
    for (int y = 0; y < SHAPE_H; y++)
        for (int x = 0; x < SHAPE_W; x++)
            ((Uint32 *)image->pixels)[y * image->pitch / 4 + x] =
                shape[y][x] == '#' ? 0xffffffffu : 0;
    return image;
}

// Loads the picture as a game would; false if the renderer could not be made.
static bool dress(canvas *c)
{
    SDL_Surface *image = image_of_shape();
    SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "nearest");
    if (c->renderer) c->texture = SDL_CreateTextureFromSurface(c->renderer, image);
    assert_int_equal(RIM_OK, rim_sdl_sprite_create(&c->sprite, image, 128, NULL));
    SDL_FreeSurface(image);
    if (c->texture) SDL_SetTextureBlendMode(c->texture, SDL_BLENDMODE_BLEND);
    return c->texture != NULL;
}

static void undress(canvas *c)
{
    rim_sprite_destroy(c->sprite);
    if (c->texture) SDL_DestroyTexture(c->texture);
    if (c->renderer) SDL_DestroyRenderer(c->renderer);
    if (c->window) SDL_DestroyWindow(c->window);
    SDL_FreeSurface(c->screen);
    free(c);
}

static canvas *new_canvas(void)
{
    canvas *c = calloc(1, sizeof *c);
    assert_non_null(c);
    return c;
}

static canvas *open_surface(void)
{
    canvas *c = new_canvas();
    c->name = "software";
    c->screen = SDL_CreateRGBSurfaceWithFormat(0, SCREEN, SCREEN, 32, SDL_PIXELFORMAT_ARGB8888);
    c->renderer = SDL_CreateSoftwareRenderer(c->screen);
    assert_true(dress(c));
    return c;
}

// NULL if this driver cannot draw here.
static canvas *open_driver(int driver)
{
    SDL_RendererInfo info;
    canvas          *c = new_canvas();
    SDL_GetRenderDriverInfo(driver, &info);
    c->name = info.name;
    Uint32 kind = strncmp(info.name, "opengl", 6) == 0 ? SDL_WINDOW_OPENGL : 0;
    c->window = SDL_CreateWindow("", 0, 0, SCREEN, SCREEN, kind);
    if (c->window) c->renderer = SDL_CreateRenderer(c->window, driver, 0);
    if (dress(c)) return c;
    undress(c);
    return NULL;
}

static bool drawn(const canvas *c, int x, int y)
{
    return (c->pixels[y * SCREEN + x] & 0xff) >= 128;
}

// --- ways to draw -----------------------------------------------------------------------------------

typedef enum way
{
    WHOLE,             // image size, whole place, any flip
    TIMES,             // a whole multiple of the image's size
    QUARTER,           // the same, turned by quarters about a corner of pixels
    MIDDLE,            // the same, about the middle of a pixel
    STRETCHED,         // whole place and size
    FRACTION,          // any place and size
    TURNED,            // image size, whole place, any turn
    ANY,               // any place, size and turn
    SOFTWARE_FRACTION, // the same three, with the software renderer's poses
    SOFTWARE_TURNED,
    SOFTWARE_ANY,
    DRAW_WHOLE,   // rim_sdl_draw: image size, whole place
    DRAW_QUARTER, // rim_sdl_draw: a whole multiple, turned by quarters
    DRAW_UPRIGHT, // rim_sdl_draw: any place and size
    DRAW_SHEARED, // rim_sdl_draw: any pose
    DRAW_TURNED,  // rim_sdl_draw: image size, any place and turn
    DRAW_SCALED,  // rim_sdl_draw: any place, size and turn
    WAYS
} way;

static const char *const names[WAYS] = {
    "whole",           "times",        "quarter",
    "middle",          "stretched",    "fraction",
    "turned",          "any",          "software fraction",
    "software turned", "software any", "draw whole",
    "draw quarter",    "draw upright", "draw sheared",
    "draw turned",     "draw scaled",
};

static bool is_of_software(way how)
{
    return how >= SOFTWARE_FRACTION && how <= SOFTWARE_ANY;
}

// Every corner of the image on a corner of the screen's pixels.
static bool is_square(way how)
{
    return how <= MIDDLE || how == DRAW_WHOLE || how == DRAW_QUARTER;
}

// The same poses, differently drawn or looked at.
static way twin_of(way how)
{
    static const way twins[WAYS] = {
        [SOFTWARE_FRACTION] = FRACTION, [SOFTWARE_TURNED] = TURNED, [SOFTWARE_ANY] = ANY,
        [DRAW_WHOLE] = WHOLE,           [DRAW_QUARTER] = QUARTER,   [DRAW_UPRIGHT] = FRACTION,
        [DRAW_TURNED] = TURNED,         [DRAW_SCALED] = ANY
    };
    return twins[how] ? twins[how] : how;
}

typedef struct stroke
{
    SDL_FRect        dst;
    double           degrees;
    SDL_FPoint       centre;
    SDL_RendererFlip flip;
} stroke;

static float whole(test_random *random, int low, int high)
{
    return (float)random_int(random, low, high);
}

static void random_size(test_random *random, way how, SDL_FRect *dst)
{
    float zoom = whole(random, 1, 3);
    dst->w = SHAPE_W;
    dst->h = SHAPE_H;
    if (how == TIMES || how == QUARTER || how == MIDDLE)
    {
        dst->w *= zoom;
        dst->h *= zoom;
    }
    if (how == STRETCHED)
    {
        dst->w = whole(random, 3, 60);
        dst->h = whole(random, 3, 60);
    }
    if (how == FRACTION || how == ANY)
    {
        dst->w = random_float(random, 10, 60);
        dst->h = random_float(random, 10, 40);
    }
}

static stroke random_stroke(test_random *random, way how)
{
    stroke s;
    memset(&s, 0, sizeof s);
    random_size(random, how, &s.dst);
    bool fraction = how == FRACTION || how == ANY;
    s.dst.x = fraction ? random_float(random, 40, 60) : whole(random, 40, 60);
    s.dst.y = fraction ? random_float(random, 40, 60) : whole(random, 40, 60);
    float middle = how == MIDDLE ? 0.5f : 0.0f;
    s.centre.x = whole(random, 5, 20) + middle;
    s.centre.y = whole(random, 5, 20) + middle;
    if (how == QUARTER || how == MIDDLE) s.degrees = 90.0 * random_int(random, -3, 4);
    if (how == TURNED || how == ANY) s.degrees = random_float(random, -400, 400);
    s.flip = (SDL_RendererFlip)random_int(random, 0, 3);
    return s;
}

static rim_xform2 random_shear(test_random *random)
{
    float ty = random_float(random, 50, 78), tx = random_float(random, 50, 78);
    float d = random_float(random, -2, 2), c = random_float(random, -2, 2);
    float b = random_float(random, -2, 2), a = random_float(random, -2, 2);
    return (rim_xform2){ a, b, c, d, tx, ty };
}

// What SDL's software renderer makes of dst: whole numbers, cut towards zero. Its turns, but for the
// quarters, read the picture half a pixel beside the middles of the screen's pixels.
static rim_xform2 software_pose(const rim_sprite *sprite, const SDL_Rect *src, const SDL_FRect *dst,
                                double degrees, const SDL_FPoint *center, rim_sdl_flip flip)
{
    float      beside = SDL_fmod(degrees, 90.0) == 0.0 ? 0.0f : 0.5f;
    SDL_FPoint about = { (center ? center->x : dst->w / 2.0f) - beside,
                         (center ? center->y : dst->h / 2.0f) - beside };
    SDL_FRect  whole = { SDL_truncf(dst->x) + beside, SDL_truncf(dst->y) + beside,
                         SDL_truncf(dst->w), SDL_truncf(dst->h) };
    return rim_sdl_pose(sprite, src, &whole, degrees, &about, flip);
}

// Draws in some pose of this way and returns the pose that it is told to have.
static rim_posed paint(canvas *c, test_random *random, way how)
{
    stroke     s = random_stroke(random, twin_of(how));
    rim_xform2 pose = how == DRAW_SHEARED
                          ? random_shear(random)
                          : (is_of_software(how) ? software_pose : rim_sdl_pose)(
                                c->sprite, NULL, &s.dst, s.degrees, &s.centre, s.flip);
    if (how == DRAW_TURNED) pose.tx += random_float(random, 0, 1);
    if (how == DRAW_TURNED) pose.ty += random_float(random, 0, 1);
    rim_posed posed = rim_posed_make(c->sprite, pose);
    SDL_SetRenderDrawColor(c->renderer, 0, 0, 0, 255);
    SDL_RenderClear(c->renderer);
    int status = how >= DRAW_WHOLE ? rim_sdl_draw(c->renderer, c->texture, posed)
                                   : SDL_RenderCopyExF(c->renderer, c->texture, NULL, &s.dst,
                                                       s.degrees, &s.centre, s.flip);
    assert_int_equal(0, status);
    assert_int_equal(0, SDL_RenderReadPixels(c->renderer, NULL, SDL_PIXELFORMAT_ARGB8888, c->pixels,
                                             SCREEN * 4));
    return posed;
}

// --- measuring ------------------------------------------------------------------------------------

typedef struct tally
{
    long   shown, wrong; // pixels that show the shape, by their centres; drawn otherwise
    double far;          // how far the farthest of these is from where it would be right, pixels
} tally;

// A pixel whose centre lies this near to an edge may go either way.
#define TIE (1.0 / 64)

// The shortest of some lengths at which a point in some direction is of the kind that was drawn.
static double distance_to(rim_posed it, int x, int y, bool kind)
{
    static const double lengths[] = { TIE, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875,
                                      1.0, 1.25,  1.5,  1.75,  2.0, 2.5,   3.0,  4.0 };
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (int k = 0; k < 32; k++)
        {
            double   angle = k * 3.14159265358979323846 / 16;
            rim_vec2 p = rim_vec2_make((float)(x + 0.5 + lengths[i] * cos(angle)),
                                       (float)(y + 0.5 + lengths[i] * sin(angle)));
            if (rim_sprite_contains(it, p) == kind) return lengths[i];
        }
    return 99.0;
}

static void compare(const canvas *c, rim_posed it, tally *t)
{
    for (int y = 0; y < SCREEN; y++)
        for (int x = 0; x < SCREEN; x++)
        {
            bool kind = drawn(c, x, y);
            bool solid = rim_sprite_contains(it, rim_vec2_make((float)x + 0.5f, (float)y + 0.5f));
            t->shown += solid;
            if (kind == solid) continue;
            t->wrong++;
            double far = distance_to(it, x, y, kind);
            if (far > t->far) t->far = far;
        }
}

static tally measure(canvas *c, way how, int cases)
{
    test_random random = { 71 + (uint64_t)how };
    tally       t = { 0, 0, 0.0 };
    for (int i = 0; i < cases; i++) compare(c, paint(c, &random, how), &t);
    if (getenv("RIMCAST_TABLE"))
        print_message("%-10s %-18s %6ld of %6ld pixels differ, by %.3f at most\n", c->name,
                      names[how], t.wrong, t.shown, t.far);
    assert_true(t.shown > cases * 30);
    return t;
}

static void assert_drawn_right(canvas *c, way how, double share, double far)
{
    tally t = measure(c, how, CASES);
    if ((double)t.wrong > share * (double)t.shown || t.far > far)
        fail_msg("%s, %s: %ld of %ld pixels differ, by up to %g pixels", c->name, names[how],
                 t.wrong, t.shown, t.far);
}

// Two sprites: some pixel is drawn by both if and only if their poses overlap on the grid.
static void assert_grid_is_what_is_drawn_twice(canvas *c, way how)
{
    test_random random = { 171 + (uint64_t)how };
    int         yes = 0, no = 0;
    for (int i = 0; i < 3 * CASES; i++)
    {
        bool      first[SCREEN * SCREEN], twice = false;
        rim_posed a = paint(c, &random, how);
        for (int p = 0; p < SCREEN * SCREEN; p++) first[p] = drawn(c, p % SCREEN, p / SCREEN);
        rim_posed b = paint(c, &random, how);
        for (int p = 0; p < SCREEN * SCREEN; p++)
            twice = twice || (first[p] && drawn(c, p % SCREEN, p / SCREEN));
        assert_int_equal(twice, rim_sprite_overlaps_on_grid(a, b));
        assert_true(!twice || rim_sprite_overlaps(a, b));
        yes += twice;
        no += !twice;
    }
    assert_true(yes > 0 && no > 0);
}

// --- the software renderer ------------------------------------------------------------------------

static void software_draws_whole_poses_to_the_pixel(void **state)
{
    (void)state;
    canvas *c = open_surface();
    for (way how = WHOLE; how <= MIDDLE; how++)
    {
        assert_drawn_right(c, how, 0.0, 0.0);
        assert_grid_is_what_is_drawn_twice(c, how);
    }
    undress(c);
}
static void software_cuts_and_turns_as_its_own_pose_says(void **state)
{
    (void)state;
    canvas *c = open_surface();
    assert_drawn_right(c, STRETCHED, 0.02, TIE);
    assert_drawn_right(c, SOFTWARE_FRACTION, 0.02, TIE);
    assert_drawn_right(c, SOFTWARE_TURNED, 0.01, 0.5);
    assert_drawn_right(c, SOFTWARE_ANY, 0.1, 0.75);
    undress(c);
}

static void software_is_this_far_from_the_pose_of_a_copy(void **state)
{
    (void)state;
    canvas *c = open_surface();
    assert_drawn_right(c, FRACTION, 0.4, 2.0);
    assert_drawn_right(c, TURNED, 0.4, 0.75);
    assert_drawn_right(c, ANY, 0.35, 2.0);
    undress(c);
}

static void software_draws_square_poses_best(void **state)
{
    (void)state;
    canvas *c = open_surface();
    for (way how = DRAW_WHOLE; how <= DRAW_QUARTER; how++)
    {
        assert_drawn_right(c, how, 0.0, 0.0);
        assert_grid_is_what_is_drawn_twice(c, how);
    }
    assert_drawn_right(c, DRAW_UPRIGHT, 0.4, 2.0);
    assert_drawn_right(c, DRAW_TURNED, 0.01, 0.5);
    assert_drawn_right(c, DRAW_SCALED, 0.125, 0.75);
    // Texels of random_shear are up to 2 sqrt 2 pixels long.
    assert_drawn_right(c, DRAW_SHEARED, 0.45, 2.0 * 1.415 + 1.0);
    undress(c);
}

// Returns the distance from the brightness-weighted mean of the drawn pixels to the mean of those that collide.
static double distance_of_means(const canvas *c, rim_posed sprite)
{
    double drawn_x = 0.0, drawn_y = 0.0, drawn_sum = 0.0, solid_x = 0.0, solid_y = 0.0,
           solid_sum = 0.0;
    for (int y = 0; y < SCREEN; y++)
        for (int x = 0; x < SCREEN; x++)
        {
            rim_vec2 middle = rim_vec2_make((float)x + 0.5f, (float)y + 0.5f);
            double   light = (c->pixels[y * SCREEN + x] & 0xff) / 255.0;
            double   solid = rim_sprite_contains(sprite, middle) ? 1.0 : 0.0;
            drawn_x += light * x, drawn_y += light * y, drawn_sum += light;
            solid_x += solid * x, solid_y += solid * y, solid_sum += solid;
        }
    assert_true(drawn_sum > 0.0 && solid_sum > 0.0);
    return hypot(drawn_x / drawn_sum - solid_x / solid_sum,
                 drawn_y / drawn_sum - solid_y / solid_sum);
}

// With linear sampling, too, the software renderer draws a turned picture where it collides. The picture has no solid
// pixel at its border, where that renderer fades it out.
static void software_draws_turned_pictures_smoothly(void **state)
{
    (void)state;
    test_random random = { 31 };
    canvas     *c = open_surface();
    rim_mask   *mask;
    rim_sprite *disc;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 32, 32, NULL));
    for (int y = 0; y < 32; y++)
        for (int x = 0; x < 32; x++)
            if (hypot(x - 13.0, y - 17.0) < 11.0) rim_mask_set(mask, x, y, true);
    assert_int_equal(RIM_OK, rim_sprite_create(&disc, mask, NULL));
    SDL_Color    white = { 255, 255, 255, 255 }, clear = { 255, 255, 255, 0 };
    SDL_Texture *texture = rim_sdl_texture_create(c->renderer, mask, white, clear);
    assert_non_null(texture);
    SDL_SetTextureScaleMode(texture, SDL_ScaleModeLinear);
    for (int i = 0; i < CASES; i++)
    {
        rim_vec2  at = rim_vec2_make(random_float(&random, 60, 68), random_float(&random, 60, 68));
        float     angle = random_float(&random, 0, 360);
        float     scale = random_float(&random, 0.75f, 2.0f);
        rim_posed posed = rim_posed_make(
            disc, rim_xform2_pose(at, rim_rot2_degrees(angle), rim_vec2_make(scale, scale)));
        SDL_SetRenderDrawColor(c->renderer, 0, 0, 0, 255);
        SDL_RenderClear(c->renderer);
        assert_int_equal(0, rim_sdl_draw(c->renderer, texture, posed));
        SDL_RenderReadPixels(c->renderer, NULL, SDL_PIXELFORMAT_ARGB8888, c->pixels, SCREEN * 4);
        double distance = distance_of_means(c, posed);
        if (distance > 0.2)
            fail_msg("turned by %g degrees, scaled by %g: %g pixels off", angle, scale, distance);
    }
    SDL_DestroyTexture(texture);
    rim_sprite_destroy(disc);
    rim_mask_destroy(mask);
    undress(c);
}

static void copies_and_triangles_are_tinted_alike(void **state)
{
    (void)state;
    canvas *c = open_surface();
    SDL_SetTextureColorMod(c->texture, 255, 128, 0);
    SDL_SetTextureAlphaMod(c->texture, 128);
    for (int i = 0; i < 4; i++)
    {
        static const float poses[4][4] = {
            { 2, 0, 0, 2 }, { 0, 2, -2, 0 }, { 2, 0.5f, 0, 2 }, { 1, 1, -1, 1 }
        };
        const float *m = poses[i];
        rim_xform2   pose = { m[0], m[1], m[2], m[3], 64, 64 };
        SDL_RenderClear(c->renderer);
        rim_sdl_draw(c->renderer, c->texture, rim_posed_make(c->sprite, pose));
        SDL_RenderReadPixels(c->renderer, NULL, SDL_PIXELFORMAT_ARGB8888, c->pixels, SCREEN * 4);
        Uint32 solid = c->pixels[64 * SCREEN + 64];
        assert_in_range(solid >> 16 & 255, 126, 130);
        assert_in_range(solid >> 8 & 255, 62, 66);
        assert_int_equal(0, solid & 255);
    }
    undress(c);
}

// --- the others -------------------------------------------------------------------------------------

static int start(const char *driver)
{
    SDL_setenv("SDL_VIDEODRIVER", driver, 1);
    return SDL_Init(SDL_INIT_VIDEO);
}

// On a screen that nobody sees; where there is none, or no OpenGL for it, there is nothing to compare.
static void others_draw_any_pose_to_the_pixel(void **state)
{
    (void)state;
    int compared = 0;
    if (case_count(20) < 20) return; // drivers keep memory to their end, which a sanitizer minds
    SDL_Quit();
    for (int i = 0; start("offscreen") == 0 && i < SDL_GetNumRenderDrivers(); i++)
    {
        canvas *c = open_driver(i);
        if (!c) continue;
        if (strcmp(c->name, "software") == 0)
        {
            undress(c);
            continue;
        }
        for (way how = WHOLE; how < WAYS; how++)
            if (!is_of_software(how)) assert_drawn_right(c, how, is_square(how) ? 0.0 : 0.02, TIE);
        for (way how = WHOLE; how <= MIDDLE; how++) assert_grid_is_what_is_drawn_twice(c, how);
        undress(c);
        compared++;
    }
    SDL_Quit();
    start("dummy");
    if (!compared) print_message("no renderer but the software one starts here\n");
}

static int start_sdl(void **state)
{
    (void)state;
    return start("dummy");
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
        cmocka_unit_test(software_draws_whole_poses_to_the_pixel),
        cmocka_unit_test(software_cuts_and_turns_as_its_own_pose_says),
        cmocka_unit_test(software_is_this_far_from_the_pose_of_a_copy),
        cmocka_unit_test(software_draws_square_poses_best),
        cmocka_unit_test(software_draws_turned_pictures_smoothly),
        cmocka_unit_test(copies_and_triangles_are_tinted_alike),
        cmocka_unit_test(others_draw_any_pose_to_the_pixel),
    };
    return cmocka_run_group_tests(tests, start_sdl, stop_sdl);
}
