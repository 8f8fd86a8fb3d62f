/* SPDX-License-Identifier: ISC */
/* irinorm: puts IRIs in a normal form (RFC 3987, section 5.3) */
#include "cmd/filter/loop.h"
#include "lib/base/str.h"
#include "lib/ops/batch.h"

struct irinorm {
	struct iri_normalize_options options;
	struct iri_normalizer *normalizer;
	bool with_original;
};

static const struct option_row options[] = {
	{0, "level", "syntax|scheme",
         "normalize on this rung of the comparison ladder:\n"
         "syntax applies the rules of all IRIs; scheme\n"
         "(default) also applies those of the scheme's\n"
         "specification", FLAG_OF(struct irinorm, options.syntax_only)},
	{0, "form", "iri|uri", "print IRIs (default) or URIs", FLAG_OF(struct irinorm, options.uri), .on = 1},
	{0, "no-fragment", NULL, "remove fragments, as a client does for retrieval",
         FLAG_OF(struct irinorm, options.no_fragment)},
	{0, "with-original", NULL, "print the normal form, a tab, and the original",
         FLAG_OF(struct irinorm, with_original)},
	{0},
};

static bool start(struct filter *f)
{
	struct irinorm *const self = f->data;

	self->options.nfc = f->options.nfc;
	self->options.padded = true;
	self->normalizer = filter_need(f, iri_normalizer_new(&self->options));
	self->with_original = self->with_original && !f->options.check;
	return false;
}

static enum iri_status line(struct filter *f, struct iri_str s, struct iri_str *out, struct iri_error *err)
{
	struct irinorm *const self = f->data;
	const enum iri_status status = iri_normalize(self->normalizer, s, out, err);

	if (self->with_original && status == IRI_OK) {
		const struct iri_str original = f->reference.trimmed;
		iri_buf_add(&f->output, out->p, out->n);
		iri_buf_putc(&f->output, '\t');
		iri_buf_add(&f->output, original.p, original.n);
		*out = iri_contents(&f->output);
	}
	return status;
}

static size_t skip(void *data, const char *p, const char *end, size_t *lines)
{
	struct irinorm *const self = data;

	return self->with_original ? 0 : iri_skip_normal(self->normalizer, p, end, lines);
}

static size_t convert(void *data, const char *p, const char *end, struct iri_buf *out, size_t *lines)
{
	struct irinorm *const self = data;

	return self->with_original ? iri_pair_normal(self->normalizer, p, end, out, lines) : 0;
}

int main(int argc, char **argv)
{
	struct irinorm self = {.with_original = false};
	const struct filter_tool tool = {
		.name = "irinorm",
		.summary = "Puts IRIs in a normal form, line by line (RFC 3987, section 5.3).",
		.checks = "print only the lines that are not in normal form",
		.tables = {{options, &self}},
		.data = &self,
		.flags = FILTER_LISTS | FILTER_OWN_NFC | FILTER_COLUMNS,
		.start = start,
		.line = line,
		.skip = skip,
		.convert = convert,
	};

	const int status = filter_main(&tool, argc, argv);
	iri_normalizer_free(self.normalizer);
	return status;
}
