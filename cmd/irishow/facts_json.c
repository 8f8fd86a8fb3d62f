/* SPDX-License-Identifier: ISC */
#include "facts_json.h"

#include "layout.h"

#include "cmd/base/text.h"
#include "lib/lint/checks.h"
#include "lib/base/str.h"

#include <inttypes.h>

enum { VERSION = 1, PORT_MAX = 65535 };

static const struct iri_str absent = {NULL, 0};

static struct iri_str text_of(const char *text)
{
	return text ? (struct iri_str){text, strlen(text)} : absent;
}

/* The value of "kind" */
static const char *const kind_names[] = {
	[KIND_SITE] = "site",     [KIND_ADDRESS] = "address",   [KIND_LOCAL] = "local", [KIND_MAIL] = "mail",
	[KIND_FILE] = "file",     [KIND_SCRIPT] = "script",     [KIND_CONTENT] = "content",
	[KIND_RELATIVE] = "relative", [KIND_OTHER] = "other",   [KIND_INVALID] = "invalid",
};

/* Append a comma, a key and its value. */

static void add_key(struct iri_buf *out, const char *key)
{
	buf_add_format(out, ",\"%s\":", key);
}

static void add_string(struct iri_buf *out, const char *key, struct iri_str value)
{
	add_key(out, key);
	buf_add_json_ascii(out, value);
}

static void add_number(struct iri_buf *out, const char *key, uintmax_t value)
{
	add_key(out, key);
	buf_add_number(out, value);
}

/* Appends the value of `key` in an object; the first key of an object is without a comma before it. */
static void begin_object(struct iri_buf *out, const char *key, struct iri_str value)
{
	buf_add_format(out, "{\"%s\":", key);
	buf_add_json_ascii(out, value);
}

/* Appends a comma unless it is the first of a list. */
static void add_comma(struct iri_buf *out, size_t i)
{
	if (i)
		iri_buf_putc(out, ',');
}

/* Appends the names of scripts, which have ", " between them, as an array. */
static void add_scripts(struct iri_buf *out, struct iri_str scripts)
{
	const char *p = iri_present(scripts).p, *const end = p + scripts.n, *next;

	buf_add_text(out, ",\"scripts\":[");
	for (; p < end; p = next) {
		const char *const comma = iri_find_byte(p, end, ',');
		add_comma(out, p > scripts.p);
		buf_add_json_ascii(out, iri_between(p, comma));
		next = end - comma > 2 ? comma + 2 : end;
	}
	iri_buf_putc(out, ']');
}

static void add_host(struct iri_buf *out, const struct facts_host *host)
{
	add_key(out, "host");
	if (!host->ascii.p) {
		buf_add_text(out, "null");
		return;
	}
	begin_object(out, "ascii", host->ascii);
	add_string(out, "unicode", host->unicode);
	add_string(out, "type", text_of(host->type));
	add_string(out, "normal", host->normal);
	add_string(out, "suffix", host->suffix);
	buf_add_text(out, ",\"labels\":[");
	for (size_t i = 0; i < host->n_labels; i++) {
		const struct facts_label *const label = &host->labels[i];
		add_comma(out, i);
		begin_object(out, "ascii", label->ascii);
		add_string(out, "unicode", label->unicode);
		add_scripts(out, label->scripts);
		buf_add_format(out, ",\"shown\":%s}", label->shown ? "true" : "false");
	}
	buf_add_text(out, "]}");
}

/* Appends the port as a number; null if it is none that an address can have. */
static void add_port(struct iri_buf *out, struct iri_str port)
{
	unsigned long number = 0;
	bool valid = port.n;

	for (size_t i = 0; i < port.n && valid; i++) {
		number = number * 10 + (unsigned char)port.p[i] - '0';
		valid = port.p[i] >= '0' && port.p[i] <= '9' && number <= PORT_MAX;
	}
	if (valid)
		add_number(out, "port", number);
	else
		buf_add_text(out, ",\"port\":null");
}

static void add_path(struct iri_buf *out, const struct facts *f)
{
	add_key(out, "path");
	if (!f->path_raw.p) {
		buf_add_text(out, "null");
		return;
	}
	begin_object(out, "raw", f->path_raw);
	add_string(out, "decoded", f->path);
	buf_add_text(out, ",\"segments\":[");
	for (size_t i = 0; i < f->n_segments; i++) {
		add_comma(out, i);
		buf_add_json_ascii(out, f->segments[i]);
	}
	buf_add_text(out, "]}");
}

