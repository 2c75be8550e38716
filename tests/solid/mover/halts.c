// Characters never stop while a way is open. An oracle of brute force, which shares no code with them, looks for one
// wherever a character stops: stairs, ramps, rims, spikes, acute corners, rooms seen from inside, rough ground and the
// demos' course, at any rate, speed, size and skin.
#include "rimcast/character.h"
#include "rimcast/mesh.h"
#include "support/walkers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979

// --- the oracle: distances ----------------------------------------------------------------------------------

typedef struct point
{
    double x, y, z;
} point;

static point point_of(rim_vec3 v)
{
    point p = { v.x, v.y, v.z };
    return p;
}

static point minus(point a, point b)
{
    point p = { a.x - b.x, a.y - b.y, a.z - b.z };
    return p;
}

static point along(point a, point d, double s)
{
    point p = { a.x + s * d.x, a.y + s * d.y, a.z + s * d.z };
    return p;
}

static double inner(point a, point b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static point outer(point a, point b)
{
    point p = { a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
    return p;
}

static double size(point a)
{
    return sqrt(inner(a, a));
}

static double clamp(double x, double lo, double hi)
{
    return x < lo ? lo : x > hi ? hi : x;
}

static double point_to_segment(point p, point a, point b)
{
    point  d = minus(b, a);
    double dd = inner(d, d), s = dd > 0.0 ? clamp(inner(minus(p, a), d) / dd, 0.0, 1.0) : 0.0;
    return size(minus(p, along(a, d, s)));
}

static point normal_of(const point t[3])
{
    point n = outer(minus(t[1], t[0]), minus(t[2], t[0]));
    return along((point){ 0.0, 0.0, 0.0 }, n, 1.0 / size(n));
}

// Returns true if p, moved along the normal, is within the triangle, `border` from its edges at least.
static bool is_over(point p, const point t[3], double border)
{
    point n = normal_of(t);
    for (int i = 0; i < 3; i++)
    {
        point e = minus(t[(i + 1) % 3], t[i]);
        if (inner(outer(n, e), minus(p, t[i])) < border * size(e)) return false;
    }
    return true;
}

static double point_to_triangle(point p, const point t[3])
{
    if (is_over(p, t, 0.0)) return fabs(inner(normal_of(t), minus(p, t[0])));
    return fmin(point_to_segment(p, t[0], t[1]),
                fmin(point_to_segment(p, t[1], t[2]), point_to_segment(p, t[2], t[0])));
}

static double segment_to_segment(point a, point b, point c, point d)
{
    double best = fmin(fmin(point_to_segment(a, c, d), point_to_segment(b, c, d)),
                       fmin(point_to_segment(c, a, b), point_to_segment(d, a, b)));
    point  u = minus(b, a), v = minus(d, c), n = outer(u, v), w = minus(c, a);
    double nn = inner(n, n);
    if (!(nn > 1e-24 * inner(u, u) * inner(v, v))) return best;
    double s = inner(outer(w, v), n) / nn, r = inner(outer(w, u), n) / nn;
    if (s >= 0.0 && s <= 1.0 && r >= 0.0 && r <= 1.0)
        best = fmin(best, size(minus(along(a, u, s), along(c, v, r))));
    return best;
}

static double segment_to_triangle(point a, point b, const point t[3])
{
    point  n = normal_of(t);
    double at_a = inner(n, minus(a, t[0])), at_b = inner(n, minus(b, t[0]));
    if (at_a * at_b < 0.0 && is_over(along(a, minus(b, a), at_a / (at_a - at_b)), t, 0.0))
        return 0.0;
    double best = fmin(point_to_triangle(a, t), point_to_triangle(b, t));
    for (int i = 0; i < 3; i++) best = fmin(best, segment_to_segment(a, b, t[i], t[(i + 1) % 3]));
    return best;
}

static double separation_on(point axis, point centre, point half, const point t[3])
{
    double length = size(axis);
    if (!(length > 0.0)) return -INFINITY;
    double reach = half.x * fabs(axis.x) + half.y * fabs(axis.y) + half.z * fabs(axis.z);
    double lo = INFINITY, hi = -INFINITY;
    for (int i = 0; i < 3; i++)
    {
        double d = inner(axis, minus(t[i], centre));
        lo = fmin(lo, d);
        hi = fmax(hi, d);
    }
    return fmax(lo - reach, -hi - reach) / length;
}

// Returns the largest distance of a box's and a triangle's shadows on all axes that can separate them.
static double box_to_triangle(point centre, point half, const point t[3])
{
    static const point UNITS[3] = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };
    double             best = separation_on(normal_of(t), centre, half, t);
    for (int i = 0; i < 3; i++)
    {
        best = fmax(best, separation_on(UNITS[i], centre, half, t));
        point  e = minus(t[(i + 1) % 3], t[i]);
        double length = size(e);
        for (int k = 0; k < 3; k++)
        {
            point axis = outer(e, UNITS[k]);
            if (size(axis) > 1e-9 * length) best = fmax(best, separation_on(axis, centre, half, t));
        }
    }
    return best;
}

// --- the oracle: places ---------------------------------------------------------------------------------------

enum
{
    NEAR_MOST = 512
};

// What is around a character that stopped.
typedef struct surroundings
{
    const rim_character *c;
    point                foot;
    point                triangles[NEAR_MOST][3];
    double               least[NEAR_MOST]; // it must come no closer
    int                  count;
    double               rises[2]; // what it may rise by, to step over something; 0 if it cannot
} surroundings;

// Returns true if the triangle lets the character pass, whose foot is at p.
static bool lets_pass(const rim_character *c, point p, const point t[3])
{
    point  middle = { p.x, p.y + 0.5 * c->height, p.z };
    double side = inner(normal_of(t), minus(middle, t[0]));
    return (c->side == RIM_SIDE_FRONT && side < 0.0) || (c->side == RIM_SIDE_BACK && side > 0.0);
}

// Returns the gap of a character whose foot is at p.
static double gap_at(const rim_character *c, point p, const point t[3])
{
    point middle = { p.x, p.y + 0.5 * c->height, p.z },
          half = { c->radius, 0.5 * c->height, c->depth };
    if (c->kind == RIM_CHARACTER_BOX) return box_to_triangle(middle, half, t);
    point low = { p.x, p.y + c->radius, p.z }, high = { p.x, p.y + c->height - c->radius, p.z };
    return segment_to_triangle(low, high, t) - c->radius;
}

// Returns how much closer to what is around it may come at p: negative if something is too close.
static double clearance(const surroundings *s, point p)
{
    double least = INFINITY;
    for (int i = 0; i < s->count && least >= 0.0; i++)
        least = fmin(least, gap_at(s->c, p, s->triangles[i]) - s->least[i]);
    return least;
}

// The distance from a convex shape, along a line, is a convex function that changes no faster than the shape moves, so
// halving finds its least.
static bool passes(const surroundings *s, int i, point from, point way, double at_from,
                   double at_to)
{
    const point *t = s->triangles[i];
    double       least = s->least[i], length = size(way), lo = 0.0, hi = 1.0;
    while (at_from + at_to - (hi - lo) * length < 2.0 * least &&
           (hi - lo) * length > 0x1p-16 * s->c->skin)
    {
        double a = lo + 0.4 * (hi - lo), b = lo + 0.6 * (hi - lo);
        double at_a = gap_at(s->c, along(from, way, a), t),
               at_b = gap_at(s->c, along(from, way, b), t);
        if (at_a < least || at_b < least) return false;
        if (at_a < at_b)
            hi = b, at_to = at_b;
        else
            lo = a, at_from = at_a;
    }
    return true;
}

static bool is_free_line(const surroundings *s, point from, point way)
{
    point end = along(from, way, 1.0);
    if (clearance(s, end) < 0.0 || clearance(s, from) < 0.0) return false;
    for (int i = 0; i < s->count; i++)
    {
        double at_from = gap_at(s->c, from, s->triangles[i]),
               at_to = gap_at(s->c, end, s->triangles[i]);
        if (!passes(s, i, from, way, at_from, at_to)) return false;
    }
    return true;
}

static double slope_cosine(const rim_character *c, double less)
{
    return cos((double)c->slope - less * PI / 180.0);
}

static double slope_tangent(const rim_character *c, double less)
{
    return tan((double)c->slope - less * PI / 180.0);
}

static void look_around(surroundings *s, const rim_character *c, const rim_triangle *triangles,
                        int count)
{
    s->c = c;
    s->foot = point_of(c->position);
    s->foot = along(s->foot, point_of(c->rest), 1.0);
    s->count = 0;
    float    far = 3.0f * fmaxf(c->radius, c->depth) + c->step + 4.0f * c->skin;
    rim_vec3 reach = { far, far, far },
             top = { c->position.x, c->position.y + c->height, c->position.z };
    rim_box3 box = { rim_vec3_sub(c->position, reach), rim_vec3_add(top, reach) };
    for (int i = 0; i < count; i++)
    {
        const rim_triangle *t = &triangles[i];
        rim_box3            its = rim_box3_empty();
        its = rim_box3_add(rim_box3_add(rim_box3_add(its, t->a), t->b), t->c);
        if (!rim_box3_overlaps(its, box) || s->count == NEAR_MOST) continue;
        point *p = s->triangles[s->count];
        p[0] = point_of(t->a);
        p[1] = point_of(t->b);
        p[2] = point_of(t->c);
        if (!(size(outer(minus(p[1], p[0]), minus(p[2], p[0]))) > 0.0)) continue;
        if (lets_pass(c, s->foot, p)) continue;
        double coarse = 0x1p-20 * (fabs(s->foot.x) + fabs(s->foot.y) + c->height + fabs(s->foot.z));
        double gap = gap_at(c, s->foot, p), skin = fmax(c->skin, coarse);
        s->least[s->count++] = (gap < skin ? gap : skin) - 0x1p-16 * skin;
    }
}

// --- the oracle: ways -----------------------------------------------------------------------------------------

// Returns true if what is closest of a triangle to a character whose foot is at p is its face, and that is ground.
static bool is_ground_face(const rim_character *c, point p, const point t[3])
{
    point n = normal_of(t), low = { p.x, p.y + c->radius, p.z },
          middle = { p.x, p.y + 0.5 * c->height, p.z };
    point half = { c->radius, 0.5 * c->height, c->depth };
    if (fabs(n.y) < slope_cosine(c, 0.1)) return false;
    if (c->kind == RIM_CHARACTER_CAPSULE) return is_over(low, t, 0.0);
    return separation_on(n, middle, half, t) >=
           box_to_triangle(middle, half, t) - 0x1p-20 * c->radius;
}

// Returns true if everything that stops a level way is the face of ground.
static bool only_ground_stops(const surroundings *s, point way)
{
    for (int i = 0; i < s->count; i++)
        for (int k = 1; k <= 4; k++)
        {
            point p = along(s->foot, way, 0.25 * k);
            if (gap_at(s->c, p, s->triangles[i]) < s->least[i] &&
                !is_ground_face(s->c, p, s->triangles[i]))
                return false;
        }
    return true;
}

// Returns true if it can walk by `way`: on the level, down, or up what is ground.
static bool can_walk(const surroundings *s, point way)
{
    const rim_character *c = s->c;
    double               climb = slope_tangent(c, 0.1) * size(way);
    for (int i = 0; i <= 8; i++)
    {
        point down = { way.x, -climb * i / 8.0, way.z };
        if (is_free_line(s, s->foot, down)) return true;
    }
    // A round foot rolls over edges as if they were ramps: no higher than steps here.
    double round = c->kind == RIM_CHARACTER_BOX ? 0.0 : c->radius * (1.0 - cos((double)c->slope));
    if (c->step < round + 2.0 * c->skin || !only_ground_stops(s, way)) return false;
    for (int i = 1; i <= 8; i++)
    {
        point up = { way.x, climb * i / 8.0, way.z };
        if (is_free_line(s, s->foot, up)) return true;
    }
    return false;
}

// Returns true if a triangle is below a character whose foot is at p. A box that its plane cuts rests on an edge.
static bool is_below(const rim_character *c, point p, const point t[3])
{
    point n = normal_of(t), middle = { p.x, p.y + 0.5 * c->height, p.z };
    point half = { c->radius, 0.5 * c->height, c->depth };
    if (n.y * inner(n, minus(middle, t[0])) <= 0.0) return false;
    return c->kind == RIM_CHARACTER_CAPSULE || separation_on(n, middle, half, t) > 0.0;
}

// Returns true if a character at p, a quarter of a skin at most over what it rests on, stands on a face.
static bool stands_on_face(const surroundings *s, point p)
{
    const rim_character *c = s->c;
    for (int i = 0; i < s->count; i++)
    {
        const point *t = s->triangles[i];
        double       up = fabs(normal_of(t).y);
        if (up < slope_cosine(c, 0.5) || gap_at(c, p, t) > 1.25 * c->skin) continue;
        point low = { p.x, p.y + (c->kind == RIM_CHARACTER_BOX ? 0.0 : c->radius), p.z };
        if (is_below(c, p, t) && is_over(low, t, 2.0 * c->skin)) return true;
    }
    return false;
}

// Returns true if, raised to `above`, it can go on by `way` and stand there on ground that is no higher than a step.
static bool can_step_so(const surroundings *s, point above, point way)
{
    const rim_character *c = s->c;
    if (!is_free_line(s, above, way)) return false;
    point at = along(above, way, 1.0);
    while (at.y > s->foot.y + 2.0 * c->skin)
    {
        double left = clearance(s, at);
        if (left < 0.25 * c->skin) return stands_on_face(s, at);
        at.y -= left;
    }
    return false;
}

static bool can_step(const surroundings *s, point direction)
{
    static const double  RUNS[] = { 0.25, 0.5, 1.0, 1.5, 2.0 };
    const rim_character *c = s->c;
    double               least = fmin(c->radius, c->depth);
    for (int i = 0; i < 10; i++)
    {
        point way = along((point){ 0.0, 0.0, 0.0 }, direction, RUNS[i / 2] * least),
              above = s->foot;
        above.y += s->rises[i % 2];
        if (s->rises[i % 2] > 0.0 && can_step_so(s, above, way)) return true;
    }
    return false;
}

// Notes how far it may rise to step over something: a step, or half of it.
static void note_rises(surroundings *s)
{
    double rise = s->c->step - 2.0 * (double)s->c->skin;
    for (int i = 0; i < 2; i++)
    {
        point up = { 0.0, i ? 0.5 * rise : rise, 0.0 };
        s->rises[i] = up.y > 2.0 * s->c->skin && is_free_line(s, s->foot, up) ? up.y : 0.0;
    }
}

typedef struct open_way
{
    bool   walked, stepped;
    double degrees; // off the wish
} open_way;

// Tries 64 level directions within 80 degrees of the wish.
static open_way find_way(surroundings *s, rim_vec3 wish, double least)
{
    open_way way = { false, false, 0.0 };
    note_rises(s);
    for (int i = 0; i < 64 && !way.walked && !way.stepped; i++)
    {
        double turn = (i % 2 ? 1.0 : -1.0) * (80.0 / 63.0) * i * PI / 180.0,
               angle = atan2(wish.z, wish.x) + turn;
        point direction = { cos(angle), 0.0, sin(angle) };
        way.walked = can_walk(s, along((point){ 0.0, 0.0, 0.0 }, direction, least));
        way.stepped = !way.walked && can_step(s, direction);
        way.degrees = turn * 180.0 / PI;
    }
    return way;
}

// --- scenes ---------------------------------------------------------------------------------------------------

typedef enum scene_kind
{
    SCENE_STAIRS,
    SCENE_RAMPS,
    SCENE_RIMS,
    SCENE_SPIKES,
    SCENE_CORNERS,
    SCENE_ROOM,
    SCENE_ROUGH,
    SCENE_COURSE,
    SCENE_KINDS
} scene_kind;

static const char *const SCENE_NAMES[] = { "stairs",  "ramps", "rims",  "spikes",
                                           "corners", "room",  "rough", "course" };

// A scene is built about its own origin, then turned and moved.
typedef struct scene
{
    room                r;
    rim_world3          world;
    const rim_triangle *triangles;
    int                 count;
    rim_side            side;
    float               turn_x, turn_z; // cosine and sine
    rim_vec3            start;
    float               reach; // characters start within this of the start
} scene;

static void build_stairs(scene *s, test_random *random)
{
    float rise = random_float(random, 0.03f, 0.4f), tread = random_float(random, 0.1f, 0.6f);
    bool  open = random_int(random, 0, 3) == 0; // treads without risers
    if (random_int(random, 0, 2) == 0)
        tread = 0.3f, rise = 0.01f * (float)random_int(random, 3, 40);
    room_floor(&s->r, -9.0f, 0.0f, 0.0f);
    for (int i = 0; i < 12; i++)
    {
        float x = tread * (float)i, y = rise * (float)i;
        if (!open) room_wall(&s->r, x, y, y + rise);
        room_floor(&s->r, x, x + tread, y + rise);
    }
    room_floor(&s->r, 12.0f * tread, 12.0f * tread + 9.0f, 12.0f * rise);
    if (random_int(random, 0, 1))
    {
        float z = random_float(random, 0.5f, 2.0f), lean = random_float(random, -0.5f, 0.5f);
        room_quad(&s->r, v3(-9.0f, 0.0f, z), v3(20.0f, 0.0f, z), v3(20.0f, 9.0f, z + lean),
                  v3(-9.0f, 9.0f, z + lean));
    }
}

static void build_ramps(scene *s, test_random *random)
{
    float x = 0.0f, y = 0.0f;
    room_floor(&s->r, -9.0f, 0.0f, 0.0f);
    for (int i = 0; i < 12; i++)
    {
        float wide = random_float(random, 0.1f, 2.0f), lean = random_float(random, -0.3f, 0.3f);
        float top = y + wide * tanf(random_float(random, -1.0f, 1.2f));
        room_quad(&s->r, v3(x, y, -9.0f), v3(x, y, 9.0f), v3(x + wide + lean, top, 9.0f),
                  v3(x + wide - lean, top, -9.0f));
        x += wide + 0.3f;
        y = top;
        if (random_int(random, 0, 1)) room_floor(&s->r, x - 0.6f, x + 0.3f, y);
    }
    room_floor(&s->r, -9.0f, 30.0f, -3.0f);
}

static void build_rims(scene *s, test_random *random)
{
    room_floor(&s->r, -9.0f, 9.0f, 0.0f);
    for (int i = 0; i < 14; i++)
    {
        float x = random_float(random, -4.0f, 4.0f), z = random_float(random, -4.0f, 4.0f);
        float a = random_float(random, 0.05f, 1.0f), b = random_float(random, 0.05f, 1.0f);
        float y = random_float(random, 0.01f, 0.6f),
              bevel = random_int(random, 0, 1) ? 0.0f : 0.3f * a;
        float low = random_int(random, 0, 4) ? 0.0f : 0.8f * y;
        for (int k = 0; k < 4; k++)
        {
            static const float X[] = { -1, 1, 1, -1, -1 }, Z[] = { -1, -1, 1, 1, -1 };
            rim_vec3           p = v3(x + X[k] * a, low, z + Z[k] * b),
                     q = v3(x + X[k + 1] * a, low, z + Z[k + 1] * b);
            float    top_a = a - bevel, top_b = b - 0.5f * b * (bevel > 0.0f ? 1.0f : 0.0f);
            rim_vec3 r = v3(x + X[k + 1] * top_a, y, z + Z[k + 1] * top_b),
                     t = v3(x + X[k] * top_a, y, z + Z[k] * top_b);
            room_quad(&s->r, p, q, r, t);
            if (k == 0)
                room_quad(&s->r, v3(x - top_a, y, z - top_b), v3(x - top_a, y, z + top_b),
                          v3(x + top_a, y, z + top_b), v3(x + top_a, y, z - top_b));
        }
    }
}

static void build_spikes(scene *s, test_random *random)
{
    room_floor(&s->r, -9.0f, 9.0f, 0.0f);
    for (int i = 0; i < 25; i++)
    {
        float x = random_float(random, -4.0f, 4.0f), z = random_float(random, -4.0f, 4.0f);
        float wide = random_float(random, 0.02f, 0.8f), y = random_float(random, 0.02f, 1.2f);
        if (random_int(random, 0, 4) == 0) y += 2.0f;
        rim_vec3 top =
            v3(x + random_float(random, -wide, wide), y, z + random_float(random, -wide, wide));
        float    foot = random_int(random, 0, 5) ? 0.0f : 2.0f * y;
        rim_vec3 p[4] = { v3(x - wide, foot, z - wide), v3(x + wide, foot, z - wide),
                          v3(x + wide, foot, z + wide), v3(x - wide, foot, z + wide) };
        for (int k = 0; k < 4; k++) room_quad(&s->r, p[k], p[(k + 1) % 4], top, top);
    }
}

static void build_corners(scene *s, test_random *random)
{
    room_floor(&s->r, -9.0f, 9.0f, 0.0f);
    for (int i = 0; i < 8; i++)
    {
        float x = random_float(random, -4.0f, 4.0f), z = random_float(random, -4.0f, 4.0f);
        float angle = random_float(random, 0.0f, 6.28f), wide = random_float(random, 0.02f, 1.5f);
        for (int k = 0; k < 2; k++)
        {
            float    a = angle + (float)k * wide, b = random_float(random, 0.5f, 3.0f);
            float    lean = random_int(random, 0, 1) ? 0.0f : random_float(random, -0.5f, 0.5f);
            float    high = random_int(random, 0, 3) ? 3.0f : random_float(random, 0.05f, 0.6f);
            rim_vec3 p = v3(x, 0.0f, z), q = v3(x + b * cosf(a), 0.0f, z + b * sinf(a));
            rim_vec3 up = v3(-lean * sinf(a) * high, high, lean * cosf(a) * high);
            room_quad(&s->r, p, q, rim_vec3_add(q, up), rim_vec3_add(p, up));
        }
    }
}

// A quad seen from the side to which `face` points.
static void one_sided_quad(room *r, rim_vec3 a, rim_vec3 b, rim_vec3 c, rim_vec3 d, rim_vec3 face)
{
    if (rim_vec3_dot(rim_vec3_cross(rim_vec3_sub(b, a), rim_vec3_sub(c, a)), face) > 0.0f)
        room_quad(r, a, b, c, d);
    else
        room_quad(r, d, c, b, a);
}

// The four sides and the end at `y` of a block or a room; sign -1: seen from inside.
static void build_block(room *r, float x, float z, float a, float b, float y0, float y1, float sign)
{
    static const float X[] = { -1, 1, 1, -1, -1 }, Z[] = { -1, -1, 1, 1, -1 };
    for (int k = 0; k < 4; k++)
    {
        rim_vec3 p = v3(x + X[k] * a, y0, z + Z[k] * b),
                 q = v3(x + X[k + 1] * a, y0, z + Z[k + 1] * b);
        rim_vec3 out = v3(sign * (X[k] + X[k + 1]), 0.0f, sign * (Z[k] + Z[k + 1]));
        one_sided_quad(r, p, q, v3(q.x, y1, q.z), v3(p.x, y1, p.z), out);
    }
    one_sided_quad(r, v3(x - a, y1, z - b), v3(x + a, y1, z - b), v3(x + a, y1, z + b),
                   v3(x - a, y1, z + b), v3(0.0f, sign, 0.0f));
}

static void build_room(scene *s, test_random *random)
{
    s->side = RIM_SIDE_FRONT;
    build_block(&s->r, 0.0f, 0.0f, 5.0f, 5.0f, 0.0f, 4.0f, -1.0f);
    one_sided_quad(&s->r, v3(-5.0f, 0.0f, -5.0f), v3(5.0f, 0.0f, -5.0f), v3(5.0f, 0.0f, 5.0f),
                   v3(-5.0f, 0.0f, 5.0f), v3(0.0f, 1.0f, 0.0f));
    for (int i = 0; i < 12; i++)
        build_block(&s->r, random_float(random, -4.0f, 4.0f), random_float(random, -4.0f, 4.0f),
                    random_float(random, 0.05f, 1.0f), random_float(random, 0.05f, 1.0f), 0.0f,
                    random_float(random, 0.02f, random_int(random, 0, 2) ? 0.5f : 2.0f), 1.0f);
}

static void build_rough(scene *s, test_random *random)
{
    enum
    {
        N = 12
    };
    static float y[N + 1][N + 1];
    float        high = random_float(random, 0.05f, 0.7f), wide = random_float(random, 0.2f, 1.0f);
    for (int i = 0; i <= N; i++)
        for (int k = 0; k <= N; k++) y[i][k] = random_float(random, 0.0f, high);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++)
        {
            float x = wide * (float)(i - N / 2), z = wide * (float)(k - N / 2);
            room_quad(&s->r, v3(x, y[i][k], z), v3(x, y[i][k + 1], z + wide),
                      v3(x + wide, y[i + 1][k + 1], z + wide), v3(x + wide, y[i + 1][k], z));
        }
    s->reach = 0.4f * wide * N;
}

