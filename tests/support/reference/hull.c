// Reference kinds of hulls: hulls of points, masses of solids, what two solids share.
#include "support/hulls.h"
#include "support/reference/run.h"
#include "support/support.h"

#include "rimcast/clip.h"
#include "rimcast/hull.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void reference_hull_points(reference_run *run, const reference_case *c);
void reference_poly_mass(reference_run *run, const reference_case *c);
void reference_convex_volume(reference_run *run, const reference_case *c);

static double word(const reference_case *c, const char *keyword, int i)
{
    const reference_line *line = reference_find(c, keyword, 0);
    return line && line->count > i ? reference_number(line->words[i]) : NAN;
}

static double power(double x, int n)
{
    return n == 0 ? 1.0 : x * power(x, n - 1);
}

static void check_counts(reference_run *run, const reference_case *c, int v, int e, int f)
{
    if (!reference_find(c, "counts", 0)) return;
    int ev = (int)word(c, "counts", 1), ee = (int)word(c, "counts", 2),
        ef = (int)word(c, "counts", 3);
    reference_check(run, v == ev && e == ee && f == ef, "V E F %d %d %d, expected %d %d %d", v, e,
                    f, ev, ee, ef);
}

// --- hull_points ---------------------------------------------------------------------------------------

enum
{
    MOST_POINTS = 4096
};

static rim_hull_kind named_kind(const char *name)
{
    static const char *const names[] = { "empty", "point", "line", "plane", "solid" };
    for (int i = 0; i < 5; i++)
        if (strcmp(name, names[i]) == 0) return (rim_hull_kind)i;
    return RIM_HULL_EMPTY;
}

static void check_extreme(reference_run *run, const reference_case *c, const rim_hull *hull)
{
    const reference_line *line = reference_find(c, "extreme", 0);
    if (!line) return;
    bool same = line->count - 1 == rim_hull_read(hull).corner_count;
    for (int i = 1; i < line->count && same; i++)
    {
        int  source = atoi(line->words[i]);
        bool found = false;
        for (int k = 0; k < rim_hull_read(hull).corner_count; k++)
            found = found || rim_hull_read(hull).sources[k] == source;
        same = found;
    }
    reference_check(run, same, "the corners are other points");
}

void reference_hull_points(reference_run *run, const reference_case *c)
{
    static rim_vec3       points[MOST_POINTS];
    const reference_line *head = reference_find(c, "p", 0);
    int                   count = atoi(head->words[1]), at = 0;
    while (&c->lines[at] != head) at++;
    if (!reference_check(run, count <= MOST_POINTS, "too many points")) return;
    for (int i = 0; i < count; i++)
    {
        char **words = c->lines[at + 1 + i].words;
        points[i] = reference_point_at(run, reference_number(words[0]), reference_number(words[1]),
                                       reference_number(words[2]));
    }

    rim_hull *hull = NULL;
    if (!reference_check(run, rim_hull_create(&hull, points, count, NULL) == RIM_OK, "no hull"))
        return;
    const char *class = reference_find(c, "class", 0)->words[1];
    reference_check(run, rim_hull_read(hull).kind == named_kind(class), "kind %d, expected %s",
                    (int)rim_hull_read(hull).kind, class);
    if (strcmp(class, "solid") == 0)
    {
        rim_mass3 mass = rim_hull_mass(hull);
        check_counts(run, c, rim_hull_read(hull).corner_count, rim_hull_read(hull).edge_count,
                     rim_hull_read(hull).face_count);
        check_extreme(run, c, hull);
        double volume = word(c, "volume", 1) * power(run->scale, 3);
        double area = word(c, "area", 1) * power(run->scale, 2);
        REFERENCE_FROM(run, rim_hull_mass);
        reference_check_near(run, "volume", mass.volume, volume, volume, 1e-11, 3);
        reference_check_near(run, "area", mass.area, area, area, 1e-11, 2);
    }
    rim_hull_destroy(hull);
}

// --- solids from faces ---------------------------------------------------------------------------------

enum
{
    MOST_CORNERS = 1024,
    MOST_INDICES = 8192
};

typedef struct solid
{
    rim_vec3 points[MOST_CORNERS];
    int      sizes[MOST_CORNERS], indices[MOST_INDICES];
    int      count, faces, used;
} solid;

static void read_solid(reference_run *run, const reference_case *c, const char *name, solid *out)
{
    out->count = out->faces = out->used = 0;
    int i = 0;
    while (i < c->line_count && strcmp(c->lines[i].words[0], name) != 0) i++;
    for (i++; i < c->line_count; i++)
    {
        char **words = c->lines[i].words;
        if (strcmp(words[0], "v") == 0)
            out->points[out->count++] =
                reference_point_at(run, reference_number(words[1]), reference_number(words[2]),
                                   reference_number(words[3]));
        else if (strcmp(words[0], "f") == 0)
        {
            int size = atoi(words[1]);
            out->sizes[out->faces++] = size;
            for (int k = 0; k < size; k++) out->indices[out->used++] = atoi(words[2 + k]);
        }
        else
            break;
    }
}

static rim_hull *hull_of(reference_run *run, const solid *s)
{
    rim_hull *hull = hull_of_faces(s->points, s->count, s->sizes, s->faces, s->indices);
    reference_check(run, hull != NULL, "the faces make no hull");
    return hull;
}

static bool is_rounded(const reference_case *c)
{
    return strstr(c->tag, "rot45") != NULL;
}

