// What two hulls share, against all triples of their planes, and the laws.
#include "support/hulls.h"

#include "base/vec3d.h"
#include "rimcast/clip.h"
#include "solid/clip/data.h"

#include <math.h>
#include <string.h>

static rim_clip *make_clip(void)
{
    rim_clip *clip;
    assert_int_equal(RIM_OK, rim_clip_create(&clip, NULL));
    return clip;
}

// --- the oracle: all triples of planes -------------------------------------------------------------------

typedef struct world_plane
{
    vec3d  n;
    double d;
} world_plane;

enum
{
    MOST_PLANES = 80,
    MOST_CORNERS = 1024
};

typedef struct oracle
{
    world_plane planes[MOST_PLANES];
    vec3d       corners[MOST_CORNERS];
    int         plane_count, corner_count;
} oracle;

// Planes through three posed corners of each face.
static void add_planes(oracle *o, const rim_hull *hull, rim_xform3 pose)
{
    mat3d           turn = m3d_from_quat(pose.rotation);
    const rim_vec3 *c = rim_hull_read(hull).corners;
    for (int f = 0; f < rim_hull_read(hull).face_count; f++)
    {
        rim_hull_face face = rim_hull_face_at(hull, f);
        vec3d         p[3];
        for (int k = 0; k < 3; k++)
        {
            int corner = face.corners[k * face.count / 3];
            p[k] = v3d_add(m3d_apply(turn, v3d_from(c[corner])), v3d_from(pose.position));
        }
        world_plane *plane = &o->planes[o->plane_count++];
        plane->n = v3d_normalize(v3d_cross(v3d_sub(p[1], p[0]), v3d_sub(p[2], p[0])));
        plane->d = v3d_dot(plane->n, p[0]);
    }
}

static void ask_oracle(oracle *o, const rim_hull *a, rim_xform3 pa, const rim_hull *b,
                       rim_xform3 pb)
{
    o->plane_count = o->corner_count = 0;
    add_planes(o, a, pa);
    add_planes(o, b, pb);
    for (int i = 0; i < o->plane_count; i++)
        for (int j = 0; j < i; j++)
            for (int k = 0; k < j; k++)
            {
                world_plane *p = &o->planes[i], *q = &o->planes[j], *r = &o->planes[k];
                vec3d        jk = v3d_cross(q->n, r->n);
                double       det = v3d_dot(p->n, jk);
                if (fabs(det) < 1e-7) continue;
                vec3d at = v3d_scale(jk, p->d);
                at = v3d_along(at, v3d_cross(r->n, p->n), q->d);
                at = v3d_along(at, v3d_cross(p->n, q->n), r->d);
                at = v3d_scale(at, 1.0 / det);
                bool inside = true;
                for (int m = 0; m < o->plane_count && inside; m++)
                    inside = v3d_dot(o->planes[m].n, at) <= o->planes[m].d + 1e-8;
                if (inside && o->corner_count < MOST_CORNERS) o->corners[o->corner_count++] = at;
            }
}

// The volume between the oracle's corners: those on each plane, sorted around it.
static double oracle_volume(const oracle *o)
{
    double volume = 0.0;
    if (o->corner_count == 0) return 0.0;
    for (int f = 0; f < o->plane_count; f++)
    {
        const world_plane *plane = &o->planes[f];
        vec3d              on[256], mean = v3d(0.0, 0.0, 0.0);
        double             angle[256];
        int                n = 0;
        bool               again = false; // the same plane twice counts once
        for (int g = 0; g < f; g++)
            again = again || (v3d_dot(plane->n, o->planes[g].n) > 1.0 - 1e-12 &&
                              fabs(plane->d - o->planes[g].d) < 1e-9);
        if (again) continue;
        for (int i = 0; i < o->corner_count && n < 256; i++)
            if (fabs(v3d_dot(plane->n, o->corners[i]) - plane->d) < 1e-8) on[n++] = o->corners[i];
        if (n < 3) continue;
        for (int i = 0; i < n; i++) mean = v3d_along(mean, on[i], 1.0 / n);
        vec3d u = v3d_normalize(v3d_from(rim_vec3_perpendicular(v3d_round(plane->n))));
        vec3d v = v3d_cross(plane->n, u);
        for (int i = 0; i < n; i++)
        {
            vec3d r = v3d_sub(on[i], mean);
            angle[i] = atan2(v3d_dot(r, v), v3d_dot(r, u));
        }
        for (int i = 1; i < n; i++)
            for (int j = i; j > 0 && angle[j] < angle[j - 1]; j--)
            {
                double s = angle[j];
                vec3d  p = on[j];
                angle[j] = angle[j - 1], on[j] = on[j - 1];
                angle[j - 1] = s, on[j - 1] = p;
            }
        vec3d o0 = o->corners[0];
        for (int i = 0; i < n; i++)
            volume += v3d_dot(v3d_sub(mean, o0),
                              v3d_cross(v3d_sub(on[i], o0), v3d_sub(on[(i + 1) % n], o0))) /
                      6.0;
    }
    return volume;
}

