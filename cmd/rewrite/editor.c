/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "editor.h"

#include "markdown_bare.h"
#include "codec.h"
#include "entities.h"
#include "rst_table.h"

#include "lib/base/str.h"
#include "lib/unicode/utf8.h"

#include <string.h>

/* Finds the links of a document. */
static enum document_result editor_collect(struct editor *e, struct iri_str document, struct link_list *list)
{
	const struct link_source from = {e->lines, e->selection, &e->options, e->name};

	return link_list_collect(&from, document, list);
}

/* Decodes a document. Uses the decoder that document_read has chosen for the document it has read last. */
static void editor_decode(const struct editor *e, struct iri_str document, struct iri_buf *text)
{
	charset_begin(e->lines->charset);
	charset_decode(e->lines->charset, document.p, document.n, true, text);
	buf_check(e->lines->messages, text);
}

/* Returns the decoded document. Call it only while the decoder is that of the old document. */
static struct iri_str old_text(struct editor *e)
{
	if (!e->lines->charset)
		return e->document;
	if (!e->text.n)
		editor_decode(e, e->document, &e->text);
	return iri_contents(&e->text);
}

enum document_format editor_format(const struct editor *e)
{
	const enum document_format named = e->selection->document.format;

	return named == FORMAT_AUTO ? format_of_name(e->name) : named;
}

enum document_result editor_begin(struct editor *e)
{
	e->options = e->selection->document;
	e->options.places = e->options.whole = true;
	e->options.lazy_places = false;
	e->options.silent |= e->silent;
	const enum document_result result = editor_collect(e, e->document, &e->list);
	e->is_utf8 = !e->lines->charset;
	if (e->silent && result == DOCUMENT_SEARCHED)
		old_text(e); /* for editor_next_change */
	return result;
}

struct iri_str editor_next(const struct editor *e, size_t *i)
{
	const struct edited_link *const links = link_list_links(&e->list);

	for (; *i < link_list_count(&e->list); ++*i)
		if (links[*i].editable)
			return link_list_contents(&e->list, links[*i].reference);
	return (struct iri_str){0};
}

enum span_kind editor_kind(const struct editor *e, size_t i)
{
	return link_list_links(&e->list)[i].span.kind;
}

size_t editor_depth(const struct editor *e, size_t i)
{
	return link_list_links(&e->list)[i].span.style.n;
}

bool editor_is_name(const struct editor *e, size_t i)
{
	return link_list_links(&e->list)[i].span.is_name;
}

bool editor_is_pattern(const struct editor *e, size_t i)
{
	return link_list_links(&e->list)[i].span.is_pattern;
}

bool editor_is_asset(const struct editor *e, size_t i)
{
	return link_list_links(&e->list)[i].span.is_asset;
}

bool editor_is_button(const struct editor *e, size_t i)
{
	return link_list_links(&e->list)[i].span.is_button;
}

struct iri_str editor_base(const struct editor *e, size_t i)
{
	const struct link_range base = link_list_links(&e->list)[i].base;

	return base.len ? link_list_contents(&e->list, base) : (struct iri_str){0};
}

bool editor_has_base(const struct editor *e)
{
	for (size_t i = 0; i < link_list_count(&e->list); i++)
		if (editor_kind(e, i) == SPAN_BASE || editor_base(e, i).p)
			return true;
	return false;
}

void editor_set(struct editor *e, size_t i, struct iri_str reference)
{
	struct edited_link *const link = &link_list_links(&e->list)[i];

	link->changed = !iri_same(reference, link_list_contents(&e->list, link->reference));
	if (link->changed)
		link->wanted = link_list_add_bytes(&e->list, reference);
	buf_check(e->lines->messages, &e->list.bytes);
}

uintmax_t editor_place(const struct editor *e, size_t i)
{
	return link_list_links(&e->list)[i].span.off;
}

void editor_say(const struct editor *e, size_t i, const char *text)
{
	const struct span *const span = &link_list_links(&e->list)[i].span;

	message_in_place(e->lines->messages, span->line, span->column, text, NULL);
}

/*
 * Handles a change that cannot be made: prints why, and takes it back if the others can do without it. Returns whether
 * they can; if not, the document is not edited. hint: advice, or NULL
 */
static bool refuse_with(const struct editor *e, struct edited_link *link, const char *text, const char *hint)
{
	struct messages *const m = e->lines->messages;
	struct iri_buf message = {0};

	if (e->partial)
		link->changed = false;
	if (e->partial && !e->silent)
		message_raise(m, EXIT_INVALID);
	if (e->silent || (e->partial && e->quiet))
		return e->partial;
	buf_add_format(&message, "%s: %s%c", e->partial ? "not fixed" : "not edited", text, '\0');
	buf_check(m, &message);
	message_in_place(m, link->span.line, link->span.column, message.p, e->partial ? NULL : hint);
	iri_buf_free(&message);
	return e->partial;
}

