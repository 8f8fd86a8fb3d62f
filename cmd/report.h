/* SPDX-License-Identifier: ISC */
/* Findings in the formats of irilint. What comes from the input is escaped for each. */
#ifndef REPORT_H
#define REPORT_H

#include "message.h"

enum report_format { REPORT_TEXT, REPORT_JSON, REPORT_GITHUB, REPORT_SARIF };

struct report {
	enum report_format format;
	bool source;  /* text: show the line, too, with what was found underlined */
	bool color;   /* text: in colours */
	bool any;     /* something was reported */
};

/* "info", "warning" or "error" */
const char *report_severity(enum iri_severity severity);

/* Why a rule matters and what to do; names the tool or option that helps, as the library does not. */
const char *report_more(const struct iri_rule *rule);

/* What stands before the first finding and behind the last. */
void report_begin(const struct report *r, struct iri_buf *out);
void report_end(const struct report *r, struct iri_buf *out);

/*
 * Appends a finding: bytes from `from` to `to` of the place's text, columns from 1; end is the column behind it, or the
 * same as column if it is empty.
 */
void report_finding(struct report *r, const struct iri_finding *f, const struct place *place, size_t from, size_t to,
                    size_t column, size_t end, struct iri_buf *out);

#endif
