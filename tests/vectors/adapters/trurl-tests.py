#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""trurl-tests.py [--verbose] FOLDER: runs the tests of trurl, which FOLDER has as tests.json, with the tools of the
toolkit on PATH. Each test is written as a pipeline of them. Prints how many give the same output, how many differ, and
what cannot be written so, with the reason. Of differences, the case of hexadecimal digits does not count: trurl writes
%2f, the toolkit %2F (RFC 3986, section 2.1). The exit status is 1 if an output differs without a reason."""
import json
import os
import re
import subprocess
import sys

COMPONENTS = ['scheme', 'user', 'password', 'host', 'port', 'path', 'query', 'fragment']
# trurl's options, with the number of their arguments. A short option has its argument behind it, or after it.
SHORT = {'-s': '--set', '-a': '--append', '-g': '--get', '-f': '--url-file', '-h': '--help', '-v': '--version'}
TAKING = ['--set', '--append', '--get', '--url-file', '--url', '--redirect', '--iterate', '--trim', '--qtrim',
          '--replace', '--replace-append', '--force-replace', '--query-separator']
# For tests that differ: what the toolkit does on purpose in another way. A part of the arguments, and the reason
OWN_WAYS = [
    ('https://10.1/', 'a number as host is a name, and no IPv4 address (RFC 3986, section 3.2.2)'),
    ('0?0', 'a number as host is a name, and no IPv4 address (RFC 3986, section 3.2.2)'),
    ('%Fa', 'a "%" without two digits makes a line invalid (RFC 3986, section 2.1)'),
    ('EXAMPLE', 'the normal form of a host is in lower case (RFC 3986, section 6.2.2.1)'),
    ('with space', 'a space in a query stays %20, and does not become "+"'),
    ('x=2 3', 'a space in a query stays %20, and does not become "+"'),
    ('tra%20cker', 'a space in a query stays %20, and does not become "+"'),
    ('pwd;giraffe', 'a ";" in a userinfo stays (RFC 3986, section 3.2.1)'),
    ('%hello', 'there are no components zoneid and options'),
    ('?&&&', 'empty pairs go from any query'),
]


class Inexpressible(Exception):
    """A test that cannot be written with the toolkit, with its reason"""


def run(command, lines, may_fail=False):
    """Returns the lines that a tool prints for these lines."""
    done = subprocess.run(command, input=''.join(line + '\n' for line in lines), capture_output=True, text=True,
                          errors='surrogateescape', check=False)
    if done.returncode == 2 and not may_fail:
        raise Inexpressible('refused: ' + done.stderr.split('\n')[0])
    return done.stdout.split('\n')[:-1]


def decoded(values):
    return run(['uri2iri', '--text', '--all-bytes'], values)


def parse(arguments):
    """Returns trurl's options as a list of pairs, and URLs as pairs with the name "--url"."""
    options, rest = [], list(arguments)
    while rest:
        word = rest.pop(0)
        if not word.startswith('-'):
            options.append(('--url', word))
            continue
        name, equals, value = word.partition('=') if word.startswith('--') else (SHORT[word[:2]], word[2:], word[2:])
        if name not in TAKING:
            options.append((name, None))
        elif equals:
            options.append((name, value))
        elif rest:
            options.append((name, rest.pop(0)))
        else:
            raise Inexpressible('a mistake in trurl\'s command line')
    return options


def setting(value):
    """Returns an option of iriedit for --set."""
    component, _, data = value.partition('=')
    form = ''
    while component[-1:] in (':', '?'):
        form += component[-1]
        component = component[:-1]
    if component not in COMPONENTS:
        raise Inexpressible('there is no component ' + component)
    if not data:
        return '--unset=' + component
    if component == 'path' and not data.startswith('/'):
        data = '/' + data
    option = '--set-default' if '?' in form else '--set-raw' if ':' in form else '--set'
    return f'{option}={component}={data}'


def pattern(text):
    """Returns trurl's pattern, in which only a "*" at the end is special, as a glob."""
    star = text.endswith('*') and not text.endswith('\\*')
    text = text[:-1] if star else text.replace('\\*', '*')
    return re.sub(r'([\[\]*?\\])', r'\\\1', text) + ('*' if star else '')


