// What the main queries of sprites cost, beside the way by hand: docs/cost.md is made of these rows.
//
// A row's input says size, pose and case: 48/rotated/near are sprites of 48 pixels, each with an angle of its own,
// whose boxes overlap though they do not touch. What a game without a library does is the way by hand: it looks at pixels
// and steps along motions, pixel by pixel. So it answers moved and turned questions roughly.
#include "flat.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    PLACES = 48,
    TRIES = 200000
};

// A sprite in the world, which the ways by hand map to its pixels.
typedef struct placed
{
    rim_posed            posed;
    const unsigned char *bytes;
    int                  width, height;
    double               inverse[6];     // u = [0] x + [2] y + [4], v = [1] x + [3] y + [5]
    double               half_x, half_y; // of its box in the world
} placed;

typedef struct place
{
    placed   a, b;
    rim_vec2 at, delta; // a's place, and its motion
    float    size;      // of a shape there
} place;

// The kinds of questions: of two sprites, else of a sprite and a place; at rest, else of a motion.
enum
{
    PAIR = 1,
    MOVES = 2
};

typedef int64_t (*answer)(const place *p);

typedef struct question
{
    const char *name;
    answer      ours, by_hand;
    int         kind;
} question;

typedef struct scene
{
    const question *question;
    place           places[PLACES];
    bool            hit; // is every answer
} scene;

// --- the ways by hand ------------------------------------------------------------------------------------

static bool shows(const placed *s, double x, double y)
{
    double u = s->inverse[0] * x + s->inverse[2] * y + s->inverse[4],
           v = s->inverse[1] * x + s->inverse[3] * y + s->inverse[5];
    if (!(u >= 0.0 && v >= 0.0 && u < s->width && v < s->height)) return false;
    return s->bytes[(size_t)v * (size_t)s->width + (size_t)u];
}

// Does the box of what moves, half_x by half_y about its middle, meet b's?
static bool comes_near(const place *p, double half_x, double half_y)
{
    double x = p->at.x - p->b.posed.pose.tx, y = p->at.y - p->b.posed.pose.ty;
    half_x += p->b.half_x, half_y += p->b.half_y;
    return fmin(x, x + p->delta.x) < half_x && fmax(x, x + p->delta.x) > -half_x &&
           fmin(y, y + p->delta.y) < half_y && fmax(y, y + p->delta.y) > -half_y;
}

// The pixels that two sprites share, up to `most` of them, a being moved by (x, y).
static int64_t shared(const place *p, double x, double y, int64_t most)
{
    const placed *a = &p->a, *b = &p->b;
    int64_t       count = 0;
    double        ax = p->at.x + x, ay = p->at.y + y, bx = b->posed.pose.tx, by = b->posed.pose.ty;
    double x0 = fmax(ax - a->half_x, bx - b->half_x), x1 = fmin(ax + a->half_x, bx + b->half_x);
    double y0 = fmax(ay - a->half_y, by - b->half_y), y1 = fmin(ay + a->half_y, by + b->half_y);
    if (a->posed.pose.b != 0.0f)
    {
        for (double v = floor(y0) + 0.5; v < y1; v += 1.0)
            for (double u = floor(x0) + 0.5; u < x1; u += 1.0)
                if (shows(a, u - x, v - y) && shows(b, u, v) && ++count == most) return count;
        return count;
    }
    // Unturned: whole pixels, rows over rows.
    int dx = (int)floor(b->inverse[4] - a->inverse[4] + x),
        dy = (int)floor(b->inverse[5] - a->inverse[5] + y);
    int left = dx < 0 ? -dx : 0, right = a->width < b->width - dx ? a->width : b->width - dx;
    int top = dy < 0 ? -dy : 0, bottom = a->height < b->height - dy ? a->height : b->height - dy;
    for (int v = top; v < bottom; v++)
    {
        const unsigned char *row = a->bytes + v * a->width,
                            *other = b->bytes + (v + dy) * b->width + dx;
        for (int u = left; u < right; u++)
            if (row[u] && other[u] && ++count == most) return count;
    }
    return count;
}

static int64_t hand_overlaps(const place *p)
{
    return shared(p, 0.0, 0.0, 1);
}
static int64_t hand_area(const place *p)
{
    return shared(p, 0.0, 0.0, INT64_MAX) > 0;
}

