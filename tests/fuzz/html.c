/* SPDX-License-Identifier: ISC */
/* HTML. The first byte says in which steps the document, which is the rest, is read. */
#include "fuzz.h"

#include "cmd/base/charref.h"
#include "cmd/markup/declared_charset.h"
#include "cmd/markup/html_pieces.h"
#include "lib/base/str.h"

#include <string.h>

/* Returns what the text of a link means: with its character references resolved. */
static struct iri_str meaning(struct iri_str text)
{
	static struct source_map out;

	source_map_clear(&out);
	charref_resolve(text, CHARREF_ATTRIBUTE, 0, &out);
	return iri_contents(&out.text);
}

/* Appends all that a piece says. place: where its text begins in the document */
static void add(struct iri_buf *out, const struct html_piece *piece, size_t place)
{
	iri_buf_putc(out, (char)piece->kind);
	iri_buf_putc(out, (char)piece->placed);
	iri_buf_add(out, (const char *)&place, sizeof place);
	iri_buf_add(out, (const char *)&piece->text.n, sizeof piece->text.n);
	if (piece->reference.p)
		iri_buf_add(out, piece->reference.p, piece->reference.n);
}

/* Appends the pieces of the document, which is read in these steps, to out. */
static void read_in_steps(struct iri_str s, size_t step, struct iri_buf *out)
{
	static struct html h;
	struct html_piece piece;
	struct steps steps = {.s = s, .step = step};
	size_t before = 0;
	enum html_status status;

	for (size_t done = 0; steps_next(&steps, done); done = h.at, h.at = 0) {
		const struct iri_str text = steps.text;
		while ((status = html_next(&h, text, steps.end == s.n, &piece)) == HTML_PIECE) {
			/* The pieces lie in the document, in ascending order. */
			LAW(piece.text.p >= text.p && piece.text.p + piece.text.n <= text.p + text.n);
			const size_t place = steps.start + (size_t)(piece.text.p - text.p);
			LAW(place >= before);
			before = place + piece.text.n;
			LAW(h.at <= text.n);
			const bool is_link = piece.kind >= HTML_ATTRIBUTE; /* or the value of srcdoc */
			LAW(is_link == (piece.reference.p != NULL));
			LAW(piece.placed || (is_link && !piece.text.n));
			LAW(piece.text.n || is_link);
			if (is_link)
				LAW(iri_same(piece.reference, meaning(piece.text)));
			add(out, &piece, place);
		}
		LAW(status == (steps.end == s.n ? HTML_END : HTML_MORE));
	}
	LAW(!html_failed(&h));
	html_free(&h);
}

void fuzz(unsigned char choice, struct iri_str s)
{
	static struct iri_buf whole, parts;
	char name[ENCODING_NAME_MAX + 1];

	if (!choice || memchr(s.p, '\0', s.n))
		return;
	whole.n = parts.n = 0;
	read_in_steps(s, s.n + 1, &whole);
	read_in_steps(s, choice, &parts);
	LAW(iri_same(iri_contents(&whole), iri_contents(&parts)));
	if (encoding_of_html(s, name))
		LAW(strlen(name) && strlen(name) <= ENCODING_NAME_MAX);
}
