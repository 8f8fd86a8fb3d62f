/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "editor.h"

#include "rewrite.h"

#include "../lib/str.h"

#include <string.h>

/* A part of a buffer */
struct part {
	size_t off, len;
};

struct link {
	struct span span;            /* without views */
	struct part reference;       /* in `bytes` of its list */
	struct part text;            /* where the link stands in the decoded document */
	bool editable;               /* it has a place, and a kind that is wanted */
	/* If `changed`: */
	bool changed;
	struct part wanted;          /* in `bytes`: the new reference */
	struct part written;         /* in `bytes`: the new text, in UTF-8 */
	struct part new_text;        /* where the new link stands in the decoded new document */
	size_t shift;                /* the decoded text after it moves by this number, modulo the size of the type */
};

static struct link *links_of(const struct link_list *list)
{
	return (void *)list->links.p;
}

static size_t count(const struct link_list *list)
{
	return list->links.n / sizeof(struct link);
}

static struct iri_str contents(const struct link_list *list, struct part part)
{
	return part.len ? (struct iri_str){list->bytes.p + part.off, part.len} : (struct iri_str){"", 0};
}

static struct part add_bytes(struct link_list *list, struct iri_str s)
{
	const struct part part = {list->bytes.n, s.n};

	iri_buf_add(&list->bytes, s.p, s.n);
	return part;
}

static bool is_equal(struct iri_str a, struct iri_str b)
{
	return a.n == b.n && (!a.n || !memcmp(a.p, b.p, a.n));
}

static void free_list(struct link_list *list)
{
	iri_buf_free(&list->links);
	iri_buf_free(&list->bytes);
}

/* Ends the program if memory ran out. */
static void check(const struct editor *e)
{
	const struct iri_buf *const buffers[] = {&e->list.links, &e->list.bytes, &e->schemes, &e->result, &e->changes};

	for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
		buf_check(e->lines->messages, buffers[i]);
}

/* Where the links go that document_read finds */
struct collection {
	const struct lines *lines;
	struct link_list *list;
};

static bool add_link(void *arg, const struct span *span)
{
	const struct collection *const c = arg;
	const struct link link = {
		.span = *span,
		.reference = add_bytes(c->list, span->reference),
		.text = {(size_t)(c->lines->passed + (uintmax_t)(span->text.p - c->lines->in.p)), span->text.n},
		/* The command gets a link as a line. */
		.editable = span->placed && search.kinds[span->kind] &&
		            !(span->reference.n && memchr(span->reference.p, '\n', span->reference.n)),
	};

	iri_buf_add(&c->list->links, (const char *)&link, sizeof link);
	return true;
}

/* Finds the links of a document. Returns false if it cannot be searched; then a message was printed. */
static bool collect(struct editor *e, struct iri_str document, struct link_list *list)
{
	struct collection c = {e->lines, list};

	e->lines->memory = document;
	const bool searched = document_read(e->lines, &e->options, -1, e->name, add_link, &c);
	search_check(e->lines->messages);
	buf_check(e->lines->messages, &list->links);
	buf_check(e->lines->messages, &list->bytes);
	return searched;
}

bool editor_begin(struct editor *e)
{
	e->options = search.document;
	e->options.places = true;
	const bool searched = collect(e, e->document, &e->list);
	e->is_utf8 = !e->lines->charset;
	return searched;
}

struct iri_str editor_next(const struct editor *e, size_t *i)
{
	const struct link *const links = links_of(&e->list);

	for (; *i < count(&e->list); ++*i)
		if (links[*i].editable)
			return contents(&e->list, links[*i].reference);
	return (struct iri_str){0};
}

void editor_set(struct editor *e, size_t i, struct iri_str reference)
{
	struct link *const link = &links_of(&e->list)[i];

	link->changed = !is_equal(reference, contents(&e->list, link->reference));
	if (link->changed)
		link->wanted = add_bytes(&e->list, reference);
	buf_check(e->lines->messages, &e->list.bytes);
}

/* Prints a message about a link. read_as: ends the message, in quotes; or absent */
static void say(const struct editor *e, const struct link *link, const char *text, struct iri_str read_as)
{
	const struct messages *const m = e->lines->messages;
	struct iri_buf place = {0}, message = {0}, copy = {0};

	buf_add_format(&place, "%s:%ju:%zu%c", m->place.file, link->span.line, link->span.column, '\0');
	buf_add_text(&message, text);
	if (read_as.p) {
		iri_buf_add(&copy, read_as.p, read_as.n);
		iri_buf_putc(&copy, '\0');
		buf_check(m, &copy);
		buf_add_text(&message, " '");
		buf_add_visible(&message, copy.p);
		iri_buf_putc(&message, '\'');
	}
	iri_buf_putc(&message, '\0');
	buf_check(m, &place);
	buf_check(m, &message);
	message_say(m, place.p, message.p);
	iri_buf_free(&place);
	iri_buf_free(&message);
	iri_buf_free(&copy);
}

