/* SPDX-License-Identifier: ISC */
#include "facts_internal.h"
#include "warnings.h"

#include "lib/base/str.h"
#include "lib/lint/rules.h"
#include "lib/ops/unmap.h"
#include "lib/syntax/parse.h"
#include "lib/syntax/pct_char.h"
#include "lib/unicode/utf8.h"

#include <string.h>

/*
 * Whether the byte at p is in a value that is an embedded link, and nothing else. The row of that link has it decoded.
 */
static bool is_embedded(const struct inquiry *q, const char *p)
{
	const struct iri_str *const values = q->values.item;
	size_t low = 0, high = ARRAY_COUNT(q->values);

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (values[middle].p + values[middle].n > p)
			high = middle;
		else
			low = middle + 1;
	}
	return low < ARRAY_COUNT(q->values) && values[low].p <= p;
}

static void facts_find_add_findings(struct inquiry *q)
{
	struct facts_finder *const f = q->f;
	const struct iri_str s = q->given;
	struct iri_findings found;
	struct iri_error err;
	struct iri_buf all = {0};
	size_t counted = 0, column = 1;

	if (bare_lint(&f->bare, f->linter, q->scheme_added, q->given, &found, &err) != IRI_OK)
		message_die(f->messages, NULL, "out of memory");
	for (size_t i = 0; i < found.n; i++) {
		const struct iri_finding *const finding = &found.p[i];
		struct facts_finding its = {finding->rule, finding->severity, finding->where, .column = 0};
		char text[512];
		/* The first row says what software makes of a host or an address. */
		if (q->scheme_added && finding->rule->number == RULE_RELATIVE)
			continue;
		column += iri_count_chars(iri_between(s.p + counted, s.p + finding->off));
		counted = finding->off;
		its.column = column;
		iri_finding_text(finding, text, sizeof text);
		its.message = facts_without_secrets(f, arena_copy(&f->arena, iri_str_of(text)));
		if (finding->rule->number == RULE_USERINFO_LIKE_HOST && !q->facts->not.p)
			q->facts->not = facts_domain_of_user(q);
		f->text.n = 0;
		/* The row of an embedded link shows it decoded. */
		const struct iri_str at = {s.p + finding->off, finding->len};
		struct iri_finding shown = *finding;
		/* In an odd link, a password can be in any component. */
		if (facts_has_secret(f, warnings_part(s, finding)))
			shown.where = IRI_USERINFO;
		if (finding->rule->number != RULE_DOUBLE_ENCODING ||
		    !(is_embedded(q, at.p) || facts_has_secret(f, at)))
			warnings_add(q->f, q->facts, s, &shown, &f->text);
		if (f->text.n)
			its.warning = facts_without_secrets(f, facts_keep(f, &f->text));
		facts_add_item(&all, &its, sizeof its);
	}
	q->facts->n_findings = all.n / sizeof *q->facts->findings;
	q->facts->findings = facts_keep_array(f, &all);
}

/* Returns the component that has the byte at p. */
static enum iri_component component_at(const struct iri_ref *ref, const char *p)
{
	if (ref->fragment.p && p >= ref->fragment.p)
		return IRI_FRAGMENT;
	if (ref->query.p && p >= ref->query.p)
		return IRI_QUERY;
	if (p >= ref->path.p)
		return IRI_PATH;
	if (ref->port.p && p >= ref->port.p)
		return IRI_PORT;
	if (ref->host.p && p >= ref->host.p)
		return IRI_HOST;
	return ref->userinfo.p && p >= ref->userinfo.p ? IRI_USERINFO : IRI_SCHEME;
}

