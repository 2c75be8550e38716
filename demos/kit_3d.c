// Camera, clipping, fog and the painter's order. Shapes made of these are in kit_3d_shapes.c.
#include "kit_3d.h"
#include "kit_inside.h"

#include <math.h>
#include <stdlib.h>

#define NEAR 0.03f
#define PIECE 0.35f  // a piece's longest edge, as a fraction of its distance
#define FINEST 0.25f // and no piece is cut below this length

typedef enum item_kind
{
    FACE,
    LINE,
    DOT
} item_kind;

typedef struct item
{
    item_kind  kind;
    int        rank;
    float      depth, size;
    SDL_Vertex v[3];
} item;

// A plane that bounds what is seen, as  dot(n, p) >= offset  in camera space.
typedef struct bound
{
    rim_vec3 n;
    float    offset;
} bound;

#define BOUNDS 5

// A place in the painter's order: what has the smaller key is behind.
typedef struct place
{
    uint64_t key;
    int      item;
} place;

struct view
{
    kit_camera  camera;
    kit_frame   frame;
    float       focus, lift;
    bound       bounds[BOUNDS];
    item       *items;
    place      *order; // twice as many as items: the sort goes to and fro
    SDL_Vertex *batch; // what is drawn by one call: three corners a triangle
    int         count, capacity, batch_capacity, rank;
};

void view_destroy(view *v)
{
    if (!v) return;
    SDL_free(v->items);
    SDL_free(v->order);
    SDL_free(v->batch);
    SDL_free(v);
}

// --- the camera ---------------------------------------------------------------------------------------

kit_frame kit_camera_frame(const kit_camera *camera)
{
    rim_sincos_pair yaw = rim_sincos((double)camera->yaw),
                    pitch = rim_sincos((double)camera->pitch);
    kit_frame f;
    f.right = rim_vec3_make((float)yaw.cos, 0.0f, (float)yaw.sin);
    f.forward = rim_vec3_make((float)(yaw.sin * pitch.cos), (float)pitch.sin,
                              (float)(-yaw.cos * pitch.cos));
    f.up = rim_vec3_cross(f.right, f.forward);
    return f;
}

kit_camera kit_camera_around(rim_vec3 target, float yaw, float pitch, float distance)
{
    kit_camera camera = { .yaw = yaw, .pitch = pitch, .field = 0.9f };
    camera.eye = rim_vec3_along(target, kit_camera_frame(&camera).forward, -distance);
    return camera;
}

// Camera space: x right, y up, z the depth.
static rim_vec3 to_view(const view *v, rim_vec3 p)
{
    rim_vec3 d = rim_vec3_sub(p, v->camera.eye);
    return rim_vec3_make(rim_vec3_dot(d, v->frame.right), rim_vec3_dot(d, v->frame.up),
                         rim_vec3_dot(d, v->frame.forward));
}

static rim_vec2 to_page(const view *v, rim_vec3 p)
{
    float s = v->focus / p.z;
    return rim_vec2_make(0.5f * KIT_WIDTH + s * p.x, 0.5f * KIT_HEIGHT - s * p.y);
}

bool kit_3d_project(kit *k, rim_vec3 p, rim_vec2 *at)
{
    rim_vec3 seen = to_view(k->view, p);
    if (seen.z < NEAR) return false;
    *at = to_page(k->view, seen);
    return true;
}

static SDL_Color in_fog(const kit *k, SDL_Color colour, rim_vec3 seen)
{
    if (k->view->camera.fog == 0.0f) return colour;
    float     d = rim_vec3_length(seen) * k->view->camera.fog;
    SDL_Color ground = kit_ink(k, KIT_GROUND);
    ground.a = colour.a;
    return kit_mix(ground, colour, expf(-d * d));
}

// --- the list -----------------------------------------------------------------------------------------

static bool grow(view *v, int capacity)
{
    item *items = SDL_realloc(v->items, (size_t)capacity * sizeof *items);
    if (items) v->items = items;
    place *order = SDL_realloc(v->order, 2 * (size_t)capacity * sizeof *order);
    if (order) v->order = order;
    if (!items || !order) return false;
    v->capacity = capacity;
    return true;
}

static item *new_item(view *v, item_kind kind, float depth)
{
    if (v->count == v->capacity)
    {
        int capacity = v->capacity ? 2 * v->capacity : 1024;
        if (!grow(v, capacity)) return NULL;
    }
    item *it = &v->items[v->count];
    it->kind = kind;
    it->rank = v->rank;
    v->count++;
    it->depth = depth - v->lift;
    return it;
}

