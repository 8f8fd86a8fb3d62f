/* SPDX-License-Identifier: ISC */
#include "laws.h"

#include "cmd/iriparse/row.h"
#include "cmd/link/defang.h"
#include "cmd/link/refang.h"
#include "cmd/rewrite/codec.h"
#include "lib/base/str.h"
#include "lib/host/bidi.h"
#include "lib/host/host.h"
#include "lib/lint/checks.h"
#include "lib/ops/norm.h"
#include "lib/ops/repair.h"
#include "lib/ops/resolve.h"
#include "lib/ops/unmap.h"
#include "lib/ops/touri.h"
#include "lib/syntax/dns_names.h"
#include "lib/syntax/parse.h"
#include "lib/syntax/path.h"
#include "lib/syntax/pct.h"
#include "lib/syntax/schemes.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/nfc.h"
#include "lib/unicode/unicode.h"

#include <idn2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reports a law that does not hold for the input s. */
#define LAW(condition) ((condition) ? (void)0 : law_broken(__FILE__, __LINE__, #condition, s))

static struct iri_str text_of(const struct iri_buf *b)
{
	if (b->failed)
		abort();
	return (struct iri_str){b->p ? b->p : "", b->n};
}

/* Returns a handle, which lives until the program ends. */
static void *need(void *handle)
{
	if (!handle)
		abort();
	return handle;
}

static bool same(struct iri_str a, struct iri_str b)
{
	return a.n == b.n && (!a.n || !memcmp(a.p, b.p, a.n));
}

/* Makes a handle at its first use. */
#define ONCE(handle, made) ((handle) = (handle) ? (handle) : need(made))

/* Sets the buffer to a text, and returns it from there: results of the library live until the next call. */
static struct iri_str keep(struct iri_buf *b, struct iri_str s)
{
	b->n = 0;
	iri_buf_add(b, s.p, s.n);
	return text_of(b);
}

static bool lies_within(struct iri_str part, struct iri_str s)
{
	return !part.p || (part.p >= s.p && part.p + part.n <= s.p + s.n);
}

/* Whether a result is the input itself, which is how functions say that nothing changed. */
static bool is_view_of(struct iri_str a, struct iri_str b)
{
	return a.p == b.p && a.n == b.n;
}

static bool is_printable(const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (text[i] < ' ' || text[i] > '~')
			return false;
	return true;
}

/*
 * Whether the text of a finding is safe on a terminal: printable ASCII, and letters with Identifier_Status=Allowed,
 * which are visible.
 */
static bool is_safe(const char *text, size_t n)
{
	uint32_t ch = 0;
	size_t len;

	for (const char *p = text, *end = p + n; p < end; p += len) {
		len = iri_utf8_decode(p, end, &ch);
		const int category = iri_property(ch)->category;
		const bool letter = category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
		if (!len || (ch < 0x80 ? !is_printable(p, 1) : !letter || !iri_scripts(ch)))
			return false;
	}
	return true;
}

static void check_error(struct iri_str s, const struct iri_error *err)
{
	char text[256];
	const size_t n = iri_error_text(err, text, sizeof text);

	LAW(err->off <= s.n && err->len <= s.n - err->off);
	LAW(n > 0 && n < sizeof text && is_printable(text, n));
}

/* Joins the components of a reference to its text (RFC 3986, section 5.3). */
static void recompose(const struct iri_ref *r, struct iri_buf *out)
{
	const struct {
		const char *before;
		struct iri_str s;
		const char *after;
	} parts[] = {{"", r->scheme, ":"},
	             {"//", r->authority, ""},
	             {"", r->path, ""},
	             {"?", r->query, ""},
	             {"#", r->fragment, ""}};

	out->n = 0;
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		if (!parts[i].s.p)
			continue;
		iri_buf_add(out, parts[i].before, strlen(parts[i].before));
		iri_buf_add(out, parts[i].s.p, parts[i].s.n);
		iri_buf_add(out, parts[i].after, strlen(parts[i].after));
	}
}

static void check_parts(struct iri_str s, const struct iri_ref *r)
{
	static struct iri_buf whole;

	recompose(r, &whole);
	LAW(same(text_of(&whole), s));
	LAW(lies_within(r->userinfo, r->authority) && lies_within(r->host, r->authority));
	LAW(lies_within(r->port, r->authority));
	whole.n = 0;
	if (r->userinfo.p) {
		iri_buf_add(&whole, r->userinfo.p, r->userinfo.n);
		iri_buf_putc(&whole, '@');
	}
	iri_buf_add(&whole, r->host.p, r->host.n);
	if (r->port.p) {
		iri_buf_putc(&whole, ':');
		iri_buf_add(&whole, r->port.p, r->port.n);
	}
	LAW(same(text_of(&whole), (struct iri_str){r->authority.p, r->authority.n}));
}

/* Returns the length of the prefix of s that matches the pattern, or 0. A dot in the pattern also matches "%2E". */
static size_t begins_with(struct iri_str s, const char *pattern)
{
	size_t i = 0;

	for (; *pattern; pattern++) {
		const bool encoded = *pattern == '.' && s.n - i >= 3 &&
		                     (!memcmp(s.p + i, "%2e", 3) || !memcmp(s.p + i, "%2E", 3));
		if (i == s.n || (s.p[i] != *pattern && !encoded))
			return 0;
		i += encoded ? 3 : 1;
	}
	return i;
}

/* Whether the part a of s is in the same place as the part b of t. */
static bool same_part(struct iri_str a, struct iri_str s, struct iri_str b, struct iri_str t)
{
	return a.p && b.p ? a.n == b.n && (!s.n || a.p - s.p == b.p - t.p) : !a.p && !b.p;
}

/* Whether a segment of the path begins with a dot, raw or encoded. */
static bool begins_with_dot(struct iri_str path)
{
	for (size_t i = 0; i < path.n; i++)
		if ((!i || path.p[i - 1] == '/') && begins_with(iri_between(path.p + i, path.p + path.n), "."))
			return true;
	return false;
}

void laws_of_parsing(struct iri_str s)
{
	enum { FORMS = 32, PADDINGS = 4 };
	static const char *const paddings[PADDINGS] = {"\xC3\xA9%2", "/:@[]?#", "a", "./%2e"};
	char *const padded = malloc(s.n + IRI_PADDING);
	bool well[FORMS];
	struct iri_ref ref, other;
	struct iri_error err, padded_err;

	if (!padded)
		abort();
	if (s.n)
		memcpy(padded, s.p, s.n);
	for (unsigned form = 0; form < FORMS; form++) {
		const enum iri_status status = iri_parse(s, form, &ref, &err);
		well[form] = status == IRI_OK;
		if (well[form]) {
			check_parts(s, &ref);
			LAW(!(form & IRI_REQUIRE_SCHEME) || ref.scheme.p);
			LAW(!(form & IRI_FORBID_FRAGMENT) || !ref.fragment.p);
			LAW(!(form & IRI_FORBID_NON_ASCII) || form & IRI_ALLOW_LEIRI || !ref.mapped);
		} else {
			LAW(status != IRI_OK && err.status == status);
			check_error(s, &err);
		}
		/* A text that a flag accepts is accepted without the flag, too. Every IRI is an LEIRI. */
		for (unsigned bit = IRI_REQUIRE_SCHEME; bit <= IRI_FORBID_BIDI; bit <<= 1)
			LAW(!(form & bit) || !well[form] || well[form & ~bit]);
		LAW(!(form & IRI_ALLOW_LEIRI) || form & IRI_FORBID_NON_ASCII ||
		    !well[form & ~(unsigned)IRI_ALLOW_LEIRI] || well[form]);
		for (size_t i = 0; i < PADDINGS; i++) {
			for (size_t k = 0; k < IRI_PADDING; k++)
				padded[s.n + k] = paddings[i][k % strlen(paddings[i])];
			const struct iri_str t = {padded, s.n};
			LAW(iri_parse(t, form | IRI_PADDED, &other, &padded_err) == status);
			if (!well[form]) {
				LAW(padded_err.status == status && padded_err.off == err.off);
				LAW(padded_err.len == err.len && padded_err.ch == err.ch);
				continue;
			}
			for (enum iri_component c = IRI_SCHEME; c <= IRI_FRAGMENT; c++)
				LAW(same_part(iri_part(&ref, c), s, iri_part(&other, c), t));
			LAW(other.host_kind == ref.host_kind && other.text.n == s.n);
			LAW(other.encoded == ref.encoded && other.mapped == ref.mapped);
			LAW((ref.dotted && other.dotted) || !begins_with_dot(ref.path));
		}
	}
	free(padded);

	/* RFC 3986, appendix B: iri_split divides any text, and a valid reference into the components of iri_parse. */
	iri_split(s, &other);
	check_parts(s, &other);
	if (iri_parse(s, IRI_REFERENCE, &ref, &err) == IRI_OK) {
		LAW(is_view_of(ref.authority, other.authority));
		for (enum iri_component c = IRI_SCHEME; c <= IRI_FRAGMENT; c++)
			LAW(is_view_of(iri_part(&ref, c), iri_part(&other, c)));
	}
}

/* The normal forms: by syntax and by scheme, each as IRI and as URI; and by scheme with NFC. */
enum { SYNTAX, SCHEME, SYNTAX_URI, SCHEME_URI, NFC, FORMS };
static bool converge(int form, struct iri_str a, struct iri_str b);

/*
 * Whether a mapped host is a valid domain name: ToASCII does not change it, and its decoded A-labels obey the bidi rule
 * (RFC 5893) and have none of the characters U+2260, U+226E and U+226F, which UTS #46 disallows.
 */
static bool is_well_mapped(struct iri_str host)
{
	static struct iri_buf scratch, again;
	struct iri_error err;
	char name[256], *shown = NULL;

	again.n = 0;
	if (host.n >= sizeof name || iri_host_add_ascii(NULL, host, &scratch, &again, &err) != IRI_OK ||
	    !same(text_of(&again), host))
		return false;
	memcpy(name, host.p, host.n);
	name[host.n] = '\0';
	if (idn2_to_unicode_8z8z(name, &shown, 0) != IDN2_OK)
		return false;
	const bool well = iri_bidi_domain((struct iri_str){shown, strlen(shown)}) && !strstr(shown, "\xE2\x89\xA0") &&
	                  !strstr(shown, "\xE2\x89\xAE") && !strstr(shown, "\xE2\x89\xAF");
	idn2_free(shown);
	return well;
}

enum iri_status laws_of_mapping(unsigned way, struct iri_str s, bool *changed)
{
	/* The combinations of options that change the mapping */
	static const struct iri_map_options ways[WAYS_TO_URI] = {
		{.lenient = false},
		{.percent_host = true},
		{.lenient = true},
		{.repair = true},
		{.percent_host = true, .repair = true},
		{.every_host = true},
	};
	static struct iri_mapper *mappers[WAYS_TO_URI], *other;
	static struct iri_buf uri, repaired;
	struct iri_str out, again;
	struct iri_error err;
	struct iri_ref ref;

