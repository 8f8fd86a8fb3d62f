/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "named.h"

#include "lib/base/str.h"
#include "lib/syntax/mailbox.h"
#include "lib/syntax/pct.h"
#include "lib/syntax/scheme.h"
#include "lib/unicode/display.h"
#include "lib/unicode/unicode.h"
#include "lib/unicode/utf8.h"

#include <string.h>

/* Top-level domains that are also ends of names of files: a.md is more often a file than a host in Moldova. */
static const char *const file_ends[] = {
	"cc", "md", "mk", "ml", "mov", "pl", "pm", "ps", "py", "rs", "sh", "so", "tf", "zip", NULL,
};

/* Sets *name to a host in ASCII, in lower case, without a dot at its end. Returns false if it has none. */
static bool named_set(struct named *n, struct iri_str host, struct iri_buf *name)
{
	if (!n->converter)
		n->converter = iri_host_converter_new(NULL);
	iri_buf_clear(name);
	const enum iri_status status =
		n->converter ? iri_host_to_ascii(n->converter, host, &host, NULL) : IRI_NO_MEMORY;
	if (status == IRI_NO_MEMORY)
		message_die(n->messages, NULL, "out of memory");
	if (status != IRI_OK)
		return false;
	iri_buf_add(name, host.p, host.n - (host.n && host.p[host.n - 1] == '.'));
	buf_check(n->messages, name);
	return name->n;
}

/*
 * Returns the domain of the next address of mailto, or an absent string, and moves *p to the address after it. Returns
 * an absent string at the end, too. The addresses are percent-encoded.
 */
static struct iri_str next_mail_host(const char **p, const char *end)
{
	const char *at = NULL, *const stop = *p < end ? iri_mailbox_end(*p, end, &at) : end;

	*p = stop + (stop < end);
	return at && at + 1 < stop ? iri_between(at + 1, stop) : (struct iri_str){NULL, 0};
}

/* Returns the domain of the first address of mailto, or an absent string. */
static struct iri_str mail_host(struct iri_str path)
{
	const char *p = iri_present(path).p;

	return next_mail_host(&p, p + path.n);
}

/* Returns the host to which a reference leads, or the domain of its address; absent if there is none. */
static struct iri_str host_of(struct iri_str link)
{
	struct iri_ref ref;

	if (iri_parse(link, IRI_REFERENCE, &ref, NULL) != IRI_OK)
		return (struct iri_str){NULL, 0};
	if (ref.scheme.p && iri_scheme_has(ref.scheme, SCHEME_MAILBOX))
		return mail_host(ref.path);
	return !ref.scheme.p || iri_scheme_search(ref.scheme) ? ref.host : (struct iri_str){NULL, 0};
}

/* Whether a host without a scheme is probably the name of a file. */
static bool is_file_name(struct iri_str host)
{
	const char *const end = host.p + host.n, *dot = end;

	while (dot > host.p && dot[-1] != '.')
		dot--;
	for (size_t i = 0; file_ends[i]; i++)
		if (iri_is_caseless(iri_between(dot, end), file_ends[i]))
			return host.n < 4 || !iri_is_caseless((struct iri_str){host.p, 4}, "www.");
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
	case 0xFF61: return '.';
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

/*
 * Returns the text as it looks, in n->seen. U+202E turns the text up to the next U+202C (UAX #9, section 2.2). The
 * joiners U+200C and U+200D, which some hosts need (RFC 5892, appendix A), go only if `joiners` is set.
 */
static struct iri_str named_seen(struct named *n, struct iri_str text, bool joiners)
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
	return host_of(text);
}

/* Sets n->inner to where a link leads. Returns whether it is that of a redirector, and nobody else knows. */
static bool only_redirector_knows(struct named *n, struct iri_str link)
{
	n->inner.kind = INNER_REDIRECTED;
	if (!inner_find(&n->inner, link))
		message_die(n->messages, NULL, "out of memory");
	return n->inner.redirector && !n->inner.host.n;
}

/* Returns the host that the label names, or an absent string. Sets *is_mail if it is the domain of an address. */
static struct iri_str named_host(struct named *n, struct iri_str label, bool *is_mail)
{
	const struct iri_link_options options = {.bare = true, .is_tld = ends_in_tld, .tld_arg = n};
	const struct iri_str absent = {NULL, 0};
	struct iri_link link;

	label = iri_between(label_start(label.p, label.p + label.n), label.p + label.n);
	n->has_www = label.n > 4 && iri_is_caseless((struct iri_str){label.p, 4}, "www.");
	if (!label.n || !iri_link_next(&options, label, 0, &link) || link.off)
		return absent;
	const struct iri_str text = {label.p, link.len};
	n->has_scheme = link.kind == IRI_LINK_IRI;
	*is_mail = link.kind == IRI_LINK_ADDRESS;
	if (n->has_scheme) {
		*is_mail = iri_scheme_has(iri_scheme_at_start(text), SCHEME_MAILBOX);
		return only_redirector_knows(n, text) ? absent : first_host(n, text);
	}
	/* The host ends before a port, path, query or fragment. */
	const char *p = text.p, *const end = text.p + text.n;
	const char *const at = link.kind == IRI_LINK_ADDRESS ? iri_find_byte(p, end, '@') : end;
	p = at < end ? at + 1 : p;
	const char *stop = p;
	while (stop < end && !strchr("/?#:", *stop))
		stop++;
	const struct iri_str host = iri_between(p, stop);
	return stop == end && is_file_name(host) ? absent : host;
}

