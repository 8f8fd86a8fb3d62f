// SPDX-License-Identifier: ISC
// Compares where irishow says that a link goes with where a browser goes: "new URL" of Node.js is the parser of the
// WHATWG URL standard.
//
//   browser.js links SEED COUNT          prints links of tricks, each with a NUL at its end
//   browser.js check LINKS OBJECTS TEXT  LINKS: such links. OBJECTS, TEXT: what irishow --json --show-password
//                                                and irishow print for them. Prints a line for each difference
'use strict';
const fs = require('fs');

// Random numbers from 0 to n - 1 (xorshift, so a seed gives the same links everywhere)
let state = 1;
function random(n) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % n;
}
const pick = (list) => list[random(list.length)];
const maybe = (n, text) => (random(n) ? '' : text());

const schemes = ['http', 'https', 'http', 'HTTPS', 'ws', 'wss', 'ftp', 'file', 'ssh', 'foo', 'javascript', 'data',
    'mailto', 'h\ttp', 'ht\r\ntps', ' http', 'java\tscript'];
const separators = ['://', '://', '://', ':', ':/', ':///', ':////', ':\\\\', ':/\\', ':\\/', ':\\', ':\t//', ':/\n/'];
const starts = ['', '//', '///', '\\\\', '/\\', '\\/', '\\', '/', '/\t/', '////', 'www.',
    '\x01//', '?', '#', './', '//\\'];
const hosts = ['evil.com', 'paypal.com', 'www.paypal.com', 'EVIL.com', '127.1', '0x7f.1', '3232235521', '[::1]',
    '[::1',
    '[v1.a]', 'evil.c\u2100.example.com', 'evil.com.', 'evil\u3002com', 'evil\uFF0Ecom', 'xn--bcher-kva.example',
    'b\u00FCcher.example', 'xn--a.example.com', 'a_b.com', '%65vil.com', 'evil%2Ecom', 'evil.com%2F', 'a%00.com',
    '\u2603.example.com', '\uFF45vil.com', '1.2.3.4.5', '256.1.1.1', 'a..b.com', 'com', 'co.uk', 'localhost',
    'intranet', 'ev\u00ADil.com', 'fa\u00DF.example', 'a\u200Db.com', 'evil.com\uFF0Fpaypal.com',
    'evil.com\uFF3C.paypal.com',
    'a b.com', 'a^b.com', 'a|b.com', 'C:', 'C|', 'evil\u2024com', 'x\u2025.example.com', '-a.com', 'a-.com',
    '\u05D0\u05D1.example', '1\u05D0.example.com', 'a"b.com', 'a`b.com', '%ff.com', '%zz.com', '.', '..', 'a.b..',
    '\u0430\u0440\u0440\u04CF\u0435.com', '\u2460.com', '1.1.1.\u2460', 'evil.com\u2A74x.paypal.com', '192.0.2.7'];
const ports = [':80', ':443', ':', ':99999', ':65536', ':0080', ':8a', ':-1', ':\t8', ':8 '];
const users = ['a', 'paypal.com', 'user:pass', 'evil.com\\', 'a%40b', ':', '', 'evil.com/', 'evil.com?', 'evil.com#',
    'paypal.com%5C', '\u00FC', 'evil.com%2F', 'x[y', 'evil.com:80'];
const tricks = ['/', '\\', ':', '@', '?', '#', '[', ']', '.', '%', '%2F', '%5C', '%40', '\t', '\n', '\r', ' ', ',', ';',
    '&', '=', '\uFF0F', '\uFF3C', '\uFF20', '\uFF1A', '\uFF1F', '\u2100', '\u2047', '\u3002', '\uFF61', '\u200B',
    '\u00AD', '\u202E', '\u00A0', '\u3000', '\x01', '\x7F', '"', '<', '|', '^', '`', '{', '*', '!', '~', '$', '(', "'",
    'http:', '//', '\\\\', '@@', 'xn--', '0x', '%E3%80%82', '%EF%BC%8F', 'C:', '..', '/../'];

function authority() {
    let text = '';
    for (let n = random(3); n > 0; n--)
        text += pick(users) + '@';
    return text + pick(hosts) + maybe(4, () => pick(ports));
}

function link(depth) {
    let text = random(3) ? pick(schemes) + pick(separators) : pick(starts);
    text += authority();
    text += maybe(3, () => pick(['/', '\\', '?', '#', '/x/../', '\\\\', '/%2e%2e/']) +
        maybe(2, () => '@' + authority()));
    text += maybe(3, () => '/p');
    if (depth && !random(4)) {
        const inner = link(depth - 1);
        text += pick(['?u=', '#', '?a=b&url=', '/', '?']);
        text += pick([(t) => t, encodeURIComponent, (t) => encodeURIComponent(encodeURIComponent(t)),
            (t) => Buffer.from(t).toString('base64')])(inner);
    }
    for (let n = random(4); n > 0 && !random(2); n--) {
        const at = random(text.length + 1);
        text = text.slice(0, at) + pick(tricks) + text.slice(at + random(2));
    }
    return text;
}