void editor_say(const struct editor *e, size_t i, const char *text)
{
	say(e, &links_of(&e->list)[i], text, (struct iri_str){0});
}

/*
 * The new document
 */

/* Appends UTF-8 to the new document, in the document's charset. Returns false if that lacks a character. */
static bool add_encoded(struct editor *e, const char *p, size_t n)
{
	if (e->lines->charset)
		return charset_write(e->lines->charset, (struct iri_str){p, n}, &e->result) || e->result.failed;
	iri_buf_add(&e->result, p, n);
	return true;
}

/*
 * Appends the new text of a link to the new document. Returns false if the charset cannot have it. *shift: number of
 * bytes by which the decoded text before the link moves; becomes that of the text after it
 */
static bool add_changed(struct editor *e, struct link *link, size_t *shift)
{
	struct charset *const cs = e->lines->charset;
	struct iri_buf fitting = {0}, text = {0};
	const size_t off = e->result.n;

	const struct iri_str wanted = rewrite_fit(&link->span, cs, contents(&e->list, link->wanted), &fitting);
	const size_t before = rewrite_link(&link->span, cs, wanted, &text);
	buf_check(e->lines->messages, &fitting);
	buf_check(e->lines->messages, &text);
	if (fitting.n)
		link->wanted = add_bytes(&e->list, wanted);
	link->written = add_bytes(&e->list, iri_contents(&text));
	/* Without the "<" and ">" that rewrite_link has added */
	link->new_text = (struct part){link->text.off + *shift + before, text.n - 2 * before};
	*shift += text.n - link->text.len;
	link->shift = *shift;
	const bool fits = add_encoded(e, text.p, text.n);
	const struct change change = {(size_t)link->span.off, link->span.len, off, e->result.n - off};
	iri_buf_add(&e->changes, (const char *)&change, sizeof change);
	iri_buf_free(&fitting);
	iri_buf_free(&text);
	return fits;
}

/* Makes the new document. Returns false, and prints a message, if it is not possible. */
static bool build(struct editor *e)
{
	struct link *const links = links_of(&e->list);
	size_t copied = 0; /* bytes of the old document */
	size_t shift = 0;

	for (size_t i = 0; i < count(&e->list); i++) {
		const struct span *const span = &links[i].span;
		const struct iri_str wanted = contents(&e->list, links[i].wanted);
		if (!links[i].changed)
			continue;
		if (memchr(wanted.p, '\0', wanted.n)) {
			say(e, &links[i], "nothing written: the new link has a NUL", (struct iri_str){0});
			return false;
		}
		if (span->off < copied) {
			say(e, &links[i], "nothing written: this link is part of another one that would change",
			    (struct iri_str){0});
			return false;
		}
		iri_buf_add(&e->result, e->document.p + copied, (size_t)span->off - copied);
		copied = (size_t)span->off + span->len;
		if (!add_changed(e, &links[i], &shift)) {
			say(e, &links[i], "nothing written: the charset of the file lacks a character of the new link",
			    (struct iri_str){0});
			return false;
		}
	}
	iri_buf_add(&e->result, e->document.p + copied, e->document.n - copied);
	check(e);
	return true;
}

/*
 * --schemes: the new document is searched for the schemes of the new links, too
 */

/* Appends the scheme of the reference to a list of names, each with a NUL. */
static void add_scheme(struct iri_buf *names, struct iri_str reference)
{
	const char *const colon = iri_find_byte(reference.p, reference.p + reference.n, ':');

	iri_buf_add(names, reference.p, (size_t)(colon - reference.p));
	iri_buf_putc(names, '\0');
}

/* Points the options to the schemes of --schemes and to those in `names`. */
static void set_schemes(struct editor *e, const struct iri_buf *names)
{
	struct iri_link_options *const to = &e->options.find.links;
	const struct iri_link_options *const from = &search.document.find.links;

	e->schemes.n = 0;
	iri_buf_add(&e->schemes, (const char *)from->schemes, from->n_schemes * sizeof *from->schemes);
	for (const char *p = names->p; names->n && p < names->p + names->n; p += strlen(p) + 1)
		iri_buf_add(&e->schemes, (const char *)&p, sizeof p);
	buf_check(e->lines->messages, &e->schemes);
	to->schemes = (const void *)e->schemes.p;
	to->n_schemes = e->schemes.n / sizeof *to->schemes;
}