static void add_query(struct iri_buf *out, const struct facts *f)
{
	add_key(out, "query");
	if (!f->has_query) {
		buf_add_text(out, "null");
		return;
	}
	iri_buf_putc(out, '[');
	for (size_t i = 0; i < f->n_query; i++) {
		add_comma(out, i);
		begin_object(out, "name", f->query[i].name);
		add_string(out, "value", f->query[i].value);
		add_string(out, "raw", f->query[i].raw);
		iri_buf_putc(out, '}');
	}
	iri_buf_putc(out, ']');
}

static void add_content(struct iri_buf *out, const struct facts *f)
{
	add_key(out, "content");
	if (!f->content_type.p) {
		buf_add_text(out, "null");
		return;
	}
	begin_object(out, "type", f->content_type);
	add_number(out, "bytes", f->content_bytes);
	add_string(out, "text", f->content);
	iri_buf_putc(out, '}');
}

static void add_embedded(struct iri_buf *out, const struct facts *f, const char *file, uintmax_t line)
{
	static const char *const encodings[] = {
		[IRI_ENCODING_PERCENT] = "percent",
		[IRI_ENCODING_BASE64] = "base64",
	};

	buf_add_text(out, ",\"carries\":[");
	for (size_t i = 0; i < f->n_embedded; i++) {
		const struct facts_embedded *const embedded = &f->embedded[i];
		add_comma(out, i);
		begin_object(out, "where", text_of(embedded->where));
		buf_add_text(out, ",\"encodings\":[");
		for (size_t k = 0; k < embedded->n_encodings; k++) {
			add_comma(out, k);
			buf_add_json_ascii(out, text_of(encodings[embedded->encodings[k]]));
		}
		buf_add_text(out, "],\"link\":");
		facts_json(embedded->link, file, line, out);
		iri_buf_putc(out, '}');
	}
	iri_buf_putc(out, ']');
}

static void add_hidden(struct iri_buf *out, const struct facts *f)
{
	buf_add_text(out, ",\"hidden\":[");
	for (size_t i = 0; i < f->n_hidden; i++) {
		const struct facts_hidden *const hidden = &f->hidden[i];
		add_comma(out, i);
		begin_object(out, "where", text_of(iri_component_name(hidden->where)));
		add_number(out, "offset", hidden->off);
		buf_add_format(out, ",\"char\":\"U+%04" PRIX32 "\"", hidden->ch);
		add_string(out, "name", text_of(layout_char_name(hidden->ch)));
		iri_buf_putc(out, '}');
	}
	iri_buf_putc(out, ']');
}

static void add_findings(struct iri_buf *out, const struct facts *f)
{
	buf_add_text(out, ",\"findings\":[");
	for (size_t i = 0; i < f->n_findings; i++) {
		const struct facts_finding *const finding = &f->findings[i];
		add_comma(out, i);
		begin_object(out, "id", text_of(finding->rule->id));
		add_string(out, "severity", text_of(iri_severity_name(finding->severity)));
		add_string(out, "where", text_of(iri_component_name(finding->where)));
		add_number(out, "column", finding->column);
		add_string(out, "message", finding->message);
		iri_buf_putc(out, '}');
	}
	iri_buf_putc(out, ']');
}

void facts_json(const struct facts *f, const char *file, uintmax_t line, struct iri_buf *out)
{
	buf_add_format(out, "{\"version\":%d", VERSION);
	add_string(out, "file", text_of(file));
	if (line)
		add_number(out, "line", line);
	else
		buf_add_text(out, ",\"line\":null");
	add_string(out, "kind", text_of(kind_names[f->kind]));
	add_string(out, "goes_to", f->goes_to);
	add_string(out, "goes_to_unicode", f->goes_to_unicode);
	add_string(out, "not", f->not);
	add_string(out, "link", f->link);
	add_string(out, "scheme", f->scheme);
	add_string(out, "user", f->user);
	buf_add_format(out, ",\"password\":%s", f->has_password ? "true" : "false");
	add_host(out, &f->host);
	add_port(out, f->port);
	add_path(out, f);
	add_query(out, f);
	add_string(out, "fragment", f->fragment);
	add_content(out, f);
	add_embedded(out, f, file, line);
	add_hidden(out, f);
	add_findings(out, f);
	iri_buf_putc(out, '}');
}
