#include "crates.h"

#include <stdlib.h>

static rim_plane wall(const crates_room *room, int i)
{
    float    x = i == 0 ? 1.0f : i == 1 ? -1.0f : 0.0f, z = i == 2 ? 1.0f : i == 3 ? -1.0f : 0.0f;
    rim_vec3 at = rim_vec3_make(-room->reach * x, 0.0f, -room->reach * z);
    return rim_plane_through(at, rim_vec3_make(room->slope * x, 1.0f, room->slope * z));
}

void crates_fill(const crates_room *room, rim_obstacles *list)
{
    rim_obstacles_add_plane(list, (rim_plane){ rim_vec3_make(0.0f, 1.0f, 0.0f), 0.0f }, NULL);
    for (int i = 0; i < 4; i++) rim_obstacles_add_plane(list, wall(room, i), NULL);
    for (int i = 0; i < room->ball_count; i++)
    {
        rim_shape3 ball = (rim_shape3){ RIM_SHAPE3_SPHERE, .sphere = room->balls[i] };
        rim_obstacles_add(list, &ball, rim_xform3_identity(), NULL);
    }
}

// --- pictures ------------------------------------------------------------------------------------------

static void draw_quad(kit *k, const rim_vec3 p[4], SDL_Color colour)
{
    kit_3d_both_sides(k, p[0], p[1], p[2], colour);
    kit_3d_both_sides(k, p[0], p[2], p[3], colour);
}

// The walls are shown as far as they rise by 1.6.
static void draw_wall(kit *k, const crates_room *room, int i)
{
    float     rise = 1.6f, out = room->reach + rise / room->slope, in = room->reach;
    SDL_Color ground = kit_ink(k, KIT_GROUND), ink = kit_ink(k, KIT_GRID);
    float     sign = i % 2 ? 1.0f : -1.0f;
    rim_vec3  p[4] = { { sign * in, 0.0f, -in },
                       { sign * in, 0.0f, in },
                       { sign * out, rise, out },
                       { sign * out, rise, -out } };
    for (int m = 0; m < 4 && i >= 2; m++) p[m] = rim_vec3_make(p[m].z, p[m].y, p[m].x);
    draw_quad(k, p, kit_mix(ground, ink, i < 2 ? 0.75f : 0.55f));
    kit_3d_loop(k, p, 4, 1.0f, kit_ink(k, KIT_GRID));
}

void crates_draw_floor(kit *k, const crates_room *room, const kit_camera *camera)
{
    float     r = room->reach;
    SDL_Color grid = kit_ink(k, KIT_GRID);
    rim_vec3  floor[4] = { { -r, 0.0f, -r }, { -r, 0.0f, r }, { r, 0.0f, r }, { r, 0.0f, -r } };
    kit_3d_begin(k, camera);
    draw_quad(k, floor, kit_mix(kit_ink(k, KIT_GROUND), grid, 0.35f));
    for (int i = 0; i < 4; i++) draw_wall(k, room, i);
    kit_3d_end(k);
    kit_3d_begin(k, camera);
    for (int i = -(int)r; i <= (int)r; i++)
    {
        kit_3d_line(k, rim_vec3_make((float)i, 0.0f, -r), rim_vec3_make((float)i, 0.0f, r), 1.0f,
                    grid);
        kit_3d_line(k, rim_vec3_make(-r, 0.0f, (float)i), rim_vec3_make(r, 0.0f, (float)i), 1.0f,
                    grid);
    }
    kit_3d_end(k);
}

