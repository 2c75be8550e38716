/// @file
/// Outlines as text for other programs: JSON, CSV, SVG, C headers, and the files of game engines.
///
/// A list of records gives one document. Numbers are printed in their shortest exact form, the same on every platform
/// and in every locale. Every document is UTF-8: each byte of a name that is not UTF-8 becomes U+FFFD.
///
/// A record with a non-finite anchor, stage or point that hit is RIM_ERR_ARGUMENT.
///
/// ### Files of engines
///
/// Engines load contours and pieces.
///
/// The records have the kinds RIM_OUTLINE_CONTOUR, _CONVEX or _TRIANGLES. A body is named after its image (hero for
/// art/hero.png), after its frame in an atlas, or after both for a cell of a sheet (hero_3). Characters that are
/// special in some format become '_', and bytes that are not UTF-8 become U+FFFD. Bodies that would share a name get
/// their folders as a prefix, and numbers as a suffix where the folders do not distinguish them. Points are in pixels
/// from the anchor, y down, unless stated otherwise.
///
/// For these formats RIM_ERR_ARGUMENT also means: a record of another kind, a non-finite number, a contour with holes
/// (no engine's polygon has holes: use pieces), or a piece with too many corners.
#ifndef RIMCAST_EXPORT_H
#define RIMCAST_EXPORT_H

#include "rimcast/base.h"
#include "rimcast/contour.h"
#include "rimcast/outline.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The function that made an outline.
typedef enum rim_outline_kind
{
    RIM_OUTLINE_RAYS = 0, ///< rim_outline_cast
    RIM_OUTLINE_FAITHFUL, ///< rim_outline_cast_faithful
    RIM_OUTLINE_CONTOUR,  ///< rim_loops_create_simplified
    RIM_OUTLINE_CONVEX,   ///< rim_partition_create
    RIM_OUTLINE_TRIANGLES ///< the same, with three corners per piece
} rim_outline_kind;

/// The most corners of a polygon in Box2D, b2_maxPolygonVertices.
#define RIM_BOX2D_MAX_CORNERS 8

/// The most corners of a convex hull in Defold's 2D physics, which sets b2_maxPolygonVertices to 16.
#define RIM_DEFOLD_MAX_CORNERS 16

