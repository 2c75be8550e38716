// Contacts and hits at internal edges: which triangle reports a contact, and which face normal a hit has.
#include "solid/mesh/query.h"

#include "base/float.h"
#include "base/vec3d.h"

double mesh_point_tolerance(const rim_triangle *t)
{
    double a = mesh_size3(t->a), b = mesh_size3(t->b), c = mesh_size3(t->c), ab = a > b ? a : b;
    return MESH_POINT_TOLERANCE * (ab > c ? ab : c);
}

// Returns the box from p - by to p + by on each axis, rounded outward.
static rim_box3 box_about_point(rim_vec3 p, double by)
{
    return (rim_box3){
        rim_vec3_make(float_below(p.x - by), float_below(p.y - by), float_below(p.z - by)),
        rim_vec3_make(float_above(p.x + by), float_above(p.y + by), float_above(p.z + by))
    };
}

vec3d mesh_face_normal(const rim_triangle *t)
{
    vec3d a = v3d_from(t->a);
    return v3d_normalize(v3d_cross(v3d_sub(v3d_from(t->b), a), v3d_sub(v3d_from(t->c), a)));
}

// Returns true if the triangle contains the point, up to the tolerance.
static bool passes_through(const rim_triangle *t, rim_vec3 p, double tolerance)
{
    rim_sphere point = { p, 0.0f };
    return rim_sphere_distance_triangle(point, t).distance <= tolerance;
}

// Returns true if the direction `toward` leads to a side of the triangle that `side` includes.
static bool triangle_has_side(const rim_triangle *t, vec3d toward, rim_side side)
{
    if (side == RIM_SIDE_BOTH) return true;
    double front = v3d_dot(mesh_face_normal(t), toward);
    return side == RIM_SIDE_FRONT ? front >= 0.0 : front <= 0.0;
}

// Returns the largest sine of an angle by which a corner of the triangle, seen from p, rises above the plane through p
// with the unit normal; 0 if none rises. Corners within 8 tolerances of p are left out, because the direction to them
// is inexact.
static double sine_above_plane(const rim_triangle *t, vec3d p, vec3d normal, double tolerance)
{
    const rim_vec3 *corners[3] = { &t->a, &t->b, &t->c };
    double          maximum = 0.0;
    for (int i = 0; i < 3; i++)
    {
        vec3d  away = v3d_sub(v3d_from(*corners[i]), p);
        double length = v3d_length(away);
        // The rounding of p to floats, 2^-24 of each coordinate, is less than a quarter of the tolerance.
        double height = v3d_dot(away, normal) - 0.25 * tolerance;
        if (length > 8.0 * tolerance && height > maximum * length) maximum = height / length;
    }
    return maximum;
}

// --- contacts ---------------------------------------------------------------------------------------------

typedef struct validity_test
{
    mesh_visitor             visitor;
    const mesh_edge_contact *contact;
    bool                     invalid;
} validity_test;

// Returns true if p, a point of the triangle, is farther from its three edges than the tolerance.
static bool point_is_inside_face(const rim_triangle *t, rim_vec3 p, double tolerance)
{
    const rim_vec3 *corners[3] = { &t->a, &t->b, &t->c };
    for (int i = 0; i < 3; i++)
    {
        rim_segment3 edge = { *corners[i], *corners[(i + 1) % 3] };
        if (rim_segment3_closest(edge, p).distance <= tolerance) return false;
    }
    return true;
}

// Returns true if the shape has the same contact with the face of triangle t. Just beside an edge one triangle has a
// contact with its face, and its neighbor has the same contact with the edge. Their normals may differ by several times
// the error, because the neighbor's other corners may lie in almost the direction of the edge.
static bool covered_by_face(const mesh_edge_contact *contact, const rim_triangle *t)
{
    vec3d off = v3d_cross(mesh_face_normal(t), v3d_from(contact->normal));
    return v3d_length(off) <= MESH_COVERED_FACTOR * contact->error &&
           contact->is_covered(contact, t);
}