static bool has_corner_near(rim_clip *clip, vec3d p)
{
    for (int i = 0; i < rim_clip_read(clip).corner_count; i++)
    {
        double c[3];
        rim_clip_corner(clip, i, c);
        if (v3d_length(v3d_sub(v3d(c[0], c[1], c[2]), p)) < 1e-6) return true;
    }
    return false;
}

static void check_closed(rim_clip *clip, const oracle *o, int faces_a)
{
    int v = rim_clip_read(clip).corner_count, e = rim_clip_read(clip).edge_count,
        f = rim_clip_read(clip).face_count;
    assert_int_equal(2, v - e + f);
    static uint8_t edge[256][256];
    assert_true(v < 256);
    for (int i = 0; i < v; i++) memset(edge[i], 0, (size_t)v);
    for (int i = 0; i < f; i++)
    {
        rim_clip_face face = rim_clip_face_at(clip, i);
        int           plane = face.source == RIM_CLIP_FROM_A ? face.face : faces_a + face.face;
        assert_true(face.count >= 3 && plane < o->plane_count);
        for (int k = 0; k < face.count; k++)
        {
            double c[3];
            int    from = face.corners[k], to = face.corners[(k + 1) % face.count];
            assert_int_equal(0, edge[from][to]++);
            rim_clip_corner(clip, from, c);
            // The face is where it is said to come from.
            assert_near(v3d_dot(o->planes[plane].n, v3d(c[0], c[1], c[2])), o->planes[plane].d,
                        1e-7);
        }
    }
    for (int i = 0; i < v; i++)
        for (int j = 0; j < v; j++) assert_int_equal(edge[i][j], edge[j][i]);
}

// Where planes are almost parallel the oracle's slack decides which of their corners count, and it knows but three
// corners of faces that are bent.
static bool is_decided(const oracle *o, const rim_hull *a, const rim_hull *b)
{
    if (a->bend > 2e-8 || b->bend > 2e-8) return false;
    for (int i = 0; i < o->plane_count; i++)
        for (int j = 0; j < i; j++)
        {
            double cosine = fabs(v3d_dot(o->planes[i].n, o->planes[j].n));
            if (cosine > 1.0 - 1e-6 && cosine < 1.0 - 1e-12) return false;
        }
    return true;
}

