#!/usr/bin/python3
# SPDX-License-Identifier: CC0-1.0
"""python-rfc3987.py OPERATION: the operations of the Python package rfc3987, line by line, for run.py."""
import re
import sys

import rfc3987


def split(line):
    parts = rfc3987.parse(line, rule='IRI_reference')
    userinfo = host = port = None
    if parts['authority'] is not None:
        # The package does not split authorities.
        userinfo, host, port = re.fullmatch(r'(?:(.*)@)?(.*?)(?::([0-9]*))?', parts['authority']).groups()
    values = [parts['scheme'], userinfo, host, port, parts['path'], parts['query'], parts['fragment']]
    return '\t'.join('^' if value is None else value for value in values)


OPERATIONS = {
    'valid': lambda line: 'valid' if rfc3987.match(line, 'IRI_reference') else '',
    'resolve': lambda line: rfc3987.resolve(*line.split('\t'), strict=True),
    'split': split,
}
sys.stdin.reconfigure(encoding='utf-8', newline='\n')
sys.stdout.reconfigure(encoding='utf-8', newline='\n')
OPERATION = OPERATIONS[sys.argv[1]]
for text in sys.stdin:
    try:
        print(OPERATION(text.rstrip('\n')))
    except (ValueError, KeyError, AttributeError):
        print()