	ONCE(other, iri_mapper_new(NULL));
	ONCE(mappers[way], iri_mapper_new(&ways[way]));
	/* URIs, and no other texts, stay unchanged. */
	const bool is_uri = iri_parse(s, IRI_FORBID_NON_ASCII, &ref, NULL) == IRI_OK;
	const enum iri_status status = iri_to_uri(mappers[way], s, &out, &err);
	*changed = status == IRI_OK && !is_view_of(out, s);
	LAW(is_uri == (status == IRI_OK && !*changed));
	if (status != IRI_OK) {
		LAW(err.status == status);
		check_error(s, &err);
	}
	repaired.n = 0;
	if (status == IRI_OK) {
		/* The result is a URI, so the mapping is idempotent, with any options. */
		out = keep(&uri, out);
		LAW(iri_parse(out, IRI_FORBID_NON_ASCII, &ref, NULL) == IRI_OK);
		LAW(iri_to_uri(mappers[way], out, &again, &err) == IRI_OK && is_view_of(again, out));
		LAW(iri_to_uri(other, out, &again, &err) == IRI_OK && is_view_of(again, out));
	}
	if (iri_parse(s, IRI_REFERENCE | IRI_FORBID_BIDI, &ref, NULL) == IRI_OK) {
		iri_repair(s, &repaired, NULL);
		LAW(same(text_of(&repaired), s));
		/* Repairs and leniency change nothing for an IRI. */
		if (!ways[way].percent_host && !ways[way].every_host)
			LAW(iri_to_uri(other, s, &again, &err) == status && (status != IRI_OK || same(again, out)));
		/* An IRI can be mapped unless its host is no domain name (section 3.1). */
		LAW(status == IRI_OK || status == IRI_BAD_HOST);
		LAW(status != IRI_OK || !iri_account_host(&ref).n || converge(SCHEME_URI, s, out));
		if (*changed && ref.mapped & 1u << IRI_HOST) {
			/* With every_host, the caller knows more of the scheme than the normal form. */
			LAW(ways[way].every_host || converge(SCHEME_URI, s, out));
			LAW(iri_parse(out, IRI_FORBID_NON_ASCII, &ref, NULL) == IRI_OK);
			LAW(memchr(ref.host.p, '%', ref.host.n) || is_well_mapped(ref.host));
		}
	}
	return status;
}

/*
 * Decodes encoded unreserved characters, and changes hexadecimal digits of percent-encoded octets to upper case. Only
 * these two things may differ after a round trip (section 3.2). s is a URI.
 */
static struct iri_str simplify(struct iri_str s, struct iri_buf *out)
{
	out->n = 0;
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] != '%') {
			iri_buf_putc(out, s.p[i]);
			continue;
		}
		char octet = (char)(iri_hex_value(s.p[i + 1]) << 4 | iri_hex_value(s.p[i + 2]));
		if (iri_byte_class(octet) & CHAR_UNRESERVED)
			iri_buf_putc(out, octet);
		else
			iri_pct_encode(out, (struct iri_str){&octet, 1});
		i += 2;
	}
	return text_of(out);
}

/* Sets *found to the findings of these rules, whose ids end with NULL. *linter: NULL before the first call */
static void find_by(struct iri_linter **linter, const char *const *ids, struct iri_str s, struct iri_findings *found)
{
	const struct iri_rule *rules[RULES];
	struct iri_lint_options options = {.rules = rules};

	for (; !*linter && ids[options.n_rules]; options.n_rules++)
		rules[options.n_rules] = need((void *)iri_rule_find(iri_str_of(ids[options.n_rules])));
	ONCE(*linter, iri_linter_new(&options));
	LAW(iri_lint(*linter, s, found, NULL) == IRI_OK);
}

/* Whether irilint finds raw characters that mislead, or that an IRI cannot have. */
static bool misleads(struct iri_str s)
{
	static const char *const ids[] = {"invisible", "misleading-mark", "compat-char", "fake-delimiter", "not-nfc",
	                                  "bidi-control", "unassigned-char", "iprivate-outside-query", "illegal-char",
	                                  NULL};
	static struct iri_linter *linter;
	struct iri_findings found;

	find_by(&linter, ids, s, &found);
	return found.n;
}

/* Whether irilint finds a label that deceives and is not ASCII. */
static bool has_deceiving_label(struct iri_str s)
{
	static const char *const ids[] = {"mixed-script", "whole-script-confusable", "restricted-char", "repeated-mark",
	                                  "misplaced-kana", "script-beside-ascii", NULL};
	static struct iri_linter *linter;
	struct iri_findings found;
	struct iri_ref ref;

	find_by(&linter, ids, s, &found);
	LAW(iri_parse(s, IRI_REFERENCE, &ref, NULL) == IRI_OK);
	for (size_t i = 0; i < found.n; i++) {
		const char *p = s.p + found.p[i].off, *end = p + found.p[i].len;
		if (found.p[i].where != IRI_HOST)
			continue;
		while (p > ref.host.p && p[-1] != '.')
			p--;
		while (end < ref.host.p + ref.host.n && *end != '.')
			end++;
		if (!iri_is_ascii(iri_between(p, end)))
			return true;
	}
	return false;
}

/* Padded text, of which many octets are converted at once, gets the same result. */
static void law_of_padded_unmapping(unsigned way, const struct iri_unmap_options *options, struct iri_str s,
                                    enum iri_status status, struct iri_str iri)
{
	static struct iri_unmapper *unmappers[WAYS_TO_IRI];
	static struct iri_buf padded;
	struct iri_unmap_options o = *options;
	struct iri_error err;
	struct iri_str t;

	o.padded = true;
	ONCE(unmappers[way], iri_unmapper_new(&o));
	iri_buf_clear(&padded);
	iri_buf_add(&padded, iri_present(s).p, s.n);
	/* These octets would belong to a word at the end of the text. */
	for (size_t i = 0; i < IRI_PADDING; i++)
		iri_buf_putc(&padded, "%D0%B0"[i % 6]);
	LAW(iri_to_iri(unmappers[way], (struct iri_str){text_of(&padded).p, s.n}, &t, &err) == status);
	LAW(status != IRI_OK || iri_same(iri_present(t), iri_present(iri)));
}

enum iri_status laws_of_unmapping(unsigned way, struct iri_str s, bool *changed)
{
	static const struct iri_unmap_options ways[WAYS_TO_IRI] = {
		{.decode_all = false},
		{.decode_all = true},
		{.bidi = true},
		{.decode_all = true, .bidi = true, .unicode_host = true},
		{.unicode_host = true},
	};
	static struct iri_unmapper *unmappers[WAYS_TO_IRI];
	static struct iri_mapper *mapper;
	static struct iri_buf iri, a, b;
	const struct iri_unmap_options *const o = &ways[way];
	struct iri_str t, again, uri;
	struct iri_error err;
	struct iri_ref ref;

	ONCE(mapper, iri_mapper_new(NULL));
	ONCE(unmappers[way], iri_unmapper_new(o));
	const enum iri_status status = iri_to_iri(unmappers[way], s, &t, &err);
	*changed = status == IRI_OK && !is_view_of(t, s);
	law_of_padded_unmapping(way, o, s, status, t);
	/* Raw non-ASCII characters stay. A host that has them need not map to a URI. */
	LAW((status == IRI_OK) == (iri_parse(s, IRI_FORBID_BIDI, &ref, NULL) == IRI_OK));
	if (status != IRI_OK) {
		LAW(err.status == status);
		check_error(s, &err);
		return status;
	}
	LAW(*changed == !same(t, s));
	if (!*changed)
		return status;
	t = keep(&iri, t);
	LAW(iri_parse(t, IRI_FORBID_BIDI, &ref, NULL) == IRI_OK);
	const bool uri_given = iri_parse(s, IRI_FORBID_NON_ASCII, &ref, NULL) == IRI_OK;
	/*
	 * The result stays unchanged. There is one exception: for section 4.2, iri_to_iri encodes components of an IRI.
	 * The result is a new text, in which more may be decoded.
	 */
	LAW(iri_to_iri(unmappers[way], t, &again, &err) == IRI_OK);
	LAW(is_view_of(again, t) || (o->bidi && !uri_given));
	if (uri_given) {
		LAW(o->decode_all || !misleads(t));
		/* Whether a percent-encoded host is a domain name depends on the scheme. */
		LAW(o->decode_all || iri_has_percent(ref.host) || !has_deceiving_label(t));
		/* iri_to_uri gives the URI back. */
		LAW(iri_to_uri(mapper, t, &uri, &err) == IRI_OK);
		LAW(same(simplify(s, &a), simplify(uri, &b)));
	}
	return status;
}

/* Writes the normal form of s to out. Returns false if s is invalid. */
static bool normal(int form, struct iri_str s, struct iri_buf *out)
{
	static const struct iri_normalize_options ways[FORMS] = {
		[SYNTAX] = {.syntax_only = true},
		[SCHEME] = {.syntax_only = false},
		[SYNTAX_URI] = {.syntax_only = true, .uri = true},
		[SCHEME_URI] = {.uri = true},
		[NFC] = {.nfc = true},
	};
	static struct iri_normalizer *all[FORMS];
	struct iri_str found;

	ONCE(all[form], iri_normalizer_new(&ways[form]));
	out->n = 0;
	if (iri_normalize(all[form], s, &found, NULL) != IRI_OK)
		return false;
	LAW(is_view_of(found, s) == same(found, s));
	keep(out, found);
	return true;
}

/* Whether a and b are valid and have the same normal form. */
static bool converge(int form, struct iri_str a, struct iri_str b)
{
	static struct iri_buf one, other;

	return normal(form, a, &one) && normal(form, b, &other) && same(text_of(&one), text_of(&other));
}

/*
 * A host in ASCII stays, its form in Unicode maps back to it, and so do all A-labels that are valid. normal: the host
 * of the normal form as a URI, if the scheme uses domain names; else absent
 */
static void check_host_forms(struct iri_str s, struct iri_str host, struct iri_str normal)
{
	static struct iri_host_converter *safe, *all;
	static struct iri_buf ascii, unicode;
	struct iri_str found;

	ONCE(safe, iri_host_converter_new(NULL));
	ONCE(all, iri_host_converter_new(&(struct iri_host_options){.decode_all = true}));
	if (iri_host_to_ascii(safe, host, &found, NULL) != IRI_OK)
		return;
	keep(&ascii, found);
	LAW(!normal.n || memchr(normal.p, '%', normal.n) || same(text_of(&ascii), normal));
	LAW(iri_host_to_ascii(safe, text_of(&ascii), &found, NULL) == IRI_OK && is_view_of(found, text_of(&ascii)));
	struct iri_host_converter *const converters[] = {safe, all};
	for (int i = 0; i < 2; i++) {
		LAW(iri_host_to_unicode(converters[i], text_of(&ascii), &found, NULL) == IRI_OK);
		keep(&unicode, found);
		LAW(iri_host_to_ascii(safe, text_of(&unicode), &found, NULL) == IRI_OK);
		LAW(same(found, text_of(&ascii)));
	}
}

