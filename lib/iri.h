/* SPDX-License-Identifier: ISC */
/*
 * libiri: Internationalized Resource Identifiers (RFC 3987) as pure functions on memory. Section numbers are RFC 3987's
 * unless another document is named. libiri(3) has three complete programs.
 *
 * Text is UTF-8 and needs no NUL at its end. Every length and offset counts bytes. No function does I/O, ends the
 * program, reads the locale or changes a global variable. Every function takes time linear in the length of its text.
 *
 * Handles. A mapper, unmapper, normalizer, comparer, resolver or linter is made from options, which it keeps until it
 * is freed. Options that are all zeros, or NULL, are the defaults: those of the tool for the same job. iri_..._new
 * copies the options, and returns NULL when out of memory; iri_..._free takes NULL, too. A handle caches what it has
 * computed, so use one for many references. A result belongs to its handle: it is a view of the input itself if nothing
 * changed, else of the handle's memory, and valid until the next call with the handle.
 *
 * Errors. A function that can fail returns IRI_OK or the error, and describes the error in *err. Results are then
 * unspecified. err may be NULL. After IRI_NO_MEMORY a handle can be used again.
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
#define IRI_VERSION "0.2.0"
#define IRI_VERSION_MAJOR 0
#define IRI_VERSION_MINOR 2
#define IRI_VERSION_PATCH 0

/* Returns the version of the library, which may be newer than the header: "0.2.0". */
const char *iri_version(void);

/* A view of memory that belongs to somebody else. p == NULL: absent. n == 0: present and empty. */
struct iri_str {
	const char *p;
	size_t n;
};

