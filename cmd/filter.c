/* SPDX-License-Identifier: ISC */
/*
 * From files to references and back to lines. Input is read in big blocks and handed out in slices;
 * a run of lines whose output is their input goes out as one piece, from where it was read.
 */
#include "config.h"

#include "filter.h"

#include "../lib/chars.h"
#include "../lib/str.h"
#include "../lib/utf8.h"
#include "charset.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	BLOCK = 128 * 1024, /* what is read at once */
	DIRECT = 16 * 1024, /* a run of this length is written from where it is, not copied */
	MAX_OPTIONS = 64,
};

/* As --invalid names them; without it, the tool decides. */
enum invalid { INVALID_EMPTY, INVALID_KEEP, INVALID_DROP, INVALID_STOP, INVALID_UNSAID };

struct filter {
	struct filter_tool *tool;

	/* options */
	enum invalid invalid;
	bool quiet, check, html, nfc, split;
	char eol;
	size_t field;          /* from 1; 0: the whole line */
	const char *separator; /* of fields */
	const char *charset_name;
	struct charset *charset; /* NULL: UTF-8 */
	bool whole;              /* lines are references, whole and in UTF-8 */
	bool skips;              /* and the tool may pass some at once */
	const char *reject_name;
	int reject;              /* descriptor, or -1 */
	bool reject_begun;       /* something has been written to it */
	struct charset *encoder; /* for what is rejected of a line; NULL: UTF-8 */
	struct charset *decoder; /* to see that the encoder loses nothing */
	uintmax_t whole_rejected; /* the last line that was rejected as a whole, since a part could not be encoded */

	/* where we are */
	int status;
	bool stop;
	bool is_file;              /* what is read is a file, and may have a byte order mark */
	struct iri_str original;   /* the reference at hand, as it stands there */
	struct iri_str given;      /* and as the tool got it */
	bool part;                 /* the reference is a part of a line, or comes from operands */
	const struct steps *steps; /* what was done to it, for a tool that reports */
	const char *file;
	uintmax_t line;
	struct iri_str text; /* the line, and a column in it that was computed before */
	size_t seen, column;

	/* memory */
	struct iri_buf in;    /* what was read and not yet processed */
	struct iri_buf raw;   /* the same before conversion from another charset */
	uintmax_t raw_passed; /* number of lines of the file that come before raw_at, or were removed from raw */
	size_t raw_at;
	struct iri_buf out, rejected;
	struct iri_str run; /* lines of `in` that follow what is in `out`, as they are */
	struct iri_buf resolved, normal;
	struct iri_buf notes; /* texts, each with its NUL, */
	size_t *note_offsets; /* and where they belong */
	size_t n_notes, room_notes;
};

enum {
	KEY_INVALID = 1000,
	KEY_REJECT,
	KEY_CHARSET,
	KEY_NFC,
	KEY_HTML,
	KEY_SPLIT,
	KEY_HELP,
	KEY_VERSION,
};

static const struct filter_option common_options[] = {
	{'c', "check", NULL, "no output, only the exit status"},
	{'d', "delimiter", "C", "with -f, fields are separated by C instead of TAB"},
	{'f', "field", "N", "process field N of each line, the rest passes untouched"},
	{'q', "quiet", NULL, "no messages about invalid lines"},
	{'z', "zero-terminated", NULL, "lines end in NUL, not newline, in input and output"},
	{KEY_INVALID, "invalid", "empty|keep|drop|stop",
         "what to print for an invalid line: an empty line (default,\n"
         "unless said otherwise above), the line as it is, or nothing;\n"
         "or stop there"},
	{KEY_REJECT, "reject", "FILE", "append invalid lines to FILE, too"},
	{KEY_CHARSET, "charset", "CS", "input is in the charset CS, not UTF-8"},
	{KEY_NFC, "nfc", NULL, "normalize input to NFC (done anyway for a non-Unicode CS)"},
	{KEY_HTML, "html", NULL, "resolve character references such as &amp; first"},
	{KEY_SPLIT, "split", NULL, "several references a line, separated by spaces; one a line out"},
	{KEY_HELP, "help", NULL, "print this and exit"},
	{KEY_VERSION, "version", NULL, "print versions and exit"},
	{0},
};

void filter_add_visible(struct iri_buf *b, const char *p)
{
	const char *end = p + strlen(p);

	while (p < end) {
		uint32_t ch;
		size_t len = iri_utf8_decode(p, end, &ch);
		char hex[8];
		if (len && !iri_char_is_hidden(ch) && (ch < 0x80 || iri_char_class(ch) == CHAR_UCSCHAR)) {
			iri_buf_add(b, p, len);
			p += len;
		} else {
			iri_buf_add(b, hex, (size_t)snprintf(hex, sizeof hex, "\\x%02x", (unsigned char)*p++));
		}
	}
}

/* Whether the tool has one of these flags. */
static bool has(const struct filter *f, unsigned flags)
{
	return f->tool->flags & flags;
}

static void add_text(struct iri_buf *b, const char *s)
{
	iri_buf_add(b, s, strlen(s));
}

static bool write_all(int fd, const char *p, size_t n)
{
	while (n) {
		ssize_t done = write(fd, p, n);
		if (done < 0 && errno == EAGAIN)
			poll(&(struct pollfd){.fd = fd, .events = POLLOUT}, 1, -1);
		else if (done < 0 && errno != EINTR)
			return false;
		if (done < 0)
			continue;
		p += done;
		n -= (size_t)done;
	}
	return true;
}

/* One message, in one write so that those of several filters in a pipeline don't mix. */
static void say(const struct filter *f, const char *what, const char *text)
{
	struct iri_buf b = {0};

	add_text(&b, f->tool->name);
	add_text(&b, ": ");
	if (what) {
		filter_add_visible(&b, what);
		add_text(&b, ": ");
	}
	add_text(&b, text);
	iri_buf_putc(&b, '\n');
	/* A failure is told by the status, which is that of trouble. */
	if (!b.failed) {
		write_all(STDERR_FILENO, b.p, b.n);
	} else {
		/* Without memory piece by piece, and without a name that might not be fit to be seen. */
		const char *const pieces[] = {f->tool->name, ": ", text, "\n"};
		for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
			write_all(STDERR_FILENO, pieces[i], strlen(pieces[i]));
	}
	iri_buf_free(&b);
}

