/* SPDX-License-Identifier: ISC */
/*
 * The fast path. Most lines of most lists need nothing done. Such a line is plain: a scheme of those below, "://",
 * a host that is made of what an ASCII reg-name may have and ends the authority, and then what may stand in a path, a
 * query and a fragment, up to the newline. To see that takes no look at single bytes: a block of 64 is classified at
 * once into bits (scan.c), of which each tells of a byte that could end a component or is illegal there; a line is
 * plain if the bits met on the way are the delimiters that a plain line has, in their order. At the first line of
 * which this can't be said the whole parser has a look, which knows the rules; this only knows some lines that keep
 * to them. NORMAL asks besides for what irinorm would leave as it is: no needless percent-encoding, no capital
 * letter and no A-label in the host, a path, and in it no segment "." or "..".
 */
#include "chars.h"
#include "host.h"
#include "iri.h"
#include "marks.h"
#include "path.h"
#include "pct.h"
#include "scan.h"
#include "toiri.h"

#include <string.h>

/* For what is called with constants: each caller gets its own, without what it does not need. */
#if defined __GNUC__
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

/* The eight bytes at p, the first of them lowest. */
static inline uint64_t load8(const char *p)
{
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	uint64_t eight;

	memcpy(&eight, p, 8); /* clang makes several loads of the other way where only some bytes are wanted */
	return eight;
#else
	const unsigned char *const u = (const unsigned char *)p;

	return (uint64_t)u[0] | (uint64_t)u[1] << 8 | (uint64_t)u[2] << 16 | (uint64_t)u[3] << 24 | (uint64_t)u[4] << 32 |
	       (uint64_t)u[5] << 40 | (uint64_t)u[6] << 48 | (uint64_t)u[7] << 56;
#endif
}

/* The bytes of a word below the n-th. */
static inline uint64_t below(unsigned n)
{
	return n >= 8 ? UINT64_MAX : ((uint64_t)1 << 8 * n) - 1;
}

/* Besides those of enum iri_plain: in normal form by scheme, percent-encoding included. */
enum { NORMAL = 4 };

/* A place in text, and the bits of the block that it is in. */
struct cursor {
	const char *block, *end;
	struct iri_marks marks;
	uint64_t plain; /* of characters beyond ASCII, if iri or map */
	bool normal;    /* what may begin a dot segment ends a path, too */
	bool iri;       /* characters beyond ASCII don't */
	bool map;       /* they are mapped */
};

INLINE void load(struct cursor *c, const char *block)
{
	c->marks = iri_scan(block, SCAN_BLOCK);
	c->block = block;
	if (c->iri || c->map)
		c->plain = iri_scan_plain(block);
	if (c->iri)
		c->marks.path &= ~c->plain;
	if (c->normal)
		c->marks.path |= c->marks.dots & (c->marks.delim << 1 | 1); /* at the block's start each may */
}

/* The first byte from p on that is marked, or the end, if that comes first. */
INLINE const char *find(struct cursor *c, const char *p, bool in_path)
{
	for (;;) {
		const size_t at = (size_t)(p - c->block);
		if (at < SCAN_BLOCK) {
			const uint64_t marks = (in_path ? c->marks.path : c->marks.delim) >> at;
			if (marks)
				return p + iri_lowest_bit(marks);
			p = c->block + SCAN_BLOCK;
		} /* else it was passed over */
		if (p >= c->end)
			return c->end;
		load(c, p);
	}
}

/* Whether the host, from h to b, is one that a normal form may have. */
static bool is_normal_host(const char *h, const char *b, bool file)
{
	const uint64_t each = UINT64_C(0x0101010101010101);
	const size_t n = (size_t)(b - h);
	uint64_t upper = 0, hyphen = 0;

	if (!n)
		return file;
	if (file && n == 9 && !memcmp(h, "localhost", 9))
		return false;
	for (size_t i = 0; i < n; i += 8) {
		const uint64_t ours = below((unsigned)(n - i < 8 ? n - i : 8)), w = load8(h + i) & ours;
		/* ASCII: adding carries into bit 7 of each byte, from 'A' on, and from beyond 'Z' on. */
		upper |= (w + each * (0x80 - 'A')) & ~(w + each * (0x80 - 'Z' - 1));
		hyphen |= ((w ^ each * '-') - each) & ~(w ^ each * '-');
	}
	if (upper & each * 0x80)
		return false;
	if (hyphen & each * 0x80)
		for (; b - h >= 4; h++)
			if (!memcmp(h, "xn--", 4))
				return false;
	return true;
}

