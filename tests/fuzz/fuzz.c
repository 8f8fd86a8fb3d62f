/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

unsigned refused;

void law_broken(const char *file, int line, const char *law, struct iri_str s)
{
	fprintf(stderr, "%s:%d: this does not hold: %s\nfor: ", file, line, law);
	for (size_t i = 0; i < s.n; i++)
		fprintf(stderr, s.p[i] > ' ' && s.p[i] <= '~' && s.p[i] != '\\' ? "%c" : "\\x%02x",
		        (unsigned char)s.p[i]);
	fputc('\n', stderr);
	abort();
}

struct iri_str at_the_end(unsigned slot, struct iri_str s, size_t behind)
{
	static struct {
		char *p;
		size_t size;
	} areas[SLOTS];
	const size_t page = (size_t)sysconf(_SC_PAGESIZE), need = s.n + behind;

	if (areas[slot].size < need || !areas[slot].p) {
		if (areas[slot].p)
			munmap(areas[slot].p, areas[slot].size + page);
		areas[slot].size = (need / page + 16) * page;
		areas[slot].p =
			mmap(NULL, areas[slot].size + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (areas[slot].p == MAP_FAILED || mprotect(areas[slot].p + areas[slot].size, page, PROT_NONE))
			abort();
	}
	char *const to = areas[slot].p + areas[slot].size - need;
	if (s.n)
		memcpy(to, s.p, s.n);
	/* The bytes behind s must not matter. They look like more text. */
	for (size_t i = 0; i < behind; i++)
		to[s.n + i] = s.n ? s.p[i % s.n] : '%';
	return (struct iri_str){to, s.n};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size)
		fuzz(data[0], at_the_end(0, (struct iri_str){(const char *)data + 1, size - 1}, 0));
	return 0;
}

bool steps_next(struct steps *steps, size_t done)
{
	const struct iri_str s = steps->s;
	const bool begun = steps->text.p, at_end = begun && steps->end == s.n;
	const size_t step = steps->step < s.n - steps->end ? steps->step : s.n - steps->end;

	LAW(done <= steps->text.n);
	steps->start += done;
	LAW(!at_end || steps->start == s.n);
	steps->end += step;
	steps->text = at_the_end(1, (struct iri_str){s.p + steps->start, steps->end - steps->start}, 0);
	return !at_end;
}

struct iri_str first_line(struct iri_str *s)
{
	const char *const eol = s->n ? memchr(s->p, '\n', s->n) : NULL;
	const struct iri_str line = {s->p, eol ? (size_t)(eol - s->p) : s->n};
	const size_t taken = line.n + (eol != NULL);

	*s = (struct iri_str){s->p + taken, s->n - taken};
	return line;
}
