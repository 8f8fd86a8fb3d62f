/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "jobs.h"

#include "worker.h"

#include "cmd/file/identity.h"
#include "lib/base/array.h"
#include "lib/base/str.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	MOST = 256,         /* workers */
	MOST_UNASKED = 16,  /* if -j is not given */
	WORTH_FILES = 1024, /* without -j, workers are made for so many files, or so many bytes: 20 to 80 ms */
	WORTH_BYTES = 4 * 1024 * 1024,
	FIRST_BATCH = 2048, /* names that jobs_add keeps; then twice as many, and so on */
	LAST_BATCH = 16384,
	RUNS = 16,          /* for each worker, if there are enough files */
	LONGEST_RUN = 64,   /* files */
};

struct job_file {
	size_t name;      /* its offset in `names` */
	bool in_folder, is_first;
	bool is_direct;   /* not for a worker: it is no regular file */
};

/* Consecutive files. One that is direct is a batch of its own. */
struct batch {
	size_t first, n;
	bool is_direct;
};

static const char *take_jobs(void *jobs, const char *arg)
{
	char *end;
	const unsigned long n = *arg >= '0' && *arg <= '9' ? strtoul(arg, &end, 10) : 0;

	if (!n || *end)
		return "--jobs takes the number of files to read at once, as in -j4";
	((struct jobs *)jobs)->wanted = n < MOST ? (unsigned)n : MOST;
	return NULL;
}

const struct option_row jobs_options[] = {
	{'j', "jobs", "N", "read N files at once; default: as many as there\nare processors", .take = take_jobs},
	{0},
};

/* Returns how many files are to be read at once. */
static size_t count_wanted(const struct jobs *j)
{
	if (j->is_serial || j->wanted == 1)
		return 1;
	if (j->wanted)
		return j->wanted;
	const long n = sysconf(_SC_NPROCESSORS_ONLN);
	return n < 1 ? 1 : n < MOST_UNASKED ? (size_t)n : MOST_UNASKED;
}

static size_t count_files(const struct jobs *j)
{
	return ARRAY_COUNT(j->files);
}

static bool run_batch(struct jobs *j, bool are_all);

bool jobs_add(void *jobs, const char *name, bool is_first)
{
	struct jobs *const j = jobs;
	struct job_file file = {j->names.n, *j->in_folder, is_first, false};
	const bool counts = count_files(j) < WORTH_FILES && j->bytes < WORTH_BYTES;
	struct stat st;

	/* A file in a folder is a regular one. One that is missing gets its message from a worker. */
	if (!strcmp(name, "-"))
		file.is_direct = true;
	else if ((counts || !file.in_folder) && stat(name, &st) == 0) {
		file.is_direct = !S_ISREG(st.st_mode);
		j->bytes += counts && st.st_size > 0 ? (uintmax_t)st.st_size : 0;
	}
	iri_buf_add(&j->names, name, strlen(name) + 1);
	ARRAY_ADD(j->files, &file);
	buf_check(j->messages, &j->names);
	buf_check(j->messages, &j->files.buf);
	if (!j->batch)
		j->batch = FIRST_BATCH;
	if (j->keeps_all || (!file.is_direct && count_files(j) < j->batch))
		return true;
	if (j->batch < LAST_BATCH)
		j->batch *= 2;
	const bool in_folder = *j->in_folder, go_on = run_batch(j, false);
	*j->in_folder = in_folder;
	return go_on;
}

/* Reads file number i in this process. Returns false if no more files are to be read. */
static bool read_here(struct jobs *j, size_t i)
{
	const struct job_file *const file = j->files.item + i;

	*j->in_folder = file->in_folder;
	return j->file(j->arg, j->names.p + file->name, file->is_first, i);
}

/* Whether workers are to be made; else this process is as fast, or must read the files itself. */
static bool is_worth_it(const struct jobs *j)
{
	const size_t n = count_files(j);

	return n > 1 && count_wanted(j) > 1 && (j->wanted || n >= WORTH_FILES || j->bytes >= WORTH_BYTES) &&
	       !(j->are_distinct && identity_any_twice(j->messages, iri_contents(&j->names)));
}

