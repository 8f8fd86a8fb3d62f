/* SPDX-License-Identifier: ISC */
/*
 * order check: reads BidiCharacterTest.txt of Unicode, and compares order_visual with the cases that have a paragraph
 * from left to right and no isolates. Prints the other results and the number of cases, and exits with 1 if there are
 * other results.
 * order short: prints all references of up to SHORT characters of small alphabets that keep to RFC 3987, section 4.2.
 * Some occur several times.
 */
#include "cmd/irishow/order.h"
#include "lib/base/str.h"
#include "lib/host/bidi.h"
#include "lib/unicode/unicode.h"
#include "lib/unicode/utf8.h"

#include <fribidi.h>
#include <stdio.h>
#include <stdlib.h>

enum { CHARS = 200, SHORT = 7 };

/* A case of the test; level: -1 for characters that rule X9 removes */
struct test {
	uint32_t chars[CHARS];
	int level[CHARS];
	size_t n;
	size_t order[CHARS], n_order;
};

static unsigned class_of(uint32_t ch)
{
	return (unsigned)iri_property(ch)->bidi_class;
}

/* Reads a case. Returns false if the line has none, or one that is not compared. */
static bool read_test(char *line, struct test *t)
{
	char *p = line, *end;

	t->n = t->n_order = 0;
	if (*line == '#' || *line == '\n')
		return false;
	for (; *p != ';' && t->n < CHARS; t->n++, p = end + (*end == ' ')) {
		t->chars[t->n] = (uint32_t)strtoul(p, &end, 16);
		if (t->chars[t->n] >= 0x2066 && t->chars[t->n] <= 0x2069)
			return false;
	}
	if (memcmp(p, ";0;0;", 5) != 0)
		return false;
	p += 5;
	for (size_t i = 0; i < t->n; i++, p = end + (*end == ' ')) {
		t->level[i] = *p == 'x' ? -1 : (int)strtol(p, &end, 10);
		end = *p == 'x' ? p + 1 : end;
	}
	for (p++; *p && *p != '\n' && t->n_order < CHARS; t->n_order++, p = end + (*end == ' '))
		t->order[t->n_order] = strtoul(p, &end, 10);
	return true;
}

/* Writes the characters that a display shows: the order of the test, and rules L3 and L4, which the test leaves out. */
static size_t expected(const struct test *t, uint32_t want[CHARS])
{
	size_t marks = 0;

	for (size_t i = 0; i < t->n_order; i++) {
		const size_t at = t->order[i];
		const bool rtl = t->level[at] & 1;
		FriBidiChar ch = t->chars[at];
		if (rtl)
			fribidi_get_mirror_char(ch, &ch);
		want[i] = ch;
		/* The marks to the left of their letter go to its right, in reverse order. */
		if (marks && t->level[t->order[i - 1]] != t->level[at])
			marks = 0;
		if (rtl && class_of(t->chars[at]) == UTF8PROC_BIDI_CLASS_NSM) {
			marks++;
			continue;
		}
		for (size_t a = i - marks, b = i; a < b; a++, b--) {
			const uint32_t other = want[a];
			want[a] = want[b];
			want[b] = other;
		}
		marks = 0;
	}
	return t->n_order;
}

/* Whether order_visual gives the order of the test. */
static bool is_well(const struct test *t)
{
	uint32_t want[CHARS];
	char text[4 * CHARS];
	struct iri_buf out = {.p = NULL};
	size_t n = 0, at = 0;
	bool well = true;

	for (size_t i = 0; i < t->n; i++)
		n += iri_utf8_encode(t->chars[i], text + n);
	order_visual((struct iri_str){text, n}, &out);
	const size_t n_want = expected(t, want);
	for (const char *p = out.p, *end = p + out.n; p < end;) {
		const uint32_t ch = iri_utf8_next(p, end, &p);
		if (class_of(ch) != UTF8PROC_BIDI_CLASS_BN) /* rule X9 removes it from the order of the test */
			well = well && at < n_want && want[at++] == ch;
	}
	well = well && at == n_want && !out.failed;
	iri_buf_free(&out);
	return well;
}

static int check(void)
{
	static struct test t;
	char line[8000];
	size_t n = 0, bad = 0;

	while (fgets(line, sizeof line, stdin)) {
		char copy[sizeof line];
		strcpy(copy, line);
		if (!read_test(line, &t))
			continue;
		n++;
		if (!is_well(&t) && bad++ < 20)
			fputs(copy, stdout);
	}
	printf("%zu cases, %zu bad\n", n, bad);
	return !n || bad;
}

/* Whether each component of ref keeps to section 4.2. */
static bool keeps_to_rules(const struct iri_ref *ref)
{
	size_t off, delimiter;

	for (enum iri_component c = IRI_SCHEME; c <= IRI_FRAGMENT; c++) {
		const struct iri_str s = iri_present(iri_part(ref, c));
		const char *p = s.p, *const end = p + s.n;
		do {
			const char *const stop = iri_bidi_part(p, end, c, &delimiter);
			if (iri_bidi_check(iri_between(p, stop), &off) != IRI_BIDI_WELL)
				return false;
			p = stop + delimiter;
		} while (delimiter);
	}
	return true;
}

/* Prints the references that begin with the n bytes of text and have up to `more` other characters. */
static void print_short(const char *const *alphabet, char *text, size_t n, int more)
{
	struct iri_ref ref;

	if (iri_parse((struct iri_str){text, n}, IRI_REFERENCE, &ref, NULL) == IRI_OK && keeps_to_rules(&ref))
		printf("%.*s\n", (int)n, text);
	for (const char *const *c = alphabet; more && *c; c++) {
		memcpy(text + n, *c, strlen(*c));
		print_short(alphabet, text, n + strlen(*c), more - 1);
	}
}

int main(int argc, char **argv)
{
	/* What numbers join in one unit (UAX #9, rules W2 to W7): R, AL, EN, CS, ET */
	static const char *const numbers[] = {"\u05D0", "\u0627", "1", "2", ",", "$", NULL};
	/* L, R, AL, EN, AN, ES, delimiters; in the second also a mark, ET, a bracket, a percent-encoded octet */
	static const char *const first[] = {"a", "\u05D0", "\u0627", "1", "\u0663", "-", "/", ".", NULL};
	static const char *const second[] = {"a",  "\u05D0", "\u0627", "1", "2",      "\u0663", "-", "$",
	                                     "\u05B8", "/", ".", "?", "=", "(", "%31", NULL};
	char text[8 * SHORT];

	if (argc == 2 && !strcmp(argv[1], "check"))
		return check();
	if (argc != 2 || strcmp(argv[1], "short") != 0) {
		fputs("usage: order check|short\n", stderr);
		return 2;
	}
	print_short(numbers, text, 0, SHORT);
	print_short(first, text, 0, SHORT - 1);
	print_short(second, text, 0, SHORT - 2);
	return 0;
}
