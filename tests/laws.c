/* SPDX-License-Identifier: ISC */
#include "laws.h"

#include "../lib/chars.h"
#include "../lib/lines.h"
#include "../lib/lint.h"
#include "../lib/pct.h"

#include <idn2.h>
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

static bool same(struct iri_str a, struct iri_str b)
{
	return a.n == b.n && (!a.n || !memcmp(a.p, b.p, a.n));
}

static bool lies_within(struct iri_str part, struct iri_str s)
{
	return !part.p || (part.p >= s.p && part.p + part.n <= s.p + s.n);
}

static bool is_printable(const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (text[i] < ' ' || text[i] > '~')
			return false;
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

void laws_of_parsing(struct iri_str s)
{
	enum { FORMS = 32, PADDINGS = 3 };
	static const char *const behind[PADDINGS] = {"\xC3\xA9%2", "/:@[]?#", "a"};
	char *const padded = malloc(s.n + IRI_PADDING);
	bool well[FORMS];
	struct iri_ref ref, other;
	struct iri_error err;

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
			LAW(status > IRI_UNCHANGED && err.status == status);
			check_error(s, &err);
		}
		/* A text that a flag accepts is accepted without the flag, too. Every IRI is an LEIRI. */
		for (unsigned bit = IRI_REQUIRE_SCHEME; bit <= IRI_FORBID_BIDI; bit <<= 1)
			LAW(!(form & bit) || !well[form] || well[form & ~bit]);
		LAW(!(form & IRI_ALLOW_LEIRI) || form & IRI_FORBID_NON_ASCII || !well[form & ~(unsigned)IRI_ALLOW_LEIRI] || well[form]);
		for (size_t i = 0; i < PADDINGS; i++) {
			for (size_t k = 0; k < IRI_PADDING; k++)
				padded[s.n + k] = behind[i][k % strlen(behind[i])];
			const struct iri_str t = {padded, s.n};
			LAW((iri_parse(t, form | IRI_PADDED, &other, &err) == IRI_OK) == well[form]);
			if (!well[form])
				continue;
			LAW(other.path.n == ref.path.n && (!s.n || other.path.p - padded == ref.path.p - s.p));
			LAW(other.host.n == ref.host.n && other.host_kind == ref.host_kind);
			LAW(other.encoded == ref.encoded && other.mapped == ref.mapped);
		}
	}
	free(padded);

	/* RFC 3986, appendix B: iri_split divides any text, and a valid reference into the components of iri_parse. */
	iri_split(s, &other);
	check_parts(s, &other);
	if (iri_parse(s, IRI_REFERENCE, &ref, &err) == IRI_OK) {
		LAW(ref.scheme.p == other.scheme.p && ref.scheme.n == other.scheme.n);
		LAW(ref.authority.p == other.authority.p && ref.authority.n == other.authority.n);
		LAW(ref.userinfo.p == other.userinfo.p && ref.userinfo.n == other.userinfo.n);
		LAW(ref.host.p == other.host.p && ref.host.n == other.host.n);
		LAW(ref.path.p == other.path.p && ref.path.n == other.path.n);
		LAW(ref.query.p == other.query.p && ref.fragment.p == other.fragment.p);
	}
}

/* The normal forms: by syntax and by scheme, each as IRI and as URI; and by scheme with NFC. */
enum { SYNTAX, SCHEME, SYNTAX_URI, SCHEME_URI, NFC, FORMS };
static bool converge(int form, struct iri_str a, struct iri_str b);

/*
 * Returns whether a mapped host is a valid domain name: ToASCII does not change it, and its decoded A-labels obey the
 * bidi rule (RFC 5893) and have none of the characters U+2260, U+226E and U+226F, which UTS #46 disallows.
 */
