/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "doclint.h"

#include "add_disable.h"
#include "local_kept.h"
#include "local_scan.h"
#include "prune_comments.h"

#include "cmd/file/temporary.h"
#include "lib/base/str.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *take_add_disable(void *doclint, const char *reason)
{
	struct doclint *const d = doclint;

	d->adds_comments = true;
	d->reason = reason;
	return reason ? add_disable_refuse(reason) : NULL;
}

const struct option_row doclint_options[] = {
	{0, "add-disable", "REASON", "write comments that silence all findings into the\nfiles, which give REASON",
         .take = take_add_disable, .arg_is_optional = true},
	{0, "diff", "FILE", "report only what the diff in FILE adds; -:\nstandard input",
         TEXT_OF(struct doclint, diff)},
	{0, "no-disable", NULL, "ignore comments that silence findings", FLAG_OF(struct doclint, ignores_comments)},
	{0},
};

void doclint_choose(struct doclint *d, struct filter *f)
{
	f->lines.stdin_name = d->choose.stdin_name;
	d->choose.recursive |= d->diff && !f->n_operands && !d->choose.stdin_name;
	from_choose(&d->from, f, d->choose.recursive);
	for (int i = 0; i < f->n_operands && from_is_wanted(&d->from); i++)
		d->choose.recursive |= from_is_folder(f->operands[i]);
}

void doclint_check_options(const struct doclint *d, struct filter *f, bool fix)
{
	const bool has_options = inplace_has_options(&d->inplace);

	from_check_options(&d->from, f, has_options || choose_has_options(&d->choose) ||
	                                local_has_options(&d->local) || d->ignores_comments ||
	                                d->adds_comments || d->diff);
	choose_check(&d->choose, &f->messages, f->n_operands, f->operands);
	if (has_options && !fix && !d->adds_comments)
		filter_die(f, NULL, "--in-place, --dry-run and --force need --fix or --add-disable");
	if (d->adds_comments && (fix || d->ignores_comments))
		filter_die(f, NULL, "--add-disable cannot be used together with --fix or --no-disable");
	if (d->diff && (fix || d->adds_comments || d->checker->write_baseline))
		filter_die(f, NULL, "--diff cannot be used together with --add-disable, --fix or --write-baseline");
	bool is_read = d->choose.stdin_name;
	for (int i = 0; i < f->n_operands; i++)
		is_read |= !strcmp(f->operands[i], "-");
	if (is_read && d->diff && !strcmp(d->diff, "-"))
		filter_die(f, NULL, "standard input is the diff, and cannot be a document, too");
	if (d->adds_comments && !d->inplace.dry_run && !d->choose.recursive && !f->n_operands)
		filter_die(f, NULL, "--add-disable needs files");
	if (inplace_writes(&d->inplace) && !d->choose.recursive && !f->n_operands)
		filter_die(f, NULL, "-i needs files");
}

void doclint_set_idle(const struct doclint *d)
{
	d->checker->idle[RULE_IGNORED_TARGET] = d->checker->idle[RULE_UNTRACKED_TARGET] = !d->local.asks_git;
}

/* For from_search: checks a link, or keeps a comment. */
static void check_link(void *checker, const struct span *link)
{
	if (link->kind == SPAN_COMMENT)
		held_comment(checker, link, held_has_error_bytes(checker));
	else if (link->kind == SPAN_UNCLOSED)
		held_unclosed(checker, link, held_has_error_bytes(checker));
	else if (!link->is_name)
		held_link(checker, link, held_has_error_bytes(checker));
}

/* Returns the format of a document, or FORMAT_AUTO if its name does not tell it. */
static enum document_format format_of(const struct doclint *d, const char *name)
{
	const enum document_format named = d->from.selection.document.format;

	return named == FORMAT_AUTO ? format_of_name(name) : named;
}

/* Begins a document for local links, unless it is standard input without a name, or has none that can be checked. */
static bool begin_local(struct doclint *d, const char *name)
{
	const struct filter *const f = d->checker->filter;

	return local_is_wanted(&d->local) && strcmp(name, "-") != 0 &&
	       local_begin(&d->local, name, d->format, d->from.selection.document.format != FORMAT_AUTO,
	                   choose_first(&d->choose, f->n_operands, f->operands));
}

/* For struct document_options: reports what is known of the lines before this one. */
static void report_passed(void *doclint, enum document_format format, uintmax_t line)
{
	struct doclint *const d = doclint;
	const bool has_comments = d->from.selection.document.find.keyword;

	/* Of the formats that are read in chunks, only text and HTML have comments; in HTML also for what is before. */
	if (has_comments && format_is_html(format))
		return;
	if (!has_comments || format != FORMAT_TEXT)
		line = UINTMAX_MAX;
	held_pass_lines(d->checker, line, d->is_complete);
}

