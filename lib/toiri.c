/* SPDX-License-Identifier: ISC */
/*
 * Conversion of URIs to IRIs (section 3.2). Each component goes through once, unit by unit; what stays
 * encoded because of a later neighbour is taken back from the output and written again.
 */
#include "bidi.h"
#include "chars.h"
#include "iri.h"
#include "marks.h"
#include "pct.h"
#include "scheme.h"
#include "toiri.h"
#include "unicode.h"
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
	case IRI_KEPT_MARK:
		return "in a sequence with a mark that makes its letter look like another, or that does not show (rule 5)";
	case IRI_KEPT_LOOK_ALIKE: return "looks like other characters (rule 6)";
	case IRI_KEPT_HOST: return "in a domain name, which maps to A-labels";
	case IRI_KEPT_COMPONENT:
	case IRI_ENCODED_COMPONENT: return "in a component that mixes directions";
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
	size_t out_start;   /* where the output of this part begins */
	const char *seq;    /* in the input, the first character of its combining sequence */
	size_t seq_out;     /* and in the output */
	struct iri_unit joiner; /* if p is not NULL, a joiner just decoded, right before the sequence */
};

/* Writes a unit that stays encoded. Octets were decoded and are encoded again, ASCII was not (step 2). */
static void write_kept(struct pass *ps, const struct iri_unit *u, enum iri_kept why)
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
static void keep(struct pass *ps, const struct iri_unit *u, enum iri_kept why)
{
	if (ps->joiner.p && ps->joiner.p + ps->joiner.len == u->p && ps->joiner.encoded) {
		const struct iri_unit joiner = ps->joiner;
		ps->out->n -= 3; /* its length in UTF-8 */
		write_kept(ps, &joiner, IRI_KEPT_INVISIBLE);
	}
	write_kept(ps, u, why);
}

/* Writes a character. convert has made room for it: there is never more output than input. */
static inline void write_char(struct pass *ps, const struct iri_unit *u)
{
	ps->out->n += iri_utf8_encode(u->ch, ps->out->p + ps->out->n);
	ps->ch = u->ch;
}

/* Writes a character that begins a combining sequence. */
static inline void begin(struct pass *ps, const struct iri_unit *u)
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
static inline struct iri_char look(const struct pass *ps, const struct iri_unit *u)
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

/* Whether a character belongs to the combining sequence before it. It does even if its own canonical form is another. */
static inline bool belongs(struct iri_char c)
{
	return c.extends && (!c.kept || c.kept == IRI_KEPT_NFC);
}

/*
 * Rule 5: a combining sequence whose base is written already goes on at p. Writes the rest of it; if the whole
 * would mislead, writes it again with all its encoded characters encoded. Returns where it ends.
 */
static const char *extend(struct pass *ps, const char *p, const char *end)
{
	const char *seq = ps->seq;

	while (p < end) {
		const struct iri_unit u = iri_next_unit(p, end);
		if (!belongs(look(ps, &u)))
			break;
		write_char(ps, &u);
		p += u.len;
	}
	const struct iri_str text = {ps->out->p + ps->seq_out, ps->out->n - ps->seq_out};
	const enum iri_kept why = ps->out->failed ? IRI_KEPT_NOT : iri_sequence_kept(text, &ps->m->scratch);
	if (!why)
		return p;

	ps->out->n = ps->seq_out;
	while (seq < p) {
		const struct iri_unit u = iri_next_unit(seq, end);
		if (u.encoded) {
			keep(ps, &u, why);
		} else {
			write_char(ps, &u);
			ps->base = true;
		}
		seq += u.len;
	}
	return p;
}

/* Rule 5, for a mark with nothing to combine with. */
static enum iri_kept lone_mark_kept(const struct pass *ps, const struct iri_unit *u)
{
	char mark[4];
	const enum iri_kept why = iri_sequence_kept((struct iri_str){mark, iri_utf8_encode(u->ch, mark)}, &ps->m->scratch);

	return why ? why : IRI_KEPT_NFC;
}

/* The last character of the output before *p, which moves to its beginning; 0 if there is none. */
static uint32_t char_before(const struct pass *ps, const char **p)
{
	const char *const end = *p, *const start = ps->out->p + ps->out_start;
	uint32_t ch = 0;

	while (*p > start && iri_is_trail((unsigned char)*--*p))
		continue;
	if (*p < end)
		iri_utf8_decode(*p, end, &ch); /* it was written as UTF-8 */
	return ch;
}

/* The character at *p, which moves behind it; 0 if there is none, or if it stays encoded. */
static uint32_t char_behind(const struct pass *ps, const char **p, const char *end)
{
	if (*p == end)
		return 0;
	const struct iri_unit u = iri_next_unit(*p, end);
	*p += u.len;
	return look(ps, &u).kept ? 0 : u.ch;
}