/// The format of a document.
typedef enum rim_outline_format
{
    /// One object for a count of 1, otherwise an array of them:
    ///
    ///      "file" "frame" "width" "height" "threshold" "anchor" [x, y] "kind" "rays" or "faithful"
    ///      "frame"                               only for a frame of a sheet or atlas
    ///      "stage" [x, y] "flash_edge"           only for the kind "faithful"
    ///      "rays"
    ///      "error"                               in pixels; null: infinite
    ///      "points"                              [x, y] relative to the anchor, in ray order; null: a miss
    ///
    /// For the kinds "contour", "convex" and "triangles" the keys after "kind" are
    ///
    ///      "tolerance"                           in pixels; null: infinite
    ///      "side"                                "near", "contain" or "inside"
    ///      "rings"                               of a contour: objects with "area" (below 0: a hole), "parent"
    ///                                            (the number of the ring around it, or null) and "points"
    ///      "pieces"                              of the others: a list of points for each
    RIM_OUTLINE_JSON = 0,

    /// A line "file,ray,x,y", then a line for each ray; x and y are empty for a miss. With frames of a sheet or atlas
    /// the columns are "file,frame,ray,x,y". For contours and pieces "ring,point" or "piece,point" replace "ray".
    RIM_OUTLINE_CSV,

    /// A drawing with one unit per pixel: the image's border, the polygon through the points that hit (if three or
    /// more), the points and the anchor. Several images are side by side.
    RIM_OUTLINE_SVG,

    /// A C header without includes. For an image hero.png it defines the constants hero_width, hero_height and
    /// hero_rays, and the arrays hero_anchor[2] and hero_points[hero_rays] of { x, y, hit }; for its frame walk_1.png
    /// the names begin with hero_walk_1. For contours and pieces: hero_rings or hero_pieces, hero_ends[] (where the
    /// points of each end) and hero_points[][2].
    ///
    /// Characters that C names cannot have become '_'. Images that would share a name get their folders as a prefix
    /// (a/hero.png and b/hero.png give a_hero and b_hero), and numbers as a suffix where folders do not distinguish
    /// them; all other names are unchanged. The include guard is made of the header's name, or else the first
    /// image's, and of a hash of the definitions, so only equal headers exclude each other.
    RIM_OUTLINE_C_HEADER,

    /// The plist of PhysicsEditor (format 1), for its loaders in Box2D and cocos2d-x: a body with one fixture of
    /// polygons for each record. y up, counter-clockwise, 32 pixels per meter, the anchor as a fraction of the image
    /// from its bottom left corner. At most RIM_BOX2D_MAX_CORNERS corners per polygon.
    RIM_OUTLINE_PLIST,

    /// A tileset of Tiled (1.9 and later): for each record a tile with a collision object group of polygon objects.
    /// Points are relative to the tile's top left corner. The tile of a frame shows its stored part.
    RIM_OUTLINE_TILED,

    /// A scene of Godot 4: a StaticBody2D for each record, with a CollisionPolygon2D for each ring of a contour or a
    /// ConvexPolygonShape2D resource for each piece.
    RIM_OUTLINE_GODOT,

    /// JSON in the layout of R.U.B.E., which b2dJson and its ports load into Box2D: a dynamic body for each record,
    /// with a fixture for each piece. y up, counter-clockwise, in pixels. At most RIM_BOX2D_MAX_CORNERS corners per
    /// piece.
    RIM_OUTLINE_BOX2D,

    /// A .convexshape of Defold, for a single record of any kind: the convex hull of all its polygons. y up,
    /// counter-clockwise, in pixels from the anchor, which must be the sprite's pivot, as the center is by default.
    /// At most RIM_DEFOLD_MAX_CORNERS corners: those whose removal takes the least area are left out.
    /// RIM_ERR_ARGUMENT for another number of records, and for a record without polygons.
    RIM_OUTLINE_DEFOLD,

    /// JSON for Matter bodies in Phaser 3 and later, in the layout of PhysicsEditor: a body, by its name, for each
    /// record that has pieces. Points are relative to the whole image's top left corner: Phaser then puts the
    /// sprite's origin on the center of mass. Where it would use the middle of the image instead, an offset in the
    /// body compensates.
    RIM_OUTLINE_PHASER
} rim_outline_format;

/// The content of a document about one outline. All pointers are borrowed for the call.
typedef struct rim_outline_record
{
    const char      *file;  ///< the image's file, as shown to users; not NULL
    const char      *frame; ///< its name or number in a sheet or atlas; NULL: the whole image
    rim_rect         place; ///< the frame's stored pixels in the image; all zero: the whole image
    int              width, height;
    int              threshold;
    rim_vec2         anchor; ///< in pixels from the image's top left corner
    rim_outline_kind kind;
    int              rays;
    const rim_edge_point *points; ///< for RIM_OUTLINE_RAYS: one per ray

    /// For RIM_OUTLINE_FAITHFUL, instead of points: the original's numbers in double, one per ray.
    const rim_faithful_point *faithful_points;
    rim_faithful_options      faithful;
    double                    error; ///< rim_outline_error.distance; may be infinite

    /// For the last three kinds, instead of points, rays and error. Coordinates here are relative to the image's top
    /// left corner; the document has them relative to the anchor. All records of a call have these kinds, or none
    /// has.
    double               tolerance;
    rim_simplify_side    side;
    const rim_loops     *loops;  ///< for RIM_OUTLINE_CONTOUR
    const rim_partition *pieces; ///< for the other two

    /// For RIM_OUTLINE_C_HEADER, in the first record: the name of the file that the header is written to, or NULL.
    const char *header;
} rim_outline_record;

/// Writes one document about all records. RIM_ERR_ARGUMENT for an unknown format, for non-finite numbers and for
/// records that the format does not take; RIM_ERR_MEMORY if there is none for names. After these two errors nothing
/// has been written. RIM_ERR_WRITE if the sink fails.
RIM_API rim_status rim_outline_write(rim_sink sink, rim_outline_format format,
                                     const rim_outline_record *records, int count);

#ifdef __cplusplus
}
#endif

#endif
