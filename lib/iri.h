/* SPDX-License-Identifier: ISC */
/*
 * libiri: Internationalized Resource Identifiers (RFC 3987) as pure functions on memory. Section numbers are RFC 3987's
 * unless another document is named. libiri(3) has six complete programs.
 *
 * Text is UTF-8 and needs no NUL at its end. Functions take a reference as text, and parse it; for many lines, others
 * take what iri_parse_lines has parsed. Every length and offset counts bytes. No function does I/O, ends the program,
 * reads the locale or changes a global variable. Every function takes time linear in the length of its text, if its
 * comment says nothing else.
 *
 * Handles. A mapper, unmapper, normalizer, comparer, resolver, linter, namer, composer or host converter is made from
 * options, which it keeps until it is freed; a query editor has none. Options that are all zeros, or NULL, are the
 * defaults: those of the tool for the same job. iri_..._new copies the options, and returns NULL when out of memory;
 * iri_..._free takes NULL, too. A handle caches what it has computed, so use one for many references. A result is a
 * view. If nothing changed, it is a view of the input, and valid as long as the input. Else it is a view of the
 * handle's memory, and valid until the next call with the handle; it cannot be an argument of that call, except of
 * iri_query_begin and iri_host_to_unicode.
 *
 * Errors. A function that can fail returns IRI_OK or an error. After an error, *err describes it, and all results are
 * unspecified. After IRI_OK, *err is unspecified. err may be NULL. After IRI_NO_MEMORY, a handle can be used again. By
 * default, all functions that take the text of a reference, except iri_parse and iri_lint, reject bidi controls.
 *
 * Hash tables of handles have secret keys, made of addresses, which the system chooses anew for each process (ASLR).
 * Where it does not, an attacker can choose redirects or known hosts that take quadratic time.
 *
 * Versions. Before release 1.0, each minor release may change structures and functions, and changes the name of the
 * shared library (the soname) with them: programs must be compiled again. From 1.0 on, only a major release does so.
 *
 * Padding. A function reads nothing outside of its text, except where the caller allows it, for speed: a form with
 * IRI_PADDED or an option "padded" says that IRI_PADDING readable bytes of any values follow the text.
 *
 * Threads. A function without a handle may be called from any thread at any time. A handle belongs to one thread at a
 * time; two threads that share one need a lock.
 */
#ifndef IRI_H
#define IRI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
/* The shared library exports what this header declares, and nothing else. */
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* The version of this header. */
#define IRI_VERSION "0.3.0"
#define IRI_VERSION_MAJOR 0
#define IRI_VERSION_MINOR 3
#define IRI_VERSION_PATCH 0

/* Returns the version of the library as static text, like IRI_VERSION. It may be newer than that of the header. */
const char *iri_version(void);

/*
 * Writes the name and version of each library that libiri uses, and the version of its Unicode data, for bug reports:
 * one library per line, with a NUL at the end, truncated to size bytes; 256 are enough. Returns the length of the whole
 * text without the NUL; 0 when out of memory.
 */
size_t iri_versions(char *buf, size_t size);

/*
 * A view: n bytes of text at p, in memory that belongs to somebody else. If p is NULL, the text is absent; else, if n
 * is 0, it is present and empty. Functions treat absent input as empty input.
 */
struct iri_str {
	const char *p;
	size_t n;
};

/* The number of bytes that can be read after a text with padding. */
#define IRI_PADDING 64

/* Returns a view of a text that ends in NUL; absent if text is NULL. */
struct iri_str iri_str_of(const char *text);

/*
 * Copies s to buf, with a NUL at its end, truncated to size bytes, so that a result can be kept after the next call
 * with its handle. Returns the length of s, as snprintf does: the copy is whole if that is less than size.
 */
size_t iri_str_copy(struct iri_str s, char *buf, size_t size);

/*
 * A growable buffer, to which functions append. It owns its memory. A buffer of all zeros is empty. After memory ran
 * out, `failed` is set, and nothing more is appended, so that a caller checks once, at the end. To empty a buffer and
 * use its memory again, set n to 0 and failed to false.
 */
struct iri_buf {
	char *p;             /* memory of cap bytes, the first n of which are the contents; or NULL */
	size_t n, cap;
	bool failed;
};

/* Appends the n bytes at p, which must not be in b itself. p may be NULL if n is 0. */
void iri_buf_add(struct iri_buf *b, const char *p, size_t n);

/*
 * Makes room for n more bytes, and returns where they go: b->p + b->n. Does not change b->n. Returns NULL, with
 * b->failed set, when out of memory now or before.
 */
char *iri_buf_grow(struct iri_buf *b, size_t n);

/* Removes the first n bytes, of which b must have as many. */
void iri_buf_remove(struct iri_buf *b, size_t n);

/* Frees the memory, and leaves an empty buffer that may be used again. */
void iri_buf_free(struct iri_buf *b);

enum iri_status {
	IRI_OK,
	IRI_BAD_UTF8,        /* ill-formed UTF-8 (RFC 3629) */
	IRI_BAD_CHAR,        /* a character that is not allowed in this component (section 2.2) */
	IRI_BAD_PRIVATE,     /* a private-use character outside the query (section 2.2, iprivate) */
	IRI_BAD_BIDI,        /* a bidi control: a bidirectional formatting character (section 4.1) */
	IRI_BAD_PERCENT,     /* '%' without two hexadecimal digits after it (section 2.2, pct-encoded) */
	/*
	 * The text before the first ':' is no scheme. Nor is it part of a path, since the first segment of a relative
	 * reference cannot contain ':' (section 2.2, ipath-noscheme).
	 */
	IRI_BAD_SCHEME,
	IRI_BAD_IP_LITERAL,  /* an invalid IPv6address or IPvFuture in brackets, or a missing ']' (section 2.2) */
	IRI_BAD_PORT,        /* a port with other characters than digits */
	IRI_IS_RELATIVE,     /* a relative reference where an IRI is required */
	IRI_HAS_FRAGMENT,    /* a fragment where none is allowed */
	IRI_BAD_HOST,        /* a host that ToASCII rejects as a domain name (section 3.1) */
	IRI_BAD_QUERY,       /* a character of the query that the requested charset lacks */
	IRI_UNREACHABLE,     /* an IRI to which no reference resolves */
	IRI_NO_MEMORY,       /* out of memory; the only error that is not the input's fault */
	IRI_NO_LINK,         /* a reference that cannot be written as a link in running text (UTS #58) */
	IRI_BAD_PARTS,       /* components that do not fit together; `why` of the error says what to change */
	IRI_BAD_NAME,        /* a name without a reference, or a reference without a name of a file; `why` says more */
	IRI_NOT_BELOW        /* a name of a file that is not in the folder; `why` says more, and ends in "folder" */
};

enum iri_component {
	IRI_SCHEME,
	IRI_USERINFO,
	IRI_HOST,
	IRI_PORT,
	IRI_PATH,
	IRI_QUERY,
	IRI_FRAGMENT
};

/*
 * These and the other functions with "_name" return the name of an enumerator as static text, or NULL for any other
 * number: "bad-char" for IRI_BAD_CHAR, "userinfo" for IRI_USERINFO.
 */
const char *iri_status_name(enum iri_status status);
const char *iri_component_name(enum iri_component component);

