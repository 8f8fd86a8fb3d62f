/* SPDX-License-Identifier: ISC */
/* uri2iri: converts URIs to IRIs, never misleading ones (RFC 3987, sections 3.2, 4.1, 6.1 and 8) */
#include "../lib/lines.h"
#include "filter.h"

#include <inttypes.h>
#include <stdio.h>

enum { KEY_DECODE = FILTER_TOOL_KEY, KEY_BIDI, KEY_HOST, KEY_EXPLAIN };
/* Choices, in the order of the table */
enum { DECODE_SAFE, DECODE_ALL };
enum { HOST_KEEP, HOST_UNICODE };

static const struct filter_option options[] = {
	{KEY_DECODE, "decode", "safe|all",
         "safe (default): keep encoded what could mislead a reader or\n"
         "not survive being copied; all: decode what the RFC allows"},
	{KEY_BIDI, "bidi", NULL, "leave components encoded that would mix writing directions"},
	{KEY_HOST, "host", "keep|unicode",
         "keep (default) A-labels, or show them in Unicode where that\n"
         "maps back to the same"},
	{KEY_EXPLAIN, "explain", NULL, "say on standard error what was kept encoded, and why"},
	{0},
};

struct uri2iri {
	struct iri_unmapper m;
	struct filter *filter; /* while a line is processed */
};

static void note_kept(void *self, size_t off, size_t len, uint32_t ch, enum iri_kept why)
{
	const struct uri2iri *t = self;
	const bool mixes = why == IRI_KEPT_COMPONENT || why == IRI_ENCODED_COMPONENT;
	char text[128];

	(void)len;
	snprintf(text, sizeof text, why == IRI_KEPT_UTF8 ? "octet 0x%02" PRIX32 " %s: %s%s" : "U+%04" PRIX32 " %s: %s%s",
	         ch, why == IRI_ENCODED_COMPONENT ? "percent-encoded" : "kept", iri_kept_text(why),
	         mixes ? " (--bidi)" : "");
	message_add_note(&t->filter->messages, off, text);
}

static const char *option(void *self, int key, const char *arg, unsigned choice)
{
	struct uri2iri *t = self;

	(void)arg;
	switch (key) {
	case KEY_DECODE: t->m.safe = choice == DECODE_SAFE; break;
	case KEY_BIDI: t->m.bidi = true; break;
	case KEY_HOST: t->m.unicode_host = choice == HOST_UNICODE; break;
	case KEY_EXPLAIN: t->m.kept = note_kept; break;
	}
	return NULL;
}

static enum iri_status line(void *self, struct filter *f, struct iri_str s, struct iri_buf *out,
                            struct iri_error *err)
{
	struct uri2iri *t = self;

	t->filter = f;
	return iri_to_iri(&t->m, s, out, err);
}

static size_t skip(void *self, const char *p, const char *end, size_t *lines)
{
	const struct uri2iri *t = self;

	return iri_skip_decoded(&t->m, p, end, lines);
}

static size_t convert(void *self, const char *p, const char *end, struct iri_buf *out, size_t *lines)
{
	struct uri2iri *t = self;

	*lines = 0;
	return out ? iri_unmap_lines(&t->m, p, end, out, lines) : 0;
}

int main(int argc, char **argv)
{
	struct uri2iri t = {.m.safe = true, .m.padded = IRI_PADDED};
	struct filter_tool tool = {
		.name = "uri2iri",
		.summary = "Converts URIs to IRIs, line by line (RFC 3987, section 3.2).",
		.options = options,
		.self = &t,
		.option = option,
		.line = line,
		.skip = skip,
		.convert = convert,
	};
	t.m.kept_arg = &t;
	int status = filter_main(&tool, argc, argv);

	iri_unmapper_release(&t.m);
	return status;
}
