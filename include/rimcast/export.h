/// @file
/// Export of outlines as text for other programs: JSON, CSV, SVG, C headers, and files of game engines.
///
/// rim_outline_write writes one document that describes a list of records. Numbers are printed as by rim_number_print
/// and rim_number_print_float, so they read back as the same values, on every platform and in every locale. Only a C
/// header and the dots of an SVG drawing have the points of RIM_OUTLINE_FAITHFUL rounded to floats. Every document is
/// UTF-8: in a name, each byte that is not valid UTF-8 becomes U+FFFD.
///
/// rim_outline_write returns RIM_ERR_ARGUMENT if a record's anchor or faithful.stage, or the point of a ray that hit,
/// is not finite.
///
/// ### Files of engines
///
/// RIM_OUTLINE_PLIST and the formats after it are formats of game engines. Their files contain contours (closed
/// polygons) or convex pieces (contour.h).
///
/// The records must have the kind RIM_OUTLINE_CONTOUR, _CONVEX or _TRIANGLES. A record becomes the whole file in
/// Defold's format, a tile in Tiled's, and a body in the others. The name of a body is that of the image (hero for
/// art/hero.png). For a frame of an atlas, it is the name of the frame, or that of the image if the frame has none. For
/// a cell of a grid, it is the name of the image and the number of the cell (hero_3). Characters that are special in
/// one of the formats become '_'. If several bodies would have the same name, the folders of their images are put
/// before the name. If these are also the same, a number is appended. Points are in pixels from the anchor, y down,
/// unless stated otherwise.
///
/// For these formats, rim_outline_write also returns RIM_ERR_ARGUMENT for a record of another kind, a non-finite
/// number, a contour with holes (except for RIM_OUTLINE_DEFOLD), or a polygon with more corners than the format allows.
/// Polygons of these engines cannot have holes. Use pieces for a mask with holes.
#ifndef RIMCAST_EXPORT_H
#define RIMCAST_EXPORT_H

#include "rimcast/base.h"
#include "rimcast/contour.h"
#include "rimcast/outline.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The kind of an outline, by the function that made it.
typedef enum rim_outline_kind
{
    RIM_OUTLINE_RAYS = 0, ///< rim_outline_cast
    RIM_OUTLINE_FAITHFUL, ///< rim_outline_cast_faithful
    RIM_OUTLINE_CONTOUR,  ///< rim_loops_create_simplified
    RIM_OUTLINE_CONVEX,   ///< rim_partition_create
    RIM_OUTLINE_TRIANGLES ///< rim_partition_create with max_corners = 3
} rim_outline_kind;

/// The largest number of corners of a polygon in Box2D, b2_maxPolygonVertices.
#define RIM_BOX2D_MAX_CORNERS 8

/// The largest number of corners of a convex hull in Defold's 2D physics, which sets b2_maxPolygonVertices to 16.
#define RIM_DEFOLD_MAX_CORNERS 16

