// Any bytes as arguments of what is asked of solid shapes that are plain values, of maths and of the tree of
// boxes.
#include "support/pairs.h"
#include "rimcast/rimcast.h"

#include "base/tree.h"
#include "support/fuzz.h"

#include <stdlib.h>

enum
{
    CORNERS = 6
};

static rim_quat make_turn(fuzz_bytes *in)
{
    bool     spoiled = in->spoiled;
    rim_vec3 axis = fuzz_vec3(in);
    if (fuzz_int(in, 0, 3) == 0) return (rim_quat){ axis.x, axis.y, axis.z, fuzz_float(in) };
    rim_quat turn = rim_quat_axis_angle(axis, (double)fuzz_float(in));
    // It may be a sound turn whatever the axis and the angle are.
    float    sum = turn.x + turn.y + turn.z + turn.w;
    in->spoiled = spoiled || sum - sum != 0.0f;
    return turn;
}

static rim_xform3 make_pose(fuzz_bytes *in)
{
    rim_vec3 at = fuzz_vec3(in);
    return rim_xform3_make(at, make_turn(in));
}

static rim_sphere make_sphere(fuzz_bytes *in)
{
    rim_vec3 center = fuzz_vec3(in);
    return (rim_sphere){ center, fuzz_positive(in) };
}

static rim_capsule make_capsule(fuzz_bytes *in)
{
    rim_vec3 a = fuzz_vec3(in), b = fuzz_vec3(in);
    return (rim_capsule){ a, b, fuzz_positive(in) };
}

static rim_obox make_obox(fuzz_bytes *in)
{
    rim_xform3 pose = make_pose(in);
    float      x = fuzz_positive(in), y = fuzz_positive(in);
    return (rim_obox){ pose, { x, y, fuzz_positive(in) } };
}

static bool is_finite(rim_vec3 p)
{
    return p.x - p.x == 0.0f && p.y - p.y == 0.0f && p.z - p.z == 0.0f;
}

// Of two corners, of which a NaN may be left out.
static rim_box3 make_box(fuzz_bytes *in)
{
    bool     spoiled = in->spoiled;
    rim_vec3 a = fuzz_vec3(in), b = fuzz_vec3(in);
    rim_box3 box = rim_box3_make(rim_vec3_min(a, b), rim_vec3_max(a, b));
    in->spoiled = spoiled || !is_finite(box.lo) || !is_finite(box.hi);
    return box;
}

static rim_triangle make_triangle(fuzz_bytes *in)
{
    rim_vec3 a = fuzz_vec3(in), b = fuzz_vec3(in);
    return (rim_triangle){ a, b, fuzz_vec3(in) };
}

static rim_plane make_plane(fuzz_bytes *in)
{
    bool     spoiled = in->spoiled;
    rim_vec3 normal = fuzz_vec3(in);
    if (fuzz_bool(in)) normal = rim_vec3_normalize(normal);
    in->spoiled = spoiled || !is_finite(normal);
    return (rim_plane){ normal, fuzz_float(in) };
}

// Any points, or a regular polygon somewhere, unless its corners are beyond the range of floats.
static rim_polygon3 make_polygon(fuzz_bytes *in, rim_vec3 points[CORNERS])
{
    int  count = fuzz_int(in, 1, CORNERS);
    bool spoiled = in->spoiled, finite = true;
    if (fuzz_bool(in))
    {
        rim_xform3 pose = make_pose(in);
        float      radius = fuzz_positive(in);
        for (int i = 0; i < count; i++)
        {
            rim_sincos_pair s = rim_sincos_degrees(360.0 * i / count);
            rim_vec3        p = { radius * (float)s.cos, radius * (float)s.sin, 0.0f };
            points[i] = rim_xform3_apply(pose, p);
            finite = finite && is_finite(points[i]);
        }
        in->spoiled = spoiled;
        if (finite) return (rim_polygon3){ points, count };
    }
    for (int i = 0; i < count; i++) points[i] = fuzz_vec3(in);
    return (rim_polygon3){ points, count };
}

static void check_distance(const fuzz_bytes *in, rim_distance3 d)
{
    fuzz_point3(in, d.on_a);
    fuzz_point3(in, d.on_b);
    fuzz_point3(in, d.normal);
    fuzz_number(in, d.distance);
    fuzz_number(in, d.uncertainty);
    fuzz_check(in->spoiled || d.distance >= 0.0f);
}

static void check_contact(const fuzz_bytes *in, rim_contact3 c)
{
    fuzz_check(!(in->spoiled && c.hit));
    fuzz_point3(in, c.on_a);
    fuzz_point3(in, c.on_b);
    fuzz_point3(in, c.normal);
    fuzz_number(in, c.depth);
    fuzz_check(in->spoiled || c.depth >= 0.0f);
}