static void facts_find_add_hidden(struct inquiry *q)
{
	struct iri_buf all = {0};
	struct iri_ref ref = q->ref;
	const char *p = q->given.p, *const end = p + q->given.n;

	if (q->moved)
		iri_split(q->s, &ref);
	while (p < end) {
		struct iri_pct_char u = {.p = p, .len = 1, .octet = true};
		if (q->valid)
			u = iri_next_pct_char(p, end);
		else if ((u.len = iri_utf8_decode(p, end, &u.ch)))
			u.octet = false;
		if (!u.octet && iri_char_is_hidden(u.ch)) {
			const struct facts_hidden hidden = {component_at(&ref, p), (size_t)(p - q->given.p), u.ch};
			facts_add_item(&all, &hidden, sizeof hidden);
		}
		p += u.len ? u.len : 1;
	}
	q->facts->n_hidden = all.n / sizeof *q->facts->hidden;
	q->facts->hidden = facts_keep_array(q->f, &all);
}

/* ASCII characters that are decoded in names of parameters: no space, quotation mark or "=" */
#define IN_NAMES "!#$&'()*+,/:;<>?@[\\]^`{|}"

static const struct facts *facts_of(struct facts_finder *f, struct iri_str link, size_t depth);

/* For iri_embedded_each: finds the facts of an embedded link. */
static void facts_find_add_embedded(void *arg, const struct iri_embedded *c)
{
	struct inquiry *const q = arg;
	struct facts_embedded embedded = {
		.where = c->in_content ? "content" : iri_component_name(c->where),
		.n_encodings = c->n_encodings,
		.redirector = c->redirector,
	};

	if (!c->link.p || c->only_host)
		q->facts->redirector = c->redirector;
	if (!c->link.p)
		return;
	memcpy(embedded.encodings, c->encodings, sizeof embedded.encodings);
	embedded.name = c->name;
	embedded.link = facts_of(q->f, arena_copy(&q->f->arena, c->link), q->depth + 1);
	facts_add_item(&q->embedded.buf, &embedded, sizeof embedded);
	if (c->whole && !c->in_content)
		facts_add_item(&q->values.buf, &c->value, sizeof c->value);
}

static void set_user(struct inquiry *q)
{
	struct facts *const facts = q->facts;
	struct iri_str user;
	const struct iri_str password = facts_password_of(&q->ref, &user, q->f->messages);

	if (!q->ref.userinfo.p)
		return;
	facts->user = facts_decoded(q, IRI_USERINFO, user, "*");
	if (!password.p)
		return;
	facts->has_password = true;
	q->f->text.n = 0;
	facts_add_decoded(q, IRI_USERINFO, password, "*", &q->f->text);
	buf_check(q->f->messages, &q->f->text);
	facts->password_length = iri_count_chars(iri_contents(&q->f->text));
	if (q->f->show_password)
		facts->password = facts_keep(q->f, &q->f->text);
}

/* For iri_embedded_each, at the greatest depth: the embedded links are not searched, so they are not shown, either. */
static void hide_embedded(void *arg, const struct iri_embedded *c)
{
	struct inquiry *const q = arg;

	facts_add_password(q->f, c->value);
}

static void facts_find_set_path(struct inquiry *q)
{
	struct facts *const facts = q->facts;
	struct iri_buf segments = {0};
	const struct iri_str path = q->ref.path;
	const char *p = path.p, *const end = p + path.n;

	facts->path_raw = facts_without_secrets(q->f, path);
	facts->path = facts_decoded(q, IRI_PATH, path, "");
	p += path.n && *p == '/';
	while (p <= end && path.n) {
		const char *const slash = iri_find_byte(p, end, '/');
		const struct iri_str segment = facts_decoded(q, IRI_PATH, iri_between(p, slash), "/");
		facts_add_item(&segments, &segment, sizeof segment);
		p = slash + 1;
	}
	facts->n_segments = segments.n / sizeof *facts->segments;
	facts->segments = facts_keep_array(q->f, &segments);
}