/* Whether the dot at p, which may begin a segment, begins "." or ".."; path_end is not known yet. */
static bool is_dot_segment(const char *p)
{
	if (p[-1] != '/')
		return false;
	p += p[1] == '.' ? 2 : 1;
	return *p == '/' || *p == '?' || *p == '#' || *p == '\n';
}

/*
 * Room for more than the output of what stands before the end: copy() writes up to 15 bytes too many, and a character that
 * the end divides is written before that is seen.
 */
enum { SLACK = 64 };

/* Copies what stands from p to end, and perhaps up to 15 bytes more, for which there is room on both sides. */
INLINE char *copy(char *to, const char *p, const char *end)
{
	const ptrdiff_t n = end - p;

	for (ptrdiff_t i = 0; i < n; i += 16)
		memcpy(to + i, p + i, 16);
	return to + n;
}

/* The end of the character at p, which is ucschar and ends before `end`, or p. */
static const char *pass_ucschar(const char *p, const char *end)
{
	uint32_t ch;
	const size_t len = iri_utf8_decode(p, end, &ch);

	return len && iri_char_class(ch) == CHAR_UCSCHAR ? p + len : p;
}

/* Percent-encodes what is ucschar from p on, and beyond ASCII. Returns its end, which is p if that is none. */
INLINE const char *map_run(struct cursor *c, const char *p, char **out)
{
	const char *q = p;

	do {
		/* A character that the block's end divides begins the next block. */
		if (q != p && q >= c->block + SCAN_BLOCK - 3)
			load(c, q);
		const uint64_t known = c->plain >> (q - c->block);
		p = q;
		q += known == UINT64_MAX ? SCAN_BLOCK : iri_lowest_bit(~known);
		if (q == p)
			q = pass_ucschar(p, c->end);
		if (q > c->end)
			q = c->end;
		*out = iri_put_triplets(*out, p, (size_t)(q - p));
	} while ((unsigned char)*q >= 0x80 && q != p && q < c->end);
	return q;
}

/* Whether a triplet stays as it is in a normal form: of ASCII that has to be encoded, with digits in upper case. */
static bool is_normal_triplet(const char *p)
{
	const unsigned octet = iri_triplet_octet(p);

	return octet < 0x80 && !(iri_byte_class((char)octet) & CHAR_UNRESERVED) && p[1] < 'a' && p[2] < 'a';
}

/* Whether the line is still plain with the triplet at q. Where dot segments matter, "%2E" in a path may be of one. */
INLINE bool passes_triplet(const struct cursor *c, const char *q, unsigned what, bool query)
{
	if (!(what & IRI_PLAIN_PCT))
		return c->normal && is_normal_triplet(q);
	return !c->normal || query || iri_triplet_octet(q) != '.';
}

/*
 * Walks through path, query and fragment, from q to the line's newline, which it returns, or NULL if they are not plain.
 * With out, the line from `from` on goes there, what is beyond ASCII percent-encoded; there is room.
 */
INLINE const char *walk_rest(struct cursor *c, const char *q, unsigned what, const char *from, char **out)
{
	const char *const end = c->end;
	char *to = out ? *out : NULL;

	for (bool query = false, fragment = false; (q = find(c, q, true)) < end;) {
		if ((unsigned char)*q >= 0x80) {
			const char *const run = q;
			if (!(what & IRI_PLAIN_IRI))
				return NULL;
			if (out) {
				to = copy(to, from, q);
				from = q = map_run(c, q, &to);
			} else {
				q = iri_span_beyond_ascii(q, end, CHAR_UCSCHAR);
			}
			if (q == run)
				return NULL;
			continue;
		}
		if (*q == '\n') {
			if (out)
				*out = copy(to, from, q + 1);
			return q;
		}
		if (*q == '?')
			query = true;
		else if (*q == '#' && !fragment)
			query = fragment = true;
		else if (*q == '%' && iri_is_triplet(q, end) && passes_triplet(c, q, what, query))
			q += 2;
		else if (*q != '.' || (!query && is_dot_segment(q)))
			return NULL;
		q++;
	}
	return NULL;
}

