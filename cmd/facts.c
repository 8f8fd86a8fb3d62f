/* SPDX-License-Identifier: ISC */
#include "facts.h"

#include "units.h"
#include "warnings.h"

#include "../lib/address.h"
#include "../lib/data.h"
#include "../lib/display.h"
#include "../lib/host.h"
#include "../lib/lint.h"
#include "../lib/mailbox.h"
#include "../lib/parse.h"
#include "../lib/pct.h"
#include "../lib/scheme.h"
#include "../lib/str.h"
#include "../lib/toiri.h"
#include "../lib/unicode.h"
#include "../lib/unit.h"
#include "../lib/utf8.h"

#include <string.h>

/* A range of the link that is not shown, since it has a password */
struct secret {
	const char *p, *end;
};

/* One link while its facts are found */
struct inquiry {
	struct facts_finder *f;
	struct iri_str s;
	struct iri_ref ref;
	bool valid;
	const struct iri_scheme *scheme; /* NULL if it is absent or unknown */
	unsigned flags;                  /* of its scheme; see scheme.h */
	struct facts *facts;
	size_t depth;                    /* number of links that this one is inside */
	struct iri_buf carries;          /* of struct facts_carried */
	struct iri_buf values;           /* of struct iri_str: the value of each carried link that is all of it */
	struct iri_buf secrets;          /* of struct secret, in ascending order */
	bool carries_password;           /* a link that it carries has a password */
};

/* The items of an array in a buffer, which is freed. */
static const void *keep_array(struct facts_finder *f, struct iri_buf *b)
{
	buf_check(f->messages, b);
	const void *const items = arena_copy(&f->arena, iri_contents(b)).p;
	iri_buf_free(b);
	return items;
}

static void add_item(struct iri_buf *b, const void *item, size_t size)
{
	iri_buf_add(b, item, size);
}

/* Returns a copy of the contents of a buffer, in the arena. */
static struct iri_str keep(struct facts_finder *f, const struct iri_buf *b)
{
	buf_check(f->messages, b);
	return arena_copy(&f->arena, iri_contents(b));
}

static struct iri_str keep_text(const char *text)
{
	return (struct iri_str){text, strlen(text)};
}

/* Returns s with ASCII letters in lower case, in the arena; absent if s is absent. */
static struct iri_str lower(struct facts_finder *f, struct iri_str s)
{
	if (!s.p)
		return s;
	f->text.n = 0;
	for (size_t i = 0; i < s.n; i++)
		iri_buf_putc(&f->text, iri_lower(s.p[i]));
	return keep(f, &f->text);
}

/*
 * Decoded text
 */

/* A walk through a component, for kept() */
struct decoding {
	struct iri_buf *out;
	const char *start, *done; /* the component; the text before `done` is in out */
	/* The ASCII characters that are decoded although that could change the meaning of the link; "*": all but "%" */
	const char *also;
};

/* Appends the text from d->done to p, in which each percent-encoded character is decoded. */
static void decode_up_to(struct decoding *d, const char *p)
{
	while (d->done < p) {
		const struct iri_unit u = iri_next_unit(d->done, p);
		char bytes[4];
		if (u.encoded && !u.octet)
			iri_buf_add(d->out, bytes, iri_utf8_encode(u.ch, bytes));
		else
			iri_buf_add(d->out, u.p, u.len);
		d->done = u.p + u.len;
	}
}

/* The `kept` function of the unmapper: decodes a character that it does not decode, if that is hidden. */
static void kept(void *arg, size_t off, size_t len, uint32_t ch, enum iri_kept why)
{
	struct decoding *const d = arg;
	const char *const p = d->start + off;
	const bool also = ch < 0x80 && ch != '%' && (*d->also == '*' || strchr(d->also, (int)ch));

	decode_up_to(d, p);
	if (why != IRI_KEPT_UTF8 && (also || iri_char_is_hidden(ch)))
		decode_up_to(d, p + len);
	if (d->done < p + len)
		iri_buf_add(d->out, p, len);
	d->done = p + len;
}

/* Appends a component, or a part of one, as struct facts_parameter says. The reference must be valid. also: see above */
static void add_decoded(struct inquiry *q, enum iri_component where, struct iri_str s, const char *also,
                        struct iri_buf *out)
{
	struct iri_unmapper *const m = q->f->unmapper;
	struct decoding d = {.out = out, .start = s.p, .done = s.p, .also = also};

	q->f->scratch.n = 0;
	m->kept = kept;
	m->kept_arg = &d;
	iri_unmap_component(m, where, s, &q->f->scratch);
	buf_check(q->f->messages, &q->f->scratch);
	buf_check(q->f->messages, &m->scratch);
	decode_up_to(&d, s.p + s.n);
}

