#!/usr/bin/python3
# SPDX-License-Identifier: CC0-1.0
"""python-rdflib.py OPERATION: the operations of the Python package rdflib, line by line, for run.py."""
import logging
import sys

from rdflib import URIRef
from rdflib.term import _is_valid_uri


def resolve(line):
    base, reference = line.split('\t')
    return str(URIRef(reference, base=base))


OPERATIONS = {
    # The check of the package before it writes an IRI
    'valid': lambda line: 'valid' if _is_valid_uri(line) else '',
    'resolve': resolve,
}
logging.disable()  # it warns about each text that is not valid
sys.stdin.reconfigure(encoding='utf-8', newline='\n')
sys.stdout.reconfigure(encoding='utf-8', newline='\n')
OPERATION = OPERATIONS[sys.argv[1]]
for text in sys.stdin:
    try:
        print(OPERATION(text.rstrip('\n')))
    except ValueError:
        print()
