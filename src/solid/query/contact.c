#include "base/float.h"
#include "rimcast/convex.h"
#include "solid/query/gjk.h"

// Returns the vertex, edge or face of a shape that is farthest along the unit vector d, which is in the shape's own
// frame. A point p belongs to it if d . p is within CONTACT_FEATURE_SLACK times `size`, the size of the pair, of the
// largest such product. Only the first three points found, in the order of the shape, are used, because three points
// determine a face.
static rim_feature contact3_feature_along(const gjk_shape *shape, const rim_convex *convex, vec3d d,
                                          double size)
{
    int    farthest[4], count = 0;
    double top = v3d_dot(d, v3d_from(shape->points[gjk_farthest(shape, d)]));
    for (int i = 0; i < shape->count && count < 3; i++)
        if (v3d_dot(d, v3d_from(shape->points[i])) >= top - CONTACT_FEATURE_SLACK * size)
            farthest[count++] = i;
    return gjk_feature(convex, farthest, count);
}

// Stores the features of a contact of cores that overlap: those of the corners o->a and o->b of the closest face of { a
// - b }. If these corners are not known (o->count is 0), the features farthest along the normal are stored: that of a
// along c->normal, that of b along its opposite. Requires c->normal and c->size.
static void set_features(contact_answer *c, const gjk_pair *pair, const rim_convex *a,
                         const rim_convex *b, const overlap *o)
{
    if (o->count > 0)
    {
        c->feature_a = gjk_feature(a, o->a, o->count);
        c->feature_b = gjk_feature(b, o->b, o->count);
        return;
    }
    vec3d back = m3d_unapply(pair->turn, v3d_scale(c->normal, -1.0)); // in b's own frame
    c->feature_a = contact3_feature_along(&pair->a, a, c->normal, c->size);
    c->feature_b = contact3_feature_along(&pair->b, b, back, c->size);
}

// Stores the contact of cores that are apart by at most the sum of the radii, so that the rounded shapes overlap along
// the line between the closest points. Requires r->end to be GJK_APART; r->distance is then positive. r->v points from
// b to a, so the normal is its opposite. The point is on the surface of a, one radius from its core.
static void set_shallow(contact_answer *c, const gjk_pair *pair, const rim_convex *a,
                        const rim_convex *b, const gjk_result *r)
{
    c->hit = true;
    c->normal = v3d_scale(r->v, -1.0 / r->distance);
    c->depth = (double)a->radius + b->radius - r->distance;
    c->lower = c->depth;
    c->on_a = v3d_along(gjk_witness(pair, r), c->normal, a->radius);
    c->feature_a = gjk_feature(a, r->a, r->count);
    c->feature_b = gjk_feature(b, r->b, r->count);
}

// Stores the contact of cores that overlap. Its depth is that of the cores plus both radii. Requires c->size.
static void set_deep(contact_answer *c, const gjk_pair *pair, const rim_convex *a,
                     const rim_convex *b, const overlap *o)
{
    double reach = (double)a->radius + b->radius;
    c->hit = true;
    c->normal = o->normal;
    c->depth = o->depth + reach;
    c->lower = o->lower + reach;
    c->on_a = v3d_along(o->on_a, o->normal, a->radius);
    set_features(c, pair, a, b, o);
}

// Returns the overlap of cores whose search ended with GJK_TOUCH or GJK_OVERLAP, by EPA. If EPA's bounds of the depth
// differ by more than EPA_INEXACT of the size, the overlap of two hulls is computed by separating axes instead.
static overlap contact3_deepest(const gjk_pair *pair, const rim_convex *a, const rim_convex *b,
                                const gjk_result *r)
{
    overlap o = epa_depth(pair, r);
    if (a->hull && b->hull && o.depth - o.lower > EPA_INEXACT * r->size)
        o = sat_hull_depth(pair, a->hull, b->hull, r->size);
    return o;
}

// Returns true if a convex shape is a hull that is a box along its own axes, without a radius.
static bool contact3_is_box(const rim_convex *c)
{
    return c->radius == 0.0f && c->hull && c->hull->box_up[0];
}

