#include "rimcast/mover.h"

#include "solid/mover/motion.h"

// Returns the mover's shape for a sphere with a positive radius, which the triangles stop on `side`. The skin is 1/256
// of the radius, but at least MOVER_FLOAT_STEPS of the sum of the magnitudes of the center's coordinates, because
// floats are coarse far from the origin.
static field_shape mover_fly_sphere_of(rim_sphere sphere, rim_side side)
{
    field_shape shape = { .box = false };
    vec3d       c = v3d_from(sphere.center);
    double      coarse = MOVER_FLOAT_STEPS * (fabs(c.x) + fabs(c.y) + fabs(c.z));
    shape.radius = sphere.radius;
    shape.skin = shape.radius / 256.0 > coarse ? shape.radius / 256.0 : coarse;
    shape.one_sided = side != RIM_SIDE_BOTH;
    shape.mirrored = side == RIM_SIDE_BACK;
    return shape;
}

// Stores in flight->item and flight->normal the contact that the motion v leads into most, of equal ones the contact
// with the lowest id. A contact that v leads along or away from does not count. Requires flight->item == -1, and leaves
// it so if no contact counts.
static void record_obstacle(rim_flight *flight, mover_motion *m, vec3d v)
{
    double most = 0.0;
    motion_find_contacts(m, motion_margin(m));
    for (int i = 0; i < m->contact_count; i++)
    {
        const motion_contact *c = &m->contacts[i];
        double                against = -v3d_dot(c->n, v);
        int                   id = m->f.triangles[c->triangle].id;
        bool                  is_lower = flight->item >= 0 && id <= flight->item;
        if (against < most || (against == most && !is_lower)) continue;
        most = against;
        flight->item = id;
        flight->normal = v3d_round(c->n);
    }
}

// Pushes the sphere out of what it overlaps, then slides by delta, and records what delta led into at the end. The
// triangles in reach of the motion are gathered at once, in a box that reaches from the start as far as the motion, but
// at most 4 radii. Sweeps beyond the box gather again.
rim_flight rim_mover_fly(rim_sphere sphere, rim_vec3 delta, rim_world3 world, rim_side side)
{
    rim_flight   flight = { .item = -1 };
    mover_motion m;
    vec3d        v = v3d_from(delta), center = v3d_from(sphere.center);
    if (!(v3d_length2(v) + v3d_length2(center) + sphere.radius < INFINITY)) return flight;
    if (!(sphere.radius > 0.0f)) return flight;
    m.f.shape = mover_fly_sphere_of(sphere, side);
    motion_begin(&m, world, center, motion_kernels(false));
    double   length = v3d_length(v), most = 4.0 * sphere.radius;
    double   margin = (length < most ? length : most) + m.f.shape.skin;
    rim_box3 box = field_box(&m.f, m.x, v3d(0.0, 0.0, 0.0), margin);
    motion_require(&m, box, m.x, v3d(0.0, 0.0, 0.0));
    flight.stuck = motion_push_out(&m) > 0.0;
    motion_slide(&m, v);
    record_obstacle(&flight, &m, v);
    flight.moved = v3d_round(m.x);
    flight.cut = m.cut;
    return flight;
}
