// Broad nodes: a second way down to the leaves of a mesh, of few and wide steps.
#ifndef RIM_SOLID_MESH_WIDE_NODE_H
#define RIM_SOLID_MESH_WIDE_NODE_H

#include "solid/mesh/data.h"

// For the fast form; RIM_ERR_MEMORY or RIM_OK.
rim_status mesh_make_wide_nodes(rim_mesh *mesh);
void       mesh_drop_wide_nodes(rim_mesh *mesh);

// Boxes anew, after triangles moved.
void mesh_set_wide_nodes(rim_mesh *mesh);

// What few triangles have beside them.
rim_status mesh_make_small(rim_mesh *mesh);
void       mesh_set_small(rim_mesh *mesh);

#endif
