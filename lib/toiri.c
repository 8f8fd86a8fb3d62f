/* SPDX-License-Identifier: ISC */
/*
 * Conversion of URIs to IRIs (section 3.2). Each component goes through once, unit by unit; what stays
 * encoded because of a later neighbour is taken back from the output and written again.
 */
#include "chars.h"
#include "iri.h"
#include "pct.h"
#include "scheme.h"
#include "toiri.h"
#include "utf8.h"

#include <string.h>

const char *iri_kept_text(enum iri_kept why)
{
	switch (why) {
	case IRI_KEPT_NOT: return "decoded";
	case IRI_KEPT_RESERVED: return "reserved: decoded it would mean something else";
	case IRI_KEPT_EXCLUDED: return "not allowed in a URI";
	case IRI_KEPT_UTF8: return "not UTF-8";
	case IRI_KEPT_GRAMMAR: return "not allowed in an IRI here (rule 1)";
	case IRI_KEPT_BIDI: return "a bidi control (rule 2)";
	case IRI_KEPT_INVISIBLE: return "a separator, a control, or invisible here (rule 3)";
	case IRI_KEPT_UNASSIGNED: return "not assigned in this version of Unicode (rule 4)";
	case IRI_KEPT_NFC: return "would not be in NFC, or not combine (rule 5)";
	case IRI_KEPT_LOOK_ALIKE: return "looks like other characters (rule 6)";
	case IRI_KEPT_HOST: return "in a domain name, which maps to A-labels";
	case IRI_KEPT_COMPONENT: return "in a component that mixes directions (--bidi)";
	}
	return "";
}

void iri_unmapper_release(struct iri_unmapper *m)
{
	iri_buf_free(&m->host);
	iri_buf_free(&m->scratch);
	iri_hosts_free(m->to_unicode);
	m->to_unicode = NULL;
}

/* One character of the input, as itself or percent-encoded; or one octet that is part of none. */
struct unit {
	const char *p;
	size_t len;           /* in bytes of the input */
	uint32_t ch;
	bool encoded, octet;  /* octet: encoded, and not UTF-8; ch is the octet */
};

static inline struct unit next_unit(const char *p, const char *end)
{
	struct unit u = {.p = p, .len = 1, .ch = (unsigned char)*p};
	char octets[4];
	size_t n = 0, want;

	if (u.ch != '%') {
		if (u.ch >= 0x80)
			u.len = iri_utf8_decode(p, end, &u.ch); /* well-formed, for it was parsed */
		return u;
	}
	u.encoded = true;
	u.len = 3;
	u.ch = iri_triplet_octet(p);
	if (u.ch < 0x80)
		return u;
	/* Most are of a kind for which only the trailing octets need a look. */
	if (iri_plain_length[u.ch] == 3 && end - p >= 9 && p[3] == '%' && p[6] == '%') {
		const unsigned second = iri_triplet_octet(p + 3), third = iri_triplet_octet(p + 6);
		if (second >= iri_plain_second[u.ch] && iri_is_trail((unsigned char)second) && iri_is_trail((unsigned char)third)) {
			u.ch = (u.ch & 0x0F) << 12 | (second & 0x3F) << 6 | (third & 0x3F);
			u.len = 9;
			return u;
		}
	}
	if (iri_plain_length[u.ch] == 2 && end - p >= 6 && p[3] == '%') {
		const unsigned second = iri_triplet_octet(p + 3);
		if (second >= iri_plain_second[u.ch] && iri_is_trail((unsigned char)second)) {
			u.ch = (u.ch & 0x1F) << 6 | (second & 0x3F);
			u.len = 6;
			return u;
		}
	}
	want = u.ch < 0xE0 ? 2 : u.ch < 0xF0 ? 3 : 4;
	do {
		octets[n++] = (char)iri_triplet_octet(p);
		p += 3;
	} while (n < want && p < end && *p == '%');
	n = iri_utf8_decode(octets, octets + n, &u.ch);
	if (n)
		u.len = 3 * n;
	else {
		u.octet = true;
		u.ch = (unsigned char)octets[0];
	}
	return u;
}

/* One component, or part of one, on its way through. */
struct pass {
	struct iri_unmapper *m;
	struct iri_buf *out;
	const char *start; /* of the whole reference, or of the component, for offsets */
	bool whole;        /* it is the reference's */
	enum iri_component where;
	enum iri_kept all; /* if not IRI_KEPT_NOT, why all that is beyond ASCII stays encoded */
	bool quiet;        /* nobody is told of what is kept */

