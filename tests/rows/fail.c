/* SPDX-License-Identifier: ISC */
/*
 * Runs are children that share their files with this process; or one child has many, and each failure there is tried
 * again in a child of its own. The law of all runs: the results are those of a run
 * without failures, or the tool gives up: with status 2, a message in its last line, and output that is a prefix of the
 * right one. A file that it writes in place has all of its old or all of its new content, and no temporary file stays.
 */
#include "config.h"

#include "fail.h"

#include "table.h"
#include "tool.h"

#include "cmd/file/made.h"
#include "tests/hostile/faults.h"
#include "tests/hostile/oom.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

int recover_main(int argc, char **argv);

enum { MOST_LEAKS = 1000 };
/* What this process shares with the children that run tools */
struct run_shared {
	long counts[CALLS];
	struct oom_told told;
	/* Of a process for many runs: the allocation that fails next, 0 if none is left; those that may cause a leak */
	unsigned long next, numbers[MOST_LEAKS];
	size_t leaks;
	unsigned long tried; /* runs of this command */
};
/* What the workers share: the next line of the table, and whether all passed */
struct workers_shared {
	atomic_size_t next;
	atomic_bool failed;
};

/* A file that a command writes, and its content before and after */
enum { MOST_FILES = 4, MODE = 0640 };
enum { SECONDS = 60 }; /* a tool that hangs is ended after these */
struct changed {
	char name[64];
	bool existed, kept_mode; /* before; it has the mode and the access control list that it had */
	struct iri_buf before, after, now;
};

static struct command {
	char *words[MOST_WORDS + 1];
	tool_main *main;
	bool recovers; /* continues after a failure, with complete results */
	bool refuses;  /* has status 2 also without failures */
	bool loads;    /* each allocation fails also while libraries load what they keep */
	struct iri_buf text, input;
	struct changed changed[MOST_FILES];
	size_t changes;
	struct result well, got;
	long calls[CALLS];         /* of the run without failures */
	unsigned long allocations; /* of the same run */
} command;
static struct run_shared *run_shared;
static bool looks_for_leaks, long_run; /* in this run; after each failed allocation (IRI_LONG) */
static bool in_place; /* run() runs the tool in this process, and complain() says nothing */

static struct iri_str of(const struct iri_buf *b)
{
	return iri_contents(b);
}

/*
 * The access control list of files that commands write, as Linux has it: a version, and entries of a tag, permissions
 * and a number. The owner may read and write, the user 1 and the group may read, and so says the mask; others may not.
 */
#define ENTRY(tag, permissions, id) tag, 0, permissions, 0, id, id, id, id
static const unsigned char acl[] = {
	2, 0, 0, 0, ENTRY(1, 6, 0xFF), 2, 0, 4, 0, 1, 0, 0, 0, ENTRY(4, 4, 0xFF), ENTRY(0x10, 4, 0xFF),
	ENTRY(0x20, 0, 0xFF),
};
static bool has_acls; /* the file system has such lists */

/* Gives a file the list, and another attribute. */
static void set_attributes(const char *name)
{
#ifdef __linux__
	has_acls = setxattr(name, "system.posix_acl_access", acl, sizeof acl, 0) == 0;
	if (setxattr(name, "user.iri", "x", 1, 0) < 0 && has_acls)
		perror(name);
#else
	(void)name;
#endif
}

/* Whether the file has the list. */
static bool has_acl(const char *name)
{
#ifdef __linux__
	unsigned char found[sizeof acl];

	return getxattr(name, "system.posix_acl_access", found, sizeof found) == (ssize_t)sizeof acl &&
	       !memcmp(found, acl, sizeof acl);
#else
	(void)name;
	return false;
#endif
}

/* Reads a file. Returns false if there is none. */
static bool read_file(const char *name, struct iri_buf *to)
{
	FILE *const file = fopen(name, "rb");
	char block[65536];
	size_t n;

	iri_buf_clear(to);
	if (!file)
		return false;
	while ((n = fread(block, 1, sizeof block, file)) > 0)
		iri_buf_add(to, block, n);
	fclose(file);
	return true;
}

/* Writes a file in place, so that links to it stay links. */
static void write_file(const char *name, struct iri_str text)
{
	FILE *const file = fopen(name, "wb");

	if (!file || fwrite(text.p, 1, text.n, file) != text.n || fclose(file) != 0 || chmod(name, MODE) != 0) {
		perror(name);
		exit(2);
	}
	set_attributes(name);
}

