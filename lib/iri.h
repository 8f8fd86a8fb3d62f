/* SPDX-License-Identifier: ISC */
/*
 * libiri: Internationalized Resource Identifiers (RFC 3987), as pure functions on memory. Section numbers are RFC
 * 3987's unless another document is named.
 *
 * No function does I/O, exits, reads the locale or changes a global. Text is UTF-8 and need not end in NUL; every
 * length and offset is in bytes. Time is linear in the length of the text. Functions that take err return IRI_OK, or
 * IRI_UNCHANGED, when nothing is appended, or the error that is then also in *err, with its offset; out is as before.
 *
 * A mapper, unmapper, relativizer, normalizer, comparer or linter begins as all zeros. Set in it what is wanted, and
 * release it at the end; its last members are for the functions alone.
 */
#ifndef IRI_H
#define IRI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
/* All that is declared here, and nothing else, can be linked with. */
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* A view into memory that somebody else owns. p == NULL: absent; n == 0: present but empty. */
struct iri_str {
	const char *p;
	size_t n;
};

/*
 * A growable output buffer. Start from all zeros. Invariants: n <= cap, p has cap bytes; once failed
 * (out of memory) it stays failed and ignores what is added, so that a caller checks once, at the end.
 */
struct iri_buf {
	char *p;
	size_t n, cap;
	bool failed;
};

/* For iri_buf_reserve, where there is no room. */
char *iri_buf_grow(struct iri_buf *b, size_t n);

/* Makes room for n more bytes and returns where they go, or NULL when out of memory; does not change n. */
static inline char *iri_buf_reserve(struct iri_buf *b, size_t n)
{
	return b->p && !b->failed && b->cap - b->n >= n ? b->p + b->n : iri_buf_grow(b, n);
}

void iri_buf_add(struct iri_buf *b, const char *p, size_t n);
static inline void iri_buf_putc(struct iri_buf *b, char c)
{
	char *const to = iri_buf_reserve(b, 1);

	if (to) {
		*to = c;
		b->n++;
	}
}

/* Frees the memory and leaves an empty buffer that may be used again. */
void iri_buf_free(struct iri_buf *b);

enum iri_status {
	IRI_OK,
	IRI_UNCHANGED,       /* success: the output would equal the input, so nothing was written */
	/* Everything from here on is an error. */
	IRI_BAD_UTF8,        /* not well-formed UTF-8 (RFC 3629) */
	IRI_BAD_CHAR,        /* a character that is allowed nowhere in an IRI, or not here (section 2.2) */
	IRI_BAD_PRIVATE,     /* private use outside the query (section 2.2, iprivate) */
	IRI_BAD_BIDI,        /* a bidirectional formatting character (section 4.1) */
	IRI_BAD_PERCENT,     /* '%' not followed by two hexadecimal digits (section 2.2, pct-encoded) */
	IRI_BAD_SCHEME,      /* a colon in the first segment, and what stands before it is no scheme */
	IRI_BAD_IP_LITERAL,  /* in brackets, neither an IPv6address nor an IPvFuture (section 2.2) */
	IRI_BAD_PORT,        /* not *DIGIT */
	IRI_IS_RELATIVE,       /* a relative reference where an IRI is wanted */
	IRI_HAS_FRAGMENT,    /* a fragment where an absolute IRI is wanted */
	IRI_BAD_HOST,        /* an ireg-name that is no domain name (section 3.1, ToASCII) */
	IRI_BAD_QUERY,       /* a query that cannot be written in the charset asked for */
	IRI_UNREACHABLE,     /* no reference resolves to it */
	IRI_NO_PAIR,         /* for tools: not two references where two are wanted */
	IRI_NO_MEMORY,
};

/*
 * Offsets in ascending order, which a function that changes text leads back: on return each is the offset in its input
 * of what became that offset of its output. One that is past the end leads to the end.
 */
struct iri_offsets {
	size_t *p, n;
	size_t done;         /* for the function's own use; 0 */
};

/*
 * For such functions, after each piece of output: so much output there is now; its last `piece` bytes came from offset
 * `origin` of the input on, byte by byte or, if whole, as one. at may be NULL.
 */
void iri_offsets_add(struct iri_offsets *at, size_t output, size_t piece, size_t origin, bool whole);
/* And at the end: `input` is the length of the input. */
void iri_offsets_end(struct iri_offsets *at, size_t input);