/* Returns the first secret that ends after p, or the end of the array. */
static const struct secret *secret_from(const struct inquiry *q, const char *p)
{
	const struct secret *const all = (const void *)q->secrets.p;
	size_t low = 0, high = q->secrets.n / sizeof *all;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (all[middle].end > p)
			high = middle;
		else
			low = middle + 1;
	}
	return all + low;
}

static bool has_secret(const struct inquiry *q, struct iri_str s)
{
	const struct secret *const all = (const void *)q->secrets.p;
	const struct secret *const first = secret_from(q, s.p);

	return q->secrets.n && first < all + q->secrets.n / sizeof *all && first->p < s.p + s.n;
}

/* Returns s, a part of the link, with a note in the place of each secret. */
static struct iri_str without_secrets(const struct inquiry *q, struct iri_str s)
{
	struct facts_finder *const f = q->f;
	const char *p = s.p, *const end = s.p + s.n;

	if (!has_secret(q, s))
		return arena_copy(&f->arena, s);
	f->text.n = 0;
	for (const struct secret *secret = secret_from(q, p); p < end && has_secret(q, iri_between(p, end)); secret++) {
		if (secret->p > p)
			iri_buf_add(&f->text, p, (size_t)(secret->p - p));
		buf_add_format(&f->text, "(hidden, %zu characters)",
		               iri_count_chars(iri_between(secret->p, secret->end)));
		p = secret->end;
	}
	if (p < end)
		iri_buf_add(&f->text, p, (size_t)(end - p));
	return keep(f, &f->text);
}

/* Whether the octets of s are UTF-8 when they are decoded. Else stores them in f->more. */
static bool is_utf8(struct facts_finder *f, struct iri_str s)
{
	if (!s.n || !memchr(s.p, '%', s.n))
		return true;
	f->more.n = 0;
	iri_pct_decode(&f->more, s);
	buf_check(f->messages, &f->more);
	return iri_is_utf8(iri_contents(&f->more));
}

/*
 * Appends s, whose octets are not UTF-8: as text in the charset of the finder, if it is that, else as it stands. In such
 * a charset a reserved character can be the second octet of another one, so all triplets are decoded, or none.
 */
static void add_legacy(struct inquiry *q, struct iri_str s, struct iri_buf *out)
{
	struct facts_finder *const f = q->f;

	f->legacy.n = 0;
	if (f->charset) {
		charset_begin(f->charset);
		charset_decode(f->charset, f->more.p, f->more.n, true, &f->legacy);
		buf_check(f->messages, &f->legacy);
	}
	const bool known = f->legacy.n && !memchr(f->legacy.p, 0xFF, f->legacy.n);
	const struct iri_str text = known ? iri_contents(&f->legacy) : s;
	iri_buf_add(out, text.p, text.n);
	q->facts->not_utf8 = q->facts->not_utf8 || !known;
}

/* Returns a part of the link decoded, or with its secrets left out. Absent if s is absent. */
static struct iri_str decoded(struct inquiry *q, enum iri_component where, struct iri_str s, const char *also)
{
	const char *p = s.p, *const end = p + s.n, *stop = end;
	struct iri_buf *const out = &q->f->text;

	if (!s.p)
		return s;
	if (has_secret(q, s))
		return without_secrets(q, s);
	out->n = 0;
	/* A "/" in a path ends a text. */
	for (; p <= end; p = stop + 1) {
		if (where == IRI_PATH)
			stop = iri_find_byte(p, end, '/');
		if (is_utf8(q->f, iri_between(p, stop)))
			add_decoded(q, where, iri_between(p, stop), also, out);
		else
			add_legacy(q, iri_between(p, stop), out);
		if (stop < end)
			iri_buf_putc(out, '/');
	}
	return keep(q->f, out);
}

/*
 * The host
 */

/* Appends the scripts of a label, as a list of their names. */
static void add_scripts(struct iri_buf *out, struct iri_str label)
{
	const size_t before = out->n;
	uint32_t found = 0, ch = 0;

	for (const char *p = label.p, *const end = p + label.n; p < end;) {
		const size_t n = iri_utf8_decode(p, end, &ch);
		const uint32_t scripts = iri_scripts(ch) & ~(uint32_t)SCRIPT_ZYYY;
		p += n ? n : 1;
		/* The first script is enough for a character that has several. */
		const uint32_t first = scripts & (~scripts + 1);
		if (!first || found & scripts)
			continue;
		found |= first;
		buf_add_format(out, "%s%s", out->n > before ? ", " : "", iri_script_name(first));
	}
}

