/* SPDX-License-Identifier: ISC */
#include "warnings.h"

#include "facts_internal.h"
#include "order.h"

#include "cmd/base/text.h"
#include "lib/base/str.h"
#include "lib/host/host.h"
#include "lib/lint/rules.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/unicode.h"
#include "lib/unicode/utf8.h"

#include <string.h>

/*
 * LONGEST: characters of a text in quotation marks. NEAR: bytes around a finding that are searched for the start and
 * end of its part of the link, so that many findings in a long part take linear time.
 */
enum { LONGEST = 64, NEAR = 1024 };

/* The finding that a sentence is about */
struct warning_subject {
	const struct facts *facts;
	struct iri_str s;               /* the link */
	const struct iri_finding *finding;
	struct iri_buf *out;
	struct facts_label in_address;  /* for a finding in the domain of an address: its label; else absent */
};

/* Appends a text in quotation marks, cut if it is long, and before a quotation mark in it. */
static void quote(struct iri_buf *out, struct iri_str text)
{
	const char *p = text.p, *const end = p + text.n;
	size_t n = 0;

	while (p < end && *p != '"' && n++ < LONGEST)
		for (p++; p < end && iri_is_trail((unsigned char)*p);)
			p++;
	iri_buf_putc(out, '"');
	iri_buf_add(out, text.p, (size_t)(p - text.p));
	buf_add_text(out, p < end ? "…\"" : "\"");
}

/* Returns the part of the link that the finding is about. */
static struct iri_str warnings_found(const struct warning_subject *t)
{
	return (struct iri_str){t->s.p + t->finding->off, t->finding->len};
}

/* Returns the label of the host that the finding is about, or NULL if it is not about one. */
static const struct facts_label *label_of(const struct warning_subject *t)
{
	const struct facts_host *const h = &t->facts->host;
	const char *p = t->s.p + t->finding->off, *const limit = p - t->s.p > NEAR ? p - NEAR : t->s.p;
	size_t number = 0;

	/* Goes back to the start of the host. */
	for (; p > limit && p[-1] != '/' && p[-1] != '@'; p--)
		number += p[-1] == '.';
	if (t->finding->where != IRI_HOST)
		return t->in_address.ascii.p ? &t->in_address : NULL;
	return p > limit && number < h->n_labels ? &h->labels[number] : NULL;
}

/* For a finding in the domain of an address: sets t->in_address to its label, if valid. */
static void set_label_in_address(struct facts_finder *f, struct warning_subject *t)
{
	static const char ends[] = ".@/:;?&=,";
	const char *p = t->s.p + t->finding->off, *end = p;
	const char *const first = p - t->s.p > NEAR ? p - NEAR : t->s.p;
	const char *const limit = t->s.p + t->s.n - end > NEAR ? end + NEAR : t->s.p + t->s.n;
	struct iri_buf scripts = {0};
	struct iri_str ascii;

	while (p > first && !strchr(ends, p[-1]))
		p--;
	while (end < limit && !strchr(ends, *end))
		end++;
	const enum iri_status status = iri_host_to_ascii(f->hosts, iri_between(p, end), &ascii, NULL);
	t->out->failed = t->out->failed || status == IRI_NO_MEMORY;
	if (status != IRI_OK || !iri_has_ace_prefix(ascii))
		return;
	ascii = arena_copy(&f->arena, ascii);
	const struct iri_str unicode = facts_u_label(f, ascii);
	facts_add_scripts(&scripts, iri_present(unicode));
	if (unicode.p)
		t->in_address = (struct facts_label){ascii, unicode, facts_keep(f, &scripts), false};
	iri_buf_free(&scripts);
}

/* Appends the label that the finding is about, in ASCII or, if the link is invalid, what was found in its host. */
static void warnings_add_label(const struct warning_subject *t)
{
	const struct facts_label *const label = label_of(t);
	const bool host = t->finding->where == IRI_HOST && t->facts->host.ascii.p;

	quote(t->out, label ? label->ascii : host ? t->facts->host.ascii : warnings_found(t));
}

