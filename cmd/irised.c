/* SPDX-License-Identifier: ISC */
/* irised: rewrites the links of documents where they stand */
#include "config.h"

#include "cmd/base/color.h"
#include "cmd/file/made.h"
#include "cmd/file/temporary.h"
#include "cmd/irised/ask.h"
#include "cmd/irised/move.h"
#include "cmd/irised/redirect_map.h"
#include "cmd/rewrite/stream.h"
#include "cmd/tree/choose.h"
#include "cmd/tree/link_path.h"
#include "cmd/tree/jobs.h"
#include "lib/base/array.h"
#include "lib/base/str.h"
#include "lib/syntax/parse.h"

#include <getopt.h>
#include <string.h>
#include <unistd.h>

/* A file of --map or, if its lines are prefixes, of --map-prefix */
struct map {
	const char *file;
	bool prefixes;
};

struct irised {
	struct messages messages;
	struct lines lines;
	struct selection selection;
	struct choose choose;
	struct jobs jobs;
	struct inplace inplace;
	struct color_option color;
	union ARRAY_OF(struct map) maps;
	struct redirect_map *map;   /* NULL: the command is used */
	struct ask ask;             /* has the command, or NULL */
	bool zero;                  /* NUL, not a newline, ends the links that the command gets and prints */
	bool relative, root_relative;
	struct tree_options options;
	struct mover mover;         /* for --move */
	struct tree tree;           /* with --relative or --root-relative */
	struct resolver resolver;
};

static const char *add_map(struct irised *self, const char *file, bool prefixes)
{
	const struct map map = {file, prefixes};

	ARRAY_ADD(self->maps, &map);
	return *file ? NULL : "--map and --map-prefix take the name of a file";
}

static const char *take_map(void *irised, const char *file)
{
	return add_map(irised, file, false);
}

static const char *take_prefix_map(void *irised, const char *file)
{
	return add_map(irised, file, true);
}

static const struct option_row options[] = {
	{0, "map", "FILE", "take the new links from FILE, without COMMAND;\nits lines are: OLD, a tab, NEW",
         .take = take_map},
	{0, "map-prefix", "FILE", "like --map, for the beginnings of links", .take = take_prefix_map},
	{0, "relative", NULL, "give local links a relative path, as in ../x", FLAG_OF(struct irised, relative)},
	{0, "root-relative", NULL, "give local links a path from the root, as in /x",
         FLAG_OF(struct irised, root_relative)},
	{'z', "zero-terminated", NULL, "the links that COMMAND gets and prints end in NUL",
         FLAG_OF(struct irised, zero)},
	{'0', "null", NULL, "the same as --zero-terminated", FLAG_OF(struct irised, zero)},
	{'v', "verbose", NULL, "say for each file that changes how many links do",
         FLAG_OF(struct irised, inplace.verbose)},
	{0},
};

/* Prints a message about the current file, which stays as it is. */
static void irised_refuse(struct irised *self, const char *text)
{
	message_say(&self->messages, self->messages.place.file, text);
	message_raise(&self->messages, EXIT_TROUBLE);
}

/* Sets the new links that the maps have. Prints a message about each that cannot be moved. Returns true. */
static bool apply_moves(struct irised *self, struct editor *e)
{
	struct iri_str link;

	for (size_t i = 0; (link = editor_next(e, &i)).p; i++) {
		const struct redirect found = redirect_map_find(self->map, link);
		if (found.failed)
			message_die(&self->messages, NULL, "out of memory");
		if (found.to.p)
			editor_set(e, i, found.to);
		if (found.kept) {
			editor_say(e, i, found.kept);
			message_raise(&self->messages, EXIT_INVALID);
		}
	}
	return true;
}

/* Whether link i would be none without its scheme: in running text, in "<...>", or a URL of AsciiDoc. */
static bool needs_scheme(const struct editor *e, size_t i, struct iri_str link)
{
	const enum span_kind kind = editor_kind(e, i);
	const char *const end = link.p + link.n, *const colon = iri_find_byte(link.p, end, ':');

	return colon < end && iri_is_scheme(link.p, colon) &&
	       (kind <= SPAN_LAST_OF_TEXT || kind == SPAN_AUTOLINK ||
	        (kind == SPAN_INLINE && editor_format(e) == FORMAT_ASCIIDOC));
}