bool laws_of_normal_forms(struct iri_str s)
{
	static struct iri_buf form[FORMS];
	struct iri_error err;
	struct iri_ref before, after;
	const bool well = iri_parse(s, IRI_FORBID_BIDI, &before, &err) == IRI_OK;

	for (int i = 0; i < FORMS; i++) {
		LAW(normal(i, s, &form[i]) == well);
		if (!well)
			continue;
		const struct iri_str t = text_of(&form[i]);
		LAW(converge(i, t, s)); /* normalization is idempotent */
		const unsigned result = i == SYNTAX_URI || i == SCHEME_URI ? IRI_FORBID_NON_ASCII : IRI_FORBID_BIDI;
		LAW(iri_parse(t, result, &after, &err) == IRI_OK);
		/* The same components are present: no path becomes an authority, or gets or loses its leading slash. */
		const bool by_scheme = i != SYNTAX && i != SYNTAX_URI;
		const bool file = by_scheme && before.scheme.n == 4 && (before.scheme.p[0] | 0x20) == 'f';
		LAW(!after.scheme.p == !before.scheme.p && after.scheme.n == before.scheme.n);
		LAW(file || !after.authority.p == !before.authority.p);
		LAW(!after.userinfo.p == !before.userinfo.p && !after.query.p == !before.query.p);
		LAW(!after.fragment.p == !before.fragment.p);
		LAW(!before.path.n || !after.path.n || (before.path.p[0] == '/') == (after.path.p[0] == '/'));
	}
	if (!well)
		return false;
	/*
	 * Texts that are equivalent on a rung are equivalent on the next. The IRI form and the URI form are equivalent.
	 */
	LAW(converge(SCHEME, s, text_of(&form[SYNTAX])) && converge(SCHEME_URI, s, text_of(&form[SYNTAX_URI])));
	LAW(converge(SCHEME, s, text_of(&form[SCHEME_URI])) && converge(SCHEME_URI, s, text_of(&form[SCHEME])));
	LAW(converge(SYNTAX, s, text_of(&form[SYNTAX_URI])) && converge(SYNTAX_URI, s, text_of(&form[SYNTAX])));
	LAW(iri_parse(text_of(&form[SCHEME_URI]), IRI_REFERENCE, &after, NULL) == IRI_OK);
	const bool named = before.host_kind == IRI_HOST_NAME && iri_scheme_has(before.scheme, SCHEME_DOMAIN);
	check_host_forms(s, before.host, named ? after.host : (struct iri_str){NULL, 0});
	return true;
}

/* Whether a rule is named only if the references have a scheme with one of these flags. */
static bool is_of_scheme(unsigned causes, enum iri_cause cause, const struct iri_ref *ref, unsigned flags)
{
	return !(causes & 1u << cause) || iri_scheme_has(ref->scheme, flags);
}

/*
 * The rules that make two references equal are named: at least one, and on the rung "syntax" none of a higher rung. In
 * either order, they are the same; a rule of a scheme is named for that scheme only. Without a rule, the references
 * differ, and the place of a difference is in both.
 */
static void laws_of_causes(const struct iri_comparison *found, const struct iri_explanation *why,
                           const struct iri_explanation *reversed, struct iri_str a, struct iri_str b)
{
	enum { BELOW_SCHEME = (1u << IRI_CAUSE_IDNA) - 1 };
	const struct iri_str operands[] = {a, b}, *const parts = why->parts, s = a;
	const unsigned causes = why->causes;
	struct iri_ref ref;

	LAW(!why->resolved[0] && !why->resolved[1] && causes == reversed->causes);
	if (found->rung == IRI_RUNG_NONE) {
		for (int i = 0; i < 2; i++)
			LAW(why->off[i] <= operands[i].n && (!parts[i].p ||
			    why->off[i] - (size_t)(parts[i].p - operands[i].p) <= parts[i].n));
		LAW(!causes && (!parts[0].p || !parts[1].p || a.p + why->off[0] < parts[0].p + parts[0].n ||
		                b.p + why->off[1] < parts[1].p + parts[1].n));
		return;
	}
	iri_split(a, &ref);
	LAW((found->rung == IRI_RUNG_STRING) == !causes);
	LAW(is_of_scheme(causes, IRI_CAUSE_NAMESPACE, &ref, SCHEME_NID));
	LAW(is_of_scheme(causes, IRI_CAUSE_UUID, &ref, SCHEME_NID));
	LAW(is_of_scheme(causes, IRI_CAUSE_LOCALHOST, &ref, SCHEME_LOCALHOST));
	LAW(is_of_scheme(causes, IRI_CAUSE_DOMAIN, &ref, SCHEME_MAILBOX | SCHEME_ACCOUNT));
	LAW(is_of_scheme(causes, IRI_CAUSE_PHONE, &ref, SCHEME_PHONE));
	LAW(!(causes & 1u << IRI_CAUSE_URN_QUERY)); /* only without fragments */
	LAW(found->rung != IRI_RUNG_SYNTAX || causes <= BELOW_SCHEME);
	LAW(found->rung != IRI_RUNG_SCHEME || causes > BELOW_SCHEME);
}

enum iri_rung laws_of_comparison(struct iri_str a, struct iri_str b)
{
	static struct iri_comparer *comparer;
	struct iri_explanation why, reversed;
	struct iri_comparison ab, ba;
	struct iri_error err;
	const struct iri_str s = a;

	ONCE(comparer, iri_comparer_new(NULL));
	const enum iri_status status = iri_compare(comparer, a, b, &ab, &err);
	if (status == IRI_OK)
		LAW(iri_explain(comparer, &ab, &why, &err) == IRI_OK);
	LAW(iri_compare(comparer, b, a, &ba, &err) == IRI_OK || status != IRI_OK);
	if (status != IRI_OK)
		return IRI_RUNG_NONE;
	LAW(iri_explain(comparer, &ba, &reversed, &err) == IRI_OK);
	laws_of_causes(&ab, &why, &reversed, a, b);
	LAW(ab.rung == ba.rung);
	LAW(ab.rung == (same(a, b)                  ? IRI_RUNG_STRING
	                : converge(SYNTAX_URI, a, b) ? IRI_RUNG_SYNTAX
	                : converge(SCHEME_URI, a, b) ? IRI_RUNG_SCHEME
	                                             : IRI_RUNG_NONE));
	return ab.rung;
}

static bool has_encoded_dot(struct iri_str s)
{
	while (s.n && !(s.p[0] == '%' && begins_with(s, ".")))
		s.p++, s.n--;
	return s.n;
}

/* Returns s without its first n bytes. */
static struct iri_str without(struct iri_str s, size_t n)
{
	return (struct iri_str){s.p + n, s.n - n};
}

/*
 * The algorithm of RFC 3986, section 5.2.4, step by step. Then puts "/." before a path that would become an authority.
 */
static void remove_dots_by_steps(struct iri_str in, bool authority, struct iri_buf *out)
{
	const struct iri_str root = {"/", 1};
	size_t n;

	out->n = 0;
	while (in.n) {
		const bool up = begins_with(in, "/../") || begins_with(in, "/..") == in.n;
		if ((n = begins_with(in, "../")) || (n = begins_with(in, "./"))) { /* A */
			in = without(in, n);
		} else if ((n = begins_with(in, "/./"))) { /* B */
			in = without(in, n - 1);
		} else if (begins_with(in, "/.") == in.n) {
			in = root;
		} else if (up) { /* C */
			n = begins_with(in, "/../");
			in = n ? without(in, n - 1) : root;
			while (out->n && out->p[--out->n] != '/')
				continue;
		} else if (begins_with(in, ".") == in.n || begins_with(in, "..") == in.n) { /* D */
			in.n = 0;
		} else { /* E */
			const char *const slash = in.n > 1 ? memchr(in.p + 1, '/', in.n - 1) : NULL;
			n = slash ? (size_t)(slash - in.p) : in.n;
			iri_buf_add(out, in.p, n);
			in = without(in, n);
		}
	}
	if (!authority && out->n >= 2 && !memcmp(out->p, "//", 2)) {
		iri_buf_add(out, "/.", 2);
		memmove(out->p + 2, out->p, out->n - 2);
		memcpy(out->p, "/.", 2);
	}
}

/*
 * The pseudocode of RFC 3986, section 5.2.2. One difference: a path without a leading slash stays if the reference has
 * a scheme.
 */
static void resolve_by_components(const struct iri_ref *base, const struct iri_ref *r, struct iri_buf *out)
{
	static struct iri_buf merged, dotless;
	struct iri_ref t = *r;
	const bool own = r->scheme.p || r->authority.p;

	merged.n = dotless.n = 0;
	if (!r->scheme.p)
		t.scheme = base->scheme;
	if (!own)
		t.authority = base->authority;
	if (!own && !r->path.n) {
		t.path = base->path;
		if (!r->query.p)
			t.query = base->query;
	} else {
		if (!own && r->path.p[0] != '/') {
			size_t n = base->path.n;
			while (n && base->path.p[n - 1] != '/')
				n--;
			if (base->authority.p && !base->path.n)
				iri_buf_putc(&merged, '/');
			iri_buf_add(&merged, base->path.p, n);
		}
		iri_buf_add(&merged, r->path.p, r->path.n);
		remove_dots_by_steps(text_of(&merged), t.authority.p, &dotless);
		if (!r->scheme.p || (r->path.n && r->path.p[0] == '/'))
			t.path = text_of(&dotless);
	}
	recompose(&t, out);
}

/*
 * Sets *shortest to a reference that resolves to the target: resolve(base, relative(base, x)) = x. There is none, and
 * false is returned, only if resolution would change the target: its path has dot segments.
 */
static bool law_of_relative(struct iri_resolver *resolver, const struct iri_ref *target, struct iri_buf *shortest)
{
	static struct iri_buf dotless;
	const struct iri_str s = target->text;
	struct iri_str found;
	struct iri_error err;

	const enum iri_status status = iri_relativize(resolver, s, &found, &err);
	if (status == IRI_OK) {
		keep(shortest, found);
		LAW(iri_resolve(resolver, text_of(shortest), &found, &err) == IRI_OK && same(s, found));
		return true;
	}
	dotless.n = 0;
	iri_remove_dots(target->path, target->authority.p, &dotless);
	LAW(status == IRI_UNREACHABLE && err.status == status);
	LAW(target->path.p[0] == '/' && !same(text_of(&dotless), target->path));
	return false;
}

bool laws_of_resolution(struct iri_str base_text, struct iri_str ref_text)
{
	static struct iri_resolver *resolver;
	static struct iri_buf out, want, shortest, form;
	struct iri_ref base, ref, target;
	struct iri_str found;
	struct iri_error err;
	const struct iri_str s = ref_text;

	ONCE(resolver, iri_resolver_new(NULL));
	const enum iri_status set = iri_resolver_set_base(resolver, base_text, &err);
	LAW(set == iri_parse(base_text, IRI_REQUIRE_SCHEME | IRI_FORBID_BIDI, &base, NULL));
	if (set != IRI_OK || iri_parse(ref_text, IRI_FORBID_BIDI, &ref, NULL) != IRI_OK)
		return false;
	LAW(iri_resolve(resolver, ref_text, &found, &err) == IRI_OK);
	LAW(is_view_of(found, s) == same(found, s));
	keep(&out, found);
	resolve_by_components(&base, &ref, &want);
	LAW(same(text_of(&out), text_of(&want)));

	LAW(iri_parse(text_of(&out), IRI_REQUIRE_SCHEME, &target, NULL) == IRI_OK);
	if (law_of_relative(resolver, &target, &shortest)) {
		/*
		 * The reference that the target was made from is not shorter. Exceptions: a shorter reference begins
		 * with a byte order mark, which would be lost, or other software resolves it differently.
		 */
		const bool disputed =
			has_encoded_dot(base.path) || (!target.authority.p && begins_with(target.path, "/.//"));
		LAW(shortest.n <= s.n || iri_begins_with_bom(s) || disputed);
		LAW(!iri_begins_with_bom(text_of(&shortest)));
	}
	if (ref.scheme.p)
		law_of_relative(resolver, &ref, &shortest);

	/* Equivalent references resolve to equivalent IRIs (RFC 3986, section 2.3). */
	if (normal(SYNTAX, ref_text, &form) && normal(SYNTAX, text_of(&out), &want)) {
		LAW(iri_resolve(resolver, text_of(&form), &found, &err) == IRI_OK);
		LAW(converge(SYNTAX, text_of(&out), found));
		LAW(converge(SCHEME, text_of(&out), found));
	}
	return true;
}

