"""Length-prefixed JSON over standard input and output: four bytes little endian, then the text."""

import json
import os


def read_frame():
    """The next message, or None at the end of the input."""
    head = _read_exactly(4)
    if head is None:
        return None
    return json.loads(_read_exactly(int.from_bytes(head, "little")))


def write_frame(message):
    body = json.dumps(message).encode()
    data = len(body).to_bytes(4, "little") + body
    while data:
        data = data[os.write(1, data) :]


def _read_exactly(size):
    parts = []
    while size > 0:
        part = os.read(0, size)
        if not part:
            return None
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
