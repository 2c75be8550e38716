// A command's options as a table, read by one parser.
//
// --name VALUE, --name=VALUE, -o VALUE, -oVALUE; options and other arguments may be mixed, "--" ends
// the options; of an option given twice the last counts.
#ifndef RIM_CLI_OPTIONS_H
#define RIM_CLI_OPTIONS_H

#include "rimcast/vec2.h"

#include <stdbool.h>

typedef enum option_type
{
    OPTION_FLAG,   // no value
    OPTION_WHOLE,  // a whole number, low .. high
    OPTION_NUMBER, // a finite number, low .. high
    OPTION_ABOVE,  // a finite number above low, up to a finite high
    OPTION_POINT,  // X,Y: two finite numbers
    OPTION_SIZE,   // WxH: two whole numbers, each low .. high
    OPTION_CHOICE, // one of choices
    OPTION_PATH    // any text but the empty one
} option_type;

typedef struct option
{
    const char *name;   // "--rays"
    const char *letter; // "-r", or NULL
    option_type type;
    double      low, high;
    const char *example;     // a sound value, for messages
    const char *choices[12]; // ends with NULL
} option;

// The value of the option of the same index; all zero except the defaults set before parsing.
typedef struct option_value
{
    bool        given;
    int         whole;  // OPTION_WHOLE; OPTION_SIZE: the width; OPTION_CHOICE: its index
    int         second; // OPTION_SIZE: the height
    double      number;
    rim_vec2    point;
    const char *text;
} option_value;

// Everything that is no option.
typedef struct arguments
{
    char **items;
    int    count;
} arguments;

// Reads argv[0 .. argc), whose plain arguments it moves to the front; rest then points to them. On
// failure it has complained, naming the command.
bool options_parse(const char *command, const option *table, int count, option_value *values,
                   int argc, char **argv, arguments *rest);

// The word of the list (ended by NULL) that a mistyped one is nearest to, or NULL if none is near.
const char *nearest_word(const char *wrong, const char *const *words);

#endif
