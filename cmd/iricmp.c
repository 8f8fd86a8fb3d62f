/* SPDX-License-Identifier: ISC */
/* iricmp: compares IRIs, rung by rung (RFC 3987, section 5) */
#include "config.h"

#include "filter.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#ifdef HAVE_SYS_RANDOM_H
#include <sys/random.h>
#endif

enum { KEY_LEVEL = FILTER_TOOL_KEY, KEY_BASE, KEY_NO_FRAGMENT, KEY_EXPLAIN, KEY_REDIRECTS };

static const char *const rungs[] = {"string", "syntax", "scheme", "protocol", "different"};

static const struct filter_option options[] = {
	{KEY_LEVEL, "level", "string|syntax|scheme|protocol", "exit 0 if all meet on this rung or below; default is scheme"},
	{KEY_BASE, "base", "IRI", "resolve relative references against this IRI first"},
	{KEY_NO_FRAGMENT, "no-fragment", NULL, "leave out fragments, as for retrieval"},
	{KEY_EXPLAIN, "explain", NULL, "say on standard error which component differs first"},
	{KEY_REDIRECTS, "redirects", "FILE", "pairs of IRIs that redirect, separated by a tab, one a line"},
	{0},
};

struct iricmp {
	struct iri_comparer c;
	struct iri_redirects *redirects;
	const char *base_name, *redirects_name;
	struct iri_ref base;
	enum iri_rung level;
	bool explain;
	struct filter *filter;
};

static const char *option(void *self, int key, const char *arg, unsigned choice)
{
	struct iricmp *t = self;

	switch (key) {
	case KEY_LEVEL: t->level = choice; break;
	case KEY_BASE: t->base_name = arg; break;
	case KEY_NO_FRAGMENT: t->c.no_fragment = true; break;
	case KEY_EXPLAIN: t->explain = true; break;
	case KEY_REDIRECTS: t->redirects_name = arg; break;
	}
	return NULL;
}

/* The two IRIs of a line; without a tab there is no second. */
static bool split(struct iri_str line, struct iri_str *a, struct iri_str *b)
{
	const char *tab = line.n ? memchr(line.p, '\t', line.n) : NULL;

	if (!tab)
		return false;
	*a = filter_trim((struct iri_str){line.p, (size_t)(tab - line.p)});
	*b = filter_trim((struct iri_str){tab + 1, (size_t)(line.p + line.n - tab - 1)});
	return !memchr(tab + 1, '\t', (size_t)(line.p + line.n - tab - 1));
}

static enum iri_status line(void *self, struct filter *f, struct iri_str s, struct iri_buf *out,
                            struct iri_error *err)
{
	struct iricmp *t = self;
	struct iri_comparison result;
	struct iri_str a, b;

	if (!split(s, &a, &b)) {
		*err = (struct iri_error){.status = IRI_NO_PAIR, .off = s.n};
		return IRI_NO_PAIR;
	}
	enum iri_status status = iri_compare(&t->c, a, b, &result, err);
	if (status != IRI_OK) {
		err->off += (size_t)((result.second ? b.p : a.p) - s.p);
		return status;
	}
	if (result.rung > t->level)
		message_raise(&f->messages, EXIT_INVALID);
	if (t->explain && result.rung == IRI_DIFFERENT) {
		char text[32];
		snprintf(text, sizeof text, "the %s differs", iri_component_name(result.component));
		message_add_note(&f->messages, (size_t)(b.p - s.p), text);
	}
	iri_buf_add(out, rungs[result.rung], strlen(rungs[result.rung]));
	if (!t->filter) {
		const struct iri_str original = f->reference.trimmed;
		iri_buf_putc(out, '\t');
		iri_buf_add(out, original.p, original.n);
	}
	return IRI_OK;
}

static void add_redirect(void *self, struct iri_str s)
{
	struct iricmp *t = self;
	struct iri_error err = {.status = IRI_NO_PAIR, .off = s.n};
	struct iri_str a, b = {s.p, 0};
	bool second = false;
	char text[256];

	if (!filter_trim(s).n)
		return;
	if (split(s, &a, &b) && iri_redirects_add(t->redirects, a, b, &second, &err) == IRI_OK)
		return;
	if (err.status == IRI_NO_MEMORY)
		filter_die(t->filter, NULL, "out of memory");
	if (err.status != IRI_NO_PAIR)
		err.off += (size_t)((second ? b.p : a.p) - s.p);
	iri_error_text(&err, text, sizeof text);
	message_invalid(&t->filter->messages, err.off, text, NULL);
}

/* Fills p with bytes that nobody can predict; false with errno. */
static bool random_bytes(unsigned char *p, size_t n)
{
#ifdef HAVE_GETENTROPY
	if (getentropy(p, n) == 0)
		return true;
#endif
	/* The kernel may be older than the system call. */
	const int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
	while (fd >= 0 && n) {
		const ssize_t done = read(fd, p, n);
		if (done <= 0 && (done == 0 || errno != EINTR))
			break;
		p += done > 0 ? done : 0;
		n -= done > 0 ? (size_t)done : 0;
	}
	const int reason = errno;
	if (fd >= 0)
		close(fd);
	errno = reason;
	return fd >= 0 && !n;
}

/* Two operands are compared; none means lines. */
static bool start(void *self, struct filter *f)
{
	struct iricmp *t = self;
	const int n = f->n_operands;
	struct iri_error err;
	char text[256];

	if (n != 0 && n != 2)
		filter_die(f, NULL, "takes two IRIs, or none for pairs of them in lines; see --help");
	if (t->base_name) {
		struct iri_str base = {t->base_name, strlen(t->base_name)};
		if (iri_parse(base, IRI_WITH_SCHEME | IRI_NO_BIDI, &t->base, &err) != IRI_OK) {
			iri_error_text(&err, text, sizeof text);
			filter_die(f, "--base", text);
		}
		t->base.fragment = (struct iri_str){NULL, 0};
		t->c.base = &t->base;
	}
	t->filter = f;
	if (t->redirects_name && !n && !strcmp(t->redirects_name, "-"))
		filter_die(f, "--redirects", "standard input has the pairs to compare; name a file");
	if (t->redirects_name) {
		unsigned char key[IRI_REDIRECTS_KEY];
		if (!random_bytes(key, sizeof key))
			filter_die(f, "/dev/urandom", strerror(errno));
		t->redirects = iri_redirects_new(key);
		if (!t->redirects || !lines_read(&f->lines, t->redirects_name, add_redirect, t))
			filter_die(f, "--redirects", "the file could not be read");
		t->c.redirects = t->redirects;
	}
	if (!n) {
		t->filter = NULL;
		return false;
	}
	filter_feed(f, "operands");
	return true;
}

int main(int argc, char **argv)
{
	struct iricmp t = {.level = IRI_BY_SCHEME};
	struct filter_tool tool = {
		.name = "iricmp",
		.summary = "Compares IRIs, two operands or pairs in lines, separated by a tab: prints the rung\n"
	                   "of the comparison ladder where they meet, or different (RFC 3987, section 5).",
		.options = options,
		.operands = " [option ...] [IRI IRI]",
		.flags = FILTER_JUDGES | FILTER_COLUMNS | FILTER_UNTRIMMED,
		.self = &t,
		.option = option,
		.start = start,
		.line = line,
		.fails = "some are different, or a line was invalid",
	};
	int status = filter_main(&tool, argc, argv);

	iri_comparer_release(&t.c);
	iri_redirects_free(t.redirects);
	return status;
}
