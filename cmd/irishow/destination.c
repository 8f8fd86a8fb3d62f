/* SPDX-License-Identifier: ISC */
#include "facts_internal.h"

#include "cmd/base/port.h"
#include "cmd/base/text.h"
#include "lib/base/str.h"
#include "lib/host/host.h"
#include "lib/syntax/mailbox.h"
#include "lib/syntax/parse.h"
#include "lib/unicode/utf8.h"

#include <string.h>

#define IF_REPAIRED "if software repairs the link: it is not valid"
#define RELATIVE_NOTE "no site of its own: it depends on where it stands"

/*
 * Links that go to no host
 */

/* Whether the query of a mailto IRI may have recipients: an "@" in a parameter whose name ends in "to" or "cc". */
static bool has_recipients(struct inquiry *q)
{
	struct iri_pairs walk = iri_pairs(q->ref.query, '&');

	for (struct iri_pair pair; iri_next_pair(&walk, &pair);) {
		const struct iri_str name = facts_lower(q->f, facts_decoded(q, IRI_QUERY, pair.key, ""));
		const struct iri_str value = facts_decoded(q, IRI_QUERY, pair.value, "*");
		const bool recipient = name.n >= 2 && (!memcmp(name.p + name.n - 2, "to", 2) ||
		                                       !memcmp(name.p + name.n - 2, "cc", 2));
		if (recipient && value.n && memchr(value.p, '@', value.n))
			return true;
	}
	return false;
}

/* For a mailto IRI: sets the domain of the first address. */
static void go_to_mailbox(struct inquiry *q)
{
	struct facts *const facts = q->facts;
	const char *at, *const end = q->ref.path.p + q->ref.path.n;
	const char *const stop = iri_mailbox_end(q->ref.path.p, end, &at);
	const bool more = stop < end || has_recipients(q);

	if (at && at + 1 < stop) {
		facts_go_to_host(q->f, iri_between(at + 1, stop), facts);
		if (facts->goes_to.p && !facts->condition)
			facts->note = more ? "a mail to an address there, and to others" : "a mail to an address there";
	} else if (more) {
		facts->note = "no site: a mail to the addresses in the query";
	} else {
		facts->note = "no site: a mail to somebody whom you choose";
	}
	facts->kind = KIND_MAIL;
}

/*
 * Returns s with all percent-encoded octets decoded, in the arena; absent if that is not UTF-8. f->text has the octets.
 */
static struct iri_str destination_text_of(struct facts_finder *f, struct iri_str s)
{
	f->text.n = 0;
	buf_add_decoded(&f->text, s, false);
	return iri_is_utf8(iri_contents(&f->text)) ? facts_keep(f, &f->text) : (struct iri_str){0};
}

static void set_script(struct inquiry *q)
{
	struct facts *const facts = q->facts;
	const char *const p = q->ref.scheme.p + q->ref.scheme.n + 1;
	const struct iri_str last = q->ref.query.p ? q->ref.query : q->ref.path;
	const struct iri_str script = iri_between(p, last.p + last.n);

	facts->kind = KIND_SCRIPT;
	facts->note = "no site: it runs a script";
	facts->content_type = iri_str_of("script");
	facts->content = destination_text_of(q->f, script);
	facts->content_bytes = q->f->text.n;
}

/* Whether a media type begins with this text. */
static bool is_type(struct iri_str type, const char *start)
{
	const size_t n = strlen(start);

	return type.n >= n && iri_is_caseless((struct iri_str){type.p, n}, start);
}

static void set_content(struct inquiry *q)
{
	struct facts *const facts = q->facts;
	struct iri_data data;

	facts->kind = KIND_CONTENT;
	if (!iri_data_split(&q->ref, &data)) {
		facts->note = "no site: it should contain data, but has none";
		return;
	}
	const struct iri_str type = data.type.n ? data.type : iri_str_of("text/plain");
	facts->note = data.page                  ? "no site: it contains a page"
	              : is_type(type, "image/") ? "no site: it contains an image"
	              : is_type(type, "text/")  ? "no site: it contains a text"
	                                         : "no site: it contains data";
	facts->content_type = arena_copy(&q->f->arena, type);
	q->f->text.n = 0;
	iri_data_decode(&data, &q->f->text);
	buf_check(q->f->messages, &q->f->text);
	facts->content_bytes = q->f->text.n;
	if (!iri_is_utf8(iri_contents(&q->f->text)))
		return;
	facts->content = facts_keep(q->f, &q->f->text);
	if (data.base64)
		facts_add_base64(q->f, data.data, facts->content);
}

