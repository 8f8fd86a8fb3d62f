/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "options.h"

#include "lib/base/str.h"
#include "lib/unicode/utf8.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_OPTIONS = 96, NO_LETTER = 256 };

/* The options that all programs have */
struct base_values {
	bool help, version;
};

static const struct option_row base_options[] = {
	{'h', "help", NULL, "print this help and exit", FLAG_OF(struct base_values, help)},
	{'V', "version", NULL, "print the versions and exit", FLAG_OF(struct base_values, version)},
	{0},
};

_Noreturn void options_refuse(const struct messages *m, const char *what, const char *text)
{
	message_say(m, what, text);
	struct iri_buf hint = {0};
	buf_add_format(&hint, "see '%s --help'%c", m->tool, '\0');
	message_die(m, NULL, hint.failed ? "see --help" : hint.p);
}

const char *options_unknown(struct iri_buf *text, const char *kind, const struct similar *s, const char *advice)
{
	text->n = 0;
	buf_add_format(text, "unknown %s '", kind);
	buf_add_visible_str(text, s->word);
	iri_buf_putc(text, '\'');
	if (s->best.p) {
		buf_add_format(text, "; did you mean '%s", s->before ? s->before : "");
		buf_add_visible_str(text, s->best);
		buf_add_text(text, "'?");
	} else if (advice) {
		buf_add_format(text, "; %s", advice);
	}
	iri_buf_putc(text, '\0');
	return text->failed ? "out of memory" : text->p;
}

const struct option_row *options_setting(const struct option_table *tables, const char *name,
                                         const struct option_table **table, struct iri_buf *text)
{
	struct similar s = {.word = iri_str_of(name)};

	for (; tables->rows; tables++)
		for (const struct option_row *o = tables->rows; o->name; o++) {
			if (!o->in_file)
				continue;
			*table = tables;
			if (!strcmp(o->name, name))
				return o;
			similar_add(&s, o->name);
		}
	options_unknown(text, "setting", &s, "only some options can stand in a file; see the manual page");
	return NULL;
}

/* Whether a list of words that are separated by "|" has the word. */
static bool has_word(const char *list, const char *word)
{
	const size_t n = strlen(word);

	for (size_t len; *list; list += len + (list[len] == '|')) {
		len = strcspn(list, "|");
		if (len == n && !memcmp(list, word, n))
			return true;
	}
	return false;
}

/* Appends the words of a list that are separated by "|", each after `before`: "a, b or c". */
static void add_words(struct iri_buf *b, const char *before, const char *list)
{
	for (size_t len; *list; list += len + (list[len] == '|')) {
		len = strcspn(list, "|");
		buf_add_format(b, "%s%.*s", before, (int)len, list);
		if (list[len])
			buf_add_text(b, strchr(list + len + 1, '|') ? ", " : " or ");
	}
}

/*
 * Appends the argument of an option. If the words do not fit into the line, which begins at byte `start`, breaks it
 * after a "|". Returns the start of the last line.
 */
static size_t help_argument(struct iri_buf *b, size_t start, const char *arg, bool is_optional)
{
	enum { MOST_COLUMNS = 79 };

	buf_add_text(b, is_optional ? "[=" : "=");
	const int indent = (int)(b->n - start);
	for (size_t n; *arg; arg += n) {
		n = strcspn(arg, "|");
		n += arg[n] == '|';
		if (b->n - start + n > MOST_COLUMNS) {
			iri_buf_putc(b, '\n');
			start = b->n;
			buf_add_format(b, "%*s", indent, "");
		}
		iri_buf_add(b, arg, n);
	}
	if (is_optional)
		iri_buf_putc(b, ']');
	return start;
}

/* Appends the lines of --help for a table of options, but for those in `refuses`. The texts begin in column 31. */
static void help_options(struct iri_buf *b, const struct option_row *o, const char *refuses)
{
	for (; o->name; o++) {
		size_t start = b->n;
		if (has_word(refuses, o->name))
			continue;
		buf_add_format(b, o->letter ? "  -%c, --%s" : "  %c   --%s", o->letter ? o->letter : ' ', o->name);
		if (o->arg)
			start = help_argument(b, start, o->arg, o->arg_is_optional);
		size_t column = b->n - start;
		for (const char *line = o->help; line;) {
			const size_t len = strcspn(line, "\n");
			if (column > 28) {
				iri_buf_putc(b, '\n');
				column = 0;
			}
			buf_add_format(b, "%*s%.*s\n", (int)(30 - column), "", (int)len, line);
			column = 0;
			line = line[len] ? line + len + 1 : NULL;
		}
	}
}