/* Removes temporary files of the tools from the folder. Returns whether there were any. */
static bool remove_temporary(const char *folder)
{
	DIR *const dir = opendir(folder);
	struct dirent *entry;
	char name[512];
	bool any = false;

	while (dir && (entry = readdir(dir)))
		if (!strncmp(entry->d_name, ".iri", 4) && strchr(entry->d_name, '-')) {
			snprintf(name, sizeof name, "%s/%s", folder, entry->d_name);
			any = unlink(name) == 0 || any;
		}
	if (dir)
		closedir(dir);
	return any;
}

/* Gives the files that the command writes the content that they had before. */
static void restore(void)
{
	for (size_t i = 0; i < command.changes; i++)
		if (command.changed[i].existed)
			write_file(command.changed[i].name, of(&command.changed[i].before));
		else
			unlink(command.changed[i].name);
	unlink("bad");
}

static bool has_option(const char *start);

/* Reads the files that the command may have written. may_be_private: only the owner may be able to read them now */
static void read_changed(bool may_be_private)
{
	struct stat st;

	for (size_t i = 0; i < command.changes; i++) {
		struct changed *const c = &command.changed[i];
		read_file(c->name, &c->now);
		if (!c->existed) {
			c->kept_mode = true;
			continue;
		}
		const mode_t mode = stat(c->name, &st) == 0 ? st.st_mode & 0777 : 0;
		c->kept_mode = (mode == MODE && has_acl(c->name) == has_acls) || (may_be_private && mode == 0600);
	}
	/* A file that is written through a symbolic link leaves the link. */
	if (command.changes && (lstat("dir/link", &st) != 0 || !S_ISLNK(st.st_mode)))
		command.changed[0].kept_mode = false;
	read_file("bad", &command.got.of[REJECTED]);
}

/* Ends a child, with the exit status of its tool. */
static void end_run(int status)
{
	static const struct faults none = NO_FAULTS;

	oom_begin(0, false, NULL);
	faults_begin(&none, NULL);
	/* The search for leaks takes long. A tool that gave up ended, so that its leaks harm nobody. */
	if (looks_for_leaks && (status < 2 || long_run))
		exit(status);
	_exit(status);
}

/* Runs the command in a child, while an allocation or a call fails. Returns the status as waitpid(2) does. */
static int run_in_child(unsigned long allocation, bool later, const struct faults *faults)
{
	int status;

	fflush(stdout);
	const pid_t child = fork();
	if (child == 0) {
		alarm(SECONDS);
		signal(SIGHUP, SIG_DFL);
		signal(SIGINT, SIG_DFL);
		looks_for_leaks = allocation && !later;
		tool_redirect();
		if (faults)
			faults_begin(faults, run_shared->counts);
		oom_begin(allocation, later, &run_shared->told);
		tool_become(command.main, command.words, end_run);
	}
	if (child < 0 || waitpid(child, &status, 0) != child) {
		perror("rows: fork");
		exit(2);
	}
	command.got.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	return status;
}

/* Does what the end of the process would do: files that were written are not left out of the next run. */
static void end_in_place(void)
{
	made_free();
	while (wait(NULL) > 0 || errno == EINTR)
		continue;
}

/* Runs the command in this process, while a call fails. */
static void run_in_place(const struct faults *faults)
{
	static const struct faults none = NO_FAULTS;

	alarm(SECONDS);
	tool_redirect();
	faults_begin(faults, run_shared->counts);
	command.got.status = tool_enter(command.main, command.words);
	faults_begin(&none, NULL);
	if (tool_restore() && command.got.status < 2)
		command.got.status = LEFT_OPEN;
	end_in_place();
}

/*
 * Runs the command while an allocation or a call fails; faults may be NULL. Sets command.got, in which the reject file
 * is "bad". Returns the status as waitpid(2) does.
 */
static int run(unsigned long allocation, bool later, const struct faults *faults)
{
	int status = 0;

	restore();
	tool_begin(of(&command.input));
	memset(run_shared->counts, 0, sizeof run_shared->counts);
	if (in_place)
		run_in_place(faults);
	else
		status = run_in_child(allocation, later, faults);
	tool_read(&command.got);
	/* With --force, a file whose list cannot be kept is for its owner only. */
	read_changed(faults && faults->call == FSETXATTR && has_option("--force"));
	run_shared->tried++;
	return status;
}

/*
 * Runs the command in this process while an allocation fails. Returns the number of bytes that the run has allocated
 * and not freed.
 */
