/* SPDX-License-Identifier: ISC */
/* Checks references, in lines and in documents, and reports the findings that count. */
#ifndef CHECKER_H
#define CHECKER_H

#include "baseline.h"
#include "report.h"
#include "ruleset.h"
#include "silence.h"
#include "totals.h"

#include "cmd/link/bare.h"
#include "cmd/link/named.h"
#include "cmd/rewrite/diff_input.h"
#include "lib/base/array.h"

/* A finding of a document, with copies of what it needs */
struct held {
	struct iri_finding finding;
	struct range range;
	const char *scheme;             /* see bare.h */
	struct iri_str reference, text; /* see ranges_in_link; findings of a link have the same reference.p */
	uintmax_t off, link;            /* where the finding and its link begin, in bytes of the file */
	bool is_caused;                 /* see struct checker */
	enum span_block block;          /* see struct span */
	uintmax_t block_off;
	bool is_fixed;                  /* --fix repairs it, if the link can change where it stands */
	const struct report_fix *fix;   /* what --fix writes for the link; or NULL */
};

/* The operands of an option that can be given several times */
union operands ARRAY_OF(const char *);

struct checker {
	/* irilint.c sets these members: */
	struct filter *filter;
	struct iri_linter *linter;
	struct ruleset ruleset;       /* the rules that are on */
	enum iri_severity fail_level; /* a finding of this severity or above is an error */
	bool summary;                 /* print the number of findings of each rule, and no findings */
	struct report report;
	struct iri_buf *out;          /* the report of documents goes here: the output, or what --fix leaves */
	struct baseline *baseline;    /* the entries of --baseline, or what goes into --write-baseline; or NULL */
	union operands baselines;     /* of --baseline */
	struct added *added;          /* the lines of --diff, or NULL */
	bool is_caused;               /* set by the caller of held_local: the diff can be why the link is dead */
	const char *write_baseline;   /* the operand of --write-baseline, or NULL */
	bool tells_fixable;           /* whether totals.fixable is wanted */
	bool is_partial;              /* options choose links: a comment without findings may be for others */
	bool idle[RULES];             /* rules that find nothing, since an option that they need is missing */
	struct tld *tld;              /* or NULL */
	struct named *named;          /* for text-names-other-host; NULL: no list of public suffixes */
	struct iri_str site;          /* the address of --site, or absent */
	/* --bare of lines: the links that hosts and addresses without a scheme are; else NULL */
	const struct iri_link_options *bare_links;
	struct iri_ref parsed;        /* the reference of the next checker_line, if its text is that one */
	/* The other members are for checker.c and held.c. */
	struct iri_findings found;    /* in the current reference */
	union ARRAY_OF(struct iri_finding) kept; /* those that count, with a baseline */
	struct bare bare;
	struct iri_buf repaired;      /* what --fix makes of the current reference in a line */
	struct ranges ranges;
	uintmax_t counts[RULES][IRI_SEVERITY_ERROR + 1];
	/* The current document: */
	union ARRAY_OF(struct held) held; /* its findings */
	struct silence silence;
	struct arena arena;           /* the texts of these */
	struct arena last;            /* of those that the last call of held_pass_lines has left */
	size_t settled;               /* the number of findings at the start of `held` that held_settle has left */
	uintmax_t passed;             /* lines before this one are done */
	struct iri_buf message;       /* about a comment */
	bool has_findings;            /* it has one that counts */
	struct totals totals;         /* of all documents, or lines */
};

/*
 * For the tool's line function: appends the findings in s to f->output. If a finding is an error, raises the exit
 * status, and returns an error for a filter with FILTER_REPORTS, which prints no message about it.
 */
enum iri_status checker_line(struct checker *c, struct iri_str s, struct iri_error *err);

/* Does for the tool's line function what iri_fix does. */
enum iri_status checker_fix_line(struct checker *c, struct iri_str s, struct iri_str *fixed, struct iri_error *err);

/* Whether findings are printed in a format that shows what --fix writes. */
bool checker_shows_fixes(const struct checker *c);

/*
 * For what --fix makes of a reference: sets left[i], for each rule i of the library, to whether `fixed` has a finding
 * of this rule. scheme: see bare.h. IRI_PADDING readable bytes must follow `fixed`. The findings of the last call of
 * iri_lint are gone.
 */
void checker_find_left(struct checker *c, const char *scheme, struct iri_str fixed, bool left[RULES]);

/* Whether a finding in the current link of the baseline counts. With --write-baseline, adds it to that file instead. */
bool checker_is_new(struct checker *c, const struct iri_finding *finding);

/* Adds a finding to the numbers of findings. Returns whether it is an error; then raises the exit status. */
bool checker_count(struct checker *c, const struct iri_finding *finding);

/* Returns how many of the findings --fix can fix, as far as this depends on their rules. */
uintmax_t checker_count_fixable(const struct checker *c, const struct iri_finding *findings, size_t n);

/* Whether the reference can be fixed: it is valid then. scheme: see bare.h */
bool checker_is_fixable(struct checker *c, const char *scheme, struct iri_str reference);

/* Whether findings are to be printed. */
bool checker_is_wanted(const struct checker *c);

/* Tells the baseline that this run reads the document that messages name now. Its entries without findings are gone. */
void checker_begin_document(struct checker *c);

/*
 * For documents that another process reads, see jobs.h: forgets what was counted; appends what was counted since then;
 * and adds it to what is counted here.
 */
void checker_forget(struct checker *c);
void checker_save(const struct checker *c, struct iri_buf *out);
void checker_load(struct checker *c, struct iri_str saved);

/* Whether the file, under any name, is that of --write-baseline or one of --baseline. */
bool checker_is_baseline(const struct checker *c, const char *name);

/*
 * Writes or checks the baseline, and appends the end of the report. has_lines: the operands are files of lines, not
 * documents; has_hosts: --against was given
 */
void checker_finish(struct checker *c, bool has_lines, bool has_hosts);

void checker_free(struct checker *c);

#endif
