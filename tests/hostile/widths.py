# SPDX-License-Identifier: ISC
# widths.py SEED COUNT IRISHOW: the law that no link can imitate a row of irishow. Makes links of characters whose width
# is not the same everywhere, or that fill rows. Checks that no row is wider than the screen, by the widths of glibc, of
# utf8proc, and of terminals that show ambiguous characters (UAX #11) in two columns; and that each row begins well.
import ctypes
import ctypes.util
import functools
import os
import random
import re
import subprocess
import sys
import unicodedata

seed, count, tool = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
rng = random.Random(seed)
pick = rng.choice

libc = ctypes.CDLL(None)
libc.setlocale.restype = ctypes.c_char_p
known = libc.setlocale(0, b"C.UTF-8") and hasattr(libc, "wcwidth")
name = ctypes.util.find_library("utf8proc")
utf8proc = ctypes.CDLL(name) if name else None

@functools.lru_cache(None)
def widest(c):
    """Returns the width of a character for the terminal that takes most columns."""
    widths = [0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "AWF" else 1]
    if known:
        widths.append(libc.wcwidth(ord(c)))
    if utf8proc:
        widths.append(utf8proc.utf8proc_charwidth(ord(c)))
    return max(widths)

texts = ["\u4DC0", "\u00E9", "\u0430", "\u0301", "\u4E00", "\U0001F600", "\u05D0", "\u0627", "\u2026", "\u00B7",
         "\u0E01", "\u1100", "\uA9C1", "\u202E", "\u2800", "\u3000", "\uFDFD", "a", " ", "%20", ".", "/", "&x=",
         "%E4%B7%80", "goes to:  paypal.com", "\U0001F1E6", "\u200D", "\uFE0F", "<U+", "\t", "\x1B[2J", "| ", "\x85"]

def link():
    start = pick(["http://a.com/", "http://a.com/?q=", "http://a.com/#", "http://u", "http://", "data:,", "javascript:",
                  "", "mailto:", "//", "http://a.com/?u=http://b.com/"])
    text = "".join(pick(texts) * pick([1, 1, 2, 30, 33, 60, 70, 140]) for _ in range(rng.randrange(1, 6)))
    return start + text + pick(["", "@b.com/", ".com/", "goes to:  paypal.com"])

terminal = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools", "terminal.py")

labels = "goes to|warning|reads|content|carries|host|user|password|port|path|query|fragment|also|link"
row = re.compile(r"(?:%s): +\S| {8}\| | {10}\S|$" % labels)
data = "\0".join(link() for _ in range(count)).encode() + b"\0"
bad = 0
for columns in (0, 20, 40, 80, 132):
    for options in ([], ["--full"], ["--defang"], ["--color=always"]):
        command = ([sys.executable, terminal, str(columns)] if columns else []) + [tool, "-z", *options]
        output = subprocess.run(command, input=data, capture_output=True).stdout.decode()
        for line in re.sub(r"\033\[[0-9;]*m", "", output).split("\n"):
            width = sum(map(widest, line))
            if width > (columns or 80) or not row.match(line):
                bad += 1
                if bad < 20:
                    print(columns, options, width, ascii(line))
print("%d rows are wrong" % bad)
sys.exit(bad > 0)