/*
 * Reads a document, and keeps its findings and comments. document: what it has, or absent: then the file is read.
 * Reports findings of a file as soon as no comment can silence them. Returns whether it was read.
 */
static bool read_document(struct doclint *d, const char *name, struct iri_str document)
{
	struct checker *const c = d->checker;
	struct filter *const f = c->filter;
	struct selection *const s = &d->from.selection;
	const bool is_local = begin_local(d, name);
	void (*const found)(void *arg, const struct span *link) = is_local ? local_take : check_link;
	void *const arg = is_local ? (void *)&d->local : c;

	s->document.find.landmarks = is_local && format_has_anchors(d->local.format) ? &d->local.landmarks : NULL;
	/* Local links of standard input without a name cannot be checked. */
	d->is_complete = !is_local && !format_is_local(d->format);
	s->document.passed = document.p ? NULL : report_passed;
	s->document.passed_arg = d;
	const bool was_read = document.p ? from_search_memory(&d->from, f, name, document, found, arg)
	                                 : from_search(&d->from, f, name, found, arg);
	if (is_local)
		local_check(&d->local, was_read);
	s->document.find.landmarks = NULL;
	s->document.passed = NULL;
	if (is_local)
		d->is_complete = was_read && !d->local.anchors.is_template;
	return was_read;
}

/* Reads a text of a document that the editor has read, which has printed what is to be said about its charset. */
static bool read_edited(struct doclint *d, const char *name, struct iri_str text)
{
	bool *const silent = &d->from.selection.document.silent;

	*silent = true;
	const bool was_read = read_document(d, name, text);
	*silent = false;
	return was_read;
}

/*
 * Lists the links that --fix leaves alone, since comments silence findings of them that it would fix. Also reads the
 * anchors of standard input, which are in no file.
 */
static void list_silenced(struct doclint *d, const struct editor *e)
{
	const struct iri_str text = e->document;

	d->linkfix.silenced.buf.n = 0;
	if (!d->choose.stdin_name && e->is_utf8 && !text_find(text.p, text.p + text.n, SILENCE_KEYWORD))
		return;
	if (read_edited(d, e->name, text))
		linkfix_list_silenced(&d->linkfix);
	held_clear(d->checker);
}

/* For inplace_edit: sets the links that can be fixed, and have no finding of this kind that is silenced. */
static bool fix_links(void *doclint, struct editor *e)
{
	struct doclint *const d = doclint;

	list_silenced(d, e);
	linkfix_set(&d->linkfix, e, begin_local(d, e->name));
	return true;
}

/* For struct inplace: removes comments that silence nothing, and reports what --fix has left in the new document. */
static void report_left(void *doclint, struct editor *e)
{
	enum { MOST = 3 };
	struct doclint *const d = doclint;
	struct checker *const c = d->checker;

	if (d->adds_comments)
		return;
	const uintmax_t silenced = c->totals.silenced;
	for (unsigned i = 0;; i++) {
		const bool was_read = read_edited(d, e->name, editor_result(e));
		c->totals.files += was_read && !i;
		held_settle(c);
		/* A comment that was removed can leave an irilint-enable without its beginning. */
		if (i == MOST || !e->is_utf8 || !prune_comments(c, e, d->format, d->is_complete))
			break;
		if (c->filter->options.check)
			message_raise(&c->filter->messages, EXIT_INVALID);
		held_clear(c);
		c->totals.silenced = silenced;
	}
	held_end_document(c, d->is_complete);
	doclint_flush(d);
}

/* For inplace_edit: adds comments that silence the findings. */
static bool add_comments(void *doclint, struct editor *e)
{
	struct doclint *const d = doclint;
	struct messages *const m = e->lines->messages;

	if (!e->is_utf8) {
		message_say(m, m->place.file, "no comments added: it is not in UTF-8");
		return false;
	}
	if (read_edited(d, e->name, e->document))
		add_disable_document(d->checker, e, d->format, d->reason, &d->comments);
	held_clear(d->checker);
	return true;
}

/*
 * Chooses the rules of a document, whose format is in d->format. The texts of its links are read only if one of them
 * needs these.
 */
static void begin_rules(struct doclint *d, const char *name)
{
	d->enter(d->checker->filter, name, !format_is_rdf(d->format));
	d->from.selection.document.find.labels = held_needs_labels(d->checker);
	d->from.selection.document.find.far_labels = !d->checker->site.n;
	d->from.selection.document.find.differs = held_differs;
	d->from.selection.document.find.differs_arg = d->checker;
}

