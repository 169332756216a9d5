"""Takes new weights on a machine that samples for a run that trains elsewhere, and says how its servers are.

    python -m tool_r1_trainer.policy_receiver --folder FOLDER --host ADDRESS --port N

Every request but `GET /health` carries the key of the run, which is in the environment, and is a sign of life: the
supervisor here ends everything when there is none for long. The machines need no folder in common.

    GET    /v1/state                  how the supervisor of FOLDER is
    PUT    /v1/policies/NAME/FILE     one file of new weights
    POST   /v1/policies/NAME          all files are there: answers the folder that they lie in from now on
    DELETE /v1/policies/NAME          nobody needs these weights any more
    POST   /v1/end                    nobody needs these servers any more
"""

import argparse
import hashlib
import hmac
import json
import os
import re
import shutil
import signal
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tool_r1_trainer.failures import TrainerFailure, WrongSetup

KEY_VARIABLE = "TOOL_R1_SAMPLER_KEY"
_NAME = re.compile(r"[A-Za-z0-9_][\w.-]{0,199}")
_PIECE_BYTES = 1 << 20


class Refused(Exception):
    """A request that cannot be done, with its status and a sentence."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class SamplerFolder:
    """What the receiver reads and writes in the folder of the sampler."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._policies = path / "policy"

    def note_call(self) -> None:
        """The supervisor looks when this file was written last."""
        (self._path / "called").write_text("")

    def state(self) -> dict[str, Any]:
        """What the supervisor says of itself and of the server that samples."""
        status = json.loads((self._path / "status.json").read_text("utf-8"))
        restarts = {process["name"]: process["restarts"] for process in status["processes"]}
        said = {name: status[name] for name in ("state", "activity", "problem", "supervisorPid")}
        return {**said, "tokenRestarts": restarts.get("tokens", 0)}

    def ask_to_end(self) -> None:
        (self._path / "stop").write_text("now", "utf-8")

    def open_file(self, policy: str, name: str) -> Path:
        """Where a file of unfinished weights is written."""
        folder = self._unfinished(policy)
        folder.mkdir(parents=True, exist_ok=True)
        return folder / name

    def finish(self, policy: str, files: list[str]) -> Path:
        """Puts weights in their place, whole. Raises `Refused` when a file is missing."""
        unfinished, folder = self._unfinished(policy), self._policies / policy
        missing = [name for name in files if not (unfinished / name).is_file()]
        if missing or not files:
            raise Refused(409, f"{policy} is not whole: {', '.join(missing) or 'it has no file'}. Send it again.")
        for old in unfinished.iterdir():
            if old.name not in files:
                old.unlink()
        shutil.rmtree(folder, ignore_errors=True)
        unfinished.rename(folder)
        return folder

    def drop(self, policy: str) -> None:
        for folder in (self._policies / policy, self._unfinished(policy)):
            shutil.rmtree(folder, ignore_errors=True)

    def _unfinished(self, policy: str) -> Path:
        return self._policies / f".{policy}"


class ReceiverServer(ThreadingHTTPServer):
    """Listens at once; raises `WrongSetup` when it cannot."""

    daemon_threads = True

    def __init__(self, host: str, port: int, folder: SamplerFolder, key: str) -> None:
        if key == "":
            raise WrongSetup(f"{KEY_VARIABLE} is not set. tool-r1 train sets it on both machines.")
        self.folder = folder
        self.key = key
        try:
            super().__init__((host, port), _Handler)
        except OSError as error:
            raise WrongSetup(f"Nothing can listen at {host}:{port}: {error.strerror}.") from error