/* Sets found[i] to whether rule i finds something in s. */
static void find_rules(struct iri_linter *l, struct iri_str s, bool found[RULES])
{
	struct iri_findings findings;

	memset(found, 0, RULES * sizeof *found);
	LAW(iri_lint(l, s, &findings, NULL) == IRI_OK);
	for (size_t i = 0; i < findings.n; i++)
		found[findings.p[i].rule->number] = true;
}

/* Whether s is a valid reference without bidi controls. */
static bool is_valid(struct iri_str s)
{
	struct iri_ref ref;

	return iri_parse(s, IRI_FORBID_BIDI, &ref, NULL) == IRI_OK;
}

/*
 * irilint --fix --only=illegal-char,bad-percent leaves each valid IRI as it is, and makes others valid or leaves them.
 */
static void check_encoding_alone(struct iri_str s)
{
	static struct iri_linter *linter;
	struct iri_str fixed;

	if (!linter) {
		const struct iri_rule *const rules[] = {iri_rule_at(RULE_ILLEGAL_CHAR), iri_rule_at(RULE_BAD_PERCENT)};
		linter = need(iri_linter_new(&(struct iri_lint_options){.rules = (void *)rules, .n_rules = 2}));
	}
	if (iri_fix(linter, s, &fixed, NULL) == IRI_OK)
		LAW(is_valid(fixed) && (!is_valid(s) || is_view_of(fixed, s)));
	else
		LAW(!is_valid(s) && is_view_of(fixed, s));
}

/*
 * With any set of enabled rules, the result of iri_fix breaks none of these rules that s does not break. One exception:
 * a decoded character is text, so RULE_NOT_NFKC can report it.
 */
static void check_fixed_rules(struct iri_str s)
{
	static struct iri_buf fixed;
	uint64_t set = UINT64_MAX; /* bit i: rule i */

	for (int i = 0; i < 4; i++) {
		const struct iri_rule *rules[RULES];
		struct iri_lint_options options = {.rules = rules};
		bool before[RULES], after[RULES];
		struct iri_str found;
		for (size_t k = 0; k < RULES; k++)
			if (set >> k % 64 & 1)
				rules[options.n_rules++] = iri_rule_at(k);
		struct iri_linter *const linter = need(iri_linter_new(&options));
		if (iri_fix(linter, s, &found, NULL) == IRI_OK) {
			keep(&fixed, found);
			find_rules(linter, s, before);
			find_rules(linter, text_of(&fixed), after);
			/* If s is invalid, rules that look only at valid parts can find more in the result. */
			for (size_t k = 0; k < RULES && is_valid(s); k++)
				LAW(!after[k] || before[k] || k == RULE_NOT_NFKC);
			LAW(is_valid(text_of(&fixed)));
		}
		iri_linter_free(linter);
		/* The next set of rules: a hash of the last set and s. */
		set = (set ^ s.n << 7) * UINT64_C(0x9E3779B97F4A7C15);
		for (size_t k = 0; k < s.n; k++)
			set = (set ^ (unsigned char)s.p[k]) * UINT64_C(0x100000001B3);
		set |= set << 29;
	}
}

/* For struct iri_lint_options: top-level domains and two names are public suffixes. */
static bool is_suffix(void *arg, struct iri_str name, bool with_private)
{
	(void)arg;
	return !memchr(name.p, '.', name.n) || iri_is(name, "a.b") || (with_private && iri_is(name, "b.a"));
}

/* Makes a linter of all rules but one (RULES: of all) that knows a few hosts. */
static struct iri_linter *linter_without(size_t left_out)
{
	static const char *const hosts[] = {"example.com", "http://\xC3\xA9.b"};
	const struct iri_rule *rules[RULES];
	struct iri_lint_options options = {.rules = rules, .suffixes = {is_suffix, NULL}};

	for (size_t i = 0; i < RULES; i++)
		if (i != left_out)
			rules[options.n_rules++] = iri_rule_at(i);
	struct iri_linter *const l = need(iri_linter_new(&options));
	for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
		const struct iri_str s = {hosts[i], strlen(hosts[i])};
		LAW(iri_linter_add_host(l, s, NULL) == IRI_OK);
	}
	return l;
}

/*
 * If iri_to_uri rejects s, iri_lint finds an error there with the default rules. Rules of syntax find something exactly
 * if iri_to_uri rejects s for another reason than its host.
 */
static void check_rejected(struct iri_str s)
{
	static const char *const ids[] = {"bad-utf8", "illegal-char", "iprivate-outside-query", "bad-percent",
	                                  "bad-scheme", "bad-ip-literal", "bad-port", "bidi-control", NULL};
	static struct iri_linter *linter, *of_syntax;
	static struct iri_mapper *mapper, *any_host;
	struct iri_findings found;
	struct iri_error err;
	struct iri_str uri;
	bool there = false;

	ONCE(linter, iri_linter_new(NULL));
	ONCE(mapper, iri_mapper_new(NULL));
	ONCE(any_host, iri_mapper_new(&(struct iri_map_options){.percent_host = true}));
	find_by(&of_syntax, ids, s, &found);
	LAW(!found.n == (iri_to_uri(any_host, s, &uri, NULL) == IRI_OK));
	if (iri_to_uri(mapper, s, &uri, &err) == IRI_OK)
		return;
	LAW(iri_lint(linter, s, &found, NULL) == IRI_OK);
	for (size_t i = 0; i < found.n; i++) {
		const struct iri_finding *const f = &found.p[i];
		const bool touches = f->off <= err.off + err.len && err.off <= f->off + f->len;
		there = there || (f->severity == IRI_SEVERITY_ERROR && touches);
	}
	LAW(there);
}

static size_t count_bytes(struct iri_str s, char c)
{
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++)
		n += s.p[i] == c;
	return n;
}

/* The rules about hosts that deceive find the same in a host with every scheme, and in an address. */
static void check_deceit(struct iri_linter *l, struct iri_str s)
{
	static const char *const starts[] = {
		"foo://", "ssh://u@", "git+https://", "xmpp://", "mailto:a@", "mailto:?cc=a%40", "sip:a@", "acct:a@",
		"im:a@", "xmpp:a@",
	};
	static struct iri_buf other;
	bool found[RULES], again[RULES];
	struct iri_ref ref;

	if (iri_parse(s, IRI_REQUIRE_SCHEME, &ref, NULL) != IRI_OK || !iri_is(ref.scheme, "http") ||
	    ref.host_kind != IRI_HOST_NAME || ref.userinfo.p || ref.port.p)
		return;
	/* In an address, other characters would end the name, and a number is no address. */
	bool plain = !iri_is_ascii(ref.host) || (ref.host.n && memchr(ref.host.p, '.', ref.host.n));
	for (size_t i = 0; i < ref.host.n; i++) {
		const char c = ref.host.p[i];
		plain = plain && ((unsigned char)c >= 0x80 || iri_is_ldh(c) || c == '.' || c == '_');
	}
	find_rules(l, iri_between(s.p, ref.host.p + ref.host.n), found);
	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
		if (!plain && !strstr(starts[i], "//"))
			continue;
		other.n = 0;
		iri_buf_add(&other, starts[i], strlen(starts[i]));
		iri_buf_add(&other, ref.host.p, ref.host.n);
		find_rules(l, text_of(&other), again);
		for (unsigned rule = RULE_MIXED_SCRIPT; rule <= RULE_SCRIPT_BESIDE_ASCII; rule++)
			LAW(found[rule] == again[rule]);
		LAW(found[RULE_ODD_IPV4] == again[RULE_ODD_IPV4]);
		/* A number of an unknown scheme can be an id. */
		LAW(found[RULE_HOST_IS_NUMBER] || !again[RULE_HOST_IS_NUMBER]);
	}
}

/* iri_lint, with its caches, finds what all checks find. */
static void check_lint_caches(struct iri_str s)
{
	static struct iri_linter *cached, *judge;
	struct iri_findings got, want;
	struct iri_lint_line line;

	ONCE(cached, linter_without(RULES));
	ONCE(judge, linter_without(RULES));
	iri_lint_parse(&line, judge, s);
	LAW(iri_lint(cached, s, &got, NULL) == IRI_OK && iri_lint_check_all(&line, &want, NULL) == IRI_OK);
	LAW(got.n == want.n);
	for (size_t i = 0; i < got.n; i++) {
		const struct iri_finding *const a = &got.p[i], *const b = &want.p[i];
		LAW(a->rule == b->rule && a->severity == b->severity && a->where == b->where && a->off == b->off);
		LAW(a->len == b->len && a->ch == b->ch && a->other == b->other && a->more == b->more);
		LAW(!a->why == !b->why && (!a->why || !strcmp(a->why, b->why)));
	}
}

/* Only the query loses parameters, and a reference that has nothing else keeps an empty one. */
static void check_tracking(struct iri_str s)
{
	static struct iri_linter *linter;
	static struct iri_buf copy;
	const struct iri_rule *const rule = iri_rule_at(RULE_TRACKING_PARAMETER);
	const struct iri_lint_options options = {.rules = &rule, .n_rules = 1};
	struct iri_ref before, after;
	struct iri_str fixed, again;

	ONCE(linter, iri_linter_new(&options));
	if (!s.n || !is_valid(s))
		return;
	LAW(iri_fix(linter, s, &fixed, NULL) == IRI_OK);
	keep(&copy, fixed);
	LAW(iri_parse(s, IRI_REFERENCE, &before, NULL) == IRI_OK);
	LAW(iri_parse(text_of(&copy), IRI_REFERENCE, &after, NULL) == IRI_OK);
	const char *const query = before.query.p ? before.query.p - 1 : before.path.p + before.path.n;
	LAW(after.query.n <= before.query.n && (query > s.p || !after.query.p == !before.query.p));
	LAW(copy.n >= (size_t)(query - s.p) && !memcmp(copy.p, s.p, (size_t)(query - s.p)));
	LAW(same(before.fragment, after.fragment) && !before.fragment.p == !after.fragment.p);
	LAW(iri_fix(linter, text_of(&copy), &again, NULL) == IRI_OK && is_view_of(again, text_of(&copy)));
}

