/* SPDX-License-Identifier: CC0-1.0 */
/* uriparser OPERATION: the operations of the library uriparser, line by line, for run.py. Link with -luriparser. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uriparser/Uri.h>

/* Prints a component and what stands behind it, or "^" if it is absent. */
static void put(const UriTextRangeA *s, const char *after)
{
	if (s->first)
		printf("%.*s%s", (int)(s->afterLast - s->first), s->first, after);
	else
		printf("^%s", after);
}

/* Prints the URI as text. */
static void put_uri(const UriUriA *uri)
{
	int n = 0;

	if (uriToStringCharsRequiredA(uri, &n) != URI_SUCCESS)
		return;
	char *const text = malloc((size_t)n + 1);
	if (text && uriToStringA(text, uri, n + 1, NULL) == URI_SUCCESS)
		fputs(text, stdout);
	free(text);
}

static void split(const UriUriA *uri)
{
	const UriHostDataA *const data = &uri->hostData;
	const int has_host = uri->hostText.first || data->ip4 || data->ip6 || data->ipFuture.first;
	const int literal = uri->hostData.ip6 || uri->hostData.ipFuture.first;

	put(&uri->scheme, "\t");
	put(&uri->userInfo, "\t");
	if (literal)
		putchar('[');
	put(&uri->hostText, literal ? "]\t" : "\t");
	put(&uri->portText, "\t");
	if (uri->absolutePath || (has_host && uri->pathHead))
		putchar('/');
	for (const UriPathSegmentA *s = uri->pathHead; s; s = s->next)
		put(&s->text, s->next ? "/" : "");
	putchar('\t');
	put(&uri->query, "\t");
	put(&uri->fragment, "");
}

int main(int argc, char **argv)
{
	const char *const operation = argc > 1 ? argv[1] : "";
	char *line = NULL;
	size_t size = 0;

	if (!strstr(" valid split normalize compare resolve ", operation))
		return 2;
	while (getline(&line, &size, stdin) > 0) {
		UriUriA first, second, target;
		line[strcspn(line, "\n")] = '\0';
		char *const tab = strchr(line, '\t');
		if (tab)
			*tab = '\0';
		const int one = uriParseSingleUriA(&first, line, NULL) == URI_SUCCESS;
		const int two = tab && uriParseSingleUriA(&second, tab + 1, NULL) == URI_SUCCESS;
		if (one && !strcmp(operation, "valid")) {
			fputs("valid", stdout);
		} else if (one && !strcmp(operation, "split")) {
			split(&first);
		} else if (one && !strcmp(operation, "normalize")) {
			if (uriNormalizeSyntaxA(&first) == URI_SUCCESS)
				put_uri(&first);
		} else if (one && two && !strcmp(operation, "compare")) {
			uriNormalizeSyntaxA(&first);
			uriNormalizeSyntaxA(&second);
			fputs(uriEqualsUriA(&first, &second) ? "equivalent" : "different", stdout);
		} else if (one && two && !strcmp(operation, "resolve")) {
			if (uriAddBaseUriA(&target, &second, &first) == URI_SUCCESS) {
				put_uri(&target);
				uriFreeUriMembersA(&target);
			}
		}
		putchar('\n');
		if (one)
			uriFreeUriMembersA(&first);
		if (two)
			uriFreeUriMembersA(&second);
	}
	free(line);
	return 0;
}