/* Writes the buffer to standard output and ends the program with status 0. */
_Noreturn static void options_print(const struct messages *m, const struct iri_buf *b)
{
	buf_check(m, b);
	stdout_write(m, b->p, b->n);
	stdout_close(m);
	exit(EXIT_WELL);
}

static const char *refused_names(const struct program *program)
{
	return program->refuses ? program->refuses : "";
}

/* base: the rows for the options that all programs have */
_Noreturn static void help(const struct messages *m, const struct program *program, const struct option_row *base)
{
	struct iri_buf b = {0};

	buf_add_format(&b, "usage: %s%s\n%s\n%s\n", m->tool,
	               program->operands ? program->operands : " [option ...] [file ...]", program->summary,
	               program->input ? program->input : "Without files, or for a file named -, reads standard input.");
	for (const struct option_table *table = program->tables; table->rows; table++) {
		iri_buf_putc(&b, '\n');
		help_options(&b, table->rows, refused_names(program));
	}
	help_options(&b, base, "");
	buf_add_format(&b, "\nExit status:\n  0  %s\n  1  %s\n"
	                   "  2  the options were wrong, or input or output failed\n\nManual: %s(1)\n",
	               program->succeeds ? program->succeeds : "success", program->fails, m->tool);
	options_print(m, &b);
}

_Noreturn static void version(const struct messages *m)
{
	struct iri_buf b = {0};
	char text[256];

	if (!iri_versions(text, sizeof text))
		message_die(m, NULL, "out of memory");
	buf_add_format(&b, "%s (IRI toolkit) " PACKAGE_VERSION "\n%s", m->tool, text);
	options_print(m, &b);
}

/* Table of all options, first the tool's own, with the forms that getopt_long takes. */
struct option_rows {
	const struct option_row *of[MAX_OPTIONS];
	void *values[MAX_OPTIONS]; /* the structure that gets the option's value */
	struct option longs[MAX_OPTIONS + 1];
	char shorts[3 * MAX_OPTIONS + 2];
	size_t n;
	const char *refuses; /* see struct program; not NULL */
};

/* Adds a table of options to the rows. */
static void add_rows(struct option_rows *r, const struct option_table *table)
{
	char *s = r->shorts + strlen(r->shorts);

	for (const struct option_row *o = table->rows; o->name && r->n < MAX_OPTIONS; o++) {
		const int value = o->letter ? o->letter : NO_LETTER + (int)r->n;
		r->of[r->n] = o;
		r->values[r->n] = table->values;
		const int arg = !o->arg ? no_argument : o->arg_is_optional ? optional_argument : required_argument;
		r->longs[r->n++] = (struct option){o->name, arg, NULL, value};
		if (o->letter)
			*s++ = o->letter;
		if (o->letter && o->arg)
			*s++ = ':';
		if (o->letter && o->arg_is_optional)
			*s++ = ':';
	}
}

/* Returns the number of the row for which getopt_long returns `value`, or r->n if there is none. */
static size_t find_row(const struct option_rows *r, int value)
{
	size_t i = 0;

	while (i < r->n && r->longs[i].val != value)
		i++;
	return i;
}

/* Appends the names of the options that begin with this text. */
static void add_beginning(const struct messages *m, const struct option_rows *r, struct iri_str start,
                          struct iri_buf *text)
{
	struct iri_buf names = {0};

	for (size_t i = 0; i < r->n; i++)
		if (!strncmp(r->of[i]->name, start.p, start.n) && !has_word(r->refuses, r->of[i]->name))
			buf_add_format(&names, "%s%s", names.n ? "|" : "", r->of[i]->name);
	iri_buf_putc(&names, '\0');
	buf_check(m, &names);
	add_words(text, "--", names.p);
	iri_buf_free(&names);
}

/*
 * Prints an error message about `word` of the command line, which getopt_long refused, and ends the program. returned:
 * the value that getopt_long returned: ':' if an argument is missing, else '?'
 */
