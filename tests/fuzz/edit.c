/* SPDX-License-Identifier: ISC */
/*
 * Documents whose links are edited. The first byte chooses the format and options, the second the charset, and the
 * third the links that change. The first line of the rest is a suffix for these links; the other lines are the
 * document. With the highest bit of the first byte, HTML is put into a container: a feed, or the attribute srcdoc. Bits
 * that a format does not need choose another one.
 */
#include "config.h"

#include "fuzz.h"
#include "links.h"

#include "cmd/base/text.h"
#include "cmd/file/binary.h"
#include "cmd/markdown/scanners.h"
#include "cmd/rewrite/codec.h"
#include "cmd/rewrite/editor.h"
#include "lib/base/str.h"
#include "lib/syntax/pct.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#undef LAW
#define LAW(condition) ((condition) ? (void)0 : (hide_messages(false), law_broken(__FILE__, __LINE__, #condition, s)))

enum { SAVED = 20 };

static struct messages messages;
static struct selection selection;

/* Sends messages to /dev/null, or no longer: editor_finish refuses most suffixes in most documents. */
static void hide_messages(bool hidden)
{
	static int null;

	if (!null && (fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, SAVED) != SAVED ||
	              (null = open("/dev/null", O_WRONLY | O_CLOEXEC)) < 0))
		abort();
	if (dup2(hidden ? null : SAVED, STDERR_FILENO) < 0)
		abort();
}

static bool add(void *arg, const struct span *span)
{
	links_put(arg, span, (size_t)span->off, span->len)->quote = style_innermost(&span->style).quote;
	return true;
}

/* Finds the links of a document. Returns their number, and sets *list. */
static size_t find(struct lines *l, struct iri_str document, struct links *links, struct link **list)
{
	links_begin(links, document);
	l->memory = document;
	if (document_read(l, &selection.document, -1, "stdin", add, links) != DOCUMENT_SEARCHED)
		abort(); /* editor_begin has searched it */
	*list = (void *)links->list.p;
	return links->list.n / sizeof **list;
}

/* Returns the bytes from `from` up to, but not including, `to`. */
static struct iri_str part(struct iri_str s, size_t from, size_t to)
{
	return (struct iri_str){s.p + from, to - from};
}

/* Law: outside of the changes, the new document has the bytes of the old one. */
static void law_of_changes(const struct editor *e, struct iri_str s)
{
	const struct change *const changes = e->changes.item;
	const struct iri_str new = iri_contents(&e->result);
	size_t end = 0, new_end = 0;

	for (size_t i = 0; i < ARRAY_COUNT(e->changes); i++) {
		const struct change *const c = &changes[i];
		LAW(c->old_off >= end && c->old_off <= s.n && c->old_len <= s.n - c->old_off);
		LAW(c->new_off >= new_end && c->new_off <= new.n && c->new_len <= new.n - c->new_off);
		LAW(iri_same(part(s, end, c->old_off), part(new, new_end, c->new_off)));
		end = c->old_off + c->old_len;
		new_end = c->new_off + c->new_len;
	}
	LAW(iri_same(part(s, end, s.n), part(new, new_end, new.n)));
}

/*
 * Whether two references are equal after the percent-encoded bytes of non-ASCII characters are decoded, and those of
 * "~" and "\", which Shift_JIS lacks.
 */
static bool is_same_decoded(struct iri_str a, struct iri_str b)
{
	static struct iri_buf decoded[2];

	for (int i = 0; i < 2; i++) {
		const struct iri_str s = i ? b : a;
		decoded[i].n = 0;
		for (size_t k = 0; k < s.n; k++) {
			const bool is_encoded = s.p[k] == '%' && iri_is_pct(s.p + k, s.p + s.n);
			const unsigned octet = is_encoded ? iri_pct_octet(s.p + k) : 0;
			const bool is_decoded = octet >= 0x80 || octet == '~' || octet == '\\';
			iri_buf_putc(&decoded[i], is_decoded ? (char)octet : s.p[k]);
			k += is_decoded ? 2 : 0;
		}
	}
	return iri_same(iri_contents(&decoded[0]), iri_contents(&decoded[1]));
}