static void set_query(struct inquiry *q)
{
	struct facts *const facts = q->facts;
	struct iri_buf query = {0};
	const struct iri_str *values = (const void *)iri_contents(&q->values.buf).p;
	const struct iri_str *const last = values + ARRAY_COUNT(q->values);
	struct iri_pairs walk = iri_pairs(q->ref.query, '&');

	facts->has_query = q->ref.query.p;
	for (struct iri_pair pair; iri_next_pair(&walk, &pair);) {
		struct facts_parameter parameter = {.raw = facts_without_secrets(q->f, pair.text)};
		const struct iri_str value = pair.value;
		parameter.name = facts_decoded(q, IRI_QUERY, pair.key, IN_NAMES);
		/* A value could imitate "(the link above)". */
		const bool odd = value.n && (*value.p == '(' || (value.n > 2 && !memcmp(value.p, "%28", 3)));
		parameter.value = facts_decoded(q, IRI_QUERY, value, odd ? IN_NAMES : "*");
		while (values < last && values->p < pair.text.p)
			values++;
		parameter.is_embedded = values < last && values->p < pair.text.p + pair.text.n;
		facts_add_item(&query, &parameter, sizeof parameter);
	}
	facts->n_query = query.n / sizeof *facts->query;
	facts->query = facts_keep_array(q->f, &query);
}

static void set_components(struct inquiry *q)
{
	struct facts *const facts = q->facts;
	const struct iri_str port = q->ref.port;

	facts->scheme = q->scheme_added ? (struct iri_str){NULL, 0} : facts_lower(q->f, q->ref.scheme);
	if (port.n && !iri_is_default_port(q->scheme, port))
		facts->port = arena_copy(&q->f->arena, port);
	facts_find_set_path(q);
	set_query(q);
	facts->fragment = facts_decoded(q, IRI_FRAGMENT, q->ref.fragment, "");
}

/* Sets q->ref to the link as a browser reads it. Returns false if it is no valid reference then. */
static bool read_link(struct inquiry *q)
{
	struct iri_ref ref;

	q->valid = iri_parse(q->s, IRI_REFERENCE, &q->ref, NULL) == IRI_OK;
	const bool usable = facts_browse(q->f, q->s, &ref, &q->browsed);
	q->moved = !q->valid || !usable || !iri_same(ref.text, q->s);
	if (q->moved)
		q->ref = usable ? ref : (struct iri_ref){.text = {"", 0}, .path = {"", 0}};
	return usable;
}

/*
 * Finds where a link goes that is inside `depth` others, and what it carries; and adds its secrets. facts_find_show
 * does the rest, when all secrets are known.
 */
static const struct facts *facts_of(struct facts_finder *f, struct iri_str link, size_t depth)
{
	struct facts *const facts = arena_take(&f->arena, sizeof *facts);
	struct inquiry *const q = arena_take(&f->arena, sizeof *q);

	*q = (struct inquiry){.f = f, .given = iri_present(link), .facts = facts, .depth = depth};
	q->s = q->given;
	q->scheme_added = depth ? NULL : f->scheme;
	if (q->scheme_added) {
		q->s = bare_complete(&f->bare, q->scheme_added, q->given);
		buf_check(f->messages, &f->bare.text);
		q->s = arena_copy(&f->arena, q->s);
		q->given.p = q->s.p + (q->s.n - q->given.n);
	}
	facts_add_item(&f->inquiries.buf, &q, sizeof q);
	q->usable = read_link(q);
	q->scheme = q->ref.scheme.n ? iri_scheme_search(q->ref.scheme) : NULL;
	q->flags = q->scheme ? q->scheme->flags : 0;
	facts_add_passwords(f, q->s);
	if (!q->usable) {
		facts->kind = q->valid ? KIND_OTHER : KIND_INVALID;
		facts->note = q->valid ? "unknown: no browser accepts it" : "unknown: it is not a valid link";
		return facts;
	}
	struct iri_str user;
	facts_add_passwords(f, q->ref.text);
	facts_add_password(f, facts_password_of(&q->ref, &user, f->messages));
	set_user(q);
	facts_set_destination(q);
	void (*const embedded)(void *arg, const struct iri_embedded *c) =
		depth < IRI_EMBEDDED_DEPTH ? facts_find_add_embedded : hide_embedded;
	if (!iri_embedded_each(&q->ref, IRI_EMBEDDED_DEPTH, embedded, q))
		message_die(f->messages, NULL, "out of memory");
	return facts;
}