/* Describes an error: what is wrong, and where. */
struct iri_error {
	enum iri_status status;
	enum iri_component where; /* the component that has the error */
	bool second;         /* the error is in the second of two references: iri_compare, iri_comparer_add_redirect */
	size_t off, len;     /* the bytes at fault, in the input; both 0 if the error is not about certain bytes */
	uint32_t ch;         /* the character at fault or, for IRI_BAD_UTF8, the first byte at fault; 0 if none is */
	const char *why;     /* details as static text, or NULL */
};

/*
 * Writes the error as a message for people to buf: printable ASCII and a NUL, truncated to size bytes; 256 are enough
 * for any message. The place of the error is not in it. Returns the length of the whole message without the NUL, as
 * snprintf does.
 */
size_t iri_error_text(const struct iri_error *err, char *buf, size_t size);

/* The kinds of hosts (section 2.2, ihost). */
enum iri_host_kind {
	IRI_HOST_ABSENT,     /* no authority */
	IRI_HOST_NAME,       /* ireg-name, perhaps empty */
	IRI_HOST_IPV4,
	IRI_HOST_IPV6,
	IRI_HOST_IPVFUTURE
};

const char *iri_host_kind_name(enum iri_host_kind kind);

/*
 * A parsed reference: views of its text, without delimiters. The path is always present; the other components can be
 * absent. Userinfo, host and port are parts of the authority. Only iri_parse makes a parsed reference; don't change its
 * members.
 */
struct iri_ref {
	struct iri_str text; /* the whole reference */
	struct iri_str scheme, authority, userinfo, host, port, path, query, fragment;
	enum iri_host_kind host_kind;
	unsigned mapped;     /* bit 1u << component: the component has characters that a URI can't have */
	unsigned encoded;    /* bit 1u << component: the component has percent-encoded octets */
	bool upper;          /* false: the scheme has no upper-case letter; true: it may have some */
	bool dotted;         /* false: the path has no dot segment, not even one with "%2E"; true: it may have some */
};

/* The grammar that iri_parse accepts: a sum of these. IRI_REFERENCE alone is the rule IRI-reference of section 2.2. */
enum iri_form {
	IRI_REFERENCE = 0,
	IRI_REQUIRE_SCHEME = 1,    /* the rule IRI */
	IRI_FORBID_FRAGMENT = 2,   /* fragments are errors; with IRI_REQUIRE_SCHEME: the rule absolute-IRI */
	IRI_FORBID_NON_ASCII = 4,  /* the rules of RFC 3986: URI-reference, URI, absolute-URI */
	IRI_FORBID_BIDI = 8,       /* bidi controls are errors (section 4.1) */
	/*
	 * Wherever ucschar is allowed, these are allowed, too: space < > " { } | \ ^ `, controls, private use,
	 * noncharacters, U+FFF0 to U+FFFD, U+E0000 to U+E0FFF and bidi controls, even with IRI_FORBID_BIDI. Earlier
	 * drafts and LEIRIs allow them (2002 draft, section 2.2).
	 */
	IRI_ALLOW_LEIRI = 16,
	IRI_PADDED = 32            /* not about the grammar: padding follows the text */
};

/*
 * Parses s by the grammar of section 2.2. form is a sum of enum iri_form. Sets *ref to views of s, which are valid as
 * long as the text of s. Allocates no memory. Errors: IRI_BAD_UTF8 to IRI_HAS_FRAGMENT in the order of enum iri_status.
 */
enum iri_status iri_parse(struct iri_str s, unsigned form, struct iri_ref *ref, struct iri_error *err);

/*
 * Splits any string into components, valid or not, as the regular expression of RFC 3986, appendix B, does. Splits the
 * authority further: the userinfo ends before the last "@"; the port begins after the last ":", or after "]:" of a
 * host in brackets. Sets *ref to views of s. The components and their delimiters, joined, are s. host_kind is
 * IRI_HOST_IPV6 for brackets, IRI_HOST_NAME for other hosts; mapped and encoded are 0; upper and dotted are true.
 */
void iri_split(struct iri_str s, struct iri_ref *ref);

/*
 * Parses many lines, each as iri_parse does with IRI_FORBID_BIDI, in much less time. Sets up to `room` elements of
 * refs, and returns how many; 32 at once are as fast as more. Moves *lines on to the line that comes next. Call it
 * until the result is 0 and *invalid is absent: then no whole line is left, but perhaps the beginning of one, which
 * lacks its newline ("\n"). IRI_PADDING readable bytes must follow the text. Time is linear in the bytes that it
 * passes, and in the length of a line without newline.
 *
 * invalid: if NULL, invalid lines are left out. Else the function stops at the first one, sets *invalid to it, and
 * moves on to the line after it. So *invalid comes after the lines in refs, of which there may be none. It is absent if
 * no line was invalid. iri_parse says what is wrong with it.
 *
 * If one of path, query and fragment has non-ASCII characters, ref->mapped can have the bits of all three; with
 * percent-encoded octets, ref->encoded can have these bits, and ref->dotted is true.
 */
size_t iri_parse_lines(struct iri_str *lines, struct iri_ref *refs, size_t room, struct iri_str *invalid);

/* The components of a reference, without delimiters. Each can be absent; an absent path is an empty one. */
struct iri_parts {
	struct iri_str of[IRI_FRAGMENT + 1]; /* by enum iri_component */
};

/* Returns the components of a parsed reference. */
struct iri_parts iri_parts_of(const struct iri_ref *ref);

/*
 * Returns the extension of the last segment of the path, without its dot, as it stands there, perhaps percent-encoded:
 * what follows its last dot. Absent if there is no dot, or only dots before it (".profile", ".."), or if the path is
 * rootless after a scheme, since such a path has no segments that are names of files ("mailto:a@b.example"). The result
 * is a view of the reference. ref: of iri_parse or iri_split
 */
struct iri_str iri_extension(const struct iri_ref *ref);

/* A composer makes references from their components (RFC 3986, section 5.3), as iriedit does. */
struct iri_composer;

struct iri_compose_options {
	unsigned form;       /* the grammar of the references: a sum of enum iri_form without IRI_PADDED */
};

struct iri_composer *iri_composer_new(const struct iri_compose_options *options);
void iri_composer_free(struct iri_composer *c);

/*
 * Sets *iri to the reference with exactly these components, so that iri_parse gives them back. The components are
 * percent-encoded already; see iri_encode. If no reference has them, err->where names the component at fault, and
 * err->off counts bytes from its start. Errors: those of iri_parse; IRI_BAD_PARTS; IRI_NO_MEMORY.
 */
enum iri_status iri_compose(struct iri_composer *c, const struct iri_parts *parts, struct iri_str *iri,
                            struct iri_error *err);

/* A pair of a query: "key=value". The key ends before the first "="; without "=", value is absent. */
struct iri_pair {
	struct iri_str text, key, value; /* views of the query; percent-encoded */
};

/* A walk through the pairs of a query: "key=value&key=value", as HTML forms write them. Don't change its members. */
struct iri_pairs {
	struct iri_str rest; /* the pairs that are left */
	char separator;
	bool more;           /* a pair is left, perhaps an empty one */
};

/*
 * Begins a walk. separator divides the pairs, mostly "&"; neither "=" nor "+". An empty or absent query has no pairs. A
 * query that ends in a separator has an empty pair at its end.
 */
