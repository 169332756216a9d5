"""The rollout server over HTTP: typed calls, patience while it starts, and an error that says what to do."""

import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from pydantic import ValidationError

from tool_r1_trainer.failures import ContractBroken, ServerGone
from tool_r1_trainer.wire import (
    AbortRequest,
    Batch,
    BatchAccepted,
    BatchProgress,
    BatchRequest,
    CheckpointRequest,
    Hello,
    Message,
    PolicyBegin,
    PolicyEnd,
    RestoreRequest,
    StepReport,
    StopFlag,
    Welcome,
    WireFault,
)

Answer = TypeVar("Answer", bound=Message)

_POLL_SECONDS = 2
"""A server answers after so long with how far it is."""
_CALL_SECONDS = 300
_BATCH_TRIES = 2


@dataclass(frozen=True)
class Reply:
    """Status and body of an HTTP answer."""

    status: int
    body: bytes


def call(url: str, body: Message | dict[str, object] | None, timeout: float = _CALL_SECONDS) -> Reply:
    """POSTs JSON, or GETs where there is no body. Raises OSError when nobody answers."""
    data = None if body is None else _encode(body)
    request = urllib.request.Request(url, data, {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            return Reply(answer.status, answer.read())
    except urllib.error.HTTPError as error:
        return Reply(error.code, error.read())
    except http.client.HTTPException as error:
        raise OSError(f"{type(error).__name__}: {error}") from error


def _encode(body: Message | dict[str, object]) -> bytes:
    return body.model_dump_json().encode() if isinstance(body, Message) else json.dumps(body).encode()


class PatientCaller:
    """Calls a server again for `patience` seconds while nobody answers, as while it is started anew."""

    def __init__(
        self,
        what: str,
        patience: float = 60,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._what = what
        self._patience = patience
        self._now = now
        self._sleep = sleep

    def call(self, url: str, body: Message | dict[str, object] | None, timeout: float = _CALL_SECONDS) -> Reply:
        """Raises `ServerGone` when the patience is over."""
        give_up = self._now() + self._patience
        while True:
            try:
                return call(url, body, timeout)
            except OSError as error:
                if self._now() >= give_up:
                    raise ServerGone(
                        f"The {self._what} at {url} does not answer ({error}). "
                        "Look into its log, and resume the run: it goes on from the newest checkpoint."
                    ) from error
                self._sleep(0.5)


class RolloutServer:
    """Every call carries the id of the run; a server of another run refuses it, which ends the trainer."""

    def __init__(self, base_url: str, run_id: str, caller: PatientCaller | None = None) -> None:
        self.run_id = run_id
        self._base_url = base_url.rstrip("/")
        self._caller = caller or PatientCaller("rollout server")

    def hello(self, message: Hello) -> Welcome:
        return self._post("/v1/hello", message, Welcome)

    def restore(self, step: int, folder: str | None) -> None:
        self._post("/v1/restore", RestoreRequest(run_id=self.run_id, step=step, dir=folder), None)

    def begin_policy(self, version: int) -> None:
        self._post("/v1/policy/begin", PolicyBegin(run_id=self.run_id, version=version), None)

    def end_policy(self, version: int, model: str, base_urls: list[str]) -> None:
        message = PolicyEnd(run_id=self.run_id, version=version, model=model, base_urls=base_urls)
        self._post("/v1/policy/end", message, None)

    def batch(self, request: BatchRequest, on_progress: Callable[[BatchProgress], None]) -> Batch:
        """Waits for the whole batch. One that failed is asked for once more: the server forgets failed ones."""
        for attempt in range(_BATCH_TRIES):
            accepted = self._post("/v1/batches", request, BatchAccepted)
            reply = self._wait(accepted.batch_id, on_progress)
            if reply.status == 200:
                return _read(Batch, reply, "/v1/batches")
            if reply.status < 500 or attempt + 1 == _BATCH_TRIES:
                raise _refusal("/v1/batches", reply)
        raise AssertionError("unreachable")

    def report_step(self, step: int, metrics: dict[str, float | None]) -> bool:
        """True when somebody asked the run to stop."""
        report = StepReport(run_id=self.run_id, step=step, metrics=metrics)
        return self._post("/v1/steps", report, StopFlag).stop

    def save_state(self, step: int, folder: str) -> None:
        self._post("/v1/checkpoints", CheckpointRequest(run_id=self.run_id, step=step, dir=folder), None)

    def abort(self, reason: str) -> None:
        """Tells the server that nobody waits any more. A server that is gone needs no telling."""
        try:
            call(f"{self._base_url}/v1/abort", AbortRequest(run_id=self.run_id, reason=reason), timeout=5)
        except OSError:
            return

    def _wait(self, batch_id: str, on_progress: Callable[[BatchProgress], None]) -> Reply:
        url = f"{self._base_url}/v1/batches/{batch_id}?waitS={_POLL_SECONDS}&runId={self.run_id}"
        while (reply := self._caller.call(url, None, timeout=_POLL_SECONDS + 60)).status == 202:
            on_progress(_read(BatchProgress, reply, "/v1/batches"))
        return reply

    def _post(self, path: str, body: Message, schema: type[Answer] | None) -> Answer:
        reply = self._caller.call(self._base_url + path, body)
        if not 200 <= reply.status < 300:
            raise _refusal(path, reply)
        return _read(schema, reply, path) if schema is not None else None  # type: ignore[return-value]


def _read(schema: type[Answer], reply: Reply, path: str) -> Answer:
    try:
        return schema.model_validate_json(reply.body)
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(str(part) for part in fault["loc"])
        raise ContractBroken(
            f"The rollout server's answer to {path} is not as agreed: {where}: {fault['msg']}. "
            "Use a rollout server of the same version of Tool-R1."
        ) from None


def _refusal(path: str, reply: Reply) -> ContractBroken:
    try:
        fault = WireFault.model_validate_json(reply.body)
    except ValidationError:
        fault = WireFault(error=reply.body.decode(errors="replace")[:500])
    rollout = f" (rollout {fault.trajectory_id})" if fault.trajectory_id else ""
    return ContractBroken(f"The rollout server refused {path} with status {reply.status}{rollout}: {fault.error}")
