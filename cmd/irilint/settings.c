/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "settings.h"

#include "settings_file.h"

#include "cmd/base/glob.h"
#include "cmd/file/paths.h"
#include "cmd/tree/tree.h"
#include "lib/base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const struct option_row settings_options[] = {
	{0, "config", "FILE", "read settings from FILE, not from files .irilint", TEXT_OF(struct settings, config)},
	{0, "no-config", NULL, "read no files .irilint", FLAG_OF(struct settings, none)},
	{0, "show-config", "FILE", "print each rule and setting for FILE, and what\nset it, and exit",
         TEXT_OF(struct settings, shown)},
	{0},
};

struct settings_folder {
	struct iri_str path; /* absolute; empty for "/" */
	const struct settings_file *file;
	const struct settings_folder *above; /* NULL: nothing above counts */
	bool has_settings;   /* there is a file in it or above */
};

/* A folder by a name of it, as it was asked for */
struct settings_named {
	struct iri_str name;
	struct iri_str absolute; /* its path; absent if there is no such folder, empty for "/" */
	const struct settings_folder *folder;
};

/* Reads a file as settings_file_read does, and adds its name to s->read. */
static struct settings_file *settings_open_file(struct settings *s, const char *name, struct iri_str folder,
                                                bool is_needed)
{
	const struct settings_reader reader = {&s->arena, s->tables};
	struct settings_file *const file = settings_file_read(&reader, name, folder, is_needed);

	if (file) {
		buf_add_text(&s->read, s->read.n ? ", " : "");
		buf_add_visible(&s->read, name);
		buf_check(s->arena.messages, &s->read);
	}
	return file;
}

/* Sets s->path to the folder, "/" and a name, with a NUL. A folder below the current one is named from there. */
static const char *path_in(struct settings *s, struct iri_str folder, const char *name)
{
	if (!s->here.p) {
		char *const here = getcwd(NULL, 0);
		if (!here && errno == ENOMEM)
			message_die(s->arena.messages, NULL, "out of memory");
		s->here = arena_copy(&s->arena, iri_str_of(here ? here : ""));
		free(here);
	}
	const size_t n = s->here.n;
	s->path.n = 0;
	if (n > 1 && path_is_below(folder, s->here))
		folder = folder.n == n ? (struct iri_str){"", 0} : iri_between(folder.p + n + 1, folder.p + folder.n);
	else
		iri_buf_putc(&s->path, '/');
	while (folder.n && *folder.p == '/')
		folder = (struct iri_str){folder.p + 1, folder.n - 1};
	iri_buf_add(&s->path, folder.p, folder.n);
	if (folder.n)
		iri_buf_putc(&s->path, '/');
	iri_buf_add(&s->path, name, strlen(name) + 1);
	buf_check(s->arena.messages, &s->path);
	return s->path.p;
}

/* Whether a folder is known to have no file with this name. */
static bool has_none(const struct settings *s, struct iri_str folder, const char *name)
{
	const struct known_folder *const known = known_folder(s->known, folder);

	return known && !known_folder_has(known, name);
}

/* Returns the folder with this absolute path. */
static const struct settings_folder *folder_at(struct settings *s, struct iri_str path)
{
	struct settings_folder *const *const known = s->folders.item;
	const uint32_t found = iri_texts_find(&s->names, path);
	struct stat st;

	if (found != IRI_TEXTS_NONE)
		return known[found];
	struct settings_folder *const folder = arena_take(&s->arena, sizeof *folder);
	folder->path = arena_copy(&s->arena, path);
	const bool is_last = !path.n || (!has_none(s, path, ".git") &&
	                                 lstat(path_in(s, folder->path, ".git"), &st) == 0);
	if (!has_none(s, path, ".irilint"))
		folder->file = settings_open_file(s, path_in(s, folder->path, ".irilint"), folder->path, false);
	if (!is_last) {
		while (path.p[--path.n] != '/')
			continue;
		folder->above = folder_at(s, path);
	}
	folder->has_settings = folder->file || (folder->above && folder->above->has_settings);
	if (iri_texts_add(&s->names, folder->path) == IRI_TEXTS_NONE)
		message_die(s->arena.messages, NULL, "out of memory");
	ARRAY_ADD(s->folders, &folder);
	buf_check(s->arena.messages, &s->folders.buf);
	return folder;
}