/* Sets *l for a label of a domain name in ASCII. tld: the top-level domain in Unicode */
static void set_label(struct facts_finder *f, struct iri_str label, struct iri_str tld, struct facts_label *l)
{
	struct iri_label checked;

	l->ascii = label;
	l->shown = true;
	f->text.n = 0;
	if (!iri_has_ace_prefix(label)) {
		l->unicode = label;
	} else {
		iri_buf_clear(&f->scratch);
		if (iri_label_check(label, &f->scratch, &checked, &f->text) != IRI_OK)
			message_die(f->messages, NULL, "out of memory");
		l->shown = checked.fault == IRI_LABEL_WELL &&
		           iri_label_refusal(iri_contents(&f->text), tld).why == IRI_REFUSED_NOT;
		if (checked.fault == IRI_LABEL_WELL)
			l->unicode = keep(f, &f->text);
	}
	f->text.n = 0;
	add_scripts(&f->text, iri_present(l->unicode));
	l->scripts = keep(f, &f->text);
}

/* Splits h->ascii into labels, and fills h->labels. */
static void set_labels(struct facts_finder *f, struct facts_host *h)
{
	struct iri_buf labels = {0};
	const char *p = h->ascii.p, *const end = p + h->ascii.n;

	f->more.n = 0;
	iri_buf_clear(&f->scratch);
	iri_host_tld(h->ascii, &f->scratch, &f->more);
	buf_check(f->messages, &f->scratch);
	const struct iri_str tld = keep(f, &f->more);
	while (p < end) {
		struct facts_label label = {.shown = false};
		const char *const dot = iri_find_byte(p, end, '.');
		set_label(f, iri_between(p, dot), tld, &label);
		add_item(&labels, &label, sizeof label);
		p = dot + (dot < end);
	}
	h->n_labels = labels.n / sizeof *h->labels;
	h->labels = keep_array(f, &labels);
}

/* Returns a host that is a name in ASCII, in lower case; or as it stands, if it is no valid name. */
static struct iri_str ascii_host(struct facts_finder *f, struct iri_str host)
{
	struct iri_error err;

	f->text.n = f->more.n = 0;
	iri_buf_clear(&f->scratch);
	const enum iri_status status = iri_host_to_ascii(iri_hosts_open(&f->to_ascii), host, &f->scratch, &f->text,
	                                                 &err);
	if (status == IRI_NO_MEMORY)
		message_die(f->messages, NULL, "out of memory");
	if (status == IRI_OK)
		return keep(f, &f->text);
	iri_pct_decode_needless(&f->more, host, false);
	if (f->more.n)
		iri_pct_lower(f->more.p, f->more.n);
	return keep(f, &f->more);
}

/* Sets the members for a host that is no address. */
static void set_name(struct facts_finder *f, struct iri_str host, struct facts_host *h)
{
	h->type = "name";
	h->ascii = ascii_host(f, host);
	if (!iri_is_ascii(h->ascii))
		return;
	f->text.n = 0;
	iri_buf_clear(&f->scratch);
	iri_host_to_unicode(iri_hosts_open(&f->to_unicode), iri_hosts_open(&f->to_ascii), h->ascii, IRI_HOST_SAFE,
	                    &f->scratch, &f->text);
	buf_check(f->messages, &f->scratch);
	const struct iri_str unicode = keep(f, &f->text);
	if (!iri_same(unicode, h->ascii))
		h->unicode = unicode;
	h->suffix = iri_domain_suffix(&f->suffixes, h->ascii);
	set_labels(f, h);
}

/* Sets *h for a host, and *network to the network of an address. Returns whether it is an address. */
static bool set_host(struct facts_finder *f, struct iri_str host, struct facts_host *h, enum iri_network *network)
{
	struct iri_address address;

	if (!host.n)
		return false;
	const bool is_address = iri_host_address(host, &address);
	if (address.failed)
		message_die(f->messages, NULL, "out of memory");
	if (!is_address) {
		if (host.p[0] == '[') {
			h->type = "ipvfuture";
			h->ascii = arena_copy(&f->arena, host);
		} else {
			set_name(f, host, h);
		}
		return false;
	}
	h->type = strchr(address.text, ':') ? "ipv6" : "ipv4";
	h->ascii = arena_copy(&f->arena, host);
	h->normal = arena_copy(&f->arena, keep_text(address.text));
	*network = address.network;
	return true;
}

/* Returns the end of a host in Unicode that has as many labels as `ascii`, if it runs from left to right. */
static struct iri_str unicode_domain(const struct facts_host *h, struct iri_str ascii)
{
	size_t dots = 0;
	const char *p;

