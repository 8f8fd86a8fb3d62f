/* SPDX-License-Identifier: ISC */
/* Conversion of URIs to IRIs (section 3.2). unmap.c decodes the components. */
#include "unmap.h"

#include "lib/host/bidi.h"
#include "lib/host/host.h"
#include "lib/host/hostcache.h"
#include "lib/link/totext.h"
#include "lib/syntax/dns_names.h"
#include "lib/syntax/parse.h"
#include "lib/syntax/schemes.h"
#include "lib/unicode/combining_marks.h"
#include "lib/unicode/unicode.h"
#include "lib/unicode/utf8.h"

#include <stdlib.h>
#include <string.h>

const char *iri_escape_reason_text(enum iri_escape_reason why)
{
	switch (why) {
	case IRI_ESCAPED_NOT: return "decoded";
	case IRI_ESCAPED_RESERVED: return "reserved, so it would mean something else if decoded";
	case IRI_ESCAPED_EXCLUDED: return "not allowed in a URI";
	case IRI_ESCAPED_UTF8: return "not UTF-8";
	case IRI_ESCAPED_GRAMMAR: return "not allowed in an IRI here (rule 1)";
	case IRI_ESCAPED_BIDI: return "a bidi control (rule 2)";
	case IRI_ESCAPED_INVISIBLE: return "a separator, a control, or invisible here (rule 3)";
	case IRI_ESCAPED_UNASSIGNED: return "not assigned in this version of Unicode (rule 4)";
	case IRI_ESCAPED_NFC: return "not in NFC, or a mark without a letter (rule 5)";
	case IRI_ESCAPED_MARK:
		return "in a sequence with a mark that is invisible or makes its letter look like another (rule 5)";
	case IRI_ESCAPED_LOOK_ALIKE: return "looks like other characters (rule 6)";
	case IRI_ESCAPED_HOST: return "in a domain name, where it would map to an A-label";
	case IRI_ESCAPED_COMPONENT:
	case IRI_ENCODED_COMPONENT: return "in a component that mixes directions";
	case IRI_ESCAPED_TEXT:
	case IRI_ENCODED_TEXT: return "in running text, the link would end before it";
	}
	return "";
}

struct iri_unmapper *iri_unmapper_new(const struct iri_unmap_options *options)
{
	struct iri_unmapper *u = calloc(1, sizeof *u);

	if (u && options) {
		u->options = *options;
		u->padded = options->padded ? IRI_PADDED : 0u;
		u->quick = options->padded && !options->bidi && iri_can_unmap_plain();
		u->escaped = options->escaped;
		u->refused = options->refused;
		u->arg = options->arg;
	}
	return u;
}

void iri_unmapper_free(struct iri_unmapper *u)
{
	if (!u)
		return;
	iri_buf_free(&u->result);
	iri_buf_free(&u->iri);
	iri_buf_free(&u->encoded);
	iri_buf_free(&u->host);
	iri_buf_free(&u->scratch);
	iri_hosts_free(u->to_unicode);
	free(u);
}

/*
 * Converts each part of a component by itself, for the option bidi. Percent-encodes the non-ASCII characters of a part
 * that breaks section 4.2. To find out, converts the part without reports first.
 */
static void convert_parts(struct iri_pass *ps, struct iri_str s)
{
	const char *p = s.p, *const end = p + s.n;
	const enum iri_escape_reason keep_all = ps->keep_all;

	for (;;) {
		const size_t before = ps->out->n;
		size_t off, delimiter;
		const char *const stop = iri_bidi_part(p, end, ps->where, &delimiter);
		const struct iri_str text = iri_between(p, stop);
		ps->quiet = true;
		iri_pass_convert(ps, text);
		if (ps->out->failed)
			break;
		if (iri_bidi_check(iri_added(ps->out, before), &off) != IRI_BIDI_WELL)
			ps->keep_all = IRI_ESCAPED_COMPONENT;
		if (ps->keep_all != keep_all || ps->m->escaped) {
			ps->out->n = before;
			ps->quiet = false;
			iri_pass_convert(ps, text);
		}
		ps->keep_all = keep_all;
		if (!delimiter)
			break;
		iri_buf_putc(ps->out, delimiter == 1 ? *stop : '.');
		p = stop + delimiter;
	}
	ps->quiet = false;
}