static void a_clip_is_what_all_triples_of_planes_say(void **state)
{
    (void)state;
    test_random   random = { 1 };
    static oracle o;
    rim_clip     *clip = make_clip();
    int           solids = 0, apart = 0, undecided = 0, rounds = case_count(3000);
    for (int i = 0; i < rounds; i++)
    {
        rim_hull  *a = random_hull(&random), *b = random_hull(&random);
        rim_xform3 pa = turned_pose(&random, 1), pb = turned_pose(&random, 1);
        if (rim_hull_read(a).face_count + rim_hull_read(b).face_count <= MOST_PLANES)
        {
            assert_int_equal(RIM_OK, rim_hull_clip(clip, a, pa, b, pb));
            ask_oracle(&o, a, pa, b, pb);
            bool   decided = is_decided(&o, a, b);
            double volume = oracle_volume(&o);
            undecided += !decided;
            if (decided) assert_near(rim_clip_volume(clip), volume, 1e-7);
            if (decided && rim_clip_read(clip).kind == RIM_CLIP_SOLID && volume > 1e-6)
            {
                solids++;
                check_closed(clip, &o, rim_hull_read(a).face_count);
                for (int k = 0; k < o.corner_count; k++)
                    assert_true(has_corner_near(clip, o.corners[k]));
                rim_mass3 mass = rim_clip_mass(clip);
                double    c[3];
                rim_clip_centroid(clip, c);
                assert_near(mass.x, c[0], 1e-12);
                assert_near(mass.y, c[1], 1e-12);
                assert_near(mass.z, c[2], 1e-12);
                assert_near(mass.volume, rim_clip_volume(clip), 1e-14);
            }
            apart += rim_clip_read(clip).kind == RIM_CLIP_EMPTY;
        }
        rim_hull_destroy(a);
        rim_hull_destroy(b);
    }
    rim_clip_destroy(clip);
    assert_true(solids > rounds / 4 && apart > rounds / 20 && undecided < rounds / 25);
}

// --- laws ----------------------------------------------------------------------------------------------

static rim_hull *random_box(test_random *random);

static double shared_volume(const rim_hull *a, rim_xform3 pa, const rim_hull *b, rim_xform3 pb)
{
    double volume = -1.0;
    assert_int_equal(RIM_OK, rim_hull_shared_volume(&volume, a, pa, b, pb, NULL));
    return volume;
}

static void one_call_tells_the_shared_volume(void **state)
{
    (void)state;
    test_random   random = { 12 };
    static oracle o;
    int           solids = 0, apart = 0, decided = 0, rounds = case_count(1500);
    for (int i = 0; i < rounds; i++)
    {
        rim_hull *a = i % 3 ? random_hull(&random) : random_box(&random), *b = random_hull(&random);
        rim_xform3 pa = turned_pose(&random, 1), pb = turned_pose(&random, 1);
        double     volume = shared_volume(a, pa, b, pb);
        solids += volume > 1e-6;
        apart += volume == 0.0;
        if (rim_hull_read(a).face_count + rim_hull_read(b).face_count <= MOST_PLANES)
        {
            ask_oracle(&o, a, pa, b, pb);
            if (is_decided(&o, a, b)) assert_near(volume, oracle_volume(&o), 1e-7);
            decided += is_decided(&o, a, b);
        }
        // The other way round, and moved.
        rim_vec3   by = random_in_cube(&random, 4.0f);
        rim_xform3 qa = rim_xform3_make(rim_vec3_add(pa.position, by), pa.rotation);
        rim_xform3 qb = rim_xform3_make(rim_vec3_add(pb.position, by), pb.rotation);
        assert_near(shared_volume(b, pb, a, pa), volume, 1e-13);
        assert_near(shared_volume(a, qa, b, qb), volume, 1e-5);
        rim_hull *sa = scaled_hull(a, 0x1p10f), *sb = scaled_hull(b, 0x1p10f);
        qa = rim_xform3_make(rim_vec3_scale(pa.position, 0x1p10f), pa.rotation);
        qb = rim_xform3_make(rim_vec3_scale(pb.position, 0x1p10f), pb.rotation);
        assert_true(shared_volume(sa, qa, sb, qb) == volume * 0x1p30);
        qb.position.y = i % 2 ? NAN : INFINITY;
        assert_true(shared_volume(sa, qa, sb, qb) == 0.0);
        rim_hull_destroy(sa);
        rim_hull_destroy(sb);
        rim_hull_destroy(a);
        rim_hull_destroy(b);
    }
    assert_true(solids > rounds / 4 && apart > rounds / 20 && decided > rounds / 2);
}

