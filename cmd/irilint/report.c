/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "report.h"

#include "cmd/base/color.h"
#include "cmd/base/json.h"
#include "cmd/base/text.h"
#include "lib/base/str.h"
#include "lib/lint/rules.h"
#include "lib/syntax/pct.h"
#include "lib/unicode/width.h"
#include "lib/unicode/utf8.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The part of a line that a terminal shows: up to BEFORE characters before the finding, about SHOWN columns in all. */
enum { BEFORE = 40, SHOWN = 100 };

const char *report_more(const struct iri_rule *rule)
{
	static const char *const texts[RULES] = {
		[RULE_BAD_UTF8] = "The input is read as UTF-8. If it is in another charset, name it with --charset.",
		[RULE_ILLEGAL_CHAR] = "Percent-encode it if it is data; iri2uri --lenient does that.",
		[RULE_BAD_PERCENT] = "Write a literal '%' as %25; iri2uri --repair does that.",
		[RULE_RELATIVE] = "It is an error with --type=iri or absolute. iriresolve resolves it against a base.",
		[RULE_FRAGMENT] = "--type=absolute turns this rule on, for IRIs that serve as a base or a namespace.",
		[RULE_UNASSIGNED_CHAR] = "Few fonts can show it. --version prints the version of Unicode.",
		[RULE_PCT_DECODABLE] = "The character is readable and does not mislead; uri2iri --bidi decodes it.",
		[RULE_IGNORED_TARGET] = "Only with --git. Probably the build makes it. It is dead in the repository.",
		[RULE_UNTRACKED_TARGET] = "Only with --git. It works here, but not for other people. Track the file.",
	};
	const char *const text = texts[rule->number];

	return text ? text : rule->more;
}

/* Returns SARIF's word for a severity: "note", "warning" or "error". */
static const char *sarif_level(enum iri_severity severity)
{
	return severity == IRI_SEVERITY_INFO ? "note" : iri_severity_name(severity);
}

/*
 * Appends one character for a terminal and returns the columns it takes. Appends the name of a hidden character, as in
 * <U+202E>, and the value of a byte that is not UTF-8 (len is 0), as in <0xFF>.
 */
static size_t show_char(struct iri_buf *out, const char *p, size_t len, uint32_t ch)
{
	const size_t start = out->n;

	if (!len) {
		buf_add_format(out, "<0x%02X>", (unsigned char)*p);
	} else if (iri_char_is_hidden(ch)) {
		buf_add_format(out, "<U+%04" PRIX32 ">", ch);
	} else {
		const int n = iri_char_width(ch);
		iri_buf_add(out, p, len);
		return n > 0 ? (size_t)n : 0;
	}
	return out->n - start;
}

static const char *color_of(const struct report *r, enum iri_severity severity)
{
	return color_sequence(r->color, severity == IRI_SEVERITY_ERROR     ? COLOR_ERROR
	                                : severity == IRI_SEVERITY_WARNING ? COLOR_WARNING
	                                                                   : COLOR_INFO);
}

/* Appends the text, or the part of it near the finding, and below it a line that underlines the finding. */
static void show_source(const struct report *r, const struct iri_finding *f, struct iri_str text,
                        const struct range *at, struct iri_buf *out)
{
	const size_t from = at->off[0], to = at->off[1];
	const char *p = text.p + from, *end = text.p + text.n;
	size_t before = 0, underlined = 0, shown = 0;

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
		const size_t len = iri_utf8_decode(p, end, &ch), here = (size_t)(p - text.p);
		const size_t width = show_char(out, p, len, ch);
		if (here < from)
			before += width;
		else if (here < to)
			underlined += width;
		shown += width + !width;
		p += len ? len : 1;
	}
	buf_add_format(out, "%s\n  %*s%s^", p < end ? "..." : "", (int)before, "", color_of(r, f->severity));
	for (; underlined > 1; underlined--)
		iri_buf_putc(out, '~');
	buf_add_text(out, color_sequence(r->color, COLOR_NONE));
	iri_buf_putc(out, '\n');
}