/* For struct jobs: edits a document. */
static bool fix_document(void *doclint, const char *name, bool is_first, size_t number)
{
	struct doclint *const d = doclint;
	struct filter *const f = d->checker->filter;
	struct editor e = {
		.lines = &f->lines,
		.selection = &d->from.selection,
		.name = lines_named(&f->lines, name),
		.partial = true,
		.quiet = f->options.quiet,
	};

	(void)is_first;
	(void)number;
	d->format = format_of(d, e.name);
	begin_rules(d, e.name);
	inplace_edit(&d->inplace, &e, NULL, d->adds_comments ? add_comments : fix_links, d);
	return true;
}

/* Reports what the first pass has kept of a document. Returns false if the document must be read again. */
static bool replay_document(struct doclint *d, const char *name, size_t number)
{
	d->checker->filter->messages.place.file = name;
	if (!begin_local(d, name) || !local_replay(&d->local, number))
		return false;
	d->is_complete = !d->local.anchors.is_template;
	return true;
}

/* Reads a file into memory. Returns false, with a message, if it cannot be opened. */
static bool load_document(const struct doclint *d, const char *name, struct iri_buf *text)
{
	struct filter *const f = d->checker->filter;
	const int fd = lines_open_input(&f->lines, name, NULL);

	if (fd < 0)
		return false;
	if (!lines_read_all(&f->lines, fd, text))
		message_raise(&f->messages, EXIT_TROUBLE);
	if (fd != STDIN_FILENO)
		close(fd);
	return true;
}

/*
 * For a report that shows what --fix writes, when the findings of a document are known: gives it to them. text: the
 * document, or nothing if it was not held. Whether a link can change is known when the document with the new links was
 * read.
 */
static void show_fixes(struct doclint *d, const char *name, struct iri_buf *text)
{
	linkfix_list_silenced(&d->linkfix);
	if (!held_can_fix(d->checker, d->is_complete) || (!text->n && !load_document(d, name, text)))
		return;
	const struct linkfix_document document = {
		.name = name,
		.selection = &d->from.selection,
		.text = iri_present(iri_contents(text)),
		.format = d->format,
		.is_local = begin_local(d, name),
		.is_complete = d->is_complete,
	};
	linkfix_show(&d->linkfix, &document);
}

/* For struct jobs: checks a document. Leaves out a baseline, which -r can find. */
static bool check_document(void *doclint, const char *name, bool is_first, size_t number)
{
	struct doclint *const d = doclint;
	struct checker *const c = d->checker;
	struct filter *const f = c->filter;
	struct iri_buf text = {0};

	(void)is_first;
	name = lines_named(&f->lines, name);
	d->format = (enum document_format)d->formats.p[number];
	if (checker_is_baseline(c, name))
		return true;
	const char state = d->states.n ? d->states.p[number] : LOCAL_UNREAD;
	if (state == LOCAL_CLEAN) {
		c->totals.files++;
		if (c->baseline)
			baseline_begin_document(c->baseline, name);
		return true;
	}
	begin_rules(d, name);
	d->from.selection.document.silent = state == LOCAL_SUSPECT;
	bool was_read = state == LOCAL_SUSPECT && replay_document(d, name, number);
	if (!was_read && checker_shows_fixes(c))
		was_read = load_document(d, name, &text) && read_document(d, name, iri_present(iri_contents(&text)));
	else if (!was_read)
		was_read = read_document(d, name, (struct iri_str){0});
	if (was_read && checker_shows_fixes(c))
		show_fixes(d, name, &text);
	iri_buf_free(&text);
	held_end_document(c, d->is_complete);
	if (was_read) {
		c->totals.files++;
		checker_begin_document(c);
	}
	lines_flush(&f->lines);
	return true;
}

/* For choose_files: with an empty diff, does not read a document, which must be there nevertheless. */
static bool pass_document(void *doclint, const char *name, bool is_first)
{
	struct messages *const m = &((struct doclint *)doclint)->checker->filter->messages;
	struct stat st;

	(void)is_first;
	if (strcmp(name, "-") != 0 && stat(name, &st) != 0) {
		message_say(m, name, strerror(errno));
		message_raise(m, EXIT_TROUBLE);
	}
	return true;
}

/*
 * For struct jobs: finds the format of a document and chooses its rules, so that the linters are made and the settings
 * read only once.
 */