enum iri_component {
	IRI_SCHEME,
	IRI_USERINFO,
	IRI_HOST,
	IRI_PORT,
	IRI_PATH,
	IRI_QUERY,
	IRI_FRAGMENT,
};

/* "scheme", "userinfo" and so on. */
const char *iri_component_name(enum iri_component component);

/* What is wrong, and where. */
struct iri_error {
	enum iri_status status;
	enum iri_component where;
	size_t off, len;     /* the bytes of the input that are at fault */
	uint32_t ch;         /* the character at fault; for IRI_BAD_UTF8 its first byte */
	const char *why;     /* static text with the particulars, or NULL */
};

/*
 * Writes what e says, in words a person can act on, as a NUL-terminated string of printable ASCII. Truncates to size
 * bytes; returns the length without truncation.
 */
size_t iri_error_text(const struct iri_error *e, char *buf, size_t size);

/* What the host of a reference is (section 2.2, ihost; the first that matches wins). */
enum iri_host_kind {
	IRI_HOST_ABSENT,     /* there is no authority */
	IRI_HOST_NAME,       /* ireg-name, which may be empty */
	IRI_HOST_IPV4,
	IRI_HOST_IPV6,
	IRI_HOST_IPVFUTURE,
};

/* A reference taken apart: views into the caller's string, without the delimiters. */
struct iri_ref {
	struct iri_str text; /* all of it */
	struct iri_str scheme, authority, userinfo, host, port, path, query, fragment;
	enum iri_host_kind host_kind;
	unsigned mapped;     /* bit (1u << component): it has characters that a URI can't have */
	unsigned encoded;    /* likewise: it has percent-encoded octets */
	bool upper;          /* the scheme may have upper-case letters; if false, it has none */
	bool dotted;         /* the path may have dot segments, "%2E" for "." included; if false, it has none */
};

/* What to accept: any combination. 0 is an IRI-reference exactly as in section 2.2. */
enum iri_form {
	IRI_REFERENCE = 0,
	IRI_REQUIRE_SCHEME = 1,  /* the rule IRI */
	IRI_FORBID_FRAGMENT = 2,  /* with IRI_REQUIRE_SCHEME, the rule absolute-IRI */
	IRI_FORBID_NON_ASCII = 4,        /* the same rules of RFC 3986: URI-reference, URI, absolute-URI */
	IRI_FORBID_BIDI = 8,      /* no bidirectional formatting characters (section 4.1) */
	/*
	 * What earlier drafts and LEIRIs took: wherever ucschar may stand, also space < > " { } | \ ^ `,
	 * controls, private use, noncharacters and bidi controls (2002 draft, section 2.2).
	 */
	IRI_ALLOW_LEIRI = 16,
	/* No rule, but leave to read, faster, the IRI_PADDING bytes behind s too; what they are does not matter. */
	IRI_PADDED = 32,
};

enum { IRI_PADDING = 64 };

/* Takes s apart and checks it against section 2.2. Allocates nothing. After an error *ref is unspecified. */
enum iri_status iri_parse(struct iri_str s, unsigned form, struct iri_ref *ref, struct iri_error *err);

/*
 * Takes any string apart, as the regular expression of RFC 3986, appendix B, does; the authority further, into what
 * stands before the last "@", and what stands behind the last ":", or behind the "]" of a host in brackets and a ":".
 * Joined with their delimiters the parts are s. host_kind tells only brackets (IRI_HOST_IPV6) from names; mapped and
 * encoded are 0, upper and dotted are true.
 */
void iri_split(struct iri_str s, struct iri_ref *ref);

/* How to map IRIs to URIs. */
struct iri_mapper {
	bool idna;           /* ToASCII for the host where the scheme is known to use domain names */
	bool lenient;        /* percent-encode what IRI_ALLOW_LEIRI accepts */
	bool repair;         /* mend what a person would: see iri_repair */
	unsigned padded;     /* IRI_PADDED, if what is mapped is */
	/*
	 * If set, encodes the non-ASCII characters of the query of http and https IRIs, and of references
	 * without a scheme (2011 draft, section 6.1): appends chars (UTF-8) in the other charset to out, not
	 * percent-encoded; returns IRI_OK, or IRI_BAD_QUERY when a character has no code there.
	 */
	enum iri_status (*query)(void *arg, struct iri_str chars, struct iri_buf *out);
	void *query_arg;
	/* The rest is its own. */
	struct iri_buf repaired, host, bytes;
	struct iri_hosts *hosts;
};

