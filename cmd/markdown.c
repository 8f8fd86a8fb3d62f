/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "markdown.h"

#include "charref.h"
#include "pieces.h"
#include "space.h"

#include "../lib/chars.h"
#include "../lib/str.h"

#include <limits.h>
#include <md4c.h>
#include <stdlib.h>
#include <string.h>

/* Offsets count bytes of the document. */

/* More bytes than a label has, or is likely to have between "(" and a destination */
enum { MARGIN = 1000 };

/* A part of one of the buffers of struct markdown */
struct part {
	size_t off, len;
};

struct found {
	size_t off, len;
	struct part reference; /* in `bytes` */
	enum span_kind kind;
	bool broken, placed;
	size_t number;         /* links that begin at the same byte keep the order in which they were found */
};

/* A link whose place is not known yet, since md4c gives a copy of its destination, without backslashes */
struct pending {
	struct part destination, title; /* in `bytes` */
	struct part reference;          /* in `bytes`, with character references resolved */
	bool has_title;
	enum span_kind kind;
	size_t block;                   /* where the text of its block begins */
};

/* A definition of a link. */
struct definition {
	size_t off;
	struct part reference; /* in `bytes` */
};

/*
 * A document that is being searched. md4c does not report definitions, only links to them. So it gets a text that
 * begins with a paragraph "[label]" for each candidate, which is "[label]:" at the start of a line, and goes on with
 * the document. If the paragraph is a link to the place after the candidate, then that is a definition.
 */
struct markdown {
	struct iri_str document;       /* at the end of `source` */
	struct iri_buf source;         /* the text that md4c gets */
	struct iri_buf candidates;     /* of size_t: where the destination begins, if there is one */
	struct iri_buf definitions, found, pending; /* of structs with these names; definitions are sorted */
	struct iri_buf bytes;          /* destinations, titles and references */
	struct iri_buf sorted, names;  /* struct iri_str: the references of definitions, sorted; their bytes */
	struct finder finder;          /* for running text and raw HTML */
	/* The current place: */
	size_t paragraphs;             /* number of the paragraphs that have begun, as long as they are of candidates */
	bool in_document;              /* after these paragraphs */
	size_t cursor;                 /* end of the last text or destination */
	size_t block;                  /* where the text of the current block begins, if in_block */
	bool in_block;
	unsigned links, codes;         /* the number of open spans that are links or images, or code */
	bool in_cell;                  /* in a cell of a table */
	size_t texts;                  /* the number of texts since the start of the last link, */
	struct iri_str last_text;      /* and the last of them, a view of the document */
	struct pieces run;             /* the current running text */
	struct pieces raw;             /* the current raw HTML */
	const struct pieces *searched; /* the one of these two that is being searched */
	struct html html;              /* position in the raw HTML of a block */
};

static bool failed(const struct markdown *m)
{
	return m->source.failed || m->candidates.failed || m->definitions.failed || m->found.failed ||
	       m->pending.failed || m->bytes.failed || m->sorted.failed || m->names.failed ||
	       finder_failed(&m->finder) || pieces_failed(&m->run) || pieces_failed(&m->raw) || m->html.decoded.failed;
}

static bool is_punctuation(char c)
{
	return c > ' ' && c < 0x7F && !(iri_byte_class(c) & (CHAR_ALPHA | CHAR_DIGIT));
}

/* Skips white space, and the ">" of block quotes after a line end. */
static const char *skip_space(const char *p, const char *end)
{
	bool at_start = false;

	for (; p < end && (is_space(*p) || (at_start && *p == '>')); p++)
		at_start = at_start || is_line_end(*p);
	return p;
}

static struct iri_str contents(const struct markdown *m, struct part part)
{
	return part.len ? (struct iri_str){m->bytes.p + part.off, part.len} : (struct iri_str){"", 0};
}

static struct part add_bytes(struct markdown *m, const char *p, size_t n)
{
	const struct part part = {m->bytes.n, n};

	iri_buf_add(&m->bytes, p, n);
	return part;
}

/* Appends an attribute with its character references resolved. */
static struct part add_reference(struct markdown *m, const MD_ATTRIBUTE *a)
{
	const size_t start = m->bytes.n;