// Returns the contact of two rounded shapes in the frame of a, with the normal from a to b. If there is no contact,
// only `hit` is set. Two boxes have a path of their own, which does not use *warm; else it is as for gjk_search_kernel.
// Cores that are apart by at most the sum of the radii meet at their closest points.
contact_answer contact3_of_cores(const gjk_pair *pair, const rim_convex *a, const rim_convex *b,
                                 rim_warm *warm)
{
    contact_answer c;
    double         reach = (double)a->radius + b->radius;
    c.hit = false; // all else is set with a hit
    if (contact3_is_box(a) && contact3_is_box(b))
    {
        c.size = v3d_magnitude(pair->shift) + gjk_extent(&pair->a) + gjk_extent(&pair->b);
        overlap o = sat_box_depth(pair, a->hull, b->hull, c.size);
        if (!(o.depth >= -SAT_BOX_TOUCHING * c.size)) return c;
        o.depth = o.lower = o.depth > 0.0 ? o.depth : 0.0;
        set_deep(&c, pair, a, b, &o);
        return c;
    }
    gjk_result r = gjk_closest(pair, reach, warm);
    if (r.end == GJK_BAD || r.distance > reach) return c;
    c.size = r.size + reach;
    if (r.end == GJK_APART)
    {
        set_shallow(&c, pair, a, b, &r);
        return c;
    }
    overlap o = contact3_deepest(pair, a, b, &r);
    set_deep(&c, pair, a, b, &o);
    return c;
}

// See gjk.h. A search that ended at once has found only a few points of { a - b }, so its own size may be too small.
double contact3_size_of(const gjk_pair *pair)
{
    double most = 0.0;
    for (int i = 0; i < pair->a.count + pair->b.count; i++)
    {
        int    a = i < pair->a.count ? i : 0, b = i < pair->a.count ? 0 : i - pair->a.count;
        double length2 = v3d_length2(gjk_difference(pair, a, b));
        most = length2 > most ? length2 : most;
    }
    return sqrt(most);
}

// Returns the contact in the world, rounded to float, with the normal from b to a (the opposite of c->normal). Returns
// a zeroed contact if there is no hit or the depth is not finite. An uncertainty of at most GJK_REPORTED of the size is
// rounding and becomes 0. If it exceeds this fraction of c->size, which may be too small, contact3_size_of decides.
rim_contact3 contact3_of_answer(const gjk_pair *pair, const contact_answer *c)
{
    rim_contact3 contact = { 0 };
    if (!c->hit || !float_is_finite(c->depth)) return contact;
    contact.hit = true;
    contact.depth = float_saturate(c->depth);
    double uncertainty = c->depth - c->lower;
    bool   rounding = uncertainty <= GJK_REPORTED * c->size ||
                    uncertainty <= GJK_REPORTED * contact3_size_of(pair);
    contact.uncertainty = rounding ? 0.0f : float_saturate(uncertainty);
    contact.normal = v3d_round(m3d_apply(pair->world_turn, v3d_scale(c->normal, -1.0)));
    contact.on_a = gjk_to_world(pair, c->on_a);
    contact.on_b = gjk_to_world(pair, v3d_along(c->on_a, c->normal, -c->depth));
    contact.feature_a = c->feature_a;
    contact.feature_b = c->feature_b;
    return contact;
}

rim_contact3 contact3_of_convex(const rim_convex *a, const rim_xform3 *pa, const rim_convex *b,
                                const rim_xform3 *pb, rim_warm *warm)
{
    gjk_pair pair;
    if (!gjk_prepare_pair(&pair, a, pa, b, pb)) return (rim_contact3){ 0 };
    contact_answer c = contact3_of_cores(&pair, a, b, warm);
    return contact3_of_answer(&pair, &c);
}

rim_contact3 rim_convex_contact(rim_convex a, rim_xform3 pa, rim_convex b, rim_xform3 pb,
                                rim_warm *warm)
{
    return contact3_of_convex(&a, &pa, &b, &pb, warm);
}