// Where a browser goes: a host, '' if there is none, or null if it refuses the link
function host_of(text, base) {
    try {
        const url = new URL(text, base);
        let host = url.hostname;
        // With other schemes, a host is no domain name for the parser. Programs that get the link decode it.
        if (host && !/^(https?|wss?|ftp|file):$/.test(url.protocol))
            host = new URL('http://' + host).hostname;
        return host.replace(/^\[|\]$/g, '').replace(/\.$/, '');
    } catch {
        return null;
    }
}

const scheme_of = (text) =>
    (/^([a-z][a-z0-9+.-]*):/i.exec(text.replace(/^[\x00- ]+/, '').replace(/[\t\r\n]/g, '')) || [null, null])[1];
const web = ['http://base.test/d/p', 'https://base.test/d/p', 'ws://base.test/d/p'];
const file = 'file:///d/p';

let differences = 0, named = 0;
function differ(text, what) {
    differences++;
    console.log(JSON.stringify(text) + ': ' + what);
}

// Whether the domain or address in `name` has this host. A file on localhost has none: it is on this computer, too.
const has = (name, host) =>
    host !== null && (host === name || host.endsWith('.' + name) || (host === '' && name === 'localhost'));

function check(text, object) {
    const scheme = scheme_of(text), name = object.goes_to, other = object.otherwise;
    for (const carried of object.carries)
        check(carried.link.link, carried.link);
    if (object.kind === 'mail' || (scheme && scheme.toLowerCase() === 'mailto'))
        return; // a mailbox has a domain, but no browser goes there
    if (name) {
        named++;
        const anywhere = scheme ? [undefined] : [];
        const bases = object.condition === 'web' || (object.condition === 'repair' && !scheme) ? web
            : [...web, file, ...anywhere];
        for (const base of bases) {
            const host = host_of(text, base);
            if (!has(name, host) && !(object.condition === 'name' && host === null))
                differ(text, `irishow: ${name} (${object.condition}); with base ${base}: ${host}`);
        }
    }
    if (other) {
        named++;
        let bases = [], from = text;
        if (object.otherwise_if.startsWith('if that is no page with '))
            bases = [...web, file, undefined].filter((base) =>
                !base || base.split(':')[0] !== object.otherwise_if.slice(24).toLowerCase());
        else if (object.otherwise_if.endsWith('adds "http://"'))
            [bases, from] = [[undefined], 'http://' + text.replace(/^[\x00- ]+/, '')];
        else if (object.otherwise_if === 'in a browser')
            bases = scheme ? [...web, file] : web;
        for (const base of bases)
            if (!has(other, host_of(from, base)))
                differ(text, `irishow: ${object.otherwise_if} ${other}; with base ${base}: ${host_of(from, base)}`);
    }
}

// Returns what the first row says that the object does not say, or null
function wrong_in(row, object) {
    const named = /^goes to: {2}(?!no site|unknown)(\S+)(?: \((xn--\S+|\S*\.xn--\S+)\))?/.exec(row);
    const domain = named ? named[2] || named[1] : null;
    if (domain !== object.goes_to)
        return `the object has ${object.goes_to}`;
    if (object.condition && !/\((if |in a browser|on a page)/.test(row))
        return `the object has the condition ${object.condition}`;
    const carried = / -- carries a link to (\S+)/.exec(row);
    const search = (o) => o.carries.some(({link: l}) => (l.goes_to === carried[1] && !l.condition) || search(l));
    return carried && !search(object) ? 'no such link is inside' : null;
}

// A row is broken at a space, which is left out, or in a long word.
function check_row(text, rows, object) {
    const wrong = rows.map((row) => wrong_in(row, object));
    if (wrong.every((message) => message))
        differ(text, `${rows[0]}, but ${wrong[0]}`);
}

const [command, ...args] = process.argv.slice(2);
if (command === 'links') {
    state = Number(args[0]) * 2654435761 | 1;
    for (let n = Number(args[1]); n > 0; n--)
        process.stdout.write(link(2) + '\0');
} else {
    const read = (name) => fs.readFileSync(name, 'utf8');
    const links = read(args[0]).split('\0').slice(0, -1);
    const objects = read(args[1]).split('\n').slice(0, -1).map((line) => JSON.parse(line));
    const rows_with = (space) =>
        read(args[2]).replace(/\n {8}\| /g, space).split('\n').filter((line) => line.startsWith('goes to:'));
    const [rows, broken] = [rows_with(' '), rows_with('')];
    if (objects.length !== links.length || rows.length !== links.length)
        differ('', `${links.length} links, ${objects.length} objects and ${rows.length} blocks`);
    else
        links.forEach((text, i) => {
            // Filters remove spaces around a line, as browsers do.
            check(text, objects[i]);
            check_row(text, [rows[i], broken[i]], objects[i]);
        });
    console.log(`${links.length} links, ${named} times a site is named, ${differences} differences`);
    process.exitCode = differences ? 1 : 0;
}