	for (size_t i = 0; a->size && a->substr_offsets[i] < a->size; i++) {
		const struct iri_str s =
			iri_between(a->text + a->substr_offsets[i], a->text + a->substr_offsets[i + 1]);
		if (a->substr_types[i] == MD_TEXT_ENTITY)
			charref_resolve(s, CHARREF_MARKDOWN, &m->bytes, NULL);
		else
			iri_buf_add(&m->bytes, s.p, s.n);
	}
	return (struct part){start, m->bytes.n - start};
}

static void add_found(struct markdown *m, struct found found)
{
	found.number = m->found.n / sizeof found;
	iri_buf_add(&m->found, (const char *)&found, sizeof found);
}

/* Whether p points into the document. md4c passes pointers to its own memory, too. */
static bool in_document(const struct markdown *m, const char *p)
{
	return (uintptr_t)p >= (uintptr_t)m->document.p && (uintptr_t)p < (uintptr_t)(m->document.p + m->document.n);
}

/*
 * Whether the raw text at *p reads as text does after its backslashes are removed. Then moves *p after it. text keeps
 * its character references.
 */
static bool skip_raw(const char **p, const char *end, struct iri_str text)
{
	const char *q = *p;

	for (size_t i = 0; i < text.n; i++, q++) {
		if (end - q >= 2 && *q == '\\' && is_punctuation(q[1]))
			q++;
		if (q == end || *q != text.p[i])
			return false;
	}
	*p = q;
	return true;
}

/*
 * Skips the title of a link, if it has one, after the destination that ends at p. Returns NULL if no title stands there
 * or, without a title, if the link does not end there.
 */
static const char *skip_title(const char *p, const char *end, bool has_title, struct iri_str title)
{
	p = skip_space(p, end);
	if (!has_title)
		return p < end && *p == ')' ? p : NULL;
	if (p == end || !strchr("\"'(", *p))
		return NULL;
	p++;
	/* A title of several lines in a block quote is not followed to its end. */
	skip_raw(&p, end, title);
	return p;
}

/* Finds the place of a link between the cursor and limit, and moves the cursor after the link. */
static bool find_place(struct markdown *m, const struct pending *link, const char *limit, struct found *found)
{
	const char *const end = m->document.p + m->document.n;
	const char *p = m->document.p + m->cursor;

	while ((p = iri_find_byte(p, limit, ']')) < limit && (limit - p < 2 || p[1] != '('))
		p++;
	if (p == limit)
		return false;
	p = skip_space(p + 2, end);
	const bool in_brackets = p < end && *p == '<';
	const char *const start = p += in_brackets;
	if (!skip_raw(&p, end, contents(m, link->destination)))
		return false;
	found->off = (size_t)(start - m->document.p);
	found->len = (size_t)(p - start);
	if (in_brackets && (p == end || *p++ != '>'))
		return false;
	p = skip_title(p, end, link->has_title, contents(m, link->title));
	if (!p)
		return false;
	m->cursor = (size_t)(p - m->document.p);
	return true;
}

static int compare_references(const void *a, const void *b)
{
	const struct iri_str *const x = a, *const y = b;
	const int order = memcmp(x->p, y->p, x->n < y->n ? x->n : y->n);

	return order ? order : (x->n > y->n) - (x->n < y->n);
}

/* Whether some definition has this reference. The first call sorts the references of the definitions. */
static bool is_defined(struct markdown *m, struct iri_str reference)
{
	const struct definition *const definitions = (const void *)m->definitions.p;
	const size_t n = m->definitions.n / sizeof *definitions;

	if (!m->sorted.n && n) {
		iri_buf_add(&m->names, m->bytes.p, m->bytes.n);
		for (size_t i = 0; i < n && !m->names.failed; i++) {
			const struct part part = definitions[i].reference;
			const struct iri_str name = {m->names.p + part.off, part.len};
			iri_buf_add(&m->sorted, (const char *)&name, sizeof name);
		}
		if (!failed(m))
			qsort(m->sorted.p, n, sizeof reference, compare_references);
	}
	return n && !failed(m) && bsearch(&reference, m->sorted.p, n, sizeof reference, compare_references);
}

/* Returns where the line begins that has this byte of the document. */
static size_t line_start(const struct markdown *m, size_t off)
{
	while (off && !is_line_end(m->document.p[off - 1]))
		off--;
	return off;
}

