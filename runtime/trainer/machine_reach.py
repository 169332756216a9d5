"""Whether one machine reaches another, found out by a call between the two before a run depends on it.

    machine_reach.py wait WORD [ADDRESS]        on the one that is called: prints port and addresses, answers a call
    machine_reach.py call WORD PORT ADDRESS...  on the other: prints the first address at which the right one answers

Both print one JSON object a line. WORD is long and used once: whoever else listens at an address does not know it.
Needs Python 3.9 and nothing else, and leaves nothing.
"""

from __future__ import annotations

import fcntl
import hmac
import json
import socket
import struct
import sys
import time
from typing import Any

WAIT_SECONDS = 60.0
CALL_SECONDS = 3.0
SIOCGIFADDR = 0x8915
"""https://man7.org/linux/man-pages/man7/netdevice.7.html"""


def devices() -> dict[str, str]:
    """Names of network devices by their IPv4 address, without loopback. Known on Linux only."""
    found: dict[str, str] = {}
    if not sys.platform.startswith("linux"):
        return found
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(asking.fileno(), SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
            except OSError:
                continue
            found[socket.inet_ntoa(answer[20:24])] = name
    return {address: name for address, name in found.items() if not address.startswith("127.")}


def say(facts: dict[str, Any]) -> None:
    """One line, at once."""
    print(json.dumps(facts), flush=True)


def wait(word: str, address: str) -> int:
    """Answers calls until one knows the word. Code 1 when there was none in time, or when the address is another's."""
    own = devices()
    try:
        server = socket.create_server((address, 0))
    except OSError as error:
        say({"problem": error.strerror, "addresses": own})
        return 1
    say({"port": server.getsockname()[1], "addresses": own})
    until = time.monotonic() + WAIT_SECONDS
    while (left := until - time.monotonic()) > 0:
        server.settimeout(left)
        try:
            connection, _ = server.accept()
            if answered(connection, word):
                return 0
        except OSError:
            continue
    return 1


def answered(connection: socket.socket, word: str) -> bool:
    """True for a caller that knows the word; it is told the word backwards."""
    with connection:
        connection.settimeout(CALL_SECONDS)
        if not hmac.compare_digest(read(connection, len(word)), word.encode()):
            return False
        connection.sendall(word[::-1].encode())
        return True


def read(connection: socket.socket, length: int) -> bytes:
    """So many bytes, or fewer where the other side ends before."""
    text = b""
    while len(text) < length and (piece := connection.recv(length - len(text))):
        text += piece
    return text


def call(word: str, port: int, addresses: list[str]) -> int:
    """Tries the addresses in turn. Code 1 when nobody who knows the word answers at any of them."""
    problems = {}
    for address in addresses:
        try:
            with socket.create_connection((address, port), timeout=CALL_SECONDS) as connection:
                connection.sendall(word.encode())
                if read(connection, len(word)) == word[::-1].encode():
                    own = connection.getsockname()[0]
                    say({"address": address, "from": own, "device": devices().get(own)})
                    return 0
                problems[address] = "another machine answers there"
        except OSError as error:
            problems[address] = error.strerror or str(error)
    say({"problems": problems})
    return 1


if __name__ == "__main__":
    what, given, *rest = sys.argv[1:]
    sys.exit(wait(given, rest[0] if rest else "") if what == "wait" else call(given, int(rest[0]), rest[1:]))
