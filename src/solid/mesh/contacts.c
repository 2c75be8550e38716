// Contacts of shapes with meshes, and the triangles of two meshes that overlap.
#include "rimcast/mesh.h"

#include "base/float.h"
#include "base/sort.h"
#include "base/vec3d.h"
#include "rimcast/convex.h"
#include "solid/query/gjk.h"
#include "solid/mesh/query.h"
#include "solid/query/shape.h"

// --- contacts ---------------------------------------------------------------------------------------------

// A query for contacts: the shape, and the contacts found so far, `count` in all. `out` has the deepest ones, the
// deepest first.
typedef struct contact_query
{
    mesh_visitor    visitor;
    const rim_mesh *mesh;
    const void     *shape;
    // Returns the contact of the shape with one triangle.
    rim_contact3 (*contact)(const void *shape, const rim_triangle *t);
    double   radius; // of the shape, 0 if it has none
    double   size;   // the sum over x, y and z of the largest |coordinate| of the shape's box
    bool     round;  // the shape is a sphere or a capsule
    rim_side side;
    rim_mesh_contact *out;
    int               capacity, count;
} contact_query;

// Returns true if contact a comes before contact b, for sort_insert: it is deeper, or as deep with a lower number of the
// triangle.
static bool is_deeper(const void *a, const void *b, const void *context)
{
    const rim_mesh_contact *p = a, *q = b;
    float                   dp = p->contact.depth, dq = q->contact.depth;
    (void)context;
    return dp != dq ? dp > dq : p->triangle < q->triangle;
}

// Returns true if the normal points away from a side of the triangle that `side` includes. A triangle without area has
// both sides: its normal is 0.
static bool mesh_contacts_on_side(const rim_triangle *t, rim_vec3 normal, rim_side side)
{
    if (side == RIM_SIDE_BOTH) return true;
    rim_vec3 face = rim_vec3_cross(rim_vec3_sub(t->b, t->a), rim_vec3_sub(t->c, t->a));
    float    front = rim_vec3_dot(rim_vec3_normalize(face), normal);
    return side == RIM_SIDE_FRONT ? front >= 0.0f : front <= 0.0f;
}

// Returns true if the contact's normal is the triangle's normal, up to rounding.
static bool normal_is_face_normal(const rim_triangle *t, rim_vec3 normal)
{
    vec3d off = v3d_cross(mesh_face_normal(t), v3d_from(normal));
    return v3d_length2(off) <= MESH_SAME_NORMAL_SINE_SQUARED;
}

// Returns true if the contact is one with the triangle's face, not with its edges or corners.
static bool contact_is_on_face(const contact_query *query, const rim_triangle *t,
                               const rim_contact3 *contact)
{
    return query->round ? contact->feature_b.kind == RIM_FEATURE_FACE
                        : normal_is_face_normal(t, contact->normal);
}

// Returns true if the shape has a contact with the face of t at edge->point, up to rounding. The points of the two
// contacts lie center_distance from the center of a rounded shape, against their normals. If the normals differ by a
// small angle, the points are the angle times center_distance apart. An angle up to MESH_COVERED_FACTOR times the
// normal's error is rounding.
static bool face_covers_contact(const mesh_edge_contact *edge, const rim_triangle *t)
{
    const contact_query *query = edge->context;
    rim_contact3         contact = query->contact(query->shape, t);
    return contact.hit && mesh_contacts_on_side(t, contact.normal, query->side) &&
           contact_is_on_face(query, t, &contact) &&
           rim_vec3_distance(contact.on_b, edge->point) <=
               edge->tolerance + MESH_COVERED_FACTOR * edge->error * edge->center_distance;
}

