#include "standins/jansson.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader
{
    const char *at;
    int         line;
    bool        wrong;
} reader;

static json_t *read_value(reader *r);

static void skip_blanks(reader *r)
{
    for (; *r->at == ' ' || *r->at == '\t' || *r->at == '\r' || *r->at == '\n'; r->at++)
        r->line += *r->at == '\n';
}

static bool take(reader *r, char c)
{
    skip_blanks(r);
    if (*r->at != c) return false;
    r->at++;
    return true;
}

// \uXXXX below 0x80 only: the files are ASCII.
static char escaped(reader *r)
{
    static const char from[] = "nrtbf", to[] = "\n\r\t\b\f";
    char              c = *r->at++;
    const char       *known = c ? strchr(from, c) : NULL;
    if (known) return to[known - from];
    if (c != 'u') return c;
    char digits[5] = { 0 };
    strncpy(digits, r->at, 4);
    r->at += strlen(digits);
    return (char)strtol(digits, NULL, 16);
}

static char *read_text(reader *r)
{
    if (!take(r, '"')) return r->wrong = true, NULL;
    char  *text = malloc(strlen(r->at) < 4096 ? strlen(r->at) + 1 : 4096);
    size_t used = 0;
    while (*r->at && *r->at != '"' && used < 4095)
    {
        char c = *r->at++;
        text[used++] = c == '\\' && *r->at ? escaped(r) : c;
    }
    text[used] = 0;
    if (*r->at == '"')
        r->at++;
    else
        r->wrong = true;
    return text;
}

static void read_inside(reader *r, json_t *value, bool keys, char end)
{
    json_t **last = &value->first;
    if (take(r, end)) return;
    do
    {
        char *key = keys ? read_text(r) : NULL;
        if (keys && !take(r, ':')) r->wrong = true;
        json_t *inside = r->wrong ? NULL : read_value(r);
        if (!inside)
        {
            free(key);
            return;
        }
        inside->key = key;
        *last = inside;
        last = &inside->next;
    } while (!r->wrong && take(r, ','));
    if (!take(r, end)) r->wrong = true;
}

static bool take_word(reader *r, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(r->at, word, length) != 0) return false;
    r->at += length;
    return true;
}

static void read_number(reader *r, json_t *value)
{
    char *end;
    value->number = strtod(r->at, &end);
    size_t length = (size_t)(end - r->at), whole = strspn(r->at, "+-0123456789");
    value->type = whole >= length ? JSON_INTEGER : JSON_REAL;
    if (length == 0) r->wrong = true;
    r->at = end;
}

static json_t *read_value(reader *r)
{
    json_t *value = calloc(1, sizeof *value);
    skip_blanks(r);
    if (take(r, '{'))
        value->type = JSON_OBJECT, read_inside(r, value, true, '}');
    else if (take(r, '['))
        value->type = JSON_ARRAY, read_inside(r, value, false, ']');
    else if (*r->at == '"')
        value->type = JSON_STRING, value->text = read_text(r);
    else if (take_word(r, "true"))
        value->type = JSON_TRUE;
    else if (take_word(r, "false"))
        value->type = JSON_FALSE;
    else if (take_word(r, "null"))
        value->type = JSON_NULL;
    else
        read_number(r, value);
    return value;
}

json_t *json_load_file(const char *path, size_t flags, json_error_t *error)
{
    (void)flags;
    FILE *file = fopen(path, "rb");
    snprintf(error->text, sizeof error->text, "%.100s: cannot be opened", path);
    error->line = -1;
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char  *text = calloc(1, (size_t)size + 1);
    size_t got = fread(text, 1, (size_t)size, file);
    fclose(file);
    reader  r = { text, 1, got != (size_t)size };
    json_t *value = read_value(&r);
    free(text);
    if (!r.wrong) return value;
    snprintf(error->text, sizeof error->text, "no JSON");
    error->line = r.line;
    json_decref(value);
    return NULL;
}

void json_decref(json_t *value)
{
    while (value)
    {
        json_t *next = value->next;
        json_decref(value->first);
        free(value->key);
        free(value->text);
        free(value);
        value = next;
    }
}

json_t *json_object_get(const json_t *object, const char *key)
{
    if (!json_is(object, JSON_OBJECT)) return NULL;
    json_t *found = NULL; // the last of equals
    for (json_t *at = object->first; at; at = at->next)
        if (strcmp(at->key, key) == 0) found = at;
    return found;
}

json_t *json_array_get(const json_t *array, size_t index)
{
    if (!json_is_array(array)) return NULL;
    json_t *at = array->first;
    for (; at && index > 0; index--) at = at->next;
    return at;
}

size_t json_array_size(const json_t *array)
{
    size_t size = 0;
    if (json_is_array(array))
        for (json_t *at = array->first; at; at = at->next) size++;
    return size;
}

const char *json_string_value(const json_t *value)
{
    return json_is_string(value) ? value->text : NULL;
}

double json_number_value(const json_t *value)
{
    return json_is_number(value) ? value->number : 0.0;
}

long long json_integer_value(const json_t *value)
{
    return json_is_integer(value) ? (long long)value->number : 0;
}
