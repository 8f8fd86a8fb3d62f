/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "tools.h"

#include <string.h>

/* A line TOOL(name) for each tool */
#define TOOL(name) tool_main name##_main;
#include "tool_list.h"
#undef TOOL

static const struct {
	const char *name;
	tool_main *main;
} tools[] = {
#define TOOL(name) {#name, name##_main},
#include "tool_list.h"
};
enum { TOOLS = sizeof tools / sizeof *tools };

tool_main *tool_find(const char *path)
{
	const char *const slash = strrchr(path, '/');

	for (int i = 0; i < TOOLS; i++)
		if (strstr(slash ? slash + 1 : path, tools[i].name))
			return tools[i].main;
	return NULL;
}

const char *tool_name(int i)
{
	return i < TOOLS ? tools[i].name : NULL;
}
