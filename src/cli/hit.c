// rimcast hit: tests whether two sprites touch, and when a sprite that moves first touches another.
#include "command.h"
#include "files.h"
#include "image.h"
#include "inputs.h"
#include "options.h"
#include "report.h"
#include "rimcast/sprite_query.h"
#include "rimcast/base.h"
#include "rimcast/sprite.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

enum
{
    AT,
    MOVE,
    ROTATE,
    SCALE,
    FLIP,
    HIT_ANCHOR,
    HIT_THRESHOLD,
    HIT_RAYS,
    HIT_QUIET,
    HIT_OPTION_COUNT
};

// clang-format off
static const option hit_table[HIT_OPTION_COUNT] = {
    [AT]        = { "--at", NULL, OPTION_POINT, 0, 0, "40,25", { NULL } },
    [MOVE]      = { "--move", NULL, OPTION_POINT, 0, 0, "100,0", { NULL } },
    [ROTATE]    = { "--rotate", NULL, OPTION_NUMBER, -DBL_MAX, DBL_MAX, "30", { NULL } },
    [SCALE]     = { "--scale", NULL, OPTION_ABOVE, 0, 1e6, "1.5", { NULL } },
    [FLIP]      = { "--flip", NULL, OPTION_CHOICE, 0, 0, "h", { "h", "v", NULL } },
    [HIT_ANCHOR]    = { "--anchor", NULL, OPTION_POINT, 0, 0, "16,31.5", { NULL } },
    [HIT_THRESHOLD] = { "--threshold", NULL, OPTION_WHOLE, 0, 255, "128", { NULL } },
    [HIT_RAYS]      = { "--rays", NULL, OPTION_WHOLE, 1, RIM_OUTLINE_MAX_RAYS, "36", { NULL } },
    [HIT_QUIET]     = { "--quiet", "-q", OPTION_FLAG, 0, 0, "", { NULL } },
};
// clang-format on

// Loads an image as a sprite, with the anchor of --anchor if `anchored` is true, else its center. Adds its hints to
// *to_say, which borrows the path. Returns NULL after an error message.
static rim_sprite *load_sprite(const char *path, const option_value *o, bool anchored,
                               hints *to_say)
{
    image       im;
    rim_sprite *sprite = NULL;
    if (!image_load(&im, path)) return NULL;
    rim_mask *mask = image_mask(&im, o[HIT_THRESHOLD].whole);
    if (mask)
    {
        rim_sprite_options options = { .has_anchor = anchored,
                                       .anchor = o[HIT_ANCHOR].point,
                                       .rays = o[HIT_RAYS].whole };
        rim_status         status = rim_sprite_create(&sprite, mask, &options);
        if (status)
            complain("%s: %s; free some memory or scale the image down", im.path,
                     rim_status_text(status));
        hints_add(to_say, &(input){ .pixels = &im }, mask, o[HIT_THRESHOLD].whole);
    }
    rim_mask_destroy(mask);
    image_free(&im);
    return sprite;
}

// Returns A in its pose, with its top left corner at the world's origin.
static rim_posed pose_a(const rim_sprite *a)
{
    return rim_posed_make(a, rim_xform2_translation(rim_sprite_anchor(a)));
}

// Returns the pose of B that the options describe: flipped, scaled, rotated, moved.
static rim_xform2 hit_pose_b(const option_value *o)
{
    float    scale = (float)o[SCALE].number;
    rim_vec2 factors = rim_vec2_make(scale, scale);
    if (o[FLIP].given && o[FLIP].whole == 0) factors.x = -scale;
    if (o[FLIP].given && o[FLIP].whole == 1) factors.y = -scale;
    return rim_xform2_pose(o[AT].point, rim_rot2_degrees(o[ROTATE].number), factors);
}

// Appends a label, a number, and `end`, which is a unit and the end of the line.
static void append_number(bytes *out, const char *label, double v, const char *end)
{
    char number[RIM_NUMBER_TEXT];
    rim_number_print(number, v);
    bytes_print(out, "%s%s%s", label, number, end);
}

static void append_pair(bytes *out, const char *label, rim_vec2 v)
{
    char x[RIM_NUMBER_TEXT], y[RIM_NUMBER_TEXT];
    rim_number_print_float(x, v.x + 0.0f); // no -0
    rim_number_print_float(y, v.y + 0.0f);
    bytes_print(out, "%s%s,%s\n", label, x, y);
}

