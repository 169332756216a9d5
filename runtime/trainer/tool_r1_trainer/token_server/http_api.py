"""The HTTP side: routes, JSON, statuses, in the shape of vLLM. An error is `{error: {message, type, code}}`."""

import json
import logging
import secrets
import select
import socket
import time
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tool_r1_trainer.failures import WrongSetup
from tool_r1_trainer.token_server.chat import ChatAnswer
from tool_r1_trainer.token_server.completion_request import RequestRefused
from tool_r1_trainer.token_server.service import AskedCompletions, Service

log = logging.getLogger(__name__)

_MAX_BODY_BYTES = 64 * 1024 * 1024


class TokenHttpServer(ThreadingHTTPServer):
    """Listens at once; raises `WrongSetup` when the port is in use."""

    daemon_threads = True
    request_queue_size = 512

    def __init__(self, host: str, port: int, service: Service) -> None:
        self.service = service
        try:
            super().__init__((host, port), _Handler)
        except OSError as error:
            raise WrongSetup(
                f"Nothing can listen at {host}:{port}: {error.strerror}. Choose another port with --port."
            ) from error

    @property
    def url(self) -> str:
        return f"http://{self.server_address[0]!s}:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    server: TokenHttpServer
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1

    def do_GET(self) -> None:
        routes = {"/health": self.server.service.health, "/v1/models": self.server.service.models}
        route = routes.get(self.path)
        self._answer(lambda: self._not_found() if route is None else route())

    def do_POST(self) -> None:
        service = self.server.service
        routes = {
            "/tokenize": service.tokenize,
            "/v1/load_weights": service.load_weights,
            "/v1/load_lora_adapter": service.load_adapter,
            "/v1/unload_lora_adapter": service.unload_adapter,
        }
        body = self._body()
        if body is None:
            return
        if self.path == "/v1/completions":
            self._answer(lambda: self._complete(body))
        elif self.path == "/v1/chat/completions":
            self._answer(lambda: self._chat(body))
        elif self.path in routes:
            self._answer(lambda: routes[self.path](body))
        else:
            self._answer(self._not_found)

    def _complete(self, body: bytes) -> dict[str, Any]:
        return self._completed(self.server.service.begin_completions(body))

    def _chat(self, body: bytes) -> dict[str, Any] | bytes:
        asked, request = self.server.service.begin_chat(body)
        answer = ChatAnswer(self._completed(asked), asked.request)
        return answer.events() if request.stream else answer.whole()

    def _completed(self, asked: AskedCompletions) -> dict[str, Any]:
        try:
            for sequence in asked.sequences:
                self._wait(sequence.result)
        except BaseException:
            asked.abandon()
            raise
        return asked.answer(f"cmpl-{secrets.token_hex(8)}", int(time.time()))

    def _wait(self, result: "Future[Any]") -> None:
        """Waits for a completion; raises when the client has gone meanwhile."""
        while True:
            try:
                result.result(timeout=0.5)
                return
            except NotYet:
                if self._client_has_gone():
                    raise RequestRefused(499, "The client went away.") from None

    def _client_has_gone(self) -> bool:
        readable, _, _ = select.select([self.connection], [], [], 0)
        return bool(readable) and self.connection.recv(1, socket.MSG_PEEK) == b""

    def _body(self) -> bytes | None:
        length = self.headers.get("content-length", "")
        if not length.isdigit() or int(length) > _MAX_BODY_BYTES:
            self.close_connection = True
            self._send(413 if length.isdigit() else 411, _error(413, "Say the length of the body, at most 64 MiB."))
            return None
        return self.rfile.read(int(length))

    def _answer(self, work: Any) -> None:
        try:
            self._send(200, work())
        except RequestRefused as refused:
            self._send(refused.status, _error(refused.status, str(refused)))
        except WrongSetup as wrong:
            self._send(400, _error(400, str(wrong)))
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True
        except Exception as error:
            log.exception("%s failed", self.path)
            self._send(500, _error(500, f"{type(error).__name__}: {error}"))

    def _not_found(self) -> dict[str, Any]:
        raise RequestRefused(404, f"There is no {self.path} here.")

    def _send(self, status: int, answer: dict[str, Any] | bytes) -> None:
        """JSON, or server-sent events as they are."""
        is_events = isinstance(answer, bytes)
        text = answer if isinstance(answer, bytes) else json.dumps(answer, allow_nan=False).encode()
        self.send_response(status)
        self.send_header("content-type", "text/event-stream" if is_events else "application/json")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)
        self.wfile.flush()

    def log_message(self, format: str, *args: Any) -> None:
        log.debug(format, *args)


def _error(status: int, message: str) -> dict[str, Any]:
    kind = "NotFoundError" if status == 404 else "BadRequestError" if status < 500 else "InternalServerError"
    return {"error": {"message": message, "type": kind, "code": status}}
