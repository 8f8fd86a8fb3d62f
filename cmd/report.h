/* SPDX-License-Identifier: ISC */
/* Findings in the formats of irilint. What comes from the input is escaped for each. */
#ifndef REPORT_H
#define REPORT_H

#include "message.h"

/* In the order of the words of --format; unsaid, it is text. */
enum report_format { REPORT_TEXT, REPORT_JSON, REPORT_GITHUB, REPORT_SARIF, REPORT_UNSAID };

struct report {
	enum report_format format;
	bool source; /* text: show the line, too, with what was found underlined */
	bool color;  /* text: in colours */
	bool any;    /* something was reported */
};

/* Where a finding begins and, in [1], ends in its line: bytes, and columns from 1. */
struct span {
	size_t off[2], column[2];
};

/* "info", "warning" or "error" */
const char *report_severity(enum iri_severity severity);

/* Why a rule matters and what to do; names the tool or option that helps, as the library does not. */
const char *report_more(const struct iri_rule *rule);

/* What stands before the first finding and behind the last. */
void report_begin(const struct report *r, struct iri_buf *out);
void report_end(const struct report *r, struct iri_buf *out);

/* Appends a finding. place has its line. */
void report_finding(struct report *r, const struct iri_finding *f, const struct place *place, const struct span *at,
                    struct iri_buf *out);

#endif
