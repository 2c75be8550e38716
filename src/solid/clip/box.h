// Template: compiled anew by each file that includes it.
// What two boxes share, weighed without cutting. Include solid/shape/four_plain.h or solid/shape/four_avx2.h first.
//
// The shared body's edges lie on 60 lines that are known before: the 12 edges of each box, and the 36 lines in which
// a face of a meets a face of b. What is shared of each is what lies within the other slabs: from the last of their
// lower ends to the first of their upper ends, or nothing. And what an edge adds to volume and moments does not
// depend on where it leads to. So nothing is searched, and nothing has to be guessed.
//
// Let p be relative to an apex near the shared body, and a face stand at distance d along its outer normal N. The
// cone from the apex to the triangle between the face's foot, d N, and an edge p q that is r away from the foot has
//
//      6 volume = d r |q - p|        24 first moment = (6 volume) (d N + p + q)
//
// and each edge has two faces. A line of the face x_i = D of a and the face y_l = E of b, D = +- d, has with
// M = e_i . n_l, w = 1 - M^2
//
//      direction e_i x n_l, whose square is w;  points  (h e_i + g n_l) / w + u (e_i x n_l)
//      h = D - M E,  g = E - M D                where  r |q - p| = +- g (u' - u) for a, +- h (u' - u) for b
//
// An edge of a box is the same with M = 0. i, j, k and l, m, n are cyclic; M_il is the axis l of b along the axis i of
// a. What has two signs each of two faces is in four lanes, the first face's sign the slower. All is relative to the
// apex, so that little is lost of small bodies; but what is nearly parallel, or thin, is not decided here.
#include "solid/clip/data.h"
#include "solid/query/relative_pose.h"

// No M may be less.
#define CLIP_BOX_PARALLEL 0x1p-12
// Of the size: who misses all lines by more shares nothing.
#define CLIP_BOX_CLEAR 0x1p-30
// Of the size cubed: what the volume times the least M must exceed. An end is uncertain by a rounding over M.
#define CLIP_BOX_THICK 0x1p-20

// Each step knows only what the one before wrote down: inlined, all of it would be kept in more registers than
// there are.
#ifdef CPU_GNU
#define BOX_STEP FOUR_TARGET __attribute__((noinline)) static
#else
#define BOX_STEP static
#endif

// Slabs that end a line at  ratio * (where it is) + [low, high]  or minus that: [l][i] for the line i, l.
typedef struct box_slab
{
    double ratio[3][4], low[3][4], high[3][4];
} box_slab;

// That end an edge at  [low, high] - slow * (where it is) - fast * (where it is).
typedef struct box_slabs
{
    double slow[3][4], fast[3][4], low[3][4], high[3][4];
} box_slabs;

typedef struct box_numbers
{
    double    m[3][4], share[3][4];               // [l][i]: M_il; 2 / (1 - M_il^2)
    double    lo_a[4], hi_a[4], lo_b[4], hi_b[4]; // where the faces are
    box_slab  a_j, a_k, b_m, b_n;
    box_slabs edges_a, edges_b; // [l][k] for the edge k of a; [m][i] for the edge m of b
} box_numbers;

typedef struct box_range
{
    four lo, hi;
} box_range;

// Where the faces are; the first face's sign is the slower.
typedef struct box_faces
{
    four slow_a[3], fast_a[3], slow_b[3], fast_b[3];
} box_faces;

// 6 volumes and 24 first moments along the axes of a and of b.
typedef struct box_sum
{
    four volume, a[3], b[3];
} box_sum;

FOUR_INLINE four box_next(four a)
{
    return four_turn(a);
}

FOUR_INLINE four box_last(four a)
{
    return FOUR_LANES(a, 2, 0, 1, 3);
}

FOUR_INLINE four box_place(const hull_place *p)
{
    return four_load((const double *)(const void *)p);
}

FOUR_INLINE void box_add(four *sum, four a)
{
    *sum = four_add(*sum, a);
}

FOUR_INLINE void box_narrow(box_range *r, four lo, four hi)
{
    r->lo = four_max(r->lo, lo);
    r->hi = four_min(r->hi, hi);
}

// --- before the lines --------------------------------------------------------------------------------------

FOUR_INLINE void box_set_ends(double low[4], double high[4], four over, four lo, four hi)
{
    four p = four_mul(over, lo), q = four_mul(over, hi);
    four_store(low, four_min(p, q));
    four_store(high, four_max(p, q));
}

FOUR_INLINE void box_set_slab(box_slab *slab, int l, four m, four over, four share, four lo,
                              four hi)
{
    four_store(slab->ratio[l], four_mul(four_mul(m, over), share));
    box_set_ends(slab->low[l], slab->high[l], over, lo, hi);
}

