// Edges and corners where triangles meet: what a contact there is worth.
#ifndef RIM_SOLID_MESH_INTERNAL_EDGE_H
#define RIM_SOLID_MESH_INTERNAL_EDGE_H

#include "solid/mesh/query.h"

// Contacts with normals that differ by so many times what is doubted may be one.
#define MESH_TOLD 16.0

// A contact's point on a triangle, and its normal.
typedef struct mesh_touch
{
    rim_vec3 point, normal;
    double   doubt; // by how much of a unit the normal may be off
    double   on;    // what passes the point this closely passes through it
    int      triangle;
    rim_side side;  // triangles that answer
    double   apart; // from what is round, its middle
    // Does a triangle tell the same contact with its face, whatever others do?
    bool (*is_told)(const struct mesh_touch *touch, const rim_triangle *t);
    const void *asker;
} mesh_touch;

// How closely the places on a triangle are known.
double mesh_on(const rim_triangle *t);

// Is the contact one that all triangles which meet there allow, and is this triangle the one to tell it?
bool mesh_touch_is_true(const rim_mesh *mesh, const mesh_touch *touch);

// Sets face_normal of a hit at an edge or a corner, from the triangles that meet there.
void mesh_settle(const rim_mesh *mesh, mesh_first *first, rim_vec3 delta, rim_side side);

#endif
