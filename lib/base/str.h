/* SPDX-License-Identifier: ISC */
/* Small helpers for views, buffers and errors. */
#ifndef IRI_STR_H
#define IRI_STR_H

#include "bits.h"
#include "buf.h"

#include <string.h>

/* Returns a view of the text from p up to, but not including, end. */
static inline struct iri_str iri_between(const char *p, const char *end)
{
	return (struct iri_str){p, (size_t)(end - p)};
}

/* Returns a pointer to the first byte c between p and end, or end if there is none. */
static inline const char *iri_find_byte(const char *p, const char *end, char c)
{
	const char *const found = memchr(p, (unsigned char)c, (size_t)(end - p));

	return found ? found : end;
}

/* Whether a and b are equal: both absent, or both present with the same bytes. */
static inline bool iri_same(struct iri_str a, struct iri_str b)
{
	if (!a.p || !b.p)
		return a.p == b.p;
	return a.n == b.n && !memcmp(a.p, b.p, a.n);
}

/* Whether s equals text, a C string. s must be present, not absent. */
static inline bool iri_is(struct iri_str s, const char *text)
{
	return s.n == strlen(text) && !memcmp(s.p, text, s.n);
}

/* Whether s begins with text, a C string. s must be present. */
static inline bool iri_begins(struct iri_str s, const char *text)
{
	return s.n >= strlen(text) && !memcmp(s.p, text, strlen(text));
}

/* Whether every byte of s is ASCII. True if s is absent or empty. */
static inline bool iri_is_ascii(struct iri_str s)
{
	const char *p = s.n ? s.p : "", *const end = p + s.n;

	for (; end - p >= 8; p += 8)
		if (iri_load8(p) & UINT64_C(0x8080808080808080))
			return false;
	while (p < end)
		if ((unsigned char)*p++ >= 0x80)
			return false;
	return true;
}

/* Returns s, or an empty string if s is absent, so that p is never NULL. */
static inline struct iri_str iri_present(struct iri_str s)
{
	return s.p ? s : (struct iri_str){"", 0};
}

/* Whether s begins with a byte order mark, which a reader removes at the start of a file (RFC 3629, section 6). */
static inline bool iri_begins_with_bom(struct iri_str s)
{
	return s.n >= 3 && !memcmp(s.p, "\xEF\xBB\xBF", 3);
}

/* Returns the contents of b as a view, present even if empty. It is valid until b grows or is freed. */
static inline struct iri_str iri_contents(const struct iri_buf *b)
{
	return (struct iri_str){b->p ? b->p : "", b->n};
}

/* Returns what was appended to b since it held `before` bytes, as a view that is valid until b grows or is freed. */
static inline struct iri_str iri_added(const struct iri_buf *b, size_t before)
{
	return (struct iri_str){b->p ? b->p + before : "", b->n - before};
}

/* Returns s if the contents of the buffer equal it, else the contents. */
static inline struct iri_str iri_unless_same(const struct iri_buf *b, struct iri_str s)
{
	return iri_same(iri_contents(b), iri_present(s)) ? s : iri_contents(b);
}

/* Returns err or, if err is NULL, `ignored`: the caller passed NULL since it does not want the error. */
static inline struct iri_error *iri_present_error(struct iri_error *err, struct iri_error *ignored)
{
	return err ? err : ignored;
}

/* Sets *err to an error that is not about certain bytes of the input, and returns its status. */
static inline enum iri_status iri_fail(struct iri_error *err, enum iri_status status)
{
	*err = (struct iri_error){.status = status};
	return status;
}

/* Sets *err to the error IRI_NO_MEMORY, and returns that status. */
static inline enum iri_status iri_no_memory(struct iri_error *err)
{
	return iri_fail(err, IRI_NO_MEMORY);
}

/* Returns one component of ref, without its delimiters. */
static inline struct iri_str iri_part(const struct iri_ref *ref, enum iri_component c)
{
	switch (c) {
	case IRI_SCHEME: return ref->scheme;
	case IRI_USERINFO: return ref->userinfo;
	case IRI_HOST: return ref->host;
	case IRI_PORT: return ref->port;
	case IRI_PATH: return ref->path;
	case IRI_QUERY: return ref->query;
	default: return ref->fragment;
	}
}

/*
 * Copies the text from p to end to `to`, and returns the end of the copy. If padded is set, IRI_COPY_SLACK bytes must
 * be readable after the text and writable after its copy. Text of up to IRI_COPY_SLACK bytes is then copied as one
 * piece of that fixed size, and longer text in further pieces of 16 bytes.
 */
enum { IRI_COPY_SLACK = 32 };
IRI_INLINE char *iri_copy(char *to, const char *p, const char *end, bool padded)
{
	const ptrdiff_t n = end - p;

	memcpy(to, p, padded ? IRI_COPY_SLACK : (size_t)n);
	for (ptrdiff_t i = IRI_COPY_SLACK; padded && i < n; i += 16)
		memcpy(to + i, p + i, 16);
	return to + n;
}

#endif
