/* SPDX-License-Identifier: ISC */
/*
 * The thread contract of iri.h: many threads call functions without a handle, use handles of their own, read one parsed
 * base, and share one handle of each kind under a lock. Each must get the results of a single thread. `make check-tsan`
 * compiles this and the library with ThreadSanitizer, which reports data races.
 */
#include "../lib/iri.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, ROUNDS = 200, RESULT = 4096 };

static const char *const texts[] = {
	"http://r\xC3\xA9sum\xC3\xA9.example.org/D\xC3\xBCrst?q=%C3%9F#\xC3\xA9",
	"HTTP://Example.org:80/%7ea/./b",
	"http://xn--rsum-bpad.example.org/a%E2%88%95b%2Fc%E2%80%AE",
	"../\xD7\x90\xD7\x91/%D7%92?x=1",
	"http://\xD8\xA7\xD9\x84.example/1%CC%81",
	"mailto:A@B.example",
	"http://a b/",
	"//user:pw@192.0.2.1:80/%ff",
};
enum { TEXTS = sizeof texts / sizeof *texts };

struct handles {
	struct iri_mapper *mapper;
	struct iri_unmapper *unmapper;
	struct iri_normalizer *normalizer;
	struct iri_comparer *comparer;
	struct iri_resolver *resolver;
	struct iri_linter *linter;
};

static struct iri_ref base; /* read by all threads */
static char want[TEXTS][RESULT];
static struct handles shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool make(struct handles *h)
{
	const struct iri_unmap_options unmap = {.bidi = true, .unicode_host = true};
	const struct iri_compare_options compare = {.base = &base};

	h->mapper = iri_mapper_new(NULL);
	h->unmapper = iri_unmapper_new(&unmap);
	h->normalizer = iri_normalizer_new(NULL);
	h->comparer = iri_comparer_new(&compare);
	h->resolver = iri_resolver_new(NULL);
	h->linter = iri_linter_new(NULL);
	return h->mapper && h->unmapper && h->normalizer && h->comparer && h->resolver && h->linter;
}

static void release(struct handles *h)
{
	iri_mapper_free(h->mapper);
	iri_unmapper_free(h->unmapper);
	iri_normalizer_free(h->normalizer);
	iri_comparer_free(h->comparer);
	iri_resolver_free(h->resolver);
	iri_linter_free(h->linter);
}

/* Appends a result or an error to a C string of RESULT bytes. */
static void add(char *to, enum iri_status status, struct iri_str s, const struct iri_error *err)
{
	const size_t n = strlen(to);
	char text[256];

	if (status == IRI_OK)
		snprintf(to + n, RESULT - n, "%.*s\n", (int)s.n, s.p);
	else if (iri_error_text(err, text, sizeof text))
		snprintf(to + n, RESULT - n, "%s: %s\n", iri_component_name(err->where), text);
}

/* Writes what each operation returns for one text. */
static void run(struct handles *h, const char *text, char *to)
{
	const struct iri_str s = {text, strlen(text)};
	struct iri_findings findings;
	struct iri_comparison comparison;
	struct iri_ref ref;
	struct iri_str out;
	struct iri_error err;
	enum iri_status status;
	char message[256];

	*to = '\0';
	status = iri_to_uri(h->mapper, s, &out, &err);
	add(to, status, out, &err);
	status = iri_to_iri(h->unmapper, s, &out, &err);
	add(to, status, out, &err);
	status = iri_normalize(h->normalizer, s, &out, &err);
	add(to, status, out, &err);
	status = iri_parse(s, IRI_REFERENCE, &ref, &err);
	add(to, status, ref.path, &err);
	if (status == IRI_OK) {
		status = iri_resolve(h->resolver, &base, &ref, &out, &err);
		add(to, status, out, &err);
		status = ref.scheme.p ? iri_relativize(h->resolver, &base, &ref, &out, &err) : IRI_OK;
		add(to, status, out, &err);
	}
	status = iri_compare(h->comparer, s, base.text, &comparison, &err);
	add(to, status, base.text, &err);
	status = iri_fix(h->linter, s, &out, &err);
	add(to, status, out, &err);
	if (iri_lint(h->linter, s, &findings, &err) == IRI_OK)
		for (size_t i = 0; i < findings.n; i++) {
			const char *const id = findings.p[i].rule->id;
			iri_finding_text(&findings.p[i], message, sizeof message);
			if (iri_rule_find((struct iri_str){id, strlen(id)}) == findings.p[i].rule)
				add(to, IRI_OK, (struct iri_str){message, strlen(message)}, &err);
		}
}

/* Returns the argument if every result is the wanted one, else NULL. */
static void *work(void *arg)
{
	struct handles own = {.mapper = NULL};
	bool same = make(&own);
	char got[RESULT];

	for (int i = 0; same && i < ROUNDS; i++) {
		const size_t which = (size_t)i % TEXTS;
		run(&own, texts[which], got);
		same = !strcmp(got, want[which]);
		pthread_mutex_lock(&lock);
		run(&shared, texts[which], got);
		pthread_mutex_unlock(&lock);
		same = same && !strcmp(got, want[which]);
	}
	release(&own);
	return same ? arg : NULL;
}

int main(void)
{
	static const char page[] = "http://a.example/b/c?d";
	pthread_t threads[THREADS];
	int same = 0;

	if (iri_parse((struct iri_str){page, sizeof page - 1}, IRI_REQUIRE_SCHEME, &base, NULL) != IRI_OK ||
	    !make(&shared))
		return 2;
	for (size_t i = 0; i < TEXTS; i++)
		run(&shared, texts[i], want[i]);
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], NULL, work, &shared) != 0)
			return 2;
	for (int i = 0; i < THREADS; i++) {
		void *result;
		same += pthread_join(threads[i], &result) == 0 && result;
	}
	release(&shared);
	printf("%s - threads: %d of %d got the results of a single thread\n", same == THREADS ? "ok" : "not ok", same,
	       THREADS);
	printf("%d passed, %d failed\n", same, THREADS - same);
	return same == THREADS ? 0 : 1;
}
