// Gates: nodes as rays see them.
#ifndef RIM_SOLID_MESH_FLOAT_NODE_H
#define RIM_SOLID_MESH_FLOAT_NODE_H

#include "solid/mesh/data.h"

// For the fast form; RIM_ERR_MEMORY or RIM_OK.
rim_status mesh_make_float_nodes(rim_mesh *mesh);
void       mesh_drop_float_nodes(rim_mesh *mesh);

// Boxes anew, after triangles moved.
void mesh_set_float_nodes(rim_mesh *mesh);

#endif
