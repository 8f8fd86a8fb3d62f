/* SPDX-License-Identifier: ISC */
/* irishow: shows what a link really points to (RFC 3987, sections 4.1, 4.4 and 7.6; 2002 draft, section 4.2) */
#include "config.h"

#include "cmd/base/color.h"
#include "cmd/base/suffix_list.h"
#include "cmd/base/text.h"
#include "cmd/document/from.h"
#include "cmd/filter/loop.h"
#include "cmd/filter/refs.h"
#include "cmd/irishow/facts_block.h"
#include "cmd/irishow/displayer.h"
#include "cmd/irishow/facts_json.h"
#include "cmd/link/bare.h"
#include "cmd/link/defang.h"
#include "cmd/link/named.h"
#include "cmd/tree/choose.h"
#include "lib/base/str.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

struct irishow {
	struct from from;
	struct choose choose;
	struct layout_options block;
	struct facts_finder finder;
	struct displayer *displayer;
	struct tld *tld;
	struct named named;
	enum display display;
	const char *repertoire;
	struct color_option color;
	enum { FAIL_NEVER, FAIL_WARNING } fail_level;
	bool json;
	const struct iri_link_options *bare_links; /* for links without a scheme in lines; or NULL */
	bool has_operands;  /* the operands are links */
	bool any;           /* a block was printed */
};

static const struct option_row options[] = {
	{0, "full", NULL, "cut no long values", FLAG_OF(struct irishow, block.full)},
	{0, "show-password", NULL, "print passwords, not only their lengths",
         FLAG_OF(struct irishow, finder.show_password)},
	{0, "defang", NULL, "write hxxp[:] and [.], so that nobody can click\nit",
         FLAG_OF(struct irishow, block.defang)},
	{0, "fail-level", "never|warning", "exit with status 1 if a link has a warning;\ndefault: never",
         CHOICE_OF(struct irishow, fail_level)},
	{0, "json", NULL, "print a JSON object for each link", FLAG_OF(struct irishow, json)},
	{0, "display", "embed|isolate|visual|units|escape",
         "print only the link, on one line, so that\n"
         "right-to-left text cannot mislead: between bidi\n"
         "controls (embed: RFC 3987, section 4.1; isolate:\n"
         "each part by itself), in the order of the screen\n"
         "(visual: as embed; units: each part by itself),\n"
         "or percent-encoded (escape)",
         CHOICE_OF(struct irishow, display)},
	{0, "repertoire", "CS", "with --display=escape: keep the characters that\ncharset CS has",
         TEXT_OF(struct irishow, repertoire)},
	{0},
};

/* Appends the block or object of a link to out. line: the number of its line in the input, or 0 for an operand */
static void irishow_add_link(struct filter *f, struct iri_str link, uintmax_t line, struct iri_buf *out)
{
	struct irishow *const self = f->data;
	const struct facts *const facts = facts_find(&self->finder, link);

	if (tld_failed(self->tld))
		filter_die(f, NULL, "out of memory");
	if (facts->kind == KIND_INVALID || (self->fail_level == FAIL_WARNING && facts_have_warning(facts)))
		message_raise(&f->messages, EXIT_INVALID);
	if (f->options.check)
		return;
	if (self->json) {
		struct iri_buf plain = {0};
		facts_json(facts, line ? f->messages.place.file : NULL, line, self->block.defang ? &plain : out);
		if (self->block.defang)
			defang_json(iri_contents(&plain), out);
		iri_buf_putc(out, '\n');
		out->failed = out->failed || plain.failed;
		iri_buf_free(&plain);
		return;
	}
	if (self->any)
		iri_buf_putc(out, '\n');
	self->any = true;
	facts_block_print(&self->block, facts, out);
}

/* Says that an operand is read as a path, although it is a host or an address. */
static void hint_at_bare(const struct filter *f, struct iri_str s)
{
	const struct irishow *const self = f->data;
	const struct iri_link_options links = {.bare = true, .is_tld = tld_known, .tld_arg = self->tld};
	struct iri_buf text = {0};

	if (!self->has_operands || self->bare_links || f->options.quiet || !bare_scheme_of(&links, s))
		return;
	buf_add_visible_str(&text, s);
	buf_add_text(&text, ": read as a path; --bare reads it as a host or an address");
	iri_buf_putc(&text, '\0');
	buf_check(&f->messages, &text);
	message_say(&f->messages, NULL, text.p);
	iri_buf_free(&text);
}