	/* What stands before: */
	bool base;          /* a character that a mark could combine with */
	uint32_t ch;        /* that character */
	const char *seq;    /* in the input, the first character of its combining sequence */
	size_t seq_out;     /* and in the output */
	struct unit joiner; /* if p is not NULL, a joiner just decoded, right before the sequence */
};

/* Writes a unit that stays encoded. Octets were decoded and are encoded again, ASCII was not (step 2). */
static void write_kept(struct pass *ps, const struct unit *u, enum iri_kept why)
{
	char octets[4] = {(char)u->ch};

	if (u->ch < 0x80)
		iri_buf_add(ps->out, u->p, u->len);
	else
		iri_pct_encode(ps->out, (struct iri_str){octets, u->octet ? 1 : iri_utf8_encode(u->ch, octets)});
	if (ps->m->kept && !ps->quiet)
		ps->m->kept(ps->m->kept_arg, (size_t)(u->p - ps->start), u->len, u->ch, why);
	ps->base = false;
	ps->joiner.p = NULL;
}

/* Keeps a unit encoded, and with it a joiner that would join nothing then. */
static void keep(struct pass *ps, const struct unit *u, enum iri_kept why)
{
	if (ps->joiner.p && ps->joiner.p + ps->joiner.len == u->p && ps->joiner.encoded) {
		const struct unit joiner = ps->joiner;
		ps->out->n -= 3; /* its length in UTF-8 */
		write_kept(ps, &joiner, IRI_KEPT_INVISIBLE);
	}
	write_kept(ps, u, why);
}

/* Writes a character. convert has made room for it: there is never more output than input. */
static inline void write_char(struct pass *ps, const struct unit *u)
{
	ps->out->n += iri_utf8_encode(u->ch, ps->out->p + ps->out->n);
	ps->ch = u->ch;
}

/* Writes a character that begins a combining sequence. */
static inline void begin(struct pass *ps, const struct unit *u)
{
	if (!ps->joiner.p || ps->joiner.p + ps->joiner.len != u->p)
		ps->joiner.p = NULL;
	ps->seq = u->p;
	ps->seq_out = ps->out->n;
	/* Marks don't combine with a delimiter: that would be hard to see, and to tell from another character. */
	ps->base = u->ch >= 0x80 || (iri_byte_class((char)u->ch) & (CHAR_ALPHA | CHAR_DIGIT));
	write_char(ps, u);
}

/* Why an encoded unit stays so, by itself; and whether it extends the one before, encoded or not. */
static inline struct iri_char look(const struct pass *ps, const struct unit *u)
{
	struct iri_char c = {IRI_KEPT_NOT, false};

	if (u->octet)
		c.kept = IRI_KEPT_UTF8;
	else if (u->ch == BOM && u->p == ps->start && ps->whole)
		c.kept = IRI_KEPT_INVISIBLE; /* it would be taken for the signature of a file (RFC 3629, section 6) */
	else if (u->ch >= 0x80)
		c = iri_unmap_look(ps->m, u->ch, ps->where);
	else if (!(iri_byte_class((char)u->ch) & CHAR_UNRESERVED))
		c.kept = iri_byte_class((char)u->ch) & CHAR_EXCLUDED ? IRI_KEPT_EXCLUDED : IRI_KEPT_RESERVED;
	if (!c.kept && u->ch >= 0x80)
		c.kept = ps->all;
	if (!u->encoded)
		c.kept = IRI_KEPT_NOT;
	return c;
}

/*
 * Rule 5: a combining sequence whose base is written already goes on at p. Writes the rest of it; if the whole
 * is not in NFC, writes it again with all its encoded characters encoded. Returns where it ends.
 */
static const char *extend(struct pass *ps, const char *p, const char *end)
{
	const char *seq = ps->seq;

	while (p < end) {
		const struct unit u = next_unit(p, end);
		const struct iri_char c = look(ps, &u);
		if (!c.extends || c.kept)
			break;
		write_char(ps, &u);
		p += u.len;
	}
	const struct iri_str text = {ps->out->p + ps->seq_out, ps->out->n - ps->seq_out};
	if (ps->out->failed || iri_is_nfc(text, &ps->m->scratch))
		return p;

	ps->out->n = ps->seq_out;
	while (seq < p) {
		const struct unit u = next_unit(seq, end);
		if (u.encoded) {
			keep(ps, &u, IRI_KEPT_NFC);
		} else {
			write_char(ps, &u);
			ps->base = true;
		}
		seq += u.len;
	}
	return p;
}

