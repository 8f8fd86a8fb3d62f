/* SPDX-License-Identifier: ISC */
#include "facts_block.h"

#include "layout.h"

#include "cmd/base/text.h"
#include "lib/base/str.h"
#include "lib/lint/rules.h"
#include "lib/syntax/parse.h"
#include "lib/unicode/chars.h"

#include <string.h>

enum { SENTENCES_MAX = 3 }; /* warnings of one rule that are shown */

static const struct iri_str absent = {NULL, 0};

/* Appends a row with this text. Leaves it out if the text is absent or empty. */
static void facts_add_row(struct layout *r, const char *heading, struct iri_str s, unsigned how)
{
	if (!s.n)
		return;
	layout_begin(r, heading);
	layout_text(r, s, how, absent);
	layout_end(r);
}

/* Returns "s", or "" for the number 1. */
static const char *plural(size_t n)
{
	return n == 1 ? "" : "s";
}

/* Returns where a link goes in ASCII or, if it goes to no host, the note about that. */
static struct iri_str target(const struct facts *f)
{
	return f->goes_to.p || !f->note ? f->goes_to : iri_str_of(f->note);
}

/* Returns where a link goes, or may go, in ASCII; absent if it goes to no host. */
static struct iri_str block_reach(const struct facts *f)
{
	return f->goes_to.p ? f->goes_to : f->otherwise;
}

/* Whether two links go to different domains or addresses or, if they go to none, are of different kinds. */
static bool differ(const struct facts *a, const struct facts *b)
{
	return !iri_same(block_reach(a), block_reach(b)) || (!block_reach(a).p && a->kind != b->kind);
}

/* Carried links that go elsewhere than the outer link: the first one, and the number of others that differ from it */
struct elsewhere {
	const struct facts *first;
	bool redirected; /* redirectors of the table lead to the first one */
	size_t others;
};

/* redirected: redirectors of the table lead from outer to f */
static void find_elsewhere(struct elsewhere *e, const struct facts *outer, const struct facts *f, bool redirected)
{
	for (size_t i = 0; i < f->n_embedded; i++) {
		const struct facts *const link = f->embedded[i].link;
		const bool leads = redirected && f->embedded[i].redirector;
		if (!differ(link, outer)) {
			;
		} else if (!e->first) {
			e->first = link;
			e->redirected = leads;
		} else if (differ(link, e->first)) {
			e->others++;
		}
		find_elsewhere(e, outer, link, leads);
	}
}

/* Appends where a link goes, or the note about that. bold: see layout_text */
static void add_target(struct layout *r, const struct facts *f, struct iri_str bold)
{
	layout_text(r, target(f), LAYOUT_WORDS, bold);
}

static void goes_to(struct layout *r, const struct facts *f)
{
	const struct iri_str unicode = f->goes_to_unicode;
	struct elsewhere e = {0};

	layout_begin(r, "goes to");
	if (unicode.p) {
		layout_text(r, unicode, LAYOUT_WORDS, unicode);
		layout_own(r, " (");
		add_target(r, f, absent);
		layout_own(r, ")");
	} else {
		add_target(r, f, f->goes_to);
	}
	if (f->goes_to.p && f->note) {
		layout_own(r, " (");
		layout_own(r, f->note);
		layout_own(r, ")");
	}
	if (f->otherwise.p) {
		layout_own(r, "; ");
		layout_own(r, f->otherwise_if);
		layout_own(r, ", it goes to ");
		layout_text(r, f->otherwise, LAYOUT_WORDS, absent);
	}
	if (f->not.p) {
		layout_own(r, " -- NOT ");
		layout_text(r, f->not, LAYOUT_WORDS, absent);
	}
	if (f->text_names.p) {
		layout_own(r, f->also_to.p ? " -- also to " : "");
		layout_text(r, f->also_to, LAYOUT_WORDS, f->also_to);
		layout_own(r, f->also_to.p ? ", NOT only " : " -- NOT ");
		layout_text(r, f->text_names, LAYOUT_WORDS, absent);
		layout_own(r, f->title_names ? ", which its title names" : ", which its text names");
	}
	find_elsewhere(&e, f, f, true);
	if (e.first && block_reach(e.first).p) {
		layout_own(r, e.redirected ? " -- redirects to "
		              : e.first->goes_to.p && !e.first->condition ? " -- carries a link to "
		                                                          : " -- carries a link, perhaps to ");
		layout_text(r, block_reach(e.first), LAYOUT_WORDS, absent);
	} else if (e.first) {
		layout_own(r, e.first->kind == KIND_SCRIPT ? " -- carries a script" : " -- carries another link");
	}
	if (e.others) {
		layout_own(r, " and ");
		layout_number(r, e.others);
		layout_own(r, " more");
	}
	if (!e.first && f->redirector) {
		layout_own(r, " -- ");
		layout_own(r, f->redirector);
		layout_own(r, " redirects it, and only it knows where to");
	}
	layout_end(r);
}

