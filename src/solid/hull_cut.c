#include "solid/hull_cut.h"

#include "base/cpu.h"

#include <string.h>

#ifdef CPU_X86
#include <immintrin.h>
#define HAS_WIDE 1
#endif

// --- memory ----------------------------------------------------------------------------------------------

void cut_begin(cut_body *body, const rim_allocator *from)
{
    memset(body, 0, sizeof *body);
    body->from = rim_allocator_or_default(from);
#ifdef HAS_WIDE
    body->wide = CPU_HAS(AVX2, "avx2");
#endif
}

void cut_end(cut_body *body)
{
    rim_release(&body->from, body->block, body->bytes, 1);
}

typedef struct placing
{
    char  *base;
    size_t at;
} placing;

static void *place(placing *p, size_t bytes)
{
    void *here = p->base ? p->base + p->at : NULL;
    p->at += (bytes + 63) / 64 * 64;
    return here;
}

static size_t place_all(cut_body *body, size_t room, char *base)
{
    placing p = { base, 0 };
    body->x = place(&p, room * sizeof(double));
    body->y = place(&p, room * sizeof(double));
    body->z = place(&p, room * sizeof(double));
    body->twins = place(&p, 4 * room * sizeof(int32_t));
    body->faces = place(&p, 4 * room * sizeof(int32_t));
    body->alive = place(&p, room / 8);
    body->distance = place(&p, room * sizeof(double));
    body->out = place(&p, room / 8);
    body->fresh = place(&p, 4 * room * sizeof(int32_t));
    body->crossings = place(&p, 3 * room * sizeof(int32_t));
    return p.at;
}

// The nodes are kept, the work is not.
static bool reserve(cut_body *body, int32_t nodes)
{
    if (nodes <= body->room) return true;
    if (nodes > INT32_MAX / 16) return false;
    cut_body old = *body;
    size_t   room = (size_t)(nodes + nodes / 2 + 63) / 64 * 64, kept = (size_t)old.count;
    size_t   bytes = place_all(body, room, NULL) + 64;
    char    *block = rim_allocate(&old.from, bytes, 1);
    if (!block)
    {
        *body = old;
        return false;
    }
    uintptr_t past = (uintptr_t)block % 64;
    place_all(body, room, block + (past ? 64 - past : 0));
    // What lies behind the nodes in use is read by the wide loops, never used.
    memset(block, 0, bytes);
    if (old.block)
    {
        memcpy(body->x, old.x, kept * sizeof(double));
        memcpy(body->y, old.y, kept * sizeof(double));
        memcpy(body->z, old.z, kept * sizeof(double));
        memcpy(body->twins, old.twins, 4 * kept * sizeof(int32_t));
        memcpy(body->faces, old.faces, 4 * kept * sizeof(int32_t));
        memcpy(body->alive, old.alive, (size_t)old.room / 8);
    }
    body->room = (int32_t)room;
    body->block = block;
    body->bytes = bytes;
    rim_release(&old.from, old.block, old.bytes, 1);
    return true;
}

static void set_alive(cut_body *body, int32_t count)
{
    memset(body->alive, 0, (size_t)body->room / 8);
    memset(body->alive, 0xff, (size_t)count / 64 * 8);
    if (count % 64) body->alive[count / 64] = ((uint64_t)1 << count % 64) - 1;
}

bool cut_load(cut_body *body, const rim_hull *hull)
{
    size_t nodes = (size_t)hull->node_count, padded = (size_t)hull->padded_nodes;
    body->count = 0;
    if (!reserve(body, hull->padded_nodes)) return false;
    memcpy(body->x, hull->node_x, padded * sizeof(double));
    memcpy(body->y, hull->node_y, padded * sizeof(double));
    memcpy(body->z, hull->node_z, padded * sizeof(double));
    memcpy(body->twins, hull->node_twins, 4 * nodes * sizeof(int32_t));
    memcpy(body->faces, hull->node_faces, 4 * nodes * sizeof(int32_t));
    set_alive(body, hull->node_count);
    body->count = (int32_t)nodes;
    return true;
}

// --- which nodes are out ---------------------------------------------------------------------------------

typedef struct sides
{
    bool any_out;
    bool any_near; // some node in use is within `near` of the plane
} sides;