/* Signals that end the workers, too */
static const int passed_on[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
enum { PASSED_ON = sizeof passed_on / sizeof *passed_on };

/* What the processes share that read files */
struct pool {
	pid_t owner;               /* the first process */
	struct jobs *jobs;
	union ARRAY_OF(struct batch) batches;
	atomic_size_t *next;       /* the batch that a worker takes next */
	struct worker *workers;
	volatile size_t n;
	struct sigaction before[PASSED_ON];
};

/* The pool whose workers exist now, or NULL: for functions without an argument */
static struct pool *volatile current;

/* Passes a signal on to the workers, which then do the same as this process. */
static void pass_on(int number)
{
	const struct pool *const p = current;

	for (size_t i = 0; getpid() == p->owner && i < p->n; i++)
		if (!p->workers[i].has_ended)
			kill(p->workers[i].pid, number);
	for (size_t i = 0; i < PASSED_ON; i++)
		if (passed_on[i] == number)
			sigaction(number, &p->before[i], NULL);
	raise(number);
}

static void catch_signals(struct pool *p)
{
	struct sigaction action = {.sa_handler = pass_on, .sa_flags = SA_RESTART};

	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < PASSED_ON; i++)
		if (sigaction(passed_on[i], NULL, &p->before[i]) == 0 && p->before[i].sa_handler != SIG_IGN)
			sigaction(passed_on[i], &action, NULL);
}

static size_t count_batches(const struct pool *p)
{
	return ARRAY_COUNT(p->batches);
}

/* Divides the files into batches. */
static void make_runs(struct pool *p, size_t n_workers)
{
	const struct job_file *const files = p->jobs->files.item;
	const size_t n = count_files(p->jobs), share = n / (n_workers * RUNS);
	const size_t length = p->jobs->takes_turns || !share ? 1 : share < LONGEST_RUN ? share : LONGEST_RUN;

	for (size_t i = 0; i < n;) {
		struct batch batch = {i, 1, files[i].is_direct};
		while (!batch.is_direct && batch.n < length && i + batch.n < n && !files[i + batch.n].is_direct)
			batch.n++;
		ARRAY_ADD(p->batches, &batch);
		i += batch.n;
	}
	buf_check(p->jobs->messages, &p->batches.buf);
}

/* In a worker: reads the files of a batch. Returns false if no more files are to be read. */
static bool work_on(struct jobs *j, const struct batch *batch, struct iri_buf *saved)
{
	struct messages *const m = j->messages;
	bool go_on = true;

	m->status = EXIT_WELL;
	if (j->begin)
		j->begin(j->arg);
	for (size_t i = 0; i < batch->n && go_on; i++)
		go_on = read_here(j, batch->first + i);
	saved->n = 0;
	if (j->save)
		j->save(j->arg, saved);
	buf_check(m, saved);
	if (saved->n)
		worker_send(FRAME_SAVED, saved->p, saved->n);
	worker_send(FRAME_END, &(struct batch_end){m->status, go_on}, sizeof(struct batch_end));
	worker_flush();
	return go_on;
}

/* For worker_start */
static void work(void *pool)
{
	const struct pool *const p = pool;
	const struct batch *const batches = p->batches.item;
	struct iri_buf saved = {0};
	bool go_on = true;

	while (go_on) {
		const size_t batch = atomic_fetch_add(p->next, 1);
		if (batch >= count_batches(p))
			break;
		if (batches[batch].is_direct)
			continue;
		worker_begin(batch);
		go_on = work_on(p->jobs, &batches[batch], &saved);
	}
}