static rim_vec3 turned(const scene *s, rim_vec3 p)
{
    return v3(p.x * s->turn_x - p.z * s->turn_z, p.y, p.x * s->turn_z + p.z * s->turn_x);
}

static void build_scene(scene *s, test_random *random, scene_kind kind, const course *level)
{
    typedef void        build(scene *, test_random *);
    static build *const BUILD[] = { build_stairs,  build_ramps, build_rims, build_spikes,
                                    build_corners, build_room,  build_rough };
    s->side = RIM_SIDE_BOTH;
    s->start = v3(0.0f, 2.0f, 0.0f);
    s->reach = 3.0f;
    float angle = random_int(random, 0, 1) ? 0.0f : random_float(random, 0.0f, 6.28f);
    s->turn_x = cosf(angle);
    s->turn_z = sinf(angle);
    if (kind == SCENE_COURSE)
    {
        s->world = rim_mesh_world(level->mesh);
        s->triangles = level->triangles;
        s->count = level->count;
        s->start = random_int(random, 0, 1) ? v3(14.0f, 0.5f, 10.0f) : v3(22.0f, 2.5f, 10.0f);
        s->reach = 0.8f;
        return;
    }
    room_start(&s->r);
    BUILD[kind](s, random);
    rim_vec3 move =
        rim_vec3_scale(random_in_cube(random, 50.0f), random_int(random, 0, 1) ? 0.0f : 1.0f);
    for (int i = 0; i < s->r.list.count; i++)
    {
        rim_triangle *t = &s->r.triangles[i];
        t->a = rim_vec3_add(turned(s, t->a), move);
        t->b = rim_vec3_add(turned(s, t->b), move);
        t->c = rim_vec3_add(turned(s, t->c), move);
    }
    s->start = rim_vec3_add(s->start, move);
    s->world = s->r.world;
    s->triangles = s->r.triangles;
    s->count = s->r.list.count;
}

