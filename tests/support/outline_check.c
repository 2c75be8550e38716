#include "support/lists.h"
#include "support/outline_check.h"

#include "rimcast/mask.h"

#include <SDL_image.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// --- sides ------------------------------------------------------------------------------------------

static check_side *sides_of(const rim_loops *loops, int *count)
{
    size_t      points;
    check_side *sides, *to;
    loop_points(loops, &points);
    sides = to = calloc(points + 1, sizeof *sides);
    for (int64_t i = 0; i < loop_count(loops); i++)
    {
        rim_loop loop = rim_loops_list(loops, NULL)[i];
        for (size_t k = 0; k < loop.count; k++, to++)
        {
            rim_vec2   a = loop.points[k], b = loop.points[(k + 1) % loop.count];
            check_side side = { (int64_t)a.x, (int64_t)a.y, (int64_t)b.x, (int64_t)b.y, i };
            assert_true((float)side.ax == a.x && (float)side.ay == a.y);
            *to = side;
        }
    }
    *count = (int)(to - sides);
    return sides;
}

static int64_t low(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t high(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int sign_of_turn(const check_side *s, int64_t x, int64_t y)
{
    int64_t turn = (s->bx - s->ax) * (y - s->ay) - (s->by - s->ay) * (x - s->ax);
    return (turn > 0) - (turn < 0);
}

static bool has_end(const check_side *s, int64_t x, int64_t y)
{
    return (s->ax == x && s->ay == y) || (s->bx == x && s->by == y);
}

// The closed boxes meet.
static bool boxes_meet(const check_side *s, const check_side *t)
{
    return low(s->ax, s->bx) <= high(t->ax, t->bx) && low(t->ax, t->bx) <= high(s->ax, s->bx) &&
           low(s->ay, s->by) <= high(t->ay, t->by) && low(t->ay, t->by) <= high(s->ay, s->by);
}

static void check_pair(const check_side *s, const check_side *t)
{
    int c = sign_of_turn(s, t->ax, t->ay), d = sign_of_turn(s, t->bx, t->by);
    int a = sign_of_turn(t, s->ax, s->ay), b = sign_of_turn(t, s->bx, s->by);
    if (c * d > 0 || a * b > 0) return;
    bool first = has_end(s, t->ax, t->ay), second = has_end(s, t->bx, t->by);
    // They meet: in one common end, and if on one line, then pointing away from each other.
    assert_true(first != second);
    if (c == 0 && d == 0)
    {
        int64_t mx = first ? t->ax : t->bx, my = first ? t->ay : t->by;
        int64_t ux = s->ax + s->bx - 2 * mx, uy = s->ay + s->by - 2 * my;
        int64_t vx = t->ax + t->bx - 2 * mx, vy = t->ay + t->by - 2 * my;
        assert_true(ux * vx + uy * vy < 0);
    }
}

static int by_top(const void *a, const void *b)
{
    const check_side *s = a, *t = b;
    int64_t           u = low(s->ay, s->by), v = low(t->ay, t->by);
    return (u > v) - (u < v);
}

int64_t check_loops_are_simple(const rim_loops *loops)
{
    int         count;
    int64_t     pairs = 0;
    check_side *sides = sides_of(loops, &count);
    qsort(sides, (size_t)count, sizeof *sides, by_top);
    for (int i = 0; i < count; i++)
    {
        const check_side *s = &sides[i];
        assert_true(s->ax != s->bx || s->ay != s->by);
        for (int j = i + 1; j < count && low(sides[j].ay, sides[j].by) <= high(s->ay, s->by); j++)
        {
            if (!boxes_meet(s, &sides[j])) continue;
            check_pair(s, &sides[j]);
            pairs++;
        }
    }
    free(sides);
    return pairs;
}

// --- nesting ------------------------------------------------------------------------------------------

// 1 inside, 0 on it, -1 outside.
static int where_is(const rim_loop *loop, double x, double y)
{
    bool inside = false;
    for (size_t k = 0; k < loop->count; k++)
    {
        rim_vec2 a = loop->points[k], b = loop->points[(k + 1) % loop->count];
        double   ax = (double)a.x, ay = (double)a.y, bx = (double)b.x, by = (double)b.y;
        double   turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
        if (turn == 0.0 && x >= fmin(ax, bx) && x <= fmax(ax, bx) && y >= fmin(ay, by) &&
            y <= fmax(ay, by))
            return 0;
        if ((ay > y) != (by > y) && (turn > 0.0) == (by > ay)) inside = !inside;
    }
    return inside ? 1 : -1;
}

static bool is_around(const rim_loop *outer, const rim_loop *inner)
{
    for (size_t k = 0; k < inner->count; k++)
    {
        rim_vec2 p = inner->points[k], q = inner->points[(k + 1) % inner->count];
        int      at = where_is(outer, (double)p.x, (double)p.y);
        if (at) return at > 0;
        at = where_is(outer, 0.5 * ((double)p.x + (double)q.x), 0.5 * ((double)p.y + (double)q.y));
        if (at) return at > 0;
    }
    return false;
}

static bool is_ancestor(const rim_loops *loops, int64_t of, int64_t who)
{
    for (int64_t up = rim_loops_list(loops, NULL)[of].parent; up >= 0;
         up = rim_loops_list(loops, NULL)[up].parent)
        if (up == who) return true;
    return false;
}

void check_loops_are_nested(const rim_loops *loops)
{
    for (int64_t i = 0; i < loop_count(loops); i++)
    {
        rim_loop loop = rim_loops_list(loops, NULL)[i];
        double   twice = 0.0;
        for (size_t k = 0; k < loop.count; k++)
        {
            rim_vec2 a = loop.points[k], b = loop.points[(k + 1) % loop.count];
            twice += (double)a.x * (double)b.y - (double)a.y * (double)b.x;
        }
        assert_true(loop.count >= 3 && twice != 0.0);
        assert_near(loop.area, 0.5 * twice, 0.0);
        bool hole = loop.parent >= 0 && rim_loops_list(loops, NULL)[loop.parent].area > 0.0;
        assert_true((loop.area < 0.0) == hole);
        for (int64_t j = 0; j < loop_count(loops); j++)
        {
            rim_loop other = rim_loops_list(loops, NULL)[j];
            if (i != j && is_around(&other, &loop) != is_ancestor(loops, i, j))
                fail_msg("loop %d around loop %d", (int)j, (int)i);
        }
    }
}

// --- distance ---------------------------------------------------------------------------------------

static double square_to_side(double x, double y, rim_vec2 a, rim_vec2 b)
{
    double ux = (double)b.x - (double)a.x, uy = (double)b.y - (double)a.y;
    double px = x - (double)a.x, py = y - (double)a.y,
           t = (px * ux + py * uy) / (ux * ux + uy * uy);
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return (px - t * ux) * (px - t * ux) + (py - t * uy) * (py - t * uy);
}

static double square_to_all(double x, double y, const rim_vec2 *points, size_t count)
{
    double best = INFINITY;
    for (size_t k = 0; k < count; k++)
        best = fmin(best, square_to_side(x, y, points[k], points[(k + 1) % count]));
    return best;
}

static double farthest(const rim_vec2 *from, size_t count, const rim_vec2 *to, size_t to_count)
{
    double most = 0.0;
    for (size_t k = 0; k < count; k++)
    {
        rim_vec2 a = from[k], b = from[(k + 1) % count];
        int      steps = 1 + (int)(4.0f * rim_vec2_distance(a, b));
        for (int i = 0; i < steps; i++)
        {
            double t = (double)i / steps;
            double x = (1.0 - t) * (double)a.x + t * (double)b.x;
            double y = (1.0 - t) * (double)a.y + t * (double)b.y;
            most = fmax(most, square_to_all(x, y, to, to_count));
        }
    }
    return sqrt(most);
}

void check_loops_are_near(const rim_loops *loops, const rim_contours *contours, double tolerance)
{
    assert_int_equal(ring_count(contours), loop_count(loops));
    for (int64_t i = 0; i < loop_count(loops); i++)
    {
        rim_loop  loop = rim_loops_list(loops, NULL)[i];
        rim_ring  ring = rim_contours_rings(contours, NULL)[i];
        rim_vec2 *corners = calloc(ring.count, sizeof *corners);
        for (size_t k = 0; k < ring.count; k++)
            corners[k] = rim_vec2_make((float)ring.corners[k].x, (float)ring.corners[k].y);
        assert_int_equal(ring.parent, loop.parent);
        assert_true(farthest(corners, ring.count, loop.points, loop.count) <= tolerance + 1e-9);
        assert_true(farthest(loop.points, loop.count, corners, ring.count) <= tolerance + 1e-9);
        free(corners);
    }
}

// --- pixels -------------------------------------------------------------------------------------------

// Does the side run through the inside of pixel (x, y)? Its box does, and the corners are not all on one
// hand.
static bool cuts_pixel(const check_side *s, int64_t x, int64_t y)
{
    if (low(s->ax, s->bx) >= x + 1 || high(s->ax, s->bx) <= x) return false;
    if (low(s->ay, s->by) >= y + 1 || high(s->ay, s->by) <= y) return false;
    bool right = false, left = false;
    for (int i = 0; i < 4; i++)
    {
        int hand = sign_of_turn(s, x + (i & 1), y + (i >> 1));
        right |= hand > 0;
        left |= hand < 0;
    }
    return right && left;
}

// For each pixel: is it cut by a side?
static bool *pixels_cut(const rim_loops *loops, int width, int height)
{
    int         count;
    check_side *sides = sides_of(loops, &count);
    bool       *cut = calloc((size_t)width * (size_t)height + 1, sizeof *cut);
    for (int i = 0; i < count; i++)
    {
        const check_side *s = &sides[i];
        for (int64_t y = low(s->ay, s->by); y < high(s->ay, s->by); y++)
            for (int64_t x = low(s->ax, s->bx); x < high(s->ax, s->bx); x++)
                if (cuts_pixel(s, x, y)) cut[y * width + x] = true;
    }
    free(sides);
    return cut;
}

void check_loops_keep_to(const rim_loops *loops, const rim_mask *mask, rim_simplify_side side)
{
    int   width = rim_mask_width(mask), height = rim_mask_height(mask);
    bool *cut = pixels_cut(loops, width, height);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
        {
            bool solid = rim_mask_get(mask, x, y), inside = false;
            if (solid != (side == RIM_SIMPLIFY_CONTAIN)) continue;
            assert_false(cut[y * width + x]);
            for (int64_t i = 0; i < loop_count(loops); i++)
            {
                rim_loop loop = rim_loops_list(loops, NULL)[i];
                inside ^= where_is(&loop, x + 0.5, y + 0.5) > 0;
            }
            assert_int_equal(solid, inside);
        }
    free(cut);
}

// --- masks --------------------------------------------------------------------------------------------

static void draw_blobs(rim_mask *mask, test_random *random)
{
    int w = rim_mask_width(mask), h = rim_mask_height(mask);
    for (int i = random_int(random, 1, 8); i > 0; i--)
    {
        rim_vec2 p[6];
        for (int k = 0; k < 6; k++)
            p[k] = rim_vec2_make(random_float(random, -5.0f, (float)w + 5.0f),
                                 random_float(random, -5.0f, (float)h + 5.0f));
        bool solid = random_int(random, 0, 2) > 0;
        if (i & 1)
            rim_mask_draw_circle(mask, p[0], random_float(random, 0.5f, 0.4f * (float)w + 1.0f),
                                 solid);
        else
            rim_mask_draw_polygon(mask, p, random_int(random, 3, 6), solid);
    }
}

// One pixel wide, straight or stepping aside.
static void draw_lines(rim_mask *mask, test_random *random)
{
    for (int i = random_int(random, 1, 9); i > 0; i--)
    {
        int x = random_int(random, 0, rim_mask_width(mask)),
            y = random_int(random, 0, rim_mask_height(mask));
        int dx = random_int(random, -1, 1), dy = random_int(random, -3, 3);
        for (int k = random_int(random, 1, 60); k > 0; k--)
        {
            rim_mask_set(mask, x, y, i % 4 != 0);
            x += dx;
            y += dy > 1 ? k % dy == 0 : dy < -1 ? -(k % dy == 0) : dy;
        }
    }
}

static bool is_patterned(int kind, int x, int y, int size)
{
    int far = abs(x - 3 * size) > abs(y - 2 * size) ? abs(x - 3 * size) : abs(y - 2 * size);
    return kind == 0   ? far / size % 2 == 0
           : kind == 1 ? (x / size + y / size) % 2 == 0
                       : x * size > 3 * y;
}

rim_mask *check_random_mask(test_random *random, int most)
{
    rim_mask *mask;
    int       width = random_int(random, 0, most), height = random_int(random, 0, most);
    int       kind = random_int(random, 0, 5), size = random_int(random, 1, 5);
    int percent = random_int(random, 0, 3) ? random_int(random, 0, 4) : random_int(random, 0, 100);
    assert_int_equal(RIM_OK, rim_mask_create(&mask, width, height, NULL));
    for (int y = 0; y < height && kind < 3; y++)
        for (int x = 0; x < width; x++) rim_mask_set(mask, x, y, is_patterned(kind, x, y, size));
    if (kind == 3 || kind == 4) draw_blobs(mask, random);
    if (kind == 4 || kind == 5) draw_lines(mask, random);
    for (int i = width * height * percent / 100; i > 0; i--)
    {
        int x = random_int(random, 0, width - 1), y = random_int(random, 0, height - 1);
        rim_mask_set(mask, x, y, !rim_mask_get(mask, x, y));
    }
    return mask;
}

const char *const check_assets[CHECK_ASSETS] = { "crescent.png", "ring.png", "ship.png",
                                                 "sword.png",    "tree.png", "word.png" };

rim_mask *check_asset_mask(const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "assets/%s", name);
    SDL_Surface *loaded = IMG_Load(path);
    assert_non_null(loaded);
    SDL_Surface *surface = SDL_ConvertSurfaceFormat(loaded, SDL_PIXELFORMAT_RGBA32, 0);
    assert_non_null(surface);
    rim_image image = {
        surface->pixels, surface->w, surface->h, surface->pitch, RIM_PIXELS_RGBA8, 0
    };
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create_from_image(&mask, &image, RIM_ALPHA_HALF, NULL));
    SDL_FreeSurface(loaded);
    SDL_FreeSurface(surface);
    return mask;
}
