/* SPDX-License-Identifier: ISC */
/* Checks references, in lines and in documents, and reports the findings that count. */
#ifndef CHECKER_H
#define CHECKER_H

#include "added.h"
#include "baseline.h"
#include "report.h"
#include "ruleset.h"
#include "silence.h"
#include "totals.h"

#include "cmd/link/named.h"

/* A finding of a document, with copies of what it needs */
struct held {
	struct iri_finding finding;
	struct range range;
	struct iri_str reference, text; /* see ranges_in_link; findings of a link have the same reference.p */
	uintmax_t off, link;            /* where the finding and its link begin, in bytes of the file */
	bool is_caused;                 /* see struct checker */
	enum span_block block;          /* see struct span */
	uintmax_t block_off;
	bool is_fixed;                  /* --fix repairs it, if the link can change where it stands */
	const struct report_fix *fix;   /* what --fix writes for the link; or NULL */
};

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
	struct iri_buf baselines;     /* the operands of --baseline, as pointers */
	struct added *added;          /* the lines of --diff, or NULL */
	bool is_caused;               /* set by the caller of checker_local: the diff can be why the link is dead */
	const char *write_baseline;   /* the operand of --write-baseline, or NULL */
	bool tells_fixable;           /* whether totals.fixable is wanted */
	bool is_partial;              /* options choose links: a comment without findings may be for others */
	bool idle[RULES];             /* rules that find nothing, since an option that they need is missing */
	struct tld *tld;              /* or NULL */
	struct named *named;          /* for text-names-other-host; NULL: no list of public suffixes */
	struct iri_str site;          /* the address of --site, or absent */
	/* The other members are for checker.c. */
	struct iri_findings found;    /* in the current reference */
	struct iri_buf kept;          /* those that count, with a baseline */
	struct iri_buf repaired;      /* what --fix makes of the current reference in a line */
	struct ranges ranges;
	uintmax_t counts[RULES][IRI_SEVERITY_ERROR + 1];
	/* The current document: */
	struct iri_buf held;          /* of struct held: its findings */
	struct silence silence;
	struct arena arena;           /* the texts of these */
	struct arena last;            /* of those that the last call of checker_pass_lines has left */
	size_t settled;               /* the number of findings at the start of `held` that checker_settle has left */
	uintmax_t passed;             /* lines before this one are done */
	struct iri_buf message;       /* about a comment */
	bool has_findings;            /* it has one that counts */
	struct totals totals;         /* of all documents, or lines */
};

/* Whether a rule that is on needs the texts of links. */
bool checker_needs_labels(const struct checker *c);

/* Whether the text of a link of a document names another site. c->named says which. */
bool checker_names_other(struct checker *c, const struct span *link);

/*
 * For the tool's line function: appends the findings in s to f->output. If a finding is an error, raises the exit
 * status, and returns an error for a filter with FILTER_REPORTS, which prints no message about it.
 */
enum iri_status checker_line(struct checker *c, struct iri_str s, struct iri_error *err);

/* Whether findings are printed in a format that shows what --fix writes. */
bool checker_shows_fixes(const struct checker *c);

/*
 * For what --fix makes of a reference: sets left[i], for each rule i of the library, to whether `fixed` has a finding
 * of this rule. IRI_PADDING readable bytes must follow `fixed`. The findings of the last call of iri_lint are gone.
 */
void checker_find_left(const struct checker *c, struct iri_str fixed, bool left[RULES]);

/* Whether the document that is read now can have CHARSET_ERROR; see ranges_in_link. */
bool checker_has_error_bytes(const struct checker *c);

/*
 * Documents: these functions keep the findings in a link, a finding that the library cannot find, of a local link, and
 * a comment that silences findings. They end the program if memory runs out. Memory: 200 bytes and the link for each
 * finding, and 300 bytes and the comment for each id in it.
 */
void checker_link(struct checker *c, const struct span *link, bool has_error_bytes);
void checker_local(struct checker *c, const struct span *link, bool has_error_bytes, const struct iri_finding *finding);
void checker_comment(struct checker *c, const struct span *comment, bool has_error_bytes);

/*
 * After the last link of a document: leaves in `held` the findings that are not silenced and not in the baseline, and
 * returns their number.
 */
size_t checker_settle(struct checker *c);

/* Calls checker_settle. Whether a rule that --fix repairs has a finding that is left, or one about a comment. */
bool checker_can_fix(struct checker *c, bool is_complete);

/* After checker_settle: whether there is a finding of unused-disable about an entry of a comment. */
bool checker_is_unused(struct checker *c, const struct silence_entry *e, bool is_complete);

/* Forgets the document. checker_end_document does that, too. */
void checker_clear(struct checker *c);

/*
 * For documents whose comments silence only their own line or the next one: appends the findings of the lines before
 * this one to c->out, and forgets them. Those that stand after a comment for this line wait for it, so that findings
 * come in the order of their places. UINTMAX_MAX: the document has no comments, and no finding waits. is_complete: as
 * for checker_end_document
 */
void checker_pass_lines(struct checker *c, uintmax_t line, bool is_complete);

/*
 * Appends the findings that were kept, and are left after checker_settle, to c->out. is_complete: local links were
 * checked, too, or the document has none; else comments about them are not judged
 */
void checker_end_document(struct checker *c, bool is_complete);

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