// The area's differences tell the normal.
static int64_t hand_contact(const place *p)
{
    int64_t area = shared(p, 0.0, 0.0, INT64_MAX);
    if (!area) return 0;
    bench_use(shared(p, 1.0, 0.0, INT64_MAX) - shared(p, -1.0, 0.0, INT64_MAX));
    bench_use(shared(p, 0.0, 1.0, INT64_MAX) - shared(p, 0.0, -1.0, INT64_MAX));
    return 1;
}

// Eight ways, a pixel further each time.
static int64_t hand_separate(const place *p)
{
    static const int way[8][2] = { { 1, 0 },  { 1, 1 },   { 0, 1 },  { -1, 1 },
                                   { -1, 0 }, { -1, -1 }, { 0, -1 }, { 1, -1 } };
    if (!shared(p, 0.0, 0.0, 1)) return 0;
    for (int r = 1;; r++)
        for (int k = 0; k < 8; k++)
            if (!shared(p, r * way[k][0], r * way[k][1], 1)) return 1;
}

static int64_t hand_sweep(const place *p)
{
    if (!comes_near(p, p->a.half_x, p->a.half_y)) return 0;
    double length = hypot(p->delta.x, p->delta.y);
    for (double r = 0.0; r < length; r += 1.0)
        if (shared(p, p->delta.x * r / length, p->delta.y * r / length, 1)) return 1;
    return 0;
}

static bool is_in_disc(const place *p, double x, double y)
{
    return x * x + y * y < (double)p->size * p->size;
}
static bool is_in_box(const place *p, double x, double y)
{
    return fabs(x) < p->size && fabs(y) < p->size;
}
static bool is_in_diamond(const place *p, double x, double y)
{
    return fabs(x) + fabs(y) < (double)p->size;
}

// The pixels around a place whose middles are in a shape there.
static int64_t hand_shape(const place *p, double x, double y,
                          bool (*is_in)(const place *, double, double))
{
    double r = p->size, mx = p->b.posed.pose.tx, my = p->b.posed.pose.ty;
    if (fabs(x - mx) > p->b.half_x + r || fabs(y - my) > p->b.half_y + r) return 0;
    for (double v = floor(y - r) + 0.5; v < y + r; v += 1.0)
        for (double u = floor(x - r) + 0.5; u < x + r; u += 1.0)
            if (is_in(p, u - x, v - y) && shows(&p->b, u, v)) return 1;
    return 0;
}

static int64_t hand_shape_sweep(const place *p, bool (*is_in)(const place *, double, double))
{
    if (!comes_near(p, p->size, p->size)) return 0;
    double length = hypot(p->delta.x, p->delta.y);
    for (double r = 0.0; r < length; r += 1.0)
        if (hand_shape(p, p->at.x + p->delta.x * r / length, p->at.y + p->delta.y * r / length,
                       is_in))
            return 1;
    return 0;
}

static int64_t hand_contains(const place *p)
{
    return shows(&p->b, p->at.x, p->at.y);
}
static int64_t hand_circle(const place *p)
{
    return hand_shape(p, p->at.x, p->at.y, is_in_disc);
}
static int64_t hand_box(const place *p)
{
    return hand_shape(p, p->at.x, p->at.y, is_in_box);
}
static int64_t hand_polygon(const place *p)
{
    return hand_shape(p, p->at.x, p->at.y, is_in_diamond);
}
static int64_t hand_circle_sweep(const place *p)
{
    return hand_shape_sweep(p, is_in_disc);
}
static int64_t hand_polygon_sweep(const place *p)
{
    return hand_shape_sweep(p, is_in_diamond);
}

static int64_t hand_ray(const place *p)
{
    if (!comes_near(p, 0.0, 0.0)) return 0;
    double length = hypot(p->delta.x, p->delta.y);
    for (double r = 0.0; r < length; r += 1.0)
        if (shows(&p->b, p->at.x + p->delta.x * r / length, p->at.y + p->delta.y * r / length))
            return 1;
    return 0;
}