struct iri_pairs iri_pairs(struct iri_str query, char separator);

/* Sets *pair to the next pair. Returns false if there is none. */
bool iri_next_pair(struct iri_pairs *walk, struct iri_pair *pair);

/* Whether "+" is a space in queries of this scheme, which may be absent. In mailto it is not (RFC 6068, section 5). */
bool iri_plus_is_space(struct iri_str scheme);

/*
 * Both functions write their result to buf with a NUL at its end, truncated to size bytes, and return its length, as
 * iri_str_copy does.
 *
 * iri_encode percent-encodes any bytes as data for a component (RFC 3986, section 2.4): a file name, a key, a value.
 * Characters that the component can contain stay (section 2.2), except "%" and the ASCII characters in `also`, which
 * would divide the data there: "&=+" for a key of a query. All others are percent-encoded, and so are bytes that are
 * not UTF-8. iri_decode gives the data back. A host is a name here, not an IP literal. A scheme or port cannot have
 * percent-encoding: the result is then no valid one. form: a sum of IRI_FORBID_NON_ASCII and IRI_FORBID_BIDI; also:
 * may be NULL
 *
 * iri_decode decodes percent-encoded octets of any value, NUL included. A "%" without two hexadecimal digits stays.
 * plus_is_space: "+" is a space, as in queries of web forms
 */
size_t iri_encode(struct iri_str data, enum iri_component where, unsigned form, const char *also, char *buf,
                  size_t size);
size_t iri_decode(struct iri_str s, bool plus_is_space, char *buf, size_t size);

/*
 * Checks that s is well-formed UTF-8 (RFC 3629), for instance what iri_decode has written. The only error is
 * IRI_BAD_UTF8, with the place of the first sequence that is ill-formed; err->why says what is wrong with it, and
 * err->where means nothing.
 */
enum iri_status iri_check_utf8(struct iri_str s, struct iri_error *err);

/* The content of a data IRI (RFC 2397). The views are those of the reference. */
struct iri_data {
	struct iri_str type;  /* the media type without parameters, as it stands: "text/html"; empty: the default */
	bool base64;          /* the data are in base64 */
	/*
	 * A browser shows the type as a page, in which scripts run: text/html and all XML, which can be XHTML or SVG.
	 * The case of the type does not matter, and unreserved characters in it can be percent-encoded.
	 */
	bool page;
	struct iri_str data;  /* after the comma, as it stands: up to the fragment, "?" included */
};

/*
 * Splits a data IRI, from iri_parse or iri_split, and sets *data. Returns false if the scheme is not "data", or if it
 * has no comma; *data is then unspecified.
 */
bool iri_data_split(const struct iri_ref *ref, struct iri_data *data);

/*
 * Appends the content: the data, percent-decoded, and decoded from base64 if they are in base64. Base64 is decoded as
 * browsers do: white space is ignored, and padding can be missing. Returns false if the base64 is invalid; then appends
 * what stands before the error. Out of memory, sets out->failed, whatever it returns.
 */
bool iri_data_decode(const struct iri_data *data, struct iri_buf *out);

/*
 * Appends the octets that s encodes in base64 or base64url (RFC 4648, sections 4 and 5), whose padding can be missing.
 * Returns false at another character, white space included, or if the length is impossible; then appends what stands
 * before it. Out of memory, sets out->failed, whatever it returns.
 */
bool iri_base64_decode(struct iri_str s, struct iri_buf *out);

/*
 * A query editor changes the pairs of a query (HTML standard, application/x-www-form-urlencoded), as iriedit does.
 * iri_query_begin takes a query, other functions change it, and iri_query_end gives the result. Pairs that no change
 * concerns keep every byte. Keys are compared decoded, as iri_decode does it. If memory runs out during a change,
 * iri_query_end says so.
 */
struct iri_query;

struct iri_query *iri_query_new(void);
void iri_query_free(struct iri_query *q);

/*
 * Begins with a query, perhaps absent, whose text must be valid until iri_query_end; the last result of the handle may
 * be the query. separator: divides the pairs, as for iri_pairs. plus_is_space: in keys and values, as for iri_decode
 */
void iri_query_begin(struct iri_query *q, struct iri_str query, char separator, bool plus_is_space);

/* Sets *query to the result. The only error is IRI_NO_MEMORY. */
enum iri_status iri_query_end(struct iri_query *q, struct iri_str *query, struct iri_error *err);

/* Appends a pair, percent-encoded, after a separator if there are other pairs. */
void iri_query_append(struct iri_query *q, struct iri_str pair);

/*
 * Keeps the first pair with this key, spells its key as before, and replaces its value by that of `pair`, which is
 * percent-encoded. Removes the other pairs with this key. Appends `pair` if there are none.
 *
 * key: decoded. pair: "key", or "key=value"
 */
void iri_query_set(struct iri_query *q, struct iri_str key, struct iri_str pair);

/*
 * Removes each pair for whose decoded key `chosen` returns true. A query that becomes empty is absent.
 * arg: the first argument of chosen
 */
void iri_query_delete(struct iri_query *q, bool (*chosen)(void *arg, struct iri_str key), void *arg);

/* Replaces the key of all pairs that have it. from: decoded; to: percent-encoded */
void iri_query_rename(struct iri_query *q, struct iri_str from, struct iri_str to);

/*
 * Sorts the pairs by the bytes of their decoded keys. Pairs with the same key stay in their order. Compares as many
 * keys as qsort does, O(n log n) for n pairs where it is a good one. Memory is some 64 bytes for each pair.
 */
void iri_query_sort(struct iri_query *q);

/*
 * Removes each pair whose decoded key and value an earlier pair has, too. "a" and "a=" are different. A query that
 * becomes empty is absent. Time and memory are those of iri_query_sort.
 */
void iri_query_dedupe(struct iri_query *q);

/* A mapper maps IRIs to URIs (section 3.1), as iri2uri does. */
struct iri_mapper;

struct iri_map_options {
	bool percent_host;   /* percent-encode hosts; else ToASCII maps hosts of schemes that use domain names */
	bool lenient;        /* percent-encode the characters that IRI_ALLOW_LEIRI allows; else they are errors */
	bool repair;         /* lenient, and repair stray "%", "#", brackets and "\" (2011 draft, section 7) */
	/*
	 * If not NULL: encodes the non-ASCII characters of queries in another charset, for http, https and references
	 * without a scheme (2011 draft, section 6.1). chars are some such characters in UTF-8. The function sets *bytes
	 * to the same characters in the other charset, not percent-encoded, and returns IRI_OK; *bytes must be valid
	 * until its next call. It returns IRI_BAD_QUERY if the charset lacks one of them, or IRI_NO_MEMORY. After
	 * IRI_BAD_QUERY it is called again for each character, to find the one that is missing.
	 */
	enum iri_status (*encode_query)(void *arg, struct iri_str chars, struct iri_str *bytes);
	void *encode_arg;    /* the first argument of encode_query */
	bool every_host;     /* ToASCII maps the hosts of every scheme, and of references without a scheme */
	bool padded;         /* padding follows each IRI */
};

struct iri_mapper *iri_mapper_new(const struct iri_map_options *options);
void iri_mapper_free(struct iri_mapper *m);