// --- the search -------------------------------------------------------------------------------------------------

static rim_character any_character(const scene *s, test_random *random)
{
    rim_vec3      at = s->start;
    rim_character c;
    bool          person = random_int(random, 0, 1);
    float         radius = person ? 0.4f : random_float(random, 0.15f, 0.7f),
          height = 2.0f * radius * random_float(random, 1.0f, 3.0f);
    at.x += random_float(random, -s->reach, s->reach);
    at.z += random_float(random, -s->reach, s->reach);
    if (random_int(random, 0, 1))
        c = rim_character_capsule(at, radius, person ? 1.8f : height);
    else
        c = rim_character_box(at, v3(radius, 0.5f * height,
                                     person ? radius : radius * random_float(random, 0.5f, 2.0f)));
    c.side = s->side;
    if (random_int(random, 0, 1)) c.skin *= exp2f((float)random_int(random, -3, 3));
    if (random_int(random, 0, 1)) c.step = c.snap = random_float(random, 0.05f, 0.6f);
    if (random_int(random, 0, 2) == 0) c.slope = random_float(random, 0.4f, 1.1f);
    return c;
}

typedef struct halts
{
    long steps, still, open_walk, open_step, shown;
    long by_scene[SCENE_KINDS];
    int  round; // of the search: a scene and its walkers
} halts;

