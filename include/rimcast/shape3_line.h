/// @file
/// Lines without ends against faces, round things and boxes.
///
///      rim_line3     line = { eye, look };
///      rim_line_hit3 hit = rim_line3_cross_sphere(line, ball);
///      if (hit.hit && hit.t_out >= 0.0) ...   // the half of the line from the eye on
///
/// A line is every point + t direction, whatever the sign and size of t: what a ray (shape3_ray.h) is from 0 to
/// 1 only. Against a plane: rim_segment3_cross_plane with the ends point and point + direction, whose t is
/// the line's.
///
/// Solids are crossed from t_in to t_out; a line that only touches one has t_in == t_out, up to rounding.
/// Faces are crossed at one t. Their borders count, and a line through an edge or a corner that two faces share
/// crosses at least one of them, as rays do. Lines in the plane of a face, faces without area, empty boxes,
/// a direction of zero, and what is not finite are crossed by nothing.
#ifndef RIMCAST_SHAPE3_LINE_H
#define RIMCAST_SHAPE3_LINE_H

#include "rimcast/shape3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// direction need not be unit; it is what t counts in.
typedef struct rim_line3
{
    rim_vec3 point, direction;
} rim_line3;

/// Where a line goes in and comes out; all zero when it crosses nothing.
typedef struct rim_line_hit3
{
    bool     hit;
    double   t_in, t_out; ///< t_in <= t_out
    rim_vec3 in, out;     ///< the points there
    rim_vec3 normal_in,
        normal_out; ///< unit, out of the solid there. Of a face: both against the line
    rim_feature feature_in, feature_out; ///< on a round thing as on its axis
    bool        back;                    ///< a face is crossed from behind, along its normal
} rim_line_hit3;

/// From either side: in and out are the one point where it goes through.
RIM_API rim_line_hit3 rim_line3_cross_triangle(rim_line3 line, const rim_triangle *triangle);

/// Planar, convex, any number of corners.
RIM_API rim_line_hit3 rim_line3_cross_polygon3(rim_line3 line, rim_polygon3 polygon);

/// @{
/// With a radius of 0 only a line right through the centre or axis crosses, with normals along itself.
RIM_API rim_line_hit3 rim_line3_cross_sphere(rim_line3 line, rim_sphere sphere);
RIM_API rim_line_hit3 rim_line3_cross_capsule(rim_line3 line, rim_capsule capsule);
/// @}

/// @{
/// Through an edge or a corner exactly, the feature and the normal are those of one of the faces there.
RIM_API rim_line_hit3 rim_line3_cross_box3(rim_line3 line, rim_box3 box);
RIM_API rim_line_hit3 rim_line3_cross_obox(rim_line3 line, rim_obox box);
/// @}

#ifdef __cplusplus
}
#endif

#endif