static void raise_status(struct filter *f, int status)
{
	if (f->status < status)
		f->status = status;
}

void filter_raise(struct filter *f)
{
	raise_status(f, EXIT_INVALID);
}

struct iri_str filter_original(const struct filter *f)
{
	return f->original;
}

struct iri_buf *filter_output(struct filter *f)
{
	return &f->out;
}

struct filter_place filter_place(const struct filter *f)
{
	return (struct filter_place){f->file, f->line, f->text};
}

bool filter_wants_nfc(const struct filter *f)
{
	return f->nfc;
}

bool filter_checks(const struct filter *f)
{
	return f->check;
}

char filter_line_end(const struct filter *f)
{
	return f->eol;
}

/* What leaves no use in going on: no memory, output that can't be written, options that make no sense. */
_Noreturn static void die(const struct filter *f, const char *what, const char *text)
{
	say(f, what, text);
	exit(EXIT_TROUBLE);
}

static void check_memory(const struct filter *f, const struct iri_buf *b)
{
	if (b->failed)
		die(f, NULL, "out of memory");
}

static void put(const struct filter *f, const char *p, size_t n)
{
	if (!write_all(STDOUT_FILENO, p, n))
		die(f, "stdout", strerror(errno));
}

static bool is_file(int fd, const struct stat *st)
{
	struct stat x;

	return fstat(fd, &x) == 0 && x.st_dev == st->st_dev && x.st_ino == st->st_ino;
}

/* Returns NULL unless this program writes to the file already; else a message that says so. */
static const char *already_written(const struct filter *f, const struct stat *st)
{
	if (!S_ISREG(st->st_mode))
		return NULL;
	if (is_file(STDOUT_FILENO, st))
		return "this file is also the output; write the output to another file";
	if (is_file(STDERR_FILENO, st))
		return "messages go to this file, too; send them to another file";
	if (f->reject >= 0 && is_file(f->reject, st))
		return "this file is also the reject file; name another one with --reject";
	return NULL;
}

/*
 * Writes the rejected lines, which are whole, in one write, behind the byte order mark that a new file may need, so that
 * several processes can append to one file. The lock makes the others wait; where files can't be locked, they don't.
 */
static void flush_rejected(struct filter *f)
{
	struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	const struct iri_str lines = iri_contents(&f->rejected);
	struct iri_buf start = {0};
	struct stat st;

	check_memory(f, &f->rejected);
	if (!lines.n)
		return;
	fcntl(f->reject, F_SETLKW, &lock);
	if (fstat(f->reject, &st) == 0 && st.st_size == 0 && !f->reject_begun) {
		if (f->charset)
			charset_add_start(f->charset, lines, &start);
		else if (iri_begins_with_bom(lines))
			iri_buf_add(&start, lines.p, 3); /* which would be taken for one of the file */
	}
	check_memory(f, &start);
	f->reject_begun = true;
	if (!write_all(f->reject, start.p, start.n) || !write_all(f->reject, lines.p, lines.n))
		die(f, f->reject_name, strerror(errno));
	lock.l_type = F_UNLCK;
	fcntl(f->reject, F_SETLK, &lock);
	iri_buf_free(&start);
	f->rejected.n = 0;
}

/* Writes all output so far, except the run. */
static void flush(struct filter *f)
{
	check_memory(f, &f->out);
	flush_rejected(f);
	put(f, f->out.p, f->out.n);
	f->out.n = 0;
}

/* Ends the run: its lines are output now. */
static void end_run(struct filter *f)
{
	if (f->run.n >= DIRECT) {
		flush(f);
		put(f, f->run.p, f->run.n);
	} else {
		iri_buf_add(&f->out, f->run.p, f->run.n);
	}
	f->run.n = 0;
}

/* The column of a byte of the line, in characters from 1. */
static size_t column_of(struct filter *f, size_t off)
{
	/* Mostly they come in the order of the line, which is then counted only once. */
	if (off < f->seen)
		f->seen = f->column = 0;
	f->column += iri_count_chars((struct iri_str){f->text.p + f->seen, off - f->seen});
	f->seen = off;
	return f->column + 1;
}

/* A message about a byte of the line names FILE:LINE:COL, the column in characters from 1. */
static void say_at(struct filter *f, size_t off, const char *text, const char *hint)
{
	struct iri_buf where = {0};
	char place[64];

	add_text(&where, f->tool->name);
	add_text(&where, ": ");
	filter_add_visible(&where, f->file);
	iri_buf_add(&where, place,
	            (size_t)snprintf(place, sizeof place, ":%ju:%ju: ", f->line, (uintmax_t)column_of(f, off)));
	add_text(&where, text);
	if (hint) {
		add_text(&where, "; ");
		add_text(&where, hint);
	}
	iri_buf_putc(&where, '\n');
	check_memory(f, &where);
	if (!write_all(STDERR_FILENO, where.p, where.n) && errno != EBADF)
		raise_status(f, EXIT_TROUBLE);
	iri_buf_free(&where);
}

static void report(struct filter *f, size_t off, const char *text, const char *hint)
{
	raise_status(f, EXIT_INVALID);
	if (!f->quiet)
		say_at(f, off, text, hint);
}

void filter_note(struct filter *f, size_t off, const char *text)
{
	if (f->n_notes == f->room_notes) {
		const size_t room = f->room_notes ? 2 * f->room_notes : 16;
		size_t *const offsets = realloc(f->note_offsets, room * sizeof *offsets);
		if (!offsets)
			die(f, NULL, "out of memory");
		f->note_offsets = offsets;
		f->room_notes = room;
	}
	f->note_offsets[f->n_notes++] = off;
	iri_buf_add(&f->notes, text, strlen(text) + 1);
}