	if (!h->unicode.p)
		return (struct iri_str){0};
	for (size_t i = 0; i < ascii.n; i++)
		dots += ascii.p[i] == '.';
	for (p = h->unicode.p + h->unicode.n; p > h->unicode.p; p--)
		if (p[-1] == '.' && dots-- == 0)
			break;
	const struct iri_str domain = iri_between(p, h->unicode.p + h->unicode.n);
	return unit_is_rtl(domain) || iri_same(domain, ascii) ? (struct iri_str){0} : domain;
}

/* Whether a name is one of those that resolve in the reader's own network, and not in the DNS of the Internet. */
static bool is_own_name(struct iri_str name)
{
	/* RFC 6762, section 3; RFC 8375; the domain that ICANN has reserved for private use */
	static const char *const own[] = {".local", ".home.arpa", ".internal", NULL};

	if (!memchr(name.p, '.', name.n))
		return true;
	for (const char *const *end = own; *end; end++) {
		const size_t n = strlen(*end);
		if (name.n > n && !memcmp(name.p + name.n - n, *end, n))
			return true;
	}
	return false;
}

/* Whether a name is that of this computer (RFC 6761, section 6.3). */
static bool is_localhost(struct iri_str name)
{
	static const char tail[] = ".localhost";
	const size_t n = sizeof tail - 1;

	return iri_is(name, tail + 1) || (name.n > n && !memcmp(name.p + name.n - n, tail, n));
}

/*
 * Whether a name that is no address cannot be that of a site: it ends in a number, or has an empty label or a character
 * that names do not have.
 */
static bool is_impossible(struct iri_str name)
{
	const char *last = name.p + name.n;
	uint64_t number;

	for (size_t i = 0; i < name.n; i++)
		if (name.p[i] == '.' ? i == 0 || name.p[i - 1] == '.' : !iri_is_ldh(name.p[i]) && name.p[i] != '_')
			return true;
	while (last > name.p && last[-1] != '.')
		last--;
	return iri_read_number(iri_between(last, name.p + name.n), &number);
}

/* Sets where a link with this host goes. */
static void go_to_host(struct facts_finder *f, struct iri_str host, struct facts *facts)
{
	static const char *const notes[] = {
		[IRI_NETWORK_PUBLIC] = "an address, not a name",
		[IRI_NETWORK_SELF] = "this computer",
		[IRI_NETWORK_OWN] = "an address in your own network",
	};
	enum iri_network network;
	struct facts_host *const h = &facts->host;

	if (set_host(f, host, h, &network)) {
		facts->kind = network == IRI_NETWORK_PUBLIC ? KIND_ADDRESS : KIND_LOCAL;
		facts->goes_to = h->normal;
		facts->note = notes[network];
		return;
	}
	facts->kind = KIND_SITE;
	facts->goes_to = h->ascii;
	if (!iri_is(iri_present(h->ascii), "") && !strcmp(h->type, "name") && iri_is_ascii(h->ascii)) {
		const struct iri_str name = {h->ascii.p, h->ascii.n - (h->ascii.p[h->ascii.n - 1] == '.')};
		if (is_impossible(name)) {
			facts->goes_to = (struct iri_str){0};
			facts->note = "no site: the name in the link cannot exist";
			return;
		}
		if (is_localhost(name) || is_own_name(name)) {
			facts->kind = KIND_LOCAL;
			facts->note = is_localhost(name) ? "this computer" : "a name in your own network";
			facts->goes_to = name;
			return;
		}
		facts->goes_to = iri_domain_registrable(&f->suffixes, h->ascii);
		facts->goes_to_unicode = unicode_domain(h, facts->goes_to);
		facts->not = iri_domain_in_subdomain(&f->suffixes, h->ascii);
	} else if (!iri_is_ascii(h->ascii)) {
		facts->goes_to = (struct iri_str){0};
		facts->note = "unknown: the name in the link is no valid domain name";
	}
}

/*
 * Links that go to no host
 */

/* For a mailto IRI: sets the domain of the first address. */
static void go_to_mailbox(struct inquiry *q)
{
	struct facts *const facts = q->facts;
	const char *at, *const end = q->ref.path.p + q->ref.path.n;
	const char *const stop = iri_mailbox_end(q->ref.path.p, end, &at);

	if (at && at + 1 < stop) {
		go_to_host(q->f, iri_between(at + 1, stop), facts);
		if (facts->goes_to.p)
			facts->note = "a mail to an address there";
	} else {
		facts->note = q->ref.query.n ? "no site: a mail" : "no site: a mail to somebody whom you choose";
	}
	facts->kind = KIND_MAIL;
}

