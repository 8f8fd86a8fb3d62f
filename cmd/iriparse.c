/* SPDX-License-Identifier: ISC */
/* iriparse: splits IRIs into their components (2011 draft, section 5; RFC 3986, appendix B) */
#include "../lib/host.h"
#include "../lib/parse.h"
#include "../lib/pct.h"
#include "../lib/str.h"
#include "../lib/utf8.h"
#include "filter.h"
#include "text.h"

#include <string.h>

/* The columns that --get knows. The components come first, with the library's numbers. */
enum { COLUMN_AUTHORITY = IRI_FRAGMENT + 1, COLUMN_ERROR, COLUMNS, MAX_COLUMNS = 64 };

static struct iriparse {
	unsigned char columns[MAX_COLUMNS];
	size_t n;
	bool json, lenient, explain;
	enum { HOST_IDNA, HOST_UNICODE, HOST_KEEP } host;
	const char *absent;
	struct iri_hosts *to_ascii, *to_unicode;
	struct iri_buf plain, ascii, unicode, authority, scratch;
} self;

static const char *column_name(unsigned column)
{
	return column == COLUMN_AUTHORITY ? "authority"
	       : column == COLUMN_ERROR   ? "error"
	                                  : iri_component_name((enum iri_component)column);
}

/* Adds the column with this name. Returns false if there is no such column. */
static bool add_column(const char *name, size_t len)
{
	for (unsigned char c = 0; c < COLUMNS; c++)
		if (strlen(column_name(c)) == len && !memcmp(column_name(c), name, len)) {
			self.columns[self.n++] = c;
			return true;
		}
	return false;
}

static const char *take_get(const char *name)
{
	for (self.n = 0;; name++) {
		const size_t len = strcspn(name, ",");
		if (self.n == MAX_COLUMNS || !add_column(name, len))
			return "--get takes component names, separated by commas; --help lists them";
		name += len;
		if (!*name)
			return NULL;
	}
}

static const struct option_row options[] = {
	{0, "get", "NAME,...",
         "print these components, in this order: scheme,\n"
         "authority, userinfo, host, port, path, query,\n"
         "fragment, error; default: all except authority\n"
         "and error", .take = take_get},
	{0, "absent", "STR", "print STR for an absent component; default: empty", .text = &self.absent},
	{0, "json", NULL, "print a JSON object for each line; an absent\ncomponent is null", .flag = &self.json},
	{0, "host", "idna|unicode|keep",
         "idna: print hosts with A-labels; unicode: print\n"
         "them in Unicode, except labels that could\n"
         "mislead; keep (default): print them as they are", .choice = &self.host},
	{0, "explain", NULL, "print on standard error which labels\n--host=unicode leaves as A-labels, and why",
         .flag = &self.explain},
	{0, "lenient", NULL, "split any string into components, valid or not", .flag = &self.lenient},
	{0},
};

/* Whether the host has non-ASCII characters, percent-encoded or not. */
static bool has_non_ascii(struct iri_str host)
{
	for (size_t i = 0; i < host.n; i++)
		if ((unsigned char)host.p[i] >= 0x80 || (host.p[i] == '%' && i + 1 < host.n && host.p[i + 1] > '7'))
			return true;
	return false;
}

/* A host for note_refused */
struct host_place {
	struct filter *f;
	size_t off;           /* of the host in the reference */
	const char *unchanged; /* the host, if it has the same bytes as in the reference; else NULL */
};

static void note_refused(void *arg, struct iri_str label, const struct iri_refusal *r)
{
	const struct host_place *at = arg;
	const size_t off = at->unchanged ? (size_t)(label.p - at->unchanged) : 0;

	message_add_refusal(&at->f->messages, at->off + off, r);
}

/*
 * For --explain: notes the labels of ref->host that stay A-labels. given: the host in the reference, which has the
 * offset off there. Returns false if out of memory.
 */
static bool explain_host(struct filter *f, const struct iri_ref *ref, struct iri_str given, size_t off)
{
	struct host_place at = {f, off, iri_same(given, ref->host) ? ref->host.p : NULL};

	return !self.explain || iri_host_refusals(ref->host, IRI_HOST_SAFE, &self.scratch, note_refused, &at);
}

