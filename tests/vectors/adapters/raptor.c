/* SPDX-License-Identifier: CC0-1.0 */
/* raptor resolve: resolves references with the library raptor2, line by line, for run.py. Link with -lraptor2. */
#include <raptor2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
	raptor_world *const world = argc == 2 && !strcmp(argv[1], "resolve") ? raptor_new_world() : NULL;
	char *line = NULL;
	size_t size = 0;

	while (world && getline(&line, &size, stdin) > 0) {
		line[strcspn(line, "\n")] = '\0';
		char *const tab = strchr(line, '\t');
		if (tab)
			*tab = '\0';
		raptor_uri *const base = raptor_new_uri(world, (const unsigned char *)line);
		raptor_uri *const target =
			base && tab ? raptor_new_uri_relative_to_base(world, base, (unsigned char *)tab + 1) : NULL;
		puts(target ? (const char *)raptor_uri_as_string(target) : "");
		if (base)
			raptor_free_uri(base);
		if (target)
			raptor_free_uri(target);
	}
	free(line);
	if (world)
		raptor_free_world(world);
	return 0;
}
