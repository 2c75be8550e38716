#include "rimcast/shape3_faces.h"

#include "solid/shape/flat_pair.h"
#include "solid/shape/closest.h"

// An argument of any kind, before the frame is known.
typedef struct thing
{
    const rim_vec3 *points; // a face
    int             count;
    const rim_box3 *box; // else a box along the axes
    const rim_obox *obox;
    double          reach;
    rim_vec3        origin;
} thing;

static thing thing_of_polygon(rim_polygon3 p)
{
    thing t = { .points = p.points, .count = p.count, .reach = INFINITY };
    if (p.count < 1) return t;
    t.reach = reach_polygon(p);
    t.origin = p.points[0];
    return t;
}

static thing thing_of_points(const rim_vec3 points[3])
{
    rim_polygon3 polygon = { points, 3 };
    return thing_of_polygon(polygon);
}

static thing thing_of_box3(const rim_box3 *box)
{
    thing t = { .box = box, .reach = pair_reach_box3(*box), .origin = box->lo };
    return t;
}

static thing thing_of_obox(const rim_obox *box)
{
    thing t = { .obox = box, .reach = pair_reach_obox(*box), .origin = box->pose.position };
    return t;
}

static pair_body body_of(const core_frame *frame, const thing *t)
{
    return t->points ? pair_of_polygon(frame, t->points, t->count)
           : t->box  ? pair_of_box3(frame, *t->box)
                     : pair_of_obox(frame, *t->obox);
}

static rim_distance3 distance_of(thing a, thing b)
{
    core_frame frame = core_frame_at(b.origin, a.reach + b.reach);
    if (frame.scale == 0.0) return core_no_distance();
    pair_body  x = body_of(&frame, &a), y = body_of(&frame, &b);
    core_touch touch = flat_pair_touch(&x, &y);
    // Inside each other the common point is told, not a way from it.
    if (touch.distance <= 0.0) touch.pair.x = touch.pair.y;
    return core_distance(&frame, &touch, 0.0, 0.0);
}

static rim_contact3 contact_of(thing a, thing b)
{
    core_frame frame = core_frame_at(b.origin, a.reach + b.reach);
    if (frame.scale == 0.0) return core_no_contact();
    pair_body  x = body_of(&frame, &a), y = body_of(&frame, &b);
    core_touch touch = pair_contact(&x, &y);
    if (touch.distance > 0.0) return core_no_contact();
    // on_a is where the way begins: the witness of b is depth * normal from there.
    rim_contact3 contact = core_contact(&frame, &touch, 0.0, 0.0);
    contact.on_b = core_out(&frame, touch.pair.y);
    return contact;
}

#define FACES_CORNERS(name, triangle)                                                              \
    const rim_vec3 name[3] = { triangle->a, triangle->b, triangle->c }

// --- distances --------------------------------------------------------------------------------------

rim_distance3 rim_triangle_distance_triangle(const rim_triangle *a, const rim_triangle *b)
{
    FACES_CORNERS(p, a);
    FACES_CORNERS(q, b);
    return distance_of(thing_of_points(p), thing_of_points(q));
}

rim_distance3 rim_triangle_distance_polygon3(const rim_triangle *a, rim_polygon3 b)
{
    FACES_CORNERS(p, a);
    return distance_of(thing_of_points(p), thing_of_polygon(b));
}

rim_distance3 rim_polygon3_distance_polygon3(rim_polygon3 a, rim_polygon3 b)
{
    return distance_of(thing_of_polygon(a), thing_of_polygon(b));
}

rim_distance3 rim_triangle_distance_box3(const rim_triangle *a, rim_box3 b)
{
    FACES_CORNERS(p, a);
    return distance_of(thing_of_points(p), thing_of_box3(&b));
}

rim_distance3 rim_triangle_distance_obox(const rim_triangle *a, rim_obox b)
{
    FACES_CORNERS(p, a);
    return distance_of(thing_of_points(p), thing_of_obox(&b));
}

rim_distance3 rim_polygon3_distance_box3(rim_polygon3 a, rim_box3 b)
{
    return distance_of(thing_of_polygon(a), thing_of_box3(&b));
}

rim_distance3 rim_polygon3_distance_obox(rim_polygon3 a, rim_obox b)
{
    return distance_of(thing_of_polygon(a), thing_of_obox(&b));
}

rim_distance3 rim_box3_distance_box3(rim_box3 a, rim_box3 b)
{
    return distance_of(thing_of_box3(&a), thing_of_box3(&b));
}

rim_distance3 rim_box3_distance_obox(rim_box3 a, rim_obox b)
{
    return distance_of(thing_of_box3(&a), thing_of_obox(&b));
}

rim_distance3 rim_obox_distance_obox(rim_obox a, rim_obox b)
{
    return distance_of(thing_of_obox(&a), thing_of_obox(&b));
}

// --- contacts ---------------------------------------------------------------------------------------

rim_contact3 rim_triangle_contact_triangle(const rim_triangle *a, const rim_triangle *b)
{
    FACES_CORNERS(p, a);
    FACES_CORNERS(q, b);
    return contact_of(thing_of_points(p), thing_of_points(q));
}

rim_contact3 rim_triangle_contact_polygon3(const rim_triangle *a, rim_polygon3 b)
{
    FACES_CORNERS(p, a);
    return contact_of(thing_of_points(p), thing_of_polygon(b));
}

rim_contact3 rim_polygon3_contact_polygon3(rim_polygon3 a, rim_polygon3 b)
{
    return contact_of(thing_of_polygon(a), thing_of_polygon(b));
}

rim_contact3 rim_triangle_contact_box3(const rim_triangle *a, rim_box3 b)
{
    FACES_CORNERS(p, a);
    return contact_of(thing_of_points(p), thing_of_box3(&b));
}

rim_contact3 rim_triangle_contact_obox(const rim_triangle *a, rim_obox b)
{
    FACES_CORNERS(p, a);
    return contact_of(thing_of_points(p), thing_of_obox(&b));
}

rim_contact3 rim_polygon3_contact_box3(rim_polygon3 a, rim_box3 b)
{
    return contact_of(thing_of_polygon(a), thing_of_box3(&b));
}

rim_contact3 rim_polygon3_contact_obox(rim_polygon3 a, rim_obox b)
{
    return contact_of(thing_of_polygon(a), thing_of_obox(&b));
}

rim_contact3 rim_box3_contact_box3(rim_box3 a, rim_box3 b)
{
    return contact_of(thing_of_box3(&a), thing_of_box3(&b));
}

rim_contact3 rim_box3_contact_obox(rim_box3 a, rim_obox b)
{
    return contact_of(thing_of_box3(&a), thing_of_obox(&b));
}

rim_contact3 rim_obox_contact_obox(rim_obox a, rim_obox b)
{
    return contact_of(thing_of_obox(&a), thing_of_obox(&b));
}