/*
 * Maps the IRI reference to a URI reference, *uri (section 3.1). It is valid with any options. Bidi controls are errors
 * if neither lenient nor repair is set. Errors: those of iri_parse for syntax, IRI_BAD_HOST, IRI_BAD_QUERY and
 * IRI_NO_MEMORY; then *uri is `iri`.
 */
enum iri_status iri_to_uri(struct iri_mapper *m, struct iri_str iri, struct iri_str *uri, struct iri_error *err);

/*
 * Parses a reference for iri_add_uri, as iri_to_uri does: with bidi controls as errors, and with what the options
 * lenient and repair allow. If it was repaired, *ref has views of the repaired text, which are valid until the next
 * call, while `iri` must stay valid for iri_add_uri. Offsets of errors count from the start of `iri`.
 */
enum iri_status iri_mapper_parse(struct iri_mapper *m, struct iri_str iri, struct iri_ref *ref, struct iri_error *err);

/*
 * Appends what iri_to_uri sets for a parsed reference: one of iri_parse_lines; or of iri_mapper_parse or iri_parse with
 * IRI_FORBID_BIDI, whose text has padding. After an error, appends nothing.
 */
enum iri_status iri_add_uri(struct iri_mapper *m, const struct iri_ref *ref, struct iri_buf *out,
                            struct iri_error *err);

/* Why iri_to_iri keeps a character or octet percent-encoded. Steps are those of section 3.2. */
enum iri_escape_reason {
	IRI_ESCAPED_NOT,         /* it is decoded, or was not encoded */
	IRI_ESCAPED_RESERVED,    /* step 2: "%" and reserved characters */
	IRI_ESCAPED_EXCLUDED,    /* step 2: other ASCII characters that a URI can't have */
	IRI_ESCAPED_UTF8,        /* step 3: an octet that is not part of well-formed UTF-8 */
	/* Step 4, by the rules that uri2iri(1) numbers: */
	IRI_ESCAPED_GRAMMAR,     /* 1: not allowed in this component (section 2.2) */
	IRI_ESCAPED_BIDI,        /* 2: a bidi control (section 4.1) */
	IRI_ESCAPED_INVISIBLE,   /* 3: a separator, a control, or invisible */
	IRI_ESCAPED_UNASSIGNED,  /* 4: not assigned in utf8proc's version of Unicode */
	IRI_ESCAPED_NFC,         /* 5: part of a sequence that is not in NFC, or a mark without a base */
	IRI_ESCAPED_MARK,        /* 5: part of a sequence with a mark that makes another letter, or is invisible */
	IRI_ESCAPED_LOOK_ALIKE,  /* 6: looks like other characters (section 6.1 b) */
	/* In a domain name. Decoded, it would map to an A-label, and not back to the same URI. */
	IRI_ESCAPED_HOST,
	/* With the option bidi: */
	IRI_ESCAPED_COMPONENT,   /* in a component that breaks the bidi rules of section 4.2 */
	IRI_ENCODED_COMPONENT,   /* likewise, but the character was not encoded in the input, and now is */
	/* With the option for_text: */
	IRI_ESCAPED_TEXT,        /* in running text, the link would end before it (UTS #58) */
	IRI_ENCODED_TEXT         /* likewise, but the character was not encoded in the input, and now is */
};

/* Returns the reason in words, as static text: "not UTF-8", for instance; or "" for any other number. */
const char *iri_escape_reason_text(enum iri_escape_reason why);

/*
 * Whether a message should show the number of a character instead of the character itself: it is a control, or rules 1
 * to 4 of uri2iri(1) forbid it: a bidi control, invisible or unassigned, for instance. Private use is shown. ch: a code
 * point; other numbers are hidden
 */
bool iri_char_is_hidden(uint32_t ch);

/*
 * Returns the name of a hidden character in English, as static text: "RIGHT-TO-LEFT OVERRIDE" for U+202E. Names are
 * known of controls, format characters, spaces, other ignorable characters below U+E0000, and the characters that look
 * like delimiters. Returns NULL for others. Logarithmic in the number of names.
 */
const char *iri_char_name(uint32_t ch);

/* Why a label stays an A-label: the rule of uri2iri(1) that refuses its U-label, or a reason without a number. */
enum iri_refused {
	IRI_REFUSED_NOT,
	IRI_REFUSED_INVALID,      /* 1: IDNA2008 does not allow it */
	IRI_REFUSED_CHAR,         /* 2: a character that names do not use, or not under this top-level domain */
	IRI_REFUSED_SCRIPTS,      /* 3: characters of scripts that are not written together */
	IRI_REFUSED_DIGITS,       /* 4: digits of several numbering systems */
	IRI_REFUSED_MARK,         /* 5: a mark that is repeated, or does not show on its letter */
	IRI_REFUSED_KANA,         /* 6: a kana where it looks like punctuation, or like one of the other kana */
	IRI_REFUSED_BESIDE_ASCII, /* 7: a CJK character alone beside ASCII */
	IRI_REFUSED_WHOLE_SCRIPT, /* 8: can pass for ASCII, under a domain where its script is not usual */
	IRI_REFUSED_BIDI,         /* it breaks section 4.2, with the option bidi */
	IRI_REFUSED_CASE,         /* it has upper-case letters */
	IRI_REFUSED_NAME,         /* the whole name in Unicode would map to another name */
	IRI_REFUSED_SCHEME        /* the scheme is not known to use domain names */
};

struct iri_refusal {
	enum iri_refused why;
	uint32_t ch;              /* the first character at fault, or 0 */
	uint32_t other;           /* for IRI_REFUSED_SCRIPTS: a character that ch does not go with, or 0 */
};

/* Writes why the label is refused, with the number of the rule, as iri_error_text does; 256 bytes are enough. */
size_t iri_refusal_text(const struct iri_refusal *r, char *buf, size_t size);

/* An unmapper converts URIs to IRIs (section 3.2), as uri2iri does. */
struct iri_unmapper;

struct iri_unmap_options {
	bool decode_all;     /* decode all that section 3.2 allows; else misleading characters stay encoded */
	bool bidi;           /* percent-encode the components that break the bidi rules of section 4.2 */
	bool unicode_host;   /* show A-labels as U-labels if these map back and, without decode_all, do not deceive */
	/*
	 * Percent-encode the characters at which a link in running text would end too early (UTS #58), so that
	 * iri_link_next finds the result as a whole. Encodes only non-ASCII characters and ".", since these keep the
	 * URI. If the link would end before another character, or if the result is no link in running text, the error
	 * is IRI_NO_LINK.
	 */
	bool for_text;
	bool padded;         /* padding follows each URI */
	/*
	 * If not NULL: called for each character or octet that is percent-encoded in the result, in ascending order of
	 * off. With for_text, it is then called for the characters that this option percent-encodes, in the same order.
	 * off and len: its place in the input, in bytes; ch is the character or, for IRI_ESCAPED_UTF8, the octet; why
	 * is the reason.
	 */
	void (*escaped)(void *arg, size_t off, size_t len, uint32_t ch, enum iri_escape_reason why);
	/*
	 * If not NULL: called for each label that begins with "xn--" and that the option unicode_host does not decode,
	 * before `escaped` is called for the host. off: its offset in the input; that of the host if it has a "%".
	 */
	void (*refused)(void *arg, size_t off, const struct iri_refusal *r);
	void *arg;           /* the first argument of both */
};

