#include "determinism/expected.h"

#include <string.h>

static const bits_line *find(const bits *b, const char *function)
{
    for (int i = 0; i < b->count; i++)
        if (strcmp(b->lines[i].function, function) == 0) return &b->lines[i];
    return NULL;
}

bool expected_compare(const bits *b, const char *path, bool full, FILE *to)
{
    char    line[256], others[4096] = "";
    int     recorded = 0, known = 0, same = 0;
    int64_t answers = 0;
    FILE   *file = fopen(path, "r");
    if (!file)
    {
        fprintf(stderr, "%s cannot be opened\n", path);
        return false;
    }
    while (fgets(line, sizeof line, file))
    {
        char               function[64];
        unsigned long long hashes[2];
        if (sscanf(line, "%63s %llx %llx", function, &hashes[0], &hashes[1]) != 3) continue;
        const bits_line *found = find(b, function);
        bool             agrees = found && found->hash == hashes[full ? 0 : 1] && found->nans == 0;
        recorded++;
        known += found != NULL;
        same += agrees;
        size_t length = strlen(others);
        if (!agrees) snprintf(others + length, sizeof others - length, " %s", function);
    }
    fclose(file);
    for (int i = 0; i < b->count; i++) answers += b->lines[i].answers;
    fprintf(to, "%lld answers, %d of %d functions as recorded", (long long)answers, same, recorded);
    if (same < recorded) fprintf(to, "; differ:%s", others);
    if (known < b->count) fprintf(to, "; %d are not recorded", b->count - known);
    fprintf(to, "\n");
    return same == recorded && known == b->count && recorded > 0;
}
