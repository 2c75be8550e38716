// Exact answers from files: tables and blocks of cases, run against the library at four places and sizes.
//
// A table has a line of column names and one tab-separated line per case; a block file has
// "case ID TAG" ... "end" with one keyword line per fact. The kind of a file is the first word of its first
// line. Formats and tolerances are described in tests/reference/README.md.
//
// A kind is one function, reference_<kind>, in tests/support/reference_<group>.c, and one line in
// reference_kinds.h. It reads the inputs of a case, calls the library and checks. The runner calls it with
// the case as it stands, at 1/1024 and 1024 times its size, where the numbers checked must scale bit by
// bit, and moved by 1024 along every axis where the inputs stay exact there.
#ifndef TESTS_SUPPORT_REFERENCE_H
#define TESTS_SUPPORT_REFERENCE_H

#include <stdbool.h>

#include "base/vec3d.h"
#include "rimcast/vec3.h"

// One keyword line of a block: words[0] is the keyword.
typedef struct reference_line
{
    char **words;
    int    count;
} reference_line;

typedef struct reference_case
{
    const char           *id, *tag;
    int                   number; // of the line in the file, from 1
    char                **names;  // a table's columns, id and tag included
    char                **cells;
    int                   cell_count;
    const reference_line *lines; // a block's lines, without "case" and "end"
    int                   line_count;
} reference_case;

// Where the case is put, what was checked so far. Kinds read it through the functions below.
typedef struct reference_run
{
    double scale, shift; // inputs are (x + shift) * scale
    double largest;      // largest |coordinate| of the case, as transformed
    bool   inexact;      // an input is no float at this place: the run does not count
    bool   failed;
    bool   quiet;    // keep the first failure's text only in `report`
    double worst;    // largest error among lengths and times, relative to `largest`
    int    answered; // numbers that must scale
    struct
    {
        double      value;
        int         power;
        const char *function;
    } answers[1024];
    const char *function;    // that gives the answers that follow
    char        report[512]; // the first failure
} reference_run;

typedef void reference_check_function(reference_run *run, const reference_case *c);

// --- inputs -------------------------------------------------------------------------------------

// A decimal, a fraction p/q, or a;b;k for a + b sqrt(k). NaN for anything else ("-").
double reference_number(const char *text);

// A table's cell; fails the run and gives "" if there is no such column.
const char *reference_cell(reference_run *run, const reference_case *c, const char *name);
double      reference_value(reference_run *run, const reference_case *c, const char *name);

// The block line that starts with this keyword, the first at or after index `from`; NULL if there is none.
const reference_line *reference_find(const reference_case *c, const char *keyword, int from);

// A coordinate (moved and scaled) and a length (scaled) as floats; points widen `largest`.
float    reference_coordinate(reference_run *run, double x);
float    reference_length(reference_run *run, double x);
rim_vec3 reference_point_at(reference_run *run, double x, double y, double z);
rim_vec3 reference_vector_at(reference_run *run, double x, double y, double z);

// Columns cx, cy, cz for the name "c".
rim_vec3 reference_point(reference_run *run, const reference_case *c, const char *name);
rim_vec3 reference_vector(reference_run *run, const reference_case *c, const char *name);

// "x,y,z;x,y,z;..." into points. Returns how many; fails the run beyond the capacity.
int reference_points(reference_run *run, const char *text, rim_vec3 *points, int capacity);

// The end of a motion counts among the coordinates.
void reference_reach(reference_run *run, rim_vec3 point, rim_vec3 motion);

// Expected points and vectors: moved and scaled, not rounded.
vec3d reference_expected_point(reference_run *run, const reference_case *c, const char *name);
vec3d reference_expected_vector(reference_run *run, const reference_case *c, const char *name);

// Columns as they stand: normals.
vec3d reference_direction(reference_run *run, const reference_case *c, const char *name);

// --- checks: the first failure is kept, all go on ------------------------------------------------------

bool reference_check(reference_run *run, bool ok, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Errors relative to the largest coordinate, at most 1e-6. `expected` is scaled already.
void reference_check_length(reference_run *run, const char *what, double actual, double expected);
void reference_check_point(reference_run *run, const char *what, rim_vec3 actual, vec3d expected);

// A fraction of a motion of this length.
void reference_check_time(reference_run *run, const char *what, float actual, double expected,
                          double speed);

// Unit, and within degrees of the expected direction.
void reference_check_normal(reference_run *run, const char *what, rim_vec3 actual, vec3d expected,
                            double degrees);

// |actual - expected| <= tolerance * size; the number scales as scale^power. Does not count in `worst`
// unless tolerance is 1e-6 or less.
void reference_check_near(reference_run *run, const char *what, double actual, double expected,
                          double size, double tolerance, int power);

// Names the public function that gives the answers that follow.
#define REFERENCE_FROM(run, name) ((void)(name), (void)((run)->function = #name "("))

// A number that must scale as scale^power, bit by bit, and is not checked otherwise.
void reference_answer(reference_run *run, double value, int power);

// --- running ------------------------------------------------------------------------------------

typedef struct reference_result
{
    char   kind[64];
    bool   known;
    int    passed, failed;
    double worst;
} reference_result;

// Runs a file and prints its failures (at most `most`) to stderr. A file that cannot be read gives kind "".
reference_result reference_run_file(const char *path, int most);

// The same, and passes on every number that must scale, with the function that gave it, case by case and place by place.
typedef void     reference_listener(void *context, const char *function, double value);
reference_result reference_run_file_to(const char *path, int most, reference_listener *listener,
                                       void *context);

// The kinds there are; NULL behind the last.
const char *reference_kind_name(int index);

#endif
