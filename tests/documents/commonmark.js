// SPDX-License-Identifier: ISC
// Second parser for documents.py: reads Markdown with commonmark.js. Each line of standard input is a document, as a
// JSON string. Prints a line for each: its tree in XML, as a JSON string.
'use strict';
const commonmark = require('commonmark');
const lines = require('readline').createInterface({ input: process.stdin });

lines.on('line', (line) => {
  const tree = new commonmark.Parser().parse(JSON.parse(line));
  process.stdout.write(JSON.stringify(new commonmark.XmlRenderer().render(tree)) + '\n');
});
