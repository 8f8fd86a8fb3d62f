/* SPDX-License-Identifier: ISC */
#include "columns.h"

#include "cmd/base/options.h"
#include "cmd/base/text.h"
#include "lib/base/str.h"

#include <stdlib.h>
#include <string.h>

static const char *column_name(unsigned what)
{
	static const char *const names[] = {
		[ROW_AUTHORITY] = "authority",         [COLUMN_ERROR] = "error",
		[COLUMN_USER] = "user",                [COLUMN_PASSWORD] = "password",
		[COLUMN_HOST_ASCII] = "host_ascii",    [COLUMN_HOST_UNICODE] = "host_unicode",
		[COLUMN_DOMAIN] = "domain",            [COLUMN_SUFFIX] = "suffix",
		[COLUMN_SUBDOMAIN] = "subdomain",      [COLUMN_DEFAULT_PORT] = "default-port",
		[COLUMN_PORT_EFFECTIVE] = "port_effective", [COLUMN_FILE] = "file",
		[COLUMN_EXTENSION] = "extension",      [COLUMN_PAIRS] = "pairs",
		[COLUMN_ORIGINAL] = "original",        [COLUMN_SEGMENT] = "path:",
		[COLUMN_PAIR] = "query:",
	};

	return what < ROW_AUTHORITY ? iri_component_name((enum iri_component)what) : names[what];
}

/* Reads a number from 1 on. Returns 0 if the text is none. */
static size_t columns_read_number(struct iri_str s)
{
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] < '0' || s.p[i] > '9' || n > SIZE_MAX / 16)
			return 0;
		n = 10 * n + (size_t)(s.p[i] - '0');
	}
	return n;
}

/* Returns what the column of this name has, and sets *argument to what stands after the ":"; or COLUMN_PAIR + 1. */
static unsigned find_column(struct iri_str name, struct iri_str *argument)
{
	unsigned what = 0;

	while (what < COLUMN_SEGMENT && !iri_is(name, column_name(what)))
		what++;
	for (; what >= COLUMN_SEGMENT && what <= COLUMN_PAIR; what++) {
		const size_t n = strlen(column_name(what));
		if (name.n < n || memcmp(name.p, column_name(what), n) != 0)
			continue;
		*argument = (struct iri_str){name.p + n, name.n - n};
		break;
	}
	return what;
}

/* Adds the column with this name. Returns NULL, or an error message. */
static const char *add_column(struct columns *c, struct iri_str name)
{
	struct iri_str argument = {"", 0};
	const unsigned what = find_column(name, &argument);

	if (c->n == ROW_MOST_COLUMNS)
		return c->format ? "--format takes at most 64 columns" : "--get takes at most 64 columns";
	if (what > COLUMN_PAIR) {
		struct similar s = {.word = name};
		for (unsigned known = 0; known < COLUMN_SEGMENT; known++)
			similar_add(&s, column_name(known));
		return options_unknown(&c->message, "column", &s, "--help lists them");
	}
	struct column *const column = &c->of[c->n];
	*column = (struct column){.what = (unsigned char)what, .name = name, .key = column->key};
	column->key.n = 0;
	if (what == COLUMN_SEGMENT && !(column->segment = columns_read_number(argument)))
		return "path:N takes the number of a segment, from 1 on";
	if (what == COLUMN_PAIR)
		buf_add_decoded(&column->key, argument, true);
	c->n++;
	return NULL;
}

void columns_add(struct columns *c, const char *name)
{
	add_column(c, iri_str_of(name));
}

const char *columns_read_list(struct columns *c, const char *list)
{
	c->get = true;
	for (c->n = 0;; list++) {
		const struct iri_str name = {list, strcspn(list, ",")};
		const char *const why = add_column(c, name);
		if (why)
			return why;
		list += name.n;
		if (!*list)
			return NULL;
	}
}

const char *columns_read_format(struct columns *c, const char *format)
{
	c->format = true;
	c->n = c->text.n = 0;
	if (format[strcspn(format, "\r\n")])
		return "--format takes a text without newline and carriage return";
	for (const char *p = format;; p++) {
		const size_t plain = strcspn(p, "{}");
		iri_buf_add(&c->text, p, plain);
		p += plain;
		c->ends[c->n] = c->text.n;
		if (!*p)
			return NULL;
		if (p[0] == p[1]) {
			iri_buf_putc(&c->text, *p++);
			continue;
		}
		const char *const name = p + 1, *const brace = *p == '{' ? strchr(name, '}') : NULL;
		if (!brace)
			return "--format has a brace without its pair; double a brace that stands for itself";
		const char *const why = add_column(c, iri_between(name, brace));
		if (why)
			return why;
		p = brace;
	}
}

bool columns_have(const struct columns *c, unsigned what)
{
	for (size_t i = 0; i < c->n; i++)
		if (c->of[i].what == what)
			return true;
	return false;
}

void columns_fill(const struct columns *c, const struct iri_str *values, struct iri_str absent, struct iri_buf *out)
{
	const struct iri_str text = iri_contents(&c->text);
	size_t from = 0;

	for (size_t i = 0; i <= c->n; i++) {
		iri_buf_add(out, text.p + from, c->ends[i] - from);
		from = c->ends[i];
		if (i == c->n)
			return;
		const struct iri_str value = values[i].p ? values[i] : absent;
		iri_buf_add(out, value.p, value.n);
	}
}

void columns_free(struct columns *c)
{
	for (size_t i = 0; i < ROW_MOST_COLUMNS; i++) {
		iri_buf_free(&c->of[i].key);
		iri_buf_free(&c->of[i].value);
	}
	iri_buf_free(&c->text);
	iri_buf_free(&c->message);
}
