// rimcast mesh: prints the properties of a mesh, and the triangle that a ray hits.
#define _XOPEN_SOURCE 700

#include "command.h"
#include "files.h"
#include "options.h"
#include "report.h"
#include "system.h"

#include "rimcast/bsp.h"
#include "rimcast/mesh.h"
#include "rimcast/base.h"
#include "rimcast/soup.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum
{
    WELD,
    COMPACT,
    BSP,
    RAYCAST,
    SAVE,
    MESH_COMMAND_FORCE,
    MESH_COMMAND_OPTION_COUNT
};

// clang-format off
static const option mesh_command_table[MESH_COMMAND_OPTION_COUNT] = {
    [WELD]    = { "--weld", NULL, OPTION_NUMBER, 0, 0.0625, "1e-5", { NULL } },
    [COMPACT] = { "--compact", NULL, OPTION_FLAG, 0, 0, NULL, { NULL } },
    [BSP]     = { "--bsp", NULL, OPTION_FLAG, 0, 0, NULL, { NULL } },
    [RAYCAST] = { "--raycast", NULL, OPTION_TEXT, 0, 0, "0,5,0 0,-1,0", { NULL } },
    [SAVE]    = { "--save", NULL, OPTION_PATH, 0, 0, "level.rim", { NULL } },
    [MESH_COMMAND_FORCE]   = { "--force", NULL, OPTION_FLAG, 0, 0, NULL, { NULL } },
};
// clang-format on

// --- the ray on the command line ------------------------------------------------------------------------

// Reads "x,y,z", which the end of the text or a space must follow. Returns where it ends. Returns NULL, and stores
// nothing, if the text does not begin with three finite numbers.
static const char *read_vector(const char *text, rim_vec3 *out)
{
    float x[3] = { 0.0f, 0.0f, 0.0f };
    for (int k = 0; k < 3; k++)
    {
        double number = 0.0;
        size_t used = rim_number_parse(text, strlen(text), &number);
        x[k] = (float)number;
        if (used == 0 || !isfinite(x[k])) return NULL;
        text += used;
        if (k < 2 && *text++ != ',') return NULL;
    }
    if (*text != '\0' && *text != ' ') return NULL;
    *out = rim_vec3_make(x[0], x[1], x[2]);
    return text;
}

// Reads "x,y,z x,y,z" (see join_rays), the origin and the direction of a ray. Returns false after an error message,
// also for a direction of no length.
static bool read_ray(const char *text, rim_ray3 *ray)
{
    const char *rest = read_vector(text, &ray->origin);
    while (rest && *rest == ' ') rest++;
    rest = rest ? read_vector(rest, &ray->delta) : NULL;
    if (rest && *rest == '\0' && rim_vec3_length(ray->delta) > 0.0f) return true;
    return complain("mesh: --raycast takes a point and a direction, not '%s'; give, for example: "
                    "--raycast 0,5,0 0,-1,0",
                    text);
}

// Returns the number of the argument that has the point of a ray, if argument `i` is --raycast or begins with
// --raycast=, and if the next one has the direction. Otherwise returns -1, also if the point has a space, which the
// direction then follows.
static int point_of_ray(int argc, char **argv, int i)
{
    static const char name[] = "--raycast";
    size_t            length = sizeof name - 1;
    if (strncmp(argv[i], name, length) != 0) return -1;
    int point = argv[i][length] == '=' ? i : i + 1;
    if (argv[i][length] && point > i) return -1; // another name
    return point + 1 < argc && !strchr(argv[point], ' ') ? point : -1;
}

// Joins the two words behind each --raycast to one with a space between them, so that options_parse does not take a
// direction that begins with a minus for an option. argv then points to *joined, which the caller frees. Returns false
// after an error message.
static bool join_rays(int *argc, char **argv, char **joined)
{
    size_t size = 1;
    for (int i = 0; i < *argc; i++) size += strlen(argv[i]) + 1;
    *joined = malloc(size);
    if (!*joined) return complain("mesh: out of memory; free some");
    char *text = *joined;
    int   count = 0;
    bool  has_options = true; // false behind --
    for (int i = 0; i < *argc; i++)
    {
        has_options = has_options && strcmp(argv[i], "--") != 0;
        int point = has_options ? point_of_ray(*argc, argv, i) : -1;
        if (point != i) argv[count++] = argv[i];
        if (point < 0) continue;
        int length = sprintf(text, "%s %s", argv[point], argv[point + 1]);
        argv[count++] = text;
        text += length + 1;
        i = point + 1;
    }
    *argc = count;
    return true;
}

