/* SPDX-License-Identifier: ISC */
/* The main function of a fuzzer as an ordinary program: reads each file in its arguments as one input. */
#include "fuzz.h"

#include <stdio.h>

int main(int argc, char **argv)
{
	static uint8_t data[1 << 20];

	for (int i = 1; i < argc; i++) {
		FILE *const file = fopen(argv[i], "rb");
		if (!file) {
			perror(argv[i]);
			return 2;
		}
		const size_t n = fread(data, 1, sizeof data, file);
		if (ferror(file) || (n == sizeof data && fgetc(file) != EOF)) {
			fprintf(stderr, "%s: cannot be read, or is too long\n", argv[i]);
			return 2;
		}
		fclose(file);
		LLVMFuzzerTestOneInput(data, n);
	}
	printf("%d inputs\n", argc - 1);
	return 0;
}
