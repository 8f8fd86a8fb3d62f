/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "transaction.h"

#include "journal.h"

#include "cmd/file/identity.h"
#include "lib/base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_JOURNAL = 256 * 1024 * 1024 };

static struct step *steps_of(const struct transaction *t)
{
	return t->steps.item;
}

static size_t count_steps(const struct transaction *t)
{
	return ARRAY_COUNT(t->steps);
}

static const char *transaction_copy(struct transaction *t, const char *text)
{
	return arena_copy(&t->arena, iri_str_of(text)).p;
}

static void add_step(struct transaction *t, const struct step *step)
{
	ARRAY_ADD(t->steps, step);
	buf_check(t->messages, &t->steps.buf);
}

/* Prints a message about a file, with the text for errno. Returns false. */
static bool transaction_fail(struct transaction *t, const char *name, const char *what)
{
	char text[256];

	snprintf(text, sizeof text, "%s%s%s", what, errno ? ": " : "", errno ? strerror(errno) : "");
	message_say(t->messages, name, text);
	message_raise(t->messages, EXIT_TROUBLE);
	return false;
}

enum { IDENTITY = 128 };

/* Writes what changes if another process writes the file or replaces it. */
static void identify(const struct stat *st, char out[IDENTITY])
{
	snprintf(out, IDENTITY, "%ju %jd %jd.%09ld", (uintmax_t)st->st_ino, (intmax_t)st->st_size,
	         (intmax_t)st->st_mtim.tv_sec, st->st_mtim.tv_nsec);
}

static bool is_there(const char *name)
{
	struct stat st;

	return lstat(name, &st) == 0;
}

/* Whether the file is the one that the step was made for. If not, sets errno to 0; on failure, to the error. */
static bool is_identical(const struct step *step, const char *name)
{
	char identity[IDENTITY];
	struct stat st;

	if (lstat(name, &st) != 0)
		return false;
	identify(&st, identity);
	errno = 0;
	return !strcmp(identity, step->identity);
}