static void the_order_of_the_bodies_does_not_matter(void **state)
{
    (void)state;
    test_random random = { 2 };
    rim_clip   *one = make_clip(), *two = make_clip();
    int         solids = 0, rounds = case_count(20000);
    for (int i = 0; i < rounds; i++)
    {
        rim_hull  *a = random_hull(&random), *b = random_hull(&random);
        rim_xform3 pa = turned_pose(&random, 1), pb = turned_pose(&random, 1);
        rim_hull_clip(one, a, pa, b, pb);
        rim_hull_clip(two, b, pb, a, pa);
        rim_mass3 m = rim_clip_mass(one), n = rim_clip_mass(two);
        assert_near(m.volume, n.volume, 1e-13);
        assert_near(rim_clip_volume(one), rim_clip_volume(two), 1e-13);
        if (m.volume > 1e-4)
        {
            solids++;
            assert_near(m.area, n.area, 1e-11);
            assert_near(m.x, n.x, 1e-10);
            assert_near(m.xy, n.xy, 1e-12);
            assert_near(m.zz, n.zz, 1e-12);
            assert_int_equal(rim_clip_read(one).face_count, rim_clip_read(two).face_count);
        }
        // A part of both.
        assert_true(m.volume <= rim_hull_mass(a).volume + 1e-12);
        assert_true(m.volume <= rim_hull_mass(b).volume + 1e-12);
        rim_hull_destroy(a);
        rim_hull_destroy(b);
    }
    rim_clip_destroy(one);
    rim_clip_destroy(two);
    assert_true(solids > rounds / 4);
}

// The volume of a cut body by walking around its faces: not how the library computes it.
static double walked_volume(const cut_body *body)
{
    static uint64_t seen[1024];
    double          volume6 = 0.0;
    assert_true(body->count < 4096);
    memset(seen, 0, sizeof seen);
    vec3d o = v3d(0.0, 0.0, 0.0);
    bool  any = false;
    for (int32_t i = 0; i < body->count; i++)
    {
        if (!cut_bit(body->alive, i)) continue;
        if (!any) o = cut_position(body, i);
        any = true;
        for (int32_t h = 4 * i; h < 4 * i + 3; h++)
        {
            vec3d   first = v3d_sub(cut_position(body, i), o), before = first;
            int32_t at = h;
            while (!cut_bit(seen, at))
            {
                seen[at >> 6] |= (uint64_t)1 << (at & 63);
                int32_t j = at >> 2;
                vec3d   p = v3d_sub(cut_position(body, j), o);
                volume6 += v3d_dot(first, v3d_cross(before, p));
                before = p;
                at = cut_previous_slot(body->twins[at]);
            }
            assert_int_equal(h, at);
        }
    }
    return volume6 / 6.0;
}

// Corners at the height of a cut, two opposite ones above it by rounding and two below: what is out is
// in two parts, and the body must stay closed all the same.
static void a_cut_through_noise_leaves_a_closed_body(void **state)
{
    (void)state;
    rim_hull *box = box_hull(1, 1, 1);
    cut_body  body;
    int       two_rings = 0;
    cut_begin(&body, NULL);
    for (int signs = 0; signs < 16; signs++)
    {
        assert_true(cut_load(&body, box, 7));
        double noise = 1e-9;
        for (int32_t i = 0, top = 0; i < 8; i++)
            if (body.at[i].z > 0.0) body.at[i].z += signs >> top++ & 1 ? noise : -noise;
        hull_plane plane = { { 0.0, 0.0, 1.0 }, 1.0 };
        cut_result result = cut_by(&body, plane, 0.0, 6);
        assert_int_equal(signs == 0 ? CUT_NOTHING : CUT_SOME, result);
        for (int32_t i = 0; i < body.count; i++)
            for (int32_t h = 4 * i; h < 4 * i + 3 && cut_bit(body.alive, i); h++)
            {
                assert_true(cut_bit(body.alive, body.twins[h] >> 2));
                assert_int_equal(h, body.twins[body.twins[h]]);
                assert_true(body.at[i].z <= 1.0 + 1e-15);
            }
        assert_near(walked_volume(&body), 8.0, 1e-8);
        two_rings += signs == 6 || signs == 9;
    }
    cut_end(&body);
    rim_hull_destroy(box);
    assert_int_equal(2, two_rings);
}

