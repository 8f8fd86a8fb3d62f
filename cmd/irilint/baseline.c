/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "baseline.h"

#include "baseline_line.h"
#include "ruleset.h"

#include "cmd/file/atomic_write.h"
#include "cmd/file/paths.h"
#include "cmd/filter/filter.h"
#include "lib/base/array.h"
#include "lib/base/str.h"
#include "lib/base/texts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* An entry, whose text is the line of the file in the form that baseline_print writes. */
struct baseline_entry {
	uint32_t document;
	uint8_t rule;
	bool seen; /* baseline_has has found it */
};

/* A line of a file. Several lines can have the same entry: after a merge, or with other escapes. */
struct source_line {
	const char *file;
	uintmax_t line;
	uint32_t entry;
	bool in_settings; /* the settings name the file, so that it holds in any folder */
};

/* What is known about a document that an entry names */
enum presence { UNKNOWN, READ, THERE, GONE };

/* An entry or a document that was found */
struct news {
	uint32_t number;
	bool is_document;
};

/* Whether the baseline has a rule for the current link */
enum verdict { NOT_ASKED, ABSENT, PRESENT };

struct baseline {
	struct messages *m;
	struct iri_texts texts;        /* the entries */
	union ARRAY_OF(struct baseline_entry) entries; /* for each text that baseline_read has added */
	union ARRAY_OF(struct source_line) lines; /* for each line that was read */
	struct iri_texts documents;    /* the names of the documents of these lines, as the system knows them */
	struct iri_buf presence;       /* a byte for each document: enum presence */
	bool has_document;             /* there is a current document */
	struct iri_buf name;           /* of the current document, from bare_name */
	struct iri_buf document;       /* the field of the current document */
	struct iri_buf link;           /* the field of the current link */
	unsigned char verdicts[RULES]; /* for the current link: enum verdict for each rule */
	struct iri_buf line;           /* working space: an entry */
	struct iri_buf field;          /* working space: a field without its escapes */
	union ARRAY_OF(struct news) news; /* what was found first */
	const char *folder;            /* of the file that baseline_read reads; or NULL */
	struct iri_buf here;           /* then the current folder, with a "/" at its end */
	struct iri_buf moved;          /* working space: a name from the current folder on */
};

struct baseline *baseline_new(struct messages *m)
{
	_Static_assert(RULES <= UINT8_MAX, "struct entry has room for the number of a rule");
	struct baseline *const b = calloc(1, sizeof *b);

	if (!b)
		return NULL;
	b->m = m;
	return b;
}

void baseline_free(struct baseline *b)
{
	if (!b)
		return;
	iri_texts_free(&b->texts);
	iri_texts_free(&b->documents);
	iri_buf_free(&b->entries.buf);
	iri_buf_free(&b->lines.buf);
	iri_buf_free(&b->presence);
	iri_buf_free(&b->name);
	iri_buf_free(&b->document);
	iri_buf_free(&b->link);
	iri_buf_free(&b->line);
	iri_buf_free(&b->field);
	iri_buf_free(&b->news.buf);
	iri_buf_free(&b->here);
	iri_buf_free(&b->moved);
	free(b);
}

/* Adds s to the set, unless it is there, and returns its number. */
static uint32_t baseline_add_text(const struct baseline *b, struct iri_texts *set, struct iri_str s)
{
	const uint32_t number = iri_texts_add(set, s);

	if (number == IRI_TEXTS_NONE)
		message_die(b->m, NULL, "out of memory");
	return number;
}

/* Returns the name without each "./" that it begins with, unless nothing would remain. */
static struct iri_str bare_name(struct iri_str name)
{
	struct iri_str rest = name;

	while (rest.n > 2 && !memcmp(rest.p, "./", 2)) {
		size_t n = 2;
		while (n < rest.n && rest.p[n] == '/')
			n++;
		rest.p += n;
		rest.n -= n;
		if (rest.n)
			name = rest;
	}
	return name;
}

/* Makes the document with this name, from bare_name, the current one. Returns false if it is already. */
static bool set_document(struct baseline *b, struct iri_str name)
{
	if (b->has_document && iri_same(iri_contents(&b->name), name))
		return false;
	b->name.n = b->document.n = 0;
	iri_buf_add(&b->name, name.p, name.n);
	baseline_add_document(&b->document, name);
	buf_check(b->m, &b->name);
	buf_check(b->m, &b->document);
	b->has_document = true;
	return true;
}