static void check_mass(reference_run *run, const reference_case *c, rim_mass3 mass)
{
    double tolerance = is_rounded(c) ? 1e-6 : 1e-11, s = run->scale;
    double volume = word(c, "volume", 1) * power(s, 3), area = word(c, "area", 1) * power(s, 2);
    reference_check_near(run, "volume", mass.volume, volume, volume, tolerance, 3);
    reference_check_near(run, "area", mass.area, area, area, tolerance, 2);

    double at[3] = { mass.x, mass.y, mass.z };
    for (int k = 0; k < 3; k++)
        reference_check_near(run, "centroid", at[k],
                             (word(c, "centroid", 1 + k) + run->shift) * run->scale, run->largest,
                             tolerance, 1);
    double entries[6] = { mass.xx, mass.yy, mass.zz, mass.xy, mass.yz, mass.zx };
    double trace =
        (word(c, "inertia", 1) + word(c, "inertia", 2) + word(c, "inertia", 3)) * power(s, 5);
    for (int k = 0; k < 6; k++)
        reference_check_near(run, "inertia", entries[k], word(c, "inertia", 1 + k) * power(s, 5),
                             trace, tolerance, 5);
}

void reference_poly_mass(reference_run *run, const reference_case *c)
{
    static solid a;
    read_solid(run, c, "A", &a);
    rim_hull *given = hull_of(run, &a), *found = NULL;
    reference_check(run, rim_hull_create(&found, a.points, a.count, NULL) == RIM_OK, "no hull");
    if (given && found)
    {
        REFERENCE_FROM(run, rim_hull_mass);
        check_mass(run, c, rim_hull_mass(given));
        check_mass(run, c, rim_hull_mass(found));
        check_counts(run, c, rim_hull_read(found).corner_count, rim_hull_read(found).edge_count,
                     rim_hull_read(found).face_count);
    }
    rim_hull_destroy(given);
    rim_hull_destroy(found);
}

// --- convex_volume -------------------------------------------------------------------------------------

typedef struct corner_box
{
    double lo[3], hi[3];
} corner_box;

static corner_box box_of(rim_clip *clip)
{
    corner_box box = { { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0 } };
    for (int i = 0; i < rim_clip_read(clip).corner_count; i++)
    {
        double p[3];
        rim_clip_corner(clip, i, p);
        for (int k = 0; k < 3; k++)
        {
            box.lo[k] = i == 0 || p[k] < box.lo[k] ? p[k] : box.lo[k];
            box.hi[k] = i == 0 || p[k] > box.hi[k] ? p[k] : box.hi[k];
        }
    }
    return box;
}

static void check_box(reference_run *run, const reference_case *c, corner_box box)
{
    for (int k = 0; k < 6; k++)
    {
        double actual = k < 3 ? box.lo[k] : box.hi[k - 3];
        double expected = (word(c, "aabb", 1 + k) + run->shift) * run->scale;
        REFERENCE_FROM(run, rim_clip_corner);
        reference_check_near(run, "aabb", actual, expected, run->largest,
                             is_rounded(c) ? 1e-6 : 1e-11, 1);
    }
}

static void check_clip(reference_run *run, const reference_case *c, rim_clip *clip)
{
    const reference_line *contact = reference_find(c, "contact", 0);
    if (contact)
    {
        bool touch = strcmp(contact->words[1], "touch") == 0;
        if (touch)
            // Rounded inputs may miss each other, or share next to nothing.
            reference_check(run, is_rounded(c) || rim_clip_read(clip).kind == RIM_CLIP_FLAT,
                            "kind %d of a touch", (int)rim_clip_read(clip).kind);
        else
            reference_check(run, rim_clip_read(clip).kind == RIM_CLIP_EMPTY,
                            "kind %d of bodies apart", (int)rim_clip_read(clip).kind);
        return;
    }
    if (!reference_check(run, rim_clip_read(clip).kind == RIM_CLIP_SOLID, "not solid")) return;
    rim_mass3 mass = rim_clip_mass(clip);
    double    volume = rim_clip_volume(clip);
    REFERENCE_FROM(run, rim_clip_volume);
    reference_check_near(run, "quick volume", volume, mass.volume, mass.volume, 1e-13, 3);
    REFERENCE_FROM(run, rim_clip_mass);
    check_mass(run, c, mass);
    check_box(run, c, box_of(clip));
    // Corners that meet at one place in the exact case are apart where the inputs are rounded.
    if (!is_rounded(c))
        check_counts(run, c, rim_clip_read(clip).corner_count, rim_clip_read(clip).edge_count,
                     rim_clip_read(clip).face_count);
}

void reference_convex_volume(reference_run *run, const reference_case *c)
{
    static solid a, b;
    read_solid(run, c, "A", &a);
    read_solid(run, c, "B", &b);
    rim_hull *ha = hull_of(run, &a), *hb = hull_of(run, &b);
    rim_clip *clip = NULL;
    if (ha && hb && reference_check(run, rim_clip_create(&clip, NULL) == RIM_OK, "no clip"))
    {
        rim_xform3 home = rim_xform3_identity();
        rim_hull_clip(clip, ha, home, hb, home);
        check_clip(run, c, clip);
        rim_hull_clip(clip, hb, home, ha, home);
        check_clip(run, c, clip);
    }
    rim_clip_destroy(clip);
    rim_hull_destroy(ha);
    rim_hull_destroy(hb);
}
