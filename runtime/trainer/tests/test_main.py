"""The two programs from outside: exit codes, the last line they say, and what a signal does."""

import json
import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from run_jobs import run_json

from tool_r1_trainer import training_run
from tool_r1_trainer.__main__ import main
from tool_r1_trainer.failures import PolicyMismatch, TrainerFailure
from tool_r1_trainer.runtime_client import RolloutServer
from tool_r1_trainer.stop_wish import StopWish
from tool_r1_trainer.token_server.__main__ import main as serve_tokens


@pytest.fixture(autouse=True)
def _signals_as_before() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def test_a_run_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--config", str(tmp_path / "run.json")]) == 2
    said = capsys.readouterr().err.splitlines()
    assert said[-1].endswith("No such file or directory. Name the run.json of a run folder.")


def test_a_failure_is_told_to_the_rollout_server_and_to_the_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    aborted: list[str] = []

    def fail(*_: object) -> None:
        raise PolicyMismatch("they disagree")

    monkeypatch.setattr(training_run, "train", fail)
    monkeypatch.setattr(RolloutServer, "abort", lambda self, reason: aborted.append(reason))
    (tmp_path / "run.json").write_text(json.dumps(run_json(Path("model"))))
    assert main(["--config", str(tmp_path / "run.json")]) == 4
    assert aborted == ["they disagree"]
    assert capsys.readouterr().err.splitlines()[-1] == "they disagree"


def test_every_failure_has_an_exit_code_of_its_own() -> None:
    codes = [kind.exit_code for kind in TrainerFailure.__subclasses__()]
    assert sorted(codes) == [2, 3, 4, 5]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_is_remembered_and_interrupts_nothing(number: signal.Signals) -> None:
    stop = StopWish()
    stop.listen()
    assert stop.is_set is False
    os.kill(os.getpid(), number)
    assert stop.is_set is True


def test_a_folder_without_a_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert serve_tokens(["--model", str(tmp_path), "--port", "0"]) == 2
    said = capsys.readouterr().err.strip().splitlines()[-1]
    assert said.startswith(f"{tmp_path} has no tokenizer that can be read:")


def test_a_port_that_is_in_use(tiny_model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert serve_tokens(["--model", str(tiny_model), "--port", str(port)]) == 2
    said = capsys.readouterr().err.strip().splitlines()[-1]
    assert said == f"Nothing can listen at 127.0.0.1:{port}: Address already in use. Choose another port with --port."


def test_token_server_names_an_adapter_that_is_none(
    tiny_model: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert serve_tokens(["--model", str(tiny_model), "--adapter", str(tmp_path), "--port", "0"]) == 2
    assert f"The adapter in {tmp_path} cannot be read" in capfd.readouterr().err