// The box of a mesh in doubles, as arrays that an axis indexes.
typedef struct mesh_command_box
{
    double lo[3], hi[3];
} mesh_command_box;

// Returns the box, larger on all sides by a margin of an eighth of its longest side. The margin is at least so large that
// floats near the box resolve it. No bound leaves the range of floats.
static mesh_command_box mesh_command_around(rim_box3 box)
{
    mesh_command_box b = { { box.lo.x, box.lo.y, box.lo.z }, { box.hi.x, box.hi.y, box.hi.z } };
    double           margin = 0.0;
    for (int k = 0; k < 3; k++)
    {
        double side = b.hi[k] - b.lo[k], far = fmax(fabs(b.lo[k]), fabs(b.hi[k]));
        margin = fmax(margin, fmax(side / 8.0, far / 65536.0));
    }
    for (int k = 0; k < 3; k++)
    {
        b.lo[k] = fmax(b.lo[k] - margin, -FLT_MAX);
        b.hi[k] = fmin(b.hi[k] + margin, FLT_MAX);
    }
    return b;
}

// Computes the point at which the line through `origin` along `along` crosses the plane in which axis k has the value
// `face`. Coordinate j is (face * along[j] + m) / along[k], where m = origin[j] * along[k] - origin[k] * along[j]. Both
// products of m are exact, because factors of 24 bits fit into a double. So the point is accurate at any distance from
// the origin. Requires floats in origin and along, and along[k] != 0.
static void mesh_command_cross(double out[3], const double origin[3], const double along[3], int k,
                               double face)
{
    for (int j = 0; j < 3; j++)
    {
        double m = origin[j] * along[k] - origin[k] * along[j];
        out[j] = j == k ? face : (face * along[j] + m) / along[k];
    }
}

// Returns true if a point is in the box or beside it by at most a hundredth of its sides, for rounding errors.
static bool mesh_command_is_near(const double point[3], mesh_command_box b)
{
    for (int k = 0; k < 3; k++)
    {
        double slack = 0.01 * (b.hi[k] - b.lo[k]);
        if (point[k] < b.lo[k] - slack || point[k] > b.hi[k] + slack) return false;
    }
    return true;
}

// Moves the origin of a ray forward to the face by which it enters the box `b`. Does not move it if it is inside. The
// origin may be so far away that distances to all triangles round to the same float. Returns false if the ray misses
// the box.
static bool mesh_command_approach(rim_ray3 *ray, mesh_command_box b)
{
    double origin[3] = { ray->origin.x, ray->origin.y, ray->origin.z };
    double along[3] = { ray->delta.x, ray->delta.y, ray->delta.z };
    double entry[3];
    bool   is_inside = true;
    for (int k = 0; k < 3; k++)
    {
        double face = along[k] > 0.0 ? b.lo[k] : b.hi[k];
        if (origin[k] < b.lo[k] || origin[k] > b.hi[k]) is_inside = false;
        if ((face - origin[k]) * along[k] <= 0.0) continue; // behind the origin, or never crossed
        mesh_command_cross(entry, origin, along, k, face);
        if (!mesh_command_is_near(entry, b)) continue;
        ray->origin = rim_vec3_make((float)entry[0], (float)entry[1], (float)entry[2]);
        return true;
    }
    return is_inside;
}

static double mesh_command_distance(rim_vec3 a, rim_vec3 b)
{
    return hypot(hypot((double)a.x - b.x, (double)a.y - b.y), (double)a.z - b.z);
}

// Changes a ray to a part of it that has all of its hits with the mesh: it begins before the mesh's box, or where it
// began if that is near the box, and ends beyond the farthest corner. Returns false if the ray misses the box.
static bool as_far_as(rim_ray3 *ray, rim_box3 box)
{
    double far = 0.0;
    if (!mesh_command_approach(ray, mesh_command_around(box))) return false;
    for (int i = 0; i < 8; i++)
    {
        rim_vec3 corner = { i & 1 ? box.hi.x : box.lo.x, i & 2 ? box.hi.y : box.lo.y,
                            i & 4 ? box.hi.z : box.lo.z };
        far = fmax(far, mesh_command_distance(ray->origin, corner));
    }
    // A power of two as the length keeps the fractions of round points exact.
    int exponent;
    frexp(1.01 * far, &exponent);
    rim_vec3 along = rim_vec3_normalize(ray->delta);
    ray->delta = rim_vec3_scale(along, (float)fmin(ldexp(1.0, exponent), FLT_MAX));
    return true;
}