static void print_halt(const rim_character *c, rim_vec3 wish, float dt, const open_way *way,
                       const char *name, int round)
{
    print_message("round %d, %s: a %s of radius %a depth %a height %a step %a slope %a skin %a\n  "
                  "at %a %a %a rest %a %a "
                  "%a fall %g %g %g %s\n  wish %a %a dt %a may %s %.1f degrees off\n",
                  round, name, c->kind ? "box" : "capsule", (double)c->radius, (double)c->depth,
                  (double)c->height, (double)c->step, (double)c->slope, (double)c->skin,
                  (double)c->position.x, (double)c->position.y, (double)c->position.z,
                  (double)c->rest.x, (double)c->rest.y, (double)c->rest.z, (double)c->fall.x,
                  (double)c->fall.y, (double)c->fall.z, c->grounded ? "grounded" : "in the air",
                  (double)wish.x, (double)wish.z, (double)dt, way->walked ? "walk" : "step",
                  way->degrees);
}

// A character has stopped if it stays for so many steps.
#define STILL_STEPS 6

static void judge(halts *h, const scene *s, const rim_character *c, rim_vec3 wish, float dt,
                  scene_kind kind)
{
    static surroundings around;
    look_around(&around, c, s->triangles, s->count);
    open_way way = find_way(&around, wish, 2.0 * (double)c->skin * 1.0625);
    h->still++;
    h->open_walk += way.walked;
    h->open_step += way.stepped;
    if (!way.walked && !way.stepped) return;
    h->by_scene[kind]++;
    if (h->shown++ < 12) print_halt(c, wish, dt, &way, SCENE_NAMES[kind], h->round);
}