/* Returns the length of the folder that a path is in, without "/" at its end, but for "/" itself; 0 for none. */
static size_t folder_length(const char *path)
{
	const char *const slash = strrchr(path, '/');

	return slash ? (size_t)(slash - path) + (slash == path) : 0;
}

/* Returns the absolute path of a folder, empty for "/", in memory of the arena. Absent if there is none. */
static struct iri_str absolute(struct settings *s, struct iri_str folder)
{
	char *const name = strndup(folder.n ? folder.p : ".", folder.n ? folder.n : 1);
	char *const path = name ? realpath(name, NULL) : NULL;

	if (!path && errno != ENOENT && errno != ENOTDIR)
		message_die(s->arena.messages, name, strerror(errno));
	struct iri_str copy = {0};
	if (path)
		copy = arena_copy(&s->arena, iri_str_of(strcmp(path, "/") ? path : ""));
	free(name);
	free(path);
	return copy;
}

/* Reads the file of --config, which holds for all folders. */
static const struct settings_folder *only_folder(struct settings *s)
{
	if (!s->only) {
		struct settings_folder *const only = arena_take(&s->arena, sizeof *only);
		const struct iri_str folder = absolute(s, (struct iri_str){s->config, folder_length(s->config)});
		only->file = settings_open_file(s, s->config, folder.p ? folder : (struct iri_str){"", 0}, true);
		only->has_settings = true;
		s->only = only;
	}
	return s->only;
}

