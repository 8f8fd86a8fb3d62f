/* SPDX-License-Identifier: ISC */
/* irinorm: puts IRIs in a normal form (RFC 3987, section 5.3) */
#include "../lib/lines.h"
#include "filter.h"

enum { KEY_LEVEL = FILTER_TOOL_KEY, KEY_FORM, KEY_NO_FRAGMENT, KEY_WITH_ORIGINAL };
/* Choices, in the order of the table */
enum { LEVEL_SYNTAX, LEVEL_SCHEME };
enum { FORM_IRI, FORM_URI };

static const struct filter_option options[] = {
	{KEY_LEVEL, "level", "syntax|scheme",
         "the rung of the comparison ladder: by the syntax of all IRIs, or\n"
         "(default) by what the scheme's specification says, too"},
	{KEY_FORM, "form", "iri|uri", "print IRIs (default), or URIs"},
	{KEY_NO_FRAGMENT, "no-fragment", NULL, "leave out fragments, as for retrieval"},
	{KEY_WITH_ORIGINAL, "with-original", NULL, "print the normal form, a tab, and the original"},
	{0},
};

struct irinorm {
	struct iri_normalizer n;
	bool with_original;
};

static const char *option(void *self, int key, const char *arg, unsigned choice)
{
	struct irinorm *t = self;

	(void)arg;
	switch (key) {
	case KEY_LEVEL: t->n.level = choice == LEVEL_SYNTAX ? IRI_SYNTAX : IRI_BY_SCHEME; break;
	case KEY_FORM: t->n.uri = choice == FORM_URI; break;
	case KEY_NO_FRAGMENT: t->n.no_fragment = true; break;
	case KEY_WITH_ORIGINAL: t->with_original = true; break;
	}
	return NULL;
}

static enum iri_status line(void *self, struct filter *f, struct iri_str s, struct iri_buf *out,
                            struct iri_error *err)
{
	struct irinorm *t = self;

	t->n.nfc = f->options.nfc;
	enum iri_status status = iri_normalize(&t->n, s, out, err);
	if (t->with_original && status <= IRI_UNCHANGED && !f->options.check) {
		const struct iri_str original = f->reference.trimmed;
		if (status == IRI_UNCHANGED)
			iri_buf_add(out, s.p, s.n);
		iri_buf_putc(out, '\t');
		iri_buf_add(out, original.p, original.n);
		status = IRI_OK;
	}
	return status;
}

static size_t skip(void *self, const char *p, const char *end, size_t *lines)
{
	struct irinorm *t = self;

	*lines = 0;
	return t->with_original ? 0 : iri_skip_normal(&t->n, p, end, lines);
}

int main(int argc, char **argv)
{
	struct irinorm t = {.n.level = IRI_BY_SCHEME, .n.padded = IRI_PADDED};
	struct filter_tool tool = {
		.name = "irinorm",
		.summary = "Puts IRIs in a normal form, line by line (RFC 3987, section 5.3).\n"
	                   "With --check it prints the lines that are not in normal form.",
		.options = options,
		.flags = FILTER_LISTS | FILTER_OWN_NFC | FILTER_COLUMNS,
		.self = &t,
		.option = option,
		.line = line,
		.skip = skip,
	};
	int status = filter_main(&tool, argc, argv);

	iri_normalizer_release(&t.n);
	return status;
}
