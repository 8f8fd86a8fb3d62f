/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "named_text.h"

#include "named_target.h"

#include "cmd/base/text.h"
#include "lib/base/str.h"
#include "lib/syntax/schemes.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/unicode.h"
#include "lib/unicode/utf8.h"

#include <string.h>

/* Top-level domains that are also ends of names of files: a.md is more often a file than a host in Moldova. */
static const char *const file_ends[] = {
	"cc", "inc", "md", "mk", "ml", "mov", "pl", "pm", "properties", "ps", "py", "rs", "sh", "so", "tf", "zip", NULL,
};

/* The same, but more hosts than files end so, as far as links name them. */
static const char *const rare_file_ends[] = {
	"ac", "ai", "am", "app", "as", "cab", "cl", "cr", "cu", "data", "dev", "dot", "example", "gd", "gs", "in", "la",
	"ly", "map", "mm", "mo", "mp", "page", "pub", "st", "tr", "xyz", NULL,
};

/* Sites of repositories, packages and programs, which can have names like hosts: github.com/socketio/socket.io */
static const char *const forges[] = {
	"bitbucket.org", "codeberg.org", "crates.io", "docker.com", "github.com", "gitlab.com", "npmjs.com",
	"microsoft.com", "nuget.org", "packagist.org", "pypi.org", "python.org", "rubygems.org", NULL,
};

static struct iri_str top_level(struct iri_str host)
{
	const char *const end = host.p + host.n, *dot = end;

	while (dot > host.p && dot[-1] != '.')
		dot--;
	return iri_between(dot, end);
}

/* Whether a host of two labels without a scheme probably names a file; or a host a product, as ASP.NET. */
static bool is_file_name(const struct named *n, struct iri_str host)
{
	const struct iri_str last = top_level(host);
	const char *const end = host.p + host.n, *const dot = iri_find_byte(host.p, end, '.');

	return !n->has_www && ((text_is_one_of(last, file_ends) && last.p == dot + 1) || iri_is(last, "NET"));
}

/* Returns the end of the line and column, as in ":10:2" or "#L10", that begin at p; or p. */
static const char *line_number_end(const char *p, const char *end)
{
	if (p < end && *p == '#')
		return end;
	for (const char *q = p; q < end && *q == ':'; p = q)
		for (q++; q < end && iri_is_digit(*q); q++)
			continue;
	return p;
}

bool named_is_own_name(const struct named *n, struct iri_str target)
{
	const struct iri_str host = n->alone;
	struct iri_ref ref;

	if (!host.p)
		return false;
	iri_split(target, &ref);
	const bool is_file =
		text_is_one_of(top_level(host), rare_file_ends) || text_is_one_of(top_level(host), file_ends);
	const bool is_forge = text_is_one_of(named_goes_to_site(n), forges);
	const struct iri_str path = iri_present(ref.path);
	const char *const end = path.p + path.n;
	if (is_forge && ref.fragment.p && iri_same_caseless(ref.fragment, host))
		return true;
	for (const char *p = path.p, *stop; p < end; p = stop + 1) {
		stop = iri_find_byte(p, end, '/');
		if (iri_same_caseless(iri_between(p, stop), host) && (is_forge || (is_file && stop == end)))
			return true;
	}
	return false;
}

/* Whether the last label of a host without a scheme is one for this rule; for struct iri_link_options. */
static bool ends_in_tld(void *named, struct iri_str label)
{
	struct named *const n = named;

	return n->has_www || iri_is_caseless(label, "example") || tld_known(n->tld, label);
}

/* Whether a character can stand before a link without being seen as a part of it. */
static bool is_before_link(uint32_t ch)
{
	const utf8proc_category_t category = (utf8proc_category_t)iri_property(ch)->category;

	if (ch < 0x80)
		return strchr("<>(\"'[*", (int)ch) != NULL;
	return iri_char_is_hidden(ch) || (category >= UTF8PROC_CATEGORY_PC && category <= UTF8PROC_CATEGORY_PO);
}

/* Returns where the text of a link begins: after white space, quotation marks, and what is not seen or only adorns. */
static const char *label_start(const char *p, const char *end)
{
	const char *start = p, *next;
	bool adorned = false; /* a symbol is skipped only with a space after it: it can be a part of a host */

	for (; p < end; p = next) {
		const uint32_t ch = iri_utf8_next(p, end, &next);
		const utf8proc_category_t category = (utf8proc_category_t)iri_property(ch)->category;
		const bool space = ch == ' ' || category == UTF8PROC_CATEGORY_ZS;
		const bool symbol = ch >= 0x80 && category >= UTF8PROC_CATEGORY_SM && category <= UTF8PROC_CATEGORY_SO;
		if (!space && !symbol && !is_before_link(ch))
			break;
		adorned = (adorned || symbol) && !space;
		if (!adorned)
			start = next;
	}
	return start;
}

/* Returns the ASCII character that separates the parts of a link, and looks like ch; or 0. */
static char looks_like_mark(uint32_t ch)
{
	switch (ch) {
	case 0x3002: /* UTS #46 maps these two to "." */
	case 0xFF61:
	case 0x2024: return '.';
	case 0x2044:
	case 0x2215:
	case 0x29F8: return '/';
	case 0x2236:
	case 0xA789: return ':';
	default: return ch >= 0xFF01 && ch <= 0xFF5E ? (char)(ch - 0xFF01 + '!') : '\0'; /* full-width forms */
	}
}