/* Adds a link without a place of its own. */
static void add_unplaced(struct markdown *m, enum span_kind kind, size_t block, struct part reference)
{
	add_found(m, (struct found){.kind = kind, .off = line_start(m, block), .reference = reference});
}

/* Finds the places of the pending links, which stand between the cursor and limit. */
static void place_pending(struct markdown *m, const char *limit)
{
	const struct pending *const pending = (const void *)m->pending.p;
	const size_t n = m->pending.failed ? 0 : m->pending.n / sizeof *pending;

	for (size_t i = 0; i < n && !failed(m); i++) {
		struct found found = {.kind = pending[i].kind, .reference = pending[i].reference, .placed = true};
		const bool is_inline = find_place(m, &pending[i], limit, &found);
		if (is_inline && found.len)
			add_found(m, found);
		else if (is_inline || !is_defined(m, contents(m, found.reference)))
			add_unplaced(m, found.kind, pending[i].block, found.reference);
	}
	m->pending.n = 0;
}

/* Called for each place of the document that md4c reports, in ascending order. */
static void reach(struct markdown *m, const char *p)
{
	place_pending(m, p);
	if (!m->in_block) {
		m->block = (size_t)(p - m->document.p);
		m->in_block = true;
	}
}

/* For struct finder: adds a link of the text that is being searched. */
static bool add_span(void *arg, struct span *span)
{
	struct markdown *const m = arg;
	const size_t off = (size_t)(span->text.p - m->searched->text.p);
	const size_t start = pieces_start(m->searched, off);
	const size_t end = span->text.n ? pieces_end(m->searched, off + span->text.n) : start;

	add_found(m, (struct found){
		.off = start,
		.len = end - start,
		.reference = add_bytes(m, span->reference.p, span->reference.n),
		.kind = span->kind,
		.broken = span->broken,
		.placed = span->placed,
	});
	return true;
}

/* Searches the running text that has been collected. */
static void end_run(struct markdown *m)
{
	m->searched = &m->run;
	if (m->run.text.n && !m->html.in_link && !failed(m))
		finder_search(&m->finder, iri_contents(&m->run.text), CHARREF_NONE);
	pieces_clear(&m->run);
}

/* Searches the raw HTML that has been collected. at_end: it ends here */
static void end_raw(struct markdown *m, bool at_end)
{
	m->searched = &m->raw;
	if (m->raw.text.n && !failed(m)) {
		finder_search_html(&m->finder, &m->html, iri_contents(&m->raw.text), at_end);
		m->html.at = 0;
	}
	pieces_clear(&m->raw);
}

/* Whether a destination that begins at p belongs to an inline link, so that it stands after "(". */
static bool follows_parenthesis(const struct markdown *m, const char *p)
{
	const char *const start = p - m->document.p > MARGIN ? p - MARGIN : m->document.p;

	while (p > start && (is_space(p[-1]) || p[-1] == '<' || p[-1] == '>'))
		p--;
	return p > start && p[-1] == '(';
}

/* Adds a link whose destination md4c gives as a view of the document, if it is no link to a definition. */
static void add_placed(struct markdown *m, enum span_kind kind, const MD_ATTRIBUTE *destination,
                       const MD_ATTRIBUTE *title)
{
	const struct definition *const definitions = (const void *)m->definitions.p;
	const char *const end = m->document.p + m->document.n, *p = destination->text;
	const size_t off = (size_t)(p - m->document.p);
	size_t low = 0, high = m->definitions.n / sizeof *definitions;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (definitions[middle].off == off)
			return;
		if (definitions[middle].off < off)
			low = middle + 1;
		else
			high = middle;
	}
	const bool is_inline = off >= m->cursor && follows_parenthesis(m, p);
	if (is_inline)
		reach(m, p);
	add_found(m, (struct found){
		.kind = is_inline ? kind : SPAN_DEFINITION,
		.off = off,
		.len = destination->size,
		.reference = add_reference(m, destination),
		.placed = true,
	});
	if (!is_inline)
		return;
	m->cursor = off + destination->size;
	p += destination->size;
	p = skip_title(p + (p < end && *p == '>'), end, title->text, (struct iri_str){title->text, title->size});
	if (p)
		m->cursor = (size_t)(p - m->document.p);
}

