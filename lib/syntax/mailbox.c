/* SPDX-License-Identifier: ISC */
/* Takes a list of mailboxes apart, as the scheme mailto has it (RFC 6068, section 2). */
#include "mailbox.h"

#include "pct.h"

/* Whether the percent-encoded octet of this octet is at p. */
static bool is_encoded(const char *p, const char *end, unsigned octet)
{
	return *p == '%' && iri_is_pct(p, end) && iri_pct_octet(p) == octet;
}

bool iri_is_recipient(struct iri_str name)
{
	const char *p = name.p, *const end = p + name.n;
	char text[4] = "";
	size_t n = 0;

	for (size_t len; p < end; p += len) {
		if (n == sizeof text)
			return false;
		text[n++] = (char)iri_octet_at(p, end, &len);
	}
	const struct iri_str decoded = {text, n};
	return iri_is_caseless(decoded, "to") || iri_is_caseless(decoded, "cc") || iri_is_caseless(decoded, "bcc");
}

const char *iri_quoted_end(const char *p, const char *end)
{
	if (p == end || !is_encoded(p, end, '"'))
		return p;
	p += 3;
	while (p < end && !is_encoded(p, end, '"')) {
		/* A quoted pair: "\" and any character, which may be percent-encoded */
		p += is_encoded(p, end, '\\') ? 3 : 0;
		p += p < end ? (*p == '%' && iri_is_pct(p, end) ? 3 : 1) : 0;
	}
	return p < end ? p + 3 : NULL;
}

const char *iri_mailbox_end(const char *p, const char *end, const char **at)
{
	*at = NULL;
	while (p < end && *p != ',') {
		const char *const quoted = iri_quoted_end(p, end);
		if (!quoted || quoted > p)
			*at = NULL; /* what follows a quotation mark is not yet the domain */
		else if (*p == '@')
			*at = p;
		if (!quoted)
			return end;
		p = quoted > p ? quoted : p + 1;
	}
	return p;
}
