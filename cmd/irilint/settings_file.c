/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "settings_file.h"

#include "ruleset.h"

#include "cmd/base/space.h"
#include "cmd/tree/tree.h"
#include "lib/base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_BYTES = 1 << 16 }; /* of a file of settings */

_Noreturn void settings_file_refuse(const struct messages *m, const char *file, uintmax_t line, size_t column,
                                    const char *text)
{
	struct iri_buf where = {0};

	buf_add_format(&where, "%s:%ju:%zu%c", file, line, column, '\0');
	buf_check(m, &where);
	message_die(m, where.p, text);
}

_Noreturn static void refuse_setting(const struct settings_reader *r, const char *file, uintmax_t line, size_t column,
                                     const char *text)
{
	settings_file_refuse(r->arena->messages, file, line, column, text);
}

static struct iri_str settings_trim(struct iri_str s)
{
	while (s.n && is_space(s.p[s.n - 1]))
		s.n--;
	while (s.n && is_space(*s.p))
		s = (struct iri_str){s.p + 1, s.n - 1};
	return s;
}

/* Checks the value of a setting. Ends the program if it is wrong. */
static void check_value(const struct settings_reader *r, struct setting *setting, const char *file, size_t column)
{
	struct ruleset scratch = {0};

	if (!*setting->value)
		refuse_setting(r, file, setting->line, column, "the value is missing");
	/* Such a pattern would match nothing. */
	if (!strcmp(setting->key, "exclude") && (*setting->value == '/' || !strncmp(setting->value, "./", 2)))
		refuse_setting(r, file, setting->line, column,
		               "paths begin at the folder of this file; leave out the \"/\" or \"./\" at the start");
	if (!strcmp(setting->key, "baseline") && setting->section)
		refuse_setting(r, file, setting->line, column,
		               "its lines name their documents; write this before the first section");
	if (!strcmp(setting->key, "generator")) {
		struct tree_options options = {0};
		const char *const wrong = setting->row->take(&options, setting->value);
		if (wrong)
			refuse_setting(r, file, setting->line, column, wrong);
		if (setting->section)
			refuse_setting(r, file, setting->line, column,
			               "a site is a folder; write this into a file of settings there, before "
			               "its sections");
		setting->generator = options.generator;
	}
	if (setting->table->rows != ruleset_options)
		return;
	const char *const why = setting->row->take(&scratch, setting->value);
	if (why)
		refuse_setting(r, file, setting->line, column, why);
	iri_buf_free(&scratch.refusal);
}

/* Reads a line: a section or a setting. Returns false for a section, which it stores in setting->section. */
static bool settings_read_line(const struct settings_reader *r, const char *file, struct iri_str line,
                               struct setting *setting)
{
	const char *const start = line.p;
	const struct iri_str text = settings_trim(line);
	const size_t column = (size_t)(text.p - start) + 1;
	const char *const end = text.p + text.n, *const equals = iri_find_byte(text.p, end, '=');
	struct iri_buf refusal = {0};

	if (*text.p == '[') {
		if (end[-1] != ']')
			refuse_setting(r, file, setting->line, column,
			               "a section needs a \"]\" at the end of the line");
		setting->section = arena_copy(r->arena, (struct iri_str){text.p + 1, text.n - 2}).p;
		return false;
	}
	if (equals == end)
		refuse_setting(r, file, setting->line, column, "this is no setting; write \"name = value\"");
	setting->key = arena_copy(r->arena, settings_trim(iri_between(text.p, equals))).p;
	setting->value = arena_copy(r->arena, settings_trim(iri_between(equals + 1, end))).p;
	setting->row = options_setting(r->tables, setting->key, &setting->table, &refusal);
	if (!setting->row)
		refuse_setting(r, file, setting->line, column, refusal.p);
	check_value(r, setting, file, (size_t)(settings_trim(iri_between(equals + 1, end)).p - start) + 1);
	return true;
}

/* Reads the text of a file. */
static void read_settings(const struct settings_reader *r, struct settings_file *file, struct iri_str text)
{
	const char *p = text.p, *const end = p + text.n;
	struct setting next = {0};
	struct iri_buf all = {0};

	for (; p < end; p++) {
		const char *const stop = iri_find_byte(p, end, '\n');
		const struct iri_str line = iri_between(p, stop), trimmed = settings_trim(line);
		next.line++;
		p = stop;
		if (!trimmed.n || *trimmed.p == '#')
			continue;
		if (memchr(line.p, '\0', line.n))
			refuse_setting(r, file->name, next.line, 1, "a NUL");
		if (settings_read_line(r, file->name, line, &next))
			iri_buf_add(&all, (const char *)&next, sizeof next);
	}
	buf_check(r->arena->messages, &all);
	file->n = all.n / sizeof next;
	file->settings = arena_take(r->arena, all.n);
	if (all.n)
		memcpy(file->settings, all.p, all.n);
	iri_buf_free(&all);
}

struct settings_file *settings_file_read(const struct settings_reader *r, const char *name, struct iri_str folder,
                                         bool is_needed)
{
	struct stat st;
	int fd;

	do
		fd = open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	while (fd < 0 && errno == EINTR);
	if (fd < 0 && !is_needed && (errno == ENOENT || errno == ENOTDIR))
		return NULL;
	if (fd < 0)
		message_die(r->arena->messages, name,
		            errno == ELOOP ? "is a symbolic link; settings must be a file" : strerror(errno));
	if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode))
		message_die(r->arena->messages, name, "is no regular file");
	struct iri_buf text = {0};
	char *const to = iri_buf_reserve(&text, MOST_BYTES + 1);
	buf_check(r->arena->messages, &text);
	ssize_t n;
	while ((n = fd_read(fd, to + text.n, MOST_BYTES + 1 - text.n)) > 0)
		text.n += (size_t)n;
	if (n < 0)
		message_die(r->arena->messages, name, strerror(errno));
	close(fd);
	if (text.n > MOST_BYTES)
		message_die(r->arena->messages, name, "settings have at most 64 KiB");
	struct settings_file *const file = arena_take(r->arena, sizeof *file);
	*file = (struct settings_file){.name = arena_copy(r->arena, iri_str_of(name)).p, .folder = folder};
	read_settings(r, file, iri_contents(&text));
	iri_buf_free(&text);
	return file;
}
