// check_flash [file.json]: runs recorded Flash answers and tells how many agree, kind by kind.
#include "support/flash/flash_vectors.h"

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "tests/flash/vectors_open.json";
    flash_score score = flash_vectors_run(path, stdout);
    printf("all: %d passed, %d failed\n", score.passed, score.failed);
    return score.failed != 0 || score.passed == 0;
}
