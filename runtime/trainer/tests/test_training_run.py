"""A whole run against a scripted server: what is called in which order, when it saves, when it ends."""

from collections.abc import Callable
from pathlib import Path

import pytest
from made_rows import RowMaker, batch_of
from run_jobs import run_job
from scripted_server import ScriptedServer
from updates import half_cached

from tool_r1_trainer import training_run
from tool_r1_trainer.activity import Activity
from tool_r1_trainer.model_folder import load_model
from tool_r1_trainer.run_folder import RunFolder
from tool_r1_trainer.stop_wish import StopWish
from tool_r1_trainer.token_servers import TokenServers
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


def test_what_a_run_tells_of_itself_while_it_trains(
    script: Callable[[BatchRequest], Batch], tiny_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[object, ...]] = []
    monkeypatch.setattr(Activity, "tell", lambda self, *facts: told.append(facts))
    job = run_job(tiny_model, maxSteps=2).model_copy(update={"rows_per_forward": 2})
    training_run.train(job, RunFolder(tmp_path), ScriptedServer(script), StopWish())
    assert told == [
        ("loading", 1),
        ("pushing", 1),
        ("sampling", 1, 3, 8),
        ("updating", 1),
        *(("updating", 1, done, 4) for done in (1, 2, 3)),
        ("pushing", 2),
        ("sampling", 2, 3, 8),
        ("updating", 2),
        *(("updating", 2, done, 4) for done in (1, 2, 3)),
        ("saving", 2),
    ]


def test_of_several_processes_the_first_one_tells(
    script: Callable[[BatchRequest], Batch], tiny_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders: list[Path | None] = []

    class Seen(Activity):
        def __init__(self, folder: Path | None, timestamp: Callable[[], str]) -> None:
            folders.append(folder)
            super().__init__(folder, timestamp)

    monkeypatch.setattr(training_run, "Activity", Seen)
    for rank in ("0", "1"):
        monkeypatch.setenv("RANK", rank)
        server = ScriptedServer(script, stops_at_hello=True)
        training_run.train(run_job(tiny_model), RunFolder(tmp_path), server, StopWish())
    assert folders == [tmp_path, None]