struct iri_unmapper *iri_unmapper_new(const struct iri_unmap_options *options);
void iri_unmapper_free(struct iri_unmapper *u);

/*
 * Converts the URI reference or IRI reference `uri` to an IRI reference, *iri (section 3.2). iri_to_uri maps *iri to
 * the same URI as `uri`, apart from the case of hexadecimal digits and from percent-encoded unreserved characters. Bidi
 * controls in `uri` are errors; percent-encoded ones stay encoded. Errors: those of iri_parse for syntax, IRI_NO_MEMORY
 * and, with for_text, IRI_NO_LINK.
 */
enum iri_status iri_to_iri(struct iri_unmapper *u, struct iri_str uri, struct iri_str *iri, struct iri_error *err);

/* Appends what iri_to_iri sets, for a parsed reference as iri_add_uri takes it. After an error, appends nothing. */
enum iri_status iri_add_iri(struct iri_unmapper *u, const struct iri_ref *ref, struct iri_buf *out,
                            struct iri_error *err);

/* A normalizer puts references in normal form (section 5.3), as irinorm does. */
struct iri_normalizer;

struct iri_normalize_options {
	bool syntax_only;    /* use only syntax (5.3.2); else also what the scheme's specification says (5.3.3) */
	bool uri;            /* the normal form is a URI; else it is an IRI */
	bool nfc;            /* put text in NFC, also percent-encoded text; not part of section 5.3 */
	bool no_fragment;    /* leave out the fragment, as for retrieval (section 5.1) */
	bool padded;         /* padding follows each reference */
};

struct iri_normalizer *iri_normalizer_new(const struct iri_normalize_options *options);
void iri_normalizer_free(struct iri_normalizer *n);

/*
 * Sets *normal to the normal form of the reference s (section 5.3). Two references have the same normal form exactly if
 * they are equivalent on the normalizer's rung: IRI_RUNG_SCHEME, or IRI_RUNG_SYNTAX with the option syntax_only. The
 * normal form of a normal form is itself. An invalid domain name is no error: the host is then normalized by syntax
 * only. Errors: those of iri_parse for syntax, bidi controls included, and IRI_NO_MEMORY.
 */
enum iri_status iri_normalize(struct iri_normalizer *n, struct iri_str s, struct iri_str *normal,
                              struct iri_error *err);

/* Appends what iri_normalize sets, for a parsed reference as iri_add_uri takes it. After an error, appends nothing. */
enum iri_status iri_add_normal(struct iri_normalizer *n, const struct iri_ref *ref, struct iri_buf *out,
                               struct iri_error *err);

/*
 * Whether a parsed reference, as iri_add_uri takes it, is certainly in normal form. If the result is false, it can be
 * in normal form or not, or memory ran out.
 */
bool iri_is_normal(struct iri_normalizer *n, const struct iri_ref *ref);

/* The rungs of the comparison ladder (section 5.3), the lowest first. */
enum iri_rung {
	IRI_RUNG_STRING,     /* the same characters (5.3.1) */
	IRI_RUNG_SYNTAX,     /* equivalent by syntax (5.3.2) */
	IRI_RUNG_SCHEME,     /* equivalent by the scheme's specification (5.3.3) */
	IRI_RUNG_PROTOCOL,   /* equivalent by redirects (5.3.4) */
	IRI_RUNG_NONE        /* equivalent on no rung */
};

/* The names are those that iricmp prints: "different" for IRI_RUNG_NONE. */
const char *iri_rung_name(enum iri_rung rung);

/* A comparer compares IRIs (section 5), as iricmp does. */
struct iri_comparer;

struct iri_compare_options {
	bool no_fragment;    /* ignore fragments, as for retrieval (section 5.1) */
	bool padded;         /* padding follows both operands of iri_compare */
};

struct iri_comparer *iri_comparer_new(const struct iri_compare_options *options);
void iri_comparer_free(struct iri_comparer *c);

/*
 * From now on, iri_compare first resolves relative references against this base, of which the handle stores a copy.
 * Errors: those of iri_parse for an IRI, bidi controls included, and IRI_NO_MEMORY; the handle has no base then.
 */
enum iri_status iri_comparer_set_base(struct iri_comparer *c, struct iri_str base, struct iri_error *err);

/* The result of a comparison. */
struct iri_comparison {
	enum iri_rung rung;           /* the lowest rung on which the IRIs are equivalent */
	enum iri_component component; /* for IRI_RUNG_NONE: the first component that differs in the normal forms */
};

/*
 * Compares two IRIs (section 5), and sets *result. Without a base, relative references are the error IRI_IS_RELATIVE
 * (section 5.1), except if both are the same string. Errors: those of iri_parse for syntax, bidi controls included,
 * IRI_IS_RELATIVE and IRI_NO_MEMORY; err->second tells in which of the two the error is.
 */
enum iri_status iri_compare(struct iri_comparer *c, struct iri_str a, struct iri_str b, struct iri_comparison *result,
                            struct iri_error *err);

/* Rules that make two IRIs equivalent (section 5.3), the lowest first. */
enum iri_cause {
	IRI_CAUSE_SCHEME_CASE, /* letters of the scheme (5.3.2.1) */
	IRI_CAUSE_HOST_CASE,   /* letters of the host (5.3.2.1) */
	IRI_CAUSE_HEX_CASE,    /* letters in percent-encoded octets (5.3.2.1) */
	IRI_CAUSE_PERCENT,     /* percent-encoding of unreserved and non-ASCII characters (5.3.2.3) */
	IRI_CAUSE_DOTS,        /* dot segments (5.3.2.4) */
	IRI_CAUSE_IDNA,        /* A-labels, and what UTS #46 maps (5.3.3) */
	IRI_CAUSE_EMPTY_PORT,  /* an empty port means no port (5.3.3) */
	IRI_CAUSE_PORT,        /* the default port of the scheme (5.3.3) */
	IRI_CAUSE_ROOT,        /* an empty path means "/" (5.3.3) */
	/* Rules of single schemes, and of IPv6 addresses (5.3.3) */
	IRI_CAUSE_NAMESPACE,   /* urn: letters of the namespace (RFC 8141, section 3.1) */
	IRI_CAUSE_UUID,        /* urn:uuid: letters of the UUID (RFC 9562, section 4) */
	IRI_CAUSE_IPV6,        /* the notation of the address (RFC 5952) */
	IRI_CAUSE_LOCALHOST,   /* file: the local host has several names (RFC 8089, section 2) */
	IRI_CAUSE_DOMAIN,      /* mailto, acct: A-labels and letters of a domain (RFC 6068, section 5; RFC 7565, 4) */
	IRI_CAUSE_PHONE,       /* tel: letters, separators, order of parameters (RFC 3966, section 4) */
	IRI_CAUSE_URN_QUERY,   /* urn, without fragments: r- and q-component (RFC 8141, section 3.2) */
	IRI_CAUSES
};

/* Returns what the rule is about, as static text: "case of the scheme", for instance. */
const char *iri_cause_text(enum iri_cause cause);

