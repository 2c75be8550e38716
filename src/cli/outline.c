// rimcast outline: computes outlines of images, as text and as a picture.
#include "command.h"
#include "files.h"
#include "image.h"
#include "inputs.h"
#include "options.h"
#include "outline_rings.h"
#include "picture.h"
#include "report.h"
#include "rimcast/export.h"
#include "rimcast/base.h"
#include "rimcast/outline.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum
{
    OUTLINE_COMMAND_RAYS = INPUT_OPTION_COUNT,
    MAX_ERROR,
    OUTLINE_COMMAND_THRESHOLD,
    OUTLINE_COMMAND_ANCHOR,
    FAITHFUL,
    STAGE,
    FLASH_EDGE,
    CONTOUR,
    TOLERANCE,
    CONTAIN,
    INSIDE,
    CONVEX,
    OUTLINE_COMMAND_TRIANGLES,
    MIN_SIDE,
    HOLES,
    FORMAT,
    OUTPUT,
    PICTURE,
    OUTLINE_COMMAND_FORCE,
    OUTLINE_COMMAND_QUIET,
    OUTLINE_COMMAND_OPTION_COUNT
};

// clang-format off
static const option outline_command_table[OUTLINE_COMMAND_OPTION_COUNT] = {
    INPUT_OPTIONS,
    [OUTLINE_COMMAND_RAYS]       = { "--rays", NULL, OPTION_WHOLE, 1, RIM_OUTLINE_MAX_RAYS, "36", { NULL } },
    [MAX_ERROR]  = { "--max-error", NULL, OPTION_NUMBER, 0, HUGE_VAL, "1.5", { NULL } },
    [OUTLINE_COMMAND_THRESHOLD]  = { "--threshold", NULL, OPTION_WHOLE, 0, 255, "128", { NULL } },
    [OUTLINE_COMMAND_ANCHOR]     = { "--anchor", NULL, OPTION_POINT, 0, 0, "16,31.5", { NULL } },
    [FAITHFUL]   = { "--faithful", NULL, OPTION_FLAG, 0, 0, "", { NULL } },
    [STAGE]      = { "--stage", NULL, OPTION_POINT, 0, 0, "200,150", { NULL } },
    [FLASH_EDGE] = { "--flash-edge", NULL, OPTION_FLAG, 0, 0, "", { NULL } },
    [CONTOUR]    = { "--contour", NULL, OPTION_FLAG, 0, 0, "", { NULL } },
    [TOLERANCE]  = { "--tolerance", NULL, OPTION_NUMBER, 0, HUGE_VAL, "1", { NULL } },
    [CONTAIN]    = { "--contain", NULL, OPTION_FLAG, 0, 0, "", { NULL } },
    [INSIDE]     = { "--inside", NULL, OPTION_FLAG, 0, 0, "", { NULL } },
    [CONVEX]     = { "--convex", NULL, OPTION_WHOLE, 3, 1000000, "8", { NULL } },
    [OUTLINE_COMMAND_TRIANGLES]  = { "--triangles", NULL, OPTION_FLAG, 0, 0, "", { NULL } },
    [MIN_SIDE]   = { "--min-side", NULL, OPTION_NUMBER, 0, 65536, "0.5", { NULL } },
    [HOLES]      = { "--holes", NULL, OPTION_FLAG, 0, 0, "", { NULL } },
    [FORMAT]     = { "--format", NULL, OPTION_CHOICE, 0, 0, "json", { "json", "csv", "svg", "c", "plist", "tiled", "godot", "box2d", "defold", "phaser", NULL } },
    [OUTPUT]     = { "--output", "-o", OPTION_PATH, 0, 0, "outline.json", { NULL } },
    [PICTURE]    = { "--picture", NULL, OPTION_PATH, 0, 0, "look.png", { NULL } },
    [OUTLINE_COMMAND_FORCE]      = { "--force", NULL, OPTION_FLAG, 0, 0, "", { NULL } },
    [OUTLINE_COMMAND_QUIET]      = { "--quiet", "-q", OPTION_FLAG, 0, 0, "", { NULL } },
};
// clang-format on

