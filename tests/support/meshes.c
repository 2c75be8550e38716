#include "support/meshes.h"

#include <math.h>
#include <stdlib.h>

static void *make(int count, size_t size)
{
    void *block = malloc((size_t)(count > 0 ? count : 1) * size);
    assert_non_null(block);
    return block;
}

static test_mesh empty(int points, int triangles)
{
    test_mesh m = { make(points, sizeof(rim_vec3)), points, make(3 * triangles, sizeof(int)),
                    triangles };
    return m;
}

static test_mesh soup(int count, float size, float spread, test_random *r)
{
    test_mesh m = empty(3 * count, count);
    for (int i = 0; i < count; i++)
    {
        rim_vec3 at = random_in_cube(r, size - spread);
        for (int k = 0; k < 3; k++)
        {
            m.points[3 * i + k] = rim_vec3_add(at, random_in_cube(r, spread));
            m.indices[3 * i + k] = 3 * i + k;
        }
    }
    return m;
}

static test_mesh grid(int count, float size, float height, test_random *r)
{
    int n = (int)sqrt(0.5 * count);
    if (n < 1) n = 1;
    test_mesh m = empty((n + 1) * (n + 1), 2 * n * n);
    float     step = height > 0.0f ? 2.0f * size / (float)n : 1.0f;
    for (int z = 0; z <= n; z++)
        for (int x = 0; x <= n; x++)
            m.points[z * (n + 1) + x] =
                rim_vec3_make((float)(x - n / 2) * step, random_float(r, -height, height),
                              (float)(z - n / 2) * step);
    int *at = m.indices;
    for (int z = 0; z < n; z++)
        for (int x = 0; x < n; x++)
        {
            int a = z * (n + 1) + x, b = a + 1, c = a + n + 1, d = c + 1;
            *at++ = a, *at++ = c, *at++ = b;
            *at++ = b, *at++ = c, *at++ = d;
        }
    return m;
}

// Latitudes and longitudes; the poles' triangles have two corners each at the pole.
static test_mesh ball(int count, float size)
{
    int n = (int)sqrt(0.5 * count);
    if (n < 3) n = 3;
    test_mesh m = empty((n + 1) * n, 2 * n * n);
    for (int i = 0; i <= n; i++)
        for (int k = 0; k < n; k++)
        {
            double up = 3.14159265358979 * i / n, round = 6.28318530717959 * k / n;
            m.points[i * n + k] =
                rim_vec3_make((float)(size * sin(up) * cos(round)), (float)(size * cos(up)),
                              (float)(size * sin(up) * sin(round)));
        }
    int *at = m.indices;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
        {
            int a = i * n + k, b = i * n + (k + 1) % n;
            *at++ = a, *at++ = b, *at++ = a + n;
            *at++ = b, *at++ = b + n, *at++ = a + n;
        }
    return m;
}

static void spoil(test_mesh *m, test_random *r)
{
    for (int i = 0; i < m->count; i++)
    {
        rim_vec3 *p = m->points + 3 * (ptrdiff_t)i;
        switch (random_int(r, 0, 4))
        {
        case 0:
            p[2] = rim_vec3_lerp(p[0], p[1], 0.5f);
            break;
        case 1:
            p[1] = p[2] = p[0];
            break;
        case 2:
            p[2] = rim_vec3_add(p[1], rim_vec3_scale(random_in_cube(r, 1.0f), 1e-5f));
            break;
        case 3:
            if (i > 0)
                for (int k = 0; k < 3; k++) p[k] = p[k - 3];
            break;
        default:
            break;
        }
    }
}

test_mesh test_mesh_make(mesh_kind kind, int count, float size, rim_vec3 at, uint64_t seed)
{
    test_random r = { seed };
    test_mesh   m;
    switch (kind)
    {
    case MESH_KIND_TERRAIN:
        m = grid(count, size, 0.1f * size, &r);
        break;
    case MESH_KIND_FLAT:
        m = grid(count, size, 0.0f, &r);
        break;
    case MESH_KIND_BALL:
        m = ball(count, size);
        break;
    case MESH_KIND_SLIVERS:
        m = soup(count, size, 0.25f * size, &r);
        spoil(&m, &r);
        break;
    case MESH_KIND_CLUSTERS:
        m = soup(count, size, 0.01f * size, &r);
        for (int i = 0; i < m.count; i += 16) m.points[3 * i] = random_in_cube(&r, size);
        break;
    default:
        m = soup(count, size, 0.1f * size, &r);
        break;
    }
    for (int i = 0; i < m.point_count; i++) m.points[i] = rim_vec3_add(m.points[i], at);
    return m;
}

void test_mesh_free(test_mesh *mesh)
{
    free(mesh->points);
    free(mesh->indices);
}

rim_triangle test_mesh_triangle(const test_mesh *mesh, int i)
{
    const int   *at = mesh->indices + 3 * (ptrdiff_t)i;
    rim_triangle t = { mesh->points[at[0]], mesh->points[at[1]], mesh->points[at[2]] };
    return t;
}

rim_soup *load_soup(const char *path)
{
    size_t          size;
    char           *text = read_file(path, &size);
    rim_soup       *soup;
    rim_parse_error error;
    assert_int_equal(RIM_OK, rim_soup_create(&soup, RIM_SOUP_RAW, text, size, &error, NULL));
    free(text);
    return soup;
}