/* Puts A-labels of ref->host in Unicode, except those that could mislead. Returns false if out of memory. */
static bool show_host(struct iri_ref *ref)
{
	iri_buf_clear(&self.unicode);
	iri_host_to_unicode(self.to_unicode, self.to_ascii, ref->host, IRI_HOST_SAFE, &self.scratch, &self.unicode);
	ref->host = iri_contents(&self.unicode);
	return !self.unicode.failed;
}

/*
 * Replaces ref->host by the form that --host names. A non-ASCII host that is not a valid domain name is an error with
 * --host=idna, except with --lenient. Otherwise only its ASCII letters are put in lower case, and needless triplets are
 * decoded. After IRI_BAD_HOST, err's offset counts from the start of the host in the input. start: the beginning of the
 * reference
 */
static enum iri_status convert_host(struct filter *f, const char *start, struct iri_ref *ref, struct iri_error *err)
{
	const struct iri_str given = ref->host;
	enum iri_status status = IRI_OK;

	if (self.host == HOST_KEEP || !ref->host.p)
		return IRI_OK;
	/* Lower case; decodes triplets that need no encoding (RFC 3987, sections 5.3.2.1 and 5.3.2.3). */
	self.plain.n = 0;
	iri_pct_decode_needless(&self.plain, ref->host, false);
	if (self.plain.n)
		iri_pct_lower(self.plain.p, self.plain.n);
	ref->host = iri_contents(&self.plain);
	if (ref->host_kind != IRI_HOST_NAME)
		return IRI_OK;
	if (has_non_ascii(ref->host)) {
		self.ascii.n = 0;
		status = iri_host_to_ascii(self.to_ascii, ref->host, &self.scratch, &self.ascii, err);
		if (status == IRI_OK)
			ref->host = iri_contents(&self.ascii);
		else if (status == IRI_NO_MEMORY || (self.host == HOST_IDNA && !self.lenient)) {
			if (ref->host.n != given.n) {
				/* Offsets in the decoded host do not fit the input: report the whole host. */
				err->off = 0;
				err->len = given.n;
			}
			return status;
		}
	}
	if (self.host == HOST_UNICODE && (!explain_host(f, ref, given, (size_t)(given.p - start)) ||
	                                  (status == IRI_OK && !show_host(ref))))
		status = iri_no_memory(err);
	return status == IRI_NO_MEMORY ? status : IRI_OK;
}

/* Returns the authority, joined from its parts if convert_host may have changed the host. */
static struct iri_str join_authority(const struct iri_ref *ref)
{
	struct iri_buf *b = &self.authority;