/* Sets what is left to tell about a link. */
static void facts_find_show(struct inquiry *q)
{
	struct facts *const facts = q->facts;

	buf_check(q->f->messages, &q->values.buf);
	facts_find_add_findings(q);
	facts_find_add_hidden(q);
	facts->link = facts_without_secrets(q->f, arena_copy(&q->f->arena, q->given));
	facts->user = facts_without_secrets(q->f, facts->user);
	facts->content_type = facts_without_secrets(q->f, facts->content_type);
	facts->content = facts_without_secrets(q->f, facts->content);
	/* "//user%3Apassword%40host" has only a host, which is no valid name. */
	struct facts_host *const host = &facts->host;
	if (host->type && !host->valid && !host->normal.p && facts_has_secret(q->f, q->ref.host))
		*host = (struct facts_host){.ascii = facts_without_secrets(q->f, q->ref.host), .type = host->type};
	if (q->usable)
		set_components(q);
	struct facts_embedded *const embedded = q->embedded.item;
	facts->n_embedded = ARRAY_COUNT(q->embedded);
	for (size_t i = 0; i < facts->n_embedded && !q->embedded.buf.failed; i++)
		embedded[i].name = facts_decoded(q, IRI_QUERY, embedded[i].name, IN_NAMES);
	facts->embedded = facts_keep_array(q->f, &q->embedded.buf);
	iri_buf_free(&q->values.buf);
}

const struct facts *facts_find(struct facts_finder *f, struct iri_str link)
{
	arena_clear(&f->arena);
	f->arena.messages = f->messages;
	if (!f->linter) {
		const struct iri_lint_options options = {.suffixes = f->suffixes};
		f->linter = iri_linter_new(&options);
		f->unmapper = iri_unmapper_new(NULL);
		f->hosts = iri_host_converter_new(&(struct iri_host_options){
			.strict = true, .refused = facts_note_refused, .arg = f});
		f->labels = iri_host_converter_new(&(struct iri_host_options){.decode_all = true});
		if (!f->linter || !f->unmapper || !f->hosts || !f->labels)
			message_die(f->messages, NULL, "out of memory");
	}
	f->inquiries.buf.n = f->secrets.buf.n = f->decoded.buf.n = 0;
	f->too_many = false;
	const struct facts *const facts = facts_of(f, link, 0);
	facts_finish_secrets(f);
	buf_check(f->messages, &f->inquiries.buf);
	struct inquiry *const *const all = f->inquiries.item;
	for (size_t i = 0; i < ARRAY_COUNT(f->inquiries); i++)
		facts_find_show(all[i]);
	all[0]->facts->text = facts_without_secrets(f, arena_copy(&f->arena, f->text_of_link));
	all[0]->facts->text_names = arena_copy(&f->arena, f->text_names);
	all[0]->facts->title_names = f->title_names;
	all[0]->facts->also_to = arena_copy(&f->arena, f->also_to);
	return facts;
}

bool facts_have_warning(const struct facts *facts)
{
	if (facts->text_names.p)
		return true;
	for (size_t i = 0; i < facts->n_findings; i++)
		if (facts->findings[i].warning.p)
			return true;
	for (size_t i = 0; i < facts->n_embedded; i++)
		if (facts_have_warning(facts->embedded[i].link))
			return true;
	return false;
}

void facts_free(struct facts_finder *f)
{
	arena_clear(&f->arena);
	iri_linter_free(f->linter);
	iri_unmapper_free(f->unmapper);
	iri_host_converter_free(f->hosts);
	iri_host_converter_free(f->labels);
	iri_buf_free(&f->refused.buf);
	iri_buf_free(&f->text);
	iri_buf_free(&f->more);
	iri_buf_free(&f->legacy);
	iri_buf_free(&f->inquiries.buf);
	iri_buf_free(&f->secrets.buf);
	iri_buf_free(&f->decoded.buf);
	bare_free(&f->bare);
	charset_close(f->charset);
	iri_buf_free(&f->scratch);
}
