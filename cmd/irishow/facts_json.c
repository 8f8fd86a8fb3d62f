/* SPDX-License-Identifier: ISC */
#include "facts_json.h"

#include "layout.h"

#include "cmd/base/json.h"
#include "cmd/base/port.h"
#include "cmd/base/text.h"
#include "lib/lint/rules.h"
#include "lib/base/str.h"

#include <inttypes.h>

enum { VERSION = 1 };

static struct iri_str facts_json_text_of(const char *text)
{
	return (struct iri_str){text, text ? strlen(text) : 0};
}

/* The value of "kind" */
static const char *const kind_names[] = {
	[KIND_SITE] = "site",     [KIND_ADDRESS] = "address",   [KIND_LOCAL] = "local", [KIND_MAIL] = "mail",
	[KIND_FILE] = "file",     [KIND_SCRIPT] = "script",     [KIND_CONTENT] = "content",
	[KIND_RELATIVE] = "relative", [KIND_OTHER] = "other",   [KIND_INVALID] = "invalid",
};

/* The value of "condition" */
static const char *const condition_names[] = {
	[CONDITION_NONE] = NULL,           [CONDITION_REPAIR] = "repair", [CONDITION_NAME] = "name",
	[CONDITION_BROWSER] = "browser",   [CONDITION_WEB] = "web",
	[CONDITION_SCHEME] = "scheme",
};

/* Appends the names of scripts, which have ", " between them, as an array. */
static void facts_json_add_scripts(struct iri_buf *out, struct iri_str scripts)
{
	const char *p = iri_present(scripts).p, *const end = p + scripts.n, *next;

	json_open(out, "scripts", '[');
	for (; p < end; p = next) {
		const char *const comma = iri_find_byte(p, end, ',');
		json_ascii(out, iri_between(p, comma));
		next = end - comma > 2 ? comma + 2 : end;
	}
	iri_buf_putc(out, ']');
}

static void facts_json_add_host(struct iri_buf *out, const struct facts_host *host)
{
	if (!host->ascii.p) {
		json_add_text(out, "host", NULL);
		return;
	}
	json_open(out, "host", '{');
	json_add_ascii(out, "ascii", host->ascii);
	json_add_ascii(out, "unicode", host->unicode);
	json_add_text(out, "type", host->type);
	json_add_ascii(out, "normal", host->normal);
	json_add_ascii(out, "suffix", host->suffix);
	json_open(out, "labels", '[');
	for (size_t i = 0; i < host->n_labels; i++) {
		const struct facts_label *const label = &host->labels[i];
		json_open(out, NULL, '{');
		json_add_ascii(out, "ascii", label->ascii);
		json_add_ascii(out, "unicode", label->unicode);
		facts_json_add_scripts(out, label->scripts);
		json_add_bool(out, "shown", label->shown);
		iri_buf_putc(out, '}');
	}
	buf_add_text(out, "]}");
}

/* Appends the port as a number; null if it is none that an address can have. */
static void add_port(struct iri_buf *out, struct iri_str port)
{
	const long number = port_number(port);

	if (number >= 0)
		json_add_number(out, "port", (uintmax_t)number);
	else
		json_add_text(out, "port", NULL);
}

static void facts_json_add_path(struct iri_buf *out, const struct facts *f)
{
	if (!f->path_raw.p) {
		json_add_text(out, "path", NULL);
		return;
	}
	json_open(out, "path", '{');
	json_add_ascii(out, "raw", f->path_raw);
	json_add_ascii(out, "decoded", f->path);
	json_open(out, "segments", '[');
	for (size_t i = 0; i < f->n_segments; i++)
		json_ascii(out, f->segments[i]);
	buf_add_text(out, "]}");
}

static void add_query(struct iri_buf *out, const struct facts *f)
{
	if (!f->has_query) {
		json_add_text(out, "query", NULL);
		return;
	}
	json_open(out, "query", '[');
	for (size_t i = 0; i < f->n_query; i++) {
		json_open(out, NULL, '{');
		json_add_ascii(out, "name", f->query[i].name);
		json_add_ascii(out, "value", f->query[i].value);
		json_add_ascii(out, "raw", f->query[i].raw);
		iri_buf_putc(out, '}');
	}
	iri_buf_putc(out, ']');
}

