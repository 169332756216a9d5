"""Answers on a machine, over one pipe, what the other end asks about files, programs and ports there.

Sent through ssh and run by the Python of the machine (3.9 or newer, standard library): nothing of it is written to
disk, and it ends with the connection, together with the programs that it started. The form of the messages is that of
frames.ts; what is asked and answered, that of agentMessages.ts. A reply ends a request; `event` messages come
before it. Knows nothing of runs.
"""

from __future__ import annotations

import errno
import getpass
import glob
import hashlib
import json
import os
import platform
import queue
import shutil
import signal
import socket
import stat
import struct
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

# Length of what follows, id, flags, length of the JSON part; the rest is bytes.
HEAD = struct.Struct(">IIBI")
COMPRESSED = 1
MOST_FRAME_BYTES = 64 * 1024 * 1024
MOST_FILE_BYTES = 1024 * 1024
BLOCK_BYTES = 64 * 1024
# What may be under way to the other end of a tunnel.
TUNNEL_BYTES = 256 * 1024
# The other end says something at least once a minute; after so long without a word it is gone.
SILENCE_SECONDS = 300
GRACE_SECONDS = 3
KINDS = {
    errno.ENOENT: "no-file",
    errno.ENOTDIR: "no-file",
    errno.ENOSPC: "disk-full",
    errno.EDQUOT: "disk-full",
    errno.EACCES: "denied",
    errno.EPERM: "denied",
    errno.EROFS: "denied",
}

Fields = dict[str, Any]
RUNNING: set[Running] = set()
LEAVING = threading.Lock()


