/* SPDX-License-Identifier: ISC */
/* path2iri: makes IRIs from names of files (RFC 3987, section 7.4; RFC 8089) */
#include "cmd/filter/loop.h"
#include "lib/base/str.h"
#include "lib/syntax/parse.h"
#include "lib/unicode/utf8.h"

#include <string.h>

struct path2iri {
	const char *base_name;
	struct iri_resolver *resolver; /* its base is an IRI or a URI */
	bool uri;
	struct iri_name_options options;
	struct iri_unmapper *unmapper;
	struct iri_namer *namer;
};

static const struct option_row options[] = {
	{'b', "base", "IRI", "print IRIs below this one, whose path ends in /;\nnames must be relative",
         TEXT_OF(struct path2iri, base_name)},
	{0, "form", "iri|uri", "iri (default): leave encoded what uri2iri does;\nuri: print URIs",
         FLAG_OF(struct path2iri, uri), .on = 1},
	{0, "windows", NULL, "names have drives, UNC hosts, and \\ like /", FLAG_OF(struct path2iri, options.windows)},
	{0},
};

/* Parses --base, as the IRI that uri2iri would print or, with --form=uri, as its URI. */
static void take_base(struct filter *f)
{
	struct path2iri *const self = f->data;
	struct iri_mapper *const mapper = filter_need(f, iri_mapper_new(NULL));
	struct iri_str base = iri_str_of(self->base_name), uri;
	struct iri_error err;
	struct iri_ref parsed;

	/* iri2uri must be able to map it in both forms, so that the two are equivalent. */
	const bool valid = iri_parse(base, IRI_REQUIRE_SCHEME | IRI_FORBID_BIDI, &parsed, &err) == IRI_OK &&
	                   iri_to_iri(self->unmapper, base, &base, &err) == IRI_OK &&
	                   iri_to_uri(mapper, base, &uri, &err) == IRI_OK &&
	                   iri_resolver_set_base(self->resolver, self->uri ? uri : base, &err) == IRI_OK;
	iri_mapper_free(mapper);
	if (!valid)
		filter_die_error(f, "--base", &err);
	const struct iri_str path = parsed.path;
	if (parsed.query.p || parsed.fragment.p)
		filter_die(f, "--base", "a base cannot have a query or fragment");
	if (path.n ? path.p[0] != '/' : !parsed.authority.p)
		filter_die(f, "--base", "no names lie below this IRI; its path must begin with /");
	if (path.n && path.p[path.n - 1] != '/')
		filter_die(f, "--base", "is this a folder? Then add a / to its path");
}

static bool start(struct filter *f)
{
	struct path2iri *const self = f->data;

	self->options.below = self->base_name;
	self->namer = filter_need(f, iri_namer_new(&self->options));
	self->unmapper = filter_need(f, iri_unmapper_new(NULL));
	self->resolver = filter_need(f, iri_resolver_new(NULL));
	if (self->base_name)
		take_base(f);
	return false;
}

static enum iri_status line(struct filter *f, struct iri_str s, struct iri_str *out, struct iri_error *err)
{
	struct path2iri *const self = f->data;
	struct iri_str result;

	/* Without --charset, a name is any bytes. The filter itself checks names in all charsets but UTF-8. */
	if (f->options.charset && iri_check_utf8(s, err) != IRI_OK)
		return err->status;
	enum iri_status status = iri_name_to_uri(self->namer, s, &result, err);
	if (status == IRI_BAD_NAME && err->off < s.n && !s.p[err->off])
		return filter_refuse(f, err, err->off, "a file name cannot have a NUL; if names end in NUL, use -z");
	if (status == IRI_OK && self->base_name)
		status = iri_resolve(self->resolver, result, &result, err);
	if (status == IRI_OK && !self->uri)
		status = iri_to_iri(self->unmapper, result, &result, err);
	if (status != IRI_OK)
		return status;
	/* A view of s tells the filter that the line would not change. */
	if (!iri_same(result, s))
		*out = result;
	return IRI_OK;
}

int main(int argc, char **argv)
{
	struct path2iri self = {.base_name = NULL};
	const struct filter_tool tool = {
		.name = "path2iri",
		.summary = "Makes IRIs from names of files, line by line (RFC 3987, section 7.4).",
		.refuses = "html|located|split",
		.refusal = "file names can have any text, so --html, --located and --split cannot be used",
		.tables = {{options, &self}},
		.data = &self,
		.flags = FILTER_BYTES,
		.start = start,
		.line = line,
	};

	const int status = filter_main(&tool, argc, argv);
	iri_resolver_free(self.resolver);
	iri_namer_free(self.namer);
	iri_unmapper_free(self.unmapper);
	return status;
}