// --- reading --------------------------------------------------------------------------------------------

typedef struct mesh_command_state
{
    const char     *path; // for messages
    rim_mesh       *mesh;
    rim_bsp        *bsp;              // NULL if it is not asked for
    rim_mesh_survey survey;           // its counts; its indices are freed with the edges
    bool            saved;            // it was loaded, nothing is known of its edges
    double          built, bsp_built; // seconds
} mesh_command_state;

static bool mesh_command_ends_with(const char *path, const char *end)
{
    size_t size = strlen(path), length = strlen(end);
    return size >= length && strcasecmp(path + size - length, end) == 0;
}

static bool report_build(void *context, double done)
{
    progress_step(context, done);
    return true;
}

// Loads a mesh that this program saved. The options that change how a mesh is built are errors. Returns false after an
// error message.
static bool load_saved(mesh_command_state *j, bytes data, const option_value *o)
{
    static const int of_building[] = { WELD, COMPACT, BSP };
    for (size_t i = 0; i < sizeof of_building / sizeof *of_building; i++)
        if (o[of_building[i]].given)
            return complain("%s: is a saved mesh; give the .obj or .raw it was made of for %s",
                            j->path, mesh_command_table[of_building[i]].name);
    rim_status status = rim_mesh_load(&j->mesh, data.data, data.size, NULL);
    j->saved = true;
    if (status == RIM_OK) return true;
    return complain("%s: %s; save it again with this program", j->path, rim_status_text(status));
}

// Builds the mesh of a soup with the indices of its welded points, and measures the time.
static rim_status build_mesh(mesh_command_state *j, rim_soup_info soup, const int *welded,
                             const option_value *o)
{
    progress         bar = progress_start(1);
    rim_mesh_options options = { .form = o[COMPACT].given ? RIM_MESH_COMPACT : RIM_MESH_FAST,
                                 .progress = { report_build, &bar } };
    progress_next(&bar, j->path);
    double     began = system_seconds();
    rim_status status = rim_mesh_create(&j->mesh, soup.points, soup.point_count, welded,
                                        soup.triangle_count, &options);
    j->built = system_seconds() - began;
    progress_end(&bar);
    return status;
}

// Builds the BSP of the same triangles, and measures the time.
static rim_status build_bsp(mesh_command_state *j, rim_soup_info soup, const int *welded)
{
    progress        bar = progress_start(1);
    rim_bsp_options options = { .progress = { report_build, &bar } };
    progress_next(&bar, j->path);
    double     began = system_seconds();
    rim_status status = rim_bsp_create(&j->bsp, soup.points, soup.point_count, welded,
                                       soup.triangle_count, &options);
    j->bsp_built = system_seconds() - began;
    progress_end(&bar);
    return status;
}

// Welds the points, surveys the edges, and builds the mesh and, if wanted, a BSP. Returns false after an error message.
static bool mesh_command_build(mesh_command_state *j, rim_soup_info soup, const option_value *o)
{
    rim_mesh_edges        *edges;
    rim_mesh_edges_options how = { .weld = (float)o[WELD].number };
    rim_status status = rim_mesh_edges_create(&edges, soup.points, soup.point_count, soup.indices,
                                              soup.triangle_count, &how);
    if (status == RIM_OK)
    {
        j->survey = rim_mesh_edges_read(edges);
        status = build_mesh(j, soup, j->survey.indices, o);
    }
    if (status == RIM_OK && o[BSP].given) status = build_bsp(j, soup, j->survey.indices);
    rim_mesh_edges_destroy(edges);
    if (status == RIM_OK) return true;
    return complain("%s: %s; give a smaller mesh", j->path, rim_status_text(status));
}

