/* SPDX-License-Identifier: ISC */
/* iriparse: takes IRIs apart into their components (2011 draft, section 5; RFC 3986, appendix B) */
#include "../lib/pct.h"
#include "../lib/str.h"
#include "../lib/utf8.h"
#include "filter.h"
#include "text.h"

#include <string.h>

/* The columns; the components come first, as the library numbers them. */
enum { COLUMN_AUTHORITY = IRI_FRAGMENT + 1, COLUMN_ERROR, COLUMNS, MAX_COLUMNS = 64 };
enum { KEY_GET = FILTER_TOOL_KEY, KEY_ABSENT, KEY_JSON, KEY_HOST, KEY_LENIENT };

static const struct filter_option options[] = {
	{KEY_GET, "get", "NAME,...",
         "print these, in this order: scheme, authority, userinfo, host,\n"
         "port, path, query, fragment, error; default is all but authority\n"
         "and error"},
	{KEY_ABSENT, "absent", "STR", "print STR for a component that is absent; default is nothing"},
	{KEY_JSON, "json", NULL, "print objects, with null for what is absent"},
	{KEY_HOST, "host", "idna|unicode|keep", "print hosts in one form each: with A-labels, or in Unicode; or as\nthey are (default)"},
	{KEY_LENIENT, "lenient", NULL, "take apart any string, valid or not"},
	{0},
};

struct iriparse {
	unsigned char columns[MAX_COLUMNS];
	size_t n;
	bool json, lenient, tells_errors;
	enum { HOST_IDNA, HOST_UNICODE, HOST_KEEP } host;
	const char *absent;
	char line_end;
	struct iri_hosts *to_ascii, *to_unicode;
	struct iri_buf plain, ascii, unicode, authority, scratch;
};

static const char *column_name(unsigned column)
{
	return column == COLUMN_AUTHORITY ? "authority"
	       : column == COLUMN_ERROR   ? "error"
	                                  : iri_component_name((enum iri_component)column);
}

static bool add_column(struct iriparse *t, const char *name, size_t len)
{
	for (unsigned char c = 0; c < COLUMNS; c++)
		if (strlen(column_name(c)) == len && !memcmp(column_name(c), name, len)) {
			t->columns[t->n++] = c;
			t->tells_errors = t->tells_errors || c == COLUMN_ERROR;
			return true;
		}
	return false;
}

static const char *option(void *self, int key, const char *arg, unsigned choice)
{
	struct iriparse *t = self;

	switch (key) {
	case KEY_GET:
		t->n = 0;
		t->tells_errors = false;
		for (const char *name = arg;;) {
			const size_t len = strcspn(name, ",");
			if (t->n == MAX_COLUMNS || !add_column(t, name, len))
				return "--get takes names of components, separated by commas; see --help";
			if (!name[len])
				break;
			name += len + 1;
		}
		break;
	case KEY_ABSENT: t->absent = arg; break;
	case KEY_JSON: t->json = true; break;
	case KEY_LENIENT: t->lenient = true; break;
	case KEY_HOST: t->host = choice; break;
	}
	return NULL;
}

/* Whether the host has characters beyond ASCII, percent-encoded or not. */
static bool is_beyond_ascii(struct iri_str host)
{
	for (size_t i = 0; i < host.n; i++)
		if ((unsigned char)host.p[i] >= 0x80 || (host.p[i] == '%' && i + 1 < host.n && host.p[i + 1] > '7'))
			return true;
	return false;
}

/* The host in lower case and without needless triplets (RFC 3987, sections 5.3.2.1 and 5.3.2.3). */
static struct iri_str plain_host(struct iriparse *t, struct iri_str host)
{
	t->plain.n = 0;
	iri_pct_decode_needless(&t->plain, host, false);
	if (t->plain.n)
		iri_pct_lower(t->plain.p, t->plain.n);
	return iri_contents(&t->plain);
}

/*
 * The host in the form asked for. One that is no domain name is an error for A-labels, if the line is to be valid, and
 * else stays as it is.
 */
