/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "document.h"

#include "xml.h"

#include "../lib/str.h"
#include "../lib/utf8.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* A document that is being read */
struct reader {
	struct lines *lines;
	const struct document_options *o;
	bool (*found)(void *arg, const struct span *span);
	void *arg;
	bool stopped;
	uintmax_t base;       /* the place in the document of the first byte of lines->in */
	/* The place of the last link. Places count bytes of the document. */
	uintmax_t line;       /* number of its line, from 1 */
	uintmax_t line_start; /* place of the first character of the line */
	uintmax_t counted;    /* line ends before this place are counted, */
	uintmax_t measured;   /* and so are the characters of the line before this place: */
	size_t chars;
	bool after_cr;        /* the byte before `counted` is a carriage return */
	bool warned;          /* the message of warn_cut was printed */
	struct iri_buf decoded; /* a piece of XML with its character references resolved */
};

static bool is_line_end(char c)
{
	return c == '\n' || c == '\r';
}

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || is_line_end(c);
}

/* Counts the line ends (LF, CRLF, CR) from r->counted up to this place, which is not after the end of lines->in. */
static void count_lines(struct reader *r, uintmax_t place)
{
	const char *const start = r->lines->in.p, *const end = start + (place - r->base);
	const char *p = start + (r->counted - r->base);
	const bool has_cr = r->after_cr || iri_find_byte(p, end, '\r') < end;

	while (p < end) {
		if (has_cr)
			while (p < end && !is_line_end(*p))
				p++;
		else
			p = iri_find_byte(p, end, '\n');
		if (p == end)
			break;
		/* The line feed of CRLF ends no further line. */
		if (*p == '\r' || !(p > start + (r->counted - r->base) ? p[-1] == '\r' : r->after_cr))
			r->line++;
		r->line_start = r->base + (uintmax_t)(++p - start);
	}
	if (place > r->counted)
		r->after_cr = end[-1] == '\r';
	r->counted = place;
}

/* Returns the number of characters from p to end, as the file has them. */
static size_t count_chars(const struct reader *r, const char *p, const char *end)
{
	size_t n = iri_count_chars(iri_between(p, end));

	/* Before a byte that is not in the charset, perhaps 0xFF, stands the error byte 0xFF; see charset_decode. */
	if (r->lines->charset && charset_is_bytes(r->lines->charset))
		for (; (p = iri_find_byte(p, end, '\xFF')) < end; p += end - p > 1 ? 2 : 1)
			n--;
	return n;
}

/*
 * Prints a message if the link ends at a byte that is not in the charset, since it was probably longer. Prints only one
 * for a document: such bytes mean that all of it is in another charset.
 */
static void warn_cut(struct reader *r, const struct span *span)
{
	const char *const p = span->text.p + span->len, *const end = r->lines->in.p + r->lines->in.n;
	uint32_t ch;
	struct iri_buf place = {0};

	if (r->warned || p == end || (unsigned char)*p < 0x80 || iri_utf8_decode(p, end, &ch))
		return;
	r->warned = true;
	buf_add_text(&place, r->lines->messages->place.file);
	if (span->line)
		buf_add_format(&place, ":%ju:%zu%c", span->line, span->column, '\0');
	else
		buf_add_format(&place, ": byte %ju%c", span->off, '\0');
	buf_check(r->lines->messages, &place);
	message_say(r->lines->messages, place.p,
	            r->lines->charset ? "this link ends at a byte that is not in the charset; check --charset"
	                              : "this link ends at a byte that is not UTF-8; use --charset");
	iri_buf_free(&place);
}

/* Calls r->found for a link whose text in lines->in begins at p. */
static void report(struct reader *r, const struct iri_link *link, struct iri_str text, struct iri_str reference)
{
	struct span span = {
		.kind = link->kind,
		.broken = link->broken,
		.off = r->base + (uintmax_t)(text.p - r->lines->in.p),
		.len = text.n,
		.text = text,
		.reference = reference,
	};

	if (r->o->places) {
		count_lines(r, span.off);
		if (r->measured < r->line_start) {
			r->measured = r->line_start;
			r->chars = 0;
		}
		r->chars += count_chars(r, r->lines->in.p + (r->measured - r->base), text.p);
		r->measured = span.off;
		span.line = r->line;
		span.column = r->chars + 1;
	}
	warn_cut(r, &span);
	r->stopped = !r->found(r->arg, &span);
}