void laws_of_linting(struct iri_str s)
{
	static struct iri_linter *linter, *keeper;
	static struct iri_resolver *resolver;
	static struct iri_buf fixed, meant[2];
	struct iri_findings findings;
	struct iri_str found, again;
	struct iri_ref ref;
	struct iri_error err;
	char text[512];

	check_fixed_rules(s);
	check_rejected(s);
	check_lint_caches(s);
	ONCE(linter, linter_without(RULES));
	ONCE(keeper, linter_without(RULE_TRACKING_PARAMETER));
	ONCE(resolver, iri_resolver_new(NULL));
	/* A known host looks like no other. It is not in the linter of the other laws, which would grow. */
	struct iri_linter *const fresh = need(iri_linter_new(NULL));
	if (iri_linter_add_host(fresh, s, NULL) == IRI_OK) {
		LAW(iri_lint(fresh, s, &findings, NULL) == IRI_OK);
		for (size_t i = 0; i < findings.n; i++)
			LAW(strcmp(findings.p[i].rule->id, "confusable-host") != 0);
	}
	iri_linter_free(fresh);
	check_deceit(linter, s);
	LAW(iri_lint(linter, s, &findings, NULL) == IRI_OK);
	for (size_t i = 0; i < findings.n; i++) {
		const struct iri_finding *const f = &findings.p[i];
		LAW(f->off <= s.n && f->len <= s.n - f->off && (!i || f->off >= f[-1].off));
		LAW(iri_rule_find((struct iri_str){f->rule->id, strlen(f->rule->id)}) == f->rule);
		const size_t n = iri_finding_text(f, text, sizeof text);
		LAW(n > 0 && n < sizeof text && is_safe(text, n));
	}
	check_tracking(s);
	/* A fix keeps what the link means, but for the parameters that only track. */
	const enum iri_status status = iri_fix(keeper, s, &found, &err);
	LAW(status == IRI_OK || !is_valid(s));
	check_encoding_alone(s);
	if (is_valid(s) && !is_view_of(found, s)) {
		LAW(!same(found, s));
		keep(&fixed, found);
		/* Relative references are equivalent if they resolve to equivalent IRIs (section 5.1). */
		const struct iri_str texts[] = {s, text_of(&fixed)};
		LAW(iri_resolver_set_base(resolver, (struct iri_str){"http://a/b", 10}, NULL) == IRI_OK);
		for (int i = 0; i < 2; i++) {
			LAW(iri_resolve(resolver, texts[i], &found, NULL) == IRI_OK);
			keep(&meant[i], found);
		}
		LAW(converge(NFC, text_of(&meant[0]), text_of(&meant[1])));
		LAW(iri_fix(keeper, texts[1], &again, &err) == IRI_OK && is_view_of(again, texts[1]));
		/* A browser takes the first segment for the host if that is missing. Then the segments stay. */
		LAW(iri_parse(s, IRI_REFERENCE, &ref, NULL) == IRI_OK);
		if (!ref.host.n && iri_scheme_has(ref.scheme, SCHEME_BACKSLASH) &&
		    !iri_scheme_has(ref.scheme, SCHEME_LOCALHOST))
			LAW(count_bytes(s, '/') == count_bytes(texts[1], '/') &&
			    count_bytes(s, ':') == count_bytes(texts[1], ':'));
	}
}

/* For is_tld: a few top-level domains */
static bool is_law_tld(void *arg, struct iri_str label)
{
	static const char *const tlds[] = {"com", "org", "a", "xn--p1ai", "\xD1\x80\xD1\x84",
	                                   "\xE4\xB8\xAD\xE5\x9B\xBD"};

	(void)arg;
	for (size_t i = 0; i < sizeof tlds / sizeof *tlds; i++)
		if (iri_same_caseless(label, (struct iri_str){tlds[i], strlen(tlds[i])}))
			return true;
	return false;
}

/* Sets of options for searches */
enum { IRIS, BARE, CJK, BARE_CJK, SOME_SCHEMES, EXACT, SEARCHES };

static bool next_link(int way, struct iri_str s, size_t from, struct iri_link *link)
{
	static const char *const schemes[] = {"http", "note", "urn"};
	static const struct iri_link_options ways[SEARCHES] = {
		[BARE] = {.bare = true, .is_tld = is_law_tld},
		[CJK] = {.cjk = true, .is_tld = is_law_tld},
		[BARE_CJK] = {.bare = true, .cjk = true, .is_tld = is_law_tld},
		[SOME_SCHEMES] = {.bare = true, .is_tld = is_law_tld, .schemes = schemes, .n_schemes = 3},
		[EXACT] = {.exact = true},
	};

	return iri_link_next(way == IRIS ? NULL : &ways[way], s, from, link);
}

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool same_link(const struct iri_link *a, const struct iri_link *b)
{
	return a->kind == b->kind && a->off == b->off && a->len == b->len && a->broken == b->broken;
}

/* Whether exactly one link is found in s: at off, and of this length. *link: it, or the first of the others */
static bool is_only_link(int way, struct iri_str s, size_t off, size_t len, struct iri_link *link)
{
	struct iri_link other;

	return next_link(way, s, 0, link) && link->off == off && link->len == len &&
	       !next_link(way, s, off + len, &other);
}

/* Joins texts in a buffer of exactly the size that is needed, so that a sanitizer reports a read behind it. */
static struct iri_str join(struct iri_str a, struct iri_str b, struct iri_str c, char **joined)
{
	const struct iri_str parts[] = {a, b, c};
	const size_t n = a.n + b.n + c.n;
	char *to;

	free(*joined);
	to = *joined = need(malloc(n + !n));
	for (size_t i = 0; i < 3; to += parts[i++].n)
		if (parts[i].n)
			memcpy(to, parts[i].p, parts[i].n);
	return (struct iri_str){*joined, n};
}

/* A link is valid as an IRI with a scheme, which it has or which is put before it; or it is named as broken. */
static void check_link_validity(struct iri_str s, struct iri_str text, const struct iri_link *link)
{
	static char *joined;
	const struct iri_str none = {"", 0};
	const struct iri_str scheme = link->kind == IRI_LINK_HOST      ? (struct iri_str){"http://", 7}
	                              : link->kind == IRI_LINK_ADDRESS ? (struct iri_str){"mailto:", 7}
	                                                               : none;
	struct iri_ref ref;
	struct iri_error err;
	const struct iri_str iri = join(scheme, text, none, &joined);
	const bool valid = iri_parse(iri, IRI_REQUIRE_SCHEME | IRI_FORBID_BIDI, &ref, &err) == IRI_OK;

	LAW(valid == !link->broken);
	LAW(link->kind != IRI_LINK_HOST || !valid || (ref.host.n && !ref.userinfo.p));
}

/* A link is found alone, between spaces and, if place is not SIZE_MAX, in s behind the space that stands there. */
static void check_link_alone(struct iri_str s, int way, const struct iri_link *link, size_t place)
{
	static char *joined, *alone;
	const struct iri_str none = {"", 0}, space = {" ", 1};
	const struct iri_str text = join((struct iri_str){s.p + link->off, link->len}, none, none, &alone);
	struct iri_link found;
	struct iri_ref ref;

	/*
	 * "com.example+a://b", "com.example.://b" and "com.example..a://b" also begin with a host, which a search finds
	 * first.
	 */
	iri_split(text, &ref);
	bool ends_label = ref.scheme.n && ref.scheme.p[ref.scheme.n - 1] == '.';
	for (size_t i = 1; i < ref.scheme.n; i++)
		ends_label = ends_label || (ref.scheme.p[i - 1] == '.' && ref.scheme.p[i] == '.');
	if (way != IRIS && way != CJK && way != EXACT && ref.scheme.n && memchr(ref.scheme.p, '.', ref.scheme.n) &&
	    (memchr(ref.scheme.p, '+', ref.scheme.n) || ends_label))
		return;
	/* Whether "<name>" is a template can depend on the character behind it, which is cut from the end of a link. */
	if (text.n && text.p[text.n - 1] == '>')
		return;
	LAW(is_only_link(way, text, 0, text.n, &found) && found.kind == link->kind && found.broken == link->broken);
	LAW(is_only_link(way, join(space, text, space, &joined), 1, text.n, &found) && found.kind == link->kind);
	if (place == SIZE_MAX)
		return;
	const size_t want = place + 1, starts[] = {0, place / 2, place, want};
	const struct iri_str whole = join((struct iri_str){s.p, want}, text, without(s, place), &joined);
	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
		/* Links before it come first. */
		size_t at = starts[i];
		bool more;
		while ((more = next_link(way, whole, at, &found)) && found.off < want)
			at = found.off + found.len;
		LAW(more && found.off == want && found.len == text.n && found.kind == link->kind);
	}
}

/* The links of the parts between white space, except for that in templates of links, are the links of s. */
static void check_link_parts(struct iri_str s, int way)
{
	static char *copy;
	struct iri_link link, of_part;
	bool more = next_link(way, s, 0, &link);

	for (size_t start = 0, end; start <= s.n; start = end + 1) {
		struct iri_link in = link;
		bool any = more;
		for (end = start; end < s.n && (!is_space(s.p[end]) || (any && end > in.off)); end++)
			if (any && end == in.off + in.len - 1)
				any = next_link(way, s, end + 1, &in);
		if (end == start)
			continue;
		const struct iri_str none = {"", 0};
		const struct iri_str part = join((struct iri_str){s.p + start, end - start}, none, none, &copy);
		for (size_t at = 0; next_link(way, part, at, &of_part); at = of_part.off + of_part.len - start) {
			of_part.off += start;
			LAW(more && same_link(&link, &of_part));
			more = more && next_link(way, s, link.off + link.len, &link);
		}
	}
	LAW(!more);
}

/* Each IRI that is found without the option bare is found with it, or overlaps a link that begins before it. */
static void check_bare(struct iri_str s, int way, int bare)
{
	struct iri_link link, other = {.len = 0};
	bool more = next_link(bare, s, 0, &other);

	for (size_t at = 0; next_link(way, s, at, &link); at = link.off + link.len) {
		while (more && other.off + other.len <= link.off)
			more = next_link(bare, s, other.off + other.len, &other);
		/* "@com.example://b" and "@1.com.example://b" have no local part, so that the host is skipped. */
		size_t before = link.off;
		while (before && iri_byte_class(s.p[before - 1]) & CHAR_SCHEME)
			before--;
		if (before && s.p[before - 1] == '@')
			continue;
		/* A scheme can begin with a host; see check_link_alone. */
		const size_t end = other.off + other.len;
		LAW(more && (same_link(&link, &other) || other.off < link.off ||
		             (end < s.n && (s.p[end] == '+' || s.p[end] == '.'))));
	}
}

size_t laws_of_links(struct iri_str s)
{
	enum {
		MOST = 16,          /* links that are tried alone, and places from which links are searched */
		MOST_TEMPLATE = 256 /* bytes */
	};
	size_t links = 0, spaces = 0, place = SIZE_MAX;

	/* Behind the start of a template, a link can become part of it. */
	for (size_t i = 0, opened = 0; i < s.n; i++) {
		opened = s.p[i] == '{' || s.p[i] == '<' ? i + 1 : opened;
		if (is_space(s.p[i]) && spaces++ % 4 == 0 && (!opened || i - opened > MOST_TEMPLATE))
			place = i;
	}
	for (int way = 0; way < SEARCHES; way++) {
		struct iri_link link;
		size_t tried = 0;
		for (size_t at = 0; next_link(way, s, at, &link); at = link.off + link.len, links++) {
			LAW(link.off >= at && link.len && link.off < s.n && link.len <= s.n - link.off);
			LAW(way == BARE || way == BARE_CJK || way == SOME_SCHEMES || link.kind == IRI_LINK_IRI);
			if (tried++ >= MOST)
				continue;
			check_link_validity(s, (struct iri_str){s.p + link.off, link.len}, &link);
			check_link_alone(s, way, &link, place);
		}
		check_link_parts(s, way);
		/* A search from white space finds the first link behind it. */
		for (size_t i = 0, tried_from = 0; i < s.n && tried_from < MOST; i++) {
			struct iri_link first, found;
			if (!is_space(s.p[i]))
				continue;
			tried_from++;
			size_t at = 0;
			bool any;
			while ((any = next_link(way, s, at, &first)) && first.off < i)
				at = first.off + first.len;
			/* White space in a link belongs to a template. */
			if (at > i)
				continue;
			LAW(next_link(way, s, i, &found) == any && (!any || same_link(&first, &found)));
		}
	}
	check_bare(s, IRIS, BARE);
	check_bare(s, CJK, BARE_CJK);
	LAW(!next_link(IRIS, s, s.n, &(struct iri_link){.len = 0}));
	return links;
}

