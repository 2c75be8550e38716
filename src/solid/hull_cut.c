#include "solid/hull_cut.h"

#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define HAS_WIDE 1
#endif

// --- memory ----------------------------------------------------------------------------------------------

void cut_begin(cut_body *body, const rim_allocator *from)
{
    memset(body, 0, sizeof *body);
    body->from = rim_allocator_or_default(from);
#ifdef HAS_WIDE
    body->wide = __builtin_cpu_supports("avx2");
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
    body->free = place(&p, room * sizeof(int32_t));
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
        memcpy(body->free, old.free, (size_t)old.free_count * sizeof(int32_t));
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
    body->count = body->alive_count = body->free_count = 0;
    if (!reserve(body, hull->padded_nodes)) return false;
    memcpy(body->x, hull->node_x, padded * sizeof(double));
    memcpy(body->y, hull->node_y, padded * sizeof(double));
    memcpy(body->z, hull->node_z, padded * sizeof(double));
    memcpy(body->twins, hull->node_twins, 4 * nodes * sizeof(int32_t));
    memcpy(body->faces, hull->node_faces, 4 * nodes * sizeof(int32_t));
    set_alive(body, hull->node_count);
    body->count = body->alive_count = (int32_t)nodes;
    body->rough = false;
    return true;
}

// --- which nodes are out ---------------------------------------------------------------------------------

static bool measure_plain(cut_body *body, vec3d n, double offset, double on)
{
    const double *x = body->x, *y = body->y, *z = body->z;
    double       *d = body->distance;
    uint64_t      any = 0;
    int32_t       padded = (body->count + 7) & ~7;
    for (int32_t i = 0; i < padded; i++) d[i] = n.x * x[i] + n.y * y[i] + n.z * z[i] - offset;
    for (int32_t first = 0; first < body->count; first += 64)
    {
        int32_t  end = first + 64 < padded ? first + 64 : padded;
        uint64_t bits = 0;
        for (int32_t i = first; i < end; i++) bits |= (uint64_t)(d[i] > on) << (i - first);
        body->out[first / 64] = bits & body->alive[first / 64];
        any |= body->out[first / 64];
    }
    return any != 0;
}

#ifdef HAS_WIDE
// The same sums in the same order, four nodes at a time.
__attribute__((target("avx2"))) static bool measure_wide(cut_body *body, vec3d n, double offset,
                                                         double on)
{
    const double *x = body->x, *y = body->y, *z = body->z;
    double       *d = body->distance;
    __m256d       nx = _mm256_set1_pd(n.x), ny = _mm256_set1_pd(n.y), nz = _mm256_set1_pd(n.z);
    __m256d       k = _mm256_set1_pd(offset), far = _mm256_set1_pd(on);
    uint64_t      any = 0;
    for (int32_t first = 0; first < body->count; first += 64)
    {
        int32_t  end = first + 64 < body->count ? first + 64 : body->count;
        uint64_t bits = 0;
        for (int32_t i = first; i < end; i += 4)
        {
            __m256d sum = _mm256_add_pd(_mm256_mul_pd(nx, _mm256_load_pd(x + i)),
                                        _mm256_mul_pd(ny, _mm256_load_pd(y + i)));
            sum = _mm256_add_pd(sum, _mm256_mul_pd(nz, _mm256_load_pd(z + i)));
            sum = _mm256_sub_pd(sum, k);
            _mm256_store_pd(d + i, sum);
            int mask = _mm256_movemask_pd(_mm256_cmp_pd(sum, far, _CMP_GT_OQ));
            bits |= (uint64_t)(unsigned)mask << (i - first);
        }
        body->out[first / 64] = bits & body->alive[first / 64];
        any |= body->out[first / 64];
    }
    return any != 0;
}
#endif

static bool measure(cut_body *body, vec3d n, double offset, double on)
{
#ifdef HAS_WIDE
    if (body->wide) return measure_wide(body, n, offset, on);
#endif
    return measure_plain(body, n, offset, on);
}

// --- cutting ---------------------------------------------------------------------------------------------

static int32_t new_node(cut_body *body)
{
    int32_t node = body->free_count ? body->free[--body->free_count] : body->count++;
    body->alive[node >> 6] |= (uint64_t)1 << (node & 63);
    return node;
}

//                slot 1 (the new face on its left)
//                  |
//      w <-slot 0- N - - - u           u is out, w stays; N takes u's place at w. The face on the
//                  |                   left of u -> w is left of N -> w, that on the left of w -> u
//                slot 2                is left of slot 2.
static void split_edge(cut_body *body, int32_t out_edge, double near, int32_t face)
{
    int32_t kept_edge = body->twins[out_edge], u = out_edge >> 2, w = kept_edge >> 2;
    double  du = body->distance[u], dw = body->distance[w];
    // The plane crosses at the fraction dw / (dw - du) from w; a node on the plane is the crossing.
    double  s = dw < 0.0 ? dw / (dw - du) : 0.0;
    int32_t node = new_node(body);
    body->rough |= dw > -near || du < near;
    body->x[node] = body->x[w] + s * (body->x[u] - body->x[w]);
    body->y[node] = body->y[w] + s * (body->y[u] - body->y[w]);
    body->z[node] = body->z[w] + s * (body->z[u] - body->z[w]);
    body->twins[4 * node] = kept_edge;
    body->twins[kept_edge] = 4 * node;
    body->faces[4 * node] = body->faces[out_edge];
    body->faces[4 * node + 1] = face;
    body->faces[4 * node + 2] = body->faces[kept_edge];
    body->fresh[out_edge] = node;
}

// From a crossing along the old face on its left, backwards and outside, to the face's other crossing.
static void join_ring(cut_body *body, int32_t crossing)
{
    int32_t here = cut_turn_left(crossing);
    while (cut_bit(body->out, body->twins[here] >> 2)) here = cut_turn_left(body->twins[here]);
    int32_t slot1 = 4 * body->fresh[crossing] + 1, slot2 = 4 * body->fresh[here] + 2;
    body->twins[slot1] = slot2;
    body->twins[slot2] = slot1;
}

cut_result cut_by(cut_body *body, vec3d normal, double offset, double on, double near, int32_t face)
{
    // An edge that crosses has one end on either side, and three edges meet at a node.
    if (!reserve(body, body->count + 3 * (body->alive_count / 2) + 8)) return CUT_NO_MEMORY;
    if (!measure(body, normal, offset, on)) return CUT_NOTHING;

    int32_t words = (body->count + 63) / 64, out_count = 0, crossing_count = 0;
    for (int32_t w = 0; w < words; w++)
        for (uint64_t bits = body->out[w]; bits; bits &= bits - 1, out_count++)
        {
            int32_t edge = 4 * (64 * w + cut_lowest_bit(bits));
            for (int k = 0; k < 3; k++)
            {
                body->crossings[crossing_count] = edge + k;
                crossing_count += !cut_bit(body->out, body->twins[edge + k] >> 2);
            }
        }
    if (out_count == body->alive_count) return CUT_ALL;

    for (int32_t i = 0; i < crossing_count; i++) split_edge(body, body->crossings[i], near, face);
    for (int32_t i = 0; i < crossing_count; i++) join_ring(body, body->crossings[i]);
    for (int32_t w = 0; w < words; w++)
    {
        body->alive[w] &= ~body->out[w];
        for (uint64_t bits = body->out[w]; bits; bits &= bits - 1)
            body->free[body->free_count++] = 64 * w + cut_lowest_bit(bits);
    }
    body->alive_count += crossing_count - out_count;
    return CUT_SOME;
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
    body->count = body->alive_count = made;
    body->free_count = 0;
}
