// Contacts of shapes with meshes, which of them belong to the surface at internal edges, and the triangles of two
// meshes that overlap.
#include "base/sort.h"
#include "rimcast/convex.h"
#include "solid/mesh/query.h"
#include "solid/query/gjk.h"

// A query for contacts: the shape, and the contacts found so far, `count` in all. `out` has the deepest ones, the
// deepest first.
typedef struct contact_query
{
    const rim_mesh   *mesh;
    const mesh_shape *shape;
    double   size; // the sum over x, y and z of the largest |coordinate| of the shape's box
    rim_side side;
    rim_mesh_contact *out;
    int               capacity, count;
} contact_query;

// Returns the contact of the query's shape with one triangle.
static rim_contact3 contact_of(const contact_query *query, const rim_triangle *t)
{
    const mesh_shape *s = query->shape;
    if (s->round) return rim_capsule_contact_triangle(*s->round, t);
    rim_convex triangle = gjk_triangle(t);
    rim_xform3 here = rim_xform3_identity();
    return contact3_of_convex(&s->view.convex, &s->view.pose, &triangle, &here, NULL);
}

// Returns the sine of the angle between a direction and the triangle's normal; 1 if the triangle has no area, because no
// contact with it is one with a face.
static double sine_to_face(const rim_triangle *t, rim_vec3 normal)
{
    vec3d face = mesh_face_normal(t);
    return v3d_length2(face) > 0.0 ? v3d_length(v3d_cross(face, v3d_from(normal))) : 1.0;
}

// Returns true if the contact is one with the triangle's face, not with its edges or corners. Only the features of round
// shapes tell. The contact of another shape is one with the face if its normal is the triangle's, up to rounding.
static bool contact_is_on_face(const contact_query *query, const rim_triangle *t,
                               const rim_contact3 *contact)
{
    return query->shape->round ? contact->feature_b.kind == RIM_FEATURE_FACE
                               : sine_to_face(t, contact->normal) <= MESH_SAME_NORMAL_SINE;
}

// --- contacts at internal edges: edges and corners that triangles share --------------------------------

// A contact with an edge or a corner of a triangle.
typedef struct edge_contact
{
    const contact_query    *query;
    const rim_mesh_contact *found;
    double                  error;     // bound of the sine between the normal and the exact one
    double                  tolerance; // triangles this close to the point contain it
    double center_distance;            // from the point to the center of a rounded shape, else 0
    bool   invalid;
} edge_contact;

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

// Returns true if the shape has the same contact with the face of triangle t, up to rounding. Just beside an edge one
// triangle has a contact with its face, and its neighbor has the same contact with the edge. Their normals may differ by
// several times the error, because the neighbor's other corners may lie in almost the direction of the edge. The points
// of the two contacts lie center_distance from the center of a rounded shape, against their normals. If the normals
// differ by a small angle, the points are the angle times center_distance apart. An angle up to MESH_COVERED_FACTOR
// times the normal's error is rounding.
static bool face_covers_contact(const edge_contact *edge, const rim_triangle *t)
{
    const rim_contact3 *found = &edge->found->contact;
    double              angle = MESH_COVERED_FACTOR * edge->error;
    if (sine_to_face(t, found->normal) > angle) return false;
    rim_contact3 contact = contact_of(edge->query, t);
    return contact.hit && mesh_has_side(t, contact.normal, edge->query->side) &&
           contact_is_on_face(edge->query, t, &contact) &&
           rim_vec3_distance(contact.on_b, found->on_b) <=
               edge->tolerance + angle * edge->center_distance;
}

// Sets edge->invalid if triangle t contains the contact's point and either rises above the contact's plane or reports
// the contact instead. Of two triangles with the point on their edges, the one with the lower number reports it. A
// triangle that has the point inside its face, or has the contact with its face, comes before both.
static bool check_edge_contact(void *context, const rim_triangle *t, int number)
{
    edge_contact       *edge = context;
    const rim_contact3 *found = &edge->found->contact;
    rim_vec3            p = found->on_b, normal = found->normal;
    if (edge->invalid || number == edge->found->triangle ||
        !mesh_has_point(t, p, edge->tolerance, normal, edge->query->side))
        return false;
    edge->invalid =
        number < edge->found->triangle || point_is_inside_face(t, p, edge->tolerance) ||
        sine_above_plane(t, v3d_from(p), v3d_from(normal), edge->tolerance) > edge->error ||
        face_covers_contact(edge, t);
    return false;
}

// Returns true if a contact with an edge or a corner of triangle t belongs to the surface of the mesh and this triangle
// reports it: no triangle at the point rises above the contact's plane, and no other triangle reports the same contact.
//
// The normal leads from the contact's point to the center of a rounded shape, center_distance away. The error of the two
// points, MESH_POINT_TOLERANCE of the size, over this distance is an error of the normal. There is no such part if the
// shape has no radius, or if the depth exceeds the radius.
static bool edge_contact_is_valid(const contact_query *query, const rim_triangle *t,
                                  const rim_mesh_contact *found)
{
    const mesh_shape *s = query->shape;
    double            radius = s->round ? s->round->radius : s->view.convex.radius;
    edge_contact edge = { query, found, MESH_NORMAL_ERROR, mesh_point_tolerance(t), 0.0, false };
    if (radius > found->contact.depth)
    {
        edge.center_distance = radius - found->contact.depth;
        edge.error += MESH_POINT_TOLERANCE * query->size / edge.center_distance;
    }
    mesh_visit_point(query->mesh, found->contact.on_b, edge.tolerance, check_edge_contact, &edge);
    return !edge.invalid;
}