/* The warnings so far, by the numbers of their rules */
struct sentences {
	struct iri_str texts[RULES][SENTENCES_MAX];
	size_t n[RULES];
};

/* Whether a warning of this rule is to be shown: the same sentence once, and only the first few of a rule */
static bool is_new(struct sentences *s, const struct facts_finding *finding)
{
	const unsigned rule = finding->rule->number;

	for (size_t i = 0; i < s->n[rule]; i++)
		if (iri_same(s->texts[rule][i], finding->warning))
			return false;
	if (s->n[rule] == SENTENCES_MAX)
		return false;
	s->texts[rule][s->n[rule]++] = finding->warning;
	return true;
}

/* Appends the warnings with a severity. inside: the link stands inside of another one */
static void warnings(struct layout *r, const struct facts *f, enum iri_severity severity, struct sentences *shown,
                     bool inside)
{
	for (size_t i = 0; i < f->n_findings; i++) {
		const struct facts_finding *const finding = &f->findings[i];
		if (!finding->warning.p || finding->severity != severity || !is_new(shown, finding))
			continue;
		layout_begin(r, "warning");
		if (inside)
			layout_text(r, (struct iri_str){"inside:", 7}, LAYOUT_WARNING, absent);
		layout_own(r, " ");
		layout_text(r, finding->warning, LAYOUT_WORDS | LAYOUT_WARNING, absent);
		layout_own(r, " [");
		layout_own(r, finding->rule->id);
		layout_own(r, "]");
		layout_end(r);
	}
	for (size_t i = 0; inside && i < f->n_embedded; i++)
		warnings(r, f->embedded[i].link, severity, shown, true);
}

/* Appends all warnings, first those of the link itself, errors first. Collects them in `own`. */
static void all_warnings(struct layout *r, const struct facts *f, struct sentences *own)
{
	struct sentences inside = {0};

	for (int severity = IRI_SEVERITY_ERROR; severity >= IRI_SEVERITY_INFO; severity--)
		warnings(r, f, (enum iri_severity)severity, own, false);
	for (int severity = IRI_SEVERITY_ERROR; severity >= IRI_SEVERITY_INFO; severity--)
		for (size_t i = 0; i < f->n_embedded; i++)
			warnings(r, f->embedded[i].link, (enum iri_severity)severity, &inside, true);
}

/* Appends a row for each label that rows show as an A-label: how it looks in Unicode, and its characters. */
static void reads(struct layout *r, const struct facts_host *host)
{
	for (size_t i = 0; i < host->n_labels; i++) {
		const struct facts_label *const label = &host->labels[i];
		if (label->shown || !label->unicode.n)
			continue;
		layout_begin(r, "reads");
		layout_text(r, label->unicode, LAYOUT_CUT, absent);
		layout_own(r, " = ");
		layout_spell(r, label->unicode);
		if (label->scripts.n) {
			layout_own(r, " (");
			layout_text(r, label->scripts, LAYOUT_WORDS, absent);
			layout_own(r, ")");
		}
		layout_end(r);
	}
}