static enum iri_status line(struct filter *f, struct iri_str s, struct iri_str *out, struct iri_error *err)
{
	struct irishow *const self = f->data;
	struct iri_ref ref;

	if (self->displayer)
		return displayer_show(self->displayer, s, out, err);
	self->finder.scheme = self->bare_links ? bare_scheme_of(self->bare_links, s) : NULL;
	hint_at_bare(f, s);
	from_check(&self->from, f);
	irishow_add_link(f, s, self->has_operands ? 0 : f->messages.place.line, &f->output);
	return iri_parse(s, IRI_REFERENCE | IRI_PADDED, &ref, err);
}

/* For --display */
static enum filter_result irishow_ref(struct filter *f, const struct iri_ref *ref, struct iri_error *err)
{
	const struct irishow *const self = f->data;
	struct iri_str shown;

	if (!ref->mapped)
		return FILTER_SAME;
	if (displayer_show_ref(self->displayer, ref, &shown, err) != IRI_OK)
		return FILTER_FAILED;
	if (shown.p == ref->text.p)
		return FILTER_SAME;
	struct iri_buf *const out = filter_output(f, ref);
	iri_buf_add(out, shown.p, shown.n);
	return FILTER_CHANGED;
}

/* Leaves lines with raw bidi controls, which are valid here, to the line function. */
static const char *lines(struct filter *f, const char *p, const char *end)
{
	const struct irishow *const self = f->data;

	return self->displayer ? filter_lines(f, p, end, irishow_ref) : p;
}

/* Shows a link of a document as --display has it. Prints a message about an invalid one. */
static void display_link(struct filter *f, const struct span *link)
{
	struct irishow *const self = f->data;
	struct iri_str shown;
	struct iri_error err;
	char text[256];
	const enum iri_status status = displayer_show(self->displayer, link->reference, &shown, &err);

	if (status == IRI_NO_MEMORY)
		filter_die(f, NULL, "out of memory");
	if (status == IRI_OK) {
		if (!f->options.check)
			lines_add(&f->lines, shown);
		return;
	}
	message_raise(&f->messages, EXIT_INVALID);
	iri_error_text(&err, text, sizeof text);
	if (!f->options.quiet)
		message_in_place(&f->messages, link->line, link->column, text, NULL);
}

/* For from_search: shows a link of a document. */
static void show_link(void *filter, const struct span *link)
{
	struct filter *const f = filter;
	struct irishow *const self = f->data;
	struct iri_buf *const out = &f->lines.out;
	const struct iri_str absent = {NULL, 0};
	const struct named_link named = {
		.label = link->label_is_code ? absent : link->label,
		.title = link->title,
		.target = link->reference,
		.base = link->base,
	};

	if (self->displayer) {
		display_link(f, link);
	} else {
		const bool differs = link->kind != SPAN_IMAGE && named_differs(&self->named, &named);
		self->finder.text_of_link = link->label;
		self->finder.text_names = differs ? iri_contents(&self->named.name) : absent;
		self->finder.title_names = differs && self->named.in_title;
		self->finder.also_to = differs && self->named.is_later ? iri_contents(&self->named.goes_to) : absent;
		self->finder.scheme = span_scheme(link->kind);
		irishow_add_link(f, link->reference, link->line, out);
	}
	lines_flush_some(&f->lines);
}

/* For choose_files: shows the links of a document. */
static bool show_document(void *filter, const char *name, bool is_first)
{
	struct filter *const f = filter;
	const struct irishow *const self = f->data;

	(void)is_first;
	from_search(&self->from, f, lines_named(&f->lines, name), show_link, f);
	return true;
}

/* Ends the program if options exclude each other. */
static void irishow_check_options(struct filter *f)
{
	struct irishow *const self = f->data;
	const bool has_style = self->block.full || self->block.defang;

	if (self->json && (self->block.full || self->color.when == COLOR_ALWAYS))
		filter_die(f, NULL, "--json prints everything, without colours; leave out --full and --color");
	if (self->display != DISPLAY_UNSET && (self->json || has_style || self->finder.show_password))
		filter_die(f, NULL, "--display prints only the link; leave out --json, --full, --defang and "
		                    "--show-password");
	if (self->display != DISPLAY_UNSET && self->fail_level != FAIL_NEVER)
		filter_die(f, NULL, "--display finds no warnings; leave out --fail-level");
	if (self->display != DISPLAY_UNSET && !from_is_wanted(&self->from) &&
	    self->from.selection.document.find.links.bare)
		filter_die(f, NULL, "--display prints the link as it stands; leave out --bare");
	if (self->repertoire && self->display != DISPLAY_ESCAPE)
		filter_die(f, NULL, "--repertoire is only for --display=escape");
}