static SDL_Vertex vertex(const kit *k, rim_vec3 seen, SDL_Color colour)
{
    rim_vec2 at = to_page(k->view, seen);
    return (SDL_Vertex){ { at.x, at.y }, in_fog(k, colour, seen), { 0.0f, 0.0f } };
}

// Sutherland and Hodgman, "Reentrant polygon clipping", 1974: one plane.
static int cut(const rim_vec3 *in, int count, bound b, rim_vec3 *out)
{
    int kept = 0;
    for (int i = 0, j = count - 1; i < count; j = i++)
    {
        float da = rim_vec3_dot(b.n, in[j]) - b.offset, db = rim_vec3_dot(b.n, in[i]) - b.offset;
        if ((da < 0.0f) != (db < 0.0f)) out[kept++] = rim_vec3_lerp(in[j], in[i], da / (da - db));
        if (db >= 0.0f) out[kept++] = in[i];
    }
    return kept;
}

// Pieces of one face were cut in different places: between them a rounding error may leave a crack.
// Opaque ones are grown by a fraction of a pixel on every side and so cover it. With n and m, the unit normals of its two
// sides, a corner moves by (n + m) by / (1 + n . m), unless the corner is too sharp for that: |n + m|^2 is 2 (1 + n . m).
static void close_cracks(SDL_Vertex v[3])
{
    const float by = 0.6f, most = 1.5f;
    rim_vec2    at[3], out[3];
    for (int i = 0; i < 3; i++) at[i] = rim_vec2_make(v[i].position.x, v[i].position.y);
    float turn = rim_vec2_cross(rim_vec2_sub(at[1], at[0]), rim_vec2_sub(at[2], at[0]));
    for (int i = 0; i < 3; i++)
    {
        rim_vec2 along = rim_vec2_sub(at[(i + 1) % 3], at[i]);
        float    squared = rim_vec2_dot(along, along);
        float    scale = squared > 0.0f ? (turn > 0.0f ? 1.0f : -1.0f) / sqrtf(squared) : 0.0f;
        out[i] = rim_vec2_make(scale * along.y, -scale * along.x);
    }
    for (int i = 0; i < 3; i++)
    {
        rim_vec2 sum = rim_vec2_add(out[i], out[(i + 2) % 3]);
        float    wide = 1.0f + rim_vec2_dot(out[i], out[(i + 2) % 3]);
        if (!(wide > 0.0f)) continue;
        float grow = 2.0f * by * by < most * most * wide ? by / wide : most / sqrtf(2.0f * wide);
        v[i].position.x += grow * sum.x;
        v[i].position.y += grow * sum.y;
    }
}

static void add_item(kit *k, const rim_vec3 seen[3], float depth, SDL_Color colour)
{
    item *it = new_item(k->view, FACE, depth);
    if (!it) return;
    for (int i = 0; i < 3; i++) it->v[i] = vertex(k, seen[i], colour);
    if (colour.a == 255) close_cracks(it->v);
}

static float middle_depth(const rim_vec3 p[3])
{
    return rim_vec3_length(
        rim_vec3_scale(rim_vec3_add(rim_vec3_add(p[0], p[1]), p[2]), 1.0f / 3.0f));
}

// Adds the part of the face within the bounds.
static void add_cut(kit *k, const rim_vec3 seen[3], SDL_Color colour)
{
    rim_vec3 loops[2][3 + BOUNDS + 1];
    int      count = 3, from = 0;
    for (int i = 0; i < 3; i++) loops[0][i] = seen[i];
    for (int i = 0; i < BOUNDS && count; i++, from = 1 - from)
        count = cut(loops[from], count, k->view->bounds[i], loops[1 - from]);
    for (int i = 2; i < count; i++)
        add_item(k, (rim_vec3[]){ loops[from][0], loops[from][i - 1], loops[from][i] },
                 middle_depth(seen), colour);
}

// How many of the three points are at most outside the same bound; and whether any is outside of any.
static int most_outside(const view *v, const rim_vec3 p[3])
{
    int most = 0;
    for (int i = 0; i < BOUNDS; i++)
    {
        bound b = v->bounds[i];
        int   outside = 0;
        for (int j = 0; j < 3; j++) outside += !(rim_vec3_dot(b.n, p[j]) >= b.offset);
        most = outside > most ? outside : most;
    }
    return most;
}

static void add_face(kit *k, const rim_vec3 seen[3], SDL_Color colour)
{
    int outside = most_outside(k->view, seen);
    if (outside == 0) add_item(k, seen, middle_depth(seen), colour);
    if (outside == 1 || outside == 2) add_cut(k, seen, colour);
}