static const char *last_name(const char *path)
{
	const char *const slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* A path whose settings are asked for */
struct asked {
	const struct settings_folder *folder; /* the folder that it is in */
	struct iri_str path;                  /* absolute; valid until the next path is asked for */
};

/*
 * Returns the absolute path of a folder that is known to have this path, if it is no symbolic link. With -r, all
 * folders but the first are below another; so this takes one system call, and realpath one for each part of the path.
 */
static struct iri_str below(struct settings *s, const struct settings_named *above, struct iri_str name)
{
	const struct iri_str base = iri_str_of(last_name(name.p));
	struct stat st;

	if (!above->absolute.p || !base.n || iri_is(base, ".") || iri_is(base, ".."))
		return (struct iri_str){0};
	s->whole.n = 0;
	path_join(&s->whole, above->absolute, base);
	buf_check(s->arena.messages, &s->whole);
	if (!known_folder(s->known, iri_contents(&s->whole)) && (lstat(name.p, &st) != 0 || !S_ISDIR(st.st_mode)))
		return (struct iri_str){0};
	return arena_copy(&s->arena, iri_contents(&s->whole));
}

/* Returns the folder with this name. */
static const struct settings_named *find_named(struct settings *s, struct iri_str name)
{
	const uint32_t found = iri_texts_find(&s->given, name);

	if (found != IRI_TEXTS_NONE)
		return (s->named.item)[found];
	struct settings_named *const named = arena_take(&s->arena, sizeof *named);
	named->name = arena_copy(&s->arena, iri_present(name));
	const size_t n = folder_length(named->name.p);
	if (n && n < name.n)
		named->absolute = below(s, find_named(s, (struct iri_str){name.p, n}), named->name);
	if (!named->absolute.p)
		named->absolute = absolute(s, named->name);
	if (named->absolute.p)
		named->folder = s->config ? only_folder(s) : folder_at(s, named->absolute);
	if (iri_texts_add(&s->given, named->name) == IRI_TEXTS_NONE)
		message_die(s->arena.messages, NULL, "out of memory");
	ARRAY_ADD(s->named, &named);
	buf_check(s->arena.messages, &s->named.buf);
	return named;
}

/* Finds the settings for a path. Returns false if there are none. */
static bool find_settings(struct settings *s, const char *path, struct asked *asked)
{
	const struct iri_str name = {path, folder_length(path)};

	if (s->none || !strcmp(path, "-"))
		return false;
	/* The files of a folder come one after the other. */
	if (!s->last || !iri_same(s->last->name, name))
		s->last = find_named(s, name);
	if (!s->last->folder || !s->last->folder->has_settings)
		return false;
	s->whole.n = 0;
	path_join(&s->whole, s->last->absolute, iri_str_of(last_name(path)));
	buf_check(s->arena.messages, &s->whole);
	*asked = (struct asked){s->last->folder, iri_contents(&s->whole)};
	return true;
}

bool settings_any(struct settings *s, const char *document)
{
	struct asked asked;

	return find_settings(s, document, &asked);
}

/* Returns the path from the folder of a file on; absent if it is not below. */
static struct iri_str path_from(const struct settings_file *file, struct iri_str path)
{
	const size_t n = file->folder.n;

	if (path.n <= n || memcmp(path.p, file->folder.p, n) || path.p[n] != '/')
		return (struct iri_str){0};
	return (struct iri_str){path.p + n + 1, path.n - n - 1};
}

/* Whether a setting of a file holds for this path, from its folder on. */
static bool holds(const struct setting *setting, struct iri_str path)
{
	return !setting->section || (path.p && glob_matches(setting->section, path));
}

/* What visit_settings calls for each setting that holds, those of the nearest file last */
struct visitor {
	void (*see)(void *arg, const struct settings_file *file, struct setting *setting, struct iri_str path);
	void *arg;
};

static void visit_settings(const struct settings_folder *folder, struct iri_str path, const struct visitor *v)
{
	if (folder->above)
		visit_settings(folder->above, path, v);
	if (!folder->file)
		return;
	const struct iri_str from = path_from(folder->file, path);
	for (size_t i = 0; i < folder->file->n; i++)
		if (holds(&folder->file->settings[i], from))
			v->see(v->arg, folder->file, &folder->file->settings[i], from);
}

/* What set a rule: a line of a file */
struct settings_origin {
	const struct settings_file *file;
	uintmax_t line;
};

struct gathered {
	struct settings *settings;
	struct ruleset *ruleset;
	struct settings_names *names;
	struct settings_origin *origins; /* for each rule; or NULL */
	struct iri_buf *out;    /* for --show-config; or NULL */
};

/* Appends the file that a setting names, which must be a regular one in the folder of the settings or below. */
static void settings_add_file(struct settings *s, const struct settings_file *file, const struct setting *setting,
                              struct iri_buf *names)
{
	char *const real = *setting->value == '/' ? NULL : realpath(path_in(s, file->folder, setting->value), NULL);
	struct stat st;

	if (!real || !path_from(file, iri_str_of(real)).p || stat(real, &st) < 0 || !S_ISREG(st.st_mode)) {
		char text[100];
		snprintf(text, sizeof text, "%s: there is no such file in the folder of the settings or below",
		         setting->key);
		settings_file_refuse(s->arena.messages, file->name, setting->line, 1, text);
	}
	const char *const name = path_in(s, (struct iri_str){real, (size_t)(last_name(real) - real) - 1},
	                                 last_name(real));
	iri_buf_add(names, name, strlen(name) + 1);
	buf_check(s->arena.messages, names);
	free(real);
}

static void gather(void *gathered, const struct settings_file *file, struct setting *setting, struct iri_str path)
{
	struct gathered *const g = gathered;

	(void)path;
	if (setting->table->rows == ruleset_options) {
		const struct ruleset before = *g->ruleset;
		setting->row->take(g->ruleset, setting->value); /* check_value has found no error */
		for (unsigned i = 0; g->origins && i < RULES; i++)
			if (before.state[i] != g->ruleset->state[i] || before.severity[i] != g->ruleset->severity[i])
				g->origins[i] = (struct settings_origin){file, setting->line};
		return;
	}
	if (!strcmp(setting->key, "against"))
		settings_add_file(g->settings, file, setting, &g->names->against);
	if (!strcmp(setting->key, "baseline") && !setting->is_told && !g->settings->ignores_baselines) {
		struct iri_buf *const names = &g->names->baselines;
		iri_buf_add(names, file->folder.p, file->folder.n);
		iri_buf_putc(names, '\0');
		settings_add_file(g->settings, file, setting, names);
		setting->is_told = true;
	}
	if (g->out) {
		buf_add_format(g->out, "%-22s  ", setting->key);
		buf_add_visible(g->out, setting->value);
		buf_add_text(g->out, "  ");
		buf_add_visible(g->out, file->name);
		buf_add_format(g->out, ":%ju\n", setting->line);
	}
}

void settings_rules(struct settings *s, const char *document, const struct ruleset *command, struct ruleset *ruleset,
                    struct settings_names *names)
{
	struct gathered g = {.settings = s, .ruleset = ruleset, .names = names};
	struct asked asked;

	*ruleset = (struct ruleset){0};
	if (find_settings(s, document, &asked))
		visit_settings(asked.folder, asked.path, &(struct visitor){gather, &g});
	ruleset_over(ruleset, command);
}

enum generator settings_generator(void *settings, struct iri_str folder, struct iri_str *from)
{
	struct settings *const s = settings;
	const size_t n = s->read.n;

	if (s->none)
		return GENERATOR_AUTO;
	const struct settings_folder *f = s->config ? only_folder(s) : folder_at(s, folder);
	s->read.n = n; /* this can be the folder of a target, not of a document */
	for (; f; f = f->above) {
		for (size_t i = f->file ? f->file->n : 0; i-- > 0;) {
			if (strcmp(f->file->settings[i].key, "generator") != 0)
				continue;
			*from = s->config ? (struct iri_str){"", 0} : f->path;
			return f->file->settings[i].generator;
		}
	}
	return GENERATOR_AUTO;
}

struct exclusion_test {
	const char *name;
	bool is_folder, is_excluded;
};

static void test_exclusion(void *arg, const struct settings_file *file, struct setting *setting, struct iri_str path)
{
	struct exclusion_test *const t = arg;
	const size_t n = strlen(setting->value);
	const bool only_folders = setting->value[n - 1] == '/';
	char *const pattern = strcmp(setting->key, "exclude") ? NULL : strndup(setting->value, n - only_folders);

	(void)file;
	if (pattern && t->is_folder >= only_folders)
		t->is_excluded |= strchr(pattern, '/') ? path.p && glob_matches(pattern, path)
		                                       : glob_matches(pattern, iri_str_of(t->name));
	free(pattern);
}

bool settings_exclude(void *settings, const char *path, bool is_folder)
{
	struct exclusion_test t = {.name = last_name(path), .is_folder = is_folder};
	struct asked asked;

	if (find_settings(settings, path, &asked))
		visit_settings(asked.folder, asked.path, &(struct visitor){test_exclusion, &t});
	return t.is_excluded;
}

void settings_show(struct settings *s, const struct ruleset *command, const struct ruleset *defaults,
                   struct iri_buf *out)
{
	struct ruleset ruleset = {0};
	struct settings_names names = {0};
	struct settings_origin origins[RULES] = {{0}};
	struct gathered g = {s, &ruleset, &names, origins, out};
	struct asked asked;

	if (find_settings(s, s->shown, &asked))
		visit_settings(asked.folder, asked.path, &(struct visitor){gather, &g});
	ruleset_over(&ruleset, command);
	for (unsigned i = 0; i < RULES; i++) {
		const struct iri_rule *const rule = iri_rule_at(i);
		const struct iri_finding finding = {.rule = rule, .severity = rule->severity};
		ruleset_default(&ruleset, i, ruleset_has(defaults, i));
		buf_add_format(out, "%-22s  %-7s  ", rule->id,
		               ruleset_has(&ruleset, i) ? iri_severity_name(ruleset_severity(&ruleset, &finding))
		                                        : "off");
		if (command->state[i] || command->severity[i]) {
			buf_add_text(out, "command line\n");
		} else if (origins[i].file) {
			buf_add_visible(out, origins[i].file->name);
			buf_add_format(out, ":%ju\n", origins[i].line);
		} else {
			buf_add_text(out, "default\n");
		}
	}
	settings_names_free(&names);
	iri_buf_free(&ruleset.refusal);
}

void settings_names_free(struct settings_names *names)
{
	iri_buf_free(&names->against);
	iri_buf_free(&names->baselines);
}

void settings_free(struct settings *s)
{
	arena_clear(&s->arena);
	iri_texts_free(&s->names);
	iri_texts_free(&s->given);
	iri_buf_free(&s->named.buf);
	iri_buf_free(&s->folders.buf);
	iri_buf_free(&s->path);
	iri_buf_free(&s->whole);
}
