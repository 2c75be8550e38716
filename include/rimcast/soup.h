/// @file
/// Polygon soups: the points of a file, and its polygons, which are cut into triangles without welding or repair.
///
/// The library reads two text formats from memory: raw, which is a plain list of triangles (often called World.raw),
/// and the geometry of Wavefront OBJ.
#ifndef RIMCAST_SOUP_H
#define RIMCAST_SOUP_H

#include "rimcast/base.h"
#include "rimcast/shape3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The points and triangles of a file. A soup is const after its creation.
typedef struct rim_soup rim_soup;

/// The position and the cause of an error in a text.
typedef struct rim_parse_error
{
    int         line, column; ///< both counted from 1, columns in bytes; both are 0 if there is no
                              ///< position
    const char *reason;       ///< a phrase in static memory, such as "expected a number"; do not
                              ///< free it
} rim_parse_error;

/// The format of a text.
typedef enum rim_soup_format
{
    RIM_SOUP_RAW = 0, ///< World.raw
    RIM_SOUP_OBJ      ///< Wavefront OBJ
} rim_soup_format;

/// Creates a soup from text[0 .. size - 1], which need not be terminated. The text is needed only during the call.
///
/// RIM_SOUP_RAW: A line of three numbers is a point, and three consecutive points are a triangle.
///
/// Numbers are decimal ("1", "-0.5", "2.5e-3") and separated by spaces or tabs. Empty lines and comments after '#' are
/// skipped. Lines end with LF, CR LF or CR. A UTF-8 byte order mark at the start is allowed. A text without points
/// gives a soup without triangles. The corners of a triangle are in the order of the file.
///
/// Returns RIM_ERR_FORMAT for a line with fewer or more than three numbers, a word that is not a number, a number
/// beyond the range of float, or a number of points that is not a multiple of three.
///
/// RIM_SOUP_OBJ: The function reads the geometry of the file, which is its v and f lines.
///
/// A v line has the three coordinates of a point; up to four more numbers (w, a color) are read and ignored. An f line
/// has three or more corners of the form "v", "v/vt", "v//vn" or "v/vt/vn". A positive v is the number of a point,
/// counted from 1. This point may follow later in the file. A negative v counts backwards: -1 is the last point before
/// this line. vt and vn must be integers and are ignored. A backslash at the end of a line continues the line, but not
/// a comment. All other lines of the file (normals, texture coordinates, groups, materials, curves, unknown words) are
/// skipped. Numbers, line ends, comments and the byte order mark are as in RIM_SOUP_RAW.
///
/// Returns RIM_ERR_FORMAT for a malformed v or f line, a v that is 0 or refers to no point, or a number beyond the
/// range of float.
///
/// Returns RIM_ERR_ARGUMENT for an unknown format. For both formats, returns RIM_ERR_SIZE for more points or indices
/// than an int can count, and RIM_ERR_MEMORY if memory runs out. On failure `*out` is NULL. error may be NULL. If the
/// result is RIM_ERR_FORMAT, `*error` is set. With any other result it is zeroed.
RIM_API rim_status rim_soup_create(rim_soup **out, rim_soup_format format, const char *text,
                                   size_t size, rim_parse_error *error, const rim_allocator *from);

/// Destroys a soup. NULL is allowed.
RIM_API void rim_soup_destroy(rim_soup *soup);

/// The content of a soup. The soup owns the arrays.
typedef struct rim_soup_info
{
    const rim_vec3     *points; ///< in the order of the file
    /// The triangles of all polygons, polygon after polygon. A polygon of n corners is cut into the fan of n - 2
    /// triangles around its first corner. The fan of a concave polygon is correct only if the segments from the first
    /// corner to all others lie inside the polygon.
    const rim_triangle *triangles;
    const int          *indices; ///< the corners of the same triangles, as indices of points
    int                 point_count, triangle_count;
} rim_soup_info;

/// Returns the points and triangles of a soup, in constant time.
RIM_API rim_soup_info rim_soup_read(const rim_soup *soup);

/// Writes triangles as World.raw, one point per line. Numbers are printed as by rim_number_print_float, except that
/// minus zero is written as zero. Returns RIM_ERR_ARGUMENT, and writes nothing, if a coordinate is not finite. Returns
/// RIM_ERR_WRITE if the sink returns false. Part of the text may then have been written.
RIM_API rim_status rim_triangles_write_raw(rim_sink sink, const rim_triangle *triangles, int count);

#ifdef __cplusplus
}
#endif

#endif