static int64_t hand_closest(const place *p)
{
    const placed *b = &p->b;
    rim_xform2    m = b->posed.pose;
    double        best = INFINITY, u0 = 0.5 * b->width, v0 = 0.5 * b->height;
    for (int v = 0; v < b->height; v++)
        for (int u = 0; u < b->width; u++)
        {
            if (!b->bytes[v * b->width + u]) continue;
            double x = m.a * (u + 0.5 - u0) + m.c * (v + 0.5 - v0) + m.tx - p->at.x;
            double y = m.b * (u + 0.5 - u0) + m.d * (v + 0.5 - v0) + m.ty - p->at.y;
            best = fmin(best, x * x + y * y);
        }
    return best < 0.5;
}

static int64_t hand_outline(const place *p)
{
    int                   rays;
    const rim_edge_point *points = rim_sprite_outline(p->a.posed.sprite, &rays);
    for (int k = 0; k < rays; k++)
    {
        rim_vec2 at = rim_xform2_apply(p->a.posed.pose, points[k].at);
        if (points[k].hit && shows(&p->b, at.x, at.y)) return 1;
    }
    return 0;
}

// --- Rimcast's ---------------------------------------------------------------------------------------------

static rim_circle2 circle_of(const place *p)
{
    rim_circle2 circle = { p->at, p->size };
    return circle;
}

static rim_box2 box_of(const place *p)
{
    rim_box2 box = { { p->at.x - p->size, p->at.y - p->size },
                     { p->at.x + p->size, p->at.y + p->size } };
    return box;
}

typedef struct diamond
{
    rim_vec2 corners[4];
} diamond;

static diamond diamond_of(const place *p)
{
    diamond made = { { { p->at.x + p->size, p->at.y },
                       { p->at.x, p->at.y + p->size },
                       { p->at.x - p->size, p->at.y },
                       { p->at.x, p->at.y - p->size } } };
    return made;
}

static const rim_motion2 resting = { { 0.0f, 0.0f }, 0.0f };

static rim_motion2 turning(const place *p)
{
    rim_motion2 motion = { p->delta, 0.5f };
    return motion;
}

static rim_motion2 turning_back(const place *p)
{
    rim_motion2 motion = { { -p->delta.x, -p->delta.y }, 0.5f };
    return motion;
}

#define OURS(name, value)                                                                          \
    static int64_t name(const place *p)                                                            \
    {                                                                                              \
        return value;                                                                              \
    }
#define BOTH p->a.posed, p->b.posed

OURS(our_overlaps, rim_sprite_overlaps(BOTH))
OURS(our_on_grid, rim_sprite_overlaps_on_grid(BOTH))
OURS(our_area, rim_sprite_overlap_area(BOTH) > 0.0)
OURS(our_pixel, rim_sprite_shared_pixel(BOTH, RIM_PICK_ANY).hit)
OURS(our_contact, rim_sprite_contact(BOTH).hit)
OURS(our_separate, rim_sprite_separate(BOTH).hit)
OURS(our_outline, rim_sprite_outline_first(BOTH) >= 0)
OURS(our_sweep, rim_sprite_sweep(p->a.posed, p->delta, p->b.posed).hit)
OURS(our_sweep_both, rim_sprite_sweep_both(p->a.posed, rim_vec2_scale(p->delta, 0.5f), p->b.posed,
                                           rim_vec2_scale(p->delta, -0.5f))
                         .hit)
OURS(our_turning, rim_sprite_sweep_turning(p->a.posed, turning(p), p->b.posed, resting).hit)
OURS(our_turning_circle, rim_sprite_sweep_turning_circle(p->b.posed, turning_back(p), circle_of(p),
                                                         rim_vec2_make(0.0f, 0.0f))
                             .hit)
OURS(our_turning_polygon,
     rim_sprite_sweep_turning_polygon(p->b.posed, turning_back(p),
                                      (rim_polygon2){ diamond_of(p).corners, 4 },
                                      rim_vec2_make(0.0f, 0.0f))
         .hit)
OURS(our_contains, rim_sprite_contains(p->b.posed, p->at))
OURS(our_circle, rim_sprite_overlaps_circle(p->b.posed, circle_of(p)))
OURS(our_box, rim_sprite_overlaps_box(p->b.posed, box_of(p)))
OURS(our_polygon,
     rim_sprite_overlaps_polygon(p->b.posed, (rim_polygon2){ diamond_of(p).corners, 4 }))
