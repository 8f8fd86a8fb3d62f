/* SPDX-License-Identifier: ISC */
/*
 * Decodes a component of a URI, for its IRI (section 3.2), character by character, in one pass. If a later character
 * shows that an earlier one must stay encoded, removes that one from the output and writes it again, encoded.
 */
#include "unmap.h"

#include "lib/base/str.h"
#include "lib/unicode/combining_marks.h"
#include "lib/unicode/unicode.h"
#include "lib/unicode/utf8.h"

#include <string.h>

/* Calls m->escaped, if it is set, for a character that is percent-encoded in the output. */
static void report_escaped(const struct iri_pass *ps, const struct iri_pct_char *u, enum iri_escape_reason why)
{
	if (ps->m->escaped && !ps->quiet)
		ps->m->escaped(ps->m->arg, (size_t)(u->p - ps->start), u->len, u->ch, why);
}

/*
 * Writes and reports a character that stays encoded. Its octets are encoded again, but ASCII keeps its spelling (step
 * 2).
 */
static void write_escaped(struct iri_pass *ps, const struct iri_pct_char *u, enum iri_escape_reason why)
{
	char octets[4] = {(char)u->ch};

	if (u->ch < 0x80)
		iri_buf_add(ps->out, u->p, u->len);
	else
		iri_pct_encode(ps->out, (struct iri_str){octets, u->octet ? 1 : iri_utf8_encode(u->ch, octets)});
	report_escaped(ps, u, why);
	ps->has_base = false;
	ps->joiner.p = NULL;
}

/*
 * Writes and reports a character that stays encoded. A decoded joiner right before it has nothing to join: it is
 * removed from the output, and written again, encoded.
 */
static void decode_keep(struct iri_pass *ps, const struct iri_pct_char *u, enum iri_escape_reason why)
{
	if (ps->joiner.p && ps->joiner.p + ps->joiner.len == u->p && ps->joiner.encoded) {
		const struct iri_pct_char joiner = ps->joiner;
		ps->out->n -= 3; /* its length in UTF-8 */
		write_escaped(ps, &joiner, IRI_ESCAPED_INVISIBLE);
	}
	write_escaped(ps, u, why);
}

/* Writes a character, decoded. convert has made room for it: decoding never makes text longer. */
static inline void write_char(struct iri_pass *ps, const struct iri_pct_char *u)
{
	ps->out->n += iri_utf8_encode(u->ch, ps->out->p + ps->out->n);
	ps->ch = u->ch;
}

/* Writes a decoded character, and begins a combining sequence with it. */
static inline void decode_begin(struct iri_pass *ps, const struct iri_pct_char *u)
{
	iri_pass_begin_at(ps, u->p, ps->out->n, iri_pass_is_base(u->ch));
	write_char(ps, u);
}

/* Returns the component of the character at p. */
static inline enum iri_component place(const struct iri_pass *ps, const char *p)
{
	return ps->query.n && p >= ps->query.p && p < ps->query.p + ps->query.n ? IRI_QUERY : ps->where;
}

/*
 * Returns the verdict on a character by itself, without its neighbours: why it stays encoded, or IRI_ESCAPED_NOT if it
 * may be decoded or was not encoded; and whether it extends the one before it.
 */
static inline struct iri_verdict judge(const struct iri_pass *ps, const struct iri_pct_char *u)
{
	struct iri_verdict c = {IRI_ESCAPED_NOT, false};

	if (u->octet)
		c.kept = IRI_ESCAPED_UTF8;
	else if (u->ch == BOM && u->p == ps->start && ps->from_ref)
		/*
		 * At the start of a file, software would take it for a byte order mark and remove it (RFC 3629, section
		 * 6).
		 */
		c.kept = IRI_ESCAPED_INVISIBLE;
	else if (u->ch >= 0x80) {
		const unsigned entry =
			iri_verdict_find(ps->m->verdicts, !ps->m->options.decode_all, u->ch, place(ps, u->p));
		c = (struct iri_verdict){(enum iri_escape_reason)(entry & VERDICT_REASON), entry & VERDICT_EXTENDS};
	} else if (!iri_is_needless(u->ch))
		c.kept = iri_byte_class((char)u->ch) & CHAR_EXCLUDED ? IRI_ESCAPED_EXCLUDED : IRI_ESCAPED_RESERVED;
	if (!c.kept && u->ch >= 0x80)
		c.kept = ps->keep_all;
	if (!u->encoded)
		c.kept = IRI_ESCAPED_NOT;
	return c;
}

