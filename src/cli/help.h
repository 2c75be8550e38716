// The texts of --help and of "rimcast help COMMAND".
#ifndef RIM_CLI_HELP_H
#define RIM_CLI_HELP_H

extern const char help_overview[];
extern const char help_outline[];
extern const char help_hit[];
extern const char help_info[];
extern const char help_mesh[];

#endif
