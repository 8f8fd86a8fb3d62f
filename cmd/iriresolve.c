/* SPDX-License-Identifier: ISC */
/*
 * iriresolve: resolves references against a base, or makes IRIs relative to it (RFC 3987, section 6.5; RFC 3986,
 * section 5)
 */
#include "cmd/filter/loop.h"
#include "cmd/filter/refs.h"
#include "lib/base/str.h"

struct iriresolve {
	const char *base_name;
	struct iri_resolve_options options;
	bool pairs, relative;
	struct iri_resolver *resolver;
};

static const char *take_relative(void *iriresolve, const char *form)
{
	struct iriresolve *const self = iriresolve;

	self->relative = true;
	self->options.relative_path = form;
	return !form || !strcmp(form, "path") ? NULL : "--relative takes nothing, or path: --relative=path";
}

static const struct option_row options[] = {
	{'b', "base", "IRI", "resolve each line against this base", TEXT_OF(struct iriresolve, base_name)},
	{0, "pairs", NULL, "read a base from each line: base, tab, reference", FLAG_OF(struct iriresolve, pairs)},
	{0, "compat", NULL, "ignore the scheme of a reference if it is the\nscheme of the base (RFC 3986: not strict)",
         FLAG_OF(struct iriresolve, options.compat)},
	{0, "relative", "path", "do the inverse: print the shortest reference that\n"
         "resolves to the IRI in the line; path: only with\n"
         "a relative path, as in ../../x", .take = take_relative, .arg_is_optional = true},
	{0},
};

/* Resolves ref or, with --relative, makes it relative to the base. */
IRI_INLINE enum filter_result iriresolve_ref(struct filter *f, const struct iri_ref *ref, struct iri_error *err)
{
	struct iriresolve *const self = f->data;
	struct iri_str relative;

	/* An IRI without dot segments resolves to itself (RFC 3986, section 5.2.2). */
	if (!self->relative && ref->scheme.p && !ref->dotted && !self->options.compat)
		return FILTER_SAME;
	struct iri_buf *const out = filter_output(f, ref);
	if (!self->relative)
		return filter_changed(iri_add_resolved(self->resolver, ref, out, err));
	if (iri_relativize(self->resolver, ref->text, &relative, err) != IRI_OK)
		return FILTER_FAILED;
	iri_buf_add(out, relative.p, relative.n);
	return out->failed ? filter_changed(iri_no_memory(err)) : FILTER_CHANGED;
}

/* Processes a reference that is a part of the line s. The offset of an error counts from the start of s. */
static enum iri_status process_part(struct filter *f, struct iri_str s, struct iri_str part, struct iri_str *out,
                                    struct iri_error *err)
{
	*out = part;
	const enum iri_status status = filter_reference(f, part, iriresolve_ref, out, err);
	if (status != IRI_OK)
		err->off += (size_t)(part.p - s.p);
	return status;
}

static enum iri_status line(struct filter *f, struct iri_str s, struct iri_str *out, struct iri_error *err)
{
	struct iriresolve *const self = f->data;
	struct iri_str pair[2];
	size_t off;

	if (!self->pairs)
		return process_part(f, s, filter_trim(s), out, err);
	const char *const why = filter_cut_pair(s, pair, &off);
	if (why)
		return filter_refuse(f, err, off, why);
	const enum iri_status status = iri_resolver_set_base(self->resolver, pair[0], err);
	if (status == IRI_OK)
		return process_part(f, s, pair[1], out, err);
	err->off += (size_t)(pair[0].p - s.p);
	return status;
}

static const char *lines(struct filter *f, const char *p, const char *end)
{
	const struct iriresolve *const self = f->data;

	return self->pairs ? p : filter_lines(f, p, end, iriresolve_ref);
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
	if (self->base_name && iri_resolver_set_base(self->resolver, iri_str_of(self->base_name), &err) != IRI_OK)
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
		.lines = lines,
	};

	const int status = filter_main(&tool, argc, argv);
	iri_resolver_free(self.resolver);
	return status;
}