/* Why iri_compare has set its result. */
struct iri_explanation {
	/*
	 * For the rungs up to IRI_RUNG_SCHEME: the rules that make the IRIs equivalent, a sum of 1u << n for enum
	 * iri_cause n. No rule can be left out. Of two rules, each of which would be enough, the lower one is named.
	 */
	unsigned causes;
	bool resolved[2];             /* the operand was resolved against the base */
	/*
	 * For IRI_RUNG_NONE: the component that differs, as it stands in each of the two IRIs, perhaps absent; and the
	 * offset of the first difference in the operand, or 0 if that was resolved. Valid until the next call.
	 */
	struct iri_str parts[2];
	size_t off[2];
};

/*
 * Explains the result of the last iri_compare with this handle; its operands must still be valid. The only error is
 * IRI_NO_MEMORY.
 */
enum iri_status iri_explain(struct iri_comparer *c, const struct iri_comparison *result, struct iri_explanation *why,
                            struct iri_error *err);

/*
 * Adds a redirect that was observed: from then on, the two IRIs are equivalent on the protocol rung (section 5.3.4).
 * All IRIs of a chain or cycle of redirects are equivalent. Both IRIs must have a scheme; their fragments are ignored.
 * The handle stores copies. Errors: those of iri_compare. Time is linear in the length of the IRIs, and logarithmic in
 * the number of redirects.
 */
enum iri_status iri_comparer_add_redirect(struct iri_comparer *c, struct iri_str from, struct iri_str to,
                                          struct iri_error *err);

/* A resolver resolves references against a base (section 6.5; RFC 3986, section 5), as iriresolve does. */
struct iri_resolver;

struct iri_resolve_options {
	bool compat;         /* not strict: ignore a reference's scheme if it is the base's (RFC 3986, section 5.2.2) */
	bool lenient;        /* accept the characters that IRI_ALLOW_LEIRI allows; else they are errors */
	bool padded;         /* padding follows each reference and target, not the base */
	bool relative_path;  /* for iri_relativize: no absolute path, no authority, but "../../x" if that leads there */
};

struct iri_resolver *iri_resolver_new(const struct iri_resolve_options *options);
void iri_resolver_free(struct iri_resolver *r);

/*
 * Sets the base for the next calls; the handle stores a copy. Errors: those of iri_parse for an IRI, bidi controls
 * included, and IRI_NO_MEMORY; the handle has no base then.
 */
enum iri_status iri_resolver_set_base(struct iri_resolver *r, struct iri_str base, struct iri_error *err);

/*
 * Sets *iri to the reference ref, resolved against the base (RFC 3986, section 5.2.2). The fragment of the base is
 * ignored. A rootless path after a scheme keeps its dot segments: "data:,a/../b" has no hierarchy. Errors: those of
 * iri_parse for syntax, bidi controls included; IRI_IS_RELATIVE if no base was set; IRI_NO_MEMORY.
 */
enum iri_status iri_resolve(struct iri_resolver *r, struct iri_str ref, struct iri_str *iri, struct iri_error *err);

/* Appends what iri_resolve sets, for a parsed reference as iri_add_uri takes it. After an error, appends nothing. */
enum iri_status iri_add_resolved(struct iri_resolver *r, const struct iri_ref *ref, struct iri_buf *out,
                                 struct iri_error *err);

/*
 * Sets *ref to the shortest reference that resolves against the base to the IRI target, whatever the option compat. Of
 * several equally short ones, a relative path comes before an absolute one. With relative_path, sets it to the shortest
 * one with a relative path instead, if there is one. Errors: those of iri_parse for an IRI, bidi controls included;
 * IRI_IS_RELATIVE if no base was set; IRI_UNREACHABLE if target has dot segments, which resolution removes;
 * IRI_NO_MEMORY.
 */
enum iri_status iri_relativize(struct iri_resolver *r, struct iri_str target, struct iri_str *ref,
                               struct iri_error *err);

/* A namer makes references from names of files, and back (section 7.4; RFC 8089), as path2iri and iri2path do. */
struct iri_namer;

struct iri_name_options {
	bool windows;        /* names of Windows, with "\" or "/" (RFC 8089, appendix E); else of POSIX, with "/" */
	/*
	 * For iri_name_to_uri: the reference is for resolution against a base. The name must be relative, and no ".."
	 * in it may leave the base. Several slashes become one, as in a file system; otherwise ".." would remove an
	 * empty segment.
	 */
	bool below;
	/*
	 * For iri_uri_to_name: if present, the result is a name in this folder, of which the handle stores a copy. A
	 * relative name gets the folder before it. An absolute name must begin with the segments of the folder; empty
	 * segments and "." do not count. If the name is not in the folder, or ".." leaves it at any point, the error is
	 * IRI_NOT_BELOW. Symbolic links are unknown here.
	 */
	struct iri_str folder;
	bool padded;         /* padding follows each reference, not the names */
};

struct iri_namer *iri_namer_new(const struct iri_name_options *options);
void iri_namer_free(struct iri_namer *n);

/*
 * Sets *uri to a URI reference for a name, which is any bytes but NUL, in no certain charset: "file://" and the path if
 * the name is absolute, else a relative-path reference. Segments stay as they are, dot segments too; what they cannot
 * have is percent-encoded, and so are all non-ASCII bytes. Errors: IRI_BAD_NAME and IRI_NO_MEMORY.
 */
enum iri_status iri_name_to_uri(struct iri_namer *n, struct iri_str name, struct iri_str *uri, struct iri_error *err);

/*
 * Sets *name to the name of the file that an IRI reference or URI reference stands for: the inverse of iri_name_to_uri.
 * A name of Windows gets "\" as separator, and the "|" of a drive counts as ":" (RFC 8089, appendix E.2.2). Octets that
 * are not UTF-8 are decoded, too. Errors: those of iri_parse for syntax, bidi controls included; IRI_BAD_NAME if the
 * reference names no local file, or no name stands for its path; IRI_NOT_BELOW; IRI_NO_MEMORY.
 */
enum iri_status iri_uri_to_name(struct iri_namer *n, struct iri_str ref, struct iri_str *name, struct iri_error *err);

/* A host converter takes hosts to ASCII, and to Unicode for people, as iriparse --host does. */
struct iri_host_converter;

struct iri_host_options {
	/*
	 * iri_host_to_ascii checks names in ASCII, too: labels of 1 to 63 letters, digits and hyphens, at most 253
	 * octets in all, perhaps with a final dot (STD 3; RFC 1035, section 2.3.4); A-labels; and that software does
	 * not read the name as an IPv4 address ("1.2").
	 */
	bool strict;
	bool decode_all;     /* show all valid A-labels as U-labels; else those that could deceive stay */
	bool bidi;           /* A-labels whose U-labels break the bidi rules of section 4.2 stay */
	/* If not NULL: called for each label that begins with "xn--" and stays. label: a view of the host */
	void (*refused)(void *arg, struct iri_str label, const struct iri_refusal *r);
	void *arg;           /* the first argument of refused */
};

struct iri_host_converter *iri_host_converter_new(const struct iri_host_options *options);
void iri_host_converter_free(struct iri_host_converter *c);

/*
 * Sets *ascii to the host of a parsed reference in lower case, without needless percent-encoded octets (section
 * 5.3.2.3), and as ToASCII of section 3.1 maps it if it has non-ASCII characters (IDNA2008, with the non-transitional
 * mapping of UTS #46). IP literals are not checked; ASCII names are only with the option strict. Errors: IRI_BAD_HOST
 * if ToASCII rejects the name: err->why has the reason, and *ascii is the name in lower case, not in ASCII;
 * IRI_NO_MEMORY.
 */
