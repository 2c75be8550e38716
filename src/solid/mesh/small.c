// Rows, of few triangles.
#include "solid/mesh/build.h"

#include "base/memory.h"
#include "solid/mesh/kernels.h"

#include <math.h>

// In the order of the leaves of broad nodes: the last children first.
static void fill_rows(rim_mesh *mesh, uint32_t place, int *count)
{
    if (place & MESH_LEAF)
    {
        mesh_leaf leaf = mesh_leaf_at(mesh, place & ~MESH_LEAF);
        for (int i = 0; i < leaf.triangles; i++)
        {
            mesh_row    *row = &mesh->rows[(*count)++];
            rim_triangle t = mesh_triangle(&leaf, i);
            memcpy(row->at, &t, sizeof row->at);
            row->number = (uint32_t)mesh_number(mesh, &leaf, i);
        }
        return;
    }
    const mesh_node *node = &mesh->nodes[place];
    for (int i = mesh_children(node) - 1; i >= 0; i--) fill_rows(mesh, node->child[i], count);
}

// Along an axis.
static void small_mesh_span_of(const mesh_row *row, int k, float *lo, float *hi)
{
    float a = row->at[k], b = row->at[3 + k], c = row->at[6 + k];
    float less = a < b ? a : b, more = a < b ? b : a;
    *lo = less < c ? less : c;
    *hi = more > c ? more : c;
}

static int step_at(double at)
{
    return at < 0.0 ? 0 : at < MESH_STEPS ? (int)at : MESH_STEPS - 1;
}

static void set_bit(uint64_t step[2], int row)
{
    step[row / MESH_BROAD] |= (uint64_t)1 << row % MESH_BROAD;
}

static void add_bits(uint64_t to[2], const uint64_t from[2])
{
    to[0] |= from[0];
    to[1] |= from[1];
}

// With all coordinates below c, per and from, and so a place, are right to 2^-21 c per where there is anything to meet;
// farther off that does not matter. `wide` is twice that. Steps are wider by a part of them that is more than what
// doubles lose: no box that is not flat is thinner than c 2^-24.
static void set_spans(rim_mesh *mesh, int k, float largest)
{
    mesh_spans *spans = mesh->spans;
    float       lo, hi, least = FLT_MAX, most = -FLT_MAX;
    for (int i = 0; i < mesh->count; i++)
    {
        small_mesh_span_of(&mesh->rows[i], k, &lo, &hi);
        least = lo < least ? lo : least;
        most = hi > most ? hi : most;
    }
    double wide = (double)most - least;
    double per = MESH_STEPS / (wide > 0x1p-70 ? wide : 0x1p-70), from = -least * per;
    for (int i = 0; i < mesh->count; i++)
    {
        small_mesh_span_of(&mesh->rows[i], k, &lo, &hi);
        int first = step_at(lo * per + from - 0x1p-6), last = step_at(hi * per + from + 0x1p-6);
        set_bit(spans->begun[k][first], i);
        set_bit(spans->open[k][last], i);
    }
    for (int s = 1; s < MESH_STEPS; s++)
    {
        add_bits(spans->begun[k][s], spans->begun[k][s - 1]);
        add_bits(spans->open[k][MESH_STEPS - 1 - s], spans->open[k][MESH_STEPS - s]);
    }
    mesh->spans_per[k] = (float)(16.0 * per);
    mesh->spans_from[k] = (float)(16.0 * from);
    mesh->spans_reach[k] = (float)(16.0 * per * (1.0 + 0x1p-19));
    mesh->spans_wide[k] = (float)(16.0 * per * 0x1p-20 * largest);
}

void mesh_set_small(rim_mesh *mesh)
{
    int   count = 0;
    float largest = 0.0f;
    fill_rows(mesh, 0, &count);
    for (int i = 0; i < 9 * count; i++)
    {
        float size = fabsf(mesh->rows[i / 9].at[i % 9]);
        largest = size > largest ? size : largest;
    }
    mesh->rows_most = 0.0f;
    // Else all are asked.
    if (!(largest < MESH_ORDINARY)) return;
    memset(mesh->spans, 0, sizeof *mesh->spans);
    for (int k = 0; k < 3; k++) set_spans(mesh, k, largest);
    // The sum of all is below WITHIN_MOST then.
    if (largest < 0x1p26f) mesh->rows_most = 0x1p26f;
}

// Spans begin with a line of the cache. Behind the last row a little may be read.
rim_status mesh_make_small(rim_mesh *mesh)
{
    size_t spans = sizeof *mesh->spans, rows = (size_t)mesh->count * sizeof *mesh->rows;
    mesh->few_block = memory_allocate_zeroed(&mesh->from, 1, MESH_LINE + spans + rows + 8);
    if (!mesh->few_block) return RIM_ERR_MEMORY;
    mesh->few_bytes = MESH_LINE + spans + rows + 8;
    uint8_t *at = mesh->few_block;
    at += (MESH_LINE - (uintptr_t)at % MESH_LINE) % MESH_LINE;
    mesh->spans = (mesh_spans *)(void *)at;
    mesh->rows = (mesh_row *)(void *)(at + spans);
    mesh_set_small(mesh);
    return RIM_OK;
}
