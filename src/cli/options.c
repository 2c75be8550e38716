#include "options.h"

#include "report.h"
#include "rimcast/base.h"

#include <assert.h>
#include <math.h>
#include <string.h>

typedef struct given
{
    const char   *command;
    const option *option;
    const char   *value;
} given;

static bool option_read_number(const char *text, double *out)
{
    size_t size = strlen(text);
    return size > 0 && rim_number_parse(text, size, out) == size && fabs(*out) < INFINITY;
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

// Prints an error about a number that is out of the range of its option. Returns false.
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
    bool low = o->type == OPTION_ABOVE ? out->number > o->low : out->number >= o->low;
    if (low && out->number <= o->high) return true;
    return complain_of_range(g);
}

// Parses a whole number, with or without a sign, within the range of its option.
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

// Parses a size "WxH" into `whole` and `second`, both within the range of the option.
static bool option_read_size(given g, option_value *out)
{
    double      size[2];
    const char *at = g.value;
    for (int i = 0; i < 2; i++)
    {
        size_t digits = strspn(at, "0123456789");
        if (digits == 0 || at[digits] != (i ? 0 : 'x')) return complain_of(g, "a size WxH");
        rim_number_parse(at, digits, &size[i]);
        if (!(size[i] >= g.option->low && size[i] <= g.option->high)) return complain_of_range(g);
        at += digits + 1;
    }
    out->whole = (int)size[0];
    out->second = (int)size[1];
    return true;
}

// Parses a point "X,Y" whose coordinates are finite as floats.
static bool option_read_point(given g, option_value *out)
{
    const char *text = g.value;
    size_t      size = strlen(text);
    double      x, y;
    size_t      first = rim_number_parse(text, size, &x);
    if (first == 0 || first == size || text[first] != ',') return complain_of(g, "X,Y");
    size_t rest = size - first - 1;
    if (rest == 0 || rim_number_parse(text + first + 1, rest, &y) != rest)
        return complain_of(g, "X,Y");
    out->point = rim_vec2_make((float)x, (float)y);
    if (!(fabsf(out->point.x) < INFINITY && fabsf(out->point.y) < INFINITY))
        return complain_of(g, "within the range of numbers");
    return true;
}

// Stores the index of a word among the choices of its option in `whole`. Prints the choices if the word is not among
// them.
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

// Parses the value of an option by its type. Prints an error and returns false if it is wrong.
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
    default: // a flag
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

// Prints an error about an unknown option, with a similar name if there is one. Returns false.
static bool complain_of_unknown(const char *command, const option *table, int count,
                                const char *argument)
{
    const char *names[32] = { NULL };
    assert(count < 32);
    for (int i = 0; i < count; i++) names[i] = table[i].name;
    const char *near = nearest_word(argument, names);
    if (near)
        return complain("%s: there is no option %s; did you mean %s?", command, argument, near);
    return complain("%s: there is no option %s; see: rimcast help %s", command, argument, command);
}

// Parses the arguments of a command by its table. Other arguments are left in *rest, whose items are moved to the front
// of argv. For a mistake, prints an error and returns false.
bool options_parse(const char *command, const option *table, int count, option_value *values,
                   int argc, char **argv, arguments *rest)
{
    rest->items = argv;
    rest->count = 0;
    for (int i = 0; i < argc; i++)
    {
        const char *value = NULL;
        int         which = 0;
        if (strcmp(argv[i], "--") == 0)
        {
            while (++i < argc) rest->items[rest->count++] = argv[i];
            break;
        }
        if (argv[i][0] != '-' || argv[i][1] == 0)
        {
            rest->items[rest->count++] = argv[i];
            continue;
        }
        while (which < count && !names_option(&table[which], argv[i], &value)) which++;
        if (which == count) return complain_of_unknown(command, table, count, argv[i]);

        given g = { command, &table[which], value };
        if (g.option->type == OPTION_FLAG && value)
            return complain("%s: %s takes no value; leave '%s' out", command, g.option->name,
                            value);
        if (g.option->type != OPTION_FLAG && !value)
        {
            if (i + 1 == argc)
                return complain("%s: %s needs a value; give for example %s %s", command,
                                g.option->name, g.option->name, g.option->example);
            g.value = argv[++i];
        }
        if (!read_value(g, &values[which])) return false;
    }
    return true;
}

// Returns the number of letters to insert, remove or change (Levenshtein 1966), for words of up to 31 letters.
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

// Returns the word with the smallest edit distance from a wrong word, or NULL if that distance is above 2.
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
