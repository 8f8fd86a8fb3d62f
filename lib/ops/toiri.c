/* SPDX-License-Identifier: ISC */
/*
 * Conversion of URIs to IRIs (section 3.2). Converts each component unit by unit, in one pass (with the option bidi, in
 * one or two). If a later unit shows that an earlier one must stay encoded, removes that one from the output and writes
 * it again, encoded.
 */
#include "toiri.h"

#include "lib/host/bidi.h"
#include "lib/host/host.h"
#include "lib/host/hostcache.h"
#include "lib/link/totext.h"
#include "lib/syntax/names.h"
#include "lib/syntax/parse.h"
#include "lib/syntax/scheme.h"
#include "lib/unicode/marks.h"
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

uint32_t iri_verdict_make(uint32_t *entry, bool safe, uint32_t ch, enum iri_component where)
{
	const struct iri_verdict c = iri_char_verdict(ch, where, safe);
	const uint32_t made = ch << 8 | VERDICT_TAKEN | (c.extends ? VERDICT_EXTENDS : 0) | (uint32_t)c.kept;

	/* The verdict on private use depends on the component, too. */
	if (iri_char_class(ch) != CHAR_IPRIVATE)
		*entry = made;
	return made;
}

/* State of the conversion of one component or part. Part means a part by section 4.2, see iri_bidi_part. */
struct pass {
	struct iri_unmapper *m;
	struct iri_buf *out;
	const char *start; /* the start of the reference or of the component, from which offsets count */
	bool from_ref;     /* start is the start of the reference */
	enum iri_component where;
	enum iri_escape_reason keep_all; /* if not IRI_ESCAPED_NOT: why all non-ASCII characters stay encoded */
	bool quiet;        /* m->escaped is not called */

	/* The output before the current unit: */
	bool has_base;     /* it ends with a base, or with a base and marks; a mark after it combines with them */
	uint32_t ch;       /* its last character, if has_base */
	size_t out_start;  /* where this component or part begins in it, as an offset */
	const char *seq;   /* the start of the last combining sequence: in the input, */
	size_t seq_out;    /* and in the output, as an offset */
	/*
	 * The decoded joiner at the start of that sequence, or right before it; p is NULL if there is none. A joiner
	 * after a virama is not stored here.
	 */
	struct iri_pct_char joiner;
};

/* Sets the members that convert does not set, except `where`. */
static inline void begin_pass(struct pass *ps, struct iri_unmapper *m, struct iri_buf *out, const char *start,
                              bool from_ref)
{
	ps->m = m;
	ps->out = out;
	ps->start = start;
	ps->from_ref = from_ref;
	ps->keep_all = IRI_ESCAPED_NOT;
	ps->quiet = false;
}

/* Calls m->escaped, if it is set, for a unit that is percent-encoded in the output. */
static void report_escaped(const struct pass *ps, const struct iri_pct_char *u, enum iri_escape_reason why)
{
	if (ps->m->escaped && !ps->quiet)
		ps->m->escaped(ps->m->arg, (size_t)(u->p - ps->start), u->len, u->ch, why);
}

/* Writes and reports a unit that stays encoded. Its octets are encoded again, but ASCII keeps its spelling (step 2). */
static void write_escaped(struct pass *ps, const struct iri_pct_char *u, enum iri_escape_reason why)
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
 * Writes and reports a unit that stays encoded. A decoded joiner right before it has nothing to join: it is removed
 * from the output, and written again, encoded.
 */
static void toiri_keep(struct pass *ps, const struct iri_pct_char *u, enum iri_escape_reason why)
{
	if (ps->joiner.p && ps->joiner.p + ps->joiner.len == u->p && ps->joiner.encoded) {
		const struct iri_pct_char joiner = ps->joiner;
		ps->out->n -= 3; /* its length in UTF-8 */
		write_escaped(ps, &joiner, IRI_ESCAPED_INVISIBLE);
	}
	write_escaped(ps, u, why);
}

/* Writes a character, decoded. convert has made room for it: decoding never makes text longer. */
static inline void write_char(struct pass *ps, const struct iri_pct_char *u)
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
static inline void begin_at(struct pass *ps, const char *p, size_t out, bool has_base)
{
	if (!ps->joiner.p || ps->joiner.p + ps->joiner.len != p)
		ps->joiner.p = NULL;
	ps->seq = p;
	ps->seq_out = out;
	ps->has_base = has_base;
}

/* Writes a decoded character, and begins a combining sequence with it. */
static inline void toiri_begin(struct pass *ps, const struct iri_pct_char *u)
{
	begin_at(ps, u->p, ps->out->n, is_base(u->ch));
	write_char(ps, u);
}