enum iri_status iri_host_to_ascii(struct iri_host_converter *c, struct iri_str host, struct iri_str *ascii,
                                  struct iri_error *err);

/*
 * Sets *unicode to a host in ASCII and lower case, as iri_host_to_ascii makes it, with its A-labels as U-labels. An
 * A-label stays if it is invalid (RFC 5891, section 5.4; RFC 5893) or refused by the options; all of them stay if the
 * result does not map back to exactly this host. The only error is IRI_NO_MEMORY.
 */
enum iri_status iri_host_to_unicode(struct iri_host_converter *c, struct iri_str host, struct iri_str *unicode,
                                    struct iri_error *err);

/* The network of an address, by the registries of special-purpose addresses (RFC 6890, section 2.2) */
enum iri_network {
	IRI_NETWORK_PUBLIC,   /* any other */
	IRI_NETWORK_SELF,     /* this computer: loopback, and the unspecified address, which connects to it */
	IRI_NETWORK_OWN       /* the reader's own network: private, link-local, unique local and shared addresses */
};

struct iri_address {
	char text[46];        /* dotted decimal, or RFC 5952, with a NUL; without brackets */
	enum iri_network network;
	bool failed;          /* memory ran out, so that the host may be an address after all */
};

/*
 * Whether software reads a host as an address: an IPv6 address in brackets, or a name that browsers read as an IPv4
 * address (inet_aton(3) reads most of these, too), perhaps percent-encoded or with characters that UTS #46 maps to
 * digits and dots. Sets *address. An IPv6 address that has an IPv4 address in it (RFC 4291, section 2.5.5.2; RFC 6052,
 * section 2.1) has the network of that, and ends in its dotted decimal form (RFC 5952, section 5). host: the host of a
 * parsed reference. Allocates memory only for a name that has percent-encoding or is not ASCII. Linear.
 */
bool iri_host_address(struct iri_str host, struct iri_address *address);

/* A list of public suffixes, which the caller has, for instance that of libpsl. */
struct iri_suffixes {
	/*
	 * Returns whether a name in ASCII, in lower case, is a public suffix: one under which people register domains.
	 * With with_private, a suffix of a company counts, too (github.io); without, only those of registries (co.uk).
	 * arg: the member below
	 */
	bool (*is_suffix)(void *arg, struct iri_str name, bool with_private);
	void *arg;
};

/*
 * Whether a host in ASCII cannot be the name of a site in the DNS: it is empty, ends in a number, as IPv4 addresses do,
 * or has an empty label or a character at which software ends a host or refuses it (URL Standard, forbidden domain code
 * points). "_" and others that host names lack (RFC 952) are allowed, since some sites use them. A dot at its end does
 * not count.
 */
bool iri_domain_is_impossible(struct iri_str host);

/*
 * Returns the public suffix of a domain name: the longest one that it ends with, or its last label if there is none.
 * host: a domain name in ASCII, in lower case. A dot at its end does not count. The result is a view of host. Calls
 * is_suffix with with_private set, for at most 127 tails of the name, each of at most 253 octets, so of a longer host
 * it searches only the end.
 */
struct iri_str iri_domain_suffix(const struct iri_suffixes *suffixes, struct iri_str host);

/*
 * Returns the registrable domain of a domain name: its public suffix and the label before that. A name without such a
 * label, for example "localhost" or "co.uk", is returned as it is, without a dot at its end.
 */
struct iri_str iri_domain_registrable(const struct iri_suffixes *suffixes, struct iri_str host);

/* Returns the registrable domain of a host whose suffix iri_domain_suffix has returned, without a search. */
struct iri_str iri_domain_below(struct iri_str host, struct iri_str suffix);

/*
 * In "www.example.com.evil.example", a reader can take "example.com" for the site. Returns such a part: the first one
 * before the registrable domain that looks like a registrable domain of its own, which is a label other than "www", and
 * com, net, org, gov, edu or a suffix of a registry with two labels (co.uk). Returns an absent string if there is none.
 * host is as for iri_domain_suffix. The result is a view of it. Linear: calls is_suffix at most twice for each label,
 * with at most 127 octets.
 */
struct iri_str iri_domain_in_subdomain(const struct iri_suffixes *suffixes, struct iri_str host);

enum iri_severity {
	IRI_SEVERITY_INFO,
	IRI_SEVERITY_WARNING,
	IRI_SEVERITY_ERROR
};

const char *iri_severity_name(enum iri_severity severity);

/* A rule of the linter. All texts are static. */
struct iri_rule {
	const char *id;                 /* the rule's name, which does not change: "scheme-case" */
	enum iri_severity severity;     /* of its findings; iri_expect can raise it */
	bool fixable;                   /* irilint --fix fixes its findings; iri_fix does, except for local links */
	bool off;                       /* not in the default set */
	const char *section;            /* the source of the rule */
	const char *text;               /* what is wrong, in one line */
	const char *more;               /* why it matters and what to do, in a sentence or two */
	unsigned number;                /* iri_rule_at(number) is this rule */
	bool deceit;                    /* it is about names that deceive, whatever is a valid name for the scheme */
};

/*
 * Returns the rule with this number, which is static, or NULL if there is none. Numbers begin with 0, and have the
 * order of irilint --list-rules. The last are about local links, for programs that see files: iri_lint finds none.
 */
const struct iri_rule *iri_rule_at(size_t number);

/* Returns the rule with this id, which is static, or NULL if there is none. */
const struct iri_rule *iri_rule_find(struct iri_str id);

/* A linter finds what is wrong, risky or careless in references, and fixes some of it, as irilint does. */
struct iri_linter;

/* The kind of references that the linter expects. */
enum iri_expect {
	IRI_EXPECT_REFERENCE,
	IRI_EXPECT_IRI,                 /* findings of the rule "relative" are errors */
	IRI_EXPECT_ABSOLUTE             /* the same, and the default set includes the rule "fragment" */
};

struct iri_lint_options {
	enum iri_expect expect;
	const struct iri_rule *const *rules; /* n_rules rules to apply, for iri_linter_new; or NULL: the default set */
	size_t n_rules;
	/*
	 * References come from documents, where {x}, <name> and the like are templates: the rule placeholder finds one,
	 * and other rules of syntax find nothing inside of it. Otherwise no IRI can have these characters.
	 */
	bool templates;
	/*
	 * The public suffixes, for the rule domain-in-subdomain, which finds nothing without is_suffix. The answers
	 * must stay the same.
	 */
	struct iri_suffixes suffixes;
	/*
	 * Returns why a parameter of a query only tracks its reader, beside those that the library knows, or NULL. The
	 * text must live as long as the linter. host: that of the link, perhaps absent; key: decoded; arg: tracks_arg.
	 * The rule tracking-parameter uses it.
	 */
	const char *(*tracks)(void *arg, struct iri_str host, struct iri_str key);
	void *tracks_arg;
	bool padded;                    /* padding follows each text of iri_lint and iri_fix */
};

struct iri_linter *iri_linter_new(const struct iri_lint_options *options);
void iri_linter_free(struct iri_linter *l);

