/// @file
/// Polygon soups: the geometry in a file of polygons, as it stands there, nothing welded or mended.
///
/// Read from memory: World.raw, the plain text of triangles, and the geometry of Wavefront OBJ.
#ifndef RIMCAST_SOUP_H
#define RIMCAST_SOUP_H

#include "rimcast/base.h"
#include "rimcast/shape3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Points and polygons, const once read.
typedef struct rim_soup rim_soup;

/// Where a text is not what it should be, and why.
typedef struct rim_parse_error
{
    int         line, column; ///< from 1; column in bytes. Both 0 when no place is to blame
    const char *reason;       ///< a part of a sentence, never to be freed: "expected a number"
} rim_parse_error;

/// The formats that are read.
typedef enum rim_soup_format
{
    RIM_SOUP_RAW = 0, ///< World.raw
    RIM_SOUP_OBJ      ///< Wavefront OBJ
} rim_soup_format;

/// Reads triangles from a text.
///
/// RIM_SOUP_RAW: three numbers a line are a point, three points a triangle.
///
/// Numbers are decimal ("1", "-0.5", "2.5e-3"), apart by spaces or tabs. Empty lines and what follows a
/// '#' are skipped; lines end with LF, CR LF or CR; a UTF-8 byte order mark at the start is allowed.
/// A text without points is a soup without triangles. Every triangle keeps the file's order of corners.
///
/// RIM_ERR_FORMAT with `*error` set: a line with fewer or more than three numbers, a word that is no
/// number, a number beyond the range of float, a number of points that is not a multiple of three.
/// RIM_ERR_SIZE: more points than an int counts. RIM_ERR_MEMORY. On failure `*out` is NULL.
/// error may be NULL; on success it is all zero and NULL. text need not be terminated.
///
/// RIM_SOUP_OBJ: the geometry of the file, v and f.
///
/// v takes three numbers; up to four more (w, a colour) are read and ignored. f takes three or more
/// corners "v", "v/vt", "v//vn" or "v/vt/vn"; v counts from 1, or backwards from the last point before
/// this line when negative, and may name a point that only follows later; vt and vn are only checked to
/// be numbers. A backslash at the end of a line continues it. Everything else - normals, texture
/// coordinates, groups, materials, lines, curves, words unknown - is skipped. Line ends, comments and
/// byte order mark as above.
///
/// RIM_ERR_FORMAT with `*error` set: a malformed v or f, an index of 0 or of a point that is not there, a
/// number beyond the range of float. RIM_ERR_SIZE, RIM_ERR_MEMORY, error and text as above.
RIM_API rim_status rim_soup_create(rim_soup **out, rim_soup_format format, const char *text,
                                   size_t size, rim_parse_error *error, const rim_allocator *from);

/// NULL is allowed.
RIM_API void rim_soup_destroy(rim_soup *soup);

/// What a soup holds. The arrays belong to it.
typedef struct rim_soup_info
{
    const rim_vec3     *points; ///< in the order of the file
    /// All polygons as triangles, polygon after polygon: a polygon of n corners is the fan of n - 2 triangles around its
    /// first corner. That fills a convex polygon; a concave one whose first corner does not see the others is covered
    /// differently than a renderer's own triangulation would.
    const rim_triangle *triangles;
    const int          *indices; ///< the same triangles as indices of the points, three a triangle
    int                 point_count, triangle_count;
} rim_soup_info;

/// The points and triangles that were read. Costs next to nothing.
RIM_API rim_soup_info rim_soup_read(const rim_soup *soup);

/// Writes triangles as World.raw: a point a line, numbers in their shortest exact form, so that reading
/// gives back the same bits (minus zero becomes zero).
/// RIM_ERR_ARGUMENT, and nothing written, if a coordinate is not finite; RIM_ERR_WRITE.
RIM_API rim_status rim_triangles_write_raw(rim_sink sink, const rim_triangle *triangles, int count);

#ifdef __cplusplus
}
#endif

#endif