void iri_mapper_release(struct iri_mapper *m);

/*
 * Maps the IRI reference s to a URI reference (section 3.1) and appends it to out; IRI_UNCHANGED if s is one. Whatever
 * the mapper's options, what is appended is a valid URI reference.
 */
enum iri_status iri_to_uri(struct iri_mapper *m, struct iri_str s, struct iri_buf *out, struct iri_error *err);

/*
 * Appends to out the string s as somebody would mend it by hand: a stray "%" becomes "%25", "%uHHHH" its character,
 * brackets outside an IP literal "%5B" and "%5D", a "#" in the fragment "%23", and "\" before the query of http, https,
 * ws, wss, ftp and file "/" (2011 draft, section 7). The identity on valid IRI references. The result still has to be
 * parsed, with IRI_ALLOW_LEIRI. at: see iri_offsets_add.
 */
void iri_repair(struct iri_str s, struct iri_buf *out, struct iri_offsets *at);

/* Why iri_to_iri keeps something percent-encoded. */
enum iri_kept {
	IRI_KEPT_NOT,         /* it does not */
	IRI_KEPT_RESERVED,    /* section 3.2, step 2: "%" and reserved characters */
	IRI_KEPT_EXCLUDED,    /* step 2: other ASCII that URIs can't have */
	IRI_KEPT_UTF8,        /* step 3: not strictly legal UTF-8 */
	/* Step 4, by the rules that uri2iri(1) numbers: */
	IRI_KEPT_GRAMMAR,     /* 1: not allowed in this component (section 2.2) */
	IRI_KEPT_BIDI,        /* 2: a bidi control (section 4.1) */
	IRI_KEPT_INVISIBLE,   /* 3: a separator, a control, or invisible */
	IRI_KEPT_UNASSIGNED,  /* 4: not assigned in the Unicode version at hand */
	IRI_KEPT_NFC,         /* 5: part of a sequence that is not in NFC, or a mark with nothing to combine with */
	IRI_KEPT_MARK,        /* 5: part of a sequence with a mark that makes another letter, or does not show */
	IRI_KEPT_LOOK_ALIKE,  /* 6: looks like other characters (section 6.1 b) */
	/* And where it would not map back: */
	IRI_KEPT_HOST,        /* in a domain name, which maps to A-labels and not to percent-encoding */
	IRI_KEPT_COMPONENT,   /* in a component that would break the bidi rules of section 4.2 */
	IRI_ENCODED_COMPONENT, /* likewise, but it was not encoded in the input */
};

/* A reason in words, static text. */
const char *iri_kept_text(enum iri_kept why);

enum { IRI_VERDICTS = 8192 };

/* How to convert URIs to IRIs. */
struct iri_unmapper {
	bool safe;           /* rules 3 to 6, too */
	bool bidi;           /* map back whole components that would break section 4.2 */
	bool unicode_host;   /* show A-labels as U-labels where these map back to the same */
	unsigned padded;     /* IRI_PADDED, if what is converted is */
	/*
	 * If set, is told of all that is kept, in ascending order: the len bytes at off of the input, their
	 * character (or first octet, for IRI_KEPT_UTF8), and why.
	 */
	void (*kept)(void *arg, size_t off, size_t len, uint32_t ch, enum iri_kept why);
	void *kept_arg;
	/* The rest is its own. */
	struct iri_buf host, scratch;
	struct iri_hosts *to_unicode;
	uint32_t verdicts[IRI_VERDICTS]; /* what was found out about recent characters */
};

void iri_unmapper_release(struct iri_unmapper *m);

/*
 * Converts the URI reference s, or IRI reference, to an IRI reference (section 3.2) and appends it to out. iri_to_uri
 * makes the same URI of it again, but for the case of hexadecimal digits and for encoded unreserved characters.
 * IRI_UNCHANGED: the result would equal s.
 */
enum iri_status iri_to_iri(struct iri_unmapper *m, struct iri_str s, struct iri_buf *out, struct iri_error *err);

/* Whether a component keeps to section 4.2; a component there, or part that is treated as one. */
enum iri_bidi {
	IRI_BIDI_WELL,
	IRI_BIDI_MIXED,       /* both right-to-left and left-to-right characters */
	IRI_BIDI_ENDS,        /* right-to-left characters, but not first and last */
};