/*
 * Appends the text as it looks: without hidden characters, with ASCII for what looks like it, and without the joiners
 * if `joiners` is set.
 */
static void add_seen(struct iri_buf *out, struct iri_str text, bool joiners)
{
	const char *p = text.p, *const end = p + text.n, *next;

	for (; p < end; p = next) {
		const uint32_t ch = iri_utf8_next(p, end, &next);
		const char mark = looks_like_mark(ch);
		if (mark)
			iri_buf_putc(out, mark);
		else if (!iri_char_is_hidden(ch) || (!joiners && (ch == 0x200C || ch == 0x200D)))
			iri_buf_add(out, p, (size_t)(next - p));
	}
}

/* Returns the next place of a character of 3 bytes, or end. */
static const char *find_char(const char *p, const char *end, const char *wanted)
{
	while ((p = iri_find_byte(p, end, *wanted)) < end && (end - p < 3 || memcmp(p, wanted, 3) != 0))
		p++;
	return p;
}

struct iri_str named_text_seen(struct named *n, struct iri_str text, bool joiners)
{
	const char *p = text.p, *const end = p + text.n, *next;

	iri_buf_clear(&n->seen);
	while (p < end) {
		const char *const turned = find_char(p, end, "\xE2\x80\xAE");
		const char *const stop = find_char(turned, end, "\xE2\x80\xAC");
		add_seen(&n->seen, iri_between(p, turned), joiners);
		iri_buf_clear(&n->scratch);
		for (const char *q = stop; q > turned; q = next) {
			next = q;
			do
				next--;
			while (next > turned && iri_is_trail((unsigned char)*next));
			iri_buf_add(&n->scratch, next, (size_t)(q - next));
		}
		add_seen(&n->seen, iri_contents(&n->scratch), joiners);
		p = stop;
		if (p < end)
			p += 3;
	}
	buf_check(n->messages, &n->scratch);
	buf_check(n->messages, &n->seen);
	return iri_contents(&n->seen);
}

/*
 * Returns the host that a reader finds first in a link of a label. That is its userinfo if this is a host, too:
 * "https://bank.example@evil.example".
 */
static struct iri_str first_host(struct named *n, struct iri_str text)
{
	const struct iri_link_options options = {.bare = true, .is_tld = tld_known, .tld_arg = n->tld};
	struct iri_link link;
	struct iri_ref ref;

	if (iri_parse(text, IRI_REFERENCE, &ref, NULL) == IRI_OK && ref.userinfo.n) {
		const char *const p = ref.userinfo.p, *const user_end = iri_find_byte(p, p + ref.userinfo.n, ':');
		if (iri_link_next(&options, iri_between(p, user_end), 0, &link) && !link.off &&
		    link.kind == IRI_LINK_HOST)
			return (struct iri_str){p, link.len};
	}
	return named_host_of(text);
}

struct iri_str named_text_host(struct named *n, struct iri_str label, bool *is_mail)
{
	const struct iri_link_options options = {.bare = true, .is_tld = ends_in_tld, .tld_arg = n};
	const struct iri_str absent = {NULL, 0};
	struct iri_link link;

	label = iri_between(label_start(label.p, label.p + label.n), label.p + label.n);
	n->alone.p = NULL;
	n->has_www = label.n > 4 && iri_is_caseless((struct iri_str){label.p, 4}, "www.");
	if (!label.n || !iri_link_next(&options, label, 0, &link))
		return absent;
	while (link.off && link.kind != IRI_LINK_IRI)
		if (!iri_link_next(&options, label, link.off + link.len, &link))
			return absent;
	const struct iri_str text = {label.p + link.off, link.len};
	const struct iri_str after = iri_between(text.p + text.n, label.p + label.n);
	n->is_cut = iri_begins(after, "...") || iri_begins(after, "\xE2\x80\xA6");
	n->has_scheme = link.kind == IRI_LINK_IRI;
	*is_mail = link.kind == IRI_LINK_ADDRESS;
	if (n->has_scheme) {
		*is_mail = iri_scheme_has(iri_scheme_at_start(text), SCHEME_MAILBOX);
		return named_only_redirector_knows(n, text) ? absent : first_host(n, text);
	}
	/* The host ends before a port, path, query or fragment. */
	const char *p = text.p, *const end = text.p + text.n;
	const char *const at = link.kind == IRI_LINK_ADDRESS ? iri_find_byte(p, end, '@') : end;
	p = at < end ? at + 1 : p;
	const char *stop = p;
	while (stop < end && !strchr("/?#:", *stop))
		stop++;
	const struct iri_str host = iri_between(p, stop);
	iri_buf_clear(&n->scratch);
	iri_buf_add(&n->scratch, "//", 2);
	iri_buf_add(&n->scratch, text.p, text.n);
	buf_check(n->messages, &n->scratch);
	if (stop < end && named_only_redirector_knows(n, iri_contents(&n->scratch)))
		return absent;
	if (line_number_end(stop, end) < end || *is_mail)
		return host;
	n->alone = host;
	return is_file_name(n, host) ? absent : host;
}
