/* SPDX-License-Identifier: ISC */
/* uri2iri: converts URIs to IRIs that by default do not mislead (RFC 3987, sections 3.2, 4.1, 6.1 and 8) */
#include "cmd/base/text.h"
#include "cmd/filter/loop.h"
#include "cmd/filter/refs.h"
#include "lib/ops/unmap.h"
#include "lib/syntax/pct.h"
#include "lib/unicode/utf8.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct uri2iri {
	struct iri_unmap_options options;
	struct iri_unmapper *unmapper;
	bool explain;
	bool text, plus, all_bytes;
	struct iri_buf octets;
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
	{0, "text", NULL,
         "each line is text, not a link: decode all\n"
         "percent-encoding but what is not UTF-8, and\n"
         "controls; the reverse of iri2uri --text", FLAG_OF(struct uri2iri, text)},
	{0, "plus", NULL, "with --text: read + as a space", FLAG_OF(struct uri2iri, plus)},
	{0, "all-bytes", NULL, "with --text: decode octets of any value",
         FLAG_OF(struct uri2iri, all_bytes)},
	{0, "explain", NULL, "print on standard error which characters and\nlabels stay encoded, and why",
         FLAG_OF(struct uri2iri, explain)},
	{0},
};

static void note_escaped(void *filter, size_t off, size_t len, uint32_t ch, enum iri_escape_reason why)
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

/* Checks the options of --text. Ends the program if they do not go together. */
static void uri2iri_start_text(struct filter *f)
{
	const struct uri2iri *const self = f->data;
	const struct iri_unmap_options *const o = &self->options;

	if (!self->text && (self->plus || self->all_bytes))
		filter_die(f, NULL, "--plus and --all-bytes are only for --text");
	if (!self->text)
		return;
	if (o->decode_all || o->bidi || o->unicode_host || o->for_text || self->explain)
		filter_die(f, NULL, "--text takes text, not links; leave out --decode, --bidi, --host, --for-text and "
		                    "--explain");
	f->flags |= FILTER_BYTES | FILTER_UNTRIMMED;
	f->lines.reject.bytes = true;
}

/* Returns the length of the character at p that --text decodes, or 0 for a control, and a byte that is not UTF-8. */
static size_t text_char(const char *p, const char *end)
{
	uint32_t ch = 0;
	const size_t n = iri_utf8_decode(p, end, &ch);
	const bool is_control = ch < 0x20 || (ch >= 0x7F && ch < 0xA0) || ch == 0x2028 || ch == 0x2029;

	return is_control || iri_char_class(ch) & CHAR_BIDI ? 0 : n;
}

/*
 * Appends the percent-encoded octets of `run` that --text does not decode, and the text of the others, which is in
 * self->octets.
 */
static void add_decoded_run(const struct uri2iri *self, const char *run, struct iri_buf *out)
{
	const char *p = self->octets.p, *const end = p + self->octets.n;

	while (p < end) {
		const size_t n = text_char(p, end), whole = n ? n : 1;
		if (n)
			iri_buf_add(out, p, n);
		else
			iri_buf_add(out, run, 3);
		p += whole;
		run += 3 * whole;
	}
}

/* For --text: decodes the line. */
static enum iri_status decode_text(struct filter *f, struct iri_str s, struct iri_str *out, struct iri_error *err)
{
	struct uri2iri *const self = f->data;
	const char *p = iri_present(s).p, *const start = p, *const end = p + s.n;

	while (p < end) {
		const char *const run = p;
		while (p < end && *p == '%' && iri_is_pct(p, end))
			p += 3;
		if (p == run) {
			iri_buf_putc(&f->output, *p == '+' && self->plus ? ' ' : *p);
			p++;
			continue;
		}
		iri_buf_clear(&self->octets);
		buf_add_decoded(&self->octets, iri_between(run, p), false);
		buf_check(&f->messages, &self->octets);
		const struct iri_str octets = iri_contents(&self->octets);
		const char *const eol = memchr(octets.p, f->options.eol, octets.n);
		if (!self->all_bytes)
			add_decoded_run(self, run, &f->output);
		else if (!eol)
			iri_buf_add(&f->output, octets.p, octets.n);
		else
			return filter_refuse(f, err, (size_t)(run - start) + 3 * (size_t)(eol - octets.p),
			                     f->options.eol ? "the text has a newline here; -z prints it"
			                                    : "the text has a NUL here, which would end the line");
	}
	*out = iri_unless_same(&f->output, s);
	return IRI_OK;
}

static bool start(struct filter *f)
{
	struct uri2iri *const self = f->data;

	uri2iri_start_text(f);

	self->options.padded = true;
	self->options.escaped = self->explain ? note_escaped : NULL;
	self->options.refused = self->explain ? uri2iri_note_refused : NULL;
	self->options.arg = f;
	self->unmapper = filter_need(f, iri_unmapper_new(&self->options));
	return false;
}

IRI_INLINE enum filter_result uri2iri_ref(struct filter *f, const struct iri_ref *ref, struct iri_error *err)
{
	struct uri2iri *const self = f->data;

	if (iri_is_own_iri(self->unmapper, ref, true))
		return FILTER_SAME;
	return filter_changed(iri_add_iri(self->unmapper, ref, filter_output(f, ref), err));
}

static enum iri_status line(struct filter *f, struct iri_str s, struct iri_str *out, struct iri_error *err)
{
	const struct uri2iri *const self = f->data;

	return self->text ? decode_text(f, s, out, err) : filter_reference(f, s, uri2iri_ref, out, err);
}

static const char *lines(struct filter *f, const char *p, const char *end)
{
	const struct uri2iri *const self = f->data;

	/* The notes of --explain need the place of each line. Lines of text are no references. */
	return self->explain || self->text ? p : filter_lines(f, p, end, uri2iri_ref);
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
	iri_buf_free(&self.octets);
	return status;
}
