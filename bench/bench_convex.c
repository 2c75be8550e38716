// Rimcast's hulls beside the plain ways: distance, depth and shared volume. bench/README.md explains the table.
#include "kit.h"

#include "rimcast/clip.h"
#include "rimcast/convex.h"

#include <math.h>

enum
{
    PAIRS = 512,
    POOL = 32,
    FRAMES = 16, // of one pair in motion
    CORNERS = 128,
    FACES = 256,
    POLYGON = 160
};

typedef struct plain
{
    double x, y, z;
} plain;

// A posed hull as plain numbers in the world.
typedef struct body
{
    const rim_hull *hull;
    rim_xform3      pose;
    plain           corners[CORNERS], normals[FACES];
    double          offsets[FACES];
    int             corner_count, face_count;
} body;

typedef struct convex_set
{
    rim_hull *pool[POOL];
    body      a[PAIRS], b[PAIRS];
    double    truth[PAIRS]; // found by the plain way
    rim_clip *clip;
    int       count;
} convex_set;

static plain minus(plain a, plain b)
{
    plain p = { a.x - b.x, a.y - b.y, a.z - b.z };
    return p;
}

static plain along(plain a, plain d, double t)
{
    plain p = { a.x + t * d.x, a.y + t * d.y, a.z + t * d.z };
    return p;
}

