/* SPDX-License-Identifier: ISC */
/* JSON. The first byte says in which steps the document, which is the rest, is read. */
#include "fuzz.h"

#include "cmd/base/space.h"
#include "cmd/base/escapes.h"
#include "cmd/finder/json_strings.h"
#include "lib/base/str.h"

#include <string.h>

/* A string: the bytes between its quotes */
struct string {
	size_t off, len;
};

struct strings {
	struct steps steps;
	struct iri_buf list; /* of struct string */
};

static void add(struct strings *strings, size_t off, size_t len)
{
	const struct string string = {off, len};

	iri_buf_add(&strings->list, (const char *)&string, sizeof string);
}

static bool add_found(void *arg, struct iri_str string)
{
	struct strings *const strings = arg;

	add(strings, strings->steps.start + (size_t)(string.p - strings->steps.text.p), string.n);
	return true;
}

/* Finds the strings of the document in the simplest way. */
static void read_simply(struct iri_str s, struct strings *strings)
{
	size_t i = 0, start;

	strings->list.n = 0;
	while (i < s.n) {
		const char c = s.p[i++], next = i < s.n ? s.p[i] : '\0';
		if (c == '/' && next == '/') {
			while (i < s.n && !is_line_end(s.p[i]))
				i++;
		} else if (c == '/' && next == '*') {
			for (i++; i < s.n && !(s.p[i] == '*' && i + 1 < s.n && s.p[i + 1] == '/'); i++)
				continue;
			i = i + 2 < s.n ? i + 2 : s.n;
		} else if (c == '"' || c == '\'') {
			for (start = i; i < s.n && s.p[i] != c && s.p[i] != '\n'; i++)
				if (s.p[i] == '\\' && ++i + 1 < s.n && s.p[i] == '\r' && s.p[i + 1] == '\n')
					i++;
			i = i < s.n ? i : s.n;
			add(strings, start, i - start);
			i += i < s.n && s.p[i] == c;
		}
	}
}

/* Finds the strings of the document, which is read in these steps. */
static void read_in_steps(struct iri_str s, size_t step, enum json_wanted wanted, struct strings *strings)
{
	struct json_strings j = {.in_comment = false};

	strings->steps = (struct steps){.s = s, .step = step};
	strings->list.n = 0;
	for (size_t done = 0; steps_next(&strings->steps, done);)
		done = json_search(&j, strings->steps.text, strings->steps.end == s.n, wanted, add_found, strings);
}

/* Returns what a string means. Law: its bytes stand for bytes of the string, in their order. */
static struct iri_str meaning(struct iri_str s)
{
	static struct source_map out;

	source_map_clear(&out);
	escapes_resolve(s, ESCAPES_JSON, 0, &out);
	const struct iri_str text = iri_contents(&out.text);
	for (size_t i = 0, last = 0; i < text.n; i++) {
		LAW(source_map_start(&out, i) >= last && source_map_end(&out, i + 1) <= s.n);
		last = source_map_start(&out, i);
		LAW(source_map_end(&out, i + 1) > last);
	}
	return text;
}

/* Law: the strings that are left out have no link with a scheme, and no others are left out. */
static void law_of_speed(struct iri_str s, const struct strings *all, const struct strings *some)
{
	const struct string *a = (const void *)iri_contents(&all->list).p;
	const struct string *b = (const void *)iri_contents(&some->list).p;
	const struct string *const end = b + some->list.n / sizeof *b;
	struct iri_link link;

	for (size_t n = all->list.n / sizeof *a; n > 0; n--, a++) {
		if (b < end && b->off == a->off && b->len == a->len) {
			b++;
			continue;
		}
		LAW(!iri_link_next(NULL, meaning((struct iri_str){s.p + a->off, a->len}), 0, &link));
	}
	LAW(b == end);
}

void fuzz(unsigned char choice, struct iri_str s)
{
	static struct strings simple, whole, parts;

	const size_t step = 1 + (choice & 127u);
	read_simply(s, &simple);
	read_in_steps(s, s.n + 1, JSON_ALL, &whole);
	LAW(iri_same(iri_contents(&simple.list), iri_contents(&whole.list)));
	read_in_steps(s, step, JSON_ALL, &parts);
	LAW(iri_same(iri_contents(&simple.list), iri_contents(&parts.list)));
	read_in_steps(s, s.n + 1, JSON_LINKS, &whole);
	law_of_speed(s, &simple, &whole);
	read_in_steps(s, step, JSON_LINKS, &parts);
	law_of_speed(s, &simple, &parts);
	/* Software takes NUL for the end of a text, so "\u0000" is not read as one. */
	if (!memchr(s.p, '\0', s.n))
		laws_of_codec((struct codec_use){CODEC_JSON, choice & 128 ? '\'' : '"', choice & 7}, s);
}