static void content(struct layout *r, const struct facts *f)
{
	if (!f->content_type.p)
		return;
	layout_begin(r, "content");
	layout_text(r, f->content_type, LAYOUT_CUT, absent);
	layout_own(r, f->content_type.n ? ", " : "");
	layout_number(r, f->content_bytes);
	layout_own(r, " byte");
	layout_own(r, plural(f->content_bytes));
	if (f->content.n) {
		layout_own(r, ": ");
		layout_text(r, f->content, LAYOUT_CUT, absent);
	}
	layout_end(r);
}

/* Returns the part of a host that names the domain of the link, or an absent string if there is none. */
static struct iri_str domain_of(const struct facts *f, struct iri_str host)
{
	const struct iri_str names[] = {f->goes_to, f->goes_to_unicode};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const struct iri_str name = names[i];
		size_t n = 0;
		if (!name.n || host.n < name.n)
			continue;
		const char *const tail = host.p + host.n - name.n;
		while (n < name.n && iri_lower(tail[n]) == iri_lower(name.p[n]))
			n++;
		if (n == name.n && (tail == host.p || tail[-1] == '.'))
			return (struct iri_str){tail, n};
	}
	return absent;
}

/* Appends f->link, in which passwords are already hidden. */
static void link_text(struct layout *r, const struct facts *f)
{
	struct iri_ref ref;

	iri_split(f->link, &ref);
	/* The host is never cut. */
	const char *const end = f->link.p + f->link.n, *const p = ref.host.p ? ref.host.p + ref.host.n : f->link.p;
	if (ref.host.p)
		layout_text(r, iri_between(f->link.p, p), 0, domain_of(f, ref.host));
	layout_text(r, iri_between(p, end), LAYOUT_CUT, absent);
}

/*
 * Appends a row for each link inside. outer: the link that carries them, itself inside of another one, or NULL. Returns
 * the link in the last row.
 */
static const struct facts *print_embedded(struct layout *r, const struct facts *f, const struct facts *outer)
{
	const struct facts *last = outer;

	for (size_t i = 0; i < f->n_embedded; i++) {
		const struct facts_embedded *const embedded = &f->embedded[i];
		bool base64 = false;
		/* The row of the content shows it decoded, so its base64 is not in the way. */
		const bool in_content = !strcmp(embedded->where, "content");
		for (size_t k = 0; k < embedded->n_encodings; k++)
			base64 = base64 || embedded->encodings[k] == IRI_ENCODING_BASE64;
		layout_begin(r, "carries");
		link_text(r, embedded->link);
		layout_own(r, " (in ");
		layout_own(r, embedded->name.n ? "" : "the ");
		layout_own(r, embedded->where);
		if (embedded->name.n) {
			layout_own(r, " \"");
			layout_text(r, embedded->name, LAYOUT_CUT, absent);
			layout_own(r, "\"");
		}
		layout_own(r, base64 && !in_content ? ", base64" : "");
		if (embedded->redirector) {
			layout_own(r, "; ");
			layout_own(r, embedded->redirector);
			layout_own(r, " redirects to it");
		}
		if (outer && last == outer) {
			layout_own(r, ", inside the one above");
		} else if (outer) {
			layout_own(r, ", inside the one to ");
			add_target(r, outer, absent);
		}
		layout_own(r, ")");
		layout_end(r);
		last = print_embedded(r, embedded->link, embedded->link);
	}
	return last;
}

