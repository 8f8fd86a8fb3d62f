/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "tools.h"

#include <stdio.h>
#include <stdlib.h>

_Noreturn void tool_exit(int status)
{
	exit(status);
}

int main(int argc, char **argv)
{
	tool_main *const tool = argc > 0 ? tool_find(argv[0]) : NULL;
	if (tool)
		return tool(argc, argv);

	fputs("iri-toolkit: the name of this program is not that of a tool; call it by one of these names:", stderr);
	for (int i = 0; tool_name(i); i++)
		fprintf(stderr, " %s", tool_name(i));
	fputc('\n', stderr);
	return 2;
}