/* Whether what follows at p will be there to be joined. */
static bool joins_next(const struct pass *ps, const char *p, const char *end)
{
	if (p == end)
		return false;
	const struct unit next = next_unit(p, end);
	return !next.octet && next.ch != VS16 && iri_char_joins(next.ch) && !look(ps, &next).kept;
}

/* One component or part of one; s is part of the input. */
static void convert(struct pass *ps, struct iri_str s)
{
	const char *p = s.p, *end = p + s.n;

	ps->base = false;
	ps->joiner.p = NULL;
	if (!iri_buf_reserve(ps->out, s.n + 4))
		return;
	while (p < end) {
		if ((unsigned char)*p < 0x80 && *p != '%') {
			/* a run of plain ASCII, of which only the last character matters to what follows */
			const char *run = p;
			do
				p++;
			while (p < end && (unsigned char)*p < 0x80 && *p != '%');
			iri_buf_add(ps->out, run, (size_t)(p - 1 - run));
			const struct unit last = {.p = p - 1, .len = 1, .ch = (unsigned char)p[-1]};
			begin(ps, &last);
			continue;
		}
		const struct unit u = next_unit(p, end);
		if (!u.encoded && ps->all == IRI_KEPT_COMPONENT) {
			/* the one case in which output grows */
			iri_pct_encode(ps->out, (struct iri_str){u.p, u.len});
			p += u.len;
			if (!iri_buf_reserve(ps->out, (size_t)(end - p) + 4))
				return;
			continue;
		}
		const struct iri_char c = look(ps, &u);
		enum iri_kept why = c.kept;

		if (why == IRI_KEPT_INVISIBLE && ps->base && !ps->all) {
			/* rule 3: two kinds are visible in their effect on their neighbours */
			if ((u.ch == ZWJ || u.ch == ZWNJ) && iri_char_joins(ps->ch) &&
			    joins_next(ps, p + u.len, end)) {
				begin(ps, &u);
				ps->joiner = u;
				p += u.len;
				continue;
			}
			if ((u.ch == VS15 || u.ch == VS16) && iri_char_is_symbol(ps->ch)) {
				write_char(ps, &u);
				p += u.len;
				continue;
			}
		}
		if (!why && c.extends && ps->base) {
			p = extend(ps, p, end);
			continue;
		}
		if (!why && c.extends && u.encoded)
			why = IRI_KEPT_NFC; /* nothing there to combine with */
		if (why) {
			keep(ps, &u, why);
		} else {
			begin(ps, &u);
			/* A mark of the input behind a triplet combines with its last digit, and so would others with it. */
			if (c.extends)
				ps->base = false;
		}
		p += u.len;
	}
}

void iri_unmap_component(struct iri_unmapper *m, enum iri_component where, struct iri_str s, struct iri_buf *out)
{
	struct pass ps = {.m = m, .out = out, .start = s.p, .where = where};

	if (s.n)
		convert(&ps, s);
}

/* The length of the delimiter at p, or 0. One may be encoded: "." is unreserved, so "%2E" means the same. */
static size_t delimiter_at(const char *p, const char *end, const char *delimiters)
{
	if (end - p >= 3 && *p == '%')
		return iri_triplet_octet(p) == '.' && strchr(delimiters, '.') ? 3 : 0;
	return (unsigned char)*p < 0x80 && strchr(delimiters, *p) ? 1 : 0;
}