/* Appends s with all triplets decoded, in the arena; absent if the result is not UTF-8. */
static struct iri_str text_of(struct facts_finder *f, struct iri_str s)
{
	f->text.n = 0;
	iri_pct_decode(&f->text, s);
	return iri_is_utf8(iri_contents(&f->text)) ? keep(f, &f->text) : (struct iri_str){0};
}

static void set_script(struct inquiry *q)
{
	struct facts *const facts = q->facts;
	const char *const p = q->ref.scheme.p + q->ref.scheme.n + 1;
	const struct iri_str last = q->ref.query.p ? q->ref.query : q->ref.path;
	const struct iri_str script = iri_between(p, last.p + last.n);

	facts->kind = KIND_SCRIPT;
	facts->note = "no site: it runs a script";
	facts->content_type = keep_text("script");
	facts->content = text_of(q->f, script);
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
	const struct iri_str type = data.type.n ? data.type : keep_text("text/plain");
	facts->note = data.page                  ? "no site: it contains a page"
	              : is_type(type, "image/") ? "no site: it contains an image"
	              : is_type(type, "text/")  ? "no site: it contains a text"
	                                         : "no site: it contains data";
	facts->content_type = arena_copy(&q->f->arena, type);
	q->f->text.n = 0;
	iri_data_decode(&data, &q->f->text);
	buf_check(q->f->messages, &q->f->text);
	facts->content_bytes = q->f->text.n;
	if (iri_is_utf8(iri_contents(&q->f->text)))
		facts->content = keep(q->f, &q->f->text);
}

static void set_file(struct inquiry *q)
{
	struct facts *const facts = q->facts;
	const struct iri_str host = q->ref.host;

	if (host.n)
		go_to_host(q->f, host, facts);
	if (!host.n || (facts->host.ascii.p && is_localhost(facts->host.ascii))) {
		facts->goes_to = facts->goes_to_unicode = (struct iri_str){0};
		facts->note = "no site: a file on this computer";
	} else if (facts->goes_to.p) {
		facts->note = "a file on another computer";
	}
	facts->kind = KIND_FILE;
}

/* Returns the domain that the text before "@" begins with, or an absent string. */
static struct iri_str domain_of_user(struct inquiry *q)
{
	struct facts_finder *const f = q->f;
	size_t n = 0;

	f->text.n = 0;
	iri_pct_decode(&f->text, iri_present(q->ref.userinfo));
	const struct iri_str user = lower(f, keep(f, &f->text));
	while (n < user.n && (iri_is_ldh(user.p[n]) || user.p[n] == '.'))
		n++;
	while (n && user.p[n - 1] == '.')
		n--;
	if (!n || !memchr(user.p, '.', n))
		return (struct iri_str){0};
	return iri_domain_registrable(&f->suffixes, (struct iri_str){user.p, n});
}

/* Whether a host is an IP literal or has several labels. For an unknown scheme, another host need not be a name. */
static bool has_dot(struct iri_str host)
{
	return host.p[0] == '[' || memchr(host.p, '.', host.n);
}

/*
 * For http and its like without a host: browsers take the next segment as the host. Sets where they go, and returns
 * whether they do so.
 */
static bool go_to_segment(struct inquiry *q)
{
	struct facts_finder *const f = q->f;
	const char *p = q->ref.scheme.p + q->ref.scheme.n + 1, *const end = q->ref.text.p + q->ref.text.n;
	struct iri_ref ref;

	while (p < end && *p == '/')
		p++;
	f->text.n = 0;
	iri_buf_add(&f->text, q->ref.scheme.p, q->ref.scheme.n);
	buf_add_text(&f->text, "://");
	iri_buf_add(&f->text, p, (size_t)(end - p));
	if (iri_parse(keep(f, &f->text), IRI_REFERENCE, &ref, NULL) != IRI_OK || !ref.host.n)
		return false;
	go_to_host(f, ref.host, q->facts);
	if (q->facts->goes_to.p)
		q->facts->note = "in a browser; the link has no host";
	return true;
}