static size_t run_here(unsigned long allocation, bool later)
{
	restore();
	tool_begin(of(&command.input));
	alarm(SECONDS);
	const size_t before = oom_live_bytes();
	oom_begin(allocation, later, &run_shared->told);
	command.got.status = tool_call(command.main, command.words);
	oom_begin(0, false, NULL);
	end_in_place();
	const size_t left = oom_live_bytes() - before;
	tool_read(&command.got);
	read_changed(false);
	return left;
}

static bool is_prefix(struct iri_str part, struct iri_str whole)
{
	return part.n <= whole.n && (!part.n || !memcmp(part.p, whole.p, part.n));
}

/* Returns the number of bytes with which both texts begin. */
static size_t common_bytes(struct iri_str a, struct iri_str b)
{
	size_t n = 0;

	while (n < a.n && n < b.n && a.p[n] == b.p[n])
		n++;
	return n;
}

/* Whether each line of part is in whole, in the same order. eol: the end of a line */
static bool is_sequence_of(struct iri_str part, struct iri_str whole, char eol)
{
	const char *p = part.p, *q = whole.p, *const end = part.p + part.n, *const whole_end = whole.p + whole.n;

	while (p < end) {
		const char *const stop = iri_find_byte(p, end, eol);
		const char *line_end;
		do {
			if (q == whole_end)
				return false;
			line_end = iri_find_byte(q, whole_end, eol);
			const bool same = iri_same(iri_between(p, stop), iri_between(q, line_end));
			q = line_end + (line_end < whole_end);
			if (same)
				break;
		} while (true);
		p = stop + (stop < end);
	}
	return true;
}

/* Whether all files that the command writes are as they were before, or as they are after it. */
static bool files_are(bool after)
{
	for (size_t i = 0; i < command.changes; i++) {
		const struct changed *const c = &command.changed[i];
		if (!c->kept_mode || !iri_same(of(&c->now), of(after ? &c->after : &c->before)))
			return false;
	}
	return true;
}

/*
 * Whether each file is whole. The first is written last: if it is new, so are the others, its backups. Reports whether
 * it is new.
 */
static bool files_are_whole(bool *new)
{
	for (size_t i = 0; i < command.changes; i++) {
		const struct changed *const c = &command.changed[i];
		if (!c->kept_mode ||
		    (!iri_same(of(&c->now), of(&c->before)) && !iri_same(of(&c->now), of(&c->after))))
			return false;
	}
	*new = command.changes && iri_same(of(&command.changed[0].now), of(&command.changed[0].after)) &&
	       !iri_same(of(&command.changed[0].before), of(&command.changed[0].after));
	return !*new || files_are(true);
}

/* Whether the results are those of the run without failures, but for the messages. */
static bool same_but_messages(void)
{
	return command.got.status == command.well.status && files_are(true) &&
	       iri_same(of(&command.got.of[OUT]), of(&command.well.of[OUT])) &&
	       iri_same(of(&command.got.of[REJECTED]), of(&command.well.of[REJECTED]));
}

static bool same_as_well(void)
{
	return same_but_messages() && iri_same(of(&command.got.of[ERR]), of(&command.well.of[ERR]));
}

/* Returns the last line of the messages. */
static struct iri_str last_message(void)
{
	const struct iri_str err = of(&command.got.of[ERR]);
	const char *start = err.p + err.n;

	if (err.n)
		start--;
	while (start > err.p && start[-1] != '\n')
		start--;
	return iri_between(start, err.p + err.n);
}

/* Whether the last message is "TOOL: " and then the text. */
static bool says(const char *text)
{
	char start[128];
	const struct iri_str last = last_message();
	const int n = snprintf(start, sizeof start, "%s: %s", command.words[0], text);

	return last.n > (size_t)n && !memcmp(last.p, start, (size_t)n);
}

/* Whether the last message contains the text. */
static bool mentions(const char *text)
{
	const struct iri_str last = last_message();

	return memmem(last.p, last.n, text, strlen(text));
}

static bool is_io_error(void)
{
	return mentions("Input/output error") || mentions("I/O error"); /* of glibc, of musl */
}

static bool has_option(const char *start)
{
	for (size_t i = 1; command.words[i]; i++)
		if (!strncmp(command.words[i], start, strlen(start)))
			return true;
	return false;
}