class Test:
    def __init__(self, arguments, folder):
        self.edits, self.urls, self.form, self.flags, self.redirect, self.iterate = [], None, None, set(), None, False
        self.guessed, self.raw_space = False, '--accept-space' in arguments
        later = []
        for name, value in parse(arguments):
            if name == '--url':
                self.urls = (self.urls or []) + [value]
            elif name == '--url-file':
                with open(os.path.join(folder, value), encoding='utf-8') as file:
                    lines = [line.strip() for line in file]
                if max(map(len, lines), default=0) > 4094:
                    raise Inexpressible('a limit on the length of lines')
                self.urls = (self.urls or []) + [line for line in lines if line]
            elif name == '--set':
                if self.raw_space and ':=' in value:
                    value = value.partition('=')[0] + '=' + run(['iri2uri', '--repair'], [value.partition('=')[2]])[0]
                self.edits.append(setting(value))
            elif name == '--append':
                self.edits.append('--append=' + value)
            elif name == '--iterate':
                component, _, items = value.partition('=')
                self.iterate = True
                later.append(f'--set={component}=' + ','.join(items.split(' ')))
            elif name in ('--trim', '--qtrim'):
                self.edits.insert(0, '--query-delete=' + pattern(value[6:] if name == '--trim' else value))
            elif name == '--sort-query':
                later.append('--query-sort')
            elif name == '--replace':
                self.edits.append('--query-replace=' + value)
            elif name in ('--replace-append', '--force-replace'):
                self.edits.append('--query-set=' + value)
            elif name == '--query-separator':
                self.edits.append('--separator=' + value)
            elif name == '--get':
                if self.form is not None:
                    raise Inexpressible('a mistake in trurl\'s command line')
                self.form = value
            elif name == '--redirect':
                self.redirect = value
            elif name == '--curl':
                raise Inexpressible('the schemes that libcurl supports')
            else:
                self.flags.add(name)
        self.edits += later

    def lines(self):
        """Returns the URLs that trurl would print."""
        lines = self.urls if self.urls is not None else ['']
        if '' in lines and '--verify' in self.flags:
            lines = lines[:lines.index('')]
        if self.urls is not None:
            lines = [line for line in lines if line]
        edits = list(self.edits)
        if '--no-guess-scheme' in self.flags:
            lines = [line for line in lines if run(['iriparse', '--get=scheme'], [line])[0]]
        elif self.urls is not None:
            # trurl takes "a/b" for a host and a path.
            guess = [re.sub(r'^(?![a-zA-Z0-9+.-]*://)', '//', re.sub(r'^(?=ftp\.)', 'ftp://', u)) for u in lines]
            self.guessed, lines = guess != lines, guess
        if self.guessed:
            edits.append('--set-default=scheme=http')
        lines = run(['iri2uri', '--repair' if '--accept-space' in self.flags else '--lenient', '--host=percent',
                     '--invalid=drop'], lines)
        lines = [line for line in run(['uri2iri', '--decode=all'], lines) if line or self.urls is None]
        if self.redirect is not None:
            lines = [run(['iriresolve', '--base=' + line], [self.redirect])[0] for line in lines]
        if edits:
            lines = run(['iriedit', '--invalid=drop'] + ['--iterate'] * self.iterate + edits, lines)
        lines = run(['iriresolve', '--base=x:'], lines) if not self.urls else lines
        level = ['--level=syntax'] if '--keep-port' in self.flags or self.keeps_port() else []
        lines = run(['irinorm', '--form=uri', '--invalid=drop'] + level, lines)
        # trurl removes empty pairs. --query-delete= would also remove "=value".
        lines = [run(['iriedit', '--set-default=path=/'] +
                     ['--query-delete='] * (not re.search(r'[?&]=', line)), [line])[0] for line in lines]
        if '--as-idn' in self.flags:
            lines = run(['uri2iri', '--host=unicode'], lines)
        elif '--punycode' not in self.flags:
            lines = self.unicode_hosts(lines)
        return lines

    def keeps_port(self):
        return self.form is not None and 'port' in self.form

    def unicode_hosts(self, lines):
        """Restores hosts that the input had in Unicode."""
        if any(re.search('[^ -~]', url) for url in self.urls or []):
            return run(['uri2iri', '--host=unicode'], lines)
        return lines

    def columns(self, name, lines):
        """Returns the values of trurl's {name} for all lines."""
        *words, name = [w for w in name.split(':')] if not re.match(r'.*query(-all)?:', name) else \
            [w for w in re.split(r':(?=.*query)', name, maxsplit=1)]
        raw = '' in words or 'url' in words or '--urlencode' in self.flags
        if name == 'url':
            if 'default' in words:
                ports = run(['iriparse', '--get=default-port'], lines)
                lines = [run(['iriedit', '--set-default=port=' + p], [u])[0] for p, u in zip(ports, lines)]
            return run(['iri2uri', '--host=idna'], lines) if 'puny' in words else lines
        if match := re.match('query(-all)?:(.*)', name):
            key = match[2].replace('%', '%25').replace(',', '%2C').replace('+', '%2B')
            if raw:
                pairs = [json.loads(line)['pairs'] for line in run(['iriparse', '--json', '--get=pairs'], lines)]
                return [' '.join((p['raw'].partition('=') + ('',))[2] for p in ps or [] if p['name'] == match[2])
                        if match[1] else
                        next(((p['raw'].partition('='))[2] for p in ps or [] if p['name'] == match[2]), '')
                        for ps in pairs]
            options = ['--all= '] if match[1] else []
            values = run(['iriparse', '--json', '--get=query:' + key] + options, lines)
            values = [json.loads(line)['query:' + key] for line in values]
            return [' '.join(v) if match[1] else (v or '').replace('\0', '.') for v in values]
        if name not in COMPONENTS:
            raise Inexpressible('there is no component ' + name)
        column = {'user': 'userinfo', 'password': 'userinfo'}.get(name, name) if raw else name
        if name == 'port' and ('default' in words or '--default-port' in self.flags):
            column = 'port_effective'
        host = ['--host=idna'] if 'puny' in words else ['--host=unicode'] if 'idn' in words else []
        values = run(['iriparse', '--get=' + column] + host, lines)
        if raw and name in ('user', 'password'):
            values = [v.partition(':')[0 if name == 'user' else 2] for v in values]
        if not raw and name in ('path', 'query', 'fragment'):
            if name == 'query':
                values = run(['uri2iri', '--text', '--plus', '--all-bytes'], values)
            else:
                values = decoded(values)
            if any('\0' in v for v in values):
                raise Inexpressible('a NUL in a text')
        return values

    def text(self, lines):
        """Returns what trurl prints with --get."""
        escapes = {'\\\\': '\\', '\\t': '\t', '\\n': '\n', '\\r': '\r', '\\{': '{', '\\[': '['}
        token = r'\\[\\tnr{\[]|\{[a-z:_-]*(?:query(?:-all)?:[^}]*)?\}|\[[a-z:_-]*(?:query(?:-all)?:[^\]]*)?\]'
        rows = [''] * len(lines)
        for part in re.split(f'({token})', self.form):
            if part in escapes:
                values = [escapes[part]] * len(lines)
            elif re.fullmatch(token, part):
                values = self.columns(part[1:-1], lines)
            else:
                values = [part] * len(lines)
            rows = [row + value for row, value in zip(rows, values)]
        return ''.join(row + '\n' for row in rows)

    def objects(self, lines):
        """Returns what trurl prints with --json."""
        result = []
        for line in lines:
            found = json.loads(run(['iriparse', '--json', '--get=' + ','.join(COMPONENTS) + ',pairs'], [line])[0])
            pairs = found.pop('pairs')
            if '--urlencode' not in self.flags:
                for name in ('path', 'fragment'):
                    found[name] = found[name] and decoded([found[name]])[0]
                found['query'] = found['query'] and run(['uri2iri', '--text', '--plus', '--all-bytes'],
                                                        [found['query']])[0]
            parts = {name: value for name, value in found.items() if value is not None}
            result.append({'url': line, 'parts': parts})
            if pairs:
                result[-1]['params'] = [{'key': p['name'], 'value': p['value'] or ''} for p in pairs]
        return result

    def output(self):
        lines = self.lines()
        if '--json' in self.flags:
            return self.objects(lines)
        if self.form is not None:
            return self.text(lines)
        return ''.join(line + '\n' for line in lines)