FOUR_INLINE void box_set_slabs(box_slabs *slabs, int l, four slow, four fast, four over, four lo,
                               four hi)
{
    four_store(slabs->slow[l], four_mul(slow, over));
    four_store(slabs->fast[l], four_mul(fast, over));
    box_set_ends(slabs->low[l], slabs->high[l], over, lo, hi);
}

// M, 1 / M and 1 / (1 - M^2), from one division.
typedef struct box_axis
{
    four m, over, share;
} box_axis;

FOUR_INLINE box_axis box_divide(four m)
{
    four     square = four_mul(m, m), rest = four_add(box_next(square), box_last(square));
    four     both = four_div(four_all(1.0), four_mul(m, rest));
    box_axis axis = { m, four_mul(both, rest), four_mul(both, m) };
    return axis;
}

FOUR_INLINE void box_set(box_numbers *x, int l, const box_axis *own, const box_axis *next,
                         const box_axis *last, four lo, four hi)
{
    int  m = (l + 1) % 3, n = (l + 2) % 3;
    four m_j = box_next(own->m), m_k = box_last(own->m), share = own->share;
    four_store(x->m[l], own->m);
    four_store(x->share[l], four_add(share, share));
    box_set_slab(&x->a_j, l, m_j, box_last(own->over), share, box_next(lo), box_next(hi));
    box_set_slab(&x->a_k, l, m_k, box_next(own->over), share, box_last(lo), box_last(hi));
    box_set_slab(&x->b_m, l, next->m, last->over, share, four_all(x->lo_b[m]),
                 four_all(x->hi_b[m]));
    box_set_slab(&x->b_n, l, last->m, next->over, share, four_all(x->lo_b[n]),
                 four_all(x->hi_b[n]));
    box_set_slabs(&x->edges_a, l, m_j, m_k, own->over, four_all(x->lo_b[l]), four_all(x->hi_b[l]));
    box_set_slabs(&x->edges_b, l, next->m, last->m, own->over, lo, hi);
}

// a, b: the half sides; the apex in both frames.
BOX_STEP void box_prepare(box_numbers *x, const columns *turn, four a, four apex, four b,
                          four apex_b)
{
    four     lo = four_sub(four_sub(four_all(0.0), a), apex), hi = four_sub(a, apex);
    box_axis p = box_divide(turn->x), q = box_divide(turn->y), r = box_divide(turn->z);
    four_store(x->lo_a, lo);
    four_store(x->hi_a, hi);
    four_store(x->lo_b, four_sub(four_sub(four_all(0.0), b), apex_b));
    four_store(x->hi_b, four_sub(b, apex_b));
    box_set(x, 0, &p, &q, &r, lo, hi);
    box_set(x, 1, &q, &r, &p, lo, hi);
    box_set(x, 2, &r, &p, &q, lo, hi);
}

FOUR_INLINE void box_find_faces(box_faces *f, const box_numbers *x)
{
    for (int i = 0; i < 3; i++)
    {
        four lo = four_all(x->lo_a[i]), hi = four_all(x->hi_a[i]);
        f->slow_a[i] = four_low_halves(lo, hi);
        f->fast_a[i] = four_low_pairs(lo, hi);
        lo = four_all(x->lo_b[i]), hi = four_all(x->hi_b[i]);
        f->slow_b[i] = four_low_halves(lo, hi);
        f->fast_b[i] = four_low_pairs(lo, hi);
    }
}

// --- lines and edges ---------------------------------------------------------------------------------------

FOUR_INLINE box_range box_line(const box_numbers *x, int i, int l, four g, four h)
{
    four      at = four_mul(g, four_all(x->a_j.ratio[l][i]));
    box_range r = { four_sub(at, four_all(x->a_j.high[l][i])),
                    four_sub(at, four_all(x->a_j.low[l][i])) };
    at = four_mul(g, four_all(x->a_k.ratio[l][i]));
    box_narrow(&r, four_sub(four_all(x->a_k.low[l][i]), at),
               four_sub(four_all(x->a_k.high[l][i]), at));
    at = four_mul(h, four_all(x->b_m.ratio[l][i]));
    box_narrow(&r, four_sub(four_all(x->b_m.low[l][i]), at),
               four_sub(four_all(x->b_m.high[l][i]), at));
    at = four_mul(h, four_all(x->b_n.ratio[l][i]));
    box_narrow(&r, four_sub(at, four_all(x->b_n.high[l][i])),
               four_sub(at, four_all(x->b_n.low[l][i])));
    return r;
}

