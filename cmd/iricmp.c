/* SPDX-License-Identifier: ISC */
/* iricmp: compares IRIs, rung by rung (RFC 3987, section 5) */
#include "cmd/filter/loop.h"
#include "lib/base/str.h"
#include "lib/unicode/nfc.h"

#include <string.h>

struct iricmp {
	struct iri_compare_options options;
	struct iri_comparer *comparer;
	const char *base_name, *redirects_name;
	enum iri_rung level;
	bool explain;
	struct iri_buf text;   /* a message */
	struct iri_buf nfc;    /* a line in NFC, but with its character references */
};

static const struct option_row options[] = {
	{0, "level", "string|syntax|scheme|protocol",
         "exit with status 0 if all pairs are equivalent on\n"
         "this rung or a lower one; default: scheme",
         CHOICE_OF(struct iricmp, level)},
	{0, "base", "IRI", "first resolve relative references against IRI", TEXT_OF(struct iricmp, base_name)},
	{0, "no-fragment", NULL, "remove fragments, as a client does for retrieval",
         FLAG_OF(struct iricmp, options.no_fragment)},
	{0, "explain", NULL,
         "print on standard error which rules make two IRIs\n"
         "equal, or where they first differ",
         FLAG_OF(struct iricmp, explain)},
	{0, "redirects", "FILE",
         "read pairs of IRIs from FILE, one pair per line,\n"
         "separated by a tab: the first redirects to the\n"
         "second",
         TEXT_OF(struct iricmp, redirects_name)},
	{0},
};

/* Adds a note with the text in self->text about byte off of the reference. */
static void add_note(struct filter *f, size_t off)
{
	struct iricmp *const self = f->data;

	iri_buf_putc(&self->text, '\0');
	buf_check(&f->messages, &self->text);
	message_add_note(&f->messages, off, self->text.p);
	self->text.n = 0;
}

/*
 * Notes the component that differs in each of the two references in the line s, with the place of the first difference.
 */
static void note_difference(struct filter *f, struct iri_str s, const struct iri_str pair[2], enum iri_component c,
                            const struct iri_explanation *why)
{
	static const char *const names[] = {"first", "second"};
	struct iricmp *const self = f->data;

	for (int i = 0; i < 2; i++) {
		if (why->parts[i].p) {
			buf_add_format(&self->text, "the %s %s differs here: '", names[i], iri_component_name(c));
			buf_add_visible_str(&self->text, why->parts[i]);
			iri_buf_putc(&self->text, '\'');
		} else {
			buf_add_format(&self->text, "the %s IRI has no %s", names[i], iri_component_name(c));
		}
		add_note(f, (size_t)(pair[i].p - s.p) + why->off[i]);
	}
}

/* Whether the two references in a line are invalid, or not equivalent on the rung. The line has padding after it. */
static bool iricmp_differ(struct filter *f, struct iri_str s, enum iri_rung rung)
{
	struct iricmp *const self = f->data;
	struct iri_comparison result;
	struct iri_str pair[2];
	size_t off;

	if (filter_cut_pair(s, pair, &off))
		return true;
	const enum iri_status status = iri_compare(self->comparer, pair[0], pair[1], &result, NULL);
	if (status == IRI_NO_MEMORY)
		filter_die(f, NULL, "out of memory");
	return status != IRI_OK || result.rung > rung;
}

/* Whether --html is needed to make the two references in the line equal: without it, they differ, in NFC or not. */
static bool needs_html(struct filter *f, enum iri_rung rung)
{
	struct iricmp *const self = f->data;
	struct iri_str s = f->reference.trimmed;

	if (f->options.html && f->options.nfc) {
		self->nfc.n = 0;
		iri_nfc(s, &self->nfc, NULL);
		s = buf_pad(&f->messages, &self->nfc);
	}
	return f->options.html && iricmp_differ(f, s, rung);
}

/* Whether two references have different fragments. */
static bool fragments_differ(const struct iri_str pair[2])
{
	struct iri_str fragments[2];

	for (int i = 0; i < 2; i++) {
		const char *const end = pair[i].p + pair[i].n;
		fragments[i] = iri_between(iri_find_byte(pair[i].p, end, '#'), end);
	}
	return !iri_same(fragments[0], fragments[1]);
}

/* Adds a rule to the list in self->text. */
static void add_rule(struct iricmp *self, const char *rule)
{
	buf_add_text(&self->text, self->text.n ? ", " : "equal by these rules: ");
	buf_add_text(&self->text, rule);
}

/* Notes the rules that make two references equal: first those that options ask for, then those of the ladder. */
static void note_causes(struct filter *f, const struct iri_str pair[2], enum iri_rung rung,
                        const struct iri_explanation *why)
{
	struct iricmp *const self = f->data;

	if (needs_html(f, rung))
		add_rule(self, "character references");
	if (f->options.nfc && iricmp_differ(f, f->reference.resolved, rung))
		add_rule(self, "NFC");
	if ((why->resolved[0] || why->resolved[1]) && !iri_same(pair[0], pair[1]))
		add_rule(self, "--base");
	if (self->options.no_fragment && fragments_differ(pair))
		add_rule(self, "--no-fragment");
	for (unsigned i = 0; i < IRI_CAUSES; i++)
		if (why->causes & 1u << i)
			add_rule(self, iri_cause_text((enum iri_cause)i));
	if (rung == IRI_RUNG_PROTOCOL)
		add_rule(self, "a redirect");
	buf_check(&f->messages, &self->text);
	if (self->text.n)
		add_note(f, 0);
}

static enum iri_status line(struct filter *f, struct iri_str s, struct iri_str *out, struct iri_error *err)
{
	struct iricmp *const self = f->data;
	struct iri_comparison result;
	struct iri_explanation why;
	struct iri_str pair[2];
	size_t off;
	const char *const fault = filter_cut_pair(s, pair, &off);

	if (fault)
		return filter_refuse(f, err, off, fault);
	const enum iri_status status = iri_compare(self->comparer, pair[0], pair[1], &result, err);
	if (status != IRI_OK) {
		err->off += (size_t)(pair[err->second].p - s.p);
		return status;
	}
	if (result.rung > self->level)
		message_raise(&f->messages, EXIT_INVALID);
	if (self->explain && iri_explain(self->comparer, &result, &why, err) != IRI_OK)
		return IRI_NO_MEMORY;
	if (self->explain && result.rung == IRI_RUNG_NONE)
		note_difference(f, s, pair, result.component, &why);
	else if (self->explain)
		note_causes(f, pair, result.rung, &why);
	buf_add_text(&f->output, iri_rung_name(result.rung));
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
	if (self->redirects_name && !n && !strcmp(self->redirects_name, "-"))
		filter_die(f, "--redirects", "standard input already has the pairs to compare; name a file");
	self->options.padded = true;
	self->comparer = filter_need(f, iri_comparer_new(&self->options));
	if (self->base_name && iri_comparer_set_base(self->comparer, iri_str_of(self->base_name), &err) != IRI_OK)
		filter_die_error(f, "--base", &err);
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
	iri_buf_free(&self.text);
	iri_buf_free(&self.nfc);
	return status;
}