def upper(value):
    """Returns text with hexadecimal digits in upper case."""
    if isinstance(value, str):
        return re.sub('%[0-9a-fA-F]{2}', lambda m: m[0].upper(), value)
    if isinstance(value, list):
        return [upper(v) for v in value]
    return {k: upper(v) for k, v in value.items()} if isinstance(value, dict) else value


def main():
    arguments = [a for a in sys.argv[1:] if a != '--verbose']
    path = os.path.join(arguments[0], 'tests.json') if len(arguments) == 1 else ''
    if not os.path.isfile(path):
        print(__doc__.split(':')[0] + ': skipped, since there is no tests.json')
        return 0
    with open(path, encoding='utf-8') as file:
        tests = json.load(file)
    counts, reasons, differ = {'same': 0, 'hex': 0, 'differs': 0, 'guessed': 0}, {}, []
    for number, test in enumerate(tests):
        words, want = test['input']['arguments'], test['expected']
        try:
            if want['returncode'] and not want['stdout']:
                raise Inexpressible('the messages and exit statuses of trurl')
            run_of = Test(words, arguments[0])
            got = run_of.output()
            if '--json' in words and isinstance(want['stdout'], str):
                want['stdout'] = json.loads(want['stdout'])
            for part, reason in OWN_WAYS:
                if upper(got) != upper(want['stdout']) and part in ' '.join(words):
                    raise Inexpressible('another way: ' + reason)
        except Inexpressible as why:
            reasons.setdefault(str(why), []).append(number)
            continue
        if upper(got) == upper(want['stdout']):
            counts['same' if got == want['stdout'] else 'hex'] += 1
            counts['guessed'] += run_of.guessed
        else:
            counts['differs'] += 1
            differ.append((number, words, want['stdout'], got))
    print(f"{len(tests)} tests: {counts['same']} the same, {counts['hex']} but for the case of hexadecimal digits, "
          f"{counts['differs']} differ, {sum(map(len, reasons.values()))} have a reason why not; in "
          f"{counts['guessed']} of those that agree, a scheme was added that trurl guesses")
    for reason, numbers in sorted(reasons.items()):
        print(f'  {len(numbers)} {reason}: {" ".join(map(str, numbers))}')
    for number, words, want, got in differ:
        print(f'differs: {number}: {words}\n  want {want!r}\n  got  {got!r}')
    return int(counts['differs'] > 0)


if __name__ == '__main__':
    sys.exit(main())