class Refused(Exception):
    """What was asked for is not done; the message says why."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class Pipe:
    """Messages in and out. Writing is safe from any thread; a pipe that is closed ends the program."""

    def __init__(self, source: BinaryIO, target: BinaryIO) -> None:
        self._source = source
        self._target = target
        self._lock = threading.Lock()

    def read(self) -> tuple[int, Fields, bytes] | None:
        """The next message; None when the other end is gone."""
        start = self._source.read(HEAD.size)
        if len(start) < HEAD.size:
            return None
        length, number, flags, json_length = HEAD.unpack(start)
        if length > MOST_FRAME_BYTES:
            return None
        rest = self._source.read(length)
        if len(rest) < length:
            return None
        if flags & COMPRESSED:
            rest = zlib.decompress(rest)
        fields: Fields = json.loads(rest[:json_length])
        return number, fields, rest[json_length:]

    def write(self, number: int, fields: Fields, body: bytes = b"") -> None:
        text = json.dumps(fields, separators=(",", ":")).encode()
        rest, flags = packed(text + body)
        with self._lock:
            try:
                self._target.write(HEAD.pack(len(rest), number, flags, len(text)) + rest)
                self._target.flush()
            except OSError:
                leave()


def packed(content: bytes) -> tuple[bytes, int]:
    """Compressed where a sample says that it is worth it."""
    sample = content[:4096]
    if len(content) < 256 or len(zlib.compress(sample, 1)) > 0.9 * len(sample):
        return content, 0
    return zlib.compress(content, 6 if len(content) < 4096 else 1), COMPRESSED


# ---------------------------------------------------------------- files


def hello(_: Fields) -> tuple[Fields, bytes]:
    """Who answers, and the folder of everything, which is made and tried."""
    home = Path("~").expanduser()
    folder = home / ".tool-r1"
    folder.mkdir(mode=0o700, exist_ok=True)
    probe = folder / f".probe-{os.getpid()}"
    try:
        probe.write_bytes(b"x")
    finally:
        probe.unlink(missing_ok=True)
    version = ".".join(str(part) for part in sys.version_info[:3])
    return {
        "host": socket.gethostname(),
        "user": getpass.getuser(),
        "home": str(home),
        "folder": str(folder),
        "python": {"path": sys.executable, "version": version},
        "system": platform.system(),
        "architecture": platform.machine(),
    }, b""


def stamp_of(facts: os.stat_result) -> str:
    """Changes when the file does."""
    return f"{facts.st_mtime_ns:x}-{facts.st_size:x}-{facts.st_ino:x}"


def look(asked: Fields) -> tuple[Fields, bytes]:
    """Folders, small files, what grew, and which processes live, in one answer."""
    grown = [growth(one) for one in asked["followed"]]
    return {
        "entries": {path: entries(path) for path in asked["folders"]},
        "files": small_files(asked["files"]),
        "growth": [fields for fields, _ in grown],
        "alive": {str(pid): is_alive(pid) for pid in asked["pids"]},
        "now": time.time() * 1000,
    }, b"".join(content for _, content in grown)


def entries(path: str) -> list[Fields] | None:
    """What lies in a folder; None when it is not there."""
    try:
        with os.scandir(path) as found:
            return [entry_of(one) for one in found]
    except (FileNotFoundError, NotADirectoryError):
        return None


def entry_of(entry: os.DirEntry[str]) -> Fields:
    """One of a folder, as what its link points to."""
    try:
        facts = entry.stat()
    except OSError:
        return {"name": entry.name, "kind": "other", "bytes": 0, "changedAt": 0}
    kind = "folder" if stat.S_ISDIR(facts.st_mode) else "file" if stat.S_ISREG(facts.st_mode) else "other"
    return {"name": entry.name, "kind": kind, "bytes": facts.st_size, "changedAt": facts.st_mtime * 1000}


def small_files(asked: list[Fields]) -> list[Fields]:
    """Those that changed. A file that is named and matches a pattern too is looked at once, with its own stamp."""
    known = {one["path"]: one["stamp"] for one in asked if "*" not in one["path"]}
    paths = dict.fromkeys(known)
    for one in asked:
        if "*" in one["path"]:
            pattern = "*".join(glob.escape(part) for part in one["path"].split("*"))
            paths.update(dict.fromkeys(sorted(glob.glob(pattern))))  # noqa: PTH207 - the pattern is absolute
    read = (small_file(path, known.get(path)) for path in paths)
    return [one for one in read if one is not None]


def small_file(path: str, stamp: str | None) -> Fields | None:
    """The text of a file; None when it did not change, is too large or is not there."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - its facts are those of what is read
            facts = os.fstat(file.fileno())
            if stamp_of(facts) == stamp or facts.st_size > MOST_FILE_BYTES or not stat.S_ISREG(facts.st_mode):
                return None
            text = file.read(MOST_FILE_BYTES).decode("utf-8", "replace")
            return {"path": path, "stamp": stamp_of(facts), "text": text}
    except OSError:
        return None


def growth(asked: Fields) -> tuple[Fields, bytes]:
    """What was appended to a file since a byte."""
    path, start, limit = asked["path"], asked["from"], asked["limit"]
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - its facts are those of what is read
            facts = os.fstat(file.fileno())
            if facts.st_size < start:
                start = 0
            if asked["tailOnly"] and facts.st_size - start > limit:
                start = line_start(file, facts.st_size - limit)
            file.seek(start)
            content = file.read(min(limit, max(0, facts.st_size - start)))
            generation = f"{facts.st_dev:x}:{facts.st_ino:x}"
            size = facts.st_size
    except (FileNotFoundError, NotADirectoryError):
        return {"path": path, "from": 0, "length": 0, "size": None, "generation": ""}, b""
    fields = {"path": path, "from": start, "length": len(content), "size": size, "generation": generation}
    return fields, content


def line_start(file: BinaryIO, place: int) -> int:
    """Where the first whole line at or after a place begins; the place itself in a line without an end."""
    file.seek(place - 1)
    skipped = file.readline(MOST_FILE_BYTES)
    return place - 1 + len(skipped) if skipped.endswith(b"\n") else place


