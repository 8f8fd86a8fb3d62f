/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "report.h"

#include "../lib/pct.h"
#include "../lib/str.h"
#include "../lib/utf8.h"
#include "text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* On a terminal so much of a line is shown before what was found, and so much in all. */
enum { BEFORE = 40, SHOWN = 100 };

const char *report_severity(enum iri_severity severity)
{
	return severity == IRI_ERROR ? "error" : severity == IRI_WARNING ? "warning" : "info";
}

const char *report_more(const struct iri_rule *rule)
{
	static const char *const ours[][2] = {
		{"bad-utf8", "The input is read as UTF-8. If it is in another charset, name it with --charset."},
		{"illegal-char", "Percent-encode it where it is meant as data; iri2uri --lenient does."},
		{"bad-percent", "Write a literal '%' as %25; iri2uri --repair does."},
		{"relative", "An error with --type=iri. iriresolve resolves it."},
		{"fragment", "Only with --type=absolute, as a base or a namespace may want it."},
		{"unassigned-char", "Fonts will not show it. --version tells the version."},
		{"pct-decodable", "uri2iri --bidi would decode it: it is legible, and does not mislead."},
	};

	for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
		if (!strcmp(rule->id, ours[i][0]))
			return ours[i][1];
	return rule->more;
}

/* What SARIF calls it, and GitHub but for one letter. */
static const char *level(enum iri_severity severity)
{
	return severity == IRI_INFO ? "note" : report_severity(severity);
}

static void json_text(struct iri_buf *out, const char *text)
{
	buf_add_json(out, (struct iri_str){text, strlen(text)});
}

/* Begins a member of an object, with the comma before it unless it is the first. */
static void json_name(struct iri_buf *out, const char *name)
{
	const char before = out->n ? out->p[out->n - 1] : '{';

	if (before != '{')
		iri_buf_putc(out, ',');
	json_text(out, name);
	iri_buf_putc(out, ':');
}

static void json_member(struct iri_buf *out, const char *name, const char *text)
{
	json_name(out, name);
	json_text(out, text);
}

static void json_number(struct iri_buf *out, const char *name, uintmax_t n)
{
	json_name(out, name);
	buf_add_format(out, "%ju", n);
}

/* One character as it is shown; returns the columns it takes. Those that would not show are named. */
static size_t show_char(struct iri_buf *out, const char *p, size_t len, uint32_t ch)
{
	char name[16];
	int n;

	if (!len)
		n = snprintf(name, sizeof name, "<0x%02X>", (unsigned char)*p);
	else if (iri_char_is_hidden(ch))
		n = snprintf(name, sizeof name, "<U+%04" PRIX32 ">", ch);
	else {
		if (out)
			iri_buf_add(out, p, len);
		n = iri_char_width(ch);
		return n > 0 ? (size_t)n : 0;
	}
	if (out)
		iri_buf_add(out, name, (size_t)n);
	return (size_t)n;
}

static void fill(struct iri_buf *out, char c, size_t n)
{
	while (n--)
		iri_buf_putc(out, c);
}

static const char *color_of(enum iri_severity severity)
{
	return severity == IRI_ERROR ? "\033[1;31m" : severity == IRI_WARNING ? "\033[1;33m" : "\033[1;36m";
}

/* The line, or what of it is near, and below it marks under what was found. */
static void show_source(const struct report *r, const struct iri_finding *f, struct iri_str text, size_t from, size_t to,
                        struct iri_buf *out)
{
	const char *p = text.p + from, *end = text.p + text.n;
	size_t before = 0, marked = 0, shown = 0;

