#define _XOPEN_SOURCE 700

#include "support/program.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char program[4096], folder[1024];

const char *program_path(const char *name)
{
    static char paths[4][2048];
    static int  turn;
    char       *path = paths[turn++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

bool program_left(const char *name)
{
    return access(program_path(name), F_OK) == 0;
}

// --- images ---------------------------------------------------------------------------------------

typedef struct png
{
    unsigned char bytes[200000];
    size_t        size;
} png;

static void put_word(unsigned char *at, uint32_t value)
{
    for (int i = 0; i < 4; i++) at[i] = (unsigned char)(value >> (24 - 8 * i));
}

static uint32_t crc_of(const unsigned char *data, size_t size)
{
    uint32_t crc = 0xffffffff;
    for (size_t i = 0; i < size; i++)
    {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
    }
    return ~crc;
}

static void put_chunk(png *p, const char *type, const unsigned char *data, size_t size)
{
    unsigned char *at = p->bytes + p->size;
    put_word(at, (uint32_t)size);
    memcpy(at + 4, type, 4);
    if (size) memcpy(at + 8, data, size);
    put_word(at + 8 + size, crc_of(at + 4, size + 4));
    p->size += size + 12;
}

// A PNG in which pixel (x, y) is grey x, y with the alpha at alpha[y * width + x], stored uncompressed.
static void make_png(png *p, uint32_t width, uint32_t height, const unsigned char *alpha)
{
    unsigned char  header[13] = { 0 };
    unsigned char *data = calloc(1, 200000);
    size_t         raw = 0, row = 1 + 4 * (size_t)width;
    uint32_t       a = 1, b = 0;
    memcpy(p->bytes, "\x89PNG\r\n\x1a\n", 8);
    p->size = 8;
    put_word(header, width);
    put_word(header + 4, height);
    header[8] = 8;
    header[9] = 6;
    put_chunk(p, "IHDR", header, 13);

    unsigned char *at = data + 7;
    for (uint32_t y = 0; alpha && y < height; y++)
        for (size_t i = 0; i < row; i++, raw++)
        {
            unsigned char byte = i == 0 ? 0 : i % 4 == 0 ? alpha[y * width + (i - 1) / 4] : 160;
            at[raw] = byte;
            a = (a + byte) % 65521;
            b = (b + a) % 65521;
        }
    assert_true(raw < 65536);
    unsigned char frame[7] = { 0x78,
                               0x01,
                               1,
                               (unsigned char)raw,
                               (unsigned char)(raw >> 8),
                               (unsigned char)~raw,
                               (unsigned char)(~raw >> 8) };
    memcpy(data, frame, 7);
    put_word(at + raw, b << 16 | a);
    put_chunk(p, "IDAT", data, raw + 11);
    put_chunk(p, "IEND", NULL, 0);
    free(data);
}

void write_bytes(const char *name, const void *bytes, size_t size)
{
    FILE *file = fopen(program_path(name), "wb");
    assert_non_null(file);
    assert_int_equal(size, fwrite(bytes, 1, size, file));
    fclose(file);
}

void write_png(const char *name, int width, int height, const unsigned char *alpha)
{
    png *p = malloc(sizeof *p);
    make_png(p, (uint32_t)width, (uint32_t)height, alpha);
    write_bytes(name, p->bytes, p->size);
    free(p);
}

// An image from rows of text: '#' is opaque, '+' has alpha 100, all else is clear.
static void draw(const char *name, const char *const *rows)
{
    unsigned char alpha[4096];
    uint32_t      width = (uint32_t)strlen(rows[0]), height = 0;
    for (; rows[height]; height++)
        for (uint32_t x = 0; x < width; x++)
            alpha[height * width + x] = rows[height][x] == '#'   ? 255
                                        : rows[height][x] == '+' ? 100
                                                                 : 0;
    png *p = malloc(sizeof *p);
    make_png(p, width, height, alpha);
    write_bytes(name, p->bytes, p->size);
    free(p);
}

bool solid_in_disc(int x, int y)
{
    double dx = x + 0.5 - 20.0, dy = y + 0.5 - 16.0;
    return dx * dx + dy * dy < 144.0;
}

static void draw_all(void)
{
    static unsigned char     alpha[40 * 32];
    static const char *const bar[] = { "......", ".####.", "......", NULL };
    static const char *const ring[] = {
        "#####..", "#...#..", "#.#.#.+", "#...#..", "#####.#", NULL
    };
    static const char *const clear[] = { "...", "...", NULL };
    for (int y = 0; y < 32; y++)
        for (int x = 0; x < 40; x++) alpha[y * 40 + x] = solid_in_disc(x, y) ? 255 : 0;
    png *p = malloc(sizeof *p);
    make_png(p, 40, 32, alpha);
    write_bytes("disc.png", p->bytes, p->size);
    write_bytes("cut.png", p->bytes, p->size / 2);
    write_bytes("no-end.png", p->bytes, p->size - 12);
    write_bytes("head.png", p->bytes, 20);
    write_bytes("a name, \"quoted\".png", p->bytes, p->size);
    p->bytes[p->size / 2] ^= 16;
    write_bytes("flipped.png", p->bytes, p->size);
    make_png(p, 100000, 100000, NULL);
    write_bytes("huge.png", p->bytes, p->size);
    make_png(p, 60000, 60000, NULL);
    write_bytes("large.png", p->bytes, p->size);
    make_png(p, 9000, 9000, NULL);
    write_bytes("liar.png", p->bytes, p->size);
    make_png(p, 0, 7, NULL);
    write_bytes("zero.png", p->bytes, p->size);
    free(p);
    write_bytes("text.png", "hello, I am no image\n", 21);
    write_bytes("empty.png", "", 0);
    draw("bar.png", bar);
    draw("ring.png", ring);
    draw("clear.png", clear);
}

// --- running --------------------------------------------------------------------------------------

void ran_end(ran *r)
{
    free(r->out);
    free(r->err);
}

ran run(const char *arguments)
{
    char command[16384], out[2048], err[2048];
    snprintf(out, sizeof out, "%s.out", folder);
    snprintf(err, sizeof err, "%s.err", folder);
    snprintf(command, sizeof command, "cd '%s' && { '%s' %s\n} >'%s' 2>'%s' </dev/null", folder,
             program, arguments, out, err);
    int status = system(command);
    ran r = { WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_file(out, NULL),
              read_file(err, NULL) };
    return r;
}

json_t *json_of(const char *arguments)
{
    ran          r = run(arguments);
    json_error_t error;
    if (r.status != 0) fail_msg("%s: status %d: %s", arguments, r.status, r.err);
    // Hints are no errors.
    for (const char *line = r.err; *line; line += strcspn(line, "\n") + 1)
        if (strncmp(line, "rimcast: hint: ", 15) != 0) fail_msg("%s: said '%s'", arguments, r.err);
    json_t *json = json_loads(r.out, 0, &error);
    if (!json) fail_msg("%s: line %d: %s", arguments, error.line, error.text);
    ran_end(&r);
    return json;
}

static int count_files(void)
{
    int  count = 0;
    DIR *listing = opendir(folder);
    assert_non_null(listing);
    while (readdir(listing)) count++;
    closedir(listing);
    return count;
}

void assert_trouble(const char *arguments, const char *part)
{
    int before = count_files();
    ran r = run(arguments);
    if (r.status != 2) fail_msg("%s: status %d, '%s'", arguments, r.status, r.err);
    if (r.out[0]) fail_msg("%s: printed '%s'", arguments, r.out);
    char *end = strchr(r.err, '\n');
    if (strncmp(r.err, "rimcast: ", 9) != 0 || !end || end[1] != 0 || !strstr(r.err, part))
        fail_msg("%s: said '%s', expected one line with '%s'", arguments, r.err, part);
    if (!strchr(r.err, ';') && !strstr(r.err, "did you mean") && !strstr(r.err, "see:"))
        fail_msg("%s: said '%s', not what to do", arguments, r.err);
    assert_int_equal(before, count_files());
    ran_end(&r);
}

void program_enter(const char *name)
{
    const char *given = getenv("RIMCAST");
    char        here[512], command[4096];
    if (!given) given = "build/rimcast";
    if (!getcwd(here, sizeof here)) fail_msg("the current folder has no name");
    snprintf(program, sizeof program, "%s%s%s", given[0] == '/' ? "" : here,
             given[0] == '/' ? "" : "/", given);
    if (access(program, X_OK) != 0) fail_msg("%s is not there; make it first", program);

    snprintf(folder, sizeof folder, "%s/build/%s", here, name);
    snprintf(command, sizeof command, "rm -rf '%s' && mkdir -p '%s/folder'", folder, folder);
    if (system(command) != 0) fail_msg("%s cannot be made", folder);
    draw_all();
}

// --- a terminal -----------------------------------------------------------------------------------

char *seen_on_terminal(const char *arguments)
{
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0) return NULL;
    char command[8192];
    snprintf(command, sizeof command, "cd '%s' && '%s' %s >/dev/null 2>%s", folder, program,
             arguments, ptsname(terminal));
    // Held open, so that what was written stays to be read after the program is done.
    int   other = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    pid_t child = fork();
    if (child == 0) _exit(system(command) == -1);
    assert_true(child > 0);
    char *text = calloc(1, 65536);
    fcntl(terminal, F_SETFL, O_NONBLOCK);
    // Read meanwhile: a terminal holds a few thousand letters, then who writes waits.
    bool done = false;
    for (size_t size = 0, more = 1; !done || more;)
    {
        struct pollfd waiting = { terminal, POLLIN, 0 };
        done = done || waitpid(child, NULL, WNOHANG) == child;
        poll(&waiting, 1, done ? 0 : 50);
        char    some[4096];
        ssize_t got = read(terminal, some, sizeof some);
        more = got > 0 ? (size_t)got : 0;
        size_t kept = more < 65535 - size ? more : 65535 - size;
        memcpy(text + size, some, kept);
        size += kept;
    }
    close(other);
    close(terminal);
    return text;
}