static enum iri_status convert_host(struct iriparse *t, struct iri_ref *ref, struct iri_error *err)
{
	enum iri_status status = IRI_OK;

	if (t->host == HOST_KEEP || !ref->host.p)
		return IRI_OK;
	const size_t n = ref->host.n;
	ref->host = plain_host(t, ref->host);
	if (ref->host_kind != IRI_HOST_NAME)
		return IRI_OK;
	if (is_beyond_ascii(ref->host)) {
		t->ascii.n = 0;
		status = iri_host_to_ascii(t->to_ascii, ref->host, &t->scratch, &t->ascii, err);
		if (status == IRI_OK)
			ref->host = iri_contents(&t->ascii);
		else if (status == IRI_NO_MEMORY || (t->host == HOST_IDNA && !t->lenient)) {
			if (ref->host.n != n) {
				/* Some of it was decoded. */
				err->off = 0;
				err->len = n;
			}
			return status;
		}
	}
	if (t->host == HOST_UNICODE && status == IRI_OK) {
		t->unicode.n = 0;
		status = iri_host_to_unicode(t->to_unicode, t->to_ascii, ref->host, IRI_HOST_SAFE, &t->scratch, &t->unicode);
		if (status == IRI_OK)
			ref->host = iri_contents(&t->unicode);
		if (status == IRI_NO_MEMORY)
			err->status = status;
	}
	return status == IRI_NO_MEMORY ? status : IRI_OK;
}

/* The authority made of its parts, of which the host may have been converted. */
static struct iri_str join_authority(struct iriparse *t, const struct iri_ref *ref)
{
	struct iri_buf *b = &t->authority;

	if (!ref->authority.p || t->host == HOST_KEEP)
		return ref->authority;
	b->n = 0;
	if (ref->userinfo.p) {
		iri_buf_add(b, ref->userinfo.p, ref->userinfo.n);
		iri_buf_putc(b, '@');
	}
	iri_buf_add(b, ref->host.p, ref->host.n);
	if (ref->port.p) {
		iri_buf_putc(b, ':');
		iri_buf_add(b, ref->port.p, ref->port.n);
	}
	return iri_contents(b);
}

/* Prints what there is; error is what is wrong with the line, if anything. */
static void print(struct iriparse *t, const struct iri_ref *ref, const char *error, struct iri_buf *out)
{
	const struct iri_str text = {error, error ? strlen(error) : 0};
	const struct iri_str values[COLUMNS] = {ref->scheme, ref->userinfo, ref->host, ref->port, ref->path,
	                                        ref->query, ref->fragment, join_authority(t, ref), text};
	char before = '{';

	for (size_t i = 0; i < t->n; i++) {
		const unsigned column = t->columns[i];
		const struct iri_str value = values[column];
		if (t->json) {
			const char *name = column_name(column);
			iri_buf_putc(out, before);
			buf_add_json(out, (struct iri_str){name, strlen(name)});
			iri_buf_putc(out, ':');
			buf_add_json(out, value);
			before = ',';
			continue;
		}
		if (i)
			iri_buf_putc(out, '\t');
		if (value.n)
			iri_buf_add(out, value.p, value.n);
		else if (!value.p)
			buf_add_text(out, t->absent);
	}
	if (t->json && error && !memchr(t->columns, COLUMN_ERROR, t->n)) {
		buf_add_text(out, ",\"error\":");
		buf_add_json(out, text);
	}
	if (t->json)
		iri_buf_putc(out, '}');
	/* What is missing in them is missing in the output. */
	out->failed = out->failed || t->plain.failed || t->authority.failed;
}

/* What can't be printed: the end of a line; between columns a tab; in JSON what is not UTF-8. */
static enum iri_status check_printable(const struct iriparse *t, struct iri_str s, struct iri_error *err)
{
	const char *p = s.p, *end = s.p + s.n;
	uint32_t ch;

