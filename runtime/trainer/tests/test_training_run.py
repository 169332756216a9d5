"""A whole run against a scripted server: what is called in which order, when it saves, when it ends."""

from collections.abc import Callable
from pathlib import Path

import pytest
from made_rows import RowMaker, batch_of
from run_jobs import run_job
from scripted_server import ScriptedServer
from updates import half_cached

from tool_r1_trainer import training_run
from tool_r1_trainer.model_folder import load_model
from tool_r1_trainer.policy_sync import TokenServers
from tool_r1_trainer.run_folder import RunFolder
from tool_r1_trainer.stop_wish import StopWish
from tool_r1_trainer.wire import Batch, BatchRequest


@pytest.fixture(autouse=True)
def _no_token_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TokenServers, "served_model", lambda self: "tiny")
    # The weights that sampled the scripted rows are not those that are trained after the first step.
    monkeypatch.setattr("tool_r1_trainer.run_recorder.MOST_LOG_PROB_GAP", 9.0)


@pytest.fixture
def script(tiny_model: Path) -> Callable[[BatchRequest], Batch]:
    maker = RowMaker(load_model(tiny_model))
    return lambda request: half_cached(maker, request)


def run(server: ScriptedServer, model: Path, folder: Path, **optimiser: object) -> list[str]:
    """The calls of a run to its end."""
    training_run.train(run_job(model, **optimiser), RunFolder(folder), server, StopWish())
    return server.calls


def test_the_order_of_calls(script: Callable[[BatchRequest], Batch], tiny_model: Path, tmp_path: Path) -> None:
    calls = run(ScriptedServer(script), tiny_model, tmp_path, maxSteps=3)
    assert calls == [
        *("hello 0", "restore 0"),
        *("begin 0", "end 0", "batch 0", "step 1"),
        *("begin 1", "end 1", "batch 1", "step 2", "checkpoint 2"),
        *("begin 2", "end 2", "batch 2", "step 3", "checkpoint 3"),
    ]
    again = run(ScriptedServer(script), tiny_model, tmp_path, maxSteps=4)
    assert again[:5] == ["hello 3", "restore 3", "begin 3", "end 3", "batch 3"]


def test_several_updates_of_a_batch_are_one_batch(
    script: Callable[[BatchRequest], Batch], tiny_model: Path, tmp_path: Path
) -> None:
    """A stop in between waits for the last of them: what is left of a batch is not saved."""
    server = ScriptedServer(script, stop_after=3)
    calls = run(server, tiny_model, tmp_path, updatesPerBatch=2, maxSteps=6)
    assert [call for call in calls if call.startswith(("batch", "step", "checkpoint"))] == [
        *("batch 0", "step 1", "step 2", "checkpoint 2"),
        *("batch 2", "step 3", "step 4", "checkpoint 4"),
    ]


def test_a_run_that_was_asked_to_stop_before_it_began(
    script: Callable[[BatchRequest], Batch], tiny_model: Path, tmp_path: Path
) -> None:
    assert run(ScriptedServer(script, stops_at_hello=True), tiny_model, tmp_path) == ["hello 0"]


def test_the_last_batch_says_that_there_is_none(
    script: Callable[[BatchRequest], Batch], tiny_model: Path, tmp_path: Path
) -> None:
    server = ScriptedServer(lambda request: script(request) if request.step < 1 else batch_of(1, [], finished=True))
    calls = run(server, tiny_model, tmp_path)
    assert calls[-3:] == ["end 1", "batch 1", "checkpoint 1"]