static bool is_pictographic(uint32_t ch)
{
	return iri_property(ch)->boundclass == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC;
}

/* U+200D between emoji, the first perhaps with a modifier or selector (UTS #51, definition ED-16). */
static bool joins_emoji(const struct pass *ps, const char *p, const char *end)
{
	const char *q = ps->out->p + ps->out->n;
	uint32_t before = char_before(ps, &q);

	if (before == VS16 || iri_char_is_skin_tone(before))
		before = char_before(ps, &q);
	return is_pictographic(before) && is_pictographic(char_behind(ps, &p, end));
}

/*
 * U+200C breaks a cursive connection (RFC 5892, appendix A.1). Skips transparent characters on both sides. A joiner is
 * not transparent, so that the search ends there, and takes linear time in all.
 */
static bool breaks_connection(const struct pass *ps, const char *p, const char *end)
{
	const char *q = ps->out->p + ps->out->n;
	unsigned before, behind;

	do
		before = iri_unicode(char_before(ps, &q));
	while (before & JOINING_T);
	do
		behind = iri_unicode(char_behind(ps, &p, end));
	while (behind & JOINING_T);
	return before & (JOINING_D | JOINING_L) && behind & (JOINING_D | JOINING_R);
}

/* Whether the joiner u, which is to be written next, shows in the form of its neighbours; p is behind it. */
static bool joins(const struct pass *ps, const struct iri_unit *u, const char *p, const char *end)
{
	enum { BENGALI_RA = 0x9B0, BENGALI_VIRAMA = 0x9CD };
	const char *next = p;

	if (iri_char_is_virama(ps->ch)) /* RFC 5892, appendix A.1 and A.2 */
		return true;
	if (u->ch == ZWNJ)
		return breaks_connection(ps, p, end);
	/* The Unicode Standard, section 12.2: without it the letter before the virama would be another form. */
	if (ps->ch == BENGALI_RA && char_behind(ps, &next, end) == BENGALI_VIRAMA)
		return true;
	return joins_emoji(ps, p, end);
}

/* One component or part of one; s is part of the input. */
static void convert(struct pass *ps, struct iri_str s)
{
	const char *p = s.p, *end = p + s.n;

	ps->base = false;
	ps->joiner.p = NULL;
	ps->out_start = ps->out->n;
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
			const struct iri_unit last = {.p = p - 1, .len = 1, .ch = (unsigned char)p[-1]};
			begin(ps, &last);
			continue;
		}
		const struct iri_unit u = iri_next_unit(p, end);
		if (!u.encoded && ps->all == IRI_KEPT_COMPONENT) {
			/* the one case in which output grows */
			iri_pct_encode(ps->out, (struct iri_str){u.p, u.len});
			if (ps->m->kept && !ps->quiet)
				ps->m->kept(ps->m->kept_arg, (size_t)(u.p - ps->start), u.len, u.ch, IRI_ENCODED_COMPONENT);
			p += u.len;
			if (!iri_buf_reserve(ps->out, (size_t)(end - p) + 4))
				return;
			continue;
		}
		const struct iri_char c = look(ps, &u);
		enum iri_kept why = c.kept;

		if (why == IRI_KEPT_INVISIBLE && ps->base && !ps->all) {
			/* rule 3: two kinds are visible in their effect on their neighbours */
			if ((u.ch == ZWJ || u.ch == ZWNJ) && joins(ps, &u, p + u.len, end)) {
				const bool alone = iri_char_is_virama(ps->ch);
				begin(ps, &u);
				if (!alone)
					ps->joiner = u;
				p += u.len;
				continue;
			}
			if ((u.ch == VS15 && iri_unicode(ps->ch) & TEXT_SELECTOR) ||
			    (u.ch == VS16 && iri_unicode(ps->ch) & EMOJI_SELECTOR)) {
				write_char(ps, &u);
				p += u.len;
				continue;
			}
		}
		if (ps->base && belongs(c)) {
			p = extend(ps, p, end);
			continue;
		}
		if (!why && c.extends && u.encoded)
			why = lone_mark_kept(ps, &u);
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

/* Converts each part of a component by itself, and maps one back that breaks section 4.2. */
static void convert_parts(struct pass *ps, struct iri_str s)
{
	const char *p = s.p, *const end = p + s.n;
	const enum iri_kept all = ps->all;

	for (;;) {
		const size_t before = ps->out->n;
		size_t off, delimiter;
		const char *const stop = iri_bidi_part(p, end, ps->where, &delimiter);
		const struct iri_str text = {p, (size_t)(stop - p)};
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
		if (!delimiter)
			break;
		iri_buf_putc(ps->out, delimiter == 1 ? *stop : '.');
		p = stop + delimiter;
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
