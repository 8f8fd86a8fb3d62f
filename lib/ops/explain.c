/* SPDX-License-Identifier: ISC */
/*
 * Explains a comparison. Looks at each component that differs as it stands, and applies rules to both: first all rules
 * for that component, then all but one, so that a rule which is not needed is left out.
 */
#include "explain.h"

#include "lib/base/str.h"
#include "lib/host/host.h"
#include "lib/syntax/path.h"
#include "lib/syntax/pct.h"
#include "lib/syntax/schemes.h"

#include <string.h>

const char *iri_cause_text(enum iri_cause cause)
{
	static const char *const texts[IRI_CAUSES] = {
		[IRI_CAUSE_SCHEME_CASE] = "case of the scheme",
		[IRI_CAUSE_HOST_CASE] = "case of the host",
		[IRI_CAUSE_HEX_CASE] = "case of hexadecimal digits",
		[IRI_CAUSE_PERCENT] = "percent-encoding",
		[IRI_CAUSE_DOTS] = "dot segments",
		[IRI_CAUSE_IDNA] = "A-labels",
		[IRI_CAUSE_EMPTY_PORT] = "empty port",
		[IRI_CAUSE_PORT] = "default port",
		[IRI_CAUSE_ROOT] = "empty path",
		[IRI_CAUSE_NAMESPACE] = "case of the namespace",
		[IRI_CAUSE_UUID] = "case of the UUID",
		[IRI_CAUSE_IPV6] = "notation of an IPv6 address",
		[IRI_CAUSE_LOCALHOST] = "localhost",
		[IRI_CAUSE_DOMAIN] = "domain of an address",
		[IRI_CAUSE_PHONE] = "notation of a telephone number",
		[IRI_CAUSE_URN_QUERY] = "r- or q-component",
	};

	return (unsigned)cause < IRI_CAUSES ? texts[cause] : NULL;
}

void iri_causes_free(struct iri_causes *w)
{
	iri_buf_free(&w->forms[0]);
	iri_buf_free(&w->forms[1]);
	iri_buf_free(&w->changed);
	iri_buf_free(&w->scratch);
}

/* Changes the letters in percent-encoded octets to upper case. */
static void hex_to_upper(char *p, size_t n)
{
	for (char *const end = p + n; p < end; p++)
		if (*p == '%' && iri_is_pct(p, end)) {
			p[1] = (char)(p[1] >= 'a' ? p[1] - 'a' + 'A' : p[1]);
			p[2] = (char)(p[2] >= 'a' ? p[2] - 'a' + 'A' : p[2]);
			p += 2;
		}
}

/* Appends a host that is not ASCII, or is percent-encoded, with A-labels; or as it is, if it is no domain name. */
static void explain_add_ascii(struct iri_causes *w, struct iri_str host, struct iri_buf *out)
{
	enum iri_status status = IRI_BAD_HOST;
	struct iri_error err;

	if (!iri_is_ascii(host) || memchr(host.p, '%', host.n))
		status = iri_host_add_ascii(NULL, host, &w->scratch, out, &err);
	if (status == IRI_BAD_HOST)
		iri_buf_add(out, host.p, host.n);
	out->failed = out->failed || status == IRI_NO_MEMORY;
}

/* Changes the case of a component that is not empty, by the rules that have a bit in `rules`. */
static void change_case(struct iri_buf *out, unsigned rules)
{
	char *const end = out->p + out->n, *const colon = out->p + (iri_find_byte(out->p, end, ':') - out->p);

	if (rules & 1u << IRI_CAUSE_HEX_CASE)
		hex_to_upper(out->p, out->n);
	if (rules & 1u << IRI_CAUSE_HOST_CASE)
		iri_pct_lower(out->p, out->n);
	if (rules & 1u << IRI_CAUSE_NAMESPACE)
		iri_pct_lower(out->p, (size_t)(colon - out->p));
	if (rules & 1u << IRI_CAUSE_UUID)
		iri_pct_lower(colon, (size_t)(end - colon));
}

/* Writes a component to `out`, after the rules that have a bit in `rules`. */
static void apply(struct iri_causes *w, const struct iri_ref *ref, enum iri_component c, unsigned rules,
                  struct iri_buf *out)
{
	struct iri_str part = iri_part(ref, c);

	part = iri_present(part);
	out->n = w->changed.n = 0;
	if (rules & 1u << IRI_CAUSE_PERCENT)
		iri_pct_decode_needless(out, part, true);
	else
		iri_buf_add(out, part.p, part.n);
	if (out->n)
		change_case(out, rules);
	const bool dots = rules & 1u << IRI_CAUSE_DOTS && iri_is_hierarchical(ref);
	const bool idna = rules & 1u << IRI_CAUSE_IDNA && ref->host_kind == IRI_HOST_NAME;
	if (dots)
		iri_remove_dots(iri_contents(out), ref->authority.p, &w->changed);
	if (idna)
		explain_add_ascii(w, iri_contents(out), &w->changed);
	if (dots || idna) {
		out->n = 0;
		iri_buf_add(out, w->changed.p, w->changed.n);
	}
	if (rules & 1u << IRI_CAUSE_ROOT && !out->n && ref->authority.p)
		iri_buf_putc(out, '/');
}

