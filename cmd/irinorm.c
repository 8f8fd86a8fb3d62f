/* SPDX-License-Identifier: ISC */
/* irinorm: puts IRIs in a normal form (RFC 3987, section 5.3) */
#include "cmd/filter/loop.h"
#include "cmd/filter/refs.h"

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

IRI_INLINE enum filter_result irinorm_ref(struct filter *f, const struct iri_ref *ref, struct iri_error *err)
{
	struct irinorm *const self = f->data;
	const bool normal = iri_is_normal(self->normalizer, ref);

	if (normal && !self->with_original)
		return FILTER_SAME;
	struct iri_buf *const out = filter_output(f, ref);
	if (normal)
		iri_buf_add(out, ref->text.p, ref->text.n);
	else if (iri_add_normal(self->normalizer, ref, out, err) != IRI_OK)
		return FILTER_FAILED;
	if (self->with_original) {
		const struct iri_str original = filter_original(f, ref);
		iri_buf_putc(out, '\t');
		iri_buf_add(out, original.p, original.n);
	}
	return FILTER_CHANGED;
}

static enum iri_status line(struct filter *f, struct iri_str s, struct iri_str *out, struct iri_error *err)
{
	return filter_reference(f, s, irinorm_ref, out, err);
}

static const char *lines(struct filter *f, const char *p, const char *end)
{
	return filter_lines(f, p, end, irinorm_ref);
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
		.lines = lines,
	};

	const int status = filter_main(&tool, argc, argv);
	iri_normalizer_free(self.normalizer);
	return status;
}