/* Whether the name looks like the host of the link, or like one below it. */
static bool looks_like_target(struct named *n, struct iri_str domain)
{
	const struct iri_rule *const rule = iri_rule_find((struct iri_str){"confusable-host", 15});
	const struct iri_lint_options options = {.rules = &rule, .n_rules = 1};
	struct iri_linter *const linter = iri_linter_new(&options);
	struct iri_findings found = {NULL, 0};
	struct iri_error err;

	iri_buf_clear(&n->scratch);
	iri_buf_add(&n->scratch, "//", 2);
	iri_buf_add(&n->scratch, n->name.p, n->name.n);
	buf_check(n->messages, &n->scratch);
	const bool known = linter && iri_linter_add_host(linter, domain, &err) == IRI_OK &&
	                   iri_lint(linter, iri_contents(&n->scratch), &found, &err) == IRI_OK;
	const bool looks = known && found.n;
	iri_linter_free(linter);
	return looks;
}

/*
 * Returns the target as browsers read it, in n->repaired, if they find a host in it where the grammar has none, as in
 * "https:/a" and "\\\\a", or if it is not valid. Otherwise returns it as it is.
 */
static struct iri_str read_target(struct named *n, struct iri_str target)
{
	const struct iri_str scheme = iri_scheme_at_start(target);
	const char *p = target.p + (scheme.p ? scheme.n + 1 : 0), *const end = target.p + target.n;
	const char *const after = p;
	struct iri_ref ref;

	const bool valid = iri_parse(target, IRI_REFERENCE, &ref, NULL) == IRI_OK;
	if ((valid && ref.host.n) || (scheme.p && !iri_scheme_has(scheme, SCHEME_HTTP)))
		return target;
	while (p < end && iri_is_slash(*p, true))
		p++;
	if (valid && !scheme.p && p - after < 2)
		return target;
	iri_buf_clear(&n->repaired);
	iri_buf_add(&n->repaired, target.p, (size_t)(after - target.p));
	if (scheme.p || p - after > 1)
		iri_buf_add(&n->repaired, "//", 2);
	else
		p = after;
	const char *const stop = iri_authority_end(p, end, true);
	iri_buf_add(&n->repaired, p, (size_t)(stop - p));
	for (p = stop; p < end && *p != '#'; p++) {
		const bool stray = strchr("[]", *p) || (*p == '%' && !iri_is_pct(p, end));
		if (p == stop && *p == '\\')
			iri_buf_putc(&n->repaired, '/');
		else if (stray || (unsigned char)*p >= 0x80 || iri_byte_class(*p) & CHAR_EXCLUDED)
			iri_pct_encode(&n->repaired, (struct iri_str){p, 1});
		else
			iri_buf_putc(&n->repaired, *p);
	}
	buf_check(n->messages, &n->repaired);
	return iri_contents(&n->repaired);
}

static struct iri_str registrable(const struct named *n, const struct iri_buf *host)
{
	const struct iri_suffixes suffixes = {tld_is_suffix, n->tld};

	return iri_domain_registrable(&suffixes, iri_contents(host));
}

/* Returns a host without "www." at its start. */
static struct iri_str without_www(struct iri_str host)
{
	return iri_begins(host, "www.") ? iri_between(host.p + 4, host.p + host.n) : host;
}

/* Whether the registrable domains of n->name and n->goes_to are the same. */
static bool is_same_site(const struct named *n)
{
	/* "gov.uk" is a public suffix, and its site is www.gov.uk. */
	const struct iri_str name = without_www(iri_contents(&n->name));

	return iri_same(name, without_www(iri_contents(&n->goes_to))) ||
	       iri_same(registrable(n, &n->name), registrable(n, &n->goes_to));
}

/* Whether the label shows an address with this domain. */
static bool shows_domain(struct iri_str label, struct iri_str domain)
{
	const char *const end = label.p + label.n;

	for (const char *p = label.p; (p = iri_find_byte(p, end, '@')) < end;) {
		size_t i = 0;
		for (p++; i < domain.n && (size_t)(end - p) > i && iri_lower(p[i]) == iri_lower(domain.p[i]); i++)
			continue;
		const char *const after = p + i + ((size_t)(end - p) > i && p[i] == '.');
		if (i == domain.n && (after == end || !(iri_is_alphanumeric(*after) || *after == '-')))
			return true;
	}
	return false;
}

/*
 * Sets n->goes_to to the domain of the first address that is not of the site that the label names, and not shown in the
 * label. Returns false if there is none.
 */
static bool set_mail_target(struct named *n, struct iri_str path, struct iri_str label)
{
	const char *p = iri_present(path).p, *const end = p + path.n;

	while (p < end) {
		const struct iri_str host = next_mail_host(&p, end);
		if (host.n && named_set(n, host, &n->goes_to) && !is_same_site(n) && !shows_domain(label, host))
			return true;
	}
	return false;
}