static bool prepare_document(void *doclint, const char *name, bool is_first, size_t number)
{
	struct doclint *const d = doclint;

	(void)is_first;
	(void)number;
	name = lines_named(&d->checker->filter->lines, name);
	d->format = format_of(d, name);
	iri_buf_putc(&d->formats, (char)d->format);
	buf_check(&d->checker->filter->messages, &d->formats);
	begin_rules(d, name);
	return true;
}

/* For struct jobs */
static bool scan_document(void *doclint, const char *name, bool is_first, size_t number)
{
	struct doclint *const d = doclint;
	char state = LOCAL_UNREAD;

	(void)is_first;
	name = lines_named(&d->checker->filter->lines, name);
	d->format = (enum document_format)d->formats.p[number];
	begin_rules(d, name);
	if (!checker_is_baseline(d->checker, name) && begin_local(d, name))
		state = (char)local_scan(&d->local, &d->from.selection, name, number);
	iri_buf_putc(&d->states, state);
	buf_check(&d->checker->filter->messages, &d->states);
	return true;
}

/* For struct jobs: the first pass in a worker */
static void begin_scan(void *doclint)
{
	struct doclint *const d = doclint;

	d->states.n = 0;
	local_forget(&d->local);
}

static void save_scan(void *doclint, struct iri_buf *out)
{
	const struct doclint *const d = doclint;

	iri_buf_add(out, (const char *)&d->states.n, sizeof d->states.n);
	iri_buf_add(out, d->states.p, d->states.n);
	local_save(&d->local, out);
}

static void load_scan(void *doclint, struct iri_str saved)
{
	struct doclint *const d = doclint;
	const char *const p = saved.p + sizeof d->states.n;
	size_t n;

	memcpy(&n, saved.p, sizeof n);
	iri_buf_add(&d->states, p, n);
	buf_check(&d->checker->filter->messages, &d->states);
	local_load(&d->local, iri_between(p + n, saved.p + saved.n));
}

/* The first pass: reads each document, so that its anchors are known before a link to it is judged. */
static void scan_documents(struct doclint *d, bool is_serial)
{
	struct jobs *const j = &d->jobs;
	const char *name;
	bool is_open = false;

	/* The workers share the tree. */
	for (size_t i = 0; (name = jobs_name(j, i)); i++) {
		d->format = (enum document_format)d->formats.p[i];
		is_open = is_open || (format_is_local(d->format) && begin_local(d, name));
		if (is_open)
			local_expect(&d->local, name, d->format, d->formats.n);
	}
	j->begin = begin_scan;
	j->save = save_scan;
	j->load = load_scan;
	j->is_serial = is_serial;
	j->file = scan_document;
	jobs_run(j);
	if (d->states.n)
		local_look_up(&d->local, d->states.p);
}

/* For struct jobs: the second pass in a worker */
static void begin_checks(void *doclint)
{
	checker_forget(((struct doclint *)doclint)->checker);
}

static void save_checks(void *doclint, struct iri_buf *out)
{
	checker_save(((struct doclint *)doclint)->checker, out);
}

static void load_checks(void *doclint, struct iri_str saved)
{
	checker_load(((struct doclint *)doclint)->checker, saved);
}

static void answer_check(void *doclint, struct iri_str question, struct iri_buf *out)
{
	suggest_answer(&((struct doclint *)doclint)->local.suggester, question, out);
}

/*
 * Checks the documents. If their local links count, a first pass reads each document for its anchors, and keeps the
 * links that can have findings; the second one reports these. It reads a document again if that has too many of them.
 */
static void check_documents(struct doclint *d, struct filter *f, bool has_passes)
{
	struct checker *const c = d->checker;
	struct jobs *const j = &d->jobs;
	const enum report_format format = c->report.format;
	const bool is_serial = c->write_baseline || d->local.asks_git;

	lines_flush(&f->lines); /* a worker would print the start of the report again */
	j->is_serial = true;
	j->doing = "read";
	j->file = prepare_document;
	jobs_run(j);
	if (has_passes)
		scan_documents(d, is_serial);
	/* Reports in JSON have commas between findings. Fingerprints count equal findings in a file. */
	j->is_between = &c->report.any;
	j->between = format == REPORT_GITLAB || format == REPORT_RDJSON || format == REPORT_SARIF ? "," : NULL;
	j->are_distinct = format == REPORT_GITLAB || format == REPORT_SARIF;
	j->begin = begin_checks;
	j->save = save_checks;
	j->load = load_checks;
	j->answer = answer_check;
	j->is_serial = is_serial;
	j->doing = "checked";
	j->file = check_document;
	jobs_run(j);
}