// Returns true if triangle t, which contains the contact's point, rises above the contact's plane.
static bool rises_above_contact(const mesh_edge_contact *contact, const rim_triangle *t)
{
    return sine_above_plane(t, v3d_from(contact->point), v3d_from(contact->normal),
                            contact->tolerance) > contact->error;
}

// Sets test->invalid, and ends the traversal, if triangle t contains the contact's point and either rises above the
// contact's plane or reports the contact instead. Of two triangles with the point on their edges, the one with the
// lower number reports it. A triangle that has the point inside its face, or has the contact with its face, comes
// before both. Returns false to end the traversal.
static bool check_contact(mesh_visitor *visitor, mesh_motion *motion, const rim_triangle *t,
                          int number)
{
    (void)motion;
    validity_test           *test = (validity_test *)(void *)visitor;
    const mesh_edge_contact *contact = test->contact;
    if (number == contact->triangle || !passes_through(t, contact->point, contact->tolerance) ||
        !triangle_has_side(t, v3d_from(contact->normal), contact->side))
        return true;
    test->invalid = rises_above_contact(contact, t) || number < contact->triangle ||
                    point_is_inside_face(t, contact->point, contact->tolerance) ||
                    covered_by_face(contact, t);
    return !test->invalid;
}

bool mesh_edge_contact_is_valid(const rim_mesh *mesh, const mesh_edge_contact *contact)
{
    validity_test test = { .visitor.visit = check_contact, .contact = contact };
    mesh_visit_box(mesh, box_about_point(contact->point, contact->tolerance), &test.visitor);
    return !test.invalid;
}

// --- hits -------------------------------------------------------------------------------------------------

typedef struct face_search
{
    mesh_visitor    visitor;
    const rim_hit3 *hit;
    vec3d           delta;
    rim_side        side;
    double          tolerance;
    double          along_motion; // dot(face, delta) of the best triangle, the least so far
    int             number;       // of the best triangle, -1 if there is none
    vec3d           face;         // its normal, on the mover's side
} face_search;

// Stores triangle t as the best if it contains the hit's point, has area and a side that the search includes, and its
// face is more opposed to the motion than the best one; of equal ones the lower number is better. `face` is the normal
// of t, turned to the side of the hit's normal: more opposed means a smaller dot(face, delta). Returns true, so that
// the traversal goes on.
static bool face_search_add(mesh_visitor *visitor, mesh_motion *motion, const rim_triangle *t,
                            int number)
{
    (void)motion;
    face_search *s = (face_search *)(void *)visitor;
    vec3d        normal = v3d_from(s->hit->normal), face = mesh_face_normal(t);
    if (!passes_through(t, s->hit->point, s->tolerance) || v3d_length2(face) == 0.0 ||
        !triangle_has_side(t, normal, s->side))
        return true;
    if (v3d_dot(face, normal) < 0.0) face = v3d_scale(face, -1.0);
    double along_motion = v3d_dot(face, s->delta);
    bool   is_tie = along_motion == s->along_motion;
    bool   is_better = along_motion < s->along_motion || (is_tie && number < s->number);
    if (s->number >= 0 && !is_better) return true;
    s->along_motion = along_motion;
    s->number = number;
    s->face = face;
    return true;
}

// Sets the face normal of a hit at an edge or a corner to that of the face, among the triangles around the point, that
// is most opposed to the motion. A hit at a face has its face normal already, and keeps it; so does a hit without such
// a face.
void mesh_set_face_normal(const rim_mesh *mesh, mesh_first *first, rim_vec3 delta, rim_side side)
{
    rim_hit3 *hit = &first->hit;
    if (!hit->hit || (hit->other.kind != RIM_FEATURE_EDGE && hit->other.kind != RIM_FEATURE_VERTEX))
        return;
    face_search s = { .visitor.visit = face_search_add,
                      .hit = hit,
                      .delta = v3d_from(delta),
                      .side = side,
                      .number = -1 };
    s.tolerance = mesh_point_tolerance(&first->triangle);
    mesh_visit_box(mesh, box_about_point(hit->point, s.tolerance), &s.visitor);
    if (s.number >= 0) hit->face_normal = v3d_round(s.face);
}