/* Moves *p, which is not at the start of a text, after white space. Returns the number of line ends in it. */
static size_t skip_space(const char **p, const char *end)
{
	size_t n = 0;

	for (; *p < end && is_space(**p); ++*p)
		n += is_line_end(**p) && !(**p == '\n' && (*p)[-1] == '\r');
	return n;
}

/*
 * Whether a wrapped link begins at p, which is "<". This is a link in angle brackets, with "URL:" or without, that is
 * broken over lines, with white space only where lines break, and without empty lines. Then sets *link to its place in
 * the text, and f->joined to the link without white space.
 */
static bool is_wrapped(struct finder *f, const char *p, struct iri_link *link)
{
	const char *const end = f->text.p + f->text.n;
	struct iri_ref ref;
	bool broken = false;

	p++;
	if (end - p >= 4 && !strncasecmp(p, "URL:", 4))
		p += 4;
	if (skip_space(&p, end) > 1)
		return false;
	const char *const start = p, *last = p;
	f->joined.n = 0;
	while (p < end && *p != '<' && *p != '>') {
		const char *const word = p;
		while (p < end && *p != '<' && *p != '>' && !is_space(*p))
			p++;
		iri_buf_add(&f->joined, word, (size_t)(p - word));
		last = p;
		const size_t line_ends = skip_space(&p, end);
		const bool closed = p < end && *p == '>';
		if (line_ends > 1 || (p > last && !line_ends && !closed))
			return false;
		broken = broken || (line_ends && !closed);
	}
	if (p == end || *p != '>' || !broken || !f->joined.n)
		return false;
	*link = (struct iri_link){IRI_LINK_IRI, (size_t)(start - f->text.p), (size_t)(last - start), false};
	/* The brackets show where the link ends. Its beginning must show that it is a link. */
	const struct iri_str joined = iri_contents(&f->joined);
	struct iri_link first;
	link->broken = iri_parse(joined, IRI_REQUIRE_SCHEME | IRI_FORBID_BIDI, &ref, NULL) != IRI_OK;
	return iri_link_next(&f->o->links, joined, 0, &first) && first.kind == IRI_LINK_IRI && !first.off;
}

/* Finds the next wrapped link after the link that was returned last. */
static void find_wrapped(struct finder *f)
{
	const char *const end = f->text.p + f->text.n;
	const char *p = f->text.p + (f->searched > f->from ? f->searched : f->from);

	f->wrapped.len = 0;
	for (; (p = iri_find_byte(p, end, '<')) < end && !f->wrapped.len; p++)
		if (!is_wrapped(f, p, &f->wrapped))
			f->wrapped.len = 0;
	f->searched = (size_t)(p - f->text.p);
}

bool finder_next(struct finder *f, struct iri_link *link, struct iri_str *reference)
{
	if (f->o->unwrap && (!f->wrapped.len || f->wrapped.off < f->from))
		find_wrapped(f);
	if (!f->ended && (!f->whole.len || f->whole.off < f->from))
		f->ended = !iri_link_next(&f->o->links, f->text, f->from, &f->whole);
	if (f->wrapped.len && (f->ended || f->whole.off >= f->wrapped.off)) {
		*link = f->wrapped;
		*reference = iri_contents(&f->joined);
	} else if (!f->ended) {
		*link = f->whole;
		*reference = (struct iri_str){f->text.p + link->off, link->len};
	} else {
		return false;
	}
	f->from = link->off + link->len;
	return true;
}

void finder_free(struct finder *f)
{
	iri_buf_free(&f->joined);
}

/*
 * Returns the end of the last line that ends between p and end or, with unwrap, of the last empty line; p if there is
 * none. The text before p, which begins with lines->in, has none.
 */
static const char *last_end(const struct reader *r, const char *p, const char *end)
{
	const char *const start = r->lines->in.p;

	for (const char *q = end; q > p; q--) {
		if (!is_line_end(q[-1]))
			continue;
		if (!r->o->unwrap)
			return q;
		const char *const before = q - (q[-1] == '\n' && q - start >= 2 && q[-2] == '\r' ? 2 : 1);
		if (before > start && is_line_end(before[-1]))
			return q;
	}
	return p;
}

/* Prepares the finder for a text. */
static void begin_text(struct finder *f, struct iri_str text)
{
	f->text = text;
	f->from = f->searched = f->wrapped.len = f->whole.len = 0;
	f->ended = false;
}

/*
 * Reports the links of a piece of lines->in. resolve: first resolves its character references. Then it finds the links
 * twice: the first time only their places, so that one call of charset_html translates all of them to the piece.
 */