FOUR_INLINE void box_end_edge(box_range *r, const box_slabs *slabs, int l, int i, four d, four e)
{
    four at = four_add(four_mul(d, four_all(slabs->slow[l][i])),
                       four_mul(e, four_all(slabs->fast[l][i])));
    box_narrow(r, four_sub(four_all(slabs->low[l][i]), at),
               four_sub(four_all(slabs->high[l][i]), at));
}

FOUR_INLINE box_range box_edge_a(const box_numbers *x, int k, four d, four e)
{
    box_range r = { four_all(x->lo_a[k]), four_all(x->hi_a[k]) };
    box_end_edge(&r, &x->edges_a, 0, k, d, e);
    box_end_edge(&r, &x->edges_a, 1, k, d, e);
    box_end_edge(&r, &x->edges_a, 2, k, d, e);
    return r;
}

FOUR_INLINE box_range box_edge_b(const box_numbers *x, int m, four d, four e)
{
    box_range r = { four_all(x->lo_b[m]), four_all(x->hi_b[m]) };
    box_end_edge(&r, &x->edges_b, m, 0, d, e);
    box_end_edge(&r, &x->edges_b, m, 1, d, e);
    box_end_edge(&r, &x->edges_b, m, 2, d, e);
    return r;
}

// The signs of both faces are those of the lanes.
FOUR_INLINE four box_signed(four a)
{
    return four_mul(a, four_set(1.0, -1.0, -1.0, 1.0));
}

FOUR_INLINE four box_length(box_range r)
{
    return four_max(four_sub(r.hi, r.lo), four_all(0.0));
}

FOUR_INLINE void box_weigh_line(box_sum *sum, const box_faces *f, const box_numbers *x, int i,
                                int l)
{
    int       j = (i + 1) % 3, k = (i + 2) % 3;
    four      d = f->slow_a[i], e = f->fast_b[l], m = four_all(x->m[l][i]);
    four      g = four_sub(e, four_mul(m, d)), h = four_sub(d, four_mul(m, e));
    box_range r = box_line(x, i, l, g, h);
    four      length = box_signed(box_length(r));
    four      of_a = four_mul(four_mul(d, g), length), of_b = four_mul(four_mul(e, h), length);
    four      both = four_add(of_a, of_b), feet = four_mul(both, four_all(x->share[l][i]));
    four      along = four_mul(both, four_add(r.lo, r.hi));
    box_add(&sum->volume, both);
    box_add(&sum->a[i], four_add(four_mul(feet, h), four_mul(of_a, d)));
    box_add(&sum->b[l], four_add(four_mul(feet, g), four_mul(of_b, e)));
    box_add(&sum->a[k], four_mul(along, four_all(x->m[l][j])));
    sum->a[j] = four_sub(sum->a[j], four_mul(along, four_all(x->m[l][k])));
}

// An edge along the axis k between faces at d and e: both are met at a right angle.
FOUR_INLINE void box_weigh_edge(four *volume, four moment[3], box_range r, int k, four d, four e)
{
    four one = four_mul(four_mul(d, e), box_signed(box_length(r))), both = four_add(one, one);
    four five = four_mul(one, four_all(5.0));
    box_add(volume, both);
    box_add(&moment[(k + 1) % 3], four_mul(five, d));
    box_add(&moment[(k + 2) % 3], four_mul(five, e));
    box_add(&moment[k], four_mul(both, four_add(r.lo, r.hi)));
}

FOUR_INLINE void box_weigh_edges(box_sum *sum, const box_faces *f, const box_numbers *x, int k)
{
    four d = f->slow_a[(k + 1) % 3], e = f->fast_a[(k + 2) % 3];
    box_weigh_edge(&sum->volume, sum->a, box_edge_a(x, k, d, e), k, d, e);
    d = f->slow_b[(k + 1) % 3], e = f->fast_b[(k + 2) % 3];
    box_weigh_edge(&sum->volume, sum->b, box_edge_b(x, k, d, e), k, d, e);
}

FOUR_INLINE four box_lanes(four p, four q, four r, four t)
{
    four pq = four_add(four_low_pairs(p, q), four_high_pairs(p, q));
    four rt = four_add(four_low_pairs(r, t), four_high_pairs(r, t));
    return four_add(four_low_halves(pq, rt), four_high_halves(pq, rt));
}