/* Checks one component as it is displayed; *off is set to the byte at fault. s is UTF-8. */
enum iri_bidi iri_bidi_check(struct iri_str s, size_t *off);

/* Whether one label, as Unicode, keeps to the bidi rule of RFC 5893, section 2, for labels of a name that has to. */
bool iri_bidi_label(struct iri_str label);

/*
 * Whether a domain name, as Unicode, keeps to the bidi rule of RFC 5893: if any of its labels has right-to-left
 * characters, each label has to.
 */
bool iri_bidi_domain(struct iri_str host);

/*
 * Appends path without its dot segments (RFC 3986, section 5.2.4); an encoded dot is a dot. A result that begins with
 * "//" gets "/." in front, so that it does not become an authority, unless has_authority: there is one before it.
 */
void iri_remove_dots(struct iri_str path, bool has_authority, struct iri_buf *out);

/*
 * Appends the IRI that ref means against base (section 6.5; RFC 3986, section 5.2.2), which has a scheme. Both
 * have been parsed. The rootless path of a ref with a scheme stays as it is: "data:,a/../b" has no hierarchy.
 * compat: not strict; a scheme of ref that is the base's is ignored. Returns IRI_OK or IRI_NO_MEMORY.
 */
enum iri_status iri_resolve(const struct iri_ref *base, const struct iri_ref *ref, bool compat, struct iri_buf *out);

/* Working space of iri_relativize. */
struct iri_relativizer {
	struct iri_buf candidate, best, resolved, folder;
};

void iri_relativizer_release(struct iri_relativizer *r);

/*
 * Appends the shortest reference that resolves against base to the IRI s, and of those the most readable: a relative
 * path before an absolute one. IRI_UNREACHABLE: there is none since s has dot segments, which resolution would remove.
 * s has been parsed into target.
 */
enum iri_status iri_relativize(struct iri_relativizer *r, const struct iri_ref *base, struct iri_str s,
                               const struct iri_ref *target, struct iri_buf *out);

/* The columns that a character takes on a terminal: 0, 1 or 2. */
int iri_char_width(uint32_t ch);

/* Whether a character does not show, or changes how others show: to be named, then, rather than printed. */
bool iri_char_is_hidden(uint32_t ch);

/* The rungs of the comparison ladder (section 5.3), the lowest first. */
enum iri_rung {
	IRI_RUNG_STRING,    /* 5.3.1 */
	IRI_RUNG_SYNTAX,    /* 5.3.2 */
	IRI_RUNG_SCHEME, /* 5.3.3 */
	IRI_RUNG_PROTOCOL,  /* 5.3.4 */
	IRI_RUNG_NONE, /* equivalent on no rung */
};

/* How to normalize. */
struct iri_normalizer {
	enum iri_rung level; /* IRI_RUNG_SYNTAX or IRI_RUNG_SCHEME */
	bool uri;            /* the result is a URI, else an IRI */
	bool nfc;            /* put text in NFC, encoded or not; not part of section 5.3 */
	bool no_fragment;    /* leave out the fragment, as for retrieval (section 5.1) */
	unsigned padded;     /* IRI_PADDED, if what is normalized is */
	/* The rest is its own. */
	struct iri_unmapper unmapper;
	struct iri_hosts *to_ascii, *hosts;
	struct iri_buf a, b, c, host;
};

void iri_normalizer_release(struct iri_normalizer *n);

/*
 * Appends the normal form of the reference s on the level asked for: two references have the same one if and only if
 * they are equivalent on that rung. IRI_UNCHANGED: s is in normal form. Idempotent; the result parses into the
 * components that it was made of.
 */
enum iri_status iri_normalize(struct iri_normalizer *n, struct iri_str s, struct iri_buf *out, struct iri_error *err);

/* Pairs of IRIs that were observed to redirect, and so are equivalent (section 5.3.4). */
struct iri_redirects;
enum { IRI_REDIRECTS_KEY = 16 };
/* NULL when out of memory. key: of getentropy(3); who knows it can make IRIs that take quadratic time. */
struct iri_redirects *iri_redirects_new(const unsigned char key[IRI_REDIRECTS_KEY]);
void iri_redirects_free(struct iri_redirects *r);
/* Adds a pair of IRIs; their fragments don't count. Chains and cycles are one class. *second: an error is in `to`. */
enum iri_status iri_redirects_add(struct iri_redirects *r, struct iri_str from, struct iri_str to, bool *second,
                                  struct iri_error *err);

