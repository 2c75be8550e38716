// The pictures of `rimcast outline --picture`: what is painted where, read back pixel by pixel.
#include "support/program.h"
#include "support/support.h"

#include <SDL_image.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// As src/cli/picture.c names them.
static const unsigned char GROUND[3] = { 22, 27, 38 }, PAPER[3] = { 36, 43, 58 };
static const unsigned char INK[3] = { 203, 213, 235 }, HALO[3] = { 11, 14, 20 };
static const unsigned char GHOST[3] = { 148, 163, 184 };

enum
{
    SHOWN_SIDE = 896
};

// --- pictures ---------------------------------------------------------------------------------------

typedef struct shown
{
    SDL_Surface *surface;
    int          width, height;
    int          scale, margin; // of an image alone in its picture
    double       stroke;
} shown;

static shown picture_of(const char *arguments, int width, int height)
{
    char command[256];
    snprintf(command, sizeof command, "outline %s --picture look.png -o out.json", arguments);
    remove(program_path("out.json"));
    remove(program_path("look.png"));
    ran r = run(command);
    assert_int_equal(0, r.status);
    ran_end(&r);
    SDL_Surface *read = IMG_Load(program_path("look.png"));
    assert_non_null(read);
    shown s = { .surface = SDL_ConvertSurfaceFormat(read, SDL_PIXELFORMAT_RGB24, 0) };
    SDL_FreeSurface(read);
    s.width = s.surface->w;
    s.height = s.surface->h;
    int side = width > height ? width : height;
    s.scale = SHOWN_SIDE / side;
    s.margin = side * s.scale / 24 > 32 ? side * s.scale / 24 : 32;
    s.stroke = (side * s.scale > SHOWN_SIDE ? side * s.scale : SHOWN_SIDE) / 300.0;
    return s;
}

static const unsigned char *pixel(const shown *s, int x, int y)
{
    assert_true(x >= 0 && y >= 0 && x < s->width && y < s->height);
    return (const unsigned char *)s->surface->pixels + y * s->surface->pitch + 3 * x;
}

static bool is(const shown *s, double x, double y, const unsigned char color[3])
{
    const unsigned char *p = pixel(s, (int)x, (int)y);
    bool                 same = true;
    for (int k = 0; k < 3; k++) same = same && abs(p[k] - color[k]) <= 3; // an edge of a line
    if (!same)
        print_error("at %g, %g: %d %d %d instead of %d %d %d\n", x, y, p[0], p[1], p[2], color[0],
                    color[1], color[2]);
    return same;
}

static double on(const shown *s, double x)
{
    return s->margin + x * s->scale;
}

// --- two islands ------------------------------------------------------------------------------------

enum
{
    WIDE = 12,
    HIGH = 10
};

static const int ISLANDS[2][4] = { { 1, 2, 5, 8 }, { 7, 3, 11, 6 } };

static bool in_islands(int x, int y)
{
    for (int i = 0; i < 2; i++)
        if (x >= ISLANDS[i][0] && x < ISLANDS[i][2] && y >= ISLANDS[i][1] && y < ISLANDS[i][3])
            return true;
    return false;
}

static void write_islands(const char *name, bool transposed)
{
    unsigned char alpha[WIDE * HIGH];
    int           width = transposed ? HIGH : WIDE, height = transposed ? WIDE : HIGH;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            alpha[y * width + x] = (transposed ? in_islands(y, x) : in_islands(x, y)) ? 255 : 0;
    write_png(name, width, height, alpha);
}