def is_alive(pid: int) -> bool:
    """Whether a process lives, whoever it belongs to."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    with suppress(OSError):
        # One that has ended and was not waited for is dead all the same.
        return Path(f"/proc/{pid}/stat").read_text("latin-1").rsplit(")", 1)[1].split()[0] not in "ZX"
    return True


def read(asked: Fields) -> tuple[Fields, bytes]:
    """A piece of a file."""
    with open(asked["path"], "rb") as file:  # noqa: PTH123 - read from the middle
        file.seek(asked["from"])
        return {}, file.read(min(asked["length"], MOST_FRAME_BYTES // 2))


def describe(asked: Fields) -> tuple[Fields, bytes]:
    """Size and state of a file."""
    facts = Path(asked["path"]).stat()
    if stat.S_ISDIR(facts.st_mode):
        raise Refused("no-file", f"{asked['path']} is a folder, not a file.")
    return {"size": facts.st_size, "stamp": stamp_of(facts)}, b""


def checksum(asked: Fields) -> tuple[Fields, bytes]:
    """SHA-256 of the first `length` bytes."""
    digest = hashlib.sha256()
    with open(asked["path"], "rb") as file:  # noqa: PTH123 - read in blocks
        add_to(digest, file, asked["length"])
    return {"sha256": digest.hexdigest()}, b""


def add_to(digest: Any, file: BinaryIO, length: int) -> None:
    """Takes so many bytes into a checksum, as far as there are any."""
    while length > 0:
        block = file.read(min(length, MOST_FILE_BYTES))
        if not block:
            return
        digest.update(block)
        length -= len(block)


def remove(asked: Fields) -> tuple[Fields, bytes]:
    """Deletes below the folder of everything and in run folders, nowhere else."""
    path = Path(asked["path"])
    real = Path(os.path.realpath(path.parent)) / path.name
    own = Path(os.path.realpath(Path("~").expanduser() / ".tool-r1"))
    in_run = any((folder / "run.json").is_file() for folder in (real, *real.parents))
    if path.name in ("", "..") or not (own in real.parents or in_run):
        raise Refused("denied", f"{path} is not deleted: it lies neither below {own} nor in the folder of a run.")
    if real.is_dir() and not real.is_symlink():
        shutil.rmtree(real)
    else:
        real.unlink(missing_ok=True)
    return {}, b""


class Upload:
    """A file that arrives: its blocks are written in their order, beside the place where it will be."""

    def __init__(self, agent: Agent, asked: Fields) -> None:
        self.path = Path(asked["path"])
        self.sha256: str = asked["sha256"]
        self.size: int = asked["size"]
        self.mode: int = asked["mode"]
        self.part = self.path.with_name(f".{self.path.name}.{self.sha256[:16]}.part")
        self.blocks: queue.SimpleQueue[tuple[int, bytes | None]] = queue.SimpleQueue()
        self._agent = agent
        self._digest = hashlib.sha256()

    def is_there(self) -> bool:
        """Whether the file has this content already."""
        with suppress(OSError):
            if self.path.stat().st_size != self.size:
                return False
            if checksum({"path": self.path, "length": self.size})[0]["sha256"] == self.sha256:
                self.path.chmod(self.mode)
                return True
        return False

    def open(self) -> int:
        """Bytes that are there from an earlier attempt."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._file = os.fdopen(os.open(self.part, os.O_RDWR | os.O_CREAT, 0o600), "r+b")
        have = os.fstat(self._file.fileno()).st_size
        if have > self.size:
            self._file.truncate(0)
            have = 0
        free = shutil.disk_usage(self.path.parent).free
        if free < self.size - have:
            raise Refused("disk-full", f"{self.path} needs {self.size - have} more bytes, and {free} are free.")
        add_to(self._digest, self._file, have)
        threading.Thread(target=self._write, daemon=True).start()
        return have

    def _write(self) -> None:
        while True:
            number, block = self.blocks.get()
            self._agent.answer(number, self._take, block)
            if block is None:
                return

    def _take(self, block: bytes | None) -> tuple[Fields, bytes]:
        if block is None:
            return self._finish()
        self._file.write(block)
        self._digest.update(block)
        return {}, b""

    def _finish(self) -> tuple[Fields, bytes]:
        with self._file:
            self._file.flush()
            os.fsync(self._file.fileno())
        if self._digest.hexdigest() != self.sha256:
            self.part.unlink(missing_ok=True)
            return {"whole": False}, b""
        try:
            self.part.chmod(self.mode)
            self.part.replace(self.path)
        except FileNotFoundError:
            # Somebody else who brought the same content was first.
            return {"whole": self.is_there()}, b""
        return {"whole": True}, b""