class _Handler(BaseHTTPRequestHandler):
    server: ReceiverServer
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        if self.path == "/health":
            self._send(200, {"status": "ok"})
        else:
            self._answer({"/v1/state": self.server.folder.state})

    def do_POST(self) -> None:
        policy = self.path.removeprefix("/v1/policies/")
        self._answer({"/v1/end": self._end, f"/v1/policies/{policy}": lambda: self._finish(policy)})

    def do_PUT(self) -> None:
        policy, _, name = self.path.removeprefix("/v1/policies/").partition("/")
        self._answer({f"/v1/policies/{policy}/{name}": lambda: self._take(policy, name)})

    def do_DELETE(self) -> None:
        policy = self.path.removeprefix("/v1/policies/")
        self._answer({f"/v1/policies/{policy}": lambda: self._drop(policy)})

    def _end(self) -> dict[str, Any]:
        self.server.folder.ask_to_end()
        return {}

    def _take(self, policy: str, name: str) -> dict[str, Any]:
        """Raises `Refused` when other bytes came than were sent."""
        file = self.server.folder.open_file(_named(policy), _named(name))
        left, digest = self._length(), hashlib.sha256()
        with file.open("wb") as written:
            while left > 0:
                piece = self.rfile.read(min(left, _PIECE_BYTES))
                if not piece:
                    break
                written.write(piece)
                digest.update(piece)
                left -= len(piece)
        if left > 0 or digest.hexdigest() != self.headers.get("x-sha256"):
            file.unlink()
            raise Refused(400, f"{name} of {policy} arrived torn. Send it again.")
        return {}

    def _finish(self, policy: str) -> dict[str, Any]:
        files = json.loads(self.rfile.read(self._length()))["files"]
        return {"path": str(self.server.folder.finish(_named(policy), [_named(name) for name in files]))}

    def _drop(self, policy: str) -> dict[str, Any]:
        self.server.folder.drop(_named(policy))
        return {}

    def _length(self) -> int:
        return int(self.headers.get("content-length", "0"))

    def _answer(self, routes: dict[str, Any]) -> None:
        try:
            if not self._has_key():
                raise Refused(401, "The key is that of another run.")
            self.server.folder.note_call()
            work = routes.get(self.path)
            if work is None:
                raise Refused(404, f"There is no {self.path} here.")
            self._send(200, work())
        except Refused as refused:
            self._refuse(refused.status, str(refused))
        except (OSError, ValueError, KeyError, TypeError) as error:
            self._refuse(500, f"{type(error).__name__}: {error}")

    def _has_key(self) -> bool:
        given = self.headers.get("authorization", "")
        return hmac.compare_digest(given.encode(), f"Bearer {self.server.key}".encode())

    def _refuse(self, status: int, message: str) -> None:
        """A body that was not read would be taken for the next request."""
        self.close_connection = True
        self._send(status, {"error": message})

    def _send(self, status: int, answer: dict[str, Any]) -> None:
        text = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, format: str, *args: Any) -> None:
        """A line each 5 s would tell nothing."""


def _named(name: str) -> str:
    """Raises `Refused` for a name that leads out of the folder."""
    if _NAME.fullmatch(name) is None:
        raise Refused(400, "Names have letters, digits, dots, dashes and underscores.")
    return name


def main(arguments: list[str]) -> int:
    """Exit code 0 when it was stopped; see failures.py for the others."""
    parser = argparse.ArgumentParser(prog="python -m tool_r1_trainer.policy_receiver", description=__doc__)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--host", required=True)
    parser.add_argument("--port", type=int, required=True)
    options = parser.parse_args(arguments)
    try:
        folder = SamplerFolder(options.folder.resolve())
        server = ReceiverServer(options.host, options.port, folder, os.environ.get(KEY_VARIABLE, ""))
    except TrainerFailure as failure:
        print(failure, file=sys.stderr, flush=True)
        return failure.exit_code
    _run_until_stopped(server)
    return 0


def _run_until_stopped(server: ReceiverServer) -> None:
    stopped = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopped.set())
    threading.Thread(target=server.serve_forever, daemon=True).start()
    stopped.wait()
    server.shutdown()
    server.server_close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
