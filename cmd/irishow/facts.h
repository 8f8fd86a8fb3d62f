/* SPDX-License-Identifier: ISC */
/*
 * What irishow tells about a link. facts_find.c finds it out; facts_block.c prints it as rows of text, and facts_json.c
 * as a JSON object, so both say the same.
 */
#ifndef FACTS_H
#define FACTS_H

#include "cmd/base/arena.h"
#include "cmd/base/charset.h"
#include "cmd/link/bare.h"
#include "lib/base/array.h"

/* Where a link goes */
enum facts_kind {
	KIND_SITE,     /* to a domain */
	KIND_ADDRESS,  /* to an IP address */
	KIND_LOCAL,    /* to this computer, or to another one in the reader's own network */
	KIND_MAIL,     /* to a mailbox */
	KIND_FILE,     /* to a file */
	KIND_SCRIPT,   /* it runs a script */
	KIND_CONTENT,  /* it has its content in itself */
	KIND_RELATIVE, /* it depends on where it stands */
	KIND_OTHER,    /* its scheme names no site */
	KIND_INVALID   /* it is no valid reference */
};

/* What must hold so that a link goes where goes_to says */
enum facts_condition {
	CONDITION_NONE,
	CONDITION_REPAIR,  /* software repairs the link, which is not valid */
	CONDITION_NAME,    /* software accepts the name, which is not valid */
	CONDITION_BROWSER, /* the software is a browser */
	CONDITION_WEB,     /* the link stands on a page with http or https */
	CONDITION_SCHEME,  /* software adds "http://" */
};

/* A label of the host */
struct facts_label {
	struct iri_str ascii;
	struct iri_str unicode;    /* absent if the label is ASCII and no valid A-label */
	struct iri_str scripts;    /* names of scripts in English, with ", " between them */
	bool shown;                /* the label may be shown in Unicode */
};

struct facts_host {
	struct iri_str ascii;      /* absent if there is no host; the host as it stands if it is no valid name */
	struct iri_str unicode;    /* with U-labels where they can be shown; absent if that changes nothing */
	bool valid;                /* a name is a valid domain name */
	/* "//" and the name in NFKC, if that replaces a character by text with a delimiter; else absent */
	struct iri_str replaced;
	bool is_own;               /* of a file: the host is this computer */
	const char *type;          /* "name", "ipv4", "ipv6" or "ipvfuture" */
	struct iri_str normal;     /* an address in its usual form; absent for a name */
	struct iri_str suffix;     /* the public suffix; absent for an address */
	const struct facts_label *labels;
	size_t n_labels;
};

/*
 * A part of the query, up to the next "&". In all texts that are "decoded", here and below, percent-encoded characters
 * are decoded, even invisible ones. These stay encoded: "%", visible characters that iri_to_iri keeps
 * (iri_escape_reason), and octets that are not UTF-8; and in a path and fragment, reserved characters and other ASCII
 * that a URI cannot have.
 */
struct facts_parameter {
	struct iri_str raw;        /* as it stands */
	struct iri_str name;       /* decoded */
	struct iri_str value;      /* decoded; absent without "=" */
	bool is_embedded;          /* the value is an embedded link, and nothing else */
};

struct facts;

struct facts_embedded {
	const char *where;         /* "path", "query", "fragment" or "content" */
	struct iri_str name;       /* of the parameter in the query, decoded; or absent */
	enum iri_encoding encodings[IRI_EMBEDDED_DEPTH];
	size_t n_encodings;
	const struct facts *link;
	const char *redirector;    /* leads to this link, by lib/link/redirectors.def; NULL: found by form */
};

/* A hidden character: raw or percent-encoded, one that iri_char_is_hidden knows */
struct facts_hidden {
	enum iri_component where;
	size_t off;                /* in the link as it was given, in bytes */
	uint32_t ch;
};

struct facts_finding {
	const struct iri_rule *rule;
	enum iri_severity severity;
	enum iri_component where;
	size_t column;             /* in the link as it was given, in characters from 1 */
	struct iri_str message;
	struct iri_str warning;    /* a sentence on how the link deceives; absent if it does not */
};

