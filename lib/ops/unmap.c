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

uint32_t iri_verdict_make(uint32_t *entry, bool safe, uint32_t ch, enum iri_component where)
{
	const struct iri_verdict c = iri_char_verdict(ch, where, safe);
	const uint32_t made = ch << 8 | VERDICT_TAKEN | (c.extends ? VERDICT_EXTENDS : 0) | (uint32_t)c.kept;

	/* The verdict on private use depends on the component, too. */
	if (iri_char_class(ch) != CHAR_IPRIVATE)
		*entry = made;
	return made;
}

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

/*
 * Whether the character can be a base. Of ASCII, only letters and digits can: with a mark, a delimiter would be hard to
 * recognize.
 */
static inline bool is_base(uint32_t ch)
{
	return ch >= 0x80 || iri_is_alphanumeric((char)ch);
}

/*
 * Begins a combining sequence, whose first character is at p in the input and at offset `out` in the output. has_base:
 * that character is a base.
 */
static inline void begin_at(struct iri_pass *ps, const char *p, size_t out, bool has_base)
{
	if (!ps->joiner.p || ps->joiner.p + ps->joiner.len != p)
		ps->joiner.p = NULL;
	ps->seq = p;
	ps->seq_out = out;
	ps->has_base = has_base;
}

/* Writes a decoded character, and begins a combining sequence with it. */
static inline void decode_begin(struct iri_pass *ps, const struct iri_pct_char *u)
{
	begin_at(ps, u->p, ps->out->n, is_base(u->ch));
	write_char(ps, u);
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
		const uint32_t entry = iri_verdict_find(ps->m->verdicts, !ps->m->options.decode_all, u->ch, ps->where);
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

/*
 * Returns the character before *p in the output, and moves *p to its start. Returns 0 at the start of the component or
 * part.
 */
static uint32_t decode_char_before(const struct iri_pass *ps, const char **p)
{
	const char *const end = *p, *const start = ps->out->p + ps->out_start;
	uint32_t ch = 0;

	while (*p > start && iri_is_trail((unsigned char)*--*p))
		continue;
	if (*p < end)
		iri_utf8_decode(*p, end, &ch); /* it was written as UTF-8 */
	return ch;
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
	uint32_t before = decode_char_before(ps, &q);

	const bool is_modifier = before >= 0x1F3FB && before <= 0x1F3FF; /* Emoji_Modifier: a skin tone */
	if (before == VS16 || is_modifier)
		before = decode_char_before(ps, &q);
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
		before = iri_unicode(decode_char_before(ps, &q));
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

/* Whether rule 5 keeps the combining sequence in the output, from seq to `end`, encoded. */
static bool is_sequence_kept(struct iri_pass *ps, const char *seq, const char *end)
{
	return iri_sequence_kept(iri_between(seq, end), &ps->m->scratch) != IRI_ESCAPED_NOT;
}

/*
 * Copies ASCII from p up to the next "%", non-ASCII byte or end. Writes to *to, where convert has made room. Moves *to
 * to the end of the copy, and returns the end of the text that was copied.
 */
static inline const char *copy_ascii(const char *p, const char *end, char **to)
{
	for (; end - p >= 8; p += 8, *to += 8) {
		const uint64_t word = iri_load8(p), high = word & UINT64_C(0x8080808080808080);
		const uint64_t stop = iri_equal_bytes(word, '%') | high;
		memcpy(*to, p, 8);
		if (stop) {
			*to += iri_lowest_bit(stop) / 8;
			return p + iri_lowest_bit(stop) / 8;
		}
	}
	while (p < end && *p != '%' && (unsigned char)*p < 0x80)
		*(*to)++ = *p++;
	return p;
}

/*
 * Fast path of convert: copies ASCII, and decodes percent-encoded characters (of common sequences, see
 * iri_common_sequence) that may be decoded after any character, and the marks that follow them. Stops before any other
 * character. If rule 5 keeps the last combining sequence encoded, stops before that sequence. Returns where it stopped.
 */
static const char *convert_run(struct iri_pass *ps, const char *p, const char *end)
{
	const char *const start = p, *seq = NULL;
	char *to = ps->out->p + ps->out->n, *seq_out = NULL;
	/* Copies of members: the compiler must assume that the output overlaps the originals, and would reload them. */
	uint32_t *const verdicts = ps->m->verdicts;
	const enum iri_component where = ps->where;
	const bool safe = !ps->m->options.decode_all, decodes = !ps->keep_all;
	bool marks = false;
	uint32_t ch;

	for (size_t len;; to += len, p += 3 * len) {
		if (p < end && *p != '%' && (unsigned char)*p < 0x80) {
			if (marks && is_sequence_kept(ps, seq_out, to))
				break;
			p = copy_ascii(p, end, &to);
			marks = false;
			seq = NULL;
		}
		len = decodes ? iri_common_pct(p, end, to, &ch) : 0;
		if (!len)
			break;
		const uint32_t verdict =
			iri_verdict_find(verdicts, safe, ch, where) & (VERDICT_REASON | VERDICT_EXTENDS);
		if (!verdict) {
			if (marks && is_sequence_kept(ps, seq_out, to))
				break;
			marks = false;
			seq = p;
			seq_out = to;
		} else if (verdict == VERDICT_EXTENDS && seq) {
			marks = true;
		} else {
			break;
		}
	}
	if (marks && is_sequence_kept(ps, seq_out, to)) {
		ps->out->n = (size_t)(seq_out - ps->out->p);
		ps->has_base = false;
		return seq;
	}
	if (p > start) {
		const char *last = to;
		ps->ch = decode_char_before(ps, &last);
		if (seq)
			begin_at(ps, seq, (size_t)(seq_out - ps->out->p), true);
		else
			begin_at(ps, p - 1, (size_t)(last - ps->out->p), is_base(ps->ch));
		ps->out->n = (size_t)(to - ps->out->p);
	}
	return p;
}

void iri_pass_convert(struct iri_pass *ps, struct iri_str s)
{
	const char *p = s.p;

	if (!p || !iri_buf_reserve(ps->out, s.n + 4))
		return;
	const char *const end = p + s.n;
	ps->has_base = false;
	ps->joiner.p = NULL;
	ps->out_start = ps->out->n;
	while (p < end) {
		p = convert_run(ps, p, end);
		if (p == end)
			break;
		const struct iri_pct_char u = iri_next_pct_char(p, end);
		if (!u.encoded && ps->keep_all == IRI_ESCAPED_COMPONENT) {
			/* the only case in which the output is longer than the input */
			iri_pct_encode(ps->out, (struct iri_str){u.p, u.len});
			report_escaped(ps, &u, IRI_ENCODED_COMPONENT);
			p += u.len;
			if (!iri_buf_reserve(ps->out, (size_t)(end - p) + 4))
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

void iri_unmap_component(struct iri_unmapper *m, enum iri_component where, struct iri_str s, struct iri_buf *out)
{
	struct iri_pass ps;

	iri_pass_begin(&ps, m, out, s.p, false);
	ps.where = where;
	iri_pass_convert(&ps, s);
}
