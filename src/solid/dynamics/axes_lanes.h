// Template: compiled anew by each file that includes it.
// Separating axes (Gottschalk, Lin, Manocha, "OBBTree", 1996), of LANES pairs of boxes at a time. Include
// lanes.h first.

typedef struct lane_box
{
    lanes p[3], axis[3][3], half[3], thin;
} lane_box;

LANES_INLINE lane_box load_boxes(const body_frame *frames, const int32_t index[LANES])
{
    lane_box box;
    lanes    row[4];
    int      stride = (int)(sizeof *frames / sizeof(float));
    lanes_gather4(frames->p, stride, index, row);
    for (int k = 0; k < 3; k++) box.p[k] = row[k];
    box.half[0] = row[3];
    lanes_gather4(frames->x, stride, index, row);
    for (int k = 0; k < 3; k++) box.axis[0][k] = row[k];
    box.half[1] = row[3];
    lanes_gather4(frames->y, stride, index, row);
    for (int k = 0; k < 3; k++) box.axis[1][k] = row[k];
    box.half[2] = row[3];
    lanes_gather4(frames->z, stride, index, row);
    for (int k = 0; k < 3; k++) box.axis[2][k] = row[k];
    box.thin = row[3];
    return box;
}

// The largest separation so far, which axis it is of, and the sign that makes it point from b to a.
typedef struct lane_best
{
    lanes gap, axis, along;
} lane_best;

LANES_INLINE void try_axis(lane_best *best, lanes gap, lanes along, int axis)
{
    lane_mask better = lanes_less(best->gap, gap);
    best->gap = lanes_pick(better, gap, best->gap);
    best->axis = lanes_pick(better, lanes_all((float)axis), best->axis);
    best->along = lanes_pick(better, along, best->along);
}

// What began with axis -1 and found one.
LANES_INLINE void take_better(lane_best *best, const lane_best *other)
{
    lane_mask better = lanes_less(lanes_all(-0.5f), other->axis);
    best->gap = lanes_pick(better, other->gap, best->gap);
    best->axis = lanes_pick(better, other->axis, best->axis);
    best->along = lanes_pick(better, other->along, best->along);
}

typedef struct lane_pair
{
    lanes a[3], b[3];       // half extents
    lanes r[3][3], m[3][3]; // axis i of a . axis j of b, and its size
    lanes t[3];             // from a to b, along the axes of a
    lanes s[3];             // the same along those of b
} lane_pair;

LANES_INLINE void box_axes_set_pair(lane_pair *q, const lane_box *a, const lane_box *b)
{
    lanes t[3];
    for (int k = 0; k < 3; k++) t[k] = b->p[k] - a->p[k];
    for (int i = 0; i < 3; i++)
    {
        q->a[i] = a->half[i];
        q->b[i] = b->half[i];
        q->t[i] = lanes_dot3(t, a->axis[i]);
        q->s[i] = lanes_dot3(t, b->axis[i]);
        for (int j = 0; j < 3; j++)
        {
            q->r[i][j] = lanes_dot3(a->axis[i], b->axis[j]);
            q->m[i][j] = lanes_abs(q->r[i][j]);
        }
    }
}

// Those of b must be a little better, so that of two faces that lie on each other always the same is chosen.
LANES_INLINE void box_axes_try_faces(lane_best *best, const lane_pair *q, lanes slack)
{
    lane_best other;
    for (int i = 0; i < 3; i++)
    {
        lanes reach = q->b[0] * q->m[i][0] + q->b[1] * q->m[i][1] + q->b[2] * q->m[i][2];
        try_axis(best, lanes_abs(q->t[i]) - (q->a[i] + reach), q->t[i], i);
    }
    other.gap = best->gap + slack;
    other.axis = lanes_all(-1.0f);
    other.along = best->along;
    for (int j = 0; j < 3; j++)
    {
        lanes reach = q->a[0] * q->m[0][j] + q->a[1] * q->m[1][j] + q->a[2] * q->m[2][j];
        try_axis(&other, lanes_abs(q->s[j]) - (q->b[j] + reach), q->s[j], 3 + j);
    }
    take_better(best, &other);
}

// Edges must part the boxes clearly better than the best face, so that boxes that lie flat do not rock.
LANES_INLINE void box_axes_try_edges(lane_best *best, const lane_pair *q, lanes slack)
{
    static const int next[3] = { 1, 2, 0 };
    lane_best        edge = { best->gap + slack, lanes_all(-1.0f), best->along };
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
        {
            int       i1 = next[i], i2 = next[i1], j1 = next[j], j2 = next[j1];
            lanes     square = q->r[i1][j] * q->r[i1][j] + q->r[i2][j] * q->r[i2][j];
            lanes     length = lanes_sqrt(square);
            lanes     along = q->t[i2] * q->r[i1][j] - q->t[i1] * q->r[i2][j];
            lanes     gap = lanes_abs(along) - (q->a[i1] * q->m[i2][j] + q->a[i2] * q->m[i1][j] +
                                            q->b[j1] * q->m[i][j2] + q->b[j2] * q->m[i][j1]);
            // Edges nearly parallel have no axis of their own.
            lane_mask parallel = lanes_less(length, lanes_all(0x1p-6f));
            gap = lanes_pick(parallel, lanes_all(-INFINITY), gap / length);
            try_axis(&edge, gap, along, 6 + 3 * i + j);
        }
    take_better(best, &edge);
}

static void separate_some(const body_frame *frames, const body_pair *pairs, int count,
                          pair_gap *out)
{
    int32_t a[LANES], b[LANES];
    float   gap[LANES], axis[LANES], along[LANES];
    for (int l = 0; l < LANES; l++)
    {
        a[l] = pairs[l < count ? l : 0].a;
        b[l] = pairs[l < count ? l : 0].b;
    }
    lane_box  f = load_boxes(frames, a), g = load_boxes(frames, b);
    lane_pair q;
    lane_best best = { lanes_all(-INFINITY), lanes_all(0.0f), lanes_all(1.0f) };
    lanes     thin = lanes_pick(lanes_less(f.thin, g.thin), f.thin, g.thin);
    box_axes_set_pair(&q, &f, &g);
    box_axes_try_faces(&best, &q, thin * lanes_all(0x1p-8f));
    box_axes_try_edges(&best, &q, thin * lanes_all(0x1p-6f));
    lanes_store(gap, best.gap);
    lanes_store(axis, best.axis);
    lanes_store(along, best.along);
    for (int l = 0; l < count; l++)
    {
        out[l].gap = gap[l];
        out[l].axis = (int)axis[l];
        out[l].turned = along[l] > 0.0f;
    }
}

void LANES_NAME(bodies_separate)(const body_frame *frames, const body_pair *pairs, int count,
                                 pair_gap *out)
{
    for (int i = 0; i < count; i += LANES)
        separate_some(frames, &pairs[i], count - i < LANES ? count - i : LANES, &out[i]);
}