/* Whether a component of two references is equal after the rules. */
static bool equal_after(struct iri_causes *w, const struct iri_ref refs[2], enum iri_component c, unsigned rules)
{
	for (int i = 0; i < 2; i++)
		apply(w, &refs[i], c, rules, &w->forms[i]);
	return iri_same(iri_contents(&w->forms[0]), iri_contents(&w->forms[1]));
}

/* Returns the rules that make two ports equal, one of which is absent or empty. */
static unsigned causes_of_port(struct iri_str a, struct iri_str b)
{
	return 1u << (a.n || b.n ? IRI_CAUSE_PORT : IRI_CAUSE_EMPTY_PORT);
}

/* Returns the rules that can make a component equal, but for those that cause_alone() returns. */
static unsigned causes_of(const struct iri_ref *ref, enum iri_component c)
{
	const unsigned anywhere = 1u << IRI_CAUSE_HEX_CASE | 1u << IRI_CAUSE_PERCENT;

	if (c == IRI_SCHEME)
		return 1u << IRI_CAUSE_SCHEME_CASE;
	if (c == IRI_HOST)
		return anywhere | 1u << IRI_CAUSE_HOST_CASE | 1u << IRI_CAUSE_IDNA;
	if (c != IRI_PATH)
		return anywhere;
	const unsigned urn = iri_scheme_has(ref->scheme, SCHEME_NID) ? 1u << IRI_CAUSE_NAMESPACE | 1u << IRI_CAUSE_UUID
	                                                             : 0;
	return anywhere | 1u << IRI_CAUSE_DOTS | 1u << IRI_CAUSE_ROOT | urn;
}

/* Returns the rule of a scheme that makes a component equal alone, where those of causes_of() do not. */
static unsigned cause_alone(const struct iri_ref *ref, enum iri_component c)
{
	if (c == IRI_HOST)
		return 1u << (ref->host_kind == IRI_HOST_IPV6 ? IRI_CAUSE_IPV6 : IRI_CAUSE_LOCALHOST);
	if (c == IRI_QUERY)
		return 1u << IRI_CAUSE_URN_QUERY;
	return 1u << (iri_scheme_has(ref->scheme, SCHEME_PHONE) ? IRI_CAUSE_PHONE : IRI_CAUSE_DOMAIN);
}

bool iri_causes_find(struct iri_causes *w, const struct iri_ref refs[2], unsigned *causes)
{
	*causes = 0;
	for (enum iri_component c = IRI_SCHEME; c <= IRI_FRAGMENT; c++) {
		const struct iri_str a = iri_part(&refs[0], c), b = iri_part(&refs[1], c);
		unsigned rules = causes_of(&refs[0], c);
		if (iri_same(a, b))
			continue;
		if (c == IRI_PORT)
			rules = causes_of_port(a, b);
		else if (c != IRI_SCHEME && (!a.p || !b.p || !equal_after(w, refs, c, rules)))
			rules = cause_alone(&refs[0], c);
		else if (c != IRI_SCHEME)
			for (unsigned bit = 1u << IRI_CAUSES; bit >>= 1;)
				if (rules & bit && equal_after(w, refs, c, rules & ~bit))
					rules &= ~bit;
		*causes |= rules;
	}
	return !w->forms[0].failed && !w->forms[1].failed && !w->changed.failed && !w->scratch.failed;
}

size_t iri_place_of(const struct iri_ref *ref, enum iri_component c)
{
	const struct iri_str part = iri_part(ref, c), path = ref->path;
	const char *p = part.p;

	if (!p && c == IRI_USERINFO && ref->authority.p)
		p = ref->authority.p;
	else if (!p && c < IRI_PATH)
		p = path.p; /* of a port after a host, or of an authority */
	else if (!p)
		p = c == IRI_FRAGMENT && ref->query.p ? ref->query.p + ref->query.n : path.p + path.n;
	return (size_t)(p - ref->text.p);
}

/*
 * Returns what is compared of the octet at p: its value, plus 256 if it is percent-encoded and not equivalent to the
 * character itself. Sets *len to its length in bytes.
 */
static unsigned octet_at(const char *p, const char *end, bool ignore_case, size_t *len)
{
	const unsigned octet = iri_octet_at(p, end, len);

	if (*len > 1 && octet < 0x80 && !iri_is_needless(octet))
		return octet + 256;
	return ignore_case && octet < 0x80 ? (unsigned char)iri_lower((char)octet) : octet;
}

void iri_find_difference(const struct iri_str parts[2], bool ignore_case, size_t off[2])
{
	size_t at[2] = {0, 0}, len[2];

	off[0] = off[1] = 0;
	while (at[0] < parts[0].n && at[1] < parts[1].n) {
		unsigned octets[2];
		for (int i = 0; i < 2; i++) {
			const char *const p = parts[i].p;
			octets[i] = octet_at(p + at[i], p + parts[i].n, ignore_case, &len[i]);
		}
		/* A character begins here, or goes on. */
		for (int i = 0; i < 2; i++)
			if (!(octets[i] >= 0x80 && octets[i] < 0xC0))
				off[i] = at[i];
		if (octets[0] != octets[1])
			return;
		at[0] += len[0];
		at[1] += len[1];
	}
	off[0] = at[0];
	off[1] = at[1];
}
