// The adapter of the flat harness (perf.h tells what it asks).
/* Rimcast as a user links it: the installed static library. */
#include "perf.h"
#include "rimcast/rimcast.h"
#include <stdlib.h>
#include <string.h>
#include <math.h>

typedef struct
{
    rim_mask   *mask;
    rim_sprite *sprite;
    int         w, h;
} rm;

static pf_mask make(const pf_sprite *s, int threshold)
{
    rm       *m = calloc(1, sizeof *m);
    rim_image image = {
        .pixels = s->rgba, .width = s->w, .height = s->h, .layout = RIM_PIXELS_RGBA8
    };
    if (rim_mask_create_from_image(&m->mask, &image, threshold, NULL)) abort();
    m->w = s->w;
    m->h = s->h;
    return m;
}
static void unprepare(pf_mask p)
{
    rm *m = p;
    rim_sprite_destroy(m->sprite);
    m->sprite = NULL;
}
static void destroy(pf_mask p)
{
    rm *m = p;
    unprepare(m);
    rim_mask_destroy(m->mask);
    free(m);
}
static void prepare(pf_mask p)
{
    rm                *m = p;
    rim_sprite_options o = { 0 };
    if (!m->sprite && rim_sprite_create(&m->sprite, m->mask, &o)) abort();
}
static int any_mask(pf_mask a, pf_mask b, int dx, int dy)
{
    return rim_mask_overlaps(((rm *)a)->mask, ((rm *)b)->mask, dx, dy);
}
static int any(pf_mask a, pf_mask b, int dx, int dy)
{
    return rim_sprite_overlaps_at(((rm *)a)->sprite, ((rm *)b)->sprite, dx, dy);
}
static long area(pf_mask a, pf_mask b, int dx, int dy)
{
    return rim_mask_overlap_area(((rm *)a)->mask, ((rm *)b)->mask, dx, dy);
}