	if (!ref->authority.p || self.host == HOST_KEEP)
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

static bool has_error_column(void)
{
	return memchr(self.columns, COLUMN_ERROR, self.n);
}

/* Appends the row or object of a line. error: the text about an invalid line, or NULL */
static void print(const struct iri_ref *ref, const char *error, struct iri_buf *out)
{
	const struct iri_str text = {error, error ? strlen(error) : 0};
	const struct iri_str values[COLUMNS] = {ref->scheme, ref->userinfo, ref->host, ref->port, ref->path,
	                                        ref->query, ref->fragment, join_authority(ref), text};
	char before = '{';

	for (size_t i = 0; i < self.n; i++) {
		const unsigned column = self.columns[i];
		const struct iri_str value = values[column];
		if (self.json) {
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
			buf_add_text(out, self.absent);
	}
	if (self.json && error && !has_error_column()) {
		buf_add_text(out, ",\"error\":");
		buf_add_json(out, text);
	}
	if (self.json)
		iri_buf_putc(out, '}');
	/* If memory ran out for one of these, the output is incomplete, too. */
	out->failed = out->failed || self.plain.failed || self.authority.failed;
}

/*
 * Checks whether s can be part of the output. A row cannot contain a line end nor, if it has several columns, a tab.
 * JSON cannot contain bytes that are not UTF-8. Returns IRI_OK, or an error at the first such byte.
 */
static enum iri_status check_printable(struct iri_str s, char line_end, struct iri_error *err)
{
	const char *p = s.p, *const end = s.p + s.n;
	uint32_t ch;
	size_t len;

	if (self.json)
		while (p < end && (len = iri_utf8_decode(p, end, &ch)) != 0)
			p += len;
	else
		while (p < end && *p != line_end && !(*p == '\t' && self.n > 1))
			p++;
	if (p == end)
		return IRI_OK;
	*err = (struct iri_error){.status = IRI_BAD_CHAR, .ch = (unsigned char)*p, .off = (size_t)(p - s.p), .len = 1};
	if (self.json) {
		err->status = IRI_BAD_UTF8;
		err->why = iri_utf8_fault(p, end, &err->len);
	}
	return err->status;
}

static enum iri_status line(struct filter *f, struct iri_str s, struct iri_str *out, struct iri_error *err)
{
	struct iri_ref ref;
	enum iri_status status;

	if (self.lenient) {
		iri_split(s, &ref);
		status = check_printable(s, f->options.eol, err);
	} else {
		status = iri_parse(s, IRI_REFERENCE | IRI_FORBID_BIDI | IRI_PADDED, &ref, err);
	}
	if (status != IRI_OK)
		return status;
	const struct iri_str host = ref.host;
	status = convert_host(f, s.p, &ref, err);
	if (status == IRI_OK) {
		print(&ref, NULL, &f->output);
		*out = iri_contents(&f->output);
	} else if (status == IRI_BAD_HOST) {
		err->off += (size_t)(host.p - s.p);
	}
	return status;
}

/* If the output has a place for an error (the error column, or JSON), appends the row or object of an invalid line. */
static void invalid(const struct filter *f, struct iri_str s, const char *why, struct iri_buf *out)
{
	struct iri_error err;
	struct iri_ref ref;

	if (!self.json && !has_error_column())
		return;
	iri_split(s, &ref);
	/* If the line contains a tab or line end, a component could shift columns: print all as absent. */
	if (!self.json && check_printable(s, f->options.eol, &err) != IRI_OK)
		ref = (struct iri_ref){.mapped = 0};
	print(&ref, why, out);
}

static const char *hint(const struct iri_error *err)
{
	if (!self.lenient)
		return "--lenient splits invalid lines, too";
	return err->status == IRI_BAD_CHAR ? "it would end the column or line; --json prints it" : NULL;
}

static bool start(struct filter *f)
{
	if (!self.n)
		for (unsigned char c = 0; c <= IRI_FRAGMENT; c++)
			self.columns[self.n++] = c;
	if (self.n > 1 && !self.json)
		f->flags |= FILTER_COLUMNS;
	if (strchr(self.absent, '\t') || strchr(self.absent, '\n'))
		filter_die(f, NULL, "--absent takes a text without tab and newline");
	if (self.explain && self.host != HOST_UNICODE)
		filter_die(f, NULL, "--explain is only for --host=unicode");
	/* If memory runs out, these caches are NULL, and conversion is only slower. */
	if (self.host != HOST_KEEP)
		self.to_ascii = iri_hosts_new();
	if (self.host == HOST_UNICODE)
		self.to_unicode = iri_hosts_new();
	return false;
}

int main(int argc, char **argv)
{
	static const struct filter_tool tool = {
		.name = "iriparse",
		.summary = "Splits IRIs, line by line, into scheme, userinfo, host, port, path, query and\n"
	                   "fragment, separated by tabs (2011 draft, section 5; RFC 3986, appendix B).",
		.tables = {options},
		.flags = FILTER_JUDGES,
		.start = start,
		.line = line,
		.invalid = invalid,
		.fails = "a line was invalid",
		.hint = hint,
	};

	self = (struct iriparse){.host = HOST_KEEP, .absent = ""};
	const int status = filter_main(&tool, argc, argv);
	iri_hosts_free(self.to_ascii);
	iri_hosts_free(self.to_unicode);
	iri_buf_free(&self.plain);
	iri_buf_free(&self.ascii);
	iri_buf_free(&self.unicode);
	iri_buf_free(&self.authority);
	iri_buf_free(&self.scratch);
	return status;
}