static void every_edge_of_every_ring_is_painted(void **state)
{
    (void)state;
    write_islands("islands.png", false);
    shown s = picture_of("islands.png --contour", WIDE, HIGH);
    assert_int_equal(s.width, WIDE * s.scale + 2 * s.margin);
    assert_int_equal(s.height, HIGH * s.scale + 2 * s.margin);
    for (int i = 0; i < 2; i++)
    {
        // A little off the middle, where the lines between pixels do not cross the edge.
        double x0 = ISLANDS[i][0], y0 = ISLANDS[i][1], x1 = ISLANDS[i][2], y1 = ISLANDS[i][3];
        double edges[4][4] = { { x0 + 0.4, y0, 0, 1 },
                               { x0 + 0.4, y1, 0, 1 },
                               { x0, y0 + 0.4, 1, 0 },
                               { x1, y0 + 0.4, 1, 0 } };
        for (int k = 0; k < 4; k++)
        {
            double x = on(&s, edges[k][0]), y = on(&s, edges[k][1]);
            double nx = edges[k][2], ny = edges[k][3], beside = 0.8 * s.stroke;
            assert_true(is(&s, x, y, INK));
            assert_true(is(&s, x + nx * beside, y + ny * beside, HALO));
            assert_true(is(&s, x - nx * beside - 0.5, y - ny * beside - 0.5, HALO));
        }
        // Each corner is a dot.
        for (int k = 0; k < 4; k++)
        {
            double x = on(&s, k & 1 ? x1 : x0), y = on(&s, k & 2 ? y1 : y0);
            assert_true(is(&s, x, y, INK));
            double out = 0.6 * s.stroke; // on the dot, beside both lines
            assert_true(is(&s, x + (k & 1 ? out : -out), y + (k & 2 ? out : -out), INK));
        }
    }
    SDL_FreeSurface(s.surface);
}

static void pixels_lie_on_paper_and_paper_on_the_ground(void **state)
{
    (void)state;
    write_islands("islands.png", false);
    shown                s = picture_of("islands.png --contour", WIDE, HIGH);
    const unsigned char *solid = pixel(&s, (int)on(&s, 2.3), (int)on(&s, 4.3));
    unsigned char        fill[3] = { solid[0], solid[1], solid[2] };
    assert_true(memcmp(fill, PAPER, 3) != 0 && memcmp(fill, INK, 3) != 0);
    for (int y = 0; y < HIGH; y++)
        for (int x = 0; x < WIDE; x++)
            assert_true(is(&s, on(&s, x + 0.3), on(&s, y + 0.3), in_islands(x, y) ? fill : PAPER));
    double right = s.width - 1, bottom = s.height - 1;
    assert_true(is(&s, 0, 0, GROUND) && is(&s, right, 0, GROUND));
    assert_true(is(&s, 0, bottom, GROUND) && is(&s, right, bottom, GROUND));
    assert_true(is(&s, s.margin - 1, on(&s, 1.5), GROUND));
    assert_true(is(&s, on(&s, WIDE) + 1, on(&s, 1.5), GROUND));
    assert_true(is(&s, on(&s, 1.5), on(&s, HIGH) + 1, GROUND));
    // The anchor's cross in the middle; lines between the pixels, one pixel wide, dim the paper.
    assert_true(is(&s, on(&s, 6.0), on(&s, 5.0), GHOST));
    for (int x = 0; x <= WIDE; x++)
    {
        const unsigned char *line = pixel(&s, (int)on(&s, x), (int)on(&s, 0.5));
        assert_true(line[0] < PAPER[0] && line[0] >= GROUND[0] && line[2] < PAPER[2]);
        assert_true(x == WIDE || is(&s, on(&s, x) + 1, on(&s, 0.5), PAPER));
    }
    for (int y = 0; y <= HIGH; y++)
    {
        const unsigned char *line = pixel(&s, (int)on(&s, 0.5), (int)on(&s, y));
        assert_true(line[0] < PAPER[0] && line[0] >= GROUND[0] && line[2] < PAPER[2]);
        assert_true(y == HIGH || is(&s, on(&s, 0.5), on(&s, y) + 1, PAPER));
    }
    SDL_FreeSurface(s.surface);
}

static void what_is_visible_but_not_solid_is_dimmed(void **state)
{
    (void)state;
    unsigned char alpha[4] = { 255, 128, 127, 0 };
    write_png("fading.png", 4, 1, alpha);
    shown                s = picture_of("fading.png --contour", 4, 1);
    const unsigned char *whole = pixel(&s, (int)on(&s, 0.3), (int)on(&s, 0.3));
    for (int i = 0; i < 4; i++)
    {
        const unsigned char *p = pixel(&s, (int)on(&s, i + 0.3), (int)on(&s, 0.3));
        double               share = alpha[i] / 255.0 * (alpha[i] >= 128 ? 1.0 : 0.35);
        for (int k = 0; k < 3; k++)
            assert_near(p[k], PAPER[k] + share * (whole[k] - PAPER[k]), 1.01);
    }
    SDL_FreeSurface(s.surface);
}

