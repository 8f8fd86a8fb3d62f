/* SPDX-License-Identifier: ISC */
/*
 * rows [--fork] [--alter] [--tools=FOLDER] TABLE...: runs all rows of these tables, and prints TAP: a line for each
 * table, and for each row that fails. The tools are in this program, or in the folder. Each table has a process of its
 * own; with --fork, each row. If one ends early, the row is named, and the next process continues with the next row.
 * With --alter, each cell of a row that passes is altered in turn, if it says what a tool must do; then the row must
 * fail.
 *
 * rows --fail=oom|faults TABLE FOLDER: runs the commands of tests/tools.tsv, with their input in the folder, while
 * allocations, or calls for input and output, fail.
 */
#include "config.h"

#include "check.h"
#include "fail.h"
#include "tool.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* The columns that say what a tool must do */
static const char *const wanted[] = {"output", "status", "text", "column", "links", "found", "findings", "result",
                                     "message", "kind", "errors", "after"};

/* What the processes share */
static struct shared {
	size_t row; /* the row that runs, or is the next */
	size_t passed, failed, unknown, left_out;
} *shared;

/* Prints the lines of a text, indented, each visibly. */
static void print_lines(struct iri_str text)
{
	const char *p = text.p, *const end = text.p + text.n;

	while (p < end) {
		const char *const stop = iri_find_byte(p, end, '\n');
		fputs("  ", stdout);
		print_visibly(iri_between(p, stop));
		p = stop + (stop < end);
	}
}

/* Whether a column that says in some tables what a tool must do is its input in this one. */
static bool is_input(const struct table *t, const char *name)
{
	return (!strcmp(name, "text") && table_column(t, "links") < t->columns) ||
	       (!strcmp(name, "links") && table_column(t, "document") < t->columns);
}

/*
 * Alters each cell of the row that says what its tool must do. Prints a line for each that the row passes with. A
 * number gets a digit, other text a character that no result has. The cell of a finding may be empty: it wants none.
 */
static enum verdict check_altered(const struct table *t, size_t i)
{
	char text[65536];

	for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++) {
		struct row row = table_row(t, i);
		const size_t at = table_column(t, wanted[k]);
		if (at >= row.count || at == t->columns || is_input(t, wanted[k]))
			continue;
		const struct iri_str cell = row.cells[at];
		const bool number = cell.n && strspn(cell.p, "0123456789") >= cell.n;
		if (cell.n >= sizeof text - 1)
			abort();
		row.altered = true;
		/* A document can have any number of links, also none: row_check alters what it wants of them. */
		if (strcmp(wanted[k], "kind") != 0) {
			memcpy(text, cell.p, cell.n);
			text[cell.n] = number ? '1' : '\001';
			row.cells[at] = (struct iri_str){text, cell.n + 1};
		}
		if (row_check(&row) == PASSED) {
			printf("not ok - rows: %s/%.*s passes with another %s\n", t->name, (int)row.cells[0].n,
			       row.cells[0].p, wanted[k]);
			return FAILED;
		}
	}
	return PASSED;
}

/* Runs rows of the table in this process, from shared->row on, up to `end`. If one takes 20 s, SIGALRM ends it. */
static void run(const struct table *t, size_t end, bool alter)
{
	for (size_t i = shared->row; i < end; shared->row = ++i) {
		const struct row row = table_row(t, i);
		alarm(20);
		enum verdict verdict = row_check(&row);
		if (alter && verdict == PASSED)
			verdict = check_altered(t, i);
		fflush(stdout);
		switch (verdict) {
		case PASSED: shared->passed++; break;
		case FAILED: shared->failed++; break;
		case UNKNOWN: shared->unknown++; break;
		case LEFT_OUT: shared->left_out++; break;
		}
	}
}

/* Prints how a process ended too early, and what the last tool in it, or a sanitizer, wrote to standard error. */
static void print_early_end(const struct table *t, int status)
{
	struct result result = {.status = 0};
	struct iri_str id = {"after the last row", 18};

	if (shared->row < t->count)
		id = table_row(t, shared->row).cells[0];
	printf("not ok - rows: %s/%.*s: the process ended early, by %s %d\n", t->name, (int)id.n, id.p,
	       WIFSIGNALED(status) ? "signal" : "status", WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
	tool_read(&result);
	print_lines(iri_contents(&result.of[ERR]));
	for (int i = 0; i < STREAMS; i++)
		iri_buf_free(&result.of[i]);
}

/* Runs all rows of the table, and prints the line of TAP. Returns whether they passed. fork_each: a process each */
static bool run_table(const struct table *t, bool fork_each, bool alter)
{
	int status;

	*shared = (struct shared){.row = 0};
	while (shared->row < t->count) {
		const size_t end = fork_each ? shared->row + 1 : t->count;
		fflush(stdout);
		const pid_t child = fork();
		if (child == 0) {
			run(t, end, alter);
			exit(0);
		}
		if (child < 0 || waitpid(child, &status, 0) != child) {
			perror("rows: fork");
			exit(2);
		}
		if (status) {
			print_early_end(t, status);
			shared->failed++;
			shared->row += shared->row < end;
		}
	}
	if (shared->left_out)
		printf("ok - rows: %s # skip: %zu rows of what was left out of the build\n", t->name, shared->left_out);
	if (shared->unknown)
		printf("ok - rows: %s # skip: %zu rows with charsets that are not known here\n", t->name,
		       shared->unknown);
	if (shared->passed && !shared->failed)
		printf("ok - rows: %s: %zu rows%s\n", t->name, shared->passed, alter ? ", also altered" : "");
	return !shared->failed;
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{"fork", no_argument, NULL, 'f'},
		{"alter", no_argument, NULL, 'a'},
		{"tools", required_argument, NULL, 't'},
		{"fail", required_argument, NULL, 'F'},
		{NULL, 0, NULL, 0},
	};
	bool fork_each = false, alter = false, passed = true;
	char folder[4096];
	const char *mode = NULL;

	for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;)
		switch (c) {
		case 'f': fork_each = row_alone = true; break;
		case 'a': alter = true; break;
		case 't': row_tools = optarg; break;
		case 'F': mode = optarg; break;
		default: return 2;
		}
	if (optind == argc || (mode && optind + 2 != argc)) {
		fputs("rows: name tables; with --fail, one table and one folder\n", stderr);
		return 2;
	}
	if (mode)
		return fail_main(mode, argv[optind], argv[optind + 1]);
	struct table *const tables = malloc((size_t)argc * sizeof *tables);
	for (int i = optind; i < argc; i++)
		table_read(&tables[i], argv[i]);
	shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED) {
		perror("rows: mmap");
		return 2;
	}
	tool_start();
	enter(folder);
	for (int i = optind; i < argc; i++)
		passed = run_table(&tables[i], fork_each, alter) && passed;
	leave(folder);
	for (int i = optind; i < argc; i++)
		table_free(&tables[i]);
	free(tables);
	return !passed;
}