/* A finding of the linter. */
struct iri_finding {
	const struct iri_rule *rule;
	enum iri_severity severity;
	enum iri_component where;
	size_t off, len;                /* the bytes that the finding is about; len is 0 where something is missing */
	uint32_t ch;                    /* the character that the finding is about, or 0 */
	uint32_t other;                 /* a character that ch does not go with, or 0 */
	const char *why;                /* details, valid as long as the finding; or NULL */
	size_t more;                    /* number of further findings of this rule that are not listed */
};

/* The findings in one reference, in the order of their offsets. */
struct iri_findings {
	const struct iri_finding *p;
	size_t n;
};

/*
 * Adds a host that is known and trusted: the rule "confusable-host" then finds hosts that look like it, or like a host
 * below it, but are neither. host: a domain name, in Unicode or with A-labels, or a link that has it; a port or path is
 * ignored, and so is an address. The handle stores a copy, of about 100 bytes for 20 characters. Errors: those of
 * iri_parse, IRI_BAD_HOST, also for a link without a host, and IRI_NO_MEMORY. Time is linear in the length of the host,
 * and does not depend on the number of hosts.
 */
enum iri_status iri_linter_add_host(struct iri_linter *l, struct iri_str host, struct iri_error *err);

/*
 * Finds what is wrong, risky or careless in s, which may be any bytes, and sets *findings. Lists at most 1000 findings
 * of one rule, or 10 if s has more than 100,000 bytes. The findings belong to the handle, and are valid until the next
 * call with it. The only error is IRI_NO_MEMORY.
 */
enum iri_status iri_lint(struct iri_linter *l, struct iri_str s, struct iri_findings *findings, struct iri_error *err);

/* Finds what iri_lint finds in the text of a parsed reference, as iri_add_uri takes it, mostly without a new parse. */
enum iri_status iri_lint_ref(struct iri_linter *l, const struct iri_ref *ref, struct iri_findings *findings,
                             struct iri_error *err);

/*
 * Whether iri_lint certainly finds nothing in a parsed reference, as iri_add_uri takes it. If the result is false,
 * there may be findings or not.
 */
bool iri_is_clean(struct iri_linter *l, const struct iri_ref *ref);

/*
 * Writes the finding as a message, as iri_error_text does; 512 bytes are enough. For the rules mixed-script and
 * whole-script-confusable, it can have letters that are not ASCII, but are visible.
 */
size_t iri_finding_text(const struct iri_finding *finding, char *buf, size_t size);

/*
 * Sets *fixed to the reference s, in which it fixes what the linter's fixable rules find, and changes nothing else.
 * *fixed is valid, and equivalent to s by section 5.3 or by NFC, but for the parameters that tracking-parameter finds;
 * or s is invalid, and is valid with its errors percent-encoded and without white space around it, for which the rules
 * illegal-char and bad-percent must be enabled. Errors: those of iri_parse for syntax, bidi controls included, and
 * IRI_NO_MEMORY; then *fixed is s.
 */
enum iri_status iri_fix(struct iri_linter *l, struct iri_str s, struct iri_str *fixed, struct iri_error *err);

/* The kinds of links in running text. */
enum iri_link_kind {
	IRI_LINK_IRI,        /* an IRI with a scheme */
	IRI_LINK_HOST,       /* a domain name without a scheme, perhaps with a port, path, query and fragment */
	IRI_LINK_ADDRESS     /* an e-mail address without "mailto:" */
};

const char *iri_link_kind_name(enum iri_link_kind kind);

/* A link in a text. */
struct iri_link {
	enum iri_link_kind kind;
	size_t off, len;     /* its place in the text, in bytes */
	/*
	 * It breaks the grammar of section 2.2, for example with a stray "%", or has bidi controls. A host or an
	 * address without a scheme is checked as part of an IRI that has one.
	 */
	bool broken;
};

struct iri_link_options {
	bool bare;           /* also find hosts and addresses without a scheme; needs is_tld */
	bool cjk;            /* end links where a Chinese, Japanese or Korean reader would; see irigrep(1) */
	bool exact;          /* follow UTS #58 also where it finds links with characters that no IRI has */
	/* Returns whether a label is a top-level domain: a U-label in UTF-8 or an A-label, in any case; arg: tld_arg */
	bool (*is_tld)(void *arg, struct iri_str label);
	void *tld_arg;
	/*
	 * If not NULL: finds only IRIs with one of these n_schemes schemes, each with a NUL at its end. Otherwise finds
	 * any scheme before "://". Before other text, finds data, geo, magnet, mailto, news, sip, sips, sms, tel, urn
	 * and xmpp. Links without a scheme are not concerned.
	 */
	const char *const *schemes;
	size_t n_schemes;
};

/*
 * Finds the first link in the text that begins at byte `from` or later (section 7.3; Unicode Technical Standard #58),
 * and sets *link. Returns false if there is none. NULL for options means the defaults. To find all links, begin again
 * at the end of each. The text should be UTF-8; other bytes end a link. An IRI with an authority may have any host; a
 * host or an address without a scheme must have a top-level domain for which is_tld returns true. Allocates no memory.
 * Finding all links of a text takes time linear in its length.
 */
bool iri_link_next(const struct iri_link_options *options, struct iri_str text, size_t from, struct iri_link *link);

/* The greatest number of times that text is decoded, and of links that are inside each other */
enum { IRI_EMBEDDED_DEPTH = 5 };

/* IRI_ENCODING_WRAPPER: one of a redirector of its own */
enum iri_encoding { IRI_ENCODING_PERCENT, IRI_ENCODING_BASE64, IRI_ENCODING_WRAPPER };

/*
 * A link that a link has embedded: in the values of its query, in its fragment, in its path, or in the content of a
 * data IRI. It is there as it is, percent-encoded, or in base64 or base64url, perhaps several times. The views are
 * valid only while the function that gets it runs.
 */
struct iri_embedded {
	enum iri_component where;  /* IRI_PATH, IRI_QUERY or IRI_FRAGMENT */
	bool in_content;           /* in the content of a data IRI; `where` is IRI_PATH */
	struct iri_str name;       /* of the parameter of the query, as it stands; absent if there is none */
	struct iri_str value;      /* the text that has it, as it stands in the reference: a view of that */
	bool whole;                /* it is all of the value, not only a part */
	enum iri_encoding encodings[IRI_EMBEDDED_DEPTH]; /* how the value was decoded, in this order */
	size_t n_encodings;
	/*
	 * The name of the redirector that leads from the reference to this link, which the library knows; NULL if
	 * the link was found by its form.
	 */
	const char *redirector;
	bool only_host;            /* the redirector's link has only "//" and the host of its target */
	struct iri_str link;       /* absent if the redirector's link does not have its target */
};

/*
 * Calls found for each link that is embedded in the reference, in the order of the reference, as irishow does; and for
 * a redirector's link that does not have its target, first of all. Does not search the links that it finds: the caller
 * can do that. depth: the greatest number of encodings, at most IRI_EMBEDDED_DEPTH. ref: of iri_parse or iri_split.
 * Returns false if memory ran out. Time is linear in the length of the reference, times depth.
 */
bool iri_embedded_each(const struct iri_ref *ref, size_t depth,
                       void (*found)(void *arg, const struct iri_embedded *embedded), void *arg);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