static void add_userinfo(const struct warning_subject *t)
{
	const struct iri_str user = t->facts->user;

	/* In an invalid link, it may be the site for some software. */
	if (!t->facts->goes_to.p)
		return;
	if (user.n && iri_is_ascii(user))
		quote(t->out, user);
	else
		buf_add_text(t->out, "the text before the \"@\"");
	buf_add_text(t->out, " is a user name here, not the site");
}

/* Whether each character looks like an ASCII letter, is one, or is a mark. */
static bool is_ascii_like(struct iri_str s)
{
	uint32_t ch;
	size_t n;

	for (const char *p = s.p, *const end = p + s.n; p < end; p += n) {
		n = iri_utf8_decode(p, end, &ch);
		if (!n || (ch >= 0x80 && !(iri_unicode(ch) & ASCII_LIKE) && !iri_char_extends(ch)))
			return false;
	}
	return true;
}

/* Labels that do not look like ASCII have no sentence: the rule reports unusual scripts, too, which deceive nobody. */
static void add_whole_script(const struct warning_subject *t)
{
	const struct facts_label *const label = label_of(t);

	if (!label || !label->scripts.n || !is_ascii_like(iri_present(label->unicode)))
		return;
	warnings_add_label(t);
	buf_add_text(t->out, " is ");
	iri_buf_add(t->out, label->scripts.p, label->scripts.n);
	buf_add_text(t->out, "; all its letters look like Latin ones");
}

/* Appends the names of scripts in a list with ", " between them, with "and" before the last one. */
static void warnings_add_scripts(struct iri_buf *out, struct iri_str scripts)
{
	const char *last = scripts.p + scripts.n;

	while (last > scripts.p && *last != ',')
		last--;
	iri_buf_add(out, scripts.p, (size_t)(last - scripts.p));
	if (last > scripts.p) {
		buf_add_text(out, " and");
		last++;
	}
	iri_buf_add(out, last, (size_t)(scripts.p + scripts.n - last));
}

static void add_mixed_script(const struct warning_subject *t)
{
	const struct facts_label *const label = label_of(t);

	warnings_add_label(t);
	buf_add_text(t->out, " mixes ");
	if (label && label->scripts.n) {
		warnings_add_scripts(t->out, label->scripts);
		iri_buf_putc(t->out, ' ');
	}
	buf_add_text(t->out, "letters, which can look the same");
}

static void add_restricted(const struct warning_subject *t)
{
	warnings_add_label(t);
	buf_add_text(t->out, " has a rare letter, which can look like another one");
}

static void add_mark(const struct warning_subject *t)
{
	if (t->finding->where == IRI_HOST) {
		warnings_add_label(t);
		buf_add_text(t->out, " has a mark that nobody sees");
	} else {
		buf_add_text(t->out, "a mark makes a letter look like another one, or cannot be seen");
	}
}

static void add_kana(const struct warning_subject *t)
{
	warnings_add_label(t);
	buf_add_text(t->out, " has a Chinese or Japanese character that looks like punctuation or a letter");
}

static void add_digits(const struct warning_subject *t)
{
	if (t->finding->where == IRI_HOST)
		warnings_add_label(t);
	else
		buf_add_format(t->out, "the %s", iri_component_name(t->finding->where));
	buf_add_text(t->out, " has digits of several scripts; one can look like another");
}

/* Whether c ends a part of the link, as warnings_part returns it. */
static bool warnings_is_delimiter(char c)
{
	return c && strchr("/?#&=;:@", c);
}

struct iri_str warnings_part(struct iri_str s, const struct iri_finding *finding)
{
	const char *p = s.p + finding->off, *end = p + finding->len;
	const char *const at = p, *const limit = s.p + s.n;

	while (p > s.p && at - p <= NEAR && !warnings_is_delimiter(p[-1]))
		p--;
	while (end < limit && end - at <= NEAR && !warnings_is_delimiter(*end))
		end++;
	return iri_between(p, end);
}

/* Returns that part; empty if it is long. */
static struct iri_str part_of(const struct warning_subject *t)
{
	const struct iri_str part = warnings_part(t->s, t->finding);

	return part.n <= NEAR ? part : (struct iri_str){part.p, 0};
}