// Reads the text of an OBJ or a raw file, and builds the mesh. Returns false after an error message.
static bool read_soup(mesh_command_state *j, bytes data, const option_value *o)
{
    rim_soup       *soup;
    rim_parse_error error;
    const char     *text = (const char *)data.data;
    rim_status      status = mesh_command_ends_with(j->path, ".raw")
                                 ? rim_soup_create(&soup, RIM_SOUP_RAW, text, data.size, &error, NULL)
                                 : rim_soup_create(&soup, RIM_SOUP_OBJ, text, data.size, &error, NULL);
    if (status && error.line > 0)
        return complain("%s:%d:%d: %s; mend that line", j->path, error.line, error.column,
                        error.reason);
    if (status)
        return complain("%s: %s; give a smaller mesh", j->path,
                        error.reason ? error.reason : rim_status_text(status));
    bool good = mesh_command_build(j, rim_soup_read(soup), o);
    rim_soup_destroy(soup);
    return good;
}

// Reads the mesh's file: a saved mesh if it begins with "RIMMESH" and a zero, else an OBJ if it is standard input, else
// by the ending of its name. Replaces j->path by the name for messages. Returns false after an error message.
static bool read_mesh(mesh_command_state *j, const option_value *o)
{
    bytes data;
    bool  standard = path_is_standard(j->path); // an OBJ, unless it is a saved mesh
    if (!file_read_wanted(&data, j->path, "a mesh", FILE_MAX_BYTES)) return false;
    j->path = input_name(j->path);
    bool good;
    if (data.size >= 8 && memcmp(data.data, "RIMMESH", 8) == 0)
        good = load_saved(j, data, o);
    else if (standard || mesh_command_ends_with(j->path, ".obj") ||
             mesh_command_ends_with(j->path, ".raw"))
        good = read_soup(j, data, o);
    else
        good = complain("%s: is not a mesh that can be read; give a .obj, a .raw or a saved mesh",
                        j->path);
    bytes_free(&data);
    return good;
}

// --- the printed facts --------------------------------------------------------------------------------------------

enum
{
    VECTOR_TEXT = 3 * RIM_NUMBER_TEXT + 4 // three numbers and two commas with spaces
};

// Writes the three numbers of a vector, with commas between them, each with the fewest digits that read back as the same
// float. -0 is written as 0.
static void print_vector(char out[VECTOR_TEXT], rim_vec3 v)
{
    char x[RIM_NUMBER_TEXT], y[RIM_NUMBER_TEXT], z[RIM_NUMBER_TEXT];
    rim_number_print_float(x, v.x + 0.0f);
    rim_number_print_float(y, v.y + 0.0f);
    rim_number_print_float(z, v.z + 0.0f);
    snprintf(out, VECTOR_TEXT, "%s, %s, %s", x, y, z);
}

// Appends the counts, bounds and memory of a mesh. Requires its survey and its time to build, in seconds, unless it was
// loaded from a saved mesh (j->saved), for which neither is known. An empty mesh has no bounds.
static void mesh_command_append_facts(bytes *out, const mesh_command_state *j)
{
    char            lo[VECTOR_TEXT], hi[VECTOR_TEXT];
    rim_box3        box = rim_mesh_read(j->mesh).bounds;
    int             count = rim_mesh_read(j->mesh).count;
    size_t          size = rim_mesh_read(j->mesh).bytes;
    rim_mesh_survey s = j->survey;
    print_vector(lo, box.lo);
    print_vector(hi, box.hi);
    bytes_print_name(out, j->path);
    bytes_print(out, "\n  triangles       %d\n", count);
    if (!j->saved)
        bytes_print(out,
                    "  degenerate      %d\n"
                    "  points          %d\n"
                    "  open edges      %d\n"
                    "  non-manifold    %d\n"
                    "  flipped         %d\n"
                    "  other edges     %d convex, %d flat, %d concave\n",
                    s.degenerate, s.points, s.open, s.nonmanifold, s.flipped, s.convex, s.flat,
                    s.concave);
    if (count > 0) bytes_print(out, "  bounds          %s .. %s\n", lo, hi);
    bytes_print(out, "  tree            %s form, %zu bytes, %.1f a triangle\n",
                rim_mesh_read(j->mesh).form == RIM_MESH_COMPACT ? "compact" : "fast", size,
                count > 0 ? (double)size / count : 0.0);
    if (!j->saved) bytes_print(out, "  built in        %.1f ms\n", 1e3 * j->built);
}

