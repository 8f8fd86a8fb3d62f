/* SPDX-License-Identifier: ISC */
/* iri2uri: maps IRIs to URIs (RFC 3987, section 3.1) */
#include "cmd/base/charset.h"
#include "cmd/base/text.h"
#include "cmd/filter/loop.h"
#include "cmd/filter/refs.h"
#include "lib/base/str.h"
#include "lib/syntax/schemes.h"
#include "lib/unicode/chars.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct iri2uri {
	struct iri_map_options options;
	enum {HOST_IDNA, HOST_PERCENT, HOST_BY_SCHEME} host; /* the words of --host, and without it */
	struct iri_mapper *mapper;
	struct charset *charset; /* of the query, or NULL */
	struct iri_buf query;
	/* The words of --text, and without it */
	enum { TEXT_SEGMENT, TEXT_PATH, TEXT_QUERY_VALUE, TEXT_QUERY, TEXT_FRAGMENT, TEXT_USERINFO, TEXT_UNRESERVED,
	       TEXT_NONE } text;
	bool plus;
};

/* The encode_query function of iri_map_options: encodes characters of the query in the charset of --query-charset. */
static enum iri_status encode_query(void *arg, struct iri_str chars, struct iri_str *bytes)
{
	struct iri2uri *const self = arg;

	iri_buf_clear(&self->query);
	const bool well = charset_encode(self->charset, chars, &self->query);
	*bytes = iri_contents(&self->query);
	return self->query.failed ? IRI_NO_MEMORY : well ? IRI_OK : IRI_BAD_QUERY;
}

static const char *take_query_charset(void *data, const char *name)
{
	struct iri2uri *const self = data;

	charset_close(self->charset);
	self->options.encode_query = NULL;
	self->charset = charset_encoder(name);
	if (!self->charset)
		return charset_refusal(&self->query, name, errno);
	/* For a charset that encodes Unicode, RFC 3987's own mapping to UTF-8 applies (2011 draft, section 6.1). */
	self->options.encode_query = charset_is_unicode(self->charset) ? NULL : encode_query;
	return NULL;
}

/* The component that each word of --text names, and the characters that are encoded there, too */
static const struct place_of_text {
	enum iri_component where;
	const char *also;
} places_of_text[] = {
	[TEXT_SEGMENT] = {IRI_PATH, "/"},
	[TEXT_PATH] = {IRI_PATH, NULL},
	[TEXT_QUERY_VALUE] = {IRI_QUERY, "&=+;"},
	[TEXT_QUERY] = {IRI_QUERY, NULL},
	[TEXT_FRAGMENT] = {IRI_FRAGMENT, NULL},
	[TEXT_USERINFO] = {IRI_USERINFO, ":"},
	[TEXT_UNRESERVED] = {IRI_HOST, "!$&'()*+,;="},
};

static const struct option_row options[] = {
	{0, "host", "idna|percent",
         "write non-ASCII hosts as A-labels (idna), or\n"
         "percent-encode them (percent); default: idna if\n"
         "the scheme is known to use domain names", CHOICE_OF(struct iri2uri, host)},
	{0, "lenient", NULL,
         "percent-encode characters that an IRI cannot have\n"
         "(spaces, < > \" { } | \\ ^ ` and others); do not\n"
         "reject them", FLAG_OF(struct iri2uri, options.lenient)},
	{0, "repair", NULL,
         "do what --lenient does, and fix a stray % or #,\n%uHHHH, brackets, \\ in place of /, and @ in a\npassword",
         FLAG_OF(struct iri2uri, options.repair)},
	{0, "query-charset", "CS",
         "encode the query in charset CS, not in UTF-8, in\n"
         "http and https IRIs and in references without a\n"
         "scheme", .take = take_query_charset},
	{0, "text", "segment|path|query-value|query|fragment|userinfo|unreserved",
         "each line is text, not a link: percent-encode it\n"
         "as data for this place; the lines of uri2iri\n"
         "--text give it back", CHOICE_OF(struct iri2uri, text)},
	{0, "plus", NULL, "with --text: write + for a space, and %2B for +", FLAG_OF(struct iri2uri, plus)},
	{0},
};

/* Checks the options of --text. Ends the program if they do not go together. */
static void iri2uri_start_text(struct filter *f)
{
	const struct iri2uri *const self = f->data;

	if (self->host != HOST_BY_SCHEME || self->options.lenient || self->options.repair || self->charset)
		filter_die(f, NULL, "--text takes text, not links; leave out --host, --lenient, --repair and "
		                    "--query-charset");
	if (self->plus && self->text != TEXT_QUERY && self->text != TEXT_QUERY_VALUE && self->text != TEXT_UNRESERVED)
		filter_die(f, NULL, "--plus is only for --text=query, query-value and unreserved");
	f->flags |= FILTER_BYTES | FILTER_UNTRIMMED;
	f->lines.reject.bytes = true;
}

/* For --text: percent-encodes the whole line. */
static enum iri_status encode_text(struct filter *f, struct iri_str s, struct iri_str *out, struct iri_error *err)
{
	const struct iri2uri *const self = f->data;
	const struct place_of_text *const place = &places_of_text[self->text];
	const char *p = iri_present(s).p, *const end = p + s.n;
	char also[16];