	for (size_t chars = 0; p > text.p && chars < BEFORE; chars++) {
		p--;
		while (p > text.p && iri_is_trail((unsigned char)*p) && text.p + from - p < 4 * BEFORE)
			p--;
	}
	const bool cut = p > text.p;
	buf_add_text(out, cut ? "  ..." : "  ");
	before += cut ? 3 : 0;
	while (p < end && shown < SHOWN) {
		uint32_t ch = 0;
		const size_t len = iri_utf8_decode(p, end, &ch), at = (size_t)(p - text.p);
		const size_t width = show_char(out, p, len, ch);
		if (at < from)
			before += width;
		else if (at < to)
			marked += width;
		shown += width + !width;
		p += len ? len : 1;
	}
	if (p < end)
		buf_add_text(out, "...");
	buf_add_text(out, "\n  ");
	fill(out, ' ', before);
	if (r->color)
		buf_add_text(out, color_of(f->severity));
	iri_buf_putc(out, '^');
	fill(out, '~', marked > 1 ? marked - 1 : 0);
	if (r->color)
		buf_add_text(out, "\033[0m");
	iri_buf_putc(out, '\n');
}

static void text_finding(const struct report *r, const struct iri_finding *f, const struct place *place,
                         size_t from, size_t to, size_t column, const char *message, struct iri_buf *out)
{
	const char *severity = report_severity(f->severity);

	if (r->color)
		buf_add_text(out, "\033[1m");
	buf_add_visible(out, place->file);
	buf_add_format(out, ":%ju:%zu: ", place->line, column);
	if (r->color) {
		buf_add_text(out, color_of(f->severity));
		buf_add_text(out, severity);
		buf_add_text(out, ":\033[0m ");
	} else {
		buf_add_text(out, severity);
		buf_add_text(out, ": ");
	}
	buf_add_text(out, message);
	buf_add_text(out, " [");
	buf_add_text(out, iri_rules(&(size_t){0})[f->rule].id);
	buf_add_text(out, "]\n");
	if (r->source)
		show_source(r, f, place->text, from, to, out);
}

static void json_finding(const struct iri_finding *f, const struct place *place, size_t from, size_t to,
                         size_t column, size_t end, const char *message, struct iri_buf *out)
{
	const struct iri_rule *rule = &iri_rules(&(size_t){0})[f->rule];

	iri_buf_putc(out, '{');
	json_member(out, "file", place->file);
	json_number(out, "line", place->line);
	json_number(out, "column", column);
	json_number(out, "endColumn", end);
	json_member(out, "severity", report_severity(f->severity));
	json_member(out, "rule", rule->id);
	json_member(out, "message", message);
	json_member(out, "section", rule->section);
	json_name(out, "text");
	buf_add_json(out, (struct iri_str){place->text.p + from, to - from});
	buf_add_text(out, "}\n");
}

/* A workflow command's data or, with ":" and "," besides, property. */
static void github_text(struct iri_buf *out, const char *text, bool property)
{
	for (; *text; text++) {
		const bool special = *text == '%' || *text == '\r' || *text == '\n' || (property && (*text == ':' || *text == ','));
		if (special)
			iri_pct_encode(out, (struct iri_str){text, 1});
		else
			iri_buf_putc(out, *text);
	}
}

static void github_finding(const struct iri_finding *f, const struct place *place, size_t column, size_t end,
                           const char *message, struct iri_buf *out)
{
	struct iri_buf file = {0};

	buf_add_visible(&file, place->file);
	iri_buf_putc(&file, '\0');
	buf_add_text(out, "::");
	buf_add_text(out, f->severity == IRI_INFO ? "notice" : report_severity(f->severity));
	buf_add_text(out, " file=");
	out->failed = out->failed || file.failed;
	github_text(out, file.failed ? "" : file.p, true);
	iri_buf_free(&file);
	/* Its last column is the last that belongs to it. */
	buf_add_format(out, ",line=%ju,col=%zu,endColumn=%zu,title=", place->line, column, end > column ? end - 1 : column);
	github_text(out, iri_rules(&(size_t){0})[f->rule].id, true);
	buf_add_text(out, "::");
	github_text(out, message, false);
	iri_buf_putc(out, '\n');
}

