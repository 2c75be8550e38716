// Runs the program as people do, in a shell and in a folder of images made for it. RIMCAST names the
// program, build/rimcast if it is not set.
#ifndef TESTS_PROGRAM_H
#define TESTS_PROGRAM_H

#include "support/support.h"

#include <jansson.h>

// --- files ------------------------------------------------------------------------------------------

// Makes the folder build/NAME, empty at first, with the images below in it. Everything else here works there.
void program_enter(const char *name);

// The path of a file in the folder, valid until the fourth call after.
const char *program_path(const char *name);

bool program_left(const char *name); // is there such a file?
void write_bytes(const char *name, const void *bytes, size_t size);

// Writes a PNG of grey pixels whose alpha at (x, y) is alpha[y * width + x]. Not much above 100 x 100.
void write_png(const char *name, int width, int height, const unsigned char *alpha);

// Images that are there:
//
//      disc.png, a name, "quoted".png   40 x 32, solid where solid_in_disc says
//      bar.png     6 x 3, solid in [1, 5) x [1, 2)
//      ring.png    7 x 5: a ring with a dot in it, a pixel of alpha 100 and two pixels beside it
//      clear.png   3 x 2, empty
//      cut.png, no-end.png, head.png, flipped.png, liar.png, zero.png   damaged in various ways
//      huge.png, large.png   claim 100000 x 100000 and 60000 x 60000 pixels
//      text.png, empty.png   no images; folder is a folder
bool solid_in_disc(int x, int y);

// --- running ----------------------------------------------------------------------------------------

typedef struct ran
{
    int   status;
    char *out, *err; // terminated
} ran;

ran  run(const char *arguments);
void ran_end(ran *r);

// What it prints, read as JSON; fails the test if the status is not 0.
json_t *json_of(const char *arguments);

// Status 2, nothing on standard output, one line on standard error that starts as all do, has part in it
// and says what to do; no file made.
void assert_trouble(const char *arguments, const char *part);

// What a terminal is shown that is the program's standard error; NULL if there are no terminals.
char *seen_on_terminal(const char *arguments);

#endif