	if (self->text == TEXT_SEGMENT && s.n && (iri_is(s, ".") || iri_is(s, "..")))
		return filter_refuse(f, err, 0, "no segment can be '.' or '..': they stand for folders");
	snprintf(also, sizeof also, "%s%s", place->also ? place->also : "", self->plus ? "+" : "");
	while (p < end) {
		const char *const space = self->plus ? iri_find_byte(p, end, ' ') : end;
		buf_add_encoded(&f->output, iri_between(p, space), place->where, IRI_FORBID_NON_ASCII, also);
		if (space < end)
			iri_buf_putc(&f->output, '+');
		p = space + (space < end);
	}
	*out = iri_unless_same(&f->output, s);
	return IRI_OK;
}

static bool start(struct filter *f)
{
	struct iri2uri *const self = f->data;

	if (self->text != TEXT_NONE)
		iri2uri_start_text(f);
	else if (self->plus)
		filter_die(f, NULL, "--plus is only for --text");

	self->options.every_host = self->host == HOST_IDNA;
	self->options.percent_host = self->host == HOST_PERCENT;
	self->options.padded = true;
	self->mapper = filter_need(f, iri_mapper_new(&self->options));
	return false;
}

/* Whether iri_add_uri can fail for ref while there is memory: a host becomes ASCII, or a charset lacks a character. */
IRI_INLINE bool iri2uri_can_fail(const struct iri2uri *self, const struct iri_ref *ref)
{
	const bool has_host = ref->mapped & 1u << IRI_HOST || (ref->scheme.p && !ref->authority.p);

	return self->options.encode_query || (has_host && !self->options.percent_host);
}

IRI_INLINE enum filter_result iri2uri_ref(struct filter *f, const struct iri_ref *ref, struct iri_error *err)
{
	struct iri2uri *const self = f->data;

	if (!ref->mapped)
		return FILTER_SAME;
	if (f->options.check && !iri2uri_can_fail(self, ref))
		return FILTER_CHANGED;
	/*
	 * Only the members that iri_add_uri uses. So the loop of filter_lines need not store the others for each line.
	 * They are not set to zero, which took a twentieth of the time.
	 */
	struct iri_ref used;
	used.text = ref->text;
	used.scheme = ref->scheme;
	used.authority = ref->authority;
	used.host = ref->host;
	if (!ref->authority.p || self->options.encode_query)
		iri_split(ref->text, &used); /* for the path and query, which are rarely used */
	used.mapped = ref->mapped;
	return filter_changed(iri_add_uri(self->mapper, &used, filter_output(f, ref), err));
}

static enum iri_status line(struct filter *f, struct iri_str s, struct iri_str *out, struct iri_error *err)
{
	struct iri2uri *const self = f->data;
	struct iri_ref ref;

	if (self->text != TEXT_NONE)
		return encode_text(f, s, out, err);
	const enum iri_status status = iri_mapper_parse(self->mapper, s, &ref, err);
	return status == IRI_OK ? filter_parsed(f, s, &ref, iri2uri_ref, out, err) : status;
}

static const char *lines(struct filter *f, const char *p, const char *end)
{
	const struct iri2uri *const self = f->data;

	return self->text == TEXT_NONE ? filter_lines(f, p, end, iri2uri_ref) : p;
}

/* Whether the text from byte off of s on, which should be a port, can be a password that has ended too early. */
static bool is_password(struct iri_str s, size_t off)
{
	const char *const end = s.p + s.n, *const stop = iri_authority_end(s.p + off, end, false);

	return stop < end && memchr(stop, '@', (size_t)(end - stop));
}

static const char *iri2uri_hint(const struct filter *f, const struct iri_error *err)
{
	const struct iri2uri *const self = f->data;

	if (err->status == IRI_BAD_HOST)
		return "--host=percent percent-encodes it";
	if (err->status == IRI_BAD_CHAR && err->ch == '@' && !self->options.repair)
		return "--repair does that";
	if (err->status == IRI_BAD_PORT && is_password(f->reference.given, err->off))
		return "in a password, write '/' as %2F, '?' as %3F and '#' as %23";
	/*
	 * No option changes a scheme or a port. --lenient can percent-encode a character of a host, but the result is
	 * rarely the host that was meant.
	 */
	if (self->options.repair || err->where == IRI_SCHEME || err->where == IRI_HOST || err->where == IRI_PORT)
		return NULL;
	switch (err->status) {
	case IRI_BAD_CHAR:
		if (err->ch == '\\')
			return self->options.lenient ? NULL
			                             : "--lenient does that; --repair writes / where browsers do";
		if (err->ch < 0x80 && !(iri_byte_class((char)err->ch) & CHAR_EXCLUDED))
			return "--repair does that";
		/* fall through */
	case IRI_BAD_PRIVATE:
	case IRI_BAD_BIDI: return self->options.lenient ? NULL : "--lenient percent-encodes it";
	case IRI_BAD_PERCENT: return "--repair does that";
	default: return NULL;
	}
}

int main(int argc, char **argv)
{
	struct iri2uri self = {.options.encode_arg = &self, .host = HOST_BY_SCHEME, .text = TEXT_NONE};
	const struct filter_tool tool = {
		.name = "iri2uri",
		.summary = "Maps IRIs to URIs, line by line (RFC 3987, section 3.1).",
		.tables = {{options, &self}},
		.data = &self,
		.start = start,
		.line = line,
		.lines = lines,
		.hint = iri2uri_hint,
	};

	const int status = filter_main(&tool, argc, argv);
	charset_close(self.charset);
	iri_buf_free(&self.query);
	iri_mapper_free(self.mapper);
	return status;
}