/* If a link in text would end before a character, it is not so when that is percent-encoded, as the message says. */
static void check_cut(struct iri_unmapper *u, struct iri_str s, const struct iri_error *err)
{
	static char *joined;
	char encoded[4];
	struct iri_error again;
	struct iri_str out;

	if (err->why || err->len != 1)
		return;
	snprintf(encoded, sizeof encoded, "%%%02X", (unsigned)s.p[err->off]);
	const struct iri_str fixed = join((struct iri_str){s.p, err->off}, (struct iri_str){encoded, 3},
	                                  without(s, err->off + 1), &joined);
	LAW(iri_to_iri(u, fixed, &out, &again) != IRI_NO_LINK || again.off < err->off || again.off >= err->off + 3 ||
	    again.why);
}

/* Whether text is found between two spaces, and nothing else. */
static bool is_found(struct iri_str text)
{
	static char *joined;
	const struct iri_str space = {" ", 1};
	struct iri_link link;

	return is_only_link(IRIS, join(space, text, space, &joined), 1, text.n, &link) && !link.broken;
}

enum iri_status laws_of_text(unsigned way, struct iri_str s, bool *changed)
{
	static const struct iri_unmap_options ways[WAYS_TO_TEXT] = {
		{.for_text = true},
		{.for_text = true, .unicode_host = true},
		{.for_text = true, .decode_all = true, .bidi = true, .unicode_host = true},
	};
	static struct iri_unmapper *unmappers[WAYS_TO_TEXT], *others[WAYS_TO_TEXT];
	static struct iri_mapper *mapper;
	static struct iri_buf text, plain, a, b;
	struct iri_str t, p, again, uri;
	struct iri_error err;
	struct iri_ref ref;

	ONCE(mapper, iri_mapper_new(NULL));
	if (!unmappers[way]) {
		struct iri_unmap_options other = ways[way];
		other.for_text = false;
		unmappers[way] = need(iri_unmapper_new(&ways[way]));
		others[way] = need(iri_unmapper_new(&other));
	}
	*changed = false;
	const enum iri_status status = iri_to_iri(unmappers[way], s, &t, &err);
	const bool valid = iri_to_iri(others[way], s, &p, NULL) == IRI_OK;
	LAW(valid == (status == IRI_OK || status == IRI_NO_LINK));
	if (status != IRI_OK) {
		LAW(err.status == status);
		check_error(s, &err);
		LAW(!valid || !is_found(p));
		if (status == IRI_NO_LINK && err.ch)
			check_cut(unmappers[way], s, &err);
		return status;
	}
	LAW(is_view_of(t, s) == same(t, s));
	t = keep(&text, t);
	keep(&plain, p);
	*changed = !same(t, text_of(&plain));
	LAW(!s.n || is_found(t)); /* empty input stays empty */
	LAW(!*changed || !is_found(text_of(&plain)));
	/* The same exception as in laws_of_unmapping */
	const bool uri_given = iri_parse(s, IRI_FORBID_NON_ASCII, &ref, NULL) == IRI_OK;
	LAW(iri_to_iri(unmappers[way], t, &again, &err) == IRI_OK);
	LAW(is_view_of(again, t) || (ways[way].bidi && !uri_given));
	/* A raw host need not be a domain name. */
	if (iri_to_uri(mapper, s, &uri, &err) == IRI_OK) {
		const struct iri_str want = simplify(uri, &a);
		LAW(iri_to_uri(mapper, t, &uri, &err) == IRI_OK && same(want, simplify(uri, &b)));
	} else {
		LAW(iri_to_uri(mapper, t, &uri, &err) != IRI_OK);
	}
	return status;
}

/* Appends data, percent-encoded for a component; see iri_encode. */
static void encode_to(struct iri_buf *out, struct iri_str s, enum iri_component where, unsigned form)
{
	const size_t room = 3 * s.n + 1;
	const size_t n = iri_encode(s, where, form, "&=+;", need(iri_buf_reserve(out, room)), room);

	LAW(n < room && n == iri_encode(s, where, form, "&=+;", NULL, 0));
	out->n += n;
}

/* Checks that components which fit together are composed to the reference s, and no others. */
static void laws_of_composing(struct iri_str s)
{
	static struct iri_composer *composer;
	struct iri_str out;
	struct iri_ref ref;
	struct iri_error err = {0};

	ONCE(composer, iri_composer_new(NULL));
	/* Any string has components; they fit together exactly if it is a reference. */
	iri_split(s, &ref);
	const bool valid = iri_parse(s, IRI_REFERENCE, &(struct iri_ref){0}, NULL) == IRI_OK;
	struct iri_parts parts = iri_parts_of(&ref);
	const enum iri_status status = iri_compose(composer, &parts, &out, &err);
	/* iri_split takes "x/y:z" apart as the grammar does not, so only one direction holds. */
	LAW(status != IRI_OK || (valid && same(out, s)));
	if (status != IRI_OK) {
		const struct iri_str part = parts.of[err.where];
		LAW(err.status == status && err.off <= part.n && err.len <= part.n - err.off);
		LAW(err.why || status != IRI_BAD_PARTS);
	}
	if (!valid)
		return;
	LAW(iri_parse(s, IRI_REFERENCE, &ref, NULL) == IRI_OK);
	parts = iri_parts_of(&ref);
	LAW(iri_compose(composer, &parts, &out, &err) == IRI_OK && same(out, s));
}

/* Checks that data becomes a component, and can be decoded from it. */
static void laws_of_encoding(struct iri_str s)
{
	static const unsigned forms[] = {IRI_FORBID_BIDI, IRI_FORBID_BIDI | IRI_FORBID_NON_ASCII};
	static struct iri_composer *composers[2];
	static struct iri_buf value, decoded;
	struct iri_str out;
	struct iri_error err;

	for (enum iri_component c = IRI_USERINFO; c <= IRI_FRAGMENT; c++) {
		struct iri_parts parts = {.of = {[IRI_HOST] = {"h", 1}, [IRI_PATH] = {"", 0}}};
		if (c == IRI_PORT)
			continue;
		for (unsigned form = 0; form <= 1; form++) {
			ONCE(composers[form], iri_composer_new(&(struct iri_compose_options){forms[form]}));
			iri_buf_clear(&value);
			iri_buf_clear(&decoded);
			if (c == IRI_PATH)
				iri_buf_putc(&value, '/');
			encode_to(&value, s, c, forms[form]);
			LAW(!value.n || !memchr(value.p, '+', value.n));
			iri_pct_decode(&decoded, text_of(&value));
			const struct iri_str data = text_of(&decoded);
			const size_t slash = c == IRI_PATH;
			LAW(same((struct iri_str){data.p + slash, data.n - slash}, s));
			parts.of[c] = text_of(&value);
			LAW(iri_compose(composers[form], &parts, &out, &err) == IRI_OK);
		}
	}
}

/* A query editor, and what its queries have in common */
struct query_laws {
	struct iri_query *editor;
	char separator;
	bool plus_is_space;
};

/* Begins with the query s. */
static void query_begins(const struct query_laws *q, struct iri_str s)
{
	iri_query_begin(q->editor, s, q->separator, q->plus_is_space);
}

/* Returns the edited query, which was made of s. */
static struct iri_str query_ends(const struct query_laws *q, struct iri_str s)
{
	struct iri_str query;

	LAW(iri_query_end(q->editor, &query, NULL) == IRI_OK);
	return query;
}

/* Appends a key, decoded. */
static void laws_decode(struct iri_buf *out, struct iri_str s, bool plus_is_space)
{
	char *const to = iri_buf_grow(out, s.n + 1);

	if (to)
		out->n += iri_decode(s, plus_is_space, to, s.n + 1);
}

/* Returns the number of pairs of a query whose key, decoded, is this one, and sets *n to the number of all pairs. */
static size_t count_key(const struct query_laws *q, struct iri_str query, struct iri_str key, size_t *n)
{
	static struct iri_buf decoded;
	struct iri_pairs walk = iri_pairs(query, q->separator);
	size_t found = 0;

	*n = 0;
	for (struct iri_pair pair; iri_next_pair(&walk, &pair); ++*n) {
		iri_buf_clear(&decoded);
		laws_decode(&decoded, pair.key, q->plus_is_space);
		found += same(text_of(&decoded), key);
	}
	return found;
}

static bool has_key(void *arg, struct iri_str key)
{
	return same(*(struct iri_str *)arg, key);
}

/* Checks the edits of a query for one key, decoded. */
static void laws_of_key(const struct query_laws *q, struct iri_str s, struct iri_str key)
{
	static struct iri_buf encoded;
	const struct iri_str other = {"\xFF new\xFF", 6};
	size_t all, n;
	const size_t found = count_key(q, s, key, &all);

	query_begins(q, s);
	iri_query_delete(q->editor, has_key, &key);
	const struct iri_str without = query_ends(q, s);
	LAW(found || is_view_of(without, s));
	LAW(count_key(q, without, key, &n) == 0);
	/* A single empty pair is no query. */
	LAW(n == all - found || (all - found == 1 && !without.p));
	LAW(!found || found < all || !without.p);

	iri_buf_clear(&encoded);
	encode_to(&encoded, other, IRI_QUERY, 0);
	query_begins(q, s);
	iri_query_rename(q->editor, key, text_of(&encoded));
	const struct iri_str renamed = query_ends(q, s);
	LAW(count_key(q, renamed, key, &n) == (same(key, other) ? found : 0) && n == all);
	LAW(count_key(q, renamed, other, &n) >= found);

	iri_buf_clear(&encoded);
	encode_to(&encoded, key, IRI_QUERY, 0);
	iri_buf_add(&encoded, "=v", 2);
	query_begins(q, s);
	iri_query_set(q->editor, key, text_of(&encoded));
	const struct iri_str once = query_ends(q, s);
	LAW(count_key(q, once, key, &n) == 1 && n == all - found + 1);
	/* The last result may be the next query, and the result before stays. */
	query_begins(q, once);
	iri_query_set(q->editor, key, text_of(&encoded));
	LAW(same(query_ends(q, s), once));
	query_begins(q, s);
	iri_query_append(q->editor, text_of(&encoded));
	const struct iri_str longer = query_ends(q, s);
	/* A query that is present and empty has no pair. */
	LAW(count_key(q, longer, key, &n) == found + 1 && n == all + 1);
	LAW(longer.n >= s.n && same((struct iri_str){longer.p, s.n}, s));
}

