/* SPDX-License-Identifier: ISC */
/* Links that a link carries inside. */
#include "unit.h"

#include "lib/syntax/parse.h"

struct row {
	const char *iri;
	const char *found; /* a line for each link; see note() */
	const char *why;
};

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

static void check_links(void)
{
	static const struct row rows[] = {
		{"https://www.search.example/url?q=https%3A%2F%2Flogin.evil.example%2Fx%3Fa%3D1&sa=D",
			"queryq P=https://login.evil.example/x?a=1", "a redirector by its form"},
		{"https://www.google.com/url?q=https%3A%2F%2Fevil.example%2F&ved=https://other.example/",
			"queryq P=https://evil.example/ by Google\nqueryved =https://other.example/",
			"a redirector in the table, and another parameter"},
		{"https://urldefense.com/v3/__https://a.example/?u=https://b.example/__;!!x!y$",
			"path W=https://a.example/?u=https://b.example/ by Proofpoint",
			"the target goes on in the query"},
		{"https://x.mimecast.com/s/a?domain=b.example", "querydomain W=//b.example by Mimecast",
			"only the host"},
		{"https://t.co/a", "path  by X", "a redirector that keeps the target to itself"},
		{"https://t.co/", "", "its own page"},
		{"https://a.example/?u=https://evil.example%2F@good.example/",
			"queryu P=https://evil.example/@good.example/",
			"a delimiter ends the host when the value is decoded"},
		{"https://a.example/?u=//evil.example%5C@good.example", "queryu P=//evil.example\\@good.example",
			"so does a backslash, in browsers"},
		{"https://a.example/?u=https:/evil.example/x", "queryu =https:/evil.example/x",
			"browsers need no second slash"},
		{"https://a.example/?u=https:evil.example/x", "queryu =https:evil.example/x", "and no first one"},
		{"https://a.example/?u=/%5Cevil.example", "queryu P=/\\evil.example", "a backslash for a slash"},
		{"https://a.example/?u=https:1", "", "no dot, so no host"},
		{"https://emea01.safelinks.example/?url=https%3A%2F%2Fevil.example%2Fa&data=05%7C01&reserved=0",
			"queryurl P=https://evil.example/a", "the wrapper of a mail filter"},
		{"http://a/?q=https%253A%252F%252Fevil.example", "queryq PP=https://evil.example", "encoded twice"},
		{"http://a/?q=http://b/%20", "queryq =http://b/%20", "as it stands, it is a link already"},
		{"http://a/?a=http://b/&c=d&e=ftp%3A//f/", "querya =http://b/\nquerye P=ftp://f/", "in order"},
		{"http://a/?http://b/?c=d&e=f", "query =http://b/?c=d&e=f", "the whole query is one link"},
		{"http://a/?http%3A%2F%2Fb%2F&c", "query P=http://b/", "a parameter without a name"},
		{"http://a/?c&http://b/d=e", "query =http://b/d=e", "\"=\" in a link, not after a name"},
		{"http://a/?t=see%20http%3A%2F%2Fb%2F%20and%20http%3A%2F%2Fc%2F.",
			"queryt Phttp://b/\nqueryt Phttp://c/",
			"links in text"},
		{"http://a/?t=see+http://b/", "queryt http://b/", "HTML: \"+\" in a query is a space"},
		{"http://a/?u=%20http%3A//b/%0A", "queryu P=http://b/", "browsers ignore white space around a link"},
		{"http://a/?u=https://evil.example%2F.good.example/", "queryu P=https://evil.example/.good.example/",
			"the server that decodes it goes to evil.example"},
		{"http://a/?u=http://b%40c@d/", "queryu =http://b%40c@d/", "only hosts have to be decoded first"},
		{"http://a/?u=git://b/", "queryu =git://b/", "any scheme"},
		{"http://a/?u=file:///etc/passwd", "queryu =file:///etc/passwd", "RFC 8089: no host"},
		{"http://a/?u=http://[::1]/", "queryu =http://[::1]/", "RFC 3986, section 3.2.2"},
		{"http://a/?u=http://\xE4\xBE\x8B.example/", "queryu =http://\xE4\xBE\x8B.example/", "RFC 3987"},
		{"http://a/?u=//evil.example/x", "queryu =//evil.example/x", "RFC 3986, section 4.2: network-path"},
		{"http://a/?u=%2F%2Fevil.example", "queryu P=//evil.example", "RFC 3986, section 4.2: network-path"},
		{"http://a/?u=///evil.example/x", "queryu =///evil.example/x", "browsers take any number of slashes"},
		{"http://a/?u=http://good.com%09.evil.example/", "queryu P=http://good.com.evil.example/",
			"browsers remove tabs and ends of lines (URL standard, basic parser)"},
		{"http://a/?u=/%0D%0A/evil.example/", "queryu P=//evil.example/", "also between slashes"},
		{"http://a/?u=javas%09cript:alert(1)", "queryu P=javascript:alert(1)", "and in schemes"},
		{"http://a/?u=ht%0Atps://evil.example/", "queryu P=https://evil.example/", "a line end in a scheme"},
		{"http://a/?u=h%74tps://evil.example/", "queryu P=https://evil.example/", "a letter of a scheme"},
		{"http://a/?u=javascript:alert(1)", "queryu =javascript:alert(1)", "a script"},
		{"http://a/?u=J%61vaScript:alert(1);%20b", "queryu P=JavaScript:alert(1); b", "a script has spaces"},
		{"http://a/?u=data:text/html,b", "queryu =data:text/html,b", "a page"},
		{"http://a/?u=mailto:a@b.example", "queryu =mailto:a@b.example", "an address"},
		{"mailto:a@b?body=http%3A%2F%2Fc%2F", "querybody P=http://c/", "any scheme has a query"},
		{"?u=http://b/", "queryu =http://b/", "a relative reference"},
		{"http://a/?u=http%253A%252F%252Fb%252F%2520c", "queryu PPhttp://b/", "spaces end a link"},
		{"http://a/?u=\xFFhttp://b/\xFF", "queryu http://b/", "octets that are not UTF-8 end a link"},

		{"http://a/#!/https://x.example/", "fragment https://x.example/", "an address within a page"},
		{"http://a/#http://b/?c&d", "fragment =http://b/?c&d", "the whole fragment is one link"},
		{"http://a/#c=d&e=http%3A%2F%2Ff%2F", "fragment P=http://f/", "parameters in a fragment"},
		{"http://a/#/c?e=http%3A%2F%2Ff%2F", "fragment Phttp://f/", "a query in a fragment"},

		{"http://web.example/web/2020/https://evil.example/x", "path https://evil.example/x", "an archive"},
		{"http://a/go/https%3A%2F%2Fb%2F", "path Phttps://b/", "a path"},
		{"http://a/git://b/", "", "in paths, only schemes of the web: few others are links"},
		{"http://a/aHR0cHM6Ly9ldmlsLmV4YW1wbGUv", "", "no base64 in paths"},
		{"view-source:http://a/", "path http://a/", "a link behind another scheme"},
		{"javascript:location='http://b/'+c+'http://d/'", "path http://b/\npath http://d/",
			"quoted in a script"},

		/* Base64 by base64(1) */
		{"http://a/?u=aHR0cHM6Ly9ldmlsLmV4YW1wbGUv", "queryu B=https://evil.example/", "base64"},
		{"http://a/?u=aHR0cHM6Ly9ldmlsLmV4YW1wbGUvYQ==", "queryu B=https://evil.example/a", "with padding"},
		{"http://a/?aHR0cHM6Ly9ldmlsLmV4YW1wbGUvYQ==", "query B=https://evil.example/a",
			"padding, and no name"},
		{"http://a/?u=aHR0cHM6Ly9ldmlsLmV4YW1wbGUvYQ", "queryu B=https://evil.example/a", "without padding"},
		{"http://a/?u=aHR0cHM6Ly9ldmlsLmV4YW1wbGUvYQ%3D%3d", "queryu PB=https://evil.example/a",
			"encoded, too"},
		{"http://a/?u=aHR0cDovL2IvP8O_w74", "queryu B=http://b/?\xC3\xBF\xC3\xBE", "base64url"},
		{"http://a/?u=aHR0cDovL2IvP8O/w74=", "queryu B=http://b/?\xC3\xBF\xC3\xBE", "the same in base64"},
		{"http://a/?u=a1aHR0cHM6Ly9ldmlsLmV4YW1wbGUv", "queryu B=https://evil.example/", "text before it"},
		{"http://a/?u=x.aHR0cHM6Ly9ldmlsLmV4YW1wbGUv.sig", "queryu B=https://evil.example/", "text around it"},
		{"http://a/?u=aHR0cHM6Ly9ldmlsLmV4YW1wbGUvCg==", "queryu B=https://evil.example/", "a line of a file"},
		{"http://a/?u=aHR0cHMlM0ElMkYlMkZldmlsLmV4YW1wbGU=", "queryu BP=https://evil.example",
			"percent-encoded, then base64"},
		{"http://a/?u=YUhSMGNITTZMeTlsZG1sc0xtVjRZVzF3YkdVdg==", "queryu BB=https://evil.example/",
			"base64 twice"},
		{"http://a/#aHR0cHM6Ly9ldmlsLmV4YW1wbGUv", "fragment B=https://evil.example/", "base64 in a fragment"},

	
			{"data:text/html;base64,"
			"PGh0bWw+PHNjcmlwdD5sb2NhdGlvbj0iaHR0cHM6Ly9ldmlsLmV4YW1wbGUiPC9zY3JpcHQ+PC9odG1sPg==",
			"content Bhttps://evil.example", "a page with a link"},
		{"data:text/html,<a%20href='http://b/'>http://c/</a>", "content Phttp://b/\ncontent Phttp://c/",
			"quotes"},
		{"data:,http://b/?c#http://d/", "content =http://b/?c\nfragment =http://d/", "no query in RFC 2397"},
		{"data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20xmlns:a_1%20=%20%22http://b/%22%3E",
			"",
			"names of namespaces are no links"},
		{"data:text/html,%3Ca%20href=%22http://b/%22%3E", "content Phttp://b/", "another attribute"},
		{"data:text/html,%FF%22http://b/%22", "content Phttp://b/", "a page in another charset"},
		{"data:image/png;base64,/2h0dHA6Ly9iLw==", "", "the octets of an image are no text"},
		{"data:text/html", "", "RFC 2397: no comma"},

		{"http://a/?x=http", "", "no link"},
		{"http://a/?x=http://", "", "RFC 9110, section 4.2: no host"},
		{"http://a/?x=12:30://", "", "RFC 3986, section 3.1: no scheme"},
		{"http://a/?x=://b/", "", "no scheme"},
		{"http://a/?x=//&y=//a/b.png&z=///b/c.png", "", "empty segments before folders"},
		{"http://a/?x=a//b.example/", "", "a network-path must be the whole value"},
		{"http://a/?q=javascript:%20the%20good%20parts", "", "a word with a colon"},
		{"http://a/?q=Data:%20one,%20two&r=data:%20x", "", "a word with a colon"},
		{"http://a/?q=mailto:&r=mailto:%20x", "", "no address"},
		{"http://a/?t=12:30&u=a:b&v=urn:isbn:1", "", "a colon makes no link"},
		{"http://a/?id=dGhpc2lzbm90YWxpbms", "", "base64 of \"thisisnotalink\""},
		{"http://a/?id=internationalization&b=aHR0c", "", "words that are base64 by accident"},
		{"http://a/?", "", "an empty query"},
		{"http://a/?&&=&a=&=b#", "", "empty parameters"},
		{"http://user:http%3A%2F%2Fb%2F@a/", "", "not in the authority"},
		{"", "", "an empty reference"},
	};

	for (size_t i = 0; i < COUNT(rows); i++) {
		search(exactly(rows[i].iri, strlen(rows[i].iri)), IRI_EMBEDDED_DEPTH);
		CHECK(!strcmp(seen.text, rows[i].found), "%s: %s: %s", rows[i].why, rows[i].iri, seen.text);
	}
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