/* Appends the host, if the first row does not have all of it. */
static void host(struct layout *r, const struct facts *f)
{
	const struct facts_host *const h = &f->host;

	if (!h->ascii.n || iri_same(h->ascii, f->goes_to) || (h->normal.p && iri_same(h->normal, f->goes_to)))
		return;
	layout_begin(r, "host");
	if (h->unicode.n) {
		layout_text(r, h->unicode, 0, domain_of(f, h->unicode));
		layout_own(r, " (");
	}
	layout_text(r, h->ascii, 0, h->unicode.n ? absent : domain_of(f, h->ascii));
	layout_own(r, h->unicode.n ? ")" : "");
	layout_end(r);
}

static void password(struct layout *r, const struct facts *f)
{
	if (!f->has_password)
		return;
	if (f->password.p) {
		facts_add_row(r, "password", f->password, LAYOUT_CUT);
		return;
	}
	layout_begin(r, "password");
	layout_own(r, "(hidden, ");
	layout_number(r, f->password_length);
	layout_own(r, " character");
	layout_own(r, plural(f->password_length));
	layout_own(r, ")");
	layout_end(r);
}

static void query(struct layout *r, const struct facts *f)
{
	const char *heading = "query";

	for (size_t i = 0; i < f->n_query; i++) {
		const struct facts_parameter *const p = &f->query[i];
		if (!p->name.n && !p->value.p)
			continue;
		layout_begin(r, heading);
		heading = NULL;
		layout_text(r, p->name, LAYOUT_CUT, absent);
		if (p->value.p)
			layout_own(r, p->value.n || p->is_embedded ? " = " : " =");
		if (p->value.p && p->is_embedded)
			layout_own(r, "(the link above)");
		else if (p->value.p)
			layout_text(r, p->value, LAYOUT_CUT, absent);
		layout_end(r);
	}
}

/* Appends a row for each rule that has findings and no warning, in the order of rules. */
static void also(struct layout *r, const struct facts *f, const struct sentences *shown)
{
	static const char *const remarks[RULES] = {
#define REMARK(name, text) [RULE_##name] = text,
#include "lib/lint/rules.def"
	};
	bool found[RULES] = {false};
	const char *heading = "also";

	for (size_t i = 0; i < f->n_findings; i++) {
		const unsigned rule = f->findings[i].rule->number;
		found[rule] = remarks[rule] && !shown->n[rule];
	}
	for (size_t rule = 0; rule < RULES; rule++) {
		if (!found[rule])
			continue;
		layout_begin(r, heading);
		heading = NULL;
		layout_own(r, remarks[rule]);
		layout_own(r, " [");
		layout_own(r, iri_rule_at(rule)->id);
		layout_own(r, "]");
		layout_end(r);
	}
	if (!f->not_utf8)
		return;
	layout_begin(r, heading);
	layout_own(r, "some text is not in UTF-8 and stays encoded; --charset names its charset");
	layout_end(r);
}

void facts_block_print(const struct layout_options *o, const struct facts *f, struct iri_buf *out)
{
	struct layout r = {.options = o, .out = out};
	struct sentences shown = {0};

	goes_to(&r, f);
	facts_add_row(&r, "text", f->text, LAYOUT_CUT);
	all_warnings(&r, f, &shown);
	reads(&r, &f->host);
	content(&r, f);
	print_embedded(&r, f, NULL);
	host(&r, f);
	if (!shown.n[RULE_USERINFO_LIKE_HOST]) /* that warning says it */
		facts_add_row(&r, "user", f->user, LAYOUT_CUT);
	password(&r, f);
	facts_add_row(&r, "port", f->port, LAYOUT_CUT);
	/* The row of the content has it decoded. */
	const bool has_content = f->content_type.p;
	if (!has_content && f->path.p && !iri_is(f->path, "/"))
		facts_add_row(&r, "path", f->path, LAYOUT_CUT);
	if (!has_content)
		query(&r, f);
	facts_add_row(&r, "fragment", f->fragment, LAYOUT_CUT);
	also(&r, f, &shown);
	if (!f->link.n)
		return;
	layout_begin(&r, "link");
	link_text(&r, f);
	layout_end(&r);
}
