/* SPDX-License-Identifier: ISC */
/* iri2uri: maps IRIs to URIs (RFC 3987, section 3.1) */
#include "charset.h"
#include "filter.h"

#include "../lib/chars.h"
#include "../lib/lines.h"

enum { KEY_HOST = FILTER_TOOL_KEY, KEY_LENIENT, KEY_REPAIR, KEY_QUERY_CHARSET };
enum { HOST_IDNA, HOST_PERCENT }; /* choices, in the order of the table */

static const struct filter_option options[] = {
	{KEY_HOST, "host", "idna|percent",
         "idna (default): where the scheme uses domain names, a host that\n"
         "is not ASCII becomes A-labels; percent: it is percent-encoded"},
	{KEY_LENIENT, "lenient", NULL,
         "percent-encode spaces, < > \" { } | \\ ^ ` and other characters that\n"
         "an IRI can't have, instead of rejecting the line"},
	{KEY_REPAIR, "repair", NULL, "lenient, and mend a stray % or #, %uHHHH, brackets, and \\ for /"},
	{KEY_QUERY_CHARSET, "query-charset", "CS",
         "encode the query of http and https IRIs, and of references\n"
         "without a scheme, in the charset CS"},
	{0},
};

static enum iri_status encode_query(void *charset, struct iri_str chars, struct iri_buf *out)
{
	const bool well = charset_encode(charset, chars, out);

	return out->failed ? IRI_NO_MEMORY : well ? IRI_OK : IRI_BAD_QUERY;
}

static const char *option(void *self, int key, const char *arg, unsigned choice)
{
	struct iri_mapper *m = self;

	switch (key) {
	case KEY_HOST: m->idna = choice == HOST_IDNA; break;
	case KEY_LENIENT: m->lenient = true; break;
	case KEY_REPAIR: m->repair = true; break;
	case KEY_QUERY_CHARSET:
		charset_close(m->query_arg);
		m->query_arg = NULL;
		m->query = NULL;
		m->query_arg = charset_encoder(arg);
		if (!m->query_arg)
			return "--query-charset: not a charset known here; iconv -l lists those that are";
		/* From a page in Unicode the mapping is that of RFC 3987 (2011 draft, section 6.1). */
		m->query = charset_is_unicode(m->query_arg) ? NULL : encode_query;
		break;
	}
	return NULL;
}

static enum iri_status line(void *self, struct filter *f, struct iri_str s, struct iri_buf *out,
                            struct iri_error *err)
{
	(void)f;
	return iri_to_uri(self, s, out, err);
}

static size_t skip(void *self, const char *p, const char *end, size_t *lines)
{
	(void)self;
	return iri_skip_uris(p, end, lines);
}

static size_t convert(void *self, const char *p, const char *end, struct iri_buf *out, size_t *lines)
{
	return out ? iri_map_lines(self, p, end, out, lines) : iri_skip_mappable(self, p, end, lines);
}

static const char *hint(void *self, const struct iri_error *err)
{
	const struct iri_mapper *m = self;

	if (err->status == IRI_BAD_HOST)
		return m->repair ? NULL : "--host=percent would percent-encode it";
	/* Neither --lenient nor --repair makes a scheme, a host or a port of what is none. */
	if (m->repair || err->where == IRI_SCHEME || err->where == IRI_HOST || err->where == IRI_PORT)
		return NULL;
	switch (err->status) {
	case IRI_BAD_CHAR:
		if (err->ch == '\\')
			return m->lenient ? NULL : "--lenient does that; --repair makes it / where browsers do";
		if (err->ch < 0x80 && !(iri_byte_class((char)err->ch) & CHAR_EXCLUDED))
			return "--repair does that";
		/* fall through */
	case IRI_BAD_PRIVATE:
	case IRI_BAD_BIDI: return m->lenient ? NULL : "--lenient percent-encodes it";
	case IRI_BAD_PERCENT: return "--repair does that";
	default: return NULL;
	}
}

int main(int argc, char **argv)
{
	struct iri_mapper mapper = {.idna = true, .padded = IRI_PADDED};
	struct filter_tool tool = {
		.name = "iri2uri",
		.summary = "Maps IRIs to URIs, line by line (RFC 3987, section 3.1).",
		.options = options,
		.self = &mapper,
		.option = option,
		.line = line,
		.skip = skip,
		.convert = convert,
		.hint = hint,
	};
	int status = filter_main(&tool, argc, argv);

	charset_close(mapper.query_arg);
	iri_mapper_release(&mapper);
	return status;
}