static void check_hit(const fuzz_bytes *in, rim_hit3 hit)
{
    fuzz_check(!(in->spoiled && hit.hit));
    fuzz_check(hit.t >= 0.0f && hit.t <= 1.0f && (hit.hit || hit.t == 1.0f));
    fuzz_point3(in, hit.point);
    fuzz_point3(in, hit.normal);
    fuzz_point3(in, hit.face_normal);
    fuzz_number(in, hit.depth);
}

static void try_sphere(fuzz_bytes *in)
{
    bool         still;
    rim_vec3     points[CORNERS];
    rim_sphere   a = make_sphere(in);
    rim_side     side = (rim_side)fuzz_int(in, 0, 2);
    rim_sphere   sphere = { { 0.0f, 0.0f, 0.0f }, 0.0f };
    rim_capsule  capsule;
    rim_triangle triangle;
    rim_polygon3 polygon;
    rim_box3     box;
    rim_obox     obox;
    rim_plane    plane;
    switch (fuzz_int(in, 0, 6))
    {
    case 0:
        sphere = make_sphere(in);
        check_distance(in, sphere_distance_sphere(a, sphere));
        check_contact(in, sphere_contact_sphere(a, sphere));
        check_hit(in, sphere_sweep_sphere(a, fuzz_vec3(in), sphere));
        break;
    case 1:
        capsule = make_capsule(in);
        check_distance(in, sphere_distance_capsule(a, capsule));
        check_contact(in, sphere_contact_capsule(a, capsule));
        still = in->spoiled;
        check_hit(in, sphere_sweep_capsule(a, fuzz_vec3(in), capsule));
        in->spoiled = still; // the next motion is another
        check_hit(in, capsule_sweep_sphere(capsule, fuzz_vec3(in), a));
        break;
    case 2:
        triangle = make_triangle(in);
        check_distance(in, rim_sphere_distance_triangle(a, &triangle));
        check_contact(in, rim_sphere_contact_triangle(a, &triangle));
        check_hit(in, rim_sphere_sweep_triangle(a, fuzz_vec3(in), &triangle, side));
        break;
    case 3:
        polygon = make_polygon(in, points);
        check_distance(in, rim_sphere_distance_polygon3(a, polygon));
        check_contact(in, rim_sphere_contact_polygon3(a, polygon));
        check_hit(in, rim_sphere_sweep_polygon3(a, fuzz_vec3(in), polygon, side));
        break;
    case 4:
        box = make_box(in);
        check_distance(in, sphere_distance_box3(a, box));
        check_contact(in, sphere_contact_box3(a, box));
        check_hit(in, sphere_sweep_box3(a, fuzz_vec3(in), box));
        break;
    case 5:
        obox = make_obox(in);
        check_distance(in, sphere_distance_obox(a, obox));
        check_contact(in, sphere_contact_obox(a, obox));
        check_hit(in, sphere_sweep_obox(a, fuzz_vec3(in), obox));
        break;
    default:
        plane = make_plane(in);
        check_distance(in, sphere_distance_plane(a, plane));
        check_contact(in, sphere_contact_plane(a, plane));
        check_hit(in, sphere_sweep_plane(a, fuzz_vec3(in), plane));
        break;
    }
}

static void try_capsule(fuzz_bytes *in)
{
    rim_vec3     points[CORNERS];
    rim_capsule  a = make_capsule(in), b;
    rim_side     side = (rim_side)fuzz_int(in, 0, 2);
    rim_triangle triangle;
    rim_polygon3 polygon;
    rim_box3     box;
    rim_obox     obox;
    rim_plane    plane;
    switch (fuzz_int(in, 0, 5))
    {
    case 0:
        b = make_capsule(in);
        check_distance(in, capsule_distance_capsule(a, b));
        check_contact(in, capsule_contact_capsule(a, b));
        check_hit(in, capsule_sweep_capsule(a, fuzz_vec3(in), b));
        check_distance(
            in, segment3_distance_segment3((rim_segment3){ a.a, a.b }, (rim_segment3){ b.a, b.b }));
        break;
    case 1:
        triangle = make_triangle(in);
        check_distance(in, rim_capsule_distance_triangle(a, &triangle));
        check_contact(in, rim_capsule_contact_triangle(a, &triangle));
        check_hit(in, rim_capsule_sweep_triangle(a, fuzz_vec3(in), &triangle, side));
        break;
    case 2:
        polygon = make_polygon(in, points);
        check_distance(in, rim_capsule_distance_polygon3(a, polygon));
        check_contact(in, rim_capsule_contact_polygon3(a, polygon));
        check_hit(in, rim_capsule_sweep_polygon3(a, fuzz_vec3(in), polygon, side));
        break;
    case 3:
        box = make_box(in);
        check_distance(in, capsule_distance_box3(a, box));
        check_contact(in, capsule_contact_box3(a, box));
        check_hit(in, capsule_sweep_box3(a, fuzz_vec3(in), box));
        break;
    case 4:
        obox = make_obox(in);
        check_distance(in, capsule_distance_obox(a, obox));
        check_contact(in, capsule_contact_obox(a, obox));
        check_hit(in, capsule_sweep_obox(a, fuzz_vec3(in), obox));
        break;
    default:
        plane = make_plane(in);
        check_distance(in, capsule_distance_plane(a, plane));
        check_contact(in, capsule_contact_plane(a, plane));
        check_hit(in, capsule_sweep_plane(a, fuzz_vec3(in), plane));
        break;
    }
}

