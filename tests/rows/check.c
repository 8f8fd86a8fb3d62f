/* SPDX-License-Identifier: ISC */
/* The kinds of tables: how each runs its tool, and what it compares. */
#include "config.h"

#include "check.h"

#include "files.h"
#include "tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

const char *row_tools;
bool row_alone;

/* A run of a tool: its words, its input, what the row wants, and the results */
static struct run {
	const struct row *row;
	char *words[MOST_WORDS];
	size_t starts[MOST_WORDS], count; /* the words are in word_text from these offsets on */
	struct iri_buf word_text, path, input, want, got;
	struct result result;
	const char *executed; /* the row whose results these are, and what execute returned */
	enum verdict verdict;
} run;

/* Adds a word to the command, with its escapes resolved. */
static void add_word(struct iri_str word)
{
	if (run.count + 1 == MOST_WORDS)
		abort();
	run.starts[run.count++] = run.word_text.n;
	row_unescape(&run.word_text, word);
	iri_buf_putc(&run.word_text, '\0');
}

static void add_option(const char *word)
{
	add_word((struct iri_str){word, strlen(word)});
}

/*
 * Begins the command of a row: the tool, which is a cell or the start of the table's name, and `first`, which may be
 * NULL.
 */
static void begin(const struct row *row, const char *first)
{
	run.row = row;
	run.count = 0;
	iri_buf_clear(&run.word_text);
	iri_buf_clear(&run.input);
	iri_buf_clear(&run.want);
	iri_buf_clear(&run.got);
	const struct iri_str tool = row_cell(row, "tool");
	add_word(tool.n ? tool : (struct iri_str){row->table->name, strcspn(row->table->name, "-.")});
	if (first)
		add_option(first);
	row_each_word(row_cell(row, "options"), add_word);
}

/* Sets the input to a cell, with its escapes resolved. */
static void read_input(const char *column)
{
	row_unescape(&run.input, row_cell(run.row, column));
}

/* Returns whether a tool is in this program, or in the folder of the tools to run. Sets run.path to its file there. */
static bool is_built(const char *name)
{
	if (!row_tools)
		return tool_find(name) != NULL;
	iri_buf_clear(&run.path);
	iri_buf_add(&run.path, row_tools, strlen(row_tools));
	iri_buf_putc(&run.path, '/');
	iri_buf_add(&run.path, name, strlen(name) + 1);
	return access(run.path.p, X_OK) == 0;
}

/* Whether the results of the row are there already: rows --alter alters only what it wants, one cell after another. */
static bool is_executed(const struct row *row)
{
	return row->altered && run.executed == row->cells[0].p;
}

/* Runs the command. Returns PASSED, or why it cannot be run. */
static enum verdict run_tool(void)
{
	for (size_t i = 0; i < run.count; i++)
		run.words[i] = run.word_text.p + run.starts[i];
	run.words[run.count] = NULL;
	if (!is_built(run.words[0]))
		return LEFT_OUT;
	const struct iri_str status = row_cell(run.row, "status"), input = iri_contents(&run.input);
	if (row_tools)
		tool_run_file(run.path.p, run.words, input, &run.result);
	else if (!row_alone && status.n && *status.p == '2')
		tool_run_alone(tool_find(run.words[0]), run.words, input, &run.result);
	else
		tool_run(tool_find(run.words[0]), run.words, input, &run.result);
	/* libpsl can be missing, which a column of iriparse and a rule of irilint need. */
	const struct iri_str messages = iri_contents(&run.result.of[ERR]);
	if (run.result.status == 2 && memmem(messages.p, messages.n, " was built without ", 19))
		return LEFT_OUT;
#ifndef __GLIBC__
	if (!strncmp(run.row->cells[0].p, "glibc-", 6))
		return UNKNOWN;
	for (size_t i = 0; i < run.count; i++)
		if (run.result.status == 2 && (strstr(run.words[i], "charset=") ||
		                               !strncmp(run.words[i], "--recode=", 9) ||
		                               !strncmp(run.words[i], "--repertoire=", 13)))
			return UNKNOWN;
#endif
	return PASSED;
}