static void set_file(struct inquiry *q)
{
	struct facts *const facts = q->facts;
	const struct iri_str host = q->ref.host;

	if (host.n)
		facts_go_to_host(q->f, host, facts);
	facts->host.is_own = host.n && facts->note == facts_this_computer;
	if (!host.n || facts->host.is_own) {
		/* RFC 8089, appendix E.3.2: with two slashes, a path names another computer. */
		facts_set_unknown(facts, q->ref.path.n > 2 && q->ref.path.p[1] == '/' ?
		              "no site: a file on this computer or, with Windows, on another one" :
		              "no site: a file on this computer");
	} else if (facts->goes_to.p && (q->ref.userinfo.p || q->ref.port.p)) {
		facts_set_unknown(facts, "unknown: software does not agree on the computer of a file");
	} else if (facts->goes_to.p && !facts->condition) {
		facts->note = "a file on another computer";
	}
	facts->kind = KIND_FILE;
}

struct iri_str facts_domain_of_user(struct inquiry *q)
{
	struct facts_finder *const f = q->f;
	size_t n = 0;

	f->text.n = 0;
	buf_add_decoded(&f->text, iri_present(q->ref.userinfo), false);
	const struct iri_str user = facts_lower(f, facts_keep(f, &f->text));
	while (n < user.n && (iri_is_ldh(user.p[n]) || user.p[n] == '.'))
		n++;
	while (n && user.p[n - 1] == '.')
		n--;
	const struct iri_str name = {user.p, n};
	/* "john.smith" looks like no domain. */
	if (!n || !memchr(user.p, '.', n) ||
	    !f->suffixes.is_suffix(f->suffixes.arg, iri_domain_suffix(&f->suffixes, name), true))
		return (struct iri_str){0};
	return iri_domain_registrable(&f->suffixes, name);
}

/* Whether there is a port that TCP and UDP do not have: browsers refuse it, other software may take a part of it. */
static bool has_odd_port(const struct iri_ref *ref)
{
	return ref->port.n && port_number(ref->port) < 0;
}

/*
 * Whether the host is one that software connects to. With an unknown scheme, a host without a dot need not be a domain
 * name. In the schemes of addresses, numbers and names, the path says who is meant, and no authority is defined.
 */
static bool is_site(const struct inquiry *q)
{
	const unsigned paths = SCHEME_MAILBOX | SCHEME_PHONE | SCHEME_ADDRESS | SCHEME_ACCOUNT | SCHEME_NID;
	const struct iri_str host = q->ref.host;

	if (!host.n || q->flags & SCHEME_DOMAIN || !q->ref.scheme.p)
		return host.n;
	return !(q->flags & paths) && (host.p[0] == '[' || memchr(host.p, '.', host.n));
}

bool facts_browse(struct facts_finder *f, struct iri_str link, struct iri_ref *ref, struct iri_browsed *browsed)
{
	f->text.n = 0;
	iri_browse(link, &f->scratch, &f->text, browsed);
	browsed->other = arena_copy(&f->arena, browsed->other);
	return iri_parse(facts_keep(f, &f->text), IRI_REFERENCE, ref, NULL) == IRI_OK;
}

/*
 * Returns where the host of a reference goes, which need not be a valid one. text: in the arena. Absent if the
 * reference has no host, a port that software does not agree on, or a name that is not valid.
 */
static struct iri_str destination_of(struct facts_finder *f, struct iri_str text)
{
	const struct iri_str none = {NULL, 0};
	struct facts there = {0};
	struct iri_ref ref;

	iri_split(text, &ref);
	if (!ref.host.n || has_odd_port(&ref) || (*ref.host.p != '[' && memchr(ref.host.p, ':', ref.host.n)))
		return none;
	facts_go_to_host(f, ref.host, &there);
	return there.condition ? none : there.goes_to;
}

/* Does the same for a reference as a browser reads it. */
static struct iri_str destination_in_browser(struct facts_finder *f, struct iri_str text)
{
	struct iri_browsed ignored;

	f->text.n = 0;
	iri_browse(text, &f->scratch, &f->text, &ignored);
	return destination_of(f, facts_keep(f, &f->text));
}

/* For a relative reference: it names a host if somebody has left out the scheme (RFC 3986, section 4.5). */
static void set_relative(struct inquiry *q)
{
	struct facts_finder *const f = q->f;
	const struct iri_str text = q->ref.text;

	q->facts->kind = KIND_RELATIVE;
	q->facts->note = RELATIVE_NOTE;
	if (text.n < 4 || !iri_is_caseless((struct iri_str){text.p, 4}, "www."))
		return;
	f->more.n = 0;
	buf_add_text(&f->more, "http://");
	iri_buf_add(&f->more, text.p, text.n);
	q->facts->otherwise = destination_in_browser(f, facts_keep(f, &f->more));
	/* Other software may find the host behind a "\\". */
	q->facts->otherwise_if = memchr(q->s.p, '\\', q->s.n) ? "if a browser adds \"http://\""
	                                                      : "if software adds \"http://\"";
}