static void text_finding(const struct report *r, const struct report_item *item, const char *message,
                         struct iri_buf *out)
{
	const struct iri_finding *const f = item->finding;

	buf_add_text(out, color_sequence(r->color, COLOR_STRONG));
	buf_add_visible(out, item->file);
	/* Without buf_add_format, which would take most of the time. */
	iri_buf_putc(out, ':');
	buf_add_number(out, item->at->line[0]);
	iri_buf_putc(out, ':');
	buf_add_number(out, item->at->column[0]);
	buf_add_texts(out, (const char *const[]){": ", color_of(r, f->severity), iri_severity_name(f->severity), ":",
	                                         color_sequence(r->color, COLOR_NONE), " ", message, " [", f->rule->id,
	                                         "]\n", NULL});
	if (r->source)
		show_source(r, f, item->text, item->at, out);
}

/* Whether the finding goes on in a line after the one where it begins. */
static bool has_several_lines(const struct range *at)
{
	return at->line[1] > at->line[0];
}

/* Appends the members for a range. line, column: the names of those for its start */
static void add_range(struct iri_buf *out, const struct range *at, const char *line, const char *column)
{
	json_add_number(out, line, at->line[0]);
	json_add_number(out, column, at->column[0]);
	if (has_several_lines(at))
		json_add_number(out, "endLine", at->line[1]);
	json_add_number(out, "endColumn", at->column[1]);
}

static void json_finding(const struct report_item *item, const char *message, struct iri_buf *out)
{
	const struct iri_finding *const f = item->finding;
	const char *const text = item->text.p;

	iri_buf_putc(out, '{');
	json_add_text(out, "file", item->file);
	add_range(out, item->at, "line", "column");
	json_add_text(out, "severity", iri_severity_name(f->severity));
	json_add_text(out, "rule", f->rule->id);
	json_add_text(out, "message", message);
	json_add_text(out, "section", f->rule->section);
	json_add_string(out, "text", iri_between(text + item->at->off[0], text + item->at->off[1]));
	if (item->fix) {
		json_open(out, "fix", '{');
		add_range(out, &item->fix->at, "line", "column");
		json_add_string(out, "text", item->fix->text);
		iri_buf_putc(out, '}');
	}
	buf_add_text(out, "}\n");
}

/* Appends text for a GitHub workflow command, as data or as a property; in a property ":" and "," are encoded, too. */
static void github_text(struct iri_buf *out, const char *text, bool property)
{
	for (; *text; text++)
		if (strchr(property ? "%\r\n:," : "%\r\n", *text))
			iri_pct_encode(out, (struct iri_str){text, 1});
		else
			iri_buf_putc(out, *text);
}

static void github_finding(const struct report_item *item, const char *message, struct iri_buf *out)
{
	const struct iri_finding *const f = item->finding;
	const struct range *const at = item->at;
	const size_t column = at->column[0], end = at->column[1];
	struct iri_buf name = {0};

	buf_add_visible(&name, item->file);
	iri_buf_putc(&name, '\0');
	buf_add_format(out, "::%s file=", f->severity == IRI_SEVERITY_INFO ? "notice" : iri_severity_name(f->severity));
	out->failed = out->failed || name.failed;
	github_text(out, name.failed ? "" : name.p, true);
	iri_buf_free(&name);
	buf_add_format(out, ",line=%ju", at->line[0]);
	/* GitHub shows columns only for a finding in one line. Its endColumn is the last column of the finding. */
	if (has_several_lines(at))
		buf_add_format(out, ",endLine=%ju", at->line[1]);
	else
		buf_add_format(out, ",col=%zu,endColumn=%zu", column, end > column ? end - 1 : column);
	buf_add_text(out, ",title=");
	github_text(out, f->rule->id, true);
	buf_add_text(out, "::");
	github_text(out, message, false);
	iri_buf_putc(out, '\n');
}

