/* SPDX-License-Identifier: ISC */
/* irinorm: puts IRIs in a normal form (RFC 3987, section 5.3) */
#include "../lib/lines.h"
#include "filter.h"

static struct irinorm {
	struct iri_normalizer n;
	bool by_syntax, with_original;
} self;

static const struct filter_option options[] = {
	{0, "level", "syntax|scheme",
         "rung of the comparison ladder: syntax applies the\n"
         "rules of all IRIs; scheme (default) also applies\n"
         "those of the scheme's specification", .flag = &self.by_syntax},
	{0, "form", "iri|uri", "print IRIs (default) or URIs", .flag = &self.n.uri, .on = 1},
	{0, "no-fragment", NULL, "remove fragments, as a client does for retrieval", .flag = &self.n.no_fragment},
	{0, "with-original", NULL, "print the normal form, a tab, and the original", .flag = &self.with_original},
	{0},
};

static bool start(struct filter *f)
{
	self.n.level = self.by_syntax ? IRI_RUNG_SYNTAX : IRI_RUNG_SCHEME;
	self.n.nfc = f->options.nfc;
	return false;
}

static enum iri_status line(struct filter *f, struct iri_str s, struct iri_buf *out, struct iri_error *err)
{
	enum iri_status status = iri_normalize(&self.n, s, out, err);

	if (self.with_original && status <= IRI_UNCHANGED && !f->options.check) {
		const struct iri_str original = f->reference.trimmed;
		if (status == IRI_UNCHANGED)
			iri_buf_add(out, s.p, s.n);
		iri_buf_putc(out, '\t');
		iri_buf_add(out, original.p, original.n);
		status = IRI_OK;
	}
	return status;
}

static size_t skip(const char *p, const char *end, size_t *lines)
{
	*lines = 0;
	return self.with_original ? 0 : iri_skip_normal(&self.n, p, end, lines);
}

int main(int argc, char **argv)
{
	static const struct filter_tool tool = {
		.name = "irinorm",
		.summary = "Puts IRIs in a normal form, line by line (RFC 3987, section 5.3).\n"
	                   "With --check, prints the lines that are not in normal form.",
		.options = options,
		.flags = FILTER_LISTS | FILTER_OWN_NFC | FILTER_COLUMNS,
		.start = start,
		.line = line,
		.skip = skip,
	};

	self = (struct irinorm){.n.padded = IRI_PADDED};
	const int status = filter_main(&tool, argc, argv);
	iri_normalizer_release(&self.n);
	return status;
}