/* Runs the command, unless its results are there. Returns whether there are any; else run.verdict says why not. */
static bool execute(void)
{
	if (!is_executed(run.row))
		run.verdict = run_tool();
	run.executed = run.row->cells[0].p;
	return run.verdict == PASSED;
}

static void print_label(const char *label, int status)
{
	printf(status < 0 ? "  %s: " : "  %s %d: ", label, status);
}

/*
 * Compares results with what the row wants. status: the exit status that it wants, or -1 for 0 or 1. same: whether the
 * rest is as wanted; run.want and run.got show it.
 */
static enum verdict judge(int status, bool same)
{
	const int got = run.result.status;
	const struct row *const row = run.row;
	const struct iri_str source = row_cell(row, "source");

	if (same && !run.result.left_open && (got == status || (status < 0 && got <= 1)))
		return PASSED;
	if (row->altered)
		return FAILED;
	printf("not ok - rows: %s/%.*s (%.*s)\n ", row->table->name, (int)row->cells[0].n, row->cells[0].p,
	       (int)source.n, source.p);
	for (size_t i = 0; i < run.count; i++)
		printf(" %s", run.words[i]);
	if (run.result.left_open)
		fputs("\n  a descriptor was left open", stdout);
	fputs("\n  input: ", stdout);
	print_visibly(iri_contents(&run.input));
	print_label("want", status);
	print_visibly(iri_contents(&run.want));
	print_label("got", got);
	print_visibly(iri_contents(&run.got));
	fputs("  messages: ", stdout);
	print_visibly(iri_contents(&run.result.of[ERR]));
	return FAILED;
}

static bool equal(const struct iri_buf *a, const struct iri_buf *b)
{
	return iri_same(iri_contents(a), iri_contents(b));
}

/* Sets run.got to one of the results. */
static void got(enum stream stream)
{
	iri_buf_clear(&run.got);
	iri_buf_add(&run.got, run.result.of[stream].p, run.result.of[stream].n);
}

static int number(struct iri_str cell)
{
	return atoi(cell.p);
}

/* input, output, status: one line of input, and one of output */
static enum verdict check_line(const struct row *row)
{
	begin(row, "-q");
	read_input("input");
	iri_buf_putc(&run.input, '\n');
	row_unescape(&run.want, row_cell(row, "output"));
	iri_buf_putc(&run.want, '\n');
	if (!execute())
		return run.verdict;
	got(OUT);
	return judge(number(row_cell(row, "status")), equal(&run.want, &run.got));
}

/* input, column, text: the line is invalid, with a message that names the column and contains the text */
static enum verdict check_message(const struct row *row)
{
	const struct iri_str column = row_cell(row, "column"), text = row_cell(row, "text");

	begin(row, NULL);
	read_input("input");
	iri_buf_putc(&run.input, '\n');
	iri_buf_add(&run.want, row->table->name, strcspn(row->table->name, "-."));
	iri_buf_add(&run.want, ": stdin:1:", 10);
	iri_buf_add(&run.want, column.p, column.n);
	iri_buf_add(&run.want, ": ", 2);
	const size_t n = run.want.n;
	iri_buf_add(&run.want, text.p, text.n);
	if (!execute())
		return run.verdict;
	got(ERR);
	return judge(1, run.got.n >= n && !memcmp(run.got.p, run.want.p, n) &&
	                        memmem(run.got.p + n, run.got.n - n, text.p, text.n));
}

/* text, links: irigrep prints the links, which spaces separate, and fails if there are none */
static enum verdict check_links(const struct row *row)
{
	const struct iri_str links = row_cell(row, "links");

	begin(row, NULL);
	read_input("text");
	row_unescape(&run.want, links);
	if (links.n)
		iri_buf_putc(&run.want, '\n');
	for (size_t i = 0; i < run.want.n; i++)
		run.want.p[i] = run.want.p[i] == ' ' ? '\n' : run.want.p[i];
	if (!execute())
		return run.verdict;
	got(OUT);
	return judge(!links.n, equal(&run.want, &run.got));
}

/*
 * Returns the value of a member in a line of JSON, as it is written there, or NULL. Inside of strings, quotes are
 * escaped, so that the name with its quotes is found only where it is a name.
 */