static bool editor_refuse(const struct editor *e, struct edited_link *link, const char *text)
{
	return refuse_with(e, link, text, NULL);
}

/* Returns advice for a new link that cannot stand in the place of this one, or NULL. */
static const char *kind_hint(const struct edited_link *link)
{
	/* These have no quotes or escapes for everything. */
	const bool is_limited = link->span.kind <= SPAN_LAST_OF_TEXT || link->span.kind == SPAN_AUTOLINK;

	return is_limited ? "--kind can leave out links like this" : NULL;
}

/* Refuses a link that would be read as this reference, and not as the wanted one. */
static bool refuse_reading(const struct editor *e, struct edited_link *link, struct iri_str reference)
{
	struct iri_buf copy = {0}, text = {0};

	iri_buf_add(&copy, reference.p, reference.n);
	iri_buf_putc(&copy, '\0');
	buf_check(e->lines->messages, &copy);
	buf_add_text(&text, "the new link would be read as '");
	buf_add_visible(&text, copy.p);
	buf_add_format(&text, "'%c", '\0');
	buf_check(e->lines->messages, &text);
	const bool goes_on = refuse_with(e, link, text.p, kind_hint(link));
	iri_buf_free(&copy);
	iri_buf_free(&text);
	return goes_on;
}

/*
 * The new document
 */

/* Converts UTF-8 to the charset of the document, and appends it. Returns false if the charset lacks a character. */
static bool editor_add_encoded(struct editor *e, const char *p, size_t n)
{
	if (e->lines->charset)
		return charset_write(e->lines->charset, (struct iri_str){p, n}, &e->result) || e->result.failed;
	iri_buf_add(&e->result, p, n);
	return true;
}

/* Appends the text of a new link in running text of Markdown. Returns what editor_write returns. */
static const char *write_bare(struct editor *e, const struct edited_link *link, struct iri_str wanted,
                              struct iri_buf *text, size_t *before)
{
	const struct iri_str old = old_text(e);
	const char *const p = old.p + link->text.off, *const end = p + link->text.len;
	struct span_style outer = link->span.style;
	struct bare_place place = {
		.before = iri_between(old.p, p),
		.old = iri_between(p, end),
		.after = iri_between(end, old.p + old.n),
		.kind = link->span.kind,
		.use = style_innermost(&link->span.style),
	};
	struct iri_buf bare = {0};
	size_t ignored;

	if (!--outer.n)
		return bare_write(&place, wanted, text, before);
	place.before = link_list_contents(&e->list, link->before);
	place.old = link_list_contents(&e->list, link->reference);
	place.after = link_list_contents(&e->list, link->after);
	const char *reason = bare_write(&place, wanted, &bare, before);
	if (!reason)
		reason = rewrite_link(&outer, e->lines->charset, iri_contents(&bare), text, &ignored);
	text->failed = text->failed || bare.failed;
	iri_buf_free(&bare);
	return reason;
}

/* Appends the text of a new link to `text`, and sets *before as rewrite_link does. Returns NULL, or why it cannot. */
static const char *editor_write(struct editor *e, const struct edited_link *link, struct iri_str wanted,
                                struct iri_buf *text, size_t *before)
{
	if (style_innermost(&link->span.style).codec == CODEC_BARE)
		return write_bare(e, link, wanted, text, before);
	return rewrite_link(&link->span.style, e->lines->charset, wanted, text, before);
}

/* Whether the new text of a link moves text after it that must keep its column. t: NULL, or the tables before it */
static bool breaks_table(struct editor *e, const struct edited_link *link, struct iri_str text, struct rst_table *t)
{
	const struct iri_str old = {old_text(e).p + link->text.off, link->text.len};

	return t && iri_count_chars(text) != iri_count_chars(old) && rst_table_holds(t, link->text.off);
}

/* Writes entities of the document as they stood in a link. Returns NULL, or why that is impossible. */
static const char *keep_entities(struct editor *e, const struct edited_link *link, struct iri_buf *text)
{
	const struct iri_str all = old_text(e);
	const struct iri_str old = {all.p + link->text.off, link->text.len};
	const bool is_ended = old.p + old.n < all.p + all.n && old.p[old.n] == ';';

	return entities_keep(e->declarations, &link->span.style, old, is_ended, text);
}