/* Whether the output is that of well, but for fixes in JSON: the document could not be read again for them. */
static bool lacks_fixes(struct iri_str out, struct iri_str well)
{
	static const char fix[] = ",\"fix\":";
	const char *p = out.p, *q = well.p, *const end = p + out.n, *const well_end = q + well.n;

	while (p < end && q < well_end) {
		const char *const stop = iri_find_byte(p, end, '\n');
		const char *const well_stop = iri_find_byte(q, well_end, '\n');
		const char *const cut = memmem(q, (size_t)(well_stop - q), fix, strlen(fix));
		if (!iri_same(iri_between(p, stop), iri_between(q, well_stop)) &&
		    !(cut && stop > p && iri_same(iri_between(p, stop - 1), iri_between(q, cut)) && stop[-1] == '}'))
			return false;
		p = stop + (stop < end);
		q = well_stop + (well_stop < well_end);
	}
	return p == end && q == well_end;
}

/*
 * Whether the output is a prefix of the right one. Of several files, irigrep leaves out those that it cannot read; it
 * counts the links up to an error. A list in SARIF ends before it is complete.
 */
static bool is_partial(void)
{
	const struct iri_str out = of(&command.got.of[OUT]), well = of(&command.well.of[OUT]);
	const bool irigrep = !strcmp(command.words[0], "irigrep");

	return is_prefix(out, well) || (has_option("--format=json") && lacks_fixes(out, well)) ||
	       has_option("--format=sarif") || has_option("--format=gitlab") || has_option("--format=rdjson") ||
	       (irigrep && (has_option("-c") || has_option("--count") ||
	                    is_sequence_of(out, well, has_option("--null") ? '\0' : '\n')));
}

/* Whether the exit status is 2. irigrep -q has status 0 if it found a link before. */
static bool failed(void)
{
	return command.got.status == 2 || (command.got.status == 0 && !strcmp(command.words[0], "irigrep") &&
	                                   (has_option("-q") || has_option("--quiet")));
}

/* Whether the tool gave up as it should. */
static bool gave_up(void)
{
	bool new;

	return !command.recovers && failed() && says("") &&
	       files_are_whole(&new) && (!new || command.refuses || says("stdout: ")) && is_partial() &&
	       is_prefix(of(&command.got.of[REJECTED]), of(&command.well.of[REJECTED]));
}

/* Prints how the command failed the test `what`, and what it printed. Returns false. */
static bool complain(const char *what, const char *which, long number)
{
	const struct iri_str out = of(&command.got.of[OUT]), well = of(&command.well.of[OUT]);

	if (in_place)
		return false;
	printf("not ok - %s: %s %ld:", what, which, number);
	for (size_t i = 0; command.words[i]; i++)
		printf(" %s", command.words[i]);
	printf("\n  status %d, not %d; output: %zu bytes, not %zu, equal to byte %zu\n  messages: ", command.got.status,
	       command.well.status, out.n, well.n, common_bytes(out, well));
	const struct iri_str err = of(&command.got.of[ERR]);
	print_visibly((struct iri_str){err.p, err.n < 4000 ? err.n : 4000});
	for (size_t i = 0; i < command.changes; i++)
		printf("  %s: %zu bytes, %zu before, %zu after\n", command.changed[i].name, command.changed[i].now.n,
		       command.changed[i].before.n, command.changed[i].after.n);
	return false;
}

/* Whether the results are right after a run in which an allocation failed, or none took place that was to fail. */
static bool allocation_holds(void)
{
	return same_as_well() || (run_shared->told.failed && gave_up());
}

/*
 * In this process, each allocation fails, alone and with all later ones; without later ones, the second run would
 * repeat the first. Stops at a failure. Notes where a tool that went on may have lost memory: it left more or less than
 * without a failure. After the first run, iconv has its converters in memory.
 */
static void try_allocations_here(void)
{
	run_here(0, false);
	const size_t left = run_here(0, false);
	const unsigned long count = run_shared->told.count;
	if (run_here(0, false) != left || run_shared->told.count != count ||
	    (command.loads && count != command.allocations))
		return; /* A library keeps what it allocated before. */
	for (unsigned long n = 1;; run_shared->next = ++n)
		for (int later = 0; later < 2; later++) {
			const bool leaks = run_here(n, later) != left && command.got.status < 2;
			const struct oom_told told = run_shared->told;
			if (!allocation_holds() || (leaks && run_shared->leaks == MOST_LEAKS))
				return;
			if (!told.failed) {
				run_shared->next = 0;
				return;
			}
			if (leaks)
				run_shared->numbers[run_shared->leaks++] = n;
			if (!told.later || command.recovers)
				break;
		}
}