/*
 * Returns the verdict on a unit by itself, without its neighbours: why it stays encoded, or IRI_ESCAPED_NOT if it may
 * be decoded or was not encoded; and whether its character extends the one before it.
 */
static inline struct iri_verdict judge(const struct pass *ps, const struct iri_pct_char *u)
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
static const char *extend(struct pass *ps, const char *p, const char *end)
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
			toiri_keep(ps, &u, why);
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
static uint32_t toiri_char_before(const struct pass *ps, const char **p)
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
static enum iri_escape_reason lone_mark_kept(const struct pass *ps, const struct iri_pct_char *u)
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
static uint32_t char_after(const struct pass *ps, const char **p, const char *end)
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
static bool joins_emoji(const struct pass *ps, const char *p, const char *end)
{
	const char *q = ps->out->p + ps->out->n;
	uint32_t before = toiri_char_before(ps, &q);

	const bool is_modifier = before >= 0x1F3FB && before <= 0x1F3FF; /* Emoji_Modifier: a skin tone */
	if (before == VS16 || is_modifier)
		before = toiri_char_before(ps, &q);
	return is_pictographic(before) && is_pictographic(char_after(ps, &p, end));
}

/*
 * Whether U+200C breaks a cursive connection between the end of the output and the character at p in the input (RFC
 * 5892, appendix A.1). Skips transparent characters on both sides. Each search ends at a joiner, which is not
 * transparent; so all searches together take linear time.
 */
static bool breaks_connection(const struct pass *ps, const char *p, const char *end)
{
	const char *q = ps->out->p + ps->out->n;
	unsigned before, after;

	do
		before = iri_unicode(toiri_char_before(ps, &q));
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
static bool joins(const struct pass *ps, const struct iri_pct_char *u, const char *p, const char *end)
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
static bool is_sequence_kept(struct pass *ps, const char *seq, const char *end)
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
 * unit. If rule 5 keeps the last combining sequence encoded, stops before that sequence. Returns where it stopped.
 */
static const char *convert_run(struct pass *ps, const char *p, const char *end)
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
		ps->ch = toiri_char_before(ps, &last);
		if (seq)
			begin_at(ps, seq, (size_t)(seq_out - ps->out->p), true);
		else
			begin_at(ps, p - 1, (size_t)(last - ps->out->p), is_base(ps->ch));
		ps->out->n = (size_t)(to - ps->out->p);
	}
	return p;
}

/* Converts a component, or a part of one, and appends it to ps->out. s is a view of the input. */
static void toiri_convert(struct pass *ps, struct iri_str s)
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
				toiri_begin(ps, &u);
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
			toiri_keep(ps, &u, why);
		} else {
			toiri_begin(ps, &u);
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
	struct pass ps;

	begin_pass(&ps, m, out, s.p, false);
	ps.where = where;
	toiri_convert(&ps, s);
}

/*
 * Converts each part of a component by itself, for the option bidi. Percent-encodes the non-ASCII characters of a part
 * that breaks section 4.2. To find out, converts the part without reports first.
 */