/* Says on what it depends that a link with a host goes there. */
static void add_conditions(struct inquiry *q)
{
	struct facts *const facts = q->facts;

	if (!facts->goes_to.p)
		return;
	if (has_odd_port(&q->ref)) {
		facts_set_unknown(facts, "unknown: no port has such a number, and software does not agree on it");
	} else if (facts->condition && (q->browsed.place != IRI_BROWSE_ANYWHERE || q->browsed.no_authority)) {
		facts_set_unknown(facts, FACTS_BAD_NAME); /* two conditions are too many */
	} else if (q->browsed.place == IRI_BROWSE_OTHER_SCHEME) {
		q->f->text.n = 0;
		buf_add_format(&q->f->text, "if that is no page with %.*s", (int)q->ref.scheme.n, q->ref.scheme.p);
		facts->otherwise_if = facts_keep(q->f, &q->f->text).p;
		facts->otherwise = facts->goes_to;
		facts_set_unknown(facts, RELATIVE_NOTE);
		facts->kind = KIND_RELATIVE;
	} else if (q->browsed.place == IRI_BROWSE_WEB) {
		facts->condition = CONDITION_WEB;
		facts->note = "on a page of the web";
	} else if (q->browsed.no_authority) {
		facts->condition = CONDITION_BROWSER;
		facts->note = "in a browser; the link has no host";
	} else if (q->scheme_added && facts->condition) {
		facts_set_unknown(facts, FACTS_BAD_NAME);
	} else if (q->scheme_added) {
		facts->condition = CONDITION_SCHEME;
		facts->note = "if software adds \"http://\"";
	}
}

/* For an invalid link: says where it goes if software repairs it, as browsers do. */
static void add_repair(struct inquiry *q)
{
	struct facts *const facts = q->facts;

	if (facts->goes_to.p && q->browsed.other.p) {
		q->f->text.n = 0;
		buf_add_text(&q->f->text, "//");
		iri_buf_add(&q->f->text, q->browsed.other.p, q->browsed.other.n);
		const struct iri_str there = destination_of(q->f, facts_keep(q->f, &q->f->text));
		if (!iri_same(there, facts->goes_to)) {
			q->f->text.n = 0;
			buf_add_text(&q->f->text, "unknown: some software finds ");
			if (there.p)
				iri_buf_add(&q->f->text, there.p, there.n);
			else
				buf_add_text(&q->f->text, "no site");
			facts->otherwise_if = "in a browser";
			facts->otherwise = facts->condition == CONDITION_NAME ? facts->otherwise : facts->goes_to;
			facts_set_unknown(facts, facts_keep(q->f, &q->f->text).p);
			return;
		}
	}
	if (facts->condition == CONDITION_NAME) {
		; /* no repair changes the name */
	} else if (facts->goes_to.p) {
		facts->condition = CONDITION_REPAIR;
		facts->note = IF_REPAIRED;
	} else if (facts->kind == KIND_SCRIPT || facts->kind == KIND_CONTENT || facts->kind == KIND_MAIL ||
	           facts->kind == KIND_FILE || q->flags & SCHEME_PHONE) {
		q->f->text.n = 0;
		buf_add_format(&q->f->text, "%s (" IF_REPAIRED ")", facts->note);
		facts->note = facts_keep(q->f, &q->f->text).p;
	} else if (facts->kind != KIND_RELATIVE || !facts->otherwise.p) {
		facts->note = "unknown: it is not a valid link";
	}
}

void facts_set_destination(struct inquiry *q)
{
	const bool needs_host = !q->ref.scheme.p || iri_scheme_needs_host(q->flags);
	struct facts *const facts = q->facts;

	if (q->flags & SCHEME_MAILBOX && !q->ref.authority.p) {
		go_to_mailbox(q);
	} else if (q->flags & SCHEME_SCRIPT) {
		set_script(q);
	} else if (q->flags & SCHEME_DATA) {
		set_content(q);
	} else if (q->flags & SCHEME_LOCALHOST) {
		set_file(q);
	} else if (is_site(q)) {
		facts_go_to_host(q->f, q->ref.host, facts);
		add_conditions(q);
	} else if (!q->ref.scheme.p && !q->ref.authority.p) {
		set_relative(q);
	} else {
		enum iri_network ignored;
		facts->kind = KIND_OTHER;
		facts->note = needs_host                ? "no site: the host is missing"
		              : q->flags & SCHEME_PHONE ? "no site: it calls a telephone number"
		                                        : "no site: what it does depends on your software";
		facts_set_host(q->f, q->ref.host, &facts->host, &ignored);
	}
	if (facts->host.replaced.p) {
		facts->otherwise_if = "if software replaces characters of it";
		facts->otherwise = destination_in_browser(q->f, facts->host.replaced);
	}
	if (!q->valid) {
		add_repair(q);
		facts->kind = KIND_INVALID;
	}
}