/* Returns the extension of a file name: ASCII letters and digits after its last dot; empty if there is none. */
static struct iri_str extension(struct iri_str name)
{
	enum { MOST = 8 };
	const char *const end = name.p + name.n, *p = end;

	while (p > name.p && iri_is_alphanumeric(p[-1]))
		p--;
	const bool has = p > name.p && p[-1] == '.' && end > p && end - p <= MOST;
	return has ? iri_between(p, end) : (struct iri_str){"", 0};
}

/* Whether order_visual can reorder the text: no isolates, and no line ends. */
static bool is_orderable(struct iri_str s)
{
	uint32_t ch;

	for (const char *p = s.p, *const end = p + s.n; p < end;) {
		const size_t n = iri_utf8_decode(p, end, &ch);
		if (!n || ch < ' ' || ch == 0x85 || (ch >= 0x2066 && ch <= 0x2069) || ch == 0x2028 || ch == 0x2029)
			return false;
		p += n;
	}
	return true;
}

/* Appends s without bidi controls. */
static void add_without_controls(struct iri_buf *out, struct iri_str s)
{
	uint32_t ch;
	size_t n;

	for (const char *p = s.p, *const end = p + s.n; p < end; p += n) {
		n = iri_utf8_decode(p, end, &ch);
		if (!n || ch < 0x80 || iri_char_class(ch) != CHAR_BIDI)
			iri_buf_add(out, p, n ? n : 1);
		n = n ? n : 1;
	}
}

static void add_bidi_control(const struct warning_subject *t)
{
	struct iri_buf text = {0}, logical = {0}, visual = {0};
	struct iri_str ends = {"", 0}, shows = {"", 0};

	/* A password is not shown. */
	if (t->finding->where != IRI_USERINFO)
		buf_add_decoded(&text, part_of(t), false);
	if (is_orderable(iri_contents(&text))) {
		add_without_controls(&logical, iri_contents(&text));
		order_visual(iri_contents(&text), &visual);
		ends = extension(iri_contents(&logical));
		shows = extension(iri_contents(&visual));
	}
	if (ends.n && shows.n && !iri_same(ends, shows))
		buf_add_format(t->out, "a hidden character reverses the text behind it: this name ends in \".%.*s\", "
		                       "and shows as ending in \".%.*s\"",
		               (int)ends.n, ends.p, (int)shows.n, shows.p);
	else
		buf_add_text(t->out, "a hidden character changes the order of the text behind it");
	t->out->failed = t->out->failed || text.failed || logical.failed || visual.failed;
	iri_buf_free(&text);
	iri_buf_free(&logical);
	iri_buf_free(&visual);
}

static void add_bidi_order(const struct warning_subject *t)
{
	buf_add_format(t->out, "the %s mixes text of both directions; its parts can show in another order",
	               iri_component_name(t->finding->where));
}

static void add_invisible(const struct warning_subject *t)
{
	buf_add_format(t->out, "the %s has a hidden character", iri_component_name(t->finding->where));
	/* Whoever prints the sentence shows the character by its name. */
	if (t->finding->ch) {
		char bytes[4];
		buf_add_text(t->out, ": ");
		iri_buf_add(t->out, bytes, iri_utf8_encode(t->finding->ch, bytes));
	}
}

static void add_fake_delimiter(const struct warning_subject *t)
{
	buf_add_format(t->out, "a character looks like \"/\" or another delimiter, but is part of the %s",
	               iri_component_name(t->finding->where));
}

/* Other compatibility characters deceive nobody: the first row has what becomes of them. */
static void add_compat(const struct warning_subject *t)
{
	if (t->finding->where == IRI_HOST && t->facts->host.replaced.p)
		buf_add_text(t->out, "some software replaces characters of the name by others, and finds another host");
}

static void add_subdomain(const struct warning_subject *t)
{
	quote(t->out, t->facts->not.p ? t->facts->not : warnings_found(t));
	buf_add_text(t->out, t->facts->goes_to.p ? " is only a part of the name in front of "
	                                         : " is only a part of a longer name");
	iri_buf_add(t->out, t->facts->goes_to.p, t->facts->goes_to.n);
}