// The nodes and triangles that both trees visit for spheres of a hundredth of the mesh's size about corners of its
// triangles.
typedef struct effort
{
    int    queries;
    double mesh_nodes, mesh_triangles, bsp_nodes, bsp_pieces; // sums over all queries
} effort;

// Measures how many nodes and triangles the BSP visits for spheres, and the mesh for the boxes around them, each about
// the first corner of a triangle: QUERIES triangles at equal distances in the list, or all if there are fewer. Visits
// of the mesh with triangles are those of leaves, all others are those of nodes.
static effort mesh_command_compare(const mesh_command_state *j)
{
    enum
    {
        QUERIES = 256,
        VISITS = 4096
    };
    effort          e = { 0 };
    int             count = rim_mesh_read(j->mesh).count;
    rim_box3        box = rim_mesh_read(j->mesh).bounds;
    float           radius = 0.01f * rim_vec3_distance(box.lo, box.hi);
    rim_mesh_visit *visits = malloc(VISITS * sizeof *visits);
    for (int i = 0; visits && i < QUERIES && i < count; i++)
    {
        int          step = count > QUERIES ? count / QUERIES : 1;
        rim_sphere   s = { rim_mesh_triangle(j->mesh, i * step).a, radius };
        rim_vec3     still = { 0.0f, 0.0f, 0.0f };
        rim_box3     around = rim_box3_grow(rim_box3_make(s.center, s.center), radius);
        rim_bsp_work work;
        int          seen = rim_mesh_gather_visits(j->mesh, around, visits, VISITS);
        for (int k = 0; k < seen && k < VISITS; k++)
        {
            e.mesh_nodes += visits[k].triangles == 0;
            e.mesh_triangles += visits[k].triangles;
        }
        rim_bsp_gather_sphere(j->bsp, s, still, NULL, 0, &work);
        e.bsp_nodes += work.nodes;
        e.bsp_pieces += work.pieces;
        e.queries++;
    }
    free(visits);
    return e;
}

// Appends the counts, the memory and the build time of the BSP, and the mean work of both trees (effort).
static void append_bsp(bytes *out, const mesh_command_state *j)
{
    rim_bsp_stats s = rim_bsp_statistics(j->bsp);
    effort        e = mesh_command_compare(j);
    double        per = e.queries > 0 ? 1.0 / e.queries : 0.0;
    bytes_print(out,
                "bsp\n"
                "  nodes           %d\n"
                "  leaves          %d\n"
                "  depth           %d\n"
                "  splits          %d\n"
                "  pieces          %d, %.2f a triangle\n"
                "  size            %zu bytes, %.1f a triangle\n"
                "  built in        %.1f ms\n"
                "looked at for a small sphere on the surface, on average\n"
                "  mesh            %.1f nodes of 8 boxes, %.1f triangles\n"
                "  bsp             %.1f nodes, %.1f pieces\n",
                s.nodes, s.leaves, s.depth, s.splits, s.pieces, (double)s.growth, s.bytes,
                s.triangles > 0 ? (double)s.bytes / s.triangles : 0.0, 1e3 * j->bsp_built,
                e.mesh_nodes * per, e.mesh_triangles * per, e.bsp_nodes * per, e.bsp_pieces * per);
}

// Writes a distance with the fewest digits that read back as the same float, or as the same double if it is beyond the
// range of floats.
static void print_distance(char out[RIM_NUMBER_TEXT], double distance)
{
    if (distance <= FLT_MAX)
        rim_number_print_float(out, (float)distance);
    else
        rim_number_print(out, distance);
}

// Appends where a ray from `origin` hits the mesh, or that it does not.
static void append_hit(bytes *out, rim_vec3 origin, const rim_hit3 *hit)
{
    char at[VECTOR_TEXT], normal[VECTOR_TEXT], away[RIM_NUMBER_TEXT];
    if (!hit->hit)
    {
        bytes_print(out, "no hit\n");
        return;
    }
    print_vector(at, hit->point);
    print_vector(normal, hit->normal);
    print_distance(away, mesh_command_distance(origin, hit->point));
    bytes_print(out,
                "hit\n"
                "  triangle        %d%s\n"
                "  point           %s\n"
                "  normal          %s\n"
                "  distance        %s\n",
                hit->item, hit->back ? ", from behind" : "", at, normal, away);
}

