/* SPDX-License-Identifier: ISC */
#include "dns_names.h"

#include "mailbox.h"
#include "pct.h"
#include "schemes.h"

#include "lib/base/str.h"
#include "lib/unicode/chars.h"

/* A search for names in one component */
struct search_names {
	iri_name_function *found;
	void *arg;
	enum iri_component where;
};

struct iri_str iri_host_of_account(struct iri_str path)
{
	const char *const end = path.p + path.n, *at = end;

	while (at > path.p && at[-1] != '@')
		at--;
	return at > path.p ? iri_between(at, iri_find_byte(at, end, '/')) : (struct iri_str){0};
}

struct iri_str iri_account_host(const struct iri_ref *ref)
{
	const bool account = !ref->authority.p && iri_scheme_has(ref->scheme, SCHEME_ACCOUNT);

	return account ? iri_host_of_account(ref->path) : (struct iri_str){0};
}

/* Returns the ASCII character at p, percent-encoded or not, or '\0' for another one, and sets *len to its length. */
static char names_ascii(const char *p, const char *end, size_t *len)
{
	const unsigned octet = iri_octet_at(p, end, len);

	return octet < 0x80 ? (char)octet : '\0';
}

/* Reports the name at p, if there is one. It ends before the first ASCII character that names of hosts do not have. */
static void names_add(const struct search_names *s, const char *p, const char *end)
{
	const char *q = p;

	for (size_t len; q < end; q += len) {
		const char c = names_ascii(q, end, &len);
		if (c && !iri_is_alphanumeric(c) && c != '-' && c != '.' && c != '_')
			break;
	}
	if (q > p)
		s->found(s->arg, s->where, iri_between(p, q));
}

/* Reports the name after each "@" of a text; encoded: also after encoded ones. Returns whether there is an "@". */
static bool add_after_at(const struct search_names *s, struct iri_str text, bool encoded)
{
	const char *const end = text.p + text.n;
	bool any = false;
	size_t len;

	for (const char *p = text.p; p < end; p += len)
		if (names_ascii(p, end, &len) == '@' && (len == 1 || encoded)) {
			names_add(s, p + len, end);
			any = true;
		}
	return any;
}

/*
 * Reports the domains of the mailboxes in the path, and in the header fields for recipients (RFC 6068, section 2). A
 * field is the text of a mail, in which an "@" can be percent-encoded.
 */
static void add_mailboxes(struct search_names *s, const struct iri_ref *ref)
{
	const char *const end = ref->path.p + ref->path.n, *at;
	struct iri_pairs fields = iri_pairs(ref->query, '&');

	for (const char *p = ref->path.p, *stop; p < end; p = stop + 1) {
		stop = iri_mailbox_end(p, end, &at);
		if (at)
			names_add(s, at + 1, stop);
	}
	s->where = IRI_QUERY;
	for (struct iri_pair field; iri_next_pair(&fields, &field);)
		if (iri_is_recipient(field.key))
			add_after_at(s, iri_present(field.value), true);
}

/*
 * Reports the domain of an address, after its "@". Without "@", the path begins with the domain: sip:example.org,
 * xmpp:example.org. But a user of sip can have a "?" (RFC 3261, section 25.1), so that the "@" is in the query.
 */
static void add_address(struct search_names *s, const struct iri_ref *ref)
{
	const char *const p = ref->path.p, *const end = p + ref->path.n;

	if (add_after_at(s, ref->path, false))
		return;
	names_add(s, p + (p < end && *p == '/'), end);
	s->where = IRI_QUERY;
	add_after_at(s, iri_present(ref->query), false);
}

void iri_each_name(const struct iri_ref *ref, unsigned flags, iri_name_function *found, void *arg)
{
	struct search_names s = {found, arg, IRI_HOST};

	if (ref->host.n && ref->host.p[0] != '[' && !(flags & SCHEME_NO_HOST))
		found(arg, IRI_HOST, ref->host);
	s.where = IRI_PATH;
	const struct iri_str account = iri_account_host(ref);
	if (account.n)
		found(arg, IRI_PATH, account);
	else if (flags & SCHEME_MAILBOX)
		add_mailboxes(&s, ref);
	else if (flags & SCHEME_ADDRESS)
		add_address(&s, ref);
}
