/* SPDX-License-Identifier: ISC */
/*
 * CSS. The first byte says in which steps the style sheet, which is the rest, is read; with its highest bit, as SCSS.
 */
#include "fuzz.h"

#include "cmd/markup/css_links.h"
#include "cmd/markup/declared_charset.h"
#include "cmd/rewrite/css_codec.h"
#include "lib/base/str.h"

#include <string.h>

/* Returns what the text of a link means. Law: its bytes stand for all bytes of the text, but for broken lines. */
static struct iri_str meaning(struct iri_str s)
{
	static struct source_map out;

	source_map_clear(&out);
	css_unescape(s, 0, &out);
	const struct iri_str text = iri_contents(&out.text);
	for (size_t i = 0, end = 0; i < text.n; i++) {
		LAW(source_map_start(&out, i) <= source_map_end(&out, i + 1));
		LAW(source_map_end(&out, i + 1) >= end);
		end = source_map_end(&out, i + 1);
		LAW(end <= s.n);
	}
	return text;
}

/* Appends the links of the style sheet, which is read in these steps, to out. */
static void read_in_steps(struct iri_str s, bool is_scss, size_t step, struct iri_buf *out)
{
	struct css c = {.is_scss = is_scss};
	struct css_link link = {.quote = 0};
	struct steps steps = {.s = s, .step = step};
	size_t before = 0;
	enum css_status status;

	for (size_t done = 0; steps_next(&steps, done); done = c.at, c.at = 0) {
		const struct iri_str text = steps.text;
		while ((status = css_next(&c, text, steps.end == s.n, &link)) == CSS_LINK) {
			/* The links lie in the style sheet, in ascending order. */
			LAW(link.text.n && link.text.p >= text.p && link.text.p + link.text.n <= text.p + text.n);
			const size_t place = steps.start + (size_t)(link.text.p - text.p);
			LAW(place >= before);
			before = place + link.text.n;
			LAW(c.at <= text.n);
			LAW(!link.quote || (place && s.p[place - 1] == link.quote));
			iri_buf_add(out, (const char *)&place, sizeof place);
			iri_buf_add(out, (const char *)&before, sizeof before);
			iri_buf_putc(out, (char)link.is_import);
			meaning(link.text);
		}
		LAW(status == (steps.end == s.n ? CSS_END : CSS_MORE));
	}
}

/* Law: what is written in quotes, or without them, is one link that means the same. */
static void law_of_writing(struct iri_str s, char quote)
{
	static struct iri_buf sheet;
	struct css c = {0};
	struct css_link link = {.quote = 0};

	sheet.n = 0;
	iri_buf_add(&sheet, "url(\"", quote ? 5 : 4);
	if (quote)
		sheet.p[4] = quote;
	codec_write_css((struct codec_use){.codec = CODEC_CSS, .quote = quote}, NULL, s, &sheet);
	const size_t end = sheet.n;
	iri_buf_add(&sheet, quote ? &quote : ")", 1);
	LAW(css_next(&c, iri_contents(&sheet), true, &link) == CSS_LINK);
	LAW(link.text.p + link.text.n == sheet.p + end && link.quote == quote);
	LAW(iri_same(meaning(link.text), s));
	LAW(css_next(&c, iri_contents(&sheet), true, &link) == CSS_END);
}

void fuzz(unsigned char choice, struct iri_str s)
{
	static struct iri_buf whole, parts;
	char name[ENCODING_NAME_MAX + 1];

	const bool is_scss = choice & 128;
	whole.n = parts.n = 0;
	read_in_steps(s, is_scss, s.n + 1, &whole);
	read_in_steps(s, is_scss, 1 + (choice & 127u), &parts);
	LAW(iri_same(iri_contents(&whole), iri_contents(&parts)));
	if (encoding_of_css(s, name))
		LAW(strlen(name) && strlen(name) <= ENCODING_NAME_MAX);
	if (s.n && !memchr(s.p, '\0', s.n)) {
		law_of_writing(s, '\0');
		law_of_writing(s, '"');
		law_of_writing(s, '\'');
	}
}