// The largest number of points of all outlines by rays: 64 for each of the largest number of frames. They take about 20
// seconds.
#define OUTLINE_MAX_POINTS ((int64_t)1 << 22)

typedef struct outline_command_state
{
    const option_value *options;
    rim_outline_record *records; // one an input, with points of their own
    int                 count, capacity;
    picture             shown;
    progress            bar;
    hints               hints;
    int64_t             points;  // of all rays
    bool                crowded; // there were too many; that was said
    bool                unmet;   // an outline is not within --max-error
} outline_command_state;

static bool outline_command_out_of_memory(const char *path)
{
    return complain("%s: out of memory; free some, or take fewer images at a time", path);
}

static bool report_share(void *context, double share)
{
    progress_step(context, share);
    return true;
}

// The points that are measured and painted, and for --faithful also the original's numbers.
typedef struct cast_points
{
    rim_edge_point     edge[RIM_OUTLINE_MAX_RAYS];
    rim_faithful_point faithful[RIM_OUTLINE_MAX_RAYS];
} cast_points;

// Casts rays for a record into points->edge, and for --faithful also into points->faithful.
static void outline_command_cast(const rim_mask *mask, const rim_outline_record *r, int rays,
                                 cast_points *points)
{
    if (r->kind == RIM_OUTLINE_FAITHFUL)
    {
        rim_outline_cast_faithful(mask, r->anchor, rays, &r->faithful, points->faithful);
        rim_outline_from_faithful(points->faithful, rays, points->edge);
    }
    else
        rim_outline_cast(mask, r->anchor, rays, points->edge);
}

// Searches as rim_outline_choose does, for the original method of casting.
static rim_status choose_faithful(rim_outline_choice *out, const rim_mask *mask,
                                  const rim_outline_record *r, double max_error,
                                  cast_points *points, progress *bar)
{
    memset(out, 0, sizeof *out);
    for (int rays = 3; rays <= RIM_OUTLINE_MAX_RAYS; rays++)
    {
        rim_outline_error error;
        outline_command_cast(mask, r, rays, points);
        rim_status status = rim_outline_measure(&error, mask, r->anchor, points->edge, rays, NULL);
        if (status) return status;
        if (rays == 3 || error.distance < out->error.distance)
        {
            out->rays = rays;
            out->error = error;
        }
        out->met = error.distance <= max_error;
        if (out->met) break;
        progress_step(bar, (double)rays / RIM_OUTLINE_MAX_RAYS);
    }
    return RIM_OK;
}

// Sets r->rays to the smallest number of rays with the wanted error. If there is none, sets it to that with the least
// error, sets j->unmet and prints an error, after which the command continues. `points` is scratch memory.
static rim_status outline_command_choose(outline_command_state *j, const rim_mask *mask,
                                         rim_outline_record *r, cast_points *points)
{
    double             wanted = j->options[MAX_ERROR].number;
    rim_progress       report = { report_share, &j->bar };
    rim_outline_choice choice;
    rim_status         status = r->kind == RIM_OUTLINE_FAITHFUL
                                    ? choose_faithful(&choice, mask, r, wanted, points, &j->bar)
                                    : rim_outline_choose(&choice, mask, r->anchor, wanted, &report, NULL);
    if (status) return status;
    r->rays = choice.rays;
    if (choice.met) return RIM_OK;

    char        wanted_text[RIM_NUMBER_TEXT], best[RIM_NUMBER_TEXT];
    const char *word = r->frame ? " frame " : "", *frame = r->frame ? r->frame : "";
    rim_number_print(wanted_text, wanted);
    rim_number_print_float(best, (float)choice.error.distance);
    progress_end(&j->bar);
    j->unmet = true;
    if (fabs(choice.error.distance) < INFINITY)
        complain("%s%s%s: no outline of 3 .. %d rays stays within %s px; the best, with %d rays "
                 "and %s px, is written; raise --max-error or move --anchor",
                 r->file, word, frame, RIM_OUTLINE_MAX_RAYS, wanted_text, choice.rays, best);
    else
        complain("%s%s%s: no outline of 3 .. %d rays has three points; lower --threshold or move "
                 "--anchor",
                 r->file, word, frame, RIM_OUTLINE_MAX_RAYS);
    return RIM_OK;
}