static void laws_of_queries(struct iri_str s)
{
	enum { KEYS = 8 }; /* that are tested, since each takes time in proportion to the query */
	static struct query_laws q;
	static struct iri_buf key;

	if (!q.editor)
		q.editor = need(iri_query_new());
	for (const char *separator = "&;"; *separator; separator++) {
		struct iri_pairs walk = iri_pairs(s, *separator);
		size_t n, pairs;
		q.separator = *separator;
		q.plus_is_space = *separator == '&';
		laws_of_key(&q, s, (struct iri_str){"no such key", 11});
		struct iri_pair pair;
		for (int i = 0; i < KEYS && iri_next_pair(&walk, &pair); i++) {
			iri_buf_clear(&key);
			laws_decode(&key, pair.key, q.plus_is_space);
			laws_of_key(&q, s, text_of(&key));
		}
		count_key(&q, s, s, &n);
		query_begins(&q, s);
		iri_query_sort(q.editor);
		const struct iri_str sorted = query_ends(&q, s);
		count_key(&q, sorted, s, &pairs);
		LAW(pairs == n && sorted.n == s.n);
		query_begins(&q, sorted);
		iri_query_sort(q.editor);
		LAW(same(query_ends(&q, s), sorted));
		query_begins(&q, s);
		iri_query_dedupe(q.editor);
		const struct iri_str unique = query_ends(&q, s);
		count_key(&q, unique, s, &pairs);
		LAW(pairs <= n && (pairs < n ? unique.n < s.n : same(unique, s)));
		LAW(!unique.p == (n > 0 && !pairs) || (!n && is_view_of(unique, s)));
		query_begins(&q, unique);
		iri_query_dedupe(q.editor);
		LAW(same(query_ends(&q, s), unique));
	}
}

void laws_of_editing(struct iri_str s)
{
	laws_of_composing(s);
	laws_of_encoding(s);
	laws_of_queries(s);
}

/* Calls the public functions for an absent string. Its pointer is NULL. */
void laws_of_absence(void)
{
	static struct iri_buf out, scratch;
	struct iri_resolver *const resolver = need(iri_resolver_new(NULL));
	struct iri_host_converter *const converter = need(iri_host_converter_new(NULL));
	const struct iri_str s = {NULL, 0};
	struct iri_ref ref;
	struct iri_error err;
	struct iri_str found;
	bool changed;
	struct iri_label label;
	size_t off;

	laws_of_parsing(s);
	for (unsigned way = 0; way < WAYS_TO_URI; way++)
		LAW(laws_of_mapping(way, s, &changed) == IRI_OK && !changed);
	for (unsigned way = 0; way < WAYS_TO_IRI; way++)
		LAW(laws_of_unmapping(way, s, &changed) == IRI_OK && !changed);
	for (unsigned way = 0; way < WAYS_TO_TEXT; way++)
		LAW(laws_of_text(way, s, &changed) == IRI_OK && !changed);
	LAW(!laws_of_links(s));
	LAW(laws_of_normal_forms(s));
	LAW(!laws_of_resolution(s, s));
	LAW(laws_of_comparison(s, (struct iri_str){"", 0}) == IRI_RUNG_STRING);
	laws_of_linting(s);
	LAW(iri_resolver_set_base(resolver, s, &err) == IRI_IS_RELATIVE);
	LAW(iri_resolve(resolver, s, &found, &err) == IRI_IS_RELATIVE);
	LAW(iri_resolver_set_base(resolver, (struct iri_str){"a:", 2}, &err) == IRI_OK);
	LAW(iri_resolve(resolver, s, &found, &err) == IRI_OK && found.n == 2);
	LAW(iri_relativize(resolver, s, &found, &err) == IRI_IS_RELATIVE);
	iri_split(s, &ref);
	iri_resolver_free(resolver);
	LAW(iri_host_add_ascii(NULL, s, &scratch, &out, &err) == IRI_BAD_HOST);
	iri_host_add_unicode(NULL, NULL, s, 0, &scratch, &out);
	LAW(out.n == 0);
	LAW(iri_label_check(NULL, s, &scratch, &label, &out) == IRI_OK && label.fault == IRI_LABEL_DISALLOWED);
	LAW(iri_host_to_ascii(converter, s, &found, NULL) == IRI_OK && !found.n);
	LAW(iri_host_to_unicode(converter, s, &found, NULL) == IRI_OK && !found.n);
	iri_host_converter_free(converter);
	LAW(iri_count_chars(s) == 0 && iri_is_nfc(s, &scratch));
	LAW(iri_bidi_check(s, &off) == IRI_BIDI_WELL && !iri_bidi_label(s) && iri_bidi_domain(s));
	out.n = 0;
	iri_nfc(s, &out, NULL);
	iri_repair(s, &out, NULL);
	iri_remove_dots(s, true, &out);
	LAW(out.n == 0 && !out.failed);
}

/* Handles for the operations on lines. */
static struct handles {
	struct iri_mapper *mapper;
	struct iri_unmapper *safe, *all, *bidi;
	struct iri_normalizer *normalizer, *uri_normalizer;
	struct iri_linter *linters[2][2]; /* with the default rules and with all; for iri_is_clean and for all checks */
	struct iri_linter *relative;      /* with the rules that most relative references keep */
} handles;

static struct iri_linter *linter_for_relative(void)
{
	static const struct iri_rule *rules[RULES];
	struct iri_lint_options options = {.rules = rules};

	for (size_t i = 0; i < RULES; i++)
		if (i != RULE_RELATIVE && i != RULE_FRAGMENT && i != RULE_TRACKING_PARAMETER)
			rules[options.n_rules++] = iri_rule_at(i);
	return need(iri_linter_new(&options));
}

static void make_handles(struct handles *h)
{
	h->mapper = need(iri_mapper_new(NULL));
	h->safe = need(iri_unmapper_new(NULL));
	h->all = need(iri_unmapper_new(&(struct iri_unmap_options){.decode_all = true}));
	h->bidi = need(iri_unmapper_new(
		&(struct iri_unmap_options){.decode_all = true, .bidi = true, .unicode_host = true}));
	h->normalizer = need(iri_normalizer_new(NULL));
	h->uri_normalizer = need(iri_normalizer_new(&(struct iri_normalize_options){.uri = true}));
	for (int i = 0; i < 2; i++) {
		h->linters[0][i] = need(iri_linter_new(NULL));
		h->linters[1][i] = linter_without(RULES);
	}
	h->relative = linter_for_relative();
}

/* The columns of LINES_SPLIT and LINES_SPLIT_SOME. Their texts for absent parts are followed by padding. */
static struct row_columns columns_of(enum law_lines kind)
{
	static const unsigned char all[] = {IRI_SCHEME, IRI_USERINFO, IRI_HOST, IRI_PORT, IRI_PATH, IRI_QUERY,
	                                    IRI_FRAGMENT};
	static const unsigned char some[] = {IRI_PATH, ROW_AUTHORITY, IRI_FRAGMENT, IRI_PATH, IRI_SCHEME};
	static const char none[1 + IRI_PADDING] = "";
	static const char absent[39 + IRI_PADDING] = "longer than IRI_COPY_SLACK, which is 32";

	if (kind == LINES_SPLIT)
		return (struct row_columns){all, sizeof all, {none, 0}};
	return (struct row_columns){some, sizeof some, {absent, 39}};
}

/* Appends the text that ref becomes. Returns IRI_OK, or an error of the mapping. */
static enum iri_status process_ref(enum law_lines kind, const struct iri_ref *ref, struct iri_buf *out)
{
	const struct handles *const h = &handles;
	const struct iri_str s = ref->text;
	struct row_columns columns;
	struct iri_error err;

	switch (kind) {
	case LINES_SPLIT:
	case LINES_SPLIT_SOME:
		columns = columns_of(kind);
		row_add_parts(&columns, ref, out);
		return IRI_OK;
	case LINES_UNMAPPED: return iri_add_iri(h->safe, ref, out, &err);
	case LINES_UNMAPPED_ALL: return iri_add_iri(h->all, ref, out, &err);
	case LINES_UNMAPPED_BIDI: return iri_add_iri(h->bidi, ref, out, &err);
	case LINES_MAPPED:
		if (ref->mapped) {
			const enum iri_status status = iri_add_uri(h->mapper, ref, out, &err);
			LAW(status == IRI_OK || !out->n);
			return status;
		}
		break;
	case LINES_NORMAL:
		if (!iri_is_normal(h->normalizer, ref))
			return iri_add_normal(h->normalizer, ref, out, &err);
		break;
	case LINES_NORMAL_URI:
		if (!iri_is_normal(h->uri_normalizer, ref))
			return iri_add_normal(h->uri_normalizer, ref, out, &err);
		break;
	default: break;
	}
	iri_buf_add(out, s.p, s.n);
	return IRI_OK;
}

/* Fixes a line that must have no findings. */
static enum iri_status fix_clean(struct iri_linter *l, struct iri_str s, struct iri_str *out)
{
	struct iri_findings found;
	struct iri_lint_line t;

	iri_lint_parse(&t, l, s);
	LAW(iri_lint_check_all(&t, &found, NULL) == IRI_OK && !found.n);
	return iri_lint_fix(l, s, out, NULL);
}

/* Splits a line with iri_split, and writes its row. */
static enum iri_status split_line(enum law_lines kind, struct iri_str line, struct iri_str *out)
{
	const struct row_columns columns = columns_of(kind);
	static struct iri_buf row;
	struct iri_str values[ROW_MOST_COLUMNS];
	struct iri_ref ref;

	const enum iri_status status = iri_parse(line, IRI_REFERENCE | IRI_FORBID_BIDI, &ref, NULL);
	iri_split(line, &ref);
	for (size_t i = 0; i < columns.n; i++)
		values[i] = columns.parts[i] == ROW_AUTHORITY
		                    ? ref.authority : iri_part(&ref, (enum iri_component)columns.parts[i]);
	row.n = 0;
	row_add(values, columns.n, columns.absent, &row);
	*out = iri_contents(&row);
	return status;
}

static enum iri_status process_line(enum law_lines kind, struct iri_str line, struct iri_str *out)
{
	const struct handles *const h = &handles;

	*out = line;
	switch (kind) {
	case LINES_MAPPED: return iri_to_uri(h->mapper, line, out, NULL);
	case LINES_UNMAPPED: return iri_to_iri(h->safe, line, out, NULL);
	case LINES_UNMAPPED_ALL: return iri_to_iri(h->all, line, out, NULL);
	case LINES_UNMAPPED_BIDI: return iri_to_iri(h->bidi, line, out, NULL);
	case LINES_NORMAL: return iri_normalize(h->normalizer, line, out, NULL);
	case LINES_NORMAL_URI: return iri_normalize(h->uri_normalizer, line, out, NULL);
	case LINES_CLEAN:
	case LINES_CLEAN_ALL: return fix_clean(h->linters[kind == LINES_CLEAN_ALL][0], line, out);
	case LINES_SPLIT:
	case LINES_SPLIT_SOME: return split_line(kind, line, out);
	default: return IRI_OK;
	}
}

/* A line that iri_parse_lines has parsed is valid. It has the components that iri_parse finds, and no fewer flags. */
static void law_of_parsed_line(const struct iri_ref *ref, struct iri_str line)
{
	const struct iri_str s = line;
	struct iri_ref want;

	LAW(iri_parse(line, IRI_REFERENCE | IRI_FORBID_BIDI | IRI_PADDED, &want, NULL) == IRI_OK);
	for (enum iri_component c = IRI_SCHEME; c <= IRI_FRAGMENT; c++)
		LAW(is_view_of(iri_part(ref, c), iri_part(&want, c)));
	LAW(is_view_of(ref->text, line) && ref->authority.p == want.authority.p);
	LAW(ref->host_kind == want.host_kind && ref->upper == want.upper);
	LAW(ref->dotted || !iri_dot_segment(ref->path.p, ref->path.p + ref->path.n));
	LAW(!(want.mapped & ~ref->mapped) && !want.mapped == !ref->mapped);
	LAW(!(want.encoded & ~ref->encoded) && !want.encoded == !ref->encoded);
	LAW(!((ref->mapped ^ want.mapped) & 1u << IRI_HOST) && !((ref->encoded ^ want.encoded) & 1u << IRI_HOST));
}

