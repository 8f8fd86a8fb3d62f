# SPDX-License-Identifier: ISC
"""terminal.py COLUMNS COMMAND...: runs the command with a terminal of so many columns as its standard output or, if the
variable streams says so, standard error (streams="stdout stderr": both). Prints what the command writes to it, and
exits with its status. The other streams stay as they are."""
import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
import tty

reader, terminal = pty.openpty()
tty.setraw(terminal)  # a line feed stays one
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0))
streams = {name: terminal for name in os.environ.get("streams", "stdout").split()}
process = subprocess.Popen(sys.argv[2:], **streams)
os.close(terminal)
while True:
    try:
        data = os.read(reader, 65536)
    except OSError:  # the end, on Linux
        data = b""
    if not data:
        break
    sys.stdout.buffer.write(data)
sys.exit(process.wait())
