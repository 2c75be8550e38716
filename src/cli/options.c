// Parsing the options of a command. See options.h.
#include "options.h"

#include "report.h"
#include "rimcast/base.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

typedef struct given
{
    const char   *command;
    const option *option;
    const char   *value;
} given;

// Reads a decimal number, which becomes an infinity beyond the range of doubles. Returns false for any other text, also for
// "nan".
static bool option_read_number(const char *text, double *out)
{
    size_t size = strlen(text);
    return size > 0 && rim_number_parse(text, size, out) == size;
}

// A number as text without trailing zeros, so that a limit of 4096 is not 4096.000000.
typedef struct shown
{
    char text[RIM_NUMBER_TEXT];
} shown;

static shown option_describe(double value)
{
    shown s;
    rim_number_print(s.text, value);
    return s;
}

static bool complain_of(given g, const char *what)
{
    return complain("%s: %s: '%s' is not %s; give for example %s %s", g.command, g.option->name,
                    g.value, what, g.option->name, g.option->example);
}

// Prints that a number is out of the option's range, and the range. Returns false.
static bool complain_of_range(given g)
{
    const option *o = g.option;
    const char   *from = o->type == OPTION_ABOVE ? "above" : "from";
    if (fabs(o->high) < INFINITY)
        return complain("%s: %s: %s is out of range; give a number %s %s up to %s", g.command,
                        o->name, g.value, from, option_describe(o->low).text,
                        option_describe(o->high).text);
    return complain("%s: %s: %s is out of range; give a number %s %s up", g.command, o->name,
                    g.value, from, option_describe(o->low).text);
}

// Parses a number within the range of its option. OPTION_ABOVE excludes the lower end.
static bool read_in_range(given g, option_value *out)
{
    const option *o = g.option;
    if (!option_read_number(g.value, &out->number)) return complain_of(g, "a number");
    if (fabs(out->number) > DBL_MAX) return complain_of(g, "within the range of numbers");
    bool high_enough = o->type == OPTION_ABOVE ? out->number > o->low : out->number >= o->low;
    if (high_enough && out->number <= o->high) return true;
    return complain_of_range(g);
}

// Reads a whole number within the option's range. Returns false after an error message.
static bool read_whole(given g, option_value *out)
{
    const char *digits = g.value + (g.value[0] == '-' || g.value[0] == '+');
    if (!digits[0] || strspn(digits, "0123456789") != strlen(digits))
        return complain_of(g, "a whole number");
    double value = 0.0;
    rim_number_parse(g.value, strlen(g.value), &value);
    if (!(value >= g.option->low && value <= g.option->high)) return complain_of_range(g);
    out->whole = (int)value;
    return true;
}

// Reads a size such as 32x48, whose sides are within the option's range. Returns false after an error message.
static bool option_read_size(given g, option_value *out)
{
    double      size[2];
    const char *at = g.value;
    for (int i = 0; i < 2; i++)
    {
        size_t digits = strspn(at, "0123456789");
        char   end = i == 0 ? 'x' : '\0'; // what stands behind width and height
        if (digits == 0 || at[digits] != end) return complain_of(g, "a size WxH");
        rim_number_parse(at, digits, &size[i]);
        if (!(size[i] >= g.option->low && size[i] <= g.option->high)) return complain_of_range(g);
        at += digits + 1;
    }
    out->whole = (int)size[0];
    out->second = (int)size[1];
    return true;
}

// Reads a point such as 16,31.5. Returns false after an error message.
static bool option_read_point(given g, option_value *out)
{
    const char *text = g.value;
    size_t      size = strlen(text);
    double      x, y;
    size_t      comma = rim_number_parse(text, size, &x); // where it must be
    if (comma == 0 || comma == size || text[comma] != ',') return complain_of(g, "X,Y");
    size_t rest = size - comma - 1;
    if (rest == 0 || rim_number_parse(text + comma + 1, rest, &y) != rest)
        return complain_of(g, "X,Y");
    out->point = rim_vec2_make((float)x, (float)y);
    if (!(fabsf(out->point.x) < INFINITY && fabsf(out->point.y) < INFINITY))
        return complain_of(g, "within the range of numbers");
    return true;
}

// Reads one of the option's words, and stores its index. Returns false after an error message, which lists them.
static bool read_choice(given g, option_value *out)
{
    for (int i = 0; g.option->choices[i]; i++)
        if (strcmp(g.value, g.option->choices[i]) == 0)
        {
            out->whole = i;
            return true;
        }

    char list[100] = "";
    for (int i = 0; g.option->choices[i]; i++)
    {
        if (i > 0)
            strncat(list, g.option->choices[i + 1] ? ", " : " or ", sizeof list - strlen(list) - 1);
        strncat(list, g.option->choices[i], sizeof list - strlen(list) - 1);
    }
    return complain("%s: %s: '%s' is not known; give %s", g.command, g.option->name, g.value, list);
}