/* What refused() needs to report a label of a domain name. */
struct refusals {
	const struct iri_pass *ps;
	struct iri_str host;  /* in the input */
	const char *converted; /* the same, or NULL if it is in m->host, where an offset is none in the input */
};

/* Calls m->refused for a label of a domain name. */
static void refused(void *arg, struct iri_str label, const struct iri_refusal *r)
{
	const struct refusals *at = arg;
	const size_t off = (size_t)(at->host.p - at->ps->start);

	at->ps->m->refused(at->ps->m->arg, at->converted ? off + (size_t)(label.p - at->converted) : off, r);
}

/* Calls m->refused for each label of a host that begins with "xn--", since its scheme may use no domain names. */
static void refuse_labels(const struct iri_pass *ps, struct iri_str host)
{
	const struct iri_refusal r = {.why = IRI_REFUSED_SCHEME};
	struct refusals at = {ps, host, host.p};
	size_t len = 1;

	for (const char *p = host.p, *const end = p + host.n; len; p += len) {
		const struct iri_str label = iri_between(p, iri_label_end(p, end, &len));
		if (iri_has_ace_prefix(label))
			refused(&at, label, &r);
		p += label.n;
	}
}

/* Takes a host, which begins at byte `from` of the output, from there to m->host. Returns it. */
static struct iri_str take_host(struct iri_pass *ps, size_t from)
{
	struct iri_unmapper *m = ps->m;

	iri_buf_clear(&m->host);
	iri_buf_add(&m->host, ps->out->p + from, ps->out->n - from);
	ps->out->failed = ps->out->failed || m->host.failed;
	ps->out->n = from;
	return iri_contents(&m->host);
}

/*
 * Converts a domain name. Its encoded non-ASCII characters stay encoded, since iri_to_uri maps raw ones to A-labels.
 * With the option unicode_host, shows A-labels as U-labels. Out of memory, sets ps->out->failed or m->scratch.failed.
 */
static void convert_domain(struct iri_pass *ps, struct iri_str host)
{
	struct iri_unmapper *m = ps->m;
	const size_t before = ps->out->n;
	const unsigned options = (m->options.bidi ? IRI_HOST_BIDI : 0u) | (m->options.decode_all ? 0u : IRI_HOST_SAFE);
	const bool encoded = iri_has_percent(host), report = m->options.unicode_host && m->refused;
	struct iri_str name = host;

	ps->keep_all = IRI_ESCAPED_HOST;
	if (encoded && report) {
		ps->quiet = true;
		iri_pass_convert(ps, host);
		ps->quiet = false;
		name = take_host(ps, before);
	}
	struct refusals at = {ps, host, encoded ? NULL : host.p};
	if (report && !ps->out->failed && !iri_host_refusals(name, options, &m->scratch, refused, &at))
		ps->out->failed = true;
	if (encoded) {
		iri_pass_convert(ps, host);
		name = m->options.unicode_host ? take_host(ps, before) : name;
	}
	ps->keep_all = IRI_ESCAPED_NOT;
	if (m->options.unicode_host && !ps->out->failed)
		iri_host_add_unicode(iri_hosts_open(&m->to_unicode), NULL, name, options, &m->scratch, ps->out);
	else if (!encoded)
		iri_buf_add(ps->out, host.p, host.n);
}

/* Converts the path of an acct IRI, with this host in it. */
static void convert_account(struct iri_pass *ps, struct iri_str path, struct iri_str host)
{
	void (*const convert)(struct iri_pass *ps, struct iri_str s) =
		ps->m->options.bidi ? convert_parts : iri_pass_convert;

	convert(ps, iri_between(path.p, host.p));
	convert_domain(ps, host);
	convert(ps, iri_between(host.p + host.n, path.p + path.n));
}

/* Appends the text from p to end. padded: as for iri_copy. */
static inline void toiri_add(struct iri_buf *out, const char *p, const char *end, bool padded)
{
	char *const to = iri_buf_reserve(out, (size_t)(end - p) + IRI_COPY_SLACK);

	if (to)
		out->n = (size_t)(iri_copy(to, p, end, padded) - out->p);
}

