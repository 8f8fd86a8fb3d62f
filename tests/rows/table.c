/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "table.h"

#include "lib/unicode/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Splits a line at tabs. Returns the number of cells. */
static size_t split(struct iri_str line, struct iri_str cells[MOST_CELLS])
{
	const char *p = line.p, *const end = line.p + line.n;

	for (size_t n = 0; n < MOST_CELLS; n++) {
		const char *const stop = iri_find_byte(p, end, '\t');
		cells[n] = iri_between(p, stop);
		if (stop == end)
			return n + 1;
		p = stop + 1;
	}
	fputs("rows: a line has too many cells\n", stderr);
	exit(2);
}

void table_read(struct table *t, const char *path)
{
	FILE *const file = fopen(path, "rb");
	const char *const slash = strrchr(path, '/');
	struct stat st;

	*t = (struct table){.name = slash ? slash + 1 : path};
	if (!file || fstat(fileno(file), &st) != 0 || !iri_buf_reserve(&t->text, (size_t)st.st_size) ||
	    fread(t->text.p, 1, (size_t)st.st_size, file) != (size_t)st.st_size) {
		perror(path);
		exit(2);
	}
	fclose(file);
	t->text.n = (size_t)st.st_size;
	const char *const end = t->text.p + t->text.n, *stop;
	t->rows = malloc((t->text.n / 2 + 1) * sizeof *t->rows);
	for (const char *p = t->text.p; p < end; p = stop + 1) {
		stop = iri_find_byte(p, end, '\n');
		if (*p != '#')
			t->rows[t->count++] = iri_between(p, stop);
		else if (p == t->text.p && stop > p + 1)
			t->columns = split(iri_between(p + 2, stop), t->names);
	}
	if (!t->columns || !t->count) {
		fprintf(stderr, "rows: %s: no names of columns, or no rows\n", path);
		exit(2);
	}
}

struct row table_row(const struct table *t, size_t i)
{
	struct row row = {.table = t};

	row.count = split(t->rows[i], row.cells);
	return row;
}

size_t table_column(const struct table *t, const char *name)
{
	size_t i = 0;

	while (i < t->columns && !iri_is(t->names[i], name))
		i++;
	return i;
}

struct iri_str row_cell(const struct row *row, const char *name)
{
	const size_t i = table_column(row->table, name);

	/* The rows of documents have several links. Source and level are the last two cells of each row. */
	if (!strcmp(name, "source"))
		return row->count > 1 ? row->cells[row->count - 2] : (struct iri_str){"", 0};
	return i < row->table->columns && i < row->count ? row->cells[i] : (struct iri_str){"", 0};
}

void table_free(struct table *t)
{
	free(t->rows);
	iri_buf_free(&t->text);
}

int hex_value(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *const found = c ? strchr(digits, c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c) : NULL;

	return found ? (int)(found - digits) : -1;
}

void row_unescape(struct iri_buf *out, struct iri_str cell)
{
	static const char letters[] = "abefnrtv\\", bytes[] = "\a\b\033\f\n\r\t\v\\";
	const char *p = cell.p, *const end = p + cell.n;

	while (p < end) {
		unsigned byte = 0;
		const char c = *p++;
		if (c != '\\' || p == end) {
			iri_buf_putc(out, c);
			continue;
		}
		const char *const letter = strchr(letters, *p);
		if (*p == 'x' && end - p > 1 && hex_value(p[1]) >= 0) {
			p++;
			for (int n = 0; n < 2 && p < end && hex_value(*p) >= 0; n++)
				byte = byte * 16 + (unsigned)hex_value(*p++);
			iri_buf_putc(out, (char)byte);
		} else if (*p == '0') {
			p++;
			for (int n = 0; n < 3 && p < end && *p >= '0' && *p <= '7'; n++)
				byte = byte * 8 + (unsigned)(*p++ - '0');
			iri_buf_putc(out, (char)byte);
		} else if (letter && *letter) {
			iri_buf_putc(out, bytes[letter - letters]);
			p++;
		} else {
			iri_buf_putc(out, c);
		}
	}
}

void row_each_word(struct iri_str cell, void (*function)(struct iri_str word))
{
	const char *p = cell.p, *const end = cell.p + cell.n;

	while (p < end) {
		const char *const stop = iri_find_byte(p, end, ' ');
		if (stop > p)
			function(iri_between(p, stop));
		p = stop + (stop < end);
	}
}

void print_visibly(struct iri_str text)
{
	const char *p = text.p, *const end = text.p + text.n;
	uint32_t ch;

	while (p < end) {
		const size_t n = iri_utf8_decode(p, end, &ch);
		if (n && !iri_char_is_hidden(ch))
			fwrite(p, 1, n, stdout);
		else
			printf("\\x%02x", (unsigned)(unsigned char)*p);
		p += n && !iri_char_is_hidden(ch) ? n : 1;
	}
	putchar('\n');
}

void enter(char name[4096])
{
	const char *const temporary = getenv("TMPDIR");

	snprintf(name, 4096, "%s/rows.XXXXXX", temporary ? temporary : "/tmp");
	if (!mkdtemp(name) || chdir(name) != 0) {
		perror(name);
		exit(2);
	}
}

void leave(const char *name)
{
	char command[4200];

	snprintf(command, sizeof command, "rm -rf '%s'", name);
	if (chdir("/") != 0 || system(command) != 0)
		perror(name);
}
