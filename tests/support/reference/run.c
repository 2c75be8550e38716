#include "support/reference/run.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REFERENCE_KIND(kind) reference_check_function reference_##kind;
#include "support/reference/kinds.h"
#undef REFERENCE_KIND

static const struct
{
    const char               *name;
    reference_check_function *check;
} KINDS[] = {
#define REFERENCE_KIND(kind) { #kind, reference_##kind },
#include "support/reference/kinds.h"
#undef REFERENCE_KIND
    { NULL, NULL }
};

const char *reference_kind_name(int index)
{
    return KINDS[index].name;
}

// --- inputs -------------------------------------------------------------------------------------

// In double: what else there is differs from machine to machine.
static double fraction(const char *text, char **end)
{
    double value = strtod(text, end);
    if (**end == '/') value /= strtod(*end + 1, end);
    return value;
}

double reference_number(const char *text)
{
    char  *end;
    double value = fraction(text, &end);
    if (end == text) return NAN;
    if (*end == ';')
    {
        double b = fraction(end + 1, &end);
        double k = *end == ';' ? fraction(end + 1, &end) : 0.0;
        value += b * sqrt(k);
    }
    return *end ? NAN : value;
}

const char *reference_cell(reference_run *run, const reference_case *c, const char *name)
{
    for (int i = 0; i < c->cell_count; i++)
        if (!strcmp(c->names[i], name)) return c->cells[i];
    reference_check(run, false, "the file has no column %s", name);
    return "";
}

double reference_value(reference_run *run, const reference_case *c, const char *name)
{
    return reference_number(reference_cell(run, c, name));
}

const reference_line *reference_find(const reference_case *c, const char *keyword, int from)
{
    for (int i = from; i < c->line_count; i++)
        if (!strcmp(c->lines[i].words[0], keyword)) return &c->lines[i];
    return NULL;
}

float reference_coordinate(reference_run *run, double x)
{
    double moved = x + run->shift;
    // Decimals that are no floats are rounded in place; moved, they would be other numbers.
    if (run->shift != 0.0 && ((float)x != x || (float)moved != moved)) run->inexact = true;
    float value = (float)((float)moved * run->scale);
    if (fabs((double)value) > run->largest) run->largest = fabs((double)value);
    return value;
}

float reference_length(reference_run *run, double x)
{
    return (float)((float)x * run->scale);
}

rim_vec3 reference_point_at(reference_run *run, double x, double y, double z)
{
    float px = reference_coordinate(run, x), py = reference_coordinate(run, y);
    return rim_vec3_make(px, py, reference_coordinate(run, z));
}

rim_vec3 reference_vector_at(reference_run *run, double x, double y, double z)
{
    return rim_vec3_make(reference_length(run, x), reference_length(run, y),
                         reference_length(run, z));
}

vec3d reference_direction(reference_run *run, const reference_case *c, const char *name)
{
    double part[3];
    for (int i = 0; i < 3; i++)
    {
        char column[32];
        snprintf(column, sizeof column, "%s%c", name, "xyz"[i]);
        part[i] = reference_value(run, c, column);
    }
    return v3d(part[0], part[1], part[2]);
}

rim_vec3 reference_point(reference_run *run, const reference_case *c, const char *name)
{
    vec3d p = reference_direction(run, c, name);
    return reference_point_at(run, p.x, p.y, p.z);
}

rim_vec3 reference_vector(reference_run *run, const reference_case *c, const char *name)
{
    vec3d v = reference_direction(run, c, name);
    return reference_vector_at(run, v.x, v.y, v.z);
}

int reference_points(reference_run *run, const char *text, rim_vec3 *points, int capacity)
{
    int count = 0;
    while (*text)
    {
        double part[3];
        for (int i = 0; i < 3; i++)
        {
            char *end;
            part[i] = strtod(text, &end);
            text = *end ? end + 1 : end;
        }
        if (!reference_check(run, count < capacity, "more than %d points", capacity)) break;
        points[count++] = reference_point_at(run, part[0], part[1], part[2]);
    }
    return count;
}

void reference_reach(reference_run *run, rim_vec3 point, rim_vec3 motion)
{
    double end[3] = { (double)point.x + motion.x, (double)point.y + motion.y,
                      (double)point.z + motion.z };
    for (int i = 0; i < 3; i++)
        if (fabs(end[i]) > run->largest) run->largest = fabs(end[i]);
}

vec3d reference_expected_point(reference_run *run, const reference_case *c, const char *name)
{
    vec3d p = reference_direction(run, c, name);
    return v3d_scale(v3d(p.x + run->shift, p.y + run->shift, p.z + run->shift), run->scale);
}

vec3d reference_expected_vector(reference_run *run, const reference_case *c, const char *name)
{
    return v3d_scale(reference_direction(run, c, name), run->scale);
}

// --- checks -------------------------------------------------------------------------------------

bool reference_check(reference_run *run, bool ok, const char *format, ...)
{
    if (ok) return true;
    if (!run->failed)
    {
        va_list list;
        va_start(list, format);
        vsnprintf(run->report, sizeof run->report, format, list);
        va_end(list);
    }
    run->failed = true;
    return false;
}