/*
 * Whether a character with this verdict belongs to the combining sequence before it: it extends the character before
 * it, and no rule but 5 can keep it encoded. Rule 5 is then tested on the sequence as a whole.
 */
static inline bool belongs(struct iri_verdict c)
{
	return c.extends && (!c.kept || c.kept == IRI_ESCAPED_NFC);
}

/*
 * Rule 5: writes the rest of a combining sequence, from p on; its beginning, at ps->seq, is already written. If rule 5
 * keeps the sequence encoded, writes all of it again, with its encoded characters still encoded. Returns the end of the
 * sequence in the input.
 */
static const char *extend(struct iri_pass *ps, const char *p, const char *end)
{
	const char *seq = ps->seq;

	while (p < end) {
		const struct iri_pct_char u = iri_next_pct_char(p, end);
		if (!belongs(judge(ps, &u)))
			break;
		write_char(ps, &u);
		p += u.len;
	}
	const enum iri_escape_reason why = iri_sequence_kept(iri_added(ps->out, ps->seq_out), &ps->m->scratch);
	if (!why)
		return p;

	ps->out->n = ps->seq_out;
	while (seq < p) {
		const struct iri_pct_char u = iri_next_pct_char(seq, end);
		if (u.encoded) {
			decode_keep(ps, &u, why);
		} else {
			write_char(ps, &u);
			ps->has_base = true;
		}
		seq += u.len;
	}
	return p;
}

/* Rule 5: returns why a mark without a base stays encoded. */
static enum iri_escape_reason lone_mark_kept(const struct iri_pass *ps, const struct iri_pct_char *u)
{
	char mark[4];
	const struct iri_str alone = {mark, iri_utf8_encode(u->ch, mark)};
	const enum iri_escape_reason why = iri_sequence_kept(alone, &ps->m->scratch);

	return why ? why : IRI_ESCAPED_NFC;
}

/*
 * Returns the character at *p in the input, and moves *p to its end. Returns 0 at the end, and for a character that
 * stays encoded.
 */
static uint32_t char_after(const struct iri_pass *ps, const char **p, const char *end)
{
	if (*p == end)
		return 0;
	const struct iri_pct_char u = iri_next_pct_char(*p, end);
	*p += u.len;
	return judge(ps, &u).kept ? 0 : u.ch;
}

static bool is_pictographic(uint32_t ch)
{
	return iri_property(ch)->boundclass == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC;
}

/*
 * Whether U+200D joins two emoji: the emoji at the end of the output, perhaps with a modifier or selector, and the one
 * at p in the input (UTS #51, definition ED-16).
 */
static bool joins_emoji(const struct iri_pass *ps, const char *p, const char *end)
{
	const char *q = ps->out->p + ps->out->n;
	uint32_t before = iri_pass_char_before(ps, &q);

	const bool is_modifier = before >= 0x1F3FB && before <= 0x1F3FF; /* Emoji_Modifier: a skin tone */
	if (before == VS16 || is_modifier)
		before = iri_pass_char_before(ps, &q);
	return is_pictographic(before) && is_pictographic(char_after(ps, &p, end));
}

/*
 * Whether U+200C breaks a cursive connection between the end of the output and the character at p in the input (RFC
 * 5892, appendix A.1). Skips transparent characters on both sides. Each search ends at a joiner, which is not
 * transparent; so all searches together take linear time.
 */
static bool breaks_connection(const struct iri_pass *ps, const char *p, const char *end)
{
	const char *q = ps->out->p + ps->out->n;
	unsigned before, after;

	do
		before = iri_unicode(iri_pass_char_before(ps, &q));
	while (before & JOINING_T);
	do
		after = iri_unicode(char_after(ps, &p, end));
	while (after & JOINING_T);
	return before & (JOINING_D | JOINING_L) && after & (JOINING_D | JOINING_R);
}

/*
 * Whether the joiner u changes the form of its neighbours: of the end of the output, or of the character at p, the one
 * after u.
 */