/* Writes local links in the way that the options ask for. Returns false, with a message, if that is not possible. */
static bool set_paths(struct irised *self, struct editor *e)
{
	const enum path_kind kind = self->relative ? PATH_RELATIVE : PATH_FROM_ROOT;
	const bool is_markdown = format_is_markdown(editor_format(e)), is_xml = editor_format(e) == FORMAT_XML;
	struct origin from;
	struct iri_buf fixed = {0};
	struct iri_str link;

	if (!is_markdown && !is_xml && editor_has_base(e)) {
		irised_refuse(self, "not edited: its links are relative to a <base href>");
		return false;
	}
	if (!strcmp(e->name, "-") || !self->tree.lines ||
	    !origin_begin(&self->resolver, e->name, !is_markdown, &from)) {
		irised_refuse(self, "not edited: it is no file below the root");
		return false;
	}
	for (size_t i = 0; (link = editor_next(e, &i)).p; i++) {
		fixed.n = 0;
		if (is_xml)
			origin_rebase(&self->resolver, &from, editor_base(e, i));
		if (!needs_scheme(e, i, link) && !editor_is_name(e, i) &&
		    origin_has(&from, editor_kind(e, i), editor_is_asset(e, i), link) &&
		    link_path_write(&self->resolver, &from, kind, link, &fixed))
			editor_set(e, i, iri_contents(&fixed));
		buf_check(&self->messages, &fixed);
	}
	iri_buf_free(&fixed);
	return true;
}

/* For inplace_edit and stream_edit: sets the new links. Returns false, with a message, if that is not possible. */
static bool irised_change(void *irised, struct editor *e)
{
	struct irised *const self = irised;

	if (self->relative || self->root_relative)
		return set_paths(self, e);
	if (self->map)
		return apply_moves(self, e);
	ask_set(&self->ask, e);
	return true;
}

/* For stream_edit, with a command */
static bool irised_begin(void *irised, const struct editor *e)
{
	return ask_links(&((struct irised *)irised)->ask, e);
}

static bool irised_is_ready(void *irised, const struct editor *e)
{
	return ask_is_answered(&((struct irised *)irised)->ask, e);
}

static bool irised_end(void *irised)
{
	return ask_end(&((struct irised *)irised)->ask);
}

/* For inplace_edit: does all steps of stream_edit. */
static bool change_whole(void *irised, struct editor *e)
{
	const struct irised *const self = irised;

	return (!self->ask.command || (irised_begin(irised, e) && irised_end(irised))) && irised_change(irised, e);
}

/* For struct jobs: edits a file. */
static bool edit_file(void *irised, const char *name, bool is_first, size_t number)
{
	static const struct stream_steps setting = {.change = irised_change};
	static const struct stream_steps asking = {irised_begin, irised_is_ready, irised_end, irised_change};
	struct irised *const self = irised;
	struct editor e = {
		.lines = &self->lines,
		.selection = &self->selection,
		.name = lines_named(&self->lines, name),
	};
	const char *const advice = is_first && self->map ? "with a map, all operands are files" : NULL;

	(void)number;
	if (stream_suits(&self->inplace, &e))
		stream_edit(&self->inplace, &e, advice, self->ask.command ? &asking : &setting, self);
	else
		inplace_edit(&self->inplace, &e, advice, change_whole, self);
	ask_close(&self->ask);
	return true;
}

/* Edits the files that are chosen. */
static void edit_chosen(struct irised *self, int n, char **names)
{
	struct jobs *const j = &self->jobs;
	const struct inplace *const o = &self->inplace;

	j->messages = &self->messages;
	j->in_folder = self->choose.in_folder;
	j->file = edit_file;
	j->arg = self;
	j->takes_turns = self->ask.command;
	j->doing = inplace_writes(o) ? "edited" : "read";
	/* The command may print to the terminal, too. */
	if (!self->ask.command)
		progress_begin(&j->progress, inplace_prints(o));
	/* A file that this run has made is not edited again: see made_has. A backup can have any name. */
	j->keeps_all = j->are_distinct = o->in_place || o->dry_run;
	j->is_serial = o->in_place && o->replace.suffix;
	if (!choose_files(&self->choose, &self->messages, n, names, jobs_add, j))
		message_raise(&self->messages, EXIT_TROUBLE);
	jobs_run(j);
	jobs_free(j);
}

/* Ends the program if standard input is a map, and a document or another map, too. */
static void check_stdin(const struct irised *self, int n, char **files)
{
	const struct map *const maps = self->maps.item;
	size_t n_maps = 0, n_files = n == 0 && !self->choose.recursive;

	for (size_t i = 0; i < ARRAY_COUNT(self->maps); i++)
		n_maps += !strcmp(maps[i].file, "-");
	for (int i = 0; i < n; i++)
		n_files += !strcmp(files[i], "-");
	n_files += self->choose.list && !strcmp(self->choose.list, "-");
	if (n_maps && n_maps + n_files > 1)
		options_refuse(&self->messages, NULL, "standard input is read only once; name a file for the map");
}

/* Reads the tables of --map and --map-prefix. */
static void read_maps(struct irised *self)
{
	const struct map *const maps = self->maps.item;
	bool well = true;

	buf_check(&self->messages, &self->maps.buf);
	if (!self->maps.buf.n)
		return;
	self->map = redirect_map_new();
	if (!self->map)
		message_die(&self->messages, NULL, "out of memory");
	for (size_t i = 0; i < ARRAY_COUNT(self->maps); i++)
		well = redirect_map_read(self->map, &self->lines, maps[i].file, maps[i].prefixes) && well;
	if (!well)
		message_die(&self->messages, NULL, "no file was edited");
}

