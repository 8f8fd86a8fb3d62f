/* SPDX-License-Identifier: ISC */
/*
 * The main function of a fuzzer as an ordinary program: [-l] [-b TEXT] [-n N] FILE... Each file is one input or, with
 * -l, each of its lines; with -b, behind this text, which can choose what a fuzzer does with a document; with -n, N
 * inputs, each behind the text and another byte below N.
 */
#include "config.h"

#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	static uint8_t text[1 << 24], data[sizeof text + 1024];
	const char *before = "";
	bool lines = false;
	unsigned inputs = 0, choices = 0;

	for (int c; (c = getopt(argc, argv, "lb:n:")) != -1;)
		switch (c) {
		case 'l': lines = true; break;
		case 'b': before = optarg; break;
		case 'n': choices = (unsigned)atoi(optarg); break;
		default: return 2;
		}
	const size_t skipped = strlen(before) + (choices > 0);
	if (skipped > sizeof data - sizeof text) {
		fprintf(stderr, "-b: more than %zu bytes\n", sizeof data - sizeof text);
		return 2;
	}
	memcpy(data, before, strlen(before));
	for (int i = optind; i < argc; i++) {
		FILE *const file = fopen(argv[i], "rb");
		if (!file) {
			perror(argv[i]);
			return 2;
		}
		const size_t n = fread(text, 1, sizeof text, file);
		if (ferror(file) || (n == sizeof text && fgetc(file) != EOF)) {
			fprintf(stderr, "%s: cannot be read, or is too long\n", argv[i]);
			return 2;
		}
		fclose(file);
		size_t at = 0;
		do {
			const uint8_t *const eol = lines ? memchr(text + at, '\n', n - at) : NULL;
			const size_t length = eol ? (size_t)(eol - text) - at : n - at;
			memcpy(data + skipped, text + at, length);
			for (unsigned choice = 0; choice < choices + !choices; choice++, inputs++) {
				if (choices)
					data[skipped - 1] = (uint8_t)choice;
				LLVMFuzzerTestOneInput(data, skipped + length);
			}
			at += length + 1;
		} while (at < n);
	}
	printf("%u inputs, %u refused\n", inputs, refused);
	return 0;
}