// Appends the number of B's outline points that lie in A's shape, and each of them, in the order of their rays.
// hits[i] is the ray of the i-th of these points. A's top left corner is at the world's origin, so positions in the
// world are also positions in A's image.
static void append_points(bytes *out, rim_posed a, rim_posed b)
{
    int                   hits[RIM_OUTLINE_MAX_RAYS], rays;
    char                  x[RIM_NUMBER_TEXT], y[RIM_NUMBER_TEXT];
    int                   count = rim_sprite_outline_all(b, a, hits, RIM_OUTLINE_MAX_RAYS);
    const rim_edge_point *points = rim_sprite_outline(b.sprite, &rays);
    bytes_print(out, "outline points  %d of %d hit\n", count, rays);
    for (int i = 0; i < count; i++)
    {
        rim_vec2 at = rim_xform2_apply(b.pose, points[hits[i]].at);
        rim_number_print_float(x, at.x + 0.0f); // no -0
        rim_number_print_float(y, at.y + 0.0f);
        bytes_print(out, "  ray %d at %s,%s\n", hits[i], x, y);
    }
}

// Appends the fraction of the motion by delta that B makes, and the place of B's anchor after it. For a hit, appends
// the point, the normal and the edge normal, too, and if B overlaps A at the start, also the depth. `hit` is that of
// B's sweep against A, so hit->t is 1 for a miss and 0 for an overlap at the start.
static void append_motion(bytes *out, const rim_hit2 *hit, rim_posed b, rim_vec2 delta)
{
    char     depth[RIM_NUMBER_TEXT];
    rim_vec2 at =
        rim_vec2_make((float)(b.pose.tx + hit->t * delta.x), (float)(b.pose.ty + hit->t * delta.y));
    append_number(out, "motion          ", hit->t, "\n");
    append_pair(out, "anchor          ", at);
    if (!hit->hit) return;
    append_pair(out, "point           ", hit->point);
    append_pair(out, "normal          ", hit->normal);
    append_pair(out, "edge normal     ", hit->edge_normal);
    if (!hit->start_overlap) return;
    rim_number_print_float(depth, hit->depth); // append_number would print it as a double
    bytes_print(out, "depth           %s px\n", depth);
}

// Prints the result for B's motion if `move`, the value of --move, is given, and else for B at rest. Returns the exit
// status.
static int hit_answer(rim_posed a, rim_posed b, const option_value *move)
{
    bytes    text = { 0 };
    rim_hit2 first = { .hit = false };
    if (move->given) first = rim_sprite_sweep(b, move->point, a);
    bool hit = move->given ? first.hit : rim_sprite_overlaps(a, b);
    bytes_print(&text, hit ? "hit\n" : "no hit\n");
    if (move->given)
        append_motion(&text, &first, b, move->point);
    else
    {
        append_number(&text, "overlap area    ", rim_sprite_overlap_area(a, b), " px^2\n");
        append_points(&text, a, b);
    }
    bool good =
        text.failed ? complain("hit: out of memory; free some") : standard_output_write(text);
    bytes_free(&text);
    if (!good) return EXIT_TROUBLE;
    return hit ? EXIT_YES : EXIT_NO;
}

// Returns true if there are two images and the place of B, and B keeps an area. Else prints an error.
static bool arguments_suffice(const option_value *o, arguments files)
{
    if (files.count != 2)
        return complain(
            "hit: %d image%s given; give two, for example: rimcast hit a.png b.png --at "
            "40,25",
            files.count, files.count == 1 ? "" : "s");
    if (path_is_standard(files.items[0]) && path_is_standard(files.items[1]))
        return complain("hit: standard input (-) can be read once alone; give it once");
    if (o[MOVE].given && o[HIT_RAYS].given)
        return complain("hit: --rays does not go with --move, which reports no outline points; "
                        "leave one out");
    if (!o[AT].given)
        return complain("hit: no place for B given; give one, for example --at 40,25");
    // The factor may be above 0 and round to 0 as a float.
    if (rim_xform2_determinant(hit_pose_b(o)) != 0.0) return true;
    return complain("hit: --scale %s leaves nothing of B; give a larger one", o[SCALE].text);
}

// Runs the command: tests whether A and B share area, or moves B. Returns the exit status.
int command_hit(int argc, char **argv)
{
    option_value o[HIT_OPTION_COUNT] = { [SCALE] = { .number = 1.0 },
                                         [HIT_THRESHOLD] = { .whole = RIM_ALPHA_HALF },
                                         [HIT_RAYS] = { .whole = 36 } };
    arguments    files;
    if (!options_parse("hit", hit_table, HIT_OPTION_COUNT, o, argc, argv, &files))
        return EXIT_TROUBLE;
    if (!arguments_suffice(o, files)) return EXIT_TROUBLE;

    int         result = EXIT_TROUBLE;
    hints       said = { 0 };
    rim_sprite *a = load_sprite(files.items[0], o, false, &said);
    rim_sprite *b = load_sprite(files.items[1], o, o[HIT_ANCHOR].given, &said);
    if (a && b) result = hit_answer(pose_a(a), rim_posed_make(b, hit_pose_b(o)), &o[MOVE]);
    if (result != EXIT_TROUBLE && !o[HIT_QUIET].given) hints_print(&said, o[HIT_THRESHOLD].whole);
    rim_sprite_destroy(a);
    rim_sprite_destroy(b);
    return result;
}
