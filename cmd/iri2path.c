/* SPDX-License-Identifier: ISC */
/* iri2path: tells the names of the files that IRIs stand for (RFC 8089), the inverse of path2iri */
#include "cmd/filter/loop.h"
#include "lib/base/str.h"
#include "lib/syntax/parse.h"
#include "lib/syntax/pathname.h"

#include <stdio.h>
#include <string.h>

struct iri2path {
	const char *below;
	bool windows;
	struct iri_buf drive; /* a reference with ":" after the drive letter in place of "|" */
	struct iri_buf name;  /* before it is put below the folder */
	char fault[80];       /* the text of a fault with the name of the option */
};

static const struct option_row options[] = {
	{0, "below", "DIR", "print relative names after DIR; refuse names that\nare not in DIR, or leave it by ..",
         TEXT_OF(struct iri2path, below)},
	{0, "windows", NULL, "print names with drives, UNC hosts and \\", FLAG_OF(struct iri2path, windows)},
	{0},
};

static unsigned form(const struct iri2path *self)
{
	return self->windows ? IRI_NAME_WINDOWS : IRI_NAME_POSIX;
}

static bool start(struct filter *f)
{
	struct iri2path *const self = f->data;
	struct iri_name_fault fault;

	if (!self->below)
		return false;
	if (self->windows && !strncmp(self->below, "\\\\?\\", 4))
		filter_die(f, "--below", "write the folder without '\\\\?\\'");
	/* The buffer is free until the first line. */
	if (!iri_name_to_uri((struct iri_str){self->below, strlen(self->below)}, form(self), &self->name, &fault))
		filter_die(f, "--below", fault.why);
	if (f->options.eol == '\n' && strchr(self->below, '\n'))
		filter_die(f, "--below", "the name has a newline; use -z");
	return false;
}

/* Parses a reference. With --windows, one may have "|" after a drive letter, which no IRI can have. */
static enum iri_status iri2path_parse(struct filter *f, struct iri_str s, struct iri_ref *ref, struct iri_error *err)
{
	struct iri2path *const self = f->data;
	const char *const bar = self->windows ? iri_find_drive_bar(s) : NULL;

	if (bar) {
		iri_buf_clear(&self->drive);
		iri_buf_add(&self->drive, s.p, (size_t)(bar - s.p));
		iri_buf_putc(&self->drive, ':');
		iri_buf_add(&self->drive, bar + 1, (size_t)(s.p + s.n - bar - 1));
		s = buf_pad(&f->messages, &self->drive);
	}
	return iri_parse(s, IRI_REFERENCE | IRI_FORBID_BIDI | IRI_PADDED, ref, err);
}

/* Puts the name in self->name below the folder. Returns IRI_OK, or an error at the fault's place in the reference. */
static enum iri_status put_below(struct filter *f, const struct iri_ref *ref, struct iri_error *err)
{
	struct iri2path *const self = f->data;
	const struct iri_str dir = {self->below, strlen(self->below)}, name = iri_contents(&self->name);
	struct iri_name_fault fault;

	if (iri_name_below(dir, name, form(self), &f->output, &fault))
		return IRI_OK;
	snprintf(self->fault, sizeof self->fault, "%s of --below", fault.why);
	return filter_refuse(f, err, iri_place_in_uri(ref, name, fault.off), self->fault);
}

static enum iri_status line(struct filter *f, struct iri_str s, struct iri_str *out, struct iri_error *err)
{
	struct iri2path *const self = f->data;
	struct iri_buf *const made = self->below ? &self->name : &f->output;
	struct iri_name_fault fault;
	struct iri_ref ref;
	enum iri_status status = iri2path_parse(f, s, &ref, err);

	if (status != IRI_OK)
		return status;
	iri_buf_clear(made);
	if (!iri_uri_to_name(&ref, form(self), made, &fault))
		return filter_refuse(f, err, fault.off, fault.why);
	buf_check(&f->messages, made);
	const struct iri_str name = iri_contents(made);
	const char *const newline = f->options.eol == '\n' ? memchr(name.p, '\n', name.n) : NULL;
	if (newline)
		return filter_refuse(f, err, iri_place_in_uri(&ref, name, (size_t)(newline - name.p)),
		                     "the name has a newline; use -z");
	if (self->below) {
		status = put_below(f, &ref, err);
		if (status != IRI_OK)
			return status;
	}
	*out = iri_unless_same(&f->output, s);
	return IRI_OK;
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
	iri_buf_free(&self.drive);
	iri_buf_free(&self.name);
	return status;
}