// Stores the mesh as bytes that this program can load. The caller frees them. Returns false after an error message.
static bool mesh_command_pack(bytes *out, const rim_mesh *mesh)
{
    out->size = rim_mesh_save(mesh, NULL, 0);
    out->data = malloc(out->size);
    if (!out->data) return complain("mesh: out of memory; free some");
    rim_mesh_save(mesh, out->data, out->size);
    return true;
}

// Writes the mesh to the file of --save, which may be a device or, for "-", standard output, and the text to standard
// output unless the mesh goes there. Returns false after an error message; the file is then as it was.
static bool mesh_command_write(const rim_mesh *mesh, const char *path, bytes text)
{
    output all[2] = { { 0 } };
    bytes  data = { 0 };
    int    count = path_is_standard(path) ? 1 : 2;
    bool   good = mesh_command_pack(&data, mesh) && output_prepare(&all[0], path, data);
    good = good && (count == 1 || output_prepare(&all[1], STANDARD_STREAM, text));
    good = good && outputs_commit(all, count);
    output_discard(&all[0]);
    bytes_free(&data);
    return good;
}

// Prints all that is known of the mesh, casts the ray if one is given, and saves the mesh if wanted. Returns the exit
// status, which is EXIT_NO only for a ray without a hit.
static int mesh_command_answer(const mesh_command_state *j, const option_value *o, rim_ray3 ray)
{
    bytes    text = { 0 };
    rim_hit3 hit = { .hit = true }; // without a ray the command succeeds
    mesh_command_append_facts(&text, j);
    if (j->bsp) append_bsp(&text, j);
    if (o[RAYCAST].given)
    {
        rim_vec3 origin = ray.origin; // before as_far_as moves it
        hit.hit = false;
        if (rim_mesh_read(j->mesh).count > 0 && as_far_as(&ray, rim_mesh_read(j->mesh).bounds))
            hit = rim_mesh_raycast(j->mesh, ray, RIM_SIDE_BOTH);
        append_hit(&text, origin, &hit);
    }
    bool good = !text.failed || complain("mesh: out of memory; free some");
    if (good)
        good = o[SAVE].given ? mesh_command_write(j->mesh, o[SAVE].text, text)
                             : standard_output_write(text);
    bytes_free(&text);
    if (!good) return EXIT_TROUBLE;
    return hit.hit ? EXIT_YES : EXIT_NO;
}

// Parses the arguments, whose ray is one word, and runs the command. Returns the exit status.
static int mesh_command_run(int argc, char **argv)
{
    option_value o[MESH_COMMAND_OPTION_COUNT] = { { 0 } };
    arguments    files;
    rim_ray3     ray = { { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f } };
    if (!options_parse("mesh", mesh_command_table, MESH_COMMAND_OPTION_COUNT, o, argc, argv,
                       &files))
        return EXIT_TROUBLE;
    if (o[RAYCAST].given && !read_ray(o[RAYCAST].text, &ray)) return EXIT_TROUBLE;
    if (files.count != 1)
    {
        complain("mesh: %d files given; give one, for example: rimcast mesh level.obj",
                 files.count);
        return EXIT_TROUBLE;
    }
    mesh_command_state j = { .path = files.items[0] };
    if (o[SAVE].given && !output_spares_input(o[SAVE].text, j.path, o[MESH_COMMAND_FORCE].given))
        return EXIT_TROUBLE;

    int result = read_mesh(&j, o) ? mesh_command_answer(&j, o, ray) : EXIT_TROUBLE;
    // Unknown lines of an OBJ file are skipped, so that any text is read as one.
    if (result != EXIT_TROUBLE && rim_mesh_read(j.mesh).count == 0)
        complain("hint: %s: has no triangle, so nothing can hit it; check that it is the right "
                 "file, or leave it if an empty mesh is meant",
                 j.path);
    rim_bsp_destroy(j.bsp);
    rim_mesh_destroy(j.mesh);
    return result;
}

int command_mesh(int argc, char **argv)
{
    char *joined;
    if (!join_rays(&argc, argv, &joined)) return EXIT_TROUBLE;
    int result = mesh_command_run(argc, argv);
    free(joined);
    return result;
}
