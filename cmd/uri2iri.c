/* SPDX-License-Identifier: ISC */
/* uri2iri: converts URIs to IRIs that by default do not mislead (RFC 3987, sections 3.2, 4.1, 6.1 and 8) */
#include "cmd/filter/loop.h"
#include "cmd/filter/refs.h"
#include "lib/ops/toiri.h"

#include <inttypes.h>
#include <stdio.h>

struct uri2iri {
	struct iri_unmap_options options;
	struct iri_unmapper *unmapper;
	bool explain;
};

static const struct option_row options[] = {
	{0, "decode", "safe|all",
         "safe (default): leave a character encoded if it\n"
         "could mislead a reader or change when copied;\n"
         "all: decode every character that the RFC allows", FLAG_OF(struct uri2iri, options.decode_all),
         .on = 1},
	{0, "bidi", NULL, "percent-encode, as a whole, each component that\nwould mix writing directions",
         FLAG_OF(struct uri2iri, options.bidi)},
	{0, "host", "keep|unicode",
         "keep (default): leave A-labels as they are;\n"
         "unicode: decode those that map back to the same\n"
         "A-label and do not mislead", FLAG_OF(struct uri2iri, options.unicode_host), .on = 1},
	{0, "for-text", NULL, "also percent-encode characters at which a link\nin running text would end too early",
         FLAG_OF(struct uri2iri, options.for_text)},
	{0, "explain", NULL, "print on standard error which characters and\nlabels stay encoded, and why",
         FLAG_OF(struct uri2iri, explain)},
	{0},
};

static void note_kept(void *filter, size_t off, size_t len, uint32_t ch, enum iri_escape_reason why)
{
	struct filter *const f = filter;
	const char *const option = why == IRI_ESCAPED_COMPONENT || why == IRI_ENCODED_COMPONENT ? " (--bidi)"
	                           : why == IRI_ESCAPED_TEXT || why == IRI_ENCODED_TEXT         ? " (--for-text)"
	                                                                                     : "";
	char text[128];

	(void)len;
	snprintf(text, sizeof text,
	         why == IRI_ESCAPED_UTF8 ? "octet 0x%02" PRIX32 " %s: %s%s" : "U+%04" PRIX32 " %s: %s%s", ch,
	         why == IRI_ENCODED_COMPONENT || why == IRI_ENCODED_TEXT ? "is percent-encoded" : "stays encoded",
	         iri_escape_reason_text(why), option);
	message_add_note(&f->messages, off, text);
}

static void uri2iri_note_refused(void *filter, size_t off, const struct iri_refusal *r)
{
	struct filter *const f = filter;

	message_add_refusal(&f->messages, off, r);
}

static bool start(struct filter *f)
{
	struct uri2iri *const self = f->data;

	self->options.padded = true;
	self->options.kept = self->explain ? note_kept : NULL;
	self->options.refused = self->explain ? uri2iri_note_refused : NULL;
	self->options.kept_arg = f;
	self->unmapper = filter_need(f, iri_unmapper_new(&self->options));
	return false;
}

IRI_INLINE enum filter_result uri2iri_ref(struct filter *f, const struct iri_ref *ref, struct iri_error *err)
{
	struct uri2iri *const self = f->data;

	if (iri_is_unmapped(self->unmapper, ref))
		return FILTER_SAME;
	return filter_changed(iri_unmap_to(self->unmapper, ref, filter_output(f, ref), err));
}

static enum iri_status line(struct filter *f, struct iri_str s, struct iri_str *out, struct iri_error *err)
{
	return filter_reference(f, s, uri2iri_ref, out, err);
}

static const char *lines(struct filter *f, const char *p, const char *end)
{
	const struct uri2iri *const self = f->data;

	/* The notes of --explain need the place of each line. */
	return self->explain ? p : filter_lines(f, p, end, uri2iri_ref);
}

int main(int argc, char **argv)
{
	struct uri2iri self = {.explain = false};
	const struct filter_tool tool = {
		.name = "uri2iri",
		.summary = "Converts URIs to IRIs, line by line (RFC 3987, section 3.2).",
		.tables = {{options, &self}},
		.data = &self,
		.start = start,
		.line = line,
		.lines = lines,
	};

	const int status = filter_main(&tool, argc, argv);
	iri_unmapper_free(self.unmapper);
	return status;
}