/*
 * Appends the document from byte `copied` on up to a link, and the new text of the link. Returns NULL, or why it cannot
 * be written; then appends nothing. *shift: the number of bytes by which the changes before the link move it in the
 * decoded text; this change is added
 */
static const char *add_changed(struct editor *e, struct edited_link *link, size_t copied, size_t *shift,
                               struct rst_table *table)
{
	struct iri_buf *const fitting = &e->fitting, *const text = &e->written;
	const size_t start = e->result.n;

	fitting->n = text->n = 0;
	const struct iri_str old = link_list_contents(&e->list, link->wanted);
	const struct iri_str wanted = rewrite_fit(&link->span.style, e->lines->charset, old, fitting);
	size_t before;
	const char *reason = editor_write(e, link, wanted, text, &before);
	if (!reason)
		reason = keep_entities(e, link, text);
	buf_check(e->lines->messages, fitting);
	buf_check(e->lines->messages, text);
	iri_buf_add(&e->result, e->document.p + copied, (size_t)link->span.off - copied);
	const size_t off = e->result.n;
	if (!reason && breaks_table(e, link, iri_contents(text), table))
		reason = "in this table, the new link must be as long as the old one";
	if (!reason && !editor_add_encoded(e, text->p, text->n))
		reason = "the new link is not UTF-8, or has characters that the charset lacks";
	if (reason) {
		e->result.n = start;
	} else {
		if (fitting->n)
			link->wanted = link_list_add_bytes(&e->list, wanted);
		link->written = link_list_add_bytes(&e->list, iri_contents(text));
		/* Without the "<" and ">" that rewrite_link has added */
		link->new_text = (struct link_range){link->text.off + *shift + before, text->n - 2 * before};
		*shift += text->n - link->text.len;
		link->shift = *shift;
		const struct change change = {(size_t)link->span.off, link->span.len, off, e->result.n - off};
		ARRAY_ADD(e->changes, &change);
	}
	return reason;
}

/* Returns why a link cannot change, whatever its format, or NULL. copied: where the last changed link ends */
static const char *editor_conflict(const struct editor *e, const struct edited_link *link, size_t copied)
{
	const struct iri_str wanted = link_list_contents(&e->list, link->wanted);

	if (memchr(wanted.p, '\0', wanted.n))
		return "the new link has a NUL";
	return link->span.off < copied ? "this link is part of another one that would change" : NULL;
}

/* Builds e->result and e->changes. Returns false, with a message, if a new link cannot be written. */
static bool build(struct editor *e)
{
	size_t copied = 0; /* bytes of the old document */
	size_t shift = 0;
	struct edited_link *link;
	const bool is_rst = editor_format(e) == FORMAT_RST;
	struct rst_table table = {.text = is_rst ? old_text(e) : (struct iri_str){0}};

	e->result.n = e->changes.buf.n = 0;
	e->declarations = entities_declarations(old_text(e));
	for (size_t i = 0; (link = link_list_next_changed(&e->list, &i)) != NULL;) {
		const char *const conflict = editor_conflict(e, link, copied);
		const char *const reason = conflict ? conflict
		                                      : add_changed(e, link, copied, &shift, is_rst ? &table : NULL);
		if (!reason)
			copied = (size_t)link->span.off + link->span.len;
		else if (!refuse_with(e, link, reason, conflict ? NULL : kind_hint(link)))
			return false;
	}
	iri_buf_add(&e->result, e->document.p + copied, e->document.n - copied);
	buf_check(e->lines->messages, &e->list.bytes);
	buf_check(e->lines->messages, &e->result);
	buf_check(e->lines->messages, &e->changes.buf);
	return true;
}

/*
 * With --schemes, new links can have schemes that the option does not name. Then the documents are searched for these
 * schemes, too.
 */

/* Adds the scheme of the reference to e->options. */
static void editor_add_scheme(struct editor *e, struct iri_str reference)
{
	const char *const colon = iri_find_byte(reference.p, reference.p + reference.n, ':');
	const struct iri_link_options *const from = &e->selection->document.find.links;
	struct iri_link_options *const to = &e->options.find.links;

	iri_buf_add(&e->scheme_names, reference.p, (size_t)(colon - reference.p));
	iri_buf_putc(&e->scheme_names, '\0');
	buf_check(e->lines->messages, &e->scheme_names);
	/* The names may have moved. */
	e->schemes.buf.n = 0;
	iri_buf_add(&e->schemes.buf, (const char *)from->schemes, from->n_schemes * sizeof *from->schemes);
	const char *const end = e->scheme_names.p + e->scheme_names.n;
	for (const char *p = e->scheme_names.p; p < end; p += strlen(p) + 1)
		ARRAY_ADD(e->schemes, &p);
	buf_check(e->lines->messages, &e->schemes.buf);
	to->schemes = e->schemes.item;
	to->n_schemes = ARRAY_COUNT(e->schemes);
}