// Halves the longest edge until the piece is small for its distance.
static void add_pieces(kit *k, const rim_vec3 p[3], SDL_Color colour, int depth)
{
    float longest = 0.0f, nearest = INFINITY;
    int   at = 0;
    for (int i = 0; i < 3; i++)
    {
        rim_vec3 way = rim_vec3_sub(p[(i + 1) % 3], p[i]);
        float    edge = rim_vec3_dot(way, way), far = rim_vec3_dot(p[i], p[i]);
        nearest = far < nearest ? far : nearest;
        if (edge <= longest) continue;
        longest = edge;
        at = i;
    }
    longest = sqrtf(longest);
    bool is_small = longest <= FINEST || longest <= PIECE * (sqrtf(nearest) + longest);
    if (depth == 0 || is_small)
    {
        add_face(k, p, colour);
        return;
    }
    if (most_outside(k->view, p) == 3) return;
    rim_vec3 a = p[at], b = p[(at + 1) % 3], c = p[(at + 2) % 3], m = rim_vec3_lerp(a, b, 0.5f);
    add_pieces(k, (rim_vec3[]){ a, m, c }, colour, depth - 1);
    add_pieces(k, (rim_vec3[]){ m, b, c }, colour, depth - 1);
}

void kit_3d_both_sides(kit *k, rim_vec3 a, rim_vec3 b, rim_vec3 c, SDL_Color colour)
{
    rim_vec3 seen[3] = { to_view(k->view, a), to_view(k->view, b), to_view(k->view, c) };
    add_pieces(k, seen, colour, 16);
}

void kit_3d_whole(kit *k, const rim_vec3 *points, int count, SDL_Color colour)
{
    for (int i = 2; i < count; i++)
    {
        rim_vec3 seen[3] = { to_view(k->view, points[0]), to_view(k->view, points[i - 1]),
                             to_view(k->view, points[i]) };
        add_face(k, seen, colour);
    }
}

bool kit_3d_faces(kit *k, rim_vec3 p, rim_vec3 normal)
{
    return rim_vec3_dot(normal, rim_vec3_sub(k->view->camera.eye, p)) > 0.0f;
}

void kit_3d_triangle(kit *k, rim_vec3 a, rim_vec3 b, rim_vec3 c, SDL_Color colour)
{
    static const SDL_Color GLARING = { 255, 0, 255, 254 };
    const float            behind = 2.0f; // whatever of the same body looks at us
    rim_vec3               n = rim_vec3_cross(rim_vec3_sub(b, a), rim_vec3_sub(c, a));
    bool                   seen = kit_3d_faces(k, a, n);
    if (seen) kit_3d_both_sides(k, a, b, c, colour);
    if (seen || !k->backs || colour.a < 255) return;
    k->view->lift -= behind;
    kit_3d_both_sides(k, a, b, c, GLARING);
    k->view->lift += behind;
}

// Long lines are cut as well, so that each part sorts where it is.
static void add_line(kit *k, rim_vec3 a, rim_vec3 b, float width, SDL_Color colour, int depth)
{
    rim_vec3 middle = rim_vec3_lerp(a, b, 0.5f);
    float    length = rim_vec3_distance(a, b), far = rim_vec3_length(middle);
    if (depth && length > FINEST && length > PIECE * far)
    {
        add_line(k, a, middle, width, colour, depth - 1);
        add_line(k, middle, b, width, colour, depth - 1);
        return;
    }
    if (a.z < NEAR && b.z < NEAR) return;
    if (a.z < NEAR) a = rim_vec3_lerp(a, b, (NEAR - a.z) / (b.z - a.z));
    if (b.z < NEAR) b = rim_vec3_lerp(b, a, (NEAR - b.z) / (a.z - b.z));
    // On the same distance as the face under it, a line is in front.
    item *it = new_item(k->view, LINE, far - 0.05f * far - 0.05f);
    if (!it) return;
    it->size = width;
    it->v[0] = vertex(k, a, colour);
    it->v[1] = vertex(k, b, colour);
}

void kit_3d_line(kit *k, rim_vec3 a, rim_vec3 b, float width, SDL_Color colour)
{
    add_line(k, to_view(k->view, a), to_view(k->view, b), width, colour, 12);
}

void kit_3d_dot(kit *k, rim_vec3 p, float radius, SDL_Color colour)
{
    rim_vec3 seen = to_view(k->view, p);
    if (seen.z < NEAR) return;
    item *it = new_item(k->view, DOT, rim_vec3_length(seen) * 0.97f);
    if (!it) return;
    it->size = radius;
    it->v[0] = vertex(k, seen, colour);
}

void kit_3d_lift(kit *k, float nearer)
{
    k->view->lift = nearer;
}

void kit_3d_rank(kit *k, int rank)
{
    k->view->rank = rank;
}

