"""Calls to a rollout server that answers badly. What it answers well, the real one shows in test_pipeline.py."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tool_r1_trainer.failures import ContractBroken, ServerGone
from tool_r1_trainer.runtime_client import PatientCaller, RolloutServer
from tool_r1_trainer.wire import BatchProgress, BatchRequest

EMPTY = {
    "step": 3,
    "groups": [],
    "finished": False,
    "stop": False,
    "counters": {
        **dict.fromkeys(
            [
                *("zeroVariance", "allCorrect", "allWrong", "mixed", "allCorrectSkipped", "probed", "failedProbes"),
                *("refilled", "outsideWindow", "droppedStale", "unscored", "generatedTokens", "updatedTokens"),
            ],
            0,
        ),
        "statuses": {"ok": 2},
        "rolloutSeconds": 1.5,
        "freshReward": None,
        "freshPassRate": None,
    },
}
REQUEST = BatchRequest(run_id="run-1", step=3, policy_version=3, groups=2, update_size=4, seed=7)


def ignore(_: BatchProgress) -> None:
    """For who does not want to know how far a batch is."""


class Answers:
    """An HTTP server with a list of answers, and what it was asked."""

    def __init__(self) -> None:
        self.queue: list[tuple[int, Any]] = []
        self.asked: list[tuple[str, Any]] = []
        answers = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.reply(None)

            def do_POST(self) -> None:
                self.reply(json.loads(self.rfile.read(int(self.headers["content-length"]))))

            def reply(self, body: Any) -> None:
                answers.asked.append((self.path, body))
                status, answer = answers.queue.pop(0)
                self.send_response(status)
                self.end_headers()
                self.wfile.write(answer if isinstance(answer, bytes) else json.dumps(answer).encode())

            def log_message(self, format: str, *args: Any) -> None:
                return

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.http.serve_forever, args=(0.02,), daemon=True).start()


@pytest.fixture
def answers() -> Iterator[Answers]:
    server = Answers()
    yield server
    server.http.shutdown()
    server.http.server_close()


def client(answers: Answers) -> RolloutServer:
    return RolloutServer(f"http://127.0.0.1:{answers.http.server_address[1]}/", "run-1")


def test_waits_for_a_batch_and_speaks_camel_case(answers: Answers) -> None:
    early, late = ({"done": done, "total": 8, "phase": "sampling"} for done in (1, 5))
    answers.queue = [(202, {"batchId": "b-3"}), (202, early), (202, late), (200, EMPTY)]
    heard: list[BatchProgress] = []
    batch = client(answers).batch(REQUEST, heard.append)
    assert [(progress.done, progress.total) for progress in heard] == [(1, 8), (5, 8)]
    assert batch.counters.rollout_seconds == 1.5
    assert answers.asked[0] == (
        "/v1/batches",
        {"runId": "run-1", "step": 3, "policyVersion": 3, "groups": 2, "updateSize": 4, "seed": 7},
    )
    assert [path for path, _ in answers.asked[1:]] == ["/v1/batches/b-3?waitS=2&runId=run-1"] * 3


def test_a_batch_that_failed_is_asked_for_once_more(answers: Answers) -> None:
    broken = (502, {"error": "the sandbox broke", "trajectoryId": "sum-1.0"})
    accepted = (202, {"batchId": "b-3"})
    answers.queue = [accepted, broken, accepted, (200, EMPTY)]
    assert client(answers).batch(REQUEST, ignore).step == 3
    answers.queue = [accepted, broken, accepted, broken]
    with pytest.raises(ContractBroken, match=r"status 502 \(rollout sum-1\.0\): the sandbox broke"):
        client(answers).batch(REQUEST, ignore)


def test_the_server_of_another_run_ends_the_trainer(answers: Answers) -> None:
    answers.queue = [(409, {"error": "This server serves run-2."})]
    with pytest.raises(ContractBroken, match=r"refused /v1/policy/begin with status 409: This server serves run-2"):
        client(answers).begin_policy(1)


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ({"stop": "no"}, "stop: Input should be a valid boolean"),
        ({}, "stop: Field required"),
        (b"<html>", "Invalid JSON"),
    ],
)
def test_an_answer_of_another_shape_is_named(answers: Answers, body: Any, fault: str) -> None:
    answers.queue = [(200, body)]
    with pytest.raises(ContractBroken, match=fault):
        client(answers).report_step(1, {"policy/loss": 0.5, "policy/kl": None})


def test_log_probabilities_that_are_no_numbers_are_refused(answers: Answers) -> None:
    group = {"taskId": "t", "nGenerated": 1, "passRate": 0.0, "mean": 0.0, "zeroVariance": False}
    row = {"id": "r", "fresh": True, "policyVersion": 3, "promptIds": [1], "completionIds": [2], "mask": [1]}
    rest = {"advantage": 0.0, "reward": {"parts": [], "total": 0.0}, "truncated": False}
    broken = {**EMPTY, "groups": [{**group, "trajectories": [{**row, **rest, "logProbs": [None]}]}]}
    answers.queue = [(202, {"batchId": "b"}), (200, broken)]
    with pytest.raises(ContractBroken, match=r"groups\.0\.trajectories\.0\.logProbs\.0"):
        client(answers).batch(REQUEST, ignore)


def test_a_server_that_starts_late_is_waited_for(answers: Answers) -> None:
    """It gets its port while the caller sleeps for the first time."""
    host, port = "127.0.0.1", answers.http.server_address[1]
    answers.http.shutdown()
    answers.http.server_close()
    late: list[ThreadingHTTPServer] = []

    def sleep(_seconds: float) -> None:
        late.append(ThreadingHTTPServer((host, port), answers.http.RequestHandlerClass))
        threading.Thread(target=late[0].serve_forever, args=(0.02,), daemon=True).start()

    answers.queue = [(200, {"stop": True})]
    caller = PatientCaller("rollout server", patience=10, now=lambda: 0.0, sleep=sleep)
    assert RolloutServer(f"http://{host}:{port}", "run-1", caller).report_step(1, {}) is True
    assert len(late) == 1
    late[0].shutdown()
    late[0].server_close()


def test_patience_ends() -> None:
    clock = iter([0.0, 1.0, 2.0, 61.0])
    slept: list[float] = []
    caller = PatientCaller("token server", 60, lambda: next(clock), slept.append)
    with pytest.raises(ServerGone, match=r"token server at http://127\.0\.0\.1:9/x does not answer .* resume the run"):
        caller.call("http://127.0.0.1:9/x", {})
    assert slept == [0.5, 0.5]


def test_aborting_a_server_that_is_gone_says_nothing() -> None:
    RolloutServer("http://127.0.0.1:9", "run-1").abort("ended")
