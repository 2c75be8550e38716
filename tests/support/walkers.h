// Characters, and where they walk: rooms of a few triangles, and the demos' course.
#ifndef TESTS_SUPPORT_WALKERS_H
#define TESTS_SUPPORT_WALKERS_H

#include "rimcast/character.h"
#include "rimcast/mesh.h"
#include "rimcast/soup.h"
#include "support/support.h"

static inline rim_vec3 v3(float x, float y, float z)
{
    return rim_vec3_make(x, y, z);
}

enum
{
    ROOM_MOST = 4096
};

typedef struct room
{
    rim_triangle      triangles[ROOM_MOST];
    rim_triangle_list list;
    rim_world3        world;
} room;

void room_start(room *s); // with nothing in it
void room_quad(room *s, rim_vec3 a, rim_vec3 b, rim_vec3 c, rim_vec3 d);
void room_floor(room *s, float x0, float x1, float y);
void room_wall(room *s, float x, float y0, float y1); // upright across x, facing -x

typedef struct course
{
    rim_soup           *soup;
    const rim_triangle *triangles;
    int                 count;
    rim_mesh           *mesh;
} course;

void course_open(course *c);
void course_close(course *c);

// A capsule, a box; either, by a number that is not 0.
rim_character person_at(float x, float y, float z);
rim_character boxer_at(float x, float y, float z);
rim_character walker_at(int box, float x, float y, float z);

rim_vec3 any_wish(test_random *random); // standing still to 500 units a second

// The last step's answer; nobody is stuck on the way.
rim_walk walk_for(rim_character *c, rim_world3 world, rim_vec3 wish, float seconds, int rate);

// How deep a character is in the nearest triangle, by the exact functions of one shape and one triangle.
double depth_of(const rim_character *c, const rim_triangle *triangles, int count);

#endif
