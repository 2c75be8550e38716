/// @file
/// Boxes, oriented or along the axes, and half-spaces against other shapes, at rest and in motion.
///
/// Words as in shape3_distance.h and shape3_sweep.h. A box is solid. An empty rim_box3 (lo above hi) is
/// nowhere: distance INFINITY, no contact, no hit. Boxes of no thickness are fine.
#ifndef RIMCAST_SHAPE3_BOX_H
#define RIMCAST_SHAPE3_BOX_H

#include "rimcast/shape3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The same box as an rim_obox, up to the rounding of its centre and half extents.
RIM_API rim_obox rim_obox_of_box3(rim_box3 box);

// --- at rest ----------------------------------------------------------------------------------------

/// @{
/// 0 inside too, with the shortest way out as normal.
RIM_API rim_distance3 rim_sphere_distance_box3(rim_sphere a, rim_box3 b);
RIM_API rim_distance3 rim_sphere_distance_obox(rim_sphere a, rim_obox b);
RIM_API rim_distance3 rim_capsule_distance_box3(rim_capsule a, rim_box3 b);
RIM_API rim_distance3 rim_capsule_distance_obox(rim_capsule a, rim_obox b);
/// @}

/// @{
/// A centre inside is pushed out through the nearest face, an axis that goes through along the shortest of
/// the ways that the normals of box and axis allow, which is the shortest there is.
RIM_API rim_contact3 rim_sphere_contact_box3(rim_sphere a, rim_box3 b);
RIM_API rim_contact3 rim_sphere_contact_obox(rim_sphere a, rim_obox b);
RIM_API rim_contact3 rim_capsule_contact_box3(rim_capsule a, rim_box3 b);
RIM_API rim_contact3 rim_capsule_contact_obox(rim_capsule a, rim_obox b);
/// @}

/// @{
/// Touching counts. All separating axes are tried (Akenine-Moller, "Fast 3D triangle-box overlap testing",
/// 2001; Gottschalk, Lin, Manocha, "OBBTree", 1996).
RIM_API bool rim_box3_overlaps_triangle(rim_box3 a, const rim_triangle *b);
RIM_API bool rim_obox_overlaps_triangle(rim_obox a, const rim_triangle *b);
RIM_API bool rim_obox_overlaps_obox(rim_obox a, rim_obox b);
/// @}

// --- in motion --------------------------------------------------------------------------------------

/// @{
/// The first contact, as rim_sphere_sweep_sphere tells it; a start inside tells its depth.
RIM_API rim_hit3 rim_sphere_sweep_box3(rim_sphere a, rim_vec3 delta, rim_box3 b);
RIM_API rim_hit3 rim_sphere_sweep_obox(rim_sphere a, rim_vec3 delta, rim_obox b);
RIM_API rim_hit3 rim_capsule_sweep_box3(rim_capsule a, rim_vec3 delta, rim_box3 b);
RIM_API rim_hit3 rim_capsule_sweep_obox(rim_capsule a, rim_vec3 delta, rim_obox b);
/// @}

// --- half-spaces and sheets -------------------------------------------------------------------------

/// @{
/// The solid half-space dot(normal, p) <= offset, whatever the normal's length (a zero normal is nowhere).
RIM_API rim_distance3 rim_sphere_distance_plane(rim_sphere a, rim_plane b);
RIM_API rim_distance3 rim_capsule_distance_plane(rim_capsule a, rim_plane b);
RIM_API rim_contact3  rim_sphere_contact_plane(rim_sphere a, rim_plane b);
RIM_API rim_contact3  rim_capsule_contact_plane(rim_capsule a, rim_plane b);
RIM_API rim_contact3  rim_triangle_contact_plane(const rim_triangle *a, rim_plane b);
RIM_API rim_contact3  rim_obox_contact_plane(rim_obox a, rim_plane b);
RIM_API rim_hit3      rim_sphere_sweep_plane(rim_sphere a, rim_vec3 delta, rim_plane b);
RIM_API rim_hit3      rim_capsule_sweep_plane(rim_capsule a, rim_vec3 delta, rim_plane b);
/// @}

/// @{
/// The plane as a thin sheet without end. What it cuts is pushed out to the front (RIM_SIDE_FRONT), to the
/// back, or to where the way is shorter (BOTH; the front if equal). What is wholly on either side has
/// no contact. A sweep meets it from the sides that answer.
RIM_API rim_contact3 rim_sphere_contact_sheet(rim_sphere a, rim_plane b, rim_side side);
RIM_API rim_contact3 rim_capsule_contact_sheet(rim_capsule a, rim_plane b, rim_side side);
RIM_API rim_hit3 rim_sphere_sweep_sheet(rim_sphere a, rim_vec3 delta, rim_plane b, rim_side side);
RIM_API rim_hit3 rim_capsule_sweep_sheet(rim_capsule a, rim_vec3 delta, rim_plane b, rim_side side);
/// @}

#ifdef __cplusplus
}
#endif

#endif