/* Sets where the link goes. */
static void set_goal(struct inquiry *q)
{
	const bool needs_host = q->flags & SCHEME_BACKSLASH && !(q->flags & SCHEME_LOCALHOST);
	struct facts *const facts = q->facts;

	if (q->flags & SCHEME_MAILBOX && !q->ref.authority.p) {
		go_to_mailbox(q);
	} else if (q->flags & SCHEME_SCRIPT) {
		set_script(q);
	} else if (q->flags & SCHEME_DATA) {
		set_content(q);
	} else if (q->flags & SCHEME_LOCALHOST) {
		set_file(q);
	} else if (q->ref.host.n && (q->flags & SCHEME_DOMAIN || !q->ref.scheme.p || has_dot(q->ref.host))) {
		go_to_host(q->f, q->ref.host, facts);
	} else if (!q->ref.scheme.p && !q->ref.authority.p) {
		facts->kind = KIND_RELATIVE;
		facts->note = "no site of its own: it depends on where it stands";
	} else if (!needs_host || !go_to_segment(q)) {
		enum iri_network ignored;
		facts->kind = KIND_OTHER;
		facts->note = needs_host || !q->ref.scheme.p ? "no site: the host is missing"
		              : q->flags & SCHEME_PHONE ? "no site: it calls a telephone number"
		                                        : "no site: it is for a program on this computer";
		set_host(q->f, q->ref.host, &facts->host, &ignored);
	}
}

/*
 * Findings, hidden characters, links inside
 */

/* Whether the byte at p is in a value that is all of a carried link, so that the row of that link shows it decoded. */
static bool is_carried(const struct inquiry *q, const char *p)
{
	const struct iri_str *const values = (const void *)q->values.p;
	size_t low = 0, high = q->values.n / sizeof *values;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (values[middle].p + values[middle].n > p)
			high = middle;
		else
			low = middle + 1;
	}
	return low < q->values.n / sizeof *values && values[low].p <= p;
}

