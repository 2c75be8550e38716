/// @file
/// Contours and pieces as the files that engines load.
///
/// The records are those of export.h, of the kinds RIM_OUTLINE_CONTOUR, _CONVEX or _TRIANGLES. A body is named
/// after its image (hero for art/hero.png), after its frame in an atlas, and after both for a cell of a sheet
/// (hero_3). Characters that are special somewhere become '_', and what is not UTF-8 U+FFFD. Bodies that would share a
/// name are preceded by their folders, and followed by numbers where folders do not tell them apart.
/// Points are told in pixels from the anchor, y down, unless said otherwise.
///
/// Every call returns RIM_OK or RIM_ERR_WRITE; RIM_ERR_MEMORY, and nothing written, without memory for names;
/// RIM_ERR_ARGUMENT, and nothing written, for records of other kinds or with numbers that are not finite, for
/// contours with holes (no engine's polygon has any: take pieces), and where pieces have too many corners.
#ifndef RIMCAST_EXPORT_ENGINES_H
#define RIMCAST_EXPORT_ENGINES_H

#include "rimcast/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The most corners of a polygon in Box2D, b2_maxPolygonVertices.
#define RIM_BOX2D_MAX_CORNERS 8

/// The plist of PhysicsEditor (format 1), as its loaders for Box2D and cocos2d-x read it: a body with one fixture
/// of polygons for each record; y up, counter-clockwise, 32 pixels a meter, the anchor as a share of the image
/// from its bottom left corner. At most RIM_BOX2D_MAX_CORNERS corners a polygon.
RIM_API rim_status rim_outline_write_plist(rim_sink sink, const rim_outline_record *records,
                                           int count);

/// A tileset of Tiled (1.9 and later): a tile with a collision object group for each record, made of polygon
/// objects. Points are told from the tile's top left corner. Of a frame the tile shows the stored part.
RIM_API rim_status rim_outline_write_tiled(rim_sink sink, const rim_outline_record *records,
                                           int count);

/// A scene of Godot 4: a StaticBody2D for each record, with a CollisionPolygon2D for each ring of a contour, or a
/// ConvexPolygonShape2D resource for each piece.
RIM_API rim_status rim_outline_write_godot(rim_sink sink, const rim_outline_record *records,
                                           int count);

/// JSON in the layout of R.U.B.E., which b2dJson and its many ports load into Box2D: a dynamic body for each
/// record, a fixture for each piece; y up, counter-clockwise, in pixels. At most RIM_BOX2D_MAX_CORNERS corners.
RIM_API rim_status rim_outline_write_box2d(rim_sink sink, const rim_outline_record *records,
                                           int count);

#ifdef __cplusplus
}
#endif

#endif