/* Gives the changes of one list to the same links of another one. Returns false, with a message, if one is missing. */
static bool copy_changes(const struct editor *e, const struct link_list *from, struct link_list *to)
{
	struct link *const links = links_of(to);
	size_t j = 0;

	for (size_t i = 0; i < count(from); i++) {
		const struct link *const link = &links_of(from)[i];
		while (j < count(to) && links[j].span.off < link->span.off)
			j++;
		if (!link->changed)
			continue;
		if (j == count(to) || links[j].span.off != link->span.off || links[j].span.len != link->span.len) {
			say(e, link, "nothing written: this link is part of another one with the scheme of a new link", (struct iri_str){0});
			return false;
		}
		links[j].changed = true;
		links[j].wanted = add_bytes(to, contents(from, link->wanted));
	}
	return true;
}

/* If new links have schemes that the options do not want, searches the document again, for these schemes, too. */
static bool widen(struct editor *e, struct iri_buf *names)
{
	enum { MOST = 100 }; /* more would make the search slow */
	const struct link *const links = links_of(&e->list);
	struct link_list again = {0};

	for (size_t i = 0; i < count(&e->list); i++) {
		const struct iri_str wanted = contents(&e->list, links[i].wanted);
		if (!links[i].changed || !finder_has_other_scheme(&e->options.find.links, wanted))
			continue;
		if (e->options.find.links.n_schemes - search.document.find.links.n_schemes == MOST) {
			say(e, &links[i], "nothing written: the new links have too many schemes for --schemes",
			    (struct iri_str){0});
			return false;
		}
		add_scheme(names, wanted);
		buf_check(e->lines->messages, names);
		set_schemes(e, names);
	}
	if (!names->n)
		return true;
	const bool copied = collect(e, e->document, &again) && copy_changes(e, &e->list, &again);
	free_list(&e->list);
	e->list = again;
	return copied;
}

/*
 * The check of the new document
 */

/*
 * Whether a link that is found again has the place and the reference that it should have. shift: of its place. Compares
 * places in the decoded text: in the file, a shift sequence before or after the link can belong to it or not.
 */
static bool is_as_wanted(const struct editor *e, const struct link *link, const struct link_list *again,
                         const struct link *found, size_t shift)
{
	const struct span *const old = &link->span, *const new = &found->span;
	const bool same_kind = old->kind == new->kind ||
	                       (old->kind <= SPAN_LAST_OF_TEXT && new->kind <= SPAN_LAST_OF_TEXT && link->changed);
	const struct part text =
		link->changed ? link->new_text : (struct part){link->text.off + shift, link->text.len};

	return same_kind && old->placed == new->placed &&
	       is_equal(contents(&e->list, link->changed ? link->wanted : link->reference),
	                contents(again, found->reference)) &&
	       (!old->placed || (found->text.off == text.off && found->text.len == text.len));
}

/* Prints a message about the new document: link i of the old one is not link i of the new one. */
static void report(const struct editor *e, size_t i, const struct link_list *again)
{
	const struct link *const links = links_of(&e->list);
	const struct link *const found = i < count(again) ? &links_of(again)[i] : NULL;
	size_t j = i < count(&e->list) ? i : i - 1;

	if (i < count(&e->list) && links[i].changed && found && found->text.off == links[i].new_text.off)
		say(e, &links[i], "nothing written: the new link would be read as", contents(again, found->reference));
	else if (i < count(&e->list) && links[i].changed)
		say(e, &links[i], "nothing written: the new link would not be found here", (struct iri_str){0});
	else {
		/* The change before it, or else the one after it, is the reason. */
		while (j > 0 && !links[j].changed)
			j--;
		while (!links[j].changed)
			j++;
		say(e, &links[j], "nothing written: the new link would change others that follow", (struct iri_str){0});
	}
}

/* Finds the first link that the new document does not have as wanted, in its place. Returns false if it has them all. */
static bool find_unwanted(const struct editor *e, const struct link_list *again, size_t *first)
{
	const struct link *const links = links_of(&e->list), *const found = links_of(again);
	const size_t n = count(&e->list), n_again = count(again);
	size_t shift = 0;

	for (size_t i = 0; i < n || i < n_again; i++) {
		*first = i;
		if (i >= n || i >= n_again || !is_as_wanted(e, &links[i], again, &found[i], shift))
			return true;
		if (links[i].changed)
			shift = links[i].shift;
	}
	return false;
}

