// What the tests use of jansson, for processors for which the real one is not installed: reading.
#ifndef TESTS_STANDINS_JANSSON_H
#define TESTS_STANDINS_JANSSON_H

#include <stddef.h>

typedef enum json_type
{
    JSON_OBJECT,
    JSON_ARRAY,
    JSON_STRING,
    JSON_INTEGER,
    JSON_REAL,
    JSON_TRUE,
    JSON_FALSE,
    JSON_NULL
} json_type;

// A value; what is inside hangs together by `next`.
typedef struct json_t
{
    json_type      type;
    char          *key;  // of a member of an object
    char          *text; // of a string
    double         number;
    struct json_t *first, *next;
} json_t;

typedef struct json_error_t
{
    int  line;
    char text[160];
} json_error_t;

json_t     *json_load_file(const char *path, size_t flags, json_error_t *error);
void        json_decref(json_t *value);
json_t     *json_object_get(const json_t *object, const char *key);
json_t     *json_array_get(const json_t *array, size_t index);
size_t      json_array_size(const json_t *array);
const char *json_string_value(const json_t *value);
double      json_number_value(const json_t *value);
long long   json_integer_value(const json_t *value);

// All take NULL.
#define json_is(value, kind) ((value) != NULL && (value)->type == (kind))
#define json_is_array(value) json_is(value, JSON_ARRAY)
#define json_is_string(value) json_is(value, JSON_STRING)
#define json_is_integer(value) json_is(value, JSON_INTEGER)
#define json_is_number(value) (json_is(value, JSON_INTEGER) || json_is(value, JSON_REAL))
#define json_is_true(value) json_is(value, JSON_TRUE)
#define json_is_false(value) json_is(value, JSON_FALSE)
#define json_is_boolean(value) (json_is_true(value) || json_is_false(value))

#endif