/* text: what is wrong */
static void report_error(struct filter *f, size_t off, const struct iri_error *err, char *text, size_t size)
{
	const char *hint = NULL;

	if (err->status == IRI_NO_MEMORY)
		die(f, NULL, "out of memory");
	iri_error_text(err, text, size);
	if (err->status == IRI_BAD_UTF8 && !f->charset_name)
		hint = "if the input is in another charset, name it with --charset";
	else if (err->status == IRI_BAD_CHAR && err->ch == 0 && f->eol)
		hint = "if lines end in NUL, use -z";
	else if (f->tool->hint)
		hint = f->tool->hint(f->tool->self, err);
	report(f, off, text, hint);
}

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* 2011 draft, section 4, step 1: ASCII white space at both ends is not part of the reference. */
struct iri_str filter_trim(struct iri_str s)
{
	while (s.n && is_space(s.p[0]))
		s.p++, s.n--;
	while (s.n && is_space(s.p[s.n - 1]))
		s.n--;
	return s;
}

/* What a buffer holds, with padding behind it, of which it does not matter what it is, as long as it is something. */
static struct iri_str contents(const struct filter *f, struct iri_buf *b)
{
	char *const padding = iri_buf_reserve(b, IRI_PADDING);

	check_memory(f, b);
	memset(padding, 0, IRI_PADDING);
	return (struct iri_str){b->p, b->n};
}

/* Where a reference stood before what was done to it, for the way back. */
struct steps {
	struct iri_str raw, trimmed, resolved;
};

/* Leads offsets in what the tool got, in ascending order, back to offsets in the input. */
static void lead_back(struct filter *f, const struct steps *steps, size_t *offsets, size_t n)
{
	struct iri_offsets at = {offsets, n, 0};
	size_t i;

	if (f->nfc && !has(f, FILTER_OWN_NFC)) {
		f->normal.n = 0;
		iri_nfc(steps->resolved, &f->normal, &at);
	}
	if (f->html) {
		for (i = 0; i < n; i++)
			offsets[i] += (size_t)(steps->resolved.p - f->resolved.p);
		at.done = 0;
		f->resolved.n = 0;
		charset_html(steps->trimmed, &f->resolved, &at);
	}
	for (i = 0; i < n; i++)
		offsets[i] += (size_t)(steps->trimmed.p - steps->raw.p);
}

void filter_locate(struct filter *f, size_t *offsets, size_t *columns, size_t n)
{
	lead_back(f, f->steps, offsets, n);
	for (size_t i = 0; i < n; i++) {
		offsets[i] += (size_t)(f->steps->raw.p - f->text.p);
		columns[i] = column_of(f, offsets[i]);
	}
}

/* Prints what the tool noted about the reference. */
static void say_notes(struct filter *f, const struct steps *steps)
{
	const char *text = f->notes.p;

	check_memory(f, &f->notes);
	lead_back(f, steps, f->note_offsets, f->n_notes);
	for (size_t i = 0; i < f->n_notes; i++) {
		say_at(f, (size_t)(steps->raw.p - f->text.p) + f->note_offsets[i], text, NULL);
		text += strlen(text) + 1;
	}
	f->n_notes = f->notes.n = 0;
}

/*
 * Has the tool process one reference as it stands in the input. IRI_UNCHANGED only if the output is
 * the same to the byte, white space included; else it is in f->out. Errors have their offset in raw.
 */
static enum iri_status process(struct filter *f, struct iri_str raw, struct iri_error *err)
{
	/* Each in registers: this is on the way of every line. */
	struct iri_str trimmed = raw, resolved, s;

	if (!has(f, FILTER_UNTRIMMED))
		trimmed = filter_trim(raw);
	else if (raw.n && raw.p[raw.n - 1] == '\r' && f->eol == '\n')
		trimmed.n--;
	f->original = trimmed;
	resolved = trimmed;
	if (f->html) {
		f->resolved.n = 0;
		charset_html(trimmed, &f->resolved, NULL);
		resolved = contents(f, &f->resolved);
		if (!has(f, FILTER_UNTRIMMED))
			resolved = filter_trim(resolved);
	}
	s = resolved;
	if (f->nfc && !has(f, FILTER_OWN_NFC)) {
		f->normal.n = 0;
		iri_nfc(resolved, &f->normal, NULL);
		s = contents(f, &f->normal);
	}

	f->given = s;
	struct steps steps;
	if (has(f, FILTER_REPORTS)) {
		steps = (struct steps){raw, trimmed, resolved};
		f->steps = &steps;
	}
	enum iri_status status = f->tool->line(f->tool->self, f, s, &f->out, err);
	f->steps = NULL;
	if (status == IRI_UNCHANGED && !(s.n == raw.n && (s.p == raw.p || !s.n || !memcmp(s.p, raw.p, s.n)))) {
		iri_buf_add(&f->out, s.p, s.n);
		status = IRI_OK;
	}
	if (status > IRI_UNCHANGED)
		lead_back(f, &(struct steps){raw, trimmed, resolved}, &err->off, 1);
	if (f->n_notes)
		say_notes(f, &(struct steps){raw, trimmed, resolved});
	return status;
}

static void add_line(struct filter *f, struct iri_str s)
{
	char *to = iri_buf_reserve(&f->out, s.n + 1);

	if (!to)
		return;
	if (s.n)
		memcpy(to, s.p, s.n);
	to[s.n] = f->eol;
	f->out.n += s.n + 1;
}

/* Whether what the tool made of a field, from byte `from` of the output on, would be more fields than one. */
static bool breaks_fields(const struct filter *f, size_t from)
{
	const size_t len = strlen(f->separator);

	if (!f->field || (has(f, FILTER_COLUMNS) && !strcmp(f->separator, "\t")))
		return false;
	for (size_t i = from; i + len <= f->out.n; i++)
		if (!memcmp(f->out.p + i, f->separator, len))
			return true;
	return false;
}

