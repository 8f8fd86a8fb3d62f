/* SPDX-License-Identifier: ISC */
/* Runs of label characters and dots in running text, and the hosts at their beginning */
#ifndef IRI_HOST_RUN_H
#define IRI_HOST_RUN_H

#include "lib/iri.h"
#include "lib/unicode/chars.h"

/* Search in one text. It moves forward, and only goes back to find the beginning of a link, at most to `from`. */
struct link_search {
	const struct iri_link_options *o;
	const char *end;       /* of the text */
	const char *start;     /* of the text */
	const char *from;      /* links begin here or later */
	char before;           /* the byte before the link that is looked at, or 0 */
	const char *block;     /* the block that `marks` describes, and its end; NULL: none yet */
	const char *block_end;
	uint64_t marks;        /* bits of the bytes in the block at which the search stops; see next_mark */
};

/* A run of label characters and dots, and the host at its beginning */
struct host_run {
	const char *end;
	const char *host_end; /* NULL: no host. The host does not contain the dot of the root. */
	struct iri_str last;  /* the last label of the host */
	size_t labels;        /* of the host */
	bool gap;             /* an empty label follows the host, and then another label */
	bool cut;             /* for cjk: letters of CJK end it, see ends_label */
};

/* Whether a character is a dot that only text in CJK has. */
static inline bool iri_is_wide_dot(uint32_t ch)
{
	return ch == 0x3002 || ch == 0xFF0E || ch == 0xFF61;
}

/* Whether a path, query or fragment begins with c. */
static inline bool iri_begins_part(char c)
{
	return c == '/' || c == '?' || c == '#';
}

/* Returns the character before p, and sets *before to its start. Returns 0 at s->from, and if it is not UTF-8. */
uint32_t iri_link_char_before(const struct link_search *s, const char *p, const char **before);

/* The same as iri_is_label_char, for a non-ASCII character. */
bool iri_is_other_label_char(uint32_t ch);

/* Whether a label can have this character, perhaps after the mapping of UTS #46. */
static inline bool iri_is_label_char(uint32_t ch)
{
	return ch < 0x80 ? iri_is_alphanumeric((char)ch) || ch == '-' : iri_is_other_label_char(ch);
}

/*
 * Whether ch, from p to next, divides labels: "." or U+3002. With cjk, U+3002 is taken for a full stop, except between
 * two CJK letters. There it divides labels, and so do its wide and narrow forms.
 */
bool iri_is_label_dot(const struct link_search *s, uint32_t ch, const char *p, const char *next);

/* Whether a label is a top-level domain, by the options. */
bool iri_link_is_tld(const struct link_search *s, struct iri_str label);

/* Whether ch is a symbol that domain names have outside of IDNA 2008, like U+2764. Those of tables are left out. */
bool iri_is_host_symbol(uint32_t ch);

/*
 * Finds the run at p. Its host ends before the first empty label. A label with a hyphen at an end, or an empty one at
 * p, gives no host. scheme: the run stands behind a scheme
 */
struct host_run iri_host_run(const struct link_search *s, const char *p, bool scheme);

/*
 * Whether the host in r goes on as a pattern or a template, like https://packages\.example\.org and
 * http://api.{region}.example; or with a symbol that end_of_symbols leaves out. Then it is no link: the part before
 * would be another host.
 */
bool iri_host_goes_on(const struct link_search *s, const struct host_run *r);

#endif