/* Appends a file's name as a URI reference (SARIF 2.1.0, section 3.4). */
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

/* Appends a SARIF message of our own text. */
static void add_sarif_text(struct iri_buf *out, const char *key, const char *text)
{
	json_open(out, key, '{');
	json_add_text(out, "text", text);
	iri_buf_putc(out, '}');
}

/* Returns the address of the section that a rule cites: of an RFC, a standard of Unicode, or CommonMark; else "". */
static const char *section_uri(const struct iri_rule *rule, char *uri, size_t size)
{
	char part[16], number[16], version[16];

	if (sscanf(rule->section, "RFC %15[0-9], %15[a-z] %15[0-9.A-Z]", number, part, version) == 3)
		snprintf(uri, size, "https://www.rfc-editor.org/rfc/rfc%s#%s-%s", number, part, version);
	else if (sscanf(rule->section, "RFC %15[0-9]", number) == 1)
		snprintf(uri, size, "https://www.rfc-editor.org/rfc/rfc%s", number);
	else if (sscanf(rule->section, "UTS #%15[0-9]", number) == 1)
		snprintf(uri, size, "https://www.unicode.org/reports/tr%s/", number);
	else if (sscanf(rule->section, "CommonMark %15[0-9.]", version) == 1)
		snprintf(uri, size, "https://spec.commonmark.org/%s/", version);
	else
		*uri = '\0';
	return uri;
}

/*
 * Appends a number that tells the finding from others, and stays the same if lines move: of the rule, the line or link,
 * and how often both were seen in this file. with_file: also of the file
 */
static void add_fingerprint(struct report *r, const struct report_item *item, bool with_file, struct iri_buf *out)
{
	static const unsigned char key[SIPHASH_KEY]; /* the same in each run */
	struct iri_buf b = {0};

	buf_add_text(&b, item->finding->rule->id);
	iri_buf_putc(&b, '\0');
	iri_buf_add(&b, item->text.p, item->text.n);
	const size_t n = b.n;
	buf_add_text(&b, item->file);
	uint64_t hash = b.failed ? 0 : iri_siphash(key, (struct iri_str){b.p, b.n}, 2, 4);
	const uint32_t number = iri_texts_add(&r->seen, (struct iri_str){(const char *)&hash, sizeof hash});
	uint32_t *const times = (void *)iri_buf_reserve(&r->times.buf, sizeof *times);
	if (times && number == ARRAY_COUNT(r->times)) {
		*times = 0;
		r->times.buf.n += sizeof *times;
	}
	if (number == IRI_TEXTS_NONE || !times || b.failed) {
		out->failed = true;
	} else {
		b.n = with_file ? b.n : n;
		buf_add_format(&b, "%c%" PRIu32, '\0', (r->times.item)[number]++);
		buf_add_format(out, "%016" PRIx64, iri_siphash(key, iri_contents(&b), 2, 4));
		out->failed = out->failed || b.failed;
	}
	iri_buf_free(&b);
}

