/* SPDX-License-Identifier: ISC */
/* Links that a link carries inside. */
#include "unit.h"

#include "lib/syntax/parse.h"

/* The links that were found, as text */
static struct {
	struct iri_str iri;
	char text[4096];
	size_t n;
} seen;

/*
 * Writes a line: the component, the name, how the value was decoded (P, B; W: as the redirector does), "=" for a whole
 * value, the link, and the name of a redirector.
 */
static void note(void *arg, const struct iri_embedded *c)
{
	const char *const where = c->in_content ? "content" : c->where == IRI_PATH ? "path"
	                          : c->where == IRI_QUERY ? "query" : "fragment";
	char encodings[IRI_EMBEDDED_DEPTH + 1] = "";

	CHECK(arg == &seen && c->n_encodings <= IRI_EMBEDDED_DEPTH && (c->link.n || c->redirector), "%.*s",
	      TEXT(seen.iri));
	CHECK(c->value.p >= seen.iri.p && c->value.p + c->value.n <= seen.iri.p + seen.iri.n, "%.*s", TEXT(seen.iri));
	for (size_t i = 0; i < c->n_encodings; i++)
		encodings[i] = "PBW"[c->encodings[i]];
	if (seen.n < sizeof seen.text)
		seen.n += (size_t)snprintf(seen.text + seen.n, sizeof seen.text - seen.n, "%s%s%.*s %s%s%.*s%s%s",
		                           seen.n ? "\n" : "", where, TEXT(c->name), encodings, c->whole ? "=" : "",
		                           TEXT(c->link), c->redirector ? " by " : "",
		                           c->redirector ? c->redirector : "");
}

static void search(struct iri_str iri, size_t depth)
{
	struct iri_ref ref;

	seen.iri = iri;
	seen.n = 0;
	seen.text[0] = '\0';
	iri_split(iri, &ref);
	CHECK(iri_embedded_each(&ref, depth, note, &seen), "%.*s", TEXT(iri));
}

static void check_link(char *const *cells)
{
	search(exactly(cells[0], strlen(cells[0])), IRI_EMBEDDED_DEPTH);
	CHECK(!strcmp(seen.text, cells[1]), "%s: %s: %s", cells[2], cells[0], seen.text);
}

static void check_links(void)
{
	each_row("embedded.tsv", check_link);
	done("carry: links are found in values, encoded or not");
}

/* A link that is percent-encoded n times is found if the depth is at least n, and at most IRI_EMBEDDED_DEPTH. */
static void check_depth(void)
{
	for (size_t n = 0; n <= IRI_EMBEDDED_DEPTH + 1; n++)
		for (size_t depth = 0; depth <= IRI_EMBEDDED_DEPTH + 1; depth++) {
			char iri[256] = "http://a/?u=http", *to = iri + strlen(iri);

			to += sprintf(to, n ? "%%" : ":");
			for (size_t i = 1; i < n; i++)
				to += sprintf(to, "25");
			to += sprintf(to, "%s//b/", n ? "3A" : "");
			search(str(iri), depth);
			CHECK((seen.n > 0) == (n <= depth && n <= IRI_EMBEDDED_DEPTH), "%s, depth %zu", iri, depth);
		}
	done("carry: a value is decoded up to the depth");
}

/* Any bytes: views are within the reference, and a sanitizer sees every read. */
static void check_any(void)
{
	static const char *const before[] = {"http://a/?", "http://a/?u=", "http://a/#", "data:text/html,", "//a/",
	                                     "data:;base64,", "javascript:"};
	static const char *const pieces[] = {"http", "://", "%3A%2F%2F", "%253A", "aHR0c", "HM6Ly9", "=", "&", "/",
	                                     "b.example", "'", "\"", "xmlns=", "+", "data:,", "%", "%2", "@", "[",
	                                     "\xC3", " "};

	rng_start();
	for (int i = 0; i < rounds; i++) {
		char text[256];
		size_t n = put(text, ANY_OF(before));

		for (size_t k = rng() % 12; k > 0; k--)
			n += put(text + n, ANY_OF(pieces));
		if (rng() % 4 == 0)
			n += put_hostile(text + n, 64);
		search(exactly(text, n), rng() % (IRI_EMBEDDED_DEPTH + 1));
	}
	done("carry: any text can be searched");
}

void test_embedded(void)
{
	check_links();
	check_depth();
	check_any();
}
