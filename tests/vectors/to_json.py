#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""to_json.py VERSION FOLDER: prints the tables of test vectors in the folder as one JSON document. README there
describes it, and schema.json is its schema."""
import base64
import json
import pathlib
import re
import sys

# Which operation a tool does with these options, and no others. {0} is the argument of an option.
OPERATIONS = {
    'iri2uri': 'uri', 'uri2iri': 'iri', 'irinorm': 'normalize', 'iricmp': 'compare', 'iriresolve -b {0}': 'resolve',
    'iriparse': 'split', 'iriparse --absent={0}': 'split',
}
LICENCE = ('CC0-1.0, except rows whose source begins with "CommonMark" or "GFM" (CC-BY-SA-4.0), "WPT" (BSD-3-Clause, '
           'copyright web-platform-tests contributors) or "UTS #58, line" (Unicode-3.0, copyright Unicode, Inc.)')
ESCAPE = re.compile(rb'\\(?:x([0-9A-Fa-f]{1,2})|0([0-7]{1,3})|(.))')
LETTERS = {b'n': b'\n', b't': b'\t', b'r': b'\r', b'f': b'\f', b'v': b'\v', b'a': b'\a', b'b': b'\b', b'\\': b'\\'}


def unescape(text):
    """Returns the bytes of a text with the escapes of printf's %b."""
    def one(match):
        if match[1]:
            return bytes([int(match[1], 16)])
        if match[2]:
            return bytes([int(match[2], 8) & 255])
        return LETTERS.get(match[3], match[0])
    return ESCAPE.sub(one, text)


def encode(value):
    """Returns bytes as a string if they are UTF-8, else as an object with the member "base64"."""
    try:
        return value.decode('utf-8')
    except UnicodeDecodeError:
        return {'base64': base64.b64encode(value).decode('ascii')}


def operation(tool, options):
    """Returns the operation that the tool does with these options, and the argument; or None."""
    for pattern, name in OPERATIONS.items():
        match = re.fullmatch(re.escape(pattern).replace(r'\{0\}', r'(\S*)'), ' '.join([tool, *map(str, options)]))
        if match:
            return name, match.groups()
    return None, ()


def number(cell):
    """Returns the number of a place, or None for "-", a link without a place."""
    return None if cell == b'-' else int(cell)


def split_row(line, absent):
    """Returns a row of iriparse as an object: null for an absent component, which `absent` stands for."""
    names = ['scheme', 'userinfo', 'host', 'port', 'path', 'query', 'fragment']
    return {n: None if v == absent and n != 'path' else v for n, v in zip(names, line.split('\t'))}


def convert(tool, columns, row):
    """Returns members for a row of a table. columns: its names; both without id, source and level"""
    result = {}
    values = {name: unescape(value) for name, value in zip(columns, row)}
    options = [encode(unescape(option)) for option in row[0].split()] if 'options' in columns else []
    if 'kind' in columns:
        links = row[2:]
        values = {'document': values['document']}
        result['links'] = [
            {'kind': links[i].decode(), 'offset': number(links[i + 1]), 'length': number(links[i + 2]),
             'reference': encode(unescape(links[i + 3]))} for i in range(0, len(links), 4)]
    name, arguments = operation(tool, options) if 'status' in columns else (None, ())
    if name:
        result['operation'] = name
    if name == 'resolve':
        result['base'] = arguments[0]
    result['options'] = options
    for column, value in values.items():
        if column in ('status', 'column'):
            result[column] = int(value)
        elif column != 'options':
            result[column] = encode(value)
    if 'status' in columns:
        result['valid'] = result['status'] == 0 or (tool == 'iricmp' and result.get('output', '') != '')
    if name == 'split' and result['valid']:
        result['components'] = split_row(result['output'], arguments[0] if arguments else '')
    if name == 'compare' and result['valid']:
        result['equivalent'] = result['status'] == 0
    return result


def main(version, folder):
    rows = []
    for path in sorted(pathlib.Path(folder).glob('*.tsv')):
        lines = path.read_bytes().split(b'\n')
        columns = lines[0][2:].decode().split('\t')
        assert columns[0] == 'id' and columns[-2:] == ['source', 'level'], path
        for line in lines[1:]:
            if line and not line.startswith(b'#'):
                name, *row, source, level = line.split(b'\t')
                result = {'id': path.stem + '/' + name.decode(), 'tool': path.stem.split('-')[0]}
                result.update(convert(result['tool'], columns[1:-2], row))
                result.update(source=source.decode(), level=level.decode())
                rows.append(result)
    document = {'name': 'IRI toolkit test vectors', 'version': version, 'licence': LICENCE, 'rows': rows}
    json.dump(document, sys.stdout, ensure_ascii=False, indent=0)
    print()


main(*sys.argv[1:])