/*
 * Law: the new document has the same links, except for the suffixes, and the same bytes between them, except for "<>"
 * around a destination of Markdown. In a charset other than UTF-8, shift sequences may stand between them, and
 * characters of the new links may be percent-encoded.
 */
static void law_of_links(struct lines *l, struct iri_str s, const struct links *links, const struct link *list,
                         size_t n, struct iri_str new, struct iri_str suffix, bool is_utf8)
{
	static struct links others;
	static struct iri_buf wanted;
	struct link *other;
	size_t end = 0, new_end = 0;

	LAW(find(l, new, &others, &other) == n);
	for (size_t i = 0; i < n; i++, list++, other++) {
		const struct iri_str ref = links_reference(&others, other);
		LAW(list->placed == other->placed);
		wanted.n = 0;
		iri_buf_add(&wanted, links_reference(links, list).p, list->n);
		if (list->changes)
			iri_buf_add(&wanted, suffix.p, suffix.n);
		LAW(iri_same(iri_contents(&wanted), ref) ||
		    (list->changes && !is_utf8 && is_same_decoded(iri_contents(&wanted), ref)));
		/* A bare link of Markdown can become an autolink, in "<>". */
		const bool is_bare = list->changes && list->kind <= SPAN_LAST_OF_TEXT;
		LAW(list->kind == other->kind || (is_bare && other->kind <= SPAN_LAST_OF_TEXT) ||
		    (is_bare && other->kind == SPAN_AUTOLINK));
		if (!list->placed)
			continue;
		LAW(list->off >= end && other->off >= new_end);
		struct iri_str before = part(s, end, list->off), now = part(new, new_end, other->off);
		/* A link that was broken over lines has the brackets already. */
		const bool had_brackets = list->len != list->n && before.n && before.p[before.n - 1] == '<';
		const bool is_in_brackets = is_bare && other->kind == SPAN_AUTOLINK && !had_brackets;
		const bool brackets = (other->quote == '<' && list->quote != '<') || is_in_brackets;
		if (is_utf8 && brackets) {
			LAW(list->changes && now.n && now.p[now.n - 1] == '<');
			now.n--;
		}
		LAW(!is_utf8 || iri_same(before, now));
		end = list->off + list->len;
		new_end = other->off + other->len;
		LAW(list->changes || !is_utf8 || iri_same(part(s, list->off, end), part(new, other->off, new_end)));
		if (is_utf8 && brackets)
			LAW(new_end < new.n && new.p[new_end++] == '>');
	}
	LAW(iri_same(part(s, end, s.n), part(new, new_end, new.n)) || !is_utf8);
}

/*
 * Law: a new document in UTF-8 takes the old links again, except for empty ones. In plain text a link has only one
 * form, so the document has its old bytes again, unless it was broken over lines. In other running text, ";" behind an
 * old link can make its end a character reference: then it is refused.
 */
static void law_of_return(struct lines *l, struct iri_str s, const struct links *links, const struct link *list,
                          size_t n, struct iri_str new)
{
	static struct links others;
	struct editor e = {.lines = l, .selection = &selection, .name = "stdin", .document = new};
	struct link *other;
	const bool is_text = selection.document.format == FORMAT_TEXT;
	bool is_same = is_text, can_fail = false;

	LAW(editor_begin(&e) == DOCUMENT_SEARCHED);
	for (size_t i = 0; editor_next(&e, &i).p; i++) {
		if (list[i].n)
			editor_set(&e, i, links_reference(links, &list[i]));
		is_same = is_same && list[i].n && list[i].n == list[i].len;
		can_fail = can_fail || (!is_text && list[i].kind <= SPAN_LAST_OF_TEXT);
	}
	if (editor_finish(&e)) {
		const struct iri_str result = e.changes.buf.n ? iri_contents(&e.result) : new;
		LAW(!is_same || iri_same(result, s));
		LAW(find(l, result, &others, &other) == n);
		for (size_t i = 0; i < n; i++, list++)
			LAW(!list->n || iri_same(links_reference(links, list), links_reference(&others, &other[i])));
	} else {
		LAW(can_fail);
	}
	editor_free(&e);
}

