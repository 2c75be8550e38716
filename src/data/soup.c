// Polygon soups: memory, triangles, and the public functions.
#include "data/soup.h"

#include "base/memory.h"

#include <assert.h>
#include <limits.h>

// Returns the next `count` elements of a block and moves *offset behind them. If block is NULL, only moves *offset.
static void *carve(char *block, uint64_t *offset, uint64_t count, size_t size)
{
    void *array = block ? block + *offset : NULL;
    *offset += count * size;
    return array;
}

// Sets the arrays of *soup, which follow the struct in the block. Returns the size of the block. block may be NULL to
// find that size. All elements consist of numbers of 4 bytes, so all are aligned.
static uint64_t soup_lay_out(rim_soup *soup, char *block, soup_counts n, uint64_t triangles)
{
    uint64_t offset = sizeof *soup;
    soup->points = carve(block, &offset, n.points, sizeof *soup->points);
    soup->triangles = carve(block, &offset, triangles, sizeof *soup->triangles);
    soup->corners = carve(block, &offset, n.corners, sizeof *soup->corners);
    soup->first = carve(block, &offset, n.polygons + 1, sizeof *soup->first);
    soup->indices = carve(block, &offset, 3 * triangles, sizeof *soup->indices);
    return offset;
}

// Allocates a soup in one block. The block is laid out twice: first to find its size, then to set the arrays. A
// polygon of n corners has n - 2 triangles, so all polygons together have counts.corners - 2 * counts.polygons
// triangles.
rim_status soup_create(rim_soup **out, soup_counts counts, const rim_allocator *from)
{
    *out = NULL;
    if (counts.points > INT_MAX || counts.polygons > INT_MAX || counts.corners > INT_MAX)
        return RIM_ERR_SIZE;
    assert(counts.corners >= 3 * counts.polygons);
    uint64_t triangles = counts.corners - 2 * counts.polygons;
    if (triangles > INT_MAX / 3) return RIM_ERR_SIZE;

    rim_soup      plan;
    uint64_t      bytes = soup_lay_out(&plan, NULL, counts, triangles);
    rim_allocator allocator = memory_allocator_or_default(from);
    char         *block = bytes > SIZE_MAX ? NULL : memory_allocate(&allocator, (size_t)bytes, 1);
    if (!block) return RIM_ERR_MEMORY;

    soup_lay_out(&plan, block, counts, triangles);
    plan.point_count = (int)counts.points;
    plan.polygon_count = (int)counts.polygons;
    plan.corner_count = (int)counts.corners;
    plan.triangle_count = (int)triangles;
    plan.first[0] = 0;
    plan.bytes = (size_t)bytes;
    plan.allocator = allocator;
    *out = (rim_soup *)(void *)block;
    **out = plan;
    return RIM_OK;
}

// The triangles of a polygon are the fan around its first corner. They are stored in the order of the polygons.
void soup_triangulate(rim_soup *soup)
{
    int triangle = 0;
    for (int p = 0; p < soup->polygon_count; p++)
        for (int i = soup->first[p] + 1; i + 1 < soup->first[p + 1]; i++, triangle++)
        {
            int *index = soup->indices + 3 * triangle;
            index[0] = soup->corners[soup->first[p]];
            index[1] = soup->corners[i];
            index[2] = soup->corners[i + 1];
            soup->triangles[triangle].a = soup->points[index[0]];
            soup->triangles[triangle].b = soup->points[index[1]];
            soup->triangles[triangle].c = soup->points[index[2]];
        }
    assert(triangle == soup->triangle_count);
}

rim_status rim_soup_create(rim_soup **out, rim_soup_format format, const char *text, size_t size,
                           rim_parse_error *error, const rim_allocator *from)
{
    RIM_ASSERT(out && (text || size == 0), "out or the text is NULL");
    *out = NULL;
    if (error) *error = (rim_parse_error){ 0 };
    switch (format)
    {
    case RIM_SOUP_RAW:
        return soup_create_from_raw(out, text, size, error, from);
    case RIM_SOUP_OBJ:
        return soup_create_from_obj(out, text, size, error, from);
    default:
        return RIM_ERR_ARGUMENT;
    }
}

void rim_soup_destroy(rim_soup *soup)
{
    if (!soup) return;
    rim_allocator allocator = soup->allocator;
    memory_release(&allocator, soup, soup->bytes, 1);
}

rim_soup_info rim_soup_read(const rim_soup *soup)
{
    return (rim_soup_info){ .points = soup->points,
                            .triangles = soup->triangles,
                            .indices = soup->indices,
                            .point_count = soup->point_count,
                            .triangle_count = soup->triangle_count };
}
