/* SPDX-License-Identifier: ISC */
/*
 * The tools of a program that has several: their main functions are compiled as NAME_main, and call tool_exit in place
 * of exit, which the program defines.
 */
#ifndef TOOLS_H
#define TOOLS_H

typedef int tool_main(int argc, char **argv);

/*
 * Returns the main function of the tool whose name is in the last component of path, or NULL if this program has no
 * such tool. So a copy may be called iri2uri-0.2, and a wrapper may call .iri2uri-wrapped.
 */
tool_main *tool_find(const char *path);

/* Returns the name of tool i, in alphabetical order, or NULL after the last. */
const char *tool_name(int i);

_Noreturn void tool_exit(int status);

#endif
