// W10: all colliding pairs of many sprites that move a little in every frame.
#include "flat.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
    FRAMES = 8
};

typedef struct many many;

// What Chipmunk's tree holds.
typedef struct thing
{
    const many *all;
    int         index;
} thing;

struct many
{
    const flat_set *set;
    int             count, frame;
    int            *sprite; // of each one
    int            *x, *y;  // of each one in each frame
    rim_stage      *stage;
    rim_handle     *handles;
    rim_pair       *pairs;
    thing          *things;
    void           *tree;
    int64_t         answer; // of the frame that is being looked at
};

// Independent of the order in which pairs are found.
static int64_t pair_hash(int a, int b)
{
    uint64_t z =
        ((uint64_t)(a < b ? a : b) << 32 | (uint64_t)(a < b ? b : a)) * 0x9e3779b97f4a7c15u;
    return (int64_t)((z ^ z >> 29) >> 24);
}

static const sprite_image *image_of(const many *m, int i)
{
    return &m->set->sprites->images[m->sprite[i]];
}

static bool boxes_overlap(const many *m, int i, int j)
{
    const int          *x = m->x + m->frame * m->count, *y = m->y + m->frame * m->count;
    const sprite_image *a = image_of(m, i), *b = image_of(m, j);
    return x[i] < x[j] + b->width && x[j] < x[i] + a->width && y[i] < y[j] + b->height &&
           y[j] < y[i] + a->height;
}

static bool bytes_overlap(const many *m, int i, int j)
{
    const int          *x = m->x + m->frame * m->count, *y = m->y + m->frame * m->count;
    const sprite_image *a = image_of(m, i), *b = image_of(m, j);
    int                 dx = x[j] - x[i], dy = y[j] - y[i];
    for (int v = dy > 0 ? dy : 0; v < a->height && v < dy + b->height; v++)
        for (int u = dx > 0 ? dx : 0; u < a->width && u < dx + b->width; u++)
            if (m->set->bytes[m->sprite[i]][(int64_t)v * a->width + u] &&
                m->set->bytes[m->sprite[j]][(int64_t)(v - dy) * b->width + u - dx])
                return true;
    return false;
}

static bool pygame_overlaps(const many *m, int i, int j)
{
    const int *x = m->x + m->frame * m->count, *y = m->y + m->frame * m->count;
    return m->set->pygame.overlap(m->set->pygame_masks[m->sprite[i]],
                                  m->set->pygame_masks[m->sprite[j]], x[j] - x[i], y[j] - y[i]);
}

static void loop_over_all(const void *work, int64_t *answers,
                          bool (*overlap)(const many *, int, int))
{
    many *m = (many *)(uintptr_t)work;
    for (m->frame = 0; m->frame < FRAMES; m->frame++)
    {
        m->answer = 0;
        for (int i = 0; i < m->count; i++)
            for (int j = i + 1; j < m->count; j++)
                if (boxes_overlap(m, i, j) && overlap(m, i, j)) m->answer += pair_hash(i, j);
        if (answers) answers[m->frame] = m->answer;
        bench_use(m->answer);
    }
}

static void w10_loop(const void *work, int64_t *answers)
{
    loop_over_all(work, answers, bytes_overlap);
}

static void w10_pygame(const void *work, int64_t *answers)
{
    loop_over_all(work, answers, pygame_overlaps);
}

static void w10_rimcast(const void *work, int64_t *answers)
{
    many *m = (many *)(uintptr_t)work;
    for (int frame = 0; frame < FRAMES; frame++)
    {
        for (int i = 0; i < m->count; i++)
        {
            rim_vec2 anchor = rim_sprite_anchor(m->set->baked[m->sprite[i]]);
            rim_vec2 at = rim_vec2_make((float)m->x[frame * m->count + i] + anchor.x,
                                        (float)m->y[frame * m->count + i] + anchor.y);
            rim_stage_move(m->stage, m->handles[i], rim_xform2_translation(at));
        }
        int     found = rim_stage_pairs(m->stage, m->pairs, 20 * m->count);
        int64_t answer = 0;
        for (int k = 0; k < found && k < 20 * m->count; k++)
            answer += pair_hash((int)m->pairs[k].a.slot, (int)m->pairs[k].b.slot);
        if (answers) answers[frame] = answer;
        bench_use(answer);
    }
}

// Touching boxes shall not count: they are drawn in by a quarter.
static chipmunk_box chipmunk_box_of(void *object)
{
    const thing        *t = object;
    const many         *m = t->all;
    const sprite_image *s = image_of(m, t->index);
    double       x = m->x[m->frame * m->count + t->index], y = m->y[m->frame * m->count + t->index];
    chipmunk_box box = { x + 0.25, y + 0.25, x + s->width - 0.25, y + s->height - 0.25 };
    return box;
}