/* Ends the workers that still run, and frees the pool. */
static void free_pool(struct pool *p)
{
	for (size_t i = 0; i < p->n; i++) {
		/* SIGTERM: a worker that writes a file removes the temporary one. */
		if (!p->workers[i].has_ended)
			kill(p->workers[i].pid, SIGTERM);
		close(p->workers[i].from);
		close(p->workers[i].to);
		close(p->workers[i].answers);
	}
	for (size_t i = 0; i < p->n; i++)
		while (waitpid(p->workers[i].pid, NULL, 0) < 0 && errno == EINTR)
			continue;
	p->n = 0;
	for (size_t i = 0; i < PASSED_ON; i++)
		sigaction(passed_on[i], &p->before[i], NULL);
	message_divert(NULL);
	current = NULL;
	free(p->workers);
	munmap(p->next, sizeof *p->next);
	iri_buf_free(&p->batches.buf);
}

/* For struct diversion: this process ends before all files were read. */
static void end_pool(void)
{
	free_pool(current);
}

/* Makes the workers. Returns false if there is none. */
static bool open_pool(struct pool *p)
{
	static const struct diversion diversion = {NULL, end_pool};
	const size_t wanted = count_wanted(p->jobs);

	p->next = mmap(NULL, sizeof *p->next, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (p->next == MAP_FAILED)
		return false;
	atomic_init(p->next, 0);
	make_runs(p, wanted);
	const size_t most = wanted < count_batches(p) ? wanted : count_batches(p);
	p->workers = calloc(most, sizeof *p->workers);
	p->owner = getpid();
	current = p;
	catch_signals(p);
	message_divert(&diversion);
	while (p->workers && p->n < most && worker_start(&p->workers[p->n], p->workers, p->n, work, p))
		p->n++;
	if (!p->n)
		free_pool(p);
	return p->n;
}

/* Ends the program, since a worker has ended without a message. */
_Noreturn static void report_loss(const struct pool *p)
{
	char text[128] = "a process that read files has ended early; try -j1";

	for (size_t i = 0; i < p->n; i++) {
		int status;
		if (p->workers[i].has_ended && waitpid(p->workers[i].pid, &status, 0) > 0 && WIFSIGNALED(status))
			snprintf(text, sizeof text, "a process that read files was ended by signal %d; try -j1",
			         WTERMSIG(status));
	}
	message_die(p->jobs->messages, NULL, text);
}

/* Finds the worker that has taken a batch. */
static struct worker *find_worker(const struct pool *p, size_t batch)
{
	struct pollfd fds[MOST];

	for (;;) {
		bool any = false, is_ready = false;
		for (size_t i = 0; i < p->n; i++) {
			const struct worker *const w = &p->workers[i];
			const bool is_asked = !w->has_batch && !w->has_ended;
			if (w->has_batch && w->batch == batch)
				return &p->workers[i];
			fds[i] = (struct pollfd){.fd = is_asked ? w->from : -1, .events = POLLIN};
			any |= is_asked;
			is_ready |= is_asked && w->at < w->n;
		}
		if (!any)
			report_loss(p);
		if (!is_ready && poll(fds, (nfds_t)p->n, -1) < 0)
			continue;
		for (size_t i = 0; i < p->n; i++) {
			struct worker *const w = &p->workers[i];
			struct frame frame;
			if (fds[i].fd < 0 || (is_ready ? w->at == w->n : !fds[i].revents))
				continue;
			w->has_batch = worker_read(w, &frame, sizeof frame) &&
			               worker_read(w, &w->batch, sizeof w->batch);
		}
	}
}

/* Copies n bytes of output. */
static void copy_output(const struct pool *p, struct worker *w, size_t n)
{
	while (n) {
		if (!worker_fill(w))
			report_loss(p);
		const size_t some = n < w->n - w->at ? n : w->n - w->at;
		stdout_write(p->jobs->messages, w->buffer + w->at, some);
		w->at += some;
		n -= some;
	}
}

/* Answers a question of a worker. If it was killed, nobody reads the answer, and the next frame is missing. */
static void answer(struct jobs *j, const struct worker *w, struct iri_str question)
{
	struct iri_buf text = {0};

	if (question.n)
		j->answer(j->arg, question, &text);
	buf_check(j->messages, &text);
	fd_write(w->to, (const char *)&text.n, sizeof text.n);
	fd_write(w->to, text.p, text.n);
	iri_buf_free(&text);
}

/* Does what a frame says, whose content is in `text`, but for FRAME_OUTPUT. Returns false at the end of the batch. */
static bool take_frame(const struct pool *p, const struct worker *w, enum frame_kind kind, struct iri_str text)
{
	struct jobs *const j = p->jobs;

	switch (kind) {
	case FRAME_ERROR:
		if (!fd_write(STDERR_FILENO, text.p, text.n) && errno != EBADF)
			message_raise(j->messages, EXIT_TROUBLE);
		break;
	case FRAME_ONCE: message_once_line(j->messages, text); break;
	case FRAME_ASK: answer(j, w, text); break;
	case FRAME_SAVED: j->load(j->arg, text); break;
	case FRAME_DEAD: end_pool(); exit(EXIT_TROUBLE);
	default: return false;
	}
	return true;
}

/* Passes on what a worker sends about its batch. Returns false if no more files are to be read. */
static bool take_run(const struct pool *p, struct worker *w, struct iri_buf *content)
{
	struct jobs *const j = p->jobs;
	bool has_output = false;
	struct batch_end end;
	struct frame frame;

	do {
		content->n = 0;
		if (!worker_read(w, &frame, sizeof frame))
			report_loss(p);
		if (frame.kind == FRAME_OUTPUT) {
			if (!has_output && j->between && *j->is_between)
				stdout_write(j->messages, j->between, strlen(j->between));
			has_output = true;
			copy_output(p, w, frame.n);
			continue;
		}
		char *const to = iri_buf_reserve(content, frame.n);
		buf_check(j->messages, content);
		if (!worker_read(w, to, frame.n))
			report_loss(p);
		content->n = frame.n;
		buf_pad(j->messages, content);
	} while (frame.kind == FRAME_OUTPUT || take_frame(p, w, (enum frame_kind)frame.kind, iri_contents(content)));
	memcpy(&end, content->p, sizeof end);
	message_raise(j->messages, end.status);
	w->has_batch = false;
	return end.go_on;
}

/* done: of the files of this batch. are_all: it has the last files */
static void show_progress(struct jobs *j, size_t done, bool are_all)
{
	progress_show(&j->progress, j->messages, j->doing, j->n_before + done,
	              are_all ? j->n_before + count_files(j) : 0);
}

/* Does all of jobs_run. are_all: no more files follow */
static bool run_batch(struct jobs *j, bool are_all)
{
	struct pool pool = {.jobs = j};
	struct iri_buf content = {0};
	bool go_on = true;

	if (is_worth_it(j) && open_pool(&pool)) {
		const struct batch *const batches = pool.batches.item;
		for (size_t i = 0; i < count_batches(&pool) && go_on; i++) {
			show_progress(j, batches[i].first, are_all);
			go_on = batches[i].is_direct ? read_here(j, batches[i].first)
			                          : take_run(&pool, find_worker(&pool, i), &content);
		}
		free_pool(&pool);
	} else {
		for (size_t i = 0; i < count_files(j) && go_on; i++) {
			show_progress(j, i, are_all);
			go_on = read_here(j, i);
		}
	}
	message_hide();
	iri_buf_free(&content);
	if (!j->keeps_all) {
		j->n_before += count_files(j);
		j->files.buf.n = j->names.n = j->bytes = 0;
	}
	return go_on;
}

bool jobs_run(struct jobs *j)
{
	return run_batch(j, true);
}

const char *jobs_name(const struct jobs *j, size_t i)
{
	return i < count_files(j) ? j->names.p + (j->files.item)[i].name : NULL;
}

void jobs_await_turn(void)
{
	worker_await_turn();
}

bool jobs_is_worker(void)
{
	return worker_is_here();
}

void jobs_ask(struct iri_str question, struct iri_buf *answer)
{
	worker_ask(question, answer);
}

void jobs_free(struct jobs *j)
{
	iri_buf_free(&j->files.buf);
	iri_buf_free(&j->names);
}