// The moment of a, and behind it the volume; the moment of b.
BOX_STEP void box_weigh(double of_a[4], double of_b[4], const box_numbers *x)
{
    four      zero = four_all(0.0);
    box_sum   sum = { zero, { zero, zero, zero }, { zero, zero, zero } };
    box_faces f;
    box_find_faces(&f, x);
    box_weigh_line(&sum, &f, x, 0, 0);
    box_weigh_line(&sum, &f, x, 0, 1);
    box_weigh_line(&sum, &f, x, 0, 2);
    box_weigh_line(&sum, &f, x, 1, 0);
    box_weigh_line(&sum, &f, x, 1, 1);
    box_weigh_line(&sum, &f, x, 1, 2);
    box_weigh_line(&sum, &f, x, 2, 0);
    box_weigh_line(&sum, &f, x, 2, 1);
    box_weigh_line(&sum, &f, x, 2, 2);
    box_weigh_edges(&sum, &f, x, 0);
    box_weigh_edges(&sum, &f, x, 1);
    box_weigh_edges(&sum, &f, x, 2);
    four_store(of_a, box_lanes(sum.a[0], sum.a[1], sum.a[2], sum.volume));
    four_store(of_b, box_lanes(sum.b[0], sum.b[1], sum.b[2], zero));
}

FOUR_INLINE four box_longer(four longest, box_range r)
{
    return four_max(longest, four_sub(r.hi, r.lo));
}

// Is every line missed by more than that?
BOX_STEP bool box_all_missed(const box_numbers *x, double by)
{
    four      longest = four_all(-INFINITY);
    box_faces f;
    box_find_faces(&f, x);
    for (int i = 0; i < 3; i++)
    {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        longest = box_longer(longest, box_edge_a(x, i, f.slow_a[j], f.fast_a[k]));
        longest = box_longer(longest, box_edge_b(x, i, f.slow_b[j], f.fast_b[k]));
        for (int l = 0; l < 3; l++)
        {
            four d = f.slow_a[i], e = f.fast_b[l], m = four_all(x->m[l][i]);
            four g = four_sub(e, four_mul(m, d)), h = four_sub(d, four_mul(m, e));
            longest = box_longer(longest, box_line(x, i, l, g, h));
        }
    }
    return four_bits(four_less(longest, four_all(-by))) == 15;
}

// --- the pair ----------------------------------------------------------------------------------------------

FOUR_INLINE bool box_any(four_mask m)
{
    return (four_bits(m) & 7) != 0;
}

FOUR_TARGET rim_clip_kind FOUR_NAME(clip_boxes)(rim_clip *clip, const rim_hull *base,
                                                const rim_hull *other, bool *sure)
{
    const clip_frame *map = &clip->poses.between;
    columns           turn = { box_place(&map->x), box_place(&map->y), box_place(&map->z) };
    columns           sizes = { four_abs(turn.x), four_abs(turn.y), four_abs(turn.z) };
    four              least = four_min(four_min(sizes.x, sizes.y), sizes.z);
    four              a = box_place(&base->box_half), b = box_place(&other->box_half);
    four              middle = box_place(&base->box_middle), zero = four_all(0.0);
    double            size = clip->size;

    // Apart along the axis of a face; else the apex is in the middle of what the bounds share along the axes of a.
    four c = columns_apply(&turn, box_place(&other->box_middle));
    c = four_sub(four_add(c, box_place(&map->move)), middle);
    four clear = four_all(CLIP_BOX_CLEAR * size);
    four reach = columns_apply(&sizes, b), lo = four_max(four_sub(zero, a), four_sub(c, reach));
    four hi = four_min(a, four_add(c, reach)), distance = four_abs(columns_unapply(&turn, c));
    four touching = four_add(columns_unapply(&sizes, a), b);
    *sure = box_any(four_less(clear, four_sub(lo, hi))) ||
            box_any(four_less(clear, four_sub(distance, touching)));
    if (*sure || box_any(four_less(least, four_all(CLIP_BOX_PARALLEL)))) return RIM_CLIP_EMPTY;

    box_numbers x;
    double      of_a[4], of_b[4];
    four        apex = four_mul(four_add(lo, hi), four_all(0.5));
    box_prepare(&x, &turn, a, apex, b, columns_unapply(&turn, four_sub(apex, c)));
    box_weigh(of_a, of_b, &x);
    double volume6 = of_a[3];
    *sure = !box_any(four_less_equal(four_mul(least, four_all(volume6)),
                                     four_all(6.0 * CLIP_BOX_THICK * (size * size * size))));
    if (*sure)
    {
        clip->volume = volume6 / 6.0;
        clip->first = vec3d_of(four_add(four_load(of_a), columns_apply(&turn, four_load(of_b))));
        clip->origin = vec3d_of(four_add(apex, middle));
        return RIM_CLIP_SOLID;
    }
    *sure = volume6 == 0.0 && box_all_missed(&x, CLIP_BOX_CLEAR * size);
    return RIM_CLIP_EMPTY;
}
