/* SPDX-License-Identifier: ISC */
/* iri2path: tells the names of the files that IRIs stand for (RFC 8089), the inverse of path2iri */
#include "cmd/filter/loop.h"
#include "lib/base/str.h"

#include <stdio.h>
#include <string.h>

struct iri2path {
	const char *below;
	struct iri_name_options options;
	struct iri_namer *namer;
	char fault[80];       /* the text of a fault with the name of the option */
};

static const struct option_row options[] = {
	{0, "below", "DIR", "print relative names after DIR; refuse names that\nare not in DIR, or leave it by ..",
         TEXT_OF(struct iri2path, below)},
	{0, "windows", NULL, "print names with drives, UNC hosts and \\", FLAG_OF(struct iri2path, options.windows)},
	{0},
};

static bool start(struct filter *f)
{
	struct iri2path *const self = f->data;
	struct iri_error err;
	struct iri_str uri;

	self->options.folder = iri_str_of(self->below);
	self->options.padded = true;
	self->namer = filter_need(f, iri_namer_new(&self->options));
	if (!self->below)
		return false;
	if (self->options.windows && !strncmp(self->below, "\\\\?\\", 4))
		filter_die(f, "--below", "write the folder without '\\\\?\\'");
	if (iri_name_to_uri(self->namer, self->options.folder, &uri, &err) != IRI_OK)
		filter_die_error(f, "--below", &err);
	if (f->options.eol == '\n' && strchr(self->below, '\n'))
		filter_die(f, "--below", "the name has a newline; use -z, and end links in NUL");
	return false;
}

/* Returns the offset of the first percent-encoded newline in a valid reference, or its length if it has none. */
static size_t find_newline(struct iri_str ref)
{
	const char *const end = ref.p + ref.n, *p = ref.p;

	while ((p = iri_find_byte(p, end, '%')) < end && !(p[1] == '0' && (p[2] | 0x20) == 'a'))
		p++;
	return (size_t)(p - ref.p);
}

static enum iri_status line(struct filter *f, struct iri_str s, struct iri_str *out, struct iri_error *err)
{
	struct iri2path *const self = f->data;
	const enum iri_status status = iri_uri_to_name(self->namer, s, out, err);

	if (status == IRI_NOT_BELOW) {
		snprintf(self->fault, sizeof self->fault, "%s of --below", err->why);
		return filter_refuse(f, err, err->off, self->fault);
	}
	if (status == IRI_OK && f->options.eol == '\n' && memchr(out->p, '\n', out->n))
		return filter_refuse(f, err, find_newline(s), "the name has a newline; use -z, and end links in NUL");
	return status;
}

int main(int argc, char **argv)
{
	struct iri2path self = {.below = NULL};
	const struct filter_tool tool = {
		.name = "iri2path",
		.summary = "Prints the names of the files that IRIs stand for, line by line (RFC 8089).",
		/* path2iri reads names in a charset. The inverse would have to write them. */
		.refuses = "charset",
		.refusal = "--charset cannot be used here: convert IRIs before, or names after, with iconv",
		.tables = {{options, &self}},
		.data = &self,
		.start = start,
		.line = line,
	};

	const int status = filter_main(&tool, argc, argv);
	iri_namer_free(self.namer);
	return status;
}