/* The octet of the triplet at p, or 0x100 if there is none; there is padding. */
INLINE unsigned triplet_at(const char *p)
{
	return *p == '%' && iri_byte_class(p[1]) & iri_byte_class(p[2]) & CHAR_HEXDIG ? iri_triplet_octet(p) : 0x100;
}

/* A combining sequence that is being decoded: where it begins in the output, if that is beyond ASCII, and if it has marks. */
struct sequence {
	const char *start;
	bool marks;
};

/* Whether the sequence that ends at `end` may be shown (rule 5 of uri2iri). */
INLINE bool ends_well(struct sequence *s, const char *end, struct iri_unmapper *m)
{
	const bool well = !s->marks || !iri_sequence_kept((struct iri_str){s->start, (size_t)(end - s->start)}, &m->scratch);

	s->start = NULL;
	s->marks = false;
	return well;
}

/* Decodes the triplet at p, and what belongs to it; returns what follows, or NULL if it is not simply so. */
INLINE const char *unmap_one(const char *p, struct iri_unmapper *m, struct sequence *s, char **out)
{
	char *const to = *out;
	const unsigned first = triplet_at(p);

	if (first < 0x80) {
		const bool unreserved = iri_byte_class((char)first) & CHAR_UNRESERVED;
		if (!ends_well(s, to, m))
			return NULL;
		memcpy(to, p, 3);
		if (unreserved)
			*to = (char)first;
		*out = to + (unreserved ? 1 : 3);
		return p + 3;
	}
	if (first > 0xFF)
		return NULL;
	char bytes[4] = {(char)first};
	const size_t n = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
	for (size_t i = 1; i < n; i++) {
		const unsigned octet = triplet_at(p + 3 * i);
		if (octet > 0xFF)
			return NULL;
		bytes[i] = (char)octet;
	}
	uint32_t ch;
	if (!iri_utf8_decode(bytes, bytes + n, &ch) || iri_char_class(ch) != CHAR_UCSCHAR)
		return NULL;
	/* One that stays encoded, or combines with nothing or with ASCII, has to be looked at with its neighbours. */
	const struct iri_char look = iri_unmap_look(m, ch, IRI_PATH);
	if (look.kept || (look.extends && !s->start))
		return NULL;
	if (look.extends) {
		s->marks = true;
	} else {
		if (!ends_well(s, to, m))
			return NULL;
		s->start = to;
	}
	memcpy(to, bytes, 4);
	*out = to + n;
	return p + 3 * n;
}

/* As walk_rest, and decodes what uri2iri does; characters beyond ASCII that are not encoded are not plain here. */
INLINE const char *unmap_rest(struct cursor *c, const char *q, struct iri_unmapper *m, const char *from, char **out)
{
	char *to = *out;

	for (bool fragment = false; (q = find(c, q, true)) < c->end;) {
		if (*q == '%') {
			struct sequence s = {NULL, false};
			to = copy(to, from, q);
			do
				q = unmap_one(q, m, &s, &to);
			while (q && q < c->end && *q == '%');
			if (!q || q > c->end || !ends_well(&s, to, m))
				return NULL;
			from = q;
			continue;
		}
		if (*q == '\n') {
			*out = copy(to, from, q + 1);
			return q;
		}
		if (*q != '?' && (*q != '#' || fragment))
			return NULL;
		fragment = *q++ == '#' || fragment;
	}
	return NULL;
}

/* The end of a host beyond ASCII, of which q is the first such byte; NULL if it is not plain. */
static const char *host_end(struct cursor *c, const char *q)
{
	while ((unsigned char)*q >= 0x80) {
		const char *const run = q;
		q = iri_span_beyond_ascii(q, c->end, CHAR_UCSCHAR);
		if (q == run || q >= c->end)
			return NULL;
		q = find(c, q, false);
	}
	return q;
}

