#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""Runs the rows of one operation on an implementation: a command that reads lines and writes a line for each.

run.py [OPTION...] FILE OPERATION COMMAND [ARGUMENT...]

FILE is the JSON document of the vectors. The command gets one input per line in UTF-8, and prints the result of each on
a line of its own, or an empty line if the input is invalid. By operation, the line of input and the result are:

  uri        an IRI reference                        the URI reference that it is mapped to
  iri        a URI reference                         the IRI reference that it is converted to
  normalize  an IRI reference                        its normal form
  compare    two references, separated by a tab      "equivalent" or "different"
  resolve    a base and a reference, with a tab      the target
  split      an IRI reference                        scheme, userinfo, host, port, path, query and fragment, separated
                                                     by tabs, with "^" for an absent component
  valid      an IRI reference                        anything but an empty line if it is valid

The rows of "valid" are those of "uri" that are demanded; only "valid" demands that invalid input is rejected. For "uri"
and "iri", hexadecimal digits of percent-encoded octets can have any case (RFC 3987, sections 3.1 and 3.2.1).

Prints "N passed, N failed, N skipped" for each level. Rows whose input is not one line of UTF-8, or begins with U+FEFF,
are skipped. The exit status is 0 if no row failed, 1 if a row failed, and 2 if the command ended with a status above 1
or did not answer each line.
"""
import argparse
import collections
import json
import re
import subprocess
import sys

COMPONENTS = ['scheme', 'userinfo', 'host', 'port', 'path', 'query', 'fragment']
OPERATIONS = ['uri', 'iri', 'normalize', 'compare', 'resolve', 'split', 'valid']
LEVELS = ['must', 'should', 'choice']


def input_line(row):
    """Returns the line of input for a row, or None if it cannot be one line of UTF-8."""
    line = row['input']
    if row['operation'] == 'resolve':
        line = None if isinstance(line, dict) or isinstance(row['base'], dict) else row['base'] + '\t' + line
    tabs = {'resolve': 1, 'compare': 1}.get(row['operation'], 0)
    one = isinstance(line, str) and line.count('\t') == tabs and not any(c in line for c in '\n\r\0')
    return line if one and line[:1] != '\ufeff' else None


def wanted(row):
    """Returns the line that the command should print for a row."""
    if not row['valid']:
        return ''
    if row['operation'] == 'compare':
        return 'equivalent' if row['equivalent'] else 'different'
    if row['operation'] == 'split':
        return '\t'.join('^' if row['components'][c] is None else row['components'][c] for c in COMPONENTS)
    return row['output']


def passes(got, row, operation):
    """Whether the line that the command printed is right."""
    if operation == 'valid':
        return bool(got) == row['valid']
    pair = [got, wanted(row)]
    if operation in ('uri', 'iri') and isinstance(pair[1], str):
        pair = [re.sub('%[0-9A-Fa-f]{2}', lambda octet: octet[0].upper(), line) for line in pair]
    return pair[0] == pair[1]


def level(row, operation):
    """Returns the level of a row. Only "valid" demands that invalid input is rejected."""
    return 'should' if row['level'] == 'must' and not row['valid'] and operation != 'valid' else row['level']


def chosen(path, operation, levels):
    """Returns the rows of an operation with these levels, with the line of input of each, from the file."""
    with open(path, encoding='utf-8') as file:
        rows = [row for row in json.load(file)['rows']
                if row.get('operation') == ('uri' if operation == 'valid' else operation) and
                level(row, operation) in (['must'] if operation == 'valid' else levels)]
    return [(row, input_line(row)) for row in rows]


def answers(command, text, seconds):
    """Returns the lines that the command prints for the text. Raises ValueError if it fails."""
    done = subprocess.run(command, input=text.encode('utf-8'), stdout=subprocess.PIPE, timeout=seconds, check=False)
    if done.returncode not in (0, 1):
        raise ValueError(f'the command ended with status {done.returncode}')
    return done.stdout.decode('utf-8', 'replace').replace('\r\n', '\n').split('\n')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     usage='run.py [OPTION...] FILE OPERATION COMMAND [ARGUMENT...]')
    parser.add_argument('--level', default='must', help='run rows of these levels, default "must": ' + ','.join(LEVELS))
    parser.add_argument('--failures', action='store_true', help='print the rows that failed')
    parser.add_argument('--timeout', type=float, default=600, help='give up after this many seconds; default: 600')
    parser.add_argument('file')
    parser.add_argument('operation', choices=OPERATIONS)
    parser.add_argument('command', nargs=argparse.REMAINDER)
    args = parser.parse_args()
    levels = args.level.split(',')
    if not args.command or not set(levels) <= set(LEVELS):
        parser.error('no command' if not args.command else '--level takes ' + ','.join(LEVELS))
    try:
        rows = chosen(args.file, args.operation, levels)
        lines = [line for _, line in rows if line is not None]
        printed = answers(args.command, ''.join(line + '\n' for line in lines), args.timeout)
    except (KeyError, TypeError, json.JSONDecodeError, UnicodeDecodeError):
        parser.error(f'{args.file}: this is not the JSON document of the vectors')
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        parser.error(str(error))
    if printed[-1] == '':
        printed.pop()
    if len(printed) != len(lines):
        parser.error(f'the command printed {len(printed)} lines for {len(lines)} lines of input')
    counts = collections.defaultdict(collections.Counter)
    got = iter(printed)
    for row, line in rows:
        name = level(row, args.operation)
        answer = next(got) if line is not None else None
        result = 'skipped' if line is None else 'passed' if passes(answer, row, args.operation) else 'failed'
        counts[name][result] += 1
        if result == 'failed' and args.failures:
            print(f'{row["id"]} ({name}; {row["source"]}): {ascii(line)}: want {ascii(wanted(row))}, '
                  f'got {ascii(answer)}')
    for name, count in sorted(counts.items()):
        print(f'{name}: {count["passed"]} passed, {count["failed"]} failed, {count["skipped"]} skipped')
    sys.exit(any(count['failed'] for count in counts.values()))


main()
