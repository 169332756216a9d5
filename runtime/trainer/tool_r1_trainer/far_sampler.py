"""Weights on their way to another machine that samples: sent to its receiver, loaded from the folder that it says."""

import hashlib
import http.client
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tool_r1_trainer.failures import ContractBroken, ServerGone

_CALL_SECONDS = 300
_PIECE_BYTES = 1 << 20


class FarSampler:
    """The receiver of the machine that samples. Calls it again for `patience` seconds while nobody answers."""

    def __init__(
        self,
        host: str,
        port: int,
        key: str,
        patience: float = 60,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._host = host
        self._port = port
        self._key = key
        self._patience = patience
        self._now = now
        self._sleep = sleep

    def send(self, name: str, folder: Path) -> str:
        """Gives the folder there. Raises `ServerGone`, and `ContractBroken` with what the receiver said."""
        files = sorted(file for file in folder.iterdir() if file.is_file())
        for file in files:
            self._call("PUT", f"/v1/policies/{name}/{file.name}", file)
        listed = json.dumps({"files": [file.name for file in files]}).encode()
        return str(self._call("POST", f"/v1/policies/{name}", listed)["path"])

    def drop(self, name: str) -> None:
        """Deletes weights that nobody needs any more."""
        self._call("DELETE", f"/v1/policies/{name}", b"")

    def _call(self, method: str, path: str, body: bytes | Path) -> dict[str, Any]:
        give_up = self._now() + self._patience
        while True:
            try:
                return self._call_once(method, path, body)
            except (OSError, http.client.HTTPException) as error:
                if self._now() >= give_up:
                    raise ServerGone(
                        f"The receiver at {self._host}:{self._port} does not answer ({error}). "
                        "Look after the machine that samples, and resume the run."
                    ) from error
                self._sleep(0.5)

    def _call_once(self, method: str, path: str, body: bytes | Path) -> dict[str, Any]:
        connection = http.client.HTTPConnection(self._host, self._port, timeout=_CALL_SECONDS)
        try:
            if isinstance(body, Path):
                self._send_file(connection, method, path, body)
            else:
                connection.request(method, path, body, self._headers())
            reply = connection.getresponse()
            answer: dict[str, Any] = json.loads(reply.read())
        finally:
            connection.close()
        if reply.status != 200:
            raise ContractBroken(f"The receiver refused {path} with status {reply.status}: {answer.get('error')}")
        return answer

    def _send_file(self, connection: http.client.HTTPConnection, method: str, path: str, file: Path) -> None:
        checks = {"x-sha256": _sha256(file), "content-length": str(file.stat().st_size)}
        with file.open("rb") as content:
            connection.request(method, path, content, {**self._headers(), **checks})

    def _headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self._key}"}


def _sha256(file: Path) -> str:
    digest = hashlib.sha256()
    with file.open("rb") as content:
        while piece := content.read(_PIECE_BYTES):
            digest.update(piece)
    return digest.hexdigest()
