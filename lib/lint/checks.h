/* SPDX-License-Identifier: ISC */
/*
 * What the files of the linter share. rules.def lists the rules, with the check of each; lint_component.c, lint_host.c,
 * lint_query.c, lint_specific.c, lint_syntax.c and lint_chars.c have the checks, which report to lint_found.c; lint.c
 * runs the checks. lint_shortcut.c recognizes lines without findings.
 */
#ifndef IRI_CHECKS_H
#define IRI_CHECKS_H

#include "rules.h"

#include "lib/base/buf.h"
#include "lib/host/known.h"
#include "lib/ops/unmap.h"
#include "lib/syntax/schemes.h"

/* lint_shortcut.c caches the characters below this: those of the planes that have most scripts and emoji. */
enum { IRI_TRAITS = 0x20000 };

/*
 * At most so many findings of one rule are listed for one line. Of a long line they are few: a report can repeat the
 * line with each, and would otherwise grow as its square.
 */
enum { LINT_LISTED = 1000, LINT_LISTED_OF_LONG = 10, LINT_LONG = 100000 /* bytes */ };

struct iri_lint_line;

/* A part of a component without errors of syntax; in a valid reference, the whole component. */
struct iri_lint_run {
	enum iri_component where;
	struct iri_str s;
};

/* The checks to run, each once. */
struct iri_lint_checks {
	void (*check[RULES])(struct iri_lint_line *t);
	size_t n;
};

struct iri_linter {
	enum iri_expect expect;
	bool templates;                 /* as in struct iri_lint_options */
	bool enabled[RULES];
	struct iri_lint_checks all, fixable; /* the checks of the enabled rules, and of the fixable rules among these */
	unsigned padded;                /* IRI_PADDED if padding follows the texts, else 0 */
	bool failed;                    /* out of memory */
	bool only_fixable;              /* only findings of fixable rules are listed */

	struct iri_finding *findings;
	size_t n, room;
	size_t count[RULES];            /* the number of findings of each rule in the line, listed or not */
	size_t listed;                  /* so many of one rule are listed */
	struct iri_lint_run *runs;
	size_t room_runs;
	struct iri_lint_text *texts;    /* from iri_lint_keep: the `why` of findings */

	bool fixing;                    /* true while the check of fixing_rule runs to fix its findings */
	unsigned fixing_rule;
	const char *done;               /* the first byte of the line that is not yet copied to `out` */
	struct iri_buf out, line;       /* the line while it is fixed, and the next form of it */
	struct iri_buf encoded;         /* an invalid line, with its errors percent-encoded */

	struct iri_buf view, text, scratch, host, tld, written; /* working space of the checks */
	struct iri_unmapper *unmapper;
	struct iri_known known;
	struct iri_suffixes suffixes;   /* is_suffix may be NULL */
	const char *(*tracks)(void *arg, struct iri_str host, struct iri_str key); /* may be NULL */
	void *tracks_arg;

	/* A cache, or NULL: of labels, and for lint_shortcut.c, of authorities and of characters with marks */
	struct iri_hosts *clean;
	unsigned char traits[IRI_TRAITS]; /* its cache for characters: an enum trait of each */
};

/* A text in a list */
struct iri_lint_text {
	struct iri_lint_text *next;
	char text[];
};

/* The current line. */
struct iri_lint_line {
	struct iri_linter *l;
	struct iri_str s;
	struct iri_ref ref;        /* of what iri_lint_inner returns; if that is invalid, iri_split has set it */
	bool valid;                /* by section 2.2 */
	enum iri_component where;  /* the component that is checked */
	const struct iri_scheme *scheme; /* NULL if it is absent or unknown */
	unsigned flags;            /* of its scheme; see schemes.h */
	bool domain;               /* the host is a domain name, or may be one: IDNA applies */
	bool host_error;           /* the host has an error of syntax */
	bool clean_host;           /* the host has no findings */
	struct iri_str template;   /* in documents: the last that check_component has looked for; p is NULL before it */
	bool placeholder;          /* a template was reported */
	struct iri_lint_run *runs; /* the n runs of userinfo, host, path, query and fragment to check */
	size_t n;
};

/* Whether findings of the rule are listed. While l->only_fixable is set, the rule must also be fixable. */
static inline bool iri_lint_enabled(const struct iri_linter *l, unsigned rule)
{
	return l->enabled[rule] && (!l->only_fixable || iri_lint_rules[rule].fixable);
}

static inline bool iri_lint_lacks_host(const struct iri_lint_line *t)
{
	return !t->ref.host.n && iri_scheme_needs_host(t->flags);
}

/*
 * Reports a finding: len bytes at p, which points into the line. If the rule is enabled, adds the finding to the list,
 * up to l->listed of one rule. While a rule is fixed, lists nothing: for a finding of that rule, appends to l->out
 * the text before it and its replacement. The severity is that of the rule; RULE_RELATIVE is an error if an IRI is
 * expected. ch may be 0 and why NULL; why must live as long as the finding.
 */
void iri_lint_found(struct iri_lint_line *t, unsigned rule, const char *p, size_t len, uint32_t ch, const char *why);

/*
 * Returns a copy of a text, for the `why` of a finding. It lives until the next call of iri_lint or iri_fix. Out of
 * memory, sets l->failed and returns NULL.
 */
const char *iri_lint_keep(struct iri_linter *l, const char *text);

/* Does the same as iri_lint_found, but with the given severity. */
void iri_lint_found_as(struct iri_lint_line *t, unsigned rule, enum iri_severity severity, const char *p, size_t len,
                       uint32_t ch, const char *why);

/* Does the same as iri_lint_found, with all members of *f except where, off and more. */
void iri_lint_add(struct iri_lint_line *t, const char *p, const struct iri_finding *f);

/* Adds a run to check, unless s is empty. */
void iri_lint_run(struct iri_lint_line *t, enum iri_component where, struct iri_str s);

/* Fills in the members of *t up to `valid`, for the line s. */
void iri_lint_parse(struct iri_lint_line *t, struct iri_linter *l, struct iri_str s);

/* Returns the line without the white space around it; all of it if it has nothing else. */
struct iri_str iri_lint_inner(struct iri_str s);

/* Does for a line from iri_lint_parse what iri_lint does for its text, but always runs the checks. */
enum iri_status iri_lint_check_all(struct iri_lint_line *t, struct iri_findings *findings, struct iri_error *err);

/*
 * Sets *encoded to s, an invalid reference, in which the errors are percent-encoded that enabled rules find. It lives
 * until the next call. Returns IRI_NO_MEMORY if memory ran out.
 */
enum iri_status iri_lint_encode(struct iri_linter *l, struct iri_str s, struct iri_str *encoded);

/* Does for s, a valid reference without bidi controls, what iri_fix does, but always runs the checks. */
enum iri_status iri_lint_fix(struct iri_linter *l, struct iri_str s, struct iri_str *fixed, struct iri_error *err);

/* Returns the number of findings of a check in s, a valid reference; SIZE_MAX if memory runs out. */
size_t iri_lint_count(struct iri_linter *l, void (*check)(struct iri_lint_line *t), struct iri_str s);

/*
 * Whether iri_lint_suffix finds something in ref, a valid reference without a scheme, an authority and percent-encoded
 * octets.
 */
bool iri_lint_is_suffix(const struct iri_ref *ref);

/* The checks. Each is declared once for each of its rules. */
#define RULE(name, id, severity, state, fix, check, ...) void iri_lint_##check(struct iri_lint_line *t);
#include "rules.def"

#endif
