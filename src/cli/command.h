// The commands. Each takes the arguments behind its name and returns the exit status.
#ifndef RIM_CLI_COMMAND_H
#define RIM_CLI_COMMAND_H

int command_bake(int argc, char **argv);
int command_outline(int argc, char **argv);
int command_hit(int argc, char **argv);
int command_info(int argc, char **argv);
int command_mesh(int argc, char **argv);

// The texts of --help and of "rimcast help COMMAND".
extern const char help_overview[];
extern const char help_bake[];
extern const char help_outline[];
extern const char help_hit[];
extern const char help_info[];
extern const char help_mesh[];

#endif