void reference_answer(reference_run *run, double value, int power)
{
    int room = (int)(sizeof run->answers / sizeof run->answers[0]);
    if (run->answered == room) return;
    run->answers[run->answered].function = run->function;
    run->answers[run->answered].value = value;
    run->answers[run->answered++].power = power;
}

// An error that is already relative to the largest coordinate.
static void check_error(reference_run *run, const char *what, double error, double actual,
                        double expected)
{
    if (error > run->worst) run->worst = error;
    reference_check(run, error <= 1e-6, "%s = %.9g, expected %.17g: off by %.3g", what, actual,
                    expected, error);
}

// A case at the origin of nothing but zeros has no size; then only the exact answer will do.
static double relative(const reference_run *run, double difference)
{
    if (difference == 0.0) return 0.0;
    return run->largest > 0.0 ? fabs(difference) / run->largest : INFINITY;
}

void reference_check_length(reference_run *run, const char *what, double actual, double expected)
{
    reference_answer(run, actual, 1);
    check_error(run, what, relative(run, actual - expected), actual, expected);
}

void reference_check_point(reference_run *run, const char *what, rim_vec3 actual, vec3d expected)
{
    reference_answer(run, actual.x, 1);
    reference_answer(run, actual.y, 1);
    reference_answer(run, actual.z, 1);
    double off = v3d_length(v3d_sub(v3d_from(actual), expected)), error = relative(run, off);
    if (error > run->worst) run->worst = error;
    reference_check(run, error <= 1e-6,
                    "%s = (%.9g %.9g %.9g), expected (%.9g %.9g %.9g): off by %.3g", what,
                    (double)actual.x, (double)actual.y, (double)actual.z, expected.x, expected.y,
                    expected.z, error);
}

void reference_check_time(reference_run *run, const char *what, float actual, double expected,
                          double speed)
{
    reference_answer(run, actual, 0);
    check_error(run, what, relative(run, (actual - expected) * speed), actual, expected);
}

void reference_check_normal(reference_run *run, const char *what, rim_vec3 actual, vec3d expected,
                            double degrees)
{
    reference_answer(run, actual.x, 0);
    reference_answer(run, actual.y, 0);
    reference_answer(run, actual.z, 0);
    vec3d  n = v3d_from(actual);
    double length = v3d_length(n);
    reference_check(run, fabs(length - 1.0) <= 1e-6, "|%s| = %.9g", what, length);
    double angle =
        atan2(v3d_length(v3d_cross(n, expected)), v3d_dot(n, expected)) * (180.0 / acos(-1.0));
    reference_check(run, angle <= degrees,
                    "%s = (%.9g %.9g %.9g), expected (%.9g %.9g %.9g): %.3g degrees", what, n.x,
                    n.y, n.z, expected.x, expected.y, expected.z, angle);
}

void reference_check_near(reference_run *run, const char *what, double actual, double expected,
                          double size, double tolerance, int power)
{
    reference_answer(run, actual, power);
    double error = actual == expected ? 0.0 : fabs(actual - expected) / size;
    if (tolerance <= 1e-6 && error > run->worst) run->worst = error;
    reference_check(run, error <= tolerance, "%s = %.17g, expected %.17g: off by %.3g", what,
                    actual, expected, error);
}

// --- reading ------------------------------------------------------------------------------------

// Cuts a line at a separator (blanks collapse, tabs do not) into words.
static int cut(char *line, char separator, char **words, int capacity)
{
    int count = 0;
    while (count < capacity)
    {
        while (separator == ' ' && *line == ' ') line++;
        if (separator == ' ' && !*line) break;
        words[count++] = line;
        while (*line && *line != separator) line++;
        if (!*line) break;
        *line++ = 0;
    }
    return count;
}

// The next line of the text, ended by 0; NULL at the end.
static char *next_line(char **text)
{
    char *line = *text;
    if (!*line) return NULL;
    char *end = strchr(line, '\n');
    *text = end ? end + 1 : line + strlen(line);
    if (end) *end = 0;
    size_t length = strlen(line);
    if (length > 0 && line[length - 1] == '\r') line[length - 1] = 0;
    return line;
}

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    size_t size = 0, room = 1 << 16;
    char  *text = malloc(room + 1);
    while (text)
    {
        size_t got = fread(text + size, 1, room - size, file);
        if (got == 0) break;
        size += got;
        if (size == room) text = realloc(text, (room *= 2) + 1);
    }
    if (text) text[size] = 0;
    fclose(file);
    return text;
}

// --- running ------------------------------------------------------------------------------------

static const struct
{
    double scale, shift;
} PLACES[] = { { 1.0, 0.0 }, { 0x1p-10, 0.0 }, { 0x1p10, 0.0 }, { 1.0, 1024.0 } };

