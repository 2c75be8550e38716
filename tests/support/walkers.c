#include "support/pairs.h"
#include "support/walkers.h"

#include "support/meshes.h"

#include <stdlib.h>

// --- rooms ------------------------------------------------------------------------------------------------

void room_start(room *s)
{
    s->list.triangles = s->triangles;
    s->list.count = 0;
    s->world = rim_triangle_list_world(&s->list);
}

static void room_add(room *s, rim_vec3 a, rim_vec3 b, rim_vec3 c)
{
    rim_triangle t = { a, b, c };
    assert_true(s->list.count < ROOM_MOST);
    s->triangles[s->list.count++] = t;
}

void room_quad(room *s, rim_vec3 a, rim_vec3 b, rim_vec3 c, rim_vec3 d)
{
    room_add(s, a, b, c);
    room_add(s, a, c, d);
}

void room_floor(room *s, float x0, float x1, float y)
{
    room_quad(s, v3(x0, y, -9.0f), v3(x0, y, 9.0f), v3(x1, y, 9.0f), v3(x1, y, -9.0f));
}

void room_wall(room *s, float x, float y0, float y1)
{
    room_quad(s, v3(x, y0, -9.0f), v3(x, y0, 9.0f), v3(x, y1, 9.0f), v3(x, y1, -9.0f));
}

// --- the course -------------------------------------------------------------------------------------------

void course_open(course *c)
{
    c->soup = load_soup("assets/course.raw");
    c->triangles = rim_soup_read(c->soup).triangles;
    c->count = rim_soup_read(c->soup).triangle_count;
    assert_int_equal(
        RIM_OK, rim_mesh_create(&c->mesh, &c->triangles->a, 3 * c->count, NULL, c->count, NULL));
}

void course_close(course *c)
{
    rim_mesh_destroy(c->mesh);
    rim_soup_destroy(c->soup);
}

// --- walkers ----------------------------------------------------------------------------------------------

rim_character person_at(float x, float y, float z)
{
    rim_character c = rim_character_capsule(v3(x, y, z), 0.4f, 1.8f);
    c.gravity = 10.0f;
    return c;
}

rim_character boxer_at(float x, float y, float z)
{
    rim_character c = rim_character_box(v3(x, y, z), v3(0.4f, 0.9f, 0.4f));
    c.gravity = 10.0f;
    return c;
}

rim_character walker_at(int box, float x, float y, float z)
{
    return box ? boxer_at(x, y, z) : person_at(x, y, z);
}

rim_walk walk_for(rim_character *c, rim_world3 world, rim_vec3 wish, float seconds, int rate)
{
    rim_walk walk = { .wall = -1 };
    int      ticks = (int)(seconds * (float)rate + 0.5f);
    for (int i = 0; i < ticks; i++)
    {
        walk = rim_character_step(c, world, wish, 1.0f / (float)rate);
        assert_false(walk.stuck);
    }
    return walk;
}

rim_vec3 any_wish(test_random *random)
{
    static const float SPEEDS[] = { 0.0f, 1.0f, 4.0f, 4.0f, 8.0f, 30.0f, 500.0f };
    float              speed = SPEEDS[random_int(random, 0, 6)];
    rim_vec3 way = v3(random_float(random, -1.0f, 1.0f), 0.0f, random_float(random, -1.0f, 1.0f));
    return rim_vec3_scale(rim_vec3_normalize(way), speed);
}

double depth_of(const rim_character *c, const rim_triangle *triangles, int count)
{
    double      deepest = 0.0;
    float       r = c->radius, x = c->position.x, y = c->position.y, z = c->position.z;
    rim_capsule capsule = { { x, y + r, z }, { x, y + c->height - r, z }, r };
    rim_box3    near = rim_box3_make(v3(x - r, y, z - r), v3(x + r, y + c->height, z + r));
    for (int i = 0; i < count; i++)
    {
        const rim_triangle *t = &triangles[i];
        rim_box3            box = rim_box3_empty();
        box = rim_box3_add(rim_box3_add(rim_box3_add(box, t->a), t->b), t->c);
        if (!rim_box3_overlaps(box, near)) continue;
        if (c->kind == RIM_CHARACTER_CAPSULE)
        {
            rim_contact3 contact = rim_capsule_contact_triangle(capsule, t);
            if (contact.hit && contact.depth > deepest) deepest = contact.depth;
        }
        else if (box3_overlaps_triangle(rim_box3_grow(near, -0.25f * c->skin), t))
            deepest = r;
    }
    return deepest;
}