/* Adds a link whose destination md4c gives as a copy. */
static void add_pending(struct markdown *m, enum span_kind kind, const MD_ATTRIBUTE *destination,
                        const MD_ATTRIBUTE *title)
{
	if (!m->in_block) {
		const char *const p = m->document.p + m->cursor;
		reach(m, skip_space(p, m->document.p + m->document.n));
	}
	const struct pending pending = {
		.destination = add_bytes(m, destination->text, destination->size),
		.title = add_bytes(m, title->text, title->size),
		.reference = add_reference(m, destination),
		.has_title = title->text,
		.kind = kind,
		.block = m->block,
	};
	iri_buf_add(&m->pending, (const char *)&pending, sizeof pending);
}

/* Whether the link that ends is an autolink: "<", one text, and ">". It means this text, or "mailto:" and the text. */
static bool is_autolink(const struct markdown *m, const MD_ATTRIBUTE *destination)
{
	const struct iri_str text = m->last_text;
	const size_t added = destination->size - text.n;

	return m->texts == 1 && text.p > m->document.p && text.p[-1] == '<' &&
	       text.p + text.n < m->document.p + m->document.n && text.p[text.n] == '>' &&
	       (added == 0 || added == strlen("mailto:")) && !memcmp(destination->text + added, text.p, text.n);
}

/* In a table, "\|" stands for "|". md4c keeps it in autolinks and raw HTML. Returns the new end of the text. */
static char *unescape_bars(char *p, char *end)
{
	char *to = p;

	while (p < end) {
		p += end - p >= 2 && *p == '\\' && p[1] == '|';
		*to++ = *p++;
	}
	return to;
}

/* Adds an autolink, whose place is that of its text. */
static void add_autolink(struct markdown *m, const MD_ATTRIBUTE *destination)
{
	struct found found = {
		.kind = SPAN_AUTOLINK,
		.off = (size_t)(m->last_text.p - m->document.p),
		.len = m->last_text.n,
		.reference = add_reference(m, destination),
		.placed = true,
	};

	if (m->in_cell && !m->bytes.failed) {
		char *const end = unescape_bars(m->bytes.p + found.reference.off, m->bytes.p + m->bytes.n);
		m->bytes.n = (size_t)(end - m->bytes.p);
		found.reference.len = m->bytes.n - found.reference.off;
	}
	add_found(m, found);
}

/* Adds the definition of the current candidate, if its paragraph is a link to the place of the candidate. */
static void add_definition(struct markdown *m, const MD_ATTRIBUTE *destination)
{
	const size_t off = ((const size_t *)(const void *)m->candidates.p)[m->paragraphs - 1];
	const char *const start = m->document.p + off, *const end = m->document.p + m->document.n, *p = start;
	const bool is_view = in_document(m, destination->text);

	if ((is_view && destination->text != start) ||
	    !skip_raw(&p, end, (struct iri_str){destination->text, destination->size}) ||
	    (p == start && (!off || start[-1] != '<' || p == end || *p != '>')))
		return;
	const struct part reference = add_reference(m, destination);
	const struct definition definition = {off, reference};
	iri_buf_add(&m->definitions, (const char *)&definition, sizeof definition);
	add_found(m, (struct found){
		.kind = SPAN_DEFINITION,
		.off = off,
		.len = (size_t)(p - start),
		.reference = reference,
		.placed = true,
	});
}

/* Ends the paragraphs of candidates when md4c reports another block. */
static int enter_block(MD_BLOCKTYPE type, void *detail, void *arg)
{
	struct markdown *const m = arg;
	const size_t candidates = m->candidates.n / sizeof(size_t);

	(void)detail;
	if (type != MD_BLOCK_DOC && !m->in_document) {
		m->paragraphs++;
		m->in_document = type != MD_BLOCK_P || m->paragraphs > candidates;
	}
	m->in_cell = type == MD_BLOCK_TH || type == MD_BLOCK_TD;
	m->codes += type == MD_BLOCK_CODE;
	m->in_block = false;
	m->texts = 0;
	return failed(m);
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *arg)
{
	struct markdown *const m = arg;

	(void)detail;
	end_run(m);
	end_raw(m, true);
	m->codes -= type == MD_BLOCK_CODE;
	if (failed(m))
		return 1;
	html_free(&m->html);
	return 0;
}

