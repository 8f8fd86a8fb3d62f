/* SPDX-License-Identifier: ISC */
/* irishow: shows what a link really points to (RFC 3987, sections 4.1, 4.4 and 7.6; 2002 draft, section 4.2) */
#include "config.h"

#include "block.h"
#include "displayer.h"
#include "facts_json.h"
#include "filter.h"
#include "tld.h"
#if HAVE_DOCUMENTS
#include "search.h"
#endif

#include "../lib/padding.h"
#include "../lib/str.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FROM_LINES, FROM_AUTO, FROM_UNSET = 6 }; /* the first words of --from */

static struct irishow {
	struct block_options block;
	struct facts_finder finder;
	struct displayer *displayer;
	struct tld *tld;
	enum display display;
	const char *repertoire;
	unsigned from;
	enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color;
	bool json, any;     /* any: a block was printed */
} self;

static const struct option_row options[] = {
	{0, "full", NULL, "cut no long values", .flag = &self.block.full},
	{0, "show-password", NULL, "print passwords, not only their lengths", .flag = &self.finder.show_password},
	{0, "defang", NULL, "write hxxp and [.], so that nothing can be clicked", .flag = &self.block.defang},
	{0, "color", "auto|always|never", "print colours; auto (default): on a terminal, but\nnot if NO_COLOR is set",
         .choice = &self.color},
	{0, "json", NULL, "print a JSON object for each link", .flag = &self.json},
	{0, "display", "embed|isolate|visual|units|escape",
         "print only the link, on one line, so that\n"
         "right-to-left text cannot mislead: between bidi\n"
         "controls (embed: RFC 3987, section 4.1; isolate:\n"
         "each part by itself), in the order of the screen\n"
         "(visual: as embed; units: each part by itself),\n"
         "or percent-encoded (escape)",
         .choice = &self.display},
	{0, "repertoire", "CS", "with --display=escape: keep the characters that\ncharset CS has", .text = &self.repertoire},
#if HAVE_DOCUMENTS
	{0, "from", "lines|auto|text|markdown|html|xml",
         "lines (default): a link on each line; else the\n"
         "links of documents; auto: the format by name:\n"
         SEARCH_NAMES, .choice = &self.from},
#endif
	{0},
};

/* Appends the block or object of a link to out. place: where it is, or NULL if it was an operand */
static void add_link(struct filter *f, struct iri_str link, const char *file, uintmax_t line, struct iri_buf *out)
{
	const struct facts *const facts = facts_find(&self.finder, link);

	if (facts->kind == KIND_INVALID)
		message_raise(&f->messages, EXIT_INVALID);
	if (f->options.check)
		return;
	if (self.json) {
		facts_json(facts, file, line, out);
		iri_buf_putc(out, '\n');
		return;
	}
	if (self.any)
		iri_buf_putc(out, '\n');
	self.any = true;
	block_print(&self.block, facts, out);
}

static enum iri_status line(struct filter *f, struct iri_str s, struct iri_str *out, struct iri_error *err)
{
	const struct place *const place = &f->messages.place;
	struct iri_ref ref;

	if (self.displayer)
		return displayer_show(self.displayer, s, out, err);
	add_link(f, s, f->n_operands && self.from >= FROM_UNSET && f->part ? NULL : place->file, place->line,
	         &f->output);
	return iri_parse(s, IRI_REFERENCE | IRI_PADDED, &ref, err);
}

#if HAVE_DOCUMENTS

/* For search_document: shows a link. */
static bool found(void *arg, const struct span *link)
{
	struct filter *const f = arg;

	search_check(&f->messages);
	if (!search.kinds[link->kind])
		return true;
	add_link(f, link->reference, f->messages.place.file, link->line, &f->lines.out);
	lines_flush_some(&f->lines);
	return true;
}

#endif

/* Ends the program if options exclude each other. */
static void check_options(struct filter *f)
{
	if (self.json && (self.block.full || self.block.defang || self.color != COLOR_AUTO))
		filter_die(f, NULL, "--json prints everything, without colours; leave out --full, --defang and --color");
	if (self.displayer && (self.json || self.block.full || self.block.defang || self.finder.show_password))
		filter_die(f, NULL, "--display prints only the link; leave out --json, --full, --defang and "
		                    "--show-password");
	if (self.repertoire && self.display != DISPLAY_ESCAPE)
		filter_die(f, NULL, "--repertoire is only for --display=escape");
}

static void choose_style(void)
{
	const char *const no_color = getenv("NO_COLOR");
	const bool terminal = isatty(STDOUT_FILENO);
	struct winsize size = {0};

	self.block.color = self.color == COLOR_AUTO ? terminal && !(no_color && *no_color) : self.color == COLOR_ALWAYS;
	if (terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) < 0)
		size.ws_col = 0;
	self.block.width = !terminal ? 0 : size.ws_col ? size.ws_col : 80;
}

static bool start(struct filter *f)
{
	const char *why;

	self.finder.messages = &f->messages;
	if (self.display != DISPLAY_UNSET) {
		self.displayer = displayer_new(self.display, self.repertoire, &why);
		if (!self.displayer)
			filter_die(f, self.repertoire, why);
	} else {
		self.tld = filter_need(f, tld_load());
		f->flags |= FILTER_REPORTS;
	}
	check_options(f);
	choose_style();
	if (f->n_operands)
		filter_feed_each(f, "operands");
	return f->n_operands;
}

int main(int argc, char **argv)
{
	static const struct filter_tool tool = {
		.name = "irishow",
		.summary = "Shows what a link really points to, and what is odd about it (RFC 3987, sections\n"
	                   "4.1 and 7.6). Fetches nothing.",
		.tables = {options},
		.operands = " [option ...] [IRI ...]",
		.start = start,
		.line = line,
		.fails = "a link was invalid",
	};

	self = (struct irishow){.display = DISPLAY_UNSET, .from = FROM_UNSET};
	const int status = filter_main(&tool, argc, argv);
	facts_free(&self.finder);
	displayer_free(self.displayer);
	tld_free(self.tld);
	return status;
}