static void draw_box(kit *k, const rim_body *body, SDL_Color colour)
{
    static const int faces[6][4] = { { 0, 4, 6, 2 }, { 1, 3, 7, 5 }, { 0, 1, 5, 4 },
                                     { 2, 6, 7, 3 }, { 0, 2, 3, 1 }, { 4, 5, 7, 6 } };
    rim_vec3         p[8], h = body->half;
    for (int i = 0; i < 8; i++)
        p[i] = rim_xform3_apply(
            body->pose, rim_vec3_make(i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z));
    for (int f = 0; f < 6; f++)
    {
        rim_vec3 q[4] = { p[faces[f][0]], p[faces[f][1]], p[faces[f][2]], p[faces[f][3]] };
        rim_vec3 n = rim_triangle_normal(q[0], q[1], q[2]);
        if (!kit_3d_faces(k, q[0], n)) continue;
        draw_quad(k, q, kit_3d_lit(colour, n));
        kit_3d_loop(k, q, 4, 1.0f, kit_mix(kit_3d_lit(colour, n), kit_ink(k, KIT_GROUND), 0.45f));
    }
}

typedef struct thing
{
    float distance;
    int   index; // of a box, or -1 - that of a ball
} thing;

static int farther(const void *a, const void *b)
{
    const thing *x = a, *y = b;
    if (x->distance != y->distance) return x->distance > y->distance ? -1 : 1;
    return x->index - y->index;
}

// One after the other, each sorted in itself: edges then never show through what is in front of them.
void crates_draw(kit *k, const crates_room *room, const kit_camera *camera,
                 const rim_body *const *boxes, int count, crates_paint *paint, const void *state)
{
    thing things[CRATES_MOST + CRATES_BALLS];
    int   all = 0;
    for (int i = 0; i < count && i < CRATES_MOST; i++, all++)
    {
        things[all].distance = rim_vec3_distance(camera->eye, boxes[i]->pose.position);
        things[all].index = i;
    }
    for (int i = 0; i < room->ball_count; i++, all++)
    {
        things[all].distance = rim_vec3_distance(camera->eye, room->balls[i].center);
        things[all].index = -1 - i;
    }
    qsort(things, (size_t)all, sizeof *things, farther);
    for (int i = 0; i < all; i++)
    {
        int index = things[i].index;
        kit_3d_begin(k, camera);
        if (index >= 0)
            kit_subject(k, kit_3d_bounds(k, &boxes[index]->pose.position, 1,
                                         rim_vec3_length(boxes[index]->half)));
        if (index < 0)
        {
            rim_sphere ball = room->balls[-1 - index];
            kit_3d_round(k, ball.center, ball.center, ball.radius, kit_ink(k, KIT_OTHER));
        }
        else
        {
            draw_box(k, boxes[index], paint(k, state, index));
        }
        kit_3d_end(k);
    }
}

// --- the view --------------------------------------------------------------------------------------------

void crates_look(crates_view *view, const kit_event *event)
{
    if (event->kind == KIT_PRESS) view->dragging = true;
    if (event->kind == KIT_RELEASE) view->dragging = false;
    if (event->kind == KIT_WHEEL) view->distance *= event->wheel > 0.0f ? 0.9f : 1.1f;
    if (event->kind != KIT_MOVE || !view->dragging) return;
    view->yaw += 0.006f * event->delta.x;
    view->pitch -= 0.006f * event->delta.y;
    view->pitch = view->pitch > -0.05f ? -0.05f : view->pitch < -1.5f ? -1.5f : view->pitch;
}

kit_camera crates_camera(const crates_view *view, rim_vec3 target)
{
    return kit_camera_around(target, view->yaw, view->pitch, view->distance);
}

// --- random numbers ----------------------------------------------------------------------------------------

float crates_random(uint32_t *seed, float lo, float hi)
{
    *seed = *seed * 1664525u + 1013904223u;
    return lo + (hi - lo) * (float)(*seed >> 8) / 16777216.0f;
}

rim_quat crates_turn(uint32_t *seed)
{
    rim_quat q;
    q.x = crates_random(seed, -1.0f, 1.0f);
    q.y = crates_random(seed, -1.0f, 1.0f);
    q.z = crates_random(seed, -1.0f, 1.0f);
    q.w = crates_random(seed, -1.0f, 1.0f);
    return rim_quat_normalize(q);
}