/* Passes the lines in f->raw that come before this one. */
static void pass_raw(struct filter *f, uintmax_t line)
{
	struct iri_str rest = {f->raw.p + f->raw_at, f->raw.n - f->raw_at};

	for (; f->raw_passed + 1 < line; f->raw_passed++)
		charset_cut_line(f->charset, &rest);
	f->raw_at = f->raw.n - rest.n;
}

/* Appends a line, or a part of it if it is split, to those for the reject file, so that it can be fed in again. */
static void add_rejected(struct filter *f, struct iri_str line)
{
	if (!f->charset) {
		iri_buf_add(&f->rejected, line.p, line.n);
		iri_buf_putc(&f->rejected, f->eol);
		return;
	}
	if (f->part && f->whole_rejected == f->line)
		return;
	if (f->encoder && f->part && charset_add_encoded(f->charset, f->encoder, f->decoder, line, &f->rejected))
		return;
	if (f->part)
		f->whole_rejected = f->line;
	if (f->is_file) {
		pass_raw(f, f->line);
		struct iri_str rest = {f->raw.p + f->raw_at, f->raw.n - f->raw_at};
		line = charset_cut_line(f->charset, &rest);
	}
	charset_add_original(f->charset, line, f->is_file && f->line == 1, &f->rejected);
}

/*
 * Does with an invalid line what was asked for; before and after are its other fields. given is the reference between
 * them, as the tool got it, and why says what is wrong with it, or is NULL if there is none.
 */
static void reject(struct filter *f, struct iri_str line, struct iri_str before, struct iri_str after,
                   struct iri_str given, const char *why)
{
	enum invalid wanted = f->invalid;

	if (wanted == INVALID_UNSAID)
		wanted = has(f, FILTER_KEEPS_INVALID) ? INVALID_KEEP : INVALID_EMPTY;
	end_run(f);
	if (f->reject >= 0)
		add_rejected(f, line);
	if (wanted == INVALID_STOP)
		f->stop = true;
	if (f->check || has(f, FILTER_REPORTS))
		return;
	if (wanted == INVALID_KEEP)
		add_line(f, line);
	if (wanted == INVALID_EMPTY) {
		iri_buf_add(&f->out, before.p, before.n);
		const size_t made = f->out.n;
		if (why && f->tool->invalid) {
			f->tool->invalid(f->tool->self, given, why, &f->out);
			if (breaks_fields(f, made))
				f->out.n = made;
		}
		add_line(f, after);
	}
}

/* What is not just output: the line is invalid, or is judged, or is the last and has no end. */
static void settle(struct filter *f, struct iri_str line, struct iri_str field, enum iri_status status, bool breaks,
                   const struct iri_error *err)
{
	const struct iri_str before = {line.p, (size_t)(field.p - line.p)};
	const struct iri_str after = {field.p + field.n, (size_t)(line.p + line.n - field.p) - field.n};

	char text[256] = "the result contains the separator of fields";
	if (breaks) {
		report(f, (size_t)(field.p - f->text.p), text, "use another with -d");
		reject(f, line, before, after, f->given, text);
		return;
	}
	if (f->check && status <= IRI_UNCHANGED) {
		if (status == IRI_OK && !has(f, FILTER_JUDGES))
			raise_status(f, EXIT_INVALID);
		if (status == IRI_OK && has(f, FILTER_LISTS))
			add_line(f, line);
		return;
	}
	if (status == IRI_UNCHANGED) {
		end_run(f);
		add_line(f, line);
		return;
	}
	report_error(f, (size_t)(field.p - f->text.p) + err->off, err, text, sizeof text);
	reject(f, line, before, after, f->given, text);
}

/* The tool's report on a line, or a field of it. */
static void report_line(struct filter *f, struct iri_str line, struct iri_str field)
{
	const size_t start = f->out.n;
	const struct iri_str none = {line.p, 0};
	struct iri_error err;
	enum iri_status status = process(f, field, &err);

	if (status == IRI_NO_MEMORY)
		die(f, NULL, "out of memory");
	if (f->check)
		f->out.n = start;
	if (status > IRI_UNCHANGED)
		reject(f, line, none, none, none, NULL);
}

/*
 * One line of output: the line with its field processed. The field is usually the whole line. ended:
 * the line's end stands behind it in the input.
 */
static inline void handle(struct filter *f, struct iri_str line, struct iri_str field, bool ended)
{
	const struct iri_str before = {line.p, (size_t)(field.p - line.p)};
	const struct iri_str after = {field.p + field.n, (size_t)(line.p + line.n - field.p) - field.n};
	struct iri_error err;

	/*
	 * The tool appends its output behind what is there. Lines of the run come before it, and are only copied
	 * if this line ends the run; most don't. So leave room for them, to be filled or taken back.
	 */
	if (has(f, FILTER_REPORTS)) {
		report_line(f, line, field);
		return;
	}
	const size_t start = f->out.n;
	if (!iri_buf_reserve(&f->out, f->run.n + before.n))
		die(f, NULL, "out of memory");
	f->out.n += f->run.n;
	if (before.n)
		iri_buf_add(&f->out, before.p, before.n);
	const size_t made = f->out.n;
	enum iri_status status = process(f, field, &err);

	if (status == IRI_UNCHANGED && ended && !f->check) {
		f->out.n = start;
		if (!f->run.n)
			f->run.p = line.p;
		f->run.n += line.n + 1;
		return;
	}
	const bool breaks = status == IRI_OK && breaks_fields(f, made);
	if (status == IRI_OK && !f->check && !breaks) {
		if (f->run.n)
			memcpy(f->out.p + start, f->run.p, f->run.n);
		f->run.n = 0;
		add_line(f, after);
		return;
	}
	f->out.n = start;
	settle(f, line, field, status, breaks, &err);
}
/* Finds the field that was asked for; false if the line has fewer, of which there are then *fields. */
static bool find_field(const struct filter *f, struct iri_str line, struct iri_str *field, size_t *fields)
{
	const char *p = line.p, *end = line.p + line.n;
	const size_t len = strlen(f->separator);

	for (*fields = 1;; ++*fields) {
		const char *next = p;
		while ((next = memchr(next, f->separator[0], (size_t)(end - next)))) {
			if ((size_t)(end - next) >= len && !memcmp(next, f->separator, len))
				break;
			next++;
		}
		if (*fields == f->field) {
			*field = (struct iri_str){p, (size_t)((next ? next : end) - p)};
			return true;
		}
		if (!next)
			return false;
		p = next + len;
	}
}