/* In a child, this allocation fails, alone or with all later ones. */
static bool try_allocation(unsigned long n, bool later)
{
	run(n, later, NULL);
	return allocation_holds() || complain("oom", later ? "from allocation" : "allocation", (long)n);
}

/*
 * Each allocation fails. A child under AddressSanitizer costs ten times as much as the run of the tool, so one child
 * tries many. The rest, what failed there, and what may be a leak have a child each.
 */
static bool try_allocations(void)
{
	int status = 0;

	run_shared->next = 1;
	run_shared->leaks = 0;
	if (!long_run) {
		fflush(stdout);
		const pid_t child = fork();
		if (child == 0) {
			try_allocations_here();
			_exit(0);
		}
		if (child < 0 || waitpid(child, &status, 0) != child) {
			perror("rows: fork");
			exit(2);
		}
	}
	for (size_t i = 0; i < run_shared->leaks; i++)
		if (!try_allocation(run_shared->numbers[i], false) ||
		    !try_allocation(run_shared->numbers[i], true))
			return false;
	for (unsigned long n = run_shared->next; n;)
		for (int later = 0; later < 2; later++) {
			if (!try_allocation(n, later))
				return false;
			const struct oom_told told = run_shared->told;
			if (!told.failed) {
				n = 0;
				break;
			}
			if (!told.later || command.recovers || later) {
				n++;
				break;
			}
		}
	return !status || complain("oom: many in one process", "exit status", status);
}

/*
 * A read error causes a message, and what was read before is not lost. The line that it cuts is processed as it is, so
 * that the end of the output is about this line, and a message about it can come later.
 */
static bool survives_read_error(void)
{
	enum { LONGEST = 4096 }; /* the most output for one line */
	const struct iri_str out = of(&command.got.of[OUT]), well = of(&command.well.of[OUT]);
	const struct iri_str err = of(&command.got.of[ERR]);

	return failed() && out.n - common_bytes(out, well) <= LONGEST &&
	       (memmem(err.p, err.n, ": Input/output error", 20) || memmem(err.p, err.n, ": I/O error", 11));
}

/*
 * Whether the law holds after a run in which this call failed. If stat fails, irilint --baseline does not know whether
 * the file of an entry is gone, and says nothing about it.
 */
static bool holds(enum call call, long number)
{
	const bool temporary = command.changes && remove_temporary("dir");
	const struct iri_str err = of(&command.got.of[ERR]);
	/* If these fail, results can be lost. After the files, fsync is for their folder, which not all systems can. */
	const bool matters = (call == WRITE || (call == FSYNC && number <= (long)command.changes) || call == RENAME ||
	                      call == MKSTEMP || call == READ) && run_shared->counts[call] >= number;

	if (temporary)
		return call == UNLINK && memmem(err.p, err.n, "cannot remove this temporary file", 33);
	return (!matters && same_as_well()) || gave_up() || (call == READ && survives_read_error()) ||
	                      (call == STAT && same_but_messages() && has_option("--baseline") &&
	                       command.got.of[ERR].n < command.well.of[ERR].n);
}

/* Call number n fails, or before it the tool gets the signal, if it is not 0. */
static bool try_call(enum call call, long n, int signal, bool in_child)
{
	struct faults f = NO_FAULTS;
	bool new;

	f.call = call;
	f.number = n;
	f.signal = signal;
	f.in_child = in_child;
	const int status = run(0, false, &f);
	if (!signal)
		return (holds(call, n) && (!in_child || command.got.status == 2)) ||
		       complain(in_child ? "faults, in the child" : "faults", faults_name(call), n);
	/* How often these are called depends on the speed of a command: this one may not have been called. */
	const bool happened = WIFSIGNALED(status) || (call != READ && call != WRITE && call != POLL);
	return (files_are_whole(&new) && remove_temporary("dir") <= (signal == SIGKILL) &&
	        (!happened || WTERMSIG(status) == signal)) ||
	       complain("faults, with a signal", faults_name(call), n);
}

/* Each call fails. */
static bool try_calls(void)
{
	for (int i = 0; i < CALLS; i++)
		for (long n = 1; n <= command.calls[i]; n++)
			if (!try_call((enum call)i, n, 0, false))
				return false;
	/* A child, between fork and exec */
	return !command.calls[FORK] || (try_call(DUP2, 1, 0, true) && try_call(DUP2, 2, 0, true) &&
	                                try_call(EXEC, 1, 0, true));
}