// Stores the contact of the shape with triangle t, if it is on a side that the query includes. A contact with the face
// of t always counts. A contact with an edge or corner counts unless another triangle at its point rises above its
// plane or reports the same contact (mesh_edge_contact_is_valid). Returns true, so that the traversal goes on.
static bool contacts_visit(mesh_visitor *visitor, mesh_motion *motion, const rim_triangle *t,
                           int number)
{
    (void)motion;
    contact_query   *query = (contact_query *)(void *)visitor;
    rim_mesh_contact found = { query->contact(query->shape, t), number };
    if (!found.contact.hit || !mesh_contacts_on_side(t, found.contact.normal, query->side))
        return true;
    // The normal leads from the contact's point to the center of a rounded shape, `center_distance` away. The error of
    // the two points, MESH_POINT_TOLERANCE of the size, over this distance is an error of the normal. There is no such
    // part if the shape has no radius, or if the depth exceeds the radius.
    double center_distance = query->radius - found.contact.depth,
           tolerance = mesh_point_tolerance(t);
    double error =
        MESH_NORMAL_ERROR +
        (center_distance > 0.0 ? MESH_POINT_TOLERANCE * query->size / center_distance : 0.0);
    mesh_edge_contact edge = { .point = found.contact.on_b,
                               .normal = found.contact.normal,
                               .error = error,
                               .tolerance = tolerance,
                               .triangle = number,
                               .side = query->side,
                               .center_distance = center_distance > 0.0 ? center_distance : 0.0,
                               .is_covered = face_covers_contact,
                               .context = query };
    if (contact_is_on_face(query, t, &found.contact) ||
        mesh_edge_contact_is_valid(query->mesh, &edge))
        sort_insert(query->out, query->count++, query->capacity, sizeof found, &found, is_deeper);
    return true;
}

// Stores the deepest contacts of the shape in `out`, at most `capacity`, deepest first, and returns the number of all
// contacts. Requires the shape to lie in the box, and the query's shape, contact, radius, round and side; sets the
// other members. An empty box, which stands for a number that is not finite, gives no contacts.
static int contacts_in(contact_query query, const rim_mesh *mesh, rim_box3 box,
                       rim_mesh_contact *out, int capacity)
{
    if (rim_box3_is_empty(box)) return 0;
    query.visitor.visit = contacts_visit;
    query.mesh = mesh;
    query.out = out;
    query.capacity = capacity;
    rim_vec3 far = rim_vec3_max(rim_vec3_max(box.lo, rim_vec3_negate(box.lo)),
                                rim_vec3_max(box.hi, rim_vec3_negate(box.hi)));
    query.size = (double)far.x + far.y + far.z;
    mesh_visit_box(mesh, box, &query.visitor);
    return query.count;
}

static rim_contact3 contact_with_capsule(const void *shape, const rim_triangle *t)
{
    return rim_capsule_contact_triangle(*(const rim_capsule *)shape, t);
}

static rim_contact3 contact_with_convex(const void *shape, const rim_triangle *t)
{
    const mesh_posed_convex *p = shape;
    rim_convex               triangle = gjk_triangle(t);
    rim_xform3               here = rim_xform3_identity();
    return contact3_of_convex(&p->shape, &p->pose, &triangle, &here, NULL);
}

// Stores the deepest contacts of a capsule with the mesh, and returns the number of all.
int mesh_contacts_capsule(const rim_mesh *mesh, const rim_capsule *capsule, rim_side side,
                          rim_mesh_contact *out, int capacity)
{
    contact_query query = { .shape = capsule,
                            .contact = contact_with_capsule,
                            .radius = capsule->radius,
                            .round = true,
                            .side = side };
    return contacts_in(query, mesh, mesh_box_of_capsule(mesh, capsule), out, capacity);
}