// Copies `count` elements for a record, which owns them.
static void *outline_command_store(const void *array, int count, size_t size)
{
    void *copy = malloc((size_t)count * size);
    if (copy) memcpy(copy, array, (size_t)count * size);
    return copy;
}

// Returns the contours and pieces that the options describe.
static ring_wish wish_of(const option_value *o)
{
    ring_wish wish = { .holes = o[HOLES].given, .tolerance = o[TOLERANCE].number };
    wish.kind = RIM_OUTLINE_CONTOUR;
    if (o[CONVEX].given) wish.kind = RIM_OUTLINE_CONVEX;
    if (o[OUTLINE_COMMAND_TRIANGLES].given) wish.kind = RIM_OUTLINE_TRIANGLES;
    wish.side = RIM_SIMPLIFY_NEAR;
    if (o[CONTAIN].given) wish.side = RIM_SIMPLIFY_CONTAIN;
    if (o[INSIDE].given) wish.side = RIM_SIMPLIFY_INSIDE;
    wish.pieces.max_corners = o[OUTLINE_COMMAND_TRIANGLES].given ? 3 : o[CONVEX].whole;
    wish.pieces.min_side = (float)o[MIN_SIDE].number;
    return wish;
}

// Finds the points of a record whose other members are set, and its error. The record owns the points.
static rim_status outline_command_trace(outline_command_state *j, const rim_mask *mask,
                                        rim_outline_record *r)
{
    cast_points *points = malloc(sizeof *points);
    if (!points) return RIM_ERR_MEMORY;

    rim_outline_error error;
    rim_status        status =
        j->options[MAX_ERROR].given ? outline_command_choose(j, mask, r, points) : RIM_OK;
    outline_command_cast(mask, r, r->rays, points);
    if (!status) status = rim_outline_measure(&error, mask, r->anchor, points->edge, r->rays, NULL);
    if (!status)
    {
        r->error = error.distance;
        r->points = outline_command_store(points->edge, r->rays, sizeof *r->points);
        r->faithful_points =
            outline_command_store(points->faithful, r->rays, sizeof *r->faithful_points);
        if (!r->points || !r->faithful_points) status = RIM_ERR_MEMORY;
    }
    free(points);
    return status;
}

// Returns the record of an image or frame: what the options and the input say, without points. The anchor is that of
// --anchor, or that of the frame, or the center.
static rim_outline_record record_of(const option_value *o, const input *in)
{
    const image       *im = in->pixels;
    rim_vec2           center = rim_vec2_make((float)im->width / 2.0f, (float)im->height / 2.0f);
    rim_outline_record r = { .file = im->path,
                             .frame = in->frame,
                             .place = in->place,
                             .width = im->width,
                             .height = im->height };
    r.threshold = o[OUTLINE_COMMAND_THRESHOLD].whole;
    r.anchor = in->has_anchor ? in->anchor : center;
    if (o[OUTLINE_COMMAND_ANCHOR].given) r.anchor = o[OUTLINE_COMMAND_ANCHOR].point;
    r.kind = o[FAITHFUL].given ? RIM_OUTLINE_FAITHFUL : RIM_OUTLINE_RAYS;
    if (o[CONTOUR].given) r.kind = wish_of(o).kind;
    r.faithful.stage = o[STAGE].point;
    r.faithful.flash_edge = o[FLASH_EDGE].given;
    r.rays = o[OUTLINE_COMMAND_RAYS].whole;
    return r;
}

