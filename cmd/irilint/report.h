/* SPDX-License-Identifier: ISC */
/* Prints findings in the output formats of irilint. Escapes text from the input as each format needs it. */
#ifndef REPORT_H
#define REPORT_H

#include "ranges.h"

#include "lib/base/array.h"
#include "lib/base/texts.h"

/* The words of --format, in its order. REPORT_UNSET: no --format, which means text */
enum report_format {
	REPORT_TEXT, REPORT_JSON, REPORT_GITHUB, REPORT_GITLAB, REPORT_RDJSON, REPORT_SARIF, REPORT_UNSET
};

/* What --fix writes in place of a link or a comment */
struct report_fix {
	struct range at;
	struct iri_str text; /* in UTF-8 */
};

struct report {
	enum report_format format;
	bool source; /* text format: also show the line, with the finding underlined */
	bool color;  /* text format: use colours */
	bool any;    /* report_finding was called */
	/* For report.c: what tells one finding from another, and how often each was seen */
	struct iri_texts seen;
	union ARRAY_OF(uint32_t) times; /* for each */
};

/*
 * Returns why a rule matters and what to do: rule->more or, where a tool or an option helps, a text that names it. The
 * texts of the library name no tool and no option.
 */
const char *report_more(const struct iri_rule *rule);

/* Append the text that the format has before the first finding, and the text after the last finding. */
void report_begin(const struct report *r, struct iri_buf *out);
void report_end(const struct report *r, struct iri_buf *out);

/* Whether reports in the format show fixes. */
bool report_has_fixes(enum report_format format);

/* A finding in a file */
struct report_item {
	const struct iri_finding *finding;
	const char *file;
	struct iri_str text;     /* the line or the link that has it */
	const struct range *at;  /* its place in the text, and in the file */
	const struct report_fix *fix; /* NULL: --fix leaves it */
};

void report_finding(struct report *r, const struct report_item *item, struct iri_buf *out);

void report_free(struct report *r);

#endif