// Stores the deepest contacts of a posed convex shape with the mesh, and returns the number of all. `round` stays
// false, so that normals decide whether a contact is on a face: the features of these contacts are not used.
int mesh_contacts_convex(const rim_mesh *mesh, rim_convex shape, rim_xform3 pose, rim_side side,
                         rim_mesh_contact *out, int capacity)
{
    mesh_posed_convex p = { shape, pose };
    contact_query     query = {
            .shape = &p, .contact = contact_with_convex, .radius = shape.radius, .side = side
    };
    return contacts_in(query, mesh, mesh_box_of_convex(shape, pose), out, capacity);
}

// Chooses the contacts by the kind of shape. A shape without a convex view has no contacts.
int rim_mesh_contacts(const rim_mesh *mesh, const rim_shape3 *shape, rim_xform3 pose, rim_side side,
                      rim_mesh_contact *out, int capacity)
{
    shape3_view v;
    rim_capsule room;
    if (mesh_is_round(shape))
        return mesh_contacts_capsule(mesh, pose3_capsule(&room, shape, &pose), side, out, capacity);
    if (!shape3_view_of(&v, shape, &pose)) return 0;
    return mesh_contacts_convex(mesh, v.convex, v.pose, side, out, capacity);
}

// --- two meshes -----------------------------------------------------------------------------------------------

// A triangle of b, and the pairs found so far, of which the first `capacity` are stored.
typedef struct mesh_pairs
{
    mesh_visitor   visitor;
    rim_xform3     pa, pb;
    rim_triangle   shape;  // the triangle of b
    int            number; // its number
    rim_mesh_pair *pairs;
    int            capacity, count;
} mesh_pairs;

// Adds the pair of this triangle of a and list->shape, a triangle of b, if their distance is 0. Returns true, so that
// the traversal goes on.
static bool pair_visit(mesh_visitor *visitor, mesh_motion *motion, const rim_triangle *t,
                       int number)
{
    (void)motion;
    mesh_pairs *list = (mesh_pairs *)(void *)visitor;
    rim_convex  a = gjk_triangle(t), b = gjk_triangle(&list->shape);
    if (gjk_distance(&a, &list->pa, &b, &list->pb, NULL).distance != 0.0f) return true;
    rim_mesh_pair pair = { number, list->number };
    if (list->count < list->capacity) list->pairs[list->count] = pair;
    list->count++;
    return true;
}

// Lists the pairs of triangles that overlap. Every triangle of b is a query into a: its box, in a's frame, selects the
// triangles of a, and GJK decides each pair.
int rim_mesh_overlaps_mesh(const rim_mesh *a, rim_xform3 pa, const rim_mesh *b, rim_xform3 pb,
                           rim_mesh_pair *pairs, int capacity)
{
    mesh_pairs list = {
        .visitor.visit = pair_visit, .pa = pa, .pb = pb, .pairs = pairs, .capacity = capacity
    };
    rim_xform3 to_a = rim_xform3_mul(rim_xform3_inverse(pa), pb);
    // The relative pose is rounded to floats. The boxes grow by the largest motion that the rounding may cause.
    double     wide =
        MESH_RELATIVE_POSE_ERROR *
        ((double)a->largest + b->largest + mesh_size3(rim_vec3_sub(pb.position, pa.position)) +
         MESH_POSITION_SHARE * (mesh_size3(pa.position) + mesh_size3(pb.position)));
    for (uint32_t word = 0; word < b->leaf_words;)
    {
        mesh_leaf leaf = mesh_leaf_at(b, word);
        word += mesh_leaf_words(leaf.triangles, leaf.corners, b->number_bytes);
        for (int i = 0; i < leaf.triangles; i++)
        {
            list.shape = mesh_triangle(&leaf, i);
            list.number = mesh_number(b, &leaf, i);
            rim_convex shape = gjk_triangle(&list.shape);
            shape.radius = float_above(wide); // for the box alone: pair_visit makes its own shape
            rim_box3 box = mesh_box_of_convex(shape, to_a);
            if (!rim_box3_overlaps(box, a->bounds)) continue;
            mesh_visit_box(a, box, &list.visitor);
        }
    }
    return list.count;
}