static void convert_parts(struct pass *ps, struct iri_str s)
{
	const char *p = s.p, *const end = p + s.n;
	const enum iri_escape_reason keep_all = ps->keep_all;

	for (;;) {
		const size_t before = ps->out->n;
		size_t off, delimiter;
		const char *const stop = iri_bidi_part(p, end, ps->where, &delimiter);
		const struct iri_str text = iri_between(p, stop);
		ps->quiet = true;
		toiri_convert(ps, text);
		if (ps->out->failed)
			break;
		if (iri_bidi_check(iri_added(ps->out, before), &off) != IRI_BIDI_WELL)
			ps->keep_all = IRI_ESCAPED_COMPONENT;
		if (ps->keep_all != keep_all || ps->m->escaped) {
			ps->out->n = before;
			ps->quiet = false;
			toiri_convert(ps, text);
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
	const struct pass *ps;
	struct iri_str host;  /* in the input */
	const char *converted; /* the same host in m->host, or NULL if an offset there is none in the input */
};

/* Calls m->refused for a label of a domain name. */
static void refused(void *arg, struct iri_str label, const struct iri_refusal *r)
{
	const struct refusals *at = arg;
	const size_t off = (size_t)(at->host.p - at->ps->start);

	at->ps->m->refused(at->ps->m->arg, at->converted ? off + (size_t)(label.p - at->converted) : off, r);
}

/* Calls m->refused for each label of a host that begins with "xn--", since its scheme may use no domain names. */
static void refuse_labels(const struct pass *ps, struct iri_str host)
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
static struct iri_str take_host(struct pass *ps, size_t from)
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
static void convert_domain(struct pass *ps, struct iri_str host)
{
	struct iri_unmapper *m = ps->m;
	const size_t before = ps->out->n;
	const unsigned options = (m->options.bidi ? IRI_HOST_BIDI : 0u) | (m->options.decode_all ? 0u : IRI_HOST_SAFE);

	ps->keep_all = IRI_ESCAPED_HOST;
	if (m->options.unicode_host && m->refused) {
		ps->quiet = true;
		toiri_convert(ps, host);
		ps->quiet = false;
		const struct iri_str name = take_host(ps, before);
		struct refusals at = {ps, host, iri_has_percent(host) ? NULL : name.p};
		if (!ps->out->failed && !iri_host_refusals(name, options, &m->scratch, refused, &at))
			ps->out->failed = true;
	}
	toiri_convert(ps, host);
	ps->keep_all = IRI_ESCAPED_NOT;
	if (!m->options.unicode_host || ps->out->failed)
		return;
	const struct iri_str name = take_host(ps, before);
	if (!ps->out->failed)
		iri_host_add_unicode(iri_hosts_open(&m->to_unicode), NULL, name, options, &m->scratch, ps->out);
}

/* Converts the path of an acct IRI, with this host in it. */
static void convert_account(struct pass *ps, struct iri_str path, struct iri_str host)
{
	void (*const convert)(struct pass *ps, struct iri_str s) =
		ps->m->options.bidi ? convert_parts : toiri_convert;

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
	const unsigned text = ref->encoded | (u->options.bidi ? ref->mapped : 0);
	const unsigned host = 1u << IRI_HOST;
	const unsigned account = u->options.unicode_host && iri_account_host(ref).n ? 1u << IRI_PATH : 0;
	const unsigned todo = u->options.unicode_host ? text | host | account : text;

	return ref->host_kind == IRI_HOST_NAME ? todo : todo & ~host;
}

/*
 * Appends the IRI for ref. todo: the components that may change, as changeable returns them. Out of memory, appends
 * nothing and returns false.
 */
IRI_INLINE bool unmap(struct iri_unmapper *m, const struct iri_ref *ref, unsigned todo, struct iri_buf *out)
{
	const struct iri_str s = ref->text;
	const bool domain = todo & 1u << IRI_HOST && iri_scheme_has(ref->scheme, SCHEME_DOMAIN);
	const size_t before = out->n;
	const char *p = s.p;
	struct pass ps;

	m->scratch.failed = false;
	begin_pass(&ps, m, out, s.p, true);
	for (; todo; todo &= todo - 1) {
		const enum iri_component c = (enum iri_component)iri_lowest_bit(todo);
		const struct iri_str part = iri_part(ref, c);
		const struct iri_str account = c == IRI_PATH ? iri_account_host(ref) : (struct iri_str){0};
		/* An absent host, with unicode_host, or a component of which only iri_lines_next thought so */
		if (!part.p || (c > IRI_HOST && !m->options.bidi && !account.n && !iri_has_percent(part)))
			continue;
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
			toiri_convert(&ps, part);
		p = part.p + part.n;
	}
	if (p < s.p + s.n)
		toiri_add(out, p, s.p + s.n, m->padded);
	if (!out->failed && !m->scratch.failed)
		return true;
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
	return unmap(u, ref, changeable(u, ref), out) ? IRI_OK : iri_no_memory(err);
}

/* Whether ref is certainly its own IRI. */
static bool is_own_iri(const struct iri_unmapper *u, const struct iri_ref *ref)
{
	return !ref->encoded && !(u->options.bidi && ref->mapped) && !u->options.unicode_host && !u->options.for_text;
}

enum iri_status iri_to_iri(struct iri_unmapper *u, struct iri_str uri, struct iri_str *iri, struct iri_error *err)
{
	struct iri_error ignored;
	struct iri_ref ref;

	err = iri_present_error(err, &ignored);
	*iri = uri;
	const enum iri_status status = iri_parse(uri, IRI_REFERENCE | IRI_FORBID_BIDI | u->padded, &ref, err);
	if (status != IRI_OK || is_own_iri(u, &ref))
		return status;
	iri_buf_clear(&u->result);
	const enum iri_status done = iri_add_iri(u, &ref, &u->result, err);
	if (done == IRI_OK)
		*iri = iri_unless_same(&u->result, uri);
	return done;
}