// Reads the value of an option by its type. Returns false after an error message.
static bool read_value(given g, option_value *out)
{
    out->given = true;
    out->text = g.value;
    switch (g.option->type)
    {
    case OPTION_WHOLE:
        return read_whole(g, out);
    case OPTION_NUMBER:
    case OPTION_ABOVE:
        return read_in_range(g, out);
    case OPTION_SIZE:
        return option_read_size(g, out);
    case OPTION_POINT:
        return option_read_point(g, out);
    case OPTION_CHOICE:
        return read_choice(g, out);
    case OPTION_PATH:
        if (!g.value[0]) return complain_of(g, "the name of a file");
        break;
    default: // a flag, or any text
        break;
    }
    return true;
}

// Returns true if the argument names this option. *value is the value attached to it, behind = or the letter, or NULL.
static bool names_option(const option *o, const char *argument, const char **value)
{
    size_t length = strlen(o->name);
    *value = NULL;
    if (strncmp(argument, o->name, length) == 0 &&
        (argument[length] == 0 || argument[length] == '='))
    {
        if (argument[length] == '=') *value = argument + length + 1;
        return true;
    }
    if (!o->letter || strncmp(argument, o->letter, 2) != 0) return false;
    if (argument[2]) *value = argument + 2;
    return true;
}

// Prints an error about an unknown option, with a similar name if there is one. With a single -, it may be meant as the
// name of a file. Returns false.
static bool complain_of_unknown(const char *command, const option *table, int count,
                                const char *argument)
{
    const char *names[32] = { NULL };
    assert(count < 32);
    for (int i = 0; i < count; i++) names[i] = table[i].name;
    const char *near = nearest_word(argument, names);
    if (near)
        return complain("%s: there is no option %s; did you mean %s?", command, argument, near);
    if (argument[1] != '-' && argument[2])
        return complain("%s: there is no option %s; see: rimcast help %s, or give ./%s if it is a "
                        "file",
                        command, argument, command, argument);
    return complain("%s: there is no option %s; see: rimcast help %s", command, argument, command);
}

// Stores the value of an option. It is attached to the option's argument, or the next argument *next, which is then used
// up. Returns false after an error message.
static bool take_value(given g, option_value *out, int argc, char **argv, int *next)
{
    bool is_flag = g.option->type == OPTION_FLAG;
    if (is_flag && g.value)
        return complain("%s: %s takes no value; leave '%s' out", g.command, g.option->name,
                        g.value);
    if (!is_flag && !g.value)
    {
        if (*next == argc)
            return complain("%s: %s needs a value; give for example %s %s", g.command,
                            g.option->name, g.option->name, g.option->example);
        g.value = argv[(*next)++];
    }
    return read_value(g, out);
}

// Parses the arguments of a command by its table. Other arguments, and all behind --, are left in *rest, whose items are
// moved to the front of argv. For a mistake, prints an error and returns false.
bool options_parse(const char *command, const option *table, int count, option_value *values,
                   int argc, char **argv, arguments *rest)
{
    rest->items = argv;
    rest->count = 0;
    bool has_options = true; // false behind --
    for (int i = 0; i < argc;)
    {
        char *argument = argv[i++];
        bool  is_option = has_options && argument[0] == '-' && argument[1] != '\0';
        if (!is_option)
        {
            rest->items[rest->count++] = argument;
            continue;
        }
        if (strcmp(argument, "--") == 0)
        {
            has_options = false;
            continue;
        }
        const char *value = NULL;
        int         which = 0;
        while (which < count && !names_option(&table[which], argument, &value)) which++;
        if (which == count) return complain_of_unknown(command, table, count, argument);
        given g = { .command = command, .option = &table[which], .value = value };
        if (!take_value(g, &values[which], argc, argv, &i)) return false;
    }
    return true;
}

// Returns the least number of letters to insert, remove or change to make b of a (V. I. Levenshtein, 1966), for words of up
// to 31 letters. D(i, j), the distance of a's first i letters from b's first j, is the least of D(i - 1, j - 1) (+ 1 if the
// letters differ), D(i - 1, j) + 1 and D(i, j - 1) + 1. In the inner loop row[0 .. j - 1] is row i, row[j ..] is still row
// i - 1, and `diagonal` is D(i - 1, j - 1).
static int edit_distance(const char *a, const char *b)
{
    int row[32];
    int width = (int)strlen(b);
    assert(strlen(a) < 32 && width < 32);
    for (int j = 0; j <= width; j++) row[j] = j;
    for (int i = 1; a[i - 1]; i++)
    {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= width; j++)
        {
            int best = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            if (row[j] + 1 < best) best = row[j] + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[width];
}

// Returns the word with the smallest edit distance from a wrong word, of several the first, or NULL if that distance is
// above 2. A value behind "=" is not compared, and a word of more than 31 letters has no nearest one.
const char *nearest_word(const char *wrong, const char *const *words)
{
    char   name[32];
    size_t length = strcspn(wrong, "=");
    if (length >= sizeof name) return NULL;
    memcpy(name, wrong, length);
    name[length] = 0;

    const char *best = NULL;
    int         best_distance = 3;
    for (; *words; words++)
    {
        int distance = edit_distance(name, *words);
        if (distance >= best_distance) continue;
        best = *words;
        best_distance = distance;
    }
    return best;
}