rim_vec3 kit_3d_eye(const kit *k)
{
    return k->view->camera.eye;
}

// --- begin and end --------------------------------------------------------------------------------------

void kit_3d_begin(kit *k, const kit_camera *camera)
{
    if (!k->view) k->view = SDL_calloc(1, sizeof *k->view);
    view *v = k->view;
    if (!v) abort();
    v->camera = *camera;
    v->frame = kit_camera_frame(camera);
    v->focus = 0.5f * KIT_HEIGHT / tanf(0.5f * camera->field);
    // A little beyond the page's edges.
    float x = 0.52f * KIT_WIDTH / v->focus, y = 0.52f * KIT_HEIGHT / v->focus;
    v->bounds[0] = (bound){ { 0, 0, 1 }, NEAR };
    v->bounds[1] = (bound){ { 1, 0, x }, 0 };
    v->bounds[2] = (bound){ { -1, 0, x }, 0 };
    v->bounds[3] = (bound){ { 0, 1, y }, 0 };
    v->bounds[4] = (bound){ { 0, -1, y }, 0 };
    v->lift = 0.0f;
    v->rank = 0;
    v->count = 0;
}

// Higher ranks first, then greater depths, as one number: smaller ones first. A float's bits order as the float does, once
// all bits of the negative ones and the sign of the others are turned over.
static uint64_t key_of(const item *it)
{
    uint32_t bits, rank = 0x7fffffffu - (uint32_t)it->rank;
    SDL_memcpy(&bits, &it->depth, sizeof bits);
    bits = bits >> 31 ? ~bits : bits | 0x80000000u;
    return (uint64_t)rank << 32 | (uint32_t)~bits;
}

#define DIGIT 11 // bits

// Sorts by one digit after another, the lowest first, without changing the order of equals (Knuth, "The Art of Computer
// Programming", volume 3, section 5.2.5). Digits that are the same in all keys are left out.
static const place *sorted(view *v)
{
    place *from = v->order, *to = v->order + v->count;
    for (int i = 0; i < v->count; i++) from[i] = (place){ key_of(&v->items[i]), i };
    for (int shift = 0; shift < 64; shift += DIGIT)
    {
        int starts[1 << DIGIT] = { 0 }, before = 0;
        for (int i = 0; i < v->count; i++) starts[from[i].key >> shift & ((1 << DIGIT) - 1)]++;
        if (starts[from[0].key >> shift & ((1 << DIGIT) - 1)] == v->count) continue;
        for (int i = 0; i < 1 << DIGIT; i++)
        {
            int here = starts[i];
            starts[i] = before;
            before += here;
        }
        for (int i = 0; i < v->count; i++)
            to[starts[from[i].key >> shift & ((1 << DIGIT) - 1)]++] = from[i];
        place *other = from;
        from = to;
        to = other;
    }
    return from;
}

static bool reserve_batch(view *v)
{
    int corners = 0;
    for (int i = 0; i < v->count; i++) corners += v->items[i].kind == FACE ? 3 : KIT_LINE_CORNERS;
    if (corners <= v->batch_capacity) return true;
    SDL_Vertex *batch = SDL_realloc(v->batch, 2 * (size_t)corners * sizeof *batch);
    if (!batch) return false;
    v->batch = batch;
    v->batch_capacity = 2 * corners;
    return true;
}

static void draw_batch(kit *k, int corners)
{
    kit_heard_corners(k, k->view->batch, corners);
    if (corners) SDL_RenderGeometry(k->renderer, NULL, k->view->batch, corners, NULL, 0);
}

// Faces and lines are collected, for each call costs more than what it draws.
static void draw_items(kit *k)
{
    view        *v = k->view;
    const place *order = sorted(v);
    int          corners = 0;
    if (!reserve_batch(v)) return;
    for (int i = 0; i < v->count; i++)
    {
        const item *it = &v->items[order[i].item];
        rim_vec2    a = rim_vec2_make(it->v[0].position.x, it->v[0].position.y);
        if (it->kind == FACE)
            for (int j = 0; j < 3; j++) v->batch[corners++] = it->v[j];
        else if (it->kind == LINE)
        {
            rim_vec2 b = rim_vec2_make(it->v[1].position.x, it->v[1].position.y);
            kit_line_triangles(a, b, it->size, it->v[0].color, v->batch + corners);
            corners += KIT_LINE_CORNERS;
        }
        else
        {
            draw_batch(k, corners);
            corners = 0;
            kit_disc(k, a, it->size, it->v[0].color);
        }
    }
    draw_batch(k, corners);
}

void kit_3d_end(kit *k)
{
    if (k->view->count) draw_items(k);
}
