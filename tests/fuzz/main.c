/* SPDX-License-Identifier: ISC */
/*
 * The main function of a fuzzer as an ordinary program: [-b TEXT] FILE... Each file is one input; with -b, behind this
 * text, which can choose what a fuzzer does with a document.
 */
#include "fuzz.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	static uint8_t data[1 << 22];
	const bool has_text = argc > 2 && !strcmp(argv[1], "-b");
	const size_t before = has_text ? strlen(argv[2]) : 0;
	const int first = has_text ? 3 : 1;

	for (int i = first; i < argc; i++) {
		FILE *const file = fopen(argv[i], "rb");
		if (!file) {
			perror(argv[i]);
			return 2;
		}
		if (before)
			memcpy(data, argv[2], before);
		const size_t n = before + fread(data + before, 1, sizeof data - before, file);
		if (ferror(file) || (n == sizeof data && fgetc(file) != EOF)) {
			fprintf(stderr, "%s: cannot be read, or is too long\n", argv[i]);
			return 2;
		}
		fclose(file);
		LLVMFuzzerTestOneInput(data, n);
	}
	printf("%d inputs, %u refused\n", argc - first, refused);
	return 0;
}