static void handle_field(struct filter *f, struct iri_str line, bool ended)
{
	struct iri_str field, content = line;
	size_t fields;
	char text[96];

	/* In a CRLF file the CR belongs to the line's end, not to the last field. */
	if (f->eol == '\n' && line.n && line.p[line.n - 1] == '\r')
		content.n--;
	if (find_field(f, content, &field, &fields)) {
		handle(f, line, field, ended);
		return;
	}
	snprintf(text, sizeof text, "no field %zu, only %zu; fields are separated by %s", f->field, fields,
	         strcmp(f->separator, "\t") ? "what -d says" : "TAB (see -d)");
	report(f, content.n, text, NULL);
	/* There is no field to become empty: all of the line are others. */
	reject(f, line, line, (struct iri_str){line.p + line.n, 0}, line, NULL);
}

/* 2011 draft, section 4, step 2: blocks of spaces separate references. */
static void handle_split(struct filter *f, struct iri_str line, bool ended)
{
	const struct iri_str all = filter_trim(line);
	const char *p = all.p, *end = all.p + all.n;

	if (all.n == line.n && !memchr(p, ' ', all.n)) {
		handle(f, line, line, ended);
		return;
	}
	end_run(f);
	f->part = true;
	do {
		const char *space = memchr(p, ' ', (size_t)(end - p));
		struct iri_str s = {p, (size_t)((space ? space : end) - p)};
		handle(f, s, s, false);
		/* A line may have any number of them. */
		if (f->out.n >= BLOCK || f->rejected.n >= BLOCK)
			flush(f);
		for (p = s.p + s.n; p < end && *p == ' ';)
			p++;
	} while (p < end && !f->stop);
	f->part = false;
	/* Even if no reference was changed, the line was. */
	if (f->check && !has(f, FILTER_JUDGES | FILTER_REPORTS))
		raise_status(f, EXIT_INVALID);
}

/* A line with what is not in its charset is invalid as a whole: of none of it is it sure what it says. */
static void handle_undecoded(struct filter *f, struct iri_str line)
{
	const char *mark = memchr(line.p, 0xFF, line.n);
	char text[128];

	if (mark + 1 < line.p + line.n && mark[1] != CHARSET_SUBSTITUTE && charset_is_bytes(f->charset))
		snprintf(text, sizeof text, "byte 0x%02X, not in the charset named, or cut short", (unsigned char)mark[1]);
	else
		snprintf(text, sizeof text, "not in the charset named, or cut short");
	report(f, (size_t)(mark - line.p), text, NULL);
	f->resolved.n = 0;
	charset_unmark(f->charset, line, &f->resolved);
	const struct iri_str plain = contents(f, &f->resolved), before = {plain.p, 0}, after = {plain.p + plain.n, 0};
	reject(f, plain, before, after, filter_trim(plain), text);
}

static void handle_line(struct filter *f, const char *p, size_t n, bool ended)
{
	/* A byte order mark is a signature of the file, not part of its text (RFC 3629, section 6). */
	if (!f->line++ && f->is_file && iri_begins_with_bom((struct iri_str){p, n})) {
		p += 3;
		n -= 3;
		if (!n && !ended)
			return; /* the file has nothing else */
	}
	const struct iri_str line = {p, n};
	f->text = line;
	f->seen = f->column = 0;
	if (f->whole)
		handle(f, line, line, ended);
	else if (f->charset && memchr(p, 0xFF, n))
		handle_undecoded(f, line);
	else if (f->field)
		handle_field(f, line, ended);
	else if (f->split)
		handle_split(f, line, ended);
	else
		handle(f, line, line, ended);
	if (f->out.n >= BLOCK || f->rejected.n >= BLOCK)
		flush(f);
}

/* Reads a block behind what is in f->in. False at the end of the file, or after an error. */
static bool fill(struct filter *f, int fd)
{
	struct iri_buf *to = f->charset ? &f->raw : &f->in;
	ssize_t n;

	if (f->reject < 0)
		f->raw.n = 0;
	if (!iri_buf_reserve(to, BLOCK + IRI_PADDING))
		die(f, NULL, "out of memory");
	while ((n = read(fd, to->p + to->n, BLOCK)) < 0 && (errno == EINTR || errno == EAGAIN))
		if (errno == EAGAIN)
			poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, -1);
	if (n < 0) {
		say(f, f->file, strerror(errno));
		raise_status(f, EXIT_TROUBLE);
		n = 0;
	}
	if (f->charset)
		charset_decode(f->charset, to->p + to->n, (size_t)n, n == 0, &f->in);
	to->n += (size_t)n;
	contents(f, &f->in);
	return n > 0;
}

/* Passes lines of which the tool knows at once what becomes of them; returns where they end. */
static const char *pass_lines(struct filter *f, const char *p, const char *end)
{
	const struct filter_tool *tool = f->tool;
	size_t n, lines;

	do {
		n = lines = 0;
		if (tool->skip)
			n = tool->skip(tool->self, p, end, &lines);
		f->line += lines;
		if (n && !f->check) {
			if (!f->run.n)
				f->run.p = p;
			f->run.n += n;
		}
		p += n;
		if (!tool->convert || p == end)
			break;
		end_run(f);
		n = tool->convert(tool->self, p, end, f->check ? NULL : &f->out, &lines);
		f->line += lines;
		p += n;
		/* The first of them would have been skipped if it were to stay as it is. */
		if (n && f->check)
			raise_status(f, EXIT_INVALID);
		if (f->out.n >= BLOCK)
			flush(f);
	} while (n);
	return p;
}