/*
 * Before each call, the tool gets a signal, if it writes files in place, and if no command does that: this one would go
 * on after the signal, while the next run has begun. The tools handle three signals in the same way, so these take
 * turns, except with IRI_LONG.
 */
static bool try_signals(void)
{
	enum { MOST_CALLS = 12 }; /* A function that is called more often is called in a loop. */
	static const int signals[] = {SIGHUP, SIGINT, SIGTERM, SIGKILL};

	for (int i = 0; command.changes && !command.refuses && i < CALLS; i++)
		for (long n = 1; n <= command.calls[i] && n <= MOST_CALLS; n++)
			for (size_t s = 0; s < sizeof signals / sizeof *signals; s++)
				if ((long_run || signals[s] == SIGKILL || s == (size_t)(i + n) % 3) &&
				    !try_call((enum call)i, n, signals[s], false))
					return false;
	return true;
}

/* Without renameat2, files are replaced by rename, which fails, too. */
static bool try_without_exchange(void)
{
	struct faults f = NO_FAULTS;

	f.no_exchange = true;
	run(0, false, &f);
	if (!same_as_well())
		return complain("faults: without renameat2", "run", 1);
	const long calls = run_shared->counts[RENAME];
	f.call = RENAME;
	for (f.number = 1; f.number <= calls; f.number++) {
		run(0, false, &f);
		if (!holds(RENAME, f.number))
			return complain("faults: without renameat2", "rename", f.number);
	}
	return true;
}

/*
 * Another process changes the file, or makes it, in the last moment, before the new file takes its name. This change
 * stays. Old systems and some file systems cannot exchange files; there the tools do not see the change.
 */
static bool try_late_change(void)
{
	struct faults f = NO_FAULTS;
	struct changed *const c = &command.changed[0];

	if (c->existed && (!command.calls[RENAMEAT2] || command.calls[RENAME] > (long)command.changes - 1))
		return true;
	f.changes = true;
	run(0, false, &f);
	iri_buf_putc(&c->before, '\n');
	const bool kept = c->kept_mode && iri_same(of(&c->now), of(&c->before));
	c->before.n--;
	const char *const message = c->existed ? "has changed in the meantime" : "there is a file of this name now";
	return (command.got.status == 2 && mentions(message) && kept &&
	        !remove_temporary("dir")) || complain("faults: a late change", "run", 1);
}

/* Interrupted, not ready and short reads and writes change nothing. */
static bool try_interruptions(void)
{
	for (uint64_t seed = 1; seed <= 3; seed++) {
		struct faults f = NO_FAULTS;
		f.seed = seed;
		run(0, false, &f);
		if (!same_as_well())
			return complain("faults: interrupted", "seed", (long)seed);
	}
	return true;
}

/* A disk that becomes full causes a message, and the output before it stays. */
static bool try_full_disk(void)
{
	const long sizes[] = {(long)command.well.of[OUT].n, (long)command.well.of[REJECTED].n};
	const char *const full = "No space left on device";

	for (int to_files = 0; to_files < 2; to_files++) {
		const long limits[] = {0, 1, 5000, sizes[to_files] - 1};
		for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
			struct faults f = NO_FAULTS;
			if (limits[i] < 0 || limits[i] >= sizes[to_files])
				continue;
			*(to_files ? &f.to_files : &f.to_output) = limits[i];
			run(0, false, &f);
			const struct result *const got = &command.got, *const well = &command.well;
			const struct iri_str err = of(&got->of[ERR]), last = last_message();
			if (got->status != 2 || !says(to_files ? "bad: " : "stdout: ") || !mentions(full) ||
			    got->of[to_files ? REJECTED : OUT].n != (size_t)limits[i] ||
			    !is_prefix(of(&got->of[OUT]), of(&well->of[OUT])) ||
			    !is_prefix(of(&got->of[REJECTED]), of(&well->of[REJECTED])) ||
			    !is_prefix(iri_between(err.p, last.p), of(&well->of[ERR])))
				return complain("faults: a full disk", to_files ? "reject file" : "stdout", limits[i]);
		}
	}
	/* The limit counts all files together, and the pipe to a command. */
	for (size_t i = 0; i < command.changes; i++) {
		struct faults f = NO_FAULTS;
		f.to_files = i ? 0 : (long)command.changed[0].after.n - 1;
		run(0, false, &f);
		if (command.got.status != 2 || !mentions(full) || !files_are(command.refuses) ||
		    remove_temporary("dir"))
			return complain("faults: a full disk", "files", f.to_files);
	}
	return true;
}