static void choose_style(struct irishow *self)
{
	const bool terminal = isatty(STDOUT_FILENO);
	struct winsize size = {0};

	self->block.color = color_is_wanted(&self->color, STDOUT_FILENO);
	if (terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) < 0)
		size.ws_col = 0;
	self->block.width = size.ws_col ? size.ws_col : 80;
	self->block.full = self->block.full || !terminal;
}

/* Ends the program if an operand has no scheme, and a file of this name exists: it is no link, but a file. */
static void check_operands(struct filter *f)
{
	struct iri_ref ref;
	struct stat st;

	for (int i = 0; i < f->n_operands; i++) {
		const struct iri_str s = iri_str_of(f->operands[i]);
		if (iri_parse(s, IRI_REQUIRE_SCHEME, &ref, NULL) != IRI_OK && stat(s.p, &st) == 0)
			filter_die(f, s.p, "is a file, not a link; to show the links on its lines: irishow < FILE");
	}
}

static bool start(struct filter *f)
{
	struct irishow *const self = f->data;
	struct iri_buf text = {0};

	self->finder.messages = &f->messages;
	f->lines.stdin_name = self->choose.stdin_name;
	from_check_options(&self->from, f, choose_has_options(&self->choose) || self->choose.stdin_name);
	irishow_check_options(f);
	if (self->display != DISPLAY_UNSET) {
		self->displayer = displayer_new(self->display, self->repertoire);
		if (!self->displayer)
			filter_die(f, self->repertoire ? "--repertoire" : NULL,
			           charset_refusal(&text, self->repertoire ? self->repertoire : "", errno));
	} else {
		self->tld = tld_load(&f->messages);
		if (!self->tld)
			filter_die(f, NULL, "no list of top-level domains; install the Public Suffix List");
		if (f->lines.charset && charset_is_bytes(f->lines.charset))
			self->finder.charset = filter_need(f, charset_decoder(f->options.charset, f->options.eol));
		self->finder.suffixes = (struct iri_suffixes){tld_is_suffix, self->tld};
		f->flags |= FILTER_REPORTS;
	}
	choose_style(self);
	if (from_is_wanted(&self->from)) {
		choose_check(&self->choose, &f->messages, f->n_operands, f->operands);
		from_prepare(&self->from, f);
		self->named.messages = &f->messages;
		self->named.tld = self->tld;
		self->from.selection.document.printed = true;
		self->from.selection.document.find.labels = !self->displayer;
		self->choose.in_folder = &self->from.selection.document.in_folder;
		if (!choose_files(&self->choose, &f->messages, f->n_operands, f->operands, show_document, f))
			message_raise(&f->messages, EXIT_TROUBLE);
		return true;
	}
	if (!self->displayer)
		self->bare_links = from_bare_links(&self->from, f);
	self->has_operands = f->n_operands;
	check_operands(f);
	if (f->n_operands)
		filter_feed_each(f, "operands");
	return f->n_operands;
}

int main(int argc, char **argv)
{
	struct irishow self = {.display = DISPLAY_UNSET, .from.format = FROM_UNSET};
	const struct filter_tool tool = {
		.name = "irishow",
		.summary = "Shows what a link really points to, and what is odd about it (RFC 3987,\n"
	                   "sections 4.1 and 7.6). Fetches nothing.",
		.tables = {{options, &self}, {color_options, &self.color}, FROM_TABLES(&self.from),
		           {choose_options, &self.choose}},
		.data = &self,
		.operands = " [option ...] [IRI ...]",
		.start = start,
		.line = line,
		.lines = lines,
		.fails = "a link was invalid or, with --fail-level=warning,\n"
	                 "     had a warning",
	};

	const int status = filter_main(&tool, argc, argv);
	facts_free(&self.finder);
	displayer_free(self.displayer);
	named_free(&self.named);
	tld_free(self.tld);
	from_free(&self.from);
	choose_free(&self.choose);
	return status;
}
