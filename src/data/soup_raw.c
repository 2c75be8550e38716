// Reading and writing triangles as text. A line is a point, and three points are a triangle.
#include "base/float.h"
#include "data/soup.h"
#include "data/writer.h"

#include <string.h>

// Returns the number of lines that have a word. Each of these lines must be a point.
static uint64_t raw_count_points(const char *text, size_t size)
{
    uint64_t    points = 0;
    text_reader t = text_reader_start(text, size, false);
    while (text_reader_line(&t)) points++;
    return points;
}

// Reads the point on the reader's line, which must have exactly three numbers.
static rim_status raw_read_point(text_reader *t, rim_vec3 *out, rim_parse_error *error)
{
    static const char wanted[] = "expected three numbers on the line";
    float             number[3];
    text_word         word;
    for (int i = 0; i < 3; i++)
    {
        if (!text_reader_word(t, &word))
            return text_reader_complain(error, text_reader_here(t), wanted);
        rim_status status = text_reader_float(word, &number[i], error);
        if (status) return status;
    }
    if (text_reader_word(t, &word)) return text_reader_complain(error, word, wanted);
    *out = rim_vec3_make(number[0], number[1], number[2]);
    return RIM_OK;
}

// Reads soup->point_count points, one from each line that has a word. Requires as many such lines.
static rim_status read_points(rim_soup *soup, const char *text, size_t size, rim_parse_error *error)
{
    text_reader t = text_reader_start(text, size, false);
    for (int i = 0; i < soup->point_count; i++)
    {
        text_reader_line(&t);
        rim_status status = raw_read_point(&t, &soup->points[i], error);
        if (status) return status;
    }
    return RIM_OK;
}

// Reports a number of points that is not a multiple of three, at the line of the last point.
static rim_status complain_of_count(const char *text, size_t size, rim_parse_error *error)
{
    text_reader t = text_reader_start(text, size, false);
    text_word   word, last = text_reader_here(&t);
    while (text_reader_line(&t))
    {
        last = text_reader_here(&t);
        while (text_reader_word(&t, &word)) continue;
    }
    return text_reader_complain(error, last,
                                "the last triangle is not complete: the number of points must be a "
                                "multiple of three");
}

// Makes a polygon, and from it a triangle, of every three points in order. A rest of one or two points is left out.
static void make_triangles(rim_soup *soup)
{
    for (int i = 0; i < soup->corner_count; i++) soup->corners[i] = i;
    for (int p = 0; p <= soup->polygon_count; p++) soup->first[p] = 3 * p;
    soup_triangulate(soup);
}

rim_status soup_create_from_raw(rim_soup **out, const char *text, size_t size,
                                rim_parse_error *error, const rim_allocator *from)
{
    uint64_t    points = raw_count_points(text, size);
    // A rest of one or two points is read, for errors in it, before it is reported.
    soup_counts counts = { .points = points,
                           .polygons = points / 3,
                           .corners = points - points % 3 };
    rim_soup   *soup;
    rim_status  status = soup_create(&soup, counts, from);
    if (status) return status;

    status = read_points(soup, text, size, error);
    if (!status && points % 3 != 0) status = complain_of_count(text, size, error);
    if (status)
    {
        rim_soup_destroy(soup);
        return status;
    }
    make_triangles(soup);
    *out = soup;
    return RIM_OK;
}

// Writes the coordinates of a point as a line.
static void raw_put_point(text_writer *w, rim_vec3 p)
{
    writer_put_float(w, p.x);
    writer_put(w, " ");
    writer_put_float(w, p.y);
    writer_put(w, " ");
    writer_put_float(w, p.z);
    writer_put(w, "\n");
}

// Writes a line for each corner. Returns RIM_ERR_ARGUMENT for a corner that is not finite.
rim_status rim_triangles_write_raw(rim_sink sink, const rim_triangle *triangles, int count)
{
    for (int i = 0; i < count; i++)
        if (!vec3_is_finite(triangles[i].a) || !vec3_is_finite(triangles[i].b) ||
            !vec3_is_finite(triangles[i].c))
            return RIM_ERR_ARGUMENT;

    text_writer w;
    writer_start(&w, sink);
    for (int i = 0; i < count && !w.failed; i++)
    {
        raw_put_point(&w, triangles[i].a);
        raw_put_point(&w, triangles[i].b);
        raw_put_point(&w, triangles[i].c);
    }
    return writer_finish(&w);
}
