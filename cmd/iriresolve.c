/* SPDX-License-Identifier: ISC */
/*
 * iriresolve: resolves references against a base, or makes IRIs relative to it (RFC 3987, section 6.5; RFC 3986,
 * section 5)
 */
#include "cmd/filter/loop.h"
#include "lib/base/str.h"
#include "lib/ops/batch.h"

#include <string.h>

struct iriresolve {
	const char *base_name;
	struct iri_buf base_text; /* the base, followed by IRI_PADDING bytes */
	struct iri_ref base;      /* for convert */
	struct iri_resolve_options options;
	bool pairs, relative;
	struct iri_resolver *resolver;
};

static const struct option_row options[] = {
	{'b', "base", "IRI", "resolve each line against this base", TEXT_OF(struct iriresolve, base_name)},
	{0, "pairs", NULL, "read a base from each line: base, tab, reference", FLAG_OF(struct iriresolve, pairs)},
	{0, "compat", NULL, "ignore the scheme of a reference if it is the\nscheme of the base (RFC 3986: not strict)",
         FLAG_OF(struct iriresolve, options.compat)},
	{0, "relative", NULL, "do the inverse: print the shortest reference that\nresolves to the IRI in the line",
         FLAG_OF(struct iriresolve, relative)},
	{0},
};

/*
 * Resolves the reference `text` or, with --relative, makes it relative to the base. text is a part of the line s, and
 * err's offset counts from the start of s.
 */
static enum iri_status convert_one(struct iriresolve *self, struct iri_str s, struct iri_str text,
                                   struct iri_str *out, struct iri_error *err)
{
	const enum iri_status status = self->relative ? iri_relativize(self->resolver, text, out, err)
	                                              : iri_resolve(self->resolver, text, out, err);

	if (status != IRI_OK)
		err->off += (size_t)(text.p - s.p);
	return status;
}

static enum iri_status line(struct filter *f, struct iri_str s, struct iri_str *out, struct iri_error *err)
{
	struct iriresolve *const self = f->data;
	struct iri_str pair[2];
	size_t off;

	if (!self->pairs)
		return convert_one(self, s, filter_trim(s), out, err);
	const char *const why = filter_cut_pair(s, pair, &off);
	if (why)
		return filter_refuse(f, err, off, why);
	const enum iri_status status = iri_resolver_set_base(self->resolver, pair[0], err);
	if (status == IRI_OK)
		return convert_one(self, s, pair[1], out, err);
	err->off += (size_t)(pair[0].p - s.p);
	return status;
}

static size_t convert(void *data, const char *p, const char *end, struct iri_buf *out, size_t *lines)
{
	struct iriresolve *const self = data;

	*lines = 0;
	if (!out || self->pairs || self->options.compat || self->relative)
		return 0;
	return iri_resolve_lines(&self->base, p, end, out, lines);
}

static bool start(struct filter *f)
{
	struct iriresolve *const self = f->data;
	struct iri_error err;

	if (!self->base_name && !self->pairs)
		filter_die(f, NULL, "no base; use --base=IRI, or --pairs for a base in each line");
	if (self->base_name && self->pairs)
		filter_die(f, NULL, "--base and --pairs cannot be used together");
	if (self->options.compat && self->relative)
		filter_die(f, NULL, "--compat and --relative cannot be used together");
	self->options.padded = true;
	self->resolver = filter_need(f, iri_resolver_new(&self->options));
	if (!self->base_name)
		return false;
	iri_buf_add(&self->base_text, self->base_name, strlen(self->base_name));
	const struct iri_str base = buf_pad(&f->messages, &self->base_text);
	if (iri_resolver_set_base(self->resolver, base, &err) != IRI_OK ||
	    iri_parse(base, IRI_REQUIRE_SCHEME | IRI_FORBID_BIDI, &self->base, &err) != IRI_OK)
		filter_die_error(f, "--base", &err);
	return false;
}

int main(int argc, char **argv)
{
	struct iriresolve self = {.base_name = NULL};
	const struct filter_tool tool = {
		.name = "iriresolve",
		.summary = "Resolves references against a base, line by line (RFC 3987, section 6.5).",
		.tables = {{options, &self}},
		.data = &self,
		.flags = FILTER_UNTRIMMED,
		.start = start,
		.line = line,
		.convert = convert,
	};

	const int status = filter_main(&tool, argc, argv);
	iri_buf_free(&self.base_text);
	iri_resolver_free(self.resolver);
	return status;
}