static void try_faces(fuzz_bytes *in)
{
    rim_vec3     points[CORNERS], more[CORNERS];
    rim_triangle a = make_triangle(in), b;
    rim_polygon3 p, q;
    rim_obox     obox;
    rim_box3     box;
    rim_plane    plane;
    switch (fuzz_int(in, 0, 4))
    {
    case 0:
        b = make_triangle(in);
        check_distance(in, triangle_distance_triangle(&a, &b));
        check_contact(in, triangle_contact_triangle(&a, &b));
        break;
    case 1:
        in->spoiled = false;
        p = make_polygon(in, points), q = make_polygon(in, more);
        check_distance(in, polygon3_distance_polygon3(p, q));
        check_contact(in, polygon3_contact_polygon3(p, q));
        break;
    case 2:
        obox = make_obox(in);
        check_distance(in, triangle_distance_obox(&a, obox));
        check_contact(in, triangle_contact_obox(&a, obox));
        fuzz_check(!(obox_overlaps_triangle(obox, &a) && in->spoiled));
        break;
    case 3:
        box = make_box(in);
        check_distance(in, triangle_distance_box3(&a, box));
        check_contact(in, triangle_contact_box3(&a, box));
        fuzz_check(!(box3_overlaps_triangle(box, &a) && in->spoiled));
        break;
    default:
        plane = make_plane(in);
        check_distance(in, triangle_distance_plane(&a, plane));
        check_contact(in, triangle_contact_plane(&a, plane));
        break;
    }
}

static void try_boxes(fuzz_bytes *in)
{
    rim_vec3     points[CORNERS];
    rim_obox     a = make_obox(in), b;
    rim_plane    plane;
    rim_polygon3 polygon;
    switch (fuzz_int(in, 0, 2))
    {
    case 0:
        b = make_obox(in);
        check_distance(in, obox_distance_obox(a, b));
        check_contact(in, obox_contact_obox(a, b));
        check_hit(in, obox_sweep_obox(a, fuzz_vec3(in), b));
        fuzz_check(!(obox_overlaps_obox(a, b) && in->spoiled && a.half.x != a.half.x));
        break;
    case 1:
        plane = make_plane(in);
        check_distance(in, obox_distance_plane(a, plane));
        check_contact(in, obox_contact_plane(a, plane));
        break;
    default:
        polygon = make_polygon(in, points);
        check_distance(in, polygon3_distance_obox(polygon, a));
        check_contact(in, polygon3_contact_obox(polygon, a));
        break;
    }
}

static void try_lines(fuzz_bytes *in)
{
    rim_vec3           points[CORNERS], origin = fuzz_vec3(in), delta = fuzz_vec3(in);
    rim_ray3           ray = { origin, delta };
    rim_side           side = (rim_side)fuzz_int(in, 0, 2);
    rim_sphere         sphere;
    rim_capsule        capsule;
    rim_triangle       triangle;
    rim_polygon3       polygon;
    rim_obox           obox;
    rim_box3           box;
    rim_plane          plane;
    rim_on_segment3    on;
    rim_plane_crossing crossing;
    switch (fuzz_int(in, 0, 6))
    {
    case 0:
        sphere = make_sphere(in);
        check_hit(in, sphere_raycast(sphere, ray));
        break;
    case 1:
        capsule = make_capsule(in);
        check_hit(in, capsule_raycast(capsule, ray));
        break;
    case 2:
        triangle = make_triangle(in);
        check_hit(in, rim_triangle_raycast(&triangle, ray, side));
        break;
    case 3:
        polygon = make_polygon(in, points);
        check_hit(in, rim_polygon3_raycast(polygon, ray, side));
        rim_polygon3_locate(polygon, origin);
        break;
    case 4:
        box = make_box(in);
        check_hit(in, box3_raycast(box, ray));
        break;
    case 5:
        obox = make_obox(in);
        check_hit(in, obox_raycast(obox, ray));
        break;
    default:
        plane = make_plane(in);
        check_hit(in, plane_raycast(plane, ray));
        crossing = rim_segment3_cross_plane((rim_segment3){ origin, delta }, plane);
        fuzz_number(in, crossing.t);
        fuzz_point3(in, crossing.point);
        fuzz_number(in, crossing.distance_a);
        on = rim_segment3_closest((rim_segment3){ origin, delta }, fuzz_vec3(in));
        fuzz_point3(in, on.point);
        fuzz_number(in, on.t);
        fuzz_number(in, on.distance);
        break;
    }
}