static void search(struct reader *r, struct finder *f, struct iri_str piece, bool resolve)
{
	struct iri_buf buf = {0};
	struct iri_str text = piece, reference;
	struct iri_link link;
	struct iri_offsets places = {0};

	if (resolve) {
		r->decoded.n = 0;
		charset_html(piece, &r->decoded, NULL);
		buf_check(r->lines->messages, &r->decoded);
		text = iri_contents(&r->decoded);
		begin_text(f, text);
		while (finder_next(f, &link, &reference)) {
			const size_t ends[] = {link.off, link.off + link.len};
			iri_buf_add(&buf, (const char *)ends, sizeof ends);
		}
		buf_check(r->lines->messages, &buf);
		places.p = (void *)buf.p;
		places.n = buf.n / sizeof *places.p;
		r->decoded.n = 0;
		charset_html(piece, &r->decoded, &places);
	}
	begin_text(f, text);
	for (size_t i = 0; !r->stopped && finder_next(f, &link, &reference); i += 2) {
		const size_t start = resolve ? places.p[i] : link.off;
		const size_t end = resolve ? places.p[i + 1] : link.off + link.len;
		report(r, &link, (struct iri_str){piece.p + start, end - start}, reference);
	}
	buf_check(r->lines->messages, &f->joined);
	iri_buf_free(&buf);
}

/* Prints a message if the XML declaration names a charset that the document was not read in. */
static void check_encoding(struct reader *r, struct iri_str text)
{
	char name[XML_ENCODING_MAX + 1], message[64 + 2 * sizeof name];

	if (r->lines->charset || !xml_encoding(text, name) || charset_is_utf8(name) || !strcasecmp(name, "us-ascii"))
		return;
	snprintf(message, sizeof message, "was read as UTF-8, but says that it is in %s; use --charset=%s", name, name);
	message_say(r->lines->messages, r->lines->messages->place.file, message);
}

/* Reports the links of an XML document, which is in lines->in. */
static void search_xml(struct reader *r, struct finder *f, struct iri_str text)
{
	struct xml x = {.text = text};
	struct iri_str piece;
	bool raw;

	check_encoding(r, text);
	while (!r->stopped && xml_next(&x, &piece, &raw))
		search(r, f, piece, !raw && iri_find_byte(piece.p, piece.p + piece.n, '&') < piece.p + piece.n);
}

/* Whether the name ends like that of an XML document. */
static bool is_xml_name(const char *name)
{
	const char *const dot = strrchr(name, '.');

	return dot && (!strcasecmp(dot, ".xml") || !strcasecmp(dot, ".rss") || !strcasecmp(dot, ".atom"));
}

void document_read(struct lines *l, const struct document_options *o, int fd, const char *name,
                   bool (*found)(void *arg, const struct span *span), void *arg)
{
	struct reader r = {.lines = l, .o = o, .found = found, .arg = arg, .line = 1};
	struct finder f = {.o = o};
	const bool xml = o->format == FORMAT_XML || (o->format == FORMAT_AUTO && is_xml_name(name));
	size_t searched = 0; /* this many bytes at the start of lines->in contain no end of a line or paragraph */
	bool more = true, first = true;

	lines_begin(l, true);
	while (more && !r.stopped) {
		lines_flush(l);
		more = lines_fill(l, fd);
		if (first && l->in.n && memchr(l->in.p, '\0', l->in.n)) {
			message_say(l->messages, l->messages->place.file,
			            "binary file (it has a NUL), not searched; for UTF-16 text, use --charset=UTF-16");
			break;
		}
		first = false;
		const char *p = iri_contents(&l->in).p;
		const char *const end = p + l->in.n, *const from = p + searched;
		const char *const stop = !more ? end : xml ? from : last_end(&r, from, end);
		if (stop > from || !more) {
			if (!r.base && iri_begins_with_bom(iri_contents(&l->in)))
				r.counted = r.measured = r.line_start = 3, p += 3;
			if (xml)
				search_xml(&r, &f, iri_between(p, stop));
			else
				search(&r, &f, iri_between(p, stop), false);
			if (o->places && !r.stopped)
				count_lines(&r, r.base + (uintmax_t)(stop - l->in.p));
			r.base += (uintmax_t)(stop - l->in.p);
			lines_discard(l, (size_t)(stop - l->in.p));
		}
		searched = xml ? 0 : l->in.n;
	}
	lines_flush(l);
	finder_free(&f);
	iri_buf_free(&r.decoded);
}