/*
 * Lets build escape what could be markup in the new links of Markdown text: "*" can begin emphasis, for instance.
 * Returns false if there is nothing to escape.
 */
static bool escape_texts(struct editor *e)
{
	struct link *const links = links_of(&e->list);
	bool any = false;

	for (size_t i = 0; i < count(&e->list); i++) {
		const struct iri_str wanted = contents(&e->list, links[i].wanted);
		bool escapes = false;
		for (size_t k = 0; k < wanted.n && !escapes; k++)
			escapes = wanted.p[k] && strchr("*_~[]<", wanted.p[k]);
		links[i].span.style.escapes = escapes && links[i].changed && links[i].span.kind <= SPAN_LAST_OF_TEXT &&
		                              links[i].span.style.charrefs == CHARREF_MARKDOWN;
		any = any || links[i].span.style.escapes;
	}
	return any;
}

/* Makes the new document, and searches it. Returns false, with a message, if that is not possible. */
static bool make(struct editor *e, struct link_list *again)
{
	again->links.n = again->bytes.n = 0;
	e->result.n = e->changes.n = 0;
	return build(e) && collect(e, iri_contents(&e->result), again);
}

/*
 * Makes the new document. Returns false, with a message, if it does not have the links that are wanted. Most characters
 * need no escapes in Markdown text, and other readers look for links in it without CommonMark: so escapes are only the
 * second choice.
 */
static bool make_wanted(struct editor *e)
{
	struct link_list again = {0};
	size_t first = 0;

	bool made = make(e, &again), good = made && !find_unwanted(e, &again, &first);
	if (made && !good && escape_texts(e)) {
		made = make(e, &again);
		good = made && !find_unwanted(e, &again, &first);
	}
	if (made && !good)
		report(e, first, &again);
	free_list(&again);
	return good;
}

/* Decodes a document, with the decoder that document_read has left. */
static void decode(const struct editor *e, struct iri_str document, struct iri_buf *text)
{
	charset_begin(e->lines->charset);
	charset_decode(e->lines->charset, document.p, document.n, true, text);
	buf_check(e->lines->messages, text);
}

/*
 * Whether the decoded text of the new document is that of the old one, but for the changes. It is not if a change has
 * begun or ended a state of the charset, or if the document now names its charset where nobody looks.
 */
static bool has_wanted_text(const struct editor *e)
{
	const struct link *const links = links_of(&e->list);
	struct iri_buf old = {0}, new = {0}, wanted = {0};
	size_t copied = 0; /* bytes of the old text */

	if (e->is_utf8 || !e->lines->charset)
		return e->is_utf8 && !e->lines->charset;
	decode(e, e->document, &old);
	decode(e, iri_contents(&e->result), &new);
	for (size_t i = 0; i < count(&e->list); i++) {
		if (!links[i].changed)
			continue;
		const struct iri_str written = contents(&e->list, links[i].written);
		iri_buf_add(&wanted, old.p + copied, links[i].text.off - copied);
		iri_buf_add(&wanted, written.p, written.n);
		copied = links[i].text.off + links[i].text.len;
	}
	iri_buf_add(&wanted, old.p + copied, old.n - copied);
	buf_check(e->lines->messages, &wanted);
	const bool same = is_equal(iri_contents(&wanted), iri_contents(&new));
	iri_buf_free(&old);
	iri_buf_free(&new);
	iri_buf_free(&wanted);
	return same;
}

bool editor_finish(struct editor *e)
{
	const struct link *links = links_of(&e->list);
	struct iri_buf names = {0};
	size_t first = 0;

	while (first < count(&e->list) && !links[first].changed)
		first++;
	if (first == count(&e->list))
		return true;
	e->options.silent = true;
	bool good = widen(e, &names) && make_wanted(e);
	if (good && !has_wanted_text(e)) {
		const struct messages *const m = e->lines->messages;
		message_say(m, m->place.file, "nothing written: text would change, because of the charset of the file");
		good = false;
	}
	iri_buf_free(&names);
	return good;
}

void editor_free(struct editor *e)
{
	free_list(&e->list);
	iri_buf_free(&e->schemes);
	iri_buf_free(&e->result);
	iri_buf_free(&e->changes);
}
