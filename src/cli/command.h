// The commands. Each gets the arguments behind its name and returns the exit status.
#ifndef RIM_CLI_COMMAND_H
#define RIM_CLI_COMMAND_H

int command_outline(int argc, char **argv);
int command_hit(int argc, char **argv);
int command_info(int argc, char **argv);
int command_mesh(int argc, char **argv);

#endif