// Returns a new record, zeroed, or NULL without memory.
static rim_outline_record *next_record(outline_command_state *j)
{
    if (j->count == j->capacity)
    {
        int                 capacity = j->capacity ? 2 * j->capacity : 16;
        rim_outline_record *grown = realloc(j->records, (size_t)capacity * sizeof *grown);
        if (!grown) return NULL;
        j->records = grown;
        j->capacity = capacity;
    }
    memset(&j->records[j->count], 0, sizeof *j->records);
    return &j->records[j->count++];
}

// Returns true if the outlines do not have too many points in all. Counts the outlines by rays so far, that of this
// input, and those of the frames after it in its image. Contours are not limited. Else returns false, and prints an
// error the first time.
static bool points_fit(outline_command_state *j, const input *in)
{
    const option_value *o = j->options;
    int64_t             points = j->points + (int64_t)in->rest * o[OUTLINE_COMMAND_RAYS].whole;
    if (o[CONTOUR].given || (!j->crowded && points <= OUTLINE_MAX_POINTS)) return true;
    if (!j->crowded)
        complain(
            "%s: with it the outlines would have %lld points, and %lld in all is the most; lower "
            "--rays or take fewer images at a time",
            in->pixels->path, (long long)points, (long long)OUTLINE_MAX_POINTS);
    j->crowded = true;
    return false;
}

// Traces the outline of an image or frame, and adds it to the records and the picture. Returns false after an error
// message.
static bool trace_input(void *context, const input *in)
{
    outline_command_state *j = context;
    const option_value    *o = j->options;
    if (!points_fit(j, in)) return false;
    rim_outline_record *r = next_record(j);
    if (!r) return outline_command_out_of_memory(in->pixels->path);
    rim_mask *mask = image_mask(in->pixels, o[OUTLINE_COMMAND_THRESHOLD].whole);
    if (!mask) return false;

    *r = record_of(o, in);
    hints_add(&j->hints, in, mask, r->threshold);
    ring_wish  wish = wish_of(o);
    rim_status status =
        o[CONTOUR].given ? outline_rings_trace(&wish, mask, r) : outline_command_trace(j, mask, r);
    bool good = status == RIM_OK;
    j->points += r->rays;
    if (!good)
        complain("%s: %s; free some memory or scale the image down", in->pixels->path,
                 rim_status_text(status));
    if (good && o[PICTURE].given) good = picture_add(&j->shown, in->pixels, mask, r, in->of);
    rim_mask_destroy(mask);
    return good;
}

static const char *output_of(const option_value *o)
{
    return o[OUTPUT].given ? o[OUTPUT].text : STANDARD_STREAM;
}

// Writes the document and the picture. Renames and prints nothing before both are ready. Returns false after an error
// message.
static bool write_out(const outline_command_state *j, bytes text, bytes drawing)
{
    const option_value *o = j->options;
    output              all[2] = { { 0 } };
    int                 count = o[PICTURE].given ? 2 : 1;
    bool                good = count == 1 || output_prepare(&all[1], o[PICTURE].text, drawing);
    good = good && output_prepare(&all[0], output_of(o), text);
    if (good) return outputs_commit(all, count);
    output_discard(&all[0]);
    output_discard(&all[1]);
    return false;
}

// Returns true if the format supports the records. Else prints an error. All other restrictions of formats are
// checked by the options.
static bool fits_format(const outline_command_state *j)
{
    if (j->options[FORMAT].whole != RIM_OUTLINE_DEFOLD) return true;
    const rim_outline_record *r = j->records;
    int64_t                   count = 0;
    if (j->count != 1)
        return complain(
            "outline: --format defold holds one shape, and there are %d; give one image "
            "at a time",
            j->count);
    if (r->loops) rim_loops_list(r->loops, &count);
    if (r->pieces) rim_partition_pieces(r->pieces, &count);
    return count > 0 ||
           complain("%s: has no shape, and --format defold needs one; lower --threshold", r->file);
}