enum iri_status {
	IRI_OK,
	IRI_BAD_UTF8,        /* ill-formed UTF-8 (RFC 3629) */
	IRI_BAD_CHAR,        /* a character that is not allowed here, or nowhere in an IRI (section 2.2) */
	IRI_BAD_PRIVATE,     /* a private-use character outside the query (section 2.2, iprivate) */
	IRI_BAD_BIDI,        /* a bidirectional formatting character (section 4.1) */
	IRI_BAD_PERCENT,     /* '%' without two hexadecimal digits behind it (section 2.2, pct-encoded) */
	IRI_BAD_SCHEME,      /* the text before the first ':' is no scheme, and the first segment has no ':' */
	IRI_BAD_IP_LITERAL,  /* brackets around text that is no IPv6address and no IPvFuture (section 2.2) */
	IRI_BAD_PORT,        /* a port with other characters than digits */
	IRI_IS_RELATIVE,     /* a relative reference where an IRI is required */
	IRI_HAS_FRAGMENT,    /* a fragment where an absolute IRI is required */
	IRI_BAD_HOST,        /* an ireg-name that is no domain name (section 3.1, ToASCII) */
	IRI_BAD_QUERY,       /* a character of the query that the requested charset lacks */
	IRI_UNREACHABLE,     /* an IRI that no reference resolves to */
	IRI_NO_MEMORY        /* out of memory; the only error that is not the input's fault */
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

/* Returns the component's name: "scheme", "userinfo" and so on. */
const char *iri_component_name(enum iri_component component);

/* Describes an error: what is wrong, and where. */
struct iri_error {
	enum iri_status status;
	enum iri_component where; /* the component that has the error */
	bool second;         /* the error is in the second of two references: iri_compare, iri_relativize and so on */
	size_t off, len;     /* the bytes of the input that are at fault */
	uint32_t ch;         /* the character at fault or, for IRI_BAD_UTF8, its first byte; 0 if there is none */
	const char *why;     /* details as static text, or NULL */
};

/*
 * Writes the error as a message for people to buf: printable ASCII and a NUL, truncated to size bytes. Returns the
 * length of the whole message without the NUL.
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

/* A parsed reference: views of its text, without delimiters. Only iri_parse makes one; don't change its members. */
struct iri_ref {
	struct iri_str text; /* the whole reference */
	struct iri_str scheme, authority, userinfo, host, port, path, query, fragment;
	enum iri_host_kind host_kind;
	unsigned mapped;     /* bit 1u << component: the component has characters that a URI can't have */
	unsigned encoded;    /* bit 1u << component: the component has percent-encoded octets */
	bool upper;          /* false: the scheme has no upper-case letter; true: it may have some */
	bool dotted;         /* false: the path has no dot segment, "%2E" for "." included; true: it may have some */
};

/* What iri_parse accepts: a sum of these. IRI_REFERENCE alone is the rule IRI-reference of section 2.2. */
enum iri_form {
	IRI_REFERENCE = 0,
	IRI_REQUIRE_SCHEME = 1,    /* the rule IRI */
	IRI_FORBID_FRAGMENT = 2,   /* with IRI_REQUIRE_SCHEME: the rule absolute-IRI */
	IRI_FORBID_NON_ASCII = 4,  /* the rules of RFC 3986: URI-reference, URI, absolute-URI */
	IRI_FORBID_BIDI = 8,       /* bidirectional formatting characters are errors (section 4.1) */
	/*
	 * Where ucschar is allowed, also space < > " { } | \ ^ `, controls, private use, noncharacters, U+FFF0 to
	 * U+FFFD, U+E0000 to U+E0FFF and bidi controls, as in earlier drafts and LEIRIs (2002 draft, section 2.2).
	 */
	IRI_ALLOW_LEIRI = 16
};

/* Parses s (section 2.2). The views in *ref point into s, so s must live as long as they do. Allocates nothing. */
enum iri_status iri_parse(struct iri_str s, unsigned form, struct iri_ref *ref, struct iri_error *err);

/* A mapper maps IRIs to URIs (section 3.1), as iri2uri does. */
struct iri_mapper;

struct iri_map_options {
	bool percent_host;   /* percent-encode hosts; else ToASCII maps hosts of schemes that use domain names */
	bool lenient;        /* percent-encode the characters that IRI_ALLOW_LEIRI allows; else they are errors */
	bool repair;         /* lenient, and repair stray "%", "#", brackets and "\" (2011 draft, section 7) */
	/*
	 * If not NULL: encodes the non-ASCII characters of queries in another charset, for http, https and references
	 * without a scheme (2011 draft, section 6.1). It sets *bytes to the characters in that charset, not
	 * percent-encoded, valid until its next call, and returns IRI_OK; or it returns IRI_BAD_QUERY for a character
	 * that the charset lacks, or IRI_NO_MEMORY.
	 */
	enum iri_status (*encode_query)(void *arg, struct iri_str chars, struct iri_str *bytes);
	void *encode_arg;    /* the first argument of encode_query */
	void *reserved[4];   /* NULL; room for options of later versions */
};

struct iri_mapper *iri_mapper_new(const struct iri_map_options *options);
void iri_mapper_free(struct iri_mapper *m);

/* Maps the IRI reference to a URI reference (section 3.1). Whatever the options, *uri is a valid URI reference. */
enum iri_status iri_to_uri(struct iri_mapper *m, struct iri_str iri, struct iri_str *uri, struct iri_error *err);

/* An unmapper converts URIs to IRIs (section 3.2), as uri2iri does. */
struct iri_unmapper;

struct iri_unmap_options {
	bool decode_all;     /* decode all that section 3.2 allows; else what could mislead a reader stays encoded */
	bool bidi;           /* percent-encode the components that break the bidi rules of section 4.2 */
	bool unicode_host;   /* show A-labels as U-labels where these map back to the same A-labels */
	void *reserved[4];   /* NULL; room for options of later versions */
};

struct iri_unmapper *iri_unmapper_new(const struct iri_unmap_options *options);
void iri_unmapper_free(struct iri_unmapper *u);

/*
 * Converts the URI reference, or IRI reference, to an IRI reference (section 3.2). iri_to_uri maps *iri back to the
 * same URI, apart from the case of hexadecimal digits and from percent-encoded unreserved characters.
 */
enum iri_status iri_to_iri(struct iri_unmapper *u, struct iri_str uri, struct iri_str *iri, struct iri_error *err);

/* A normalizer puts references in normal form (section 5.3), as irinorm does. */
struct iri_normalizer;

struct iri_normalize_options {
	bool syntax_only;    /* use only syntax (5.3.2); else also what the scheme's specification says (5.3.3) */
	bool uri;            /* the normal form is a URI; else it is an IRI */
	bool nfc;            /* put text in NFC, percent-encoded text included; not part of section 5.3 */
	bool no_fragment;    /* leave out the fragment, as for retrieval (section 5.1) */
	void *reserved[4];   /* NULL; room for options of later versions */
};

struct iri_normalizer *iri_normalizer_new(const struct iri_normalize_options *options);
void iri_normalizer_free(struct iri_normalizer *n);

/*
 * Returns the normal form of a reference. Two references have the same normal form exactly if they are equivalent on
 * the normalizer's rung. The normal form of a normal form is itself.
 */
enum iri_status iri_normalize(struct iri_normalizer *n, struct iri_str s, struct iri_str *normal,
                              struct iri_error *err);

/* The rungs of the comparison ladder (section 5.3), the lowest first. */
enum iri_rung {
	IRI_RUNG_STRING,     /* the same characters (5.3.1) */
	IRI_RUNG_SYNTAX,     /* equivalent by syntax (5.3.2) */
	IRI_RUNG_SCHEME,     /* equivalent by the scheme's specification (5.3.3) */
	IRI_RUNG_PROTOCOL,   /* equivalent by redirects (5.3.4) */
	IRI_RUNG_NONE        /* equivalent on no rung */
};

/* A comparer compares IRIs (section 5), as iricmp does. */
struct iri_comparer;

enum { IRI_KEY_LENGTH = 16 };

struct iri_compare_options {
	/*
	 * If not NULL: relative references are resolved against this IRI first. Its text must live as long as the
	 * handle.
	 */
	const struct iri_ref *base;
	bool no_fragment;    /* ignore fragments, as for retrieval (section 5.1) */
	/*
	 * IRI_KEY_LENGTH random bytes for the hash table of redirects, or NULL. Without a secret key, an attacker can
	 * choose redirects that take quadratic time.
	 */
	const unsigned char *key;
	void *reserved[4];   /* NULL; room for options of later versions */
};

struct iri_comparer *iri_comparer_new(const struct iri_compare_options *options);
void iri_comparer_free(struct iri_comparer *c);

/* The result of a comparison. */
struct iri_comparison {
	enum iri_rung rung;           /* the lowest rung on which the IRIs are equivalent */
	enum iri_component component; /* for IRI_RUNG_NONE: the first component that differs */
};

/*
 * Compares two IRIs. Relative references need a base, unless they are the same string: without one they are the error
 * IRI_IS_RELATIVE (section 5.1).
 */
enum iri_status iri_compare(struct iri_comparer *c, struct iri_str a, struct iri_str b, struct iri_comparison *result,
                            struct iri_error *err);

/*
 * Adds a redirect that was observed: from then on the two IRIs are equivalent on the protocol rung (section 5.3.4).
 * Their fragments are ignored. All IRIs of a chain or cycle are equivalent.
 */
enum iri_status iri_comparer_add_redirect(struct iri_comparer *c, struct iri_str from, struct iri_str to,
                                          struct iri_error *err);

/* A resolver resolves references against a base (section 6.5; RFC 3986, section 5), as iriresolve does. */
struct iri_resolver;

struct iri_resolve_options {
	bool compat;         /* not strict: ignore a reference's scheme if it is the base's (RFC 3986, section 5.2.2) */
	void *reserved[4];   /* NULL; room for options of later versions */
};

struct iri_resolver *iri_resolver_new(const struct iri_resolve_options *options);
void iri_resolver_free(struct iri_resolver *r);

/*
 * Resolves a reference against a base (RFC 3986, section 5.2.2). The base must have a scheme; its fragment is ignored.
 * A rootless path behind a scheme keeps its dot segments: "data:,a/../b" has no hierarchy.
 */
enum iri_status iri_resolve(struct iri_resolver *r, const struct iri_ref *base, const struct iri_ref *ref,
                            struct iri_str *iri, struct iri_error *err);

/*
 * Returns the shortest reference that resolves against base to the IRI target; among equally short ones a relative path
 * comes before an absolute one. The error IRI_UNREACHABLE means that target has dot segments, which resolution removes.
 */
enum iri_status iri_relativize(struct iri_resolver *r, const struct iri_ref *base, const struct iri_ref *target,
                               struct iri_str *ref, struct iri_error *err);

enum iri_severity {
	IRI_SEVERITY_INFO,
	IRI_SEVERITY_WARNING,
	IRI_SEVERITY_ERROR
};

/* A rule of the linter. All texts are static. */
struct iri_rule {
	const char *id;                 /* the rule's name, which does not change: "scheme-case" */
	enum iri_severity severity;     /* of its findings; iri_expect can raise it */
	bool fixable;                   /* iri_fix fixes its findings */
	bool off;                       /* not in the default set */
	const char *section;            /* the source of the rule */
	const char *text;               /* what is wrong, in one line */
	const char *more;               /* why it matters and what to do, in a sentence or two */
};

/* Returns the rule with this number, from 0, in the order of irilint --list-rules; or NULL behind the last. */
const struct iri_rule *iri_rule(size_t number);

/* Returns the rule with this id, or NULL. */
const struct iri_rule *iri_rule_find(struct iri_str id);

/* A linter finds what is wrong, risky or careless in references, and fixes some of it, as irilint does. */
struct iri_linter;

/* What the linter's references should be. */
enum iri_expect {
	IRI_EXPECT_REFERENCE,
	IRI_EXPECT_IRI,                 /* findings of the rule "relative" are errors */
	IRI_EXPECT_ABSOLUTE             /* the same, and the default set includes the rule "fragment" */
};

struct iri_lint_options {
	enum iri_expect expect;
	const struct iri_rule *const *rules; /* the n_rules rules to apply; or NULL for the default set */
	size_t n_rules;
	void *reserved[4];              /* NULL; room for options of later versions */
};

struct iri_linter *iri_linter_new(const struct iri_lint_options *options);
void iri_linter_free(struct iri_linter *l);

/* A finding of the linter. */
struct iri_finding {
	const struct iri_rule *rule;
	enum iri_severity severity;
	enum iri_component where;
	size_t off, len;                /* the bytes of the reference; len is 0 where something is missing */
	uint32_t ch;                    /* the character that the finding is about, or 0 */
	const char *why;                /* details, valid as long as the finding; or NULL */
	size_t more;                    /* number of further findings of this rule that are not listed */
};

/* The findings in one reference, in the order of their offsets. */
struct iri_findings {
	const struct iri_finding *p;
	size_t n;
};

/*
 * Finds what is wrong, risky or careless in s, which may be any bytes. Lists at most 1000 findings of one rule. Fails
 * only with IRI_NO_MEMORY.
 */
enum iri_status iri_lint(struct iri_linter *l, struct iri_str s, struct iri_findings *findings, struct iri_error *err);

/* Writes the finding as a message, as iri_error_text does. */
size_t iri_finding_text(const struct iri_finding *finding, char *buf, size_t size);

/*
 * Fixes what the linter's fixable rules find in the reference s, and changes nothing else. *fixed is equivalent to s by
 * section 5.3 or by NFC.
 */
enum iri_status iri_fix(struct iri_linter *l, struct iri_str s, struct iri_str *fixed, struct iri_error *err);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