/* All texts are static, or in the arena. */
struct facts {
	enum facts_kind kind;
	struct iri_str goes_to;         /* a domain or address in ASCII; absent if the link goes to none */
	struct iri_str goes_to_unicode; /* the domain in Unicode; absent if that is the same, or could mislead */
	const char *note;               /* more about goes_to, or NULL; if goes_to is absent, the text in its place */
	enum facts_condition condition; /* of goes_to; the note says it in words */
	const char *otherwise_if;       /* NULL, or a condition in words */
	struct iri_str otherwise;       /* where the link goes then, if goes_to is absent */
	struct iri_str not;             /* the domain that a reader could mistake it for; or absent */

	struct iri_str text;            /* of a link in a document: its text, as a reader sees it; or absent */
	struct iri_str text_names;      /* the host that the text names, if that is another site; or absent */
	bool title_names;               /* it is the title that names it */
	struct iri_str also_to;         /* that site, if it is the domain of an address after the first; or absent */
	struct iri_str link;            /* the link, without its password */
	struct iri_str scheme;          /* in lower case */
	struct iri_str user;            /* decoded */
	struct iri_str password;        /* decoded; absent without one, and if it is hidden */
	size_t password_length;         /* in characters; 0 without password */
	bool has_password;
	struct facts_host host;
	struct iri_str port;            /* absent if it is the default port */
	struct iri_str path_raw, path;  /* as it stands, and decoded */
	const struct iri_str *segments; /* decoded, but with "/" decoded, too */
	size_t n_segments;
	const struct facts_parameter *query;
	size_t n_query;
	bool has_query;
	struct iri_str fragment;        /* decoded */
	struct iri_str content_type;    /* of a data IRI; absent for others. Of a script: "script" */
	size_t content_bytes;
	struct iri_str content;         /* as text; absent if it is not UTF-8 */
	bool not_utf8;                  /* it has percent-encoded octets that are not UTF-8 */

	const struct facts_embedded *embedded;
	size_t n_embedded;
	const char *redirector;         /* it leads elsewhere, and the link does not say where; NULL: none */
	const struct facts_hidden *hidden;
	size_t n_hidden;
	const struct facts_finding *findings;
	size_t n_findings;
};

/* Finder of facts, for any number of links. The caller sets the first four members, and frees it with facts_free. */
struct facts_finder {
	const struct messages *messages; /* ends the program if memory runs out */
	struct iri_suffixes suffixes;
	bool show_password;
	/*
	 * The decoder of a charset that contains ASCII, or NULL. Percent-encoded octets that are not UTF-8 are decoded
	 * if they are text in this charset. facts_free closes it.
	 */
	struct charset *charset;
	struct iri_str text_of_link, text_names; /* those of the next link; see struct facts */
	bool title_names;
	struct iri_str also_to;
	const char *scheme; /* what software adds before the next link, as bare_scheme says; or NULL */
	/* The other members are for facts_find.c. */
	struct arena arena;
	struct iri_linter *linter;
	struct iri_unmapper *unmapper;
	struct iri_host_converter *hosts, *labels; /* for whole names, with all checks; for single labels, without */
	union ARRAY_OF(const char *) refused; /* the labels of the last name that `hosts` does not show */
	struct bare bare;
	struct iri_buf text, more, scratch, legacy;
	union ARRAY_OF(struct inquiry *) inquiries; /* the link, and those that it carries */
	union ARRAY_OF(struct iri_str) secrets;
	union ARRAY_OF(struct decoded) decoded;
	bool too_many;                   /* more secrets than can be searched for in linear time */
};

/*
 * Returns what there is to tell about a link: any bytes. The result is valid until the next call. Linear in the length
 * of the link.
 */
const struct facts *facts_find(struct facts_finder *f, struct iri_str link);

/* Whether the link, or one that it carries, has a warning, or the text names another site. */
bool facts_have_warning(const struct facts *facts);

void facts_free(struct facts_finder *f);

#endif
