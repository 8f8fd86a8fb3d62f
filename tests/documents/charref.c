/* SPDX-License-Identifier: ISC */
/*
 * charref CONTEXT: resolves the character references in standard input, for charref.bats. A NUL ends a text, and the
 * next one begins.
 */
#include "cmd/base/charref.h"
#include "lib/base/str.h"

#include <stdio.h>

int main(int argc, char **argv)
{
	static const char *const contexts[] = {"text", "attribute", "markdown", "xml"};
	struct iri_buf in = {0};
	struct source_map out = {0};
	unsigned context = 0;
	char block[4096];
	size_t n;

	while (context < 4 && (argc != 2 || strcmp(argv[1], contexts[context]) != 0))
		context++;
	if (context == 4)
		return 2;
	while ((n = fread(block, 1, sizeof block, stdin)) > 0)
		iri_buf_add(&in, block, n);
	for (size_t at = 0; at < in.n; at++) {
		const char *const nul = memchr(in.p + at, '\0', in.n - at);
		const size_t end = nul ? (size_t)(nul - in.p) : in.n;
		charref_resolve((struct iri_str){in.p + at, end - at}, (enum charref_context)context, 0, &out);
		if (nul)
			source_map_add(&out, "", 1, end, 1);
		at = end;
	}
	const struct iri_str text = iri_contents(&out.text);
	const bool ok = !in.failed && !source_map_failed(&out) && fwrite(text.p, 1, text.n, stdout) == text.n &&
	                !fflush(stdout);
	iri_buf_free(&in);
	source_map_free(&out);
	return ok ? 0 : 1;
}