static void filter_file(struct filter *f, int fd)
{
	size_t searched = 0; /* so much of f->in is known to have no end of line */
	bool more = true;

	f->line = 0;
	f->is_file = true;
	f->in.n = f->raw.n = f->raw_at = 0;
	f->raw_passed = f->whole_rejected = 0;
	while (more && !f->stop) {
		flush(f); /* the read may block, and somebody may be waiting for what we know */
		more = fill(f, fd);
		const char *p = f->in.p, *end = p + f->in.n, *eol;
		const char *from = p + searched;
		while (!f->stop) {
			if (f->skips && from == p) {
				p = from = pass_lines(f, p, end);
			}
			eol = memchr(from, f->eol, (size_t)(end - from));
			if (!eol)
				break;
			handle_line(f, p, (size_t)(eol - p), true);
			p = from = eol + 1;
		}
		if (!more && !f->stop && p < end)
			handle_line(f, p, (size_t)(end - p), false);
		end_run(f);
		searched = f->in.n = (size_t)(end - p);
		if (p > f->in.p)
			memmove(f->in.p, p, f->in.n);
		if (f->charset && f->reject >= 0) {
			pass_raw(f, f->line + 1);
			f->raw.n -= f->raw_at;
			memmove(f->raw.p, f->raw.p + f->raw_at, f->raw.n);
			f->raw_at = 0;
		}
	}
	flush(f);
}

_Noreturn static void usage_error(const struct filter *f, const char *what, const char *text)
{
	say(f, what, text);
	struct iri_buf hint = {0};
	add_text(&hint, "see '");
	add_text(&hint, f->tool->name);
	add_text(&hint, " --help'");
	iri_buf_putc(&hint, '\0');
	die(f, NULL, hint.failed ? "see --help" : hint.p);
}

static void help_options(struct iri_buf *b, const struct filter_option *o)
{
	for (; o->key; o++) {
		char left[64];
		snprintf(left, sizeof left, o->key < FILTER_TOOL_KEY ? "  -%c, --%s%s%s" : "  %c   --%s%s%s",
		         o->key < FILTER_TOOL_KEY ? o->key : ' ', o->name, o->arg ? "=" : "", o->arg ? o->arg : "");
		add_text(b, left);
		size_t column = strlen(left);
		for (const char *line = o->help; line;) {
			const char *next = strchr(line, '\n');
			if (column > 28) {
				iri_buf_putc(b, '\n');
				column = 0;
			}
			for (; column < 30; column++)
				iri_buf_putc(b, ' ');
			iri_buf_add(b, line, next ? (size_t)(next - line) : strlen(line));
			iri_buf_putc(b, '\n');
			column = 0;
			line = next ? next + 1 : NULL;
		}
	}
}

static void help(struct filter *f)
{
	add_text(&f->out, "usage: ");
	add_text(&f->out, f->tool->name);
	add_text(&f->out, f->tool->operands ? f->tool->operands : " [option ...] [file ...]");
	iri_buf_putc(&f->out, '\n');
	add_text(&f->out, f->tool->summary);
	add_text(&f->out, f->tool->operands ? "\nWith no operands, reads lines from standard input.\n\n"
	                                    : "\nWith no file, or where a file is -, reads standard input.\n\n");
	help_options(&f->out, f->tool->options);
	iri_buf_putc(&f->out, '\n');
	help_options(&f->out, common_options);
	add_text(&f->out, "\nExit status: 0 all well; 1 ");
	add_text(&f->out, f->tool->fails ? f->tool->fails : "some line was invalid (with -c, or would change)");
	add_text(&f->out, ";\n");
	add_text(&f->out, "2 trouble with options, input or output.\n");
	flush(f);
}

static void version(struct filter *f)
{
	char text[256];

	add_text(&f->out, f->tool->name);
	add_text(&f->out, " (IRI toolkit) " PACKAGE_VERSION "\n");
	if (!iri_versions(text, sizeof text))
		die(f, NULL, "out of memory");
	add_text(&f->out, text);
	flush(f);
}

static void common_option(struct filter *f, int key, const char *arg, unsigned choice)
{
	char *end;

	switch (key) {
	case 'c': f->check = true; break;
	case 'd': {
		uint32_t ch;
		size_t len = strlen(arg);
		if (!len || iri_utf8_decode(arg, arg + len, &ch) != len || ch == (unsigned char)'\n')
			usage_error(f, "--delimiter", "takes one character");
		f->separator = arg;
		break;
	}
	case 'f':
		errno = 0;
		f->field = strtoul(arg, &end, 10);
		if (errno || *end || f->field == 0 || arg[0] < '0' || arg[0] > '9')
			usage_error(f, "--field", "takes a number from 1");
		break;
	case 'q': f->quiet = true; break;
	case 'z': f->eol = '\0'; break;
	case KEY_INVALID: f->invalid = choice; break;
	case KEY_REJECT: f->reject_name = arg; break;
	case KEY_CHARSET: f->charset_name = arg; break;
	case KEY_NFC: f->nfc = true; break;
	case KEY_HTML: f->html = true; break;
	case KEY_SPLIT: f->split = true; break;
	case KEY_HELP: help(f); exit(EXIT_WELL);
	case KEY_VERSION: version(f); exit(EXIT_WELL);
	}
}

/* Finds in a table the option of this key or, if key is 0, one whose name begins like this; or returns NULL. */
static const struct filter_option *find_option(const struct filter_option *o, int key, const char *name)
{
	while (o->key && (key ? o->key != key : strncmp(o->name, name, strlen(name)) != 0))
		o++;
	return o->key ? o : NULL;
}