/* Returns the components of ref that may change, as bits 1u << component. */
IRI_INLINE unsigned changeable(const struct iri_unmapper *u, const struct iri_ref *ref)
{
	const unsigned host = 1u << IRI_HOST;
	unsigned todo = ref->encoded | (u->options.bidi ? ref->mapped : 0);

	if (u->options.unicode_host) {
		todo |= iri_may_have_ace(ref->host, false, u->padded) ? host : 0;
		todo |= !ref->authority.p && iri_account_host(ref).n ? 1u << IRI_PATH : 0;
	}
	return ref->host_kind == IRI_HOST_NAME ? todo : todo & ~host;
}

/*
 * Appends the IRI for ref. todo: the components that may change, as changeable returns them. Out of memory, appends
 * nothing and returns false.
 */
IRI_NOINLINE bool unmap(struct iri_unmapper *m, const struct iri_ref *ref, unsigned todo, struct iri_buf *out)
{
	const struct iri_str s = ref->text;
	const bool domain = todo & 1u << IRI_HOST && iri_scheme_has(ref->scheme, SCHEME_DOMAIN);
	const size_t before = out->n;
	const char *p = s.p;
	struct iri_pass ps;

	m->scratch.failed = false;
	iri_pass_begin(&ps, m, out, s.p, true);
	if (!ref->query.p)
		todo &= ~(1u << IRI_QUERY);
	if (!ref->fragment.p)
		todo &= ~(1u << IRI_FRAGMENT);
	for (; todo; todo &= todo - 1) {
		const enum iri_component c = (enum iri_component)iri_lowest_bit(todo);
		struct iri_str part = iri_part(ref, c), account = {0};
		if (!part.p)
			continue; /* an absent userinfo or host */
		if (c == IRI_PATH && !ref->authority.p)
			account = iri_account_host(ref);
		if (c > IRI_HOST && !m->options.bidi && !account.n) {
			const char *const percent = iri_find_byte(part.p, part.p + part.n, '%');
			if (percent == part.p + part.n)
				continue; /* only iri_lines_next thought that this component has one */
			/* Of the text before, only an ASCII character that a mark would combine with matters. */
			if (percent > part.p && (unsigned char)percent[-1] < 0x80)
				part = iri_between(percent - 1, part.p + part.n);
		}
		toiri_add(out, p, part.p, m->padded);
		ps.where = c;
		if (c == IRI_HOST && !domain && m->options.unicode_host && m->refused)
			refuse_labels(&ps, part);
		if (c == IRI_HOST && domain)
			convert_domain(&ps, part);
		else if (account.n)
			convert_account(&ps, part, account);
		else if (m->options.bidi)
			convert_parts(&ps, part);
		else
			iri_pass_convert(&ps, part);
		p = part.p + part.n;
	}
	if (p < s.p + s.n)
		toiri_add(out, p, s.p + s.n, m->padded);
	if (!out->failed && !m->scratch.failed)
		return true;
	out->n = before;
	return false;
}

/*
 * Whether unmap_quick can convert ref. Only the path, query and fragment may change, and A-labels; the rules for the
 * components after the authority are the same but for private use, and the delimiters between them combine with
 * nothing.
 */
IRI_INLINE bool is_quick(const struct iri_unmapper *u, const struct iri_ref *ref)
{
	const unsigned tail = 1u << IRI_PATH | 1u << IRI_QUERY | 1u << IRI_FRAGMENT;

	return u->quick && !(ref->encoded & ~tail) && !ref->mapped && (ref->authority.p || !ref->scheme.p);
}

/* Does what unmap does, for the rest of a reference, from p on, for which iri_unmap_plain stopped there. */
IRI_NOINLINE bool unmap_rest(struct iri_unmapper *m, const struct iri_ref *ref, const char *p, struct iri_buf *out,
                             size_t from)
{
	struct iri_pass ps;

	iri_pass_begin(&ps, m, out, ref->text.p, true);
	ps.where = IRI_PATH;
	ps.query = ref->query;
	iri_pass_resume(&ps, p, ref->text.p + ref->text.n, from);
	return !out->failed && !m->scratch.failed;
}

