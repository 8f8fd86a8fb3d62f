/* SPDX-License-Identifier: ISC */
/* iriresolve: resolves references against a base, and back (RFC 3987, section 6.5; RFC 3986, section 5) */
#include "../lib/lines.h"
#include "filter.h"

#include <string.h>

enum { KEY_PAIRS = FILTER_TOOL_KEY, KEY_COMPAT, KEY_RELATIVE };

static const struct filter_option options[] = {
	{'b', "base", "IRI", "the base for all lines"},
	{KEY_PAIRS, "pairs", NULL, "each line has its own base: base, tab, reference"},
	{KEY_COMPAT, "compat", NULL, "ignore the scheme of a reference if it is the base's (not strict)"},
	{KEY_RELATIVE, "relative", NULL, "the inverse: print the shortest reference that resolves to the IRI"},
	{0},
};

struct iriresolve {
	const char *base_name;
	struct iri_buf base_text; /* with padding */
	struct iri_ref base;
	bool pairs, compat, relative;
	struct iri_relativizer r;
};

static const char *option(void *self, int key, const char *arg, unsigned choice)
{
	struct iriresolve *t = self;

	(void)choice;
	switch (key) {
	case 'b': t->base_name = arg; break;
	case KEY_PAIRS: t->pairs = true; break;
	case KEY_COMPAT: t->compat = true; break;
	case KEY_RELATIVE: t->relative = true; break;
	}
	return NULL;
}

/* A base has a scheme; its fragment, if any, does not count (RFC 3986, section 5.1). */
static enum iri_status parse_base(struct iri_str s, struct iri_ref *base, struct iri_error *err)
{
	enum iri_status status = iri_parse(s, IRI_WITH_SCHEME | IRI_NO_BIDI, base, err);

	base->fragment = (struct iri_str){NULL, 0};
	return status;
}

static enum iri_status line(void *self, struct filter *f, struct iri_str s, struct iri_buf *out,
                            struct iri_error *err)
{
	struct iriresolve *t = self;
	const struct iri_ref *base = &t->base;
	const size_t before = out->n;
	struct iri_str text = filter_trim(s);
	struct iri_ref ref, own;
	enum iri_status status;

	(void)f;
	if (t->pairs) {
		const char *tab = s.n ? memchr(s.p, '\t', s.n) : NULL;
		const char *second = tab ? memchr(tab + 1, '\t', (size_t)(s.p + s.n - tab - 1)) : NULL;
		if (!tab || second) {
			*err = (struct iri_error){.status = IRI_NO_PAIR, .off = second ? (size_t)(second - s.p) : s.n};
			return IRI_NO_PAIR;
		}
		const struct iri_str first = filter_trim((struct iri_str){s.p, (size_t)(tab - s.p)});
		text = filter_trim((struct iri_str){tab + 1, (size_t)(s.p + s.n - tab - 1)});
		status = parse_base(first, &own, err);
		if (status != IRI_OK) {
			err->off += (size_t)(first.p - s.p);
			return status;
		}
		base = &own;
	}
	status = iri_parse(text, IRI_NO_BIDI | IRI_PADDED | (t->relative ? IRI_WITH_SCHEME : IRI_REFERENCE), &ref, err);
	if (status != IRI_OK) {
		err->off += (size_t)(text.p - s.p);
		return status;
	}
	if (t->relative)
		status = iri_relativize(&t->r, base, text, &ref, out);
	else
		status = iri_resolve(base, &ref, t->compat, out);
	if (status != IRI_OK) {
		*err = (struct iri_error){.status = status, .off = (size_t)(text.p - s.p)};
		out->n = before;
		return status;
	}
	if (out->n - before == s.n && !memcmp(out->p + before, s.p, s.n)) {
		out->n = before;
		return IRI_UNCHANGED;
	}
	return IRI_OK;
}

static size_t convert(void *self, const char *p, const char *end, struct iri_buf *out, size_t *lines)
{
	const struct iriresolve *t = self;

	*lines = 0;
	return !out || t->pairs || t->compat || t->relative ? 0 : iri_resolve_lines(&t->base, p, end, out, lines);
}

static bool start(void *self, struct filter *f)
{
	struct iriresolve *t = self;
	struct iri_error err;
	char text[256];

	if (!t->base_name && !t->pairs)
		filter_die(f, NULL, "needs a base: --base=IRI, or --pairs; see --help");
	if (t->base_name && t->pairs)
		filter_die(f, NULL, "--base and --pairs don't go together");
	if (t->compat && t->relative)
		filter_die(f, NULL, "--compat and --relative don't go together");
	iri_buf_add(&t->base_text, t->base_name, t->base_name ? strlen(t->base_name) : 0);
	if (t->base_name && parse_base(buf_pad(&f->messages, &t->base_text), &t->base, &err) != IRI_OK) {
		iri_error_text(&err, text, sizeof text);
		filter_die(f, "--base is no absolute IRI", text);
	}
	return false;
}

int main(int argc, char **argv)
{
	struct iriresolve t = {.base_name = NULL};
	struct filter_tool tool = {
		.name = "iriresolve",
		.summary = "Resolves references against a base, line by line (RFC 3987, section 6.5).",
		.options = options,
		.flags = FILTER_UNTRIMMED,
		.self = &t,
		.option = option,
		.start = start,
		.line = line,
		.convert = convert,
	};
	int status = filter_main(&tool, argc, argv);

	iri_buf_free(&t.base_text);
	iri_relativizer_release(&t.r);
	return status;
}