// Writes all records in the chosen format, and the picture. Returns false after an error message.
static bool write_all(outline_command_state *j)
{
    if (!fits_format(j)) return false;
    bytes    text = { 0 }, drawing = { 0 };
    rim_sink sink = { bytes_append, &text };
    // The include guard of a C header is named after its file.
    if (j->count > 0 && !path_is_standard(output_of(j->options)))
        j->records[0].header = output_of(j->options);
    rim_status status =
        rim_outline_write(sink, (rim_outline_format)j->options[FORMAT].whole, j->records, j->count);
    bool good = status == RIM_OK;
    // All other errors of the writers are excluded by the checks of options, formats and inputs.
    if (!good) outline_command_out_of_memory("the output");
    if (good && j->options[PICTURE].given) good = picture_encode(&j->shown, &drawing);
    good = good && write_out(j, text, drawing);
    bytes_free(&text);
    bytes_free(&drawing);
    return good;
}

// Returns true if option `which` is not given or option `needed` is given. Else prints an error.
static bool has_needed(const option_value *o, int which, int needed)
{
    if (!o[which].given || o[needed].given) return true;
    return complain("outline: %s only means something with %s; add that or leave it out",
                    outline_command_table[which].name, outline_command_table[needed].name);
}

// Returns true unless both options are given. Else prints an error.
static bool outline_command_are_apart(const option_value *o, int one, int other)
{
    if (!o[one].given || !o[other].given) return true;
    return complain("outline: %s and %s exclude each other; give one of them",
                    outline_command_table[one].name, outline_command_table[other].name);
}

// Returns true if the options of contours go together. Else prints an error.
static bool contour_options_agree(const option_value *o)
{
    static const int of_contours[] = {
        TOLERANCE, CONTAIN, INSIDE, CONVEX, OUTLINE_COMMAND_TRIANGLES, MIN_SIDE, HOLES
    };
    static const int of_rays[] = { OUTLINE_COMMAND_RAYS, MAX_ERROR, FAITHFUL };
    for (size_t i = 0; i < sizeof of_contours / sizeof *of_contours; i++)
        if (!has_needed(o, of_contours[i], CONTOUR)) return false;
    for (size_t i = 0; i < sizeof of_rays / sizeof *of_rays; i++)
        if (!outline_command_are_apart(o, CONTOUR, of_rays[i])) return false;
    if (o[MIN_SIDE].given && !o[CONVEX].given && !o[OUTLINE_COMMAND_TRIANGLES].given)
        return complain("outline: --min-side only means something with --convex or --triangles; "
                        "add one or leave it out");
    return outline_command_are_apart(o, CONTAIN, INSIDE) &&
           outline_command_are_apart(o, CONVEX, OUTLINE_COMMAND_TRIANGLES);
}

// Returns true if all options go together. Else prints an error.
static bool outline_command_options_agree(const option_value *o)
{
    if (o[PICTURE].given && !o[OUTPUT].given && path_is_standard(o[PICTURE].text))
        return complain(
            "outline: the outline and --picture - both go to standard output; give the outline a "
            "file with -o");
    if (o[PICTURE].given && outputs_are_same(output_of(o), o[PICTURE].text))
        return complain("outline: -o and --picture name the same file; give two");
    if (!outline_command_are_apart(o, OUTLINE_COMMAND_RAYS, MAX_ERROR)) return false;
    if (!has_needed(o, STAGE, FAITHFUL) || !has_needed(o, FLASH_EDGE, FAITHFUL)) return false;
    return contour_options_agree(o);
}

