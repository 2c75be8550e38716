// Reference kinds of convex bodies: distance and depth, and first touch while turning.
#include "solid/query/shape.h"
#include "support/translation.h"
#include "support/pairs.h"
#include "support/reference/run.h"
#include "support/support.h"

#include "rimcast/convex.h"

#include <stdlib.h>
#include <string.h>

void reference_hull_hull(reference_run *run, const reference_case *c);
void reference_toi_rotation(reference_run *run, const reference_case *c);

// --- hull_hull --------------------------------------------------------------------------------------

enum
{
    CORNERS = 512
};

typedef struct body
{
    rim_vec3  points[CORNERS];
    int       count;
    rim_hull *hull;
} body;

static void read_body(reference_run *run, const reference_case *c, const char *name, body *out)
{
    out->count = 0;
    out->hull = NULL;
    int i = 0;
    while (i < c->line_count && strcmp(c->lines[i].words[0], name) != 0) i++;
    for (i++; i < c->line_count && out->count < CORNERS; i++)
    {
        char **words = c->lines[i].words;
        if (strcmp(words[0], "v") != 0) break;
        out->points[out->count++] =
            reference_point_at(run, reference_number(words[1]), reference_number(words[2]),
                               reference_number(words[3]));
    }
    if (!reference_check(run, out->count > 0, "body %s has no corners", name)) return;
    reference_check(run, rim_hull_create(&out->hull, out->points, out->count, NULL) == RIM_OK,
                    "body %s makes no hull", name);
}

static double number_after(const reference_case *c, const char *keyword)
{
    const reference_line *line = reference_find(c, keyword, 0);
    return line && line->count >= 2 ? reference_number(line->words[1]) : NAN;
}

static void check_witness(reference_run *run, const reference_case *c, const char *keyword,
                          rim_vec3 actual)
{
    const reference_line *line = reference_find(c, keyword, 0);
    if (!line || line->count < 4) return;
    double x = (reference_number(line->words[1]) + run->shift) * run->scale;
    double y = (reference_number(line->words[2]) + run->shift) * run->scale;
    double z = (reference_number(line->words[3]) + run->shift) * run->scale;
    reference_check_point(run, keyword, actual, v3d(x, y, z));
}

static void check_apart(reference_run *run, const reference_case *c, rim_distance3 d,
                        rim_contact3 contact)
{
    reference_check_length(run, "distance", d.distance, number_after(c, "dist") * run->scale);
    reference_check(run, d.uncertainty == 0.0f, "the search met its cap");
    reference_check(run, !contact.hit, "contact of bodies that are apart");
    if (number_after(c, "unique") != 1.0) return;
    check_witness(run, c, "wa", d.on_a);
    check_witness(run, c, "wb", d.on_b);
}

// The normal must be minus one of the axes that attain the depth.
static void check_axis(reference_run *run, const reference_case *c, rim_vec3 normal)
{
    double best = -2.0;
    int    axes = 0;
    for (int i = 0; i < c->line_count; i++)
    {
        char **words = c->lines[i].words;
        if (strcmp(words[0], "axis") != 0 || c->lines[i].count < 4) continue;
        vec3d axis =
            v3d(reference_number(words[1]), reference_number(words[2]), reference_number(words[3]));
        double dot = -v3d_dot(v3d_normalize(axis), v3d_normalize(v3d_from(normal)));
        best = dot > best ? dot : best;
        axes++;
    }
    // cos(0.05 degrees)
    if (axes > 0) reference_check(run, best >= 0.99999961, "axis is off: cosine %.9g", best);
}

static void check_overlap(reference_run *run, const reference_case *c, rim_distance3 d,
                          rim_contact3 contact, bool touch)
{
    double depth = touch ? 0.0 : number_after(c, "depth") * run->scale;
    reference_check_length(run, "distance", d.distance, 0.0);
    if (touch && !contact.hit) return; // a decision case: apart by rounding is right as well
    reference_check(run, contact.hit, "no contact of bodies that overlap");
    reference_check_length(run, "depth", contact.depth, depth);
    if (!touch) check_axis(run, c, contact.normal);
    vec3d between = v3d_sub(v3d_from(contact.on_b), v3d_from(contact.on_a));
    vec3d away = v3d_along(between, v3d_from(contact.normal), -(double)contact.depth);
    reference_check_length(run, "witness", v3d_length(away), 0.0);
}