# ---------------------------------------------------------------- programs and ports


class Running:
    """A program that was started from afar. It ends when it is called off and when the connection ends."""

    def __init__(self, agent: Agent, number: int, asked: Fields, given: bytes) -> None:
        self._agent = agent
        self._number = number
        self._given = given
        self._process = subprocess.Popen(
            asked["argv"],
            cwd=asked.get("cwd") or Path("~").expanduser(),
            env={**os.environ, **asked.get("env", {})},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )

    def follow(self) -> tuple[Fields, bytes]:
        """Passes its output on until it ends."""
        pipes = {"stdout": self._process.stdout, "stderr": self._process.stderr}
        readers = [threading.Thread(target=self._pass_on, args=one, daemon=True) for one in pipes.items()]
        for thread in (*readers, threading.Thread(target=self._give, daemon=True)):
            thread.start()
        code = self._process.wait()
        RUNNING.discard(self)
        for thread in readers:
            # Something that it left behind may hold its output open for as long as it lives.
            thread.join(timeout=2)
        return {"code": code if code >= 0 else None, "signal": -code if code < 0 else None}, b""

    def end(self, number: int) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)

    def call_off(self) -> None:
        self.end(signal.SIGTERM)
        threading.Timer(GRACE_SECONDS, self.end, [signal.SIGKILL]).start()

    def _pass_on(self, name: str, pipe: BinaryIO) -> None:
        while block := os.read(pipe.fileno(), BLOCK_BYTES):
            self._agent.pipe.write(self._number, {"event": name}, block)

    def _give(self) -> None:
        target = self._process.stdin
        with suppress(OSError):
            if target is not None:
                target.write(self._given)
                target.close()