/* Appends the findings in s, a line: those of iri_lint_ref, or of iri_lint if ref is NULL. */
static void add_findings(struct iri_linter *l, const struct iri_ref *ref, struct iri_str s, struct iri_buf *out)
{
	struct iri_findings found;

	const enum iri_status status = ref ? iri_lint_ref(l, ref, &found, NULL) : iri_lint(l, s, &found, NULL);
	LAW(status == IRI_OK);
	for (size_t i = 0; i < found.n; i++) {
		const size_t numbers[] = {found.p[i].rule->number, found.p[i].off, found.p[i].len, found.p[i].more};
		iri_buf_add(out, (const char *)numbers, sizeof numbers);
	}
}

/* iri_lint_ref finds what iri_lint does, with and without what a cache knows of the line. */
static void law_of_linted_line(struct iri_linter *l, const struct iri_ref *ref, struct iri_str s)
{
	static struct iri_buf by_ref, by_text;

	by_ref.n = by_text.n = 0;
	add_findings(l, ref, s, &by_ref);
	add_findings(l, NULL, s, &by_text);
	LAW(same(text_of(&by_ref), text_of(&by_text)));
}

/* Checks a parsed line. Returns whether the operation applies to it. */
static bool law_of_line(enum law_lines kind, const struct iri_ref *ref, struct iri_str line)
{
	static struct iri_buf out;
	const bool clean = kind == LINES_CLEAN || kind == LINES_CLEAN_ALL;
	const struct iri_str s = line;
	struct iri_str want;

	law_of_parsed_line(ref, line);
	if (clean) {
		law_of_linted_line(handles.linters[kind == LINES_CLEAN_ALL][1], ref, line);
		law_of_linted_line(handles.relative, ref, line);
	}
	if (clean && !iri_is_clean(handles.linters[kind == LINES_CLEAN_ALL][1], ref))
		return false;
	iri_buf_free(&out); /* so that a sanitizer sees a write after the reserved bytes */
	const enum iri_status status = process_ref(kind, ref, &out);
	LAW(process_line(kind, line, &want) == status);
	LAW(status != IRI_OK || same(text_of(&out), want));
	LAW(!clean || is_view_of(want, line));
	return true;
}

size_t laws_of_many_lines(enum law_lines kind, struct iri_str s, size_t *lines)
{
	const char *p = s.p, *end = s.p + s.n;
	struct iri_ref refs[5], ref;
	size_t passed = 0;

	if (!handles.mapper)
		make_handles(&handles);
	while (end > p && end[-1] != '\n')
		end--;
	struct iri_str rest = s, again = s, invalid = s;
	/* Several at once are the same as one by one. */
	const size_t n = iri_parse_lines(&rest, refs, 5, NULL);
	for (size_t i = 0; i < n; i++)
		LAW(iri_parse_lines(&again, &ref, 1, NULL) == 1 && ref.text.p == refs[i].text.p && again.p <= rest.p);
	LAW(n > 0 || (rest.p == end && rest.n == (size_t)(s.p + s.n - end)));
	rest = s;
	for (*lines = 0; p < end; ++*lines) {
		const char *const eol = iri_find_byte(p, end, '\n');
		const struct iri_str line = iri_between(p, eol);
		const bool valid = iri_parse_lines(&rest, &ref, 1, &invalid);
		LAW(rest.p == eol + 1 && rest.n == (size_t)(s.p + s.n - rest.p));
		if (valid) {
			LAW(!invalid.p);
			passed += law_of_line(kind, &ref, line);
		} else {
			LAW(invalid.p == line.p && invalid.n == line.n);
			LAW(iri_parse(line, IRI_REFERENCE | IRI_FORBID_BIDI, &ref, NULL) != IRI_OK);
		}
		p = eol + 1;
	}
	LAW(!iri_parse_lines(&rest, &ref, 1, &invalid) && !invalid.p && rest.p == end);
	return passed;
}

/* Namers for one kind of names: without a folder, for references below a base, and for names in a folder */
struct namers {
	struct iri_namer *plain, *below, *inside;
};

/* Stores the name of a reference. Returns false if it has none. */
static bool name_of(struct iri_str reference, const struct namers *n, struct iri_buf *name, struct iri_str s)
{
	struct iri_error err;
	struct iri_str found;

	name->n = 0;
	if (iri_uri_to_name(n->plain, reference, &found, &err) == IRI_OK) {
		keep(name, found);
		return true;
	}
	LAW(err.off <= reference.n && err.len <= reference.n - err.off);
	LAW(err.status != IRI_BAD_NAME || err.why);
	return false;
}

/* Whether a name from iri_uri_to_name is this one, perhaps without the prefix of Windows for names as they are. */
static bool is_name(struct iri_str made, struct iri_str name)
{
	if (same(made, name))
		return true;
	if (name.n < 4 || memcmp(name.p, "\\\\?\\", 4) != 0 || made.n < 2)
		return false;
	const size_t skipped = made.p[0] == '\\' ? 2 : 0, prefix = skipped ? 8 : 4;
	return name.n >= prefix && same(iri_between(made.p + skipped, made.p + made.n),
	                                iri_between(name.p + prefix, name.p + name.n));
}

/* The name gives a reference, and the reference the name. `refused`: the name may have no reference */
static void law_of_name(const struct namers *n, struct iri_str name, bool refused, struct iri_str s)
{
	static struct iri_buf uri, back;
	struct iri_error err;
	struct iri_ref ref;
	struct iri_str found, iri, again;

	if (iri_name_to_uri(n->plain, name, &found, &err) != IRI_OK) {
		LAW(refused && err.status == IRI_BAD_NAME && err.why && err.off <= name.n);
		return;
	}
	keep(&uri, found);
	LAW(iri_parse(text_of(&uri), IRI_FORBID_NON_ASCII, &ref, NULL) == IRI_OK);
	LAW(!ref.query.p && !ref.fragment.p && ref.path.n && !ref.scheme.p == !ref.authority.p);
	LAW(name_of(text_of(&uri), n, &back, s) && is_name(text_of(&back), name));
	LAW(iri_to_iri(handles.safe, text_of(&uri), &iri, NULL) == IRI_OK);
	LAW(name_of(iri, n, &back, s) && is_name(text_of(&back), name));
	LAW(iri_to_uri(handles.mapper, iri, &again, NULL) == IRI_OK && same(again, text_of(&uri)));
}

/* A relative name that is not refused below a folder stays below it, and below an IRI. */
static void law_of_folder(const struct namers *n, struct iri_str name)
{
	static const char base[] = "x://h/b/./c/", folder[] = "x://h/b/c/";
	static struct iri_resolver *resolver;
	const struct iri_str s = name;
	struct iri_error err;
	struct iri_ref ref;
	struct iri_str uri, made;

	ONCE(resolver, iri_resolver_new(NULL));
	if (iri_name_to_uri(n->below, name, &uri, &err) != IRI_OK) {
		LAW(err.status == IRI_BAD_NAME && err.why && err.off <= name.n);
		/* What is refused only below a folder is not in one. */
		LAW(iri_name_to_uri(n->plain, name, &uri, NULL) != IRI_OK ||
		    iri_uri_to_name(n->inside, uri, &made, &err) == IRI_NOT_BELOW);
		return;
	}
	LAW(iri_uri_to_name(n->inside, uri, &made, NULL) == IRI_OK && made.n > 2 && made.p[0] == 'd');
	LAW(iri_parse(uri, IRI_FORBID_NON_ASCII, &ref, NULL) == IRI_OK);
	LAW(!ref.scheme.p && !ref.authority.p && ref.path.n && *ref.path.p != '/');
	LAW(iri_resolver_set_base(resolver, (struct iri_str){base, sizeof base - 1}, NULL) == IRI_OK);
	LAW(iri_resolve(resolver, uri, &made, NULL) == IRI_OK);
	LAW(made.n >= sizeof folder - 1 && !memcmp(made.p, folder, sizeof folder - 1));
}

void laws_of_names(bool windows, struct iri_str s)
{
	static struct namers both[2];
	struct namers *const n = &both[windows];
	static struct iri_buf canonical, name;

	if (!handles.mapper)
		make_handles(&handles);
	if (!n->plain) {
		const struct iri_name_options below = {.windows = windows, .below = true};
		const struct iri_name_options inside = {.windows = windows, .folder = {"d", 1}};
		n->plain = need(iri_namer_new(&(struct iri_name_options){.windows = windows}));
		n->below = need(iri_namer_new(&below));
		n->inside = need(iri_namer_new(&inside));
	}
	keep(&canonical, s);
	for (size_t i = 0; windows && i < canonical.n; i++)
		if (canonical.p[i] == '/')
			canonical.p[i] = '\\';
	const struct iri_str divided = windows ? text_of(&canonical) : s;
	law_of_name(n, divided, windows || !s.n || memchr(s.p, 0, s.n), s);
	law_of_folder(n, s);
	if (name_of(s, n, &name, s))
		law_of_name(n, text_of(&name), false, s);
}

/* The places of the bytes of a text ascend, and lie within n bytes. least: how many each byte stands for */
static void check_places(struct source_map *map, size_t n, size_t least, struct iri_str s)
{
	for (size_t i = 0, last = 0; i < map->text.n; i++) {
		const size_t start = source_map_start(map, i), end = source_map_end(map, i + 1);
		LAW(start >= last && start + least <= end && end <= n);
		last = start;
	}
}

void laws_of_codec(struct codec_use use, struct iri_str s)
{
	struct iri_buf out = {0};
	struct source_map map = {0};
	size_t before;

	if (!codec_write(use, NULL, s, &out, &before)) {
		const struct iri_str written = {iri_contents(&out).p + before, out.n - 2 * before};
		codec_read(use, written, 0, &map);
		LAW(iri_same(iri_contents(&map.text), s));
		check_places(&map, written.n, 0, s);
	}
	iri_buf_free(&out);
	source_map_free(&map);
}

/* Whether a and b are equal, but for the case of letters, and "x" in the place of "t". */
static bool same_fangs(struct iri_str a, struct iri_str b)
{
	size_t i = 0;

	for (; i < a.n && i < b.n; i++) {
		const char c = iri_lower(a.p[i]), d = iri_lower(b.p[i]);
		if (c != d && !((c == 'x' || c == 't') && (d == 'x' || d == 't')))
			return false;
	}
	return a.n == b.n;
}

void laws_of_defanging(struct iri_str s)
{
	struct source_map map = {0}, again = {0}, back = {0};
	struct iri_buf out = {0};

	refang(s, 0, &map);
	const struct iri_str text = iri_contents(&map.text);
	LAW(text.n <= s.n);
	check_places(&map, s.n, 1, s);
	refang(text, 0, &again);
	LAW(iri_same(iri_contents(&again.text), text));
	defang_add(s, &out);
	refang(iri_contents(&out), 0, &back);
	/* U+3002, U+FF0E and U+FF61, which begin with these bytes, become dots. "[/]" depends on the text before it. */
	bool excepted = memchr(iri_present(s).p, 0xE3, s.n) || memchr(iri_present(s).p, 0xEF, s.n);
	for (size_t i = 1; i < s.n; i++)
		excepted = excepted || (s.p[i] == '/' && strchr("[({", s.p[i - 1]));
	if (!excepted)
		LAW(same_fangs(iri_contents(&back.text), text));
	source_map_free(&map);
	source_map_free(&again);
	source_map_free(&back);
	iri_buf_free(&out);
}