static unsigned chipmunk_hit(void *a, void *b, unsigned id, void *data)
{
    many *m = data;
    int   i = ((thing *)a)->index, j = ((thing *)b)->index;
    if (boxes_overlap(m, i, j) && pygame_overlaps(m, i, j)) m->answer += pair_hash(i, j);
    return id;
}

static void w10_chipmunk(const void *work, int64_t *answers)
{
    many *m = (many *)(uintptr_t)work;
    for (m->frame = 0; m->frame < FRAMES; m->frame++)
    {
        m->answer = 0;
        chipmunk_reindex_query(m->tree, chipmunk_hit, m);
        if (answers) answers[m->frame] = m->answer;
        bench_use(m->answer);
    }
}

// --- the crowd ------------------------------------------------------------------------------------------

// In a square in which each box meets four or five others.
static void scatter(many *m)
{
    bench_random random = { 77 };
    double       area = 0.0;
    for (int i = 0; i < m->count; i++)
    {
        m->sprite[i] = bench_int(&random, 0, m->set->sprites->count - 1);
        area += (double)image_of(m, i)->width * image_of(m, i)->height;
    }
    int side = (int)sqrt(area * 0.9);
    for (int i = 0; i < m->count; i++)
    {
        int x = bench_int(&random, 0, side), y = bench_int(&random, 0, side);
        for (int f = 0; f < FRAMES; f++)
        {
            m->x[f * m->count + i] = x, m->y[f * m->count + i] = y;
            x += bench_int(&random, -4, 4), y += bench_int(&random, -4, 4);
        }
    }
}

static bool many_make(many *m, const flat_set *set, const chipmunk_peer *peer, int count)
{
    size_t n = (size_t)count;
    m->set = set;
    m->count = count;
    m->sprite = malloc(n * sizeof *m->sprite);
    m->x = malloc(n * FRAMES * sizeof *m->x), m->y = malloc(n * FRAMES * sizeof *m->y);
    m->handles = malloc(n * sizeof *m->handles);
    m->pairs = malloc(20 * n * sizeof *m->pairs);
    m->things = malloc(n * sizeof *m->things);
    if (!m->sprite || !m->x || !m->y || !m->handles || !m->pairs || !m->things) return false;
    scatter(m);
    if (rim_stage_create(&m->stage, NULL)) return false;
    for (int i = 0; i < count; i++)
    {
        rim_stage_item item = { .posed = { set->baked[m->sprite[i]], rim_xform2_identity() } };
        if (rim_stage_add(m->stage, &item, &m->handles[i])) return false;
    }
    if (!peer->tree) return true;
    m->tree = peer->tree(chipmunk_box_of, NULL);
    for (int i = 0; i < count; i++)
    {
        thing t = { m, i };
        m->things[i] = t;
        chipmunk_insert(m->tree, &m->things[i], (uintptr_t)(i + 1) * 2654435761u);
    }
    return true;
}

static void many_free(many *m, const chipmunk_peer *peer)
{
    if (m->tree) peer->destroy(m->tree);
    rim_stage_destroy(m->stage);
    free(m->sprite), free(m->x), free(m->y), free(m->handles), free(m->pairs), free(m->things);
}

bool flat_many_sprites(const bench_options *options, const flat_set *set)
{
    static const int    counts[3] = { 100, 1000, 10000 };
    static const double loops[3] = { 2.3, 0.0, 0.0 }, tree[3] = { 0.0, 9.4, 11.6 };
    chipmunk_peer       peer;
    bool                right = true, pygame = set->has_pygame;
    if (!bench_wants(options, "W10 pairs")) return true;
    chipmunk_open(&peer);
    for (int i = 0; i < 3; i++)
    {
        char       name[16];
        many       m = { .frame = 0 };
        bench_case it = {
            .workload = "W10 pairs",
            .input = name,
            .work = &m,
            .operations = FRAMES,
            .oracle = w10_loop,
            .runs = { { "rimcast", w10_rimcast, 0.0, false },
                      { "loops, bytes", i < 2 ? w10_loop : NULL, 0.0, false },
                      { "loops, pygame", pygame && i < 2 ? w10_pygame : NULL, loops[i], false },
                      { "Chipmunk tree, pygame", pygame && peer.tree ? w10_chipmunk : NULL, tree[i],
                        false } },
            .run_count = 4,
        };
        snprintf(name, sizeof name, "%d", counts[i]);
        right = many_make(&m, set, &peer, counts[i]) && bench_measure(options, &it) && right;
        many_free(&m, &peer);
    }
    return right;
}