/* How to compare. */
struct iri_comparer {
	const struct iri_ref *base;        /* if not NULL, references are resolved against it first */
	const struct iri_redirects *redirects; /* or NULL: then there is no protocol rung */
	bool no_fragment;                  /* as for retrieval (section 5.1) */
	/* The rest is its own. */
	struct iri_normalizer normalizer;
	struct iri_buf operands[2], forms[2];
};

void iri_comparer_release(struct iri_comparer *c);

/* What came of a comparison. */
struct iri_comparison {
	enum iri_rung rung;                /* the lowest on which they are equivalent */
	enum iri_component component;      /* if on none: the first component that differs */
	bool second;                       /* after an error: it is in b, not in a */
};

/*
 * Compares a and b. Relative references without a base can only be compared as strings (section 5.1): unless they are
 * equal that is the error IRI_IS_RELATIVE.
 */
enum iri_status iri_compare(struct iri_comparer *c, struct iri_str a, struct iri_str b, struct iri_comparison *result,
                            struct iri_error *err);

/* How grave a finding of iri_lint is. */
enum iri_severity {
	IRI_SEVERITY_INFO,
	IRI_SEVERITY_WARNING,
	IRI_SEVERITY_ERROR,
};

struct iri_lint_line; /* internal */

/* A rule of iri_lint. */
struct iri_rule {
	const char *id;
	enum iri_severity severity;     /* unless the type asked for makes it another; see iri_lint */
	bool fixable;                    /* iri_fix does something about it */
	bool off;                       /* to be enabled only if it is asked for */
	const char *section;            /* where it comes from */
	const char *text;               /* what is wrong, in one line */
	const char *more;               /* why it matters and what to do, in a sentence or two */
	void (*check)(struct iri_lint_line *t); /* internal; finds this, and perhaps others */
};

/* The rules, in their order; *n is set to their number, at most 64. */
const struct iri_rule *iri_rules(size_t *n);

/* What iri_lint found. */
struct iri_finding {
	unsigned rule;                  /* its number in the table */
	enum iri_severity severity;
	size_t off, len;                /* bytes of the line; len may be 0: something is missing there */
	enum iri_component where;
	uint32_t ch;                    /* the character it is about; 0 if it is not about one */
	const char *why;                /* particulars, or NULL */
	size_t more;                    /* so many more of this rule in this line are not listed */
};

/* What a line is meant to be. */
enum iri_type {
	IRI_TYPE_REFERENCE,
	IRI_TYPE_IRI,                   /* then the rule `relative` is an error */
	IRI_TYPE_ABSOLUTE,              /* absolute-IRI: the same; `fragment` should be enabled, too */
};

/* How to lint. */
struct iri_linter {
	uint64_t enabled;               /* bit i: rule i */
	enum iri_type type;
	unsigned padded;                /* IRI_PADDED, if what is linted is */
	/* What was found in the line, by offset. */
	struct iri_finding *findings;
	size_t n;
	/* The rest is its own. */
	size_t room, room_runs, kept_of[64];
	struct iri_lint_run *runs;
	uint64_t prepared;
	void (*checks[64])(struct iri_lint_line *t);
	size_t n_checks;
	bool failed, fixing;
	unsigned fixing_rule;
	const char *done;
	char address[16]; /* in a finding's text */
	struct iri_buf out, line, view, text, scratch, host;
	struct iri_unmapper unmapper;
};

void iri_linter_release(struct iri_linter *l);

/*
 * Looks for what is wrong, risky or sloppy in s, any bytes. Of a rule that finds very much in one line not all is
 * listed. Returns IRI_OK, with the findings in l, sorted, until the next call, or IRI_NO_MEMORY.
 */
enum iri_status iri_lint(struct iri_linter *l, struct iri_str s);

/* What a finding says, as iri_error_text does. */
size_t iri_finding_text(const struct iri_finding *f, char *buf, size_t size);

/*
 * Appends the reference s without what those of the enabled rules find that say so (`mended`), and nothing else
 * changed: it stays equivalent, by section 5.3 and by NFC.
 */
enum iri_status iri_fix(struct iri_linter *l, struct iri_str s, struct iri_buf *out, struct iri_error *err);