OURS(our_ray, rim_sprite_raycast(p->b.posed, (rim_ray2){ p->at, p->delta }).hit)
OURS(our_circle_sweep, rim_circle2_sweep_sprite(circle_of(p), p->delta, p->b.posed).hit)
OURS(
    our_polygon_sweep,
    rim_polygon2_sweep_sprite((rim_polygon2){ diamond_of(p).corners, 4 }, p->delta, p->b.posed).hit)
OURS(our_closest, rim_sprite_closest(p->b.posed, p->at).distance == 0.0)

static const question questions[] = {
    { "rim_sprite_overlaps", our_overlaps, hand_overlaps, PAIR },
    { "rim_sprite_overlaps_on_grid", our_on_grid, hand_overlaps, PAIR },
    { "rim_sprite_overlap_area", our_area, hand_area, PAIR },
    { "rim_sprite_shared_pixel", our_pixel, hand_overlaps, PAIR },
    { "rim_sprite_contact", our_contact, hand_contact, PAIR },
    { "rim_sprite_separate", our_separate, hand_separate, PAIR },
    { "rim_sprite_outline_first", our_outline, hand_outline, PAIR },
    { "rim_sprite_sweep", our_sweep, hand_sweep, PAIR | MOVES },
    { "rim_sprite_sweep_both", our_sweep_both, hand_sweep, PAIR | MOVES },
    { "rim_sprite_sweep_turning", our_turning, hand_sweep, PAIR | MOVES },
    { "rim_sprite_sweep_turning_circle", our_turning_circle, hand_circle_sweep, MOVES },
    { "rim_sprite_sweep_turning_polygon", our_turning_polygon, hand_polygon_sweep, MOVES },
    { "rim_sprite_contains", our_contains, hand_contains, 0 },
    { "rim_sprite_overlaps_circle", our_circle, hand_circle, 0 },
    { "rim_sprite_overlaps_box", our_box, hand_box, 0 },
    { "rim_sprite_overlaps_polygon", our_polygon, hand_polygon, 0 },
    { "rim_sprite_raycast", our_ray, hand_ray, MOVES },
    { "rim_circle2_sweep_sprite", our_circle_sweep, hand_circle_sweep, MOVES },
    { "rim_polygon2_sweep_sprite", our_polygon_sweep, hand_polygon_sweep, MOVES },
    { "rim_sprite_closest", our_closest, hand_closest, 0 },
};

// --- the places ----------------------------------------------------------------------------------------------

static double between(bench_random *random, double most)
{
    return floor((2.0 * bench_unit(random) - 1.0) * most);
}

// Unturned sprites lie on whole pixels.
static void put(placed *s, const flat_set *set, bench_random *random, double x, double y,
                bool turned)
{
    int                 i = bench_int(random, 0, set->sprites->count - 1);
    const sprite_image *image = &set->sprites->images[i];
    double              u0 = 0.5 * image->width, v0 = 0.5 * image->height;
    rim_rot2            rot = rim_rot2_degrees(turned ? 1.0 + 358.0 * bench_unit(random) : 0.0);
    double              c = rot.c, r = rot.s, tx = x + u0 - floor(u0), ty = y + v0 - floor(v0);
    s->posed = rim_posed_make(set->baked[i], rim_xform2_pose(rim_vec2_make((float)tx, (float)ty),
                                                             rot, rim_vec2_make(1.0f, 1.0f)));
    s->bytes = set->bytes[i];
    s->width = image->width, s->height = image->height;
    const double inverse[6] = { c, -r, r, c, u0 - (c * tx + r * ty), v0 - (c * ty - r * tx) };
    memcpy(s->inverse, inverse, sizeof inverse);
    s->half_x = fabs(c) * u0 + fabs(r) * v0, s->half_y = fabs(r) * u0 + fabs(c) * v0;
}

// A place that may be what is wanted: anywhere about b, on the way to it, or far away.
static void draw_place(place *p, const flat_set *set, bench_random *random, const char *wanted,
                       int side, bool moves, bool turned)
{
    double angle = 6.28318530717958648 * bench_unit(random), way = moves ? 1.6 * side : 0.0;
    if (strcmp(wanted, "far") == 0) way = 6.0 * side;
    double x = floor(way * cos(angle)) + (moves ? 0.0 : between(random, side));
    double y = floor(way * sin(angle)) + (moves ? 0.0 : between(random, side));
    put(&p->b, set, random, 0.0, 0.0, turned);
    put(&p->a, set, random, x, y, turned);
    p->at = rim_vec2_make(p->a.posed.pose.tx, p->a.posed.pose.ty);
    double length = hypot(x, y) + 1.0, reach = 2.0 * side / length;
    double aside = strcmp(wanted, "near") == 0 ? 1.2 * side : 0.5 * side;
    p->delta = rim_vec2_make((float)(floor(-x * reach) + between(random, aside)),
                             (float)(floor(-y * reach) + between(random, aside)));
    p->size = (float)side / 8.0f;
}

