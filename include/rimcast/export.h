/// @file
/// Outlines as text for other programs: JSON, CSV, SVG, a C header.
///
/// A list of records becomes one document. Numbers are printed in their shortest exact
/// form, the same on every platform and in every locale. Every document is UTF-8, whatever the names are: each
/// byte of a name that is not UTF-8 becomes U+FFFD.
///
/// RIM_ERR_ARGUMENT is for a record with a non-finite anchor, stage or point that hit.
///
/// ### Files of engines
///
/// Contours and pieces as the files that engines load.
///
/// The records are those of export.h, of the kinds RIM_OUTLINE_CONTOUR, _CONVEX or _TRIANGLES. A body is named
/// after its image (hero for art/hero.png), after its frame in an atlas, and after both for a cell of a sheet
/// (hero_3). Characters that are special somewhere become '_', and what is not UTF-8 U+FFFD. Bodies that would share a
/// name are preceded by their folders, and followed by numbers where folders do not tell them apart.
/// Points are told in pixels from the anchor, y down, unless said otherwise.
///
/// For engines RIM_ERR_ARGUMENT is for records of other kinds or with numbers that are not finite, for
/// contours with holes (no engine's polygon has any: take pieces), and where pieces have too many corners.
#ifndef RIMCAST_EXPORT_H
#define RIMCAST_EXPORT_H

#include "rimcast/base.h"
#include "rimcast/contour.h"
#include "rimcast/outline.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Which call made an outline.
typedef enum rim_outline_kind
{
    RIM_OUTLINE_RAYS = 0, ///< rim_outline_cast
    RIM_OUTLINE_FAITHFUL, ///< rim_outline_cast_faithful
    RIM_OUTLINE_CONTOUR,  ///< rim_loops_create_simplified
    RIM_OUTLINE_CONVEX,   ///< rim_partition_create
    RIM_OUTLINE_TRIANGLES ///< the same, with three corners a piece
} rim_outline_kind;

/// The most corners of a polygon in Box2D, b2_maxPolygonVertices.
#define RIM_BOX2D_MAX_CORNERS 8

/// The most corners of a convex hull in Defold's 2D physics, which sets b2_maxPolygonVertices to 16.
#define RIM_DEFOLD_MAX_CORNERS 16

/// What a document is, and which program reads it.
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

    /// A line "file,ray,x,y", then a line for each ray; x and y are empty for a ray that missed. With frames
    /// of a sheet or atlas it is "file,frame,ray,x,y". For contours and pieces "ring,point" or "piece,point"
    /// stand for "ray".
    RIM_OUTLINE_CSV,

    /// A drawing, one unit a pixel: the image's frame, the polygon through the points that hit (if three or
    /// more), the points and the anchor. Several images stand side by side.
    RIM_OUTLINE_SVG,

    /// A C header that needs no other: for an image hero.png the constants hero_width, hero_height,
    /// hero_rays (for its frame walk_1.png: hero_walk_1_width, ...), and the arrays hero_anchor[2] and
    /// hero_points[hero_rays] of { x, y, hit }. For contours and pieces: hero_rings or hero_pieces, hero_ends[] (where
    /// the points of each end) and hero_points[][2].
    ///
    /// What cannot stand in a C name becomes '_'. Images that would share a name are preceded by their folders (a/hero.png
    /// and b/hero.png give a_hero and b_hero), and followed by numbers where folders do not tell them apart; all other
    /// names stay. The include guard consists of the header's name, else the first image's, and of a hash of what the
    /// header defines: only equal headers exclude each other.
    RIM_OUTLINE_C_HEADER,

    /// The plist of PhysicsEditor (format 1), as its loaders for Box2D and cocos2d-x read it: a body with one fixture
    /// of polygons for each record; y up, counter-clockwise, 32 pixels a meter, the anchor as a share of the image
    /// from its bottom left corner. At most RIM_BOX2D_MAX_CORNERS corners a polygon.
    RIM_OUTLINE_PLIST,

    /// A tileset of Tiled (1.9 and later): a tile with a collision object group for each record, made of polygon
    /// objects. Points are told from the tile's top left corner. Of a frame the tile shows the stored part.
    RIM_OUTLINE_TILED,

    /// A scene of Godot 4: a StaticBody2D for each record, with a CollisionPolygon2D for each ring of a contour, or a
    /// ConvexPolygonShape2D resource for each piece.
    RIM_OUTLINE_GODOT,

    /// JSON in the layout of R.U.B.E., which b2dJson and its many ports load into Box2D: a dynamic body for each
    /// record, a fixture for each piece; y up, counter-clockwise, in pixels. At most RIM_BOX2D_MAX_CORNERS corners.
    RIM_OUTLINE_BOX2D,

    /// A .convexshape of Defold, for a single record of any kind: the convex hull of all its polygons; y up,
    /// counter-clockwise, in pixels from the anchor, which must be the sprite's pivot, as the centre is by default. At most
    /// RIM_DEFOLD_MAX_CORNERS corners: those that take the least area with them are left out. RIM_ERR_ARGUMENT for
    /// another number of records, and for one without polygons.
    RIM_OUTLINE_DEFOLD,

    /// JSON for Matter bodies in Phaser 3 and later, in the layout of PhysicsEditor: a body for each record that has pieces,
    /// by its name. Points are told from the whole image's top left corner, as Phaser wants them to put the sprite's origin on the
    /// centre of mass; where it would take the middle of the image instead, an offset in the body takes that back.
    RIM_OUTLINE_PHASER
} rim_outline_format;

/// What a document tells about one outline. Borrowed: nothing is kept after a call.
typedef struct rim_outline_record
{
    const char      *file;  ///< where the image came from, as shown to people; not NULL
    const char      *frame; ///< its name or number in a sheet or atlas; NULL: the whole image
    rim_rect         place; ///< the frame's stored pixels in the image; all zero: the whole image
    int              width, height;
    int              threshold;
    rim_vec2         anchor; ///< in pixels from the image's top left corner
    rim_outline_kind kind;
    int              rays;
    const rim_edge_point *points; ///< for RIM_OUTLINE_RAYS: one a ray

    /// For RIM_OUTLINE_FAITHFUL, instead of points: the original's numbers in double, one a ray.
    const rim_faithful_point *faithful_points;
    rim_faithful_options      faithful;
    double                    error; ///< rim_outline_error.distance; may be infinite

    /// For the last three kinds, instead of points, rays and error. Their coordinates count from the
    /// image's top left corner and are told from the anchor. All records of a call are of these
    /// kinds, or none is.
    double               tolerance;
    rim_simplify_side    side;
    const rim_loops     *loops;  ///< of RIM_OUTLINE_CONTOUR
    const rim_partition *pieces; ///< of the other two

    /// For RIM_OUTLINE_C_HEADER, in the first record: the name of the file that the header is written to, or NULL.
    const char *header;
} rim_outline_record;

/// Writes one document about all records. RIM_OK or RIM_ERR_WRITE; RIM_ERR_ARGUMENT, and nothing written, for an unknown
/// format, for numbers that are not finite and for records that the format does not take; RIM_ERR_MEMORY, and nothing
/// written, without memory for names.
RIM_API rim_status rim_outline_write(rim_sink sink, rim_outline_format format,
                                     const rim_outline_record *records, int count);

#ifdef __cplusplus
}
#endif

#endif