void baseline_begin_link(struct baseline *b, struct iri_str link)
{
	b->link.n = 0;
	baseline_add_field(&b->link, link);
	buf_check(b->m, &b->link);
	memset(b->verdicts, 0, sizeof b->verdicts);
}

/* Returns the entry of this rule for the current link. It is valid until the next call. */
static struct iri_str make_line(struct baseline *b, const struct iri_rule *rule)
{
	b->line.n = 0;
	iri_buf_add(&b->line, b->document.p, b->document.n);
	iri_buf_putc(&b->line, '\t');
	buf_add_text(&b->line, rule->id);
	iri_buf_putc(&b->line, '\t');
	iri_buf_add(&b->line, b->link.p, b->link.n);
	buf_check(b->m, &b->line);
	return iri_contents(&b->line);
}

/* Adds the current line of the file, with this rule for the current link. */
static void baseline_add_entry(struct baseline *b, const struct iri_rule *rule)
{
	const struct place *const place = &b->m->place;
	const uint32_t known = b->texts.n, known_documents = b->documents.n;
	const uint32_t number = baseline_add_text(b, &b->texts, make_line(b, rule));
	const struct source_line line = {place->file, place->line, number, b->folder != NULL};

	if (number == known) {
		const struct baseline_entry entry = {.document = baseline_add_text(b, &b->documents,
		                                                                   iri_contents(&b->name)),
		                                     .rule = (uint8_t)rule->number};
		ARRAY_ADD(b->entries, &entry);
		if (entry.document == known_documents)
			iri_buf_putc(&b->presence, UNKNOWN);
	}
	ARRAY_ADD(b->lines, &line);
	buf_check(b->m, &b->entries.buf);
	buf_check(b->m, &b->presence);
	buf_check(b->m, &b->lines.buf);
}

/* Whether a path is absolute, or has a segment "..". */
static bool can_leave(struct iri_str path)
{
	const char *p = path.p, *const end = p + path.n;

	if (path.n && *p == '/')
		return true;
	for (; p < end; p++) {
		const char *const slash = iri_find_byte(p, end, '/');
		if (iri_is(iri_between(p, slash), ".."))
			return true;
		p = slash;
	}
	return false;
}

/* Returns the name from the current folder on of a document, from its name in b->folder. It stands in b->moved. */
static struct iri_str move_name(struct baseline *b, struct iri_str name)
{
	const struct iri_str here = iri_contents(&b->here);
	size_t common = 0;

	/* The path of the document, and then its name from here on */
	b->moved.n = 0;
	path_join(&b->moved, iri_str_of(b->folder), name);
	const size_t end = b->moved.n;
	buf_check(b->m, &b->moved);
	for (size_t i = 0; i < end && i < here.n && b->moved.p[i] == here.p[i]; i++)
		if (here.p[i] == '/')
			common = i + 1;
	for (size_t i = common; i < here.n; i++)
		if (here.p[i] == '/')
			buf_add_text(&b->moved, "../");
	for (size_t i = common; i < end && !b->moved.failed; i++)
		iri_buf_putc(&b->moved, b->moved.p[i]);
	buf_check(b->m, &b->moved);
	return iri_between(b->moved.p + end, b->moved.p + b->moved.n);
}

/* For lines_read: adds the entry in a line. Prints a message if the line is malformed. */
static void baseline_add_line(void *arg, struct iri_str s)
{
	struct baseline *const b = arg;
	struct iri_str fields[BASELINE_FIELDS];
	size_t ends[BASELINE_FIELDS], off;

	if (s.n && s.p[s.n - 1] == '\r')
		s.n--;
	if (!filter_trim(s).n || *s.p == '#')
		return;
	const char *const why = baseline_cut(s, fields, &off);
	if (why) {
		message_invalid(b->m, off, why, NULL);
		return;
	}
	b->field.n = 0;
	for (int i = 0; i < BASELINE_FIELDS; i++) {
		const char *const bad = baseline_add_unescaped(&b->field, fields[i]);
		ends[i] = b->field.n;
		if (bad) {
			message_invalid(b->m, (size_t)(bad - s.p),
			                "unknown escape; write a backslash as \\\\, and other bytes as \\xHH", NULL);
			return;
		}
	}
	buf_check(b->m, &b->field);
	const char *const p = iri_contents(&b->field).p;
	const struct iri_str id = iri_between(p + ends[0], p + ends[1]);
	const struct iri_rule *const rule = iri_rule_find(id);
	if (!rule) {
		struct iri_buf text = {0};
		ruleset_refuse(&text, id);
		buf_check(b->m, &text);
		message_invalid(b->m, (size_t)(fields[1].p - s.p), text.p, NULL);
		iri_buf_free(&text);
		return;
	}
	struct iri_str document = bare_name(iri_between(p, p + ends[0]));
	if (b->folder && can_leave(document)) {
		message_invalid(b->m, 0, "names begin at the folder of the settings, and stay there", NULL);
		return;
	}
	/* The entry can differ from the line, which can have other escapes. */
	set_document(b, b->folder ? move_name(b, document) : document);
	baseline_begin_link(b, iri_between(p + ends[1], p + ends[2]));
	baseline_add_entry(b, rule);
}