static void add_content(struct iri_buf *out, const struct facts *f)
{
	if (!f->content_type.p) {
		json_add_text(out, "content", NULL);
		return;
	}
	json_open(out, "content", '{');
	json_add_ascii(out, "type", f->content_type);
	json_add_number(out, "bytes", f->content_bytes);
	json_add_ascii(out, "text", f->content);
	iri_buf_putc(out, '}');
}

static void facts_json_add_embedded(struct iri_buf *out, const struct facts *f, const char *file, uintmax_t line)
{
	static const char *const encodings[] = {
		[IRI_ENCODING_PERCENT] = "percent",
		[IRI_ENCODING_BASE64] = "base64",
		[IRI_ENCODING_WRAPPER] = "wrapper",
	};

	json_open(out, "carries", '[');
	for (size_t i = 0; i < f->n_embedded; i++) {
		const struct facts_embedded *const embedded = &f->embedded[i];
		json_open(out, NULL, '{');
		json_add_text(out, "where", embedded->where);
		json_open(out, "encodings", '[');
		for (size_t k = 0; k < embedded->n_encodings; k++)
			json_ascii(out, facts_json_text_of(encodings[embedded->encodings[k]]));
		iri_buf_putc(out, ']');
		json_add_text(out, "redirector", embedded->redirector);
		json_key(out, "link");
		facts_json(embedded->link, file, line, out);
		iri_buf_putc(out, '}');
	}
	iri_buf_putc(out, ']');
}

static void facts_json_add_hidden(struct iri_buf *out, const struct facts *f)
{
	json_open(out, "hidden", '[');
	for (size_t i = 0; i < f->n_hidden; i++) {
		const struct facts_hidden *const hidden = &f->hidden[i];
		json_open(out, NULL, '{');
		json_add_text(out, "where", iri_component_name(hidden->where));
		json_add_number(out, "offset", hidden->off);
		json_key(out, "char");
		buf_add_format(out, "\"U+%04" PRIX32 "\"", hidden->ch);
		json_add_text(out, "name", layout_char_name(hidden->ch));
		iri_buf_putc(out, '}');
	}
	iri_buf_putc(out, ']');
}

static void facts_json_add_findings(struct iri_buf *out, const struct facts *f)
{
	json_open(out, "findings", '[');
	for (size_t i = 0; i < f->n_findings; i++) {
		const struct facts_finding *const finding = &f->findings[i];
		json_open(out, NULL, '{');
		json_add_text(out, "id", finding->rule->id);
		json_add_text(out, "severity", iri_severity_name(finding->severity));
		json_add_text(out, "where", iri_component_name(finding->where));
		json_add_number(out, "column", finding->column);
		json_add_ascii(out, "message", finding->message);
		iri_buf_putc(out, '}');
	}
	iri_buf_putc(out, ']');
}

void facts_json(const struct facts *f, const char *file, uintmax_t line, struct iri_buf *out)
{
	iri_buf_putc(out, '{');
	json_add_number(out, "version", VERSION);
	json_add_ascii(out, "file", facts_json_text_of(file));
	if (line)
		json_add_number(out, "line", line);
	else
		json_add_text(out, "line", NULL);
	json_add_text(out, "kind", kind_names[f->kind]);
	json_add_ascii(out, "goes_to", f->goes_to);
	json_add_ascii(out, "goes_to_unicode", f->goes_to_unicode);
	json_add_text(out, "condition", condition_names[f->condition]);
	json_add_ascii(out, "otherwise", f->otherwise);
	json_add_text(out, "otherwise_if", f->otherwise.p ? f->otherwise_if : NULL);
	json_add_ascii(out, "not", f->not);
	json_add_ascii(out, "text", f->text);
	json_add_ascii(out, "text_names", f->text_names);
	json_add_ascii(out, "link", f->link);
	json_add_ascii(out, "scheme", f->scheme);
	json_add_ascii(out, "user", f->user);
	json_add_bool(out, "password", f->has_password);
	facts_json_add_host(out, &f->host);
	add_port(out, f->port);
	facts_json_add_path(out, f);
	add_query(out, f);
	json_add_ascii(out, "fragment", f->fragment);
	add_content(out, f);
	json_add_text(out, "redirector", f->redirector);
	facts_json_add_embedded(out, f, file, line);
	facts_json_add_hidden(out, f);
	facts_json_add_findings(out, f);
	iri_buf_putc(out, '}');
}