static int enter_span(MD_SPANTYPE type, void *detail, void *arg)
{
	struct markdown *const m = arg;

	(void)detail;
	end_run(m);
	end_raw(m, false);
	m->links += type == MD_SPAN_A || type == MD_SPAN_IMG;
	m->codes += type == MD_SPAN_CODE;
	m->texts = 0;
	return failed(m);
}

static int leave_span(MD_SPANTYPE type, void *detail, void *arg)
{
	struct markdown *const m = arg;
	const MD_SPAN_A_DETAIL *const a = detail;
	const MD_SPAN_IMG_DETAIL *const image = detail;

	end_run(m);
	end_raw(m, false);
	m->codes -= type == MD_SPAN_CODE;
	if (type != MD_SPAN_A && type != MD_SPAN_IMG)
		return failed(m);
	m->links--;
	const MD_ATTRIBUTE *const destination = type == MD_SPAN_A ? &a->href : &image->src;
	const MD_ATTRIBUTE *const title = type == MD_SPAN_A ? &a->title : &image->title;
	const enum span_kind kind = type == MD_SPAN_A ? SPAN_INLINE : SPAN_IMAGE;
	if (!m->in_document)
		add_definition(m, destination);
	else if (type == MD_SPAN_A && is_autolink(m, destination))
		add_autolink(m, destination);
	else if (in_document(m, destination->text))
		add_placed(m, kind, destination, title);
	else
		add_pending(m, kind, destination, title);
	m->texts = 2; /* more than one, so that a link around this one is no autolink */
	return failed(m);
}

/* Collects raw HTML; p is a view of the document, or a line end or an indent that md4c adds. */
static void add_raw(struct markdown *m, const char *p, size_t n)
{
	const char *const end = p + n;
	const bool is_view = in_document(m, p);

	while (p < end && is_view) {
		const char *bar = m->in_cell ? iri_find_byte(p, end, '\\') : end;
		while (bar < end && (end - bar < 2 || bar[1] != '|'))
			bar = iri_find_byte(bar + 1, end, '\\');
		const size_t place = (size_t)(p - m->document.p), len = (size_t)(bar - p);
		pieces_add(&m->raw, p, len, place, len);
		if (bar < end)
			pieces_add(&m->raw, "|", 1, place + len, 2);
		p = bar < end ? bar + 2 : end;
	}
	if (!is_view)
		pieces_add(&m->raw, p, n, m->cursor, 0);
}

/* Collects running text. */
static void add_text(struct markdown *m, MD_TEXTTYPE type, const char *p, size_t n)
{
	const size_t place = (size_t)(p - m->document.p);

	if (m->links || m->codes) {
		return;
	} else if (type == MD_TEXT_BR || type == MD_TEXT_SOFTBR) {
		pieces_add(&m->run, "\n", 1, m->cursor, 0);
	} else if (type == MD_TEXT_NORMAL && in_document(m, p)) {
		pieces_add(&m->run, p, n, place, n);
	} else if (type == MD_TEXT_ENTITY && in_document(m, p)) {
		struct iri_buf resolved = {0};
		charref_resolve((struct iri_str){p, n}, CHARREF_MARKDOWN, &resolved, NULL);
		pieces_add(&m->run, resolved.p, resolved.n, place, n);
		m->run.text.failed = m->run.text.failed || resolved.failed;
		iri_buf_free(&resolved);
	} else {
		end_run(m);
	}
}

static int text(MD_TEXTTYPE type, const MD_CHAR *p, MD_SIZE n, void *arg)
{
	struct markdown *const m = arg;

	if (!m->in_document)
		return 0;
	if (in_document(m, p)) {
		reach(m, p);
		m->cursor = (size_t)(p - m->document.p) + n;
		m->last_text = (struct iri_str){p, n};
	}
	m->texts++;
	if (type == MD_TEXT_HTML) {
		end_run(m);
		add_raw(m, p, n);
	} else {
		end_raw(m, false);
		add_text(m, type, p, n);
	}
	return failed(m);
}

/* Skips what can stand before a definition in its line: indents, and the markers of block quotes and lists. */
static const char *skip_markers(const char *p, const char *end)
{
	const char *start;

	do {
		start = p;
		while (p < end && (*p == ' ' || *p == '\t' || *p == '>'))
			p++;
		const char *q = p;
		while (q < end && iri_byte_class(*q) & CHAR_DIGIT)
			q++;
		if (q < end && (q > p ? *q == '.' || *q == ')' : *q == '-' || *q == '*' || *q == '+'))
			p = q + 1;
	} while (p > start);
	return p;
}