// Do the boxes overlap?
static bool is_near(const place *p, int kind)
{
    double size = (double)p->size, more_x = kind & PAIR ? p->a.half_x : size,
           more_y = kind & PAIR ? p->a.half_y : size;
    return kind & MOVES ||
           (fabs(p->at.x) < p->b.half_x + more_x && fabs(p->at.y) < p->b.half_y + more_y);
}

static bool draw_scene(scene *s, const flat_set *set, const char *wanted, int side, bool turned)
{
    bench_random random = { 21 };
    int          found = 0;
    s->hit = strcmp(wanted, "hit") == 0;
    for (int i = 0; i < TRIES && found < PLACES; i++)
    {
        place *p = &s->places[found];
        draw_place(p, set, &random, wanted, side, s->question->kind & MOVES, turned);
        bool fits = strcmp(wanted, "far") == 0 || is_near(p, s->question->kind);
        found += fits && (s->question->ours(p) != 0) == s->hit;
    }
    return found == PLACES;
}

// --- the rows ------------------------------------------------------------------------------------------------

static void ask_all(const scene *s, answer ask, int64_t *answers)
{
    for (int i = 0; i < PLACES; i++)
    {
        int64_t value = ask(&s->places[i]);
        if (answers) answers[i] = value;
        bench_use(value);
    }
}

static void ask_us(const void *work, int64_t *answers)
{
    const scene *s = work;
    ask_all(s, s->question->ours, answers);
}

static void ask_by_hand(const void *work, int64_t *answers)
{
    const scene *s = work;
    ask_all(s, s->question->by_hand, answers);
}

static void wanted_answers(const void *work, int64_t *answers)
{
    const scene *s = work;
    for (int i = 0; i < PLACES; i++) answers[i] = s->hit;
}

static bool measure(const bench_options *options, const flat_set *set, scene *s, int side)
{
    static const char *const wanted[] = { "hit", "near", "far" };
    for (int k = 0; k < 6; k++)
    {
        char input[32];
        bool turned = k >= 3;
        snprintf(input, sizeof input, "%d/%s/%s", side, turned ? "rotated" : "unrotated",
                 wanted[k % 3]);
        if (!draw_scene(s, set, wanted[k % 3], side, turned))
        {
            fprintf(stderr, "bench: no places for %s %s\n", s->question->name, input);
            return false;
        }
        // Unturned and at rest, the way by hand is exact.
        bool is_exact = !turned && s->question->kind == PAIR && s->question->ours != our_outline;
        bench_case it = { .workload = s->question->name,
                          .input = input,
                          .work = s,
                          .operations = PLACES,
                          .oracle = wanted_answers,
                          .runs = { { "rimcast", ask_us, 0.0, false },
                                    { "by-hand", ask_by_hand, 0.0, !is_exact } },
                          .run_count = 2 };
        if (!bench_measure(options, &it)) return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    static const int  sides[] = { 48, 256 };
    static sprite_set sprites;
    static flat_set   set;
    bench_options     options;
    scene            *s = calloc(1, sizeof *s);
    bool              right = s && bench_options_read(&options, argc, argv);
    if (!right) return 2;
    bench_print_head();
    for (int i = 0; i < 2; i++)
    {
        if (!sprite_set_draw(&sprites, "cost", sides[i], 16) || !flat_set_make(&set, &sprites))
            return 2;
        for (size_t k = 0; k < sizeof questions / sizeof *questions; k++)
        {
            s->question = &questions[k];
            if (bench_wants(&options, s->question->name))
                right &= measure(&options, &set, s, sides[i]);
        }
        flat_set_free(&set);
        sprite_set_free(&sprites);
    }
    free(s);
    return right ? 0 : 1;
}