static struct iri_str json_member(struct iri_str line, const char *name)
{
	char quoted[32];
	const int n = snprintf(quoted, sizeof quoted, "\"%s\":", name);
	const char *const found = memmem(line.p, line.n, quoted, (size_t)n), *const end = line.p + line.n;

	if (!found)
		return (struct iri_str){NULL, 0};
	const char *const value = found + n, *stop = value + 1;
	if (*value == '"')
		while (stop < end && *stop != '"')
			stop += 1 + (*stop == '\\');
	else
		stop = value + strcspn(value, ",}\n");
	return *value == '"' ? iri_between(value + 1, stop) : iri_between(value, stop);
}

/* Appends a string of JSON, with its escapes resolved: those of %b, \", and \uXXXX for U+FFFD and below U+0080. */
static void add_json_string(struct iri_buf *out, struct iri_str s)
{
	for (const char *p = s.p, *const end = s.p + s.n; p < end; p++) {
		if (*p != '\\') {
			iri_buf_putc(out, *p);
		} else if (!strncmp(p, "\\ufffd", 6)) {
			iri_buf_add(out, "\xEF\xBF\xBD", 3);
			p += 5;
		} else if (!strncmp(p, "\\u00", 4)) {
			iri_buf_putc(out, (char)(hex_value(p[4]) * 16 + hex_value(p[5])));
			p += 5;
		} else if (p[1] == '"' || p[1] == '/') {
			iri_buf_putc(out, *++p);
		} else {
			row_unescape(out, (struct iri_str){p++, 2});
		}
	}
}

/* Takes the next line off the text. Returns false at its end. */
static bool next_line(struct iri_str *text, struct iri_str *line)
{
	const char *const end = text->p + text->n, *const stop = iri_find_byte(text->p, end, '\n');

	*line = iri_between(text->p, stop);
	if (stop == end && !line->n)
		return false;
	*text = iri_between(stop + (stop < end), end);
	return true;
}

static void add_text(struct iri_buf *out, struct iri_str s)
{
	iri_buf_add(out, s.p, s.n);
}

/*
 * Appends each finding of the output, separated by spaces: FIRST-END for a table of lines; for one of documents
 * RULE@LINE:FIRST-END, or RULE@LINE:FIRST-LINE:END if it goes over several lines.
 */
static void add_findings(struct iri_buf *out, bool in_documents)
{
	struct iri_str text = iri_contents(&run.result.of[OUT]), line;

	while (next_line(&text, &line)) {
		const char *const fix = memmem(line.p, line.n, ",\"fix\":{", 8);
		if (fix)
			line.n = (size_t)(fix - line.p);
		if (out->n)
			iri_buf_putc(out, ' ');
		if (in_documents) {
			add_text(out, json_member(line, "rule"));
			iri_buf_putc(out, '@');
			add_text(out, json_member(line, "line"));
			iri_buf_putc(out, ':');
		}
		add_text(out, json_member(line, "column"));
		iri_buf_putc(out, '-');
		const struct iri_str last = json_member(line, "endLine");
		if (in_documents && last.n) {
			add_text(out, last);
			iri_buf_putc(out, ':');
		}
		add_text(out, json_member(line, "endColumn"));
	}
}

/* input, found: the findings of the one rule that the first option names. This option has the form --only=RULE. */
static enum verdict check_found(const struct row *row)
{
	static const char hosts[] = "google.com\nhttps://apple.com/x\npaypal.com:443\nmicrosoft.com\n";

	file_write("known", (struct iri_str){hosts, sizeof hosts - 1});
	begin(row, NULL);
	add_option("--format=json");
	read_input("input");
	iri_buf_putc(&run.input, '\n');
	add_text(&run.want, row_cell(row, "found"));
	if (!execute())
		return run.verdict;
	add_findings(&run.got, false);
	bool only = true;
	struct iri_str text = iri_contents(&run.result.of[OUT]), line;
	const char *const rule = run.words[1] + strlen("--only=");
	while (next_line(&text, &line))
		only = only && iri_is(json_member(line, "rule"), rule);
	return judge(-1, only && equal(&run.want, &run.got));
}

