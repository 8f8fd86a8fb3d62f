/* SPDX-License-Identifier: ISC */
/* iricmp: compares IRIs, rung by rung (RFC 3987, section 5) */
#include "cmd/base/random_key.h"
#include "cmd/filter/loop.h"
#include "lib/base/str.h"
#include "lib/ops/compare.h"

#include <stdio.h>
#include <string.h>

static const char *const rungs[] = {"string", "syntax", "scheme", "protocol", "different"};

struct iricmp {
	struct iri_compare_options options;
	struct iri_comparer *comparer;
	const char *base_name, *redirects_name;
	struct iri_ref base;
	enum iri_rung level;
	bool explain;
};

static const struct option_row options[] = {
	{0, "level", "string|syntax|scheme|protocol",
         "exit with status 0 if all pairs are equivalent on\n"
         "this rung or a lower one; default: scheme",
         CHOICE_OF(struct iricmp, level)},
	{0, "base", "IRI", "first resolve relative references against IRI", TEXT_OF(struct iricmp, base_name)},
	{0, "no-fragment", NULL, "remove fragments, as a client does for retrieval",
         FLAG_OF(struct iricmp, options.no_fragment)},
	{0, "explain", NULL, "print on standard error the first component that\ndiffers",
         FLAG_OF(struct iricmp, explain)},
	{0, "redirects", "FILE",
         "read pairs of IRIs from FILE, one pair per line,\n"
         "separated by a tab: the first redirects to the\n"
         "second",
         TEXT_OF(struct iricmp, redirects_name)},
	{0},
};

static enum iri_status line(struct filter *f, struct iri_str s, struct iri_str *out, struct iri_error *err)
{
	struct iricmp *const self = f->data;
	struct iri_comparison result;
	struct iri_str pair[2];
	size_t off;
	const char *const why = filter_cut_pair(s, pair, &off);

	if (why)
		return filter_refuse(f, err, off, why);
	const enum iri_status status = iri_compare(self->comparer, pair[0], pair[1], &result, err);
	if (status != IRI_OK) {
		err->off += (size_t)(pair[err->second].p - s.p);
		return status;
	}
	if (result.rung > self->level)
		message_raise(&f->messages, EXIT_INVALID);
	if (self->explain && result.rung == IRI_RUNG_NONE) {
		char text[32];
		snprintf(text, sizeof text, "the %s differs", iri_component_name(result.component));
		message_add_note(&f->messages, (size_t)(pair[1].p - s.p), text);
	}
	buf_add_text(&f->output, rungs[result.rung]);
	if (!f->n_operands) {
		const struct iri_str original = f->reference.trimmed;
		iri_buf_putc(&f->output, '\t');
		iri_buf_add(&f->output, original.p, original.n);
	}
	*out = iri_contents(&f->output);
	return IRI_OK;
}

/*
 * Adds the redirect in a line of the file that --redirects names. Skips an empty line. Prints a message about an
 * invalid line.
 */
static void add_redirect(void *filter, struct iri_str s)
{
	struct filter *const f = filter;
	const struct iricmp *const self = f->data;
	struct iri_error err;
	struct iri_str pair[2];
	char text[256];
	size_t off;

	if (!filter_trim(s).n)
		return;
	const char *const why = filter_cut_pair(s, pair, &off);
	if (why) {
		message_invalid(&f->messages, off, why, NULL);
	} else if (iri_comparer_add_redirect(self->comparer, pair[0], pair[1], &err) != IRI_OK) {
		if (err.status == IRI_NO_MEMORY)
			filter_die(f, NULL, "out of memory");
		iri_error_text(&err, text, sizeof text);
		message_invalid(&f->messages, err.off + (size_t)(pair[err.second].p - s.p), text, NULL);
	}
}

/* Prepares the base and the redirects. Compares two operands, if they are given; else the filter reads lines. */
static bool start(struct filter *f)
{
	struct iricmp *const self = f->data;
	const int n = f->n_operands;
	struct iri_error err;

	if (n != 0 && n != 2)
		filter_die(f, NULL, "wrong number of operands; give two IRIs, or none to read lines; see --help");
	if (self->base_name) {
		struct iri_str base = {self->base_name, strlen(self->base_name)};
		if (iri_parse(base, IRI_REQUIRE_SCHEME | IRI_FORBID_BIDI, &self->base, &err) != IRI_OK)
			filter_die_error(f, "--base", &err);
		self->options.base = &self->base;
	}
	if (self->redirects_name && !n && !strcmp(self->redirects_name, "-"))
		filter_die(f, "--redirects", "standard input already has the pairs to compare; name a file");
	unsigned char key[IRI_KEY_LENGTH];
	if (self->redirects_name)
		random_key(&f->messages, key);
	self->options.key = self->redirects_name ? key : NULL;
	self->comparer = filter_need(f, iri_comparer_new(&self->options));
	iri_comparer_expect_padding(self->comparer);
	if (self->redirects_name && !lines_read(&f->lines, self->redirects_name, add_redirect, f))
		filter_die(f, "--redirects", "the file could not be read");
	if (n)
		filter_feed(f, "operands");
	return n;
}

int main(int argc, char **argv)
{
	struct iricmp self = {.level = IRI_RUNG_SCHEME};
	const struct filter_tool tool = {
		.name = "iricmp",
		.summary = "Compares two IRIs: two operands, or two in each line, separated by a tab.\n"
	                   "Prints the lowest rung of the comparison ladder on which they are equivalent,\n"
	                   "or \"different\" (RFC 3987, section 5).",
		.tables = {{options, &self}},
		.data = &self,
		.operands = " [option ...] [IRI IRI]",
		.flags = FILTER_JUDGES | FILTER_COLUMNS | FILTER_UNTRIMMED,
		.start = start,
		.line = line,
		.fails = "a pair is not equivalent on the rung of --level, or a line was invalid",
	};

	const int status = filter_main(&tool, argc, argv);
	iri_comparer_free(self.comparer);
	return status;
}
