// Rays, spheres and swept spheres against meshes (Q5) and soups (Q7), beside a loop over all triangles.
#ifndef BENCH_SOLID_MESH_H
#define BENCH_SOLID_MESH_H

#include "kit.h"

// False if an answer was wrong.
bool solid_mesh_measure(const bench_options *options);

#endif