static void add_number(const struct warning_subject *t)
{
	if (!t->finding->why)
		return;
	quote(t->out, warnings_found(t));
	buf_add_text(t->out, " is another way to write ");
	buf_add_text(t->out, t->finding->why);
}

static void add_file(const struct warning_subject *t)
{
	if (t->facts->host.is_own)
		return;
	buf_add_text(t->out, "to open this file, your computer connects to ");
	quote(t->out, warnings_found(t));
	buf_add_text(t->out, ", and may sign in there");
}

static void add_double_encoding(const struct warning_subject *t)
{
	struct iri_buf once = {0}, twice = {0};
	const struct iri_str part = part_of(t);

	buf_add_decoded(&once, part, false);
	buf_add_decoded(&twice, iri_contents(&once), false);
	const struct iri_str text = iri_contents(&twice);
	bool visible = t->finding->where != IRI_USERINFO && part.n && iri_is_ascii(part) && iri_is_ascii(text);
	for (size_t i = 0; i < text.n; i++)
		visible = visible && text.p[i] > ' ' && text.p[i] < 0x7F;
	buf_add_text(t->out, "software that decodes this text twice reads ");
	if (visible)
		quote(t->out, text);
	else
		buf_add_text(t->out, "something else");
	t->out->failed = t->out->failed || once.failed || twice.failed;
	iri_buf_free(&once);
	iri_buf_free(&twice);
}

static void add_overlong(const struct warning_subject *t)
{
	if (t->finding->where != IRI_USERINFO)
		quote(t->out, warnings_found(t));
	else
		buf_add_text(t->out, "the user name or password");
	buf_add_text(t->out, " is no valid text; some software reads it as another character, such as \"/\"");
}

void warnings_add(struct facts_finder *f, const struct facts *facts, struct iri_str s,
                  const struct iri_finding *finding, struct iri_buf *out)
{
	/* The sentences that depend on the link; rules.def has the others. */
	static void (*const add[RULES])(const struct warning_subject *t) = {
		[RULE_USERINFO_LIKE_HOST] = add_userinfo,
		[RULE_WHOLE_SCRIPT_CONFUSABLE] = add_whole_script,
		[RULE_MIXED_SCRIPT] = add_mixed_script,
		[RULE_RESTRICTED_CHAR] = add_restricted,
		[RULE_REPEATED_MARK] = add_mark,
		[RULE_MISLEADING_MARK] = add_mark,
		[RULE_MISPLACED_KANA] = add_kana,
		[RULE_SCRIPT_BESIDE_ASCII] = add_kana,
		[RULE_MIXED_DIGITS] = add_digits,
		[RULE_BIDI_CONTROL] = add_bidi_control,
		[RULE_BIDI_CONTROL_ENCODED] = add_bidi_control,
		[RULE_BIDI_MIXED_COMPONENT] = add_bidi_order,
		[RULE_BIDI_COMPONENT_ENDS] = add_bidi_order,
		[RULE_BIDI_LABEL] = add_bidi_order,
		[RULE_INVISIBLE] = add_invisible,
		[RULE_FAKE_DELIMITER] = add_fake_delimiter,
		[RULE_COMPAT_CHAR] = add_compat,
		[RULE_DOMAIN_IN_SUBDOMAIN] = add_subdomain,
		[RULE_HOST_IS_NUMBER] = add_number,
		[RULE_ODD_IPV4] = add_number,
		[RULE_FILE_HOST] = add_file,
		[RULE_DOUBLE_ENCODING] = add_double_encoding,
		[RULE_OVERLONG_UTF8] = add_overlong,
	};
	static const char *const sentences[RULES] = {
#define SENTENCE(name, text) [RULE_##name] = text,
#include "lib/lint/rules.def"
	};
	const unsigned rule = finding->rule->number;

	if (sentences[rule])
		buf_add_text(out, sentences[rule]);
	else if (add[rule]) {
		struct warning_subject t = {.facts = facts, .s = s, .finding = finding, .out = out};
		if (finding->where != IRI_HOST && finding->rule->deceit)
			set_label_in_address(f, &t);
		add[rule](&t);
	}
}