// A without B is the sum over the planes of B of what is in front of the plane and behind all before.
static double volume_outside(const rim_hull *a, rim_xform3 pa, const rim_hull *b, rim_xform3 pb,
                             cut_body *work)
{
    mat3d  ta = m3d_from_quat(pa.rotation), tb = m3d_from_quat(pb.rotation);
    vec3d  center = v3d_from(a->center);
    double sum = 0.0;
    int    faces = rim_hull_read(a).face_count;
    for (int f = 0; f < rim_hull_read(b).face_count; f++)
    {
        bool some = cut_load(work, a, faces + rim_hull_read(b).face_count);
        assert_true(some);
        for (int k = 0; k <= f && some; k++)
        {
            vec3d  n = m3d_unapply(ta, m3d_apply(tb, b->planes[k].normal));
            vec3d  apart = v3d_sub(v3d_from(pb.position), v3d_from(pa.position));
            double d =
                b->planes[k].offset + v3d_dot(n, m3d_unapply(ta, apart)) - v3d_dot(n, center);
            if (k == f) n = v3d_scale(n, -1.0), d = -d;
            some = cut_by(work, (hull_plane){ n, d }, 1e-15, faces + k) != CUT_ALL;
        }
        if (some) sum += walked_volume(work);
    }
    return sum;
}

static void shared_and_not_shared_make_the_whole(void **state)
{
    (void)state;
    test_random random = { 3 };
    rim_clip   *clip = make_clip();
    rim_hull   *hulls[64];
    cut_body    work;
    int         both = 0, rounds = case_count(100000);
    cut_begin(&work, NULL);
    for (int i = 0; i < 64; i++) hulls[i] = random_hull(&random);
    for (int i = 0; i < rounds; i++)
    {
        rim_hull  *a = hulls[random_int(&random, 0, 63)], *b = hulls[random_int(&random, 0, 63)];
        rim_xform3 pa = turned_pose(&random, 1), pb = turned_pose(&random, 1);
        rim_hull_clip(clip, a, pa, b, pb);
        double shared = rim_clip_volume(clip), rest = volume_outside(a, pa, b, pb, &work);
        assert_near(shared + rest, rim_hull_mass(a).volume, 2e-13);
        both += shared > 1e-3 && rest > 1e-3;
    }
    for (int i = 0; i < 64; i++) rim_hull_destroy(hulls[i]);
    cut_end(&work);
    rim_clip_destroy(clip);
    assert_true(both > rounds / 3);
}

// Somewhere about the origin; some are plates, some are rods.
static rim_hull *random_box(test_random *random)
{
    rim_vec3 lo = random_in_cube(random, 2), side = random_between3(random, 0.25f, 1.25f);
    rim_vec3 corners[8];
    if (random_int(random, 0, 3) == 0) side.x *= 0x1p-5f;
    if (random_int(random, 0, 3) == 0) side.y *= 0x1p-5f;
    for (int i = 0; i < 8; i++)
        corners[i] = rim_vec3_make(i & 1 ? lo.x + side.x : lo.x, i & 2 ? lo.y + side.y : lo.y,
                                   i & 4 ? lo.z + side.z : lo.z);
    return hull_of_points(corners, 8);
}

// So that the middles are a little apart.
static rim_xform3 pose_about(test_random *random, const rim_hull *box, float reach)
{
    rim_xform3 pose = turned_pose(random, 1);
    vec3d      middle = v3d_scale(v3d_add(v3d_from(box->bounds.lo), v3d_from(box->bounds.hi)), 0.5);
    vec3d      at = m3d_apply(m3d_from_quat(pose.rotation), middle);
    pose.position = rim_vec3_sub(random_in_cube(random, reach), v3d_round(at));
    return pose;
}