/* Leaves out the links that an editor with `partial` has not changed. */
static void leave_out(const struct editor *e, struct link *list, size_t n)
{
	const struct change *const changes = e->changes.item;
	size_t k = 0;

	for (size_t i = 0; i < n; i++) {
		while (k < ARRAY_COUNT(e->changes) && changes[k].old_off < list[i].off)
			k++;
		list[i].changes = list[i].changes && k < ARRAY_COUNT(e->changes) &&
		                  changes[k].old_off == list[i].off && changes[k].old_len == list[i].len;
	}
}

/* The containers of HTML. In MIXED, the first half is escaped, and the second half is a CDATA section. */
enum container { ESCAPED, CDATA, MIXED, SRCDOC };

/* Sets `out` to the document s in a container. Returns false if that would be another document. */
static bool put_in_container(enum container container, struct iri_str s, struct iri_buf *out)
{
	const struct codec_use xml = {CODEC_CHARREF_XML, 0, 0}, cdata = {CODEC_CDATA, 0, 0},
	                       attribute = {CODEC_CHARREF_ATTRIBUTE, '"', 0};
	const size_t half = container == MIXED ? s.n / 2 : container == CDATA ? 0 : s.n;
	const bool is_srcdoc = container == SRCDOC;
	bool is_text;
	size_t before;

	/* A byte order mark, what is refused alone, and srcdoc in srcdoc, which is searched up to a depth */
	if (iri_begins_with_bom(s) || memchr(s.p, '\0', s.n) || binary_refusal(s, true, false, &is_text) ||
	    scan_find_after(s.p, s.p + s.n, "srcdoc"))
		return false;
	out->n = 0;
	buf_add_text(out, is_srcdoc ? "<p srcdoc=\"" : "<rss><description>");
	codec_write(is_srcdoc ? attribute : xml, NULL, part(s, 0, half), out, &before);
	if (half < s.n) {
		buf_add_text(out, "<![CDATA[");
		if (codec_write(cdata, NULL, part(s, half, s.n), out, &before))
			return false;
		buf_add_text(out, "]]>");
	}
	buf_add_text(out, is_srcdoc ? "\">" : "</description></rss>");
	return true;
}

/* Law: a document in a container has the links that it has alone, and their texts mean the old ones. */
static void law_of_containers(struct lines *l, enum container container, struct iri_str alone, struct iri_str s)
{
	static struct links links, others;
	static struct source_map text;
	struct link *link, *other;
	const struct codec_use use = {
		.codec = container == SRCDOC  ? CODEC_CHARREF_ATTRIBUTE
		         : container == CDATA ? CODEC_CDATA
		                              : CODEC_CHARREF_XML,
	};

	const size_t n = find(l, alone, &links, &link);
	selection.document.format = container == SRCDOC ? FORMAT_HTML : FORMAT_XML;
	LAW(find(l, s, &others, &other) == n);
	for (size_t i = 0; i < n; i++, link++, other++) {
		LAW(link->kind == other->kind && link->placed == other->placed);
		LAW(iri_same(links_reference(&links, link), links_reference(&others, other)));
		if (!link->placed || container == MIXED)
			continue;
		source_map_clear(&text);
		codec_read(use, part(s, other->off, other->off + other->len), 0, &text);
		LAW(iri_same(iri_contents(&text.text), part(alone, link->off, link->off + link->len)));
	}
}