static double dot(plain a, plain b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static plain cross(plain a, plain b)
{
    plain p = { a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
    return p;
}

static void place_corners(body *it, rim_xform3 pose)
{
    const rim_vec3 *corners = rim_hull_read(it->hull).corners;
    it->pose = pose;
    it->corner_count = rim_hull_read(it->hull).corner_count;
    for (int i = 0; i < it->corner_count; i++)
    {
        rim_vec3 p = rim_xform3_apply(pose, corners[i]);
        it->corners[i] = (plain){ p.x, p.y, p.z };
    }
}

static plain farthest(const body *it, plain d)
{
    int best = 0;
    for (int i = 1; i < it->corner_count; i++)
        if (dot(d, it->corners[i]) > dot(d, it->corners[best])) best = i;
    return it->corners[best];
}

// --- distance: Gilbert, Johnson and Keerthi (1988), every corner asked, the simplex by its parts ---------

typedef struct simplex
{
    plain p[4];
    int   count;
} simplex;

static plain nearest_on_edge(simplex *s, plain a, plain b)
{
    plain  e = minus(b, a);
    double t = -dot(a, e) / dot(e, e);
    s->count = 1;
    s->p[0] = t >= 1.0 ? b : a;
    if (!(t > 0.0 && t < 1.0)) return s->p[0];
    s->p[1] = b;
    s->count = 2;
    return along(a, e, t);
}

static plain nearest_on_triangle(simplex *s, plain a, plain b, plain c)
{
    plain n = cross(minus(b, a), minus(c, a));
    plain corners[4] = { a, b, c, a }, best = a;
    bool  inside = dot(n, n) > 0.0;
    for (int i = 0; i < 3; i++)
        inside = inside && dot(cross(n, minus(corners[i + 1], corners[i])), corners[i]) <= 0.0;
    if (inside)
    {
        *s = (simplex){ { a, b, c, a }, 3 };
        return along((plain){ 0.0, 0.0, 0.0 }, n, dot(n, a) / dot(n, n));
    }
    double least = INFINITY;
    for (int i = 0; i < 3; i++)
    {
        simplex part = { { a, a, a, a }, 0 };
        plain   v = nearest_on_edge(&part, corners[i], corners[i + 1]);
        if (dot(v, v) >= least) continue;
        least = dot(v, v);
        best = v;
        *s = part;
    }
    return best;
}

static plain nearest_on_simplex(simplex *s)
{
    static const int faces[4][4] = {
        { 0, 1, 2, 3 }, { 0, 1, 3, 2 }, { 0, 2, 3, 1 }, { 1, 2, 3, 0 }
    };
    const plain *p = s->p;
    if (s->count == 1) return p[0];
    if (s->count == 2) return nearest_on_edge(s, p[0], p[1]);
    if (s->count == 3) return nearest_on_triangle(s, p[0], p[1], p[2]);
    simplex all = *s;
    plain   best = { 0.0, 0.0, 0.0 };
    double  least = INFINITY;
    for (int i = 0; i < 4; i++)
    {
        plain a = all.p[faces[i][0]], b = all.p[faces[i][1]], c = all.p[faces[i][2]];
        plain n = cross(minus(b, a), minus(c, a));
        if (dot(n, a) * dot(n, minus(a, all.p[faces[i][3]])) >= 0.0) continue;
        simplex part = { { a, a, a, a }, 0 };
        plain   v = nearest_on_triangle(&part, a, b, c);
        if (dot(v, v) >= least) continue;
        least = dot(v, v);
        best = v;
        *s = part;
    }
    return best;
}

static double plain_distance(const body *a, const body *b)
{
    simplex s = { { minus(a->corners[0], b->corners[0]) }, 1 };
    plain   v = s.p[0];
    for (int i = 0; i < 100; i++)
    {
        plain back = { -v.x, -v.y, -v.z };
        plain w = minus(farthest(a, back), farthest(b, v));
        if (dot(v, v) - dot(v, w) <= 1e-12 * dot(v, v)) break;
        s.p[s.count++] = w;
        plain next = nearest_on_simplex(&s);
        if (dot(next, next) == 0.0) return 0.0;
        if (dot(next, next) >= dot(v, v)) break;
        v = next;
    }
    return sqrt(dot(v, v));
}

// --- depth: every face normal and every pair of edges ------------------------------------------------------

static void try_axis(double *least, const body *a, const body *b, plain n)
{
    double length = sqrt(dot(n, n));
    if (length < 1e-9) return;
    plain  back = { -n.x, -n.y, -n.z };
    double depth = (dot(n, farthest(a, n)) - dot(n, farthest(b, back))) / length;
    *least = depth < *least ? depth : *least;
}

static plain edge_of(const body *it, int edge)
{
    rim_hull_edge e = rim_hull_read(it->hull).edges[edge];
    return minus(it->corners[e.b], it->corners[e.a]);
}

static double plain_depth(const body *a, const body *b)
{
    double least = INFINITY;
    for (int i = 0; i < a->face_count; i++) try_axis(&least, a, b, a->normals[i]);
    for (int i = 0; i < b->face_count; i++)
        try_axis(&least, a, b, minus((plain){ 0.0, 0.0, 0.0 }, b->normals[i]));
    for (int i = 0; i < rim_hull_read(a->hull).edge_count; i++)
        for (int k = 0; k < rim_hull_read(b->hull).edge_count; k++)
        {
            plain n = cross(edge_of(a, i), edge_of(b, k));
            try_axis(&least, a, b, n);
            try_axis(&least, a, b, minus((plain){ 0.0, 0.0, 0.0 }, n));
        }
    return least;
}

// --- volume: faces of each cut by the planes of the other (Sutherland and Hodgman 1974) --------------------

static double shared_of(const body *a, const body *b, plain origin)
{
    double six = 0.0;
    for (int f = 0; f < a->face_count; f++)
    {
        plain         polygon[POLYGON], kept[POLYGON];
        rim_hull_face face = rim_hull_face_at(a->hull, f);
        int           count = face.count;
        for (int i = 0; i < count; i++) polygon[i] = a->corners[face.corners[i]];
        for (int g = 0; g < b->face_count && count > 0; g++)
        {
            int k = 0;
            for (int i = 0; i < count; i++)
            {
                plain  p = polygon[i], q = polygon[i + 1 < count ? i + 1 : 0];
                double dp = dot(b->normals[g], p) - b->offsets[g];
                double dq = dot(b->normals[g], q) - b->offsets[g];
                if (dp <= 0.0) kept[k++] = p;
                if ((dp < 0.0 && dq > 0.0) || (dp > 0.0 && dq < 0.0))
                    kept[k++] = along(p, minus(q, p), dp / (dp - dq));
            }
            count = k;
            for (int i = 0; i < count; i++) polygon[i] = kept[i];
        }
        for (int i = 2; i < count; i++)
            six += dot(minus(polygon[0], origin),
                       cross(minus(polygon[i - 1], origin), minus(polygon[i], origin)));
    }
    return six;
}

static double plain_volume(const body *a, const body *b)
{
    plain origin = a->corners[0];
    return (shared_of(a, b, origin) + shared_of(b, a, origin)) / 6.0;
}

// --- passes: an answer is 1 if it is right -----------------------------------------------------------------

static void all_right(const void *work, int64_t *answers)
{
    const convex_set *set = work;
    for (int i = 0; i < set->count; i++) answers[i] = 1;
}

static void tell(const convex_set *set, int i, double value, int64_t *answers)
{
    if (answers)
        answers[i] = fabs(value - set->truth[i]) < 1e-5;
    else
        bench_use((int64_t)(value * 1e6));
}

// Poses the corners first, as a single query must.
static void distance_plain(const void *work, int64_t *answers)
{
    const convex_set *set = work;
    static body       a, b;
    for (int i = 0; i < set->count; i++)
    {
        a.hull = set->a[i].hull;
        b.hull = set->b[i].hull;
        place_corners(&a, set->a[i].pose);
        place_corners(&b, set->b[i].pose);
        tell(set, i, plain_distance(&a, &b), answers);
    }
}

static void distance_rimcast(const void *work, int64_t *answers)
{
    const convex_set *set = work;
    for (int i = 0; i < set->count; i++)
    {
        const body   *a = &set->a[i], *b = &set->b[i];
        rim_distance3 d = rim_convex_distance(rim_hull_convex(a->hull), a->pose,
                                              rim_hull_convex(b->hull), b->pose, NULL);
        tell(set, i, d.distance, answers);
    }
}

// The pairs are frames of a motion: each goes on where the last one ended.
static void distance_warm(const void *work, int64_t *answers)
{
    const convex_set *set = work;
    rim_warm          warm = { 0 };
    for (int i = 0; i < set->count; i++)
    {
        const body *a = &set->a[i], *b = &set->b[i];
        if (i % FRAMES == 0) warm.count = 0;
        rim_distance3 d = rim_convex_distance(rim_hull_convex(a->hull), a->pose,
                                              rim_hull_convex(b->hull), b->pose, &warm);
        tell(set, i, d.distance, answers);
    }
}

static void depth_plain(const void *work, int64_t *answers)
{
    const convex_set *set = work;
    for (int i = 0; i < set->count; i++) tell(set, i, plain_depth(&set->a[i], &set->b[i]), answers);
}

static void depth_rimcast(const void *work, int64_t *answers)
{
    const convex_set *set = work;
    for (int i = 0; i < set->count; i++)
    {
        const body *a = &set->a[i], *b = &set->b[i];
        tell(set, i,
             rim_convex_contact(rim_hull_convex(a->hull), a->pose, rim_hull_convex(b->hull),
                                b->pose, NULL)
                 .depth,
             answers);
    }
}

static void volume_plain(const void *work, int64_t *answers)
{
    const convex_set *set = work;
    for (int i = 0; i < set->count; i++)
        tell(set, i, plain_volume(&set->a[i], &set->b[i]), answers);
}

static void volume_rimcast(const void *work, int64_t *answers)
{
    const convex_set *set = work;
    for (int i = 0; i < set->count; i++)
    {
        const body *a = &set->a[i], *b = &set->b[i];
        bool        made = !rim_hull_clip(set->clip, a->hull, a->pose, b->hull, b->pose);
        tell(set, i, made ? rim_clip_volume(set->clip) : -1.0, answers);
    }
}

// --- inputs --------------------------------------------------------------------------------------------

static float within(bench_random *random, double lo, double hi)
{
    return (float)(lo + (hi - lo) * bench_unit(random));
}

static rim_vec3 direction(bench_random *random)
{
    for (;;)
    {
        float    x = within(random, -1.0, 1.0), y = within(random, -1.0, 1.0);
        rim_vec3 v = rim_vec3_make(x, y, within(random, -1.0, 1.0));
        float    length = rim_vec3_length(v);
        if (length > 0.1f && length < 1.0f) return rim_vec3_scale(v, 1.0f / length);
    }
}

// Corners on an ellipsoid; 0: a box.
static bool make_pool(convex_set *set, bench_random *random, int corners)
{
    bool good = true;
    for (int i = 0; i < POOL; i++)
    {
        rim_vec3 points[CORNERS], size;
        size.x = within(random, 0.4, 1.0);
        size.y = within(random, 0.4, 1.0);
        size.z = within(random, 0.4, 1.0);
        for (int k = 0; k < corners; k++)
        {
            rim_vec3 d = direction(random);
            points[k] = rim_vec3_make(d.x * size.x, d.y * size.y, d.z * size.z);
        }
        good = good && !(corners ? rim_hull_create(&set->pool[i], points, corners, NULL)
                                 : rim_hull_create_box(&set->pool[i], size, NULL));
    }
    return good;
}

static void place(body *it, rim_xform3 pose)
{
    place_corners(it, pose);
    it->face_count = rim_hull_read(it->hull).face_count;
    for (int f = 0; f < it->face_count; f++)
    {
        rim_vec3 n = rim_quat_apply(pose.rotation, rim_hull_face_at(it->hull, f).plane.normal);
        it->normals[f] = (plain){ n.x, n.y, n.z };
        rim_hull_face face = rim_hull_face_at(it->hull, f);
        it->offsets[f] = dot(it->normals[f], it->corners[face.corners[0]]);
    }
}

static rim_xform3 somewhere(bench_random *random)
{
    rim_vec3 axis = direction(random);
    rim_quat turn = rim_quat_axis_angle(axis, 6.28 * bench_unit(random));
    return rim_xform3_make(rim_vec3_scale(direction(random), 3.0f), turn);
}

// Pairs that stand apart by `gap` along some direction, or overlap by as much; each moves on for some frames.
static void make_pairs(convex_set *set, bench_random *random, int frames, double lo, double hi,
                       double sign)
{
    for (int i = 0; i < set->count; i++)
    {
        body *a = &set->a[i], *b = &set->b[i];
        if (i % frames)
        {
            rim_quat turn = rim_quat_axis_angle(rim_vec3_make(1.0f, 0.0f, 0.0f), 0.01);
            *a = set->a[i - 1];
            *b = set->b[i - 1];
            rim_xform3 pose = b->pose;
            pose.rotation = rim_quat_normalize(rim_quat_mul(turn, pose.rotation));
            place(b, pose);
            continue;
        }
        a->hull = set->pool[bench_int(random, 0, POOL - 1)];
        b->hull = set->pool[bench_int(random, 0, POOL - 1)];
        rim_xform3 pose = somewhere(random), other = somewhere(random);
        place(a, pose);
        pose.rotation = other.rotation;
        place(b, pose);
        rim_vec3 n = direction(random);
        plain    way = { n.x, n.y, n.z }, back = { -n.x, -n.y, -n.z };
        double   reach = dot(way, farthest(a, way)) - dot(way, farthest(b, back));
        double   gap = lo * pow(hi / lo, bench_unit(random));
        pose.position = rim_vec3_along(pose.position, n, (float)(reach + sign * gap));
        place(b, pose);
    }
}

static void destroy_pool(convex_set *set)
{
    for (int i = 0; i < POOL; i++) rim_hull_destroy(set->pool[i]);
}

static bool ask(const bench_options *options, const convex_set *set, const char *workload,
                const char *input, bench_pass rimcast, bench_pass obvious, const char *name)
{
    bench_case it = { .workload = workload,
                      .input = input,
                      .work = set,
                      .operations = set->count,
                      .oracle = all_right,
                      .run_count = 2 };
    it.runs[0] = (bench_run){ "rimcast", rimcast, 0.0, false };
    it.runs[1] = (bench_run){ name, obvious, 0.0, false };
    return bench_measure(options, &it);
}

static bool distances(const bench_options *options, convex_set *set, int corners, const char *input)
{
    bench_random random = { 11 };
    bool         right = make_pool(set, &random, corners);
    set->count = PAIRS;
    for (int frames = 1; frames <= FRAMES && right; frames += FRAMES - 1)
    {
        bool warm = frames > 1;
        make_pairs(set, &random, frames, 0.01, 2.0, 1.0);
        for (int i = 0; i < set->count; i++) set->truth[i] = plain_distance(&set->a[i], &set->b[i]);
        right = ask(options, set, warm ? "Q1 moving" : "Q1 distance", input,
                    warm ? distance_warm : distance_rimcast, distance_plain, "plain GJK");
    }
    destroy_pool(set);
    return right;
}

static bool depths(const bench_options *options, convex_set *set, int corners, const char *input)
{
    bench_random random = { 12 };
    bool         right = make_pool(set, &random, corners);
    set->count = corners > 16 ? PAIRS / 8 : PAIRS;
    make_pairs(set, &random, 1, 0.01, 0.6, -1.0);
    // What overlaps along one direction may be apart along another: those are left out.
    int overlapping = 0;
    for (int i = 0; i < set->count; i++)
    {
        double depth = plain_depth(&set->a[i], &set->b[i]);
        if (depth < 1e-3) continue;
        set->a[overlapping] = set->a[i];
        set->b[overlapping] = set->b[i];
        set->truth[overlapping++] = depth;
    }
    set->count = overlapping;
    right = right && ask(options, set, "Q2 depth", input, depth_rimcast, depth_plain, "all axes");
    destroy_pool(set);
    return right;
}

static bool volumes(const bench_options *options, convex_set *set, int corners, const char *input)
{
    bench_random random = { 13 };
    bool         right = make_pool(set, &random, corners);
    set->count = PAIRS;
    make_pairs(set, &random, 1, 0.05, 1.0, -1.0);
    for (int i = 0; i < set->count; i++) set->truth[i] = plain_volume(&set->a[i], &set->b[i]);
    right = right && ask(options, set, "Q3 volume", input, volume_rimcast, volume_plain,
                         "faces cut by planes");
    destroy_pool(set);
    return right;
}

int main(int argc, char **argv)
{
    static convex_set set;
    bench_options     options;
    if (!bench_options_read(&options, argc, argv)) return 2;
    if (rim_clip_create(&set.clip, NULL)) return 1;
    bench_print_head();
    bool right = true;
    if (bench_wants(&options, "Q1"))
        right = distances(&options, &set, 8, "8") && distances(&options, &set, 32, "32") &&
                distances(&options, &set, 128, "128");
    if (right && bench_wants(&options, "Q2"))
        right = depths(&options, &set, 0, "box") && depths(&options, &set, 16, "16") &&
                depths(&options, &set, 32, "32");
    if (right && bench_wants(&options, "Q3"))
        right = volumes(&options, &set, 0, "box") && volumes(&options, &set, 18, "32 f") &&
                volumes(&options, &set, 34, "64 f");
    rim_clip_destroy(set.clip);
    return right ? 0 : 1;
}