/* Edits the documents. */
static void fix_documents(struct doclint *d)
{
	struct jobs *const j = &d->jobs;

	j->is_serial = true;
	j->doing = d->adds_comments ? "edited" : "fixed";
	j->file = fix_document;
	jobs_run(j);
}

/* Says how many comments --add-disable has written. */
static void say_added(const struct doclint *d, const struct messages *m)
{
	const struct add_disable_counts *const n = &d->comments;
	char text[128], changed[64] = "";

	if (n->changed)
		snprintf(changed, sizeof changed, ", %zu changed", n->changed);
	snprintf(text, sizeof text, "%zu %s %sadded%s in %zu %s", n->added, n->added == 1 ? "comment" : "comments",
	         inplace_writes(&d->inplace) ? "" : "would be ", changed, n->files, n->files == 1 ? "file" : "files");
	message_say(m, NULL, text);
}

/* Reads the diff of --diff. Returns false if it is empty. */
static bool read_added(struct doclint *d)
{
	struct filter *const f = d->checker->filter;

	d->added.arena.messages = &f->messages;
	d->checker->added = &d->added;
	return added_read(&d->added, &f->lines, d->diff);
}

void doclint_flush(struct doclint *d)
{
	struct messages *const m = &d->checker->filter->messages;

	buf_check(m, &d->left);
	if (d->left.n && !fd_write(STDERR_FILENO, d->left.p, d->left.n) && errno != EBADF)
		message_raise(m, EXIT_TROUBLE);
	d->left.n = 0;
}

/* Prepares for the rule text-names-other-host, which can be on for some documents. */
static void begin_names(struct doclint *d, const struct filter *f)
{
	struct checker *const c = d->checker;
	const struct tree_map *const maps = d->local.options.maps.item;

	if (!c->tld)
		return;
	d->named = (struct named){.messages = &f->messages, .tld = c->tld};
	c->named = &d->named;
	if (d->local.options.maps.buf.n)
		c->site = maps[0].iri;
}

void doclint_run(struct doclint *d, struct filter *f, bool fix)
{
	fix = fix || d->adds_comments;
	d->inplace.in_place |= d->adds_comments;
	d->inplace.check = f->options.check;
	d->inplace.made = report_left;
	d->local.checker = d->linkfix.checker = d->checker;
	d->linkfix.local = &d->local;
	d->local.settings = &d->settings;
	d->local.no_git = d->choose.no_ignore;
	/* Standard input is read once; the anchors of other documents are read when a link needs them. */
	const bool has_passes = !fix && !d->choose.stdin_name && local_is_wanted(&d->local);
	if (fix)
		temporary_catch_signals();
	from_prepare(&d->from, f);
	if (!d->ignores_comments)
		d->from.selection.document.find.keyword = SILENCE_KEYWORD;
	d->from.selection.document.find.unclosed = true;
	d->from.selection.document.lazy_places = true;
	begin_names(d, f);
	d->checker->is_partial = selection_is_partial(&d->from.selection) || d->diff;
	d->choose.in_folder = &d->from.selection.document.in_folder;
	d->choose.copies_stdin = fix && inplace_prints(&d->inplace);
	d->choose.excludes = settings_exclude;
	d->choose.excludes_arg = &d->settings;
	d->known.arena.messages = &f->messages;
	d->choose.known = &d->known;
	d->settings.known = d->local.tree.listing.known = &d->known;
	const bool is_empty = d->diff && !read_added(d);
	if (is_empty && !f->options.quiet)
		message_say(&f->messages, NULL, "the diff is empty, so nothing was checked");
	d->jobs.messages = &f->messages;
	d->jobs.in_folder = d->choose.in_folder;
	d->jobs.arg = d;
	d->jobs.keeps_all = true;
	progress_begin(&d->jobs.progress, fix && inplace_prints(&d->inplace));
	if (!choose_files(&d->choose, &f->messages, f->n_operands, f->operands, is_empty ? pass_document : jobs_add,
	                  is_empty ? (void *)d : &d->jobs))
		message_raise(&f->messages, EXIT_TROUBLE);
	if (fix)
		fix_documents(d);
	else
		check_documents(d, f, has_passes);
	/* After messages about files that got none, the count says nothing new. */
	if (d->adds_comments && !f->options.quiet && (d->comments.files || !f->messages.status))
		say_added(d, &f->messages);
	named_free(&d->named);
	d->checker->named = NULL;
	choose_free(&d->choose);
	settings_free(&d->settings);
	local_free(&d->local);
	known_folders_free(&d->known);
	jobs_free(&d->jobs);
	iri_buf_free(&d->states);
	iri_buf_free(&d->formats);
	linkfix_free(&d->linkfix);
	added_free(&d->added);
}