/* Remembers the A-labels of recent hosts; at most about 3 MB. NULL when out of memory. */
struct iri_hosts *iri_hosts_new(void);
void iri_hosts_free(struct iri_hosts *hosts);

/*
 * Appends to out the domain name `host` (an ireg-name) in ASCII: ToASCII of section 3.1 as IDNA2008 with UTS #46
 * non-transitional mapping has it, percent-encoded UTF-8 decoded first. What comes out is letters, digits and hyphens
 * in labels of 1 to 63 octets, at most 253 in all, does not read as an IPv4 address, and keeps as a whole to the bidi
 * rule of RFC 5893. hosts may be NULL; scratch is working space. IRI_BAD_HOST comes with the reason in err->why; if one
 * character is at fault, it is in err->ch, with its offset unless the host is percent-encoded. Else err is about the
 * host as a whole.
 */
enum iri_status iri_host_to_ascii(struct iri_hosts *hosts, struct iri_str host, struct iri_buf *scratch,
                                  struct iri_buf *out, struct iri_error *err);

enum iri_host_options {
	IRI_HOST_BIDI = 1, /* only labels that keep to section 4.2 */
	IRI_HOST_SAFE = 2, /* only labels of characters that uri2iri would decode elsewhere: no look-alikes */
};

/*
 * Appends to out the domain name `host` with those A-labels as U-labels that are valid (IDNA2008: RFC 5891,
 * section 5.4, and RFC 5893) and encode back to exactly the same A-label, if ToASCII of the whole then gives
 * back exactly host. options: bits of iri_host_options. Returns IRI_OK, IRI_UNCHANGED or IRI_NO_MEMORY. hosts caches
 * answers of this function only; other options than in the last call empty it. to_ascii is for iri_host_to_ascii; both may be
 * NULL.
 */
enum iri_status iri_host_to_unicode(struct iri_hosts *hosts, struct iri_hosts *to_ascii, struct iri_str host,
                                    unsigned options, struct iri_buf *scratch, struct iri_buf *out);

/* What is wrong with a label of a domain name. */
enum iri_label_fault {
	IRI_LABEL_WELL,
	IRI_LABEL_LENGTH,     /* no octet, or more than 63 (RFC 1035, section 2.3.4) */
	IRI_LABEL_DISALLOWED, /* IDNA has no place for it (RFC 5892; RFC 5891, section 4.2) */
	IRI_LABEL_CONTEXT,    /* a character that is allowed only beside others (RFC 5892, appendix A) */
	IRI_LABEL_BIDI,       /* RFC 5893, section 2 */
	IRI_LABEL_ACE,        /* it begins as an A-label, and is none (RFC 5890, section 2.3.2.1) */
};

struct iri_label {
	enum iri_label_fault fault;
	const char *why;      /* the particulars, or NULL */
	uint32_t ch;          /* the character at fault, or 0 if it is not known */
	size_t octets;        /* its length as an A-label, if it is well */
	bool mapped;          /* it is another U-label than it is written, apart from the case of ASCII (UTS #46) */
};

/*
 * Looks at one label, in UTF-8, which is beyond ASCII or begins with "xn--". Appends its U-label, if it is well, to
 * out. scratch is working space. Returns IRI_OK or IRI_NO_MEMORY.
 */
enum iri_status iri_label_check(struct iri_str label, struct iri_buf *scratch, struct iri_label *l,
                                struct iri_buf *out);

/* Whether s, which is UTF-8, is in Unicode Normalization Form C. scratch is working space. */
bool iri_is_nfc(struct iri_str s, struct iri_buf *scratch);

/*
 * Appends s, text of references, in Unicode Normalization Form C to out (section 3.1, step 1; UAX #15). Marks behind a
 * triplet or a delimiter don't compose with it: those are no text. Bytes that are not UTF-8 pass unchanged. at: see
 * iri_offsets_add; within a run of characters that was normalized as one, the run's start.
 */
void iri_nfc(struct iri_str s, struct iri_buf *out, struct iri_offsets *at);

/* The number of characters in s; each byte that is not part of a well-formed sequence counts as one. */
size_t iri_count_chars(struct iri_str s);

/*
 * The name and version of each library behind libiri, and of its Unicode data, as lines of text.
 * Returns the length; truncates to size bytes. 0 if out of memory.
 */
size_t iri_versions(char *buf, size_t size);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