void report_begin(const struct report *r, struct iri_buf *out)
{
	const struct iri_rule *rule;
	char uri[128];

	if (r->format == REPORT_GITLAB)
		iri_buf_putc(out, '[');
	if (r->format == REPORT_RDJSON)
		buf_add_text(out, "{\"source\":{\"name\":\"irilint\"},\"diagnostics\":[");
	if (r->format != REPORT_SARIF)
		return;
	buf_add_text(out,
	             "{\"version\":\"2.1.0\",\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/"
	                  "sarif-schema-2.1.0.json\",\"runs\":[{\"tool\":{\"driver\":{\"name\":\"irilint\","
	                  "\"version\":\"" PACKAGE_VERSION "\",\"rules\":[");
	for (size_t i = 0; (rule = iri_rule_at(i)); i++) {
		buf_add_text(out, i ? ",\n  {" : "\n  {");
		json_add_text(out, "id", rule->id);
		add_sarif_text(out, "shortDescription", rule->text);
		add_sarif_text(out, "fullDescription", report_more(rule));
		if (*section_uri(rule, uri, sizeof uri))
			json_add_text(out, "helpUri", uri);
		json_open(out, "defaultConfiguration", '{');
		json_add_text(out, "level", sarif_level(rule->severity));
		if (rule->off)
			json_add_bool(out, "enabled", false);
		buf_add_text(out, "},\"properties\":{");
		json_add_text(out, "section", rule->section);
		buf_add_text(out, "}}");
	}
	buf_add_text(out, "]}},\n\"columnKind\":\"unicodeCodePoints\",\"results\":[");
}

void report_end(const struct report *r, struct iri_buf *out)
{
	static const char *const ends[REPORT_UNSET + 1] = {
		[REPORT_GITLAB] = "\n]\n",
		[REPORT_RDJSON] = "\n]}\n",
		[REPORT_SARIF] = "\n]}]}\n",
	};

	if (ends[r->format])
		buf_add_text(out, ends[r->format]);
}

/* Appends the text of a message. Doubles braces, since single ones name arguments (SARIF, section 3.11.5). */
static void sarif_message(struct iri_buf *out, const char *message)
{
	struct iri_buf text = {0};

	for (; *message; message++) {
		iri_buf_putc(&text, *message);
		if (*message == '{' || *message == '}')
			iri_buf_putc(&text, *message);
	}
	out->failed = out->failed || text.failed;
	json_add_string(out, "text", iri_contents(&text));
	iri_buf_free(&text);
}

/* Appends the name of a file. */
static void sarif_place(struct iri_buf *out, const char *file)
{
	buf_add_text(out, "\"artifactLocation\":{\"uri\":\"");
	file_uri(out, file);
	buf_add_text(out, "\"}");
}

static void sarif_region(struct iri_buf *out, const char *key, const struct range *at)
{
	json_open(out, key, '{');
	add_range(out, at, "startLine", "startColumn");
	iri_buf_putc(out, '}');
}

/* Appends the fix of a finding (SARIF, sections 3.55 to 3.57). */
static void sarif_fix(struct iri_buf *out, const struct report_item *item)
{
	buf_add_text(out, ",\"fixes\":[{\"description\":{\"text\":\"what irilint --fix writes\"},"
	                  "\"artifactChanges\":[{");
	sarif_place(out, item->file);
	buf_add_text(out, ",\"replacements\":[{");
	sarif_region(out, "deletedRegion", &item->fix->at);
	if (item->fix->text.n) {
		json_open(out, "insertedContent", '{');
		json_add_string(out, "text", item->fix->text);
		iri_buf_putc(out, '}');
	}
	buf_add_text(out, "}]}]}]");
}

static void sarif_finding(struct report *r, const struct report_item *item, const char *message, struct iri_buf *out)
{
	const struct iri_rule *const rule = item->finding->rule;

	buf_add_text(out, r->any ? ",\n{" : "\n{");
	json_add_text(out, "ruleId", rule->id);
	json_add_number(out, "ruleIndex", (uintmax_t)rule->number);
	json_add_text(out, "level", sarif_level(item->finding->severity));
	json_open(out, "message", '{');
	sarif_message(out, message);
	buf_add_text(out, "},\"locations\":[{\"physicalLocation\":{");
	sarif_place(out, item->file);
	sarif_region(out, "region", item->at);
	buf_add_text(out, "}}],\"partialFingerprints\":{\"irilint/v1\":\"");
	add_fingerprint(r, item, false, out);
	buf_add_text(out, "\"}");
	if (item->fix)
		sarif_fix(out, item);
	iri_buf_putc(out, '}');
}