/* Copies the changes to the same links of another list. Returns false, with a message, if a link is missing there. */
static bool copy_changes(const struct editor *e, const struct link_list *from, struct link_list *to)
{
	struct edited_link *const links = link_list_links(to);
	struct edited_link *link;
	const size_t n = link_list_count(to);
	size_t j = 0;

	for (size_t i = 0; (link = link_list_next_changed(from, &i)) != NULL;) {
		while (j < n && links[j].span.off < link->span.off)
			j++;
		if (j < n && links[j].span.off == link->span.off && links[j].span.len == link->span.len) {
			links[j].changed = true;
			links[j].wanted = link_list_add_bytes(to, link_list_contents(from, link->wanted));
		} else if (!editor_refuse(e, link,
		                          "this link is part of another one with the scheme of a new link")) {
			return false;
		}
	}
	buf_check(e->lines->messages, &to->bytes);
	return true;
}

/*
 * If new links have schemes that --schemes does not name, searches the document again, for these schemes, too. Returns
 * false, with a message, on failure.
 */
static bool widen(struct editor *e)
{
	enum { MOST = 100 }; /* more would make the search slow */
	struct link_list again = {0};
	struct edited_link *link;
	size_t n = 0;

	for (size_t i = 0; (link = link_list_next_changed(&e->list, &i)) != NULL;) {
		const struct iri_str wanted = link_list_contents(&e->list, link->wanted);
		if (!finder_has_other_scheme(&e->options.find.links, wanted))
			continue;
		if (n < MOST) {
			editor_add_scheme(e, wanted);
			n++;
		} else if (!editor_refuse(e, link, "the new links have too many schemes; leave out --schemes")) {
			return false;
		}
	}
	if (!n)
		return true;
	const bool copied = editor_collect(e, e->document, &again) == DOCUMENT_SEARCHED &&
	                    copy_changes(e, &e->list, &again);
	link_list_free(&e->list);
	e->list = again;
	return copied;
}

/*
 * The check of the new document
 */

/*
 * Whether a link of the new document has the place and the reference that `link` of the old one should have there.
 * Compares places in the decoded text: in the file, a shift sequence before or after the link can belong to it or not.
 * shift: the number of bytes by which the changes before the link move it
 */
static bool is_as_wanted(const struct editor *e, const struct edited_link *link, const struct link_list *again,
                         const struct edited_link *found, size_t shift)
{
	const struct span *const old = &link->span, *const new = &found->span;
	const unsigned codec = style_innermost(&old->style).codec;
	/* In place of a link in running text of Markdown, an autolink can stand. */
	const bool in_prose = codec == CODEC_BARE || codec == CODEC_WRAPPED;
	const bool same_kind = old->kind == new->kind ||
	                       (link->changed && old->kind <= SPAN_LAST_OF_TEXT &&
	                        (new->kind <= SPAN_LAST_OF_TEXT || (in_prose && new->kind == SPAN_AUTOLINK)));
	const struct link_range text =
		link->changed ? link->new_text : (struct link_range){link->text.off + shift, link->text.len};

	return same_kind && old->placed == new->placed &&
	       iri_same(link_list_contents(&e->list, link->changed ? link->wanted : link->reference),
	                link_list_contents(again, found->reference)) &&
	       (!old->placed || (found->text.off == text.off && found->text.len == text.len));
}

/* Refuses the change because of which the new document lacks link i, or has another one after a change. */
static bool refuse_reason(const struct editor *e, size_t i)
{
	struct edited_link *const links = link_list_links(&e->list);

	if (i < link_list_count(&e->list) && links[i].changed)
		return refuse_with(e, &links[i], "the new link would not be found here", kind_hint(&links[i]));
	/* The last change before this link is the reason, or else the first one. */
	size_t after = 0;
	struct edited_link *reason = link_list_next_changed(&e->list, &after), *next;
	while ((next = link_list_next_changed(&e->list, &after)) != NULL && after <= i)
		reason = next;
	return editor_refuse(e, reason, "the new link would change other links after it");
}

/*
 * Compares the links of the new document with the wanted ones, and refuses changes that are read as another link. Stops
 * at the first link that is in no place where one should be. Sets *good to whether all are as wanted. Returns false if
 * the document is not edited.
 */