/* Notes that an entry or a document was found. */
static void note_news(struct baseline *b, struct news news)
{
	char *const presence = &b->presence.p[news.is_document ? news.number : 0];
	struct baseline_entry *const entry = b->entries.item + (news.is_document ? 0 : news.number);

	if (news.is_document ? *presence == READ : entry->seen)
		return;
	if (news.is_document)
		*presence = READ;
	else
		entry->seen = true;
	ARRAY_ADD(b->news, &news);
	buf_check(b->m, &b->news.buf);
}

void baseline_forget_news(struct baseline *b)
{
	b->news.buf.n = 0;
}

void baseline_save_news(const struct baseline *b, struct iri_buf *out)
{
	iri_buf_add(out, b->news.buf.p, b->news.buf.n);
}

void baseline_load_news(struct baseline *b, struct iri_str saved)
{
	for (size_t i = 0; i < saved.n / sizeof(struct news); i++) {
		struct news news;
		memcpy(&news, saved.p + i * sizeof news, sizeof news);
		note_news(b, news);
	}
}

/* Sets b->here. */
static void set_here(struct baseline *b)
{
	char *const here = getcwd(NULL, 0);

	b->here.n = 0;
	if (here)
		buf_add_text(&b->here, here);
	else
		message_die(b->m, ".", strerror(errno));
	if (b->here.n && b->here.p[b->here.n - 1] != '/')
		iri_buf_putc(&b->here, '/');
	buf_check(b->m, &b->here);
	free(here);
}

bool baseline_read(struct baseline *b, struct lines *l, const char *name, const char *folder)
{
	const char eol = l->eol;

	b->folder = folder;
	if (folder)
		set_here(b);
	l->eol = '\n';
	const bool well = lines_read(l, name, baseline_add_line, b);
	l->eol = eol;
	b->has_document = false;
	return well;
}

void baseline_begin_document(struct baseline *b, const char *name)
{
	const struct iri_str bare = bare_name(iri_str_of(name));

	if (!set_document(b, bare))
		return;
	const uint32_t document = iri_texts_find(&b->documents, bare);
	if (document != IRI_TEXTS_NONE)
		note_news(b, (struct news){document, true});
}

bool baseline_has(struct baseline *b, const struct iri_rule *rule)
{
	unsigned char *const verdict = &b->verdicts[rule->number];

	if (*verdict == NOT_ASKED) {
		const uint32_t number = iri_texts_find(&b->texts, make_line(b, rule));
		*verdict = number == IRI_TEXTS_NONE ? ABSENT : PRESENT;
		if (*verdict == PRESENT)
			note_news(b, (struct news){number, false});
	}
	return *verdict == PRESENT;
}

void baseline_add(struct baseline *b, const struct iri_rule *rule)
{
	unsigned char *const verdict = &b->verdicts[rule->number];

	if (*verdict == NOT_ASKED)
		baseline_add_text(b, &b->texts, make_line(b, rule));
	*verdict = PRESENT;
}

/* Whether this run has read the document, or it is the name of a file that does not exist any more. */
static bool is_checked(struct baseline *b, uint32_t document)
{
	char *const presence = &b->presence.p[document];

	if (*presence == UNKNOWN) {
		const struct iri_str name = iri_texts_at(&b->documents, document);
		struct stat st;
		b->field.n = 0;
		iri_buf_add(&b->field, name.p, name.n);
		iri_buf_putc(&b->field, '\0');
		buf_check(b->m, &b->field);
		/* No file has a name with a NUL. */
		const bool gone = memchr(b->field.p, '\0', name.n) ||
		                  (stat(b->field.p, &st) < 0 && (errno == ENOENT || errno == ENOTDIR));
		*presence = gone && !iri_is(name, "stdin") ? GONE : THERE;
	}
	return *presence != THERE;
}

