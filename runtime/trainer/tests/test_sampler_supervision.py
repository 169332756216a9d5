"""What the supervisors of two machines make of each other's silence, with a clock that the test moves."""

import importlib.util
import json
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest


@pytest.fixture(scope="module")
def supervisor() -> ModuleType:
    path = Path(__file__).parents[1] / "supervisor.py"
    spec = importlib.util.spec_from_file_location("supervisor", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["supervisor"] = module
    spec.loader.exec_module(module)
    return module


class Clock:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(supervisor: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(supervisor.time, "monotonic", made.monotonic)
    return made


def sampler_of(supervisor: ModuleType, folder: Path) -> Any:
    """A supervisor of servers that end after 30 s without a call; it runs nothing."""
    commands: list[dict[str, Any]] = [{"name": "tokens", "argv": ["true"], "env": {}, "listens": None}]
    job = {"kind": "sampler", "runId": "one", "totalSteps": None, "silenceSeconds": 30}
    return supervisor.Supervisor(supervisor.RunFolder(folder), {**job, "processes": {"commands": commands}}, -1)


def test_servers_that_nobody_calls_end(supervisor: ModuleType, clock: Clock, tmp_path: Path) -> None:
    servers = sampler_of(supervisor, tmp_path)
    clock.now += 30
    servers._follow_callers()
    clock.now += 1
    with pytest.raises(supervisor.Abandoned, match="has not called for 30 s"):
        servers._follow_callers()


def test_servers_that_are_called_stay(supervisor: ModuleType, clock: Clock, tmp_path: Path) -> None:
    servers = sampler_of(supervisor, tmp_path)
    for call in range(1, 5):
        (tmp_path / "called").write_text("")
        os.utime(tmp_path / "called", ns=(call, call))
        clock.now += 29
        servers._follow_callers()
    clock.now += 31
    with pytest.raises(supervisor.Abandoned):
        servers._follow_callers()


class Answers:
    """Plays the receiver: gives what the test put in, or breaks."""

    def __init__(self) -> None:
        self.state: dict[str, Any] | None = {"state": "running", "activity": "", "supervisorPid": 1, "tokenRestarts": 0}
        self.asked = 0

    def __call__(self, *_: object) -> dict[str, Any]:
        self.asked += 1
        if self.state is None:
            raise ConnectionRefusedError(111, "Connection refused")
        return self.state


@pytest.fixture
def answers(supervisor: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Answers:
    made = Answers()
    monkeypatch.setattr(supervisor.Sampler, "_call", made)
    return made


def far(supervisor: ModuleType) -> Any:
    place = {"machine": "b100", "folder": "/samplers/one", "host": "10.0.0.2", "receiverPort": 1}
    return supervisor.Sampler(place, "key")


def test_it_is_called_every_five_seconds(supervisor: ModuleType, clock: Clock, answers: Answers) -> None:
    sampler = far(supervisor)
    for _ in range(21):
        sampler.follow()
        clock.now += 0.5
    assert answers.asked == 3
    assert sampler.is_ready


def test_a_break_is_waited_out(supervisor: ModuleType, clock: Clock, answers: Answers) -> None:
    sampler = far(supervisor)
    sampler.follow()
    said, answers.state = answers.state, None
    clock.now += 300
    sampler.follow()
    assert (sampler.is_ready, sampler.silence()) == (False, 300)
    assert sampler.activity == "The sampler on b100 does not answer since 300 s"
    answers.state = said
    clock.now += 5
    sampler.follow()
    assert (sampler.is_ready, sampler.silence()) == (True, 0)


def test_a_sampler_that_stays_away_is_lost(supervisor: ModuleType, clock: Clock, answers: Answers) -> None:
    sampler = far(supervisor)
    answers.state = None
    clock.now += 601
    with pytest.raises(supervisor.RunFailed, match=r"sampler on b100 is lost\. It has not answered for 601 s") as lost:
        sampler.follow()
    assert "/samplers/one/logs there says more" in str(lost.value)


def test_a_sampler_that_has_ended_is_lost_at_once(supervisor: ModuleType, clock: Clock, answers: Answers) -> None:
    answers.state = {"state": "crashed", "problem": "The token server ended with code 2."}
    with pytest.raises(supervisor.RunFailed, match=r"The token server ended with code 2\."):
        far(supervisor).follow()


def test_a_server_that_was_started_anew_has_other_weights(
    supervisor: ModuleType, clock: Clock, answers: Answers
) -> None:
    sampler = far(supervisor)
    sampler.follow()
    before = sampler.generation
    assert answers.state is not None
    answers.state = {**answers.state, "activity": "Starting again", "state": "starting", "tokenRestarts": 1}
    assert not sampler.answers_now()
    assert sampler.generation != before


def test_a_job_that_ends_with_another_process_is_refused(supervisor: ModuleType, tmp_path: Path) -> None:
    command: dict[str, Any] = {"name": "rollouts", "argv": ["true"], "env": {}, "listens": None}
    job = {"kind": "sampler", "runId": "one", "totalSteps": None, "processes": {"commands": [command]}}
    (tmp_path / "run.json").write_text(json.dumps(job))
    with pytest.raises(supervisor.CannotStart, match="does not end with the token server"):
        supervisor.RunFolder(tmp_path).job()
