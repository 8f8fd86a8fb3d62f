#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""schema.py SCHEMA: checks each line of standard input, a JSON text in ASCII, against a JSON Schema (draft 2020-12).

Prints a message for each fault, and exits with 1 if there was one. Knows the keywords in CHECKS and STRUCTURE, and $ref
into the same file; others end the program, so that no keyword goes unchecked. A line without text is a fault, and so is
input without lines.
"""
import json
import re
import sys

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "null": type(None)}


def is_type(value, name):
    """Whether a value has the type with this name. For Python, True is an integer; not so for JSON."""
    return isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


def listed(names):
    """Returns a list of types, which may be a single one."""
    return names if isinstance(names, list) else [names]


def matches(value, pattern):
    """Whether a pattern is found in a value. For Python, "$" is also before a line feed at the end; not so here."""
    return bool(re.search(re.sub(r"\$$", r"\\Z", pattern), value))


# For each keyword: whether a value is as the keyword's argument says. Most are only about values of some types.
CHECKS = {
    "type": lambda value, names: any(is_type(value, name) for name in listed(names)),
    "const": lambda value, other: type(value) is type(other) and value == other,
    "enum": lambda value, values: value in values,
    "minimum": lambda value, least: not is_type(value, "integer") or value >= least,
    "maximum": lambda value, most: not is_type(value, "integer") or value <= most,
    "minItems": lambda value, least: not isinstance(value, list) or len(value) >= least,
    "maxItems": lambda value, most: not isinstance(value, list) or len(value) <= most,
    "pattern": lambda value, text: not isinstance(value, str) or matches(value, text),
}
STRUCTURE = {"properties", "required", "additionalProperties", "items", "$ref", "$defs", "$schema", "title",
             "description"}


def faults(value, schema, root, place="$"):
    """Yields a message for each fault of a value."""
    unknown = set(schema) - set(CHECKS) - STRUCTURE
    if unknown or schema.get("additionalProperties", False) is not False:
        sys.exit(f"schema.py: cannot check {unknown or 'additionalProperties'}")
    if "$ref" in schema:
        target = root
        for key in schema["$ref"].split("/")[1:]:
            target = target[key]
        yield from faults(value, target, root, place)
    for keyword, check in CHECKS.items():
        if keyword in schema and not check(value, schema[keyword]):
            yield f"{place}: {json.dumps(value)[:80]} against {keyword} {json.dumps(schema[keyword])}"
    if isinstance(value, dict):
        for key in schema.get("required", []):
            if key not in value:
                yield f"{place}: the key {json.dumps(key)} is missing"
        for key, member in value.items():
            if key in schema.get("properties", {}):
                yield from faults(member, schema["properties"][key], root, f"{place}.{key}")
            elif "additionalProperties" in schema:
                yield f"{place}: the key {json.dumps(key)} is not allowed"
    if isinstance(value, list) and "items" in schema:
        for number, item in enumerate(value):
            yield from faults(item, schema["items"], root, f"{place}[{number}]")


def unique(pairs):
    """Makes an object of a list of keys and values; refuses keys that are there twice."""
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key is there twice")
    return dict(pairs)


def main():
    """Checks standard input."""
    with open(sys.argv[1], encoding="ascii") as file:
        schema = json.load(file)
    number, bad = 0, False
    for number, line in enumerate(sys.stdin.buffer, 1):
        try:
            found = list(faults(json.loads(line.decode("ascii"), object_pairs_hook=unique), schema, schema))
        except ValueError as error:
            found = [str(error)]
        for message in found:
            print(f"line {number}: {message}")
            bad = True
    if not number:
        print("there is no line")
    sys.exit(bad or not number)


if __name__ == "__main__":
    main()