/* Writes the folder that has the file to the disk. Some file systems cannot do this. */
static void sync_folder_of(const char *name)
{
	char *const copy = strdup(name), *const slash = copy ? strrchr(copy, '/') : NULL;

	if (slash)
		slash[slash == copy] = '\0';
	const int fd = copy ? open(slash ? copy : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
	if (fd >= 0) {
		fsync(fd);
		close(fd);
	}
	free(copy);
}

static void remove_file(struct transaction *t, const char *name)
{
	if (unlink(name) != 0 && errno != ENOENT)
		transaction_fail(t, name, "cannot remove this file; remove it by hand");
}

/* Removes what was written, unless the journal lists it. */
static void remove_temporaries(struct transaction *t)
{
	for (size_t i = 0; i < count_steps(t); i++)
		if (steps_of(t)[i].kind == STEP_REPLACE)
			remove_file(t, steps_of(t)[i].from);
	t->steps.buf.n = 0;
}

/* The transaction that is not committed yet, or NULL */
static struct transaction *open_transaction;

/* For atexit(3): the program ends after an error. */
static void drop_transaction(void)
{
	if (open_transaction)
		remove_temporaries(open_transaction);
}

void transaction_begin(struct transaction *t)
{
	static bool is_known;

	t->arena.messages = t->messages;
	open_transaction = t;
	if (!is_known && atexit(drop_transaction) != 0)
		message_die(t->messages, NULL, "out of memory");
	is_known = true;
	temporary_block_signals(&t->mask_before);
	t->is_open = true;
}

bool transaction_replace(struct transaction *t, const char *name, const struct stat *st, struct iri_str content,
                         const struct atomic_options *o)
{
	struct iri_buf path = {0};
	char identity[IDENTITY];
	struct step step = {.kind = STEP_REPLACE, .to = transaction_copy(t, name)};
	const bool well = atomic_write_beside(t->messages, name, content, o, &path);

	if (well) {
		step.from = transaction_copy(t, path.p);
		path.n--;
		iri_buf_add(&path, ".old", sizeof ".old");
		buf_check(t->messages, &path);
		identify(st, identity);
		step.kept = transaction_copy(t, path.p);
		step.identity = transaction_copy(t, identity);
		add_step(t, &step);
	}
	iri_buf_free(&path);
	return well;
}

void transaction_add_folder(struct transaction *t, const char *name)
{
	add_step(t, &(struct step){.kind = STEP_FOLDER, .to = transaction_copy(t, name)});
}

void transaction_add_rename(struct transaction *t, const char *old, const char *new)
{
	struct step step = {.kind = STEP_RENAME, .from = transaction_copy(t, old)};

	step.to = transaction_copy(t, new);
	add_step(t, &step);
}

/*
 * Steps
 */

/* Gives the file a second name. Where the system has no hard links, the new name is the only one for a moment. */
static bool give_name(const char *old, const char *new)
{
	if (link(old, new) == 0)
		return true;
	if (errno != EPERM && errno != ENOSYS && errno != ENOTSUP && errno != EOPNOTSUPP && errno != EMLINK)
		return false;
	return !is_there(new) && rename(old, new) == 0;
}

static bool replace_file(struct transaction *t, const struct step *step)
{
	if (!give_name(step->to, step->kept))
		return transaction_fail(t, step->to, "cannot keep the old file");
	if (!is_identical(step, step->kept))
		return transaction_fail(t, step->to, "the file has changed in the meantime; run the command again");
	if (rename(step->from, step->to) != 0)
		return transaction_fail(t, step->to, "cannot replace the file");
	return true;
}

/* Undoes replace_file, also if it was not finished. The temporary file is there again. */
static bool restore_file(struct transaction *t, const struct step *step)
{
	struct stat kept, to;

	if (lstat(step->kept, &kept) != 0)
		return true;
	if (!is_there(step->from) && !give_name(step->to, step->from))
		return transaction_fail(t, step->to, "cannot give the file its old content back");
	if (lstat(step->to, &to) == 0 && identity_same(&to, &kept)) {
		unlink(step->kept);
		return true;
	}
	return rename(step->kept, step->to) == 0 ||
	       transaction_fail(t, step->to, "cannot give the file its old content back");
}

static bool change_name(struct transaction *t, const char *old, const char *new)
{
	if (is_there(new)) {
		errno = EEXIST;
		return false;
	}
	return t->rename ? t->rename(old, new) : rename(old, new) == 0;
}

static bool step_make_folder(struct transaction *t, struct step *step)
{
	struct stat st;

	if (mkdir(step->to, 0777) == 0)
		return true;
	step->was_there = errno == EEXIST && lstat(step->to, &st) == 0 && S_ISDIR(st.st_mode);
	return step->was_there || transaction_fail(t, step->to, "cannot make the folder");
}

static bool do_step(struct transaction *t, struct step *step)
{
	switch (step->kind) {
	case STEP_REPLACE: return replace_file(t, step);
	case STEP_FOLDER: return step_make_folder(t, step);
	case STEP_RENAME:
		return change_name(t, step->from, step->to) || transaction_fail(t, step->from, "cannot move it");
	case STEP_END: break;
	}
	return true;
}

static bool undo_step(struct transaction *t, const struct step *step)
{
	switch (step->kind) {
	case STEP_REPLACE: return restore_file(t, step);
	case STEP_FOLDER:
		return step->was_there || rmdir(step->to) == 0 ||
		       transaction_fail(t, step->to, "cannot remove the folder again");
	case STEP_RENAME:
		return change_name(t, step->to, step->from) || transaction_fail(t, step->to, "cannot move it back");
	case STEP_END: break;
	}
	return true;
}

static bool write_journal(struct transaction *t)
{
	const struct atomic_options options = {0};
	struct iri_buf text = {0};

	journal_add(&text, t->wanted, steps_of(t), count_steps(t));
	buf_check(t->messages, &text);
	const bool well = atomic_write(t->messages, t->journal, (struct iri_str){0}, iri_contents(&text), &options);
	iri_buf_free(&text);
	return well;
}

/* Notes in the journal that a step was made, "+", or undone, "-". */
static bool note_step(struct transaction *t, const struct step *step, const char *sign)
{
	if (step->kind == STEP_REPLACE)
		return true;
	const int fd = open(t->journal, O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC);
	const bool well = fd >= 0 && fd_write(fd, sign, 1) && (fsync(fd) == 0 || errno == EINVAL);
	const int error = errno;
	if (fd >= 0)
		close(fd);
	errno = error;
	return well || transaction_fail(t, t->journal, "cannot write the journal");
}

/* Makes a step, writes it to the disk, and notes it. Sets *made to whether it is made, also if a later part failed. */
static bool make_step(struct transaction *t, struct step *step, bool *made)
{
	*made = do_step(t, step);
	if (!*made)
		return false;
	sync_folder_of(step->to);
	if (step->kind == STEP_RENAME)
		sync_folder_of(step->from);
	return note_step(t, step, "+");
}

/* Sets *now to the path that a file has after all renames. Returns false if out of memory. */
static bool follow_renames(const struct transaction *t, const char *path, struct iri_buf *now)
{
	struct iri_buf next = {0};

	iri_buf_add(now, path, strlen(path) + 1);
	for (size_t i = 0; i < count_steps(t); i++) {
		const struct step *const step = &steps_of(t)[i];
		const size_t n = step->kind == STEP_RENAME ? strlen(step->from) : 0;
		if (!n || now->failed || strncmp(now->p, step->from, n) || now->p[n] != '/')
			continue;
		next.n = 0;
		iri_buf_add(&next, step->to, strlen(step->to));
		iri_buf_add(&next, now->p + n, now->n - n);
		now->n = 0;
		iri_buf_add(now, next.p, next.n);
		now->failed |= next.failed;
	}
	iri_buf_free(&next);
	return !now->failed;
}

/* Removes the old files, and the journal last. If memory runs out, old files stay, and the journal, too. */
static void clean_up(struct transaction *t)
{
	struct iri_buf now = {0};
	bool well = true;

	for (size_t i = 0; i < count_steps(t) && well; i++) {
		if (!steps_of(t)[i].kept)
			continue;
		now.n = 0;
		well = follow_renames(t, steps_of(t)[i].kept, &now);
		if (well)
			remove_file(t, now.p);
	}
	iri_buf_free(&now);
	errno = ENOMEM;
	if (well)
		remove_file(t, t->journal);
	else
		transaction_fail(t, t->journal, "all is made, but old files stay; the same command removes them");
	t->steps.buf.n = 0;
}

bool transaction_commit(struct transaction *t)
{
	struct step *const steps = steps_of(t);
	bool well = true, made;
	size_t n = 0;

	if (!count_steps(t))
		return true;
	if (!write_journal(t))
		return false;
	open_transaction = NULL;
	while (well && n < count_steps(t)) {
		well = make_step(t, &steps[n], &made);
		n += made || steps[n].kind == STEP_REPLACE; /* half of that one can be made */
	}
	if (well) {
		clean_up(t);
		return true;
	}
	bool undone = true;
	while (undone && n > 0)
		undone = undo_step(t, &steps[--n]) && note_step(t, &steps[n], "-");
	if (undone) {
		remove_file(t, t->journal);
		return false;
	}
	t->is_half = true;
	t->steps.buf.n = 0; /* the files stay for the next run */
	errno = 0;
	return transaction_fail(t, t->journal, "some changes are made; the same command completes them");
}

/*
 * Going on after a kill
 */

/* Reads the steps of a journal. Sets *next to the byte after them. Returns false if it is none. */
static bool read_steps(struct transaction *t, const char *p, const char *end, const char **next)
{
	while (p < end && *p != STEP_END) {
		struct step step;
		if (!journal_read_step(&p, end, t->messages->tool, &step))
			return false;
		add_step(t, &step);
	}
	*next = p + 1;
	return p < end;
}

/* Makes a step of a journal if it is missing. */
static bool resume_step(struct transaction *t, struct step *step)
{
	switch (step->kind) {
	case STEP_REPLACE:
		if (!is_there(step->from))
			return true;
		if (is_there(step->to) && !is_identical(step, step->to))
			return transaction_fail(t, step->to, "the file has changed; give it another name, and run the "
			                                     "command again");
		if (!is_there(step->kept) && is_there(step->to) && !give_name(step->to, step->kept))
			return transaction_fail(t, step->to, "cannot keep the old file");
		return rename(step->from, step->to) == 0 || transaction_fail(t, step->to, "cannot replace the file");
	case STEP_FOLDER: return step_make_folder(t, step);
	case STEP_RENAME:
	case STEP_END: break;
	}
	return !is_there(step->from) || do_step(t, step);
}

/* Makes the steps of a journal that are missing. p: the bytes that say which are made */
static bool resume_steps(struct transaction *t, const char *p, const char *end)
{
	size_t made = 0, noted = 0;
	bool well = true;

	for (; p < end; p++)
		made += *p == '+' ? 1 : made > 0 && *p == '-' ? (size_t)-1 : 0;
	for (size_t i = 0; well && i < count_steps(t); i++) {
		struct step *const step = &steps_of(t)[i];
		const bool is_noted = step->kind != STEP_REPLACE && noted++ < made;
		/* The last one that was noted can be undone. */
		if (is_noted && noted < made)
			continue;
		well = resume_step(t, step) && (is_noted || note_step(t, step, "+"));
	}
	return well;
}

/* Says that the journal is from a run for something else. */
static bool refuse_resume(struct transaction *t, const char *p, const char *end)
{
	struct iri_buf text = {0};

	buf_add_format(&text, "an earlier run was interrupted; complete it with: %s", t->messages->tool);
	for (const char *word; p < end && (word = journal_string(&p, end)) != NULL;) {
		iri_buf_putc(&text, ' ');
		buf_add_visible(&text, word);
	}
	iri_buf_putc(&text, '\0');
	buf_check(t->messages, &text);
	message_say(t->messages, t->journal, text.p);
	message_raise(t->messages, EXIT_TROUBLE);
	iri_buf_free(&text);
	return false;
}

/* Goes on with the text of a journal. */
static bool resume_text(struct transaction *t, struct iri_str text)
{
	const char *p = text.p, *const end = p + text.n, *next;
	struct iri_str wanted;
	const bool is_journal = journal_read_wanted(&p, end, &wanted);

	errno = 0;
	if (!is_journal)
		return transaction_fail(t, t->journal, "not a journal; remove it");
	if (!iri_same(wanted, t->wanted))
		return refuse_resume(t, wanted.p, wanted.p + wanted.n);
	if (!read_steps(t, p, end, &next))
		return transaction_fail(t, t->journal, "not a journal; remove it");
	const bool well = resume_steps(t, next, end);
	t->is_half = !well;
	if (well)
		clean_up(t);
	t->steps.buf.n = 0;
	return well;
}

bool transaction_resume(struct transaction *t, bool *resumed)
{
	struct iri_buf text = {0};
	struct stat st;
	ssize_t n = 0;
	const int fd = open(t->journal, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

	*resumed = fd >= 0 || errno != ENOENT;
	if (!*resumed)
		return true;
	if (fd < 0 || fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size > MOST_JOURNAL)
		n = -1;
	const size_t room = n < 0 ? 0 : (size_t)st.st_size + 1;
	char *const p = room ? iri_buf_reserve(&text, room) : NULL;
	if (!text.failed && p)
		while (text.n < room && (n = fd_read(fd, p + text.n, room - text.n)) > 0)
			text.n += (size_t)n;
	const int error = errno;
	if (fd >= 0)
		close(fd);
	buf_check(t->messages, &text);
	errno = error;
	const bool well = n == 0 ? resume_text(t, iri_contents(&text))
	                         : transaction_fail(t, t->journal, "cannot read it");
	iri_buf_free(&text);
	return well;
}

void transaction_end(struct transaction *t)
{
	open_transaction = NULL;
	remove_temporaries(t);
	iri_buf_free(&t->steps.buf);
	arena_clear(&t->arena);
	if (t->is_open)
		temporary_unblock_signals(&t->mask_before);
	t->is_open = false;
}