static sides measure_plain(cut_body *body, const cut_plane *plane)
{
    const double *x = body->x, *y = body->y, *z = body->z;
    double       *d = body->distance;
    vec3d         n = plane->normal;
    uint64_t      any_out = 0, any_near = 0;
    int32_t       padded = (body->count + 7) & ~7;
    for (int32_t i = 0; i < padded; i++)
        d[i] = n.x * x[i] + n.y * y[i] + n.z * z[i] - plane->offset;
    for (int32_t first = 0; first < body->count; first += 64)
    {
        int32_t  end = first + 64 < padded ? first + 64 : padded;
        uint64_t out = 0, near = 0;
        for (int32_t i = first; i < end; i++)
        {
            out |= (uint64_t)(d[i] > plane->on) << (i - first);
            near |= (uint64_t)(fabs(d[i]) <= plane->near) << (i - first);
        }
        body->out[first / 64] = out & body->alive[first / 64];
        any_out |= body->out[first / 64];
        any_near |= near & body->alive[first / 64];
    }
    sides result = { any_out != 0, any_near != 0 };
    return result;
}

#ifdef HAS_WIDE
// The same sums in the same order, four nodes at a time.
__attribute__((target("avx2"))) static sides measure_wide(cut_body *body, const cut_plane *plane)
{
    const double *x = body->x, *y = body->y, *z = body->z;
    double       *d = body->distance;
    __m256d       nx = _mm256_set1_pd(plane->normal.x), ny = _mm256_set1_pd(plane->normal.y);
    __m256d       nz = _mm256_set1_pd(plane->normal.z), k = _mm256_set1_pd(plane->offset);
    __m256d       on = _mm256_set1_pd(plane->on), close = _mm256_set1_pd(plane->near);
    __m256d       sign = _mm256_set1_pd(-0.0);
    uint64_t      any_out = 0, any_near = 0;
    for (int32_t first = 0; first < body->count; first += 64)
    {
        int32_t  end = first + 64 < body->count ? first + 64 : body->count;
        uint64_t out = 0, near = 0;
        for (int32_t i = first; i < end; i += 4)
        {
            __m256d sum = _mm256_add_pd(_mm256_mul_pd(nx, _mm256_load_pd(x + i)),
                                        _mm256_mul_pd(ny, _mm256_load_pd(y + i)));
            sum = _mm256_add_pd(sum, _mm256_mul_pd(nz, _mm256_load_pd(z + i)));
            sum = _mm256_sub_pd(sum, k);
            _mm256_store_pd(d + i, sum);
            __m256d size = _mm256_andnot_pd(sign, sum);
            int     beyond = _mm256_movemask_pd(_mm256_cmp_pd(sum, on, _CMP_GT_OQ));
            int     by = _mm256_movemask_pd(_mm256_cmp_pd(size, close, _CMP_LE_OQ));
            out |= (uint64_t)(unsigned)beyond << (i - first);
            near |= (uint64_t)(unsigned)by << (i - first);
        }
        body->out[first / 64] = out & body->alive[first / 64];
        any_out |= body->out[first / 64];
        any_near |= near & body->alive[first / 64];
    }
    sides result = { any_out != 0, any_near != 0 };
    return result;
}
#endif

static sides measure(cut_body *body, const cut_plane *plane)
{
#ifdef HAS_WIDE
    if (body->wide) return measure_wide(body, plane);
#endif
    return measure_plain(body, plane);
}

// --- cutting ---------------------------------------------------------------------------------------------

// The lowest node that is not in use; *word is where the search goes on.
static inline int32_t new_node(cut_body *body, int32_t *word)
{
    while (body->alive[*word] == ~(uint64_t)0) ++*word;
    uint64_t bit = ~body->alive[*word] & (body->alive[*word] + 1);
    body->alive[*word] |= bit;
    int32_t node = 64 * *word + cut_lowest_bit(bit);
    if (node >= body->count) body->count = node + 1;
    return node;
}

//                slot 1 (the new face on its left)
//                  |
//      w <-slot 0- N - - - u           u is out, w stays; N takes u's place at w. The face on the
//                  |                   left of u -> w is left of N -> w, that on the left of w -> u
//                slot 2                is left of slot 2.
static inline int32_t split_edge(cut_body *body, int32_t out_edge, int32_t node, int32_t face)
{
    int32_t kept_edge = body->twins[out_edge], u = out_edge >> 2, w = kept_edge >> 2;
    double  du = body->distance[u], dw = body->distance[w];
    // The plane crosses at the fraction dw / (dw - du) from w; a node on the plane is the crossing.
    double  s = dw < 0.0 ? dw / (dw - du) : 0.0;
    double  x = body->x[w], y = body->y[w], z = body->z[w];
    body->x[node] = x + s * (body->x[u] - x);
    body->y[node] = y + s * (body->y[u] - y);
    body->z[node] = z + s * (body->z[u] - z);
    body->twins[4 * node] = kept_edge;
    body->twins[kept_edge] = 4 * node;
    body->faces[4 * node] = body->faces[out_edge];
    body->faces[4 * node + 1] = face;
    body->faces[4 * node + 2] = body->faces[kept_edge];
    return node;
}

