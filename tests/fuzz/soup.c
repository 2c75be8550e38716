// Feeds World.raw, OBJ and number texts, broken in random ways, to their readers:
//
//      fuzz_soup SECONDS
//
// The sanitizers watch memory; this program checks that what was read holds together.
#include "rimcast/base.h"
#include "rimcast/soup.h"
#include "support/support.h"

#include "data/writer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const seeds[] = {
    "0 0 0\n1 0 0\n0 1 0\n# floor\n-1.5e3 2 3\r\n1e-40 .5 3.\r1 2 3\n",
    "v 0 0 0\nv 1 0 0 1\nv 1 1 0 .5 .5 .5\nv 0 1 0\nvn 0 0 1\nf 1 2 3\nf -4//1 -3/1 \\\n-2/1/1 4\n",
    "123456789012345678901234567890e-300 9007199254740993.00000000000000000000000000001",
};

static const char alphabet[] = "0123456789.eE+-/\\#vf \t\r\nnaix\xef\xbb\xbf";

static size_t mutate(char *text, size_t capacity, test_random *random)
{
    const char *seed = seeds[random_int(random, 0, 2)];
    size_t      size = strlen(seed);
    memcpy(text, seed, size);
    for (int edits = random_int(random, 0, 12); edits > 0 && size > 0; edits--)
    {
        size_t at = random_bits(random) % size, length = 1 + random_bits(random) % 20;
        if (length > size - at) length = size - at;
        switch (random_int(random, 0, 4))
        {
        case 0:
            text[at] = (char)random_bits(random);
            break;
        case 1:
            text[at] = alphabet[random_bits(random) % sizeof alphabet];
            break;
        case 2: // leave out
            memmove(text + at, text + at + length, size - at - length);
            size -= length;
            break;
        case 3: // repeat
            if (size + length > capacity) break;
            memmove(text + at + length, text + at, size - at);
            size += length;
            break;
        default:
            size = at;
            break; // cut off
        }
    }
    return size;
}

static void require(bool fact, const char *what, const char *text, size_t size)
{
    if (fact) return;
    printf("%s, for the text:\n%.*s\n", what, (int)size, text);
    exit(1);
}

static void check_soup(const rim_soup *soup, const char *text, size_t size)
{
    int             points, triangles;
    const rim_vec3 *point = rim_soup_read(soup).points;
    points = rim_soup_read(soup).point_count;
    for (int i = 0; i < points; i++)
        require(isfinite(point[i].x) && isfinite(point[i].y) && isfinite(point[i].z),
                "a point is not finite", text, size);
    triangles = rim_soup_read(soup).triangle_count;
    for (int i = 0; i < 3 * triangles; i++)
        require(rim_soup_read(soup).indices[i] >= 0 && rim_soup_read(soup).indices[i] < points,
                "an index is out of range", text, size);
}

static void try_reader(const char *text, size_t size, bool object)
{
    rim_soup       *soup;
    rim_parse_error error;
    rim_status      status = object ? rim_soup_create(&soup, RIM_SOUP_OBJ, text, size, &error, NULL)
                                    : rim_soup_create(&soup, RIM_SOUP_RAW, text, size, &error, NULL);
    require(status == RIM_OK || status == RIM_ERR_FORMAT, "an unexpected status", text, size);
    require((status == RIM_OK) == (error.line == 0), "an error without a line", text, size);
    if (soup) check_soup(soup, text, size);
    rim_soup_destroy(soup);
}

static void try_number(const char *text, size_t size)
{
    double value = 0.0, back = 0.0;
    float  single = 0.0f;
    size_t length = rim_number_parse(text, size, &value);
    require(length <= size && length == number_parse_float(text, size, &single),
            "float and double disagree on the length", text, size);
    if (length == 0 || !isfinite(value)) return;

    char   printed[RIM_NUMBER_TEXT];
    size_t printed_length = (size_t)rim_number_print(printed, value);
    require(rim_number_parse(printed, printed_length, &back) == printed_length && back == value,
            "a number is not read back as printed", text, size);
}

int main(int count, char **arguments)
{
    double      seconds = count > 1 ? strtod(arguments[1], NULL) : 1.0;
    clock_t     end = clock() + (clock_t)(seconds * CLOCKS_PER_SEC);
    test_random random = { getenv("FUZZ_SEED") ? 1 : (uint64_t)time(NULL) };
    printf("seed %llu\n", (unsigned long long)random.state);

    long inputs = 0;
    for (; clock() < end; inputs++)
    {
        char   draft[1000];
        size_t size = mutate(draft, sizeof draft, &random);
        char  *text = malloc(size ? size : 1); // of the exact size, so that overruns are seen
        memcpy(text, draft, size);
        try_reader(text, size, false);
        try_reader(text, size, true);
        try_number(text, size);
        free(text);
    }
    printf("fuzz_soup: %ld inputs\n", inputs);
    return 0;
}