static bool compare_links(const struct editor *e, const struct link_list *again, bool *good)
{
	struct edited_link *const links = link_list_links(&e->list);
	const struct edited_link *const found = link_list_links(again);
	const size_t n = link_list_count(&e->list), n_again = link_list_count(again);
	size_t shift = 0;

	*good = true;
	for (size_t i = 0; i < n || i < n_again; i++) {
		const bool has_both = i < n && i < n_again, changed = i < n && links[i].changed;
		if (!has_both || !is_as_wanted(e, &links[i], again, &found[i], shift)) {
			const bool is_read = has_both && changed && found[i].text.off == links[i].new_text.off;
			/* A change that was refused just now can be the reason. */
			if (!is_read && !*good)
				return true;
			*good = false;
			if (!is_read)
				return refuse_reason(e, i);
			if (!refuse_reading(e, &links[i], link_list_contents(again, found[i].reference)))
				return false;
		}
		if (changed)
			shift = links[i].shift;
	}
	return true;
}

/* Makes the new document. Returns false, with a message, if it does not have the links that are wanted. */
static bool make(struct editor *e)
{
	enum { MOST = 16 }; /* searches after which changes are taken back */
	struct link_list again = {0};
	bool good = false, goes_on = true;

	for (unsigned n = 0; goes_on && !good; n++) {
		again.links.buf.n = again.bytes.n = 0;
		e->partial = e->partial && n < MOST;
		goes_on = build(e) && editor_collect(e, iri_contents(&e->result), &again) == DOCUMENT_SEARCHED &&
		          compare_links(e, &again, &good);
	}
	link_list_free(&again);
	return good;
}

/*
 * Whether the decoded text of the new document is that of the old one, except for the changes. It differs if a change
 * switches the state of a stateful charset for the text after it, or moves the declaration of the charset so far from
 * the start of the document that it does not count.
 */
static bool has_wanted_text(const struct editor *e)
{
	struct iri_buf old = {0}, new = {0}, wanted = {0};
	const struct edited_link *link;
	size_t copied = 0; /* bytes of the old text */

	if (e->is_utf8 || !e->lines->charset)
		return e->is_utf8 && !e->lines->charset;
	editor_decode(e, e->document, &old);
	editor_decode(e, iri_contents(&e->result), &new);
	for (size_t i = 0; (link = link_list_next_changed(&e->list, &i)) != NULL;) {
		const struct iri_str written = link_list_contents(&e->list, link->written);
		iri_buf_add(&wanted, old.p + copied, link->text.off - copied);
		iri_buf_add(&wanted, written.p, written.n);
		copied = link->text.off + link->text.len;
	}
	iri_buf_add(&wanted, old.p + copied, old.n - copied);
	buf_check(e->lines->messages, &wanted);
	const bool same = iri_same(iri_contents(&wanted), iri_contents(&new));
	iri_buf_free(&old);
	iri_buf_free(&new);
	iri_buf_free(&wanted);
	return same;
}

bool editor_finish(struct editor *e)
{
	if (!link_list_next_changed(&e->list, &(size_t){0}))
		return true;
	e->options.silent = true;
	if (!widen(e) || !make(e))
		return false;
	if (has_wanted_text(e))
		return true;
	if (!e->silent)
		message_say(e->lines->messages, e->lines->messages->place.file,
		            "not edited: in the charset of the file, the new links would change other text");
	return false;
}

bool editor_next_change(const struct editor *e, size_t *i, struct editor_change *change)
{
	const struct edited_link *const link = link_list_next_changed(&e->list, i);

	if (!link)
		return false;
	const struct iri_str document = e->is_utf8 ? e->document : iri_contents(&e->text);
	*change = (struct editor_change){
		.off = link->span.off,
		.reference = link_list_contents(&e->list, link->reference),
		.old = {document.p + link->text.off, link->text.len},
		.new = link_list_contents(&e->list, link->written),
		.line = link->span.line,
		.column = link->span.column,
		.byte = link->span.byte,
	};
	return true;
}

struct iri_str editor_result(const struct editor *e)
{
	return e->changes.buf.n ? iri_contents(&e->result) : e->document;
}

void editor_free(struct editor *e)
{
	link_list_free(&e->list);
	iri_buf_free(&e->scheme_names);
	iri_buf_free(&e->schemes.buf);
	iri_buf_free(&e->text);
	iri_buf_free(&e->fitting);
	iri_buf_free(&e->written);
	iri_buf_free(&e->result);
	iri_buf_free(&e->changes.buf);
}