_Noreturn static void option_error(const struct messages *m, const struct option_rows *r, int returned,
                                   const char *word)
{
	const char letter[] = {'-', (char)optopt};
	struct similar s = {.word = {letter, sizeof letter}, .before = "--"};
	struct iri_buf text = {0};
	struct iri_str name = {0};
	size_t i = optopt ? find_row(r, optopt) : 0;

	/* For an unknown or ambiguous long option getopt_long sets optopt to 0. */
	if (!optopt) {
		s.word = name = (struct iri_str){word + 2, strcspn(word + 2, "=")};
		/* "--=x" begins like all options, and means none. */
		for (; i < r->n && (!name.n || strncmp(r->of[i]->name, name.p, name.n) != 0); i++)
			if (!has_word(r->refuses, r->of[i]->name))
				similar_add(&s, r->of[i]->name);
		s.word = iri_between(word, name.p + name.n);
	}
	if (i == r->n)
		options_refuse(m, NULL, options_unknown(&text, "option", &s, NULL));
	if (optopt) {
		buf_add_format(&text, "option '--%s' %s", r->of[i]->name,
		               returned == ':' ? "needs an argument" : "takes no argument");
	} else {
		buf_add_format(&text, "ambiguous option '%.*s'; write ", (int)s.word.n, s.word.p);
		add_beginning(m, r, name, &text);
	}
	iri_buf_putc(&text, '\0');
	buf_check(m, &text);
	options_refuse(m, NULL, text.p);
}

/*
 * Returns the index of arg among the words of the option, or 0 if the option takes no words; without an argument, its
 * number for that. If arg is none of the words, prints a message and ends the program.
 */
static unsigned find_choice(const struct messages *m, const struct option_row *o, const char *arg)
{
	struct similar s = {.word = {arg, arg ? strlen(arg) : 0}};
	struct iri_buf text = {0}, refusal = {0}, before = {0};
	const char *word = o->arg;

	if (!arg)
		return o->on;
	if (!word || !strchr(word, '|'))
		return 0;
	if (o->word_of)
		arg = o->word_of(arg);
	for (unsigned i = 0;; i++) {
		const size_t len = strcspn(word, "|");
		if (strlen(arg) == len && !memcmp(word, arg, len))
			return i;
		if (!word[len])
			break;
		word += len + 1;
	}
	buf_add_format(&text, "--%s takes ", o->name);
	add_words(&text, "", o->arg);
	iri_buf_putc(&text, '\0');
	buf_check(m, &text);
	buf_add_format(&before, "--%s=%c", o->name, '\0');
	buf_check(m, &before);
	s.before = before.p;
	similar_add(&s, o->arg);
	options_refuse(m, NULL, options_unknown(&refusal, "argument", &s, text.p));
}

/*
 * Stores the value of an option in the structure `values`: its argument, and the number of the chosen word. Returns
 * NULL, or an error message.
 */
static const char *store(const struct option_row *o, void *values, const char *arg, unsigned choice)
{
	void *const member = (char *)values + o->at;
	union option_uses *uses;

	switch (o->kind) {
	case OPTION_TAKE: return o->take(values, arg);
	case OPTION_FLAG: *(bool *)member = !o->arg || choice == o->on; break;
	case OPTION_CHOICE: *(unsigned *)member = choice; break;
	case OPTION_TEXT: *(const char **)member = arg; break;
	case OPTION_USE:
		uses = member;
		ARRAY_ADD(*uses, (&(struct option_use){o, arg}));
		return uses->buf.failed ? "out of memory" : NULL;
	}
	return NULL;
}

void options_parse(const struct messages *m, const struct program *program, int argc, char **argv)
{
	/* ":": getopt_long tells a missing argument from an unknown option */
	struct option_rows r = {.shorts = ":", .refuses = refused_names(program)};
	struct option_row base_rows[sizeof base_options / sizeof *base_options];
	struct base_values base = {0};
	int key;

	for (const struct option_table *table = program->tables; table->rows; table++)
		add_rows(&r, table);
	memcpy(base_rows, base_options, sizeof base_options);
	if (strchr(r.shorts, base_rows[0].letter))
		base_rows[0].letter = '\0';
	add_rows(&r, &(struct option_table){base_rows, &base});
	opterr = 0; /* getopt_long's own messages would print an argument without escaping it */
	while ((key = getopt_long(argc, argv, r.shorts, r.longs, NULL)) != -1) {
		const size_t i = find_row(&r, key);
		if (i == r.n)
			option_error(m, &r, key, argv[optind - 1]);
		if (has_word(r.refuses, r.of[i]->name))
			message_die(m, NULL, program->refusal);
		const char *const why = store(r.of[i], r.values[i], optarg, find_choice(m, r.of[i], optarg));
		if (why)
			options_refuse(m, NULL, why);
		if (base.help)
			help(m, program, base_rows);
		if (base.version)
			version(m);
	}
}