/* Returns the end of the label of a link after its "[" (CommonMark, section 6.3), or NULL if there is none. */
static const char *label_end(const char *p, const char *end)
{
	const char *const limit = end - p > MARGIN ? p + MARGIN : end;

	for (; p < limit && *p != ']'; p++) {
		if (*p == '[')
			return NULL;
		p += *p == '\\' && limit - p >= 2 && is_punctuation(p[1]);
	}
	return p < limit ? p : NULL;
}

/*
 * Finds the candidates for definitions (CommonMark, section 4.7), and adds a paragraph for each to m->source. It has
 * the label in one line.
 */
static void find_candidates(struct markdown *m, struct iri_str document)
{
	const char *const end = document.p + document.n;

	for (const char *p = document.p; p < end; p++) {
		p = skip_markers(p, end);
		const char *const label = p + 1;
		const char *const stop = p < end && *p == '[' ? label_end(label, end) : NULL;
		if (stop && end - stop >= 2 && stop[1] == ':' && skip_space(label, end) < stop) {
			const char *q = skip_space(stop + 2, end);
			q += q < end && *q == '<';
			const size_t off = (size_t)(q - document.p);
			iri_buf_add(&m->candidates, (const char *)&off, sizeof off);
			iri_buf_putc(&m->source, '[');
			for (q = label; q < stop;) {
				const char *const word = q;
				while (q < stop && !is_line_end(*q))
					q++;
				iri_buf_add(&m->source, word, (size_t)(q - word));
				if (q < stop)
					iri_buf_putc(&m->source, ' ');
				q = skip_space(q, stop);
			}
			iri_buf_add(&m->source, "]\n\n", 3);
		}
		while (p < end && !is_line_end(*p))
			p++;
	}
}

/* Sorts links by their places. */
static int compare_found(const void *a, const void *b)
{
	const struct found *const x = a, *const y = b;

	if (x->off != y->off)
		return x->off < y->off ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

/* Passes the links on, in the order of their places. */
static void report(const struct markdown *m, struct iri_str document, struct finder *f)
{
	const struct found *const found = (const void *)m->found.p;
	const size_t n = m->found.n / sizeof *found;

	if (n)
		qsort(m->found.p, n, sizeof *found, compare_found);
	for (size_t i = 0; i < n && !f->stopped; i++) {
		/* A definition that was no candidate is found at each of its links. */
		if (i && found[i].kind == SPAN_DEFINITION && found[i - 1].off == found[i].off)
			continue;
		finder_report(f, &(struct span){
			.kind = found[i].kind,
			.broken = found[i].broken,
			.placed = found[i].placed,
			.text = {document.p + found[i].off, found[i].len},
			.reference = contents(m, found[i].reference),
		});
	}
}

const char *markdown_search(struct finder *f, struct iri_str document)
{
	static const MD_PARSER parser = {
		.flags = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS,
		.enter_block = enter_block,
		.leave_block = leave_block,
		.enter_span = enter_span,
		.leave_span = leave_span,
		.text = text,
	};
	struct markdown m = {.finder = {.options = f->options, .found = add_span, .arg = &m}};
	const char *error = NULL;

	find_candidates(&m, document);
	const size_t prefix = m.source.n;
	iri_buf_add(&m.source, document.p, document.n);
	if (m.source.n > UINT_MAX) {
		error = "is too large for Markdown: 4 GiB with the labels of links are the limit";
	} else if (!failed(&m)) {
		m.document = iri_between(m.source.p + prefix, m.source.p + m.source.n);
		if (md_parse(m.source.p, (MD_SIZE)m.source.n, &parser, &m) != 0)
			error = "out of memory";
		place_pending(&m, m.document.p + m.document.n);
	}
	if (failed(&m))
		error = "out of memory";
	if (!error)
		report(&m, document, f);
	struct iri_buf *const buffers[] = {
		&m.source, &m.candidates, &m.definitions, &m.found, &m.pending, &m.bytes, &m.sorted, &m.names,
	};
	for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
		iri_buf_free(buffers[i]);
	finder_free(&m.finder);
	pieces_free(&m.run);
	pieces_free(&m.raw);
	html_free(&m.html);
	return error;
}