static void boxes_plates_and_rods_are_what_all_triples_say(void **state)
{
    (void)state;
    test_random   random = { 9 };
    static oracle o;
    rim_clip     *clip = make_clip(), *plain = make_clip();
    int           apart = 0, solids = 0, rounds = case_count(20000);
    plain->body.wide = false;
    for (int i = 0; i < rounds; i++)
    {
        rim_hull  *a = random_box(&random), *b = random_box(&random);
        float      reach = (float)random_int(&random, 0, 8) / 8;
        rim_xform3 pa = pose_about(&random, a, 0), pb = pose_about(&random, b, reach);
        rim_hull_clip(clip, a, pa, b, pb);
        rim_hull_clip(plain, a, pa, b, pb);
        ask_oracle(&o, a, pa, b, pb);
        double volume = oracle_volume(&o), c[3], d[3];
        if (is_decided(&o, a, b)) assert_near(rim_clip_volume(clip), volume, 1e-7);
        rim_clip_centroid(clip, c);
        rim_clip_centroid(plain, d);
        assert_memory_equal(c, d, sizeof c);
        assert_int_equal(rim_clip_read(clip).kind, rim_clip_read(plain).kind);
        assert_true(rim_clip_volume(clip) == rim_clip_volume(plain));
        apart += rim_clip_read(clip).kind == RIM_CLIP_EMPTY;
        solids += rim_clip_read(clip).kind == RIM_CLIP_SOLID;
        rim_hull_destroy(a);
        rim_hull_destroy(b);
    }
    rim_clip_destroy(clip);
    rim_clip_destroy(plain);
    assert_true(apart > rounds / 20 && solids > rounds / 2);
}

// Boxes that an edge, a corner or a face of the other just misses or just meets share next to nothing, whichever is
// cut.
static void boxes_that_almost_touch_share_next_to_nothing(void **state)
{
    (void)state;
    test_random random = { 10 };
    rim_clip   *clip = make_clip(), *swapped = make_clip();
    rim_hull   *a = box_hull(1, 0.75f, 0.5f), *b = box_hull(0.5f, 1, 0.75f);
    int         solids = 0, rounds = case_count(20000);
    for (int i = 0; i < rounds; i++)
    {
        rim_xform3 pa = rim_xform3_identity(), pb = turned_pose(&random, 1);
        rim_vec3   way = rim_vec3_normalize(random_in_cube(&random, 1));
        // The distance at which they part, by halves, up to the floats.
        float      near = 0.0f, far = 4.0f;
        for (int k = 0; k < 48; k++)
        {
            float middle = 0.5f * (near + far);
            pb.position = rim_vec3_scale(way, middle);
            rim_hull_clip(clip, a, pa, b, pb);
            if (rim_clip_read(clip).kind == RIM_CLIP_EMPTY)
                far = middle;
            else
                near = middle;
        }
        pb.position = rim_vec3_scale(way, near);
        rim_hull_clip(clip, a, pa, b, pb);
        rim_hull_clip(swapped, b, pb, a, pa);
        assert_true(rim_clip_volume(clip) < 1e-6);
        assert_near(rim_clip_volume(clip), rim_clip_volume(swapped), 1e-13);
        solids += rim_clip_read(clip).kind == RIM_CLIP_SOLID;
        pb.position = rim_vec3_scale(way, near - 0x1p-16f);
        rim_hull_clip(clip, a, pa, b, pb);
        assert_int_equal(RIM_CLIP_SOLID, rim_clip_read(clip).kind);
    }
    rim_hull_destroy(a);
    rim_hull_destroy(b);
    rim_clip_destroy(clip);
    rim_clip_destroy(swapped);
    assert_true(solids > rounds / 20);
}

// Adds to `sum` the inertia tensor of a part about a point: that about its own center, and its volume at the distance d
// from the point, which is  V (|d|^2 - d d^T).
static void add_inertia(double sum[3][3], const rim_mass3 *m, vec3d about)
{
    const double d[3] = { m->x - about.x, m->y - about.y, m->z - about.z };
    const double own[3][3] = { { m->xx, m->xy, m->zx },
                               { m->xy, m->yy, m->yz },
                               { m->zx, m->yz, m->zz } };
    double       square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            sum[i][k] += own[i][k] + m->volume * ((i == k ? square : 0.0) - d[i] * d[k]);
}

