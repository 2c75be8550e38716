// Row by row, the runs of like pixels are joined to those that they touch in the row above; every join
// of two separate groups makes the number of groups one less (union-find: Galler and Fischer 1964).
#include "islands.h"

#include <stdlib.h>
#include <string.h>

typedef struct run
{
    int x0, x1; // columns x0 .. x1 - 1
    int id;
} run;

typedef struct row
{
    run *runs;
    int  count;
} row;

typedef struct groups
{
    int    *parent;
    size_t  capacity;
    int     runs;   // ids given out
    int64_t groups; // runs less joins
} groups;

static int root(groups *g, int id)
{
    while (g->parent[id] != id) id = g->parent[id] = g->parent[g->parent[id]];
    return id;
}

static void join(groups *g, int a, int b)
{
    a = root(g, a), b = root(g, b);
    if (a == b) return;
    // The older is the parent: the outside, run 0, stays the root of its group.
    if (a < b)
        g->parent[b] = a;
    else
        g->parent[a] = b;
    g->groups--;
}

static bool add_run(groups *g, row *to, int x0, int x1)
{
    if ((size_t)g->runs == g->capacity)
    {
        size_t capacity = g->capacity ? g->capacity * 2 : 1024;
        int   *grown = realloc(g->parent, capacity * sizeof *grown);
        if (!grown) return false;
        g->parent = grown;
        g->capacity = capacity;
    }
    g->parent[g->runs] = g->runs;
    run made = { x0, x1, g->runs++ };
    to->runs[to->count++] = made;
    g->groups++;
    return true;
}

// The runs of pixels that are solid, or that are not, in row y; a frame of one pixel counts as empty.
static bool find_runs(groups *g, row *to, const rim_mask *mask, int y, bool solid)
{
    int  width = rim_mask_width(mask), start = 0;
    bool before = false;
    to->count = 0;
    for (int x = -1; x <= width + 1; x++)
    {
        bool like = x <= width && rim_mask_get(mask, x, y) == solid;
        if (like && !before) start = x;
        if (!like && before && !add_run(g, to, start, x)) return false;
        before = like;
    }
    return true;
}

// reach 1: runs that meet at a corner touch, too.
static void join_rows(groups *g, const row *above, const row *below, int reach)
{
    for (int i = 0, j = 0; i < above->count && j < below->count;)
    {
        const run *a = &above->runs[i], *b = &below->runs[j];
        if (a->x0 < b->x1 + reach && b->x0 < a->x1 + reach) join(g, a->id, b->id);
        if (a->x1 < b->x1)
            i++;
        else
            j++;
    }
}

static bool count_groups(const rim_mask *mask, bool solid, int64_t *out)
{
    int    height = rim_mask_height(mask);
    size_t most = (size_t)rim_mask_width(mask) / 2 + 2;
    row    rows[2] = { { malloc(most * sizeof(run)), 0 }, { malloc(most * sizeof(run)), 0 } };
    groups g = { 0 };
    bool   good = rows[0].runs && rows[1].runs;
    for (int y = -1; good && y <= height; y++)
    {
        row *above = &rows[y & 1], *below = &rows[(y + 1) & 1];
        good = find_runs(&g, below, mask, y, solid);
        if (good) join_rows(&g, above, below, solid ? 1 : 0);
    }
    *out = g.groups;
    free(rows[0].runs);
    free(rows[1].runs);
    free(g.parent);
    return good;
}

rim_status count_islands(const rim_mask *mask, int64_t *islands, int64_t *holes)
{
    int64_t solid, empty;
    if (!count_groups(mask, true, &solid) || !count_groups(mask, false, &empty))
        return RIM_ERR_MEMORY;
    *islands = solid;
    *holes = empty - 1; // the outside
    return RIM_OK;
}
