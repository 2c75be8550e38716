// rimcast: a program that computes outlines of sprites and tests whether their shapes touch.
#define _XOPEN_SOURCE 700

#include "command.h"
#include "options.h"
#include "report.h"
#include "rimcast/base.h"
#include "system.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

typedef struct command
{
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
} command;

static const command commands[] = {
    { "outline", command_outline, help_outline }, { "hit", command_hit, help_hit },
    { "bake", command_bake, help_bake },          { "info", command_info, help_info },
    { "mesh", command_mesh, help_mesh },
};

#define COMMAND_COUNT ((int)(sizeof commands / sizeof commands[0]))

static const command *main_find(const char *name)
{
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(name, commands[i].name) == 0) return &commands[i];
    return NULL;
}

static int main_print(const char *text)
{
    fputs(text, stdout);
    if (fflush(stdout) == 0) return EXIT_YES;
    if (errno != EPIPE) complain("standard output: cannot be written; check where it goes");
    return EXIT_TROUBLE;
}

// Prints that there is no such command, and suggests one with a similar name. Returns the exit status.
static int complain_of_command(const char *name)
{
    const char *names[COMMAND_COUNT + 2] = { NULL };
    for (int i = 0; i < COMMAND_COUNT; i++) names[i] = commands[i].name;
    names[COMMAND_COUNT] = "help";
    const char *near = nearest_word(name, names);
    if (near)
        complain("there is no command '%s'; did you mean %s?", name, near);
    else
        complain("there is no command '%s'; give outline, hit, bake, info or mesh, or see: rimcast "
                 "--help",
                 name);
    return EXIT_TROUBLE;
}

static int help(int argc, char **argv)
{
    if (argc == 0 || strcmp(argv[0], "help") == 0) return main_print(help_overview);
    const command *c = main_find(argv[0]);
    return c ? main_print(c->help) : complain_of_command(argv[0]);
}

static bool is_help(const char *argument)
{
    return strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0;
}

// --help anywhere among a command's arguments prints its help and does nothing else.
static bool asks_for_help(int argc, char **argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (is_help(argv[i])) return true;
    return false;
}

// Runs the command that the first argument names, or prints help or the version. main_print("") writes out what printf has
// buffered, and reports an error.
int main(int argc, char **argv)
{
    system_begin();
    if (argc < 2)
    {
        complain("no command given; try: rimcast outline hero.png, or see: rimcast --help");
        return EXIT_TROUBLE;
    }
    if (is_help(argv[1])) return main_print(help_overview);
    if (strcmp(argv[1], "help") == 0) return help(argc - 2, argv + 2);
    if (strcmp(argv[1], "--version") == 0)
    {
        printf("rimcast %s\n", rim_version());
        return main_print("");
    }
    const command *c = main_find(argv[1]);
    if (!c) return complain_of_command(argv[1]);
    if (asks_for_help(argc - 2, argv + 2)) return main_print(c->help);
    return c->run(argc - 2, argv + 2);
}