static rim_vec3 next_wish(const scene *s, test_random *random)
{
    float speed = random_float(random, 0.3f, random_int(random, 0, 3) ? 5.0f : 12.0f);
    float angle = random_float(random, 0.0f, 6.28f);
    if (random_int(random, 0, 2) == 0)
        return rim_vec3_scale(turned(s, v3(random_int(random, 0, 1) ? 1.0f : -1.0f, 0.0f, 0.0f)),
                              speed);
    return v3(speed * cosf(angle), 0.0f, speed * sinf(angle));
}

static void walk_scene(halts *h, const scene *s, test_random *random, scene_kind kind, int steps)
{
    rim_character      c = any_character(s, random);
    rim_vec3           wish = next_wish(s, random);
    float              dt = 1.0f / random_float(random, 30.0f, 300.0f);
    static const float RATES[] = { 30.0f, 60.0f, 72.0f, 120.0f, 144.0f, 240.0f, 300.0f };
    if (random_int(random, 0, 1)) dt = 1.0f / RATES[random_int(random, 0, 6)];
    int still = 0;
    for (int i = 0; i < steps; i++)
    {
        if (random_int(random, 0, 80) == 0) wish = next_wish(s, random), still = 0;
        if (c.grounded && random_int(random, 0, 300) == 0) rim_character_jump(&c, 4.0f);
        rim_vec3 was = c.position;
        rim_walk walk = rim_character_step(&c, s->world, wish, dt);
        h->steps++;
        if (walk.stuck || walk.cut || rim_vec3_distance(c.position, s->start) > 40.0f) return;
        double moved = rim_vec3_distance(was, c.position);
        still = moved < fmin(0x1p-8 * rim_vec3_length(wish) * dt, 0.125 * c.skin) ? still + 1 : 0;
        if (still < STILL_STEPS) continue;
        judge(h, s, &c, wish, dt, kind);
        wish = next_wish(s, random);
        still = 0;
    }
}