// Rays meet the bar at (5, 1.5), (3, 2), (1, 1.5) and (3, 1).
static void the_polygon_of_the_rays_is_closed(void **state)
{
    (void)state;
    shown        s = picture_of("bar.png --rays 4", 6, 3);
    const double corners[4][2] = { { 5, 1.5 }, { 3, 2 }, { 1, 1.5 }, { 3, 1 } };
    for (int i = 0; i < 4; i++)
    {
        const double *a = corners[i], *b = corners[(i + 1) % 4];
        for (double t = 0.2; t < 0.9; t += 0.2)
            assert_true(
                is(&s, on(&s, a[0] + t * (b[0] - a[0])), on(&s, a[1] + t * (b[1] - a[1])), INK));
        // A dot with a rim at each point.
        assert_true(is(&s, on(&s, a[0]), on(&s, a[1]), INK));
        double way = i % 2 ? 0.0 : 1.0, out = i == 0 || i == 1 ? 1.9 * s.stroke : -1.9 * s.stroke;
        assert_true(is(&s, on(&s, a[0]) + way * out, on(&s, a[1]) + (1.0 - way) * out, HALO));
    }
    SDL_FreeSurface(s.surface);
}

static void a_transposed_image_has_a_transposed_picture(void **state)
{
    (void)state;
    write_islands("islands.png", false);
    write_islands("turned.png", true);
    const char *how[] = { "--contour", "--contour --convex 4", "--rays 8", "--rays 4" };
    for (int i = 0; i < 4; i++)
    {
        char one[64], two[64];
        snprintf(one, sizeof one, "islands.png %s", how[i]);
        snprintf(two, sizeof two, "turned.png %s", how[i]);
        shown a = picture_of(one, WIDE, HIGH), b = picture_of(two, HIGH, WIDE);
        assert_true(a.width == b.height && a.height == b.width);
        int off = 0;
        for (int y = 0; y < a.height; y++)
            for (int x = 0; x < a.width; x++)
                for (int k = 0; k < 3; k++) off += abs(pixel(&a, x, y)[k] - pixel(&b, y, x)[k]) > 2;
        assert_int_equal(off, 0);
        SDL_FreeSurface(a.surface);
        SDL_FreeSurface(b.surface);
    }
}

// Three images make two columns and two rows; each lies in the middle of its cell.
static void several_images_stand_in_rows(void **state)
{
    (void)state;
    write_islands("islands.png", false);
    shown large = picture_of("islands.png --contour", WIDE, HIGH);
    shown small = picture_of("bar.png --contour", 6, 3);
    shown all = picture_of("islands.png bar.png islands.png --contour", WIDE, HIGH);
    int   cell_width = large.width > small.width ? large.width : small.width;
    int   cell_height = large.height > small.height ? large.height : small.height;
    assert_int_equal(all.width, 2 * cell_width);
    assert_int_equal(all.height, 2 * cell_height);
    for (int i = 0; i < 3; i++)
    {
        const shown *one = i == 1 ? &small : &large;
        int          left = i % 2 * cell_width + (cell_width - one->width) / 2;
        int          top = i / 2 * cell_height + (cell_height - one->height) / 2;
        for (int y = 0; y < one->height; y++)
            assert_memory_equal(pixel(&all, left, top + y), pixel(one, 0, y),
                                3 * (size_t)one->width);
    }
    assert_true(is(&all, all.width - 1, all.height - 1, GROUND));
    SDL_FreeSurface(large.surface);
    SDL_FreeSurface(small.surface);
    SDL_FreeSurface(all.surface);
}

int main(void)
{
    program_enter("test_cli_picture");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_edge_of_every_ring_is_painted),
        cmocka_unit_test(pixels_lie_on_paper_and_paper_on_the_ground),
        cmocka_unit_test(what_is_visible_but_not_solid_is_dimmed),
        cmocka_unit_test(the_polygon_of_the_rays_is_closed),
        cmocka_unit_test(a_transposed_image_has_a_transposed_picture),
        cmocka_unit_test(several_images_stand_in_rows),
    };
    return cmocka_run_group_tests_name("cli picture", tests, NULL, NULL);
}