/* Converts ref up to the end of its host, which may have A-labels. */
IRI_INLINE bool unmap_host(struct iri_unmapper *m, const struct iri_ref *ref, struct iri_buf *out)
{
	const unsigned options = m->options.decode_all ? 0 : IRI_HOST_SAFE;

	toiri_add(out, ref->text.p, ref->host.p, true);
	iri_host_add_unicode(iri_hosts_open(&m->to_unicode), NULL, ref->host, options, &m->scratch, out);
	return !out->failed && !m->scratch.failed;
}

/* Does what unmap does, if is_quick. */
IRI_INLINE bool unmap_quick(struct iri_unmapper *m, const struct iri_ref *ref, struct iri_buf *out, bool has_ace)
{
	const char *const end = ref->text.p + ref->text.n, *p = ref->text.p;
	const size_t before = out->n;

	m->scratch.failed = false;
	if (has_ace) {
		if (!unmap_host(m, ref, out)) {
			out->n = before;
			return false;
		}
		p = ref->host.p + ref->host.n;
		if (!ref->encoded) {
			toiri_add(out, p, end, true);
			p = end;
		}
	}
	if (p == end && !out->failed)
		return true;
	const size_t from = out->n;
	char *to = iri_buf_reserve(out, (size_t)(end - p) + IRI_PLAIN_SLACK);
	if (to) {
		p = iri_unmap_plain(m, p, end, &to);
		out->n = (size_t)(to - out->p);
		if (p == end || unmap_rest(m, ref, p, out, from))
			return true;
	}
	out->n = before;
	return false;
}

/* Writes the IRI for ref to u->iri, encodes it for text, and appends it. Returns an error as iri_to_text does. */
static enum iri_status unmap_for_text(struct iri_unmapper *u, const struct iri_ref *ref, struct iri_buf *out,
                                      struct iri_error *err)
{
	struct iri_str iri = ref->text;
	const unsigned todo = changeable(u, ref);

	iri_buf_clear(&u->iri);
	if (todo && !unmap(u, ref, todo, &u->iri))
		return iri_no_memory(err);
	if (todo)
		iri = iri_unless_same(&u->iri, ref->text);
	const enum iri_status status = iri_to_text(ref->text, &iri, &u->encoded, u->escaped, u->arg, err);
	if (status != IRI_OK)
		return status;
	iri_buf_add(out, iri.p, iri.n);
	return out->failed ? iri_no_memory(err) : IRI_OK;
}

enum iri_status iri_add_iri(struct iri_unmapper *u, const struct iri_ref *ref, struct iri_buf *out,
                            struct iri_error *err)
{
	struct iri_error ignored;

	err = iri_present_error(err, &ignored);
	if (u->options.for_text)
		return unmap_for_text(u, ref, out, err);
	if (is_quick(u, ref)) {
		const bool has_ace = u->options.unicode_host && iri_may_have_ace(ref->host, false, true);
		if (!has_ace)
			return unmap_quick(u, ref, out, false) ? IRI_OK : iri_no_memory(err);
		if (!u->refused && ref->host_kind == IRI_HOST_NAME && iri_scheme_has(ref->scheme, SCHEME_DOMAIN))
			return unmap_quick(u, ref, out, true) ? IRI_OK : iri_no_memory(err);
	}
	return unmap(u, ref, changeable(u, ref), out) ? IRI_OK : iri_no_memory(err);
}

enum iri_status iri_to_iri(struct iri_unmapper *u, struct iri_str uri, struct iri_str *iri, struct iri_error *err)
{
	struct iri_error ignored;
	struct iri_ref ref;

	err = iri_present_error(err, &ignored);
	*iri = uri;
	const enum iri_status status = iri_parse(uri, IRI_REFERENCE | IRI_FORBID_BIDI | u->padded, &ref, err);
	if (status != IRI_OK || iri_is_own_iri(u, &ref, u->padded))
		return status;
	iri_buf_clear(&u->result);
	const enum iri_status done = iri_add_iri(u, &ref, &u->result, err);
	if (done == IRI_OK)
		*iri = iri_unless_same(&u->result, uri);
	return done;
}
