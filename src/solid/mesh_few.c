// Rows, of few triangles.
#include "solid/mesh_broad.h"

#include "base/memory.h"
#include "solid/mesh_build.h"
#include "solid/mesh_kernels.h"

#include <math.h>

// In the order of the leaves of broad nodes: the last children first.
static void list_rows(rim_mesh *mesh, uint32_t place, int *count)
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
    for (int i = mesh_children(node) - 1; i >= 0; i--) list_rows(mesh, node->child[i], count);
}

// Along an axis.
static void span_of(const mesh_row *row, int k, float *lo, float *hi)
{
    float a = row->at[k], b = row->at[3 + k], c = row->at[6 + k];
    float less = a < b ? a : b, more = a < b ? b : a;
    *lo = less < c ? less : c;
    *hi = more > c ? more : c;
}

static void set_spans(rim_mesh *mesh, int k, float largest)
{
    float lo, hi, least = FLT_MAX, most = -FLT_MAX;
    for (int i = 0; i < mesh->count; i++)
    {
        span_of(&mesh->rows[i], k, &lo, &hi);
        least = lo < least ? lo : least;
        most = hi > most ? hi : most;
    }
    mesh_grid grid = mesh_grid_of(least, most);
    for (int i = 0; i < mesh->count; i++)
    {
        mesh_spans *spans = &mesh->spans[i / MESH_BROAD];
        span_of(&mesh->rows[i], k, &lo, &hi);
        uint8_t first = mesh_grid_below(&grid, lo);
        spans->lo[k][i % MESH_BROAD] = first < 254 ? first : 254;
        spans->hi[k][i % MESH_BROAD] = mesh_grid_above(&grid, hi);
    }
    mesh->spans_per[k] = (float)grid.per;
    mesh->spans_from[k] = (float)(-least * grid.per);
    mesh->spans_reach[k] = (float)(grid.per * (1.0 + 0x1p-19));
    mesh->spans_wide[k] = (float)(grid.per * 0x1p-20 * largest);
}

static size_t spans_bytes(const rim_mesh *mesh)
{
    return ((size_t)mesh->count + MESH_BROAD - 1) / MESH_BROAD * sizeof *mesh->spans;
}

void mesh_set_few(rim_mesh *mesh)
{
    int   count = 0;
    float largest = 0.0f;
    list_rows(mesh, 0, &count);
    for (int i = 0; i < 9 * count; i++)
    {
        float size = fabsf(mesh->rows[i / 9].at[i % 9]);
        largest = size > largest ? size : largest;
    }
    mesh->rows_most = 0.0f;
    // Else all are asked.
    if (!(largest < MESH_ORDINARY)) return;
    memset(mesh->spans, 255, spans_bytes(mesh));
    for (int k = 0; k < 3; k++) set_spans(mesh, k, largest);
    // The sum of all is below WITHIN_MOST then.
    if (largest < 0x1p26f) mesh->rows_most = 0x1p26f;
}

// Spans begin with a line of the cache. Behind the last row a little may be read.
rim_status mesh_make_few(rim_mesh *mesh)
{
    size_t spans = spans_bytes(mesh), rows = (size_t)mesh->count * sizeof *mesh->rows;
    mesh->few_block = rim_allocate_zeroed(&mesh->from, 1, MESH_LINE + spans + rows + 8);
    if (!mesh->few_block) return RIM_ERR_MEMORY;
    mesh->few_bytes = MESH_LINE + spans + rows + 8;
    uint8_t *at = mesh->few_block;
    at += (MESH_LINE - (uintptr_t)at % MESH_LINE) % MESH_LINE;
    mesh->spans = (mesh_spans *)(void *)at;
    mesh->rows = (mesh_row *)(void *)(at + spans);
    mesh_set_few(mesh);
    return RIM_OK;
}