/* --bidi: each part of a component by itself; one that breaks section 4.2 is mapped back. */
static void convert_parts(struct pass *ps, struct iri_str s)
{
	const char *delimiters = iri_bidi_delimiters(ps->where), *p = s.p, *end = p + s.n;
	const enum iri_kept all = ps->all;

	for (;;) {
		const char *part = p;
		const size_t before = ps->out->n;
		size_t off;
		size_t delimiter = 0;
		while (p < end && !(delimiter = delimiter_at(p, end, delimiters)))
			p++;
		const struct iri_str text = {part, (size_t)(p - part)};
		ps->quiet = true;
		convert(ps, text);
		if (ps->out->failed)
			break;
		const struct iri_str shown = {ps->out->p + before, ps->out->n - before};
		if (iri_bidi_check(shown, &off) != IRI_BIDI_WELL)
			ps->all = IRI_KEPT_COMPONENT;
		if (ps->all != all || ps->m->kept) {
			ps->out->n = before;
			ps->quiet = false;
			convert(ps, text);
		}
		ps->all = all;
		if (p == end)
			break;
		iri_buf_putc(ps->out, delimiter == 1 ? *p : '.');
		p += delimiter;
	}
	ps->quiet = false;
}

/* A domain name: characters beyond ASCII map to A-labels, so encoded ones stay and A-labels may be shown. */
static enum iri_status convert_domain(struct pass *ps, struct iri_str host)
{
	struct iri_unmapper *m = ps->m;
	const size_t before = ps->out->n;

	ps->all = IRI_KEPT_HOST;
	convert(ps, host);
	ps->all = IRI_KEPT_NOT;
	if (!m->unicode_host || ps->out->failed)
		return IRI_OK;
	if (!m->to_unicode)
		m->to_unicode = iri_hosts_new(); /* without it the work is only slower */
	m->host.n = 0;
	iri_buf_add(&m->host, ps->out->p + before, ps->out->n - before);
	if (m->host.failed)
		return IRI_NO_MEMORY;
	const struct iri_str decoded = {m->host.p, m->host.n};
	const unsigned wish = (m->bidi ? IRI_HOST_BIDI : 0u) | (m->safe ? IRI_HOST_SAFE : 0u);
	ps->out->n = before;
	const enum iri_status status = iri_host_to_unicode(m->to_unicode, NULL, decoded, wish, &m->scratch, ps->out);
	if (status == IRI_UNCHANGED)
		iri_buf_add(ps->out, decoded.p, decoded.n);
	return status == IRI_UNCHANGED ? IRI_OK : status;
}

enum iri_status iri_to_iri(struct iri_unmapper *m, struct iri_str s, struct iri_buf *out, struct iri_error *err)
{
	const size_t before = out->n;
	struct iri_ref ref;
	enum iri_status status = iri_parse(s, IRI_REFERENCE | IRI_NO_BIDI | m->padded, &ref, err);

	if (status != IRI_OK)
		return status;
	unsigned todo = ref.encoded | (m->bidi ? ref.mapped : 0);
	if (m->unicode_host)
		todo |= 1u << IRI_HOST;
	bool domain = todo & 1u << IRI_HOST && ref.host_kind == IRI_HOST_NAME && iri_scheme_has(ref.scheme, SCHEME_DOMAIN);
	if (ref.host_kind != IRI_HOST_NAME)
		todo &= ~(1u << IRI_HOST);
	if (!todo)
		return IRI_UNCHANGED;

	const struct iri_str parts[] = {[IRI_USERINFO] = ref.userinfo,
	                                [IRI_HOST] = ref.host,
	                                [IRI_PATH] = ref.path,
	                                [IRI_QUERY] = ref.query,
	                                [IRI_FRAGMENT] = ref.fragment};
	const char *p = s.p;
	struct pass ps = {.m = m, .out = out, .start = s.p, .whole = true};
	for (enum iri_component c = IRI_USERINFO; c <= IRI_FRAGMENT; c++) {
		if (c == IRI_PORT || !(todo & 1u << c))
			continue;
		iri_buf_add(out, p, (size_t)(parts[c].p - p));
		ps.where = c;
		if (c == IRI_HOST && domain)
			status = convert_domain(&ps, parts[c]);
		else if (m->bidi)
			convert_parts(&ps, parts[c]);
		else
			convert(&ps, parts[c]);
		p = parts[c].p + parts[c].n;
	}
	iri_buf_add(out, p, (size_t)(s.p + s.n - p));

	if (out->failed || m->scratch.failed || status != IRI_OK) {
		out->n = before;
		*err = (struct iri_error){.status = IRI_NO_MEMORY};
		return IRI_NO_MEMORY;
	}
	if (out->n - before == s.n && !memcmp(out->p + before, s.p, s.n)) {
		out->n = before;
		return IRI_UNCHANGED;
	}
	return IRI_OK;
}