// The inertia tensors of two parts about the center of the whole add up to that of the whole, R I R^T in the world.
static void check_inertia(const rim_mass3 *m, const rim_mass3 *n, const rim_mass3 *whole,
                          rim_quat rotation, vec3d center, double tolerance)
{
    double parts[3][3] = { { 0.0 } }, own[3][3] = { { 0.0 } };
    mat3d  turn = m3d_from_quat(rotation);
    double r[3][3] = { { turn.x.x, turn.y.x, turn.z.x },
                       { turn.x.y, turn.y.y, turn.z.y },
                       { turn.x.z, turn.y.z, turn.z.z } };
    add_inertia(parts, m, center);
    add_inertia(parts, n, center);
    add_inertia(own, whole, v3d(whole->x, whole->y, whole->z));
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
        {
            double turned = 0.0;
            for (int p = 0; p < 3; p++)
                for (int q = 0; q < 3; q++) turned += r[i][p] * own[p][q] * r[k][q];
            assert_near(parts[i][k], turned, tolerance);
        }
}

static void a_cut_makes_two_parts_of_one_body(void **state)
{
    (void)state;
    test_random random = { 4 };
    rim_clip   *behind = make_clip(), *front = make_clip();
    int         both = 0, rounds = case_count(20000);
    for (int i = 0; i < rounds; i++)
    {
        rim_hull  *a = random_hull(&random);
        rim_xform3 pa = turned_pose(&random, 2);
        rim_vec3   through = rim_vec3_add(pa.position, random_in_cube(&random, 1));
        rim_plane  plane = rim_plane_through(through, random_in_cube(&random, 1));
        assert_int_equal(RIM_OK, rim_hull_cut(behind, front, a, pa, plane));
        rim_mass3 m = rim_clip_mass(behind), n = rim_clip_mass(front), whole = rim_hull_mass(a);
        // What lies between a bent face and triangles that cover it is counted by the way that it is covered.
        double    bent = a->bend * whole.area;
        assert_near(m.volume + n.volume, whole.volume, 1e-13 + bent);
        vec3d c = v3d_add(m3d_apply(m3d_from_quat(pa.rotation), v3d(whole.x, whole.y, whole.z)),
                          v3d_from(pa.position));
        assert_near(m.volume * m.x + n.volume * n.x, whole.volume * c.x, 1e-12 + 4.0 * bent);
        assert_near(m.volume * m.y + n.volume * n.y, whole.volume * c.y, 1e-12 + 4.0 * bent);
        assert_near(m.volume * m.z + n.volume * n.z, whole.volume * c.z, 1e-12 + 4.0 * bent);
        if (m.volume > 1e-6 && n.volume > 1e-6)
            check_inertia(&m, &n, &whole, pa.rotation, c, 1e-12 + 16.0 * bent);
        if (m.volume > 1e-6 && n.volume > 1e-6)
        {
            both++;
            rim_clip_face face = rim_clip_face_at(behind, rim_clip_read(behind).face_count - 1);
            int           cuts = 0;
            for (int f = 0; f < rim_clip_read(behind).face_count; f++)
                cuts += rim_clip_face_at(behind, f).source == RIM_CLIP_FROM_PLANE;
            assert_int_equal(1, cuts);
            assert_true(face.count >= 3);
        }
        rim_hull_destroy(a);
    }
    // Either part may be left out, and a plane that is none leaves nothing.
    rim_hull *box = box_hull(1, 1, 1);
    assert_int_equal(RIM_OK, rim_hull_cut(NULL, front, box, rim_xform3_identity(),
                                          (rim_plane){ rim_vec3_make(1, 0, 0), 0.5f }));
    assert_near(rim_clip_volume(front), 2.0, 1e-14);
    rim_hull_cut(behind, front, box, rim_xform3_identity(),
                 (rim_plane){ rim_vec3_make(0, 0, 0), 0.5f });
    assert_int_equal(RIM_CLIP_EMPTY, rim_clip_read(behind).kind);
    assert_int_equal(RIM_CLIP_EMPTY, rim_clip_read(front).kind);
    // A plane along a face: all of it on one side, the face on the other.
    rim_hull_cut(behind, front, box, rim_xform3_identity(),
                 (rim_plane){ rim_vec3_make(0, 2, 0), 2.0f });
    assert_near(rim_clip_volume(behind), 8.0, 1e-14);
    assert_int_equal(RIM_CLIP_FLAT, rim_clip_read(front).kind);
    assert_near(rim_clip_mass(front).area, 8.0, 1e-12);
    rim_hull_destroy(box);
    rim_clip_destroy(behind);
    rim_clip_destroy(front);
    assert_true(both > rounds / 4);
}