/* Says what is wrong with a word for which getopt_long returned '?' or, where an argument is missing, ':'. */
_Noreturn static void option_error(const struct filter *f, int returned, char *word)
{
	const char letter[] = {'-', (char)optopt, '\0'};
	struct iri_buf text = {0};

	/* For an unknown or ambiguous long option getopt_long sets optopt to 0. */
	if (!optopt)
		word[strcspn(word, "=")] = '\0';
	const char *const name = optopt ? "" : word + 2;
	const struct filter_option *o = find_option(f->tool->options, optopt, name);
	if (!o)
		o = find_option(common_options, optopt, name);
	add_text(&text, !o ? "unknown option '" : optopt ? "option '--" : "ambiguous option '");
	filter_add_visible(&text, !optopt ? word : o ? o->name : letter);
	add_text(&text, !o || !optopt ? "'" : returned == ':' ? "' needs an argument" : "' takes no argument");
	iri_buf_putc(&text, '\0');
	check_memory(f, &text);
	usage_error(f, NULL, text.p);
}

/*
 * The index of arg among the words that an option chooses from; 0 if it takes any argument, or none. Ends the program if
 * arg is none of them.
 */
static unsigned find_choice(const struct filter *f, const struct filter_option *o, bool common, const char *arg)
{
	const char *word = o ? o->arg : NULL;
	struct iri_buf text = {0};

	if (!word || !strchr(word, '|'))
		return 0;
	for (unsigned i = 0;; i++) {
		const size_t len = strcspn(word, "|");
		if (strlen(arg) == len && !memcmp(word, arg, len))
			return i;
		if (!word[len])
			break;
		word += len + 1;
	}
	add_text(&text, "--");
	add_text(&text, o->name);
	add_text(&text, common ? ": takes " : " takes ");
	for (const char *p = o->arg; *p; p++)
		if (*p != '|')
			iri_buf_putc(&text, *p);
		else
			add_text(&text, strchr(p + 1, '|') ? ", " : " or ");
	iri_buf_putc(&text, '\0');
	check_memory(f, &text);
	usage_error(f, NULL, text.p);
}