/* Opens the tree that local links are in. Without it, no document is edited. */
static void irised_open_tree(struct irised *self, const char *operand)
{
	self->resolver.tree = &self->tree;
	if (tree_open(&self->tree, &self->messages, &self->options, operand))
		self->tree.lines = &self->lines;
	self->tree.has_root = true;
}

/* Refuses what does not go with --move. */
static void check_moves(struct irised *self, int operands)
{
	const struct messages *const m = &self->messages;

	if (operands || self->choose.stdin_name)
		options_refuse(m, NULL, "--move reads all documents below the root; leave out the files");
	if (self->maps.buf.n || self->relative || self->root_relative || selection_has_options(&self->selection) ||
	    self->inplace.in_place || self->inplace.verbose || self->zero)
		options_refuse(m, NULL, "with --move, leave out -i, -v, -z, --relative, --root-relative, and options "
		               "for maps and single links");
	self->choose.recursive = true;
	choose_check(&self->choose, m, operands, NULL);
}

static void move_files(struct irised *self)
{
	struct mover *const s = &self->mover;

	s->messages = &self->messages;
	s->lines = &self->lines;
	s->choose = &self->choose;
	s->inplace = &self->inplace;
	s->options = &self->options;
	s->selection = &self->selection;
	mover_run(s);
}

/* Edits the operands, with a map, a kind of paths, or the command, which is the first operand. */
static void edit_files(struct irised *self, int argc, char **argv)
{
	const struct messages *const m = &self->messages;
	const bool has_form = self->relative || self->root_relative;

	check_stdin(self, argc - optind, argv + optind);
	read_maps(self);
	if (has_form && (self->map || (self->relative && self->root_relative)))
		options_refuse(m, NULL, "use only one of --map, --relative and --root-relative");
	if (!self->map && !has_form && optind == argc)
		options_refuse(m, NULL, "a command is missing: irised COMMAND [file ...]");
	if (!self->map && !has_form)
		self->ask = (struct ask){
			.messages = &self->messages, .command = argv[optind++], .end = self->zero ? '\0' : '\n',
		};
	if (self->zero && !self->ask.command)
		options_refuse(m, NULL, "-z needs COMMAND");
	choose_check(&self->choose, m, argc - optind, argv + optind);
	if (inplace_writes(&self->inplace) && !self->choose.recursive && optind == argc)
		options_refuse(m, NULL, "-i needs files");
	if (has_form)
		irised_open_tree(self, choose_first(&self->choose, argc - optind, argv + optind));
	else if (tree_has_options(&self->options))
		options_refuse(m, NULL, "--root, --site and --generator need --relative, --root-relative or --move");
	edit_chosen(self, argc - optind, argv + optind);
}

int main(int argc, char **argv)
{
	struct irised self = {.messages.tool = "irised"};
	const struct program program = {
		.operands = " [option ...] COMMAND [file ...]\n       irised [option ...] --map=FILE [file ...]\n"
		            "       irised [option ...] --relative|--root-relative [file ...]\n"
		            "       irised [option ...] --move=OLD=NEW",
		.summary = "Rewrites the links of documents where they stand. COMMAND, which sh runs, gets\n"
		           "the links of a file, one per line, and prints the new ones.",
		.input = "Without files, or for a file named -, reads standard input. Without -i, prints\n"
		         "the files with the new links.",
		.tables = {{inplace_options, &self.inplace}, {options, &self}, {mover_options, &self.mover},
		           {tree_option_rows, &self.options}, {color_options, &self.color},
		           {selection_options, &self.selection}, {choose_options, &self.choose},
		           {jobs_options, &self.jobs}, {selection_format_options, &self.selection}},
		.fails = "COMMAND exited with 1, or printed an empty line for a link; or a link\n"
		         "     that begins with an old one of --map-prefix cannot be moved",
	};

	options_parse(&self.messages, &program, argc, argv);
	const bool moves = mover_is_wanted(&self.mover);
	if (moves)
		check_moves(&self, argc - optind);
	selection_prepare(&self.selection, &self.messages);
	struct options common = {
		.charset = self.selection.charset, .eol = '\n', .check = inplace_writes(&self.inplace)};
	lines_open(&self.lines, &self.messages, &common);
	self.lines.stdin_name = self.choose.stdin_name;
	self.inplace.color = color_is_wanted(&self.color, STDOUT_FILENO);
	temporary_catch_signals();
	self.choose.copies_stdin = inplace_prints(&self.inplace);
	self.choose.in_folder = &self.selection.document.in_folder;
	if (moves)
		move_files(&self);
	else
		edit_files(&self, argc, argv);
	lines_close(&self.lines);
	redirect_map_free(self.map);
	tree_free(&self.tree);
	resolver_free(&self.resolver);
	tree_options_free(&self.options);
	iri_buf_free(&self.maps.buf);
	made_free();
	selection_free(&self.selection);
	choose_free(&self.choose);
	return self.messages.status;
}
