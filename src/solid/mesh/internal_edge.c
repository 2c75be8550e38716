#include "solid/mesh/query.h"

#include "base/float.h"
#include "base/vec3d.h"

// A point within this part of the largest coordinate of a triangle that it belongs to is on another.
#define ON 0x1p-21

double mesh_point_tolerance(const rim_triangle *t)
{
    double a = mesh_size3(t->a), b = mesh_size3(t->b), c = mesh_size3(t->c), ab = a > b ? a : b;
    return ON * (ab > c ? ab : c);
}

static rim_box3 internal_edge_box_at(rim_vec3 p, double by)
{
    return (rim_box3){
        rim_vec3_make(float_below(p.x - by), float_below(p.y - by), float_below(p.z - by)),
        rim_vec3_make(float_above(p.x + by), float_above(p.y + by), float_above(p.z + by))
    };
}

static vec3d internal_edge_normal_of(const rim_triangle *t)
{
    vec3d a = v3d_from(t->a);
    return v3d_normalize(v3d_cross(v3d_sub(v3d_from(t->b), a), v3d_sub(v3d_from(t->c), a)));
}

static bool passes_through(const rim_triangle *t, rim_vec3 p, double on)
{
    rim_sphere point = { p, 0.0f };
    return rim_sphere_distance_triangle(point, t).distance <= on;
}

// Does a triangle answer for what is on this side of it?
static bool triangle_has_side(const rim_triangle *t, vec3d toward, rim_side side)
{
    if (side == RIM_SIDE_BOTH) return true;
    double front = v3d_dot(internal_edge_normal_of(t), toward);
    return side == RIM_SIDE_FRONT ? front >= 0.0 : front <= 0.0;
}

// How far a triangle reaches out in front of the plane at p with this normal, as a sine.
static double sine_above_plane(const rim_triangle *t, vec3d p, vec3d normal, double on)
{
    const rim_vec3 *corners[3] = { &t->a, &t->b, &t->c };
    double          maximum = 0.0;
    for (int i = 0; i < 3; i++)
    {
        vec3d  away = v3d_sub(v3d_from(*corners[i]), p);
        double length = v3d_length(away);
        // p is rounded to floats, 2^-24 of each coordinate, which is less than a quarter of `on` together.
        double out = v3d_dot(away, normal) - 0.25 * on;
        // Near the point itself a direction says nothing.
        if (length > 8.0 * on && out > maximum * length) maximum = out / length;
    }
    return maximum;
}

// --- contacts ---------------------------------------------------------------------------------------------

typedef struct validity_test
{
    const mesh_edge_contact *touch;
    bool                     invalid;
} validity_test;

// Is the point inside the triangle, away from its edges? Then it is that triangle's to tell.
static bool internal_edge_is_inside(const rim_triangle *t, rim_vec3 p, double on)
{
    const rim_vec3 *corners[3] = { &t->a, &t->b, &t->c };
    for (int i = 0; i < 3; i++)
    {
        rim_segment3 edge = { *corners[i], *corners[(i + 1) % 3] };
        if (rim_segment3_closest(edge, p).distance <= on) return false;
    }
    return true;
}

// Beside an edge, closer than normals can tell, one triangle has a contact with its face and the other has the same with
// the edge. Corners may lie in directions near the edge's, seen from which normals differ less than they do: so they may be
// off by more than is doubted.
static bool is_covered(const mesh_edge_contact *touch, const rim_triangle *t)
{
    vec3d off = v3d_cross(internal_edge_normal_of(t), v3d_from(touch->normal));
    return v3d_length(off) <= MESH_COVERED_FACTOR * touch->error && touch->is_covered(touch, t);
}

static void check_contact(void *context, const rim_triangle *t, int number)
{
    validity_test           *d = context;
    const mesh_edge_contact *touch = d->touch;
    vec3d                    normal = v3d_from(touch->normal);
    if (d->invalid || number == touch->triangle || !passes_through(t, touch->point, touch->on) ||
        !triangle_has_side(t, normal, touch->side))
        return;
    if (sine_above_plane(t, v3d_from(touch->point), normal, touch->on) > touch->error)
        d->invalid = true;
    else if (number < touch->triangle || internal_edge_is_inside(t, touch->point, touch->on) ||
             is_covered(touch, t))
        d->invalid = true;
}

static void over_triangles_at(const rim_mesh *mesh, rim_vec3 point, double on,
                              void  use(void *context, const rim_triangle *t, int number),
                              void *context)
{
    enum
    {
        INTERNAL_EDGE_SOME = 64
    };
    rim_triangle near[INTERNAL_EDGE_SOME];
    int          numbers[INTERNAL_EDGE_SOME];
    int          count =
        rim_mesh_gather(mesh, internal_edge_box_at(point, on), numbers, near, INTERNAL_EDGE_SOME);
    // What is beyond so many around one point is left out.
    for (int i = 0; i < count && i < INTERNAL_EDGE_SOME; i++) use(context, &near[i], numbers[i]);
}

bool mesh_edge_contact_is_valid(const rim_mesh *mesh, const mesh_edge_contact *touch)
{
    validity_test d = { touch, false };
    over_triangles_at(mesh, touch->point, touch->on, check_contact, &d);
    return !d.invalid;
}

// --- hits -------------------------------------------------------------------------------------------------

typedef struct face_search
{
    const rim_hit3 *hit;
    vec3d           delta;
    rim_side        side;
    double          on;
    double          directly; // of the best so far: how little its normal goes along the motion
    int             number;   // its number, -1: none yet
    vec3d           face;
} face_search;

static void face_search_add(void *context, const rim_triangle *t, int number)
{
    face_search *s = context;
    vec3d        normal = v3d_from(s->hit->normal), face = internal_edge_normal_of(t);
    if (!passes_through(t, s->hit->point, s->on) || v3d_length2(face) == 0.0 ||
        !triangle_has_side(t, normal, s->side))
        return;
    // On the mover's side.
    if (v3d_dot(face, normal) < 0.0) face = v3d_scale(face, -1.0);
    double directly = v3d_dot(face, s->delta);
    if (s->number >= 0 && !(directly < s->directly) &&
        !(directly == s->directly && number < s->number))
        return;
    s->directly = directly;
    s->number = number;
    s->face = face;
}

void mesh_set_face_normal(const rim_mesh *mesh, mesh_first *first, rim_vec3 delta, rim_side side)
{
    rim_hit3 *hit = &first->hit;
    if (!hit->hit || (hit->other.kind != RIM_FEATURE_EDGE && hit->other.kind != RIM_FEATURE_VERTEX))
        return;
    face_search s = { .hit = hit, .delta = v3d_from(delta), .side = side, .number = -1 };
    s.on = mesh_point_tolerance(&first->triangle);
    over_triangles_at(mesh, hit->point, s.on, face_search_add, &s);
    if (s.number >= 0) hit->face_normal = v3d_round(s.face);
}