static inline void join(cut_body *body, int32_t node, int32_t next)
{
    body->twins[4 * node + 1] = 4 * next + 2;
    body->twins[4 * next + 2] = 4 * node + 1;
}

// From a crossing along the old face on its left, backwards and outside, to the face's other crossing.
static inline int32_t next_crossing(const cut_body *body, const uint64_t *out, int32_t crossing)
{
    int32_t here = cut_turn_left(crossing);
    while (cut_bit(out, body->twins[here] >> 2)) here = cut_turn_left(body->twins[here]);
    return here;
}

// Some half-edge from a node that is out to one that stays; -1 if all of them are out.
static int32_t any_crossing(const cut_body *body, const uint64_t *out)
{
    int32_t words = (body->count + 63) / 64;
    for (int32_t w = 0; w < words; w++)
        for (uint64_t bits = out[w]; bits; bits &= bits - 1)
        {
            int32_t edge = 4 * (64 * w + cut_lowest_bit(bits));
            for (int k = 0; k < 3; k++)
                if (!cut_bit(out, body->twins[edge + k] >> 2)) return edge + k;
        }
    return -1;
}

// The crossings of a convex body are one ring, and a walk around it meets all of them. (What is out
// of a convex body hangs together: from each node an edge climbs to a higher one, up to the highest.)
static bool cut_ring(cut_body *body, int32_t face)
{
    const uint64_t *out = body->out;
    int32_t         words = (body->count + 63) / 64, start = any_crossing(body, out), word = 0;
    if (start < 0) return false;
    int32_t first = split_edge(body, start, new_node(body, &word), face), last = first;
    for (int32_t at = next_crossing(body, out, start); at != start;
         at = next_crossing(body, out, at))
    {
        int32_t node = split_edge(body, at, new_node(body, &word), face);
        join(body, last, node);
        last = node;
    }
    join(body, last, first);
    for (int32_t w = 0; w < words; w++) body->alive[w] &= ~out[w];
    return true;
}

// When nodes are so near to the plane that rounding decides, what is out may be several parts: each
// crossing by itself then.
static bool cut_rings(cut_body *body, int32_t face)
{
    int32_t words = (body->count + 63) / 64, count = 0, word = 0;
    bool    all = true;
    for (int32_t w = 0; w < words; w++)
    {
        all = all && body->out[w] == body->alive[w];
        for (uint64_t bits = body->out[w]; bits; bits &= bits - 1)
        {
            int32_t edge = 4 * (64 * w + cut_lowest_bit(bits));
            for (int k = 0; k < 3; k++)
                if (!cut_bit(body->out, body->twins[edge + k] >> 2))
                    body->crossings[count++] = edge + k;
        }
    }
    if (all) return false;
    for (int32_t i = 0; i < count; i++)
    {
        int32_t edge = body->crossings[i];
        body->fresh[edge] = split_edge(body, edge, new_node(body, &word), face);
    }
    for (int32_t i = 0; i < count; i++)
    {
        int32_t edge = body->crossings[i], next = next_crossing(body, body->out, edge);
        join(body, body->fresh[edge], body->fresh[next]);
    }
    for (int32_t w = 0; w < words; w++) body->alive[w] &= ~body->out[w];
    return true;
}

cut_result cut_by(cut_body *body, const cut_plane *plane, int32_t face)
{
    // An edge that crosses has one end on either side, and three edges meet at a node.
    if (!reserve(body, body->count + 3 * (body->count / 2) + 8)) return CUT_NO_MEMORY;
    sides found = measure(body, plane);
    if (!found.any_out) return CUT_NOTHING;
    bool some = found.any_near ? cut_rings(body, face) : cut_ring(body, face);
    return some ? CUT_SOME : CUT_ALL;
}

void cut_compact(cut_body *body)
{
    int32_t *number = body->fresh, made = 0;
    int32_t  words = (body->count + 63) / 64;
    for (int32_t w = 0; w < words; w++)
        for (uint64_t bits = body->alive[w]; bits; bits &= bits - 1)
            number[64 * w + cut_lowest_bit(bits)] = made++;
    for (int32_t w = 0; w < words; w++)
        for (uint64_t bits = body->alive[w]; bits; bits &= bits - 1)
        {
            int32_t from = 64 * w + cut_lowest_bit(bits), to = number[from];
            body->x[to] = body->x[from];
            body->y[to] = body->y[from];
            body->z[to] = body->z[from];
            for (int k = 0; k < 3; k++)
            {
                int32_t twin = body->twins[4 * from + k];
                body->twins[4 * to + k] = 4 * number[twin >> 2] + (twin & 3);
                body->faces[4 * to + k] = body->faces[4 * from + k];
            }
        }
    set_alive(body, made);
    body->count = made;
}
