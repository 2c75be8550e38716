/// @file
/// Polygon soups: points and polygons as they are in a file, without welding or repair.
///
/// Two formats are read from memory: World.raw, a plain text of triangles, and the geometry of Wavefront OBJ.
#ifndef RIMCAST_SOUP_H
#define RIMCAST_SOUP_H

#include "rimcast/base.h"
#include "rimcast/shape3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The points and polygons of a file; const after creation.
typedef struct rim_soup rim_soup;

/// The place and the reason of an error in a text.
typedef struct rim_parse_error
{
    int         line, column; ///< counted from 1; column in bytes. Both 0 if the error has no place
    const char *reason;       ///< part of a sentence, such as "expected a number"; static, not
                              ///< freed
} rim_parse_error;

/// The formats of text.
typedef enum rim_soup_format
{
    RIM_SOUP_RAW = 0, ///< World.raw
    RIM_SOUP_OBJ      ///< Wavefront OBJ
} rim_soup_format;

/// Creates a soup from a text.
///
/// RIM_SOUP_RAW: three numbers on a line are a point, three points are a triangle.
///
/// Numbers are decimal ("1", "-0.5", "2.5e-3") and separated by spaces or tabs. Empty lines and comments after '#'
/// are skipped. Lines end with LF, CR LF or CR. A UTF-8 byte order mark at the start is allowed. A text without
/// points gives a soup without triangles. Triangles keep the order of corners in the file.
///
/// RIM_ERR_FORMAT, with `*error` set, for a line with fewer or more than three numbers, a word that is not a number,
/// a number beyond the range of float, or a number of points that is not a multiple of three. RIM_ERR_SIZE for more
/// points than an int can count; RIM_ERR_MEMORY. On failure `*out` is NULL. error may be NULL; on success it is
/// zeroed. text need not be terminated.
///
/// RIM_SOUP_OBJ: the geometry of the file, which is its v and f lines.
///
/// A v line has three numbers; up to four more (w, a color) are read and ignored. An f line has three or more corners
/// of the form "v", "v/vt", "v//vn" or "v/vt/vn". v counts points from 1, or, if negative, backwards from the last
/// point before this line; it may name a point that follows later. vt and vn are only checked to be numbers. A
/// backslash at the end of a line continues it. All other lines (normals, texture coordinates, groups, materials,
/// lines, curves, unknown words) are skipped. Line ends, comments and byte order mark as above.
///
/// RIM_ERR_FORMAT, with `*error` set, for a malformed v or f line, an index that is 0 or names no point, or a number
/// beyond the range of float. RIM_ERR_SIZE, RIM_ERR_MEMORY, error and text as above.
RIM_API rim_status rim_soup_create(rim_soup **out, rim_soup_format format, const char *text,
                                   size_t size, rim_parse_error *error, const rim_allocator *from);

/// Destroys a soup. NULL is allowed.
RIM_API void rim_soup_destroy(rim_soup *soup);

/// The content of a soup. The arrays belong to the soup.
typedef struct rim_soup_info
{
    const rim_vec3     *points; ///< in the order of the file
    /// All polygons as triangles, polygon after polygon. A polygon of n corners gives the fan of n - 2 triangles
    /// around its first corner. The fan covers a convex polygon. It covers a concave polygon correctly only if the
    /// first corner sees all others.
    const rim_triangle *triangles;
    const int          *indices; ///< the same triangles as indices of points, three per triangle
    int                 point_count, triangle_count;
} rim_soup_info;

/// Returns the points and triangles, in constant time.
RIM_API rim_soup_info rim_soup_read(const rim_soup *soup);

/// Writes triangles as World.raw, one point per line. Numbers have their shortest exact form, so reading gives back
/// the same bits, except that minus zero becomes zero. RIM_ERR_ARGUMENT, before anything is written, if a coordinate
/// is not finite; RIM_ERR_WRITE if the sink fails.
RIM_API rim_status rim_triangles_write_raw(rim_sink sink, const rim_triangle *triangles, int count);

#ifdef __cplusplus
}
#endif

#endif