/* A file's name as a URI reference (SARIF 2.1.0, section 3.4). */
static void file_uri(struct iri_buf *out, const char *name)
{
	if (*name == '/')
		buf_add_text(out, "file://");
	for (; *name; name++)
		if (*name == '/' || (iri_byte_class(*name) & CHAR_UNRESERVED))
			iri_buf_putc(out, *name);
		else
			iri_pct_encode(out, (struct iri_str){name, 1});
}

static void sarif_rules(struct iri_buf *out)
{
	size_t n;
	const struct iri_rule *rules = iri_rules(&n);

	for (size_t i = 0; i < n; i++) {
		buf_add_text(out, i ? ",\n  {" : "\n  {");
		json_member(out, "id", rules[i].id);
		buf_add_text(out, ",\"shortDescription\":{");
		json_member(out, "text", rules[i].text);
		buf_add_text(out, "},\"fullDescription\":{");
		json_member(out, "text", report_more(&rules[i]));
		buf_add_text(out, "},\"defaultConfiguration\":{");
		json_member(out, "level", level(rules[i].severity));
		buf_add_text(out, rules[i].off ? ",\"enabled\":false" : "");
		buf_add_text(out, "},\"properties\":{");
		json_member(out, "section", rules[i].section);
		buf_add_text(out, "}}");
	}
}

void report_begin(const struct report *r, struct iri_buf *out)
{
	if (r->format != REPORT_SARIF)
		return;
	buf_add_text(out, "{\"version\":\"2.1.0\",\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/"
	              "sarif-schema-2.1.0.json\",\"runs\":[{\"tool\":{\"driver\":{\"name\":\"irilint\","
	              "\"version\":\"" PACKAGE_VERSION "\",\"rules\":[");
	sarif_rules(out);
	buf_add_text(out, "]}},\n\"columnKind\":\"unicodeCodePoints\",\"results\":[");
}

void report_end(const struct report *r, struct iri_buf *out)
{
	if (r->format == REPORT_SARIF)
		buf_add_text(out, "\n]}]}\n");
}

/* In a message braces stand for arguments unless they are doubled (section 3.11.5). */
static void sarif_message(struct iri_buf *out, const char *message)
{
	struct iri_buf text = {0};

	for (; *message; message++) {
		iri_buf_putc(&text, *message);
		if (*message == '{' || *message == '}')
			iri_buf_putc(&text, *message);
	}
	out->failed = out->failed || text.failed;
	buf_add_json(out, iri_contents(&text));
	iri_buf_free(&text);
}

static void sarif_finding(const struct report *r, const struct iri_finding *f, const struct place *place,
                          size_t column, size_t end, const char *message, struct iri_buf *out)
{
	buf_add_text(out, r->any ? ",\n{" : "\n{");
	json_member(out, "ruleId", iri_rules(&(size_t){0})[f->rule].id);
	json_number(out, "ruleIndex", f->rule);
	json_member(out, "level", level(f->severity));
	buf_add_text(out, ",\"message\":{");
	json_name(out, "text");
	sarif_message(out, message);
	buf_add_text(out, "},\"locations\":[{\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"");
	file_uri(out, place->file);
	buf_add_text(out, "\"},\"region\":{");
	json_number(out, "startLine", place->line);
	json_number(out, "startColumn", column);
	json_number(out, "endColumn", end);
	buf_add_text(out, "}}}]}");
}

void report_finding(struct report *r, const struct iri_finding *f, const struct place *place, size_t from, size_t to,
                    size_t column, size_t end, struct iri_buf *out)
{
	char message[512];

	iri_finding_text(f, message, sizeof message);
	switch (r->format) {
	case REPORT_TEXT: text_finding(r, f, place, from, to, column, message, out); break;
	case REPORT_JSON: json_finding(f, place, from, to, column, end, message, out); break;
	case REPORT_GITHUB: github_finding(f, place, column, end, message, out); break;
	case REPORT_SARIF: sarif_finding(r, f, place, column, end, message, out); break;
	}
	r->any = true;
}