/* Whether the target is a copy in the Wayback Machine of a page of the site that the label names. n->goes_to stays. */
static bool is_copy(struct named *n, struct iri_str target)
{
	static const char archive[] = "web.archive.org", path[] = "/web/";
	struct iri_buf kept = {0};
	struct iri_ref ref;

	if (iri_parse(target, IRI_REFERENCE, &ref, NULL) != IRI_OK || !iri_is_caseless(ref.host, archive) ||
	    ref.path.n < strlen(path) || memcmp(ref.path.p, path, strlen(path)) != 0)
		return false;
	/* The time of the copy, and the address of the page */
	const char *const end = target.p + target.n, *p = iri_find_byte(ref.path.p + strlen(path), end, '/');
	if (p == end)
		return false;
	iri_buf_add(&kept, n->goes_to.p, n->goes_to.n);
	buf_check(n->messages, &kept);
	const struct iri_str page = iri_between(p + 1, end);
	const struct iri_str host_alone = iri_between(page.p, iri_find_byte(page.p, end, '/'));
	const struct iri_str page_host = iri_scheme_at_start(page).p ? host_of(read_target(n, page)) : host_alone;
	const bool is_same = named_set(n, page_host, &n->goes_to) && is_same_site(n);
	iri_buf_free(&n->goes_to);
	n->goes_to = kept;
	return is_same;
}

/* Sets n->goes_to. Returns false if the target has no host that can be compared. */
static bool set_target(struct named *n, struct iri_str label, struct iri_str target, struct iri_str site, bool is_mail)
{
	struct iri_ref ref;

	target = read_target(n, target);
	if (iri_parse(target, IRI_REFERENCE, &ref, NULL) != IRI_OK)
		return false;
	const bool to_mail = ref.scheme.p && iri_scheme_has(ref.scheme, SCHEME_MAILBOX);
	if (is_mail && !to_mail)
		return false;
	if (to_mail && !memchr(iri_present(ref.path).p, '@', ref.path.n)) {
		/* Not valid (RFC 6068, section 2), but software decodes "%40". */
		iri_buf_clear(&n->scratch);
		iri_pct_decode(&n->scratch, ref.path);
		buf_check(n->messages, &n->scratch);
		ref.path = iri_contents(&n->scratch);
	}
	if (to_mail)
		return set_mail_target(n, ref.path, label);
	if (!ref.scheme.p && !ref.host.p)
		return named_set(n, host_of(site), &n->goes_to);
	if (only_redirector_knows(n, target))
		return false;
	const struct iri_str inner = n->inner.host.n ? iri_contents(&n->inner.host)
	                             : n->inner.link.n ? iri_contents(&n->inner.link) : target;
	return named_set(n, host_of(inner), &n->goes_to);
}

/* Whether the target surely has no host: it is a path, and the address of its site is not known. */
static bool has_no_host(struct iri_str target, struct iri_str site)
{
	return !site.n && !iri_scheme_at_start(target).p &&
	       !(target.n >= 2 && iri_is_slash(target.p[0], true) && iri_is_slash(target.p[1], true));
}

/* Whether the label surely names no host, as most do not: it is ASCII without a dot, even one that is encoded. */
static bool names_none(struct iri_str label)
{
	return !label.n || (!memchr(label.p, '.', label.n) && !memchr(label.p, '%', label.n) && iri_is_ascii(label));
}

/* Like named_differs, for a text of the link. */
static bool text_differs(struct named *n, struct iri_str label, struct iri_str target, struct iri_str site)
{
	bool is_mail = false, found = false;

	n->looks_alike = n->has_scheme = false;
	if (names_none(label))
		return false;
	const int most_joiners = iri_is_ascii(label) ? 0 : 1;
	for (int joiners = 0; joiners <= most_joiners && !found; joiners++)
		found = named_set(n, named_host(n, named_seen(n, label, joiners), &is_mail), &n->name);
	if (!found)
		return false;
	if (!memchr(n->name.p, '.', n->name.n) || !set_target(n, label, target, site, is_mail))
		return false;
	const bool is_same = is_same_site(n) || is_copy(n, target);
	if (tld_failed(n->tld))
		message_die(n->messages, NULL, "out of memory");
	n->looks_alike = !is_same && looks_like_target(n, registrable(n, &n->goes_to));
	return !is_same;
}

bool named_differs(struct named *n, const struct named_link *link)
{
	if (has_no_host(link->target, link->site))
		return false;
	n->in_title = false;
	if (text_differs(n, link->label, link->target, link->site))
		return true;
	n->in_title = true;
	return text_differs(n, link->title, link->target, link->site) && n->has_scheme;
}

void named_free(struct named *n)
{
	iri_buf_free(&n->name);
	iri_buf_free(&n->goes_to);
	iri_buf_free(&n->scratch);
	iri_buf_free(&n->repaired);
	iri_buf_free(&n->seen);
	inner_free(&n->inner);
	iri_host_converter_free(n->converter);
}