static bool is_well_mapped(struct iri_str host)
{
	static struct iri_buf scratch, again;
	struct iri_error err;
	char name[256], *shown = NULL;

	again.n = 0;
	if (host.n >= sizeof name || iri_host_to_ascii(NULL, host, &scratch, &again, &err) != IRI_OK ||
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

enum iri_status laws_of_mapping(unsigned way, struct iri_str s)
{
	/* The combinations of options that change the mapping */
	static struct iri_mapper mappers[WAYS_TO_URI] = {
		{.idna = true},
		{.idna = false},
		{.idna = true, .lenient = true},
		{.idna = true, .repair = true},
		{.idna = false, .repair = true},
	};
	static struct iri_mapper changing;
	static struct iri_buf out, again, mended;
	struct iri_mapper *const m = &mappers[way];
	struct iri_error err;
	struct iri_ref ref;

	/* URIs, and no other texts, stay unchanged. */
	const bool uri = iri_parse(s, IRI_FORBID_NON_ASCII, &ref, &err) == IRI_OK;
	out.n = again.n = mended.n = 0;
	const enum iri_status status = iri_to_uri(m, s, &out, &err);
	LAW(uri == (status == IRI_UNCHANGED));
	/* A change of options takes effect at the next call. */
	changing.idna = m->idna;
	changing.lenient = m->lenient;
	changing.repair = m->repair;
	LAW(iri_to_uri(&changing, s, &again, &err) == status && same(text_of(&again), text_of(&out)));
	again.n = 0;
	if (status == IRI_OK) {
		/* The result is a URI, so the mapping is idempotent. */
		LAW(iri_parse(text_of(&out), IRI_FORBID_NON_ASCII, &ref, &err) == IRI_OK);
		LAW(iri_to_uri(m, text_of(&out), &again, &err) == IRI_UNCHANGED);
	} else if (status > IRI_UNCHANGED) {
		LAW(out.n == 0 && err.status == status);
		check_error(s, &err);
	}
	if (iri_parse(s, IRI_REFERENCE | IRI_FORBID_BIDI, &ref, &err) == IRI_OK) {
		iri_repair(s, &mended, NULL);
		LAW(same(text_of(&mended), s));
		/* An IRI can be mapped unless its host is no domain name (section 3.1). */
		LAW(status <= IRI_UNCHANGED || status == IRI_BAD_HOST);
		if (status == IRI_OK && ref.mapped & 1u << IRI_HOST) {
			LAW(converge(SCHEME_URI, s, text_of(&out)));
			LAW(iri_parse(text_of(&out), IRI_FORBID_NON_ASCII, &ref, &err) == IRI_OK);
			LAW(memchr(ref.host.p, '%', ref.host.n) || is_well_mapped(ref.host));
		}
	}
	return status;
}

/*
 * Decodes encoded unreserved characters, and changes hexadecimal digits of triplets to upper case. Only these may
 * differ after a round trip (section 3.2). s is a URI.
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

/* The rules about raw characters that mislead */
#define RULE_BIT(rule) (UINT64_C(1) << RULE_##rule)
#define MISLEADING \
	(RULE_BIT(INVISIBLE) | RULE_BIT(MISLEADING_MARK) | RULE_BIT(COMPAT_CHAR) | RULE_BIT(FAKE_DELIMITER) | \
	 RULE_BIT(NOT_NFC) | RULE_BIT(BIDI_CONTROL) | RULE_BIT(UNASSIGNED_CHAR) | RULE_BIT(IPRIVATE_OUTSIDE_QUERY) | \
	 RULE_BIT(ILLEGAL_CHAR))

enum iri_status laws_of_unmapping(unsigned way, struct iri_str s)
{
	static struct iri_unmapper unmappers[WAYS_TO_IRI] = {
		{.safe = true},
		{.safe = false},
		{.safe = true, .bidi = true},
		{.safe = false, .bidi = true, .unicode_host = true},
		{.safe = true, .unicode_host = true},
	};
	static struct iri_mapper mapper = {.idna = true};
	static struct iri_unmapper changing;
	static struct iri_buf iri, uri, a, b;
	struct iri_unmapper *const m = &unmappers[way];
	struct iri_error err;
	struct iri_ref ref;

	iri.n = uri.n = 0;
	const enum iri_status status = iri_to_iri(m, s, &iri, &err);
	/* A change of options takes effect at the next call, even for text in the cache of the unmapper. */
	changing.safe = m->safe;
	changing.bidi = m->bidi;
	changing.unicode_host = m->unicode_host;
	LAW(iri_to_iri(&changing, s, &uri, &err) == status && same(text_of(&uri), text_of(&iri)));
	uri.n = 0;
	/* Raw non-ASCII characters stay. Such a host need not map to a URI. */
	LAW((status > IRI_UNCHANGED) == (iri_parse(s, IRI_FORBID_BIDI, &ref, &err) != IRI_OK));
	if (status != IRI_OK) {
		LAW(iri.n == 0);
		return status;
	}
	const struct iri_str t = text_of(&iri);
	LAW(iri_parse(t, IRI_FORBID_BIDI, &ref, &err) == IRI_OK);
	const bool uri_given = iri_parse(s, IRI_FORBID_NON_ASCII, &ref, &err) == IRI_OK;
	/*
	 * The result stays unchanged. There is one exception: for section 4.2, iri_to_iri encodes components of an IRI.
	 * The result is a new text, in which more may be decoded.
	 */
	LAW(iri_to_iri(m, t, &uri, &err) == IRI_UNCHANGED || (m->bidi && !uri_given));
	uri.n = 0;
	if (uri_given && m->safe) {
		/* Decoded characters do not mislead. */
		static struct iri_linter linter = {.enabled = MISLEADING};
		LAW(iri_lint(&linter, t) == IRI_OK && !linter.n);
	}
	if (uri_given) {
		/* iri_to_uri gives the URI back. */
		const enum iri_status back = iri_to_uri(&mapper, t, &uri, &err);
		LAW(back <= IRI_UNCHANGED);
		LAW(same(simplify(s, &a), simplify(back == IRI_OK ? text_of(&uri) : t, &b)));
	}
	return status;
}

static bool normal(int form, struct iri_str s, struct iri_buf *out)
{
	static struct iri_normalizer all[FORMS] = {
		[SYNTAX] = {.level = IRI_RUNG_SYNTAX},
		[SCHEME] = {.level = IRI_RUNG_SCHEME},
		[SYNTAX_URI] = {.level = IRI_RUNG_SYNTAX, .uri = true},
		[SCHEME_URI] = {.level = IRI_RUNG_SCHEME, .uri = true},
		[NFC] = {.level = IRI_RUNG_SCHEME, .nfc = true},
	};
	struct iri_error err;

	out->n = 0;
	const enum iri_status status = iri_normalize(&all[form], s, out, &err);
	if (status == IRI_UNCHANGED)
		iri_buf_add(out, s.p, s.n);
	return status <= IRI_UNCHANGED;
}

/* Returns whether both are valid and have the same normal form. */
static bool converge(int form, struct iri_str a, struct iri_str b)
{
	static struct iri_buf one, other;

	return normal(form, a, &one) && normal(form, b, &other) && same(text_of(&one), text_of(&other));
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
		LAW(iri_parse(t, i == SYNTAX_URI || i == SCHEME_URI ? IRI_FORBID_NON_ASCII : IRI_FORBID_BIDI, &after, &err) == IRI_OK);
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
	return true;
}

enum iri_rung laws_of_comparison(struct iri_str a, struct iri_str b)
{
	static struct iri_comparer comparer;
	struct iri_comparison ab, ba;
	struct iri_error err;
	const struct iri_str s = a;

	const enum iri_status status = iri_compare(&comparer, a, b, &ab, &err);
	LAW(iri_compare(&comparer, b, a, &ba, &err) == IRI_OK || status != IRI_OK);
	if (status != IRI_OK)
		return IRI_RUNG_NONE;
	LAW(ab.rung == ba.rung);
	LAW(ab.rung == (same(a, b)                  ? IRI_RUNG_STRING
	                : converge(SYNTAX_URI, a, b) ? IRI_RUNG_SYNTAX
	                : converge(SCHEME_URI, a, b) ? IRI_RUNG_SCHEME
	                                             : IRI_RUNG_NONE));
	return ab.rung;
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

static bool has_encoded_dot(struct iri_str s)
{
	while (s.n && !(s.p[0] == '%' && begins_with(s, ".")))
		s.p++, s.n--;
	return s.n;
}

static struct iri_str behind(struct iri_str s, size_t n)
{
	return (struct iri_str){s.p + n, s.n - n};
}

/* The algorithm of RFC 3986, section 5.2.4, step by step. Then prevents that the path becomes an authority. */
static void remove_dots_by_steps(struct iri_str in, bool authority, struct iri_buf *out)
{
	const struct iri_str root = {"/", 1};
	size_t n;

	out->n = 0;
	while (in.n) {
		const bool up = begins_with(in, "/../") || begins_with(in, "/..") == in.n;
		if ((n = begins_with(in, "../")) || (n = begins_with(in, "./"))) { /* A */
			in = behind(in, n);
		} else if ((n = begins_with(in, "/./"))) { /* B */
			in = behind(in, n - 1);
		} else if (begins_with(in, "/.") == in.n) {
			in = root;
		} else if (up) { /* C */
			n = begins_with(in, "/../");
			in = n ? behind(in, n - 1) : root;
			while (out->n && out->p[--out->n] != '/')
				continue;
		} else if (begins_with(in, ".") == in.n || begins_with(in, "..") == in.n) { /* D */
			in.n = 0;
		} else { /* E */
			const char *const slash = in.n > 1 ? memchr(in.p + 1, '/', in.n - 1) : NULL;
			n = slash ? (size_t)(slash - in.p) : in.n;
			iri_buf_add(out, in.p, n);
			in = behind(in, n);
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

bool laws_of_resolution(struct iri_str base_text, struct iri_str ref_text)
{
	static struct iri_relativizer relativizer;
	static struct iri_buf out, want, found, scratch, form;
	struct iri_ref base, ref, target;
	struct iri_error err;
	const struct iri_str s = ref_text;

	if (iri_parse(base_text, IRI_REQUIRE_SCHEME, &base, &err) != IRI_OK ||
	    iri_parse(ref_text, IRI_REFERENCE, &ref, &err) != IRI_OK)
		return false;
	base.fragment = (struct iri_str){NULL, 0};
	out.n = found.n = 0;
	LAW(iri_resolve(&base, &ref, false, &out) == IRI_OK);
	resolve_by_components(&base, &ref, &want);
	LAW(same(text_of(&out), text_of(&want)));

	LAW(iri_parse(text_of(&out), IRI_REQUIRE_SCHEME, &target, &err) == IRI_OK);
	const enum iri_status status = iri_relativize(&relativizer, &base, text_of(&out), &target, &found);
	if (status == IRI_OK) {
		/* resolve(base, relative(base, x)) = x. The reference that x was made from is not shorter. */
		LAW(iri_parse(text_of(&found), IRI_REFERENCE, &ref, &err) == IRI_OK);
		want.n = 0;
		LAW(iri_resolve(&base, &ref, false, &want) == IRI_OK && same(text_of(&out), text_of(&want)));
		/*
		 * Exceptions: a shorter reference begins with a byte order mark, which would be lost, or other software
		 * resolves it differently.
		 */
		const bool disputed =
			has_encoded_dot(base.path) || (!target.authority.p && begins_with(target.path, "/.//"));
		LAW(found.n <= ref_text.n || (ref_text.n >= 3 && !memcmp(ref_text.p, "\xEF\xBB\xBF", 3)) || disputed);
		LAW(found.n < 3 || memcmp(found.p, "\xEF\xBB\xBF", 3) != 0);
	} else {
		/* There is no reference if resolution would change the target: its path has dot segments. */
		scratch.n = 0;
		iri_remove_dots(target.path, target.authority.p, &scratch);
		LAW(status == IRI_UNREACHABLE && target.path.p[0] == '/' && !same(text_of(&scratch), target.path));
	}

	/* Equivalent references resolve to equivalent IRIs (RFC 3986, section 2.3). */
	if (normal(SYNTAX, ref_text, &form) && normal(SYNTAX, text_of(&out), &want)) {
		LAW(iri_parse(text_of(&form), IRI_REFERENCE, &ref, &err) == IRI_OK);
		scratch.n = 0;
		LAW(iri_resolve(&base, &ref, false, &scratch) == IRI_OK);
		LAW(converge(SYNTAX, text_of(&out), text_of(&scratch)));
		LAW(converge(SCHEME, text_of(&out), text_of(&scratch)));
	}
	return true;
}

/* Returns the set of rules that have a finding in s: bit n is set for rule n. */
static uint64_t ids_found(struct iri_linter *l, struct iri_str s)
{
	uint64_t ids = 0;

	LAW(iri_lint(l, s) == IRI_OK);
	for (size_t i = 0; i < l->n; i++)
		ids |= UINT64_C(1) << l->findings[i].rule;
	return ids;
}

/* With any set of enabled rules, the result of iri_fix breaks no rule that s does not break. */
static void check_mended_ids(struct iri_str s)
{
	static struct iri_linter linter;
	static struct iri_buf mended;
	struct iri_error err;
	uint64_t enabled = UINT64_MAX;

	for (int i = 0; i < 4; i++) {
		linter.enabled = enabled;
		mended.n = 0;
		if (iri_fix(&linter, s, &mended, &err) == IRI_OK)
			LAW(!(ids_found(&linter, text_of(&mended)) & ~ids_found(&linter, s)));
		/* The next set of rules: a hash of the last set and s. */
		enabled = (enabled ^ s.n << 7) * UINT64_C(0x9E3779B97F4A7C15);
		for (size_t k = 0; k < s.n; k++)
			enabled = (enabled ^ (unsigned char)s.p[k]) * UINT64_C(0x100000001B3);
		enabled |= enabled << 29;
	}
}

void laws_of_linting(struct iri_str s)
{
	static struct iri_linter linter;
	static struct iri_buf mended, again, meant[2];
	size_t n, rules;
	char text[512];
	struct iri_ref base, ref;
	struct iri_error err;

	check_mended_ids(s);
	const struct iri_rule *const rule = iri_rules(&rules);
	linter.enabled = rules < 64 ? (UINT64_C(1) << rules) - 1 : UINT64_MAX;
	LAW(iri_lint(&linter, s) == IRI_OK);
	for (size_t i = 0; i < linter.n; i++) {
		const struct iri_finding *const f = &linter.findings[i];
		LAW(f->rule < rules && f->off <= s.n && f->len <= s.n - f->off && (!i || f->off >= f[-1].off));
		n = iri_finding_text(f, text, sizeof text);
		LAW(n > 0 && n < sizeof text && is_printable(text, n) && rule[f->rule].id);
	}
	mended.n = again.n = 0;
	const enum iri_status status = iri_fix(&linter, s, &mended, &err);
	LAW(status <= IRI_UNCHANGED || iri_parse(s, IRI_FORBID_BIDI, &ref, &err) != IRI_OK);
	if (status == IRI_OK) {
		/* Relative references are equivalent if they resolve to equivalent IRIs (section 5.1). */
		const struct iri_str texts[] = {s, text_of(&mended)};
		LAW(iri_parse((struct iri_str){"http://a/b", 10}, IRI_REQUIRE_SCHEME, &base, &err) == IRI_OK);
		for (int i = 0; i < 2; i++) {
			meant[i].n = 0;
			LAW(iri_parse(texts[i], IRI_REFERENCE, &ref, &err) == IRI_OK);
			LAW(iri_resolve(&base, &ref, false, &meant[i]) == IRI_OK);
		}
		LAW(converge(NFC, text_of(&meant[0]), text_of(&meant[1])));
		LAW(iri_fix(&linter, text_of(&mended), &again, &err) == IRI_UNCHANGED);
	}
}

/* Calls the public functions for an absent string. Its pointer is NULL. */
void laws_of_absence(void)
{
	static struct iri_buf out, scratch;
	static struct iri_relativizer relativizer;
	const struct iri_str s = {NULL, 0};
	struct iri_ref ref, base;
	struct iri_error err;
	struct iri_label label;
	size_t off;

	laws_of_parsing(s);
	for (unsigned way = 0; way < WAYS_TO_URI; way++)
		LAW(laws_of_mapping(way, s) == IRI_UNCHANGED);
	for (unsigned way = 0; way < WAYS_TO_IRI; way++)
		LAW(laws_of_unmapping(way, s) == IRI_UNCHANGED);
	LAW(laws_of_normal_forms(s));
	LAW(!laws_of_resolution(s, s));
	LAW(laws_of_comparison(s, (struct iri_str){"", 0}) == IRI_RUNG_STRING);
	laws_of_linting(s);
	LAW(iri_parse((struct iri_str){"a:", 2}, IRI_REQUIRE_SCHEME, &base, &err) == IRI_OK);
	iri_split(s, &ref);
	LAW(iri_resolve(&base, &ref, false, &out) == IRI_OK && out.n == 2);
	LAW(iri_relativize(&relativizer, &base, s, &ref, &out) == IRI_UNREACHABLE);
	LAW(iri_host_to_ascii(NULL, s, &scratch, &out, &err) == IRI_BAD_HOST);
	LAW(iri_host_to_unicode(NULL, NULL, s, 0, &scratch, &out) == IRI_UNCHANGED);
	LAW(iri_label_check(s, &scratch, &label, &out) == IRI_OK && label.fault == IRI_LABEL_DISALLOWED);
	LAW(iri_count_chars(s) == 0 && iri_is_nfc(s, &scratch));
	LAW(iri_bidi_check(s, &off) == IRI_BIDI_WELL && !iri_bidi_label(s) && iri_bidi_domain(s));
	out.n = 0;
	iri_nfc(s, &out, NULL);
	iri_repair(s, &out, NULL);
	iri_remove_dots(s, true, &out);
	LAW(out.n == 0 && !out.failed);
}

/* Used for many lines at once and for single lines. The two share only the caches in these objects. */
static struct iri_mapper mapper = {.idna = true};
static struct iri_unmapper unmapper, lines_unmapper, safe_unmapper = {.safe = true};
static struct iri_unmapper bidi_unmapper = {.bidi = true, .unicode_host = true};
static struct iri_normalizer normalizer = {.level = IRI_RUNG_SCHEME};
static struct iri_normalizer uri_normalizer = {.level = IRI_RUNG_SCHEME, .uri = true};

static size_t many_lines(enum law_lines kind, const char *p, const char *end, struct iri_buf *out, size_t *lines)
{
	switch (kind) {
	case LINES_DECODED: return iri_skip_decoded(&safe_unmapper, p, end, lines);
	case LINES_URI: return iri_skip_uris(p, end, lines);
	case LINES_NORMAL: return iri_skip_normal(&normalizer, p, end, lines);
	case LINES_NORMAL_URI: return iri_skip_normal(&uri_normalizer, p, end, lines);
	case LINES_MAPPED: return iri_map_lines(&mapper, p, end, out, lines);
	default:
		lines_unmapper.safe = kind == LINES_UNMAPPED;
		lines_unmapper.bidi = lines_unmapper.unicode_host = kind == LINES_UNMAPPED_BIDI;
		return iri_unmap_lines(&lines_unmapper, p, end, out, lines);
	}
}

static enum iri_status one_line(enum law_lines kind, struct iri_str line, struct iri_buf *out)
{
	struct iri_error err;

	switch (kind) {
	case LINES_DECODED:
	case LINES_UNMAPPED: return iri_to_iri(&safe_unmapper, line, out, &err);
	case LINES_URI:
	case LINES_MAPPED: return iri_to_uri(&mapper, line, out, &err);
	case LINES_NORMAL: return iri_normalize(&normalizer, line, out, &err);
	case LINES_NORMAL_URI: return iri_normalize(&uri_normalizer, line, out, &err);
	case LINES_UNMAPPED_BIDI: return iri_to_iri(&bidi_unmapper, line, out, &err);
	default: return iri_to_iri(&unmapper, line, out, &err);
	}
}

size_t laws_of_many_lines(enum law_lines kind, struct iri_str s, size_t *lines)
{
	static struct iri_buf out, line_out;
	const char *p = s.p, *end = s.p + s.n;
	const bool skips = kind < LINES_MAPPED;
	size_t passed = 0, told;

	*lines = 0;
	while (end > p && end[-1] != '\n')
		end--;
	while (p < end) {
		iri_buf_free(&out); /* so that a sanitizer sees a write behind the reserved bytes */
		const size_t n = many_lines(kind, p, end, &out, &told);
		LAW(n <= (size_t)(end - p) && (!n || p[n - 1] == '\n'));
		size_t found = 0, at = 0;
		for (const char *line = p; line < p + n; found++) {
			const char *const eol = memchr(line, '\n', (size_t)(p + n - line));
			const struct iri_str one = {line, (size_t)(eol - line)};
			line_out.n = 0;
			const enum iri_status status = one_line(kind, one, &line_out);
			LAW(skips ? status == IRI_UNCHANGED : status <= IRI_UNCHANGED);
			const struct iri_str want = status == IRI_UNCHANGED ? one : text_of(&line_out);
			if (!skips) {
				LAW(at + want.n < out.n && same((struct iri_str){out.p + at, want.n}, want));
				LAW(out.p[at + want.n] == '\n');
				at += want.n + 1;
			}
			line = eol + 1;
		}
		LAW(found == told && at == out.n);
		passed += told;
		*lines += told + 1;
		/* Continue with the next line, as a filter does. */
		const char *const eol = memchr(p + n, '\n', (size_t)(end - p) - n);
		p = eol ? eol + 1 : end;
	}
	return passed;
}