/* document, findings: the findings in a document */
static enum verdict check_findings(const struct row *row)
{
	if (!is_built("irigrep"))
		return LEFT_OUT;
	begin(row, NULL);
	add_option("--format=json");
	read_input("document");
	add_text(&run.want, row_cell(row, "findings"));
	if (!execute())
		return run.verdict;
	add_findings(&run.got, true);
	return judge(-1, equal(&run.want, &run.got));
}

/*
 * document, and kind, offset, length and reference for each link: irigrep reports these links, each with the text in
 * its place. The name of the table says the format, if no option --from does. An empty link can have "-" for its place.
 * Documents of rows charset-* need not be in UTF-8, so that their text is another one.
 */
static enum verdict check_document(const struct row *row)
{
	const size_t first = table_column(row->table, "kind");
	struct iri_str text, line;
	char from[32];
	bool in_place = true;

	snprintf(from, sizeof from, "--from=%.*s", (int)strcspn(strchr(row->table->name, '-') + 1, "."),
	         strchr(row->table->name, '-') + 1);
	begin(row, "--json");
	if (strncmp(row_cell(row, "options").p, "--from=", strlen("--from=")) != 0)
		add_option(from);
	read_input("document");
	for (size_t i = first; i + 4 <= row->count - 2; i += 4) {
		for (size_t k = 0; k < 3; k++) {
			add_text(&run.want, row->cells[i + k]);
			iri_buf_putc(&run.want, ' ');
		}
		row_unescape(&run.want, row->cells[i + 3]);
		iri_buf_putc(&run.want, '\n');
	}
	if (row->altered)
		iri_buf_putc(&run.want, '\001');
	if (!execute())
		return run.verdict;
	text = iri_contents(&run.result.of[OUT]);
	while (next_line(&text, &line)) {
		const struct iri_str offset = json_member(line, "offset"), length = json_member(line, "length");
		const size_t at = (size_t)number(offset), n = (size_t)number(length);
		const size_t before = run.got.n;
		if (!iri_is(json_member(line, "text"), "null"))
			add_json_string(&run.got, json_member(line, "text"));
		in_place = in_place && (!strncmp(row->cells[0].p, "charset-", 8) ||
		                        (at + n <= run.input.n && run.got.n - before == n &&
		                         (!n || !memcmp(run.got.p + before, run.input.p + at, n))));
		run.got.n = before;
		add_text(&run.got, json_member(line, "kind"));
		iri_buf_putc(&run.got, ' ');
		add_text(&run.got, n ? offset : (struct iri_str){"-", 1});
		iri_buf_putc(&run.got, ' ');
		add_text(&run.got, n ? length : (struct iri_str){"-", 1});
		iri_buf_putc(&run.got, ' ');
		add_json_string(&run.got, json_member(line, "reference"));
		iri_buf_putc(&run.got, '\n');
	}
	return judge(-1, in_place && !run.result.of[ERR].n && equal(&run.want, &run.got));
}

/* document, links, result, message: what irised writes; or, if the result is "-", with which message it refuses */
static enum verdict check_edit(const struct row *row)
{
	const struct iri_str message = row_cell(row, "message");
	struct iri_buf links = {NULL, 0, 0, false};
	const bool refuses = iri_is(row_cell(row, "result"), "-");

	row_unescape(&links, row_cell(row, "links"));
	iri_buf_putc(&links, '\n');
	file_write("links", iri_contents(&links));
	iri_buf_free(&links);
	begin(row, NULL);
	read_input("document");
	add_option("exec cat links");
	if (!refuses)
		row_unescape(&run.want, row_cell(row, "result"));
	const size_t n = run.want.n;
	if (message.n) {
		iri_buf_add(&run.want, "irised: stdin:", 14);
		add_text(&run.want, message);
	}
	if (!execute())
		return run.verdict;
	/* The start of the message is as wanted; without one there is none. */
	const struct iri_buf *const err = &run.result.of[ERR];
	got(OUT);
	const size_t said = err->n < run.want.n - n ? err->n : run.want.n - n;
	iri_buf_add(&run.got, err->p, message.n ? said : err->n);
	return judge(refuses ? 2 : 0, run.result.of[OUT].n == n && equal(&run.want, &run.got));
}