// The numbers checked must be the same bits times a power of the scale.
static void compare_answers(const reference_run *plain, reference_run *scaled)
{
    reference_check(scaled, plain->answered == scaled->answered,
                    "%d numbers were checked, %d at size 1", scaled->answered, plain->answered);
    for (int i = 0; i < plain->answered && i < scaled->answered; i++)
    {
        double expected = plain->answers[i].value;
        for (int k = 0; k < plain->answers[i].power; k++) expected *= scaled->scale;
        if (isnan(expected) && isnan(scaled->answers[i].value)) continue;
        reference_check(scaled, scaled->answers[i].value == expected,
                        "number %d is %.17g, but %.17g scaled from size 1", i,
                        scaled->answers[i].value, expected);
    }
}

// Who is told what is found.
typedef struct audience
{
    int                 room; // for so many failures
    reference_listener *listener;
    void               *context;
} audience;

// One case at every place. Prints the first failure if there is still room for one.
static bool run_case(reference_result *result, reference_check_function *check,
                     const reference_case *c, audience *to)
{
    static reference_run runs[sizeof PLACES / sizeof PLACES[0]];
    for (int i = 0; i < (int)(sizeof PLACES / sizeof PLACES[0]); i++)
    {
        reference_run *run = &runs[i];
        memset(run, 0, sizeof *run);
        run->scale = PLACES[i].scale;
        run->shift = PLACES[i].shift;
        check(run, c);
        for (int k = 0; to->listener && k < run->answered; k++)
            to->listener(to->context, run->answers[k].function, run->answers[k].value);
        if (run->inexact) continue;
        if (run->scale != 1.0) compare_answers(&runs[0], run);
        if (run->worst > result->worst) result->worst = run->worst;
        if (!run->failed) continue;
        if (to->room-- > 0)
            fprintf(stderr, "    %s %s (line %d, size %g, moved %g): %s\n", c->id, c->tag,
                    c->number, run->scale, run->shift, run->report);
        return false;
    }
    return true;
}

static void count_case(reference_result *result, reference_check_function *check,
                       const reference_case *c, audience *to)
{
    if (run_case(result, check, c, to))
        result->passed++;
    else
        result->failed++;
}

enum
{
    MOST_COLUMNS = 128,
    MOST_LINES = 20000,
    MOST_WORDS = 200000
};

static void run_table(reference_result *result, reference_check_function *check, char *text,
                      audience *to)
{
    char          *names[MOST_COLUMNS], *cells[MOST_COLUMNS];
    int            columns = 0;
    reference_case c = { 0 };
    for (char *line; (line = next_line(&text));)
    {
        c.number++;
        if (!*line || *line == '#') continue;
        if (columns == 0)
        {
            columns = cut(line, '\t', names, MOST_COLUMNS);
            continue;
        }
        c.cell_count = cut(line, '\t', cells, MOST_COLUMNS);
        c.names = names;
        c.cells = cells;
        if (c.cell_count != columns || columns < 2)
        {
            fprintf(stderr, "    line %d has %d cells instead of %d\n", c.number, c.cell_count,
                    columns);
            result->failed++;
            continue;
        }
        c.id = cells[0];
        c.tag = cells[1];
        count_case(result, check, &c, to);
    }
}

static void run_blocks(reference_result *result, reference_check_function *check, char *text,
                       audience *to)
{
    reference_line *lines = malloc(MOST_LINES * sizeof *lines);
    char          **words = malloc(MOST_WORDS * sizeof *words);
    reference_case  c = { 0 };
    int             used = 0, number = 0;
    for (char *line; lines && words && (line = next_line(&text));)
    {
        number++;
        char *remark = strchr(line, '#');
        if (remark) *remark = 0;
        char **at = words + used;
        int    count = cut(line, ' ', at, MOST_WORDS - used);
        if (count == 0) continue;
        if (!strcmp(at[0], "case") && count >= 3)
        {
            c = (reference_case){ .id = at[1], .tag = at[2], .number = number, .lines = lines };
            used = count;
            if (at != words) memmove(words, at, (size_t)count * sizeof *at);
        }
        else if (!strcmp(at[0], "end"))
            count_case(result, check, &c, to), used = 0;
        else if (c.line_count < MOST_LINES)
        {
            lines[c.line_count++] = (reference_line){ at, count };
            used += count;
        }
    }
    free(lines);
    free(words);
}

reference_result reference_run_file(const char *path, int most)
{
    return reference_run_file_to(path, most, NULL, NULL);
}

reference_result reference_run_file_to(const char *path, int most, reference_listener *listener,
                                       void *context)
{
    reference_result result = { .kind = "" };
    audience         to = { most, listener, context };
    char            *text = read_text(path);
    if (!text || sscanf(text, "# %63[a-z0-9_]", result.kind) != 1)
    {
        fprintf(stderr, "    %s: %s\n", path,
                text ? "does not start with '# kind'" : "cannot be read");
        result.kind[0] = 0;
        free(text);
        return result;
    }
    for (int i = 0; KINDS[i].name; i++)
    {
        if (strcmp(KINDS[i].name, result.kind) != 0) continue;
        result.known = true;
        // A table has its column names on the first line that is no comment.
        bool blocks = strncmp(text, "case ", 5) == 0 || strstr(text, "\ncase ") != NULL;
        if (blocks)
            run_blocks(&result, KINDS[i].check, text, &to);
        else
            run_table(&result, KINDS[i].check, text, &to);
    }
    free(text);
    return result;
}
