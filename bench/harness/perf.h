/* perf.h - contestant interface of the 2D sprite mask benchmark.
 *
 * One file per contestant.  A contestant fills a pf_contestant, leaves NULL
 * what it does not do, and registers itself from a constructor:
 *
 *     static const pf_contestant me = { .name = "mylib", ... };
 *     PF_REGISTER(me)
 *
 * Nothing else has to be edited: link the object file into `bench` (put it
 * next to the others as contestant_<name>.c, or pass it with
 * `make EXTRA_OBJS=...`).  See contestant_example_naive.c for a documented
 * example with every workload.
 *
 * Exact semantics (contestants are checked against the naive one):
 *  - a pixel is opaque iff alpha >= threshold;
 *  - pixel (x,y) of B lies over pixel (x+dx, y+dy) of A for offset (dx,dy);
 *  - W4: see pf_xf; W6: see radial; W11: see pf_sweep_pos.
 */
#ifndef PF_H
#define PF_H
#include <stdint.h>
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef struct pf_sprite
{
    int            w, h;
    const uint8_t *rgba; /* w*h*4, rows top to bottom, no padding */
    char           name[64];
} pf_sprite;

typedef struct pf_pt
{
    int32_t x, y;
} pf_pt;

/* Placement of a sprite in the world (W4).  The sprite's centre (w/2,h/2) is
 * put at (x,y), scaled by `scale`, rotated by `angle` radians.  World pixel
 * (X,Y), centre (X+.5,Y+.5), shows sprite pixel
 *     u = floor( ((X+.5-x)*cos + (Y+.5-y)*sin)/scale + w/2.0 )
 *     v = floor( (-(X+.5-x)*sin + (Y+.5-y)*cos)/scale + h/2.0 )
 * (nothing when outside 0..w-1, 0..h-1).  Two sprites touch iff some world
 * pixel shows an opaque pixel of both.  c,s are cos/sin of angle. */
typedef struct pf_xf
{
    double x, y, angle, scale, c, s;
} pf_xf;

typedef struct pf_pair
{
    int32_t a, b;
} pf_pair; /* a < b */

/* Result of W5 when asked for (NULL while timing: the contestant then leaves
 * the complete result in storage of its own). */
typedef struct pf_contours
{
    int    ncontours, npoints;
    int    cap_contours, cap_points;
    int   *start; /* first point of contour i; start[ncontours]==npoints */
    pf_pt *pts;   /* vertices; pixel coordinates, or pixel corners if crack */
    int    crack; /* set to 1 if vertices are pixel corners (crack-following) */
} pf_contours;

typedef void *pf_mask;

typedef struct pf_contestant
{
    const char *name;
    const char *note;

    /* W1.  Also used (untimed) to build what the other workloads receive. */
    pf_mask (*mask_from_rgba)(const pf_sprite *s, int threshold);
    void (*mask_free)(pf_mask m);
    /* W1p, optional: whatever a library may cache per sprite and may not
     * count in a query (hierarchies, distance fields...); timed on its own. */
    void (*prepare)(pf_mask m);
    void (*unprepare)(pf_mask m);

    /* W2, W3 */
    int (*overlap_any)(pf_mask a, pf_mask b, int dx, int dy);
    long (*overlap_area)(pf_mask a, pf_mask b, int dx, int dy);

    /* W4 */
    int (*overlap_any_xf)(pf_mask a, const pf_xf *xa, pf_mask b, const pf_xf *xb);

    /* W5 (called with tol < 0): outer contours of all islands, 8-connected, as
     * closed chains of boundary pixels.  Returns the number of vertices. */
    long (*contour)(pf_mask m, double tol, pf_contours *out);
    /* W5b (tol = 1.0 px): the same, simplified; may be the same function. */
    long (*contour_simplified)(pf_mask m, double tol, pf_contours *out);

    /* W6.  cs[2k],cs[2k+1] = direction of ray k.  For r = R, R-1, ... 0 with
     * R = max(w,h)/2 (integer) look at pixel (floor(w/2.0 + r*cs[2k]),
     * floor(h/2.0 + r*cs[2k+1])); r_out[k] = first r with an opaque pixel,
     * or -1. */
    void (*radial)(pf_mask m, int nrays, const double *cs, int *r_out);

    /* W7.  Is any of the points, moved by (-dx,-dy), on an opaque pixel of b?
     * (points are in A's pixel coordinates, b lies at (dx,dy) in A). */
    int (*points_vs_mask)(const pf_pt *pts, int n, pf_mask b, int dx, int dy);

    /* W8: number of 8-connected islands. */
    int (*components)(pf_mask m);

    /* W9: exact Euclidean distance of every pixel to the nearest opaque pixel
     * centre.  out: w*h floats (distance), or NULL while timing. */
    void (*distance)(pf_mask m, float *out);

    /* W10: n sprites (sprite i shows masks[of[i]]), one frame = new top-left
     * corners; report all pairs whose opaque pixels overlap.  The contestant
     * may keep state between frames.  Returns the number of pairs (and
     * stores up to cap of them). */
    void *(*many_create)(pf_mask *masks, const pf_sprite *sp, const int *of, int n);
    long (*many_frame)(void *st, const pf_pt *pos, pf_pair *out, long cap);
    void (*many_destroy)(void *st);
    int many_max_n; /* 0 = no limit */

    /* W11: a moves along pf_sweep_pos(p0,d,k,n), n = max(|dx|,|dy|); first
     * k in 0..n where it overlaps b (which lies at the origin; the position
     * is the top-left of a in b's pixels), or -1. */
    int (*sweep)(pf_mask a, pf_mask b, int x0, int y0, int dx, int dy);

    /* W4/W11/W5... results that are approximations by design: a string that
     * explains it, e.g. "W10: convex hulls instead of pixels". */
    const char *approx;
    int         max_size; /* 0 = no limit; skip larger sprites (very slow peers) */
    int         no_w1;    /* mask_from_rgba is glue, not the library: do not time it */
} pf_contestant;

/* round-half-up(v*k/n) added to p; n>0 */
static inline int pf_sweep_pos(int p, int v, int k, int n)
{
    int64_t t = 2 * (int64_t)v * k + n, d = 2 * (int64_t)n;
    int64_t q = t / d;
    if (t % d < 0) q--;
    return p + (int)q;
}

void pf_register(const pf_contestant *c);
#define PF_REGISTER(c)                                                                             \
    __attribute__((constructor)) static void pf_register_me_(void)                                 \
    {                                                                                              \
        pf_register(&(c));                                                                         \
    }

#ifdef __cplusplus
}
#endif
#endif
