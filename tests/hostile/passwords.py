# SPDX-License-Identifier: ISC
# passwords.py SEED COUNT IRISHOW: the law that irishow prints no password. Makes links, each with a password of random
# letters and digits in an authority, in all places and encodings that irishow knows; runs irishow with each format; and
# searches the output for the password, as it stands and in each encoding. Prints the links that break the law.
import base64
import random
import re
import string
import subprocess
import sys

seed, count, tool = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
rng = random.Random(seed)
pick = rng.choice

def as_octets(text, chars=None):
    return "".join("%%%02X" % ord(c) if (chars is None or c in chars) and ord(c) < 128 else c for c in text)

def encoded(text):
    return pick([
        lambda t: as_octets(t, ":/?#@%&= \t\"<>"),
        lambda t: as_octets(as_octets(t, ":/?#@%&="), "%"),
        lambda t: as_octets(t),
        lambda t: as_octets(t, ":@"),
        lambda t: base64.b64encode(t.encode()).decode(),
        lambda t: base64.urlsafe_b64encode(t.encode()).decode().rstrip("="),
        lambda t: as_octets(base64.b64encode(t.encode()).decode(), "+/="),
        lambda t: t,
    ])(text)

def authority(password):
    user = pick(["u", "", "bob", "paypal.com", "a%40b", "u%3Fx", "\u00FC", "u%20x"])
    password = pick(["", "", "", "x", "x:", "%2F", "%2541", "\u00E9", "!", "\\", "%E2%80%AE", "x@", "80\\"]) + password
    password += pick(["", "", "", "%20", "%2541", "$", "\\", "\u202E", "%C0%AF", "@x", "."])
    if not rng.randrange(6):
        password = "".join(as_octets(c) if rng.randrange(2) else c for c in password if c not in "@\\")
    colon = pick([":", ":", ":", "%3A", "%253a"])
    sign = pick(["@", "@", "@", "@", "\\@", "%40", "@@"])
    return user + colon + password + sign + pick(["h.com", "h.com", "127.1", "x.\u00FC.com", "xn--a.com", "[::1]", "h"])

def web(password):
    start = pick(["http://", "https://", "http:", "https:/", "//", "\\\\", "/\\", "http:\\\\", "ssh://", "x://",
                  "HTTP://", "h\ttp://", "http:/\t/", "///", "http:////", "ftp://", "file://", "ht%74p://", "ws:",
                  "http%3A//", "javascript://", "http://evil.com\\", "http://a.com/go/ssh://", "//evil.com/\\",
                  "http://a.com?//", "www.a.com//"])
    return start + authority(password) + pick(["", "/", "/p", "?q", "#f", ":80/", "\\x", "/ b", "/%zz", "/\u202Eb"])

def wrapped(link, depth):
    if not depth:
        return link
    inner = wrapped(link, depth - 1)
    quoted = encoded(inner)
    return pick([
        lambda: "http://a.com/?u=" + quoted,
        lambda: "http://a.com/?a=b&u=" + quoted + "&c=d",
        lambda: "http://a.com/#" + quoted,
        lambda: "http://a.com/?" + quoted,
        lambda: "http://a.com/" + inner,
        lambda: "/x?u=" + quoted,
        lambda: "http:\\\\a.com\\?u=" + quoted,
        lambda: "https:/a.com/?u=" + quoted,
        lambda: "http://a%20b/?u=" + quoted,
        lambda: "http://a.com/?u=" + encoded("see " + inner + " now"),
        lambda: "data:text/html;base64," + base64.b64encode(('<a href="%s">' % inner).encode()).decode(),
        lambda: "data:text/html,<a href='" + inner + "'>",
        lambda: "data:," + quoted,
        lambda: "javascript:open('" + inner + "')",
        lambda: "mailto:x@y.com?body=" + quoted,
    ])()

def forms(text):
    """Returns the text and all that its encodings give, up to seven of them deep."""
    seen, todo = {text}, [text]
    for _ in range(7):
        found = []
        for one in todo:
            found.append(re.sub("(?:%[0-9A-Fa-f]{2})+",
                                lambda m: bytes.fromhex(m[0].replace("%", "")).decode("latin-1"), one))
            for run in re.findall(r"[A-Za-z0-9+/_-]{12,}", one):
                run = run.replace("-", "+").replace("_", "/")
                for skip in range(4):
                    part = run[skip:]
                    part = part[:len(part) // 4 * 4]
                    found.append(base64.b64decode(part).decode("latin-1"))
        todo = [one for one in set(found) - seen if len(one) >= 12][:200]
        seen.update(todo)
    return seen

bad = 0
links = []
for _ in range(count):
    password = "".join(pick(string.ascii_letters + string.digits) for _ in range(13))
    # Where a browser takes a part of the password for the host, irishow shows it, in lower case: there the link goes.
    password += pick(string.ascii_uppercase)
    links.append((password, wrapped(web(password), rng.randrange(4))))
data = "\0".join(link for _, link in links) + "\0"
for options in ([], ["--full"], ["--defang"], ["--color=always", "--full"], ["--json"]):
    run = subprocess.run([tool, "-z", *options], input=data.encode(), capture_output=True)
    output = run.stdout.decode()
    output = re.sub(r"\033\[[0-9;]*m", "", output)
    if "--json" in options:
        blocks = output.split("\n")[:-1]
    else:
        blocks = [re.sub(r"\n {8}(\| |  )", "", block) for block in output.split("\n\n")]
    if len(blocks) != len(links):
        sys.exit("%d links, %d blocks" % (len(links), len(blocks)))
    for (password, link), block in zip(links, blocks):
        # "--defang" writes brackets
        plain = block.replace("[.]", ".").replace("[:]", ":")
        if any(password in form for form in forms(plain)):
            bad += 1
            if bad <= 25:
                print(options, ascii(link), block, "", sep="\n")
print("%d links, %d leaks" % (count, bad))
sys.exit(bad > 0)