/* Code Quality of GitLab: the fingerprint of each finding is another one. */
static void gitlab_finding(struct report *r, const struct report_item *item, const char *message, struct iri_buf *out)
{
	static const char *const severities[] = {"info", "minor", "major"};
	const struct iri_finding *const f = item->finding;

	buf_add_text(out, r->any ? ",\n{" : "\n{");
	json_add_text(out, "description", message);
	json_add_text(out, "check_name", f->rule->id);
	buf_add_text(out, ",\"fingerprint\":\"");
	add_fingerprint(r, item, true, out);
	iri_buf_putc(out, '"');
	json_add_text(out, "severity", severities[f->severity]);
	json_open(out, "location", '{');
	json_add_text(out, "path", item->file);
	json_open(out, "lines", '{');
	json_add_number(out, "begin", item->at->line[0]);
	json_add_number(out, "end", item->at->line[1]);
	buf_add_text(out, "}}}");
}

/* Appends a place as the Diagnostic Format of Reviewdog has it: with the column in bytes. */
static void add_rdjson_place(struct iri_buf *out, const char *key, const struct range *at, unsigned side)
{
	json_open(out, key, '{');
	json_add_number(out, "line", at->line[side]);
	json_add_number(out, "column", at->byte[side]);
	iri_buf_putc(out, '}');
}

static void add_rdjson_range(struct iri_buf *out, const struct range *at)
{
	json_open(out, "range", '{');
	add_rdjson_place(out, "start", at, 0);
	add_rdjson_place(out, "end", at, 1);
	iri_buf_putc(out, '}');
}

static void rdjson_finding(const struct report *r, const struct report_item *item, const char *message,
                           struct iri_buf *out)
{
	static const char *const severities[] = {"INFO", "WARNING", "ERROR"};
	const struct iri_finding *const f = item->finding;
	char uri[128];

	buf_add_text(out, r->any ? ",\n{" : "\n{");
	json_add_text(out, "message", message);
	json_open(out, "location", '{');
	json_add_text(out, "path", item->file);
	add_rdjson_range(out, item->at);
	iri_buf_putc(out, '}');
	json_add_text(out, "severity", severities[f->severity]);
	json_open(out, "code", '{');
	json_add_text(out, "value", f->rule->id);
	if (*section_uri(f->rule, uri, sizeof uri))
		json_add_text(out, "url", uri);
	iri_buf_putc(out, '}');
	if (item->fix) {
		buf_add_text(out, ",\"suggestions\":[{");
		add_rdjson_range(out, &item->fix->at);
		json_add_string(out, "text", item->fix->text);
		buf_add_text(out, "}]");
	}
	iri_buf_putc(out, '}');
}

bool report_has_fixes(enum report_format format)
{
	return format == REPORT_JSON || format == REPORT_RDJSON || format == REPORT_SARIF;
}

void report_finding(struct report *r, const struct report_item *item, struct iri_buf *out)
{
	char buffer[512];
	const char *message = buffer;

	/* The text of a finding in a local link has names, and any length. */
	if (item->finding->rule->number >= RULE_FIRST_LOCAL)
		message = item->finding->why;
	else
		iri_finding_text(item->finding, buffer, sizeof buffer);
	switch (r->format) {
	case REPORT_UNSET:
	case REPORT_TEXT: text_finding(r, item, message, out); break;
	case REPORT_JSON: json_finding(item, message, out); break;
	case REPORT_GITHUB: github_finding(item, message, out); break;
	case REPORT_GITLAB: gitlab_finding(r, item, message, out); break;
	case REPORT_RDJSON: rdjson_finding(r, item, message, out); break;
	case REPORT_SARIF: sarif_finding(r, item, message, out); break;
	}
	r->any = true;
}

void report_free(struct report *r)
{
	iri_texts_free(&r->seen);
	iri_buf_free(&r->times.buf);
}