static void choose(unsigned format, struct lines *l)
{
	static const enum document_format formats[] = {FORMAT_AUTO, FORMAT_MARKDOWN, FORMAT_HTML, FORMAT_XML},
	                                  others[8] = {FORMAT_RST,      FORMAT_CSS,  FORMAT_SCSS,    FORMAT_TEXT,
	                                               FORMAT_ASCIIDOC, FORMAT_JSON, FORMAT_JUPYTER, FORMAT_TURTLE};

	selection.document.format = formats[format % 4];
	if (selection.document.format == FORMAT_AUTO)
		selection.document.format = others[format >> 4 & 7];
	if (selection.document.format == FORMAT_MARKDOWN && format & 64)
		selection.document.format = FORMAT_MDX;
	selection.document.find.unwrap = format & 4;
	selection.document.find.links.cjk = format & 8;
	for (size_t i = 0; i < SPAN_KINDS; i++)
		selection.kinds[i] = true;
	selection.document.has_charset = l->charset;
}

void fuzz(unsigned char choice, struct iri_str s)
{
	static const char *const charsets[] = {NULL,         NULL,     NULL,          NULL,
	                                       "iso-8859-1", "utf-16", "iso-2022-jp", "shift_jis"};
	static struct lines lines[sizeof charsets / sizeof *charsets];
	static struct links links;
	struct link *list;

	if (s.n < 2)
		return;
	const unsigned char how = (unsigned char)s.p[0], kept = (unsigned char)s.p[1];
	s = (struct iri_str){s.p + 2, s.n - 2};
	const struct iri_str suffix = first_line(&s);
	struct lines *const l = &lines[how % (sizeof lines / sizeof *lines)];
	messages.tool = messages.place.file = "stdin";
	if (!l->messages) {
		const char *const charset = charsets[l - lines];
		struct options options = {.charset = charset, .eol = '\n'};
		lines_open(l, &messages, &options);
	}
	choose(choice, l);

	static struct iri_buf contained;
	const enum container container = (enum container)(choice >> 4 & 3);
	if (choice & 128 && selection.document.format == FORMAT_HTML && !l->charset && s.n) {
		if (!put_in_container(container, s, &contained))
			return;
		/* Without <meta charset>, which counts only outside of a container */
		selection.document.has_charset = true;
		law_of_containers(l, container, s, iri_contents(&contained));
		s = iri_contents(&contained);
	}

	struct editor e = {.lines = l, .selection = &selection, .name = "stdin", .document = s};
	e.partial = how & 128;
	hide_messages(true);
	bool well = editor_begin(&e) == DOCUMENT_SEARCHED;
	hide_messages(false);
	if (well) {
		/* Links that stay as they are change nothing. */
		struct iri_str ref;
		for (size_t i = 0; (ref = editor_next(&e, &i)).p; i++) {
			const struct iri_str copy = at_the_end(1, ref, 0);
			editor_set(&e, i, copy);
		}
		LAW(editor_finish(&e) && !e.changes.buf.n && !e.result.n);
		hide_messages(true);
		const size_t n = find(l, s, &links, &list);
		for (size_t i = 0, k = 0; (ref = editor_next(&e, &i)).p; i++, k++) {
			LAW(i < n && list[i].placed && iri_same(ref, links_reference(&links, &list[i])));
			list[i].changes = suffix.n && !(kept >> k % 8 & 1);
			if (!list[i].changes)
				continue;
			struct iri_buf wanted = {0};
			iri_buf_add(&wanted, ref.p, ref.n);
			iri_buf_add(&wanted, suffix.p, suffix.n);
			editor_set(&e, i, iri_contents(&wanted));
			iri_buf_free(&wanted);
		}
		well = editor_finish(&e);
		hide_messages(false);
		refused += !well;
		if (well && e.changes.buf.n) {
			leave_out(&e, list, n);
			law_of_changes(&e, s);
			hide_messages(true);
			law_of_links(l, s, &links, list, n, iri_contents(&e.result), suffix, e.is_utf8);
			if (e.is_utf8)
				law_of_return(l, s, &links, list, n, iri_contents(&e.result));
			hide_messages(false);
		}
	}
	editor_free(&e);
}