void reference_hull_hull(reference_run *run, const reference_case *c)
{
    static body a, b;
    read_body(run, c, "A", &a);
    read_body(run, c, "B", &b);
    if (!run->failed)
    {
        rim_xform3  home = rim_xform3_identity();
        rim_convex  views[2][2] = { { rim_hull_convex(a.hull), rim_hull_convex(b.hull) },
                                    { { a.points, a.count, 0.0f, NULL },
                                      { b.points, b.count, 0.0f, NULL } } };
        const char *rel = reference_find(c, "rel", 0)->words[1];
        for (int i = 0; i < 2; i++)
        {
            rim_distance3 d = rim_convex_distance(views[i][0], home, views[i][1], home, NULL);
            rim_contact3  t = rim_convex_contact(views[i][0], home, views[i][1], home, NULL);
            REFERENCE_FROM(run, rim_convex_distance);
            reference_answer(run, d.distance, 1);
            REFERENCE_FROM(run, rim_convex_contact);
            reference_answer(run, t.depth, 1);
            if (strcmp(rel, "sep") == 0)
                check_apart(run, c, d, t);
            else
                check_overlap(run, c, d, t, strcmp(rel, "touch") == 0);
        }
    }
    rim_hull_destroy(a.hull);
    rim_hull_destroy(b.hull);
}

// --- toi_rotation --------------------------------------------------------------------------------------

static rim_convex read_shape(reference_run *run, const reference_case *c, rim_vec3 *corners)
{
    double      x[3] = { 0.0, 0.0, 0.0 };
    char       *end = NULL;
    const char *text = reference_cell(run, c, "params");
    for (int i = 0; i < 3 && *text; i++)
    {
        x[i] = strtod(text, &end);
        text = *end ? end + 1 : end;
    }
    rim_convex shape = { corners, 2, 0.0f, NULL };
    if (strcmp(reference_cell(run, c, "shape"), "capsule") == 0)
    {
        float half = reference_length(run, x[0]);
        corners[0] = rim_vec3_make(-half, 0.0f, 0.0f);
        corners[1] = rim_vec3_make(half, 0.0f, 0.0f);
        shape.radius = reference_length(run, x[1]);
        return shape;
    }
    rim_obox box = { rim_xform3_identity(), { 0.0f, 0.0f, 0.0f } };
    box.half.x = reference_length(run, x[0]);
    box.half.y = reference_length(run, x[1]);
    box.half.z = reference_length(run, x[2]);
    return obox_as_convex(box, corners);
}

// A wide slab under the plane answers the same question body against body.
static rim_hit3 against_slab(rim_convex shape, rim_xform3 pose, rim_motion3 motion, float h,
                             double size)
{
    rim_vec3   corners[8];
    rim_obox   slab = { rim_xform3_identity(),
                        { (float)(size * 8), (float)(size * 8), (float)(size * 8) } };
    rim_convex b = obox_as_convex(slab, corners);
    for (int i = 0; i < 8; i++) corners[i].y = corners[i].y > 0.0f ? h : h - (float)(16 * size);
    return sweep_convex_turning(shape, pose, motion, b, rim_xform3_identity());
}

static void check_turn(reference_run *run, const reference_case *c, rim_hit3 hit, double speed)
{
    const char *status = reference_cell(run, c, "status");
    REFERENCE_FROM(run, rim_shape3_sweep_turning);
    reference_answer(run, hit.t, 0);
    if (strcmp(status, "miss") == 0) reference_check(run, !hit.hit, "hit at %g", (double)hit.t);
    if (strcmp(status, "overlap") == 0)
        reference_check(run, hit.hit && hit.start_overlap, "start overlap missed");
    if (strcmp(status, "hit") != 0) return;
    reference_check(run, hit.hit && !hit.start_overlap, "no hit");
    reference_check_time(run, "toi", hit.t, reference_value(run, c, "toi"), speed);
    reference_check_normal(run, "normal", hit.normal, v3d(0.0, 1.0, 0.0), 0.05);
    if (reference_cell(run, c, "xx")[0] != '-')
        reference_check_point(run, "x", hit.point, reference_expected_point(run, c, "x"));
}

void reference_toi_rotation(reference_run *run, const reference_case *c)
{
    rim_vec3    corners[8];
    rim_convex  shape = read_shape(run, c, corners);
    rim_xform3  pose = rim_xform3_translation(reference_point(run, c, "c"));
    vec3d       axis = reference_direction(run, c, "axis");
    rim_motion3 motion = { reference_vector(run, c, "v"), v3d_round(axis),
                           (float)reference_value(run, c, "angle") };
    rim_plane   floor = { { 0.0f, 1.0f, 0.0f }, 0.0f };
    floor.offset = reference_coordinate(run, reference_value(run, c, "h"));
    reference_reach(run, pose.position, motion.delta);
    double reach = 0.0;
    for (int i = 0; i < shape.count; i++)
        reach = fmax(reach, v3d_length(v3d_from(shape.points[i])) + shape.radius);
    double speed = v3d_length(v3d_from(motion.delta)) + fabs((double)motion.angle) * reach;
    check_turn(run, c, sweep_turning_over(shape, pose, motion, floor), speed);
    check_turn(run, c, against_slab(shape, pose, motion, floor.offset, run->largest), speed);
}