/* Sets the buffer to a document of HTML with this link in an attribute. */
static void put_attribute(struct iri_buf *out, struct iri_str link)
{
	static const char special[] = "&<>\"";
	static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;"};

	iri_buf_add(out, "<a href=\"", 9);
	for (size_t i = 0; i < link.n; i++) {
		const char *const found = link.p[i] ? strchr(special, link.p[i]) : NULL;
		if (found)
			iri_buf_add(out, names[found - special], strlen(names[found - special]));
		else
			iri_buf_putc(out, link.p[i]);
	}
	iri_buf_add(out, "\">", 2);
}

/*
 * map, table, link, result: the map, in the form that "table" says, moves the link to the result. "-": it does not;
 * "!": it does not, and irised says so.
 */
static enum verdict check_map(const struct row *row)
{
	const struct iri_str table = row_cell(row, "table"), result = row_cell(row, "result");
	struct iri_buf text = {NULL, 0, 0, false};

	begin(row, "--from=html");
	row_unescape(&text, row_cell(row, "map"));
	const struct iri_str map = iri_contents(&text);
	const char *const end = map.p + map.n;
	const bool both = iri_is(table, "both");
	const char *const second = both ? iri_find_byte(map.p, end, '\n') + 1 : end;
	file_write("map", iri_between(map.p, second));
	add_option(iri_is(table, "prefix") ? "--map-prefix=map" : "--map=map");
	if (both) {
		file_write("prefixes", iri_between(second, end));
		add_option("--map-prefix=prefixes");
	}
	iri_buf_clear(&text);
	row_unescape(&text, row_cell(row, "link"));
	put_attribute(&run.input, iri_contents(&text));
	const bool says = iri_is(result, "!"); /* irised prints a message about the link */
	if (!says && !iri_is(result, "-")) {
		iri_buf_clear(&text);
		row_unescape(&text, result);
	}
	put_attribute(&run.want, iri_contents(&text));
	iri_buf_free(&text);
	if (!execute())
		return run.verdict;
	got(OUT);
	return judge(says, says == (run.result.of[ERR].n > 0) && equal(&run.want, &run.got));
}

/* Appends a cell, with its escapes resolved, and the name of the tool in place of "$tool". */
static void add_named(struct iri_buf *out, struct iri_str cell)
{
	const char *p = cell.p, *const end = p + cell.n, *found;
	const char *const name = run.word_text.p;

	while ((found = memmem(p, (size_t)(end - p), "$tool", 5))) {
		row_unescape(out, iri_between(p, found));
		iri_buf_add(out, name, strlen(name));
		p = found + 5;
	}
	row_unescape(out, iri_between(p, end));
}

/* input, output, errors, status: all that the tool reads and writes; and perhaps files, before and after */
static enum verdict check_run(const struct row *row)
{
	const bool has_files = table_column(row->table, "files") < row->table->columns;

	begin(row, NULL);
	read_input("input");
	row_unescape(&run.want, row_cell(row, "output"));
	const size_t n = run.want.n;
	add_named(&run.want, row_cell(row, "errors"));
	if (has_files && !is_executed(row))
		files_make(row_cell(row, "files"));
	if (has_files)
		files_enter();
	const bool is_there = execute();
	got(OUT);
	add_text(&run.got, iri_contents(&run.result.of[ERR]));
	if (has_files) {
		files_compare(row_cell(row, "after"), &run.want, &run.got);
		files_leave();
	}
	if (!is_there)
		return run.verdict;
	return judge(number(row_cell(row, "status")), run.result.of[OUT].n == n && equal(&run.want, &run.got));
}

/* A table is of the first kind whose column it has. */
static const struct {
	const char *column;
	enum verdict (*check)(const struct row *row);
} kinds[] = {
	{"map", check_map},       {"message", check_edit}, {"kind", check_document}, {"findings", check_findings},
	{"found", check_found},   {"column", check_message}, {"links", check_links}, {"errors", check_run},
	{"output", check_line},
};

enum verdict row_check(const struct row *row)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (table_column(row->table, kinds[i].column) < row->table->columns)
			return kinds[i].check(row);
	printf("not ok - rows: %s: no kind of table has these columns\n", row->table->name);
	return FAILED;
}
