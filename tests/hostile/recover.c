/* SPDX-License-Identifier: ISC */
/*
 * Prints the results of all operations of iri.h. tests/rows/fail.c lets one allocation fail: then an operation returns
 * IRI_NO_MEMORY, and is tried again with the same handle. The output must be that of a run without failures.
 */
#include "tests/laws/operations.h"

#include <stdio.h>

int recover_main(int argc, char **argv);
int recover_main(int argc, char **argv)
{
	static char result[RESULT];
	struct handles handles;

	(void)argc;
	(void)argv;
	if (!operations_make(&handles))
		return 2;
	for (size_t i = 0; i < TEXTS; i++) {
		operations_run(&handles, texts[i], result);
		fputs(result, stdout);
	}
	operations_free(&handles);
	return fflush(stdout) != 0;
}
