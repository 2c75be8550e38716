// The command line program inside the page: its main() for exports, and its reader of images, sheets and
// atlases for what is drawn. So the page says, refuses and writes what the program does, to the byte.
#include "../../src/cli/inputs.h"

#ifdef __EMSCRIPTEN__
#include <emscripten.h>

// clang-format off
EM_JS(void, tell_frame, (const char *file, const char *frame, int width, int height,
                         const unsigned char *rgba, int has_anchor, double x, double y), {
    Module.onFrame({
        file: UTF8ToString(file),
        frame: frame ? UTF8ToString(frame) : null,
        width: width,
        height: height,
        data: new Uint8ClampedArray(HEAPU8.slice(rgba, rgba + 4 * width * height).buffer),
        anchor: has_anchor ? ({ x: x, y: y }) : null
    });
})
// clang-format on
#else // only to be looked at by other compilers
#define EMSCRIPTEN_KEEPALIVE
void tell_frame(const char *file, const char *frame, int width, int height,
                const unsigned char *rgba, int has_anchor, double x, double y);
#endif

// A browser holds several copies of what it draws.
#define MOST_PIXELS ((int64_t)1 << 26)

static bool tell(void *context, const input *in)
{
    (void)context;
    const image *im = in->pixels;
    if ((int64_t)im->width * im->height > MOST_PIXELS)
        return complain("%s: is %d x %d pixels, and %lld in all is the most that is shown here; "
                        "scale it down, or take the command line program, which has room for more",
                        im->path, im->width, im->height, (long long)MOST_PIXELS);
    tell_frame(im->path, in->frame, im->width, im->height, im->rgba, in->has_anchor,
               (double)in->anchor.x, (double)in->anchor.y);
    return true;
}

// Reads what the options and files name, as `rimcast outline` would, and tells every frame. Returns 0, or
// 2 after a complaint.
EMSCRIPTEN_KEEPALIVE int read_frames(int argc, char **argv)
{
    static const option table[INPUT_OPTION_COUNT] = { INPUT_OPTIONS };
    option_value        values[INPUT_OPTION_COUNT] = { 0 };
    arguments           files;
    inputs              all;
    progress            bar;
    if (!options_parse("outline", table, INPUT_OPTION_COUNT, values, argc, argv, &files)) return 2;
    if (!inputs_gather(&all, "outline", values, files)) return 2;
    bool good = inputs_visit(&all, &bar, tell, NULL);
    inputs_free(&all);
    return good ? 0 : 2;
}
