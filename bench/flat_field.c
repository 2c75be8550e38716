// W9: the exact distance of every pixel to the nearest solid one.
#include "flat.h"

#include <math.h>
#include <stdlib.h>

typedef struct fields
{
    const flat_set *set;
    float          *out;       // room for the largest sprite
    double         *spare;     // for the plain loop: a plane and four lines
    unsigned char  *empty[64]; // OpenCV's: 0 where solid
} fields;

// Squares are whole numbers: distances agree if these do.
static int64_t hash_of(const float *distances, int64_t count)
{
    uint64_t hash = 0;
    for (int64_t i = 0; i < count; i++)
        hash = hash * 31 + (uint64_t)llround((double)distances[i] * (double)distances[i]);
    return (int64_t)(hash >> 1);
}

static int64_t pixels_of(const sprite_image *s)
{
    return (int64_t)s->width * s->height;
}

static void w9_rimcast(const void *work, int64_t *answers)
{
    const fields *f = work;
    for (int i = 0; i < f->set->sprites->count; i++)
    {
        if (rim_field_measure(f->set->masks[i], RIM_FIELD_OUTSIDE, f->out, 0, NULL)) abort();
        if (answers) answers[i] = hash_of(f->out, pixels_of(&f->set->sprites->images[i]));
        bench_use((int64_t)f->out[0]);
    }
}

// The lower envelope of parabolas over a line of squares (Felzenszwalb and Huttenlocher, "Distance
// transforms of sampled functions", 2012), as it is usually written.
static void envelope(const double *from, int step, int count, double *to, double *meet,
                     double *root, double *line)
{
    int k = 0;
    for (int i = 0; i < count; i++) line[i] = from[(int64_t)i * step];
    root[0] = 0.0, meet[0] = -1e20, meet[1] = 1e20;
    for (int q = 1; q < count; q++)
    {
        double at;
        for (;; k--)
        {
            int v = (int)root[k];
            at = ((line[q] + (double)q * q) - (line[v] + (double)v * v)) / (2.0 * q - 2.0 * v);
            if (at > meet[k]) break;
        }
        k++;
        root[k] = q, meet[k] = at, meet[k + 1] = 1e20;
    }
    k = 0;
    for (int q = 0; q < count; q++)
    {
        while (meet[k + 1] < q) k++;
        int v = (int)root[k];
        to[(int64_t)q * step] = (double)(q - v) * (q - v) + line[v];
    }
}

static void w9_loop(const void *work, int64_t *answers)
{
    const fields *f = work;
    for (int i = 0; i < f->set->sprites->count; i++)
    {
        const sprite_image *s = &f->set->sprites->images[i];
        int                 w = s->width, h = s->height, side = w > h ? w : h;
        double             *plane = f->spare, *meet = plane + pixels_of(s), *root = meet + side + 2,
               *line = root + side + 1;
        for (int64_t k = 0; k < pixels_of(s); k++) plane[k] = f->set->bytes[i][k] ? 0.0 : 1e12;
        for (int x = 0; x < w; x++) envelope(plane + x, w, h, plane + x, meet, root, line);
        for (int y = 0; y < h; y++)
            envelope(plane + (int64_t)y * w, 1, w, plane + (int64_t)y * w, meet, root, line);
        for (int64_t k = 0; k < pixels_of(s); k++) f->out[k] = (float)sqrt(plane[k]);
        if (answers) answers[i] = hash_of(f->out, pixels_of(s));
        bench_use((int64_t)f->out[0]);
    }
}

static void w9_opencv(const void *work, int64_t *answers)
{
    enum
    {
        FLOATS_1 = 5,
        EUCLIDEAN = 2,
        PRECISE = 0
    };
    const fields      *f = work;
    const opencv_peer *cv = &f->set->opencv;
    for (int i = 0; i < f->set->sprites->count; i++)
    {
        const sprite_image *s = &f->set->sprites->images[i];
        void               *from = cv->header(s->height, s->width, 0),
             *to = cv->header(s->height, s->width, FLOATS_1);
        cv->set_data(from, f->empty[i], s->width);
        cv->set_data(to, f->out, 4 * s->width);
        cv->distances(from, to, EUCLIDEAN, PRECISE, NULL, NULL, 0);
        cv->release(&from), cv->release(&to);
        if (answers) answers[i] = hash_of(f->out, pixels_of(s));
    }
}

static bool fields_make(fields *f, const flat_set *set)
{
    int64_t most = 1;
    int     side = 1;
    f->set = set;
    for (int i = 0; i < set->sprites->count; i++)
    {
        const sprite_image *s = &set->sprites->images[i];
        int64_t             pixels = pixels_of(s);
        most = pixels > most ? pixels : most;
        side = s->width > side ? s->width : side;
        side = s->height > side ? s->height : side;
        if (!(f->empty[i] = malloc((size_t)pixels))) return false;
        for (int64_t k = 0; k < pixels; k++) f->empty[i][k] = !set->bytes[i][k];
    }
    f->out = malloc((size_t)most * sizeof *f->out);
    f->spare = malloc(((size_t)most + 4 * ((size_t)side + 2)) * sizeof *f->spare);
    return f->out && f->spare;
}

bool flat_distance_field(const bench_options *options, const flat_set *set)
{
    bench_case it = {
        .workload = "W9 distances",
        .input = set->sprites->name,
        .operations = set->sprites->count,
        .oracle = w9_loop,
        .runs = { { "rimcast", w9_rimcast, 0.0, false },
                  { "plain envelope", w9_loop, 0.0, false },
                  { "OpenCV, precise", set->opencv.distances ? w9_opencv : NULL,
                    set->large ? 2.3 : 3.0, false } },
        .run_count = 3,
    };
    if (!bench_wants(options, it.workload)) return true;
    fields f = { NULL, NULL, NULL, { NULL } };
    it.work = &f;
    bool right = fields_make(&f, set) && bench_measure(options, &it);
    for (int i = 0; i < set->sprites->count; i++) free(f.empty[i]);
    free(f.out), free(f.spare);
    return right;
}