static bool try_read_errors(void)
{
	static const long limits[] = {0, 1, 5000};
	/* A table of the options is read first. Without it, nothing is printed. */
	const bool is_table = has_option("--redirects") || has_option("--against") || has_option("--baseline") ||
	                      has_option("--map");
	/* Documents are edited as a whole, or not at all. */
	const bool by_lines = !is_table && strcmp(command.words[0], "irised") != 0 && !has_option("--from") &&
	                      !has_option("--charset");

	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
		struct faults f = NO_FAULTS;
		f.to_read = limits[i];
		if ((size_t)limits[i] >= command.input.n)
			continue;
		run(0, false, &f);
		/* A tool that does not read all of its input, like irigrep -q, may not notice. */
		if (same_as_well())
			continue;
		if (!survives_read_error() || (is_table && limits[i] <= 1 && command.got.of[OUT].n))
			return complain("faults: a read error", "after byte", limits[i]);
		if (by_lines && limits[i] == 5000 && command.well.of[OUT].n > 10000 && command.got.of[OUT].n < 1000)
			return complain("faults: a read error loses lines", "after byte", limits[i]);
	}
	return true;
}

/* An error of close() means that written data may be lost, and nothing else shows it. */
static bool try_close_errors(void)
{
	struct faults f = NO_FAULTS;

	f.close_from = 1;
	run(0, false, &f);
	if (command.got.status != 2 || !says("stdout: ") || !is_io_error() ||
	    !iri_same(of(&command.got.of[OUT]), of(&command.well.of[OUT])))
		return complain("faults: close", "descriptor", 1);
	if (!command.well.of[REJECTED].n)
		return true;
	f.close_from = 3;
	run(0, false, &f);
	if (command.got.status != 2 || !says("bad: ") || !is_io_error())
		return complain("faults: close", "descriptor", 3);
	return true;
}

static size_t word_starts[MOST_WORDS], word_count;

static void add_word(struct iri_str word)
{
	if (word_count == MOST_WORDS)
		abort();
	word_starts[word_count++] = command.text.n;
	row_unescape(&command.text, word);
	iri_buf_putc(&command.text, '\0');
}

/* FROM:TO: the command writes the file TO, which first has the content of FROM; "-:TO": it does not exist. */
static void add_change(struct iri_str part)
{
	struct changed *const c = &command.changed[command.changes];
	const char *const end = part.p + part.n, *const colon = iri_find_byte(part.p, end, ':');
	char from[64];

	if (command.changes++ == MOST_FILES || colon == end)
		abort();
	snprintf(c->name, sizeof c->name, "%.*s", (int)(end - colon - 1), colon + 1);
	snprintf(from, sizeof from, "%.*s", (int)(colon - part.p), part.p);
	c->existed = strcmp(from, "-") != 0;
	if (c->existed && !read_file(from, &c->before)) {
		perror(from);
		exit(2);
	}
}

/* Sets the command to that of a row. Returns whether its tool is in this program, and can read documents if it must. */
static bool prepare(const struct row *row)
{
	char input[64];
	const struct iri_str tool = row_cell(row, "tool"), from = row_cell(row, "input"), uses = row_cell(row, "uses");

	word_count = 0;
	command.changes = 0;
	run_shared->tried = 0;
	iri_buf_clear(&command.text);
	iri_buf_clear(&command.input);
	add_word(tool);
	row_each_word(row_cell(row, "options"), add_word);
	for (size_t i = 0; i < word_count; i++)
		command.words[i] = command.text.p + word_starts[i];
	command.words[word_count] = NULL;
	snprintf(input, sizeof input, "%.*s", (int)from.n, from.p);
	if (from.n && !read_file(input, &command.input)) {
		perror(input);
		exit(2);
	}
	row_each_word(row_cell(row, "files"), add_change);
	command.refuses = memmem(uses.p, uses.n, "refuses", 7);
	command.loads = memmem(uses.p, uses.n, "loads", 5);
	command.recovers = iri_is(tool, "recover");
	command.main = command.recovers ? recover_main : tool_find(command.words[0]);
	return command.main && (!has_option("--from") || tool_find("irigrep"));
}