// Sets the options that an engine's format needs and that were not given: contours within a pixel, and convex pieces
// for Box2D and Phaser. Changes nothing for other formats. Returns false after an error message, for an option that the
// format does not support.
static bool add_options_of_engine(option_value *o)
{
    int  format = o[FORMAT].whole;
    bool is_engine = format >= RIM_OUTLINE_PLIST; // the formats from it on
    bool box2d = format == RIM_OUTLINE_PLIST || format == RIM_OUTLINE_BOX2D;
    bool phaser = format == RIM_OUTLINE_PHASER;
    bool pieces = o[CONVEX].given || o[OUTLINE_COMMAND_TRIANGLES].given;
    if (!is_engine) return true;
    const char *name = outline_command_table[FORMAT].choices[format];
    if (o[OUTLINE_COMMAND_RAYS].given || o[MAX_ERROR].given || o[FAITHFUL].given)
        return complain("outline: --format %s is made of contours; leave --rays, --max-error and "
                        "--faithful out",
                        name);
    if (box2d && o[CONVEX].given && o[CONVEX].whole > RIM_BOX2D_MAX_CORNERS)
        return complain("outline: --format %s: Box2D takes %d corners a piece at most; "
                        "give --convex %d",
                        name, RIM_BOX2D_MAX_CORNERS, RIM_BOX2D_MAX_CORNERS);
    if (!box2d && !phaser && !pieces && o[HOLES].given)
        return complain("outline: --format %s has no polygons with holes; add --convex 8 or leave "
                        "--holes out",
                        name);
    o[CONTOUR].given = true;
    if (!o[TOLERANCE].given) o[TOLERANCE].number = 1.0;
    o[TOLERANCE].given = true;
    if ((box2d || phaser) && !pieces)
    {
        o[CONVEX].given = true;
        o[CONVEX].whole = RIM_BOX2D_MAX_CORNERS;
    }
    return true;
}

// Frees the records and the points that they own. NULL is allowed.
static void free_records(rim_outline_record *records, int count)
{
    for (int i = 0; records && i < count; i++)
    {
        free((void *)(uintptr_t)records[i].points);
        free((void *)(uintptr_t)records[i].faithful_points);
        outline_rings_free(&records[i]);
    }
    free(records);
}

// Runs the command: traces all inputs, then writes outlines and picture. Returns the exit status, which is EXIT_TROUBLE
// also if an outline is not within --max-error.
int command_outline(int argc, char **argv)
{
    option_value o[OUTLINE_COMMAND_OPTION_COUNT] = { [OUTLINE_COMMAND_RAYS] = { .whole = 36 },
                                                     [OUTLINE_COMMAND_THRESHOLD] = {
                                                         .whole = RIM_ALPHA_HALF } };
    arguments    files;
    if (!options_parse("outline", outline_command_table, OUTLINE_COMMAND_OPTION_COUNT, o, argc,
                       argv, &files))
        return EXIT_TROUBLE;
    inputs all;
    if (!add_options_of_engine(o) || !outline_command_options_agree(o) ||
        !inputs_gather(&all, "outline", o, files))
        return EXIT_TROUBLE;

    outline_command_state j = { .options = o };
    bool good = inputs_are_spared(&all, output_of(o), o[OUTLINE_COMMAND_FORCE].given);
    if (o[PICTURE].given)
        good = good && inputs_are_spared(&all, o[PICTURE].text, o[OUTLINE_COMMAND_FORCE].given);
    good = good && inputs_visit(&all, &j.bar, trace_input, &j) && write_all(&j);
    if (good && !o[OUTLINE_COMMAND_QUIET].given)
        hints_print(&j.hints, o[OUTLINE_COMMAND_THRESHOLD].whole);

    free_records(j.records, j.count);
    picture_free(&j.shown);
    inputs_free(&all);
    return good && !j.unmet ? EXIT_YES : EXIT_TROUBLE;
}