class Tunnel:
    """A connection to a port of this machine whose bytes go both ways over the pipe."""

    def __init__(self, agent: Agent, number: int, port: int) -> None:
        self._agent = agent
        self._number = number
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self._socket.settimeout(None)
        self._to_socket: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._room = threading.Semaphore(TUNNEL_BYTES // BLOCK_BYTES)

    def follow(self) -> tuple[Fields, bytes]:
        self._agent.pipe.write(self._number, {"event": "open"})
        writer = threading.Thread(target=self._write, daemon=True)
        writer.start()
        with suppress(OSError):
            while block := self._socket.recv(BLOCK_BYTES):
                self._agent.pipe.write(self._number, {"event": "data"}, block)
                self._room.acquire()
        self._agent.pipe.write(self._number, {"event": "end"})
        writer.join()
        self._socket.close()
        return {}, b""

    def give(self, block: bytes | None) -> None:
        """Bytes for the port; None after the last."""
        self._to_socket.put(block)

    def took(self) -> None:
        """The other end took a block."""
        self._room.release()

    def call_off(self) -> None:
        self._room.release()
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._to_socket.put(None)

    def _write(self) -> None:
        with suppress(OSError):
            while (block := self._to_socket.get()) is not None:
                self._socket.sendall(block)
                self._agent.pipe.write(self._number, {"event": "took"})
            self._socket.shutdown(socket.SHUT_WR)


# ---------------------------------------------------------------- the agent

QUICK: dict[str, Callable[[Fields], tuple[Fields, bytes]]] = {
    "hello": hello,
    "look": look,
    "read": read,
    "describe": describe,
    "checksum": checksum,
    "remove": remove,
}


class Agent:
    """Reads what is asked, and answers each from a thread of its own."""

    def __init__(self, pipe: Pipe) -> None:
        self.pipe = pipe
        self._uploads: dict[int, Upload] = {}
        self._running: dict[int, Running] = {}
        self._tunnels: dict[int, Tunnel] = {}
        self._called_off: set[int] = set()
        self._heard = time.monotonic()

    def serve(self) -> None:
        threading.Thread(target=self._watch, daemon=True).start()
        while (message := self.pipe.read()) is not None:
            self._heard = time.monotonic()
            number, asked, body = message
            if not self._pass_on(asked, number, body):
                threading.Thread(target=self.answer, args=(number, self._do, number, asked, body), daemon=True).start()
        leave()

    def answer(self, number: int, work: Callable[..., tuple[Fields, bytes]], *args: Any) -> None:
        """Does it and sends what came of it."""
        try:
            fields, body = work(*args)
            self.pipe.write(number, {"ok": True, **fields}, body)
        except Refused as error:
            self.pipe.write(number, {"ok": False, "kind": error.kind, "message": str(error)})
        except OSError as error:
            kind = KINDS.get(error.errno or 0, "broken")
            self.pipe.write(number, {"ok": False, "kind": kind, "message": str(error)})
        except Exception as error:
            # What breaks one answer does not break the others.
            self.pipe.write(number, {"ok": False, "kind": "broken", "message": f"{type(error).__name__}: {error}"})

    def _pass_on(self, asked: Fields, number: int, body: bytes) -> bool:
        """What must stay in order, or be done at once, is handed on by the thread that reads."""
        name, of = asked["do"], asked.get("of", 0)
        if name == "ping":
            self.pipe.write(number, {"ok": True})
        elif name in ("put-block", "put-end"):
            if (upload := self._uploads.get(of)) is None:
                self.pipe.write(number, {"ok": False, "kind": "broken", "message": "This file is not being sent."})
            else:
                upload.blocks.put((number, body if name == "put-block" else None))
            if name == "put-end":
                self._uploads.pop(of, None)
        elif name == "call-off":
            self._called_off.add(of)
            for one in (self._running.get(of), self._tunnels.get(of)):
                if one is not None:
                    one.call_off()
        elif name in ("tunnel-data", "tunnel-end", "tunnel-took"):
            self._steer(name, self._tunnels.get(of), body)
        else:
            return False
        return True

    def _steer(self, name: str, tunnel: Tunnel | None, body: bytes) -> None:
        if tunnel is not None and name == "tunnel-took":
            tunnel.took()
        elif tunnel is not None:
            tunnel.give(body if name == "tunnel-data" else None)

    def _do(self, number: int, asked: Fields, body: bytes) -> tuple[Fields, bytes]:
        name = asked["do"]
        if name in QUICK:
            return QUICK[name](asked)
        if name == "put-open":
            return self._open_upload(number, asked)
        if name == "run":
            running = Running(self, number, asked, body)
            RUNNING.add(running)
            return self._keep(self._running, number, running)
        if name == "tunnel":
            return self._keep(self._tunnels, number, Tunnel(self, number, asked["port"]))
        raise Refused("broken", f"Nobody here knows how to {name}.")

    def _open_upload(self, number: int, asked: Fields) -> tuple[Fields, bytes]:
        upload = Upload(self, asked)
        if upload.is_there():
            return {"have": upload.size, "whole": True}, b""
        have = upload.open()
        self._uploads[number] = upload
        return {"have": have, "whole": False}, b""

    def _keep(self, kept: dict[int, Any], number: int, one: Any) -> tuple[Fields, bytes]:
        kept[number] = one
        if number in self._called_off:
            one.call_off()
        try:
            fields: tuple[Fields, bytes] = one.follow()
            return fields
        finally:
            kept.pop(number, None)
            self._called_off.discard(number)

    def _watch(self) -> None:
        while time.monotonic() - self._heard < SILENCE_SECONDS:
            time.sleep(5)
        leave()


def leave() -> None:
    """Ends with all that was started from afar, whatever the other threads do."""
    with LEAVING:
        for running in list(RUNNING):
            running.end(signal.SIGTERM)
        until = time.monotonic() + GRACE_SECONDS
        while RUNNING and time.monotonic() < until:
            time.sleep(0.05)
        for running in list(RUNNING):
            running.end(signal.SIGKILL)
        os._exit(0)


if __name__ == "__main__":
    Agent(Pipe(sys.stdin.buffer, sys.stdout.buffer)).serve()
