#!/usr/bin/python3
# SPDX-License-Identifier: CC0-1.0
"""python-rfc3986.py OPERATION: the operations of the Python package rfc3986, line by line, for run.py."""
import sys

import rfc3986
from rfc3986 import iri_reference, uri_reference


def authority(reference):
    parts = reference.authority_info()
    return parts['userinfo'], parts['host'], parts['port']


def split(line):
    reference = iri_reference(line)
    parts = authority(uri_reference(line)) if reference.authority is not None else (None, None, None)
    values = [reference.scheme, *parts, reference.path or '', reference.query, reference.fragment]
    return '\t'.join('^' if value is None else value for value in values)


def resolve(line):
    base, reference = line.split('\t')
    return uri_reference(reference).resolve_with(base, strict=True).unsplit()


OPERATIONS = {
    'uri': lambda line: iri_reference(line).encode().unsplit(),
    'valid': lambda line: 'valid' if rfc3986.is_valid_uri(iri_reference(line).encode().unsplit()) else '',
    'normalize': lambda line: uri_reference(line).normalize().unsplit(),
    'compare': lambda line: 'equivalent' if uri_reference(line.split('\t')[0]) == line.split('\t')[1] else 'different',
    'resolve': resolve,
    'split': split,
}
sys.stdin.reconfigure(encoding='utf-8', newline='\n')
sys.stdout.reconfigure(encoding='utf-8', newline='\n')
OPERATION = OPERATIONS[sys.argv[1]]
for text in sys.stdin:
    try:
        print(OPERATION(text.rstrip('\n')))
    except (rfc3986.exceptions.RFC3986Exception, ValueError, TypeError, AttributeError):
        print()