/* Runs the command without failures, and keeps its results. */
static bool run_well(void)
{
	const struct faults none = NO_FAULTS;

	run(0, false, &none);
	command.well.status = command.got.status;
	for (int i = 0; i < STREAMS; i++) {
		iri_buf_clear(&command.well.of[i]);
		iri_buf_add(&command.well.of[i], command.got.of[i].p, command.got.of[i].n);
	}
	memcpy(command.calls, run_shared->counts, sizeof command.calls);
	command.allocations = run_shared->told.count;
	for (size_t i = 0; i < command.changes; i++) {
		struct changed *const c = &command.changed[i];
		iri_buf_clear(&c->after);
		iri_buf_add(&c->after, c->now.p, c->now.n);
	}
	return command.got.status <= 1 || command.refuses;
}

static bool try_faults(void)
{
	return try_calls() && (!command.changes || (try_without_exchange() && try_late_change())) &&
	       try_interruptions() && try_full_disk() && try_read_errors() && try_close_errors();
}

/*
 * The same in one child. Returns false if a run fails there, or if the calls are not those of a child for each run: a
 * library may keep what it has read. How often a tool reads and writes depends on the speed of a command that it runs.
 */
static bool try_faults_in_place(void)
{
	static const struct faults none = NO_FAULTS;
	int status;

	fflush(stdout);
	const pid_t child = fork();
	if (child == 0) {
		in_place = true;
		run(0, false, &none);
		run(0, false, &none);
		long *const counts = run_shared->counts;
		if (command.calls[FORK] || command.calls[SPAWN]) {
			counts[READ] = command.calls[READ];
			counts[WRITE] = command.calls[WRITE];
			counts[POLL] = command.calls[POLL];
		}
		_exit(!same_as_well() || memcmp(counts, command.calls, sizeof command.calls) != 0 || !try_faults());
	}
	if (child < 0 || waitpid(child, &status, 0) != child) {
		perror("rows: fork");
		exit(2);
	}
	return !status;
}

static bool try_command(const struct row *row, const char *mode)
{
	const struct iri_str uses = row_cell(row, "uses"), tool = row_cell(row, "tool");
	const struct iri_str options = row_cell(row, "options");
	const bool oom = !strcmp(mode, "oom");

	if (!memmem(uses.p, uses.n, mode, strlen(mode)))
		return true;
	if (!prepare(row) || (!run_well() && mentions(" was built without "))) {
		printf("ok - %s: %.*s %.*s # skip: left out of the build\n", mode, (int)tool.n, tool.p, (int)options.n,
		       options.p);
		return true;
	}
	if (command.got.status > 1 && !command.refuses)
		return complain(mode, "without failures, run", 1);
	if (has_option("--dry-run") && !command.got.of[OUT].n)
		return complain(mode, "nothing to write without failures, run", 1);
	const bool passed = oom ? try_allocations()
	                        : (try_faults_in_place() || try_faults()) && try_signals();
	if (passed)
		printf("ok - %s: %.*s %.*s: %lu runs\n", mode, (int)tool.n, tool.p, (int)options.n, options.p,
		       run_shared->tried);
	return passed;
}

/* Works on the rows of the table, in a folder of its own, until no row is left. */
static void work(const struct table *t, struct workers_shared *shared, const char *mode, const char *inputs)
{
	char folder[4096], copy[9000];

	run_shared = mmap(NULL, sizeof *run_shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	enter(folder);
	snprintf(copy, sizeof copy, "cp -R '%s'/. .", inputs);
	if (run_shared == MAP_FAILED || system(copy) != 0)
		exit(2);
	tool_start();
	for (size_t i; (i = atomic_fetch_add(&shared->next, 1)) < t->count;) {
		const struct row row = table_row(t, i);
		if (!try_command(&row, mode))
			shared->failed = true;
		fflush(stdout);
	}
	leave(folder);
	_exit(0);
}

int fail_main(const char *mode, const char *table, const char *inputs)
{
	struct table t;
	char folder[4096];
	int status;

	if (!realpath(inputs, folder)) {
		perror(inputs);
		return 2;
	}
	if (!strcmp(mode, "oom") && !oom_begin(0, false, NULL)) {
		puts("ok - oom # skip: allocations fail only in a build with gcc's AddressSanitizer");
		return 0;
	}
	table_read(&t, table);
	long_run = getenv("IRI_LONG") && *getenv("IRI_LONG");
	struct workers_shared *const shared =
	        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		return 2;
	const long processors = sysconf(_SC_NPROCESSORS_ONLN);
	for (long i = 0; i < processors; i++)
		if (fork() == 0)
			work(&t, shared, mode, folder);
	while (wait(&status) > 0)
		shared->failed = shared->failed || status;
	table_free(&t);
	return shared->failed;
}
