/* SPDX-License-Identifier: ISC */
#include "display_units.h"
#include "facts_internal.h"

#include "cmd/base/text.h"
#include "cmd/link/named_host.h"
#include "lib/base/str.h"
#include "lib/host/host.h"
#include "lib/syntax/parse.h"
#include "lib/syntax/pct.h"
#include "lib/unicode/unicode.h"
#include "lib/unicode/utf8.h"

#include <string.h>

const char facts_this_computer[] = "this computer";

static bool facts_is_letter(uint32_t ch)
{
	const int category = iri_property(ch)->category;

	return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

void facts_add_scripts(struct iri_buf *out, struct iri_str label)
{
	const size_t before = out->n;
	uint32_t found = 0, ch = 0;
	bool has_other = false; /* a letter that identifiers do not have, so that its script is not known here */

	for (const char *p = label.p, *const end = p + label.n; p < end;) {
		const size_t n = iri_utf8_decode(p, end, &ch);
		const uint32_t scripts = iri_scripts(ch) & ~(uint32_t)SCRIPT_ZYYY;
		p += n ? n : 1;
		/* The first script is enough for a character that has several. */
		const uint32_t first = scripts & (~scripts + 1);
		has_other = has_other || (!iri_scripts(ch) && facts_is_letter(ch));
		if (!first || found & scripts)
			continue;
		found |= first;
		buf_add_format(out, "%s%s", out->n > before ? ", " : "", iri_script_name(first));
	}
	if (has_other)
		buf_add_format(out, "%s%s", out->n > before ? ", " : "", "other");
}

void facts_note_refused(void *finder, struct iri_str label, const struct iri_refusal *r)
{
	struct facts_finder *const f = finder;

	/* IRI_REFUSED_NAME is about the other labels. */
	if (r->why != IRI_REFUSED_NAME)
		ARRAY_ADD(f->refused, &label.p);
}

struct iri_str facts_u_label(struct facts_finder *f, struct iri_str label)
{
	struct iri_str unicode;

	if (iri_host_to_unicode(f->labels, label, &unicode, NULL) != IRI_OK)
		message_die(f->messages, NULL, "out of memory");
	return iri_same(unicode, label) ? (struct iri_str){NULL, 0} : arena_copy(&f->arena, unicode);
}

/* Splits h->ascii into labels, and fills h->labels. f->refused has the labels that are not shown, in their order. */
static void set_labels(struct facts_finder *f, struct facts_host *h)
{
	size_t at = 0;
	struct iri_buf labels = {0};
	const char *p = h->ascii.p, *const end = p + h->ascii.n;

	while (p < end) {
		const char *const dot = iri_find_byte(p, end, '.');
		struct facts_label label = {.ascii = iri_between(p, dot), .shown = true};
		if (at < ARRAY_COUNT(f->refused) && f->refused.item[at] == p) {
			label.shown = false;
			at++;
		}
		label.unicode = iri_has_ace_prefix(label.ascii) ? facts_u_label(f, label.ascii) : label.ascii;
		f->text.n = 0;
		facts_add_scripts(&f->text, iri_present(label.unicode));
		label.scripts = facts_keep(f, &f->text);
		facts_add_item(&labels, &label, sizeof label);
		p = dot + (dot < end);
	}
	h->n_labels = labels.n / sizeof *h->labels;
	h->labels = facts_keep_array(f, &labels);
}

/*
 * Returns a name in ASCII, in lower case. If it is invalid, clears *valid, maps its valid labels, and keeps the others.
 */
static struct iri_str ascii_host(struct facts_finder *f, struct iri_str host, bool *valid)
{
	struct iri_str ascii;

	const enum iri_status status = iri_host_to_ascii(f->hosts, host, &ascii, NULL);
	if (status == IRI_NO_MEMORY)
		message_die(f->messages, NULL, "out of memory");
	*valid = status == IRI_OK;
	if (*valid)
		return arena_copy(&f->arena, ascii);
	f->text.n = f->more.n = 0;
	iri_pct_decode_needless(&f->more, host, true);
	buf_check(f->messages, &f->more);
	if (!iri_is_utf8(iri_contents(&f->more))) {
		f->more.n = 0;
		iri_pct_decode_needless(&f->more, host, false);
	}
	named_add_labels(f->labels, iri_contents(&f->more), &f->text);
	return facts_keep(f, &f->text);
}

/* Sets *h for a host that is no address. */
static void set_name(struct facts_finder *f, struct iri_str host, struct facts_host *h)
{
	h->type = "name";
	h->ascii = ascii_host(f, host, &h->valid);
	struct iri_str unicode;
	if (!iri_is_ascii(h->ascii))
		return;
	f->refused.buf.n = 0;
	if (iri_host_to_unicode(f->hosts, h->ascii, &unicode, NULL) != IRI_OK)
		message_die(f->messages, NULL, "out of memory");
	buf_check(f->messages, &f->refused.buf);
	if (!iri_same(unicode, h->ascii))
		h->unicode = arena_copy(&f->arena, unicode);
	h->suffix = iri_domain_suffix(&f->suffixes, h->ascii);
	set_labels(f, h);
}

bool facts_set_host(struct facts_finder *f, struct iri_str host, struct facts_host *h, enum iri_network *network)
{
	struct iri_address address;

	if (!host.n)
		return false;
	const bool is_address = iri_host_address(host, &address);
	if (address.failed)
		message_die(f->messages, NULL, "out of memory");
	if (!is_address) {
		if (host.p[0] == '[') {
			h->type = "ipvfuture";
			h->ascii = arena_copy(&f->arena, host);
		} else {
			set_name(f, host, h);
		}
		return false;
	}
	h->type = strchr(address.text, ':') ? "ipv6" : "ipv4";
	h->ascii = arena_copy(&f->arena, host);
	h->normal = arena_copy(&f->arena, iri_str_of(address.text));
	*network = address.network;
	return true;
}

/* Returns the end of a host in Unicode that has as many labels as `ascii`, if it runs from left to right. */
static struct iri_str unicode_domain(const struct facts_host *h, struct iri_str ascii)
{
	size_t dots = 0;
	const char *p;

	if (!h->unicode.p)
		return (struct iri_str){0};
	for (size_t i = 0; i < ascii.n; i++)
		dots += ascii.p[i] == '.';
	for (p = h->unicode.p + h->unicode.n; p > h->unicode.p; p--)
		if (p[-1] == '.' && dots-- == 0)
			break;
	const struct iri_str domain = iri_between(p, h->unicode.p + h->unicode.n);
	if (unit_is_rtl(domain) || iri_same(domain, ascii))
		return (struct iri_str){0};
	return domain;
}

/* Whether a name is one of those that resolve in the reader's own network, and not in the DNS of the Internet. */
static bool is_own_name(struct iri_str name)
{
	/* RFC 6762, section 3; RFC 8375; the domain that ICANN has reserved for private use */
	static const char *const own[] = {".local", ".home.arpa", ".internal", NULL};

	if (!memchr(name.p, '.', name.n))
		return true;
	for (const char *const *end = own; *end; end++) {
		const size_t n = strlen(*end);
		if (name.n > n && !memcmp(name.p + name.n - n, *end, n))
			return true;
	}
	return false;
}

/* Whether a name is that of this computer (RFC 6761, section 6.3). */
static bool is_localhost(struct iri_str name)
{
	static const char tail[] = ".localhost";
	const size_t n = sizeof tail - 1;

	return iri_is(name, tail + 1) || (name.n > n && !memcmp(name.p + name.n - n, tail, n));
}

void facts_set_unknown(struct facts *facts, const char *note)
{
	facts->goes_to = facts->goes_to_unicode = facts->not = (struct iri_str){0};
	facts->condition = CONDITION_NONE;
	facts->note = note;
}

/*
 * Appends s in NFKC, but for the order of marks. Returns whether a character of it becomes a text with a delimiter or a
 * dot: software that uses NFKC before it looks for delimiters takes the name apart there. Browsers refuse such a name
 * (WHATWG URL standard, forbidden domain code points), but for a dot.
 */
static bool add_compatible(struct iri_str s, struct iri_buf *out)
{
	bool delimits = false;
	uint32_t ch = 0;
	size_t n;

	for (const char *p = s.p, *const end = p + s.n; p < end; p += n) {
		utf8proc_int32_t form[32];
		char bytes[4];
		n = iri_utf8_decode(p, end, &ch);
		/* UTS #46 maps these to a dot. */
		const bool is_dot = ch == 0x3002 || ch == 0xFF0E || ch == 0xFF61;
		const utf8proc_ssize_t chars =
			n > 1 ? utf8proc_decompose_char((utf8proc_int32_t)ch, form, 32,
		                                        UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE, NULL) : 0;
		for (utf8proc_ssize_t i = 0; i < chars; i++) {
			delimits = delimits || (form[i] < 0x80 && !is_dot && strchr(" #%./:<>?@[\\]^|", (int)form[i]));
			iri_buf_add(out, bytes, iri_utf8_encode((uint32_t)form[i], bytes));
		}
		n = n ? n : 1;
		if (chars <= 0)
			iri_buf_add(out, p, n);
	}
	return delimits;
}

/* Returns "//" and the host in NFKC, if a character of it becomes a delimiter there; else an absent string. */
static struct iri_str replaced_host(struct facts_finder *f, struct iri_str host)
{
	f->more.n = f->text.n = 0;
	buf_add_decoded(&f->more, host, false);
	buf_add_text(&f->text, "//");
	const bool delimits = add_compatible(iri_contents(&f->more), &f->text);
	buf_check(f->messages, &f->more);
	return delimits ? facts_keep(f, &f->text) : (struct iri_str){0};
}

/* Whether IDNA has rules for a label of the name. Browsers accept any other name that is not impossible. */
static bool has_idna_label(struct iri_str name)
{
	const char *const end = name.p + name.n;

	for (const char *p = name.p; p < end; p = iri_find_byte(p, end, '.') + 1)
		if (iri_has_ace_prefix(iri_between(p, end)))
			return true;
	return !iri_is_ascii(name);
}

void facts_go_to_host(struct facts_finder *f, struct iri_str host, struct facts *facts)
{
	static const char *const notes[] = {
		[IRI_NETWORK_PUBLIC] = "an address, not a name",
		[IRI_NETWORK_SELF] = facts_this_computer,
		[IRI_NETWORK_OWN] = "an address in your own network",
	};
	enum iri_network network;
	struct facts_host *const h = &facts->host;

	if (facts_set_host(f, host, h, &network)) {
		facts->kind = network == IRI_NETWORK_PUBLIC ? KIND_ADDRESS : KIND_LOCAL;
		facts->goes_to = h->normal;
		facts->note = notes[network];
		return;
	}
	facts->kind = KIND_SITE;
	if (!strcmp(h->type, "ipvfuture")) {
		facts_set_unknown(facts, "unknown: no software knows this kind of address");
		return;
	}
	if (!iri_is_ascii(h->ascii))
		h->replaced = replaced_host(f, host);
	if (h->replaced.p) {
		facts_set_unknown(facts, FACTS_BAD_NAME);
		return;
	}
	if (iri_domain_is_impossible(h->ascii)) {
		facts_set_unknown(facts, "no site: the name in the link cannot exist");
		return;
	}
	const struct iri_str name = {h->ascii.p, h->ascii.n - (h->ascii.p[h->ascii.n - 1] == '.')};
	const bool is_public = f->suffixes.is_suffix(f->suffixes.arg, name, false);
	if (is_localhost(name) || (!is_public && is_own_name(name))) {
		facts->kind = KIND_LOCAL;
		facts->goes_to = name;
		facts->note = is_localhost(name) ? facts_this_computer : "a name in your own network";
	} else {
		facts->goes_to = iri_domain_registrable(&f->suffixes, h->ascii);
		facts->goes_to_unicode = unicode_domain(h, facts->goes_to);
		facts->not = iri_domain_in_subdomain(&f->suffixes, h->ascii);
	}
	if (!iri_is_ascii(facts->goes_to)) {
		facts->kind = KIND_SITE;
		facts_set_unknown(facts, FACTS_BAD_NAME);
	} else if (!h->valid && has_idna_label(h->ascii)) { /* the labels in front of the domain can be any */
		facts->condition = CONDITION_NAME;
		facts->note = "if software accepts the name: it is not valid";
	}
}