static void a_power_of_two_scales_every_bit(void **state)
{
    (void)state;
    static const float scales[2] = { 0x1p-10f, 0x1p10f };
    test_random        random = { 5 };
    rim_clip          *one = make_clip(), *two = make_clip();
    int                solids = 0;
    for (int i = 0; i < case_count(3000); i++)
    {
        rim_hull  *a = random_hull(&random), *b = random_hull(&random);
        rim_xform3 pa = turned_pose(&random, 1), pb = turned_pose(&random, 1);
        rim_hull_clip(one, a, pa, b, pb);
        for (int k = 0; k < 2; k++)
        {
            float      s = scales[k];
            rim_hull  *sa = scaled_hull(a, s), *sb = scaled_hull(b, s);
            rim_xform3 qa = rim_xform3_make(rim_vec3_scale(pa.position, s), pa.rotation);
            rim_xform3 qb = rim_xform3_make(rim_vec3_scale(pb.position, s), pb.rotation);
            rim_hull_clip(two, sa, qa, sb, qb);
            double    cube = (double)s * s * s;
            rim_mass3 x = rim_clip_mass(one), y = rim_clip_mass(two);
            assert_int_equal(rim_clip_read(one).kind, rim_clip_read(two).kind);
            assert_int_equal(rim_clip_read(one).face_count, rim_clip_read(two).face_count);
            assert_true(x.volume * cube == y.volume && x.x * s == y.x && x.y * s == y.y);
            assert_true(x.xx * cube * s * s == y.xx && x.area * s * s == y.area);
            assert_true(rim_clip_volume(one) * cube == rim_clip_volume(two));
            solids += x.volume > 0.0;
            rim_hull_destroy(sa);
            rim_hull_destroy(sb);
        }
        rim_hull_destroy(a);
        rim_hull_destroy(b);
    }
    rim_clip_destroy(one);
    rim_clip_destroy(two);
    assert_true(solids > 100 / 20);
}

static void wide_and_plain_kernels_give_the_same_bits(void **state)
{
    (void)state;
    test_random random = { 6 };
    rim_clip   *wide = make_clip(), *plain = make_clip();
    plain->body.wide = false;
    for (int i = 0; i < case_count(10000); i++)
    {
        rim_hull  *a = random_hull(&random), *b = random_hull(&random);
        rim_xform3 pa = turned_pose(&random, 1), pb = turned_pose(&random, 1);
        rim_hull_clip(wide, a, pa, b, pb);
        rim_hull_clip(plain, a, pa, b, pb);
        rim_mass3 x = rim_clip_mass(wide), y = rim_clip_mass(plain);
        assert_memory_equal(&x, &y, sizeof x);
        assert_int_equal(rim_clip_read(wide).corner_count, rim_clip_read(plain).corner_count);
        rim_hull_destroy(a);
        rim_hull_destroy(b);
    }
    rim_clip_destroy(wide);
    rim_clip_destroy(plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clip_is_what_all_triples_of_planes_say),
        cmocka_unit_test(one_call_tells_the_shared_volume),
        cmocka_unit_test(the_order_of_the_bodies_does_not_matter),
        cmocka_unit_test(a_cut_through_noise_leaves_a_closed_body),
        cmocka_unit_test(shared_and_not_shared_make_the_whole),
        cmocka_unit_test(boxes_plates_and_rods_are_what_all_triples_say),
        cmocka_unit_test(boxes_that_almost_touch_share_next_to_nothing),
        cmocka_unit_test(a_cut_makes_two_parts_of_one_body),
        cmocka_unit_test(a_power_of_two_scales_every_bit),
        cmocka_unit_test(wide_and_plain_kernels_give_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
