/* SPDX-License-Identifier: ISC */
/* The table of the rules of iri_lint: the id, severity and texts of each, and the check that finds it. */
#include "rules.h"

#include "lib/base/str.h"

#define E IRI_SEVERITY_ERROR
#define W IRI_SEVERITY_WARNING
#define I IRI_SEVERITY_INFO

const struct iri_rule iri_lint_rules[RULES] = {
	/* Syntax */
	[RULE_BAD_UTF8] = {"bad-utf8", E, false, false, "RFC 3629, section 3",
		"bytes that are not UTF-8",
		"The input must be UTF-8. Convert it from its charset to UTF-8."},
	[RULE_ILLEGAL_CHAR] = {"illegal-char", E, false, false, "RFC 3987, section 2.2",
		"a character that is not allowed here",
		"Percent-encode the character if it is data. Otherwise remove it."},
	[RULE_IPRIVATE_OUTSIDE_QUERY] = {"iprivate-outside-query", E, false, false, "RFC 3987, section 2.2",
		"a private-use character outside the query",
		"Such a character has only the meaning that its users agreed on. Percent-encode it, or remove it."},
	[RULE_BAD_PERCENT] = {"bad-percent", E, false, false, "RFC 3986, section 2.1",
		"'%' not followed by two hexadecimal digits",
		"Write a literal '%' as %25."},
	[RULE_BAD_SCHEME] = {"bad-scheme", E, false, false, "RFC 3986, section 3.1",
		"an invalid scheme before the first ':'",
		"A scheme is a letter, followed by letters, digits, '+', '-' or '.'. If a relative reference has a "
		"':' in its first segment, write ./ before it."},
	[RULE_BAD_IP_LITERAL] = {"bad-ip-literal", E, false, false, "RFC 3986, section 3.2.2",
		"an invalid IP literal in brackets",
		"The brackets must enclose an IPv6 or IPvFuture address. A zone identifier is not allowed."},
	[RULE_BAD_PORT] = {"bad-port", E, false, false, "RFC 3986, section 3.2.3",
		"a port that is not a number",
		"Only digits can follow the ':' after the host."},
	[RULE_PORT_RANGE] = {"port-range", E, false, false, "RFC 3986, section 3.2.3",
		"a port above 65535",
		"The ports of TCP and UDP are numbers of 16 bits. Software fails, or uses the remainder after "
		"division by 65536, which is another port. Correct the port."},
	[RULE_RELATIVE] = {"relative", I, false, false, "RFC 3987, section 2.2",
		"a relative reference, which needs a base IRI",
		"It is an error where an IRI is required. Resolve it against its base."},
	[RULE_SUFFIX_REFERENCE] = {"suffix-reference", W, false, false, "RFC 3986, section 4.5",
		"a link without its scheme",
		"A browser adds the scheme to www.example.org or localhost:8080 where a person types it. In a "
		"document it is a relative path, or the host is taken for a scheme. Write https:// or http:// before "
		"it; or write ./ before it if it is a path."},
	[RULE_FRAGMENT] = {"fragment", E, false, true, "RFC 3987, section 2.2",
		"a fragment, which an absolute IRI cannot have",
		"Enable this rule where an absolute IRI is required, for example for a base or a namespace. Remove "
		"the fragment."},
	[RULE_ODD_IPV4] = {"odd-ipv4", W, false, false, "RFC 3986, section 7.4",
		"an invalid IPv4 address that some software accepts",
		"It has fewer than four parts, a part above 255, octal or hexadecimal numbers, a final dot, or "
		"characters that are percent-encoded or not ASCII. A filter that compares addresses may not recognize "
		"it. Write four decimal numbers."},
	[RULE_UNASSIGNED_CHAR] = {"unassigned-char", I, false, false, "RFC 3987, section 6.1",
		"a character that is not assigned in the Unicode version in use",
		"Few fonts can show it. Replace it, or percent-encode it."},

	/* Form */
	[RULE_SCHEME_CASE] = {"scheme-case", W, true, false, "RFC 3987, section 5.3.2.1",
		"upper-case letters in the scheme",
		"Case has no meaning in a scheme; the normal form is lower case."},
	[RULE_HOST_CASE] = {"host-case", I, true, false, "RFC 3987, section 5.3.2.1",
		"upper-case letters in the host",
		"Case has no meaning in a host; the normal form is lower case."},
	[RULE_PCT_CASE] = {"pct-case", I, true, false, "RFC 3987, section 5.3.2.1",
		"lower-case hexadecimal digits in percent-encoding",
		"Case has no meaning in these digits; the normal form is upper case."},
	[RULE_PCT_UNRESERVED] = {"pct-unreserved", W, true, false, "RFC 3987, section 5.3.2.3",
		"percent-encoding of unreserved characters",
		"Letters, digits and - . _ ~ mean the same with and without percent-encoding, which only hides them "
		"from readers and simple filters."},
	[RULE_PCT_DECODABLE] = {"pct-decodable", I, true, false, "RFC 3987, section 3.2",
		"percent-encoding of characters that an IRI can contain",
		"Without percent-encoding, the text is readable and does not mislead."},
	[RULE_DOT_SEGMENTS] = {"dot-segments", W, true, false, "RFC 3987, section 5.3.2.4",
		"a dot segment outside a relative reference",
		"Dot segments are meant for relative references only. In other places, some software removes them and "
		"some does not. Remove them."},
	[RULE_DEFAULT_PORT] = {"default-port", W, true, false, "RFC 3987, section 5.3.3",
		"a redundant default port",
		"The scheme implies this port. The normal form omits it."},
	[RULE_EMPTY_PORT] = {"empty-port", W, true, false, "RFC 3987, section 5.3.3",
		"a ':' without a port",
		"The normal form omits the ':'."},
	[RULE_NOT_NFC] = {"not-nfc", I, true, false, "RFC 3987, section 5.3.2.2",
		"text that is not in Normalization Form C",
		"It looks like another IRI, but is not equal to it. Create new IRIs in NFC; do not change IRIs that "
		"others created."},
	[RULE_NOT_NFKC] = {"not-nfkc", I, false, true, "RFC 3987, section 7.5",
		"text that is not in Normalization Form KC",
		"It has a compatibility character, or is not in NFC either. Enable this rule for names that you choose "
		"yourself: people may not see or type the difference. Do not change IRIs that others created."},
	[RULE_PCT_NOT_UTF8] = {"pct-not-utf8", I, false, false, "RFC 3987, section 3.2",
		"percent-encoded octets that are not UTF-8",
		"They are in another charset, or are not text, so they cannot be shown as characters."},
	[RULE_OVERLONG_UTF8] = {"overlong-utf8", E, false, false, "RFC 3987, section 8",
		"a percent-encoded overlong UTF-8 sequence",
		"Some software decodes %C0%AF to '/' only after it has checked the path. Encode the character as "
		"valid UTF-8."},
	[RULE_PCT_CONTROL] = {"pct-control", W, false, false, "RFC 3986, section 7.3",
		"a percent-encoded control character",
		"Software may take %00 or %0A for the end of the text. Remove it."},
	[RULE_DOUBLE_ENCODING] = {"double-encoding", W, false, false, "RFC 3986, section 2.4",
		"text that is percent-encoded twice",
		"Decoding %25 gives '%', which forms a new triplet with the two digits after it. Some software decodes "
		"that triplet, too. Encode text only once."},

	/* Authority */
	[RULE_USERINFO] = {"userinfo", W, false, false, "RFC 3986, section 3.2.1",
		"userinfo, which is rarely intended and easily misread",
		"The text before the '@' is not the host. Remove it if it is not intended."},
	[RULE_PASSWORD] = {"password", E, false, false, "RFC 3986, section 7.5",
		"a password in clear text",
		"It ends up in logs and histories. Some software refuses it. Remove it."},
	[RULE_USERINFO_LIKE_HOST] = {"userinfo-like-host", E, false, false, "RFC 3986, section 7.6",
		"userinfo that looks like a host",
		"Readers may take it for the host, but the host follows the '@'. Remove it."},
	[RULE_MISSING_HOST] = {"missing-host", E, false, false, "RFC 9110, section 4.2.1",
		"no host, although the scheme requires one",
		"The schemes are http, https, ws, wss and ftp. Browsers take the next segment as the host; other "
		"software fails. Write the host."},
	[RULE_LABEL_LENGTH] = {"label-length", E, false, false, "RFC 1035, section 2.3.4",
		"a label that is empty or longer than 63 octets",
		"For a non-ASCII label, the octets of its A-label count."},
	[RULE_HOST_LENGTH] = {"host-length", E, false, false, "RFC 1035, section 2.3.4",
		"a domain name of more than 253 octets",
		"For non-ASCII labels, the octets of their A-labels count."},
	[RULE_IDNA_DISALLOWED] = {"idna-disallowed", E, false, false, "RFC 5891, section 4.2",
		"an invalid label in a domain name",
		"IDNA does not allow it, so such a name cannot be registered. Correct the label."},
	[RULE_IDNA_MAPPED] = {"idna-mapped", W, false, false, "RFC 5895, section 2",
		"a label that IDNA maps to a different one",
		"Upper-case and full-width letters are examples. Some software maps them as UTS #46 describes, and "
		"some refuses them. Write the label that results from the mapping."},
	[RULE_CONTEXT_RULE] = {"context-rule", E, false, false, "RFC 5892, appendix A",
		"a character that the rest of the label does not allow",
		"Joiners, middle dots, Arabic digits and a few others have rules about the other characters of the "
		"label. Remove the character, or correct the label."},
	[RULE_BAD_ACE] = {"bad-ace", E, false, false, "RFC 5890, section 2.3.2.1",
		"a label that begins with 'xn--' but is not a valid A-label",
		"It does not decode to a label that can be registered, or the decoded label has a different A-label. "
		"Correct the label."},
	[RULE_PCT_HOST] = {"pct-host", W, false, false, "RFC 3986, section 3.2.2",
		"percent-encoding in a host",
		"Much software does not decode it. In a domain name, write the characters themselves, or A-labels."},
	[RULE_UNDERSCORE_HOST] = {"underscore-host", I, false, false, "RFC 1123, section 2.1",
		"'_' in a host name",
		"DNS allows '_' in names, but host names must not contain it. Some software refuses it."},
	[RULE_HOST_IS_NUMBER] = {"host-is-number", W, false, false, "RFC 3986, section 7.4",
		"a host that ends in a number, which some software takes for an address",
		"Some software reads a single number as an IPv4 address: 2130706433 is 127.0.0.1. No top-level "
		"domain is a number. Write an address as four decimal numbers."},

	/* Schemes */
	[RULE_BAD_MAILTO] = {"bad-mailto", E, false, false, "RFC 6068, section 2",
		"a mailto IRI without an address, or with a malformed one",
		"Such a message reaches nobody. Addresses have the form name@domain, with a comma between two of them. "
		"Percent-encode other reserved characters in a name, for instance & as %26. Without an address, but "
		"with header fields, the finding is only info: the sender has to add an address."},
	[RULE_BAD_TEL] = {"bad-tel", E, false, false, "RFC 3966, section 3",
		"a tel IRI that is no telephone number",
		"A global number is '+' and digits; - . ( ) may separate them. A local number, without '+', needs the "
		"parameter ;phone-context=, which says where it is valid."},
	[RULE_BAD_URN] = {"bad-urn", E, false, false, "RFC 8141, section 2",
		"a URN without a valid namespace or without a name in it",
		"The form is urn:namespace:name. The namespace has 2 to 32 letters, digits and hyphens, no hyphen at "
		"its ends, and no percent-encoding."},
	[RULE_BAD_DATA] = {"bad-data", E, false, false, "RFC 2397, section 3",
		"a data IRI without a comma, or with invalid base64",
		"The form is data:type,text or data:type;base64,text. Base64 has letters, digits, '+' and '/', and '=' "
		"up to a multiple of four characters. Percent-encoded white space in it is ignored."},
	[RULE_SCRIPT_LINK] = {"script-link", W, false, false, "RFC 3986, section 7",
		"a link that runs a script",
		"A browser runs the text of the link as a script of the page, which can do all that the reader can do "
		"there. In text from other people it can be an attack. Link to a page; use a button to run a script."},
	[RULE_DATA_PAGE] = {"data-page", W, false, false, "RFC 2397; RFC 3986, section 7",
		"a data IRI that contains a page",
		"A page from no site can look like any site, and can run scripts. Filters that judge a link by its "
		"host see none. In text from other people it can be an attack. Publish the page, and link to it."},
	[RULE_FILE_HOST] = {"file-host", W, false, false, "RFC 8089, section 2",
		"a file on another host",
		"The scheme file names no protocol, so most software looks for a local file, and some connects to the "
		"host and signs in there. For a local file, write file:/// and the path; else use another scheme."},

	/* Hosts that deceive */
	[RULE_MIXED_SCRIPT] = {"mixed-script", E, false, false, "UTS #39, section 5.1",
		"scripts in one label that are not written together",
		"Letters of two scripts can look the same, so the name can pass for another one. Find out whose name "
		"it is; write a name of your own in one script. If each word between '-' breaks no rule by itself, the "
		"finding is only a warning."},
	[RULE_WHOLE_SCRIPT_CONFUSABLE] = {"whole-script-confusable", W, false, false, "UTS #39, section 4",
		"a label in a script not usual under this domain, and easily misread",
		"The whole label can pass for a label of ASCII letters. Find out whose name it is. A label is not "
		"reported if its script is usual under this domain, or if it has three letters that look unlike "
		"ASCII."},
	[RULE_CONFUSABLE_HOST] = {"confusable-host", E, false, false, "UTS #39, section 4",
		"a host that looks like another one",
		"Readers may take it for that host or for one below it. If it is yours, add it to your list of known "
		"hosts. Otherwise do not use the link."},
	[RULE_DOMAIN_IN_SUBDOMAIN] = {"domain-in-subdomain", W, false, false, "RFC 3986, section 7.6",
		"a name that looks like the domain, in front of the real one",
		"Readers may take it for the site, but the owner of a domain can put any name in front of it. The "
		"finding names the domain. Find out whose domain that is."},
	[RULE_RESTRICTED_CHAR] = {"restricted-char", W, false, false, "UTS #39, section 3.1",
		"a character that names under this domain do not use",
		"It is rare, old or special, looks like ASCII, or is a letter of another country. Browsers show the "
		"A-label instead. Replace it by a letter of a modern language."},
	[RULE_REPEATED_MARK] = {"repeated-mark", W, false, false, "UTS #39, section 5.4",
		"a mark in a label that is repeated or does not show on its letter",
		"The label looks the same as one without the mark. Remove the mark."},
	[RULE_MISPLACED_KANA] = {"misplaced-kana", W, false, false, "RFC 3987, section 8",
		"a kana in a label that looks like another character in this place",
		"A prolonged sound mark looks like a dash, a middle dot like a dot, and some Hiragana like Katakana. "
		"Replace the character."},
	[RULE_SCRIPT_BESIDE_ASCII] = {"script-beside-ascii", W, false, false, "RFC 3987, section 8",
		"a Chinese or Japanese character alone beside ASCII in a label",
		"By itself, the character looks like a stroke, a dot or an ASCII letter. Remove it, or write the word "
		"that it belongs to."},

	/* Bidi */
	[RULE_BIDI_CONTROL] = {"bidi-control", E, false, false, "RFC 3987, section 4.1",
		"a bidi control, which changes what the reader sees",
		"IRIs MUST NOT contain bidi controls. Remove it."},
	[RULE_BIDI_CONTROL_ENCODED] = {"bidi-control-encoded", W, false, false, "RFC 3987, section 4.1",
		"a percent-encoded bidi control",
		"Software that decodes it may show the text in a misleading order. Remove it."},
	[RULE_BIDI_MIXED_COMPONENT] = {"bidi-mixed-component", W, false, false, "RFC 3987, section 4.2",
		"left-to-right and right-to-left letters in one component",
		"On the screen, the component can look the same as one with its characters in another order. "
		"Percent-encode the whole component."},
	[RULE_BIDI_COMPONENT_ENDS] = {"bidi-component-ends", W, false, false, "RFC 3987, section 4.2",
		"a right-to-left component that does not begin and end right-to-left",
		"Digits and punctuation at its ends move to another place on the screen. Percent-encode the whole "
		"component."},
	[RULE_BIDI_LABEL] = {"bidi-label", E, false, false, "RFC 5893, section 2",
		"a label that breaks the bidi rule of domain names",
		"Such a name cannot be registered, and may be shown in another order."},

	/* Look-alikes */
	[RULE_INVISIBLE] = {"invisible", E, false, false, "RFC 3987, section 6.1",
		"an invisible character",
		"Two different IRIs can look the same because of it. Remove it, or percent-encode it."},
	[RULE_MISLEADING_MARK] = {"misleading-mark", W, false, false, "RFC 3987, section 8",
		"a combining mark that is invisible or makes its letter look like another",
		"For example, a dot above an i is invisible, a stroke changes a letter into another one, and a pile "
		"of marks covers the lines near it. Remove the mark, or percent-encode it."},
	[RULE_COMPAT_CHAR] = {"compat-char", W, false, false, "RFC 3987, section 7.5",
		"a compatibility character that looks like another character",
		"Full-width forms, half-width forms and ligatures are examples. New names should be in NFKC."},
	[RULE_FAKE_DELIMITER] = {"fake-delimiter", E, false, false, "RFC 3987, section 6.1",
		"a character that looks like a delimiter but is not one",
		"For example, U+2044 looks like '/', so a reader may be wrong about where the host ends. Remove the "
		"character, or percent-encode it."},
	[RULE_MIXED_DIGITS] = {"mixed-digits", W, false, false, "RFC 3987, section 7.5",
		"digits of several scripts in one component or label",
		"A digit of one script can look like another digit of another script. Use the digits of one script."},
};

const struct iri_rule *iri_rule_at(size_t number)
{
	return number < RULES ? &iri_lint_rules[number] : NULL;
}

const struct iri_rule *iri_rule_find(struct iri_str id)
{
	id = iri_present(id);
	for (size_t i = 0; i < RULES; i++)
		if (iri_is(id, iri_lint_rules[i].id))
			return &iri_lint_rules[i];
	return NULL;
}

const char *iri_severity_name(enum iri_severity severity)
{
	return severity == IRI_SEVERITY_ERROR ? "error" : severity == IRI_SEVERITY_WARNING ? "warning" : "info";
}