static void parse_options(struct filter *f, int argc, char **argv)
{
	const struct filter_option *const tables[] = {f->tool->options, common_options};
	struct option longs[MAX_OPTIONS + 1];
	char shorts[2 * MAX_OPTIONS + 2] = ":"; /* tell a missing argument from an unknown option */
	size_t n = 0, s = 1;
	int key;

	for (size_t t = 0; t < 2; t++)
		for (const struct filter_option *o = tables[t]; o->key && n < MAX_OPTIONS; o++) {
			longs[n++] =
				(struct option){o->name, o->arg ? required_argument : no_argument, NULL, o->key};
			if (o->key < FILTER_TOOL_KEY) {
				shorts[s++] = (char)o->key;
				if (o->arg)
					shorts[s++] = ':';
			}
		}
	longs[n] = (struct option){0};
	shorts[s] = '\0';
	opterr = 0; /* getopt_long would print an argument as it is */

	while ((key = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
		if (key == '?' || key == ':')
			option_error(f, key, argv[optind - 1]);
		const struct filter_option *const own = find_option(f->tool->options, key, "");
		const unsigned choice = find_choice(f, own ? own : find_option(common_options, key, ""), !own, optarg);
		const char *why = NULL;
		if (own)
			why = f->tool->option(f->tool->self, key, optarg, choice);
		else
			common_option(f, key, optarg, choice);
		if (why)
			usage_error(f, NULL, why);
	}
	if (f->field && f->split)
		usage_error(f, NULL, "--field and --split don't go together");
	if (f->separator && !f->field)
		usage_error(f, NULL, "--delimiter needs --field");
	if (!f->separator)
		f->separator = "\t";
}

static void open_charset(struct filter *f)
{
	if (!f->charset_name || charset_is_utf8(f->charset_name))
		return;
	f->charset = charset_decoder(f->charset_name, f->eol);
	if (f->charset && f->reject_name) {
		f->encoder = charset_encoder(f->charset_name);
		f->decoder = f->encoder || errno != ENOMEM ? charset_decoder(f->charset_name, f->eol) : NULL;
	}
	if (!f->charset || (f->reject_name && !f->decoder))
		usage_error(f, "--charset",
		            errno == EINVAL ? "not a charset known here; iconv -l lists those that are"
		                            : strerror(errno));
	/* RFC 3987, section 3.1, step 1: variant b normalizes, variant c does not. */
	if (!charset_is_unicode(f->charset))
		f->nfc = true;
}

static void open_reject(struct filter *f)
{
	struct stat st;

	f->reject = -1;
	if (!f->reject_name)
		return;
	const int fd = open(f->reject_name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	if (fd < 0 || fstat(fd, &st) < 0)
		die(f, f->reject_name, strerror(errno));
	const char *const why = already_written(f, &st);
	if (why)
		die(f, f->reject_name, why);
	f->reject = fd;
	if (!f->charset || !S_ISREG(st.st_mode) || !st.st_size)
		return;
	/* New lines take the byte order of those that the file has. */
	const int old = open(f->reject_name, O_RDONLY | O_CLOEXEC);
	char start[4];
	const ssize_t n = old >= 0 ? read(old, start, sizeof start) : 0;
	if (n > 0)
		charset_follow(f->charset, start, (size_t)n);
	if (old >= 0)
		close(old);
}

/* Refuses input that is also written, before any is read. Looks names up, since a named pipe can be opened only once. */
static void check_inputs(const struct filter *f, int n, char **names)
{
	for (int i = 0; i < n; i++) {
		const bool is_stdin = !strcmp(names[i], "-");
		struct stat st;
		const char *const why =
			(is_stdin ? fstat(STDIN_FILENO, &st) : stat(names[i], &st)) == 0 ? already_written(f, &st) : NULL;
		if (why)
			die(f, is_stdin ? "stdin" : names[i], why);
	}
}

/* Whether a file's name begins like an IRI with an authority. */
static bool looks_like_iri(const char *name)
{
	const char *const slashes = strstr(name, "://");
	const struct iri_str start = {name, slashes ? (size_t)(slashes + 3 - name) : 0};
	struct iri_ref ref;
	struct iri_error err;

	return slashes && iri_parse(start, IRI_WITH_SCHEME, &ref, &err) == IRI_OK;
}

/* Opens a file for reading, "-" being standard input; -1 after a message. */
static int open_input(struct filter *f, const char *name, bool operand)
{
	const bool is_stdin = !strcmp(name, "-");
	const int fd = is_stdin ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
	struct stat st;

	f->file = is_stdin ? "stdin" : name;
	const char *why = fd < 0 ? strerror(errno) : fstat(fd, &st) == 0 ? already_written(f, &st) : NULL;
	if (!why)
		return fd;
	char text[256];
	if (fd < 0 && operand && looks_like_iri(name)) {
		snprintf(text, sizeof text, "%s; to give an IRI, pipe it in: printf '%%s\\n' IRI | %s", why, f->tool->name);
		why = text;
	}
	say(f, f->file, why);
	raise_status(f, EXIT_TROUBLE);
	if (fd > STDIN_FILENO)
		close(fd);
	return -1;
}

/*
 * A standard descriptor that was closed would be given to the next file opened, and messages or output
 * would go there. So each is taken first, opened the wrong way round: to use it is an error still.
 */
static void take_closed_descriptors(const struct filter *f)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		if (fcntl(fd, F_GETFD) >= 0 || errno != EBADF)
			continue;
		if (open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
			exit(EXIT_TROUBLE);
		if (fd == STDOUT_FILENO && !f->check)
			die(f, "stdout", strerror(EBADF));
	}
}

static void filter_named(struct filter *f, const char *name)
{
	const int fd = open_input(f, name, true);

	if (fd < 0)
		return;
	filter_file(f, fd);
	if (fd != STDIN_FILENO)
		close(fd);
}

_Noreturn void filter_die(struct filter *f, const char *what, const char *text)
{
	flush(f);
	die(f, what, text);
}

void filter_error(struct filter *f, const struct iri_error *err, size_t from)
{
	char text[256];

	if (err->status == IRI_NO_MEMORY)
		die(f, NULL, "out of memory");
	iri_error_text(err, text, sizeof text);
	report(f, from + err->off, text, NULL);
}

void filter_feed(struct filter *f, const char *name, int n, char **operands)
{
	f->file = name;
	f->line = 0;
	f->is_file = false;
	f->part = true;
	f->in.n = 0;
	for (int i = 0; i < n; i++) {
		const size_t len = strlen(operands[i]);
		if (i)
			iri_buf_putc(&f->in, '\t');
		if (f->charset)
			charset_decode(f->charset, operands[i], len, true, &f->in); /* each from the initial state */
		else
			iri_buf_add(&f->in, operands[i], len);
	}
	const struct iri_str line = contents(f, &f->in);
	handle_line(f, line.p, line.n, false);
	f->part = false;
	end_run(f);
	flush(f);
}

bool filter_read(struct filter *f, const char *name, bool (*line)(void *self, struct iri_str line), void *self)
{
	struct iri_buf all = {0};
	const int fd = open_input(f, name, false);
	bool well;

	if (fd < 0)
		return false;
	f->line = 0;
	for (;;) {
		char *to = iri_buf_reserve(&all, BLOCK);
		ssize_t n = to ? read(fd, to, BLOCK) : -1;
		if (n < 0 && to && (errno == EINTR || errno == EAGAIN)) {
			if (errno == EAGAIN)
				poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, -1);
			continue;
		}
		well = n >= 0;
		if (n <= 0)
			break;
		all.n += (size_t)n;
	}
	if (!well)
		say(f, f->file, all.failed ? "out of memory" : strerror(errno));
	const size_t mark = iri_begins_with_bom(iri_contents(&all)) ? 3 : 0;
	for (const char *p = all.p ? all.p + mark : "", *end = p + (all.n - mark); well && p < end;) {
		const char *eol = memchr(p, f->eol, (size_t)(end - p));
		f->text = (struct iri_str){p, (size_t)((eol ? eol : end) - p)};
		f->seen = f->column = 0;
		f->line++;
		well = line(self, f->text);
		p = eol ? eol + 1 : end;
	}
	iri_buf_free(&all);
	if (fd > STDIN_FILENO)
		close(fd);
	return well;
}

int filter_main(struct filter_tool *tool, int argc, char **argv)
{
	struct filter f = {.tool = tool, .invalid = INVALID_UNSAID, .eol = '\n'};

	parse_options(&f, argc, argv);
	take_closed_descriptors(&f);
	open_charset(&f);
	f.whole = !f.charset && !f.field && !f.split;
	f.skips = (tool->skip || tool->convert) && f.whole && !f.html && !f.nfc && f.eol == '\n' && !getenv("IRI_SLOW");
	open_reject(&f);
	if (!tool->start || !tool->start(tool, &f, argc - optind, argv + optind)) {
		char *standard_input[] = {"-"}, **const names = optind == argc ? standard_input : argv + optind;
		const int n = optind == argc ? 1 : argc - optind;
		check_inputs(&f, n, names);
		for (int i = 0; i < n && !f.stop; i++)
			filter_named(&f, names[i]);
	}
	if (tool->finish) {
		tool->finish(tool->self, &f);
		flush(&f);
	}
	/* On some file systems only close tells that what was written is lost. */
	if (close(STDOUT_FILENO) < 0 && errno != EBADF)
		die(&f, "stdout", strerror(errno));
	if (f.reject >= 0 && close(f.reject) < 0)
		die(&f, f.reject_name, strerror(errno));

	charset_close(f.charset);
	charset_close(f.encoder);
	charset_close(f.decoder);
	iri_buf_free(&f.in);
	iri_buf_free(&f.raw);
	iri_buf_free(&f.out);
	iri_buf_free(&f.rejected);
	iri_buf_free(&f.resolved);
	iri_buf_free(&f.normal);
	iri_buf_free(&f.notes);
	free(f.note_offsets);
	return f.status;
}