/// The format of a document.
typedef enum rim_outline_format
{
    /// JSON: an object for one record, or an array of objects for any other number. An object has these keys:
    ///
    ///      "file"
    ///      "frame"                               only for a frame of a sheet or atlas
    ///      "width" "height" "threshold"
    ///      "anchor"                              [x, y] in pixels from the top left corner of the image, or of
    ///                                            the untrimmed frame
    ///      "kind"                                "rays" or "faithful"
    ///      "stage" [x, y] "flash_edge"           only for the kind "faithful"
    ///      "rays"                                the number of rays
    ///      "error"                               in pixels; null: infinite
    ///      "points"                              [x, y] relative to the anchor, in ray order; null: a miss
    ///
    /// For the kinds "contour", "convex" and "triangles" the keys after "kind" are:
    ///
    ///      "tolerance"                           in pixels; null: infinite
    ///      "side"                                "near", "contain" or "inside"
    ///      "rings"                               of a contour: objects with "area" (below 0: a hole), "parent"
    ///                                            (the number of the ring around it, or null) and "points"
    ///      "pieces"                              of the others: a list of points for each
    RIM_OUTLINE_JSON = 0,

    /// CSV: a line "file,ray,x,y", followed by a line for each ray. For a miss, x and y are empty. If a record has a
    /// frame, a column "frame" follows "file". For contours and pieces the columns "ring,point" or "piece,point"
    /// replace "ray".
    RIM_OUTLINE_CSV,

    /// An SVG drawing with one unit per pixel. It shows the image's border, the outline, the outline's points and the
    /// anchor. An outline of rays is drawn as the polygon through the points that hit, if there are at least three.
    /// Several images are drawn side by side.
    RIM_OUTLINE_SVG,

    /// A C header that includes nothing. For an image hero.png it defines the constants hero_width, hero_height and
    /// hero_rays, and the arrays hero_anchor[2] and hero_points[hero_rays] of { x, y, hit }. For a frame walk_1.png of
    /// hero.png, the names begin with hero_walk_1. For contours and pieces it defines the number hero_rings or
    /// hero_pieces and the array hero_points[][2]. The array hero_ends[] contains, for each ring or piece, the index
    /// after its last point. C has no empty arrays, so an array that would be empty has one element of zeros.
    ///
    /// Characters that are not allowed in C names become '_'. If several images would have the same name, their folders
    /// are put before the name: a/hero.png and b/hero.png give a_hero and b_hero. If the folders are also the same, a
    /// number is appended. The include guard consists of the name of the header, or of the first image if `header` is
    /// NULL, and a hash of the definitions. So two headers exclude each other only if they are equal. Neither the guard
    /// nor a comment contains a folder.
    RIM_OUTLINE_C_HEADER,

    /// The plist of PhysicsEditor (format 1), for PhysicsEditor's loaders in Box2D and cocos2d-x. It contains, for each
    /// record, a body with one fixture of polygons. y is up, corners are counter-clockwise, and 32 pixels are one
    /// meter. The anchor is a fraction of the image's size, from its bottom left corner. A polygon may have at most
    /// RIM_BOX2D_MAX_CORNERS corners. It must be convex, which is not checked.
    RIM_OUTLINE_PLIST,

    /// A tileset of Tiled (1.9 and later). It contains, for each record, a tile with a collision object group of
    /// polygon objects. Points are relative to the top left corner of the image, or of the untrimmed frame. The tile of
    /// a frame shows the frame's stored pixels, so the points fit only a frame that is stored neither trimmed nor
    /// rotated.
    RIM_OUTLINE_TILED,

    /// A scene of Godot 4. It contains a StaticBody2D for each record. The body has a CollisionPolygon2D for each ring
    /// of a contour, or a ConvexPolygonShape2D resource for each piece.
    RIM_OUTLINE_GODOT,

    /// JSON in the layout of R.U.B.E., which b2dJson and its ports load into Box2D. It contains, for each record, a
    /// dynamic body with a fixture for each ring or piece. y is up, corners are counter-clockwise, and lengths are in
    /// pixels. A ring or piece may have at most RIM_BOX2D_MAX_CORNERS corners. It must be convex, which is not checked.
    RIM_OUTLINE_BOX2D,

    /// A .convexshape file of Defold. It contains the convex hull of all polygons of exactly one record, whose contour
    /// may have holes. y is up, corners are counter-clockwise, and lengths are in pixels from the anchor. The anchor
    /// must be the sprite's pivot in Defold, which is the center by default. If the hull has more than
    /// RIM_DEFOLD_MAX_CORNERS corners, the corners whose removal loses the least area are left out. rim_outline_write
    /// returns RIM_ERR_ARGUMENT for another number of records and for a record without polygons.
    RIM_OUTLINE_DEFOLD,

    /// JSON for Matter bodies in Phaser 3 and later, in the layout of PhysicsEditor. The records must have the kind
    /// RIM_OUTLINE_CONVEX or _TRIANGLES. The document contains a body for each record that has pieces. The key of the
    /// body is its name. Points are relative to the top left corner of the image, or of the untrimmed frame. Phaser
    /// moves the sprite's origin to the center of mass. If the center of mass is in the middle of the body's bounding
    /// box, Phaser uses the middle of the image instead. For such a body, the document contains an offset that corrects
    /// this.
    RIM_OUTLINE_PHASER
} rim_outline_format;

/// One outline of a document. The memory behind its pointers is needed only during the call.
typedef struct rim_outline_record
{
    const char *file;  ///< the name of the image's file, as written to the document; not NULL
    const char *frame; ///< the frame's name or number in a sheet or atlas; NULL means the whole
                       ///< image
    rim_rect    place; ///< the frame's stored pixels in the image; all zeros mean the whole image
    int         width, height; ///< of the image, or of the untrimmed frame, in pixels
    int         threshold;     ///< the threshold of alpha with which the mask was made
    rim_vec2    anchor;        ///< in pixels from the top left corner of the image, or of the
                               ///< untrimmed frame
    rim_outline_kind      kind;
    int                   rays;   ///< the number of rays
    const rim_edge_point *points; ///< for RIM_OUTLINE_RAYS: a point per ray

    /// For RIM_OUTLINE_FAITHFUL, used instead of points: a point per ray, in double.
    const rim_faithful_point *faithful_points;
    rim_faithful_options      faithful;
    double                    error; ///< rim_outline_error.distance; may be infinite

    /// For the last three kinds, used instead of points, rays and error. Loops and pieces are relative to the top left
    /// corner of the image, or of the untrimmed frame. The document has coordinates relative to the anchor, except in
    /// the formats of Tiled and Phaser. Either every record of a call has one of these three kinds, or no record has.
    double               tolerance;
    rim_simplify_side    side;
    const rim_loops     *loops;  ///< for RIM_OUTLINE_CONTOUR
    const rim_partition *pieces; ///< for the other two

    /// For RIM_OUTLINE_C_HEADER, in the first record only: the name of the file to which the header is written, or
    /// NULL.
    const char *header;
} rim_outline_record;

/// Writes one document that describes all records. Returns RIM_ERR_ARGUMENT for an unknown format, for non-finite
/// numbers where they are not allowed, and for records that the format does not support. Returns RIM_ERR_MEMORY if
/// memory runs out. After these two errors nothing has been written. Returns RIM_ERR_WRITE if the sink returns false.
/// Part of the document may then have been written.
RIM_API rim_status rim_outline_write(rim_sink sink, rim_outline_format format,
                                     const rim_outline_record *records, int count);

#ifdef __cplusplus
}
#endif

#endif
