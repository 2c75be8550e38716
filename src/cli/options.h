// A command's options as a table, read by one parser.
//
// The parser accepts --name VALUE, --name=VALUE, -o VALUE and -oVALUE. Options and other arguments may be mixed. "--"
// ends the options. If an option is given twice, the last one is used.
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
    OPTION_PATH,   // any text but the empty one
    OPTION_TEXT    // any text
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

// The value of the option of the same index. It is all zero except for defaults that were set before parsing.
typedef struct option_value
{
    bool        given;
    int         whole;  // OPTION_WHOLE; OPTION_SIZE: the width; OPTION_CHOICE: its index
    int         second; // OPTION_SIZE: the height
    double      number;
    rim_vec2    point;
    const char *text;
} option_value;

// The arguments that are not options.
typedef struct arguments
{
    char **items;
    int    count;
} arguments;

// Reads argv[0 .. argc). Moves the arguments that are not options to the front; rest then points to them. On failure,
// prints an error that names the command.
bool options_parse(const char *command, const option *table, int count, option_value *values,
                   int argc, char **argv, arguments *rest);

// Returns the word of a list that is nearest to a mistyped word, or NULL if none is near. NULL ends the list. Of the
// mistyped word, "=" and the value behind it are not compared.
const char *nearest_word(const char *wrong, const char *const *words);

#endif