static bool joins(const struct iri_pass *ps, const struct iri_pct_char *u, const char *p, const char *end)
{
	enum { BENGALI_RA = 0x9B0, BENGALI_VIRAMA = 0x9CD };
	const char *next = p;

	if (iri_char_is_virama(ps->ch)) /* RFC 5892, appendix A.1 and A.2 */
		return true;
	if (u->ch == ZWNJ)
		return breaks_connection(ps, p, end);
	/* The Unicode Standard, section 12.2: without the joiner, the letter before the virama has another form. */
	if (ps->ch == BENGALI_RA && char_after(ps, &next, end) == BENGALI_VIRAMA)
		return true;
	return joins_emoji(ps, p, end);
}

/* Converts the rest of a component or part, from p on. */
static void convert(struct iri_pass *ps, const char *p, const char *end)
{
	if (!iri_buf_reserve(ps->out, (size_t)(end - p) + 8))
		return;
	while (p < end) {
		if ((unsigned char)*p < 0x80)
			p = iri_pass_convert_run(ps, p, end);
		if (p == end)
			break;
		const struct iri_pct_char u = iri_next_pct_char(p, end);
		if (!u.encoded && ps->keep_all == IRI_ESCAPED_COMPONENT) {
			/* the only case in which the output is longer than the input */
			iri_pct_encode(ps->out, (struct iri_str){u.p, u.len});
			report_escaped(ps, &u, IRI_ENCODED_COMPONENT);
			p += u.len;
			if (!iri_buf_reserve(ps->out, (size_t)(end - p) + 8))
				return;
			continue;
		}
		const struct iri_verdict c = judge(ps, &u);
		enum iri_escape_reason why = c.kept;

		if (why == IRI_ESCAPED_INVISIBLE && ps->has_base && !ps->keep_all) {
			/* Rule 3: joiners and variation selectors are decoded if they change their neighbours. */
			if ((u.ch == ZWJ || u.ch == ZWNJ) && joins(ps, &u, p + u.len, end)) {
				const bool after_virama = iri_char_is_virama(ps->ch);
				decode_begin(ps, &u);
				/* After a virama, a joiner has its effect without a character after it: it stays. */
				if (!after_virama)
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
		if (ps->has_base && belongs(c)) {
			p = extend(ps, p, end);
			continue;
		}
		if (!why && c.extends && u.encoded)
			why = lone_mark_kept(ps, &u);
		if (why) {
			decode_keep(ps, &u, why);
		} else {
			decode_begin(ps, &u);
			/*
			 * A raw mark without a base combines with the delimiter or percent-encoded octet before it, and
			 * so would a mark after it: neither has a base.
			 */
			if (c.extends)
				ps->has_base = false;
		}
		p += u.len;
	}
}

void iri_pass_convert(struct iri_pass *ps, struct iri_str s)
{
	if (!s.p)
		return;
	ps->has_base = false;
	ps->joiner.p = NULL;
	ps->out_start = ps->out->n;
	convert(ps, s.p, s.p + s.n);
}

void iri_pass_resume(struct iri_pass *ps, const char *p, const char *end, size_t from)
{
	const char *const out = ps->out->p, *const to = out + ps->out->n, *last = to;
	/* Only a percent-encoded octet that stays encoded has "%" in the output. */
	const bool kept = ps->out->n - from >= 3 && to[-3] == '%';

	ps->joiner.p = NULL;
	ps->out_start = from;
	ps->ch = iri_pass_char_before(ps, &last);
	const char *seq = last;
	for (uint32_t ch = ps->ch; ch >= 0x80 && iri_char_extends(ch);)
		ch = iri_pass_char_before(ps, &seq);
	const bool raw = p - ps->start < 3 || p[-3] != '%';
	iri_pass_begin_at(ps, p - (raw ? 1 : 3 * (to - seq)), (size_t)(seq - out), !kept && iri_pass_is_base(ps->ch));
	convert(ps, p, end);
}

void iri_unmap_component(struct iri_unmapper *m, enum iri_component where, struct iri_str s, struct iri_buf *out)
{
	struct iri_pass ps;

	iri_pass_begin(&ps, m, out, s.p, false);
	ps.where = where;
	iri_pass_convert(&ps, s);
}
