// Every kind of reference file that can be run, one line each: reference_<kind>(run, case).
#ifndef REFERENCE_KIND
#error "define REFERENCE_KIND(kind) before including this list"
#endif

REFERENCE_KIND(point_segment)
REFERENCE_KIND(segment_segment)
REFERENCE_KIND(sphere_triangle)
REFERENCE_KIND(capsule_triangle)
REFERENCE_KIND(sphere_triangle_sweep)
REFERENCE_KIND(capsule_triangle_sweep)
REFERENCE_KIND(round_sweep)
REFERENCE_KIND(ray_triangle)
REFERENCE_KIND(ray_polygon)
REFERENCE_KIND(point_polygon)
REFERENCE_KIND(segment_plane)
REFERENCE_KIND(sphere_plane)
REFERENCE_KIND(ray_solid)
REFERENCE_KIND(aabb_triangle)
REFERENCE_KIND(hull_hull)
REFERENCE_KIND(toi_rotation)
REFERENCE_KIND(hull_points)
REFERENCE_KIND(poly_mass)
REFERENCE_KIND(convex_volume)
REFERENCE_KIND(impulse)
REFERENCE_KIND(mover_planes)
REFERENCE_KIND(character)
REFERENCE_KIND(mesh)