/* Writes what a host beyond ASCII, from h to b, is mapped to; NULL if that is for others to say. */
static char *map_host(struct iri_mapper *m, const char *h, const char *b, char *to)
{
	struct iri_error err;

	if (!m->idna) {
		while (h < b)
			to = (unsigned char)*h >= 0x80 ? iri_put_triplet(to, *h) : (*to = *h, to + 1), h++;
		return to;
	}
	if (!m->hosts)
		m->hosts = iri_hosts_new(); /* without it the work is only slower */
	m->bytes.n = 0;
	/* There is room for three times the line; of its scheme that leaves some for A-labels, which seldom are longer. */
	if (iri_host_to_ascii(m->hosts, (struct iri_str){h, (size_t)(b - h)}, &m->host, &m->bytes, &err) != IRI_OK ||
	    m->bytes.n > 3 * (size_t)(b - h) + 14)
		return NULL;
	memcpy(to, m->bytes.p, m->bytes.n);
	return to + m->bytes.n;
}

/* Whether a host beyond ASCII, from h to b, is one that a normal form by scheme may have. */
static bool is_unicode_host(struct iri_normalizer *n, const char *h, const char *b)
{
	if (!n->hosts)
		n->hosts = iri_hosts_new();
	if (!n->to_ascii)
		n->to_ascii = iri_hosts_new();
	return iri_host_is_unicode(n->hosts, n->to_ascii, (struct iri_str){h, (size_t)(b - h)}, &n->a, &n->b, &n->c);
}

/* What is done about characters beyond ASCII in hosts, by the one of these that is set: map them, or leave normal ones. */
struct hosts {
	struct iri_mapper *mapper;
	struct iri_normalizer *normalizer;
};

/*
 * The scheme and host of the line at p; returns where they end. With a mapper, a host beyond ASCII and what is before
 * it go to *out, and *from is where they end.
 */
INLINE const char *walk_authority(struct cursor *c, const char *p, struct hosts hosts, const char **from, char **out)
{
	/* Without branches, since which of them it is can't be foreseen. */
	const uint64_t start = load8(p), start7 = start & below(7);
	const bool https = start == load8("https://"), file = start7 == load8("file://");
	const char *const host = p + 7 + https, *q;

	if (!(https | file | (start7 == load8("http://"))))
		return NULL;
	q = find(c, host, false);
	const bool beyond = (hosts.mapper || hosts.normalizer) && (unsigned char)*q >= 0x80;
	if (beyond)
		q = host_end(c, q);
	if (!q || q >= c->end || (*q != '/' && (c->normal || (*q != '\n' && *q != '?' && *q != '#'))))
		return NULL;
	if (beyond && hosts.mapper) {
		char *const to = map_host(hosts.mapper, host, q, copy(*out, p, host));
		if (!to)
			return NULL;
		*out = to;
		*from = q;
	} else if (beyond) {
		return !file && is_unicode_host(hosts.normalizer, host, q) ? q : NULL;
	}
	return c->normal && !is_normal_host(host, q, file) ? NULL : q;
}

INLINE size_t walk_lines(const char *p, const char *end, unsigned what, struct iri_unmapper *m, struct hosts hosts,
                         char **out, size_t *lines)
{
	const char *const start = p;
	/* To be mapped each character beyond ASCII has to be met. */
	struct cursor c = {
		.end = end, .normal = what & NORMAL, .iri = what & IRI_PLAIN_IRI && !hosts.mapper, .map = hosts.mapper};

	*lines = 0;
	if (p < end)
		load(&c, p);
	while (p < end) {
		const char *from = p;
		char *to = out ? *out : NULL;
		const char *q = walk_authority(&c, p, hosts, &from, &to);
		if (q)
			q = m ? unmap_rest(&c, q, m, from, &to) : walk_rest(&c, q, what, from, out ? &to : NULL);
		if (!q)
			break;
		if (out)
			*out = to;
		p = q + 1;
		++*lines;
	}
	return (size_t)(p - start);
}

size_t iri_skip_plain(const char *p, const char *end, unsigned what, size_t *lines)
{
	/* The simplest and most common of them gets code of its own. */
	if (what == IRI_PLAIN_PCT)
		return walk_lines(p, end, IRI_PLAIN_PCT, NULL, (struct hosts){0}, NULL, lines);
	return walk_lines(p, end, what, NULL, (struct hosts){0}, NULL, lines);
}