void baseline_tell_gone(struct baseline *b, const bool enabled[RULES])
{
	const struct source_line *const lines = b->lines.item;
	const struct baseline_entry *const entries = b->entries.item;
	const struct place before = b->m->place;

	for (size_t i = 0; i < ARRAY_COUNT(b->lines); i++) {
		const struct baseline_entry *const entry = &entries[lines[i].entry];
		if (entry->seen || !enabled[entry->rule] || !is_checked(b, entry->document))
			continue;
		struct iri_str fields[BASELINE_FIELDS] = {{NULL, 0}};
		size_t off;
		baseline_cut(iri_texts_at(&b->texts, lines[i].entry), fields, &off);
		/* Documents seem gone in another folder than that in which the baseline was written. */
		const bool is_gone = b->presence.p[entry->document] == GONE && !lines[i].in_settings;
		b->line.n = 0;
		buf_add_text(&b->line, is_gone ? "no document " : "not found any more in ");
		iri_buf_add(&b->line, fields[0].p, fields[0].n);
		buf_add_text(&b->line, is_gone ? " here: " : ": ");
		iri_buf_add(&b->line, fields[2].p, fields[2].n);
		buf_add_format(&b->line, " [%s]%c", iri_rule_at(entry->rule)->id, '\0');
		buf_check(b->m, &b->line);
		b->m->place.file = lines[i].file;
		message_in_place(b->m, lines[i].line, 1, b->line.p,
		                 is_gone ? "a baseline holds in the folder where it was written" : "remove this line");
	}
	b->m->place = before;
}

static int compare_lines(const void *a, const void *b)
{
	const struct iri_str *const x = a, *const y = b;
	const int order = memcmp(x->p, y->p, x->n < y->n ? x->n : y->n);

	return order ? order : (x->n > y->n) - (x->n < y->n);
}

void baseline_print(const struct baseline *b, struct iri_buf *out)
{
	struct iri_buf sorted = {0};

	if (!b->texts.n)
		return;
	struct iri_str *const lines = (void *)iri_buf_reserve(&sorted, b->texts.n * sizeof *lines);
	buf_check(b->m, &sorted);
	for (uint32_t i = 0; i < b->texts.n; i++)
		lines[i] = iri_texts_at(&b->texts, i);
	qsort(lines, b->texts.n, sizeof *lines, compare_lines);
	for (uint32_t i = 0; i < b->texts.n; i++) {
		iri_buf_add(out, lines[i].p, lines[i].n);
		iri_buf_putc(out, '\n');
	}
	iri_buf_free(&sorted);
}

const char *baseline_check(const char *name)
{
	const struct atomic_options o = {.force = false};
	struct stat st;

	if (!strcmp(name, "-"))
		return "the baseline cannot go to standard output; name a file";
	if (stat(name, &st) == 0 && S_ISDIR(st.st_mode))
		return "this is a folder; name a file";
	/* The texts of atomic_check name --force, which is for documents. */
	return atomic_check(name, &o) ? "not a regular file, read-only, or with hard links; name another one" : NULL;
}

bool baseline_write(const struct baseline *b, const struct lines *l, const char *name)
{
	struct iri_buf old = {0}, new = {0};
	const int fd = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	const bool missing = fd < 0 && errno == ENOENT;
	bool well = missing;

	b->m->place.file = name;
	if (fd >= 0)
		well = lines_read_all(l, fd, &old);
	else if (!missing)
		message_say(b->m, name, strerror(errno));
	if (!well)
		message_raise(b->m, EXIT_TROUBLE);
	baseline_print(b, &new);
	buf_check(b->m, &new);
	if (well && (missing || !iri_same(iri_contents(&old), iri_contents(&new))))
		well = atomic_write(b->m, name, missing ? (struct iri_str){NULL, 0} : iri_contents(&old),
		                    iri_contents(&new), &(struct atomic_options){.force = false});
	if (fd >= 0)
		close(fd);
	iri_buf_free(&old);
	iri_buf_free(&new);
	return well;
}