// --- contacts ---------------------------------------------------------------------------------------------

// Returns true if contact a comes before contact b, for sort_insert: it is deeper, or as deep with a lower number of the
// triangle.
static bool is_deeper(const void *a, const void *b, const void *context)
{
    const rim_mesh_contact *p = a, *q = b;
    float                   dp = p->contact.depth, dq = q->contact.depth;
    (void)context;
    return dp != dq ? dp > dq : p->triangle < q->triangle;
}

// Stores the contact of the shape with triangle t, if it is on a side that the query includes. A contact with the face
// of t always counts, and one with an edge or a corner if it is valid.
static bool mesh_contact_add(void *context, const rim_triangle *t, int number)
{
    contact_query   *query = context;
    rim_mesh_contact found = { contact_of(query, t), number };
    if (found.contact.hit && mesh_has_side(t, found.contact.normal, query->side) &&
        (contact_is_on_face(query, t, &found.contact) || edge_contact_is_valid(query, t, &found)))
        sort_insert(query->out, query->count++, query->capacity, sizeof found, &found, is_deeper);
    return false;
}

int rim_mesh_contacts(const rim_mesh *mesh, const rim_shape3 *shape, rim_xform3 pose, rim_side side,
                      rim_mesh_contact *out, int capacity)
{
    mesh_shape s;
    if (!mesh_shape_init(&s, mesh, shape, &pose)) return 0;
    rim_vec3      far = rim_vec3_max(rim_vec3_max(s.box.lo, rim_vec3_negate(s.box.lo)),
                                     rim_vec3_max(s.box.hi, rim_vec3_negate(s.box.hi)));
    double        size = (double)far.x + far.y + far.z;
    contact_query query = { mesh, &s, size, side, out, capacity, 0 };
    mesh_visit_box(mesh, s.box, mesh_contact_add, &query);
    return query.count;
}

// --- two meshes -----------------------------------------------------------------------------------------------

// A triangle of b, and the pairs found so far, of which the first `capacity` are stored.
typedef struct mesh_pairs
{
    rim_xform3     pa, pb;
    rim_triangle   shape;  // the triangle of b
    int            number; // its number
    rim_mesh_pair *pairs;
    int            capacity, count;
} mesh_pairs;

// Adds the pair of this triangle of a and list->shape, a triangle of b, if their distance is 0.
static bool mesh_pairs_add(void *context, const rim_triangle *t, int number)
{
    mesh_pairs *list = context;
    rim_convex  a = gjk_triangle(t), b = gjk_triangle(&list->shape);
    if (gjk_distance(&a, &list->pa, &b, &list->pb, NULL).distance != 0.0f) return false;
    rim_mesh_pair pair = { number, list->number };
    if (list->count < list->capacity) list->pairs[list->count] = pair;
    list->count++;
    return false;
}

// Lists the pairs of triangles that overlap. Every triangle of b is a query into a: its box, in a's frame, selects the
// triangles of a, and GJK decides each pair.
int rim_mesh_overlaps_mesh(const rim_mesh *a, rim_xform3 pa, const rim_mesh *b, rim_xform3 pb,
                           rim_mesh_pair *pairs, int capacity)
{
    mesh_pairs list = { .pa = pa, .pb = pb, .pairs = pairs, .capacity = capacity };
    // Only `list` keeps the rotations as they are: the product of short or long quaternions underflows or overflows.
    pa.rotation = rim_quat_normalize(pa.rotation);
    pb.rotation = rim_quat_normalize(pb.rotation);
    rim_xform3 to_a = rim_xform3_mul(rim_xform3_inverse(pa), pb);
    // The relative pose is rounded to floats. The boxes grow by the largest motion that the rounding may cause.
    double     wide =
        MESH_RELATIVE_POSE_ERROR *
        ((double)a->largest + b->largest + mesh_size3(rim_vec3_sub(pb.position, pa.position)) +
         MESH_POSITION_SHARE * (mesh_size3(pa.position) + mesh_size3(pb.position)));
    for (uint32_t word = 0; word < b->leaf_words;)
    {
        mesh_leaf leaf = mesh_leaf_at(b, word);
        word += mesh_words_of_leaf(b, &leaf);
        for (int i = 0; i < leaf.triangles; i++)
        {
            list.shape = mesh_triangle(&leaf, i);
            list.number = mesh_number(b, &leaf, i);
            rim_shape3 shape = { RIM_SHAPE3_TRIANGLE, .triangle = list.shape };
            rim_box3   box = mesh_box_grown(rim_shape3_bounds(&shape, to_a), wide);
            if (rim_box3_overlaps(box, a->bounds)) mesh_visit_box(a, box, mesh_pairs_add, &list);
        }
    }
    return list.count;
}