size_t iri_skip_normal(struct iri_normalizer *n, const char *p, const char *end, size_t *lines)
{
	const struct hosts hosts = {.normalizer = n};

	*lines = 0;
	if (n->no_fragment)
		return 0;
	if (n->uri || n->nfc)
		return walk_lines(p, end, NORMAL, NULL, (struct hosts){0}, NULL, lines);
	/* Syntax alone knows no IDNA. */
	return walk_lines(p, end, NORMAL | IRI_PLAIN_IRI, NULL, n->level == IRI_BY_SCHEME ? hosts : (struct hosts){0}, NULL,
	                  lines);
}

/* So much is converted at once, so that the output has a bound. What is not plain is for the caller. */
static size_t at_once(const char *p, const char *end)
{
	return (size_t)(end - p) < 65536 ? (size_t)(end - p) : 65536;
}

size_t iri_map_plain(struct iri_mapper *m, const char *p, const char *end, struct iri_buf *out, size_t *lines)
{
	/* A line takes at most three times its length. */
	const size_t most = at_once(p, end);
	char *to = iri_buf_reserve(out, 3 * most + SLACK);

	*lines = 0;
	if (!to || m->query)
		return 0;
	const size_t n = walk_lines(p, p + most, IRI_PLAIN_PCT | IRI_PLAIN_IRI, NULL, (struct hosts){.mapper = m}, &to, lines);
	out->n = (size_t)(to - out->p);
	return n;
}

size_t iri_unmap_plain(struct iri_unmapper *m, const char *p, const char *end, struct iri_buf *out, size_t *lines)
{
	const size_t most = at_once(p, end);
	char *to = iri_buf_reserve(out, most + SLACK);

	*lines = 0;
	if (!to || m->kept || m->bidi || m->unicode_host)
		return 0;
	const size_t n = walk_lines(p, p + most, 0, m, (struct hosts){0}, &to, lines);
	out->n = (size_t)(to - out->p);
	return n;
}

/*
 * Passes "./" and "../" at p, in front of a path; *before, so much of the base's text as is kept, loses a segment for
 * each "../", but not the first "/" of its path, which ends at `root`.
 */
static const char *pass_dots(const char *p, const char *end, const char *base, size_t root, size_t *before)
{
	while (end - p > 2 && *p == '.') {
		if (p[1] == '/') {
			p += 2;
		} else if (p[1] == '.' && p[2] == '/') {
			p += 3;
			if (*before > root)
				do
					--*before;
				while (base[*before - 1] != '/');
		} else {
			break;
		}
	}
	return p;
}

/*
 * A reference is plain if it begins with a path, which no authority and no scheme comes before: it has no ":" before
 * its first "/", and not "//" in front. Where it begins with dot segments these go, if the base has an authority:
 * then nothing of what is left can be taken for another kind of path.
 */
size_t iri_resolve_plain(const struct iri_ref *base, const char *p, const char *end, struct iri_buf *out, size_t *lines)
{
	const char *const start = p, *const text = base->scheme.p;
	const size_t root = (size_t)(base->path.p - text);
	const size_t folder = root + iri_folder(base).n;
	struct cursor c = {.end = end, .normal = true, .iri = true};

	*lines = 0;
	if (base->dotted || (base->authority.p && !base->path.n) || p == end)
		return 0;
	load(&c, p);
	while (p < end) {
		size_t before = folder;
		const char *const s = base->authority.p ? pass_dots(p, end, text, root + 1, &before) : p, *q = s;
		if (s == p) {
			q = find(&c, p, false);
			if (q >= end || (*q != '/' && (q == p || (*q != '\n' && *q != '?' && *q != '#'))) ||
			    (q == p && p + 1 < end && p[1] == '/'))
				break;
			before = q == p ? root : folder;
		}
		if (*s == '.')
			break;
		q = walk_rest(&c, q, IRI_PLAIN_PCT | IRI_PLAIN_IRI, p, NULL);
		if (!q)
			break;
		const size_t n = (size_t)(q + 1 - s);
		char *const to = iri_buf_reserve(out, before + n);
		if (!to)
			break;
		memcpy(to, text, before);
		memcpy(to + before, s, n);
		out->n += before + n;
		p = q + 1;
		++*lines;
	}
	return (size_t)(p - start);
}
