/* h3d.h - contestant interface of the 3D collision bench.
   One file per contestant; it fills an h3_contestant and calls h3_register()
   from a constructor (see H3_REGISTER).  Every entry is a *batch* call, so the
   only per-operation cost is the contestant's own.  NULL entry = does not take part.
   All inputs are 32-bit floats; units are metres, y is up. */
#ifndef H3D_H
#define H3D_H
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef struct
{
    float x, y, z;
} h3_v3;
typedef struct
{
    h3_v3 p;
    float q[4];
} h3_pose; /* q = x y z w, unit */

/* convex polytope: vertices, faces (ccw loops seen from outside), outward unit planes n.x = d, edges */
typedef struct
{
    int          nv;
    const h3_v3 *v;
    int          nf;
    const int   *off;
    const int   *idx; /* face f = idx[off[f]..off[f+1]) */
    const float (*pl)[4];
    int ne;
    const int (*edge)[2];
} h3_hull;

typedef struct
{
    float dist;
    h3_v3 a, b;
} h3_dist; /* dist = 0: overlapping; a,b witness points, world */
typedef struct
{
    int   hit;
    float depth;
    h3_v3 n;
    int   np;
} h3_pen; /* moving B by n*depth separates; np manifold points */
typedef struct
{
    double vol;
    double c[3];
} h3_vol;

typedef struct
{
    h3_v3 a, b;
    float r;
} h3_cap; /* sphere: a == b */
typedef struct
{
    h3_v3 v[3];
} h3_tri;
typedef struct
{
    h3_cap c;
    h3_v3  d;
} h3_sweep; /* capsule moved by d, t in [0,1] */
typedef struct
{
    h3_v3 o, d;
    float tmax;
} h3_ray; /* d unit, t in metres */
typedef struct
{
    h3_v3 lo, hi;
} h3_box;
typedef struct
{
    int   hit;
    float t;
    h3_v3 n;
    int   tri;
} h3_hit; /* n opposes the motion; tri = -1 if unknown */

typedef struct
{
    int          nv;
    const h3_v3 *v;
    int          nt;
    const int   *idx;
} h3_mesh;

#define H3_CAP 1020
typedef struct
{
    int n;
    int tri[H3_CAP];
} h3_list; /* out of range entries are counted, not stored */
static inline void h3_add(h3_list *l, int t)
{
    if (l->n < H3_CAP) l->tri[l->n] = t;
    l->n++;
}

typedef struct
{
    float radius, half_seg, step, slope_deg, gravity;
} h3_charpar; /* capsule along y */

typedef struct h3_contestant
{
    const char *name, *info;
    /* convex hulls */
    void *(*hull_create)(const h3_hull *); /* NULL result: cannot represent it */
    void (*hull_destroy)(void *);
    void (*hull_distance)(void *const *a, void *const *b, const h3_pose *pa, const h3_pose *pb,
                          int n, h3_dist *out);
    void (*hull_penetration)(void *const *a, void *const *b, const h3_pose *pa, const h3_pose *pb,
                             int n, h3_pen *out);
    void (*hull_volume)(void *const *a, void *const *b, const h3_pose *pa, const h3_pose *pb, int n,
                        h3_vol *out);
    /* coherent stream: pair k moves through ns poses; state may be warm started inside one pair */
    void (*hull_distance_warm)(void *a, void *b, const h3_pose *pa, const h3_pose *pb, int ns,
                               h3_dist *out);
    /* one triangle */
    void (*tri_distance)(
        const h3_cap *c, const h3_tri *t, int n,
        h3_dist *out); /* dist between core segment and triangle, minus r; <0 allowed */
    void (*tri_sweep)(const h3_sweep *s, const h3_tri *t, int n, h3_hit *out);
    /* meshes */
    void *(*mesh_create)(const h3_mesh *, size_t *bytes);
    void (*mesh_destroy)(void *);
    void (*mesh_ray)(void *, const h3_ray *, int n, h3_hit *out);
    void (*mesh_box)(
        void *, const h3_box *, int n,
        h3_list *
            out); /* all triangles whose box meets the box; supersets are counted as false positives */
    void (*mesh_sphere)(void *, const h3_cap *, int n,
                        h3_list *out); /* all triangles within r, exact */
    void (*mesh_capsule)(void *, const h3_cap *, int n, h3_list *out);
    void (*mesh_sweep)(void *, const h3_sweep *, int n,
                       h3_hit *out); /* first contact; sphere when a==b */
    /* characters */
    void *(*char_create)(const h3_mesh *, const h3_charpar *, int n, const h3_v3 *start);
    void (*char_step)(void *, const h3_v3 *wish, float dt); /* wish: horizontal velocity */
    void (*char_get)(void *, h3_v3 *centre);
    void (*char_destroy)(void *);
    /* rigid bodies: n cubes of half extent 0.5 above the plane y=0 */
    void *(*rb_create)(int n, const h3_pose *start, const h3_v3 *vel, int spheres);
    void (*rb_step)(void *, float dt);
    void (*rb_get)(void *, h3_v3 *pos);
    void (*rb_destroy)(void *);
    int mesh_slow; /* 1: brute force, skip for big meshes */
} h3_contestant;

void h3_register(const h3_contestant *);
#define H3_REGISTER(c)                                                                             \
    __attribute__((constructor)) static void h3_reg_##c(void)                                      \
    {                                                                                              \
        h3_register(&c);                                                                           \
    }

/* shared exact tests in float for adapters whose peer only yields box candidates (own code, tri_tests.c) */
float h3_tri_point_d2(const h3_v3 *t0, const h3_v3 *t1, const h3_v3 *t2, const h3_v3 *p);
float h3_tri_seg_d2(const h3_v3 *t0, const h3_v3 *t1, const h3_v3 *t2, const h3_v3 *a,
                    const h3_v3 *b);

#ifdef __cplusplus
}
#endif
#endif