static void try_push(fuzz_bytes *in)
{
    rim_vec3         points[4][CORNERS];
    rim_polygon3     polygons[4];
    int              count = fuzz_int(in, 0, 4), items[4];
    rim_contact3     contacts[4];
    rim_sphere       sphere = make_sphere(in);
    rim_push_options options = { (rim_side)fuzz_int(in, 0, 2), (float)fuzz_int(in, 0, 8) / 8.0f,
                                 fuzz_int(in, 0, 9) };
    for (int i = 0; i < count; i++) polygons[i] = make_polygon(in, points[i]);
    rim_push3 push = rim_sphere_push(sphere, polygons, count, &options);
    fuzz_point3(in, push.offset);
    fuzz_number(in, push.deepest);
    fuzz_number(in, push.left);
    int gathered = rim_sphere_gather(sphere, polygons, count, &options, contacts, items, 4);
    for (int i = 0; i < gathered && i < 4 && !in->spoiled; i++) check_contact(in, contacts[i]);
}

static void try_maths(fuzz_bytes *in)
{
    rim_vec3        a = fuzz_vec3(in), b = fuzz_vec3(in);
    double          x = (double)fuzz_float(in), y = (double)fuzz_float(in);
    rim_sincos_pair s = rim_sincos(x), d = rim_sincos_degrees(y);
    fuzz_number(in, s.sin);
    fuzz_number(in, s.cos);
    fuzz_number(in, d.sin);
    fuzz_number(in, rim_atan2(y, x));
    if (x >= -1.0 && x <= 1.0) fuzz_number(in, rim_acos(x));
    rim_quat q = rim_quat_between(a, b);
    fuzz_point3(in, q);
    fuzz_number(in, q.w);
    rim_vec3 n = rim_triangle_normal(a, b, fuzz_vec3(in));
    fuzz_point3(in, n);
    rim_xform2          flat = { a.x, a.y, a.z, b.x, b.y, b.z };
    rim_xform2_inverted back = rim_xform2_inverse(flat);
    fuzz_number(in, back.xform.a);
    fuzz_number(in, back.xform.ty);
}

static void try_tree(fuzz_bytes *in)
{
    box_tree        *tree;
    box_tree_options options = { fuzz_float(in), fuzz_bool(in) };
    if (box_tree_create(&tree, fuzz_bool(in) ? &options : NULL, NULL)) abort();
    int leaves[24], count = 0, leaf, most = 0;
    for (int i = 0; i < 40; i++)
    {
        rim_vec3 a = fuzz_vec3(in), b = fuzz_vec3(in);
        rim_box3 box = fuzz_int(in, 0, 3) ? rim_box3_make(rim_vec3_min(a, b), rim_vec3_max(a, b))
                                          : rim_box3_make(a, b);
        int      what = fuzz_int(in, 0, 7), k = count ? fuzz_int(in, 0, count - 1) : 0;
        if (what < 3 && count < 24)
        {
            if (box_tree_insert(tree, box, count, &leaves[count])) abort();
            count++;
        }
        else if (what == 3 && count)
            box_tree_move(tree, leaves[k], box, fuzz_vec3(in));
        else if (what == 4 && count)
        {
            box_tree_remove(tree, leaves[k]);
            leaves[k] = leaves[--count];
        }
        most = 0;
        box_tree_walk walk = box_tree_overlaps(tree, box);
        while ((leaf = box_tree_walk_next(&walk)) != BOX_TREE_END) fuzz_check(++most <= count);
    }
    fuzz_check(tree->count == count);
    box_tree_destroy(tree);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const drivers[])(fuzz_bytes *) = { try_sphere, try_capsule, try_faces, try_boxes,
                                                     try_lines,  try_push,    try_maths, try_tree };
    fuzz_bytes in = fuzz_begin(data, size);
    drivers[fuzz_byte(&in) % (sizeof drivers / sizeof drivers[0])](&in);
    return 0;
}