static long number_of(const char *name, long otherwise)
{
    const char *value = getenv(name);
    return value ? atol(value) : otherwise;
}

// Every round has random numbers of its own.
static void walk_round(halts *h, const course *level, scene_kind kind, long seed, int round)
{
    static scene s;
    test_random  random = { 61 + (uint64_t)seed + ((uint64_t)round << 20) };
    random.state = random_bits(&random);
    h->round = round;
    build_scene(&s, &random, kind, level);
    for (int i = 0; i < 3; i++) walk_scene(h, &s, &random, kind, 400);
}

static void print_halts(const halts *h)
{
    print_message("%ld steps, stopped %ld times, with a way open %ld (walked %ld, stepped %ld)\n",
                  h->steps, h->still, h->open_walk + h->open_step, h->open_walk, h->open_step);
    for (int i = 0; i < SCENE_KINDS; i++)
        if (h->by_scene[i]) print_message("  %s: %ld\n", SCENE_NAMES[i], h->by_scene[i]);
}

// RIMCAST_WALK_STEPS=10000000 for the full run, RIMCAST_WALK_SEED=2 for another, RIMCAST_WALK_SCENE=3 for scenes of one
// kind, RIMCAST_WALK_ROUND=71 to begin with a round that was printed.
static void nothing_stops_while_a_way_is_open(void **state)
{
    (void)state;
    course level;
    course_open(&level);
    long  steps = number_of("RIMCAST_WALK_STEPS", case_count(150000));
    long  seed = number_of("RIMCAST_WALK_SEED", 0), only = number_of("RIMCAST_WALK_SCENE", -1);
    int   round = (int)number_of("RIMCAST_WALK_ROUND", 0);
    halts h = { 0 };
    for (; h.steps < steps; round++)
    {
        scene_kind kind = (scene_kind)(only < 0 ? round % SCENE_KINDS : only);
        walk_round(&h, &level, kind, seed, round);
    }
    print_halts(&h);
    assert_true(only >= 0 || h.still > steps / 2000);
    assert_true(h.open_walk + h.open_step == 0);
    course_close(&level);
}

// Rounds of seed 3 that stopped once with a way open: in wedges, over sides without area, before rims lower than a
// skin, beside what closes slowly.
static void rounds_that_once_stopped_go_on(void **state)
{
    (void)state;
    static const int SPIKES[] = { 95,  207, 254,  422,  474,  588,  688,  741,  807,
                                  953, 997, 1091, 1139, 1255, 1261, 1289, 2673, 7859 },
                     RIMS[] = { 1852, 2022, 2449, 2558, 2848, 3269 };
    course level;
    course_open(&level);
    halts h = { 0 };
    for (size_t i = 0; i < sizeof SPIKES / sizeof *SPIKES; i++)
        walk_round(&h, &level, SCENE_SPIKES, 3, SPIKES[i]);
    for (size_t i = 0; i < sizeof RIMS / sizeof *RIMS; i++)
        walk_round(&h, &level, SCENE_RIMS, 3, RIMS[i]);
    walk_round(&h, &level, SCENE_SPIKES, 4, 779); // three triangles in the last group
    print_halts(&h);
    assert_true(h.open_walk + h.open_step == 0);
    course_close(&level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_stops_while_a_way_is_open),
        cmocka_unit_test(rounds_that_once_stopped_go_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