	if (t->json) {
		for (size_t len; p < end && (len = iri_utf8_decode(p, end, &ch)) != 0;)
			p += len;
		if (p == end)
			return IRI_OK;
		*err = (struct iri_error){.status = IRI_BAD_UTF8, .ch = (unsigned char)*p, .off = (size_t)(p - s.p)};
		err->why = iri_utf8_fault(p, end, &err->len);
		return IRI_BAD_UTF8;
	}
	while (p < end && *p != t->line_end && !(*p == '\t' && t->n > 1))
		p++;
	if (p == end)
		return IRI_OK;
	*err = (struct iri_error){.status = IRI_BAD_CHAR, .ch = (unsigned char)*p, .off = (size_t)(p - s.p), .len = 1};
	return IRI_BAD_CHAR;
}

static enum iri_status line(void *self, struct filter *f, struct iri_str s, struct iri_buf *out,
                            struct iri_error *err)
{
	struct iriparse *t = self;
	struct iri_ref ref;
	enum iri_status status;

	(void)f;
	if (t->lenient) {
		iri_split(s, &ref);
		status = check_printable(t, s, err);
	} else {
		status = iri_parse(s, IRI_REFERENCE | IRI_NO_BIDI | IRI_PADDED, &ref, err);
	}
	if (status != IRI_OK)
		return status;
	const struct iri_str host = ref.host;
	status = convert_host(t, &ref, err);
	if (status == IRI_OK)
		print(t, &ref, NULL, out);
	else if (status == IRI_BAD_HOST)
		err->off += (size_t)(host.p - s.p);
	return status;
}

/* The row or object of a line that is invalid, if what is wrong has a place there. */
static void invalid(void *self, struct iri_str s, const char *why, struct iri_buf *out)
{
	struct iriparse *t = self;
	struct iri_error err;
	struct iri_ref ref;

	if (!t->json && !t->tells_errors)
		return;
	iri_split(s, &ref);
	/* What can't be printed in columns counts as absent, so that none of it is taken for another. */
	if (!t->json && check_printable(t, s, &err) != IRI_OK)
		ref = (struct iri_ref){.mapped = 0};
	print(t, &ref, why, out);
}

static const char *hint(void *self, const struct iri_error *err)
{
	const struct iriparse *t = self;

	if (t->lenient)
		return err->status == IRI_BAD_CHAR ? "it would be taken for another column or line; --json prints it" : NULL;
	return "--lenient takes it apart all the same";
}

static bool start(void *self, struct filter *f)
{
	struct iriparse *t = self;

	t->line_end = f->options.eol;
	if (!t->n)
		for (unsigned char c = 0; c <= IRI_FRAGMENT; c++)
			t->columns[t->n++] = c;
	if (t->n > 1 && !t->json)
		f->flags |= FILTER_COLUMNS;
	if (strchr(t->absent, '\t') || strchr(t->absent, '\n'))
		filter_die(f, NULL, "--absent takes no tab and no newline");
	/* Without memory for them the work is only slower. */
	if (t->host != HOST_KEEP)
		t->to_ascii = iri_hosts_new();
	if (t->host == HOST_UNICODE)
		t->to_unicode = iri_hosts_new();
	return false;
}

int main(int argc, char **argv)
{
	struct iriparse t = {.host = HOST_KEEP, .absent = ""};
	struct filter_tool tool = {
		.name = "iriparse",
		.summary = "Takes IRIs apart, line by line, into scheme, userinfo, host, port, path, query and\n"
	                   "fragment, separated by tabs (2011 draft, section 5; RFC 3986, appendix B).",
		.options = options,
		.flags = FILTER_JUDGES,
		.self = &t,
		.option = option,
		.start = start,
		.line = line,
		.invalid = invalid,
		.fails = "some line was invalid",
		.hint = hint,
	};
	int status = filter_main(&tool, argc, argv);

	iri_hosts_free(t.to_ascii);
	iri_hosts_free(t.to_unicode);
	iri_buf_free(&t.plain);
	iri_buf_free(&t.ascii);
	iri_buf_free(&t.unicode);
	iri_buf_free(&t.authority);
	iri_buf_free(&t.scratch);
	return status;
}