static rim_posed posed(rm *m, const pf_xf *t)
{
    /* sprite space: pixels from the anchor */
    rim_vec2   n = rim_sprite_anchor(m->sprite);
    double     c = t->c * t->scale, s = t->s * t->scale;
    double     ox = n.x - m->w / 2.0, oy = n.y - m->h / 2.0;
    rim_xform2 x = { (float)c,
                     (float)s,
                     (float)-s,
                     (float)c,
                     (float)(t->x + c * ox - s * oy),
                     (float)(t->y + s * ox + c * oy) };
    return rim_posed_make(m->sprite, x);
}
static int grid(pf_mask a, const pf_xf *xa, pf_mask b, const pf_xf *xb)
{
    return rim_sprite_overlaps_on_grid(posed(a, xa), posed(b, xb));
}
static int exact(pf_mask a, const pf_xf *xa, pf_mask b, const pf_xf *xb)
{
    return rim_sprite_overlaps(posed(a, xa), posed(b, xb));
}
static long contour(pf_mask p, double tol, pf_contours *out)
{
    rim_contours *all;
    if (rim_contours_create(&all, ((rm *)p)->mask, RIM_TOUCH_CORNERS, NULL)) abort();
    long n = 0;
    if (tol >= 0)
    {
        rim_loops *loops;
        if (rim_loops_create_simplified(&loops, all, tol, RIM_SIMPLIFY_NEAR, NULL)) abort();
        int64_t         k;
        const rim_loop *list = rim_loops_list(loops, &k);
        if (out)
        {
            out->ncontours = 0;
            out->npoints = 0;
            out->crack = 1;
        }
        for (int64_t i = 0; i < k; i++)
        {
            rim_loop l = list[i];
            if (l.area < 0) continue;
            n += (long)l.count;
            if (out)
            {
                if (out->ncontours >= out->cap_contours ||
                    out->npoints + (int)l.count > out->cap_points)
                    break;
                out->start[out->ncontours++] = out->npoints;
                for (size_t j = 0; j < l.count; j++)
                    out->pts[out->npoints++] = (pf_pt){ (int)l.points[j].x, (int)l.points[j].y };
                out->start[out->ncontours] = out->npoints;
            }
        }
        rim_loops_destroy(loops);
    }
    else
    {
        int64_t         k;
        const rim_ring *rings = rim_contours_rings(all, &k);
        if (out)
        {
            out->ncontours = 0;
            out->npoints = 0;
            out->crack = 1;
        }
        for (int64_t i = 0; i < k; i++)
        {
            rim_ring r = rings[i];
            if (r.area < 0) continue;
            n += (long)r.count;
            if (out)
            {

                if (out->ncontours >= out->cap_contours ||
                    out->npoints + (int)r.count > out->cap_points)
                    break;
                out->start[out->ncontours++] = out->npoints;
                for (size_t j = 0; j < (size_t)r.count; j++)
                    out->pts[out->npoints++] = (pf_pt){ r.corners[j].x, r.corners[j].y };
                out->start[out->ncontours] = out->npoints;
            }
        }
    }
    rim_contours_destroy(all);
    return n;
}
// Directions are made once and kept.
static void radial(pf_mask p, int n, const double *cs, int *r_out)
{
    rm                    *m = p;
    static int             made;
    static rim_sincos_pair directions[4096];
    static rim_edge_point  pt[4096];
    if (made != n) rim_outline_directions(made = n, directions);
    rim_outline_cast_along(m->mask, rim_vec2_make((float)m->w / 2.0f, (float)m->h / 2.0f), n,
                           directions, pt);
    for (int i = 0; i < n; i++)
        r_out[i] = pt[i].hit ? (int)(pt[i].at.x * cs[2 * i] + pt[i].at.y * cs[2 * i + 1]) : -1;
}
static int components(pf_mask p)
{
    int64_t k = 0;
    rim_mask_count_islands(((rm *)p)->mask, RIM_TOUCH_CORNERS, &k, NULL, NULL);
    return (int)k;
}
static float *buf;
static size_t cap;
static void   distance(pf_mask p, float *out)
{
    rm    *m = p;
    size_t n = (size_t)m->w * (size_t)m->h;
    if (!out)
    {
        if (n > cap) buf = realloc(buf, (cap = n) * 4);
        out = buf;
    }
    if (rim_field_measure(m->mask, RIM_FIELD_OUTSIDE, out, 0, NULL)) abort();
}
typedef struct
{
    rim_stage  *stage;
    rim_handle *h;
    rm        **m;
    rim_pair   *pairs;
    int         n;
} many;
static void *many_create(pf_mask *mk, const pf_sprite *sp, const int *of, int n)
{
    (void)sp;
    many             *s = calloc(1, sizeof *s);
    rim_stage_options o = { 0 };
    s->n = n;
    s->h = calloc((size_t)n, sizeof *s->h);
    s->m = calloc((size_t)n, sizeof *s->m);
    s->pairs = calloc((size_t)n * 40 + 64, sizeof *s->pairs);
    if (rim_stage_create(&s->stage, &o)) abort();
    for (int i = 0; i < n; i++)
    {
        s->m[i] = mk[of[i]];
        if (!s->m[i]->sprite) prepare(s->m[i]);
        rim_stage_item item = { .posed = rim_posed_make(s->m[i]->sprite, rim_xform2_identity()) };
        if (rim_stage_add(s->stage, &item, &s->h[i])) abort();
    }
    return s;
}
static long many_frame(void *st, const pf_pt *pos, pf_pair *out, long c)
{
    many *s = st;
    for (int i = 0; i < s->n; i++)
    {
        rim_vec2 n = rim_sprite_anchor(s->m[i]->sprite);
        rim_stage_move(
            s->stage, s->h[i],
            rim_xform2_translation(rim_vec2_make((float)pos[i].x + n.x, (float)pos[i].y + n.y)));
    }
    int k = rim_stage_pairs(s->stage, s->pairs, s->n * 40 + 64);
    for (int i = 0; i < k && i < c; i++)
    {
        int a = (int)s->pairs[i].a.slot, b = (int)s->pairs[i].b.slot;
        out[i] = a < b ? (pf_pair){ a, b } : (pf_pair){ b, a };
    }
    return k;
}
static void many_destroy(void *st)
{
    many *s = st;
    rim_stage_destroy(s->stage);
    free(s->h);
    free(s->m);
    free(s->pairs);
    free(s);
}
static int sweep(pf_mask a, pf_mask b, int x0, int y0, int dx, int dy)
{
    rm      *ma = a, *mb = b;
    rim_vec2 na = rim_sprite_anchor(ma->sprite), nb = rim_sprite_anchor(mb->sprite);
    rim_hit2 h = rim_sprite_sweep(
        rim_posed_make(ma->sprite,
                       rim_xform2_translation(rim_vec2_make((float)x0 + na.x, (float)y0 + na.y))),
        rim_vec2_make((float)dx, (float)dy),
        rim_posed_make(mb->sprite, rim_xform2_translation(nb)));
    int n = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
    return h.hit ? (int)ceil(h.t * n) : -1;
}
static const pf_contestant me = {
    .name = "rimcast",
    .note = "baked sprites; W4 on the grid",
    .mask_from_rgba = make,
    .mask_free = destroy,
    .prepare = prepare,
    .unprepare = unprepare,
    .overlap_any = any,
    .overlap_area = area,
    .overlap_any_xf = grid,
    .contour = contour,
    .contour_simplified = contour,
    .radial = radial,
    .components = components,
    .distance = distance,
    .many_create = many_create,
    .many_frame = many_frame,
    .many_destroy = many_destroy,
    .sweep = sweep,
};
static const pf_contestant bare = {
    .name = "rimcast_exact",
    .note = "bare masks in W2; W4 exact area",
    .no_w1 = 1,
    .mask_from_rgba = make,
    .mask_free = destroy,
    .prepare = prepare,
    .unprepare = unprepare,
    .overlap_any = any_mask,
    .overlap_any_xf = exact,
};
__attribute__((constructor)) static void reg(void)
{
    pf_register(&me);
    pf_register(&bare);
}