static void add_findings(struct inquiry *q)
{
	struct facts_finder *const f = q->f;
	struct iri_findings found;
	struct iri_error err;
	struct iri_buf all = {0};
	size_t counted = 0, column = 1;

	if (iri_lint(f->linter, q->s, &found, &err) != IRI_OK)
		message_die(f->messages, NULL, "out of memory");
	for (size_t i = 0; i < found.n; i++) {
		const struct iri_finding *const finding = &found.p[i];
		struct facts_finding its = {finding->rule, finding->severity, finding->where, .column = 0};
		char text[512];
		column += iri_count_chars(iri_between(q->s.p + counted, q->s.p + finding->off));
		counted = finding->off;
		its.column = column;
		iri_finding_text(finding, text, sizeof text);
		its.message = arena_copy(&f->arena, keep_text(text));
		if (iri_rule_number(finding->rule) == RULE_USERINFO_LIKE_HOST && !q->facts->not.p)
			q->facts->not = domain_of_user(q);
		f->text.n = 0;
		if (iri_rule_number(finding->rule) != RULE_DOUBLE_ENCODING || !is_carried(q, q->s.p + finding->off))
			warnings_add(q->facts, q->s, finding, &f->text);
		if (f->text.n)
			its.warning = keep(f, &f->text);
		add_item(&all, &its, sizeof its);
	}
	q->facts->n_findings = all.n / sizeof *q->facts->findings;
	q->facts->findings = keep_array(f, &all);
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

static void add_hidden(struct inquiry *q)
{
	struct iri_buf all = {0};
	const char *p = q->s.p, *const end = p + q->s.n;

	while (p < end) {
		struct iri_unit u = {.p = p, .len = 1, .octet = true};
		if (q->valid)
			u = iri_next_unit(p, end);
		else if ((u.len = iri_utf8_decode(p, end, &u.ch)))
			u.octet = false;
		if (!u.octet && iri_char_is_hidden(u.ch)) {
			const struct facts_hidden hidden = {component_at(&q->ref, p), (size_t)(p - q->s.p), u.ch};
			add_item(&all, &hidden, sizeof hidden);
		}
		p += u.len ? u.len : 1;
	}
	q->facts->n_hidden = all.n / sizeof *q->facts->hidden;
	q->facts->hidden = keep_array(q->f, &all);
}

static const struct facts *find(struct facts_finder *f, struct iri_str link, size_t depth);

/* Adds a part of the link to those that are not shown. They come in ascending order; one may come again. */
static void add_secret(struct inquiry *q, const char *p, const char *end)
{
	const struct secret *const all = (const void *)q->secrets.p;
	const size_t n = q->secrets.n / sizeof *all;
	const struct secret secret = {p, end};

	if (!q->f->show_password && (!n || all[n - 1].end <= p))
		add_item(&q->secrets, &secret, sizeof secret);
	q->facts->holds_password = true;
}

/* For iri_carried_each: finds the facts of a carried link. */
static void add_carried(void *arg, const struct iri_carried *c)
{
	struct inquiry *const q = arg;
	struct facts_carried carried = {
		.where = c->in_content ? "content" : iri_component_name(c->where),
		.n_encodings = c->n_encodings,
	};

	memcpy(carried.encodings, c->encodings, sizeof carried.encodings);
	carried.name = decoded(q, IRI_QUERY, c->name, "*");
	carried.link = find(q->f, arena_copy(&q->f->arena, c->link), q->depth + 1 + c->n_encodings);
	add_item(&q->carries, &carried, sizeof carried);
	if (c->whole && !c->in_content)
		add_item(&q->values, &c->value, sizeof c->value);
	if (!carried.link->holds_password)
		return;
	q->carries_password = true;
	add_secret(q, c->value.p, c->value.p + c->value.n);
	if (c->in_content && !q->f->show_password)
		q->facts->content = keep_text("(hidden, since it has a link with a password)");
}

/*
 * The rows of the components
 */

static void set_user(struct inquiry *q)
{
	struct facts *const facts = q->facts;
	const struct iri_str all = q->ref.userinfo;

	if (!all.p)
		return;
	const char *const end = all.p + all.n, *const colon = iri_find_byte(all.p, end, ':');
	facts->user = decoded(q, IRI_USERINFO, iri_between(all.p, colon), "*");
	if (colon == end || colon + 1 == end)
		return;
	const struct iri_str password = iri_between(colon + 1, end);
	facts->has_password = true;
	add_secret(q, password.p, end);
	q->f->text.n = 0;
	add_decoded(q, IRI_USERINFO, password, "*", &q->f->text);
	buf_check(q->f->messages, &q->f->text);
	facts->password_length = iri_count_chars(iri_contents(&q->f->text));
	if (q->f->show_password)
		facts->password = keep(q->f, &q->f->text);
}

/* For an invalid link: finds passwords after each "://", since it has no components that are certain. */
static void hide_passwords(struct inquiry *q)
{
	const char *p = q->s.p, *const end = p + q->s.n;

	while ((p = iri_find_byte(p, end, ':')) < end) {
		const char *colon = NULL, *at = NULL;
		if (end - ++p < 2 || memcmp(p, "//", 2) != 0)
			continue;
		for (p += 2; p < end && !strchr("/?#", *p); p++) {
			if (*p == ':' && !colon)
				colon = p;
			if (*p == '@')
				at = p;
		}
		if (colon && at && colon + 1 < at)
			add_secret(q, colon + 1, at);
	}
}

static void set_path(struct inquiry *q)
{
	struct facts *const facts = q->facts;
	struct iri_buf segments = {0};
	const struct iri_str path = q->ref.path;
	const char *p = path.p, *const end = p + path.n;

	facts->path_raw = without_secrets(q, path);
	facts->path = decoded(q, IRI_PATH, path, "");
	p += path.n && *p == '/';
	while (p <= end && path.n) {
		const char *const slash = iri_find_byte(p, end, '/');
		const struct iri_str segment = decoded(q, IRI_PATH, iri_between(p, slash), "/");
		add_item(&segments, &segment, sizeof segment);
		p = slash + 1;
	}
	facts->n_segments = segments.n / sizeof *facts->segments;
	facts->segments = keep_array(q->f, &segments);
}

static void set_query(struct inquiry *q)
{
	struct facts *const facts = q->facts;
	struct iri_buf query = {0};
	const struct iri_str *values = (const void *)q->values.p, *const last = values + q->values.n / sizeof *values;
	const char *p = q->ref.query.p, *const end = p + q->ref.query.n;

	facts->has_query = q->ref.query.p;
	while (p && p <= end && q->ref.query.n) {
		const char *const stop = iri_find_byte(p, end, '&'), *const sign = iri_find_byte(p, stop, '=');
		struct facts_parameter parameter = {.raw = without_secrets(q, iri_between(p, stop))};
		const struct iri_str value = sign < stop ? iri_between(sign + 1, stop) : (struct iri_str){0};
		parameter.name = decoded(q, IRI_QUERY, iri_between(p, sign), "*");
		parameter.value = decoded(q, IRI_QUERY, value, "*");
		while (values < last && values->p < p)
			values++;
		parameter.is_carried = values < last && values->p < stop;
		add_item(&query, &parameter, sizeof parameter);
		p = stop + 1;
	}
	facts->n_query = query.n / sizeof *facts->query;
	facts->query = keep_array(q->f, &query);
}

static void set_components(struct inquiry *q)
{
	struct facts *const facts = q->facts;
	const struct iri_str port = q->ref.port;

	facts->scheme = lower(q->f, q->ref.scheme);
	if (port.n && !iri_is_default_port(q->scheme, port))
		facts->port = arena_copy(&q->f->arena, port);
	set_path(q);
	set_query(q);
	facts->fragment = decoded(q, IRI_FRAGMENT, q->ref.fragment, "");
}

/*
 * For an invalid link: sets q->ref to what is left when it is repaired as browsers do (2011 draft, section 7). Returns
 * false if that is no valid reference, either.
 */
static bool repair(struct inquiry *q)
{
	struct facts_finder *const f = q->f;
	struct iri_error err;
	struct iri_str uri;
	const enum iri_status status = iri_to_uri(f->mapper, q->s, &uri, &err);

	if (status == IRI_NO_MEMORY)
		message_die(f->messages, NULL, "out of memory");
	return status == IRI_OK && iri_parse(arena_copy(&f->arena, uri), IRI_REFERENCE, &q->ref, NULL) == IRI_OK;
}

/* Sets what there is to tell about an invalid link, as far as it can be repaired. */
static void set_invalid(struct inquiry *q)
{
	struct facts *const facts = q->facts;
	struct iri_ref split;

	iri_split(q->s, &split);
	set_user(q);
	set_goal(q);
	/* Browsers take "\" for "/", so the host ends there. */
	if (split.authority.n && memchr(split.authority.p, '\\', split.authority.n)) {
		facts->goes_to = facts->goes_to_unicode = facts->not = (struct iri_str){0};
		facts->note = "unknown: it is not valid, and software does not agree on its host";
	} else if (facts->goes_to.p) {
		facts->note = "if software repairs the link: it is not valid";
	} else {
		facts->note = "unknown: it is not a valid link";
	}
	facts->kind = KIND_INVALID;
}

/* Sets the members of *facts for a link that is inside `depth` others. */
static const struct facts *find(struct facts_finder *f, struct iri_str link, size_t depth)
{
	struct facts *const facts = arena_take(&f->arena, sizeof *facts);
	struct inquiry q = {.f = f, .s = iri_present(link), .facts = facts, .depth = depth};

	q.valid = iri_parse(q.s, IRI_REFERENCE, &q.ref, NULL) == IRI_OK;
	if (!q.valid) {
		/* The views of secrets are of one text: first of the link, below of its repaired form. */
		hide_passwords(&q);
		buf_check(f->messages, &q.secrets);
		facts->link = without_secrets(&q, q.s);
		q.secrets.n = 0;
		facts->kind = KIND_INVALID;
		facts->note = "unknown: it is not a valid link";
	}
	const bool usable = q.valid || repair(&q);
	q.scheme = usable && q.ref.scheme.n ? iri_scheme_search(q.ref.scheme) : NULL;
	q.flags = q.scheme ? q.scheme->flags : 0;
	if (q.valid) {
		set_user(&q);
		set_goal(&q);
	} else if (usable) {
		set_invalid(&q);
	}
	if (usable && depth < IRI_CARRY_DEPTH &&
	    !iri_carried_each(&q.ref, IRI_CARRY_DEPTH - depth, add_carried, &q))
		message_die(f->messages, NULL, "out of memory");
	buf_check(f->messages, &q.values);
	buf_check(f->messages, &q.secrets);
	add_findings(&q);
	add_hidden(&q);
	if (q.valid)
		facts->link = without_secrets(&q, q.s);
	else if (q.carries_password && !f->show_password)
		facts->link = keep_text("(hidden, since it carries a link with a password)");
	if (usable)
		set_components(&q);
	facts->n_carries = q.carries.n / sizeof *facts->carries;
	facts->carries = keep_array(f, &q.carries);
	iri_buf_free(&q.values);
	iri_buf_free(&q.secrets);
	return facts;
}

const struct facts *facts_find(struct facts_finder *f, struct iri_str link)
{
	arena_clear(&f->arena);
	f->arena.messages = f->messages;
	if (!f->linter) {
		const struct iri_lint_options options = {.is_suffix = f->suffixes.is_suffix,
		                                         .suffix_arg = f->suffixes.arg};
		f->linter = iri_linter_new(&options);
		f->unmapper = iri_unmapper_new(NULL);
		f->mapper = iri_mapper_new(&(struct iri_map_options){.repair = true});
		if (!f->linter || !f->unmapper || !f->mapper)
			message_die(f->messages, NULL, "out of memory");
	}
	return find(f, link, 0);
}

void facts_free(struct facts_finder *f)
{
	arena_clear(&f->arena);
	iri_linter_free(f->linter);
	iri_unmapper_free(f->unmapper);
	iri_mapper_free(f->mapper);
	iri_hosts_free(f->to_ascii);
	iri_hosts_free(f->to_unicode);
	iri_buf_free(&f->text);
	iri_buf_free(&f->more);
	iri_buf_free(&f->legacy);
	charset_close(f->charset);
	iri_buf_free(&f->scratch);
}
